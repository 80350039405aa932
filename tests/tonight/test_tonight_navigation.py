"""Found by radar or not, on course or off it, and the danger of leaving a zone (4.7 to 4.10)."""

from __future__ import annotations

from typing import Any

import pytest
from bomberstream.core.ruleset import Ruleset
from bomberstream.core.sortie import Sortie
from bomberstream.core.testing import scripted
from bomberstream.core.zones import Zone
from bomberstream.plugins.tonight import landing
from bomberstream.plugins.tonight.zones import abort_decision, another_turn, enter, make_zone, reach
from nights import (
    asked,
    count_turns,
    happenings,
    is_taken,
    modifiers,
    over,
    rolls,
    route,
    run,
    stage,
    take,
    told,
    turns,
    used_up,
)

NO_ONE = (5, 1)
"""The dice of 5-5 when nobody comes."""


def navigating(tonight: Ruleset, *faces: int, missions: int = 11, **more: Any) -> Sortie:
    """A bomber about to leave a zone, with a navigator of so many missions and nothing that changes his roll."""
    given = {"weather": "clear", "stream_position": "middle", "navigator.missions": missions, **more}
    return stage(tonight, *faces, date=given.pop("date", "1944-01-20"), campaign=8, **given)


# --- 4.7: detection


@pytest.mark.rule("tonight 4.7.1")
@pytest.mark.parametrize(
    ("faces", "found"),
    [((1, 1), False), ((1, 4), False), ((2, 3), False), ((3, 3), True), ((1, 5), True), ((6, 6), True)],
)
def test_five_or_less_avoids_the_radar(tonight: Ruleset, faces: tuple[int, int], found: bool) -> None:
    s = stage(tonight, *faces, altitude="high", stream_position="middle", date="1943-06-20", campaign=5)
    run(s, "zone", "detection")
    assert modifiers(s, "detection") == []
    assert s.game.detected is found
    assert happenings(s) == (["detected"] if found else [])


@pytest.mark.rule("tonight 4.7.1", "tonight 2.7.1.window", "tonight 2.7.1.mandrel")
def test_its_modifiers_add_up_and_can_save_the_bomber(tonight: Ruleset) -> None:
    jamming = {"device.window": True, "device.mandrel": True}
    for faces, found in (((4, 4), False), ((4, 5), True)):
        s = stage(tonight, *faces, altitude="high", date="1943-10-20", campaign=7, **jamming)
        run(s, "zone", "detection")
        assert sorted(modifiers(s, "detection")) == [-2, -1]
        assert s.game.detected is found


@pytest.mark.rule("tonight 4.7.1.target")
def test_in_the_target_zone_they_know_without_a_roll(tonight: Ruleset) -> None:
    s = run(stage(tonight, **{"zone.is_target": True}), "zone", "detection")
    assert (s.game.detected, rolls(s)) == (True, [])


@pytest.mark.rule("tonight 4.7.1.target", "tonight 4.7.1.once")
def test_over_the_target_it_stays_found_while_it_turns(tonight: Ruleset) -> None:
    s = stage(tonight, **{"zone.is_target": True})
    take(s, "zone", "detection")
    s.zone.over, s.zone.is_target = ("S",), False
    s.source = scripted(*NO_ONE)
    another_turn(s, "turning")
    used_up(s)
    assert rolls(s) == ["night_fighters"]


@pytest.mark.rule("tonight 4.7.1.once", "tonight 4.7.3")
@pytest.mark.parametrize(("face", "fights"), [(6, 2), (1, 0)])
def test_found_or_not_it_remains_so_for_every_turn_of_the_zone(tonight: Ruleset, face: int, fights: int) -> None:
    s = stage(tonight, outbound=False, altitude="low", bombs_aboard=False, orders={"altitude": "low", "divert": "no"})
    s.game.route = route(over(5, "W"), over(6, "W"))
    s.game.slow.add("bomb bay doors jammed open")
    s.source = scripted(4, 5, 1, *(face, face), *NO_ONE * fights, 1, 1)
    count_turns(s)
    reach(s, make_zone(s, over(5, "W")), "home")
    used_up(s)
    assert turns(s) == 2
    assert rolls(s).count("detection") == 1
    assert rolls(s).count("night_fighters") == fights


