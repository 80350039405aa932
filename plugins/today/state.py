"""What a daylight mission keeps beside what every bomber's mission has."""

from __future__ import annotations

from attrs import define, field
from bomberstream.core.mission import HIGH, LOW, MissionState

__all__ = ["HIGH", "LOW", "TodayState"]


@define(eq=False)
class TodayState(MissionState):
    """The state of a daylight mission. High is formation altitude, low 10,000 feet."""

    air_force: int = 8
    behind_front: dict[int, bool] = field(factory=dict)
    """Zone number to whether all its land is in friendly hands today."""
    nose_turret: str = "none"

    cell: str = "middle"
    position: int = 2
    cell_leader: bool = False
    tail_end: bool = False
    mission_lead: bool = False
    cell_lost_bombers: bool = False

    in_formation: bool = True
    disrupted: bool = False
    rejoining_from_low: bool = False
    aborts_with_group: bool = False
    escort_range: str = ""
    """The column of 2-13 that was rolled last on this leg."""
    escort_level: str = "none"
    no_fighters: bool = False
    """No fighters this turn."""

    cloud_over_alps: bool = False

    evading: bool = False
    evaded_in_target_zone: bool = False
    additional_flak: bool = False

    wave: int = 0
    wave_met_in_formation: bool = False
    """Whether the bomber was in formation when this wave came; falling out acts from the end of the wave."""
    wave_notes: tuple[str, ...] = ()
    escort_first: int = 0
    escort_later: int = 0

    by_hand: bool = False
    on_command: bool = False
