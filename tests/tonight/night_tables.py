"""Reading the night game's compiled tables from end to end."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping
from typing import Any

from bomberstream.core.ruleset import Ruleset
from bomberstream.core.sortie import Sortie
from bomberstream.core.tables import CompiledTable
from nights import stage, used_up

NEVER = -99
"""A natural that no dice show: the total alone decides."""
TWO_DICE = {total: (min(6, total - 1), total - min(6, total - 1)) for total in range(2, 13)}
"""Faces for each total of two dice."""


def spread(text: str) -> dict[int, Any]:
    """Read "-3..1 miss, 2 jam" into a result for each total; a number stands for itself."""
    found: dict[int, Any] = {}
    for part in text.split(","):
        totals, result = part.split()
        low, _, high = totals.partition("..")
        for total in range(int(low), int(high or low) + 1):
            assert total not in found, f"{total} stands twice in {text!r}"
            found[total] = int(result) if result.isdecimal() else result
    return found


def read(
    table: CompiledTable, totals: Iterable[int], column: str | None = None, natural: int = NEVER
) -> dict[int, Any]:
    """The result of each total in a column."""
    return {total: table.find(natural, total, column).result for total in totals}


def check(table: CompiledTable, dice: str, expected: str | Mapping[int, Any], column: str | None = None) -> None:
    """The table is thrown with these dice, all their naturals are expected, and each total gives its result."""
    wanted = spread(expected) if isinstance(expected, str) else dict(expected)
    assert table.table.dice == dice
    assert table.dice is not None
    assert set(table.dice.odds()) <= set(wanted)
    assert read(table, wanted, column) == wanted


def check_look_up(tonight: Ruleset, table: str, expected: Mapping[str, Any]) -> None:
    """The table is not thrown, and has these keys and no others."""
    found = tonight.tables[table]
    assert found.dice is None
    assert {key: cell.result for key, cell in found.keys[None].items()} == dict(expected)


def acting(s: Sortie, role: str, natural: int = 7) -> list[int]:
    """The modifiers that act now, in rising order; their sum is what the roll gets."""
    found = s.tables[role]
    values = sorted(value for value, _, _ in found.explain(s, natural))
    assert found.modify is None or found.modify(s, natural) == sum(values)
    return values


def says(s: Sortie, role: str, natural: int = 7) -> dict[str, int]:
    """What acts now, by name."""
    return {words: value for value, words, _ in s.tables[role].explain(s, natural)}


def percent(number: int) -> tuple[int, int]:
    """The two ten-sided dice that show a number from 1 to 100."""
    return number // 10 % 10, number % 10


def carry_out(tonight: Ruleset, role: str, *faces: int, **state: Any) -> Sortie:
    """Roll on a table with all its consequences; every die of the script must be used."""
    s = stage(tonight, *faces, **state)
    s.carry_out(role)
    used_up(s)
    return s


def at(date: str, **state: Any) -> dict[str, Any]:
    """A situation on a date of any campaign."""
    return {"campaign": None, "date": date, **state}


def changes(before: Sortie, after: Sortie, role: str, natural: int = 7) -> list[int]:
    """The modifiers that a situation adds to those of another, in rising order, and none of those is lost."""
    was, now = Counter(acting(before, role, natural)), Counter(acting(after, role, natural))
    assert not was - now
    return sorted((now - was).elements())
