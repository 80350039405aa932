"""What goes wrong on the way and how it is put right: machinery (4-3), oil, fuel, cold, oxygen, jams, seats."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import pytest
from bomberstream.core import damage
from bomberstream.core.mission.crewing import take_over_guns
from bomberstream.core.mission.work import STUCK_BALL
from bomberstream.core.ruleset import Ruleset
from bomberstream.core.sortie import Sortie
from bomberstream.core.testing import scripted
from bomberstream.core.zones import Zone
from bomberstream.plugins.today.troubles import (
    crew_moves,
    jam_repairs,
    mechanical_failure,
    troubles,
    work,
)
from bomberstream.plugins.today.zones import fuel, reach
from flights import (
    NO_FIGHTERS,
    asked,
    choices,
    end,
    engine,
    fates,
    happenings,
    man,
    modifiers,
    rolls,
    stage,
    take,
    told,
    used_up,
)

NOBODY_HELPS = {
    "mans_gun": "none",
    "takes_ammunition_from": "none",
    "works_fuel": "none",
    "works_gear": "none",
    "works_doors": "none",
    "frees_ball_gunner": "none",
    "takes_outlet": "none",
    "mends_turret": "no",
}


def fails(today: Ruleset, number: int, *faces: int, bomber: str = "b-17g", **more: Any) -> Sortie:
    """A bomber in a zone where the system of this number of 4-3B or 4-3C fails."""
    s = stage(today, *(0, 1), number // 10 % 10, number % 10, *faces, bomber=bomber, **more)
    take(s, "zone", "mechanical_failure")
    used_up(s)
    return s


def next_zone(s: Sortie, *faces: int) -> Sortie:
    """The bomber is one zone on, and these dice are next."""
    s.enter_zone(Zone(s.zone.number + (1 if s.outbound else -1), ("W",), ("",), None))
    s.game.turn_of_zone = 1
    s.source = scripted(*faces)
    return s


# --- 4-3A: whether something fails


@pytest.mark.rule("today 4-3A")
@pytest.mark.parametrize(
    ("bomber", "number", "failing"),
    [
        ("b-17f", 1, True),
        ("b-17g", 3, True),
        ("b-17g", 4, False),
        ("b-17f", 5, False),
        ("b-24d", 3, True),
        ("b-24j", 4, True),
        ("b-24d", 5, True),
        ("b-24j", 6, False),
        ("b-17g", 100, False),
    ],
)
def test_how_often_something_fails(today: Ruleset, bomber: str, number: int, failing: bool) -> None:
    # A 30 is a turbo on both tables, and a 9 makes it all of them.
    s = stage(today, number // 10 % 10, number % 10, *([3, 0, 9] if failing else []), bomber=bomber)
    mechanical_failure(s)
    used_up(s)
    assert bool(s.bomber.turbos_out) is failing
    assert s.under_attack_by == ""


@pytest.mark.rule("today 4-3A")
def test_failed_machinery_is_no_work_of_the_enemy(today: Ruleset) -> None:
    s = fails(today, 30, 9)
    assert s.game.reasons_to_abort == ["all turbos out"]
    assert not s.game.abort_by_enemy
    s = fails(today, 10, 1, 1)
    assert "autopilot" in s.bomber.out


# --- notes a to d: instruments, engines, turbos, oil


@pytest.mark.rule("today 4-3 note a", "today A-8")
def test_instruments_fail_by_the_instrument_table(today: Ruleset) -> None:
    s = fails(today, 17, 6, 6)
    assert "electrical" in s.bomber.out
    assert s.game.reasons_to_abort == ["electrical system out"]
    assert not s.game.abort_by_enemy


@pytest.mark.rule("today 4-3 note b")
@pytest.mark.parametrize(("face", "number"), [(1, 1), (4, 2), (5, 3), (8, 4)])
def test_an_engine_that_burns_is_out_after_the_fire(today: Ruleset, face: int, number: int) -> None:
    s = fails(today, 20, face, 6, 1)
    assert [one.is_out for one in s.bomber.engines] == [n == number for n in (1, 2, 3, 4)]
    assert engine(s, number).out_by == "fire"
    assert len(s.game.reasons_to_abort) == 1


@pytest.mark.rule("today 4-3 note b", "today 7-3")
def test_an_engine_fire_not_put_out_by_the_second_try_is_a_controlled_bail_out(today: Ruleset) -> None:
    s = stage(today, 0, 1, 2, 0, 1, 6, 6, *[2, 1] * 10)
    assert end(s, lambda s: take(s, "zone", "mechanical_failure")) == "bailed_out"
    assert told(s, "bail_out")[0]["kind"] == "controlled"
    assert (s.cause, fates(s)) == ("mechanical", ["captured"] * 10)


@pytest.mark.rule("today 4-3 note b")
@pytest.mark.parametrize("face", [9, 10])
def test_an_engine_may_run_on_after_all(today: Ruleset, face: int) -> None:
    s = fails(today, 20, face)
    assert (s.bomber.engines_out, s.game.reasons_to_abort) == (0, [])


@pytest.mark.rule("today 4-3 note b", "today 4-3 note c", "today 4-3 note d")
@pytest.mark.parametrize("number", [20, 30, 40])
def test_a_stopped_engine_cannot_fail_again(today: Ruleset, number: int) -> None:
    s = fails(today, number, 3, engines_out=[2])
    assert (s.bomber.engines_out, s.bomber.turbos_out, engine(s, 2).is_leaking) == (1, 0, False)


@pytest.mark.rule("today 4-3 note c")
def test_one_turbo_or_all(today: Ruleset) -> None:
    assert [one.turbo_out for one in fails(today, 28, 5).bomber.engines] == [False, False, True, False]
    s = fails(today, 35, 10)
    assert s.bomber.turbos_out == 4
    assert s.bomber.engines_running == 4


@pytest.mark.rule("today 4-3 note d")
@pytest.mark.parametrize(
    ("face", "leaking", "out"), [(1, False, False), (5, False, False), (6, True, False), (8, True, False)]
)
def test_an_oil_leak_is_thrown_for_in_each_zone(today: Ruleset, face: int, leaking: bool, out: bool) -> None:
    s = next_zone(fails(today, 36, 7), face)
    assert engine(s, 4).is_leaking
    troubles(s)
    used_up(s)
    assert (engine(s, 4).is_leaking, engine(s, 4).is_out) == (leaking, out)


@pytest.mark.rule("today 4-3 note d")
@pytest.mark.parametrize("face", [9, 10])
def test_leaking_oil_may_burn(today: Ruleset, face: int) -> None:
    s = next_zone(fails(today, 36, 7), face, 5)
    troubles(s)
    used_up(s)
    assert (engine(s, 4).is_leaking, engine(s, 4).is_out) == (False, True)
    assert s.game.reasons_to_abort == ["engine lost to an oil fire"]
    assert not s.game.abort_by_enemy
    next_zone(s)
    troubles(s)
    used_up(s)


@pytest.mark.rule("today 4-3 note d")
def test_two_leaks_are_thrown_for_one_after_the_other(today: Ruleset) -> None:
    s = stage(today, 8, 1)
    damage.leaking_oil.function(s, 1)
    damage.leaking_oil.function(s, 3)
    troubles(s)
    used_up(s)
    assert (engine(s, 1).is_leaking, engine(s, 3).is_leaking) == (True, False)


@pytest.mark.rule("tonight 5.10", "today 4-3 note d")
def test_an_engine_lost_to_oil_is_one_engine_out_at_once(today: Ruleset) -> None:
    s = stage(today, 1, 5, 1, 10, 5, 10, 1, orders={"jettison_for_engine": "yes"})
    damage.leaking_oil.function(s, 4)
    reach(s, Zone(5, ("W",), ("",), None), "out")
    used_up(s)
    assert engine(s, 4).is_out
    assert not s.bomber.bombs_aboard


# --- notes e and n: fuel


@pytest.mark.rule("today 4-3 note e")
@pytest.mark.parametrize(("faces", "left"), [((1,), None), ((5,), None), ((6, 4), 4), ((6, 8), 3), ((6, 10), 2)])
def test_a_man_at_the_hand_pump(today: Ruleset, faces: tuple[int, ...], left: int | None) -> None:
    s = fails(today, 42, orders={"works_fuel": "radio_operator"})
    s.source = scripted(*faces)
    work(s)
    used_up(s)
    assert man(s, "radio_operator").is_busy
    assert not s.bomber.guns["radio"].can_fire
    assert s.bomber.fuel_turns == left
    work(s)
    used_up(s)


@pytest.mark.rule("today 4-3 note e")
@pytest.mark.parametrize(("face", "left"), [(4, 4), (5, 3), (9, 2)])
def test_with_nobody_at_the_pump_the_fuel_stays_where_it_is(today: Ruleset, face: int, left: int) -> None:
    s = fails(today, 49, orders={"works_fuel": "none"})
    s.source = scripted(face)
    work(s)
    used_up(s)
    assert s.bomber.fuel_turns == left


@pytest.mark.rule("today 4-3 note n")
def test_a_fuel_leak_in_a_b24_may_explode(today: Ruleset) -> None:
    s = stage(today, 0, 1, 4, 0, 10, bomber="b-24j")
    assert end(s, mechanical_failure) == "crashed"
    assert fates(s) == ["killed"] * 10


@pytest.mark.rule("today 4-3 note n")
@pytest.mark.parametrize(("faces", "left"), [((5,), None), ((6, 9), 2)])
def test_a_fuel_leak_in_a_b24_is_plugged_or_not(today: Ruleset, faces: tuple[int, ...], left: int | None) -> None:
    s = fails(today, 41, 9, bomber="b-24d", orders={"works_fuel": "engineer"})
    s.source = scripted(*faces)
    work(s)
    used_up(s)
    assert s.bomber.fuel_turns == left
    assert "fuel_leak_repair" in rolls(s)


@pytest.mark.rule("today 4-3 note e", "today 4-3 note n")
def test_fuel_transfer_fails_but_once(today: Ruleset) -> None:
    s = fails(today, 42, out={"fuel_transfer": True})
    assert told(s, "system_out") == []


# --- notes f, g, p, q: turrets


@pytest.mark.rule("today 4-3 note f", "today 4-3 note g", "today 4-3 note q")
@pytest.mark.parametrize(
    ("bomber", "number", "gun", "by_hand"),
    [
        ("b-17g", 50, "chin", False),
        ("b-17f", 60, "top", True),
        ("b-24d", 42, "top", True),
        ("b-24j", 58, "nose", True),
        ("b-24j", 67, "tail", True),
    ],
)
def test_a_turret_loses_its_power(today: Ruleset, bomber: str, number: int, gun: str, by_hand: bool) -> None:
    s = fails(today, number, bomber=bomber)
    assert s.bomber.guns[gun].power_failed
    assert s.bomber.guns[gun].can_fire is by_hand


@pytest.mark.rule("today 4-3 note f")
def test_a_b17f_has_no_chin_turret(today: Ruleset) -> None:
    assert not any(gun.power_failed for gun in fails(today, 50, bomber="b-17f").bomber.guns.values())


@pytest.mark.rule("today 4-3 note f", "today 4-3 note g")
@pytest.mark.parametrize(("face", "mended"), [(1, True), (4, True), (5, False), (6, False)])
@pytest.mark.parametrize(("number", "gun", "trade"), [(50, "chin", "bombardier"), (60, "top", "engineer")])
def test_its_gunner_tries_once_in_the_next_zone_and_does_not_fire(
    today: Ruleset, face: int, mended: bool, number: int, gun: str, trade: str
) -> None:
    s = fails(today, number, orders={"mends_turret": "yes"})
    s.source = scripted()
    work(s)
    next_zone(s, face)
    work(s)
    used_up(s)
    turret = s.bomber.guns[gun]
    assert man(s, trade).is_busy
    assert not turret.can_fire
    assert turret.power_failed is not mended
    next_zone(s)
    fuel(s)
    work(s)
    used_up(s)
    assert turret.can_fire is (mended or gun == "top")


@pytest.mark.rule("today 4-3 note f")
def test_nobody_need_mend_and_a_badly_hurt_gunner_cannot(today: Ruleset) -> None:
    s = next_zone(fails(today, 60, orders={"mends_turret": "no"}))
    work(s)
    assert not man(s, "engineer").is_busy
    s = next_zone(fails(today, 60, orders={"mends_turret": "yes"}))
    man(s, "engineer").is_serious = True
    work(s)
    assert asked(s) == []


@pytest.mark.rule("today 4-3 note p")
@pytest.mark.parametrize(("face", "gun"), [(1, "nose"), (3, "left_cheek"), (6, "right_cheek")])
def test_in_a_b24d_a_nose_gun_jams_instead(today: Ruleset, face: int, gun: str) -> None:
    s = fails(today, 60, face, bomber="b-24d")
    assert [key for key, one in s.bomber.guns.items() if one.barrels_jammed] == [gun]


# --- notes h and o: the ball turret


@pytest.mark.rule("today 4-3 note h", "today 4-3 note o")
@pytest.mark.parametrize("bomber", ["b-17g", "b-24j"])
@pytest.mark.parametrize(("face", "repaired"), [(1, True), (4, True), (5, False), (6, False)])
def test_the_ball_turret_is_mended_at_once_or_its_gunner_shut_in(
    today: Ruleset, bomber: str, face: int, repaired: bool
) -> None:
    s = fails(today, 68 if bomber == "b-17g" else 51, face, bomber=bomber)
    ball = s.bomber.guns["ball"]
    assert man(s, "ball_gunner").is_trapped is not repaired
    assert ball.power_failed is not repaired
    assert ball.can_fire


@pytest.mark.rule("today 4-3 note h")
def test_a_man_frees_the_ball_gunner_of_a_b17_in_a_turn(today: Ruleset) -> None:
    s = fails(today, 76, 6, orders={"frees_ball_gunner": "left_waist_gunner"})
    s.source = scripted()
    work(s)
    assert not man(s, "ball_gunner").is_trapped
    assert man(s, "left_waist_gunner").is_busy
    assert STUCK_BALL not in s.bomber.out


@pytest.mark.rule("today 4-3 note h")
def test_nobody_need_free_him(today: Ruleset) -> None:
    s = fails(today, 76, 6, orders={"frees_ball_gunner": "none"})
    s.source = scripted()
    work(s)
    assert man(s, "ball_gunner").is_trapped


@pytest.mark.rule("today 4-3 note o", "today 7-1")
def test_the_ball_turret_of_a_b24_must_be_raised_as_well(today: Ruleset) -> None:
    s = fails(today, 57, 5, bomber="b-24j", orders={"frees_ball_gunner": "right_waist_gunner"})
    s.source = scripted(4)
    work(s)
    used_up(s)
    assert not man(s, "ball_gunner").is_trapped
    assert STUCK_BALL in s.bomber.out
    assert -2 in [value for value, _, _ in s.tables["landing_on_land"].explain(s, 7)]
    fuel(s)
    s.source = scripted(3)
    work(s)
    used_up(s)
    assert STUCK_BALL not in s.bomber.out
    fuel(s)
    work(s)
    assert choices(s).count(("frees_ball_gunner", "right_waist_gunner")) == 2


@pytest.mark.rule("today 6.5", "today 4-3 note h")
def test_after_a_burst_in_the_waist_nobody_gets_at_the_ball(today: Ruleset) -> None:
    s = stage(today)
    damage.turret_jammed.function(s, "ball")
    s.bomber.bursts.add("waist")
    work(s)
    assert asked(s) == []


@pytest.mark.rule("today 4-3 note h")
def test_a_turret_jammed_in_combat_is_dead_with_its_gunner_inside(today: Ruleset) -> None:
    s = stage(today)
    damage.turret_jammed.function(s, "ball")
    assert man(s, "ball_gunner").is_trapped
    assert not s.bomber.guns["ball"].can_fire


# --- note i: heat


@pytest.mark.rule("today 4-3 note i", "today 5-18")
@pytest.mark.parametrize(("bomber", "number"), [("b-17g", 77), ("b-17f", 87), ("b-24j", 76), ("b-24d", 85)])
def test_the_heated_suits_fail(today: Ruleset, bomber: str, number: int) -> None:
    s = fails(today, number, bomber=bomber)
    cold = {key for key, station in s.bomber.stations.items() if station.heat_out_since is not None}
    assert cold == {"engineer", "ball_gunner", "left_waist_gunner", "right_waist_gunner", "tail_gunner"}
    assert s.game.reasons_to_abort == ["no heat in the suits"]


# --- notes j and r: bombs


@pytest.mark.rule("today 4-3 note j")
def test_the_bomb_release_fails_while_there_are_bombs(today: Ruleset) -> None:
    assert "bomb_release" in fails(today, 88).bomber.out
    assert "bomb_release" not in fails(today, 95, bombs_aboard=False).bomber.out
    assert "bomb_release" in fails(today, 92, bomber="b-24d").bomber.out


def with_bombs(today: Ruleset, *faces: int, **more: Any) -> Sortie:
    """A bomber on its way home with its load, over the sea."""
    return stage(today, *faces, outbound=False, in_formation=False, **{"zone.over": "W", **more})


@pytest.mark.rule("today 4-3 note j")
@pytest.mark.parametrize(("face", "gone"), [(1, True), (4, True), (5, False), (10, False)])
def test_hung_bombs_are_tried_once_in_each_zone(today: Ruleset, face: int, gone: bool) -> None:
    s = with_bombs(today, face, out={"bomb_release": True})
    work(s)
    used_up(s)
    assert s.bomber.bombs_aboard is not gone
    s.game.turn_of_zone = 2
    work(s)
    used_up(s)
    next_zone(s, *([] if gone else [4]))
    work(s)
    used_up(s)
    assert not s.bomber.bombs_aboard


@pytest.mark.rule("today 4-3 note j")
def test_hung_bombs_are_not_tried_on_the_way_out(today: Ruleset) -> None:
    s = stage(today, out={"bomb_release": True})
    work(s)
    assert (rolls(s), s.bomber.bombs_aboard) == ([], True)


@pytest.mark.rule("today 4-3 note r")
@pytest.mark.parametrize(("face", "opened"), [(1, True), (4, True), (5, False), (10, False)])
def test_jammed_doors_are_cranked_once_in_each_zone(today: Ruleset, face: int, opened: bool) -> None:
    s = with_bombs(today, face, out={"bomb_bay_doors": True}, orders={"works_doors": "radio_operator"})
    work(s)
    used_up(s)
    assert s.bomber.bombs_aboard is not opened
    assert ("bomb_bay_doors" in s.bomber.out) is not opened
    assert man(s, "radio_operator").is_busy


@pytest.mark.rule("today 4-3 note j", "today 4-3 note r")
def test_behind_jammed_doors_the_release_may_be_out_too(today: Ruleset) -> None:
    out = {"bomb_bay_doors": True, "bomb_release": True}
    s = with_bombs(today, 1, 9, out=out, orders={"works_doors": "radio_operator"})
    work(s)
    used_up(s)
    assert s.bomber.bombs_aboard
    s = with_bombs(today, 1, 3, out=out, orders={"works_doors": "radio_operator"})
    work(s)
    used_up(s)
    assert not s.bomber.bombs_aboard


@pytest.mark.rule("today 4-3 note r")
def test_nobody_need_crank_the_doors(today: Ruleset) -> None:
    s = with_bombs(today, out={"bomb_bay_doors": True}, orders={"works_doors": "none"})
    work(s)
    assert s.bomber.bombs_aboard


@pytest.mark.rule("today 4-3 note r")
def test_the_doors_of_a_b24_fail(today: Ruleset) -> None:
    for number in (98, 100):
        assert "bomb_bay_doors" in fails(today, number, bomber="b-24j").bomber.out
    assert told(fails(today, 98, bomber="b-24d", out={"bomb_bay_doors": True}), "system_out") == []


# --- notes k and s: the landing gear


@pytest.mark.rule("today 4-3 note k", "today 4-3 note s")
@pytest.mark.parametrize(
    ("bomber", "number", "system", "last"),
    [("b-17g", 96, "landing_gear", 4), ("b-24d", 93, "landing_gear", 4), ("b-24j", 97, "nose_wheel", 7)],
)
@pytest.mark.parametrize("outbound", [True, False])
def test_gear_is_cranked_down(today: Ruleset, bomber: str, number: int, system: str, last: int, outbound: bool) -> None:
    orders = {"works_gear": "engineer"}
    for face in (last, last + 1):
        s = fails(today, number, bomber=bomber, outbound=outbound, bombs_aboard=False, orders=orders)
        assert system in s.bomber.out
        s.source = scripted(face)
        work(s)
        used_up(s)
        assert (system in s.bomber.out) is (face > last)
        assert man(s, "engineer").is_busy


@pytest.mark.rule("today 4-3 note k")
def test_gear_is_tried_in_every_turn_until_it_is_down(today: Ruleset) -> None:
    s = stage(
        today,
        *(10, 1),
        outbound=False,
        bombs_aboard=False,
        out={"landing_gear": True},
        orders={"works_gear": "engineer"},
        **{"zone.number": 2},
    )
    for _ in range(3):
        fuel(s)
        work(s)
    used_up(s)
    assert "landing_gear" not in s.bomber.out


@pytest.mark.rule("today 4-3 note k")
def test_left_to_the_orders_the_gear_waits_until_home_is_near(today: Ruleset) -> None:
    for outbound, number, tried in ((True, 3, False), (False, 4, False), (False, 3, True)):
        s = stage(
            today,
            *[10] * tried,
            outbound=outbound,
            bombs_aboard=False,
            out={"landing_gear": True},
            **{"zone.number": number},
        )
        work(s)
        used_up(s)
        assert man(s, "engineer").is_busy is tried


@pytest.mark.rule("today 4-3 note k")
def test_gear_that_is_shot_up_stays_up(today: Ruleset) -> None:
    s = stage(today, outbound=False, bombs_aboard=False, **{"zone.number": 2})
    damage.system_out.function(s, "landing_gear", beyond_repair=True)
    work(s)
    assert asked(s) == []
    s = stage(today, outbound=False, bombs_aboard=False, out={"landing_gear": True}, **{"zone.number": 2})
    s.bomber.bursts.add("bomb_bay")
    work(s)
    assert asked(s) == []


@pytest.mark.rule("today 4-3 note k", "today A-8")
def test_cranked_gear_needs_its_controls_no_more(today: Ruleset) -> None:
    s = stage(
        today,
        1,
        outbound=False,
        bombs_aboard=False,
        out={"landing_gear": True, "landing_gear_controls": True},
        orders={"works_gear": "engineer"},
        **{"zone.number": 2},
    )
    work(s)
    assert s.bomber.out == set()


@pytest.mark.rule("today 4-3")
@pytest.mark.parametrize(("bomber", "number"), [("b-17g", 80), ("b-17g", 98), ("b-24j", 95), ("b-24d", 80)])
def test_what_has_failed_cannot_fail_again(today: Ruleset, bomber: str, number: int) -> None:
    s = fails(today, number, bomber=bomber)
    before, reasons = set(s.bomber.out), list(s.game.reasons_to_abort)
    s.source = scripted(0, 1, number // 10 % 10, number % 10)
    mechanical_failure(s)
    used_up(s)
    assert (s.bomber.out, s.game.reasons_to_abort) == (before, reasons)


# --- 5-18: cold


@pytest.mark.rule("today 5-18")
def test_frostbite_is_thrown_for_from_the_zone_after_with_one_more_for_each_further_zone(today: Ruleset) -> None:
    s = stage(today, **NO_FIGHTERS)
    damage.heat_out.function(s, "tail_gunner")
    troubles(s)
    assert rolls(s) == []
    for shift, face, grade in (([], 3, "none"), ([1], 2, "none"), ([2], 2, "frostbite"), ([3], 3, "severe")):
        next_zone(s, face)
        troubles(s)
        used_up(s)
        assert modifiers(s, "frostbite") == shift
        assert man(s, "tail_gunner").frostbite == grade
    assert not s.bomber.guns["tail"].can_fire


@pytest.mark.rule("today 5-18")
def test_low_down_nobody_freezes_and_the_dead_do_not(today: Ruleset) -> None:
    s = stage(today, altitude="low", in_formation=False)
    damage.heat_out.function(s, "tail_gunner")
    next_zone(s)
    troubles(s)
    s = stage(today)
    damage.heat_out.function(s, "tail_gunner")
    man(s, "tail_gunner").kill()
    next_zone(s)
    troubles(s)
    assert rolls(s) == []


@pytest.mark.rule("today 5-18")
def test_every_man_without_heat_throws(today: Ruleset) -> None:
    s = stage(today)
    damage.heat_out.function(s, "pilot")
    damage.heat_out.function(s, "copilot")
    next_zone(s, 4, 6)
    troubles(s)
    used_up(s)
    assert (man(s, "pilot").frostbite, man(s, "copilot").frostbite) == ("frostbite", "severe")


# --- oxygen


def breathless(today: Ruleset, trade: str = "tail_gunner", **more: Any) -> Sortie:
    """A man's oxygen has been shot away in the zone before."""
    s = stage(today, **more)
    damage.oxygen_hit.function(s, trade)
    damage.oxygen_hit.function(s, trade)
    return s


