"""Tours of duty: many flights by the same men, and the book that is kept of them.

A tour knows no game. What every tour has is here: the *roster* of everybody who has ever belonged to the crew, the
*aeroplanes* that it was issued, the *calendar*, the *operations* flown with what came of each, and how it ends. A game
takes part with a `TourRules` of its own (`Game.tour`), which says who flies next, where and when, and what a flight has
done to the men. Like a flight, a tour is a pure function: of the ruleset, its terms, its seed, and the tapes of its
flights.
"""

from __future__ import annotations

import datetime
from collections.abc import Iterable, Iterator, Mapping, Sequence
from fractions import Fraction
from itertools import pairwise
from pathlib import Path
from typing import TYPE_CHECKING, Any

from attrs import asdict, define, evolve, field

from .dice import derive_seed
from .errors import BadData, NotAllowed, SaveMismatch, did_you_mean
from .flight import fly
from .keeping import read_kept, write_kept
from .loading import structure

if TYPE_CHECKING:
    from .events import Event
    from .game import GameOption
    from .ruleset import Ruleset
    from .sortie import Setup, Sortie

__all__ = [
    "FLYING",
    "Aeroplane",
    "Airman",
    "Change",
    "Operation",
    "Part",
    "Terms",
    "Tour",
    "TourRules",
    "check_books",
    "enter",
    "fly_tour",
    "load_tour",
    "next_setup",
    "open_tour",
    "told_kills",
    "write_tour",
]

FORMAT = 1
FLYING = "flying"
"""The status of a man who is with the crew, and of an aeroplane that is in use."""
ON, COMPLETED, ENDED = "on", "completed", "ended"
"""What may be said of a tour."""
MOST_OPERATIONS = 1000
"""No tour goes on for longer: a game whose tours never end is at fault."""


@define(frozen=True)
class Terms:
    """Under what terms a tour is flown: fixed as it begins, or changed with a note."""

    bomber: str | None = None
    campaign: int | None = None
    date: str | None = None
    """The day on which it begins; left out, the game chooses one."""
    options: Mapping[str, str] = field(factory=dict)
    """Settings of the game, the same for every flight."""
    settings: Mapping[str, str] = field(factory=dict)
    """Settings of the tour itself: those that its game's `TourRules` names."""
    rules: tuple[str, ...] = ()
    tables: tuple[str, ...] = ()
    """Folders of tables that lie on the game's."""
    house: tuple[str, ...] = ()
    """Files of house rules."""
    orders: Mapping[str, Any] = field(factory=dict)
    """Standing orders, as a person writes them."""


@define(eq=False)
class Airman:
    """A man on the roster. Whoever has belonged to the crew stays on it."""

    number: int
    """His own in this tour, from 1 in the order of joining."""
    name: str
    trade: str
    rank: str = ""
    title: str = ""
    """His trade in words."""
    joined: int = 1
    """The operation before which he came."""
    missions: int = 0
    """Operations flown, whatever came of them: his experience."""
    credited: int = 0
    """Operations that count towards his tour."""
    kills: str = "0"
    """Kills credited, in all; shares are kept: "7/2"."""
    wounds: int = 0
    """Operations from which he came back hurt."""
    decorations: tuple[str, ...] = ()
    status: str = FLYING
    """"flying", or why he has left: "killed", "captured", "sent home", "tour completed" ..."""
    left: int = 0
    """The operation after which he left; 0 while he flies."""
    kept: Mapping[str, Any] = field(factory=dict)
    """What the game keeps of him beside: plain data."""

    @property
    def is_flying(self) -> bool:
        """Whether he is with the crew."""
        return self.status == FLYING

    @property
    def told(self) -> str:
        """Rank and name."""
        return f"{self.rank} {self.name}".strip()

    def credit(self, share: Fraction) -> None:
        """Kills, or shares of them, credited to him."""
        self.kills = str(Fraction(self.kills) + share)


@define(eq=False)
class Aeroplane:
    """An aeroplane that the crew was issued."""

    type: str
    name: str = ""
    title: str = ""
    """Its type in words."""
    issued: int = 1
    """The operation before which it came."""
    operations: int = 0
    status: str = FLYING
    """"flying", or why it is gone: "lost", "written off", "handed on"."""
    left: int = 0
    kept: Mapping[str, Any] = field(factory=dict)
    """What the game keeps of it: how its places are fitted, say."""

    @property
    def is_flying(self) -> bool:
        """Whether it is in use."""
        return self.status == FLYING

    @property
    def told(self) -> str:
        """Type and name."""
        return f"{self.title} {self.name!r}" if self.name else self.title


