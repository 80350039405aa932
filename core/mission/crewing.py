"""Men at their places: who flies, who takes over a gun, who carries ammunition, who does a piece of work."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ..crew import NOBODY, Crewman

if TYPE_CHECKING:
    from ..sortie import Sortie
    from .state import MissionState

__all__ = [
    "carry_ammunition",
    "helper",
    "is_at_controls",
    "man_at_sight",
    "release_men",
    "swap",
    "take_controls",
    "take_over_guns",
    "who_navigates",
]


def is_at_controls(s: Sortie, man: Crewman) -> bool:
    """Whether a man is a pilot, or sits in a pilot's seat."""
    return man.is_pilot or (man.station is not None and man.station.key in s.bomber.type.pilots)


def release_men(s: Sortie) -> None:
    """A new turn: men are free again, but for those who carry ammunition through the zone."""
    g: MissionState = s.game
    for man in s.bomber.crew:
        man.is_busy = False
        man.sits_out = ""
    for man in g.carriers:
        man.is_busy = True


def take_controls(s: Sortie) -> None:
    """With all pilots down somebody must fly: first whom the type names for it, then anyone fit (tonight 5.11.4)."""
    g: MissionState = s.game
    bomber = s.bomber
    for man in bomber.pilots:
        if not (man.is_dead or man.is_serious):
            return
    kind = bomber.type
    seat = bomber.stations[kind.pilots[0]]
    if seat.man is not None and seat.man.is_fit:
        return
    candidates = [man for man in bomber.fit_men() if not man.is_trapped]
    if not candidates:
        s.note("nobody_flies")
        g.bail_out(s, "uncontrolled")
    first = [man for man in candidates if man.trade in kind.flies_next]
    new = s.pick("takes_controls", first or candidates)
    assert new is not None
    swap(s, new, seat.key)
    s.note("takes_controls", man=new.name, station=new.title)


def swap(s: Sortie, man: Crewman, station: str) -> None:
    """A man takes another's place; whoever lies there is laid where the newcomer was. A gun whose station is left
    empty has nobody."""
    seat = s.bomber.stations[station]
    old = seat.man
    man.change_places(seat)
    for gun in s.bomber.guns.values():
        if gun.gunner is man or gun.gunner is old:
            place = s.bomber.stations.get(gun.type.gunner)
            if place is not None:
                gun.gunner = place.man if place.man is not None else NOBODY
        if gun.type.gunner == station:
            gun.gunner = man


def take_over_guns(s: Sortie, *, in_combat: bool = False, between_rounds: bool = False) -> None:
    """A gun whose gunner is down may be worked by a man who has none to work (tonight 5.11.2).

    With the intercom out men stay in their sections in a turn with attackers.
    """
    bomber = s.bomber
    for gun in bomber.guns.values():
        man = gun.gunner
        if not man.is_disabled:
            continue
        if not gun.is_working or not gun.rounds or not gun.type.gunner:
            continue
        working = {id(g.gunner) for g in bomber.guns.values() if g.is_working and g.rounds and g.type.gunner}
        free = [
            one
            for one in bomber.crew
            if not one.is_disabled
            and id(one) not in working
            and not is_at_controls(s, one)
            and not one.is_trapped
            and not (in_combat and "intercom" in bomber.out and one.section != gun.type.section)
        ]
        s.gun = gun
        new = s.pick("mans_gun", free, decline=True, about=gun.told)
        if new is not None:
            if between_rounds and new.section != gun.type.section:
                new.sits_out = "round"
            swap(s, new, gun.type.gunner)
            s.note("mans_gun", man=new.name, station=new.title, gun=gun.type.name)


def carry_ammunition(s: Sortie) -> None:
    """An empty gun may get the boxes of another: all of a gun that nobody can fire, half of any other's.

    Whoever carries them, the gunner himself or another, does nothing else in this zone (tonight 5.5.1).
    """
    g: MissionState = s.game
    bomber = s.bomber
    for gun in bomber.guns.values():
        if not (gun.is_working and gun.rounds == 0 and gun.gunner.is_fit):
            continue
        givers = [other for other in bomber.guns.values() if other is not gun and other.rounds > 1]
        s.gun = gun
        giver = s.pick("takes_ammunition_from", givers, decline=True, about=gun.told)
        if giver is None:
            continue
        free = [
            man
            for man in bomber.fit_men()
            if not is_at_controls(s, man) and not man.is_trapped and man not in g.carriers
        ]
        carrier = s.pick("carries_ammunition", free, decline=True, about=gun.told)
        if carrier is not None:
            moved = giver.rounds if not giver.is_working or not giver.gunner.is_fit else giver.rounds // 2
            giver.rounds -= moved
            gun.rounds += moved
            g.carriers.append(carrier)
            s.note("ammunition", man=carrier.name, gun=gun.type.name, boxes=moved, source=giver.type.name)


def helper(s: Sortie, task: str) -> Crewman | None:
    """Who leaves his post for a turn of work; nobody when nobody is free or wanted."""
    free = [man for man in s.bomber.fit_men() if not man.is_busy and not man.is_trapped and not is_at_controls(s, man)]
    man = s.pick(task, free, decline=True)
    if man is not None:
        man.is_busy = True
    return man


def man_at_sight(s: Sortie) -> Crewman:
    """Who aims the bombs: the man of that trade while he is fit, else somebody in his place, or nobody."""
    return _at_his_work(s, s.bomber.type.aims, "bombs_in_his_place")


def who_navigates(s: Sortie) -> Crewman:
    """Who finds the way: the navigator while he is fit, else somebody in his place, or nobody."""
    return _at_his_work(s, s.bomber.type.navigates, "navigates")


def _at_his_work(s: Sortie, trade: str, stands_in: str) -> Crewman:
    """The man of a trade while he is fit and neither flies nor is shut up in a turret; else the one who is picked to
    stand in for him, or nobody."""
    own = s.bomber.man_of(trade)
    if own.is_fit and not own.is_trapped and not is_at_controls(s, own):
        return own
    others = [man for man in s.bomber.fit_men() if not is_at_controls(s, man) and not man.is_trapped]
    s.man = own
    return s.pick(stands_in, others, decline=True) or NOBODY
