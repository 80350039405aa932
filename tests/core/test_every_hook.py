"""Every hook, and all that a rule may do with the builder, is used here once, and one without a test is found."""

from __future__ import annotations

import inspect
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from attrs import evolve
from bomberstream.core.conditions import Name
from bomberstream.core.decisions import Decision, Standing
from bomberstream.core.effects import verb
from bomberstream.core.game import GameOption
from bomberstream.core.guests import Crossing, GuestIssue
from bomberstream.core.hooks import Hooks, Plugins, hookimpl
from bomberstream.core.house import load_house
from bomberstream.core.packs import load_pack
from bomberstream.core.procedure import Procedure, step
from bomberstream.core.ruleset import Ruleset, RulesetBuilder, compose
from bomberstream.core.sortie import Sortie
from bomberstream.core.tables import Modifier, Row

Case = Callable[[Any], None]
CASES: dict[str, Case] = {}
NOT_FOR_RULES = {"compose", "take_rule"}
"""What composes a ruleset, and is no rule's business."""


def case(of: str) -> Callable[[Case], Case]:
    """A test of a hook, or of a method of the builder."""

    def keep(test: Case) -> Case:
        assert of not in CASES
        CASES[of] = test
        return test

    return keep


def test_every_hook_and_every_method_of_the_builder_has_a_test() -> None:
    hooks = {name for name in vars(Hooks) if name.startswith("bomberstream_")}
    methods = {name for name, one in inspect.getmembers(RulesetBuilder) if inspect.isfunction(one) and name[0] != "_"}
    assert set(CASES) == hooks | (methods - NOT_FOR_RULES)


@pytest.mark.parametrize("of", sorted(hook for hook in vars(Hooks) if hook.startswith("bomberstream_")))
def test_every_hook_says_what_it_takes_and_gives(of: str) -> None:
    signature = inspect.signature(getattr(Hooks, of))
    assert signature.return_annotation.startswith("Iterable[")
    assert all(one.annotation != inspect.Parameter.empty for one in [*signature.parameters.values()][1:])
    assert inspect.getdoc(getattr(Hooks, of))


@pytest.mark.parametrize("of", CASES)
def test_it(tiny: Any, of: str) -> None:
    CASES[of](tiny)


def made(tiny: Any, apply: Callable[[RulesetBuilder], None], **more: Any) -> Ruleset:
    """The tiny game with a rule that does this."""
    found: Ruleset = tiny.compose(tiny.rule("fog", apply), **more)
    return found


def brought(tiny: Any, hook: str, *answers: Any) -> Plugins:
    """The tiny game, and a plugin that answers one hook."""
    plugins: Plugins = tiny.plugins()
    module = tiny.plugin()
    takes_game = "game" in inspect.signature(getattr(Hooks, hook)).parameters
    answer = (lambda game: answers) if takes_game else (lambda: answers)
    setattr(module, hook, hookimpl(specname=hook)(answer))
    plugins.register("more", module)
    return plugins


@step()
def whistle(s: Sortie) -> None:
    """A step that can be seen to be taken."""
    s.kept["whistles"] = s.kept.get("whistles", 0) + 1


@verb("shout", takes="word")
def shout(s: Sortie, word: str) -> None:
    """Shouts a word."""
    s.kept["shouted"] = word


# --- hooks


@case("bomberstream_games")
def games(tiny: Any) -> None:
    game = evolve(tiny.game(), id="other")
    assert sorted(brought(tiny, "bomberstream_games", game).games()) == ["other", "tiny"]


@case("bomberstream_packs")
def packs(tiny: Any) -> None:
    path = tiny.overlay("[[table.'1-1'.modifier]]\nvalue = 1\nsays = 'gales'\n")
    found = compose(brought(tiny, "bomberstream_packs", path), "tiny")
    assert "gales" in [one.says for one in found.tables["1-1"].modifiers]


@case("bomberstream_rules")
def rules(tiny: Any) -> None:
    plugins = brought(tiny, "bomberstream_rules", tiny.rule("gales", lambda builder: builder.modifier("1-1", 1)))
    assert compose(plugins, "tiny", rules=["gales"]).rules == ("gales",)


@case("bomberstream_verbs")
def verbs(tiny: Any) -> None:
    assert "shout" in compose(brought(tiny, "bomberstream_verbs", shout), "tiny").verbs


@case("bomberstream_vocabulary")
def vocabulary(tiny: Any) -> None:
    name = Name("windy", "(s.zone.weather == 'storm')", "flag", "there is wind")
    assert "windy" in compose(brought(tiny, "bomberstream_vocabulary", name), "tiny").vocabulary


# --- the builder: tables


