"""Many sorties, and what came of them."""

from __future__ import annotations

from typing import Any

import click

from .session import Session, game_argument, json_option, pass_session
from .setup import read_setup, setup_options

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

    What is left open is rolled for anew in each. The same options and seed give the same figures.

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

    from .render import Screen, as_words, give_json

    ruleset, setup = read_setup(session, game, seed, **given)

    def setups() -> Iterator[Setup]:
        for number in range(sorties):
            yield evolve(setup, seed=f"{seed} {number}")

    began = time.perf_counter()
    tally = fly_many(ruleset, setups())
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
        "seed": seed,
        "workers": 1,
        **tally.figures(),
        "sorties_per_second": round(tally.sorties / passed, 1),
        "rolls_per_second": round(tally.rolls / passed),
    }
    if as_json:
        give_json(said)
        return
    screen = Screen()
    rows = [("sorties", f"{tally.sorties:,}, {tally.flown:,} of them flown"), ("seed", str(seed))]
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
