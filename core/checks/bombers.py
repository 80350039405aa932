"""Bombers: the tables and devices that they name, and the areas that shells can strike."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import TYPE_CHECKING

from ..bomber import check_bomber
from ..damage import SUPERFICIAL, WALKING
from ..errors import did_you_mean

if TYPE_CHECKING:
    from ..bomber import BomberType, Device
    from ..tables import CompiledTable, Table

__all__ = ["check_bombers"]


def check_bombers(
    bombers: Mapping[str, BomberType],
    devices: Mapping[str, Device],
    by_game: Mapping[str, Mapping[str, CompiledTable]],
    game: str,
    printed: Mapping[str, Table],
) -> list[str]:
    """Bombers name only tables and devices that are there; each is whole, and its area table knows its areas."""
    wrong: list[str] = []
    for bomber in bombers.values():
        if bomber.game not in by_game:
            wrong.append(
                f"{bomber.where}: no game {bomber.game!r} to answer its tables; {did_you_mean(bomber.game, by_game)}"
            )
        if bomber.game == game:
            named = [("tables", bomber.tables)]
            named += [
                (f"fit {place}, {choice}", option.tables)
                for place, fit in bomber.fit.items()
                for choice, option in fit.option.items()
            ]
            for at, tables in named:
                for role, name in tables.items():
                    if name not in printed:
                        hint = did_you_mean(name, printed)
                        wrong.append(f"{bomber.where}: {at}, {role}: no table {name!r}; {hint}".rstrip("; "))
        for place, fit in bomber.fit.items():
            for choice, option in fit.option.items():
                for name in option.devices:
                    if name not in devices:
                        hint = did_you_mean(name, devices)
                        wrong.append(f"{bomber.where}: fit {place}, {choice}: no device {name!r}; {hint}")
        wrong += check_bomber(bomber)
        wrong += _check_areas(bomber, by_game.get(bomber.game, {}))
    return [line.rstrip("; ") for line in wrong]


def _check_areas(bomber: BomberType, tables: Mapping[str, CompiledTable]) -> Iterator[str]:
    """Every area that the bomber's area table names must be one of its own."""
    table = tables.get(bomber.tables.get("area_damage", ""))
    if table is None:
        return
    areas = {SUPERFICIAL, "either_wing", *bomber.sections, *bomber.wings}
    areas |= {f"{WALKING}{pattern.id}" for pattern in bomber.walking}
    for name in sorted({str(cell.result) for column in table.cells for cell in table.distinct(column)} - areas):
        yield f"{table.table.where}: the {bomber.short} has no area {name!r}; {did_you_mean(name, areas)}"
