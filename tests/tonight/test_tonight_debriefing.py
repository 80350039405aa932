"""After the flight: hospital, credit for the tour, and what the record tells (8.0, 4.5, 1.6)."""

from __future__ import annotations

from typing import Any

import pytest
from bomberstream.core import damage
from bomberstream.core.flight import status_of, summary
from bomberstream.core.mission.engines import obey_engines
from bomberstream.core.mission.legs import give_up
from bomberstream.core.ruleset import Ruleset
from bomberstream.core.sortie import Sortie
from bomberstream.plugins.tonight.debriefing import credit, facts, hospital
from nights import happenings, man, modifiers, rolls, run, stage, told, used_up


def home(tonight: Ruleset, *faces: int, outcome: str = "returned", **state: Any) -> Sortie:
    """A crew back at their base, from the target zone unless a test says otherwise."""
    s = stage(tonight, *faces, **state)
    s.game.zones = s.game.route.target_zone
    s.outcome = outcome
    for one in s.bomber.crew:
        one.fate = "" if one.is_dead else "returns"
    return s


def counts(s: Sortie) -> bool:
    """Whether the operation counts."""
    credit(s)
    assert told(s, "debriefed")[0]["counts"] == s.game.counts_for_tour
    return bool(s.game.counts_for_tour)


# --- hospital


@pytest.mark.rule("tonight 8.0", "tonight 5-17 note b", "tonight 5.11")
@pytest.mark.parametrize(
    ("face", "after", "status"),
    [
        (1, "recovers", "seriously wounded"),
        (2, "sent_home", "seriously wounded"),
        (5, "sent_home", "seriously wounded"),
        (6, "died_of_wounds", "died of wounds"),
    ],
)
def test_a_serious_wound_heals_ends_a_tour_or_kills(tonight: Ruleset, face: int, after: str, status: str) -> None:
    s = home(tonight, face, **{"engineer.wounds": "serious"})
    hospital(s)
    used_up(s)
    assert man(s, "engineer").after == after
    assert man(s, "engineer").is_dead is (face == 6)
    assert status_of(man(s, "engineer")) == status


@pytest.mark.rule("tonight 8.0", "tonight 5.12.recovery")
@pytest.mark.parametrize(
    ("faces", "after"), [((2, 1), "sent_home"), ((1, 6), "sent_home"), ((1, 1), "recovers"), ((6,), "died_of_wounds")]
)
def test_a_wounded_and_frostbitten_man_needs_luck_twice(tonight: Ruleset, faces: tuple[int, ...], after: str) -> None:
    s = home(tonight, *faces, **{"engineer.wounds": "serious", "engineer.frostbite": "frostbite"})
    hospital(s)
    used_up(s)
    assert man(s, "engineer").after == after
    assert modifiers(s, "frostbite_recovery") == [] if len(faces) > 1 else True


@pytest.mark.rule("tonight 8.0", "tonight 5.11")
def test_three_light_wounds_are_treated_as_a_serious_one_and_two_heal(tonight: Ruleset) -> None:
    s = home(tonight, 3, **{"tail_gunner.light_wounds": 2})
    for _ in range(3):
        man(s, "navigator").wound_lightly()
    hospital(s)
    used_up(s)
    assert man(s, "navigator").after == "sent_home"
    assert man(s, "tail_gunner").after == ""


@pytest.mark.rule("tonight 8.0")
@pytest.mark.parametrize("fate", ["captured", "interned", "missing"])
def test_nobody_throws_for_the_dead_or_for_who_does_not_come_back(tonight: Ruleset, fate: str) -> None:
    s = home(tonight, **{"pilot.wounds": "killed", "engineer.wounds": "serious", "tail_gunner.frostbite": "severe"})
    man(s, "engineer").fate = man(s, "tail_gunner").fate = fate
    hospital(s)
    assert rolls(s) == []
    assert status_of(man(s, "pilot")) == "killed"
    assert status_of(man(s, "engineer")) == fate


@pytest.mark.rule("tonight 8.0", "tonight 3.1.1")
def test_after_a_scrubbed_raid_there_is_nothing_to_treat_and_no_credit(tonight: Ruleset) -> None:
    s = home(tonight, outcome="scrubbed")
    s.game.zones = 1
    s.run("debriefing")
    assert happenings(s) == ["debriefed"]
    assert not s.game.counts_for_tour


# --- credit


@pytest.mark.rule("tonight 1.6", "tonight 4.5")
@pytest.mark.parametrize(
    ("run", "credited"),
    [("on_target", True), ("off_target", True), ("jettisoned", False), ("hung", False), ("", False)],
)
@pytest.mark.parametrize("outcome", ["returned", "crashed", "shot_down", "bailed_out", "ditched", "diverted"])
def test_bombs_dropped_over_the_target_count_however_the_night_ends(
    tonight: Ruleset, run: str, credited: bool, outcome: str
) -> None:
    s = home(tonight, outcome=outcome)
    s.game.bomb_run = run
    assert counts(s) is credited


@pytest.mark.rule("tonight 4.5.a", "tonight 4.5.f", "tonight 4.5")
@pytest.mark.parametrize(
    ("cause", "credited"),
    [("fighter", True), ("flak", True), ("mechanical", False), ("event", False), ("", False)],
)
@pytest.mark.parametrize("system", ["intercom", "bombsight", "bomb_bay_doors", "electrical"])
def test_an_abort_counts_when_the_enemy_brought_it_about(
    tonight: Ruleset, system: str, cause: str, credited: bool
) -> None:
    s = home(tonight)
    s.under_attack_by = cause
    damage.system_out.function(s, system)
    s.under_attack_by = ""
    give_up(s, "enough")
    assert counts(s) is credited


