"""Advice for a decision, and the exact odds of a scene."""

from __future__ import annotations

from collections import Counter
from fractions import Fraction
from functools import cache
from itertools import count

import pytest
from bomberstream.core.advice import advise, advise_scene
from bomberstream.core.chances import chances_of
from bomberstream.core.dice import SeededSource
from bomberstream.core.errors import NotAllowed
from bomberstream.core.events import Happening
from bomberstream.core.figures import wilson
from bomberstream.core.flight import fly
from bomberstream.core.hooks import load_plugins
from bomberstream.core.play import Ask, Play
from bomberstream.core.ruleset import Ruleset, compose
from bomberstream.core.scenario import Scenario, resolve
from bomberstream.core.sortie import Setup
from bomberstream.core.tape import Entry, Tape, TapeSource

DUEL = Scenario(
    "tonight",
    bomber="lancaster",
    campaign=5,
    step="fighter_attack",
    orders={"mans_gun": "none", "fires_at": "none", "passing_shot": "none"},
    state={"fighter": {"type": "me-110g-4", "position": "6 level"}},
)
DETECTION = Scenario("tonight", bomber="lancaster", campaign=5, step="zone.detection")
SEARCHLIGHTS = Scenario("tonight", bomber="lancaster", campaign=5, step="searchlights")


@cache
def tonight() -> Ruleset:
    return compose(load_plugins(), "tonight")


def at_a_corkscrew() -> Play:
    """A Lancaster over the Ruhr, with a night fighter behind it that the gunners have seen."""
    for seed in count():
        play = Play(tonight(), Setup("tonight", f"corkscrew {seed}", bomber="lancaster", campaign=5))
        play.ordered = {*tonight().decisions} - {"corkscrew"}
        if isinstance(play.go_on(), Ask):
            return play
    raise AssertionError


@pytest.mark.rule("tonight 5.6")
def test_advice_for_a_corkscrew_agrees_with_a_long_simulation() -> None:
    """300 flights an option, and 1,500 by other means.

    Shares that are the same lie further than 4 standard errors apart once in 15,000 seeds, and there are two.
    """
    play = at_a_corkscrew()
    advice = advise(play, rollouts=300)
    assert {one.option for one in advice.prospects} == {"yes", "no"}
    assert advice.rollouts == 300
    for prospect in advice.prospects:
        home = 0
        for number in range(1500):
            tape = Tape.replay([*play.entries, Entry("choice", "corkscrew", result=prospect.option)], strict=False)
            source = TapeSource(tape, SeededSource(f"long {number}"))
            s = fly(play.ruleset, play.setup, source=source, orders=play.ruleset.orders, tape=tape)
            home += s.outcome not in play.ruleset.game.losses
        low, high = prospect.interval
        long_low, long_high = wilson(home, 1500)
        error = (((high - low) / 3.92) ** 2 + ((long_high - long_low) / 3.92) ** 2) ** 0.5
        assert abs(prospect.chance - home / 1500) <= 4 * error


def test_the_orders_come_first_and_the_others_are_compared_with_them() -> None:
    play = at_a_corkscrew()
    assert isinstance(play.waiting, Ask)
    advice = advise(play, rollouts=20)
    assert advice.prospects[0].option == play.waiting.suggested
    assert advice.worth(advice.prospects[0]) == (0.0, (0.0, 0.0))
    worth, (low, high) = advice.worth(advice.prospects[1])
    assert worth == pytest.approx(advice.prospects[1].chance - advice.prospects[0].chance)
    assert low <= worth <= high


def test_advice_changes_nothing_and_is_the_same_again() -> None:
    play = at_a_corkscrew()
    before = (list(play.entries), play.waiting)
    first, second = (advise(play, rollouts=10, seed=3) for _ in range(2))
    assert (play.entries, play.waiting) == before
    assert [one.chance for one in first.prospects] == [one.chance for one in second.prospects]


def test_when_there_is_no_more_time_what_was_flown_counts() -> None:
    calls = iter([False, False, True])
    assert advise(at_a_corkscrew(), enough=lambda: next(calls)).rollouts == 3


def test_without_a_decision_there_is_no_advice() -> None:
    play = Play(tonight(), Setup("tonight", 1), ordered={"*"})
    assert play.go_on() is None
    with pytest.raises(NotAllowed, match="no decision is open"):
        advise(play)


@pytest.mark.rule("tonight 5.6")
def test_advice_in_a_scene_is_for_what_its_orders_leave_open() -> None:
    advice = advise_scene(tonight(), DUEL, rollouts=60)
    assert advice.decision == "corkscrew"
    assert not advice.is_whole
    assert sorted(one.option for one in advice.prospects) == ["no", "yes"]
    assert all(0.5 < one.men.value <= 1 for one in advice.prospects)


def test_where_nothing_is_decided_there_is_no_advice() -> None:
    with pytest.raises(NotAllowed, match="nothing is decided in it"):
        advise_scene(tonight(), DETECTION, rollouts=5)


@pytest.mark.rule("tonight 4.7", "tonight 4-5")
def test_the_odds_of_one_throw_are_those_of_its_table() -> None:
    chances = chances_of(tonight(), DETECTION)
    assert chances.ways == 11
    assert chances.outcomes == {"": 1}
    (throws,) = chances.throws.values()
    assert throws.chance == 1
    assert throws.results["detected"] == Fraction(26, 36) == chances.happenings["detected"]
    assert sum(throws.results.values()) == 1


@pytest.mark.rule("tonight 4.7.2", "tonight 4-7")
def test_every_way_is_walked_once() -> None:
    """A chain that branches: a collision is thrown for only after some of the searches."""
    chances = chances_of(tonight(), SEARCHLIGHTS)
    assert chances.ways > 100
    assert sum(chances.outcomes.values()) == 1
    for throws in chances.throws.values():
        assert 0 < throws.chance <= 1
        assert max(throws.results.values()) <= throws.chance <= sum(throws.results.values())
    assert any(throws.chance < 1 for throws in chances.throws.values())


@pytest.mark.rule("tonight 4.7.2")
def test_exact_odds_agree_with_throwing() -> None:
    """2,000 times: a share is further off than 4 standard errors once in 15,000 seeds, and there are some ten."""
    chances = chances_of(tonight(), SEARCHLIGHTS)
    found: Counter[str] = Counter()
    for number in range(2000):
        events = resolve(tonight(), SEARCHLIGHTS, source=SeededSource(f"throw {number}")).events
        found.update({event.type for event in events if isinstance(event, Happening)})
    assert found
    assert set(found) <= set(chances.happenings)
    for name, chance in chances.happenings.items():
        error = (float(chance * (1 - chance)) / 2000) ** 0.5
        assert abs(found[name] / 2000 - chance) <= 4 * error + 1e-9


def test_dice_that_are_given_fall_as_given() -> None:
    given = Scenario("tonight", bomber="lancaster", campaign=5, step="zone.detection", dice=(6, 6))
    assert chances_of(tonight(), given).ways == 1


def test_a_long_chain_is_refused() -> None:
    with pytest.raises(NotAllowed, match=r"too long for exact odds: 50 ways .* of the whole"):
        chances_of(tonight(), DUEL, most=50)


def test_a_chain_that_takes_too_long_is_refused_with_how_far_it_came() -> None:
    asked: list[int] = []
    with pytest.raises(NotAllowed, match=r"too long for exact odds: \d+ ways .*--advise") as told:
        chances_of(tonight(), DUEL, enough=lambda: len(asked) > 12 or bool(asked.append(1)))
    assert "\n" not in str(told.value)
