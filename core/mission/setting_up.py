"""Setting up: campaign, date, bomber and crew, where the setup leaves them open (section 2 of the rules)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ..bomber import Bomber
from ..dates import days_between
from ..dice import MOST_SIDES
from ..errors import BadData, NotAllowed, OutsideGame, did_you_mean, fold
from .carried import carried_by, man_of_tour
from .ending import finish
from .naming import namer_for

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping, Sequence

    from ..bomber import BomberType
    from ..packs import Campaign
    from ..sortie import Sortie

__all__ = [
    "after_a_crash",
    "choose_bomber",
    "choose_campaign",
    "choose_date",
    "draw",
    "fit_out",
    "man_bomber",
    "mans",
    "may_fly_in",
    "unknown_target",
    "weather_for_take_off",
]


def choose_campaign(
    s: Sortie, fits: Callable[[Campaign], bool], misfit: Callable[[], NotAllowed] | None = None
) -> Campaign:
    """The campaign: as asked, by the date, or drawn among those that `fits` holds for (bomber and target are there).

    `misfit` makes the fault of wishes that no campaign fits, where a game can say more than that.

    Raises `OutsideGame` for a date outside the campaigns, `NotAllowed` for another number, `BadData` for an unknown
    target.
    """
    setup, campaigns = s.setup, s.ruleset.campaigns
    if setup.date is not None:
        for campaign in campaigns.values():
            if campaign.from_ <= setup.date <= campaign.to:
                if setup.campaign not in (None, campaign.number):
                    raise NotAllowed(f"{setup.date} lies in campaign {campaign.number}, not {setup.campaign}")
                return campaign
        first, last = min(c.from_ for c in campaigns.values()), max(c.to for c in campaigns.values())
        raise OutsideGame(f"date {setup.date!r} is outside the campaigns, {first} to {last}")
    if setup.campaign is not None:
        if setup.campaign not in campaigns:
            raise NotAllowed(f"no campaign {setup.campaign}; there are {min(campaigns)} to {max(campaigns)}")
        return campaigns[setup.campaign]
    fitting = [campaign for campaign in campaigns.values() if fits(campaign)]
    if not fitting:
        known = setup.target is None or any(fold(one.city) == fold(setup.target) for one in s.ruleset.targets)
        if misfit is not None and known:
            raise misfit()
        if setup.target is None and setup.bomber is not None:
            kind = s.ruleset.bomber(setup.bomber)
            raise NotAllowed(f"no campaign has the {kind.short}; with any_bomber = 'yes' it flies all the same")
        raise unknown_target(s)
    return fitting[draw(s, len(fitting), "campaign")]


def unknown_target(s: Sortie) -> BadData | NotAllowed:
    """The fault of a target that is on no list of the campaign."""
    asked = s.setup.target or ""
    here = {one.city for one in s.ruleset.targets if one.campaign == s.campaign}
    everywhere = {one.city: one.campaign for one in s.ruleset.targets}
    for city in everywhere:
        if fold(city) == fold(asked):
            numbers = sorted({one.campaign for one in s.ruleset.targets if one.city == city})
            return NotAllowed(
                f"{city} is not on the list of campaign {s.campaign}; it is on those of {', '.join(map(str, numbers))}"
            )
    return BadData(f"no target {asked!r}; {did_you_mean(asked, here)}".rstrip("; "))


def choose_date(s: Sortie, campaign: Campaign, first_day: str) -> str:
    """The date: as asked, or any day of the campaign from the first one on, with the bomber issued if one is asked."""
    if s.setup.date is not None:
        return s.setup.date
    days = days_between(first_day, campaign.to)
    if s.setup.bomber is not None and not s.setup.options.get("any_bomber"):
        kind = s.ruleset.bomber(s.setup.bomber)
        fits = [day for day in days if kind.is_issued(day)]
        if not fits:
            raise NotAllowed(not_issued(kind, f"campaign {campaign.number}"))
        return fits[draw(s, len(fits), "date")]
    return days[draw(s, len(days), "date")]


def choose_bomber(s: Sortie, issued: Sequence[str]) -> BomberType:
    """The bomber: as asked if it is issued on the date, or one of those that are."""
    ruleset = s.ruleset
    if s.setup.bomber is not None:
        kind = ruleset.bomber(s.setup.bomber)
        if not kind.is_issued(s.date) and not s.setup.options.get("any_bomber"):
            raise NotAllowed(not_issued(kind, s.date))
        return kind
    kinds = [ruleset.bombers[name] for name in issued if ruleset.bombers[name].is_issued(s.date)]
    if not kinds:
        raise NotAllowed(f"no bomber is issued on {s.date}")
    return kinds[draw(s, len(kinds), "bomber")]


def may_fly_in(s: Sortie, kind: BomberType, campaign: Campaign, air_force: str) -> bool:
    """Whether a type may fly in a campaign: one of those issued there, or a guest from another game in its time."""
    if kind.game == s.ruleset.game.id:
        return kind.id in campaign.bombers.get(air_force, ())
    first, last = campaign.first_day(int(air_force))[:7], campaign.to[:7]
    return (not kind.until or first <= kind.until) and (not kind.from_ or kind.from_ <= last)


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


def mans(kind: BomberType, trade: str) -> bool:
    """Whether a type carries a man of a trade: somebody sits at his own seat or at another's."""
    return trade in trades_aboard(kind)


