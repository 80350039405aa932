"""What plugins hand over: games and optional rules."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Mapping
from pathlib import Path
from typing import TYPE_CHECKING, Any

from attrs import define, field

from .conditions import Name
from .decisions import Decision
from .effects import Verb
from .errors import BadData, did_you_mean
from .procedure import Procedure

if TYPE_CHECKING:
    from .ruleset import Ruleset, RulesetBuilder
    from .sortie import Sortie
    from .tour import Tour, TourRules

__all__ = ["NUMBER", "Game", "GameOption", "OptionalRule", "check_devices", "cut", "listed_devices"]

NUMBER = "number"
"""Stands for every whole number among the results of a role."""
FLAGS = {"yes": "yes", "true": "yes", "on": "yes", "1": "yes", "no": "no", "false": "no", "off": "no", "0": "no"}
MOST_DIGITS = 18
"""Of a number option without limits of its own."""


@define(frozen=True)
class GameOption:
    """A setting of a flight that a person may give with `--set`."""

    name: str
    says: str
    kind: str = "word"
    """"word", "number", "flag" or "devices" (a list like "gee,h2s", or "none")."""
    values: tuple[str, ...] = ()
    default: str = ""
    low: int | None = None
    """The least of a number."""
    high: int | None = None
    """The greatest."""
    of_tour: Callable[[Tour, Ruleset], str] | None = field(default=None, eq=False, repr=False)
    """What a tour gives for it on its next mission, from what stands in the book; empty for nothing."""

    def read(self, given: str) -> str:
        """A value as a person gives it, in the form that games read; raises `BadData` that says what was expected."""
        if self.values:
            for known in self.values:
                if given.lower() == known.lower():
                    return known
            raise BadData(f"no value {cut(given)}; {did_you_mean(given.lower()[:40], self.values)}".rstrip("; "))
        match self.kind:
            case "number":
                return self._number(given)
            case "flag":
                if given.lower() not in FLAGS:
                    raise BadData(f"expected yes or no, got {cut(given)}")
                return FLAGS[given.lower()]
            case "devices":
                return ",".join(listed_devices(given)) or "none"
        return given

    def _number(self, given: str) -> str:
        limits = f" from {self.low} to {self.high}" if self.low is not None and self.high is not None else ""
        if not re.fullmatch(r"[+-]?[0-9]+", given):
            raise BadData(f"expected a whole number{limits}, got {cut(given)}")
        if len(given) > MOST_DIGITS:
            raise BadData(f"expected a whole number{limits or f' of at most {MOST_DIGITS} digits'}, got {cut(given)}")
        number = int(given)
        if (self.low is not None and number < self.low) or (self.high is not None and number > self.high):
            limits = limits or (f" from {self.low} up" if self.low is not None else f" up to {self.high}")
            raise BadData(f"expected a whole number{limits}, got {given}")
        return str(number)


def cut(given: str) -> str:
    """What was typed, for a message: a long text is cut short."""
    return repr(given) if len(given) <= 40 else f"{given[:30]!r} ... ({len(given):,} characters)"


def listed_devices(given: str) -> list[str]:
    """The devices of a list like "gee, H2S"; of "none", none. Raises `BadData` for an empty list and "none" in one."""
    names = [one.strip().lower().replace("-", "_").replace(" ", "_") for one in given.split(",")]
    if names == ["none"]:
        return []
    if "" in names:
        raise BadData(f"expected devices like 'gee,h2s', or 'none', got {cut(given)}")
    if "none" in names:
        raise BadData(f"'none' stands alone, got {cut(given)}")
    return names


def check_devices(names: Iterable[str], known: Iterable[str]) -> None:
    """Devices must be known; raises `BadData` with the nearest for another."""
    known = tuple(known)
    for name in names:
        if name not in known:
            raise BadData(f"no device {cut(name)}; {did_you_mean(name[:40], known)}".rstrip("; "))


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
    looked_up: frozenset[str] = frozenset()
    """Those of the roles whose tables are read by key; the steps roll on all others."""
    shells_strike: bool = True
    """Whether shells, fires and fighters do to its aeroplanes what they do to bombers (`core.damage`, `core.combat`),
    with the verbs, decisions and happenings of that. A game that counts damage in its own way does without."""
    fighter_traits: tuple[str, ...] = ()
    """Traits of fighters that the rules ask about; an empty list is open."""
    skills: tuple[str, ...] = ()
    """Grades of fighter pilots, worst first."""
    words: Mapping[str, tuple[str, ...]] = field(factory=dict, repr=False)
    """Further values of words that follow from the data (`gun.calibre`, `bomber.family` ...): those that tables ask
    about and only an optional rule or another game brings."""
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
    board: Callable[[Sortie], Iterable[tuple[str, Iterable[tuple[str, str]]]]] | None = field(default=None, repr=False)
    """What the status screen shows of the game's own: headings, each with names and what they are in words."""
    tour: TourRules | None = field(default=None, repr=False)
    """How its tours of duty go; None for a game that has none."""


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
    options: tuple[GameOption, ...] = ()
    """Settings that it adds to those of the game."""
    kind: str = ""
    """What each game has a rule of its own for: a guest goes by that of its own game while one of the kind is on."""
    brings_bombers: bool = False
    """Whether it brings bombers to its game; they are among those that cross to other games, too."""
    welcomes_guests: bool = False
    """Whether it lets the bombers of other games fly; it is switched on by itself when one of them is asked for."""
