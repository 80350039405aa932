"""The end of a mission (section 7): the base in sight, Iwo Jima, jumping before a bad landing, the landing."""

from __future__ import annotations

from typing import TYPE_CHECKING

from bomberstream.core.mission import ending
from bomberstream.core.procedure import step
from bomberstream.core.zones import Zone

if TYPE_CHECKING:
    from bomberstream.core.sortie import Sortie

    from .state import SuperfortressState

__all__ = [
    "HAPPENINGS",
    "come_home",
    "jump_before_landing",
    "land_at_base",
    "land_at_vladivostok",
    "land_on_iwo_jima",
    "weather_at_home",
    "weather_over_iwo_jima",
    "weather_over_vladivostok",
]


@step(rule="superfortress 7.0")
def come_home(s: Sortie) -> None:
    """Zone 1: the landing."""
    s.run("landing")


@step(rule="superfortress 7.1", table="3-1")
def weather_at_home(s: Sortie) -> None:
    """Zone 1: the weather over the base again, for the landing; nothing is scrubbed now (3-1)."""
    s.begin("landing")
    ending.reach_base(s)


@step(rule="superfortress 7.3", when="landing.risk > 0")
def jump_before_landing(s: Sortie) -> None:
    """Any or all may jump over the field before a landing that looks bad (7-3)."""
    ending.jump_over_base(s)


@step(rule="superfortress 7.1", table="7-1", cause="landing")
def land_at_base(s: Sortie) -> None:
    """The landing at the base (7-1)."""
    ending.land(s, "base")


@step(rule="superfortress 7.6", table="7-6")
def weather_over_iwo_jima(s: Sortie) -> None:
    """The weather over Iwo Jima, and how crowded its strip is (7-6)."""
    g: SuperfortressState = s.game
    s.begin("landing on Iwo Jima")
    s.zone = Zone(s.zone.number, over=("Iw",), region=("Iwo Jima",), is_base=True, entry=s.zone.entry)
    g.landing_place = "airfield"
    ending.who_lands(s)
    result = s.roll("iwo_jima").result
    g.weather_over_base = "poor" if result == "crowded" else result
    s.note("iwo_jima", weather=result)


@step(rule="superfortress 7.6", table="7-1", cause="landing")
def land_on_iwo_jima(s: Sortie) -> None:
    """The landing on Iwo Jima (7-1)."""
    ending.land(s, "airfield")


@step(rule="superfortress 7.8", table="7-8A")
def weather_over_vladivostok(s: Sortie) -> None:
    """The weather over Vladivostok, and how its fighters and guns take the stranger (7-8A)."""
    s.begin("landing at Vladivostok")
    s.game.weather_over_base = s.roll("vladivostok").result


@step(rule="superfortress 7.8", table="7-1", cause="landing")
def land_at_vladivostok(s: Sortie) -> None:
    """The landing on Soviet ground (7-1): the crew are interned, or, once the Soviet Union is at war, flown home."""
    s.zone.letter = 0
    ending.land_away(s)


HAPPENINGS = {"iwo_jima": "Iwo Jima in sight"}
"""What is told here of a flight."""
