"""The zones (section 4): levels, cabins, weather, fronts, wind, the jet stream, the way, gathering, giving up."""

from __future__ import annotations

from typing import Any

import pytest
from bomberstream.core.errors import BadData
from bomberstream.core.ruleset import Ruleset
from bomberstream.core.sortie import Sortie
from bomberstream.core.zones import Route, RouteZone, Zone
from bomberstream.plugins.superfortress import choices as chosen
from bomberstream.plugins.superfortress.altitude import ceiling, levels_open
from bomberstream.plugins.superfortress.navigation import ways_open
from bomberstream.plugins.superfortress.state import way_round
from bomberstream.plugins.superfortress.zones import enter
from marianas import (
    asked,
    by_night,
    choices,
    column,
    happenings,
    is_taken,
    man,
    modifiers,
    rolls,
    route,
    run,
    stage,
    stretches,
    take,
    told,
    used_up,
)


def at(s: Sortie, number: int, **more: Any) -> Sortie:
    """The bomber in a zone."""
    s.zone = Zone(number, **{"fighters": None, **more})
    return s


# --- the order of things


@pytest.mark.rule("superfortress first_turn", "superfortress 4.0")
def test_a_zone_over_the_sea(superfortress: Ruleset) -> None:
    s = stage(superfortress, 1, 3, 3, 4, 5, 10, 4, 4)
    s.game.follow(route(16))
    enter(s, s.game.route.zones[3], "out")
    used_up(s)
    assert rolls(s) == ["weather", "wind", "mechanical_failure", "navigation"]
    assert stretches(s) == ["out 5"]
    assert s.game.zones == 5


@pytest.mark.rule("superfortress fly_out", "superfortress fly_home", "superfortress come_home")
def test_out_to_the_target_and_home_again(superfortress: Ruleset) -> None:
    from bomberstream.core.flight import fly
    from bomberstream.core.sortie import Setup

    log: list[Any] = []
    s = fly(superfortress, Setup("superfortress", 3, campaign=6, options={"base": "saipan"}), log=log)
    entered = [event.facts["number"] for event in log if getattr(event, "type", "") == "zone"]
    target = s.game.target_zone
    assert s.outcome == "returned"
    assert entered == [*range(2, target + 1), *range(target - 1, 1, -1)]


# --- levels


@pytest.mark.rule("superfortress movement", "superfortress 4.1B")
@pytest.mark.parametrize(
    ("level", "open_now"),
    [("low", ["low", "medium"]), ("medium", ["low", "medium", "high"]), ("high", ["low", "medium", "high"])],
)
def test_one_level_up_in_a_zone_or_any_down(superfortress: Ruleset, level: str, open_now: list[str]) -> None:
    assert levels_open(stage(superfortress, altitude=level)) == open_now


@pytest.mark.rule("superfortress movement", "superfortress 4.1B")
@pytest.mark.parametrize(
    ("state", "highest"),
    [
        ({}, "high"),
        ({"engines_out": [1]}, "medium"),
        ({"turbo_3_out": True}, "medium"),
        ({"turbo_3_out": True, "engines_out": [1]}, "medium"),
        ({"engines_out": [1, 2]}, "low"),
    ],
)
def test_what_keeps_a_bomber_down(superfortress: Ruleset, state: dict[str, Any], highest: str) -> None:
    assert ceiling(stage(superfortress, **state)) == highest


@pytest.mark.rule("superfortress movement", "superfortress 4.1B")
def test_a_burst_inside_keeps_it_low(superfortress: Ruleset) -> None:
    s = stage(superfortress)
    s.bomber.bursts.add("nose")
    assert ceiling(s) == "low"


@pytest.mark.rule("superfortress movement", "superfortress 4-8")
@pytest.mark.parametrize(
    ("before", "after", "boxes"), [("low", "medium", 2), ("medium", "high", 2), ("high", "low", 0)]
)
def test_a_climb_costs_two_boxes(superfortress: Ruleset, before: str, after: str, boxes: int) -> None:
    s = stage(superfortress, altitude=before, orders={"level": after}, fuel=30)
    run(s, "zone", "movement")
    assert (s.game.altitude, s.game.fuel) == (after, 30 - boxes)
    assert told(s, "level") == [{"altitude": after, "up": boxes > 0}]


