"""The core serves every game: it names none of them, nor a bomber, a fighter or a country."""

from __future__ import annotations

import re
from pathlib import Path

import bomberstream.core
import pytest
from bomberstream.core.ruleset import Ruleset
from bomberstream.core.zones import WATER

CORE = Path(next(iter(bomberstream.core.__path__)))
GAMES = ("Target for Today", "Target for Tonight", "Superfortress", "Nightfighter Ace", "plugins.today", "tables/today")


@pytest.mark.parametrize("path", sorted(CORE.rglob("*.py")), ids=lambda path: str(path.relative_to(CORE)))
def test_core_names_no_game_bomber_or_country(path: Path, today: Ruleset) -> None:
    bombers = [word for one in today.bombers.values() for word in (one.id, one.name, one.family)]
    fighters = [one.name for one in today.fighters.values()]
    countries = [name for code, name in today.countries.items() if code != WATER]
    names = {*GAMES, *bombers, *fighters, *countries}
    text = path.read_text(encoding="utf-8")
    found = {name for name in names if re.search(rf"\b{re.escape(name)}\b", text, re.IGNORECASE)}
    assert not found