@define(frozen=True)
class Part:
    """A man's part in an operation, as the book has it."""

    number: int
    """The man's, on the roster."""
    name: str
    trade: str
    status: str
    """How he came out of it: "unhurt", "wounded", "killed" ..."""
    kills: str = "0"


@define(frozen=True)
class Operation:
    """One line of the book."""

    number: int
    """Counted from 1, nights on which it was called off among them."""
    date: str
    seed: str
    target: str = ""
    bomber: str = ""
    aircraft: str = ""
    outcome: str = ""
    cause: str = ""
    flown: bool = True
    """Whether the crew took off."""
    is_lost: bool = False
    """Whether the aeroplane did not come back."""
    counts: bool = False
    """Whether it counts towards the tour."""
    bombing: str = ""
    """"on_target", "off_target", or what became of the bombs."""
    percent: int = 0
    kills: str = "0"
    """Enemies that the game credits to this flight."""
    rolls: int = 0
    digest: str = ""
    taken_back: int = 0
    """How often a decision was taken back."""
    crew: tuple[Part, ...] = ()
    notes: tuple[str, ...] = ()
    """Remarks for the book: who was relieved, what was issued."""
    extra: Mapping[str, Any] = field(factory=dict)
    """Columns of the game's own: name to value."""


@define(frozen=True)
class Change:
    """The terms were changed in the course of the tour."""

    operation: int
    """The first that is flown under the new terms."""
    says: str


@define(eq=False)
class Tour:
    """A tour of duty: all that its file has."""

    name: str
    game: str
    seed: str
    terms: Terms
    date: str = ""
    """The day of the next operation."""
    length: int = 0
    """Operations that make the tour; 0 where something else ends it."""
    done: int = 0
    """How many of them are done: those that count for whoever's tour it is."""
    roster: tuple[Airman, ...] = ()
    aeroplanes: tuple[Aeroplane, ...] = ()
    operations: tuple[Operation, ...] = ()
    changes: tuple[Change, ...] = ()
    status: str = ON
    """"on", "completed" or "ended"."""
    ending: str = ""
    """Why it is over, in words; empty while it is on."""
    kept: dict[str, Any] = field(factory=dict)
    """What the game keeps of the tour beside: plain data (luck held back, a career's points and promotions)."""
    format: int = FORMAT

    @property
    def number(self) -> int:
        """The number of the next operation."""
        return len(self.operations) + 1

    @property
    def is_over(self) -> bool:
        """Whether nothing more is flown."""
        return self.status != ON

    @property
    def crew(self) -> list[Airman]:
        """The men who fly now."""
        return [man for man in self.roster if man.is_flying]

    @property
    def aeroplane(self) -> Aeroplane | None:
        """The aeroplane in use."""
        return next((one for one in reversed(self.aeroplanes) if one.is_flying), None)

    @property
    def flown(self) -> list[Operation]:
        """The operations on which the crew took off."""
        return [one for one in self.operations if one.flown]

    @property
    def credited(self) -> int:
        """Operations that count."""
        return sum(one.counts for one in self.operations)

    def man(self, trade: str) -> Airman | None:
        """The man of a trade who flies now."""
        return next((man for man in self.roster if man.is_flying and man.trade == trade), None)

    def lots(self, *purpose: object) -> int:
        """A number drawn from the tour's seed for what is no die of a flight: the days to the next operation, say."""
        return derive_seed(self.seed, *purpose)

    # --- what the rules of a game do to it

    def join(self, name: str, trade: str, *, rank: str = "", title: str = "", **kept: Any) -> Airman:
        """A new man joins the crew."""
        man = Airman(len(self.roster) + 1, name, trade, rank, title, joined=self.number, kept=kept)
        self.roster = (*self.roster, man)
        return man

    def leave(self, man: Airman, status: str, *, after: int) -> None:
        """A man leaves the crew, for whatever reason; he stays on the roster."""
        man.status, man.left = status, after

    def issue(self, type: str, name: str = "", *, title: str = "", **kept: Any) -> Aeroplane:
        """The crew is issued an aeroplane."""
        one = Aeroplane(type, name, title or type, issued=self.number, kept=kept)
        self.aeroplanes = (*self.aeroplanes, one)
        return one

    def give_up(self, one: Aeroplane, status: str, *, after: int) -> None:
        """An aeroplane is gone."""
        one.status, one.left = status, after

    def advance(self, days: int) -> None:
        """The calendar goes on by so many days."""
        self.date = (datetime.date.fromisoformat(self.date) + datetime.timedelta(days)).isoformat()

    def end(self, status: str, says: str) -> None:
        """The tour is over, "completed" or "ended"."""
        self.status, self.ending = status, says


