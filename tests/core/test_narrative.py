"""Telling a flight: facts put into wordings, and rolls in full."""

from __future__ import annotations

from typing import Any

import pytest
from attrs import evolve
from bomberstream.core.events import ChoiceEvent, Happening, ModifierShown, RollEvent, StretchEvent
from bomberstream.core.narrative import Line, Teller, explain_roll, fill
from bomberstream.core.packs import Wording
from hypothesis import given
from hypothesis import strategies as st

ROLL = RollEvent(
    "weather", "tiny 2.1", "1-1", "weather", "Weather", "2d6", (3, 4), 7, (), 7, None, "full_cloud", "", "Thick cloud."
)


@pytest.mark.parametrize(
    ("text", "facts", "told"),
    [
        ("The {gun} jams.", {"gun": "tail gun"}, "The tail gun jams."),
        ("{man} and {man}", {"man": "Ann"}, "Ann and Ann"),
        ("Engine {number}", {"number": 3}, "Engine 3"),
        ("{shells|shell|shells} hit.", {"shells": 1}, "1 shell hit."),
        ("{shells|shell|shells} hit.", {"shells": 3}, "3 shells hit."),
        ("{shells|shell|shells} hit.", {"shells": 0}, "0 shells hit."),
        ("It jams{all| for good|}.", {"all": True}, "It jams for good."),
        ("It jams{all| for good|}.", {"all": False}, "It jams."),
        ("{hit|A hit|A miss}", {"hit": False}, "A miss"),
        ("{nobody} comes home", {}, "comes home"),
        ("The {adjective} gun", {}, "The gun"),
        ("  all   blanks {x} ", {"x": " "}, "all blanks"),
        ("{said}", {"said": "{man}"}, "{man}"),
        ("no fields", {"man": "Ann"}, "no fields"),
        ("{}", {}, "{}"),
        ("{two words}", {}, "{two words}"),
        ("{a|b}", {"a": 1}, "{a|b}"),
    ],
)
def test_facts_are_put_into_a_wording(text: str, facts: dict[str, Any], told: str) -> None:
    assert fill(text, facts) == told


@given(
    st.text(max_size=40), st.dictionaries(st.sampled_from("abc"), st.text(max_size=5) | st.integers() | st.booleans())
)
def test_any_wording_can_be_filled(text: str, facts: dict[str, Any]) -> None:
    told = fill(text, facts)
    assert told == told.strip()
    assert "  " not in told


def teller(verbose: bool = False, **narrative: Wording) -> Teller:
    return Teller({name.replace("__", "."): wording for name, wording in narrative.items()}, verbose)


def happening(kind: str, **facts: Any) -> Happening:
    return Happening(kind, "", "", facts)


def test_wordings_of_one_event_are_used_in_turn() -> None:
    tell = teller(jam=Wording(("{gun} jams.", "{gun} falls silent.")))
    told = [line.text for line in tell.lines([happening("jam", gun=gun) for gun in ("A", "B", "C")])]
    assert told == ["A jams.", "B falls silent.", "C jams."]


def test_each_kind_of_event_takes_its_own_turns() -> None:
    tell = teller(jam=Wording(("j1", "j2")), fire=Wording(("f1", "f2")))
    events = [happening("jam"), happening("fire"), happening("jam"), happening("fire")]
    assert [line.text for line in tell.lines(events)] == ["j1", "f1", "j2", "f2"]


def test_what_has_no_wording_is_not_told() -> None:
    assert list(teller().lines([happening("jam"), ROLL, StretchEvent("out 2")])) == []


def test_a_wording_without_indent_is_a_heading() -> None:
    tell = teller(zone=Wording(("Zone {number}",), indent=0), jam=Wording(("Jam.",)))
    assert list(tell.lines([happening("zone", number=2), happening("jam")])) == [
        Line("Zone 2", 0, "heading"),
        Line("Jam.", 1, "story"),
    ]


def test_a_roll_with_a_text_is_told_where_its_role_has_a_wording() -> None:
    tell = teller(roll__weather=Wording(("Weather: {text}",)))
    assert [line.text for line in tell.lines([ROLL, evolve(ROLL, text="")])] == ["Weather: Thick cloud."]


def test_rolls_and_decisions_are_told_in_full_when_asked_for() -> None:
    events = [ROLL, ChoiceEvent("flak", "", "press_on", ("yes", "no"), "no", "orders")]
    assert list(teller().lines(events)) == []
    assert [(line.text, line.kind) for line in teller(verbose=True).lines(events)] == [
        ("1-1 Weather  2D6 [3 4] = 7  full cloud", "roll"),
        ("press on: no  (orders)", "choice"),
    ]


@pytest.mark.parametrize(
    ("changes", "told"),
    [
        ({}, "1-1 Weather  2D6 [3 4] = 7  full cloud"),
        (
            {"modifiers": (ModifierShown(2, "winter", "tiny"), ModifierShown(-1, "south", "tiny")), "total": 8},
            "1-1 Weather  2D6 [3 4] = 7  +2 winter  -1 south  = 8  full cloud",
        ),
        ({"column": "night"}, "1-1 Weather  2D6 [3 4] = 7  full cloud (night)"),
        ({"hit": "pilot"}, "1-1 Weather  2D6 [3 4] = 7  pilot"),
        (
            {"table": "", "title": "supper", "dice": "1d6", "faces": (5,), "natural": 5, "result": 5},
            "supper  1D6 [5] = 5  5",
        ),
    ],
)
def test_a_roll_is_explained_with_dice_modifiers_total_and_result(changes: dict[str, Any], told: str) -> None:
    assert explain_roll(evolve(ROLL, **changes)) == told
