"""Random events (5-3D) and other verbs of the daylight tables."""

from __future__ import annotations

from typing import TYPE_CHECKING

from bomberstream.core.effects import verb
from bomberstream.core.mission import events

if TYPE_CHECKING:
    from bomberstream.core.sortie import Sortie

    from .state import TodayState

__all__ = ["VERBS"]


@verb("random_event", takes="word")
def random_event(s: Sortie, event: str) -> None:
    """An event of 5-3D takes place at once."""
    BY_NAME[event](s)


@verb("poor_communications")
def poor_communications(s: Sortie) -> None:
    """The enemy's communications fail; a second time they are restored, and so on (5-3D d)."""
    g: TodayState = s.game
    g.events.symmetric_difference_update({"poor_communications"})
    s.note("event", event="poor communications" if "poor_communications" in g.events else "communications restored")


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


@verb("cloud_over_alps")
def cloud_over_alps(s: Sortie) -> None:
    """High cloud over the Alps: turn back, or go on blind."""
    g: TodayState = s.game
    g.cloud_over_alps = True


@verb("cell_loses", takes="number")
def cell_loses(s: Sortie, bombers: int) -> None:
    """Other bombers of the cell are lost."""
    g: TodayState = s.game
    g.cell_lost_bombers = True


@verb("takes_cell_lead")
def takes_cell_lead(s: Sortie) -> None:
    """The bomber takes the lead of its cell, however green its crew (3-2 c)."""
    lead_cell(s)


@verb("no_fighters")
def no_fighters(s: Sortie) -> None:
    """No fighters this turn."""
    g: TodayState = s.game
    g.no_fighters = True


@verb("suit_heat_out", travels=True)
def suit_heat_out(s: Sortie) -> None:
    """All heated suits go cold: engineer, ball, waist and tail gunners (4-3 i)."""
    s.bomber.out.add("suit_heat")
    for station in s.bomber.stations.values():
        if station.key in SUITS:
            s.bomber.lose_heat(station, s.zone.entry)
    s.note("suit_heat_out")


SUITS = frozenset({"engineer", "ball_gunner", "left_waist_gunner", "right_waist_gunner", "tail_gunner"})

BY_NAME = {
    "extreme_cold": events.extreme_cold.function,
    "formation_casualties": formation_casualties.function,
}
"""Events that other tables bring about at once."""

VERBS = (
    events.reroll,
    events.event,
    events.lady_luck,
    events.event_engine_out,
    events.extreme_cold,
    events.ace_for_a_day,
    events.wrecked,
    events.repairable,
    events.iced,
    bombs_lost,
    cloud_over_alps,
    random_event,
    poor_communications,
    formation_casualties,
    near_collision,
    cell_loses,
    takes_cell_lead,
    no_fighters,
    suit_heat_out,
)
