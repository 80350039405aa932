"""Men hurt, moved, frozen, burnt and without air (5.11 to 5.14)."""

from __future__ import annotations

from itertools import permutations
from typing import Any

import pytest
from bomberstream.core import damage
from bomberstream.core.combat import bearing_guns
from bomberstream.core.damage import wound_man
from bomberstream.core.mission.crewing import is_at_controls, swap, take_controls, take_over_guns, who_navigates
from bomberstream.core.mission.ending import land
from bomberstream.core.mission.hardship import thin_air
from bomberstream.core.ruleset import Ruleset
from bomberstream.core.sortie import Sortie
from bomberstream.core.zones import Zone
from bomberstream.plugins.tonight.altitude import must_stay_low
from bomberstream.plugins.tonight.combat import guns_ready
from bomberstream.plugins.tonight.crew import crew_moves, hears_the_wireless
from bomberstream.plugins.tonight.debriefing import hospital
from bomberstream.plugins.tonight.troubles import low_flak, troubles
from bomberstream.plugins.tonight.zones import reach
from nights import (
    asked,
    choices,
    column,
    end,
    fates,
    happenings,
    man,
    modifiers,
    rolls,
    run,
    stage,
    take,
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
    QUIET_HIGH,
    QUIET_TURN,
    UNSEEN,
    at_base,
    go_on,
    homebound,
    sea,
)

DICE = {"light": 2, "serious": 4, "killed": 6}
STATES = {
    ("light",): "light",
    ("light", "light"): "light",
    ("light", "light", "light"): "serious",
    ("light", "light", "light", "light"): "killed",
    ("serious",): "serious",
    ("light", "serious"): "killed",
    ("serious", "serious"): "killed",
    ("light", "light", "serious"): "killed",
    ("light", "light", "light", "serious"): "killed",
    ("killed",): "killed",
    ("killed", "light"): "killed",
}
IN_EVERY_ORDER = sorted({(order, state) for wounds, state in STATES.items() for order in permutations(wounds)})


def mans(gun: str, trade: str) -> dict[str, Any]:
    """Orders: this man to this gun, and nobody to any other."""
    return {"mans_gun": {"choose": "none", "case": [{"when": f"gun.id == '{gun}'", "choose": trade}]}}


# --- 5.11


@pytest.mark.rule("tonight 5.11", "tonight 5-17")
@pytest.mark.parametrize(
    ("face", "state"),
    [(1, "light"), (3, "light"), (4, "serious"), (5, "serious"), (6, "killed")],
)
def test_each_wound_is_thrown_for(tonight: Ruleset, face: int, state: str) -> None:
    s = stage(tonight, face)
    wound_man(s, man(s, "navigator"))
    used_up(s)
    assert man(s, "navigator").wounds == state


@pytest.mark.rule("tonight 5.11.adding", "tonight 5-17 note a")
@pytest.mark.parametrize(("order", "state"), IN_EVERY_ORDER)
def test_wounds_add_up_in_whatever_order_they_come(tonight: Ruleset, order: tuple[str, ...], state: str) -> None:
    s = stage(tonight, *(DICE[wound] for wound in order))
    for _ in order:
        wound_man(s, man(s, "tail_gunner"))
    assert man(s, "tail_gunner").wounds == state


@pytest.mark.rule("tonight 5.11")
def test_the_dead_are_past_hurting(tonight: Ruleset) -> None:
    s = stage(tonight, 6)
    for _ in range(3):
        wound_man(s, man(s, "tail_gunner"))
    used_up(s)
    assert happenings(s) == ["killed"]


@pytest.mark.rule("tonight 5.11.adding")
def test_wounds_follow_the_man_and_not_his_seat(tonight: Ruleset) -> None:
    s = stage(tonight, 2, 4, **{"bomb_aimer.light_wounds": 1})
    aimer, navigator = man(s, "bomb_aimer"), man(s, "navigator")
    navigator.change_places(s.bomber.stations["bomb_aimer"])
    wound_man(s, s.bomber.man_at("bomb_aimer"))
    assert (navigator.light_wounds, aimer.light_wounds) == (1, 1)
    wound_man(s, s.bomber.man_at("navigator"))
    assert (navigator.wounds, aimer.wounds) == ("light", "killed")


