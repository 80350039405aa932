"""Optional rule 5.7 and table 5-12E: area spray fire, three boxes for one burst without aim."""

from __future__ import annotations

from importlib.resources import files
from pathlib import Path
from typing import TYPE_CHECKING

from bomberstream.core.game import OptionalRule
from bomberstream.core.mission.spraying import bring_spray_fire

if TYPE_CHECKING:
    from bomberstream.core.ruleset import RulesetBuilder

__all__ = ["RULE"]

ID = "spray_fire"


def apply(builder: RulesetBuilder) -> None:
    """Ask each gun that is laid whether it sprays."""
    builder.lay_over(Path(str(files("bomberstream.tables"))) / "tonight-rules" / f"{ID}.toml")
    bring_spray_fire(builder, "tonight 5.7.spray")


RULE = OptionalRule(
    id=ID,
    title="Spray fire",
    rule="tonight 5.7.spray",
    games=("tonight",),
    apply=apply,
)
