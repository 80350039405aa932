"""Tables to fill in: the printed values of a box, typed into a template, laid on the tables that we have of our own.

A template has a table's id, dice and rows, and blanks for the results. What is filled in stands; what is blank stays as
it is below. A table that is filled in whole stands in place of the one below as a whole.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from attrs import define, evolve

from .errors import BadData, did_you_mean
from .fields import filled_in
from .tables import Modifier, Row, Table, with_cells

__all__ = ["Filled", "Filling", "fill_in"]

BLANK = ""


@define(frozen=True)
class Filling:
    """One table of a template, as far as it has been filled in."""

    dice: str = ""
    """Left out: those of the table below."""
    row: tuple[Row, ...] = ()
    modifier: tuple[Modifier, ...] | None = None
    """Where they are given, they stand in place of all those below; left out, those below stay."""
    where: str = filled_in()


@define(frozen=True)
class Filled:
    """How far a table has been filled in."""

    table: str
    pack: str
    done: int
    """Results that have been typed in; a row without a result counts as one."""
    of: int

    @property
    def is_whole(self) -> bool:
        """Nothing of it is ours any more."""
        return self.done == self.of

    def __str__(self) -> str:
        """In a line, for a person."""
        if self.is_whole:
            return f"table {self.table} is filled in"
        return f"table {self.table} is filled in in part: {self.done} of {self.of}; the rest is as it was"


def fill_in(below: Table, filling: Filling, pack: str) -> tuple[Table, Filled]:
    """The table with the values that have been typed in, and how many those are.

    A row that gives a result and no effects, words or data takes those of our row of the same result: what a result
    does stays with it. Raises `BadData` where only some rows are filled in and one of them is none of the table below.
    """
    done = [_count(below, row) for row in filling.row]
    filled = Filled(below.id, pack, sum(one for one, _ in done), max(1, sum(of for _, of in done)))
    if not filled.done:
        return below, filled
    problems = [fault for row in filling.row for fault in _strange_columns(below, row)]
    if not filled.is_whole:
        known = [one.on for one in below.row]
        problems += (
            f"{row.where}: the table has no row {row.on!r} now, {did_you_mean(row.on, known)}; fill in every row, or "
            "divide them as they are".replace(", ;", ";")
            for row, (count, _) in zip(filling.row, done, strict=True)
            if count and row.on not in known
        )
    if problems:
        raise BadData(problems)
    rows = [_row(below, row) for row, (count, _) in zip(filling.row, done, strict=True) if count]
    modifiers = below.modifier if filling.modifier is None else filling.modifier
    changed = evolve(below, dice=filling.dice or below.dice, modifier=modifiers)
    if filled.is_whole:
        typed = f"typed in from the printed table ({pack})"
        if filling.modifier is None and below.modifier:
            ours = f"rows {typed}; the modifiers are those of before: {below.basis}"
            return evolve(changed, row=tuple(rows), basis=ours), filled
        return evolve(changed, row=tuple(rows), source="published", basis=typed), filled
    new = {row.on: row for row in rows}
    named = ", ".join(new)
    basis = "; ".join(filter(None, [below.basis, f"{named} typed in from the printed table ({pack})"]))
    return evolve(changed, row=tuple(new.get(row.on, row) for row in below.row), basis=basis), filled


def _count(below: Table, row: Row) -> tuple[int, int]:
    """How many results of a row are filled in, and how many it has."""
    if isinstance(row.result, Mapping) and below.columns:
        return sum(one != BLANK for one in row.result.values()), len(below.columns)
    others = (row.text, row.hit, row.effects, row.data)
    has_any = row.result not in (None, BLANK) or any(one is not None for one in others)
    return (len(below.columns), len(below.columns)) if below.columns and has_any else (int(has_any), 1)


def _strange_columns(below: Table, row: Row) -> Iterator[str]:
    if isinstance(row.result, Mapping):
        if not below.columns:
            yield f"{row.where}: result: the table has no columns"
        for column in row.result:
            if below.columns and column not in below.columns:
                yield f"{row.where}: result: no column {column!r}; {did_you_mean(column, below.columns)}".rstrip("; ")


def _row(below: Table, row: Row) -> Row:
    """The row as it then stands."""
    same = next((one for one in below.row if one.on == row.on), None)
    if isinstance(row.result, Mapping):
        given = evolve(row, result={column: one for column, one in row.result.items() if one != BLANK})
        return given if same is None else with_cells(below, same, given)
    result = None if row.result == BLANK else row.result
    if result is None and same is not None:
        result = same.result
    like = [one for one in (*([same] if same else []), *below.row) if one.result == result]
    return evolve(row, result=result, **_borrowed(row, like[0] if like else None))


def _borrowed(row: Row, like: Row | None) -> dict[str, Any]:
    if like is None:
        return {}
    return {key: getattr(like, key) for key in ("text", "hit", "effects", "data") if getattr(row, key) is None}
