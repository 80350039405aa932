"""Optional table 9-2 of the daylight game: awards."""

from __future__ import annotations

from typing import Any

import pytest
from bomberstream.core.errors import BadData
from bomberstream.core.events import Event, digest
from bomberstream.core.flight import fly, summary
from bomberstream.core.ruleset import Ruleset
from bomberstream.core.sortie import Setup, Sortie
from combat_scenes import play_all, told
from day_rules_on import with_rules
from flights import asked, man, rolls, stage

ON = with_rules("today_awards")


def home(*faces: int, **more: Any) -> Sortie:
    """A crew whose tail gunner has shot down a fighter, at home again."""
    s = stage(ON, *faces, **more)
    man(s, "tail_gunner").kills_today += 1
    s.outcome = "returned"
    for one in s.bomber.crew:
        one.fate = "returns"
    return s


def given(s: Sortie) -> list[tuple[str, str, bool]]:
    """Who was given what, and whether he had it already."""
    names = {one.name: one.trade for one in s.bomber.crew}
    return [(names[str(one["man"])], str(one["award"]), bool(one["bar"])) for one in told(s, "award")]


@pytest.mark.rule("today 9-2")
@pytest.mark.parametrize(
    ("face", "award"),
    [
        (1, None),
        (2, "Air Medal"),
        (3, None),
        (4, "Bronze Star"),
        (5, None),
        (6, "Air Medal"),
        (7, "Silver Star"),
        (8, None),
        (9, "Distinguished Flying Cross"),
        (10, "Medal of Honor"),
    ],
)
def test_who_is_put_up_rolls_once(face: int, award: str | None) -> None:
    s = play_all(home(face), "debriefing.put_up")
    assert given(s) == ([("tail_gunner", award, False)] if award else [])
    assert len(told(s, "award_refused")) == (award is None)


@pytest.mark.rule("today 9-2 note ab")
@pytest.mark.parametrize("wounds", ["light", "serious", "killed"])
def test_a_wound_is_a_purple_heart_without_a_roll(wounds: str) -> None:
    s = home(**{"navigator.wounds": wounds})
    play_all(s, "debriefing.purple_hearts")
    assert given(s) == [("navigator", "Purple Heart", False)]
    assert rolls(s) == []
    assert told(s, "award")[0]["posthumous"] is (wounds == "killed")


@pytest.mark.rule("today 9-2")
def test_frostbite_is_no_wound() -> None:
    s = play_all(home(**{"navigator.frostbite": "severe"}), "debriefing.purple_hearts")
    assert given(s) == []


@pytest.mark.rule("today 9-2 note ab")
def test_what_he_has_already_is_a_cluster() -> None:
    options = {"decorations": "tail_gunner silver_star, navigator purple_heart"}
    s = home(7, options=options, **{"navigator.wounds": "light"})
    play_all(s, "debriefing.purple_hearts", "debriefing.put_up")
    assert given(s) == [("navigator", "Purple Heart", True), ("tail_gunner", "Silver Star", True)]
    assert [one["bar"] for one in summary(s)["awards"]] == [True, True]


@pytest.mark.rule("today 9-2")
def test_a_crew_that_nobody_has_seen_again_has_nothing() -> None:
    s = home(**{"navigator.wounds": "light"})
    for one in s.bomber.crew:
        one.fate = "captured"
    play_all(s, "debriefing.purple_hearts", "debriefing.put_up")
    assert given(s) == []
    assert asked(s) == []


@pytest.mark.rule("today 9-2")
def test_a_medal_that_there_is_not_is_refused_before_they_fly() -> None:
    with pytest.raises(BadData, match="no medal 'silver'; did you mean 'silver_star'"):
        fly(ON, Setup("today", 1, options={"decorations": "pilot silver"}))


@pytest.mark.rule("today 9-2")
def test_the_flight_itself_is_the_same(today: Ruleset) -> None:
    """Medals come after it: the same rolls, and those of the debriefing."""
    for seed in range(30):
        with_it: list[Event] = []
        without: list[Event] = []
        fly(ON, Setup("today", seed), log=with_it)
        fly(today, Setup("today", seed), log=without)
        own = ("award", "award_refused", "put_up")
        left = [one for one in with_it if getattr(one, "role", getattr(one, "decision", one.type)) not in own]
        assert digest(left) == digest(without), seed
