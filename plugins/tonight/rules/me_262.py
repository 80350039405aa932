"""Optional rule 9.2: the Me 262 B-1a/U1, a jet night fighter of the last months."""

from __future__ import annotations

from typing import TYPE_CHECKING

from bomberstream.core.game import OptionalRule
from bomberstream.core.procedure import step

from .extra_fighters import ME_262, fit_out, lay, note, substitute

if TYPE_CHECKING:
    from bomberstream.core.ruleset import RulesetBuilder
    from bomberstream.core.sortie import Sortie

__all__ = ["RULE"]

ID = "me_262"


# T-72: note c. Its first month stands in the data: January 1945 (T-76).
@step(rule="tonight 9.2.1", table="5-7 note c")
def jet(s: Sortie) -> None:
    """The rolled fighter may be the jet."""
    substitute(s, ME_262, ID)


def apply(builder: RulesetBuilder) -> None:
    """Let the jet be met, with radar, Naxos and Flensburg aboard (9.2.2, T-75)."""
    lay(builder, ID)
    note(builder, ID, "the night fighter is a jet")
    builder.step(jet, after="fighter.kind_of_fighter")
    builder.wrap_step("fighter.equipment", fit_out(ME_262))


RULE = OptionalRule(id=ID, title="Me 262 night fighters", rule="tonight 9.2", games=("tonight",), apply=apply)
