"""Off the ground, and zone by zone out and home: height, weather, Alps, recall, failures, aborts (3, 4.0 to 4.6)."""

from __future__ import annotations

from typing import Any

import pytest
from bomberstream.core.crew import NOBODY
from bomberstream.core.damage import killed, serious_wound
from bomberstream.core.events import ChoiceEvent
from bomberstream.core.ruleset import Ruleset
from bomberstream.core.sortie import Sortie
from bomberstream.core.testing import scripted
from bomberstream.core.zones import RouteZone, Zone
from bomberstream.plugins.tonight import debriefing, zones
from bomberstream.plugins.tonight.altitude import is_slow, must_stay_low
from bomberstream.plugins.tonight.setup import assembly, base_weather, join_stream, land_again, take_off
from bomberstream.plugins.tonight.state import TonightState
from bomberstream.plugins.tonight.zones import abort_decision, another_turn, fly_home, fly_out, make_zone, reach
from nights import (
    asked,
    choices,
    count_turns,
    end,
    fates,
    happenings,
    is_taken,
    man,
    modifiers,
    over,
    rolls,
    route,
    run,
    stretches,
    take,
    told,
    turns,
    used_up,
)
from nights import stage as staged_night

WINTER = "1944-01-20"
ALPS = RouteZone(12, ("S",), region=("Switzerland",), alps=True)
SHUT = {"out.superchargers": True}
"""A bomber that cannot fly high."""


def stage(tonight: Ruleset, *faces: int, **given: Any) -> Sortie:
    """A night bomber with thirteen zones of sea before it."""
    s = staged_night(tonight, *faces, **given)
    s.game.route = route(*(over(number, "W") for number in range(2, 15)))
    return s


def quiet(weather: int = 4, *, low: bool = False, home: bool = False) -> tuple[int, ...]:
    """The dice of a zone in which nothing happens: weather, no failure, no contrails, undetected, on course, alone."""
    return (weather, 5, 1, *([] if low else [10]), 1, 1, *([] if home else [1]), 1, 1)


def crossing(tonight: Ruleset, *faces: int, home: bool = False, **more: Any) -> Sortie:
    """A bomber next to the Alps: over France on the way out, over Italy on the way home."""
    s = stage(tonight, *faces, date=WINTER, bomber="lancaster", outbound=not home, campaign=8, **more)
    s.zone = Zone(13, ("I",), ("Italy",)) if home else Zone(11, ("F",), ("France",))
    s.game.zones = s.zone.number
    return s


# --- 3: weather over the base, stream, take-off


def taking_off(tonight: Ruleset, *faces: int, **more: Any) -> Sortie:
    """A bomber on its runway."""
    return stage(tonight, *faces, step="take_off", **more)


@pytest.mark.rule("tonight 3.0")
def test_the_mission_begins_in_the_printed_order(tonight: Ruleset) -> None:
    names = [step.name for step in tonight.procedures["mission"]]
    assert names[:5] == ["base_weather", "join_stream", "take_off", "land_again", "assembly"]
    assert names[5:] == ["fly_out", "fly_home", "come_home"]


@pytest.mark.rule("tonight 3.1.1")
@pytest.mark.parametrize(
    ("date", "face", "weather", "changed"),
    [
        ("1943-06-15", 1, "poor", []),
        ("1943-06-15", 2, "poor", []),
        ("1943-06-15", 3, "good", []),
        ("1943-10-15", 3, "poor", [-1]),
        ("1944-01-15", 4, "poor", [-2]),
        ("1944-01-15", 5, "good", [-2]),
    ],
)
def test_the_weather_over_the_base(tonight: Ruleset, date: str, face: int, weather: str, changed: list[int]) -> None:
    s = taking_off(tonight, face, date=date, campaign=None)
    base_weather(s)
    used_up(s)
    assert (s.game.weather_over_base, modifiers(s, "weather_over_base")) == (weather, changed)


@pytest.mark.rule("tonight 3.1.1", "tonight 3.1.1.scrub")
def test_a_modifier_can_scrub_the_raid_and_all_stay_at_home(tonight: Ruleset) -> None:
    s = taking_off(tonight, 2, date="1944-01-15", campaign=None, orders={"scrub": "yes"})
    assert end(s, base_weather) == "scrubbed"
    assert fates(s) == ["returns"] * 7
    assert s.game.bomber_fate == "intact"


@pytest.mark.rule("tonight 3.1.1.scrub")
def test_a_scrubbed_raid_may_be_flown_in_poor_weather(tonight: Ruleset) -> None:
    s = taking_off(tonight, 2, date="1944-01-15", campaign=None, orders={"scrub": "no"})
    base_weather(s)
    assert choices(s) == [("scrub", "no")]
    assert s.game.weather_over_base == "poor"


@pytest.mark.rule("tonight 3.1.2")
@pytest.mark.parametrize(
    ("face", "place"), [(1, "front"), (2, "front"), (3, "middle"), (4, "middle"), (5, "back"), (6, "back")]
)
def test_the_place_in_the_stream_is_noted(tonight: Ruleset, face: int, place: str) -> None:
    s = taking_off(tonight, face)
    s.setup = type(s.setup)("tonight")
    join_stream(s)
    used_up(s)
    assert s.game.stream_position == place
    assert told(s, "stream") == [{"position": place}]


