"""Work in flight, each piece by a man who does nothing else: jams, turrets, gear, doors, fuel (notes of 4-3)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from .crewing import helper
from .ground import can_drop_here

if TYPE_CHECKING:
    from collections.abc import Callable

    from ..bomber import Gun
    from ..sortie import Sortie
    from .state import MissionState

__all__ = [
    "STUCK_BALL",
    "clear_jams",
    "crank_gear",
    "drop_hung_bombs",
    "free_ball_gunner",
    "fuel_work",
    "mend_turrets",
    "open_doors",
    "shed_bombs",
]

STUCK_BALL = "ball_retraction"
"""The system that a ball turret which cannot be raised has lost (today 4-3 note o)."""


def clear_jams(s: Sortie, within_reach: Callable[[Gun], bool] | None = None) -> None:
    """Each gunner tries once in a zone to clear his jam, from the turn after it on; `within_reach` says at which guns
    he can get."""
    for gun in s.bomber.guns.values():
        if not gun.barrels_jammed or gun.is_out or gun.repair_tried == s.zone.entry:
            continue
        if within_reach is not None and not within_reach(gun):
            continue
        man = gun.gunner
        # Who sits out a round of a fight is not kept from his gun after it.
        if man.is_disabled or man.is_busy:
            continue
        gun.repair_tried = s.zone.entry
        s.gun = gun
        result = s.roll("jam_repair").result
        if result == "fixed":
            gun.barrels_jammed = 0
        elif result == "broken":
            gun.barrels_broken += gun.barrels_jammed
            gun.barrels_jammed = 0
        gun.update()
        if result != "still_jammed":
            s.note(
                "jam_cleared" if result == "fixed" else "gun_broken",
                gun=gun.type.name,
                man=man.name,
                all=not gun.is_working,
            )


def fuel_work(s: Sortie) -> None:
    """A failed fuel transfer or a leak: one man's work, once."""
    out = s.bomber.out
    if "fuel_transfer" not in out or "fuel_work_done" in out:
        return
    out.add("fuel_work_done")
    if helper(s, "works_fuel") is not None:
        result = s.carry_out("fuel_work").result
        s.note("fuel_work", done=result in ("transferred", "stopped"))
    else:
        s.carry_out("fuel_remaining")


def crank_gear(s: Sortie) -> None:
    """Gear that has failed: one try a turn by a man in the bomb bay, unless it is shot up."""
    out = s.bomber.out
    for system, role in (("landing_gear", "gear_by_hand"), ("nose_wheel", "nose_gear_by_hand")):
        if system not in out:
            continue
        damaged = system in s.bomber.beyond_repair or (system == "landing_gear" and "bomb_bay" in s.bomber.bursts)
        if not damaged and helper(s, "works_gear") is not None:
            if s.roll(role).result == "lowered":
                out.discard(system)
                out.discard(f"{system}_controls")
                s.bomber.settled.add(system)
                s.note("gear_down", gear=system)
            else:
                s.note("gear_stuck", gear=system)


def mend_turrets(s: Sortie) -> None:
    """The gunner of a dead turret may try once, in a zone after the failure; some must come up to be mended."""
    for gun in s.bomber.guns.values():
        if not gun.power_failed or gun.power_repair_tried or gun.type.hangs_below or gun.is_out:
            continue
        if gun.power_failed_in >= s.zone.entry:
            continue
        man = gun.gunner
        s.gun = gun
        # Severe frostbite forbids to operate a gun (tonight 5.12), not to mend its drive.
        if not man.is_fit or man.is_busy or s.choose("mends_turret", about=gun.told) == "no":
            continue
        gun.power_repair_tried = True
        man.is_busy = True
        if s.roll("turret_repair").result == "repaired":
            gun.power_failed = gun.needs_power = gun.power_repair_tried = False
            s.note("turret_mended", gun=gun.type.name)
        else:
            if gun.needs_power:
                gun.knock_out()
            s.note("turret_stays_dead", gun=gun.type.name)


def open_doors(s: Sortie) -> bool:
    """Jammed doors over the target: a man cranks them open, or the bombs go through them."""
    if helper(s, "works_doors") is not None and s.roll("doors_by_hand").result == "opened":
        s.bomber.out.discard("bomb_bay_doors")
        s.bomber.settled.add("bomb_bay_doors")
        s.note("doors_open")
        return True
    if s.choose("drop_through_doors") == "no":
        return False
    g: MissionState = s.game
    g.doors_wrecked = True
    s.note("doors_wrecked")
    s.carry_out("doors_drag")
    return True


def shed_bombs(s: Sortie) -> None:
    """Hung bombs: one try a zone to jettison them, or to crank the doors open."""
    g: MissionState = s.game
    out = s.bomber.out
    if g.turn_of_zone != 1 or not can_drop_here(s):
        return
    if "bomb_bay_doors" in out and not g.doors_wrecked:
        if helper(s, "works_doors") is None or s.roll("doors_by_hand").result != "opened":
            return
        out.discard("bomb_bay_doors")
        s.bomber.settled.add("bomb_bay_doors")
        s.note("doors_open")
        if "bomb_release" not in out:
            drop_hung_bombs(s)
            return
    if "bomb_release" in out:
        if s.roll("jettison").result == "jettisoned":
            drop_hung_bombs(s)
    elif s.choose("jettison") == "yes":
        drop_hung_bombs(s)


def drop_hung_bombs(s: Sortie) -> None:
    """The bombs fall at last, on nothing in particular."""
    g: MissionState = s.game
    s.bomber.bombs_aboard = False
    s.note("jettisoned", reason="hung up until now" if g.bomb_run == "hung" else "brought part of the way home")


def free_ball_gunner(s: Sortie) -> None:
    """A man in the waist opens a stuck ball turret; one that retracts must be raised as well (today 4-3 notes h, o)."""
    bomber = s.bomber
    ball = bomber.guns.get("ball")
    if ball is None:
        return
    man = bomber.man_at(ball.type.gunner)
    if "waist" in bomber.bursts or not (man.is_trapped or STUCK_BALL in bomber.out):
        return
    if bomber.type.traits.get("ball_retracts"):
        bomber.out.add(STUCK_BALL)
    if helper(s, "frees_ball_gunner") is None:
        return
    if man.is_trapped and not man.is_dead:
        man.is_trapped = False
        s.note("freed", man=man.name)
    if STUCK_BALL in bomber.out and s.roll("ball_retraction").result == "raised":
        bomber.out.discard(STUCK_BALL)
        s.note("ball_raised")
