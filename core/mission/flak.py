"""The fire of heavy and light flak: rolls to hit, and what each hit does."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ..damage import SUPERFICIAL, burst_inside, hit_area

if TYPE_CHECKING:
    from ..sortie import Sortie

__all__ = ["BURST", "flak_hits", "flak_strikes"]

BURST = "burst_inside_plane"
"""The result of `flak_shells` that is no number of shells."""


def flak_hits(s: Sortie, column: str, shots: int) -> None:
    """Rolls to hit on a column of `flak_to_hit` (tonight 5-2).

    Each hit does what `flak_strikes` says.
    """
    for _ in range(shots):
        if s.roll("flak_to_hit", column).result == "hit":
            flak_strikes(s)


def flak_strikes(s: Sortie) -> None:
    """One hit: a burst inside, or some shells (5-3), each on an area (5-4); a burst is never superficial."""
    shells = s.roll("flak_shells").result
    if shells == BURST:
        area = SUPERFICIAL
        while area == SUPERFICIAL:
            area = str(s.roll("flak_area").result)
        burst_inside(s, area)
        return
    s.note("flak_hits", shells=shells)
    for _ in range(shells):
        area = str(s.roll("flak_area").result)
        if area == SUPERFICIAL:
            s.note("superficial")
        else:
            hit_area(s, area)
