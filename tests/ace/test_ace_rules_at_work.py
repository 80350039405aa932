"""Every optional rule of the night fighters: an excerpt in which it is at work, and no trace of it when it is off."""

from __future__ import annotations

from functools import cache

import pytest
from ace_rules_at_work import AT_WORK, GAME, GOLDEN
from attrs import evolve
from bomberstream.core.flight import fly
from bomberstream.core.hooks import load_plugins
from bomberstream.core.ruleset import Ruleset
from bomberstream.core.testing.excerpt import check_excerpt, compose_at_work
from bomberstream.core.testing.together import all_at_once, flown_without, fly_with, pairs

RULES = load_plugins().rules(GAME)


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
    check_excerpt(at_work(name), AT_WORK[name], (GOLDEN / f"{name}.txt").read_text(encoding="utf-8"))


def test_off_no_rule_changes_anything() -> None:
    before = flown_without(GAME, 20)
    for name in RULES:
        fly(at_work(name), evolve(AT_WORK[name].setup, seed=1), log=[])
    assert flown_without(GAME, 20) == before


@pytest.mark.rule("ace 11.1", "ace 11.2", "ace 11.3", "ace 11.4")
def test_all_rules_fly_together() -> None:
    assert set(all_at_once(RULES)) == set(RULES)
    fly_with(GAME, all_at_once(RULES), 60)


@pytest.mark.slow
@pytest.mark.parametrize("names", pairs(RULES), ids="+".join)
def test_every_two_fly_together(names: tuple[str, ...]) -> None:
    fly_with(GAME, names, 200)
