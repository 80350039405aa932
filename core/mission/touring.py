"""A bomber crew's tour: so many missions, with the same men as long as they last (tonight 1.6, 2.2, 8.0).

A game of bombers has an object of `BomberTours`, or of a class derived from it.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from fractions import Fraction
from typing import TYPE_CHECKING, Any

from attrs import define, evolve

from ..crew import ACE_KILLS
from ..dates import days_between
from ..errors import BadData, NotAllowed, OutsideGame
from ..flight import status_of
from ..game import GameOption
from ..loading import structure
from ..sortie import Setup
from ..tour import COMPLETED, ENDED, Aeroplane, Airman, Operation, Part, Tour, TourRules, told_kills
from .carried import Carried
from .honours import enter_awards
from .naming import Namer, rank_of
from .setting_up import mans, not_issued

if TYPE_CHECKING:
    from ..bomber import BomberType
    from ..crew import Crewman
    from ..packs import Campaign, Names
    from ..ruleset import Ruleset
    from ..sortie import Sortie

__all__ = ["BomberTours"]

FLIES_ON = ("", "recovers", "fit")
"""What may become of a man after a mission that lets him fly the next one."""
HOME_AGAIN = ("", "returns", "evades")
GONE = ("killed", "died of wounds", "missing", "captured", "interned")
HURT = ("wounded", "seriously wounded", "frostbitten")

EARLY_SHARE = Fraction(2, 3)
"""How much of the war, from its first day, a tour may begin in: one that begins when it is nearly over is short."""

PILOT_LOST = GameOption(
    "pilot_lost", "what becomes of the tour when the pilot is lost", "word", ("ends", "carries_on"), "ends"
)
LENGTH = GameOption("length", "missions that make the tour; left out, as the game says", "number", (), "", 1, 200)
GAP = GameOption(
    "gap", "most days from one mission to the next; a number up to it is drawn each time", "number", (), "", 1, 30
)


@define(frozen=True)
class Kept:
    """What a tour of bombers keeps beside what every tour has."""

    air_force: int | str
    captain: str
    """The trade of the man whose tour it is."""
    rerolls: int = 0


class BomberTours(TourRules):
    """Tours of bomber crews.

    What a game decides for itself stands in its own class: the days between missions, the air force, what else of a man
    and an aeroplane is kept.
    """

    settings = (LENGTH, PILOT_LOST, GAP)
    gap = 6
    """The days to the next mission are 1 to this many."""
    columns: Mapping[str, str] = {"cause": "cause of loss"}

    # --- what games differ in

    def air_force(self, tour: Tour, ruleset: Ruleset) -> int:
        """The air force of the tour; 0 where a game has but one."""
        return 0

    def options(self, tour: Tour, ruleset: Ruleset) -> dict[str, str]:
        """Settings of the next mission that the tour gives, beside those of its terms and what `GameOption.of_tour`
        finds for them."""
        return {}

    def of_man(self, man: Crewman) -> dict[str, Any]:
        """What is kept of a man beside missions and kills: it goes into `CarriedMan`."""
        return {}

    def of_aeroplane(self, s: Sortie) -> dict[str, Any]:
        """What is kept of the aeroplane: how it is fitted."""
        return {"fits": dict(s.bomber.fits)} if s.bomber.type.fit else {}

    # --- the beginning

    def begin(self, tour: Tour, ruleset: Ruleset) -> None:
        """The first day, the bomber and its crew (tonight 1.6, 2.5, 2.8)."""
        terms = tour.terms
        if terms.campaign is not None and terms.campaign not in ruleset.campaigns:
            known = ", ".join(map(str, sorted(ruleset.campaigns)))
            raise BadData(f"no campaign {terms.campaign}; valid: {known}")
        tour.kept["air_force"] = self.air_force(tour, ruleset)
        kind = None if terms.bomber is None else ruleset.bomber(terms.bomber)
        tour.date = terms.date or self._first_day(tour, ruleset, kind)
        campaign = self._campaign(tour, ruleset, tour.date)
        if campaign is None:
            first, last = (end(ruleset) for end in (_first_of_all, _last_of_all))
            raise OutsideGame(f"date {tour.date!r} is outside the campaigns, {first} to {last}")
        if not self.has_mission(tour, ruleset, tour.date, kind):
            raise NotAllowed(f"no tour with {self.wishes(tour)} begins on {tour.date}")
        if terms.campaign not in (None, campaign.number):
            raise NotAllowed(f"{tour.date} lies in campaign {campaign.number}, not {terms.campaign}")
        if kind is not None and not kind.is_issued(tour.date) and not terms.options.get("any_bomber"):
            raise NotAllowed(not_issued(kind, tour.date))
        tour.length = self._length(tour, ruleset)
        kind = kind or self._draw_bomber(tour, ruleset)
        tour.kept["captain"] = kind.pilots[0]
        self._issue(tour, ruleset, kind)
        self._fill_places(tour, ruleset)

    def has_mission(self, tour: Tour, ruleset: Ruleset, day: str, kind: BomberType | None) -> bool:
        """Whether a day has a mission for the settings, in a bomber or in any; a game that they bind says so."""
        return True

    def wishes(self, tour: Tour) -> str:
        """The settings that `has_mission` looks at, as they were given; empty for none."""
        return ""

    def _first_day(self, tour: Tour, ruleset: Ruleset, kind: BomberType | None) -> str:
        """Any day of the campaign; where neither it nor a bomber is asked for, one early in the war (`EARLY_SHARE`).

        A bomber that is asked for is issued on it.
        """
        force, wanted = tour.kept["air_force"], tour.terms.campaign
        free = bool(tour.terms.options.get("any_bomber"))
        days = [
            day
            for campaign in ruleset.campaigns.values()
            if wanted in (None, campaign.number) and (not campaign.air_forces or force in campaign.air_forces)
            for day in days_between(campaign.first_day(force), campaign.to)
            if (kind is None or free or kind.is_issued(day)) and self.has_mission(tour, ruleset, day, kind)
        ]
        if not days and (wishes := self.wishes(tour)):
            raise NotAllowed(f"no day to begin a tour on with {wishes}")
        if not days:
            where = f"campaign {wanted}" if wanted is not None else "any campaign"
            raise NotAllowed(not_issued(kind, where) if kind is not None else f"no day to begin on in {where}")
        if wanted is None and kind is None:
            days = days[: max(1, int(len(days) * EARLY_SHARE))]
        return days[tour.lots("first day") % len(days)]

    def _length(self, tour: Tour, ruleset: Ruleset) -> int:
        """Missions of the tour, by the day on which it begins (tonight 2.2)."""
        asked = tour.terms.settings.get("length")
        if asked:
            return int(asked)
        lengths = ruleset.names.tour.get(str(tour.kept["air_force"]), ())
        if not lengths:
            raise NotAllowed(f"{ruleset.game.id} does not say how long a tour is; give the setting length")
        fitting = [one for one in lengths if one.from_ <= tour.date] or lengths[:1]
        return fitting[-1].missions

    # --- the calendar

    def _campaign(self, tour: Tour, ruleset: Ruleset, day: str) -> Campaign | None:
        """The campaign that a day lies in and the air force flies in."""
        force = tour.kept["air_force"]
        for one in ruleset.campaigns.values():
            if one.first_day(force) <= day <= one.to and (not one.air_forces or force in one.air_forces):
                return one
        return None

    def _next_day(self, tour: Tour, ruleset: Ruleset, days: int) -> None:
        """The next mission is so many days on; a tour may run on into the next campaign, and ends with the last."""
        tour.advance(days)
        while self._campaign(tour, ruleset, tour.date) is not None:
            if self.has_mission(tour, ruleset, tour.date, None):
                return
            tour.advance(1)
        force = tour.kept["air_force"]
        later = [
            one.first_day(force)
            for one in ruleset.campaigns.values()
            if one.first_day(force) > tour.date and (not one.air_forces or force in one.air_forces)
        ]
        if later:
            tour.date = min(later)
            self._next_day(tour, ruleset, 0)
        else:
            tour.end(ENDED, f"the campaigns are over; {tour.credited} of {tour.length} done")

    def _days_off(self, tour: Tour) -> int:
        """Days to the next mission."""
        most = int(tour.terms.settings.get("gap") or self.gap)
        return 1 + tour.lots("days off", tour.number) % most

    # --- aeroplanes and men

    def _draw_bomber(self, tour: Tour, ruleset: Ruleset) -> BomberType:
        """One of the types that are issued to the air force on the day."""
        campaign = self._campaign(tour, ruleset, tour.date)
        names = campaign.bombers.get(str(tour.kept["air_force"]), ()) if campaign is not None else ()
        kinds = [ruleset.bombers[name] for name in names if ruleset.bombers[name].is_issued(tour.date)]
        if not kinds:
            raise NotAllowed(f"no bomber is issued on {tour.date}")
        kinds = [kind for kind in kinds if self.has_mission(tour, ruleset, tour.date, kind)] or kinds
        return kinds[tour.lots("bomber", tour.number) % len(kinds)]

    def _next_type(self, tour: Tour, ruleset: Ruleset, last: BomberType) -> BomberType:
        """What a crew gets after a type that is issued no more: a guest from another game one of that game's."""
        if last.game == ruleset.game.id:
            return self._draw_bomber(tour, ruleset)
        kinds = [one for one in ruleset.bombers.values() if one.game == last.game and one.is_issued(tour.date)]
        return kinds[tour.lots("bomber", tour.number) % len(kinds)] if kinds else last

    def _issue(self, tour: Tour, ruleset: Ruleset, kind: BomberType) -> Aeroplane:
        """An aeroplane with a name of its own."""
        namer = Namer(ruleset.names_of(kind), tour.lots("aeroplane", len(tour.aeroplanes)))
        taken = {one.name for one in tour.aeroplanes}
        name = next((name for name in (namer.aircraft() for _ in range(50)) if name not in taken), namer.aircraft())
        return tour.issue(kind.id, name, title=kind.short)

    def _fill_places(self, tour: Tour, ruleset: Ruleset) -> list[Airman]:
        """New men, without a mission behind them, for the places that are empty (tonight 8.0)."""
        one = tour.aeroplane
        assert one is not None
        kind = ruleset.bomber(one.type)
        names = ruleset.names_of(kind)
        namer = Namer(names, tour.lots("names", len(tour.roster)), taken=(man.name for man in tour.crew))
        came = []
        for station in kind.station:
            if mans(kind, station.id) and tour.man(station.id) is None:
                name = namer.name()
                rank = rank_of(names, station.id, 0, tour.lots("rank", len(tour.roster)))
                came.append(tour.join(name, station.id, rank=rank, title=station.title))
        return came

    def _re_equip(self, tour: Tour, ruleset: Ruleset, notes: list[str]) -> None:
        """An aeroplane is there for the next mission: the same type while it is issued, else one of those that are."""
        one = tour.aeroplane
        free = bool(tour.terms.options.get("any_bomber"))
        last = ruleset.bomber((one or tour.aeroplanes[-1]).type)
        if one is not None and (free or last.is_issued(tour.date)):
            return
        kind = last if free or last.is_issued(tour.date) else self._next_type(tour, ruleset, last)
        if one is not None:
            tour.give_up(one, "handed on", after=tour.number)
        # Issued for the next one: the line of today is not in the book yet.
        new = self._issue(tour, ruleset, kind)
        new.issued = tour.number + 1
        notes.append(f"new aeroplane: {new.told}")
        for man in tour.crew:
            if not mans(kind, man.trade):
                tour.leave(man, "posted", after=tour.number)
                notes.append(f"{man.told}, {man.title}, posted: the {kind.short} has no place for him")

    # --- the next mission

    def check(self, tour: Tour) -> None:
        """The men and the aeroplane are such as a mission takes along, and there is an air force with a captain."""
        structure(tour.kept, Kept, "kept")
        one = tour.aeroplane
        if one is None and not tour.is_over:
            raise BadData("aeroplanes: none is in use, but the tour is on")
        structure(self._carried(tour), Carried, "kept")

    def setup(self, tour: Tour, ruleset: Ruleset) -> Setup:
        """The crew, the aeroplane and the day; the target is drawn by the game."""
        one = tour.aeroplane
        assert one is not None
        options = {name: value for name, value in tour.terms.options.items() if name != "missions"}
        options.update(self.options(tour, ruleset))
        for option in ruleset.game.options:
            if option.of_tour is not None and (found := option.of_tour(tour, ruleset)):
                options[option.name] = found
        return Setup(
            game=tour.game,
            seed=tour.lots("flight", tour.number),
            bomber=one.type,
            date=tour.date,
            options=options,
            carried=self._carried(tour),
        )

    def _carried(self, tour: Tour) -> dict[str, Any]:
        one = tour.aeroplane
        return {
            "crew": {man.trade: self._carry(man) for man in tour.crew},
            "aircraft": one.name if one is not None else "",
            "rerolls": tour.kept.get("rerolls", 0),
            "fits": one.kept.get("fits", {}) if one is not None else {},
        }

    @staticmethod
    def _carry(man: Airman) -> dict[str, Any]:
        return {"name": man.name, "rank": man.rank, "missions": man.missions, "kills": man.kills, **man.kept}

    # --- afterwards

    def debrief(self, tour: Tour, s: Sortie) -> Operation:
        """Men and aeroplane after the mission, replacements, the next day (tonight 8.0)."""
        ruleset, game = s.ruleset, s.ruleset.game
        told: Mapping[str, Any] = game.facts(s) if game.facts is not None else {}
        flown = s.outcome not in game.not_flown
        counts = flown and bool(told.get("counts_for_tour"))
        notes: list[str] = []
        parts = tuple(self._parts(tour, s, counts=counts, notes=notes)) if flown else ()
        if flown:
            self._after_flight(tour, s, told, notes)
        bombing = told.get("bombing", {})
        line = Operation(
            number=tour.number,
            date=s.date,
            seed=str(s.setup.seed),
            target=str(told.get("target", "")),
            bomber=s.bomber.type.id,
            aircraft=s.bomber.name,
            outcome=s.outcome,
            cause=s.cause,
            flown=flown,
            is_lost=flown and self._is_lost(s, told),
            counts=counts,
            bombing=str(bombing.get("run", "none")),
            percent=int(bombing.get("percent") or 0),
            kills=str(told.get("claims", 0)),
            rolls=s.rolls,
            crew=parts,
            extra={"cause": s.cause if flown and self._is_lost(s, told) else ""},
        )
        self._settle(tour, ruleset, flown=flown, notes=notes)
        return _with_notes(line, notes)

    @staticmethod
    def _is_lost(s: Sortie, told: Mapping[str, Any]) -> bool:
        return s.outcome in s.ruleset.game.losses or told.get("bomber_fate") == "lost"

    def _parts(self, tour: Tour, s: Sortie, *, counts: bool, notes: list[str]) -> Iterator[Part]:
        """Each man's part; he is credited with it, the dead as well, and leaves if he flies no more."""
        for man in s.bomber.crew:
            airman = tour.man(man.trade)
            if airman is None or airman.name != man.name:
                continue  # a guest of this mission alone
            status = status_of(man)
            airman.missions += 1
            airman.credited += counts
            airman.credit(man.kills_today)
            airman.wounds += status in HURT or (status in GONE and man.light_wounds > 0)
            airman.kept = {**airman.kept, **self.of_man(man)}
            yield Part(airman.number, airman.name, airman.trade, status, str(man.kills_today))
            before = Fraction(airman.kills) - man.kills_today
            if before < ACE_KILLS <= Fraction(airman.kills) and status not in GONE:
                notes.append(f"{airman.told}, {airman.title}, is an ace with {told_kills(airman.kills)} kills")
            if status in GONE:
                tour.leave(airman, status, after=tour.number)
                notes.append(f"{airman.told}, {airman.title}: {status}")
            elif man.after not in FLIES_ON or man.fate not in HOME_AGAIN:
                gone = (man.after or man.fate).replace("_", " ")
                tour.leave(airman, gone, after=tour.number)
                notes.append(f"{airman.told}, {airman.title}: {gone}")

    def _after_flight(self, tour: Tour, s: Sortie, told: Mapping[str, Any], notes: list[str]) -> None:
        """The aeroplane, the luck that is left, and medals."""
        one = tour.aeroplane
        if one is not None:
            one.operations += 1
            one.kept = {**one.kept, **self.of_aeroplane(s)}
            if self._is_lost(s, told):
                tour.give_up(one, "lost", after=tour.number)
            elif told.get("bomber_fate") == "written off":
                tour.give_up(one, "written off", after=tour.number)
        tour.kept["rerolls"] = s.rerolls
        notes.extend(enter_awards(tour, s))

    def _settle(self, tour: Tour, ruleset: Ruleset, *, flown: bool, notes: list[str]) -> None:
        """Whether the tour is over; if not, men whose own tour is done go, others come, and the calendar goes on."""
        pilot = self._captain(tour)
        done = pilot.credited >= tour.length
        home = pilot.is_flying or pilot.status in ("sent home", "off flying")
        if done and home:
            for man in tour.crew:
                if man.credited >= tour.length:
                    tour.leave(man, "tour completed", after=tour.number)
            tour.end(COMPLETED, f"{pilot.told} has flown the {tour.length} of his tour")
            return
        if not pilot.is_flying and tour.terms.settings.get("pilot_lost") != "carries_on":
            tour.end(ENDED, f"{pilot.told}, {pilot.title}: {pilot.status}; {pilot.credited} of {tour.length} done")
            return
        for man in tour.crew:
            if man.credited >= tour.length:
                tour.leave(man, "tour completed", after=tour.number)
                notes.append(f"{man.told}, {man.title}, has completed his tour")
        self._next_day(tour, ruleset, self._days_off(tour) if flown else 1)
        if tour.is_over:
            return
        self._re_equip(tour, ruleset, notes)
        for man in self._fill_places(tour, ruleset):
            man.joined = tour.number + 1
            notes.append(f"{man.told} joins as {man.title}")
        self._promote(tour, ruleset, notes)

    @staticmethod
    def _promote(tour: Tour, ruleset: Ruleset, notes: list[str]) -> None:
        """Men who have half a tour behind them hold the ranks that such men held (tonight 2.8.2)."""
        assert tour.aeroplane is not None
        names = ruleset.names_of(ruleset.bomber(tour.aeroplane.type))
        for man in tour.crew:
            rank = rank_of(names, man.trade, man.missions, tour.lots("rank", man.number - 1))
            if rank and rank != man.rank and _is_higher(names, rank, man.rank):
                notes.append(f"{man.told} is promoted {rank}")
                man.rank = rank

    @staticmethod
    def _captain(tour: Tour) -> Airman:
        """The man whose tour it is: the pilot, or the last one when he is gone."""
        trade = str(tour.kept["captain"])
        return next(man for man in reversed(tour.roster) if man.trade == trade)

    def done(self, tour: Tour) -> int:
        """What the pilot has done; one who comes in another's place begins anew."""
        return self._captain(tour).credited

    def standing(self, tour: Tour) -> list[tuple[str, str]]:
        """Luck held back."""
        luck = int(tour.kept.get("rerolls", 0))
        return [("luck", f"{luck} throw{'s' if luck != 1 else ''} may be made again")] if luck else []


def _with_notes(line: Operation, notes: list[str]) -> Operation:
    return evolve(line, notes=tuple(notes))


def _is_higher(names: Names, rank: str, other: str) -> bool:
    """Whether one rank stands above another: officers above other ranks, each list from the lowest up."""
    order = [*names.enlisted_ranks, *names.officer_ranks]
    return rank in order and other in order and order.index(rank) > order.index(other)


def _first_of_all(ruleset: Ruleset) -> str:
    return min(one.from_ for one in ruleset.campaigns.values())


def _last_of_all(ruleset: Ruleset) -> str:
    return max(one.to for one in ruleset.campaigns.values())
