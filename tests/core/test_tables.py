"""Tables: how rows are written, what is found wrong with them, and what a roll on them gives."""

from __future__ import annotations

from fractions import Fraction
from itertools import pairwise
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest
import tomli_w
from attrs import asdict, evolve
from bomberstream.core.conditions import Name, Vocabulary
from bomberstream.core.dice import parse_dice
from bomberstream.core.errors import BadData
from bomberstream.core.packs import fingerprint, load_pack
from bomberstream.core.tables import (
    LOOK_UP,
    CompiledTable,
    Modifier,
    Row,
    Span,
    Table,
    check_table,
    compile_table,
    parse_on,
    with_rows,
)
from hypothesis import given, settings
from hypothesis import strategies as st

WORDS = Vocabulary(
    [
        Name("weather", "s.weather", "word", "the weather", ("clear", "haze")),
        Name("zone.number", "s.zone", "number", "the zone"),
        Name("lead", "s.lead", "flag", "in the lead"),
        Name("moon", "s.moon", "word", "the moon"),
    ]
)


def scene(weather: str = "clear", zone: int = 3, lead: bool = False, moon: str = "full") -> Any:
    return SimpleNamespace(weather=weather, zone=zone, lead=lead, moon=moon)


def table(dice: str, *rows: str | Row, modifiers: tuple[Modifier, ...] = (), **more: Any) -> Table:
    """A table whose rows give their own `on` as the result."""
    made = tuple(Row(one, result=one) if isinstance(one, str) else one for one in rows)
    given_: dict[str, Any] = {"title": "T", "source": "published", "id": "9-1", "where": "t.toml: table 9-1", **more}
    return Table(dice=dice, row=made, modifier=modifiers, **given_)


def ready(one: Table) -> CompiledTable:
    return compile_table(one, WORDS, lambda raw, where: tuple(raw), lambda data, where: data, "tiny")


def faults(one: Table) -> list[str]:
    with pytest.raises(BadData) as caught:
        ready(one)
    assert all("\n" not in line for line in caught.value.problems)
    return list(caught.value.problems)


def found(one: CompiledTable, natural: int, shift: int = 0, column: str | None = None) -> Any:
    return one.find(natural, natural + shift, column).result


# --- on


@pytest.mark.parametrize(
    ("text", "span"),
    [
        ("7", Span(7, 7)),
        ("-3", Span(-3, -3)),
        ("2-3", Span(2, 3)),
        ("-3-2", Span(-3, 2)),
        ("-5--3", Span(-5, -3)),
        ("4-4", Span(4, 4)),
        ("..0", Span(None, 0)),
        ("..-3", Span(None, -3)),
        ("9..", Span(9, None)),
        ("-3..", Span(-3, None)),
        ("=12", Span(12, 12, natural=True)),
        (" 7 ", Span(7, 7)),
    ],
)
def test_what_a_row_covers_is_read(text: str, span: Span) -> None:
    assert parse_on(text) == span


@pytest.mark.parametrize(
    "text",
    [
        "",
        "x",
        "-",
        "..",
        "7-",
        "3-2",
        "2..3",
        "٣",
        "1234567890",
        "7 - 8",
        "=2-3",
        "=9..",
        "=..3",
        "--3",
        "+3",
        "1.5",
        "7,8",
        "7+",
        "==7",
    ],
)
def test_what_no_row_covers_is_refused_in_one_line(text: str) -> None:
    with pytest.raises(BadData) as caught:
        parse_on(text)
    (line,) = caught.value.problems
    assert repr(text) in line
    assert "expected '7', '2-3', '..0', '9..' or '=12'" in line


def test_a_total_without_end_is_refused_in_a_short_line() -> None:
    for text in ("9" * 5000, "1-" + "9" * 5000, "=" + "9" * 5000):
        with pytest.raises(BadData, match="cannot be read; expected '7'") as caught:
            parse_on(text)
        assert len(str(caught.value)) < 120


def written(span: Span) -> str:
    if span.natural:
        return f"={span.low}"
    if span.low is None or span.high is None:
        return f"{'' if span.low is None else span.low}..{'' if span.high is None else span.high}"
    return f"{span.low}" if span.low == span.high else f"{span.low}-{span.high}"


