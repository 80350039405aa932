"""A flight played question by question: the same as by orders, taken back, left to orders, with exact odds."""

from __future__ import annotations

from collections import Counter
from fractions import Fraction
from functools import cache
from random import Random

import pytest
from attrs import evolve
from bomberstream.core.dice import NoSource, parse_dice
from bomberstream.core.errors import NotAllowed, SaveMismatch
from bomberstream.core.events import ChoiceEvent, Event, RollEvent, digest
from bomberstream.core.flight import fly
from bomberstream.core.hooks import load_plugins
from bomberstream.core.play import ALL, Ask, Play, Throw, take_back
from bomberstream.core.ruleset import Ruleset, compose
from bomberstream.core.sortie import Setup
from bomberstream.core.tape import PERSON, Entry, Tape

PLUGINS = load_plugins()
GAMES = ("today", "tonight")
SEEDS = range(4)


@cache
def ruleset(game: str) -> Ruleset:
    return compose(PLUGINS, game)


def by_orders(game: str, seed: int) -> tuple[list[Event], Tape]:
    log: list[Event] = []
    tape = Tape()
    fly(ruleset(game), Setup(game, seed), log=log, tape=tape)
    return log, tape


def play(game: str, seed: int, dice: str = "auto") -> Play:
    return Play(ruleset(game), Setup(game, seed), dice)


def to_the_end(one: Play) -> Play:
    """Every question as the orders would have it."""
    while isinstance(one.go_on(), Ask):
        assert isinstance(one.waiting, Ask)
        one.answer(one.waiting.suggested)
    return one


@pytest.mark.parametrize("game", GAMES)
@pytest.mark.parametrize("seed", SEEDS)
def test_answers_of_the_orders_give_their_flight(game: str, seed: int) -> None:
    log, tape = by_orders(game, seed)
    one = to_the_end(play(game, seed))
    assert one.is_over
    assert digest(one.log) == digest(log)
    assert [entry.result for entry in one.entries] == [entry.result for entry in tape.entries]


@pytest.mark.parametrize("game", GAMES)
@pytest.mark.parametrize("seed", SEEDS)
def test_own_dice_that_fall_alike_give_the_same_flight(game: str, seed: int) -> None:
    """Decisions left to the orders, the dice typed in: the flight of the program's dice."""
    log, tape = by_orders(game, seed)
    faces = iter([entry.faces for entry in tape.entries if entry.kind == "roll"])
    one = play(game, seed, "manual")
    one.ordered.add(ALL)
    while isinstance(one.go_on(), Throw):
        one.throw(next(faces))
    assert digest(one.log) == digest(log)
    assert next(faces, None) is None


@pytest.mark.parametrize("game", GAMES)
def test_taken_back_and_answered_again(game: str) -> None:
    """Undo leads to the question before; answered as before the flight is the same, and the count stays."""
    log, _ = by_orders(game, 3)
    one = play(game, 3)
    for _ in range(4):
        asked = one.go_on()
        assert isinstance(asked, Ask)
        one.answer(asked.suggested)
    before = one.go_on()
    assert isinstance(before, Ask)
    entries = list(one.entries)
    one.answer(before.options[-1])
    one.go_on()
    assert one.undo()
    again = one.go_on()
    assert isinstance(again, Ask)
    assert (again.decision, again.options, one.entries) == (before.decision, before.options, entries)
    assert digest(to_the_end(one).log) == digest(log)
    assert one.taken_back == 1


def test_undo_of_everything_leads_to_the_first_question() -> None:
    one = to_the_end(play("today", 3))
    count = 0
    while any(entry.by == PERSON for entry in one.entries):
        assert one.undo()
        count += 1
    assert one.taken_back == count
    assert isinstance(one.go_on(), Ask)


def test_taking_back_the_flight_of_orders_takes_their_last_decision() -> None:
    _, tape = by_orders("tonight", 3)
    left = take_back(tape.entries)
    assert left is not None
    assert tape.entries[len(left)].kind == "choice"
    assert not [entry for entry in tape.entries[len(left) + 1 :] if entry.kind == "choice"]
    assert take_back([Entry("roll", "x", (1,), 1, "1")]) is None


def test_a_throw_of_ones_own_is_taken_back_like_a_decision() -> None:
    one = play("today", 3, "manual")
    asked = one.go_on()
    assert isinstance(asked, Throw)
    one.throw([1] * asked.dice.count)
    one.go_on()
    assert one.undo()
    again = one.go_on()
    assert isinstance(again, Throw)
    assert (again.purpose, one.entries) == (asked.purpose, [])


