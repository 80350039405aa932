"""The flight engineer and his engines (4.6, 4.7): failures, overheating, leaks, and work in flight."""

from __future__ import annotations

from typing import TYPE_CHECKING

from bomberstream.core.damage import stop_engine
from bomberstream.core.mission import hardship
from bomberstream.core.mission import work as labour
from bomberstream.core.mission.crewing import carry_ammunition, helper, swap, take_controls, take_over_guns
from bomberstream.core.mission.engines import obey_engines
from bomberstream.core.procedure import step

from . import choices

if TYPE_CHECKING:
    from bomberstream.core.sortie import Sortie

    from .state import SuperfortressState

__all__ = [
    "HAPPENINGS",
    "crew_moves",
    "engines",
    "jam_repairs",
    "mechanical_failure",
    "overheat",
    "shut_in",
    "troubles",
    "work",
]


@step(rule="superfortress 4.6", table="4-9", cause="mechanical")
def mechanical_failure(s: Sortie) -> None:
    """Something may fail in any zone, engines above all (4-9, then 4-9A)."""
    s.carry_out("mechanical_failure")


def overheat(s: Sortie) -> None:
    """Cylinder heads run hot: nurse the engine along (4-10), or shut it down while it can still be feathered."""
    s.note("overheats", engine=s.hit_engine)
    if s.choose("hot_engine") == "shut_down":
        stop_engine(s, s.bomber.engine(s.hit_engine), s.under_attack_by or "failure")
        s.carry_out("feathering")
    else:
        s.carry_out("overheating")


@step(rule="superfortress 4.7")
def crew_moves(s: Sortie) -> None:
    """On entering a zone men are free again, and may take the places of others: at the wheel, at the engineer's panel,
    at sights."""
    g: SuperfortressState = s.game
    g.carriers = []
    take_controls(s)
    man_the_panel(s)
    take_over_guns(s)
    carry_ammunition(s)


def man_the_panel(s: Sortie) -> None:
    """Somebody may take the place of a flight engineer who is down."""
    seat = s.bomber.stations.get("engineer")
    if seat is None or seat.man is None or seat.man.is_fit:
        return
    free = [man for man in s.bomber.fit_men() if not man.is_trapped and not man.is_pilot]
    man = s.pick("tends_panel", free, decline=True)
    if man is not None:
        swap(s, man, "engineer")
        s.note("tends_panel", man=man.name, station=man.title)


@step(rule="superfortress 5.10")
def engines(s: Sortie) -> None:
    """What engines out demand, asked on entering a zone and after every fight."""
    obey_engines(s)


@step(rule="superfortress 4.7", cause="mechanical")
def troubles(s: Sortie) -> None:
    """On entering a zone: oil leaks, men without oxygen, men without heat (5-18)."""
    hardship.leaks(s)
    obey_engines(s)
    hardship.thin_air(s)
    hardship.cold(s)


@step(rule="superfortress 5.7", table="5-7A")
def jam_repairs(s: Sortie) -> None:
    """Once in a zone a gunner may clear his jam (5-7A); a remote turret cannot be reached in thin air, the tail guns
    can."""
    g: SuperfortressState = s.game
    labour.clear_jams(s, lambda gun: gun.key == "tail" or not g.in_thin_air)


@step(rule="superfortress 4.7", cause="mechanical")
def work(s: Sortie) -> None:
    """Work of this turn, each by a man who does nothing else: fuel transfer, turrets, doors, gear."""
    transfer_fuel(s)
    labour.mend_turrets(s)
    if s.bomber.bombs_aboard and not s.outbound:
        labour.shed_bombs(s)
    labour.crank_gear(s)


def transfer_fuel(s: Sortie) -> None:
    """Fuel shut in a tank: one man's work, one try a zone; what he frees can be burned (4-11)."""
    g: SuperfortressState = s.game
    if "fuel_transfer" in s.bomber.out:
        # As bombers of other games have it: one pump for all tanks.
        s.bomber.out.discard("fuel_transfer")
        shut_in(s, choices.SHUT_IN_BY_PUMP)
    if not g.trapped or g.turn_of_zone != 1:
        return
    if helper(s, "works_fuel") is None:
        return
    if s.roll("fuel_work").result == "transferred":
        s.note("fuel_freed", boxes=g.trapped)
        g.fuel, g.trapped = g.fuel + g.trapped, 0


def shut_in(s: Sortie, boxes: int) -> None:
    """So many boxes cannot be transferred from their tank."""
    g: SuperfortressState = s.game
    boxes = min(boxes, g.fuel)
    g.fuel -= boxes
    g.trapped += boxes
    s.note("fuel_trapped", boxes=boxes)


HAPPENINGS = {
    "overheats": "an engine overheats",
    "tends_panel": "a man takes the flight engineer's place",
    "fuel_trapped": "fuel cannot be transferred from a tank",
    "fuel_freed": "fuel that was shut in can be burned",
}
"""What is told here of a flight."""
