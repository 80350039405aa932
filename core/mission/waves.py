"""Fighters that come in waves: groups of a type as tables give them, told in words, and driven off by an escort."""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING

from attrs import define

from ..combat import Fighter, parse_position

if TYPE_CHECKING:
    from collections.abc import Sequence

    from ..sortie import Sortie
    from .state import MissionState

__all__ = ["Group", "drive_off", "grouped"]


@define(frozen=True)
class Group:
    """Fighters of one type in a cell of an appearance table: where each comes from, and the notes that hold for
    them."""

    type: str
    at: tuple[str, ...]
    notes: tuple[str, ...] = ()

    def __attrs_post_init__(self) -> None:
        for position in self.at:
            parse_position(position)


def grouped(fighters: Sequence[Fighter]) -> str:
    """Fighters in words, those of one type and place together: "2 Me 109s at 12 o'clock high"."""
    alike = Counter(one.told for one in fighters)
    types = {one.told: one.type for one in fighters}
    return ", ".join(
        told if number == 1 else f"{number} {types[told].plural}{told.removeprefix(types[told].short)}"
        for told, number in alike.items()
    )


def drive_off(s: Sortie, number: int) -> None:
    """The escort takes fighters off the wave, which ones the player says; none that is beyond its reach."""
    g: MissionState = s.game
    came = len(g.fighters)
    for _ in range(number):
        within_reach = [one for one in g.fighters if not one.beyond_escort]
        gone = s.pick("escort_takes", within_reach)
        if gone is None:
            break
        g.fighters.remove(gone)
        s.note("driven_off", fighter=gone.told, by="the escort")
    if g.fighters:
        if s.is_heard("attackers"):
            s.note("attackers", number=len(g.fighters), who=grouped(g.fighters))
    elif came:
        s.note("wave_gone")
