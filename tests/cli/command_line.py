"""Running the command line in a test."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

from attrs import define
from bomberstream.cli import main
from click.testing import CliRunner, Result

__all__ = ["CommandLine"]


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
