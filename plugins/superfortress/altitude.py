"""The three altitude levels (4.1A, 4.1B): climbing, one level a zone, and what keeps a bomber down."""

from __future__ import annotations

from typing import TYPE_CHECKING

from bomberstream.core.mission.hardship import freezing_men, men_without_oxygen, unheated_men
from bomberstream.core.procedure import step

from .formation import fall_out
from .fuel import burn, cost
from .state import HIGH, LEVELS, LOW, MEDIUM

if TYPE_CHECKING:
    from bomberstream.core.sortie import Sortie

    from .state import SuperfortressState

__all__ = ["HAPPENINGS", "ceiling", "go_low", "levels_open", "movement", "settle_low"]


def ceiling(s: Sortie) -> str:
    """The highest level that the bomber can hold.

    Low with two engines out, a shell burst inside, or bombs kept with an engine out, and while the want of oxygen or
    heat that brought it down lasts; Medium with one engine or turbo out, or without pressure cabins.
    """
    g: SuperfortressState = s.game
    bomber = s.bomber
    if bomber.engines_out >= 2 or bomber.bursts:
        return LOW
    if g.kept_low and (men_without_oxygen(s) or unheated_men(s)):
        # What brought it down has not passed.
        return LOW
    if g.keeps_bombs and bomber.engines_out and bomber.bombs_aboard:
        return LOW
    is_kept_from_high = bomber.engines_out or bomber.turbos_out or not bomber.type.traits.get("pressurised")
    return MEDIUM if is_kept_from_high else HIGH


def levels_open(s: Sortie) -> list[str]:
    """The levels at which this zone may be flown: as high as it is, one higher, or any lower; never above the
    ceiling (4.1B)."""
    g: SuperfortressState = s.game
    now = LEVELS.index(g.altitude)
    top = min(LEVELS.index(ceiling(s)), now + 1)
    return list(LEVELS[: top + 1])


@step(rule="superfortress 4.1B", table="4-8")
def movement(s: Sortie) -> None:
    """On entering a zone: at which level to fly it; a climb costs fuel (4.1B)."""
    g: SuperfortressState = s.game
    before = g.altitude
    among = levels_open(s)
    g.altitude = among[0] if len(among) == 1 else s.choose("level", among)
    if g.altitude == before:
        return
    if LEVELS.index(g.altitude) > LEVELS.index(before):
        burn(s, cost(s, "climb"))
    elif g.in_formation:
        fall_out(s, "down out of the formation")
    s.note("level", altitude=g.altitude, up=LEVELS.index(g.altitude) > LEVELS.index(before))


@step(rule="superfortress 4.2")
def bad_air(s: Sortie) -> None:
    """Oxygen short, or men freezing in a cold cabin: down to Low, or bear it (4.2)."""
    g: SuperfortressState = s.game
    if not g.in_thin_air:
        return
    if men_without_oxygen(s) and not (g.pressure_lost or g.let_down or "cabin_pressure" in s.bomber.out):
        # The cabins hold, and nobody needs his mask.
        return
    if men_without_oxygen(s) and s.choose("descend_for_oxygen") == "yes":
        go_low(s, "oxygen short")
    elif freezing_men(s) and s.choose("descend_for_heat") == "yes":
        go_low(s, "men freezing")


def settle_low(s: Sortie) -> None:
    """The bomber lets down to Low, with nothing amiss."""
    g: SuperfortressState = s.game
    g.altitude, g.let_down = LOW, False


def go_low(s: Sortie, reason: str) -> None:
    """The bomber goes down to Low, out of formation."""
    g: SuperfortressState = s.game
    g.kept_low = reason
    if g.altitude != LOW:
        fall_out(s, reason)
        g.altitude = LOW
        g.let_down = False
        s.note("goes_low", reason=reason)


HAPPENINGS = {"level": "the bomber goes to another altitude level"}
"""What is told here of a flight."""
