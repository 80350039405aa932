"""Saves: the power fails, the disk is full, the file is damaged or another's. What was saved stays."""

from __future__ import annotations

import json
import os
import random
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from bomberstream.core.events import Event, digest
from bomberstream.core.flight import fly
from bomberstream.core.hooks import load_plugins
from bomberstream.core.ruleset import compose
from bomberstream.core.sortie import Setup
from bomberstream.core.tape import PERSON, load_save
from command_line import CommandLine
from terminal import Terminal

SEED = 3
GAME = "today"


@pytest.fixture
def home(tmp_path: Path) -> dict[str, str]:
    """The environment of somebody who has never played."""
    return {**os.environ, "HOME": str(tmp_path), "XDG_CONFIG_HOME": str(tmp_path), "PYTHONUNBUFFERED": "1"}


@pytest.fixture
def begun(home: dict[str, str], tmp_path: Path) -> Path:
    """A flight that was left after three answers."""
    save = tmp_path / "flight.json"
    terminal = Terminal("fly", GAME, "--seed", str(SEED), "--interactive", "--save", save, environment=home)
    terminal.read()
    terminal.type_all(["", "", ""])
    terminal.type("q")
    assert terminal.leave() == 0
    return save


def answers(save: Path) -> int:
    """How many answers a save holds."""
    return sum(one.by == PERSON for one in load_save(save).tape())


def killed_again_and_again(home: dict[str, str], folder: Path, times: int, seed: int) -> None:
    """Kill the program at random moments; each time what is saved is whole, and lacks at most the last answer."""
    chance = random.Random(seed)
    ruleset = compose(load_plugins(), GAME)
    flights = kills = 0
    while kills < times:
        flights += 1
        save = folder / f"flight-{flights}.json"
        log: list[Event] = []
        fly(ruleset, Setup(GAME, SEED + flights), log=log)
        command: tuple[str | Path, ...] = (
            "fly", GAME, "--seed", str(SEED + flights), "--interactive", "--save", save,
        )  # fmt: skip
        given = 0
        while True:
            terminal = Terminal(*command, environment=home)
            terminal.read()
            for _ in range(chance.randint(0, 6)):
                if terminal.waits:
                    terminal.type("")
                    given += 1
            if not terminal.waits:
                terminal.leave()
                break
            if chance.random() < 0.5:
                # Without waiting for what comes of it.
                os.write(terminal._screen, b"\n")
                given += 1
            terminal.kill()
            kills += 1
            kept = answers(save)
            assert given - 1 <= kept <= given
            given = kept
            command = ("resume", save)
        kept_at_last = load_save(save)
        assert kept_at_last.finished
        assert kept_at_last.digest == digest(log)


def test_killed_at_some_moments(home: dict[str, str], tmp_path: Path) -> None:
    """A crash or a power cut loses nothing but the last answer."""
    killed_again_and_again(home, tmp_path, 8, seed=8)


@pytest.mark.slow
def test_killed_at_two_hundred_moments(home: dict[str, str], tmp_path: Path) -> None:
    """The same two hundred times over."""
    killed_again_and_again(home, tmp_path, 200, seed=200)


def typed_with(limit: str, save: Path, home: dict[str, str], lines: str) -> subprocess.CompletedProcess[str]:
    """Go on with a flight under a limit of the shell's, and type lines."""
    command = f"{limit}; exec {sys.executable} -m bomberstream.cli resume {save}"
    return subprocess.run(
        ["bash", "-c", command], env=home, input=lines, capture_output=True, text=True, check=False, timeout=60
    )


def test_no_room_for_the_save(begun: Path, home: dict[str, str]) -> None:
    """A save that cannot be written in full is told in a line, and the old one stays."""
    before = begun.read_bytes()
    done = typed_with("ulimit -f 1", begun, home, "\n\n")
    assert done.returncode == 1
    assert "cannot be written" in done.stderr
    assert "Traceback" not in done.stderr
    assert begun.read_bytes() == before
    assert [one.name for one in begun.parent.glob("flight.json*")] == ["flight.json"]


def test_a_place_that_cannot_be_written_to(home: dict[str, str]) -> None:
    """It is told before the first question."""
    done = subprocess.run(
        [sys.executable, "-m", "bomberstream.cli", "fly", GAME, "--interactive", "--save", "/proc/flight.json"],
        env=home,
        input="\n",
        capture_output=True,
        text=True,
        check=False,
        timeout=60,
    )
    assert done.returncode == 1
    assert "/proc/flight.json: cannot be written" in done.stderr
    assert "Traceback" not in done.stderr


@pytest.mark.skipif(os.geteuid() == 0, reason="nothing is read-only to root")
def test_a_folder_that_is_read_only(begun: Path, home: dict[str, str]) -> None:
    """The flight is told to be unsaved, and the old save stays."""
    before = begun.read_bytes()
    begun.parent.chmod(0o555)
    try:
        done = typed_with("true", begun, home, "\n\n")
    finally:
        begun.parent.chmod(0o755)
    assert done.returncode == 1
    assert "cannot be written: Permission denied" in done.stderr
    assert begun.read_bytes() == before


