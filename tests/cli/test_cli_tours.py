"""Tours from the command line: begun, flown by orders and by hand, looked at, exported, compared, changed."""

from __future__ import annotations

import csv
import json
import os
import re
import signal
import subprocess
import sys
import time
from fractions import Fraction
from pathlib import Path
from typing import Any

import pytest
from bomberstream.core.hooks import load_plugins
from command_line import CommandLine
from terminal import Terminal

ASKED_TWICE = {"ace": 63}
"""Seeds of first flights that ask more than once, for games that seldom do."""
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
        bomberstream("tour", "new", name, game, "--seed", ASKED_TWICE.get(game, 11))
    home = {**os.environ, "HOME": str(tmp_path / "home"), "XDG_CONFIG_HOME": str(tmp_path / "home")}
    command = ("tour", "fly", "Hand")
    terminal = Terminal(*command, "--interactive", environment=home)
    terminal.read()
    terminal.type("")
    assert terminal.waits
    for letter in ("u", "q"):
        terminal.type(letter)
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
    assert (hand.pop("taken_back"), orders.pop("taken_back")) == (1, 0)
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
    (("simulate", "today", "--tours", "2", "--out", "x.xlsx"), 2, "rows go to a file that ends in"),
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


def test_tours_are_compared_seed_by_seed_and_kept_in_rows(bomberstream: CommandLine, tmp_path: Path) -> None:
    """A tour that may go on without its pilot goes on longer; rows, figures and differences agree."""
    rows = tmp_path / "tours.csv"
    typed = ("simulate", "tonight", "--tours", 6, "--seed", 2, "--date", "1943-11-20", "--bomber", "lancaster")
    other = ("--against", "--set pilot_lost=carries_on", "--out", rows)
    said = bomberstream.json(*typed, *other)
    alone = bomberstream.json(*typed)
    for name in ("completed", "operations_per_tour", "men"):
        assert said[name] == alone[name]
    with rows.open(encoding="utf-8", newline="") as file:
        found = list(csv.DictReader(file))
    sides = {side: [row for row in found if row["setup"] == side] for side in ("first", "against")}
    assert [len(one) for one in sides.values()] == [6, 6]
    assert said["difference"]["pairs_that_differ"] > 0
    for name in ("operations", "done", "completed", "lost", "kills", "bombing_percent"):
        one = said["difference"][name]
        means = [sum(float(row[name]) for row in rows_of) / 6 for rows_of in sides.values()]
        assert [one["first"], one["against"]] == pytest.approx(means, abs=1e-3)
        assert one["interval"][0] <= one["difference"] <= one["interval"][1]
    assert said["difference"]["operations"]["difference"] > 0
    told = bomberstream(*typed, *other).stdout
    assert "Against --set pilot_lost=carries_on" in told
    assert max(map(len, told.splitlines())) <= 80
    shared = bomberstream.json(*typed, *other, "--workers", 2)
    for one in (said, shared):
        one.pop("tours_per_second"), one.pop("workers")
    assert said == shared


def test_tours_are_the_same_under_the_same_terms(bomberstream: CommandLine) -> None:
    same = "--bomber lancaster"
    typed = ("simulate", "tonight", "--tours", 3, "--bomber", "lancaster", "--against", same)
    said = bomberstream.json(*typed)
    assert said["difference"]["pairs_that_differ"] == 0
    assert said["difference"]["done"]["interval"] == [0.0, 0.0]


@pytest.mark.parametrize("kind", ["png", "svg"])
def test_tours_can_be_drawn(bomberstream: CommandLine, tmp_path: Path, kind: str) -> None:
    pytest.importorskip("matplotlib")
    path = tmp_path / f"tours.{kind}"
    bomberstream("simulate", "ace", "--tours", 2, "--plot", path, "--against", "--rule fatigue")
    head = path.read_bytes()[:400]
    assert head.startswith(b"\x89PNG") if kind == "png" else b"<svg" in head


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="no /dev/full here")
def test_a_full_disk_keeps_the_figures_of_the_tours_flown(bomberstream: CommandLine, tmp_path: Path) -> None:
    path = tmp_path / "tours.csv"
    path.symlink_to("/dev/full")
    done = bomberstream("simulate", "ace", "--tours", 100_000, "--out", path, "--json", status=1)
    said = json.loads(done.stdout)
    (line,) = done.stderr.splitlines()
    assert "tours.csv: cannot be written: No space left on device" in line
    assert f"{said['tours']:,} of 100,000 tours were flown and are counted" in line


