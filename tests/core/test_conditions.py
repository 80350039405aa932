"""The `when` language: what it says, what it refuses, and that it means what Python means."""

from __future__ import annotations

from types import SimpleNamespace
from typing import Any

import pytest
from bomberstream.core.conditions import Name, Vocabulary, follows
from bomberstream.core.errors import BadData
from hypothesis import example, given, settings
from hypothesis import strategies as st

MOONS = ("full", "half", "none")

WORDS = Vocabulary(
    [
        Name("inbound", "(not s.outbound)", "flag", "on the way home"),
        Name("moon", "s.moon", "word", "the moon", MOONS),
        Name("weather", "s.zone.weather", "word", "the weather"),
        Name("zone.number", "s.zone.number", "number", "the number of the zone"),
        Name("engines_out", "s.engines_out", "number", "engines stopped"),
        Name("date", "s.date", "date", "the day"),
        Name("year", "int(s.date[:4])", "number", "the year"),
        Name("guns", "len(s.guns)", "number", "guns left"),
        Name("spread", "(s.engines_out if s.outbound else -s.engines_out)", "number", "two ways to count"),
    ]
)


def scene(**changes: Any) -> Any:
    """A state for conditions to look at; any object with these attributes will do."""
    state = {
        "outbound": True,
        "moon": "half",
        "zone": SimpleNamespace(weather="haze", number=4),
        "engines_out": 1,
        "date": "1943-10-14",
        "guns": ("top", "tail"),
    }
    return SimpleNamespace(**{**state, **changes})


def value(text: str | int | bool, s: Any = None, **changes: Any) -> Any:
    return WORDS.compile(text)(s or scene(**changes))


def refusal(text: str) -> str:
    with pytest.raises(BadData) as caught:
        WORDS.compile(text)
    (line,) = caught.value.problems
    assert "\n" not in line
    return line


# --- what it says


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("inbound", False),
        ("not inbound", True),
        ("moon == 'half'", True),
        ("moon != 'half'", False),
        ("moon in ['full', 'half']", True),
        ("moon not in ('full', 'half')", False),
        ("moon in []", False),
        ("zone.number > 3", True),
        ("zone.number >= 4 and engines_out < 1", False),
        ("zone.number <= 4 or inbound", True),
        ("1 < zone.number < 4", False),
        ("1 < zone.number <= 4", True),
        ("zone.number + engines_out", 5),
        ("zone.number - 2 * engines_out", 2),
        ("zone.number // 3", 1),
        ("-zone.number // 3", -2),
        ("-zone.number", -4),
        ("2 - -1", 3),
        ("zone.number if inbound else 7", 7),
        ("date >= '1943-06-10'", True),
        ("year == 1943", True),
        ("guns", 2),
        ("guns == 2 and year > 1942", True),
        ("True", True),
        ("3", 3),
        ("  zone.number  ", 4),
        ("(zone.number\n > 3)", True),
    ],
)
def test_conditions_and_sums_say_what_they_mean(text: str, expected: object) -> None:
    found = value(text)
    assert found == expected
    assert type(found) is type(expected)


def test_plain_numbers_and_flags_out_of_toml_are_taken_as_they_are() -> None:
    assert value(3) == 3
    assert value(-2) == -2
    assert value(True) is True


def test_the_expression_behind_a_name_keeps_to_itself() -> None:
    """`spread` is a choice between two sums; times two it must not fall apart."""
    assert value("2 * spread + 1", engines_out=3) == 7
    assert value("2 * spread + 1", engines_out=3, outbound=False) == -5
    assert value("-spread", engines_out=3, outbound=False) == 3


def test_a_condition_is_read_again_each_time_it_is_asked() -> None:
    condition = WORDS.compile("zone.number > 3")
    s = scene()
    assert condition(s) is True
    s.zone.number = 3
    assert condition(s) is False


def test_local_names_are_arguments() -> None:
    natural = WORDS.compile("natural * 2 + zone.number", local=("natural",))
    assert natural(scene(), 6) == 16
    assert "natural" in refusal("natural * 2")


# --- what it refuses


