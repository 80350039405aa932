"""What effects of any game's tables may ask of a night mission."""

from __future__ import annotations

from typing import TYPE_CHECKING

from attrs import define
from bomberstream.core.mission.legs import give_up

from . import combat
from .state import HIGH, LOW, VERY_HIGH, TonightState

if TYPE_CHECKING:
    from bomberstream.core.sortie import Sortie

__all__ = ["Tonight"]


@define(eq=False)
class Tonight(TonightState):
    """A night mission: its state, and its answers to what the tables' effects ask."""

    def descend(self, s: Sortie, reason: str) -> None:
        """The bomber goes down below 10,000 feet."""
        self.kept_low = reason
        if self.in_thin_air:
            self.altitude = LOW
            s.note("goes_low", reason=reason)

    def lose_pressure(self, s: Sortie, cabin: str) -> None:
        """A pressure cabin is holed: down from very high to where masks do, for good (11.1.2)."""
        self.pressure_lost.add(cabin)
        if self.altitude == VERY_HIGH:
            self.altitude = HIGH
            s.note("level", altitude=HIGH)

    def slow_down(self, s: Sortie, reason: str) -> None:
        """The bomber needs two turns a zone from now on."""
        if reason not in self.slow:
            self.slow.add(reason)
            s.note("slow", reason=reason)

    def abort(self, s: Sortie, reason: str, *, with_group: bool = False) -> None:
        """The mission is given up; the bomber turns after this turn's combat (4.5)."""
        give_up(s, reason)

    def may_corkscrew(self, s: Sortie) -> bool:
        """Whether nothing forbids the corkscrew (5.6.1)."""
        return combat.may_corkscrew(s)

    # What conditions ask.

    @property
    def navigator_is_hurt(self) -> bool:
        """Whether whoever navigates is frostbitten or badly hurt (4.9.2)."""
        man = self.navigated_by
        return not man.is_fit or man.frostbite != "none"
