"""The top-level command: options that hold for all commands, and what becomes of errors."""

from __future__ import annotations

import os
import sys
from typing import IO, TYPE_CHECKING, Any

import click

from .bench import bench
from .fly import fly
from .house import house
from .listings import bombers, games, plugins, rules, targets, vocabulary
from .new import new
from .replay import replay
from .report import report
from .resolve import resolve
from .saves import resume, undo
from .session import Session
from .simulate import simulate
from .tables import tables
from .tours import tour

if TYPE_CHECKING:
    from bomberstream.core.errors import BomberstreamError

__all__ = ["main"]


class Fault(click.ClickException):
    """An error that a person can put right, on standard error with one line a problem."""

    exit_code = 1

    def __init__(self, wrong: BomberstreamError) -> None:
        from bomberstream.core.errors import BadData

        super().__init__(str(wrong))
        self.problems = wrong.problems if isinstance(wrong, BadData) else (str(wrong),)

    def show(self, file: IO[Any] | None = None) -> None:
        for problem in self.problems:
            click.echo(f"error: {' '.join(problem.split())}", file=file, err=True)


class WrongUse(Fault):
    """The command was put together wrongly."""

    exit_code = 2


class Commands(click.Group):
    """A group that turns Bomberstream's errors into lines, and ends quietly when nobody reads on.

    A standard output that is closed, or takes no more, is an error (exit status 1).
    """

    def main(self, *args: Any, **extra: Any) -> Any:
        if sys.stdout is None:
            click.echo("error: standard output is closed; nothing was done", err=True)
            sys.exit(1)
        try:
            return super().main(*args, **extra)
        except OSError as wrong:
            if wrong.filename is not None:
                raise
            # Files that cannot be read or written are told where they are opened: this is standard output.
            _stop_writing()
            click.echo(f"error: standard output cannot be written: {wrong.strerror or wrong}", err=True)
            sys.exit(1)

    def invoke(self, ctx: click.Context) -> Any:
        try:
            done = super().invoke(ctx)
            sys.stdout.flush()
        except BrokenPipeError:
            _stop_writing()
            ctx.exit(0)
        except Exception as wrong:
            from bomberstream.core.errors import BomberstreamError, OutsideGame, UsageError

            if isinstance(wrong, UsageError | OutsideGame):
                raise WrongUse(wrong) from None
            if isinstance(wrong, BomberstreamError):
                raise Fault(wrong) from None
            raise
        return done


def _stop_writing() -> None:
    """Let what is still buffered go nowhere: the reader of the pipe has left."""
    nowhere = os.open(os.devnull, os.O_WRONLY)
    os.dup2(nowhere, sys.stdout.fileno())
    os.close(nowhere)


@click.group(cls=Commands, context_settings={"help_option_names": ["-h", "--help"], "max_content_width": 100})
@click.option(
    "--no-plugin", "without", metavar="NAME", multiple=True, help="Leave a plugin out; may be given several times."
)
@click.option("--strict", is_flag=True, help="A plugin that cannot be loaded is an error.")
@click.version_option(package_name="bomberstream", prog_name="bomberstream")
@click.pass_context
def main(ctx: click.Context, without: tuple[str, ...], strict: bool) -> None:
    """Fly the missions of solitaire bomber board games.

    \b
    Begin with
      bomberstream games                what can be played
      bomberstream fly GAME             a mission, told from take-off to landing
      bomberstream fly GAME --seed 42   the same mission every time
      bomberstream fly GAME --interactive   every decision is yours
    """
    ctx.obj = Session(without=without, strict=strict)


COMMANDS = (
    games,
    plugins,
    rules,
    bombers,
    targets,
    vocabulary,
    fly,
    resume,
    undo,
    replay,
    report,
    resolve,
    tables,
    house,
    new,
    tour,
    simulate,
    bench,
)
for command in COMMANDS:
    main.add_command(command)
