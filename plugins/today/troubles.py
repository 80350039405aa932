"""Things that go wrong and are put right: failed machinery (4-3), jams, oil, fuel, oxygen, heat, work in flight."""

from __future__ import annotations

from typing import TYPE_CHECKING

from bomberstream.core.crew import Crewman
from bomberstream.core.damage import lose_oil
from bomberstream.core.procedure import step

from . import choices
from .formation import obey_engines
from .ground import can_drop_here
from .state import LOW

if TYPE_CHECKING:
    from bomberstream.core.sortie import Sortie

    from .state import TodayState

__all__ = ["STUCK_BALL", "crew_moves", "jam_repairs", "mechanical_failure", "take_over_guns", "troubles", "work"]


STUCK_BALL = "ball_retraction"
"""The system that a ball turret which cannot be raised has lost (4-3 note o)."""


@step(rule="today 4-3A", table="4-3A", cause="mechanical")
def mechanical_failure(s: Sortie) -> None:
    """Something may fail in any zone from 2 on, out and home (4-3A, then 4-3B or 4-3C)."""
    s.carry_out("mechanical_failure")


@step(rule="tonight 5.11.2")
def crew_moves(s: Sortie) -> None:
    """On entering a zone men are free again, and may take the places of others."""
    s.game.carriers = []
    take_controls(s)
    take_over_guns(s)
    carry_ammunition(s)


def take_controls(s: Sortie) -> None:
    """With both pilots down somebody must fly: the engineer first, then anyone fit."""
    bomber = s.bomber
    pilot, copilot = bomber.man_of("pilot"), bomber.man_of("copilot")
    if pilot.is_fit or copilot.is_fit:
        return
    seat = bomber.stations["pilot"]
    if seat.man is not None and seat.man.is_fit:
        return
    candidates = [man for man in bomber.fit_men() if not man.is_trapped]
    if not candidates:
        s.note("nobody_flies")
        s.game.bail_out(s, "uncontrolled")
    new = s.pick("takes_controls", candidates)
    assert new is not None
    swap(s, new, "pilot")
    s.note("takes_controls", man=new.name, station=new.title)


def is_at_controls(man: Crewman) -> bool:
    """Whether a man is a pilot, or sits in a pilot's seat."""
    seats = ("pilot", "copilot")
    return man.trade in seats or (man.station is not None and man.station.key in seats)


def swap(s: Sortie, man: Crewman, station: str) -> None:
    """A man takes another's place; whoever lies there is laid where the newcomer was."""
    seat = s.bomber.stations[station]
    old = seat.man
    man.change_places(seat)
    for gun in s.bomber.guns.values():
        if gun.gunner is man or gun.gunner is old:
            place = s.bomber.stations.get(gun.type.gunner)
            gun.gunner = place.man if place is not None and place.man is not None else gun.gunner
        if gun.type.gunner == station:
            gun.gunner = man


@step(rule="tonight 5.11.2", when="fighter.round >= 2")
def close_up(s: Sortie) -> None:
    """Between rounds men may take over guns; who comes from another section sits this round out."""
    take_over_guns(s, in_combat=True, between_rounds=True)


def take_over_guns(s: Sortie, *, in_combat: bool = False, between_rounds: bool = False) -> None:
    """A gun whose gunner is down may be worked by a man who has none to work (tonight 5.11.2).

    With the intercom out men stay in their sections in a turn with attackers.
    """
    bomber = s.bomber
    for gun in bomber.guns.values():
        man = gun.gunner
        if not (man.is_dead or man.is_serious or man.frostbite == "severe"):
            continue
        if not gun.is_working or not gun.rounds or not gun.type.gunner:
            continue
        working = {id(g.gunner) for g in bomber.guns.values() if g.is_working and g.rounds and g.type.gunner}
        free = [
            one
            for one in bomber.fit_men()
            if id(one) not in working
            and not is_at_controls(one)
            and not one.is_trapped
            and one.frostbite != "severe"
            and not (in_combat and "intercom" in bomber.out and one.section != gun.type.section)
        ]
        s.gun = gun
        new = s.pick("mans_gun", free, decline=True)
        if new is not None:
            if between_rounds and new.section != gun.type.section:
                new.sits_out = "round"
            swap(s, new, gun.type.gunner)
            s.note("mans_gun", man=new.name, station=new.title, gun=gun.type.name)


def carry_ammunition(s: Sortie) -> None:
    """An empty gun may get the boxes of another; who carries them does nothing else in this zone (tonight 5.5.1)."""
    bomber = s.bomber
    for gun in bomber.guns.values():
        if not (gun.is_working and gun.rounds == 0 and gun.gunner.is_fit):
            continue
        givers = [other for other in bomber.guns.values() if other is not gun and other.rounds > 1]
        s.gun = gun
        giver = s.pick("takes_ammunition_from", givers, decline=True)
        if giver is not None:
            moved = giver.rounds if not giver.is_working or not giver.gunner.is_fit else giver.rounds // 2
            giver.rounds -= moved
            gun.rounds += moved
            s.game.carriers.append(gun.gunner)
            s.note("ammunition", man=gun.gunner.name, gun=gun.type.name, boxes=moved, source=giver.type.name)


@step(rule="tonight 5.12", cause="mechanical")
def troubles(s: Sortie) -> None:
    """On entering a zone: oil leaks, fuel, men without oxygen, men without heat (4-3 d, 5-18)."""
    for engine in s.bomber.engines:
        if engine.is_leaking and not engine.is_out:
            s.hit_engine = engine.number
            if s.carry_out("oil_leak").result == "stops":
                engine.is_leaking = False
        elif engine.leak_points and not engine.is_out:
            lose_oil(s, engine, 1)
    obey_engines(s)
    thin_air(s)
    cold(s)


