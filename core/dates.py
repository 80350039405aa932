"""Days and months of the calendar, as the data write them: "1943-10-14", "1943-10"."""

from __future__ import annotations

import datetime
import re
from collections.abc import Callable, Iterator, Sequence
from functools import cache

from .conditions import is_day

__all__ = [
    "MONTHS",
    "check_days",
    "check_months",
    "day_in_words",
    "days_between",
    "is_day",
    "is_month",
    "months_between",
    "no_day",
]

MONTHS = (
    "January", "February", "March", "April", "May", "June",
    "July", "August", "September", "October", "November", "December",
)  # fmt: skip

_MONTH = re.compile(r"[0-9]{4}-(0[1-9]|1[0-2])")


def is_month(text: str) -> bool:
    """Whether a text is a month: "1943-10"."""
    return _MONTH.fullmatch(text) is not None


def day_in_words(date: str) -> str:
    """ "1943-10-14" as 14 October 1943."""
    day = datetime.date.fromisoformat(date)
    return f"{day.day} {MONTHS[day.month - 1]} {day.year}"


def no_day(text: str) -> str:
    """The fault of a text that is no day."""
    return f"{text!r} is no day of the calendar; expected one like '1943-10-14'"


def check_days(first: str, last: str) -> Iterator[str]:
    """What is wrong with `from` and `until` where they are days; either may be empty."""
    return _check(first, last, is_day, no_day)


def check_months(first: str, last: str) -> Iterator[str]:
    """What is wrong with `from` and `until` where they are months; either may be empty."""
    return _check(first, last, is_month, lambda text: f"{text!r} is no month; expected one like '1943-10'")


def _check(first: str, last: str, fits: Callable[[str], bool], fault: Callable[[str], str]) -> Iterator[str]:
    given = {"from": first, "until": last}
    wrong = [f"{key}: {fault(text)}" for key, text in given.items() if text and not fits(text)]
    yield from wrong
    if not wrong and first and last and last < first:
        yield f"until = {last!r} lies before from = {first!r}"


@cache
def days_between(first: str, last: str) -> Sequence[str]:
    """Every day from one to another, both of them among them; none where the last lies before the first.

    Kept: the campaigns and targets of a game have but a few such spans.
    """
    begin = datetime.date.fromisoformat(first)
    number = (datetime.date.fromisoformat(last) - begin).days + 1
    return tuple((begin + datetime.timedelta(one)).isoformat() for one in range(number))


def months_between(first: str, last: str) -> Iterator[str]:
    """Every month from one to another, both of them among them."""
    year, month = int(first[:4]), int(first[5:7])
    while (text := f"{year:04}-{month:02}") <= last:
        yield text
        year, month = (year + 1, 1) if month == 12 else (year, month + 1)
