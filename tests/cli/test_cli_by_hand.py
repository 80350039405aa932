"""Whole missions of every game played by hand on a pseudo-terminal: undo, leaving and going on, dice of one's own."""

from __future__ import annotations

import json
import os
import re
from functools import cache
from pathlib import Path

import pytest
from bomberstream.core.events import ChoiceEvent, Event, digest
from bomberstream.core.flight import fly
from bomberstream.core.hooks import load_plugins
from bomberstream.core.ruleset import Ruleset, compose
from bomberstream.core.sortie import Setup, Sortie
from bomberstream.core.tape import Tape
from terminal import Terminal

GAMES = sorted(name for name in load_plugins().games())
FIGHTS = ("fires_at", "corkscrew", "evade", "passing_shot", "aim", "goes_on")
"""Decisions that are taken in the middle of a fight."""
MOST_QUESTIONS = 90


@cache
def ruleset(game: str) -> Ruleset:
    """The game as it is played without anything."""
    return compose(load_plugins(), game)


def flown(game: str, seed: int) -> tuple[Sortie, list[Event], Tape]:
    """A flight by standing orders."""
    log: list[Event] = []
    tape = Tape()
    return fly(ruleset(game), Setup(game, seed), log=log, tape=tape), log, tape


def decisions(log: list[Event]) -> list[ChoiceEvent]:
    """The decisions that a person would be asked for."""
    return [one for one in log if isinstance(one, ChoiceEvent) and len(one.options) > 1]


@cache
def a_flight(game: str) -> int:
    """The first seed whose flight has a fight in it, and not too many questions."""
    for seed in range(500):
        asked = decisions(flown(game, seed)[1])
        fight = [place for place, one in enumerate(asked) if one.decision in FIGHTS]
        if 5 < len(asked) < MOST_QUESTIONS and fight:
            return seed
    raise AssertionError("no such flight")


@pytest.fixture
def home(tmp_path: Path) -> dict[str, str]:
    """The environment of somebody who has never played."""
    return {**os.environ, "HOME": str(tmp_path), "XDG_CONFIG_HOME": str(tmp_path), "PYTHONUNBUFFERED": "1"}


def to_the_end(terminal: Terminal) -> str:
    """Enter to every question; gives the digest that is told."""
    while terminal.waits:
        terminal.type("")
    assert terminal.leave() == 0
    found = re.search(r"digest +([0-9a-f]{32})", terminal.shown)
    assert found is not None, terminal.shown[-3000:]
    return found[1]


@pytest.mark.parametrize("game", GAMES)
def test_played_by_hand_is_the_flight_by_orders(game: str, home: dict[str, str], tmp_path: Path) -> None:
    """Undo and odds on the way, left in a fight and resumed: the digest is that of the automatic flight."""
    seed, save = a_flight(game), tmp_path / "flight.json"
    s, log, _ = flown(game, seed)
    terminal = Terminal("fly", game, "--seed", str(seed), "--interactive", "--save", save, environment=home)
    terminal.read()
    asked = decisions(log)
    fight = next(place for place, one in enumerate(asked) if one.decision in FIGHTS)
    for _ in range(fight):
        assert terminal.waits, terminal.shown[-2000:]
        terminal.type("")
    looked = terminal.type("?")
    assert "next" in looked or "no more dice" in looked
    assert "was flown out" in terminal.type("a").replace("\n  ", " ")
    assert "Crew" in terminal.type("s") or s.ruleset.game.board is not None
    terminal.type("l")
    terminal.type("nonsense that is no option")
    assert "h for help" in terminal.shown
    first = asked[fight]
    other = next(one for one in first.options if one != first.choice)
    place = first.options.index(other)
    keyed = "y" if other == "yes" else "n" if other == "no" else "0" if other == "none" else str(place + 1)
    terminal.type(keyed)
    if not terminal.waits:
        # The other way the flight was over: its last answer is taken back from outside.
        terminal.leave()
        undo = Terminal("undo", save, environment=home)
        assert undo.leave() == 0, undo.shown
    else:
        assert "Taken back" in terminal.type("u")
        terminal.type("q")
        assert terminal.leave() == 0
        assert "bomberstream resume" in terminal.shown
    kept = json.loads(save.read_text())
    assert kept["finished"] is False
    assert kept["taken_back"] == 1
    again = Terminal("resume", save, environment=home)
    again.read()
    assert to_the_end(again) == digest(log)
    assert s.outcome.replace("_", " ") in again.shown
    kept = json.loads(save.read_text())
    assert kept["finished"] is True
    assert kept["taken_back"] == 1
    replayed = Terminal("replay", save, environment=home)
    assert replayed.leave() == 0, replayed.shown


