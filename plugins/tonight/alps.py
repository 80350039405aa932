"""The Alps: icing in full cloud, and the pass that a bomber below the peaks looks for (4.2)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from bomberstream.core.procedure import step

from .zones import another_turn

if TYPE_CHECKING:
    from bomberstream.core.sortie import Sortie

    from .state import TonightState

__all__ = ["alps_clouds", "find_pass"]


@step(rule="tonight 4.2.2", table="4-1A", when="zone.is_alps and weather == 'full_cloud'", cause="weather")
def alps_clouds(s: Sortie) -> None:
    """Full cloud on the Alps: severe icing turns the bomber back before it enters (4-1A)."""
    s.carry_out("alps_weather")
    g: TonightState = s.game
    if g.iced:
        s.leave("zone")


@step(rule="tonight 4.2.1", table="4-1A", when="zone.is_alps", cause="weather")
def find_pass(s: Sortie) -> None:
    """A bomber that came to the Alps low looks for a pass, for a turn more; then a die or two (4-1A e)."""
    g: TonightState = s.game
    if not g.seeks_pass:
        return
    found = s.roll("alps_pass").result == "found"
    s.note("looks_for_pass", found=found)
    if found:
        s.carry_out("alps_pass_crash")
    elif s.outbound:
        g.abort(s, "no pass through the Alps")
    another_turn(s, "looking for a pass")
    if not found and not s.outbound:
        g.finds_no_pass = True
        s.leave("zone")
