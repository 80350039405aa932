"""Before the raid: campaign, target, bomber, electronics, crew, moon (section 2); weather, stream, take-off (3)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from attrs import define
from bomberstream.core.dates import day_in_words, days_between
from bomberstream.core.errors import BadData, NotAllowed, fold
from bomberstream.core.game import check_devices, listed_devices
from bomberstream.core.mission.carried import carried_by
from bomberstream.core.mission.setting_up import (
    after_a_crash,
    choose_bomber,
    choose_campaign,
    choose_date,
    draw,
    fit_out,
    man_bomber,
    may_fly_in,
    unknown_target,
    weather_for_take_off,
)
from bomberstream.core.packs import Target
from bomberstream.core.procedure import step
from bomberstream.core.zones import Zone

from .collisions import possible_collision
from .crew import keen_eyed, sets_aboard
from .flight import Tonight

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping, Sequence

    from bomberstream.core.bomber import BomberType
    from bomberstream.core.crew import Crewman
    from bomberstream.core.packs import Campaign
    from bomberstream.core.sortie import Sortie

__all__ = [
    "NEEDED_DEVICES",
    "CardCell",
    "assembly",
    "base_weather",
    "choose_devices",
    "choose_target",
    "draw_target",
    "join_stream",
    "prepare",
    "set_up_bomber",
    "take_off",
]

NEEDED_DEVICES = "needed_devices"
"""Under this name an optional rule keeps, before the set-up, the devices without which its operation is not flown."""
BOMBER_COMMAND = "0"
"""The one air force of the game, as the campaigns list it."""


@define(frozen=True)
class CardCell:
    """Payload of a row of a campaign card."""

    type: str


def prepare(s: Sortie) -> None:
    """Who flies what, where and when: what the setup leaves open is rolled or decided (section 2)."""
    s.begin("set-up campaign")
    g = s.game = Tonight()
    s.zone = Zone(1, over=g.base_codes(), region=("",), is_base=True)
    check_days(s)
    asks = asks_for_equipment(s)
    campaign = choose_campaign(s, lambda one: is_flown(s, one) and (not asks or any(days_to_fly(s, one))))
    s.campaign = campaign.number
    s.begin("set-up target")
    s.run("target")
    target = g.target
    assert target is not None
    g.target_type = target.type
    s.begin("set-up date")
    s.date = date_of(s, campaign)
    s.begin("set-up bomber")
    g.route = s.ruleset.gazetteer.route(0, target.city)
    set_up_bomber(s, choose_bomber(s, suiting(s, campaign)))
    s.begin("set-up moon")
    g.moon = phase_of_moon(s)
    if s.is_heard("briefing"):
        s.note(
            "briefing",
            date=s.date,
            day=day_in_words(s.date),
            campaign=campaign.title,
            target=target.city,
            target_type=target.type,
            aim=target.aim or target.type,
            zones=g.route.target_zone,
            miles=g.route.miles,
            bomber=s.bomber.type.short,
            name=s.bomber.name,
            moon=g.moon,
            electronics=in_list(s),
        )


def in_list(s: Sortie) -> str:
    """The electronics aboard in words, in the order of the data."""
    carried = s.ruleset.devices_of(s.bomber.type)
    aboard = [device.title for name, device in carried.items() if name in s.bomber.devices]
    return ", ".join(aboard) or "none"


def is_flown(s: Sortie, campaign: Campaign) -> bool:
    """Whether the bomber and the target that were asked for, if any, have a place in a campaign."""
    setup = s.setup
    if setup.bomber is not None and not setup.options.get("any_bomber"):
        kind = s.ruleset.bomber(setup.bomber)
        if not may_fly_in(s, kind, campaign, BOMBER_COMMAND):
            return False
    return setup.target is None or bool(listed(s, campaign.number, setup.target))


# --- days on which the electronics and fittings that are asked for are to be had (2.5, 2.7)


def asks_for_equipment(s: Sortie) -> bool:
    """Whether the options name electronics or fittings, which only some days and bombers have."""
    return bool(asked_devices(s)) or bool(asked_fittings(s)) or NEEDED_DEVICES in s.kept


def wanted_devices(s: Sortie) -> tuple[str, ...]:
    """The electronics that the options name, and those without which the operation is not flown."""
    return tuple(dict.fromkeys((*(asked_devices(s) or ()), *s.kept.get(NEEDED_DEVICES, ()))))


def asked_fittings(s: Sortie) -> dict[str, str]:
    """The fittings that the options name: place to option."""
    if not s.setup.options:
        return {}
    places = {place for kind in s.ruleset.bombers.values() for place in kind.fit}
    return {place: choice for place, choice in s.setup.options.items() if place in places}


def suits(s: Sortie, kind: BomberType, day: str) -> bool:
    """Whether a bomber flies on a day with the fittings that are asked for, and has the places of the electronics."""
    free, fittings = bool(s.setup.options.get("any_bomber")), asked_fittings(s)
    if not kind.is_issued(day) and not (free and s.setup.bomber is not None):
        return False
    to_be_had = {
        place: [name for name, option in fit.option.items() if free or option.is_fitted(day)]
        for place, fit in kind.fit.items()
    }
    if any(choice not in to_be_had.get(place, ()) for place, choice in fittings.items()):
        return False
    sure = {
        place: fittings[place] if place in fittings else had[0]
        for place, had in to_be_had.items()
        if place in fittings or len(had) == 1
    }
    needs = {name for fit in kind.fit.values() for option in fit.option.values() for name in option.devices}
    brought = {name for place, choice in sure.items() for name in kind.fit[place].option[choice].devices}
    carries = s.ruleset.devices_of(kind)
    if not all(name in carries for name in s.kept.get(NEEDED_DEVICES, ())):
        return False
    return all(name in brought for name in asked_devices(s) or () if name in needs)


def days_to_fly(s: Sortie, campaign: Campaign) -> Iterator[str]:
    """The days of a campaign on which the electronics and fittings that are asked for are to be had."""
    devices = [s.ruleset.devices[name] for name in wanted_devices(s) if not s.setup.options.get("any_device")]
    kinds = kinds_of(s, campaign)
    if s.setup.options.get("first_raid") and campaign.first_raid is not None:
        days: Sequence[str] = [campaign.first_raid.date]
    else:
        days = days_between(campaign.from_, campaign.to)
    # Bombers and fittings change by the month.
    months = {day[:7]: day for day in days}
    flown = {month for month, day in months.items() if any(suits(s, kind, day) for kind in kinds)}
    return (day for day in days if day[:7] in flown and all(one.is_issued(day) for one in devices))


def kinds_of(s: Sortie, campaign: Campaign) -> list[BomberType]:
    """The bomber that is asked for, or those of a campaign."""
    if s.setup.bomber is not None:
        return [s.ruleset.bomber(s.setup.bomber)]
    return [s.ruleset.bombers[name] for name in campaign.bombers.get(BOMBER_COMMAND, ())]


def check_days(s: Sortie) -> None:
    """What is asked for must be to be had on some day; raises `NotAllowed` with the dates."""
    setup, campaigns = s.setup, s.ruleset.campaigns
    if setup.date is not None or not asks_for_equipment(s):
        return
    if setup.campaign is not None:
        within = [one for one in campaigns.values() if one.number == setup.campaign]
    else:
        within = [one for one in campaigns.values() if is_flown(s, one)]
    if not within or any(any(days_to_fly(s, one)) for one in within):
        return
    fittings, told = asked_fittings(s), []
    kinds = {kind.id: kind for campaign in within for kind in kinds_of(s, campaign)}
    for name in wanted_devices(s):
        device = s.ruleset.devices[name]
        told.append(f"{device.title} is carried {span(device.from_, device.until)}")
        places = (place for kind in kinds.values() for place in places_of(kind, name))
        told += (f"it needs its place: {say}" for say in sayings(places, fittings))
    for place, choice in fittings.items():
        fitted = [
            f"the {kind.short} {span(option.from_ or kind.from_, option.until or kind.until)}"
            for kind in kinds.values()
            if place in kind.fit and (option := kind.fit[place].option.get(choice)) is not None
        ]
        told.append(f"{place} = {choice!r} is fitted to {', '.join(fitted) or 'none of the bombers there'}")
    if setup.bomber is not None:
        told += (f"the {kind.short} is issued {span(kind.from_, kind.until)}" for kind in kinds.values())
    where = "" if setup.campaign is None else f" of campaign {setup.campaign}"
    raise NotAllowed(f"no day{where} has all that is asked for: {'; '.join(told)}")


def places_of(kind: BomberType, device: str) -> Iterator[tuple[str, str]]:
    """Where a device may lie in a bomber: each place with the option that brings it; none where it needs no place."""
    for place, fit in kind.fit.items():
        yield from ((place, choice) for choice, option in fit.option.items() if device in option.devices)


def sayings(places: Iterable[tuple[str, str]], fittings: Mapping[str, str]) -> list[str]:
    """What to say to have a place fitted so, for each that is not asked for already."""
    return [f"say {place} = {choice!r}, too" for place, choice in sorted(set(places)) if fittings.get(place) != choice]


def span(first: str, last: str) -> str:
    """Dates or months in words."""
    return f"from {first or 'the beginning'} to {last or 'the end'}"


def suiting(s: Sortie, campaign: Campaign) -> tuple[str, ...]:
    """The bombers of a campaign; where one is drawn, those that have the fittings and places that are asked for."""
    issued = campaign.bombers.get(BOMBER_COMMAND, ())
    if s.setup.bomber is not None or not asks_for_equipment(s):
        return issued
    return tuple(name for name in issued if suits(s, s.ruleset.bombers[name], s.date)) or issued


def listed(s: Sortie, campaign: int, city: str) -> Sequence[Target]:
    """The entries of a campaign's card for a city."""
    return s.ruleset.targets_of_cities.get((0, campaign, fold(city)), ())


