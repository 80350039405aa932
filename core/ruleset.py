"""Rulesets: plugins, tables, modifiers, steps and options, composed once and then unchangeable.

A `RulesetBuilder` begins with a game as it is printed. Optional rules, house rules and overlays change
it; `compose` checks everything together, compiles it, and hands over a `Ruleset`. Play asks the ruleset
nothing but plain look-ups and calls.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence, Set
from contextlib import contextmanager
from functools import cached_property
from importlib.metadata import PackageNotFoundError, version
from pathlib import Path
from typing import TYPE_CHECKING, Any, NoReturn, TypeVar

from attrs import define, evolve, field, fields

from . import checks, combat, damage, sortie
from .blame import plugin_at_fault, reason_of, way_out
from .bomber import BomberType, Device, check_bomber
from .combat import POSITIONS, FieldOfFire, FighterType
from .conditions import Condition, Vocabulary
from .damage import SUPERFICIAL, WALKING
from .decisions import SLOTS, Decider, Decision, Orders, Standing, compile_orders, merge_orders
from .dice import Source
from .effects import Action, Effect, Verb, Verbs, parse_effect
from .errors import BadData, BadPlugin, BomberstreamError, NotAllowed, did_you_mean, fold
from .events import OWN_TYPES
from .filling import Filled, fill_in
from .game import NUMBER, Game, GameOption, OptionalRule
from .guests import Crossing, Guest, GuestIssue, TwoTongues, own_modifiers, seat_guest, silenced, words_of_guest
from .house import House, fingerprints, take_house
from .lines import with_lines
from .loading import structure
from .packs import Campaign, MoonCalendar, Names, Pack, Provenance, Target, Wording, fingerprint, load_pack
from .patience import LOADING, TakesTooLong, patience
from .procedure import CompiledStep, Procedure, Step
from .sortie import Setup, Sortie
from .tables import (
    LOOK_UP,
    CompiledTable,
    Modifier,
    Row,
    Table,
    by_column,
    changed_cells,
    compile_table,
    cuts_across,
    with_column,
    with_column_like,
    with_rows,
)
from .vocabulary import STATION, core_names, device_names, fit_names, gun_names, man_names, system_names, words_of
from .zones import Gazetteer, ZoneControl, laid_over

if TYPE_CHECKING:
    from .events import Event
    from .hooks import Plugins
    from .tape import Tape

__all__ = ["Clash", "Ruleset", "RulesetBuilder", "Sourced", "compose", "framework_version"]

T = TypeVar("T")
Watcher = Callable[[str, str], None]
Listener = Callable[["Sortie", Mapping[str, Any]], None]


MOST_STRANGE = 3
"""Tables of a template that a game may lack before it is taken for another game's."""


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
    procedures: Mapping[str, tuple[CompiledStep, ...]]
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

    def fingerprints(self) -> Mapping[str, str]:
        """What play depends on to a hash of its data: every table by id; bombers, routes and the like by kind and id.

        A save is checked against it.
        """
        return self._fingerprints

    @cached_property
    def _fingerprints(self) -> dict[str, str]:
        found: dict[str, str] = {}
        for pack in self.packs:
            found.update(pack.fingerprints())
            for name, patch in pack.patches.items():
                found[name] = f"{found.get(name, '')}+{hash_patch(patch)}"
            for name, filling in pack.fillings.items():
                found[name] = f"{found.get(name, '')}+{hash_data(filling.dice, filling.row, filling.modifier)}"
        for game, guest in self.guests.items():
            found.update({f"{game} {name}": fingerprint(guest.tables[name]) for name in self.compiled[game]})
        kinds: dict[str, Mapping[Any, Any]] = {
            "bomber": self.bombers,
            "fighter": self.fighters,
            "device": self.devices,
            "campaign": self.campaigns,
        }
        found |= {f"{kind} {name}": hash_plain(one) for kind, ones in kinds.items() for name, one in ones.items()}
        found["routes"] = hash_data(*(hash_plain(one) for one in self.gazetteer.routes().values()))
        found["targets"] = hash_data(*self.targets)
        found["control chart"] = hash_data(*(hash_plain(one) for pack in self.packs for one in pack.control))
        return {**found, **fingerprints(self.houses)}

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


def check_answers(ruleset: Ruleset) -> Iterator[str]:
    """Every role that the game's steps ask for is answered for every bomber in every campaign."""
    campaigns = [*ruleset.campaigns] or [0]
    for bomber in [*ruleset.bombers] or [""]:
        where = ruleset.bombers[bomber].where if bomber else ruleset.game.id
        for role in roles_asked(ruleset, bomber):
            silent = [one for one in campaigns if role not in ruleset.answers(bomber, one)]
            if silent:
                hint = did_you_mean(role, ruleset.answers(bomber, silent[0]))
                when = f" in campaign {', '.join(map(str, silent))}" if silent != [0] else ""
                yield f"{where}: no table answers the role {role!r}{when}; {hint}".rstrip("; ")


def roles_asked(ruleset: Ruleset, bomber: str) -> Iterable[str]:
    """The roles that must be answered for a bomber: those of the game's steps, but for compartments that it has not.

    A guest has damage tables of its own in place of those that the bombers here name, and what its tables roll on.
    """
    kind = ruleset.bombers.get(bomber)
    if kind is None:
        return ruleset.game.roles
    guest = ruleset.guests.get(kind.game)
    if guest is None:
        anywhere = {section for one in ruleset.bombers.values() for section in one.sections}
        elsewhere = {f"section.{section}" for section in anywhere - {*kind.sections}}
        return [role for role in ruleset.game.roles if role not in elsewhere]
    named = {role for one in ruleset.bombers.values() if one.game == ruleset.game.id for role in one.tables}
    return [*(role for role in ruleset.game.roles if role not in named), *guest.rolled_on(ruleset.compiled)]


def check_fields_of_fire(ruleset: Ruleset, bomber: BomberType) -> Iterator[str]:
    """The table that says which guns bear has a column for the bomber, knows its guns, and every attack position."""
    tables = {
        table.id: table
        for campaign in [*ruleset.campaigns] or [0]
        if (table := ruleset.answers(bomber.id, campaign).get("fields_of_fire")) is not None
    }
    for table in tables.values():
        where = table.table.where
        if table.dice is not None:
            yield f"{where}: fields of fire are looked up, not rolled; give dice = {LOOK_UP!r}"
            continue
        if table.columns and table.column is None:
            yield f"{where}: say which column holds for a bomber, as in column = 'bomber.model'"
            continue
        known = [cell.on for cells in table.keys.values() for cell in cells.values()]
        yield from (f"{where}: no row {position!r}" for position in POSITIONS if position not in known)
        columns: list[str | None] = [None]
        if table.columns:
            # Another expression may come to any column: only what it names for this bomber can be told here.
            if table.table.column != "bomber.model":
                continue
            columns = [bomber.id]
            if bomber.id not in table.columns:
                hint = did_you_mean(bomber.id, table.columns)
                yield f"{where}: no column for the {bomber.short} ({bomber.id!r}); {hint}".rstrip("; ")
                continue
        guns = {gun.id for gun in bomber.gun}
        for column in columns:
            for cell in table.keys[column].values():
                named = () if cell.data is None else (*cell.data.guns, *cell.data.optional)
                for gun in named:
                    if gun not in guns:
                        hint = did_you_mean(gun, guns)
                        yield f"{where}, {cell.on}: the {bomber.short} has no gun {gun!r}; {hint}".rstrip("; ")


def standing_answers(tables: Mapping[str, CompiledTable], printed: Iterable[str]) -> dict[str, CompiledTable]:
    """Who answers each role of a game, as long as neither bomber nor campaign says otherwise.

    A role belongs to the one table of the game that has it; a table brought by another pack answers a role only if the
    game has none for it. Where several of one kind share a role, campaign or bomber must say which.
    """
    first = {name: table for name, table in tables.items() if name in printed}
    found = sole_answers(first.values())
    asked = {table.role for table in first.values()}
    brought = sole_answers(table for name, table in tables.items() if name not in printed)
    return found | {role: table for role, table in brought.items() if role not in asked}


