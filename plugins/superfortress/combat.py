"""One round of combat (5.6 to 5.16): turrets laid and fired, the fighters' fire, ramming, collisions."""

from __future__ import annotations

from typing import TYPE_CHECKING

from bomberstream.core.combat import NO_FIGHTER
from bomberstream.core.mission import gunnery
from bomberstream.core.mission import rounds as exchange
from bomberstream.core.mission.crewing import take_over_guns
from bomberstream.core.procedure import step

from . import choices
from .fire_control import lay_turrets
from .formation import may_evade

if TYPE_CHECKING:
    from bomberstream.core.sortie import Sortie

    from .state import SuperfortressState

__all__ = [
    "HAPPENINGS",
    "allot_guns",
    "break_off",
    "close_up",
    "collisions",
    "defensive_fire",
    "evade",
    "fighters_fire",
    "next_positions",
    "passing_shots",
    "ramming",
]


@step(rule="superfortress 4.7", when="fighter.round >= 2")
def close_up(s: Sortie) -> None:
    """Between rounds men may take over sights; who comes from another cabin sits this round out."""
    take_over_guns(s, in_combat=True, between_rounds=True)


@step(rule="superfortress 5.9")
def evade(s: Sortie) -> None:
    """Evasive action in this round, or not; only a bomber alone may."""
    g: SuperfortressState = s.game
    s.fighter = next(iter(g.fighters), NO_FIGHTER)
    g.evading = may_evade(s) and s.choose("evade") == "yes"
    if g.evading:
        s.note("evades")


@step(rule="superfortress 5.6", table="5-6")
def allot_guns(s: Sortie) -> None:
    """Each turret is laid through the sight that has it (5-6, 5-6A, 5-6B); on a fighter that is not seen, none."""
    g: SuperfortressState = s.game
    if g.unseen:
        g.allotted = []
        return
    lay_turrets(s, g.fighters)


@step(rule="superfortress 5.7", table="5-7")
def defensive_fire(s: Sortie) -> None:
    """The turrets fire in order (5-7, 5-8); a burst is spent even on a fighter that is down already."""
    gunnery.open_fire(s)


@step(rule="superfortress 5.14", table="5-14A")
def ramming(s: Sortie) -> None:
    """A fighter that has come through the fire to ram does so, or misses (5-14A); one that was hurt misses sooner."""
    g: SuperfortressState = s.game
    for one in g.rammers:
        if one.is_out_of_action:
            continue
        s.fighter = one
        one.has_attacked = False
        if s.roll("ram").result == "strikes":
            gunnery.collide(s, one.position, one)
        else:
            gunnery.near_miss(s, one)
        one.has_left = True
    g.rammers = []


@step(rule="superfortress 5.9", table="5-9")
def fighters_fire(s: Sortie) -> None:
    """Every fighter still in action fires (5-9); hits come by 5-11, each with its weight (5-12)."""
    g: SuperfortressState = s.game
    exchange.all_fire(s, g.fighters)


@step(rule="superfortress 5.6", table="5-7", when="not unseen")
def passing_shots(s: Sortie) -> None:
    """The tail guns may fire at a fighter that has come past from ahead, if they have not fired and the intercom
    works."""
    g: SuperfortressState = s.game
    tail = s.bomber.guns.get("tail")
    if tail is not None:
        tail.gunner = s.bomber.man_at(tail.type.gunner)
    gunnery.fire_passing_shot(s, g.fighters)


@step(rule="superfortress 5.16", table="5-16")
def collisions(s: Sortie) -> None:
    """Each fighter that attacked may come too close (5-16); a collision is a burst inside the plane."""
    g: SuperfortressState = s.game
    exchange.come_too_close(s, g.fighters)


@step(rule="superfortress 5.10", table="5-10")
def break_off(s: Sortie) -> None:
    """Who is gone after the round: those that missed, dived, or have made their passes. What was seen once is seen."""
    g: SuperfortressState = s.game
    most = choices.NIGHT_ROUNDS if g.by_night else choices.MAX_ROUNDS
    staying = []
    for one in g.fighters:
        if one.is_out_of_action or exchange.is_called_off(one, most_rounds=most):
            one.has_left = True
        else:
            staying.append(one)
    g.fighters = staying
    g.unseen = False
    exchange.guns_at_rest(s)
    s.bomber.man_guns()


@step(rule="superfortress 5.10", table="5-10")
def next_positions(s: Sortie) -> None:
    """Those that hit come round again, from a new clock position and level (5-10, 5-10A)."""
    g: SuperfortressState = s.game
    exchange.come_round(s, g.fighters)


HAPPENINGS = {
    "evades": "the bomber takes evasive action",
    "comes_again": "a fighter comes round again",
}
"""What is told here of a flight."""
