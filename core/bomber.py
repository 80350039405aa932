"""Bombers: the type as data, and this one on this flight."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from types import MappingProxyType
from typing import Any

from attrs import define, evolve, field

from .crew import NOBODY, Crewman, Station, StationType
from .dates import check_months
from .errors import BadData, did_you_mean
from .fields import filled_in
from .tables import check_source

__all__ = [
    "NO_BOMBER",
    "NO_GUN",
    "Bomber",
    "BomberType",
    "CounterType",
    "Device",
    "Engine",
    "EngineType",
    "Fit",
    "FitOption",
    "Gun",
    "GunType",
    "WalkingHit",
    "WalkingHits",
    "check_bomber",
]


@define(frozen=True)
class EngineType:
    """An engine, as data: its number and its wing."""

    number: int
    side: str


@define(frozen=True)
class GunType:
    """A gun position, as data."""

    id: str
    name: str
    section: str
    gunner: str = ""
    """The station that works it at the start; empty for a gun that nobody mans."""
    barrels: int = 1
    rounds: int = 0
    """Ammunition in boxes; one box is one burst."""
    turret: bool = False
    """Whether it is a power turret."""
    power: str = "none"
    """What drives it: "electrical", "hydraulic" or "none"."""
    twin_bonus: bool = False
    """Whether its two guns together get the bonus of twin mounts on the damage roll."""
    calibre: str = ".50"
    excludes: tuple[str, ...] = ()
    """Guns that may not fire in the same round."""
    hangs_below: bool = False
    """Whether its gunner hangs below the fuselage, where no man can mend it."""
    in_place_of: str = ""
    """The gun in whose place, and under whose id, it goes when it is aboard; empty for one of its own."""
    traits: Mapping[str, str | int | bool] = field(factory=dict)
    """Anything else that a game's rules ask about it."""


@define(frozen=True)
class WalkingHit:
    """A part of a burst that walks along the aeroplane."""

    section: str
    shells: int = 1


@define(frozen=True)
class WalkingHits:
    """A burst that walks along the aeroplane: every section it strikes."""

    id: str
    hits: tuple[WalkingHit, ...]


@define(frozen=True)
class CounterType:
    """Damage that adds up until something gives way."""

    id: str
    limit: int
    effects: Any = ()


@define(frozen=True)
class FitOption:
    """One way to fit a place of the aeroplane: what it brings."""

    says: str = ""
    guns: tuple[str, ...] = ()
    """Guns that are aboard only with this option (and with others that name them)."""
    stations: tuple[str, ...] = ()
    """Stations that are there only with it."""
    devices: tuple[str, ...] = ()
    """Electronics that need it."""
    tables: Mapping[str, str] = field(factory=dict)
    """Role to the table that answers it in place of the type's own."""
    from_: str = ""
    until: str = ""
    """First and last month in which it is fitted."""

    def is_fitted(self, date: str) -> bool:
        """Whether it is to be had on a date."""
        month = date[:7]
        return (not self.from_ or self.from_ <= month) and (not self.until or month <= self.until)


@define(frozen=True)
class Fit:
    """A place of the aeroplane that can be fitted in several ways, one at a time."""

    default: str
    option: Mapping[str, FitOption]
    says: str = ""


@define(frozen=True)
class Device:
    """An electronic device, as data."""

    title: str
    says: str = ""
    from_: str = ""
    until: str = ""
    """First and last day on which a bomber may carry it."""
    transmits: bool = False
    """Whether it can be homed on, and is switched on and off."""
    operator: str = ""
    """The trade of the man who works it; empty for nobody."""
    keeps_course: Mapping[str, tuple[int, ...]] = field(factory=dict)
    """Height to the first and last zone in which it keeps the bomber on course."""
    place: str = ""
    source: str = "published"
    basis: str = ""
    id: str = filled_in()
    where: str = filled_in()

    def is_issued(self, date: str) -> bool:
        """Whether it may be carried on a date."""
        return (not self.from_ or self.from_ <= date) and (not self.until or date <= self.until)


