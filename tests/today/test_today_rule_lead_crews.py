"""Optional rule 10.7 of the daylight game: lead crews."""

from __future__ import annotations

from typing import Any

import pytest
from bomberstream.core.errors import BadData
from bomberstream.core.flight import fly
from bomberstream.core.packs import Target
from bomberstream.core.ruleset import Ruleset
from bomberstream.core.sortie import Setup, Sortie
from bomberstream.core.testing import flown_alike
from day_rules_on import with_rules
from flights import asked, happenings, man, modifiers, rolls, run, stage, told

ON = with_rules("lead_crews")
SEASONED = ("pilot", "copilot", "bombardier", "navigator")


def crew(missions: int = 6, lacks: str = "", **more: Any) -> Sortie:
    """A crew before take-off; `lacks`: who of them has flown once less."""
    s = stage(ON, **more)
    for trade in SEASONED:
        man(s, trade).missions = missions - (trade == lacks)
    return run(s, "mission", "lead_crew")


@pytest.mark.rule("today 10.7")
@pytest.mark.parametrize("lacks", SEASONED)
def test_pilots_bombardier_and_navigator_need_six_missions(lacks: str) -> None:
    assert asked(crew()) == ["flies_lead"]
    assert asked(crew(lacks=lacks)) == []


@pytest.mark.rule("today 10.7", "today 2-10B")
@pytest.mark.parametrize(("choice", "number", "leads"), [("lead", 1, True), ("deputy", 2, False)])
def test_it_takes_the_lead_or_the_deputys_place(choice: str, number: int, leads: bool) -> None:
    s = crew(orders={"flies_lead": choice}, options={"position": "18"})
    assert (s.game.position, s.game.cell) == (number, "middle")
    assert (s.game.mission_lead, s.game.cell_leader, s.game.tail_end) == (leads, leads, False)


@pytest.mark.rule("today 10.7")
def test_or_stays_where_it_was_rolled() -> None:
    s = crew(orders={"flies_lead": "ranks"}, options={"position": "18"})
    assert (s.game.position, s.game.tail_end) == (18, True)
    assert "lead_navigator" not in s.bomber.stations
    assert man(s, "left_waist_gunner").post == "left waist gunner"


@pytest.mark.rule("today 10.7")
@pytest.mark.parametrize("bomber", ["b-17f", "b-17g", "b-24d", "b-24j"])
def test_a_second_navigator_flies_in_place_of_the_left_waist_gunner(bomber: str) -> None:
    s = crew(bomber=bomber)
    second = man(s, "lead_navigator")
    assert (second.post, second.section, second.missions) == ("lead navigator", "nose", 6)
    assert s.bomber.man_of("left_waist_gunner").trade == ""
    assert len(s.bomber.crew) == 10
    assert not any(gun.gunner is second for gun in s.bomber.guns.values())


@pytest.mark.rule("today 10.7", "tonight 4.5")
@pytest.mark.parametrize(("choice", "goes_on"), [("deputy", True), ("ranks", False)])
def test_he_finds_the_way_when_the_navigator_cannot(choice: str, goes_on: bool) -> None:
    s = crew(orders={"flies_lead": choice, "abort": "no"})
    s.zone.fighters = None
    s.game.in_formation = False
    man(s, "navigator").kill()
    s.run_step("zone", "abort_decision")
    assert (s.game.aborting == "") is goes_on


def over(*faces: int, lead: bool = False, **more: Any) -> Sortie:
    """Over the target, on the bomb run."""
    s = stage(ON, *faces, **{"zone.is_target": True, "visibility": "slightly_obscured", **more})
    s.game.mission_lead = lead
    return run(s, "zone", "lead_aims", "bomb_run")


@pytest.mark.rule("today 10.7", "today 6-6")
def test_the_leader_aims_for_all_and_each_rolls_its_own_share() -> None:
    s = over(*(1, 2), *(3, 3))
    assert rolls(s) == ["bomb_run", "bombing_accuracy"]
    assert modifiers(s, "bomb_run") == []
    assert s.game.bomb_run == "on_target"
    assert "lead_aims" in happenings(s)


@pytest.mark.rule("today 10.7", "today 6-6")
@pytest.mark.parametrize(
    ("more", "values"),
    [({"bombardier.missions": 11}, [1]), ({"out.autopilot": True}, [-2]), ({"out.intercom": True}, [-1])],
)
def test_only_a_leader_has_his_own_crew_on_the_die(more: dict[str, Any], values: list[int]) -> None:
    assert modifiers(over(*(3, 3), *(3, 3), lead=True, **more), "bomb_run") == values
    assert modifiers(over(*(3, 3), *(3, 3), **more), "bomb_run") == []


@pytest.mark.rule("today 6-6")
def test_a_straggler_aims_for_himself() -> None:
    s = over(*(4, 4), *(3, 3), out_of_formation=True, **{"bombardier.missions": 11})
    assert modifiers(s, "bomb_run") == [-3]


@pytest.mark.rule("today 6-6")
def test_before_bombing_on_command_so_does_everybody() -> None:
    s = over(*(4, 4), *(3, 3), bomber="b-17f", campaign=1, **{"bombardier.missions": 11})
    assert not s.game.lead_set
    assert modifiers(s, "bomb_run") == []


@pytest.mark.rule("today 10.7", "today 6-6")
@pytest.mark.parametrize(
    ("known", "kind", "knows"),
    [("Oil, Steel", "Oil", True), ("oil", "Oil", True), ("Steel", "Oil", False), ("", "Oil", False)],
)
def test_what_the_bombardier_knows(known: str, kind: str, knows: bool) -> None:
    s = stage(ON, options={"known_types": known})
    s.game.target = Target(3, "Ploesti", "R", kind, 1)
    run(s, "mission", "lead_crew")
    assert s.game.knows_target_type is knows


@pytest.mark.rule("today 10.7")
def test_a_type_that_there_is_not_is_refused() -> None:
    with pytest.raises(BadData, match="known_types: no target type 'Oyl'; did you mean 'Oil'"):
        fly(ON, Setup("today", 1, options={"known_types": "Oyl"}))


@pytest.mark.rule("today 10.7")
def test_green_crews_fly_as_ever_but_that_the_leader_aims(today: Ruleset) -> None:
    assert flown_alike(ON, today, "lead_aims", seeds=40) > 10


@pytest.mark.rule("today 10.7")
def test_who_leads_is_told() -> None:
    assert [one["place"] for one in told(crew(), "flies_lead")] == ["lead"]