@case("lay")
def lay(tiny: Any) -> None:
    path = tiny.overlay("[[table.'1-1'.row]]\non = '6-8'\nresult = 'storm'\n")
    found = made(tiny, lambda builder: builder.lay(load_pack(path, "fog")))
    assert found.tables["1-1"].table.row[1].result == "storm"


@case("lay_over")
def lay_over(tiny: Any) -> None:
    path = tiny.overlay("[[table.'1-1'.row]]\non = '6-8'\nresult = 'storm'\n")
    assert made(tiny, lambda builder: builder.lay_over(path)).tables["1-1"].table.row[1].result == "storm"


@case("table")
def table(tiny: Any) -> None:
    seen: list[str] = []
    made(tiny, lambda builder: seen.append(builder.table("1-1").title))
    assert seen == ["Weather on the way"]


@case("table_of")
def table_of(tiny: Any) -> None:
    seen: list[Any] = []
    made(tiny, lambda builder: seen.append(builder.table_of("weather")))
    assert "1-1" in str(seen)


@case("row")
def row(tiny: Any) -> None:
    found = made(tiny, lambda builder: builder.row("1-1", Row("..5", "haze")))
    assert [one.result for one in found.tables["1-1"].table.row] == ["haze", "haze", "storm"]


@case("redivide")
def redivide(tiny: Any) -> None:
    found = made(tiny, lambda builder: builder.redivide("1-1", Row("..8", "haze"), ["..5", "6-8"]))
    assert [one.on for one in found.tables["1-1"].table.row] == ["..8", "9.."]


@case("dice")
def dice(tiny: Any) -> None:
    assert made(tiny, lambda builder: builder.dice("1-1", "3d6")).tables["1-1"].table.dice == "3d6"


COLUMNS = """
[table."1-3"]
title = "Light"
dice = "1d6"
source = "published"
columns = ["day"]
[[table."1-3".row]]
on = "1-6"
result = { day = "bright" }
"""


@case("column")
def column(tiny: Any) -> None:
    tiny.write(COLUMNS)
    found = made(tiny, lambda builder: builder.column("1-3", "night", {"1-6": "dark"}))
    assert found.tables["1-3"].table.row[0].result == {"day": "bright", "night": "dark"}


@case("modifier")
def modifier(tiny: Any) -> None:
    found = made(tiny, lambda builder: builder.modifier("1-1", 1, when="campaign == 1", says="gales"))
    assert (1, "gales", "fog") in found.tables["1-1"].explain(tiny.fly(found), 7)


@case("add_modifier")
def add_modifier(tiny: Any) -> None:
    found = made(tiny, lambda builder: builder.add_modifier("1-1", Modifier(1, says="gales", by="me")))
    assert (1, "gales", "me") in found.tables["1-1"].explain(tiny.fly(found), 7)


@case("remove_modifier")
def remove_modifier(tiny: Any) -> None:
    assert made(tiny, lambda builder: builder.remove_modifier("1-1", "winter")).tables["1-1"].modifiers == ()


# --- the builder: the sequence of play


def whistles(tiny: Any, apply: Callable[[RulesetBuilder], None]) -> int:
    return int(tiny.fly(made(tiny, apply)).kept.get("whistles", 0))


@case("procedure")
def procedure(tiny: Any) -> None:
    assert whistles(tiny, lambda builder: builder.procedure(Procedure.of("zone", [whistle]))) == 3


@case("step")
def new_step(tiny: Any) -> None:
    assert whistles(tiny, lambda builder: builder.step(whistle, before="zone.flak")) == 3


@case("replace_step")
def replace_step(tiny: Any) -> None:
    assert whistles(tiny, lambda builder: builder.replace_step("zone.flak", whistle)) == 3


@case("wrap_step")
def wrap_step(tiny: Any) -> None:
    def twice(do: Callable[[Sortie], None]) -> Callable[[Sortie], None]:
        def both(s: Sortie) -> None:
            do(s)
            whistle(s)

        return both

    assert whistles(tiny, lambda builder: builder.wrap_step("zone.weather", twice)) == 3


@case("move_step")
def move_step(tiny: Any) -> None:
    found = made(tiny, lambda builder: builder.move_step("zone.weather", after="zone.flak"))
    assert [one.name for one in found.procedures["zone"]] == ["flak", "weather"]


@case("remove_step")
def remove_step(tiny: Any) -> None:
    found = made(tiny, lambda builder: builder.remove_step("zone.flak"))
    assert [one.name for one in found.procedures["zone"]] == ["weather"]


