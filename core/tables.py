"""Tables: rows, columns and modifiers as data, checked, and compiled to a look-up.

The file format is described in the documentation under "Tables". A table is asked for by its role or by
its printed id; a roll is the natural throw, the modifiers added, and the row that holds the total.
"""

from __future__ import annotations

import ast
import re
import reprlib
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from fractions import Fraction
from typing import TYPE_CHECKING, Any

from attrs import define, evolve, field

from .dice import Dice, Faces, parse_dice
from .errors import BadData, did_you_mean
from .fields import filled_in

if TYPE_CHECKING:
    from .conditions import Condition, Vocabulary
    from .effects import Action
    from .sortie import Sortie

__all__ = [
    "LOOK_UP",
    "Cell",
    "CompiledModifier",
    "CompiledTable",
    "Modifier",
    "Rolled",
    "Row",
    "Span",
    "Table",
    "check_source",
    "check_table",
    "parse_on",
]

LOOK_UP = "look-up"
"""The `dice` of a table that is read by key and never rolled."""

SOURCES = ("published", "sister", "reconstructed")


def check_source(source: str) -> Iterator[str]:
    """What is wrong with the source that a body of data names."""
    if source not in SOURCES:
        hint = did_you_mean(source, SOURCES)
        yield f"source {source!r} is none of published, sister, reconstructed; {hint}".rstrip("; ")


@define(frozen=True)
class Row:
    """One row as it stands in the data."""

    on: str
    result: Any = None
    text: Any = None
    hit: str | None = None
    effects: Any = None
    data: Any = None
    where: str = filled_in()
    """File, table and row, when it was laid over a table of another file."""


@define(frozen=True)
class Modifier:
    """One die-roll modifier as it stands in the data."""

    value: int | str
    when: str | None = None
    says: str = ""
    by: str = filled_in()
    """Which pack or plugin brought it."""
    where: str = filled_in()
    """File, table and modifier, when it was laid over a table of another file."""


@define(frozen=True)
class Table:
    """One table as it stands in the data."""

    title: str
    dice: str
    source: str
    role: str = ""
    rule: str = ""
    basis: str = ""
    optional: str = ""
    columns: tuple[str, ...] = ()
    column: str | None = None
    zero: bool = False
    row: tuple[Row, ...] = ()
    modifier: tuple[Modifier, ...] = ()
    id: str = filled_in()
    where: str = filled_in()
    """File and table, for messages."""


@define(frozen=True)
class Span:
    """What a row's `on` covers: totals from `low` to `high`, None for an open end, or one natural."""

    low: int | None
    high: int | None
    natural: bool = False

    def __contains__(self, total: int) -> bool:
        return (self.low is None or self.low <= total) and (self.high is None or total <= self.high)

    def overlaps(self, other: Span) -> bool:
        """Whether some total lies in both."""
        lows = [one.low for one in (self, other) if one.low is not None]
        highs = [one.high for one in (self, other) if one.high is not None]
        return not lows or not highs or max(lows) <= min(highs)


_TOTAL = r"-?[0-9]{1,9}"
_ON = re.compile(rf"(?:(?P<natural>=)?(?P<one>{_TOTAL})|(?P<low>{_TOTAL})?(?P<dash>-|\.\.)(?P<high>{_TOTAL})?)")


def parse_on(text: str) -> Span:
    """Read "7", "2-3", "..0", "9.." or "=12"; raises `BadData` for anything else."""
    match = _ON.fullmatch(text.strip())
    if match is not None:
        if match["one"] is not None:
            one = int(match["one"])
            return Span(one, one, match["natural"] is not None)
        low = None if match["low"] is None else int(match["low"])
        high = None if match["high"] is None else int(match["high"])
        complete = low is not None and high is not None
        if match["dash"] == "-" and complete and low <= high:  # type: ignore[operator]
            return Span(low, high)
        if match["dash"] == ".." and not complete and (low is not None or high is not None):
            return Span(low, high)
    raise BadData(f"on = {reprlib.repr(text)} cannot be read; expected '7', '2-3', '..0', '9..' or '=12'")


def by_column(table: Table, given: Any, column: str | None, key: str) -> Any:
    """What a row says for one column; a plain value holds for all."""
    if column is None or given is None:
        return given
    if isinstance(given, Mapping) and (key in ("result", "data") or set(given) <= set(table.columns)):
        return given.get(column)
    return given


