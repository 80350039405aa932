"""The command line on a small game of the tests' own, with a user's folder of its own."""

from __future__ import annotations

import shutil
from collections.abc import Callable
from pathlib import Path

import click
import pytest
from command_line import CommandLine

TOY = Path(__file__).parent / "toy"


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A user's folder without anything in it; no installed plugin is loaded."""
    for variable in ("HOME", "XDG_CONFIG_HOME", "APPDATA"):
        monkeypatch.setenv(variable, str(tmp_path / "home"))
    monkeypatch.setenv("BOMBERSTREAM_PLUGINS", "toy")
    made = Path(click.get_app_dir("bomberstream"))
    (made / "plugins").mkdir(parents=True)
    return made


@pytest.fixture
def bomberstream(folder: Path) -> CommandLine:
    """The command line with the toy game on board."""
    shutil.copytree(TOY, folder / "plugins", dirs_exist_ok=True, ignore=shutil.ignore_patterns("__pycache__"))
    return CommandLine(folder)


@pytest.fixture
def write(tmp_path: Path) -> Callable[[str, str], Path]:
    """Write a file and give its path."""

    def put(name: str, text: str) -> Path:
        path = tmp_path / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, encoding="utf-8")
        return path

    return put