@pytest.mark.parametrize(
    ("text", "named"),
    [
        ("len(weather)", "len(weather)"),
        ("weather.upper()", "weather.upper()"),
        ("__import__('os')", "__import__"),
        ("().__class__", "()"),
        ("'a'.upper", "'a'"),
        ("date.__class__", "date.__class__"),
        ("s.__class__.__mro__", "s.__class__.__mro__"),
        ("s", "'s'"),
        ("s.zone", "s.zone"),
        ("zone", "'zone'"),
        ("lambda: 1", "lambda"),
        ("[x for x in weather]", "for x in weather"),
        ("{x for x in weather}", "for x in weather"),
        ("(x for x in weather)", "for x in weather"),
        ("{x: x for x in weather}", "for x in weather"),
        ("(engines_out := 4)", ":="),
        ("f'{weather}'", "weather"),
        ("weather[0]", "weather[0]"),
        ("date[:4]", "date[:4]"),
        ("[*weather]", "*weather"),
        ("{'full'}", "{'full'}"),
        ("{'full': 1}", "{'full': 1}"),
        ("zone.number / 2", "zone.number / 2"),
        ("zone.number % 2", "zone.number % 2"),
        ("zone.number ** 9", "zone.number ** 9"),
        ("zone.number << 9", "zone.number << 9"),
        ("zone.number & 1", "zone.number & 1"),
        ("zone.number @ 1", "zone.number @ 1"),
        ("~zone.number", "~zone.number"),
        ("+zone.number", "+zone.number"),
        ("moon is 'full'", "moon is 'full'"),
        ("moon is not 'full'", "is not"),
        ("None", "None"),
        ("1.5", "1.5"),
        ("2j", "2j"),
        ("b'full'", "b'full'"),
        ("...", "..."),
        ("await moon", "await moon"),
        ("print", "print"),
        ("open", "open"),
        ("inbound and (len(weather) or 1)", "len(weather)"),
        ("1 if open('x') else 2", "open('x')"),
    ],
)
def test_what_is_not_on_the_list_is_refused_in_one_line_that_names_it(text: str, named: str) -> None:
    line = refusal(text)
    assert line.startswith(f"condition {text!r}")
    assert named in line.removeprefix(f"condition {text!r}")


@pytest.mark.parametrize(
    "text",
    [
        "",
        "   ",
        "moon ==",
        "== 'full'",
        "moon = 'full'",
        "import os",
        "pass",
        "inbound;inbound",
        "not\ninbound",
        "x:=1",
        "(",
        "'open",
        "yield",
        "*moon",
        "del moon",
        "a b",
        "\0",
        "\ud800",
        "moon == ‘full’",
        "9" * 5000,
        "(" * 300,
    ],
)
def test_what_cannot_be_read_is_refused_in_one_line(text: str) -> None:
    assert "cannot be read" in refusal(text)


def test_an_unknown_name_is_refused_with_the_nearest_that_is_known() -> None:
    assert "did you mean 'zone.number'?" in refusal("zone.nmber > 3")
    assert "did you mean 'weather'?" in refusal("wether == 'clear'")


@pytest.mark.parametrize(
    ("text", "never"),
    [
        ("moon == 'ful'", "'ful'; did you mean 'full'?"),
        ("'ful' == moon", "'ful'; did you mean 'full'?"),
        ("moon != 'Full'", "'Full'; did you mean 'full'?"),
        ("moon in ['full', 'crescent']", "'crescent'; valid: full, half, none"),
        ("moon not in ('non', 'full')", "'non'; did you mean 'none'?"),
        ("moon == 3", "3; valid: full, half, none"),
        ("moon == True", "True; valid"),
        ("inbound and not moon == 'ful'", "'ful'"),
        ("2 if moon == 'ful' else 1", "'ful'"),
    ],
)
def test_a_word_is_compared_with_its_own_values_alone(text: str, never: str) -> None:
    assert f"moon is never {never}" in refusal(text)


@pytest.mark.parametrize(
    "text", ["zone.number == '3'", "'3' < zone.number", "zone.number in [3, '4']", "0 < engines_out < 'two'"]
)
def test_a_number_is_not_compared_with_a_word(text: str) -> None:
    assert "is a whole number and cannot be compared with" in refusal(text)


def test_a_word_with_an_open_list_may_be_anything() -> None:
    assert value("weather == 'plague of frogs'") is False