def sole_answers(tables: Iterable[CompiledTable]) -> dict[str, CompiledTable]:
    """The roles that one table alone has, with their tables."""
    known = list(tables)
    roles = Counter(table.role for table in known)
    return {table.role: table for table in known if roles[table.role] == 1}


def _check_results(table: Table, role: str, allowed: tuple[str, ...]) -> Iterator[str]:
    words = [word for word in allowed if word != NUMBER]
    for place, row in enumerate(table.row, 1):
        given = (by_column(table, row.result, column, "result") for column in table.columns or (None,))
        strange = [one for one in given if one not in words and not (type(one) is int and NUMBER in allowed)]
        for result in {repr(one): one for one in strange}.values():
            said = "no result" if result is None else f"the role has no result {result!r}"
            hint = did_you_mean(str(result), allowed)
            yield f"{table.where}, row {place}: {role}: {said}; {hint}".rstrip("; ")


def hash_patch(patch: Any) -> str:
    """A short hash of an overlay's rows, modifiers and columns."""
    return hash_data(patch.row, patch.modifier, *((patch.adds,) if patch.adds else ()))


def hash_plain(one: Any) -> str:
    """A short hash of an object of the data, wherever it stands."""
    return hash_data(*(getattr(one, field_.name) for field_ in fields(type(one)) if field_.name != "where"))


def hash_data(*changes: Any) -> str:
    """A short hash of frozen data."""
    from hashlib import sha256

    return sha256(repr(changes).encode()).hexdigest()[:12]


