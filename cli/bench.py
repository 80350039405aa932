"""How fast a game is played, on one core and with nobody listening."""

from __future__ import annotations

import click

from .session import Session, json_option, optional_game_argument, pass_session

__all__ = ["bench"]


@click.command()
@optional_game_argument
@click.option(
    "--seconds",
    type=click.FloatRange(min=0, min_open=True, max=3600),
    default=3.0,
    show_default=True,
    metavar="S",
    help="How long to fly, in seconds of processor time.",
)
@json_option
@pass_session
def bench(session: Session, game: str | None, seconds: float, as_json: bool) -> None:
    """Measure the speed of play on one core.

    Processor time is counted, so that what else the machine does is not. Without GAME the first one that
    `bomberstream games` lists is measured.

    \b
    Example:
      bomberstream bench GAME --seconds 10
    """
    import math
    import platform
    import time

    from bomberstream.core.errors import UsageError

    played = session.games(game)
    if math.isnan(seconds):
        raise UsageError("--seconds nan: expected a number of seconds")
    if not played:
        raise UsageError("no game to measure: no plugin that brings one is loaded")
    from bomberstream.core.bench import bench as measure
    from bomberstream.core.ruleset import framework_version

    from .render import Screen, as_words, give_json

    measured = measure(session.ruleset(played[0].id), seconds, clock=time.process_time)
    measured |= {"python": platform.python_version(), "version": framework_version()}
    if as_json:
        give_json(measured)
        return
    Screen().fields(
        (as_words(name), f"{value:,.1f}" if isinstance(value, float) else str(value))
        for name, value in measured.items()
    )
