"""Packs: folders of TOML files with a game's tables, bombers, places, orders and words.

Every file of a folder belongs to its pack; what a file holds is told by its top-level keys. A pack may be
laid on top of another: a whole table of the same id stands in its place, a table that gives rows or
modifiers alone changes those of the one below.
"""

from __future__ import annotations

import json
from bisect import bisect_right
from collections.abc import Callable, Iterable, Iterator, Mapping
from hashlib import sha256
from itertools import pairwise
from pathlib import Path
from typing import Any

from attrs import Factory, asdict, define, evolve, field

from .bomber import BomberType, Device, Fit, FitOption, GunType
from .combat import FighterType
from .crew import StationType
from .dates import is_day, no_day
from .decisions import Standing, plain_orders
from .errors import BadData, did_you_mean
from .fields import filled_in
from .filling import Filling
from .loading import by_id, read_toml, structure
from .tables import Modifier, Row, Table, check_source
from .zones import ControlEntry, Route

__all__ = [
    "Campaign",
    "FirstRaid",
    "MoonCalendar",
    "Names",
    "Pack",
    "Provenance",
    "Target",
    "TourLength",
    "Unit",
    "files_of",
    "load_pack",
    "read_into",
]


@define(frozen=True)
class Provenance:
    """Where a body of data that is no table comes from."""

    title: str
    source: str
    basis: str = ""
    id: str = ""
    air_force: int = 0
    base: Mapping[str, str | int | float] = field(factory=dict)


@define(frozen=True)
class FirstRaid:
    """The raid with which a campaign began."""

    date: str
    target: str
    type: str = ""


@define(frozen=True)
class MoonChange:
    """From this evening on the moon is in a phase."""

    from_: str
    phase: str


@define(frozen=True)
class MoonCalendar:
    """The phases of the moon by date."""

    title: str
    source: str
    nights: tuple[MoonChange, ...]
    basis: str = ""

    def phase(self, date: str) -> str:
        """The phase on an evening; the first or last known one beyond the calendar."""
        place = bisect_right(self._days, date)
        return self.nights[max(0, place - 1)].phase

    where: str = filled_in()
    _days: tuple[str, ...] = field(
        init=False, repr=False, default=Factory(lambda self: tuple(one.from_ for one in self.nights), takes_self=True)
    )

    def check(self) -> Iterator[str]:
        """What is wrong with it, a line a fault."""
        if not self.nights:
            yield "nights has no entries"
        for number, night in enumerate(self.nights, 1):
            if not is_day(night.from_):
                yield f"night {number}: {no_day(night.from_)}"
        for before, after in pairwise(self._days):
            if before >= after:
                yield f"nights must be in order of date: {before}, {after}"


@define(frozen=True)
class Campaign:
    """A campaign: its dates, who flies in it, and the tables that it chooses among."""

    number: int
    title: str
    from_: str
    to: str
    air_forces: tuple[int, ...] = ()
    first_mission: Mapping[str, str] = field(factory=dict)
    """Air force to its first day, when that is later than the campaign's."""
    bombers: Mapping[str, tuple[str, ...]] = field(factory=dict)
    """Air force to the types that are issued at some time in the campaign."""
    tables: Mapping[str, str] = field(factory=dict)
    """Role to the id of the table that answers it in this campaign."""
    first_raid: FirstRaid | None = None
    source: str = "published"
    basis: str = ""
    where: str = filled_in()

    def first_day(self, air_force: int) -> str:
        """The first day on which an air force flies in it."""
        return self.first_mission.get(str(air_force), self.from_)


@define(frozen=True)
class Target:
    """A target on a campaign's list."""

    campaign: int
    city: str
    country: str
    type: str
    raids: int
    """How often it was attacked: a weight, for those who want one."""
    air_force: int = 0
    """0 where a game has but one."""
    aim: str = ""
    sure: bool = True
    profile: str = ""
    """How it is flown to, where a game knows several ways."""
    from_: str = ""
    until: str = ""
    """First and last day on which it is flown to, where that is less than the campaign."""

    def is_flown(self, date: str) -> bool:
        """Whether it is flown to on a day."""
        return (not self.from_ or self.from_ <= date) and (not self.until or date <= self.until)


@define(frozen=True)
class Unit:
    """A unit that flew: a bomb group, a squadron."""

    name: str
    family: str
    base: str
    from_: str
    air_force: int = 0
    wing: str = ""
    marking: str = ""
    sure: bool = True