@define(eq=False)
class RulesetBuilder:
    """A ruleset in the making; optional rules are functions over it."""

    game: Game
    plugins: Plugins
    packs: list[Pack] = field(factory=list)
    by: str = ""
    """The rule that acts now, for clashes and explanations."""
    _tables: dict[str, Table] = field(factory=dict)
    _verbs: Verbs = field(factory=Verbs)
    _names: list[Any] = field(factory=list)
    _procedures: dict[str, list[Step]] = field(factory=dict)
    _listeners: dict[str, list[Listener]] = field(factory=dict)
    _decisions: dict[str, Decision] = field(factory=dict)
    _happenings: dict[str, str] = field(factory=dict)
    _orders: list[Mapping[str, Standing]] = field(factory=list)
    _touched: dict[tuple[str, ...], str] = field(factory=dict)
    """What has been changed, from the whole down to the part ("table 4-7", "row 2-3"), and by whom."""
    _clashes: list[Clash] = field(factory=list)
    _rules: list[OptionalRule] = field(factory=list)
    _guests: dict[str, tuple[RulesetBuilder, Crossing, frozenset[str]]] = field(factory=dict)
    """Games whose bombers may fly here, what crosses with them, and what every game of the kind keeps of a flight."""
    _issues: list[GuestIssue] = field(factory=list)
    _brought: dict[str, list[tuple[str, str]]] = field(factory=dict)
    """Rule to the steps that it has put in: procedure and name."""
    _bringing: set[str] = field(factory=set)
    """Plugins that have brought something."""
    _bringers: dict[str, str] = field(factory=dict)
    """Names of the vocabulary that plugins have brought, and which."""
    _houses: list[House] = field(factory=list)
    _faults: list[str] = field(factory=list)
    """Of house rules, found before everything is composed."""
    _filled: list[Filled] = field(factory=list)
    _presets: dict[str, str] = field(factory=dict)
    watch: Watcher | None = None
    guest_tables: Mapping[str, Sequence[Path]] = field(factory=dict)
    """Game to what lies on its tables when its bombers fly here."""

    def __attrs_post_init__(self) -> None:
        self.by = self.game.id
        for procedure in self.game.procedures:
            self.procedure(procedure)
        bombers = self.game.shells_strike
        for verb in (*damage.VERBS, *combat.VERBS) if bombers else damage.GENERAL:
            self._verbs.add(verb)
        for decision in (*(damage.DECISIONS if bombers else ()), *sortie.DECISIONS, *self.game.decisions):
            self._decisions[decision.id] = decision
        told = {**damage.HAPPENINGS, **combat.HAPPENINGS} if bombers else {"remark": damage.HAPPENINGS["remark"]}
        self._happenings |= {**told, **self.game.happenings}
        self._orders.append({**(damage.ORDERS if bombers else {}), **sortie.ORDERS})
        for verb in self.game.verbs:
            self._verbs.add(verb)
        for plugin, verb in self.plugins.verbs_by(self.game.id):
            self._bringing.add(plugin)
            self._verbs.add(verb)
        for happening, listener in self.game.listeners.items():
            self.on(happening, listener)
        self._names += self.game.vocabulary
        for plugin, name in self.plugins.vocabulary_by(self.game.id):
            self._bringing.add(plugin)
            self._bringers[name.name] = plugin
            self._names.append(name)
        self.lay(load_pack(self.game.tables, self.game.id))
        for plugin, path in self.plugins.packs_by(self.game.id):
            self._bringing.add(plugin)
            self.lay_over(path)

    # --- what rules may do

    def lay(self, pack: Pack) -> None:
        """Lay a pack on top: its tables stand in place of those of the same id, its rows change theirs."""
        self.packs.append(pack)
        for name, table in pack.tables.items():
            if name in self._tables:
                self._touch(f"table {name}")
                below = self._tables[name]
                table = evolve(table, role=below.role if table.role == name else table.role)
            self._tables[name] = table
        problems = []
        for name, patch in pack.patches.items():
            if name not in self._tables:
                problems.append(f"{patch.where}: no table {name!r}; {did_you_mean(name, self._tables)}")
                continue
            for column, results in patch.adds.items():
                try:
                    self.column(name, column, results)
                except BadData as wrong:
                    problems += wrong.problems
            for row in patch.row:
                self.row(name, row)
            for modifier in patch.modifier:
                self.add_modifier(name, evolve(modifier, by=modifier.by or pack.name))
        known = {name for one in self.packs for name in (*one.bombers, *one.bombers_like)}
        for name, alike in pack.bombers_like.items():
            if alike.like not in known - {name}:
                hint = did_you_mean(alike.like, known - {name})
                problems.append(f"{alike.where}: like: no bomber {alike.like!r}; {hint}".rstrip("; "))
            for id_, table in self._tables.items():
                if alike.like in table.columns and name not in table.columns:
                    self._tables[id_] = with_column_like(table, name, alike.like, alike.bearing)
        for name, changed in pack.bomber_patches.items():
            if name not in known:
                problems.append(f"{changed.where}: no bomber {name!r}; {did_you_mean(name, known)}".rstrip("; "))
            for part in changed.parts():
                self._touch(f"bomber {name}", part)
        strange = [name for name in pack.fillings if name not in self._tables]
        if len(strange) > MOST_STRANGE:
            lacks = f"{len(strange)} tables that {self.game.id} has not, {strange[0]} among them"
            raise BadData(f"{pack.name}: it fills in {lacks}; is it for another game?")
        for name, filling in pack.fillings.items():
            if name not in self._tables:
                problems.append(f"{filling.where}: no table {name!r}; {did_you_mean(name, self._tables)}".rstrip("; "))
                continue
            try:
                self._tables[name], filled = fill_in(self._tables[name], filling, pack.name)
            except BadData as wrong:
                problems += wrong.problems
                continue
            self._filled.append(filled)
            if filled.done:
                self._touch(f"table {name}")
        if problems:
            raise BadData(problems)
        if pack.orders:
            self._orders.append(pack.orders)

    def lay_over(self, path: Path) -> None:
        """Lay the pack of a folder or file on top, in its own name."""
        with self._acting(path.stem):
            self.lay(load_pack(path, path.stem))

    def table(self, name: str) -> Table:
        """A table of the ruleset by printed id; raises `BadData` with the nearest."""
        if name not in self._tables:
            raise BadData(f"no table {name!r}; {did_you_mean(name, self._tables)}".rstrip("; "))
        return self._tables[name]

    def table_of(self, role: str) -> str:
        """The printed id of the first table of a role; raises `BadData` with the nearest."""
        for name, table in self._tables.items():
            if table.role == role:
                return name
        roles = {table.role for table in self._tables.values()}
        raise BadData(f"no table of role {role!r}; {did_you_mean(role, roles)}".rstrip("; "))

    def row(self, table: str, row: Row) -> None:
        """Put a row in place of the one with the same `on`, or add it.

        Where somebody else has laid a whole table on top that is divided otherwise, his stands; that is a clash.
        """
        below = self.table(table)
        what = (f"table {table}", f"row {row.on}")
        laid_by = self._touched.get(what[:1], self.by)
        if laid_by != self.by and cuts_across(below, row):
            self._clashes.append(Clash(", ".join(what), self.by, laid_by))
            return
        for part in changed_cells(below, row) or ("",):
            self._touch(*what, *([f"column {part}"] if part else []))
        self._tables[table] = with_rows(below, [row])

    def redivide(self, table: str, row: Row, in_place_of: Sequence[str]) -> None:
        """Put a row in place of several, named by their `on`: for tables that are divided otherwise."""
        below = self.table(table)
        known = [one.on for one in below.row]
        for on in in_place_of:
            if on not in known:
                raise BadData(f"table {table} has no row {on!r}; {did_you_mean(on, known)}".rstrip("; "))
            self._touch(f"table {table}", f"row {on}")
        place = min(known.index(on) for on in in_place_of)
        kept = [one for one in below.row if one.on not in in_place_of]
        self._tables[table] = evolve(below, row=(*kept[:place], row, *kept[place:]))

    def dice(self, table: str, dice: str) -> None:
        """Throw other dice on a table ("2d6", "1d10"); its rows must hold every total of theirs."""
        self._touch(f"table {table}", "dice")
        self._tables[table] = evolve(self.table(table), dice=dice)

    def column(self, table: str, name: str, results: Mapping[str, Any]) -> None:
        """Add a column to a table: a result for each row, by `on`. A column that it has already stands."""
        below = self.table(table)
        if name not in below.columns:
            self._tables[table] = with_column(below, name, results)

    def modifier(self, table: str, value: int | str, *, when: str | None = None, says: str = "") -> None:
        """Add a die-roll modifier to a table."""
        self.add_modifier(table, Modifier(value, when, says or self.by, self.by))

    def add_modifier(self, table: str, modifier: Modifier) -> None:
        """Add a die-roll modifier that is there as data."""
        below = self.table(table)
        self._tables[table] = evolve(below, modifier=(*below.modifier, modifier))

    def remove_modifier(self, table: str, says: str) -> None:
        """Take out the modifiers of a table that have these words; raises `BadData` with the nearest when none has."""
        below = self.table(table)
        kept = tuple(one for one in below.modifier if one.says != says)
        if len(kept) == len(below.modifier):
            hint = did_you_mean(says, [one.says for one in below.modifier]) or "see bomberstream tables show"
            raise BadData(f"table {table} has no modifier {says!r}; {hint}")
        self._touch(f"table {table}", f"modifier {says}")
        self._tables[table] = evolve(below, modifier=kept)

    def procedure(self, procedure: Procedure) -> None:
        """Bring a procedure, or replace one as a whole."""
        if procedure.name in self._procedures:
            self._touch(f"procedure {procedure.name}")
        self._procedures[procedure.name] = list(procedure.steps)

    def step(self, new: Step, *, before: str = "", after: str = "") -> None:
        """Put a step into a procedure, before or after one that is there ("zone.weather", or "weather"
        when one procedure alone has it). Raises `BadData` when the procedure has a step of that name."""
        if bool(before) == bool(after):
            raise BadData(f"step {new.name!r}: say before or after which step")
        procedure, place = self._find_step(before or after)
        self._check_new(procedure, new)
        self._procedures[procedure].insert(place + bool(after), new)
        self._brought.setdefault(self.by, []).append((procedure, new.name))

    def replace_step(self, name: str, new: Step) -> None:
        """Put a step in place of another, under its name or a new one."""
        procedure, place = self._find_step(name)
        steps = self._procedures[procedure]
        old = steps[place].name
        if new.name != old:
            self._check_new(procedure, new)
        self._touch(f"procedure {procedure}", f"step {old}")
        steps[place] = new

    def wrap_step(self, name: str, wrap: Callable[[Action], Action]) -> None:
        """Put something round a step: `wrap` makes a new function of the old one. Several rules may wrap one step."""
        procedure, place = self._find_step(name)
        steps = self._procedures[procedure]
        steps[place] = evolve(steps[place], do=wrap(steps[place].do))

    def remove_step(self, name: str) -> None:
        """Take a step out."""
        procedure, place = self._find_step(name)
        steps = self._procedures[procedure]
        self._touch(f"procedure {procedure}", f"step {steps[place].name}")
        del steps[place]

    def move_step(self, name: str, *, before: str = "", after: str = "") -> None:
        """Take a step out and put it before or after another one, in its procedure or another."""
        procedure, place = self._find_step(name)
        moved = self._procedures[procedure][place]
        self._touch(f"procedure {procedure}", f"step {moved.name}")
        if self._find_step(before or after) == (procedure, place):
            raise BadData(f"step {name!r} cannot stand before or after itself")
        del self._procedures[procedure][place]
        try:
            self.step(moved, before=before, after=after)
        except BadData:
            self._procedures[procedure].insert(place, moved)
            raise

    def on(self, happening: str, listener: Listener) -> None:
        """Hear of a happening each time it takes place."""
        if happening not in self._happenings:
            hint = did_you_mean(happening, self._happenings)
            raise BadData(f"no happening {happening!r} in {self.game.id}; {hint}".rstrip("; "))
        self._listeners.setdefault(happening, []).append(listener)

    def decision(self, decision: Decision) -> None:
        """Bring a kind of decision; its standing order must come too."""
        self._decisions[decision.id] = decision

    def happening(self, name: str, says: str) -> None:
        """Bring something that can be told of a flight: its name, and what it means."""
        self._happenings[name] = says

    def role(
        self,
        name: str,
        results: tuple[str, ...] = (),
        payload: type[Any] | None = None,
        *,
        looked_up: bool = False,
    ) -> None:
        """Bring a role that steps of a rule ask for: its results (an empty list is open), the class of its rows' data,
        and whether its tables are read by key."""
        self.game = evolve(self.game, roles={**self.game.roles, name: results})
        if looked_up:
            self.game = evolve(self.game, looked_up=self.game.looked_up | {name})
        if payload is not None:
            self.game = evolve(self.game, payloads={**self.game.payloads, name: payload})

    def outcome(self, name: str, says: str, *, is_lost: bool = False) -> None:
        """Bring a way in which a flight can end; `is_lost` where the bomber does not come back."""
        losses = self.game.losses | {name} if is_lost else self.game.losses
        self.game = evolve(self.game, outcomes={**self.game.outcomes, name: says}, losses=losses)

    def option(self, option: GameOption) -> None:
        """Bring a setting, or put it in place of the one of the same name."""
        options = {one.name: one for one in (*self.game.options, option)}
        self.game = evolve(self.game, options=tuple(options.values()))

    def preset(self, name: str, value: str) -> None:
        """Set a setting of every flight for which the player gives no other; raises `BadData` for one that the game has
        not, or a value that it cannot have."""
        known = {one.name: one for one in self.game.options}
        if name not in known:
            raise BadData(f"no setting {name!r}; {did_you_mean(name, known)}".rstrip("; "))
        self._touch(f"setting {name}")
        self._presets[name] = known[name].read(value)

    def system(self, name: str) -> None:
        """Bring a system that can be out, `out.<system>` of the vocabulary."""
        self.game = evolve(self.game, systems=(*self.game.systems, name))

    def verb(self, verb: Verb) -> None:
        """Bring a verb."""
        self._verbs.add(verb)

    def replace_verb(self, verb: Verb) -> None:
        """Put a verb in place of the one of its name."""
        self._verbs.replace(verb)
        self._touch(f"verb {verb.name}")

    def name(self, name: Any) -> None:
        """Bring a name for the vocabulary."""
        self._names.append(name)

    def standing_orders(self, orders: Mapping[str, Standing]) -> None:
        """Orders that stand in place of earlier ones for the same decisions."""
        self._orders.append(orders)

    def welcome(self, game: Game, crossing: Crossing, answers_to: Iterable[str] = ()) -> None:
        """Let the bombers of another game fly in this one, those of its optional rules among them.

        `answers_to`: what every game of the kind keeps of a flight, so that a word which asks for it is understood.
        """
        if game.id in self._guests or game.id == self.game.id:
            return
        guest = RulesetBuilder(game, self.plugins)
        for path in self.guest_tables.get(game.id, ()):
            guest.lay_over(path)
        for rule in self.plugins.rules(game.id).values():
            if rule.brings_bombers:
                self._take_along(guest, rule)
        self._guests[game.id] = (guest, crossing, frozenset(answers_to))
        for name, says in guest._happenings.items():
            self._happenings.setdefault(name, says)
        for system in guest.game.systems:
            if system not in self.game.systems:
                self.system(system)
        mine = {option.name for option in self.game.options}
        for option in guest.game.options:
            if option.name in crossing.options and option.name not in mine:
                self.option(option)
        for name, order in crossing.orders.items():
            theirs = guest._decisions.get(name)
            if theirs is not None:
                ours = self._decisions.get(name, theirs)
                options = tuple(dict.fromkeys((*ours.options, *theirs.options)))
                self.decision(evolve(ours, options=options))
                # Below all others: it decides where they offer nothing that the guest has.
                self._orders.insert(0, {name: among_options(order, options)})

    def issue(self, issue: GuestIssue) -> None:
        """Say from when to when guests fly here."""
        self._issues.append(issue)

    def guest_types(self) -> list[BomberType]:
        """The types that other games bring, as they are there."""
        found = []
        for guest, _, _ in self._guests.values():
            found += [kind for kind in guest.bombers().values() if kind.game == guest.game.id]
        return found

    @property
    def decisions(self) -> tuple[str, ...]:
        """What is decided in the game as it is now."""
        return tuple(self._decisions)

    def _take_along(self, guest: RulesetBuilder, rule: OptionalRule) -> None:
        """A rule that brings a bomber to its own game: those of its steps that travel are taken for it here as well,
        and what they ask is decided by the same orders."""
        asked_before = set(guest._decisions)
        guest.take_rule(rule)
        travelling = False
        for procedure, name in guest._brought.get(rule.id, ()):
            step = next(one for one in guest._procedures[procedure] if one.name == name)
            if step.travels:
                travelling = True
                self._insert_for(guest, procedure, step)
        if travelling:
            standing = merge_orders(*guest._orders)
            for new in [one for one in guest._decisions if one not in asked_before and one not in self._decisions]:
                self.decision(guest._decisions[new])
                self._orders.insert(0, {new: standing[new]})

    def _insert_for(self, guest: RulesetBuilder, procedure: str, step: Step) -> None:
        """A step of a guest's own game, for its bombers alone, before what comes after it there."""
        names = [one.name for one in guest._procedures[procedure]]
        here = [one.name for one in self._procedures.get(procedure, ())]
        later = next((one for one in names[names.index(step.name) + 1 :] if one in here), None)
        if later is not None:
            nothing = evolve(step, name=f"{step.name} of {guest.game.id}", do=_nothing)
            self._procedures[procedure].insert(here.index(later), nothing)
            self._divide_step(procedure, nothing.name, guest.game.id, step)

    @property
    def guests(self) -> tuple[str, ...]:
        """The games whose bombers may fly here."""
        return tuple(self._guests)

    def has_bomber(self, name: str) -> bool:
        """Whether a pack brings a bomber of this id; in any case, and with blanks or dashes."""
        plain = name.lower().replace(" ", "-").replace("_", "-").replace("-", "")
        return any(
            plain == one.replace("-", "").replace("_", "")
            for pack in self.packs
            for one in (*pack.bombers, *pack.bombers_like)
        )

    def take_house(self, house: House) -> None:
        """Carry out a file of house rules; its faults are told when everything is composed."""
        self._houses.append(house)
        with self._acting(house.name):
            self._faults += take_house(self, house)

    def take_rule(self, rule: OptionalRule) -> None:
        """Switch an optional rule on.

        Raises `NotAllowed` for a rule of another game, one that needs others first, and one that cannot be used
        with a rule that is on, whichever of the two says so; `BadPlugin` for one that fails, naming who brings it.
        """
        if self.game.id not in rule.games:
            raise NotAllowed(f"rule {rule.id!r} belongs to {', '.join(rule.games)}, not to {self.game.id}")
        on = [one.id for one in self._rules]
        missing = [one for one in rule.requires if one not in on]
        if missing:
            raise NotAllowed(f"rule {rule.id!r} needs {', '.join(missing)} switched on before it")
        barred = [one.id for one in self._rules if one.id in rule.conflicts or rule.id in one.conflicts]
        if barred:
            raise NotAllowed(f"rule {rule.id!r} cannot be used with {', '.join(barred)}")
        for option in rule.options:
            self.option(option)
        by = self.plugins.bringer(rule)
        named = len(self._names)
        with self._acting(rule.id):
            try:
                with patience(LOADING):
                    rule.apply(self)
            except BomberstreamError:
                raise
            except (Exception, SystemExit, TakesTooLong) as wrong:
                plugin, out = (f"plugin {by}: ", f" {way_out(by)}") if by else ("", "")
                raise BadPlugin(f"{plugin}rule {rule.id} fails: {reason_of(wrong)}{out}") from wrong
        if by:
            self._bringing.add(by)
            self._bringers |= {str(getattr(name, "name", "")): by for name in self._names[named:]}
        self._rules.append(rule)

    @contextmanager
    def _acting(self, name: str) -> Iterator[None]:
        """What is changed meanwhile is changed by a rule or pack of this name."""
        outer, self.by = self.by, name
        try:
            yield
        finally:
            self.by = outer

    def _touch(self, *what: str) -> None:
        """Note a change; it clashes with an earlier one of the same thing, of the whole, or of a part of it."""
        for other, first in list(self._touched.items()):
            longer, shorter = (other, what) if len(other) > len(what) else (what, other)
            if longer[: len(shorter)] != shorter:
                continue
            if first != self.by:
                self._clashes.append(Clash(", ".join(longer), first, self.by))
            if longer is other:
                del self._touched[other]
        self._touched[what] = self.by

    def _find_step(self, name: str) -> tuple[str, int]:
        """The procedure of a step, and its place in it; raises `BadData` with the nearest, or with all of the name."""
        procedure, _, step = name.rpartition(".")
        known = [(p, place, one.name) for p, steps in self._procedures.items() for place, one in enumerate(steps)]
        found = [(p, place) for p, place, own in known if own == step and procedure in ("", p)]
        if len(found) == 1:
            return found[0]
        if found:
            raise BadData(f"step {name!r} is ambiguous: {', '.join(f'{p}.{step}' for p, _ in found)}")
        names = [f"{p}.{own}" if procedure else own for p, _, own in known]
        raise BadData(f"no step {name!r}; {did_you_mean(name, names)}".rstrip("; "))

    def _check_new(self, procedure: str, new: Step) -> None:
        if any(one.name == new.name for one in self._procedures[procedure]):
            raise BadData(f"procedure {procedure!r} has a step {new.name!r} already; use replace_step to change it")

    # --- composing

    def compose(self) -> Ruleset:
        """Check and compile everything; raises `BadData` with every fault that was found, those of house rules with
        their lines."""
        try:
            return self._compose()
        except BadData as wrong:
            if not self._houses:
                raise
            raise BadData(self._placed(wrong.problems)) from None

    def _placed(self, problems: Iterable[str]) -> list[str]:
        """Faults of a table that house rules have changed are theirs; each with its line."""
        files = {shown: path for house in self._houses for shown, path in house.pack.files.items()}
        places = [(f"table {table}", where) for house in self._houses for table, where in house.places()]
        told = []
        for problem in problems:
            where = (
                ""
                if any(problem.startswith(f"{one}:") for one in files)
                else next(
                    (
                        where
                        for table, where in places
                        if any(f": {table}{end}" in problem for end in (":", ",")) or problem.startswith(f"{table}:")
                    ),
                    "",
                )
            )
            told.append(f"{where}: {problem.partition(': ')[2]}" if where else problem)
        return with_lines(told, files)

    def _compose(self) -> Ruleset:
        fighters: dict[str, FighterType] = {}
        campaigns: dict[int, Campaign] = {}
        narrative: dict[str, Wording] = {}
        for pack in self.packs:
            fighters.update(pack.fighters)
            campaigns.update(pack.campaigns)
            narrative.update(pack.narrative)
        problems: list[str] = [*self._faults]
        for guest_builder, _, _ in self._guests.values():
            self._go_by_service(guest_builder)
        bombers, devices = self.bombers(), self._devices()
        own_bombers = bombers
        guests = {
            game: guest._as_guest(crossing, answers_to, self, bombers, devices)
            for game, (guest, crossing, answers_to) in self._guests.items()
        }
        for guest in guests.values():
            bombers = {**bombers, **guest.bombers}
        vocabulary = self._vocabulary(bombers, devices, problems)
        plain = Vocabulary(vocabulary)
        for name, path in _CALLED.items() if guests else ():
            vocabulary.replace(evolve(vocabulary[name], path=path))
        asked = checks.roles_of_tables(self._tables, own_bombers, campaigns)
        by_role = checks.tables_of_roles(self._tables, asked)
        compiler = _Compiler(vocabulary, self._verbs, self._tables, bombers, self.game, by_role, self.watch)
        compiled: dict[str, CompiledTable] = {}
        for name, table in self._tables.items():
            try:
                compiled[name] = compile_table(
                    table, vocabulary, compiler.actions, compiler.payload_for(table), self.game.id
                )
            except BadData as wrong:
                problems += wrong.problems
        counters = self._counters(bombers, compiler, problems)
        by_game = {self.game.id: compiled}
        for game, guest in guests.items():
            by_game[game] = self._compile_guest(guest, plain, vocabulary, compiled, counters, compiler, problems)
        problems += self._check_roles(asked)
        problems += checks.check_rolled(self._tables, asked, self.game)
        problems += checks.check_rings(self._tables, by_role, self._verbs)
        problems += self._check_narrative(narrative, compiler.told_roles)
        known = {**devices, **{name: one for guest in guests.values() for name, one in guest.devices.items()}}
        problems += self._check_bombers(bombers, known, by_game)
        problems += checks.check_fits(bombers, self.game, {*compiler.roles, *self.game.roles})
        problems += checks.check_devices(devices, bombers)
        problems += checks.check_fighters(fighters, self.game, by_role, {*compiler.roles, *self.game.roles})
        orders, standing = Orders({}), merge_orders(*self._orders)
        problems += self._check_game(standing)
        try:
            orders = compile_orders(standing, self._decisions, vocabulary)
        except BadData as wrong:
            problems += wrong.problems
        procedures = self._compile_steps(vocabulary, problems)
        countries = {code: name for pack in self.packs for code, name in pack.countries.items()}
        gazetteer, ways = self._gazetteer(countries, problems)
        targets = tuple(target for pack in self.packs for target in pack.targets)
        problems += (
            f"target {target.city}: no route{f' for air force {target.air_force}' if target.air_force else ''}"
            for target in targets
            if (target.air_force, target.city) not in ways
        )
        problems += checks.check_campaigns(campaigns, bombers, self._tables, ways)
        problems += checks.check_cards(self._tables, asked, ways) if checks.TARGET_CARD in self.game.roles else ()
        moon = next((pack.moon for pack in reversed(self.packs) if pack.moon is not None), None)
        problems += checks.check_moon(moon, self.game.roles.get("moon", ())) if moon is not None else ()
        if problems:
            raise BadData(list(dict.fromkeys(problems)))
        made = Ruleset(
            game=self.game,
            packs=tuple(self.packs),
            rules=tuple(rule.id for rule in self._rules),
            compiled=by_game,
            bombers=bombers,
            fighters=fighters,
            devices=devices,
            moon=moon,
            campaigns=campaigns,
            targets=targets,
            target_types={key: says for pack in self.packs for key, says in pack.target_types.items()},
            gazetteer=gazetteer,
            countries=countries,
            names=next((pack.names for pack in reversed(self.packs) if pack.names.first), Names()),
            provenance=tuple(one for pack in self.packs for one in pack.provenance),
            narrative={
                **{k: v for one in guests.values() for k, v in one.narrative.items() if not self._tells_itself(k)},
                **narrative,
            },
            vocabulary=vocabulary,
            verbs=self._verbs,
            decisions=Listed("decision", self.game.id, self._decisions),
            happenings=dict(self._happenings),
            standing=standing,
            orders=orders,
            procedures=procedures,
            listeners={name: tuple(heard) for name, heard in self._listeners.items()},
            counters=counters,
            clashes=tuple(self._clashes),
            houses=tuple(self._houses),
            filled=tuple(self._filled),
            presets=dict(self._presets),
            others=(others := self.plugins.others),
            others_in_play=tuple(sorted(self._in_play(others))),
            home=self._home(others),
            names_brought={name: by for name, by in self._bringers.items() if by in others.values()},
            watch=self.watch,
            guests=guests,
        )
        problems += check_answers(made)
        problems += (line for bomber in bombers.values() for line in check_fields_of_fire(made, bomber))
        if problems:
            raise BadData(list(dict.fromkeys(problems)))
        return made

    def bombers(self) -> dict[str, BomberType]:
        """The bombers of the packs, as later packs change them."""
        found: dict[str, BomberType] = {}
        for pack in self.packs:
            found.update(pack.bombers)
            for name, alike in pack.bombers_like.items():
                if alike.like in found:
                    found[name] = alike.made_of(found[alike.like])
            for name, changed in pack.bomber_patches.items():
                found[name] = changed.lay_on(found[name])
        return found

    def _devices(self) -> dict[str, Device]:
        return {name: device for pack in self.packs for name, device in pack.devices.items()}

    def _as_guest(
        self,
        crossing: Crossing,
        answers_to: frozenset[str],
        there: RulesetBuilder,
        hosts: Mapping[str, BomberType],
        carried_there: Mapping[str, Device],
    ) -> Guest:
        """This game as far as its bombers bring it into another, whose bombers and electronics are given."""
        mine = self.bombers()
        problems: list[str] = []
        words = tuple(self._vocabulary(mine, self._devices(), problems))
        if problems:
            raise BadData(problems)
        return Guest(
            game=self.game,
            crossing=crossing,
            tables=dict(self._tables),
            printed=frozenset(self.packs[0].tables),
            bombers={
                name: seat_guest(kind, crossing, there.game.id, hosts.values(), carried_there, there._issues)
                for name, kind in mine.items()
                if kind.game == self.game.id and name not in hosts
            },
            devices=self._devices(),
            names=next((pack.names for pack in reversed(self.packs) if pack.names.first), Names()),
            narrative={name: wording for pack in self.packs for name, wording in pack.narrative.items()},
            vocabulary=words,
            verbs=self._verbs,
            answers_to=answers_to,
        )

    def _go_by_service(self, guest: RulesetBuilder) -> None:
        """Where a rule is on for which the guest's own game has another, guests go by theirs: its tables, and its
        steps in place of ours."""
        kinds = {rule.kind: rule for rule in self._rules if rule.kind}
        for rule in self.plugins.rules(guest.game.id).values():
            ours = kinds.get(rule.kind)
            if ours is None or rule in guest._rules:
                continue
            guest.take_rule(rule)
            theirs = {
                (procedure, name): next(one for one in guest._procedures[procedure] if one.name == name)
                for procedure, name in guest._brought.get(rule.id, ())
            }
            for place in self._brought.get(ours.id, ()):
                self._divide_step(*place, guest.game.id, theirs.pop(place, None))
            for (procedure, _), step in theirs.items():
                self._insert_for(guest, procedure, step)

    def _divide_step(self, procedure: str, name: str, game: str, theirs: Step | None) -> None:
        """A step that is another for the bombers of a game; without one nothing is done for them."""
        steps = self._procedures[procedure]
        place = next(place for place, one in enumerate(steps) if one.name == name)
        ours, for_guests = steps[place].do, _nothing if theirs is None else theirs.do

        def divided(s: Sortie) -> None:
            (for_guests if s.bomber.type.game == game else ours)(s)

        steps[place] = evolve(steps[place], do=divided)

    def _compile_guest(
        self,
        guest: Guest,
        plain: Vocabulary,
        vocabulary: Vocabulary,
        here: Mapping[str, CompiledTable],
        counters: dict[str, dict[str, tuple[int, tuple[Action, ...]]]],
        compiler: _Compiler,
        problems: list[str],
    ) -> dict[str, CompiledTable]:
        """The tables that a guest brings, in words that are understood here, and ours with its own modifiers."""
        words = words_of_guest(plain, guest.vocabulary, guest, self.game.id)
        verbs = Verbs(self._verbs)
        for verb in guest.verbs:
            if verb.name not in verbs:
                verbs.add(verb if verb.travels else silenced(verb))
        tables = guest.needed()
        asked = checks.roles_of_tables(tables, guest.bombers, {})
        by_role = {**compiler.by_role, **checks.tables_of_roles(tables, asked)}
        systems = tuple(dict.fromkeys((*guest.game.systems, *self.game.systems)))
        game = evolve(guest.game, systems=systems)
        its = _Compiler(words, verbs, {**self._tables, **tables}, guest.bombers, game, by_role, self.watch)
        its.asked_for_by = guest.by_id(tables)
        compiled: dict[str, CompiledTable] = {}
        for name, table in tables.items():
            try:
                compiled[name] = compile_table(table, words, its.actions, its.payload_for(table), guest.game.id)
            except BadData as wrong:
                problems += wrong.problems
        own_roles = guest.crossing.own_roles
        for name, table in tables.items():
            for role in sorted(asked[name] & own_roles):
                if self.game.roles.get(role):
                    allowed = (*self.game.roles[role], *guest.game.roles.get(role, ()))
                    problems += _check_results(table, role, allowed)
        for kind in guest.bombers.values():
            for role, name in kind.tables.items():
                if name not in tables:
                    problems.append(f"{kind.where}: tables, {role}: no table {name!r}; {did_you_mean(name, tables)}")
        counters |= self._counters(guest.bombers, its, problems)
        compiler.purposes |= its.told_roles
        carried = {}
        for name, table in self._tables.items():
            if table.role in own_roles or name not in here:
                continue
            brought = [one for theirs in guest.of_role(table.role) for one in own_modifiers(theirs).modifier]
            if brought:
                texts = frozenset(text for one in brought for text in (one.when, one.value) if isinstance(text, str))
                both = evolve(table, modifier=(*table.modifier, *brought))
                tongues: Any = TwoTongues(vocabulary, words, texts)
                try:
                    carried[name] = compile_table(
                        both, tongues, compiler.actions, compiler.payload_for(table), self.game.id
                    )
                except BadData as wrong:
                    problems += wrong.problems
        guest.carried = carried
        return compiled

    def _in_play(self, others: Mapping[str, str]) -> Set[str]:
        """Plugins other than our own that have brought something, the one of the game among them."""
        return {*self._bringing, self._home(others)} & {*others.values()}

    def _home(self, others: Mapping[str, str]) -> str:
        """The plugin other than our own that brings the game; empty where it is our own."""
        return others.get(str(getattr(self.game.prepare, "__module__", "")).partition(".")[0], "")

    def _gazetteer(self, countries: Mapping[str, str], problems: list[str]) -> tuple[Gazetteer, Set[tuple[int, str]]]:
        """The routes and the control chart, later packs over earlier ones, and air force and target of every route."""
        routes = laid_over((pack.routes for pack in self.packs), lambda one: (one.air_force, one.target))
        control = laid_over((pack.control for pack in self.packs), lambda one: (one.code, one.region))
        gazetteer = Gazetteer((), chart := ZoneControl(()))
        try:
            chart = ZoneControl(control)
        except BadData as wrong:
            problems += wrong.problems
        try:
            gazetteer = Gazetteer(routes, chart)
        except BadData as wrong:
            problems += wrong.problems
        problems += checks.check_routes(routes, control, countries)
        return gazetteer, {(one.air_force, one.target) for one in routes}

    def _vocabulary(
        self,
        bombers: Mapping[str, BomberType],
        devices: Mapping[str, Device],
        problems: list[str],
    ) -> Vocabulary:
        fighters = {name: fighter for pack in self.packs for name, fighter in pack.fighters.items()}
        words = words_of(bombers, fighters, self.game.words)
        most = max((len(bomber.engines) for bomber in bombers.values()), default=0)
        vocabulary = Vocabulary(core_names(most, self.game.skills, words))
        guns = {gun.id: gun.name for bomber in bombers.values() for gun in bomber.gun}
        fits: dict[str, dict[str, None]] = {}
        for bomber in bombers.values():
            for place, fit in bomber.fit.items():
                fits.setdefault(place, {"": None}).update(dict.fromkeys(fit.option))
        offered = {place: tuple(options) for place, options in fits.items()}
        for name in (
            *gun_names(guns),
            *fit_names(offered),
            *device_names({one.id: one.title for one in devices.values()}),
            *system_names(self.game.systems),
            *self._names,
        ):
            try:
                vocabulary.add(name)
            except BadData as wrong:
                problems += wrong.problems
        trades = {station.id: bomber.where for bomber in bombers.values() for station in bomber.station}
        for trade, where in trades.items():
            names = list(man_names(trade, f"s.bomber.man_of({trade!r})", words[STATION]))
            taken = [name.name for name in names if name.name in vocabulary]
            if taken:
                problems.append(f"{where}: station {trade}: the vocabulary has {taken[0]!r} already; choose another id")
                continue
            for name in names:
                vocabulary.add(name)
        return vocabulary

    def _counters(
        self, bombers: Mapping[str, BomberType], compiler: _Compiler, problems: list[str]
    ) -> dict[str, dict[str, tuple[int, tuple[Action, ...]]]]:
        found: dict[str, dict[str, tuple[int, tuple[Action, ...]]]] = {}
        for bomber in bombers.values():
            mine = found[bomber.id] = {}
            for counter in bomber.counter:
                try:
                    effects = compiler.actions(counter.effects or (), f"{bomber.where}: counter {counter.id}")
                    mine[counter.id] = (counter.limit, effects)
                except BadData as wrong:
                    problems += wrong.problems
        return found

    def _check_game(self, standing: Mapping[str, Standing]) -> Iterator[str]:
        for name in OWN_TYPES:
            if name in self._happenings:
                yield f"happening {name!r} bears the name of an event that every flight has; choose another"
        for name, decision in self._decisions.items():
            if name not in standing:
                yield f"decision {name!r} has no standing order; give [orders.{name}]"
            if decision.slot and decision.slot not in SLOTS:
                yield f"decision {name!r}: no slot {decision.slot!r}; {did_you_mean(decision.slot, SLOTS)}"

    def _check_roles(self, asked: Mapping[str, set[str]]) -> Iterator[str]:
        """Tables of a role that the steps ask for give no results but those that the game lists."""
        for name, table in self._tables.items():
            for role in sorted(asked[name]):
                allowed = self.game.roles.get(role)
                if allowed:
                    yield from _check_results(table, role, allowed)

    def _tells_itself(self, name: str) -> bool:
        """Whether a wording of a guest's game is for what this game knows: where it says nothing of that, it means
        to."""
        if name.startswith("roll."):
            return name.removeprefix("roll.") in self.game.roles
        return name in self.game.happenings

    def _check_narrative(self, narrative: Mapping[str, Wording], roles: Iterable[str]) -> Iterator[str]:
        """Wordings are for happenings and rolls, or for one value of a fact of theirs."""
        told = {*self._happenings, *(f"roll.{role}" for role in roles)}
        told |= {f"decision.{decision}" for decision in self._decisions}
        for name in narrative:
            parts = name.split(".")
            ends = [end for end in range(1, len(parts) + 1) if ".".join(parts[:end]) in told]
            where = next(
                (pack.places["narrative", name] for pack in self.packs if ("narrative", name) in pack.places), ""
            )
            if ends and "_" in (value := ".".join(parts[ends[-1] :])):
                yield f"{where}: narrative {name!r}: values are told with blanks: {value.replace('_', ' ')!r}"
            if not ends:
                hint = did_you_mean(name, told)
                yield f"{where}: narrative {name!r}: there is no such happening or roll; {hint}".rstrip("; ")

    def _check_bombers(
        self,
        bombers: Mapping[str, BomberType],
        devices: Mapping[str, Device],
        by_game: Mapping[str, Mapping[str, CompiledTable]],
    ) -> list[str]:
        wrong: list[str] = []
        for bomber in bombers.values():
            if bomber.game not in by_game:
                wrong.append(
                    f"{bomber.where}: no game {bomber.game!r} to answer its tables; "
                    f"{did_you_mean(bomber.game, by_game)}"
                )
            if bomber.game == self.game.id:
                named = [("tables", bomber.tables)]
                named += [
                    (f"fit {place}, {choice}", option.tables)
                    for place, fit in bomber.fit.items()
                    for choice, option in fit.option.items()
                ]
                for at, tables in named:
                    for role, name in tables.items():
                        if name not in self._tables:
                            hint = did_you_mean(name, self._tables)
                            wrong.append(f"{bomber.where}: {at}, {role}: no table {name!r}; {hint}".rstrip("; "))
            for place, fit in bomber.fit.items():
                for choice, option in fit.option.items():
                    for name in option.devices:
                        if name not in devices:
                            hint = did_you_mean(name, devices)
                            wrong.append(f"{bomber.where}: fit {place}, {choice}: no device {name!r}; {hint}")
            wrong += check_bomber(bomber)
            wrong += self._check_areas(bomber, by_game.get(bomber.game, {}))
        return [line.rstrip("; ") for line in wrong]

    @staticmethod
    def _check_areas(bomber: BomberType, tables: Mapping[str, CompiledTable]) -> Iterator[str]:
        """Every area that the bomber's area table names must be one of its own."""
        table = tables.get(bomber.tables.get("area_damage", ""))
        if table is None:
            return
        areas = {SUPERFICIAL, "either_wing", *bomber.sections, *bomber.wings}
        areas |= {f"{WALKING}{pattern.id}" for pattern in bomber.walking}
        for name in sorted({str(cell.result) for column in table.cells for cell in table.distinct(column)} - areas):
            yield f"{table.table.where}: the {bomber.short} has no area {name!r}; {did_you_mean(name, areas)}"

    def _compile_steps(self, vocabulary: Vocabulary, problems: list[str]) -> dict[str, tuple[CompiledStep, ...]]:
        found: dict[str, tuple[CompiledStep, ...]] = {}
        for name, steps in self._procedures.items():
            made = []
            for step in steps:
                condition: Condition | None = None
                if step.when is not None:
                    try:
                        condition = vocabulary.compile(step.when, kind="flag")
                    except BadData as wrong:
                        at = f"{step.where}, when" if step.where else f"step {name}.{step.name}"
                        problems += (f"{at}: {line}" for line in wrong.problems)
                made.append(CompiledStep(step.name, step.rule, self._watched(name, step), condition, step.cause))
            found[name] = tuple(made)
        return found

    def _watched(self, procedure: str, step: Step) -> Callable[[Sortie], None]:
        watch, do = self.watch, step.do
        if watch is None:
            return do

        def seen(s: Sortie) -> None:
            watch("step", f"{procedure}.{step.name}")
            do(s)

        return seen


