"""Optional rule 5-17A to 5-17C: for each wound the place where the man is hit."""

from __future__ import annotations

from typing import TYPE_CHECKING

from bomberstream.core.game import OptionalRule
from bomberstream.core.mission.details import bring_wound_places

from .laying import lay_data

if TYPE_CHECKING:
    from bomberstream.core.ruleset import RulesetBuilder

__all__ = ["RULE"]

ID = "today_detailed_wounds"


def apply(builder: RulesetBuilder) -> None:
    """Roll for the place of each wound that 5-17 gives."""
    lay_data(builder, ID)
    bring_wound_places(builder, "5-17")


RULE = OptionalRule(
    id=ID,
    title="Wounds in detail",
    rule="today 5-17A",
    games=("today",),
    apply=apply,
)
