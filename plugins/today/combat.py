"""One round of combat: guns allotted and fired, the fighters' fire, passing shots, collisions (5-5 to 5-16)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from bomberstream.core.combat import NO_FIGHTER
from bomberstream.core.mission import gunnery, rounds
from bomberstream.core.procedure import step

from . import choices
from .formation import may_evade

if TYPE_CHECKING:
    from bomberstream.core.sortie import Sortie

    from .state import TodayState

__all__ = [
    "allot_guns",
    "break_off",
    "collisions",
    "defensive_fire",
    "evade",
    "fighters_fire",
    "next_positions",
    "passing_shots",
]


@step(rule="today 5.9")
def evade(s: Sortie) -> None:
    """Evasive action in this round, or not (5.9); only a straggler may."""
    g: TodayState = s.game
    s.fighter = next(iter(g.fighters), NO_FIGHTER)
    g.evading = not g.wave_met_in_formation and may_evade(s) and s.choose("evade") == "yes"
    if g.evading:
        s.note("evades")
        if s.zone.is_target and s.outbound and not g.bomb_run:
            g.evaded_in_target_zone = True


@step(rule="today 5-5", table="5-5")
def allot_guns(s: Sortie) -> None:
    """Each gun that is manned, working and loaded is laid on one fighter in its field, or holds its fire."""
    g: TodayState = s.game
    gunnery.lay_guns(s, g.fighters)


@step(rule="today 5-6", table="5-6")
def defensive_fire(s: Sortie) -> None:
    """The allotted guns fire in order (5-6, 5-7); a burst is spent even on a fighter that is down already."""
    gunnery.open_fire(s)


@step(rule="today 5-8", table="5-8")
def fighters_fire(s: Sortie) -> None:
    """Every fighter still in action fires (5-8); hits come by 5-10, each with its multiplier (5-11)."""
    g: TodayState = s.game
    rounds.all_fire(s, g.fighters)


@step(rule="today 5.5.2", table="5-6")
def passing_shots(s: Sortie) -> None:
    """The tail guns may fire at a fighter that has come past from ahead, if they have not fired and the
    intercom works (5.5.2)."""
    g: TodayState = s.game
    gunnery.fire_passing_shot(s, g.fighters)


@step(rule="today 5-16", table="5-16")
def collisions(s: Sortie) -> None:
    """Each fighter that attacked may come too close (5-16); a collision is a burst inside the plane."""
    g: TodayState = s.game
    rounds.come_too_close(s, g.fighters)


@step(rule="today 5-9", table="5-9")
def break_off(s: Sortie) -> None:
    """Who is gone after the round: those that missed, are damaged, dived, or have made three passes."""
    g: TodayState = s.game
    staying = []
    for one in g.fighters:
        if one.fca and one.fboa and not one.is_destroyed:
            one.is_destroyed = True
            s.fighter = one
            gunnery.fighter_down(s, one)
        if one.is_out_of_action:
            continue
        if rounds.is_called_off(
            one, most_rounds=choices.MAX_ROUNDS, verticals_return=choices.VERTICAL_ATTACKERS_RETURN
        ):
            one.has_left = True
            continue
        staying.append(one)
    g.fighters = staying
    rounds.guns_at_rest(s)


@step(rule="today 5-9", table="5-9")
def next_positions(s: Sortie) -> None:
    """Those that hit come round again, from a new clock position and level (5-9, 5-9A)."""
    g: TodayState = s.game
    rounds.come_round(s, g.fighters)
