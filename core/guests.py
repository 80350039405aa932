"""Guests: bombers of one game in another, with the tables that come along (Table 11-1 of the night game).

What a bomber brings and what it finds where it flies is data, a `Crossing`. A `Guest` is the other game as far as it is
needed: its bombers, the tables that they bring, and its words as the game being played understands them.
"""

from __future__ import annotations

import ast
from collections.abc import Iterable, Iterator, Mapping
from pathlib import Path
from typing import TYPE_CHECKING, Any

from attrs import define, evolve, field

from .bomber import BomberType, Device
from .conditions import Name, Vocabulary
from .crew import StationType
from .decisions import Standing, plain_orders
from .effects import Verb, Verbs
from .errors import BadData, did_you_mean
from .fields import filled_in
from .game import Game
from .loading import read_toml, structure
from .packs import Names, Wording
from .tables import CompiledTable, Table, check_source

if TYPE_CHECKING:
    from .ruleset import Ruleset

__all__ = [
    "ANY_GAME",
    "Alike",
    "Answer",
    "Crossing",
    "CrossingWord",
    "Guest",
    "GuestIssue",
    "RoleThatCrosses",
    "TwoTongues",
    "load_crossing",
    "named_in",
    "own_modifiers",
    "seat_guest",
    "silenced",
    "who_answers",
    "words_of_guest",
]

ANY_GAME = "*"
OWN_MARKS = frozenset({"bomber.family", "bomber.model"})
"""A modifier that asks for one of these is the bomber's own, and travels with it."""
NEUTRAL = {"flag": "False", "number": "0", "word": "''", "date": "s.date", "list": "()"}
"""What a word stands for in a game that has no meaning for it, by kind."""


@define(frozen=True)
class RoleThatCrosses:
    """An action of play, and whose table answers for it: the bomber's own, or that of the game being played."""

    title: str
    roles: tuple[str, ...]
    rule: str
    by: str
    """"bomber" or "game"."""
    says: str = ""
    id: str = filled_in()


@define(frozen=True)
class Alike:
    """Stations, trades or guns that go by other names on other bombers."""

    names: tuple[str, ...]
    says: str = ""
    else_: str = ""
    """Who answers for all of them on a bomber that has none; empty for nobody."""


@define(frozen=True)
class CrossingWord:
    """A word that tables of a guest ask for, and what it comes to in the words of the game being played."""

    word: str
    means: str
    says: str
    game: str = ANY_GAME
    """The game being played."""


@define(frozen=True)
class GuestDevice:
    """A device that guests of a service, or of a family of types, may carry; those for which nothing is said carry
    what all others do."""

    device: str
    service: str = ""
    family: str = ""
    title: str = ""
    """Their own set of the kind; left out: the same."""
    from_: str = ""
    """From when; left out: from the day on which the others have it."""
    basis: str = ""


@define(frozen=True)
class GuestIssue:
    """From when to when guests fly in a game, where that is not the time of their own."""

    game: str
    """The game being played."""
    service: str = ""
    family: str = ""
    """Whom it concerns; left out: all."""
    from_: str = ""
    until: str = ""
    """First and last month; left out: as it is."""
    not_before: str = ""
    """The first month, unless it came later of itself."""
    says: str = ""

    def concerns(self, kind: BomberType) -> bool:
        """Whether it is about a type."""
        return (not self.service or kind.service == self.service) and (not self.family or kind.family == self.family)


@define(frozen=True)
class GuestStation:
    """A station that every bomber has in a game, and a guest gets there."""

    game: str
    station: str
    title: str
    sections: tuple[str, ...]
    """Where it lies: in the first of these that the guest has, else behind all others."""


@define(frozen=True)
class Crossing:
    """What crosses from game to game, as data."""

    title: str
    source: str
    basis: str = ""
    action: Mapping[str, RoleThatCrosses] = field(factory=dict)
    alike: tuple[Alike, ...] = ()
    word: tuple[CrossingWord, ...] = ()
    orders: Mapping[str, Standing] = filled_in(mapping=True)
    """Decisions about a bomber that it brings into games which do not ask them, each with its standing order."""
    options: tuple[str, ...] = ()
    """Settings of a bomber that it brings, too."""
    device: tuple[GuestDevice, ...] = ()
    station: tuple[GuestStation, ...] = ()
    issue: tuple[GuestIssue, ...] = ()
    where: str = filled_in()

    @property
    def own_roles(self) -> frozenset[str]:
        """The roles that the bomber's own game answers, wherever it flies."""
        return frozenset(role for one in self.action.values() if one.by == "bomber" for role in one.roles)


def load_crossing(path: Path) -> Crossing:
    """Read it from a TOML file, `[crossing]`; raises `BadData` with every fault."""
    shown = f"{path.parent.name}/{path.name}"
    raw = dict(read_toml(path).get("crossing", {}))
    orders = plain_orders(raw.pop("orders", {}), shown)
    made = structure(raw, Crossing, f"{shown}: crossing")
    actions = {name: evolve(action, id=name) for name, action in made.action.items()}
    made = evolve(made, action=actions, orders=orders, where=shown)
    problems = list(_faults(made))
    if problems:
        raise BadData(problems)
    return made


