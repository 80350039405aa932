"""Every optional rule of the daylight game: an excerpt in which it is seen at work, and no trace of it when it is off;
all pairs, and all rules together."""

from __future__ import annotations

from functools import cache
from itertools import combinations

import pytest
from attrs import evolve
from bomberstream.core.events import Event, digest
from bomberstream.core.flight import fly
from bomberstream.core.hooks import load_plugins
from bomberstream.core.ruleset import Ruleset, compose
from bomberstream.core.sortie import Setup
from bomberstream.core.testing.excerpt import compose_at_work, excerpt, first_at_work, is_at_work, seed_of
from day_rules_at_work import AT_WORK, GOLDEN

GAME = "today"
RULES = load_plugins().rules(GAME)


def go_together(names: tuple[str, ...]) -> bool:
    """Whether no rule lacks one that it needs, or excludes another."""
    return all(
        set(RULES[name].requires) <= set(names) and not set(RULES[name].conflicts) & set(names) for name in names
    )


def all_at_once() -> tuple[str, ...]:
    """As many rules as go together."""
    chosen: tuple[str, ...] = ()
    for name in RULES:
        if go_together((*chosen, name)):
            chosen = (*chosen, name)
    return chosen


def pairs() -> list[tuple[str, ...]]:
    """Every two rules, with what they need."""
    found = []
    for one, other in combinations(RULES, 2):
        names = tuple(dict.fromkeys((*RULES[one].requires, *RULES[other].requires, one, other)))
        if go_together(names):
            found.append(names)
    return found


def check_flies(names: tuple[str, ...], seeds: int) -> None:
    """So many flights with these rules end as flights end."""
    ruleset = compose(load_plugins(), GAME, rules=names)
    for seed in range(seeds):
        s = fly(ruleset, Setup(GAME, seed))
        assert s.finished, (names, seed)
        assert s.outcome in ruleset.game.outcomes, (names, seed)


@cache
def at_work(name: str) -> Ruleset:
    """The game with a rule, as its excerpt has it."""
    return compose_at_work(GAME, name, AT_WORK[name])


def test_every_rule_has_its_excerpt() -> None:
    assert set(AT_WORK) == set(RULES)
    assert {one.stem for one in GOLDEN.glob("*.txt")} == set(RULES)


@pytest.mark.parametrize("name", AT_WORK)
def test_a_rule_is_seen_at_work(name: str) -> None:
    """Line by line; `python tools/playthroughs.py` writes them anew."""
    expected = (GOLDEN / f"{name}.txt").read_text(encoding="utf-8")
    work = AT_WORK[name]
    ruleset = at_work(name)
    setup = evolve(work.setup, seed=seed_of(expected))
    log: list[Event] = []
    fly(ruleset, setup, log=log)
    assert is_at_work(log, work.marks)
    told = excerpt(ruleset, setup, work).splitlines()
    for number, (line, wanted) in enumerate(zip(told, expected.splitlines(), strict=False), 1):
        assert line == wanted, f"{name}, line {number}"
    assert len(told) == len(expected.splitlines())


@cache
def printed(seeds: int) -> list[str]:
    """The digests of so many flights of the game as it is printed, before a rule was on."""
    return flown_without(seeds)


def flown_without(seeds: int) -> list[str]:
    """The digests of so many flights of the game as it is printed."""
    ruleset = compose(load_plugins(), GAME)
    found = []
    for seed in range(seeds):
        log: list[Event] = []
        fly(ruleset, Setup(GAME, seed), log=log)
        found.append(digest(log))
    return found


def check_leaves_nothing(name: str, seeds: int) -> None:
    """Once a rule has been on, the game without it flies as before."""
    before = printed(seeds)
    for seed in range(3):
        fly(at_work(name), evolve(AT_WORK[name].setup, seed=seed), log=[])
    assert flown_without(seeds) == before


def test_off_no_rule_changes_anything() -> None:
    """All of them on, one after the other, and then none; which of them it is a slow test tells."""
    before = printed(20)
    for name in RULES:
        fly(at_work(name), evolve(AT_WORK[name].setup, seed=1), log=[])
    assert flown_without(20) == before


@pytest.mark.slow
@pytest.mark.parametrize("name", RULES)
def test_off_a_rule_changes_nothing_in_two_hundred_flights(name: str) -> None:
    check_leaves_nothing(name, 200)


def test_a_search_that_finds_nothing_says_so(today: Ruleset) -> None:
    with pytest.raises(LookupError, match="not seen at work on 2 seeds"):
        first_at_work(today, evolve(AT_WORK["jets"]), 2)


def test_conflicts_are_declared_by_both_or_hold_both_ways() -> None:
    for rule in RULES.values():
        for other in rule.conflicts:
            assert other in RULES
            assert not go_together((rule.id, other))


def test_all_that_go_together_fly_together() -> None:
    assert len(all_at_once()) >= len(RULES) - 2
    check_flies(all_at_once(), 200)


@pytest.mark.slow
def test_all_that_go_together_fly_two_thousand_times() -> None:
    check_flies(all_at_once(), 2000)


@pytest.mark.slow
@pytest.mark.parametrize("names", pairs(), ids="+".join)
def test_every_two_fly_together(names: tuple[str, ...]) -> None:
    check_flies(names, 200)