@define(eq=False, slots=False)
class _Compiler:
    """Compiles effects for a builder, checking every name against what is there."""

    vocabulary: Vocabulary
    verbs: Verbs
    tables: Mapping[str, Table]
    bombers: Mapping[str, BomberType]
    game: Game
    by_role: Mapping[str, Sequence[Table]]
    """Role or printed id to the tables that may answer it."""
    watch: Watcher | None = None
    asked_for_by: Mapping[str, str] = field(factory=dict)
    """Printed ids to what the tables are asked for by, where that is something else."""
    purposes: set[str] = field(factory=set)
    """Of the throws inside effects that have been compiled."""

    @cached_property
    def known(self) -> dict[str, set[str]]:
        """Names by kind, over all bombers."""
        all_ = self.bombers.values()
        sides = {side for bomber in all_ for side in bomber.wings.values()}
        return {
            "station": {station.id for bomber in all_ for station in bomber.station},
            "gun": {gun.id for bomber in all_ for gun in bomber.gun},
            "section": {section for bomber in all_ for section in bomber.sections},
            "system": set(self.game.systems),
            "counter": {counter.id for bomber in all_ for counter in bomber.counter},
            "surface": {"flap", "aileron", "elevator"},
            "side": sides | {"hit_side", "side"},
        }

    @cached_property
    def roles(self) -> set[str]:
        """Every role and printed id that can be asked for."""
        roles = {table.role for table in self.tables.values()} | set(self.tables)
        return roles | {role for bomber in self.bombers.values() for role in bomber.tables}

    def actions(self, raw: Sequence[Any], where: str) -> tuple[Action, ...]:
        """Compile a list of effects; raises `BadData` with every fault in it."""
        if not isinstance(raw, list | tuple):
            raise BadData(f"{where}: effects must be a list, not {raw!r}")
        made: list[Action] = []
        problems: list[str] = []
        for one in raw:
            try:
                effect = parse_effect(one, self.verbs)
            except BadData as wrong:
                problems += (f"{where}: {line}" for line in wrong.problems)
                continue
            try:
                made.append(self._watched(effect, self.verbs[effect.verb].compile(effect, self, where)))
            except BadData as wrong:
                problems += wrong.problems
        if problems:
            raise BadData(problems)
        return tuple(made)

    def _watched(self, effect: Effect, action: Action) -> Action:
        watch = self.watch
        if watch is None:
            return action

        def seen(s: Sortie) -> None:
            watch("verb", effect.verb)
            action(s)

        return seen

    def lookup(self, name: str, where: str) -> str:
        """Check the role or id of a table."""
        if name not in self.roles:
            raise BadData(f"{where}: no table or role {name!r}; {did_you_mean(name, self.roles)}".rstrip("; "))
        faults = [fault for table in self.by_role.get(name, ()) if (fault := checks.why_not_rolled(table))]
        if faults:
            raise BadData(f"{where}: roll_on {name!r}: {fault}" for fault in faults)
        return self.asked_for_by.get(name, name)

    @property
    def told_roles(self) -> set[str]:
        """What rolls can be told as: the roles of tables, and the purposes of throws inside effects."""
        return {table.role for table in self.tables.values()} | self.purposes

    def dice_rows(self, dice: str, rows: Sequence[Any], says: str, where: str) -> Action:
        """Compile an inline throw: a table without a name, asked for where it stands."""
        if not isinstance(rows, list) or not isinstance(says, str):
            raise BadData(f"{where}: expected rows as a list of {{on, result, effects}}, and says as a text")
        purpose = says or where.rpartition(": ")[2]
        self.purposes.add(purpose)
        table = Table(
            title=purpose,
            dice=dice,
            source="published",
            role=purpose,
            row=structure(list(rows), tuple[Row, ...], where),
            where=where,
        )
        compiled = compile_table(table, self.vocabulary, self.actions, lambda data, _: data, self.game.id)

        def act(s: Sortie) -> None:
            for action in s.roll_table(compiled, purpose).cell.effects:
                action(s)

        return act

    def check_name(self, kind: str, name: Any, where: str) -> None:
        """Check an argument of a verb."""
        if kind in self.known:
            if not isinstance(name, str) or name not in self.known[kind]:
                hint = did_you_mean(str(name), self.known[kind])
                raise BadData(f"{where}: no {kind} {name!r}; {hint}".rstrip("; "))
        elif kind == "engine":
            most = max((len(bomber.engines) for bomber in self.bombers.values()), default=0)
            if name not in ("hit", "all", *range(1, most + 1)) or isinstance(name, bool):
                raise BadData(f"{where}: engine must be 1 to {most}, 'hit' or 'all', not {name!r}")
        elif kind == "number":
            if type(name) is not int:
                raise BadData(f"{where}: expected a whole number, not {name!r}")
        elif kind == "flag":
            if type(name) is not bool:
                raise BadData(f"{where}: expected true or false, not {name!r}")
        elif kind == "word":
            if not isinstance(name, str):
                raise BadData(f"{where}: expected a text, not {name!r}")
        elif kind == "table":
            self.lookup(str(name), where)
        elif "|" in kind:
            words = kind.split("|")
            if name not in words:
                raise BadData(f"{where}: no such word {name!r}; {did_you_mean(str(name), words)}".rstrip("; "))

    def payload_for(self, table: Table) -> Callable[[Any, str], Any]:
        """How the data of a table's rows is typed: the class that the game names for its role."""
        kind = self.game.payloads.get(table.role) or _PAYLOADS.get(table.role)
        if kind is None:
            return lambda data, where: data
        return lambda data, where: structure(data, kind, f"{where}, data")


