"""Optional rule 10.8 of the daylight game: toggliers."""

from __future__ import annotations

from typing import Any

import pytest
from bomberstream.core.ruleset import Ruleset
from bomberstream.core.sortie import Sortie
from bomberstream.core.testing import flown_alike
from day_rules_on import with_rules
from flights import asked, man, modifiers, rolls, run, stage, told

ON = with_rules("toggliers")
APRIL = "1944-04-11"


def crew(*faces: int, date: str = APRIL, position: str = "4", **more: Any) -> Sortie:
    """A bomber of the ranks before take-off."""
    campaign = 4 if date >= "1944-03" else 3
    options = {"position": position, **more.pop("options", {})}
    s = stage(ON, *faces, campaign=campaign, date=date, options=options, **more)
    s.run_step("mission", "togglier")
    return s


@pytest.mark.rule("today 10.8")
@pytest.mark.parametrize(("date", "flies"), [("1943-12-31", False), ("1944-01-01", True)])
def test_they_fly_from_1944_on(date: str, flies: bool) -> None:
    s = crew(date=date)
    assert asked(s) == ["takes_togglier"] * flies
    assert (man(s, "bombardier").title == "togglier") is flies
    assert len(told(s, "togglier")) == flies


@pytest.mark.rule("today 10.8")
@pytest.mark.parametrize("position", ["1", "2", "7", "13"])
def test_leaders_and_the_deputy_have_a_bombardier(position: str) -> None:
    assert asked(crew(position=position)) == []


@pytest.mark.rule("today 10.8")
@pytest.mark.parametrize(("asked_for", "title"), [("yes", "togglier"), ("no", "bombardier")])
def test_the_setting_decides(asked_for: str, title: str) -> None:
    s = crew(options={"togglier": asked_for})
    assert asked(s) == []
    assert man(s, "bombardier").title == title


@pytest.mark.rule("today 10.8")
def test_he_is_a_stranger_with_the_guns_of_the_bombardier() -> None:
    s = crew()
    assert s.bomber.guns["chin"].gunner is man(s, "bombardier")


def run_in(*faces: int, **more: Any) -> Sortie:
    """The bomb run with a togglier."""
    state = {"zone.is_target": True, "visibility": "slightly_obscured", "bombardier.missions": 6}
    return run(crew(*faces, **{**state, **more}), "zone", "bomb_run")


@pytest.mark.rule("today 10.8", "today 6-6")
def test_he_drops_with_the_leader() -> None:
    s = run_in(*(3, 3), *(3, 3))
    assert modifiers(s, "bomb_run") == [-2]
    assert s.game.bomb_run == "on_target"


@pytest.mark.rule("today 10.8", "today 6-6")
def test_no_bombsight_no_bombsight_to_lose() -> None:
    s = run_in(*(3, 3), *(3, 3), **{"out.bombsight": True})
    assert s.game.bomb_run == "on_target"


@pytest.mark.rule("today 10.8", "today 6-6")
@pytest.mark.parametrize("state", ["out_of_formation", "out.bomb_controls", "out.control_cables"])
def test_alone_or_with_dead_controls_his_bombs_go_wide(state: str) -> None:
    s = run_in(*(3, 4), **{state: True})
    assert rolls(s) == ["bombing_accuracy"]
    assert s.game.bomb_run == "off_target"


@pytest.mark.rule("today 10.8")
def test_where_none_flies_nothing_changes(today: Ruleset) -> None:
    assert flown_alike(ON, today, "takes_togglier", seeds=60) > 0
