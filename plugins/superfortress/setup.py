"""Before the mission (sections 2 and 3): campaign, target, date, wing and base, bomber, guns, load, take-off."""

from __future__ import annotations

from typing import TYPE_CHECKING

from attrs import define, evolve
from bomberstream.core.dates import day_in_words, days_between
from bomberstream.core.errors import NotAllowed, fold
from bomberstream.core.mission.setting_up import (
    after_a_crash,
    choose_bomber,
    choose_campaign,
    draw,
    fit_out,
    man_bomber,
    unknown_target,
    weather_for_take_off,
)
from bomberstream.core.procedure import step
from bomberstream.core.zones import Zone

from . import choices
from .flight import Superfortress
from .fuel import burn, cost

if TYPE_CHECKING:
    from collections.abc import Sequence

    from bomberstream.core.bomber import BomberType
    from bomberstream.core.packs import Campaign, Target
    from bomberstream.core.sortie import Sortie
    from bomberstream.core.zones import Route

    from .state import SuperfortressState

__all__ = [
    "BASES",
    "LOADS",
    "WINGS",
    "DefencesCell",
    "LoadCell",
    "WingCell",
    "base_weather",
    "land_again",
    "prepare",
    "take_off",
]

BASES = ("saipan", "tinian", "guam")
WINGS = ("73rd", "313th", "314th", "58th", "315th", "509th")
ROUTES_OF = {"Saipan": 0, "Tinian": 2, "Guam": 3}
"""Island to the number by which the gazetteer knows its routes; from Tinian most are those of Saipan."""
LOADS = ("range", "standard", "bombs")
"""What a bomber is loaded for: more fuel, as usual, or more bombs."""
RADAR_PROFILE = "night_medium"
"""The profile of the wing that bombs by its own radar alone."""
NO_FIGHTERS = "none"
FITS = ("armament", "tail")
"""Settings of guns, each to be had in its own months."""
LAST_MONTH = "9999-12"
"""Later than anything that has an end."""
COMPOSITE = "composite"
"""The profile of the 509th Composite Group, flown only when it is asked for."""


@define(frozen=True)
class DefencesCell:
    """Payload of a row of 2-3: what defends a target."""

    low: int
    medium: int
    high: int
    searchlights: int
    fighters: str


@define(frozen=True)
class WingCell:
    """Payload of a row of 2-5: a wing, its base, and what it flies."""

    base: str
    field: str
    since: str
    bombers: tuple[str, ...]
    profiles: tuple[str, ...] = ()
    """The only profiles that it flies; empty for all but those that belong to others."""
    until: str = ""
    wing: str = ""
    """The wing, where a row tells of one task of it."""


@define(frozen=True)
class LoadCell:
    """Payload of a row of 2-6: boxes of fuel, and bombs in tenths of a ton."""

    boxes: int
    tons: int = 0


def prepare(s: Sortie) -> None:
    """Who flies what, where, when and how: what the setup leaves open is drawn or decided (section 2)."""
    s.begin("set-up campaign")
    g = s.game = Superfortress()
    s.zone = Zone(1, over=g.base_codes(), region=("",), is_base=True)
    campaign = choose_campaign(s, lambda one: bool(listed(s, one)), lambda: no_mission(s, "there is"))
    s.campaign = campaign.number
    s.begin("set-up target")
    target = g.target = choose_target(s, campaign)
    g.profile = target.profile
    s.begin("set-up date")
    s.date = choose_day(s, campaign, target)
    s.begin("set-up bomber")
    kind = choose_bomber(s, suiting(s, campaign))
    g.wing, g.base, g.airfield = choose_wing(s, kind)
    route = route_from(s, g.base, target.city)
    g.follow(route)
    set_up_bomber(s, kind)
    s.begin("set-up load")
    load(s)
    know_the_enemy(s, target)
    g.seafire = bool(s.setup.options.get("seafire"))
    if s.is_heard("briefing"):
        s.note(
            "briefing",
            date=s.date,
            day=day_in_words(s.date),
            campaign=campaign.title,
            target=target.city,
            target_type=target.type,
            aim=target.aim or target.type,
            zones=g.target_zone,
            miles=route.miles,
            bomber=s.bomber.type.short,
            name=s.bomber.name,
            profile=g.profile,
            wing=g.wing,
            base=g.base,
            field=g.airfield,
            atomic=g.is_atomic,
            fuel=g.fuel,
            load=g.load,
        )
    if g.by_night:
        g.stream = s.setup.options.get("stream") or str(s.roll("place_in_stream").result)