@pytest.mark.parametrize("game", GAMES)
def test_own_dice_give_the_flight_that_fell(game: str, home: dict[str, str], tmp_path: Path) -> None:
    """The faces of an automatic flight typed in one by one, impossible ones among them, give its digest."""
    seed, save = a_flight(game), tmp_path / "flight.json"
    _, log, tape = flown(game, seed)
    faces = iter([one.faces for one in tape.entries if one.kind == "roll"])
    command = ("fly", game, "--seed", str(seed), "--interactive", "--dice", "manual", "--save", save)
    terminal = Terminal(*command, environment=home)
    terminal.read()
    thrown = 0
    while terminal.waits:
        dice = re.search(r"(\d*d\d+)> $", terminal.shown)
        if dice is None:
            terminal.type("")
            continue
        thrown += 1
        fallen = " ".join(map(str, next(faces)))
        if thrown == 3:
            assert "cannot show" in terminal.type("999 1" if len(fallen.split()) == 2 else "999")
            assert "expected" in terminal.type("seven")
        if thrown == 5:
            # A slip of the hand, taken back.
            terminal.type(" ".join("1" for _ in fallen.split()))
            terminal.type("u")
        if thrown == 8:
            terminal.type("q")
            assert terminal.leave() == 0
            terminal = Terminal("resume", save, environment=home)
            terminal.read()
        terminal.type(fallen)
    assert terminal.leave() == 0
    assert digest(log) in terminal.shown
    assert next(faces, None) is None


def test_plain_mode_draws_nothing(home: dict[str, str], tmp_path: Path) -> None:
    """For a screen reader: names with their values in lines, no drawn board, no colour."""
    seed, save = a_flight("today"), tmp_path / "flight.json"
    asked = decisions(flown("today", seed)[1])
    fight = next(place for place, one in enumerate(asked) if one.decision in FIGHTS)
    command = ("fly", "today", "--seed", str(seed), "--interactive", "--plain", "--save", save)
    terminal = Terminal(*command, environment=home)
    terminal.read()
    terminal.type_all([""] * fight)
    boards = terminal.type("s")
    assert "+------+" not in boards
    assert "   " not in boards.replace("\n  ", "\n")
    terminal.type("q")
    assert terminal.leave() == 0


@pytest.mark.parametrize("columns", [80])
def test_nothing_is_wider_than_the_screen(columns: int, home: dict[str, str], tmp_path: Path) -> None:
    """Every line of a fight with its boards and odds stands within 80 columns."""
    seed, save = a_flight("today"), tmp_path / "flight.json"
    asked = decisions(flown("today", seed)[1])
    fight = next(place for place, one in enumerate(asked) if one.decision in FIGHTS)
    terminal = Terminal("fly", "today", "--seed", str(seed), "--interactive", "--save", save, environment=home)
    terminal.read()
    terminal.type_all([*[""] * fight, "?", "s", "l", "h", "ll"])
    terminal.type("q")
    terminal.leave()
    long = [line for line in terminal.shown.splitlines() if len(line) > columns and str(tmp_path) not in line]
    assert not long


def test_the_first_flight_tells_what_else_there_is(home: dict[str, str], tmp_path: Path) -> None:
    """Once, to somebody who watches."""
    for told in (True, False):
        terminal = Terminal("fly", "today", "--seed", "3", environment=home)
        assert terminal.leave() == 0
        assert ("--interactive" in terminal.shown) is told
