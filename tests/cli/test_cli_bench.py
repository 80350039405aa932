"""Measuring the speed of play."""

from __future__ import annotations

import pytest
from command_line import CommandLine


def test_bench_of_the_first_game(bomberstream: CommandLine) -> None:
    measured = bomberstream.json("bench", "--seconds", "0.1")
    assert list(measured) == [
        "game",
        "sorties",
        "seconds",
        "sorties_per_second",
        "rolls_per_second",
        "rolls_per_sortie",
        "python",
        "version",
    ]
    assert measured["game"] == "toy"
    assert measured["sorties"] > 10
    assert measured["sorties_per_second"] == pytest.approx(measured["sorties"] / measured["seconds"], rel=0.05)


def test_bench_in_words(bomberstream: CommandLine) -> None:
    assert "sorties per second" in bomberstream("bench", "toy", "--seconds", "0.1").stdout


@pytest.mark.parametrize("seconds", ["0", "-1", "soon"])
def test_seconds_must_be_a_time(bomberstream: CommandLine, seconds: str) -> None:
    assert "--seconds" in bomberstream.error("bench", "--seconds", seconds, status=2)


def test_no_number_is_no_time(bomberstream: CommandLine) -> None:
    assert "expected a number of seconds" in bomberstream.error("bench", "--seconds", "nan", status=2)
