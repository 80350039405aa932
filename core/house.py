"""House rules: a game changed by one TOML file, without a line of Python.

    [house]
    title = "A hard winter"
    games = ["today"]

    [set]                               # settings of every flight, where the player gives no other
    experience = "green"

    [dice]
    "3-1" = "3d6"                       # other dice for a table

    [[modifier]]
    table = "3-1"
    value = -1
    when = "month in [12, 1, 2]"

    [[row]]
    table = "6-1"
    on = "6.."
    result = "obscured"

    [[step]]
    move = "zone.contrails"
    after = "zone.weather"

Beside these it may hold whatever a pack may: whole tables, standing orders, bombers, words of the log. It is data
alone: conditions go by a short list of what is allowed, and nothing in it can call or import anything.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import partial
from hashlib import sha256
from pathlib import Path
from typing import TYPE_CHECKING, Any

from attrs import define, evolve, field, fields

from .errors import BadData, did_you_mean
from .fields import filled_in
from .lines import with_lines
from .loading import read_toml, structure
from .packs import Pack, Wording, read_into
from .procedure import Step
from .tables import Modifier, Row

if TYPE_CHECKING:
    from .ruleset import RulesetBuilder
    from .sortie import Sortie

__all__ = ["House", "load_house", "take_house"]


@define(frozen=True)
class About:
    """What a house rule says of itself."""

    title: str = ""
    about: str = ""
    games: tuple[str, ...] = ()
    """Left out: any game that has what it changes."""
    rules: tuple[str, ...] = ()
    """Optional rules that must be on; they are switched on with it."""


@define(frozen=True)
class HouseModifier:
    """A modifier more for a table, or one that is taken out, named by its words."""

    table: str
    value: int | str | None = None
    when: str | None = None
    says: str = ""
    remove: str | None = None
    where: str = filled_in()


@define(frozen=True)
class HouseRow:
    """A row of a table, in place of the one of its `on` or of several; or one cell of it."""

    table: str
    on: str
    column: str | None = None
    """The one column that it changes."""
    in_place_of: tuple[str, ...] = ()
    result: Any = None
    text: Any = None
    hit: str | None = None
    effects: Any = None
    data: Any = None
    where: str = filled_in()

    def row(self) -> Row:
        """As the data have it."""
        given = {key: getattr(self, key) for key in ("result", "text", "effects", "data")}
        if self.column is not None:
            given = {key: None if one is None else {self.column: one} for key, one in given.items()}
        return Row(self.on, hit=self.hit, where=self.where, **given)


@define(frozen=True)
class HouseStep:
    """A step taken out, moved, or one that rolls on a table."""

    remove: str | None = None
    move: str | None = None
    roll: str | None = None
    """The table that a new step carries out."""
    name: str = ""
    before: str = ""
    after: str = ""
    when: str | None = None
    where: str = filled_in()


@define(frozen=True)
class House:
    """One file of house rules."""

    name: str
    path: Path
    about: About
    settings: Mapping[str, str]
    dice: Mapping[str, str]
    modifiers: tuple[HouseModifier, ...]
    rows: tuple[HouseRow, ...]
    steps: tuple[HouseStep, ...]
    pack: Pack = field(repr=False)
    fingerprint: str = ""
    """A hash of all of it: what a save is checked against."""

    @property
    def title(self) -> str:
        """What it is called."""
        return self.about.title or self.name.replace("_", " ")

    @property
    def tables(self) -> set[str]:
        """The tables that it brings or changes."""
        named = {one.table for one in self.modifiers} | {one.table for one in self.rows}
        return {*self.pack.tables, *self.pack.patches, *self.pack.fillings, *self.dice, *named}

    def places(self) -> Iterator[tuple[str, str]]:
        """Each table that it changes and where, the first place first."""
        shown = self.path.name
        yield from ((table, f"{shown}: dice, {table}") for table in self.dice)
        yield from ((one.table, one.where) for one in self.rows)
        yield from ((one.table, one.where) for one in self.modifiers)
        yield from ((name, patch.where) for name, patch in self.pack.patches.items())


OWN_KEYS = ("house", "set", "dice", "modifier", "row", "step")


def load_house(path: Path) -> House:
    """Read a file of house rules; raises `BadData` with every fault, each with its line and key."""
    document = read_toml(path)
    shown = path.name
    name = path.stem
    problems: list[str] = []

    def take(key: str, kind: Any, nothing: Any) -> Any:
        if key not in document:
            return nothing
        raw = document[key]
        is_list = key in ("modifier", "row", "step")
        if not isinstance(raw, list if is_list else dict):
            form = f"a list, [[{key}]]" if is_list else f"a table, [{key}]"
            problems.append(f"{shown}: {key}: expected {form}, not {type(raw).__name__}")
            return nothing
        try:
            return structure(raw, kind, f"{shown}: {key}")
        except BadData as wrong:
            problems.extend(wrong.problems)
            return nothing

    def placed(key: str, kind: Any) -> tuple[Any, ...]:
        return tuple(
            evolve(one, where=f"{shown}: {key} {number}")
            for number, one in enumerate(take(key, tuple[kind, ...], ()), 1)
        )

    about = take("house", About, About())
    settings = dict(_settings(take("set", dict[str, Any], {}), f"{shown}: set", problems))
    dice = take("dice", dict[str, str], {})
    modifiers, rows, steps = placed("modifier", HouseModifier), placed("row", HouseRow), placed("step", HouseStep)
    problems += (fault for one in modifiers for fault in _check_modifier(one))
    problems += (fault for one in steps for fault in _check_step(one))
    pack = Pack(name, path)
    pack.files[shown] = path
    try:
        read_into(pack, {key: one for key, one in document.items() if key not in OWN_KEYS}, shown, OWN_KEYS)
    except BadData as wrong:
        problems += wrong.problems
    problems += _misplaced(document, problems, shown)
    if not document:
        problems.append(f"{shown}: it changes nothing; {did_you_mean('', OWN_KEYS)}")
    if problems:
        raise BadData(with_lines(problems, pack.files))
    made = House(name, path, about, settings, dice, modifiers, rows, steps, pack)
    return evolve(made, fingerprint=sha256(repr(sorted(document.items())).encode()).hexdigest()[:12])


ABOUT = (*(one.name for one in fields(About)), "game")
"""What a file says of itself: it belongs under [house]."""


def _misplaced(document: Mapping[str, Any], problems: list[str], shown: str) -> Iterator[str]:
    """What stands above all headers, but belongs under [house]: told so, in place of the unknown key."""
    for key in ABOUT:
        unknown = f"{shown}: unknown key {key!r}"
        if key in document and any(one.startswith(unknown) for one in problems):
            problems[:] = [one for one in problems if not one.startswith(unknown)]
            value = document[key]
            meant = f'games = ["{value}"]' if key == "game" else f"{key} = ..."
            yield f"{shown}: unknown key {key!r}; it belongs under [house]: {meant}"


def _settings(given: Mapping[str, Any], where: str, problems: list[str]) -> Iterator[tuple[str, str]]:
    """Settings as a command line would give them."""
    for key, one in given.items():
        if isinstance(one, bool):
            yield key, "yes" if one else "no"
        elif isinstance(one, str | int):
            yield key, str(one)
        else:
            problems.append(f"{where}, {key}: expected a text, a whole number, or true or false, got {one!r}")


def _check_modifier(one: HouseModifier) -> Iterator[str]:
    if (one.value is None) == (one.remove is None):
        yield f"{one.where}: give either value, for a modifier more, or remove, for one that goes"
    elif one.remove is not None and (one.when is not None or one.says):
        yield f"{one.where}: remove names a modifier by its words; when and says go with value"


def _check_step(one: HouseStep) -> Iterator[str]:
    named = [key for key in ("remove", "move", "roll") if getattr(one, key) is not None]
    if len(named) != 1:
        yield f"{one.where}: give one of remove, move, roll"
        return
    placed = bool(one.before) + bool(one.after)
    if named == ["remove"]:
        if placed or one.when is not None or one.name:
            yield f"{one.where}: a step that is taken out has no before, after, when or name"
    elif placed != 1:
        yield f"{one.where}: say before or after which step"
    elif named == ["move"] and (one.when is not None or one.name):
        yield f"{one.where}: a step that is moved keeps its name and its condition"
    elif named == ["roll"] and not one.name:
        yield f"{one.where}: a new step needs a name"


def take_house(builder: RulesetBuilder, house: House) -> list[str]:
    """Carry out a file of house rules on a ruleset in the making; gives every fault that was found.

    Raises `BadData` for rules of another game.
    """
    problems: list[str] = []

    def attempt(where: str, act: Callable[[], None]) -> None:
        try:
            act()
        except BadData as wrong:
            problems.extend(
                line if line.startswith(f"{house.path.name}:") else f"{where}: {line}" for line in wrong.problems
            )

    shown = house.path.name
    if house.about.games and builder.game.id not in house.about.games:
        names = ", ".join(house.about.games)
        raise BadData(f"{shown}: these house rules are for {names}, not for {builder.game.id}")
    attempt(shown, lambda: builder.lay(_telling(house.pack)))
    for table, dice in house.dice.items():
        attempt(f"{shown}: dice, {table}", partial(builder.dice, table, dice))
    for row in house.rows:
        attempt(row.where, partial(_take_row, builder, row))
    for modifier in house.modifiers:
        attempt(modifier.where, partial(_take_modifier, builder, modifier))
    for step in house.steps:
        attempt(step.where, partial(_take_step, builder, step))
    for key, value in house.settings.items():
        attempt(f"{shown}: set, {key}", partial(builder.preset, key, value))
    return problems


def _telling(pack: Pack) -> Pack:
    """Tables that a file brings tell the text of their rows, where it gives no other words for them."""
    for table in pack.tables.values():
        if any(row.text for row in table.row):
            pack.narrative.setdefault(f"roll.{table.role}", Wording(("{text}",)))
    return pack


def _take_row(builder: RulesetBuilder, given: HouseRow) -> None:
    below = builder.table(given.table)
    if given.column is not None and given.column not in below.columns:
        hint = did_you_mean(given.column, below.columns) or "it has no columns"
        raise BadData(f"table {given.table} has no column {given.column!r}; {hint}")
    if given.column is not None and all(row.on != given.on for row in below.row):
        hint = did_you_mean(given.on, [row.on for row in below.row])
        raise BadData(f"table {given.table} has no row {given.on!r}; {hint}".rstrip("; "))
    if given.in_place_of:
        builder.redivide(given.table, given.row(), given.in_place_of)
    else:
        builder.row(given.table, given.row())


def _take_modifier(builder: RulesetBuilder, given: HouseModifier) -> None:
    if given.remove is not None:
        builder.remove_modifier(given.table, given.remove)
        return
    assert given.value is not None
    says = given.says or builder.by
    builder.add_modifier(given.table, Modifier(given.value, given.when, says, builder.by, given.where))


def _take_step(builder: RulesetBuilder, given: HouseStep) -> None:
    if given.remove is not None:
        builder.remove_step(given.remove)
    elif given.move is not None:
        builder.move_step(given.move, before=given.before, after=given.after)
    elif given.roll is not None:
        table = builder.table(given.roll)
        new = Step(given.name, _rolls_on(table.id), table.rule or "house", table.id, given.when, where=given.where)
        builder.step(new, before=given.before, after=given.after)


def _rolls_on(table: str) -> Callable[[Sortie], None]:
    """A step that carries out a table, and tells its words."""

    def act(s: Sortie) -> None:
        s.carry_out(table)

    return act


def fingerprints(houses: Sequence[House]) -> dict[str, str]:
    """What a save is checked against: each file by name."""
    return {f"house {house.name}": house.fingerprint for house in houses}
