"""What a mission from the Marianas keeps beside what every bomber's mission has."""

from __future__ import annotations

from typing import TYPE_CHECKING

from attrs import define, field
from bomberstream.core.mission import LOW, MissionState
from bomberstream.core.mission.heights import HIGH, MEDIUM

from . import choices

if TYPE_CHECKING:
    from collections.abc import Mapping

    from bomberstream.core.combat import Fighter
    from bomberstream.core.zones import Route

__all__ = [
    "BY_NIGHT",
    "HIGH",
    "IWO_JIMA",
    "LEVELS",
    "LOW",
    "MEDIUM",
    "PROFILES",
    "WEST_OF_IWO",
    "SuperfortressState",
    "is_abreast_of_iwo",
    "way_round",
]

LEVELS = (LOW, MEDIUM, HIGH)
"""The three altitude levels (4.1B), lowest first."""
PROFILES = ("day_high", "day_medium", "night_low", "night_medium", "mining", "composite")
"""How a mission is flown; the last of them by one bomber alone, at High, by day: the 509th Composite Group."""
BY_NIGHT = ("night_low", "night_medium", "mining")
"""Those of them that are flown by night."""

IWO_JIMA, WEST_OF_IWO = "Iwo Jima", "west of Iwo Jima"
"""How the gazetteer names zones abreast of the island: where a route passes it, and far to the west."""


@define(eq=False)
class SuperfortressState(MissionState):
    """The state of a mission from the Marianas; it takes off low."""

    altitude: str = LOW
    profile: str = "day_high"
    base: str = "Saipan"
    wing: str = "73rd"
    airfield: str = "Isley Field"
    load: str = "standard"
    tons: int = 0
    """Bombs aboard at take-off, in tenths of a ton."""
    stream: str = "middle"
    """Place in the stream by night: "early", "middle", "late"."""

    fuel: int = 0
    """Boxes of fuel left."""
    fuel_at_start: int = 0
    leak: int = 0
    """Boxes lost in each turn to holed tanks."""
    trapped: int = 0
    """Boxes in a tank that cannot be transferred."""
    lightened: bool = False

    fighters_area: str = "none"
    """Whose fighters defend the target: the column of 5-1A."""
    strength: int = 0
    """How strong they are, 0 to 3."""
    guns_below: Mapping[str, int] = field(factory=dict)
    """Level to the strength of the flak at the target, 0 to 3."""
    searchlights: int = 0
    great_city: bool = False
    seafire: bool = False
    """Whether Seafires of the Royal Navy fly with it (tonight 11.3.4)."""

    let_down: bool = False
    """Whether the cabins have been let down, with masks on, before a fight."""

    wind: str = "calm"
    jet_stream: str = "none"
    heading: str = "downwind"
    """How the bomb run lies to the wind."""
    way_found_by: str = "dead_reckoning"
    off_course: int = 0
    """Turns that are still to be flown to get back on course."""
    zones_off_course: int = 0

    in_formation: bool = False
    assembled: bool = False
    """Whether it has been tried to gather."""
    evading: bool = False
    escort_rolled: str = ""
    """The leg for which the escort has been rolled."""
    escort_level: str = "none"

    wave: int = 0
    unseen: bool = False
    """Whether the crew have not seen the fighter that comes by night."""
    rammers: list[Fighter] = field(factory=list)
    lit: bool = False
    aimed_by: str = "visual"
    thrown_about: bool = False
    """Whether the hot air over the fires has thrown the bomber about."""
    target_zone: int = 0
    """The number of the zone that holds the target."""
    iwo_zone: int | None = None
    """The number of the zone abreast of Iwo Jima, near or far; None where the route passes none."""
    lands_at: str = "base"
    """"base" or "iwo_jima"."""
    leaves_from: str = "base"
    """Where it takes off: "base", or "iwo_jima" when it has come down there for fuel on the way out."""
    taken_on: int = 0
    """Boxes of fuel taken on at Iwo Jima on the way out."""
    goes_north: int = 0
    """The number of the zone that holds Vladivostok, counted on from the target's; 0 while nobody goes there."""

    @property
    def by_night(self) -> bool:
        """Whether the mission is flown by night."""
        return self.profile in BY_NIGHT

    @property
    def is_atomic(self) -> bool:
        """Whether it carries the atomic bomb."""
        return self.profile == "composite" and self.target is not None and self.target.city in choices.ATOMIC

    def follow(self, route: Route) -> None:
        """Take a route to the target."""
        self.route, self.target_zone = route, route.target_zone
        passing = (zone.n for zone in route.zones if zone.n != route.target_zone and is_abreast_of_iwo(zone.region))
        self.iwo_zone = next(passing, None)


def is_abreast_of_iwo(region: tuple[str, ...]) -> bool:
    """Whether a zone lies abreast of Iwo Jima, near or far; where it is the target's, the island lies below."""
    return region[0] in (IWO_JIMA, WEST_OF_IWO)


def way_round(region: tuple[str, ...]) -> int:
    """Boxes that it costs to reach the island from a zone abreast of it: none but from far to the west (7.6)."""
    return choices.WAY_ROUND_TO_IWO if region[0] == WEST_OF_IWO else 0
