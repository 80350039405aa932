"""What bombers meet in each game: fly all of them in all games, keep the figures, and make a table of them.

    python tools/crossing_losses.py SORTIES [GAME ...]    fly, and write docs/data/crossing_losses.toml

Bomberstream must be installed for the Python that runs this. `python tools/reference.py` puts the table into
docs/crossing.md. Each bomber flies in an early, a middle and a late campaign of each game, issued there or not, so that
they can be compared; the file holds what `bomberstream simulate --json` gives under the same names:

    seed    = 0
    options = { missions = "8", any_bomber = "yes" }        # settings of every sortie

    [[crossing]]
    game     = "today"
    campaign = 3
    title    = "..."
    bomber   = "lancaster"
    sorties  = 500
    missing  = 0.031                       # of those flown
    missing_interval = [0.022, 0.044]      # 95 %

A new run keeps the figures of games that it does not fly.
"""

from __future__ import annotations

import argparse
import tomllib
from collections import Counter
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from night_losses import NOT_MEASURED, in_toml

__all__ = ["fly_crossings", "report"]

RESULTS = Path(__file__).resolve().parent.parent / "docs" / "data" / "crossing_losses.toml"
OPTIONS = {"missions": "8", "any_bomber": "yes"}
SEED = 0
KEPT = ("flown", "missing", "missing_interval", "lost", "outcomes", "by_cause", "kills_per_sortie", "on_target", "crew")


def fly_crossings(game: str, sorties: int) -> list[dict[str, Any]]:
    """The figures of every bomber in three campaigns of a game, its own bombers and those of the others."""
    from bomberstream.core.hooks import load_plugins
    from bomberstream.core.ruleset import compose
    from bomberstream.core.sortie import Setup
    from bomberstream.core.sorties import fly_many

    plugins = load_plugins()
    welcoming = plugins.welcoming(game)
    ruleset = compose(plugins, game, rules=[welcoming.id] if welcoming is not None else [])
    found = []
    numbers = sorted(ruleset.campaigns)
    for number in (numbers[0], numbers[len(numbers) // 2], numbers[-1]):
        title = ruleset.campaigns[number].title
        for bomber in ruleset.bombers:
            setups = (
                Setup(game, f"{SEED} {one}", bomber=bomber, campaign=number, options=OPTIONS) for one in range(sorties)
            )
            figures = fly_many(ruleset, setups).figures()
            where = {"game": game, "campaign": number, "title": title, "bomber": bomber, "sorties": sorties}
            found.append({**where, **{name: figures[name] for name in KEPT}})
            print(f"{game} {number} {bomber}: {figures['missing']}", flush=True)
    return found


def write(path: Path, crossings: list[dict[str, Any]]) -> None:
    """The results file."""
    lines = ["# Made by tools/crossing_losses.py.", "", f"seed = {SEED}", f"options = {in_toml(OPTIONS)}"]
    for one in crossings:
        lines += ["", "[[crossing]]", *(f"{name} = {in_toml(value)}" for name, value in one.items())]
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text("\n".join(lines) + "\n", encoding="utf-8")


def measured(path: Path) -> list[dict[str, Any]]:
    """What the results file holds; nothing where there is none."""
    return list(tomllib.loads(path.read_text(encoding="utf-8"))["crossing"]) if path.is_file() else []


def report(path: Path = RESULTS) -> str:
    """The tables for docs/crossing.md, one for each game: missing per hundred sorties in three of its campaigns."""
    found = measured(path)
    if not found:
        return NOT_MEASURED
    lines: list[str] = []
    for game in dict.fromkeys(one["game"] for one in found):
        here = [one for one in found if one["game"] == game]
        titles = dict.fromkeys((one["campaign"], one["title"]) for one in here)
        lines += ["", f"In `{game}`:", ""] if lines else [f"In `{game}`:", ""]
        lines.append(f"| bomber | {' | '.join(title for _, title in titles)} | most often lost to |")
        lines.append("|" + " --- |" * (2 + len(titles)))
        for bomber in dict.fromkeys(one["bomber"] for one in here):
            flown = [one for one in here if one["bomber"] == bomber]
            lines.append(f"| {bomber} | {' | '.join(map(_cell, flown))} | {_causes(flown)} |")
    return "\n".join(lines)


def _cell(one: Mapping[str, Any]) -> str:
    """ "4.1 (3.0 to 5.5)"."""
    low, high = (100 * value for value in one["missing_interval"])
    return f"{100 * one['missing']:.1f} ({low:.1f} to {high:.1f})"


def _causes(flown: list[dict[str, Any]]) -> str:
    """The three causes of most losses, in order."""
    counted: Counter[str] = Counter()
    for one in flown:
        counted.update(one["by_cause"])
    return ", ".join(name.replace("_", " ") for name, _ in counted.most_common(3))


def main() -> None:
    """Fly, and write the file."""
    from bomberstream.core.hooks import load_plugins

    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("sorties", type=int, help="sorties of each bomber in each game")
    parser.add_argument("games", nargs="*", metavar="GAME", help="games to fly; left out, all into which bombers cross")
    given = parser.parse_args()
    plugins = load_plugins()
    games = given.games or [name for name in plugins.games() if plugins.welcoming(name) is not None]
    kept = [one for one in measured(RESULTS) if one["game"] not in games]
    write(RESULTS, [*kept, *(one for game in games for one in fly_crossings(game, given.sorties))])


if __name__ == "__main__":
    main()