@pytest.mark.rule("superfortress movement")
def test_going_down_leaves_the_formation(superfortress: Ruleset) -> None:
    s = stage(superfortress, altitude="medium", in_formation=True, orders={"level": "low"})
    run(s, "zone", "movement")
    assert not s.game.in_formation
    assert happenings(s) == ["falls_out", "level"]


@pytest.mark.rule("superfortress bad_air", "superfortress 4.2")
def test_cold_in_a_holed_cabin_may_bring_it_down_and_keep_it_there(superfortress: Ruleset) -> None:
    s = stage(superfortress, altitude="medium", let_down=True, orders={"descend_for_heat": "yes"})
    s.game.lose_pressure(s, "tail")
    run(s, "zone", "bad_air")
    assert s.game.altitude == "low"
    assert told(s, "goes_low")[0]["reason"] == "men freezing"
    assert levels_open(s) == ["low"]


@pytest.mark.rule("superfortress bad_air", "superfortress 4.2")
@pytest.mark.parametrize(("let_down", "question"), [(True, ["descend_for_oxygen"]), (False, [])])
def test_who_needs_oxygen_where_the_cabin_holds(superfortress: Ruleset, let_down: bool, question: list[str]) -> None:
    orders = {"descend_for_oxygen": "no"}
    s = stage(superfortress, altitude="high", let_down=let_down, orders=orders, **{"out.oxygen": True})
    assert asked(run(s, "zone", "bad_air")) == question


# --- cabins


@pytest.mark.rule("superfortress cabin_pressure", "superfortress 4.2")
def test_cabins_are_let_down_where_the_enemy_is(superfortress: Ruleset) -> None:
    s = at(stage(superfortress, altitude="high"), 13)
    run(s, "zone", "cabin_pressure")
    assert not s.game.let_down
    at(s, 15, fighters=0)
    run(s, "zone", "cabin_pressure")
    assert s.game.let_down
    assert told(s, "cabins") == [{"let_down": True}]
    s.game.altitude = "low"
    run(s, "zone", "cabin_pressure")
    assert not s.game.let_down


@pytest.mark.rule("superfortress cabin_pressure", "superfortress 4.2")
def test_a_hole_in_a_cabin_that_is_let_down_lets_the_warm_air_out(superfortress: Ruleset) -> None:
    s = stage(superfortress, altitude="high", let_down=True)
    s.game.lose_pressure(s, "gunners")
    used_up(s)
    assert s.bomber.unheated == 4
    assert told(s, "cabin_holed") == [{"cabin": "gunners", "at_once": False}]
    assert s.game.reasons_to_abort == ["cabin pressure lost"]
    s.game.lose_pressure(s, "gunners")
    assert happenings(s).count("cabin_holed") == 1


@pytest.mark.rule("superfortress 4-2", "superfortress 4.2")
def test_a_gunner_goes_out_with_the_blister(superfortress: Ruleset) -> None:
    """2 dice for the air (4, less 1 at High), which blister, the harness, the wound."""
    s = stage(superfortress, 2, 2, 2, 4, 3, altitude="high", let_down=False)
    s.game.lose_pressure(s, "gunners")
    used_up(s)
    assert told(s, "blown_out")[0]["station"] == "left gunner"
    assert man(s, "left_gunner").light_wounds == 1


@pytest.mark.rule("superfortress 4-2", "superfortress 4-2B")
def test_before_february_not_every_harness_is_worn(superfortress: Ruleset) -> None:
    s = stage(superfortress, 1, 2, 6, 2, altitude="high", campaign=2, bomber="b-29")
    s.game.lose_pressure(s, "gunners")
    used_up(s)
    assert man(s, "right_gunner").is_dead


@pytest.mark.rule("superfortress 4.2")
def test_where_the_cabin_holds_nobody_freezes_or_gasps(superfortress: Ruleset) -> None:
    s = stage(superfortress, altitude="high", let_down=False, **{"out.oxygen": True})
    s.zone.entry = 20
    station = s.bomber.stations["navigator"]
    station.heat_out_since = 2
    s.bomber.unheated = 1
    run(s, "zone", "troubles")
    assert not man(s, "navigator").is_dead
    assert man(s, "navigator").frostbite == "none"


# --- weather and wind


@pytest.mark.rule("superfortress weather", "superfortress 4-1")
def test_weather_is_rolled_once_for_each_zone(superfortress: Ruleset) -> None:
    s = at(stage(superfortress, 10, previous_weather="full_cloud"), 8)
    run(s, "zone", "weather")
    assert s.zone.weather == "full_cloud"
    assert modifiers(s, "weather") == [2]


