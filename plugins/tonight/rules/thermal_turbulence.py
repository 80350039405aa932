"""Optional rule 6.3: above a burning city the air is rough, and may hurt a bomber that flies through it."""

from __future__ import annotations

from importlib.resources import files
from pathlib import Path
from typing import TYPE_CHECKING

from bomberstream.core.game import OptionalRule
from bomberstream.core.procedure import step

if TYPE_CHECKING:
    from bomberstream.core.ruleset import RulesetBuilder
    from bomberstream.core.sortie import Sortie

__all__ = ["RULE", "turbulence"]


# Not stated when: after the bomb run, as the text stands behind it. Other reading: before it, so that what the air
# breaks spoils the aim. A bomber that does not bomb flies over the fires as well.
@step(
    rule="tonight 6.3",
    table="6-8",
    when="outbound and zone.is_target and target_type == 'Area'",
    cause="weather",
)
def turbulence(s: Sortie) -> None:
    """The air over the fires of an area target (6-8), and what it does to the bomber (6-9)."""
    if s.roll("thermal_turbulence").result == "severe":
        s.carry_out("turbulence_damage")


def apply(builder: RulesetBuilder) -> None:
    """Make the air over area targets rough."""
    builder.role("thermal_turbulence", ("none", "bumpy", "severe"))
    builder.role("turbulence_damage")
    builder.lay_over(Path(str(files("bomberstream.tables"))) / "tonight-rules" / "thermal_turbulence.toml")
    builder.step(turbulence, after="zone.bomb_run")


RULE = OptionalRule(
    id="thermal_turbulence",
    title="Thermal turbulence over burning cities",
    rule="tonight 6.3",
    games=("tonight",),
    apply=apply,
)
