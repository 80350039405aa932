"""Who is at fault: code of others that breaks in a flight, goes round for ever or spoils a game is named."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from bomberstream.core import flight, hooks
from bomberstream.core.conditions import Name
from bomberstream.core.effects import verb
from bomberstream.core.errors import BadData, BadPlugin
from bomberstream.core.house import load_house
from bomberstream.core.patience import TakesTooLong, patience
from bomberstream.core.procedure import step
from bomberstream.core.ruleset import RulesetBuilder, builder, compose
from bomberstream.core.sortie import Sortie
from bomberstream.core.tables import Row

ME = __name__
"""The module in which the faulty rules stand: the tiny plugin takes its name."""


@pytest.fixture
def plugins(tiny: Any) -> Callable[..., hooks.Plugins]:
    """The tiny game from a plugin whose code is this file."""

    def make(apply: Callable[[RulesetBuilder], None], **hook: Any) -> hooks.Plugins:
        made = hooks.Plugins(strict=False)
        module = tiny.plugin(games=[tiny.game()], rules=[tiny.rule("fog", apply)])
        module.__name__ = ME
        made.register("odd", module)
        return made

    return make


@step()
def divides(s: Sortie) -> None:
    1 / 0  # noqa: B018


@step()
def leaves(s: Sortie) -> None:
    raise SystemExit("home")


@step()
def goes_on(s: Sortie) -> None:
    while True:
        pass


@step()
def spoils(s: Sortie) -> None:
    s.zone = None  # type: ignore[assignment]


@verb("odd", takes="flag")
def odd_verb(s: Sortie) -> None:
    """Does what it should not."""
    raise KeyError("odd")


def with_verb(builder: RulesetBuilder) -> None:
    builder.verb(odd_verb)
    for on in ("..3", "4-5", "6.."):
        builder.row("1-2", Row(on, "wide", effects=[{"odd": True}]))


def listening(builder: RulesetBuilder) -> None:
    builder.on("arrives", lambda s, facts: facts["nothing"])


def naming(builder: RulesetBuilder) -> None:
    builder.name(Name("oddity", "s.game.nothing", "flag", "odd"))
    builder.modifier("1-1", 1, when="oddity")


BROKEN: dict[str, tuple[Callable[[RulesetBuilder], None], str]] = {
    "a step that raises": (
        lambda builder: builder.step(divides, before="zone.weather"),
        "plugin odd in step divides: divides, line ",
    ),
    "a step that wants to leave": (lambda builder: builder.step(leaves, before="zone.weather"), "SystemExit: home"),
    "a verb that raises": (with_verb, "plugin odd in step flak: odd_verb, line "),
    "a listener that raises": (listening, "plugin odd in step home: <lambda>, line "),
    "a modifier that cannot be worked out": (
        naming,
        "plugin odd: the name 'oddity' of the vocabulary cannot be worked out: AttributeError: ",
    ),
    "a step that spoils what others need": (
        lambda builder: builder.step(spoils, before="zone.weather"),
        "the flight breaks off in step weather: AttributeError: ",
    ),
}


@pytest.mark.parametrize("broken", BROKEN)
def test_what_breaks_in_a_flight_is_one_line_with_the_plugin(tiny: Any, plugins: Any, broken: str) -> None:
    apply, says = BROKEN[broken]
    made = compose(plugins(apply), "tiny", rules=["fog"])
    with pytest.raises(BadPlugin) as caught:
        tiny.fly(made)
    told = str(caught.value)
    assert says in told
    assert "odd" in told
    assert "\n" not in told


def test_a_step_that_goes_round_for_ever_is_broken_off(
    tiny: Any, plugins: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(flight, "PLAYING", 0.3)
    made = compose(plugins(lambda builder: builder.step(goes_on, before="zone.weather")), "tiny", rules=["fog"])
    with pytest.raises(BadPlugin, match=r"in step goes_on: goes_on, line .*: it goes on and on, and was broken off"):
        tiny.fly(made)


def loop(builder: RulesetBuilder) -> None:
    while True:
        pass


def test_a_rule_that_goes_round_for_ever_is_broken_off(plugins: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(builder, "LOADING", 0.3)
    with pytest.raises(BadPlugin, match=r"^plugin odd: rule fog fails: it goes on and on, and was broken off \(turn"):
        compose(plugins(loop), "tiny", rules=["fog"])


def test_a_plugin_that_never_comes_back_from_its_import_is_left_out(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(hooks, "LOADING", 0.3)
    (tmp_path / "endless.py").write_text("while True:\n    try:\n        x = 1\n    except Exception:\n        pass\n")
    (failed,) = hooks.load_plugins(only=["endless"], folder=tmp_path).failed
    assert failed.reason == "it goes on and on, and was broken off"


def test_patience_ends_with_what_it_is_for() -> None:
    with patience(0.2):
        pass
    with pytest.raises(TakesTooLong):
        too_long()


def too_long() -> None:
    with patience(60), patience(0.2):
        while True:
            pass


def test_a_fault_of_our_own_is_not_caught(tiny: Any) -> None:
    made = tiny.compose()
    with pytest.raises(AttributeError):
        flight.fly(made, tiny.setup(bomber=5))


def test_house_rules_that_take_out_what_a_flight_needs_are_named(tiny: Any, tmp_path: Path) -> None:
    path = tmp_path / "bare.toml"
    path.write_text("[[step]]\nremove = 'zone.weather'\n[[step]]\nroll = '1-2'\nname = 'x'\nbefore = 'zone.flak'\n")
    house = load_house(path)
    rule = tiny.rule("fog", lambda builder: builder.step(spoils, before="zone.flak"))
    with pytest.raises(BadPlugin, match=r"house rules bare \(steps taken out or moved: zone\.weather\): try without$"):
        tiny.fly(tiny.compose(rule, house=[house]))


# --- what a plugin adds to a game that is not its own

SPOILER = """
from pathlib import Path
from bomberstream.core.conditions import Name
from bomberstream.core.hooks import hookimpl
API_VERSION = 1

