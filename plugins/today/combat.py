"""One round of combat: guns allotted and fired, the fighters' fire, passing shots, collisions (5-5 to 5-16)."""

from __future__ import annotations

from fractions import Fraction
from typing import TYPE_CHECKING

from bomberstream.core.combat import NO_FIGHTER, Fighter, bearing_guns, fire, score
from bomberstream.core.crew import NOBODY, Crewman
from bomberstream.core.damage import WALKING, burst_inside, hit_by_fighter, which_wing
from bomberstream.core.procedure import step

from . import choices
from .formation import may_evade

if TYPE_CHECKING:
    from bomberstream.core.bomber import Gun
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

AHEAD = ("12", "1:30", "10:30")
"""Places from which a fighter passes the tail gunner."""


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


@step(rule="today 5-5", table="5-5")
def allot_guns(s: Sortie) -> None:
    """Each gun that is manned, working and loaded is laid on one fighter in its field, or holds its fire."""
    g: TodayState = s.game
    in_action = [one for one in g.fighters if not one.is_out_of_action]
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


@step(rule="today 5-6", table="5-6")
def defensive_fire(s: Sortie) -> None:
    """The allotted guns fire in order (5-6, 5-7); a burst is spent even on a fighter that is down already."""
    g: TodayState = s.game
    for gun, target in g.allotted:
        if target.is_out_of_action:
            gun.rounds -= 1
            gun.has_fired = True
            continue
        shoot(s, gun, target)


def shoot(s: Sortie, gun: Gun, target: Fighter) -> None:
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
        down(s, target)


def down(s: Sortie, target: Fighter) -> None:
    """A fighter is destroyed: the kill is shared in equal parts by the guns that fired at it in the round."""
    g: TodayState = s.game
    g.kills += 1
    gunners = [gun.gunner for gun in target.shot_at_by]
    for man in gunners:
        man.credit(Fraction(1, len(gunners)))
    names = list(dict.fromkeys(man.name for man in gunners))
    s.note("fighter_destroyed", fighter=target.type.short, by=in_words(names), shares=len(gunners))


def in_words(names: list[str]) -> str:
    """A list of names in words: "A, B and C"."""
    return " and ".join([", ".join(names[:-1]), names[-1]] if len(names) > 1 else names)


@step(rule="today 5-8", table="5-8")
def fighters_fire(s: Sortie) -> None:
    """Every fighter still in action fires (5-8); hits come by 5-10, each with its multiplier (5-11)."""
    for target in s.game.fighters:
        target.hit_bomber = False
        if target.is_out_of_action:
            continue
        s.fighter = target
        target.has_attacked = True
        if s.roll("offensive_fire").result != "hit":
            s.note("fighter_misses", fighter=target.told)
            continue
        target.hit_bomber = True
        hits = max(0, s.roll("shell_hits", target.clock).result + target.extra_hits - target.hits_ignored)
        column = target.type.column("hit_multiplier", s.campaign)
        shells = sum(shells_of(s, column) for _ in range(hits))
        if shells:
            s.note("bomber_hit", fighter=target.told, shells=shells)
            hit_by_fighter(s, shells)
        else:
            s.note("grazed", fighter=target.told)


def shells_of(s: Sortie, column: str) -> int:
    """Shells of one hit by the multiplier table: "x2+1" is two and one more (5-11)."""
    result = s.roll("hit_multiplier", column).result
    if result == "half":
        result = s.roll("half_hit").result
    times, _, more = result.removeprefix("x").partition("+")
    return int(times) + int(more or 0)


@step(rule="today 5.5.2", table="5-6")
def passing_shots(s: Sortie) -> None:
    """The tail guns may fire at a fighter that has come past from ahead, if they have not fired and the
    intercom works (5.5.2)."""
    g: TodayState = s.game
    if "intercom" in s.bomber.out:
        return
    tail = s.bomber.guns.get("tail")
    if tail is None or tail.has_fired or not tail.can_fire:
        return
    passing = [one for one in g.fighters if not one.is_out_of_action and one.clock in AHEAD]
    s.gun = tail
    g.passing_shot = True
    target = s.pick("passing_shot", passing, decline=True)
    if target is not None:
        s.note("passing_shot", fighter=target.told)
        shoot(s, tail, target)
    g.passing_shot = False


@step(rule="today 5-16", table="5-16")
def collisions(s: Sortie) -> None:
    """Each fighter that attacked may come too close (5-16); a collision is a burst inside the plane."""
    for target in s.game.fighters:
        if target.is_out_of_action or not target.has_attacked:
            continue
        s.fighter = target
        if s.roll("collision").result != "possible":
            continue
        if s.roll("collision_near").result != "collides":
            s.note("near_miss", fighter=target.told)
            target.has_left = True
            continue
        collide(s, target)


def collide(s: Sortie, target: Fighter) -> None:
    """The fighter strikes: one roll for the area; superficial is a miss, anything but a section again."""
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


@step(rule="today 5-9", table="5-9")
def break_off(s: Sortie) -> None:
    """Who is gone after the round: those that missed, are damaged, dived, or have made three passes."""
    g: TodayState = s.game
    staying = []
    for one in g.fighters:
        if one.fca and one.fboa and not one.is_destroyed:
            one.is_destroyed = True
            s.fighter = one
            down(s, one)
        if one.is_out_of_action:
            continue
        if (
            not one.hit_bomber
            or one.fcab
            or one.fboa
            or one.type.rocket
            or (one.is_vertical and not choices.VERTICAL_ATTACKERS_RETURN)
            or one.round >= choices.MAX_ROUNDS
        ):
            one.has_left = True
            continue
        staying.append(one)
    g.fighters = staying
    for gun, _ in g.allotted:
        if not gun.type.gunner:
            gun.gunner = NOBODY
    for man in s.bomber.crew:
        if man.sits_out == "round":
            man.sits_out = ""


@step(rule="today 5-9", table="5-9")
def next_positions(s: Sortie) -> None:
    """Those that hit come round again, from a new clock position and level (5-9, 5-9A)."""
    for one in s.game.fighters:
        s.fighter = one
        one.move_to(s.roll("next_clock").result, s.roll("next_level").result)
        one.round += 1
        one.has_attacked = False
        s.note("comes_again", fighter=one.told, round=one.round)
