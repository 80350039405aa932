"""Optional rule 5-18A: where a man is frostbitten, and how deep it has gone."""

from __future__ import annotations

from typing import TYPE_CHECKING

from bomberstream.core.game import OptionalRule
from bomberstream.core.mission.details import bring_frostbite_places

from .laying import lay_data

if TYPE_CHECKING:
    from bomberstream.core.ruleset import RulesetBuilder

__all__ = ["RULE"]

ID = "today_frostbite_places"


def apply(builder: RulesetBuilder) -> None:
    """Roll for the place of each frostbite, and for recovery on the finer table."""
    lay_data(builder, ID)
    bring_frostbite_places(builder)


RULE = OptionalRule(
    id=ID,
    title="Frostbite in detail",
    rule="today 5-18A",
    games=("today",),
    apply=apply,
)
