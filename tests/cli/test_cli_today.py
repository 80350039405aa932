"""The command line on the daylight game as it is installed."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest
from bomberstream.cli.render import Screen
from bomberstream.cli.table_text import show_table
from bomberstream.core.hooks import load_plugins
from bomberstream.core.ruleset import Ruleset, compose
from command_line import CommandLine

Write = Callable[[str, str], Path]


@pytest.fixture
def today(folder: Path, monkeypatch: pytest.MonkeyPatch) -> CommandLine:
    """The command line with the daylight game alone."""
    monkeypatch.setenv("BOMBERSTREAM_PLUGINS", "today")
    return CommandLine(folder)


@pytest.fixture(scope="module")
def ruleset() -> Ruleset:
    """The daylight game, composed once."""
    return compose(load_plugins(only=["today"]), "today")


def test_mission_as_json(today: CommandLine) -> None:
    flown = today.json("fly", "today", "--seed", "42", "--bomber", "B-17G", "--date", "1944-03-06")
    assert (flown["game"], flown["bomber"], flown["date"], flown["seed"]) == ("today", "b-17g", "1944-03-06", 42)
    assert flown["outcome"]
    assert len(flown["crew"]) == 10
    assert all(man["name"] and man["station"] and man["status"] for man in flown["crew"])
    assert set(flown["bombing"]) >= {"on_target", "percent"}
    assert flown["rolls"] == sum(event["type"] == "roll" for event in flown["events"])


def test_mission_is_told_within_80_columns_and_replayed(today: CommandLine, tmp_path: Path) -> None:
    told = today("fly", "today", "--seed", "42", "-v", "--save", tmp_path / "m.json").stdout
    assert max(map(len, told.splitlines())) <= 80
    replayed = today("replay", tmp_path / "m.json", "-v").stdout
    assert replayed.replace("(tape)", "(orders)") == told


def test_bomber_before_its_time_is_not_allowed(today: CommandLine) -> None:
    told = today.error("fly", "today", "--bomber", "b-17g", "--date", "1943-01-03", status=1)
    assert "issued" in told
    assert today.json("fly", "today", "--bomber", "b-17g", "--date", "1943-01-03", "--set", "any_bomber=yes")["outcome"]


def test_date_outside_the_campaigns_is_wrong_usage(today: CommandLine) -> None:
    assert "outside the campaigns" in today.error("fly", "today", "--date", "1940-01-03", status=2)


def test_game_without_a_moon_says_so(today: CommandLine) -> None:
    assert "does not ask for the moon" in today.error("fly", "today", "--moon", "full", status=2)


def test_bombers_and_targets(today: CommandLine) -> None:
    assert {"b-17f", "b-17g", "b-24d", "b-24j"} <= {one["id"] for one in today.json("bombers", "today")}
    listed = today.json("targets", "today", "--campaign", "1")
    assert {one["campaign"] for one in listed} == {1}
    assert all(one["zone"] >= 2 and one["miles"] > 0 for one in listed)


@pytest.mark.rule("today 7-1")
def test_landing_is_resolved(today: CommandLine, write: Write) -> None:
    scene = write(
        "landing.toml",
        'game = "today"\nbomber = "b-17g"\nstep = "landing"\ndice = [3, 4]\n[state]\nengines_out = [1, 2]\n',
    )
    roll = next(one for one in today.json("resolve", scene)["events"] if one["type"] == "roll")
    assert (roll["table"], roll["dice"], roll["natural"]) == ("7-1", [3, 4], 7)
    assert roll["total"] == 7 + sum(one["value"] for one in roll["modifiers"])
    assert roll["modifiers"]


@pytest.mark.rule("today 5-10", "today 5-12")
def test_look_up_by_role_for_a_bomber(today: CommandLine) -> None:
    found = today.json(
        "tables", "look", "today", "area_damage", "--bomber", "b-17g", "--column", "12 high", "--roll", "7"
    )
    assert (found["table"], found["result"]) == ("5-12", "pilot_compartment")
    other = today.json(
        "tables", "look", "today", "area_damage", "--bomber", "b-24j", "--column", "12 high", "--roll", "7"
    )
    assert other["table"] == "5-14"


def test_tables_are_in_order(today: CommandLine) -> None:
    (checked,) = today.json("tables", "check")
    assert checked["problems"] == []


def test_every_table_is_shown_within_80_columns(ruleset: Ruleset, capsys: pytest.CaptureFixture[str]) -> None:
    for table in ruleset.tables.values():
        for column in (None, *table.columns):
            show_table(Screen(), ruleset, table.table, column)
        shown = capsys.readouterr().out
        assert max(map(len, shown.splitlines())) <= 80, table.id
        assert table.table.title in shown


def test_every_source_that_is_not_published_has_a_basis(today: CommandLine) -> None:
    (found,) = today.json("tables", "sources", "today")
    assert [one for one in found["not_published"] if not one["basis"]] == []
