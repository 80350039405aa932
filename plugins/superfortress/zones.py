"""The zones out and home (section 4): weather, fronts, wind, the jet stream, giving up, Iwo Jima."""

from __future__ import annotations

from typing import TYPE_CHECKING

from bomberstream.core.mission import legs
from bomberstream.core.mission.engines import jettison, obey_engines
from bomberstream.core.mission.ground import below_in_words, can_drop_here
from bomberstream.core.mission.legs import another_turn, count_last_zones
from bomberstream.core.procedure import step
from bomberstream.core.zones import RouteZone, Zone

from . import choices
from .formation import fall_out, is_slow
from .fuel import margin
from .state import IWO_JIMA, way_round

if TYPE_CHECKING:
    from bomberstream.core.sortie import Sortie

    from .state import SuperfortressState

__all__ = [
    "HAPPENINGS",
    "abort_decision",
    "contrails",
    "first_turn",
    "fly_home",
    "fly_out",
    "front",
    "further_turns",
    "give_up",
    "iwo_jima",
    "jet_stream",
    "weather",
    "wind",
]


LAST_IN_DUSK = 4
FIRST_IN_DAWN = 9
"""On a mission by night the last zone out that is told as by daylight, and the first on the way home."""


def give_up(s: Sortie, reason: str) -> None:
    """The mission is given up: the bomber turns after this turn's combat (4.11)."""
    if legs.give_up(s, reason):
        fall_out(s, "gone home alone")


def make_zone(given: RouteZone, target_zone: int) -> Zone:
    """The zone of a route."""
    return Zone(
        number=given.n,
        over=given.over,
        region=given.region,
        fighters=given.fighters if isinstance(given.fighters, int) else None,
        is_target=given.n == target_zone,
    )


# --- the two legs


@step(rule="superfortress 4.0")
def fly_out(s: Sortie) -> None:
    """Zone by zone to the target, or to where the mission is given up."""
    g: SuperfortressState = s.game
    assert g.route is not None
    obey_engines(s)
    for given in g.route.zones:
        if g.aborting:
            break
        enter(s, given, "out")
    s.outbound = False


@step(rule="superfortress 4.0")
def fly_home(s: Sortie) -> None:
    """Back over the same zones, to zone 2."""
    g: SuperfortressState = s.game
    assert g.route is not None
    number = s.zone.number
    for given in reversed(g.route.zones):
        if given.n < number:
            enter(s, given, "home")


def enter(s: Sortie, given: RouteZone, leg: str) -> None:
    """Fly into a zone and play it."""
    g: SuperfortressState = s.game
    before = s.zone
    g.previous_weather = before.weather if before.number > 1 else "none"
    zone = make_zone(given, g.target_zone)
    s.begin(f"{leg} {zone.number}")
    g.passing_events.clear()
    g.turn_of_zone = 1
    if s.is_heard("zone"):
        s.note(
            "zone",
            number=zone.number,
            leg="outbound" if s.outbound else "northbound" if g.goes_north else "homebound",
            below=below_in_words(s, zone),
            abeam=zone.region[0] == IWO_JIMA and not zone.is_target,
            target=zone.is_target,
        )
    s.enter_zone(zone)
    if s.outbound:
        g.zones = zone.number
    s.run("zone")
    count_last_zones(s)


# --- steps of a zone


@step(rule="superfortress 4.3", table="4-1", cause="weather")
def weather(s: Sortie) -> None:
    """The weather once for each zone entered (4-1)."""
    g: SuperfortressState = s.game
    s.zone.weather = s.roll("weather").result
    if s.zone.weather != g.previous_weather and s.is_heard("weather"):
        dark = g.by_night and (s.zone.number > LAST_IN_DUSK if s.outbound else s.zone.number > FIRST_IN_DAWN)
        s.note("weather", sky=f"{s.zone.weather}_by_night" if dark else "", weather=s.zone.weather)


@step(rule="superfortress 4.3", table="4-1A", when="weather == 'full_cloud' and zone.number >= 5", cause="weather")
def front(s: Sortie) -> None:
    """In full cloud north of zone 4 a front may lie across the way: rough air, ice, worse (4-1A)."""
    s.carry_out("front")