@pytest.mark.rule("superfortress front", "superfortress 4-1A")
@pytest.mark.parametrize(("faces", "boxes"), [((2, 3), 1), ((1, 2, 2, 4, 4), 1), ((1, 1, 5, 4), 1), ((4, 4), 0)])
def test_in_a_front(superfortress: Ruleset, faces: tuple[int, ...], boxes: int) -> None:
    s = at(stage(superfortress, *faces, weather="full_cloud", fuel=30), 9, weather="full_cloud")
    run(s, "zone", "front")
    assert s.game.fuel == 30 - boxes


@pytest.mark.rule("superfortress front", "superfortress 4-1B")
def test_ice_may_stop_an_engine(superfortress: Ruleset) -> None:
    s = at(stage(superfortress, 1, 2, 2, 6, 6, 4, 4, fuel=30), 9, weather="full_cloud")
    run(s, "zone", "front")
    assert s.bomber.engine(2).is_out
    assert s.game.reasons_to_abort == ["an engine iced up"]


@pytest.mark.rule("superfortress front")
def test_no_front_in_the_trade_wind_or_in_the_open(superfortress: Ruleset) -> None:
    s = stage(superfortress)
    assert not is_taken(at(s, 4, weather="full_cloud"), "zone", "front")
    assert not is_taken(at(s, 9, weather="half_cloud"), "zone", "front")
    assert is_taken(at(s, 5, weather="full_cloud"), "zone", "front")


@pytest.mark.rule("superfortress wind", "superfortress 4-3")
@pytest.mark.parametrize(
    ("faces", "wind"),
    [
        ((1, 1, 1), "strong_tail"),
        ((1, 2, 2), "tail"),
        ((3, 3, 3), "calm"),
        ((6, 6, 4), "head"),
        ((6, 6, 6), "strong_head"),
    ],
)
def test_the_wind_on_the_way(superfortress: Ruleset, faces: tuple[int, ...], wind: str) -> None:
    s = at(stage(superfortress, *faces), 12)
    run(s, "zone", "wind")
    assert s.game.wind == wind


@pytest.mark.rule("superfortress wind", "superfortress 4-3")
def test_fronts_and_trade_winds_change_it(superfortress: Ruleset) -> None:
    s = at(stage(superfortress, 3, 3, 3), 12, weather="full_cloud")
    run(s, "zone", "wind")
    assert modifiers(s, "wind") == [1]
    s = at(stage(superfortress, 3, 3, 3), 6)
    s.outbound = True
    run(s, "zone", "wind")
    assert modifiers(s, "wind") == [-1]


@pytest.mark.rule("superfortress jet_stream", "superfortress 4-4")
@pytest.mark.parametrize(
    ("campaign", "date", "faces", "force"),
    [
        (2, "1945-01-14", (4, 5), "violent"),
        (2, "1945-01-14", (2, 3), "strong"),
        (2, "1945-01-14", (1, 3), "calm"),
        (6, "1945-07-20", (6, 6), "strong"),
        (6, "1945-07-20", (5, 5), "calm"),
    ],
)
def test_the_jet_stream_by_month(
    superfortress: Ruleset, campaign: int, date: str, faces: tuple[int, int], force: str
) -> None:
    options = {"any_target": "yes"}
    s = stage(superfortress, *faces, campaign=campaign, date=date, altitude="high", options=options)
    at(s, s.game.target_zone - 1)
    assert is_taken(s, "zone", "jet_stream")
    run(s, "zone", "jet_stream")
    assert s.game.jet_stream == force
    run(s, "zone", "jet_stream")
    assert rolls(s) == ["jet_stream"]


@pytest.mark.rule("superfortress jet_stream")
def test_no_jet_stream_lower_down_or_far_out(superfortress: Ruleset) -> None:
    s = stage(superfortress, altitude="medium")
    assert not is_taken(at(s, 16), "zone", "jet_stream")
    s.game.altitude = "high"
    assert not is_taken(at(s, 12), "zone", "jet_stream")


@pytest.mark.rule("superfortress contrails", "superfortress 4-6")
@pytest.mark.parametrize(
    ("altitude", "face", "result"), [("high", 3, True), ("high", 2, False), ("medium", 5, True), ("medium", 4, False)]
)
def test_contrails(superfortress: Ruleset, altitude: str, face: int, result: bool) -> None:
    s = at(stage(superfortress, face, altitude=altitude, date="1945-04-12", campaign=None), 15)
    run(s, "zone", "contrails")
    assert s.zone.contrails is result