UNKNOWN = 20
"""How far a modifier that is worked out is taken to reach, up and down."""

MOST = 1_000
"""No modifier of any table is as large, up or down."""


def _totals(table: Table, naturals: Iterable[int], *, all_optional: bool = False) -> set[int]:
    """The totals to which some naturals can lead; with `all_optional` no modifier need hold."""
    low = high = 0
    for modifier in table.modifier:
        value = modifier.value
        if isinstance(value, str):
            low, high = low - UNKNOWN, high + UNKNOWN
        elif modifier.when is None and not all_optional:
            low, high = low + value, high + value
        else:
            low, high = low + min(0, value), high + max(0, value)
    return {natural + shift for natural in naturals for shift in range(low, high + 1)}


def place_of(table: Table, row: Row, place: int) -> str:
    """Where a row stands: in the file that brought it."""
    return row.where or f"{table.where}, row {place}"


def check_table(table: Table) -> list[str]:
    """Every fault of a table's shape: holes, overlaps, rows out of reach, columns, source."""
    where = table.where
    wrong: list[str] = []
    if table.source not in SOURCES:
        wrong += (f"{where}: {fault}" for fault in check_source(table.source))
    elif table.source != "published" and not table.basis:
        wrong.append(f"{where}: a {table.source} table needs a basis")
    if len(set(table.columns)) != len(table.columns):
        wrong.append(f"{where}: a column is named twice")
    if table.column is not None and not table.columns:
        wrong.append(f"{where}: 'column' is given but there are no columns")
    if not table.row:
        return [*wrong, f"{where}: the table has no rows"]
    huge = [
        f"{one.where or f'{where}, modifier {place}'}: value = {one.value} is no modifier; expected -{MOST} to {MOST}"
        for place, one in enumerate(table.modifier, 1)
        if isinstance(one.value, int) and abs(one.value) > MOST
    ]
    if huge:
        return wrong + huge
    for place, row in enumerate(table.row, 1):
        wrong += (f"{place_of(table, row, place)}: {fault}" for fault in _check_columns(table, row))
    if table.dice == LOOK_UP:
        keys = [row.on for row in table.row]
        wrong += (f"{where}: key {key!r} stands twice" for key in sorted(set(keys)) if keys.count(key) > 1)
        if table.modifier:
            wrong.append(f"{where}: a look-up table is not rolled and takes no modifiers")
        return wrong
    try:
        dice = parse_dice(table.dice, zero=table.zero)
    except BadData as bad:
        return [*wrong, f"{where}: {bad}"]
    return wrong + _check_cover(table, dice)


def _check_columns(table: Table, row: Row) -> Iterator[str]:
    for key in ("result", "text", "effects", "data"):
        given = getattr(row, key)
        if not table.columns or not isinstance(given, Mapping):
            if table.columns and key == "result" and given is None and row.effects is None:
                yield "no result"
            continue
        for name in given:
            if name not in table.columns and key in ("result", "data"):
                hint = did_you_mean(name, table.columns)
                yield f"{key} for an unknown column {name!r}; {hint}".rstrip("; ")
        if key == "result":
            missing = [name for name in table.columns if name not in given]
            if missing:
                yield f"no result for column {', '.join(map(repr, missing))}"
    if not table.columns and isinstance(row.result, Mapping):
        yield "a result by column in a table without columns"


def _check_cover(table: Table, dice: Dice) -> list[str]:
    where = table.where
    wrong: list[str] = []
    spans: list[tuple[int, Row, Span]] = []
    naturals: dict[int, int] = {}
    reachable = dice.odds()
    for place, row in enumerate(table.row, 1):
        try:
            span = parse_on(row.on)
        except BadData as bad:
            wrong.append(f"{place_of(table, row, place)}: {bad}")
            continue
        if span.natural:
            natural = span.low or 0
            if natural in naturals:
                wrong.append(
                    f"{place_of(table, row, place)}: natural {natural} stands already in row {naturals[natural]}"
                )
            naturals[natural] = place
            if natural not in reachable:
                wrong.append(f"{place_of(table, row, place)}: {dice} never shows a natural {natural}")
        else:
            spans.append((place, row, span))
    if wrong:
        return wrong
    # A natural that a row of its own always answers leads to no total.
    needed = _totals(table, (natural for natural in reachable if natural not in naturals))
    # A modifier that an optional rule lays on the whole table does not make its end rows faulty.
    possible = _totals(table, reachable, all_optional=True)
    for total in sorted(possible):
        holders = [place for place, _, span in spans if total in span]
        if not holders and total in needed:
            wrong.append(f"{where}: no row for a total of {total}; rows must cover {_range(needed)}")
        elif len(holders) > 1:
            wrong.append(f"{where}: rows {' and '.join(map(str, holders))} both hold a total of {total}")
    for place, row, span in spans:
        if not any(total in span for total in possible):
            wrong.append(
                f"{place_of(table, row, place)}: on = {row.on!r} can never be rolled; {dice} with its modifiers gives "
                f"{_range(possible)}"
            )
    return _thin(wrong, where)


