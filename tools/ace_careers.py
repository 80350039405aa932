"""Set the free numbers of the night fighters' tables by whole careers: `python tools/ace_careers.py [CAREERS]`.

What the rules and the charts that are known leave open is the jamming level of each month and what a hit in a bomber's
tank does. This flies careers by standing orders, half of them of NCOs, under several choices and prints for each the
kills and the share of the dead; the bands are those of history: 2 to 15 kills for an average pilot, 15 to 45 for a good
one (here the best fifth), 25 to 70 in a hundred killed. The choice marked with * is the one in `tables/ace`.
"""

from __future__ import annotations

import sys
from pathlib import Path
from tempfile import TemporaryDirectory

from bomberstream.core.hooks import load_plugins
from bomberstream.core.ruleset import Ruleset, compose
from bomberstream.core.tour import Terms, fly_tour, open_tour

MONTHS = (
    "August", "September", "October", "November", "December", "January",
    "February", "March", "April", "May", "June", "July",
)  # fmt: skip
JAMMING = {
    "mild": (1, 1, 2, 2, 2, 2, 2, 2, 3, 3, 3, 3),
    "middling": (1, 1, 2, 2, 3, 3, 3, 3, 4, 4, 4, 5),
    "rising": (1, 1, 2, 3, 3, 4, 4, 4, 4, 4, 5, 5),
    "heavy": (1, 2, 3, 3, 4, 4, 4, 4, 5, 5, 5, 5),
}
"""Level by month. A play report fits 1 at the beginning; it rose with Window, the airborne jammers, 100 Group."""
LEAKS_UP_TO = (6, 7, 8)
"""The highest throw of two dice that makes a tank leak and no more; up to 11 it burns, on 12 it explodes."""
CHOSEN = ("rising", 8)


def overlay(levels: tuple[int, ...], leaks: int) -> str:
    """The tables of one choice, as a pack to lay on top."""
    rows = [
        f'[[table.jamming.row]]\non = "{month}"\nresult = {level}' for month, level in zip(MONTHS, levels, strict=True)
    ]
    tank = [(f"2-{leaks}", "leak"), (f"{leaks + 1}-11", "fire"), ("12", "explosion")]
    head = (
        '[table.B3-tank]\ntitle = "tank"\nrole = "bomber_tank"\ndice = "2d6"\nsource = "reconstructed"\nbasis = "trial"'
    )
    return "\n".join([*rows, head, *(f'[[table.B3-tank.row]]\non = "{on}"\nresult = "{what}"' for on, what in tank)])


def fly(ruleset: Ruleset, careers: int) -> str:
    """What comes of so many careers, in a line."""
    kills, dead = [], 0
    for seed in range(careers):
        options = {"track": "nco"} if seed % 2 else {}
        tour = fly_tour(ruleset, open_tour(ruleset, str(seed), Terms(options=options), seed))
        kills.append(tour.kept["career"]["kills"])
        dead += tour.kept["career"]["ended"] == "killed in action"
    kills.sort()
    best = kills[-max(1, careers // 5) :]
    return f"mean {sum(kills) / careers:5.1f}  best fifth {sum(best) / len(best):5.1f}  killed {dead / careers:4.0%}"


def main(careers: int) -> None:
    """Every choice in turn."""
    plugins = load_plugins()
    for name, levels in JAMMING.items():
        for leaks in LEAKS_UP_TO:
            with TemporaryDirectory() as folder:
                Path(folder, "trial.toml").write_text(overlay(levels, leaks), encoding="utf-8")
                told = fly(compose(plugins, "ace", overlays=[Path(folder)]), careers)
            mark = "*" if (name, leaks) == CHOSEN else " "
            print(f"{mark} jamming {name:9} tank leaks to {leaks}: {told}", flush=True)


if __name__ == "__main__":
    main(int(sys.argv[1]) if sys.argv[1:] else 200)
