"""Optional rule 5.7: area spray fire."""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction
from typing import Any

import pytest
from bomberstream.core.hooks import load_plugins
from bomberstream.core.ruleset import Ruleset, compose
from bomberstream.core.sortie import Sortie
from bomberstream.core.testing import check_game, flown_alike
from bomberstream.core.testing.asking import asked, choices, happenings, modifiers, rolls, told
from duels import duel, fight, foe, gun, guns
from night_details import numbers

FIRE = ("allot_guns", "defensive_fire")


@pytest.fixture(scope="module")
def spraying() -> Ruleset:
    return compose(load_plugins(), "tonight", rules=["spray_fire"])


def spray(
    rules: Ruleset, *faces: int, by: tuple[str, ...] = ("tail",), aimed: tuple[str, ...] = (), **given: Any
) -> Sortie:
    """These guns spray, others take aim, at a fighter at 6 o'clock level."""
    sprays = {"choose": "no", "case": [{"when": f"gun.id == {name!r}", "choose": "yes"} for name in by]}
    return duel(rules, *faces, **{"at": "6 level", "orders": {**guns(*by, *aimed), "sprays": sprays}, **given})


@pytest.mark.rule("tonight 5.7.spray", "tonight 5-12E")
def test_the_table_is_that_of_the_sister_game(spraying: Ruleset, bomberstream_ruleset: Callable[..., Ruleset]) -> None:
    today = bomberstream_ruleset("today")
    for name in ("", " note a", " note c"):
        ours, theirs = spraying.tables[f"5-12E{name}"], today.tables[f"5-6A{name}"]
        assert numbers(ours.table) == numbers(theirs.table)
        assert ours.table.source == "sister"


@pytest.mark.rule("tonight 5.7.spray")
@pytest.mark.parametrize("face", [2, 4])
def test_a_fighter_that_is_driven_off_does_not_fire_and_does_not_come_again(spraying: Ruleset, face: int) -> None:
    s = spray(spraying, face)
    fight(s, *FIRE, "fighter_fires", "collision", "contact")
    assert foe(s).has_left
    assert not foe(s).is_destroyed
    assert rolls(s) == ["spray_fire"]
    assert gun(s, "tail").rounds == 63 - 3


@pytest.mark.rule("tonight 5.7.spray")
def test_a_six_destroys_it(spraying: Ruleset) -> None:
    s = fight(spray(spraying, 6), *FIRE)
    assert foe(s).is_destroyed
    assert s.game.kills == 1
    assert gun(s, "tail").gunner.kills_today == 1
    assert told(s, "sprays") == [{"gun": "tail turret", "fighter": foe(s).told}]


@pytest.mark.rule("tonight 5.7.spray")
@pytest.mark.parametrize(("faces", "left"), [((1, 4), 3), ((1, 5), 0), ((3, 1, 4), 3), ((3, 2, 5), 0), ((5, 1, 1), 3)])
def test_the_long_burst_may_jam_the_gun(spraying: Ruleset, faces: tuple[int, ...], left: int) -> None:
    s = fight(spray(spraying, *faces), *FIRE)
    assert gun(s, "tail").barrels_left == left
    assert not foe(s).is_out_of_action
    assert gun(s, "tail").rounds == 60


@pytest.mark.rule("tonight 5.7.spray")
def test_a_single_gun_jams_without_another_roll(spraying: Ruleset) -> None:
    s = spray(spraying, 1)
    tail = gun(s, "tail")
    tail.jam(3)
    fight(s, *FIRE)
    assert not tail.is_working


@pytest.mark.rule("tonight 5.7.spray")
@pytest.mark.parametrize(("face", "after"), [(3, 3), (3, 6), (5, 4)])
def test_it_may_do_nothing_at_all(spraying: Ruleset, face: int, after: int) -> None:
    s = fight(spray(spraying, face, after), *FIRE)
    assert gun(s, "tail").barrels_left == 4
    assert "gun_jams" not in happenings(s)
    assert not foe(s).is_out_of_action


@pytest.mark.rule("tonight 5.7.spray", "tonight 5-12E")
@pytest.mark.parametrize("at", ["12 level", "1:30 high", "10:30 level", "vertical dive"])
def test_nobody_sprays_ahead_or_straight_up(spraying: Ruleset, at: str) -> None:
    """Note a: the turret is laid on it, and takes aim."""
    s = spray(spraying, 1, 3, by=("mid_upper",), at=at)
    fight(s, *FIRE)
    assert "sprays" not in asked(s)
    assert rolls(s) == ["defensive_fire"]