@pytest.mark.rule("tonight 5.11.incapacity")
@pytest.mark.parametrize("wounds", ["serious", "killed"])
def test_the_badly_wounded_fire_nothing_and_do_nothing(tonight: Ruleset, wounds: str) -> None:
    s = stage(tonight, **{"tail_gunner.wounds": wounds, "navigator.wounds": wounds, "wireless_operator.wounds": wounds})
    assert not s.bomber.guns["tail"].can_fire
    assert s.bomber.guns["mid_upper"].can_fire
    assert not hears_the_wireless(s)
    assert who_navigates(s) is not man(s, "navigator")


@pytest.mark.rule("tonight 5.11.incapacity")
def test_the_lightly_wounded_go_on(tonight: Ruleset) -> None:
    s = stage(tonight, **{"tail_gunner.light_wounds": 2})
    assert s.bomber.guns["tail"].can_fire
    assert man(s, "tail_gunner").is_fit


@pytest.mark.rule("tonight 5.11.incapacity", "tonight 5.11.2")
def test_another_takes_the_place_of_a_man_who_is_down_and_he_is_laid_in_the_other_s(tonight: Ruleset) -> None:
    s = stage(tonight, orders=mans("tail", "wireless_operator"), **{"tail_gunner.wounds": "serious"})
    crew_moves(s)
    assert s.bomber.man_at("tail_gunner").trade == "wireless_operator"
    assert s.bomber.man_at("wireless_operator").trade == "tail_gunner"
    assert s.bomber.guns["tail"].can_fire
    assert s.bomber.guns["tail"].gunner is man(s, "wireless_operator")


@pytest.mark.rule("tonight 5.11.incapacity", "tonight 5.14")
def test_a_badly_wounded_man_is_moved_to_where_there_is_air(tonight: Ruleset) -> None:
    s = stage(tonight, orders={"takes_outlet": "ventral_position"}, **{"tail_gunner.wounds": "serious"})
    lose_air(s, "tail")
    thin_air(s)
    assert man(s, "tail_gunner").post == "ventral gun"
    assert not man(s, "tail_gunner").is_dead


# --- 5.11.2


@pytest.mark.rule("tonight 5.11.2")
def test_on_entering_a_zone_men_move_before_the_radar_looks_for_them(tonight: Ruleset) -> None:
    s = stage(
        tonight, *QUIET_HIGH, orders={**mans("tail", "engineer"), **HIGH_ORDERS}, **{"tail_gunner.wounds": "killed"}
    )
    reach(s, sea(5), "out")
    used_up(s)
    events = [getattr(event, "role", "") or getattr(event, "type", "") for event in s.log or ()]
    assert events.index("mans_gun") < events.index("detection")
    assert s.bomber.guns["tail"].can_fire


@pytest.mark.rule("tonight 5.11.2")
def test_before_the_first_round_whoever_moves_fires_at_once(tonight: Ruleset) -> None:
    s = stage(
        tonight,
        orders=mans("tail", "engineer"),
        fighter={"position": "6 level"},
        **{"tail_gunner.wounds": "killed"},
    )
    take_over_guns(s)
    s.fighter = s.game.fighters[0]
    assert s.bomber.guns["tail"] in guns_ready(s, s.fighter)


