"""With fifty files of house rules loaded a flight is as fast as without, but for a tenth at most."""

from __future__ import annotations

import time
from pathlib import Path
from statistics import median
from typing import Any

import pytest
from bomberstream.core.events import digest
from bomberstream.core.flight import fly
from bomberstream.core.hooks import load_plugins
from bomberstream.core.house import load_house
from bomberstream.core.ruleset import Ruleset, compose
from bomberstream.core.sortie import Setup
from fifty_house_rules import write_fifty

SETTINGS = {"missions": "3"}
"""The house rules set it, too: like is flown with like."""


def with_fifty(game: str, folder: Path) -> tuple[Ruleset, Ruleset]:
    """A game as it is printed, and with fifty files of house rules none of which ever acts."""
    plugins = load_plugins()
    plain = compose(plugins, game)
    return plain, compose(plugins, game, house=map(load_house, write_fifty(plain, folder)))


def test_fifty_files_that_never_act_change_nothing(tmp_path: Path) -> None:
    plain, house = with_fifty("tonight", tmp_path)
    assert len(house.houses) == 50
    for seed in range(5):
        logs: list[list[Any]] = [[], []]
        for ruleset, log in zip((plain, house), logs, strict=True):
            fly(ruleset, Setup("tonight", seed, options=SETTINGS), log=log)
        assert digest(logs[0]) == digest(logs[1])


@pytest.mark.slow
@pytest.mark.parametrize("game", ["today", "tonight"])
def test_fifty_files_cost_less_than_a_tenth(tmp_path: Path, game: str) -> None:
    """Processor time, with and without by turns; the median of fifteen comparisons, so that what else the machine does
    does not count."""
    plain, house = with_fifty(game, tmp_path)

    def spent(ruleset: Ruleset) -> float:
        began = time.process_time()
        for seed in range(100):
            fly(ruleset, Setup(game, seed, options=SETTINGS))
        return time.process_time() - began

    spent(plain)
    assert median(2 * spent(house) / (spent(plain) + spent(plain)) for _ in range(15)) < 1.1