# --- 2.4


@step(rule="tonight 2.4")
def draw_target(s: Sortie) -> None:
    """The target of the campaign (2.4)."""
    s.game.target = choose_target(s, s.ruleset.campaigns[s.campaign])


def choose_target(s: Sortie, campaign: Campaign) -> Target:
    """The target: as asked, that of the campaign's first raid, or a roll on the campaign's card (2.4)."""
    asked = s.setup.target
    if asked is not None:
        found = listed(s, campaign.number, asked)
        if not found and s.setup.options.get("any_target"):
            found = [one for one in s.ruleset.targets if fold(one.city) == fold(asked)]
        if not found:
            raise unknown_target(s)
        return found[0]
    if s.setup.options.get("first_raid") and campaign.first_raid is not None:
        first = campaign.first_raid
        return on_card(s, campaign.number, first.target, first.type)
    rolled = s.ruleset.answers("", campaign.number)["target_card"]
    row = s.roll_table(rolled, "target_card")
    return on_card(s, campaign.number, str(row.result), row.data.type if row.data is not None else "")


def on_card(s: Sortie, campaign: int, city: str, kind: str) -> Target:
    """The entry of a card; one that only a player's own card has is made of what it gives."""
    found = listed(s, campaign, city)
    for one in found:
        if one.type == kind:
            return one
    if found:
        return found[0]
    return Target(campaign=campaign, city=city, country="", type=kind or "Area", raids=1)


