"""The ruleset: a game with its rules, ready to play."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import cached_property
from importlib.metadata import PackageNotFoundError, version
from typing import TYPE_CHECKING, Any, NoReturn, TypeVar

from attrs import define, evolve, field

from ..bomber import BomberType, Device
from ..combat import FighterType
from ..conditions import Vocabulary
from ..decisions import Decider, Decision, Orders, Standing
from ..dice import Source
from ..effects import Action, Verbs
from ..errors import BadData, did_you_mean, fold
from ..filling import Filled
from ..game import Game
from ..guests import Crossing, Guest
from ..house import House
from ..packs import Campaign, MoonCalendar, Names, Pack, Provenance, Target, Wording
from ..procedure import CompiledProcedure
from ..sortie import Setup, Sortie
from ..tables import CompiledTable
from ..zones import Gazetteer
from .answers import standing_answers
from .fingerprints import fingerprints_of

if TYPE_CHECKING:
    from ..events import Event
    from ..tape import Tape

T = TypeVar("T")
Watcher = Callable[[str, str], None]
"""Hears of each step and verb that is done: its kind and name."""
Listener = Callable[["Sortie", Mapping[str, Any]], None]
"""Hears of a happening: the flight, and the facts of what happened."""


def framework_version() -> str:
    """The installed version."""
    try:
        return version("bomberstream")
    except PackageNotFoundError:
        return "0"


class Listed(dict[str, T]):
    """Things by name; to ask for one that is not there raises `BadData` with the nearest."""

    def __init__(self, what: str, where: str, listed: Mapping[str, T]) -> None:
        super().__init__(listed)
        self._what, self._where = what, where

    def __missing__(self, name: str) -> NoReturn:
        raise BadData(f"no {self._what} {name!r} in {self._where}; {did_you_mean(name, self)}".rstrip("; "))


@define(frozen=True)
class Clash:
    """Two rules that touch the same thing; the later one stands."""

    what: str
    first: str
    second: str

    def __str__(self) -> str:
        return f"{self.second} and {self.first} both change {self.what}; {self.second} stands"


@define(frozen=True)
class Sourced:
    """A body of data and where its values come from: `kind` is table, data, campaign, bomber or names."""

    kind: str
    id: str
    title: str
    source: str
    basis: str


@define(frozen=True, eq=False, slots=False)
class Ruleset:
    """A game with its rules, ready to play. Nothing in it changes any more."""

    game: Game
    packs: tuple[Pack, ...]
    rules: tuple[str, ...]
    """Optional and house rules in force, in order."""
    compiled: Mapping[str, Mapping[str, CompiledTable]]
    """Game id to its tables by printed id."""
    bombers: Mapping[str, BomberType]
    fighters: Mapping[str, FighterType]
    devices: Mapping[str, Device]
    """Electronics that a bomber may carry."""
    moon: MoonCalendar | None
    campaigns: Mapping[int, Campaign]
    targets: tuple[Target, ...]
    target_types: Mapping[str, str]
    gazetteer: Gazetteer
    countries: Mapping[str, str]
    """Letters of the gazetteer to what the log calls them."""
    names: Names
    provenance: tuple[Provenance, ...]
    narrative: Mapping[str, Wording]
    vocabulary: Vocabulary
    verbs: Verbs
    decisions: Mapping[str, Decision]
    happenings: Mapping[str, str]
    """What can be told of a flight: name to what it means."""
    standing: Mapping[str, Standing]
    orders: Orders
    procedures: Mapping[str, CompiledProcedure]
    listeners: Mapping[str, tuple[Listener, ...]]
    counters: Mapping[str, Mapping[str, tuple[int, tuple[Action, ...]]]]
    """Bomber id to its counters: limit, and what happens there."""
    clashes: tuple[Clash, ...]
    houses: tuple[House, ...]
    """Files of house rules in force, in order."""
    filled: tuple[Filled, ...]
    """Tables of templates, and how far they have been filled in."""
    presets: Mapping[str, str]
    """Settings of a flight that house rules have set, where the player gives no other."""
    others: Mapping[str, str]
    """Top-level module to plugin, for all plugins that are not our own."""
    others_in_play: tuple[str, ...]
    """Those of them that have brought something."""
    home: str
    """The one of them that brings the game; empty where it is our own."""
    names_brought: Mapping[str, str]
    """Names of the vocabulary that they have brought, and which."""
    watch: Watcher | None
    guests: Mapping[str, Guest] = field(factory=dict)
    """Other games whose bombers may fly here."""
    _answers: dict[tuple[str, int, tuple[tuple[str, str], ...]], Mapping[str, CompiledTable]] = field(
        factory=dict, repr=False
    )

    @cached_property
    def tables(self) -> Mapping[str, CompiledTable]:
        """The game's own tables by printed id."""
        return self.compiled[self.game.id]

    @cached_property
    def sources(self) -> tuple[Sourced, ...]:
        """Everything of the game that says where its values come from, tables first."""
        found = [Sourced("table", t.id, t.table.title, t.table.source, t.table.basis) for t in self.tables.values()]
        found += [Sourced("data", one.id, one.title, one.source, one.basis) for one in self.provenance]
        found += [
            Sourced("campaign", str(one.number), one.title, one.source, one.basis) for one in self.campaigns.values()
        ]
        found += [Sourced("bomber", one.id, one.name, one.source, one.basis) for one in self.bombers.values()]
        found += [Sourced("device", one.id, one.title, one.source, one.basis) for one in self.devices.values()]
        if self.names.first:
            found.append(Sourced("names", "", self.names.title, self.names.source, self.names.basis))
        return tuple(found)

    @cached_property
    def target_lists(self) -> Mapping[tuple[int, int], tuple[Target, ...]]:
        """The targets by air force and campaign."""
        found: dict[tuple[int, int], tuple[Target, ...]] = {}
        for target in self.targets:
            key = (target.air_force, target.campaign)
            found[key] = (*found.get(key, ()), target)
        return found

    @cached_property
    def targets_of_cities(self) -> Mapping[tuple[int, int, str], tuple[Target, ...]]:
        """The targets by air force, campaign and city, its name folded to plain letters."""
        found: dict[tuple[int, int, str], tuple[Target, ...]] = {}
        for target in self.targets:
            key = (target.air_force, target.campaign, fold(target.city))
            found[key] = (*found.get(key, ()), target)
        return found

    def answers(self, bomber: str, campaign: int, fits: Mapping[str, str] | None = None) -> Mapping[str, CompiledTable]:
        """Who answers each role: the game's tables, the campaign's choice among them, and for the
        roles that a bomber names, its parent game (rule 11.0 of the night game).

        Tables can be asked for by printed id, too. Without a bomber ("") the game alone answers. `fits` says how
        the bomber's places are fitted (place to option): an option may bring tables of its own. To ask for a
        role that nothing answers raises `BadData` with the nearest.
        """
        key = (bomber, campaign, tuple(fits.items()) if fits else ())
        known = self._answers.get(key)
        if known is None:
            where = f"{self.game.id} for the {bomber}" if bomber else self.game.id
            found = dict(self._work_out_answers(bomber, campaign))
            if fits:
                kind = self.bombers[bomber]
                for place, choice in fits.items():
                    for role, name in kind.fit[place].option[choice].tables.items():
                        found[role] = self.compiled[kind.game][name]
            known = self._answers[key] = Listed("table of role", where, found)
        return known

    def _work_out_answers(self, bomber: str, campaign: int) -> Mapping[str, CompiledTable]:
        own = self.tables
        found = standing_answers(own, self.packs[0].tables)
        found.update(own)
        if campaign in self.campaigns:
            for role, name in self.campaigns[campaign].tables.items():
                found[role] = own[name]
        if bomber:
            kind = self.bombers[bomber]
            parent = self.compiled[kind.game]
            if kind.game in self.guests:
                found = self._for_guest(self.guests[kind.game], parent, found)
            for role, name in kind.tables.items():
                found[role] = parent[name]
        return found

    @staticmethod
    def _for_guest(
        guest: Guest, parent: Mapping[str, CompiledTable], here: Mapping[str, CompiledTable]
    ) -> dict[str, CompiledTable]:
        """Who answers for a guest: its own game in the roles that are the bomber's, and in those that nobody has here;
        for the rest this game, with the modifiers that the guest brings."""
        found = {role: guest.carried.get(table.id, table) for role, table in here.items()}
        for role, table in standing_answers(parent, guest.printed).items():
            if role not in found or role in guest.crossing.own_roles:
                found[role] = table
        return found | {f"{guest.game.id} {name}": table for name, table in parent.items()}

    @property
    def crossing(self) -> Crossing | None:
        """What crosses with the bombers of other games; None while none may fly here."""
        return next((guest.crossing for guest in self.guests.values()), None)

    def names_of(self, kind: BomberType) -> Names:
        """Names and ranks for the crew of a type: those of its own service."""
        guest = self.guests.get(kind.game)
        return self.names if guest is None else guest.names

    def devices_of(self, kind: BomberType) -> Mapping[str, Device]:
        """The electronics that a type may carry, in the order of the data."""
        return kind.electronics or self.devices

    def bomber(self, name: str) -> BomberType:
        """A bomber by id, in any case and with blanks or dashes; raises `BadData` with the nearest."""
        if name in self.bombers:
            return self.bombers[name]
        plain = name.lower().replace(" ", "-").replace("_", "-").replace("/", "-")
        for bomber in self.bombers.values():
            if plain.replace("-", "") == bomber.id.replace("-", "").replace("_", ""):
                return bomber
        raise BadData(f"no bomber {name!r}; {did_you_mean(plain, self.bombers)}".rstrip("; "))

    def table(self, name: str, bomber: str | None = None, campaign: int = 0) -> CompiledTable:
        """A table by printed id or role, as it answers for a bomber; raises `BadData` with the nearest."""
        found = self.answers(bomber or next(iter(self.bombers), ""), campaign)
        for known in (name, name.upper(), name.lower()):
            if known in found:
                return found[known]
        raise BadData(f"no table {name!r} in {self.game.id}; {did_you_mean(name, found)}".rstrip("; "))

    @cached_property
    def _fingerprints(self) -> Mapping[str, str]:
        return fingerprints_of(self)

    def fingerprints(self) -> Mapping[str, str]:
        """What play depends on to a hash of its data: every table by id; bombers, routes and the like by kind and id.

        A save is checked against it.
        """
        return self._fingerprints

    def sortie(
        self,
        setup: Setup,
        source: Source,
        *,
        orders: Decider | None = None,
        log: list[Event] | None = None,
        tape: Tape | None = None,
    ) -> Sortie:
        """A sortie that has not begun: no bomber, no date yet."""
        if self.presets:
            setup = evolve(setup, options=self._settings(setup.options))
        return Sortie(
            ruleset=self,
            setup=setup,
            source=source,
            orders=self.orders if orders is None else orders,
            procedures=self.procedures,
            log=log,
            tape=tape,
            watch=self.watch,
        )

    def _settings(self, given: Mapping[str, str]) -> dict[str, str]:
        """The settings of a flight, those that house rules have set among them; a flag that is off is left out."""
        flags = {one.name for one in self.game.options if one.kind == "flag"}
        settings = {**self.presets, **given}
        return {name: value for name, value in settings.items() if name not in flags or value == "yes"}
