"""Optional rule 10.7 of the daylight game: going around."""

from __future__ import annotations

from typing import Any

import pytest
from bomberstream.core.errors import NotAllowed
from bomberstream.core.hooks import load_plugins
from bomberstream.core.ruleset import compose
from bomberstream.core.sortie import Sortie
from bomberstream.core.testing import flown_alike
from day_rules_on import with_rules
from flights import NO_FIGHTERS, asked, count_turns, modifiers, rolls, run, stage, stretches, turns

ON = with_rules("lead_crews", "going_around")
YES = {"go_around": "yes"}


def over(*faces: int, leads: bool = True, **more: Any) -> Sortie:
    """Over a target that nobody can see; the group is ours to lead."""
    state = {"zone.is_target": True, "visibility": "completely_obscured", "weather": "haze", **NO_FIGHTERS, **more}
    s = count_turns(stage(ON, *faces, **state))
    s.game.mission_lead = leads
    return s


@pytest.mark.rule("today 10.7", "today 6-1", "today 6.7")
def test_another_turn_further_flak_and_a_new_look() -> None:
    s = run(over(6, *(3, 4) * 3, 1, orders=YES), "zone", "go_around")
    assert rolls(s) == ["flak", *["flak_to_hit"] * 3, "visibility"]
    assert modifiers(s, "flak") == [-2, -1]
    assert s.game.visibility == "clear"
    assert stretches(s) == ["out 4 going around"]
    assert turns(s) == 1


@pytest.mark.rule("today 10.7")
def test_the_leader_decides_for_the_group_and_a_straggler_for_himself() -> None:
    assert asked(run(over(orders={"go_around": "no"}), "zone", "go_around")) == ["go_around"]
    assert asked(run(over(leads=False, orders=YES), "zone", "go_around")) == []
    alone = over(leads=False, out_of_formation=True, orders={"go_around": "no"})
    assert asked(run(alone, "zone", "go_around")) == ["go_around"]


@pytest.mark.rule("today 10.7")
@pytest.mark.parametrize("state", [{"bombs_aboard": False}, {"outbound": False}, {"zone.is_target": False}])
def test_only_with_bombs_and_before_they_fall(state: dict[str, Any]) -> None:
    assert asked(run(over(orders=YES, **state), "zone", "go_around")) == []


@pytest.mark.rule("today 10.7")
@pytest.mark.parametrize(
    ("state", "goes"),
    [({}, "yes"), ({"visibility": "mostly_obscured"}, "no"), ({"out.bombsight": True}, "no")],
)
def test_standing_orders_come_round_for_a_blind_run_alone(state: dict[str, Any], goes: str) -> None:
    faces = (1, 1) if goes == "yes" else ()
    s = run(over(*faces, **state), "zone", "go_around")
    assert (turns(s) == 1) is (goes == "yes")


@pytest.mark.rule("today 10.7")
def test_where_nobody_is_asked_nothing_changes() -> None:
    assert flown_alike(ON, with_rules("lead_crews"), "go_around", seeds=60) > 0


@pytest.mark.rule("today 10.7")
def test_it_needs_lead_crews() -> None:
    with pytest.raises(NotAllowed, match="'going_around' needs lead_crews"):
        compose(load_plugins(), "today", rules=["going_around"])
