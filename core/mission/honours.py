"""Awards for gallantry, an optional rule of the bomber games: after the flight men may be put up for a medal.

What is shared: who has done something worth one, putting men up one after another, and the medals won before. Which
medals there are, and what a roll gives, belongs to each game.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

from attrs import define, field

from ..conditions import Name
from ..crew import NOBODY
from ..decisions import Decision
from ..errors import BadData, did_you_mean
from ..game import GameOption
from ..procedure import step
from .carried import carried_by
from .record import add_facts, has_evaded, men_back

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Sequence

    from ..crew import Crewman
    from ..ruleset import RulesetBuilder
    from ..sortie import Sortie
    from ..tour import Tour
    from .state import MissionState

__all__ = [
    "DECORATIONS",
    "REFUSED",
    "Award",
    "Honours",
    "bring_honours",
    "deeds_of",
    "earlier_medals",
    "enter_awards",
    "give_award",
    "honours",
]

KEPT = "honours"
MEDALS = "medals"
"""Of a tour's man, among what is kept of him."""
DECORATIONS = GameOption("decorations", "medals won before, as 'pilot dfc, tail_gunner dso'")
"""The setting that tells of medals won before."""
REFUSED = "refused"
"""The result of a roll that gives nothing."""

# The player feels who deserves one; by standing order it is who has done one of these. Each man is put up once.
ENGINES_LOST = 2
SYSTEMS_LOST = 5
"""Engines stopped, or systems out, with which a bomber brought home is a feat; so is one with a burst inside."""
HOME = ("returned", "diverted")
"""Outcomes in which it was brought home."""
LATER_MOST = 9
"""Deeds that a scenario may give a man."""


@define(eq=False)
class Award:
    """A medal, as it is given."""

    man: Crewman
    award: str
    """The medal's name, as it is told."""
    word: str = ""
    """The medal in a setting; empty for what cannot be won twice."""
    again: str = ""
    """What stands for a medal that he had already: "bar", "oak leaf cluster"; empty for the first of its kind."""
    posthumous: bool = False

    @property
    def told(self) -> str:
        """As it stands in a book: "Bar to the Distinguished Flying Cross"."""
        return f"{self.again.capitalize()} to the {self.award}" if self.again else self.award


@define(eq=False)
class Honours:
    """Who fought a fire on this flight, what each man has done, and what is given for it."""

    put_out_fire: list[str] = field(factory=list)
    """Names."""
    deeds: dict[str, tuple[str, ...]] = field(factory=dict)
    """Trade to deeds."""
    given: list[Award] = field(factory=list)


def honours(s: Sortie) -> Honours:
    """What is kept of this flight."""
    kept: Honours = s.kept.setdefault(KEPT, Honours())
    return kept


def fire_out(s: Sortie, facts: Mapping[str, Any]) -> None:
    """A man has put a fire out, and saved whoever is aboard."""
    honours(s).put_out_fire.append(str(facts["man"]))


def deeds_of(s: Sortie, man: Crewman) -> tuple[str, ...]:
    """What a man has done that is worth a medal: against the enemy, for the others, or for the bomber."""
    return tuple(_deeds(s, man))


def _deeds(s: Sortie, man: Crewman) -> Iterator[str]:
    g: MissionState = s.game
    if man.kills_today > 0:
        yield "fighter"
    if man.name in honours(s).put_out_fire:
        yield "fire"
    if man is g.landed_by and man is not NOBODY:
        if s.outcome in HOME and is_badly_hit(s):
            yield "brought_home"
        if s.outcome in HOME and not man.is_pilot:
            yield "took_over"
        if s.outcome == "ditched" and any(one is not man for one in men_back(s)):
            yield "ditching"
    if has_evaded(s, man):
        yield "evaded"


def is_badly_hit(s: Sortie) -> bool:
    """Whether the bomber is such that to bring it home was a feat."""
    bomber = s.bomber
    lost = bomber.out.intersection(s.ruleset.game.systems)
    return bomber.engines_out >= ENGINES_LOST or len(lost) >= SYSTEMS_LOST or bool(bomber.bursts)


