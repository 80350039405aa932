"""The optional rules of section 11: two players, aces, fatigue, the attempt."""

from __future__ import annotations

from collections.abc import Callable
from contextlib import suppress

import pytest
from ace_duels import CARD, night
from bomberstream.core.dice import SeededSource
from bomberstream.core.errors import BadData
from bomberstream.core.events import StretchEvent
from bomberstream.core.flight import fly, replay
from bomberstream.core.hooks import load_plugins
from bomberstream.core.ruleset import Ruleset, compose
from bomberstream.core.sortie import Setup, Sortie, SortieOver
from bomberstream.core.tape import Tape
from bomberstream.core.testing import check_game
from bomberstream.core.testing.asking import asked, happenings, take, told, used_up
from bomberstream.core.tour import Terms, check_books, fly_tour, open_tour
from bomberstream.plugins.ace import debriefing, search, setup
from bomberstream.plugins.ace.career import EXECUTED
from bomberstream.plugins.ace.rules import cooperative

RULES = ("cooperative", "competitive", "ace_pilots", "fatigue", "assassination")
Give = Callable[..., Ruleset]


@pytest.fixture(scope="module")
def with_rules() -> Give:
    """The game with some of its optional rules, composed once each."""
    made: dict[tuple[str, ...], Ruleset] = {}
    plugins = load_plugins()

    def give(*rules: str) -> Ruleset:
        if rules not in made:
            made[rules] = compose(plugins, "ace", rules=rules)
        return made[rules]

    return give


@pytest.mark.parametrize("rules", [*[(one,) for one in RULES], RULES], ids="+".join)
def test_conformance_with_rules(with_rules: Give, rules: tuple[str, ...]) -> None:
    ruleset = with_rules(*rules)
    assert ruleset.clashes == ()
    check_game(ruleset, range(6))


@pytest.mark.parametrize("rules", [*[(one,) for one in RULES], RULES], ids="+".join)
def test_careers_with_rules_end_and_add_up(with_rules: Give, rules: tuple[str, ...]) -> None:
    for seed in range(4):
        tour = fly_tour(with_rules(*rules), open_tour(with_rules(*rules), "x", Terms(), seed))
        assert check_books(tour) == []
        assert tour.kept["career"]["victory"]


# --- 11.1.1


@pytest.mark.rule("ace 11.1", "ace 11.1.1")
def test_the_leader_s_report_helps_the_other_in_that_box(with_rules: Give) -> None:
    """Over many sorties: who follows has 1 more on his roll in a box in which the leader has found somebody, and else
    nothing; both leads are tried."""
    ruleset = with_rules("cooperative")
    for leads in ("we", "comrade"):
        seen = set()
        for seed in range(60):
            log: list = []
            s = fly_led(ruleset, seed, leads, log)
            for box, ours, his in boxes(log):
                first, second = (ours, his) if leads == "we" else (his, ours)
                if first is None or second is None:
                    continue
                found = first.result in ("intercept", "stream")
                helped = any(one.says == "running commentary" for one in second.modifiers)
                assert helped is found, (seed, box)
                seen.add(found)
            assert s.outcome
        assert seen == {True, False}, leads


def fly_led(ruleset: Ruleset, seed: int, leads: str, log: list) -> Sortie:
    """A sortie of two beginners in August, one of them always the leader."""
    from bomberstream.core.decisions import compile_orders, merge_orders, plain_orders

    orders = compile_orders(
        merge_orders(ruleset.standing, plain_orders({"leads": leads, "attack": "no"}, "test")),
        ruleset.decisions,
        ruleset.vocabulary,
    )
    options = {"row": "5", "weather": "good", "moon": "full", "unit": "III/NJG 1"}
    return fly(ruleset, Setup("ace", seed, bomber="bf110f-4", options=options), orders=orders, log=log)


