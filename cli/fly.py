"""Flying one mission."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from .session import Session, game_argument, json_option, pass_session
from .setup import read_setup, setup_options

if TYPE_CHECKING:
    from bomberstream.core.events import Event

__all__ = ["fly"]


@click.command()
@game_argument
@setup_options
@click.option("--seed", type=int, metavar="N", help="The seed of the dice; left out, one is chosen and told.")
@click.option("--dice", type=click.Choice(["auto"]), default="auto", help="Who throws the dice: the program.")
@click.option(
    "--save", type=click.Path(dir_okay=False, path_type=Path), metavar="FILE", help="Keep the flight, to replay it."
)
@click.option("-v", "--verbose", is_flag=True, help="Tell every roll with its modifiers, and every decision.")
@json_option
@pass_session
def fly(
    session: Session,
    /,
    game: str,
    seed: int | None,
    dice: str,
    save: Path | None,
    verbose: bool,
    as_json: bool,
    **given: Any,
) -> None:
    """Fly a mission and tell it zone by zone.

    What is left open is rolled for as the game says. The same options and seed give the same mission.

    \b
    Example:
      bomberstream fly GAME --seed 42 -v
      bomberstream fly GAME --bomber BOMBER --date 1943-10-14 --save mission.json
    """
    import secrets

    from bomberstream.core import flight
    from bomberstream.core.errors import SaveMismatch
    from bomberstream.core.tape import Tape, write_save

    from .account import account, tell
    from .render import give_json

    ruleset, setup = read_setup(session, game, secrets.randbelow(2**31) if seed is None else seed, **given)
    log: list[Event] = []
    tape = None if save is None else Tape()
    s = flight.fly(ruleset, setup, log=log, tape=tape)
    unsaved = None
    if save is not None:
        try:
            write_save(save, flight.make_save(s, log))
        except SaveMismatch as wrong:
            unsaved = wrong
    if as_json:
        give_json(account(s, log))
    else:
        tell(s, log, verbose=verbose)
    if unsaved is not None:
        # Only now: a place that cannot be written to does not lose the flight's telling.
        raise unsaved
