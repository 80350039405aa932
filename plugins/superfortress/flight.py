"""What effects of any game's tables may ask of a mission from the Marianas."""

from __future__ import annotations

from functools import cache
from typing import TYPE_CHECKING

from attrs import define

from . import altitude, cabins, choices, fire_control, formation, fuel, north, rescue, target, zones
from .state import HIGH, SuperfortressState, is_abreast_of_iwo

if TYPE_CHECKING:
    from bomberstream.core.crew import Crewman, Station
    from bomberstream.core.sortie import Sortie

__all__ = ["Superfortress"]


@cache
def age_on(date: str) -> str:
    """How well the engines are known on a day: asked in every zone, of some hundred days."""
    return next(age for first, age in choices.AGES_FROM if date >= first)


@define(eq=False)
class Superfortress(SuperfortressState):
    """A mission from the Marianas: its state, and its answers to what the tables' effects ask."""

    def leave_formation(self, s: Sortie, reason: str) -> None:
        """The bomber loses its place in the formation."""
        formation.fall_out(s, reason)

    def descend(self, s: Sortie, reason: str) -> None:
        """The bomber goes down to Low."""
        altitude.go_low(s, reason)

    def slow_down(self, s: Sortie, reason: str) -> None:
        """The bomber needs two turns a zone from now on, and so cannot keep up."""
        self.slow.add(reason)
        s.note("slow", reason=reason)
        formation.fall_out(s, reason)

    def abort(self, s: Sortie, reason: str, *, with_group: bool = False) -> None:
        """The mission is given up; the bomber turns after this turn's combat."""
        zones.give_up(s, reason)

    def useless_engines(self, s: Sortie) -> int:
        """Engines stopped, or at High without their turbos."""
        bomber = s.bomber
        if not bomber.turbos_out or self.altitude != HIGH:
            return bomber.engines_out
        return sum(engine.is_out or engine.turbo_out for engine in bomber.engines)

    def base_codes(self) -> tuple[str, ...]:
        """The Marianas."""
        return ("B",)

    def experience(self, s: Sortie, man: Crewman) -> int:
        """Which mission of his tour this is for who lands; beyond a whole tour he lands as in its last."""
        return min(super().experience(s, man), choices.MISSIONS_THAT_TEACH)

    def is_sealed(self, s: Sortie, station: Station) -> bool:
        """Whether the station's cabin holds its pressure (4.2)."""
        return cabins.is_sealed(s, station.type.section)

    def lose_pressure(self, s: Sortie, cabin: str) -> None:
        """A cabin is holed (4.2)."""
        cabins.hole(s, cabin)

    def lose_fuel(self, s: Sortie, boxes: int, *, each_turn: bool = False) -> None:
        """Boxes of fuel are lost (4.10)."""
        fuel.lose(s, boxes, each_turn=each_turn)

    def fates_at_sea(self, s: Sortie, *, escaped: bool) -> None:
        """One search for all who are in the rafts (7.5)."""
        rescue.search_for_rafts(s, escaped=escaped)

    def fate_in_water(self, s: Sortie, man: Crewman) -> str:
        """A search for one man on his own (7.5)."""
        return rescue.search_for_man(s, man)

    def fate_in_enemy_land(self, s: Sortie, man: Crewman) -> str:
        """A man down in Japan (7.7)."""
        return rescue.in_enemy_hands(s, man)

    def zones_north(self, s: Sortie) -> int:
        """Zones from here to Vladivostok; 99 where there is no way."""
        return north.zones_to_vladivostok(s)

    # --- what conditions ask

    def fuel_margin(self, s: Sortie) -> int:
        """Boxes beyond what the rest of the mission needs."""
        return fuel.margin(s)

    def fuel_margin_to_iwo(self, s: Sortie) -> int:
        """Boxes beyond what the way to Iwo Jima needs."""
        return fuel.margin_to_iwo(s)

    def is_abreast_of_iwo(self, s: Sortie) -> bool:
        """Whether the zone lies abreast of Iwo Jima, near or far; over it the island itself is the target."""
        return is_abreast_of_iwo(s.zone.region) and not s.zone.is_target

    @property
    def navigator_is_fit(self) -> bool:
        """Whether the navigator himself finds the way, unhurt by frost."""
        return self.navigated_by.trade == "navigator" and self.navigated_by.frostbite == "none"

    def panel_is_tended(self, s: Sortie) -> bool:
        """Whether the flight engineer is at his panel."""
        return fuel.who_tends_the_panel(s).trade == "engineer"

    def panel_missions(self, s: Sortie) -> int:
        """Missions of the man at the panel."""
        return fuel.who_tends_the_panel(s).missions

    @property
    def flak_strength(self) -> int:
        """Guns at the target that reach this level."""
        return self.guns_below.get(self.altitude, 0)

    def sight_has_computer(self, s: Sortie) -> bool:
        """Whether a computer helps the gun that fires."""
        return fire_control.has_computer(s)

    def sights_manned(self, s: Sortie) -> int:
        """Sights that work and are manned."""
        return fire_control.watches(s)

    def radar_is_read(self, s: Sortie) -> bool:
        """Whether the radar observer reads his set."""
        return target.radar_can_aim(s)

    def age_of_engines(self, s: Sortie) -> str:
        """How well the engines are known by the date: the column of 4-9."""
        return age_on(s.date)

    def campaign_column(self, s: Sortie) -> str:
        """The campaign as a column of a table."""
        return str(s.campaign)
