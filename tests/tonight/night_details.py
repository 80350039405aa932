"""What the rules on spray fire and on tables in detail compare with the tables of the daylight game."""

from __future__ import annotations

from bomberstream.core.tables import Table


def numbers(table: Table) -> object:
    """Everything of a table that play depends on: dice, rows, results and effects, the throws inside them too."""

    def plain(effects: object) -> object:
        if isinstance(effects, list | tuple):
            return [plain(one) for one in effects]
        if isinstance(effects, dict):
            kept = {key: value for key, value in effects.items() if key not in ("text", "says", "fighter_destroyed")}
            return {key: plain(value) if key in ("rows", "effects") else value for key, value in kept.items()}
        return effects

    return table.dice, [(row.on, row.result, plain(row.effects)) for row in table.row]