def boxes(log: list):
    """Box by box the first interception roll of each of the two, in the order of play."""
    turns: dict[tuple[str, int], object] = {}
    who, number = "we", 0
    counts = {"we": 0, "comrade": 0}
    for event in log:
        if isinstance(event, StretchEvent) and "box" in event.stretch:
            who = "comrade" if event.stretch.startswith("comrade") else "we"
            counts[who] += 1
            number = counts[who]
        elif event.type == "roll" and event.role == "interception" and (who, number) not in turns:
            turns[who, number] = event
    for box in range(1, min(counts.values()) + 1):
        yield box, turns.get(("we", box)), turns.get(("comrade", box))


@pytest.mark.rule("ace 11.1.1")
def test_the_comrade_has_a_career_of_his_own(with_rules: Give) -> None:
    ruleset = with_rules("cooperative")
    kills = 0
    for seed in range(5):
        tour = fly_tour(ruleset, open_tour(ruleset, "x", Terms(), seed))
        kept = tour.kept["career"]["kept"].get("cooperative")
        if kept is not None:
            kills += kept["kills"]
            assert kept["flights"] > 0
            assert kept["unit"]
    assert kills > 0


@pytest.mark.rule("ace 11.1.1")
def test_what_ends_his_flight_does_not_end_ours(with_rules: Give) -> None:
    s = night(with_rules("cooperative"))
    mate = cooperative.joins(s)
    with cooperative.in_his_seat(s, mate):
        assert s.game is mate.game
        s.end("bailed_out", "bomber")
    assert (mate.outcome, s.outcome) == ("bailed_out", "")
    assert s.game is not mate.game


# --- 11.1.2


@pytest.mark.rule("ace 11.1.2", "ace 11.1")
@pytest.mark.parametrize(
    ("aim", "range_", "hits"), [("port_wing", "close", 2), ("starboard_wing", "long", 0), ("airframe", "medium", 1)]
)
def test_the_opponent_flies_the_mosquito(with_rules: Give, aim: str, range_: str, hits: int) -> None:
    """Card 3 gives 1 with 16; a hit more from close, one less from long range."""
    orders = {"mosquito_aim": aim, "mosquito_range": range_, "second_round": "break_off"}
    s = night(
        with_rules("competitive"),
        3,
        CARD,
        *(3, 2) * hits,
        4,
        cards=(3,),
        target={"kind": "mosquito_ii_nf"},
        orders=orders,
    )
    s.run("night_fighter")
    used_up(s)
    assert s.game.hits == hits


@pytest.mark.rule("ace 11.1.2")
def test_grouped_damage_on_a_wing_of_ours(with_rules: Give) -> None:
    """Card 12 is grouped with 16: controls, an engine, the wing, the airframe, and a random hit."""
    orders = {"mosquito_aim": "port_wing", "mosquito_range": "medium", "second_round": "break_off"}
    s = night(
        with_rules("competitive"), 3, CARD, 3, 2, 1, cards=(12,), target={"kind": "mosquito_ii_nf"}, orders=orders
    )
    s.run("night_fighter")
    used_up(s)
    assert s.bomber.counts == {"controls": 1, "port_engine": 1, "port_wing": 1, "airframe": 1}
    assert s.game.hits == 5


# --- 11.2


def ace_of(ruleset: Ruleset, name: str, seed: int = 1, **options: str) -> Sortie:
    """An ace before his first sortie."""
    given = {"row": "1", "ace_pilot": name, **options}
    s = ruleset.sortie(Setup("ace", seed, options=given), SeededSource(seed), log=[])
    setup.prepare(s)
    return s


@pytest.mark.rule("ace 11.2", "ace 11.2.1", "ace 11.2.2", "ace 2.7")
def test_forty_aces_begin_with_what_they_had(with_rules: Give) -> None:
    ruleset = with_rules("ace_pilots")
    cards = ruleset.tables["ace-cards"].keys[None]
    assert len(cards) == 40
    for name, cell in cards.items():
        s = ace_of(ruleset, name)
        career, card = s.game.career, cell.data
        assert (career.ace, career.pilot.name, career.kills_before, career.needs) == (
            name,
            name,
            card.kills,
            card.final,
        )
        assert set(career.pilot.expert) == set(card.expert) != set()
        assert career.unit in card.units or not set(card.units) & {one.unit for one in bases(ruleset)}
        flies = ruleset.bombers[career.aircraft]
        listed = next(one.aircraft for one in bases(ruleset) if one.unit == career.unit)
        if any(ruleset.bombers[one].family in card.expert for one in listed):
            assert flies.family in card.expert
        held = [*career.pilot.skills, *career.crew["funker"].skills]
        assert {*card.skills, "expert"} <= set(held)
        assert (career.track == "nco") is ("feldwebel" in card.rank.lower())
        assert career.level >= ("ek1" in career.awards)


