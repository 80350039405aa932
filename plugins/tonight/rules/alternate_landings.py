"""Optional rule 10.1: fields and neutral countries to make for instead of home."""

from __future__ import annotations

from importlib.resources import files
from pathlib import Path
from typing import TYPE_CHECKING

from attrs import define, evolve
from bomberstream.core.decisions import Decision
from bomberstream.core.errors import NotAllowed
from bomberstream.core.game import GameOption, OptionalRule
from bomberstream.core.mission import ending
from bomberstream.core.mission.engines import obey_engines
from bomberstream.core.procedure import step
from bomberstream.core.zones import Zone

from ..altitude import is_slow
from ..zones import fly_way, is_south_of_alps, make_zone, reach

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping
    from typing import Any

    from bomberstream.core.ruleset import RulesetBuilder
    from bomberstream.core.sortie import Sortie

    from ..state import TonightState

__all__ = ["FIELDS", "NEUTRALS", "RULE", "Field", "Neutral", "offered"]

ID = "alternate_landings"
HOME = "home"
NEAREST_HOME = 1
"""The zone of the base."""
ITALY = "I"
SEA = ("W", "")
LAND = (ITALY, "Italy")
BARI_AXIS = 3
BARI_ALLIED = 1
"""Zones to Bari, in Axis hands and in ours. Other reading: seven in all, the last four ours (T-24)."""


@define(frozen=True)
class Field:
    """A field of ours in the Mediterranean, for bombers south of the Alps."""

    title: str
    way: tuple[tuple[tuple[str, str], ...], ...]
    """For each zone on the way its letters, each with its region of the control chart."""
    open_from: str = ""
    """The first day on which it is ours; empty for always."""


@define(frozen=True)
class Neutral:
    """A neutral country, by the zones in which it lies as seen from England."""

    title: str
    code: str
    zones: tuple[int, ...]
    over_sea: bool = False
    """Whether the way to it lies over the sea, or over the ground that the bomber flies over already."""


# Zone 1 to Malta is sea and Italy by 10.1, sea alone by 4.2.1 (T-23). "After November" is from December on (T-05).
FIELDS = {
    "malta": Field("Malta", ((SEA, LAND), (SEA,), (SEA,), (SEA,), (LAND,), (SEA,))),
    "vis": Field("Vis", ((LAND,), (SEA, LAND), (SEA,), (SEA, ("V", "Vis"))), "1943-12-01"),
    "bari": Field("Bari", ((LAND,),) * BARI_AXIS + (((ITALY, "Bari"),),) * BARI_ALLIED, "1943-11-01"),
}
NEUTRALS = {
    "switzerland": Neutral("Switzerland", "S", (10, 11)),
    "sweden": Neutral("Sweden", "Sw", (11, 12), over_sea=True),
}
SICILY = 5
"""The zone of the way to Malta that is Sicily."""


@define(eq=False)
class Landings:
    """What a flight remembers of the rule."""

    bound_for: str = ""
    """Where it is going instead of home; empty while it goes home."""


def kept(s: Sortie) -> Landings:
    """The rule's part of a flight's state."""
    found: Landings = s.kept.setdefault(ID, Landings())
    return found


def is_damaged(s: Sortie) -> bool:
    """Whether the bomber is damaged: an engine, a system, a tank, or a burst inside."""
    bomber = s.bomber
    return bool(bomber.engines_out or bomber.out or bomber.bursts or bomber.fuel_turns is not None)


def may_not_return(s: Sortie) -> bool:
    """Whether damage may keep the bomber from getting home: engines out, or too little fuel for the zones left."""
    fuel = s.bomber.fuel_turns
    return s.bomber.engines_out >= 2 or (fuel is not None and fuel < turns_for(s, s.zone.number - NEAREST_HOME))


def turns_for(s: Sortie, zones: int) -> int:
    """How many turns it needs for so many zones (5.10)."""
    return 2 * zones if is_slow(s) else zones


def can_fly(s: Sortie, zones: int) -> bool:
    """Whether engines and fuel last for so many zones."""
    g: TonightState = s.game
    fuel = s.bomber.fuel_turns
    return (g.last_zones is None or zones <= g.last_zones) and (fuel is None or turns_for(s, zones) <= fuel)


def is_open(s: Sortie, field: Field) -> bool:
    """Whether a field is in our hands."""
    return not field.open_from or s.date >= field.open_from


def raids_italy(s: Sortie) -> bool:
    """Whether the target lies in Italy."""
    g: TonightState = s.game
    return g.target is not None and g.target.country == ITALY


def zones_to(s: Sortie, neutral: Neutral) -> list[int]:
    """The numbers of the zones on the way to a neutral country: to the nearer of its zones, and one at least."""
    here = s.zone.number
    there = min(neutral.zones, key=lambda number: abs(number - here))
    if there == here:
        return [there]
    return list(range(here + 1, there + 1) if there > here else range(here - 1, there - 1, -1))


def offered(s: Sortie) -> list[str]:
    """Where the bomber may go from here; a neutral country only where it is nearer than home."""
    g: TonightState = s.game
    found: list[str] = []
    if s.zone.is_alps or s.zone.is_base:
        return found
    if is_south_of_alps(s):
        if raids_italy(s) and is_damaged(s):
            found = [name for name, one in FIELDS.items() if is_open(s, one) and can_fly(s, len(one.way))]
        return found
    if g.target is None or not may_not_return(s):
        return found
    cell = s.tables["neutral_haven"].get(g.target.city)
    if cell is not None:
        zones = len(zones_to(s, NEUTRALS[cell.result]))
        if zones < s.zone.number - NEAREST_HOME and can_fly(s, zones):
            found.append(str(cell.result))
    return found


