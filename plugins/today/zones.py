"""The zones out and home: weather, the Alps, recall, contrails, escort, aborting (section 4 of the rules)."""

from __future__ import annotations

from functools import cache
from typing import TYPE_CHECKING

from bomberstream.core.mission import legs
from bomberstream.core.mission.crewing import release_men
from bomberstream.core.mission.engines import jettison, obey_engines
from bomberstream.core.mission.ground import below_in_words, can_drop_here, grounds_below, is_behind_front
from bomberstream.core.mission.hardship import burn_fuel
from bomberstream.core.mission.legs import another_turn, can_give_up, count_last_zones
from bomberstream.core.procedure import step
from bomberstream.core.zones import RouteZone, Zone

from . import choices
from .formation import fall_out, is_slow
from .state import LOW

if TYPE_CHECKING:
    from bomberstream.core.sortie import Sortie

    from .state import TodayState

__all__ = [
    "abort_decision",
    "alps_clouds",
    "contrails",
    "divert",
    "escort",
    "first_turn",
    "fly_home",
    "fly_out",
    "fuel",
    "give_up",
    "make_zone",
    "recall",
    "second_turn",
    "weather",
]


def give_up(s: Sortie, reason: str, *, with_group: bool = False) -> None:
    """The mission is given up: the bomber turns after this turn's combat (rule 4.5)."""
    g: TodayState = s.game
    if not can_give_up(s):
        return
    g.aborts_with_group = with_group and g.in_formation
    legs.give_up(s, reason, with_group=g.aborts_with_group)
    if with_group:
        g.abort_by_enemy = False


def make_zone(s: Sortie, given: RouteZone) -> Zone:
    """The zone of a route as it is on this date: fighters by campaign, none behind the front."""
    g: TodayState = s.game
    assert g.route is not None
    zone = Zone(
        number=given.n,
        over=given.over,
        region=given.region,
        fighters=given.fighters_in(s.campaign),
        is_target=given.n == g.route.target_zone,
        is_alps=given.alps,
    )
    if zone.fighters is not None and not choices.FIGHTERS_BEHIND_THE_FRONT:
        behind = g.behind_front.get(given.n)
        if behind is None:
            behind = g.behind_front[given.n] = is_behind_front(s, zone)
        if behind:
            zone.fighters = None
    return zone


# --- the two legs


@step(rule="tonight 4.0")
def fly_out(s: Sortie) -> None:
    """Zone by zone to the target, or to where the mission is given up."""
    g: TodayState = s.game
    assert g.route is not None
    obey_engines(s)
    for given in g.route.zones:
        if g.aborting:
            break
        if not reach(s, make_zone(s, given), "out"):
            break
    s.outbound = False


@step(rule="tonight 4.0")
def fly_home(s: Sortie) -> None:
    """Back over the same zones, to zone 2."""
    g: TodayState = s.game
    assert g.route is not None
    g.escort_range = ""
    number = s.zone.number
    for given in reversed(g.route.zones):
        if given.n >= number:
            continue
        while not reach(s, make_zone(s, given), "home"):
            pass


def reach(s: Sortie, zone: Zone, leg: str) -> bool:
    """Fly into a zone and play it; false when ice or rock turned the bomber back into the last one."""
    g: TodayState = s.game
    before = s.zone
    g.previous_weather = before.weather if before.number > 1 else "none"
    if zone.is_alps and g.altitude == LOW and not find_pass(s, leg):
        return False
    s.begin(f"{leg} {zone.number}")
    g.passing_events.clear()
    g.turn_of_zone = 1
    if s.is_heard("zone"):
        s.note(
            "zone",
            number=zone.number,
            leg="outbound" if s.outbound else "homebound",
            below=below_in_words(s, zone),
            low=g.altitude == LOW,
            target=zone.is_target,
        )
    s.enter_zone(zone)
    if s.outbound:
        g.zones = zone.number
    s.run("zone")
    if g.iced:
        g.iced = False
        g.zones = min(g.zones, max(before.number, 1)) if s.outbound else g.zones
        s.zone = before
        s.begin(f"{leg} {zone.number} turned back")
        s.note("iced", number=before.number)
        if s.outbound and not g.aborts_with_group:
            fall_out(s, "gone home alone")
        s.run("turn")
        return False
    count_last_zones(s)
    return True


def find_pass(s: Sortie, leg: str) -> bool:
    """A bomber that cannot fly high looks for a pass: a turn, then a die or two (tonight 4.2.1)."""
    g: TodayState = s.game
    s.begin(f"{leg} pass before {s.zone.number}")
    with s.caused_by("weather"):
        found = s.roll("alps_pass").result == "found"
        if found:
            s.carry_out("alps_pass_crash")
        elif s.outbound:
            g.abort(s, "no pass through the Alps")
    s.note("looks_for_pass", found=found)
    s.run("turn")
    return bool(found)


# --- steps of a zone


