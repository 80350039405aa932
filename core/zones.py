"""Zones and routes: the strategic track, what lies below, and who holds it on a date."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Callable, Hashable, Iterable, Iterator, Mapping, Sequence
from itertools import pairwise
from typing import TypeVar

from attrs import Factory, define, field

from .dates import is_day, no_day
from .errors import BadData, did_you_mean
from .fields import filled_in

__all__ = ["ControlEntry", "ControlStep", "Gazetteer", "Route", "RouteZone", "Zone", "ZoneControl", "laid_over"]

T = TypeVar("T")

WATER = "W"
HOLDERS = ("axis", "allied", "contested", "neutral", "base")
"""Who may hold a country or a region of it."""
NO_FIGHTERS = "NA"
"""What a route's zone gives for `fighters` when none come there."""


@define(frozen=True)
class RouteZone:
    """One zone of a route, as data."""

    n: int
    over: tuple[str, ...]
    """Country letters, or W for water; two where a coast or border crosses the zone."""
    fighters: int | str | tuple[int | str, ...] = 0
    """Modifier to the fighter roll, "NA" for none in this zone; one for all campaigns or one for each."""
    region: tuple[str, ...] = ()
    """For each letter the region that the control chart knows it by."""
    alps: bool = False

    def check(self) -> Iterator[str]:
        """What is wrong with it, a line a fault."""
        if not self.over:
            yield "over has no entries; expected the letters of what lies below"
        elif self.region and len(self.region) != len(self.over):
            yield f"over has {len(self.over)} entries, region {len(self.region)}; expected one region for each letter"
        given = self.fighters if isinstance(self.fighters, tuple) else (self.fighters,)
        if not given:
            yield "fighters is an empty list"
        for one in given:
            if isinstance(one, str) and one != NO_FIGHTERS:
                yield f"fighters must be a number or {NO_FIGHTERS!r}, not {one!r}"

    def fighters_in(self, campaign: int) -> int | None:
        """The modifier in a campaign (1 and up); None where no fighters come."""
        given = self.fighters
        if isinstance(given, tuple):
            given = given[min(campaign, len(given)) - 1]
        return given if isinstance(given, int) else None


@define(frozen=True)
class Route:
    """The line of a target in the flight log gazetteer: zone 2 to the target zone."""

    target: str
    miles: int
    zones: tuple[RouteZone, ...]
    air_force: int = 0
    """0 where a game has but one."""
    where: str = filled_in()

    def check(self) -> Iterator[str]:
        """What is wrong with it, a line a fault."""
        numbers = [zone.n for zone in self.zones]
        if not numbers:
            yield "a route needs zones"
        elif numbers != list(range(2, len(numbers) + 2)):
            yield "zones must run from 2 without a gap"
        for zone in self.zones:
            yield from (f"zone {zone.n}: {fault}" for fault in zone.check())

    @property
    def target_zone(self) -> int:
        """The number of the zone that holds the target."""
        return self.zones[-1].n


@define(eq=False)
class Zone:
    """A zone of this flight, on this leg."""

    number: int
    over: tuple[str, ...] = (WATER,)
    region: tuple[str, ...] = ("",)
    fighters: int | None = 0
    """Modifier to the fighter roll; None where no fighters come."""
    is_target: bool = False
    is_alps: bool = False
    is_base: bool = False
    weather: str = "clear"
    contrails: bool = False
    escort: str = "none"
    resistance: str = "none"
    letter: int | None = None
    """Which of two letters applies on this pass, once a die has said so."""
    entry: int = 0
    """How many zones had been entered before this one."""

    @property
    def code(self) -> str:
        """The letter of what lies below: the one that was rolled, or the first."""
        return self.over[self.letter or 0]

    @property
    def region_below(self) -> str:
        """The control region of what lies below."""
        place = self.letter or 0
        return self.region[place] if place < len(self.region) else ""


@define(frozen=True)
class ControlStep:
    """From this day on somebody holds a region."""

    from_: str
    by: str


