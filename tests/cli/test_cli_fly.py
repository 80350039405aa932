"""Flying, saving, replaying."""

from __future__ import annotations

import json
import os
import re
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest
from command_line import CommandLine

Write = Callable[[str, str], Path]

ALWAYS = {
    "game",
    "bomber",
    "target",
    "date",
    "moon",
    "seed",
    "digest",
    "outcome",
    "zones",
    "bombing",
    "crew",
    "claims",
    "rolls",
    "events",
}


def test_story_and_summary(bomberstream: CommandLine) -> None:
    told = bomberstream("fly", "toy", "--seed", "5").stdout
    assert told.splitlines() == [
        "Zone 2",
        "  A stiff breeze.",
        "  Bombs gone: 40% on target, and a sentence long enough that it has to be",
        "    carried over to a second line.",
        "",
        "Outcome: returned (back at base)",
        "  target  Port, bombs on target, 40%",
        "  bomber  Moth Mark I, Dragonfly",
        "  date    1943-10-14",
        "  crew",
        "    pilot        Lt. Ann Bell  unhurt",
        "    tail gunner  Sgt. Cy Dole  unhurt",
        "  claims  none",
        "  rolls   3",
        "  seed    5",
        told.splitlines()[-1],
    ]
    assert re.fullmatch(r"  digest  [0-9a-f]{32}", told.splitlines()[-1])


def test_verbose_explains_rolls_and_decisions(bomberstream: CommandLine) -> None:
    told = bomberstream("fly", "toy", "--seed", "5", "--date", "1943-07-01", "-v").stdout
    assert "    1-1 Wind  2D6 [2 5] = 7  -1 summer  = 6  calm\n" in told
    assert "    drop: yes  (orders)\n" in told


def test_json_has_every_promised_key(bomberstream: CommandLine) -> None:
    result = bomberstream("fly", "toy", "--seed", "5", "--json")
    assert result.stderr == ""
    flown = json.loads(result.stdout)
    assert set(flown) >= ALWAYS
    assert flown["crew"][0] | {"name": "Ann Bell", "station": "pilot", "status": "unhurt"} == flown["crew"][0]
    assert flown["bombing"] == {"on_target": True, "percent": 40}
    assert flown["rolls"] == sum(event["type"] == "roll" for event in flown["events"]) == 3
    assert all({"type", "step", "rule"} <= set(event) for event in flown["events"])


def test_json_gives_rolls_in_full(bomberstream: CommandLine) -> None:
    flown = bomberstream.json("fly", "toy", "--seed", "5", "--date", "1943-07-01", "--rule", "gales")
    roll = next(event for event in flown["events"] if event["type"] == "roll")
    assert (roll["table"], roll["dice"], roll["natural"], roll["total"]) == ("1-1", [2, 5], 7, 7)
    assert roll["modifiers"] == [
        {"value": -1, "says": "summer", "by": "toy"},
        {"value": 1, "says": "gales", "by": "gales"},
    ]
    assert flown["rules"] == ["gales"]


def test_same_seed_same_digest_another_seed_another(bomberstream: CommandLine) -> None:
    digests = [bomberstream.json("fly", "toy", "--seed", seed)["digest"] for seed in ("5", "5", "6")]
    assert digests[0] == digests[1] != digests[2]


def test_seed_that_was_chosen_is_told_and_flies_the_same_again(bomberstream: CommandLine) -> None:
    first = bomberstream.json("fly", "toy")
    assert 0 <= first["seed"] < 2**31
    assert bomberstream.json("fly", "toy", "--seed", str(first["seed"])) == first


def test_settings_reach_the_game(bomberstream: CommandLine) -> None:
    assert bomberstream.json("fly", "toy", "--set", "moon=HALF")["moon"] == "half"
    assert bomberstream.json("fly", "toy", "--moon", "half")["moon"] == "half"
    flown = bomberstream.json("fly", "toy", "--set", "veterans=true", "--set", "missions=12")
    assert flown["options"] == {"veterans": "yes", "missions": "12"}


