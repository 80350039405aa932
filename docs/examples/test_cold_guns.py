"""How a plugin's author tests his rule: situations with scripted dice, and the suite that every game must bear."""

from __future__ import annotations

from pathlib import Path

import pytest
from bomberstream.core.hooks import load_plugins
from bomberstream.core.ruleset import Ruleset, compose
from bomberstream.testing import check_game, staged


@pytest.fixture(scope="module")
def cold(tmp_path_factory: pytest.TempPathFactory) -> Ruleset:
    """The daylight game with the rule switched on."""
    folder = tmp_path_factory.mktemp("plugins")
    for name in ("cold_guns.py", "cold_guns.toml"):
        (folder / name).write_bytes((Path(__file__).parent / name).read_bytes())
    return compose(load_plugins(folder=folder, strict=True), "today", rules=["cold_guns"])


@pytest.mark.parametrize(("face", "modifiers"), [(2, [(-1, "thick oil")]), (3, [])])
def test_thick_oil_costs_every_gun_one(cold: Ruleset, face: int, modifiers: list[tuple[int, str]]) -> None:
    s = staged(cold, face, campaign=3, date="1943-12-20")
    s.run_step("zone", "gun_oil")
    assert [(value, says) for value, says, by in s.tables["5-6"].explain(s, 7) if by == "cold_guns"] == modifiers


def test_in_january_it_is_worse(cold: Ruleset) -> None:
    s = staged(cold, 3, campaign=3, date="1944-01-11")
    s.run_step("zone", "gun_oil")
    assert "thick_oil" in s.game.passing_events


def test_whole_flights_stand_it(cold: Ruleset) -> None:
    check_game(cold, seeds=range(5))
