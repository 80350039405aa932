"""The zones out and home: weather, recall, contrails, detection, turns, giving up, coming down abroad (section 4)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from bomberstream.core.mission import ending
from bomberstream.core.mission.crewing import release_men, take_controls
from bomberstream.core.mission.engines import jettison, obey_engines
from bomberstream.core.mission.ground import below_in_words, grounds_below, is_home_ground
from bomberstream.core.mission.hardship import burn_fuel
from bomberstream.core.mission.legs import count_last_zones, give_up
from bomberstream.core.procedure import step
from bomberstream.core.zones import RouteZone, Zone

from . import choices
from .altitude import choose_altitude, is_slow
from .collisions import possible_collision
from .crew import hears_the_wireless

if TYPE_CHECKING:
    from collections.abc import Iterable

    from bomberstream.core.sortie import Sortie

    from .state import TonightState

__all__ = [
    "abort_decision",
    "another_turn",
    "contrails",
    "detection",
    "divert",
    "engines",
    "first_turn",
    "fly_home",
    "fly_out",
    "fly_way",
    "fuel",
    "leaving",
    "reach",
    "recall",
    "second_turn",
    "slow_over_target",
    "turn_for_home",
    "weather",
]


def make_zone(s: Sortie, given: RouteZone) -> Zone:
    """The zone of a route."""
    g: TonightState = s.game
    assert g.route is not None
    return Zone(
        number=given.n,
        over=given.over,
        region=given.region,
        is_target=given.n == g.route.target_zone,
        is_alps=given.alps,
    )


# --- the two legs


@step(rule="tonight 4.1")
def fly_out(s: Sortie) -> None:
    """Zone by zone to the target, or to where the mission is given up."""
    g: TonightState = s.game
    assert g.route is not None
    obey_engines(s)
    for given in g.route.zones:
        if not s.outbound or g.aborting:
            break
        if not reach(s, make_zone(s, given), "out"):
            break
    s.outbound = False


@step(rule="tonight 4.1")
def fly_home(s: Sortie) -> None:
    """Back over the same zones, to zone 2."""
    g: TonightState = s.game
    assert g.route is not None
    number = s.zone.number
    for given in reversed(g.route.zones):
        if given.n >= number:
            continue
        while not reach(s, make_zone(s, given), "home"):
            if is_south_of_alps(s) and s.choose("malta") == "yes":
                fly_to_malta(s)


def is_south_of_alps(s: Sortie) -> bool:
    """Whether it flies over Italy, short of the Alps: only from there to Malta (4.2.1)."""
    return "I" in s.zone.over and not s.zone.is_alps


def reach(s: Sortie, zone: Zone, leg: str) -> bool:
    """Fly into a zone and play it; false when ice or rock turned the bomber back into the last one."""
    g: TonightState = s.game
    before = s.zone
    g.previous_weather = before.weather if before.number > 1 else "none"
    enter(s, zone, leg)
    s.run("zone")
    if g.iced or g.finds_no_pass:
        turn_back_from_alps(s, before, leg)
        return False
    count_last_zones(s)
    return True


def enter(s: Sortie, zone: Zone, leg: str) -> None:
    """A new zone: its stretch of dice, and what it does away with of the last one."""
    g: TonightState = s.game
    s.begin(f"{leg} {zone.number}")
    g.passing_events.clear()
    g.turn_of_zone = 1
    g.detected = g.no_fighters = g.low_flak_fired = g.seeks_pass = False
    if s.is_heard("zone"):
        s.note(
            "zone",
            number=zone.number,
            leg="outbound" if s.outbound else "homebound",
            below=below_in_words(s, zone),
            target=zone.is_target and s.outbound,
        )
    s.enter_zone(zone)
    if s.outbound:
        g.zones = zone.number


def turn_back_from_alps(s: Sortie, before: Zone, leg: str) -> None:
    """Ice has turned the bomber back, or rock on the way home: the zone before is played anew, and from there it goes
    home, or tries again (4.2.2, 4.2.4, T-22)."""
    g: TonightState = s.game
    if g.iced:
        s.note("iced", number=before.number)
    g.iced = g.finds_no_pass = False
    again = Zone(before.number, before.over, before.region, is_alps=before.is_alps, is_base=before.is_base)
    if s.outbound:
        g.zones = max(before.number, 1)
        s.outbound = False
    if again.is_base:
        s.zone = again
        return
    enter(s, again, f"{leg} turned back")
    s.run("zone")
    # Over peaks that are iced up, or closed, too, it is already where it turns back to.
    g.iced = g.finds_no_pass = False
    count_last_zones(s)


def fly_to_malta(s: Sortie) -> None:
    """From south of the Alps to Malta: six zones, Sicily in the fifth, and down on the airfield there (4.2.1, T-23)."""
    g: TonightState = s.game
    s.note("malta")
    way = []
    for number, over in enumerate(g.malta_zones, 1):
        way.append(Zone(number, over=over, region=tuple("" if code == "W" else "Italy" for code in over)))
    fly_way(s, "malta", way)
    ending.land(s, "airfield")


def fly_way(s: Sortie, leg: str, way: Iterable[Zone]) -> None:
    """Fly zones that lie on no route, one after the other."""
    g: TonightState = s.game
    for zone in way:
        g.previous_weather = s.zone.weather
        enter(s, zone, leg)
        s.run("zone")
        count_last_zones(s)


# --- steps of a zone


@step(rule="tonight 4.2", table="4-1", cause="weather")
def weather(s: Sortie) -> None:
    """The weather once for each zone entered, not for each turn spent in it (4-1)."""
    g: TonightState = s.game
    s.zone.weather = s.carry_out("weather").result
    if s.zone.weather != g.previous_weather:
        s.note("weather", weather=s.zone.weather)


@step(
    rule="tonight 4.3",
    table="4-2",
    when="outbound and weather == 'full_cloud' and not zone.is_target",
    cause="weather",
)
def recall(s: Sortie) -> None:
    """In full cloud, before the target zone, the raid may be recalled; nobody at the wireless hears it (4-2, 4-2A)."""
    g: TonightState = s.game
    if hears_the_wireless(s) and s.roll("recall").result == "recalled":
        rolled = s.carry_out("recall_reason")
        g.returned_by_recall = str(rolled.result)
        s.note("recalled", why=g.returned_by_recall)


@step(rule="tonight 4.6", table="4-4", when="not is_low")
def contrails(s: Sortie) -> None:
    """Contrails high up, from zone 2 on (4-4)."""
    s.zone.contrails = s.roll("contrails").result == "contrails"
    if s.zone.contrails:
        s.note("contrails")


@step(rule="tonight 5.10")
def engines(s: Sortie) -> None:
    """What engines out demand, asked on entering a zone and after every fight."""
    obey_engines(s)


@step(rule="tonight 4.7.1", table="4-5")
def detection(s: Sortie) -> None:
    """Whether ground radar finds the bomber: one roll for the zone; in the target zone they know (4-5)."""
    g: TonightState = s.game
    if s.zone.is_target and s.outbound:
        g.detected = True
        return
    g.detected = s.roll("detection").result == "detected"
    tell_detection(s)


def tell_detection(s: Sortie) -> None:
    """Told when radar gets hold of the bomber, and when it loses it again; not in every zone."""
    g: TonightState = s.game
    if g.detected != g.plotted:
        g.plotted = g.detected
        s.note("detected" if g.detected else "undetected")


@step(rule="tonight 4.1.1")
def first_turn(s: Sortie) -> None:
    """The turn that every zone takes."""
    s.run("turn")


def another_turn(s: Sortie, why: str) -> None:
    """One more turn in the zone, as a stretch of its own; the height may be changed in it (4.1.1)."""
    g: TonightState = s.game
    if g.turn_of_zone >= choices.MAX_TURNS_PER_ZONE:
        return
    g.turn_of_zone += 1
    take_controls(s)
    s.begin(f"{'out' if s.outbound else 'home'} {s.zone.number} {why}")
    choose_altitude(s, in_zone=True)
    s.run("turn")


@step(rule="tonight 6.0.7", when="outbound and zone.is_target")
def slow_over_target(s: Sortie) -> None:
    """A slow bomber takes a second turn to the target, with its guns and fighters (6.0.7)."""
    if is_slow(s):
        s.note("second_turn")
        another_turn(s, "again")


def turn_for_home(s: Sortie) -> None:
    """The turn for home: another turn in this zone, with its guns and fighters (4.5, 6.5)."""
    s.note("turns_for_home", number=s.zone.number)
    s.outbound = False
    another_turn(s, "turning")


@step(rule="tonight 4.5", when="outbound and not zone.is_target")
def abort_decision(s: Sortie) -> None:
    """After the turn's combat: give up, or go on (4.5); a bomber that turns spends a turn doing so."""
    g: TonightState = s.game
    if not g.aborting and s.choose("abort", about="; ".join(g.reasons_to_abort)) == "yes":
        give_up(s, why_abort(s))
    if g.aborting:
        if s.bomber.bombs_aboard and not s.zone.is_base and s.choose("jettison") == "yes":
            jettison(s, "going home")
        turn_for_home(s)


