"""Guns laid and fired, kills shared, fighters' fire, passing shots, collisions: the parts of a combat round."""

from __future__ import annotations

from fractions import Fraction
from typing import TYPE_CHECKING

from ..combat import Fighter, bearing_guns, fire, score
from ..crew import NOBODY, Crewman
from ..damage import WALKING, burst_inside, which_wing

if TYPE_CHECKING:
    from collections.abc import Sequence

    from ..bomber import Gun
    from ..sortie import Sortie

__all__ = [
    "AHEAD",
    "burst_fire",
    "collide",
    "fighter_down",
    "fire_passing_shot",
    "in_words",
    "lay_guns",
    "manned_by",
    "open_fire",
    "shells_of",
]

AHEAD = ("12", "1:30", "10:30")
"""Places from which a fighter passes the tail gunner."""


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
        if at.is_fit and not at.is_busy and not at.sits_out and at.frostbite != "severe":
            return at
    return NOBODY


def lay_guns(s: Sortie, fighters: Sequence[Fighter]) -> None:
    """Each gun that is manned, working and loaded is laid on one fighter in its field, or holds its fire."""
    g = s.game
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
        target = s.pick("fires_at", targets, decline=True)
        if target is not None:
            taken.add(id(man))
            target.laid_on += 1
            g.allotted.append((gun, target))


def open_fire(s: Sortie) -> None:
    """The allotted guns fire in order; a burst is spent even on a fighter that is down already."""
    for gun, target in s.game.allotted:
        if target.is_out_of_action:
            gun.rounds -= 1
            gun.has_fired = True
            continue
        burst_fire(s, gun, target)


def burst_fire(s: Sortie, gun: Gun, target: Fighter) -> None:
    """One burst, and what it does."""
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
        passing=s.game.passing_shot,
    )
    if result == "destroyed":
        fighter_down(s, target)


def fighter_down(s: Sortie, target: Fighter) -> None:
    """A fighter is destroyed: the kill is shared in equal parts by the guns that fired at it in the round."""
    s.game.kills += 1
    gunners = [gun.gunner for gun in target.shot_at_by]
    for man in gunners:
        man.credit(Fraction(1, len(gunners)))
    names = list(dict.fromkeys(man.name for man in gunners))
    s.note("fighter_destroyed", fighter=target.type.short, by=in_words(names), shares=len(gunners))


def in_words(names: list[str]) -> str:
    """A list of names in words: "A, B and C"."""
    return " and ".join([", ".join(names[:-1]), names[-1]] if len(names) > 1 else names)


def shells_of(s: Sortie, column: str) -> int:
    """Shells of one hit by the multiplier table: "x2+1" is two and one more (5-11)."""
    result = s.roll("hit_multiplier", column).result
    if result == "half":
        result = s.roll("half_hit").result
    times, _, more = result.removeprefix("x").partition("+")
    return int(times) + int(more or 0)


def fire_passing_shot(s: Sortie, fighters: Sequence[Fighter]) -> None:
    """The tail guns may fire at a fighter that has come past from ahead, if they have not fired and the
    intercom works (tonight 5.7.2)."""
    g = s.game
    if "intercom" in s.bomber.out:
        return
    tail = s.bomber.guns.get("tail")
    if tail is None or tail.has_fired or not tail.can_fire:
        return
    passing = [one for one in fighters if not one.is_out_of_action and one.clock in AHEAD]
    s.gun = tail
    g.passing_shot = True
    target = s.pick("passing_shot", passing, decline=True)
    if target is not None:
        s.note("passing_shot", fighter=target.told)
        burst_fire(s, tail, target)
    g.passing_shot = False


def collide(s: Sortie, target: Fighter) -> None:
    """An aeroplane strikes the bomber: one roll for the area; superficial is a miss, anything but a section again."""
    while True:
        rolled = s.roll("area_damage", target.position)
        area = str(rolled.result)
        if not area.startswith(WALKING):
            break
    target.has_left = True
    if area == "superficial":
        s.note("near_miss", fighter=target.told)
        return
    s.note("collides", fighter=target.told)
    with s.caused_by("collision"):
        burst_inside(s, which_wing(s, area, rolled.data))
