"""Optional rule 7.4.1: whether a man whom the underground has brought home flies again."""

from __future__ import annotations

from importlib.resources import files
from pathlib import Path
from typing import TYPE_CHECKING, Any

from attrs import define, field
from bomberstream.core.decisions import Decision
from bomberstream.core.game import OptionalRule
from bomberstream.core.mission.record import add_facts, has_evaded
from bomberstream.core.mission.spoken import YES_NO
from bomberstream.core.procedure import step

if TYPE_CHECKING:
    from bomberstream.core.ruleset import RulesetBuilder
    from bomberstream.core.sortie import Sortie

__all__ = ["RULE", "Evaders"]

ID = "crew_capture"
OFF_FLYING = "off_flying"
"""What becomes of a man who is taken off flying, as `after` of a man has it."""
FLIES_NO_MORE = ("sent_home", "died_of_wounds")


@define(eq=False)
class Evaders:
    """Who has come back from enemy ground, and whether he flies again."""

    flies: dict[str, bool] = field(factory=dict)
    """Name to whether he does."""


@step(rule="tonight 7.4.1")
def evaders(s: Sortie) -> None:
    """Each man who has come back through enemy country: flying duty again, or none. A badly hurt one is not asked
    about once the doctors have taken him off."""
    back = s.kept[ID] = Evaders()
    for man in s.bomber.crew:
        if has_evaded(s, man) and man.after not in FLIES_NO_MORE:
            s.man = man
            flies = s.choose("evader_flies", about=man.told) == "yes"
            back.flies[man.name] = flies
            if not flies:
                man.after = OFF_FLYING
            s.note("evader_back", man=man.name, flies=flies)


def facts(s: Sortie) -> dict[str, Any]:
    """What the summary tells: who came back, and whether he flies again."""
    back: Evaders = s.kept.get(ID, Evaders())
    return {"evaders": [{"name": name, "flies_again": flies} for name, flies in back.flies.items()]}


def apply(builder: RulesetBuilder) -> None:
    """Ask for each man who has come back."""
    builder.happening("evader_back", "a man is back from enemy country, to fly again or not")
    builder.decision(Decision("evader_flies", "Back from enemy country: does he fly again?", "tonight 7.4.1", YES_NO))
    builder.lay_over(Path(str(files("bomberstream.tables"))) / "tonight-rules" / "crew_capture.toml")
    builder.step(evaders, after="debriefing.hospital")
    add_facts(builder, facts)


RULE = OptionalRule(
    id=ID,
    title="Whether evaders fly again",
    rule="tonight 7.4.1",
    games=("tonight",),
    apply=apply,
)
