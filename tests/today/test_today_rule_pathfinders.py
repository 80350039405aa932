"""Optional rule 10.9 of the daylight game: radar Pathfinders."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest
from bomberstream.core.damage import gun_out, trapped, turret_jammed, turret_power_out
from bomberstream.core.errors import NotAllowed
from bomberstream.core.ruleset import Ruleset
from bomberstream.core.sortie import Sortie
from bomberstream.core.testing import flown_alike
from day_rules_on import with_rules
from flights import asked, man, modifiers, rolls, run, stage, told

ON = with_rules("pathfinders")


def group(*faces: int, whose: str = "own", date: str = "1944-02-20", **more: Any) -> Sortie:
    """A group before take-off, with radar at its head or without."""
    options = {"pathfinder": whose, "position": "9", **more.pop("options", {})}
    s = stage(ON, *faces, **{"campaign": 3, "date": date, "options": options, **more})
    s.run_step("mission", "pathfinder")
    return s


@pytest.mark.rule("today 10.9")
@pytest.mark.parametrize(("date", "campaign", "radar"), [("1943-11-02", 2, "none"), ("1943-11-03", 2, "lead")])
def test_from_november_1943(date: str, campaign: int, radar: str) -> None:
    s = group(whose="lead", date=date, campaign=campaign)
    assert s.game.lead_radar == radar


@pytest.mark.rule("today 10.9")
@pytest.mark.parametrize("bomber", ["b-17g", "b-24j"])
def test_dome_and_operator_in_place_of_the_ball_turret_and_its_gunner(bomber: str) -> None:
    s = group(bomber=bomber)
    operator = man(s, "radar_operator")
    assert (operator.title, operator.section) == ("radar operator", "waist")
    assert s.bomber.man_of("ball_gunner").trade == ""
    assert s.bomber.guns["ball"].told == "H2X radar"
    assert not s.bomber.guns["ball"].can_fire
    assert len(s.bomber.crew) == 10


@pytest.mark.rule("today 10.9")
@pytest.mark.parametrize(("position", "now"), [("9", 1), ("1", 1), ("2", 2)])
def test_such_a_crew_flies_at_the_head(position: str, now: int) -> None:
    s = group(options={"position": position})
    assert s.game.position == now
    assert s.game.mission_lead is (now == 1)


@pytest.mark.rule("today 10.9", "today 6-1")
@pytest.mark.parametrize(("whose", "values"), [("none", [2]), ("lead", []), ("own", [])])
def test_cloud_counts_for_nothing(whose: str, values: list[int]) -> None:
    s = group(1, whose=whose, **{"weather": "full_cloud", "zone.is_target": True})
    run(s, "zone", "visibility")
    assert modifiers(s, "visibility") == values


def over(*faces: int, whose: str = "own", **more: Any) -> Sortie:
    """On the bomb run."""
    state = {"zone.is_target": True, "visibility": "completely_obscured"}
    return group(*faces, whose=whose, **{**state, **more})


def aim(s: Sortie) -> list[int]:
    """The bomb run, and what counts on it."""
    run(s, "zone", "radar_picture", "bomb_run")
    return modifiers(s, "bomb_run")


@pytest.mark.rule("today 10.9", "today 6-6")
@pytest.mark.parametrize("whose", ["own", "lead"])
@pytest.mark.parametrize(
    ("visibility", "face", "values"),
    [
        ("completely_obscured", 3, [-2]),
        ("completely_obscured", 4, []),
        ("mostly_obscured", 1, [-1]),
        ("mostly_obscured", 6, []),
    ],
)
def test_a_die_says_how_good_the_picture_is(whose: str, visibility: str, face: int, values: list[int]) -> None:
    s = over(face, *(4, 4), *(3, 3), whose=whose, visibility=visibility)
    assert aim(s) == values
    assert rolls(s)[0] == "radar_picture"


@pytest.mark.rule("today 6-6")
def test_over_a_target_that_is_seen_nobody_looks_at_the_scope() -> None:
    s = over(*(4, 4), *(3, 3), visibility="slightly_obscured")
    assert aim(s) == []
    assert "radar_picture" not in rolls(s)


@pytest.mark.rule("today 6-6")
def test_radar_or_operator_lost() -> None:
    s = over(*(4, 4), *(3, 3))
    s.bomber.out.add("radar")
    assert aim(s) == [-1]
    s = over(*(4, 4), *(3, 3))
    man(s, "radar_operator").is_serious = True
    assert aim(s) == [-1]


@pytest.mark.rule("today 6-6")
def test_without_radar_at_the_head_the_standard_set_holds() -> None:
    s = over(*(4, 4), *(3, 3), whose="none", **{"bombardier.missions": 6})
    assert aim(s) == [-2, -1]


@pytest.mark.rule("today 10.9")
@pytest.mark.parametrize(
    "hit",
    [
        pytest.param(lambda s: gun_out.function(s, "ball"), id="guns"),
        pytest.param(lambda s: turret_jammed.function(s, "ball"), id="jam"),
        pytest.param(lambda s: turret_power_out.function(s, "ball"), id="power"),
    ],
)
def test_what_hits_the_ball_turret_hits_the_radar(hit: Callable[[Sortie], None]) -> None:
    s = group()
    hit(s)
    assert "radar" in s.bomber.out
    assert len(told(s, "radar_out")) == 1
    assert not any(one.is_trapped for one in s.bomber.crew)


@pytest.mark.rule("today 10.9")
def test_nobody_is_shut_up_in_the_dome() -> None:
    s = group()
    trapped.function(s, "ball")
    assert told(s, "trapped") == []
    assert not s.bomber.man_of("").is_trapped


@pytest.mark.rule("today 10.9")
def test_a_bomber_without_a_ball_turret_has_no_place_for_radar() -> None:
    s = stage(ON, date="1944-02-20", options={"pathfinder": "own"})
    del s.bomber.guns["ball"]
    with pytest.raises(NotAllowed, match="the B-17G has no ball turret"):
        s.run_step("mission", "pathfinder")


@pytest.mark.rule("today 10.9")
def test_another_leaders_radar_is_not_hit_with_us() -> None:
    s = group(whose="lead")
    gun_out.function(s, "ball")
    assert "radar" not in s.bomber.out


@pytest.mark.rule("today 10.9")
@pytest.mark.parametrize(
    ("state", "campaign", "whose"),
    [
        ({"weather_over_base": "good"}, 3, "none"),
        ({"weather_over_base": "poor"}, 3, "lead"),
        ({"position": 2, "pilot.missions": 6}, 3, "own"),
    ],
)
def test_standing_orders_ask_for_radar_in_bad_weather(state: dict[str, Any], campaign: int, whose: str) -> None:
    s = stage(ON, campaign=campaign, date="1944-02-20", options={"position": "9"}, **state)
    s.run_step("mission", "pathfinder")
    assert asked(s) == ["pathfinder"]
    assert s.game.lead_radar == whose


@pytest.mark.rule("today 10.9")
def test_before_its_time_nothing_changes(today: Ruleset) -> None:
    assert flown_alike(ON, today, "pathfinder", seeds=60) > 0