@define(frozen=True)
class ControlEntry:
    """Who holds a region, from when."""

    code: str
    region: str
    steps: tuple[ControlStep, ...]
    soviet: bool = False
    """Whether the Allies who come to hold it are the Soviet army."""
    sure: bool = True
    note: str = ""
    where: str = filled_in()
    _days: tuple[str, ...] = field(
        init=False, repr=False, default=Factory(lambda self: tuple(step.from_ for step in self.steps), takes_self=True)
    )

    def check(self) -> Iterator[str]:
        """What is wrong with it, a line a fault."""
        if not self.steps:
            yield "somebody must hold it: it needs steps"
        for step in self.steps:
            if not is_day(step.from_):
                yield no_day(step.from_)
            if step.by not in HOLDERS:
                yield f"nobody is called {step.by!r}; {did_you_mean(step.by, HOLDERS)}".rstrip("; ")
        for before, after in pairwise(self._days):
            if before == after:
                yield f"two steps on {after}"
            elif before > after:
                yield "steps must be in order of date"

    def holder(self, date: str) -> str:
        """Who holds it on a date: "axis", "allied", "contested", "neutral" or "base"."""
        place = bisect_right(self._days, date)
        return self.steps[max(0, place - 1)].by


def laid_over(layers: Iterable[Sequence[T]], key: Callable[[T], Hashable]) -> list[T]:
    """Entries of several packs: a later one stands in place of an earlier one with the same key.

    New entries of a later pack come before the earlier ones, so that the last entry of a country stays its last.
    What stands twice in one pack is kept twice: it is a fault, told where the entries are checked.
    """
    found: list[T] = []
    for layer in layers:
        first = {key(one): one for one in reversed(layer)}
        again = [one for one in layer if first[key(one)] is not one]
        below = {key(one) for one in found}
        found = [first.get(key(one), one) for one in found]
        found = [*(one for name, one in reversed(first.items()) if name not in below), *again, *found]
    return found


class ZoneControl:
    """The control chart: who holds a country, or a region of it, on a date.

    Raises `BadData` with every fault of its entries.
    """

    def __init__(self, entries: Iterable[ControlEntry]) -> None:
        self._regions: dict[tuple[str, str], ControlEntry] = {}
        self._countries: dict[str, list[ControlEntry]] = {}
        problems: list[str] = []
        for entry in entries:
            told = f"{entry.where}: {entry.code} {entry.region!r}"
            if (entry.code, entry.region) in self._regions:
                problems.append(f"{told} stands twice")
            problems += (f"{told}: {fault}" for fault in entry.check())
            self._regions[entry.code, entry.region] = entry
            self._countries.setdefault(entry.code, []).append(entry)
        if problems:
            raise BadData(problems)

    def holder(self, code: str, region: str, date: str) -> str:
        """Who holds the ground: "axis", "allied", "contested", "neutral", "base" or "water".

        Without a region the country's last entry (its "rest") answers. Raises `BadData` for a country
        that the chart does not know.
        """
        if code == WATER:
            return "water"
        entry = self._regions.get((code, region))
        if entry is None:
            entries = self._countries.get(code)
            if not entries:
                raise BadData(f"control chart: no entry for {code!r} {region!r}")
            entry = entries[-1]
        return entry.holder(date)

    def sea_holder(self, region: str, date: str) -> str:
        """Who commands the sea off a coast: "axis", "allied" ...; empty where the chart says nothing of it."""
        entry = self._regions.get((WATER, region))
        return "" if entry is None else entry.holder(date)


class Gazetteer:
    """The routes of a game, by air force and target; raises `BadData` with every fault of them."""

    def __init__(self, routes: Iterable[Route], control: ZoneControl) -> None:
        self._routes: dict[tuple[int, str], Route] = {}
        self.control = control
        problems: list[str] = []
        for route in routes:
            if (route.air_force, route.target) in self._routes:
                force = f" for air force {route.air_force}" if route.air_force else ""
                problems.append(f"{route.where}: {route.target} stands twice{force}")
            problems += (f"{route.where}: {route.target}: {fault}" for fault in route.check())
            self._routes[route.air_force, route.target] = route
        if problems:
            raise BadData(problems)

    def __contains__(self, key: object) -> bool:
        return key in self._routes

    def routes(self) -> Mapping[tuple[int, str], Route]:
        """Every route."""
        return self._routes

    def route(self, air_force: int, target: str) -> Route:
        """The route to a target; raises `BadData` with the nearest when there is none."""
        try:
            return self._routes[air_force, target]
        except KeyError:
            hint = did_you_mean(target, (city for force, city in self._routes if force == air_force))
            force = f" for air force {air_force}" if air_force else ""
            raise BadData(f"gazetteer: no route{force} to {target!r}; {hint}".rstrip("; ")) from None