@define(frozen=True)
class TourLength:
    """How many missions a tour has, for those who begin from a date on."""

    from_: str
    missions: int


@define(frozen=True)
class Ranks:
    """Ranks of a trade with their shares, early and late in a tour."""

    start: Mapping[str, float]
    later: Mapping[str, float] = field(factory=dict)
    lead: Mapping[str, float] = field(factory=dict)


@define(frozen=True)
class Names:
    """Names, ranks, aircraft names and units for crews of a service."""

    title: str = ""
    source: str = "reconstructed"
    basis: str = ""
    first: tuple[str, ...] = ()
    last: tuple[str, ...] = ()
    nicknames: tuple[str, ...] = ()
    middle_initial: bool = False
    aircraft: tuple[str, ...] = ()
    officer_ranks: tuple[str, ...] = ()
    enlisted_ranks: tuple[str, ...] = ()
    rank: Mapping[str, Ranks] = field(factory=dict)
    tour: Mapping[str, tuple[TourLength, ...]] = field(factory=dict)
    group: tuple[Unit, ...] = ()


@define(frozen=True)
class Wording:
    """How an event is told: one of several texts, so that a log does not drone."""

    text: tuple[str, ...]
    indent: int = 1
    verbose: bool = False
    """Whether it is told only along with every roll."""
    once: bool = False
    """Whether the same line is told only once in a flight."""


@define(frozen=True)
class TablePatch:
    """Rows, modifiers and columns that change a table of the pack below."""

    row: tuple[Row, ...] = ()
    modifier: tuple[Modifier, ...] = ()
    adds: Mapping[str, Mapping[str, Any]] = field(factory=dict)
    """Columns that it adds: name to the result of each row, by `on`. One that the table has already stays as it is."""
    id: str = filled_in()
    where: str = filled_in()


@define(frozen=True)
class FitPatch:
    """Options for a place that a bomber of the pack below has, or a new place."""

    default: str = ""
    """Left out: that of the place below."""
    option: Mapping[str, FitOption] = field(factory=dict)
    says: str = ""


@define(frozen=True)
class BomberPatch:
    """Guns, stations and options of fits that change a bomber of the pack below, and are added to it."""

    gun: tuple[GunType, ...] = ()
    station: tuple[StationType, ...] = ()
    fit: Mapping[str, FitPatch] = field(factory=dict)
    id: str = filled_in()
    where: str = filled_in()

    def lay_on(self, kind: BomberType) -> BomberType:
        """The bomber with it: what has the id of a thing below stands in its place, the rest comes after."""
        guns = {one.id: one for one in (*kind.gun, *self.gun)}
        stations = {one.id: one for one in (*kind.station, *self.station)}
        fits = dict(kind.fit)
        for place, patch in self.fit.items():
            below = fits.get(place, Fit(default="", option={}))
            fits[place] = Fit(
                default=patch.default or below.default,
                option={**below.option, **patch.option},
                says=patch.says or below.says,
            )
        where = f"{kind.where}, changed by {self.where}"
        return evolve(kind, gun=tuple(guns.values()), station=tuple(stations.values()), fit=fits, where=where)

    def parts(self) -> Iterator[str]:
        """What it changes or adds, in words."""
        yield from (f"gun {one.id}" for one in self.gun)
        yield from (f"station {one.id}" for one in self.station)
        for place, patch in self.fit.items():
            yield from (f"fit {place}, {name}" for name in patch.option)
            if patch.default:
                yield f"fit {place}, default"


