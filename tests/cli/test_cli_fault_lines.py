"""Faults of what a person writes himself are told with the line in which they stand, and with what was meant."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest
from command_line import CommandLine

Write = Callable[[str, str], Path]
TABLE = """# my own
[table.9-9]
title = "Sky"
source = "published"
dice = "1d6"

[[table.9-9.row]]
on = "1-3"
result = "clear"

[[table.9-9.row]]
on = "nonsense"
result = "cloud"
"""


@pytest.mark.parametrize("as_folder", [True, False])
def test_tables_laid_on_top_are_told_with_their_lines(bomberstream: CommandLine, write: Write, as_folder: bool) -> None:
    path = write("mine/sky.toml", TABLE)
    told = bomberstream.error("fly", "toy", "--tables", path.parent if as_folder else path, status=1).splitlines()
    shown = "mine/sky.toml" if as_folder else "sky.toml"
    assert told[0].startswith(f"error: {shown}, line 11: table 9-9, row 2: on = 'nonsense' cannot be read")


@pytest.mark.parametrize(
    ("text", "says"),
    [
        ('game = "toy"\n', """line 1: unknown key 'game'; it belongs under [house]: games = ["toy"]"""),
        ('title = "Mine"\n', "line 1: unknown key 'title'; it belongs under [house]: title = ..."),
    ],
)
def test_what_belongs_under_house_is_told_so(bomberstream: CommandLine, write: Write, text: str, says: str) -> None:
    (line,) = bomberstream.error("fly", "toy", "--house", write("mine.toml", text), status=1).splitlines()
    assert line == f"error: mine.toml, {says}"
