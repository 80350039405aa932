"""The career: victory, debriefing, skills, awards, promotions, prestige (4, 6.4, 9.2, 10)."""

from __future__ import annotations

from typing import Any

import pytest
from ace_duels import night
from bomberstream.core.flight import fly
from bomberstream.core.ruleset import Ruleset
from bomberstream.core.sortie import Setup, Sortie
from bomberstream.core.testing.asking import asked, rolls, take, told, used_up
from bomberstream.plugins.ace import debriefing, setup, spending
from bomberstream.plugins.ace.career import KILLED, LOG_DONE, NO_SORTIE_LEFT, UNFIT, Away, Career, Member
from bomberstream.plugins.ace.state import Claim

STEPS = ("close_log", "hospital", "workshop", "lessons", "awards", "promotion")


def back(
    ace: Ruleset, *faces: int, outcome: str = "returned", kills: int = 0, orders: Any = None, **more: Any
) -> Sortie:
    """Landed, and so many kills made tonight; the debriefing is to come."""
    before = more.pop("before", 0)
    s = night(
        ace, *faces, orders={"learns": "none", "posting": "none", "new_aircraft": "none", **(orders or {})}, **more
    )
    s.outcome = outcome
    g = s.game
    g.target.judged = True
    g.claims = [Claim("lancaster", "Lancaster", "shot down", True) for _ in range(kills)]
    g.career.kills = before + kills
    return s


def debrief(s: Sortie, *steps: str) -> Sortie:
    """Carry out steps of the debriefing, with every die."""
    for name in steps:
        take(s, "debriefing", name)
    used_up(s)
    return s


def career(s: Sortie) -> Career:
    """The career of a sortie."""
    found: Career = s.game.career
    return found


# --- 4: the end


@pytest.mark.rule("ace 4.2.2", "ace 4.2.1")
@pytest.mark.parametrize(
    ("kills", "level"),
    [
        (0, "defeat"), (4, "defeat"), (5, "draw"), (10, "draw"), (11, "marginal victory"), (30, "marginal victory"),
        (31, "substantial victory"), (60, "substantial victory"), (61, "decisive victory"), (200, "decisive victory"),
    ],
)  # fmt: skip
def test_levels_of_victory(ace: Ruleset, kills: int, level: str) -> None:
    s = back(ace, before=kills)
    assert debriefing.victory_of(s, career(s)) == level


@pytest.mark.rule("ace 4.1.1", "ace 4.1.4")
def test_the_last_sortie_of_july_ends_it(ace: Ruleset) -> None:
    s = back(ace, options={"row": "96"}, date="1944-07-28", before=12)
    assert s.game.row == 96
    debrief(s, "turn_page")
    assert (career(s).ended_by, career(s).victory) == (LOG_DONE, "marginal victory")
    assert career(s).ended == "July 1944 is over"


@pytest.mark.rule("ace 4.1.2")
def test_so_does_a_delay_beyond_july(ace: Ruleset) -> None:
    s = back(ace, date="1944-07-21")
    career(s).delay("serious wound", 4)
    debrief(s, "turn_page")
    assert (career(s).ended_by, career(s).ended) == (NO_SORTIE_LEFT, "no sortie left before August 1944")
    free = back(ace, date="1944-07-21")
    career(free).delay("light wound", 1)
    debrief(free, "turn_page")
    assert (career(free).ended, career(free).row) == ("", 95)


@pytest.mark.rule("ace 4.1.3", "ace 4.2.3")
def test_a_dead_pilot_s_career_is_judged(ace: Ruleset) -> None:
    s = back(ace, outcome="shot_down", before=33)
    s.bomber.man_of("pilot").kill()
    debrief(s, "close_log", "hospital")
    assert (career(s).ended_by, career(s).victory) == (KILLED, "substantial victory")
    assert career(s).ended == "killed in action"
    for step in ("lessons", "awards", "promotion", "turn_page"):
        take(s, "debriefing", step)
    assert career(s).row == s.game.row


