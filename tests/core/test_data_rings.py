"""Rings of tables, and effects that roll on what cannot be rolled on."""

from __future__ import annotations

from typing import Any

import pytest
from bomberstream.core.dice import ScriptedSource
from bomberstream.core.errors import BadData
from bomberstream.core.sortie import DEEPEST


def table(name: str, *effects: str, more: str = "") -> str:
    """A table of 1d6 with a row for each list of effects; the last row holds the rest."""
    lines = [f'[table."{name}"]', 'title = "T"', 'dice = "1d6"', 'source = "published"', more]
    for number, one in enumerate(effects, 1):
        on = f"{number}" if number < len(effects) else f"{number}.."
        lines += [f'[[table."{name}".row]]', f'on = "{on}"', f"effects = [{one}]"]
    return "\n".join(lines) + "\n"


def on(name: str) -> str:
    return f'{{ roll_on = "{name}" }}'


def refusals(tiny: Any, text: str) -> list[str]:
    tiny.write(text)
    with pytest.raises(BadData) as caught:
        tiny.compose()
    return [line.removeprefix("tiny/more.toml: ") for line in caught.value.problems]


OUT = '{ system_out = "radio" }'


@pytest.mark.parametrize(
    ("text", "tables"),
    [
        (table("9-1", on("9-1")), ["9-1"]),
        (table("9-1", on("9-1"), f"{OUT}, {on('9-1')}"), ["9-1"]),
        (table("9-1", on("9-2")) + table("9-2", on("9-3")) + table("9-3", on("9-1")), ["9-1", "9-2", "9-3"]),
        (table("9-1", on("around"), more='role = "around"'), ["9-1"]),
        (table("9-1", f"{{ each_man = [{on('9-1')}] }}"), ["9-1"]),
        (table("9-1", f"{{ when = 'bombs_aboard', then = [{on('9-1')}], otherwise = [{on('9-1')}] }}"), ["9-1"]),
        (table("9-1", f"{{ roll = '1d6', rows = [{{ on = '1-6', effects = [{on('9-1')}] }}] }}"), ["9-1"]),
    ],
)
def test_a_ring_out_of_which_no_row_leads_is_refused(tiny: Any, text: str, tables: list[str]) -> None:
    says = "it rolls on, and so does every row: no throw leads out of the ring"
    assert refusals(tiny, text) == [f"table {name}, row 1: {says}" for name in tables]


@pytest.mark.parametrize(
    "text",
    [
        table("9-1", on("9-1"), OUT),
        table("9-1", on("9-2")) + table("9-2", on("9-1"), OUT),
        table("9-1", f"{{ when = 'bombs_aboard', then = [{on('9-1')}] }}"),
        table("9-1", f"{{ next_zone = [{on('9-1')}] }}"),
        table("9-1", f"{{ destroyed = 'collision' }}, {on('9-1')}"),
        table(
            "9-1",
            f"{{ roll = '1d6', rows = [{{ on = '1', effects = [{on('9-1')}] }}, {{ on = '2-6' }}] }}",
        ),
    ],
)
def test_a_table_may_roll_again_where_something_leads_out(tiny: Any, text: str) -> None:
    tiny.write(text)
    tiny.compose()


def test_a_throw_is_made_again_until_it_leads_out(tiny: Any) -> None:
    tiny.write(table("9-1", on("9-1"), OUT))
    s = tiny.fly(tiny.compose())
    s.source = ScriptedSource([1] * (DEEPEST - 1) + [2])
    s.carry_out("9-1")
    assert "radio" in s.bomber.out
    assert s.depth == 0


WHEN = f"{{ when = 'bombs_aboard', then = [{on('9-1')}] }}"


@pytest.mark.parametrize(
    "effect",
    [on("9-1"), WHEN, f"{{ each_man = [{{ when = 'bombs_aboard', then = [{{ each_man = [{WHEN}] }}] }}] }}"],
)
def test_a_ring_in_play_is_told_in_a_line(tiny: Any, effect: str) -> None:
    tiny.write(table("9-1", effect, OUT))
    s = tiny.fly(tiny.compose())
    s.source = ScriptedSource([1] * (DEEPEST + 1))
    with pytest.raises(BadData, match=r"^tiny/more.toml: table 9-1: 9-1: rolls on within itself again and again; "):
        s.carry_out("9-1")
    assert s.depth == 0


LOOKED_UP = '[table."9-2"]\ntitle = "T"\ndice = "look-up"\nsource = "published"\n[[table."9-2".row]]\non = "x"\n'
COLUMNS = table("9-2", OUT, more='columns = ["a", "b"]\nrole = "two"')


@pytest.mark.parametrize(
    ("text", "name", "says"),
    [
        (LOOKED_UP, "9-2", "table 9-2 is looked up, not rolled"),
        (COLUMNS, "9-2", "table 9-2 has columns and does not say which one holds; give it column = '...'"),
        (COLUMNS, "two", "table 9-2 has columns and does not say which one holds; give it column = '...'"),
    ],
)
def test_an_effect_rolls_on_a_table_that_can_be_rolled(tiny: Any, text: str, name: str, says: str) -> None:
    assert refusals(tiny, text + table("9-1", on(name), OUT)) == [f"table 9-1, row 1: roll_on {name!r}: {says}"]


def test_a_table_with_a_column_expression_can_be_rolled(tiny: Any) -> None:
    told = COLUMNS.replace('columns = ["a", "b"]', 'columns = ["a", "b"]\ncolumn = "\'a\' if campaign > 1 else \'b\'"')
    tiny.write(told + table("9-1", on("two"), OUT))
    tiny.compose()


def test_a_roll_without_a_column_is_told_in_a_line(tiny: Any) -> None:
    tiny.write(COLUMNS)
    s = tiny.fly(tiny.compose())
    with pytest.raises(BadData, match=r"^tiny/more.toml: table 9-2: name a column: a, b$"):
        s.carry_out("two")
