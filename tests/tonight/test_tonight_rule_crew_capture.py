"""Optional rule 7.4.1: whether a man whom the underground has brought home flies again."""

from __future__ import annotations

from typing import Any

import pytest
from bomberstream.core.flight import summary
from bomberstream.core.sortie import Sortie
from nights import asked, happenings, man, run, stage, told
from rules_on import check_flies, check_off, with_rules

ON = with_rules("crew_capture")


def down(place: str = "occupied", *, fate: str = "returns", **given: Any) -> Sortie:
    """A bomber is down; the navigator is back, the others are prisoners."""
    s = stage(ON, **given)
    s.outcome, s.game.landing_place = "bailed_out", place
    for one in s.bomber.crew:
        one.fate = "captured"
    man(s, "navigator").fate = fate
    return s


@pytest.mark.rule("tonight 7.4.1")
@pytest.mark.parametrize(("order", "flies", "after"), [("yes", True, ""), ("no", False, "off_flying")])
def test_the_player_says_whether_he_flies_again(order: str, flies: bool, after: str) -> None:
    s = run(down(orders={"evader_flies": order}), "debriefing", "evaders")
    name = man(s, "navigator").name
    assert asked(s) == ["evader_flies"]
    assert told(s, "evader_back") == [{"man": name, "flies": flies}]
    assert man(s, "navigator").after == after
    assert summary(s)["evaders"] == [{"name": name, "flies_again": flies}]


@pytest.mark.rule("tonight 7.4.1")
def test_by_standing_order_he_is_taken_off_flying() -> None:
    s = run(down(), "debriefing", "evaders")
    assert man(s, "navigator").after == "off_flying"


@pytest.mark.rule("tonight 7.4.1")
@pytest.mark.parametrize(
    ("place", "fate", "evaded"),
    [
        ("occupied", "returns", True),
        ("occupied", "evades", True),
        ("water", "evades", True),
        ("water", "returns", False),
        ("friendly", "returns", False),
        ("base", "returns", False),
        ("occupied", "captured", False),
        ("neutral", "interned", False),
    ],
)
def test_only_who_comes_back_through_enemy_country(place: str, fate: str, evaded: bool) -> None:
    s = run(down(place, fate=fate), "debriefing", "evaders")
    assert ("evader_back" in happenings(s)) is evaded


@pytest.mark.rule("tonight 7.4.1")
@pytest.mark.parametrize(("after", "asks"), [("recovers", True), ("sent_home", False), ("died_of_wounds", False)])
def test_the_doctors_come_first(after: str, asks: bool) -> None:
    s = down()
    man(s, "navigator").after = after
    run(s, "debriefing", "evaders")
    assert ("evader_flies" in asked(s)) is asks
    assert man(s, "navigator").after == ("off_flying" if asks else after)


@pytest.mark.rule("tonight 7.4.1")
def test_off_it_changes_nothing() -> None:
    check_off("crew_capture", "evader_back")
    assert "evaders" not in summary(stage(with_rules()))


@pytest.mark.rule("tonight 7.4.1")
def test_two_hundred_nights() -> None:
    found = check_flies("crew_capture")
    evaders = [(s, name) for s in found for name in s.kept["crew_capture"].flies]
    assert evaders
    assert all(one.after == "off_flying" for s, name in evaders for one in s.bomber.crew if one.name == name)
