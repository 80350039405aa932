"""Tables 2-1 to 4-7A: what each die gives, and what changes it.

Printed numbers and those of the daylight game are typed here from the documents. 4-5 and 4-7 hold numbers of our
own: of them only what the rulebook says is tested.
"""

from __future__ import annotations

from datetime import date, timedelta
from typing import Any

import pytest
from bomberstream.core.ruleset import Ruleset
from bomberstream.core.testing import scripted
from night_tables import acting, at, carry_out, check, read
from nights import end, man, rolls, stage

# --- 2: before the mission


@pytest.mark.rule("tonight 2-1")
def test_moon(tonight: Ruleset) -> None:
    check(tonight.tables["2-1"], "1d6", "1..2 crescent, 3..4 half, 5..6 full")
    assert acting(stage(tonight), "moon") == []


@pytest.mark.rule("tonight 2-2")
def test_night_vision(tonight: Ruleset) -> None:
    check(tonight.tables["2-2"], "1d6", "-1..5 no, 6..9 yes")


@pytest.mark.rule("tonight 2-2", "tonight 2.8.1.1")
@pytest.mark.parametrize(("missions", "expected"), [(0, []), (9, []), (10, [1]), (19, [1]), (20, [1, 1]), (29, [1, 1])])
def test_night_vision_comes_with_experience(tonight: Ruleset, missions: int, expected: list[int]) -> None:
    s = stage(tonight)
    s.man = man(s, "tail_gunner")
    s.man.missions = missions
    assert acting(s, "night_vision") == expected


# --- 3: take-off


@pytest.mark.rule("tonight 3-1")
def test_weather_over_base(tonight: Ruleset) -> None:
    check(tonight.tables["3-1"], "1d10", "-3..0 bad, 1..2 poor, 3..12 good")


@pytest.mark.rule("tonight 3-1")
@pytest.mark.parametrize(
    ("month", "expected"),
    list(enumerate([[-2], [-2], [-1], [-1], [], [], [], [], [], [-1], [-1], [-2]], 1)),
)
def test_seasons_of_english_weather(tonight: Ruleset, month: int, expected: list[int]) -> None:
    for moon in ("full", "half", "crescent"):
        assert acting(stage(tonight, **at(f"1943-{month:02}-15", moon=moon)), "weather_over_base") == expected


@pytest.mark.rule("tonight 3-1A")
def test_place_in_the_stream_is_one_of_three_thirds(tonight: Ruleset) -> None:
    check(tonight.tables["3-1A"], "1d6", "1..2 front, 3..4 middle, 5..6 back")


@pytest.mark.rule("tonight 3-2")
def test_take_off(tonight: Ruleset) -> None:
    check(tonight.tables["3-2"], "1d10", "1 engine_trouble, 2 mid_air_accident, 3..10 airborne")


@pytest.mark.rule("tonight 3-2", "tonight 3.1.3")
@pytest.mark.parametrize(("weather", "losses"), [("poor", 2), ("good", 0)])
def test_accident_costs_the_squadron_two(tonight: Ruleset, weather: str, losses: int) -> None:
    s = carry_out(tonight, "take_off", 2, weather_over_base=weather)
    assert s.game.squadron_losses == losses


@pytest.mark.rule("tonight 3-2")
def test_rough_engine(tonight: Ruleset) -> None:
    check(tonight.tables["3-2 note a"], "1d10", "1..6 false_alarm, 7..9 engine_malfunction, 10 crash")
    assert rolls(carry_out(tonight, "take_off", 1, 6)) == ["take_off", "rough_engine"]
    assert rolls(carry_out(tonight, "take_off", 1, 7, 9)) == ["take_off", "rough_engine", "engine_malfunction"]
    s = carry_out(tonight, "take_off", 1, 10, 1)
    assert rolls(s) == ["take_off", "rough_engine", "crash"]


@pytest.mark.rule("tonight 3-3")
def test_crash(tonight: Ruleset) -> None:
    check(tonight.tables["3-3"], "1d6", "1 repairable, 2 wrecked, 3 wrecked_with_fire, 4..6 destroyed")
    check(tonight.tables["3-3 note a"], "1d6", "1..3 uninjured, 4..6 injured")


