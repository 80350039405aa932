"""Listing, showing, looking up, checking and weighing tables."""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction
from pathlib import Path

import pytest
from command_line import CommandLine

Write = Callable[[str, str], Path]


def test_list(bomberstream: CommandLine) -> None:
    assert "4 tables\n" in bomberstream("tables", "list", "toy").stdout
    listed = {one["id"]: one for one in bomberstream.json("tables", "list", "toy")}
    assert list(listed) == ["1-1", "1-1 note a", "1-2", "1-3"]
    assert listed["1-1"] == {
        "id": "1-1",
        "title": "Wind",
        "role": "wind",
        "rule": "toy 1-1",
        "dice": "2d6",
        "columns": [],
        "rows": 3,
        "modifiers": 1,
        "source": "published",
        "optional": "",
    }


def test_show_has_rows_effects_modifiers_notes_and_source(bomberstream: CommandLine) -> None:
    shown = bomberstream("tables", "show", "toy", "1-1").stdout
    assert "when bombs_aboard then system out radio" in shown
    assert "  -1  summer  when month in [6, 7, 8]\n" in shown
    assert "1-1 note a  Wind, a note" in shown
    assert "source        published" in shown


def test_show_by_role_and_basis(bomberstream: CommandLine) -> None:
    shown = bomberstream("tables", "show", "toy", "landing").stdout
    assert "1-3  Landing" in shown
    assert "rule 1.3: one in six" in shown


def test_show_columns_side_by_side_or_one_alone(bomberstream: CommandLine) -> None:
    assert "  on   day  by night\n  1-2  10   0\n" in bomberstream("tables", "show", "toy", "1-2").stdout
    alone = bomberstream("tables", "show", "toy", "1-2", "--column", "By Night").stdout
    assert "  1-2  0       Into the dark.\n" in alone
    assert "Wide." not in alone


def test_show_as_json(bomberstream: CommandLine) -> None:
    shown = bomberstream.json("tables", "show", "toy", "1-1")
    assert shown["rows"][2]["effects"] == [{"when": "bombs_aboard", "then": [{"system_out": "radio"}]}]
    assert shown["modifiers"] == [{"value": -1, "when": "month in [6, 7, 8]", "says": "summer", "by": "toy"}]
    one = bomberstream.json("tables", "show", "toy", "1-2", "--column", "day")
    assert [row["result"] for row in one["rows"]] == [10, 40]


def test_wide_table_is_a_list_within_80_columns(bomberstream: CommandLine, write: Write) -> None:
    columns = [f"column_{number}" for number in range(20)]
    results = ", ".join(f'{name} = "{"hit" if place % 2 else "miss"}"' for place, name in enumerate(columns))
    pack = write(
        "wide.toml",
        '[table."9-9"]\ntitle = "Wide"\ndice = "1d6"\nsource = "published"\n'
        f'columns = {columns}\n[[table."9-9".row]]\non = "1-6"\nresult = {{ {results} }}\n',
    )
    shown = bomberstream("tables", "show", "toy", "9-9", "--tables", pack).stdout
    assert max(map(len, shown.splitlines())) <= 80
    assert "miss: column 0, column 2" in shown
    assert "--column" in shown


@pytest.mark.parametrize(
    ("arguments", "on", "result"),
    [
        (["1-1", "--roll", "6"], "..6", "calm"),
        (["1-1", "--roll", "-3"], "..6", "calm"),
        (["1-1", "--roll", "12"], "7..", "breeze"),
        (["1-1", "--roll", "12", "--natural"], "=12", "storm"),
        (["wind", "--roll", "40"], "7..", "breeze"),
        (["1-2", "--roll", "2", "--column", "by_night"], "1-2", 0),
        (["1-1 note a", "--roll", "gust"], "gust", "shaken"),
    ],
)
def test_look(bomberstream: CommandLine, arguments: list[str], on: str, result: object) -> None:
    found = bomberstream.json("tables", "look", "toy", *arguments)
    assert (found["on"], found["result"]) == (on, result)


def test_look_in_words(bomberstream: CommandLine) -> None:
    shown = bomberstream("tables", "look", "toy", "1-1", "--roll", "12", "--natural").stdout
    assert "roll    natural 12 (row =12)" in shown
    assert "A storm out of nowhere." in shown


@pytest.mark.parametrize(
    ("arguments", "says"),
    [
        (["look", "toy", "1-1"], "Missing option '--roll'"),
        (["look", "toy", "1-1", "--roll", "x"], "expected a whole number for 2d6"),
        (["look", "toy", "1-1", "--roll", "13", "--natural"], "never shows a natural 13"),
        (["look", "toy", "1-2", "--roll", "1"], "name a column: day, by_night"),
        (["look", "toy", "1-2", "--roll", "1", "--column", "dusk"], "has no column 'dusk'"),
        (["look", "toy", "1-1", "--roll", "1", "--column", "day"], "has no columns"),
        (["look", "toy", "1-1 note a", "--roll", "gusd"], "did you mean 'gust'?"),
        (["look", "toy", "1-1 note a", "--roll", "gust", "--natural"], "is not rolled"),
        (["odds", "toy", "1-1 note a"], "is not rolled"),
        (["show", "toy", "1-9"], "no table '1-9' in toy"),
        (["show", "toy", "1-1", "--bomber", "mott"], "did you mean 'moth'?"),
        (["show", "toy", "1-1", "--campaign", "3"], "no such campaign"),
        (["check", "nowhere"], "does not exist"),
    ],
)
def test_wrong_usage(bomberstream: CommandLine, arguments: list[str], says: str) -> None:
    assert says in bomberstream.error("tables", *arguments, status=2)


