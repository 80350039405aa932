"""Optional rule 10.2: the loose formations of the first months, before the combat box was found.

Fighters that the box would beat off may come on all the same, and the whole formation evades the flak. The rule's text
is not at hand; choice 63 says what is played of it.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from bomberstream.core.game import OptionalRule
from bomberstream.core.procedure import step

from ..fighters import appearance, meanings
from .laying import lay_data

if TYPE_CHECKING:
    from bomberstream.core.ruleset import RulesetBuilder
    from bomberstream.core.sortie import Sortie

    from ..state import TodayState

__all__ = ["RULE"]

ID = "early_formations"
# [63] Other reading: a box of twelve.
UNTIL = "1943-04-01"
"""The first day of the box of eighteen."""


@step(rule="today 10.2")
def early_formation(s: Sortie) -> None:
    """Whether the group flies in the old way today."""
    g: TodayState = s.game
    g.evades_in_box = s.date < UNTIL
    if g.evades_in_box:
        s.note("early_formation")


@step(rule="today 10.2", when="in_formation")
def through_the_gaps(s: Sortie) -> None:
    """A wave that the box beats off (5-3 note c) finds a gap in an early one, and is rolled for again."""
    g: TodayState = s.game
    while (
        g.evades_in_box
        and "beaten_off" in meanings(s, g.wave_notes)
        and s.roll("early_formation").result == "comes_through"
    ):
        appearance.do(s)


def apply(builder: RulesetBuilder) -> None:
    """Fly as the first groups did."""
    builder.role("early_formation", ("comes_through", "beaten_off"))
    builder.happening("early_formation", "the group flies without a combat box")
    lay_data(builder, ID)
    builder.step(early_formation, before="mission.base_weather")
    builder.step(through_the_gaps, after="wave.appearance")


RULE = OptionalRule(
    id=ID, title="Early bomber formations, before April 1943", rule="today 10.2", games=("today",), apply=apply
)
