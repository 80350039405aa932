"""Random events (5-3D): each waits for the next zone, and does there what its notes say."""

from __future__ import annotations

from collections.abc import Callable
from contextlib import suppress
from typing import Any

import pytest
from bomberstream.core.damage import hit_area, stop_engine
from bomberstream.core.ruleset import Ruleset
from bomberstream.core.sortie import Sortie, SortieOver
from combat_scenes import (
    APART,
    MISS,
    SILENT,
    STRAGGLER,
    ends,
    fw190,
    gun,
    guns_at,
    happenings,
    play,
    play_all,
    rolls,
    scene,
    shifts,
    state,
    tables,
    told,
)

TOTAL = {
    2: (1, 1),
    3: (1, 2),
    4: (2, 2),
    5: (2, 3),
    6: (3, 3),
    7: (3, 4),
    8: (4, 4),
    9: (4, 5),
    10: (5, 5),
    11: (5, 6),
    12: (6, 6),
}
"""Two dice for each event."""
LATER_EVENTS = {"disrupted_formation": 4, "aggressive_escort": 5, "tight_formation": 6}


def next_zone(s: Sortie) -> Sortie:
    """The next zone is entered, and what waited takes hold."""
    s.game.passing_events.clear()
    s.enter_zone(s.zone)
    return s


def after(today: Ruleset, event: int, *faces: int, **given: Any) -> Sortie:
    """A bomber in the zone after an event; `faces` are the dice of its notes."""
    s = scene(today, *TOTAL[event], *faces, **given)
    play(s, "event")
    next_zone(s)
    s.source.check_used_up()  # type: ignore[attr-defined]
    return s


@pytest.mark.rule("today 5-3D")
@pytest.mark.parametrize("event", TOTAL)
def test_an_event_does_nothing_in_its_own_zone(today: Ruleset, event: int) -> None:
    s = play_all(scene(today, *TOTAL[event]), "event")
    assert tables(s) == ["5-3D"]
    assert happenings(s) == []
    assert len(s.pending) == 1
    assert (s.rerolls, s.bomber.engines_out, state(s).events, state(s).passing_events) == (0, 0, set(), set())


@pytest.mark.rule("today 5-3D")
def test_two_events_of_one_zone_both_take_hold(today: Ruleset) -> None:
    s = scene(today, *TOTAL[7], *TOTAL[8])
    play(s, "event", "event")
    next_zone(s)
    assert s.rerolls == 1
    assert state(s).passing_events == {"shadowed"}


# --- 2: engine failure


@pytest.mark.rule("today 5-3D note a")
@pytest.mark.parametrize(
    ("faces", "engine"),
    [((1, 1), 1), ((2, 2), 1), ((2, 3), 2), ((3, 4), 2), ((4, 4), 3), ((4, 5), 3), ((5, 5), 4), ((6, 6), 4)],
)
def test_engine_failure(today: Ruleset, faces: tuple[int, int], engine: int) -> None:
    s = after(today, 2, *faces)
    assert [one.number for one in s.bomber.engines if one.is_out] == [engine]
    assert s.bomber.engine(engine).out_by == "event"


def ends_not(s: Sortie, act: Callable[[Sortie], object]) -> bool:
    """Whether the flight goes on after something."""
    with suppress(SortieOver):
        act(s)
    return not s.outcome


def again(s: Sortie, *faces: int) -> Sortie:
    """A second engine failure by event."""
    s.source = scene(s.ruleset, *TOTAL[2], *faces).source
    play(s, "event")
    next_zone(s)
    s.source.check_used_up()  # type: ignore[attr-defined]
    return s


@pytest.mark.rule("today 5-3D note a")
def test_a_second_engine_failure_restarts_the_engine(today: Ruleset) -> None:
    s = again(after(today, 2, 3, 4))
    assert s.bomber.engines_out == 0
    assert told(s, "engine_restarts") == [{"engine": 2}]


