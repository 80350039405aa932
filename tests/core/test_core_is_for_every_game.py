"""The core serves every game: it names none of them, nor a bomber, a fighter or a country, nor cites its rules."""

from __future__ import annotations

import re
from pathlib import Path

import bomberstream.core
import pytest
from bomberstream.core import damage
from bomberstream.core.hooks import load_plugins
from bomberstream.core.ruleset import Ruleset, compose
from bomberstream.core.zones import WATER

CORE = Path(next(iter(bomberstream.core.__path__)))
GAMES = ("ace", "today", "tonight")
TITLES = ("Target for Today", "Target for Tonight", "Superfortress", "Nightfighter Ace")


@pytest.fixture(scope="module", params=GAMES)
def ruleset(request: pytest.FixtureRequest) -> Ruleset:
    """Each game that comes with the program."""
    return compose(load_plugins(), request.param)


@pytest.mark.parametrize("path", sorted(CORE.rglob("*.py")), ids=lambda path: str(path.relative_to(CORE)))
def test_core_names_no_game_bomber_or_country(path: Path, ruleset: Ruleset) -> None:
    places = {f"plugins.{ruleset.game.id}", f"tables/{ruleset.game.id}"}
    bombers = [word for one in ruleset.bombers.values() for word in (one.id, one.name, one.family)]
    fighters = [one.name for one in ruleset.fighters.values()]
    countries = [name for code, name in ruleset.countries.items() if code != WATER]
    names = {*TITLES, *places, *bombers, *fighters, *countries}
    text = path.read_text(encoding="utf-8")
    found = {name for name in names if re.search(rf"\b{re.escape(name)}\b", text, re.IGNORECASE)}
    assert not found


@pytest.mark.parametrize("path", sorted(CORE.rglob("*.py")), ids=lambda path: str(path.relative_to(CORE)))
def test_core_cites_no_rule_of_the_daylight_game(path: Path) -> None:
    assert not re.findall(r'"today \d[^"]*"', path.read_text(encoding="utf-8"))


def test_a_game_whose_aeroplanes_take_no_shells_knows_nothing_of_them() -> None:
    found = compose(load_plugins(), "ace")
    assert not found.game.shells_strike
    general = {one.name for one in damage.GENERAL}
    assert general <= set(found.verbs.names())
    assert not set(found.verbs.names()) & ({one.name for one in damage.VERBS} - general)
    assert "fights_fire" not in found.decisions
    assert set(damage.HAPPENINGS) & set(found.happenings) == {"remark"}
