"""Optional gunnery review: a board says after the mission what the gunners are credited with.

By day many guns fire at the same fighter, and everybody claims it. The board's rule and values are those of the night
game (7.6), as no daylight rule prints any.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from bomberstream.core.game import OptionalRule
from bomberstream.core.mission.claims import bring_claims

from .laying import lay_data

if TYPE_CHECKING:
    from bomberstream.core.ruleset import RulesetBuilder

__all__ = ["RULE"]

ID = "gunnery_review"


def apply(builder: RulesetBuilder) -> None:
    """Let the board hear each claim."""
    lay_data(builder, ID)
    bring_claims(builder, "tonight 7.6.1", "gunnery review")


RULE = OptionalRule(
    id=ID,
    title="Gunnery review of fighters claimed",
    rule="tonight 7.6",
    games=("today",),
    apply=apply,
    kind="claims",
)
