"""Compute the moon of every night of the night game, from the astral package.

The night of an evening is judged at its midnight. The month has four quarters of the same length: the dark one
round new moon is the crescent, the bright one round full moon is full, the two between them are half. So the
moon is full while more than about 85 % of it is lit, and a crescent while less than about 15 % is.

The result is checked in, so the game needs neither this script nor the package. To make it anew::

    pip install astral==3.2
    python tools/moon.py

``--check`` writes nothing: it says whether the file that is checked in is what would be written.
"""

from __future__ import annotations

import argparse
import sys
from collections.abc import Iterator, Sequence
from datetime import date, timedelta
from pathlib import Path

FILE = Path(__file__).resolve().parent.parent / "tables" / "tonight" / "moon.toml"

FIRST = date(1942, 3, 1)
LAST = date(1945, 4, 30)

MONTH = 28
"""A whole month as the package counts the age of the moon: 0 is new, 14 is full."""
DAY = MONTH / 29.530588
HALF_DAY = DAY / 2
PHASES = ("crescent", "half", "full", "half")

HEAD = """\
# Made by tools/moon.py: do not edit.
#
# The moon of each night from 1 March 1942 to 30 April 1945, named by its evening. A phase holds from its evening until
# that of the next line.

[moon_calendar]
title = "Moon by date"
source = "reconstructed"
basis = "computed phase at midnight: quarters of the month round new and full moon, and between them"
"""


def measure_age(evening: date) -> float:
    """Return the age of the moon at the midnight that follows an evening.

    The package gives the age at about noon of a day.
    """
    from astral import moon

    return (float(moon.phase(evening)) + HALF_DAY) % MONTH


def name_phase(age: float) -> str:
    """Return the phase of an age of the moon."""
    quarter = MONTH / 4
    return PHASES[int((age + quarter / 2) % MONTH // quarter)]


def find_changes(first: date = FIRST, last: date = LAST) -> Iterator[tuple[date, str]]:
    """Go through the evenings and return those on which the phase is another than the night before."""
    before = ""
    for number in range((last - first).days + 1):
        evening = first + timedelta(days=number)
        phase = name_phase(measure_age(evening))
        if phase != before:
            yield evening, phase
        before = phase


def format_calendar() -> str:
    """Write the file."""
    lines = [f'  {{ from = "{evening.isoformat()}", phase = "{phase}" }},' for evening, phase in find_changes()]
    return "\n".join([HEAD + "nights = [", *lines, "]"]) + "\n"


def main(arguments: Sequence[str] | None = None) -> int:
    """Write or check the calendar; return 1 if it is not what would be written."""
    parser = argparse.ArgumentParser(description="Compute the moon of every night of the night game.")
    parser.add_argument("--check", action="store_true", help="write nothing, compare")
    options = parser.parse_args(arguments)
    try:
        text = format_calendar()
    except ImportError:
        raise SystemExit("tools/moon.py needs the astral package: pip install astral==3.2") from None
    if not options.check:
        FILE.write_text(text, encoding="utf-8")
        return 0
    if not FILE.exists() or FILE.read_text(encoding="utf-8") != text:
        print(f"{FILE}: not what would be written", file=sys.stderr)
        return 1
    return 0


if __name__ == "__main__":
    sys.exit(main())