@pytest.mark.rule("tonight 5.11.2.penalty")
@pytest.mark.parametrize(
    ("mover", "fires"),
    [("wireless_operator", False), ("mid_upper_gunner", False)],
)
def test_who_changes_section_between_attacks_sits_the_round_out(tonight: Ruleset, mover: str, fires: bool) -> None:
    s = stage(tonight, orders=mans("tail", mover), **{"tail_gunner.wounds": "killed", "out.intercom": False})
    s.bomber.guns["mid_upper"].rounds = 0
    take_over_guns(s, between_rounds=True)
    assert s.bomber.guns["tail"].gunner is man(s, mover)
    assert s.bomber.guns["tail"].can_fire is fires
    assert man(s, mover).sits_out == "round"


@pytest.mark.rule("tonight 5.11.2.penalty", "tonight 5.11.2")
def test_who_moves_within_his_section_between_attacks_fires(tonight: Ruleset) -> None:
    s = stage(tonight, orders=mans("mid_upper", "tail_gunner"), **{"mid_upper_gunner.wounds": "killed"})
    gunner = man(s, "tail_gunner")
    swap(s, gunner, "ventral_position")
    s.bomber.guns["ventral"].rounds = 0
    take_over_guns(s, between_rounds=True)
    assert s.bomber.guns["mid_upper"].gunner is gunner
    assert s.bomber.guns["mid_upper"].can_fire


@pytest.mark.rule("tonight 5.11.2.penalty", "tonight 5-14")
def test_example_of_the_wireless_operator_who_goes_aft_between_two_attacks(tonight: Ruleset) -> None:
    """The fighter comes again, the wireless operator takes the mid-upper turret from the front centre section, and
    does not fire until that round is over and contact has been rolled for."""
    # Round 1: from 6 level, not seen, fires, misses; no collision; contact kept.
    s = stage(
        tonight,
        orders=mans("mid_upper", "wireless_operator"),
        fighter={"position": "6 high"},
        **{"mid_upper_gunner.wounds": "killed"},
    )
    take_over_guns(s, between_rounds=True)
    assert not s.bomber.guns["mid_upper"].can_fire
    s.fighter = s.game.fighters[0]
    assert s.bomber.guns["mid_upper"] in bearing_guns(s, s.fighter)
    assert s.bomber.guns["mid_upper"] not in guns_ready(s, s.fighter)
    # The next contact roll ends the penalty.
    go_on(s, 6, 6)
    take(s, "round", "contact")
    assert rolls(s)[-1] == "contact"
    assert s.bomber.guns["mid_upper"].can_fire


@pytest.mark.rule("tonight 5.11.2.radio")
@pytest.mark.parametrize("leaves", [True, False])
def test_nobody_hears_a_recall_at_an_empty_wireless_post(tonight: Ruleset, leaves: bool) -> None:
    s = stage(tonight, *(() if leaves else (0, 6, 1)), weather="full_cloud")
    if leaves:
        man(s, "wireless_operator").move_to(s.bomber.stations["ventral_position"])
    run(s, "zone", "recall")
    assert ("recalled" in happenings(s)) is not leaves
    assert bool(s.game.aborting) is not leaves


# --- 5.11.3


@pytest.mark.rule("tonight 5.11.3")
def test_example_the_navigator_in_the_bomb_aimers_place_takes_his_wounds(tonight: Ruleset) -> None:
    s = stage(tonight, orders=mans("nose", "navigator"), **{"bomb_aimer.wounds": "serious"})
    crew_moves(s)
    aimer, navigator = man(s, "bomb_aimer"), man(s, "navigator")
    assert (navigator.post, aimer.post) == ("bomb aimer", "navigator")
    go_on(s, 2)
    damage.wound.function(s, "bomb_aimer")
    used_up(s)
    assert (navigator.wounds, aimer.wounds) == ("light", "serious")
    go_on(s, 2)
    damage.wound.function(s, "navigator")
    used_up(s)
    assert (navigator.wounds, aimer.wounds) == ("light", "killed")


# --- 5.11.4


