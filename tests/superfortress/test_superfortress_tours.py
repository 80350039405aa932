"""Tours that ask for a wing, an island or a profile: they begin, and go on, on days that have such missions."""

from __future__ import annotations

import pytest
from attrs import evolve
from bomberstream.core.errors import NotAllowed, OutsideGame
from bomberstream.core.flight import fly
from bomberstream.core.ruleset import Ruleset
from bomberstream.core.tour import Terms, check_books, enter, fly_tour, next_setup, open_tour

SEEDS = range(12)


@pytest.mark.rule("superfortress 1.2", "superfortress 2.5")
@pytest.mark.parametrize(
    ("options", "first"),
    [
        ({"wing": "315th"}, "1945-06-26"),
        ({"wing": "58th"}, "1945-05-05"),
        ({"base": "guam"}, "1945-02-25"),
        ({"profile": "mining"}, "1945-03-27"),
        ({"profile": "night_medium"}, "1944-11-04"),
        ({"wing": "313th", "profile": "night_low"}, "1945-03-09"),
    ],
)
def test_a_tour_begins_and_goes_on_where_there_are_missions(
    superfortress: Ruleset, options: dict[str, str], first: str
) -> None:
    """Every seed flies to the end of its tour, from the first day of such missions at the earliest."""
    for seed in SEEDS:
        tour = open_tour(superfortress, "x", Terms(options=options), seed)
        assert tour.date >= first
        fly_tour(superfortress, tour)
        assert tour.operations
        assert check_books(tour) == []


@pytest.mark.rule("superfortress 2.5")
@pytest.mark.parametrize(
    ("options", "told"),
    [
        ({"wing": "315th", "base": "saipan"}, "wing = '315th', base = 'saipan'"),
        ({"wing": "509th"}, "wing = '509th'"),
        ({"profile": "mining", "base": "saipan"}, "base = 'saipan', profile = 'mining'"),
    ],
)
def test_a_tour_that_can_never_fly_is_refused_at_once(
    superfortress: Ruleset, options: dict[str, str], told: str
) -> None:
    for seed in SEEDS:
        with pytest.raises(NotAllowed, match=f"^no day to begin a tour on with {told}$"):
            open_tour(superfortress, "x", Terms(options=options), seed)


@pytest.mark.rule("superfortress 2.5")
def test_a_day_before_the_wing_is_there_is_refused(superfortress: Ruleset) -> None:
    with pytest.raises(NotAllowed, match="no tour with wing = '58th' begins on 1945-02-01"):
        open_tour(superfortress, "x", Terms(date="1945-02-01", options={"wing": "58th"}), 1)
    with pytest.raises(OutsideGame, match="outside the campaigns"):
        open_tour(superfortress, "x", Terms(date="1930-02-01", options={"wing": "58th"}), 1)


@pytest.mark.rule("superfortress 1.2")
def test_a_crew_that_is_moved_gets_a_wing_of_its_new_island(superfortress: Ruleset) -> None:
    """A wing kept from Saipan would contradict Guam."""
    tour = open_tour(superfortress, "x", Terms(date="1945-05-10", options={"base": "saipan"}), 3)
    enter(tour, fly(superfortress, next_setup(superfortress, tour)))
    assert next_setup(superfortress, tour).options["wing"] == "73rd"
    tour.terms = evolve(tour.terms, options={"base": "guam"})
    s = fly(superfortress, next_setup(superfortress, tour))
    assert (s.game.base, s.game.wing) == ("Guam", "314th")
