"""Optional rule 10.2 of the daylight game: formations before the combat box."""

from __future__ import annotations

from typing import Any

import pytest
from bomberstream.core.ruleset import Ruleset
from bomberstream.core.sortie import Sortie
from bomberstream.core.testing import flown_alike
from bomberstream.plugins.today.target import flak
from day_rules_on import with_rules
from flights import asked, modifiers, rolls, run, stage, told, used_up

ON = with_rules("early_formations")


def group(*faces: int, date: str = "1943-03-31", **more: Any) -> Sortie:
    """A group of the first campaign, formed up."""
    s = stage(ON, *faces, bomber="b-17f", campaign=1, date=date, **more)
    return run_free(s)


def run_free(s: Sortie) -> Sortie:
    """The step that finds out how the group flies."""
    s.run_step("mission", "early_formation")
    return s


@pytest.mark.rule("today 10.2")
@pytest.mark.parametrize(("date", "early"), [("1942-11-07", True), ("1943-03-31", True), ("1943-04-01", False)])
def test_up_to_the_end_of_march_1943(date: str, early: bool) -> None:
    s = group(date=date)
    assert s.game.evades_in_box is early
    assert len(told(s, "early_formation")) == early


@pytest.mark.rule("today 10.2", "today 5.9")
@pytest.mark.parametrize(("date", "values"), [("1943-03-31", [-1]), ("1943-04-01", [])])
def test_the_whole_formation_evades_the_flak(date: str, values: list[int]) -> None:
    s = group(1, date=date, visibility="slightly_obscured", orders={"evade_flak": "yes"})
    flak(s)
    used_up(s)
    assert modifiers(s, "flak") == values
    assert asked(s) == ["evade_flak"] * len(values)


@pytest.mark.rule("today 10.2", "today 6-6")
def test_to_evade_before_the_bombs_spoils_the_aim() -> None:
    s = group(1, orders={"evade_flak": "yes"})
    flak(s)
    assert s.game.evaded_in_target_zone


def beaten_off(*faces: int, **more: Any) -> Sortie:
    """A wave that the box beats off."""
    s = group(*faces, **more)
    s.game.wave_notes = ("c",)
    return s


@pytest.mark.rule("today 10.2", "today 5-3")
@pytest.mark.parametrize("face", [4, 6])
def test_a_wave_is_beaten_off_all_the_same(face: int) -> None:
    s = run(beaten_off(face), "wave", "through_the_gaps")
    assert s.game.fighters == []
    assert rolls(s) == ["early_formation"]


@pytest.mark.rule("today 10.2", "today 5-3")
@pytest.mark.parametrize("face", [1, 3])
def test_or_finds_a_gap_and_is_rolled_for_again(face: int) -> None:
    s = beaten_off(face, 1, 1, **{"zone.resistance": "moderate"})
    run(s, "wave", "through_the_gaps")
    assert rolls(s) == ["early_formation", "appearance"]


@pytest.mark.rule("today 10.2")
def test_the_box_of_april_has_no_gaps() -> None:
    assert rolls(run(beaten_off(date="1943-04-01"), "wave", "through_the_gaps")) == []


@pytest.mark.rule("today 10.2")
def test_a_straggler_has_no_box_to_beat_them_off() -> None:
    assert rolls(run(beaten_off(out_of_formation=True), "wave", "through_the_gaps")) == []


@pytest.mark.rule("today 10.2")
def test_later_nothing_changes(today: Ruleset) -> None:
    assert flown_alike(ON, today, "early_formation", seeds=100) > 0
