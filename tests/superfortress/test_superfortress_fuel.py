"""Fuel (4.10): what each turn costs, leaks, fuel shut in, and one mission followed to the last box by hand."""

from __future__ import annotations

import pytest
from attrs import evolve
from bomberstream.core.errors import BadData
from bomberstream.core.ruleset import Ruleset
from bomberstream.core.sortie import Sortie
from bomberstream.core.testing import scripted
from bomberstream.core.zones import Zone
from bomberstream.plugins.superfortress.fuel import cost, margin, margin_to_iwo, needed, turn_costs
from bomberstream.plugins.superfortress.zones import enter
from marianas import asked, end, happenings, man, route, run, stage, take, told, used_up

CALM = (3, 3, 4)
"""A throw of 10 on the winds (4-3)."""


def zone(s: Sortie, number: int, **more: object) -> Sortie:
    """The bomber in a zone over open sea."""
    s.zone = Zone(number, fighters=None, **more)  # type: ignore[arg-type]
    return s


@pytest.mark.rule("superfortress fuel", "superfortress 4.10", "superfortress 4-8")
@pytest.mark.parametrize(
    ("state", "costs"),
    [
        ({}, {"turn": 1}),
        ({"altitude": "high"}, {"turn": 1, "high": 1}),
        ({"wind": "head"}, {"turn": 1, "head": 1}),
        ({"wind": "strong_head"}, {"turn": 1, "strong_head": 2}),
        ({"wind": "tail"}, {"turn": 1, "tail": -1}),
        ({"wind": "strong_tail"}, {"turn": 1, "strong_tail": -2}),
        ({"fuel.leak": 2}, {"turn": 1, "leak": 2}),
        ({"out.drag": True}, {"turn": 1, "drag": 1}),
        (
            {"altitude": "high", "jet_stream": "violent", "run_heading": "upwind"},
            {"turn": 1, "high": 1, "jet_stream": 2},
        ),
        ({"altitude": "high", "jet_stream": "violent", "run_heading": "downwind"}, {"turn": 1, "high": 1}),
    ],
)
def test_what_a_turn_costs(superfortress: Ruleset, state: dict[str, object], costs: dict[str, int]) -> None:
    s = zone(stage(superfortress, **state), 13)
    assert dict(turn_costs(s)) == costs
    before = s.game.fuel
    run(s, "turn", "fuel")
    assert before - s.game.fuel == sum(costs.values())


@pytest.mark.rule("superfortress fuel", "superfortress 4-8")
def test_an_engine_out_costs_a_box_in_every_fourth_zone(superfortress: Ruleset) -> None:
    s = stage(superfortress, engines_out=[2])
    assert [sum(dict(turn_costs(zone(s, number))).values()) for number in range(9, 17)] == [1, 1, 1, 2, 1, 1, 1, 2]


@pytest.mark.rule("superfortress fuel", "superfortress 4.7")
def test_a_panel_that_nobody_tends_costs_a_box_in_every_fourth_zone(superfortress: Ruleset) -> None:
    s = stage(superfortress, **{"engineer.fit": False})
    assert [number for number in range(9, 17) if ("badly_tended", 1) in turn_costs(zone(s, number))] == [10, 14]
    s = stage(superfortress, **{"out.fuel_gauges": True})
    assert [number for number in range(9, 17) if ("badly_tended", 1) in turn_costs(zone(s, number))] == [10, 14]


@pytest.mark.rule("superfortress fuel", "superfortress 4-8")
def test_a_windmilling_propeller_costs_a_box_a_turn(superfortress: Ruleset) -> None:
    s = zone(stage(superfortress, engines_out=[1]), 13)
    s.bomber.engine(1).is_windmilling = True
    assert dict(turn_costs(s)) == {"turn": 1, "windmilling": 1}