@pytest.mark.rule("tonight 5.14")
def test_without_oxygen_a_man_lives_to_the_end_of_his_zone(today: Ruleset) -> None:
    s = breathless(today)
    troubles(s)
    assert not man(s, "tail_gunner").is_dead


@pytest.mark.rule("tonight 5.14")
def test_high_up_he_dies_in_the_next_without_an_outlet(today: Ruleset) -> None:
    s = next_zone(breathless(today))
    troubles(s)
    assert man(s, "tail_gunner").is_dead
    assert happenings(s)[-1] == "suffocates"


@pytest.mark.rule("tonight 5.14")
def test_at_10000_feet_he_breathes(today: Ruleset) -> None:
    s = next_zone(breathless(today, altitude="low", in_formation=False))
    troubles(s)
    assert not man(s, "tail_gunner").is_dead


@pytest.mark.rule("tonight 5.14")
@pytest.mark.parametrize(("choice", "lives"), [("navigator", True), ("none", False)])
def test_he_may_take_the_outlet_of_a_dead_man(today: Ruleset, choice: str, lives: bool) -> None:
    s = breathless(today, orders={"takes_outlet": choice})
    man(s, "navigator").kill()
    next_zone(s)
    troubles(s)
    assert man(s, "tail_gunner").is_dead is not lives
    if lives:
        assert s.bomber.man_at("navigator") is man(s, "tail_gunner")
        assert s.bomber.guns["right_cheek"].gunner is man(s, "tail_gunner")


