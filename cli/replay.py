"""Playing a saved flight again."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

import click

from .saves import ruleset_of
from .session import ExistingFile, Session, house_option, json_option, pass_session, tables_option

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from bomberstream.core.events import Event
    from bomberstream.core.narrative import Line
    from bomberstream.core.ruleset import Ruleset

__all__ = ["replay"]


@click.command()
@click.argument("file", type=ExistingFile)
@click.option("--event", type=click.IntRange(min=1), metavar="N", help="Tell it to the Nth event alone.")
@click.option("--until", metavar="NAME", help="Tell it to the first event of this type, as fighter_destroyed.")
@click.option("--step", is_flag=True, help="Wait for Enter before each zone.")
@click.option("--pause", type=click.FloatRange(min=0, max=60), metavar="SECONDS", help="Wait before each line.")
@house_option
@tables_option
@click.option("-v", "--verbose", is_flag=True, help="Tell every roll with its modifiers, and every decision.")
@json_option
@pass_session
def replay(
    session: Session,
    file: Path,
    event: int | None,
    until: str | None,
    step: bool,
    pause: float | None,
    house: tuple[str, ...],
    overlays: tuple[Path, ...],
    verbose: bool,
    as_json: bool,
) -> None:
    """Play a saved flight again.

    Every die and decision is taken from the file, and the flight must come out the same.

    \b
    Example:
      bomberstream fly GAME --save mission.json
      bomberstream replay mission.json -v
      bomberstream replay mission.json --until bomber_hit
      bomberstream replay mission.json --step
    """
    from bomberstream.core.errors import NotAllowed, SaveMismatch, UsageError
    from bomberstream.core.flight import check_save, replay_save
    from bomberstream.core.tape import load_save

    from .account import account, tell
    from .render import give_json

    if event is not None and until is not None:
        raise UsageError("--event and --until contradict each other; give one")
    save = load_save(file)
    if not save.finished:
        raise NotAllowed(f"{file}: the flight is not finished; only a finished one can be replayed")
    ruleset = ruleset_of(session, save, overlays, house)
    log: list[Event] = []
    try:
        s = replay_save(save, ruleset, log)
    except SaveMismatch as wrong:
        raise SaveMismatch(f"{file}: {wrong}") from None
    for line in check_save(save, ruleset):
        session.tell(f"note: {line}; the flight came out the same")
    if event is not None and event > len(log):
        raise UsageError(f"--event {event}: the flight has {len(log)} events")
    if until is not None:
        event = first_of(until, log, ruleset)
    if as_json:
        give_json(account(s, log, until=event))
    else:
        tell(s, log, verbose=verbose, until=event, pace=pacing(step=step, pause=pause))


def first_of(name: str, log: Sequence[Event], ruleset: Ruleset) -> int:
    """Where the first event of a type ends; raises `UsageError` for one that did not come, or that there is not."""
    from bomberstream.core.errors import UsageError, did_you_mean

    for place, event in enumerate(log, 1):
        if event.type == name:
            return place
    if name in ruleset.happenings:
        raise UsageError(f"--until {name}: it did not happen on this flight")
    raise UsageError(f"--until {name!r}: no such event; {did_you_mean(name, ruleset.happenings)}".rstrip("; "))


def pacing(*, step: bool, pause: float | None) -> Callable[[Line], None] | None:
    """What is done before each line: nothing, a wait, or a wait for Enter before each zone."""
    if not step and not pause:
        return None
    import sys
    import time

    begun = False

    def wait(line: Line) -> None:
        nonlocal begun
        if step and line.kind == "heading" and begun:
            sys.stdout.flush()
            click.echo("-- Enter goes on --", err=True, nl=False)
            if sys.stdin is not None:
                sys.stdin.readline()
        begun = True
        if pause:
            sys.stdout.flush()
            time.sleep(pause)

    return wait
