"""A round of combat: guns laid and fired, the fighters' fire, passing shots, collisions, who comes again."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import pytest
from bomberstream.core.crew import NOBODY
from bomberstream.core.mission.crewing import swap
from bomberstream.core.ruleset import Ruleset
from bomberstream.core.sortie import Sortie
from combat_scenes import (
    APART,
    MISS,
    SILENT,
    STRAGGLER,
    ends,
    fighter,
    fw190,
    gun,
    guns_at,
    happenings,
    laid,
    me109,
    play,
    play_all,
    rolls,
    scene,
    shifts,
    state,
    tables,
    told,
)

ALLOT = "round.allot_guns"
FIRE = "round.defensive_fire"
ATTACK = "round.fighters_fire"
PASSING = "round.passing_shots"
COLLISIONS = "round.collisions"
BREAK_OFF = "round.break_off"
NEXT = "round.next_positions"
EVERY_GUN = {"fires_at": {"best": "1"}}
"""Whatever bears, fires."""
HIT = (6, 6)


# --- guns laid on fighters


@pytest.mark.rule("today 5-5")
@pytest.mark.parametrize(
    ("position", "guns"),
    [
        ("12 high", {"top"}),
        ("12 level", {"top", "chin"}),
        ("3 level", {"top", "ball", "right_waist"}),
        ("6 high", {"top", "radio", "tail"}),
        ("6 level", {"tail"}),
        ("vertical climb", {"ball"}),
        ("vertical dive", {"top"}),
    ],
)
def test_a_gun_is_laid_on_what_is_in_its_field(today: Ruleset, position: str, guns: set[str]) -> None:
    s = play(scene(today, fighters=[fw190(position)], orders=EVERY_GUN), ALLOT)
    assert set(laid(s)) == guns
    assert fighter(s).laid_on == len(guns)


@pytest.mark.rule("today 5-3 note b")
def test_no_gun_reaches_a_diver_of_note_b(today: Ruleset) -> None:
    both = [fw190("vertical dive", out_of_reach=True), fw190("vertical dive")]
    s = play(scene(today, fighters=both, orders=EVERY_GUN), ALLOT)
    assert laid(s) == {"top": "f2"}


@pytest.mark.rule("today 5-5")
def test_a_gun_fires_at_one_fighter_and_a_fighter_may_have_many_guns(today: Ruleset) -> None:
    three = [fw190("3 high"), fw190("3 level"), fw190("3 low")]
    s = play(scene(today, fighters=three, orders=guns_at(top="f2", ball="f2", right_waist="f2")), ALLOT)
    assert laid(s) == {"top": "f2", "ball": "f2", "right_waist": "f2"}
    assert [one.laid_on for one in s.game.fighters] == [0, 3, 0]


@pytest.mark.rule("today 5-5")
def test_the_player_may_hold_fire(today: Ruleset) -> None:
    s = play_all(scene(today, fighters=[fw190("12 level")], orders=SILENT), ALLOT, FIRE)
    assert laid(s) == {}
    assert (gun(s, "top").rounds, gun(s, "chin").rounds) == (16, 15)


@pytest.mark.rule("today 5-5")
@pytest.mark.parametrize(
    "silenced",
    [
        {"man": "killed"},
        {"man": "serious"},
        {"man": "severe"},
        {"man": "busy"},
        {"gun": "out"},
        {"gun": "jammed"},
        {"gun": "empty"},
        {"gun": "dead"},
    ],
)
def test_a_gun_without_man_belt_bolt_or_power_stays_silent(today: Ruleset, silenced: dict[str, str]) -> None:
    s = scene(today, fighters=[fw190("12 high")], orders=EVERY_GUN)
    top, engineer = gun(s, "top"), s.bomber.man_of("engineer")
    match silenced:
        case {"man": "severe"}:
            engineer.frostbite = "severe"
        case {"man": "busy"}:
            engineer.is_busy = True
        case {"man": wounds}:
            engineer.is_dead, engineer.is_serious = wounds == "killed", wounds == "serious"
        case {"gun": "out"}:
            top.is_out = True
            top.update()
        case {"gun": "jammed"}:
            top.jam(2)
        case {"gun": "empty"}:
            top.rounds = 0
        case {"gun": "dead"}:
            top.power_failed = top.needs_power = True
    play_all(s, ALLOT, FIRE)
    assert laid(s) == {}
    assert s.rolls == 0


@pytest.mark.rule("today 5-5", "today 4-3 note g", "today 5-18")
def test_a_light_wound_frostbite_one_jam_or_lost_power_silence_nobody(today: Ruleset) -> None:
    s = scene(today, fighters=[fw190("12 high")], orders=EVERY_GUN)
    engineer, top = s.bomber.man_of("engineer"), gun(s, "top")
    engineer.light_wounds, engineer.frostbite = 2, "frostbite"
    top.jam(1)
    top.power_failed = True
    assert laid(play(s, ALLOT)) == {"top": "f1"}


@pytest.mark.rule("today 5-5")
def test_a_cheek_gun_that_nobody_mans_is_worked_by_a_man_without_another(today: Ruleset) -> None:
    s = scene(today, fighters=[fw190("10:30 level")], orders=EVERY_GUN)
    assert gun(s, "left_cheek").gunner is NOBODY
    play(s, ALLOT)
    assert {one.key: one.gunner.trade for one, _ in s.game.allotted} == {
        "chin": "bombardier",
        "left_cheek": "navigator",
        "top": "engineer",
    }


@pytest.mark.rule("today 5-5")
def test_one_man_works_one_gun(today: Ruleset) -> None:
    s = scene(today, fighters=[fw190("10:30 level")], orders=EVERY_GUN, navigator={"wounds": "killed"})
    assert set(laid(play(s, ALLOT))) == {"top", "chin"}
    s = scene(today, fighters=[fw190("10:30 high")], orders=EVERY_GUN, navigator={"wounds": "killed"})
    assert set(laid(play(s, ALLOT))) == {"top", "left_waist", "left_cheek"}
    assert gun(s, "left_cheek").gunner.trade == "bombardier"
    s = scene(
        today,
        fighters=[fw190("10:30 high")],
        orders=EVERY_GUN,
        navigator={"wounds": "killed"},
        bombardier={"wounds": "serious"},
    )
    assert set(laid(play(s, ALLOT))) == {"top", "left_waist"}


@pytest.mark.rule("today 5-5")
def test_a_man_who_holds_the_fire_of_his_turret_may_take_the_cheek_gun(today: Ruleset) -> None:
    s = scene(
        today,
        fighters=[fw190("10:30 level")],
        orders=guns_at(left_cheek="f1"),
        navigator={"wounds": "killed"},
    )
    assert laid(play(s, ALLOT)) == {"left_cheek": "f1"}
    assert gun(s, "left_cheek").gunner.trade == "bombardier"


@pytest.mark.rule("today 5-5")
def test_a_man_at_another_gun_does_not_work_his_own_as_well(today: Ruleset) -> None:
    s = scene(today, fighters=[fw190("10:30 level"), fw190("1:30 level")], orders=EVERY_GUN)
    play(s, ALLOT)
    assert {one.key: one.gunner.trade for one, _ in s.game.allotted} == {
        "chin": "bombardier",
        "left_cheek": "navigator",
        "top": "engineer",
    }


@pytest.mark.rule("today 5-5")
def test_never_both_cheek_guns_in_one_round(today: Ruleset) -> None:
    s = scene(today, fighters=[fw190("1:30 high"), fw190("10:30 high")], orders=EVERY_GUN)
    assert not {"left_cheek", "right_cheek"} <= set(laid(play(s, ALLOT)))


# --- the bomber's fire


@pytest.mark.rule("today 5-6")
def test_a_box_is_spent_when_the_gun_fires_and_not_when_it_is_laid(today: Ruleset) -> None:
    s = scene(today, 3, 3, fighters=[fw190("12 high")], orders=guns_at(top="f1"))
    play(s, ALLOT)
    assert gun(s, "top").rounds == 16
    play_all(s, FIRE)
    assert gun(s, "top").rounds == 15


@pytest.mark.rule("today 5-6", "today 5-7")
def test_a_burst_at_a_fighter_already_down_is_spent_for_nothing(today: Ruleset) -> None:
    s = scene(today, *HIT, *HIT, fighters=[fw190("3 level")], orders=guns_at(top="f1", ball="f1", right_waist="f1"))
    play_all(s, ALLOT, FIRE)
    assert tables(s) == ["5-6", "5-7"]
    assert [gun(s, name).rounds for name in ("top", "ball", "right_waist")] == [15, 19, 19]
    assert gun(s, "ball").has_fired
    assert state(s).kills == 1


@pytest.mark.rule("today 5-6")
def test_guns_fire_in_turn_and_miss_or_hit_each_by_its_own_throw(today: Ruleset) -> None:
    s = scene(today, *(1, 4), *(4, 4), *(1, 2), fighters=[fw190("3 level")], orders=guns_at(top="f1", right_waist="f1"))
    play_all(s, ALLOT, FIRE)
    assert [(roll.table, roll.result) for roll in rolls(s)] == [("5-6", "miss"), ("5-6", "hit"), ("5-7", "fcab")]
    assert [facts["gun"] for facts in told(s, "fighter_hit")] == ["right waist gun"]


@pytest.mark.rule("today 5-6 note a")
def test_a_jam_silences_a_single_gun(today: Ruleset) -> None:
    s = scene(today, 1, 1, fighters=[fw190("1:30 high")], orders=guns_at(right_waist="f1"))
    play_all(s, ALLOT, FIRE)
    assert tables(s) == ["5-6"]
    assert not gun(s, "right_waist").is_working
    assert gun(s, "right_waist").rounds == 19
    s.orders = scene(today, orders=EVERY_GUN).orders
    assert "right_waist" not in laid(play(s, ALLOT))


@pytest.mark.rule("today 5-6 note a")
@pytest.mark.parametrize(("die", "works"), [(1, True), (4, True), (5, False), (6, False)])
def test_a_jam_in_a_twin_mount_takes_one_gun_or_both(today: Ruleset, die: int, works: bool) -> None:
    # A natural 2, +1 for the power turret, -1 for the ace at the stick: a total of 2.
    s = scene(today, *(1, 1), die, fighters=[fw190("12 low", skill="ace")], orders=guns_at(ball="f1"))
    play_all(s, ALLOT, FIRE)
    assert (gun(s, "ball").is_working, gun(s, "ball").twin_firing) == (works, False)
    assert told(s, "gun_jams") == [{"gun": "ball turret", "all": not works}]


@pytest.mark.rule("today 5-6 note a")
def test_the_second_jam_of_a_twin_mount_is_its_last(today: Ruleset) -> None:
    s = scene(today, *(1, 1), fighters=[fw190("12 low", skill="ace")], orders=guns_at(ball="f1"))
    gun(s, "ball").jam(1)
    play_all(s, ALLOT, FIRE)
    assert tables(s) == ["5-6"]
    assert not gun(s, "ball").is_working


@pytest.mark.rule("today 5-7")
@pytest.mark.parametrize(("jammed", "bonus"), [(0, {"twin guns": 1}), (1, {})])
def test_a_half_jammed_twin_does_less_damage(today: Ruleset, jammed: int, bonus: dict[str, int]) -> None:
    s = scene(today, *HIT, *(1, 2), fighters=[me109("12 high")], orders=guns_at(top="f1"))
    gun(s, "top").jam(jammed)
    play_all(s, ALLOT, FIRE)
    assert shifts(rolls(s, "5-7")[0]) == bonus


@pytest.mark.rule("today 5-7")
@pytest.mark.parametrize(("jammed", "shift"), [(0, {}), (1, {"single gun": -1})])
def test_a_half_jammed_twin_counts_as_a_single_gun_against_a_fw_190(
    today: Ruleset, jammed: int, shift: dict[str, int]
) -> None:
    s = scene(today, *HIT, *(3, 2), fighters=[fw190("12 high")], orders=guns_at(top="f1"))
    gun(s, "top").jam(jammed)
    play_all(s, ALLOT, FIRE)
    assert shifts(rolls(s, "5-7")[0]) == shift


@pytest.mark.rule("today 5.5")
def test_a_kill_is_shared_by_the_guns_that_fired(today: Ruleset) -> None:
    s = scene(
        today,
        *(1, 3),
        *(1, 4),
        *HIT,
        *HIT,
        fighters=[fw190("3 level"), fw190("9 level")],
        orders=guns_at(top="f1", ball="f1", right_waist="f1"),
    )
    play_all(s, ALLOT, FIRE)
    third = Fraction(1, 3)
    shares = {man.trade: man.kills_today for man in s.bomber.crew if man.kills_today}
    assert shares == {"engineer": third, "ball_gunner": third, "right_waist_gunner": third}
    assert state(s).kills == 1
    assert told(s, "fighter_destroyed")[0]["shares"] == 3


@pytest.mark.rule("today 5.5")
def test_guns_of_an_earlier_round_have_no_share(today: Ruleset) -> None:
    by_round = [
        {"when": "gun.id == 'left_waist' and fighter.round == 1", "choose": "f1"},
        {"when": "gun.id == 'top' and fighter.round == 2", "choose": "f1"},
    ]
    hits_for_nothing = (*HIT, *(3, 4), 1, 1, *APART)
    comes_from_3_level = (3, 2)
    s = scene(
        today,
        *(1, 3),
        *hits_for_nothing,
        *comes_from_3_level,
        *(*HIT, *HIT),
        fighters=[fw190("9 high")],
        orders={"fires_at": {"choose": "none", "case": by_round}, "passing_shot": "none"},
    )
    play_all(s, "round", ALLOT, FIRE)
    assert [facts["round"] for facts in told(s, "comes_again")] == [2]
    assert {man.trade: man.kills_today for man in s.bomber.crew if man.kills_today} == {"engineer": Fraction(1)}


@pytest.mark.rule("today 5-6", "today 5-7")
def test_the_fifth_kill_makes_an_ace_with_the_next_shot(today: Ruleset) -> None:
    s = scene(
        today,
        *HIT,
        *HIT,
        *HIT,
        *(1, 2),
        fighters=[fw190("12 high"), fw190("12 level")],
        orders=guns_at(top="f1"),
        engineer={"kills": 4},
    )
    play(s, ALLOT, FIRE)
    assert "ace gunner" not in shifts(rolls(s, "5-6")[0])
    assert "ace gunner" not in shifts(rolls(s, "5-7")[0])
    s.orders = scene(today, orders=guns_at(top="f2")).orders
    play_all(s, ALLOT, FIRE)
    assert shifts(rolls(s, "5-6")[1])["ace gunner"] == 1
    assert shifts(rolls(s, "5-7")[1])["ace gunner"] == 1


@pytest.mark.rule("today 5-6")
def test_a_hundredth_of_a_kill_short_is_no_ace(today: Ruleset) -> None:
    man = scene(today).bomber.man_of("engineer")
    man.kills = Fraction(4)
    man.credit(Fraction(99, 100))
    assert not man.is_ace
    man.credit(Fraction(1, 100))
    assert man.is_ace


@pytest.mark.rule("today 5-6")
@pytest.mark.parametrize(
    ("given", "ace"),
    [
        ({}, True),
        ({"engineer": {"kills": 5, "wounds": "light"}}, False),
        ({"engineer": {"kills": 5, "frostbite": "frostbite"}}, False),
        ({"out": {"intercom": True}}, True),
    ],
)
def test_wounds_and_frostbite_cost_an_ace_his_bonus_and_the_intercom_does_not(
    today: Ruleset, given: dict[str, Any], ace: bool
) -> None:
    given = {"engineer": {"kills": 5}, **given}
    s = play_all(scene(today, 1, 4, fighters=[fw190("12 high")], orders=guns_at(top="f1"), **given), ALLOT, FIRE)
    assert ("ace gunner" in shifts(rolls(s, "5-6")[0])) is ace


@pytest.mark.rule("today 5.11.2")
def test_an_ace_is_one_at_any_gun(today: Ruleset) -> None:
    s = scene(today, 1, 3, fighters=[fw190("6 level")], orders=guns_at(tail="f1"), engineer={"kills": 5})
    swap(s, s.bomber.man_of("engineer"), "tail_gunner")
    play_all(s, ALLOT, FIRE)
    assert shifts(rolls(s, "5-6")[0])["ace gunner"] == 1


# --- damaged fighters


def shot_at(today: Ruleset, *damage: tuple[int, int], attack: tuple[int, ...] = MISS, **given: Any) -> Sortie:
    """A Me 109 at 3 level that is hit by top, ball and waist guns, as many as there are damages, and attacks."""
    names = ["top", "ball", "right_waist"][: len(damage)]
    faces = [face for one in damage for face in (*HIT, *one)]
    s = scene(
        today, *faces, *attack, fighters=[me109("3 level", **given)], orders=guns_at(**dict.fromkeys(names, "f1"))
    )
    return play(s, ALLOT, FIRE, ATTACK)


FCAB, FCA, FBOA = (1, 1), (2, 2), (3, 4)
"""Naturals of 5-7 whose results hold for a Me 109 even with the bonus of twin guns, FCAB but for a single gun."""


@pytest.mark.rule("today 5-7 note b", "today 5-8")
def test_each_fca_costs_the_fighter_one(today: Ruleset) -> None:
    assert shifts(rolls(shot_at(today, FCA), "5-8")[0]) == {"damaged": -1}
    assert shifts(rolls(shot_at(today, FCA, FCA), "5-8")[0]) == {"damaged": -2}


@pytest.mark.rule("today 5-7 note b")
def test_the_third_fca_destroys_at_once(today: Ruleset) -> None:
    s = shot_at(today, FCA, FCA, FCA, attack=())
    assert fighter(s).is_destroyed
    assert rolls(s, "5-8") == []
    assert told(s, "fighter_destroyed")[0]["shares"] == 3


@pytest.mark.rule("today 5-7 note b")
def test_fca_results_of_earlier_rounds_count(today: Ruleset) -> None:
    s = shot_at(today, FCA, attack=(), fca=2)
    assert fighter(s).is_destroyed


@pytest.mark.rule("today 5-7", "today 5-8")
def test_fboa_costs_two_and_the_fighter_leaves_though_it_hit(today: Ruleset) -> None:
    s = shot_at(today, FBOA, attack=(*HIT, 3, 4, 1, 1))
    assert shifts(rolls(s, "5-8")[0]) == {"damaged, breaking off": -2}
    assert fighter(s).hit_bomber
    play(s, BREAK_OFF)
    assert s.game.fighters == []
    assert state(s).kills == 0


@pytest.mark.rule("today 5-7")
def test_a_second_fboa_in_the_round_is_superficial(today: Ruleset) -> None:
    s = shot_at(today, FBOA, FBOA)
    assert shifts(rolls(s, "5-8")[0]) == {"damaged, breaking off": -2}
    assert not fighter(s).is_destroyed


@pytest.mark.rule("today 5-7")
def test_fcab_attacks_unhindered_and_leaves_though_it_hit(today: Ruleset) -> None:
    s = scene(today, *HIT, 1, 1, *HIT, 3, 4, 1, 1, fighters=[fw190("1:30 high")], orders=guns_at(right_waist="f1"))
    play(s, ALLOT, FIRE, ATTACK)
    assert [roll.result for roll in rolls(s, "5-7")] == ["fcab"]
    assert shifts(rolls(s, "5-8")[0]) == {}
    assert fighter(s).hit_bomber
    assert play(s, BREAK_OFF).game.fighters == []


@pytest.mark.rule("today 5-7")
@pytest.mark.parametrize("damage", [(FCA, FBOA), (FBOA, FCA)])
def test_fca_and_fboa_let_it_attack_once_more_and_then_destroy_it(
    today: Ruleset, damage: tuple[tuple[int, int], ...]
) -> None:
    s = shot_at(today, *damage, attack=(*HIT, 3, 4, 1, 1))
    assert shifts(rolls(s, "5-8")[0]) == {"damaged, breaking off": -2, "damaged": -1}
    assert (fighter(s).is_destroyed, state(s).kills) == (False, 0)
    play(s, BREAK_OFF)
    assert (s.game.fighters, state(s).kills) == ([], 1)
    assert {man.trade: man.kills_today for man in s.bomber.crew if man.kills_today} == {
        "engineer": Fraction(1, 2),
        "ball_gunner": Fraction(1, 2),
    }


@pytest.mark.rule("today 5-7")
def test_a_destroyed_fighter_neither_fires_nor_collides(today: Ruleset) -> None:
    s = scene(today, *HIT, *HIT, fighters=[fw190("12 high")], orders=guns_at(top="f1"))
    play_all(s, "round")
    assert tables(s) == ["5-6", "5-7"]
    assert s.game.fighters == []


# --- the fighters' fire


@pytest.mark.rule("today 5-10", "today 5-11")
def test_every_hit_has_its_own_multiplier(today: Ruleset) -> None:
    # 6 o'clock, total 4 on 5-10: three hits; x2, x1, half that is none: three shells, all superficial.
    s = scene(today, *(6, 1), *(1, 3), 5, 2, 1, 3, *(1, 1), *(1, 1), *(1, 1), fighters=[fw190("6 high")], orders=SILENT)
    play_all(s, ATTACK)
    assert tables(s) == ["5-8", "5-10", "5-11", "5-11", "5-11", "5-11 note b", "5-12", "5-12", "5-12"]
    assert told(s, "bomber_hit")[0]["shells"] == 3


@pytest.mark.rule("today 5-11")
@pytest.mark.parametrize(
    ("kind", "die", "shells"),
    [("ta-152h", 4, 3), ("fw-190", 4, 3), ("fw-190", 3, 2), ("fw-190", 6, 2), ("fw-190", 2, 1)],
)
def test_times_and_more_are_added_up(today: Ruleset, kind: str, die: int, shells: int) -> None:
    s = scene(
        today,
        *(6, 3),
        *(3, 4),
        die,
        *(1, 1) * shells,
        campaign=6,
        fighters=[{"type": kind, "position": "12 high"}],
        orders=SILENT,
    )
    play_all(s, ATTACK)
    assert told(s, "bomber_hit")[0]["shells"] == shells


@pytest.mark.rule("today 5-11 note a")
def test_a_hit_of_nothing_is_superficial_and_earns_another_round(today: Ruleset) -> None:
    s = scene(today, *HIT, *(3, 4), 1, *APART, 2, 1, campaign=1, fighters=[me109("12 high")], orders=SILENT)
    play_all(s, "round")
    assert (told(s, "bomber_hit"), told(s, "shell_hit")) == ([], [])
    assert [(one.position, one.round) for one in s.game.fighters] == [("10:30 high", 2)]


@pytest.mark.rule("today 5-11 note c", "today 5-10")
def test_a_rocket_fighter_from_straight_above_hits_once_more(today: Ruleset) -> None:
    diving = {"type": "me-163", "position": "vertical dive"}
    s = scene(today, *HIT, *(3, 4), 1, 1, *(1, 1), *(1, 1), campaign=6, fighters=[diving], orders=SILENT)
    play_all(s, ATTACK)
    assert tables(s).count("5-11") == 2
    level = {"type": "me-163", "position": "12 high"}
    s = scene(today, *HIT, *(3, 4), 1, *(1, 1), campaign=6, fighters=[level], orders=SILENT)
    play_all(s, ATTACK)
    assert tables(s).count("5-11") == 1


@pytest.mark.rule("today 5-12")
def test_walking_hits_use_up_what_is_left_of_the_attack(today: Ruleset) -> None:
    # Two hits from 12 high give four shells; the first one walks along the fuselage.
    quiet = (3, 4, 3, 3, 3, 3, 4, 4, 2, 2, 4, 2)
    s = scene(today, *HIT, *(2, 2), 5, 5, *(6, 6), *quiet, fighters=[fw190("12 high")], orders=SILENT)
    play_all(s, ATTACK)
    assert told(s, "bomber_hit")[0]["shells"] == 4
    assert tables(s).count("5-12") == 1
    assert [facts["area"] for facts in told(s, "shell_hit")] == [
        "nose",
        "pilot_compartment",
        "bomb_bay",
        "radio_room",
        "waist",
        "tail",
    ]


@pytest.mark.rule("today 5-12")
def test_walking_hits_spare_the_next_fighter_nothing(today: Ruleset) -> None:
    quiet = (3, 4, 3, 3, 3, 3, 4, 4, 2, 2, 4, 2)
    s = scene(
        today,
        *(*HIT, *(3, 4), 6, *(6, 6), *quiet),
        *(*HIT, *(3, 4), 6, *(1, 1), *(1, 1)),
        fighters=[fw190("12 high"), fw190("12 high")],
        orders=SILENT,
    )
    play_all(s, ATTACK)
    assert tables(s).count("5-12") == 3


@pytest.mark.rule("today 5-12")
@pytest.mark.parametrize(("die", "wing"), [(1, "left_wing"), (3, "left_wing"), (4, "right_wing"), (6, "right_wing")])
def test_either_wing_is_a_die_more(today: Ruleset, die: int, wing: str) -> None:
    s = scene(today, *HIT, *(3, 4), 2, *(4, 4), die, *(3, 4), fighters=[fw190("12 high")], orders=SILENT)
    play_all(s, ATTACK)
    assert told(s, "shell_hit") == [{"area": wing}]


@pytest.mark.rule("today 5.11.3")
def test_a_hit_finds_whoever_is_at_the_station(today: Ruleset) -> None:
    s = scene(today, *HIT, *(3, 4), 2, *(2, 4), *(2, 4), 1, fighters=[fw190("12 high")], orders=SILENT)
    swap(s, s.bomber.man_of("radio_operator"), "bombardier")
    play_all(s, ATTACK)
    assert (s.bomber.man_of("radio_operator").wounds, s.bomber.man_of("bombardier").wounds) == ("light", "none")


# --- passing shots


def passing(today: Ruleset, *faces: int, position: str = "12 high", **given: Any) -> Sortie:
    """A fighter that has attacked and comes past the tail; the tail guns want to fire."""
    orders = {"fires_at": "none", "passing_shot": {"best": "1"}}
    s = scene(today, *faces, fighters=[me109(position)], **{"orders": orders, **given})
    fighter(s).has_attacked = fighter(s).hit_bomber = True
    return s


@pytest.mark.rule("today 5.5.2", "today 5-6")
@pytest.mark.parametrize("position", ["12 high", "1:30 level", "10:30 low"])
def test_a_passing_shot_at_what_came_from_ahead(today: Ruleset, position: str) -> None:
    s = play_all(passing(today, 1, 4, position=position), PASSING)
    assert shifts(rolls(s)[0]) == {"passing shot": -1}
    assert gun(s, "tail").rounds == 22
    assert not state(s).passing_shot


@pytest.mark.rule("today 5.5.2")
@pytest.mark.parametrize("position", ["3 high", "6 level", "9 low", "vertical dive", "vertical climb"])
def test_no_passing_shot_at_what_came_from_elsewhere(today: Ruleset, position: str) -> None:
    s = play_all(passing(today, position=position), PASSING)
    assert (s.rolls, gun(s, "tail").rounds) == (0, 23)


@pytest.mark.rule("today 5.5.2")
@pytest.mark.parametrize("why", ["fired", "intercom", "empty", "jammed", "out", "dead", "serious", "busy"])
def test_what_forbids_a_passing_shot(today: Ruleset, why: str) -> None:
    s = passing(today)
    tail, man = gun(s, "tail"), s.bomber.man_of("tail_gunner")
    match why:
        case "fired":
            tail.has_fired = True
        case "intercom":
            s.bomber.out.add("intercom")
        case "empty":
            tail.rounds = 0
        case "jammed":
            tail.jam(2)
        case "out":
            tail.is_out = True
            tail.update()
        case "dead":
            man.is_dead = True
        case "serious":
            man.is_serious = True
        case "busy":
            man.is_busy = True
    play_all(s, PASSING)
    assert s.rolls == 0


@pytest.mark.rule("today 5.5.2")
def test_tail_guns_that_fired_in_the_round_make_no_passing_shot(today: Ruleset) -> None:
    s = scene(
        today,
        *(1, 4),
        *MISS,
        *MISS,
        *APART,
        *APART,
        fighters=[fw190("6 level"), fw190("12 high")],
        orders={"fires_at": {"choose": "none", "case": [{"when": "gun.id == 'tail'", "choose": "f1"}]}},
    )
    play_all(s, "round")
    assert told(s, "passing_shot") == []
    assert gun(s, "tail").rounds == 22


@pytest.mark.rule("today 5.5.2")
def test_a_tail_gunner_hit_in_the_attack_makes_no_passing_shot(today: Ruleset) -> None:
    # From 12 high an area of 10 is the tail, where a 5 finds the gunner; 4 is a serious wound.
    faces = (*HIT, *(3, 4), 2, *(5, 5), *(2, 3), 4)
    s = scene(today, *faces, fighters=[fw190("12 high")], orders={"fires_at": "none", "passing_shot": {"best": "1"}})
    play_all(s, ATTACK, PASSING)
    assert s.bomber.man_of("tail_gunner").is_serious
    assert told(s, "passing_shot") == []


@pytest.mark.rule("today 5.5.2")
def test_a_passing_shot_comes_after_the_attack_and_before_the_collision(today: Ruleset) -> None:
    s = scene(
        today,
        *MISS,
        *(1, 4),
        *APART,
        fighters=[fw190("12 high")],
        orders={"fires_at": "none", "passing_shot": {"best": "1"}},
    )
    play_all(s, "round")
    assert tables(s) == ["5-8", "5-6", "5-16"]


@pytest.mark.rule("today 5.5.2", "today 5-7")
def test_damage_of_a_passing_shot_weighs_on_the_next_attack(today: Ruleset) -> None:
    s = play(passing(today, *HIT, *FCA), PASSING)
    assert (fighter(s).fca, fighter(s).has_left) == (1, False)
    assert play(s, BREAK_OFF).game.fighters == [fighter(s)]


@pytest.mark.rule("today 5.5.2", "today 5.5")
def test_a_passing_shot_may_destroy(today: Ruleset) -> None:
    s = play_all(passing(today, *HIT, *HIT), PASSING, COLLISIONS, BREAK_OFF)
    assert s.game.fighters == []
    assert s.bomber.man_of("tail_gunner").kills_today == 1
    assert rolls(s, "5-16") == []


@pytest.mark.rule("today 5.5.2")
def test_a_passing_shot_may_be_kept(today: Ruleset) -> None:
    s = play_all(passing(today, orders=SILENT), PASSING)
    assert (s.rolls, gun(s, "tail").rounds) == (0, 23)


# --- collisions


def after_attack(today: Ruleset, *faces: int, position: str = "12 high", **given: Any) -> Sortie:
    """A Fw 190 that has hit the bomber."""
    s = scene(today, *faces, fighters=[fw190(position)], **given)
    fighter(s).has_attacked = fighter(s).hit_bomber = True
    return s


@pytest.mark.rule("today 5-16")
def test_no_threat_and_it_may_come_again(today: Ruleset) -> None:
    s = play_all(after_attack(today, 5, 5), COLLISIONS, BREAK_OFF)
    assert len(s.game.fighters) == 1


@pytest.mark.rule("today 5-16")
@pytest.mark.parametrize("die", [1, 5])
def test_a_near_miss_ends_the_attacks(today: Ruleset, die: int) -> None:
    s = play_all(after_attack(today, 5, 6, die), COLLISIONS, BREAK_OFF)
    assert happenings(s) == ["near_miss"]
    assert s.game.fighters == []


@pytest.mark.rule("today 5-16", "today 6.5")
def test_a_collision_is_a_burst_where_the_fighter_strikes(today: Ruleset) -> None:
    # From 12 high an area of 5 is the radio room; its oxygen throws one die.
    s = play_all(after_attack(today, 5, 6, 6, *(2, 3), 1), COLLISIONS, BREAK_OFF)
    assert [facts["area"] for facts in told(s, "burst_inside")] == ["radio_room"]
    assert s.bomber.man_of("radio_operator").is_dead
    assert (s.game.fighters, state(s).kills) == ([], 0)
    assert s.under_attack_by == "fighter"


@pytest.mark.rule("today 5-16")
def test_a_collision_with_nothing_that_matters_is_a_miss(today: Ruleset) -> None:
    s = play_all(after_attack(today, 5, 6, 6, *(1, 1)), COLLISIONS, BREAK_OFF)
    assert happenings(s) == ["near_miss"]
    assert (s.game.fighters, s.bomber.bursts) == ([], set())


@pytest.mark.rule("today 5-16")
def test_a_collision_anywhere_but_in_a_section_is_thrown_again(today: Ruleset) -> None:
    s = play_all(after_attack(today, 5, 6, 6, *(6, 6), *(6, 6), *(1, 1)), COLLISIONS)
    assert tables(s) == ["5-16", "5-16 near", "5-12", "5-12", "5-12"]


@pytest.mark.rule("today 5-16", "today 7-4")
@pytest.mark.parametrize(("area", "die"), [((3, 4), ()), ((4, 4), (2,)), ((5, 5), ())])
def test_a_collision_with_wing_tail_or_cockpit_brings_the_bomber_down(
    today: Ruleset, area: tuple[int, int], die: tuple[int, ...]
) -> None:
    s = after_attack(today, 5, 6, 6, *area, *die)
    assert ends(s, lambda s: play(s, COLLISIONS)) == "shot_down"
    assert s.cause == "collision"
    assert told(s, "bail_out")[0]["kind"] == "uncontrolled"


@pytest.mark.rule("today 5-16")
def test_only_who_attacked_may_collide(today: Ruleset) -> None:
    s = scene(today, fighters=[fw190("12 high"), fw190("3 high")])
    one, two = s.game.fighters
    one.is_destroyed = one.has_attacked = True
    two.has_attacked = False
    play_all(s, COLLISIONS)
    assert s.rolls == 0


@pytest.mark.rule("today 5-16")
def test_every_attacker_throws_its_own_collision(today: Ruleset) -> None:
    s = scene(today, *(2, 4), *(2, 4), fighters=[fw190("12 high"), {"type": "me-110", "position": "3 high"}])
    for one in s.game.fighters:
        one.has_attacked = True
    s.game.fighters[0].hit_bomber = True
    s.game.fighters[0].skill = "green"
    play_all(s, COLLISIONS)
    assert [shifts(roll) for roll in rolls(s)] == [
        {"green pilot": 1},
        {"twin-engined fighter": 1, "no hits on the bomber": -1},
    ]


# --- who comes again


@pytest.mark.rule("today 5-8 note c", "today 5-9")
@pytest.mark.parametrize("given", [{}, STRAGGLER])
def test_who_missed_is_gone_and_who_hit_stays(today: Ruleset, given: dict[str, Any]) -> None:
    s = scene(today, fighters=[fw190("12 high"), fw190("3 high")], **given)
    s.game.fighters[1].hit_bomber = True
    play(s, BREAK_OFF)
    assert [one.key for one in s.game.fighters] == ["f2"]


@pytest.mark.rule("today 5-9", "today 5-3C note h")
@pytest.mark.parametrize(
    ("kind", "position"),
    [("fw-190", "vertical dive"), ("me-110", "vertical climb"), ("me-163", "12 high"), ("me-163", "vertical dive")],
)
def test_vertical_attackers_and_rocket_fighters_have_one_round(today: Ruleset, kind: str, position: str) -> None:
    s = scene(today, fighters=[{"type": kind, "position": position}])
    fighter(s).hit_bomber = True
    assert play(s, BREAK_OFF).game.fighters == []


@pytest.mark.rule("today 5-9", "today 5-9A")
def test_who_comes_again_takes_a_new_place(today: Ruleset) -> None:
    s = scene(today, *(6, 3), *(4, 5), fighters=[fw190("12 high"), fw190("3 high")])
    for one in s.game.fighters:
        one.has_attacked = one.hit_bomber = True
    play_all(s, NEXT)
    assert [(one.position, one.round, one.has_attacked) for one in s.game.fighters] == [
        ("6 low", 2, False),
        ("1:30 level", 2, False),
    ]
    assert [facts["round"] for facts in told(s, "comes_again")] == [2, 2]


@pytest.mark.rule("today 5-9")
def test_three_rounds_are_all_that_a_fighter_has(today: Ruleset) -> None:
    attack = (*HIT, *(3, 4), 1, 1, *APART)
    s = scene(today, *attack, 1, 1, *attack, 1, 6, *attack, fighters=[fw190("12 high")], orders=SILENT)
    play_all(s, "wave.rounds")
    assert tables(s).count("5-8") == 3
    assert tables(s).count("5-9") == 2
    assert s.game.fighters == []


@pytest.mark.rule("today 5-8 note c")
def test_a_hit_in_the_first_round_does_not_excuse_a_miss_in_the_second(today: Ruleset) -> None:
    attack = (*HIT, *(3, 4), 1, 1, *APART)
    s = scene(today, *attack, 1, 1, *MISS, *APART, fighters=[fw190("12 high")], orders=SILENT)
    play_all(s, "wave.rounds")
    assert tables(s).count("5-8") == 2


@pytest.mark.rule("today 5-6", "today 5-9")
def test_guns_may_fire_again_in_the_next_round(today: Ruleset) -> None:
    attack = (*HIT, *(3, 4), 1, 1, *APART)
    s = scene(
        today,
        *(1, 4),
        *attack,
        *(1, 1),
        *(1, 4),
        *MISS,
        *APART,
        fighters=[fw190("12 high")],
        orders=guns_at(top="f1"),
    )
    play_all(s, "wave.rounds")
    assert gun(s, "top").rounds == 14


@pytest.mark.rule("today 5.10")
def test_engines_are_asked_about_after_the_fight(today: Ruleset) -> None:
    s = scene(today, *MISS, *APART, fighters=[fw190("12 high")], orders={**SILENT, "lighten": "no"})
    for number in (1, 2):
        s.bomber.stop(s.bomber.engine(number))
    play_all(s, "wave.rounds")
    assert (s.game.in_formation, s.game.altitude, s.bomber.bombs_aboard) == (False, "low", False)


# --- jams and men


def jammed(today: Ruleset, *faces: int, barrels: int = 2) -> Sortie:
    """A bomber with a jammed top turret."""
    s = scene(today, *faces)
    gun(s, "top").jam(barrels)
    return s


REPAIRS = "turn.jam_repairs"


@pytest.mark.rule("today 5-6 note a")
@pytest.mark.parametrize(
    ("die", "working", "broken"), [(1, True, 0), (2, True, 0), (3, False, 0), (5, False, 0), (6, False, 2)]
)
def test_clearing_a_jam(today: Ruleset, die: int, working: bool, broken: int) -> None:
    s = play_all(jammed(today, die), REPAIRS)
    top = gun(s, "top")
    assert (top.is_working, top.twin_firing, top.barrels_broken) == (working, working, broken)


@pytest.mark.rule("today 5-6 note a")
def test_a_broken_barrel_leaves_the_other(today: Ruleset) -> None:
    s = play_all(jammed(today, 6, barrels=1), REPAIRS)
    assert (gun(s, "top").is_working, gun(s, "top").twin_firing) == (True, False)
    gun(s, "top").jam(2)
    s.zone.entry += 1
    s.source.left = [1]  # type: ignore[attr-defined]
    play(s, REPAIRS)
    assert (gun(s, "top").is_working, gun(s, "top").twin_firing) == (True, False)


@pytest.mark.rule("today 5-6 note a")
def test_one_try_a_mount_in_each_zone(today: Ruleset) -> None:
    s = jammed(today, 3, 4, 1)
    gun(s, "ball").jam(2)
    play(s, REPAIRS)
    assert [roll.result for roll in rolls(s)] == ["still_jammed", "still_jammed"]
    play(s, REPAIRS)
    assert s.rolls == 2
    s.zone.entry += 1
    s.bomber.guns["ball"].gunner.is_busy = True
    play_all(s, REPAIRS)
    assert (gun(s, "top").is_working, gun(s, "ball").is_working) == (True, False)


@pytest.mark.rule("today 5-6 note a")
@pytest.mark.parametrize("why", ["killed", "serious", "busy", "broken"])
def test_a_jam_that_nobody_can_clear(today: Ruleset, why: str) -> None:
    s = jammed(today)
    man = s.bomber.man_of("engineer")
    man.is_dead, man.is_serious, man.is_busy = why == "killed", why == "serious", why == "busy"
    if why == "broken":
        gun(s, "top").barrels_jammed, gun(s, "top").barrels_broken = 0, 2
    play_all(s, REPAIRS)
    assert s.rolls == 0


@pytest.mark.rule("today 5-6 note a")
def test_a_gun_cleared_in_this_turn_fires_in_it(today: Ruleset) -> None:
    s = jammed(today, 1, 1, 4)
    s.orders = scene(today, orders=guns_at(top="f1")).orders
    play(s, REPAIRS)
    s.game.fighters = scene(today, fighters=[fw190("12 high")]).game.fighters
    play_all(s, ALLOT, FIRE)
    assert tables(s) == ["5-6 note a repair", "5-6"]


def after_the_wave(today: Ruleset, **given: Any) -> Sortie:
    """Between waves, the tail gunner dead and the ball turret wrecked: the ball gunner has no gun."""
    s = scene(today, **{"tail_gunner": {"wounds": "killed"}, **given})
    gun(s, "ball").is_out = True
    gun(s, "ball").update()
    return s


@pytest.mark.rule("today 5.11.2")
def test_a_man_without_a_gun_takes_over_that_of_a_man_who_is_down(today: Ruleset) -> None:
    s = play_all(after_the_wave(today), "wave.rounds")
    assert gun(s, "tail").gunner.trade == "ball_gunner"
    assert s.bomber.man_at("tail_gunner").trade == "ball_gunner"
    assert s.bomber.man_at("ball_gunner").trade == "tail_gunner"
    assert told(s, "mans_gun")[0]["gun"] == "tail guns"


@pytest.mark.rule("today 5.11.2")
def test_the_gun_may_be_left_unmanned(today: Ruleset) -> None:
    s = play_all(after_the_wave(today, orders={"mans_gun": "none"}), "wave.rounds")
    assert gun(s, "tail").gunner.trade == "tail_gunner"


@pytest.mark.rule("today 5.11.2")
@pytest.mark.parametrize("why", ["trapped", "serious", "killed", "severe"])
def test_who_cannot_take_over_a_gun(today: Ruleset, why: str) -> None:
    s = after_the_wave(today)
    man = s.bomber.man_of("ball_gunner")
    man.is_trapped, man.is_serious, man.is_dead = why == "trapped", why == "serious", why == "killed"
    man.frostbite = "severe" if why == "severe" else "none"
    play_all(s, "wave.rounds")
    assert told(s, "mans_gun") == []


@pytest.mark.rule("today 5.11.2")
def test_pilots_and_men_with_guns_of_their_own_stay(today: Ruleset) -> None:
    s = play_all(scene(today, tail_gunner={"wounds": "killed"}), "wave.rounds")
    assert told(s, "mans_gun") == []


@pytest.mark.rule("today 5.11.2")
@pytest.mark.parametrize("hurt", ["serious", "severe"])
def test_a_gunner_too_hurt_to_fire_is_relieved(today: Ruleset, hurt: str) -> None:
    s = after_the_wave(today, tail_gunner={"wounds": "none"})
    man = s.bomber.man_of("tail_gunner")
    man.is_serious, man.frostbite = hurt == "serious", "severe" if hurt == "severe" else "none"
    play_all(s, "wave.rounds")
    assert gun(s, "tail").gunner.trade == "ball_gunner"


@pytest.mark.rule("today 5.11.2")
def test_without_intercom_men_stay_in_their_sections_while_fighters_are_about(today: Ruleset) -> None:
    s = play_all(after_the_wave(today, out={"intercom": True}), "wave.rounds")
    assert told(s, "mans_gun") == []
    s = after_the_wave(today, out={"intercom": True}, tail_gunner={"wounds": "none"})
    s.bomber.man_of("left_waist_gunner").is_dead = True
    play_all(s, "wave.rounds")
    assert gun(s, "left_waist").gunner.trade == "ball_gunner"


@pytest.mark.rule("today 5.11.2")
def test_on_entering_a_zone_men_move_freely_even_without_intercom(today: Ruleset) -> None:
    s = play_all(after_the_wave(today, out={"intercom": True}), "zone.crew_moves")
    assert gun(s, "tail").gunner.trade == "ball_gunner"


@pytest.mark.rule("today 5.11.2", "today 5-5")
def test_the_new_man_fires_and_gets_the_kill(today: Ruleset) -> None:
    s = play(after_the_wave(today), "wave.rounds")
    s.source = scene(today, *HIT, *HIT).source
    s.orders = scene(today, orders=guns_at(tail="f1")).orders
    s.game.fighters = scene(today, fighters=[fw190("6 level")]).game.fighters
    play_all(s, ALLOT, FIRE)
    assert s.bomber.man_of("ball_gunner").kills_today == 1
