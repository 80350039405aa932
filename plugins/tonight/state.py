"""What a night mission keeps beside what every bomber's mission has."""

from __future__ import annotations

from attrs import define, field
from bomberstream.core.bomber import Device
from bomberstream.core.crew import NOBODY, Crewman
from bomberstream.core.mission import HIGH, LOW, MissionState
from bomberstream.core.mission.heights import VERY_HIGH

from . import choices

__all__ = ["HIGH", "LOW", "ON_THE_DECK", "VERY_HIGH", "TonightState"]

ON_THE_DECK = "on_the_deck"
"""Low level, close to the ground (4.1.3)."""


@define(eq=False)
class TonightState(MissionState):
    """The state of a night mission. High is above 10,000 feet, low below it (4.1.1); very high is for bombers with
    pressure cabins alone (11.1.2)."""

    altitude: str = LOW
    moon: str = "half"
    target_type: str = "Area"
    stream_position: str = "middle"
    squadron_losses: int = 0
    """Other bombers of the squadron lost at take-off (3.1.3)."""

    devices_on: set[str] = field(factory=set)
    """Electronics that work and are switched on in this zone, Window being dropped among them (5.0.2, 5.0.3)."""
    at_chute: Crewman = NOBODY
    """Who dropped Window last."""
    sets: dict[str, Device] = field(factory=dict)
    """The electronics aboard, Window apart, in the order of the data."""
    switching: str = ""
    """The device that an order is about."""

    low_by: set[str] = field(factory=set)
    """What keeps it below 10,000 feet beside the damage that does so to every bomber."""
    no_fighters: bool = False
    """No night fighters in this zone."""
    low_flak_fired: bool = False
    """Whether the light flak of 5.14 has fired in this zone; then the guns of 5.2 do not, in the same turn (T-50)."""
    seeks_pass: bool = False
    """Whether it came low to this zone of the Alps, and must look for a pass (4.2.1)."""
    malta_zones: tuple[tuple[str, ...], ...] = choices.MALTA_ZONES
    """What lies below on the way to Malta, zone by zone (T-23)."""
    finds_no_pass: bool = False
    """Whether it has found none on the way home, and turns back to try again."""
    detected: bool = False
    """Whether ground radar holds the bomber in this zone (4.7.1)."""
    plotted: bool = False
    """Whether the crew know that radar holds them."""
    lit: bool = False
    """Whether a searchlight holds it in this turn (5.1.5)."""
    found_by_guns: bool = False
    """Whether searchlights and guns have found it in this turn (4-7), lit or no longer (T-47)."""
    off_course_zones: int = 0
    """Zones of the way out in which it was off course; 0 again once it goes around (4.9.2)."""
    went_around: bool = False

    corkscrewing: bool = False
    """Whether it corkscrews in this round (5.6)."""
    corkscrewed: bool = False
    """Whether it has corkscrewed in this round, for 5-14."""
    fighter_is_seen: bool = False
    """Whether the bomber's crew see the fighter in this round (5.3.7, 5.4.9)."""
    spotting_attempt: int = 1
    spotting_covered: bool = False
    """Whether a manned gun bears on the fighter's place (5.3.7)."""
    spotting_night_vision: bool = False
    """Whether a man with night vision mans such a gun (2.8.1.2)."""
    upward_attack: bool = False
    """Whether the fighter fires its upward guns now (5.4)."""
    fire_is_over: bool = False
    """Whether nobody fires any more in this round: upward guns have driven it off its course, or have done (5.4)."""
    last_round: bool = False
    """Whether the fighter has no further round, whatever 5-14 would say."""
    squad: int = 0
    """Which of the night fighters of this turn attacks, from 1."""
    returned_by_recall: str = ""
    """Why it was recalled: "spoof" or "weather" (4-2A); empty while it was not."""