@pytest.mark.rule("tonight 3.1.2")
@pytest.mark.parametrize("role", ["detection", "searchlights"])
def test_the_back_of_the_stream_is_found_more_often_than_the_front(tonight: Ruleset, role: str) -> None:
    found = {}
    for place in ("front", "middle", "back"):
        s = stage(tonight, 3, 3, stream_position=place, date="1942-06-01", campaign=None)
        s.roll(role)
        found[place] = sum(modifiers(s, role))
    assert found["front"] < found["middle"] < found["back"]


@pytest.mark.rule("tonight 3.1.3")
@pytest.mark.parametrize("face", range(3, 11))
def test_most_take_offs_are_smooth_and_leave_it_low_over_zone_one(tonight: Ruleset, face: int) -> None:
    s = taking_off(tonight, face, altitude="low")
    take_off(s)
    used_up(s)
    assert happenings(s) == ["airborne"]
    assert (s.game.altitude, s.zone.number) == ("low", 1)


@pytest.mark.rule("tonight 3.1.3")
def test_a_bomber_is_made_to_begin_low(tonight: Ruleset) -> None:
    assert TonightState().altitude == "low"


@pytest.mark.rule("tonight 3.1.3.midair")
@pytest.mark.parametrize(("weather", "losses"), [("poor", 2), ("good", 0)])
def test_a_collision_at_take_off_costs_the_squadron_two_others(tonight: Ruleset, weather: str, losses: int) -> None:
    s = taking_off(tonight, 2, weather_over_base=weather)
    take_off(s)
    used_up(s)
    assert s.game.squadron_losses == losses
    assert debriefing.facts(s)["squadron_losses"] == losses
    assert s.bomber.engines_out == 0


@pytest.mark.rule("tonight 3.1.3")
@pytest.mark.parametrize(
    ("faces", "fate", "dead"),
    [((1,), "repairable", 0), ((2, *[1] * 7), "written off", 0), ((3, *[1] * 7), "written off", 0), ((4,), "lost", 7)],
)
def test_a_crash_goes_to_the_crash_table(tonight: Ruleset, faces: tuple[int, ...], fate: str, dead: int) -> None:
    s = taking_off(tonight, 1, 10, *faces)
    assert end(s, take_off) == "crashed"
    assert s.game.bomber_fate == fate
    assert fates(s).count("killed") == dead


@pytest.mark.rule("tonight 3.1.3")
@pytest.mark.parametrize(("choice", "aborting"), [("go", ""), ("abort", "engine lost at take-off")])
def test_with_an_engine_lost_at_take_off_the_pilot_goes_on_or_turns_back(
    tonight: Ruleset, choice: str, aborting: str
) -> None:
    s = taking_off(tonight, 1, 7, 3, 1, orders={"take_off_engine_out": choice})
    take_off(s)
    used_up(s)
    assert [one.is_out for one in s.bomber.engines] == [False, True, False, False]
    assert s.game.aborting == aborting
    assert s.bomber.bombs_aboard
    if aborting:
        s.source = scripted(5, 3, 4)
        s.orders = stage(tonight, orders={"jumps_at_base": "no"}).orders
        assert end(s, land_again) == "returned"
        assert "detection" not in rolls(s)


@pytest.mark.rule("tonight 3.1.4")
def test_over_the_assembly_light_another_bomber_may_come_too_close(tonight: Ruleset) -> None:
    s = taking_off(tonight, 6, 6, altitude="low")
    assembly(s)
    assert rolls(s) == ["collision"]
    s = taking_off(tonight, 6, 6, 5, altitude="low")
    s.zone.weather, s.zone.is_target, s.game.moon = "full_cloud", True, "crescent"
    assembly(s)
    used_up(s)
    assert rolls(s) == ["collision", "collision_near"]
    assert happenings(s)[-1] == "near_miss"


# --- 4.0, 4.1: the order of a zone, movement, height


@pytest.mark.rule("tonight 4.0")
def test_a_zone_takes_its_steps_in_the_printed_order(tonight: Ruleset) -> None:
    names = [step.name for step in tonight.procedures["zone"]]
    printed = ["altitude", "weather", "recall", "mechanical_failure", "contrails", "detection", "first_turn"]
    printed += ["navigation", "leaving"]
    assert [name for name in names if name in printed] == printed


@pytest.mark.rule("tonight 4.0", "tonight 4.1", "tonight 4.1.4.legs", "tonight 1.5.track")
def test_one_zone_a_turn_out_to_the_target_and_back_to_zone_two(tonight: Ruleset) -> None:
    s = stage(tonight, *quiet(), *quiet(), orders={"altitude": "high", "abort": "no"}, altitude="low")
    s.zone = Zone(1, over=("E",), region=("",), is_base=True)
    s.game.route = route(over(2, "W"), over(3, "W"), over(4, "W"))
    count_turns(s)
    legs = route(over(2, "W"), over(3, "W"))
    for given in legs.zones:
        assert reach(s, make_zone(s, given), "out")
    used_up(s)
    assert (turns(s), s.game.zones) == (2, 3)
    s.outbound = False
    s.zone = Zone(4, over=("W",), region=("",))
    s.source = scripted(*quiet(home=True), *quiet(home=True))
    fly_home(s)
    used_up(s)
    assert stretches(s) == ["out 2", "out 3", "home 3", "home 2"]
    assert [facts["leg"] for facts in told(s, "zone")] == ["outbound"] * 2 + ["homebound"] * 2
    assert turns(s) == 4