def among_options(order: Standing, options: Sequence[str]) -> Standing:
    """An order without the cases that choose what is no option of the decision; for one about subjects as it is."""
    if not options:
        return order
    return evolve(order, case=tuple(one for one in order.case if one.choose is None or one.choose in options))


def _nothing(s: Sortie) -> None:
    """What is done where there is nothing to do."""


_CALLED = {
    "man.trade": "s.bomber.type.called.get(s.man.trade, s.man.trade)",
    "gun.id": "s.bomber.type.called.get(s.gun.type.id, s.gun.type.id)",
}
"""Words of the game being played that know a guest's men and guns by the names that they have here."""

_PAYLOADS: dict[str, type[Any]] = {"fields_of_fire": FieldOfFire, "area_damage": dict[str, str]}


def compose(
    plugins: Plugins,
    game: str,
    *,
    rules: Iterable[str] = (),
    overlays: Iterable[Path] = (),
    house: Iterable[House] = (),
    orders: Mapping[str, Standing] | None = None,
    watch: Watcher | None = None,
    bomber: str | None = None,
    guest_tables: Mapping[str, Sequence[Path]] | None = None,
) -> Ruleset:
    """A ruleset of a game with tables laid on top, optional rules, house rules, and orders.

    Rules act on the tables as they then are: a whole table laid on top keeps what a rule adds to it. Every
    decision must have a standing order. Raises `BadData`, `BadPlugin` or `NotAllowed`, each in lines for a person.
    A plugin that breaks the game by itself is left out, unless plugins are strict.

    `bomber`: the one that is to fly; where the game has no such type the rule that welcomes those of other games is
    switched on. `guest_tables`: game to what lies on its tables when its bombers fly here. What is laid on top and
    brings bombers of another game lies on the tables of that.
    """
    houses = tuple(house)
    wishes = _Wishes(tuple(rules), tuple(overlays), houses, orders, watch, bomber, guest_tables or {})
    try:
        return _compose(plugins, game, wishes)
    except (BadData, BadPlugin):
        if plugins.strict or not _leave_out_broken(plugins, game):
            raise
    return _compose(plugins, game, wishes)