def bring_honours(
    builder: RulesetBuilder,
    rule: str,
    table: str,
    medals: Mapping[str, str],
    give: Callable[[Sortie, Crewman, str, Sequence[str]], None],
    column: Callable[[Sortie, Crewman], str] | None = None,
    refused: str = REFUSED,
) -> None:
    """Put men up for medals: each roll on the role `award`, in the column that `column` gives, goes to `give`, with
    the medals that the man has from before; `refused` is the result that gives nothing.

    `medals`: word of a setting to name, those that can be won twice; `rule` and `table` are cited.
    """

    def put_up(s: Sortie) -> None:
        """One man after another is put up for an award, while anybody is back to tell of it."""
        if s.outcome in s.ruleset.game.not_flown or not men_back(s):
            return
        earlier = earlier_medals(s, medals)
        kept = honours(s)
        kept.deeds = {man.trade: found for man in s.bomber.crew if (found := deeds_of(s, man))}
        left = list(s.bomber.crew)
        while left:
            man = s.pick("put_up", left, decline=True)
            if man is None:
                return
            left = [one for one in left if one is not man]
            s.man = man
            award = str(s.roll("award", None if column is None else column(s, man)).result)
            if award == refused:
                s.note("award_refused", man=man.name)
            else:
                give(s, man, award, earlier.get(man.trade, ()))

    def check_decorations(s: Sortie) -> None:
        """What the setting says must be true of this crew; raises `BadData` before they fly."""
        earlier_medals(s, medals)

    builder.happening("award", "a man is given a medal, or has it again")
    builder.happening("award_refused", "a man is put up for a medal in vain")
    builder.decision(Decision("put_up", "Who is put up for an award?", rule, slot="man", may_decline=True))
    # The expression reaches the rule by its state alone.
    path = f"(len(s.kept[{KEPT!r}].deeds.get(s.man.trade, ())) if {KEPT!r} in s.kept else 0)"
    builder.name(
        Name("man.deeds", path, "number", "deeds of the man that are worth a medal", put=put_deeds, high=LATER_MOST)
    )
    builder.on("fire_out", fire_out)
    builder.step(step(rule=rule)(check_decorations), before="mission.base_weather")
    builder.step(step(rule=rule, table=table)(put_up), before="debriefing.credit")
    add_facts(builder, facts)


def earlier_medals(s: Sortie, medals: Mapping[str, str]) -> dict[str, tuple[str, ...]]:
    """The medals won before, by trade: those of a tour's men, and as the setting gives them, "pilot dfc, tail_gunner
    dso".

    Raises `BadData` with the nearest for a man or medal in the setting that is not known.
    """
    given = s.setup.options.get(DECORATIONS.name, "")
    found = {trade: man.medals for trade, man in carried_by(s).crew.items() if man.medals}
    trades = [man.trade for man in s.bomber.crew]
    for part in filter(None, (one.strip() for one in given.lower().split(","))):
        trade, _, medal = part.partition(" ")
        for what, word, known in (("man", trade, trades), ("medal", medal.strip(), [*medals])):
            if word not in known:
                hint = did_you_mean(word, known)
                raise BadData(f"{DECORATIONS.name}, {part!r}: no {what} {word!r}; {hint}".rstrip("; "))
        found[trade] = (*found.get(trade, ()), medal.strip())
    return found


def give_award(s: Sortie, man: Crewman, name: str, *, word: str = "", again: str = "") -> None:
    """A man is given a medal, which is told and kept; `again` says what a second one is called, where it is one.

    A tour keeps the `word`, and brings it along to his next missions.
    """
    made = Award(man, name, word, again, man.is_dead)
    honours(s).given.append(made)
    s.note("award", man=man.name, award=name, bar=bool(again), posthumous=made.posthumous)


def facts(s: Sortie) -> dict[str, Any]:
    """What the summary tells: what each man was given."""
    return {
        "awards": [
            {"name": one.man.name, "award": one.award, "bar": bool(one.again), "posthumous": one.posthumous}
            for one in honours(s).given
        ]
    }


def enter_awards(tour: Tour, s: Sortie) -> list[str]:
    """What was given goes into the book of a tour: by name, and as what its men bring along; remarks for the line."""
    found: list[str] = []
    for one in honours(s).given:
        airman = next((man for man in tour.roster if man.name == one.man.name and man.left in (0, tour.number)), None)
        if airman is None:
            continue  # a guest of this mission alone
        airman.decorations = (*airman.decorations, one.told)
        if one.word:
            airman.kept = {**airman.kept, MEDALS: [*airman.kept.get(MEDALS, ()), one.word]}
        found.append(f"{airman.told}: {one.told}")
    return found


def put_deeds(s: Sortie, value: Any) -> None:
    """What a scenario gives the man for deeds."""
    honours(s).deeds[s.man.trade] = ("said",) * int(value)