@define(frozen=True)
class BomberLike:
    """A bomber that is like another one, but for what it gives itself."""

    like: str
    name: str
    short: str
    family: str = ""
    service: str = ""
    source: str = "reconstructed"
    basis: str = ""
    from_: str | None = None
    until: str | None = None
    hand_extinguishers: int | None = None
    engine_extinguishers: int | None = None
    tables: Mapping[str, str] = field(factory=dict)
    """Role to table, for the roles that it answers otherwise."""
    traits: Mapping[str, str | int | bool] = field(factory=dict)
    gun: tuple[GunType, ...] = ()
    station: tuple[StationType, ...] = ()
    fit: Mapping[str, FitPatch] = field(factory=dict)
    without_guns: tuple[str, ...] = ()
    """Guns of the other that it has not."""
    id: str = filled_in()
    where: str = filled_in()

    def made_of(self, other: BomberType) -> BomberType:
        """The bomber, made of the one that it is like."""
        guns = tuple(one for one in other.gun if one.id not in self.without_guns)
        stations = tuple(
            evolve(one, guns=tuple(gun for gun in one.guns if gun not in self.without_guns)) for one in other.station
        )
        bare = evolve(other, gun=guns, station=stations)
        changed = BomberPatch(self.gun, self.station, self.fit, self.id, self.where).lay_on(bare)
        return evolve(
            changed,
            id=self.id,
            where=self.where,
            name=self.name,
            short=self.short,
            family=self.family or other.family,
            service=self.service or other.service,
            source=self.source,
            basis=self.basis or f"like the {other.short}",
            from_=other.from_ if self.from_ is None else self.from_,
            until=other.until if self.until is None else self.until,
            hand_extinguishers=_or(self.hand_extinguishers, other.hand_extinguishers),
            engine_extinguishers=_or(self.engine_extinguishers, other.engine_extinguishers),
            tables={**other.tables, **self.tables},
            traits={**other.traits, **self.traits},
        )

    def bearing(self, data: Any) -> Any:
        """The payload of a column of the other one as it is for this one: guns that it has not do not bear."""
        if not isinstance(data, Mapping):
            return data
        return {
            key: [gun for gun in one if gun not in self.without_guns] if key in ("guns", "optional") else one
            for key, one in data.items()
        }


def _or(given: int | None, otherwise: int) -> int:
    return otherwise if given is None else given


PARTS_OF_BOMBER = frozenset({"gun", "station", "fit"})
"""Keys of a bomber that changes the one below; any other key makes it a whole one."""


@define(eq=False)
class Pack:
    """What a folder holds."""

    name: str
    root: Path
    tables: dict[str, Table] = field(factory=dict)
    patches: dict[str, TablePatch] = field(factory=dict)
    bombers: dict[str, BomberType] = field(factory=dict)
    bomber_patches: dict[str, BomberPatch] = field(factory=dict)
    bombers_like: dict[str, BomberLike] = field(factory=dict)
    fighters: dict[str, FighterType] = field(factory=dict)
    devices: dict[str, Device] = field(factory=dict)
    moon: MoonCalendar | None = None
    campaigns: dict[int, Campaign] = field(factory=dict)
    targets: list[Target] = field(factory=list)
    target_types: dict[str, str] = field(factory=dict)
    routes: list[Route] = field(factory=list)
    control: list[ControlEntry] = field(factory=list)
    countries: dict[str, str] = field(factory=dict)
    names: Names = field(factory=Names)
    orders: dict[str, Standing] = field(factory=dict)
    narrative: dict[str, Wording] = field(factory=dict)
    provenance: list[Provenance] = field(factory=list)
    fillings: dict[str, Filling] = field(factory=dict)
    """Printed values typed into a template, by table."""
    files: dict[str, Path] = field(factory=dict)
    """How messages name its files, and where they are."""
    places: dict[tuple[str, str], str] = field(factory=dict)
    """Kind and id of what may stand in it once ("bomber", its id), and its file."""

    def once(self, kind: str, names: Iterable[str], where: str) -> None:
        """Note the file in which things stand; raises `BadData` for those that stand in another one already."""
        problems = []
        for name in names:
            first = self.places.setdefault((kind, name), where)
            if first != where:
                problems.append(f"{where}: {kind} {name} stands already in {first}")
        if problems:
            raise BadData(problems)

    def fingerprints(self) -> dict[str, str]:
        """Table id to a hash of its data, wording left out: what a save is checked against."""
        return {name: fingerprint(table) for name, table in self.tables.items()}


def fingerprint(table: Table) -> str:
    """A hash of everything in a table that play depends on."""
    plain = asdict(table, filter=lambda attribute, _: attribute.name not in _WORDS)
    text = json.dumps(plain, sort_keys=True, default=str)
    return sha256(text.encode()).hexdigest()[:12]


_WORDS = frozenset({"where", "title", "text", "says", "by", "basis", "source", "rule", "role", "id"})

Reader = Callable[[Pack, Any, str], None]