@pytest.mark.rule("superfortress fuel", "superfortress 4-8")
def test_the_first_turn_over_the_target_costs_a_box_more(superfortress: Ruleset) -> None:
    s = stage(superfortress, **{"zone.is_target": True, "outbound": True})
    assert dict(turn_costs(zone(s, 16, is_target=True))) == {"turn": 1, "over_target": 1}
    s.outbound = False
    assert dict(turn_costs(s)) == {"turn": 1}


@pytest.mark.rule("superfortress fuel")
def test_the_last_box_gone_puts_the_bomber_in_the_water(superfortress: Ruleset) -> None:
    s = zone(stage(superfortress, 1, 1, fuel=0), 6)
    s.outbound = False
    s.bomber.bombs_aboard = False
    assert end(s, lambda s: take(s, "turn", "fuel")) == "ditched"
    assert s.cause == "fuel"
    assert happenings(s)[:1] == ["fuel_gone"]
    assert s.bomber.engines_running == 0


@pytest.mark.rule("superfortress 4.10")
def test_fuel_that_is_needed(superfortress: Ruleset) -> None:
    """By the book: a turn for each zone, two over the target and a box of high power there, the climb, and High."""
    s = stage(superfortress, fuel=40, altitude="low")
    s.game.follow(route(16))
    s.outbound = True
    # 3 zones on to the target, 1 turn and 1 box more there, 14 home; the climb to Medium 2.
    assert needed(zone(s, 13)) == 3 + 2 + 14 + 2
    assert margin(s) == 40 - 21
    s.game.profile = "day_high"
    # Two climbs, and three zones at High on either side of the turn.
    assert needed(s) == 3 + 2 + 14 + 4 + 6
    s.outbound = False
    assert needed(zone(s, 13)) == 11
    assert margin(s) == 29


@pytest.mark.rule("superfortress 4.10", "superfortress 7.6")
def test_fuel_to_reach_iwo_jima(superfortress: Ruleset) -> None:
    s = stage(superfortress, fuel=9)
    s.outbound = False
    assert s.game.route.zones[6].region == ("Iwo Jima",)
    # Eleven boxes home, six of them beyond zone 8.
    assert (margin(zone(s, 13)), margin_to_iwo(s)) == (-2, 4)


@pytest.mark.rule("superfortress fuel_decisions", "superfortress 4.10")
def test_everything_overboard_saves_two_boxes(superfortress: Ruleset) -> None:
    s = zone(stage(superfortress, fuel=5, orders={"lightens_for_fuel": "yes"}), 9)
    s.outbound = False
    run(s, "zone", "fuel_decisions")
    assert s.game.fuel == 7
    assert all(gun.is_out for gun in s.bomber.guns.values())
    run(s, "zone", "fuel_decisions")
    assert asked(s).count("lightens_for_fuel") == 1


@pytest.mark.rule("superfortress fuel_decisions", "superfortress 4.10")
def test_better_to_ditch_while_the_engines_turn(superfortress: Ruleset) -> None:
    orders = {"lightens_for_fuel": "no", "ditches_under_power": "yes"}
    s = zone(stage(superfortress, 4, 4, *(2,) * 11, 6, 6, fuel=1, orders=orders), 9)
    s.outbound = False
    s.bomber.bombs_aboard = False
    assert end(s, lambda s: take(s, "zone", "fuel_decisions")) == "ditched"
    assert s.bomber.engines_running == 4
    assert told(s, "ditches_under_power")[0]["left"] == 1
    assert {one.fate for one in s.bomber.crew} == {"returns"}


@pytest.mark.rule("superfortress fuel_decisions")
def test_nothing_is_asked_while_there_is_enough(superfortress: Ruleset) -> None:
    s = zone(stage(superfortress, fuel=20), 9)
    s.outbound = False
    assert asked(run(s, "zone", "fuel_decisions")) == []