@pytest.mark.rule("tonight 5.14")
def test_a_man_shut_in_his_turret_cannot_go_for_another_outlet(today: Ruleset) -> None:
    s = breathless(today, "ball_gunner", orders={"takes_outlet": "navigator"})
    man(s, "navigator").kill()
    man(s, "ball_gunner").is_trapped = True
    next_zone(s)
    troubles(s)
    assert man(s, "ball_gunner").is_dead


@pytest.mark.rule("tonight 5.14")
def test_for_a_man_shut_in_without_oxygen_the_bomber_may_go_low(today: Ruleset) -> None:
    s = breathless(today, "ball_gunner", orders={"descend_for_oxygen": "yes"})
    man(s, "navigator").kill()
    man(s, "ball_gunner").is_trapped = True
    next_zone(s)
    s.run_step("zone", "altitude")
    assert s.game.altitude == "low"


@pytest.mark.rule("tonight 5.14", "today A-8")
def test_with_the_whole_system_out_the_bomber_goes_low_in_the_next_zone(today: Ruleset) -> None:
    s = fails(today, 17, 2, 3)
    assert "oxygen" in s.bomber.out
    troubles(s)
    assert not any(one.is_dead for one in s.bomber.crew)
    assert s.game.altitude == "high"
    next_zone(s)
    assert s.game.altitude == "low"
    troubles(s)
    assert not any(one.is_dead for one in s.bomber.crew)


