"""The other setup of a comparison, typed as one text: what it changes of the first."""

from __future__ import annotations

import shlex
from collections.abc import Mapping
from typing import Any

import click

from .setup import setup_options

__all__ = ["laid_over"]

ADDED = ("rules", "overlays", "house", "settings")
"""Options of which those of the other setup come on top; all others take the place of the first's."""


@click.command(add_help_option=False)
@setup_options
def _typed(**given: Any) -> dict[str, Any]:
    """What may be typed."""
    return given


def laid_over(given: Mapping[str, Any], typed: str) -> dict[str, Any]:
    """The options of the other setup: the first's, and what was typed laid over them.

    Raises `UsageError` for what cannot be read, and where nothing is changed.
    """
    from bomberstream.core.errors import UsageError

    try:
        context = _typed.make_context("--against", shlex.split(typed))
    except ValueError as wrong:
        raise UsageError(f"--against {typed!r}: {wrong}") from None
    except click.ClickException as wrong:
        raise UsageError(f"--against {typed!r}: {wrong.format_message()}") from None
    other = {name: value for name, value in context.params.items() if value not in (None, ())}
    if not other:
        raise UsageError("--against: say what is to be otherwise, as in --against '--rule RULE'")
    return {**given, **{name: (*given[name], *value) if name in ADDED else value for name, value in other.items()}}