@pytest.mark.rule("superfortress work", "superfortress 4-11")
def test_fuel_that_is_shut_in_may_be_got_at(superfortress: Ruleset) -> None:
    s = stage(superfortress, 4, fuel=10, **{"fuel.trapped": 5})
    s.game.turn_of_zone = 1
    run(s, "turn", "work")
    assert (s.game.fuel, s.game.trapped) == (10, 5)
    s = stage(superfortress, 3, fuel=10, **{"fuel.trapped": 5})
    s.game.turn_of_zone = 1
    run(s, "turn", "work")
    assert (s.game.fuel, s.game.trapped) == (15, 0)
    assert man(s, "radio_operator").is_busy


@pytest.mark.rule("superfortress take_off", "superfortress 4-8")
def test_the_first_hour_costs_two_boxes(superfortress: Ruleset) -> None:
    s = stage(superfortress, 3, 3, 4, fuel=46, step="take_off")
    s.zone = Zone(1, over=("B",), region=("",), is_base=True)
    run(s, "mission", "take_off")
    assert s.game.fuel == 44


@pytest.mark.rule("superfortress fuel", "superfortress movement", "superfortress 4.10", "superfortress 4-8")
def test_one_mission_to_the_last_box(superfortress: Ruleset) -> None:
    """A short mission at Medium, every box counted by hand; the target lies in zone 6.

    At the start 17 boxes.

    zone  what                                             boxes  left
    1     take-off and first hour                              2    15
    2     low, calm                                            1    14
    3     low, head wind                                       1+1  12
    4     climb to Medium, turn, strong tail wind              2+1-2  11
    5     turn                                                 1    10
    6     turn, high power over the target                     1+1   8
    6     the turn for home                                    1     7
    5     turn                                                 1     6
    4     turn                                                 1     5
    3     down to Low; turn, off course and another turn       1+1   3
    2     turn, strong head wind                               1+2   0
    """
    s = stage(superfortress, 3, 3, 4, fuel=17, step="take_off")
    g = s.game
    g.follow(route(6))
    g.strength = 0
    g.guns_below = {}
    s.zone = Zone(1, over=("B",), region=("",), is_base=True)
    left = []

    def fly(number: int, leg: str, *faces: int) -> None:
        s.source = scripted(*faces)
        enter(s, g.route.zones[number - 2], leg)
        used_up(s)
        left.append(g.fuel)

    run(s, "mission", "take_off")
    left.append(g.fuel)
    clear, nothing, on_course = 1, (5, 10), (4, 4)
    fly(2, "out", clear, *CALM, *nothing, *on_course)
    fly(3, "out", clear, 6, 6, 5, *nothing, *on_course)
    # At Medium near the target contrails are rolled for; nobody gathers, for nobody defends the target.
    fly(4, "out", clear, 1, 1, 1, *nothing, *on_course, 1)
    fly(5, "out", clear, *CALM, *nothing, *on_course, 1)
    fly(6, "out", clear, *CALM, *nothing, 1, 3, 1, 4, 4, 3, 4)
    fly(5, "home", clear, *CALM, *nothing, *on_course, 1)
    fly(4, "home", clear, *CALM, *nothing, *on_course, 1)
    fly(3, "home", clear, *CALM, *nothing, 1, 1)
    fly(2, "home", clear, 6, 6, 6, *nothing, *on_course)
    assert left == [15, 14, 12, 11, 10, 7, 6, 5, 3, 0]


@pytest.mark.rule("superfortress fuel", "superfortress 4-8")
def test_a_cost_that_the_table_has_not_is_told_with_the_table(superfortress: Ruleset) -> None:
    """A row of 4-8 lost to tables laid on top is a line with the table and the row, from the turn and from a single
    cost alike."""
    s = stage(superfortress, altitude="high")
    whole = s.tables["fuel_use"]
    rows = {key: cell for key, cell in whole.entries().items() if key != "high"}
    s.tables = {**s.tables, "fuel_use": evolve(whole, keys={None: rows})}
    for ask in (turn_costs, lambda s: cost(s, "high")):
        with pytest.raises(BadData, match=r"4-8.*: no row 'high'"):
            ask(s)
