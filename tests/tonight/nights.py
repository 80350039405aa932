"""Staged night flights, and what is asked of them."""

from __future__ import annotations

from typing import Any

from bomberstream.core.ruleset import Ruleset
from bomberstream.core.sortie import Sortie
from bomberstream.core.testing import staged
from bomberstream.core.testing.asking import *  # noqa: F403
from bomberstream.core.zones import Route, RouteZone

NIGHT: dict[str, Any] = {"bomber": "lancaster", "campaign": 5}


def stage(tonight: Ruleset, *faces: int, **given: Any) -> Sortie:
    """A sortie with scripted dice: a Lancaster of campaign 5 over Holland, outbound, where nothing else is said."""
    return staged(tonight, *faces, **{**NIGHT, **given})


def route(*zones: RouteZone) -> Route:
    """A route of one's own."""
    return Route("Anywhere", 50 * len(zones), zones)


def over(number: int, *codes: str, alps: bool = False, region: tuple[str, ...] = ()) -> RouteZone:
    """A zone above these letters."""
    return RouteZone(number, codes, 0, region or ("",) * len(codes), alps)
