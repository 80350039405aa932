"""What differs between two rulesets of a game, in words: what a file of house rules or a table pack changes."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Any

from attrs import define, fields

from .bomber import BomberType
from .decisions import Standing
from .errors import BadData
from .ruleset import Ruleset
from .tables import LOOK_UP, CompiledTable, Modifier, Row, Table, by_column

__all__ = ["Change", "differences"]


@define(frozen=True)
class Change:
    """One thing that differs."""

    what: str
    """The thing, as in "table 3-1"."""
    title: str
    """What it is called, where it has a name beside."""
    says: str
    """What differs in it, in words."""

    def __str__(self) -> str:
        """In a line."""
        return f"{self.what}{f' ({self.title})' if self.title else ''}: {self.says}"


def differences(before: Ruleset, after: Ruleset) -> list[Change]:
    """Every change of what play depends on, and of the words of the log; empty where the two play alike."""
    found = [*_tables(before, after), *_steps(before, after)]
    found += _presets(before, after)
    found += _by_name("order", before.standing, after.standing, _order, _same_order)
    found += _by_name("bomber", before.bombers, after.bombers, _bomber)
    found += _by_name("fighter", before.fighters, after.fighters, _plainly)
    found += _by_name("device", before.devices, after.devices, _plainly)
    found += _by_name("campaign", _named(before.campaigns), _named(after.campaigns), _plainly)
    found += _by_name("words for", before.narrative, after.narrative, lambda old, new: [f"now {_words(new.text)}"])
    found += _by_name("route", _routes(before), _routes(after), _plainly)
    found += _by_name("decision", before.decisions, after.decisions, _plainly)
    found += _by_name("outcome", before.game.outcomes, after.game.outcomes, lambda old, new: [f"now {new!r}"])
    if before.moon != after.moon:
        found.append(Change("moon calendar", "", "it is another one"))
    if [*before.targets] != [*after.targets]:
        found.append(Change("targets", "", f"{len(before.targets)} before, {len(after.targets)} now"))
    if _control(before) != _control(after):
        found.append(Change("control chart", "", "who holds the ground has changed"))
    return found


def _routes(ruleset: Ruleset) -> dict[str, Any]:
    return {f"{force} {city}" if force else city: one for (force, city), one in ruleset.gazetteer.routes().items()}


def _control(ruleset: Ruleset) -> list[Any]:
    return [one for pack in ruleset.packs for one in pack.control]


def _named(things: Mapping[int, Any]) -> dict[str, Any]:
    return {str(number): one for number, one in things.items()}


def _by_name(
    what: str,
    before: Mapping[str, Any],
    after: Mapping[str, Any],
    tell: Callable[[Any, Any], list[str]],
    same: Callable[[Any, Any], bool] = lambda old, new: bool(old == new),
) -> Iterator[Change]:
    for name, new in after.items():
        old = before.get(name)
        title = str(getattr(new, "title", "") or getattr(new, "name", "") or "")
        title = "" if title == name else title
        if old is None:
            yield Change(f"{what} {name}", title, _brought(what, new))
        elif not same(old, new):
            yield from (Change(f"{what} {name}", title, says) for says in tell(old, new))
    for name in before:
        if name not in after:
            yield Change(f"{what} {name}", "", "is gone")


def _brought(what: str, new: Any) -> str:
    if isinstance(new, Standing):
        return f"new: {format_order(new)}"
    return f"new: {_words(new.text)}" if what == "words for" else "new"


def _words(text: Sequence[str]) -> str:
    return " / ".join(map(repr, text))


_SILENT = frozenset({"where", "id"})


def _plainly(old: Any, new: Any) -> list[str]:
    """Attribute by attribute."""
    return [
        f"{one.name.rstrip('_')}: {_short(getattr(old, one.name))} becomes {_short(getattr(new, one.name))}"
        for one in fields(type(new))
        if one.name not in _SILENT and getattr(old, one.name) != getattr(new, one.name)
    ]


def _bomber(old: BomberType, new: BomberType) -> list[str]:
    told = []
    for key in ("gun", "station", "counter"):
        was, now = ({one.id: one for one in getattr(kind, key)} for kind in (old, new))
        told += [f"{key} {name}: new" for name in now if name not in was]
        told += [f"{key} {name}: is gone" for name in was if name not in now]
        told += [f"{key} {name}: {line}" for name in now if name in was for line in _plainly(was[name], now[name])]
    told += [line for line in _plainly(old, new) if line.partition(":")[0] not in ("gun", "station", "counter")]
    return told


def _short(value: Any) -> str:
    text = repr(value)
    return text if len(text) <= 60 else f"{text[:57]}..."


# ------------------------------------------------------------------------------------------ tables


def _tables(before: Ruleset, after: Ruleset) -> Iterator[Change]:
    for name, new in after.tables.items():
        old = before.tables.get(name)
        table = new.table
        if old is None:
            rows = "1 row" if len(table.row) == 1 else f"{len(table.row)} rows"
            dice = "looked up" if table.dice == LOOK_UP else table.dice.upper()
            yield Change(f"table {name}", table.title, f"new: {dice}, {rows}")
            continue
        for says in _table(old, new):
            yield Change(f"table {name}", table.title, says)
    for name, old in before.tables.items():
        if name not in after.tables:
            yield Change(f"table {name}", old.table.title, "is gone")


def _table(old: CompiledTable, new: CompiledTable) -> Iterator[str]:
    was, now = old.table, new.table
    if was is now:
        return
    if was.dice != now.dice:
        yield f"{was.dice.upper()} becomes {now.dice.upper()}"
    for column in now.columns:
        if column not in was.columns:
            yield f"column {column} is new"
    if was.column != now.column:
        yield f"its column is now worked out from {now.column!r}"
    yield from _rows(was, now)
    yield from _modifiers(was.modifier, now.modifier)
    if was.source != now.source:
        yield f"its values were {was.source}, and are {now.source} now: {now.basis or 'as printed'}"
    yield from _chances(old, new)


def _rows(was: Table, now: Table) -> Iterator[str]:
    older = {row.on: row for row in was.row}
    newer = {row.on: row for row in now.row}
    for on, row in newer.items():
        if on not in older:
            yield f"row {on} is new: {_result(row)}"
            continue
        for column in now.columns or (None,):
            if column is not None and column not in was.columns:
                continue
            place = f"row {on}" if column is None else f"row {on}, {column}"
            yield from (f"{place}: {line}" for line in _cell(was, older[on], now, row, column))
    gone = [on for on in older if on not in newer]
    if gone:
        yield f"{'row' if len(gone) == 1 else 'rows'} {', '.join(gone)}: gone"


def _cell(was: Table, old: Row, now: Table, new: Row, column: str | None) -> Iterator[str]:
    for key, words in (
        ("result", ""),
        ("hit", "hit "),
        ("text", "the words "),
        ("effects", "effects "),
        ("data", "data "),
    ):
        first = by_column(was, getattr(old, key), column, key)
        second = by_column(now, getattr(new, key), column, key)
        if first == second:
            continue
        if key in ("effects", "data"):
            state = "are new" if not first else "are gone" if not second else "are others"
            yield f"its {words}{state}{f': {_short(second)}' if second else ''}"
        else:
            yield f"{words}{_told(first)} {'become' if key == 'text' else 'becomes'} {_told(second)}"


def _told(value: Any) -> str:
    return "nothing" if value is None else repr(value)


def _result(row: Row) -> str:
    told = row.result if row.result is not None else row.hit or row.text or row.effects
    return _short(told)


def _modifiers(was: Sequence[Modifier], now: Sequence[Modifier]) -> Iterator[str]:
    older = [(one.value, one.when, one.says) for one in was]
    newer = [(one.value, one.when, one.says) for one in now]
    for one in now:
        key = (one.value, one.when, one.says)
        if newer.count(key) > older.count(key):
            yield f"a modifier more: {format_modifier(one)}"
    for one in was:
        key = (one.value, one.when, one.says)
        if older.count(key) > newer.count(key):
            yield f"without the modifier {format_modifier(one)}"


def format_modifier(one: Modifier) -> str:
    """A modifier in a line."""
    value = f"{one.value:+d}" if isinstance(one.value, int) else str(one.value)
    says = f" {one.says!r}" if one.says else ""
    return f"{value}{says}{f', when {one.when}' if one.when is not None else ', always'}"


def _chances(old: CompiledTable, new: CompiledTable) -> Iterator[str]:
    """What a change of rows or dice makes of the chances, where no modifier acts."""
    if old.dice is None or new.dice is None or (old.table.row, old.table.dice) == (new.table.row, new.table.dice):
        return
    for column in new.columns or (None,):
        if column is not None and column not in old.columns:
            continue
        was, now = _odds(old, column), _odds(new, column)
        moved = [name for name in {**was, **now} if round(was.get(name, 0), 3) != round(now.get(name, 0), 3)]
        if moved:
            told = ", ".join(f"{name} {was.get(name, 0):.1%} to {now.get(name, 0):.1%}" for name in moved[:6])
            more = " ..." if len(moved) > 6 else ""
            yield f"chances without modifiers{f', {column}' if column else ''}: {told}{more}"


def _odds(table: CompiledTable, column: str | None) -> dict[str, float]:
    found: dict[str, float] = {}
    try:
        odds = table.odds(column)
    except BadData:
        # A throw that only modifiers bring onto a row.
        return {}
    for cell, chance in odds:
        name = str(cell.result if cell.result is not None else cell.hit or cell.on)
        found[name] = found.get(name, 0.0) + float(chance)
    return found


# ------------------------------------------------------------------------------------------ steps, orders, settings


def _steps(before: Ruleset, after: Ruleset) -> Iterator[Change]:
    for name, steps in after.procedures.items():
        was = [one.name for one in before.procedures.get(name, ())]
        now = [one.name for one in steps]
        for place, step in enumerate(now):
            comes = f"after {now[place - 1]}" if place else "first"
            if step not in was:
                moved = next((p for p, old in before.procedures.items() if any(one.name == step for one in old)), "")
                yield Change(f"step {name}.{step}", "", f"{f'comes from {moved}' if moved else 'new'}, {comes}")
        kept = [one for one in now if one in was]
        for step in _moved([one for one in was if one in now], kept):
            place = now.index(step)
            yield Change(
                f"step {name}.{step}", "", f"moved: it comes {f'after {now[place - 1]}' if place else 'first'}"
            )
        elsewhere = {one.name for procedure, others in after.procedures.items() if procedure != name for one in others}
        for step in was:
            if step not in now and not (step in elsewhere and not _had(before, name, step)):
                yield Change(f"step {name}.{step}", "", "is taken out")


def _had(before: Ruleset, procedure: str, step: str) -> bool:
    """Whether other procedures had a step of the name before."""
    return any(one.name == step for name, steps in before.procedures.items() if name != procedure for one in steps)


def _moved(was: Sequence[str], now: Sequence[str]) -> list[str]:
    """The fewest steps whose moving makes the one order of the other."""
    if list(was) == list(now):
        return []
    best: list[list[str]] = []
    for step in now:
        longest: list[str] = []
        for one in best:
            if was.index(one[-1]) < was.index(step) and len(one) > len(longest):
                longest = one
        best.append([*longest, step])
    most = max(map(len, best))
    stays = next(one for one in best if len(one) == most)
    return [step for step in now if step not in stays]


def _presets(before: Ruleset, after: Ruleset) -> Iterator[Change]:
    for name, value in after.presets.items():
        if before.presets.get(name) != value:
            option = next(one for one in after.game.options if one.name == name)
            usual = f" (otherwise {option.default})" if option.default else ""
            yield Change(f"setting {name}", option.says, f"{value} where the player gives no other{usual}")


def _same_order(old: Standing, new: Standing) -> bool:
    return format_order(old) == format_order(new) and (old.below is None) == (new.below is None)


def _order(old: Standing, new: Standing) -> list[str]:
    return [f"{format_order(old)} becomes {format_order(new)}"]


def format_order(order: Standing) -> str:
    """A standing order in a line; those below it are left out."""
    parts = [f"{_choice(case)} when {case.when}" if case.when else _choice(case) for case in order.case]
    if (order.choose, order.best, order.least) != (None, None, None):
        parts.append(_choice(order))
    return repr("; else ".join(parts))


def _choice(one: Any) -> str:
    if one.choose is not None:
        return str(one.choose)
    return f"most {one.best}" if one.best is not None else f"least {one.least}"
