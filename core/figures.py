"""Figures over many sorties, how far off they may be, and by how much one setup differs from another.

A figure is a *ratio* of two counts that every sortie adds to: kills a sortie, men killed of the men flown. A crew goes
through what it goes through together, so intervals reckon with sorties, not with men. Two setups flown on the same
seeds are compared pair by pair, and what both owe to the same dice drops out of the difference. Sums are of whole
numbers: their order, and who did the adding, change nothing.
"""

from __future__ import annotations

from math import sqrt

from attrs import define

__all__ = ["Z95", "Cross", "Ratio", "difference", "wilson"]

Z95 = 1.959964
"""Standard errors to either side of a mean that hold 95 % of a normal distribution."""


def wilson(hits: float, of: float) -> tuple[float, float]:
    """The 95 % interval of a share (Wilson's), low and high; of nothing it is 0 and 0."""
    if not of:
        return 0.0, 0.0
    share, square = hits / of, Z95 * Z95 / of
    middle = (share + square / 2) / (1 + square)
    half = Z95 * sqrt(share * (1 - share) / of + square / (4 * of)) / (1 + square)
    return max(0.0, middle - half), min(1.0, middle + half)


@define(eq=False)
class Ratio:
    """What a figure and its interval need of two counts: their sums, and those of their products."""

    sorties: int = 0
    top: int = 0
    bottom: int = 0
    top_top: int = 0
    top_bottom: int = 0
    bottom_bottom: int = 0

    def add(self, top: int, bottom: int) -> None:
        """Count one sortie in."""
        self.sorties += 1
        self.bottom += bottom
        self.bottom_bottom += bottom * bottom
        if top:
            self.top += top
            self.top_top += top * top
            self.top_bottom += top * bottom

    def take_in(self, other: Ratio) -> None:
        """Count in what has been counted elsewhere."""
        self.sorties += other.sorties
        self.top += other.top
        self.bottom += other.bottom
        self.top_top += other.top_top
        self.top_bottom += other.top_bottom
        self.bottom_bottom += other.bottom_bottom

    @property
    def value(self) -> float:
        """The figure; 0 where there is nothing that it could be of."""
        return self.top / self.bottom if self.bottom else 0.0

    @property
    def variance(self) -> float:
        """The square of the figure's standard error."""
        if self.sorties < 2 or not self.bottom:
            return 0.0
        value = self.value
        squares = self.top_top - 2 * value * self.top_bottom + value * value * self.bottom_bottom
        return max(0.0, squares) / self.bottom**2 * self.sorties / (self.sorties - 1)

    def interval(self, *, is_share: bool = False) -> tuple[float, float]:
        """The 95 % interval, low and high; that of a share stays between 0 and 1, and is wide enough near either."""
        value, variance = self.value, self.variance
        if is_share:
            # So many independent throws would be as uncertain.
            worth = value * (1 - value) / variance if variance else float(min(self.sorties, self.bottom))
            return wilson(value * worth, worth)
        half = Z95 * sqrt(variance)
        return value - half, value + half


@define(eq=False)
class Cross:
    """The products of the counts of one setup with those of another, summed over the same seeds."""

    tops: int = 0
    top_bottom: int = 0
    bottom_top: int = 0
    bottoms: int = 0

    def add(self, first: tuple[int, int], second: tuple[int, int]) -> None:
        """Count one pair of sorties in; each gives its two counts."""
        (top, bottom), (other_top, other_bottom) = first, second
        self.bottoms += bottom * other_bottom
        if top:
            self.tops += top * other_top
            self.top_bottom += top * other_bottom
        if other_top:
            self.bottom_top += bottom * other_top

    def take_in(self, other: Cross) -> None:
        """Count in what has been counted elsewhere."""
        self.tops += other.tops
        self.top_bottom += other.top_bottom
        self.bottom_top += other.bottom_top
        self.bottoms += other.bottoms


def difference(first: Ratio, second: Ratio, cross: Cross) -> tuple[float, tuple[float, float]]:
    """By how much the second figure is greater than the first, and the 95 % interval of that, pair by pair."""
    value = second.value - first.value
    if first.sorties < 2 or not (first.bottom and second.bottom):
        return value, (value, value)
    a, b = first.value, second.value
    together = cross.tops - b * cross.top_bottom - a * cross.bottom_top + a * b * cross.bottoms
    shared = together / (first.bottom * second.bottom) * first.sorties / (first.sorties - 1)
    half = Z95 * sqrt(max(0.0, first.variance + second.variance - 2 * shared))
    return value, (value - half, value + half)
