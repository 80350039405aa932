"""Before the mission: campaign, date, target, bomber, crew, place in the box (2-9, 2-10), take-off (3-1 to 3-3)."""

from __future__ import annotations

import datetime
from typing import TYPE_CHECKING

from bomberstream.core.bomber import Bomber
from bomberstream.core.crew import Crewman
from bomberstream.core.dice import MOST_SIDES, random_bytes
from bomberstream.core.errors import BadData, NotAllowed, did_you_mean
from bomberstream.core.procedure import step
from bomberstream.core.zones import Zone

from .events import lead_cell
from .fighters import PositionCell
from .flight import Today
from .formation import useless_engines
from .landing import finish

if TYPE_CHECKING:
    from collections.abc import Sequence

    from bomberstream.core.bomber import BomberType
    from bomberstream.core.packs import Campaign, Target
    from bomberstream.core.sortie import Sortie

__all__ = ["base_weather", "prepare", "set_up_bomber", "take_off"]

INITIALS = "ABCDEFGHJKLMNPRSTW"
SEASONED = 12
"""Missions after which men hold the rank of the second half of a tour."""
MONTHS = (
    "January", "February", "March", "April", "May", "June",
    "July", "August", "September", "October", "November", "December",
)  # fmt: skip
CELLS = {"middle": range(1, 7), "high": range(7, 13), "low": range(13, 19)}
LEADERS = (1, 7, 13)
TAIL_ENDS = (11, 18)


def prepare(s: Sortie) -> None:
    """Who flies what, where and when: what the setup leaves open is rolled (section 2 of the rules)."""
    s.begin("set-up campaign")
    g = s.game = Today()
    options = s.setup.options
    s.zone = Zone(1, over=("I",) if options.get("air_force") == "15" else ("E",), region=("",), is_base=True)
    campaign = choose_campaign(s)
    s.campaign = campaign.number
    g.air_force = choose_air_force(s, campaign)
    s.begin("set-up target")
    g.target = choose_target(s)
    s.begin("set-up date")
    s.date = choose_date(s, campaign)
    s.begin("set-up bomber")
    g.route = s.ruleset.gazetteer.route(g.air_force, g.target.city)
    if g.air_force == 15:
        s.zone.over = ("I",)
    set_up_bomber(s, choose_bomber(s, campaign))
    s.begin("set-up place")
    take_place(s)
    target = g.target
    s.note(
        "briefing",
        date=s.date,
        day=day_in_words(s.date),
        campaign=campaign.title,
        air_force=g.air_force,
        target=target.city,
        target_type=target.type,
        aim=target.aim or target.type,
        zones=g.route.target_zone,
        miles=g.route.miles,
        bomber=s.bomber.type.short,
        name=s.bomber.name,
        cell=g.cell,
        position=g.position,
    )


def day_in_words(date: str) -> str:
    """ "1943-10-14" as 14 October 1943."""
    day = datetime.date.fromisoformat(date)
    return f"{day.day} {MONTHS[day.month - 1]} {day.year}"


def choose_campaign(s: Sortie) -> Campaign:
    """The campaign: as asked, by the date, or drawn among those that have the bomber and the target."""
    setup, campaigns = s.setup, s.ruleset.campaigns
    if setup.date is not None:
        for campaign in campaigns.values():
            if campaign.from_ <= setup.date <= campaign.to:
                if setup.campaign not in (None, campaign.number):
                    raise NotAllowed(f"{setup.date} lies in campaign {campaign.number}, not {setup.campaign}")
                return campaign
        first, last = min(c.from_ for c in campaigns.values()), max(c.to for c in campaigns.values())
        raise NotAllowed(f"date {setup.date!r} is outside the campaigns, {first} to {last}")
    if setup.campaign is not None:
        if setup.campaign not in campaigns:
            raise NotAllowed(f"no campaign {setup.campaign}; there are {min(campaigns)} to {max(campaigns)}")
        return campaigns[setup.campaign]
    fitting = [campaign for campaign in campaigns.values() if fits(s, campaign)]
    if not fitting:
        raise unknown_target(s)
    return fitting[draw(s, len(fitting), "campaign")]


def fits(s: Sortie, campaign: Campaign) -> bool:
    """Whether the bomber and the target that were asked for, if any, have a place in a campaign."""
    setup, options = s.setup, s.setup.options
    if setup.bomber is not None and not options.get("any_bomber"):
        kind = s.ruleset.bomber(setup.bomber)
        forces = [options["air_force"]] if "air_force" in options else [*campaign.bombers]
        if not any(kind.id in campaign.bombers.get(force, ()) for force in forces):
            return False
    return setup.target is None or any(
        one.campaign == campaign.number
        and one.city.lower() == setup.target.lower()
        and options.get("air_force") in (None, str(one.air_force))
        for one in s.ruleset.targets
    )