@hookimpl
def bomberstream_{hook}(game):
    return [{answer}]
"""


@pytest.mark.parametrize(
    ("hook", "answer", "says"),
    [
        ("packs", "Path(__file__).with_suffix('.toml')", "spoiler.toml: unknown key 'tabel'"),
        ("packs", "Path(__file__).with_name('nowhere')", "no TOML files here"),
        ("vocabulary", "Name('weather', 's.x', 'word', 'another weather')", "'weather' has two meanings"),
        ("vocabulary", "Name('x', 's.x', 'colour', 'a colour')", "no kind 'colour'"),
    ],
)
def test_a_plugin_that_spoils_a_game_is_left_out_and_the_game_is_played(
    tiny: Any, tmp_path: Path, hook: str, answer: str, says: str
) -> None:
    folder = tmp_path / "plugins"
    folder.mkdir()
    (folder / "spoiler.py").write_text(SPOILER.format(hook=hook, answer=answer))
    (folder / "spoiler.toml").write_text("[tabel]\n")
    plugins = hooks.load_plugins(only=["spoiler"], folder=folder)
    plugins.register("tiny", tiny.plugin(games=[tiny.game()]))
    assert tiny.fly(compose(plugins, "tiny")).outcome == "home"
    (failed,) = plugins.failed
    assert failed.name == "spoiler"
    assert says in failed.reason


def test_when_strict_a_plugin_that_spoils_a_game_is_an_error(tiny: Any, tmp_path: Path) -> None:
    (tmp_path / "spoiler.py").write_text(SPOILER.format(hook="packs", answer="Path('nowhere')"))
    plugins = hooks.load_plugins(only=["spoiler"], folder=tmp_path, strict=True)
    plugins.register("tiny", tiny.plugin(games=[tiny.game()]))
    with pytest.raises(BadData, match="no TOML files here"):
        compose(plugins, "tiny")
