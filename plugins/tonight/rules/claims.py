"""Optional rule 7.6: fighters shot down are claims, and a board says after the flight what the gunners are credited
with."""

from __future__ import annotations

from importlib.resources import files
from pathlib import Path
from typing import TYPE_CHECKING

from bomberstream.core.game import OptionalRule
from bomberstream.core.mission.claims import bring_claims

if TYPE_CHECKING:
    from bomberstream.core.ruleset import RulesetBuilder

__all__ = ["RULE"]


def apply(builder: RulesetBuilder) -> None:
    """Let the board hear each claim (7.6.1)."""
    builder.lay_over(Path(str(files("bomberstream.tables"))) / "tonight-rules" / "claims.toml")
    bring_claims(builder, "tonight 7.6.1", "7-6")


RULE = OptionalRule(
    id="claims",
    title="Confirmation of fighters claimed by the gunners",
    rule="tonight 7.6",
    games=("tonight",),
    apply=apply,
    kind="claims",
)
