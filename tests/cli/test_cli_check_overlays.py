"""Packs that hold no table of any game are composed all the same when they are checked."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest
from command_line import CommandLine

Write = Callable[[str, str], Path]
LAMP = '[device.lamp]\ntitle = "Lamp"\noperator = "{}"\n'


@pytest.mark.parametrize("game", [(), ("--game", "toy")])
def test_what_a_pack_holds_is_counted_and_composed(bomberstream: CommandLine, write: Write, game: tuple[str]) -> None:
    good = write("good.toml", LAMP.format("pilot"))
    (checked,) = bomberstream.json("tables", "check", good, *game)
    assert (checked["ok"], checked["game"], checked["found"]) == (True, "toy", "1 device on toy")


@pytest.mark.parametrize("game", [(), ("--game", "toy")])
def test_faults_with_every_game_are_told(bomberstream: CommandLine, write: Write, game: tuple[str]) -> None:
    bad = write("bad.toml", LAMP.format("pliot"))
    told = bomberstream("tables", "check", bad, *game, status=1).stderr
    assert "device lamp: operator: no bomber has a 'pliot'; did you mean 'pilot'?" in told
