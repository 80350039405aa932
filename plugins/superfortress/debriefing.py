"""After landing (section 8): wounds, frostbite, credit for the mission."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from bomberstream.core.mission import aftermath
from bomberstream.core.procedure import step

if TYPE_CHECKING:
    from bomberstream.core.sortie import Sortie

    from .state import SuperfortressState

__all__ = ["credit", "facts", "hospital"]


@step(rule="superfortress 8.1", table="8-1")
def hospital(s: Sortie) -> None:
    """What becomes of the badly wounded (8-1) and the frostbitten (8-2)."""
    aftermath.hospital(s)


@step(rule="superfortress 8.2")
def credit(s: Sortie) -> None:
    """Whether the mission counts towards the thirty-five: bombs dropped in the target zone, or an abort that the enemy
    forced."""
    aftermath.credit(s)


def facts(s: Sortie) -> dict[str, Any]:
    """What the summary of a mission from the Marianas tells."""
    g: SuperfortressState = s.game
    return {
        "profile": g.profile,
        "base": g.base,
        "wing": g.wing,
        "moon": None,
        "fuel": {"at_start": g.fuel_at_start, "taken_on": g.taken_on, "left": g.fuel},
        "bombs_tons": g.tons / 10,
        **aftermath.facts(s),
    }
