"""Night mail: a small game of the mails by night, as a plugin of Bomberstream."""

from __future__ import annotations

from bomberstream.core.game import Game
from bomberstream.core.hooks import hookimpl

from .game import GAME

API_VERSION = 1


@hookimpl
def bomberstream_games() -> list[Game]:
    """The one game that this plugin brings."""
    return [GAME]