@step(rule="today 4-1", table="4-1", cause="weather")
def weather(s: Sortie) -> None:
    """The weather once for each zone entered (4-1); over the Alps full cloud means a roll on 4-1A."""
    g: TodayState = s.game
    g.cloud_over_alps = False
    s.zone.weather = s.carry_out("weather").result
    if s.zone.weather != g.previous_weather:
        s.note("weather", weather=s.zone.weather)
    if g.iced:
        s.leave("zone")


@step(rule="today 4-1A", table="4-1A", when="cloud_over_alps", cause="weather")
def alps_clouds(s: Sortie) -> None:
    """High cloud over the Alps: turn back, or go on blind (4-1A note c)."""
    g: TodayState = s.game
    if s.outbound and s.choose("alps") == "abort":
        g.abort(s, "cloud above the Alps")
        return
    s.carry_out("alps_passage")


@step(rule="today 4-2", table="4-2", when="outbound and weather == 'full_cloud' and not zone.is_target")
def recall(s: Sortie) -> None:
    """In full cloud, before the target zone, the group may be recalled; a bomber alone without radio
    hears nothing (4-2)."""
    g: TodayState = s.game
    if g.in_formation or "radio" not in s.bomber.out:
        s.carry_out("recall")


@step(rule="today 4-4", table="4-4", when="outbound")
def contrails(s: Sortie) -> None:
    """Contrails on the way out, none at 10,000 feet (4-4)."""
    g: TodayState = s.game
    if g.altitude != LOW:
        s.zone.contrails = s.roll("contrails").result == "contrails"
        if s.zone.contrails and s.zone.weather != "full_cloud":
            s.note("contrails")


@step(rule="today 2-13", table="2-13")
def escort(s: Sortie) -> None:
    """The level of fighter escort, rolled once on entering a range of zones, for each leg (2-13)."""
    g: TodayState = s.game
    column = range_of(s.tables["escort"].columns, s.campaign, s.zone.number)
    if column and column != g.escort_range:
        g.escort_range = column
        g.escort_level = s.roll("escort", column).result
        s.note("escort", level=g.escort_level)
    s.zone.escort = g.escort_level


@cache
def range_of(columns: tuple[str, ...], campaign: int, zone: int) -> str:
    """The column of 2-13 for a zone in a campaign: "3:6-10" is campaign 3, zones 6 to 10."""
    for column in columns:
        number, _, zones = column.partition(":")
        first, _, last = zones.partition("-")
        if int(number) == campaign and int(first) <= zone <= int(last):
            return column
    return ""


@step(rule="tonight 4.1.4")
def first_turn(s: Sortie) -> None:
    """The turn that every zone takes."""
    s.run("turn")


@step(rule="tonight 4.5", when="outbound and not zone.is_target")
def abort_decision(s: Sortie) -> None:
    """After the turn's combat: give up, or go on (rule 4.5); a bomber that turns spends a turn doing so."""
    g: TodayState = s.game
    lost_way = not g.in_formation and (
        not any(s.bomber.man_of(trade).is_fit for trade in g.navigators)
        or not any(man.is_fit for man in s.bomber.pilots)
    )
    if not g.aborting:
        if lost_way:
            give_up(s, "nobody to find the way or fly")
        elif s.choose("abort", about="; ".join(g.reasons_to_abort)) == "yes":
            give_up(s, g.reasons_to_abort[0] if g.reasons_to_abort else "the pilot's decision")
    if g.aborting:
        if can_drop_here(s) and s.choose("jettison") == "yes":
            jettison(s, "going home")
        if not g.aborts_with_group:
            fall_out(s, "gone home alone")
        turn_for_home(s)
        s.leave("zone")


def turn_for_home(s: Sortie) -> None:
    """The turn for home: another turn in this zone, with its fighters (tonight 4.5, 6.5)."""
    s.note("turns_for_home", number=s.zone.number)
    another_turn(s, "turning")


@step(rule="today 5.10", when="not (zone.is_target and outbound)")
def second_turn(s: Sortie) -> None:
    """A slow bomber needs two turns for a zone; over the target see `target`."""
    g: TodayState = s.game
    if is_slow(s) and g.turn_of_zone < choices.MAX_TURNS_PER_ZONE:
        s.note("second_turn")
        another_turn(s, "again")
        if s.outbound and not s.zone.is_target:
            abort_decision.do(s)


@step(rule="tonight 7.0", when="out_of_formation")
def divert(s: Sortie) -> None:
    """A straggler may come down on neutral or friendly ground below, rather than fly on (tonight 7.0, 10.1)."""
    g: TodayState = s.game
    grounds = grounds_below(s)
    if s.zone.is_alps or not ("neutral" in grounds or "friendly" in grounds):
        return
    if s.choose("divert") == "yes":
        s.zone.letter = grounds.index("friendly" if "friendly" in grounds else "neutral")
        s.note("diverts", place="friendly" if "friendly" in grounds else "neutral")
        g.land_away(s)


# --- steps of a turn


@step(rule="tonight 4.1.4")
def fuel(s: Sortie) -> None:
    """A turn's fuel, where the tanks run dry (4-3 notes e, n)."""
    release_men(s)
    burn_fuel(s)