def truncated(kept: dict[str, Any], text: str) -> str:
    return text[: len(text) // 2]


def other_game(kept: dict[str, Any], text: str) -> str:
    return json.dumps({**kept, "game": "tomorrow"})


def other_dice(kept: dict[str, Any], text: str) -> str:
    entries = [list(one) for one in kept["entries"]]
    roll = next(one for one in entries if isinstance(one[1], list))
    roll[1] = [7 - face if face < 7 else 1 for face in roll[1]]
    return json.dumps({**kept, "entries": entries})


def other_answer(kept: dict[str, Any], text: str) -> str:
    entries = [list(one) for one in kept["entries"]]
    entries[next(place for place, one in enumerate(entries) if one[-1] == PERSON)][1] = "perhaps"
    return json.dumps({**kept, "entries": entries})


def other_digest(kept: dict[str, Any], text: str) -> str:
    return json.dumps({**kept, "digest": "0" * 32})


def other_bomber(kept: dict[str, Any], text: str) -> str:
    return json.dumps({**kept, "setup": {**kept["setup"], "bomber": "zeppelin"}})


def odd_crew(kept: dict[str, Any], text: str) -> str:
    return json.dumps({**kept, "setup": {**kept["setup"], "carried": {"crew": {"pilot": 7}}}})


def odd_dice(kept: dict[str, Any], text: str) -> str:
    return json.dumps({**kept, "dice": "loaded"})


def odd_orders(kept: dict[str, Any], text: str) -> str:
    return json.dumps({**kept, "ordered": ["sing"]})


def another_program(kept: dict[str, Any], text: str) -> str:
    return '{"save": true}'


def no_text(kept: dict[str, Any], text: str) -> str:
    return "\x00\x01"


FAULTS: list[tuple[Callable[[dict[str, Any], str], str], str]] = [
    (truncated, "not a save file of Bomberstream"),
    (no_text, "not a save file of Bomberstream"),
    (another_program, "not a save file of Bomberstream"),
    (other_game, "no game 'tomorrow'"),
    (other_dice, "the tape differs at entry"),
    (other_answer, "'perhaps' on the tape, but the options are"),
    (other_digest, "the digest is"),
    (other_bomber, "setup, bomber: no bomber 'zeppelin'"),
    (odd_crew, "carried, crew, pilot: expected a table"),
    (odd_dice, "dice: expected one of auto, manual, got 'loaded'"),
    (odd_orders, "there is no decision 'sing'"),
]


@pytest.mark.parametrize(("spoil", "says"), FAULTS, ids=lambda one: getattr(one, "__name__", None))
def test_a_save_that_is_none(
    spoil: Callable[[dict[str, Any], str], str],
    says: str,
    begun: Path,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """A truncated, edited or foreign save gets one clear line, and stays as it is; undo says the same."""
    monkeypatch.setenv("XDG_CONFIG_HOME", str(tmp_path))
    text = begun.read_text()
    begun.write_text(spoil(json.loads(text), text))
    before = begun.read_bytes()
    bomberstream = CommandLine(tmp_path)
    for command in ("resume", "undo"):
        told = bomberstream.error(command, begun, status=1)
        assert says in told
        assert len([line for line in told.splitlines() if line.startswith("error:")]) == 1
    assert begun.read_bytes() == before


def test_tables_of_the_save_are_laid_on_again(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, home: dict[str, str]
) -> None:
    """A flight under tables of one's own goes on with them; without them it is told what differs."""
    monkeypatch.setenv("XDG_CONFIG_HOME", str(tmp_path))
    tables = tmp_path / "mine"
    tables.mkdir()
    (tables / "take-off.toml").write_text(
        '[[table."3-1".modifier]]\nvalue = 1\nsays = "a fine autumn"\n', encoding="utf-8"
    )
    save = tmp_path / "own.json"
    command = ("fly", GAME, "--seed", str(SEED), "--interactive", "--tables", tables, "--save", save)
    terminal = Terminal(*command, environment=home)
    terminal.read()
    terminal.type("")
    terminal.type("q")
    assert terminal.leave() == 0
    again = Terminal("resume", save, environment=home)
    assert "differ" not in again.read()
    again.type("q")
    again.leave()
    (tables / "take-off.toml").rename(tmp_path / "kept.toml")
    tables.rmdir()
    bomberstream = CommandLine(tmp_path)
    result = bomberstream("undo", save, status=1)
    assert "tables of the save are not there any more" in result.stderr
    assert "tables that differ from those of the save: 3-1" in result.stderr
    assert "--tables DIR" in result.stderr


def test_resume_without_a_file_goes_on_with_the_last(home: dict[str, str], tmp_path: Path) -> None:
    """A flight that was given no file lies in the user's folder, and is found there."""
    terminal = Terminal("fly", GAME, "--seed", str(SEED), "--interactive", environment=home)
    terminal.read()
    terminal.type("")
    terminal.type("q")
    assert terminal.leave() == 0
    again = Terminal("resume", environment=home)
    again.read()
    while again.waits:
        again.type("")
    assert again.leave() == 0
    assert "digest" in again.shown
    none_left = Terminal("resume", environment=home)
    assert none_left.leave() == 1
    assert "no flight was left unfinished" in none_left.shown