@pytest.mark.rule("tonight 1.5.zone-worksheet", "tonight 1.5", "tonight 4.1.2")
def test_a_zone_is_told_with_its_number_weather_and_height(tonight: Ruleset) -> None:
    s = stage(tonight, *quiet(1), orders={"altitude": "high"}, altitude="low")
    s.zone.weather = "haze"
    reach(s, make_zone(s, over(5, "W")), "out")
    assert [one["number"] for one in told(s, "zone")] == [5]
    assert told(s, "weather") == [{"weather": "clear"}]
    assert told(s, "climbs") == [{"altitude": "high"}]


def heights_open(s: Sortie) -> list[str]:
    """The heights among which the pilot has chosen."""
    return [
        height
        for event in s.log or ()
        if isinstance(event, ChoiceEvent) and event.decision == "altitude"
        for height in event.options
    ]


@pytest.mark.rule("tonight 4.1.1", "tonight 4.1.3", "tonight 4.1.3.climb")
@pytest.mark.parametrize(
    ("before", "allowed"),
    [
        ("high", {"high", "low"}),
        ("low", {"high", "low", "on_the_deck"}),
        ("on_the_deck", {"low", "on_the_deck"}),
    ],
)
def test_on_entering_a_zone_which_heights_are_open(tonight: Ruleset, before: str, allowed: set[str]) -> None:
    s = take(stage(tonight, altitude=before, orders={"altitude": "low"}), "zone", "altitude")
    assert set(heights_open(s)) == allowed


@pytest.mark.rule("tonight 4.1.1")
@pytest.mark.parametrize(("before", "after"), [("low", "high"), ("high", "low"), ("high", "high"), ("low", "low")])
def test_high_or_low_as_the_pilot_likes_on_entering(tonight: Ruleset, before: str, after: str) -> None:
    s = stage(tonight, altitude=before, orders={"altitude": after})
    take(s, "zone", "altitude")
    assert s.game.altitude == after
    assert ("climbs" in happenings(s)) is (before == "low" and after == "high")


@pytest.mark.rule("tonight 4.1.1", "tonight 4.1.1.extra-turn")
def test_within_a_zone_the_height_changes_only_on_a_further_turn(tonight: Ruleset) -> None:
    s = stage(tonight, *quiet(), altitude="low", orders={"altitude": "high"})
    reach(s, make_zone(s, over(5, "W")), "out")
    assert asked(s).count("altitude") == 1
    s = stage(tonight, altitude="low", orders={"altitude": "high"})
    s.zone = Zone(5, ("W",), ("",))
    another_turn(s, "again")
    assert (s.game.altitude, s.game.turn_of_zone) == ("high", 2)


@pytest.mark.rule("tonight 4.1.3", "tonight 4.1.3.climb")
def test_nobody_goes_down_on_the_deck_or_leaves_it_but_in_the_next_zone(tonight: Ruleset) -> None:
    s = stage(tonight, altitude="on_the_deck", orders={"altitude": "low"})
    another_turn(s, "again")
    assert (s.game.altitude, heights_open(s)) == ("on_the_deck", [])
    s = stage(tonight, altitude="low", orders={"altitude": "low"})
    another_turn(s, "again")
    assert heights_open(s) == ["high", "low"]


@pytest.mark.rule("tonight 4.1.1")
@pytest.mark.parametrize(
    "state",
    [SHUT, {"engines_out": [1, 2], "bombs_aboard": False}, {"engines_out": [1], "zone.number": 5}],
)
def test_what_keeps_the_bomber_low(tonight: Ruleset, state: dict[str, Any]) -> None:
    s = stage(tonight, altitude="low", orders={"altitude": "low"}, **state)
    take(s, "zone", "altitude")
    assert heights_open(s) == ["low", "on_the_deck"]


# --- 4.2: weather


@pytest.mark.rule("tonight 4.2")
@pytest.mark.parametrize(
    ("face", "found"),
    [(1, "clear"), (2, "clear"), (3, "haze"), (5, "haze"), (6, "half_cloud"), (8, "half_cloud"), (9, "full_cloud")],
)
def test_the_weather_of_a_zone(tonight: Ruleset, face: int, found: str) -> None:
    s = stage(tonight, face, previous_weather="haze")
    run(s, "zone", "weather")
    assert s.zone.weather == found


@pytest.mark.rule("tonight 4.2")
def test_the_modifiers_of_the_weather_add_up(tonight: Ruleset) -> None:
    for previous, value in (("none", []), ("clear", [-1]), ("haze", []), ("half_cloud", [1]), ("full_cloud", [2])):
        s = run(stage(tonight, 5, previous_weather=previous), "zone", "weather")
        assert modifiers(s, "weather") == value
    two = {"zone.number": 2, "previous_weather": "half_cloud", "weather_over_base": "poor"}
    s = run(stage(tonight, 7, **two), "zone", "weather")
    assert (sorted(modifiers(s, "weather")), s.zone.weather) == ([1, 1], "full_cloud")


@pytest.mark.rule("tonight 4.2")
def test_weather_is_rolled_for_a_zone_and_not_for_its_second_turn(tonight: Ruleset) -> None:
    s = stage(tonight, *quiet(low=True), outbound=False, altitude="low", orders={"altitude": "low"})
    s.source = scripted(4, 5, 1, 1, 1, 1, 1)
    s.game.slow.add("bomb bay doors jammed open")
    reach(s, make_zone(s, over(5, "W")), "home")
    used_up(s)
    assert stretches(s) == ["home 5", "home 5 again"]
    assert rolls(s).count("weather") == rolls(s).count("mechanical_failure") == rolls(s).count("detection") == 1


