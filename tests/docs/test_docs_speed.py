"""Speed against a fixed loop: the judgement, and that the loop stays what it was."""

from __future__ import annotations

import reference
import speed


def test_the_loop_is_what_it_was() -> None:
    """Another loop would make all figures that are written down void."""
    assert [speed.calibration_loop() for _ in range(2)] == [10_500, 10_500]


def test_a_fifth_slower_is_slower() -> None:
    assert speed.compare(8.1, 10.0) == ("8.10 rolls a round, 81% of the 10.00 that are written down", True)
    assert speed.compare(7.9, 10.0)[1] is False


def test_flights_are_measured() -> None:
    assert speed.measure(reference.ruleset_of("tonight"), turns=2) > 0