def test_odds_are_exact_and_add_up(bomberstream: CommandLine) -> None:
    found = bomberstream.json("tables", "odds", "toy", "1-1")["odds"]
    assert {one["on"]: one["chance"] for one in found} == {"..6": "5/12", "7..": "5/9", "=12": "1/36"}
    assert sum(Fraction(one["chance"]) for one in found) == 1
    assert next(one["percent"] for one in found if one["on"] == "=12") == pytest.approx(100 / 36, abs=1e-6)


def test_odds_with_a_modifier_and_by_column(bomberstream: CommandLine) -> None:
    shifted = bomberstream.json("tables", "odds", "toy", "1-1", "--modifier", "-9")["odds"]
    assert {one["on"]: one["chance"] for one in shifted} == {"..6": "35/36", "=12": "1/36"}
    every = bomberstream.json("tables", "odds", "toy", "1-2")["odds"]
    assert [one["column"] for one in every] == ["day", "day", "by_night", "by_night"]
    assert len(bomberstream.json("tables", "odds", "toy", "1-2", "--column", "day")["odds"]) == 2
    assert " 41.67%" in bomberstream("tables", "odds", "toy", "1-1").stdout


def test_sources(bomberstream: CommandLine) -> None:
    (found,) = bomberstream.json("tables", "sources")
    assert found["game"] == "toy"
    assert found["tables"] == {"published": 2, "sister": 1, "reconstructed": 1}
    assert [(one["kind"], one["id"]) for one in found["not_published"]] == [
        ("table", "1-2"),
        ("table", "1-3"),
        ("bomber", "moth"),
    ]
    assert all(one["basis"] for one in found["not_published"])
    assert "drawn on a napkin" in bomberstream("tables", "sources", "toy").stdout


# --- check


def test_check_of_all_games(bomberstream: CommandLine) -> None:
    assert bomberstream("tables", "check").stdout == "toy: 4 tables, 1 bomber, 1 target, 1 route: in order\n"
    (checked,) = bomberstream.json("tables", "check")
    assert (checked["what"], checked["ok"], checked["problems"]) == ("toy", True, [])


def test_check_tells_every_fault_of_a_game(bomberstream: CommandLine) -> None:
    pack = bomberstream.folder / "plugins" / "toy" / "toy.toml"
    pack.write_text(pack.read_text(encoding="utf-8").replace('on = "2-6"', 'on = "4-6"'), encoding="utf-8")
    (checked,) = bomberstream.json("tables", "check", status=1)
    assert not checked["ok"]
    assert len(checked["problems"]) == 2
    result = bomberstream("tables", "check", status=1)
    assert len(result.stderr.splitlines()) == 2
    assert "faults: 2" in result.stdout


def test_check_of_an_overlay_on_the_game_that_knows_its_tables(bomberstream: CommandLine, write: Write) -> None:
    good = write("good.toml", '[[table."1-3".row]]\non = "1"\nresult = "bounce"\n')
    (checked,) = bomberstream.json("tables", "check", good)
    assert (checked["ok"], checked["game"], checked["found"]) == (True, "toy", "1 changed table on toy")


def test_check_of_an_overlay_that_leaves_a_hole(bomberstream: CommandLine, write: Write) -> None:
    bad = write("bad.toml", '[[table."1-3".row]]\non = "1-2"\nresult = "bounce"\n')
    result = bomberstream("tables", "check", bad, status=1)
    assert "table 1-3" in result.stderr


def test_check_of_shape_alone(bomberstream: CommandLine, write: Write) -> None:
    table = '[table."8-8"]\ntitle = "Eight"\ndice = "1d6"\nsource = "published"\n[[table."8-8".row]]\nresult = "a"\n'
    whole = write("whole.toml", table + 'on = "1-6"\n')
    hole = write("hole.toml", table + 'on = "1-5"\n')
    (checked,) = bomberstream.json("tables", "check", whole)
    assert (checked["ok"], checked["game"], checked["found"]) == (True, "toy", "1 table on toy")
    assert "no row for a total of 6" in bomberstream("tables", "check", hole, status=1).stderr
    assert "8-8" in bomberstream("tables", "look", "toy", "8-8", "--roll", "1", "--tables", whole).stdout


def test_check_of_several_paths_and_all_their_faults(bomberstream: CommandLine, write: Write) -> None:
    first = write("first.toml", '[table."8-8"]\ntitel = "Eight"\ndice = "1d6"\nsource = "published"\n')
    second = write("second.toml", "not toml\n")
    result = bomberstream("tables", "check", first, second, status=1)
    assert "unknown key 'titel'; did you mean 'title'?" in result.stderr
    assert "not TOML" in result.stderr
    assert len(result.stdout.splitlines()) == 2


def test_check_of_rows_for_an_unknown_table(bomberstream: CommandLine, write: Write) -> None:
    rows = write("rows.toml", '[[table."7-7".row]]\non = "1"\nresult = "a"\n')
    assert "rows for tables that no game has" in bomberstream("tables", "check", rows, status=1).stderr
    assert "no table '7-7'" in bomberstream("tables", "check", rows, "--game", "toy", status=1).stderr


def test_check_of_an_empty_folder(bomberstream: CommandLine, tmp_path: Path) -> None:
    (tmp_path / "empty").mkdir()
    assert "no TOML files here" in bomberstream("tables", "check", tmp_path / "empty", status=1).stderr
