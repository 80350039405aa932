"""A tiny game of our own, written to disk as a plugin author would: two tables, two steps, one decision, one bomber."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from pathlib import Path
from types import ModuleType
from typing import Any

import pytest
from attrs import define
from bomberstream.core.bomber import Bomber
from bomberstream.core.conditions import Name
from bomberstream.core.crew import Crewman
from bomberstream.core.decisions import Decision
from bomberstream.core.flight import fly
from bomberstream.core.game import Game, GameOption, OptionalRule
from bomberstream.core.hooks import API_VERSION, Plugins, hookimpl
from bomberstream.core.procedure import Procedure, step
from bomberstream.core.ruleset import Ruleset, compose
from bomberstream.core.sortie import FlightState, Setup, Sortie
from bomberstream.core.zones import Zone

TABLES = """
[table."1-1"]
title = "Weather on the way"
role = "weather"
rule = "tiny 2.1"
dice = "2d6"
source = "published"

[[table."1-1".row]]
on = "..5"
result = "clear"
text = "Not a cloud."
[[table."1-1".row]]
on = "6-8"
result = "haze"
[[table."1-1".row]]
on = "9.."
result = "storm"

[[table."1-1".modifier]]
value = 1
when = "campaign >= 2"
says = "winter"

[table."1-2"]
title = "Flak"
role = "flak"
rule = "tiny 2.2"
dice = "1d6"
source = "reconstructed"
basis = "made up for the tests"

[[table."1-2".row]]
on = "..3"
result = "wide"
[[table."1-2".row]]
on = "4-5"
result = "near"
[[table."1-2".row]]
on = "6.."
result = "radio"
effects = [{ system_out = "radio" }]

[[table."1-2".modifier]]
value = -1
when = "weather == 'haze'"
says = "they hardly see us"
"""

BOMBER = """
[bomber.kite]
name = "Kite"
short = "Kite"
game = "tiny"
family = "kite"
service = "club"
source = "reconstructed"
engines = [{ number = 1, side = "left" }, { number = 2, side = "right" }]
sections = ["cabin"]
wings = { left_wing = "left", right_wing = "right" }

[bomber.kite.tables]

[[bomber.kite.station]]
id = "pilot"
title = "pilot"
section = "cabin"

[[bomber.kite.station]]
id = "rear_gunner"
title = "rear gunner"
section = "cabin"
guns = ["tail"]

[[bomber.kite.gun]]
id = "tail"
name = "tail gun"
section = "cabin"
gunner = "rear_gunner"
rounds = 3
"""

ORDERS = """
[orders.press_on]
choose = "yes"
[[orders.press_on.case]]
when = "weather == 'storm' and zone.number >= 3"
choose = "no"

