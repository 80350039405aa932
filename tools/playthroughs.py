"""Write the golden playthroughs of the tests anew: `python tools/playthroughs.py [GAME ...]`, from the project's
folder; without a game those of both."""

from __future__ import annotations

import sys
from importlib import import_module
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
TESTS = {"today": "test_whole_game", "tonight": "test_tonight_whole_game"}
"""Game to the module of its tests that names the playthroughs."""


def main(games: list[str]) -> None:
    """One text file for each playthrough that the tests name."""
    from bomberstream.core.hooks import load_plugins
    from bomberstream.core.ruleset import compose
    from bomberstream.core.testing import playthrough

    for game in games or TESTS:
        sys.path.insert(0, str(ROOT / "tests" / game))
        named = import_module(TESTS[game])
        ruleset = compose(load_plugins(), game)
        named.GOLDEN.mkdir(exist_ok=True)
        for name, setup in named.PLAYTHROUGHS.items():
            (named.GOLDEN / f"{name}.txt").write_text(playthrough(ruleset, setup), encoding="utf-8")
            print(f"written: {name}")


if __name__ == "__main__":
    main(sys.argv[1:])