@pytest.mark.rule("today 5-3D note a")
def test_a_third_engine_failure_stops_one_once_more(today: Ruleset) -> None:
    s = again(again(after(today, 2, 3, 4)), 6, 6)
    assert [one.number for one in s.bomber.engines if one.is_out] == [4]


@pytest.mark.rule("today 5-3D note a")
def test_an_engine_that_was_shot_out_does_not_restart(today: Ruleset) -> None:
    s = scene(today)
    s.under_attack_by = "flak"
    stop_engine(s, s.bomber.engine(2), "flak")
    again(s, 6, 6)
    again(s)
    assert [one.number for one in s.bomber.engines if one.is_out] == [2]


@pytest.mark.rule("today 5-3D note a")
def test_an_engine_damaged_since_does_not_restart(today: Ruleset) -> None:
    s = after(today, 2, 3, 4)
    s.source = scene(today, 1).source
    today.verbs["engine_fire"].function(s, 2)
    s.source = scene(today, *TOTAL[2], 6, 6).source
    play(s, "event")
    next_zone(s)
    assert s.bomber.engine(2).is_out


# --- 3: formation casualties


@pytest.mark.rule("today 5-3D note b")
@pytest.mark.parametrize(
    ("position", "die", "place", "lead", "tail"),
    [
        ("2", 3, 1, True, False),
        ("8", 1, 7, True, False),
        ("14", 2, 13, True, False),
        ("8", 4, 11, False, True),
        ("14", 6, 18, False, True),
    ],
)
def test_formation_casualties_move_the_bomber_in_its_cell(
    today: Ruleset, position: str, die: int, place: int, lead: bool, tail: bool
) -> None:
    s = after(today, 3, die, options={"position": position})
    g = state(s)
    assert (g.position, g.cell_leader, g.tail_end, g.mission_lead) == (place, lead, tail, place == 1)


@pytest.mark.rule("today 5-3D note b", "today 2-10B")
def test_the_middle_cell_has_no_tail_end(today: Ruleset) -> None:
    s = after(today, 3, 5, 6, 2)
    assert (state(s).position, state(s).mission_lead) == (1, True)


@pytest.mark.rule("today 5-3D note b", "today 2-10B")
def test_the_new_leader_draws_the_leaders_fighter(today: Ruleset) -> None:
    s = after(today, 3, 1, fighters=[fw190("3 high")])
    play(s, "wave.extra_fighter")
    assert [one.position for one in s.game.fighters] == ["3 high", "12 level"]


@pytest.mark.rule("today 5-3D note b", "today 5-3D note h")
@pytest.mark.parametrize(
    "given",
    [
        {"options": {"position": "7"}},
        {"options": {"position": "18"}},
        STRAGGLER,
        {"event": {"formation_casualties": True}},
    ],
)
def test_casualties_are_thrown_again_where_they_cannot_be(today: Ruleset, given: dict[str, Any]) -> None:
    s = play_all(scene(today, *TOTAL[3], *TOTAL[7], **given), "event")
    assert tables(s) == ["5-3D", "5-3D"]
    next_zone(s)
    assert s.rerolls == 1


# --- 4, 5, 6: for the rest of the mission


@pytest.mark.rule("today 5-3D note b")
@pytest.mark.parametrize(("name", "event"), LATER_EVENTS.items())
def test_events_that_last_happen_once(today: Ruleset, name: str, event: int) -> None:
    s = after(today, event)
    assert state(s).events == {name}
    next_zone(s)
    assert state(s).events == {name}
    s.source = scene(today, *TOTAL[event], *TOTAL[7]).source
    play_all(s, "event")
    assert tables(s)[-2:] == ["5-3D", "5-3D"]