@pytest.mark.rule("tonight 5.11.4")
@pytest.mark.parametrize("wounds", ["serious", "killed"])
def test_the_engineer_is_the_first_to_take_over_from_the_pilot(tonight: Ruleset, wounds: str) -> None:
    s = stage(tonight, orders={"takes_controls": "navigator"}, **{"pilot.wounds": wounds})
    # An order cannot put anybody else there: nobody else is offered.
    s.orders = tonight.orders
    take_controls(s)
    assert choices(s) == [("takes_controls", man(s, "engineer").told)] or asked(s) == ["takes_controls"]
    assert s.bomber.man_at("pilot").trade == "engineer"
    assert s.bomber.man_at("engineer").trade == "pilot"
    assert is_at_controls(s, man(s, "engineer"))


@pytest.mark.rule("tonight 5.11.4")
@pytest.mark.parametrize("who", ["navigator", "bomb_aimer", "wireless_operator", "mid_upper_gunner", "tail_gunner"])
def test_with_the_engineer_down_as_well_anybody_may_fly(tonight: Ruleset, who: str) -> None:
    s = stage(tonight, orders={"takes_controls": who}, **{"pilot.wounds": "killed", "engineer.wounds": "serious"})
    take_controls(s)
    assert s.bomber.man_at("pilot") is man(s, who)


@pytest.mark.rule("tonight 5.11.4")
def test_the_engineer_hit_at_the_controls_hands_over(tonight: Ruleset) -> None:
    s = stage(tonight, 4, orders={"takes_controls": "engineer"}, **{"pilot.wounds": "killed"})
    take_controls(s)
    wound_man(s, s.bomber.man_at("pilot"))
    s.orders = tonight.orders
    take_controls(s)
    assert s.bomber.man_at("pilot").trade in ("bomb_aimer", "navigator")


@pytest.mark.rule("tonight 5.11.4", "tonight 7.1")
@pytest.mark.parametrize(("engineer", "shift"), [("none", -1), ("killed", -2)])
def test_who_lands_in_the_pilots_place_lands_worse(tonight: Ruleset, engineer: str, shift: int) -> None:
    s = at_base(tonight, 4, 4, **{"pilot.wounds": "killed", "engineer.wounds": engineer})
    take_controls(s)
    assert end(s, lambda s: land(s, "base")) == "returned"
    assert modifiers(s, "landing_on_land") == [shift]


@pytest.mark.rule("tonight 5.11.4")
@pytest.mark.parametrize("bomber", BOMBERS)
def test_the_pilot_hit_by_the_last_intruder_the_engineer_lands(tonight: Ruleset, bomber: str) -> None:
    s = at_base(tonight, 4, 4, bomber=bomber, **{"pilot.wounds": "killed"})
    assert end(s, lambda s: land(s, "base")) == "returned"
    assert s.game.landed_by is man(s, "engineer")


@pytest.mark.rule("tonight 5.11.4")
def test_nobody_left_to_fly(tonight: Ruleset) -> None:
    s = stage(tonight, **{f"{trade}.wounds": "serious" for trade in TRADES})
    assert end(s, take_controls) == "shot_down"
    assert fates(s) == ["killed"] * 7


TRADES = ("pilot", "engineer", "navigator", "bomb_aimer", "wireless_operator", "mid_upper_gunner", "tail_gunner")


# --- 5.12


def freeze(s: Sortie, *stations: str) -> Sortie:
    """Heat lost in the zone that the bomber is in."""
    for station in stations:
        damage.heat_out.function(s, station)
    return s


@pytest.mark.rule("tonight 5.12", "tonight 5.12.roll", "tonight 5-18")
def test_heat_out_one_zone_is_free_then_a_roll_in_each(tonight: Ruleset) -> None:
    s = freeze(stage(tonight, *HOMEWARD_HIGH, outbound=False, bombs_aboard=False, orders=HIGH_ORDERS), "tail_gunner")
    s.zone.number = 9
    reach(s, sea(8), "home")
    used_up(s)
    assert "frostbite" not in rolls(s)
    for number, face, shift in ((7, 3, []), (6, 2, [1]), (5, 2, [2])):
        go_on(s, *HOMEWARD_HIGH[:4], face, *HOMEWARD_HIGH[4:])
        reach(s, sea(number), "home")
        used_up(s)
        assert modifiers(s, "frostbite") == shift
    assert man(s, "tail_gunner").frostbite == "frostbite"
    assert rolls(s).count("frostbite") == 3


