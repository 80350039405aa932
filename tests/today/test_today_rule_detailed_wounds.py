"""Optional rule 5-17A to 5-17C of the daylight game: wounds in detail."""

from __future__ import annotations

import pytest
from bomberstream.core.damage import wound_man
from bomberstream.core.hooks import load_plugins
from bomberstream.core.ruleset import Ruleset, compose
from bomberstream.core.testing import flown_alike, tell
from bomberstream.core.testing.asking import man, used_up
from bomberstream.core.testing.asking import rolls as thrown
from flights import stage

PLACES = ("light_wound_place", "serious_wound_place", "fatal_wound_place")


@pytest.fixture(scope="module")
def detailed() -> Ruleset:
    return compose(load_plugins(), "today", rules=["today_detailed_wounds"])


@pytest.mark.rule("today 5-17A", "today 5-17B", "today 5-17C")
@pytest.mark.parametrize(
    ("die", "place", "says", "state"),
    [
        (1, PLACES[0], "cut on the thigh", "light"),
        (3, PLACES[0], "cut on the thigh", "light"),
        (4, PLACES[1], "Liver and kidney", "serious"),
        (5, PLACES[1], "Liver and kidney", "serious"),
        (6, PLACES[2], "By the brow", "killed"),
    ],
)
def test_each_wound_has_its_place(detailed: Ruleset, die: int, place: str, says: str, state: str) -> None:
    """A 7 on each table, then a 1."""
    s = stage(detailed, die, 3, 4, 1)
    victim = man(s, "navigator")
    wound_man(s, victim)
    used_up(s)
    assert thrown(s)[:2] == ["wounds", place]
    assert victim.wounds == state
    assert any(says in line for line in tell(detailed, s.log or ()))


@pytest.mark.rule("today 5-17A")
def test_the_table_goes_by_what_was_rolled(detailed: Ruleset) -> None:
    """A third light wound makes a serious one, and is still the place of a light one."""
    s = stage(detailed, 1, 3, 4, 1)
    victim = man(s, "navigator")
    victim.light_wounds = 2
    wound_man(s, victim)
    used_up(s)
    assert thrown(s)[1] == "light_wound_place"
    assert victim.wounds == "serious"


@pytest.mark.rule("today 5-17B", "today 5-17B note 2")
@pytest.mark.parametrize(("die", "state"), [(5, "serious"), (6, "killed")])
def test_a_cut_in_the_neck_may_kill_after_all(detailed: Ruleset, die: int, state: str) -> None:
    s = stage(detailed, 4, 6, 6, die)
    victim = man(s, "navigator")
    wound_man(s, victim)
    used_up(s)
    assert victim.wounds == state


@pytest.mark.rule("today 5-17A", "today 5-17B", "today 5-17C")
def test_off_it_changes_nothing(detailed: Ruleset, today: Ruleset) -> None:
    assert flown_alike(detailed, today, *PLACES) > 5
