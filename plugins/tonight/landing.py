"""The end of a mission: the base in sight, intruders, jumping before a bad landing, the landing (section 7)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from bomberstream.core.mission import ending
from bomberstream.core.mission.engines import obey_engines
from bomberstream.core.procedure import step

from .fighters import night_fighter_attacks

if TYPE_CHECKING:
    from bomberstream.core.sortie import Sortie

    from .state import TonightState

__all__ = ["HAPPENINGS", "come_home", "intruders", "jump_before_landing", "land_at_base", "weather_at_home"]


@step(rule="tonight 7.0")
def come_home(s: Sortie) -> None:
    """Zone 1: the landing."""
    s.run("landing")


@step(rule="tonight 7.1", table="3-1")
def weather_at_home(s: Sortie) -> None:
    """Zone 1: the weather over the base again, for the landing; nothing is scrubbed now (7.1)."""
    s.begin("landing")
    g: TonightState = s.game
    g.passing_events.clear()
    g.no_fighters = False
    ending.reach_base(s)


@step(rule="tonight 4.7", table="4-5")
def intruders(s: Sortie) -> None:
    """Night fighters may have followed the stream home: detection (4-5) and attacks, without searchlights or guns."""
    g: TonightState = s.game
    if g.zones == 1:
        # Straight round again after the take-off: nobody has followed.
        return
    g.lit = False
    g.detected = s.roll("detection").result == "detected"
    if g.detected:
        s.note("intruders")
        night_fighter_attacks(s)
        obey_engines(s)
        # The fight may have changed who lands.
        ending.who_lands(s)


@step(rule="tonight 7-3", when="landing.risk > 0")
def jump_before_landing(s: Sortie) -> None:
    """Any or all may jump over the base before a landing that looks bad (7-3)."""
    ending.jump_over_base(s)


@step(rule="tonight 7.1", table="7-1", cause="landing")
def land_at_base(s: Sortie) -> None:
    """The landing at the base (7-1)."""
    ending.land(s, "base")


HAPPENINGS = {"intruders": "night fighters have followed the bomber home"}
"""What is told here, beside what every bomber game tells."""