# --- 2.1 to 2.3


def listed(s: Sortie, campaign: Campaign) -> Sequence[Target]:
    """The entries of a campaign's list that fit what is asked for: place, profile, date, bomber."""
    setup, options = s.setup, s.setup.options
    found = s.ruleset.target_lists.get((0, campaign.number), ())
    if setup.target is not None:
        named = [one for one in found if fold(one.city) == fold(setup.target)]
        if not named and options.get("any_target"):
            named = [one for one in s.ruleset.targets if fold(one.city) == fold(setup.target)]
        found = tuple(named)
    if "profile" in options:
        found = tuple(one for one in found if one.profile == options["profile"])
    elif COMPOSITE not in only_profiles(s, options.get("wing", "")):
        found = tuple(one for one in found if one.profile != COMPOSITE)
    if "wing" in options and not options.get("any_bomber"):
        found = tuple(one for one in found if has_task(s, options["wing"], one, campaign))
    if setup.date is not None and not options.get("any_target"):
        found = tuple(one for one in found if one.is_flown(setup.date))
    if setup.bomber is not None:
        found = tuple(one for one in found if suits(s, one, campaign))
    if setup.date is None and asks_for_a_time(s):
        spans = {profile: all_spans(s, campaign, profile) for profile in {one.profile for one in found}}
        found = tuple(one for one in found if overlaps(spans[one.profile], days_of(campaign, one)))
    return found


def only_profiles(s: Sortie, wing: str) -> Sequence[str]:
    """The only profiles that a wing flies; none for one that flies all but those of others (2-5)."""
    cell = s.ruleset.tables["2-5"].entries().get(wing)
    return cell.data.profiles if cell is not None else ()


def has_task(s: Sortie, wing: str, target: Target, campaign: Campaign) -> bool:
    """Whether such missions are a wing's: its own task where it has but one, none that belongs to another (2-5)."""
    rows = [(name, cell.data) for name, cell in s.ruleset.tables["2-5"].entries().items()]
    only = only_profiles(s, wing)
    if only:
        return target.profile in only
    first = target.from_ or campaign.from_
    owners = [row.wing or name for name, row in rows if target.profile in row.profiles and row.since <= first]
    return not owners or wing in owners


def suits(s: Sortie, target: Target, campaign: Campaign) -> bool:
    """Whether the bomber that is asked for flies such missions, and on a day on which there are any."""
    assert s.setup.bomber is not None
    kind = s.ruleset.bomber(s.setup.bomber)
    if s.setup.options.get("any_bomber"):
        return True
    if kind.traits.get("bombs_by_radar") and target.profile != RADAR_PROFILE:
        return False
    return any(kind.is_issued(day) for day in days_of(campaign, target))


def days_of(campaign: Campaign, target: Target) -> Sequence[str]:
    """The days of a campaign on which a target is flown to."""
    first = max(campaign.from_, target.from_ or campaign.from_)
    last = min(campaign.to, target.until or campaign.to)
    if first > last:
        # A target of another campaign, by the setting: any day of this one.
        first, last = campaign.from_, campaign.to
    return days_between(first, last)


def asks_for_a_time(s: Sortie) -> bool:
    """Whether a setting is asked for that is to be had on some days alone: a wing, an island, guns."""
    options = s.setup.options
    return not options.get("any_bomber") and any(name in options for name in ("wing", "base", *FITS))


