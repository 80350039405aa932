"""What bombers meet in each game: fly all of them in all games, keep the figures, and make a table of them.

    python tools/crossing_losses.py SORTIES [GAME ...]    fly, and write docs/data/crossing_losses.toml

Bomberstream must be installed for the Python that runs this. `python tools/reference.py` puts the table into
docs/crossing.md. Each bomber flies in all campaigns of a game in which it is issued, as they are drawn; the file holds
what `bomberstream simulate --json` gives under the same names:

    seed    = 0
    options = { missions = "8" }           # settings of every sortie

    [[crossing]]
    game     = "today"
    bomber   = "lancaster"
    sorties  = 1000
    missing  = 0.031                       # of those flown
    missing_interval = [0.022, 0.044]      # 95 %

A new run keeps the figures of games that it does not fly.
"""

from __future__ import annotations

import argparse
import tomllib
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from night_losses import NOT_MEASURED, in_toml

__all__ = ["fly_crossings", "report"]

RESULTS = Path(__file__).resolve().parent.parent / "docs" / "data" / "crossing_losses.toml"
OPTIONS = {"missions": "8"}
SEED = 0
KEPT = ("flown", "missing", "missing_interval", "lost", "outcomes", "by_cause", "kills_per_sortie", "on_target", "crew")
MOST_CAUSES = 3


def fly_crossings(game: str, sorties: int) -> list[dict[str, Any]]:
    """The figures of every bomber in a game, its own and those of the others."""
    from bomberstream.core.hooks import load_plugins
    from bomberstream.core.ruleset import compose
    from bomberstream.core.simulate import fly_many
    from bomberstream.core.sortie import Setup

    plugins = load_plugins()
    welcoming = plugins.welcoming(game)
    ruleset = compose(plugins, game, rules=[welcoming.id] if welcoming is not None else [])
    found = []
    for bomber in ruleset.bombers:
        options = OPTIONS if is_in_time(ruleset, bomber) else {**OPTIONS, "any_bomber": "yes"}
        setups = (Setup(game, f"{SEED} {one}", bomber=bomber, options=options) for one in range(sorties))
        figures = fly_many(ruleset, setups).figures()
        found.append({"game": game, "bomber": bomber, "sorties": sorties, **{name: figures[name] for name in KEPT}})
        print(f"{game} {bomber}: {figures['missing']}")
    return found


def is_in_time(ruleset: Any, bomber: str) -> bool:
    """Whether a type is issued in a campaign; others fly out of their time."""
    kind = ruleset.bombers[bomber]
    listed = {name for one in ruleset.campaigns.values() for names in one.bombers.values() for name in names}
    return kind.game != ruleset.game.id or bomber in listed


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
    """The table for docs/crossing.md: missing per hundred sorties, in each game, with what they are put down to."""
    found = measured(path)
    if not found:
        return NOT_MEASURED
    games = list(dict.fromkeys(one["game"] for one in found))
    bombers = list(dict.fromkeys(one["bomber"] for one in found))
    by_place = {(one["game"], one["bomber"]): one for one in found}
    lines = [f"| bomber | {' | '.join(f'in {game}' for game in games)} |", "|" + " --- |" * (1 + len(games))]
    for bomber in bombers:
        cells = (_cell(by_place[game, bomber]) if (game, bomber) in by_place else "" for game in games)
        lines.append(f"| {bomber} | {' | '.join(cells)} |")
    return "\n".join(lines)


def _cell(one: Mapping[str, Any]) -> str:
    """ "4.1 (3.0 to 5.5): fighter, flak"."""
    low, high = (100 * value for value in one["missing_interval"])
    causes = [name.replace("_", " ") for name, _ in sorted(one["by_cause"].items(), key=lambda cause: -cause[1])]
    return f"{100 * one['missing']:.1f} ({low:.1f} to {high:.1f}): {', '.join(causes[:MOST_CAUSES])}"


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
