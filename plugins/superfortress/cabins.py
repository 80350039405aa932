"""The pressure cabins (4.2): under pressure, let down before a fight, or holed.

Where the cabin holds, men fly without masks and heated suits. Let down, they go on oxygen, and a hole does no
more than let the warm air out. A hole in a cabin under pressure is another matter: all the air goes at once (4-2).
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from bomberstream.core.procedure import step

from .state import HIGH

if TYPE_CHECKING:
    from bomberstream.core.sortie import Sortie

    from .state import SuperfortressState

__all__ = ["HAPPENINGS", "cabin_of", "cabin_pressure", "hole", "is_sealed"]


def cabin_of(s: Sortie, section: str) -> str:
    """The pressure cabin that a compartment belongs to; empty for one without (4-2A)."""
    cell = s.tables["cabins"].get(section)
    return "" if cell is None or not s.bomber.type.traits.get("pressurised") else str(cell.result)


def is_sealed(s: Sortie, section: str) -> bool:
    """Whether a compartment is under pressure."""
    g: SuperfortressState = s.game
    if g.let_down or "cabin_pressure" in s.bomber.out:
        return False
    cabin = cabin_of(s, section)
    return bool(cabin) and cabin not in g.pressure_lost


@step(rule="superfortress 4.2", table="4-2")
def cabin_pressure(s: Sortie) -> None:
    """Up in thin air, where fighters or guns are about: let the cabins down and put masks on, or keep the pressure."""
    g: SuperfortressState = s.game
    if not g.in_thin_air or not s.bomber.type.traits.get("pressurised"):
        g.let_down = False
        return
    threatened = s.zone.fighters is not None or s.zone.is_target
    before = g.let_down
    g.let_down = threatened and s.choose("lets_cabins_down") == "yes"
    if g.let_down != before:
        s.note("cabins", let_down=g.let_down)


def hole(s: Sortie, cabin: str) -> None:
    """A cabin is holed: its warm air is gone for good, and at High or Medium, if it was under pressure, at once."""
    g: SuperfortressState = s.game
    if cabin in g.pressure_lost:
        return
    burst = g.in_thin_air and not g.let_down and "cabin_pressure" not in s.bomber.out
    g.pressure_lost.add(cabin)
    s.note("cabin_holed", cabin=cabin, at_once=burst)
    for station in s.bomber.stations.values():
        if cabin_of(s, station.type.section) == cabin:
            s.bomber.lose_heat(station, s.zone.entry)
    if burst:
        s.carry_out("decompression", cabin)
    if g.altitude == HIGH:
        g.may_abort(s, "cabin pressure lost")


HAPPENINGS = {
    "cabins": "the cabins are let down before a fight, or put under pressure again",
    "cabin_holed": "a pressure cabin is holed",
    "blown_out": "a man is blown out of the bomber",
}
"""What is told here of a flight."""