@define(frozen=True)
class BomberType:
    """An aeroplane type; a new one needs this data alone."""

    name: str
    short: str
    game: str
    """The game it belongs to, whose tables answer the roles in `tables`."""
    family: str
    service: str
    source: str
    engines: tuple[EngineType, ...]
    sections: tuple[str, ...]
    """Compartments of the fuselage, front to rear."""
    tables: Mapping[str, str]
    """Role to the id of the table in the parent game that answers it for this type."""
    station: tuple[StationType, ...]
    gun: tuple[GunType, ...] = ()
    basis: str = ""
    from_: str = ""
    until: str = ""
    """First and last month in which it is issued, "1943-09"."""
    hand_extinguishers: int = 0
    engine_extinguishers: int = 0
    forward_sections: tuple[str, ...] = ()
    """Compartments that the landing tables count as forward of the bomb bay."""
    fatal_bursts: tuple[str, ...] = ()
    """Areas in which a burst inside the plane brings it down."""
    wings: Mapping[str, str] = field(factory=dict)
    """Name of a wing area to its side."""
    walking: tuple[WalkingHits, ...] = ()
    counter: tuple[CounterType, ...] = ()
    fit: Mapping[str, Fit] = field(factory=dict)
    """Places that can be fitted in several ways."""
    pilots: tuple[str, ...] = ("pilot",)
    """Trades that fly it; the first one's station is the seat of whoever takes over."""
    flies_next: tuple[str, ...] = ()
    """Trades that take over first when no pilot is fit."""
    aims: str = ""
    """The trade that aims the bombs."""
    navigates: str = "navigator"
    """The trade that finds the way."""
    carries_bombs: bool = True
    """Whether it takes off with bombs; one that guards the others has none, and has done its part at the target."""
    turbocharged: bool = False
    """Whether an engine whose supercharger has failed gives no power high up."""
    traits: Mapping[str, str | int | bool] = field(factory=dict)
    """Anything else that a game's rules ask about the type."""
    stands_in: Mapping[str, str] = field(factory=dict)
    """Station, trade or gun of other bombers to the one of this type that does its work."""
    electronics: Mapping[str, Device] = filled_in(mapping=True)
    """The devices that it may carry, where they are others than its game's."""
    called: Mapping[str, str] = filled_in(mapping=True)
    """Station, trade or gun of this type to what the game being played calls it; of a guest from another game alone."""
    id: str = filled_in()
    where: str = filled_in()

    def is_issued(self, date: str) -> bool:
        """Whether the type is issued on a date ("1943-10-14"); the limits are whole months."""
        month = date[:7]
        return (not self.from_ or self.from_ <= month) and (not self.until or month <= self.until)

    def fitted(self, chosen: Mapping[str, str]) -> tuple[frozenset[str], frozenset[str]]:
        """The guns and stations that are not aboard with the chosen options (place to option)."""
        guns: set[str] = set()
        stations: set[str] = set()
        brought_guns: set[str] = set()
        brought_stations: set[str] = set()
        for place, fit in self.fit.items():
            for name, option in fit.option.items():
                guns.update(option.guns)
                stations.update(option.stations)
                if name == chosen.get(place, fit.default):
                    brought_guns.update(option.guns)
                    brought_stations.update(option.stations)
        return frozenset(guns - brought_guns), frozenset(stations - brought_stations)

    def guns_aboard(self, left_out: frozenset[str]) -> Iterator[GunType]:
        """The guns but for those left out; one in place of another stands where that one would, under its id."""
        places: dict[str, GunType | None] = {one.in_place_of or one.id: None for one in self.gun}
        for one in self.gun:
            if one.id not in left_out:
                places[one.in_place_of or one.id] = evolve(one, id=one.in_place_of) if one.in_place_of else one
        return (one for one in places.values() if one is not None)


EMPTY_OIL_TANK = 4
"""Leak points at which an engine's oil tank is dry."""


@define(eq=False)
class Engine:
    """An engine on this flight."""

    type: EngineType
    is_out: bool = False
    turbo_out: bool = False
    is_windmilling: bool = False
    """Stopped but not feathered: it drags."""
    leak_points: int = 0
    """Oil lost from a hit tank; at four it is empty."""
    is_leaking: bool = False
    """An oil leak that may stop, go on or catch fire in each zone."""
    damaged_since: bool = False
    """Whether it was hit or burned after it had stopped."""
    out_by: str = ""
    """Why it stopped."""

    @property
    def is_dry(self) -> bool:
        """Whether its oil tank is empty."""
        return self.leak_points >= EMPTY_OIL_TANK

    @property
    def number(self) -> int:
        """Its number, 1 the port outer."""
        return self.type.number


