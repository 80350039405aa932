"""What an optional rule may bring beside tables and steps: options, roles, outcomes, systems, wrapped steps."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest
from bomberstream.core.errors import BadData
from bomberstream.core.game import GameOption, OptionalRule
from bomberstream.core.hooks import load_plugins
from bomberstream.core.ruleset import Ruleset, RulesetBuilder
from bomberstream.core.sortie import Sortie


def built(*rules: OptionalRule) -> Ruleset:
    plugins = load_plugins()
    builder = RulesetBuilder(plugins.game("tonight"), plugins)
    for rule in rules:
        builder.take_rule(rule)
    return builder.compose()


def rule(apply: Callable[[RulesetBuilder], None], **more: Any) -> OptionalRule:
    return OptionalRule("made_up", "Made up", "tonight 9", ("tonight",), apply, **more)


def test_options_of_a_rule_are_the_games_while_it_is_on() -> None:
    wave = GameOption("wave", "which wave", "number", low=1, high=3)
    made = built(rule(lambda b: None, options=(wave,)))
    assert made.game.options[-1] is wave
    assert wave not in built().game.options


def test_outcomes_and_losses() -> None:
    def apply(b: RulesetBuilder) -> None:
        b.outcome("vanished", "nobody knows", is_lost=True)
        b.outcome("late", "home at noon")

    game = built(rule(apply)).game
    assert game.outcomes["vanished"] == "nobody knows"
    assert "vanished" in game.losses
    assert "late" not in game.losses


def test_a_system_is_a_word() -> None:
    made = built(rule(lambda b: b.system("dinghy_radio")))
    assert "out.dinghy_radio" in made.vocabulary
    assert "out.dinghy_radio" not in built().vocabulary


def test_a_step_may_be_wrapped_more_than_once() -> None:
    heard: list[str] = []

    def around(word: str) -> Callable[[RulesetBuilder], None]:
        def wrap(old: Callable[[Sortie], None]) -> Callable[[Sortie], None]:
            def new(s: Sortie) -> None:
                heard.append(word)
                old(s)

            return new

        return lambda b: b.wrap_step("zone.contrails", wrap)

    inner = rule(around("inner"))
    outer = OptionalRule("other", "Other", "tonight 9", ("tonight",), around("outer"))
    made = built(inner, outer)
    assert made.clashes == ()
    from bomberstream.core.testing import staged
    from bomberstream.core.testing.asking import take

    take(staged(made, 5, bomber="lancaster", altitude="high"), "zone", "contrails")
    assert heard == ["outer", "inner"]


def test_a_role_of_a_rule_wants_a_table() -> None:
    with pytest.raises(BadData, match=r"bomber lancaster: no table answers the role 'omens'"):
        built(rule(lambda b: b.role("omens", ("good", "bad"))))


def test_a_step_that_is_not_there_cannot_be_wrapped() -> None:
    with pytest.raises(BadData, match=r"no step 'zone\.contrail'; did you mean 'zone\.contrails'"):
        built(rule(lambda b: b.wrap_step("zone.contrail", lambda old: old)))
