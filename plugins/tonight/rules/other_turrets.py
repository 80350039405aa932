"""Optional rule 2.5.2: other turrets and guns than the standard ones, among them heavy .50 guns from October 1942.

Everything is data: options of the bombers' places, the guns they bring, and what these bear on.
"""

from __future__ import annotations

from importlib.resources import files
from pathlib import Path
from typing import TYPE_CHECKING

from attrs import evolve
from bomberstream.core.game import GameOption, OptionalRule

if TYPE_CHECKING:
    from bomberstream.core.ruleset import RulesetBuilder

__all__ = ["RULE", "arm_wellington"]

DATA = Path(str(files("bomberstream.tables"))) / "tonight-rules"

OPTIONS = (
    GameOption("nose", "nose of a Halifax", "word", ("turret", "clear", "clear_heavy")),
    GameOption("dorsal", "top turret, or a Halifax II's waist guns", "word", ("turret", "four", "heavy", "waist")),
    GameOption("tail", "tail turret", "word", ("turret", "heavy")),
    GameOption(
        "ventral", "what the ventral place holds", "word", ("gun", "heavy", "twin", "twin_heavy", "h2s", "none")
    ),
)


WELLINGTON = "wellington"
ID = "other_turrets"


def arm_wellington(builder: RulesetBuilder) -> None:
    """The Wellington's heavy tail turret (9.1), once this rule and that of the type are both on, in either order."""
    is_there = any(WELLINGTON in pack.bombers for pack in builder.packs)
    if is_there and any(pack.name == ID for pack in builder.packs):
        builder.lay_over(DATA / "wellington_turrets.toml")


def apply(builder: RulesetBuilder) -> None:
    """Fit the bombers with other guns."""
    fit = builder.decisions["fit"]
    choices = dict.fromkeys((*fit.options, *(value for option in OPTIONS for value in option.values)))
    builder.decision(evolve(fit, options=tuple(choices)))
    builder.lay_over(DATA / f"{ID}.toml")
    arm_wellington(builder)


RULE = OptionalRule(
    id=ID,
    title="Other turrets and guns",
    rule="tonight 2.5.2",
    games=("tonight",),
    apply=apply,
    options=OPTIONS,
)