@pytest.mark.parametrize("game", GAMES)
def test_a_decision_left_to_the_orders_is_not_asked_for_again(game: str) -> None:
    """Until that is taken back: then it is asked for where it was left to them."""
    one = play(game, 3)
    asked = one.go_on()
    while isinstance(asked, Ask) and asked.decision.id not in ("abort",):
        one.answer(asked.suggested)
        asked = one.go_on()
    assert isinstance(asked, Ask)
    one.leave_to_orders()
    later = []
    while isinstance(following := one.go_on(), Ask):
        later.append(following.decision.id)
        one.answer(following.suggested)
    assert "abort" not in later
    while one.undo() and "abort" in one.ordered:
        pass
    back = one.go_on()
    assert isinstance(back, Ask)
    assert back.decision.id == "abort"


@pytest.mark.parametrize("game", GAMES)
def test_odds_are_those_of_the_table(game: str) -> None:
    """The chances of each option's first throw add up to one, and every throw of the dice comes out as one of them."""
    one = play(game, 5)
    seen = 0
    while isinstance(asked := one.go_on(), Ask):
        for option in asked.options:
            look = one.odds(option)
            if look is None or not look.odds:
                continue
            seen += 1
            assert sum(likely.chance for likely in look.odds) == 1
        one.answer(asked.suggested)
    assert seen > 5


def test_odds_count_what_falls() -> None:
    """Every face of the dice thrown by hand: the results come as often as the odds say."""
    one = play("today", 3, "manual")
    one.ordered.add(ALL)
    chance = Random(7)
    asked = one.go_on()
    while isinstance(asked, Throw) and asked.purpose != "weather_over_base":
        one.throw([chance.randint(1, asked.dice.sides) for _ in range(asked.dice.count)])
        asked = one.go_on()
    assert isinstance(asked, Throw)
    fell: Counter[str] = Counter()
    for face in range(1, asked.dice.sides + 1):
        one.throw([face])
        one.go_on()
        rolled = [event for event in one.log if isinstance(event, RollEvent) and event.role == "weather_over_base"]
        fell[str(rolled[0].result)] += 1
        one.entries = one.entries[: next(place for place, entry in enumerate(one.entries) if entry.of == "3-1")]
        one.go_on()
    told = {likely.says: likely.chance for likely in asked.outlook.odds}
    assert told == {result: Fraction(number, asked.dice.sides) for result, number in fell.items()}


def test_what_is_not_asked_for_cannot_be_answered() -> None:
    one = play("today", 3)
    with pytest.raises(NotAllowed, match="no decision is open"):
        one.answer("yes")
    asked = one.go_on()
    assert isinstance(asked, Ask)
    with pytest.raises(NotAllowed, match="'sing' is not on offer"):
        one.answer("sing")
    with pytest.raises(NotAllowed, match="no throw is open"):
        one.throw([3])


def test_impossible_dice_are_refused() -> None:
    one = play("today", 3, "manual")
    asked = one.go_on()
    assert isinstance(asked, Throw)
    for faces in ([], [asked.dice.sides + 1], [1] * (asked.dice.count + 1)):
        with pytest.raises(NotAllowed):
            one.throw(faces)
    assert one.waiting is asked


@pytest.mark.parametrize("game", GAMES)
def test_saved_at_every_question(game: str) -> None:
    """A save at any question leads back to it; who took a decision stands in the log."""
    one = play(game, 3)
    while isinstance(asked := one.go_on(), Ask):
        kept = Play.of_save(one.save(), ruleset(game))
        assert isinstance(kept.waiting, Ask)
        assert (kept.waiting.decision, kept.waiting.options) == (asked.decision, asked.options)
        assert kept.entries == one.entries
        one.answer(asked.suggested)
    taken = [event for event in one.log if isinstance(event, ChoiceEvent) and len(event.options) > 1]
    assert {event.by for event in taken} == {PERSON}


def test_a_save_that_does_not_fit_is_told() -> None:
    one = play("today", 3)
    one.go_on()
    with pytest.raises(SaveMismatch, match="the digest is"):
        Play.of_save(evolve(one.save(), digest="0"), ruleset("today"))
    with pytest.raises(SaveMismatch, match="damaged, dice"):
        Play.of_save(evolve(one.save(), dice="loaded"), ruleset("today"))


def test_nobody_throws_without_a_source() -> None:
    with pytest.raises(Exception, match="nobody throws 2d6 for luck"):
        NoSource().throw(parse_dice("2d6"), "luck")