# --- 4.2.1 to 4.2.5: the Alps


@pytest.mark.rule("tonight 4.2.alps-check", "tonight 2.6.alps")
@pytest.mark.parametrize(
    ("alps", "weather", "rolled"),
    [
        (True, "full_cloud", True),
        (True, "half_cloud", False),
        (True, "clear", False),
        (False, "full_cloud", False),
    ],
)
def test_the_weather_of_the_alps_is_rolled_after_full_cloud_alone(
    tonight: Ruleset, alps: bool, weather: str, rolled: bool
) -> None:
    s = stage(tonight, weather=weather, **{"zone.is_alps": alps})
    assert is_taken(s, "zone", "alps_clouds") is rolled


@pytest.mark.rule("tonight 4.2.1")
@pytest.mark.parametrize("before", ["high", "low"])
def test_the_alps_are_entered_high(tonight: Ruleset, before: str) -> None:
    s = crossing(tonight, *quiet(), altitude=before, orders={"altitude": "low", "abort": "no"})
    assert reach(s, make_zone(s, ALPS), "out")
    used_up(s)
    assert s.game.altitude == "high"
    assert "altitude" not in asked(s)
    assert "alps_pass" not in rolls(s)


@pytest.mark.rule("tonight 4.2.1.pass", "tonight 4.1.slow", "tonight 4.2.1")
@pytest.mark.parametrize("face", range(1, 8))
def test_a_bomber_that_cannot_fly_high_finds_a_pass_in_one_turn_more(tonight: Ruleset, face: int) -> None:
    s = crossing(tonight, 4, 5, 1, 1, 1, face, 5, 1, 1, 1, altitude="low", orders={"abort": "no"}, **SHUT)
    count_turns(s)
    assert reach(s, make_zone(s, ALPS), "out")
    used_up(s)
    assert stretches(s) == ["out 12", "out 12 looking for a pass"]
    assert told(s, "looks_for_pass") == [{"found": True}]
    assert (turns(s), s.zone.number, s.game.altitude) == (2, 12, "low")
    assert rolls(s).count("detection") == 1


@pytest.mark.rule("tonight 4.2.1.pass")
def test_looking_for_a_pass_comes_on_top_of_the_turns_of_a_slow_bomber(tonight: Ruleset) -> None:
    s = crossing(tonight, 4, 5, 1, 1, 1, 1, 1, 1, 1, 1, altitude="low", orders={"abort": "no"}, **SHUT)
    s.game.slow.add("bomb bay doors jammed open")
    reach(s, make_zone(s, ALPS), "out")
    used_up(s)
    assert stretches(s) == ["out 12", "out 12 looking for a pass", "out 12 again"]


@pytest.mark.rule("tonight 4.2.1.pass")
def test_a_six_in_the_pass_is_the_mountain_and_the_end_of_all(tonight: Ruleset) -> None:
    s = crossing(tonight, 4, 5, 1, 1, 1, 7, 6, altitude="low", **SHUT)
    assert end(s, lambda s: reach(s, make_zone(s, ALPS), "out")) == "crashed"
    assert fates(s) == ["killed"] * 7


@pytest.mark.rule("tonight 4.2.1.pass", "tonight 4.1.3.climb")
def test_from_the_deck_nobody_climbs_over_the_alps_either(tonight: Ruleset) -> None:
    s = crossing(tonight, 4, 5, 1, 1, 1, 1, 1, 1, 1, 1, altitude="on_the_deck", orders={"abort": "no"})
    reach(s, make_zone(s, ALPS), "out")
    used_up(s)
    assert "alps_pass" in rolls(s)
    assert s.game.altitude == "low"


@pytest.mark.rule("tonight 4.2.1.no-pass")
@pytest.mark.parametrize("face", [8, 9, 10])
def test_without_a_pass_the_mission_is_given_up(tonight: Ruleset, face: int) -> None:
    orders = {"jettison": "yes", "abort": "no"}
    s = crossing(tonight, 4, 5, 1, 1, 1, face, 1, 1, altitude="low", orders=orders, **SHUT)
    reach(s, make_zone(s, ALPS), "out")
    used_up(s)
    assert s.game.aborting == "no pass through the Alps"
    assert stretches(s) == ["out 12", "out 12 looking for a pass", "home 12 turning"]
    assert (s.zone.number, s.outbound) == (12, False)


@pytest.mark.rule("tonight 4.2.1.no-pass")
def test_on_the_way_home_it_turns_back_over_italy_and_tries_again(tonight: Ruleset) -> None:
    home = (4, 5, 1, 1, 1)
    s = crossing(
        tonight,
        *(*home, 8),
        *(4, 5, 1, 1, 1, 1, 1),
        *(*home, 1, 5, 1, 1),
        home=True,
        altitude="low",
        orders={"malta": "no", "altitude": "low", "divert": "no"},
        **SHUT,
    )
    s.zone = Zone(13, ("W",), ("",))
    s.game.route = route(ALPS, over(13, "W"))
    zones.reach(s, make_zone(s, ALPS), "home")
    assert (s.zone.number, s.game.aborting, s.game.finds_no_pass) == (13, "", False)
    assert stretches(s) == ["home 12", "home 12 looking for a pass", "home turned back 13"]
    assert reach(s, make_zone(s, ALPS), "home")
    used_up(s)
    assert s.zone.number == 12


