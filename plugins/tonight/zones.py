"""The zones out and home: height, weather, Alps, recall, contrails, detection, navigation, collisions (section 4)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from bomberstream.core.mission import ending
from bomberstream.core.mission.crewing import release_men, take_controls, who_navigates
from bomberstream.core.mission.engines import jettison, obey_engines
from bomberstream.core.mission.ground import below_in_words, grounds_below, is_home_ground
from bomberstream.core.mission.hardship import burn_fuel, men_without_oxygen
from bomberstream.core.mission.legs import count_last_zones, give_up
from bomberstream.core.procedure import step
from bomberstream.core.zones import RouteZone, Zone

from . import choices
from .combat import possible_collision
from .crew import hears_the_wireless
from .state import HIGH, LOW, ON_THE_DECK, VERY_HIGH

if TYPE_CHECKING:
    from collections.abc import Iterable

    from bomberstream.core.sortie import Sortie

    from .state import TonightState

__all__ = [
    "abort_decision",
    "alps_clouds",
    "altitude",
    "another_turn",
    "contrails",
    "detection",
    "divert",
    "engines",
    "find_pass",
    "first_turn",
    "fly_home",
    "fly_out",
    "fly_way",
    "fuel",
    "is_slow",
    "leaving",
    "may_fly_very_high",
    "must_stay_low",
    "navigation",
    "reach",
    "recall",
    "second_turn",
    "slow_over_target",
    "turn_for_home",
    "weather",
]


def is_slow(s: Sortie) -> bool:
    """Whether the bomber needs two turns for a zone.

    One engine out with the bombs aboard, two and more, or one of two; a burst inside, from the next zone on; jammed
    doors that drag (5.10, 5.2.5). An engine lost over the target slows nobody on his run.
    """
    g: TonightState = s.game
    return bool(g.slow) or lacks_power(s) or (bool(s.bomber.bursts) and s.zone.entry > s.bomber.burst_in)


def must_stay_low(s: Sortie) -> bool:
    """Whether something keeps the bomber below 10,000 feet.

    A burst inside (5.2.5), two engines out, one with the bombs aboard except over the target (5.10), superchargers
    out (4.2.1).
    """
    g: TonightState = s.game
    bomber = s.bomber
    return bool(bomber.bursts) or lacks_power(s) or "superchargers" in bomber.out or bool(g.low_by)


def lacks_power(s: Sortie) -> bool:
    """Whether engines out keep the bomber low and slow.

    Two out (5.10), or one of two (9.1.1.3); one with the bombs aboard, though not on its run over the target, unless
    it kept the bombs before (5.10).
    """
    g: TonightState = s.game
    useless = g.useless_engines(s)
    if useless == 0:
        return False
    if useless >= 2 or s.bomber.engines_running <= 1:
        return True
    on_its_run = s.zone.is_target and s.outbound
    return s.bomber.bombs_aboard and (g.keeps_bombs or not on_its_run)


def keeps_low(s: Sortie) -> bool:
    """Whether it stays low even before the Alps: it must, or would for want of oxygen (5.14)."""
    return must_stay_low(s) or men_without_oxygen(s)


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


@step(rule="tonight 4.1.1")
def altitude(s: Sortie) -> None:
    """High or low in this zone: as the pilot likes, but for what keeps the bomber down and the Alps up (4.1.1,
    4.1.3, 4.2.1)."""
    choose_altitude(s)
    g: TonightState = s.game
    g.seeks_pass = s.zone.is_alps and not g.in_thin_air


def may_fly_very_high(s: Sortie) -> bool:
    """Whether the bomber can hold the very high level: pressure cabins, all of them whole, and every engine with its
    turbo (11.1.2)."""
    g: TonightState = s.game
    bomber = s.bomber
    if not bomber.type.traits.get("pressurised") or g.pressure_lost or "cabin_pressure" in bomber.out:
        return False
    return not (bomber.engines_out or bomber.turbos_out or keeps_low(s))


def choose_altitude(s: Sortie, *, in_zone: bool = False) -> None:
    """Which heights are open, and which is taken; on the deck only from low, and up from there only to low.

    `in_zone`: in a further turn, in which nobody goes down on the deck or leaves it; that waits for the next zone.
    """
    g: TonightState = s.game
    before = g.altitude
    low_only = must_stay_low(s)
    among = [HIGH, LOW]
    if before == ON_THE_DECK:
        among = [ON_THE_DECK] if in_zone else [LOW, ON_THE_DECK]
    elif before == LOW and not in_zone:
        among = [HIGH, LOW, ON_THE_DECK]
    if low_only:
        among = [one for one in among if one != HIGH]
    elif before in (HIGH, VERY_HIGH) and may_fly_very_high(s):
        # One level a zone.
        among.insert(0, VERY_HIGH)
    if s.zone.is_alps:
        # Once through a pass it stays below the peaks.
        peaks = [VERY_HIGH, HIGH] if VERY_HIGH in among else [HIGH]
        among = [LOW] if keeps_low(s) or before == ON_THE_DECK or g.seeks_pass else peaks
    g.altitude = among[0] if len(among) == 1 else s.choose("altitude", among)
    g.kept_low = g.kept_low if low_only else ""
    if g.altitude != before:
        s.note("climbs" if g.altitude == HIGH and before != VERY_HIGH else "level", altitude=g.altitude)


@step(rule="tonight 4.2", table="4-1", cause="weather")
def weather(s: Sortie) -> None:
    """The weather once for each zone entered, not for each turn spent in it (4-1)."""
    g: TonightState = s.game
    s.zone.weather = s.carry_out("weather").result
    if s.zone.weather != g.previous_weather:
        s.note("weather", weather=s.zone.weather)


@step(rule="tonight 4.2.2", table="4-1A", when="zone.is_alps and weather == 'full_cloud'", cause="weather")
def alps_clouds(s: Sortie) -> None:
    """Full cloud on the Alps: severe icing turns the bomber back before it enters (4-1A)."""
    s.carry_out("alps_weather")
    g: TonightState = s.game
    if g.iced:
        s.leave("zone")


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


@step(rule="tonight 4.2.1", table="4-1A", when="zone.is_alps", cause="weather")
def find_pass(s: Sortie) -> None:
    """A bomber that came to the Alps low looks for a pass, for a turn more; then a die or two (4-1A e)."""
    g: TonightState = s.game
    if not g.seeks_pass:
        return
    found = s.roll("alps_pass").result == "found"
    s.note("looks_for_pass", found=found)
    if found:
        s.carry_out("alps_pass_crash")
    elif s.outbound:
        g.abort(s, "no pass through the Alps")
    another_turn(s, "looking for a pass")
    if not found and not s.outbound:
        g.finds_no_pass = True
        s.leave("zone")


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


# --- 4.9


@step(rule="tonight 4.9", table="5-15", when="outbound and not zone.is_target")
def navigation(s: Sortie) -> None:
    """Before leaving a zone on the way out: on course or off it (5-15); Gee and Gee-H see to it in their range."""
    g: TonightState = s.game
    navigator = who_navigates(s)
    g.navigated_by = navigator
    device = kept_on_course_by(s)
    if device:
        s.note("on_course", by=s.ruleset.devices_of(s.bomber.type)[device].title)
        return
    if s.roll("navigation").result == "off_course":
        g.off_course_zones += 1
        s.note("off_course", zones=g.off_course_zones, man=navigator.name)


def kept_on_course_by(s: Sortie) -> str:
    """The device that keeps the bomber on course here without a roll; empty for none (4.9.1).

    The navigator must be fit and free of frostbite. Beyond the range, and low where the range is shorter, the
    dice decide (T-36).
    """
    g: TonightState = s.game
    navigator = s.bomber.man_of(s.bomber.type.navigates)
    if g.navigated_by is not navigator or navigator.frostbite != "none":
        return ""
    height = HIGH if g.in_thin_air else LOW
    for name, device in g.sets.items():
        zones = device.keeps_course.get(height)
        if zones and name in g.devices_on and zones[0] <= s.zone.number <= zones[-1]:
            return name
    return ""


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
