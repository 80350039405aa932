"""Dice of zones in which nothing happens, and flights on their way home or down."""

from __future__ import annotations

from typing import Any

from bomberstream.core.ruleset import Ruleset
from bomberstream.core.sortie import Sortie
from bomberstream.core.testing import scripted
from bomberstream.core.zones import Zone
from nights import stage

BOMBERS = ("halifax-ii", "halifax-iii", "lancaster", "stirling")
SEVEN = 7
"""Men in every one of them."""

UNSEEN = (1, 1)
"""4-5: the radar does not find us; 4-7: nor do the lights; 5-16: nobody comes near."""
NO_FIGHTERS = (5, 0)
"""5-5."""
HAZE, NO_FAILURE, NO_TRAILS, ON_COURSE, NOBODY_NEAR = (4,), (5, 0), (10,), (1,), (1, 1)
QUIET_HIGH = (*HAZE, *NO_FAILURE, *NO_TRAILS, *UNSEEN, *ON_COURSE, *NOBODY_NEAR)
"""A zone of the way out, high up."""
QUIET_LOW = (*HAZE, *NO_FAILURE, *UNSEEN, *ON_COURSE, *NOBODY_NEAR)
"""The same, low over water."""
HOMEWARD_HIGH = (*HAZE, *NO_FAILURE, *NO_TRAILS, *UNSEEN, *NOBODY_NEAR)
HOMEWARD_LOW = (*HAZE, *NO_FAILURE, *UNSEEN, *NOBODY_NEAR)
MISSES = (3, 4) * 4
"""5-2: four shots of light flak that miss."""
QUIET_TURN = (*UNSEEN, *NO_FIGHTERS)
"""A turn in a zone where radar holds the bomber: 4-7, 5-5."""

AS_HIGH_AS_MAY_BE = {"choose": "low", "case": [{"when": "zone.number >= 1", "choose": "high"}]}
HIGH_ORDERS = {"altitude": AS_HIGH_AS_MAY_BE, "abort": "no", "divert": "no", "jettison": "no"}


def sea(number: int) -> Zone:
    """A zone of open water."""
    return Zone(number, ("W",), ("",))


def target(number: int = 6) -> Zone:
    """The target zone."""
    return Zone(number, ("G",), ("",), is_target=True)


def over_target(tonight: Ruleset, *faces: int, **given: Any) -> Sortie:
    """A Lancaster with bombs in the target zone, its fights behind it."""
    return stage(tonight, *faces, **{"zone.is_target": True, "zone.over": "G", "detected": True, **given})


def at_base(tonight: Ruleset, *faces: int, **given: Any) -> Sortie:
    """A bomber over its base on the way home, without bombs."""
    return stage(tonight, *faces, step="landing", **{"weather_over_base": "good", "bombs_aboard": False, **given})


def homebound(tonight: Ruleset, *faces: int, **given: Any) -> Sortie:
    """A bomber without bombs on its way home."""
    return stage(tonight, *faces, **{"outbound": False, "bombs_aboard": False, **given})


def go_on(s: Sortie, *faces: int) -> Sortie:
    """The dice that fall next."""
    s.source = scripted(*faces)
    return s
