"""Fifty files of house rules, as fifty people might write them: what they cost in play is measured."""

from __future__ import annotations

from pathlib import Path

from bomberstream.core.ruleset import Ruleset

__all__ = ["write_fifty"]


def write_fifty(ruleset: Ruleset, folder: Path) -> list[Path]:
    """A file each: a modifier with a condition on one of fifty tables that take modifiers, a setting here and there."""
    folder.mkdir(parents=True, exist_ok=True)
    tables = [one.table for one in ruleset.tables.values() if one.table.modifier and one.dice is not None]
    files = []
    for number in range(50):
        table = tables[number % len(tables)]
        text = f"[[modifier]]\ntable = '{table.id}'\nvalue = 1\nwhen = \"date == '1939-09-{number % 28 + 1:02}'\"\n"
        text += f"says = 'house {number}'\n"
        if number % 10 == 0:
            text += "[set]\nmissions = 3\n"
        files.append(folder / f"house_{number:02}.toml")
        files[-1].write_text(text, encoding="utf-8")
    return files