def _faults(crossing: Crossing) -> Iterator[str]:
    yield from (f"{crossing.where}: {line}" for line in check_source(crossing.source))
    seen: dict[str, str] = {}
    for name, action in crossing.action.items():
        if action.by not in ("bomber", "game"):
            yield f"{crossing.where}: action {name}: by {action.by!r}; {did_you_mean(action.by, ('bomber', 'game'))}"
        for role in action.roles:
            if role in seen:
                yield f"{crossing.where}: action {name}: role {role!r} stands already in {seen[role]}"
            seen[role] = name


@define(eq=False)
class Guest:
    """A game whose bombers fly in another one."""

    game: Game
    crossing: Crossing
    tables: Mapping[str, Table]
    printed: frozenset[str]
    """Those of them that the game itself has, and no pack on top of it."""
    bombers: Mapping[str, BomberType]
    devices: Mapping[str, Device]
    names: Names
    narrative: Mapping[str, Wording]
    vocabulary: tuple[Name, ...]
    """The words of its own that its tables may use."""
    verbs: Verbs
    answers_to: frozenset[str] = frozenset()
    """What every game of the kind keeps of a flight: a word that asks for nothing else is understood everywhere."""
    carried: Mapping[str, CompiledTable] = field(factory=dict)
    """Tables of the game being played, by printed id, with the modifiers that its bombers bring to them (11.0.4)."""

    def of_role(self, role: str) -> list[Table]:
        """Its tables of a role, or the one of a printed id."""
        return [one for name, one in self.tables.items() if role in (one.role, name)]

    def needed(self) -> dict[str, Table]:
        """Its tables that may be asked for: those that its bombers name, those of the roles that are the bomber's
        own, and whatever these roll on."""
        waiting = set(self.crossing.own_roles)
        for kind in self.bombers.values():
            waiting.update(kind.tables.values())
            options = (option for fit in kind.fit.values() for option in fit.option.values())
            waiting.update(name for option in options for name in option.tables.values())
        found: dict[str, Table] = {}
        asked: set[str] = set()
        while waiting:
            role = waiting.pop()
            if role in asked:
                continue
            asked.add(role)
            for table in self.of_role(role):
                found[table.id] = table
                waiting.update(str(one) for one in _rolls_on(table.row))
        return found

    def rolled_on(self, compiled: Mapping[str, Mapping[str, CompiledTable]]) -> list[str]:
        """What the tables that it brings roll on."""
        brought = compiled[self.game.id]
        named = self.by_id(brought)
        return sorted({named.get(str(one), str(one)) for name in brought for one in _rolls_on(self.tables[name].row)})

    def by_id(self, tables: Iterable[str]) -> dict[str, str]:
        """Printed ids of its tables, which ours may bear, too, to what they are asked for by."""
        roles = {table.role for table in self.tables.values()}
        return {name: f"{self.game.id} {name}" for name in tables if name not in roles}


def _rolls_on(raw: Any) -> Iterator[Any]:
    """Every table that effects roll on, as it is named there."""
    if isinstance(raw, Mapping):
        for key, value in raw.items():
            if key == "roll_on":
                yield value
            else:
                yield from _rolls_on(value)
    elif isinstance(raw, list | tuple):
        for one in raw:
            yield from _rolls_on(one)
    elif hasattr(raw, "effects"):
        yield from _rolls_on(raw.effects)


# --- the aeroplane among others


def seat_guest(
    kind: BomberType,
    crossing: Crossing,
    game: str,
    hosts: Iterable[BomberType],
    devices: Mapping[str, Device],
    issues: Iterable[GuestIssue] = (),
) -> BomberType:
    """A guest's type with what its men and guns are called in a game, who stands in for whom, the stations that all
    bombers have there, the electronics that it may carry, and when it flies."""
    stations = list(kind.station)
    for extra in crossing.station:
        if extra.game == game and all(one.id != extra.station for one in stations):
            section = next((name for name in extra.sections if name in kind.sections), kind.sections[-1])
            stations.append(StationType(extra.station, extra.title, section, man="", outlet=False))
    own, theirs = _posts(kind), {name for host in hosts for name in _posts(host)}
    stands_in, called = dict(kind.stands_in), dict(kind.called)
    for alike in crossing.alike:
        here = next((name for name in alike.names if name in own), alike.else_ if alike.else_ in own else "")
        there = next((name for name in alike.names if name in theirs and name not in own), "")
        for name in alike.names:
            if here and name not in own:
                stands_in.setdefault(name, here)
        if here in alike.names and there:
            called.setdefault(here, there)
    carried = {one.device: one for one in crossing.device if one.service == kind.service}
    carried |= {one.device: one for one in crossing.device if one.family == kind.family}
    electronics = {
        name: evolve(device, title=mine.title or device.title, from_=mine.from_ or device.from_)
        for name, device in devices.items()
        if (mine := carried.get(name)) is not None
    }
    for issue in (*crossing.issue, *issues):
        if issue.game == game and issue.concerns(kind):
            first, last = max(issue.from_ or kind.from_, issue.not_before), issue.until or kind.until
            if not last or first <= last:
                kind = evolve(kind, from_=first, until=last)
    return evolve(kind, stands_in=stands_in, called=called, station=tuple(stations), electronics=electronics)


