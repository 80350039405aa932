"""Tables: listing, reading, checking them, where they come from, and their odds."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable
from pathlib import Path
from typing import TYPE_CHECKING, Any, TypeVar

import click

from .session import (
    ExistingPath,
    Session,
    as_typed,
    game_argument,
    json_option,
    optional_game_argument,
    pass_session,
    rules_option,
    tables_option,
)

if TYPE_CHECKING:
    from bomberstream.core.ruleset import Ruleset, Sourced
    from bomberstream.core.tables import CompiledTable

__all__ = ["tables"]

Function = TypeVar("Function", bound=Callable[..., Any])


@click.group()
def tables() -> None:
    """Read, check and weigh the tables of the games.

    \b
    Example:
      bomberstream tables list GAME
      bomberstream tables show GAME ID
    """


def _which_table(function: Function) -> Function:
    """GAME ID, and the options that choose among tables of the same role."""
    for decorate in (
        tables_option,
        click.option("--campaign", type=int, metavar="N", help="As the table answers in a campaign."),
        click.option("--bomber", metavar="BOMBER", help="As the table answers for a bomber."),
        click.option("--column", metavar="COLUMN", help="One column alone."),
        click.argument("name", metavar="ID"),
        game_argument,
    ):
        function = decorate(function)
    return function


def _find(
    session: Session,
    game: str,
    name: str,
    *,
    column: str | None,
    bomber: str | None,
    campaign: int | None,
    overlays: tuple[Path, ...],
) -> tuple[Ruleset, CompiledTable, str | None]:
    """The table that was asked for, and the column: the one named, or the bomber's own."""
    from .checks import check_campaign
    from .table_text import find_column

    ruleset = session.ruleset(session.game(game).id, tables=overlays)
    check_campaign(ruleset, campaign)
    with as_typed():
        kind = None if bomber is None else ruleset.bomber(bomber)
        table = ruleset.table(name, None if kind is None else kind.id, campaign or 0)
        if column is None and kind is not None:
            column = next((one for one in (kind.id, kind.family) if one in table.columns), None)
        return ruleset, table, find_column(table.table, column)


@tables.command("list")
@game_argument
@tables_option
@json_option
@pass_session
def list_(session: Session, game: str, overlays: tuple[Path, ...], as_json: bool) -> None:
    """List the tables of a game.

    \b
    Example:
      bomberstream tables list GAME
    """
    from .render import Screen, format_count, give_json

    ruleset = session.ruleset(session.game(game).id, tables=overlays)
    found = [one.table for one in ruleset.tables.values()]
    if as_json:
        give_json(
            [
                {
                    "id": one.id,
                    "title": one.title,
                    "role": one.role,
                    "rule": one.rule,
                    "dice": one.dice,
                    "columns": one.columns,
                    "rows": len(one.row),
                    "modifiers": len(one.modifier),
                    "source": one.source,
                    "optional": one.optional,
                }
                for one in found
            ]
        )
        return
    screen = Screen()
    screen.table(
        ("table", "title", "dice", "columns", "source", "role"),
        [(one.id, one.title, one.dice, len(one.columns) or "", one.source, one.role) for one in found],
    )
    screen.put(format_count(len(found), "table"), style="faint")


@tables.command()
@_which_table
@json_option
@pass_session
def show(
    session: Session,
    game: str,
    name: str,
    column: str | None,
    bomber: str | None,
    campaign: int | None,
    overlays: tuple[Path, ...],
    as_json: bool,
) -> None:
    """Show a table with all its notes.

    \b
    Example:
      bomberstream tables show GAME ID
      bomberstream tables show GAME ID --column COLUMN
    """
    from .render import Screen, give_json
    from .table_text import show_table, table_facts

    ruleset, table, chosen = _find(
        session, game, name, column=column, bomber=bomber, campaign=campaign, overlays=overlays
    )
    if as_json:
        give_json(table_facts(table.table, chosen))
    else:
        show_table(Screen(), ruleset, table.table, chosen)


