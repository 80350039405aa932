"""Damage to the night bombers: the area tables and the sections L-, H- and S-1 to 7.

They stand in pilot's manuals that we do not have. Of all of them is tested what the rulebook says of their shape; of
the Lancaster's also each cell that comes from the ancestor game's Lancaster, typed here from those facts, with the
cells that the night game adds.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest
from bomberstream.core.combat import POSITIONS
from bomberstream.core.damage import hit_by_fighter
from bomberstream.core.dice import Dice, Faces, ScriptedSource
from bomberstream.core.events import RollEvent
from bomberstream.core.ruleset import Ruleset
from bomberstream.core.sortie import Sortie, SortieOver
from night_tables import TWO_DICE, acting, at, check, read
from nights import stage

BOMBERS = {"lancaster": "L", "halifax-ii": "H", "halifax-iii": "H", "stirling": "S"}
DAY = "1944-02-15"
"""All four serve."""
SECTIONS = ("nose", "front_centre", "bomb_bay", "rear_centre", "tail", "wing", "instruments")
AREAS = {"nose", "front_centre", "bomb_bay", "rear_centre", "tail", "port_wing", "starboard_wing", "either_wing"}
AREAS |= {"superficial", "walking_fuselage", "walking_wings", "walking_mixed"}


def aboard(tonight: Ruleset, bomber: str, **state: Any) -> Sortie:
    return stage(tonight, **at(DAY, bomber=bomber, **state))


# --- areas


@pytest.mark.rule("tonight area-damage", "tonight 5.8.3")
@pytest.mark.parametrize("bomber", BOMBERS)
def test_a_column_for_each_position(tonight: Ruleset, bomber: str) -> None:
    """Instruments are no area; the column is that of the attack, for upward guns the vertical climb."""
    table = tonight.tables[f"{BOMBERS[bomber]}-area"]
    assert aboard(tonight, bomber).tables["area_damage"].id == table.id
    assert table.table.dice == "2d6"
    assert set(table.columns) == set(POSITIONS)
    for position in POSITIONS:
        found = read(table, range(2, 13), position)
        assert set(found.values()) <= AREAS
        assert not acting(aboard(tonight, bomber, fighter={"position": position}), "area_damage")
        assert table.column is not None
        assert table.column(aboard(tonight, bomber, fighter={"position": position})) == position


@pytest.mark.rule("tonight area-damage")
@pytest.mark.parametrize("letter", ["L", "H", "S"])
def test_port_and_starboard_are_mirrored(tonight: Ruleset, letter: str) -> None:
    table = tonight.tables[f"{letter}-area"]
    mirror = {"port_wing": "starboard_wing", "starboard_wing": "port_wing"}
    for starboard, port in (("3", "9"), ("1:30", "10:30")):
        for level in ("high", "level", "low"):
            right = sorted(str(one) for one in read(table, range(2, 13), f"{starboard} {level}").values())
            left = sorted(str(one) for one in read(table, range(2, 13), f"{port} {level}").values())
            wings = [sum(one in mirror for one in side) for side in (left, right)]
            assert wings[0] == wings[1]
            bodies = [[one for one in side if one not in mirror] for side in (left, right)]
            assert bodies[0] == bodies[1]


@pytest.mark.rule("tonight area-damage", "tonight 5.8.3")
@pytest.mark.parametrize("letter", ["L", "H", "S"])
def test_from_below_they_aim_at_the_wings(tonight: Ruleset, letter: str) -> None:
    """The column of upward guns: wings in four tenths of all shells and more, the bomb bay often too."""
    table = tonight.tables[f"{letter}-area"]
    assert table.dice is not None
    shells = {"wing": 0, "bomb_bay": 0, "nose": 0}
    for total, ways in table.dice.odds().items():
        area = str(table.find(total, total, "vertical climb").result)
        for name in shells:
            shells[name] += int(ways * 36) if name in area and "walking" not in area else 0
    assert shells["wing"] >= 14
    assert shells["bomb_bay"] >= 6
    assert shells["nose"] <= 4


# --- sections


@pytest.mark.rule(*(f"tonight {letter}-{number}" for letter in "LHS" for number in range(1, 8)))
@pytest.mark.parametrize("bomber", BOMBERS)
@pytest.mark.parametrize(("number", "section"), list(enumerate(SECTIONS, 1)))
def test_sections_run_from_2_to_12(tonight: Ruleset, bomber: str, number: int, section: str) -> None:
    table = aboard(tonight, bomber).tables[f"section.{section}"]
    assert table.id == f"{BOMBERS[bomber]}-{number}"
    assert table.table.dice == "2d6"
    assert all(table.find(total, total, None).result for total in range(2, 13))
    assert (table.low, table.high) == (2, 12)


class Always:
    """Dice that show nothing but one face."""

    def __init__(self, face: int) -> None:
        self.face = face

    def begin(self, stretch: str) -> None:
        """Nothing changes."""

    def throw(self, dice: Dice, purpose: str = "") -> Faces:
        return (self.face,) * dice.count


def struck(tonight: Ruleset, bomber: str, section: str, total: int, face: int, side: str, **state: Any) -> Sortie:
    s = aboard(tonight, bomber, **state)
    s.hit_side = side
    s.source = ScriptedSource(TWO_DICE[total], then=Always(face))
    try:
        s.carry_out(f"section.{section}")
    except SortieOver:
        s.outcome = s.outcome or "lost"
    return s


@pytest.mark.rule("tonight 5.8.3")
@pytest.mark.parametrize("bomber", BOMBERS)
@pytest.mark.parametrize("section", SECTIONS)
def test_every_cell_can_be_carried_out(tonight: Ruleset, bomber: str, section: str) -> None:
    """With and without bombs and sets, on either wing, whatever the second die shows."""
    everything = dict.fromkeys(("gee", "gee_h", "h2s", "monica", "mandrel", "window"), True)
    for total in range(2, 13):
        for face in range(1, 7):
            for side in ("port", "starboard"):
                s = struck(tonight, bomber, section, total, face, side, carried=everything, bombs_aboard=face < 4)
                assert any(isinstance(event, RollEvent) for event in s.log or ())


@pytest.mark.rule("tonight L-7", "tonight H-7", "tonight S-7", "tonight 5.8.3.instruments")
@pytest.mark.parametrize("bomber", BOMBERS)
def test_instruments_are_reached_from_other_sections(tonight: Ruleset, bomber: str) -> None:
    reached = set()
    for section in SECTIONS[:-1]:
        for total in range(2, 13):
            s = struck(tonight, bomber, section, total, 3, "port")
            if any(isinstance(event, RollEvent) and event.role == "section.instruments" for event in s.log or ()):
                reached.add(section)
    assert "front_centre" in reached


# --- the Lancaster, cell by cell

# What is damaged, by the face of the second die where one is thrown: "1-2 a | 3 b".
#   hurt X: wounded; cold X: no heat; air X: an oxygen line; out X: a system; gun X: a gun out; count X: one more hit;
#   gone X: a surface; engine N: hit; fire X; on X: thrown on; -: nothing
ALL_AIR = "air engineer, air navigator, air pilot, air wireless_operator"
LANCASTER: dict[str, str] = {
    "nose": """
        2  out bombsight
        3  -
        4  1-3 gun nose | 4-5 hurt bomb_aimer | 6 gun nose, hurt bomb_aimer
        5  hurt bomb_aimer
        6  -
        7  -
        8  -
        9  hurt bomb_aimer
        10 out bomb_controls
        11 cold bomb_aimer
        12 1-5 air bomb_aimer | 6 fire nose
    """,
    "front_centre": f"""
        2  on section.bomb_bay
        3  cold engineer, cold navigator, cold pilot, cold wireless_operator
        4  1-2 out navigation | 3-5 hurt navigator | 6 hurt navigator, out navigation
        5  hurt pilot
        6  hurt engineer
        7  1 out gee | 2 out gee_h | 3 out h2s | 4 out mandrel | 5-6 -
        8  1 out intercom | 2-3 out radio | 4-6 hurt wireless_operator
        9  on section.instruments
        10 1 air pilot | 2 air engineer | 3 air navigator | 4 air wireless_operator | 5 {ALL_AIR} | 6 fire front_centre
        11 count window
        12 count control_cables
    """,
    "bomb_bay": """
        2  out bomb_release
        3  1-4 - | 5-6 lost
        4  -
        5  1-2 out bomb_bay_doors | 3-6 -
        6  -
        7  -
        8  -
        9  1-4 - | 5-6 lost
        10 1-2 out bomb_bay_doors | 3-6 -
        11 1-4 - | 5-6 lost
        12 count control_cables
    """,
    "rear_centre": """
        2  on section.bomb_bay
        3  1-4 air mid_upper_gunner | 6 fire rear_centre
        4  1-3 count ammunition_box | 4-6 count ammunition_box
        6  -
        7  -
        8  1-2 gun mid_upper | 3-5 hurt mid_upper_gunner | 6 gun mid_upper, hurt mid_upper_gunner
        9  1 out window_chute | 4 out monica | 5 out mandrel | 6 -
        10 1-4 - | 5-6 count ammunition_feed, count feeds_lost
        11 1-4 cold mid_upper_gunner
        12 count control_cables
    """,
    "tail": """
        2  cold tail_gunner
        3  1-3 out tail_wheel | 4-6 out autopilot
        4  gun tail
        5  hurt tail_gunner
        6  -
        7  1-3 count rudder | 4-6 count rudder
        8  1-2 out monica | 3-6 -
        9  1-2 - | 3 gone elevator port | 4 gone elevator starboard | 5-6 count tailplane_root
        10 1-2 - | 3 gone elevator port | 4 gone elevator starboard | 5-6 count tailplane_root
        11 1-5 air tail_gunner | 6 fire tail
        12 count control_cables
    """,
    "wing": """
        2  count wing_root
        3  count wing_root
        4  1-3 gone flap SIDE | 4-6 -
        5  1-3 gone aileron SIDE | 4-6 -
        7  -
        8  -
        11 count wing_root
        12 1-3 out brakes | 4-6 out landing_gear
    """,
    "instruments": """
        2  out autopilot
        3  out landing_gear, out landing_gear_controls
        4  out intercom
        5  out oxygen
        6  out flap_controls
        7  out aileron_controls
        8  out elevator_controls
        9  out rudder, out rudder_controls
        10 out feathering
        11 out engine_extinguishers
        12 out electrical
    """,
}


def cells(text: str) -> Iterator[tuple[int, int, str]]:
    """(total, second face, what is damaged)."""
    for line in text.strip().splitlines():
        total, _, rest = line.strip().partition(" ")
        for part in rest.strip().split(" | "):
            faces, _, what = part.partition(" ")
            if faces[0].isdigit():
                first, _, last = faces.partition("-")
                for face in range(int(first), int(last or first) + 1):
                    yield int(total), face, what
            else:
                for face in (3, 4):
                    yield int(total), face, part


def damage(s: Sortie) -> list[str]:
    """What a fresh bomber has suffered, in the words of the tables above."""
    if s.outcome and not any(not one.is_dead for one in s.bomber.crew):
        return ["lost"]
    found = [f"out {one}" for one in s.bomber.out]
    found += [f"gun {name}" for name, gun in s.bomber.guns.items() if gun.is_out]
    found += [f"gone {one}" for one in s.bomber.surfaces_out]
    counts = {str(name).partition(" ")[0] for name, number in s.bomber.counts.items() if number}
    found += [f"count {name}" for name in counts]
    for one in s.bomber.crew:
        if one.light_wounds or one.is_serious or one.is_dead:
            found.append(f"hurt {one.trade}")
    for station in s.bomber.stations.values():
        if station.heat_out_since is not None:
            found.append(f"cold {station.type.id}")
        if station.oxygen_hits:
            found.append(f"air {station.type.id}")
    return sorted(found) or ["-"]


CARRIED = dict.fromkeys(("gee", "gee_h", "h2s", "monica", "mandrel", "window"), True)


@pytest.mark.rule(*(f"tonight L-{number}" for number in range(1, 8)))
@pytest.mark.parametrize("side", ["port", "starboard"])
@pytest.mark.parametrize("section", SECTIONS)
def test_lancaster(tonight: Ruleset, section: str, side: str) -> None:
    for total, face, expected in cells(LANCASTER[section]):
        s = struck(tonight, "lancaster", section, total, face, side, carried=CARRIED, options={"ventral": "none"})
        told_of = [event.role for event in s.log or () if isinstance(event, RollEvent)]
        wanted = expected.replace("SIDE", side)
        where = (section, total, face)
        if wanted.startswith("on "):
            assert told_of[1] == wanted.removeprefix("on "), where
        elif wanted.startswith("fire "):
            assert "oxygen_fire" in told_of, where
        else:
            assert ", ".join(damage(s)) == wanted, where


@pytest.mark.rule("tonight L-6")
def test_wings_have_their_engines_and_one_the_dinghy(tonight: Ruleset) -> None:
    for side, face, number in (("port", 1, 1), ("port", 4, 2), ("starboard", 3, 3), ("starboard", 6, 4)):
        s = aboard(tonight, "lancaster")
        s.hit_side = side
        s.source = ScriptedSource((*TWO_DICE[9], face, 3), then=Always(1))
        s.carry_out("section.wing")
        assert [one.number for one in s.bomber.engines if one.is_out] == [number]
    assert "rubber_rafts" in struck(tonight, "lancaster", "wing", 6, 1, "starboard").bomber.out
    assert "rubber_rafts" not in struck(tonight, "lancaster", "wing", 6, 1, "port").bomber.out


@pytest.mark.rule("tonight L-4", "tonight 2.5", "tonight 2.7.1")
def test_what_lies_under_the_rear_fuselage(tonight: Ruleset) -> None:
    """The ventral gun, or in its place the scanner of H2S, or nothing."""
    gun = {"options": {"ventral": "gun"}}
    for face in (1, 2, 6):
        assert "gun ventral" in damage(struck(tonight, "lancaster", "rear_centre", 5, face, "port", **gun))
    for face, out in ((1, ["out h2s"]), (3, ["out h2s"]), (4, ["-"])):
        scanner = {"carried": CARRIED, "options": {"ventral": "none"}}
        assert damage(struck(tonight, "lancaster", "rear_centre", 5, face, "port", **scanner)) == out
    bare = {"options": {"ventral": "none"}}
    assert damage(struck(tonight, "lancaster", "rear_centre", 5, 1, "port", **bare)) == ["-"]


@pytest.mark.rule("tonight L-6", "tonight H-6", "tonight S-6")
@pytest.mark.parametrize("letter", ["L", "S"])
def test_engines_and_tanks(tonight: Ruleset, letter: str) -> None:
    """The ancestor's, which all its bombers share."""
    check(tonight.tables[f"{letter}-6 engine"], "1d6", "1..2 superficial, 3..4 engine_out, 5 runaway, 6 oil_tank")
    check(tonight.tables[f"{letter}-6 oil"], "1d6", "1..2 fire, 3..4 leak, 5..6 self_sealed")
    check(tonight.tables[f"{letter}-6 fuel"], "1d6", "1..2 fire, 3..4 leak, 5..6 self_sealed")