def date_of(s: Sortie, campaign: Campaign) -> str:
    """The evening: as asked, that of the campaign's first raid, or any of the campaign on which what the options
    ask for is to be had."""
    if s.setup.date is None and s.setup.options.get("first_raid") and campaign.first_raid is not None:
        return campaign.first_raid.date
    if s.setup.date is None and asks_for_equipment(s):
        days = list(days_to_fly(s, campaign))
        if days:
            return days[draw(s, len(days), "date")]
    return choose_date(s, campaign, campaign.from_)


# --- 2.5 to 2.10


def set_up_bomber(s: Sortie, kind: BomberType) -> None:
    """The aeroplane with its guns (2.5), electronics (2.7) and crew (2.8)."""
    chosen = fit_out(s, kind)
    man_bomber(s, kind, chosen)
    s.bomber.devices = choose_devices(s, kind, chosen, asked_devices(s))
    s.game.sets = sets_aboard(s)
    tested_at = {trade: one.tested_at for trade, one in carried_by(s).crew.items()}
    for place in keen_eyed(kind):
        man = s.bomber.man_of(place.id)
        if man.trade and not man.night_vision and may_see_better(s, man, tested_at.get(man.trade)):
            s.man = man
            man.night_vision = s.roll("night_vision").result == "yes"


