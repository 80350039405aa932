"""Tables as people read them, and as plain data."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from fractions import Fraction
from typing import TYPE_CHECKING, Any

from bomberstream.core.effects import parse_effect
from bomberstream.core.errors import BadData, UsageError, did_you_mean
from bomberstream.core.tables import LOOK_UP, Row, Table, by_column

from .render import Screen, as_words

if TYPE_CHECKING:
    from bomberstream.core.effects import Verbs
    from bomberstream.core.ruleset import Ruleset
    from bomberstream.core.tables import CompiledTable

__all__ = ["find_column", "look_up", "odds_facts", "show_found", "show_odds", "show_table", "table_facts"]

NO_NATURAL = -1
"""Stands for the natural throw where only the total is known: no dice show it."""


def find_column(table: Table, given: str | None) -> str | None:
    """A column as it was typed, in any case and with blanks; raises `BadData` with the nearest."""
    if given is None:
        return None
    for column in table.columns:
        if _loosely(given) == _loosely(column):
            return column
    if not table.columns:
        raise BadData(f"table {table.id} has no columns")
    raise BadData(f"table {table.id} has no column {given!r}; {did_you_mean(given, table.columns)}".rstrip("; "))


def _loosely(name: str) -> str:
    return name.lower().replace("_", " ").replace("-", " ")


def _cell_facts(table: Table, row: Row, column: str | None) -> dict[str, Any]:
    return {
        "on": row.on,
        "result": by_column(table, row.result, column, "result"),
        "text": by_column(table, row.text, column, "text"),
        "hit": row.hit,
        "effects": by_column(table, row.effects, column, "effects"),
        "data": by_column(table, row.data, column, "data"),
    }


def table_facts(table: Table, column: str | None) -> dict[str, Any]:
    """A table as plain data; with a column, what stands in that one."""
    return {
        "id": table.id,
        "title": table.title,
        "role": table.role,
        "rule": table.rule,
        "dice": table.dice,
        "source": table.source,
        "basis": table.basis,
        "optional": table.optional,
        "columns": table.columns if column is None else [column],
        "column": table.column,
        "rows": [_cell_facts(table, row, column) for row in table.row],
        "modifiers": [{"value": one.value, "when": one.when, "says": one.says, "by": one.by} for one in table.modifier],
    }


# --- showing


def show_table(screen: Screen, ruleset: Ruleset, table: Table, column: str | None) -> None:
    """Print a table in full."""
    screen.put(f"{table.id}  {table.title}" + (f"  [{as_words(column)}]" if column else ""), style="heading")
    screen.fields(
        [
            ("rule", table.rule),
            ("asked for as", table.role if table.role != table.id else ""),
            ("dice", "none: looked up by key" if table.dice == LOOK_UP else table.dice),
            ("column by", table.column or ""),
            ("optional", table.optional),
            ("source", table.source),
            ("basis", table.basis),
        ],
        indent=2,
    )
    screen.put()
    if column is not None or not table.columns:
        _show_rows(screen, ruleset, table, column)
    else:
        _show_columns(screen, ruleset, table)
    if table.modifier:
        screen.put()
        screen.put("modifiers", style="heading")
        screen.table(
            ("", "", "", ""),
            [
                (
                    f"{one.value:+d}" if isinstance(one.value, int) else one.value,
                    one.says,
                    f"when {one.when}" if one.when else "always",
                    "" if one.by in ("", ruleset.game.id) else f"by {one.by}",
                )
                for one in table.modifier
            ],
            indent=2,
        )
    beside = [one.table for name, one in ruleset.tables.items() if name.startswith(f"{table.id} ")]
    if beside:
        screen.put()
        screen.put("its notes", style="heading")
        screen.table(("", ""), [(one.id, one.title) for one in beside], indent=2)


def _show_rows(screen: Screen, ruleset: Ruleset, table: Table, column: str | None) -> None:
    cells = [_cell_facts(table, row, column) for row in table.row]
    screen.table(
        ("on", "result", "hit", "text", "does", "data"),
        [
            (
                one["on"],
                as_words(one["result"]),
                one["hit"] if one["hit"] != as_words(one["result"]) else "",
                one["text"],
                say_effects(one["effects"], ruleset.verbs),
                say_data(one["data"]),
            )
            for one in cells
        ],
        indent=2,
    )


def _show_columns(screen: Screen, ruleset: Ruleset, table: Table) -> None:
    """All columns: side by side where they stand on the screen, else each row's columns by result."""
    results = [
        [as_words(by_column(table, row.result, column, "result")) for column in table.columns] for row in table.row
    ]
    headings = ("on", *map(as_words, table.columns))
    grid = [(row.on, *line) for row, line in zip(table.row, results, strict=True)]
    if any(any(line) for line in results):
        if screen.fits(headings, grid, indent=2):
            screen.table(headings, grid, indent=2)
        else:
            screen.table(
                ("on", "result: columns"),
                [(row.on, _grouped(table.columns, line)) for row, line in zip(table.row, results, strict=True)],
                indent=2,
            )
            screen.put("(one column alone: --column COLUMN)", indent=2, style="faint")
    details = list(_details(ruleset, table))
    if details:
        screen.put()
        screen.table(("on", "column", "text", "does", "data"), details, indent=2)


