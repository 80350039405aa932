"""What a daylight mission keeps beside what every bomber's mission has."""

from __future__ import annotations

from typing import TYPE_CHECKING

from attrs import define, field
from bomberstream.core.mission import HIGH, LOW, MissionState

if TYPE_CHECKING:
    from bomberstream.core.sortie import Sortie
    from bomberstream.core.tables import Rolled

__all__ = ["HIGH", "LOW", "RADAR_OPERATOR", "TodayState"]

RADAR_OPERATOR = "radar_operator"
"""The trade of the man at a radar set (10.9)."""


@define(eq=False)
class TodayState(MissionState):
    """The state of a daylight mission. High is formation altitude, low 10,000 feet."""

    air_force: int = 8
    behind_front: dict[int, bool] = field(factory=dict)
    """Zone number to whether all its land is in friendly hands today."""

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
    escort_roll: Rolled | None = None
    """This turn's throw on 5-4."""

    by_hand: bool = False
    on_command: bool = False
    evades_in_box: bool = False
    """Whether the whole box may evade the flak, as early formations did (10.2)."""
    navigators: tuple[str, ...] = ("navigator",)
    """Trades that can find the way."""
    leaderless: bool = False
    """Whether both bombers at the head of the group are gone, so that everybody aims for himself (10.4)."""
    lead_set: bool = False
    """Whether the bomb run is the lead bomber's, with modifiers of its own (10.7, 10.9)."""
    knows_target_type: bool = False
    """Whether the lead bombardier has flown against such targets before (10.7)."""
    lead_radar: str = "none"
    """The radar at the head of the group (10.9): "own", "lead" for another bomber's, or "none"."""
    radar_blurred: bool = False
    """Whether the radar picture of the target is poor (6-6)."""

    def radar_is_manned(self, s: Sortie) -> bool:
        """Whether the operator of the radar that aims is fit; another bomber's always is (10.9)."""
        return self.lead_radar != "own" or s.bomber.man_of(RADAR_OPERATOR).is_fit
