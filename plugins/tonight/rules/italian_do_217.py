"""Optional rule 9.4: over Italy a Do 217 may be an Italian one."""

from __future__ import annotations

from typing import TYPE_CHECKING

from bomberstream.core.game import OptionalRule
from bomberstream.core.procedure import step

from ..combat import attacker
from .extra_fighters import ITALIAN, lay, note, substitute

if TYPE_CHECKING:
    from bomberstream.core.ruleset import RulesetBuilder
    from bomberstream.core.sortie import Sortie

    from ..state import TonightState

__all__ = ["RULE"]

ID = "italian_do_217"
ITALY = "I"
REPLACED = ("do-217j-1", "do-217n-2")
"""What it stands in for (T-72)."""


# T-72: 9.4 says note d, 9.4.1 note c; it has a third one here.
@step(rule="tonight 9.4.1", table="5-7 note e")
def italian(s: Sortie) -> None:
    """On a raid on Italy, over Italy, a Do 217 that was rolled may be Italian (9.4)."""
    g: TonightState = s.game
    raids_italy = g.target is not None and g.target.country == ITALY
    if raids_italy and ITALY in s.zone.over and attacker(s).type.id in REPLACED:
        substitute(s, ITALIAN, ID)


def apply(builder: RulesetBuilder) -> None:
    """Let it be met; Flensburg and Naxos it has as standard, from their months on (9.4.2, T-74)."""
    lay(builder, ID)
    note(builder, ID, "the night fighter is Italian")
    builder.step(italian, after="fighter.kind_of_fighter")


RULE = OptionalRule(id=ID, title="Italian Do 217 night fighters", rule="tonight 9.4", games=("tonight",), apply=apply)
