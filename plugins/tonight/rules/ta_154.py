"""Optional rule 9.3: the Ta 154 A-0, a wooden night fighter of the last month."""

from __future__ import annotations

from typing import TYPE_CHECKING

from bomberstream.core.game import OptionalRule
from bomberstream.core.procedure import step

from .extra_fighters import TA_154, fit_out, lay, note, substitute

if TYPE_CHECKING:
    from bomberstream.core.ruleset import RulesetBuilder
    from bomberstream.core.sortie import Sortie

__all__ = ["RULE"]

ID = "ta_154"


# T-72: note d. Its first month stands in the data: April 1945 (T-76).
@step(rule="tonight 9.3.1", table="5-7 note d")
def wooden_fighter(s: Sortie) -> None:
    """The rolled fighter may be a Ta 154."""
    substitute(s, TA_154, ID)


def apply(builder: RulesetBuilder) -> None:
    """Let it be met, with radar, Naxos, Flensburg and upward guns aboard (9.3.2, T-75)."""
    lay(builder, ID)
    note(builder, ID, "the night fighter is a Ta 154")
    builder.step(wooden_fighter, after="fighter.kind_of_fighter")
    builder.wrap_step("fighter.equipment", fit_out(TA_154))


RULE = OptionalRule(id=ID, title="Ta 154 night fighters", rule="tonight 9.3", games=("tonight",), apply=apply)
