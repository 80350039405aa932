"""Optional rule 5.12: frostbite in detail (5-18A)."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from bomberstream.core.hooks import load_plugins
from bomberstream.core.ruleset import Ruleset, compose
from bomberstream.core.testing import flown_alike
from bomberstream.core.testing.asking import man, modifiers, rolls, run, used_up
from night_details import numbers
from night_tables import TWO_DICE
from nights import stage

FROZEN = ("frostbite_place", "frostbite_recovery_detail")


@pytest.fixture(scope="module")
def detailed() -> Ruleset:
    return compose(load_plugins(), "tonight", rules=["detailed_frostbite"])


@pytest.mark.rule("tonight 5.12.detail", "tonight 5-18A")
def test_the_table_is_that_of_the_sister_game(detailed: Ruleset, bomberstream_ruleset: Callable[..., Ruleset]) -> None:
    today = bomberstream_ruleset("today")
    assert numbers(detailed.tables["5-18A"].table) == numbers(today.tables["5-18A"].table)
    for name in ("5-18A", "5-18A recovery"):
        assert detailed.tables[name].table.source == "sister"


@pytest.mark.rule("tonight 5.12.detail")
@pytest.mark.parametrize(("die", "grade"), [(3, "none"), (4, "frostbite"), (5, "frostbite"), (6, "severe")])
def test_frostbite_has_its_place(detailed: Ruleset, die: int, grade: str) -> None:
    s = stage(detailed, die, *([] if grade == "none" else [*TWO_DICE[7], 5]))
    victim = s.man = man(s, "mid_upper_gunner")
    s.carry_out("frostbite")
    used_up(s)
    assert victim.frostbite == grade
    assert ("frostbite_place" in rolls(s)) is (grade != "none")


@pytest.mark.rule("tonight 5.12.detail")
def test_what_cannot_grow_worse_has_no_new_place(detailed: Ruleset) -> None:
    s = stage(detailed, 6)
    s.man = man(s, "mid_upper_gunner")
    s.man.frostbite = "severe"
    s.carry_out("frostbite")
    used_up(s)


@pytest.mark.rule("tonight 5.12.detail", "tonight 5-18A")
@pytest.mark.parametrize(
    ("die", "grade", "after"),
    [
        (1, "frostbite", "recovers"),
        (2, "frostbite", "recovers"),
        (3, "frostbite", "recovers"),
        (4, "frostbite", "sent_home"),
        (6, "frostbite", "sent_home"),
        (2, "severe", "recovers"),
        (3, "severe", "sent_home"),
        (6, "severe", "sent_home"),
    ],
)
def test_how_deep_it_went_is_seen_after_landing(detailed: Ruleset, die: int, grade: str, after: str) -> None:
    s = stage(detailed, die)
    victim = man(s, "mid_upper_gunner")
    victim.frostbite = grade
    run(s, "debriefing", "hospital")
    assert rolls(s) == ["frostbite_recovery_detail"]
    assert modifiers(s, "frostbite_recovery_detail") == ([1] if grade == "severe" else [])
    assert victim.after == after


@pytest.mark.rule("tonight 5-18A")
def test_the_four_depths(detailed: Ruleset) -> None:
    table = detailed.tables["5-18A recovery"]
    found = [table.find(total, total, None).result for total in range(1, 8)]
    deep = "deep_frostbite"
    assert found == ["frostnip", "frostnip", "superficial_frostbite", "infected", deep, deep, deep]


@pytest.mark.rule("tonight 5.12.detail")
def test_off_it_changes_nothing(detailed: Ruleset, tonight: Ruleset) -> None:
    assert flown_alike(detailed, tonight, *FROZEN)
