"""Optional rule 7.5: men may be put up for a medal after the flight."""

from __future__ import annotations

from collections.abc import Mapping
from importlib.resources import files
from pathlib import Path
from typing import TYPE_CHECKING, Any

from attrs import define, field
from bomberstream.core.conditions import Name
from bomberstream.core.crew import NOBODY
from bomberstream.core.decisions import Decision
from bomberstream.core.errors import BadData, did_you_mean
from bomberstream.core.game import GameOption, OptionalRule
from bomberstream.core.procedure import step

from .crew_capture import has_evaded
from .record import add_facts, men_back

if TYPE_CHECKING:
    from collections.abc import Iterator

    from bomberstream.core.crew import Crewman
    from bomberstream.core.ruleset import RulesetBuilder
    from bomberstream.core.sortie import Sortie

    from ..state import TonightState

__all__ = ["AWARDS", "RULE", "Honours", "deeds_of", "earlier_medals"]

ID = "awards"
DECORATIONS = "decorations"
"""The setting that tells of medals won before."""

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
REFUSED = "refused"

# "Most" could be given to the dead. Other reading, as it was then: the VC and the mention alone.
NOT_POSTHUMOUS = ("dso",)
"""Given for command, to the living; the dead have a mention in its place."""

# The player feels who deserves one; by standing order it is who has done one of these. Who has done more than one
# has a better roll. Each man is put up once.
ENGINES_LOST = 2
SYSTEMS_LOST = 5
"""Engines stopped, or systems out, with which a bomber brought home is a feat; so is one with a burst inside."""
HOME = ("returned", "diverted")
"""Outcomes in which it was brought home."""


@define(eq=False)
class Award:
    """A medal, as it is given."""

    man: Crewman
    award: str
    bar: bool = False
    posthumous: bool = False


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
    kept: Honours = s.kept.setdefault(ID, Honours())
    return kept


def fire_out(s: Sortie, facts: Mapping[str, Any]) -> None:
    """A man has put a fire out, and saved whoever is aboard."""
    honours(s).put_out_fire.append(str(facts["man"]))


def deeds_of(s: Sortie, man: Crewman) -> tuple[str, ...]:
    """What a man has done that is worth a medal: against the enemy, for the others, or for the bomber (7.5)."""
    return tuple(_deeds(s, man))


def _deeds(s: Sortie, man: Crewman) -> Iterator[str]:
    g: TonightState = s.game
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


def where_done(s: Sortie, man: Crewman) -> str:
    """In what kind of action: the Service Cross is for the sea, the Military Cross for the land, the Flying Cross
    for the air (7.5)."""
    deeds = honours(s).deeds.get(man.trade, ())
    if "ditching" in deeds:
        return "sea"
    return "land" if "evaded" in deeds else "air"


@step(rule="tonight 7.5", table="7-5")
def put_up(s: Sortie) -> None:
    """One man after another is put up for an award (7-5), while anybody is back to tell of it."""
    if s.outcome in s.ruleset.game.not_flown or not men_back(s):
        return
    earlier = earlier_medals(s)
    kept = honours(s)
    kept.deeds = {man.trade: found for man in s.bomber.crew if (found := deeds_of(s, man))}
    left = list(s.bomber.crew)
    while left:
        man = s.pick("put_up", left, decline=True)
        if man is None:
            return
        left = [one for one in left if one is not man]
        s.man = man
        give(s, man, str(s.roll("award", where_done(s, man)).result), earlier.get(man.trade, ()))


def give(s: Sortie, man: Crewman, award: str, earlier: tuple[str, ...]) -> None:
    """An award, or none; a bar to one that he has."""
    if award == REFUSED:
        s.note("award_refused", man=man.name)
        return
    if man.is_dead and award in NOT_POSTHUMOUS:
        award = MENTION
    made = Award(man, award, award != MENTION and award in earlier, man.is_dead)
    honours(s).given.append(made)
    s.note("award", man=man.name, award=AWARDS[award], bar=made.bar, posthumous=made.posthumous)


def earlier_medals(s: Sortie) -> dict[str, tuple[str, ...]]:
    """The medals won before, by trade, as the option gives them: "pilot dfc, tail_gunner dso".

    Raises `BadData` with the nearest for a man or medal that is not known.
    """
    given = s.setup.options.get(DECORATIONS, "")
    found: dict[str, tuple[str, ...]] = {}
    trades = [man.trade for man in s.bomber.crew]
    medals = [one for one in AWARDS if one != MENTION]
    for part in filter(None, (one.strip() for one in given.lower().split(","))):
        trade, _, medal = part.partition(" ")
        for what, word, known in (("man", trade, trades), ("medal", medal.strip(), medals)):
            if word not in known:
                hint = did_you_mean(word, known)
                raise BadData(f"{DECORATIONS}, {part!r}: no {what} {word!r}; {hint}".rstrip("; "))
        found[trade] = (*found.get(trade, ()), medal.strip())
    return found


@step(rule="tonight 7.5.order")
def check_decorations(s: Sortie) -> None:
    """What the option says must be true of this crew; raises `BadData` before they fly."""
    earlier_medals(s)


def facts(s: Sortie) -> dict[str, Any]:
    """What the summary tells: what each man was given."""
    return {
        "awards": [
            {"name": one.man.name, "award": AWARDS[one.award], "bar": one.bar, "posthumous": one.posthumous}
            for one in honours(s).given
        ]
    }


def put_deeds(s: Sortie, value: Any) -> None:
    """What a scenario gives the man for deeds."""
    honours(s).deeds[s.man.trade] = ("said",) * int(value)


def apply(builder: RulesetBuilder) -> None:
    """Put men up for medals."""
    builder.role("award", (*AWARDS, REFUSED))
    builder.happening("award", "a man is given a medal, or a bar to one")
    builder.happening("award_refused", "a man is put up for a medal in vain")
    builder.decision(Decision("put_up", "Who is put up for an award?", "tonight 7.5", slot="man", may_decline=True))
    # The expression reaches the rule by its state alone.
    path = f"(len(s.kept[{ID!r}].deeds.get(s.man.trade, ())) if {ID!r} in s.kept else 0)"
    builder.name(Name("man.deeds", path, "number", "deeds of the man that are worth a medal", put=put_deeds, high=9))
    builder.lay_over(Path(str(files("bomberstream.tables"))) / "tonight-rules" / "awards.toml")
    builder.on("fire_out", fire_out)
    builder.step(check_decorations, before="mission.base_weather")
    builder.step(put_up, before="debriefing.credit")
    add_facts(builder, facts)


RULE = OptionalRule(
    id=ID,
    title="Awards for gallantry",
    rule="tonight 7.5",
    games=("tonight",),
    apply=apply,
    options=(GameOption(DECORATIONS, "medals won before, as 'pilot dfc, tail_gunner dso'"),),
)