@pytest.mark.rule("superfortress contrails")
def test_no_contrails_low(superfortress: Ruleset) -> None:
    assert not is_taken(at(stage(superfortress, altitude="low"), 15), "zone", "contrails")


# --- the way


@pytest.mark.rule("superfortress navigation", "superfortress 4.5")
@pytest.mark.parametrize(
    ("number", "more", "state", "ways"),
    [
        (6, {"weather": "clear"}, {}, ["celestial", "loran", "dead_reckoning"]),
        (6, {"weather": "half_cloud"}, {}, ["loran", "dead_reckoning"]),
        (12, {"weather": "haze"}, {}, ["celestial", "dead_reckoning"]),
        (3, {"weather": "full_cloud"}, {"out.loran": True}, ["radar", "dead_reckoning"]),
        (8, {"weather": "full_cloud", "region": ("Iwo Jima",)}, {"out.loran": True}, ["radar", "dead_reckoning"]),
        (15, {"weather": "full_cloud", "over": ("J",), "region": ("Honshu",)}, {}, ["radar", "dead_reckoning"]),
        (15, {"weather": "full_cloud", "over": ("J",), "region": ("Honshu",)}, {"out.radar": True}, ["dead_reckoning"]),
    ],
)
def test_ways_of_finding_the_way(
    superfortress: Ruleset, number: int, more: dict[str, Any], state: dict[str, Any], ways: list[str]
) -> None:
    assert ways_open(at(stage(superfortress, **state), number, **more)) == ways


@pytest.mark.rule("superfortress navigation", "superfortress 4.5")
def test_loran_carries_farther_by_night(superfortress: Ruleset) -> None:
    assert "loran" in ways_open(at(by_night(superfortress), 14, weather="full_cloud"))
    assert "loran" not in ways_open(at(by_night(superfortress), 15, weather="full_cloud"))
    assert "loran" not in ways_open(at(stage(superfortress), 11, weather="full_cloud"))


@pytest.mark.rule("superfortress navigation", "superfortress 4-5")
@pytest.mark.parametrize(
    ("faces", "way", "turns"),
    [
        ((1, 4), "dead_reckoning", 1),
        ((2, 3), "dead_reckoning", 0),
        ((1, 2), "celestial", 1),
        ((1, 3), "celestial", 0),
        ((1, 1), "loran", 1),
        ((1, 2), "loran", 0),
    ],
)
def test_whether_the_way_is_found(superfortress: Ruleset, faces: tuple[int, int], way: str, turns: int) -> None:
    faces = (faces[0], faces[1] - 1) if way == "dead_reckoning" else faces
    s = at(stage(superfortress, *faces, orders={"finds_way_by": way}, **{"navigator.missions": 6}), 6, weather="clear")
    run(s, "zone", "navigation")
    assert column(s, "navigation") == way
    assert s.game.off_course == (1 if way == "dead_reckoning" else turns)


@pytest.mark.rule("superfortress navigation", "superfortress 4-5")
def test_another_man_at_the_charts(superfortress: Ruleset) -> None:
    s = at(stage(superfortress, 1, 1, **{"navigator.fit": False, "out.loran": True}), 6, weather="full_cloud")
    run(s, "zone", "navigation")
    assert choices(s) == [("navigates", "radar_observer")]
    assert modifiers(s, "navigation") == [-2]
    assert s.game.off_course == 2
    assert told(s, "off_course")[0]["turns"] == 2


@pytest.mark.rule("superfortress navigation")
def test_in_formation_the_leader_finds_the_way(superfortress: Ruleset) -> None:
    assert not is_taken(stage(superfortress, in_formation=True), "zone", "navigation")


@pytest.mark.rule("superfortress further_turns", "superfortress 4.5")
def test_off_course_costs_turns(superfortress: Ruleset) -> None:
    s = at(stage(superfortress, fuel=30), 6)
    s.game.off_course = 2
    s.game.turn_of_zone = 1
    run(s, "zone", "further_turns")
    assert s.game.fuel == 28
    assert stretches(s) == ["out 6 off course, 1 to go", "out 6 off course, 0 to go"]