_ends = st.integers(-200, 200)
_spans = st.one_of(
    st.builds(lambda one: Span(one, one, natural=True), _ends),
    st.builds(lambda low: Span(low, None), _ends),
    st.builds(lambda high: Span(None, high), _ends),
    st.builds(lambda low, more: Span(low, low + more), _ends, st.integers(0, 50)),
)


@given(_spans)
def test_what_a_row_covers_is_read_as_it_was_written(span: Span) -> None:
    assert parse_on(written(span)) == span


@given(st.text(max_size=12) | st.text("0123456789-=. ", max_size=8))
def test_any_text_is_read_or_refused(text: str) -> None:
    try:
        span = parse_on(text)
    except BadData as refused:
        assert len(refused.problems) == 1  # noqa: PT017
    else:
        assert span.low is not None or span.high is not None


@given(_spans, _ends)
def test_a_span_holds_what_lies_between_its_ends(span: Span, total: int) -> None:
    low = span.low if span.low is not None else total
    high = span.high if span.high is not None else total
    assert (total in span) == (low <= total <= high)


# --- what is wrong with a table


def test_a_sound_table_has_no_faults() -> None:
    assert check_table(table("2d6", "..5", "6-8", "9..", "=12")) == []
    assert check_table(table("d66", "11-36", "41-66")) == []
    assert check_table(table(LOOK_UP, "dawn", "dusk")) == []


@pytest.mark.parametrize(
    ("one", "says"),
    [
        (table("2d6", "2-6", "8-12"), "no row for a total of 7; rows must cover 2 to 12"),
        (table("1d10", "1-9"), "no row for a total of 10; rows must cover 1 to 10"),
        (table("2d6", "2-7", "7-12"), "rows 1 and 2 both hold a total of 7"),
        (table("2d6", "..7", "7.."), "rows 1 and 2 both hold a total of 7"),
        (table("2d6", "2-12", "13"), "row 2: on = '13' can never be rolled; 2d6 with its modifiers gives 2 to 12"),
        (table("1d10", "1-10", "11-12"), "row 2: on = '11-12' can never be rolled"),
        (table("2d6", "2-12", "..1"), "row 2: on = '..1' can never be rolled"),
        (table("d66", "11-16", "17-20", "21-66"), "row 2: on = '17-20' can never be rolled"),
        (table("2d6", "2-12", "=13"), "row 2: 2d6 never shows a natural 13"),
        (table("d66", "11-66", "=20"), "row 2: d66 never shows a natural 20"),
        (table("2d6", "..5", "6..", "=2", "=2"), "row 4: natural 2 stands already in row 3"),
        (table("2d6", "2-12", "often"), "row 2: on = 'often' cannot be read"),
        (table("2d", "2-12"), "dice '2d': expected something like"),
        (table("2d6"), "the table has no rows"),
        (table(LOOK_UP, "dawn", "dawn"), "key 'dawn' stands twice"),
        (table(LOOK_UP, "dawn", modifiers=(Modifier(1),)), "a look-up table is not rolled and takes no modifiers"),
        (table("2d6", "2-12", source="printed"), "source 'printed' is none of published, sister, reconstructed"),
        (table("2d6", "2-12", source="reconstructed"), "a reconstructed table needs a basis"),
        (table("2d6", "2-12", column="moon"), "'column' is given but there are no columns"),
    ],
)
def test_one_fault_gives_one_line_that_names_table_and_row(one: Table, says: str) -> None:
    (line,) = check_table(one)
    assert line.startswith("t.toml: table 9-1")
    assert says in line


@pytest.mark.parametrize(
    ("modifier", "missing"),
    [
        (Modifier(2), 14),
        (Modifier(1, "lead"), 13),
        (Modifier(-2), 0),
        (Modifier(-1, "lead"), 1),
    ],
)
def test_rows_must_cover_what_modifiers_reach(modifier: Modifier, missing: int) -> None:
    lines = check_table(table("2d6", "2-12", modifiers=(modifier,)))
    assert any(f"no row for a total of {missing};" in line for line in lines)
    assert check_table(table("2d6", "..6", "7..", modifiers=(modifier,))) == []


def test_modifiers_that_hold_always_move_the_range_and_others_widen_it() -> None:
    assert check_table(table("1d6", "3-8", modifiers=(Modifier(2),))) == []
    assert check_table(table("1d6", "1-8", modifiers=(Modifier(2, "lead"),))) == []
    assert "1 to 8" in check_table(table("1d6", "2-8", modifiers=(Modifier(2, "lead"),)))[0]


