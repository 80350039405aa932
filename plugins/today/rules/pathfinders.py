"""Optional rule 10.9: radar Pathfinders, from November 1943. A radar bomber at the head of the group finds the target
through cloud.

Its radar hangs where the ball turret was, and its operator flies in place of the ball gunner: what hits one hits the
other (69). The cloud counts for nothing on 6-1, and the leader aims for all, by the lead set of 6-6.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

from attrs import evolve
from bomberstream.core.bomber import Gun
from bomberstream.core.crew import NOBODY
from bomberstream.core.decisions import Decision
from bomberstream.core.errors import NotAllowed
from bomberstream.core.game import GameOption, OptionalRule
from bomberstream.core.mission.guests import stand_in
from bomberstream.core.procedure import step

from ..setup import DEPUTY, LEAD, take_number
from ..state import RADAR_OPERATOR
from .laying import lay_data
from .lead_crews import lead_aims

if TYPE_CHECKING:
    from bomberstream.core.ruleset import RulesetBuilder
    from bomberstream.core.sortie import Sortie

    from ..state import TodayState

__all__ = ["RULE"]

ID = "pathfinders"
FROM = "1943-11-03"
"""The first raid that radar bombers of the air force led."""
WHOSE = ("none", "lead", "own")
TURRET = "ball"
SYSTEM = "radar"
NAME = "H2X radar"
TRAINED = 6
"""Missions behind an operator, as behind the crew that he flies with."""
HIDDEN = ("mostly_obscured", "completely_obscured")


@step(rule="today 10.9")
def pathfinder(s: Sortie) -> None:
    """Whether a radar bomber leads today, and whether it is this one."""
    g: TodayState = s.game
    asked = s.setup.options.get("pathfinder")
    if s.date < FROM:
        return
    has_place = TURRET in s.bomber.guns and s.bomber.man_of(s.bomber.guns[TURRET].type.gunner) is not NOBODY
    if asked == "own" and not has_place:
        raise NotAllowed(f"pathfinder: the {s.bomber.type.short} has no ball turret whose place radar could take")
    g.lead_radar = asked or s.choose("pathfinder", WHOSE if has_place else WHOSE[:-1])
    if g.lead_radar == "own":
        take_radar(s)
    s.note("pathfinder", whose=g.lead_radar)


def take_radar(s: Sortie) -> None:
    """Radar in place of the ball turret and its operator in place of the gunner; such a crew flies at the head."""
    g: TodayState = s.game
    bomber = s.bomber
    if g.position not in (LEAD, DEPUTY):
        take_number(s, LEAD)
    turret = bomber.guns[TURRET]
    stand_in(s, bomber.man_of(turret.type.gunner), RADAR_OPERATOR, "radar operator", TRAINED)
    # Nobody hangs in it, and nobody can be shut up in it.
    dome = evolve(turret.type, name=NAME, gunner="", rounds=0, turret=False, power="none", hangs_below=False)
    bomber.guns[TURRET] = Gun(dome, rounds=0)


def dome_hit(s: Sortie, facts: Mapping[str, Any]) -> None:
    """What puts a ball turret out puts the radar out (69)."""
    g: TodayState = s.game
    if g.lead_radar != "own" or SYSTEM in s.bomber.out:
        return
    dome = s.bomber.guns[TURRET]
    if not dome.is_working or dome.power_failed:
        s.bomber.out.add(SYSTEM)
        s.note("radar_out")


@step(rule="today 10.9", table="6-6 note radar", when="outbound and zone.is_target and bombs_aboard and not aborting")
def radar_picture(s: Sortie) -> None:
    """The lead set of 6-6 holds; over a target that is mostly or wholly hidden a die says how good the picture is."""
    g: TodayState = s.game
    g.radar_blurred = False
    if g.lead_radar == "none":
        return
    lead_aims.do(s)
    works = SYSTEM not in s.bomber.out and g.radar_is_manned(s)
    if g.lead_set and works and g.visibility in HIDDEN:
        g.radar_blurred = s.roll("radar_picture").result == "blurred"


def apply(builder: RulesetBuilder) -> None:
    """Let radar bombers lead."""
    builder.role("radar_picture", ("blurred", "sharp"))
    for happening, says in HAPPENINGS.items():
        builder.happening(happening, says)
    builder.decision(Decision("pathfinder", "Who carries radar at the head of the group?", "today 10.9", WHOSE))
    lay_data(builder, ID)
    builder.step(pathfinder, after="mission.base_weather")
    builder.step(radar_picture, before="zone.bomb_run")
    for happening in ("gun_out", "turret_jammed", "turret_power_out", "system_out"):
        builder.on(happening, dome_hit)


HAPPENINGS = {
    "pathfinder": "whether a radar bomber leads the group",
    "radar_out": "the radar is knocked out",
    "lead_aims": "the leader of the group aims for all",
}

RULE = OptionalRule(
    id=ID,
    title="Radar Pathfinders",
    rule="today 10.9",
    games=("today",),
    apply=apply,
    options=(GameOption("pathfinder", "who carries radar at the head of the group", "word", WHOSE),),
)
