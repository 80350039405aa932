"""Who answers a role, with what results, and what is checked of it when a ruleset is composed."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest
from attrs import evolve
from bomberstream.core.bomber import Bomber
from bomberstream.core.combat import POSITIONS, Fighter, FighterType, bearing_guns
from bomberstream.core.dice import SeededSource
from bomberstream.core.errors import BadData
from bomberstream.core.ruleset import Ruleset, RulesetBuilder
from bomberstream.core.sortie import Setup


def refusals(do: Callable[[], object]) -> list[str]:
    with pytest.raises(BadData) as caught:
        do()
    return list(caught.value.problems)


def fields_of_fire(*, columns: str = '"kite"', column: str = '"bomber.model"', gun: str = "tail", **guns: str) -> str:
    """A table with a row for every position; for some positions other guns."""
    lines = ['[table."5-5"]', 'title = "Fields of fire"', 'role = "fields_of_fire"', 'dice = "look-up"']
    lines += ['source = "published"', f"columns = [{columns}]", f"column = {column}" if column else ""]
    for position in POSITIONS:
        data = f'{{ guns = ["{guns.get(position.replace(" ", "_"), gun)}"] }}'
        data = f"{{ {columns} = {data} }}" if columns else data
        lines += ['[[table."5-5".row]]', f'on = "{position}"', "result = 0", f"data = {data}"]
    return "\n".join(lines)


# --- fields of fire


@pytest.mark.parametrize(("columns", "column"), [('"kite"', '"bomber.model"'), ('"kite"', '"bomber.family"'), ("", "")])
def test_guns_bear_by_the_column_that_the_table_names(tiny: Any, columns: str, column: str) -> None:
    tiny.write(fields_of_fire(columns=columns, column=column))
    ruleset: Ruleset = tiny.compose()
    s = ruleset.sortie(Setup("tiny"), SeededSource(1))
    s.bomber = Bomber.of(ruleset.bomber("kite"))
    s.tables = ruleset.answers("kite", 1)
    assert bearing_guns(s, Fighter(FighterType("Gnat", "Gnat"), "gnat", "6", "high")) == (s.bomber.guns["tail"],)


def test_a_column_that_is_not_there_is_told_when_guns_are_asked_for(tiny: Any) -> None:
    tiny.write(fields_of_fire(columns='"kites"', column='"bomber.family"'))
    ruleset: Ruleset = tiny.compose()
    s = ruleset.sortie(Setup("tiny"), SeededSource(1))
    s.bomber = Bomber.of(ruleset.bomber("kite"))
    s.tables = ruleset.answers("kite", 1)
    assert refusals(lambda: bearing_guns(s, Fighter(FighterType("Gnat", "Gnat")))) == [
        "tiny/more.toml: table 5-5: no column 'kite'; did you mean 'kites'?"
    ]


@pytest.mark.parametrize(
    ("text", "says"),
    [
        (fields_of_fire(columns='"kites"'), "no column for the Kite ('kite'); did you mean 'kites'?"),
        (fields_of_fire(column=""), "say which column holds for a bomber, as in column = 'bomber.model'"),
        (fields_of_fire(**{"3_low": "tial"}), "3 low: the Kite has no gun 'tial'; did you mean 'tail'?"),
        (fields_of_fire(columns="", column="", **{"3_low": "x"}), "3 low: the Kite has no gun 'x'; valid: tail"),
        (fields_of_fire().replace('"12 high"', '"12 hihg"'), "no row '12 high'"),
    ],
)
def test_a_table_of_fields_of_fire_that_does_not_fit_the_bomber_is_refused(tiny: Any, text: str, says: str) -> None:
    tiny.write(text)
    (line,) = refusals(tiny.compose)
    assert line.removeprefix("tiny/more.toml: table 5-5").lstrip(":, ") == says


# --- roles


def test_a_role_that_nothing_answers_is_named_with_game_and_bomber(tiny: Any) -> None:
    answers = tiny.compose().answers("kite", 1)
    assert refusals(lambda: answers["wether"]) == [
        "no table of role 'wether' in tiny for the kite; did you mean 'weather'?"
    ]
    assert answers.get("wether") is None
    assert "wether" not in answers


def compose(tiny: Any, **roles: tuple[str, ...]) -> Ruleset:
    return RulesetBuilder(evolve(tiny.game(), roles=roles), tiny.plugins()).compose()


def test_tables_give_the_results_that_the_game_lists(tiny: Any) -> None:
    compose(tiny, weather=("clear", "haze", "storm"), flak=())
    assert refusals(lambda: compose(tiny, weather=("clear", "hazy", "storm", "number"), flak=("wide", "near"))) == [
        "tiny/tables.toml: table 1-1, row 2: weather: the role has no result 'haze'; did you mean 'hazy'?",
        "tiny/tables.toml: table 1-2, row 3: flak: the role has no result 'radio'; valid: near, wide",
    ]


def test_whole_numbers_are_results_where_the_game_lists_them(tiny: Any) -> None:
    tiny.write(
        '[table."9-1"]\ntitle = "T"\nrole = "shells"\ndice = "1d6"\nsource = "published"\n'
        '[[table."9-1".row]]\non = "1-5"\nresult = 3\n[[table."9-1".row]]\non = "6"\nresult = "number"\n'
    )
    assert refusals(lambda: compose(tiny, shells=("number",))) == [
        "tiny/more.toml: table 9-1, row 2: shells: the role has no result 'number'; did you mean 'number'?"
    ]
    assert refusals(lambda: compose(tiny, shells=("none",)))[0].startswith(
        "tiny/more.toml: table 9-1, row 1: shells: the role has no result 3"
    )


def test_a_table_that_a_bomber_names_for_a_role_is_held_to_its_results(tiny: Any) -> None:
    path = tiny.folder / "kite.toml"
    text = path.read_text(encoding="utf-8")
    path.write_text(
        text.replace("[bomber.kite.tables]", '[bomber.kite.tables]\nsearchlights = "1-2"'), encoding="utf-8"
    )
    lines = refusals(lambda: compose(tiny, searchlights=("near", "wide")))
    assert lines == [
        "tiny/tables.toml: table 1-2, row 3: searchlights: the role has no result 'radio'; valid: near, wide"
    ]


def test_every_role_is_answered_for_every_bomber(tiny: Any) -> None:
    assert refusals(lambda: compose(tiny, wether=())) == [
        "tiny/kite.toml: bomber kite: no table answers the role 'wether'; did you mean 'weather'?"
    ]
