"""Engines out one by one, and what each costs (5.10)."""

from __future__ import annotations

import pytest
from bomberstream.core import damage
from bomberstream.core.mission.ending import ditch, land
from bomberstream.core.mission.engines import obey_engines
from bomberstream.core.mission.events import event_engine_out
from bomberstream.core.ruleset import Ruleset
from bomberstream.core.zones import Zone
from bomberstream.plugins.tonight.altitude import is_slow, must_stay_low
from bomberstream.plugins.tonight.combat import may_corkscrew
from bomberstream.plugins.tonight.zones import reach, turn_back_from_alps
from nights import (
    asked,
    choices,
    end,
    engine,
    fates,
    happenings,
    is_taken,
    modifiers,
    rolls,
    run,
    stage,
    stretches,
    told,
    used_up,
)
from quiet_nights import (
    BOMBERS,
    HIGH_ORDERS,
    HOMEWARD_HIGH,
    HOMEWARD_LOW,
    MISSES,
    NO_FAILURE,
    NOBODY_NEAR,
    QUIET_TURN,
    at_base,
    go_on,
    homebound,
    over_target,
    sea,
    target,
)

UNHURT = (1,) * 7


@pytest.mark.rule("tonight 5.10")
@pytest.mark.parametrize("bomber", BOMBERS)
def test_four_engines_two_a_side_and_each_bomber_flies_on_one(tonight: Ruleset, bomber: str) -> None:
    s = stage(tonight, bomber=bomber, engines_out=[1, 2, 4], orders={"lighten": "no"}, bombs_aboard=False)
    assert [one.side for one in s.bomber.type.engines] == ["port", "port", "starboard", "starboard"]
    obey_engines(s)
    assert s.bomber.engines_running == 1
    assert not s.finished


# --- one engine out


@pytest.mark.rule("tonight 5.10.one-engine")
@pytest.mark.parametrize(
    ("order", "altitude", "bombs", "run"), [("yes", "high", False, "jettisoned"), ("no", "low", True, "")]
)
def test_one_engine_out_bombs_away_to_stay_high_or_down_with_them(
    tonight: Ruleset, order: str, altitude: str, bombs: bool, run: str
) -> None:
    s = stage(tonight, engines_out=[2], orders={"jettison_for_engine": order})
    obey_engines(s)
    assert (s.game.altitude, s.bomber.bombs_aboard, s.game.bomb_run) == (altitude, bombs, run)
    assert not s.game.aborting
    assert must_stay_low(s) is is_slow(s) is bombs
    assert may_corkscrew(s)
    # The choice is made once.
    obey_engines(s)
    assert asked(s) == ["jettison_for_engine"]


@pytest.mark.rule("tonight 5.10.one-engine", "tonight 5.10")
@pytest.mark.parametrize("damaged", ["bomb_release", "bomb_bay_doors"])
def test_bombs_that_cannot_be_jettisoned_keep_the_bomber_low(tonight: Ruleset, damaged: str) -> None:
    s = stage(tonight, engines_out=[2], orders={"jettison_for_engine": "yes"}, **{f"out.{damaged}": True})
    obey_engines(s)
    assert happenings(s)[0] == "cannot_jettison"
    assert (s.bomber.bombs_aboard, s.game.altitude) == (True, "low")


@pytest.mark.rule("tonight 5.10.one-engine")
def test_one_engine_lost_over_the_target_it_bombs_from_high_at_its_own_pace(tonight: Ruleset) -> None:
    s = over_target(tonight, 3, *(4, 4, 3, 4), engines_out=[3])
    obey_engines(s)
    assert asked(s) == []
    assert (s.game.altitude, is_slow(s), must_stay_low(s)) == ("high", False, False)
    run(s, "zone", "slow_over_target", "visibility", "bomb_run")
    assert s.game.bomb_run == "on_target"
    assert "second_turn" not in happenings(s)


@pytest.mark.rule("tonight 5.10.one-engine")
def test_one_engine_lost_before_the_target_it_gets_there_low_and_slow_with_its_bombs(tonight: Ruleset) -> None:
    s = stage(tonight, engines_out=[3], orders={"jettison_for_engine": "no", "abort": "no"})
    obey_engines(s)
    # Weather, machinery, light guns of 5.14, two turns to the run; visibility, run, accuracy; out; a near thing.
    quiet = (*QUIET_TURN, *QUIET_TURN)
    go_on(s, 4, *NO_FAILURE, *MISSES, *quiet, 3, 4, 4, 3, 4, *QUIET_TURN, *NOBODY_NEAR)
    reach(s, target(), "out")
    used_up(s)
    assert stretches(s) == ["out 6", "out 6 again", "home 6 turning"]
    assert (s.game.bomb_run, s.bomber.bombs_aboard) == ("on_target", False)
    assert 1 in modifiers(s, "bomb_run")  # low
    assert not must_stay_low(s)


