"""One step or table from a described situation: the table assistant, and the form in which rules are tried."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import Any

from attrs import define, evolve, field

from .conditions import is_day
from .decisions import Decider, compile_orders, merge_orders, plain_orders
from .dice import ScriptedSource, SeededSource, Source
from .errors import BadData, NotAllowed, did_you_mean
from .events import Event
from .fields import filled_in
from .loading import read_toml, structure
from .ruleset import Ruleset
from .sortie import Setup, Sortie, SortieOver

__all__ = ["Resolved", "Scenario", "act_out", "load_scenario", "orders_of", "resolve", "set_scene"]


@define(frozen=True)
class Scenario:
    """A situation, in the names of the vocabulary, and what is to be resolved in it."""

    game: str
    bomber: str | None = None
    step: str | None = None
    table: str | None = None
    column: str | None = None
    dice: tuple[int, ...] = ()
    """Each die in the order thrown; when they are used up, or left out, dice are seeded."""
    seed: int | str | None = None
    """Of the dice that are not given; left out, 0."""
    campaign: int | None = None
    date: str | None = None
    options: Mapping[str, Any] = field(factory=dict)
    orders: Mapping[str, Any] = field(factory=dict)
    state: Mapping[str, Any] = field(factory=dict)
    where: str = filled_in("scenario")
    """The file's name, for messages."""


@define(frozen=True)
class Resolved:
    """What came of a scenario."""

    events: list[Event]
    changed: dict[str, tuple[Any, Any]]
    """Names of the vocabulary whose value is another now: before, after."""
    outcome: str


Act = Callable[[Sortie], Any]
"""What is carried out in a scene."""


def load_scenario(path: Path) -> Scenario:
    """Read a scenario file; raises `BadData` with file and key."""
    return evolve(structure(read_toml(path), Scenario, path.name), where=path.name)


def resolve(
    ruleset: Ruleset, scenario: Scenario, *, source: Source | None = None, decider: Decider | None = None
) -> Resolved:
    """Set the scene, carry out the step or table, and tell what happened and what changed.

    `decider` takes the decisions, in place of the scenario's orders.
    """
    s, act = make_ready(ruleset, scenario, source, decider)
    s.log = []
    before = values(s)
    with suppress(SortieOver), _told_of(scenario.where):
        act(s)
    s.step = None
    after = values(s)
    changed = {name: (before[name], after[name]) for name in before if name in after and before[name] != after[name]}
    return Resolved(s.log, changed, s.outcome)


def act_out(ruleset: Ruleset, scenario: Scenario, source: Source, decider: Decider) -> Sortie:
    """Set the scene and carry out the step or table, nobody listening; gives the flight as it then stands."""
    s, act = make_ready(ruleset, scenario, source, decider)
    s.log = None
    with suppress(SortieOver), _told_of(scenario.where):
        act(s)
    return s


def make_ready(
    ruleset: Ruleset, scenario: Scenario, source: Source | None = None, decider: Decider | None = None
) -> tuple[Sortie, Act]:
    """The scene, and what is to be carried out in it; its dice lie ready."""
    game, where = ruleset.game, scenario.where
    if (scenario.step is None) == (scenario.table is None):
        raise BadData(f"{where}: name one step or one table")
    if scenario.column is not None and scenario.table is None:
        raise BadData(f"{where}: column = {scenario.column!r} goes with a table, but step = {scenario.step!r}")
    setup = Setup(
        game=game.id,
        seed=scenario.seed or 0,
        bomber=scenario.bomber,
        campaign=scenario.campaign,
        date=scenario.date,
        options={key: str(value) for key, value in scenario.options.items()},
    )
    own_dice = SeededSource(f"scene {setup.seed}")
    orders = orders_of(ruleset, scenario.orders, where) if decider is None else decider
    s, act = _set(ruleset, setup, own_dice, scenario.state, orders, step=scenario.step, where=where)
    if act is None:
        act = _find(s, scenario)
    dice = SeededSource(setup.seed) if source is None else source
    s.source = ScriptedSource(scenario.dice, then=dice) if scenario.dice else dice
    s.begin(STRETCH)
    return s, act


STRETCH = "scenario"
"""The stretch of a scene's own dice."""


def orders_of(ruleset: Ruleset, orders: Mapping[str, Any], where: str) -> Decider:
    """Standing orders as a person writes them, before the game's."""
    if not orders:
        return ruleset.orders
    standing = merge_orders(ruleset.standing, plain_orders(orders, where))
    return compile_orders(standing, ruleset.decisions, ruleset.vocabulary)


