"""The night game cites its own rulebook, and nothing is told that cannot happen by night."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from bomberstream.core import mission
from bomberstream.core.hooks import load_plugins
from bomberstream.core.ruleset import Ruleset


def citations(tonight: Ruleset) -> Iterator[tuple[str, str]]:
    """Everything of the game that cites a rule, and the rule."""
    game = tonight.game
    for decision in tonight.decisions.values():
        yield f"decision {decision.id}", decision.rule
    for procedure in game.procedures:
        yield f"procedure {procedure.name}", procedure.rule
        for step in procedure.steps:
            yield f"step {procedure.name}.{step.name}", step.rule
    for table in tonight.tables.values():
        yield f"table {table.id}", table.table.rule
    for rule in load_plugins().rules(game.id).values():
        yield f"optional rule {rule.id}", rule.rule


def test_nothing_cites_the_daylight_rulebook(tonight: Ruleset) -> None:
    cited = dict(citations(tonight))
    assert {kind.split()[0] for kind in cited} >= {"decision", "step", "table", "optional"}
    assert {what: rule for what, rule in cited.items() if not rule.startswith("tonight ")} == {}


@pytest.mark.parametrize("game", ["today", "tonight"])
def test_each_game_has_a_rule_for_every_shared_decision(game: str) -> None:
    decisions = {one.id: one for one in load_plugins().game(game).decisions}
    for shared in mission.DECISIONS:
        assert shared.rule == ""
        assert decisions[shared.id].rule
        assert decisions[shared.id].asks == shared.asks


@pytest.mark.parametrize("name", ["bombs_lost", "cloud_over_alps"])
def test_what_cannot_happen_by_night_is_no_verb_happening_or_word(tonight: Ruleset, name: str) -> None:
    assert name not in tonight.verbs.names()
    assert name not in tonight.happenings
    assert name not in {one.name for one in tonight.game.vocabulary}