def _thin(wrong: list[str], where: str) -> list[str]:
    """A table without a whole end would name every total; five are enough."""
    return wrong if len(wrong) <= 6 else [*wrong[:5], f"{where}: and {len(wrong) - 5} more"]


def _range(totals: set[int]) -> str:
    return f"{min(totals)} to {max(totals)}"


@define
class Cell:
    """A compiled row in one column: what a roll or look-up gives."""

    on: str
    result: Any
    """A short identifier that steps switch on, or a whole number."""
    text: str
    """One line for the log, or nothing."""
    hit: str
    effects: tuple[Action, ...]
    data: Any
    span: Span | None = None


@define(frozen=True)
class Rolled:
    """One roll on a table: the faces, the natural and modified totals, and the cell they led to.

    Rolls that fall alike are one and the same thing, which nobody changes: see `CompiledTable.rolled`.
    """

    cell: Cell
    faces: Faces
    natural: int
    total: int
    result: Any = field(init=False, repr=False, eq=False)
    """The cell's result."""
    data: Any = field(init=False, repr=False, eq=False)
    """The cell's payload."""
    text: str = field(init=False, repr=False, eq=False)
    """The cell's line for the log."""

    @result.default
    def _result(self) -> Any:
        return self.cell.result

    @data.default
    def _data(self) -> Any:
        return self.cell.data

    @text.default
    def _text(self) -> str:
        return self.cell.text


@define(frozen=True)
class CompiledModifier:
    """A modifier that can be explained: its value in the present situation, its words, who brought it."""

    value: Callable[[Sortie, int], int] = field(repr=False)
    says: str
    by: str


