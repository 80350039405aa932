"""Optional rule 10.3: somebody from outside rides along, takes a crewman's place, or takes the pilot's seat."""

from __future__ import annotations

from importlib.resources import files
from pathlib import Path
from typing import TYPE_CHECKING

from attrs import define, evolve
from bomberstream.core.crew import Crewman, Station
from bomberstream.core.damage import wound_man
from bomberstream.core.decisions import Decision
from bomberstream.core.effects import verb
from bomberstream.core.game import GameOption, OptionalRule
from bomberstream.core.mission.crewing import swap
from bomberstream.core.mission.spoken import YES_NO
from bomberstream.core.procedure import step

from ..crew import sets_aboard

if TYPE_CHECKING:
    from bomberstream.core.ruleset import RulesetBuilder
    from bomberstream.core.sortie import Sortie

    from ..state import TonightState

__all__ = ["RULE", "Rider"]

ID = "extra_crew"
PASSENGER = "passenger"
"""His trade, and his seat."""
NOBODY_COMES = "nobody"
KINDS = {
    "headquarters": "an officer from headquarters",
    "senior": "the Wing Commander",
    "camera": "a man with a film camera",
    "special": "a special operator",
}
RANKS = {
    "headquarters": "Squadron Leader",
    "senior": "Wing Commander",
    "camera": "Flying Officer",
    "special": "Sergeant",
}
PLACES = {"rear_centre": "behind the bomb bay", "front_centre": "behind the pilot", "nose": "up in the nose"}
"""Sections in which he may sit, in words; the rule says that it is usually the rear centre."""
# Not stated: what a rider has flown. A senior officer has a tour behind him, the others nothing that counts here.
SENIOR_MISSIONS = 30
OTHERS_MISSIONS = 0
# Which set is the special operator's: the first of these that is aboard ("a Mandrel set or one of the other devices").
SETS = ("mandrel", "monica", "h2s")


@define(eq=False)
class Rider:
    """Who rides along."""

    kind: str
    man: Crewman
    flies: bool = False


@step(rule="tonight 10.3")
def ride_along(s: Sortie) -> None:
    """Who comes with the crew, and where he sits (10.3)."""
    bomber = s.bomber
    if PASSENGER not in bomber.stations:
        # A type of another pack, with no seat for anybody.
        return
    man = bomber.man_of(PASSENGER)
    kind = s.setup.options.get(PASSENGER) or s.choose("rides_along")
    if kind == NOBODY_COMES:
        leave_behind(s, man)
        return
    man.title, man.rank = KINDS[kind], RANKS[kind] if s.log is not None else ""
    man.missions = SENIOR_MISSIONS if kind == "senior" else OTHERS_MISSIONS
    s.kept[ID] = rider = Rider(kind, man)
    replaced = s.pick(
        "gives_up_place", [one for one in bomber.crew if one is not man and not one.is_pilot], decline=True
    )
    if replaced is not None:
        take_place(s, rider, replaced)
        return
    section = s.choose("rides_where")
    seat_in(s, man, section)
    s.note("rides_along", man=man.name, who=man.title, place=PLACES[section])
    if kind == "senior" and s.choose("senior_flies") == "yes":
        fly_it(s, rider)
    elif kind == "special":
        work_set(s, man)


def seat_in(s: Sortie, man: Crewman, section: str) -> None:
    """His seat, with an oxygen outlet, is put up in a section."""
    stations = s.bomber.stations
    man.station = None
    stations[PASSENGER] = Station(evolve(stations[PASSENGER].type, section=section))
    man.move_to(stations[PASSENGER])


def leave_behind(s: Sortie, man: Crewman) -> None:
    """Neither he nor a seat for him is aboard."""
    del s.bomber.stations[PASSENGER]
    man.station = None
    s.bomber.crew.remove(man)


