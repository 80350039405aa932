"""The optional rules of the game (section 11), each in a file of its own."""

from __future__ import annotations

from bomberstream.core.game import OptionalRule

from . import ace_pilots, assassination, competitive, cooperative, fatigue

__all__ = ["RULES"]

RULES: tuple[OptionalRule, ...] = (
    cooperative.RULE,
    competitive.RULE,
    ace_pilots.RULE,
    fatigue.RULE,
    assassination.RULE,
)
