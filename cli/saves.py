"""Flights that are saved: where they lie, opening them with the tables they were flown with, going on, taking back."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from .session import ExistingFile, Session, json_option, pass_session, tables_option

if TYPE_CHECKING:
    from bomberstream.core.play import Play
    from bomberstream.core.ruleset import Ruleset
    from bomberstream.core.tape import Save

    from .render import Screen

__all__ = ["new_save", "open_play", "resume", "ruleset_of", "sit_down", "undo"]

plain_option = click.option("--plain", is_flag=True, help="For a screen reader: no colour, no columns, nothing drawn.")


def saves_folder(session: Session) -> Path:
    """Where flights are saved that were given no file."""
    return session.folder / "saves"


def new_save(session: Session, game: str) -> Path:
    """A file for a flight that was given none."""
    import datetime

    now = datetime.datetime.now().strftime("%Y-%m-%d-%H%M%S")
    path = saves_folder(session) / f"{game}-{now}.json"
    number = 1
    while path.exists():
        number += 1
        path = saves_folder(session) / f"{game}-{now}-{number}.json"
    return path


def latest(session: Session) -> Path:
    """The flight that was left last; raises `NotAllowed` when there is none."""
    from bomberstream.core.errors import NotAllowed, SaveMismatch
    from bomberstream.core.tape import load_save

    folder = saves_folder(session)
    found = sorted(folder.glob("*.json"), key=lambda one: one.stat().st_mtime, reverse=True) if folder.is_dir() else []
    for path in found:
        try:
            if not load_save(path).finished:
                return path
        except SaveMismatch as wrong:
            session.tell(f"note: {wrong}")
    raise NotAllowed("no flight was left unfinished; begin one with bomberstream fly GAME --interactive")


def ruleset_of(session: Session, save: Save, overlays: tuple[Path, ...] = (), house: tuple[str, ...] = ()) -> Ruleset:
    """The ruleset that a save was flown with: its rules and orders, the tables that lay on the game's and the house
    rules, or others.

    Tables and house rules that are no longer there are told; the save then shows whether it can do without.
    """
    from bomberstream.core.decisions import plain_orders

    game = session.plugins.game(save.game).id
    there = [Path(one) for one in save.lying_on if Path(one).exists()]
    gone = [one for one in save.lying_on if not Path(one).exists()]
    if gone and not overlays:
        session.tell(f"note: tables of the save are not there any more: {', '.join(gone)}")
    lost = [one for one in save.house if not Path(one).exists()]
    if lost and not house:
        session.tell(f"note: house rules of the save are not there any more: {', '.join(lost)}")
    return session.ruleset(
        game,
        rules=save.rules,
        tables=overlays or there,
        house=house or [one for one in save.house if Path(one).exists()],
        orders=plain_orders(save.orders, "orders of the save") if save.orders else None,
        bomber=save.setup.get("bomber"),
    )


def open_play(session: Session, file: Path, overlays: tuple[Path, ...] = ()) -> tuple[Play, Save]:
    """A saved flight, flown up to where it was left; raises `SaveMismatch` with what differs and what to do."""
    from bomberstream.core.errors import SaveMismatch
    from bomberstream.core.flight import check_save
    from bomberstream.core.play import Play
    from bomberstream.core.tape import load_save

    save = load_save(file)
    ruleset = ruleset_of(session, save, overlays)
    differs = check_save(save, ruleset)
    try:
        play = Play.of_save(save, ruleset)
    except SaveMismatch as wrong:
        hint = "; lay the tables of the save on with --tables DIR" if differs and not overlays else ""
        raise SaveMismatch(f"{file}: {wrong}{hint}") from None
    for line in differs:
        session.tell(f"note: {line}; the flight so far is the same under both")
    return play, save


def as_kept(save: Save) -> dict[str, Any]:
    """What a save tells of its making, for those that follow it."""
    return {"orders": save.orders, "lying_on": save.lying_on, "house": save.house}


def sit_down(
    session: Session,
    play: Play,
    file: Path,
    screen: Screen,
    kept: Mapping[str, Any],
    *,
    verbose: bool = False,
    told: int = 0,
    again: str = "",
) -> bool:
    """Play at the table, saving to a file after every answer; says whether the flight is over.

    `again`: the command that goes on with it, where that is not the common one.

    Raises `SaveMismatch` when the flight is left and could not be saved.
    """
    from attrs import evolve
    from bomberstream.core.tape import write_save

    from .table_side import Table

    def keep(save: Save) -> None:
        write_save(file, evolve(save, **kept))

    table = Table(play, screen, keep, verbose=verbose, told=told)
    is_over = table.sit()
    if table.unsaved is not None:
        raise table.unsaved
    if not is_over:
        session.tell(f"saved in {file}; go on with: {again or f'bomberstream resume {file}'}")
    return is_over


def open_question(play: Play) -> dict[str, Any]:
    """The question at which a flight waits, as plain data."""
    from bomberstream.core.play import Ask

    waiting = play.waiting
    if isinstance(waiting, Ask):
        return {
            "decision": waiting.decision.id,
            "asks": waiting.decision.asks,
            "about": waiting.about,
            "rule": waiting.decision.rule,
            "options": list(waiting.options),
            "told": list(waiting.told),
            "suggested": waiting.suggested,
        }
    return {} if waiting is None else {"dice": waiting.dice.name, "purpose": waiting.outlook.title}


@click.command()
@click.argument("file", type=ExistingFile, required=False)
@tables_option
@plain_option
@click.option("-v", "--verbose", is_flag=True, help="Tell every roll with its modifiers, and every decision.")
@json_option
@pass_session
def resume(
    session: Session, file: Path | None, overlays: tuple[Path, ...], plain: bool, verbose: bool, as_json: bool
) -> None:
    """Go on with an unfinished flight.

    Without FILE it is the one that was left last. The flight goes on at the question at which it was left, with the
    same dice as if it had never been interrupted. With --json nothing is played: it tells where the flight stands.

    \b
    Example:
      bomberstream fly GAME --interactive --save mission.json
      bomberstream resume mission.json
    """
    from bomberstream.core.errors import NotAllowed
    from bomberstream.core.events import StretchEvent

    from .account import tell
    from .render import Screen, give_json

    path = latest(session) if file is None else file
    play, save = open_play(session, path, overlays)
    if play.is_over:
        raise NotAllowed(f"{path}: the flight is over; tell it again with: bomberstream replay {path}")
    if as_json:
        give_json({"file": str(path), "whereabouts": save.told, **open_question(play)})
        return
    screen = Screen(plain=plain)
    stretches = [place for place, event in enumerate(play.log) if isinstance(event, StretchEvent)]
    told = stretches[-1] if stretches else 0
    if sit_down(session, play, path, screen, as_kept(save), verbose=verbose, told=told):
        assert play.sortie is not None
        tell(play.sortie, play.log, since=len(play.log), plain=plain)


@click.command()
@click.argument("file", type=ExistingFile)
@click.option("--times", type=click.IntRange(min=1), default=1, metavar="N", help="Take so many answers back.")
@tables_option
@json_option
@pass_session
def undo(session: Session, file: Path, times: int, overlays: tuple[Path, ...], as_json: bool) -> None:
    """Take back the last decision of a saved flight.

    The flight then waits at that question, though it was finished before. Its record says how often this was done.

    \b
    Example:
      bomberstream undo mission.json
      bomberstream resume mission.json
    """
    from attrs import evolve
    from bomberstream.core.errors import NotAllowed
    from bomberstream.core.play import Ask
    from bomberstream.core.tape import write_save

    from .render import give_json
    from .table_side import whereabouts

    play, save = open_play(session, file, overlays)
    done = 0
    while done < times and play.undo():
        done += 1
    if not done:
        raise NotAllowed(f"{file}: there is nothing to take back")
    waiting = play.go_on()
    assert play.sortie is not None
    write_save(file, evolve(play.save(told=whereabouts(play.sortie)), **as_kept(save)))
    if as_json:
        give_json({"file": str(file), "taken_back": done, **open_question(play)})
        return
    question = waiting.decision.asks if isinstance(waiting, Ask) else "the dice are thrown again"
    click.echo(f"{done} taken back; open now: {question}")
    click.echo(f"go on with: bomberstream resume {file}")