def test_a_scheduler_that_is_not_there_is_one_line(bomberstream: CommandLine, monkeypatch: pytest.MonkeyPatch) -> None:
    pytest.importorskip("distributed")
    from bomberstream.core import workers

    monkeypatch.setattr(workers, "PATIENCE", 1)
    typed = ("simulate", "ace", "--tours", 3, "--scheduler", "tcp://127.0.0.1:1")
    (line,) = bomberstream.error(*typed, status=1).splitlines()
    assert "no scheduler answers at 'tcp://127.0.0.1:1'" in line


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


@pytest.mark.parametrize("first", [("change", "First", "--rule", "fatigue"), ("fly", "First")])
def test_two_changes_at_once_lose_nothing(
    bomberstream: CommandLine, monkeypatch: pytest.MonkeyPatch, first: tuple[str, ...]
) -> None:
    """While one change is being made ready, the other, or an operation, goes into the book: it stands."""
    from bomberstream.cli import tours as commands

    bomberstream("tour", "new", "First", "ace", "--seed", 4)
    file = folder(bomberstream, "First") / "tour.json"
    ruleset_of, books = commands.ruleset_of, list[str]()

    def meanwhile(*given: Any) -> Any:
        if not books:
            books.append("")
            bomberstream("tour", *first)
            books[0] = file.read_text(encoding="utf-8")
        return ruleset_of(*given)

    monkeypatch.setattr(commands, "ruleset_of", meanwhile)
    told = bomberstream.error("tour", "change", "First", "--rule", "assassination", status=1)
    assert len(told.splitlines()) == 1
    assert "flown on or changed from elsewhere" in told
    assert file.read_text(encoding="utf-8") == books[0]


def test_a_change_while_operations_are_flown_is_not_lost(
    bomberstream: CommandLine, monkeypatch: pytest.MonkeyPatch
) -> None:
    from bomberstream.core import tour as tours

    bomberstream("tour", "new", "First", "ace", "--seed", 4)
    setup, changed = tours.next_setup, list[int]()

    def meanwhile(*given: Any) -> Any:
        if not changed:
            changed.append(1)
            bomberstream("tour", "change", "First", "--rule", "fatigue")
        return setup(*given)

    monkeypatch.setattr(tours, "next_setup", meanwhile)
    assert "has been changed from elsewhere" in bomberstream.error("tour", "fly", "First", "--times", 1, status=1)
    book = json.loads((folder(bomberstream, "First") / "tour.json").read_text(encoding="utf-8"))
    (change,) = book["changes"]
    assert "fatigue" in change["says"]


def test_changes_from_several_programs_are_in_the_book_or_refused(bomberstream: CommandLine, tmp_path: Path) -> None:
    bomberstream("tour", "new", "First", "ace", "--seed", 4)
    orders = tmp_path / "none.toml"
    orders.write_text("[orders]\n", encoding="utf-8")
    typed = [sys.executable, "-m", "bomberstream.cli", "tour", "change", "First", "--orders", str(orders), "--note"]
    at_once = [
        subprocess.Popen([*typed, f"number {n}"], stdout=subprocess.DEVNULL, stderr=subprocess.PIPE, text=True)
        for n in range(4)
    ]
    errors = [one.communicate(timeout=60)[1] for one in at_once]
    done = {f"number {n}" for n, one in enumerate(at_once) if one.returncode == 0}
    assert done
    assert all("flown on or changed from elsewhere" in told for told in errors if told)
    assert sum(not told for told in errors) == len(done)
    book = json.loads((folder(bomberstream, "First") / "tour.json").read_text(encoding="utf-8"))
    assert {change["says"].partition("(")[2].rstrip(")") for change in book["changes"]} == done


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


