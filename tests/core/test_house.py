"""House rules: one TOML file changes a game, and every fault of it is told with its line."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from attrs import evolve
from bomberstream.core.differences import differences
from bomberstream.core.errors import BadData, NotAllowed
from bomberstream.core.flight import check_save, fly, make_save
from bomberstream.core.house import House, load_house
from bomberstream.core.lines import lines_of, with_lines
from bomberstream.core.ruleset import Ruleset, compose
from bomberstream.core.tape import Tape


@pytest.fixture
def house(tmp_path: Path) -> Any:
    """Write a file of house rules and read it."""

    def write(text: str, name: str = "rules") -> House:
        path = tmp_path / f"{name}.toml"
        path.write_text(text, encoding="utf-8")
        return load_house(path)

    return write


def with_house(tiny: Any, *houses: House, **more: Any) -> Ruleset:
    return tiny.compose(house=houses, **more)


def steps(ruleset: Ruleset, procedure: str) -> list[str]:
    return [one.name for one in ruleset.procedures[procedure]]


# --- what it changes


def test_a_modifier_more_acts_and_is_told_with_the_name_of_its_file(tiny: Any, house: Any) -> None:
    made = with_house(tiny, house("[[modifier]]\ntable = '1-1'\nvalue = 2\nwhen = 'campaign == 1'\nsays = 'gales'\n"))
    s = tiny.fly(made)
    assert (2, "gales", "rules") in made.tables["1-1"].explain(s, 7)


def test_a_modifier_is_taken_out_by_its_words(tiny: Any, house: Any) -> None:
    made = with_house(tiny, house("[[modifier]]\ntable = '1-1'\nremove = 'winter'\n"))
    assert made.tables["1-1"].table.modifier == ()


def test_a_row_stands_in_place_of_the_one_of_its_on(tiny: Any, house: Any) -> None:
    made = with_house(tiny, house("[[row]]\ntable = '1-1'\non = '6-8'\nresult = 'storm'\n"))
    assert [row.result for row in made.tables["1-1"].table.row] == ["clear", "storm", "storm"]


def test_a_row_stands_in_place_of_several(tiny: Any, house: Any) -> None:
    made = with_house(
        tiny, house("[[row]]\ntable = '1-1'\non = '6..'\nin_place_of = ['6-8', '9..']\nresult = 'haze'\n")
    )
    assert [row.on for row in made.tables["1-1"].table.row] == ["..5", "6.."]


def test_other_dice_are_thrown(tiny: Any, house: Any) -> None:
    made = with_house(tiny, house("[dice]\n'1-1' = '3d6'\n"))
    assert made.tables["1-1"].table.dice == "3d6"
    log: list[Any] = []
    tiny.fly(made, log=log)
    assert {len(one.faces) for one in log if getattr(one, "table", "") == "1-1"} == {3}


def test_a_step_is_taken_out_and_another_moved(tiny: Any, house: Any) -> None:
    assert steps(with_house(tiny, house("[[step]]\nremove = 'zone.flak'\n")), "zone") == ["weather"]
    moved = house("[[step]]\nmove = 'zone.weather'\nafter = 'zone.flak'\n")
    assert steps(with_house(tiny, moved), "zone") == ["flak", "weather"]


NEW_TABLE = """
[table."H-1"]
title = "Birds"
dice = "1d6"
source = "reconstructed"
basis = "a house rule"
[[table."H-1".row]]
on = "1-6"
result = "gulls"
text = "Gulls."
effects = [{ system_out = "radio" }]

