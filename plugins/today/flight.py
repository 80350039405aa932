"""What effects of any game's tables may ask of a daylight mission."""

from __future__ import annotations

from typing import TYPE_CHECKING

from attrs import define

from . import choices, formation, zones
from .state import TodayState

if TYPE_CHECKING:
    from bomberstream.core.crew import Crewman
    from bomberstream.core.sortie import Sortie

__all__ = ["Today"]


@define(eq=False)
class Today(TodayState):
    """A daylight mission: its state, and its answers to what the tables' effects ask."""

    def leave_formation(self, s: Sortie, reason: str) -> None:
        """The bomber falls out of its place in the box."""
        formation.fall_out(s, reason)

    def descend(self, s: Sortie, reason: str) -> None:
        """The bomber goes down to 10,000 feet."""
        formation.go_low(s, reason)

    def slow_down(self, s: Sortie, reason: str) -> None:
        """The bomber needs two turns a zone from now on, and so cannot keep up."""
        self.slow.add(reason)
        s.note("slow", reason=reason)
        formation.fall_out(s, reason)

    def abort(self, s: Sortie, reason: str, *, with_group: bool = False) -> None:
        """The mission is given up; the bomber turns after this turn's combat."""
        zones.give_up(s, reason, with_group=with_group)

    def base_codes(self) -> tuple[str, ...]:
        """England, or Italy for the 15th Air Force."""
        return ("I" if self.air_force == 15 else "E",)

    def experience(self, s: Sortie, man: Crewman) -> int:
        """Which mission of his tour this is for who lands; beyond the last band its bonus is kept (7-1)."""
        number = super().experience(s, man)
        if choices.LAST_BONUS_KEPT:
            number = min(number, choices.EIGHTH_LAST_BAND if self.air_force == 8 else choices.FIFTEENTH_LAST_BAND)
        return number
