"""Careers as tours: each row of the sortie log is an operation (4, 5)."""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING

from attrs import define
from bomberstream.core.dice import SeededSource
from bomberstream.core.errors import BadData, NotAllowed
from bomberstream.core.flight import status_of
from bomberstream.core.game import GameOption
from bomberstream.core.sortie import Setup
from bomberstream.core.tour import COMPLETED, ENDED, Operation, Part, Tour, TourRules

from .career import DEATHS, LAST_ROW, LOG_DONE, Career
from .setup import CAREER, prepare

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from bomberstream.core.ruleset import Ruleset
    from bomberstream.core.sortie import Sortie

    from .state import AceState

__all__ = ["TOURS", "AceTours"]

AVERAGE = "history: 2 to 15 for an average pilot"
GOOD = "history: 15 to 45 for a good one"
KILLED = "history: 25 to 70 % before the end"
NUMBER = "number"
"""Of a man in his career, among what the roster keeps of him."""
AWARDED = "awarded"
"""The awards of the pilot in words, among what a tour keeps."""


@define(frozen=True)
class Counted:
    """What the figures over many careers need of one."""

    kills: int
    """On the career's own sorties."""
    flights: int
    level: int
    victory: str
    ended: str
    is_dead: bool
    awards: tuple[str, ...]


