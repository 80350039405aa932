"""In the box and out of it: falling out, rejoining (4-8), disruption, 10,000 feet, engines (5.10), evasion (5.9)."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import pytest
from bomberstream.core import damage
from bomberstream.core.damage import burst_inside
from bomberstream.core.mission.engines import jettison, lighten, useless_engines
from bomberstream.core.mission.hardship import freezing_men, oxygen_short
from bomberstream.core.ruleset import Ruleset
from bomberstream.core.sortie import Sortie
from bomberstream.core.testing import scripted
from bomberstream.core.zones import Zone
from bomberstream.plugins.today.formation import (
    altitude,
    cannot_keep_up,
    engines,
    fall_out,
    formation,
    go_low,
    is_slow,
    may_evade,
    must_stay_low,
)
from bomberstream.plugins.today.zones import fly_home, give_up, reach
from flights import (
    asked,
    choices,
    count_turns,
    end,
    engine,
    fates,
    happenings,
    man,
    modifiers,
    over,
    rolls,
    route,
    stage,
    told,
    turns,
    used_up,
)

LOW = {"altitude": "low", "in_formation": False}


def turbos(s: Sortie, *numbers: int) -> Sortie:
    """These turbos fail."""
    for number in numbers:
        damage.turbo_out.function(s, number)
    return s


def burst(today: Ruleset, area: str = "nose", *faces: int, **state: Any) -> Sortie:
    """A bomber in whose fuselage a shell has burst; nothing more of it than the mark."""
    s = stage(today, *faces, **state)
    s.bomber.bursts.add(area)
    return s


def lose_oxygen(s: Sortie, *stations: str) -> Sortie:
    """Both supplies of these stations are hit."""
    for station in stations:
        damage.oxygen_hit.function(s, station)
        damage.oxygen_hit.function(s, station)
    return s


# --- falling out


@pytest.mark.rule("today 4.7")
def test_a_bomber_falls_out_once(today: Ruleset) -> None:
    s = stage(today, disrupted=True)
    fall_out(s, "bombs hung up")
    fall_out(s, "again")
    assert (s.game.in_formation, s.game.disrupted) == (False, False)
    assert [facts["reason"] for facts in told(s, "falls_out")] == ["bombs hung up"]


@pytest.mark.rule("tonight 4.5")
@pytest.mark.parametrize(
    ("cause", "counts"), [("fighter", True), ("flak", True), ("collision", True), ("event", False)]
)
def test_being_forced_out_by_the_enemy_is_remembered(today: Ruleset, cause: str, counts: bool) -> None:
    s = stage(today)
    s.under_attack_by = cause
    fall_out(s, "a hit")
    s.under_attack_by = ""
    give_up(s, "enough")
    assert s.game.abort_by_enemy is counts


@pytest.mark.rule("tonight 5.14")
def test_going_low_means_falling_out(today: Ruleset) -> None:
    s = stage(today, rejoining_from_low=True)
    go_low(s, "men freezing")
    assert (s.game.altitude, s.game.in_formation, s.game.rejoining_from_low) == ("low", False, False)
    go_low(s, "engines out")
    assert happenings(s).count("goes_low") == 1
    assert s.game.kept_low == "engines out"


# --- which engines count


@pytest.mark.rule("today 4-3 note c")
def test_a_turbo_counts_as_an_engine_at_formation_altitude_alone(today: Ruleset) -> None:
    assert useless_engines(turbos(stage(today), 1, 2)) == 2
    assert useless_engines(turbos(stage(today, **LOW), 1, 2)) == 0
    assert useless_engines(turbos(stage(today, engines_out=[1]), 1, 2)) == 2
    assert useless_engines(turbos(stage(today, engines_out=[1], **LOW), 1, 2)) == 1


# --- two turns a zone


@pytest.mark.rule("tonight 5.10")
@pytest.mark.parametrize(
    ("state", "slow"),
    [
        ({}, False),
        ({"engines_out": [1], "in_formation": False}, True),
        ({"engines_out": [1]}, False),
        ({"engines_out": [1], "in_formation": False, "bombs_aboard": False}, False),
        ({"engines_out": [1], "bombs_aboard": False}, False),
        ({"engines_out": [1, 4], "in_formation": False, "bombs_aboard": False}, True),
        ({"engines_out": [1, 2, 3], **LOW, "bombs_aboard": False}, True),
        ({"out.navigation": True, "in_formation": False, "zone.number": 5}, True),
        ({"out.navigation": True, "in_formation": False, "zone.number": 4}, False),
        ({"out.navigation": True, "in_formation": True, "zone.number": 5}, False),
        ({"in_formation": False}, False),
        ({"altitude": "low", "in_formation": False}, False),
        ({"out.bomb_bay_doors": True, "in_formation": False}, False),
    ],
)
def test_which_bombers_need_two_turns_for_a_zone(today: Ruleset, state: Mapping[str, Any], slow: bool) -> None:
    assert is_slow(stage(today, **state)) is slow


@pytest.mark.rule("tonight 5.2.5", "today 4-3 note r")
def test_a_burst_inside_and_torn_doors_slow_a_bomber(today: Ruleset) -> None:
    assert is_slow(burst(today))
    s = stage(today)
    s.game.slow_down(s, "bomb bay doors jammed open")
    assert is_slow(s)
    assert not s.game.in_formation


@pytest.mark.rule("tonight 5.10")
def test_an_engine_lost_over_the_target_does_not_delay_the_bombs(today: Ruleset) -> None:
    assert not is_slow(stage(today, engines_out=[1], **{"zone.is_target": True}))


@pytest.mark.rule("tonight 5.10")
def test_a_bomber_that_kept_its_bombs_alone_is_slow_over_the_target_too(today: Ruleset) -> None:
    s = stage(today, engines_out=[1], **LOW, **{"zone.is_target": True})
    s.game.keeps_bombs = True
    assert is_slow(s)


# --- what keeps a bomber out


@pytest.mark.rule("today 4-8", "tonight 5.10")
@pytest.mark.parametrize(
    ("state", "reason"),
    [
        ({}, ""),
        ({"engines_out": [1]}, "engine out and bombs aboard"),
        ({"engines_out": [1], "bombs_aboard": False}, ""),
        ({"engines_out": [1], "zone.is_target": True}, ""),
        ({"engines_out": [1, 2], "bombs_aboard": False}, "engines out"),
        ({"engines_out": [1, 2], "bombs_aboard": False, "zone.is_target": True}, "engines out"),
    ],
)
def test_engines_keep_a_bomber_out(today: Ruleset, state: Mapping[str, Any], reason: str) -> None:
    assert cannot_keep_up(stage(today, **state)) == reason


@pytest.mark.rule("today 4-8")
def test_other_things_keep_a_bomber_out(today: Ruleset) -> None:
    assert cannot_keep_up(burst(today)) == "shell burst inside the bomber"
    s = stage(today)
    s.game.slow.add("doors")
    assert cannot_keep_up(s) == "too slow for the group"
    s = stage(today)
    s.game.bomb_run = "hung"
    assert cannot_keep_up(s) == "bombs hung up"
    s.bomber.bombs_aboard = False
    assert cannot_keep_up(s) == ""
    s = stage(today)
    damage.engine_drag.function(s, 2)
    assert cannot_keep_up(s) == "a windmilling propeller"


@pytest.mark.rule("tonight 4.5", "today 4-8")
@pytest.mark.parametrize("bombs", [True, False])
def test_who_gave_up_alone_does_not_meet_the_group_again(today: Ruleset, bombs: bool) -> None:
    s = stage(today, in_formation=False, orders={"rejoin": "yes"})
    give_up(s, "heat out")
    if not bombs:
        jettison(s, "going home")
    s.outbound = False
    formation(s)
    used_up(s)
    assert not s.game.in_formation


@pytest.mark.rule("today 4-2")
def test_who_was_recalled_with_the_group_keeps_up_with_it(today: Ruleset) -> None:
    s = stage(today)
    give_up(s, "recalled", with_group=True)
    assert cannot_keep_up(s) == ""


# --- 4-8: rejoining


@pytest.mark.rule("today 4-8")
@pytest.mark.parametrize(("face", "back"), [(1, True), (3, True), (4, False), (6, False)])
def test_a_straggler_rejoins_on_one_to_three(today: Ruleset, face: int, back: bool) -> None:
    s = stage(today, face, in_formation=False, orders={"rejoin": "yes"}, position=8, cell="high")
    formation(s)
    used_up(s)
    assert s.game.in_formation is back
    assert s.game.position == 8
    assert modifiers(s, "rejoin") == []


@pytest.mark.rule("today 4-8")
@pytest.mark.parametrize(
    ("state", "values"),
    [
        ({"bombs_jettisoned_early": True}, [-1]),
        ({"bombs_jettisoned_early": True, "outbound": False}, [-1, -1]),
        ({"outbound": False}, []),
        ({"rejoining_from_low": True}, [1]),
        ({"bombs_jettisoned_early": True, "rejoining_from_low": True}, [-1, 1]),
    ],
)
def test_lightness_helps_and_climbing_hinders(today: Ruleset, state: Mapping[str, Any], values: list[int]) -> None:
    s = stage(today, 4, in_formation=False, orders={"rejoin": "yes"}, **state)
    formation(s)
    assert modifiers(s, "rejoin") == values
    assert s.game.in_formation is (4 + sum(values) <= 3)


@pytest.mark.rule("today 4-8")
def test_nobody_rejoins_from_10000_feet_damaged_or_against_his_will(today: Ruleset) -> None:
    for state in ({"altitude": "low"}, {"engines_out": [1, 2]}):
        s = stage(today, in_formation=False, orders={"rejoin": "yes"}, **state)
        formation(s)
        assert rolls(s) == asked(s) == []
    s = stage(today, in_formation=False, orders={"rejoin": "no"})
    formation(s)
    assert rolls(s) == []


@pytest.mark.rule("today 4-8")
def test_once_back_the_climb_is_forgotten(today: Ruleset) -> None:
    s = stage(today, 1, in_formation=False, rejoining_from_low=True, orders={"rejoin": "yes"})
    formation(s)
    assert not s.game.rejoining_from_low


@pytest.mark.rule("tonight 5.10", "today 4-8")
def test_one_engine_out_rejoins_once_the_bombs_are_gone(today: Ruleset) -> None:
    s = stage(today, 2, engines_out=[3], in_formation=False, orders={"rejoin": "yes"})
    formation(s)
    assert rolls(s) == []
    s.bomber.bombs_aboard = False
    formation(s)
    assert s.game.in_formation


@pytest.mark.rule("today 4.7")
def test_what_broke_on_the_way_costs_the_place_on_entering_a_zone(today: Ruleset) -> None:
    s = stage(today)
    damage.engine_drag.function(s, 2)
    formation(s)
    assert not s.game.in_formation


# --- disruption


@pytest.mark.rule("today 4.7")
@pytest.mark.parametrize(("face", "disrupted"), [(1, False), (5, False), (6, True)])
def test_full_cloud_may_disrupt_the_formation(today: Ruleset, face: int, disrupted: bool) -> None:
    s = stage(today, face, weather="full_cloud")
    formation(s)
    assert s.game.disrupted is disrupted
    assert s.game.in_formation


@pytest.mark.rule("today 4.7")
def test_other_weather_does_not_and_lets_the_box_close_up(today: Ruleset) -> None:
    s = stage(today, weather="half_cloud", disrupted=True)
    formation(s)
    used_up(s)
    assert not s.game.disrupted
    assert happenings(s) == ["reformed"]


@pytest.mark.rule("today 4.7")
def test_a_disruption_lasts_until_the_box_is_clear_of_full_cloud(today: Ruleset) -> None:
    s = stage(today, 1, weather="full_cloud", disrupted=True)
    formation(s)
    assert s.game.disrupted


@pytest.mark.rule("today 4.7")
def test_cloud_does_nothing_to_a_straggler(today: Ruleset) -> None:
    s = stage(today, in_formation=False, weather="full_cloud", orders={"rejoin": "no"})
    formation(s)
    assert rolls(s) == []


# --- 10,000 feet


@pytest.mark.rule("tonight 5.14")
def test_a_bomber_may_go_low_for_men_without_oxygen(today: Ruleset) -> None:
    s = lose_oxygen(stage(today, orders={"descend_for_oxygen": "yes"}), "tail_gunner")
    altitude(s)
    assert (s.game.altitude, s.game.kept_low, s.game.in_formation) == ("low", "oxygen short", False)
    s = lose_oxygen(stage(today, orders={"descend_for_oxygen": "no"}), "tail_gunner")
    altitude(s)
    assert s.game.altitude == "high"


@pytest.mark.rule("tonight 5.14")
def test_with_outlets_for_all_left_alive_nobody_asks(today: Ruleset) -> None:
    s = lose_oxygen(stage(today), "tail_gunner")
    assert oxygen_short(s)
    man(s, "navigator").kill()
    assert not oxygen_short(s)
    altitude(s)
    assert asked(s) == []
    assert oxygen_short(stage(today, out={"oxygen": True}))


@pytest.mark.rule("today 5-18")
def test_a_bomber_may_go_low_for_men_without_heat(today: Ruleset) -> None:
    s = stage(today, orders={"descend_for_heat": "yes"})
    damage.heat_out.function(s, "tail_gunner")
    assert freezing_men(s) == 1
    altitude(s)
    assert (s.game.altitude, s.game.kept_low, freezing_men(s)) == ("low", "men freezing", 0)
    man(s, "tail_gunner").kill()
    s = stage(today)
    damage.heat_out.function(s, "tail_gunner")
    man(s, "tail_gunner").kill()
    assert freezing_men(s) == 0


@pytest.mark.rule("today 4-8", "tonight 5.14")
def test_it_climbs_back_when_it_may_and_will(today: Ruleset) -> None:
    s = stage(today, orders={"climb": "yes"}, **LOW)
    altitude(s)
    assert (s.game.altitude, s.game.rejoining_from_low, s.game.in_formation) == ("high", True, False)
    s = stage(today, orders={"climb": "no"}, **LOW)
    altitude(s)
    assert s.game.altitude == "low"


@pytest.mark.rule("tonight 5.10", "tonight 5.14")
@pytest.mark.parametrize(
    ("state", "low"),
    [
        ({}, False),
        ({"engines_out": [1]}, True),
        ({"engines_out": [1], "bombs_aboard": False}, False),
        ({"engines_out": [1, 2], "bombs_aboard": False}, True),
        ({"out.oxygen": True}, True),
    ],
)
def test_what_keeps_a_bomber_low(today: Ruleset, state: Mapping[str, Any], low: bool) -> None:
    s = stage(today, orders={"climb": "yes"}, **LOW, **state)
    assert must_stay_low(s) is low
    altitude(s)
    assert (s.game.altitude == "low") is low


@pytest.mark.rule("today 4-3 note c")
def test_turbos_keep_a_bomber_low_though_its_engines_run_there(today: Ruleset) -> None:
    assert must_stay_low(turbos(stage(today, **LOW, bombs_aboard=False), 1, 2, 3, 4))
    assert must_stay_low(turbos(stage(today, **LOW), 1))
    assert not must_stay_low(turbos(stage(today, **LOW, bombs_aboard=False), 1))


@pytest.mark.rule("tonight 5.2.5")
def test_a_burst_keeps_a_bomber_low(today: Ruleset) -> None:
    assert must_stay_low(burst(today, "waist", **LOW))


@pytest.mark.rule("tonight 5.2.5")
def test_a_burst_sends_the_bomber_out_and_to_10000_feet(today: Ruleset) -> None:
    s = stage(today, 1, bombs_aboard=False, orders={"climb": "yes"})
    burst_inside(s, "radio_room")
    used_up(s)
    assert (s.game.in_formation, s.game.altitude) == (False, "low")
    altitude(s)
    assert s.game.altitude == "low"


# --- 5.10: engines


@pytest.mark.rule("tonight 5.10")
def test_with_all_engines_nothing_is_asked(today: Ruleset) -> None:
    s = stage(today)
    engines(s)
    assert (asked(s), happenings(s)) == ([], [])


@pytest.mark.rule("tonight 5.10")
def test_one_out_and_the_bombs_gone_at_once_keeps_the_place(today: Ruleset) -> None:
    s = stage(today, engines_out=[2], orders={"jettison_for_engine": "yes"})
    engines(s)
    assert (s.bomber.bombs_aboard, s.game.in_formation, s.game.altitude) == (False, True, "high")
    assert s.game.bombs_jettisoned_early
    assert not is_slow(s)


@pytest.mark.rule("tonight 5.10")
def test_one_out_and_the_bombs_kept_means_alone_low_and_slow(today: Ruleset) -> None:
    s = stage(today, engines_out=[2], orders={"jettison_for_engine": "no"})
    engines(s)
    engines(s)
    assert (s.bomber.bombs_aboard, s.game.in_formation, s.game.altitude) == (True, False, "low")
    assert is_slow(s)
    assert asked(s) == ["jettison_for_engine"]


@pytest.mark.rule("tonight 5.10", "today 4-3 note j")
@pytest.mark.parametrize("system", ["bomb_release", "bomb_bay_doors"])
def test_one_out_and_the_bombs_hung_means_alone_low_and_slow(today: Ruleset, system: str) -> None:
    s = stage(today, engines_out=[2], out={system: True}, orders={"jettison_for_engine": "yes"})
    engines(s)
    assert (s.bomber.bombs_aboard, s.game.in_formation, s.game.altitude) == (True, False, "low")


@pytest.mark.rule("tonight 5.10")
def test_one_out_in_the_target_zone_bombs_first(today: Ruleset) -> None:
    s = stage(today, engines_out=[2], **{"zone.is_target": True})
    engines(s)
    assert (asked(s), s.bomber.bombs_aboard, s.game.in_formation) == ([], True, True)


@pytest.mark.rule("tonight 5.10")
@pytest.mark.parametrize("out", [[1, 2], [1, 4], [2, 3, 4]])
def test_two_or_three_out_send_the_bombs_away_and_the_bomber_low(today: Ruleset, out: list[int]) -> None:
    s = stage(today, engines_out=out, orders={"lighten": "no"})
    engines(s)
    assert (s.bomber.bombs_aboard, s.game.in_formation, s.game.altitude) == (False, False, "low")
    assert s.game.bomb_run == "jettisoned"
    assert is_slow(s)
    assert not may_evade(s)


@pytest.mark.rule("tonight 4.5", "tonight 5.10")
def test_two_out_end_the_mission(today: Ruleset) -> None:
    s = stage(today, engines_out=[1, 2], orders={"abort": "no"})
    engines(s)
    assert s.game.aborting


@pytest.mark.rule("tonight 4.5", "tonight 5.10")
def test_two_out_end_the_mission_when_the_bombs_are_gone_already_or_hang(today: Ruleset) -> None:
    s = stage(today, engines_out=[1, 2], bombs_aboard=False)
    engines(s)
    assert s.game.aborting == "two engines out"
    s = stage(today, engines_out=[1, 2], out={"bomb_release": True})
    engines(s)
    assert s.game.aborting == "two engines out"
    assert s.bomber.bombs_aboard


@pytest.mark.rule("tonight 5.10")
def test_two_out_over_the_target_before_the_run_mean_no_bombing(today: Ruleset) -> None:
    s = stage(today, engines_out=[1, 2], **{"zone.is_target": True})
    engines(s)
    assert not s.bomber.bombs_aboard
    assert not s.game.bombs_jettisoned_early
    s.run_step("zone", "bomb_run")
    assert s.game.bomb_run == "jettisoned"
    assert s.game.bombing_percent is None


@pytest.mark.rule("tonight 5.10")
def test_two_out_after_the_bombing_do_not_undo_it(today: Ruleset) -> None:
    s = stage(today, engines_out=[1, 2], bombs_aboard=False, **{"zone.is_target": True})
    s.game.bomb_run = "on_target"
    engines(s)
    assert (s.game.bomb_run, s.game.aborting, s.game.altitude) == ("on_target", "", "low")


@pytest.mark.rule("tonight 5.10")
@pytest.mark.parametrize(("choice", "zones"), [("no", 1), ("yes", 2)])
def test_on_one_engine_it_flies_one_zone_more_or_two_when_lightened(today: Ruleset, choice: str, zones: int) -> None:
    s = stage(today, engines_out=[1, 2, 3], orders={"lighten": choice})
    engines(s)
    engines(s)
    assert s.game.last_zones == zones
    assert asked(s) == ["lighten"]
    assert (s.bomber.extinguishers == 0) is (choice == "yes")
    assert all(not gun.is_working and gun.rounds == 0 for gun in s.bomber.guns.values()) is (choice == "yes")


@pytest.mark.rule("tonight 5.10")
@pytest.mark.parametrize(("choice", "last"), [("no", 6), ("yes", 5)])
def test_the_last_engine_gives_out_in_the_zone_after(today: Ruleset, choice: str, last: int) -> None:
    s = stage(
        today,
        engines_out=[1, 2, 3],
        outbound=False,
        bombs_aboard=False,
        orders={"lighten": choice, "come_down": "land"},
        date="1944-01-11",
        **LOW,
        **{"zone.number": 8},
    )
    # In each zone weather, machinery, escort in a new range; then the ditching.
    dice = {6: [1, 5, 1, 5, 1, 5, 1], 5: [1, 5, 1, 5, 1, 5, 1, 1, 5, 1, 5]}[last]
    s.source = scripted(*dice, 6, 6, *[1] * 10)
    s.game.route = route(*(over(number, "W") for number in range(2, 8)))
    assert end(s, fly_home) == "ditched"
    assert s.zone.number == last
    assert "last_engine_gives_out" in happenings(s)


@pytest.mark.rule("tonight 5.10")
def test_guns_overboard_are_gone_for_good(today: Ruleset) -> None:
    s = stage(today)
    lighten(s)
    assert not any(gun.can_fire for gun in s.bomber.guns.values())


@pytest.mark.rule("tonight 5.10", "today 7-1", "today 7-2")
@pytest.mark.parametrize(("bomber", "value"), [("b-17g", -4), ("b-24j", -5)])
def test_without_engines_it_comes_down_here_and_now(today: Ruleset, bomber: str, value: int) -> None:
    s = stage(
        today,
        *(6, 6),
        *[1] * 10,
        engines_out=[1, 2, 3, 4],
        bombs_aboard=False,
        bomber=bomber,
        orders={"come_down": "land"},
        **{"zone.over": "W"},
    )
    assert end(s, engines) == "ditched"
    assert value in modifiers(s, "landing_in_water")
    s = stage(today, engines_out=[1, 2, 3, 4], bomber=bomber, orders={"come_down": "jump"}, **{"zone.over": "G"})
    s.source = scripted(*[2, 1] * 10)
    assert end(s, engines) == "bailed_out"
    assert fates(s) == ["captured"] * 10


@pytest.mark.rule("today 4-3 note c")
def test_all_turbos_out_send_the_bomber_low_where_its_engines_run(today: Ruleset) -> None:
    s = turbos(stage(today, orders={"abort": "no"}), 1, 2, 3, 4)
    engines(s)
    assert s.outcome == ""
    assert (s.game.altitude, useless_engines(s), s.bomber.engines_running) == ("low", 0, 4)
    assert s.bomber.bombs_aboard
    assert not is_slow(s)


@pytest.mark.rule("today 4-3 note c", "tonight 5.10")
def test_one_turbo_out_is_one_engine_out(today: Ruleset) -> None:
    s = turbos(stage(today, orders={"jettison_for_engine": "yes"}), 3)
    engines(s)
    assert (s.bomber.bombs_aboard, s.game.altitude, s.game.in_formation) == (False, "high", True)


@pytest.mark.rule("tonight 5.10")
def test_over_the_base_the_bombs_stay_aboard(today: Ruleset) -> None:
    s = stage(today, step="take_off", engines_out=[1])
    engines(s)
    assert (asked(s), s.bomber.bombs_aboard, s.game.altitude) == ([], True, "high")


@pytest.mark.rule("today 5-3D note a", "tonight 5.10")
def test_an_engine_that_starts_again_ends_the_countdown(today: Ruleset) -> None:
    s = stage(today, engines_out=[1, 2, 3], orders={"lighten": "no"}, bombs_aboard=False)
    engines(s)
    s.bomber.start(engine(s, 3))
    engines(s)
    assert s.game.last_zones is None


@pytest.mark.rule("tonight 5.10")
def test_a_bomber_alone_with_its_bombs_takes_two_turns_for_each_zone(today: Ruleset) -> None:
    s = stage(
        today,
        *(1, 5, 1, 5),
        engines_out=[2],
        orders={"abort": "no", "climb": "yes", "jettison_for_engine": "no"},
        **LOW,
    )
    s.game.keeps_bombs = True
    count_turns(s)
    reach(s, Zone(5, ("W",), ("",), None), "out")
    used_up(s)
    assert turns(s) == 2
    assert s.game.altitude == "low"


# --- dropping the bombs


@pytest.mark.rule("tonight 4.5")
def test_bombs_may_be_dropped_anywhere_but_over_the_base(today: Ruleset) -> None:
    s = stage(today)
    assert jettison(s, "going home")
    assert (s.game.bomb_run, s.game.bombs_jettisoned_early) == ("jettisoned", True)
    assert not jettison(s, "again")
    s = stage(today, step="take_off")
    assert not jettison(s, "engine out")
    assert s.bomber.bombs_aboard


@pytest.mark.rule("tonight 4.5", "today 4-8")
@pytest.mark.parametrize("state", [{"zone.is_target": True}, {"outbound": False}])
def test_only_bombs_dropped_short_of_the_target_help_to_rejoin(today: Ruleset, state: Mapping[str, Any]) -> None:
    s = stage(today, **state)
    jettison(s, "engines out")
    assert not s.game.bombs_jettisoned_early


# --- 5.9: evasive action


@pytest.mark.rule("today 5.9")
@pytest.mark.parametrize(
    ("state", "may"),
    [
        ({}, True),
        ({"in_formation": True}, False),
        ({"zone.is_alps": True}, False),
        ({"engines_out": [1]}, True),
        ({"engines_out": [1, 4]}, False),
        ({"out.electrical": True}, False),
        ({"out.control_cables": True}, False),
        ({"out.intercom": True}, True),
        ({"pilot.wounds": "killed"}, True),
        ({"copilot.wounds": "serious"}, True),
        ({"pilot.wounds": "killed", "copilot.wounds": "serious"}, False),
        ({"out.brakes": True, "out.rudder": True}, True),
        ({"out.brakes": True, "out.rudder": True, "out.tail_wheel": True}, False),
    ],
)
def test_who_may_take_evasive_action(today: Ruleset, state: Mapping[str, Any], may: bool) -> None:
    s = stage(today, bombs_aboard=False, **{"in_formation": False, **state})
    assert may_evade(s) is may


@pytest.mark.rule("today 5.9", "today 6.5")
def test_nobody_evades_with_a_burst_inside(today: Ruleset) -> None:
    assert not may_evade(burst(today, in_formation=False))


@pytest.mark.rule("today 5.9")
def test_a_bomber_in_formation_is_not_asked_to_evade(today: Ruleset) -> None:
    s = stage(today, orders={"evade": "yes"})
    s.run_step("round", "evade")
    assert (choices(s), s.game.evading) == ([], False)
    s = stage(today, in_formation=False, orders={"evade": "yes"})
    s.run_step("round", "evade")
    assert s.game.evading
