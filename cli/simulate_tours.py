"""Many tours by standing orders, and what came of them."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

import click

from .tour_terms import read_terms

if TYPE_CHECKING:
    from bomberstream.core.tour import Tour

    from .session import Session

__all__ = ["simulate_tours"]

BATCH = 5


def simulate_tours(
    session: Session,
    *,
    game: str,
    tours: int,
    seed: int,
    workers: int,
    scheduler: str | None,
    as_json: bool,
    given: dict[str, Any],
) -> None:
    """Fly tours, each with a seed of its own, and tell the figures over them; Ctrl-C cuts it short."""
    import time

    from bomberstream.core.tour import rules_of
    from bomberstream.core.tour_figures import Tours, TourTally
    from bomberstream.core.workers import in_batches

    from .progress import Interrupt, progress
    from .render import give_json

    recipe, ruleset, terms = read_terms(session, game, seed, given)
    work, tally, flown = Tours(recipe, terms, seed), TourTally(), list["Tour"]()
    began = time.perf_counter()
    with Interrupt() as interrupt, progress("tours", tours) as seen:
        shared_out = in_batches(
            work,
            tours,
            size=BATCH,
            workers=workers,
            scheduler=scheduler,
            stop=lambda: interrupt.came,
            do=work.with_ruleset(ruleset, stop=lambda: interrupt.came),
        )
        for _, batch in shared_out:
            for one in batch:
                tally.add(one)
            flown += batch
            seen(tally.tours, f"{tally.completed} completed")
    passed = time.perf_counter() - began
    own = rules_of(ruleset).figures(flown)
    said = {
        "game": ruleset.game.id,
        "setup": {
            "bomber": terms.bomber,
            "campaign": terms.campaign,
            "date": terms.date,
            "options": dict(terms.options),
            "settings": dict(terms.settings),
            "rules": list(terms.rules),
        },
        "seed": seed,
        "workers": workers if scheduler is None else None,
        "cut_short": tally.tours < tours,
        **tally.figures(),
        "own": dict(own),
        "tours_per_second": round(tally.tours / passed, 2),
    }
    if as_json:
        give_json(said)
    else:
        _tell(said, rules_of(ruleset).noun, own)
    if tally.tours < tours:
        session.tell(f"cut short: {tally.tours:,} of {tours:,} tours were flown")
        click.get_current_context().exit(130)


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
