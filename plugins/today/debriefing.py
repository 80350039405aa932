"""After landing: wounds, frostbite, credit for the mission."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from bomberstream.core.mission import aftermath
from bomberstream.core.procedure import step

if TYPE_CHECKING:
    from bomberstream.core.sortie import Sortie

    from .state import TodayState

__all__ = ["credit", "facts", "hospital"]


@step(rule="today 5-17", table="5-17")
def hospital(s: Sortie) -> None:
    """What becomes of the badly wounded (5-17 b) and the frostbitten (5-18)."""
    aftermath.hospital(s)


@step(rule="tonight 4.5")
def credit(s: Sortie) -> None:
    """Whether the mission counts towards the tour (tonight 1.6, 4.5)."""
    aftermath.credit(s)


def facts(s: Sortie) -> dict[str, Any]:
    """What the summary of a daylight mission tells."""
    g: TodayState = s.game
    common = aftermath.facts(s)
    first = {key: common.pop(key) for key in ("target", "target_type", "country")}
    return {**first, "air_force": g.air_force, "moon": None, "cell": g.cell, "position": g.position, **common}
