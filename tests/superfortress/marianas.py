"""Staged missions from the Marianas, and what is asked of them."""

from __future__ import annotations

from typing import Any

from bomberstream.core.combat import Fighter
from bomberstream.core.ruleset import Ruleset
from bomberstream.core.sortie import Sortie
from bomberstream.core.testing import staged
from bomberstream.core.testing.asking import *  # noqa: F403
from bomberstream.core.zones import Route, RouteZone
from bomberstream.plugins.superfortress.fighters import join

NO_FIGHTERS = {"zone.fighters": "NA"}
"""State of a zone in which turns pass without a fight."""


def stage(superfortress: Ruleset, *faces: int, **given: Any) -> Sortie:
    """A sortie with scripted dice: a B-29 by day in zone 14 where nothing else is said."""
    return staged(superfortress, *faces, **{"bomber": "b-29", "campaign": 4, **given})


def by_night(superfortress: Ruleset, *faces: int, **given: Any) -> Sortie:
    """The same on a low fire raid by night."""
    options = {"profile": "night_low", "stream": "middle", **given.pop("options", {})}
    return stage(superfortress, *faces, options=options, **given)


def route(target_zone: int, *special: RouteZone, fighters: int | str = "NA") -> Route:
    """A route over open sea to a target zone over Japan; `special` zones stand in place of their numbers."""
    named = {one.n: one for one in special}
    zones = []
    for number in range(2, target_zone + 1):
        over = ("J",) if number == target_zone else ("W",)
        region = ("Honshu",) if number == target_zone else ("",)
        zones.append(named.get(number, RouteZone(number, over, fighters, region)))
    return Route("Anywhere", 100 * target_zone, tuple(zones))


def attack(s: Sortie, kind: str = "ki-44", position: str = "12 high", **more: Any) -> Fighter:
    """A fighter comes in, and is the one in question."""
    clock, _, level = position.partition(" ") if not position.startswith("vertical") else (position, "", "")
    made = join(s, s.ruleset.fighters[kind], clock.replace(" ", "_"), level)
    for name, value in more.items():
        setattr(made, name, value)
    s.fighter = made
    return made
