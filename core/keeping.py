"""Files that must not be lost: written beside their place, synced, and put there in one move."""

from __future__ import annotations

import json
import os
import sys
import tempfile
from collections.abc import Iterator, Mapping
from contextlib import ExitStack, contextmanager
from pathlib import Path
from typing import Any

from .errors import SaveMismatch

__all__ = ["held", "read_kept", "write_kept", "write_text_safely"]


@contextmanager
def held(folder: Path) -> Iterator[None]:
    """Hold the files of a folder while one is read again and written: another program that asks for them waits.

    Whoever holds them and dies lets go. Raises `SaveMismatch` in one line when nothing can be written there.
    """
    with ExitStack() as files:
        try:
            folder.mkdir(parents=True, exist_ok=True)
            _lock(files.enter_context((folder / "lock").open("ab")).fileno())
        except OSError as wrong:
            raise SaveMismatch(f"{folder}: cannot be written: {wrong.strerror}") from None
        yield


def _lock(handle: int) -> None:
    """Wait for the file; it is let go when it is closed."""
    if sys.platform == "win32":
        import msvcrt

        os.lseek(handle, 0, os.SEEK_SET)
        msvcrt.locking(handle, msvcrt.LK_LOCK, 1)
    else:
        import fcntl

        fcntl.flock(handle, fcntl.LOCK_EX)


def write_kept(path: Path, document: Mapping[str, Any]) -> None:
    """Write plain data as one line of JSON; raises `SaveMismatch` in one line when it cannot be written."""
    write_text_safely(path, json.dumps(document, indent=None, separators=(",", ":"), ensure_ascii=False) + "\n")


def write_text_safely(path: Path, text: str) -> None:
    """Write a text file so that what stood there before stays until the new one is whole.

    Raises `SaveMismatch` in one line when it cannot be written.
    """
    if path.exists() and not path.is_file():
        raise SaveMismatch(f"{path}: cannot be written: it is no ordinary file")
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        handle, name = tempfile.mkstemp(prefix=path.name + ".", suffix=".part", dir=path.parent)
        try:
            with os.fdopen(handle, "w", encoding="utf-8") as file:
                file.write(text)
                file.flush()
                os.fsync(file.fileno())
            os.chmod(name, _mode(path))
            os.replace(name, path)
        except BaseException:
            Path(name).unlink(missing_ok=True)
            raise
    except OSError as wrong:
        raise SaveMismatch(f"{path}: cannot be written: {wrong.strerror}") from None
    except UnicodeEncodeError as wrong:
        odd = wrong.object[wrong.start : wrong.end]
        raise SaveMismatch(f"{path}: cannot be written: it holds {odd!r}, which is no text") from None


def _mode(path: Path) -> int:
    """What a file may be read and written by: as before, or as the person's new files are."""
    if path.exists():
        return path.stat().st_mode & 0o777
    mask = os.umask(0)
    os.umask(mask)
    return 0o666 & ~mask


def read_kept(path: Path, what: str) -> dict[str, Any]:
    """Read plain data that was kept, `what` it should be in words; raises `SaveMismatch` for anything else."""
    try:
        raw = json.loads(path.read_text(encoding="utf-8"))
    except OSError as wrong:
        raise SaveMismatch(f"{path}: cannot be read: {wrong.strerror}") from None
    except (ValueError, RecursionError):
        raise SaveMismatch(f"{path}: not a {what} of Bomberstream") from None
    if not isinstance(raw, dict) or "format" not in raw:
        raise SaveMismatch(f"{path}: not a {what} of Bomberstream")
    return raw