class TourRules:
    """How the tours of a game go. A game has one object of its own class as `Game.tour`; it holds nothing.

    In the order in which they are asked: `begin` once; then for each operation `setup`, the flight, and `debrief`.
    """

    noun = "mission"
    """What a flight is called: "operation", "mission", "sortie"."""
    settings: tuple[GameOption, ...] = ()
    """Settings that a person may give as the tour begins."""
    columns: Mapping[str, str] = {}
    """Columns of the game's own in the book: key of `Operation.extra` to heading."""
    chooses: frozenset[str] = frozenset({"target", "date"})
    """What a person may choose of a single operation, instead of what the game would draw."""

    def check(self, tour: Tour) -> None:
        """Raises `BadData` when what the game keeps of a tour, read from its file, cannot be what it kept."""

    def begin(self, tour: Tour, ruleset: Ruleset) -> None:
        """Sets date, length, the first crew and aeroplane; raises `NotAllowed` or `BadData` for impossible terms."""
        raise NotImplementedError

    def setup(self, tour: Tour, ruleset: Ruleset) -> Setup:
        """Who flies next, where and when. It changes nothing, and gives the same as often as it is asked.

        The seed is `tour.lots("flight", tour.number)`; men, aeroplane and luck go along as `Setup.carried`.
        """
        raise NotImplementedError

    def debrief(self, tour: Tour, s: Sortie) -> Operation:
        """What the flight has done: men and aeroplanes are struck off or replaced, the calendar goes on, the tour may
        end. Gives the line for the book, `digest` and `taken_back` left out; `enter` writes it down."""
        raise NotImplementedError

    def done(self, tour: Tour) -> int:
        """How many operations of its length a tour has done."""
        return tour.credited

    def standing(self, tour: Tour) -> list[tuple[str, str]]:
        """What the status tells beside what every tour has: name and value in words."""
        return []

    def counted(self, tour: Tour) -> Any:
        """What `figures` needs of a tour that is over, and no more: many thousands of them are kept, tours are not."""
        return None

    def figures(self, counted: Sequence[Any]) -> list[tuple[str, str]]:
        """What many tours come to, beside what is counted of every game's: name and value in words."""
        return []

    def read(self, given: Mapping[str, str]) -> dict[str, str]:
        """Settings of a tour as a person gave them, checked; what is left out has its default.

        Raises `BadData` with the nearest for an unknown one.
        """
        known = {one.name: one for one in self.settings}
        made = {one.name: one.default for one in self.settings if one.default}
        for name, value in given.items():
            if name not in known:
                raise BadData(f"a tour has no setting {name!r}; {did_you_mean(name, known)}".rstrip("; "))
            try:
                made[name] = known[name].read(value)
            except BadData as wrong:
                raise BadData(f"{name}: {wrong}") from None
        return made


def rules_of(ruleset: Ruleset) -> TourRules:
    """The tour rules of a game; raises `NotAllowed` for one that has none."""
    rules = ruleset.game.tour
    if rules is None:
        raise NotAllowed(f"{ruleset.game.id} has no tours")
    return rules


def open_tour(ruleset: Ruleset, name: str, terms: Terms, seed: int | str) -> Tour:
    """Begin a tour."""
    rules = rules_of(ruleset)
    terms = evolve(terms, settings=rules.read(terms.settings))
    tour = Tour(name, ruleset.game.id, str(seed), terms, date=terms.date or "")
    rules.begin(tour, ruleset)
    return tour


def next_setup(ruleset: Ruleset, tour: Tour) -> Setup:
    """The setup of the next operation; raises `NotAllowed` when the tour is over."""
    if tour.is_over:
        raise NotAllowed(f"the tour {tour.name!r} is over: {tour.ending}")
    return rules_of(ruleset).setup(tour, ruleset)


def enter(tour: Tour, s: Sortie, *, digest: str = "", taken_back: int = 0) -> Operation:
    """Write a flight that is finished into the book."""
    rules = rules_of(s.ruleset)
    line = evolve(rules.debrief(tour, s), digest=digest, taken_back=taken_back)
    tour.operations = (*tour.operations, line)
    tour.done = rules.done(tour)
    return line


def fly_tour(ruleset: Ruleset, tour: Tour, *, log: list[Event] | None = None) -> Tour:
    """Fly what is left of a tour by standing orders, nobody listening unless there is a log."""
    while not tour.is_over:
        if tour.number > MOST_OPERATIONS:
            raise BadData(f"the tours of {tour.game} do not end: {MOST_OPERATIONS} operations were flown")
        enter(tour, fly(ruleset, next_setup(ruleset, tour), log=log))
    return tour


