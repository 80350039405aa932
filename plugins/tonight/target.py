"""Over the target: going around, visibility, the bomb run, the turn for home (section 6 of the rules)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from bomberstream.core.mission.bombing import accuracy, drop, hang, may_release, tell_drop
from bomberstream.core.mission.engines import obey_engines
from bomberstream.core.procedure import step

from .altitude import is_slow
from .fighters import night_fighter_attacks
from .zones import another_turn, turn_for_home

if TYPE_CHECKING:
    from bomberstream.core.sortie import Sortie

    from .state import TonightState

__all__ = ["HAPPENINGS", "bomb_run", "going_around", "turn_over_target", "visibility"]

MAY_BOMB = "outbound and zone.is_target and bombs_aboard and not aborting"


@step(rule="tonight 6.0.8", when=f"{MAY_BOMB} and off_course_zones > 0")
def going_around(s: Sortie) -> None:
    """A bomber that strayed may go around: the night fighters once more, no guns, and it is on course again."""
    g: TonightState = s.game
    if s.choose("go_around") != "yes":
        return
    g.went_around = True
    s.note("goes_around", zones=g.off_course_zones)
    s.begin(f"out {s.zone.number} going around")
    g.lit = False
    night_fighter_attacks(s)
    g.off_course_zones = 0
    obey_engines(s)


@step(rule="tonight 6.0.9", table="6-1", when=MAY_BOMB)
def visibility(s: Sortie) -> None:
    """How well the target can be seen, once all the fighting before the bomb run is over (6-1)."""
    g: TonightState = s.game
    g.visibility = s.roll("visibility").result
    s.note("visibility", visibility=g.visibility)


@step(rule="tonight 6.1", table="6-6", when=MAY_BOMB)
def bomb_run(s: Sortie) -> None:
    """The bomb run (6-6), the drop, and how much of it lies on the target (6-7)."""
    g: TonightState = s.game
    if not s.bomber.bombs_aboard or g.aborting:
        return
    if not may_release(s):
        hang(s)
        return
    spoiled = drop(s)
    g.bombing_percent = accuracy(s, g.bomb_run)
    tell_drop(s, grade=grade(s), spoiled=spoiled)


GRADES = ((10, "poor"), (30, "fair"), (70, "good"), (100, "bullseye"))
"""Up to which percentage a bomb run is called what; a run off target is always wide."""


def grade(s: Sortie) -> str:
    """How the log calls a bomb run."""
    g: TonightState = s.game
    percent = g.bombing_percent or 0
    if g.bomb_run != "on_target":
        return "wide"
    return next(word for most, word in GRADES if percent <= most)


@step(rule="tonight 6.5", when="outbound and zone.is_target")
def turn_over_target(s: Sortie) -> None:
    """The turn for home: another turn here with its guns and fighters, or two for a slow bomber (6.5)."""
    turn_for_home(s)
    # A burst in this very zone costs its second turn now (5.2.5).
    if is_slow(s) or s.bomber.bursts:
        s.note("second_turn")
        another_turn(s, "turning again")


HAPPENINGS = {"goes_around": "the bomber goes around before its bomb run"}
"""What is told here, beside what every bomber game tells."""
