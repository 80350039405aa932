"""Optional rule 11.2: ace cards. One of forty historical pilots begins in August 1943 with what he had won by then."""

from __future__ import annotations

from importlib.resources import files
from pathlib import Path
from typing import TYPE_CHECKING, Any

from attrs import define
from bomberstream.core.decisions import Decision
from bomberstream.core.errors import BadData, did_you_mean, fold
from bomberstream.core.game import GameOption, OptionalRule

from ..setup import START, Offer, all_bases, offer_of_base, pick_model, recruit_crew

if TYPE_CHECKING:
    from collections.abc import Mapping

    from bomberstream.core.bomber import BomberType
    from bomberstream.core.ruleset import RulesetBuilder
    from bomberstream.core.sortie import Sortie

    from ..career import Career
    from ..data import Base

__all__ = ["RULE", "AceCard"]

ID = "ace_pilots"
OPTION = "ace_pilot"
ANY = "any"
GRADES = (
    "ek2", "ek1", "german_cross", "knights_cross", "oak_leaves", "swords", "diamonds",
)  # fmt: skip
"""Awards in rising order; who has one has those below it."""
CLASP_FLIGHTS = 20
"""Flights for the Flight Clasp: a pilot who is an ace is taken to have flown them."""
KILLS_FOR_A_POINT = 10


@define(frozen=True)
class AceCard:
    """A pilot as he was in August 1943, and what he reached by the end of the war."""

    kills: int
    final: int
    units: tuple[str, ...]
    rank: str
    expert: tuple[str, ...]
    award: str = "none"
    """The highest that he held."""
    skills: tuple[str, ...] = ()


def become_ace(s: Sortie, facts: Mapping[str, Any]) -> None:
    """A new pilot is one of the forty: as the setting names him, or drawn by decision or die (11.2)."""
    career: Career = s.game.career
    name, card = choose_ace(s)
    base = choose_unit(s, card)
    career.ace = name
    career.unit, career.base, career.zone = base.unit, base.base, base.zone
    track = s.tables["rank"].look(card.rank).data.track
    career.track, career.rank = track, card.rank
    career.kills = career.kills_before = card.kills
    career.needs = card.final
    decorate(career, card)
    career.aircraft = choose_aircraft(s, base, card).id
    recruit_crew(s, name, START[track][1] + card.kills // KILLS_FOR_A_POINT)
    career.pilot.expert += card.expert
    career.pilot.skills += ["expert", *card.skills]
    if "radar_operation" in card.skills:
        career.pilot.skills.remove("radar_operation")
        career.crew["funker"].skills.append("radar_operation")
    s.note("ace", name=name, kills=card.kills, final=card.final, unit=base.unit)


def choose_ace(s: Sortie) -> tuple[str, AceCard]:
    """Who it is. Raises `BadData` with the nearest for a name that is on no card."""
    cards = s.tables["ace_card"].entries()
    asked = s.setup.options.get(OPTION, ANY)
    if asked != ANY:
        for name, cell in cards.items():
            if fold(asked) in (fold(name), fold(name.split()[-1])):
                return name, cell.data
        known = [*cards, *(name.split()[-1] for name in cards)]
        raise BadData(f"no ace pilot {asked!r}; {did_you_mean(asked, known)}".rstrip("; "))
    names = list(cards)
    name = names[s.throw(f"1d{len(names)}", "ace card") - 1]
    return name, cards[name].data


def choose_unit(s: Sortie, card: AceCard) -> Base:
    """One of his units; any where none of them is on the board (11.2.1)."""
    bases = {one.unit: one for one in all_bases(s.ruleset)}
    fitting = [bases[unit] for unit in card.units if unit in bases] or [*bases.values()]
    if len(fitting) == 1:
        return fitting[0]
    chosen = s.pick("ace_unit", [offer_of_base(one) for one in fitting])
    assert isinstance(chosen, Offer)
    return bases[chosen.unit]


def choose_aircraft(s: Sortie, base: Base, card: AceCard) -> BomberType:
    """Any aircraft of the unit, one of the series that he knows if there is one (11.2.1)."""
    if s.setup.bomber is not None:
        return s.ruleset.bomber(s.setup.bomber)
    listed = [s.ruleset.bombers[name] for name in base.aircraft]
    if not listed:
        listed = [kind for kind in s.ruleset.bombers.values() if kind.traits["at_start"]]
    known = [kind for kind in listed if kind.family in card.expert]
    return pick_model(s, "first_aircraft", known or listed)


def decorate(career: Career, card: AceCard) -> None:
    """His awards, and a point of prestige for each; the clasp and the name of an ace with five kills."""
    held = GRADES[: GRADES.index(card.award) + 1] if card.award in GRADES else ()
    for award in held:
        career.awards.append(award)
        career.earn()
    if career.is_ace:
        career.honour("ace")
        career.flights = CLASP_FLIGHTS
        career.awards.append("clasp")
        career.earn()


def apply(builder: RulesetBuilder) -> None:
    """Begin as one of the aces."""
    builder.role("ace_card", (), AceCard, looked_up=True)
    builder.happening("ace", "the pilot is one of the forty aces")
    builder.decision(Decision("ace_unit", "In which of his units?", "ace 11.2.1", slot="offer"))
    builder.lay_over(Path(str(files("bomberstream.tables"))) / "ace-rules" / "ace_pilots.toml")
    builder.on("enlists", become_ace)


RULE = OptionalRule(
    id=ID,
    title="Historical ace pilots",
    rule="ace 11.2",
    games=("ace",),
    apply=apply,
    options=(GameOption(OPTION, "which ace, by name; any: drawn", default=ANY),),
)
