"""What may be changed of a game as it is printed, and by whom each thing has been."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from pathlib import Path
from types import MappingProxyType
from typing import TYPE_CHECKING, Any

from attrs import define, evolve, field

from .. import combat, damage, sortie
from ..bomber import Device
from ..decisions import Decision, Standing
from ..effects import Action, Verb, Verbs
from ..errors import BadData, did_you_mean
from ..filling import Filled, fill_in
from ..game import Game, GameOption, OptionalRule
from ..guests import Crossing, GuestIssue
from ..house import House
from ..packs import Pack, load_pack
from ..procedure import Procedure, Step
from ..tables import Modifier, Row, Table, changed_cells, cuts_across, with_column, with_column_like, with_rows
from .composed import Clash, Listener, Watcher

if TYPE_CHECKING:
    from ..hooks import Plugins
    from .builder import RulesetBuilder

MOST_STRANGE = 3
"""Tables of a template that a game may lack before it is taken for another game's."""


@define(eq=False)
class Changes:
    """A game as it is printed, and what rules, house rules and overlays may change of it."""

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

    @property
    def decisions(self) -> Mapping[str, Decision]:
        """What is decided in the game as it is now, by id."""
        return MappingProxyType(self._decisions)

    def _devices(self) -> dict[str, Device]:
        return {name: device for pack in self.packs for name, device in pack.devices.items()}

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
