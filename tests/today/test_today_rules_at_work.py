"""Every optional rule of the daylight game: an excerpt in which it is seen at work, and no trace of it when it is
off; all pairs, and all rules together."""

from __future__ import annotations

from functools import cache

import pytest
from attrs import evolve
from bomberstream.core.flight import fly
from bomberstream.core.hooks import load_plugins
from bomberstream.core.ruleset import Ruleset
from bomberstream.core.testing.excerpt import check_excerpt, compose_at_work, first_at_work
from bomberstream.core.testing.together import all_at_once, flown_without, fly_with, go_together, pairs
from day_rules_at_work import AT_WORK, GAME, GOLDEN

RULES = load_plugins().rules(GAME)


@cache
def at_work(name: str) -> Ruleset:
    """The game with a rule, as its excerpt has it."""
    return compose_at_work(GAME, name, AT_WORK[name])


@cache
def printed(seeds: int) -> list[str]:
    """What the game flies as it is printed, before a rule was on."""
    return flown_without(GAME, seeds)


def test_every_rule_has_its_excerpt() -> None:
    assert set(AT_WORK) == set(RULES)
    assert {one.stem for one in GOLDEN.glob("*.txt")} == set(RULES)


@pytest.mark.parametrize("name", AT_WORK)
def test_a_rule_is_seen_at_work(name: str) -> None:
    """Line by line; `python tools/playthroughs.py` writes them anew."""
    check_excerpt(at_work(name), AT_WORK[name], (GOLDEN / f"{name}.txt").read_text(encoding="utf-8"))


def test_off_no_rule_changes_anything() -> None:
    """All of them on, one after the other, and then none; which of them it is a slow test tells."""
    before = printed(20)
    for name in RULES:
        fly(at_work(name), evolve(AT_WORK[name].setup, seed=1), log=[])
    assert flown_without(GAME, 20) == before


@pytest.mark.slow
@pytest.mark.parametrize("name", RULES)
def test_off_a_rule_changes_nothing_in_two_hundred_flights(name: str) -> None:
    before = printed(200)
    for seed in range(3):
        fly(at_work(name), evolve(AT_WORK[name].setup, seed=seed), log=[])
    assert flown_without(GAME, 200) == before


def test_a_conflict_bars_both_ways() -> None:
    for rule in RULES.values():
        for other in rule.conflicts:
            assert other in RULES
            assert not go_together(RULES, (rule.id, other))


def test_a_search_that_finds_nothing_says_so() -> None:
    with pytest.raises(LookupError, match="jets: not seen at work on 2 seeds"):
        first_at_work(at_work("jets"), AT_WORK["jets"], 2)


def test_all_that_go_together_fly_together() -> None:
    assert len(all_at_once(RULES)) >= len(RULES) - 2
    fly_with(GAME, all_at_once(RULES), 200)


@pytest.mark.slow
def test_all_that_go_together_fly_two_thousand_times() -> None:
    fly_with(GAME, all_at_once(RULES), 2000)


@pytest.mark.slow
@pytest.mark.parametrize("names", pairs(RULES), ids="+".join)
def test_every_two_fly_together(names: tuple[str, ...]) -> None:
    fly_with(GAME, names, 200)
