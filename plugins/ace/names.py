"""Names for new men, out of the sortie's seed and not out of its dice: they change no result."""

from __future__ import annotations

from typing import TYPE_CHECKING

from bomberstream.core.dice import random_bytes

if TYPE_CHECKING:
    from bomberstream.core.sortie import Sortie

__all__ = ["new_name"]


def new_name(s: Sortie, purpose: object) -> str:
    """First and last name of a new man; another purpose gives another."""
    names = s.ruleset.names
    if not names.first or not names.last:
        return "unknown"
    lots = random_bytes(s.setup.seed, "name", purpose)
    first = (next(lots) << 8) + next(lots)
    last = (next(lots) << 8) + next(lots)
    return f"{names.first[first % len(names.first)]} {names.last[last % len(names.last)]}"
