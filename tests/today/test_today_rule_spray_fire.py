"""Optional rule 5-6A of the daylight game: area spray fire."""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction
from typing import Any

import pytest
from bomberstream.core.hooks import load_plugins
from bomberstream.core.ruleset import Ruleset, compose
from bomberstream.core.sortie import Sortie
from bomberstream.core.testing import check_game, flown_alike
from bomberstream.core.testing.asking import asked, choices, modifiers
from bomberstream.core.testing.asking import rolls as thrown
from combat_scenes import APART, MISS, fighter, fw190, gun, guns_at, happenings, me109, play, play_all, scene, state

FIRE = ("round.allot_guns", "round.defensive_fire")
REST = ("round.fighters_fire", "round.passing_shots", "round.collisions", "round.break_off")


@pytest.fixture(scope="module")
def spraying() -> Ruleset:
    return compose(load_plugins(), "today", rules=["today_spray_fire"])


def spray(rules: Ruleset, *faces: int, at: str = "3 level", aimed: str = "", **guns: str) -> Sortie:
    """These guns spray the fighter at this place, and another takes aim at it."""
    cases = [{"when": f"gun.id == {name!r}", "choose": "yes"} for name in guns]
    laid = {**guns, **({aimed: "f1"} if aimed else {})}
    orders: dict[str, Any] = {**guns_at(**laid), "sprays": {"choose": "no", "case": cases}}
    return scene(rules, *faces, fighters=[fw190(at)], orders=orders)


@pytest.mark.rule("today 5-6A")
@pytest.mark.parametrize("face", [2, 4])
def test_a_fighter_that_breaks_off_neither_fires_nor_comes_again(spraying: Ruleset, face: int) -> None:
    s = spray(spraying, face, top="f1")
    boxes = gun(s, "top").rounds
    play_all(s, *FIRE, *REST)
    assert state(s).fighters == []
    assert thrown(s) == ["spray_fire"]
    assert gun(s, "top").rounds == boxes - 3
    assert state(s).kills == 0


@pytest.mark.rule("today 5-6A")
def test_a_six_destroys_it(spraying: Ruleset) -> None:
    s = play_all(spray(spraying, 6, top="f1"), *FIRE)
    assert fighter(s).is_destroyed
    assert state(s).kills == 1
    assert gun(s, "top").gunner.kills_today == 1
    assert "sprays" in happenings(s)


@pytest.mark.rule("today 5-6A", "today 5-6A note b", "today 5-6A note c")
@pytest.mark.parametrize(
    ("faces", "left"), [((1, 4), 1), ((1, 5), 0), ((3, 1, 4), 1), ((5, 2, 5), 0), ((3, 3), 2), ((5, 6), 2)]
)
def test_the_long_burst_may_jam_a_twin_mount(spraying: Ruleset, faces: tuple[int, ...], left: int) -> None:
    s = play_all(spray(spraying, *faces, top="f1"), *FIRE)
    assert gun(s, "top").barrels_left == left
    assert not fighter(s).is_out_of_action


@pytest.mark.rule("today 5-6A note b")
@pytest.mark.parametrize("faces", [(1,), (3, 2)])
def test_a_single_gun_simply_jams(spraying: Ruleset, faces: tuple[int, ...]) -> None:
    s = play_all(spray(spraying, *faces, right_waist="f1"), *FIRE)
    assert not gun(s, "right_waist").is_working


@pytest.mark.rule("today 5-6A")
def test_a_fighter_that_flies_through_it_attacks_as_usual(spraying: Ruleset) -> None:
    s = play_all(spray(spraying, 3, 6, *MISS, *APART, top="f1"), *FIRE, *REST)
    assert thrown(s) == ["spray_fire", "spray_jam", "offensive_fire", "collision"]


@pytest.mark.rule("today 5-6A note a")
@pytest.mark.parametrize("at", ["12 high", "1:30 level", "10:30 high", "vertical dive"])
def test_nobody_sprays_ahead_or_straight_up(spraying: Ruleset, at: str) -> None:
    s = play_all(spray(spraying, 2, 3, at=at, top="f1"), *FIRE)
    assert "sprays" not in asked(s)
    assert thrown(s) == ["defensive_fire"]