def fitting_days(s: Sortie, campaign: Campaign, target: Target) -> Sequence[str]:
    """The days on which a target is flown to with all that is asked for: bomber, guns, wing and island."""
    days = days_of(campaign, target)
    kinds = kinds_for(s, campaign, target.profile)
    if s.setup.bomber is not None and not s.setup.options.get("any_bomber"):
        days = [day for day in days if kinds[0].is_issued(day)]
    if not asks_for_a_time(s):
        return days
    spans = all_spans(s, campaign, target.profile)
    return [day for day in days if any(first <= day <= last for first, last in spans)]


def all_spans(s: Sortie, campaign: Campaign, profile: str) -> Sequence[tuple[str, str]]:
    """The spans of all bombers of which one flies."""
    return [span for kind in kinds_for(s, campaign, profile) for span in spans_of(s, kind, profile)]


def overlaps(spans: Sequence[tuple[str, str]], days: Sequence[str]) -> bool:
    """Whether one of the spans holds one of the days, which follow each other."""
    return any(first <= days[-1] and days[0] <= last for first, last in spans)


def kinds_for(s: Sortie, campaign: Campaign, profile: str) -> Sequence[BomberType]:
    """The bombers of which one flies: the one asked for, or those of the campaign."""
    if s.setup.bomber is not None:
        return [s.ruleset.bomber(s.setup.bomber)]
    issued = [s.ruleset.bombers[name] for name in campaign.bombers.get("0", ())]
    return [kind for kind in issued if profile == RADAR_PROFILE or not kind.traits.get("bombs_by_radar")]


def spans_of(s: Sortie, kind: BomberType, profile: str) -> Sequence[tuple[str, str]]:
    """The first and last days between which a bomber is to be had with the guns, wing and island that are asked for."""
    first, last = kind.from_, kind.until
    for place in FITS:
        asked = s.setup.options.get(place)
        if asked is None or (profile == COMPOSITE and place == "armament"):
            continue
        if place not in kind.fit:
            if s.setup.bomber is not None:
                continue  # told when it is fitted out
            return ()
        option = kind.fit[place].option[asked]
        first, last = max(first, option.from_), min(last or LAST_MONTH, option.until or LAST_MONTH)
    last = f"{last or LAST_MONTH}-31"
    if "wing" not in s.setup.options and "base" not in s.setup.options:
        return [(first, last)]
    wings = [wing for _, wing in wings_of(s, kind, LAST_MONTH) if not wing.profiles or profile in wing.profiles]
    return [(max(first, wing.since), last) for wing in wings]


def choose_target(s: Sortie, campaign: Campaign) -> Target:
    """The target: drawn from the list, each entry by the sorties that were flown to it (2-2).

    Raises `BadData` or `NotAllowed` where nothing fits what is asked for.
    """
    found = listed(s, campaign)
    if not found:
        if s.setup.target is not None and "profile" not in s.setup.options and s.setup.date is None:
            raise unknown_target(s)
        raise no_mission(s, f"campaign {campaign.number} has")
    if len(found) == 1:
        return found[0]
    place = draw(s, sum(one.raids for one in found), "target")
    for one in found:
        place -= one.raids
        if place < 0:
            break
    return one


def no_mission(s: Sortie, where: str) -> NotAllowed:
    """The fault of wishes that no mission there fits: all of them, and when guns and wing are to be had."""
    options, ruleset = s.setup.options, s.ruleset
    wishes = [one for one in (s.setup.target, s.setup.date) if one]
    if s.setup.bomber is not None:
        wishes.append(f"the {ruleset.bomber(s.setup.bomber).short}")
    wishes += [f"{name} = {options[name]!r}" for name in ("profile", "wing", "base", *FITS) if name in options]
    told = [f"{where} no mission for {', '.join(wishes)}"]
    for place in FITS:
        for kind in ruleset.bombers.values():
            option = kind.fit[place].option.get(options.get(place, "")) if place in kind.fit else None
            if option is not None and (option.from_ or option.until):
                told.append(
                    f"{options[place]!r} is fitted to the {kind.short}"
                    + (f" from {option.from_}" if option.from_ else "")
                    + (f" until {option.until}" if option.until else "")
                )
    for cell in ruleset.tables["2-5"].entries().values():
        row = cell.data
        asked = (
            options.get("wing") in {cell.on, row.wing} if "wing" in options else fold(row.base) == options.get("base")
        )
        if asked and not row.wing:
            kept = f", for {row.profiles[0]} alone" if row.profiles else ""
            told.append(f"the {cell.on} is on {row.base} from {row.since}{kept}")
    return NotAllowed("; ".join(told))