[[step]]
roll = "H-1"
name = "birds"
before = "zone.weather"
when = "zone.number == 3"
"""


def test_a_table_of_its_own_is_rolled_in_a_step_of_its_own_and_told(tiny: Any, house: Any) -> None:
    made = with_house(tiny, house(NEW_TABLE))
    assert steps(made, "zone") == ["birds", "weather", "flak"]
    log: list[Any] = []
    s = tiny.fly(made, log=log)
    assert [one.table for one in log if getattr(one, "role", "") == "H-1"] == ["H-1"]
    assert "radio" in s.bomber.out
    assert made.narrative["roll.H-1"].text == ("{text}",)


def test_a_standing_order_is_changed(tiny: Any, house: Any) -> None:
    made = with_house(tiny, house("[orders.press_on]\nchoose = 'no'\n"))
    assert tiny.fly(made).outcome == "turned_back"


def test_a_setting_is_set_where_the_player_gives_no_other(tiny: Any, house: Any) -> None:
    made = with_house(tiny, house("[set]\nmissions = 7\ncrew = 'Old'\n"))
    s = tiny.fly(made)
    assert s.setup.options == {"missions": "7", "crew": "old"}
    s = fly(made, tiny.setup(options={"missions": "2"}))
    assert s.setup.options == {"missions": "2", "crew": "old"}


def test_it_switches_on_the_rules_that_it_needs(tiny: Any, house: Any) -> None:
    rule = tiny.rule("gales", lambda builder: builder.modifier("1-1", 1, says="gales"))
    made = compose(tiny.plugins(rule), "tiny", house=[house("[house]\nrules = ['gales']\n")])
    assert made.rules == ("gales",)


def test_it_is_for_the_games_that_it_names(tiny: Any, house: Any) -> None:
    with pytest.raises(BadData, match=r"^rules\.toml: these house rules are for toy, not for tiny$"):
        with_house(tiny, house("[house]\ngames = ['toy']\n"))


def test_a_later_file_stands_and_the_clash_is_told(tiny: Any, house: Any) -> None:
    made = with_house(tiny, house("[dice]\n'1-2' = '1d10'\n", "one"), house("[dice]\n'1-2' = '2d6'\n", "two"))
    assert made.tables["1-2"].table.dice == "2d6"
    assert [str(one) for one in made.clashes] == ["two and one both change table 1-2, dice; two stands"]


def test_a_save_is_checked_against_it(tiny: Any, house: Any) -> None:
    made = with_house(tiny, house("[[step]]\nremove = 'zone.flak'\n"))
    log: list[Any] = []
    save = make_save(tiny.fly(made, log=log, tape=Tape()), log)
    assert check_save(save, made) == []
    assert check_save(save, tiny.compose()) == ["tables that differ from those of the save: house rules"]


# --- what it says of itself


def test_differences_are_told_in_words(tiny: Any, house: Any) -> None:
    made = with_house(
        tiny,
        house(
            NEW_TABLE + "[[step]]\nmove = 'zone.flak'\nbefore = 'zone.weather'\n[dice]\n'1-2' = '2d6'\n[set]\n"
            "missions = 3\n[orders.press_on]\nchoose = 'yes'\n[[modifier]]\ntable = '1-1'\nvalue = -1\nsays = 'calm'\n"
            "[[row]]\ntable = '1-1'\non = '6-8'\nresult = 'storm'\ntext = 'Wind.'\n"
        ),
    )
    told = [str(one) for one in differences(tiny.compose(), made)]
    assert told[:9] == [
        "table 1-1 (Weather on the way): row 6-8: 'haze' becomes 'storm'",
        "table 1-1 (Weather on the way): row 6-8: the words nothing become 'Wind.'",
        "table 1-1 (Weather on the way): a modifier more: -1 'calm', always",
        "table 1-1 (Weather on the way): chances without modifiers: haze 44.4% to 0.0%, storm 27.8% to 72.2%",
        "table 1-2 (Flak): 1D6 becomes 2D6",
        "table 1-2 (Flak): chances without modifiers: wide 50.0% to 8.3%, near 33.3% to 19.4%, radio 16.7% to 72.2%",
        "table H-1 (Birds): new: 1D6, 1 row",
        "step zone.birds: new, first",
        "step zone.weather: moved: it comes after flak",
    ]
    assert told[9] == "setting missions (missions flown before): 3 where the player gives no other (otherwise 0)"
    was = repr("no when weather == 'storm' and zone.number >= 3; else yes")
    assert told[10] == f"order press_on: {was} becomes 'yes'"


def test_what_changes_nothing_differs_in_nothing(tiny: Any, house: Any) -> None:
    assert differences(tiny.compose(), tiny.compose()) == []
    assert differences(tiny.compose(), with_house(tiny, house("[house]\ntitle = 'Nothing'\n"))) == []


# --- lines


def test_every_header_and_key_has_its_line() -> None:
    text = (
        '[house]\ntitle = "x"\n\n[[row]]\ntable = "a [b]"\n[[row]]\ntext = """\n[no]\nx = 1\n"""\n"o.n" = [\n  1,\n]\n'
    )
    assert lines_of(text) == {
        ("house",): 1,
        ("house", "title"): 2,
        ("row", 1): 4,
        ("row", 1, "table"): 5,
        ("row", 2): 6,
        ("row", 2, "text"): 7,
        ("row", 2, "o.n"): 11,
    }


def test_a_problem_of_a_file_that_is_gone_is_told_as_it_is(tmp_path: Path) -> None:
    assert with_lines(["x.toml: row 1: no"], {"x.toml": tmp_path / "x.toml"}) == ["x.toml: row 1: no"]


def test_a_rule_of_another_game_cannot_be_switched_on(tiny: Any, house: Any) -> None:
    rule = evolve(tiny.rule("gales", print), games=("toy",))
    with pytest.raises(NotAllowed, match="belongs to toy"):
        compose(tiny.plugins(rule), "tiny", house=[house("[house]\nrules = ['gales']\n")])


def test_a_save_is_checked_against_bombers_routes_and_control_too(tiny: Any) -> None:
    plain = tiny.compose()
    log: list[Any] = []
    save = make_save(tiny.fly(plain, log=log, tape=Tape()), log)
    gun = "[[bomber.kite.gun]]\nid = 'nose'\nname = 'nose gun'\nsection = 'cabin'\ngunner = 'pilot'\nrounds = 1\n"
    changed = tiny.compose(overlays=[tiny.overlay(gun)])
    assert check_save(save, changed) == ["tables that differ from those of the save: bomber kite"]