@pytest.mark.rule("tonight 5.7.spray")
@pytest.mark.parametrize(("boxes", "is_asked"), [(3, True), (2, False)])
def test_it_takes_three_boxes(spraying: Ruleset, boxes: int, is_asked: bool) -> None:
    s = spray(spraying, *((2,) if is_asked else (1, 3)))
    gun(s, "tail").rounds = boxes
    fight(s, *FIRE)
    assert ("sprays" in asked(s)) is is_asked
    assert gun(s, "tail").rounds == (0 if is_asked else 1)


@pytest.mark.rule("tonight 5.7.spray")
def test_an_ace_gains_nothing(spraying: Ruleset) -> None:
    s = spray(spraying, 2)
    ace = gun(s, "tail").gunner
    ace.kills = Fraction(5)
    ace.credit(Fraction(0))
    assert ace.is_ace
    fight(s, *FIRE)
    assert modifiers(s, "spray_fire") == []


@pytest.mark.rule("tonight 5.7.2.limits", "tonight 5.7.spray")
def test_no_passing_shot_is_sprayed(spraying: Ruleset) -> None:
    orders = {**guns(passing=True), "sprays": "yes"}
    s = duel(spraying, 1, 1, 3, at="12 level", orders=orders)
    fight(s, *FIRE, "passing_shot")
    assert "passing_shot" in asked(s)
    assert "sprays" not in asked(s)
    assert gun(s, "tail").rounds == 62


@pytest.mark.rule("tonight 5.7.spray")
def test_who_sprays_fires_first_and_who_aims_spends_his_burst(spraying: Ruleset) -> None:
    s = fight(spray(spraying, 2, by=("mid_upper",), aimed=("tail",), at="6 high"), *FIRE)
    assert [choice for kind, choice in choices(s) if kind == "sprays"] == ["yes", "no"]
    assert (gun(s, "mid_upper").rounds, gun(s, "tail").rounds) == (16 - 3, 63 - 1)
    assert rolls(s) == ["spray_fire"]


@pytest.mark.rule("tonight 5.7.spray")
def test_a_spray_is_spent_even_on_a_wreck(spraying: Ruleset) -> None:
    s = fight(spray(spraying, 6, by=("mid_upper", "tail"), at="6 high"), *FIRE)
    assert (gun(s, "mid_upper").rounds, gun(s, "tail").rounds) == (13, 60)
    assert s.game.kills == 1
    assert sum(man.kills_today for man in s.bomber.crew) == 1


@pytest.mark.rule("tonight 5.7.spray")
def test_after_a_spray_that_does_nothing_the_others_aim_at_it(spraying: Ruleset) -> None:
    s = spray(spraying, 3, 6, 1, 3, by=("mid_upper",), aimed=("tail",), at="6 high")
    fight(s, *FIRE)
    assert rolls(s) == ["spray_fire", "spray_jam", "defensive_fire"]


@pytest.mark.rule("tonight 5.7.spray")
@pytest.mark.parametrize(("boxes", "sprays"), [(9, "yes"), (8, "no")])
def test_standing_orders_spare_the_last_boxes(spraying: Ruleset, boxes: int, sprays: str) -> None:
    """A burst at the beam that would hardly hit; the fighter's would."""
    orders = guns("mid_upper")
    s = duel(spraying, *((2,) if sprays == "yes" else (1, 3)), at="3 level", orders=orders, moon="crescent")
    gun(s, "mid_upper").rounds = boxes
    fight(s, *FIRE)
    assert [choice for kind, choice in choices(s) if kind == "sprays"] == [sprays]


@pytest.mark.rule("tonight 5.7.spray")
def test_off_it_changes_nothing(spraying: Ruleset, tonight: Ruleset) -> None:
    assert flown_alike(spraying, tonight, "sprays") > 20


@pytest.mark.rule("tonight 5.7.spray")
def test_it_bears_whatever_is_decided(bomberstream_ruleset: Callable[..., Ruleset]) -> None:
    """With the tables in detail, too."""
    rules = ("spray_fire", "detailed_fighter_damage", "detailed_wounds", "detailed_frostbite")
    check_game(bomberstream_ruleset("tonight", *rules), range(8))
