"""Flying one mission."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from .saves import new_save, plain_option, sit_down
from .session import Session, game_argument, json_option, pass_session
from .setup import read_setup, setup_options

if TYPE_CHECKING:
    from bomberstream.core.events import Event

__all__ = ["fly"]


@click.command()
@game_argument
@setup_options
@click.option("--seed", type=int, metavar="N", help="The seed of the dice; left out, one is chosen and told.")
@click.option("--interactive", is_flag=True, help="Take every decision yourself, question by question.")
@click.option(
    "--dice",
    type=click.Choice(["auto", "manual"]),
    default="auto",
    show_default=True,
    help="Who throws: the program, or you, who type in what your own dice show.",
)
@click.option(
    "--save",
    type=click.Path(dir_okay=False, path_type=Path),
    metavar="FILE",
    help="Keep the flight, to replay it; played by hand it is kept after every answer.",
)
@click.option(
    "--report",
    "report_to",
    type=click.Path(dir_okay=False, path_type=Path),
    metavar="FILE",
    help="Write the after-action report: HTML, or Markdown for a name that ends in .md.",
)
@plain_option
@click.option("-v", "--verbose", is_flag=True, help="Tell every roll with its modifiers, and every decision.")
@json_option
@pass_session
def fly(
    session: Session,
    /,
    game: str,
    seed: int | None,
    interactive: bool,
    dice: str,
    save: Path | None,
    report_to: Path | None,
    plain: bool,
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
      bomberstream fly GAME --interactive
      bomberstream fly GAME --interactive --dice manual
    """
    import secrets

    from attrs import evolve
    from bomberstream.core import flight
    from bomberstream.core.errors import SaveMismatch, UsageError
    from bomberstream.core.play import ALL, Play
    from bomberstream.core.tape import Tape, write_save

    from .account import account, tell
    from .render import Screen, give_json
    from .report import write_report

    by_hand = interactive or dice == "manual"
    if by_hand and as_json:
        raise UsageError("--json does not go with --interactive or --dice manual")
    ruleset, setup = read_setup(session, game, secrets.randbelow(2**31) if seed is None else seed, **given)
    kept = provenance(session, given)
    if by_hand:
        play = Play(ruleset, setup, dice, ordered=set() if interactive else {ALL})
        path = new_save(session, setup.game) if save is None else save
        greet(session, path, interactive=interactive)
        if sit_down(session, play, path, Screen(plain=plain), kept, verbose=verbose):
            assert play.sortie is not None
            tell(play.sortie, play.log, since=len(play.log), plain=plain)
            if report_to is not None:
                write_report(report_to, play.sortie, play.log)
        return
    log: list[Event] = []
    tape = None if save is None else Tape()
    s = flight.fly(ruleset, setup, log=log, tape=tape)
    unsaved = None
    if save is not None:
        try:
            write_save(save, evolve(flight.make_save(s, log), **kept))
        except SaveMismatch as wrong:
            unsaved = wrong
    if as_json:
        give_json(account(s, log))
    else:
        tell(s, log, verbose=verbose, plain=plain)
        hint(session, setup.game)
    if report_to is not None:
        write_report(report_to, s, log)
    if unsaved is not None:
        # Only now: a place that cannot be written to does not lose the flight's telling.
        raise unsaved


def provenance(session: Session, given: Mapping[str, Any]) -> dict[str, Any]:
    """What a save tells of how its ruleset was put together: standing orders as written, tables and house
    rules of one's own."""
    from bomberstream.core.loading import read_toml

    orders = {} if given["orders"] is None else read_toml(given["orders"])
    return {
        "orders": orders.get("orders", orders),
        "lying_on": tuple(str(one.resolve()) for one in given["overlays"]),
        "house": tuple(str(session.house_file(one).resolve()) for one in given["house"]),
    }


def hint(session: Session, game: str) -> None:
    """After the first flight of somebody who watches: what else there is. It is told once."""
    import sys

    seen = session.folder / "first-flight"
    if not sys.stderr.isatty() or seen.exists():
        return
    try:
        seen.parent.mkdir(parents=True, exist_ok=True)
        seen.touch()
    except OSError:
        return  # nowhere to remember it: it is not told again and again
    session.tell(
        f"That was a flight by standing orders. Take the decisions yourself: bomberstream fly {game} --interactive"
    )
    session.tell(f"Every roll: -v. A tour of duty: bomberstream tour new NAME {game}. The rest: bomberstream --help")


def greet(session: Session, path: Path, *, interactive: bool) -> None:
    """How to play, in a line or two."""
    if interactive:
        session.tell("Type the key of an option; Enter takes the one with a star.")
        session.tell("? odds, a advice, s boards, l log, u undo, o to the standing orders, q quit.")
    else:
        session.tell("Throw your own dice and type what they show.")
        session.tell("? odds, r the program's dice, u undo, s boards, q save and leave, h help.")
    session.tell(f"Saved after every answer in {path}")
