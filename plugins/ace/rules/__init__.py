"""The optional rules of the game (section 11), each in a file of its own."""

from __future__ import annotations

from bomberstream.core.game import OptionalRule

__all__ = ["RULES"]

RULES: tuple[OptionalRule, ...] = ()