@pytest.mark.rule("ace 5.0")
def test_two_sorties_a_week_for_a_year(ace: Ruleset) -> None:
    log = ace.tables["sortie-log"].keys[None]
    dates = [cell.data.date for cell in log.values()]
    assert len(dates) == 96
    assert dates == sorted(dates)
    months = [date[:7] for date in dates]
    assert {month: months.count(month) for month in set(months)} == dict.fromkeys(set(months), 8)
    assert (dates[0][:7], dates[-1][:7]) == ("1943-08", "1944-07")


# --- 6.4 and experience


@pytest.mark.rule("ace 6.4.2", "ace 6.4.3", "ace 10.0", "ace 10.1.1")
def test_every_fourth_sortie_flown_brings_everybody_a_point(ace: Ruleset) -> None:
    s = back(ace, kills=1)
    for man in career(s).crew.values():
        man.sorties = 3
    career(s).crew["funker"].sorties = 2
    debrief(s, "close_log")
    points = {trade: man.experience for trade, man in career(s).crew.items()}
    assert points == {"pilot": 2, "funker": 0, "rear_gunner": 1}
    assert told(s, "logged") == [{"kills": 1, "total": 1, "flights": 1}]


@pytest.mark.rule("ace 10.1.2.leadership")
def test_leadership_makes_it_every_third(ace: Ruleset) -> None:
    s = back(ace, skilled={"leadership": True})
    for man in career(s).crew.values():
        man.sorties = 2
    debrief(s, "close_log")
    assert [man.experience for man in career(s).crew.values()] == [2, 1, 1]
    assert "leadership" not in {offer.skill for offer in debriefing.skills_open(rich(s))}


def rich(s: Sortie) -> Sortie:
    """With points for every skill."""
    for man in career(s).crew.values():
        man.experience = 9
    return s


COSTS = {
    "aim": (6, {"pilot"}), "acm": (4, {"pilot"}), "bomber_stream": (3, {"pilot"}), "electronics": (2, {"funker"}),
    "expert": (3, {"pilot"}), "gunnery": (5, {"pilot", "rear_gunner"}), "landing": (1, {"pilot"}),
    "navigation": (2, {"pilot"}), "parachute": (1, {"pilot", "funker", "rear_gunner"}),
    "radar_operation": (5, {"funker"}), "sm_gunnery": (6, {"pilot"}),
    "situational_awareness": (2, {"pilot", "funker", "rear_gunner"}), "weapons": (2, {"funker", "rear_gunner"}),
}  # fmt: skip


@pytest.mark.rule(
    "ace 10.1.2.aim", "ace 10.1.2.acm", "ace 10.1.2.bomber-stream", "ace 10.1.2.electronics", "ace 10.1.2.expert",
    "ace 10.1.2.gunnery", "ace 10.1.2.landing", "ace 10.1.2.navigation", "ace 10.1.2.parachute", "ace 10.1.2.radar",
    "ace 10.1.2.sm-gunnery", "ace 10.1.2.sa", "ace 10.1.2.weapons",
)  # fmt: skip
def test_what_skills_cost_and_who_may_learn_them(ace: Ruleset) -> None:
    s = rich(back(ace))
    offers = debriefing.skills_open(s)
    found = {skill: (cost, {one.trade for one in offers if one.skill == skill}) for skill, (cost, _) in COSTS.items()}
    assert found == COSTS
    assert {one.skill: one.cost for one in offers} == {skill: cost for skill, (cost, _) in COSTS.items()}


@pytest.mark.rule("ace 10.1.1", "ace 10.1.2.expert")
def test_a_skill_is_paid_for_and_learnt_once(ace: Ruleset) -> None:
    s = back(ace, orders={"learns": {"best": "(1 if offer.skill == 'expert' else 0)"}})
    career(s).pilot.experience = 7
    debrief(s, "lessons")
    assert career(s).pilot.experience == 4
    assert career(s).pilot.expert == ["bf110"]
    assert career(s).pilot.skills == ["expert"]


# --- 9.2: wounds