@define(eq=False)
class CompiledTable:
    """A table made ready to roll on."""

    table: Table = field(repr=False)
    id: str
    role: str
    rule: str
    dice: Dice | None
    columns: tuple[str, ...]
    column: Condition | None
    cells: dict[str | None, tuple[Cell | None, ...]] = field(repr=False)
    """By column: the cells by total, from `low` on."""
    low: int
    high: int
    naturals: dict[str | None, dict[int, Cell]] = field(repr=False)
    keys: dict[str | None, dict[str, Cell]] = field(repr=False)
    """By column: the cells of a look-up table."""
    modify: Callable[[Sortie, int], int] | None = field(repr=False)
    """All modifiers as one function of the sortie and the natural total."""
    modifiers: tuple[CompiledModifier, ...] = field(repr=False)
    mean: int = 0
    """The mean natural total of its dice, rounded: stands for the throw where none has been made."""
    _likely: dict[tuple[str, str | None, int], int] = field(factory=dict, repr=False)
    known: dict[tuple[str | None, int, Faces], Rolled] = field(factory=dict, repr=False)
    """What has been rolled so far: column, sum of the modifiers and faces say all. A flight looks here first."""

    def rolled(self, column: str | None, shift: int, faces: Faces) -> Rolled:
        """What faces come to in a column, the modifiers adding up to `shift`; from then on it is `known`."""
        assert self.dice is not None, f"{self.id} is a look-up table and is not rolled"
        natural = self.dice.read(faces)
        total = natural + shift
        made = self.known[column, shift, faces] = Rolled(self.find(natural, total, column), faces, natural, total)
        return made

    def find(self, natural: int, total: int, column: str | None) -> Cell:
        """The cell for a roll; a natural row comes before the total."""
        natural_rows = self.naturals
        if natural_rows and column in natural_rows:
            cell = natural_rows[column].get(natural)
            if cell is not None:
                return cell
        low = self.low
        if total < low:
            total = low
        elif total > self.high:
            total = self.high
        try:
            found = self.cells[column][total - low]
        except KeyError:
            self.check_column(column)
            raise
        if found is None:
            raise BadData(f"{self.table.where}: no row for a total of {total}")
        return found

    def look(self, key: str, column: str | None = None) -> Cell:
        """The cell of a look-up table; raises `BadData` for an unknown key."""
        try:
            return self.keys[column][key]
        except KeyError:
            known = self.keys.get(column, {})
            raise BadData(f"{self.table.where}: no row {key!r}; {did_you_mean(key, known)}".rstrip("; ")) from None

    def get(self, key: str, column: str | None = None) -> Cell | None:
        """The cell of a look-up table, or None for a key that it has not."""
        return self.keys[column].get(key)

    def entries(self, column: str | None = None) -> Mapping[str, Cell]:
        """Every row of a look-up table by its key, as the data has them in turn; raises `BadData` for a column that
        it has not."""
        try:
            return self.keys[column]
        except KeyError:
            self.check_column(column)
            raise

    def distinct(self, column: str | None) -> list[Cell]:
        """Every row of a column once, in rising order."""
        return list({id(cell): cell for cell in self.cells[column] if cell is not None}.values())

    def check_column(self, column: str | None) -> None:
        """Raise `BadData` for a column that the table has not."""
        if column not in self.cells and column not in self.keys:
            if column is None:
                raise BadData(f"{self.table.where}: name a column: {', '.join(self.columns)}")
            raise BadData(
                f"{self.table.where}: no column {column!r}; {did_you_mean(column, self.columns)}".rstrip("; ")
            )

    def explain(self, s: Sortie, natural: int) -> list[tuple[int, str, str]]:
        """The modifiers that act now: value, words, who brought it."""
        found = []
        for modifier in self.modifiers:
            value = modifier.value(s, natural)
            if value:
                found.append((value, modifier.says, modifier.by))
        return found

    def likelihood(self, result: str, column: str | None, shift: int) -> int:
        """How likely a result is, in thousandths, the modifiers adding up to `shift`."""
        key = (result, column, shift)
        known = self._likely.get(key)
        if known is None:
            chance = sum((p for cell, p in self.odds(column, shift) if cell.result == result), Fraction(0))
            known = self._likely[key] = int(chance * 1000)
        return known

    def odds(self, column: str | None, shift: int = 0) -> list[tuple[Cell, Fraction]]:
        """Every cell with its exact probability, the modifiers adding up to `shift`."""
        if self.dice is None:
            raise BadData(f"{self.table.where}: a look-up table is not rolled")
        chances: dict[int, Fraction] = {}
        cells: dict[int, Cell] = {}
        for natural, chance in self.dice.odds().items():
            cell = self.find(natural, natural + shift, column)
            cells[id(cell)] = cell
            chances[id(cell)] = chances.get(id(cell), Fraction(0)) + chance
        return [(cells[key], chance) for key, chance in chances.items()]


def compile_modifiers(
    table: Table, vocabulary: Vocabulary, by: str
) -> tuple[Callable[[Sortie, int], int] | None, tuple[CompiledModifier, ...]]:
    """Fuse a table's modifiers into one function, and keep each apart for explanations."""
    from .conditions import compile_function

    if not table.modifier:
        return None, ()
    problems: list[str] = []
    sums: list[ast.expr] = []
    apart: list[CompiledModifier] = []
    arguments = ("s", "natural")
    for place, modifier in enumerate(table.modifier, 1):
        try:
            value = vocabulary.parse(modifier.value, local=("natural",), kind="number")
            if modifier.when is not None:
                holds = vocabulary.parse(modifier.when, local=("natural",), kind="flag")
                value = ast.IfExp(holds, value, ast.Constant(0))
        except BadData as wrong:
            problems += (f"{modifier.where or f'{table.where}, modifier {place}'}: {line}" for line in wrong.problems)
            continue
        sums.append(value)
        one = compile_function("modifier", arguments, [ast.Return(value)])
        apart.append(CompiledModifier(one, modifier.says or str(modifier.when), modifier.by or by))
    if problems:
        raise BadData(problems)
    total = sums[0]
    for value in sums[1:]:
        total = ast.BinOp(total, ast.Add(), value)
    return compile_function("modify", arguments, [ast.Return(total)]), tuple(apart)


