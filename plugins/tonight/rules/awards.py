"""Optional rule 7.5: men may be put up for a medal after the flight."""

from __future__ import annotations

from importlib.resources import files
from pathlib import Path
from typing import TYPE_CHECKING

from bomberstream.core.game import OptionalRule
from bomberstream.core.mission.honours import DECORATIONS, REFUSED, bring_honours, give_award, honours

if TYPE_CHECKING:
    from collections.abc import Sequence

    from bomberstream.core.crew import Crewman
    from bomberstream.core.ruleset import RulesetBuilder
    from bomberstream.core.sortie import Sortie

__all__ = ["AWARDS", "MEDALS", "RULE"]

AWARDS = {
    "vc": "Victoria Cross",
    "dso": "Distinguished Service Order",
    "cgc": "Conspicuous Gallantry Cross",
    "dsc": "Distinguished Service Cross",
    "mc": "Military Cross",
    "dfc": "Distinguished Flying Cross",
    "mid": "Mention in Dispatches",
}
"""In order of precedence (7.5)."""
MENTION = "mid"
"""No medal: it has no bar, and is given as often as it is earned."""
BAR = "bar"
"""What stands for a medal that a man has already."""
MEDALS = {word: name for word, name in AWARDS.items() if word != MENTION}

# "Most" could be given to the dead. Other reading, as it was then: the VC and the mention alone.
NOT_POSTHUMOUS = ("dso",)
"""Given for command, to the living; the dead have a mention in its place."""


def where_done(s: Sortie, man: Crewman) -> str:
    """In what kind of action: the Service Cross is for the sea, the Military Cross for the land, the Flying Cross
    for the air (7.5)."""
    deeds = honours(s).deeds.get(man.trade, ())
    if "ditching" in deeds:
        return "sea"
    return "land" if "evaded" in deeds else "air"


def give(s: Sortie, man: Crewman, award: str, earlier: Sequence[str]) -> None:
    """An award; a bar to one that he has."""
    if man.is_dead and award in NOT_POSTHUMOUS:
        award = MENTION
    if award == MENTION:
        give_award(s, man, AWARDS[award])
    else:
        give_award(s, man, AWARDS[award], word=award, again=BAR if award in earlier else "")


def apply(builder: RulesetBuilder) -> None:
    """Put men up for medals."""
    builder.role("award", (*AWARDS, REFUSED))
    builder.lay_over(Path(str(files("bomberstream.tables"))) / "tonight-rules" / "awards.toml")
    bring_honours(builder, "tonight 7.5", "7-5", MEDALS, give, where_done)


RULE = OptionalRule(
    id="awards",
    title="Awards for gallantry",
    rule="tonight 7.5",
    games=("tonight",),
    apply=apply,
    kind="awards",
    options=(DECORATIONS,),
)