@pytest.mark.rule("ace 9.2.1", "ace 8.1.2")
def test_a_light_wound_costs_the_pilot_a_sortie(ace: Ruleset) -> None:
    s = back(ace, pilot={"wounds": "light"})
    debrief(s, "hospital")
    assert career(s).delays == {"light wound": s.game.row + 2}
    debrief(s, "turn_page")
    assert career(s).delayed_by == "light wound"
    lost = fly(ace, Setup("ace", 1, carried={"career": career(s).plain()}))
    assert (lost.outcome, lost.game.career.row, lost.game.career.delayed_by) == ("grounded", s.game.row + 2, "")


@pytest.mark.rule("ace 9.2.1", "ace 9.2.2")
@pytest.mark.parametrize(("wounds", "dice", "until"), [("light", (), 2), ("serious", (3, 4), 7)])
def test_another_man_has_a_stand_in(ace: Ruleset, wounds: str, dice, until: int) -> None:
    s = back(ace, *dice, funker={"wounds": wounds}, skilled={"radar_operation": True})
    old = career(s).crew["funker"]
    debrief(s, "hospital")
    now = career(s).crew["funker"]
    assert now is not old
    assert (now.is_stand_in, now.skills, now.experience) == (True, [], 0)
    assert [(one.man, one.until) for one in career(s).away] == [(old, s.game.row + until)]
    assert career(s).delays == {}


@pytest.mark.rule("ace 9.2.2.crew")
@pytest.mark.parametrize("choice", ["yes", "no"])
def test_the_old_man_may_be_taken_back(ace: Ruleset, choice: str) -> None:
    s = back(ace, orders={"takes_back": choice})
    old = Member(9, "Old Hand", "funker", skills=["radar_operation"])
    career(s).away = [Away(old, s.game.row + 1), Away(Member(8, "Later", "rear_gunner"), s.game.row + 2)]
    debrief(s, "stand_ins")
    assert (career(s).crew["funker"] is old) is (choice == "yes")
    assert [one.man.name for one in career(s).away] == ["Later"]


@pytest.mark.rule("ace 9.2.2")
@pytest.mark.parametrize(
    ("dice", "missed"), [((1, 1), 2), ((1, 2), 3), ((2, 3), 4), ((3, 4), 6), ((4, 4), 8), ((5, 6), 16)]
)
def test_a_badly_wounded_pilot_lies_in_hospital(ace: Ruleset, dice, missed: int) -> None:
    s = back(ace, *dice, pilot={"wounds": "serious"})
    debrief(s, "hospital")
    assert career(s).delays == {"serious wound": s.game.row + 1 + missed}
    assert career(s).in_hospital


@pytest.mark.rule("ace 9.2.2")
def test_a_crippled_pilot_s_career_ends_alive(ace: Ruleset) -> None:
    s = back(ace, 6, 6, pilot={"wounds": "serious"})
    debrief(s, "hospital")
    assert (career(s).ended_by, career(s).ended) == (UNFIT, "unfit for flying")


@pytest.mark.rule("ace 9.2.3", "ace 10.3.3.oberfeldwebel", "ace 10.4.1.costs")
@pytest.mark.parametrize(
    ("rank", "points", "buys", "experience", "left"),
    [
        ("Oberleutnant", 0, "yes", 0, 0),
        ("Oberleutnant", 2, "no", 0, 2),
        ("Oberleutnant", 2, "yes", 2, 1),
        ("Feldwebel", 1, "yes", 2, 0),
        ("Oberfeldwebel", 2, "yes", 4, 2),
    ],
)
def test_the_dead_are_replaced(ace: Ruleset, rank: str, points: int, buys: str, experience: int, left: int) -> None:
    s = back(ace, rank=rank, prestige={"points": points}, orders={"skilled_replacement": buys})
    s.bomber.man_of("rear_gunner").kill()
    old = career(s).crew["rear_gunner"]
    debrief(s, "hospital")
    new = career(s).crew["rear_gunner"]
    assert new is not old
    assert (new.experience, new.skills, new.is_stand_in) == (experience, [], False)
    assert career(s).points == left


