"""Optional rules of the night game flown together."""

from __future__ import annotations

from itertools import combinations

import pytest
from bomberstream.core.flight import fly
from bomberstream.core.hooks import load_plugins
from bomberstream.core.ruleset import compose
from bomberstream.core.sortie import Setup

RULES = load_plugins().rules("tonight")
LATE = "1945-01-16"
"""By then every set and every fighter of these rules has come, but for the Ta 154."""


def may_fly_together(names: tuple[str, ...]) -> bool:
    """Whether no rule lacks one that it needs, or excludes another."""
    return all(
        set(RULES[name].requires) <= set(names) and not set(RULES[name].conflicts) & set(names) for name in names
    )


def all_at_once() -> tuple[str, ...]:
    """As many rules as go together."""
    chosen: tuple[str, ...] = ()
    for name in RULES:
        if may_fly_together((*chosen, name)):
            chosen = (*chosen, name)
    return chosen


def pairs() -> list[tuple[str, ...]]:
    """Every two rules, with what they need."""
    found = []
    for one, other in combinations(RULES, 2):
        names = tuple(dict.fromkeys((*RULES[one].requires, *RULES[other].requires, one, other)))
        if may_fly_together(names):
            found.append(names)
    return found


def check_flies_together(names: tuple[str, ...], seeds: int) -> None:
    """So many flights with these rules end as flights end; a date on which a spoof raid can be flown."""
    ruleset = compose(load_plugins(), "tonight", rules=names)
    date = LATE if "spoof_raid" in names else None
    for seed in range(seeds):
        s = fly(ruleset, Setup("tonight", seed, date=date))
        assert s.finished, (names, seed)
        assert s.outcome in ruleset.game.outcomes, (names, seed)


def test_all_that_go_together_fly_together() -> None:
    assert len(all_at_once()) > 20
    check_flies_together(all_at_once(), 200)


@pytest.mark.slow
def test_all_that_go_together_fly_two_thousand_times() -> None:
    check_flies_together(all_at_once(), 2000)


@pytest.mark.slow
@pytest.mark.parametrize("names", pairs(), ids="+".join)
def test_every_two_fly_together(names: tuple[str, ...]) -> None:
    check_flies_together(names, 200)
