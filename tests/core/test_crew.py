"""Crewmen: how wounds add up in any order, who is an ace, and who sits where."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from itertools import permutations, product

import pytest
from bomberstream.core.crew import NOBODY, Crewman, Station, StationType, WoundSums
from bomberstream.core.errors import NotAllowed


def man(**more: object) -> Crewman:
    return Crewman("Ann", "pilot", **more)  # type: ignore[arg-type]


def state(one: Crewman) -> str:
    if one.is_dead:
        return "killed"
    return "serious" if one.is_serious else "light" if one.light_wounds else "none"


def wound(one: Crewman, wounds: Sequence[str]) -> list[str]:
    """What he is after each wound; what the method says and what he is must agree."""
    found = []
    for grade in wounds:
        said = one.wound_lightly() if grade == "light" else one.wound_seriously()
        assert said == state(one)
        found.append(said)
    return found


# --- wounds


@pytest.mark.rule("today 5-17", "tonight 5.11")
@pytest.mark.parametrize(
    ("wounds", "expected"),
    [
        (["light"], ["light"]),
        (["light", "light"], ["light", "light"]),
        (["light", "light", "light"], ["light", "light", "serious"]),
        (["light", "light", "light", "light"], ["light", "light", "serious", "killed"]),
        (["light", "light", "light", "serious"], ["light", "light", "serious", "killed"]),
        (["serious"], ["serious"]),
        (["light", "serious"], ["light", "killed"]),
        (["serious", "light"], ["serious", "killed"]),
        (["serious", "serious"], ["serious", "killed"]),
        (["light", "light", "serious"], ["light", "light", "killed"]),
    ],
)
def test_wounds_add_up(wounds: list[str], expected: list[str]) -> None:
    assert wound(man(), wounds) == expected


@pytest.mark.rule("today 5-17", "tonight 5.11")
@pytest.mark.parametrize(
    "grades", [("light", "serious"), ("light", "light", "serious"), ("serious", "serious", "light")]
)
def test_a_combination_that_kills_does_so_in_every_order(grades: tuple[str, ...]) -> None:
    for order in set(permutations(grades)):
        one = man()
        for grade in order:
            _ = one.wound_lightly() if grade == "light" else one.wound_seriously()
        assert one.is_dead, order
        assert not one.is_fit, order


@pytest.mark.rule("today 5-17", "tonight 5.11")
def test_every_row_of_up_to_four_wounds_ends_as_the_rule_has_it() -> None:
    """Only light wounds: serious from the third, killed from the fourth. One serious: killed by any other."""
    for number in range(5):
        for wounds in product(("light", "serious"), repeat=number):
            one = man()
            for grade in wounds:
                _ = one.wound_lightly() if grade == "light" else one.wound_seriously()
            lights, serious = wounds.count("light"), wounds.count("serious")
            if serious:
                expected = "killed" if number > 1 else "serious"
            else:
                expected = ("none", "light", "light", "serious", "killed")[lights]
            assert state(one) == expected, wounds


@pytest.mark.rule("today 5-17")
def test_who_is_seriously_wounded_or_dead_does_no_duty_and_who_has_light_wounds_does() -> None:
    one = man()
    assert one.is_fit
    assert not one.is_hurt
    wound(one, ["light", "light"])
    assert one.is_fit
    assert one.is_hurt
    wound(one, ["light"])
    assert not one.is_fit
    dead = man()
    assert dead.kill() == "killed"
    assert not dead.is_fit
    assert dead.is_hurt


@pytest.mark.parametrize("grade", ["light", "serious"])
def test_the_dead_stay_dead_whatever_hits_them(grade: str) -> None:
    one = man()
    one.kill()
    wound(one, [grade])
    assert one.light_wounds == 0


@pytest.mark.parametrize("grade", ["frostbite", "severe"])
def test_frostbite_hurts_without_wounding(grade: str) -> None:
    one = man(frostbite=grade)
    assert one.is_hurt
    assert one.is_fit


# --- aces


@pytest.mark.parametrize(
    ("before", "today", "is_ace"),
    [
        (Fraction(5), Fraction(0), True),
        (Fraction(0), Fraction(5), True),
        (Fraction(4), Fraction(1), True),
        (Fraction(9, 2), Fraction(1, 2), True),
        (Fraction(9, 2), Fraction(1, 3), False),
        (Fraction(4), Fraction(0), False),
        (Fraction(0), Fraction(0), False),
    ],
)
def test_five_credited_kills_make_an_ace_those_of_today_and_shares_included(
    before: Fraction, today: Fraction, is_ace: bool
) -> None:
    assert man(kills=before, kills_today=today).is_ace is is_ace


def test_an_ace_for_a_day_needs_no_kills() -> None:
    assert man(is_ace_for_a_day=True).is_ace


@pytest.mark.parametrize(
    "hurt",
    [{"light_wounds": 1}, {"is_serious": True}, {"is_dead": True}, {"frostbite": "frostbite"}, {"frostbite": "severe"}],
)
@pytest.mark.parametrize("made", [{"kills": Fraction(7)}, {"is_ace_for_a_day": True}])
def test_who_is_hurt_shoots_as_no_ace(made: dict[str, object], hurt: dict[str, object]) -> None:
    assert man(**made).is_ace
    assert not man(**made, **hurt).is_ace


# --- seats


def seat(name: str, section: str = "cabin") -> Station:
    return Station(StationType(name, name.title(), section))


def test_a_man_leaves_his_seat_free_and_is_in_the_section_of_the_new_one() -> None:
    front, rear, one = seat("front", "nose"), seat("rear", "tail"), man()
    assert one.section == ""
    one.move_to(front)
    assert (one.station, front.man, one.section) == (front, one, "nose")
    one.move_to(rear)
    assert front.man is None
    assert (one.station, rear.man, one.section) == (rear, one, "tail")


def test_a_man_who_moves_to_his_own_seat_stays_there() -> None:
    front, one = seat("front"), man()
    one.move_to(front)
    one.move_to(front)
    assert (one.station, front.man) == (front, one)


def test_two_men_change_seats_over_a_free_one() -> None:
    front, rear, spare = seat("front"), seat("rear"), seat("spare")
    ann, ben = man(), Crewman("Ben", "gunner")
    ann.move_to(front)
    ben.move_to(rear)
    ann.move_to(spare)
    ben.move_to(front)
    ann.move_to(rear)
    assert (front.man, rear.man, spare.man) == (ben, ann, None)
    assert (ann.station, ben.station) == (rear, front)
    assert (ann.trade, ben.trade) == ("pilot", "gunner")


def test_a_seat_that_is_taken_is_not_silently_held_by_two() -> None:
    front, ann, ben = seat("front"), man(), Crewman("Ben", "gunner")
    ann.move_to(front)
    with pytest.raises(NotAllowed, match=r"^Ben cannot move to the station 'Front': Ann is there$"):
        ben.move_to(front)
    assert front.man is ann
    assert ben.station is None


def test_two_men_change_places() -> None:
    front, rear, ann, ben = seat("front"), seat("rear"), man(), Crewman("Ben", "gunner")
    ann.move_to(front)
    ben.move_to(rear)
    ann.kill()
    ben.change_places(front)
    assert (front.man, rear.man, ann.station, ben.station) == (ben, ann, rear, front)
    ben.change_places(front)
    assert (front.man, rear.man, ann.station, ben.station) == (ben, ann, rear, front)


def test_who_has_no_place_takes_one_and_leaves_none_for_the_other() -> None:
    front, rear, ann, ben = seat("front"), seat("rear"), man(), Crewman("Ben", "gunner")
    ann.move_to(front)
    ben.change_places(front)
    assert (front.man, ann.station, ben.station) == (ben, None, front)
    ben.change_places(rear)
    assert (front.man, rear.man, ben.station) == (None, ben, rear)


def test_men_and_seats_go_by_their_keys() -> None:
    assert man().key == "pilot"
    assert (seat("front").key, seat("front").title) == ("front", "Front")


def test_nobody_does_nothing() -> None:
    assert NOBODY.is_dead
    assert not NOBODY.is_fit
    assert NOBODY.section == ""
    assert not NOBODY.is_ace


@pytest.mark.parametrize(
    ("wounds", "state"),
    [
        (["light", "light"], "serious"),
        (["light", "serious"], "serious"),
        (["light", "serious", "light"], "killed"),
        (["serious", "light"], "serious"),
        (["serious", "light", "light"], "killed"),
        (["serious", "serious"], "killed"),
    ],
)
def test_a_game_may_have_wounds_add_up_otherwise(wounds: list[str], state: str) -> None:
    one = man(sums=WoundSums(light=2, any_more_kills=False))
    wound(one, wounds)
    assert one.wounds == state


# --- whether he can work


@pytest.mark.rule("tonight 5.12")
def test_who_is_down_works_no_gun_and_who_is_kept_from_it_is_not_down() -> None:
    """Every way of being down, with every way of being kept from a gun for a while."""
    downs = ({}, {"is_dead": True}, {"is_serious": True}, {"frostbite": "severe"}, {"frostbite": "frostbite"})
    for down, busy, sits_out in product(downs, (False, True), ("", "round", "attack")):
        one = man(**down, is_busy=busy, sits_out=sits_out)
        assert one.is_disabled == (down not in ({}, {"frostbite": "frostbite"}))
        assert one.can_work == (not one.is_disabled and not busy and not sits_out)
