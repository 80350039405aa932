"""Settings that contradict each other, are too long, or fit only some of what is drawn; saves changed by hand."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from command_line import CommandLine

NINES = "9" * 5_000


@pytest.fixture
def installed(folder: Path, monkeypatch: pytest.MonkeyPatch) -> CommandLine:
    """The command line with both installed games."""
    monkeypatch.setenv("BOMBERSTREAM_PLUGINS", "today,tonight")
    return CommandLine(folder)


@pytest.fixture
def every_game(folder: Path, monkeypatch: pytest.MonkeyPatch) -> CommandLine:
    """The command line with all four games."""
    monkeypatch.setenv("BOMBERSTREAM_PLUGINS", "today,tonight,superfortress,ace")
    return CommandLine(folder)


def refused(command: CommandLine, *typed: str) -> str:
    """The one line of wrong usage."""
    (line,) = command.error(*typed, status=2).splitlines()
    return line


@pytest.mark.parametrize("game", ["today", "tonight"])
@pytest.mark.parametrize("missions", ["-1", "100", "1.5", "²", "", NINES])
def test_missions_are_0_to_99(installed: CommandLine, game: str, missions: str) -> None:
    told = refused(installed, "fly", game, "--set", f"missions={missions}")
    assert "expected a whole number from 0 to 99, got" in told
    assert len(told) < 250


def test_place_in_the_box_is_1_to_18(installed: CommandLine) -> None:
    assert "from 1 to 18, got 19" in refused(installed, "fly", "today", "--set", "position=19")


def test_number_without_limits_is_not_too_long(bomberstream: CommandLine) -> None:
    assert "at most 18 digits" in refused(bomberstream, "fly", "toy", "--set", f"missions={NINES}")
    assert bomberstream.json("fly", "toy", "--set", "missions=+12")["options"]["missions"] == "12"


@pytest.mark.parametrize(
    ("value", "says"),
    [
        ("radar", "no device 'radar'; valid: gee, gee_h"),
        ("monca", "no device 'monca'; did you mean 'monica'?"),
        ("none,gee", "'none' stands alone, got 'none,gee'"),
        ("", "expected devices like 'gee,h2s', or 'none', got ''"),
        ("gee,", "expected devices like 'gee,h2s', or 'none', got 'gee,'"),
    ],
)
def test_devices_are_checked_where_they_are_typed(installed: CommandLine, value: str, says: str) -> None:
    assert says in refused(installed, "fly", "tonight", "--set", f"electronics={value}")


def test_devices_are_written_as_people_do(installed: CommandLine) -> None:
    flight = ("fly", "tonight", "--date", "1944-03-30", "--seed", "1", "--set")
    assert installed(*flight, "electronics=GEE, Gee-H").stdout == installed(*flight, "electronics=gee,gee_h").stdout


def test_moon_that_contradicts_itself(installed: CommandLine) -> None:
    told = refused(installed, "fly", "tonight", "--moon", "full", "--set", "moon=half")
    assert "--moon 'full' and --set 'moon=half' contradict each other" in told
    assert "moon is 'full' already" in refused(installed, "fly", "tonight", "--set", "moon=full", "--set", "moon=half")
    assert "--moon 'ful': no value 'ful'; did you mean 'full'?" in refused(installed, "fly", "tonight", "--moon", "ful")
    assert installed("fly", "tonight", "--seed", "1", "--moon", "full", "--set", "moon=FULL").stdout


# --- what fits only some of what is drawn


@pytest.mark.parametrize(
    "typed",
    [
        ("electronics=gee_h",),
        ("electronics=window,monica",),
        ("electronics=h2s,gee", "ventral=h2s"),
        ("nose=clear",),
        ("electronics=gee_h", "any_device=yes"),
    ],
)
def test_what_fits_some_days_alone_is_flown_on_those(installed: CommandLine, typed: tuple[str, ...]) -> None:
    settings = [part for one in typed for part in ("--set", one)]
    flown = installed.json("simulate", "tonight", "--sorties", "40", *settings)
    assert flown["sorties"] == 40
    assert flown["cut_short"] is False


@pytest.mark.parametrize(
    ("typed", "says"),
    [
        (
            ("--campaign", "3", "--set", "electronics=monica,gee_h"),
            "no day of campaign 3 has all that is asked for: Monica is carried from 1943-03-01 to 1944-09-30; "
            "Gee-H is carried from 1943-11-03 to the end",
        ),
        (("--set", "electronics=h2s"), "H2S is carried from 1943-01-30 to the end; it needs its place: say ventral"),
        (("--bomber", "lancaster", "--set", "nose=clear"), "nose = 'clear' is fitted to none of the bombers there"),
    ],
)
def test_what_fits_no_day_is_refused_with_the_dates(installed: CommandLine, typed: tuple[str, ...], says: str) -> None:
    (line,) = installed.error("simulate", "tonight", "--sorties", "5", *typed, status=1).splitlines()
    assert says in line


@pytest.mark.parametrize(
    "typed", [("--date", "1930-01-01"), ("--campaign", "99"), ("--target", "nowhere"), ("--bomber", "x")]
)
@pytest.mark.parametrize("game", ["tonight", "today", "superfortress", "ace"])
@pytest.mark.parametrize("command", [("fly",), ("tour", "new", "First"), ("simulate",)])
def test_what_a_game_does_not_have_is_wrong_usage(
    every_game: CommandLine, command: tuple[str, ...], game: str, typed: tuple[str, str]
) -> None:
    if command[0] == "tour" and typed[0] == "--target":
        pytest.skip("a tour has no target of its own")
    (line,) = every_game.error(*command, game, *typed, status=2).splitlines()
    assert typed[1] in line


# --- saves


@pytest.fixture
def saved(installed: CommandLine, tmp_path: Path) -> Callable[..., str]:
    """The line with which a save is refused whose setup was changed by hand."""
    path = tmp_path / "m.json"
    installed("fly", "tonight", "--seed", "1", "--set", "missions=3", "--moon", "full", "--save", path)
    save: dict[str, Any] = json.loads(path.read_text(encoding="utf-8"))

    def change(setup: object) -> str:
        changed = {**save["setup"], **setup} if isinstance(setup, dict) else setup
        path.write_text(json.dumps({**save, "setup": changed}), encoding="utf-8")
        (line,) = installed.error("replay", path, status=1).splitlines()
        assert line.startswith(f"error: {path}: ")
        return line

    return change


@pytest.mark.parametrize(
    ("setup", "says"),
    [
        (5, "damaged, setup: expected a table"),
        ({"target": 5}, "damaged, setup, target: expected a text, got 5"),
        ({"bomber": ["x"]}, "damaged, setup, bomber: expected a text, got ['x']"),
        ({"campaign": "x"}, "damaged, setup, campaign: expected a whole number, got 'x'"),
        ({"date": 19431014}, "damaged, setup, date: expected a text, got 19431014"),
        ({"options": 5}, "damaged, setup, options: expected a table"),
        ({"options": {"missions": 5}}, "damaged, setup, options, missions: expected a text, got 5"),
        ({"options": {"missions": "x"}}, "setup, options, missions: expected a whole number from 0 to 99, got 'x'"),
        ({"options": {"missions": "100"}}, "setup, options, missions: expected a whole number from 0 to 99, got 100"),
        ({"options": {"moon": "blue"}}, "setup, options, moon: no value 'blue'"),
        ({"options": {"mon": "full"}}, "setup, options: tonight has no setting 'mon'; did you mean 'moon'"),
        ({"options": {"electronics": "radar"}}, "setup, options, electronics: no device 'radar'"),
        ({"options": {"electronics": ""}}, "setup, options, electronics: expected devices like"),
        ({"target": "Essn"}, "setup, target: no target 'Essn'; did you mean 'Essen'"),
        ({"bomber": "lancster"}, "setup, bomber: no bomber 'lancster'; did you mean 'lancaster'"),
        ({"campaign": 99}, "setup, campaign: no campaign 99; valid: 1, 2"),
        ({"date": "1943-02-30"}, "setup, date: expected a day like '1943-10-14', got '1943-02-30'"),
        ({"date": "1950-01-01"}, "setup: date '1950-01-01' is outside the campaigns"),
    ],
)
def test_setup_of_a_save_changed_by_hand(saved: Callable[..., str], setup: object, says: str) -> None:
    told = saved(setup)
    assert says in told
    assert "have changed" not in told
