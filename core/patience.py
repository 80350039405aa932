"""How long the code of others may take: what goes round for ever is broken off, so that it can be named.

One thread of its own watches; it costs a few microseconds to call on it, and nothing where no plugin but our own is in
play. The limits are so long that nobody meets them by waiting: no result depends on a clock.
"""

from __future__ import annotations

import ctypes
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager

__all__ = ["LOADING", "PLAYING", "TakesTooLong", "patience"]

LOADING = 10.0
"""Seconds that a plugin may take to be imported, or to answer a hook or apply a rule."""
PLAYING = 20.0
"""Seconds that a flight may take in which plugins act that are not our own; the usual one takes a thousandth of one."""


class TakesTooLong(BaseException):
    """Code of a plugin has not come to an end. No `except Exception` of its own holds it up."""


class _Watcher:
    """Breaks a thread off when its time is up."""

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._wake = threading.Event()
        self._due: dict[int, float] = {}
        self._thread: threading.Thread | None = None

    def begin(self, seconds: float) -> float | None:
        """Watch the present thread; gives what it was watched for before."""
        me = threading.get_ident()
        with self._lock:
            before = self._due.get(me)
            due = time.monotonic() + seconds
            self._due[me] = due if before is None else min(before, due)
            if self._thread is None or not self._thread.is_alive():
                self._thread = threading.Thread(target=self._watch, name="bomberstream patience", daemon=True)
                self._thread.start()
        return before

    def end(self, before: float | None) -> None:
        """No longer, or as before."""
        me = threading.get_ident()
        with self._lock:
            if before is None:
                self._due.pop(me, None)
            else:
                self._due[me] = before

    def _watch(self) -> None:
        while True:
            self._wake.wait(0.25)
            now = time.monotonic()
            with self._lock:
                for thread, due in list(self._due.items()):
                    if now >= due:
                        # Again until it is heard: what is raised while memory is tidied up goes unheard.
                        ctypes.pythonapi.PyThreadState_SetAsyncExc(
                            ctypes.c_ulong(thread), ctypes.py_object(TakesTooLong)
                        )


_WATCHER = _Watcher()


@contextmanager
def patience(seconds: float) -> Iterator[None]:
    """Raise `TakesTooLong` in what is done meanwhile when it takes longer."""
    before = _WATCHER.begin(seconds)
    try:
        yield
    finally:
        _WATCHER.end(before)
