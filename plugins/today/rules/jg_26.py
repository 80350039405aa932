"""Optional rule 10.1: the fighters may be those of JG 26, the Abbeville boys: better pilots, whom the escort hardly
reaches.

The notes i and j of 5-3 say when; what it means is not printed.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from attrs import define, field
from bomberstream.core.game import OptionalRule
from bomberstream.core.procedure import step

from ..fighters import is_over, meanings
from .laying import lay_data

if TYPE_CHECKING:
    from bomberstream.core.combat import Fighter
    from bomberstream.core.effects import Action
    from bomberstream.core.ruleset import RulesetBuilder
    from bomberstream.core.sortie import Sortie

    from ..fighters import NoteCell
    from ..state import TodayState

__all__ = ["RULE"]

ID = "jg_26"
GERMANY = "G"
# [62] Other reading: they are like any others to the escort.
ESCORT_AT_BEST = "poor"


@define(eq=False)
class Wave:
    """Who of the present wave belongs to the unit."""

    fighters: list[Fighter] = field(factory=list)


def may_be_theirs(s: Sortie, fighter: Fighter) -> bool:
    """Whether a note of the fighter's group says that it may be one of JG 26, here and against this target."""
    return any(
        meaning == "jg_26" and is_their_ground(s, note) and fighter.type.id in (note.only or (fighter.type.id,))
        for meaning, note in meanings(s, fighter.marks).items()
    )


def is_their_ground(s: Sortie, note: NoteCell) -> bool:
    """Whether the raid is one that they meet: on northern France (note i), or on its way into Germany (note j)."""
    g: TodayState = s.game
    if g.target is None:
        return False
    if note.zone:
        return g.target.country == GERMANY and s.zone.number == note.zone and is_over(s, note.over)
    return s.tables["northern_france"].get(g.target.city) is not None


@step(rule="today 10.1", table="5-3 note i")
def abbeville_boys(s: Sortie) -> None:
    """One die for the wave: those with the mark are of JG 26, or they are not (5-3 notes i, j)."""
    g: TodayState = s.game
    wave = s.kept[ID] = Wave()
    marked = [one for one in g.fighters if may_be_theirs(s, one)]
    if marked and s.roll("jg26").result == "jg26":
        wave.fighters = marked
        s.note("jg_26", fighters=len(marked))


def hold_off(drive_off: Action) -> Action:
    """The escort against a wave of theirs: this turn's throw, read as if the escort were poor."""

    def act(s: Sortie) -> None:
        g: TodayState = s.game
        held = g.escort_first, g.escort_later
        if s.kept[ID].fighters and g.escort_roll is not None:
            cell = s.tables["escort_drives_off"].find(g.escort_roll.natural, g.escort_roll.total, ESCORT_AT_BEST)
            g.escort_first = min(g.escort_first, cell.result)
            g.escort_later = min(g.escort_later, cell.data.later)
        drive_off(s)
        g.escort_first, g.escort_later = held

    return act


def better_pilots(skills: Action) -> Action:
    """Their skill has a die of its own: there is no beginner among them."""

    def act(s: Sortie) -> None:
        g: TodayState = s.game
        theirs = [one for one in s.kept[ID].fighters if one in g.fighters]
        everybody, g.fighters = g.fighters, [one for one in g.fighters if one not in theirs]
        skills(s)
        g.fighters = everybody
        for one in theirs:
            s.fighter = one
            one.skill = s.roll("jg26_skill").result

    return act


def apply(builder: RulesetBuilder) -> None:
    """Let some of the fighters be of JG 26."""
    builder.role("jg26", ("jg26", "ordinary"))
    builder.role("jg26_skill", ("average", "ace"))
    builder.role("northern_france", ("north",), looked_up=True)
    builder.happening("jg_26", "fighters of the wave belong to JG 26")
    lay_data(builder, ID)
    # After whatever has put other fighters in their place.
    builder.step(abbeville_boys, before="wave.bombs_and_rockets")
    builder.wrap_step("wave.escort_drives_off", hold_off)
    builder.wrap_step("wave.pilot_skill", better_pilots)


RULE = OptionalRule(id=ID, title="Fighters of JG 26", rule="today 10.1", games=("today",), apply=apply)
