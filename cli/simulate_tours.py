"""Many tours by standing orders, and what came of them."""

from __future__ import annotations

from collections.abc import Sequence
from contextlib import ExitStack
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from .tour_terms import read_terms

if TYPE_CHECKING:
    from bomberstream.core.tour import Terms

    from .session import Session

__all__ = ["simulate_tours"]

BATCH = 5
MEASURED = {
    "completed": "completed",
    "operations": "{noun}s flown",
    "done": "{noun}s done",
    "called_off": "called off",
    "days": "days",
    "lost": "aeroplanes lost",
    "kills": "kills",
    "bombing_percent": "bombing percent",
}
"""What tours are compared by, in words."""


def simulate_tours(
    session: Session,
    *,
    game: str,
    tours: int,
    seed: int,
    workers: int,
    scheduler: str | None,
    against: str | None,
    out: Path | None,
    plot: Path | None,
    as_json: bool,
    given: dict[str, Any],
) -> None:
    """Fly tours, each with a seed of its own, and tell the figures over them; Ctrl-C cuts it short."""
    import time

    from bomberstream.core.errors import BomberstreamError
    from bomberstream.core.rows import RowsNotWritten, open_rows
    from bomberstream.core.tour import rules_of
    from bomberstream.core.tour_figures import COLUMNS, SIDES, TourComparison, Tours, TourTally, row_of
    from bomberstream.core.workers import WorkersLost, in_batches

    from .against import laid_over
    from .plots import check_plot, draw_tours
    from .progress import Interrupt, progress
    from .render import give_json

    if plot is not None:
        check_plot(plot)
    recipe, ruleset, terms = read_terms(session, game, seed, given)
    other = None if against is None else read_terms(session, game, seed, laid_over(given, against))
    rulesets = [ruleset, *([] if other is None else [other[1]])]
    work = Tours(recipe, terms, seed, None if other is None else (other[0], other[2]))
    tallies, comparison = [TourTally() for _ in rulesets], TourComparison()
    games = [rules_of(one) for one in rulesets]
    counted: list[list[Any]] = [[] for _ in rulesets]
    operations: list[int] = []
    fault = ""
    began = time.perf_counter()
    try:
        with ExitStack() as stack:
            rows = None if out is None else stack.enter_context(open_rows(out, COLUMNS))
            interrupt = stack.enter_context(Interrupt())
            seen = stack.enter_context(progress("tours", tours))
            shared_out = in_batches(
                work,
                tours,
                size=BATCH,
                workers=workers,
                scheduler=scheduler,
                stop=lambda: interrupt.came,
                do=work.with_rulesets(*rulesets, stop=lambda: interrupt.came),
            )
            for numbers, batch in shared_out:
                for pair in batch:
                    operations.append(pair[0].done)
                    for rules, tally, kept, one in zip(games, tallies, counted, pair, strict=True):
                        tally.add(one)
                        kept.append(rules.counted(one))
                    if other is not None:
                        comparison.count(*pair)
                if rows is not None:
                    rows.add(
                        row_of(number, side, one)
                        for number, pair in zip(numbers, batch, strict=False)
                        for side, one in zip(SIDES, pair, strict=False)
                    )
                seen(tallies[0].tours, f"{tallies[0].completed} completed")
    except (WorkersLost, RowsNotWritten) as wrong:
        fault = str(wrong)
        if not tallies[0].tours:
            raise
    passed = time.perf_counter() - began
    done = tallies[0].tours
    noun, own = games[0].noun, games[0].figures(counted[0])
    said = {
        "game": ruleset.game.id,
        "setup": _setup(terms),
        "seed": seed,
        "workers": workers if scheduler is None else None,
        "scheduler": scheduler,
        "cut_short": done < tours,
        **tallies[0].figures(),
        "own": dict(own),
        "tours_per_second": round(done * len(rulesets) / passed, 2),
    }
    if other is not None:
        its_own = dict(games[1].figures(counted[1]))
        said["against"] = {"setup": _setup(other[2]), **tallies[1].figures(), "own": its_own}
        said["difference"] = comparison.figures()
    if as_json:
        give_json(said)
    else:
        _tell(said, noun, own)
        if other is not None:
            _tell_difference(said, noun, against or "")
    if plot is not None:
        draw_tours(plot, said, operations, noun, against or "")
    if fault:
        left = f"; {done:,} of {tours:,} tours were flown and are counted" if done < tours else ""
        raise BomberstreamError(f"{fault}{left}")
    if done < tours:
        session.tell(f"cut short: {done:,} of {tours:,} tours were flown")
        click.get_current_context().exit(130)


def _setup(terms: Terms) -> dict[str, Any]:
    return {
        "bomber": terms.bomber,
        "campaign": terms.campaign,
        "date": terms.date,
        "options": dict(terms.options),
        "settings": dict(terms.settings),
        "rules": list(terms.rules),
    }


def _tell_difference(said: dict[str, Any], noun: str, against: str) -> None:
    """By how much the tours under the other terms differ, tour by tour."""
    from .render import Screen

    found = said["difference"]
    screen = Screen()
    screen.put()
    screen.put(f"Against {against}", style="heading")
    differ, tours = found["pairs_that_differ"], said["tours"]
    screen.put(f"{differ:,} of {tours:,} tours came out otherwise.", indent=2)
    screen.put()
    rows = []
    for name, told in MEASURED.items():
        one = found[name]
        scale, unit = (100, " %") if name == "completed" else (1, "")
        low, high = (scale * end for end in one["interval"])
        first, second, change = (scale * one[key] for key in ("first", "against", "difference"))
        rows.append(
            (
                told.format(noun=noun),
                f"{first:.2f}{unit}",
                f"{second:.2f}{unit}",
                f"{change:+.2f}",
                f"{low:+.2f} to {high:+.2f}",
            )
        )
    screen.table(("a tour", "first", "against", "difference", "95 %"), rows, indent=2)


def _tell(said: dict[str, Any], noun: str, own: Sequence[tuple[str, str]]) -> None:
    """The figures over all tours, and those that are the game's own, which stand in place of any of the same name."""
    from .render import Screen

    low, high = said["completed_interval"]
    its_own = dict(own)
    general = [
        ("tours", f"{said['tours']:,}"),
        ("seed", str(said["seed"])),
        ("completed", f"{said['completed']:.1%} ({low:.1%} to {high:.1%})"),
        (f"{noun}s", f"{said['operations_per_tour']:.1f} flown, {said['done_per_tour']:.1f} done"),
        ("called off", f"{said['called_off_per_tour']:.1f}"),
        ("days", f"{said['days_per_tour']:.0f}"),
        ("lost", f"{said['lost_per_tour']:.2f} aeroplanes"),
        ("kills", f"{said['kills_per_tour']:.2f}"),
        ("bombing", f"{said['bombing_percent']:.0f}%" if said["bombing_percent"] else ""),
        ("men", f"{said['men_per_tour']:.1f} a tour"),
        ("of them", ", ".join(f"{name} {share:.1%}" for name, share in said["men"].items())),
    ]
    Screen().fields([*(one for one in general if one[0] not in its_own), *own])
