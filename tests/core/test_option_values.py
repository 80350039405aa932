"""Values of settings and of names of the vocabulary: of their kind, within their range."""

from __future__ import annotations

from typing import Any

import pytest
from bomberstream.core.conditions import Name, Vocabulary, is_day
from bomberstream.core.errors import BadData
from bomberstream.core.game import GameOption, listed_devices
from hypothesis import given
from hypothesis import strategies as st


@pytest.mark.parametrize("day", ["1943-10-14", "1944-02-29", "0001-01-01"])
def test_a_day(day: str) -> None:
    assert is_day(day)


@pytest.mark.parametrize("day", ["1943-02-29", "1943-13-01", "1943-10", "19431014", "1943-W10-1", "", "x", 5, None, []])
def test_no_day(day: Any) -> None:
    assert not is_day(day)


@given(st.text(max_size=60))
def test_a_number_is_read_or_refused_in_one_line(text: str) -> None:
    option = GameOption("missions", "says", "number", low=0, high=99)
    said = ""
    try:
        assert 0 <= int(option.read(text)) <= 99
    except BadData as wrong:
        said = str(wrong)
    assert not said or said.startswith("expected a whole number from 0 to 99, got ")
    assert len(said.splitlines()) <= 1


@pytest.mark.parametrize(("low", "high", "says"), [(1, None, "from 1 up"), (None, -1, "up to -1")])
def test_a_number_with_one_limit(low: int | None, high: int | None, says: str) -> None:
    with pytest.raises(BadData, match=says):
        GameOption("missions", "says", "number", low=low, high=high).read("0")


def test_lists_of_devices() -> None:
    assert listed_devices("Gee, gee-h,H2S") == ["gee", "gee_h", "h2s"]
    assert listed_devices(" None ") == []
    for wrong in ("", ",", "gee,,h2s", "none,gee", "gee,none"):
        with pytest.raises(BadData):
            listed_devices(wrong)


class Box:
    """Something with a value that names may stand for."""

    date = "1943-10-14"
    number = 1
    word = "x"


VALUES: dict[str, tuple[list[Any], list[Any]]] = {
    "flag": ([True, False], [1, 0, "yes", None, 1.0, []]),
    "number": ([0, 1, 9_999], [True, -1, 10_000, 10**30, "1", 1.0, float("nan"), None, []]),
    "word": (["", "x"], [1, True, None, ["x"], {}]),
    "date": (["1943-10-14"], ["1943-10", "1943-02-30", 1943, None, ""]),
    "list": ([[], ["x"]], ["x", 1, None, ("x",)]),
}


@pytest.mark.parametrize("own", [False, True])
@pytest.mark.parametrize("kind", VALUES)
def test_a_value_is_of_the_kind_of_its_name(kind: str, own: bool) -> None:
    """Whether it is set by a setter of its own or by assignment."""
    box: Any = Box()
    put = (lambda s, value: setattr(s, "word", value)) if own else None
    words = Vocabulary([Name("it", "s.word", kind, "says", (), put)])
    good, bad = VALUES[kind]
    for value in good:
        words.put(box, "it", value)
        assert box.word == value
    for value in bad:
        with pytest.raises(BadData, match=r"^it: expected ") as caught:
            words.put(box, "it", value)
        assert len(caught.value.problems) == 1


def test_a_name_may_take_other_kinds_and_another_range() -> None:
    box: Any = Box()
    words = Vocabulary([Name("it", "s.number", "number", "says", takes=("decimal", "word"), low=-2, high=2)])
    for value in (-2, 1.5, "NA"):
        words.put(box, "it", value)
        assert box.number == value
    with pytest.raises(BadData, match=r"^it: expected a number from -2 to 2, got 2\.5$"):
        words.put(box, "it", 2.5)
    with pytest.raises(BadData, match=r"^it: expected a number or a word, got \[1\]$"):
        words.put(box, "it", [1])