@case("on")
def on(tiny: Any) -> None:
    heard: list[Any] = []
    tiny.fly(made(tiny, lambda builder: builder.on("arrives", lambda s, facts: heard.append(facts["zones"]))))
    assert heard == [3]


# --- the builder: what else there is


@case("decision")
def decision(tiny: Any) -> None:
    def apply(builder: RulesetBuilder) -> None:
        builder.decision(Decision("sing", "Sing?", "", ("yes", "no")))
        builder.standing_orders({"sing": Standing(choose="yes")})

    assert "sing" in made(tiny, apply).decisions


@case("standing_orders")
def standing_orders(tiny: Any) -> None:
    found = made(tiny, lambda builder: builder.standing_orders({"press_on": Standing(choose="no")}))
    assert tiny.fly(found).outcome == "turned_back"


@case("happening")
def happening(tiny: Any) -> None:
    assert made(tiny, lambda builder: builder.happening("sings", "somebody sings")).happenings["sings"]


@case("role")
def role(tiny: Any) -> None:
    assert made(tiny, lambda builder: builder.role("flak", ("wide", "near", "radio"))).game.roles["flak"]


@case("outcome")
def outcome(tiny: Any) -> None:
    found = made(tiny, lambda builder: builder.outcome("lost", "never seen again", is_lost=True))
    assert (found.game.outcomes["lost"], found.game.losses) == ("never seen again", frozenset({"lost"}))


@case("option")
def option(tiny: Any) -> None:
    found = made(tiny, lambda builder: builder.option(GameOption("songs", "who sings", "flag")))
    assert "songs" in [one.name for one in found.game.options]


@case("preset")
def preset(tiny: Any) -> None:
    assert tiny.fly(made(tiny, lambda builder: builder.preset("missions", "4"))).setup.options == {"missions": "4"}


@case("system")
def system(tiny: Any) -> None:
    assert "out.gramophone" in made(tiny, lambda builder: builder.system("gramophone")).vocabulary


@case("verb")
def new_verb(tiny: Any) -> None:
    def apply(builder: RulesetBuilder) -> None:
        builder.verb(shout)
        builder.row("1-2", Row("..3", "wide", effects=[{"shout": "hello"}]))

    found = made(tiny, apply)
    s = tiny.fly(found)
    s.apply(found.tables["1-2"].find(1, 1, None).effects)
    assert s.kept["shouted"] == "hello"


@case("replace_verb")
def replace_verb(tiny: Any) -> None:
    @verb("system_out", takes="system")
    def nothing(s: Sortie, system: str) -> None:
        """Nothing ever fails."""

    found = made(tiny, lambda builder: builder.replace_verb(nothing))
    s = tiny.fly(found)
    s.apply(found.tables["1-2"].find(6, 6, None).effects)
    assert not s.bomber.out


@case("name")
def name(tiny: Any) -> None:
    windy = Name("windy", "(s.zone.weather == 'storm')", "flag", "there is wind")
    assert "windy" in made(tiny, lambda builder: builder.name(windy)).vocabulary


@case("bombers")
def bombers(tiny: Any) -> None:
    seen: list[str] = []
    made(tiny, lambda builder: seen.extend(builder.bombers()))
    assert seen == ["kite"]


@case("has_bomber")
def has_bomber(tiny: Any) -> None:
    seen: list[bool] = []
    made(tiny, lambda builder: seen.extend([builder.has_bomber("Kite"), builder.has_bomber("moth")]))
    assert seen == [True, False]


@case("welcome")
def welcome(tiny: Any) -> None:
    """Bombers of another game: their own tests are those of the crossings."""
    seen: list[tuple[str, ...]] = []

    def apply(builder: RulesetBuilder) -> None:
        builder.welcome(builder.game, Crossing("Crossings", "published"))
        seen.append(builder.guests)

    made(tiny, apply)
    assert seen == [()]


@case("issue")
def issue(tiny: Any) -> None:
    """When guests fly here; what comes of it the tests of the crossings tell."""
    kind = GuestIssue("tiny", from_="1944-01")
    assert made(tiny, lambda builder: builder.issue(kind)).bombers.keys() == {"kite"}


@case("guest_types")
def guest_types(tiny: Any) -> None:
    seen: list[Any] = []
    made(tiny, lambda builder: seen.append(builder.guest_types()))
    assert seen == [[]]


@case("take_house")
def take_house(tiny: Any) -> None:
    path: Path = tiny.elsewhere / "mine.toml"
    path.parent.mkdir(exist_ok=True)
    path.write_text("[dice]\n'1-1' = '3d6'\n", encoding="utf-8")
    found = made(tiny, lambda builder: builder.take_house(load_house(path)))
    assert found.tables["1-1"].table.dice == "3d6"