@pytest.mark.rule("today 5-3D note i", "today 5-3D note j", "today 5-2")
@pytest.mark.parametrize(
    ("event", "in_box", "alone"),
    [(4, {"loose formation": 1}, {"loose formation": 1}), (5, {}, {"aggressive escort": -1})],
)
def test_what_lasting_events_do_to_the_waves(
    today: Ruleset, event: int, in_box: dict[str, int], alone: dict[str, int]
) -> None:
    def waves(**given: Any) -> dict[str, int]:
        s = after(today, event, options={"position": "8"}, zone={"resistance": "none"}, **given)
        return {says: value for value, says, _ in today.tables["5-2"].explain(s, 5)}

    assert waves() == in_box
    assert waves(**STRAGGLER) == alone


@pytest.mark.rule("today 5-3D note j", "today 5-2")
@pytest.mark.parametrize("given", [{}, STRAGGLER])
def test_a_tight_formation_means_fewer_waves_and_goes_on_for_stragglers(today: Ruleset, given: dict[str, Any]) -> None:
    s = after(today, 6, options={"position": "8"}, **given)
    assert sum(value for value, _, _ in today.tables["5-2"].explain(s, 5)) == -1


@pytest.mark.rule("today 5-3D", "today 6-6")
def test_a_tight_formation_helps_the_bomb_run(today: Ruleset) -> None:
    says = [says for _, says, _ in today.tables["6-6"].explain(after(today, 6), 7)]
    assert "formation packed tight" in says


@pytest.mark.rule("today 5-3D", "today 6-6")
def test_a_straggler_flies_in_no_tight_formation(today: Ruleset) -> None:
    says = [says for _, says, _ in today.tables["6-6"].explain(after(today, 6, **STRAGGLER), 7)]
    assert "formation packed tight" not in says


# --- 7: Lady Luck


@pytest.mark.rule("today 5-3D note c")
def test_lady_luck_makes_one_throw_again(today: Ruleset) -> None:
    s = after(
        today, 7, orders={"reroll": {"choose": "keep", "case": [{"when": "roll.total <= 3", "choose": "reroll"}]}}
    )
    assert s.rerolls == 1
    s.source = scene(today, *(4, 4), *(1, 1), *(5, 5), *(1, 2)).source
    assert [s.roll("bomb_run").natural for _ in range(3)] == [8, 10, 3]
    assert s.rerolls == 0
    assert [roll.natural for roll in rolls(s, "6-6")] == [8, 2, 10, 3]


@pytest.mark.rule("today 5-3D note c")
def test_smiles_are_saved_up(today: Ruleset) -> None:
    s = after(today, 7)
    s.source = scene(today, *TOTAL[7]).source
    play(s, "event")
    next_zone(s)
    assert s.rerolls == 2


@pytest.mark.rule("today 5-3D note c")
def test_the_second_throw_stands_even_when_it_is_worse(today: Ruleset) -> None:
    s = after(today, 7, orders={"reroll": "reroll"})
    s.source = scene(today, 4, 6).source
    s.man = s.bomber.man_of("navigator")
    s.carry_out("wounds")
    assert s.man.is_dead
    assert s.rerolls == 0


@pytest.mark.rule("today 5-3D note c")
def test_lady_luck_smiles_on_a_die_within_a_table_too(today: Ruleset) -> None:
    order = {"reroll": {"choose": "reroll", "case": [{"when": "roll.role == 'section.bomb_bay'", "choose": "keep"}]}}
    s = after(today, 7, orders=order)
    s.source = scene(today, *(1, 2), 6, 1).source
    assert ends_not(s, lambda s: hit_area(s, "bomb_bay"))


# --- 8: shadowed


@pytest.mark.rule("today 5-3D", "today 5-2")
def test_the_captured_bomber_stays_one_zone(today: Ruleset) -> None:
    s = after(today, 8)
    table = today.tables["5-2"]
    assert [value for value, says, _ in table.explain(s, 5) if "shadowed" in says] == [1]
    next_zone(s)
    assert [value for value, says, _ in table.explain(s, 5) if "shadowed" in says] == []


@pytest.mark.rule("today 5-3D")
def test_the_captured_bomber_may_come_back(today: Ruleset) -> None:
    s = after(today, 8)
    s.source = scene(today, *TOTAL[8]).source
    play_all(s, "event")
    next_zone(s)
    assert state(s).passing_events == {"shadowed"}


