"""Optional rules in tours of the daylight game."""

from __future__ import annotations

import pytest
from bomberstream.core.flight import fly
from bomberstream.core.hooks import load_plugins
from bomberstream.core.ruleset import compose
from bomberstream.core.testing.together import all_at_once
from bomberstream.core.tour import Terms, check_books, enter, fly_tour, next_setup, open_tour
from bomberstream.plugins.today.rules.lead_crews import known_on_tour
from day_rules_on import with_rules

GREEN = Terms(bomber="b-17g", date="1944-03-04", options={"air_force": "8"})


@pytest.mark.rule("today 10.7")
def test_a_bombardier_comes_to_know_types_of_target() -> None:
    """After two missions against a type it is among what the setting of lead crews says of him."""
    ruleset = with_rules("lead_crews")
    for seed in range(20):
        tour = open_tour(ruleset, "x", GREEN, seed)
        assert "known_types" not in next_setup(ruleset, tour).options
        while not tour.is_over:
            known = known_on_tour(tour, ruleset)
            if known:
                assert set(known.split(", ")) <= set(ruleset.target_types)
                assert next_setup(ruleset, tour).options["known_types"] == known
                assert check_books(tour) == []
                return
            enter(tour, fly(ruleset, next_setup(ruleset, tour)))
    raise AssertionError("nobody has flown against a type twice")


@pytest.mark.rule("today 10.7")
def test_without_the_rule_nobody_asks_what_he_knows() -> None:
    ruleset = with_rules("jets")
    assert "known_types" not in next_setup(ruleset, open_tour(ruleset, "x", GREEN, 1)).options


def test_tours_with_all_rules_keep_their_books() -> None:
    plugins = load_plugins()
    ruleset = compose(plugins, "today", rules=all_at_once(plugins.rules("today")))
    for seed in range(4):
        assert check_books(fly_tour(ruleset, open_tour(ruleset, "x", GREEN, seed))) == []