def shut_in(tonight: Ruleset, *faces: int, code: str = "I", alps: bool = False, choice: str = "yes") -> Sortie:
    """A bomber on its way home that finds no pass, or is iced up, before the Alps."""
    s = crossing(tonight, *faces, home=True, orders={"malta": choice, "altitude": "high", "divert": "no"})
    s.zone = Zone(13, (code,), ("",), is_alps=alps)
    s.game.route = route(ALPS, over(13, "W"))
    return s


ICED = (10, 1)
AGAIN = (4, 5, 1, 10, 1, 1, 1, 1)
"""The dice of the zone that is played again, on the way home."""


@pytest.mark.rule("tonight 4.2.1.malta")
def test_from_italy_the_bomber_may_make_for_malta_six_zones_away(tonight: Ruleset) -> None:
    s = shut_in(tonight, *ICED, *AGAIN, *AGAIN * 6, 4, 4)
    assert end(s, fly_home) == "diverted"
    assert ("malta", "yes") in choices(s)
    flown = told(s, "zone")[-6:]
    assert [facts["below"] for facts in flown] == ["the sea"] * 4 + ["Italy", "the sea"]
    assert [facts["number"] for facts in flown] == [1, 2, 3, 4, 5, 6]
    assert fates(s) == ["returns"] * 7


@pytest.mark.rule("tonight 4.2.1.malta")
@pytest.mark.parametrize(("over", "alps"), [("F", False), ("S", False), ("I", True)])
def test_malta_is_for_a_bomber_over_italy_south_of_the_alps(tonight: Ruleset, over: str, alps: bool) -> None:
    s = crossing(tonight)
    s.zone = Zone(12, (over,), ("",), is_alps=alps)
    assert not zones.is_south_of_alps(s)
    s.zone = Zone(13, ("I",), ("",))
    assert zones.is_south_of_alps(s)


@pytest.mark.rule("tonight 4.2.2")
def test_icing_on_the_way_out_turns_the_bomber_in_the_zone_before_which_is_played_anew(tonight: Ruleset) -> None:
    s = crossing(tonight, *ICED, 4, 5, 1, 10, 1, 1, 1, 1, orders={"altitude": "high", "divert": "no"})
    s.zone = Zone(11, ("W",), ("",))
    assert not reach(s, make_zone(s, ALPS), "out")
    used_up(s)
    assert rolls(s)[:2] == ["weather", "alps_weather"]
    assert rolls(s)[2:] == ["weather", "mechanical_failure", "contrails", "detection", "collision"]
    assert stretches(s) == ["out 12", "out turned back 11"]
    assert (s.zone.number, s.outbound, s.game.aborting) == (11, False, "severe icing over the Alps")
    assert "abort" not in asked(s)
    assert told(s, "iced") == [{"number": 11}]
    assert s.game.zones == 11


@pytest.mark.rule("tonight 4.2.3")
def test_icing_over_a_target_in_the_alps_means_home_without_bombing(tonight: Ruleset) -> None:
    s = crossing(tonight, *ICED, 4, 5, 1, 10, 1, 1, 1, 1, orders={"altitude": "high", "divert": "no"})
    s.zone = Zone(11, ("W",), ("",))
    s.game.route = route(RouteZone(12, ("F",), region=("",), alps=True))
    fly_out(s)
    used_up(s)
    assert "bomb_run" not in rolls(s)
    assert s.game.bomb_run == ""
    assert (s.zone.number, s.outbound, s.zone.is_target) == (11, False, False)


@pytest.mark.rule("tonight 4.2.4")
def test_on_the_way_home_it_tries_again_and_again_until_it_gets_across(tonight: Ruleset) -> None:
    across = (4, 5, 1, 10, 1, 1, 1, 1)
    s = shut_in(tonight, *ICED, *AGAIN, *ICED, *AGAIN, *across, code="W", choice="no")
    fly_home(s)
    used_up(s)
    assert stretches(s) == ["home 12", "home turned back 13", "home 12", "home turned back 13", "home 12"]
    assert s.zone.number == 12


@pytest.mark.rule("tonight 4.2.5")
@pytest.mark.parametrize(
    ("weather", "alpine", "come"),
    [
        ("full_cloud", 3, False),
        ("full_cloud", 4, False),
        ("full_cloud", 5, True),
        ("full_cloud", 6, True),
        ("half_cloud", None, True),
    ],
)
def test_night_fighters_come_over_the_alps_in_good_weather_alone(
    tonight: Ruleset, weather: str, alpine: int | None, come: bool
) -> None:
    s = stage(tonight, date=WINTER, campaign=8, weather=weather, **{"zone.is_alps": True, "zone.over": "S"})
    cold = [1] * len([gun for gun in s.bomber.guns.values() if gun.type.gunner]) if not come else []
    s.source = scripted(*([alpine] if alpine else []), *cold, *([5, 1] if come else []))
    s.game.detected = True
    run(s, "zone", "alps_clouds", "first_turn")
    assert ("night_fighters" in rolls(s)) is come


# --- 4.3: recall


