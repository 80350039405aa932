"""Every table of the game from end to end: the dice it is thrown with, every total in every column, every key."""

from __future__ import annotations

import tomllib
from pathlib import Path
from typing import Any

import attrs
import pytest
from bomberstream.core.hooks import load_plugins
from bomberstream.core.ruleset import Ruleset, compose
from bomberstream.core.tables import Cell, CompiledTable
from bomberstream.plugins.superfortress import choices

EXPECTED: dict[str, dict[str, Any]] = tomllib.loads((Path(__file__).parent / "tables.toml").read_text(encoding="utf-8"))
"""Table to its dice, and column ("result" where there is but one) to what it gives."""
NO_NATURAL = -99
"""A natural that no dice show: the total alone decides."""
BEYOND = 5
"""How far beyond the ends the totals are looked at."""


def spread(given: list[str]) -> tuple[dict[int, str], dict[int, str]]:
    """Totals and naturals, each with its result."""
    totals: dict[int, str] = {}
    naturals: dict[int, str] = {}
    for part in given:
        span, _, result = part.partition(" ")
        if span.startswith("="):
            naturals[int(span[1:])] = result
            continue
        low, _, high = span.partition("..")
        totals |= dict.fromkeys(range(int(low), int(high or low) + 1), result)
    return totals, naturals


def told(cell: Cell) -> str:
    """What a cell gives, as the file tells it."""
    if cell.data is None or isinstance(cell.data, dict):
        return str(cell.result)
    if hasattr(cell.data, "attackers"):
        return " + ".join(f"{one.type} {' & '.join(one.at)}" for one in cell.data.attackers)
    given = attrs.asdict(cell.data, recurse=False).items()
    return "; ".join(
        f"{name}: {' '.join(value) if isinstance(value, tuple) else value}"
        for name, value in given
        if value not in ((), "")
    )


def results(table: CompiledTable, totals: list[int], column: str | None) -> dict[int, str]:
    """The result of each total."""
    return {total: told(table.find(NO_NATURAL, total, column)) for total in totals}


@pytest.mark.rule(
    "superfortress 2.0", "superfortress 4.0", "superfortress 5.0", "superfortress 6.0", "superfortress 7.0"
)
def test_all_tables_are_walked(superfortress: Ruleset) -> None:
    assert set(superfortress.tables) == set(EXPECTED)


@pytest.mark.parametrize("name", sorted(EXPECTED))
def test_a_table_gives_what_it_should(superfortress: Ruleset, name: str) -> None:
    table, expected = superfortress.tables[name], dict(EXPECTED[name])
    assert table.table.dice == expected.pop("dice")
    assert set(expected) == set(table.columns or ("result",))
    for column, given in expected.items():
        at = column if table.columns else None
        if table.dice is None:
            assert [f"{key} = {told(cell)}" for key, cell in table.keys[at].items()] == given
            continue
        totals, naturals = spread(given)
        if name.startswith(("5-3", "5-4A", "5-4B")):
            # Tens and ones: no other totals are thrown.
            totals = {total: result for total, result in totals.items() if total in table.dice.odds()}
            assert set(totals) == set(table.dice.odds())
        assert results(table, list(totals), at) == totals
        assert {natural: told(table.find(natural, 0, at)) for natural in naturals} == naturals


@pytest.mark.parametrize(
    "name", sorted(name for name, one in EXPECTED.items() if one["dice"] not in ("look-up", "d66"))
)
def test_beyond_its_ends_a_table_gives_what_its_ends_give(superfortress: Ruleset, name: str) -> None:
    table = superfortress.tables[name]
    open_ended = bool(table.modifiers)
    for column in table.columns or (None,):
        totals, _ = spread(EXPECTED[name][column or "result"])
        low, high = min(totals), max(totals)
        if open_ended:
            below = results(table, list(range(low - BEYOND, low)), column)
            above = results(table, list(range(high + 1, high + BEYOND)), column)
            assert set(below.values()) <= {totals[low]}
            assert set(above.values()) <= {totals[high]}


def test_every_modifier_says_what_it_is_for(superfortress: Ruleset) -> None:
    for table in superfortress.tables.values():
        for modifier in table.modifiers:
            assert modifier.says, table.id


def shares(table: CompiledTable) -> list[set[int]]:
    """The totals that give the same, whatever it is called."""
    alike: dict[str, set[int]] = {}
    for total in table.dice.odds() if table.dice else ():
        alike.setdefault(told(table.find(total, total, None)), set()).add(total)
    return sorted(alike.values(), key=min)


def test_a_table_that_calls_itself_a_sister_has_the_odds_of_its_sister(superfortress: Ruleset) -> None:
    """Only what the daylight game prints may be called its own; other odds are ours, and the table says so."""
    today = compose(load_plugins(), "today")
    printed = {table.table.role: table for table in today.tables.values() if table.table.source == "published"}
    compared = 0
    for table in superfortress.tables.values():
        sister = printed.get(table.table.role)
        if table.table.source != "sister" or sister is None or table.columns or sister.columns or not table.dice:
            continue
        assert table.table.dice == sister.table.dice, table.id
        assert shares(table) == shares(sister), table.id
        compared += 1
    assert compared >= 20


@pytest.mark.rule("superfortress 5-12")
def test_the_weight_of_a_hit_is_that_of_the_german_types(superfortress: Ruleset) -> None:
    today = compose(load_plugins(), "today").tables["5-11"]
    for ours, theirs in {
        "light": "me-109 c1-2",
        "machine guns": "fw-190 c1-2",
        "cannon": "me-109 c3-6",
        "four cannon": "fw-190 c3-6",
        "heavy cannon": "me-210 c1-6",
    }.items():
        dies = range(1, 7)
        expected = [today.find(die, die, theirs).result for die in dies]
        assert [superfortress.tables["5-12"].find(die, die, ours).result for die in dies] == expected


@pytest.mark.rule("superfortress 6.3")
def test_tables_hold_the_numbers_that_the_choices_name(superfortress: Ruleset) -> None:
    """What a table can only hold as a number of its own is the number of the choice beside it (S-11, S-12)."""
    said = {one.says: one.when for table in superfortress.tables.values() for one in table.table.modifier}
    assert said["rope and jammers"] == said["black undersides"] == f"date >= '{choices.ROPE_FROM}'"
    for trade, who in (("navigating", "navigator"), ("panel", "flight engineer")):
        assert f"{trade}.missions < {choices.GREEN_CREW}" in str(said[f"green {who}"])
