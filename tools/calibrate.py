"""Are the losses those of history? Fly the campaigns, hold them against the bands, and see what else must hold.

    python tools/calibrate.py [GAME ...]                 tell it from the figures that are checked in
    python tools/calibrate.py GAME --fly SORTIES         fly so many for each campaign anew, and write docs/data/*.toml
    python tools/calibrate.py GAME --fit SORTIES         try each value of tools/levers.toml, and tell how far off it is
    python tools/calibrate.py [GAME ...] --plot          draw docs/images/*_losses.svg from the figures
    ... --workers N                                      in so many processes

Games are `tonight` and `superfortress`, both unless one is named. By night half as many sorties are flown for each of
the relations, and five times as many for the share of survivors. The exit status is 1 when a campaign lies outside its
band, or a relation that history knows does not hold. Bands and relations stand in docs/data/*_history.toml. The numbers
that are free are those of reconstructed tables; how the bands were met is told in docs/history.md.
"""

from __future__ import annotations

import argparse
import sys
import tomllib
from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path
from typing import Any

import marianas_losses
import night_losses
from night_losses import KEPT, OPTIONS, SEED, in_toml

__all__ = ["GAMES", "Game", "Relation", "draw", "fly", "main", "relations_of"]

DATA = night_losses.RESULTS.parent
IMAGES = DATA.parent / "images"
RELATIONS = DATA / "tonight_relations.toml"
FELL = ("shot_down", "bailed_out")
BY_THE_ENEMY = ("night_fighter", "flak", "collision")
MANY = 5
"""So many times the sorties of a campaign are flown for the share of survivors: a bomber's men live or die together."""
Relation = tuple[str, str, bool]
"""What must hold, what was found, and whether it does."""
Figures = list[dict[str, Any]]
"""The campaigns of a game, in order, as the results file holds them."""


@dataclass(frozen=True)
class Game:
    """A game whose losses are held against history."""

    id: str
    results: Path
    history: Path
    plot: Path
    write: Callable[[Figures], None]
    """Keep the figures of all campaigns."""
    relations: Callable[[Figures], Iterator[Relation]]
    """What history knows beside the bands, of the figures that are checked in."""

    @cached_property
    def known(self) -> dict[str, Any]:
        """Bands and relations."""
        return tomllib.loads(self.history.read_text(encoding="utf-8"))

    def campaigns(self) -> Figures:
        """The figures of the campaigns that are checked in."""
        found: Figures = tomllib.loads(self.results.read_text(encoding="utf-8"))["campaign"]
        return found

    def judged(self, found: Figures | None = None) -> Figures:
        """Those for which history has a band."""
        return [one for one in found or self.campaigns() if str(one["number"]) in self.known["bands"]]

    def band(self, campaign: int) -> tuple[float, float]:
        """Between what a campaign's missing may lie, as shares."""
        low, high = self.known["bands"][str(campaign)]
        return low / 100, high / 100

    def missing(self, one: Mapping[str, Any]) -> float:
        """The share that went missing in history."""
        return float(one["history"] if "history" in one else self.known["missing"][str(one["number"])] / 100)

    def out_of_band(self, found: Figures | None = None) -> list[int]:
        """The campaigns whose missing lie outside their bands."""
        numbers = []
        for one in self.judged(found):
            low, high = self.band(one["number"])
            if not low <= one["missing"] <= high:
                numbers.append(one["number"])
        return numbers

    def holds(self) -> bool:
        """Whether the figures that are checked in are those of history."""
        return not self.out_of_band() and all(holds for _, _, holds in self.relations(self.campaigns()))

    def report(self) -> str:
        """Bands and relations as tables, from the figures that are checked in."""
        lines = [
            "| campaign | missing % | 95 % | band % | history % | inside |",
            "| --- | --- | --- | --- | --- | --- |",
        ]
        outside = self.out_of_band()
        for one in self.judged():
            (low, high), (least, most) = self.band(one["number"]), one["missing_interval"]
            inside = "no" if one["number"] in outside else "yes"
            lines.append(
                f"| {one['number']} | {100 * one['missing']:.2f} | {100 * least:.2f} to {100 * most:.2f} "
                f"| {100 * low:.1f} to {100 * high:.1f} | {100 * self.missing(one):.1f} | {inside} |"
            )
        lines += ["", "| what history knows | simulated | holds |", "| --- | --- | --- |"]
        for what, came, holds in self.relations(self.campaigns()):
            lines.append(f"| {what} | {came} | {'yes' if holds else 'no'} |")
        return "\n".join(lines)


# --- flying


def fly(game: str, sorties: int, workers: int, overlays: Sequence[Path] = (), **setup: Any) -> Any:
    """Fly sorties of a setup; gives a tally, and men aboard and alive of the bombers that were shot down.

    Shot down is what history's share of survivors is of: the enemy or a collision made the bomber fall, or its crew
    jump. Those that came down under control, on land or in the sea, are not among them, nor those that ran out of fuel.
    """
    from bomberstream.core.recipe import Recipe
    from bomberstream.core.sortie import Setup
    from bomberstream.core.sorties import COLUMNS, Results, Sorties
    from bomberstream.core.tally import FATES
    from bomberstream.core.workers import in_batches

    recipe = Recipe(game, overlays=tuple(overlays))
    work = Sorties(recipe, Setup(game, options=OPTIONS, **setup), seed=SEED, with_rows=True)
    place = {name: list(COLUMNS).index(name) for name in COLUMNS}
    results, men, lived = Results(), 0, 0
    for _, batch in in_batches(work, sorties, workers=workers):
        results.take_in(batch)
        for row in batch.rows:
            if row[place["outcome"]] in FELL and row[place["cause"]] in BY_THE_ENEMY:
                men += sum(int(row[place[fate]]) for fate in FATES)
                lived += sum(int(row[place[fate]]) for fate in FATES if fate != "killed")
    return results.first, men, lived


