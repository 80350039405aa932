"""Optional rule 11.4: a pistol at the ceremony. It can succeed or fail; the pilot does not leave the room alive."""

from __future__ import annotations

from importlib.resources import files
from pathlib import Path
from typing import TYPE_CHECKING, Any

from bomberstream.core.crew import Crewman
from bomberstream.core.decisions import Decision
from bomberstream.core.game import OptionalRule

from ..career import EXECUTED
from ..debriefing import finish
from ..setup import SUMS

if TYPE_CHECKING:
    from collections.abc import Mapping

    from bomberstream.core.ruleset import RulesetBuilder
    from bomberstream.core.sortie import Sortie

    from ..state import AceState

__all__ = ["RULE"]

ID = "assassination"
LAST_ROW = 92
"""The attempt must come before the fifth sortie of July 1944 (11.4.2), row 93 of the log."""


def at_the_ceremony(s: Sortie, facts: Mapping[str, Any]) -> None:
    """Oak Leaves, Swords or Diamonds are given in person: there is one chance (11.4.1 to 11.4.5)."""
    g: AceState = s.game
    if g.row > LAST_ROW or s.choose("draws_pistol") == "no":
        return
    shots = s.throw("1d6", "pistol shots")
    victim = Crewman("the dictator", "", sums=SUMS)
    for _ in range(shots):
        if victim.is_dead:
            break
        match s.roll("injury").result:
            case "light":
                victim.wound_lightly()
            case "serious":
                victim.wound_seriously()
            case _:
                victim.kill()
    s.note("pistol", shots=shots, dead=victim.is_dead)
    s.bomber.man_of("pilot").kill()
    finish(s, EXECUTED, "shot after killing Hitler" if victim.is_dead else "shot after an attempt on Hitler")


def apply(builder: RulesetBuilder) -> None:
    """Give the pilot the choice."""
    builder.decision(Decision("draws_pistol", "Draw the pistol?", "ace 11.4", ("yes", "no")))
    builder.happening("pistol", "the pilot shoots at the dictator")
    builder.lay_over(Path(str(files("bomberstream.tables"))) / "ace-rules" / "assassination.toml")
    builder.on("berlin", at_the_ceremony)


RULE = OptionalRule(id=ID, title="The assassination of Hitler", rule="ace 11.4", games=("ace",), apply=apply)
