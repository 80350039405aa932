"""The legs out and home: giving up, and the last zones of a bomber on one engine."""

from __future__ import annotations

from typing import TYPE_CHECKING

from .bombing import BOMBED

if TYPE_CHECKING:
    from ..sortie import Sortie
    from .state import MissionState

__all__ = ["can_give_up", "count_last_zones"]


def can_give_up(s: Sortie) -> bool:
    """Whether there is a mission to give up: on the way out, not given up already, and the target not bombed (4.5)."""
    g: MissionState = s.game
    return s.outbound and not g.aborting and g.bomb_run not in BOMBED


def count_last_zones(s: Sortie) -> None:
    """One zone less for a bomber on its last engine; after the last it comes down (5.10)."""
    g: MissionState = s.game
    if g.last_zones is not None:
        g.last_zones -= 1
        if g.last_zones < 0:
            s.note("last_engine_gives_out")
            g.come_down(s)
