"""After the sortie: the log, hospital and workshop, experience, awards, promotions (6.4, 9.2, 10.1 to 10.3)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from bomberstream.core.procedure import step

from . import choices
from .career import KILLED, LAST_ROW, LOG_DONE, NO_SORTIE_LEFT, UNFIT, Away
from .names import new_name
from .search import settle
from .setup import Offer
from .spending import replace

if TYPE_CHECKING:
    from bomberstream.core.sortie import Sortie

    from .career import Career, Member
    from .data import AwardData, RankData, SkillData
    from .state import AceState

__all__ = ["awards", "close_log", "hospital", "lessons", "promotion", "turn_page", "workshop"]

LOST_AIRCRAFT = ("crashed", "bailed_out", "force_landed")
"""Outcomes after which a pilot who lives is given another aircraft (10.5.5, 8.2)."""
COUNTED = ("ek1", "german_cross")
"""Awards that help a promotion, beside the Knight's Cross."""
MOST_HITS = 9


def was_flown(s: Sortie) -> bool:
    """Whether the sortie was flown at all."""
    return s.outcome not in s.ruleset.game.not_flown


@step(rule="ace 6.4.2")
def close_log(s: Sortie) -> None:
    """What is still open of the last combat; the totals of the log (6.4)."""
    g: AceState = s.game
    s.begin(f"{g.who}debriefing")
    settle(s)
    career = g.career
    career.deck = [card.number for card in g.deck.left]
    for man in s.bomber.crew:
        if not man.is_dead:
            man.fate = "returned"
    if not was_flown(s):
        return
    for member in career.count_sortie():
        s.note("experience", man=member.name, trade=member.trade, points=member.experience)
    s.note("logged", kills=g.kills_tonight, total=career.kills, flights=career.flights)


@step(rule="ace 9.2", when="was_flown")
def hospital(s: Sortie) -> None:
    """Wounds: a light one costs a sortie, a serious one as C2 says, and the dead are replaced (9.2)."""
    g: AceState = s.game
    career = g.career
    pilot = s.bomber.man_of("pilot")
    if pilot.is_dead:
        finish(s, KILLED, "killed in action")
        return
    for man in s.bomber.crew:
        member = g.members[man.trade]
        if man.is_dead:
            s.note("replaced", man=man.name, trade=man.title)
            if career.crew.get(man.trade) is member:
                replace(s, man.trade)
        elif man.is_serious:
            s.man = man
            missed = s.roll("serious_wound").result
            s.note("in_hospital", man=man.name, trade=man.title, sorties=0 if missed == "unfit" else missed)
            if man is pilot:
                pilot_in_hospital(s, missed)
            else:
                away(s, member, missed)
        elif man.light_wounds and man is pilot:
            career.delay("light wound", light_wound_costs(s))
        elif man.light_wounds:
            away(s, member, light_wound_costs(s))


def light_wound_costs(s: Sortie) -> int:
    """Sorties that a light wound costs (9.2.1)."""
    return int(s.tables["delay"].look("light_wound").result)


def pilot_in_hospital(s: Sortie, missed: int | str) -> None:
    """The pilot is gone for long: he misses so many sorties, or is unfit for good (9.2.2). `spending.release` gives
    him a new crew and another aircraft as he comes back (10.5.4)."""
    career = s.game.career
    if missed == "unfit":
        finish(s, UNFIT, "unfit for flying")
        return
    career.delay("serious wound", int(missed))
    career.in_hospital = True


def away(s: Sortie, man: Member, missed: int | str) -> None:
    """Another man is away: a stand-in without skills takes his seat (9.2.1, 9.2.2)."""
    career = s.game.career
    if career.crew.get(man.trade) is not man:
        return
    if missed == "unfit":
        replace(s, man.trade)
        return
    career.away.append(Away(man, career.row + 1 + int(missed)))
    stand_in = career.recruit(new_name(s, f"stand-in {man.trade}"), man.trade, "Unteroffizier")
    stand_in.is_stand_in = True


