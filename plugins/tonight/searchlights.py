"""Searchlights and guns: found by them, out of the beam by a corkscrew, and the guns' fire (5.1, 5.2)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from bomberstream.core.mission.engines import obey_engines
from bomberstream.core.mission.flak import flak_hits
from bomberstream.core.mission.ground import holder, settle_letter
from bomberstream.core.procedure import step

from . import choices
from .collisions import possible_collision
from .combat import may_corkscrew
from .crew import refresh_devices

if TYPE_CHECKING:
    from bomberstream.core.sortie import Sortie

    from .state import TonightState

__all__ = ["HAPPENINGS", "guns", "has_guns", "lights_out", "look_for_bomber", "searchlights"]

ENEMY_HELD = ("axis", "contested")


def has_guns(s: Sortie) -> bool:
    """Whether German searchlights and guns stand below (5.1.5, T-26): not in zone 1, not in the water, not on
    ground in other hands. Of two letters the die of the pass says which applies; the target is always defended."""
    zone = s.zone
    if zone.number <= 1 or zone.is_base:
        return False
    if zone.is_target:
        return True
    held = {code: holder(s, code, region) in ENEMY_HELD for code, region in zip(zone.over, zone.region, strict=False)}
    return any(held.values()) and held.get(settle_letter(s), False)


@step(rule="tonight 5.1", table="4-7", when="detected")
def searchlights(s: Sortie) -> None:
    """Once radar has the bomber, do searchlights and guns find it (4-7)? One corkscrew may shake the light off."""
    g: TonightState = s.game
    g.lit = g.found_by_guns = False
    if has_guns(s):
        look_for_bomber(s)


def look_for_bomber(s: Sortie) -> None:
    """Searchlights and guns that stand below look for the bomber (4-7)."""
    g: TonightState = s.game
    if s.roll("searchlights").result != "spotted":
        return
    g.lit = g.found_by_guns = True
    s.note("lit")
    for _ in range(choices.CORKSCREWS_PER_SEARCHLIGHT):
        if not g.lit or not may_corkscrew(s) or s.choose("corkscrew_light") == "no":
            break
        evade_light(s)


def evade_light(s: Sortie) -> None:
    """A corkscrew out of the beam: the danger of a collision first (5.6.3), then 4-7A."""
    g: TonightState = s.game
    s.note("corkscrews", against="searchlight")
    g.corkscrewing = True
    struck = possible_collision(s)
    if not struck:
        g.lit = s.roll("searchlight_evasion").result != "evaded"
        s.note("light_holds" if g.lit else "light_lost")
    g.corkscrewing = False


@step(rule="tonight 5.2", table="5-1", when="detected", cause="flak")
def guns(s: Sortie) -> None:
    """The guns that have found the bomber fire: how heavily (5-1), three or four rolls to hit (5-2), and the hits.

    A successful corkscrew costs them the light, not their fire (T-47); where light flak has fired at a low bomber on
    its way in, it stands for their first turn (T-50).
    """
    g: TonightState = s.game
    if not g.found_by_guns or not (g.lit or choices.GUNS_FIRE_UNLIT):
        return
    if g.low_flak_fired and g.turn_of_zone == 1:
        return
    density = s.roll("flak").result
    s.note("flak", density=density, lit=g.lit)
    if density != "none":
        flak_hits(s, density, choices.SHOTS_HIGH if g.in_thin_air else choices.SHOTS_LOW)
        obey_engines(s)
        refresh_devices(s)


@step(rule="tonight 5.1.5")
def lights_out(s: Sortie) -> None:
    """The light loses the bomber when the turn's fighters are done with (T-48)."""
    g: TonightState = s.game
    g.lit = False


HAPPENINGS = {
    "lit": "searchlights and guns have found the bomber",
    "light_lost": "a corkscrew has shaken the light off",
    "light_holds": "the light holds the bomber through a corkscrew",
    "corkscrews": "the bomber corkscrews out of a searchlight, or away from a fighter",
}
"""What is told here of a flight."""