@pytest.mark.rule("tonight 4.7.1.once")
def test_the_next_zone_has_its_own_roll(tonight: Ruleset) -> None:
    s = stage(tonight)
    s.game.detected = True
    enter(s, Zone(5, ("W",), ("",)), "out")
    assert not s.game.detected


@pytest.mark.rule("tonight 4.5.turn", "tonight 4.7.1.once")
def test_turning_back_repeats_the_fight_but_not_the_detection(tonight: Ruleset) -> None:
    s = stage(tonight, orders={"abort": "yes", "jettison": "yes", "altitude": "high"}, **{"zone.over": "W"})
    s.game.detected = True
    s.source = scripted(*NO_ONE)
    abort_decision(s)
    used_up(s)
    assert rolls(s) == ["night_fighters"]


@pytest.mark.rule("tonight 4.7.2", "tonight 4.7.3")
@pytest.mark.parametrize("step", ["searchlights", "guns", "night_fighters"])
def test_undetected_means_neither_lights_nor_guns_nor_fighters(tonight: Ruleset, step: str) -> None:
    for detected in (True, False):
        assert is_taken(stage(tonight, detected=detected), "turn", step) is detected


@pytest.mark.rule("tonight 4.7.2")
def test_undetected_it_goes_straight_on_to_navigation(tonight: Ruleset) -> None:
    s = stage(tonight, 4, 5, 1, 10, 1, 1, 1, 1, 1, orders={"altitude": "high", "abort": "no"})
    s.game.route = route(over(5, "G"), over(6, "G"))
    reach(s, make_zone(s, over(5, "G")), "out")
    used_up(s)
    assert rolls(s) == ["weather", "mechanical_failure", "contrails", "detection", "navigation", "collision"]


@pytest.mark.rule("tonight 4.7")
def test_no_radar_looks_for_a_bomber_that_takes_off(tonight: Ruleset) -> None:
    before_zone_two = [step.name for step in tonight.procedures["mission"]][:5]
    assert "detection" not in before_zone_two
    s = stage(tonight, outbound=False, **{"zone.number": 1, "zone.is_base": True})
    s.game.zones = 1
    landing.intruders(s)
    assert rolls(s) == []


@pytest.mark.rule("tonight 4.7")
@pytest.mark.parametrize(("faces", "come"), [((6, 6), True), ((1, 1), False)])
def test_intruders_may_follow_it_home_to_zone_one(tonight: Ruleset, faces: tuple[int, int], come: bool) -> None:
    s = stage(tonight, *faces, *(NO_ONE if come else ()), outbound=False, date="1943-06-20", campaign=5)
    s.zone = Zone(1, over=("E",), region=("",), is_base=True)
    s.game.zones = 7
    run(s, "landing", "intruders")
    assert rolls(s) == ["detection", *(["night_fighters"] if come else [])]
    assert ("intruders" in happenings(s)) is come


@pytest.mark.rule("tonight 4.7")
def test_the_intruders_come_before_the_landing_and_without_guns(tonight: Ruleset) -> None:
    names = [step.name for step in tonight.procedures["landing"]]
    assert names.index("intruders") < names.index("land_at_base")
    assert not {"searchlights", "guns"} & set(names)


# --- 4.9: navigation


@pytest.mark.rule("tonight 4.9", "tonight 4.9.return")
@pytest.mark.parametrize(
    ("state", "checked"),
    [({}, True), ({"outbound": False}, False), ({"zone.is_target": True}, False), ({"zone.number": 2}, True)],
)
def test_the_course_is_checked_on_the_way_out_alone(tonight: Ruleset, state: dict[str, Any], checked: bool) -> None:
    assert is_taken(stage(tonight, **state), "zone", "navigation") is checked


@pytest.mark.rule("tonight 4.9")
def test_it_is_checked_after_all_fighting_and_before_the_collision(tonight: Ruleset) -> None:
    names = [step.name for step in tonight.procedures["zone"]]
    assert names.index("first_turn") < names.index("second_turn") < names.index("navigation")
    assert names[-2:] == ["navigation", "leaving"]


