"""Tours from the command line: begun, flown by orders and by hand, looked at, exported, compared, changed."""

from __future__ import annotations

import csv
import json
import os
from fractions import Fraction
from pathlib import Path
from typing import Any

import pytest
from bomberstream.core.hooks import load_plugins
from command_line import CommandLine
from terminal import Terminal

GAMES = sorted(name for name, game in load_plugins().games().items() if game.tour is not None)


@pytest.fixture
def bomberstream(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> CommandLine:
    """The command line with every game, and a home of its own."""
    monkeypatch.setenv("XDG_CONFIG_HOME", str(tmp_path / "home"))
    monkeypatch.setenv("HOME", str(tmp_path / "home"))
    return CommandLine(tmp_path)


def folder(bomberstream: CommandLine, name: str) -> Path:
    return next(bomberstream.folder.rglob(f"tours/{name}"))


@pytest.mark.parametrize("game", GAMES)
def test_a_whole_tour(bomberstream: CommandLine, tmp_path: Path, game: str) -> None:
    """Begun, flown one by one and to its end; the record adds up, on the screen, as CSV, as Markdown and as data."""
    begun = bomberstream.json("tour", "new", "First", game, "--seed", 4)
    assert begun["status"] == "on"
    assert bomberstream("tour", "fly", "First").stdout
    assert len(bomberstream.json("tour", "fly", "First", "--times", 2)["flown_now"]) == 2
    bomberstream("tour", "fly", "First", "--all")
    told = bomberstream.json("tour", "record", "First")
    assert told["status"] in ("completed", "ended")
    lines = told["operations"]
    assert [one["number"] for one in lines] == list(range(1, len(lines) + 1))
    file = tmp_path / "record.csv"
    bomberstream("tour", "record", "First", "--csv", file, "--markdown", tmp_path / "record.md")
    with file.open(newline="", encoding="utf-8") as read:
        rows = list(csv.DictReader(read))
    assert [row["date"] for row in rows] == [one["date"] for one in lines]
    assert sum(row["counts"] == "yes" for row in rows) == told["credited"]
    shown = sum(sum(map(Fraction, row["kills"].split())) for row in rows if row["kills"])
    assert shown == sum(Fraction(one["kills"]) for one in lines)
    markdown = (tmp_path / "record.md").read_text(encoding="utf-8")
    assert markdown.count("\n| ") > len(lines)
    assert told["ending"] in bomberstream("tour", "status", "First").stdout.replace("\n              ", " ")
    assert bomberstream("tour", "record", "First").stdout
    # Every operation can be told again, and is the one of the book.
    for one in (lines[0], lines[-1]):
        tape = folder(bomberstream, "First") / f"{one['number']:03}.json"
        assert bomberstream.json("replay", tape)["digest"] == one["digest"]
    assert "is over" in bomberstream.error("tour", "fly", "First", status=1)


@pytest.mark.parametrize("game", GAMES)
def test_flown_by_hand_it_is_the_same(bomberstream: CommandLine, tmp_path: Path, game: str) -> None:
    """An operation played by hand, left and resumed, is written down as that of the orders; undo stands in the book."""
    for name in ("Hand", "Orders"):
        bomberstream("tour", "new", name, game, "--seed", 11)
    home = {**os.environ, "HOME": str(tmp_path / "home"), "XDG_CONFIG_HOME": str(tmp_path / "home")}
    command = ("tour", "fly", "Hand")
    terminal = Terminal(*command, "--interactive", environment=home)
    terminal.read()
    undone = 0
    if terminal.waits:
        terminal.type("")
    if terminal.waits:
        terminal.type("u")
        undone = 1
        terminal.type("q")
        assert terminal.leave() == 0
        assert "bomberstream tour fly Hand" in terminal.shown
        terminal = Terminal(*command, environment=home)
        terminal.read()
        while terminal.waits:
            terminal.type("")
    assert terminal.leave() == 0
    bomberstream("tour", "fly", "Orders")
    (hand,), (orders,) = (bomberstream.json("tour", "record", name)["operations"] for name in ("Hand", "Orders"))
    assert hand["digest"] == orders["digest"]
    assert (hand.pop("taken_back"), orders.pop("taken_back")) == (undone, 0)
    assert undone or game not in ("today", "tonight")
    assert hand == orders
    assert not (folder(bomberstream, "Hand") / "flight.json").exists()


def test_a_flight_that_is_in_the_book_is_not_flown_again(bomberstream: CommandLine) -> None:
    """The power fails between the book and the end: what is left over is no flight of the next operation."""
    bomberstream("tour", "new", "First", "today", "--seed", 2)
    bomberstream("tour", "fly", "First")
    place = folder(bomberstream, "First")
    (place / "001.json").rename(place / "flight.json")
    assert bomberstream.json("tour", "fly", "First")["line"]["number"] == 2


def test_standings(bomberstream: CommandLine) -> None:
    """Several tours side by side, the one with most done first; a damaged one is told and left out."""
    for name, times in (("Few", 2), ("Many", 12)):
        bomberstream("tour", "new", name, "today", "--seed", 1, "--set", "pilot_lost=carries_on")
        bomberstream("tour", "fly", name, "--times", times)
    bomberstream("tour", "new", "Spoiled", "today")
    (folder(bomberstream, "Spoiled") / "tour.json").write_text("{}")
    done = bomberstream("tour", "list")
    shown = [line.split()[0] for line in done.stdout.splitlines()[1:]]
    assert sorted(shown) == ["Few", "Many"]
    tours = bomberstream.json("tour", "list")["tours"]
    assert [one["done"] for one in tours] == sorted((one["done"] for one in tours), reverse=True)
    assert "not a tour of Bomberstream" in done.stderr


def test_a_target_and_a_day_of_ones_own(bomberstream: CommandLine) -> None:
    bomberstream("tour", "new", "First", "tonight", "--date", "1943-07-25", "--seed", 5)
    line = bomberstream.json("tour", "fly", "First", "--target", "Hamburg", "--date", "1943-07-27")["line"]
    assert (line["target"], line["date"]) == ("Hamburg", "1943-07-27")
    assert "not ready before" in bomberstream.error("tour", "fly", "First", "--date", "1943-07-01", status=2)


def test_terms_changed_with_a_note(bomberstream: CommandLine) -> None:
    """The rule holds from then on, and the record says since when and why."""
    bomberstream("tour", "new", "First", "tonight", "--seed", 5)
    bomberstream("tour", "fly", "First")
    bomberstream("tour", "change", "First", "--rule", "claims", "--note", "by order")
    changed = bomberstream.json("tour", "status", "First")
    assert changed["changes"] == [{"operation": 2, "says": "rule claims on (by order)"}]
    flown = bomberstream.json("tour", "fly", "First")
    assert flown["rules"] == ["claims"]
    assert "claims on (by order)" in bomberstream("tour", "record", "First").stdout
    bomberstream("tour", "change", "First", "--drop", "claims")
    assert bomberstream.json("tour", "fly", "First")["rules"] == []


FAULTS: list[tuple[tuple[Any, ...], int, str]] = [
    (("tour", "new", "../First", "today"), 2, "cannot be the name of a tour"),
    (("tour", "new", "Known", "today"), 1, "there is a tour 'Known' already"),
    (("tour", "new", "Next", "today", "--target", "Rome"), 2, "--target goes with tour fly"),
    (("tour", "new", "Next", "today", "--set", "lenght=3"), 2, "lenght"),
    (("tour", "new", "Next", "today", "--set", "length=0"), 2, "length: expected a whole number from 1"),
    (("tour", "fly", "Knwon"), 2, "no tour 'Knwon'; did you mean 'Known'?"),
    (("tour", "fly", "Known", "--all", "--interactive"), 2, "do not go with --interactive"),
    (("tour", "fly", "Known", "--all", "--target", "Rome"), 2, "for one operation"),
    (("tour", "change", "Known"), 2, "nothing to change"),
    (("tour", "change", "Known", "--drop", "claims"), 2, "rule 'claims' is not on"),
    (("tour", "change", "Known", "--rule", "clims"), 2, "no rule 'clims'"),
    (("simulate", "today", "--tours", "2", "--out", "x.csv"), 2, "go with --sorties"),
]


@pytest.mark.parametrize(("command", "status", "says"), FAULTS)
def test_what_cannot_be(bomberstream: CommandLine, command: tuple[Any, ...], status: int, says: str) -> None:
    bomberstream("tour", "new", "Known", "today", "--seed", 1)
    assert says in bomberstream.error(*command, status=status)


@pytest.mark.parametrize("game", GAMES)
def test_many_tours(bomberstream: CommandLine, game: str) -> None:
    """The same figures whoever flies them; what became of the men adds up."""
    command = ("simulate", game, "--tours", 6, "--seed", 2)
    alone, shared = bomberstream.json(*command), bomberstream.json(*command, "--workers", 2)
    for one in (alone, shared):
        assert one.pop("tours_per_second") > 0
    assert (alone.pop("workers"), shared.pop("workers")) == (1, 2)
    assert alone == shared
    assert alone["tours"] == 6
    assert sum(alone["men"].values()) == pytest.approx(1, abs=1e-3)
    assert bomberstream(*command).stdout.startswith("tours")


def test_a_tour_from_its_file_alone(bomberstream: CommandLine) -> None:
    """Everything that a tour is stands in its folder: put elsewhere it goes on."""
    bomberstream("tour", "new", "First", "today", "--seed", 9)
    bomberstream("tour", "fly", "First", "--times", 2)
    place = folder(bomberstream, "First")
    place.rename(place.parent / "Moved")
    raw = json.loads((place.parent / "Moved" / "tour.json").read_text(encoding="utf-8"))
    assert len(raw["operations"]) == 2
    bomberstream("tour", "fly", "Moved", "--times", 1)
    assert len(bomberstream.json("tour", "record", "Moved")["operations"]) == 3


@pytest.mark.parametrize("game", GAMES)
@pytest.mark.parametrize(
    ("spoil", "said"),
    [
        (lambda tour: tour.update(kept={}), "is missing"),
        (lambda tour: tour.update(kept={name: [[]] for name in tour["kept"]}), "expected"),
        (lambda tour: [one.update(status="scrapped", left=1) for one in tour["aeroplanes"]], "none is in use"),
        (lambda tour: tour.update(date="tomorrow"), "tomorrow"),
    ],
    ids=["nothing kept", "something else kept", "no aeroplane", "no day"],
)
def test_a_tour_that_somebody_edited_is_named_and_left_alone(
    bomberstream: CommandLine, game: str, spoil: Any, said: str
) -> None:
    bomberstream("tour", "new", "First", game, "--seed", 4)
    file = folder(bomberstream, "First") / "tour.json"
    tour = json.loads(file.read_text(encoding="utf-8"))
    spoil(tour)
    spoiled = json.dumps(tour)
    file.write_text(spoiled, encoding="utf-8")
    for command in ("fly", "status", "record"):
        told = bomberstream.error("tour", command, "First", status=1)
        assert "tour.json: damaged" in told
        assert said in told
    assert file.read_text(encoding="utf-8") == spoiled


def test_a_tour_flown_on_from_elsewhere_keeps_the_book_that_is_further(
    bomberstream: CommandLine, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Two at once: who comes second with the same operation is told, and the book of the first stands."""
    from bomberstream.core import tour as tours

    bomberstream("tour", "new", "First", "ace", "--seed", 4)
    file = folder(bomberstream, "First") / "tour.json"
    setup = tours.next_setup
    flown: list[int] = []

    def meanwhile(*given: Any) -> Any:
        """The other flies two sorties while this one makes ready."""
        if not flown:
            flown.append(1)
            bomberstream("tour", "fly", "First", "--times", 2)
        return setup(*given)

    monkeypatch.setattr(tours, "next_setup", meanwhile)
    assert "flown on from elsewhere" in bomberstream.error("tour", "fly", "First", "--times", 1, status=1)
    assert len(json.loads(file.read_text(encoding="utf-8"))["operations"]) == 2


def test_what_a_tour_leaves_no_choice_of_is_wrong_usage(bomberstream: CommandLine) -> None:
    """The log of the night fighters gives the days; a day that was typed is not passed over in silence."""
    bomberstream("tour", "new", "First", "ace", "--seed", 4)
    assert "no choice" in bomberstream.error("tour", "fly", "First", "--date", "1944-05-05", status=2)
    assert "contradict" in bomberstream.error("tour", "fly", "First", "--all", "--times", 2, status=2)


def test_settings_of_a_tour_that_are_wrong_are_wrong_usage(bomberstream: CommandLine) -> None:
    for setting in ("length=0", "length=x", "gap=1e9", "pilot_lost=maybe"):
        told = bomberstream.error("tour", "new", "First", "tonight", "--set", setting, status=2)
        assert told.startswith(f"error: --set '{setting}': ")


def test_a_tour_that_is_over_keeps_its_terms(bomberstream: CommandLine) -> None:
    bomberstream("tour", "new", "First", "ace", "--seed", 4, "--date", "1944-07-31")
    bomberstream("tour", "fly", "First", "--all")
    assert "is over" in bomberstream.error("tour", "change", "First", "--rule", "fatigue", status=1)


def test_a_career_without_its_pilot_is_damaged(bomberstream: CommandLine) -> None:
    bomberstream("tour", "new", "First", "ace", "--seed", 4)
    file = folder(bomberstream, "First") / "tour.json"
    tour = json.loads(file.read_text(encoding="utf-8"))
    del tour["kept"]["career"]["crew"]["pilot"]
    file.write_text(json.dumps(tour), encoding="utf-8")
    assert "tour.json: damaged, career, crew: the pilot is missing" in bomberstream.error(
        "tour", "status", "First", status=1
    )


def test_a_keyboard_that_is_closed_leaves_the_flight_saved(tmp_path: Path) -> None:
    """Python has no standard input at all where it was closed before it began."""
    import subprocess
    import sys

    file = tmp_path / "flight.json"
    command = f"'{sys.executable}' -m bomberstream.cli fly ace --seed 1 --interactive --save '{file}' <&-"
    done = subprocess.run(command, shell=True, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    assert "go on with: bomberstream resume" in done.stderr
    assert file.is_file()
