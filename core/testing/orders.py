"""Orders that decide at random: what a rule engine must bear."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from ..decisions import Decision, Orders
from ..dice import SeededSource, parse_dice
from ..sortie import Sortie

__all__ = ["RandomOrders"]


class RandomOrders(Orders):
    """Takes any option of any decision, each alike, from dice of its own."""

    def __init__(self, seed: int | str) -> None:
        super().__init__({})
        source = SeededSource(f"orders {seed}")
        source.begin("orders")
        object.__setattr__(self, "_source", source)

    def take(self, s: Sortie, decision: Decision, keys: Sequence[str], subjects: Sequence[Any]) -> str | None:
        source: SeededSource = object.__getattribute__(self, "_source")
        (place,) = source.throw(parse_dice(f"1d{len(keys)}"), decision.id)
        return keys[place - 1]