def compile_table(
    table: Table,
    vocabulary: Vocabulary,
    actions: Callable[[Sequence[Any], str], tuple[Action, ...]],
    payload: Callable[[Any, str], Any],
    by: str,
) -> CompiledTable:
    """Compile a checked table; `actions` compiles effects, `payload` types the rows' data.

    Raises `BadData` with every fault of the table at once.
    """
    problems = check_table(table)
    if problems:
        raise BadData(problems)
    dice = None if table.dice == LOOK_UP else parse_dice(table.dice, zero=table.zero)
    columns: tuple[str | None, ...] = table.columns or (None,)
    made: dict[str | None, list[Cell]] = {column: [] for column in columns}
    for place, row in enumerate(table.row, 1):
        where = place_of(table, row, place)
        for column in columns:
            try:
                made[column].append(_compile_cell(table, row, column, where, actions, payload, dice))
            except BadData as wrong:
                problems += wrong.problems
    column_of = None
    modify: Callable[[Sortie, int], int] | None = None
    modifiers: tuple[CompiledModifier, ...] = ()
    try:
        modify, modifiers = compile_modifiers(table, vocabulary, by)
    except BadData as wrong:
        problems += wrong.problems
    try:
        if table.column is not None:
            column_of = vocabulary.compile(table.column, kind="word")
    except BadData as wrong:
        problems += (f"{table.where}, column: {line}" for line in wrong.problems)
    if problems:
        raise BadData(list(dict.fromkeys(problems)))
    low, high = _bounds(table, made[columns[0]], dice) if dice else (0, -1)
    naturals = {
        column: {cell.span.low or 0: cell for cell in cells if cell.span and cell.span.natural}
        for column, cells in made.items()
    }
    return CompiledTable(
        table=table,
        id=table.id,
        role=table.role or table.id,
        rule=table.rule,
        dice=dice,
        columns=table.columns,
        column=column_of,
        cells={c: tuple(_spread(cells, low, high)) for c, cells in made.items()} if dice else {},
        low=low,
        high=high,
        naturals=naturals if dice and naturals[columns[0]] else {},
        keys={} if dice else {c: {cell.on: cell for cell in cells} for c, cells in made.items()},
        modify=modify,
        modifiers=modifiers,
        mean=round(dice.mean()) if dice else 0,
    )


def _compile_cell(
    table: Table,
    row: Row,
    column: str | None,
    where: str,
    actions: Callable[[Sequence[Any], str], tuple[Action, ...]],
    payload: Callable[[Any, str], Any],
    dice: Dice | None,
) -> Cell:
    effects = by_column(table, row.effects, column, "effects")
    data = by_column(table, row.data, column, "data")
    text = by_column(table, row.text, column, "text")
    if effects is not None and not isinstance(effects, list | tuple):
        raise BadData(f"{where}: effects must be a list, not {effects!r}")
    return Cell(
        on=row.on,
        result=by_column(table, row.result, column, "result"),
        text=text or "",
        hit=row.hit or "",
        effects=actions(effects, where) if effects else (),
        data=None if data is None else payload(data, where),
        span=parse_on(row.on) if dice else None,
    )


def _bounds(table: Table, cells: Sequence[Cell], dice: Dice) -> tuple[int, int]:
    """The totals that a compiled table spells out, none beyond what can be rolled; the end rows go on there."""
    ends: list[int] = []
    for cell in cells:
        if cell.span and not cell.span.natural:
            ends += (end for end in (cell.span.low, cell.span.high) if end is not None)
    if not ends:
        return 0, 0
    totals = _totals(table, dice.odds(), all_optional=True)
    least, greatest = min(totals), max(totals)
    return max(least, min(min(ends), greatest)), min(greatest, max(max(ends), least))


def _spread(cells: Sequence[Cell], low: int, high: int) -> Iterator[Cell | None]:
    for total in range(low, high + 1):
        yield next((cell for cell in cells if cell.span and not cell.span.natural and total in cell.span), None)


def cuts_across(table: Table, row: Row) -> bool:
    """Whether a row would share totals with rows of a table without standing in place of one of them."""
    if table.dice == LOOK_UP or any(one.on == row.on for one in table.row):
        return False
    new, *old = (parse_on(one.on) for one in (row, *table.row))
    return not new.natural and any(new.overlaps(span) for span in old if not span.natural)


