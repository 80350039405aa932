"""What a tour carries into a bomber's mission: men with what they have behind them, the aeroplane, luck held back."""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction
from typing import TYPE_CHECKING

from attrs import define, field

from ..crew import Crewman
from ..errors import BadData
from ..loading import structure

if TYPE_CHECKING:
    from ..sortie import Sortie

__all__ = ["Carried", "CarriedMan", "carried_by", "man_of_tour"]


@define(frozen=True)
class CarriedMan:
    """A man of a tour, as he goes into a mission."""

    name: str
    rank: str = ""
    missions: int = 0
    kills: str = "0"
    """Credited before today, shares as such: "7/2"."""
    night_vision: bool = False
    tested_at: int | None = None
    """How many missions he had flown when it was last looked whether he sees well at night; None for never."""
    medals: tuple[str, ...] = ()
    """What he has been given, by the words of the rule of awards that gave it (`honours`)."""


@define(frozen=True)
class Carried:
    """All of it."""

    crew: Mapping[str, CarriedMan] = field(factory=dict)
    """By trade. A trade that is left out is a man unknown."""
    aircraft: str = ""
    fits: Mapping[str, str] = field(factory=dict)
    """How the places of the aeroplane are fitted."""
    rerolls: int = 0
    """Throws that may be made again, held back from earlier missions."""


NOTHING = Carried()


def carried_by(s: Sortie) -> Carried:
    """What the setup carries; raises `BadData` for what is none of it."""
    given = s.setup.carried
    return structure(dict(given), Carried, "carried") if given else NOTHING


def man_of_tour(one: CarriedMan, trade: str, title: str) -> Crewman:
    """The man as he boards the bomber; raises `BadData` for kills that are no number."""
    try:
        kills = Fraction(one.kills)
    except (ValueError, ZeroDivisionError):
        raise BadData(f"carried, crew, {trade}: kills {one.kills!r}: expected a number like '3' or '7/2'") from None
    man = Crewman(one.name, trade, one.rank, title, one.missions, kills)
    man.night_vision = one.night_vision
    return man