def choose_day(s: Sortie, campaign: Campaign, target: Target) -> str:
    """The date: as asked, or any day of the campaign on which the target is flown to, with the bomber issued."""
    if s.setup.date is not None:
        return s.setup.date
    days = fitting_days(s, campaign, target)
    return days[draw(s, len(days), "date")]


# --- 2.4 to 2.6


def suiting(s: Sortie, campaign: Campaign) -> Sequence[str]:
    """The bombers of the campaign that fly such missions, with what is asked for on the day."""
    g: SuperfortressState = s.game
    issued = campaign.bombers.get("0", ())
    if asks_for_a_time(s) and s.setup.bomber is None:
        kinds = kinds_for(s, campaign, g.profile)
        having = {k.id for k in kinds if any(a <= s.date <= b for a, b in spans_of(s, k, g.profile))}
        issued = tuple(name for name in issued if name in having) or issued
    if g.profile == COMPOSITE:
        wings = [cell.data for cell in s.ruleset.tables["2-5"].entries().values()]
        return [name for one in wings if COMPOSITE in one.profiles for name in one.bombers if name in issued]
    by_radar = [name for name in issued if s.ruleset.bombers[name].traits.get("bombs_by_radar")]
    with_wings = [name for name in by_radar if s.ruleset.bombers[name].is_issued(s.date)]
    if g.profile == RADAR_PROFILE and with_wings:
        return with_wings
    return [name for name in issued if name not in by_radar]


def choose_wing(s: Sortie, kind: BomberType) -> tuple[str, str, str]:
    """The wing, its island and its field: as asked, or one of those that are there on the date and fly such missions
    (2-5). Raises `NotAllowed` where a wing or island that is asked for has none."""
    g: SuperfortressState = s.game
    asked, asked_wing = s.setup.options.get("base"), s.setup.options.get("wing")
    wings = wings_of(s, kind, s.date)
    fitting = [one for one in wings if g.profile in one[1].profiles] or [one for one in wings if not one[1].profiles]
    if asked_wing is None or s.setup.options.get("any_bomber"):
        fitting = fitting or wings
    if not fitting:
        if asked or asked_wing:
            who = f"the {asked_wing}" if asked_wing else "no wing"
            does = "does not fly" if asked_wing else "flies"
            where = f" from {asked.title()}" if asked else ""
            raise NotAllowed(f"{who} {does} such a mission in the {kind.short}{where} on {s.date}")
        # Before any wing is there the mission is flown by the first that came.
        name, cell = next(iter(s.ruleset.tables["2-5"].entries().items()))
        fitting = [(name, cell.data)]
    name, wing = fitting[draw(s, len(fitting), "wing")]
    return wing.wing or name, wing.base, wing.field


def wings_of(s: Sortie, kind: BomberType, day: str) -> list[tuple[str, WingCell]]:
    """The wings, of those asked for, that have a bomber by a day (2-5); one that flies before its time is taken in by
    whoever is there."""
    options = s.setup.options
    asked, asked_wing = options.get("base"), options.get("wing")
    there = [
        (name, cell.data)
        for name, cell in s.ruleset.tables["2-5"].entries().items()
        if cell.data.since <= day
        and (asked is None or fold(cell.data.base) == asked)
        and (asked_wing is None or (cell.data.wing or name) == asked_wing)
    ]
    if kind.game != s.ruleset.game.id:
        return there
    having_it = [one for one in there if kind.id in one[1].bombers]
    return having_it or there if options.get("any_bomber") else having_it


