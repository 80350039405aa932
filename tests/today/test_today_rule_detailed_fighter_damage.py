"""Optional rule 5-7A and 5-7B of the daylight game: damage to fighters in detail."""

from __future__ import annotations

import pytest
from bomberstream.core.hooks import load_plugins
from bomberstream.core.ruleset import Ruleset, compose
from bomberstream.core.sortie import Sortie
from bomberstream.core.testing import flown_alike, scripted
from bomberstream.core.testing.asking import rolls as thrown
from bomberstream.core.testing.asking import told
from combat_scenes import fighter, fw190, gun, guns_at, play_all, scene, state

FIRE = ("round.allot_guns", "round.defensive_fire")
DETAILS = ("fighter_damage_detail", "fighter_destroyed_detail")
HIT = (6, 6)
# On 5-7 against a Fw 190 with both guns of the top turret.
DAMAGE = {"fcab": (1, 1), "fca": (3, 4), "fboa": (4, 4), "destroyed": (5, 5)}


@pytest.fixture(scope="module")
def detailed() -> Ruleset:
    return compose(load_plugins(), "today", rules=["today_detailed_fighter_damage"])


def hit(rules: Ruleset, damage: str, *faces: int, fca: int = 0) -> Sortie:
    """The top turret hits a Fw 190 at 3 o'clock with this damage; then these dice."""
    s = scene(rules, fighters=[fw190("3 level")], orders=guns_at(top="f1"))
    fighter(s).fca = fca
    s.source = scripted(*HIT, *DAMAGE[damage], *faces)
    play_all(s, *FIRE)
    assert thrown(s)[:2] == ["defensive_fire", "fighter_damage"]
    return s


@pytest.mark.rule("today 5-7A")
@pytest.mark.parametrize("damage", ["fca", "fboa"])
def test_fca_and_fboa_have_a_place(detailed: Ruleset, damage: str) -> None:
    s = hit(detailed, damage, 1, 1)
    assert thrown(s)[2:] == ["fighter_damage_detail"]
    assert fighter(s).collision_risk == 1
    assert (fighter(s).fca, fighter(s).fboa) == ((1, False) if damage == "fca" else (0, True))


@pytest.mark.rule("today 5-7B", "today 5-7B note a")
@pytest.mark.parametrize(("die", "pilot"), [(4, "killed"), (5, "bails_out")])
def test_destroyed_has_its_own_table(detailed: Ruleset, die: int, pilot: str) -> None:
    s = hit(detailed, "destroyed", 1, 1, die)
    assert thrown(s)[2] == "fighter_destroyed_detail"
    assert fighter(s).pilot == pilot
    assert state(s).kills == 1


@pytest.mark.rule("today 5-7A")
def test_fcab_has_no_detail(detailed: Ruleset) -> None:
    assert thrown(hit(detailed, "fcab"))[2:] == []


@pytest.mark.rule("today 5-7A note b", "today 5-7A note c")
@pytest.mark.parametrize("faces", [(5, 6, 6), (3, 4, 4, 3)])
def test_what_puts_it_out_of_action_is_a_kill(detailed: Ruleset, faces: tuple[int, ...]) -> None:
    """A dead engine; a badly wounded pilot. It does not fire."""
    s = hit(detailed, "fca", *faces)
    assert state(s).kills == 1
    assert gun(s, "top").gunner.kills_today == 1
    assert [facts["result"] for facts in told(s, "fighter_hit")] == ["fca"]
    play_all(s, "round.fighters_fire", "round.collisions", "round.break_off")
    assert state(s).fighters == []


@pytest.mark.rule("today 5-7A note e")
def test_with_a_leak_two_fca_destroy_it(detailed: Ruleset) -> None:
    s = hit(detailed, "fca", 2, 2, 4, fca=1)
    assert fighter(s).is_destroyed
    assert state(s).kills == 1
    s = hit(detailed, "fca", 2, 2, 4)
    assert not fighter(s).is_out_of_action
    assert fighter(s).fca_limit == 2


@pytest.mark.rule("today 5-7A", "today 5-7B")
def test_a_third_fca_is_a_hit_that_destroys(detailed: Ruleset) -> None:
    s = hit(detailed, "fca", 2, 2, fca=2)
    assert thrown(s)[2:] == ["fighter_destroyed_detail"]
    assert state(s).kills == 1


@pytest.mark.rule("today 5-7A")
def test_off_it_changes_nothing(detailed: Ruleset, today: Ruleset) -> None:
    assert flown_alike(detailed, today, *DETAILS) > 20
