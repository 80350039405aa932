"""Tables 5-1 to 5-5A: how many German fighters come, from where, who is driven off, which guns bear, who flies them."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Any

import pytest
from bomberstream.core.combat import POSITIONS, bearing_guns, parse_position
from bomberstream.core.dice import ScriptedSource
from bomberstream.core.ruleset import Ruleset
from bomberstream.core.sortie import Sortie, SortieOver
from bomberstream.core.zones import Zone
from bomberstream.plugins.today.combat import allot_guns
from bomberstream.plugins.today.fighters import (
    Group,
    NoteCell,
    add_fighter,
    appearance,
    bombs_and_rockets,
    escort_drives_off,
    escort_on_station,
    join,
)
from walking_tables import rolled, spans, values, walk, walk_totals

Stage = Callable[..., Sortie]

MODELS = ("b-17f", "b-17g", "b-24d", "b-24j")
D66 = [10 * tens + ones for tens in range(1, 7) for ones in range(1, 7)]


# --- 5-1, 5-2: resistance and waves


@pytest.mark.rule("today 5-1")
@pytest.mark.parametrize(
    ("campaigns", "levels"),
    [
        ((1, 2), "none light light moderate moderate moderate moderate heavy heavy heavy"),
        ((3, 4, 5), "none light light light light moderate moderate moderate heavy heavy"),
        ((6,), "none token token token token light light light moderate moderate"),
    ],
)
def test_resistance(today: Ruleset, staged: Stage, campaigns: tuple[int, ...], levels: str) -> None:
    table = today.tables["5-1"]
    expected = dict(enumerate(levels.split()))
    low, high = dict.fromkeys(range(-20, 0), expected[0]), dict.fromkeys(range(10, 25), expected[9])
    assert table.column is not None
    for campaign in campaigns:
        column = table.column(staged({"campaign": campaign}))
        assert walk_totals(table, -20, 24, column) == low | expected | high


QUIET = {"weather": "clear", "zone.escort": "fair", "zone.contrails": False, "zone.fighters": 0}


@pytest.mark.rule("today 5-1", "today 4-4")
@pytest.mark.parametrize(
    ("state", "change"),
    [
        ({}, []),
        *(({"zone.fighters": figure}, [figure]) for figure in (-3, -2, -1, 1, 2, 3)),
        ({"weather": "full_cloud"}, [-2]),
        ({"weather": "half_cloud"}, [-1]),
        ({"weather": "haze"}, []),
        ({"zone.escort": "good"}, [-1]),
        ({"zone.escort": "poor"}, [1]),
        ({"zone.escort": "none"}, [2]),
        ({"zone.contrails": True}, [1]),
        ({"zone.contrails": True, "weather": "half_cloud"}, [-1, 1]),
        ({"zone.contrails": True, "weather": "full_cloud"}, [-2]),
        ({"disrupted": True}, [1]),
        ({"in_formation": False}, [2]),
        (
            {
                "zone.fighters": 2,
                "weather": "half_cloud",
                "zone.escort": "none",
                "zone.contrails": True,
                "disrupted": True,
            },
            [2, -1, 2, 1, 1],
        ),
        ({"zone.fighters": -1, "weather": "full_cloud", "zone.escort": "good", "in_formation": False}, [-1, -2, -1, 2]),
    ],
)
def test_what_brings_fighters(today: Ruleset, staged: Stage, state: dict[str, Any], change: list[int]) -> None:
    assert values(today.tables["5-1"], staged({**QUIET, **state})) == change


@pytest.mark.rule("today 5-1")
def test_no_fighters_where_the_gazetteer_says_na(today: Ruleset, staged: Stage) -> None:
    step = next(one for one in today.procedures["turn"] if one.name == "fighters")
    s = staged()
    s.zone.fighters = None
    step.do(s)
    assert rolled(s) == []


@pytest.mark.rule("today 5-1")
def test_no_resistance_means_no_waves(today: Ruleset, staged: Stage) -> None:
    step = next(one for one in today.procedures["turn"] if one.name == "fighters")
    s = staged({**QUIET, "zone.fighters": -1}, faces=[1])
    step.do(s)
    assert rolled(s) == ["5-1"]


@pytest.mark.rule("today 5-2")
def test_waves(today: Ruleset) -> None:
    assert walk_totals(today.tables["5-2"], -6, 18) == spans((-6, 3, 0), (4, 7, 1), (8, 9, 2), (10, 18, 3))


@pytest.mark.rule("today 5-2", "today 5-3D")
@pytest.mark.parametrize(
    ("state", "change"),
    [
        ({}, []),
        ({"zone.resistance": "token"}, [-2]),
        ({"zone.resistance": "light"}, [-1]),
        ({"zone.resistance": "moderate"}, [1]),
        ({"zone.resistance": "heavy"}, [2]),
        ({"zone.is_target": True}, [1]),
        ({"cell": "middle"}, [-1]),
        ({"cell": "low"}, [1]),
        ({"cell_lost_bombers": True}, [1]),
        # The cell counts for a bomber that flies in it.
        ({"cell": "middle", "in_formation": False}, []),
        ({"cell": "low", "in_formation": False}, []),
        ({"cell_lost_bombers": True, "in_formation": False}, []),
        ({"zone.resistance": "heavy", "zone.is_target": True, "cell": "low", "cell_lost_bombers": True}, [1, 2, 1, 1]),
        ({"zone.resistance": "token", "zone.is_target": True, "cell": "middle"}, [-2, 1, -1]),
        # Events 4 to 6 and 8 of 5-3D, in formation and out of it (notes i, j).
        ({"event.disrupted_formation": True}, [1]),
        ({"event.disrupted_formation": True, "in_formation": False}, [1]),
        ({"event.tight_formation": True}, [-1]),
        ({"event.tight_formation": True, "in_formation": False}, [-1]),
        ({"event.aggressive_escort": True}, []),
        ({"event.aggressive_escort": True, "in_formation": False}, [-1]),
        ({"event.shadowed": True}, [1]),
        ({"event.poor_communications": True}, []),
    ],
)
def test_what_makes_waves(today: Ruleset, staged: Stage, state: dict[str, Any], change: list[int]) -> None:
    s = staged({"cell": "high", "zone.resistance": "none", **state})
    assert values(today.tables["5-2"], s) == change


# --- 5-3A, B, C: who comes

# Each cell as printed: number, type, notes of the group, places (VD vertical dive, VC vertical climb) with
# their own notes; "none" with its note; a note in front of a group drops bombs beside the attack. Rows that
# end in 6 are a random event or nothing, in every column.

LATE_1942_TO_1943 = """
11 | none | none | 1 Me109(h): 6/H
12 | none(c) | 1 Ju88C-6: 3/Lv | 2 Me109(i): 1:30/H 9/Lv
13 | 1 Me410: 12/H | 2 Fw190: 12/H 10:30/H | 3 Fw190: 12/H 1:30/H 3/H
14 | 2 Fw190: 1:30/H 3/H | 3 Me109(i): 3/Lv 12/H VD(b) | 4 Me109(i): 12/H 12/Lv 10:30/H 1:30/H
15 | 3 Me109: 6/Lv 1:30/Lv 1:30/H | 3 Me110: 1:30/Lo 9/Lv VC(e); 1 Me410: 6/Lv | 5 Fw190: 12/H 10:30/Lv 9/Lv 6/H VD(b)
21 | none | none | 1 Fw190: VD(d)
22 | none | 1 Me110(h): 6/Lo | 2 Me110(h): 3/Lv 10:30/Lo
23 | 1 Me110: 6/Lo | 2 Me210: 6/Lo 1:30/Lo | 3 Fw190: 12/H 3/Lv 3/H
24 | 2 Me109(i): 12/Lv 12/H | 3 Fw190: 12/Lv 1:30/H 12/H | 2 Me109(i): 12/H 3/H; 2 Me110: 9/H 9/Lv
25 | 3 Fw190: 6/H 3/H 12/Lo | 4 Me109(i): 12/H 1:30/H 10:30/H 6/H | 5 Fw190: 12/H 1:30/H 3/H 6/H 9/H
31 | none | none | 1 Me110: VC(e)
32 | none(c) | 1 Fw190(h): 6/Lo | 2 Fw190(h): 10:30/H 3/Lv
33 | 1 Me110: VC(e) | 2 Fw190: 10:30/Lo 1:30/H | 3 Me109(i): 12/Lv 12/H 1:30/Lv
34 | 2 Me110: 3/Lo 6/Lo | 1 Me210: 10:30/H; 3 Me110: 1:30/Lo 1:30/Lv VC(e) | 1 Fw190: 10:30/H; 1 Me110: VC(e)
35 | 3 Me109(i): 10:30/H 10:30/Lv 10:30/Lo | 4 Me109(i): 12/H 12/Lv 12/Lo VD(d) | 2 Fw190: 12/Lv 1:30/Lo; 2 Me410: 6/Lv 6/H
41 | none | none | 1 Me109(h): 6/H
42 | none(c) | 1 Fw190: 6/H | 2 Me109(i): 12/Lv 1:30/H
43 | 1 Me109: 12/H | 2 Me109(i): 6/H 12/Lv; 1 Ju88C-6: 9/Lo | 1 Fw190: 12/H; 2 Me109: 1:30/Lv 3/Lv
44 | 2 Ju88C-6: 10:30/H 1:30/H | 2 Me210: 10:30/Lo 6/Lo; 1 Me410: 12/H | 2 Fw190: 12/H 1:30/Lo; 2 Me210: 3/H VC(e)
45 | 1 Me109: 1:30/H | 1 Fw190: 12/H; 1 Me109: 12/Lo; 2 Me210: 6/Lo 9/H | 2 Me109: 10:30/Lv 12/Lv; 2 Me210: 10:30/Lv 10:30/Lo
51 | none | none | 1 Fw190(h): 10:30/H
52 | none | 1 Fw190: 12/H | 2 Me110: 6/Lv 9/Lo
53 | 1 Fw190: 1:30/H | 2 Me109(i): 9/Lv 12/H | 3 Me110: 12/Lv 10:30/Lv 6/Lo
54 | 2 Me109(i): 12/Lv 9/Lv | 3 Fw190: 3/H 9/H 12/H | 4 Me109(i): 12/Lv 12/Lo 12/H 10:30/Lv
55 | none | 1 Me109: 1:30/Lo; 1 Me410: 3/H | 1 Me210: 6/Lv; 3 Me109: 12/Lv 12/H 10:30/Lv
61 | none | none | 1 Me109: VD(d)
62 | none | 1 Fw190(h): 9/Lo | 1 Me109(h): 3/Lo; 1 Me110: 1:30/Lo
63 | 1 Me109: 1:30/H | 2 Fw190: 12/H 1:30/H | 3 Fw190: 10:30/H 12/H 1:30/H
64 | 2 Fw190: 12/Lo 6/H | 3 Me110: 12/Lv 6/Lo VC(e) | 4 Fw190: 12/Lv 1:30/Lv 3/Lo 9/H
65 | none | 1 Fw190: 6/Lo | 5 Me109(i): 12/Lv 3/H 1:30/H 6/H VD(b)
"""  # noqa: E501

LATE_1943_TO_1944 = """
11 | none | none(f) | (f) 1 Me109(h): 6/H
12 | none(c) | 1 Fw190: 12/H | 2 Me109(i): 1:30/H 9/Lv
13 | 1 Me110: 1:30/Lv | 2 Fw190: 10:30/Lo 1:30/H | 3 Fw190: 12/H 1:30/H 3/H
14 | 2 Fw190(i): 12/H 1:30/H | 2 Fw190(i): 12/Lv 3/H; 1 Me410: 12/H | 4 Me109(i): 12/H 12/Lv 10:30/H 1:30/H
15 | 3 Fw190: 12/H 12/Lv 3/Lo | 2 Me109(j): 9/Lv VC(e); 1 Me210: 6/H | 5 Fw190: 12/H 10:30/Lv 9/Lv 6/H VD(b)
21 | none | none(g) | 1 Fw190: VD(d)
22 | none | 1 Fw190: 3/Lo | 2 Me110(h): 9/Lv 10:30/Lo
23 | 1 Me109: 12/Lv | 2 Me109: 6/Lv 6/H | 3 Fw190: 12/H 3/Lv 3/H
24 | 2 Fw190: 12/H VD(d) | 3 Fw190(i): 6/Lv 1:30/Lv 12/H | 4 Me109(i): 12/H 3/H 9/H 9/Lv
25 | 3 Me109(j): 1:30/H 12/Lo VD(d) | 4 Fw190: 6/H 12/H 12/Lv 6/Lo | 5 Fw190: 12/H 1:30/H 3/H 6/H 9/H
31 | none | none | 1 Me110: VC(e)
32 | none | 1 Fw190: 9/H | 2 Fw190(h): 10:30/H 3/Lv
33 | 1 Fw190(i): 12/H | 2 Me110: 3/Lo 6/Lo | 3 Me109(i): 12/Lv 12/H 1:30/Lv
34 | 2 Me110: 6/Lo VC(e) | 3 Me109(j): 1:30/Lv 9/H 12/H | 2 Fw190: 10:30/H 1:30/Lo; 1 Me210: VC(e)
35 | 3 Me109(j): 10:30/H 12/H 3/H | 4 Fw190: 12/Lo 3/Lv 1:30/H 9/H | 2 Fw190: 12/Lv 1:30/Lo
41 | none | none | 1 Me109: 12/H
42 | none | 1 Fw190: 12/H | 2 Me109(i): 12/Lv 1:30/H
43 | 1 Me109: 10:30/H | 2 Fw190: 10:30/H VD(d) | 1 Fw190: 12/H; 2 Me109: 1:30/Lv 3/Lv
44 | 2 Fw190: 12/H 12/Lv | 3 Fw190(i): 3/Lo 12/H 12/Lv | 2 Fw190(i): 12/H 1:30/Lv; 2 Me109: 6/Lv 6/Lo
45 | 1 Me109: 12/H | 2 Me210: 12/H 1:30/H | 2 Me109: 10:30/Lv 12/Lv; 1 Me110: 10:30/Lo
51 | none(g) | none(g) | 1 Fw190(h): 10:30/H
52 | none | 1 Fw190: 12/H; 2 Me109: 6/H VD(d) | 2 Me110: 6/Lv 9/Lo
53 | 1 Me109: 9/H | 2 Me109(i): 9/Lv 12/H | 3 Me110: 12/Lv 10:30/Lv 6/Lo
54 | 2 Me109(j): 12/H 10:30/H | 3 Fw190: 3/H 9/H 12/H | 4 Me109(i): 12/Lv 12/Lo 12/H 10:30/Lv
55 | none | 2 Ju88C-6: 1:30/Lo 3/Lv | 1 Me110: 12/Lo; 3 Me109: 12/Lv 12/H 10:30/Lv
61 | none | none | 1 Me109: VD(d)
62 | none | 1 Fw190(h): 12/Lv | 1 Me109(h): 3/Lv; 1 Me110: 1:30/Lv
63 | 1 Ju88C-6: 6/Lo | 2 Fw190: 12/H 1:30/H | 3 Fw190: 10:30/H 12/H 1:30/H
64 | 2 Fw190(j): 12/Lv VD(d) | 3 Me110: 12/Lv 6/Lo VC(e) | 4 Fw190: 12/Lv 1:30/Lv 3/Lo 9/H
65 | none | 1 Fw190: 6/Lv | 5 Me109(i): 12/Lv 3/H 1:30/H 6/H VD(b)
"""

LAST_WINTER = """
11 | none | none | none(f)
12 | none(g) | none | 1 Fw190: 6/Lv
13 | none(f) | 1 Ta152H: 12/Lo | 2 Me262(a): 10:30/Lo 1:30/H
14 | 1 Me163(a): 12/H | 2 He162(a): 12/H VC; 1 Me109: 1:30/H | 2 Fw190: 12/Lv 3/H; 1 Me410: 12/H
15 | 2 Me410: 1:30/Lo 9/Lv | 3 Fw190: 12/H 9/H 6/Lv | 2 Me109: 9/Lv VC(e); 1 Me210: 6/H
21 | none | none | none(g)
22 | none(g) | none(f) | 1 Fw190: 3/Lo
23 | 1 Me109: 12/Lv | 1 Me262(a): 12/Lv | 2 Ta152H(a): 6/Lv 6/H
24 | none | 2 Fw190: 12/H VD(d) | 3 Fw190: 6/Lv 1:30/Lv 12/H
25 | 1 Me210: 6/Lv | 2 Me109: 6/Lo VD(d); 1 Me410: 10:30/H | 4 Fw190: 6/H 12/H 12/Lv 6/Lo
31 | none | none | none
32 | none | none | 1 Me163(a): 9/H
33 | 2 Me262(a): 10:30/H 1:30/Lv | 1 Fw190: 12/H | 2 Me110: 3/Lo 6/Lo
34 | none(g) | 2 Me262(a): 6/Lo VC(e) | 3 Me109: 1:30/Lv 9/H 12/H
35 | 2 Ta152H: 9/Lv 3/H | 2 Me109: 10:30/H 3/H; 1 Me410: 10:30/Lo | 4 Fw190: 12/Lo 3/Lv 1:30/H 9/H
41 | none | none | none
42 | none | none(g) | 1 Me163(a): 12/H
43 | none(g) | 1 Me109: 9/H | 2 Fw190: 10:30/H VD(d)
44 | 1 He162(a): 10:30/H | 2 Me262(a): 12/H 12/Lo | 3 Me109: 3/Lo 12/H 12/Lv
45 | none | 1 Fw190: 3/H | 2 Me210: 12/H 1:30/H
51 | none | none(g) | none(g)
52 | none(f) | none | 1 He162: 12/H; 2 Me109: 6/H VD(d)
53 | none | 1 Ta152H: 9/H | 2 Me109: 9/Lv 12/H
54 | 1 Me163(a): 6/H | 1 Me163(ah): 12/H; 1 Fw190: 10:30/H | 3 Fw190: 3/H 9/H 12/H
55 | 1 Ta152H: 9/Lv | none | 1 Me109: 1:30/Lv
61 | none | none | none
62 | none | none | 1 He162(a): 12/Lv
63 | none(g) | 1 Me410: VC(e) | 2 Fw190: 12/H 1:30/H
64 | 2 Me262(a): 9/H VD(d) | 2 Fw190: 12/Lv VD(d) | 3 Me210: 12/Lv 6/Lv VC(e)
65 | none | none | 1 Fw190: 6/Lv
"""

COLUMNS = {
    "5-3A": (LATE_1942_TO_1943, ("light", "moderate", "heavy")),
    "5-3B": (LATE_1943_TO_1944, ("light", "moderate", "heavy")),
    "5-3C": (LAST_WINTER, ("token", "light", "moderate")),
}
TYPES = {
    "Me109": "me-109",
    "Fw190": "fw-190",
    "Me110": "me-110",
    "Ju88C-6": "ju-88c-6",
    "Me210": "me-210",
    "Me410": "me-410",
    "Ta152H": "ta-152h",
    "He162": "he-162",
    "Me163": "me-163",
    "Me262": "me-262",
}
PLACES = {"H": "high", "Lv": "level", "Lo": "low"}
GROUP = re.compile(r"(\d) ([\w-]+)(?:\((\w+)\))?: (.*)")


def read_cell(printed: str) -> tuple[str, list[tuple[str, str, str]], str]:
    """A printed cell to its result, its fighters (type, place, notes) and its own note."""
    if printed.startswith("none"):
        return "none", [], printed.removeprefix("none").strip("()")
    fighters = []
    note = ""
    if printed.startswith("("):
        note, _, printed = printed[1:].partition(") ")
    for group in printed.split("; "):
        match = GROUP.fullmatch(group)
        assert match is not None, group
        number, kind, notes, places = match.groups(default="")
        assert len(places.split()) == int(number), group
        for place in places.split():
            place, _, own = place.rstrip(")").partition("(")
            clock, _, level = place.partition("/")
            at = {"VD": "vertical dive", "VC": "vertical climb"}.get(clock) or f"{clock} {PLACES[level]}"
            fighters.append((TYPES[kind], at, "".join(sorted(notes + own))))
    return "attack", fighters, note


def read_rows(printed: str) -> dict[int, list[str]]:
    """Each printed row to its three cells."""
    rows = {}
    for line in printed.strip().splitlines():
        roll, *cells = line.split(" | ")
        rows[int(roll)] = cells
    return rows


def attackers(cell: Any) -> list[tuple[str, str, str]]:
    """The fighters of a cell of the table: type, place, notes."""
    return [(group.type, at, "".join(sorted(group.notes))) for group in cell.data.attackers for at in group.at]


@pytest.mark.rule("today 5-3A", "today 5-3B", "today 5-3C")
@pytest.mark.parametrize("table", COLUMNS)
@pytest.mark.parametrize("roll", D66)
def test_who_comes(today: Ruleset, table: str, roll: int) -> None:
    printed, columns = COLUMNS[table]
    found = [today.tables[table].find(roll, roll, column) for column in columns]
    if roll % 10 == 6:
        assert [cell.result for cell in found] == ["event_or_none"] * 3
        assert [(attackers(cell), cell.data.notes) for cell in found] == [([], ())] * 3
    else:
        expected = [read_cell(cell) for cell in read_rows(printed)[roll]]
        assert [(cell.result, attackers(cell), "".join(cell.data.notes)) for cell in found] == expected


@pytest.mark.rule("today 5-3A", "today 5-3B", "today 5-3C")
@pytest.mark.parametrize(
    ("campaign", "table"), [(1, "5-3A"), (2, "5-3A"), (3, "5-3B"), (4, "5-3B"), (5, "5-3B"), (6, "5-3C")]
)
def test_the_table_of_a_campaign(today: Ruleset, staged: Stage, campaign: int, table: str) -> None:
    assert today.answers("b-17f", campaign)["appearance"] is today.tables[table]
    assert today.tables[table].columns == COLUMNS[table][1]
    column = today.tables[table].column
    assert column is not None
    for level in COLUMNS[table][1]:
        assert column(staged({"zone.resistance": level})) == level


@pytest.mark.rule("today 5-3A", "today 5-3B", "today 5-3C")
def test_printed_examples_of_who_comes(today: Ruleset) -> None:
    """A 23 against light or token resistance: one fighter in each of the three tables."""
    for table, column, expected in (
        ("5-3A", "light", ("me-110", "6 low", "")),
        ("5-3B", "light", ("me-109", "12 level", "")),
        ("5-3C", "token", ("me-109", "12 level", "")),
    ):
        assert attackers(today.tables[table].find(23, 23, column)) == [expected]


def wave(stage: Stage, faces: list[int], campaign: int = 3, bomber: str = "b-17g", **state: Any) -> Sortie:
    """The fighters of one wave, with light resistance unless said otherwise."""
    given = {"zone.resistance": "light"} | {name.replace("__", "."): value for name, value in state.items()}
    s = stage(given, campaign=campaign, bomber=bomber, faces=faces)
    appearance.do(s)
    assert s.source.left == []
    return s


def come(s: Sortie) -> list[str]:
    """Type and place of each fighter of the wave."""
    return [f"{one.type.id} {one.position}" for one in s.game.fighters]


@pytest.mark.rule("today 5-3 note 2")
def test_random_event_or_no_attack(today: Ruleset, staged: Stage) -> None:
    assert walk(today.tables["5-3 note 2"]) == spans((1, 3, "nothing"), (4, 6, "event"))
    for ten in range(1, 7):
        assert rolled(wave(staged, [ten, 6, 3])) == ["5-3B", "5-3 note 2"]
        assert rolled(wave(staged, [ten, 6, 4, 3, 4])) == ["5-3B", "5-3 note 2", "5-3D"]


@pytest.mark.rule("today 5-3 notes", "today 5-3C notes")
def test_what_the_notes_stand_for(today: Ruleset) -> None:
    """Which guns may fire, and whether the escort may take the fighter."""
    meaning = {
        "b": ("out_of_reach", NoteCell(guns=(), escort=False)),
        "c": ("beaten_off", NoteCell(reroll_when="out_of_formation")),
        "d": ("vertical_dive", NoteCell(guns=("top", "radio"), escort=False)),
        "e": ("vertical_climb", NoteCell(guns=("ball",), escort=True)),
        "f": ("bombs_from_above", NoteCell(roll_on="bombs_from_above")),
        "g": ("rockets", NoteCell(roll_on="rockets")),
    }
    own = {
        "5-3 notes": ("h", "night_fighters", NoteCell(over=("G",), becomes="ju-88c-6")),
        "5-3C notes": ("h", "rocket_fighter", NoteCell(roll_on="me163_position", attacks=1)),
    }
    assert set(today.tables["5-3 notes"].keys[None]) == set("bcdefghij")
    assert set(today.tables["5-3C notes"].keys[None]) == set("abcdefgh")
    for table in ("5-3 notes", "5-3C notes"):
        letter, result, data = own[table]
        for note, expected in {**meaning, letter: (result, data)}.items():
            cell = today.tables[table].look(note)
            assert (cell.result, cell.data) == expected
    cell = today.tables["5-3C notes"].look("a")
    assert (cell.result, cell.data) == ("jet", NoteCell(escort=False))


@pytest.mark.rule("today 5-3 notes")
@pytest.mark.parametrize(
    ("note", "position", "guns"),
    [("b", "vertical dive", []), ("d", "vertical dive", ["top"]), ("e", "vertical climb", ["ball"])],
)
def test_guns_against_vertical_attacks(staged: Stage, note: str, position: str, guns: list[str]) -> None:
    """The radio room gun fires at divers only under optional rule 10.5.3."""
    for bomber in MODELS:
        s = staged({"zone.over": "F"}, bomber=bomber)
        add_fighter(s, Group("me-109", (position,), (note,)), position)
        allot_guns.do(s)
        assert [gun.key for gun, _ in s.game.allotted] == guns


@pytest.mark.rule("today 5-3 notes")
def test_fighters_beaten_off_by_the_box_find_a_straggler(staged: Stage) -> None:
    """Note c: 12 against light resistance; a straggler rolls again."""
    assert come(wave(staged, [1, 2])) == []
    assert come(wave(staged, [1, 2, 2, 3], in_formation=False)) == ["me-109 12 level"]


@pytest.mark.rule("today 5-3 notes")
@pytest.mark.parametrize(("over", "kind"), [("G", "ju-88c-6"), ("F", "fw-190")])
def test_night_fighters_over_germany(staged: Stage, over: str, kind: str) -> None:
    """Note h: 51 against heavy resistance, and a fighter without the note."""
    assert come(wave(staged, [5, 1], zone__resistance="heavy", zone__over=over)) == [f"{kind} 10:30 high"]
    assert come(wave(staged, [4, 1], zone__resistance="heavy", zone__over=over)) == ["me-109 12 high"]


@pytest.mark.rule("today 5-3 note f", "today 5-3 note g")
def test_bombs_and_rockets(today: Ruleset, staged: Stage) -> None:
    assert walk(today.tables["5-3 note f"]) == spans((1, 1, "heavy"), (2, 6, "light"))
    assert walk(today.tables["5-3 note g"]) == spans((1, 3, "miss"), (4, 5, "light"), (6, 6, "heavy"))
    # 11 and 21 against moderate resistance; a 7 misses on every column of 6-3
    for row, note, die, column in (
        (1, "f", 1, "heavy"),
        (1, "f", 2, "light"),
        (2, "g", 3, ""),
        (2, "g", 4, "light"),
        (2, "g", 6, "heavy"),
    ):
        s = wave(staged, [row, 1], zone__resistance="moderate")
        s.source = ScriptedSource([die, *([3, 4] if column else [])])
        bombs_and_rockets.do(s)
        assert s.source.left == []
        assert rolled(s)[1:] == [f"5-3 note {note}", *(["6-3"] if column else [])]
        assert not column or s.log[-1].column == column


@pytest.mark.rule("today 5-3 notes i, j")
def test_fighters_of_jg_26(today: Ruleset) -> None:
    """For optional rule 10.1: i by a target in northern France, j in zone 3 on the way to Germany."""
    assert walk(today.tables["5-3 note i"]) == spans((1, 3, "jg26"), (4, 6, "ordinary"))
    i, j = (today.tables["5-3 notes"].look(note).data for note in "ij")
    assert i == NoteCell(optional="10.1", target="northern France", roll_on="jg26")
    assert j == NoteCell(
        optional="10.1", target="Germany", zone=3, over=("F", "B", "N", "G"), only=("me-109",), roll_on="jg26"
    )


@pytest.mark.rule("today 5-3C note h")
def test_how_the_rocket_fighter_comes_in(today: Ruleset, staged: Stage) -> None:
    assert walk(today.tables["5-3C note h"]) == spans((1, 2, "vertical_dive"), (3, 6, "clock"))
    # 54 against light resistance: the one cell with the note; the Fw 190 beside it stays where it is
    s = wave(staged, [5, 4, 2], campaign=6)
    assert come(s) == ["me-163 vertical dive", "fw-190 10:30 high"]
    assert [one.extra_hits for one in s.game.fighters] == [1, 0]
    s = wave(staged, [5, 4, 3, 1], campaign=6)
    assert rolled(s) == ["5-3C", "5-3C note h", "5-9"]
    assert s.game.fighters[0].level == "high"
    assert s.game.fighters[0].extra_hits == 0
    # without the note: where it is printed
    assert come(wave(staged, [5, 4], campaign=6, zone__resistance="token")) == ["me-163 6 high"]


# --- 5-3D: random events


@pytest.mark.rule("today 5-3D")
def test_random_events(today: Ruleset) -> None:
    assert walk(today.tables["5-3D"]) == {
        2: "engine_failure",
        3: "formation_casualties",
        4: "disrupted_formation",
        5: "aggressive_escort",
        6: "tight_formation",
        7: "lady_luck",
        8: "shadowed",
        9: "poor_communications",
        10: "extreme_cold",
        11: "ace_for_a_day",
        12: "near_collision",
    }


def dice(total: int) -> tuple[int, int]:
    """Two six-sided dice of a total."""
    return max(1, total - 6), total - max(1, total - 6)


def event(stage: Stage, *totals: int, then: tuple[int, ...] = (), **more: Any) -> Sortie:
    """Random events of one zone, and the next zone entered with the dice of `then`."""
    s = stage(**more)
    happens(s, *totals, then=then)
    return s


def happens(s: Sortie, *totals: int, then: tuple[int, ...] = ()) -> None:
    """Each total is thrown on 5-3D (a second one where the first is rerolled); then the next zone."""
    s.source = ScriptedSource([face for total in totals for face in dice(total)])
    s.carry_out("random_event")
    assert s.source.left == []
    s.source = ScriptedSource(then)
    s.game.passing_events.clear()
    s.enter_zone(Zone(s.zone.number + 1, over=("G",)))
    assert s.source.left == []


@pytest.mark.rule("today 5-3D note a")
def test_event_engine(today: Ruleset, staged: Stage) -> None:
    expected = spans((2, 4, "engine_1"), (5, 7, "engine_2"), (8, 9, "engine_3"), (10, 12, "engine_4"))
    assert walk(today.tables["5-3D note a"]) == expected
    for total, engine in expected.items():
        s = event(staged, 2, then=dice(total))
        assert [f"engine_{one.number}" for one in s.bomber.engines if one.is_out] == [engine]
    happens(s, 2)  # again: the engine restarts
    assert s.bomber.engines_out == 0
    happens(s, 2, then=dice(2))
    assert s.bomber.engine(1).is_out


@pytest.mark.rule("today 5-3D")
def test_events_wait_for_the_next_zone(staged: Stage) -> None:
    for total in (2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12):
        s = staged(faces=dice(total), position="9")
        s.carry_out("random_event")
        assert len(s.pending) == 1
        assert s.game.events | s.game.passing_events == set()
        assert (s.rerolls, s.game.position) == (0, 9)
        assert rolled(s) == ["5-3D"]


@pytest.mark.rule("today 5-3D casualties")
def test_formation_casualties(today: Ruleset, staged: Stage) -> None:
    assert walk(today.tables["5-3D casualties"]) == spans((1, 3, "lead"), (4, 6, "tail_end"))
    for position, die, place in ((9, 3, 7), (9, 4, 11), (15, 1, 13), (15, 6, 18), (3, 2, 1)):
        s = event(staged, 3, then=(die,), position=str(position))
        assert s.game.position == place
        assert (s.game.cell_leader, s.game.tail_end) == (die <= 3, die > 3)


@pytest.mark.rule("today 5-3D")
@pytest.mark.parametrize(
    ("total", "name"), [(4, "disrupted_formation"), (5, "aggressive_escort"), (6, "tight_formation")]
)
def test_events_for_the_rest_of_the_mission_come_once(staged: Stage, total: int, name: str) -> None:
    s = event(staged, total)
    assert s.game.events == {name}
    happens(s, total, 9)  # note b: another event instead
    assert s.game.events == {name, "poor_communications"}


@pytest.mark.rule("today 5-3D")
def test_casualties_are_rerolled_by_leaders_tails_and_stragglers(staged: Stage) -> None:
    for more in ({"position": "7"}, {"position": "11"}, {"state": {"in_formation": False}}):
        s = event(staged, 3, 9, **more)
        assert rolled(s) == ["5-3D", "5-3D"]
        assert s.game.events == {"poor_communications"}


@pytest.mark.rule("today 5-3D")
@pytest.mark.parametrize(("cover", "column"), [("poor", "fair"), ("fair", "good"), ("good", "good"), ("none", None)])
def test_aggressive_escort_moves_a_column_right(staged: Stage, cover: str, column: str | None) -> None:
    s = event(staged, 5)
    s.zone.escort = cover
    s.source = ScriptedSource([1, 1] if cover != "none" else [])
    escort_on_station(s)
    if column is not None:
        assert s.log[-1].column == column


@pytest.mark.rule("today 5-3D", "today 6-6")
def test_tight_formation_helps_the_bomb_run(today: Ruleset, staged: Stage) -> None:
    s = staged()
    before = values(today.tables["6-6"], s, 7)
    s.game.events.add("tight_formation")
    assert sorted(values(today.tables["6-6"], s, 7)) == sorted([*before, 1])


@pytest.mark.rule("today 5-3D")
def test_lady_luck_smiles_more_than_once(staged: Stage) -> None:
    s = event(staged, 7)
    assert s.rerolls == 1
    s.rerolls = 0  # kept back, so that the next throws are not asked about
    happens(s, 7)
    assert s.rerolls == 1


@pytest.mark.rule("today 5-3D")
def test_shadowed_in_the_next_zone_only(today: Ruleset, staged: Stage) -> None:
    s = event(staged, 8)
    assert s.game.passing_events == {"shadowed"}
    happens(s, 8)
    assert s.game.passing_events == {"shadowed"}
    happens(s, 9)
    assert s.game.passing_events == set()


@pytest.mark.rule("today 5-3D")
def test_bad_communications_come_and_go(staged: Stage) -> None:
    s = staged()
    for bad in (True, False, True, False):
        happens(s, 9)
        assert ("poor_communications" in s.game.events) is bad


@pytest.mark.rule("today 5-3D note e")
def test_extreme_cold(today: Ruleset, staged: Stage) -> None:
    assert walk(today.tables["5-3D note e"]) == spans((1, 5, "no_effect"), (6, 6, "jammed"))
    for bomber in MODELS:
        number = len(staged(bomber=bomber).bomber.guns)
        s = event(staged, 10, then=(*(5 for _ in range(number - 1)), 6), bomber=bomber)
        assert [gun.is_working for gun in s.bomber.guns.values()] == [True] * (number - 1) + [False]
    s = event(staged, 10, 9, state={"in_formation": False, "altitude": "low"})
    assert s.game.events == {"poor_communications"}


@pytest.mark.rule("today 5-3D ace", "today 5-3D note f")
def test_ace_for_a_day(today: Ruleset, staged: Stage) -> None:
    expected = spans((1, 2, "top"), (3, 4, "ball"), (5, 6, "tail"))
    assert walk(today.tables["5-3D ace"]) == expected
    men = {"top": "engineer", "ball": "ball_gunner", "tail": "tail_gunner"}
    for die, gun in expected.items():
        s = event(staged, 11, then=(die,))
        assert [man.trade for man in s.bomber.crew if man.is_ace] == [men[gun]]
    happens(s, 11, then=(1,))
    happens(s, 11, then=(2,))  # the same man again: no second roll
    assert {man.trade for man in s.bomber.crew if man.is_ace} == {"tail_gunner", "engineer"}
    s = event(staged, 11, then=(3,), state={"ball_gunner.kills": 5})
    assert not s.bomber.man_of("ball_gunner").is_ace_for_a_day


@pytest.mark.rule("today 5-3D note g", "today 5-3D note g wing")
def test_near_collision(today: Ruleset, staged: Stage) -> None:
    assert walk(today.tables["5-3D note g"]) == spans(
        (2, 8, "close_call"), (9, 10, "shallow_dive"), (11, 11, "steep_dive"), (12, 12, "collision")
    )
    assert walk(today.tables["5-3D note g wing"]) == spans((1, 5, "holds"), (6, 6, "torn_off"))
    for total in (8, 9, 10):
        s = event(staged, 12, then=dice(total))
        assert s.game.in_formation is (total == 8)
        assert s.bomber.bombs_aboard
        assert not s.game.aborting
    s = event(staged, 12, then=(*dice(11), 5, 5))
    assert not s.game.in_formation
    assert not s.bomber.bombs_aboard
    assert s.game.aborting


@pytest.mark.rule("today 5-3D note g", "today 5-3D note g wing")
@pytest.mark.parametrize("faces", [(*dice(11), 6), (*dice(11), 5, 6), dice(12)])
def test_near_collision_that_ends_the_flight(staged: Stage, faces: tuple[int, ...]) -> None:
    """A wing rips off, or the bombers collide: everybody tries to get out of a falling bomber (7-4)."""
    s = staged(faces=dice(12))
    s.carry_out("random_event")
    crew = len(s.bomber.crew)
    s.source = ScriptedSource([*faces, *(1 for _ in range(crew))])
    with pytest.raises(SortieOver):
        s.enter_zone(Zone(5, over=("G",)))
    assert rolled(s).count("7-4") == crew
    assert all(man.is_dead for man in s.bomber.crew)


@pytest.mark.rule("today 5-3D note g")
def test_straggler_has_no_near_collision_but_engine_trouble(staged: Stage) -> None:
    s = event(staged, 12, then=dice(8), state={"in_formation": False})
    assert rolled(s) == ["5-3D", "5-3D note a"]
    assert s.bomber.engine(3).is_out


# --- 5-4 to 5-5A: escort, fields of fire, pilots

DRIVEN_OFF = {
    # first wave (each later wave): poor, fair, good
    2: "1(0) 3(1) 3(2)",
    3: "1(0) 2(1) 3(2)",
    4: "1(0) 2(1) 3(2)",
    5: "0(0) 1(1) 2(1)",
    6: "0(0) 1(0) 1(0)",
    7: "0(0) 1(1) 2(1)",
    8: "0(0) 1(0) 1(0)",
    9: "0(0) 1(1) 2(1)",
    10: "1(0) 2(1) 3(2)",
    11: "1(0) 2(1) 3(2)",
    12: "1(0) 3(1) 3(2)",
}


@pytest.mark.rule("today 5-4")
@pytest.mark.parametrize("total", range(2, 13))
def test_driven_off_by_the_escort(today: Ruleset, staged: Stage, total: int) -> None:
    table = today.tables["5-4"]
    assert table.columns == ("poor", "fair", "good")
    found = [table.find(total, total, column) for column in table.columns]
    assert " ".join(f"{cell.result}({cell.data.later})" for cell in found) == DRIVEN_OFF[total]
    for cell, column in zip(found, table.columns, strict=True):
        s = staged({"zone.escort": column}, faces=dice(total))
        escort_on_station(s)
        assert (s.game.escort_first, s.game.escort_later) == (cell.result, cell.data.later)


@pytest.mark.rule("today 5-4")
def test_no_escort_drives_off_nobody(staged: Stage) -> None:
    s = staged({"zone.escort": "none"})
    escort_on_station(s)
    assert rolled(s) == []
    assert (s.game.escort_first, s.game.escort_later) == (0, 0)


@pytest.mark.rule("today 5-4", "today 5-5", "today 5-3C notes")
@pytest.mark.parametrize(
    ("kind", "position", "note", "stays"),
    [
        ("me-109", "12 high", "", False),
        ("me-109", "vertical dive", "", True),
        ("me-109", "vertical dive", "b", True),
        ("me-109", "vertical dive", "d", True),
        ("me-110", "vertical climb", "e", False),
        ("me-262", "12 level", "a", True),
        ("he-162", "12 level", "a", True),
        ("me-163", "12 high", "a", True),
        ("ta-152h", "6 level", "a", True),
        ("ta-152h", "9 level", "", False),
    ],
)
def test_whom_the_escort_cannot_reach(staged: Stage, kind: str, position: str, note: str, stays: bool) -> None:
    s = staged(bomber="b-17g", campaign=6)
    add_fighter(s, Group(kind, (position,), tuple(note)), position)
    s.game.wave, s.game.escort_first = 1, 3
    escort_drives_off.do(s)
    assert bool(s.game.fighters) is stays


BEARING = {
    "12 high": "top nose:FDJ",
    "12 level": "top nose:FDJ chin:G",
    "12 low": "ball nose:FDJ chin:G",
    "1:30 high": "top right_waist right_cheek:FGD nose:J",
    "1:30 level": "top right_cheek:FGD chin:G nose:J",
    "1:30 low": "ball right_cheek:FGD right_waist chin:G nose:J",
    "3 high": "top right_waist",
    "3 level": "top ball right_waist",
    "3 low": "ball right_waist",
    "6 high": "top radio:FG tail",
    "6 level": "tail",
    "6 low": "ball tail",
    "9 high": "top left_waist",
    "9 level": "top ball left_waist",
    "9 low": "ball left_waist",
    "10:30 high": "top left_waist left_cheek:FGD nose:J",
    "10:30 level": "top left_cheek:FGD chin:G nose:J",
    "10:30 low": "ball left_cheek:FGD left_waist chin:G nose:J",
    "vertical dive": "top",
    "vertical climb": "ball",
}
"""Guns in the printed order; after a colon the models that have them (B-17 F and G, B-24 D and J)."""


@pytest.mark.rule("today 5-5")
@pytest.mark.parametrize("position", BEARING)
@pytest.mark.parametrize("model", MODELS)
def test_guns_that_bear(today: Ruleset, staged: Stage, model: str, position: str) -> None:
    assert tuple(BEARING) == POSITIONS
    expected = [
        gun
        for gun, _, models in (one.partition(":") for one in BEARING[position].split())
        if model[-1].upper() in (models or "FGDJ")
    ]
    cell = today.tables["5-5"].look(position, model)
    assert list(cell.data.guns) == expected
    assert cell.result == len(expected)
    assert cell.data.optional == (("radio",) if (model, position) == ("b-17g", "vertical dive") else ())

    s = staged(bomber=model)
    join(s, today.fighters["me-109"], *parse_position(position))
    assert [gun.key for gun in bearing_guns(s, s.game.fighters[0])] == expected
    column = today.tables["5-5"].column
    assert column is not None
    assert column(s) == model


@pytest.mark.rule("today 5-5A")
def test_pilot_skill(today: Ruleset) -> None:
    assert walk(today.tables["5-5A"]) == spans((1, 2, "green"), (3, 4, "average"), (5, 6, "ace"))


@pytest.mark.rule("today 5-5A")
@pytest.mark.parametrize(
    ("skill", "hits_bomber", "is_hit", "collides"), [("green", -1, 1, 1), ("average", 0, 0, 0), ("ace", 1, -1, -1)]
)
def test_what_skill_changes(
    today: Ruleset, staged: Stage, skill: str, hits_bomber: int, is_hit: int, collides: int
) -> None:
    s = staged()
    join(s, today.fighters["fw-190"], *parse_position("1:30 high"))
    s.fighter, s.gun = s.game.fighters[0], s.bomber.guns["right_waist"]

    def totals() -> list[int]:
        return [sum(values(today.tables[table], s, 7)) for table in ("5-8", "5-6", "5-16")]

    s.fighter.skill = "average"
    average = totals()
    s.fighter.skill = skill
    assert [now - then for now, then in zip(totals(), average, strict=True)] == [hits_bomber, is_hit, collides]