@pytest.mark.rule("tonight 4.9")
@pytest.mark.parametrize(("face", "off"), [(1, 0), (8, 0), (9, 1), (10, 1)])
def test_high_on_the_die_is_off_course_and_is_counted(tonight: Ruleset, face: int, off: int) -> None:
    s = run(navigating(tonight, face), "zone", "navigation")
    assert modifiers(s, "navigation") == []
    assert s.game.off_course_zones == off
    assert [one["zones"] for one in told(s, "off_course")] == [1] * off


@pytest.mark.rule("tonight 4.9.2.drm")
@pytest.mark.parametrize(
    ("state", "value"),
    [
        ({"missions": 1}, [2]),
        ({"missions": 5}, [2]),
        ({"missions": 6}, [1]),
        ({"missions": 10}, [1]),
        ({"missions": 11}, []),
        ({"stream_position": "front"}, [1]),
        ({"stream_position": "back"}, []),
        ({"weather": "full_cloud"}, [2]),
        ({"weather": "half_cloud"}, []),
        ({"navigator.frostbite": "frostbite"}, [1]),
        ({"navigator.wounds": "serious"}, [1]),
        ({"navigator.wounds": "killed"}, [1]),
        ({"altitude": "on_the_deck"}, [2]),
        ({"missions": 3, "weather": "full_cloud", "stream_position": "front"}, [1, 2, 2]),
    ],
    ids=str,
)
def test_every_printed_modifier_of_the_course(tonight: Ruleset, state: dict[str, Any], value: list[int]) -> None:
    s = run(navigating(tonight, 1, **state), "zone", "navigation")
    assert sorted(modifiers(s, "navigation")) == value


@pytest.mark.rule("tonight 4.9.2.drm")
@pytest.mark.parametrize(("day", "value"), [("1939-10-01", [3]), ("1941-12-31", [3]), ("1942-03-08", [])])
def test_the_first_years_of_the_war_were_worse(tonight: Ruleset, day: str, value: list[int]) -> None:
    s = navigating(tonight, 1)
    s.date = day
    run(s, "zone", "navigation")
    assert modifiers(s, "navigation") == value


@pytest.mark.rule("tonight 4.9.2.drm")
def test_another_man_may_find_the_way_and_costs_one(tonight: Ruleset) -> None:
    s = navigating(tonight, 1, **{"navigator.wounds": "serious"})
    run(s, "zone", "navigation")
    assert asked(s) == ["navigates"]
    assert s.game.navigated_by.trade not in ("navigator", "pilot", "")
    assert modifiers(s, "navigation") == [1]


RANGES = {
    ("gee", "high"): range(2, 6),
    ("gee", "low"): range(2, 4),
    ("gee", "on_the_deck"): range(2, 4),
    ("gee_h", "high"): range(2, 8),
    ("gee_h", "low"): range(2, 6),
    ("gee_h", "on_the_deck"): range(2, 6),
}


@pytest.mark.rule(
    "tonight 4.9.1",
    "tonight 4.9.1.gee",
    "tonight 4.9.1.gee-h",
    "tonight 2.7.1.gee",
    "tonight 2.7.1.gee-h",
    # No number is printed for the jamming, so nothing spoils them in their range.
    "tonight 2.7.2.jamming",
)
@pytest.mark.parametrize(("device", "height"), RANGES)
@pytest.mark.parametrize("zone", range(2, 11))
def test_gee_and_gee_h_keep_the_course_in_their_range(tonight: Ruleset, device: str, height: str, zone: int) -> None:
    sure = zone in RANGES[device, height]
    state = {"altitude": height, "zone.number": zone, f"device.{device}": True}
    s = run(navigating(tonight, *([] if sure else [10]), **state), "zone", "navigation")
    assert ("navigation" in rolls(s)) is not sure
    assert s.game.off_course_zones == (0 if sure else 1)
    assert ("on_course" in happenings(s)) is sure


