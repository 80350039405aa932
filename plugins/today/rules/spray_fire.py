"""Optional rule 5-6A: area spray fire, three boxes for one burst without aim."""

from __future__ import annotations

from typing import TYPE_CHECKING

from bomberstream.core.game import OptionalRule
from bomberstream.core.mission.spraying import bring_spray_fire

from .laying import lay_data

if TYPE_CHECKING:
    from bomberstream.core.ruleset import RulesetBuilder

__all__ = ["RULE"]

ID = "today_spray_fire"


def apply(builder: RulesetBuilder) -> None:
    """Ask each gun that is laid whether it sprays."""
    lay_data(builder, ID)
    bring_spray_fire(builder, "today 5-6A")


RULE = OptionalRule(
    id=ID,
    title="Spray fire",
    rule="today 5-6A",
    games=("today",),
    apply=apply,
)
