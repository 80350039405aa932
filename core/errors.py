"""The faults that a person may meet, each one clear line.

A bug is none of these: it is never caught and turned into a message.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from difflib import get_close_matches
from functools import lru_cache
from unicodedata import combining, normalize

__all__ = [
    "BadData",
    "BadPlugin",
    "BomberstreamError",
    "NotAllowed",
    "OutsideGame",
    "SaveMismatch",
    "UsageError",
    "did_you_mean",
]


class BomberstreamError(Exception):
    """Anything that a person can put right; its text is meant for that person."""


class BadData(BomberstreamError):
    """A table, bomber, order or scenario file holds something wrong.

    `problems` lists every fault that was found, one line each, not only the first.
    """

    def __init__(self, problems: str | Iterable[str]) -> None:
        self.problems: tuple[str, ...] = (problems,) if isinstance(problems, str) else tuple(problems)
        super().__init__("\n".join(self.problems))


class BadPlugin(BomberstreamError):
    """A plugin cannot be loaded, or breaks the rules for plugins; the text names it."""


class NotAllowed(BomberstreamError):
    """Something that exists, but not here or not now: a bomber before its date, an unknown option."""


class OutsideGame(NotAllowed):
    """A setup names what its game does not have at all: a day outside its calendar, a place that no raid goes to.

    Typed on the command line it is wrong usage (exit status 2).
    """


class SaveMismatch(BomberstreamError):
    """A tape does not fit what the rules ask for, or was made with other tables or plugins."""


class UsageError(BomberstreamError):
    """The command was put together wrongly (exit status 2)."""


@lru_cache(maxsize=4096)
def fold(text: str) -> str:
    """A name without its case, accents and umlauts, for comparing what was typed: "Düsseldorf" is "dusseldorf"."""
    plain = normalize("NFKD", text.casefold())
    return "".join(letter for letter in plain if not combining(letter))


def did_you_mean(name: str, valid: Iterable[str]) -> str:
    """Name the nearest valid names, or list them when they are few: a tail for an error line."""
    known: Sequence[str] = sorted(set(valid))
    near = get_close_matches(name, known, n=3, cutoff=0.6)
    if near:
        return "did you mean " + " or ".join(repr(one) for one in near) + "?"
    if known and len(known) <= 12:
        return "valid: " + ", ".join(known)
    return ""