# --- 9: communications


@pytest.mark.rule("today 5-3D note d")
def test_communications_fail_and_are_restored_by_turns(today: Ruleset) -> None:
    s = after(today, 9)
    found = ["poor_communications" in state(s).events]
    for _ in range(2):
        s.source = scene(today, *TOTAL[9]).source
        play(s, "event")
        next_zone(s)
        found.append("poor_communications" in state(s).events)
    assert found == [True, False, True]


# --- 10: extreme cold


@pytest.mark.rule("today 5-3D note e")
def test_extreme_cold_throws_for_each_gun_position(today: Ruleset) -> None:
    s = after(today, 10, 6, 1, 2, 6, 3, 4, 5, 1, 6)
    assert [one.key for one in s.bomber.guns.values() if not one.is_working] == ["chin", "top", "tail"]
    assert not any(one.is_out for one in s.bomber.guns.values())


@pytest.mark.rule("today 5-3D note e", "today 5-6 note a")
def test_guns_frozen_up_are_cleared_like_any_jam(today: Ruleset) -> None:
    s = after(today, 10, *[1] * 8, 6)
    s.source = scene(today, 2).source
    play_all(s, "turn.jam_repairs")
    assert gun(s, "tail").twin_firing


@pytest.mark.rule("today 5-3D note e")
def test_extreme_cold_is_thrown_again_for_a_straggler_down_low(today: Ruleset) -> None:
    s = play_all(scene(today, *TOTAL[10], *TOTAL[7], altitude="low", **STRAGGLER), "event")
    assert tables(s) == ["5-3D", "5-3D"]
    s = play_all(scene(today, *TOTAL[10], **STRAGGLER), "event")
    assert tables(s) == ["5-3D"]


# --- 11: ace for a day


@pytest.mark.rule("today 5-3D note f")
@pytest.mark.parametrize(
    ("die", "trade"),
    [(1, "engineer"), (2, "engineer"), (3, "ball_gunner"), (4, "ball_gunner"), (5, "tail_gunner"), (6, "tail_gunner")],
)
def test_ace_for_a_day(today: Ruleset, die: int, trade: str) -> None:
    s = after(today, 11, die)
    assert [man.trade for man in s.bomber.crew if man.is_ace] == [trade]
    next_zone(s)
    assert s.bomber.man_of(trade).is_ace


@pytest.mark.rule("today 5-3D note f", "today 5-6", "today 5-7")
def test_an_ace_for_a_day_shoots_like_one(today: Ruleset) -> None:
    s = after(today, 11, 1, fighters=[fw190("12 high")], orders=guns_at(top="f1"))
    s.source = scene(today, 6, 6, 1, 2).source
    play_all(s, "round.allot_guns", "round.defensive_fire")
    assert [shifts(roll).get("ace gunner") for roll in rolls(s)[-2:]] == [1, 1]


@pytest.mark.rule("today 5-3D note f")
@pytest.mark.parametrize("given", [{"engineer": {"kills": 5}}, {"engineer": {"wounds": "killed"}}])
def test_the_favour_is_lost_on_a_true_ace_and_on_the_dead(today: Ruleset, given: dict[str, Any]) -> None:
    s = after(today, 11, 2, **given)
    assert not any(man.is_ace_for_a_day for man in s.bomber.crew)
    assert told(s, "ace_for_a_day") == []


@pytest.mark.rule("today 5-3D note f")
def test_the_same_man_again_is_passed_over_and_another_is_not(today: Ruleset) -> None:
    s = after(today, 11, 2)
    for die in (1, 6):
        s.source = scene(today, *TOTAL[11], die).source
        play(s, "event")
        next_zone(s)
    assert [man.trade for man in s.bomber.crew if man.is_ace_for_a_day] == ["engineer", "tail_gunner"]
    assert len(told(s, "ace_for_a_day")) == 2


# --- 12: near collision


