"""Optional rule 10.7, going around: a leader who cannot see the target comes round for a second run.

It costs another turn over the target, with its fighters and further flak, and buys a new look (6-1). By day there is
no course to be found again (67).
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from bomberstream.core.decisions import Decision
from bomberstream.core.game import OptionalRule
from bomberstream.core.mission.legs import another_turn
from bomberstream.core.mission.spoken import YES_NO
from bomberstream.core.procedure import step

from ..target import more_flak, visibility
from .laying import lay_data

if TYPE_CHECKING:
    from bomberstream.core.ruleset import RulesetBuilder
    from bomberstream.core.sortie import Sortie

    from ..state import TodayState

__all__ = ["RULE"]

ID = "going_around"


@step(rule="today 10.7", table="6-1", when="outbound and zone.is_target and bombs_aboard and not aborting")
def go_around(s: Sortie) -> None:
    """Once, before the bomb run: who leads decides for the group, and a straggler for himself."""
    g: TodayState = s.game
    if g.in_formation and not g.mission_lead:
        return
    if s.choose("go_around") == "no":
        return
    s.note("goes_around")
    another_turn(s, "going around")
    more_flak(s)
    visibility.do(s)


def apply(builder: RulesetBuilder) -> None:
    """Let a leader come round again."""
    builder.happening("goes_around", "the bomber comes round for a second run at the target")
    builder.decision(Decision("go_around", "Come round for another run?", "today 10.7", YES_NO))
    lay_data(builder, ID)
    # Before the leader is asked where the bombs go.
    builder.step(go_around, after="zone.slow_over_target")


RULE = OptionalRule(
    id=ID,
    title="Going around for a second run",
    rule="today 10.7",
    games=("today",),
    apply=apply,
    requires=("lead_crews",),
)