@pytest.mark.rule("tonight 5.10.one-engine-slow")
def test_with_the_bombs_aboard_every_zone_takes_two_turns_of_combat_and_one_of_all_else(tonight: Ruleset) -> None:
    s = stage(tonight, engines_out=[2], orders={"jettison_for_engine": "no", "abort": "no"})
    obey_engines(s)
    # Low over Germany: weather, machinery, the light guns of 5.14, detection; lights and fighters; once more.
    first = (4, *NO_FAILURE, *MISSES, 6, 6, *QUIET_TURN)
    go_on(s, *first, *QUIET_TURN, 1, *NOBODY_NEAR)
    reach(s, Zone(5, ("G",), ("",)), "out")
    used_up(s)
    assert stretches(s) == ["out 5", "out 5 again"]
    count = {role: rolls(s).count(role) for role in set(rolls(s))}
    assert (count["searchlights"], count["night_fighters"]) == (2, 2)
    assert (count["weather"], count["mechanical_failure"], count["detection"]) == (1, 1, 1)
    assert (count["navigation"], count["collision"], count["flak_to_hit"]) == (1, 1, 4)


@pytest.mark.rule("tonight 5.10.one-engine-slow")
def test_without_its_bombs_it_goes_home_at_the_normal_rate_and_high(tonight: Ruleset) -> None:
    s = homebound(tonight, *HOMEWARD_HIGH, engines_out=[2], orders=HIGH_ORDERS)
    reach(s, sea(3), "home")
    used_up(s)
    assert stretches(s) == ["home 3"]
    assert s.game.altitude == "high"


@pytest.mark.rule("tonight 5.10.one-engine-slow", "tonight 5.10.one-engine")
def test_hung_bombs_keep_it_slow_and_low_on_the_way_home_as_well(tonight: Ruleset) -> None:
    # Over England nothing is dropped.
    s = stage(tonight, *HOMEWARD_LOW, outbound=False, engines_out=[2], orders=HIGH_ORDERS)
    s.game.bomb_run = "hung"
    reach(s, Zone(3, ("E",), ("",)), "home")
    used_up(s)
    assert stretches(s) == ["home 3", "home 3 again"]
    assert s.game.altitude == "low"


# --- two and three


@pytest.mark.rule("tonight 5.10.two-engines")
@pytest.mark.parametrize("stopped", [[1, 2], [2, 3], [1, 2, 3]])
def test_two_or_three_engines_out_jettison_low_slow_and_home(tonight: Ruleset, stopped: list[int]) -> None:
    s = stage(tonight, engines_out=stopped, orders={"lighten": "no"})
    obey_engines(s)
    assert not s.bomber.bombs_aboard
    assert s.game.aborting == "two engines out"
    assert s.game.altitude == "low"
    assert must_stay_low(s)
    assert is_slow(s)
    assert not may_corkscrew(s)
    assert "jettison_for_engine" not in asked(s)
    assert (s.game.last_zones is not None) is (len(stopped) == 3)


@pytest.mark.rule("tonight 5.10.two-engines")
@pytest.mark.parametrize(("stopped", "shift"), [([], []), ([1], []), ([1, 4], [1]), ([1, 2, 4], [1])])
def test_fighters_hit_a_bomber_with_two_engines_out_more_easily(
    tonight: Ruleset, stopped: list[int], shift: list[int]
) -> None:
    s = stage(tonight, 2, 2, fighter={"position": "6 level"}, engines_out=stopped)
    s.roll("offensive_fire")
    assert modifiers(s, "offensive_fire") == shift


@pytest.mark.rule("tonight 5.10.two-engines", "tonight 6.0.7")
def test_two_engines_lost_over_the_target_no_bombs_and_two_turns_either_way(tonight: Ruleset) -> None:
    s = over_target(tonight, *QUIET_TURN * 4, engines_out=[1, 4])
    run(s, "zone", "engines", "first_turn", "slow_over_target", "visibility", "bomb_run", "turn_over_target")
    assert rolls(s) == ["searchlights", "night_fighters"] * 4
    assert s.game.bomb_run == "jettisoned"