@pytest.mark.rule("today 5-6A")
@pytest.mark.parametrize(("boxes", "is_asked"), [(3, True), (2, False)])
def test_it_takes_three_boxes(spraying: Ruleset, boxes: int, is_asked: bool) -> None:
    s = spray(spraying, *((2,) if is_asked else (3, 1)), top="f1")
    gun(s, "top").rounds = boxes
    play_all(s, *FIRE)
    assert ("sprays" in asked(s)) is is_asked
    assert gun(s, "top").rounds == (0 if is_asked else 1)


@pytest.mark.rule("today 5-6A")
def test_an_ace_gains_nothing(spraying: Ruleset) -> None:
    s = spray(spraying, 4, top="f1")
    ace = gun(s, "top").gunner
    ace.kills = Fraction(5)
    ace.credit(Fraction(0))
    play_all(s, *FIRE)
    assert modifiers(s, "spray_fire") == []


@pytest.mark.rule("today 5-6A")
def test_who_sprays_fires_first_and_all_are_asked_before(spraying: Ruleset) -> None:
    s = spray(spraying, 2, aimed="top", right_waist="f1")
    boxes = gun(s, "top").rounds, gun(s, "right_waist").rounds
    play_all(s, *FIRE)
    assert [choice for kind, choice in choices(s) if kind == "sprays"] == ["no", "yes"]
    assert (gun(s, "top").rounds, gun(s, "right_waist").rounds) == (boxes[0] - 1, boxes[1] - 3)
    assert thrown(s) == ["spray_fire"]
    assert [one.key for one, _ in state(s).allotted] == ["top", "right_waist"]


@pytest.mark.rule("today 5-6A")
def test_each_gun_sprays_its_own_fighter(spraying: Ruleset) -> None:
    orders = {**guns_at(right_waist="f1", left_waist="f2"), "sprays": "yes"}
    s = scene(spraying, 6, 2, fighters=[fw190("3 level"), me109("9 level")], orders=orders)
    # The guns fire in their own order; who is destroyed goes by it.
    first = next(one.key for one in s.bomber.guns.values() if one.key in ("right_waist", "left_waist"))
    down, off = (1, 2) if first == "right_waist" else (2, 1)
    play_all(s, *FIRE)
    assert fighter(s, down).is_destroyed
    assert fighter(s, off).has_left
    assert not fighter(s, off).is_destroyed


@pytest.mark.rule("today 5-6A")
@pytest.mark.parametrize(("boxes", "sprays"), [(9, "yes"), (8, "no")])
def test_standing_orders_spare_the_last_boxes(spraying: Ruleset, boxes: int, sprays: str) -> None:
    s = scene(spraying, *((2,) if sprays == "yes" else (3, 1)), fighters=[fw190("3 level")], orders=guns_at(top="f1"))
    s.bomber.out.add("intercom")
    gun(s, "top").rounds = boxes
    play_all(s, *FIRE)
    assert [choice for kind, choice in choices(s) if kind == "sprays"] == [sprays]


@pytest.mark.rule("today 5-6A")
def test_off_it_changes_nothing(spraying: Ruleset, today: Ruleset) -> None:
    assert flown_alike(spraying, today, "sprays") > 20


@pytest.mark.rule("today 5-6A")
def test_it_bears_whatever_is_decided(bomberstream_ruleset: Callable[..., Ruleset]) -> None:
    """With the tables in detail, too."""
    rules = ("spray_fire", "detailed_fighter_damage", "detailed_wounds", "frostbite_places")
    check_game(bomberstream_ruleset("today", *(f"today_{one}" for one in rules)), range(6))


@pytest.mark.rule("today 5-6A")
def test_no_passing_shot_is_sprayed(spraying: Ruleset) -> None:
    orders = {**guns_at(), "passing_shot": "f1", "sprays": "yes"}
    s = play(scene(spraying, 2, 3, fighters=[fw190("12 level")], orders=orders), *FIRE)
    fighter(s).has_attacked = True
    boxes = gun(s, "tail").rounds
    play_all(s, "round.passing_shots")
    assert "sprays" not in asked(s)
    assert gun(s, "tail").rounds == boxes - 1
