"""Rings: tables whose every row rolls on a table of the ring again, so that no throw ever ends it.

A row that rolls again is no fault: another throw leads out. What goes round in play in spite of that is stopped by
the sortie.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import TYPE_CHECKING, Any

from ..effects import parse_effect
from ..errors import BadData
from ..tables import LOOK_UP, by_column, place_of

if TYPE_CHECKING:
    from ..effects import Verbs
    from ..tables import Table

__all__ = ["check_rings"]

ENDS = frozenset({"destroyed", "bail_out", "bombs_detonate"})
"""Verbs after which nothing more is carried out: the flight ends."""


def check_rings(tables: Mapping[str, Table], by_role: Mapping[str, Sequence[Table]], verbs: Verbs) -> Iterator[str]:
    """Every table out of whose rows no throw leads; told with its first row."""
    endless = {
        name: cells
        for name, table in tables.items()
        if table.dice != LOOK_UP and table.row and all(cells := [_cells(table, row) for row in table.row])
    }
    held = -1
    while held != len(endless):
        held = len(endless)
        for name, rows in list(endless.items()):
            if not all(_goes_on(cell, endless, by_role, verbs) for cells in rows for cell in cells):
                del endless[name]
    for name in endless:
        table = tables[name]
        yield f"{place_of(table, table.row[0], 1)}: it rolls on, and so does every row: no throw leads out of the ring"


def _cells(table: Table, row: Any) -> list[Any]:
    """The effects of a row in every column; nothing where a column has none."""
    found = [by_column(table, row.effects, column, "effects") for column in table.columns or (None,)]
    return found if all(found) else []


def _goes_on(effects: Any, endless: Mapping[str, Any], by_role: Mapping[str, Sequence[Table]], verbs: Verbs) -> bool:
    """Whether effects roll, whatever happens, on a table that never ends."""
    if not isinstance(effects, list | tuple):
        return False
    for raw in effects:
        try:
            effect = parse_effect(raw, verbs)
        except BadData:
            return False
        value, extras = effect.value, effect.extras
        if effect.verb in ENDS:
            return False
        if effect.verb == "roll_on":
            answering = by_role.get(str(value), ())
            if answering and all(table.id in endless for table in answering):
                return True
        elif effect.verb == "each_man":
            if _goes_on(value, endless, by_role, verbs):
                return True
        elif effect.verb == "when":
            if all(_goes_on(extras.get(key, ()), endless, by_role, verbs) for key in ("then", "otherwise")):
                return True
        elif effect.verb == "roll":
            rows = extras.get("rows", ())
            if (
                isinstance(rows, list)
                and rows
                and all(
                    isinstance(row, Mapping) and _goes_on(row.get("effects", ()), endless, by_role, verbs)
                    for row in rows
                )
            ):
                return True
    return False