@tables.command()
@_which_table
@click.option("--roll", required=True, metavar="N", help="The total, modifiers added; the key of a look-up table.")
@click.option("--natural", is_flag=True, help="N is what the dice show, and nothing modifies it.")
@json_option
@pass_session
def look(
    session: Session,
    game: str,
    name: str,
    column: str | None,
    bomber: str | None,
    campaign: int | None,
    overlays: tuple[Path, ...],
    roll: str,
    natural: bool,
    as_json: bool,
) -> None:
    """Look up what a total or key gives.

    A row for a natural throw counts with --natural alone, since a total may have come from any dice.

    \b
    Example:
      bomberstream tables look GAME ID --roll 9
      bomberstream tables look GAME ID --roll 12 --natural --column COLUMN
    """
    from .render import Screen, give_json
    from .table_text import look_up, show_found

    ruleset, table, chosen = _find(
        session, game, name, column=column, bomber=bomber, campaign=campaign, overlays=overlays
    )
    with as_typed():
        found = look_up(table, roll, chosen, natural=natural)
    if as_json:
        give_json(found)
    else:
        show_found(Screen(), ruleset, found)


@tables.command()
@_which_table
@click.option("--modifier", type=int, default=0, metavar="N", help="What the modifiers add up to.")
@json_option
@pass_session
def odds(
    session: Session,
    game: str,
    name: str,
    column: str | None,
    bomber: str | None,
    campaign: int | None,
    overlays: tuple[Path, ...],
    modifier: int,
    as_json: bool,
) -> None:
    """Work out the exact chance of every row.

    \b
    Example:
      bomberstream tables odds GAME ID --modifier -2
    """
    from .render import Screen, give_json
    from .table_text import odds_facts, show_odds

    _, table, chosen = _find(session, game, name, column=column, bomber=bomber, campaign=campaign, overlays=overlays)
    with as_typed():
        found = odds_facts(table, chosen, modifier)
    if as_json:
        give_json(found)
    else:
        show_odds(Screen(), found)


@tables.command()
@optional_game_argument
@json_option
@pass_session
def sources(session: Session, game: str | None, as_json: bool) -> None:
    """Say where the values come from.

    What is not published is listed with its basis.

    \b
    Example:
      bomberstream tables sources GAME
    """
    from attrs import asdict
    from bomberstream.core.tables import SOURCES

    from .render import Screen, give_json

    found = {one.id: session.ruleset(one.id).sources for one in session.games(game)}
    if as_json:
        give_json(
            [
                {
                    "game": name,
                    "tables": _count(bodies, is_table=True),
                    "other": _count(bodies, is_table=False),
                    "not_published": [asdict(one) for one in bodies if one.source != "published"],
                }
                for name, bodies in found.items()
            ]
        )
        return
    screen = Screen()
    for place, (name, bodies) in enumerate(found.items()):
        if place:
            screen.put()
        screen.put(name, style="heading")
        counts = [("tables", _count(bodies, is_table=True)), ("other data", _count(bodies, is_table=False))]
        screen.table(("", *SOURCES), [(what, *of.values()) for what, of in counts], indent=2)
        screen.put()
        for one in bodies:
            if one.source != "published":
                screen.put(f"{one.kind} {one.id}".rstrip() + f"  {one.title}: {one.source}", indent=2)
                screen.put(one.basis, indent=6, hang=0, style="faint")


def _count(bodies: Iterable[Sourced], *, is_table: bool) -> dict[str, int]:
    """How many tables, or other bodies of data, come from each source."""
    from bomberstream.core.tables import SOURCES

    counted = Counter(one.source for one in bodies if (one.kind == "table") == is_table)
    return {source: counted[source] for source in SOURCES}