@pytest.mark.rule("tonight 3-3")
def test_men_in_the_crash(tonight: Ruleset) -> None:
    assert rolls(carry_out(tonight, "crash", 1)) == ["crash"]
    for roll in (2, 3):
        s = carry_out(tonight, "crash", roll, *[3] * 7)
        assert rolls(s) == ["crash", *["crash_injury"] * 7]
    s = carry_out(tonight, "crash", 2, 4, 1, *[1] * 6)
    assert rolls(s).count("wounds") == 1
    for roll in (4, 5, 6):
        s = stage(tonight, roll)
        assert end(s, lambda one: one.carry_out("crash")) == "crashed"
        assert all(one.is_dead for one in s.bomber.crew)


# --- 4-1 to 4-4


@pytest.mark.rule("tonight 4-1")
def test_weather(tonight: Ruleset) -> None:
    check(tonight.tables["4-1"], "1d10", "-1..2 clear, 3..5 haze, 6..8 half_cloud, 9..13 full_cloud")


@pytest.mark.rule("tonight 4-1")
@pytest.mark.parametrize(
    ("state", "expected"),
    [
        ({"previous_weather": "none"}, []),
        ({"previous_weather": "clear"}, [-1]),
        ({"previous_weather": "haze"}, []),
        ({"previous_weather": "half_cloud"}, [1]),
        ({"previous_weather": "full_cloud"}, [2]),
        ({"zone.number": 2, "weather_over_base": "good"}, [-1]),
        ({"zone.number": 2, "weather_over_base": "poor"}, [1]),
        ({"zone.number": 3, "weather_over_base": "good"}, []),
        ({"zone.number": 3, "weather_over_base": "poor"}, []),
        ({"zone.number": 2, "weather_over_base": "good", "outbound": False}, []),
        ({"zone.number": 2, "weather_over_base": "poor", "outbound": False}, []),
        ({"zone.number": 2, "weather_over_base": "poor", "previous_weather": "full_cloud"}, [1, 2]),
    ],
)
def test_what_changes_the_weather(tonight: Ruleset, state: dict[str, Any], expected: list[int]) -> None:
    assert acting(stage(tonight, **state), "weather") == expected


@pytest.mark.rule("tonight 4-1A")
def test_alps(tonight: Ruleset) -> None:
    check(tonight.tables["4-1A"], "1d10", "0..1 severe_icing, 2..3 cloud, 4..11 good")


@pytest.mark.rule("tonight 4-1A")
@pytest.mark.parametrize(("month", "expected"), [(m, [-1]) for m in (12, 1, 2)] + [(m, [1]) for m in (6, 7, 8)])
def test_seasons_in_the_alps(tonight: Ruleset, month: int, expected: list[int]) -> None:
    assert acting(stage(tonight, **at(f"1943-{month:02}-10")), "alps_weather") == expected


@pytest.mark.rule("tonight 4-1A")
@pytest.mark.parametrize("month", [3, 4, 5, 9, 10, 11])
def test_no_season_in_the_alps(tonight: Ruleset, month: int) -> None:
    assert acting(stage(tonight, **at(f"1943-{month:02}-10")), "alps_weather") == []


@pytest.mark.rule("tonight 4-1A", "tonight 4.2.1")
def test_pass(tonight: Ruleset) -> None:
    """Printed: 1 to 7 found, 8 to 10 not; then 1 to 5 through, 6 into the mountain with all aboard."""
    check(tonight.tables["4-1A note e"], "1d10", "1..7 found, 8..10 none")
    check(tonight.tables["4-1A note e crash"], "1d6", "1..5 through, 6 crash")
    s = stage(tonight, 6)
    assert end(s, lambda one: one.carry_out("alps_pass_crash")) == "crashed"
    assert all(one.is_dead for one in s.bomber.crew)
    carry_out(tonight, "alps_pass_crash", 5)


@pytest.mark.rule("tonight 4-2")
def test_recall(tonight: Ruleset) -> None:
    check(tonight.tables["4-2"], "d100", "1..6 recalled, 7..100 continues")
    assert acting(stage(tonight), "recall") == []


@pytest.mark.rule("tonight 4-2A", "tonight 4.8.1")
def test_reason_for_a_recall(tonight: Ruleset) -> None:
    check(tonight.tables["4-2A"], "1d6", "1..2 spoof, 3..10 weather")


@pytest.mark.rule("tonight 4-2A")
@pytest.mark.parametrize(
    ("day", "spoofs"),
    [("1943-06-30", False), ("1943-07-01", True), ("1944-12-31", True), ("1945-01-01", False)],
)
def test_spoofs_are_flown_from_window_to_late_1944(tonight: Ruleset, day: str, spoofs: bool) -> None:
    """The rulebook says from early 1943, and that a spoof drops Window, which comes in July."""
    found = tonight.tables["4-2A"]
    more = sum(acting(stage(tonight, **at(day)), "recall_reason"))
    assert ("spoof" in read(found, range(1 + more, 7 + more)).values()) is spoofs


