"""Flying one mission."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

import click

from .session import (
    ExistingFile,
    Session,
    as_typed,
    game_argument,
    json_option,
    pass_session,
    rules_option,
    tables_option,
)

if TYPE_CHECKING:
    from bomberstream.core.events import Event

__all__ = ["fly"]


@click.command()
@game_argument
@click.option("--bomber", metavar="BOMBER", help="The type to fly (see bomberstream bombers).")
@click.option("--campaign", type=int, metavar="N", help="The campaign to fly in.")
@click.option("--target", metavar="TARGET", help="The target (see bomberstream targets).")
@click.option("--date", metavar="YYYY-MM-DD", help="The day of the mission.")
@click.option("--moon", metavar="MOON", help="The moon, in games that ask for it.")
@rules_option
@tables_option
@click.option(
    "--set",
    "settings",
    metavar="KEY=VALUE",
    multiple=True,
    help="A setting of the game (see bomberstream games); may be given several times.",
)
@click.option("--seed", type=int, metavar="N", help="The seed of the dice; left out, one is chosen and told.")
@click.option("--orders", type=ExistingFile, metavar="FILE", help="Standing orders of your own, in TOML.")
@click.option("--dice", type=click.Choice(["auto"]), default="auto", help="Who throws the dice: the program.")
@click.option(
    "--save", type=click.Path(dir_okay=False, path_type=Path), metavar="FILE", help="Keep the flight, to replay it."
)
@click.option("-v", "--verbose", is_flag=True, help="Tell every roll with its modifiers, and every decision.")
@json_option
@pass_session
def fly(
    session: Session,
    game: str,
    bomber: str | None,
    campaign: int | None,
    target: str | None,
    date: str | None,
    moon: str | None,
    rules: tuple[str, ...],
    overlays: tuple[Path, ...],
    settings: tuple[str, ...],
    seed: int | None,
    orders: Path | None,
    dice: str,
    save: Path | None,
    verbose: bool,
    as_json: bool,
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
    from bomberstream.core.errors import SaveMismatch, UsageError
    from bomberstream.core.sortie import Setup
    from bomberstream.core.tape import Tape, write_save

    from .account import account, tell
    from .checks import check_campaign, check_date, check_target, parse_settings, read_orders
    from .render import give_json

    check_date(date)
    played = session.game(game)
    session.check_rules(played, rules)
    options = parse_settings(played, settings)
    if moon is not None:
        if not any(one.name == "moon" for one in played.options):
            raise UsageError(f"--moon {moon!r}: {played.id} does not ask for the moon")
        options |= parse_settings(played, [f"moon={moon}"])
    standing = None if orders is None else read_orders(orders)
    ruleset = session.ruleset(played.id, rules=rules, tables=overlays, orders=standing)
    check_campaign(ruleset, campaign)
    check_target(ruleset, target)
    with as_typed():
        kind = None if bomber is None else ruleset.bomber(bomber).id
    setup = Setup(
        game=played.id,
        seed=secrets.randbelow(2**31) if seed is None else seed,
        bomber=kind,
        campaign=campaign,
        target=target,
        date=date,
        options=options,
    )
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
