"""Write the golden playthroughs of the tests anew: `python tools/playthroughs.py`, from the project's folder."""

from __future__ import annotations

import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
sys.path.insert(0, str(ROOT / "tests" / "today"))


def main() -> None:
    """One text file for each playthrough that the tests name."""
    from bomberstream.core.hooks import load_plugins
    from bomberstream.core.ruleset import compose
    from bomberstream.core.testing import playthrough
    from test_whole_game import GOLDEN, PLAYTHROUGHS

    ruleset = compose(load_plugins(), "today")
    GOLDEN.mkdir(exist_ok=True)
    for name, setup in PLAYTHROUGHS.items():
        (GOLDEN / f"{name}.txt").write_text(playthrough(ruleset, setup), encoding="utf-8")
        print(f"written: {name}")


if __name__ == "__main__":
    main()