def test_a_modifier_that_is_worked_out_needs_open_ends() -> None:
    worked_out = (Modifier("zone.number"),)
    assert check_table(table("1d6", "..2", "3..", modifiers=worked_out)) == []
    assert check_table(table("1d6", "1-6", modifiers=worked_out))


def test_a_natural_row_answers_its_number_when_nothing_modifies() -> None:
    assert check_table(table("2d6", "2-11", "=12")) == []
    assert check_table(table("2d6", "2-11", "=12", modifiers=(Modifier(1, "lead"),)))


@pytest.mark.parametrize(
    ("one", "other", "shared"),
    [
        (Span(None, 5), Span(6, None), False),
        (Span(None, 5), Span(5, None), True),
        (Span(1, 3), Span(4, 6), False),
        (Span(1, 4), Span(4, 6), True),
        (Span(1, 9), Span(4, 6), True),
        (Span(None, 5), Span(None, -5), True),
        (Span(3, None), Span(50, None), True),
    ],
)
def test_spans_overlap_when_they_share_a_total(one: Span, other: Span, shared: bool) -> None:
    assert one.overlaps(other) is other.overlaps(one) is shared


def test_a_table_that_naturals_answer_alone_has_no_holes() -> None:
    assert check_table(table("1d2", "=1", "=2", modifiers=(Modifier(1, "lead"),))) == []
    assert found(ready(table("1d2", "=1", "=2")), 2) == "=2"


def test_a_total_reached_only_by_a_natural_that_has_its_own_row_is_no_hole() -> None:
    assert check_table(table("2d6", "3-12", "=12", modifiers=(Modifier(1),))) == []


def test_a_table_without_a_whole_end_does_not_name_every_total() -> None:
    lines = check_table(table("d100", "1-2"))
    assert len(lines) == 6
    assert lines[-1].endswith("and 93 more")


def test_the_line_that_counts_the_rest_names_the_table() -> None:
    assert check_table(table("d100", "1-2"))[-1].startswith("t.toml: table 9-1")


def test_all_faults_of_a_table_come_at_once() -> None:
    bad = table(
        "2d6",
        Row("2-7", result={"day": "a"}),
        Row("8-12", result={"day": "a", "nigth": "b", "night": "c"}),
        columns=("day", "night"),
        source="guessed",
    )
    lines = check_table(bad)
    assert len(lines) == 3
    assert any("source 'guessed'" in line for line in lines)
    assert any("row 1: no result for column 'night'" in line for line in lines)
    assert any("row 2: result for an unknown column 'nigth'; did you mean 'night'?" in line for line in lines)


def test_modifiers_that_cannot_be_read_are_all_named() -> None:
    bad = table(
        "1d6", "..3", "4..", modifiers=(Modifier("zone.nmber"), Modifier(1, "weather == 'fog'"), Modifier(1, "lead"))
    )
    lines = faults(bad)
    assert len(lines) == 2
    assert lines[0].startswith(
        "t.toml: table 9-1, modifier 1: condition 'zone.nmber': 'zone.nmber' is not in the vocabulary"
    )
    assert "modifier 2" in lines[1]
    assert "weather is never 'fog'" in lines[1]


def test_a_modifier_is_worth_a_number() -> None:
    (line,) = faults(table("1d6", "..3", "4..", modifiers=(Modifier("weather"),)))
    assert line.endswith("modifier 1: condition 'weather': expected a whole number, but it is a word")
    (line,) = faults(table("1d6", "..3", "4..", modifiers=(Modifier(1, "zone.number"),)))
    assert line.endswith("modifier 1: condition 'zone.number': expected true or false, but it is a whole number")


def test_a_column_is_named_by_a_word() -> None:
    (line,) = faults(table("1d6", "1-6", columns=("1", "2"), column="zone.number"))
    assert line == "t.toml: table 9-1, column: condition 'zone.number': expected a word, but it is a whole number"


def test_a_row_that_goes_far_beyond_the_dice_is_not_laid_out_total_by_total() -> None:
    one = ready(table("1d6", "1-99999999"))
    assert len(one.cells[None]) == 6
    assert [found(one, natural) for natural in (1, 6)] == ["1-99999999"] * 2
    for single in ("..20", "-20..", "1..", "..6", "-99-99"):
        assert {found(ready(table("1d6", single)), natural) for natural in range(1, 7)} == {single}


