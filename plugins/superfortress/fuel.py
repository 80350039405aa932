"""Fuel (4.10): boxes ticked off for each turn, by Table 4-8, and what is done when they run short."""

from __future__ import annotations

from typing import TYPE_CHECKING

from bomberstream.core.mission.crewing import release_men, take_controls
from bomberstream.core.mission.engines import lighten
from bomberstream.core.mission.hardship import burn_fuel
from bomberstream.core.procedure import step

from . import choices
from .state import HIGH, LEVELS, LOW, MEDIUM

if TYPE_CHECKING:
    from bomberstream.core.crew import Crewman
    from bomberstream.core.sortie import Sortie

    from .state import SuperfortressState

__all__ = [
    "HAPPENINGS",
    "burn",
    "cost",
    "fuel",
    "fuel_decisions",
    "lose",
    "margin",
    "margin_to_iwo",
    "needed",
    "turn_costs",
    "who_tends_the_panel",
]


BOMBS_FROM = {"day_high": HIGH, "day_medium": MEDIUM, "night_medium": MEDIUM, "composite": HIGH}
"""The level of the bomb run by the profile of the mission; all others bomb from Low."""


def cost(s: Sortie, what: str) -> int:
    """Boxes that something costs (4-8)."""
    return int(s.tables["fuel_use"].look(what).result)


def turn_costs(s: Sortie) -> list[tuple[str, int]]:
    """What this turn costs, entry by entry of 4-8."""
    g: SuperfortressState = s.game
    bomber = s.bomber
    whats = ["turn"]
    if g.altitude == HIGH:
        whats.append("high")
    if g.wind != "calm":
        whats.append(g.wind)
    if g.jet_stream != "none" and g.altitude == HIGH and g.heading == "upwind":
        whats.append("jet_stream")
    if s.zone.is_target and s.outbound:
        whats.append("over_target")
    if bomber.engines_out and s.zone.number % choices.EXTRA_BOX_EVERY == 0:
        whats += ["engine_out"] * bomber.engines_out
    for engine in bomber.engines:
        if engine.is_windmilling:
            whats.append("windmilling")
            break
    if g.doors_wrecked or "drag" in bomber.out:
        whats.append("drag")
    if s.zone.number % choices.EXTRA_BOX_EVERY == 2 and is_badly_tended(s):
        whats.append("badly_tended")
    look = s.tables["fuel_use"].look
    costs = [(what, int(look(what).result)) for what in whats]
    if g.leak:
        costs.append(("leak", g.leak))
    return costs


def is_badly_tended(s: Sortie) -> bool:
    """Whether nobody gets the best out of the engines: gauges shot up, or nobody trained at the panel (4.7)."""
    return "fuel_gauges" in s.bomber.out or who_tends_the_panel(s).trade != "engineer"


def who_tends_the_panel(s: Sortie) -> Crewman:
    """Who sits at the flight engineer's panel; bombers of other games have a pilot look after his engines."""
    engineer = s.bomber.man_of("engineer")
    if engineer.is_fit and (engineer.station is None or engineer.station.key == "engineer"):
        return engineer
    seat = s.bomber.stations.get("engineer")
    if seat is not None and seat.man is not None and seat.man.is_fit:
        return seat.man
    return s.bomber.man_at(s.bomber.type.pilots[0])


def burn(s: Sortie, boxes: int) -> None:
    """Tick off boxes; when none is left the flight ends here."""
    g: SuperfortressState = s.game
    g.fuel -= boxes
    if g.fuel < 0:
        g.fuel = 0
        s.note("fuel_gone")
        for engine in s.bomber.engines:
            s.bomber.stop(engine, "fuel")
        with s.caused_by("fuel"):
            g.come_down(s)


def lose(s: Sortie, boxes: int, *, each_turn: bool = False) -> None:
    """Fuel runs out of a holed tank: boxes at once, or so many more in each turn."""
    g: SuperfortressState = s.game
    if each_turn:
        g.leak += boxes
    else:
        g.fuel = max(0, g.fuel - boxes)
    s.note("fuel_lost", boxes=boxes, each_turn=each_turn, left=g.fuel)


@step(rule="superfortress 4.10", table="4-8")
def fuel(s: Sortie) -> None:
    """A turn begins: men are free again, somebody flies, and the turn's boxes are ticked off (4-8)."""
    release_men(s)
    take_controls(s)
    boxes = 0
    for _, more in turn_costs(s):
        boxes += more
    burn(s, boxes)
    burn_fuel(s)


# --- reckoning


def needed(s: Sortie) -> int:
    """Boxes that the rest of the mission needs, by the book: no wind, no trouble."""
    g: SuperfortressState = s.game
    number, target = s.zone.number, g.target_zone
    if g.goes_north:
        return max(0, g.goes_north - number)
    if not s.outbound:
        return max(0, number - 2)
    if g.aborting or s.zone.is_target:
        return 1 + max(0, number - 2)
    boxes = (target - number) + 2 + max(0, target - 2)
    goal = BOMBS_FROM.get(g.profile, LOW)
    if goal != g.altitude:
        boxes += max(0, LEVELS.index(goal) - LEVELS.index(g.altitude)) * cost(s, "climb")
    if goal == HIGH:
        boxes += 2 * min(choices.CLIMB_TO_HIGH - 1, target - number)
    return boxes


def margin(s: Sortie) -> int:
    """Boxes beyond what is needed to finish the mission and come home."""
    g: SuperfortressState = s.game
    return g.fuel - needed(s)


def margin_to_iwo(s: Sortie) -> int:
    """Boxes beyond what is needed to reach the zone of Iwo Jima on the way home; 99 where the route passes none."""
    g: SuperfortressState = s.game
    if g.iwo_zone is None or g.goes_north:
        return 99
    return g.fuel - needed(s) + max(0, g.iwo_zone - 2)


# --- when it runs short


@step(rule="superfortress 4.10", when="inbound and zone.number > 1")
def fuel_decisions(s: Sortie) -> None:
    """Short of fuel on the way home: everything loose overboard, or down on the water while the engines still run."""
    g: SuperfortressState = s.game
    short = margin(s)
    if short < 0 and not g.lightened and s.choose("lightens_for_fuel") == "yes":
        g.lightened = True
        lighten(s)
        g.fuel += choices.BOXES_SAVED
        short = margin(s)
    if short < 0 and g.fuel <= 1 and s.choose("ditches_under_power") == "yes":
        s.note("ditches_under_power", left=g.fuel)
        with s.caused_by("fuel"):
            g.come_down(s)


HAPPENINGS = {
    "fuel_lost": "fuel runs out of a holed tank",
    "ditches_under_power": "the bomber goes down on the water while its engines run",
}
"""What is told here of a flight."""