def fly_campaigns(game: Game, sorties: int, workers: int) -> None:
    """The campaigns of a game, as `bomberstream simulate` flies them; what history has of them stays."""
    found = []
    for one in game.campaigns():
        figures = fly(game.id, sorties, workers, campaign=one["number"])[0].figures()
        flown = {"number": one["number"], "sorties": sorties, **{name: figures[name] for name in KEPT}}
        found.append(flown | {name: one[name] for name in ("history",) if name in one})
    game.write(found)


def fly_relations(sorties: int, workers: int) -> dict[str, Any]:
    """What the relations of the night need: types in one campaign, and the causes of the missing."""
    known = NIGHT.known["relations"]
    half = max(1, sorties // 2)
    types = {}
    for bomber in known["types"]:
        number = MANY * sorties if bomber in known["lived"] else half
        tally, men, lived = fly("tonight", number, workers, campaign=known["types_in"], bomber=bomber)
        types[bomber] = {"flown": tally.flown, "missing": tally.missing, "men": men, "lived": lived}
    causes = {
        str(number): dict(fly("tonight", half, workers, campaign=number)[0].causes_of_missing.most_common())
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


def night_relations(found: list[dict[str, Any]]) -> Iterator[Relation]:
    """What history knows of the night beside the bands, and whether it is so here."""
    yield from relations_of(found, tomllib.loads(RELATIONS.read_text(encoding="utf-8")))


def relations_of(found: list[dict[str, Any]], flown: Mapping[str, Any]) -> Iterator[Relation]:
    """The same, of given figures of types and causes."""
    known, types = NIGHT.known["relations"], flown["types"]
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
            f"of the men of {named(bomber)}s shot down {low:.0%} to {high:.0%} live",
            f"{share:.1%}",
            low <= share <= high,
        )


def marianas_relations(found: Figures) -> Iterator[Relation]:
    """What history knows of the Marianas beside the bands."""
    low, high = MARIANAS.known["relations"]["trouble_to_enemy"]
    causes: Counter[str] = Counter()
    for one in found:
        causes.update(one["by_cause"])
    enemy = sum(causes[cause] for cause in marianas_losses.ENEMY)
    trouble = sum(causes[cause] for cause in marianas_losses.TROUBLE)
    yield (
        "engines and fuel cost about as many as fighters, flak and collisions",
        f"{trouble} and {enemy}, {trouble / enemy:.1f} times as many",
        low <= trouble / enemy <= high,
    )
    order = [one["missing"] for one in found if one["number"] in (2, 3, 4)]
    yield (
        "losses fall from the winter of 1944 (2) to the spring (3) and to the low fire raids (4)",
        ", ".join(f"{share:.1%}" for share in order),
        order == sorted(order, reverse=True),
    )


def named(bomber: str) -> str:
    """A type as it is written."""
    name, _, mark = bomber.partition("-")
    return f"{name.capitalize()} {mark.upper()}".strip()


def told(numbers: list[int]) -> str:
    """Numbers in a line."""
    return ", ".join(map(str, numbers))


NIGHT = Game(
    "tonight",
    night_losses.RESULTS,
    DATA / "night_history.toml",
    IMAGES / "night_losses.svg",
    lambda found: night_losses.write(night_losses.RESULTS, found),
    night_relations,
)
MARIANAS = Game(
    "superfortress",
    marianas_losses.RESULTS,
    DATA / "marianas_history.toml",
    IMAGES / "marianas_losses.svg",
    lambda found: night_losses.write(marianas_losses.RESULTS, found, marianas_losses.MADE_BY),
    marianas_relations,
)
GAMES = {game.id: game for game in (NIGHT, MARIANAS)}


def draw(game: Game, path: Path | None = None) -> None:
    """Simulated against historical losses, campaign by campaign."""
    from matplotlib import rc_context
    from matplotlib.backends.backend_svg import FigureCanvasSVG
    from matplotlib.figure import Figure

    found = game.judged()
    path = path or game.plot
    numbers = [one["number"] for one in found]
    lows, highs = zip(*(game.band(number) for number in numbers), strict=True)
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
            numbers, [100 * game.missing(one) for one in found], "_", color="#a63d2f", markersize=22, label="history"
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
    """Fly, try or read, tell, and judge."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("game", nargs="*", help=f"{' or '.join(GAMES)}; left out, all")
    parser.add_argument("--fly", type=int, metavar="SORTIES", help="fly so many for each campaign")
    parser.add_argument(
        "--fit", type=int, metavar="SORTIES", help="try the free numbers with so many for each campaign"
    )
    parser.add_argument("--relations", action="store_true", help="of the night fly for the relations alone")
    parser.add_argument("--workers", type=int, default=1, help="processes that fly")
    parser.add_argument("--plot", action="store_true", help="draw the figures as well")
    given = parser.parse_args()
    if unknown := sorted({*given.game} - {*GAMES}):
        parser.error(f"no game {unknown[0]!r}; expected {' or '.join(GAMES)}")
    games = [GAMES[name] for name in given.game or GAMES]
    if given.fit is not None:
        import levers

        for game in games:
            for line in levers.fit(game, given.fit, given.workers):
                print(line, flush=True)
            print()
        return 0
    for game in games:
        if given.fly is not None and not (given.relations and game is NIGHT):
            fly_campaigns(game, given.fly, given.workers)
        if given.fly is not None and game is NIGHT:
            write_relations(fly_relations(given.fly, given.workers))
        if given.plot:
            draw(game)
        print(f"{game.id}\n\n{game.report()}\n")
    return int(not all(game.holds() for game in games))


if __name__ == "__main__":
    sys.exit(main())
