"""Optional rule 5-18A of the daylight game: frostbite in detail."""

from __future__ import annotations

import pytest
from bomberstream.core.hooks import load_plugins
from bomberstream.core.ruleset import Ruleset, compose
from bomberstream.core.testing import flown_alike
from bomberstream.core.testing.asking import man, modifiers, run, used_up
from bomberstream.core.testing.asking import rolls as thrown
from flights import stage

FROZEN = ("frostbite_place", "frostbite_recovery_detail")


@pytest.fixture(scope="module")
def detailed() -> Ruleset:
    return compose(load_plugins(), "today", rules=["today_frostbite_places"])


@pytest.mark.rule("today 5-18A")
@pytest.mark.parametrize(("die", "grade"), [(3, "none"), (4, "frostbite"), (6, "severe")])
def test_frostbite_has_its_place(detailed: Ruleset, die: int, grade: str) -> None:
    s = stage(detailed, die, *([] if grade == "none" else [3, 4, 5]))
    victim = s.man = man(s, "tail_gunner")
    s.carry_out("frostbite")
    used_up(s)
    assert victim.frostbite == grade
    assert ("frostbite_place" in thrown(s)) is (grade != "none")


@pytest.mark.rule("today 5-18A")
def test_what_cannot_grow_worse_has_no_new_place(detailed: Ruleset) -> None:
    s = stage(detailed, 6)
    s.man = man(s, "tail_gunner")
    s.man.frostbite = "severe"
    s.carry_out("frostbite")
    used_up(s)


@pytest.mark.rule("today 5-18A")
@pytest.mark.parametrize("grade", ["frostbite", "severe"])
@pytest.mark.parametrize(("die", "after"), [(1, "recovers"), (2, "recovers"), (3, "recovers"), (4, "sent_home")])
def test_the_finer_table_stands_after_landing(detailed: Ruleset, die: int, after: str, grade: str) -> None:
    """It has no modifier for severe frostbite."""
    s = stage(detailed, die)
    victim = man(s, "tail_gunner")
    victim.frostbite = grade
    run(s, "debriefing", "hospital")
    assert thrown(s) == ["frostbite_recovery_detail"]
    assert modifiers(s, "frostbite_recovery_detail") == []
    assert victim.after == after


@pytest.mark.rule("today 5-18A")
def test_off_it_changes_nothing(detailed: Ruleset, today: Ruleset) -> None:
    assert flown_alike(detailed, today, *FROZEN) > 0
