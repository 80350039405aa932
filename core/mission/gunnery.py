"""Guns laid and fired, kills shared, fighters' fire, passing shots, collisions: the parts of a combat round."""

from __future__ import annotations

from fractions import Fraction
from typing import TYPE_CHECKING

from ..combat import Fighter, bearing_guns, fire, score
from ..crew import NOBODY, Crewman
from ..damage import SUPERFICIAL, WALKING, burst_inside, hit_by_fighter, which_wing
from .naming import in_series

if TYPE_CHECKING:
    from collections.abc import Sequence

    from ..bomber import Gun
    from ..sortie import Sortie
    from .state import MissionState

__all__ = [
    "AHEAD",
    "burst_fire",
    "collide",
    "fighter_down",
    "fire_passing_shot",
    "land_shells",
    "lay_guns",
    "leave_unmanned",
    "manned_by",
    "near_miss",
    "open_fire",
    "shells_of",
    "shoot_after",
    "tail_may_fire",
]

AHEAD = ("12", "1:30", "10:30")
"""Places from which a fighter passes the tail gunner."""
ANOTHER = "another aircraft"
"""How an aeroplane that is none of the fighters is told of."""


def manned_by(s: Sortie, gun: Gun, taken: set[int]) -> Crewman:
    """Who works a gun in this round: its gunner, or for an unmanned gun somebody at whose station it
    lies and who works no other."""
    man = gun.gunner
    if gun.type.gunner:
        return man if id(man) not in taken else NOBODY
    for station in s.bomber.stations.values():
        at = station.man
        if at is None or gun.key not in station.type.guns or id(at) in taken:
            continue
        if at.can_work:
            return at
    return NOBODY


def lay_guns(s: Sortie, fighters: Sequence[Fighter]) -> None:
    """Each gun that is manned, working and loaded is laid on one fighter in its field, or holds its fire."""
    g: MissionState = s.game
    in_action = [one for one in fighters if not one.is_out_of_action]
    for one in in_action:
        one.laid_on = 0
        one.shot_at_by = []
    fields = {id(one): () if one.out_of_reach else bearing_guns(s, one) for one in in_action}
    g.allotted = []
    taken: set[int] = set()
    for gun in s.bomber.guns.values():
        gun.has_fired = False
        if not gun.is_working or not gun.rounds:
            continue
        if gun.type.excludes and any(other.key in gun.type.excludes for other, _ in g.allotted):
            continue
        targets = [one for one in in_action if gun in fields[id(one)]]
        if not targets:
            continue
        man = manned_by(s, gun, taken)
        if man is NOBODY:
            continue
        gun.gunner = man
        if not gun.can_fire:
            continue
        s.gun = gun
        target = s.pick("fires_at", targets, decline=True, about=gun.told)
        if target is not None:
            taken.add(id(man))
            target.laid_on += 1
            g.allotted.append((gun, target))


def leave_unmanned(s: Sortie, guns: Sequence[Gun]) -> None:
    """Guns without a gunner of their own have nobody again."""
    for gun in guns:
        if not gun.type.gunner:
            gun.gunner = NOBODY


def open_fire(s: Sortie) -> None:
    """The allotted guns fire in order; a burst is spent even on a fighter that is down already."""
    g: MissionState = s.game
    for gun, target in g.allotted:
        if target.is_out_of_action:
            gun.rounds -= 1
            gun.has_fired = True
            continue
        burst_fire(s, gun, target)


def burst_fire(s: Sortie, gun: Gun, target: Fighter) -> None:
    """One burst, and what it does."""
    g: MissionState = s.game
    if not fire(s, gun, target):
        return
    result = score(s, gun, target)
    s.note(
        "fighter_hit",
        gun=gun.type.name,
        man=gun.gunner.name,
        fighter=target.told,
        fighter_type=target.type.short,
        result=result,
        passing=g.passing_shot,
    )
    if result == "destroyed":
        fighter_down(s, target)


def fighter_down(s: Sortie, target: Fighter) -> None:
    """A fighter is destroyed: the kill is shared in equal parts by the guns that fired at it in the round."""
    g: MissionState = s.game
    g.kills += 1
    gunners = [gun.gunner for gun in target.shot_at_by]
    for man in gunners:
        man.credit(Fraction(1, len(gunners)))
    names = list(dict.fromkeys(man.name for man in gunners))
    s.note("fighter_destroyed", fighter=target.type.short, by=in_series(names), shares=len(gunners))


def shells_of(s: Sortie, column: str) -> int:
    """Shells of one hit by the multiplier table: "x2+1" is two and one more (5-11)."""
    result = s.roll("hit_multiplier", column).result
    if result == "half":
        result = s.roll("half_hit").result
    times, _, more = result.removeprefix("x").partition("+")
    return int(times) + int(more or 0)


def land_shells(s: Sortie, fighter: Fighter, shells: int | None, *, told: str = "", **facts: bool) -> None:
    """A fighter has fired: it has missed (`shells` is None), grazed the bomber (0), or hits with so many shells.

    `told`: the fighter in words, where its position is not to be told; `facts`: what else the log is told.
    """
    told = told or fighter.told
    if shells is None:
        s.note("fighter_misses", fighter=told, **facts)
    elif shells:
        s.note("bomber_hit", fighter=told, shells=shells, **facts)
        s.fighter = fighter
        hit_by_fighter(s, shells)
    else:
        s.note("grazed", fighter=told, **facts)


def tail_may_fire(s: Sortie) -> bool:
    """Whether the tail guns may fire after a fighter that passes: not with the intercom out, nor if they have fired
    in this round (5.5.2, tonight 5.7.2)."""
    tail = s.bomber.guns.get("tail")
    return "intercom" not in s.bomber.out and tail is not None and not tail.has_fired and tail.can_fire


def fire_passing_shot(s: Sortie, fighters: Sequence[Fighter]) -> None:
    """The tail guns may fire at a fighter that has come past from ahead (tonight 5.7.2)."""
    if tail_may_fire(s):
        shoot_after(s, [one for one in fighters if not one.is_out_of_action and one.clock in AHEAD])


def shoot_after(s: Sortie, passing: Sequence[Fighter]) -> None:
    """The tail guns fire at one of the fighters that pass, or hold their fire."""
    g: MissionState = s.game
    tail = s.gun = s.bomber.guns["tail"]
    g.passing_shot = True
    target = s.pick("passing_shot", passing, decline=True, about=tail.told)
    if target is not None:
        s.note("passing_shot", fighter=target.told)
        burst_fire(s, tail, target)
    g.passing_shot = False


def collide(s: Sortie, place: str, fighter: Fighter | None = None) -> bool:
    """An aeroplane comes at the bomber from a place: one roll for the area; says whether it struck.

    Superficial is a near miss, anything but a section is rolled again. A fighter that strikes is gone; without one it
    is another aircraft.
    """
    while True:
        rolled = s.roll("area_damage", place)
        area = str(rolled.result)
        if not area.startswith(WALKING):
            break
    if area == SUPERFICIAL:
        near_miss(s, fighter)
        return False
    s.note("collides", fighter=ANOTHER if fighter is None else fighter.told)
    if fighter is not None:
        fighter.has_left = True
    with s.caused_by("collision"):
        burst_inside(s, which_wing(s, area, rolled.data))
    return True


def near_miss(s: Sortie, fighter: Fighter | None) -> None:
    """A fighter, or another aircraft, just clears the bomber."""
    s.note("near_miss", fighter=ANOTHER if fighter is None else fighter.told)
