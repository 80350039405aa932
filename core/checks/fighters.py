"""Types of fighters: when they are met, and the columns of the tables that hold them."""

from __future__ import annotations

import re
from collections.abc import Collection, Iterator, Mapping, Sequence
from itertools import pairwise
from typing import TYPE_CHECKING

from ..dates import check_months, is_month
from ..errors import did_you_mean

if TYPE_CHECKING:
    from ..combat import FighterType
    from ..game import Game
    from ..tables import Table

__all__ = ["check_fighters"]

BY_TYPE = ("fighter_damage", "hit_multiplier")
"""Roles for which the steps of every game take the column of the fighter's type."""
_CAMPAIGNS = re.compile(r"([0-9]{1,4})(?:-([0-9]{1,4}))?")


def check_fighters(
    fighters: Mapping[str, FighterType], game: Game, by_role: Mapping[str, Sequence[Table]], roles: Collection[str]
) -> Iterator[str]:
    """Every type names the columns that the steps look up, and none that is not there."""
    columns = {role: [column for table in tables for column in table.columns] for role, tables in by_role.items()}
    needed = [role for role in BY_TYPE if role in game.roles and fighters]
    for role in needed:
        for table in by_role.get(role, ()):
            if not table.columns:
                yield f"{table.where}: {role}: a column is looked up for each type of fighter; give columns"
    for fighter in fighters.values():
        faults = [*check_months(fighter.from_, fighter.until)]
        if fighter.engines < 0:
            faults.append(f"engines = {fighter.engines}: expected 0 or more")
        if game.fighter_traits:
            faults += (
                f"traits: no trait {trait!r}; {did_you_mean(trait, game.fighter_traits)}"
                for trait in fighter.traits
                if trait not in game.fighter_traits
            )
        faults += (
            f"columns: name its column of {role}; {did_you_mean('', columns[role])}"
            for role in needed
            if columns.get(role) and role not in fighter.columns
        )
        for role, given in fighter.columns.items():
            if role not in roles:
                faults.append(f"columns: no role {role!r}; {did_you_mean(role, roles)}")
                continue
            faults += (f"columns, {role}: {fault}" for fault in _check_columns(given, columns.get(role, [])))
        yield from (f"{fighter.where}: {fault}".rstrip("; ") for fault in faults)


def _check_columns(given: str | Mapping[str, str], known: Collection[str]) -> Iterator[str]:
    named = [given] if isinstance(given, str) else [*given.values()]
    if not named:
        yield "no entries; expected a column, or columns by campaigns or months"
    for column in named:
        if column not in known:
            yield f"no table of the role has a column {column!r}; {did_you_mean(column, known)}"
    if not isinstance(given, str):
        yield from _check_spans([*given])


def _check_spans(spans: Sequence[str]) -> Iterator[str]:
    """Spans are of one kind, each well-formed, in order, and apart from each other."""
    read: list[tuple[str | int, str | int]] = []
    for span in spans:
        found = _read_span(span)
        if found is None:
            yield f"{span!r} is no span; expected campaigns like '1-2', or months like '1943-02..1943-12'"
            return
        first, last = found
        if last < first:  # type: ignore[operator]
            yield f"{span!r} ends before it begins"
            return
        read.append(found)
    if len({type(first) for first, _ in read}) > 1:
        yield "give campaigns or months, not both"
        return
    for (one, (_, end)), (other, (begin, _)) in pairwise(zip(spans, read, strict=True)):
        if begin <= end:  # type: ignore[operator]
            yield f"spans must be in order and not overlap: {one!r}, {other!r}"


def _read_span(span: str) -> tuple[str | int, str | int] | None:
    if ".." in span:
        first, _, last = span.partition("..")
        return (first, last) if is_month(first) and is_month(last) else None
    match = _CAMPAIGNS.fullmatch(span)
    return (int(match[1]), int(match[2] or match[1])) if match else None