@define(frozen=True)
class _Wishes:
    """What a ruleset is to be beside the game as it is printed."""

    rules: Sequence[str] = ()
    overlays: Sequence[Path] = ()
    houses: Sequence[House] = ()
    orders: Mapping[str, Standing] | None = None
    watch: Watcher | None = None
    bomber: str | None = None
    guest_tables: Mapping[str, Sequence[Path]] = field(factory=dict)


def _compose(plugins: Plugins, game: str, wishes: _Wishes) -> Ruleset:
    found = plugins.game(game)
    theirs = {name: list(paths) for name, paths in wishes.guest_tables.items()}
    bomber, houses = wishes.bomber, wishes.houses
    try:
        builder = RulesetBuilder(found, plugins, watch=wishes.watch, guest_tables=theirs)
        brings_guests = False
        for path in wishes.overlays:
            if not path.exists():
                raise BadData(f"{path}: no such folder")
            others = {one.game for one in load_pack(path, path.stem).bombers.values()} - {builder.game.id}
            if len(others) == 1 and (other := next(iter(others))) in plugins.games():
                theirs.setdefault(other, []).append(path)
                brings_guests = True
            else:
                builder.lay_over(path)
        known = plugins.rules(found.id)
        everywhere = plugins.rules()
        needed = {name: f"{one.path.name}: house, rules: " for one in reversed(houses) for name in one.about.rules}
        for name in dict.fromkeys([*wishes.rules, *needed]):
            if name not in everywhere:
                hint = did_you_mean(name, known or everywhere)
                raise BadData(f"{needed.get(name, '')}no rule {name!r}; {hint}".rstrip("; "))
            builder.take_rule(everywhere[name])
        if not builder.guests and (brings_guests or (bomber is not None and not builder.has_bomber(bomber))):
            welcoming = plugins.welcoming(builder.game.id)
            if welcoming is not None:
                builder.take_rule(welcoming)
        for one in houses:
            builder.take_house(one)
        if wishes.orders:
            builder.standing_orders(wishes.orders)
        return builder.compose()
    except (BomberstreamError, AssertionError):
        raise
    except Exception as wrong:
        plugin, place = plugin_at_fault(wrong, plugins.others)
        if not plugin:
            raise
        raise BadPlugin(f"plugin {plugin}: {place}: {reason_of(wrong)} {way_out(plugin)}") from wrong


def _leave_out_broken(plugins: Plugins, game: str) -> bool:
    """Leave out every plugin that adds to a game, and with which alone the plain game cannot be composed; whether there
    was one."""
    home = plugins.bringer_of(game)
    others = [name for name in plugins.others.values() if name != home]
    broken: dict[str, str] = {}
    for name in others:
        plugins.muted = {one for one in others if one != name}
        try:
            if plugins.adds_to(name, game):
                _compose(plugins, game, _Wishes())
        except BomberstreamError as wrong:
            reason = wrong.problems[0] if isinstance(wrong, BadData) else str(wrong)
            broken[name] = reason.removeprefix(f"plugin {name}: ").removesuffix(f" {way_out(name)}")
        finally:
            plugins.muted = set()
    for name, reason in broken.items():
        plugins.leave_out(name, reason)
    return bool(broken)
