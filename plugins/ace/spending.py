"""Prestige is spent, men and aircraft are replaced (10.4, 10.5, 9.2)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from bomberstream.core.procedure import step

from . import choices
from .career import LAST_ROW
from .names import new_name
from .setup import CREW_RANK, Offer, all_bases, may_fly, offer_of_base, offer_of_model, pick_model

if TYPE_CHECKING:
    from collections.abc import Iterator

    from bomberstream.core.bomber import BomberType
    from bomberstream.core.sortie import Sortie

    from .career import Career, Member
    from .data import RankData
    from .state import AceState

__all__ = ["fresh_aircraft", "issue", "new_aircraft", "posting", "release", "replace", "seats", "stand_ins"]

GERMAN_CROSS = "german_cross"
HE219_LEVEL = 7
BOUGHT_EXPERIENCE = 2
"""What a replacement brings for a Prestige Point (10.4.1)."""


def price(s: Sortie, what: str) -> int:
    """What something costs in Prestige Points (10.4.1)."""
    return int(s.tables["price"].look(what).result)


def can_pay(s: Sortie, what: str) -> bool:
    """Whether the points are there."""
    return bool(s.game.career.points >= price(s, what))


def replace(s: Sortie, trade: str) -> Member:
    """A new man in a seat: without skills, but an Oberfeldwebel gets one who has learnt something, and a Prestige
    Point buys a little (9.2.3, 10.3.3, 10.4.1)."""
    career: Career = s.game.career
    rank: RankData = s.tables["rank"].look(career.rank).data
    experience = rank.replacement
    if not experience and can_pay(s, "replacement") and s.choose("skilled_replacement") == "yes":
        career.points -= price(s, "replacement")
        experience = BOUGHT_EXPERIENCE
    man = career.recruit(new_name(s, f"man {career.men + 1}"), trade, CREW_RANK, experience)
    s.note("new_man", man=man.name, trade=trade, experience=experience)
    return man


def seats(s: Sortie, kind: BomberType) -> None:
    """The crew for an aircraft: men without a seat leave, new seats are filled (10.5.6)."""
    career: Career = s.game.career
    wanted = [station.id for station in kind.station]
    for trade in [one for one in career.crew if one not in wanted]:
        career.surplus.append(career.crew.pop(trade))
    for trade in wanted:
        if trade in career.crew:
            continue
        old = next((man for man in career.surplus if man.trade == trade), None)
        if old is not None and can_pay(s, "old_crewman") and s.choose("calls_back", about=old.name) == "yes":
            career.points -= price(s, "old_crewman")
            career.surplus.remove(old)
            career.crew[trade] = old
            s.note("back_in_seat", man=old.name, trade=trade)
        else:
            replace(s, trade)


def take_over(s: Sortie, kind: BomberType, *, seated: bool = True) -> None:
    """The pilot has another aircraft."""
    career: Career = s.game.career
    career.aircraft = kind.id
    if seated:
        seats(s, kind)
    s.note("new_aircraft", aircraft=kind.short)


def series(s: Sortie, family: str) -> list[BomberType]:
    """The aircraft of a series that the pilot may have now."""
    return [one for one in s.ruleset.bombers.values() if one.family == family and may_fly(s, one)]


def issued(s: Sortie) -> BomberType:
    """Another aircraft of the series last flown, for nothing; the old type where there is no choice."""
    now = s.ruleset.bombers[s.game.career.aircraft]
    return pick_model(s, "issued_aircraft", series(s, now.family) or [now])


@step(rule="ace 10.5.5", when="career_goes_on and aircraft_lost and not in_hospital")
def issue(s: Sortie) -> None:
    """After a crash, a parachute jump or a landing in a field there is another aircraft of the series (10.5.5)."""
    take_over(s, issued(s))


@step(rule="ace 10.5.4", when="career_goes_on and in_hospital and back_next")
def release(s: Sortie) -> None:
    """Out of hospital: another aircraft, and a new crew; each of the old men can be had for a point (10.5.4)."""
    career: Career = s.game.career
    kind = issued(s)
    old = [man for trade, man in career.crew.items() if trade != "pilot"]
    career.in_hospital = False
    career.away = []
    career.crew = {"pilot": career.pilot}
    career.aircraft = kind.id
    for station in kind.station:
        man = next((one for one in old if one.trade == station.id), None)
        if man is not None and can_pay(s, "old_crewman") and s.choose("calls_back", about=man.name) == "yes":
            career.points -= price(s, "old_crewman")
            career.crew[man.trade] = man
            s.note("back_in_seat", man=man.name, trade=man.trade)
        elif station.id != "pilot":
            career.recruit(new_name(s, f"man {career.men + 1}"), station.id, CREW_RANK)
    s.note("released", aircraft=kind.short)


@step(rule="ace 9.2.2", when="career_goes_on")
def stand_ins(s: Sortie) -> None:
    """Men who come back from hospital: take the old one, or keep who has flown in his place (9.2.2)."""
    career: Career = s.game.career
    for one in [away for away in career.away if away.until <= career.row + 1]:
        career.away.remove(one)
        there = career.crew.get(one.man.trade)
        if there is None:
            career.surplus.append(one.man)
            continue
        s.offer = Offer(one.man.trade, one.man.name, experience=one.man.worth, cost=there.worth)
        if s.choose("takes_back", about=one.man.name) == "yes":
            career.crew[one.man.trade] = one.man
            s.note("back_in_seat", man=one.man.name, trade=one.man.trade)


@step(rule="ace 10.4.1", when="career_goes_on and in_repair")
def fresh_aircraft(s: Sortie) -> None:
    """A point buys another aircraft of the series, so that no sortie is lost to repairs (10.4.1)."""
    career: Career = s.game.career
    if not can_pay(s, "fresh_aircraft") or s.choose("fresh_aircraft") == "no":
        return
    career.points -= price(s, "fresh_aircraft")
    career.delays.pop("repairs", None)
    career.delays.pop("rough landing", None)
    take_over(s, issued(s))


@step(rule="ace 10.4.1.costs", when="career_goes_on and not in_hospital")
def posting(s: Sortie) -> None:
    """A posting to another unit, for points and a lost sortie; the He 219 has one unit of its own (10.4.1, 10.5.3)."""
    g: AceState = s.game
    career = g.career
    offers = list(postings(s))
    chosen = s.pick("posting", offers, decline=True) if offers else None
    if chosen is None:
        return
    base = next(one for one in all_bases(s.ruleset) if one.unit == chosen.unit)
    if chosen.cost == price(s, "unit_by_rank"):
        career.cheap_moves -= 1
    career.points -= chosen.cost
    career.unit, career.base, career.zone = base.unit, base.base, base.zone
    career.delay("transfer", chosen.sorties)
    s.note("posted", unit=base.unit, base=base.base)
    if base.unit == choices.HE219_UNIT:
        take_over(s, pick_model(s, "issued_aircraft", series(s, choices.HE219)))


def postings(s: Sortie) -> Iterator[Offer]:
    """The units that would have him, with what each costs."""
    career: Career = s.game.career
    flies = s.ruleset.bombers[career.aircraft]
    if flies.family == choices.HE219 and choices.HE219_KEEPS_ITS_PILOT:
        return
    delay = s.tables["delay"]
    for base in all_bases(s.ruleset):
        if base.unit == career.unit:
            continue
        if base.unit == choices.HE219_UNIT:
            fit = GERMAN_CROSS in career.awards and career.level >= HE219_LEVEL and series(s, choices.HE219)
            cost = price(s, "he219_unit")
            sorties = max(int(delay.look("transfer").result), int(delay.look("other_series").result))
            if fit and career.points >= cost:
                yield offer_of_base(base, cost, sorties)
            continue
        cost = price(s, "unit_by_rank" if career.cheap_moves else "unit")
        if career.points >= cost:
            yield offer_of_base(base, cost, int(delay.look("transfer").result))


@step(rule="ace 10.5.2", when="career_goes_on and not in_hospital")
def new_aircraft(s: Sortie) -> None:
    """A newer aircraft: of the same series for a point, of another for two points and two lost sorties (10.5.2 f)."""
    career: Career = s.game.career
    offers = list(models(s))
    chosen = s.pick("new_aircraft", offers, decline=True) if offers else None
    if chosen is None:
        return
    career.points -= chosen.cost
    if chosen.sorties:
        career.delay("new type", chosen.sorties)
    take_over(s, s.ruleset.bombers[chosen.key])


def models(s: Sortie) -> Iterator[Offer]:
    """The aircraft that level, date and points allow; the He 219 only within its unit (10.5.3)."""
    career: Career = s.game.career
    now = s.ruleset.bombers[career.aircraft]
    if career.row >= LAST_ROW:
        return
    for kind in s.ruleset.bombers.values():
        if kind.id == now.id or not may_fly(s, kind):
            continue
        same = kind.family == now.family
        if kind.family == choices.HE219 and not same:
            continue
        cost = price(s, "same_series" if same else "other_series")
        if career.points >= cost:
            yield offer_of_model(kind, cost, 0 if same else int(s.tables["delay"].look("other_series").result))