_BY_COLUMN = ("result", "text", "effects", "data")
"""What a row may give by column."""


def with_rows(table: Table, rows: Sequence[Row]) -> Table:
    """The table with some rows replaced by others of the same `on`, new ones added at the end.

    A row that names some of the columns changes those cells alone (`changed_cells`).
    """
    below = {row.on: row for row in table.row}
    new = {
        row.on: with_cells(table, below[row.on], row) if row.on in below and changed_cells(table, row) else row
        for row in rows
    }
    kept = [new.pop(row.on, row) for row in table.row]
    return evolve(table, row=(*kept, *new.values()))


def changed_cells(table: Table, row: Row) -> tuple[str, ...]:
    """The columns whose cells a row changes where it does not stand for the whole row: it gives by column all that it
    gives, and not for every column a result. Empty for a whole row."""
    given = [getattr(row, key) for key in _BY_COLUMN if getattr(row, key) is not None]
    if not table.columns or row.hit is not None or not given:
        return ()
    if not all(isinstance(one, Mapping) and one and set(one) <= set(table.columns) for one in given):
        return ()
    if isinstance(row.result, Mapping) and set(row.result) == set(table.columns):
        return ()
    return tuple(column for column in table.columns if any(column in one for one in given))


def with_cells(table: Table, below: Row, row: Row) -> Row:
    """A row with some of its cells changed; what the others say stays."""
    merged: dict[str, Any] = {}
    for key in _BY_COLUMN:
        new, old = getattr(row, key), getattr(below, key)
        if new is not None:
            by_now = {column: by_column(table, old, column, key) for column in table.columns}
            merged[key] = {column: one for column, one in {**by_now, **new}.items() if one is not None}
    return evolve(below, **merged, where=row.where or below.where)


def with_column(table: Table, name: str, results: Mapping[str, Any]) -> Table:
    """The table with one more column: a result for each of its rows, by `on`.

    A row that is divided otherwise takes the result whose span holds its lower end (its upper one where it is open
    below). Raises `BadData` for a table without columns, and for a row or a result that has no partner.
    """
    if not table.columns:
        raise BadData(f"{table.where}: no column {name!r} can be added to a table without columns")
    rows: list[Row] = []
    used: set[str] = set()
    problems: list[str] = []
    for place, row in enumerate(table.row, 1):
        on = row.on if row.on in results else _held_in(table, row, results)
        if on is None:
            problems.append(f"{place_of(table, row, place)}: column {name!r} has no result for on = {row.on!r}")
            continue
        used.add(on)
        given = row.result if isinstance(row.result, Mapping) else dict.fromkeys(table.columns, row.result)
        rows.append(evolve(row, result={**given, name: results[on]}))
    known = [row.on for row in table.row]
    strange = [on for on in results if on not in used and not _is_span(on)]
    problems += (f"{table.where}: column {name!r}: no row {on!r}; {did_you_mean(on, known)}" for on in strange)
    if problems:
        raise BadData(line.rstrip("; ") for line in problems)
    return evolve(table, columns=(*table.columns, name), row=tuple(rows))


def with_column_like(table: Table, name: str, like: str, data: Callable[[Any], Any] = lambda data: data) -> Table:
    """The table with one more column that says what another one does; `data` may change its payloads."""
    rows = []
    for row in table.row:
        given: dict[str, Any] = {}
        for key in _BY_COLUMN:
            value = getattr(row, key)
            if isinstance(value, Mapping) and like in value and set(value) <= set(table.columns):
                given[key] = {**value, name: data(value[like]) if key == "data" else value[like]}
        rows.append(evolve(row, **given))
    return evolve(table, columns=(*table.columns, name), row=tuple(rows))


def _is_span(on: str) -> bool:
    try:
        parse_on(on)
    except BadData:
        return False
    return True


def _held_in(table: Table, row: Row, results: Mapping[str, Any]) -> str | None:
    """Which of some spans holds a row's end."""
    if table.dice == LOOK_UP:
        return None
    span = parse_on(row.on)
    end = span.low if span.low is not None else span.high
    for on in results:
        other = parse_on(on)
        if end is not None and other.natural is span.natural and end in other:
            return on
    return None