def told_kills(kills: str | Fraction) -> str:
    """Kills in words: "11/2" is "5 1/2"."""
    whole, rest = divmod(Fraction(kills), 1)
    return " ".join(str(part) for part in (whole, rest) if part) or "0"


# --- its file


def write_tour(path: Path, tour: Tour) -> None:
    """Write a tour; an old file is never half lost. Raises `SaveMismatch` in one line when it cannot be written."""
    write_kept(path, asdict(tour))


def load_tour(path: Path) -> Tour:
    """Read a tour's file; raises `SaveMismatch` in one line for anything that is not one, or does not add up."""
    raw = read_kept(path, "tour")
    if raw["format"] != FORMAT:
        raise SaveMismatch(f"{path}: tour format {raw['format']!r}; this version reads format {FORMAT}")
    try:
        tour = structure(raw, Tour, "damaged")
        datetime.date.fromisoformat(tour.date)
        wrong = check_books(tour)
    except BadData as faults:
        raise SaveMismatch(f"{path}: {faults.problems[0]}") from None
    except (ValueError, ZeroDivisionError) as fault:
        raise SaveMismatch(f"{path}: damaged: {fault}") from None
    if wrong:
        raise SaveMismatch(f"{path}: its books do not add up: {wrong[0]}")
    return tour


# --- the books


def check_books(tour: Tour) -> list[str]:
    """What in the books of a tour does not add up; empty when everything does.

    Every man on the roster has flown as often as the lines of the book name him, with the kills that they give him; who
    has left flew no more; every flight was made in an aeroplane that was there, and every lost one is struck off.
    """
    return [*_men(tour), *_kills(tour), *_machines(tour), *_days(tour)]


def _men(tour: Tour) -> Iterator[str]:
    for man in tour.roster:
        lines = [(one, part) for one in tour.flown for part in one.crew if part.number == man.number]
        if len(lines) != man.missions:
            yield f"{man.told} has flown {man.missions}, the book names him {len(lines)} times"
        credited = sum(one.counts for one, _ in lines)
        if credited != man.credited:
            yield f"{man.told} is credited with {man.credited}, the book gives {credited}"
        kills = sum((Fraction(part.kills) for _, part in lines), Fraction(0))
        if kills != Fraction(man.kills):
            yield f"{man.told} has {man.kills} kills, the book gives {kills}"
        for one, _ in lines:
            if one.number < man.joined or (man.left and one.number > man.left):
                yield f"{man.told} flew on operation {one.number}, but was there from {man.joined} to {man.left}"
        if man.is_flying == bool(man.left):
            yield f"{man.told} is {man.status!r}, but left after {man.left}"
    trades = [man.trade for man in tour.crew]
    if len(trades) != len(set(trades)):
        yield f"two men of one trade fly: {trades}"


def _kills(tour: Tour) -> Iterator[str]:
    for one in tour.operations:
        shared = sum((Fraction(part.kills) for part in one.crew), Fraction(0))
        if shared > Fraction(one.kills):
            yield f"operation {one.number}: the men have {shared} kills, the flight {one.kills}"


def _machines(tour: Tour) -> Iterator[str]:
    if sum(one.operations for one in tour.aeroplanes) != len(tour.flown):
        yield f"{len(tour.flown)} flights, but the aeroplanes have {sum(one.operations for one in tour.aeroplanes)}"
    lost = sum(one.is_lost for one in tour.operations)
    struck_off = sum(one.status == "lost" for one in tour.aeroplanes)
    if lost != struck_off:
        yield f"{lost} aeroplanes did not come back, {struck_off} are struck off as lost"
    if sum(one.is_flying for one in tour.aeroplanes) > 1:
        yield "two aeroplanes are in use"


def _days(tour: Tour) -> Iterator[str]:
    dates: Sequence[str] = [one.date for one in tour.operations]
    for earlier, later in pairwise(dates):
        if later <= earlier:
            yield f"the operation of {later} comes after that of {earlier}"
    for place, one in enumerate(tour.operations, 1):
        if one.number != place:
            yield f"line {place} of the book is numbered {one.number}"
    if tour.is_over and not tour.ending:
        yield "it is over, and nothing says why"


def all_told(tours: Iterable[Tour]) -> list[Tour]:
    """Tours in the order of their standing: the most operations done first, then the best bombing."""
    return sorted(tours, key=lambda one: (-one.done, -bombing_average(one), one.name))


def bombing_average(tour: Tour) -> float:
    """The mean percentage over the operations that bombed."""
    bombed = [one.percent for one in tour.operations if one.bombing in ("on_target", "off_target")]
    return sum(bombed) / len(bombed) if bombed else 0.0