@pytest.mark.rule("tonight 5.12.roll")
def test_every_man_without_heat_is_thrown_for(tonight: Ruleset) -> None:
    s = freeze(stage(tonight, 4, 6), "mid_upper_gunner", "tail_gunner")
    s.zone = sea(6)
    s.zone.entry = 4
    troubles(s)
    used_up(s)
    assert (man(s, "mid_upper_gunner").frostbite, man(s, "tail_gunner").frostbite) == ("frostbite", "severe")
    assert man(s, "pilot").frostbite == "none"


@pytest.mark.rule("tonight 5.12", "tonight 5.12.roll")
def test_down_low_nobody_freezes(tonight: Ruleset) -> None:
    s = freeze(homebound(tonight, *HOMEWARD_LOW, orders={**HIGH_ORDERS, "altitude": "low"}), "tail_gunner")
    s.zone.number = 9
    s.zone.entry = -4
    s.bomber.stations["tail_gunner"].heat_out_since = -5
    reach(s, sea(8), "home")
    used_up(s)
    assert "frostbite" not in rolls(s)
    # And up again he does.
    go_on(s, *HOMEWARD_HIGH[:4], 1, *HOMEWARD_HIGH[4:])
    s.orders = stage(tonight, orders=HIGH_ORDERS).orders
    reach(s, sea(7), "home")
    used_up(s)
    assert rolls(s).count("frostbite") == 1


@pytest.mark.rule("tonight 5.12")
def test_heat_belongs_to_the_place_and_whoever_moves_there_freezes(tonight: Ruleset) -> None:
    s = freeze(stage(tonight, 6, **{"tail_gunner.wounds": "killed"}, orders=mans("tail", "engineer")), "tail_gunner")
    take_over_guns(s)
    s.zone = sea(6)
    s.zone.entry = 4
    troubles(s)
    used_up(s)
    assert man(s, "engineer").frostbite == "severe"


@pytest.mark.rule("tonight 5.12.effects", "tonight 5-12A")
@pytest.mark.parametrize(("grade", "fires"), [("none", True), ("frostbite", True), ("severe", False)])
def test_frostbite_at_the_guns(tonight: Ruleset, grade: str, fires: bool) -> None:
    s = stage(tonight, 2, 2, fighter={"position": "6 level"}, **{"tail_gunner.frostbite": grade})
    gun = s.bomber.guns["tail"]
    assert gun.can_fire is fires
    if not fires:
        return
    s.gun = gun
    s.roll("defensive_fire")
    frozen = modifiers(s, "defensive_fire")
    sound = stage(tonight, 2, 2, fighter={"position": "6 level"})
    sound.gun = sound.bomber.guns["tail"]
    sound.roll("defensive_fire")
    assert sum(frozen) - sum(modifiers(sound, "defensive_fire")) == (-1 if grade == "frostbite" else 0)


@pytest.mark.rule("tonight 5.12.effects")
def test_a_severely_frostbitten_man_is_given_no_gun(tonight: Ruleset) -> None:
    s = stage(
        tonight,
        **{"tail_gunner.wounds": "killed", "wireless_operator.frostbite": "severe"},
    )
    offered: list[list[str]] = []

    class Watching:
        def take(self, s: Sortie, decision: Any, keys: Any, subjects: Any) -> str:
            offered.append(list(keys))
            return "none"

    s.orders = Watching()  # type: ignore[assignment]
    take_over_guns(s)
    assert offered
    assert not any("wireless_operator" in keys for keys in offered)
    assert all("engineer" in keys for keys in offered)


