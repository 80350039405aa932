"""Tables 4-3B to D and their notes, and the random events of 5-11."""

from __future__ import annotations

from typing import Any

import pytest
from bomberstream.core.ruleset import Ruleset
from night_tables import acting, at, carry_out, check, percent, spread
from nights import engine, rolls, stage

LANCASTER = (
    "1..17 instruments, 18..27 engine_malfunction, 28..35 supercharger, 36..41 oil_tank, 42..49 fuel_transfer_pump, "
    "50..54 nose_turret_power, 55..59 radio_aid, 60..67 mid_upper_turret_power, 68..76 tail_turret_power, "
    "77..86 suit_heat, 87..93 bomb_release, 94..97 landing_gear, 98..100 bomb_bay_doors"
)
HALIFAX = (
    "1..17 instruments, 18..25 engine_malfunction, 26..34 engine_runs_hot, 35..39 oil_tank, 40..41 fuel_transfer, "
    "42..50 mid_upper_turret_power, 51..57 electronics, 58..66 nose_turret_power, 67..75 tail_turret_power, "
    "76..85 suit_heat, 86..92 bomb_release, 93..96 landing_gear, 97..100 bomb_bay_doors"
)
STIRLING = (
    "1..15 instruments, 16..27 engine_malfunction, 28..33 oil_tank, 34..38 fuel_transfer, 39..44 nose_turret_power, "
    "45..51 mid_upper_turret_power, 52..59 tail_turret_power, 60..69 suit_heat, 70..75 bomb_release, "
    "76..85 landing_gear, 86..90 flap_controls, 91..93 bomb_bay_doors, 94..97 radio_aid, 98..100 electrical"
)
SETS = {
    "carried.gee": True,
    "carried.gee_h": True,
    "carried.h2s": True,
    "carried.monica": True,
    "carried.mandrel": True,
}


@pytest.mark.rule("tonight 4-3B", "tonight 4-3C", "tonight 4-3D")
@pytest.mark.parametrize(("table", "expected"), [("4-3B", LANCASTER), ("4-3C", HALIFAX), ("4-3D", STIRLING)])
def test_what_fails(tonight: Ruleset, table: str, expected: str) -> None:
    check(tonight.tables[table], "d100", expected)


@pytest.mark.rule("tonight 4-3B")
def test_lancaster_keeps_the_ranges_of_the_daylight_tables(tonight: Ruleset) -> None:
    """To 76 those of the B-17, the place of the chin turret shared; then the widths of the B-24's rows."""
    rows = spread(LANCASTER)
    ends = [number for number in range(1, 101) if rows[number] != rows.get(number + 1)]
    assert [end for end in ends if end not in (54,)][:8] == [17, 27, 35, 41, 49, 59, 67, 76]
    widths = [sum(result == name for result in rows.values()) for name in ("suit_heat", "bomb_release", "landing_gear")]
    assert widths == [10, 7, 4]


@pytest.mark.rule("tonight 4-3C")
def test_halifax_keeps_the_ranges_of_the_daylight_table(tonight: Ruleset) -> None:
    rows = spread(HALIFAX)
    ends = [number for number in range(1, 101) if rows[number] != rows.get(number + 1)]
    assert ends == [17, 25, 34, 39, 41, 50, 57, 66, 75, 85, 92, 96, 100]


def fails(tonight: Ruleset, bomber: str, number: int, *faces: int, **state: Any) -> Any:
    day = "1944-06-10" if bomber == "halifax-iii" else "1943-09-10"
    return carry_out(tonight, "failed_system", *percent(number), *faces, **at(day, bomber=bomber, **state))


@pytest.mark.rule("tonight 4-3B", "tonight 4-3C", "tonight 4-3D")
@pytest.mark.parametrize(
    ("bomber", "number", "faces", "out"),
    [
        ("lancaster", 42, (), "fuel_transfer"),
        ("lancaster", 55, (1,), "gee"),
        ("lancaster", 55, (2,), "gee"),
        ("lancaster", 56, (3,), "gee_h"),
        ("lancaster", 57, (4,), "h2s"),
        ("lancaster", 58, (5,), "monica"),
        ("lancaster", 59, (6,), "mandrel"),
        ("lancaster", 80, (), "suit_heat"),
        ("lancaster", 90, (), "bomb_release"),
        ("lancaster", 95, (), "landing_gear"),
        ("lancaster", 99, (), "bomb_bay_doors"),
        ("halifax-ii", 40, (), "fuel_transfer"),
        ("halifax-ii", 51, (2,), "h2s"),
        ("halifax-ii", 52, (3,), "gee"),
        ("halifax-ii", 53, (4,), "gee_h"),
        ("halifax-ii", 54, (5,), "monica"),
        ("halifax-ii", 57, (6,), "mandrel"),
        ("halifax-ii", 76, (1,), "suit_heat"),
        ("halifax-iii", 76, (4,), "suit_heat"),
        ("halifax-ii", 86, (), "bomb_release"),
        ("halifax-ii", 93, (), "landing_gear"),
        ("halifax-ii", 97, (), "bomb_bay_doors"),
        ("stirling", 34, (), "fuel_transfer"),
        ("stirling", 60, (), "suit_heat"),
        ("stirling", 70, (), "bomb_release"),
        ("stirling", 76, (), "landing_gear"),
        ("stirling", 86, (), "flap_controls"),
        ("stirling", 91, (), "bomb_bay_doors"),
        ("stirling", 94, (), "h2s"),
        ("stirling", 98, (), "electrical"),
    ],
)
def test_a_system_is_out(tonight: Ruleset, bomber: str, number: int, faces: tuple[int, ...], out: str) -> None:
    carried = {name.removeprefix("carried."): True for name in SETS}
    s = fails(tonight, bomber, number, *faces, carried=carried)
    assert out in s.bomber.out