def choose_air_force(s: Sortie, campaign: Campaign) -> int:
    """The air force: as asked, or the only one, or by a die; the 15th flies from November 1943 on."""
    asked = s.setup.options.get("air_force")
    flies = [
        force
        for force in campaign.air_forces
        if (s.setup.date is None or s.setup.date >= campaign.first_day(force)) and targets_of(s, force)
    ]
    if asked is not None:
        if int(asked) not in flies:
            known = ", ".join(map(str, flies)) or "none"
            raise NotAllowed(f"air force {asked} has no such mission then and there; possible: {known}")
        return int(asked)
    if not flies:
        raise unknown_target(s)
    if len(flies) == 1:
        return flies[0]
    return flies[int(s.throw("1d6", "air force") > 3)]


def targets_of(s: Sortie, air_force: int) -> Sequence[Target]:
    """The campaign's list of an air force, or the asked target on it."""
    asked = s.setup.target
    found = s.ruleset.target_lists.get((air_force, s.campaign), ())
    if asked is None:
        return found
    named = [one for one in found if one.city.lower() == asked.lower()]
    return named or [
        one
        for one in s.ruleset.targets
        if one.air_force == air_force and one.city.lower() == asked.lower() and s.setup.options.get("any_target")
    ]


def unknown_target(s: Sortie) -> BadData | NotAllowed:
    """The fault of a target that is on no list of the campaign."""
    asked = s.setup.target or ""
    here = {one.city for one in s.ruleset.targets if one.campaign == s.campaign}
    everywhere = {one.city: one.campaign for one in s.ruleset.targets}
    for city in everywhere:
        if city.lower() == asked.lower():
            numbers = sorted({one.campaign for one in s.ruleset.targets if one.city == city})
            return NotAllowed(
                f"{city} is not on the list of campaign {s.campaign}; it is on those of {', '.join(map(str, numbers))}"
            )
    return BadData(f"no target {asked!r}; {did_you_mean(asked, here)}".rstrip("; "))


def choose_target(s: Sortie) -> Target:
    """The target: as asked, or drawn from the campaign's list, each entry alike."""
    found = targets_of(s, s.game.air_force)
    if not found:
        raise unknown_target(s)
    return found[draw(s, len(found), "target")]


def choose_date(s: Sortie, campaign: Campaign) -> str:
    """The date: as asked, or any day of the campaign on which the air force flies."""
    if s.setup.date is not None:
        return s.setup.date
    first = datetime.date.fromisoformat(campaign.first_day(s.game.air_force))
    days = (datetime.date.fromisoformat(campaign.to) - first).days + 1
    if s.setup.bomber is not None and not s.setup.options.get("any_bomber"):
        kind = s.ruleset.bomber(s.setup.bomber)
        fits = [n for n in range(days) if kind.is_issued((first + datetime.timedelta(n)).isoformat())]
        if not fits:
            raise NotAllowed(not_issued(kind, f"campaign {campaign.number}"))
        return (first + datetime.timedelta(fits[draw(s, len(fits), "date")])).isoformat()
    return (first + datetime.timedelta(draw(s, days, "date"))).isoformat()


def draw(s: Sortie, number: int, purpose: str) -> int:
    """One of so many things, all alike; places from 0."""
    if number <= 1:
        return 0
    if number <= MOST_SIDES:
        return s.throw(f"1d{number}", purpose) - 1
    half = (number + 1) // 2
    while True:
        place = draw(s, half, purpose) + half * draw(s, 2, purpose)
        if place < number:
            return place


def not_issued(kind: BomberType, when: str) -> str:
    """Why a bomber cannot fly then."""
    return f"the {kind.short} is issued from {kind.from_} to {kind.until}, not in {when}"


def choose_bomber(s: Sortie, campaign: Campaign) -> BomberType:
    """The bomber: as asked if it is issued on the date, or one of those that are."""
    ruleset = s.ruleset
    if s.setup.bomber is not None:
        kind = ruleset.bomber(s.setup.bomber)
        if not kind.is_issued(s.date) and not s.setup.options.get("any_bomber"):
            raise NotAllowed(not_issued(kind, s.date))
        return kind
    issued = campaign.bombers.get(str(s.game.air_force), ())
    kinds = [ruleset.bombers[name] for name in issued if ruleset.bombers[name].is_issued(s.date)]
    return kinds[draw(s, len(kinds), "bomber")]


def set_up_bomber(s: Sortie, kind: BomberType) -> None:
    """The aeroplane, its crew and its turret (2-9)."""
    g = s.game
    s.tables = s.ruleset.answers(kind.id, s.campaign)
    names = Namer(s)
    s.bomber = Bomber.of(kind, names.aircraft())
    flown = int(s.setup.options.get("missions", "0"))
    s.bomber.board([names.man(station.id, station.title, flown) for station in kind.station if mans(kind, station.id)])
    if kind.traits.get("nose_turret_types"):
        g.nose_turret = s.setup.options.get("nose_turret") or s.roll("nose_turret_type").result


