"""A pack may change a bomber of the pack below: guns, stations and options of its places, and nothing else."""

from __future__ import annotations

from typing import Any

import pytest
from bomberstream.core.bomber import Bomber
from bomberstream.core.effects import verb
from bomberstream.core.errors import BadData
from bomberstream.core.game import GameOption, OptionalRule
from bomberstream.core.hooks import load_plugins
from bomberstream.core.ruleset import Ruleset, RulesetBuilder

GUNS = """[[bomber.kite.gun]]
id = "tail_heavy"
in_place_of = "tail"
name = "heavy tail gun"
section = "cabin"
gunner = "rear_gunner"
rounds = 2
[[bomber.kite.gun]]
id = "side"
name = "side gun"
section = "cabin"
gunner = "side_gunner"
[[bomber.kite.station]]
id = "side_gunner"
title = "side gunner"
section = "cabin"
"""
FITS = """[bomber.kite.fit.stern]
default = "light"
[bomber.kite.fit.stern.option.light]
guns = ["tail"]
[bomber.kite.fit.stern.option.heavy]
guns = ["tail_heavy"]
from = "1942-10"
"""


def refusals(tiny: Any, *texts: str) -> list[str]:
    with pytest.raises(BadData) as caught:
        laid_on(tiny, *texts)
    return list(caught.value.problems)


def laid_on(tiny: Any, *texts: str) -> Ruleset:
    made: Ruleset = tiny.compose(overlays=[tiny.overlay(text, f"more-{n}") for n, text in enumerate(texts)])
    return made


def test_guns_stations_and_places_are_added(tiny: Any) -> None:
    kind = laid_on(tiny, GUNS + FITS).bombers["kite"]
    assert [gun.id for gun in kind.gun] == ["tail", "tail_heavy", "side"]
    assert [station.id for station in kind.station] == ["pilot", "rear_gunner", "side_gunner"]
    assert kind.name == "Kite"
    assert kind.fit["stern"].default == "light"
    assert "side_gunner.fit" in laid_on(tiny, GUNS + FITS).vocabulary
    assert not laid_on(tiny).bombers["kite"].fit


def test_a_gun_in_place_of_another_goes_by_its_id_and_stands_where_it_would(tiny: Any) -> None:
    kind = laid_on(tiny, GUNS + FITS).bombers["kite"]
    light, heavy = Bomber.of(kind), Bomber.of(kind, fits={"stern": "heavy"})
    assert list(light.guns) == list(heavy.guns) == ["tail", "side"]
    assert (light.guns["tail"].told, light.guns["tail"].rounds) == ("tail gun", 3)
    assert (heavy.guns["tail"].told, heavy.guns["tail"].rounds) == ("heavy tail gun", 2)
    assert heavy.guns["tail"].key == "tail"


def test_what_has_the_id_of_something_below_stands_in_its_place(tiny: Any) -> None:
    text = GUNS.partition('[[bomber.kite.gun]]\nid = "side"')[0].replace("tail_heavy", "tail")
    (gun,) = laid_on(tiny, text.replace('in_place_of = "tail"\n', "")).bombers["kite"].gun
    assert (gun.name, gun.rounds) == ("heavy tail gun", 2)


def test_a_second_pack_adds_options_to_the_place_of_the_first(tiny: Any) -> None:
    more = '[bomber.kite.fit.stern]\nsays = "stern"\ndefault = "none"\n[bomber.kite.fit.stern.option.none]\n'
    fit = laid_on(tiny, GUNS + FITS, more).bombers["kite"].fit["stern"]
    assert list(fit.option) == ["light", "heavy", "none"]
    assert (fit.default, fit.says) == ("none", "stern")
    only = "[bomber.kite.fit.stern.option.none]\n"
    assert laid_on(tiny, GUNS + FITS, only).bombers["kite"].fit["stern"].default == "light"


def test_two_packs_that_change_the_same_gun_clash(tiny: Any) -> None:
    assert laid_on(tiny, GUNS + FITS).clashes == ()
    clashes = laid_on(tiny, GUNS + FITS, FITS).clashes
    assert {clash.what for clash in clashes} == {
        "bomber kite, fit stern, light",
        "bomber kite, fit stern, heavy",
        "bomber kite, fit stern, default",
    }