@define(eq=False)
class Gun:
    """A gun position on this flight."""

    type: GunType
    rounds: int
    gunner: Crewman = NOBODY
    """Who works it now."""
    is_out: bool = False
    """Knocked out for good."""
    barrels_jammed: int = 0
    barrels_broken: int = 0
    power_failed: bool = False
    power_failed_in: int = -1
    """The number of the zone entry in which its power failed."""
    needs_power: bool = False
    """Whether it cannot be worked by hand now that its power has failed."""
    repair_tried: int = -1
    """The number of the zone entry in which its repair was last tried."""
    power_repair_tried: bool = False
    is_working: bool = True
    """Whether at least one barrel can fire; kept up to date by `update`."""
    twin_firing: bool = False
    """Whether two barrels can fire."""
    barrels_left: int = 0
    """Barrels that can fire."""
    has_fired: bool = False
    """Whether it has fired in this round."""

    def __attrs_post_init__(self) -> None:
        self.update()

    def update(self) -> None:
        """Work out what can fire after a jam, a repair or damage."""
        left = 0 if self.is_out else self.type.barrels - self.barrels_jammed - self.barrels_broken
        self.barrels_left = max(0, left)
        self.is_working = left > 0
        self.twin_firing = left >= 2

    @property
    def key(self) -> str:
        """The name that decisions and tables use."""
        return self.type.id

    @property
    def told(self) -> str:
        """Its name, for the log."""
        return self.type.name

    @property
    def can_fire(self) -> bool:
        """Manned by somebody fit and free, working, loaded."""
        return self.is_working and self.rounds > 0 and not self.needs_power and self.gunner.can_work

    @property
    def has_power(self) -> bool:
        """Whether it is a power turret with its power on."""
        return self.type.turret and not self.power_failed

    def knock_out(self) -> None:
        """It is out for good."""
        self.is_out = True
        self.update()

    def jam(self, barrels: int) -> None:
        """Some more barrels jam."""
        self.barrels_jammed = min(self.barrels_jammed + barrels, self.type.barrels - self.barrels_broken)
        self.update()

    @property
    def named_by(self) -> str:
        """For `NO_GUN`: the name with which a scenario puts a real gun in its place."""
        return "gun.id" if self is NO_GUN else ""


NO_GUN = Gun(GunType("", "no gun", ""), rounds=0, is_out=True)
"""Stands where a rule asks for a gun and there is none."""


