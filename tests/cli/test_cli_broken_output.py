"""Standard output that is full or closed, run as a process of its own, and Ctrl-C."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
from pathlib import Path

import pytest
from bomberstream.core import sorties
from bomberstream.core.ruleset import Ruleset
from bomberstream.core.sortie import Setup, Sortie
from command_line import CommandLine

COMMAND = (sys.executable, "-m", "bomberstream.cli")
COMMANDS = (
    ("simulate", "today", "--sorties", "3"),
    ("simulate", "today", "--sorties", "3", "--json"),
    ("fly", "today", "--seed", "1"),
    ("games",),
    ("--help",),
)


def told_in_vain(command: str) -> str:
    """Run a line of the shell: it fails with one line on standard error."""
    done = subprocess.run(["sh", "-c", command], capture_output=True, text=True, timeout=60, check=False)
    assert done.returncode == 1
    (line,) = done.stderr.splitlines()
    return line


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="no /dev/full here")
@pytest.mark.parametrize("typed", COMMANDS)
def test_full_output_is_told(typed: tuple[str, ...]) -> None:
    line = told_in_vain(f"{' '.join([*COMMAND, *typed])} >/dev/full")
    assert line == "error: standard output cannot be written: No space left on device"


@pytest.mark.skipif(os.name != "posix", reason="a shell is needed")
@pytest.mark.parametrize("typed", COMMANDS)
def test_closed_output_is_told(typed: tuple[str, ...]) -> None:
    line = told_in_vain(f"{' '.join([*COMMAND, *typed])} >&-")
    assert line == "error: standard output is closed; nothing was done"


@pytest.fixture
def interrupted(bomberstream: CommandLine, monkeypatch: pytest.MonkeyPatch) -> CommandLine:
    """The command line of the toy game; Ctrl-C is pressed during the seventh flight."""
    fly, flown = sorties.fly, []

    def fly_on(ruleset: Ruleset, setup: Setup) -> Sortie:
        flown.append(setup.seed)
        if len(flown) == 7:
            signal.raise_signal(signal.SIGINT)
        return fly(ruleset, setup)

    monkeypatch.setattr(sorties, "fly", fly_on)
    return bomberstream


def test_simulation_that_is_cut_short_tells_what_was_flown(interrupted: CommandLine) -> None:
    before = signal.getsignal(signal.SIGINT)
    done = interrupted("simulate", "toy", "--sorties", "5000", status=130)
    assert done.stderr.splitlines()[-1] == "cut short: 7 of 5,000 sorties were flown"
    assert done.stdout.splitlines()[0].split() == ["sorties", "7,", "7", "of", "them", "flown"]
    assert signal.getsignal(signal.SIGINT) is before


def test_simulation_that_is_cut_short_gives_a_whole_document(interrupted: CommandLine) -> None:
    told = interrupted.json("simulate", "toy", "--sorties", "5000", status=130)
    assert (told["sorties"], told["cut_short"], sum(told["outcomes"].values())) == (7, True, 7)


def test_simulation_that_was_not_cut_short_says_so(bomberstream: CommandLine) -> None:
    told = bomberstream.json("simulate", "toy", "--sorties", "5")
    assert (told["sorties"], told["cut_short"]) == (5, False)
