"""The night fighters' game as a whole: every sortie and career ends, everything occurs, kills and deaths are near
history."""

from __future__ import annotations

from pathlib import Path

import pytest
from bomberstream.core.coverage import Coverage
from bomberstream.core.events import Event, Happening
from bomberstream.core.flight import fly
from bomberstream.core.hooks import load_plugins
from bomberstream.core.ruleset import Ruleset, compose
from bomberstream.core.sortie import Setup
from bomberstream.core.testing import ALL_CHECKS, RandomOrders, playthrough
from bomberstream.core.tour import Terms, Tour, check_books, enter, fly_tour, next_setup, open_tour
from bomberstream.plugins.ace.career import EXECUTED, KILLED, LOG_DONE, NO_SORTIE_LEFT, UNFIT

GOLDEN = Path(__file__).parent / "golden"
GOOD = {"prestige": "9", "skills": "bomber_stream, aim, radar_operation, gunnery", "kills": "21"}
PLAYTHROUGHS = {
    "first_sortie": Setup("ace", 3, options={"row": "13"}),
    "he219_in_the_stream": Setup("ace", 101, bomber="he219a-7-r2", date="1944-07-06", options=GOOD),
    "ju88_february": Setup("ace", 227, bomber="ju88r-2", date="1944-02-06", options={**GOOD, "track": "nco"}),
}


def test_a_thousand_single_sorties_end_in_a_proper_outcome(ace: Ruleset) -> None:
    for seed in range(1000):
        s = fly(ace, Setup("ace", seed))
        assert s.outcome in ace.game.outcomes
        assert all(man.is_dead or man.fate for man in s.bomber.crew), f"seed {seed}: a man without a fate"


@pytest.mark.rule("ace 10.5.1", "ace 2.2")
def test_every_aircraft_flies_in_every_month_in_which_it_is_to_be_had(ace: Ruleset) -> None:
    months = [f"1943-{month:02}" for month in range(8, 13)] + [f"1944-{month:02}" for month in range(1, 8)]
    assert len(ace.bombers) == 32
    for kind in ace.bombers.values():
        for month in months:
            if kind.is_issued(f"{month}-01"):
                s = fly(ace, Setup("ace", 1, bomber=kind.id, date=f"{month}-01"))
                assert s.bomber.type is kind
                assert s.date[:7] == month


@pytest.mark.parametrize("check", ALL_CHECKS, ids=lambda check: check.__name__)
def test_conformance(ace: Ruleset, check) -> None:
    plain = [Setup("ace", seed) for seed in range(25)]
    good = [Setup("ace", seed, bomber="he219a-5-r4", options=GOOD) for seed in range(25)]
    check(ace, plain + good)


def careers(ruleset: Ruleset, number: int, **options: str) -> list[Tour]:
    """So many careers by standing orders."""
    return [fly_tour(ruleset, open_tour(ruleset, f"{seed}", Terms(options=options), seed)) for seed in range(number)]


@pytest.fixture(scope="module")
def forty(ace: Ruleset) -> list[Tour]:
    """Forty careers, half of them of NCOs."""
    return careers(ace, 20) + careers(ace, 20, track="nco")


@pytest.mark.rule("ace 4.0", "ace 4.1.1", "ace 4.1.4", "ace 5.0")
def test_careers_end_and_their_books_add_up(forty: list[Tour]) -> None:
    for tour in forty:
        assert check_books(tour) == []
        assert tour.is_over
        assert tour.number <= 97
        assert tour.kept["career"]["victory"] in (
            "defeat",
            "draw",
            "marginal victory",
            "substantial victory",
            "decisive victory",
        )
        dates = [one.date for one in tour.operations]
        assert dates == sorted(set(dates))
        assert dates[0] == "1943-08-02"
    assert {tour.operations[-1].date for tour in forty if tour.status == "completed"} == {"1944-07-28"}


def test_kills_and_deaths_are_near_history(forty: list[Tour]) -> None:
    """The average pilot shot 2 to 15 down, the good one 15 to 45, and 25 to 70 in a hundred did not see the end. Forty
    careers: the mean has a standard error of about 1.8 kills, the share of the dead one of 8 points, and the bands here
    are wider by two of them."""
    kills = sorted(tour.kept["career"]["kills"] for tour in forty)
    dead = sum(tour.kept["career"]["ended_by"] == KILLED for tour in forty) / len(forty)
    assert 2 <= sum(kills) / len(kills) <= 19
    assert 12 <= sum(kills[-10:]) / 10 <= 48
    assert 0.15 <= dead <= 0.80