@pytest.mark.rule("tonight 4.9.1")
@pytest.mark.parametrize(
    ("state", "sure"),
    [
        ({"navigator.wounds": "light"}, True),
        ({"navigator.wounds": "serious"}, False),
        ({"navigator.wounds": "killed"}, False),
        ({"navigator.frostbite": "frostbite"}, False),
    ],
    ids=str,
)
@pytest.mark.parametrize("device", ["gee", "gee_h"])
def test_the_set_needs_its_navigator_whole(tonight: Ruleset, device: str, state: dict[str, Any], sure: bool) -> None:
    given = {"zone.number": 3, f"device.{device}": True, **state}
    s = run(navigating(tonight, *([] if sure else [1]), **given), "zone", "navigation")
    assert ("navigation" in rolls(s)) is not sure


@pytest.mark.rule("tonight 4.9.1")
@pytest.mark.parametrize("broken", ["gee", "electrical"])
def test_a_set_that_is_out_keeps_nobody_on_course(tonight: Ruleset, broken: str) -> None:
    for out in (False, True):
        state = {"zone.number": 3, f"out.{broken}": out}
        s = navigating(tonight, *([1] if out else []), options={"electronics": "gee"}, **state)
        run(s, "zone", "devices", "navigation")
        assert ("navigation" in rolls(s)) is out


@pytest.mark.rule("tonight 4.9.2")
def test_worked_example_off_course_in_zones_3_and_4_costs_two_on_the_bomb_run_in_zone_5(tonight: Ruleset) -> None:
    s = navigating(tonight, orders={"go_around": "no"}, visibility="clear")
    for zone, face in ((2, 1), (3, 10), (4, 10)):
        s.zone = Zone(zone, ("W",), ("",), weather="clear")
        s.source = scripted(face)
        run(s, "zone", "navigation")
    assert s.game.off_course_zones == 2
    s.zone = Zone(5, ("G",), ("Germany",), is_target=True, weather="clear")
    s.source = scripted(6, 6)
    s.roll("bomb_run")
    assert -2 in modifiers(s, "bomb_run")
    clean = navigating(tonight, 6, 6, visibility="clear", **{"zone.is_target": True, "zone.number": 5})
    clean.roll("bomb_run")
    assert sum(modifiers(s, "bomb_run")) == sum(modifiers(clean, "bomb_run")) - 2


@pytest.mark.rule("tonight 4.9.2.going-around")
def test_going_around_costs_a_turn_of_night_fighters_and_clears_the_count(tonight: Ruleset) -> None:
    orders = {"go_around": "yes"}
    s = navigating(tonight, *NO_ONE, off_course_zones=2, orders=orders, **{"zone.is_target": True})
    run(s, "zone", "going_around")
    assert rolls(s) == ["night_fighters"]
    assert (s.game.off_course_zones, s.game.went_around) == (0, True)
    s.source = scripted(6, 6)
    s.roll("bomb_run")
    assert -2 not in modifiers(s, "bomb_run")


@pytest.mark.rule("tonight 4.9.2.going-around")
@pytest.mark.parametrize(("zones", "offered"), [(0, False), (1, True)])
def test_only_a_bomber_that_strayed_may_go_around_and_it_need_not(tonight: Ruleset, zones: int, offered: bool) -> None:
    s = navigating(tonight, off_course_zones=zones, orders={"go_around": "no"}, **{"zone.is_target": True})
    run(s, "zone", "going_around")
    assert (asked(s), s.game.off_course_zones) == (["go_around"] if offered else [], zones)


# --- 4.10: collision


@pytest.mark.rule("tonight 4.10")
@pytest.mark.parametrize("outbound", [True, False])
def test_the_last_step_of_a_zone_is_the_danger_of_a_collision(tonight: Ruleset, outbound: bool) -> None:
    s = stage(tonight, 1, 1, outbound=outbound)
    run(s, "zone", "leaving")
    assert rolls(s) == ["collision"]
    assert [step.name for step in tonight.procedures["zone"]][-1] == "leaving"


@pytest.mark.rule("tonight 4.10")
def test_on_the_deck_the_first_roll_is_passed_over(tonight: Ruleset) -> None:
    s = run(stage(tonight, 5, altitude="on_the_deck"), "zone", "leaving")
    assert rolls(s) == ["collision_near"]
