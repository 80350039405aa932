"""Formation and height: falling out, rejoining (4-8), 10,000 feet, engines (rule 5.10), evasive action (5.9)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from bomberstream.core.mission.engines import obey_engines, useless_engines
from bomberstream.core.mission.hardship import freezing_men, men_without_oxygen
from bomberstream.core.procedure import step

from . import choices
from .state import HIGH, LOW

if TYPE_CHECKING:
    from bomberstream.core.sortie import Sortie

    from .state import TodayState

__all__ = ["altitude", "engines", "fall_out", "formation", "go_low", "is_slow", "may_evade"]


def fall_out(s: Sortie, reason: str) -> None:
    """The bomber loses its place in the formation."""
    g: TodayState = s.game
    if g.in_formation:
        g.in_formation = False
        g.disrupted = False
        s.note("falls_out", reason=reason)


def go_low(s: Sortie, reason: str) -> None:
    """The bomber goes down to 10,000 feet, out of formation."""
    g: TodayState = s.game
    g.kept_low = reason
    if g.altitude != LOW:
        fall_out(s, reason)
        g.altitude = LOW
        g.rejoining_from_low = False
        s.note("goes_low", reason=reason)


def is_slow(s: Sortie) -> bool:
    """Whether the bomber needs two turns for a zone.

    Engines: one out with bombs aboard, or two and more; a burst inside; jammed doors that drag; no
    navigation while alone, in zones with an odd number (tonight 5.10, 5.2.5; today 4-3 note r).
    """
    g: TodayState = s.game
    out = useless_engines(s)
    if g.slow or s.bomber.bursts or out >= 2:
        return True
    if out == 1 and s.bomber.bombs_aboard and not g.in_formation and (g.keeps_bombs or not s.zone.is_target):
        return True
    return "navigation" in s.bomber.out and not g.in_formation and s.zone.number % 2 == 1


def cannot_keep_up(s: Sortie) -> str:
    """What keeps the bomber out of the formation; empty when nothing does."""
    g: TodayState = s.game
    bomber = s.bomber
    out = useless_engines(s)
    if bomber.bursts:
        return "shell burst inside the bomber"
    if out >= 2:
        return "engines out"
    if out == 1 and bomber.bombs_aboard and not s.zone.is_target:
        return "engine out and bombs aboard"
    if g.slow:
        return "too slow for the group"
    if g.aborting and not g.aborts_with_group:
        return "gone home alone"
    if bomber.bombs_aboard and g.bomb_run == "hung":
        return "bombs hung up"
    if any(engine.is_windmilling for engine in bomber.engines):
        return "a windmilling propeller"
    return ""


def must_stay_low(s: Sortie) -> bool:
    """Whether what brought the bomber down to 10,000 feet still holds."""
    out = useless_engines(s)
    stopped = s.bomber.engines_out
    has_lost_turbos = s.bomber.turbos_out and s.bomber.type.turbocharged
    turbos = sum(engine.is_out or engine.turbo_out for engine in s.bomber.engines) if has_lost_turbos else 0
    return (
        bool(s.bomber.bursts)
        or "superchargers" in s.bomber.out
        or out >= 2
        or turbos >= 2
        or (max(stopped, turbos) >= 1 and s.bomber.bombs_aboard)
        or men_without_oxygen(s)
    )


@step(rule="today 4.7", table="4-8")
def formation(s: Sortie) -> None:
    """On entering a zone: a formation may be disrupted by cloud, a straggler may find it again (4-8)."""
    g: TodayState = s.game
    if g.in_formation:
        was = g.disrupted
        g.disrupted = s.zone.weather == "full_cloud" and (
            was or s.throw(choices.DISRUPTION_DIE, "formation in cloud") >= choices.DISRUPTION_ON
        )
        if g.disrupted != was:
            s.note("disrupted" if g.disrupted else "reformed")
        if reason := cannot_keep_up(s):
            fall_out(s, reason)
        return
    if g.altitude == LOW or cannot_keep_up(s) or s.choose("rejoin") == "no":
        return
    if s.roll("rejoin").result == "rejoined":
        g.in_formation = True
        g.rejoining_from_low = False
        s.note("rejoined", position=g.position)
    else:
        s.note("rejoin_failed")


@step(rule="tonight 5.14")
def altitude(s: Sortie) -> None:
    """Go down for oxygen or heat, or climb back when the cause is gone (tonight 5.14, today 4-8)."""
    g: TodayState = s.game
    if g.altitude == LOW:
        if not must_stay_low(s) and s.choose("climb") == "yes":
            g.altitude = HIGH
            g.kept_low = ""
            g.rejoining_from_low = True
            s.note("climbs")
        return
    if men_without_oxygen(s) and s.choose("descend_for_oxygen") == "yes":
        go_low(s, "oxygen short")
    elif freezing_men(s) and not s.zone.is_alps and s.choose("descend_for_heat") == "yes":
        go_low(s, "men freezing")


@step(rule="today 5.10")
def engines(s: Sortie) -> None:
    """What engines out demand, asked on entering a zone and after every fight."""
    obey_engines(s)


def may_evade(s: Sortie, *, in_box: bool = False) -> bool:
    """Whether evasive action is possible (rule 5.9): alone, or `in_box` with the whole formation, and fit for it.

    Not with two engines out, electrical system or control cables out, a burst inside or other damage that forbids it,
    three negative landing modifiers, anyone but a pilot flying, or over the Alps.
    """
    g: TodayState = s.game
    bomber = s.bomber
    if (g.in_formation and not in_box) or s.zone.is_alps or bomber.bursts or g.no_corkscrew:
        return False
    if useless_engines(s) >= 2 or bomber.out & {"electrical", "control_cables"}:
        return False
    if not any(man.is_fit for man in s.bomber.pilots):
        return False
    table = s.tables["landing_on_land"]
    return sum(value < 0 for value, _, _ in table.explain(s, 7)) < choices.EVASION_LANDING_MODIFIERS
