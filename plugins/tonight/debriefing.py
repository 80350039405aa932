"""After landing: wounds, frostbite, credit for the operation, what the record tells (section 8)."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from bomberstream.core.mission import aftermath
from bomberstream.core.mission.hardship import oxygen_short
from bomberstream.core.procedure import step

from . import choices

if TYPE_CHECKING:
    from collections.abc import Mapping

    from bomberstream.core.sortie import Sortie

    from .state import TonightState

__all__ = ["credit", "facts", "hospital", "oxygen_lost"]


@step(rule="tonight 8.0", table="5-17")
def hospital(s: Sortie) -> None:
    """What becomes of the badly wounded (5-17 b) and the frostbitten (5-18)."""
    aftermath.hospital(s)


def oxygen_lost(s: Sortie, facts: Mapping[str, Any]) -> None:
    """Oxygen that the enemy shot away excuses an abort when there is no other outlet for the man (4.5 e)."""
    if oxygen_short(s):
        aftermath.oxygen_lost(s, facts)


@step(rule="tonight 4.5")
def credit(s: Sortie) -> None:
    """Whether the operation counts towards the tour (1.6, 4.5): a spoof raid that is recalled does (4.8.1)."""
    g: TonightState = s.game
    aftermath.credit(s, excused=choices.SPOOF_RECALL_COUNTS and g.returned_by_recall == "spoof")


def facts(s: Sortie) -> dict[str, Any]:
    """What the summary of a night mission tells."""
    g: TonightState = s.game
    common = aftermath.facts(s)
    first = {key: common.pop(key) for key in ("target", "target_type", "country")}
    return {
        **first,
        "moon": g.moon,
        "stream_position": g.stream_position,
        "electronics": sorted(s.bomber.devices),
        "off_course_zones": g.off_course_zones,
        "went_around": g.went_around,
        "recalled": g.returned_by_recall,
        "squadron_losses": g.squadron_losses,
        **common,
    }