# --- 5-6 note a: jams


def jammed(today: Ruleset, *faces: int, gun: str = "tail", barrels: int = 2, **more: Any) -> Sortie:
    """A gun of the bomber has jammed."""
    s = stage(today, *faces, **more)
    s.bomber.guns[gun].jam(barrels)
    return s


@pytest.mark.rule("today 5-6 note a")
@pytest.mark.parametrize(
    ("face", "fires", "broken"), [(1, True, 0), (2, True, 0), (3, False, 0), (5, False, 0), (6, False, 2)]
)
def test_a_gunner_tries_to_clear_his_jam(today: Ruleset, face: int, fires: bool, broken: int) -> None:
    s = jammed(today, face)
    jam_repairs(s)
    used_up(s)
    tail = s.bomber.guns["tail"]
    assert (tail.can_fire, tail.barrels_broken) == (fires, broken)


@pytest.mark.rule("today 5-6 note a")
def test_he_tries_once_in_each_zone(today: Ruleset) -> None:
    s = jammed(today, 3)
    jam_repairs(s)
    jam_repairs(s)
    used_up(s)
    next_zone(s, 1)
    jam_repairs(s)
    used_up(s)
    assert s.bomber.guns["tail"].twin_firing


@pytest.mark.rule("today 5-6 note a")
def test_a_broken_barrel_is_broken_for_good_and_the_other_fires_on(today: Ruleset) -> None:
    s = jammed(today, 6, barrels=1)
    jam_repairs(s)
    tail = s.bomber.guns["tail"]
    assert (tail.can_fire, tail.twin_firing) == (True, False)
    next_zone(s)
    jam_repairs(s)
    assert rolls(s) == ["jam_repair"]


