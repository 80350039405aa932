"""Has play become slower? Sorties are timed against a fixed loop, so that the machine drops out.

    python tools/speed.py [GAME ...]            compare with docs/data/speed.toml; the exit status is 1 when slower
    python tools/speed.py --write [GAME ...]    write down what is measured now

The loop does what a sortie does most: it calls functions, looks things up in dictionaries, reads and sets attributes.
Loop and sorties take turns, a tenth of a second each, in processor time; the figure is the median of the ratios, rolls
for each round of the loop. Another Python runs both otherwise: figures are kept for each version by itself.
"""

from __future__ import annotations

import argparse
import sys
import time
import tomllib
from collections.abc import Callable
from pathlib import Path
from statistics import median

from bomberstream.core.flight import fly
from bomberstream.core.hooks import load_plugins
from bomberstream.core.ruleset import Ruleset, compose
from bomberstream.core.sortie import Setup

__all__ = ["SLOWER", "calibration_loop", "compare", "measure"]

FIGURES = Path(__file__).resolve().parent.parent / "docs" / "data" / "speed.toml"
TURNS = 40
TURN = 0.1
"""Seconds."""
SLOWER = 0.8
"""So much of the old speed is as fast as before: medians of a busy machine differ by one in ten."""
PYTHON = f"{sys.version_info.major}.{sys.version_info.minor}"


class _Place:
    __slots__ = ("filled", "number")

    def __init__(self, number: int) -> None:
        self.number = number
        self.filled = False


def _move(place: _Place, by: int) -> int:
    place.filled = not place.filled
    return place.number + by if place.filled else by


def calibration_loop() -> int:
    """One round: never to be changed, or all figures are void."""
    places = {name: _Place(number) for number, name in enumerate("abcdefgh")}
    total = 0
    for by in range(50):
        for name in "abcdefgh":
            total += _move(places[name], by)
    return total


def _for_a_turn(do: Callable[[int], int], number: int) -> tuple[float, int]:
    """What is done in a turn, for each second of processor time; and the number to go on with."""
    done, start = 0, time.process_time()
    passed = 0.0
    while passed < TURN:
        done += do(number)
        number += 1
        passed = time.process_time() - start
    return done / passed, number


def measure(ruleset: Ruleset, turns: int = TURNS) -> float:
    """Rolls for each round of the loop."""

    def loop(_: int) -> int:
        calibration_loop()
        return 1

    def flight(number: int) -> int:
        return fly(ruleset, Setup(ruleset.game.id, f"speed {number}")).rolls

    for number in range(20):
        flight(number)
    ratios, at = [], 0
    for _ in range(turns):
        rounds, _ = _for_a_turn(loop, 0)
        rolls, at = _for_a_turn(flight, at)
        ratios.append(rolls / rounds)
    return median(ratios)


def compare(now: float, before: float) -> tuple[str, bool]:
    """What is to be said of a figure beside the old one, and whether it will do."""
    share = now / before
    return f"{now:.2f} rolls a round, {share:.0%} of the {before:.2f} that are written down", share >= SLOWER


def main() -> int:
    """Measure, and compare or write down."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("game", nargs="*", help="which games; left out, all that are written down, or all there are")
    parser.add_argument("--write", action="store_true", help="write down what is measured")
    given = parser.parse_args()
    known = tomllib.loads(FIGURES.read_text(encoding="utf-8")) if FIGURES.is_file() else {}
    before = known.get(PYTHON, {})
    plugins = load_plugins(strict=True)
    fine = True
    for game in given.game or (sorted(plugins.games()) if given.write else before) or sorted(plugins.games()):
        now = measure(compose(plugins, game))
        if given.write:
            known.setdefault(PYTHON, {})[game] = round(now, 2)
            print(f"{game}: {now:.2f} rolls a round")
        elif game in before:
            told, will_do = compare(now, before[game])
            fine = fine and will_do
            print(f"{game}: {told}{'' if will_do else ': slower than it was'}")
        else:
            print(f"{game}: {now:.2f} rolls a round; nothing is written down for Python {PYTHON}")
    if given.write:
        lines = ["# Made by tools/speed.py --write: rolls for each round of its loop, by version of Python."]
        for version, figures in sorted(known.items()):
            lines += ["", f'["{version}"]', *(f"{game} = {figure}" for game, figure in sorted(figures.items()))]
        FIGURES.write_text("\n".join(lines) + "\n", encoding="utf-8")
    return int(not fine)


if __name__ == "__main__":
    sys.exit(main())
