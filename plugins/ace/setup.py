"""Who flies: a career that goes on, or a new pilot with his base, aircraft and crew (section 3)."""

from __future__ import annotations

from fractions import Fraction
from typing import TYPE_CHECKING

from attrs import define
from bomberstream.core.bomber import Bomber
from bomberstream.core.crew import Crewman, WoundSums
from bomberstream.core.dates import MONTHS
from bomberstream.core.dice import Deck
from bomberstream.core.errors import BadData, NotAllowed, OutsideGame, did_you_mean, fold

from . import choices
from .cards import cards_of
from .career import LAST_ROW, Career, Member
from .data import Base
from .names import new_name
from .state import AceState

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from bomberstream.core.bomber import BomberType
    from bomberstream.core.ruleset import Ruleset
    from bomberstream.core.sortie import Sortie

__all__ = ["CAREER", "Offer", "all_bases", "enlist", "man_aircraft", "month_name", "pick_model", "prepare", "row_of"]

CAREER = "career"
"""The key of `Setup.carried`."""
SUMS = WoundSums(light=2, any_more_kills=False)
"""Two light wounds are a serious one, two serious ones kill (11.4.3)."""
START = {"officer": ("Oberleutnant", 1), "nco": ("Unteroffizier", 2)}
"""Track to rank and Experience Points at the start (3.4, 10.1.1)."""
CREW_RANK = "Unteroffizier"


@define(eq=False)
class Offer:
    """Something to be had: an aircraft, a base, a skill; what orders ask of it is here."""

    key: str
    told: str
    cost: int = 0
    trade: str = ""
    skill: str = ""
    series: str = ""
    firepower: int = 0
    upward: int = 0
    radar: int = 0
    speed: int = 0
    boxes: int = 0
    prestige: int = 0
    zone: str = ""
    unit: str = ""
    experience: int = 0
    sorties: int = 0
    """Sorties that it costs."""


def month_name(date: str) -> str:
    """The month of a date, as the charts name it."""
    return MONTHS[int(date[5:7]) - 1]


def prepare(s: Sortie) -> None:
    """Set the sortie up: the career that goes on, or a new one (3.1 to 3.5)."""
    s.begin("set-up")
    carried = s.setup.carried.get(CAREER)
    cards = cards_of(s.ruleset)
    deck = Deck(cards.values())
    career = Career.read(carried) if carried is not None else Career("officer", "", "", "", "", "")
    g = s.game = AceState(career, deck)
    s.tables = s.ruleset.answers("", 0)
    if carried is None:
        career.row = row_of(s)
    turn_to(s, career.row)
    if carried is None:
        enlist(s)
    man_aircraft(s)
    # Shuffled at the start and in every other month (3.5).
    is_due = career.month % 2 == 1 and career.deck_month != career.month
    if career.deck is None or is_due:
        career.deck_month = career.month
    else:
        deck.left = [cards[number] for number in career.deck]
    g.kills_past = 0


def row_of(s: Sortie) -> int:
    """The row of the log for a single sortie: as asked, the first on or after the date, or any.

    Raises `OutsideGame` for a date outside the game.
    """
    asked = s.setup.options.get("row")
    if asked is not None:
        return int(asked)
    log = s.tables["log_row"]
    date = s.setup.date
    if date is None:
        if s.setup.bomber is not None:
            kind = s.ruleset.bomber(s.setup.bomber)
            rows = [row for row in range(1, LAST_ROW + 1) if kind.is_issued(log.look(str(row)).data.date)]
        else:
            rows = list(range(1, LAST_ROW + 1))
        return rows[s.throw(f"1d{len(rows)}", "row of the sortie log") - 1] if len(rows) > 1 else rows[0]
    first, last = (log.look(str(row)).data.date for row in (1, LAST_ROW))
    if not first[:7] <= date[:7] <= last[:7]:
        raise OutsideGame(f"date {date!r} is outside the game, August 1943 to July 1944")
    return next((row for row in range(1, LAST_ROW + 1) if log.look(str(row)).data.date >= date), LAST_ROW)


