"""Many sorties, and what came of them."""

from __future__ import annotations

import signal
import threading
from typing import TYPE_CHECKING, Any

import click

from .session import Session, game_argument, json_option, pass_session
from .setup import read_setup, setup_options

if TYPE_CHECKING:
    from bomberstream.core.simulate import Tally

    from .render import Screen

__all__ = ["simulate"]


@click.command()
@game_argument
@setup_options
@click.option(
    "--sorties", type=click.IntRange(min=1), default=1000, show_default=True, metavar="N", help="How many to fly."
)
@click.option("--seed", type=int, default=0, show_default=True, metavar="N", help="The root of the sorties' seeds.")
@json_option
@pass_session
def simulate(session: Session, /, game: str, sorties: int, seed: int, as_json: bool, **given: Any) -> None:
    """Fly many sorties by standing orders and count what came of them.

    What is left open is rolled for anew in each. The same options and seed give the same figures. Ctrl-C cuts it
    short: what has been flown is counted, and the exit status is 130.

    \b
    Example:
      bomberstream simulate GAME --sorties 5000
      bomberstream simulate GAME --campaign 5 --bomber BOMBER --json
    """
    import time
    from collections.abc import Iterator

    from attrs import evolve
    from bomberstream.core.simulate import fly_many
    from bomberstream.core.sortie import Setup

    from .render import Screen, give_json

    ruleset, setup = read_setup(session, game, seed, **given)

    def setups(interrupt: Interrupt) -> Iterator[Setup]:
        for number in range(sorties):
            if interrupt.came:
                return
            yield evolve(setup, seed=f"{seed} {number}")

    began = time.perf_counter()
    with Interrupt() as interrupt:
        tally = fly_many(ruleset, setups(interrupt))
    passed = time.perf_counter() - began
    said: dict[str, Any] = {
        "game": setup.game,
        "setup": {
            "bomber": setup.bomber,
            "campaign": setup.campaign,
            "target": setup.target,
            "date": setup.date,
            "options": dict(setup.options),
            "rules": list(ruleset.rules),
        },
        "sorties": tally.sorties,
        "cut_short": tally.sorties < sorties,
        "seed": seed,
        "workers": 1,
        **tally.figures(),
        "sorties_per_second": round(tally.sorties / passed, 1),
        "rolls_per_second": round(tally.rolls / passed),
    }
    if as_json:
        give_json(said)
    else:
        _tell(Screen(), said, tally)
    if tally.sorties < sorties:
        session.tell(f"cut short: {tally.sorties:,} of {sorties:,} sorties were flown")
        click.get_current_context().exit(130)


class Interrupt:
    """Hears of Ctrl-C, so that the sortie that is being flown is counted whole; a second one breaks off at once."""

    def __init__(self) -> None:
        self.came = False
        self._before: Any = None

    def __enter__(self) -> Interrupt:
        self._before = signal.getsignal(signal.SIGINT)
        if threading.current_thread() is threading.main_thread():
            signal.signal(signal.SIGINT, self._hear)
        return self

    def __exit__(self, *wrong: object) -> None:
        if threading.current_thread() is threading.main_thread():
            signal.signal(signal.SIGINT, self._before)

    def _hear(self, number: int, frame: object) -> None:
        if self.came:
            raise KeyboardInterrupt
        self.came = True


def _tell(screen: Screen, said: dict[str, Any], tally: Tally) -> None:
    from .render import as_words

    rows = [("sorties", f"{tally.sorties:,}, {tally.flown:,} of them flown"), ("seed", str(said["seed"]))]
    rows += [("lost", _share(said, "lost")), ("missing", _share(said, "missing"))]
    rows += [("by cause", _counts(said["by_cause"])), ("outcomes", _counts(said["outcomes"]))]
    rows += [
        ("fighters shot down", f"{said['kills_per_sortie']:.3f} a sortie"),
        ("on target", f"{said['on_target']:.1%} of bomb runs, {said['bombing_percent']:.1f} % of the bombs"),
        ("crew", ", ".join(f"{name} {share:.2%}" for name, share in said["crew"].items())),
        ("rolls", f"{said['rolls_per_sortie']:.1f} a sortie"),
        ("speed", f"{said['sorties_per_second']:,.0f} sorties, {said['rolls_per_second']:,} rolls a second"),
    ]
    screen.fields((as_words(name), value) for name, value in rows)


def _share(said: dict[str, Any], name: str) -> str:
    low, high = said[f"{name}_interval"]
    return f"{said[name]:.2%} ({low:.2%} to {high:.2%})"


def _counts(counts: dict[str, int]) -> str:
    return ", ".join(f"{name.replace('_', ' ')} {number:,}" for name, number in counts.items()) or "none"