@pytest.mark.rule("tonight 4.3", "tonight 4.3.skip")
@pytest.mark.parametrize(
    ("state", "rolled"),
    [
        ({"weather": "full_cloud", "zone.number": 2}, True),
        ({"weather": "full_cloud"}, True),
        ({"weather": "half_cloud"}, False),
        ({"weather": "clear"}, False),
        ({"weather": "full_cloud", "zone.is_target": True}, False),
        ({"weather": "full_cloud", "outbound": False}, False),
        ({"weather": "full_cloud", "out.radio": True}, False),
        ({"weather": "full_cloud", "out.electrical": True}, False),
        ({"weather": "full_cloud", "wireless_operator.wounds": "serious"}, False),
    ],
)
def test_when_a_recall_is_rolled_for(tonight: Ruleset, state: dict[str, Any], rolled: bool) -> None:
    s = stage(tonight, *([5, 1] if rolled else []), **state)
    run(s, "zone", "recall")
    assert ("recall" in rolls(s)) is rolled
    assert s.game.aborting == ""


@pytest.mark.rule("tonight 4.3.skip")
def test_with_the_wireless_left_unmanned_nobody_hears_a_recall(tonight: Ruleset) -> None:
    s = stage(tonight, weather="full_cloud")
    operator = man(s, "wireless_operator")
    operator.change_places(s.bomber.stations["ventral_position"])
    assert s.bomber.man_at("wireless_operator") is NOBODY
    run(s, "zone", "recall")
    assert rolls(s) == []


@pytest.mark.rule("tonight 4.3", "tonight 4.8.1", "tonight 4.3.credit", "tonight 4.5.h")
@pytest.mark.parametrize(
    ("faces", "why", "counts"),
    [((10, 1, 2), "spoof", True), ((10, 6, 1), "spoof", True), ((10, 6, 3), "weather", False)],
)
def test_a_recall_has_its_reason_and_only_a_spoof_raid_counts(
    tonight: Ruleset, faces: tuple[int, ...], why: str, counts: bool
) -> None:
    s = stage(tonight, *faces, weather="full_cloud", date="1944-01-20", campaign=8)
    run(s, "zone", "recall")
    assert rolls(s) == ["recall", "recall_reason"]
    assert s.game.aborting
    assert (s.game.returned_by_recall, told(s, "recalled")) == (why, [{"why": why}])
    debriefing.credit(s)
    assert s.game.counts_for_tour is counts


@pytest.mark.rule("tonight 4.8.1")
@pytest.mark.parametrize(
    ("day", "why"),
    [("1943-06-30", "weather"), ("1943-07-01", "spoof"), ("1944-12-31", "spoof"), ("1945-01-01", "weather")],
)
def test_spoof_raids_are_recalled_from_window_to_the_end_of_1944_alone(tonight: Ruleset, day: str, why: str) -> None:
    s = stage(tonight, 10, 1, 1, weather="full_cloud", campaign=None, date=day, options={"any_bomber": "1"})
    run(s, "zone", "recall")
    assert s.game.returned_by_recall == why


@pytest.mark.rule("tonight 4.3.credit")
def test_a_recall_for_the_weather_earns_nothing_whatever_the_enemy_did_before(tonight: Ruleset) -> None:
    s = stage(tonight, 10, 1, 6, weather="full_cloud", date="1944-01-20", campaign=8)
    s.game.enemy_did.add("electrical")
    run(s, "zone", "recall")
    debriefing.credit(s)
    assert not s.game.counts_for_tour


# --- 4.4: machinery