# --- the workshop and scrounging


@pytest.mark.rule("ace 10.3.3.unteroffizier", "ace 10.3.3.feldwebel", "ace 7.2.19")
@pytest.mark.parametrize(
    ("rank", "hits", "faces", "delay"),
    [
        ("Oberleutnant", 3, (), 0),
        ("Oberleutnant", 4, (), 1),
        ("Oberleutnant", 5, (), 1),
        ("Oberleutnant", 6, (), 2),
        ("Oberleutnant", 20, (), 3),
        ("Unteroffizier", 4, (3,), 1),
        ("Unteroffizier", 5, (4,), 0),
        ("Unteroffizier", 6, (), 2),
        ("Feldwebel", 4, (), 0),
        ("Oberfeldwebel", 5, (), 0),
        ("Feldwebel", 6, (), 2),
    ],
)
def test_repairs_and_scrounging(ace: Ruleset, rank: str, hits: int, faces, delay: int) -> None:
    s = back(ace, *faces, rank=rank, hits_taken=hits)
    debrief(s, "workshop")
    assert career(s).delays == ({"repairs": s.game.row + 1 + delay} if delay else {})


@pytest.mark.rule("ace 8.1.2", "ace 10.3.3.feldwebel")
def test_a_rough_landing_can_be_scrounged_for_a_crash_cannot(ace: Ruleset) -> None:
    s = back(ace, rank="Feldwebel")
    career(s).delay("rough landing", 1)
    assert career(debrief(s, "workshop")).delays == {}
    crashed = back(ace, rank="Feldwebel", outcome="crashed")
    career(crashed).delay("way back", 1)
    assert career(debrief(crashed, "workshop")).delays != {}


@pytest.mark.rule("ace 10.4.1.costs")
@pytest.mark.parametrize(
    ("points", "buys", "delayed", "left"), [(1, "yes", False, 0), (1, "no", True, 1), (0, "yes", True, 0)]
)
def test_a_point_buys_a_fresh_aircraft(ace: Ruleset, points: int, buys: str, delayed: bool, left: int) -> None:
    s = back(
        ace,
        hits_taken=4,
        prestige={"points": points},
        orders={"fresh_aircraft": buys, "issued_aircraft": {"best": "1"}},
    )
    debrief(s, "workshop", "fresh_aircraft")
    assert bool(career(s).delays) is delayed
    assert career(s).points == left


# --- awards


@pytest.mark.rule("ace 10.2.2", "ace 10.2.3", "ace 10.2", "ace 10.4.1", "ace 10.4.2")
def test_the_iron_crosses(ace: Ruleset) -> None:
    s = back(ace, kills=1)
    debrief(s, "awards")
    assert (career(s).awards, career(s).points, career(s).level) == (["ek2"], 1, 1)
    both = back(ace, kills=2)
    debrief(both, "awards")
    assert (career(both).awards, career(both).points) == (["ek2", "ek1"], 2)
    assert career(both).period.awards == 1


@pytest.mark.rule("ace 10.2.1")
def test_the_wound_badge(ace: Ruleset) -> None:
    points = []
    grades = []
    s = back(ace)
    for wounds in range(1, 6):
        career(s).wounds = wounds
        debrief(s, "awards")
        points.append(career(s).points)
    grades = [one["grade"] for one in told(s, "grade")]
    assert points == [1, 1, 1, 1, 1]
    assert grades == ["Black", "Silver", "Gold"]


@pytest.mark.rule("ace 10.2.4")
def test_the_flight_clasp(ace: Ruleset) -> None:
    s = back(ace)
    for flights, points, grade in ((19, 0, []), (20, 1, ["Bronze"]), (60, 1, ["Bronze", "Silver"])):
        career(s).flights = flights
        debrief(s, "awards")
        assert career(s).points == points
        assert [one["grade"] for one in told(s, "grade")] == grade
    assert ace.tables["clasp-grades"].look("100").result == "Gold"


