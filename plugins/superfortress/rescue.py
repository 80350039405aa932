"""Men down at sea or in Japan (7.5, 7.7): lifeguard submarines, flying boats and Super Dumbos, and captivity."""

from __future__ import annotations

from typing import TYPE_CHECKING

from . import choices

if TYPE_CHECKING:
    from bomberstream.core.crew import Crewman
    from bomberstream.core.sortie import Sortie

__all__ = ["HAPPENINGS", "in_enemy_hands", "search_for_man", "search_for_rafts"]


def search_for_rafts(s: Sortie, *, escaped: bool) -> None:
    """One roll for all who have left a ditched bomber (7-5); a natural 12 on 7-2 brings them home without it."""
    found = escaped or (not s.game.goes_north and s.roll("sea_rescue").result == "rescued")
    for man in s.bomber.crew:
        if man.is_dead or man.fate:
            continue
        man.fate = "returns" if found else taken_from_the_sea(s, man)
        if man.fate == "missing":
            man.kill()
    s.note("rafts_found" if found else "rafts_lost")


def search_for_man(s: Sortie, man: Crewman) -> str:
    """One roll for a man alone in the water (7-5); "lost" when nobody finds him."""
    s.man = man
    if not s.game.goes_north and s.roll("sea_rescue").result == "rescued":
        return "returns"
    fate = taken_from_the_sea(s, man)
    return "lost" if fate == "missing" else fate


def taken_from_the_sea(s: Sortie, man: Crewman) -> str:
    """Off the coast of Japan a boat of theirs may find those whom ours do not (7-5A); off the Soviet coast one of
    neither side (7-5B)."""
    if s.zone.region_below == "Soviet waters":
        s.man = man
        fate = str(s.roll("soviet_boats").result)
        return "returns" if fate == "interned" and s.date >= choices.SOVIET_WAR_FROM else fate
    if s.zone.region_below != "Japanese waters":
        return "missing"
    s.man = man
    return str(s.roll("enemy_boats").result)


def in_enemy_hands(s: Sortie, man: Crewman) -> str:
    """A man down on Japanese soil: captured, or killed by those who find him (7-7)."""
    s.man = man
    return str(s.roll("in_enemy_hands").result)


HAPPENINGS = {
    "rafts_found": "the rafts are found",
    "rafts_lost": "the rafts are not found",
}
"""What is told here of a flight."""
