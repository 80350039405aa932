"""Many sorties, and what came of them."""

from __future__ import annotations

from contextlib import ExitStack
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click
from click.core import ParameterSource

from .session import Session, game_argument, json_option, pass_session
from .setup import Prepared, prepare, setup_options
from .simulate_tours import simulate_tours

if TYPE_CHECKING:
    from bomberstream.core.sorties import Results

__all__ = ["simulate"]

AtLeastOne = click.IntRange(min=1)
NewFile = click.Path(dir_okay=False, path_type=Path)


@click.command()
@game_argument
@setup_options
@click.option("--sorties", type=AtLeastOne, default=1000, show_default=True, metavar="N", help="How many to fly.")
@click.option("--tours", type=AtLeastOne, metavar="N", help="Fly so many tours of duty instead, each to its end.")
@click.option("--seed", type=int, default=0, show_default=True, metavar="N", help="The root of the sorties' seeds.")
@click.option(
    "--workers", type=click.IntRange(1, 256), default=1, show_default=True, metavar="N", help="Processes that fly them."
)
@click.option("--scheduler", metavar="ADDRESS", help="Fly them on a Dask cluster, as in tcp://HOST:8786.")
@click.option(
    "--against",
    metavar="OPTIONS",
    help="Fly the same seeds under other options, too, and compare pair by pair: --against '--rule RULE'.",
)
@click.option(
    "--out", type=NewFile, metavar="FILE", help="Write a row for each sortie, or tour, to FILE.csv or FILE.parquet."
)
@click.option("--plot", type=NewFile, metavar="FILE", help="Draw the results into FILE.png or FILE.svg.")
@json_option
@pass_session
def simulate(
    session: Session,
    /,
    game: str,
    sorties: int,
    tours: int | None,
    seed: int,
    workers: int,
    scheduler: str | None,
    against: str | None,
    out: Path | None,
    plot: Path | None,
    as_json: bool,
    **given: Any,
) -> None:
    """Fly many sorties by standing orders and count what came of them.

    What is left open is rolled for anew in each. The same options and seed give the same figures, whoever flies them.
    Ctrl-C cuts it short: what has been flown is counted, and the exit status is 130.

    \b
    Example:
      bomberstream simulate GAME --sorties 5000
      bomberstream simulate GAME --campaign 5 --bomber BOMBER --json
      bomberstream simulate GAME --sorties 20000 --workers 4 --out sorties.parquet
      bomberstream simulate GAME --against '--rule RULE'
      bomberstream simulate GAME --tours 500
      bomberstream simulate GAME --tours 500 --out tours.csv
    """
    import time

    from bomberstream.core.errors import BomberstreamError, UsageError
    from bomberstream.core.rows import RowsNotWritten, open_rows
    from bomberstream.core.sorties import COLUMNS, Results, Sorties, fingerprint
    from bomberstream.core.workers import WorkersLost, in_batches

    from .against import laid_over
    from .plots import check_plot, draw
    from .progress import Interrupt, is_watched, progress
    from .render import Screen, give_json
    from .results import tell

    if scheduler is not None and workers > 1:
        raise UsageError("--workers and --scheduler contradict each other; give one")
    if tours is not None:
        if click.get_current_context().get_parameter_source("sorties") is ParameterSource.COMMANDLINE:
            raise UsageError("--sorties and --tours contradict each other; give one")
        simulate_tours(
            session,
            game=game,
            tours=tours,
            seed=seed,
            workers=workers,
            scheduler=scheduler,
            against=against,
            out=out,
            plot=plot,
            as_json=as_json,
            given=given,
        )
        return
    if plot is not None:
        check_plot(plot)
    first = prepare(session, game, seed, **given)
    other = None if against is None else prepare(session, game, seed, **laid_over(given, against))
    rulesets = [one.ruleset for one in (first, other) if one is not None]
    work = Sorties(
        recipe=first.recipe,
        setup=first.setup,
        seed=seed,
        against=None if other is None else (other.recipe, other.setup),
        with_rows=out is not None,
        fingerprint=fingerprint(*rulesets),
    )
    results, fault = Results(), ""
    began = time.perf_counter()
    try:
        with ExitStack() as stack:
            rows = None if out is None else stack.enter_context(open_rows(out, COLUMNS))
            interrupt = stack.enter_context(Interrupt())
            seen = stack.enter_context(progress("flying", sorties))
            shared_out = in_batches(
                work,
                sorties,
                workers=workers,
                scheduler=scheduler,
                stop=lambda: interrupt.came,
                do=work.with_rulesets(*rulesets, stop=lambda: interrupt.came),
            )
            for _, batch in shared_out:
                results.take_in(batch)
                if rows is not None:
                    rows.add(batch.rows)
                seen(results.first.sorties, f"{results.first.lost_rate:.1%} lost")
    except (WorkersLost, RowsNotWritten) as wrong:
        fault = str(wrong)
        if not results.first.sorties:
            raise
    passed = time.perf_counter() - began
    flown = results.first.sorties
    said = _figures(first, other, results) | {
        "sorties": flown,
        "cut_short": flown < sorties,
        "seed": seed,
        "workers": workers if scheduler is None else None,
        "scheduler": scheduler,
        "sorties_per_second": round(flown * len(rulesets) / passed, 1),
        "rolls_per_second": round((results.first.rolls + (results.second.rolls if results.second else 0)) / passed),
    }
    if as_json:
        give_json(said)
    else:
        tell(Screen(), said, against or "")
        if is_watched():
            session.tell(f"{said['sorties_per_second']:,.0f} sorties, {said['rolls_per_second']:,} rolls a second")
    if plot is not None:
        draw(plot, said, against or "")
    if fault:
        left = f"; {flown:,} of {sorties:,} sorties were flown and are counted" if flown < sorties else ""
        raise BomberstreamError(f"{fault}{left}")
    if flown < sorties:
        session.tell(f"cut short: {flown:,} of {sorties:,} sorties were flown")
        click.get_current_context().exit(130)


def _figures(first: Prepared, other: Prepared | None, results: Results) -> dict[str, Any]:
    """What was flown, and what came of it; of both setups, and by how much they differ."""
    said: dict[str, Any] = {"game": first.setup.game, "setup": _setup(first), **results.first.figures()}
    if other is not None and results.second is not None and results.comparison is not None:
        said["against"] = {"setup": _setup(other), **results.second.figures()}
        said["difference"] = results.comparison.figures(results.first, results.second)
    return said


def _setup(one: Prepared) -> dict[str, Any]:
    setup = one.setup
    return {
        "bomber": setup.bomber,
        "campaign": setup.campaign,
        "target": setup.target,
        "date": setup.date,
        "options": dict(setup.options),
        "rules": list(one.ruleset.rules),
    }