@pytest.mark.rule("tonight 5.10.two-engines", "tonight 6.5")
def test_the_second_engine_lost_in_the_first_turn_over_the_target(tonight: Ruleset) -> None:
    s = over_target(tonight, *QUIET_TURN * 3, engines_out=[1, 4], bombs_aboard=True)
    run(s, "zone", "engines", "slow_over_target", "going_around", "visibility", "bomb_run", "turn_over_target")
    assert (s.game.bomb_run, s.bomber.bombs_aboard) == ("jettisoned", False)
    assert not {"visibility", "bombs_away"} & set(happenings(s))
    assert stretches(s) == ["out 4 again", "home 4 turning", "home 4 turning again"]
    assert s.game.turn_of_zone == 4


@pytest.mark.rule("tonight 5.10.two-engines")
def test_with_two_engines_out_the_bombs_that_will_not_fall_are_still_not_aimed(tonight: Ruleset) -> None:
    s = over_target(tonight, engines_out=[1, 4], **{"out.bomb_release": True})
    obey_engines(s)
    assert s.bomber.bombs_aboard
    assert not is_taken(s, "zone", "bomb_run")
    assert not is_taken(s, "zone", "visibility")


@pytest.mark.rule("tonight 5.10.two-engines", "tonight 4.5.d")
def test_home_on_two_engines_two_turns_a_zone_and_low(tonight: Ruleset) -> None:
    s = homebound(tonight, *HOMEWARD_LOW, engines_out=[1, 4], orders=HIGH_ORDERS)
    reach(s, sea(3), "home")
    used_up(s)
    assert stretches(s) == ["home 3", "home 3 again"]
    assert s.game.altitude == "low"


@pytest.mark.rule("tonight 5.10.two-engines")
def test_engines_lost_one_after_the_other_in_one_night(tonight: Ruleset) -> None:
    s = stage(tonight, orders={"jettison_for_engine": "no", "lighten": "no", "come_down": "jump"})
    for number in (2, 3, 1):
        damage.stop_engine(s, engine(s, number), "flak")
        obey_engines(s)
    told_of = [one for one in happenings(s) if one != "engine_out"]
    assert told_of == ["goes_low", "jettisoned", "aborts", "last_engine"]
    damage.stop_engine(s, engine(s, 4), "flak")
    # Seven men over Holland: each gets out (7-3), none is hidden (7-3 c).
    go_on(s, *(2, 1) * 7)
    assert end(s, obey_engines) == "bailed_out"
    assert s.cause == "flak"


# --- one running


@pytest.mark.rule("tonight 5.10.one-operating")
@pytest.mark.parametrize(("order", "zones"), [("no", [5, 4]), ("yes", [5, 4, 3])])
def test_on_one_engine_one_zone_more_or_two_with_everything_overboard(
    tonight: Ruleset, order: str, zones: list[int]
) -> None:
    s = homebound(tonight, engines_out=[1, 2, 3], orders={**HIGH_ORDERS, "lighten": order, "come_down": "land"})
    s.zone.number = 6
    # The third engine is lost in zone 5; a 7 at 7-2, -3 for the engines, is the least that is rescued; nobody hurt.
    for number in zones[:-1]:
        go_on(s, *HOMEWARD_LOW)
        reach(s, sea(number), "home")
        used_up(s)
    go_on(s, *HOMEWARD_LOW, 4, 3, *UNHURT)
    assert end(s, lambda s: reach(s, sea(zones[-1]), "home")) == "ditched"
    assert s.zone.number == zones[-1]
    assert told(s, "last_engine") == [{"zones": len(zones) - 1}]
    assert fates(s) == ["returns"] * 7
    assert asked(s).count("lighten") == 1


@pytest.mark.rule("tonight 5.10.one-operating")
def test_what_is_loose_goes_overboard_guns_ammunition_bombs_and_extinguishers(tonight: Ruleset) -> None:
    s = stage(tonight, engines_out=[1, 2, 3], orders={"lighten": "yes"})
    obey_engines(s)
    assert not s.bomber.bombs_aboard
    assert s.bomber.extinguishers == 0
    assert {gun.rounds for gun in s.bomber.guns.values()} == {0}
    assert not any(gun.can_fire for gun in s.bomber.guns.values())


@pytest.mark.rule("tonight 5.10.one-operating")
def test_home_is_near_enough_for_one_engine(tonight: Ruleset) -> None:
    """The third engine goes in zone 2: one zone further is the base."""
    s = homebound(tonight, *HOMEWARD_LOW, engines_out=[1, 2, 3], orders={**HIGH_ORDERS, "lighten": "no"})
    s.zone.number = 3
    reach(s, sea(2), "home")
    used_up(s)
    go_on(s, 9, *(1, 1), 4, 6)  # weather, no intruders, a 10 less 3, and 2 for two on one side
    s.game.zones = 6
    s.setup.options["any_bomber"] = "yes"
    assert end(s, lambda s: s.run("landing")) == "returned"
    assert modifiers(s, "landing_on_land") == [-3, -2]