@pytest.mark.rule("ace 10.2.5")
@pytest.mark.parametrize(("kills", "given"), [(19, False), (20, True)])
def test_the_german_cross(ace: Ruleset, kills: int, given: bool) -> None:
    s = debrief(back(ace, kills=1, before=kills - 1), "awards")
    assert ("german_cross" in career(s).awards) is given


def decorated(ace: Ruleset, *faces: int, kills: int, tonight: int = 1, **more: Any) -> Sortie:
    """A pilot with everything up to the grade that he may get next, and the dice for it."""
    s = back(ace, *faces, kills=tonight, before=kills - tonight, **more)
    awards = ["ek2", "ek1", "german_cross"]
    awards += [one for one, at in (("knights_cross", 40), ("oak_leaves", 60), ("swords", 100)) if kills >= at]
    career(s).awards = awards
    career(s).honours = ["ace"]
    return s


@pytest.mark.rule("ace 10.2.6", "ace 10.2.6.1", "ace 10.2.6.2", "ace 10.2.6.4")
@pytest.mark.parametrize(
    ("kills", "faces", "award"),
    [
        (29, (), None),
        (30, (1,), "knights_cross"),
        (30, (2,), None),
        (32, (3,), "knights_cross"),
        (35, (6,), "knights_cross"),
        (40, (1,), "oak_leaves"),
        (44, (6,), None),
        (45, (6,), "oak_leaves"),
        (60, (1,), "swords"),
        (61, (3,), None),
        (65, (6,), "swords"),
    ],
)
def test_the_grades_of_the_knights_cross(ace: Ruleset, kills: int, faces, award: str | None) -> None:
    s = debrief(decorated(ace, *faces, kills=kills), "awards")
    assert [one["name"] for one in told(s, "award")] == ([award] if award else [])
    assert career(s).points == bool(award)
    assert career(s).period.crosses == bool(award)


@pytest.mark.rule("ace 10.2.6")
def test_no_roll_without_a_new_kill(ace: Ruleset) -> None:
    s = debrief(decorated(ace, kills=34, tonight=0), "awards")
    assert rolls(s) == []


@pytest.mark.rule("ace 10.2.6.3", "ace 10.2.6.5")
def test_the_diamonds_come_of_themselves_and_cost_a_journey(ace: Ruleset) -> None:
    s = debrief(decorated(ace, kills=100), "awards")
    assert "diamonds" in career(s).awards
    assert career(s).delays == {"journey to Berlin": s.game.row + 2}
    first = debrief(decorated(ace, 1, kills=30), "awards")
    assert career(first).delays == {}


@pytest.mark.rule("ace 10.2.7")
@pytest.mark.parametrize(("kills", "points"), [(4, 0), (5, 1), (6, 1)])
def test_five_kills_make_an_ace(ace: Ruleset, kills: int, points: int) -> None:
    s = back(ace, kills=1, before=kills - 1)
    career(s).awards = ["ek2", "ek1"]
    debrief(s, "awards")
    debrief(s, "awards")
    assert career(s).points == points


@pytest.mark.rule("ace 10.2.8", "ace 10.2.9")
@pytest.mark.parametrize(("kind", "points"), [("mosquito_ix", 1), ("mosquito_ii_nf", 1), ("b_17", 1), ("lancaster", 0)])
def test_the_first_mosquito_and_the_first_fortress(ace: Ruleset, kind: str, points: int) -> None:
    s = back(ace, kills=2, before=10)
    career(s).awards = ["ek2", "ek1"]
    career(s).honours = ["ace"]
    for claim in s.game.claims:
        claim.kind = kind
    debrief(s, "awards")
    debrief(s, "awards")
    assert career(s).points == points


# --- promotions


@pytest.mark.rule("ace 10.3.4")
@pytest.mark.parametrize(
    ("row", "date", "tried"),
    [
        (31, "1943-11-25", False),
        (32, "1943-11-28", True),
        (64, "1944-03-28", True),
        (96, "1944-07-28", True),
        (88, "1944-06-28", False),
    ],
)
def test_when_promotions_come(ace: Ruleset, row: int, date: str, tried: bool) -> None:
    s = back(ace, *((5,) if tried else ()), date=date)
    assert s.game.row == row
    debrief(s, "promotion")
    assert (rolls(s) == ["promotion"]) is tried


