"""Tables of a box: printed values typed in over ours, whole or in part; and one cell of a table with columns."""

from __future__ import annotations

from typing import Any

import pytest
from bomberstream.core.differences import differences
from bomberstream.core.errors import BadData

WHOLE = """
[fill."1-2"]
dice = "1d6"
modifier = []
[[fill."1-2".row]]
on = "..2"
result = "wide"
[[fill."1-2".row]]
on = "3.."
result = "radio"
"""

COLUMNS = """
[table."1-3"]
title = "Light"
dice = "1d6"
source = "reconstructed"
basis = "made up"
columns = ["day", "night"]
[[table."1-3".row]]
on = "1-3"
result = { day = "bright", night = "dark" }
text = { day = "Sun.", night = "Stars." }
[[table."1-3".row]]
on = "4-6"
result = "grey"
"""


def fill(rows: str) -> str:
    return f'[fill."1-2"]\n{rows}'


def row(on: str, *lines: str) -> str:
    return "\n".join(['[[fill."1-2".row]]', f"on = '{on}'", *lines, ""])


def test_a_table_filled_in_whole_stands_and_is_published_and_nothing_else_changes(tiny: Any) -> None:
    made = tiny.compose(overlays=[tiny.overlay(WHOLE, "box")])
    table = made.tables["1-2"].table
    assert (table.source, table.basis, table.title, table.role) == (
        "published",
        "typed in from the printed table (box)",
        "Flak",
        "flak",
    )
    assert [one.on for one in table.row] == ["..2", "3.."]
    assert table.modifier == ()
    before, after = tiny.compose().fingerprints(), made.fingerprints()
    assert {name for name in after if after[name] != before.get(name)} == {"1-2"}
    assert {one.what for one in differences(tiny.compose(), made)} == {"table 1-2"}
    assert [str(one) for one in made.filled] == ["table 1-2 is filled in"]


def test_a_row_takes_what_our_row_of_its_result_does(tiny: Any) -> None:
    made = tiny.compose(overlays=[tiny.overlay(WHOLE, "box")])
    assert made.tables["1-2"].table.row[1].effects == [{"system_out": "radio"}]


def test_modifiers_of_ours_that_stay_keep_the_table_from_counting_as_published(tiny: Any) -> None:
    made = tiny.compose(overlays=[tiny.overlay(WHOLE.replace("modifier = []\n", ""), "box")])
    table = made.tables["1-2"].table
    assert table.source == "reconstructed"
    assert len(table.modifier) == 1
    assert "the modifiers are those of before" in table.basis


def test_what_is_blank_stays_and_is_said(tiny: Any) -> None:
    text = fill(row("..3", 'result = ""') + row("4-5", "result = 'radio'") + row("6..", 'result = ""'))
    made = tiny.compose(overlays=[tiny.overlay(text, "box")])
    assert [one.result for one in made.tables["1-2"].table.row] == ["wide", "radio", "radio"]
    assert made.tables["1-2"].table.source == "reconstructed"
    (filled,) = made.filled
    assert str(filled) == "table 1-2 is filled in in part: 1 of 3; the rest is as it was"


def test_a_template_that_is_all_blanks_changes_nothing(tiny: Any) -> None:
    text = fill(row("..3", 'result = ""') + row("4-5", 'result = ""') + row("6..", 'result = ""'))
    made = tiny.compose(overlays=[tiny.overlay(text, "box")])
    assert differences(tiny.compose(), made) == []
    assert [(one.done, one.of) for one in made.filled] == [(0, 3)]


@pytest.mark.parametrize(
    ("text", "says"),
    [
        (
            fill(row("1-4", "result = 'wide'") + row("5..", 'result = ""')),
            "fill 1-2, row 1: the table has no row '1-4' now, valid: ..3, 4-5, 6..; fill in every row, or divide",
        ),
        (fill(row("..3", "result = { day = 'wide' }")), "fill 1-2, row 1: result: the table has no columns"),
        ("[fill.'1-9']\n", "fill 1-9: no table '1-9'; did you mean '1-2' or '1-1'?"),
        (fill(row("..3", "result = 'wide'", "colour = 1")), "unknown key 'colour'"),
    ],
)
def test_what_cannot_be_filled_in_is_told(tiny: Any, text: str, says: str) -> None:
    with pytest.raises(BadData) as caught:
        tiny.compose(overlays=[tiny.overlay(text, "box")])
    assert says in str(caught.value)
    assert "box/tables.toml: fill 1-" in str(caught.value)


def test_a_template_of_another_game_is_told_in_one_line(tiny: Any) -> None:
    text = "".join(f"[fill.'9-{number}']\n" for number in range(4))
    with pytest.raises(BadData, match=r"^box: it fills in 4 tables that tiny has not, 9-0 among them; is it for"):
        tiny.compose(overlays=[tiny.overlay(text, "box")])


# --- one cell


def cells(tiny: Any, *overlays: str) -> Any:
    tiny.write(COLUMNS, "light.toml")
    paths = [tiny.overlay(text, f"house{number}") for number, text in enumerate(overlays)]
    return tiny.compose(overlays=paths)


def cell(on: str, column: str, result: str) -> str:
    return f"[[table.'1-3'.row]]\non = '{on}'\nresult = {{ {column} = '{result}' }}\n"


def test_an_overlay_changes_one_cell_and_leaves_the_others(tiny: Any) -> None:
    made = cells(tiny, cell("1-3", "night", "starlit"))
    rows = made.tables["1-3"].table.row
    assert rows[0].result == {"day": "bright", "night": "starlit"}
    assert rows[0].text == {"day": "Sun.", "night": "Stars."}
    assert rows[1].result == "grey"
    assert [one.says for one in differences(cells(tiny), made) if one.says.startswith("row")] == [
        "row 1-3, night: 'dark' becomes 'starlit'"
    ]


def test_a_cell_of_a_row_that_says_the_same_everywhere(tiny: Any) -> None:
    made = cells(tiny, cell("4-6", "day", "pale"))
    assert made.tables["1-3"].table.row[1].result == {"day": "pale", "night": "grey"}


def test_two_overlays_may_change_two_cells_of_a_row(tiny: Any) -> None:
    made = cells(tiny, cell("1-3", "night", "starlit"), cell("1-3", "day", "pale"))
    assert made.tables["1-3"].table.row[0].result == {"day": "pale", "night": "starlit"}
    assert made.clashes == ()
    made = cells(tiny, cell("1-3", "night", "starlit"), cell("1-3", "night", "pale"))
    assert [one.what for one in made.clashes] == ["table 1-3, row 1-3, column night"]


def test_an_unknown_column_is_told(tiny: Any) -> None:
    with pytest.raises(BadData, match="result for an unknown column 'nigth'; did you mean 'night'"):
        cells(tiny, cell("1-3", "nigth", "starlit"))