def test_flag_that_is_off_is_as_if_it_had_not_been_named(bomberstream: CommandLine) -> None:
    assert bomberstream.json("fly", "toy", "--set", "veterans=no")["options"] == {}


def test_target_is_found_in_any_case(bomberstream: CommandLine) -> None:
    assert bomberstream.json("fly", "toy", "--target", "PORT")["target"] == "PORT"


def test_bomber_is_found_in_any_case(bomberstream: CommandLine) -> None:
    assert bomberstream.json("fly", "toy", "--bomber", "MOTH")["bomber"] == "moth"


@pytest.mark.parametrize(
    ("arguments", "says"),
    [
        (["--seed", "x"], "'x' is not a valid integer"),
        (["--date", "14.10.1943"], "expected YYYY-MM-DD"),
        (["--date", "1943-02-30"], "day"),
        (["--date", "19431014"], "expected YYYY-MM-DD"),
        (["--campaign", "9"], "valid: 1 (The only one)"),
        (["--target", "pork"], "did you mean 'Port'?"),
        (["--target", "Atlantis"], "see bomberstream targets toy"),
        (["--bomber", "mott"], "did you mean 'moth'?"),
        (["--rule", "gale"], "did you mean 'gales'?"),
        (["--set", "moo=full"], "did you mean 'moon'?"),
        (["--set", "moon"], "expected KEY=VALUE"),
        (["--set", "moon=blue"], "valid: full, half"),
        (["--set", "veterans=perhaps"], "expected yes or no"),
        (["--set", "missions=many"], "expected a whole number"),
        (["--moon", "blue"], "valid: full, half"),
        (["--tables", "nowhere"], "does not exist"),
        (["--orders", "nowhere.toml"], "does not exist"),
        (["--dice", "loaded"], "'loaded' is not"),
    ],
)
def test_wrong_usage(bomberstream: CommandLine, arguments: list[str], says: str) -> None:
    assert says in bomberstream.error("fly", "toy", *arguments, status=2)


def test_what_the_game_does_not_allow_is_status_1(bomberstream: CommandLine) -> None:
    told = bomberstream.error("fly", "toy", "--date", "1945-01-01", status=1)
    assert told == "error: moth is not issued on 1945-01-01\n"


def test_orders_decide(bomberstream: CommandLine, write: Write) -> None:
    plain = write("plain.toml", 'drop = "never"\n')
    table = write("table.toml", '[orders.drop]\nchoose = "yes"\n[[orders.drop.case]]\nwhen = "storm"\nchoose = "no"\n')
    assert bomberstream.json("fly", "toy", "--seed", "1", "--orders", plain)["outcome"] == "scrubbed"
    assert bomberstream.json("fly", "toy", "--seed", "1", "--orders", table)["outcome"] == "returned"


def test_every_fault_of_orders_is_told_on_a_line_of_its_own(bomberstream: CommandLine, write: Write) -> None:
    orders = write("orders.toml", 'droop = "yes"\n[drop]\nchoose = "maybe"\n')
    lines = bomberstream.error("fly", "toy", "--orders", orders, status=1).splitlines()
    assert len(lines) == 2
    assert all(line.startswith("error: ") and "orders.toml" in line for line in lines)
    assert any("no such decision; did you mean 'drop'?" in line for line in lines)
    assert any("no option 'maybe'; valid: no, yes" in line for line in lines)


@pytest.mark.parametrize(
    ("text", "says"),
    [
        ("[orders]\n[other]\n", "unknown key 'other' beside [orders]"),
        ("orders = 3\n", "orders must be a table"),
        ("drop = \n", "not TOML"),
    ],
)
def test_orders_that_cannot_be_read(bomberstream: CommandLine, write: Write, text: str, says: str) -> None:
    assert says in bomberstream.error("fly", "toy", "--orders", write("bad.toml", text), status=1)


