"""A round against several fighters at once: each of them fires, comes too close, breaks off or comes round again."""

from __future__ import annotations

from typing import TYPE_CHECKING

from . import gunnery

if TYPE_CHECKING:
    from collections.abc import Sequence

    from ..combat import Fighter
    from ..sortie import Sortie
    from .state import MissionState

__all__ = ["all_fire", "come_round", "come_too_close", "guns_at_rest", "is_called_off"]


def all_fire(s: Sortie, fighters: Sequence[Fighter]) -> None:
    """Every fighter still in action fires (`offensive_fire`); hits come by `shell_hits`, each with its multiplier."""
    for one in fighters:
        one.hit_bomber = False
        if one.is_out_of_action:
            continue
        s.fighter = one
        one.has_attacked = True
        if s.roll("offensive_fire").result != "hit":
            gunnery.land_shells(s, one, None)
            continue
        one.hit_bomber = True
        hits = max(0, s.roll("shell_hits", one.clock).result + one.extra_hits - one.hits_ignored)
        column = one.type.column("hit_multiplier", s.campaign, s.date)
        gunnery.land_shells(s, one, sum(gunnery.shells_of(s, column) for _ in range(hits)))


def come_too_close(s: Sortie, fighters: Sequence[Fighter]) -> None:
    """Each fighter that attacked may come too close (`collision`, `collision_near`); it does not come again then."""
    for one in fighters:
        if one.is_out_of_action or not one.has_attacked:
            continue
        s.fighter = one
        if s.roll("collision").result != "possible":
            continue
        if s.roll("collision_near").result == "collides":
            gunnery.collide(s, one.position, one)
        else:
            gunnery.near_miss(s, one)
        one.has_left = True


def is_called_off(one: Fighter, *, most_rounds: int, verticals_return: bool = False) -> bool:
    """Whether a fighter that is still in action breaks off now: it missed, is damaged, is a rocket, came straight
    down or up, or has made its last pass."""
    return (
        not one.hit_bomber
        or one.fcab
        or one.fboa
        or one.type.rocket
        or (one.is_vertical and not verticals_return)
        or one.round >= most_rounds
    )


def guns_at_rest(s: Sortie) -> None:
    """The round is over: guns that nobody mans are left, and men who had to change places are free again."""
    g: MissionState = s.game
    gunnery.leave_unmanned(s, [gun for gun, _ in g.allotted])
    for man in s.bomber.crew:
        if man.sits_out == "round":
            man.sits_out = ""


def come_round(s: Sortie, fighters: Sequence[Fighter]) -> None:
    """Those that stay come round again, from a new clock position and level (`next_clock`, `next_level`)."""
    for one in fighters:
        s.fighter = one
        one.move_to(s.roll("next_clock").result, s.roll("next_level").result)
        one.round += 1
        one.has_attacked = False
        s.note("comes_again", fighter=one.told, round=one.round)