def finish(s: Sortie, by: str, why: str) -> None:
    """The career is over, `by` one of the ends of `career`; its level of victory is settled in any case (4.1.4,
    4.2.3)."""
    career = s.game.career
    if career.ended:
        return
    career.ended, career.ended_by = why, by
    career.victory = victory_of(s, career)
    told = s.tables["victory"].get(career.victory)
    text = told.text if told is not None else ""
    s.note("career_over", why=why, kills=career.kills, victory=career.victory, says=text)


def victory_of(s: Sortie, career: Career) -> str:
    """The level of victory for the bombers shot down (4.2.2); a historical pilot must do as well as he did (11.2.3)."""
    found = "defeat"
    if career.kills < career.needs:
        return found
    for level, cell in s.tables["victory"].entries().items():
        if career.kills - career.kills_before >= cell.data.least:
            found = level
    return found


# --- the aircraft


@step(rule="ace 5.1.4", table="repairs", when="was_flown and career_goes_on")
def workshop(s: Sortie) -> None:
    """Repairs cost sorties; some NCOs find the parts (7.2.19, 8.1.2, 10.3.3)."""
    g: AceState = s.game
    career = g.career
    if s.outcome in LOST_AIRCRAFT or s.outcome in s.ruleset.game.losses:
        return
    sorties = int(s.tables["repairs"].look(str(min(g.hits, MOST_HITS))).result)
    if s.bomber.engines_out:
        sorties = max(1, sorties)
    if sorties:
        career.delay("repairs", sorties)
        s.note("in_the_workshop", sorties=sorties, hits=g.hits)
    rank: RankData = s.tables["rank"].look(career.rank).data
    rough = "rough landing" in career.delays and career.delays["rough landing"] > career.row
    if not rank.scrounges or not (g.hits in choices.SCROUNGED_HITS or rough):
        return
    if rank.scrounges == "always" or s.roll("scrounging").result == "repaired":
        career.delays.pop("rough landing", None)
        if g.hits in choices.SCROUNGED_HITS:
            career.delays.pop("repairs", None)
        s.note("scrounged")


# --- experience


@step(rule="ace 10.1.1", when="career_goes_on")
def lessons(s: Sortie) -> None:
    """Experience Points are spent on skills, one after the other, while somebody wants to (10.1)."""
    career = s.game.career
    while offers := list(skills_open(s)):
        chosen = s.pick("learns", offers, decline=True)
        if chosen is None:
            return
        man = career.crew[chosen.trade]
        man.experience -= chosen.cost
        if chosen.skill == "expert":
            man.expert.append(s.bomber.type.family)
        if chosen.skill not in man.skills:
            man.skills.append(chosen.skill)
        s.note("learnt", man=man.name, trade=s.bomber.stations[chosen.trade].title, skill=skill_name(s, chosen.skill))


def skill_name(s: Sortie, skill: str) -> str:
    """A skill as it is called."""
    data: SkillData = s.tables["skill"].look(skill).data
    return data.name


def skills_open(s: Sortie) -> list[Offer]:
    """Every skill that somebody may learn and can pay for."""
    career = s.game.career
    found = []
    for skill, cell in s.tables["skill"].entries().items():
        for trade in cell.data.men:
            man = career.crew.get(trade)
            if man is None or trade not in s.bomber.stations or man.experience < cell.result:
                continue
            if skill in man.skills and (skill != "expert" or s.bomber.type.family in man.expert):
                continue
            told = f"{man.name}: {cell.data.name}"
            found.append(
                Offer(f"{trade}_{skill}", told, cell.result, trade=trade, skill=skill, experience=man.experience)
            )
    return found


# --- awards