def may_see_better(s: Sortie, man: Crewman, tested_at: int | None) -> bool:
    """Whether it is to be rolled for on table 2-2: for a man new to the crew, and again when experience has made his
    roll on it better (2.8.1.1). `tested_at`: how many missions he had flown the last time; None for never."""
    modify = s.tables["night_vision"].modify
    if tested_at is None or modify is None:
        return tested_at is None
    s.man, missions = man, man.missions
    now = modify(s, 0)
    man.missions = tested_at
    before = modify(s, 0)
    man.missions = missions
    return now > before


def asked_devices(s: Sortie) -> list[str] | None:
    """The devices that the options name, as "gee, h2s" or "none"; None when they say nothing.

    Raises `BadData` with the nearest for an unknown one.
    """
    given = s.setup.options.get("electronics")
    if given is None:
        return None
    try:
        names = listed_devices(given)
        check_devices(names, s.ruleset.devices)
    except BadData as wrong:
        raise BadData(f"electronics: {wrong}") from None
    return names


def choose_devices(s: Sortie, kind: BomberType, chosen: dict[str, str], asked: list[str] | None) -> set[str]:
    """The electronics to carry among those of the date (2.7.1); H2S lies where a ventral gun would (2.5.2).

    Raises `NotAllowed` for a device before its time, or without its place.
    """
    g = s.game
    needs = {name for fit in kind.fit.values() for option in fit.option.values() for name in option.devices}
    brought = {name for place, choice in chosen.items() for name in kind.fit[place].option[choice].devices}
    aboard = set()
    carried = s.ruleset.devices_of(kind)
    for name in asked or ():
        if name not in carried:
            titles = ", ".join(carried)
            raise NotAllowed(
                f"electronics: the {kind.short} carries no {s.ruleset.devices[name].title}; it may: {titles}"
            )
    for name, device in carried.items():
        issued = device.is_issued(s.date) or bool(s.setup.options.get("any_device"))
        if asked is not None:
            if name not in asked:
                continue
            if not issued:
                raise NotAllowed(f"electronics: {device.title} is carried {span(device.from_, device.until)}")
            if name in needs and name not in brought:
                say = " or ".join(sayings(places_of(kind, name), chosen))
                raise NotAllowed(f"electronics: {device.title} needs its place: {say}")
            aboard.add(name)
        elif issued and (name in brought or name not in needs):
            g.switching = name
            if name in brought or s.choose("carries", about=device.title) == "yes":
                aboard.add(name)
    g.switching = ""
    return aboard


def phase_of_moon(s: Sortie) -> str:
    """The moon: as asked, by the calendar for a given date, else by the die (2.10, table 2-1)."""
    asked = s.setup.options.get("moon", "")
    if asked in ("crescent", "half", "full"):
        return asked
    calendar = s.ruleset.moon
    dated = s.setup.date is not None or "first_raid" in s.setup.options
    if calendar is not None and (asked == "calendar" or (dated and asked != "table")):
        return calendar.phase(s.date)
    return str(s.roll("moon").result)


# --- 3


@step(rule="tonight 3.1.1", table="3-1")
def base_weather(s: Sortie) -> None:
    """The weather over the base; on a bad night the raid is scrubbed, or flown as if it were poor (3-1)."""
    s.begin("take-off")
    weather_for_take_off(s)


@step(rule="tonight 3.1.2", table="3-1A")
def join_stream(s: Sortie) -> None:
    """The place in the bomber stream (3-1A)."""
    asked = s.setup.options.get("stream")
    s.game.stream_position = asked or s.roll("stream_position").result
    s.note("stream", position=s.game.stream_position)


@step(rule="tonight 3.1.3", table="3-2", cause="take-off")
def take_off(s: Sortie) -> None:
    """Take-off (3-2): engine trouble, an accident of others in the murk, or a crash (3-3)."""
    s.carry_out("take_off")
    after_a_crash(s)
    s.note("airborne", position=s.game.stream_position, engines_out=s.bomber.engines_out)
    if s.game.useless_engines(s) and s.choose("take_off_engine_out") == "abort":
        s.game.abort(s, "engine lost at take-off")


@step(rule="tonight 3.1.4", table="5-16")
def assembly(s: Sortie) -> None:
    """Forming up over the assembly light, other bombers may come too close (5-16)."""
    possible_collision(s)


@step(rule="tonight 3.1.3", when="aborting")
def land_again(s: Sortie) -> None:
    """An engine lost at take-off: straight round and down again, bombs aboard (3-2 a)."""
    s.outbound = False
    s.run("landing")
