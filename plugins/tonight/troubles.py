"""Things that go wrong and are put right: failed machinery (4.4), oil, oxygen, heat, light flak low down, work."""

from __future__ import annotations

from typing import TYPE_CHECKING

from bomberstream.core.mission import hardship
from bomberstream.core.mission import work as labour
from bomberstream.core.mission.engines import obey_engines
from bomberstream.core.mission.flak import flak_hits
from bomberstream.core.procedure import step

from . import choices
from .searchlights import has_guns

if TYPE_CHECKING:
    from bomberstream.core.sortie import Sortie

    from .state import TonightState

__all__ = ["jam_repairs", "low_flak", "mechanical_failure", "troubles", "work"]


@step(rule="tonight 4.4", table="4-3A", cause="mechanical")
def mechanical_failure(s: Sortie) -> None:
    """Something may fail in any zone from 2 on, out and home (4-3A, then 4-3B, C or D)."""
    s.carry_out("mechanical_failure")


@step(rule="tonight 5.14", cause="mechanical")
def troubles(s: Sortie) -> None:
    """On entering a zone: oil leaks, men without oxygen (5.14), men without heat (5.12)."""
    hardship.leaks(s)
    obey_engines(s)
    hardship.thin_air(s)
    hardship.cold(s, grace=choices.ZONES_BEFORE_FROSTBITE)


@step(rule="tonight 5.14", table="5-2", when="is_low", cause="flak")
def low_flak(s: Sortie) -> None:
    """Low over enemy land: four shots of light flak on entering the zone, instead of the first turn's guns (T-50)."""
    g: TonightState = s.game
    if has_guns(s):
        g.low_flak_fired = True
        s.note("low_flak")
        flak_hits(s, "light", choices.LOW_FLAK_SHOTS)
        obey_engines(s)


@step(rule="tonight 5.5")
def jam_repairs(s: Sortie) -> None:
    """Each gunner tries once in a zone to clear his jam, from the turn after it on."""
    labour.clear_jams(s)


@step(rule="tonight 4-3")
def work(s: Sortie) -> None:
    """Work of this turn, each by a man who does nothing else: petrol, turrets, doors, undercarriage (notes of 4-3)."""
    labour.fuel_work(s)
    labour.mend_turrets(s)
    if s.bomber.bombs_aboard and not s.outbound:
        labour.shed_bombs(s)
    labour.crank_gear(s)