@define(eq=False)
class Bomber:
    """This bomber on this flight."""

    type: BomberType
    name: str = ""
    stations: dict[str, Station] = field(factory=dict)
    crew: list[Crewman] = field(factory=list)
    guns: dict[str, Gun] = field(factory=dict)
    engines: tuple[Engine, ...] = ()
    out: set[str] = field(factory=set)
    """Systems that no longer work."""
    settled: set[str] = field(factory=set)
    """Systems put right by hand, which do not fail of themselves again."""
    out_since: dict[str, int] = field(factory=dict)
    """System to the number of the zone entry in which it failed."""
    beyond_repair: set[str] = field(factory=set)
    """Those of them that no work in flight brings back."""
    counts: dict[str, int] = field(factory=dict)
    """Damage that adds up: "rudder", "wing_root left" ..."""
    surfaces_out: set[str] = field(factory=set)
    """"flap left", "aileron right" ..."""
    bursts: set[str] = field(factory=set)
    """Sections in which a shell has burst."""
    burst_in: int = -1
    """The number of the zone entry in which the first one burst."""
    extinguishers: int = 0
    bombs_aboard: bool = True
    fuel_turns: int | None = None
    """Turns of flight left before the tanks are dry; None while there is enough."""
    fuel_leaks: int = 0
    engines_out: int = 0
    """Engines stopped; kept up to date by `stop` and `start`."""
    outlets_out: int = 0
    """Stations whose oxygen is out; kept up to date by `lose_oxygen`."""
    unheated: int = 0
    """Stations whose heat is out; kept up to date by `lose_heat`."""
    turbos_out: int = 0
    """Turbo-superchargers that have failed; kept up to date by `fail_turbo` and `mend_turbo`."""
    pilots: tuple[Crewman, ...] = ()
    """The men trained to fly it, fit or not."""
    fits: dict[str, str] = field(factory=dict)
    """How its places are fitted: place to option."""
    devices: set[str] = field(factory=set)
    """Electronics aboard."""

    @classmethod
    def of(cls, kind: BomberType, name: str = "", fits: Mapping[str, str] | None = None) -> Bomber:
        """A whole bomber of a type, without a crew; `fits` says how its places are fitted."""
        chosen = {place: fit.default for place, fit in kind.fit.items()} | dict(fits or {})
        no_guns, no_stations = kind.fitted(chosen)
        return cls(
            type=kind,
            name=name,
            fits=chosen,
            stations={one.id: Station(one) for one in kind.station if one.id not in no_stations},
            guns={one.id: Gun(one, one.rounds) for one in kind.guns_aboard(no_guns)},
            engines=tuple(Engine(one) for one in kind.engines),
            extinguishers=kind.hand_extinguishers,
            bombs_aboard=kind.carries_bombs,
        )

    def board(self, crew: list[Crewman]) -> None:
        """The crew take their seats, each where his trade sits on this type, and their guns."""
        by_trade = {man.trade: man for man in crew}
        self.crew = crew
        for one in crew:
            one.is_pilot = one.trade in self.type.pilots
        self.pilots = tuple(one for one in crew if one.is_pilot)
        for station in self.stations.values():
            trade = station.type.id if station.type.man is None else station.type.man
            man = by_trade.get(trade)
            if man is not None:
                man.move_to(station)
        self.man_guns()

    def man_guns(self) -> None:
        """Each gun goes to the man at its station."""
        for gun in self.guns.values():
            station = self.stations.get(gun.type.gunner)
            gun.gunner = station.man if station is not None and station.man is not None else NOBODY

    def station_of(self, name: str) -> Station | None:
        """A station by its name, or the one that stands in for it on this type; None when there is neither."""
        there = self.stations.get(name)
        return self.stations.get(self.type.stands_in.get(name, "")) if there is None else there

    def man_at(self, station: str) -> Crewman:
        """Who is at a station, or at the one that stands in for it; `NOBODY` when it is empty."""
        there = self.stations.get(station)
        if there is None:
            there = self.station_of(station)
        return there.man if there is not None and there.man is not None else NOBODY

    def man_of(self, trade: str) -> Crewman:
        """The crewman of a trade, or of the one that stands in for it, wherever he is; `NOBODY` when there is none."""
        for man in self.crew:
            if man.trade == trade:
                return man
        other = self.type.stands_in.get(trade)
        return NOBODY if other is None else self.man_of(other)

    def gun_of(self, name: str) -> Gun | None:
        """A gun by its name, or the one that stands in for it; None when there is neither."""
        gun = self.guns.get(name)
        return self.guns.get(self.type.stands_in.get(name, "")) if gun is None else gun

    def men_in(self, section: str) -> Iterator[Crewman]:
        """The men, dead or alive, who are in a compartment."""
        for man in self.crew:
            if man.station is not None and man.station.type.section == section:
                yield man

    def fit_men(self) -> Iterator[Crewman]:
        """The men who can do their duties, in crew order."""
        for man in self.crew:
            if not (man.is_dead or man.is_serious):
                yield man

    def engine(self, number: int) -> Engine:
        """An engine by its number, from 1; raises `BadData` when there is none (no engine is hit yet: 0)."""
        if not 1 <= number <= len(self.engines):
            raise BadData(f"{self.type.short} has no engine {number}; its engines are 1 to {len(self.engines)}")
        return self.engines[number - 1]

    def stop(self, engine: Engine, why: str = "") -> bool:
        """An engine stops; False when it had stopped before."""
        if engine.is_out:
            return False
        engine.is_out = True
        engine.is_leaking = False
        engine.out_by = why
        self.engines_out += 1
        return True

    def start(self, engine: Engine) -> None:
        """An engine runs again."""
        if engine.is_out:
            engine.is_out = False
            self.engines_out -= 1

    def fail_turbo(self, engine: Engine) -> bool:
        """The turbo-supercharger of an engine fails; False when it had failed before."""
        if engine.turbo_out:
            return False
        engine.turbo_out = True
        self.turbos_out += 1
        return True

    def mend_turbo(self, engine: Engine) -> None:
        """The turbo-supercharger of an engine works again."""
        if engine.turbo_out:
            engine.turbo_out = False
            self.turbos_out -= 1

    def lose_heat(self, station: Station, entry: int) -> bool:
        """The heat of a station is lost in a zone entry; False when it was lost before."""
        if station.heat_out_since is not None:
            return False
        station.heat_out_since = entry
        self.unheated += 1
        return True

    def lose_oxygen(self, station: Station, entry: int) -> bool:
        """The oxygen of a station is lost in a zone entry; False when it was lost before."""
        if station.oxygen_out:
            return False
        station.oxygen_out = True
        station.oxygen_out_since = entry
        self.outlets_out += 1
        return True

    @property
    def engines_running(self) -> int:
        """How many engines still run."""
        return len(self.engines) - self.engines_out

    @property
    def two_out_on_one_side(self) -> bool:
        """Whether two engines of one wing have stopped."""
        sides = [engine.type.side for engine in self.engines if engine.is_out]
        return len(sides) != len(set(sides))

    def are_both_out(self, surface: str) -> bool:
        """Whether a control surface ("flap", "aileron", "elevator") is out on both sides."""
        return sum(one.startswith(f"{surface} ") for one in self.surfaces_out) >= 2

    def wing_side(self, area: str) -> str:
        """The side of a wing area; empty for a compartment of the fuselage."""
        return self.type.wings.get(area, "")

    @property
    def named_by(self) -> str:
        """For `NO_BOMBER`: the key with which a scenario puts a real bomber in its place."""
        return "bomber" if self is NO_BOMBER else ""


