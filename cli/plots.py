"""Results drawn: losses by cause and by zone, how the men fared, and the difference between two setups."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import Any

from .render import as_words
from .results import headline

__all__ = ["KINDS", "check_plot", "draw", "draw_tours"]

Panel = Callable[[Any, Mapping[str, Any]], None]

KINDS = (".png", ".svg")
BLUE, SAND, RED, GREY = "#35618f", "#c9a227", "#a63d2f", "#8a8a8a"
LEGS = {"out": (BLUE, "out"), "target": (RED, "target"), "home": (SAND, "home")}
FATES = {"killed": RED, "wounded": SAND, "captured": GREY, "interned": BLUE}


def check_plot(path: Path) -> None:
    """Raises `UsageError`, before anything is flown, when such a file cannot be drawn."""
    from importlib.util import find_spec

    from bomberstream.core.errors import UsageError

    if path.suffix not in KINDS:
        raise UsageError(f"--plot {path}: drawings go to a file that ends in {' or '.join(KINDS)}")
    if find_spec("matplotlib") is None:
        raise UsageError("--plot needs matplotlib: install bomberstream[analysis]")


def draw(path: Path, said: Mapping[str, Any], against: str) -> None:
    """Draw what `simulate` says; raises `BadData` when the file cannot be written."""
    panels = [_causes, _zones, _men, *([_difference] if "difference" in said else [])]
    low, high = said["lost_interval"]
    title = f"{said['game']}: {said['sorties']:,} sorties, {said['lost']:.2%} lost ({low:.2%} to {high:.2%})"
    below = f"against {against}: {headline(said['difference'])}" if "difference" in said else ""
    _draw(path, said, panels, title, below)


def draw_tours(path: Path, said: Mapping[str, Any], done: Sequence[int], noun: str, against: str) -> None:
    """Draw what `simulate --tours` says, and how many operations each tour has done; raises `BadData` when the file
    cannot be written."""

    def lengths(axes: Any, said: Mapping[str, Any]) -> None:
        axes.hist(done, bins=[one - 0.5 for one in range(max(done, default=0) + 2)], color=BLUE)
        axes.set_title(f"tours by {noun}s done")

    def fates(axes: Any, said: Mapping[str, Any]) -> None:
        told = list(reversed(said["men"].items()))
        axes.barh([name for name, _ in told], [100 * share for _, share in told], color=SAND)
        axes.set_title("what became of the men, %")

    panels = [lengths, fates, *([_difference_of_tours] if "difference" in said else [])]
    low, high = said["completed_interval"]
    title = f"{said['game']}: {said['tours']:,} tours, {said['completed']:.1%} completed ({low:.1%} to {high:.1%})"
    _draw(path, said, panels, title, f"against {against}" if "difference" in said else "")


def _difference_of_tours(axes: Any, said: Mapping[str, Any]) -> None:
    # Measures of very different size: each as so much of what it is at first.
    rows = [(name, one) for name, one in said["difference"].items() if name != "pairs_that_differ" and one["first"]]
    rows.reverse()
    middles = [100 * one["difference"] / one["first"] for _, one in rows]
    around = [
        [100 * (one["difference"] - one["interval"][0]) / one["first"] for _, one in rows],
        [100 * (one["interval"][1] - one["difference"]) / one["first"] for _, one in rows],
    ]
    names = [as_words(name) for name, _ in rows]
    axes.errorbar(middles, names, xerr=around, fmt="o", color=BLUE, ecolor=GREY, capsize=3)
    axes.axvline(0, color=GREY, linewidth=0.8)
    axes.set_title("difference, % of the first (95 %, tour by tour)")


def _draw(path: Path, said: Mapping[str, Any], panels: Sequence[Panel], title: str, below: str) -> None:
    from importlib import import_module

    from bomberstream.core.errors import BadData

    # Whoever draws nothing needs no matplotlib: its types are not known here.
    rc_context: Any = import_module("matplotlib").rc_context
    canvas: Any = import_module("matplotlib.backends.backend_agg").FigureCanvasAgg
    new_figure: Any = import_module("matplotlib.figure").Figure

    # Text stays text, and the same figures give the same file.
    with rc_context({"svg.fonttype": "none", "svg.hashsalt": "bomberstream", "font.size": 9}):
        figure = new_figure(figsize=(11, 3.6 * ((len(panels) + 1) // 2)), layout="constrained")
        canvas(figure)
        figure.suptitle(title)
        for number, panel in enumerate(panels, 1):
            axes = figure.add_subplot((len(panels) + 1) // 2, 2, number)
            axes.spines[["top", "right"]].set_visible(False)
            panel(axes, said)
        if below:
            figure.supxlabel(below, fontsize=8)
        try:
            figure.savefig(path, dpi=150, metadata={"Date": None} if path.suffix == ".svg" else None)
        except OSError as wrong:
            raise BadData(f"{path}: cannot be written: {wrong.strerror or wrong}") from None


def _causes(axes: Any, said: Mapping[str, Any]) -> None:
    causes = list(reversed(said["by_cause"].items()))
    shares = [100 * hits / max(1, said["flown"]) for _, hits in causes]
    ends = [said["by_cause_intervals"][cause] for cause, _ in causes]
    around = [
        [max(0.0, share - 100 * low) for share, (low, _) in zip(shares, ends, strict=True)],
        [max(0.0, 100 * high - share) for share, (_, high) in zip(shares, ends, strict=True)],
    ]
    if causes:
        axes.barh([as_words(cause) for cause, _ in causes], shares, xerr=around, color=BLUE, ecolor=GREY)
    else:
        _nothing(axes)
    axes.set_title("lost by cause, % of sorties (95 %)")


def _nothing(axes: Any) -> None:
    axes.text(0.5, 0.5, "none", ha="center", va="center", color=GREY, transform=axes.transAxes)
    axes.set_xticks([])
    axes.set_yticks([])


def _zones(axes: Any, said: Mapping[str, Any]) -> None:
    below: dict[int, float] = {}
    for leg, (colour, name) in LEGS.items():
        of_leg = {
            one["zone"]: 100 * one["lost"] / max(1, said["flown"]) for one in said["by_zone"] if one["leg"] == leg
        }
        if of_leg:
            bottoms = [below.get(zone, 0.0) for zone in of_leg]
            axes.bar(list(of_leg), list(of_leg.values()), bottom=bottoms, color=colour, label=name)
        for zone, share in of_leg.items():
            below[zone] = below.get(zone, 0.0) + share
    if below:
        axes.legend(frameon=False)
        axes.set_xticks(range(min(below), max(below) + 1))
    else:
        _nothing(axes)
    axes.set_title("lost by zone, % of sorties")


def _men(axes: Any, said: Mapping[str, Any]) -> None:
    stations = list(reversed(said["by_station"].items()))
    names = [as_words(station) for station, _ in stations]
    left = [0.0] * len(stations)
    for fate, colour in FATES.items():
        shares = [100 * men[fate] / max(1, men["men"]) for _, men in stations]
        if any(shares):
            axes.barh(names, shares, left=left, color=colour, label=fate)
        left = [before + share for before, share in zip(left, shares, strict=True)]
    if any(left):
        axes.legend(frameon=False, ncols=len(FATES), loc="upper center", bbox_to_anchor=(0.5, -0.08))
    else:
        _nothing(axes)
    axes.set_title("men by station, % of those flown")


def _difference(axes: Any, said: Mapping[str, Any]) -> None:
    found = said["difference"]
    rows = [("lost", found["lost"]), ("missing", found["missing"])]
    rows += [(f"men {name}", one) for name, one in found["crew"].items() if name != "returned"]
    rows.reverse()
    middles = [100 * one["difference"] for _, one in rows]
    around = [
        [middle - 100 * one["interval"][0] for middle, (_, one) in zip(middles, rows, strict=True)],
        [100 * one["interval"][1] - middle for middle, (_, one) in zip(middles, rows, strict=True)],
    ]
    axes.errorbar(middles, [name for name, _ in rows], xerr=around, fmt="o", color=BLUE, ecolor=GREY, capsize=3)
    axes.axvline(0, color=GREY, linewidth=0.8)
    axes.set_title("difference, in a hundred (95 %, pair by pair)")