def _tables(pack: Pack, raw: Any, where: str) -> None:
    whole = {name: one for name, one in raw.items() if not isinstance(one, Mapping) or "dice" in one}
    partial = {name: one for name, one in raw.items() if name not in whole}
    problems: list[str] = []
    try:
        for name, table in by_id(whole, Table, where, "table").items():
            if name in pack.tables:
                problems.append(f"{where}: table {name} stands already in {pack.tables[name].where}")
            modifiers = tuple(evolve(one, by=pack.name) for one in table.modifier)
            pack.tables[name] = evolve(
                table, id=name, where=f"{where}: table {name}", role=table.role or name, modifier=modifiers
            )
    except BadData as wrong:
        problems += wrong.problems
    try:
        for name, patch in by_id(partial, TablePatch, where, "table").items():
            at = f"{where}: table {name}"
            rows = tuple(evolve(row, where=f"{at}, row {n}") for n, row in enumerate(patch.row, 1))
            modifiers = tuple(evolve(one, where=f"{at}, modifier {n}") for n, one in enumerate(patch.modifier, 1))
            pack.patches[name] = evolve(patch, id=name, where=at, row=rows, modifier=modifiers)
    except BadData as wrong:
        problems += (
            f"{line} (a table of its own needs title, dice and source)" if "unknown key" in line else line
            for line in wrong.problems
        )
    if problems:
        raise BadData(problems)


def _fillings(pack: Pack, raw: Any, where: str) -> None:
    fillings = by_id(raw, Filling, where, "fill")
    pack.once("fill", fillings, where)
    for name, one in fillings.items():
        at = f"{where}: fill {name}"
        rows = tuple(evolve(row, where=f"{at}, row {n}") for n, row in enumerate(one.row, 1))
        modifiers = one.modifier and tuple(
            evolve(each, by=pack.name, where=f"{at}, modifier {n}") for n, each in enumerate(one.modifier, 1)
        )
        pack.fillings[name] = evolve(one, where=at, row=rows, modifier=modifiers)


def _bombers(pack: Pack, raw: Any, where: str) -> None:
    partial = {
        name: one for name, one in raw.items() if isinstance(one, Mapping) and one and one.keys() <= PARTS_OF_BOMBER
    }
    like = {name: one for name, one in raw.items() if isinstance(one, Mapping) and "like" in one}
    whole = {name: one for name, one in raw.items() if name not in partial and name not in like}
    bombers = by_id(whole, BomberType, where, "bomber")
    patches = by_id(partial, BomberPatch, where, "bomber")
    alike = by_id(like, BomberLike, where, "bomber")
    pack.once("bomber", [*bombers, *patches, *alike], where)
    for name, one in alike.items():
        pack.bombers_like[name] = evolve(one, id=name, where=f"{where}: bomber {name}")
    for name, bomber in bombers.items():
        pack.bombers[name] = evolve(bomber, id=name, where=f"{where}: bomber {name}")
    for name, patch in patches.items():
        pack.bomber_patches[name] = evolve(patch, id=name, where=f"{where}: bomber {name}")


def _fighters(pack: Pack, raw: Any, where: str) -> None:
    fighters = by_id(raw, FighterType, where, "fighter")
    pack.once("fighter", fighters, where)
    for name, fighter in fighters.items():
        pack.fighters[name] = evolve(fighter, id=name, where=f"{where}: fighter {name}")


def _devices(pack: Pack, raw: Any, where: str) -> None:
    devices = by_id(raw, Device, where, "device")
    pack.once("device", devices, where)
    for name, device in devices.items():
        pack.devices[name] = evolve(device, id=name, where=f"{where}: device {name}")


def _moon(pack: Pack, raw: Any, where: str) -> None:
    pack.once("moon calendar", [""], where)
    pack.moon = evolve(structure(raw, MoonCalendar, where), where=f"{where}: moon_calendar")
    _check_source(pack.moon.source, pack.moon.where)
    problems = [f"{where}: {fault}" for fault in pack.moon.check()]
    if problems:
        raise BadData(problems)
    pack.provenance.append(Provenance(pack.moon.title, pack.moon.source, pack.moon.basis, "moon calendar"))


def _campaigns(pack: Pack, raw: Any, where: str) -> None:
    campaigns = structure(raw, tuple[Campaign, ...], f"{where}: campaign")
    pack.once("campaign", (str(campaign.number) for campaign in campaigns), where)
    for campaign in campaigns:
        if campaign.number in pack.campaigns:
            raise BadData(f"{where}: campaign {campaign.number} stands twice")
        at = f"{where}: campaign {campaign.number}"
        _check_source(campaign.source, at)
        pack.campaigns[campaign.number] = evolve(campaign, where=at)


def _targets(pack: Pack, raw: Any, where: str) -> None:
    pack.targets += structure(raw, tuple[Target, ...], f"{where}: target")


def _target_types(pack: Pack, raw: Any, where: str) -> None:
    pack.target_types.update(structure(raw, dict[str, str], f"{where}: target_types"))


