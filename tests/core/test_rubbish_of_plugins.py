"""Hooks that return rubbish and rules that fail: one line with plugin and rule."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest
from bomberstream.core.conditions import Name
from bomberstream.core.errors import BadData, BadPlugin
from bomberstream.core.hooks import Plugins, hookimpl, load_plugins
from bomberstream.core.ruleset import RulesetBuilder, compose

RUBBISH = {
    "a number": (5, "returns 5; expected a list of "),
    "nothing": (None, "returns None; expected a list of "),
    "a text": ("abc", "returns 'abc'; expected a list of "),
    "a mapping": ({"a": 1}, "returns {'a': 1}; expected a list of "),
    "numbers": ([5], "returns 5 in its list; expected "),
    "texts": (["abc"], "returns 'abc' in its list; expected "),
    "a class": ([Name], "in its list; expected "),
}
HOOKS: dict[str, Callable[[Plugins], Any]] = {
    "bomberstream_packs": lambda plugins: plugins.packs("tiny"),
    "bomberstream_verbs": lambda plugins: plugins.verbs("tiny"),
    "bomberstream_vocabulary": lambda plugins: plugins.vocabulary("tiny"),
}


def with_hook(tiny: Any, hook: str, answer: Any) -> Plugins:
    """The tiny game, and a plugin whose hook returns something."""
    plugins: Plugins = tiny.plugins()
    module = tiny.plugin()

    def of_game(game: str) -> Any:
        return answer

    setattr(module, hook, hookimpl(specname=hook)(of_game))
    plugins.register("odd", module)
    return plugins


@pytest.mark.parametrize("rubbish", RUBBISH)
@pytest.mark.parametrize("hook", HOOKS)
def test_a_hook_that_returns_rubbish_is_named(tiny: Any, hook: str, rubbish: str) -> None:
    answer, says = RUBBISH[rubbish]
    plugins = with_hook(tiny, hook, answer)
    with pytest.raises(BadPlugin) as caught:
        HOOKS[hook](plugins)
    assert str(caught.value).startswith(f"plugin odd: {hook} ")
    assert says in str(caught.value)
    assert str(caught.value).endswith("(turn it off with --no-plugin odd)")
    assert "\n" not in str(caught.value)


@pytest.mark.parametrize("rubbish", RUBBISH)
def test_a_plugin_whose_rules_are_rubbish_does_not_come_on_board(tiny: Any, rubbish: str) -> None:
    answer, says = RUBBISH[rubbish]
    plugins, module = tiny.plugins(), tiny.plugin()
    module.bomberstream_rules = hookimpl(specname="bomberstream_rules")(lambda: answer)
    with pytest.raises(BadPlugin, match=r"^bomberstream_rules ") as caught:
        plugins.register("odd", module)
    assert says in str(caught.value)
    assert [one.name for one in plugins.loaded] == ["tiny"]


@pytest.mark.parametrize("hook", HOOKS)
def test_one_that_fails_when_it_is_asked_is_left_out_from_then_on(tiny: Any, hook: str) -> None:
    plugins = with_hook(tiny, hook, 5)
    plugins.strict, told = False, []
    plugins.tell = told.append
    assert HOOKS[hook](plugins) == []
    assert [str(one).partition(":")[0] for one in told] == ["plugin odd left out"]
    assert plugins.failed == told
    assert compose(plugins, "tiny").game.id == "tiny"


@pytest.mark.parametrize("rubbish", ["5", "None", "'abc'", "[5]", "['abc']", "[Game]"])
def test_a_games_hook_that_returns_rubbish_leaves_its_plugin_out(tmp_path: Any, rubbish: str) -> None:
    (tmp_path / "odd.py").write_text(
        "from bomberstream.core.game import Game\nfrom bomberstream.core.hooks import hookimpl\nAPI_VERSION = 1\n"
        f"@hookimpl\ndef bomberstream_games():\n    return {rubbish}\n",
        encoding="utf-8",
    )
    plugins = load_plugins(only=["odd"], folder=tmp_path)
    assert plugins.loaded == []
    (failed,) = plugins.failed
    assert str(failed).startswith("plugin odd left out: bomberstream_games returns ")
    assert plugins.games() == {}


FIELDS = {
    "games=5": "bomberstream_rules: rule fog: games: expected a tuple of texts, got 5",
    "games='tiny'": "bomberstream_rules: rule fog: games: expected a tuple of texts, got 'tiny'",
    "games=(5,)": "bomberstream_rules: rule fog: games: expected a tuple of texts, got (5,)",
    "id=5": "bomberstream_rules: rule: id: expected a text, got 5",
    "id=[]": "bomberstream_rules: rule: id: expected a text, got []",
    "title=None": "bomberstream_rules: rule fog: title: expected a text, got None",
    "apply=5": "bomberstream_rules: rule fog: apply: expected a function, got 5",
    "requires='x'": "bomberstream_rules: rule fog: requires: expected a tuple of texts, got 'x'",
    "conflicts=None": "bomberstream_rules: rule fog: conflicts: expected a tuple of texts, got None",
}


@pytest.mark.parametrize("field", FIELDS)
def test_a_rule_with_a_field_of_a_wrong_type_is_named(tmp_path: Any, field: str) -> None:
    key = field.partition("=")[0]
    usual = {"id": "'fog'", "title": "'Fog'", "rule": "'tiny 9'", "games": "('tiny',)", "apply": "print"}
    given = ", ".join([*(f"{name}={value}" for name, value in usual.items() if name != key), field])
    (tmp_path / "odd.py").write_text(
        "from bomberstream.core.game import OptionalRule\nfrom bomberstream.core.hooks import hookimpl\n"
        f"API_VERSION = 1\n@hookimpl\ndef bomberstream_rules():\n    return [OptionalRule({given})]\n",
        encoding="utf-8",
    )
    (failed,) = load_plugins(only=["odd"], folder=tmp_path).failed
    assert str(failed).startswith(f"plugin odd left out: {FIELDS[field]} (turn it off")


def divide(builder: RulesetBuilder) -> None:
    1 / 0  # noqa: B018


def leave(builder: RulesetBuilder) -> None:
    raise SystemExit


@pytest.mark.parametrize(
    ("apply", "says"),
    [
        (divide, "ZeroDivisionError: division by zero"),
        (leave, "SystemExit"),
        (lambda: None, "TypeError: "),
    ],
)
def test_a_rule_that_fails_is_named_with_its_plugin(tiny: Any, apply: Any, says: str) -> None:
    with pytest.raises(BadPlugin) as caught:
        tiny.compose(tiny.rule("fog", apply))
    assert str(caught.value).startswith(f"plugin tiny: rule fog fails: {says}")
    assert str(caught.value).endswith("(turn it off with --no-plugin tiny)")


def test_a_rule_that_no_plugin_brings_is_named_by_itself(tiny: Any) -> None:
    plugins = tiny.plugins()
    builder = RulesetBuilder(plugins.game("tiny"), plugins)
    with pytest.raises(BadPlugin, match=r"^rule fog fails: ZeroDivisionError: division by zero$"):
        builder.take_rule(tiny.rule("fog", divide))
    with pytest.raises(BadPlugin, match=r"^rule fog fails: TypeError: 'int' object is not callable$"):
        builder.take_rule(tiny.rule("fog", 5))


def test_what_a_rule_does_wrong_with_the_tables_is_told_as_ever(tiny: Any) -> None:
    with pytest.raises(BadData, match="no table 'nowhere'"):
        tiny.compose(tiny.rule("fog", lambda builder: builder.table("nowhere")))


def test_a_rule_that_is_not_switched_on_harms_nobody(tiny: Any) -> None:
    plugins = tiny.plugins(tiny.rule("fog", divide))
    assert compose(plugins, "tiny").rules == ()