def take_place(s: Sortie, rider: Rider, replaced: Crewman) -> None:
    """He does the duty of a crewman who stays at home, with his own experience."""
    man = rider.man
    leave_behind(s, man)
    replaced.name, replaced.rank = man.name, man.rank
    replaced.missions, replaced.kills, replaced.has_ace_kills = man.missions, man.kills, False
    rider.man = replaced
    s.note("in_place_of", man=man.name, who=man.title, station=replaced.title)


def fly_it(s: Sortie, rider: Rider) -> None:
    """A senior officer flies, and is the pilot (T-83); the bumped one rides in his seat, and is a pilot still."""
    bomber, man = s.bomber, rider.man
    seat = bomber.type.pilots[0]
    pilot = bomber.man_at(seat)
    rider.flies = man.is_pilot = True
    bomber.pilots = (man, *bomber.pilots)
    swap(s, man, seat)
    s.note("senior_flies", man=man.name, pilot=pilot.name)


def work_set(s: Sortie, man: Crewman) -> None:
    """A special operator works a set from his seat; whose it was else is free of it."""
    g: TonightState = s.game
    g.sets = sets_aboard(s)
    for name in SETS:
        if name in g.sets and man.station is not None:
            g.sets[name] = evolve(g.sets[name], operator=man.station.key)
            return


@step(rule="tonight 10.3.senior")
def relieve(s: Sortie) -> None:
    """With the senior officer down the pilot takes his seat back, or the other way round, before anybody else."""
    rider: Rider | None = s.kept.get(ID)
    if rider is None or not rider.flies:
        return
    bomber = s.bomber
    seat = bomber.stations[bomber.type.pilots[0]]
    if seat.man is not None and seat.man.is_fit:
        return
    for man in bomber.pilots:
        if man.is_fit and not man.is_trapped:
            swap(s, man, seat.key)
            s.note("pilot_takes_over", man=man.name)
            return


@verb("wound", takes="station")
def wound(s: Sortie, station: str) -> None:
    """Whoever is at the station is hit and rolls for his wound; where a passenger rides in the section, any man there
    may be the one (10.3)."""
    struck = s.bomber.man_at(station)
    rider: Rider | None = s.kept.get(ID)
    if rider is not None and not struck.is_dead and struck.section:
        there = [man for man in s.bomber.men_in(struck.section) if not man.is_dead and man is not struck]
        if PASSENGER in (one.trade for one in (struck, *there)) and there:
            struck = s.pick("who_is_hit", [struck, *there]) or struck
    wound_man(s, struck)


def apply(builder: RulesetBuilder) -> None:
    """Let somebody ride along."""
    builder.happening("rides_along", "somebody from outside the crew rides along")
    builder.happening("in_place_of", "somebody from outside the crew takes a man's place")
    builder.happening("senior_flies", "a senior officer takes the pilot's seat")
    builder.happening("pilot_takes_over", "the other pilot takes the seat of one who is down")
    builder.decision(Decision("rides_along", "Who rides along?", "tonight 10.3", (NOBODY_COMES, *KINDS)))
    builder.decision(Decision("rides_where", "Where does he sit?", "tonight 10.3", tuple(PLACES)))
    builder.decision(
        Decision("gives_up_place", "Whose place does he take?", "tonight 10.3", slot="man", may_decline=True)
    )
    builder.decision(Decision("senior_flies", "Does the senior officer fly?", "tonight 10.3.senior", YES_NO))
    builder.decision(Decision("who_is_hit", "Who in this section is hit?", "tonight 10.3.casualties", slot="man"))
    builder.lay_over(Path(str(files("bomberstream.tables"))) / "tonight-rules" / "extra_crew.toml")
    builder.replace_verb(wound)
    builder.step(ride_along, before="mission.base_weather")
    builder.step(relieve, before="zone.crew_moves")
    builder.step(relieve, before="turn.battle_stations")
    builder.step(relieve, before="round.contact")


RULE = OptionalRule(
    id=ID,
    title="Passengers and extra crewmen",
    rule="tonight 10.3",
    games=("tonight",),
    apply=apply,
    options=(GameOption(PASSENGER, "who rides along", "word", (NOBODY_COMES, *KINDS)),),
)
