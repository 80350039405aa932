"""After the flight: hospital (5-17 b, 5-18), credit for the tour, and what the summary tells."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import pytest
from bomberstream.core import damage
from bomberstream.core.flight import status_of, summary
from bomberstream.core.mission.engines import obey_engines
from bomberstream.core.ruleset import Ruleset
from bomberstream.core.sortie import Sortie
from bomberstream.plugins.today.debriefing import credit, facts, hospital
from bomberstream.plugins.today.formation import fall_out
from bomberstream.plugins.today.zones import give_up
from flights import (
    happenings,
    man,
    modifiers,
    rolls,
    stage,
    take,
    told,
    used_up,
)


def home(today: Ruleset, *faces: int, outcome: str = "returned", **state: Any) -> Sortie:
    """A crew back at their base, from the target zone unless a test says otherwise."""
    s = stage(today, *faces, **state)
    s.game.zones = s.game.route.target_zone
    s.outcome = outcome
    for one in s.bomber.crew:
        one.fate = "" if one.is_dead else "returns"
    return s


# --- hospital


@pytest.mark.rule("today 5-17 note b")
@pytest.mark.parametrize(
    ("face", "after", "status"),
    [
        (1, "recovers", "seriously wounded"),
        (2, "sent_home", "seriously wounded"),
        (5, "sent_home", "seriously wounded"),
        (6, "died_of_wounds", "died of wounds"),
    ],
)
def test_a_serious_wound_heals_ends_a_tour_or_kills(today: Ruleset, face: int, after: str, status: str) -> None:
    s = home(today, face, **{"engineer.wounds": "serious"})
    hospital(s)
    used_up(s)
    assert man(s, "engineer").after == after
    assert man(s, "engineer").is_dead is (face == 6)
    assert status_of(man(s, "engineer")) == status
    assert told(s, "hospital")[0]["after"] == after


@pytest.mark.rule("today 5-18")
@pytest.mark.parametrize(
    ("grade", "face", "after", "shift"),
    [
        ("frostbite", 3, "recovers", []),
        ("frostbite", 4, "sent_home", []),
        ("severe", 2, "recovers", [1]),
        ("severe", 3, "sent_home", [1]),
    ],
)
def test_frostbite_heals_or_ends_a_tour(today: Ruleset, grade: str, face: int, after: str, shift: list[int]) -> None:
    s = home(today, face, **{"tail_gunner.frostbite": grade})
    hospital(s)
    used_up(s)
    assert man(s, "tail_gunner").after == after
    assert modifiers(s, "frostbite_recovery") == shift


@pytest.mark.rule("today 5-17")
def test_light_wounds_heal_without_a_throw(today: Ruleset) -> None:
    s = home(today, **{"engineer.light_wounds": 2})
    hospital(s)
    assert rolls(s) == []
    assert status_of(man(s, "engineer")) == "wounded"


@pytest.mark.rule("today 5-17 note b", "today 5-18")
@pytest.mark.parametrize(
    ("faces", "after"), [((2, 1), "sent_home"), ((1, 6), "sent_home"), ((1, 1), "recovers"), ((6,), "died_of_wounds")]
)
def test_a_wounded_and_frostbitten_man_needs_luck_twice(today: Ruleset, faces: tuple[int, ...], after: str) -> None:
    s = home(today, *faces, **{"engineer.wounds": "serious", "engineer.frostbite": "frostbite"})
    hospital(s)
    used_up(s)
    assert man(s, "engineer").after == after


@pytest.mark.rule("today 5-17 note b")
@pytest.mark.parametrize("fate", ["captured", "interned", "missing"])
def test_nobody_throws_for_the_dead_or_for_who_does_not_come_back(today: Ruleset, fate: str) -> None:
    s = home(today, **{"pilot.wounds": "killed", "engineer.wounds": "serious", "tail_gunner.frostbite": "severe"})
    man(s, "engineer").fate = man(s, "tail_gunner").fate = fate
    hospital(s)
    assert rolls(s) == []
    assert status_of(man(s, "pilot")) == "killed"
    assert status_of(man(s, "engineer")) == fate


@pytest.mark.rule("today 5-17 note b")
@pytest.mark.parametrize("fate", ["returns", "evades", "rescued", "home"])
def test_whoever_comes_back_is_treated(today: Ruleset, fate: str) -> None:
    s = home(today, 1, **{"engineer.wounds": "serious"})
    man(s, "engineer").fate = fate
    hospital(s)
    used_up(s)
    assert man(s, "engineer").after == "recovers"


@pytest.mark.rule("today 3-1")
def test_after_a_scrubbed_mission_there_is_nothing_to_treat(today: Ruleset) -> None:
    s = home(today, outcome="scrubbed")
    s.run("debriefing")
    assert happenings(s) == ["debriefed"]
    assert not s.game.counts_for_tour


# --- credit


def counts(s: Sortie) -> bool:
    """Whether the mission counts."""
    credit(s)
    assert told(s, "debriefed")[0]["counts"] == s.game.counts_for_tour
    return bool(s.game.counts_for_tour)


@pytest.mark.rule("tonight 1.6")
@pytest.mark.parametrize(
    ("run", "credited"),
    [("on_target", True), ("off_target", True), ("jettisoned", False), ("hung", False), ("lost", False), ("", False)],
)
@pytest.mark.parametrize("outcome", ["returned", "crashed", "shot_down", "bailed_out", "ditched"])
def test_bombs_dropped_in_the_target_zone_count_however_the_flight_ends(
    today: Ruleset, run: str, credited: bool, outcome: str
) -> None:
    s = home(today, outcome=outcome)
    s.game.bomb_run = run
    assert counts(s) is credited


def lose_system(s: Sortie, system: str, cause: str) -> Sortie:
    """A system fails for this cause."""
    s.under_attack_by = cause
    damage.system_out.function(s, system)
    s.under_attack_by = ""
    return s


@pytest.mark.rule("tonight 4.5")
@pytest.mark.parametrize(
    ("cause", "credited"),
    [("fighter", True), ("flak", True), ("collision", True), ("mechanical", False), ("event", False), ("", False)],
)
@pytest.mark.parametrize("system", ["intercom", "bombsight", "bomb_bay_doors", "electrical"])
def test_an_abort_counts_when_the_enemy_brought_it_about(
    today: Ruleset, system: str, cause: str, credited: bool
) -> None:
    s = lose_system(home(today), system, cause)
    give_up(s, "enough")
    assert counts(s) is credited


@pytest.mark.rule("tonight 4.5")
@pytest.mark.parametrize("outcome", ["shot_down", "bailed_out", "ditched", "crashed", "force_landed"])
def test_who_comes_down_before_the_target_without_giving_up_gets_no_credit(today: Ruleset, outcome: str) -> None:
    s = lose_system(home(today, outcome=outcome), "intercom", "fighter")
    s.game.zones = 4
    assert s.outbound
    assert not counts(s)


@pytest.mark.rule("tonight 4.5")
def test_what_excuses_no_abort_does_not_count_whoever_shot_it_away(today: Ruleset) -> None:
    s = lose_system(home(today), "rubber_rafts", "fighter")
    s.under_attack_by = "fighter"
    damage.gun_out.function(s, "tail")
    s.man = man(s, "tail_gunner")
    damage.killed.function(s)
    s.man = man(s, "pilot")
    damage.light_wound.function(s)
    s.under_attack_by = ""
    give_up(s, "enough")
    assert not counts(s)


@pytest.mark.rule("tonight 4.5")
@pytest.mark.parametrize(
    "area_and_dice",
    [("nose", (1, 1)), ("radio_room", (1, 2)), ("pilot_compartment", (4, 5, 6, 6)), ("bomb_bay", (1, 4, 1))],
)
def test_what_the_enemy_shot_away_is_a_reason_that_counts(
    today: Ruleset, area_and_dice: tuple[str, tuple[int, ...]]
) -> None:
    area, dice = area_and_dice
    s = home(today, *dice)
    s.under_attack_by = "fighter"
    damage.hit_area(s, area)
    used_up(s)
    assert len(s.game.reasons_to_abort) == 1
    assert counts(s)


@pytest.mark.rule("tonight 4.5")
def test_being_forced_out_of_formation_counts(today: Ruleset) -> None:
    s = home(today)
    s.under_attack_by = "fighter"
    fall_out(s, "windmilling propeller")
    assert counts(s)


@pytest.mark.rule("tonight 4.3", "tonight 4.5")
@pytest.mark.parametrize("reason", ["severe icing over the Alps", "all turbos out"])
def test_weather_recall_and_failures_do_not_count(today: Ruleset, reason: str) -> None:
    s = home(today)
    give_up(s, reason)
    assert not counts(s)


@pytest.mark.rule("tonight 4.3")
def test_a_recall_does_not_count_whatever_was_hit_before(today: Ruleset) -> None:
    s = lose_system(home(today), "intercom", "fighter")
    give_up(s, "recalled, weather over Europe", with_group=True)
    assert not counts(s)


@pytest.mark.rule("tonight 4.5", "today 4-1A")
def test_ice_does_not_count_whatever_was_hit_before(today: Ruleset) -> None:
    s = lose_system(home(today, 1), "intercom", "fighter")
    s.under_attack_by = "weather"
    s.carry_out("alps_weather")
    s.under_attack_by = ""
    assert s.game.aborting
    assert not counts(s)


@pytest.mark.rule("tonight 4.5", "today 4-1A")
def test_who_turns_back_for_the_cloud_over_the_alps_gets_no_credit(today: Ruleset) -> None:
    s = lose_system(home(today, orders={"alps": "abort"}, cloud_over_alps=True), "intercom", "fighter")
    take(s, "zone", "alps_clouds")
    assert s.game.aborting
    assert not counts(s)


@pytest.mark.rule("tonight 4.5", "today 5-3D note g")
def test_another_bomber_that_comes_too_close_is_no_enemy(today: Ruleset) -> None:
    s = home(today, 5, 5)
    today.verbs["near_collision"].function(s)
    used_up(s)
    assert not s.game.in_formation
    give_up(s, "enough")
    assert not counts(s)


def shot_up(s: Sortie, act: Any, *args: Any) -> Sortie:
    """A fighter does this to the bomber."""
    s.under_attack_by = "fighter"
    act(s, *args)
    obey_engines(s)
    s.under_attack_by = ""
    give_up(s, "enough")
    return s


@pytest.mark.rule("tonight 4.5")
@pytest.mark.parametrize(
    ("act", "argument"),
    [
        (damage.heat_out.function, "tail_gunner"),
        (damage.oxygen_out.function, "tail"),
        (damage.engine_out.function, 2),
        (lambda s, trade: damage.wound_man(s, s.bomber.man_of(trade)), "bombardier"),
        (lambda s, trade: damage.wound_man(s, s.bomber.man_of(trade)), "navigator"),
        (lambda s, trade: damage.wound_man(s, s.bomber.man_of(trade)), "pilot"),
    ],
)
def test_heat_oxygen_engines_and_officers_lost_to_the_enemy_count(today: Ruleset, act: Any, argument: Any) -> None:
    s = home(today, 4, orders={"jettison_for_engine": "yes"})
    assert counts(shot_up(s, act, argument))


@pytest.mark.rule("tonight 4.5")
def test_bombs_that_hang_because_of_the_enemy_are_judged_as_an_abort(today: Ruleset) -> None:
    s = home(today, 1, 1, orders={"manual_release": "no"}, **{"zone.is_target": True})
    s.under_attack_by = "fighter"
    damage.hit_area(s, "bomb_bay")
    s.under_attack_by = ""
    s.run_step("zone", "bomb_run")
    used_up(s)
    assert s.game.bomb_run == "hung"
    assert counts(s)


# --- the summary


@pytest.mark.parametrize(
    ("state", "fate", "status"),
    [
        ({}, "returns", "unhurt"),
        ({"pilot.wounds": "light"}, "returns", "wounded"),
        ({"pilot.wounds": "serious"}, "returns", "seriously wounded"),
        ({"pilot.wounds": "killed"}, "", "killed"),
        ({"pilot.frostbite": "severe"}, "returns", "frostbitten"),
        ({}, "captured", "captured"),
        ({"pilot.wounds": "serious"}, "captured", "captured"),
        ({}, "interned", "interned"),
        ({}, "missing", "missing"),
    ],
)
def test_how_a_man_came_out_of_it(today: Ruleset, state: Mapping[str, Any], fate: str, status: str) -> None:
    s = home(today, **state)
    man(s, "pilot").fate = fate
    assert status_of(man(s, "pilot")) == status


@pytest.mark.rule("today 7-3 note i")
def test_men_lost_at_sea_are_missing(today: Ruleset) -> None:
    s = home(today, **{"pilot.wounds": "killed"})
    man(s, "pilot").fate = "missing"
    assert status_of(man(s, "pilot")) == "missing"


def test_the_summary_tells_of_target_bombing_and_losses(today: Ruleset) -> None:
    s = home(today, **{"pilot.wounds": "killed"})
    man(s, "navigator").fate = "captured"
    s.game.bomb_run, s.game.bombing_percent, s.game.kills = "on_target", 40, 2
    credit(s)
    found = facts(s)
    assert found["bombing"] == {"on_target": True, "percent": 40, "run": "on_target"}
    assert (found["claims"], found["losses"], found["counts_for_tour"]) == (2, 2, True)
    assert found["target"] == s.game.target.city
    assert summary(s)["outcome"] == "returned"


def test_only_damage_is_told_as_damage(today: Ruleset) -> None:
    s = home(today, 1, orders={"works_fuel": "engineer"}, out={"fuel_transfer": True}, bombs_aboard=False)
    s.run_step("turn", "work")
    assert facts(s)["damage"] == ["fuel_transfer"]
