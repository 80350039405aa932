"""Playing a saved flight again."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

import click

from .session import ExistingFile, Session, json_option, pass_session, tables_option

if TYPE_CHECKING:
    from bomberstream.core.events import Event

__all__ = ["replay"]


@click.command()
@click.argument("file", type=ExistingFile)
@click.option("--event", type=click.IntRange(min=1), metavar="N", help="Tell it to the Nth event alone.")
@tables_option
@click.option("-v", "--verbose", is_flag=True, help="Tell every roll with its modifiers, and every decision.")
@json_option
@pass_session
def replay(
    session: Session, file: Path, event: int | None, overlays: tuple[Path, ...], verbose: bool, as_json: bool
) -> None:
    """Play a saved flight again.

    Every die and decision is taken from the file, and the flight must come out the same.

    \b
    Example:
      bomberstream fly GAME --save mission.json
      bomberstream replay mission.json -v
    """
    from bomberstream.core.errors import NotAllowed, SaveMismatch, UsageError
    from bomberstream.core.flight import check_save, replay_save
    from bomberstream.core.tape import load_save

    from .account import account, tell
    from .render import give_json

    save = load_save(file)
    if not save.finished:
        raise NotAllowed(f"{file}: the flight is not finished; only a finished one can be replayed")
    ruleset = session.ruleset(session.plugins.game(save.game).id, rules=save.rules, tables=overlays)
    log: list[Event] = []
    try:
        s = replay_save(save, ruleset, log)
    except SaveMismatch as wrong:
        raise SaveMismatch(f"{file}: {wrong}") from None
    for line in check_save(save, ruleset):
        session.tell(f"note: {line}; the flight came out the same")
    if event is not None and event > len(log):
        raise UsageError(f"--event {event}: the flight has {len(log)} events")
    if as_json:
        give_json(account(s, log, until=event))
    else:
        tell(s, log, verbose=verbose, until=event)
