"""Optional rule 5.5.1.1: damage to night fighters in detail (5-12C, 5-12D)."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest
from bomberstream.core.hooks import load_plugins
from bomberstream.core.ruleset import Ruleset, compose
from bomberstream.core.sortie import Sortie
from bomberstream.core.testing import flown_alike
from bomberstream.core.testing.asking import happenings, modifiers, rolls, told
from duels import HIGH, count, duel, fight, foe, gun, guns, harm, throw
from night_details import numbers
from night_tables import TWO_DICE

FIRE = ("allot_guns", "defensive_fire")
DETAILS = ("fighter_damage_detail", "fighter_destroyed_detail")


@pytest.fixture(scope="module")
def detailed() -> Ruleset:
    return compose(load_plugins(), "tonight", rules=["detailed_fighter_damage"])


def hit(rules: Ruleset, damage: str, *faces: int, fighter: dict[str, Any] | None = None, fca: int = 0) -> Sortie:
    """The tail turret hits it, with this damage; then these dice."""
    s = duel(rules, at="6 level", orders=guns("tail"), fighter=fighter)
    foe(s).fca = fca
    throw(s, *HIGH, *harm(s, "tail", damage), *faces)
    return fight(s, *FIRE)


@pytest.mark.rule("tonight 5.5.1.1", "tonight 5-12C", "tonight 5-12D")
def test_the_tables_are_those_of_the_sister_game(
    detailed: Ruleset, bomberstream_ruleset: Callable[..., Ruleset]
) -> None:
    today = bomberstream_ruleset("today")
    for ours, theirs in {"5-12C": "5-7A", "5-12D note a": "5-7B note a", "5-12D note b": "5-7B note b"}.items():
        assert numbers(detailed.tables[ours].table) == numbers(today.tables[theirs].table), ours
    ours, theirs = detailed.tables["5-12D"].table, today.tables["5-7B"].table
    assert [(row.on, row.result) for row in ours.row] == [(row.on, row.result) for row in theirs.row]
    assert {detailed.tables[name].table.source for name in ("5-12C", "5-12D")} == {"sister"}


# Total, further dice, and what holds of the fighter afterwards.
DAMAGE: list[tuple[int, tuple[int, ...], dict[str, Any]]] = [
    (2, (), {"collision_risk": 1}),
    (3, (), {"collision_risk": 1}),
    (4, (3,), {}),
    (4, (4,), {"fca_limit": 2}),
    (4, (6,), {"is_destroyed": True}),
    (5, (2,), {"hits_ignored": 1}),
    (5, (3,), {"collision_risk": 1}),
    (6, (), {}),
    (7, (3,), {}),
    (7, (4, 2), {}),
    (7, (4, 3), {"is_destroyed": True, "pilot": "serious"}),
    (7, (6, 5), {"is_destroyed": True, "pilot": "killed"}),
    (8, (), {}),
    (9, (1,), {"hits_ignored": 1}),
    (9, (6,), {"collision_risk": 1}),
    (10, (), {}),
    (11, (3,), {}),
    (11, (5,), {"collision_risk": 1}),
    (11, (6,), {"is_destroyed": True}),
    (12, (3,), {"fca_limit": 2}),
    (12, (4,), {"collision_risk": 1}),
    (12, (6,), {"is_destroyed": True}),
]


@pytest.mark.rule("tonight 5.5.1.1", "tonight 5-12C")
@pytest.mark.parametrize("damage", ["fca", "fboa"])
@pytest.mark.parametrize(("total", "dice", "after"), DAMAGE)
def test_what_fca_and_fboa_are_in_detail(
    detailed: Ruleset, damage: str, total: int, dice: tuple[int, ...], after: dict[str, Any]
) -> None:
    s = hit(detailed, damage, *TWO_DICE[total], *dice)
    untouched = {"collision_risk": 0, "hits_ignored": 0, "fca_limit": 3, "is_destroyed": False, "pilot": "ok"}
    assert {name: getattr(foe(s), name) for name in untouched} == {**untouched, **after}
    assert count(s, "fighter_damage_detail") == 1
    assert s.game.kills == foe(s).is_destroyed
    assert gun(s, "tail").gunner.kills_today == s.game.kills


# Total, further die, and what becomes of the pilot.
DESTROYED = [(2, 4, "killed"), (2, 5, "bails_out"), (3, 2, "killed"), (3, 3, "bails_out"), (4, 0, "killed")]
DESTROYED += [(5, 4, "killed"), (6, 3, "bails_out"), (7, 0, "killed"), (8, 2, "killed"), (9, 5, "bails_out")]
DESTROYED += [(10, 3, "bails_out"), (11, 0, "killed"), (12, 4, "killed")]


@pytest.mark.rule("tonight 5.5.1.1", "tonight 5-12D")
@pytest.mark.parametrize(("total", "die", "pilot"), DESTROYED)
def test_what_destroyed_is_in_detail(detailed: Ruleset, total: int, die: int, pilot: str) -> None:
    s = hit(detailed, "destroyed", *TWO_DICE[total], *[die] * (die > 0))
    assert foe(s).pilot == pilot
    assert s.game.kills == 1
    assert happenings(s).count("fighter_destroyed") == 1


@pytest.mark.rule("tonight 5.5.1.1")
@pytest.mark.parametrize("damage", ["superficial", "fcab"])
def test_lesser_hits_have_no_detail(detailed: Ruleset, damage: str) -> None:
    assert not {*rolls(hit(detailed, damage))} & {*DETAILS}


@pytest.mark.rule("tonight 5.5.1.1", "tonight 5-12C")
def test_a_third_fca_is_a_hit_that_destroys(detailed: Ruleset) -> None:
    s = hit(detailed, "fca", *TWO_DICE[4], fca=2)
    assert rolls(s)[-1] == "fighter_destroyed_detail"
    assert s.game.kills == 1


@pytest.mark.rule("tonight 5-12C")
def test_with_a_leak_the_second_fca_destroys_at_once(detailed: Ruleset) -> None:
    """Note e."""
    s = hit(detailed, "fca", *TWO_DICE[4], 5, fca=1)
    assert foe(s).is_destroyed
    assert s.game.kills == 1
    s = hit(detailed, "fca", *TWO_DICE[4], 5)
    throw(s, *HIGH, *harm(s, "tail", "fca"), *TWO_DICE[7])
    gun(s, "tail").has_fired = False
    fight(s, *FIRE)
    assert rolls(s)[-1] == "fighter_destroyed_detail"
    assert s.game.kills == 1


@pytest.mark.rule("tonight 5.5.1.1")
def test_a_fighter_put_out_of_action_does_not_fire(detailed: Ruleset) -> None:
    s = hit(detailed, "fca", *TWO_DICE[11], 6)
    fight(s, "fighter_fires", "collision", "contact")
    assert told(s, "fighter_misses") == told(s, "keeps_contact") == []


@pytest.mark.rule("tonight 5.5.1.1")
def test_a_second_fboa_of_a_round_is_superficial(detailed: Ruleset) -> None:
    s = duel(detailed, at="6 high", orders=guns("mid_upper", "tail"))
    dice = [(*HIGH, *harm(s, name, "fboa")) for name in ("mid_upper", "tail")]
    throw(s, *dice[0], *TWO_DICE[6], *dice[1])
    fight(s, *FIRE)
    assert count(s, "fighter_damage") == 2
    assert count(s, "fighter_damage_detail") == 1


@pytest.mark.rule("tonight 5-12C", "tonight 5.9")
@pytest.mark.parametrize(("risk", "added", "result"), [(0, [], "misses"), (1, [1], "collides"), (2, [2], "collides")])
def test_a_fighter_hard_to_control_collides_sooner(detailed: Ruleset, risk: int, added: list[int], result: str) -> None:
    """Note a: added to the second roll, and it adds up."""
    s = duel(detailed, 5)
    foe(s).collision_risk = risk
    s.fighter = foe(s)
    assert s.roll("collision_near").result == result
    assert modifiers(s, "collision_near") == added


@pytest.mark.rule("tonight 5-12C")
def test_a_gun_that_is_gone_takes_a_hit_away(detailed: Ruleset) -> None:
    """Note d: 7 on 5-13A is one hit from the beam: none is left."""
    s = duel(detailed, *HIGH, *TWO_DICE[7], at="3 level")
    foe(s).hits_ignored = 1
    fight(s, "fighter_fires")
    assert foe(s).hit_bomber
    assert told(s, "grazed")


@pytest.mark.rule("tonight 5.5.1.1")
def test_off_it_changes_nothing(detailed: Ruleset, tonight: Ruleset) -> None:
    assert flown_alike(detailed, tonight, *DETAILS) > 5
