"""Routes: what lies below each zone must be known to the control chart, and to the log."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator
from typing import TYPE_CHECKING

from ..errors import did_you_mean
from ..zones import WATER

if TYPE_CHECKING:
    from ..zones import ControlEntry, Route

__all__ = ["check_routes"]


def check_routes(routes: Iterable[Route], control: Iterable[ControlEntry], countries: Collection[str]) -> Iterator[str]:
    """Every letter has a region and is known; a game without a control chart has no use for either."""
    charted = {entry.code for entry in control}
    if not charted:
        return
    charted.add(WATER)
    named = {*countries} or charted
    for route in routes:
        for zone in route.zones:
            where = f"{route.where}: zone {zone.n}"
            if zone.over and not zone.region:
                yield f"{where}: region is missing; expected one for each letter of over"
            for code in dict.fromkeys(zone.over):
                if code not in charted:
                    hint = did_you_mean(code, charted)
                    yield f"{where}: no letter {code!r} in the control chart; {hint}".rstrip("; ")
                elif code not in named:
                    yield f"{where}: no country {code!r}; {did_you_mean(code, named)}".rstrip("; ")