@pytest.mark.rule("tonight 5.12.recovery", "tonight 5-18")
@pytest.mark.parametrize(
    ("grade", "face", "after"),
    [
        ("frostbite", 1, "recovers"),
        ("frostbite", 3, "recovers"),
        ("frostbite", 4, "sent_home"),
        ("frostbite", 6, "sent_home"),
        ("severe", 2, "recovers"),
        ("severe", 3, "sent_home"),
    ],
)
def test_frostbite_after_landing(tonight: Ruleset, grade: str, face: int, after: str) -> None:
    s = stage(tonight, face, **{"tail_gunner.frostbite": grade})
    s.outcome = "returned"
    hospital(s)
    used_up(s)
    assert man(s, "tail_gunner").after == after
    assert [one.after for one in s.bomber.crew].count("") == 6


# --- 5.13


def burn(s: Sortie, section: str) -> None:
    """Oxygen burns in a section."""
    damage.fire.function(s, section)


@pytest.mark.rule("tonight 5.13.counts", "tonight 5.13")
@pytest.mark.parametrize(
    ("bomber", "number"), [("lancaster", 6), ("stirling", 4), ("halifax-ii", 7), ("halifax-iii", 7)]
)
def test_hand_extinguishers_of_each_type(tonight: Ruleset, bomber: str, number: int) -> None:
    s = stage(tonight, *(1,) * number, bomber=bomber)
    assert s.bomber.extinguishers == number
    for left in range(number - 1, -1, -1):
        burn(s, "front_centre")
        assert s.bomber.extinguishers == left
    used_up(s)
    # With none left there is no try: everybody out, under control.
    go_on(s, *(2, 1) * 7)
    assert end(s, lambda s: burn(s, "front_centre")) == "bailed_out"
    assert "oxygen_fire" not in rolls(s)[number:]


@pytest.mark.rule("tonight 5.13")
@pytest.mark.parametrize(("dice", "used"), [((5,), 1), ((6, 1), 2), ((6, 6, 3), 3)])
def test_up_to_three_tries_at_a_fire_each_with_a_bottle(tonight: Ruleset, dice: tuple[int, ...], used: int) -> None:
    s = stage(tonight, *dice)
    burn(s, "front_centre")
    used_up(s)
    assert s.bomber.extinguishers == 6 - used
    assert rolls(s) == ["oxygen_fire"] * used
    assert happenings(s) == ["oxygen_fire", "fire_out"]


@pytest.mark.rule("tonight 5.13.failure")
@pytest.mark.parametrize(("bottles", "tries"), [(6, 3), (2, 2), (1, 1)])
def test_a_fire_not_out_after_three_tries_or_the_last_bottle_is_a_controlled_bail_out(
    tonight: Ruleset, bottles: int, tries: int
) -> None:
    s = stage(tonight, *(6,) * tries, *(2, 1) * 7, extinguishers=bottles)
    assert end(s, lambda s: burn(s, "tail")) == "bailed_out"
    assert told(s, "bail_out")[0]["kind"] == "controlled"
    assert rolls(s)[:tries] == ["oxygen_fire"] * tries
    assert rolls(s)[tries] == "controlled_bailout"


class Offered:
    """Remembers who was offered, and takes the first."""

    def __init__(self) -> None:
        self.keys: list[str] = []

    def take(self, s: Sortie, decision: Any, keys: Any, subjects: Any) -> str:
        self.keys = list(keys)
        return str(keys[0])


