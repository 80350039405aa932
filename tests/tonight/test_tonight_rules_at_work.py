"""Every optional rule of the night game: an excerpt in which it is seen at work, and no trace of it when it is
off; all pairs, and all rules together."""

from __future__ import annotations

from functools import cache

import pytest
from attrs import evolve
from bomberstream.core.flight import fly
from bomberstream.core.hooks import load_plugins
from bomberstream.core.ruleset import Ruleset
from bomberstream.core.testing.excerpt import check_excerpt, compose_at_work
from bomberstream.core.testing.together import all_at_once, flown_without, fly_with, go_together, pairs
from night_rules_at_work import AT_WORK, GAME, GOLDEN, WAITING

RULES = {name: rule for name, rule in load_plugins().rules(GAME).items() if name not in WAITING}


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


PRINTED = """2.5.2 2.8.3 4.8.2 4.9.3 5.5.1.1 5.7.spray 5.11.1 5.12.detail 6.3 7.4.1 7.5 7.6
9.1 9.2 9.2.4 9.3 9.3.3 9.4 10.1 10.2 10.3 10.4 10.5 10.6 10.7 10.8 11.0"""


@pytest.mark.rule("tonight 1.4.optional", "tonight 9.0", "tonight 10.0")
def test_whatever_is_printed_as_optional_is_a_rule_of_its_own() -> None:
    """9.0 and 10.0 list them, with those of the other sections and of the mixing of games."""
    numbers = [rule.rule.removeprefix("tonight ") for rule in load_plugins().rules(GAME).values()]
    assert sorted(numbers) == sorted(PRINTED.split())


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


def test_all_that_go_together_fly_together() -> None:
    assert len(all_at_once(RULES)) > 20
    fly_with(GAME, all_at_once(RULES), 200)


@pytest.mark.slow
def test_all_that_go_together_fly_two_thousand_times() -> None:
    fly_with(GAME, all_at_once(RULES), 2000)


@pytest.mark.slow
@pytest.mark.parametrize("names", pairs(RULES), ids="+".join)
def test_every_two_fly_together(names: tuple[str, ...]) -> None:
    fly_with(GAME, names, 200)
