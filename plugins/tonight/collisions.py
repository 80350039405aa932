"""Aircraft that come too close: from where (5-9), and whether they strike (5.9, 4.10)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from bomberstream.core.combat import NO_FIGHTER
from bomberstream.core.mission import gunnery

from . import choices
from .crew import refresh_devices
from .state import ON_THE_DECK

if TYPE_CHECKING:
    from bomberstream.core.combat import Fighter
    from bomberstream.core.sortie import Sortie

    from .state import TonightState

__all__ = ["attack_position", "possible_collision"]

VERTICAL = ("vertical_dive", "vertical_climb")


def attack_position(s: Sortie) -> tuple[str, str]:
    """Clock position and level (5-9, 5-9A); no level for a vertical attack, and nobody climbs from below the deck
    (5.3.6.1)."""
    g: TonightState = s.game
    clock = str(s.roll("attack_clock").result)
    while clock == "vertical_climb" and g.altitude == ON_THE_DECK:
        clock = str(s.roll("attack_clock").result)
    if clock in VERTICAL:
        return clock, ""
    return clock, str(s.roll("attack_level").result)


def possible_collision(s: Sortie, fighter: Fighter | None = None) -> bool:
    """A night fighter, or another aircraft, may come too close (5-16, 5.9); says whether the bomber was struck.

    On the deck the first roll is passed over (5.9.1). An aircraft without a position gets one from 5-9 and 5-9A. A
    fighter that just clears the bomber has no further round (T-67); one that strikes it is gone.
    """
    held, s.fighter = s.fighter, fighter or NO_FIGHTER
    struck = collides(s, fighter)
    s.fighter = held
    return struck


def collides(s: Sortie, fighter: Fighter | None) -> bool:
    """Whether aircraft that may collide come near (5-16), and then strike: a miss shakes the bomber all the same."""
    g: TonightState = s.game
    if g.altitude != ON_THE_DECK and s.roll("collision").result != "possible":
        return False
    struck = False
    if s.roll("collision_near").result == "collides":
        struck = gunnery.collide(s, some_place(s) if fighter is None else fighter.position, fighter)
    else:
        gunnery.near_miss(s, fighter)
    if struck:
        refresh_devices(s)
    elif fighter is not None and choices.NEAR_MISS_ENDS_ATTACKS:
        g.last_round = True
    return struck


def some_place(s: Sortie) -> str:
    """From where an aircraft without a position comes: the column of the tables of areas (5-9, 5-9A)."""
    clock, level = attack_position(s)
    return f"{clock} {level}" if level else clock.replace("_", " ")
