"""Men who fly one mission in somebody's place: strangers to his tour."""

from __future__ import annotations

from fractions import Fraction
from typing import TYPE_CHECKING

from .naming import Namer, namer_for

if TYPE_CHECKING:
    from ..crew import Crewman
    from ..sortie import Sortie

__all__ = ["stand_in"]


def stand_in(s: Sortie, place: Crewman, trade: str, title: str, missions: int) -> None:
    """Another man of a trade flies today in the place, and under the key, of one who stays on the ground."""
    kind = s.bomber.type
    names = namer_for(s, kind)
    if s.log is not None:
        taken = [man.name for man in s.bomber.crew]
        names = Namer(s.ruleset.names_of(kind), f"{s.setup.seed} {trade}", taken=taken)
    man = names.man(trade, title, missions)
    place.name, place.rank, place.title, place.trade = man.name, man.rank, title, trade
    place.missions, place.kills, place.has_ace_kills = missions, Fraction(0), False
