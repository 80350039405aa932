"""How many bombers go missing by night: fly the campaigns, keep the figures, and make a table of them.

    python tools/night_losses.py SORTIES [CAMPAIGN ...]    fly, and write docs/data/tonight_losses.toml

Bomberstream must be installed for the Python that runs this. `python tools/reference.py` puts the table into
docs/history.md. The file holds, for each campaign, what `bomberstream simulate --json` gives under the same names,
and what history has:

    seed    = 0
    options = { missions = "8" }           # settings of every sortie

    [[campaign]]
    number           = 5
    sorties          = 1000
    outcomes         = { returned = 900, scrubbed = 60 }    # and so on
    flown            = 940                 # those that were not scrubbed; the rates are of these
    missing          = 0.031
    missing_interval = [0.022, 0.044]      # 95 %
    lost             = 0.040               # missing, or written off at home
    by_cause         = { fighter = 20, flak = 9 }           # of those lost
    kills_per_sortie = 0.021
    on_target        = 0.92                # of the bomb runs
    crew             = { killed = 0.03, captured = 0.01, returned = 0.95 }      # and so on; of the men flown
    history          = 0.043               # share of the sorties flown; left out where it is not known

A new run keeps the figures of history that are there.
"""

from __future__ import annotations

import argparse
import tomllib
from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import Any

__all__ = ["NOT_MEASURED", "fly_campaign", "report", "write"]

RESULTS = Path(__file__).resolve().parent.parent / "docs" / "data" / "tonight_losses.toml"
OPTIONS = {"missions": "8"}
SEED = 0
MADE_BY = "tools/night_losses.py; the figures of history are entered by hand"
KEPT = (
    "flown",
    "missing",
    "missing_interval",
    "lost",
    "outcomes",
    "by_cause",
    "kills_per_sortie",
    "on_target",
    "bombing_percent",
    "crew",
    "rolls_per_sortie",
)
NOT_MEASURED = "The figures have not been measured yet."
HEADINGS = (
    "campaign",
    "",
    "sorties",
    "scrubbed %",
    "missing %",
    "95 %",
    "history %",
    "lost %",
    "shot down per sortie",
    "on target %",
    "men killed, captured, home %",
    "lost by cause",
)


def fly_campaign(ruleset: Any, number: int, sorties: int) -> dict[str, Any]:
    """The figures of one campaign, the same as `bomberstream simulate` gives with the same seed and settings."""
    from bomberstream.core.sortie import Setup
    from bomberstream.core.sorties import fly_many

    setups = (Setup("tonight", f"{SEED} {one}", campaign=number, options=OPTIONS) for one in range(sorties))
    figures = fly_many(ruleset, setups).figures()
    return {"number": number, "sorties": sorties, **{name: figures[name] for name in KEPT}}


def write(path: Path, campaigns: Iterable[Mapping[str, Any]], by: str = MADE_BY) -> None:
    """The results file; `by` says what makes it."""
    lines = [f"# Made by {by}.", ""]
    lines += [f"seed = {SEED}", f"options = {in_toml(OPTIONS)}"]
    for one in campaigns:
        lines += ["", "[[campaign]]", *(f"{name} = {in_toml(value)}" for name, value in one.items())]
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text("\n".join(lines) + "\n", encoding="utf-8")


def in_toml(value: object) -> str:
    """A value as TOML writes it."""
    if isinstance(value, Mapping):
        return "{ " + ", ".join(f"{name_in_toml(name)} = {in_toml(one)}" for name, one in value.items()) + " }"
    if isinstance(value, list | tuple):
        return f"[{', '.join(map(in_toml, value))}]"
    if isinstance(value, str):
        return f'"{value}"'
    return str(value)


def name_in_toml(name: object) -> str:
    """A key; in quotes where it needs them, as "take-off" would not and "" would."""
    text = str(name)
    return text if text and text.replace("_", "a").replace("-", "a").isalnum() else f'"{text}"'


def report(path: Path = RESULTS) -> str:
    """The table for docs/history.md; one sentence while nothing has been measured."""
    if not path.is_file():
        return NOT_MEASURED
    titles = _titles()
    lines = [f"| {' | '.join(HEADINGS)} |", "|" + " --- |" * len(HEADINGS)]
    measured = tomllib.loads(path.read_text(encoding="utf-8"))
    for one in sorted(measured["campaign"], key=lambda campaign: int(campaign["number"])):
        lines.append(f"| {' | '.join(_row(one, titles))} |")
    return "\n".join(lines)


def _titles() -> dict[int, str]:
    from reference import ruleset_of

    return {one.number: one.title for one in ruleset_of("tonight").campaigns.values()}


def _row(one: Mapping[str, Any], titles: Mapping[int, str]) -> list[str]:
    sorties = int(one["sorties"])
    scrubbed = int(one.get("outcomes", {}).get("scrubbed", 0))
    low, high = one["missing_interval"]
    return [
        str(one["number"]),
        titles[int(one["number"])],
        f"{sorties:,}",
        f"{100 * scrubbed / sorties:.1f}",
        f"{100 * one['missing']:.1f}",
        f"{100 * low:.1f} to {100 * high:.1f}",
        f"{100 * one['history']:.1f}" if "history" in one else "",
        f"{100 * one['lost']:.1f}" if "lost" in one else "",
        f"{one['kills_per_sortie']:.3f}" if "kills_per_sortie" in one else "",
        f"{100 * one['on_target']:.0f}" if "on_target" in one else "",
        _men(one["crew"]) if "crew" in one else "",
        ", ".join(
            f"{(cause or 'unknown').replace('_', ' ')} {number}" for cause, number in one.get("by_cause", {}).items()
        ),
    ]


def _men(shares: Mapping[str, float]) -> str:
    home = shares["returned"] + shares["wounded"]
    return f"{100 * shares['killed']:.1f}, {100 * shares['captured']:.1f}, {100 * home:.1f}"


def main() -> None:
    """Fly the campaigns and write the results."""
    from bomberstream.core.hooks import load_plugins
    from bomberstream.core.ruleset import compose

    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("sorties", type=int, help="how many for each campaign")
    parser.add_argument("campaign", type=int, nargs="*", help="which campaigns; left out, all")
    given = parser.parse_args()
    before: dict[int, dict[str, Any]] = {}
    if RESULTS.is_file():
        read = tomllib.loads(RESULTS.read_text(encoding="utf-8"))
        before = {int(one["number"]): one for one in read["campaign"]}
    ruleset = compose(load_plugins(strict=True), "tonight")
    found = dict(before)
    for number in given.campaign or ruleset.campaigns:
        found[number] = fly_campaign(ruleset, number, given.sorties)
        if "history" in before.get(number, {}):
            found[number]["history"] = before[number]["history"]
    write(RESULTS, (found[number] for number in sorted(found)))
    print(f"{RESULTS.name}: written")


if __name__ == "__main__":
    main()