def bases(ruleset: Ruleset):
    """Every unit."""
    from bomberstream.plugins.ace.setup import all_bases

    return list(all_bases(ruleset))


@pytest.mark.rule("ace 11.2.3")
@pytest.mark.parametrize(("more", "level"), [(40, "defeat"), (46, "defeat"), (47, "substantial victory")])
def test_drewes_must_do_as_well_as_he_did(with_rules: Give, more: int, level: str) -> None:
    s = ace_of(with_rules("ace_pilots"), "Drewes")
    career = s.game.career
    assert (career.kills, career.needs) == (5, 52)
    career.kills += more
    assert debriefing.victory_of(s, career) == level


@pytest.mark.rule("ace 10.1.2.leadership")
def test_schnaufer_alone_leads(with_rules: Give) -> None:
    ruleset = with_rules("ace_pilots")
    cards = ruleset.tables["ace-cards"].keys[None]
    assert [name for name, cell in cards.items() if "leadership" in cell.data.skills] == ["Heinz-Wolfgang Schnaufer"]
    with pytest.raises(BadData, match="no ace pilot 'Schnaufner'; did you mean"):
        ace_of(ruleset, "Schnaufner")


# --- 11.3


def tired(ruleset: Ruleset, *faces: int, fatigue: int = 0, **scene) -> Sortie:
    """A pilot with so many points."""
    return night(ruleset, *faces, fatigue=fatigue, **scene)


@pytest.mark.rule("ace 11.3", "ace 11.3.1")
@pytest.mark.parametrize(
    ("outcome", "before", "after"),
    [("returned", 0, 1), ("crashed", 7, 8), ("socked_in", 7, 5), ("no_raid", 1, 0), ("grounded", 2, 0)],
)
def test_fatigue_grows_and_falls(with_rules: Give, outcome: str, before: int, after: int) -> None:
    s = tired(with_rules("fatigue"), fatigue=before)
    s.outcome = outcome
    take(s, "debriefing", "tires")
    assert s.game.career.kept["fatigue"] == after


@pytest.mark.rule("ace 11.3.1")
def test_the_pilot_may_stay_at_home(with_rules: Give) -> None:
    s = tired(with_rules("fatigue"), fatigue=11, orders={"stays_at_home": "yes"})
    with suppress(SortieOver):
        take(s, "sortie", "stays_at_home")
    assert s.outcome == "stood_down"
    assert s.outcome in s.ruleset.game.not_flown


@pytest.mark.rule("ace 11.3.2")
def test_leave_is_taken_once(with_rules: Give) -> None:
    s = tired(with_rules("fatigue"), fatigue=12, orders={"takes_leave": "yes"})
    take(s, "debriefing", "leave")
    assert s.game.career.kept["fatigue"] == 0
    assert s.game.career.delays == {"leave": s.game.row + 3}
    s.game.career.kept["fatigue"] = 12
    take(s, "debriefing", "leave")
    assert s.game.career.kept["fatigue"] == 12
    assert asked(s) == ["takes_leave"]


BANDS = {
    0: (0, 0, 0, 1), 5: (0, 0, 0, 1), 6: (1, 0, 0, 1), 11: (1, 0, 0, 1), 12: (1, 1, 0, 1), 17: (1, 1, 0, 1),
    18: (1, 2, -1, 1), 23: (1, 2, -1, 1), 24: (2, 2, -1, 2), 40: (2, 2, -1, 2),
}  # fmt: skip


