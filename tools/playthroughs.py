"""Write the golden playthroughs of the tests anew, and the excerpts of optional rules: `python tools/playthroughs.py
[GAME ...]`, from the project's folder; without a game those of all."""

from __future__ import annotations

import sys
from importlib import import_module
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
TESTS = {
    "ace": "test_ace_whole_game",
    "superfortress": "test_superfortress_whole_game",
    "today": "test_whole_game",
    "tonight": "test_tonight_whole_game",
}
"""Game to the module of its tests that names the playthroughs."""
RULES = {"ace": "ace_rules_at_work", "today": "day_rules_at_work", "tonight": "night_rules_at_work"}
"""Game to the module of its tests that names the flights in which optional rules are seen at work."""


CROSSOVER = "crossover"
"""What the playthroughs of bombers in other games are asked for by."""


def main(games: list[str]) -> None:
    """One text file for each playthrough that the tests name."""
    from bomberstream.core.hooks import load_plugins
    from bomberstream.core.ruleset import compose
    from bomberstream.core.testing import playthrough

    for game in games or (*TESTS, CROSSOVER):
        if game == CROSSOVER:
            write_crossings()
            continue
        sys.path.insert(0, str(ROOT / "tests" / game))
        named = import_module(TESTS[game])
        ruleset = compose(load_plugins(), game)
        named.GOLDEN.mkdir(exist_ok=True)
        for name, setup in named.PLAYTHROUGHS.items():
            (named.GOLDEN / f"{name}.txt").write_text(playthrough(ruleset, setup), encoding="utf-8")
            print(f"written: {name}")
        if game in RULES:
            write_excerpts(game)


def write_crossings() -> None:
    """One playthrough for each bomber in each game that is not its own."""
    from bomberstream.core.testing import playthrough

    sys.path.insert(0, str(ROOT / "tests" / CROSSOVER))
    named, crossings = import_module("test_crossing_flights"), import_module("crossings")
    named.GOLDEN.mkdir(exist_ok=True)
    for name, setup in named.PLAYTHROUGHS.items():
        text = playthrough(crossings.composed(setup.game), setup)
        (named.GOLDEN / f"{name}.txt").write_text(text, encoding="utf-8")
        print(f"written: {name}")


def write_excerpts(game: str) -> None:
    """One excerpt for each optional rule, of the first flight in which it is at work."""
    from bomberstream.core.testing.excerpt import compose_at_work, excerpt, first_at_work

    named = import_module(RULES[game])
    named.GOLDEN.mkdir(exist_ok=True)
    for name, work in named.AT_WORK.items():
        ruleset = compose_at_work(game, name, work)
        text = excerpt(ruleset, first_at_work(ruleset, work), work)
        (named.GOLDEN / f"{name}.txt").write_text(text, encoding="utf-8")
        print(f"written: {name}")


if __name__ == "__main__":
    main(sys.argv[1:])