def route_from(s: Sortie, base: str, city: str) -> Route:
    """The route from an island to a target (2-4)."""
    gazetteer, number = s.ruleset.gazetteer, ROUTES_OF[base]
    return gazetteer.route(number if (number, city) in gazetteer else 0, city)


def set_up_bomber(s: Sortie, kind: BomberType) -> None:
    """The aeroplane with the guns that it takes along; who has no place without them stays at home (2.6)."""
    if s.game.profile == COMPOSITE and "armament" in kind.fit:
        # The bombers of the 509th have no turrets.
        s.setup = evolve(s.setup, options={**s.setup.options, "armament": "tail"})
    man_bomber(s, kind, fit_out(s, kind))
    s.bomber.crew = [man for man in s.bomber.crew if man.station is not None]


def load(s: Sortie) -> None:
    """Bombs against fuel (2-6): the more of the one the less of the other; fewer guns leave room for fuel."""
    g: SuperfortressState = s.game
    if s.bomber.type.game != s.ruleset.game.id:
        g.fuel = g.fuel_at_start = choices.BOXES_OF_OTHERS
        return
    loads = s.tables["loads"]
    g.load = s.setup.options.get("load") or s.choose("load")
    cell: LoadCell = loads.look(f"{g.profile} {g.load}").data
    g.fuel, g.tons = cell.boxes, cell.tons
    lighter = loads.get(f"armament {s.bomber.fits.get('armament', 'full')}")
    if lighter is not None:
        g.fuel += lighter.data.boxes
    g.fuel_at_start = g.fuel


def know_the_enemy(s: Sortie, target: Target) -> None:
    """What defends the target (2-3), and how strong the fighters are by then (5-1A)."""
    g: SuperfortressState = s.game
    cell = s.tables["defences"].get(f"{target.city}, {g.profile}") or s.tables["defences"].get(target.city)
    if cell is None:
        return
    told: DefencesCell = cell.data
    g.guns_below = {"low": told.low, "medium": told.medium, "high": told.high}
    g.searchlights = told.searchlights
    g.great_city = told.searchlights >= 3
    g.fighters_area = told.fighters
    if told.fighters == NO_FIGHTERS:
        return
    column = told.fighters
    if g.by_night:
        column = "night_great_city" if g.great_city else "night_other"
    strengths = s.tables["fighter_strength"]
    days = [day for day in strengths.keys[column] if day <= s.date]
    g.strength = int(strengths.look(max(days), column).result) if days else 0


# --- section 3


@step(rule="superfortress 3.1", table="3-1")
def base_weather(s: Sortie) -> None:
    """The weather over the base; on a bad day the mission is scrubbed, or flown as if it were poor."""
    s.begin("take-off")
    weather_for_take_off(s)


@step(rule="superfortress 3.2", table="3-2", cause="take-off")
def take_off(s: Sortie) -> None:
    """Take-off at sixty-five tons (3-2): trouble with an engine, or a crash (3-3); the climb-out costs fuel."""
    g: SuperfortressState = s.game
    s.carry_out("take_off")
    after_a_crash(s)
    burn(s, cost(s, "take_off"))
    s.note("airborne", fuel=g.fuel, engines_out=s.bomber.engines_out)
    if s.bomber.engines_out and s.choose("take_off_engine_out") == "abort":
        g.abort(s, "engine lost at take-off")


@step(rule="superfortress 3.2", when="aborting")
def land_again(s: Sortie) -> None:
    """An engine lost at take-off: the bombs go into the sea, and straight down again."""
    s.outbound = False
    if s.choose("jettison") == "yes" and not s.bomber.out & {"bomb_release", "bomb_bay_doors"}:
        s.bomber.bombs_aboard = False
        s.note("jettisoned", reason="before landing again")
    s.run("landing")
