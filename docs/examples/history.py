"""Fly many sorties of each campaign and air force, and tell how many go missing, by what, and what they shoot down.

    python history.py [SORTIES]

Bomberstream must be installed. The same number of sorties gives the same figures on every machine.
"""

from __future__ import annotations

import sys
from collections import Counter
from statistics import fmean, stdev

from bomberstream.core.flight import fly
from bomberstream.core.hooks import load_plugins
from bomberstream.core.ruleset import Ruleset, compose
from bomberstream.core.sortie import Setup

SORTIES = 1000
MISSIONS = "8"
"""Missions that each crew has behind it."""
HISTORY = {1: "4.5", 2: "4.5", 3: "2.5", 4: "2.5", 5: "1.0", 6: "0.8"}
"""Bombers of the 8th Air Force missing, in percent of sorties, in the period nearest to each campaign."""
Z = 1.96


def wilson(number: int, of: int) -> tuple[float, float]:
    """The 95 % interval of a share, in percent."""
    share = number / of
    middle = share + Z * Z / (2 * of)
    half = Z * (share * (1 - share) / of + Z * Z / (4 * of * of)) ** 0.5
    scale = 100 / (1 + Z * Z / of)
    return max(0.0, scale * (middle - half)), scale * (middle + half)


def row(ruleset: Ruleset, campaign: int, air_force: int, sorties: int) -> list[str]:
    """One line of the report."""
    causes: Counter[str] = Counter()
    kills = []
    options = {"air_force": str(air_force), "missions": MISSIONS}
    for number in range(sorties):
        seed = f"history {campaign} {air_force} {number}"
        s = fly(ruleset, Setup("today", seed, campaign=campaign, options=options))
        kills.append(s.game.kills)
        if s.outcome in ruleset.game.losses:
            causes[s.cause] += 1
    missing = causes.total()
    low, high = wilson(missing, sorties)
    half = Z * stdev(kills) / sorties**0.5
    found = [f"{cause} {number}" for cause, number in causes.most_common()]
    return [
        str(campaign),
        f"{air_force}th",
        f"{100 * missing / sorties:.1f}",
        f"{low:.1f} to {high:.1f}",
        HISTORY[campaign] if air_force == 8 else "",
        f"{100 * (missing - causes['fighter'] - causes['collision']) / sorties:.1f}",
        f"{fmean(kills):.2f} ± {half:.2f}",
        ", ".join(found),
    ]


def report(sorties: int = SORTIES) -> str:
    """The whole report as a table."""
    ruleset = compose(load_plugins(), "today")
    headings = ["campaign", "air force", "missing %", "95 %", "history %", "not by fighters %"]
    headings += ["shot down per sortie", "missing by cause"]
    lines = [f"| {' | '.join(headings)} |", "|" + " --- |" * len(headings)]
    for campaign in ruleset.campaigns.values():
        for air_force in campaign.air_forces:
            lines.append(f"| {' | '.join(row(ruleset, campaign.number, air_force, sorties))} |")
    return "\n".join(lines)


if __name__ == "__main__":
    print(report(int(sys.argv[1]) if len(sys.argv) > 1 else SORTIES))