@pytest.mark.rule("ace 10.3.4.roll")
@pytest.mark.parametrize(
    ("face", "period", "promoted"),
    [
        (4, {}, True),
        (5, {}, False),
        (6, {"crosses": 1}, True),
        (5, {"kills": 10}, True),
        (5, {"kills": 9}, False),
        (6, {"kills": 20}, True),
        (5, {"awards": 1}, True),
        (6, {"awards": 2}, True),
        (4, {"crashes": 1}, False),
        (4, {"crashes": 2, "crosses": 1}, True),
    ],
)
def test_what_helps_a_promotion(ace: Ruleset, face: int, period: dict[str, int], promoted: bool) -> None:
    s = back(ace, face, date="1943-11-28")
    for name, value in period.items():
        setattr(career(s).period, name, value)
    debrief(s, "promotion")
    assert (career(s).rank == "Hauptmann") is promoted
    assert career(s).period == type(career(s).period)() or not any(vars_of(career(s).period))


def vars_of(period: Any) -> list[int]:
    """What is counted for the next promotion."""
    return [period.kills, period.crosses, period.awards, period.crashes]


@pytest.mark.rule(
    "ace 10.3.2", "ace 10.3.3", "ace 10.3.2.hauptmann", "ace 10.3.2.major", "ace 10.3.3.stabsfeldwebel", "ace 10.4.1"
)
@pytest.mark.parametrize(
    ("rank", "date", "becomes", "points", "moves"),
    [
        ("Leutnant", "1943-11-28", "Oberleutnant", 1, 0),
        ("Oberleutnant", "1943-11-28", "Hauptmann", 1, 1),
        ("Hauptmann", "1944-03-28", "Major", 1, 1),
        ("Major", "1944-03-28", "Major", 0, 0),
        ("Major", "1944-07-28", "Oberstleutnant", 1, 0),
        ("Unteroffizier", "1943-11-28", "Feldwebel", 0, 0),
        ("Feldwebel", "1944-03-28", "Oberfeldwebel", 0, 0),
        ("Oberfeldwebel", "1944-03-28", "Oberfeldwebel", 0, 0),
        ("Oberfeldwebel", "1944-07-28", "Stabsfeldwebel", 0, 0),
    ],
)
def test_the_ranks(ace: Ruleset, rank: str, date: str, becomes: str, points: int, moves: int) -> None:
    s = back(ace, *((1,) if rank != becomes else ()), date=date, rank=rank)
    debrief(s, "promotion")
    assert (career(s).rank, career(s).points, career(s).cheap_moves) == (becomes, points, moves)


# --- prestige


@pytest.mark.rule("ace 10.4.2", "ace 10.4.2.example")
def test_the_example_of_the_unlocked_aircraft(ace: Ruleset) -> None:
    """Two kills in a Bf 110 F-4: level 2 gives the G-4/U1 and U5, the U6 and G-4a/R3 take 3; no level takes an He 219
    below 7, and 9 is the highest."""
    s = back(ace, kills=2, bomber="bf110f-4", date="1943-09-02")
    debrief(s, "awards")
    assert career(s).level == 2
    offers = {one.key for one in spending.models(s)}
    assert {"bf110g-4-u1", "bf110g-4-u5"} <= offers
    assert not offers & {"bf110g-4-u6", "bf110g-4a-r3"}
    levels = {kind.id: kind.traits["prestige"] for kind in ace.bombers.values()}
    assert (levels["bf110g-4-u6"], levels["bf110g-4a-r3"]) == (3, 3)
    assert min(level for name, level in levels.items() if name.startswith("he219")) == 7
    assert max(levels.values()) == 9
    career(s).earn(20)
    assert (career(s).level, career(s).points) == (9, 22)


