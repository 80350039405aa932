"""Optional rule 11.1.2: competitive play. The opposing player flies the Mosquito: its aim and its range are his.

Each player has a career of his own, and the better score wins. Who flips the bomber's card and who rolls for initiative
changes no odds; what the opponent decides is asked for here.
"""

from __future__ import annotations

from importlib.resources import files
from pathlib import Path
from typing import TYPE_CHECKING

from bomberstream.core.decisions import Decision
from bomberstream.core.game import OptionalRule
from bomberstream.core.procedure import step

from ..mosquito import mosquito_fires
from ..state import RANGES
from ..target import AIRFRAME, WINGS

if TYPE_CHECKING:
    from bomberstream.core.ruleset import RulesetBuilder
    from bomberstream.core.sortie import Sortie

    from ..state import AceState

__all__ = ["RULE"]

ID = "competitive"


@step(name="their_attack", rule="ace 11.1.2", table="B6", when="not fight_is_over", cause="night_fighter")
def opponent_attacks(s: Sortie) -> None:
    """The opponent aims the Mosquito at airframe or wing, and begins from whatever range he likes (11.1.2)."""
    g: AceState = s.game
    g.aim = s.choose("mosquito_aim")
    g.range = s.choose("mosquito_range")
    mosquito_fires(s)


def apply(builder: RulesetBuilder) -> None:
    """Let the opponent decide for the Mosquito."""
    aims = (AIRFRAME, *WINGS)
    builder.decision(Decision("mosquito_aim", "Opponent: where does the Mosquito aim?", "ace 11.1.2", aims))
    builder.decision(Decision("mosquito_range", "Opponent: from what range does it begin?", "ace 11.1.2", RANGES))
    builder.lay_over(Path(str(files("bomberstream.tables"))) / "ace-rules" / "competitive.toml")
    builder.replace_step("night_fighter.their_attack", opponent_attacks)


RULE = OptionalRule(id=ID, title="Competitive play", rule="ace 11.1.2", games=("ace",), apply=apply)