class AceTours(TourRules):
    """The career of one pilot, from August 1943 to July 1944 or to his death."""

    noun = "sortie"
    settings = (
        GameOption(
            "start", "the row of the log on which the career begins", "number", default="1", low=1, high=LAST_ROW
        ),
    )
    columns = {"moon": "moon", "weather": "weather", "met": "met", "total": "kills so far"}

    chooses = frozenset({"target"})
    """The log gives the day of each sortie (5)."""

    def check(self, tour: Tour) -> None:
        """The career can be read, and there is an aeroplane."""
        Career.read(tour.kept.get(CAREER, {}))
        if tour.aeroplane is None and not tour.is_over:
            raise BadData("aeroplanes: none is in use, but the tour is on")

    def begin(self, tour: Tour, ruleset: Ruleset) -> None:
        """A new pilot at his base; the set-up of a first sortie is played for it, and nothing flown."""
        terms = tour.terms
        options = {**terms.options}
        if terms.bomber is not None and options.get("he219_at_start") != "yes":
            kind = ruleset.bomber(terms.bomber)
            needed = int(kind.traits["prestige"])
            if needed > int(options.get("prestige", "0")):
                raise NotAllowed(
                    f"the {kind.short} takes Prestige Level {needed}; begin with another, or set prestige={needed} "
                    "or he219_at_start=yes"
                )
        if terms.date is None:
            options.setdefault("row", terms.settings.get("start", "1"))
        first = Setup(ruleset.game.id, tour.lots("begin"), bomber=terms.bomber, date=terms.date, options=options)
        s = ruleset.sortie(first, SeededSource(first.seed))
        prepare(s)
        career: Career = s.game.career
        tour.kept[CAREER] = career.plain()
        tour.kept[AWARDED] = awards_in_words(s, career.awards)
        tour.date, tour.length = s.date, 0
        keep_roster(tour, s, career)
        tour.issue(career.aircraft, title=ruleset.bomber(career.aircraft).short)

    def setup(self, tour: Tour, ruleset: Ruleset) -> Setup:
        """The next row of the log, with the career so far."""
        options = {key: value for key, value in tour.terms.options.items() if key in ("moon", "weather")}
        return Setup(
            ruleset.game.id,
            tour.lots("flight", tour.number),
            bomber=tour.kept[CAREER]["aircraft"],
            date=tour.date,
            options=options,
            carried={CAREER: tour.kept[CAREER]},
        )

    def debrief(self, tour: Tour, s: Sortie) -> Operation:
        """Enter the sortie: the roster and the hangar follow what the career has become."""
        g: AceState = s.game
        career = g.career
        before = Career.read(tour.kept[CAREER])
        number = tour.number
        flown = s.outcome not in s.ruleset.game.not_flown
        is_lost = s.outcome in s.ruleset.game.losses
        parts = tuple(part for trade in g.members if (part := part_of(tour, s, trade)) is not None) if flown else ()
        one = tour.aeroplane
        assert one is not None
        if flown:
            one.operations += 1
            for part in parts:
                man = tour.roster[part.number - 1]
                man.missions += 1
                man.credited += 1
                man.wounds += part.status in ("wounded", "seriously wounded")
        kills = career.kills - before.kills
        pilot = tour.man("pilot")
        if pilot is not None and kills:
            pilot.kills = str(career.kills - career.kills_before)
        line = Operation(
            number=number,
            date=s.date,
            seed=str(s.setup.seed),
            target=g.city,
            bomber=s.bomber.type.id,
            aircraft=s.bomber.type.short,
            outcome=s.outcome,
            cause=s.cause,
            flown=flown,
            is_lost=is_lost,
            counts=flown,
            kills=str(kills),
            rolls=s.rolls,
            crew=parts,
            notes=tuple(notes(s, before, career)),
            extra={
                "moon": g.moon,
                "weather": g.weather if flown or s.outcome == "socked_in" else "",
                "met": ", ".join(f"{claim.name}: {claim.fate}" for claim in g.claims),
                "total": career.kills,
            },
        )
        for part in parts:
            if part.status in ("killed", "died of wounds"):
                tour.leave(tour.roster[part.number - 1], "killed", after=number)
        self._hangar(tour, s, career, number, is_lost=is_lost)
        tour.kept[CAREER] = career.plain()
        tour.kept[AWARDED] = awards_in_words(s, career.awards)
        if career.ended:
            tour.end(COMPLETED if career.ended_by == LOG_DONE else ENDED, f"{career.ended}: {career.victory}")
            return line
        tour.date = s.tables["log_row"].look(str(career.row)).data.date
        keep_roster(tour, s, career, after=number)
        return line

    @staticmethod
    def _hangar(tour: Tour, s: Sortie, career: Career, number: int, *, is_lost: bool) -> None:
        one = tour.aeroplane
        assert one is not None
        if is_lost:
            tour.give_up(one, "lost", after=number)
        elif s.outcome in ("crashed", "force_landed"):
            tour.give_up(one, "written off", after=number)
        elif career.aircraft != one.type:
            tour.give_up(one, "handed on", after=number)
        if tour.aeroplane is None and not career.ended:
            made = tour.issue(career.aircraft, title=s.ruleset.bomber(career.aircraft).short)
            made.issued = number + 1

    def counted(self, tour: Tour) -> Counted:
        """How a career went."""
        career = Career.read(tour.kept[CAREER])
        return Counted(
            kills=career.kills - career.kills_before,
            flights=career.flights,
            level=career.level,
            victory=career.victory or "still flying",
            ended=career.ended or "still flying",
            is_dead=career.ended_by in DEATHS,
            awards=tuple(told_awards(tour)),
        )

    def figures(self, counted: Sequence[Counted]) -> list[tuple[str, str]]:
        """Kills, deaths and levels of victory, beside what history tells of such careers."""
        if not counted:
            return []
        number = len(counted)
        kills = sorted(one.kills for one in counted)
        best = kills[-max(1, number // 5) :]
        dead = sum(one.is_dead for one in counted)
        levels = Counter(one.victory for one in counted)
        ends = Counter(one.ended for one in counted)
        awards = Counter(award for one in counted for award in one.awards)
        return [
            ("kills", f"{sum(kills) / number:.1f} a career ({AVERAGE}), median {kills[number // 2]}, most {kills[-1]}"),
            ("best fifth", f"{sum(best) / len(best):.1f} kills a career ({GOOD})"),
            ("killed", f"{dead / number:.1%} ({KILLED})"),
            ("victory", _shares(levels, number)),
            ("ended", _shares(ends, number)),
            ("sorties flown", f"{sum(one.flights for one in counted) / number:.1f} a career"),
            ("prestige level", f"{sum(one.level for one in counted) / number:.1f}"),
            ("awards", _shares(awards, number)),
        ]

    def standing(self, tour: Tour) -> list[tuple[str, str]]:
        """The career so far."""
        career = Career.read(tour.kept[CAREER])
        titles = {man.trade: man.title for man in tour.crew}
        lines = [
            ("rank", career.rank),
            ("unit", f"{career.unit}, {career.base} ({career.zone} zone)"),
            ("kills", str(career.kills)),
            ("prestige", f"level {career.level}, {career.points} {'point' if career.points == 1 else 'points'}"),
            ("awards", ", ".join(told_awards(tour)) or "none"),
        ]
        lines += [
            ("skills", f"{man.name}, {titles.get(trade, trade)}: {', '.join(man.skills).replace('_', ' ')}")
            for trade, man in career.crew.items()
            if man.skills
        ]
        if career.delayed_by:
            lines.append(("delayed", f"to row {career.free_from}: {career.delayed_by}"))
        if career.victory:
            lines.append(("victory", career.victory))
        return lines


def _shares(counted: Counter[str], of: int) -> str:
    """Names with their shares, the most frequent first."""
    return ", ".join(f"{name.replace('_', ' ')} {number / of:.1%}" for name, number in counted.most_common())


def part_of(tour: Tour, s: Sortie, trade: str) -> Part | None:
    """A man's part in the sortie; a stand-in of one night is on no roster."""
    g: AceState = s.game
    member = g.members[trade]
    man = next((one for one in tour.roster if one.kept.get(NUMBER) == member.number), None)
    if man is None:
        return None
    crewman = s.bomber.man_of(trade)
    kills = str(g.kills_tonight) if trade == "pilot" else "0"
    return Part(man.number, man.name, trade, status_of(crewman), kills)


def keep_roster(tour: Tour, s: Sortie, career: Career, *, after: int = 0) -> None:
    """Who flies now is on the roster, and who does not has left it."""
    titles = {station.id: station.title for station in s.ruleset.bomber(career.aircraft).station}
    wanted = {man.number: man for man in career.crew.values()}
    hospital = {one.man.number for one in career.away}
    for man in tour.roster:
        number = man.kept.get(NUMBER)
        if man.is_flying and number not in wanted:
            tour.leave(man, "in hospital" if number in hospital else "with another crew", after=after)
        elif not man.is_flying and number in wanted:
            man.status, man.left = "flying", 0
    known = {one.kept.get(NUMBER): one for one in tour.roster}
    for number, member in sorted(wanted.items()):
        if number not in known:
            title = titles.get(member.trade, member.trade.replace("_", " "))
            known[number] = tour.join(member.name, member.trade, rank=member.rank, title=title, number=number)
            known[number].joined = after + 1
        known[number].rank = career.rank if member.trade == "pilot" else member.rank


def awards_in_words(s: Sortie, awards: Iterable[str]) -> list[str]:
    """Awards by the names that the list of awards gives them."""
    listed = s.tables["award"].entries()
    return [listed[one].data.name if one in listed else one.replace("_", " ") for one in awards]


def told_awards(tour: Tour) -> list[str]:
    """The pilot's awards in words; a tour begun before they were kept has nothing better than their ids."""
    awards = Career.read(tour.kept[CAREER]).awards
    told: list[str] = tour.kept.get(AWARDED, [])
    return told if len(told) == len(awards) else [one.replace("_", " ") for one in awards]


def notes(s: Sortie, before: Career, career: Career) -> list[str]:
    """Remarks for the book: ranks, awards, moves."""
    found: list[str] = []
    if career.rank != before.rank:
        found.append(f"promoted to {career.rank}")
    found += awards_in_words(s, (one for one in career.awards if one not in before.awards))
    if career.unit != before.unit:
        found.append(f"posted to {career.unit}")
    if career.aircraft != before.aircraft:
        found.append(f"now flies the {s.ruleset.bomber(career.aircraft).short}")
    return found


TOURS = AceTours()
