"""The command line on a small game of the tests' own, with a user's folder of its own."""

from __future__ import annotations

import json
import shutil
from collections.abc import Callable
from pathlib import Path
from typing import Any

import click
import pytest
from attrs import define
from bomberstream.cli import main
from click.testing import CliRunner, Result

TOY = Path(__file__).parent / "toy"


@define
class CommandLine:
    """Runs `bomberstream` in this process."""

    folder: Path
    """The user's own folder."""

    def __call__(self, *arguments: str | Path, status: int = 0) -> Result:
        """Run it, and check the exit status; a traceback is never in order."""
        result = _runner().invoke(main, [str(one) for one in arguments], prog_name="bomberstream")
        if result.exception is not None and not isinstance(result.exception, SystemExit):
            raise result.exception
        assert result.exit_code == status, f"exit status {result.exit_code}\n{result.stdout}\n{result.stderr}"
        return result

    def json(self, *arguments: str | Path, status: int = 0) -> Any:
        """Run it with --json: standard output is one document."""
        return json.loads(self(*arguments, "--json", status=status).stdout)

    def error(self, *arguments: str | Path, status: int) -> str:
        """Run it in vain: nothing on standard output; gives what stands on standard error."""
        result = self(*arguments, status=status)
        assert result.stdout == ""
        return result.stderr


def _runner() -> CliRunner:
    try:
        return CliRunner(mix_stderr=False)  # type: ignore[call-arg]
    except TypeError:
        # Since click 8.2 the two streams are always kept apart.
        return CliRunner()


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
