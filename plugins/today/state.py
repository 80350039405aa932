"""What a daylight mission keeps beside what every flight has."""

from __future__ import annotations

from typing import TYPE_CHECKING

from attrs import define, field
from bomberstream.core.crew import NOBODY, Crewman
from bomberstream.core.sortie import FlightState

if TYPE_CHECKING:
    from bomberstream.core.bomber import Gun
    from bomberstream.core.combat import Fighter
    from bomberstream.core.packs import Target
    from bomberstream.core.sortie import Sortie
    from bomberstream.core.zones import Route

__all__ = ["HIGH", "LOW", "TodayState"]

HIGH = "high"
"""Formation altitude."""
LOW = "low"
"""10,000 feet, where men need neither oxygen nor heat."""


@define(eq=False)
class TodayState(FlightState):
    """The state of a daylight mission."""

    air_force: int = 8
    target: Target | None = None
    route: Route | None = None
    behind_front: dict[int, bool] = field(factory=dict)
    """Zone number to whether all its land is in friendly hands today."""
    weather_over_base: str = "good"
    previous_weather: str = "none"
    visibility: str = "clear"
    nose_turret: str = "none"

    cell: str = "middle"
    position: int = 2
    cell_leader: bool = False
    tail_end: bool = False
    mission_lead: bool = False
    cell_lost_bombers: bool = False

    in_formation: bool = True
    disrupted: bool = False
    altitude: str = HIGH
    kept_low: str = ""
    """Why it must stay at 10,000 feet; empty when it may climb."""
    rejoining_from_low: bool = False
    slow: set[str] = field(factory=set)
    """Reasons for two turns a zone."""
    aborting: str = ""
    """Why the mission is given up; empty while it is not."""
    aborts_with_group: bool = False
    reasons_to_abort: list[str] = field(factory=list)
    """Why the pilot may give up; he is asked after the turn's combat."""
    hurt_by: str = ""
    """What enemy action did the last damage: "fighter", "flak" or "collision"."""
    enemy_did: set[str] = field(factory=set)
    """What enemy action has done that may excuse an abort (tonight 4.5 a to g), or cost the bombs."""
    abort_by_enemy: bool = False
    """Whether the mission was given up for such a reason."""
    turn_of_zone: int = 1
    turn: int = 0
    """Turns flown since take-off."""
    keeps_bombs: bool = False
    """With one engine out the bombs were kept: alone, low and slow."""
    last_zones: int | None = None
    """Zones that a bomber on its last engine can still fly."""
    escort_range: str = ""
    """The column of 2-13 that was rolled last on this leg."""
    escort_level: str = "none"
    iced: bool = False
    """Ice has turned the bomber back before the Alps."""
    cloud_over_alps: bool = False
    no_fighters: bool = False
    """No fighters this turn."""

    evading: bool = False
    evaded_in_target_zone: bool = False
    additional_flak: bool = False
    passing_shot: bool = False
    events: set[str] = field(factory=set)
    """Random events that hold: "disrupted_formation", "tight_formation", "aggressive_escort" ..."""
    passing_events: set[str] = field(factory=set)
    """Events that hold in this zone alone."""
    event_engine: int = 0
    """The engine that the engine event stopped last."""

    fighters: list[Fighter] = field(factory=list)
    carriers: list[Crewman] = field(factory=list)
    """Men who carry ammunition in this zone and do nothing else."""
    allotted: list[tuple[Gun, Fighter]] = field(factory=list)
    """Guns and their targets in this round, in the order of firing."""
    wave: int = 0
    wave_met_in_formation: bool = False
    """Whether the bomber was in formation when this wave came; falling out acts from the end of the wave."""
    wave_notes: tuple[str, ...] = ()
    escort_first: int = 0
    escort_later: int = 0
    kills: int = 0

    bombs_jettisoned_early: bool = False
    bomb_run: str = ""
    """ "on_target", "off_target", or why no bombs fell; empty before."""
    bombing_percent: int | None = None
    bombed_by: Crewman = NOBODY
    by_hand: bool = False
    on_command: bool = False
    manual_release: bool = False
    doors_wrecked: bool = False

    landing_mission: int = 0
    landed_by: Crewman = NOBODY
    landing_place: str = ""
    """ "base", "occupied", "friendly", "neutral", "alps", "water"."""
    wrecked_with_fire: bool = False
    wrecked_hard: bool = False
    wrecked_at_landing: bool = False
    bomber_fate: str = ""
    """ "intact", "repairable", "written off", "lost"."""
    counts_for_tour: bool = False
    zones: int = 1
    """The farthest zone reached."""

    def below(self, s: Sortie, place: int) -> str:
        """Who holds the ground of a zone's first or second letter."""
        raise NotImplementedError

    def land_away(self, s: Sortie) -> None:
        """The bomber lands on the ground below, by the pilot's own will."""
        raise NotImplementedError