@pytest.mark.rule("tonight 4-3C")
@pytest.mark.parametrize("face", [1, 2, 3])
def test_a_fuse_saves_the_suits_of_the_mark_iii(tonight: Ruleset, face: int) -> None:
    assert "suit_heat" not in fails(tonight, "halifax-iii", 80, face).bomber.out


@pytest.mark.rule("tonight 4-3B", "tonight 4-3C", "tonight 4-3D")
@pytest.mark.parametrize(("bomber", "number"), [("lancaster", 55), ("halifax-ii", 51)])
@pytest.mark.parametrize("face", range(1, 7))
def test_a_set_that_is_not_carried_cannot_fail(tonight: Ruleset, bomber: str, number: int, face: int) -> None:
    assert not fails(tonight, bomber, number, face).bomber.out


@pytest.mark.rule("tonight 4-3B", "tonight 4-3C", "tonight 4-3D")
@pytest.mark.parametrize(
    ("bomber", "number", "gun"),
    [
        ("lancaster", 50, "nose"),
        ("lancaster", 54, "nose"),
        ("lancaster", 60, "mid_upper"),
        ("lancaster", 68, "tail"),
        ("halifax-ii", 42, "mid_upper"),
        ("halifax-ii", 58, "nose"),
        ("halifax-ii", 67, "tail"),
        ("stirling", 39, "nose"),
        ("stirling", 45, "mid_upper"),
        ("stirling", 52, "tail"),
    ],
)
def test_a_turret_without_power(tonight: Ruleset, bomber: str, number: int, gun: str) -> None:
    s = fails(tonight, bomber, number)
    assert [one.type.id for one in s.bomber.guns.values() if one.power_failed] == [gun]


@pytest.mark.rule("tonight 4-3C", "tonight 2.5")
def test_the_gun_of_a_clear_nose_jams_instead(tonight: Ruleset) -> None:
    s = fails(tonight, "halifax-ii", 58, options={"nose": "clear"})
    assert "nose" not in s.bomber.guns
    assert s.bomber.guns["nose_gun"].barrels_jammed == 1
    assert not any(one.power_failed for one in s.bomber.guns.values())


@pytest.mark.rule("tonight 4-3C")
@pytest.mark.parametrize("face", [1, 2, 3, 4])
def test_a_merlin_boils(tonight: Ruleset, face: int) -> None:
    s = fails(tonight, "halifax-ii", 30, face, 1)
    assert engine(s, face).is_out
    for calm in (5, 6):
        assert not any(one.is_out for one in fails(tonight, "halifax-ii", 30, calm).bomber.engines)
    assert rolls(fails(tonight, "halifax-iii", 30, 0))[-1] == "oil_leak_engine"


@pytest.mark.rule("tonight 4-3D")
def test_the_stirling_lives_by_its_electrics(tonight: Ruleset) -> None:
    s = fails(tonight, "stirling", 100)
    assert {"electrical", "landing_gear", "flap_controls", "bomb_bay_doors"} <= set(s.bomber.out)


# --- the notes, as in the daylight game

FOUR = "1..2 engine_1, 3..4 engine_2, 5..6 engine_3, 7..8 engine_4, 9..10 "
NOTES = {
    "4-3 note b": ("1d10", FOUR + "no_fire"),
    "4-3 note b fire": ("1d6", "1..5 out, 6 burning"),
    "4-3 note c": ("1d10", FOUR + "all"),
    "4-3 note d": ("1d10", FOUR + "leak_stops"),
    "4-3 note d leak": ("1d10", "1..5 stops, 6..8 continues, 9..10 fire"),
    "4-3 note e": ("1d6", "1..5 transferred, 6 failed"),
    "4-3 note e fuel": ("1d10", "1..4 4, 5..8 3, 9..10 2"),
    "4-3 note f": ("1d6", "1..4 repaired, 5..6 unsuccessful"),
    "4-3 note j": ("1d10", "1..4 released, 5..10 stuck"),
    "4-3 note j jettison": ("1d10", "1..4 jettisoned, 5..10 stuck"),
    "4-3 note k": ("1d10", "1..4 lowered, 5..10 stuck"),
    "4-3 note r": ("1d10", "1..4 opened, 5..10 jammed"),
    "4-3 note r drag": ("1d10", "1..4 drag, 5..10 no_drag"),
}