@pytest.mark.parametrize("text", ["weather > 3", "weather == 3", "inbound == 'yes'", "date == 1943"])
def test_a_word_flag_or_date_is_not_compared_with_another_kind(text: str) -> None:
    refusal(text)


@pytest.mark.parametrize(
    "text", ["weather + 1", "-weather", "moon - 1", "zone.number in 3", "moon in 'full'", "weather in zone.number"]
)
def test_sums_take_numbers_and_in_takes_a_list(text: str) -> None:
    assert "needs a" in refusal(text)


@pytest.mark.parametrize("by", ["0", "-0", "zone.number", "(2 - 2)"])
def test_what_divides_is_a_plain_number_so_that_nothing_divides_by_nothing(by: str) -> None:
    assert refusal(f"engines_out // {by}").endswith(
        f"needs a plain number other than 0 behind it, not {by.strip('()')}"
    )


@pytest.mark.parametrize(
    ("text", "says"),
    [
        ("zone.number and inbound", "'and' needs true or false, but zone.number is a whole number"),
        ("inbound or moon", "'or' needs true or false, but moon is a word"),
        ("not engines_out", "'not' needs true or false, but engines_out is a whole number"),
        ("1 if weather else 2", "'if' needs true or false, but weather is a word"),
        ("1 if inbound else 'no'", "1 is a whole number and 'no' is a word; both sides of if and else"),
        ("weather < 'haze'", "weather is a word; only numbers and dates are more or less than others"),
        ("inbound > False", "inbound is true or false; only numbers and dates"),
        ("inbound == 1", "inbound is true or false and cannot be compared with 1"),
        ("date == weather", "date is a date and cannot be compared with weather; a date is written '1943-10-14'"),
        ("date < '14 October'", "date is a date and cannot be compared with '14 October'; a date is written"),
        ("date in ['1943-10-14', 1943]", "date is a date and cannot be compared with 1943"),
        ("moon in ['full', 3]", "moon is never 3"),
        ("[1] == [1]", "[1] is a list and cannot be compared with [1]"),
    ],
)
def test_parts_of_the_wrong_kind_are_named_with_what_was_needed(text: str, says: str) -> None:
    assert says in refusal(text)


def test_dates_are_compared_with_days_and_months() -> None:
    assert value("'1943-10' <= date < '1943-11' and date in ['1943-10-14', '1944-06-06'] and date != '1943-10-15'")


@pytest.mark.parametrize(
    ("text", "kind", "says"),
    [
        ("engines_out", "flag", "expected true or false, but it is a whole number"),
        ("inbound", "number", "expected a whole number, but it is true or false"),
        (3, "flag", "expected true or false, but it is a whole number"),
        ("1 if inbound else 2", "word", "expected a word, but it is a whole number"),
        (["inbound"], "flag", "condition: expected a text, got ['inbound']"),
    ],
)
def test_a_condition_must_be_of_the_kind_that_is_asked_for(text: Any, kind: str, says: str) -> None:
    with pytest.raises(BadData) as caught:
        WORDS.compile(text, kind=kind)
    assert says in str(caught.value)


def test_a_condition_of_the_kind_that_is_asked_for_passes() -> None:
    assert WORDS.compile("engines_out > 0", kind="flag")(scene()) is True
    assert WORDS.compile(True, kind="flag")(scene()) is True
    assert WORDS.compile("moon if inbound else weather", kind="word")(scene()) == "haze"
    assert WORDS.compile("natural + 1", local=("natural",), kind="number")(scene(), 4) == 5


@pytest.mark.parametrize(
    "text",
    [
        pytest.param("not " * 20000 + "inbound", id="nots"),
        pytest.param("1" + "+1" * 20000, id="plusses"),
        pytest.param("0x" + "f" * 4000 + "()", id="a huge number called"),
        pytest.param("moon == 0x" + "f" * 4000, id="a huge number compared"),
    ],
)
def test_monstrous_conditions_are_refused_in_one_line(text: str) -> None:
    line = refusal(text)
    assert "500 are allowed" in line
    assert len(line) < 150


def test_a_condition_that_is_nested_too_deeply_is_refused() -> None:
    assert "nested too deeply" in refusal("1" + "+1" * 200)
    assert "nested too deeply" in refusal("-" * 480 + "1")
    assert value("1" + "+1" * 90) == 91