def _routes(pack: Pack, raw: Any, where: str) -> None:
    pack.routes += (
        evolve(route, where=f"{where}: route {route.target}")
        for route in structure(raw, tuple[Route, ...], f"{where}: route")
    )


def _control(pack: Pack, raw: Any, where: str) -> None:
    pack.control += (
        evolve(entry, where=f"{where}: control")
        for entry in structure(raw, tuple[ControlEntry, ...], f"{where}: control")
    )


def _countries(pack: Pack, raw: Any, where: str) -> None:
    pack.countries.update(structure(raw, dict[str, str], f"{where}: country"))


def _names(pack: Pack, raw: Any, where: str) -> None:
    pack.names = structure(raw, Names, f"{where}: names")
    _check_source(pack.names.source, f"{where}: names")


def _orders(pack: Pack, raw: Any, where: str) -> None:
    orders = plain_orders(raw, where)
    pack.once("order", orders, where)
    pack.orders.update(orders)


def _narrative(pack: Pack, raw: Any, where: str) -> None:
    wordings = by_id(raw, Wording, where, "narrative")
    pack.once("narrative", wordings, where)
    silent = [name for name, wording in wordings.items() if not wording.text]
    if silent:
        raise BadData(f"{where}: narrative {name}: text has no entries; [''] tells nothing of it" for name in silent)
    pack.narrative.update(wordings)


def _gazetteers(pack: Pack, raw: Any, where: str) -> None:
    for name, one in by_id(raw, Provenance, where, "gazetteer").items():
        _check_source(one.source, f"{where}: gazetteer {name}")
        pack.provenance.append(evolve(one, id=name))


def _provenance(pack: Pack, raw: Any, where: str) -> None:
    made = structure(raw, Provenance, where)
    _check_source(made.source, f"{where}: {made.id or made.title}")
    pack.provenance.append(made)


def _check_source(source: str, where: str) -> None:
    """Raise `BadData` for a source that is none."""
    faults = [f"{where}: {fault}" for fault in check_source(source)]
    if faults:
        raise BadData(faults)


READERS: dict[str, Reader] = {
    "table": _tables,
    "fill": _fillings,
    "bomber": _bombers,
    "fighter": _fighters,
    "device": _devices,
    "moon_calendar": _moon,
    "campaign": _campaigns,
    "target": _targets,
    "target_types": _target_types,
    "target_lists": _provenance,
    "route": _routes,
    "gazetteer": _gazetteers,
    "control": _control,
    "country": _countries,
    "control_chart": _provenance,
    "names": _names,
    "orders": _orders,
    "narrative": _narrative,
}
"""What a file of a pack may hold, by top-level key."""

LISTED = frozenset({"campaign", "target", "route", "control"})
"""Those of them that are lists, `[[route]]`; the others are tables, `[table.5-6]`."""


def files_of(root: Path) -> dict[str, Path]:
    """The TOML files under a folder, or the one file, each by what messages call it."""
    if root.is_file():
        return {root.name: root}
    found = sorted(path for path in root.rglob("*.toml") if path.is_file())
    return {f"{root.name}/{path.relative_to(root).as_posix()}": path for path in found}


def load_pack(root: Path, name: str) -> Pack:
    """Read every TOML file under a folder (or one file); raises `BadData` with the faults of all files."""
    pack = Pack(name, root)
    problems: list[str] = []
    pack.files.update(files_of(root))
    if not pack.files:
        raise BadData(f"{root}: no TOML files here")
    for shown, path in pack.files.items():
        try:
            read_into(pack, read_toml(path), shown)
        except BadData as wrong:
            problems += wrong.problems
    if problems:
        raise BadData(problems)
    return pack


def read_into(pack: Pack, document: Mapping[str, Any], shown: str, also: Iterable[str] = ()) -> None:
    """Take what a document holds into a pack; raises `BadData` with all its faults. `also`: other keys that it may
    have had."""
    problems: list[str] = []
    for key, raw in document.items():
        reader = READERS.get(key)
        if reader is None:
            problems.append(f"{shown}: unknown key {key!r}; {did_you_mean(key, [*READERS, *also])}".rstrip("; "))
            continue
        if not isinstance(raw, list if key in LISTED else dict):
            form = f"a list, [[{key}]]" if key in LISTED else f"a table, [{key}]"
            problems.append(f"{shown}: {key}: expected {form}, not {type(raw).__name__}")
            continue
        try:
            reader(pack, raw, shown)
        except BadData as wrong:
            problems += wrong.problems
    if problems:
        raise BadData(problems)
