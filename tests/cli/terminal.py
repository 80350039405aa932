"""Somebody who sits at a terminal and types: `bomberstream` on a pseudo-terminal, in a process of its own."""

from __future__ import annotations

import os
import pty
import re
import select
import signal
import subprocess
import sys
from collections.abc import Mapping, Sequence
from pathlib import Path

__all__ = ["Terminal"]

PATIENCE = 30.0
"""Seconds for which the screen may stand still before a test fails."""
PROMPT = re.compile(r"(?:^|\n)(?:\d*d\d+)?> $")
COLOUR = re.compile(r"\x1b\[[0-9;?]*[A-Za-z]")


class Terminal:
    """A terminal of 80 columns without colour, and the program on it."""

    def __init__(self, *arguments: str | Path, environment: Mapping[str, str], columns: int = 80) -> None:
        ours, theirs = pty.openpty()
        settings = {**environment, "COLUMNS": str(columns), "LINES": "24", "TERM": "xterm", "NO_COLOR": "1"}
        self._screen = ours
        self.shown = ""
        """Everything that has been on the screen."""
        self._program = subprocess.Popen(
            [sys.executable, "-m", "bomberstream.cli", *map(str, arguments)],
            stdin=theirs,
            stdout=theirs,
            stderr=theirs,
            env=settings,
            close_fds=True,
            start_new_session=True,
        )
        os.close(theirs)

    def read(self) -> str:
        """What is shown up to the next prompt, or to the end."""
        since = len(self.shown)
        while not PROMPT.search(self.shown[since:]):
            if not self._more():
                break
        return self.shown[since:]

    def _more(self) -> bool:
        ready, _, _ = select.select([self._screen], [], [], PATIENCE)
        assert ready, f"nothing more on the screen:\n{self.shown[-2000:]}"
        try:
            read = os.read(self._screen, 65536)
        except OSError:
            return False  # the program has ended
        self.shown += COLOUR.sub("", read.decode("utf-8", "replace")).replace("\r\n", "\n")
        return bool(read)

    def type(self, line: str) -> str:
        """Type a line, and read on to the next prompt."""
        os.write(self._screen, line.encode() + b"\n")
        return self.read()

    @property
    def waits(self) -> bool:
        """Whether it waits for an answer."""
        return bool(PROMPT.search(self.shown))

    def kill(self) -> None:
        """The power fails."""
        os.killpg(self._program.pid, signal.SIGKILL)
        self._program.wait()
        os.close(self._screen)

    def leave(self) -> int:
        """Wait for the program to end; gives its exit status."""
        while self._more():
            pass
        status = self._program.wait(PATIENCE)
        os.close(self._screen)
        return status

    def type_all(self, lines: Sequence[str]) -> None:
        """Type lines, each at a prompt."""
        for line in lines:
            self.type(line)
