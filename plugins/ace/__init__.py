"""Nightfighter Ace: the career of a German night fighter pilot, August 1943 to July 1944."""

from __future__ import annotations

from bomberstream.core.game import Game, OptionalRule
from bomberstream.core.hooks import hookimpl

from .game import GAME
from .rules import RULES

__all__ = ["API_VERSION", "bomberstream_games", "bomberstream_rules"]

API_VERSION = 1


@hookimpl
def bomberstream_games() -> list[Game]:
    """The one game that this plugin brings."""
    return [GAME]


@hookimpl
def bomberstream_rules() -> tuple[OptionalRule, ...]:
    """The optional rules of the game."""
    return RULES
