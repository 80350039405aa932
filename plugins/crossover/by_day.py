"""What holds for guests in a game of formations by day (11.2): how high they fly, and where a straggler goes."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

from bomberstream.core.procedure import step

if TYPE_CHECKING:
    from bomberstream.core.ruleset import RulesetBuilder
    from bomberstream.core.sortie import Sortie

__all__ = ["consider"]

# 11.2.1: the heights of Bomber Command by day, by load and bombsight; a bomber with pressure cabins flies above 25,000.
HEIGHTS = {"raf": (15_000, 20_000)}
"""Service to the feet between which its formations fly; others fly as high as those of the game."""
UNDER_PRESSURE = (25_000, 30_000)


def consider(builder: RulesetBuilder) -> None:
    """Put in what holds by day."""
    builder.happening("formation_height", "between which heights the formation of a guest flies")
    builder.step(formation_height, after="mission.take_off")
    builder.on("falls_out", drop)


def is_guest(s: Sortie) -> bool:
    """Whether the bomber is one of another game."""
    return s.bomber.type.game != s.ruleset.game.id


@step(rule="tonight 11.2.1", when="not aborting")
def formation_height(s: Sortie) -> None:
    """The height of the formation: lower for the British, higher with pressure cabins (11.2.1)."""
    kind = s.bomber.type
    if not is_guest(s) or not s.is_heard("formation_height"):
        return
    between = UNDER_PRESSURE if kind.traits.get("pressurised") else HEIGHTS.get(kind.service)
    if between is not None:
        s.note("formation_height", low=f"{between[0]:,}", high=f"{between[1]:,}", bomber=kind.short)


def drop(s: Sortie, facts: Mapping[str, Any]) -> None:
    """A British bomber that falls out of the formation drops to 10,000 feet (11.2.2)."""
    g = s.game
    if is_guest(s) and s.bomber.type.service in HEIGHTS and not g.kept_low:
        g.descend(s, "out of formation")