@pytest.mark.rule("superfortress further_turns", "superfortress 5.10")
def test_a_slow_bomber_takes_two_turns(superfortress: Ruleset) -> None:
    s = at(stage(superfortress, fuel=30, engines_out=[1, 2]), 7)
    s.outbound = False
    s.game.turn_of_zone = 1
    run(s, "zone", "further_turns")
    assert told(s, "second_turn") == [{}]
    assert s.game.fuel == 29


# --- the formation


@pytest.mark.rule("superfortress assembly", "superfortress 4-7")
@pytest.mark.parametrize(
    ("faces", "result", "joined"), [((3, 4), "joined", True), ((2, 4), "joined_others", True), ((1, 3), "alone", False)]
)
def test_gathering_off_the_coast(superfortress: Ruleset, faces: tuple[int, int], result: str, joined: bool) -> None:
    s = stage(superfortress, *faces, altitude="medium", fuel=30, **{"pilot.missions": 8, "fighters.strength": 2})
    at(s, s.game.target_zone - 2, weather="haze")
    assert is_taken(s, "zone", "assembly")
    run(s, "zone", "assembly")
    assert told(s, "assembly") == [{"result": result}]
    assert (s.game.in_formation, s.game.fuel) == (joined, 29)


@pytest.mark.rule("superfortress assembly")
def test_nobody_gathers_by_night_or_over_the_islands(superfortress: Ruleset) -> None:
    s = by_night(superfortress)
    assert not is_taken(at(s, s.game.target_zone - 2), "zone", "assembly")
    s = stage(superfortress, **{"fighters.strength": 0})
    run(at(s, s.game.target_zone - 2), "zone", "assembly")
    assert rolls(s) == []


@pytest.mark.rule("superfortress breaking_up", "superfortress 4.9")
def test_the_formation_breaks_up_behind_the_coast(superfortress: Ruleset) -> None:
    s = stage(superfortress, in_formation=True)
    s.outbound = False
    run(at(s, s.game.target_zone - 2), "zone", "breaking_up")
    assert s.game.in_formation
    run(at(s, s.game.target_zone - 3), "zone", "breaking_up")
    assert not s.game.in_formation
    assert happenings(s) == ["breaks_up"]


@pytest.mark.rule("superfortress breaking_up", "superfortress 4.9")
def test_who_cannot_keep_up_falls_out(superfortress: Ruleset) -> None:
    s = stage(superfortress, in_formation=True, engines_out=[4])
    run(s, "zone", "breaking_up")
    assert told(s, "falls_out")[0]["reason"] == "an engine out"


# --- giving up


@pytest.mark.rule("superfortress abort_decision", "superfortress 4.11")
def test_giving_up_drops_the_bombs_in_the_sea_and_turns(superfortress: Ruleset) -> None:
    s = at(stage(superfortress, fuel=30, orders={"abort": "yes", "jettison": "yes"}), 9)
    s.game.may_abort(s, "bombsight out")
    s.game.turn_of_zone = 1
    take(s, "zone", "abort_decision")
    used_up(s)
    assert told(s, "aborts")[0]["reason"] == "bombsight out"
    assert not s.bomber.bombs_aboard
    assert stretches(s) == ["out 9 turning"]


@pytest.mark.rule("superfortress abort_decision", "superfortress 4.11")
@pytest.mark.parametrize(
    ("state", "why"),
    [
        ({"engines_out": [1]}, "an engine out"),
        ({"fuel.trapped": 5}, "fuel that cannot be transferred"),
        ({"bombs_aboard": False}, "no bombs left to drop"),
        ({"navigator.fit": False}, "navigator down"),
        ({"engineer.fit": False}, "flight engineer down"),
        ({"fuel": 3}, "not fuel enough"),
        ({}, "the aircraft commander's decision"),
    ],
)
def test_why_the_mission_is_given_up(superfortress: Ruleset, state: dict[str, Any], why: str) -> None:
    from bomberstream.plugins.superfortress.zones import why_abort

    assert why_abort(stage(superfortress, **state)) == why


@pytest.mark.rule("superfortress iwo_jima", "superfortress 7.6")
def test_iwo_jima_takes_bombers_in_from_march(superfortress: Ruleset) -> None:
    def abreast(**given: Any) -> Sortie:
        s = at(stage(superfortress, **given), 8, region=("Iwo Jima",))
        s.outbound = False
        return s

    assert is_taken(abreast(), "zone", "iwo_jima")
    assert not is_taken(abreast(campaign=2), "zone", "iwo_jima")
    s = abreast()
    s.outbound = True
    assert not is_taken(s, "zone", "iwo_jima")


