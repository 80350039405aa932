"""Random events (5-3D) and other verbs of the daylight tables."""

from __future__ import annotations

from typing import TYPE_CHECKING

from bomberstream.core.crew import NOBODY
from bomberstream.core.effects import verb

if TYPE_CHECKING:
    from bomberstream.core.sortie import Sortie

    from .state import TodayState

__all__ = ["VERBS"]


@verb("reroll")
def reroll(s: Sortie) -> None:
    """This event cannot happen now: roll for another."""
    s.carry_out("random_event")


@verb("random_event", takes="word")
def random_event(s: Sortie, event: str) -> None:
    """An event of 5-3D takes place at once."""
    BY_NAME[event](s)


@verb("event", takes="word", zones="number")
def event(s: Sortie, name: str, zones: int = 0) -> None:
    """An event holds for the rest of the mission, or for this zone alone (`zones = 1`)."""
    g: TodayState = s.game
    if not zones and name in g.events:
        # Rolled twice before it took hold: another event comes in its place.
        s.carry_out("random_event")
        return
    (g.passing_events if zones else g.events).add(name)
    s.note("event", event=name)


@verb("lady_luck")
def lady_luck(s: Sortie) -> None:
    """One throw may be made again (5-3D c)."""
    s.rerolls += 1
    s.note("event", event="lady luck")


@verb("poor_communications")
def poor_communications(s: Sortie) -> None:
    """The enemy's communications fail; a second time they are restored, and so on (5-3D d)."""
    g: TodayState = s.game
    g.events.symmetric_difference_update({"poor_communications"})
    s.note("event", event="poor communications" if "poor_communications" in g.events else "communications restored")


@verb("event_engine_out")
def event_engine_out(s: Sortie) -> None:
    """An engine fails; when an earlier event stopped one, that one starts again instead (5-3D a)."""
    g: TodayState = s.game
    if g.event_engine:
        engine = s.bomber.engine(g.event_engine)
        g.event_engine = 0
        if engine.is_out and not engine.damaged_since:
            engine.is_out = False
            s.bomber.update_engines()
            s.note("engine_restarts", engine=engine.number)
            return
    before = {engine.number for engine in s.bomber.engines if engine.is_out}
    with s.caused_by("event"):
        s.carry_out("event_engine")
    stopped = [engine.number for engine in s.bomber.engines if engine.is_out and engine.number not in before]
    if stopped:
        g.event_engine = stopped[0]


@verb("formation_casualties")
def formation_casualties(s: Sortie) -> None:
    """Losses in the box move the bomber to the lead or the tail of its cell (5-3D b, h); the middle
    cell has no tail-end place, and a bomber that holds one of the two already stays."""
    g: TodayState = s.game
    if not g.in_formation or g.cell_leader or g.tail_end or "formation_casualties" in g.events:
        # Rolled twice before it took hold, or no place to move to: another event comes instead.
        s.carry_out("random_event")
        return
    while True:
        result = s.roll("formation_casualties").result
        if result == "lead":
            lead_cell(s)
        elif g.cell == "middle":
            continue
        else:
            g.tail_end = True
            g.position = {"high": 11, "low": 18}[g.cell]
        break
    g.events.add("formation_casualties")
    s.note("formation_casualties", place="lead" if result == "lead" else "tail end", position=g.position)


def lead_cell(s: Sortie) -> None:
    """The bomber leads its cell; in the middle cell the mission."""
    g: TodayState = s.game
    g.cell_leader, g.tail_end = True, False
    g.position = {"middle": 1, "high": 7, "low": 13}[g.cell]
    g.mission_lead = g.cell == "middle"


@verb("extreme_cold")
def extreme_cold(s: Sortie) -> None:
    """One die for each gun position; a six jams its guns (5-3D e)."""
    for gun in s.bomber.guns.values():
        s.gun = gun
        if gun.is_working and s.roll("extreme_cold").result == "jammed":
            gun.jam(gun.type.barrels)
            s.note("gun_jams", gun=gun.type.name, all=True)


@verb("ace_for_a_day")
def ace_for_a_day(s: Sortie) -> None:
    """A gunner cannot miss today; one who is an ace already gains nothing (5-3D f)."""
    gun = s.bomber.guns.get(s.roll("ace_for_a_day").result)
    man = gun.gunner if gun is not None else NOBODY
    if not man.is_dead and not man.is_ace:
        man.is_ace_for_a_day = True
        s.note("ace_for_a_day", man=man.name, station=man.title)


@verb("near_collision")
def near_collision(s: Sortie) -> None:
    """Two bombers of the box come too close (5-3D g)."""
    with s.caused_by("accident"):
        s.note("near_collision", result=s.carry_out("near_collision").result)


@verb("bombs_lost")
def bombs_lost(s: Sortie) -> None:
    """The bombs tear loose and are gone."""
    g: TodayState = s.game
    if s.bomber.bombs_aboard:
        s.bomber.bombs_aboard = False
        if not g.bomb_run:
            g.bomb_run = "lost"
            g.bombs_jettisoned_early = s.outbound and not s.zone.is_target
        s.note("bombs_lost")


@verb("cell_loses", takes="number")
def cell_loses(s: Sortie, bombers: int) -> None:
    """Other bombers of the cell are lost."""
    s.game.cell_lost_bombers = True


@verb("takes_cell_lead")
def takes_cell_lead(s: Sortie) -> None:
    """The bomber takes the lead of its cell, however green its crew (3-2 c)."""
    lead_cell(s)


@verb("wrecked", takes="word")
def wrecked(s: Sortie, how: str) -> None:
    """The bomber is written off in a crash at take-off, with or without fire."""
    g: TodayState = s.game
    g.bomber_fate = "written off"
    g.wrecked_with_fire = how == "fire"


@verb("repairable")
def repairable(s: Sortie) -> None:
    """The bomber is damaged at take-off, but flies again."""
    s.game.bomber_fate = "repairable"


@verb("no_fighters")
def no_fighters(s: Sortie) -> None:
    """No fighters this turn."""
    s.game.no_fighters = True


@verb("iced")
def iced(s: Sortie) -> None:
    """Ice keeps the bomber from entering the zone."""
    s.game.iced = True


@verb("cloud_over_alps")
def cloud_over_alps(s: Sortie) -> None:
    """High cloud over the Alps: turn back, or go on blind."""
    s.game.cloud_over_alps = True


@verb("suit_heat_out")
def suit_heat_out(s: Sortie) -> None:
    """All heated suits go cold: engineer, ball, waist and tail gunners (4-3 i)."""
    s.bomber.out.add("suit_heat")
    for station in s.bomber.stations.values():
        if station.key in SUITS and station.heat_out_since is None:
            station.heat_out_since = s.zone.entry
            s.bomber.unheated += 1
    s.note("suit_heat_out")


SUITS = frozenset({"engineer", "ball_gunner", "left_waist_gunner", "right_waist_gunner", "tail_gunner"})

BY_NAME = {
    "extreme_cold": extreme_cold.function,
    "formation_casualties": formation_casualties.function,
}
"""Events that other tables bring about at once."""

VERBS = (
    reroll,
    random_event,
    event,
    lady_luck,
    poor_communications,
    event_engine_out,
    formation_casualties,
    extreme_cold,
    ace_for_a_day,
    near_collision,
    bombs_lost,
    cell_loses,
    takes_cell_lead,
    wrecked,
    repairable,
    no_fighters,
    iced,
    cloud_over_alps,
    suit_heat_out,
)
