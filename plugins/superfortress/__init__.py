"""B-29 Superfortress: the Twentieth Air Force against Japan from the Marianas, October 1944 to August 1945."""

from __future__ import annotations

from bomberstream.core.game import Game
from bomberstream.core.hooks import hookimpl

from .game import GAME

__all__ = ["API_VERSION", "bomberstream_games"]

API_VERSION = 1


@hookimpl
def bomberstream_games() -> list[Game]:
    """The one game that this plugin brings."""
    return [GAME]
