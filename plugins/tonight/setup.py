"""Before the raid: campaign, target, bomber, electronics, crew, moon (section 2); weather, stream, take-off (3)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from attrs import define
from bomberstream.core.errors import BadData, NotAllowed, did_you_mean
from bomberstream.core.mission.setting_up import (
    after_a_crash,
    choose_bomber,
    choose_campaign,
    choose_date,
    day_in_words,
    fit_out,
    man_bomber,
    unknown_target,
    weather_for_take_off,
)
from bomberstream.core.packs import Target
from bomberstream.core.procedure import step
from bomberstream.core.zones import Zone

from .combat import possible_collision
from .crew import WINDOW
from .flight import Tonight

if TYPE_CHECKING:
    from bomberstream.core.bomber import BomberType
    from bomberstream.core.packs import Campaign
    from bomberstream.core.sortie import Sortie

__all__ = ["CardCell", "assembly", "base_weather", "join_stream", "prepare", "set_up_bomber", "take_off"]

BOMBER_COMMAND = "0"
"""The one air force of the game, as the campaigns list it."""
KEEN_EYED = ("mid_upper_gunner", "tail_gunner", "wireless_operator", "bomb_aimer")
"""The men who may see better than others at night (2.8.1.2)."""


@define(frozen=True)
class CardCell:
    """Payload of a row of a campaign card."""

    type: str


def prepare(s: Sortie) -> None:
    """Who flies what, where and when: what the setup leaves open is rolled or decided (section 2)."""
    s.begin("set-up campaign")
    g = s.game = Tonight()
    s.zone = Zone(1, over=g.base_codes(), region=("",), is_base=True)
    campaign = choose_campaign(s, lambda one: fits(s, one))
    s.campaign = campaign.number
    s.begin("set-up target")
    target = g.target = choose_target(s, campaign)
    g.target_type = target.type
    s.begin("set-up date")
    s.date = date_of(s, campaign)
    s.begin("set-up bomber")
    g.route = s.ruleset.gazetteer.route(0, target.city)
    set_up_bomber(s, choose_bomber(s, campaign.bombers.get(BOMBER_COMMAND, ())))
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
    aboard = [device.title for name, device in s.ruleset.devices.items() if name in s.bomber.devices]
    return ", ".join(aboard) or "none"


def fits(s: Sortie, campaign: Campaign) -> bool:
    """Whether the bomber and the target that were asked for, if any, have a place in a campaign."""
    setup = s.setup
    if setup.bomber is not None and not setup.options.get("any_bomber"):
        kind = s.ruleset.bomber(setup.bomber)
        if kind.id not in campaign.bombers.get(BOMBER_COMMAND, ()):
            return False
    return setup.target is None or bool(listed(s, campaign.number, setup.target))


def listed(s: Sortie, campaign: int, city: str) -> list[Target]:
    """The entries of a campaign's card for a city."""
    return [one for one in s.ruleset.target_lists.get((0, campaign), ()) if one.city.lower() == city.lower()]


# --- 2.4


def choose_target(s: Sortie, campaign: Campaign) -> Target:
    """The target: as asked, that of the campaign's first raid, or a roll on the campaign's card (2.4)."""
    asked = s.setup.target
    if asked is not None:
        found = listed(s, campaign.number, asked)
        if not found and s.setup.options.get("any_target"):
            found = [one for one in s.ruleset.targets if one.city.lower() == asked.lower()]
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
    """The evening: as asked, that of the campaign's first raid, or any of the campaign."""
    if s.setup.date is None and s.setup.options.get("first_raid") and campaign.first_raid is not None:
        return campaign.first_raid.date
    return choose_date(s, campaign, campaign.from_)


# --- 2.5 to 2.10


def set_up_bomber(s: Sortie, kind: BomberType) -> None:
    """The aeroplane with its guns (2.5), electronics (2.7) and crew (2.8)."""
    chosen = fit_out(s, kind)
    man_bomber(s, kind, chosen)
    s.bomber.devices = choose_devices(s, kind, chosen, asked_devices(s))
    s.game.sets = {name: one for name, one in s.ruleset.devices.items() if name in s.bomber.devices and name != WINDOW}
    for trade in KEEN_EYED:
        man = s.bomber.man_of(trade)
        if man.trade:
            s.man = man
            man.night_vision = s.roll("night_vision").result == "yes"


def asked_devices(s: Sortie) -> list[str] | None:
    """The devices that the options name, as "gee, h2s" or "none"; None when they say nothing.

    Raises `BadData` with the nearest for an unknown one.
    """
    given = s.setup.options.get("electronics")
    if given is None:
        return None
    names = [one.strip().lower().replace("-", "_").replace(" ", "_") for one in given.split(",")]
    names = [one for one in names if one not in ("", "none")]
    for name in names:
        if name not in s.ruleset.devices:
            raise BadData(f"electronics: no device {name!r}; {did_you_mean(name, s.ruleset.devices)}".rstrip("; "))
    return names


def choose_devices(s: Sortie, kind: BomberType, chosen: dict[str, str], asked: list[str] | None) -> set[str]:
    """The electronics to carry among those of the date (2.7.1); H2S lies where a ventral gun would (2.5.2).

    Raises `NotAllowed` for a device before its time, or without its place.
    """
    g = s.game
    needs = {name for fit in kind.fit.values() for option in fit.option.values() for name in option.devices}
    brought = {name for place, choice in chosen.items() for name in kind.fit[place].option[choice].devices}
    aboard = set()
    for name, device in s.ruleset.devices.items():
        issued = device.is_issued(s.date) or bool(s.setup.options.get("any_device"))
        if asked is not None:
            if name not in asked:
                continue
            if not issued:
                span = f"from {device.from_} to {device.until or 'the end'}"
                raise NotAllowed(f"electronics: {device.title} is carried {span}")
            if name in needs and name not in brought:
                raise NotAllowed(f"electronics: {device.title} needs its place: say ventral = 'h2s', too")
            aboard.add(name)
        elif issued and (name in brought or name not in needs):
            g.switching = name
            if name in brought or s.choose("carries") == "yes":
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