NO_BOMBER = Bomber(
    BomberType(
        name="no bomber",
        short="no bomber",
        game="",
        family="",
        service="",
        source="",
        engines=(),
        sections=(),
        tables={},
        station=(),
        gun=(),
    )
)
"""Stands where a rule asks for a bomber and there is none: a game need not have any."""
for _kept in ("out", "settled", "beyond_repair", "surfaces_out", "bursts", "devices"):
    setattr(NO_BOMBER, _kept, frozenset())
for _kept in ("stations", "guns", "counts", "out_since", "fits"):
    # Whoever damages what all sorties share finds out at once.
    setattr(NO_BOMBER, _kept, MappingProxyType({}))


def check_bomber(kind: BomberType) -> Iterator[str]:
    """Every fault of a type's data: names that are not there (sections, guns, stations, trades), months, source."""
    sections = {*kind.sections, *kind.wings}
    guns = {gun.id for gun in kind.gun}
    stations = {station.id for station in kind.station}

    def fault(where: str, what: str, name: str, known: set[str]) -> str:
        return f"{kind.where}: {where}: no {what} {name!r}; {did_you_mean(name, known)}"

    for line in (*check_source(kind.source), *check_months(kind.from_, kind.until)):
        yield f"{kind.where}: {line}"
    if not kind.pilots:
        yield f"{kind.where}: pilots has no entries: somebody must fly it; {did_you_mean('', stations)}"
    for station in kind.station:
        where = f"station {station.id}"
        if station.section not in sections:
            yield fault(where, "section", station.section, sections)
        for name in station.guns:
            if name not in guns:
                yield fault(where, "gun", name, guns)
        if station.man and station.man not in stations:
            yield fault(where, "trade", station.man, stations)
    for gun in kind.gun:
        where = f"gun {gun.id}"
        if gun.gunner and gun.gunner not in stations:
            yield fault(where, "station", gun.gunner, stations)
        for name in gun.excludes:
            if name not in guns:
                yield fault(where, "gun", name, guns)
        if gun.in_place_of:
            yield from (f"{kind.where}: {where}: {line}" for line in _check_place_of_gun(kind, gun))
    trades = {*stations, *(station.man for station in kind.station if station.man)}
    for name in (*kind.pilots, *kind.flies_next, *([kind.aims] if kind.aims else ())):
        if name not in trades:
            yield fault("who flies and aims", "trade", name, trades)
    for place, fit in kind.fit.items():
        if fit.default not in fit.option:
            yield fault(f"fit {place}", "option", fit.default, set(fit.option))
        for choice, option in fit.option.items():
            where = f"fit {place}, {choice}"
            yield from (fault(where, "gun", name, guns) for name in option.guns if name not in guns)
            yield from (fault(where, "station", name, stations) for name in option.stations if name not in stations)
    for area in kind.fatal_bursts:
        if area not in sections:
            yield fault("fatal_bursts", "section", area, sections)
    for walking in kind.walking:
        for hit in walking.hits:
            if hit.section not in sections | {"attacking_wing"}:
                yield fault(f"walking {walking.id}", "section", hit.section, sections)


def _check_place_of_gun(kind: BomberType, gun: GunType) -> Iterator[str]:
    """A gun in place of another is never aboard with it, nor with a second one in that place: options of one fit
    bring them, each by itself."""
    plain = {one.id for one in kind.gun if not one.in_place_of}
    if gun.in_place_of not in plain:
        yield f"in_place_of: no gun {gun.in_place_of!r}; {did_you_mean(gun.in_place_of, plain)}".rstrip("; ")
        return
    rivals = {one.id for one in kind.gun if gun.in_place_of in (one.id, one.in_place_of)}
    fits = [fit for fit in kind.fit.values() if any(gun.id in option.guns for option in fit.option.values())]
    if not fits:
        yield f"in_place_of {gun.in_place_of!r}: no fit brings it"
    for fit in fits:
        listed = {name for option in fit.option.values() for name in option.guns}
        together = any(len(rivals & {*option.guns}) > 1 for option in fit.option.values())
        if together or gun.in_place_of not in listed:
            yield f"in_place_of {gun.in_place_of!r}: both would be aboard; give each an option of its own in one fit"
