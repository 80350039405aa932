"""Optional rule 9.3.3: what if the Ta 154 had come in September 1943."""

from __future__ import annotations

from typing import TYPE_CHECKING

from bomberstream.core.game import OptionalRule

from .extra_fighters import lay

if TYPE_CHECKING:
    from bomberstream.core.ruleset import RulesetBuilder

__all__ = ["RULE"]

ID = "early_ta_154"


def apply(builder: RulesetBuilder) -> None:
    """Bring its first month forward, and let it come in greater numbers."""
    lay(builder, ID)


RULE = OptionalRule(
    id=ID,
    title="Ta 154 night fighters from September 1943",
    rule="tonight 9.3.3",
    games=("tonight",),
    apply=apply,
    requires=("ta_154",),
)