def _posts(kind: BomberType) -> set[str]:
    """Stations, trades and guns of a type."""
    trades = (one.man for one in kind.station if one.man)
    return {*(one.id for one in kind.station), *trades, *(one.id for one in kind.gun)}


# --- words


@define(frozen=True)
class Answer:
    """Whose table answers a role for a bomber in a game."""

    action: RoleThatCrosses
    role: str
    bomber: str
    table: str
    """Its printed number."""
    game: str
    """The game that the table is of."""


def who_answers(ruleset: Ruleset, bomber: str) -> Iterator[Answer]:
    """Whose tables answer for a bomber in a game: a column of Table 11-1.

    Roles are left out that nothing answers, and those of the bomber for which its own game has nothing.
    """
    crossing = ruleset.crossing
    if crossing is None:
        return
    own = ruleset.bombers[bomber].game
    answers = ruleset.answers(bomber, next(iter(ruleset.campaigns), 0))
    home = {id(table): name for name, tables in ruleset.compiled.items() for table in tables.values()}
    for action in crossing.action.values():
        for role in action.roles:
            table = answers.get(role)
            game = "" if table is None else home.get(id(table), ruleset.game.id)
            if table is not None and (action.by != "bomber" or game == own):
                yield Answer(action, role, bomber, table.id, game)


def named_in(text: Any) -> set[str]:
    """The words of the vocabulary that a condition or sum names."""
    if not isinstance(text, str):
        return set()
    try:
        tree = ast.parse(text.strip(), mode="eval")
    except (SyntaxError, ValueError):
        return set()
    found: set[str] = set()
    waiting: list[ast.AST] = [tree]
    while waiting:
        node = waiting.pop()
        if isinstance(node, ast.Name | ast.Attribute):
            found.add(ast.unparse(node))
        else:
            waiting += ast.iter_child_nodes(node)
    return found


def words_of_guest(host: Vocabulary, own: Iterable[Name], guest: Guest, game: str) -> Vocabulary:
    """The words of a guest's tables in another game.

    A word that both know means what it means there. One that asks about the bomber, or about what every game of the
    kind keeps, is understood as it is; for others the data say what they come to, and without that they are neutral:
    false, 0, or the first word of their list. Raises `BadData` for a meaning that cannot be read.
    """
    means = {one.word: one for one in guest.crossing.word if one.game in (game, ANY_GAME)}
    found = Vocabulary(host)
    for name in own:
        if name.name in host:
            there = host[name.name]
            if name.values and there.values and set(name.values) - set(there.values):
                found.replace(evolve(there, values=tuple(dict.fromkeys((*there.values, *name.values)))))
            continue
        if name.name in means:
            path = ast.unparse(host.parse(means[name.name].means, kind=name.kind))
            found.add(evolve(name, path=f"({path})", put=None))
        elif _asked_of_game(name.path) <= guest.answers_to:
            found.add(name)
        else:
            neutral = repr(name.values[0]) if name.values else NEUTRAL[name.kind]
            found.add(evolve(name, path=neutral, put=None))
    return found


def _asked_of_game(path: str) -> set[str]:
    """What an expression behind a word asks of the game's own state."""
    return {
        node.attr
        for node in ast.walk(ast.parse(path, mode="eval"))
        if isinstance(node, ast.Attribute) and ast.unparse(node.value) == "s.game"
    }


def own_modifiers(table: Table) -> Table:
    """A table with those of its modifiers alone that belong to a bomber (11.0.4)."""
    own = tuple(one for one in table.modifier if OWN_MARKS & (named_in(one.when) | named_in(one.value)))
    return evolve(table, modifier=own)


@define
class TwoTongues:
    """The vocabulary of a table of one game to which modifiers of another have been added."""

    host: Vocabulary
    guest: Vocabulary
    texts: frozenset[str | int]
    """What is said in the guest's words."""

    def parse(self, text: Any, **given: Any) -> ast.expr:
        """As `Vocabulary.parse`."""
        return (self.guest if text in self.texts else self.host).parse(text, **given)

    def compile(self, text: Any, **given: Any) -> Any:
        """As `Vocabulary.compile`."""
        return (self.guest if text in self.texts else self.host).compile(text, **given)


# --- verbs


def silenced(verb: Verb) -> Verb:
    """A verb of a guest's tables that has no meaning where it flies: nothing happens."""
    if verb.holds:
        return evolve(verb, function=lambda compiler, effect, where: _nothing)
    return evolve(verb, function=_nothing)


def _nothing(*given: Any, **extras: Any) -> None:
    """This has no meaning in the game being played."""