@pytest.mark.rule("tonight 4.5.b", "tonight 4.5.c", "tonight 4.5.d", "tonight 4.5.e")
@pytest.mark.parametrize(
    ("act", "argument"),
    [
        (damage.heat_out.function, "tail_gunner"),
        (damage.oxygen_out.function, "rear_centre"),
        (damage.engine_out.function, 2),
        (lambda s, trade: damage.wound_man(s, s.bomber.man_of(trade)), "bomb_aimer"),
        (lambda s, trade: damage.wound_man(s, s.bomber.man_of(trade)), "navigator"),
        (lambda s, trade: damage.wound_man(s, s.bomber.man_of(trade)), "pilot"),
    ],
)
@pytest.mark.parametrize("cause", ["fighter", "mechanical"])
def test_heat_oxygen_engines_and_officers_lost_to_the_enemy_count(
    tonight: Ruleset, act: Any, argument: Any, cause: str
) -> None:
    s = home(tonight, 4, orders={"jettison_for_engine": "yes"})
    s.under_attack_by = cause
    act(s, argument)
    obey_engines(s)
    s.under_attack_by = ""
    give_up(s, "enough")
    assert counts(s) is (cause == "fighter")


@pytest.mark.rule("tonight 4.5.e")
def test_oxygen_lost_where_another_outlet_is_free_excuses_nothing(tonight: Ruleset) -> None:
    s = home(tonight)
    s.under_attack_by = "fighter"
    damage.oxygen_out.function(s, "tail")
    s.under_attack_by = ""
    give_up(s, "enough")
    assert not counts(s)


@pytest.mark.rule("tonight 4.5.h", "tonight 4.8.1", "tonight 4.3")
@pytest.mark.parametrize(("why", "credited"), [(1, True), (6, False)])
def test_a_recalled_spoof_counts_and_a_recall_for_the_weather_does_not(
    tonight: Ruleset, why: int, credited: bool
) -> None:
    s = home(tonight, 0, 6, why, weather="full_cloud", campaign=None, date="1943-07-28")
    s.game.zones = 3
    run(s, "zone", "recall")
    assert s.game.aborting
    assert counts(s) is credited


@pytest.mark.rule("tonight 4.5")
@pytest.mark.parametrize("outcome", ["shot_down", "bailed_out", "ditched"])
def test_who_comes_down_before_the_target_without_giving_up_gets_no_credit(tonight: Ruleset, outcome: str) -> None:
    s = home(tonight, outcome=outcome)
    s.game.zones = 2
    s.game.enemy_did.add("2")
    assert not counts(s)


# --- the record


@pytest.mark.rule("tonight 8.0", "tonight 1.5.composite")
def test_what_the_composite_record_is_told(tonight: Ruleset) -> None:
    s = home(tonight, **{"pilot.wounds": "killed"})
    man(s, "navigator").fate = "captured"
    g = s.game
    g.bomb_run, g.bombing_percent, g.kills = "on_target", 40, 2
    g.off_course_zones, g.went_around, g.squadron_losses = 1, True, 2
    credit(s)
    found = facts(s)
    assert found["bombing"] == {"on_target": True, "percent": 40, "run": "on_target"}
    assert (found["claims"], found["losses"], found["counts_for_tour"]) == (2, 2, True)
    assert (found["off_course_zones"], found["went_around"], found["squadron_losses"]) == (1, True, 2)
    assert (found["moon"], found["stream_position"], found["electronics"]) == ("half", "middle", [])
    assert (found["target"], found["target_type"]) == (g.target.city, g.target.type)
    whole = summary(s)
    assert whole["outcome"] == "returned"
    assert [one["status"] for one in whole["crew"]] == ["killed", "unhurt", "captured", *["unhurt"] * 4]


@pytest.mark.rule("tonight 8.0")
@pytest.mark.parametrize(
    ("state", "fate", "status"),
    [
        ({}, "returns", "unhurt"),
        ({"tail_gunner.wounds": "light"}, "returns", "wounded"),
        ({"tail_gunner.wounds": "killed"}, "", "killed"),
        ({"tail_gunner.frostbite": "severe"}, "returns", "frostbitten"),
        ({"tail_gunner.wounds": "serious"}, "captured", "captured"),
        ({}, "interned", "interned"),
        ({"tail_gunner.wounds": "killed"}, "missing", "missing"),
    ],
)
def test_how_a_man_came_out_of_it(tonight: Ruleset, state: dict[str, str], fate: str, status: str) -> None:
    s = home(tonight, **state)
    man(s, "tail_gunner").fate = fate
    assert status_of(man(s, "tail_gunner")) == status


@pytest.mark.rule("tonight 8.0")
def test_a_gunner_s_claims_are_told_with_his_name(tonight: Ruleset) -> None:
    from fractions import Fraction

    s = home(tonight)
    man(s, "tail_gunner").credit(Fraction(1))
    assert {one["station"]: one["kills"] for one in summary(s)["crew"]}["tail_gunner"] == 1.0


@pytest.mark.rule("tonight 8.0.replace")
def test_the_next_night_has_a_new_bomber_and_a_whole_crew(tonight: Ruleset) -> None:
    lost = stage(tonight)
    for one in lost.bomber.crew:
        one.kill()
    again = stage(tonight)
    assert not any(one.is_dead or one.is_hurt for one in again.bomber.crew)
    assert again.bomber is not lost.bomber
    assert all(one.name for one in again.bomber.crew)
    assert len({one.name for one in again.bomber.crew}) == 7