def set_scene(
    ruleset: Ruleset,
    setup: Setup,
    source: Source,
    state: Mapping[str, Any],
    orders: Mapping[str, Any],
    *,
    step: str | None,
    where: str,
) -> tuple[Sortie, Act | None]:
    """A sortie in the described situation, set with dice of its own, and what its game plays for a scene.

    `orders` are as a person writes them, and stand before the game's. Raises `BadData` with every fault.
    """
    return _set(ruleset, setup, source, state, orders_of(ruleset, orders, where), step=step, where=where)


def _set(
    ruleset: Ruleset,
    setup: Setup,
    source: Source,
    state: Mapping[str, Any],
    orders: Decider,
    *,
    step: str | None,
    where: str,
) -> tuple[Sortie, Act | None]:
    game = ruleset.game
    if game.stage is None:
        raise BadData(f"{where}: {game.id} sets no scenes")
    if setup.date is not None and not is_day(setup.date):
        raise BadData(f"{where}: date {setup.date!r}: expected a day like '1943-10-14'")
    # Somebody listens: the men have names.
    s = ruleset.sortie(setup, source, orders=orders, log=[])
    left = dict(state)
    try:
        with _told_of(where):
            act = game.stage(s, step, left)
    except SortieOver:
        raise BadData(f"{where}: the scene cannot be set") from None
    put_state(s, left, where)
    return s, act


@contextmanager
def _told_of(where: str) -> Iterator[None]:
    """Faults of a scene are told with its file."""
    try:
        yield
    except BadData as wrong:
        raise BadData([f"{where}: {line}" for line in wrong.problems]) from None
    except NotAllowed as wrong:
        raise NotAllowed(f"{where}: {wrong}") from None


def _find(s: Sortie, scenario: Scenario) -> Any:
    """What to carry out: a table by id or role, or a step of a procedure by name."""
    if scenario.table is not None:
        with _told_of(scenario.where):
            table = s.ruleset.table(scenario.table, s.bomber.type.id, s.campaign)
        role = scenario.table if scenario.table in s.tables else table.id
        if table.dice is None:
            raise BadData(f"{scenario.where}: table {table.id} is looked up, not rolled")
        if scenario.column is not None or table.column is None:
            with _told_of(scenario.where):
                table.check_column(scenario.column)
        return lambda s: s.carry_out(role, scenario.column)
    wanted = scenario.step or ""
    procedure, _, name = wanted.rpartition(".")
    names = []
    for known, steps in s.procedures.items():
        for step in steps:
            names.append(step.name)
            if step.name == name and procedure in ("", known):
                return lambda s, known=known: s.run_step(known, name)
        if known == wanted:
            return lambda s: s.run(wanted)
    names += [*s.procedures, *s.ruleset.game.scenes]
    raise BadData(f"{scenario.where}: no step {wanted!r}; {did_you_mean(wanted, names)}".rstrip("; "))


def put_state(s: Sortie, state: Mapping[str, Any], where: str) -> None:
    """Set names of the vocabulary; nested tables are dotted names. Raises `BadData` with every fault."""
    problems: list[str] = []
    for name, value in flatten(state):
        try:
            s.ruleset.vocabulary.put(s, name, value)
        except BadData as wrong:
            problems += (f"{where}, state: {line}" for line in wrong.problems)
        except (ValueError, TypeError, KeyError) as wrong:
            problems.append(f"{where}, state: {name} = {value!r}: {wrong}")
    if problems:
        raise BadData(problems)


def flatten(state: Mapping[str, Any], prefix: str = "") -> Iterator[tuple[str, Any]]:
    """Nested tables as dotted names."""
    for key, value in state.items():
        if isinstance(value, Mapping):
            yield from flatten(value, f"{prefix}{key}.")
        else:
            yield f"{prefix}{key}", value


PASSING = ("roll.", "fighter.", "gun.", "gunner.", "man.", "engine.")
"""Names of what a roll is just about; they are no part of the situation."""


def values(s: Sortie) -> dict[str, Any]:
    """The situation as it is now: every name of the vocabulary but those of what a roll is just about, the
    bomber's guns, and how each man fares. Names that need what is not there are left out."""
    found = {}
    for name in s.ruleset.vocabulary:
        if name.name.startswith(PASSING):
            continue
        try:
            found[name.name] = s.ruleset.vocabulary.value(s, name.name)
        except (AttributeError, TypeError, KeyError, IndexError, BadData):
            continue
    for gun in s.bomber.guns.values():
        found[f"{gun.type.name}: bursts left"] = gun.rounds
        found[f"{gun.type.name}: works"] = gun.is_working
    for man in s.bomber.crew:
        found[f"{man.told}: fate"] = man.fate
    return found
