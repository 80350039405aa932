"""Rulesets of the night game with optional rules switched on, and what every such rule must bear."""

from __future__ import annotations

from functools import cache
from typing import Any

from bomberstream.core.events import digest
from bomberstream.core.flight import fly, summary
from bomberstream.core.hooks import load_plugins
from bomberstream.core.ruleset import Ruleset, compose
from bomberstream.core.sortie import Setup, Sortie


@cache
def with_rules(*rules: str) -> Ruleset:
    """The night game with these rules."""
    return compose(load_plugins(), "tonight", rules=rules)


def flown(ruleset: Ruleset, seed: int, **setup: Any) -> tuple[Sortie, str]:
    """A flight, and the digest of its log."""
    log: list[Any] = []
    s = fly(ruleset, Setup("tonight", seed, **setup), log=log)
    return s, digest(log)


def check_off(rule: str, *own: str) -> None:
    """Off, a rule leaves no trace, even where it was on before: what is composed anew knows nothing that it brings,
    keeps nothing for it, and flies as ever."""
    off = compose(load_plugins(), "tonight")
    before = [flown(off, seed)[1] for seed in range(5)]
    flown(compose(load_plugins(), "tonight", rules=(rule,)), 0)
    off = compose(load_plugins(), "tonight")
    for name in own:
        assert name not in off.happenings
        assert name not in off.game.roles
        assert name not in off.tables
    for seed in range(5):
        s, after = flown(off, seed)
        assert rule not in s.kept
        assert after == before[seed]


def check_flies(*rules: str, seeds: int = 200, **setup: Any) -> list[Sortie]:
    """So many flights with the rules on come to an end, and can be told."""
    on = with_rules(*rules)
    found = []
    for seed in range(seeds):
        s, _ = flown(on, seed, **setup)
        assert s.finished
        assert summary(s)["outcome"]
        found.append(s)
    return found