def test_tables_on_the_command_line_lie_on_top(bomberstream: CommandLine, write: Write) -> None:
    pack = write("mine/landing.toml", '[[table."1-3".row]]\non = "2-6"\nresult = "crash"\n').parent
    flown = bomberstream.json("fly", "toy", "--seed", "1", "--tables", pack)
    assert (flown["outcome"], flown["cause"]) == ("crashed", "landing")


def test_bug_is_not_caught(bomberstream: CommandLine, monkeypatch: pytest.MonkeyPatch) -> None:
    plugin = bomberstream.folder / "plugins" / "toy.py"
    plugin.write_text(plugin.read_text(encoding="utf-8").replace("def facts(s):", "def facts(s):\n    1 / 0"))
    with pytest.raises(ZeroDivisionError):
        bomberstream("fly", "toy")


# --- saves


@pytest.fixture
def saved(bomberstream: CommandLine, tmp_path: Path) -> Path:
    """A saved flight."""
    path = tmp_path / "mission.json"
    bomberstream("fly", "toy", "--seed", "1", "--rule", "gales", "--save", path)
    return path


def test_replay_is_the_same_flight(bomberstream: CommandLine, saved: Path) -> None:
    first = bomberstream.json("fly", "toy", "--seed", "1", "--rule", "gales")
    again = bomberstream.json("replay", saved)
    assert {**again, "events": []} == {**first, "events": []}
    assert [event["type"] for event in again["events"]] == [event["type"] for event in first["events"]]
    assert bomberstream("replay", saved).stdout == bomberstream("fly", "toy", "--seed", "1", "--rule", "gales").stdout


def test_replay_to_an_event(bomberstream: CommandLine, saved: Path) -> None:
    assert bomberstream("replay", saved, "--event", "3").stdout == "Zone 2\n"
    assert len(bomberstream.json("replay", saved, "--event", "3")["events"]) == 3
    assert "the flight has 10 events" in bomberstream.error("replay", saved, "--event", "11", status=2)
    bomberstream.error("replay", saved, "--event", "0", status=2)


def test_save_is_written_even_when_it_is_told_as_json(bomberstream: CommandLine, tmp_path: Path) -> None:
    flown = bomberstream.json("fly", "toy", "--save", tmp_path / "deep" / "mission.json")
    assert json.loads((tmp_path / "deep" / "mission.json").read_text())["digest"] == flown["digest"]


def test_replay_of_a_missing_file_is_wrong_usage(bomberstream: CommandLine) -> None:
    assert "does not exist" in bomberstream.error("replay", "nowhere.json", status=2)


@pytest.mark.parametrize("text", ["", "not json", "[1, 2]", '{"a": 1}', '{"format": 99}', '{"format": 1}'])
def test_what_is_no_save_is_told_in_one_line(bomberstream: CommandLine, write: Write, text: str) -> None:
    (line,) = bomberstream.error("replay", write("bad.json", text), status=1).splitlines()
    assert line.startswith("error: ")
    assert "bad.json" in line


def test_save_under_other_tables_says_which_differ(bomberstream: CommandLine, saved: Path, write: Write) -> None:
    pack = write("mine/landing.toml", '[[table."1-3".row]]\non = "2-6"\nresult = "crash"\n').parent
    told = bomberstream.error("replay", saved, "--tables", pack, status=1)
    assert "tables that differ from those of the save: 1-3" in told


def test_unfinished_save_cannot_be_replayed(bomberstream: CommandLine, saved: Path) -> None:
    save = json.loads(saved.read_text(encoding="utf-8"))
    saved.write_text(json.dumps({**save, "finished": False}), encoding="utf-8")
    assert "is not finished" in bomberstream.error("replay", saved, status=1)


def test_save_that_cannot_be_written(bomberstream: CommandLine, write: Write) -> None:
    inside = write("file", "") / "mission.json"
    done = bomberstream("fly", "toy", "--save", inside, status=1)
    assert "cannot be written" in done.stderr
    assert done.stdout, "the flight is told all the same"