@pytest.mark.rule(
    "tonight 4-3 note b",
    "tonight 4-3 note b fire",
    "tonight 4-3 note c",
    "tonight 4-3 note d",
    "tonight 4-3 note d leak",
    "tonight 4-3 note e",
    "tonight 4-3 note e fuel",
    "tonight 4-3 note f",
    "tonight 4-3 note j",
    "tonight 4-3 note j jettison",
    "tonight 4-3 note k",
    "tonight 4-3 note r",
    "tonight 4-3 note r drag",
)
@pytest.mark.parametrize("table", NOTES)
def test_note(tonight: Ruleset, table: str) -> None:
    dice, expected = NOTES[table]
    check(tonight.tables[table], dice, expected)
    assert not tonight.tables[table].modifiers
    assert stage(tonight).tables[tonight.tables[table].role].id == table


@pytest.mark.rule("tonight 4-3B")
@pytest.mark.parametrize("number", [1, 2, 3, 4])
def test_engine_malfunction_is_a_fire(tonight: Ruleset, number: int) -> None:
    s = carry_out(tonight, "engine_malfunction", 2 * number, 5)
    assert rolls(s) == ["engine_malfunction", "engine_fire"]
    assert [one.number for one in s.bomber.engines if one.is_out] == [number]
    assert rolls(carry_out(tonight, "engine_malfunction", 9)) == ["engine_malfunction"]


@pytest.mark.rule("tonight 4-3B", "tonight 4.2.1")
def test_without_superchargers_she_cannot_keep_high(tonight: Ruleset) -> None:
    assert "superchargers" in carry_out(tonight, "supercharger_failure", 9).bomber.out
    assert "superchargers" not in carry_out(tonight, "supercharger_failure", 1).bomber.out


@pytest.mark.rule("tonight 4-3B")
@pytest.mark.parametrize(("face", "turns"), [(1, 4), (4, 4), (5, 3), (8, 3), (9, 2), (0, 2)])
def test_petrol_that_cannot_be_moved(tonight: Ruleset, face: int, turns: int) -> None:
    s = carry_out(tonight, "fuel_work", 6, face)
    assert rolls(s) == ["fuel_work", "fuel_remaining"]
    assert s.bomber.fuel_turns == turns


# --- 5-11

EVENTS = (
    "2 engine_failure, 3 wrong_wind, 4 alerted, 5 static, 6 flares, 7 lady_luck, 8 drawn_off, "
    "9 controllers_confused, 10 extreme_cold, 11 ace_for_a_day, 12 gains_night_vision"
)


@pytest.mark.rule("tonight 5-11", "tonight 5.3.1.2")
def test_random_events(tonight: Ruleset) -> None:
    check(tonight.tables["5-11"], "2d6", EVENTS)
    check(tonight.tables["5-11 note a"], "2d6", "2..4 engine_1, 5..7 engine_2, 8..9 engine_3, 10..12 engine_4")
    check(tonight.tables["5-11 note b"], "1d6", "1..5 no_effect, 6 jammed")
    check(tonight.tables["5-11 note c"], "1d6", "1..3 mid_upper, 4..6 tail")
    assert acting(stage(tonight), "random_event") == []


@pytest.mark.rule("tonight 5-11", "tonight 5.3.1.2")
@pytest.mark.parametrize(
    ("faces", "event"),
    [
        ((1, 2), "wrong_wind"),
        ((2, 2), "alerted"),
        ((3, 3), "flares"),
        ((4, 4), "drawn_off"),
        ((4, 5), "controllers_confused"),
    ],
)
def test_an_event_begins_in_the_next_zone(tonight: Ruleset, faces: tuple[int, int], event: str) -> None:
    s = carry_out(tonight, "random_event", *faces)
    assert event not in s.game.events
    assert event not in s.game.passing_events
    (later,) = s.pending
    s.apply(later)
    assert event in {*s.game.events, *s.game.passing_events}


@pytest.mark.rule("tonight 5-11")
@pytest.mark.parametrize(
    ("faces", "state"),
    [
        ((1, 2), {"outbound": False}),
        ((1, 2), {"event.wrong_wind": True}),
        ((2, 2), {"event.alerted": True}),
        ((2, 2), {"event.controllers_confused": True}),
        ((4, 5), {"event.alerted": True}),
        ((2, 3), {}),  # static, with nothing aboard that it could silence
        ((4, 6), {"altitude": "low"}),
    ],
)
def test_an_event_that_cannot_be_is_rolled_again(
    tonight: Ruleset, faces: tuple[int, int], state: dict[str, Any]
) -> None:
    s = carry_out(tonight, "random_event", *faces, 3, 3, **state)
    assert rolls(s) == ["random_event", "random_event"]
