"""Types of fighters: their columns by campaign or month, and when they are met."""

from __future__ import annotations

import pytest
from bomberstream.core.combat import FighterType

GNAT = FighterType(
    "Gnat",
    "Gnat",
    columns={
        "plain": "all",
        "by_campaign": {"1-2": "early", "3": "middle", "4-6": "late"},
        "by_month": {"1942-11..1943-05": "early", "1943-06..1944-02": "late"},
    },
    from_="1943-01",
    until="1944-06",
)


def test_one_column_holds_for_good() -> None:
    assert GNAT.column("plain", 9) == GNAT.column("plain", 1, "1943-01-01") == "all"


@pytest.mark.parametrize(("campaign", "column"), [(1, "early"), (2, "early"), (3, "middle"), (6, "late")])
def test_a_column_goes_by_the_campaign(campaign: int, column: str) -> None:
    assert GNAT.column("by_campaign", campaign, "1943-01-01") == column


@pytest.mark.parametrize(
    ("date", "column"),
    [
        ("1942-11-01", "early"),
        ("1943-05-31", "early"),
        ("1943-06-01", "late"),
        ("1944-02-29", "late"),
        ("1942-10-31", "early"),
        ("1944-03-01", "late"),
    ],
)
def test_a_column_goes_by_the_month_and_beyond_them_by_the_nearest(date: str, column: str) -> None:
    assert GNAT.column("by_month", 1, date) == column


def test_a_type_is_met_in_whole_months() -> None:
    days = ("1942-12-31", "1943-01-01", "1944-06-30", "1944-07-01")
    assert [GNAT.is_met(day) for day in days] == [False, True, True, False]
    assert FighterType("Wasp", "Wasp").is_met("1939-09-03")