def thin_air(s: Sortie) -> None:
    """High up a man whose oxygen is out takes a vacant outlet, or dies (tonight 5.14)."""
    bomber = s.bomber
    if s.game.altitude == LOW or not (bomber.outlets_out or "oxygen" in bomber.out):
        return
    everywhere = "oxygen" in bomber.out
    for station in list(bomber.stations.values()):
        man = station.man
        if man is None or man.is_dead or not (station.oxygen_out or everywhere):
            continue
        since = station.oxygen_out_since if station.oxygen_out else bomber.out_since.get("oxygen", 0)
        if s.zone.entry < since + choices.OXYGEN_DEADLINE_ZONES:
            continue
        vacant = [
            other
            for other in bomber.stations.values()
            if not other.oxygen_out and not everywhere and (other.man is None or other.man.is_dead)
        ]
        s.man = man
        outlet = None if man.is_trapped else s.pick("takes_outlet", vacant, decline=True)
        if outlet is not None:
            swap(s, man, outlet.key)
            s.note("takes_outlet", man=man.name, station=outlet.title)
        else:
            man.kill()
            s.note("suffocates", man=man.name, station=man.title)


def cold(s: Sortie) -> None:
    """High up, men without heat may get frostbite, from the zone after the heat was lost (5-18)."""
    if s.game.altitude == LOW or not s.bomber.unheated:
        return
    for station in s.bomber.stations.values():
        since, man = station.heat_out_since, station.man
        if since is None or man is None or man.is_dead or s.zone.entry <= since:
            continue
        s.man = man
        s.carry_out("frostbite")


@step(rule="today 5-6", table="5-6")
def jam_repairs(s: Sortie) -> None:
    """Each gunner tries once in a zone to clear his jam, from the turn after it on (5-6 note a)."""
    for gun in s.bomber.guns.values():
        if not gun.barrels_jammed or gun.is_out or gun.repair_tried == s.zone.entry:
            continue
        man = gun.gunner
        if not man.is_fit or man.is_busy or man.frostbite == "severe":
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


def helper(s: Sortie, task: str) -> Crewman | None:
    """Who leaves his post for a turn of work; nobody when nobody is free or wanted."""
    free = [man for man in s.bomber.fit_men() if not man.is_busy and not man.is_trapped and not is_at_controls(man)]
    man = s.pick(task, free, decline=True)
    if man is not None:
        man.is_busy = True
    return man


@step(rule="today 4-3")
def work(s: Sortie) -> None:
    """Work of this turn, each by a man who does nothing else: pump, turrets, doors, gear (notes of 4-3)."""
    out = s.bomber.out
    if "fuel_transfer" in out and "fuel_work_done" not in out:
        out.add("fuel_work_done")
        if helper(s, "works_fuel") is not None:
            result = s.carry_out("fuel_work").result
            s.note("fuel_work", done=result in ("transferred", "stopped"))
        else:
            s.carry_out("fuel_remaining")
    mend_turrets(s)
    free_ball_gunner(s)
    if s.bomber.bombs_aboard and not s.outbound:
        try_to_shed_bombs(s)
    crank_gear(s)


def crank_gear(s: Sortie) -> None:
    """Gear that has failed: one try a turn by a man in the bomb bay, unless it is shot up (4-3 notes k, s)."""
    out = s.bomber.out
    for system, role in (("landing_gear", "gear_by_hand"), ("nose_wheel", "nose_gear_by_hand")):
        damaged = system in s.bomber.beyond_repair or (system == "landing_gear" and "bomb_bay" in s.bomber.bursts)
        if system in out and not damaged and helper(s, "works_gear") is not None:
            if s.roll(role).result == "lowered":
                out.discard(system)
                out.discard(f"{system}_controls")
                s.bomber.settled.add(system)
                s.note("gear_down", gear=system)
            else:
                s.note("gear_stuck", gear=system)


def mend_turrets(s: Sortie) -> None:
    """The gunner of a dead turret may try once, in a zone after the failure (4-3 notes f, g, p, q)."""
    for gun in s.bomber.guns.values():
        if not gun.power_failed or gun.power_repair_tried or gun.key == "ball" or gun.is_out:
            continue
        if gun.power_failed_in >= s.zone.entry:
            continue
        man = gun.gunner
        s.gun = gun
        if not man.is_fit or man.is_busy or s.choose("mends_turret") == "no":
            continue
        gun.power_repair_tried = True
        man.is_busy = True
        if s.roll("turret_repair").result == "repaired":
            gun.power_failed = gun.needs_power = gun.power_repair_tried = False
            s.note("turret_mended", gun=gun.type.name)
        else:
            if gun.needs_power:
                gun.is_out = True
                gun.update()
            s.note("turret_stays_dead", gun=gun.type.name)


def free_ball_gunner(s: Sortie) -> None:
    """A man in the waist opens a stuck ball turret; a B-24's must be raised as well (4-3 notes h, o)."""
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


def try_to_shed_bombs(s: Sortie) -> None:
    """Hung bombs: one try a zone to jettison them, or to crank the doors open (4-3 notes j, r)."""
    g: TodayState = s.game
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
    s.bomber.bombs_aboard = False
    s.note("jettisoned", reason="hung up until now" if s.game.bomb_run == "hung" else "brought part of the way home")


def burn_fuel(s: Sortie) -> None:
    """One turn's fuel; when the tanks run dry the flight ends here."""
    g: TodayState = s.game
    bomber = s.bomber
    if bomber.fuel_turns is not None:
        bomber.fuel_turns -= 1
        if bomber.fuel_turns < 0:
            s.note("fuel_gone")
            with s.caused_by("fuel"):
                g.come_down(s)