@step(rule="ace 10.2", when="was_flown and career_goes_on")
def awards(s: Sortie) -> None:
    """Awards for kills, flights and wounds, and what gives prestige once (10.2)."""
    g: AceState = s.game
    career = g.career
    for name, cell in s.tables["award"].entries().items():
        data: AwardData = cell.data
        if name in career.awards or not earned(s, data):
            continue
        career.awards.append(name)
        career.earn()
        career.period.awards += name in COUNTED
        career.period.crosses += data.grade > 0
        s.note("award", award=data.name, name=name)
        if data.grade:
            # The next grade, if it is due, comes another time: none is passed over.
            if data.grade > 1:
                career.delay("journey to Berlin", int(s.tables["delay"].look("berlin").result))
                s.note("berlin", award=data.name)
            break
    if career.is_ace and career.honour("ace"):
        s.note("prestige", points=1, why="an ace")
    kinds = [claim.kind for claim in g.claims if claim.credited]
    for word, kind in (("mosquito", "mosquito"), ("b17", "b_17")):
        if any(one.startswith(kind) for one in kinds) and career.honour(word):
            s.note("prestige", points=1, why=f"first {'Mosquito' if word == 'mosquito' else 'B-17'}")
    grades(s)


def earned(s: Sortie, data: AwardData) -> bool:
    """Whether an award is due; a grade that is rolled for, after a sortie with a kill alone (10.2.6)."""
    g: AceState = s.game
    career = g.career
    if career.kills < data.kills or career.flights < data.flights or career.wounds < data.wounds:
        return False
    if not data.rolled:
        return True
    if not g.kills_tonight:
        return False
    g.kills_past = career.kills - data.kills
    return bool(s.roll("cross").result == "awarded")


def grades(s: Sortie) -> None:
    """Higher grades of clasp and badge, which give no prestige (10.2.1, 10.2.4)."""
    g: AceState = s.game
    career = g.career
    for role, reached, what in (
        ("clasp_grade", career.flights, "Flight Clasp"),
        ("badge_grade", career.wounds, "Wound Badge"),
    ):
        for at, cell in s.tables[role].entries().items():
            key = f"{what} in {cell.result}"
            if reached >= int(at) and key not in career.honours:
                career.honours.append(key)
                s.note("grade", award=what, grade=str(cell.result))


# --- promotions


@step(rule="ace 10.3.4", table="promotion", when="career_goes_on")
def promotion(s: Sortie) -> None:
    """Three times, after November, March and July, a promotion may come (10.3.4)."""
    g: AceState = s.game
    career = g.career
    if career.row not in {months * 8 for months in choices.PERIOD_ENDS.values()}:
        return
    ranks = s.tables["rank"].entries()
    now: RankData = ranks[career.rank].data
    higher = [
        (name, cell.data)
        for name, cell in ranks.items()
        if cell.data.track == now.track and cell.data.order == now.order + 1
    ]
    if not higher or (higher[0][1].final and career.row != LAST_ROW):
        return
    result = s.roll("promotion").result
    career.period.kills = career.period.crosses = career.period.awards = career.period.crashes = 0
    if result != "promoted":
        s.note("passed_over", rank=career.rank)
        return
    career.rank, data = higher[0]
    career.pilot.rank = career.rank
    if data.track == "officer":
        career.earn()
    career.cheap_moves += data.cheap_move
    s.note("promoted", rank=career.rank)


# --- on to the next row


@step(rule="ace 4.1.1", when="career_goes_on")
def turn_page(s: Sortie) -> None:
    """The next row of the log; the game ends with July 1944, or when no sortie is left in it (4.1)."""
    career = s.game.career
    if career.row >= LAST_ROW:
        finish(s, LOG_DONE, "July 1944 is over")
        return
    if career.free_from > LAST_ROW:
        finish(s, NO_SORTIE_LEFT, "no sortie left before August 1944")
        return
    career.row += 1
    career.delays = {why: until for why, until in career.delays.items() if until > career.row}