@pytest.mark.rule("ace 10.5.2", "ace 10.4.1.costs")
def test_a_newer_model_of_the_series_costs_a_point(ace: Ruleset) -> None:
    s = back(
        ace,
        prestige={"points": 2, "level": 2},
        orders={"new_aircraft": {"best": "(1 if offer.key == 'bf110g-4-u1' else 0)"}},
    )
    crew = dict(career(s).crew)
    debrief(s, "new_aircraft")
    assert (career(s).aircraft, career(s).points, career(s).delays) == ("bf110g-4-u1", 1, {})
    assert career(s).crew == crew


@pytest.mark.rule("ace 10.5.3", "ace 10.4.1.costs", "ace 10.5.6")
def test_another_series_costs_two_points_and_two_sorties(ace: Ruleset) -> None:
    s = back(
        ace,
        prestige={"points": 2, "level": 9},
        orders={"new_aircraft": {"best": "(1 if offer.key == 'do217-n-1' else 0)"}},
    )
    debrief(s, "new_aircraft")
    assert (career(s).aircraft, career(s).points) == ("do217-n-1", 0)
    assert career(s).delays == {"new type": s.game.row + 3}
    assert "mechanic" in career(s).crew
    poor = back(ace, prestige={"points": 1, "level": 9})
    assert {one.series for one in spending.models(poor)} == {"bf110"}
    assert "he219" not in {one.series for one in spending.models(s)}


@pytest.mark.rule("ace 10.5.6")
@pytest.mark.parametrize(("points", "called"), [(3, True), (1, False)])
def test_a_man_without_a_seat_leaves_and_may_be_called_back(ace: Ruleset, points: int, called: bool) -> None:
    s = back(
        ace,
        bomber="bf110f-4a",
        prestige={"points": points, "level": 9},
        orders={"calls_back": "yes", "skilled_replacement": "no"},
    )
    gunner = career(s).crew["rear_gunner"]
    career(s).points = points
    spending.seats(s, ace.bombers["do335-a-6"])
    assert gunner not in career(s).crew.values()
    assert career(s).surplus == [gunner]
    career(s).points = points if called else 0
    spending.seats(s, ace.bombers["bf110f-4a"])
    assert (career(s).crew["rear_gunner"] is gunner) is called
    assert career(s).points == (points - 1 if called else 0)


@pytest.mark.rule("ace 10.4.1.costs", "ace 10.4.1.time", "ace 3.1.4", "ace 10.3.2.hauptmann")
@pytest.mark.parametrize(("points", "moves", "cost"), [(2, 0, 2), (1, 1, 1), (1, 0, None)])
def test_a_posting(ace: Ruleset, points: int, moves: int, cost: int | None) -> None:
    s = back(ace, prestige={"points": points}, orders={"posting": {"best": "(1 if offer.unit == 'IV/NJG 2' else 0)"}})
    career(s).cheap_moves = moves
    debrief(s, "posting")
    if cost is None:
        assert career(s).unit == "I/NJG 3"
        return
    assert (career(s).unit, career(s).base, career(s).zone) == ("IV/NJG 2", "Mainz", "Frankfurt")
    assert career(s).points == points - cost
    assert career(s).delays == {"transfer": s.game.row + 2}
    assert career(s).cheap_moves == 0


@pytest.mark.rule("ace 10.5.3", "ace 10.2.5", "ace 10.4.1.costs", "ace 3.1.3.he219")
@pytest.mark.parametrize(
    ("points", "level", "cross", "open_"),
    [(2, 7, True, True), (2, 7, False, False), (2, 6, True, False), (1, 7, True, False)],
)
def test_the_he219_has_a_unit_of_its_own(ace: Ruleset, points: int, level: int, cross: bool, open_: bool) -> None:
    s = back(ace, prestige={"points": points, "level": level}, orders={
        "posting": {"best": "(1 if offer.unit == 'I/NJG 1' else 0)"}, "issued_aircraft": {"best": "offer.firepower"},
    })  # fmt: skip
    career(s).awards = ["german_cross"] if cross else []
    debrief(s, "posting")
    assert (career(s).unit == "I/NJG 1") is open_
    if open_:
        assert career(s).aircraft == "he219a-0-r1"
        assert career(s).points == 0
        assert career(s).delays == {"transfer": s.game.row + 3}
        assert set(career(s).crew) == {"pilot", "funker"}


