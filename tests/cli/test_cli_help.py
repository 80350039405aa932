"""Help, and what the command line is before any command runs."""

from __future__ import annotations

import re
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import bomberstream.cli
import click
import pytest
from bomberstream.cli import main
from command_line import CommandLine


def _commands(command: click.Command, path: tuple[str, ...] = ()) -> Iterator[tuple[tuple[str, ...], click.Command]]:
    yield path, command
    if isinstance(command, click.Group):
        for name, inner in command.commands.items():
            yield from _commands(inner, (*path, name))


ALL = dict(_commands(main))


@pytest.mark.parametrize("path", ALL, ids=lambda path: " ".join(path) or "bomberstream")
def test_help_of_every_command_teaches_with_an_example(bomberstream: CommandLine, path: tuple[str, ...]) -> None:
    shown = bomberstream(*path, "--help").stdout
    assert shown.startswith("Usage: bomberstream")
    assert re.search(r"^ +bomberstream [a-z-]", shown, re.MULTILINE), shown
    assert max(map(len, shown.splitlines())) <= 80


@pytest.mark.parametrize("path", ALL, ids=lambda path: " ".join(path) or "bomberstream")
def test_every_option_has_help_and_a_name_of_whole_words(path: tuple[str, ...]) -> None:
    for parameter in ALL[path].params:
        if isinstance(parameter, click.Option):
            assert parameter.help, parameter.opts
            long = [name for name in parameter.opts if name.startswith("--")]
            assert long, parameter.opts
            assert all(re.fullmatch(r"--[a-z]{3,}(-[a-z]{3,})*|--no-plugin", name) for name in long)


def test_first_lines_are_not_cut_short_in_the_list_of_commands(bomberstream: CommandLine) -> None:
    for path in ((), ("tables",)):
        _usage, *rest = bomberstream(*path, "--help").stdout.splitlines()
        assert [line for line in rest if line.endswith("...")] == []


@pytest.mark.parametrize("path", [p for p, c in ALL.items() if p and not isinstance(c, click.Group)], ids=" ".join)
def test_every_command_takes_json(path: tuple[str, ...]) -> None:
    assert "--json" in [name for parameter in ALL[path].params for name in parameter.opts]


def test_no_heavy_import_before_a_command_runs() -> None:
    program = (
        "import sys; from bomberstream.cli import main\n"
        "try: main(['--help'])\n"
        "finally:\n"
        "    heavy = {'attr', 'attrs', 'cattrs', 'rich', 'pluggy', 'bomberstream.core.ruleset'} & set(sys.modules)\n"
        "    print(sorted(heavy), file=sys.stderr)\n"
    )
    done = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=True)
    assert done.stderr.strip() == "[]"


def test_version(bomberstream: CommandLine) -> None:
    assert re.fullmatch(r"bomberstream, version \d+\.\d+\S*\n", bomberstream("--version").stdout)


def test_runs_as_a_module() -> None:
    done = subprocess.run(
        [sys.executable, "-m", "bomberstream.cli", "--version"], capture_output=True, text=True, check=True
    )
    assert done.stdout.startswith("bomberstream, version")


def test_no_game_is_named_in_the_code() -> None:
    folder = Path(bomberstream.cli.__path__[0])
    named = {
        (path.name, word)
        for path in folder.glob("*.py")
        for word in re.findall(
            r"\b(tonight|today|superfortress|ace)\b", path.read_text(encoding="utf-8"), re.IGNORECASE
        )
    }
    assert named == set()


def test_unknown_command_is_wrong_usage(bomberstream: CommandLine) -> None:
    assert "No such command 'flie'" in bomberstream.error("flie", status=2)
