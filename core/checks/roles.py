"""Roles: which tables may answer each, and whether they are made for it."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import TYPE_CHECKING

from ..errors import did_you_mean
from ..game import NUMBER
from ..tables import LOOK_UP, by_column

if TYPE_CHECKING:
    from ..bomber import BomberType
    from ..game import Game
    from ..packs import Campaign
    from ..tables import Table

__all__ = ["check_results", "check_roles", "check_rolled", "roles_of_tables", "tables_of_roles", "why_not_rolled"]


def roles_of_tables(
    tables: Mapping[str, Table], bombers: Mapping[str, BomberType], campaigns: Mapping[int, Campaign]
) -> dict[str, set[str]]:
    """Table id to the roles that it may answer: its own, and those for which a bomber or campaign names it."""
    asked = {name: {table.role} for name, table in tables.items()}
    options = [option for one in bombers.values() for fit in one.fit.values() for option in fit.option.values()]
    for named in (
        *(one.tables for one in bombers.values()),
        *(one.tables for one in campaigns.values()),
        *(one.tables for one in options),
    ):
        for role, name in named.items():
            asked.setdefault(name, set()).add(role)
    return asked


def tables_of_roles(tables: Mapping[str, Table], asked: Mapping[str, set[str]]) -> dict[str, list[Table]]:
    """Role or printed id to the tables that may answer it."""
    found: dict[str, list[Table]] = {}
    for name, table in tables.items():
        for role in sorted({name, *asked[name]}):
            found.setdefault(role, []).append(table)
    return found


def why_not_rolled(table: Table) -> str:
    """Why an effect cannot roll on a table; empty when it can."""
    if table.dice == LOOK_UP:
        return f"table {table.id} is looked up, not rolled"
    if table.columns and table.column is None:
        return f"table {table.id} has columns and does not say which one holds; give it column = '...'"
    return ""


def check_rolled(tables: Mapping[str, Table], asked: Mapping[str, set[str]], game: Game) -> Iterator[str]:
    """Roles that the steps roll on have tables with dice; those that they look up have none."""
    for name, table in tables.items():
        for role in sorted(asked[name] & game.roles.keys() - {"fields_of_fire"}):
            if role in game.looked_up and table.dice != LOOK_UP:
                yield f"{table.where}: {role}: the role is looked up, not rolled; give dice = {LOOK_UP!r}"
            elif role not in game.looked_up and table.dice == LOOK_UP:
                yield f"{table.where}: {role}: the role is rolled, not looked up; give dice like '1d6'"


def check_roles(tables: Mapping[str, Table], asked: Mapping[str, set[str]], game: Game) -> Iterator[str]:
    """Tables of a role that the steps ask for give no results but those that the game lists."""
    for name, table in tables.items():
        for role in sorted(asked[name]):
            allowed = game.roles.get(role)
            if allowed:
                yield from check_results(table, role, allowed)


def check_results(table: Table, role: str, allowed: tuple[str, ...]) -> Iterator[str]:
    """A table that answers a role gives no results but those allowed, in any column."""
    words = [word for word in allowed if word != NUMBER]
    for place, row in enumerate(table.row, 1):
        given = (by_column(table, row.result, column, "result") for column in table.columns or (None,))
        strange = [one for one in given if one not in words and not (type(one) is int and NUMBER in allowed)]
        for result in {repr(one): one for one in strange}.values():
            said = "no result" if result is None else f"the role has no result {result!r}"
            hint = did_you_mean(str(result), allowed)
            yield f"{table.where}, row {place}: {role}: {said}; {hint}".rstrip("; ")
