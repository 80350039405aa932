"""The formation by day (4.9): gathering off the coast, falling out, breaking up on the way home."""

from __future__ import annotations

from typing import TYPE_CHECKING

from bomberstream.core.procedure import step

from . import choices

if TYPE_CHECKING:
    from bomberstream.core.sortie import Sortie

    from .state import SuperfortressState

__all__ = ["HAPPENINGS", "assembly", "breaking_up", "fall_out", "is_slow", "may_evade"]


def fall_out(s: Sortie, reason: str) -> None:
    """The bomber loses its place in the formation."""
    g: SuperfortressState = s.game
    if g.in_formation:
        g.in_formation = False
        s.note("falls_out", reason=reason)


def is_slow(s: Sortie) -> bool:
    """Whether the bomber needs two turns for a zone: a burst inside, two engines out, or other drag."""
    g: SuperfortressState = s.game
    return bool(g.slow or s.bomber.bursts or g.useless_engines(s) >= 2)


def cannot_keep_up(s: Sortie) -> str:
    """What keeps the bomber out of the formation; empty when nothing does."""
    g: SuperfortressState = s.game
    if s.bomber.bursts:
        return "shell burst inside the bomber"
    if s.bomber.engines_out and (s.bomber.bombs_aboard or s.bomber.engines_out >= 2):
        return "an engine out"
    if any(engine.is_windmilling for engine in s.bomber.engines):
        return "a windmilling propeller"
    if g.slow:
        return "too slow for the formation"
    if g.aborting:
        return "gone home alone"
    return ""


@step(rule="superfortress 4.9", table="4-7", when="outbound and by_day and zones_to_target == 2 and not aborting")
def assembly(s: Sortie) -> None:
    """Two zones before the target the formation gathers over a point off the coast; the turn costs fuel (4-7)."""
    g: SuperfortressState = s.game
    if g.assembled or not g.strength or g.profile == "composite":
        # Over the by-passed islands nobody waits for others, and the 509th flies alone.
        return
    g.assembled = True
    if cannot_keep_up(s):
        return
    result = s.carry_out("assembly").result
    g.in_formation = result != "alone"
    s.note("assembly", result=result)


@step(rule="superfortress 4.9", when="in_formation")
def breaking_up(s: Sortie) -> None:
    """Who cannot keep up falls out; when the coast lies behind, each goes home by himself."""
    g: SuperfortressState = s.game
    if not s.outbound and g.target_zone - s.zone.number > choices.ASSEMBLY_ZONES:
        g.in_formation = False
        s.note("breaks_up")
    elif reason := cannot_keep_up(s):
        fall_out(s, reason)


def may_evade(s: Sortie) -> bool:
    """Whether evasive action is possible (5.9): alone, with three engines, controls and a pilot, and not on the bomb
    run."""
    g: SuperfortressState = s.game
    bomber = s.bomber
    if g.in_formation or bomber.bursts or bomber.engines_out >= 2 or bomber.out & {"electrical", "control_cables"}:
        return False
    return any(man.is_fit for man in bomber.pilots)


HAPPENINGS = {
    "assembly": "how the gathering off the coast went",
    "falls_out": "the bomber loses its place",
    "breaks_up": "the formation breaks up for the way home",
}
"""What is told here of a flight."""
