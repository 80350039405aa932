"""Optional rules side by side: which go together, and what a game flies without any."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from itertools import combinations

from ..events import Event, digest
from ..flight import fly
from ..game import OptionalRule
from ..hooks import load_plugins
from ..ruleset import compose
from ..sortie import Setup

__all__ = ["all_at_once", "flown_without", "fly_with", "go_together", "pairs"]


def go_together(rules: Mapping[str, OptionalRule], names: Iterable[str]) -> bool:
    """Whether no rule lacks one that it needs, or excludes another."""
    together = set(names)
    return all(set(rules[name].requires) <= together and not set(rules[name].conflicts) & together for name in together)


def all_at_once(rules: Mapping[str, OptionalRule]) -> tuple[str, ...]:
    """As many rules as go together, the first ones first."""
    chosen: tuple[str, ...] = ()
    for name in rules:
        if go_together(rules, (*chosen, name)):
            chosen = (*chosen, name)
    return chosen


def pairs(rules: Mapping[str, OptionalRule]) -> list[tuple[str, ...]]:
    """Every two rules that go together, with what they need."""
    found = []
    for one, other in combinations(rules, 2):
        names = tuple(dict.fromkeys((*rules[one].requires, *rules[other].requires, one, other)))
        if go_together(rules, names):
            found.append(names)
    return found


def fly_with(game: str, names: Iterable[str], seeds: int) -> None:
    """Fly so many seeds with these rules: every flight ends as flights end."""
    ruleset = compose(load_plugins(), game, rules=tuple(names))
    for seed in range(seeds):
        s = fly(ruleset, Setup(game, seed))
        assert s.finished, (ruleset.rules, seed)
        assert s.outcome in ruleset.game.outcomes, (ruleset.rules, seed)


def flown_without(game: str, seeds: int) -> list[str]:
    """The digests of so many flights of a game as it is printed, composed anew."""
    ruleset = compose(load_plugins(), game)
    found = []
    for seed in range(seeds):
        log: list[Event] = []
        fly(ruleset, Setup(game, seed), log=log)
        found.append(digest(log))
    return found