# Men of a Lancaster seldom get out of her; the Halifax lets more go. The rest stand between.
FIRES = {
    "lancaster": "1..3 falls, 4..6 explosion",
    "halifax-ii": "1..2 bail_out, 3..4 falls, 5..6 explosion",
    "stirling": "1 bail_out, 2..3 falls, 4..6 explosion",
}


@pytest.mark.rule("tonight L-6", "tonight H-6", "tonight S-6")
@pytest.mark.parametrize("bomber", FIRES)
def test_a_burning_tank_and_who_gets_out(tonight: Ruleset, bomber: str) -> None:
    """Every face brings the bomber down: in good order, out of control, or in pieces."""
    ends = {"bail_out": "bailed_out", "falls": "shot_down", "explosion": "shot_down"}
    table = tonight.tables[f"{BOMBERS[bomber]}-6 fuel fire"]
    check(table, "1d6", FIRES[bomber])
    for face in range(1, 7):
        s = aboard(tonight, bomber)
        s.hit_side = "port"
        s.source = ScriptedSource((face, *[6] * 40))
        with pytest.raises(SortieOver):
            s.carry_out("fuel_fire")
        result = table.find(face, face, None).result
        assert s.outcome == ends[result]
        alive = [man for man in s.bomber.crew if not man.is_dead]
        assert bool(alive) == (result != "explosion")