@pytest.mark.rule("ace 11.3.3")
@pytest.mark.parametrize(("points", "effects"), BANDS.items())
def test_what_fatigue_does(with_rules: Give, points: int, effects: tuple[int, int, int, int]) -> None:
    """The bands of the printed table, and the modifiers that carry them out."""
    parachute, landing, initiative, lost_on = effects
    s = tired(with_rules("fatigue"), 3, 3, 3, 3, 2, fatigue=points, moon="normal")
    s.man = s.bomber.man_of("pilot")
    assert s.roll("parachute").total == 3 + parachute
    assert s.roll("landing").total == 6 + landing
    assert s.roll("initiative").total == 3 + initiative
    take(s, "sortie", "worn_out")
    assert search.look_round(s) == ("lost" if lost_on == 2 else "none")
    table = s.ruleset.tables["fatigue"].keys[None]
    bands = [cell.data for cell in table.values() if cell.data.least <= points]
    if bands:
        band = bands[-1]
        assert (band.parachute, band.landing, band.initiative, band.lost_on) == effects


@pytest.mark.rule("ace 11.3.3")
def test_navigation_helps_even_the_worn_out(with_rules: Give) -> None:
    s = tired(with_rules("fatigue"), 2, fatigue=30, skilled={"navigation": True})
    take(s, "sortie", "worn_out")
    assert search.look_round(s) == "none"


# --- 11.4


@pytest.mark.rule("ace 11.4", "ace 11.4.1", "ace 11.4.3", "ace 11.4.4", "ace 11.4.5")
@pytest.mark.parametrize(
    ("faces", "dead"),
    [
        ((1, 6), True),
        ((3, 1, 2, 3), False),
        ((4, 1, 1, 2, 2), True),
        ((2, 4, 5), True),
        ((3, 1, 4, 1), True),
        ((1, 3), False),
        ((6, 6), True),
    ],
)
def test_the_attempt(with_rules: Give, faces: tuple[int, ...], dead: bool) -> None:
    """Two light wounds are a serious one, two serious ones kill; the pilot dies in any case."""
    s = night(with_rules("assassination"), *faces, orders={"draws_pistol": "yes"}, kills=45)
    s.note("berlin", award="Oakleaves")
    used_up(s)
    assert told(s, "pistol") == [{"shots": faces[0], "dead": dead}]
    career = s.game.career
    assert career.ended == ("shot after killing Hitler" if dead else "shot after an attempt on Hitler")
    assert career.ended_by == EXECUTED
    assert career.victory == "substantial victory"
    assert s.bomber.man_of("pilot").is_dead


@pytest.mark.rule("ace 11.4.1")
def test_the_knights_cross_itself_is_no_journey(with_rules: Give) -> None:
    s = night(with_rules("assassination"), 1, orders={"draws_pistol": "yes"}, kills=30)
    s.outcome = "returned"
    s.game.career.awards = ["ek2", "ek1", "german_cross"]
    s.game.claims[-1].credited = True
    take(s, "debriefing", "awards")
    assert s.game.career.awards[-1] == "knights_cross"
    assert "berlin" not in happenings(s)


@pytest.mark.rule("ace 11.4.2")
@pytest.mark.parametrize(("date", "possible"), [("1944-07-13", True), ("1944-07-17", False)])
def test_the_attempt_comes_before_the_fifth_sortie_of_july(with_rules: Give, date: str, possible: bool) -> None:
    s = night(with_rules("assassination"), date=date, orders={"draws_pistol": "no"})
    s.note("berlin", award="Oakleaves")
    assert ("draws_pistol" in asked(s)) is possible


def test_a_flight_of_two_replays_to_the_letter(with_rules: Give) -> None:
    ruleset = with_rules("cooperative")
    for seed in range(10):
        given, tape, log, again = Setup("ace", seed), Tape(), [], []
        fly(ruleset, given, log=log, tape=tape)
        replay(ruleset, given, tape.entries, log=again)
        assert [event.type for event in log] == [event.type for event in again]
