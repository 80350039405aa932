"""Are the night's losses those of history? Fly the campaigns, hold them against the bands, and see what else must hold.

    python tools/calibrate.py                       tell it from the figures that are checked in
    python tools/calibrate.py SORTIES [WORKERS]     fly all of it anew: so many sorties for each campaign, and half as
                                                    many for each of the relations; writes docs/data/*.toml
    python tools/calibrate.py --plot                draw docs/images/night_losses.svg from the figures, too

The exit status is 1 when a campaign lies outside its band, or a relation that history knows does not hold. Bands and
relations stand in docs/data/night_history.toml. The numbers that are free are those of reconstructed tables: the level
of night fighters and guns in `tables/tonight`; how the bands were met is told in docs/history.md.
"""

from __future__ import annotations

import argparse
import sys
import tomllib
from collections import Counter
from collections.abc import Iterator, Mapping
from functools import cache
from pathlib import Path
from typing import Any

import night_losses
from night_losses import OPTIONS, RESULTS, SEED, in_toml

__all__ = ["Relation", "draw", "fly_relations", "out_of_band", "relations", "report"]

DATA = RESULTS.parent
HISTORY = DATA / "night_history.toml"
RELATIONS = DATA / "tonight_relations.toml"
PLOT = DATA.parent / "images" / "night_losses.svg"
Relation = tuple[str, str, bool]
"""What must hold, what was found, and whether it does."""


@cache
def history() -> dict[str, Any]:
    """Bands and relations."""
    return tomllib.loads(HISTORY.read_text(encoding="utf-8"))


def band(campaign: int) -> tuple[float, float]:
    """Between what a campaign's missing may lie, as shares."""
    low, high = history()["bands"][str(campaign)]
    return low / 100, high / 100


# --- flying


def fly(sorties: int, workers: int, **setup: Any) -> Any:
    """Fly sorties of a setup; gives a tally, and men aboard and alive of the bombers that went missing."""
    from bomberstream.core.recipe import Recipe
    from bomberstream.core.simulate import COLUMNS, FATES, Results, Sorties
    from bomberstream.core.sortie import Setup
    from bomberstream.core.workers import in_batches

    work = Sorties(Recipe("tonight"), Setup("tonight", options=OPTIONS, **setup), seed=SEED, with_rows=True)
    place = {name: list(COLUMNS).index(name) for name in COLUMNS}
    results, men, lived = Results(), 0, 0
    for _, batch in in_batches(work, sorties, workers=workers):
        results.take_in(batch)
        for row in batch.rows:
            if row[place["missing"]]:
                men += sum(int(row[place[fate]]) for fate in FATES)
                lived += sum(int(row[place[fate]]) for fate in FATES if fate != "killed")
    return results.first, men, lived


def fly_campaigns(sorties: int, workers: int) -> None:
    """The campaigns, as tools/night_losses.py flies them."""
    before = {one["number"]: one for one in campaigns()}
    found = []
    for number in sorted(before):
        figures = fly(sorties, workers, campaign=number)[0].figures()
        flown = {"number": number, "sorties": sorties, **{name: figures[name] for name in night_losses.KEPT}}
        found.append(flown | {name: before[number][name] for name in ("history",) if name in before[number]})
    night_losses.write(RESULTS, found)


def fly_relations(sorties: int, workers: int) -> dict[str, Any]:
    """What the relations need: types in one campaign, and the causes of the missing."""
    known = history()["relations"]
    types = {}
    for bomber in known["types"]:
        tally, men, lived = fly(sorties, workers, campaign=known["types_in"], bomber=bomber)
        types[bomber] = {"flown": tally.flown, "missing": tally.missing, "men": men, "lived": lived}
    causes = {
        str(number): dict(fly(sorties, workers, campaign=number)[0].causes_of_missing.most_common())
        for number in range(known["fighters_from"], known["fighters_until"] + 1)
    }
    return {"sorties": sorties, "types": types, "causes": causes}


def write_relations(found: Mapping[str, Any]) -> None:
    """Their results file."""
    lines = ["# Made by tools/calibrate.py.", "", f"sorties = {found['sorties']}"]
    for name in ("types", "causes"):
        lines += ["", f"[{name}]", *(f"{key} = {in_toml(value)}" for key, value in found[name].items())]
    RELATIONS.write_text("\n".join(lines) + "\n", encoding="utf-8")


# --- judging


def campaigns(path: Path = RESULTS) -> list[dict[str, Any]]:
    """The figures of the campaigns that are checked in."""
    found: list[dict[str, Any]] = tomllib.loads(path.read_text(encoding="utf-8"))["campaign"]
    return found


def out_of_band(found: list[dict[str, Any]]) -> list[int]:
    """The campaigns whose missing lie outside their bands."""
    return [one["number"] for one in found if not band(one["number"])[0] <= one["missing"] <= band(one["number"])[1]]


