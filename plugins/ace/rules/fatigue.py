"""Optional rule 11.3: fatigue. A year of nights wears a pilot down; nights on the ground restore him, and one leave."""

from __future__ import annotations

from importlib.resources import files
from pathlib import Path
from typing import TYPE_CHECKING, Any

from attrs import define, evolve
from bomberstream.core.conditions import Name
from bomberstream.core.decisions import Decision
from bomberstream.core.game import OptionalRule
from bomberstream.core.procedure import step

if TYPE_CHECKING:
    from bomberstream.core.ruleset import RulesetBuilder
    from bomberstream.core.sortie import Sortie

    from ..state import AceState

__all__ = ["RULE", "Band"]

ID = "fatigue"
LEAVE = "leave taken"
STOOD_DOWN = "stood_down"
RESTS = 2
"""Points that a sortie not flown takes off (11.3.1)."""
LEAVE_SORTIES = 2
LOST_FROM, LOST_ON = 24, 2
"""From so many points on, a throw of so much, too, means that the pilot is lost (11.3.3)."""


@define(frozen=True)
class Band:
    """What fatigue does from so many points on (11.3.3): what is added to the die rolls."""

    least: int
    parachute: int = 0
    landing: int = 0
    initiative: int = 0
    lost_on: int = 1


def points(s: Sortie) -> int:
    """The pilot's Fatigue Points."""
    return int(s.game.career.kept.get(ID, 0))


@step(rule="ace 11.3.1")
def stays_at_home(s: Sortie) -> None:
    """The pilot may simply not fly (11.3.1)."""
    if s.choose("stays_at_home") == "yes":
        s.note("stays_at_home", points=points(s))
        s.end(STOOD_DOWN, "rest")


@step(rule="ace 11.3.3", table="fatigue")
def worn_out(s: Sortie) -> None:
    """With 24 points a 2 on the interception die, too, means that he is lost; navigation still helps."""
    if points(s) >= LOST_FROM:
        s.kept["lost_up_to"] = LOST_ON


@step(rule="ace 11.3.1")
def tires(s: Sortie) -> None:
    """A sortie flown brings a point, one not flown takes two off (11.3.1)."""
    g: AceState = s.game
    flown = s.outcome not in s.ruleset.game.not_flown
    now = max(0, points(s) + (1 if flown else -RESTS))
    g.career.kept[ID] = now
    s.note("fatigue", points=now)


@step(rule="ace 11.3.2", when="career_goes_on")
def leave(s: Sortie) -> None:
    """Once in the game a week of leave: two sorties lost, and all fatigue gone (11.3.2)."""
    career = s.game.career
    if career.kept.get(LEAVE) or s.choose("takes_leave") == "no":
        return
    career.kept[LEAVE] = True
    career.kept[ID] = 0
    career.delay("leave", LEAVE_SORTIES)
    s.note("goes_on_leave")


def put_points(s: Sortie, value: Any) -> None:
    """A scenario says how tired he is."""
    s.game.career.kept[ID] = value


def apply(builder: RulesetBuilder) -> None:
    """Count fatigue, and let it act."""
    builder.outcome(STOOD_DOWN, "the pilot stayed at home")
    builder.game = evolve(builder.game, not_flown=builder.game.not_flown | {STOOD_DOWN})
    builder.role("fatigue_band", ("none", "light", "moderate", "heavy", "extreme"), Band, looked_up=True)
    builder.name(Name("fatigue", f"s.game.career.kept.get({ID!r}, 0)", "number", "Fatigue Points", (), put_points))
    builder.happening("fatigue", "the pilot's Fatigue Points are counted")
    builder.happening("stays_at_home", "the pilot does not fly tonight")
    builder.happening("goes_on_leave", "the pilot goes on leave")
    builder.decision(Decision("stays_at_home", "Stay at home tonight?", "ace 11.3.1", ("yes", "no")))
    builder.decision(Decision("takes_leave", "Take the one leave now?", "ace 11.3.2", ("yes", "no")))
    builder.lay_over(Path(str(files("bomberstream.tables"))) / "ace-rules" / "fatigue.toml")
    builder.step(stays_at_home, after="sortie.grounded")
    builder.step(worn_out, before="sortie.search")
    builder.step(tires, after="debriefing.close_log")
    builder.step(leave, before="debriefing.turn_page")


RULE = OptionalRule(id=ID, title="Pilot fatigue", rule="ace 11.3", games=("ace",), apply=apply)
