"""Optional table 9-2: awards, with the Purple Heart for every wound, and clusters for what is won again."""

from __future__ import annotations

from typing import TYPE_CHECKING

from bomberstream.core.game import OptionalRule
from bomberstream.core.mission.honours import DECORATIONS, bring_honours, give_award
from bomberstream.core.mission.honours import earlier_medals as won_before
from bomberstream.core.mission.record import men_back
from bomberstream.core.procedure import step

from .laying import lay_data

if TYPE_CHECKING:
    from collections.abc import Sequence

    from bomberstream.core.crew import Crewman
    from bomberstream.core.ruleset import RulesetBuilder
    from bomberstream.core.sortie import Sortie

__all__ = ["MEDALS", "RULE"]

ID = "today_awards"
DENIED = "denied"
PURPLE_HEART = "purple_heart"
CLUSTER = "oak leaf cluster"
"""What stands for a medal that a man has already (9-2 note b)."""
MEDALS = {
    "medal_of_honor": "Medal of Honor",
    "silver_star": "Silver Star",
    "distinguished_flying_cross": "Distinguished Flying Cross",
    "bronze_star": "Bronze Star",
    PURPLE_HEART: "Purple Heart",
    "air_medal": "Air Medal",
}
"""In order of precedence, as it was then."""


def give(s: Sortie, man: Crewman, award: str, earlier: Sequence[str]) -> None:
    """A medal, or an oak leaf cluster to one that he has (9-2 note b)."""
    give_award(s, man, MEDALS[award], word=award, again=CLUSTER if award in earlier else "")


# Not stated whether frostbite is a wound: it was none for this medal. The families of the dead have it, too, where
# somebody is back to tell of them.
@step(rule="today 9-2", table="9-2 note ab")
def purple_hearts(s: Sortie) -> None:
    """Whoever is wounded has the Purple Heart without a roll (9-2 note a)."""
    if s.outcome in s.ruleset.game.not_flown or not men_back(s):
        return
    earlier = won_before(s, MEDALS)
    for man in s.bomber.crew:
        if man.is_dead or man.is_serious or man.light_wounds:
            give(s, man, PURPLE_HEART, earlier.get(man.trade, ()))


def apply(builder: RulesetBuilder) -> None:
    """Put men up for medals, and give the wounded theirs."""
    builder.role("award", (*MEDALS, DENIED))
    lay_data(builder, ID)
    bring_honours(builder, "today 9-2", "9-2", MEDALS, give, refused=DENIED)
    builder.step(purple_hearts, before="debriefing.put_up")


RULE = OptionalRule(
    id=ID,
    title="Awards",
    rule="today 9-2",
    games=("today",),
    apply=apply,
    kind="awards",
    options=(DECORATIONS,),
)