def relations(found: list[dict[str, Any]], flown: Mapping[str, Any]) -> Iterator[Relation]:
    """What history knows beside the bands, and whether it is so here."""
    known, types = history()["relations"], flown["types"]
    rate = {one["number"]: one["missing"] for one in found}
    yield (
        "losses fall when Window comes (6 below 5), and rise again against Berlin (8 above 6)",
        ", ".join(f"{number}: {rate[number]:.1%}" for number in (5, 6, 8)),
        rate[6] < rate[5] and rate[8] > rate[6],
    )
    shares = [types[one]["missing"] / types[one]["flown"] for one in known["types"]]
    yield (
        f"{' more often than '.join(map(named, known['types']))}, in campaign {known['types_in']}",
        ", ".join(f"{named(one)} {share:.1%}" for one, share in zip(known["types"], shares, strict=True)),
        shares == sorted(shares, reverse=True),
    )
    causes: Counter[str] = Counter()
    for of_campaign in flown["causes"].values():
        causes.update(of_campaign)
    whole, fighters, flak = causes.total(), causes["night_fighter"], causes["flak"]
    rest = max((hits for cause, hits in causes.items() if cause not in ("night_fighter", "flak")), default=0)
    yield (
        "night fighters cost more than half of the missing, flak more than anything else of the rest, in campaigns "
        f"{known['fighters_from']} to {known['fighters_until']}",
        f"night fighters {fighters / whole:.0%}, flak {flak / whole:.0%}, the next {rest / whole:.0%}",
        2 * fighters > whole and flak > rest,
    )
    survive = 1.0
    for number in known["tours_of_1943"]:
        survive *= (1 - rate[number]) ** (known["tour"] / len(known["tours_of_1943"]))
    low, high = known["finished_in_1943"]
    yield (
        f"{low:.0%} to {high:.0%} of the crews finish {known['tour']} operations in 1943",
        f"{survive:.0%}, operations shared out over campaigns {told(known['tours_of_1943'])}",
        low <= survive <= high,
    )
    last = (1 - rate[12]) ** known["tour"]
    yield "most crews finish in 1945", f"{last:.0%}, in campaign 12", last > 0.5
    for bomber, (low, high) in known["lived"].items():
        share = types[bomber]["lived"] / types[bomber]["men"]
        yield (
            f"of the men of missing {named(bomber)}s {low:.0%} to {high:.0%} live",
            f"{share:.0%}",
            low <= share <= high,
        )


def named(bomber: str) -> str:
    """A type as it is written."""
    name, _, mark = bomber.partition("-")
    return f"{name.capitalize()} {mark.upper()}".strip()


def told(numbers: list[int]) -> str:
    """Numbers in a line."""
    return ", ".join(map(str, numbers))


def report() -> str:
    """Bands and relations as tables for docs/history.md, from the figures that are checked in."""
    found = campaigns()
    flown = tomllib.loads(RELATIONS.read_text(encoding="utf-8"))
    lines = ["| campaign | missing % | 95 % | band % | history % | inside |", "| --- | --- | --- | --- | --- | --- |"]
    outside = out_of_band(found)
    for one in found:
        (low, high), (least, most) = band(one["number"]), one["missing_interval"]
        inside = "no" if one["number"] in outside else "yes"
        lines.append(
            f"| {one['number']} | {100 * one['missing']:.2f} | {100 * least:.2f} to {100 * most:.2f} "
            f"| {100 * low:.1f} to {100 * high:.1f} | {100 * one['history']:.1f} | {inside} |"
        )
    lines += ["", "| what history knows | simulated | holds |", "| --- | --- | --- |"]
    lines += [f"| {what} | {came} | {'yes' if holds else 'no'} |" for what, came, holds in relations(found, flown)]
    return "\n".join(lines)


def draw(path: Path = PLOT) -> None:
    """Simulated against historical losses, campaign by campaign."""
    from matplotlib import rc_context
    from matplotlib.backends.backend_svg import FigureCanvasSVG
    from matplotlib.figure import Figure

    found = campaigns()
    numbers = [one["number"] for one in found]
    lows, highs = zip(*(band(number) for number in numbers), strict=True)
    missing = [100 * one["missing"] for one in found]
    around = [
        [100 * (one["missing"] - one["missing_interval"][0]) for one in found],
        [100 * (one["missing_interval"][1] - one["missing"]) for one in found],
    ]
    with rc_context({"svg.fonttype": "none", "svg.hashsalt": "bomberstream", "font.size": 9}):
        figure = Figure(figsize=(8, 3.6), layout="constrained")
        FigureCanvasSVG(figure)
        axes = figure.add_subplot()
        heights = [100 * (high - low) for low, high in zip(lows, highs, strict=True)]
        axes.bar(numbers, heights, bottom=[100 * low for low in lows], width=0.7, color="#dfe6ee", label="band")
        axes.plot(
            numbers, [100 * one["history"] for one in found], "_", color="#a63d2f", markersize=22, label="history"
        )
        axes.errorbar(numbers, missing, yerr=around, fmt="o", color="#35618f", capsize=3, label="simulated, 95 %")
        axes.set_xticks(numbers)
        axes.set_xlabel("campaign")
        axes.set_ylabel("missing, % of sorties")
        axes.set_ylim(bottom=0)
        axes.spines[["top", "right"]].set_visible(False)
        axes.legend(frameon=False, ncols=3)
        path.parent.mkdir(parents=True, exist_ok=True)
        figure.savefig(path, metadata={"Date": None})


def main() -> int:
    """Fly or read, tell, and judge."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("sorties", type=int, nargs="?", help="fly so many for each campaign; left out, fly nothing")
    parser.add_argument("workers", type=int, nargs="?", default=1, help="processes that fly")
    parser.add_argument("--relations", action="store_true", help="fly for the relations alone")
    parser.add_argument("--plot", action="store_true", help="draw the figures as well")
    given = parser.parse_args()
    if given.sorties is not None:
        if not given.relations:
            fly_campaigns(given.sorties, given.workers)
        write_relations(fly_relations(max(1, given.sorties // 2), given.workers))
    if given.plot:
        draw()
    print(report())
    flown = tomllib.loads(RELATIONS.read_text(encoding="utf-8"))
    return int(bool(out_of_band(campaigns())) or not all(holds for _, _, holds in relations(campaigns(), flown)))


if __name__ == "__main__":
    sys.exit(main())