def turn_to(s: Sortie, row: int) -> None:
    """Turn the log to a row: its date and moon."""
    g: AceState = s.game
    line = s.tables["log_row"].look(str(row))
    g.row, s.date = row, line.data.date
    g.moon = s.setup.options.get("moon") or str(line.result)
    g.month_name = month_name(s.date)


# --- a new pilot


def enlist(s: Sortie) -> None:
    """A new pilot; an optional rule that hears of it may put one of its own in the seat."""
    s.note("enlists")
    if not s.game.career.crew:
        new_pilot(s)


def new_pilot(s: Sortie) -> None:
    """Officer or NCO, base, aircraft, crew (3.1, 3.4, 10.3.1)."""
    g: AceState = s.game
    career, options = g.career, s.setup.options
    career.track = options.get("track") or s.choose("track")
    career.rank, experience = START[career.track]
    base = starting_base(s)
    career.unit, career.base, career.zone = base.unit, base.base, base.zone
    career.kills = career.kills_before = int(options.get("kills", "0"))
    career.earn(int(options.get("prestige", "0")))
    career.aircraft = first_aircraft(s, base).id
    pilot = options.get("pilot") or new_name(s, "pilot")
    recruit_crew(s, pilot, experience + int(options.get("experience", "0")))
    for skill in filter(None, (one.strip() for one in options.get("skills", "").split(","))):
        teach(s, skill)
    if career.kills:
        decorate(s)


def recruit_crew(s: Sortie, pilot: str, experience: int) -> None:
    """The pilot, and a fresh crew for the other seats of his aircraft."""
    career = s.game.career
    career.recruit(pilot, "pilot", career.rank, experience)
    for station in s.ruleset.bombers[career.aircraft].station:
        if station.id != "pilot":
            career.recruit(new_name(s, station.id), station.id, CREW_RANK)


def decorate(s: Sortie) -> None:
    """What a pilot who begins with kills has been given for them; his prestige is counted by whoever sets him up."""
    career = s.game.career
    for name, cell in s.tables["award"].entries().items():
        if cell.data.kills and cell.data.kills <= career.kills and not cell.data.rolled and name not in career.awards:
            career.awards.append(name)
    if career.is_ace and "ace" not in career.honours:
        career.honours.append("ace")


def teach(s: Sortie, skill: str) -> None:
    """A skill for the first man who may have it, and has not; raises `BadData` with the nearest for an unknown one."""
    career = s.game.career
    known = s.tables["skill"].entries()
    if skill not in known:
        raise BadData(f"skills: no skill {skill!r}; {did_you_mean(skill, known)}".rstrip("; "))
    if skill == "expert":
        career.pilot.expert.append(s.ruleset.bombers[career.aircraft].family)
    for trade in known[skill].data.men:
        man = career.crew.get(trade)
        if man is not None and skill not in man.skills:
            man.skills.append(skill)
            return


def starting_base(s: Sortie) -> Base:
    """The base: as asked, chosen, or rolled; the He 219 is not for beginners (3.1.3).

    Raises `BadData` with the nearest for an unknown unit.
    """
    bases = {one.unit: one for one in all_bases(s.ruleset)}
    asked = s.setup.options.get("unit")
    waived = s.setup.options.get("he219_at_start") == "yes"
    if asked is not None:
        for unit, base in bases.items():
            if fold(unit).replace(".", "") == fold(asked).replace(".", ""):
                return base
        raise BadData(f"no unit {asked!r}; {did_you_mean(asked, bases)}".rstrip("; "))
    wanted = s.setup.bomber and s.ruleset.bomber(s.setup.bomber)
    if wanted and wanted.family == choices.HE219:
        return bases[choices.HE219_UNIT]
    if wanted:
        listed = [one for one in bases.values() if wanted.id in one.aircraft]
        fitting = listed or [one for one in bases.values() if one.unit != choices.HE219_UNIT]
        return fitting[s.throw(f"1d{len(fitting)}", "which base") - 1] if len(fitting) > 1 else fitting[0]
    if s.choose("starting_base") == "choose":
        offers = [offer_of_base(one) for one in bases.values() if one.aircraft and may_begin_at(one, waived=waived)]
        chosen = s.pick("which_base", offers)
        assert chosen is not None
        return bases[chosen.unit]
    while True:
        rolled: Base = s.roll("base").data
        if may_begin_at(rolled, waived=waived):
            return rolled