def test_a_bomber_that_is_not_there_cannot_be_changed(tiny: Any) -> None:
    (line,) = refusals(tiny, FITS.replace("kite", "kit"))
    assert "no bomber 'kit'; did you mean 'kite'" in line


def test_any_other_key_makes_it_a_whole_bomber(tiny: Any) -> None:
    lines = refusals(tiny, '[bomber.kite]\nname = "Kite"\n' + FITS)
    assert any("engines" in line for line in lines)


def test_a_bomber_is_whole_or_changed_once_in_a_pack(tiny: Any) -> None:
    tiny.write(FITS)
    with pytest.raises(BadData, match=r"bomber kite stands already in"):
        tiny.compose()


@pytest.mark.parametrize(
    ("change", "fault"),
    [
        (('in_place_of = "tail"', 'in_place_of = "tial"'), "in_place_of: no gun 'tial'; did you mean 'tail'"),
        (('in_place_of = "tail"', 'in_place_of = "tail_heavy"'), "in_place_of: no gun 'tail_heavy'"),
        (('["tail_heavy"]', '["side"]'), "in_place_of 'tail': no fit brings it"),
        (('["tail"]', "[]"), "in_place_of 'tail': both would be aboard"),
        (('["tail_heavy"]', '["tail", "tail_heavy"]'), "in_place_of 'tail': both would be aboard"),
        (('default = "light"', 'default = "lite"'), "no option 'lite'"),
        (('default = "light"\n', ""), "fit stern: no option ''"),
        (('gunner = "side_gunner"', 'gunner = "sid_gunner"'), "no station 'sid_gunner'"),
    ],
)
def test_faults_of_a_change_are_told(tiny: Any, change: tuple[str, str], fault: str) -> None:
    lines = refusals(tiny, (GUNS + FITS).replace(*change))
    assert any(fault in line for line in lines), lines
    assert all("bomber kite, changed by more-0/tables.toml: bomber kite: " in line for line in lines)


# --- what came with it for rules


def built(*rules: OptionalRule) -> Ruleset:
    plugins = load_plugins()
    builder = RulesetBuilder(plugins.game("tonight"), plugins)
    for rule in rules:
        builder.take_rule(rule)
    return builder.compose()


def test_a_setting_of_a_rule_stands_in_place_of_the_games() -> None:
    wider = GameOption("ventral", "what lies below", "word", ("gun", "h2s", "none", "periscope"))
    made = built(OptionalRule("below", "Below", "tonight 9", ("tonight",), lambda b: None, options=(wider,)))
    assert [option for option in made.game.options if option.name == "ventral"] == [wider]
    assert [option.name for option in made.game.options] == [option.name for option in built().game.options]


def test_a_verb_may_be_replaced() -> None:
    @verb("superficial")
    def quiet(s: Any) -> None:
        """Nothing."""

    made = built(OptionalRule("quiet", "Quiet", "tonight 9", ("tonight",), lambda b: b.replace_verb(quiet)))
    assert made.verbs["superficial"] is quiet
    assert built().verbs["superficial"] is not quiet

    @verb("superfical")
    def misspelt(s: Any) -> None:
        """Nothing."""

    with pytest.raises(BadData, match="no verb 'superfical'; did you mean 'superficial'"):
        built(OptionalRule("loud", "Loud", "tonight 9", ("tonight",), lambda b: b.replace_verb(misspelt)))


def test_two_rules_that_replace_one_verb_clash() -> None:
    @verb("superficial")
    def quiet(s: Any) -> None:
        """Nothing."""

    one = OptionalRule("one", "One", "tonight 9", ("tonight",), lambda b: b.replace_verb(quiet))
    other = OptionalRule("other", "Other", "tonight 9", ("tonight",), lambda b: b.replace_verb(quiet))
    assert [clash.what for clash in built(one, other).clashes] == ["verb superficial"]