# --- rolling


def test_every_total_of_a_table_leads_to_its_row() -> None:
    one = ready(table("2d6", "..5", "6-8", "9.."))
    assert [found(one, total) for total in range(2, 13)] == ["..5"] * 4 + ["6-8"] * 3 + ["9.."] * 4


@pytest.mark.parametrize(
    ("total", "row"), [(-99, "..0"), (-1, "..0"), (0, "..0"), (1, "1-6"), (6, "1-6"), (7, "7.."), (99, "7..")]
)
def test_open_ends_hold_all_that_lies_beyond(total: int, row: str) -> None:
    one = ready(table("1d6", "..0", "1-6", "7..", modifiers=(Modifier("zone.number"),)))
    assert found(one, 3, total - 3) == row


def test_a_natural_row_comes_before_the_modified_total() -> None:
    one = ready(table("2d6", "..5", "6..", "=12", "=2", modifiers=(Modifier(1, "lead"),)))
    assert found(one, 12, -9) == "=12"
    assert found(one, 2, +9) == "=2"
    assert found(one, 11, +1) == "6.."  # a modified 12 is no natural 12
    assert found(one, 3, -1) == "..5"


def test_tens_and_ones_and_a_percentage_from_0_find_their_rows() -> None:
    d66 = ready(table("d66", "11-13", "14-66"))
    assert [found(d66, natural) for natural in (11, 13, 14, 66)] == ["11-13", "11-13", "14-66", "14-66"]
    zero = ready(table("d100", "0", "1-99", zero=True))
    assert [found(zero, natural) for natural in (0, 1, 99)] == ["0", "1-99", "1-99"]


def test_each_column_has_its_own_results_and_shares_plain_ones() -> None:
    one = ready(
        table(
            "1d6",
            Row("1-3", result={"day": "seen", "night": "missed"}, text="A light."),
            Row("4-6", result="seen", data={"day": 1, "night": 2}),
            Row("=6", result={"day": 7, "night": 8}),
            columns=("day", "night"),
            column="'day' if lead else 'night'",
        )
    )
    assert [found(one, 2, column=column) for column in ("day", "night")] == ["seen", "missed"]
    assert [found(one, 5, column=column) for column in ("day", "night")] == ["seen", "seen"]
    assert [found(one, 6, column=column) for column in ("day", "night")] == [7, 8]
    assert [one.find(5, 5, column).data for column in ("day", "night")] == [1, 2]
    assert one.find(2, 2, "night").text == "A light."
    assert one.column is not None
    assert [one.column(scene(lead=lead)) for lead in (True, False)] == ["day", "night"]


def test_an_unknown_or_missing_column_is_refused_with_the_nearest() -> None:
    one = ready(table("1d6", "1-6", columns=("day", "night")))
    one.check_column("day")
    with pytest.raises(BadData, match=r"table 9-1: no column 'nigth'; did you mean 'night'\?"):
        one.check_column("nigth")
    with pytest.raises(BadData, match=r"table 9-1: name a column: day, night"):
        one.check_column(None)


def test_a_look_up_table_is_read_by_key() -> None:
    one = ready(table(LOOK_UP, Row("12 high", result="top"), Row("6 low", result="tail")))
    assert one.look("6 low").result == "tail"
    tail = one.get("6 low")
    assert (tail is one.look("6 low"), one.get("12 hihg")) == (True, None)
    with pytest.raises(BadData, match=r"table 9-1: no row '12 hihg'; did you mean '12 high'\?"):
        one.look("12 hihg")
    with pytest.raises(BadData, match="a look-up table is not rolled"):
        one.odds(None)


def test_the_rows_of_a_look_up_table_are_listed_by_key() -> None:
    one = ready(table(LOOK_UP, Row("12 high", result="top"), Row("6 low", result="tail")))
    assert {key: cell.result for key, cell in one.entries().items()} == {"12 high": "top", "6 low": "tail"}
    by_column = ready(table(LOOK_UP, Row("dawn", result={"a": 1, "b": 2}), columns=("a", "b")))
    assert by_column.entries("b")["dawn"].result == 2
    with pytest.raises(BadData, match=r"table 9-1: name a column: a, b"):
        by_column.entries()
    with pytest.raises(BadData, match=r"table 9-1: no column 'c'"):
        by_column.entries("c")


