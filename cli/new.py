"""Something to start from: a directory that installs, whose tests pass, and that does something at once."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

import click

from .session import Session, json_option, pass_session

if TYPE_CHECKING:
    from bomberstream.core.game import Game

    from .starters import Starter

__all__ = ["new"]

GAME = click.option("--game", metavar="GAME", help="The game that it is for; left out, the first that is listed.")
OUT = click.option(
    "-o",
    "--out",
    "folder",
    type=click.Path(file_okay=False, path_type=Path),
    metavar="DIR",
    help="The directory to write; left out, one of its name.",
)


@click.group()
def new() -> None:
    """Write something to start from.

    A directory with a README: what it does at once, how to install it, and its tests.

    \b
    Example:
      bomberstream new house winter --game GAME
      bomberstream new rule cold_guns --game GAME
    """


def _game(session: Session, name: str | None) -> Game:
    from bomberstream.core.errors import UsageError

    games = session.games(name)
    if not games:
        raise UsageError("no game to write it for: no plugin that brings one is loaded")
    return games[0]


def _write(starter: Starter, folder: Path | None, *, as_json: bool) -> None:
    from .render import Screen, give_json

    where = folder or Path(starter.words["dist"])
    written = starter.write(where)
    if as_json:
        give_json({"folder": str(where), "files": written})
        return
    screen = Screen()
    screen.put(f"{where}:", is_whole=True)
    for path in written:
        screen.put(path, indent=2, is_whole=True)
    screen.put("README.md in it says what to do now.")


@new.command()
@click.argument("name", metavar="NAME")
@GAME
@OUT
@json_option
@pass_session
def house(session: Session, name: str, game: str | None, folder: Path | None, as_json: bool) -> None:
    """A file of house rules.

    \b
    Example:
      bomberstream new house winter --game GAME
    """
    from .starters import house_starter

    found = _game(session, game)
    _write(house_starter(name, session.ruleset(found.id)), folder, as_json=as_json)


@new.command()
@click.argument("name", metavar="NAME")
@GAME
@OUT
@json_option
@pass_session
def rule(session: Session, name: str, game: str | None, folder: Path | None, as_json: bool) -> None:
    """A package with an optional rule.

    \b
    Example:
      bomberstream new rule cold_guns --game GAME
    """
    from .starters import rule_starter

    found = _game(session, game)
    _write(rule_starter(name, session.ruleset(found.id), session.plugins), folder, as_json=as_json)


@new.command()
@click.argument("name", metavar="NAME")
@GAME
@click.option("--like", metavar="BOMBER", help="The bomber that it is like; left out, the first of the game.")
@OUT
@json_option
@pass_session
def bomber(session: Session, name: str, game: str | None, like: str | None, folder: Path | None, as_json: bool) -> None:
    """A package with a bomber, like one that is there.

    \b
    Example:
      bomberstream new bomber my-bomber --game GAME --like BOMBER
    """
    from .session import as_typed
    from .starters import bomber_starter

    found = session.ruleset(_game(session, game).id)
    with as_typed():
        kind = found.bomber(like) if like is not None else next(iter(found.bombers.values()))
    _write(bomber_starter(name, found, kind, session.plugins), folder, as_json=as_json)


@new.command()
@click.argument("name", metavar="NAME")
@OUT
@json_option
@pass_session
def game(session: Session, name: str, folder: Path | None, as_json: bool) -> None:
    """A package with a small game, whole and playable.

    \b
    Example:
      bomberstream new game night_mail
    """
    from .starters import game_starter

    _write(game_starter(name, session.plugins), folder, as_json=as_json)