def test_compiled_conditions_see_no_builtins() -> None:
    condition = WORDS.compile("year")
    assert set(condition.__globals__["__builtins__"]) == {"int", "len"}  # type: ignore[attr-defined]


# --- any text

SCRAPS = """
inbound moon weather zone.number engines_out date guns s int len 'full' 'ful' "x" 0 1 9 007 1.5 1e9 0x1f _ __class__
and or not in is if else lambda for await async == != <= >= < > + - * ** / // % @ & | ^ ~ ( ) [ ] { } , : := . ... = ;
\\ # ' " ''' f' f" {x} b'a' r'\\' True False None
"""

_scraps = st.lists(st.sampled_from([*SCRAPS.split(), "\n", "\t", ""]), max_size=12).map(" ".join)


@given(st.one_of(st.text(max_size=60), _scraps, _scraps.map(lambda text: text.replace(" ", ""))))
@example("f'{moon!r:>{guns}}'")
@example("moon\x0c== 'full'")
@settings(max_examples=250, deadline=None)
@pytest.mark.filterwarnings("ignore::SyntaxWarning", "ignore::DeprecationWarning")
def test_any_text_compiles_or_is_refused_and_nothing_else(text: str) -> None:
    try:
        condition = WORDS.compile(text)
    except BadData as refused:
        (line,) = refused.problems
        assert "\n" not in line
    else:
        assert callable(condition)


# --- the same as Python

NUMBERS = ("zone.number", "engines_out", "year", "guns", "spread")


def _sums(smaller: st.SearchStrategy[str]) -> st.SearchStrategy[str]:
    return st.one_of(
        st.builds("({} {} {})".format, smaller, st.sampled_from("+-*"), smaller),
        st.builds("{} {} {}".format, smaller, st.sampled_from("+-*"), smaller),
        st.builds("({} // {})".format, smaller, st.sampled_from(["2", "3", "-2", "7"])),
        st.builds("-{}".format, smaller),
    )


_number = st.recursive(
    st.one_of(st.integers(0, 20).map(str), st.sampled_from(NUMBERS)),
    _sums,
    max_leaves=6,
)
_words = st.lists(st.sampled_from(MOONS), max_size=3).map(repr)
_atoms = st.one_of(
    st.just("inbound"),
    st.builds("{} {} {}".format, _number, st.sampled_from(["==", "!=", "<", "<=", ">", ">="]), _number),
    st.builds("{} < {} <= {}".format, _number, _number, _number),
    st.builds("moon {} {}".format, st.sampled_from(["==", "!="]), st.sampled_from(MOONS).map(repr)),
    st.builds("moon {} {}".format, st.sampled_from(["in", "not in"]), _words),
)
_conditions = st.recursive(
    _atoms,
    lambda smaller: st.one_of(
        st.builds("{} and {}".format, smaller, smaller),
        st.builds("{} or {}".format, smaller, smaller),
        st.builds("({} or {})".format, smaller, smaller),
        st.builds("not {}".format, smaller),
        st.builds("({} if {} else {}) > {}".format, _number, smaller, _number, _number),
        st.builds("({} if {} else {})".format, smaller, smaller, smaller),
    ),
    max_leaves=6,
)


@given(
    _conditions,
    st.integers(0, 9),
    st.integers(0, 4),
    st.booleans(),
    st.sampled_from(MOONS),
    st.integers(1939, 1945),
    st.integers(0, 3),
)
@settings(max_examples=150, deadline=None)
def test_a_condition_means_what_python_means(
    text: str, zone: int, engines_out: int, outbound: bool, moon: str, year: int, guns: int
) -> None:
    s = scene(
        zone=SimpleNamespace(weather="haze", number=zone),
        engines_out=engines_out,
        outbound=outbound,
        moon=moon,
        date=f"{year}-01-01",
        guns=("gun",) * guns,
    )
    names = {
        "zone": SimpleNamespace(number=zone),
        "engines_out": engines_out,
        "inbound": not outbound,
        "moon": moon,
        "year": year,
        "guns": guns,
        "spread": engines_out if outbound else -engines_out,
    }
    expected = eval(text, {"__builtins__": {}}, names)
    found = value(text, s)
    assert found == expected
    assert type(found) is type(expected)


# --- the vocabulary


