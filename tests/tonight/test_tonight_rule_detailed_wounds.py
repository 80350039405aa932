"""Optional rule 5.11.1: wounds in detail (5-17A to 5-17C)."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from bomberstream.core.damage import wound_man
from bomberstream.core.hooks import load_plugins
from bomberstream.core.ruleset import Ruleset, compose
from bomberstream.core.testing import flown_alike, tell
from bomberstream.core.testing.asking import man, rolls, used_up
from night_details import numbers
from night_tables import TWO_DICE
from nights import stage

PLACES = ("light_wound_place", "serious_wound_place", "fatal_wound_place")


@pytest.fixture(scope="module")
def detailed() -> Ruleset:
    return compose(load_plugins(), "tonight", rules=["detailed_wounds"])


@pytest.mark.rule("tonight 5.11.1", "tonight 5-17A", "tonight 5-17B", "tonight 5-17C")
@pytest.mark.parametrize("name", ["5-17A", "5-17B", "5-17C"])
def test_the_tables_are_those_of_the_sister_game(
    detailed: Ruleset, bomberstream_ruleset: Callable[..., Ruleset], name: str
) -> None:
    assert numbers(detailed.tables[name].table) == numbers(bomberstream_ruleset("today").tables[name].table)
    assert detailed.tables[name].table.source == "sister"


@pytest.mark.rule("tonight 5.11.1")
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
    s = stage(detailed, die, *TWO_DICE[7], 1)
    victim = man(s, "navigator")
    wound_man(s, victim)
    used_up(s)
    assert rolls(s)[:2] == ["wounds", place]
    assert victim.wounds == state
    told = tell(detailed, s.log or ())
    assert any(says in line for line in told)


@pytest.mark.rule("tonight 5.11.1")
def test_the_table_goes_by_what_was_rolled(detailed: Ruleset) -> None:
    """A third light wound makes a serious one, and is still the place of a light one."""
    s = stage(detailed, 1, *TWO_DICE[7], 1)
    victim = man(s, "navigator")
    victim.light_wounds = 2
    wound_man(s, victim)
    used_up(s)
    assert rolls(s)[1] == "light_wound_place"
    assert victim.wounds == "serious"


@pytest.mark.rule("tonight 5-17B")
@pytest.mark.parametrize(("die", "state"), [(4, "serious"), (5, "serious"), (6, "killed")])
def test_a_cut_in_the_neck_may_kill_after_all(detailed: Ruleset, die: int, state: str) -> None:
    s = stage(detailed, 4, *TWO_DICE[12], die)
    victim = man(s, "navigator")
    wound_man(s, victim)
    used_up(s)
    assert victim.wounds == state


@pytest.mark.rule("tonight 5.11.1")
def test_off_it_changes_nothing(detailed: Ruleset, tonight: Ruleset) -> None:
    assert flown_alike(detailed, tonight, *PLACES) > 5