@pytest.mark.rule("today 5-6 note a")
@pytest.mark.parametrize("state", [{"tail_gunner.wounds": "serious"}, {"tail_gunner.wounds": "killed"}])
def test_only_a_fit_gunner_repairs(today: Ruleset, state: Mapping[str, Any]) -> None:
    s = jammed(today, **state)
    jam_repairs(s)
    s = jammed(today)
    man(s, "tail_gunner").is_busy = True
    jam_repairs(s)
    s = jammed(today)
    s.bomber.guns["tail"].is_out = True
    jam_repairs(s)
    assert rolls(s) == []


# --- seats


@pytest.mark.rule("tonight 5.11.3")
@pytest.mark.parametrize(
    ("wounds", "asks"),
    [
        (("serious", "killed"), True),
        (("killed", "none"), False),
        (("none", "serious"), False),
        (("light", "light"), False),
    ],
)
def test_somebody_must_fly(today: Ruleset, wounds: tuple[str, str], asks: bool) -> None:
    s = stage(
        today,
        orders={**NOBODY_HELPS, "takes_controls": "navigator"},
        **{"pilot.wounds": wounds[0], "copilot.wounds": wounds[1], "engineer.wounds": "serious"},
    )
    crew_moves(s)
    assert ("takes_controls" in asked(s)) is asks
    assert (s.bomber.man_at("pilot") is man(s, "navigator")) is asks
    crew_moves(s)
    assert asked(s).count("takes_controls") == asks