def way_to(s: Sortie, name: str) -> list[Zone]:
    """The zones on the way to a field, numbered from 1."""
    way = []
    for number, below in enumerate(FIELDS[name].way, 1):
        regions = tuple(region for _, region in below)
        if name == "malta" and number == SICILY and s.setup.options.get("sicily_falls") == "yes":
            regions = ("Sicily",)
        way.append(Zone(number, tuple(code for code, _ in below), regions))
    return way


@step(rule="tonight 10.1", table="10.1", when="inbound and zone.number > 1")
def alternate_landing(s: Sortie) -> None:
    """At the end of a zone on the way home a damaged bomber may make for somewhere else."""
    mine = kept(s)
    havens = [] if mine.bound_for else offered(s)
    if not havens:
        return
    name = s.choose("alternate_landing", [HOME, *havens])
    if name == HOME:
        return
    mine.bound_for = name
    if name in FIELDS:
        make_for_field(s, name)
    else:
        make_for_neutral(s, NEUTRALS[name])


def make_for_field(s: Sortie, name: str) -> None:
    """To a field of ours, and down on it (7-1)."""
    s.note("makes_for", haven=FIELDS[name].title, zones=len(FIELDS[name].way))
    fly_way(s, f"to {name}", way_to(s, name))
    ending.land(s, "airfield")


def make_for_neutral(s: Sortie, neutral: Neutral) -> None:
    """To a neutral country, and down in it (7-1): the crew are interned."""
    numbers = zones_to(s, neutral)
    over, region = (("W",), ("",)) if neutral.over_sea else (s.zone.over, s.zone.region)
    s.note("makes_for", haven=neutral.title, zones=len(numbers))
    way = [Zone(number, over, region) for number in numbers[:-1]]
    way.append(Zone(numbers[-1], (neutral.code,), (neutral.title,)))
    fly_way(s, f"to {neutral.title}", way)
    s.game.land_away(s)


def bound_elsewhere(divert: Callable[[Sortie], None]) -> Callable[[Sortie], None]:
    """Round the step of 7.0: a bomber that makes for a field does not come down short of it."""

    def diverted(s: Sortie) -> None:
        if not kept(s).bound_for:
            divert(s)

    return diverted


def to_malta(s: Sortie, facts: Mapping[str, Any]) -> None:
    """Ice or rock has turned it back before the Alps, and it makes for Malta (4.2.1)."""
    kept(s).bound_for = "malta"


# --- the next mission


@step(rule="tonight 10.1.return")
def check_field(s: Sortie) -> None:
    """A bomber that has been mended abroad flies its next mission from there, to a target on that side of the Alps."""
    g: TonightState = s.game
    # T-23: the same zones when ice leaves no other way.
    g.malta_zones = tuple(zone.over for zone in way_to(s, "malta"))
    name = s.setup.options.get("from_field", "")
    if not name:
        return
    if not is_open(s, FIELDS[name]):
        raise NotAllowed(f"{FIELDS[name].title} is not ours on {s.date}, but from {FIELDS[name].open_from} on")
    if not raids_italy(s):
        city = g.target.city if g.target is not None else "no target"
        raise NotAllowed(f"from {FIELDS[name].title} the target must lie in Italy, not {city}")
    s.note("from_field", haven=FIELDS[name].title)


def starts_abroad(fly_out: Callable[[Sortie], None]) -> Callable[[Sortie], None]:
    """Round the way out: from a field in the Mediterranean its zones to the target; home is England, as ever.

    The zones are numbered on from the target's, as seen from England, so that whoever gives up goes home over it.
    """

    def flown(s: Sortie) -> None:
        g: TonightState = s.game
        name = s.setup.options.get("from_field", "")
        if not name:
            fly_out(s)
            return
        assert g.route is not None
        obey_engines(s)
        way = way_to(s, name)
        for zone in reversed(way):
            zone.number += g.route.target_zone
        for zone in (*reversed(way), make_zone(s, g.route.zones[-1])):
            if not s.outbound or g.aborting or not reach(s, zone, "out"):
                break
        s.outbound = False

    return flown


def apply(builder: RulesetBuilder) -> None:
    """Ask a damaged bomber where it goes, and let the next mission start there."""
    builder.happening("makes_for", "the bomber makes for another field, or a neutral country")
    builder.happening("from_field", "the mission starts from a field abroad")
    builder.decision(
        Decision(
            "alternate_landing",
            "Make for somewhere other than home?",
            "tonight 10.1",
            (HOME, *FIELDS, *NEUTRALS),
        )
    )
    builder.role("neutral_haven", tuple(NEUTRALS))
    builder.game = evolve(builder.game, looked_up=builder.game.looked_up | {"neutral_haven"})
    builder.lay_over(Path(str(files("bomberstream.tables"))) / "tonight-rules" / "alternate_landings.toml")
    builder.on("malta", to_malta)
    builder.wrap_step("zone.divert", bound_elsewhere)
    builder.step(alternate_landing, after="zone.leaving")
    builder.step(check_field, before="mission.base_weather")
    builder.wrap_step("mission.fly_out", starts_abroad)


RULE = OptionalRule(
    id=ID,
    title="Alternate landing options",
    rule="tonight 10.1",
    games=("tonight",),
    apply=apply,
    options=(
        GameOption("from_field", "the field abroad from which the mission starts", "word", tuple(FIELDS)),
        GameOption("sicily_falls", "no guns on Sicily from September 1943 on", "flag"),
    ),
)
