"""Columns that a rule or a pack adds to a table that is there."""

from __future__ import annotations

from typing import Any

import pytest
from bomberstream.core.errors import BadData
from bomberstream.core.ruleset import RulesetBuilder
from bomberstream.core.tables import LOOK_UP, Row, Table, with_column


def table(*rows: Row, columns: tuple[str, ...] = ("gnat", "wasp"), dice: str = "1d6") -> Table:
    return Table("T", dice, "published", columns=columns, row=rows, id="9-1", where="t.toml: table 9-1")


DIVIDED = (
    Row("=6", "down"),
    Row("..3", {"gnat": "miss", "wasp": "near"}),
    Row("4..", {"gnat": "hit", "wasp": "hit"}),
)


def test_every_row_gets_a_result_in_the_new_column() -> None:
    made = with_column(table(*DIVIDED), "moth", {"=6": "away", "..3": "near", "4..": "down"})
    assert made.columns == ("gnat", "wasp", "moth")
    assert [row.result for row in made.row] == [
        {"gnat": "down", "wasp": "down", "moth": "away"},
        {"gnat": "miss", "wasp": "near", "moth": "near"},
        {"gnat": "hit", "wasp": "hit", "moth": "down"},
    ]


def test_rows_that_are_divided_otherwise_take_the_result_that_holds_their_end() -> None:
    finer = table(Row("..1", "a"), Row("2-3", "b"), Row("4", "c"), Row("5..", "d"))
    made = with_column(finer, "moth", {"..3": "low", "4..": "high"})
    assert [row.result["moth"] for row in made.row] == ["low", "low", "high", "high"]
    coarser = with_column(table(Row("..3", "a"), Row("4..", "b")), "moth", {"..2": 0, "3": 1, "4-5": 2, "6..": 3})
    assert [row.result["moth"] for row in coarser.row] == [1, 2]


def test_a_natural_row_takes_no_result_for_totals() -> None:
    with pytest.raises(BadData) as caught:
        with_column(table(*DIVIDED), "moth", {"..3": "near", "4..": "down"})
    assert caught.value.problems == ("t.toml: table 9-1, row 1: column 'moth' has no result for on = '=6'",)


@pytest.mark.parametrize(
    ("one", "results", "fault"),
    [
        (table(Row("1-6", "a"), columns=()), {"1-6": "b"}, "no column 'moth' can be added to a table without columns"),
        (table(*DIVIDED), {"=6": "a", "..3": "b"}, "row 3: column 'moth' has no result for on = '4..'"),
        (table(*DIVIDED), {"=6": "a", "..3": "b", "4..": "c", "x": "d"}, "column 'moth': no row 'x'"),
        (table(Row("day", "a"), dice=LOOK_UP), {"dya": "b"}, "row 1: column 'moth' has no result for on = 'day'"),
        (
            table(Row("day", "a"), dice=LOOK_UP),
            {"day": 1, "dya": 2},
            "column 'moth': no row 'dya'; did you mean 'day'?",
        ),
    ],
)
def test_what_has_no_partner_is_told(one: Table, results: dict[str, Any], fault: str) -> None:
    with pytest.raises(BadData) as caught:
        with_column(one, "moth", results)
    assert any(fault in line for line in caught.value.problems)


COLUMNS = """
[table."7-1"]
title = "By type"
dice = "1d6"
source = "published"
columns = ["gnat"]
column = "'gnat'"
row = [{ on = "1-3", result = { gnat = "low" } }, { on = "4-6", result = { gnat = "high" } }]
"""
MOTH = '[table."7-1".adds.moth]\n"1-3" = "a"\n"4-6" = "b"\n'


def test_a_pack_adds_a_column(tiny: Any) -> None:
    tiny.write(COLUMNS)
    ruleset = tiny.compose(overlays=[tiny.overlay(MOTH)])
    made = ruleset.table("7-1")
    assert made.columns == ("gnat", "moth")
    assert [made.find(n, n, "moth").result for n in (1, 6)] == ["a", "b"]
    assert [made.find(n, n, "gnat").result for n in (1, 6)] == ["low", "high"]
    other = tiny.compose(overlays=[tiny.overlay(MOTH.replace('"b"', '"c"'), "other")])
    assert ruleset.fingerprints()["7-1"] != other.fingerprints()["7-1"] != tiny.compose().fingerprints()["7-1"]


def test_a_column_that_the_players_own_table_has_stands(tiny: Any) -> None:
    tiny.write(COLUMNS)
    own = COLUMNS.replace('["gnat"]', '["gnat", "moth"]').replace('gnat = "low"', 'gnat = "low", moth = "mine"')
    own = own.replace('gnat = "high"', 'gnat = "high", moth = "mine"')

    def rule(b: RulesetBuilder) -> None:
        b.column("7-1", "moth", {"1-3": "a", "4-6": "b"})

    assert tiny.compose(tiny.rule("moths", rule)).table("7-1").find(1, 1, "moth").result == "a"
    ruleset = tiny.compose(tiny.rule("moths", rule), overlays=[tiny.overlay(own)])
    assert ruleset.table("7-1").find(1, 1, "moth").result == "mine"
    assert ruleset.clashes == ()


def test_a_faulty_column_of_a_pack_is_told_with_the_others(tiny: Any) -> None:
    tiny.write(COLUMNS)
    with pytest.raises(BadData) as caught:
        tiny.compose(
            overlays=[tiny.overlay(MOTH.replace('"4-6" = "b"\n', "") + '[table."9-9".adds.moth]\n"1" = "a"\n')]
        )
    assert len(caught.value.problems) == 2