@pytest.mark.rule("tonight 5.11.4")
def test_the_engineer_flies_first(today: Ruleset) -> None:
    orders = {**NOBODY_HELPS, "takes_controls": "engineer"}
    s = stage(today, orders=orders, **{"pilot.wounds": "killed", "copilot.wounds": "killed"})
    crew_moves(s)
    assert s.bomber.man_at("pilot").trade == "engineer"
    assert s.bomber.guns["top"].gunner.trade != "engineer"


@pytest.mark.rule("tonight 5.11.3", "today 7-4")
def test_with_nobody_fit_to_fly_the_bomber_falls(today: Ruleset) -> None:
    s = stage(today)
    for one in s.bomber.crew:
        one.is_serious = True
    assert end(s, crew_moves) == "shot_down"
    assert fates(s) == ["killed"] * 10


@pytest.mark.rule("tonight 5.11.2")
def test_a_man_without_a_gun_takes_over_from_one_who_is_down(today: Ruleset) -> None:
    s = stage(today, orders={"mans_gun": "radio_operator"}, **{"tail_gunner.wounds": "serious"})
    s.bomber.guns["radio"].is_out = True
    s.bomber.guns["radio"].update()
    crew_moves(s)
    newcomer = man(s, "radio_operator")
    assert s.bomber.man_at("tail_gunner") is newcomer
    assert s.bomber.guns["tail"].gunner is newcomer
    assert s.bomber.guns["tail"].can_fire
    assert man(s, "tail_gunner").section == "radio_room"


