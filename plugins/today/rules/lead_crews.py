"""Optional rule 10.7: lead crews. Whoever leads the group aims for all of it, with modifiers of his own on 6-6.

A crew of seasoned men may fly at the head, as the leader or as his deputy, with a second navigator in place of the
left waist gunner. In formation everybody drops when the leader does: his result is rolled and shared, and each
bomber rolls for its own share of it. Of a leader who is somebody else nothing is known but what all can see (48).
"""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING

from bomberstream.core.crew import NOBODY
from bomberstream.core.decisions import Decision
from bomberstream.core.errors import BadData, did_you_mean
from bomberstream.core.game import GameOption, OptionalRule
from bomberstream.core.mission.guests import stand_in
from bomberstream.core.procedure import step

from ..setup import DEPUTY, LEAD, take_number
from ..target import drops_on_command
from .laying import lay_data

if TYPE_CHECKING:
    from bomberstream.core.ruleset import Ruleset, RulesetBuilder
    from bomberstream.core.sortie import Sortie
    from bomberstream.core.tour import Tour

    from ..state import TodayState

__all__ = ["RULE", "lead_aims"]

ID = "lead_crews"
SEASONED = 6
"""Missions that each of these men needs."""
SEASONED_MEN = ("pilot", "copilot", "bombardier", "navigator")
PLACES = {"lead": LEAD, "deputy": DEPUTY}
IN_THE_RANKS = "ranks"
SECOND_NAVIGATOR = "lead_navigator"
STAYS_HOME = "left_waist_gunner"
KNOWN_AFTER = 2
"""Missions against a type of target after which the bombardier knows it."""


def known_on_tour(tour: Tour, ruleset: Ruleset) -> str:
    """The target types that the bombardier of a tour has been over at least twice (10.7)."""
    bombardier = tour.man("bombardier")
    if bombardier is None:
        return ""
    types = {one.city: one.type for one in ruleset.targets}
    seen = Counter(
        types[line.target]
        for line in tour.flown
        if line.target in types and any(part.number == bombardier.number for part in line.crew)
    )
    return ", ".join(name for name, times in seen.items() if times >= KNOWN_AFTER)


KNOWN_TYPES = GameOption(
    "known_types",
    "target types that the bombardier has flown against twice before, as 'Oil, Bridge'",
    of_tour=known_on_tour,
)


def is_seasoned(s: Sortie) -> bool:
    """Whether the crew may lead: both pilots, bombardier and navigator have six missions each."""
    men = [s.bomber.man_of(trade) for trade in SEASONED_MEN]
    return all(man is not NOBODY and man.missions >= SEASONED for man in men)


@step(rule="today 10.7")
def lead_crew(s: Sortie) -> None:
    """A seasoned crew may take the lead, or its deputy's place, rather than the one that was rolled (2-10)."""
    g: TodayState = s.game
    g.knows_target_type = knows_type(s)
    place = s.choose("flies_lead", (*PLACES, IN_THE_RANKS)) if is_seasoned(s) else IN_THE_RANKS
    if place == IN_THE_RANKS:
        s.bomber.stations.pop(SECOND_NAVIGATOR, None)
        return
    take_number(s, PLACES[place])
    s.note("flies_lead", place=place)
    take_second_navigator(s)


def take_second_navigator(s: Sortie) -> None:
    """A second navigator, who flies by dead reckoning in the nose; a waist gunner stays at home for him."""
    g: TodayState = s.game
    bomber = s.bomber
    man, seat = bomber.man_of(STAYS_HOME), bomber.stations.get(SECOND_NAVIGATOR)
    if man is NOBODY or seat is None:
        return
    stand_in(s, man, SECOND_NAVIGATOR, seat.title, SEASONED)
    man.move_to(seat)
    bomber.man_guns()
    g.navigators = (*g.navigators, SECOND_NAVIGATOR)
    s.note("second_navigator", man=man.name)


def knows_type(s: Sortie) -> bool:
    """Whether the bombardier has flown against such a target twice before; raises `BadData` for an unknown type."""
    g: TodayState = s.game
    given = [one.strip() for one in s.setup.options.get(KNOWN_TYPES.name, "").split(",") if one.strip()]
    known = {one.lower(): one for one in s.ruleset.target_types}
    for one in given:
        if one.lower() not in known:
            hint = did_you_mean(one, known.values())
            raise BadData(f"{KNOWN_TYPES.name}: no target type {one!r}; {hint}".rstrip("; "))
    return g.target is not None and g.target.type in {known[one.lower()] for one in given}


@step(rule="today 10.7", table="6-6", when="outbound and zone.is_target and bombs_aboard and not aborting")
def lead_aims(s: Sortie) -> None:
    """Whether the leader aims for this bomber: it leads, or drops on the leader's command."""
    g: TodayState = s.game
    g.lead_set = g.in_formation and (g.mission_lead or drops_on_command(s))
    if g.lead_set and not g.mission_lead:
        s.note("lead_aims")


def apply(builder: RulesetBuilder) -> None:
    """Let the leader aim, and seasoned crews lead."""
    builder.happening("flies_lead", "the crew fly at the head of the group")
    builder.happening("second_navigator", "a second navigator flies in place of a waist gunner")
    builder.happening("lead_aims", "the leader of the group aims for all")
    builder.decision(
        Decision("flies_lead", "Lead the group, fly as deputy, or in the ranks?", "today 10.7", (*PLACES, IN_THE_RANKS))
    )
    lay_data(builder, ID)
    builder.step(lead_crew, before="mission.base_weather")
    builder.step(lead_aims, before="zone.bomb_run")


RULE = OptionalRule(
    id=ID,
    title="Lead crews",
    rule="today 10.7",
    games=("today",),
    apply=apply,
    options=(KNOWN_TYPES,),
)
