"""Staging through Iwo Jima (4.12): down there on the way out with the bombs aboard, for fuel, and on from there."""

from __future__ import annotations

from typing import TYPE_CHECKING, NoReturn

from bomberstream.core.mission import ending
from bomberstream.core.mission.setting_up import after_a_crash
from bomberstream.core.procedure import step
from bomberstream.core.zones import Zone

from . import choices
from .altitude import settle_low
from .fuel import burn, cost, margin
from .state import IWO_JIMA, way_round
from .zones import give_up

if TYPE_CHECKING:
    from bomberstream.core.sortie import Sortie

    from .state import SuperfortressState

__all__ = ["HAPPENINGS", "staging"]


@step(
    rule="superfortress 4.12",
    table="7-6A",
    when=f"outbound and zone.has_iwo_jima and date >= '{choices.STAGING_FROM}'",
)
def staging(s: Sortie) -> None:
    """Abreast of Iwo Jima on the way out, to a distant target or with little in hand: down for fuel, and on from there.

    A bomber that is hurt in the landing, has an engine out, or finds no fuel stays on the island: the mission is over.
    """
    g: SuperfortressState = s.game
    if g.aborting or (g.target_zone < choices.DISTANT and margin(s) >= choices.STAGING_MARGIN):
        return
    boxes = way_round(s.zone.region)
    if g.fuel < boxes or s.choose("stages") == "no":
        return
    g.fuel -= boxes
    passing = s.zone
    come_in(s)
    if s.bomber.engines_out:
        stay(s, "an engine out")
    result = s.roll("refuelling").result
    if result == "held":
        stay(s, "no fuel to be had on Iwo Jima")
    missing = max(0, g.fuel_at_start - g.fuel)
    boxes = missing if result == "filled" else (missing + 1) // 2
    g.fuel += boxes
    g.taken_on = boxes
    s.note("refuelled", boxes=boxes, fuel=g.fuel)
    go_on(s, passing)


def come_in(s: Sortie) -> None:
    """The landing with the bombs aboard, by 7-1; a bad one ends the mission there."""
    g: SuperfortressState = s.game
    passing = s.zone
    s.begin("down on Iwo Jima for fuel")
    s.zone = Zone(passing.number, over=("Iw",), region=(IWO_JIMA,), is_base=True, entry=passing.entry)
    settle_low(s)
    g.lands_at = "iwo_jima"
    result = s.roll("iwo_jima").result
    g.weather_over_base = "poor" if result == "crowded" else result
    s.note("iwo_jima", weather=result)
    with s.caused_by("landing"):
        rolled = ending.touch_down(s, "airfield")
        if rolled.result != "safe":
            ending.after_landing(s, "airfield", rolled)


def stay(s: Sortie, reason: str) -> NoReturn:
    """The bomber stays on the island, and its mission is over."""
    give_up(s, reason)
    for man in s.bomber.crew:
        if not man.is_dead:
            man.fate = "returns"
    ending.finish(s, "diverted", "intact")


def go_on(s: Sortie, passing: Zone) -> None:
    """Off again with full tanks from a short strip (3-2), and on along the route."""
    g: SuperfortressState = s.game
    g.leaves_from, g.landing_place, g.lands_at = "iwo_jima", "", "base"
    s.begin("off from Iwo Jima")
    with s.caused_by("take-off"):
        s.carry_out("take_off")
        after_a_crash(s)
        burn(s, cost(s, "take_off"))
    g.leaves_from = "base"
    s.zone = passing
    s.note("airborne_again", fuel=g.fuel, engines_out=s.bomber.engines_out)
    if s.bomber.engines_out:
        give_up(s, "engine lost at take-off")


HAPPENINGS = {
    "refuelled": "fuel is taken on at Iwo Jima on the way out",
    "airborne_again": "the bomber is off again from Iwo Jima",
}
"""What is told here of a flight."""