def may_begin_at(base: Base, *, waived: bool) -> bool:
    """Whether a beginner may start there."""
    return waived or base.unit != choices.HE219_UNIT


def all_bases(ruleset: Ruleset) -> Iterator[Base]:
    """Every unit with its base, those of the start first."""
    yield from (cell.data for cell in ruleset.tables["base-roll"].distinct(None))
    yield from (cell.data for cell in ruleset.tables["further-bases"].entries().values())


def offer_of_base(base: Base, cost: int = 0, sorties: int = 0) -> Offer:
    """A base as something to be had."""
    told = f"{base.unit} at {base.base}"
    return Offer(base.unit, told, cost, zone=base.zone, unit=base.unit, sorties=sorties)


def first_aircraft(s: Sortie, base: Base) -> BomberType:
    """The aircraft to begin with: as asked, or one of those listed at the base (3.1.3).

    Raises `NotAllowed` for one that is not to be had on the date.
    """
    if s.setup.bomber is not None:
        kind = s.ruleset.bomber(s.setup.bomber)
        if not kind.is_issued(s.date):
            raise NotAllowed(f"the {kind.short} is to be had from {kind.from_} on, not on {s.date}")
        return kind
    career = s.game.career
    kinds = [s.ruleset.bombers[name] for name in base.aircraft]
    if career.level or not kinds:
        barred = () if base.unit == choices.HE219_UNIT else (choices.HE219,)
        kinds = [one for one in s.ruleset.bombers.values() if may_fly(s, one) and one.family not in barred]
    return pick_model(s, "first_aircraft", kinds)


def may_fly(s: Sortie, kind: BomberType) -> bool:
    """Whether the pilot's Prestige Level and the date allow a type (10.4.2)."""
    return kind.is_issued(s.date) and int(kind.traits["prestige"]) <= s.game.career.level


def offer_of_model(kind: BomberType, cost: int = 0, sorties: int = 0) -> Offer:
    """An aircraft as something to be had."""
    power = dict.fromkeys(("forward", "upward", "rear"), 0)
    for gun in kind.gun:
        power[str(gun.traits["mount"])] += int(gun.traits["firepower"])
    traits = kind.traits
    return Offer(
        kind.id,
        kind.short,
        cost,
        series=kind.family,
        firepower=power["forward"],
        upward=power["upward"],
        radar=int(traits["radar"]),
        speed=int(traits["speed"]),
        boxes=int(traits["boxes"]),
        prestige=int(traits["prestige"]),
        sorties=sorties,
    )


def pick_model(s: Sortie, decision: str, kinds: Iterable[BomberType]) -> BomberType:
    """Choose one of several aircraft."""
    offers = [offer_of_model(one) for one in kinds]
    if len(offers) == 1:
        return s.ruleset.bombers[offers[0].key]
    chosen = s.pick(decision, offers)
    assert chosen is not None
    return s.ruleset.bombers[chosen.key]


def man_aircraft(s: Sortie) -> None:
    """The aircraft with its crew aboard, ammunition filled (3.3.2)."""
    g: AceState = s.game
    career = g.career
    kind = s.ruleset.bombers[career.aircraft]
    s.tables = s.ruleset.answers(kind.id, 0)
    s.bomber = Bomber.of(kind)
    s.bomber.bombs_aboard = False
    g.members = dict(career.crew)
    titles = {station.id: station.title for station in kind.station}
    s.bomber.board([crewman(s, man, titles[trade]) for trade, man in in_order(career.crew, titles)])


def in_order(crew: dict[str, Member], seats: Iterable[str]) -> Iterator[tuple[str, Member]]:
    """The men in the order of their seats."""
    return ((seat, crew[seat]) for seat in seats if seat in crew)


def crewman(s: Sortie, man: Member, title: str) -> Crewman:
    """A man as he climbs aboard."""
    career = s.game.career
    is_pilot = man.trade == "pilot"
    rank = career.rank if is_pilot else man.rank
    kills = Fraction(career.kills) if is_pilot else Fraction(0)
    return Crewman(man.name, man.trade, rank, title, man.sorties, kills, sums=SUMS)
