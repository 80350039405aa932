"""The legs out and home: giving up, more turns in a zone, and the last zones of a bomber on one engine."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from .bombing import BOMBED
from .crewing import take_controls

if TYPE_CHECKING:
    from ..sortie import Sortie
    from .state import MissionState

__all__ = ["another_turn", "can_give_up", "count_last_zones", "give_up"]


def can_give_up(s: Sortie) -> bool:
    """Whether there is a mission to give up: on the way out, not given up already, and the target not bombed (4.5)."""
    g: MissionState = s.game
    return s.outbound and not g.aborting and g.bomb_run not in BOMBED


def give_up(s: Sortie, reason: str, **told: Any) -> bool:
    """Give the mission up, if there is one to give up: the bomber turns after this turn's combat (tonight 4.5)."""
    g: MissionState = s.game
    if not can_give_up(s):
        return False
    g.aborting = reason
    g.abort_by_enemy = bool(g.enemy_did) and s.under_attack_by != "weather"
    s.note("aborts", reason=reason, **told)
    return True


def another_turn(s: Sortie, why: str) -> None:
    """One more turn in the zone, as a stretch of its own."""
    g: MissionState = s.game
    g.turn_of_zone += 1
    take_controls(s)
    s.begin(f"{'out' if s.outbound else 'home'} {s.zone.number} {why}")
    s.run("turn")


def count_last_zones(s: Sortie) -> None:
    """One zone less for a bomber on its last engine; after the last it comes down (5.10)."""
    g: MissionState = s.game
    if g.last_zones is not None:
        g.last_zones -= 1
        if g.last_zones < 0:
            s.note("last_engine_gives_out")
            g.come_down(s)
