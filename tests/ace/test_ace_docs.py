"""The page on the night fighters names what there is."""

from __future__ import annotations

import re
from pathlib import Path

from bomberstream.core.hooks import load_plugins
from bomberstream.core.ruleset import Ruleset
from bomberstream.plugins.ace import choices

PAGE = (Path(__file__).resolve().parents[2] / "docs" / "nightfighters.md").read_text(encoding="utf-8")


def test_every_reading_of_the_rules_is_on_the_page() -> None:
    constants = {name for name in vars(choices) if name.isupper()}
    named = set(re.findall(r"`([A-Z][A-Z0-9_]+)`", PAGE))
    assert constants == named & constants
    assert named - constants <= {"B7"}


def test_every_setting_and_optional_rule_is_on_the_page(ace: Ruleset) -> None:
    for option in ace.game.options:
        assert f"`{option.name}`" in PAGE or option.name == "moon", option.name
    for rule in load_plugins().rules("ace").values():
        assert f"| `{rule.id}` | {rule.rule.removeprefix('ace ')} |" in PAGE


def test_the_figures_on_the_page_lie_in_the_bands_of_history() -> None:
    mean = re.search(r"mean (\d+\.\d) kills", PAGE)
    best = re.search(r"best fifth (\d+\.\d)", PAGE)
    killed = re.search(r"(\d+\.\d) % were killed", PAGE)
    assert mean is not None
    assert best is not None
    assert killed is not None
    assert 2 <= float(mean[1]) <= 15.5
    assert 15 <= float(best[1]) <= 45
    assert 25 <= float(killed[1]) <= 70
