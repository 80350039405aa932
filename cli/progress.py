"""How far many flights have come, on standard error; and Ctrl-C, which cuts them short."""

from __future__ import annotations

import os
import signal
import sys
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any

__all__ = ["Interrupt", "is_watched", "progress"]


class Interrupt:
    """Hears of Ctrl-C, so that the flight that is being flown is counted whole; a second one breaks off at once."""

    def __init__(self) -> None:
        self.came = False
        self._before: Any = None

    def __enter__(self) -> Interrupt:
        self._before = signal.getsignal(signal.SIGINT)
        if threading.current_thread() is threading.main_thread():
            signal.signal(signal.SIGINT, self._hear)
        return self

    def __exit__(self, *wrong: object) -> None:
        if threading.current_thread() is threading.main_thread():
            signal.signal(signal.SIGINT, self._before)

    def _hear(self, number: int, frame: object) -> None:
        if self.came:
            raise KeyboardInterrupt
        self.came = True


def is_watched() -> bool:
    """Whether standard error is a terminal."""
    return sys.stderr.isatty()


@contextmanager
def progress(what: str, total: int | None) -> Iterator[Callable[[int, str], None]]:
    """A bar where a person watches: told how many are done, and a word on what is seen so far.

    `total` is None where nobody knows how many it will be. Nothing is shown when standard error is no terminal, or
    `NO_COLOR` is set.
    """
    if not is_watched() or os.environ.get("NO_COLOR"):
        yield lambda done, seen: None
        return
    from rich.console import Console
    from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn

    columns = (
        TextColumn("{task.description}"),
        BarColumn(),
        MofNCompleteColumn(),
        TimeRemainingColumn(),
        TextColumn("{task.fields[seen]}"),
    )
    with Progress(*columns, console=Console(stderr=True), transient=True) as bar:
        task = bar.add_task(what, total=total, seen="")
        yield lambda done, seen: bar.update(task, completed=done, seen=seen)
