"""Optional rule 5-7A and 5-7B: where a fighter is hit, and what becomes of its pilot."""

from __future__ import annotations

from typing import TYPE_CHECKING

from bomberstream.core.game import OptionalRule
from bomberstream.core.mission.details import bring_fighter_details, hit_in_detail

from .laying import lay_data

if TYPE_CHECKING:
    from collections.abc import Mapping
    from typing import Any

    from bomberstream.core.ruleset import RulesetBuilder
    from bomberstream.core.sortie import Sortie

__all__ = ["RULE"]

ID = "today_detailed_fighter_damage"


def in_detail(s: Sortie, facts: Mapping[str, Any]) -> None:
    """A fighter has been hit."""
    hit_in_detail(s, facts["result"])


def apply(builder: RulesetBuilder) -> None:
    """After each hit that damages or destroys a fighter, one more roll."""
    lay_data(builder, ID)
    bring_fighter_details(builder)
    builder.on("fighter_hit", in_detail)


RULE = OptionalRule(
    id=ID,
    title="Fighter damage in detail",
    rule="today 5-7A",
    games=("today",),
    apply=apply,
)