def test_a_look_up_table_may_have_columns() -> None:
    one = ready(table(LOOK_UP, Row("dawn", result={"a": 1, "b": 2}), columns=("a", "b")))
    assert [one.look("dawn", column).result for column in ("a", "b")] == [1, 2]
    with pytest.raises(BadData, match="no row 'dawn'"):
        one.look("dawn", "c")


def test_odds_are_exact_and_shift_with_the_modifiers() -> None:
    one = ready(table("2d6", "..5", "6-8", "9..", "=12"))
    plain = {cell.result: chance for cell, chance in one.odds(None)}
    assert plain == {"..5": Fraction(10, 36), "6-8": Fraction(16, 36), "9..": Fraction(9, 36), "=12": Fraction(1, 36)}
    shifted = {cell.result: chance for cell, chance in one.odds(None, -20)}
    assert shifted == {"..5": Fraction(35, 36), "=12": Fraction(1, 36)}


def test_distinct_rows_are_listed_in_rising_order() -> None:
    one = ready(table("2d6", "9..", "..5", "6-8"))
    assert [cell.on for cell in one.distinct(None)] == ["..5", "6-8", "9.."]


# --- modifiers

SIX = (
    Modifier(2, says="always"),
    Modifier(-1, "weather == 'haze'", "haze"),
    Modifier("zone.number", None, "far"),
    Modifier("-2 * zone.number", "lead", "in the lead"),
    Modifier("1 if natural >= 5 else 0", says="high throw", by="a rule"),
    Modifier("3 if lead else 1", "moon == 'full' or lead", "moon"),
)


@given(
    st.lists(st.sampled_from(SIX), min_size=1, max_size=8),
    st.sampled_from(["clear", "haze"]),
    st.integers(-9, 9),
    st.booleans(),
    st.sampled_from(["full", "none"]),
    st.integers(1, 6),
)
@settings(max_examples=100, deadline=None)
def test_modifiers_in_one_are_the_sum_of_those_explained(
    modifiers: list[Modifier], weather: str, zone: int, lead: bool, moon: str, natural: int
) -> None:
    one = ready(table("1d6", "..3", "4..", modifiers=(SIX[2], *modifiers)))
    s = scene(weather, zone, lead, moon)
    explained = one.explain(s, natural)
    assert one.modify is not None
    assert one.modify(s, natural) == sum(value for value, _, _ in explained)
    assert all(value != 0 for value, _, _ in explained)


def test_modifiers_are_explained_in_their_words_with_who_brought_them() -> None:
    one = ready(table("1d6", "..3", "4..", modifiers=(*SIX, Modifier(4, "lead"))))
    assert one.explain(scene("haze", 2, True), 5) == [
        (2, "always", "tiny"),
        (-1, "haze", "tiny"),
        (2, "far", "tiny"),
        (-4, "in the lead", "tiny"),
        (1, "high throw", "a rule"),
        (3, "moon", "tiny"),
        (4, "lead", "tiny"),
    ]
    assert [says for _, says, _ in one.explain(scene("clear", 0, False, "none"), 1)] == ["always"]


def test_a_table_without_modifiers_has_none_to_work_out() -> None:
    assert ready(table("1d6", "1-6")).modify is None


# --- any sound table


@st.composite
def sound_tables(draw: st.DrawFn) -> Table:
    """Tables cut at some totals, with open ends, naturals and modifiers."""
    dice = draw(st.sampled_from(["1d6", "2d6", "1d10", "2d10", "1d20", "d66", "d100"]))
    odds = parse_dice(dice).odds()
    totals = [total for total in odds if total > min(odds)]
    cuts = sorted(draw(st.sets(st.sampled_from(totals), min_size=1, max_size=5)))
    spans = [Span(None, cuts[0] - 1)]
    spans += [Span(low, high - 1) for low, high in pairwise(cuts)]
    spans.append(Span(cuts[-1], None))
    spans += [Span(one, one, natural=True) for one in sorted(draw(st.sets(st.sampled_from(list(odds)), max_size=2)))]
    modifiers = draw(
        st.lists(st.sampled_from([Modifier(1, "lead"), Modifier(-2, "weather == 'haze'"), SIX[2]]), max_size=3)
    )
    rows = draw(st.permutations([written(span) for span in spans]))
    return table(dice, *rows, modifiers=tuple(modifiers))