@pytest.mark.rule("tonight L-6")
def test_petrol_left_after_a_leak(tonight: Ruleset) -> None:
    """The ancestor's: 4, 5 or 6 turns after the first, 2 after the second, 1 after the third."""
    for leaks, expected in ((0, [4, 4, 5, 5, 6, 6]), (1, [2] * 6), (2, [1] * 6)):
        left = []
        for face in range(1, 7):
            s = aboard(tonight, "lancaster")
            s.bomber.fuel_leaks = leaks
            s.source = ScriptedSource((face,))
            s.carry_out("fuel_leak")
            left.append(s.bomber.fuel_turns)
        assert left == expected


@pytest.mark.rule("tonight L-6", "tonight H-6", "tonight S-6")
@pytest.mark.parametrize("bomber", BOMBERS)
def test_feathering(tonight: Ruleset, bomber: str) -> None:
    """1 to 5 feathers or catches a runaway; without the buttons nothing does."""
    for role, last in (("feathering", "windmilling"), ("engine_runaway", "runaway")):
        s = aboard(tonight, bomber)
        found = read(s.tables[role], range(1, 7))
        assert list(found.values())[-1] == last
        assert list(found.values()).count(last) == 1
        s.bomber.out = {*s.bomber.out, "feathering"}
        (more,) = acting(s, role)
        assert set(read(s.tables[role], range(1 + more, 7 + more)).values()) == {last}


# --- hits that walk


@pytest.mark.rule("tonight 5.8.3.walking")
@pytest.mark.parametrize("bomber", BOMBERS)
def test_walking_hits_take_the_place_of_what_is_left(tonight: Ruleset, bomber: str) -> None:
    """The example of the rulebook: walking hits on the third of four shells, and the fourth is not rolled."""
    table = tonight.tables[f"{BOMBERS[bomber]}-area"]
    column = next(p for p in POSITIONS if "walking_fuselage" in read(table, range(2, 13), p).values())
    found = read(table, range(2, 13), column)
    walks = next(total for total, area in found.items() if area == "walking_fuselage")
    quiet = next(total for total, area in found.items() if area == "superficial")
    s = aboard(tonight, bomber, fighter={"position": column}, bombs_aboard=False)
    s.source = ScriptedSource((*TWO_DICE[quiet], *TWO_DICE[quiet], *TWO_DICE[walks]), then=Always(3))
    hit_by_fighter(s, 4)
    thrown = [event.role for event in s.log or () if isinstance(event, RollEvent)]
    assert thrown.count("area_damage") == 3
    body = ("nose", "front_centre", "bomb_bay", "rear_centre", "tail")
    assert {f"section.{one}" for one in body} <= set(thrown)
