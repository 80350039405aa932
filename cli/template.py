"""Writing a folder of tables to fill in: what a player who owns a box types its printed values into."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import TYPE_CHECKING, Any

from bomberstream.core.errors import UsageError
from bomberstream.core.tables import LOOK_UP, Table, by_column

if TYPE_CHECKING:
    from bomberstream.core.game import Game
    from bomberstream.core.ruleset import Ruleset

__all__ = ["write_template"]


def write_template(ruleset: Ruleset, folder: Path) -> list[str]:
    """Write every table that is not published, a file each, with blanks for its results; gives their ids.

    Raises `UsageError` for a folder that has something in it: what has been typed in is never written over.
    """
    if folder.exists() and (not folder.is_dir() or any(folder.iterdir())):
        raise UsageError(f"-o {str(folder)!r}: it is there already and not empty; nothing was written over")
    chosen = [one.table for one in ruleset.tables.values() if one.table.source != "published"]
    folder.mkdir(parents=True, exist_ok=True)
    (folder / "README.md").write_text(_readme(ruleset.game, chosen, folder), encoding="utf-8")
    for table in chosen:
        path = folder / f"{_file_name(table.id)}.toml"
        path.write_text("\n".join(_lines(ruleset.game, table)) + "\n", encoding="utf-8")
    return [table.id for table in chosen]


def _file_name(name: str) -> str:
    return "".join(letter if letter.isalnum() or letter in "-_" else "_" for letter in name)


def _readme(game: Game, tables: list[Table], folder: Path) -> str:
    listed = "\n".join(f"- `{_file_name(one.id)}.toml`: {one.id}, {one.title} ({one.source})" for one in tables)
    return f"""# Tables of {game.title} to fill in

These are the tables of which Bomberstream has not the printed values. Each file has the table's rows with blanks for
the results, and says what ours gives. Type in what your box prints; leave what you have not.

- A blank stays as it is. A table that is filled in whole stands in place of ours, and counts as published.
- A row whose result is a word takes what our row of that word does. Other effects can be written beside it.
- Where your table is divided otherwise, change `on`, and fill in every row of it.
- Modifiers are ours until one is given; then those that are given stand in place of all of ours.

    bomberstream tables check {folder.name} --game {game.id}
    bomberstream tables diff {folder.name} --game {game.id}
    bomberstream fly {game.id} --tables {folder.name}

{listed}
"""


def _lines(game: Game, table: Table) -> Iterator[str]:
    yield f"# {table.id}  {table.title}"
    yield f"# Ours is {table.source}: {_plain(table.basis)}"
    if table.rule:
        yield f"# Rule {table.rule}."
    allowed = game.roles.get(table.role, ())
    words = dict.fromkeys(str(one.result) for one in table.row if isinstance(one.result, str))
    if allowed:
        yield f"# Results that the rules act on: {', '.join(allowed)}"
    elif words:
        yield f"# Results of ours: {', '.join(words)}"
    yield ""
    yield f"[fill.{_quoted(table.id)}]"
    if table.dice != LOOK_UP:
        yield f"dice = {_quoted(table.dice)}"
    if table.modifier:
        yield ""
        yield "# Our modifiers stand until one is given; then all of yours must be. For none at all: modifier = []"
        for modifier in table.modifier:
            yield f"# [[fill.{_quoted(table.id)}.modifier]]"
            yield f"# value = {_value(modifier.value)}"
            if modifier.when is not None:
                yield f"# when = {_quoted(modifier.when)}"
            yield f"# says = {_quoted(modifier.says)}"
    for row in table.row:
        yield ""
        yield f"[[fill.{_quoted(table.id)}.row]]"
        yield f"on = {_quoted(row.on)}"
        if table.columns and row.result is not None:
            ours = {column: by_column(table, row.result, column, "result") for column in table.columns}
            blanks = ", ".join(f'{_key(column)} = ""' for column in table.columns)
            told = ", ".join(f"{column} {_value(one)}" for column, one in ours.items())
            yield f"result = {{ {blanks} }}  # ours: {told}"
        elif row.result is not None:
            yield f'result = ""  # ours: {_value(row.result)}'
        else:
            yield "# It has no result, but does something:"
        for key in ("hit", "effects", "data"):
            given = getattr(row, key)
            if given is not None:
                yield f"# {key} = {_value(given)}"


def _plain(text: str) -> str:
    return " ".join(text.split())


def _key(name: str) -> str:
    return name if name and all(one.isascii() and (one.isalnum() or one in "-_") for one in name) else _quoted(name)


def _quoted(text: str) -> str:
    import json

    return json.dumps(_plain(text), ensure_ascii=False)


def _value(value: Any) -> str:
    """A value as TOML has it, on one line."""
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, int | float):
        return str(value)
    if isinstance(value, Mapping):
        return f"{{ {', '.join(f'{_key(str(key))} = {_value(one)}' for key, one in value.items())} }}"
    if isinstance(value, list | tuple):
        return f"[{', '.join(map(_value, value))}]"
    return _quoted(str(value))
