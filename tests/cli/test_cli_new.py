"""`bomberstream new`: each starter is written, installed as any package is, tests green, and does something at once."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest
from bomberstream.cli import main
from bomberstream.cli.starters import game_starter
from bomberstream.core.hooks import Plugins
from click.testing import CliRunner
from command_line import CommandLine

MADE = {"__pycache__", "build", "night_mail.egg-info", ".pytest_cache"}
"""What building and testing leave behind."""
EXAMPLE = Path(__file__).parents[2] / "examples" / "night-mail"


@pytest.fixture
def away(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A folder to work in, with no plugin but those that ship."""
    for variable in ("HOME", "XDG_CONFIG_HOME", "APPDATA"):
        monkeypatch.setenv(variable, str(tmp_path / "home"))
    monkeypatch.chdir(tmp_path)
    return tmp_path


def run(*arguments: str | Path, status: int = 0) -> str:
    done = CliRunner().invoke(main, [str(one) for one in arguments], prog_name="bomberstream")
    assert done.exit_code == status, done.output
    return done.output


def check_tests(folder: Path, package: str | None) -> None:
    """Its tests pass, with its package where an installed one would be found by its entry point."""
    site = folder / "site"
    site.mkdir()
    if package:
        info = site / f"{package}-0.1.0.dist-info"
        info.mkdir()
        (info / "METADATA").write_text(f"Metadata-Version: 2.1\nName: {package}\nVersion: 0.1.0\n", encoding="utf-8")
        (info / "entry_points.txt").write_text(f"[bomberstream.plugins]\n{package} = {package}\n", encoding="utf-8")
    path = os.pathsep.join([str(site), str(folder)])
    done = subprocess.run(
        [sys.executable, "-m", "pytest", "-q", "-p", "no:cacheprovider", "-p", "no:xdist", "."],
        cwd=folder,
        env={**os.environ, "PYTHONPATH": path},
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stdout + done.stderr


@pytest.mark.parametrize("game", ["today", "tonight"])
def test_house(away: Path, game: str) -> None:
    run("new", "house", "hard winter", "--game", game)
    rules = away / "hard-winter" / "hard_winter.toml"
    assert "in order" in run("house", "check", rules)
    assert "+1 'Hard winter', always" in run("house", "diff", rules)
    command = rules.read_text(encoding="utf-8").split("bomberstream fly ")[1].split("\n")[0].split()
    command[command.index("hard_winter.toml")] = str(rules)
    assert "+1 Hard winter" in run("fly", *command)
    check_tests(rules.parent, None)


def test_rule(away: Path) -> None:
    run("new", "rule", "luck", "--game", "tonight")
    check_tests(away / "luck", "luck")


def test_bomber(away: Path) -> None:
    run("new", "bomber", "my-own", "--game", "today")
    check_tests(away / "my-own", "my_own")


def test_game(away: Path) -> None:
    run("new", "game", "airmail", "-o", "somewhere/else")
    check_tests(away / "somewhere" / "else", "airmail")


def test_the_example_is_what_the_starter_writes() -> None:
    files = dict(game_starter("Night Mail", Plugins()).files())
    there = {
        path.relative_to(EXAMPLE).as_posix(): path.read_text(encoding="utf-8")
        for path in EXAMPLE.rglob("*")
        if path.is_file()
        and "__pycache__" not in path.parts
        and ".egg-info" not in str(path)
        and "build" not in path.parts
    }
    assert there == files


@pytest.mark.parametrize(
    ("arguments", "says"),
    [
        (("rule", "9 lives"), "'9 lives' is no name for it"),
        (("rule", "gales"), "'gales' is taken already"),
        (("bomber", "moth"), "'moth' is taken already"),
        (("game", "toy"), "'toy' is taken already"),
        (("house", "x", "--game", "toi"), "no game 'toi'; did you mean 'toy'?"),
        (("bomber", "x", "--like", "mot"), "no bomber 'mot'; did you mean 'moth'?"),
    ],
)
def test_what_cannot_be_written_is_told(
    bomberstream: CommandLine, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, arguments: tuple[str, ...], says: str
) -> None:
    monkeypatch.chdir(tmp_path)
    assert says in bomberstream.error("new", *arguments, status=2)


def test_nothing_is_written_over(bomberstream: CommandLine, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    (tmp_path / "luck").mkdir()
    (tmp_path / "luck" / "mine.txt").write_text("mine", encoding="utf-8")
    assert "'luck' is there already and not empty" in bomberstream.error("new", "house", "luck", status=2)
    assert [path.name for path in (tmp_path / "luck").iterdir()] == ["mine.txt"]


@pytest.mark.parametrize("kind", ["house", "rule", "bomber", "game"])
def test_names_that_cannot_be_are_refused(away: Path, kind: str) -> None:
    """A word of Python is no package; a name too long is no file. Nothing is written."""
    assert "word of Python" in run("new", kind, "class", status=2)
    assert "too long" in run("new", kind, "x" * 300, status=2)
    assert not [one for one in away.iterdir() if one.name != "home"]


def test_a_place_where_nothing_can_be_written_is_a_line(away: Path) -> None:
    (away / "file").write_text("", encoding="utf-8")
    told = run("new", "game", "night_post", "-o", "file/inside", status=1)
    assert told.startswith("error: ")
    assert "cannot be written" in told