def _grouped(columns: tuple[str, ...], results: list[str]) -> str:
    groups: dict[str, list[str]] = {}
    for column, result in zip(columns, results, strict=True):
        groups.setdefault(result, []).append(as_words(column))
    if len(groups) == 1:
        return f"{results[0]}: all"
    return "; ".join(f"{result}: {', '.join(where)}" for result, where in groups.items())


def _details(ruleset: Ruleset, table: Table) -> Iterator[tuple[str, str, str, str, str]]:
    """What rows say, do and carry, told once where it is the same in every column."""
    for row in table.row:
        told = []
        for column in table.columns:
            cell = _cell_facts(table, row, column)
            said = " ".join(filter(None, [cell["hit"] and f"[{cell['hit']}]", cell["text"]]))
            told.append((said, say_effects(cell["effects"], ruleset.verbs), say_data(cell["data"])))
        if len(set(told)) == 1:
            if any(told[0]):
                yield (row.on, "all", *told[0])
            continue
        for column, one in zip(table.columns, told, strict=True):
            if any(one):
                yield (row.on, as_words(column), *one)


# --- effects and data in words


def say_effects(effects: Any, verbs: Verbs) -> str:
    """A list of effects in words: "engine out hit, light wound"."""
    return ", ".join(_say_effect(one, verbs) for one in effects or ())


def _say_effect(raw: Mapping[str, Any], verbs: Verbs) -> str:
    effect = parse_effect(raw, verbs)
    value = "" if effect.value is True else _say_argument(effect.value, verbs)
    words = f"{as_words(effect.verb)} {value}".strip()
    for key, one in effect.extras.items():
        said = "" if one is True else _say_argument(one, verbs)
        words += (
            f" ({said})" if key == "says" else f": {said}" if key == "rows" else f" {as_words(key)} {said}".rstrip()
        )
    return words


def _say_argument(value: Any, verbs: Verbs) -> str:
    if isinstance(value, Mapping):
        return "; ".join(f"{as_words(key)}: {_say_argument(one, verbs)}" for key, one in value.items())
    if isinstance(value, list | tuple):
        if all(isinstance(one, Mapping) and "on" in one for one in value):
            return "; ".join(f"{one['on']} {_say_inline(one, verbs)}" for one in value)
        return say_effects(value, verbs)
    return str(value)


def _say_inline(row: Mapping[str, Any], verbs: Verbs) -> str:
    return say_effects(row.get("effects"), verbs) or as_words(row.get("hit") or row.get("result") or row.get("text"))


def say_data(data: Any) -> str:
    """A row's payload in words."""
    if isinstance(data, Mapping):
        return ", ".join(
            f"{as_words(key)} {said}" for key, one in data.items() if (said := say_data(one)) or one is False
        )
    if isinstance(data, list | tuple):
        inner = [say_data(one) for one in data]
        return " + ".join(inner) if any(isinstance(one, Mapping) for one in data) else "/".join(inner)
    if isinstance(data, bool):
        return "yes" if data else "no"
    return "" if data is None else str(data)