@pytest.mark.rule("tonight 5.11.2")
def test_whoever_works_a_gun_or_flies_stays_where_he_is(today: Ruleset) -> None:
    s = stage(today, **{"tail_gunner.wounds": "killed"})
    crew_moves(s)
    assert asked(s) == []
    assert s.bomber.guns["tail"].gunner is man(s, "tail_gunner")


@pytest.mark.rule("today 5-18", "tonight 5.11.2")
def test_a_severely_frostbitten_gunner_is_relieved(today: Ruleset) -> None:
    s = stage(today, orders={"mans_gun": "radio_operator"}, **{"tail_gunner.frostbite": "severe"})
    s.bomber.guns["radio"].rounds = 0
    crew_moves(s)
    assert s.bomber.guns["tail"].gunner is man(s, "radio_operator")


@pytest.mark.rule("tonight 5.11.2", "today 5-6")
@pytest.mark.parametrize(
    ("intercom_out", "in_combat", "moves"), [(True, True, False), (True, False, True), (False, True, True)]
)
def test_without_intercom_nobody_changes_section_in_a_turn_with_attackers(
    today: Ruleset, intercom_out: bool, in_combat: bool, moves: bool
) -> None:
    s = stage(
        today,
        orders={"mans_gun": "radio_operator"},
        out={"intercom": intercom_out},
        **{"tail_gunner.wounds": "killed"},
    )
    s.bomber.guns["radio"].rounds = 0
    take_over_guns(s, in_combat=in_combat)
    assert (s.bomber.guns["tail"].gunner is man(s, "radio_operator")) is moves


