"""Faults in scenario files of the installed games: one line with the file's name, exit status 1."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest
from command_line import CommandLine

Write = Callable[[str, str], Path]
GAMES = ("today", "tonight")


@pytest.fixture
def installed(folder: Path, monkeypatch: pytest.MonkeyPatch) -> CommandLine:
    """The command line with both installed games."""
    monkeypatch.setenv("BOMBERSTREAM_PLUGINS", "today,tonight")
    return CommandLine(folder)


def fault(installed: CommandLine, write: Write, game: str, text: str) -> str:
    """The one line that a scenario is refused with."""
    (line,) = installed.error("resolve", write("s.toml", f'game = "{game}"\n{text}\n'), status=1).splitlines()
    assert line.startswith("error: s.toml")
    return line


FIGHTERS = {
    'fca = "x"': "fighter: fca: expected a whole number from 0 to 2, got 'x'",
    "fca = [1]": "fighter: fca: expected a whole number from 0 to 2, got [1]",
    "fca = inf": "fighter: fca: expected a whole number from 0 to 2, got inf",
    "fca = nan": "fighter: fca: expected a whole number from 0 to 2, got nan",
    "fca = true": "fighter: fca: expected a whole number from 0 to 2, got True",
    "fca = 3": "fighter: fca: expected a whole number from 0 to 2, got 3",
    'round = "x"': "fighter: round: expected a whole number from 1 to 99, got 'x'",
    "round = 0": "fighter: round: expected a whole number from 1 to 99, got 0",
    "fboa = 1": "fighter: fboa: expected true or false, got 1",
    "type = 5": "fighter: type: expected a text, got 5",
    'type = "me-109x"': "fighter: no type 'me-109x'; did you mean 'me-109'",
    "position = 6": "fighter: position: expected a text, got 6",
    'position = "13 high"': "fighter: '13 high' is no attack position; expected one like '10:30 high'",
    "skill = 5": "fighter: skill: expected a text, got 5",
    'skill = "bad"': "fighter: skill is never 'bad'; valid: ",
    "rond = 1": "fighter: unknown key 'rond'; did you mean 'round'?",
}


@pytest.mark.parametrize("game", GAMES)
@pytest.mark.parametrize("said", FIGHTERS)
def test_what_is_said_of_a_fighter_is_of_its_kind(installed: CommandLine, write: Write, game: str, said: str) -> None:
    text = f'step = "fighter_attack"\n[state]\nfighter = {{ {said} }}'
    assert FIGHTERS[said] in fault(installed, write, game, text)


@pytest.mark.parametrize(
    ("said", "says"),
    [
        ("5", "fighter: carries: expected a list like ['radar'], got 5"),
        ("true", "fighter: carries: expected a list like ['radar'], got True"),
        ('"radar"', "fighter: carries: expected a list like ['radar'], got 'radar'"),
        ("[5]", "fighter: carries: expected a text, got 5"),
        ('["radr"]', "fighter: carries is never 'radr'; did you mean 'radar'?"),
    ],
)
def test_what_a_night_fighter_carries(installed: CommandLine, write: Write, said: str, says: str) -> None:
    text = f'step = "fighter_attack"\n[state]\nfighter = {{ carries = {said} }}'
    assert says in fault(installed, write, "tonight", text)


def test_every_fault_of_a_fighter_is_told(installed: CommandLine, write: Write) -> None:
    text = 'game = "tonight"\nstep = "fighter_attack"\n[state]\nfighter = { fca = 9, round = 0, skil = "experte" }\n'
    told = installed.error("resolve", write("s.toml", text), status=1)
    assert [line.split(": ")[3].split(" ")[0] for line in told.splitlines()] == ["unknown", "fca", "round"]


def test_fighters_of_the_day_are_a_list_of_tables(installed: CommandLine, write: Write) -> None:
    attack = 'step = "fighter_attack"\n[state]\nfighters = '
    assert "fighters: expected a list of tables, got 5" in fault(installed, write, "today", attack + "5")
    assert "fighter: expected a table like { type = 'me-109'" in fault(installed, write, "today", attack + "[5]")


@pytest.mark.parametrize("game", GAMES)
def test_what_is_said_of_a_fighter_holds(installed: CommandLine, write: Write, game: str) -> None:
    text = f'game = "{game}"\nstep = "fighter_attack"\n[state]\nfighter = {{ fca = 2, round = 3, fboa = true }}\n'
    assert installed.json("resolve", write("s.toml", text), "--seed", "1")["events"]


STATE = {
    'pilot.missions = "x"': "pilot.missions: expected a whole number, got 'x'",
    "pilot.missions = -1": "pilot.missions: expected a number from 0 to 999, got -1",
    "pilot.missions = true": "pilot.missions: expected a whole number, got True",
    "pilot.missions = 1.5": "pilot.missions: expected a whole number, got 1.5",
    'pilot.light_wounds = "x"': "pilot.light_wounds: expected a whole number, got 'x'",
    "pilot.light_wounds = -1": "pilot.light_wounds: expected a number from 0 to 999, got -1",
    "pilot.kills = [5]": "pilot.kills: expected a number, got [5]",
    "pilot.kills = true": "pilot.kills: expected a number, got True",
    "pilot.kills = -0.5": "pilot.kills: expected a number from 0 to 999, got -0.5",
    "pilot.kills = nan": "pilot.kills: expected a number from 0 to 999, got nan",
    "pilot.kills = inf": "pilot.kills: expected a number from 0 to 999, got inf",
    "pilot.wounds = 5": "pilot.wounds: expected a word, got 5",
    "man.trade = [1]": "man.trade: expected a word, got [1]",
    "out.radio = 1": "out.radio: expected true or false, got 1",
    "engines_out = 1": "engines_out: expected a list, got 1",
    "zone.number = 0": "zone.number: expected a number from 1 to 99, got 0",
    "zone.over = 5": "zone.over: expected a word or a list, got 5",
    "zone.over = [1]": "zone.over: expected letters like 'N' or ['N', 'W'], got [1]",
    "zone.over = []": "zone.over: expected letters like 'N' or ['N', 'W'], got []",
    'date = "1943-02-30"': "date: expected a day like '1943-10-14', got '1943-02-30'",
    'date = "yesterday"': "date: expected a day like '1943-10-14', got 'yesterday'",
    'date = "19431014"': "date: expected a day like '1943-10-14', got '19431014'",
    'date = "1943-10"': "date: expected a day like '1943-10-14', got '1943-10'",
    "date = 5": "date: expected a day like '1943-10-14', got 5",
}


@pytest.mark.parametrize("game", GAMES)
@pytest.mark.parametrize("said", STATE)
def test_what_is_said_of_the_state_is_of_its_kind(installed: CommandLine, write: Write, game: str, said: str) -> None:
    assert f"s.toml, state: {STATE[said]}" in fault(installed, write, game, f'step = "bomb_run"\n[state]\n{said}')


@pytest.mark.parametrize("game", GAMES)
@pytest.mark.parametrize("said", ["pilot.kills = 4.5", "pilot.kills = 5", "pilot.missions = 0", 'date = "1943-10-14"'])
def test_what_is_of_its_kind_is_set(installed: CommandLine, write: Write, game: str, said: str) -> None:
    path = write("s.toml", f'game = "{game}"\nstep = "bomb_run"\n[state]\n{said}\n')
    assert installed.json("resolve", path, "--seed", "1")["events"]


def test_zones_without_fighters_are_written_na(installed: CommandLine, write: Write) -> None:
    said = fault(installed, write, "today", 'step = "bomb_run"\n[state]\nzone.fighters = "no"')
    assert "zone.fighters: expected a whole number, or 'NA' for none at all, got 'no'" in said


@pytest.mark.parametrize(
    ("text", "says"),
    [
        ('step = "shell_hit"', "s.toml: shell_hit: no area is named; expected one of nose"),
        ('step = "shell_hit"\n[state]\narea = 5', "s.toml: shell_hit: area = 5; expected one of nose"),
        ('step = "landing"\ndice = [99]', "s.toml: the script has [99] left"),
        ('step = "landing"\ndice = [7, 1]', "s.toml: landing_on_land: "),
        ('step = "landing"\ncolumn = "x"', "s.toml: column = 'x' goes with a table, but step = 'landing'"),
        ('step = "landing"\ndate = "19430101"', "s.toml: date '19430101': expected a day like '1943-10-14'"),
        ('step = "landing"\ncampaign = 99', "s.toml: no campaign 99"),
        ('table = "5-99"', "s.toml: no table '5-99'"),
        ('step = "landing"\n[options]\nelectronics = "radar"', "s.toml: electronics: no device 'radar'; valid: gee"),
    ],
)
def test_faults_of_a_scene_are_told_with_its_file(installed: CommandLine, write: Write, text: str, says: str) -> None:
    assert says in fault(installed, write, "tonight", text)