@pytest.mark.rule("tonight 5.13")
@pytest.mark.parametrize(
    ("section", "down", "nearest"),
    [
        ("tail", [], ["tail_gunner"]),
        ("tail", ["tail_gunner"], ["mid_upper_gunner"]),
        ("rear_centre", ["mid_upper_gunner"], ["tail_gunner"]),
        ("tail", ["tail_gunner", "mid_upper_gunner"], ["engineer", "navigator", "wireless_operator"]),
        ("nose", ["bomb_aimer"], ["engineer", "navigator", "wireless_operator"]),
        ("front_centre", [], ["engineer", "navigator", "wireless_operator"]),
    ],
)
def test_the_nearest_man_who_can_goes_for_a_fire_and_never_the_pilot(
    tonight: Ruleset, section: str, down: list[str], nearest: list[str]
) -> None:
    s = stage(tonight, 1, **{f"{trade}.wounds": "serious" for trade in down})
    s.orders = offered = Offered()  # type: ignore[assignment]
    burn(s, section)
    used_up(s)
    assert offered.keys == nearest


@pytest.mark.rule("tonight 5.13.limits")
def test_who_fights_a_fire_works_no_gun_in_that_attack(tonight: Ruleset) -> None:
    s = stage(tonight, 1)
    burn(s, "tail")
    assert not s.bomber.guns["tail"].can_fire
    assert s.bomber.guns["mid_upper"].can_fire
    take(s, "turn", "fuel")
    assert s.bomber.guns["tail"].can_fire


@pytest.mark.rule("tonight 5.13.limits", "tonight 5.13")
def test_a_fire_lit_by_flak_is_behind_him_when_the_fighter_comes(tonight: Ruleset) -> None:
    s = stage(tonight, 1, fighter={"position": "6 level"})
    burn(s, "tail")
    s.game.fighters[0].has_left = True
    take(s, "fighter", "rounds")
    assert s.bomber.guns["tail"].can_fire


# --- 5.14


def lose_air(s: Sortie, section: str, *, zones_ago: int = 1) -> None:
    """The oxygen of a section is lost, some zones ago."""
    damage.oxygen_out.function(s, section)
    for place in s.bomber.stations.values():
        if place.type.section == section:
            place.oxygen_out_since = s.zone.entry - zones_ago


@pytest.mark.rule("tonight 5.14")
def test_example_the_wireless_operator_moves_to_the_connection_at_the_ventral_gun(tonight: Ruleset) -> None:
    """The gunner at the ventral turret is killed, the wireless operator's oxygen shot away: he takes the dead man's
    connection, and the bomber stays high."""
    s = stage(tonight, orders={"takes_outlet": "ventral_position"})
    gunner = man(s, "mid_upper_gunner")
    gunner.move_to(s.bomber.stations["ventral_position"])
    gunner.kill()
    operator = man(s, "wireless_operator")
    place = s.bomber.stations["wireless_operator"]
    place.oxygen_out, place.oxygen_out_since = True, s.zone.entry - 1
    s.bomber.outlets_out = 1
    thin_air(s)
    assert told(s, "takes_outlet")
    assert operator.post == "ventral gun"
    assert not operator.is_dead
    assert (s.game.altitude, must_stay_low(s)) == ("high", False)


@pytest.mark.rule("tonight 5.14")
@pytest.mark.parametrize(("zones_ago", "dead"), [(0, False), (1, True)])
def test_without_an_outlet_a_man_lives_only_to_the_next_zone_entered_high(
    tonight: Ruleset, zones_ago: int, dead: bool
) -> None:
    s = stage(tonight, orders={"takes_outlet": "none"})
    lose_air(s, "tail", zones_ago=zones_ago)
    thin_air(s)
    assert man(s, "tail_gunner").is_dead is dead


@pytest.mark.rule("tonight 5.14")
def test_low_down_nobody_needs_oxygen(tonight: Ruleset) -> None:
    s = homebound(tonight, *HOMEWARD_LOW, orders={**HIGH_ORDERS, "altitude": "low"})
    s.zone.number = 6
    damage.system_out.function(s, "oxygen")
    reach(s, sea(5), "home")
    used_up(s)
    assert not any(one.is_dead for one in s.bomber.crew)
    assert s.game.altitude == "low"