@pytest.mark.rule("today 5-3D note g")
@pytest.mark.parametrize("faces", [(1, 1), (4, 4)])
def test_a_close_call(today: Ruleset, faces: tuple[int, int]) -> None:
    s = after(today, 12, *faces)
    assert (state(s).in_formation, s.bomber.bombs_aboard, state(s).aborting) == (True, True, "")


@pytest.mark.rule("today 5-3D note g")
@pytest.mark.parametrize("faces", [(4, 5), (5, 5)])
def test_a_shallow_dive_takes_the_bomber_out_of_the_box(today: Ruleset, faces: tuple[int, int]) -> None:
    s = after(today, 12, *faces)
    assert (state(s).in_formation, state(s).altitude) == (False, "high")
    assert (s.bomber.bombs_aboard, state(s).aborting) == (True, "")
    s.source = scene(today, 1).source
    play_all(s, "zone.formation")
    assert state(s).in_formation


@pytest.mark.rule("today 5-3D note g")
def test_a_steep_dive_costs_the_bombs_and_the_mission(today: Ruleset) -> None:
    s = after(today, 12, *(5, 6), 5, 1)
    assert [roll.table for roll in rolls(s)][-2:] == ["5-3D note g wing"] * 2
    assert (state(s).in_formation, s.bomber.bombs_aboard) == (False, False)
    assert state(s).aborting == "strained in a steep dive"


@pytest.mark.rule("today 5-3D note g", "today 7-4")
@pytest.mark.parametrize(("wings", "side"), [((6,), "left"), ((1, 6), "right")])
def test_a_wing_may_not_bear_the_pull_out(today: Ruleset, wings: tuple[int, ...], side: str) -> None:
    s = scene(today, *TOTAL[12], *(5, 6), *wings)
    play(s, "event")
    assert ends(s, next_zone) == "shot_down"
    assert told(s, "wing_torn_off") == [{"side": side}]
    assert told(s, "bail_out")[0]["kind"] == "uncontrolled"


@pytest.mark.rule("today 5-3D note g", "today 7-4")
def test_a_mid_air_collision(today: Ruleset) -> None:
    s = scene(today, *TOTAL[12], *(6, 6))
    play(s, "event")
    assert ends(s, next_zone) == "shot_down"
    assert s.cause == "accident"
    assert told(s, "bail_out")[0]["kind"] == "uncontrolled"


@pytest.mark.rule("today 5-3D note g", "today 5-3D note a")
def test_a_straggler_has_engine_trouble_instead(today: Ruleset) -> None:
    s = after(today, 12, *(6, 6), **STRAGGLER)
    assert [one.number for one in s.bomber.engines if one.is_out] == [4]
    assert told(s, "near_collision") == []


@pytest.mark.rule("today 5-3D note g")
def test_who_falls_out_before_the_next_zone_is_a_straggler_then(today: Ruleset) -> None:
    s = scene(today, *TOTAL[12], *(6, 6))
    play(s, "event")
    state(s).leave_formation(s, "a windmilling propeller")
    next_zone(s)
    assert s.bomber.engine(4).is_out


# --- in play


@pytest.mark.rule("today 5-3D", "today 5-3")
def test_an_event_of_a_wave_leaves_the_next_wave_as_it_was(today: Ruleset) -> None:
    wave = (3, 3, 3, *MISS, *APART)
    s = play_all(scene(today, *(1, 10), *(1, 6, 4, *TOTAL[9]), *wave, orders=SILENT), "turn.fighters")
    assert tables(s) == ["5-1", "5-2", "5-3B", "5-3 note 2", "5-3D", "5-3B", "5-5A", "5-8", "5-16"]
    assert "poor_communications" not in state(s).events


@pytest.mark.rule("today 4-1A note c", "today 5-3D")
def test_cold_over_the_alps_strikes_at_once(today: Ruleset) -> None:
    s = scene(today, *[6] * 9)
    today.verbs["random_event"].function(s, "extreme_cold")
    assert not any(one.is_working for one in s.bomber.guns.values())
