"""The calendar: spans of days and months, and days in words."""

from __future__ import annotations

import pytest
from bomberstream.core.dates import MONTHS, day_in_words, days_between, months_between


@pytest.mark.parametrize(
    ("first", "last", "days"),
    [
        ("1944-02-28", "1944-03-01", ("1944-02-28", "1944-02-29", "1944-03-01")),
        ("1943-10-14", "1943-10-14", ("1943-10-14",)),
        ("1943-10-14", "1943-10-13", ()),
    ],
)
def test_the_days_of_a_span(first: str, last: str, days: tuple[str, ...]) -> None:
    assert days_between(first, last) == days


def test_the_months_of_a_span() -> None:
    assert [*months_between("1943-11", "1944-02")] == ["1943-11", "1943-12", "1944-01", "1944-02"]


def test_days_in_words() -> None:
    assert [day_in_words(f"1943-{number:02}-01") for number in range(1, 13)] == [f"1 {name} 1943" for name in MONTHS]