@pytest.mark.rule("ace 3.1.3.he219")
@pytest.mark.parametrize(("level", "open_"), [(6, False), (7, True)])
def test_level_seven_whatever_a_mat_says(ace: Ruleset, monkeypatch, level: int, open_: bool) -> None:
    monkeypatch.setattr(spending, "series", lambda s, family: [ace.bombers["he219a-0-r1"]])
    s = back(ace, prestige={"points": 2, "level": level})
    career(s).awards = ["german_cross"]
    assert ("I/NJG 1" in {one.unit for one in spending.postings(s)}) is open_


@pytest.mark.rule("ace 10.2.6", "ace 10.2.6.1")
def test_no_grade_of_the_knights_cross_is_passed_over(ace: Ruleset) -> None:
    s = back(ace, 6, 6, kills=1, before=44)
    career(s).awards = ["ek2", "ek1", "german_cross"]
    take(s, "debriefing", "awards")
    assert career(s).awards[-1] == "knights_cross"
    debrief(s, "awards")
    assert career(s).awards[-1] == "oak_leaves"


@pytest.mark.rule("ace 10.5.5")
@pytest.mark.parametrize("outcome", ["crashed", "bailed_out", "force_landed"])
def test_a_lost_aircraft_is_replaced_for_nothing(ace: Ruleset, outcome: str) -> None:
    """The example: a Bf 110 F-4a lost in September 1943, and a G-4a/R3 with level 3."""
    s = back(ace, outcome=outcome, date="1943-09-06", prestige={"points": 0, "level": 3},
             orders={"issued_aircraft": {"best": "(1 if offer.key == 'bf110g-4a-r3' else 0)"}})  # fmt: skip
    crew = dict(career(s).crew)
    debrief(s, "issue")
    assert (career(s).aircraft, career(s).points) == ("bf110g-4a-r3", 0)
    assert career(s).crew == crew
    home = debrief(back(ace), "issue")
    assert asked(home) == []


@pytest.mark.rule("ace 10.5.4")
@pytest.mark.parametrize(("points", "kept"), [(0, 0), (1, 1), (5, 2)])
def test_out_of_hospital_with_another_aircraft_and_crew(ace: Ruleset, points: int, kept: int) -> None:
    s = back(ace, outcome="grounded", prestige={"points": points, "level": 2}, orders={
        "calls_back": "yes", "issued_aircraft": {"best": "(1 if offer.key == 'bf110g-4-u1' else 0)"},
    })  # fmt: skip
    old = [man for trade, man in career(s).crew.items() if trade != "pilot"]
    career(s).in_hospital = True
    career(s).delays = {"serious wound": s.game.row + 2}
    debrief(s, "release")
    assert career(s).in_hospital, "one sortie more in hospital"
    career(s).delays = {"serious wound": s.game.row + 1}
    debrief(s, "release")
    assert not career(s).in_hospital
    assert career(s).aircraft == "bf110g-4-u1"
    assert len([man for man in career(s).crew.values() if man in old]) == kept
    assert career(s).points == points - kept


@pytest.mark.rule("ace 10.4.1")
def test_points_and_level_are_two_things(ace: Ruleset) -> None:
    s = back(ace)
    career(s).earn()
    career(s).points -= 1
    assert (career(s).points, career(s).level) == (0, 1)
    assert setup.may_fly(s, ace.bombers["do217-j-2"])
    assert not setup.may_fly(s, ace.bombers["bf110g-4-u1"])


def test_what_a_career_carries_is_plain_data(ace: Ruleset) -> None:
    import json

    s = fly(ace, Setup("ace", 3, options={"kills": "12", "prestige": "4"}))
    plain = json.loads(json.dumps(s.game.career.plain()))
    assert Career.read(plain).plain() == plain
