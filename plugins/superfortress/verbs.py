"""Verbs of the tables of this game beside those that every game of bombers has."""

from __future__ import annotations

from typing import TYPE_CHECKING, TypeVar

from bomberstream.core.damage import stop_engine, wound_man
from bomberstream.core.effects import verb
from bomberstream.core.mission import events

from .engineer import overheat, shut_in
from .fuel import burn

if TYPE_CHECKING:
    from collections.abc import Sequence

    from bomberstream.core.crew import Crewman
    from bomberstream.core.effects import Action, Compiler, Effect
    from bomberstream.core.sortie import Sortie

    from .state import SuperfortressState

__all__ = ["VERBS"]

Thing = TypeVar("Thing")


@verb("any_engine", takes="effects", holds=True)
def any_engine(compiler: Compiler, effect: Effect, where: str) -> Action:
    """The effects act on one of the engines that run, which one a die says; none runs: nothing."""
    actions = compiler.actions(effect.value, where)

    def act(s: Sortie) -> None:
        running = [engine for engine in s.bomber.engines if not engine.is_out]
        if running:
            s.hit_engine = one_of(s, running, "which engine").number
            s.apply(actions)

    return act


def one_of(s: Sortie, among: Sequence[Thing], purpose: str) -> Thing:
    """One of several, all alike, by a die with as many sides."""
    return among[0] if len(among) == 1 else among[s.throw(f"1d{len(among)}", purpose) - 1]


@verb("engine_overheats", takes="engine")
def engine_overheats(s: Sortie, which: int | str) -> None:
    """An engine overheats: the flight engineer nurses it along (4-10), or shuts it down."""
    if which != "hit":
        s.hit_engine = int(which)
    if not s.bomber.engine(s.hit_engine).is_out:
        overheat(s)


@verb("engine_shut_down", takes="engine")
def engine_shut_down(s: Sortie, which: int | str) -> None:
    """An engine is shut down and feathered in time."""
    number = s.hit_engine if which == "hit" else int(which)
    stop_engine(s, s.bomber.engine(number), s.under_attack_by or "failure")


@verb("burns_more", takes="number")
def burns_more(s: Sortie, boxes: int) -> None:
    """So many boxes of fuel more are burned, here and now."""
    burn(s, boxes)


@verb("fuel_shut_in", takes="number")
def fuel_shut_in(s: Sortie, boxes: int) -> None:
    """So many boxes cannot be transferred from their tank until a man has seen to it."""
    shut_in(s, boxes)


@verb("hurts_someone")
def hurts_someone(s: Sortie) -> None:
    """One man, by a die, is thrown about and may be hurt (5-17A)."""
    living = [man for man in s.bomber.crew if not man.is_dead]
    if living:
        s.man = one_of(s, living, "who is hurt")
        s.carry_out("thrown_about")


@verb("blown_out", takes="station")
def blown_out(s: Sortie, station: str) -> None:
    """The man at a station goes out with the air; his harness holds him or it does not (4-2B)."""
    man = s.bomber.man_at(station)
    if man.is_dead:
        return
    s.man = man
    s.note("blown_out", man=man.name, station=man.title)
    if s.roll("harness").result == "lost":
        lost_overboard(s, man)
    else:
        wound_man(s, man)


def lost_overboard(s: Sortie, man: Crewman) -> None:
    """He is gone."""
    man.kill()
    s.note("killed", man=man.name, station=man.title, post=man.post, grade="killed")


@verb("bombs_lost")
def bombs_lost(s: Sortie) -> None:
    """The bombs are let go at once, on nothing in particular."""
    g: SuperfortressState = s.game
    if s.bomber.bombs_aboard:
        s.bomber.bombs_aboard = False
        if not g.bomb_run:
            g.bomb_run = "jettisoned"
            g.bombs_jettisoned_early = s.outbound and not s.zone.is_target
        s.note("jettisoned", reason="to save the ship")


VERBS = (
    events.reroll,
    events.event,
    events.lady_luck,
    events.event_engine_out,
    events.extreme_cold,
    events.ace_for_a_day,
    events.wrecked,
    events.repairable,
    events.cabin_holed,
    events.fuel_lost,
    events.fuel_leaks_on,
    any_engine,
    engine_overheats,
    engine_shut_down,
    burns_more,
    fuel_shut_in,
    hurts_someone,
    blown_out,
    bombs_lost,
)
