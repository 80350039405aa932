"""What effects of any game's tables may ask of a daylight mission."""

from __future__ import annotations

from typing import TYPE_CHECKING

from attrs import define

from . import formation, landing, zones
from .ground import grounds_below
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

    def may_abort(self, s: Sortie, reason: str) -> None:
        """The pilot may give up; he is asked after this turn's combat."""
        if reason not in self.reasons_to_abort:
            self.reasons_to_abort.append(reason)

    def may_leave_post(self, s: Sortie, man: Crewman) -> bool:
        """A pilot leaves his seat only for a fire, and only while both pilots are fit."""
        pilots = (s.bomber.man_of("pilot"), s.bomber.man_of("copilot"))
        return man not in pilots or all(pilot.is_fit for pilot in pilots)

    def come_down(self, s: Sortie) -> None:
        """The bomber comes down where it is: a landing, a ditching, or a jump."""
        landing.come_down(s)

    def land_away(self, s: Sortie) -> None:
        """The bomber lands on the ground below, by the pilot's own will."""
        landing.land_away(s)

    def bail_out(self, s: Sortie, kind: str) -> None:
        """Everybody who can jumps; the flight ends."""
        landing.everybody_out(s, kind)

    def lose(self, s: Sortie, how: str, outcome: str = "") -> None:
        """The bomber is gone with all aboard."""
        landing.all_lost(s, how, outcome)

    # What conditions ask.

    @property
    def landed_by_substitute(self) -> bool:
        """Whether neither pilot lands the bomber (7-1, 7-2)."""
        return self.landed_by.trade not in ("pilot", "copilot", "")

    def landing_risk(self, s: Sortie) -> int:
        """How likely a landing here would be to kill or hurt, in thousandths (7-1)."""
        return sum(s.chance("landing_on_land", result) for result in ("crew_killed", *landing.WRECKED))

    def zones_without_heat(self, s: Sortie) -> int:
        """Zones that the man has entered since his heat was lost (5-18)."""
        since = s.man.station.heat_out_since if s.man.station is not None else None
        return 0 if since is None else s.zone.entry - since

    def freezing_men(self, s: Sortie) -> int:
        """Men without heat, high up."""
        return formation.freezing_men(s)

    def unheated_men(self, s: Sortie) -> int:
        """Men without heat, at whatever height."""
        return formation.unheated_men(s)

    def below(self, s: Sortie, place: int) -> str:
        """Who holds the ground of a zone's first or second letter: "water", "axis", "friendly" ..."""
        grounds = grounds_below(s)
        return grounds[place] if place < len(grounds) else "none"
