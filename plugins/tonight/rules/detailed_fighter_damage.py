"""Optional rule 5.5.1.1: where a night fighter is hit, and what becomes of its pilot."""

from __future__ import annotations

from importlib.resources import files
from pathlib import Path
from typing import TYPE_CHECKING

from attrs import define
from bomberstream.core.combat import NO_FIGHTER, Fighter
from bomberstream.core.game import OptionalRule
from bomberstream.core.mission.details import bring_fighter_details, hit_in_detail

if TYPE_CHECKING:
    from collections.abc import Mapping
    from typing import Any

    from bomberstream.core.ruleset import RulesetBuilder
    from bomberstream.core.sortie import Sortie

__all__ = ["RULE"]

ID = "detailed_fighter_damage"


@define(eq=False)
class Detailed:
    """What has been rolled for in detail."""

    breaks_off: Fighter = NO_FIGHTER
    """The fighter whose FBOA has been rolled for: any more of them are superficial (5.5)."""


def in_detail(s: Sortie, facts: Mapping[str, Any]) -> None:
    """A night fighter has been hit."""
    kept: Detailed = s.kept.setdefault(ID, Detailed())
    if facts["result"] == "fboa":
        if kept.breaks_off is s.fighter:
            return
        kept.breaks_off = s.fighter
    hit_in_detail(s, facts["result"])


def apply(builder: RulesetBuilder) -> None:
    """After each hit that damages or destroys a night fighter, one more roll."""
    builder.lay_over(Path(str(files("bomberstream.tables"))) / "tonight-rules" / f"{ID}.toml")
    bring_fighter_details(builder)
    builder.on("fighter_hit", in_detail)
    # 5-12C, note a: the finer damage is what makes a fighter hard to control.
    builder.modifier(
        "5-16 note c",
        "fighter.collision_risk",
        when="fighter.collision_risk > 0",
        says="fighter hard to control",
    )


RULE = OptionalRule(
    id=ID,
    title="Fighter damage in detail",
    rule="tonight 5.5.1.1",
    games=("tonight",),
    apply=apply,
)