def test_save_onto_what_is_no_file(bomberstream: CommandLine, tmp_path: Path) -> None:
    pipe = tmp_path / "pipe"
    if not hasattr(os, "mkfifo"):
        pytest.skip("no pipes with a name here")
    os.mkfifo(pipe)
    done = bomberstream("fly", "toy", "--save", pipe, status=1)
    assert "no ordinary file" in done.stderr
    assert pipe.is_fifo()


# --- the screen


@pytest.mark.skipif(os.name == "nt", reason="pipes are closed otherwise there")
@pytest.mark.parametrize("extra", [[], ["--json"], ["-v"]])
def test_closed_pipe_ends_quietly(bomberstream: CommandLine, extra: list[str]) -> None:
    reader, writer = os.pipe()
    os.close(reader)
    try:
        done = subprocess.run(
            [sys.executable, "-m", "bomberstream.cli", "fly", "toy", "--seed", "1", *extra],
            stdout=writer,
            stderr=subprocess.PIPE,
            text=True,
            check=False,
        )
    finally:
        os.close(writer)
    assert (done.returncode, done.stderr) == (0, "")


@pytest.mark.skipif(os.name == "nt", reason="no pseudo-terminals there")
def test_colour_on_a_terminal_alone(bomberstream: CommandLine, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("TERM", "xterm-256color")
    monkeypatch.delenv("NO_COLOR", raising=False)
    assert "\x1b[1mZone 2" in _on_terminal("fly", "toy", "--seed", "1")
    monkeypatch.setenv("NO_COLOR", "1")
    assert "\x1b" not in _on_terminal("fly", "toy", "--seed", "1")
    monkeypatch.delenv("NO_COLOR")
    assert "\x1b" not in bomberstream("fly", "toy", "--seed", "1").stdout


def _on_terminal(*arguments: str) -> str:
    import pty

    leader, follower = pty.openpty()
    process = subprocess.Popen([sys.executable, "-m", "bomberstream.cli", *arguments], stdout=follower, close_fds=True)
    os.close(follower)
    read = b""
    try:
        while piece := os.read(leader, 4096):
            read += piece
    except OSError:
        # The end of a pseudo-terminal on Linux.
        pass
    os.close(leader)
    assert process.wait() == 0
    return read.decode()


def test_bad_tables_are_told_line_by_line(bomberstream: CommandLine) -> None:
    pack = bomberstream.folder / "plugins" / "toy" / "toy.toml"
    text = pack.read_text(encoding="utf-8")
    pack.write_text(text.replace('on = "2-6"', 'on = "3-6"').replace('when = "month', 'when = "mont'), encoding="utf-8")
    lines = bomberstream.error("fly", "toy", status=1).splitlines()
    assert len(lines) == 2
    assert any("table 1-3: no row for a total of 2" in line for line in lines)
    assert any("did you mean 'month'?" in line for line in lines)


def test_letters_that_the_terminal_lacks_do_no_harm(bomberstream: CommandLine, monkeypatch: pytest.MonkeyPatch) -> None:
    pack = bomberstream.folder / "plugins" / "toy" / "toy.toml"
    text = pack.read_text(encoding="utf-8").replace("A stiff breeze.", "Mistral über Győr.")
    pack.write_text(text, encoding="utf-8")
    monkeypatch.setenv("PYTHONIOENCODING", "latin-1")
    run = [sys.executable, "-m", "bomberstream.cli", "fly", "toy", "--seed", "1"]
    told = subprocess.run(run, capture_output=True, check=True).stdout
    assert "Mistral über Gy?r." in told.decode("latin-1")
    document = subprocess.run([*run, "--json"], capture_output=True, check=True).stdout
    assert any(event.get("text") == "Mistral über Győr." for event in json.loads(document)["events"])
