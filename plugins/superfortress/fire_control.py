"""Central fire control (5.6): which sight has which turret, and what is left when sights and computers fail.

A gunner sits at a sight, not at a gun. Each turret has a first sight and others in line (5-6A): the first that is
manned, works, and sees something for the turret to fire at has it. A sight tracks one fighter in a round, with all
the turrets that it has. A sight whose computer has failed aims by the iron ring, at -2.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from attrs import define
from bomberstream.core.combat import bearing_guns, parse_position
from bomberstream.core.mission import gunnery

if TYPE_CHECKING:
    from collections.abc import Sequence

    from bomberstream.core.bomber import Gun
    from bomberstream.core.combat import Fighter
    from bomberstream.core.crew import Crewman
    from bomberstream.core.sortie import Sortie

    from .state import SuperfortressState

__all__ = ["SightCell", "TurretCell", "has_computer", "lay_turrets", "sights_of", "watches"]


@define(frozen=True)
class TurretCell:
    """Payload of a row of 5-6A: the stations whose sights can have the turret, first call first."""

    sights: tuple[str, ...]


@define(frozen=True)
class SightCell:
    """Payload of a row of 5-6B: the places that a sight sees."""

    sees: tuple[str, ...]

    def __attrs_post_init__(self) -> None:
        for position in self.sees:
            parse_position(position)


def lay_turrets(s: Sortie, fighters: Sequence[Fighter]) -> None:
    """Each turret is laid through the first of its sights that sees a fighter in its field, or holds its fire."""
    g: SuperfortressState = s.game
    turrets = s.tables["fire_control"]
    if any(turrets.get(gun) is None for gun in s.bomber.guns):
        # A bomber of another game: a man at each gun.
        gunnery.lay_guns(s, fighters)
        return
    in_action = [one for one in fighters if not one.is_out_of_action]
    for one in in_action:
        one.laid_on, one.shot_at_by = 0, []
    fields = {id(one): () if one.out_of_reach else bearing_guns(s, one) for one in in_action}
    g.allotted = []
    tracked: dict[str, Fighter] = {}
    for gun in s.bomber.guns.values():
        gun.has_fired = False
        if not gun.is_working or not gun.rounds or gun.needs_power:
            continue
        bears_on = [one for one in in_action if gun in fields[id(one)]]
        if bears_on:
            lay(s, gun, bears_on, sights_of(s, gun), tracked)


def lay(s: Sortie, gun: Gun, bears_on: list[Fighter], sights: Sequence[str], tracked: dict[str, Fighter]) -> None:
    """One turret: the first sight in line that has something to track takes it, or the gunner lets it rest."""
    g: SuperfortressState = s.game
    for sight in sights:
        man = who_watches(s, sight)
        if man is None:
            continue
        held = tracked.get(sight)
        seen = [one for one in bears_on if sees(s, sight, one)] if held is None else [held] if held in bears_on else []
        if not seen:
            continue
        gun.gunner = man
        s.gun = gun
        target = s.pick("fires_at", seen, decline=True, about=gun.told)
        if target is not None:
            tracked[sight] = target
            target.laid_on += 1
            g.allotted.append((gun, target))
        return


def sights_of(s: Sortie, gun: Gun) -> tuple[str, ...]:
    """The stations whose sights can have a turret, in line."""
    cell = s.tables["fire_control"].get(gun.key)
    return () if cell is None else tuple(cell.data.sights)


def who_watches(s: Sortie, sight: str) -> Crewman | None:
    """Who sits at a sight that works, fit to aim."""
    if f"sight_{sight}" in s.bomber.out:
        return None
    man = s.bomber.man_at(sight)
    return man if man.can_work else None


def sees(s: Sortie, sight: str, fighter: Fighter) -> bool:
    """Whether a sight sees a fighter's place."""
    cell = s.tables["sights"].get(sight)
    return cell is not None and fighter.position in cell.data.sees


def watches(s: Sortie) -> int:
    """How many sights are manned and work."""
    return sum(who_watches(s, sight) is not None for sight in s.tables["sights"].entries())


def has_computer(s: Sortie) -> bool:
    """Whether a computer helps the gun that fires now: that of the sight which has it, and the current for it."""
    man = s.gun.gunner
    station = man.station.key if man.station is not None else ""
    return f"computer_{station}" not in s.bomber.out and "electrical" not in s.bomber.out
