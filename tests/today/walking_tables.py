"""Reading a compiled table from end to end."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

from bomberstream.core.events import RollEvent
from bomberstream.core.ruleset import Ruleset
from bomberstream.core.sortie import Sortie
from bomberstream.core.tables import CompiledTable
from bomberstream.plugins.today.scenes import set_fighters

NEVER = -99
"""A natural that no dice show: the total alone decides."""


def spread(text: str) -> dict[int, str]:
    """Read "-3..1 miss, 2 jam" into a result for each total."""
    found: dict[int, str] = {}
    for part in text.split(","):
        totals, result = part.split()
        low, _, high = totals.partition("..")
        for total in range(int(low), int(high or low) + 1):
            assert total not in found, f"{total} stands twice in {text!r}"
            found[total] = result
    return found


def spans(*given: tuple[int, int, Any]) -> dict[int, Any]:
    """(first, last, result) to a result for each number."""
    return {number: result for first, last, result in given for number in range(first, last + 1)}


def walk(table: CompiledTable, column: str | None = None) -> dict[int, Any]:
    """Every natural of the dice and its result."""
    assert table.dice is not None
    return {natural: table.find(natural, natural, column).result for natural in table.dice.odds()}


def walk_totals(table: CompiledTable, low: int, high: int, column: str | None = None) -> dict[int, Any]:
    """Every total from `low` to `high` and its result, the natural being no special one."""
    return {total: table.find(5, total, column).result for total in range(low, high + 1)}


def values(table: CompiledTable, s: Sortie, natural: int = 5) -> list[int]:
    """The modifiers that act, in the printed order."""
    return [value for value, _, _ in table.explain(s, natural)]


def rolled(s: Sortie) -> list[str]:
    """The tables that were rolled on, in order."""
    return [event.table for event in s.log or () if isinstance(event, RollEvent)]


def read(table: CompiledTable, totals: Iterable[int], column: str | None = None) -> dict[int, Any]:
    """The result of each total in a column."""
    return {total: table.find(NEVER, total, column).result for total in totals}


def check(table: CompiledTable, dice: str, expected: Mapping[int, Any], column: str | None = None) -> None:
    """The table is thrown with these dice, all their naturals are expected, and each total gives its result."""
    assert table.table.dice == dice
    assert table.dice is not None
    assert set(table.dice.odds()) <= set(expected)
    assert read(table, expected, column) == dict(expected)


def check_look_up(today: Ruleset, table: str, expected: Mapping[str, Any]) -> None:
    """The table is not thrown, and has these keys and no others."""
    found = today.tables[table]
    assert found.dice is None
    assert {key: cell.result for key, cell in found.keys[None].items()} == dict(expected)


def acting(s: Sortie, table: str, natural: int = 7) -> list[int]:
    """The modifiers that act now, in rising order; their sum is what the roll gets."""
    found = s.tables[table]
    values = sorted(value for value, _, _ in found.explain(s, natural))
    assert found.modify is None or found.modify(s, natural) == sum(values)
    return values


def attack(s: Sortie, type: str = "me-109", position: str = "12 high", **more: Any) -> None:
    """A fighter comes in, and is the one in question."""
    s.game.fighters.clear()
    set_fighters(s, {"fighters": [{"type": type, "position": position, **more}]})
