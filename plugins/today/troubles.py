"""Things that go wrong and are put right: failed machinery (4-3), jams, oil, fuel, oxygen, heat, work in flight."""

from __future__ import annotations

from typing import TYPE_CHECKING

from bomberstream.core.mission import hardship
from bomberstream.core.mission import work as labour
from bomberstream.core.mission.crewing import carry_ammunition, take_controls, take_over_guns
from bomberstream.core.mission.engines import obey_engines
from bomberstream.core.procedure import step

if TYPE_CHECKING:
    from bomberstream.core.sortie import Sortie

    from .state import TodayState

__all__ = ["close_up", "crew_moves", "jam_repairs", "mechanical_failure", "troubles", "work"]


@step(rule="today 4-3A", table="4-3A", cause="mechanical")
def mechanical_failure(s: Sortie) -> None:
    """Something may fail in any zone from 2 on, out and home (4-3A, then 4-3B or 4-3C)."""
    s.carry_out("mechanical_failure")


@step(rule="tonight 5.11.2")
def crew_moves(s: Sortie) -> None:
    """On entering a zone men are free again, and may take the places of others."""
    g: TodayState = s.game
    g.carriers = []
    take_controls(s)
    take_over_guns(s)
    carry_ammunition(s)


@step(rule="tonight 5.11.2", when="fighter.round >= 2")
def close_up(s: Sortie) -> None:
    """Between rounds men may take over guns; who comes from another section sits this round out."""
    take_over_guns(s, in_combat=True, between_rounds=True)


@step(rule="tonight 5.12", cause="mechanical")
def troubles(s: Sortie) -> None:
    """On entering a zone: oil leaks, fuel, men without oxygen, men without heat (4-3 d, 5-18)."""
    hardship.leaks(s)
    obey_engines(s)
    hardship.thin_air(s)
    hardship.cold(s)


@step(rule="today 5-6", table="5-6")
def jam_repairs(s: Sortie) -> None:
    """Each gunner tries once in a zone to clear his jam, from the turn after it on (5-6 note a)."""
    labour.clear_jams(s)


@step(rule="today 4-3")
def work(s: Sortie) -> None:
    """Work of this turn, each by a man who does nothing else: pump, turrets, doors, gear (notes of 4-3)."""
    labour.fuel_work(s)
    labour.mend_turrets(s)
    labour.free_ball_gunner(s)
    if s.bomber.bombs_aboard and not s.outbound:
        labour.shed_bombs(s)
    labour.crank_gear(s)