def mans(kind: BomberType, trade: str) -> bool:
    """Whether a type carries a man of a trade: somebody sits at his own seat or at another's."""
    seats = {station.id if station.man is None else station.man for station in kind.station}
    return trade in seats


class Namer:
    """Names for a crew, out of the sortie's seed and not out of its dice: they change no result.

    When nobody listens the men go by their trades, and no time is spent on names.
    """

    def __init__(self, s: Sortie) -> None:
        self._listening = s.log is not None
        self._names = s.ruleset.names
        self._lots = random_bytes(s.setup.seed, "names")
        self._taken: set[str] = set()

    def _one(self, words: Sequence[str]) -> str:
        return words[next(self._lots) % len(words)] if words else "unknown"

    def aircraft(self) -> str:
        """The name on the nose."""
        if not self._listening:
            return ""
        return self._one(self._names.aircraft)

    def man(self, trade: str, title: str, missions: int) -> Crewman:
        """A man for a trade, with the rank of his service; last names differ within a crew."""
        if not self._listening:
            return Crewman(title, trade, "", title, missions)
        names = self._names
        last = self._one(names.last)
        while last in self._taken and len(self._taken) < len(names.last):
            last = self._one(names.last)
        self._taken.add(last)
        initial = f" {self._one(INITIALS)}." if names.middle_initial else ""
        name = f"{self._one(names.first)}{initial} {last}"
        return Crewman(name, trade, self._rank(trade, missions), title, missions)

    def _rank(self, trade: str, missions: int) -> str:
        ranks = self._names.rank.get(trade)
        if ranks is None:
            return ""
        shares = ranks.later if missions >= SEASONED and ranks.later else ranks.start
        left = next(self._lots) / 256
        for rank, share in shares.items():
            left -= share
            if left < 0:
                return rank
        return next(iter(shares), "")


def take_place(s: Sortie) -> None:
    """Cell and position in the box, unless given: rolled until the crew may fill the place (2-10A, 2-10B)."""
    g = s.game
    options = s.setup.options
    if "position" in options:
        number = int(options["position"])
        g.position = number
        g.cell = next((cell for cell, numbers in CELLS.items() if number in numbers), "")
        if not g.cell:
            raise NotAllowed(f"position {number}: the box has places 1 to 18")
    else:
        g.cell = options.get("cell") or s.roll("cell").result
        if g.cell not in CELLS:
            raise BadData(f"no cell {g.cell!r}; {did_you_mean(g.cell, CELLS)}".rstrip("; "))
        while True:
            rolled = s.roll("position_in_cell", g.cell)
            if rolled.result == "roll_again":
                continue
            cell: PositionCell | None = rolled.data
            if cell is None or all(
                s.bomber.man_of(trade).missions > limit for trade, limit in cell.reroll_up_to.items()
            ):
                g.position = rolled.result
                break
    if g.position in LEADERS:
        lead_cell(s)
    g.tail_end = g.position in TAIL_ENDS


@step(rule="today 3-1", table="3-1")
def base_weather(s: Sortie) -> None:
    """The weather over the base; on a bad day the mission is scrubbed, or flown as if it were poor."""
    g = s.game
    s.begin("take-off")
    g.weather_over_base = s.roll("weather_over_base").result
    s.note("base_weather", weather=g.weather_over_base)
    if g.weather_over_base == "bad":
        if s.choose("scrub") == "yes":
            s.note("scrubbed")
            g.bomber_fate = "intact"
            for man in s.bomber.crew:
                man.fate = "returns"
            s.end("scrubbed", "weather")
        g.weather_over_base = "poor"


@step(rule="today 3-2", table="3-2", cause="take-off")
def take_off(s: Sortie) -> None:
    """Take-off (3-2): trouble with an engine, an accident in the murk, or a crash (3-3)."""
    g = s.game
    s.carry_out("take_off")
    if g.bomber_fate:
        for man in s.bomber.crew:
            if not man.is_dead:
                man.fate = "returns"
        finish(s, "crashed", g.bomber_fate)
    s.note("airborne", position=g.position, cell=g.cell, engines_out=s.bomber.engines_out)
    if useless_engines(s) and s.choose("take_off_engine_out") == "abort":
        g.abort(s, "engine lost at take-off")


@step(rule="today 3-2", when="aborting")
def land_again(s: Sortie) -> None:
    """An engine lost at take-off: straight round and down again, bombs aboard (3-2 b)."""
    s.outbound = False
    s.run("landing")
