"""Compiling: tables, effects, counters and steps to plain look-ups and calls."""

from __future__ import annotations

import ast
from collections.abc import Callable, Mapping, Sequence
from functools import cached_property
from typing import Any

from attrs import define, field

from .. import checks
from ..bomber import BomberType
from ..combat import FieldOfFire
from ..conditions import Condition, Vocabulary
from ..effects import Action, Verbs, parse_effect
from ..errors import BadData, did_you_mean
from ..game import Game
from ..loading import structure
from ..procedure import CompiledProcedure, CompiledStep, Step
from ..sortie import Sortie
from ..tables import CompiledTable, Row, Table, compile_table
from .composed import Watcher

PAYLOADS: dict[str, type[Any]] = {"fields_of_fire": FieldOfFire, "area_damage": dict[str, str]}
"""How the data of rows is typed for the roles that every game of bombers has."""

Counter = tuple[int, tuple[Action, ...]]
"""Its limit, and what happens there."""


@define(eq=False, slots=False)
class Compiler:
    """Compiles tables and effects for a builder, checking every name against what is there."""

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

    def compile(self, tables: Mapping[str, Table], problems: list[str]) -> dict[str, CompiledTable]:
        """Tables by printed id, compiled; one with faults is left out, and its faults are added to the problems."""
        made: dict[str, CompiledTable] = {}
        for name, table in tables.items():
            try:
                made[name] = compile_table(table, self.vocabulary, self.actions, self.payload_for(table), self.game.id)
            except BadData as wrong:
                problems += wrong.problems
        return made

    def counters(self, bombers: Mapping[str, BomberType], problems: list[str]) -> dict[str, dict[str, Counter]]:
        """Bomber id to its counters: limit, and what happens there."""
        found: dict[str, dict[str, Counter]] = {}
        for bomber in bombers.values():
            mine = found[bomber.id] = {}
            for counter in bomber.counter:
                try:
                    effects = self.actions(counter.effects or (), f"{bomber.where}: counter {counter.id}")
                    mine[counter.id] = (counter.limit, effects)
                except BadData as wrong:
                    problems += wrong.problems
        return found

    def steps(self, procedures: Mapping[str, Sequence[Step]], problems: list[str]) -> dict[str, CompiledProcedure]:
        """Procedures by name, each step with its condition compiled, and all of them as one function."""
        found: dict[str, CompiledProcedure] = {}
        for name, steps in procedures.items():
            made: list[CompiledStep] = []
            for step in steps:
                condition: Condition | None = None
                written = ""
                if step.when is not None:
                    try:
                        condition = self.vocabulary.compile(step.when, kind="flag")
                        written = ast.unparse(self.vocabulary.parse(step.when, kind="flag"))
                    except BadData as wrong:
                        at = f"{step.where}, when" if step.where else f"step {name}.{step.name}"
                        problems += (f"{at}: {line}" for line in wrong.problems)
                do = self._seen("step", f"{name}.{step.name}", step.do)
                made.append(CompiledStep(step.name, step.rule, do, condition, step.cause, written))
            found[name] = CompiledProcedure.of(name, made)
        return found

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
                made.append(self._seen("verb", effect.verb, self.verbs[effect.verb].compile(effect, self, where)))
            except BadData as wrong:
                problems += wrong.problems
        if problems:
            raise BadData(problems)
        return tuple(made)

    def _seen(self, kind: str, name: str, do: Action) -> Action:
        """The same, and whoever watches is told of it; nobody watching, the thing itself."""
        watch = self.watch
        if watch is None:
            return do

        def seen(s: Sortie) -> None:
            watch(kind, name)
            do(s)

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
        kind = self.game.payloads.get(table.role) or PAYLOADS.get(table.role)
        if kind is None:
            return lambda data, where: data
        return lambda data, where: structure(data, kind, f"{where}, data")