@pytest.mark.rule("tonight 4.4", "tonight 4.4.stirling")
@pytest.mark.parametrize("bomber", ["lancaster", "halifax-ii", "halifax-iii", "stirling"])
@pytest.mark.parametrize(
    ("roll", "families"), [(4, "all"), (5, "stirling"), (7, "stirling"), (8, "none"), (100, "none")]
)
def test_failure_on_01_to_04_and_to_07_in_a_stirling(tonight: Ruleset, bomber: str, roll: int, families: str) -> None:
    fails = families == "all" or families == bomber
    faces = ((roll // 10 - 1) % 10 + 1, (roll - 1) % 10 + 1) if roll < 100 else (10, 10)
    s = stage(tonight, *faces, *((1, 1, 1, 1) if fails else ()), bomber=bomber, campaign=8, date="1943-11-20")
    take(s, "zone", "mechanical_failure")
    assert ("failed_system" in rolls(s)) is fails
    if not fails:
        used_up(s)


@pytest.mark.rule("tonight 4.4")
@pytest.mark.parametrize(
    ("bomber", "table"),
    [("lancaster", "4-3B"), ("halifax-ii", "4-3C"), ("halifax-iii", "4-3C"), ("stirling", "4-3D")],
)
def test_each_type_has_its_table_of_failed_systems(tonight: Ruleset, bomber: str, table: str) -> None:
    s = stage(tonight, bomber=bomber, campaign=8, date="1943-11-20")
    assert s.tables["failed_system"].table.id == table


@pytest.mark.rule("tonight 4.4")
def test_something_may_fail_in_every_zone_out_and_home_but_not_in_zone_one(tonight: Ruleset) -> None:
    for outbound in (True, False):
        assert is_taken(stage(tonight, outbound=outbound), "zone", "mechanical_failure")
    assert "mechanical_failure" not in [step.name for step in tonight.procedures["landing"]]


# --- 4.5: giving up


@pytest.mark.rule("tonight 4.5", "tonight 4.5.timing", "tonight 4.5.turn")
def test_who_gives_up_turns_after_the_fighting_with_another_turn_in_the_zone(tonight: Ruleset) -> None:
    s = stage(tonight, *(4, 5, 1, 10, 5, 5), 5, 10, 5, 10, 1, 1, orders={"abort": "yes", "jettison": "yes"})
    s.game.route = route(over(5, "W"), over(6, "W"))
    count_turns(s)
    reach(s, make_zone(s, over(5, "W")), "out")
    used_up(s)
    assert s.game.detected
    assert rolls(s)[-3:] == ["night_fighters", "night_fighters", "collision"]
    assert rolls(s).count("detection") == 1
    assert stretches(s) == ["out 5", "home 5 turning"]
    assert (s.outbound, s.zone.number, turns(s)) == (False, 5, 2)
    assert "navigation" not in rolls(s)
    names = [step.name for step in tonight.procedures["zone"]]
    assert names.index("first_turn") < names.index("abort_decision") < names.index("navigation")


@pytest.mark.rule("tonight 4.5")
def test_with_a_reason_the_pilot_is_asked_and_may_go_on(tonight: Ruleset) -> None:
    s = stage(tonight, orders={"abort": "no"})
    s.game.reasons_to_abort.append("all superchargers out")
    abort_decision(s)
    assert (asked(s), s.game.aborting, s.outbound) == (["abort"], "", True)


@pytest.mark.rule("tonight 4.5")
def test_the_first_reason_is_told_when_he_gives_up(tonight: Ruleset) -> None:
    s = stage(tonight, orders={"abort": "yes", "jettison": "no", "altitude": "high"})
    s.game.reasons_to_abort.append("all superchargers out")
    abort_decision(s)
    assert s.game.aborting == "all superchargers out"


@pytest.mark.rule("tonight 4.5")
def test_nobody_gives_up_over_the_target_or_on_the_way_home(tonight: Ruleset) -> None:
    assert not is_taken(stage(tonight, **{"zone.is_target": True}), "zone", "abort_decision")
    assert not is_taken(stage(tonight, outbound=False), "zone", "abort_decision")
    s = stage(tonight, outbound=False)
    zones.give_up(s, "tired")
    assert s.game.aborting == ""


@pytest.mark.rule("tonight 4.5.jettison")
@pytest.mark.parametrize("code", ["W", "N", "F", "S", "E"])
@pytest.mark.parametrize("choice", ["yes", "no"])
def test_the_bombs_may_be_jettisoned_before_turning_whatever_lies_below(
    tonight: Ruleset, code: str, choice: str
) -> None:
    s = stage(tonight, orders={"abort": "yes", "jettison": choice, "altitude": "high"}, **{"zone.over": code})
    abort_decision(s)
    assert s.bomber.bombs_aboard is (choice == "no")


@pytest.mark.rule("tonight 4.5.jettison")
def test_nobody_is_asked_for_bombs_that_are_gone(tonight: Ruleset) -> None:
    s = stage(tonight, bombs_aboard=False, orders={"abort": "yes", "altitude": "high"})
    abort_decision(s)
    assert s.game.aborting
    assert "jettison" not in asked(s)


@pytest.mark.rule("tonight 4.5.jettison")
def test_no_bombs_are_jettisoned_in_zone_one(tonight: Ruleset) -> None:
    s = taking_off(tonight, engines_out=[1, 2], altitude="low")
    fly_out(s)
    assert s.game.aborting == "two engines out"
    assert s.bomber.bombs_aboard
    assert "jettison" not in asked(s)


@pytest.mark.rule("tonight 4.5.d")
def test_two_engines_out_leave_no_choice_one_does(tonight: Ruleset) -> None:
    s = stage(tonight, engines_out=[1, 2], altitude="low")
    take(s, "zone", "engines")
    assert s.game.aborting == "two engines out"
    s = stage(tonight, engines_out=[1], altitude="low", orders={"jettison_for_engine": "yes"})
    take(s, "zone", "engines")
    assert s.game.aborting == ""


WOUNDS = {"serious": serious_wound, "killed": killed}


def harmed(tonight: Ruleset, cause: str, harm: dict[str, Any]) -> bool:
    """Whether an abort counts after this harm, which came of this cause."""
    s = stage(tonight, orders={"abort": "yes", "jettison": "yes", "altitude": "low"}, altitude="low")
    with s.caused_by(cause):
        apply(s, harm)
    abort_decision(s)
    assert s.game.aborting
    debriefing.credit(s)
    return bool(s.game.counts_for_tour)


def apply(s: Sortie, harm: dict[str, Any]) -> None:
    """Carry out effects of a table, as verbs with what they take."""
    for verb, value in harm.items():
        if verb in WOUNDS:
            s.man = man(s, value)
            WOUNDS[verb].function(s)
        else:
            s.ruleset.verbs[verb].function(s, value)


@pytest.mark.rule("tonight 4.5.a", "tonight 4.5.b", "tonight 4.5.c", "tonight 4.5.d", "tonight 4.5.e", "tonight 4.5.f")
@pytest.mark.parametrize("cause", ["fighter", "flak", "mechanical"])
@pytest.mark.parametrize(
    "harm",
    [
        {"system_out": "bomb_bay_doors"},
        {"system_out": "intercom"},
        {"system_out": "bombsight"},
        {"heat_out": "tail_gunner"},
        {"serious": "pilot"},
        {"killed": "bomb_aimer"},
        {"serious": "navigator"},
        {"engine_out": 2},
        {"oxygen_out": "front_centre"},
        {"system_out": "electrical"},
    ],
    ids=lambda harm: " ".join(f"{verb} {value}" for verb, value in harm.items()),
)
def test_an_abort_counts_for_what_fighters_and_guns_did_not_for_what_failed(
    tonight: Ruleset, cause: str, harm: dict[str, Any]
) -> None:
    assert harmed(tonight, cause, harm) is (cause != "mechanical")


@pytest.mark.rule("tonight 4.5.e")
def test_an_abort_for_oxygen_does_not_count_while_the_man_has_another_outlet(tonight: Ruleset) -> None:
    assert not harmed(tonight, "fighter", {"oxygen_out": "tail"})


@pytest.mark.rule("tonight 4.5.note", "tonight 4.5.g", "tonight 1.6")
@pytest.mark.parametrize(
    "harm",
    [{}, {"system_out": "radio"}, {"system_out": "autopilot"}, {"serious": "tail_gunner"}, {"killed": "engineer"}],
    ids=str,
)
def test_an_abort_for_anything_else_does_not_count(tonight: Ruleset, harm: dict[str, Any]) -> None:
    assert not harmed(tonight, "fighter", harm)


@pytest.mark.rule("tonight 4.5.note", "tonight 1.6")
@pytest.mark.parametrize(
    ("run_of_bombs", "counts"), [("on_target", True), ("off_target", True), ("", False), ("jettisoned", False)]
)
def test_otherwise_a_raid_counts_when_the_bombs_were_dropped_on_the_target(
    tonight: Ruleset, run_of_bombs: str, counts: bool
) -> None:
    s = stage(tonight, outbound=False)
    s.game.bomb_run = run_of_bombs
    debriefing.credit(s)
    assert s.game.counts_for_tour is counts


@pytest.mark.rule("tonight 1.6", "tonight 2.2.tour")
def test_a_tour_is_thirty_operations_from_first_to_last(tonight: Ruleset) -> None:
    (spans,) = tonight.names.tour.values()
    assert [one.missions for one in spans] == [30]
    assert spans[0].from_ <= min(one.from_ for one in tonight.campaigns.values())


# --- 4.6: contrails


@pytest.mark.rule("tonight 4.6", "tonight 4.6.low")
@pytest.mark.parametrize(("height", "rolled"), [("high", True), ("low", False), ("on_the_deck", False)])
def test_contrails_form_high_up_alone(tonight: Ruleset, height: str, rolled: bool) -> None:
    assert is_taken(stage(tonight, altitude=height), "zone", "contrails") is rolled


@pytest.mark.rule("tonight 4.6")
@pytest.mark.parametrize(("face", "form"), [(1, True), (3, True), (4, False), (10, False)])
def test_contrails_are_rolled_in_each_zone(tonight: Ruleset, face: int, form: bool) -> None:
    s = run(stage(tonight, face, altitude="high"), "zone", "contrails")
    assert s.zone.contrails is form
    s.source = scripted(*quiet())
    reach(s, make_zone(s, over(6, "W")), "out")
    assert rolls(s).count("contrails") == 2


@pytest.mark.rule("tonight 4.6")
def test_contrails_draw_the_searchlights(tonight: Ruleset) -> None:
    s = stage(tonight, 3, 3, **{"zone.contrails": True, "weather": "clear"})
    s.roll("searchlights")
    with_trails = sum(modifiers(s, "searchlights"))
    s = stage(tonight, 3, 3, weather="clear")
    s.roll("searchlights")
    assert with_trails == sum(modifiers(s, "searchlights")) + 1


# --- two turns a zone


@pytest.mark.rule("tonight 4.1.slow", "tonight 5.10")
@pytest.mark.parametrize(
    ("state", "slow"),
    [
        ({}, False),
        ({"engines_out": [1]}, True),
        ({"engines_out": [1], "bombs_aboard": False}, False),
        ({"engines_out": [1], "zone.is_target": True}, False),
        ({"engines_out": [1, 2], "bombs_aboard": False}, True),
        ({"engines_out": [1, 2, 3], "bombs_aboard": False}, True),
    ],
    ids=str,
)
def test_engines_out_make_two_turns_of_a_zone(tonight: Ruleset, state: dict[str, Any], slow: bool) -> None:
    s = stage(tonight, altitude="low", **state)
    assert is_slow(s) is slow


@pytest.mark.rule("tonight 4.1.slow", "tonight 5.2.5")
def test_a_burst_inside_makes_the_bomber_slow_and_keeps_it_low(tonight: Ruleset) -> None:
    s = stage(tonight)
    assert not is_slow(s)
    s.bomber.bursts = 1
    assert is_slow(s)
    assert must_stay_low(s)


@pytest.mark.rule("tonight 4.1.slow", "tonight 4.5.turn")
def test_a_slow_bomber_that_turns_back_takes_no_third_turn(tonight: Ruleset) -> None:
    orders = {"abort": "yes", "jettison": "yes", "altitude": "low"}
    s = stage(tonight, *(4, 5, 1, 1, 1, 1, 1), altitude="low", orders=orders)
    s.game.slow.add("bomb bay doors jammed open")
    reach(s, make_zone(s, over(5, "W")), "out")
    used_up(s)
    assert stretches(s) == ["out 5", "home 5 turning"]


@pytest.mark.rule("tonight 4.1")
def test_a_fast_bomber_spends_one_turn_in_a_zone(tonight: Ruleset) -> None:
    s = stage(tonight, *quiet(), orders={"altitude": "high", "abort": "no"})
    count_turns(s)
    reach(s, make_zone(s, over(5, "W")), "out")
    used_up(s)
    assert (turns(s), stretches(s)) == (1, ["out 5"])
