"""The game does what its rules say, and bears what every game must. The fixtures come with Bomberstream."""

from __future__ import annotations

import pytest
from bomberstream.core.flight import fly
from bomberstream.core.sortie import Setup
from bomberstream.testing import check_game, end, fates, modifiers, playthrough, rolls, run, staged, told


@pytest.fixture
def ruleset(bomberstream_ruleset):
    return bomberstream_ruleset("night_mail")


@pytest.mark.parametrize(("faces", "result"), [((1, 2), "clear"), ((4, 3), "showers"), ((6, 4), "storm")])
def test_weather(ruleset, faces, result):
    s = staged(ruleset, *faces, date="1927-06-01")
    run(s, "stage", "weather")
    assert s.game.weather == result


def test_winter_and_high_hills_make_the_weather_worse(ruleset):
    s = staged(ruleset, 3, 3, date="1927-12-01", zone={"number": 3})
    run(s, "stage", "weather")
    assert modifiers(s, "weather") == [1, 1]
    assert s.game.weather == "showers"


def test_an_engine_that_stops_brings_the_plane_down(ruleset):
    s = staged(ruleset, 1, 1)
    assert end(s, lambda s: s.run_step("stage", "engine")) == "force_landed"
    assert s.cause == "mechanical"
    assert told(s, "comes_down")


def test_without_wireless_the_beacon_is_hard_to_find(ruleset):
    s = staged(ruleset, 4, 2, weather="showers", **{"out.wireless": True})
    run(s, "stage", "beacon")
    assert (s.game.is_lost, s.game.late) == (True, 20)


@pytest.mark.parametrize(("order", "outcome"), [("yes", "turned_back"), ("no", "")])
def test_in_a_storm_the_pilot_may_turn_back(ruleset, order, outcome):
    s = staged(ruleset, weather="storm", orders={"turn_back": order})
    if outcome:
        assert end(s, lambda s: s.run_step("stage", "storm")) == outcome
    else:
        run(s, "stage", "storm")


@pytest.mark.parametrize(("faces", "outcome"), [((1, 1), "crashed"), ((2, 2), "delivered"), ((6, 6), "delivered")])
def test_landing(ruleset, faces, outcome):
    s = staged(ruleset, *faces)
    assert end(s, lambda s: s.run_step("flight", "landing")) == outcome
    assert rolls(s) == ["landing"]


def test_every_outcome_comes_up(ruleset):
    seen = {fly(ruleset, Setup("night_mail", seed)).outcome for seed in range(400)}
    assert seen == set(ruleset.game.outcomes)


def test_a_playthrough_reads_as_a_flight(ruleset):
    text = playthrough(ruleset, Setup("night_mail", 1))
    assert text == playthrough(ruleset, Setup("night_mail", 1))
    assert "leaves Aldmoor with the mails." in text


def test_nobody_comes_to_harm(ruleset):
    assert set(fates(fly(ruleset, Setup("night_mail", 2)))) == {""}


def test_it_bears_what_every_game_must(ruleset):
    check_game(ruleset)