@step(rule="superfortress 4.4", table="4-3")
def wind(s: Sortie) -> None:
    """The wind on the way, which costs or saves a box (4-3)."""
    g: SuperfortressState = s.game
    g.wind = s.roll("wind").result


@step(rule="superfortress 4.4", table="4-4", when="altitude == 'high' and zones_to_target <= 2")
def jet_stream(s: Sortie) -> None:
    """At High over Japan: how hard the jet stream blows today; rolled once, and kept (4-4)."""
    g: SuperfortressState = s.game
    if g.jet_stream == "none":
        g.jet_stream = s.roll("jet_stream").result
        s.note("jet_stream", force=g.jet_stream)


@step(rule="superfortress 4.8", table="4-6", when="altitude != 'low' and zones_to_target <= 3")
def contrails(s: Sortie) -> None:
    """Contrails at Medium and High, near Japan (4-6)."""
    s.zone.contrails = s.roll("contrails").result == "contrails"
    if s.zone.contrails and s.zone.weather != "full_cloud":
        s.note("contrails")


@step(rule="superfortress 4.0")
def first_turn(s: Sortie) -> None:
    """The turn that every zone takes."""
    s.run("turn")


@step(rule="superfortress 4.11", when="outbound and not zone.is_target")
def abort_decision(s: Sortie) -> None:
    """After the turn's combat: give up, or go on (4.11); a bomber that turns spends a turn doing so."""
    g: SuperfortressState = s.game
    if not g.aborting and s.choose("abort") == "yes":
        give_up(s, why_abort(s))
    if g.aborting:
        if can_drop_here(s) and s.choose("jettison") == "yes":
            jettison(s, "going home")
        s.note("turns_for_home", number=s.zone.number)
        another_turn(s, "turning")
        s.leave("zone")


def why_abort(s: Sortie) -> str:
    """What the aircraft commander gives up for, in a few words."""
    g: SuperfortressState = s.game
    if g.reasons_to_abort:
        return g.reasons_to_abort[0]
    bomber = s.bomber
    if bomber.engines_out:
        return "an engine out"
    if g.trapped:
        return "fuel that cannot be transferred"
    if bomber.type.carries_bombs and not bomber.bombs_aboard:
        return "no bombs left to drop"
    if g.kept_low:
        return g.kept_low
    for trade in (bomber.type.pilots[0], bomber.type.navigates, "engineer"):
        man = bomber.man_of(trade)
        if man.trade and not man.is_fit:
            return f"{man.title} down"
    return "not fuel enough" if margin(s) < choices.FUEL_IN_HAND else "the aircraft commander's decision"


@step(rule="superfortress 4.5", when="not (zone.is_target and outbound)")
def further_turns(s: Sortie) -> None:
    """Off course, or slow: more turns in the zone; over the target see section 6."""
    g: SuperfortressState = s.game
    if is_slow(s) and g.turn_of_zone < choices.MAX_TURNS_PER_ZONE:
        s.note("second_turn")
        another_turn(s, "again")
    while g.off_course and g.turn_of_zone < choices.MAX_TURNS_PER_ZONE:
        g.off_course -= 1
        another_turn(s, f"off course, {g.off_course} to go")
    g.off_course = 0
    if g.turn_of_zone > 1 and s.outbound and not s.zone.is_target:
        abort_decision.do(s)


@step(rule="superfortress 7.6", when=f"inbound and zone.has_iwo_jima and date >= '{choices.IWO_JIMA_FROM}'")
def iwo_jima(s: Sortie) -> None:
    """Abreast of Iwo Jima on the way home, once it is ours: land there, or fly on (7.6)."""
    g: SuperfortressState = s.game
    boxes = way_round(s.zone.region)
    if g.fuel < boxes or s.choose("divert") == "no":
        return
    g.fuel -= boxes
    g.lands_at = "iwo_jima"
    s.note("diverts", place="Iwo Jima")
    s.run("iwo_landing")


HAPPENINGS = {"jet_stream": "how hard the jet stream blows"}
"""What is told here of a flight."""
