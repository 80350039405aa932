"""Types of fighters: what is refused of their columns, months and traits."""

from __future__ import annotations

from typing import Any

import pytest
from attrs import evolve
from bomberstream.core.errors import BadData
from bomberstream.core.ruleset import RulesetBuilder

DAMAGE = """[table."5-7"]
title = "Damage"
role = "fighter_damage"
dice = "1d6"
source = "published"
columns = ["gnat", "wasp"]
[[table."5-7".row]]
on = "1-6"
result = "fca"
"""
GNAT = """[fighter.gnat]
name = "Gnat"
short = "Gnat"
"""
COLUMN = 'columns = { fighter_damage = "gnat" }\n'


def by(spans: str) -> str:
    return f"columns = {{ fighter_damage = {{ {spans} }} }}\n"


def compose(tiny: Any, text: str, traits: tuple[str, ...] = ("radar",)) -> Any:
    tiny.write(text)
    game = evolve(tiny.game(), roles={"fighter_damage": ()}, fighter_traits=traits)
    return RulesetBuilder(game, tiny.plugins()).compose()


def refusals(tiny: Any, text: str) -> list[str]:
    with pytest.raises(BadData) as caught:
        compose(tiny, text)
    return [line.removeprefix("tiny/more.toml: ") for line in caught.value.problems]


@pytest.mark.parametrize(
    "columns",
    [
        COLUMN,
        by('"1" = "gnat", "2-6" = "wasp"'),
        by('"1943-01..1943-06" = "gnat", "1943-07..1944-01" = "wasp"'),
        COLUMN + 'from = "1943-02"\nuntil = "1943-02"\nengines = 0\ntraits = { radar = true }\n',
    ],
)
def test_sound_fighters_compose(tiny: Any, columns: str) -> None:
    assert "gnat" in compose(tiny, DAMAGE + GNAT + columns).fighters


@pytest.mark.parametrize(
    ("columns", "says"),
    [
        ("", "columns: name its column of fighter_damage; valid: gnat, wasp"),
        ("columns = {}\n", "columns: name its column of fighter_damage; valid: gnat, wasp"),
        (COLUMN.replace('"gnat"', '"gnaw"'), "columns, fighter_damage: no table of the role has a column 'gnaw'; did"),
        (COLUMN.replace(" }", ', fighter_damge = "x" }'), "columns: no role 'fighter_damge'; did you mean"),
        (by(""), "columns, fighter_damage: no entries; expected a column, or columns by campaigns or months"),
        (by('"1-2" = "bee"'), "columns, fighter_damage: no table of the role has a column 'bee'"),
        (by('"early" = "gnat"'), "columns, fighter_damage: 'early' is no span; expected campaigns like '1-2', or"),
        (by('"1943-2..1943-12" = "gnat"'), "columns, fighter_damage: '1943-2..1943-12' is no span"),
        (by('"1943-02-1943-12" = "gnat"'), "columns, fighter_damage: '1943-02-1943-12' is no span"),
        (by('"1943-12..1943-02" = "gnat"'), "columns, fighter_damage: '1943-12..1943-02' ends before it begins"),
        (by('"3-1" = "gnat"'), "columns, fighter_damage: '3-1' ends before it begins"),
        (by('"1-2" = "gnat", "1943-02..1943-12" = "gnat"'), "columns, fighter_damage: give campaigns or months, not"),
        (
            by('"1943-02..1943-06" = "gnat", "1943-06..1943-12" = "gnat"'),
            "columns, fighter_damage: spans must be in order and not overlap: '1943-02..1943-06', '1943-06..1943-12'",
        ),
        (by('"3-6" = "gnat", "1-2" = "gnat"'), "columns, fighter_damage: spans must be in order and not overlap"),
        (COLUMN + 'from = "1943"\n', "from: '1943' is no month; expected one like '1943-10'"),
        (COLUMN + 'until = "1943-13"\n', "until: '1943-13' is no month; expected one like '1943-10'"),
        (COLUMN + 'from = "1943-05"\nuntil = "1943-04"\n', "until = '1943-04' lies before from = '1943-05'"),
        (COLUMN + "engines = -1\n", "engines = -1: expected 0 or more"),
        (COLUMN + "traits = { rader = true }\n", "traits: no trait 'rader'; did you mean 'radar'?"),
    ],
)
def test_a_faulty_fighter_is_told_in_a_line(tiny: Any, columns: str, says: str) -> None:
    (line,) = refusals(tiny, DAMAGE + GNAT + columns)
    assert line.startswith(f"fighter gnat: {says}")


def test_where_the_game_declares_no_traits_all_are_open(tiny: Any) -> None:
    compose(tiny, DAMAGE + GNAT + COLUMN + "traits = { stings = true }\n", traits=())


def test_a_table_that_is_looked_up_by_type_has_columns(tiny: Any) -> None:
    lines = refusals(tiny, DAMAGE.replace('columns = ["gnat", "wasp"]\n', "") + GNAT)
    assert lines == ["table 5-7: fighter_damage: a column is looked up for each type of fighter; give columns"]


def test_the_night_game_knows_its_traits() -> None:
    from bomberstream.plugins.tonight.game import GAME

    assert set(GAME.fighter_traits) == {"wild_boar", "upward_guns", "radar", "naxos", "flensburg", "very_high"}
