"""Names and ranks for crews, names for aeroplanes: out of a seed, not out of the dice, so they change no result."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING

from ..crew import Crewman
from ..dice import random_bytes

if TYPE_CHECKING:
    from ..bomber import BomberType
    from ..packs import Names
    from ..sortie import Sortie

__all__ = ["SEASONED", "Namer", "in_series", "rank_of"]

INITIALS = "ABCDEFGHJKLMNPRSTW"
SEASONED = 12
"""Missions after which men hold the rank of the second half of a tour."""


class Namer:
    """Names for a crew; last names differ within it."""

    def __init__(self, names: Names, seed: int | str, *, taken: Iterable[str] = ()) -> None:
        """`taken`: names of men who are there already."""
        self._names = names
        self._lots = random_bytes(seed, "names")
        self._taken = {one.rpartition(" ")[2] for one in taken}

    def _one(self, words: Sequence[str]) -> str:
        return words[next(self._lots) % len(words)] if words else "unknown"

    def aircraft(self) -> str:
        """The name on the nose."""
        return self._one(self._names.aircraft)

    def name(self) -> str:
        """A man's name."""
        names = self._names
        last = self._one(names.last)
        while last in self._taken and len(self._taken) < len(names.last):
            last = self._one(names.last)
        self._taken.add(last)
        initial = f" {self._one(INITIALS)}." if names.middle_initial else ""
        return f"{self._one(names.first)}{initial} {last}"

    def man(self, trade: str, title: str, missions: int) -> Crewman:
        """A man for a trade, with the rank of his service."""
        name = self.name()
        return Crewman(name, trade, self._rank(trade, missions), title, missions)

    def _rank(self, trade: str, missions: int) -> str:
        if trade not in self._names.rank:
            return ""
        return _rank_at(self._names, trade, missions, next(self._lots) / 256)


class Nameless(Namer):
    """When nobody listens the men go by their trades, and no time is spent on names."""

    def __init__(self) -> None:
        """It needs nothing."""

    def aircraft(self) -> str:
        return ""

    def man(self, trade: str, title: str, missions: int) -> Crewman:
        return Crewman(title, trade, "", title, missions)


NAMELESS = Nameless()


def namer_for(s: Sortie, kind: BomberType) -> Namer:
    """Names for the crew of a flight, as they are in the service of their bomber."""
    return NAMELESS if s.log is None else Namer(s.ruleset.names_of(kind), s.setup.seed)


def rank_of(names: Names, trade: str, missions: int, lot: int) -> str:
    """The rank of a man who has flown so many missions; the same `lot`, any whole number, is the same man."""
    return _rank_at(names, trade, missions, lot % 256 / 256)


def _rank_at(names: Names, trade: str, missions: int, place: float) -> str:
    """The rank at a place from 0 to 1 among those of a trade, each with its share."""
    ranks = names.rank.get(trade)
    if ranks is None:
        return ""
    shares = ranks.later if missions >= SEASONED and ranks.later else ranks.start
    for rank, share in shares.items():
        place -= share
        if place < 0:
            return rank
    return next(iter(shares), "")


def in_series(names: Sequence[str]) -> str:
    """Names as one says them: "A, B and C"."""
    return " and ".join(part for part in (", ".join(names[:-1]), *names[-1:]) if part)