@tables.command()
@click.argument("paths", type=ExistingPath, nargs=-1, metavar="[PATH]...")
@click.option("--game", "game", metavar="GAME", help="The game that the tables lie on; left out, found by their ids.")
@json_option
@pass_session
def check(session: Session, paths: tuple[Path, ...], game: str | None, as_json: bool) -> None:
    """Check the tables, or a folder of yours.

    A folder is checked by itself, then as it would lie on top of its game. Every fault is told,
    one line each; the exit status is 1 when there is any.

    \b
    Example:
      bomberstream tables check
      bomberstream tables check my-tables/
    """
    from bomberstream.core.errors import BadData

    from .checking import check_game, check_overlay
    from .render import Screen, give_json

    chosen = session.games(game)
    checked = (
        [check_overlay(session, path, chosen, sure=game is not None) for path in paths]
        if paths
        else [check_game(session, one) for one in chosen]
    )
    if as_json:
        give_json(
            [
                {"what": one.what, "game": one.game, "ok": one.ok, "found": one.found, "problems": one.problems}
                for one in checked
            ]
        )
    else:
        screen = Screen()
        for one in checked:
            verdict = "in order" if one.ok else f"faults: {len(one.problems)}"
            screen.put(
                f"{one.what}: {one.found or 'not read'}: {verdict}", style="good" if one.ok else "bad", is_whole=True
            )
    problems = [problem for one in checked for problem in one.problems]
    if problems:
        raise BadData(problems)


@tables.command()
@optional_game_argument
@click.option("--bomber", metavar="BOMBER", help="One bomber alone.")
@json_option
@pass_session
def roles(session: Session, game: str | None, bomber: str | None, as_json: bool) -> None:
    """Say whose tables answer for a bomber in each game.

    Of a bomber that flies in a game that is not its own some tables come along, and for the rest it
    goes by those of the game being played.

    \b
    Example:
      bomberstream tables roles
      bomberstream tables roles GAME --bomber BOMBER
    """
    from .crossing import crossings, show_crossings
    from .render import Screen, give_json

    found = crossings(session, session.games(game), bomber)
    if as_json:
        give_json(found)
    else:
        show_crossings(Screen(), found)


@tables.command()
@game_argument
@click.option(
    "-o",
    "--out",
    "folder",
    type=click.Path(file_okay=False, path_type=Path),
    required=True,
    metavar="DIR",
    help="The folder to write; it must be new or empty.",
)
@rules_option
@json_option
@pass_session
def template(session: Session, game: str, folder: Path, rules: tuple[str, ...], as_json: bool) -> None:
    """Write tables to fill in from your own box.

    Every table that is not published gets a file with its rows, and blanks for the results. What is filled in
    stands; what is blank stays as it is.

    \b
    Example:
      bomberstream tables template GAME -o my-tables
      bomberstream fly GAME --tables my-tables
    """
    from .render import Screen, format_count, give_json
    from .template import write_template

    written = write_template(session.ruleset(session.game(game).id, rules=rules), folder)
    if as_json:
        give_json({"folder": str(folder), "tables": written})
        return
    screen = Screen()
    screen.put(f"{format_count(len(written), 'table')} to fill in, in {folder}.", is_whole=True)
    screen.put("README.md in it says how.")


@tables.command()
@click.argument("path", type=ExistingPath, metavar="PATH")
@click.option("--game", metavar="GAME", help="The game that the tables lie on; left out, found by their ids.")
@rules_option
@json_option
@pass_session
def diff(session: Session, path: Path, game: str | None, rules: tuple[str, ...], as_json: bool) -> None:
    """Tell in words what a folder of tables changes.

    \b
    Example:
      bomberstream tables diff my-tables/
    """
    from bomberstream.core.differences import differences
    from bomberstream.core.packs import load_pack

    from .checking import games_for
    from .house import changes_as_facts, tell_changes
    from .render import Screen, give_json

    pack = load_pack(path, path.stem)
    found = {
        one.id: differences(session.ruleset(one.id, rules=rules), session.ruleset(one.id, rules=rules, tables=[path]))
        for one in games_for(session, path, pack, session.games(game), sure=game is not None)
    }
    if as_json:
        give_json({"path": str(path), "games": {name: changes_as_facts(told) for name, told in found.items()}})
        return
    screen = Screen()
    screen.put(str(path), style="heading", is_whole=True)
    for name, changes in found.items():
        tell_changes(screen, name, changes)
