"""Putting results on the screen: wrapped text and tables for people, JSON for programs.

Text is laid out here, in the width of the terminal or in 80 columns; rich colours it, and only when
standard output is a terminal and `NO_COLOR` is not set.
"""

from __future__ import annotations

import io
import json
import os
import shutil
import sys
import textwrap
from collections.abc import Iterable, Mapping, Sequence
from fractions import Fraction
from typing import TYPE_CHECKING, Any

import click

if TYPE_CHECKING:
    from rich.console import Console

__all__ = ["Screen", "as_words", "format_count", "give_json"]

PLAIN_WIDTH = 80
GAP = "  "
LEAST_COLUMN = 8
STYLES = {"heading": "bold", "faint": "dim", "good": "green", "bad": "bold red"}


class Screen:
    """Standard output as a person reads it."""

    def __init__(self, *, plain: bool = False) -> None:
        """`plain`: for a screen reader: no colour, no columns, nothing drawn."""
        self.plain = plain
        if isinstance(sys.stdout, io.TextIOWrapper):
            # A terminal that lacks a letter shows a question mark in its place.
            sys.stdout.reconfigure(errors="replace")
        is_terminal = sys.stdout.isatty()
        self.width = max(40, shutil.get_terminal_size((PLAIN_WIDTH, 24)).columns) if is_terminal else PLAIN_WIDTH
        self._console = _colours() if is_terminal and not plain and not os.environ.get("NO_COLOR") else None

    def put(self, text: str = "", *, indent: int = 0, hang: int = 2, style: str = "", is_whole: bool = False) -> None:
        """A line, wrapped where it is too long; what is carried over hangs by `hang` blanks more.

        One that `is_whole` is left as it is: paths stay in one piece.
        """
        lines = [text] if is_whole else _wrap(text, self.width - indent, hang)
        for line in lines or [""]:
            self._write((" " * indent + line).rstrip(), style)

    def put_row(self, text: str, *, indent: int = 0) -> None:
        """A line of something drawn: it keeps its blanks."""
        self._write((" " * indent + text).rstrip(), "")

    def fields(self, pairs: Iterable[tuple[str, str]], *, indent: int = 0) -> None:
        """Names with their values, the values in a column."""
        shown = [(name, value) for name, value in pairs if value]
        if self.plain:
            for name, value in shown:
                self.put(f"{name}: {value}", indent=indent)
            return
        label = max((len(name) for name, _ in shown), default=0) + len(GAP)
        for name, value in shown:
            self.put(f"{name:<{label}}{value}", indent=indent, hang=label)

    def table(self, headings: Sequence[str], rows: Iterable[Sequence[object]], *, indent: int = 0) -> None:
        """Rows in columns; columns too wide for the screen are wrapped, those without content left out.

        Without headings there is no line of them.
        """
        filled = [["" if cell is None else str(cell) for cell in row] for row in rows]
        used = [place for place in range(len(headings)) if any(row[place] for row in filled)]
        cells = [[row[place] for place in used] for row in filled]
        names = [headings[place] for place in used]
        if self.plain:
            for row in cells:
                said = (f"{name} {cell}".strip() for name, cell in zip(names, row, strict=True) if cell)
                self.put("; ".join(said), indent=indent)
            return
        widths = _fit([names, *cells], self.width - indent)
        if any(names):
            self._row(names, widths, indent, "heading")
        for row in cells:
            self._row(row, widths, indent, "")

    def fits(self, headings: Sequence[str], rows: Iterable[Sequence[str]], *, indent: int = 0) -> bool:
        """Whether a table stands on the screen without wrapping."""
        widths = [max(map(len, column)) for column in zip(headings, *rows, strict=True)]
        return sum(widths) + len(GAP) * (len(widths) - 1) + indent <= self.width

    def _row(self, cells: Sequence[str], widths: Sequence[int], indent: int, style: str) -> None:
        wrapped = [_wrap(cell, width, 0) or [""] for cell, width in zip(cells, widths, strict=True)]
        for place in range(max(map(len, wrapped), default=0)):
            parts = [
                f"{lines[place] if place < len(lines) else '':<{width}}"
                for lines, width in zip(wrapped, widths, strict=True)
            ]
            self._write((" " * indent + GAP.join(parts)).rstrip(), style)

    def _write(self, line: str, style: str) -> None:
        if self._console is None:
            click.echo(line)
        else:
            self._console.print(line, style=STYLES.get(style), soft_wrap=True, markup=False, highlight=False)


def _colours() -> Console:
    from rich.console import Console

    return Console(file=sys.stdout, emoji=False)


def _wrap(text: str, width: int, hang: int) -> list[str]:
    return textwrap.wrap(text, max(width, LEAST_COLUMN), subsequent_indent=" " * hang, break_on_hyphens=False)


def _fit(rows: Sequence[Sequence[str]], room: int) -> list[int]:
    """Widths of columns: as wide as their content, the widest cut down until all stand in the room.

    A column is not made narrower than its longest word, as long as another one can give way: names stay whole.
    """
    columns = list(zip(*rows, strict=True))
    widths = [max(map(len, column), default=0) for column in columns]
    words = [max((len(word) for cell in column for word in cell.split()), default=0) for column in columns]
    spare = room - len(GAP) * (len(widths) - 1)
    # A path longer than half a line gives way all the same.
    for floors in ([min(word, room // 2) for word in words], [0] * len(widths)):
        while sum(widths) > spare:
            wide = [place for place, width in enumerate(widths) if width > max(floors[place], LEAST_COLUMN)]
            if not wide:
                break
            widths[max(wide, key=widths.__getitem__)] -= 1
    return widths


def as_words(name: object) -> str:
    """An identifier as it is read: "shot_down" is "shot down"."""
    return "" if name is None else str(name).replace("_", " ")


def format_count(number: int, one: str, more: str = "") -> str:
    """A number with its noun."""
    return f"{number} {one if number == 1 else more or one + 's'}"


def give_json(document: object) -> None:
    """One JSON document on standard output."""
    is_unicode = (sys.stdout.encoding or "").lower().replace("-", "") == "utf8"
    click.echo(json.dumps(_plain(document), indent=2, ensure_ascii=not is_unicode))


def _plain(value: Any) -> Any:
    """Data in the types that JSON knows."""
    if isinstance(value, Mapping):
        return {str(key): _plain(one) for key, one in value.items()}
    if isinstance(value, set | frozenset):
        return sorted(map(_plain, value))
    if isinstance(value, list | tuple):
        return [_plain(one) for one in value]
    if isinstance(value, Fraction):
        return int(value) if value.denominator == 1 else float(value)
    return value
