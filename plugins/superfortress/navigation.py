"""Finding the way over fifteen hundred miles of water (4.5): by the stars or the sun, by Loran, by radar, or by
reckoning alone."""

from __future__ import annotations

from typing import TYPE_CHECKING

from bomberstream.core.mission.crewing import who_navigates
from bomberstream.core.procedure import step

from . import choices

if TYPE_CHECKING:
    from bomberstream.core.sortie import Sortie

    from .state import SuperfortressState

__all__ = ["HAPPENINGS", "WAYS", "navigation", "ways_open"]

WAYS = ("celestial", "loran", "radar", "dead_reckoning")
"""Ways of finding the way: the columns of 4-5."""
SEES_THE_SKY = ("clear", "haze")


def ways_open(s: Sortie) -> list[str]:
    """The ways of finding the way that are open in this zone.

    Celestial: when the sky can be seen. Loran: within its range, farther by night. Radar: where land shows on the
    scope, the set works and somebody reads it.
    """
    g: SuperfortressState = s.game
    zone, out = s.zone, s.bomber.out
    found = []
    if zone.weather in SEES_THE_SKY:
        found.append("celestial")
    if "loran" not in out and zone.number <= (choices.LORAN_BY_NIGHT if g.by_night else choices.LORAN_BY_DAY):
        found.append("loran")
    if "radar" not in out and shows_land(s):
        found.append("radar")
    found.append("dead_reckoning")
    return found


def shows_land(s: Sortie) -> bool:
    """Whether land shows on the radar scope: a coast, an island, or those of the base."""
    zone = s.zone
    return zone.number <= choices.RADAR_NEAR_BASE or bool(zone.region[0]) or zone.over.count("W") < len(zone.over)


@step(rule="superfortress 4.5", table="4-5", when="not in_formation and not (outbound and zone.is_target)")
def navigation(s: Sortie) -> None:
    """In each zone flown alone: by which means the way is found, and whether it is (4-5).

    Off course costs a turn in this zone, far off course two. In formation the leader finds the way.
    """
    g: SuperfortressState = s.game
    g.off_course = 0
    g.navigated_by = who_navigates(s)
    open_now = ways_open(s)
    g.way_found_by = open_now[0] if len(open_now) == 1 else s.choose("finds_way_by", open_now)
    result = s.roll("navigation", g.way_found_by).result
    if result != "on_course":
        g.off_course = 2 if result == "far_off" else 1
        g.zones_off_course += 1
        s.note("off_course", turns=g.off_course, by=g.way_found_by, man=g.navigated_by.name)


HAPPENINGS = {"off_course": "the bomber is off course"}
"""What is told here of a flight."""
