"""North to Vladivostok (7.8): for a crippled bomber over Japan the nearest ground that is not the enemy's.

The Soviet Union is neutral until 9 August 1945. Who lands there is fed, questioned and kept.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from bomberstream.core.procedure import step
from bomberstream.core.zones import RouteZone

from . import choices
from .formation import fall_out
from .fuel import margin
from .zones import enter

if TYPE_CHECKING:
    from bomberstream.core.sortie import Sortie

    from .state import SuperfortressState

__all__ = ["HAPPENINGS", "fly_north", "vladivostok", "zones_to_vladivostok"]

NO_WAY = 99


def zones_to_vladivostok(s: Sortie) -> int:
    """Zones from the target to Vladivostok (7-8); 99 from the islands of the Pacific."""
    g: SuperfortressState = s.game
    cell = s.tables["way_north"].get(g.target.city) if g.target is not None else None
    return NO_WAY if cell is None else int(cell.result)


def is_crippled(s: Sortie) -> bool:
    """Whether the way home over the sea is in doubt: an engine out, a burst inside, fuel running out or short."""
    g: SuperfortressState = s.game
    bomber = s.bomber
    return bool(bomber.engines_out or bomber.bursts or g.leak or margin(s) < 0)


@step(rule="superfortress 7.8", table="7-8", when="inbound and zone.is_target")
def vladivostok(s: Sortie) -> None:
    """When the target lies behind: a crippled bomber with the fuel for it may turn north, for Vladivostok (7-8)."""
    g: SuperfortressState = s.game
    if not is_crippled(s):
        return
    zones = zones_to_vladivostok(s)
    if g.fuel < zones or s.choose("goes_to_vladivostok") == "no":
        return
    fall_out(s, "gone north")
    g.goes_north = s.zone.number + zones
    s.note("goes_north", zones=zones)


@step(rule="superfortress 7.8", when="goes_north")
def fly_north(s: Sortie) -> None:
    """Over Japan and its sea, zone by zone, to the Soviet coast, and the landing there."""
    g: SuperfortressState = s.game
    target = s.zone
    zones = g.goes_north - target.number
    land = zones >= choices.LAND_NORTH
    for number in range(1, zones + 1):
        if number == zones:
            given = RouteZone(g.goes_north, ("S", "W"), "NA", ("Soviet Far East", "Soviet waters"))
        elif number == 1 and land:
            given = RouteZone(target.number + 1, target.over, -2, target.region)
        elif number == 1 + land:
            given = RouteZone(target.number + number, ("W",), -4, ("Japanese waters",))
        else:
            given = RouteZone(target.number + number, ("W",), "NA", ("Sea of Japan",))
        enter(s, given, "north")
    s.run("vladivostok_landing")


HAPPENINGS = {"goes_north": "the bomber makes for Vladivostok"}
"""What is told here of a flight."""
