"""The optional rules: bombers of other games fly in this one (11.0)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from bomberstream.core.game import OptionalRule

from .welcome import welcome_all

if TYPE_CHECKING:
    from bomberstream.core.ruleset import RulesetBuilder

__all__ = ["GAMES", "RULES"]

GAMES = ("tonight", "today", "superfortress")
"""The games of bombers, whose bombers cross."""


def crossover(builder: RulesetBuilder) -> None:
    """Let the bombers of the other games fly in this one (11.0.1)."""
    welcome_all(builder, GAMES)


RULES = (
    OptionalRule(
        id="crossover",
        title="Fly the bombers of the sister games",
        rule="tonight 11.0",
        games=GAMES,
        apply=crossover,
        welcomes_guests=True,
    ),
)