@pytest.mark.rule("tonight 5.10.one-operating", "tonight 4.2.4")
def test_a_zone_flown_again_before_iced_up_alps_counts_for_the_last_engine(tonight: Ruleset) -> None:
    s = homebound(tonight, engines_out=[1, 2, 3], orders={**HIGH_ORDERS, "lighten": "no", "come_down": "land"})
    obey_engines(s)
    s.game.last_zones = 0
    s.game.iced = True
    go_on(s, *HOMEWARD_LOW, 6, 6)
    switzerland = Zone(9, ("S",), ("",))
    assert end(s, lambda s: turn_back_from_alps(s, switzerland, "home")) == "interned"
    assert "last_engine_gives_out" in happenings(s)


@pytest.mark.rule("tonight 5.10.one-operating")
def test_an_engine_that_starts_again_lifts_the_limit(tonight: Ruleset) -> None:
    s = homebound(tonight, engines_out=[1, 2, 3], orders={"lighten": "no"})
    obey_engines(s)
    assert s.game.last_zones == 1
    s.game.event_engine = 3
    event_engine_out.function(s)
    obey_engines(s)
    assert happenings(s)[-1] == "engine_restarts"
    assert (s.bomber.engines_out, s.game.last_zones) == (2, None)


@pytest.mark.rule("tonight 5.10.one-operating", "tonight 5.10.no-engines", "tonight 7.1", "tonight 7.2")
@pytest.mark.parametrize(
    ("stopped", "shift"), [([1], 0), ([1, 4], 0), ([1, 2], 0), ([1, 2, 4], -3), ([1, 2, 3, 4], -7)]
)
@pytest.mark.parametrize("where", ["land", "water"])
def test_what_engines_cost_at_the_landing(tonight: Ruleset, stopped: list[int], shift: int, where: str) -> None:
    s = at_base(tonight, 6, 6, *(UNHURT if where == "water" else ()), engines_out=stopped)
    if where == "water":
        s.zone = sea(3)
    end(s, (lambda s: land(s, "base")) if where == "land" else ditch)
    role = "landing_on_land" if where == "land" else "landing_in_water"
    one_side = -2 if where == "land" and s.bomber.two_out_on_one_side else 0
    assert modifiers(s, role) == [value for value in (shift, one_side) if value]


# --- none


@pytest.mark.rule("tonight 5.10.no-engines")
@pytest.mark.parametrize(
    ("order", "over", "dice", "outcome", "role"),
    [
        ("land", "N", (6, 6), "force_landed", "landing_on_land"),
        ("land", "W", (6, 6, *UNHURT), "ditched", "landing_in_water"),
        ("jump", "N", (2, 1) * 7, "bailed_out", "controlled_bailout"),
    ],
)
def test_without_an_engine_down_at_once_by_landing_or_by_parachute(
    tonight: Ruleset, order: str, over: str, dice: tuple[int, ...], outcome: str, role: str
) -> None:
    s = stage(tonight, *dice, engines_out=[1, 2, 3, 4], orders={"come_down": order}, **{"zone.over": over})
    assert end(s, obey_engines) == outcome
    assert choices(s) == [("come_down", order)]
    assert rolls(s)[0] == role
    assert s.zone.number == 4


@pytest.mark.rule("tonight 5.10.no-engines")
@pytest.mark.parametrize(("letter", "outcome"), [("first", "force_landed"), ("second", "ditched")])
def test_over_a_coast_the_pilot_chooses_land_or_water(tonight: Ruleset, letter: str, outcome: str) -> None:
    dice = (6, 6) if letter == "first" else (6, 6, *UNHURT)
    orders = {"come_down": "land", "letter": letter}
    s = stage(tonight, *dice, engines_out=[1, 2, 3, 4], orders=orders, **{"zone.over": ["N", "W"]})
    assert end(s, obey_engines) == outcome


@pytest.mark.rule("tonight 5.10.no-engines")
def test_no_men_are_left_aboard_for_another_zone(tonight: Ruleset) -> None:
    s = stage(tonight, *(4, *NO_FAILURE), *(2, 1) * 7, orders={"come_down": "jump", **HIGH_ORDERS})
    for one in s.bomber.engines:
        s.bomber.stop(one)
    assert end(s, lambda s: reach(s, Zone(5, ("G",), ("",)), "out")) == "bailed_out"
    assert all(fates(s))
    # Nothing of the zone is played after it.
    assert "navigation" not in rolls(s)
