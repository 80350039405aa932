"""In which line of a TOML file a thing stands: faults of house rules and overlays are told with it.

The file is read by `tomllib`, which keeps no lines; here its headers and keys are looked at once more, and only when
there is a fault to tell.
"""

from __future__ import annotations

import re
import tomllib
from collections.abc import Iterable, Iterator, Mapping
from pathlib import Path

__all__ = ["lines_of", "with_lines"]

Way = tuple[str | int, ...]
"""The way to a value: keys, and numbers of entries of a list, from 1."""

_HEADER = re.compile(r"\s*\[(\[)?(.+?)\]?\]\s*(#.*)?$")
_KEY = re.compile(r"""\s*((?:[A-Za-z0-9_-]+|"(?:[^"\\]|\\.)*"|'[^']*'|\s*\.\s*)+?)\s*=""")
_QUOTED = re.compile(r'"(?:[^"\\]|\\.)*"|\'[^\']*\'|#.*')
_UNKNOWN = re.compile(r"unknown key '([^']*)'")


def lines_of(text: str) -> dict[Way, int]:
    """Every header and key of a TOML document with the line in which it stands."""
    found: dict[Way, int] = {}
    entries: dict[Way, int] = {}
    within: Way = ()
    depth, closing = 0, ""
    for number, line in enumerate(text.splitlines(), 1):
        if closing:
            closing = "" if closing in line else closing
            continue
        plain = _QUOTED.sub("", line)
        if depth == 0 and (header := _HEADER.match(line)) and not _KEY.match(line):
            within = _within(_keys(header[2]), bool(header[1]), entries)
            found.setdefault(within, number)
            continue
        if depth == 0 and (key := _KEY.match(line)):
            way = within
            for part in _keys(key[1]):
                way = (*way, part)
                found.setdefault(way, number)
        for quotes in ('"""', "'''"):
            if line.count(quotes) % 2:
                closing = quotes
        depth = max(0, depth + sum(plain.count(one) for one in "[{") - sum(plain.count(one) for one in "]}"))
    return found


def _keys(dotted: str) -> list[str]:
    """The parts of a dotted key."""
    try:
        read = tomllib.loads(f"{dotted} = 0")
    except tomllib.TOMLDecodeError:
        return [dotted.strip()]
    parts: list[str] = []
    while isinstance(read, dict):
        ((part, read),) = read.items()
        parts.append(part)
    return parts


def _within(keys: list[str], is_entry: bool, entries: dict[Way, int]) -> Way:
    """The way to what follows a header: the last entry of each list on it."""
    way: Way = ()
    for place, key in enumerate(keys, 1):
        way = (*way, key)
        if is_entry and place == len(keys):
            entries[way] = entries.get(way, 0) + 1
        if way in entries:
            way = (*way, entries[way])
    return way


def with_lines(problems: Iterable[str], files: Mapping[str, Path]) -> list[str]:
    """Problems that begin with the name of a file, each with the line of what it is about: "my.toml, line 4: ...".

    `files`: how each is named in messages, and where it is. Where the line cannot be told, the problem stays as it is.
    """
    known: dict[str, list[tuple[str, Way, int]]] = {}
    return [_with_line(problem, files, known) for problem in problems]


def _with_line(problem: str, files: Mapping[str, Path], known: dict[str, list[tuple[str, Way, int]]]) -> str:
    shown = next((one for one in sorted(files, key=len, reverse=True) if problem.startswith(f"{one}:")), None)
    if shown is None:
        return problem
    if shown not in known:
        known[shown] = list(_phrases(files[shown]))
    told = problem.removeprefix(f"{shown}:").lstrip()
    best: tuple[int, Way, int] | None = None
    for words, way, line in known[shown]:
        begins = told.startswith(words) and told[len(words) : len(words) + 1] in (",", ":")
        if begins and (best is None or len(words) > best[0]):
            best = (len(words), way, line)
    unknown = _UNKNOWN.search(told)
    if unknown is not None:
        way = (*(best[1] if best else ()), unknown[1])
        line = next((line for _, other, line in known[shown] if other == way), 0)
        if line:
            return f"{shown}, line {line}: {told}"
    if best is None:
        return problem
    line = best[2]
    if "condition " in told:
        line = next((at for _, other, at in known[shown] if other == (*best[1], "when")), line)
    return f"{shown}, line {line}: {told}"


def _phrases(path: Path) -> Iterator[tuple[str, Way, int]]:
    """How messages name each thing of a file."""
    try:
        found = lines_of(path.read_text(encoding="utf-8-sig"))
    except (OSError, UnicodeDecodeError):
        return
    for way, line in found.items():
        for words in _told(way):
            yield words, way, line


def _told(way: Way) -> Iterator[str]:
    """The forms that messages have for a way: "table 6-1, row 2, on", "modifier, entry 2, when" and the like."""
    first, *rest = way
    yield from (_join(str(first), rest, entry, quoted) for entry in ("", "entry ") for quoted in (False, True))
    if first in ("dice", "set", "house") and rest:
        yield f"{first}, {rest[0]}"
    if first == "orders":
        yield from (_join("order", rest, "entry ", quoted) for quoted in (False, True))


def _join(first: str, rest: list[str | int], entry: str, quoted: bool) -> str:
    told = first
    for place, part in enumerate(rest):
        if isinstance(part, int):
            told += f", {entry}{part}" if entry else f" {part}"
        elif place == 0:
            told += f" {part!r}" if quoted else f" {part}"
        else:
            told += f", {part}"
    return told
