"""Optional rule 10.4 of the daylight game: the group of eighteen."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

import pytest
from bomberstream.core.events import Event, Happening, StretchEvent, digest
from bomberstream.core.flight import fly, summary
from bomberstream.core.ruleset import Ruleset
from bomberstream.core.sortie import Setup, Sortie
from bomberstream.core.zones import Zone
from bomberstream.plugins.today.rules.group_game import Group, attack
from bomberstream.plugins.today.target import drops_on_command
from day_rules_on import with_rules
from flights import happenings, modifiers, rolls, stage, stretches, told, used_up
from walking_tables import check, spread

ON = with_rules("group_game")
MIDDLE, HIGH, LOW = 3, 1, 5
"""Faces on 2-10A."""


def box(*faces: int, place: int = 12, zone: int = 4, **more: Any) -> Sortie:
    """A bomber over Holland with its group, which has done with the zone before."""
    s = stage(ON, *faces, options={"position": str(place)}, **more)
    s.kept["group_game"] = group = Group.around(place)
    group.zone = zone - 1
    s.zone.number = zone
    return s


def ours(s: Sortie) -> Group:
    """The group of the flight."""
    found: Group = s.kept["group_game"]
    return found


def step(s: Sortie, name: str, procedure: str = "zone") -> Sortie:
    """Carry out a step of the rule, with every die of the script."""
    s.run_step(procedure, name)
    used_up(s)
    return s


@pytest.mark.rule("today 10.4")
@pytest.mark.parametrize(
    ("table", "dice", "expected"),
    [
        ("10.4 take-off", "1d10", "1 accident, 2..10 airborne"),
        ("10.4 return", "1d10", ""),
    ],
)
def test_tables(table: str, dice: str, expected: str) -> None:
    if expected:
        check(ON.tables[table], dice, spread(expected))
    assert ON.tables[table].table.source == "sister"


@pytest.mark.rule("today 10.4")
def test_seventeen_others_take_off() -> None:
    s = step(box(5), "group_take_off", "mission")
    assert len(ours(s).flying) == 17
    assert stretches(s) == ["group take-off"]


@pytest.mark.rule("today 10.4", "today 2-10A")
def test_one_may_not_get_away() -> None:
    s = step(box(1, LOW, 2), "group_take_off", "mission")
    assert ours(s).others[14].state == "crashed"
    assert len(told(s, "group_ground")) == 1


@pytest.mark.rule("today 3-2 note c", "today 10.4")
def test_two_of_our_cell_have_met_in_the_murk() -> None:
    s = box(5)
    s.game.cell_lost_bombers = True
    step(s, "group_take_off", "mission")
    assert [one.box for one in ours(s).others.values() if one.state == "crashed"] == [10, 11]


@pytest.mark.rule("today 10.4", "today 5-2")
@pytest.mark.parametrize("waves", [0, 1, 2])
def test_for_each_wave_one_of_the_others_is_attacked(waves: int) -> None:
    s = box(*(MIDDLE, 4, 5) * waves)
    ours(s).waves = waves
    step(s, "group_in_zone")
    assert rolls(s).count("group_fighters") == waves
    assert ours(s).others[4].hits == 2 * waves
    assert ours(s).zone == 4
    assert ours(s).waves == 0


@pytest.mark.rule("today 10.4", "today 5-2")
def test_the_waves_that_come_at_us_come_at_the_box() -> None:
    s = box()
    s.note("waves", waves=2, resistance="heavy")
    assert ours(s).waves == 2


@pytest.mark.rule("today 10.4")
@pytest.mark.parametrize(("hits", "state"), [(3, "flying"), (4, "shot_down")])
def test_six_hits_bring_one_down(hits: int, state: str) -> None:
    s = box(HIGH, 1, 5)
    ours(s).waves = 1
    ours(s).others[7].hits = hits
    step(s, "group_in_zone")
    assert ours(s).others[7].state == state
    assert len(told(s, "group_lost")) == (state == "shot_down")


@pytest.mark.rule("today 10.4")
@pytest.mark.parametrize("faces", [(HIGH, 6), (LOW, 1)])
def test_ours_and_the_lost_are_spared(faces: tuple[int, int]) -> None:
    s = box(*faces)
    ours(s).waves = 1
    ours(s).others[13].state = "shot_down"
    step(s, "group_in_zone")
    assert "group_fighters" not in rolls(s)


@pytest.mark.rule("today 10.4")
def test_flak_only_over_the_target_and_then_the_bombs_fall_with_ours() -> None:
    s = box(LOW, 6, 3, *(3, 3), **{"zone.is_target": True})
    s.game.on_command, s.game.bomb_run = True, "on_target"
    step(s, "group_bombs")
    assert rolls(s) == ["group_cell", "place in the cell", "group_flak", "bombing_accuracy"]
    assert ours(s).others[18].hits == 1
    assert told(s, "group_bombs") == [{"bombers": 17, "on_target": 17, "percent": 30}]


@pytest.mark.rule("today 10.4")
@pytest.mark.parametrize(
    ("visibility", "values"), [("clear", [1]), ("completely_obscured", [-1]), ("mostly_obscured", [])]
)
def test_where_ours_say_nothing_one_roll_for_all(visibility: str, values: list[int]) -> None:
    s = box(LOW, 6, 3, 5, *(3, 3), visibility=visibility, **{"zone.is_target": True})
    step(s, "group_bombs")
    assert modifiers(s, "group_bomb_run") == values


@pytest.mark.rule("today 10.4", "today 6-6")
def test_with_both_leaders_lost_everybody_aims_for_himself() -> None:
    s = box(LOW, 6, 3, *(3, 3) * 15, *(3, 3) * 15, visibility="slightly_obscured", **{"zone.is_target": True})
    for number in (1, 2):
        ours(s).others[number].state = "shot_down"
    step(s, "group_bombs")
    assert rolls(s).count("group_each_bomb_run") == 15
    assert s.game.leaderless
    assert ours(s).run == "each"


@pytest.mark.rule("today 10.4", "today 6-6")
@pytest.mark.parametrize(("lost", "on_command"), [((1,), True), ((1, 2), False)])
def test_then_we_do_so_too(lost: tuple[int, ...], on_command: bool) -> None:
    s = box(LOW, 1)
    for number in lost:
        ours(s).others[number].state = "shot_down"
    ours(s).others[13].state = "shot_down"
    ours(s).waves = 1
    attack(s, ours(s), flak=False)
    assert drops_on_command(s) is on_command


@pytest.mark.rule("today 10.4")
def test_the_deputy_takes_over() -> None:
    s = box(MIDDLE, 1, 10, place=2)
    ours(s).waves = 1
    step(s, "group_in_zone")
    assert s.game.mission_lead
    assert "group_lead_falls_to_us" in happenings(s)


@pytest.mark.rule("today 10.4")
def test_when_we_turn_back_they_go_on() -> None:
    s = box(zone=4)
    ours(s).zone = 4
    s.zone = Zone(3, over=("W",), region=("",))
    s.outbound, s.game.aborting = False, "men freezing"
    step(s, "group_in_zone")
    assert not ours(s).with_us
    assert told(s, "group_parts") == [{"others": 17}]


@pytest.mark.rule("today 10.4", "today 4-2")
def test_recalled_all_turn_together() -> None:
    s = box(zone=4)
    s.zone = Zone(3, over=("W",), region=("",))
    s.outbound, s.game.aborting, s.game.aborts_with_group = False, "recalled", True
    step(s, "group_in_zone")
    assert ours(s).with_us
    assert (ours(s).outbound, ours(s).zone) == (False, 3)


@pytest.mark.rule("today 10.4")
@pytest.mark.parametrize(
    ("hits", "face", "weather", "state"),
    [
        (0, 1, "good", "home"),
        (1, 1, "good", "missing"),
        (4, 3, "good", "home"),
        (5, 3, "good", "missing"),
        (0, 1, "poor", "missing"),
        (3, 4, "bad", "missing"),
    ],
)
def test_each_rolls_for_its_return(hits: int, face: int, weather: str, state: str) -> None:
    s = box(face, weather_over_base=weather)
    group = ours(s)
    group.others = {7: group.others[7]}
    group.others[7].hits, group.outbound, group.zone = hits, False, 2
    s.outcome = "returned"
    step(s, "group_home", "debriefing")
    assert group.others[7].state == state
    assert summary(s)["group"]["missing"] == (state == "missing")


@pytest.mark.rule("today 10.4")
def test_lost_we_may_leave_it_there() -> None:
    s = box(orders={"group_flies_on": "no"})
    s.outcome = "shot_down"
    step(s, "group_home", "debriefing")
    assert len(ours(s).flying) == 17
    assert "group_home" not in happenings(s)


OWN_STEPS = {"group_take_off", "group_in_zone", "group_bombs", "group_home"}


def without_group(log: Iterable[Event]) -> list[Event]:
    """What happened to us."""
    return [
        one
        for one in log
        if one.step not in OWN_STEPS and not (isinstance(one, StretchEvent) and one.stretch.startswith("group"))
    ]


@pytest.mark.rule("today 10.4")
def test_our_own_flight_is_as_it_would_be_without_them(today: Ruleset) -> None:
    """Unless the group loses its leaders before the bombs fall."""
    alike = 0
    for seed in range(40):
        with_it: list[Event] = []
        without: list[Event] = []
        s = fly(ON, Setup("today", seed), log=with_it)
        fly(today, Setup("today", seed), log=without)
        led_us = any(isinstance(one, Happening) and one.type == "group_lead_falls_to_us" for one in with_it)
        if not (s.game.leaderless or led_us):
            assert digest(without_group(with_it)) == digest(without), seed
            alike += 1
    assert alike > 30


@pytest.mark.rule("today 10.4")
def test_a_tenth_of_the_group_at_most_is_lost_on_the_average() -> None:
    """100 flights of campaigns drawn alike; the day's groups lost some five in a hundred, more in 1943."""
    found = [summary(fly(ON, Setup("today", seed)))["group"] for seed in range(100)]
    sent = sum(one["sent"] for one in found)
    lost = sum(one["missing"] + one["crashed"] for one in found)
    assert 0.02 < lost / sent < 0.12
