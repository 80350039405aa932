"""What every game must bear, whoever wrote it. Each check raises `AssertionError` with the seed at fault."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable
from itertools import islice
from pathlib import Path
from tempfile import TemporaryDirectory

from ..events import Event, as_json, digest
from ..flight import fly, make_save, replay, replay_save
from ..ruleset import Ruleset
from ..sortie import Setup
from ..tape import Tape, load_save, write_save
from ..tour import Terms, check_books, fly_tour, open_tour
from .orders import RandomOrders

__all__ = ["ALL_CHECKS", "check_game"]

Check = Callable[[Ruleset, Iterable[Setup]], None]
TOURS = 3
"""Tours that are flown to see whether they add up."""


def flights_end(ruleset: Ruleset, setups: Iterable[Setup]) -> None:
    """Standing orders take every sortie to an outcome that the game knows."""
    for setup in setups:
        s = fly(ruleset, setup)
        assert s.outcome in ruleset.game.outcomes, f"{setup}: ended as {s.outcome!r}"


def random_orders_end(ruleset: Ruleset, setups: Iterable[Setup]) -> None:
    """Any decision may be taken in any way, and the sortie still ends properly."""
    for setup in setups:
        s = fly(ruleset, setup, orders=RandomOrders(setup.seed))
        assert s.outcome in ruleset.game.outcomes, f"{setup}: ended as {s.outcome!r}"


def same_seed_same_digest(ruleset: Ruleset, setups: Iterable[Setup]) -> None:
    """The same seed gives the same flight."""
    for setup in setups:
        first: list[Event] = []
        second: list[Event] = []
        fly(ruleset, setup, log=first)
        fly(ruleset, setup, log=second)
        assert digest(first) == digest(second), f"{setup}: two digests"


def log_changes_nothing(ruleset: Ruleset, setups: Iterable[Setup]) -> None:
    """A flight with a listener is the flight without one."""
    for setup in setups:
        loud, quiet = fly(ruleset, setup, log=[]), fly(ruleset, setup)
        assert (loud.outcome, loud.rolls) == (quiet.outcome, quiet.rolls), f"{setup}: the log changes the flight"


def replay_is_the_flight(ruleset: Ruleset, setups: Iterable[Setup]) -> None:
    """A tape played again gives the same flight, random decisions included."""
    for setup in setups:
        first: list[Event] = []
        tape = Tape()
        fly(ruleset, setup, orders=RandomOrders(setup.seed), log=first, tape=tape)
        again: list[Event] = []
        replay(ruleset, setup, tape.entries, log=again)
        assert digest(first) == digest(again), f"{setup}: the replay differs"


def saves_round_trip(ruleset: Ruleset, setups: Iterable[Setup]) -> None:
    """A save written, read and replayed gives the same flight."""
    with TemporaryDirectory() as folder:
        path = Path(folder) / "sortie.json"
        for setup in setups:
            log: list[Event] = []
            s = fly(ruleset, setup, log=log, tape=Tape())
            write_save(path, make_save(s, log))
            replay_save(load_save(path), ruleset, [])


def events_are_json(ruleset: Ruleset, setups: Iterable[Setup]) -> None:
    """Every event can be told as JSON."""
    for setup in setups:
        log: list[Event] = []
        fly(ruleset, setup, log=log)
        for event in log:
            json.dumps(as_json(event))


def tours_add_up(ruleset: Ruleset, setups: Iterable[Setup]) -> None:
    """A tour of duty ends, and its books add up; of a game that has none nothing is asked."""
    if ruleset.game.tour is None:
        return
    for setup in islice(setups, TOURS):
        tour = fly_tour(ruleset, open_tour(ruleset, "conformance", Terms(), setup.seed))
        assert check_books(tour) == [], f"{setup}: {check_books(tour)}"


ALL_CHECKS: tuple[Check, ...] = (
    flights_end,
    random_orders_end,
    same_seed_same_digest,
    log_changes_nothing,
    replay_is_the_flight,
    saves_round_trip,
    events_are_json,
    tours_add_up,
)


def check_game(ruleset: Ruleset, seeds: Iterable[int] = range(25)) -> None:
    """All checks over some seeds of a game's own set-up."""
    setups = [Setup(ruleset.game.id, seed) for seed in seeds]
    for check in ALL_CHECKS:
        check(ruleset, setups)