def test_a_name_with_two_meanings_is_refused_and_the_same_name_twice_is_not() -> None:
    words = Vocabulary([Name("moon", "s.moon", "word", "the moon")])
    words.add(Name("moon", "s.moon", "word", "the moon"))
    with pytest.raises(BadData, match="'moon' has two meanings: 'the moon' and 'a planet'"):
        words.add(Name("moon", "s.moon", "word", "a planet"))
    assert [name.says for name in words] == ["the moon"]


def test_names_are_listed_in_order_and_found() -> None:
    assert [name.name for name in WORDS] == sorted(name.name for name in WORDS)
    assert "moon" in WORDS
    assert "sun" not in WORDS
    assert WORDS["moon"].values == MOONS
    with pytest.raises(BadData, match=r"'mon' is not in the vocabulary; did you mean 'moon'\?"):
        WORDS["mon"]


def test_a_scenario_sets_what_a_name_stands_for() -> None:
    s = scene()
    WORDS.put(s, "moon", "full")
    WORDS.put(s, "zone.number", 7)
    WORDS.put(s, "date", "1944-06-06")
    assert (s.moon, s.zone.number, s.date) == ("full", 7, "1944-06-06")


@pytest.mark.parametrize(
    ("name", "given", "says"),
    [
        ("moon", "ful", "moon is never 'ful'; did you mean 'full'?"),
        ("zone.number", "7", "zone.number: expected a whole number, got '7'"),
        ("zone.number", True, "zone.number: expected a whole number, got True"),
        ("weather", 3, "weather: expected a word, got 3"),
        ("inbound", True, "inbound follows from other names and cannot be set"),
        ("guns", 2, "guns follows from other names and cannot be set"),
        ("mon", "full", "'mon' is not in the vocabulary; did you mean 'moon'?"),
    ],
)
def test_a_scenario_that_sets_the_impossible_is_refused(name: str, given: object, says: str) -> None:
    s = scene()
    with pytest.raises(BadData) as caught:
        WORDS.put(s, name, given)
    assert caught.value.problems == (says,)
    assert s == scene()


@pytest.mark.parametrize(
    ("set_", "says"),
    [("date", "age follows from the day; set date"), ("", "age follows from the day; it cannot be set")],
)
def test_a_name_that_follows_says_from_what(set_: str, says: str) -> None:
    words = Vocabulary([Name("age", "s.age", "number", "how old", (), follows("age", "the day", set_))])
    s = scene()
    with pytest.raises(BadData) as caught:
        words.put(s, "age", 3)
    assert caught.value.problems == (says,)
    assert s == scene()


def test_a_name_may_bring_its_own_way_of_being_set() -> None:
    def outbound(s: Any, inbound: bool) -> None:
        s.outbound = not inbound

    words = Vocabulary([Name("inbound", "(not s.outbound)", "flag", "on the way home", (), outbound)])
    s = scene()
    words.put(s, "inbound", True)
    assert s.outbound is False
    with pytest.raises(BadData, match="inbound: expected true or false, got 'yes'"):
        words.put(s, "inbound", "yes")


def test_a_list_can_be_set() -> None:
    words = Vocabulary([Name("guns", "s.guns", "list", "guns left")])
    s = scene()
    words.put(s, "guns", ["tail"])
    assert list(s.guns) == ["tail"]


def test_a_list_holds_its_own_values_alone() -> None:
    words = Vocabulary([Name("guns", "s.guns", "list", "guns left", ("top", "tail"))])
    with pytest.raises(BadData, match="guns is never 'tial'; did you mean 'tail'"):
        words.put(scene(), "guns", ["tial"])
    with pytest.raises(BadData, match="guns: expected a list, got 'tail'"):
        words.put(scene(), "guns", "tail")


def test_what_nothing_in_the_scene_has_cannot_be_set() -> None:
    words = Vocabulary([Name("roll.total", "s.last.total", "number", "the total of the last roll")])
    with pytest.raises(BadData, match=r"^roll\.total cannot be set: nothing in the scene has it yet$"):
        words.put(scene(last=None), "roll.total", 3)


def test_a_name_of_an_unknown_kind_is_refused() -> None:
    with pytest.raises(BadData, match="'moon': no kind 'wrod'; did you mean 'word'"):
        Vocabulary([Name("moon", "s.moon", "wrod", "the moon")])
