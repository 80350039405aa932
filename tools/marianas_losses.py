"""How many B-29s go missing: fly the campaigns from the Marianas, keep the figures, and make a table of them.

    python tools/marianas_losses.py SORTIES [CAMPAIGN ...]    fly, and write docs/data/superfortress_losses.toml

Bomberstream must be installed for the Python that runs this. The file is as that of `tools/night_losses.py`, each
campaign with the band that history has for its dates; `python tools/reference.py` puts the table into
docs/superfortress.md.
"""

from __future__ import annotations

import argparse
import tomllib
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from night_losses import KEPT, NOT_MEASURED, OPTIONS, SEED, write

__all__ = ["fly_campaign", "report"]

GAME = "superfortress"
RESULTS = Path(__file__).resolve().parent.parent / "docs" / "data" / "superfortress_losses.toml"
HISTORY = RESULTS.parent / "marianas_history.toml"
MADE_BY = "tools/marianas_losses.py"
ENEMY = ("fighter", "flak", "collision")
TROUBLE = ("mechanical", "fuel")
HEADINGS = (
    "campaign",
    "",
    "sorties",
    "missing %",
    "95 %",
    "history %",
    "lost to the enemy",
    "to engines and fuel",
    "to other causes",
    "on Iwo Jima %",
    "shot down per sortie",
    "on target %",
)


def fly_campaign(ruleset: Any, number: int, sorties: int) -> dict[str, Any]:
    """The figures of one campaign, the same as `bomberstream simulate` gives with the same seed and settings."""
    from bomberstream.core.sortie import Setup
    from bomberstream.core.sorties import fly_many

    setups = (Setup(GAME, f"{SEED} {one}", campaign=number, options=OPTIONS) for one in range(sorties))
    figures = fly_many(ruleset, setups).figures()
    return {"number": number, "sorties": sorties, **{name: figures[name] for name in KEPT}}


def report(path: Path = RESULTS) -> str:
    """The table for docs/superfortress.md; one sentence while nothing has been measured."""
    if not path.is_file():
        return NOT_MEASURED
    from reference import ruleset_of

    bands = tomllib.loads(HISTORY.read_text(encoding="utf-8"))["bands"]
    titles = {one.number: one.title for one in ruleset_of(GAME).campaigns.values()}
    lines = [f"| {' | '.join(HEADINGS)} |", "|" + " --- |" * len(HEADINGS)]
    for one in sorted(tomllib.loads(path.read_text(encoding="utf-8"))["campaign"], key=lambda row: int(row["number"])):
        lines.append(f"| {' | '.join(_row(one, titles, bands))} |")
    return "\n".join(lines)


def _row(one: Mapping[str, Any], titles: Mapping[int, str], bands: Mapping[str, list[float]]) -> list[str]:
    number, causes = int(one["number"]), one["by_cause"]
    low, high = one["missing_interval"]
    band = bands.get(str(number))
    other = sum(causes.values()) - sum(causes.get(name, 0) for name in (*ENEMY, *TROUBLE))
    return [
        str(number),
        titles[number],
        f"{int(one['sorties']):,}",
        f"{100 * one['missing']:.1f}",
        f"{100 * low:.1f} to {100 * high:.1f}",
        "" if band is None else f"{band[0]} to {band[1]}",
        str(sum(causes.get(name, 0) for name in ENEMY)),
        str(sum(causes.get(name, 0) for name in TROUBLE)),
        str(other),
        f"{100 * one['outcomes'].get('diverted', 0) / int(one['flown']):.1f}",
        f"{one['kills_per_sortie']:.2f}",
        f"{100 * one['on_target']:.0f}",
    ]


def main() -> None:
    """Fly the campaigns and write the results."""
    from bomberstream.core.hooks import load_plugins
    from bomberstream.core.ruleset import compose

    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("sorties", type=int, help="how many for each campaign")
    parser.add_argument("campaign", type=int, nargs="*", help="which campaigns; left out, all")
    given = parser.parse_args()
    found: dict[int, dict[str, Any]] = {}
    if RESULTS.is_file():
        read = tomllib.loads(RESULTS.read_text(encoding="utf-8"))
        found = {int(one["number"]): one for one in read["campaign"]}
    ruleset = compose(load_plugins(strict=True), GAME)
    for number in given.campaign or ruleset.campaigns:
        found[number] = fly_campaign(ruleset, number, given.sorties)
    write(RESULTS, (found[number] for number in sorted(found)), MADE_BY)
    print(f"{RESULTS.name}: written")


if __name__ == "__main__":
    main()
