"""Orders that decide at random: what a rule engine must bear."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from ..decisions import Decider, Decision
from ..dice import SeededSource, parse_dice
from ..sortie import Sortie

__all__ = ["RandomOrders"]


class RandomOrders:
    """Takes any option of any decision, each alike, from dice of its own.

    With `standing` orders only about one decision in `one_in` is taken at random, the others by those orders:
    flights then get as far as they do in play.
    """

    def __init__(self, seed: int | str, *, standing: Decider | None = None, one_in: int = 1) -> None:
        self._source = SeededSource(f"orders {seed}")
        self._source.begin("orders")
        self._standing = standing
        self._coin = parse_dice(f"1d{one_in}")

    def take(self, s: Sortie, decision: Decision, keys: Sequence[str], subjects: Sequence[Any]) -> str | None:
        """The option to take."""
        if self._standing is not None and self._source.throw(self._coin, "whether at random") != (1,):
            return self._standing.take(s, decision, keys, subjects)
        (place,) = self._source.throw(parse_dice(f"1d{len(keys)}"), decision.id)
        return keys[place - 1]
