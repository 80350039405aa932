"""Figures, their intervals, and differences pair by pair."""

from __future__ import annotations

import random
from itertools import pairwise
from statistics import fmean, variance

import pytest
from bomberstream.core.figures import Z95, Cross, Ratio, difference, wilson
from hypothesis import given
from hypothesis import strategies as st

Counts = list[tuple[int, int]]
pairs_of_counts = st.lists(st.tuples(*[st.integers(0, 9)] * 4), min_size=2, max_size=40)


def ratio_of(counts: Counts) -> Ratio:
    made = Ratio()
    for top, bottom in counts:
        made.add(top, bottom)
    return made


def cross_of(first: Counts, second: Counts) -> Cross:
    made = Cross()
    for one, other in zip(first, second, strict=True):
        made.add(one, other)
    return made


@pytest.mark.parametrize(("hits", "of"), [(0, 10), (1, 10), (5, 10), (10, 10), (47, 1000), (1, 20000)])
def test_wilson_is_what_scipy_says(hits: int, of: int) -> None:
    stats = pytest.importorskip("scipy.stats")
    theirs = stats.binomtest(hits, of).proportion_ci(0.95, method="wilson")
    assert wilson(hits, of) == pytest.approx((theirs.low, theirs.high), abs=1e-6)


def test_of_nothing_there_is_nothing() -> None:
    assert wilson(0, 0) == (0.0, 0.0)
    assert Ratio().value == 0.0
    assert Ratio().interval() == (0.0, 0.0)


def test_a_mean_has_the_interval_of_a_mean() -> None:
    numbers = [0, 3, 1, 0, 0, 2, 7, 1]
    found = ratio_of([(one, 1) for one in numbers])
    assert found.value == fmean(numbers)
    assert found.variance == pytest.approx(variance(numbers) / len(numbers))
    low, high = found.interval()
    assert (high - low) / 2 == pytest.approx(Z95 * (variance(numbers) / len(numbers)) ** 0.5)


def test_men_of_one_crew_are_not_independent() -> None:
    """Ten crews of seven, one of them dead to the last man, are no surer than ten throws; seventy men would seem so."""
    crews = ratio_of([(7, 7)] + [(0, 7)] * 9)
    low, high = crews.interval(is_share=True)
    as_if = wilson(7, 70)
    assert high - low > 1.8 * (as_if[1] - as_if[0])
    assert low <= 0.1 <= high


def test_a_share_of_none_may_still_be_more_than_none() -> None:
    low, high = ratio_of([(0, 7)] * 50).interval(is_share=True)
    assert low == 0.0
    assert high == pytest.approx(wilson(0, 50)[1])


@given(pairs_of_counts)
def test_the_difference_is_that_of_the_pairs(rows: list[tuple[int, int, int, int]]) -> None:
    """Of means, difference and interval are those of the differences, pair by pair."""
    first, second = [(one[0], 1) for one in rows], [(one[2], 1) for one in rows]
    value, (low, high) = difference(ratio_of(first), ratio_of(second), cross_of(first, second))
    changes = [one[2] - one[0] for one in rows]
    assert value == pytest.approx(fmean(changes), abs=1e-9)
    assert (high - low) / 2 == pytest.approx(Z95 * (variance(changes) / len(changes)) ** 0.5, abs=1e-6)


@given(pairs_of_counts, st.integers(0, 40))
def test_whoever_counts_the_sum_is_the_same(rows: list[tuple[int, int, int, int]], cut: int) -> None:
    first, second = [one[:2] for one in rows], [one[2:] for one in rows]
    whole, crossed = ratio_of(first), cross_of(first, second)
    parts, cross_parts = Ratio(), Cross()
    for start, stop in pairwise((0, min(cut, len(rows)), len(rows))):
        parts.take_in(ratio_of(first[start:stop]))
        cross_parts.take_in(cross_of(first[start:stop], second[start:stop]))
    assert [getattr(parts, name) for name in Ratio.__slots__ if name != "__weakref__"] == [
        getattr(whole, name) for name in Ratio.__slots__ if name != "__weakref__"
    ]
    assert (cross_parts.tops, cross_parts.top_bottom, cross_parts.bottom_top, cross_parts.bottoms) == (
        crossed.tops,
        crossed.top_bottom,
        crossed.bottom_top,
        crossed.bottoms,
    )


def test_what_is_the_same_differs_by_nothing() -> None:
    counts = [(n % 3, 1 + n % 2) for n in range(30)]
    value, (low, high) = difference(ratio_of(counts), ratio_of(counts), cross_of(counts, counts))
    assert (value, low, high) == pytest.approx((0.0, 0.0, 0.0), abs=1e-7)


def test_intervals_hold_as_often_as_they_say() -> None:
    """Of 400 experiments with crews that fare alike, and of 400 differences, 95 % of the intervals hold the truth.

    An honest interval fails this fewer than once in 10,000 seeds (fewer than 360 of 400 is 4.6 standard errors off).
    """
    dice = random.Random(1943)
    held = held_difference = 0
    for _ in range(400):
        first: Counts = []
        second: Counts = []
        for _ in range(300):
            men, luck = dice.choice((6, 7, 8)), dice.random()
            first.append((men if luck < 0.2 else 0, men))
            second.append((men if luck < 0.15 or dice.random() < 0.02 else 0, men))
        these, those = ratio_of(first), ratio_of(second)
        low, high = these.interval(is_share=True)
        held += low <= 0.2 <= high
        _, (low, high) = difference(these, those, cross_of(first, second))
        truth = 0.15 + 0.85 * 0.02 - 0.2
        held_difference += low <= truth <= high
    assert held >= 360
    assert held_difference >= 360


def test_pairs_say_more_than_two_runs_apart() -> None:
    dice = random.Random(7)
    lucks = [dice.random() for _ in range(1000)]
    first: Counts = [(luck < 0.06, 1) for luck in lucks]
    second: Counts = [(luck < 0.05, 1) for luck in lucks]
    these, those = ratio_of(first), ratio_of(second)
    _, (low, high) = difference(these, those, cross_of(first, second))
    apart = 2 * Z95 * (these.variance + those.variance) ** 0.5
    assert high < 0
    assert high - low < apart / 2