@pytest.mark.parametrize("game", GAMES)
def test_a_tour_is_told_by_names_and_not_by_ids(bomberstream: CommandLine, game: str) -> None:
    """Aircraft, places and awards as people call them, in the status and in the record."""
    bomberstream("tour", "new", "Named", game, "--seed", 3)
    for times in (4, 8):
        if bomberstream.json("tour", "status", "Named")["status"] == "on":
            bomberstream("tour", "fly", "Named", "--times", times)
        told = bomberstream.json("tour", "record", "Named")
        shown = bomberstream("tour", "status", "Named").stdout + bomberstream("tour", "record", "Named").stdout
        types = {one["bomber"] for one in told["operations"]} | {one["type"] for one in told["aeroplanes"]}
        # An aeroplane without a name of its own stands there by its type in words.
        assert not [one for one in types if f" {one} " in shown or f" {one}," in shown or f"the {one}" in shown]
        assert "_" not in shown
        assert not re.search(r"\b1 (points|missions|operations|sorties|ops)\b", shown)
        assert "wound badge" not in shown


# --- many tours, disturbed

SIMULATE = (sys.executable, "-m", "bomberstream.cli", "simulate", "ace", "--seed", "3", "--workers", "2", "--json")


def begun(rows: Path, tours: int) -> subprocess.Popen[str]:
    """Many tours, of which the first have been written down; a process group of its own."""
    typed = [*SIMULATE, "--tours", str(tours), "--out", str(rows)]
    flying = subprocess.Popen(typed, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, start_new_session=True)
    patience = time.monotonic() + 120
    while not (rows.exists() and rows.stat().st_size > 1000):
        if flying.poll() is not None or time.monotonic() > patience:
            flying.kill()
            raise AssertionError(f"nothing was flown: {flying.communicate()}")
        time.sleep(0.05)
    return flying


def workers_of(process: subprocess.Popen[str]) -> list[int]:
    """The processes that fly for another one."""
    children = Path(f"/proc/{process.pid}/task/{process.pid}/children").read_text(encoding="ascii").split()
    return [int(one) for one in children if b"spawn_main" in Path(f"/proc/{one}/cmdline").read_bytes()]


@pytest.mark.skipif(os.name != "posix", reason="signals are sent")
def test_ctrl_c_counts_the_tours_that_were_flown(tmp_path: Path) -> None:
    rows = tmp_path / "tours.csv"
    flying = begun(rows, 1_000_000)
    try:
        # As a terminal sends it: to the workers, too.
        os.killpg(flying.pid, signal.SIGINT)
        out, errors = flying.communicate(timeout=60)
    finally:
        flying.kill()
    said = json.loads(out)
    assert flying.returncode == 130
    assert errors == f"cut short: {said['tours']:,} of 1,000,000 tours were flown\n"
    assert said["cut_short"] is True
    assert len(rows.read_text(encoding="utf-8").splitlines()) == said["tours"] + 1 > 1


@pytest.mark.skipif(not Path("/proc/self/task").exists(), reason="no /proc here")
def test_a_worker_that_is_killed_takes_no_tour_with_it(tmp_path: Path) -> None:
    """Its tours are flown again by another: figures and rows are those of an undisturbed run."""
    disturbed, quiet = tmp_path / "disturbed.csv", tmp_path / "quiet.csv"
    flying = begun(disturbed, 80)
    try:
        os.kill(workers_of(flying)[0], signal.SIGKILL)
        out, errors = flying.communicate(timeout=240)
    finally:
        flying.kill()
    assert (flying.returncode, errors) == (0, "")
    typed = [*SIMULATE, "--tours", "80", "--out", str(quiet)]
    expected = json.loads(subprocess.run(typed, capture_output=True, text=True, check=True).stdout)
    said = json.loads(out)
    assert said.pop("tours_per_second") > 0
    assert expected.pop("tours_per_second") > 0
    assert said == expected
    assert disturbed.read_bytes() == quiet.read_bytes()