@pytest.mark.rule("tonight 5.5.1")
def test_boxes_are_carried_to_an_empty_gun_by_a_man_who_does_nothing_else_in_the_zone(today: Ruleset) -> None:
    orders = {"takes_ammunition_from": "left_waist", "carries_ammunition": "right_waist_gunner"}
    s = stage(today, orders=orders, **NO_FIGHTERS)
    s.bomber.guns["right_waist"].rounds = 0
    crew_moves(s)
    assert (s.bomber.guns["left_waist"].rounds, s.bomber.guns["right_waist"].rounds) == (10, 10)
    s.run("turn")
    assert man(s, "right_waist_gunner").is_busy
    assert not s.bomber.guns["right_waist"].can_fire
    s.run("turn")
    assert not s.bomber.guns["right_waist"].can_fire
    crew_moves(s)
    s.run("turn")
    assert s.bomber.guns["right_waist"].can_fire


@pytest.mark.rule("tonight 5.5.1")
def test_an_idle_gun_gives_all_its_boxes(today: Ruleset) -> None:
    s = stage(today, orders={"takes_ammunition_from": "tail"})
    s.bomber.guns["tail"].is_out = True
    s.bomber.guns["tail"].update()
    s.bomber.guns["top"].rounds = 0
    crew_moves(s)
    assert (s.bomber.guns["tail"].rounds, s.bomber.guns["top"].rounds) == (0, 23)


@pytest.mark.rule("tonight 5.5.1")
def test_only_empty_guns_of_fit_gunners_get_boxes(today: Ruleset) -> None:
    s = stage(today, orders={"takes_ammunition_from": "ball", "mans_gun": "none"})
    s.bomber.guns["top"].rounds = 1
    crew_moves(s)
    s.bomber.guns["top"].rounds = 0
    man(s, "engineer").is_serious = True
    crew_moves(s)
    assert "takes_ammunition_from" not in asked(s)
