"""The printed table of a friend's box, typed in for one reconstructed table, changes exactly that table."""

from __future__ import annotations

from pathlib import Path

import pytest
from bomberstream.core.differences import differences
from bomberstream.core.hooks import load_plugins
from bomberstream.core.ruleset import Ruleset, compose

BOX = """
[fill."4-5"]
dice = "2d6"
modifier = [{ value = 1, when = "moon == 'full'", says = "full moon" }]
[[fill."4-5".row]]
on = "..5"
result = "undetected"
[[fill."4-5".row]]
on = "6.."
result = "detected"
"""


@pytest.fixture(scope="module")
def rulesets(tmp_path_factory: pytest.TempPathFactory) -> tuple[Ruleset, Ruleset]:
    """The game as it is, and with the table on top."""
    box: Path = tmp_path_factory.mktemp("boxes") / "box"
    box.mkdir()
    (box / "4-5.toml").write_text(BOX, encoding="utf-8")
    plugins = load_plugins()
    return compose(plugins, "tonight"), compose(plugins, "tonight", overlays=[box])


@pytest.mark.rule("tonight 4-5")
def test_exactly_that_table_changes(rulesets: tuple[Ruleset, Ruleset]) -> None:
    before, after = rulesets
    was, now = before.fingerprints(), after.fingerprints()
    assert was.keys() == now.keys()
    assert [name for name in was if was[name] != now[name]] == ["4-5"]
    assert {one.what for one in differences(before, after)} == {"table 4-5"}
    assert before.clashes == after.clashes == ()


@pytest.mark.rule("tonight 4-5")
def test_it_counts_as_published_and_keeps_its_place_in_the_game(rulesets: tuple[Ruleset, Ruleset]) -> None:
    before, after = rulesets
    old, new = before.tables["4-5"].table, after.tables["4-5"].table
    assert (old.source, new.source) == ("reconstructed", "published")
    assert (new.role, new.title, new.rule) == (old.role, old.title, old.rule)
    assert [one.says for one in new.modifier] == ["full moon"]


def test_a_template_of_everything_that_is_not_published_changes_nothing(tmp_path: Path) -> None:
    from bomberstream.cli.template import write_template

    plugins = load_plugins()
    plain = compose(plugins, "tonight")
    written = write_template(plain, tmp_path / "blank")
    assert written == [one.id for one in plain.sources if one.kind == "table" and one.source != "published"]
    blank = compose(plugins, "tonight", overlays=[tmp_path / "blank"])
    assert differences(plain, blank) == []
    assert sum(one.done for one in blank.filled) == 0
    assert len(blank.filled) == len(written)