def why_abort(s: Sortie) -> str:
    """What the captain gives up for, in a word: what the tables said, else what ails the bomber or its crew."""
    g: TonightState = s.game
    if g.reasons_to_abort:
        return g.reasons_to_abort[0]
    if s.bomber.type.carries_bombs and not s.bomber.bombs_aboard:
        return "no bombs left to drop"
    for trade in (s.bomber.type.pilots[0], s.bomber.type.navigates):
        man = s.bomber.man_of(trade)
        if not man.is_fit:
            return f"{man.title} down"
    if g.unheated_men(s):
        return "men freezing"
    return g.kept_low or "the captain's decision"


@step(rule="tonight 5.10", when="not zone.is_target or inbound")
def second_turn(s: Sortie) -> None:
    """A slow bomber needs two turns for a zone (5.10); over the target see `slow_over_target`."""
    g: TonightState = s.game
    if is_slow(s) and g.turn_of_zone == 1 + g.seeks_pass:
        s.note("second_turn")
        another_turn(s, "again")
        if s.outbound and not s.zone.is_target:
            abort_decision.do(s)


@step(rule="tonight 7.0", when="inbound and zone.number > 1")
def divert(s: Sortie) -> None:
    """On the way home the bomber may come down on neutral or friendly ground below (7.0, T-25); at home there is an
    aerodrome everywhere, abroad a field (7.3)."""
    g: TonightState = s.game
    if s.zone.is_alps:
        return
    grounds = grounds_below(s)
    place = "friendly" if "friendly" in grounds else "neutral"
    if place in grounds and s.choose("divert", about=f"{place} ground below") == "yes":
        s.zone.letter = grounds.index(place)
        s.note("diverts", place=place)
        if is_home_ground(s):
            ending.land(s, "airfield")
        g.land_away(s)


# --- 4.10


@step(rule="tonight 4.10", table="5-16")
def leaving(s: Sortie) -> None:
    """The last thing before leaving a zone: other bombers of the stream may come too close (5-16)."""
    possible_collision(s)


# --- steps of a turn


@step(rule="tonight 4.1")
def fuel(s: Sortie) -> None:
    """A turn begins: men are free again, somebody flies, and the tanks may run dry (4-3 notes)."""
    release_men(s)
    take_controls(s)
    burn_fuel(s)
