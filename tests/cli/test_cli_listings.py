"""Games, plugins, rules, bombers, targets, vocabulary."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest
from command_line import CommandLine


def test_games_in_words_and_as_json(bomberstream: CommandLine) -> None:
    assert "toy  Toy Bombers" in bomberstream("games").stdout
    (game,) = bomberstream.json("games")
    assert (game["id"], game["title"], game["plugin"]) == ("toy", "Toy Bombers", "toy")
    assert [option["name"] for option in game["options"]] == ["moon", "veterans", "missions"]
    assert game["options"][0] == {
        "name": "moon",
        "says": "the moon of the night",
        "kind": "word",
        "values": ["full", "half"],
        "default": "full",
    }
    assert game["losses"] == ["crashed"]


def test_plugins_in_words_and_as_json(bomberstream: CommandLine) -> None:
    assert "game toy; rule gales" in bomberstream("plugins").stdout
    listed = bomberstream.json("plugins")
    assert [one["name"] for one in listed["loaded"]] == ["toy"]
    assert listed["loaded"][0]["brings"] == ["games", "rules"]
    assert listed["failed"] == []


def test_rules_in_words_and_as_json(bomberstream: CommandLine) -> None:
    assert "More wind" in bomberstream("rules").stdout
    assert bomberstream.json("rules", "toy") == [
        {"id": "gales", "title": "More wind", "rule": "toy 9.1", "games": ["toy"], "requires": [], "conflicts": []}
    ]


def test_bombers_in_words_and_as_json(bomberstream: CommandLine) -> None:
    assert "1943-01 to 1944-06" in bomberstream("bombers", "toy").stdout
    (bomber,) = bomberstream.json("bombers")
    assert (bomber["game"], bomber["id"], bomber["engines"]) == ("toy", "moth", 2)
    assert bomber["crew"] == ["pilot", "tail_gunner"]
    assert bomber["guns"] == [{"id": "tail", "name": "tail gun", "barrels": 2, "rounds": 10}]
    assert bomber["source"] == "reconstructed"


def test_targets_in_words_and_as_json(bomberstream: CommandLine) -> None:
    assert "1 target\n" in bomberstream("targets", "toy").stdout
    (target,) = bomberstream.json("targets", "toy", "--campaign", "1")
    assert (target["city"], target["zone"], target["miles"], target["raids"]) == ("Port", 2, 90, 3)


def test_vocabulary_in_words_and_as_json(bomberstream: CommandLine) -> None:
    assert "it storms" in bomberstream("vocabulary", "toy").stdout
    words = {one["name"]: one for one in bomberstream.json("vocabulary", "toy")}
    assert words["storm"] == {"name": "storm", "kind": "flag", "says": "it storms", "values": [], "games": ["toy"]}
    assert "serious" in words["pilot.wounds"]["values"]


def test_vocabulary_of_effects(bomberstream: CommandLine) -> None:
    verbs = {one["verb"]: one for one in bomberstream.json("vocabulary", "--effects")}
    assert verbs["system_out"]["takes"] == "system"
    assert verbs["count"]["extras"] == {"side": "side"}
    assert "A gun jams." in bomberstream("vocabulary", "--effects").stdout


@pytest.mark.parametrize("command", ["bombers", "rules", "targets", "vocabulary", "bench", "fly"])
def test_unknown_game_is_wrong_usage_and_names_the_nearest(bomberstream: CommandLine, command: str) -> None:
    assert "error: no game 'toi'; did you mean 'toy'?" in bomberstream.error(command, "toi", status=2)


def test_unknown_campaign_names_those_there_are(bomberstream: CommandLine) -> None:
    assert "valid: 1 (The only one)" in bomberstream.error("targets", "toy", "--campaign", "7", status=2)


@pytest.mark.parametrize("arguments", [["games"], ["tables", "list", "toy"], ["tables", "show", "toy", "1-1"]])
def test_nothing_is_wider_than_80_columns(bomberstream: CommandLine, arguments: list[str]) -> None:
    lines = bomberstream(*arguments).stdout.splitlines()
    assert max(map(len, lines)) <= 80
    assert [line for line in lines if line != line.rstrip()] == []


# --- plugins that fail, and those that are left out


@pytest.fixture
def broken(bomberstream: CommandLine, monkeypatch: pytest.MonkeyPatch) -> CommandLine:
    """A plugin that cannot be imported beside the toy game."""
    (bomberstream.folder / "plugins" / "broken.py").write_text("import no_such_thing\n", encoding="utf-8")
    monkeypatch.setenv("BOMBERSTREAM_PLUGINS", "toy,broken")
    return bomberstream


def test_failed_plugin_is_told_in_one_line_and_left_out(broken: CommandLine) -> None:
    result = broken("games")
    assert "toy  Toy Bombers" in result.stdout
    (line,) = result.stderr.splitlines()
    assert line.startswith("plugin broken left out: ModuleNotFoundError: No module named 'no_such_thing'")
    assert "--no-plugin broken" in line


def test_failed_plugin_does_not_spoil_json(broken: CommandLine) -> None:
    listed = broken.json("plugins")
    assert [one["name"] for one in listed["failed"]] == ["broken"]
    assert [one["name"] for one in listed["loaded"]] == ["toy"]


def test_no_plugin_leaves_one_out(broken: CommandLine) -> None:
    assert broken("--no-plugin", "broken", "games").stderr == ""
    assert "no game 'toy'" in broken.error("--no-plugin", "broken", "--no-plugin", "toy", "fly", "toy", status=2)


def test_strict_makes_a_failed_plugin_fatal(broken: CommandLine) -> None:
    assert "error: plugin broken left out" in broken.error("--strict", "games", status=1)


def test_unknown_game_is_no_wrong_usage_when_its_plugin_may_have_failed(broken: CommandLine) -> None:
    assert "no game 'moon'" in broken("--no-plugin", "toy", "fly", "moon", status=1).stderr


def test_empty_variable_loads_no_plugin(bomberstream: CommandLine, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("BOMBERSTREAM_PLUGINS", "")
    assert bomberstream.json("plugins") == {"loaded": [], "failed": []}
    assert bomberstream.json("games") == []
    assert "No games" in bomberstream("games").stdout
    assert "error: no game to measure" in bomberstream.error("bench", status=2)


def test_variable_that_names_no_plugin_is_told(bomberstream: CommandLine, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("BOMBERSTREAM_PLUGINS", "toy, toyy")
    assert "BOMBERSTREAM_PLUGINS names 'toyy'" in bomberstream("games").stderr


def test_option_that_turns_off_what_is_not_there_is_told(bomberstream: CommandLine) -> None:
    assert "--no-plugin names 'toyy'" in bomberstream("--no-plugin", "toyy", "games").stderr
    assert bomberstream("--no-plugin", "toy", "games").stderr == ""


def test_tables_in_the_users_folder_lie_on_top(bomberstream: CommandLine, write: Callable[[str, str], Path]) -> None:
    own = bomberstream.folder / "tables" / "toy"
    own.mkdir(parents=True)
    (own / "mine.toml").write_text('[[table."1-3".row]]\non = "1"\nresult = "bounce"\n', encoding="utf-8")
    assert bomberstream.json("tables", "look", "toy", "1-3", "--roll", "1")["result"] == "bounce"


def test_shell_completes_games(bomberstream: CommandLine, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("_BOMBERSTREAM_COMPLETE", "bash_complete")
    monkeypatch.setenv("COMP_WORDS", "bomberstream fly t")
    monkeypatch.setenv("COMP_CWORD", "2")
    assert bomberstream().stdout.split() == ["plain,toy"]