@pytest.mark.rule("superfortress iwo_jima", "superfortress 7.6")
def test_from_the_west_it_is_a_way_round(superfortress: Ruleset) -> None:
    s = stage(superfortress, fuel=1, orders={"divert": "yes"})
    s.outbound = False
    at(s, 8, region=("west of Iwo Jima",))
    run(s, "zone", "iwo_jima")
    assert s.outcome == ""
    assert asked(s) == []


@pytest.mark.rule("superfortress iwo_jima", "superfortress staging", "superfortress 7.6")
@pytest.mark.parametrize(
    ("region", "is_abreast", "boxes"),
    [
        (("Iwo Jima",), True, 0),
        (("west of Iwo Jima",), True, chosen.WAY_ROUND_TO_IWO),
        (("Japanese waters",), False, 0),
        (("",), False, 0),
    ],
)
def test_which_zones_lie_abreast_of_the_island(
    superfortress: Ruleset, region: tuple[str, ...], is_abreast: bool, boxes: int
) -> None:
    s = at(stage(superfortress), 8, region=region)
    assert superfortress.vocabulary.value(s, "zone.has_iwo_jima") is is_abreast
    assert way_round(region) == boxes
    s.game.follow(Route("Anywhere", 800, (RouteZone(8, ("W",), "NA", region), RouteZone(9, ("J",), "NA", ("Honshu",)))))
    assert s.game.iwo_zone == (8 if is_abreast else None)


@pytest.mark.rule("superfortress iwo_jima", "superfortress 7.6")
def test_where_the_island_is_the_target_nobody_lands_on_it(superfortress: Ruleset) -> None:
    s = at(stage(superfortress), 9, region=("Iwo Jima",))
    s.zone.is_target = True
    assert superfortress.vocabulary.value(s, "zone.has_iwo_jima") is False
    s.game.follow(Route("Iwo Jima", 900, (RouteZone(9, ("Iw",), "NA", ("Iwo Jima",)),)))
    assert s.game.iwo_zone is None


@pytest.mark.rule("superfortress 4.0")
@pytest.mark.parametrize(
    ("name", "value", "says"),
    [
        ("by_night", True, "by_night follows from the profile; set profile"),
        ("zones_to_target", 2, "zones_to_target follows from the zone and the route; set zone.number"),
        ("engines.age", "1944", "engines.age follows from the date; set date = 'YYYY-MM-DD'"),
        ("fuel.margin", 4, "fuel.margin follows from the fuel and the way home; set fuel"),
        ("pressure_lost", 1, "pressure_lost follows from the cabins that are holed; it cannot be set"),
        ("goes_north", True, "goes_north follows from what is decided over the target; it cannot be set"),
        ("zones_north", 3, "zones_north follows from the target; set target"),
        ("zone_is_soviet", True, "zone_is_soviet follows from the way north; it cannot be set"),
        (
            "atomic",
            True,
            "atomic follows from profile and target; set profile = 'composite' and target = 'Hiroshima'",
        ),
    ],
)
def test_what_follows_is_not_set(superfortress: Ruleset, name: str, value: object, says: str) -> None:
    with pytest.raises(BadData) as refused:
        superfortress.vocabulary.put(stage(superfortress), name, value)
    assert refused.value.problems == (says,)


@pytest.mark.rule("superfortress 7-1")
@pytest.mark.parametrize(("missions", "lands_as_in"), [(0, 1), (34, 35), (60, 35)])
def test_beyond_a_tour_nobody_lands_better(superfortress: Ruleset, missions: int, lands_as_in: int) -> None:
    s = stage(superfortress)
    pilot = man(s, "pilot")
    pilot.missions = missions
    assert s.game.experience(s, pilot) == lands_as_in


@pytest.mark.rule("superfortress 4-9")
@pytest.mark.parametrize(
    ("date", "age"),
    [
        ("1944-11-24", "1944"),
        ("1945-02-01", "winter"),
        ("1945-03-08", "winter"),
        ("1945-03-09", "spring"),
        ("1945-05-16", "summer"),
    ],
)
def test_the_engines_grow_better_known(superfortress: Ruleset, date: str, age: str) -> None:
    s = stage(superfortress)
    s.date = date
    assert s.game.age_of_engines(s) == age
