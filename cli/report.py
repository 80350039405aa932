"""The after-action report of a saved flight."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

import click

from .saves import open_play
from .session import ExistingFile, Session, json_option, pass_session, tables_option

if TYPE_CHECKING:
    from collections.abc import Sequence

    from bomberstream.core.events import Event
    from bomberstream.core.sortie import Sortie

__all__ = ["report", "write_report"]

MARKDOWN = (".md", ".markdown")


def write_report(path: Path, s: Sortie, log: Sequence[Event]) -> None:
    """Write the report of a flight, as Markdown where the name of the file says so, else as HTML."""
    from bomberstream.core.keeping import write_text_safely

    from .account import account
    from .report_facts import facts_of
    from .report_pages import as_html, as_markdown

    form = as_markdown if path.suffix.lower() in MARKDOWN else as_html
    write_text_safely(path, form(s, facts_of(s, log), account(s, log, until=0)))


@click.command()
@click.argument("file", type=ExistingFile)
@click.option(
    "-o",
    "--output",
    required=True,
    type=click.Path(dir_okay=False, path_type=Path),
    metavar="FILE",
    help="Where to write it: HTML, or Markdown for a name that ends in .md.",
)
@tables_option
@json_option
@pass_session
def report(session: Session, file: Path, output: Path, overlays: tuple[Path, ...], as_json: bool) -> None:
    """Write the after-action report of a saved flight.

    One HTML file that needs nothing else: the story, the route, every round of every fight, the aeroplane, the crew,
    and each roll folded away. A flight that is not over is told so far.

    \b
    Example:
      bomberstream fly GAME --save mission.json
      bomberstream report mission.json -o mission.html
      bomberstream report mission.json -o mission.md
    """
    from .render import give_json

    play, _ = open_play(session, file, overlays)
    assert play.sortie is not None
    write_report(output, play.sortie, play.log)
    if as_json:
        give_json({"written": str(output), "bytes": output.stat().st_size})
        return
    click.echo(f"written: {output}")