@pytest.mark.slow
def test_five_hundred_careers_lie_within_the_bands_of_history(ace: Ruleset) -> None:
    tours = careers(ace, 500)
    kills = sorted(tour.kept["career"]["kills"] for tour in tours)
    dead = sum(tour.kept["career"]["ended_by"] == KILLED for tour in tours) / len(tours)
    assert 2 <= sum(kills) / len(kills) <= 15.5
    assert 15 <= sum(kills[-100:]) / 100 <= 45
    assert 0.25 <= dead <= 0.70


@pytest.mark.parametrize("name", sorted(PLAYTHROUGHS))
def test_golden_playthrough(ace: Ruleset, name: str) -> None:
    """Line by line; `python tools/playthroughs.py` writes them anew."""
    expected = (GOLDEN / f"{name}.txt").read_text(encoding="utf-8").splitlines()
    told = playthrough(ace, PLAYTHROUGHS[name]).splitlines()
    for number, (line, wanted) in enumerate(zip(told, expected, strict=False), 1):
        assert line == wanted, f"{name}, line {number}"
    assert len(told) == len(expected)


# What one career in many thousands meets; each has a scripted test of its own.
RARE = {
    "step": set(),
    "decision": {"which_base", "forced_down", "reroll"},
    "verb": set(),
    "outcome": {"force_landed"},
    "happening": {
        "remark",
        "berlin",
        "no_day_combat",
        "breaks_up",
        "forced_down",
        "jumps",
        "tanks_burn",
        "witness",
        "by_day",
    },
}
RARE_OPTIONS = {"forced_down": {"bail_out", "field"}, "second_round": {"bail_out"}, "starting_base": {"choose"}}


def test_over_careers_everything_occurs(record_property) -> None:
    """Careers under standing orders, and under such as now and then decide at random."""
    seen = Coverage()
    ruleset = compose(load_plugins(), "ace", watch=seen.see)
    for seed in range(80):
        options = {"track": "nco"} if seed % 2 else {}
        tour = open_tour(ruleset, "x", Terms(options=options), seed)
        orders = RandomOrders(seed, standing=ruleset.orders, one_in=4) if seed % 3 == 0 else None
        while not tour.is_over:
            enter(tour, fly(ruleset, next_setup(ruleset, tour), orders=orders))
    missing = seen.missing(ruleset)
    for kind, names in missing.items():
        record_property(f"never seen: {kind}", ", ".join(names) or "none")
        assert set(names) <= RARE[kind], kind
    for decision in ruleset.game.decisions:
        if decision.id not in missing["decision"] and decision.id != "track":
            never = set(decision.options) - set(seen.choices(decision.id))
            assert never <= RARE_OPTIONS.get(decision.id, set()), f"{decision.id} was never decided as {sorted(never)}"


def test_every_card_is_drawn_on_both_sides(ace: Ruleset) -> None:
    drawn: set[tuple[str, int]] = set()
    for seed in range(12):
        tour = open_tour(ace, "x", Terms(bomber="bf110f-4a"), seed)
        log: list[Event] = []
        fly_tour(ace, tour, log=log)
        flipped = (event.facts for event in log if isinstance(event, Happening) and event.type == "card")
        drawn |= {(facts["side"], facts["number"]) for facts in flipped}
    for side in ("attack card", "bomber's card"):
        assert {number for of, number in drawn if of == side} == set(range(1, 61)), side


@pytest.mark.rule("ace 4.2.1", "ace 4.2.2")
def test_the_figures_of_many_careers(ace: Ruleset, forty: list[Tour]) -> None:
    assert ace.game.tour is not None
    told = dict(ace.game.tour.figures([ace.game.tour.counted(one) for one in forty]))
    assert [*told] == ["kills", "best fifth", "killed", "victory", "ended", "sorties flown", "prestige level", "awards"]
    assert "history: 2 to 15" in told["kills"]
    mean = sum(tour.kept["career"]["kills"] for tour in forty) / len(forty)
    assert told["kills"].startswith(f"{mean:.1f} a career")
    assert ace.game.tour.figures([]) == []


@pytest.mark.rule("ace 4.1.1", "ace 4.1.3", "ace 11.4")
@pytest.mark.parametrize(
    ("by", "killed"), [(LOG_DONE, 0), (NO_SORTIE_LEFT, 0), (UNFIT, 0), (KILLED, 1), (EXECUTED, 1), ("", 0)]
)
def test_the_dead_are_counted_by_what_ended_the_career(ace: Ruleset, by: str, killed: int) -> None:
    """Whatever words a rule, or a modder's own, tells it in."""
    tour = open_tour(ace, "x", Terms(), 1)
    tour.kept["career"].update(ended="killed at last by boredom", ended_by=by)
    assert ace.game.tour is not None
    assert dict(ace.game.tour.figures([ace.game.tour.counted(tour)]))["killed"].startswith(f"{killed:.1%} (")
