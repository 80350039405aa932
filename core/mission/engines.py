"""Engines out, and what they demand (tonight 5.10); bombs jettisoned."""

from __future__ import annotations

from typing import TYPE_CHECKING

from . import choices
from .heights import LOW

if TYPE_CHECKING:
    from ..sortie import Sortie
    from .state import MissionState

__all__ = ["jettison", "lighten", "obey_engines", "useless_engines"]

LAST_ZONES = 1
LAST_ZONES_LIGHTENED = 2
"""How many zones more a bomber flies on one engine; with everything loose thrown overboard."""


def useless_engines(s: Sortie) -> int:
    """Engines that give no power here: stopped, or at altitude without their turbo (today 4-3 note c)."""
    g: MissionState = s.game
    bomber = s.bomber
    if not bomber.turbos_out or not bomber.type.turbocharged or (g.altitude == LOW and not choices.TURBO_COUNTS_LOW):
        return bomber.engines_out
    return sum(engine.is_out or engine.turbo_out for engine in bomber.engines)


def obey_engines(s: Sortie) -> None:
    """One engine out, two or three, one running, none (tonight 5.10).

    One: drop the bombs, or keep them, low and slow; in the target zone it bombs first. Two or three: bombs away
    at once, down, home. One running: one more zone, two when everything goes overboard. None: down, here and now.
    """
    g: MissionState = s.game
    bomber = s.bomber
    if not (bomber.engines_out or bomber.turbos_out):
        return
    out = g.useless_engines(s)
    if not out:
        return
    if out == len(bomber.engines) and bomber.engines_out < out:
        g.descend(s, "no power without the turbos")
        out = g.useless_engines(s)
    running = len(bomber.engines) - bomber.engines_out
    if not running:
        s.note("no_engines")
        # They went with the second engine, before the last one stopped.
        jettison(s, "engines out")
        g.come_down(s)
    if out >= 2:
        if bomber.bombs_aboard and not s.zone.is_base:
            jettison(s, "engines out")
        if g.in_thin_air:
            g.descend(s, "engines out")
        g.abort(s, "two engines out")
    elif running == 1:
        fly_on_one(s)
        return
    elif out == 1 and bomber.bombs_aboard and s.outbound and not (s.zone.is_target or s.zone.is_base):
        if not g.keeps_bombs and s.choose("jettison_for_engine") == "yes":
            jettison(s, "engine out")
        if bomber.bombs_aboard:
            g.keeps_bombs = True
            g.descend(s, "engine out and bombs aboard")
    if running > 1:
        g.last_zones = None
    elif g.last_zones is None:
        g.last_zones = LAST_ZONES
        if s.choose("lighten") == "yes":
            g.last_zones = LAST_ZONES_LIGHTENED
            lighten(s)
        s.note("last_engine", zones=g.last_zones)


def fly_on_one(s: Sortie) -> None:
    """One of two engines out (tonight 9.1.1.3): bombs away, but over the target, down, and as far as it likes."""
    g: MissionState = s.game
    may_bomb = s.outbound and s.zone.is_target
    if s.bomber.bombs_aboard and not (may_bomb or s.zone.is_base):
        jettison(s, "engine out")
    if g.in_thin_air:
        g.descend(s, "engine out")
    g.may_abort(s, "engine lost")


def lighten(s: Sortie) -> None:
    """Guns, ammunition and extinguishers go overboard."""
    for gun in s.bomber.guns.values():
        gun.knock_out()
        gun.rounds = 0
    s.bomber.extinguishers = 0
    s.note("lightened")


def jettison(s: Sortie, reason: str) -> bool:
    """Drop the bombs anywhere but over the base; a failed release or jammed doors may hold them."""
    g: MissionState = s.game
    bomber = s.bomber
    if not bomber.bombs_aboard or s.zone.is_base:
        return False
    if bomber.out & {"bomb_release", "bomb_bay_doors"} and not g.doors_wrecked:
        s.note("cannot_jettison")
        return False
    bomber.bombs_aboard = False
    if not g.bomb_run:
        g.bomb_run = "jettisoned"
        if s.outbound and not s.zone.is_target:
            g.bombs_jettisoned_early = True
    s.note("jettisoned", reason=reason)
    return True
