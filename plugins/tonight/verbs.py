"""Verbs of the night tables, beside those that every bomber game knows."""

from __future__ import annotations

from typing import TYPE_CHECKING

from bomberstream.core.effects import verb
from bomberstream.core.mission import events

from .crew import gunners

if TYPE_CHECKING:
    from bomberstream.core.sortie import Sortie

    from .state import TonightState

__all__ = ["HAPPENINGS", "VERBS"]


@verb("squadron_loses", takes="number")
def squadron_loses(s: Sortie, bombers: int) -> None:
    """Other bombers of the squadron are lost at take-off (3.1.3)."""
    g: TonightState = s.game
    g.squadron_losses += bombers
    s.note("squadron_loses", bombers=bombers)


@verb("no_fighters")
def no_fighters(s: Sortie) -> None:
    """No night fighters in this zone (4-1A)."""
    g: TonightState = s.game
    g.no_fighters = True


@verb("gains_night_vision")
def gains_night_vision(s: Sortie) -> None:
    """A man without it gains night vision, for good: the fit gunner with the most missions, else any fit man."""
    without = [man for man in s.bomber.fit_men() if not man.night_vision]
    trades = {one.id for one in gunners(s.bomber.type)}
    first = [man for man in without if man.trade in trades]
    if without:
        man = max(first or without, key=lambda one: one.missions)
        man.night_vision = True
        s.note("gains_night_vision", man=man.name, station=man.title)


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
    events.no_corkscrew,
    squadron_loses,
    no_fighters,
    gains_night_vision,
)
"""Those of every bomber's mission that happen by night, and our own."""

HAPPENINGS = {
    "squadron_loses": "other bombers of the squadron are lost at take-off",
    "no_corkscrew": "damage rules the corkscrew out",
    "gains_night_vision": "a man gains night vision",
}
"""What is told here, beside what every bomber game tells."""
