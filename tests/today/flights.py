"""Staged daylight flights, and what is asked of them."""

from __future__ import annotations

from typing import Any

from bomberstream.core.ruleset import Ruleset
from bomberstream.core.sortie import Sortie
from bomberstream.core.testing import staged
from bomberstream.core.testing.asking import *  # noqa: F403
from bomberstream.core.zones import Route, RouteZone

NO_FIGHTERS = {"zone.fighters": "NA"}
"""State of a zone in which turns pass without a fight."""
SEA = RouteZone(2, ("W",), "NA", ("",))


def stage(today: Ruleset, *faces: int, **given: Any) -> Sortie:
    """A sortie with scripted dice: a B-17G where no other bomber is named."""
    return staged(today, *faces, **{"bomber": "b-17g", **given})


def route(*zones: RouteZone, air_force: int = 8) -> Route:
    """A route of one's own; zones without fighters."""
    return Route("Anywhere", 50 * len(zones), zones, air_force)


def over(number: int, *codes: str, alps: bool = False) -> RouteZone:
    """A zone without fighters above these letters."""
    return RouteZone(number, codes, "NA", ("",) * len(codes), alps)