@given(sound_tables(), st.integers(-12, 12))
@settings(max_examples=100, deadline=None)
def test_every_throw_on_a_sound_table_leads_to_the_one_row_that_holds_it(one: Table, shift: int) -> None:
    assert check_table(one) == []
    made = ready(one)
    spans = {row.on: parse_on(row.on) for row in one.row}
    for natural in parse_dice(one.dice).odds():
        expected = [on for on, span in spans.items() if span.natural and natural in span]
        expected = expected or [on for on, span in spans.items() if not span.natural and natural + shift in span]
        assert [found(made, natural, shift)] == expected
    assert sum(chance for _, chance in made.odds(None, shift)) == 1


@given(sound_tables(), st.data())
@settings(max_examples=60, deadline=None)
def test_a_sound_table_with_a_row_taken_out_has_a_hole(one: Table, data: st.DataObject) -> None:
    plain = [row for row in one.row if not row.on.startswith("=")]
    lost = data.draw(st.sampled_from(plain))
    left = evolve(one, row=tuple(row for row in one.row if row is not lost and not row.on.startswith("=")))
    assert any("no row for a total of" in line for line in check_table(left))


@given(one=sound_tables())
@settings(max_examples=40, deadline=None)
def test_a_table_written_as_toml_is_read_back_the_same(tmp_path_factory: pytest.TempPathFactory, one: Table) -> None:
    plain = asdict(
        one, filter=lambda attribute, value: value not in (None, "") and attribute.name not in ("id", "where")
    )
    path: Path = tmp_path_factory.mktemp("table") / "t.toml"
    path.write_text(tomli_w.dumps({"table": {"9-1": plain}}), encoding="utf-8")
    back = load_pack(path, "pack").tables["9-1"]
    assert back.where == "t.toml: table 9-1"
    assert back == evolve(
        one, role="9-1", where=back.where, modifier=tuple(evolve(modifier, by="pack") for modifier in one.modifier)
    )


# --- overlays and fingerprints


def test_rows_laid_on_top_stand_in_place_of_those_with_the_same_totals() -> None:
    below = table("1d6", "1-2", "3-4", "5-6")
    above = with_rows(below, [Row("3-4", result="new"), Row("=6", result="six")])
    assert [(row.on, row.result) for row in above.row] == [
        ("1-2", "1-2"),
        ("3-4", "new"),
        ("5-6", "5-6"),
        ("=6", "six"),
    ]
    assert [row.result for row in below.row] == ["1-2", "3-4", "5-6"]


def test_a_fingerprint_knows_values_from_words() -> None:
    plain = table("1d6", "1-3", "4-6", modifiers=(Modifier(1, "lead", "up front"),))
    same = evolve(
        plain,
        title="Another title",
        rule="tiny 9",
        where="elsewhere",
        row=(Row("1-3", "1-3", text="Told otherwise."), plain.row[1]),
        modifier=(Modifier(1, "lead", "at the head"),),
    )
    assert fingerprint(same) == fingerprint(plain)
    others = [
        evolve(plain, dice="1d10"),
        evolve(plain, row=(Row("1-2", "1-3"), plain.row[1])),
        evolve(plain, row=(Row("1-3", "other"), plain.row[1])),
        evolve(plain, row=(Row("1-3", "1-3", effects=[{"fire": "nose"}]), plain.row[1])),
        evolve(plain, row=(Row("1-3", "1-3", data={"n": 1}), plain.row[1])),
        evolve(plain, modifier=(Modifier(2, "lead", "up front"),)),
        evolve(plain, modifier=(Modifier(1, "not lead", "up front"),)),
        evolve(plain, modifier=()),
    ]
    assert len({fingerprint(one) for one in (plain, *others)}) == len(others) + 1


@pytest.mark.parametrize("value", [1_001, -(10**12)])
def test_a_modifier_beyond_all_measure_is_refused_at_once(value: int) -> None:
    (line,) = faults(table("1d6", "1-6", modifiers=(Modifier(value, "lead"),)))
    assert line == f"t.toml: table 9-1, modifier 1: value = {value} is no modifier; expected -1000 to 1000"
