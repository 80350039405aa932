"""What plugins hand over: games and optional rules."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from pathlib import Path
from typing import TYPE_CHECKING, Any

from attrs import define, field

from .conditions import Name
from .decisions import Decision
from .effects import Verb
from .procedure import Procedure

if TYPE_CHECKING:
    from .ruleset import RulesetBuilder
    from .sortie import Sortie

__all__ = ["NUMBER", "Game", "GameOption", "OptionalRule"]

NUMBER = "number"
"""Stands for every whole number among the results of a role."""


@define(frozen=True)
class GameOption:
    """A setting of a flight that a person may give with `--set`."""

    name: str
    says: str
    kind: str = "word"
    """"word", "number" or "flag"."""
    values: tuple[str, ...] = ()
    default: str = ""


@define(frozen=True)
class Game:
    """A game: its data, its vocabulary and verbs, its sequence of play.

    `prepare` makes the game's state of a new sortie, dice and decisions of the set-up included; `mission`
    is the procedure that flies it, `afterwards` the one that is carried out when it has ended.
    """

    id: str
    title: str
    about: str
    """One line on what it plays."""
    tables: Path
    """The folder of its pack."""
    rules: str
    """How its printed rules are cited: "today"."""
    prepare: Callable[[Sortie], None] = field(repr=False)
    mission: str
    afterwards: str
    procedures: tuple[Procedure, ...] = field(repr=False)
    decisions: tuple[Decision, ...] = field(repr=False)
    happenings: Mapping[str, str] = field(repr=False)
    """What can be told of a flight beyond what the core tells: name to what it means."""
    outcomes: Mapping[str, str]
    """How a flight can end: name to what it means."""
    not_flown: frozenset[str] = frozenset()
    """Outcomes in which the bomber never left: they are no sorties."""
    losses: frozenset[str] = frozenset()
    """Outcomes in which the bomber did not come back."""
    listeners: Mapping[str, Callable[[Sortie, Mapping[str, Any]], None]] = field(factory=dict, repr=False)
    """Happening to what the game itself does when it takes place."""
    vocabulary: tuple[Name, ...] = field(default=(), repr=False)
    verbs: tuple[Verb, ...] = field(default=(), repr=False)
    roles: Mapping[str, tuple[str, ...]] = field(factory=dict, repr=False)
    """Every role that the steps ask for, with the results that its tables may give: words, and "number" for
    whole numbers; an empty list is open."""
    payloads: Mapping[str, type[Any]] = field(factory=dict, repr=False)
    """Role to the attrs class of its rows' data."""
    skills: tuple[str, ...] = ()
    """Grades of fighter pilots, worst first."""
    systems: tuple[str, ...] = field(default=(), repr=False)
    """Systems that can be out, each a name `out.<system>` of the vocabulary."""
    options: tuple[GameOption, ...] = field(default=(), repr=False)
    facts: Callable[[Sortie], dict[str, Any]] | None = field(default=None, repr=False)
    """What the summary tells beyond what every flight has (bombing, claims ...)."""
    stage: Callable[[Sortie, str | None, dict[str, Any]], Callable[[Sortie], None] | None] | None = field(
        default=None, repr=False
    )
    """Sets the scene for a scenario: takes what is its own out of the state, and gives the act for a scene
    of the game's own (`scenes`), or None for a plain step or table."""
    scenes: Mapping[str, str] = field(factory=dict)
    """Scenes that a scenario may name as its step: name to what it plays."""


@define(frozen=True)
class OptionalRule:
    """A rule that a player may switch on: a function over the builder of a ruleset."""

    id: str
    title: str
    rule: str
    """Its number in the printed rules: "tonight 10.2"."""
    games: tuple[str, ...]
    apply: Callable[[RulesetBuilder], None] = field(repr=False)
    requires: tuple[str, ...] = ()
    conflicts: tuple[str, ...] = ()