[narrative.arrives]
text = ["Home after {zones|zone|zones}."]
indent = 0
"""


def prepare(s: Sortie) -> None:
    kind = s.ruleset.bomber(s.setup.bomber or "kite")
    s.campaign = s.setup.campaign or 1
    s.date = "1943-05-01"
    s.tables = s.ruleset.answers(kind.id, s.campaign)
    s.game = FlightState()
    s.begin("set-up")
    s.bomber = Bomber.of(kind, f"Kite {s.throw('1d6', 'number on the tail')}")
    s.bomber.board([Crewman("Ann", "pilot", title="pilot"), Crewman("Ben", "rear_gunner", title="rear gunner")])


@step(rule="tiny 2.0")
def zones(s: Sortie) -> None:
    for number in (2, 3, 4):
        s.begin(f"out {number}")
        s.enter_zone(Zone(number))
        s.run("zone")


@step(rule="tiny 2.1", table="1-1")
def weather(s: Sortie) -> None:
    s.zone.weather = s.roll("weather").result


@step(rule="tiny 2.2", table="1-2", when="zone.number >= 3")
def flak(s: Sortie) -> None:
    if s.choose("press_on") == "no":
        s.end("turned_back", "weather")
    s.carry_out("flak")


@step(rule="tiny 3.0")
def home(s: Sortie) -> None:
    s.begin("landing")
    s.note("arrives", zones=s.zones_entered)
    s.outcome = s.outcome or "home"
    s.throw("1d6", "supper")


def make_game(folder: Path) -> Game:
    return Game(
        id="tiny",
        title="Tiny",
        about="a game for the tests",
        tables=folder,
        rules="tiny",
        prepare=prepare,
        mission="mission",
        afterwards="afterwards",
        procedures=(
            Procedure.of("mission", [zones]),
            Procedure.of("zone", [weather, flak]),
            Procedure.of("afterwards", [home]),
        ),
        decisions=(Decision("press_on", "Fly on?", "2.2", ("yes", "no")),),
        happenings={"arrives": "the bomber is home", "system_out": "something no longer works"},
        outcomes={"home": "came home", "turned_back": "gave up"},
        systems=("radio",),
        vocabulary=(Name("weather", "s.zone.weather", "word", "weather in the zone"),),
        options=(
            GameOption("crew", "how seasoned the crew is", "word", ("green", "old")),
            GameOption("missions", "missions flown before", "number", (), "0", 0, 99),
            GameOption("electronics", "what to carry", "devices"),
        ),
    )


def make_plugin(games: Iterable[Game] = (), rules: Iterable[OptionalRule] = (), packs: Iterable[Path] = ()) -> Any:
    module = ModuleType("tiny_plugin")
    brought_games, brought_rules, brought_packs = list(games), list(rules), list(packs)
    module.API_VERSION = API_VERSION

    @hookimpl
    def bomberstream_games() -> Iterable[Game]:
        return brought_games

    @hookimpl
    def bomberstream_rules() -> Iterable[OptionalRule]:
        return brought_rules

    @hookimpl
    def bomberstream_packs(game: str) -> Iterable[Path]:
        return brought_packs if game == "tiny" else []

    module.bomberstream_games = bomberstream_games
    module.bomberstream_rules = bomberstream_rules
    module.bomberstream_packs = bomberstream_packs
    return module


@define
class Tiny:
    """The tiny game on disk, and what the tests do with it."""

    folder: Path
    elsewhere: Path
    """A folder for overlays and saves, outside the game's pack."""

    def game(self) -> Game:
        return make_game(self.folder)

    def plugin(self, **brings: Any) -> ModuleType:
        """A plugin module with hooks for games, rules and packs."""
        return make_plugin(**brings)

    def rule(self, name: str, apply: Callable[[Any], None], **more: Any) -> OptionalRule:
        return OptionalRule(name, name, "tiny 9", ("tiny",), apply, **more)

    def plugins(self, *rules: OptionalRule, packs: Iterable[Path] = ()) -> Plugins:
        plugins = Plugins()
        plugins.register("tiny", make_plugin([self.game()], rules, packs), origin="here")
        return plugins

    def compose(self, *rules: OptionalRule, overlays: Iterable[Path] = (), **more: Any) -> Ruleset:
        """The game with these rules switched on in order."""
        plugins = self.plugins(*rules)
        return compose(plugins, "tiny", rules=[rule.id for rule in rules], overlays=overlays, **more)

    def overlay(self, text: str, name: str = "house") -> Path:
        folder = self.elsewhere / name
        folder.mkdir(parents=True, exist_ok=True)
        (folder / "tables.toml").write_text(text, encoding="utf-8")
        return folder

    def write(self, text: str, name: str = "more.toml") -> Path:
        """One more file in the game's own pack."""
        path = self.folder / name
        path.write_text(text, encoding="utf-8")
        return path

    def setup(self, seed: int | str = 1, **more: Any) -> Setup:
        return Setup("tiny", seed, **more)

    def fly(self, ruleset: Ruleset, seed: int | str = 1, **more: Any) -> Sortie:
        return fly(ruleset, self.setup(seed), **more)


@pytest.fixture
def tiny(tmp_path: Path) -> Tiny:
    folder = tmp_path / "tiny"
    folder.mkdir()
    (folder / "tables.toml").write_text(TABLES, encoding="utf-8")
    (folder / "kite.toml").write_text(BOMBER, encoding="utf-8")
    (folder / "orders.toml").write_text(ORDERS, encoding="utf-8")
    return Tiny(folder, tmp_path / "elsewhere")
