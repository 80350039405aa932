"""Who answers each role: tables of the game, of campaigns, of bombers; and whether all that is asked is answered."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from typing import TYPE_CHECKING

from ..bomber import BomberType
from ..combat import POSITIONS
from ..errors import did_you_mean
from ..tables import LOOK_UP, CompiledTable

if TYPE_CHECKING:
    from .composed import Ruleset


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
