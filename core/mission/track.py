"""The strategic track as a player sees it: every zone from the base to the target, and the bomber on it."""

from __future__ import annotations

from typing import TYPE_CHECKING

from .ground import grounds_below

if TYPE_CHECKING:
    from collections.abc import Iterator

    from ..sortie import Sortie
    from ..zones import Route
    from .state import MissionState

__all__ = ["lines"]

HELD = ("axis", "contested", "neutral", "friendly")
"""What lies below when it is land, by who holds it."""


def lines(s: Sortie, route: Route) -> Iterator[str]:
    """The zones in a row, the present one in brackets; then what is known of it."""
    g: MissionState = s.game
    last, zone = route.target_zone, s.zone
    places = []
    for number in range(1, last + 1):
        mark = "base" if number == 1 else f"{number}"
        mark = f"{mark} target" if number == last else mark
        if number == zone.number:
            mark = f"[{mark}{' >' if s.outbound else ' <'}]"
        places.append(mark)
    yield " - ".join(places)
    way = "outbound" if s.outbound else "homebound"
    over = "the base" if zone.is_base else " or ".join(one.replace("_", " ") for one in grounds_below(s))
    told = [f"zone {zone.number} {way}", f"over {over}" + (" ground" if over in HELD else "")]
    told += [g.altitude.replace("_", " ")]
    told += [f"weather over base {g.weather_over_base}" if zone.is_base else str(zone.weather)]
    told += ["contrails"] * zone.contrails + ["giving up"] * bool(g.aborting)
    yield ", ".join(told).replace("_", " ")