# --- looking up


def look_up(table: CompiledTable, roll: str, column: str | None, *, natural: bool) -> dict[str, Any]:
    """What a total, a natural throw or a key gives; raises `BadData` or `UsageError` for what cannot be."""
    table.check_column(column)
    facts: dict[str, Any] = {"table": table.id, "title": table.table.title, "role": table.role, "column": column}
    if table.dice is None:
        if natural:
            raise UsageError(f"--natural: {table.id} is a look-up table and is not rolled")
        on = table.look(roll, column).on
        facts |= {"key": roll, "natural": None, "total": None}
    else:
        try:
            total = int(roll)
        except ValueError:
            raise UsageError(f"--roll {roll!r}: expected a whole number for {table.dice}") from None
        if natural and total not in table.dice.odds():
            raise UsageError(f"--roll {total}: {table.dice} never shows a natural {total}")
        on = table.find(total if natural else NO_NATURAL, total, column).on
        facts |= {"key": None, "natural": total if natural else None, "total": total}
    row = next(one for one in table.table.row if one.on == on)
    return facts | _cell_facts(table.table, row, column)


def show_found(screen: Screen, ruleset: Ruleset, found: Mapping[str, Any]) -> None:
    """Print what a look-up gave."""
    where = f"  [{as_words(found['column'])}]" if found["column"] else ""
    screen.put(f"{found['table']}  {found['title']}{where}", style="heading")
    asked = found["key"] or f"{'natural ' if found['natural'] is not None else ''}{found['total']}"
    screen.fields(
        [
            ("roll" if found["key"] is None else "key", f"{asked} (row {found['on']})"),
            ("result", as_words(found["result"])),
            ("hit", found["hit"] or ""),
            ("text", found["text"] or ""),
            ("does", say_effects(found["effects"], ruleset.verbs)),
            ("data", say_data(found["data"])),
        ],
        indent=2,
    )


# --- odds


def odds_facts(table: CompiledTable, column: str | None, modifier: int) -> dict[str, Any]:
    """The exact chance of every row, in one column or in all; raises `BadData` for a look-up table."""
    if table.dice is None:
        raise BadData(f"table {table.id} is a look-up table and is not rolled")
    columns: tuple[str | None, ...] = (column,) if column is not None else table.columns or (None,)
    return {
        "table": table.id,
        "title": table.table.title,
        "dice": table.table.dice,
        "modifier": modifier,
        "odds": [
            {
                "column": one,
                "on": cell.on,
                "result": cell.result,
                "hit": cell.hit,
                "chance": str(chance),
                "percent": round(float(chance * 100), 6),
            }
            for one in columns
            for cell, chance in table.odds(one, modifier)
        ],
    }


def show_odds(screen: Screen, found: Mapping[str, Any]) -> None:
    """Print odds, rows by columns."""
    shift = f" {found['modifier']:+d}" if found["modifier"] else ""
    screen.put(f"{found['table']}  {found['title']}  ({found['dice']}{shift})", style="heading")
    screen.table(
        ("column", "on", "result", "chance", "percent"),
        [
            (
                as_words(one["column"]),
                one["on"],
                as_words(one["hit"] or one["result"]),
                one["chance"],
                f"{one['percent']:6.2f}%",
            )
            for one in found["odds"]
        ],
        indent=2,
    )
    totals: dict[tuple[str, str], Fraction] = {}
    for one in found["odds"]:
        key = (as_words(one["column"]), as_words(one["result"]))
        totals[key] = totals.get(key, Fraction(0)) + Fraction(one["chance"])
    if len(totals) < len(found["odds"]):
        screen.put()
        screen.put("by result", style="heading")
        screen.table(
            ("column", "result", "percent"),
            [(column, result, f"{float(chance * 100):6.2f}%") for (column, result), chance in totals.items()],
            indent=2,
        )