@pytest.mark.rule("tonight 5.14")
def test_with_all_oxygen_gone_a_crew_that_stays_high_dies(tonight: Ruleset) -> None:
    s = homebound(tonight, *(4, *NO_FAILURE, 10), *UNSEEN, orders=HIGH_ORDERS)
    s.zone.number = 6
    damage.system_out.function(s, "oxygen")
    s.bomber.out_since["oxygen"] = s.zone.entry
    assert end(s, lambda s: reach(s, sea(5), "home")) == "shot_down"
    assert happenings(s).count("suffocates") == 7


@pytest.mark.rule("tonight 5.14.climb")
def test_with_outlets_enough_for_those_alive_it_may_climb_again(tonight: Ruleset) -> None:
    orders = {**HIGH_ORDERS, "takes_outlet": "mid_upper_gunner", "mans_gun": "none"}
    s = homebound(tonight, *HOMEWARD_HIGH, altitude="low", orders=orders)
    s.zone.number = 6
    lose_air(s, "tail", zones_ago=3)
    man(s, "mid_upper_gunner").kill()
    reach(s, sea(5), "home")
    used_up(s)
    assert s.game.altitude == "high"
    assert man(s, "tail_gunner").post == "mid-upper gunner"
    assert not man(s, "tail_gunner").is_dead


@pytest.mark.rule("tonight 5.14.light-flak", "tonight 5-2")
@pytest.mark.parametrize(
    ("state", "fires"),
    [
        ({"altitude": "low"}, True),
        ({"altitude": "on_the_deck"}, True),
        ({"altitude": "high"}, False),
        ({"altitude": "low", "zone.over": "W"}, False),
        ({"altitude": "low", "zone.over": "S"}, False),
        ({"altitude": "low", "zone.over": "E"}, False),
        ({"altitude": "low", "zone.over": "F", "date": "1944-11-02"}, False),
    ],
)
def test_light_flak_on_entering_a_zone_low_over_enemy_land(
    tonight: Ruleset, state: dict[str, Any], fires: bool
) -> None:
    dice = MISSES if fires else ()
    s = stage(tonight, *dice, **{"zone.over": "N", "campaign": None, "date": "1943-05-02", **state})
    run(s, "zone", "low_flak")
    assert rolls(s) == (["flak_to_hit"] * 4 if fires else [])
    if fires:
        assert column(s, "flak_to_hit") == "light"


@pytest.mark.rule("tonight 5.14.light-flak")
def test_a_hit_of_the_light_flak_goes_through_the_flak_cycle(tonight: Ruleset) -> None:
    # A hit of one shell, superficial; three misses.
    s = stage(tonight, *(1, 1), *(3, 4), *(3, 4), *(3, 4) * 3, altitude="low")
    take(s, "zone", "low_flak")
    used_up(s)
    assert rolls(s) == ["flak_to_hit", "flak_shells", "flak_area", *["flak_to_hit"] * 3]
    assert told(s, "flak_hits") == [{"shells": 1}]


@pytest.mark.rule("tonight 5.14.light-flak")
def test_the_light_flak_stands_for_the_guns_of_the_first_turn_and_not_of_the_second(tonight: Ruleset) -> None:
    s = stage(tonight, *MISSES, altitude="low", detected=True)
    low_flak(s)
    used_up(s)
    s.game.found_by_guns = True
    go_on(s)
    take(s, "turn", "guns")
    used_up(s)
    s.game.turn_of_zone = 2
    go_on(s, 1)
    take(s, "turn", "guns")
    used_up(s)


@pytest.mark.rule("tonight 5.14.next")
def test_after_the_fights_of_a_zone_come_navigation_and_collisions(tonight: Ruleset) -> None:
    s = stage(tonight, 4, *NO_FAILURE, 10, 6, 6, *QUIET_TURN, 1, *NOBODY_NEAR, orders=HIGH_ORDERS)
    reach(s, Zone(5, ("G",), ("",)), "out")
    used_up(s)
    assert rolls(s)[-4:] == ["searchlights", "night_fighters", "navigation", "collision"]