@pytest.mark.rule("tonight 4-3A", "tonight 4.4")
def test_mechanical_failure(tonight: Ruleset) -> None:
    check(tonight.tables["4-3A"], "d100", "1..4 failure, 5..7 failure_if_stirling, 8..100 none")


@pytest.mark.rule("tonight 4-3A", "tonight 4-3B", "tonight 4-3C", "tonight 4-3D", "tonight 4.4")
@pytest.mark.parametrize(
    ("bomber", "day", "last", "table"),
    [
        ("lancaster", "1943-06-01", 4, "4-3B"),
        ("halifax-ii", "1943-06-01", 4, "4-3C"),
        ("halifax-iii", "1944-06-10", 4, "4-3C"),
        ("stirling", "1943-06-01", 7, "4-3D"),
    ],
)
def test_each_type_fails_by_its_own_numbers(tonight: Ruleset, bomber: str, day: str, last: int, table: str) -> None:
    failing = []
    for number in range(1, 101):
        s = stage(tonight, **at(day, bomber=bomber))
        # A fault of the instruments, and among them the flap controls, which have no die of their own.
        s.source = scripted(number // 10 % 10, number % 10, 0, 1, 3, 3)
        s.carry_out("mechanical_failure")
        if len(rolls(s)) > 1:
            failing.append(number)
            assert rolls(s)[:2] == ["mechanical_failure", "failed_system"]
    assert failing == list(range(1, last + 1))
    assert stage(tonight, **at(day, bomber=bomber)).tables["failed_system"].id == table


@pytest.mark.rule("tonight 4-4")
def test_contrails(tonight: Ruleset) -> None:
    check(tonight.tables["4-4"], "1d10", "1..3 contrails, 4..10 none")
    assert acting(stage(tonight), "contrails") == []


# --- 4-5: printed is that 5 or less escapes


@pytest.mark.rule("tonight 4-5", "tonight 4.7.1")
def test_five_or_less_escapes_radar(tonight: Ruleset) -> None:
    check(tonight.tables["4-5"], "2d6", "-9..5 undetected, 6..20 detected")


def radar(tonight: Ruleset, **state: Any) -> int:
    return sum(acting(stage(tonight, **state), "detection"))


@pytest.mark.rule("tonight 4-5", "tonight 2.7.1", "tonight 3.1.2")
@pytest.mark.parametrize("device", ["window", "mandrel"])
@pytest.mark.parametrize("day", ["1943-08-10", "1944-02-10", "1944-12-10"])
def test_jamming_hides_the_bomber(tonight: Ruleset, device: str, day: str) -> None:
    assert radar(tonight, **at(day, **{f"device.{device}": True})) < radar(tonight, **at(day))
    both = at(day, **{"device.window": True, "device.mandrel": True})
    assert radar(tonight, **both) < radar(tonight, **at(day, **{f"device.{device}": True}))


@pytest.mark.rule("tonight 4-5", "tonight 3.1.2")
def test_the_back_of_the_stream_is_found_more(tonight: Ruleset) -> None:
    front, middle, back = (radar(tonight, stream_position=place) for place in ("front", "middle", "back"))
    assert front <= middle < back


@pytest.mark.rule("tonight 4-5")
def test_radar_does_not_mind_moon_or_weather(tonight: Ruleset) -> None:
    found = {radar(tonight, moon=m, weather=w) for m in ("full", "crescent") for w in ("clear", "full_cloud")}
    assert len(found) == 1


@pytest.mark.rule("tonight 4-5")
@pytest.mark.parametrize("device", ["gee", "gee_h", "h2s", "monica"])
def test_other_sets_do_not_jam(tonight: Ruleset, device: str) -> None:
    assert radar(tonight, **at("1944-02-10", **{f"device.{device}": True})) == radar(tonight, **at("1944-02-10"))


# --- 4-7: a column for each moon, and what the rulebook says modifies


def needed(tonight: Ruleset, moon: str) -> int:
    """The number at the head of a column: from it on the bomber is spotted, below it never."""
    found = read(tonight.tables["4-7"], range(-10, 25), moon)
    spotted = [total for total, result in found.items() if result == "spotted"]
    assert spotted == list(range(spotted[0], 25))
    assert set(found.values()) == {"spotted", "unseen"}
    return spotted[0]


def lights(tonight: Ruleset, **state: Any) -> int:
    return sum(acting(stage(tonight, **state), "searchlights"))


@pytest.mark.rule("tonight 4-7", "tonight 5.1.2")
def test_a_number_for_each_moon(tonight: Ruleset) -> None:
    table = tonight.tables["4-7"]
    assert table.table.dice == "2d6"
    assert set(table.columns) == {"full", "half", "crescent"}
    assert needed(tonight, "full") < needed(tonight, "half") < needed(tonight, "crescent")
    assert table.column is not None
    for moon in table.columns:
        assert table.column(stage(tonight, moon=moon)) == moon
    # The column is the moon's whole part: it is no modifier besides.
    assert len({lights(tonight, moon=moon) for moon in table.columns}) == 1


@pytest.mark.rule("tonight 4-7", "tonight 5.1.5")
@pytest.mark.parametrize(
    ("more", "less"),
    [
        ({"stream_position": "back"}, {"stream_position": "middle"}),
        ({"stream_position": "middle"}, {"stream_position": "front"}),
        ({"zone.contrails": True}, {}),
        ({"weather": "clear"}, {"weather": "haze"}),
        ({"weather": "clear"}, {"weather": "half_cloud"}),
        ({"weather": "half_cloud"}, {"weather": "full_cloud"}),
        ({}, {"device.mandrel": True}),
        (at("1943-09-10"), at("1943-09-10", **{"device.window": True})),
        (at("1944-09-10"), at("1944-09-10", **{"device.window": True})),
    ],
)
def test_what_the_lights_find(tonight: Ruleset, more: dict[str, Any], less: dict[str, Any]) -> None:
    assert lights(tonight, **more) > lights(tonight, **less)


@pytest.mark.rule("tonight 4-7A")
def test_out_of_the_light(tonight: Ruleset) -> None:
    check(tonight.tables["4-7A"], "1d6", "-3..3 held, 4..12 evaded")


@pytest.mark.rule("tonight 4-7A")
@pytest.mark.parametrize(
    ("state", "expected"),
    [
        ({}, []),
        ({"zone.is_target": True}, [-1]),
        ({"weather": "haze"}, []),
        ({"weather": "half_cloud"}, [1]),
        ({"weather": "full_cloud"}, [1]),
        (at("1943-12-31", **{"device.window": True}), [1]),
        (at("1944-01-01", **{"device.window": True}), []),
        ({"pilot.missions": 9}, []),
        ({"pilot.missions": 10}, [1]),
        ({"engine_2_out": True}, [-1]),
        ({"moon": "full"}, [-1]),
        ({"moon": "crescent"}, [1]),
    ],
)
def test_what_helps_out_of_the_light(tonight: Ruleset, state: dict[str, Any], expected: list[int]) -> None:
    assert acting(stage(tonight, **state), "searchlight_evasion") == expected


# --- the historical moon


@pytest.mark.rule("tonight 2.10", "tonight 2-8")
def test_the_moon_calendar_goes_round_like_the_moon(tonight: Ruleset) -> None:
    night, last = date(1942, 3, 1), date(1945, 4, 30)
    phases = []
    while night <= last:
        phase = moon_on(tonight, night.isoformat())
        if not phases or phases[-1] != phase:
            phases.append(phase)
        night += timedelta(days=1)
    ring = ["full", "half", "crescent", "half"]
    assert phases == [ring[number % 4] for number in range(len(phases))]
    assert len(phases) == pytest.approx(1157 / 29.53 * 4, abs=3)


@pytest.mark.rule("tonight 2.10")
@pytest.mark.parametrize(
    ("night", "phase"),
    [
        ("1942-05-30", "full"),  # Cologne
        ("1943-05-16", "full"),  # the dams
        ("1943-08-17", "full"),  # Peenemünde
        ("1943-08-01", "crescent"),  # new moon of 1 August
        ("1943-11-26", "crescent"),  # new moon of 27 November
        ("1944-02-09", "full"),
        ("1944-03-24", "crescent"),  # new moon of 24 March
        ("1944-03-30", "half"),  # Nuremberg: a moon past its first quarter
        ("1945-02-13", "crescent"),  # Dresden: new moon of 12 February
    ],
)
def test_nights_whose_moon_is_known(tonight: Ruleset, night: str, phase: str) -> None:
    assert moon_on(tonight, night) == phase


def moon_on(tonight: Ruleset, night: str) -> str:
    assert tonight.moon is not None
    return tonight.moon.phase(night)