def trades_aboard(kind: BomberType) -> set[str]:
    """The trades of all who have a seat in a type, their own or another's."""
    return {station.id if station.man is None else station.man for station in kind.station}


def fit_out(s: Sortie, kind: BomberType) -> dict[str, str]:
    """How each place of the bomber is fitted: as the options say, as it is on a tour's aeroplane, or by decision
    among what is to be had.

    Raises `NotAllowed` for an option that the type lacks, or that is not fitted yet or any more.
    """
    chosen: dict[str, str] = {}
    carried = carried_by(s).fits
    if s.setup.options:
        places = {place for one in s.ruleset.bombers.values() for place in one.fit}
        for place in sorted(places.difference(kind.fit).intersection(s.setup.options)):
            raise NotAllowed(f"{place}: the {kind.short} leaves no choice there")
    for place, fit in kind.fit.items():
        asked = s.setup.options.get(place)
        free = s.setup.options.get("any_bomber")
        to_be_had = [name for name, option in fit.option.items() if free or option.is_fitted(s.date)]
        if not to_be_had and (asked is None or asked in fit.option):
            raise NotAllowed(f"{place}: nothing that the {kind.short} takes there is fitted on {s.date}")
        if asked is not None:
            if asked not in fit.option:
                raise BadData(f"{place}: no option {asked!r}; {did_you_mean(asked, fit.option)}".rstrip("; "))
            if asked not in to_be_had:
                raise NotAllowed(f"{place}: {asked!r} is not fitted on {s.date}; possible: {', '.join(to_be_had)}")
            chosen[place] = asked
        elif len(to_be_had) == 1:
            chosen[place] = to_be_had[0]
        elif carried.get(place) in to_be_had:
            chosen[place] = carried[place]
        else:
            s.game.fitting = place
            words = [fit.option[name].says or name for name in to_be_had]
            chosen[place] = s.choose("fit", to_be_had, fit.says or place, words)
    s.game.fitting = ""
    return chosen


def man_bomber(s: Sortie, kind: BomberType, fits: Mapping[str, str] | None = None) -> None:
    """The bomber, as it is fitted, with its crew aboard, and the tables that answer for it.

    A tour's men come with what they have behind them; others have the missions that the setup gives.
    """
    s.tables = s.ruleset.answers(kind.id, s.campaign, fits)
    names, carried = namer_for(s, kind), carried_by(s)
    s.bomber = Bomber.of(kind, carried.aircraft or names.aircraft(), fits)
    s.rerolls = carried.rerolls
    flown = int(s.setup.options.get("missions", "0"))
    aboard = trades_aboard(kind)
    s.bomber.board(
        [
            man_of_tour(carried.crew[station.id], station.id, station.title)
            if station.id in carried.crew
            else names.man(station.id, station.title, flown)
            for station in kind.station
            if station.id in aboard
        ]
    )
    if kind.traits.get("nose_turret_types"):
        s.game.nose_turret = s.setup.options.get("nose_turret") or s.roll("nose_turret_type").result


def weather_for_take_off(s: Sortie) -> None:
    """The weather over the base; on a bad day the mission is scrubbed, or flown as if it were poor (3-1)."""
    g = s.game
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


def after_a_crash(s: Sortie) -> None:
    """A take-off that ended on the ground ends the mission; the living are home."""
    g = s.game
    if g.bomber_fate:
        for man in s.bomber.crew:
            if not man.is_dead:
                man.fate = "returns"
        finish(s, "crashed", g.bomber_fate)
