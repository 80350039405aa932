"""Routes: what lies below each zone is known to the control chart and the log, and one leads to each target."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Set
from typing import TYPE_CHECKING

from ..errors import did_you_mean
from ..zones import WATER

if TYPE_CHECKING:
    from ..packs import Target
    from ..zones import ControlEntry, Route

__all__ = ["check_routes", "check_targets"]


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


def check_targets(targets: Iterable[Target], ways: Set[tuple[int, str]]) -> Iterator[str]:
    """A route leads to each target, for its own air force; `ways` are those that there are."""
    for target in targets:
        if (target.air_force, target.city) not in ways:
            force = f" for air force {target.air_force}" if target.air_force else ""
            yield f"target {target.city}: no route{force}"
