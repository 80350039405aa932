"""Optional rule 9.1: German jets and rocket fighters over Germany from the summer of 1944 on.

5-3B, of the same months, has none, though 5-11 has columns for them: now and then a wave is one of 9-1.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from attrs import define
from bomberstream.core.game import OptionalRule
from bomberstream.core.procedure import step

from ..fighters import is_over, join, rocket_position
from .laying import lay_data

if TYPE_CHECKING:
    from bomberstream.core.ruleset import RulesetBuilder
    from bomberstream.core.sortie import Sortie

    from ..state import TodayState

__all__ = ["RULE", "JetCell"]

ID = "jets"
GERMANY = ("G",)
# [61] Other reading: 9-1 stands in place of 5-3, by the level of resistance.
CAMPAIGNS = (5,)
"""Campaigns whose own table of appearance has no jets (5-3B; 5-3C has them)."""
FROM = "1944-07-28"
"""The first day on which an Me 163 attacked a formation."""
FIRST_MET = {"he-162": "1945-02-01"}
"""Types that come later: one that is rolled before its day is rolled again."""


@define(frozen=True)
class JetCell:
    """Payload of a row of 9-1."""

    type: str
    number: int
    notes: tuple[str, ...] = ()


@step(rule="today 9.1", table="9-1")
def jets_instead(s: Sortie) -> None:
    """A wave that attacks may be one of jets in its place (9-1): positions by 5-9 and 5-9A, a rocket fighter's from
    above."""
    g: TodayState = s.game
    if not g.fighters or s.campaign not in CAMPAIGNS or s.date < FROM or not is_over(s, GERMANY):
        return
    if s.roll("jets_come").result != "jets":
        return
    while True:
        cell: JetCell = s.roll("jets").data
        if s.date >= FIRST_MET.get(cell.type, ""):
            break
    g.fighters = []
    g.wave_notes = ()
    kind = s.ruleset.fighters[cell.type]
    for _ in range(cell.number):
        if kind.rocket:
            clock, level = rocket_position(s)
            if s.zone.is_alps and not level:
                continue
        else:
            clock, level = str(s.roll("next_clock").result), str(s.roll("next_level").result)
        join(s, kind, clock, level)
    s.note("jets", number=cell.number, fighter=kind.short if cell.number == 1 else kind.plural)


def apply(builder: RulesetBuilder) -> None:
    """Let jets come in place of a wave."""
    builder.role("jets_come", ("jets", "others"))
    builder.role("jets", ("me-163", "he-162", "me-262"), JetCell)
    builder.happening("jets", "a wave of jets comes in place of another")
    lay_data(builder, ID)
    builder.step(jets_instead, after="wave.appearance")


RULE = OptionalRule(id=ID, title="German jets", rule="today 9.1", games=("today",), apply=apply)
