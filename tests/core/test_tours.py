"""Tours of every game: books that add up over two hundred tours, the file, terms that cannot be, how they end."""

from __future__ import annotations

import json
from functools import cache
from pathlib import Path
from typing import Any

import pytest
from attrs import asdict, evolve
from bomberstream.core.errors import BadData, NotAllowed, SaveMismatch
from bomberstream.core.hooks import load_plugins
from bomberstream.core.ruleset import Ruleset, compose
from bomberstream.core.tour import (
    Part,
    Terms,
    Tour,
    check_books,
    fly_tour,
    load_tour,
    next_setup,
    open_tour,
    told_kills,
    write_tour,
)

PLUGINS = load_plugins()
GAMES = sorted(name for name, game in PLUGINS.games().items() if game.tour is not None)
TOURS = 200


@cache
def ruleset(game: str) -> Ruleset:
    """The game as it is played without anything."""
    return compose(PLUGINS, game)


@cache
def tours(game: str) -> tuple[Tour, ...]:
    """Two hundred tours."""
    return tuple(fly_tour(ruleset(game), open_tour(ruleset(game), f"{seed}", Terms(), seed)) for seed in range(TOURS))


@pytest.mark.parametrize("game", GAMES)
def test_books_add_up(game: str) -> None:
    """Men, missions, kills and aeroplanes over two hundred tours."""
    for one in tours(game):
        assert check_books(one) == [], f"seed {one.seed}"
        assert one.is_over


@pytest.mark.parametrize("game", GAMES)
def test_some_are_completed_and_some_are_not(game: str) -> None:
    """Rates of 0 and 100 % would be wrong."""
    completed = sum(one.status == "completed" for one in tours(game))
    assert 0 < completed < TOURS


@pytest.mark.parametrize("game", GAMES)
def test_a_tour_is_the_same_again(game: str) -> None:
    """The same seed gives the same tour; another seed another one."""
    first, second = tours(game)[:2]
    again = fly_tour(ruleset(game), open_tour(ruleset(game), first.name, Terms(), int(first.seed)))
    assert asdict(again) == asdict(first)
    assert asdict(second)["operations"] != asdict(first)["operations"]


@pytest.mark.parametrize("game", GAMES)
def test_asking_for_the_next_setup_changes_nothing(game: str) -> None:
    """It is the same as often as it is asked for."""
    one = open_tour(ruleset(game), "x", Terms(), 5)
    before = asdict(one)
    assert next_setup(ruleset(game), one) == next_setup(ruleset(game), one)
    assert asdict(one) == before


@pytest.mark.parametrize("game", GAMES)
def test_written_and_read_again(game: str, tmp_path: Path) -> None:
    """A tour in mid-course goes on from its file as if it had never been put away."""
    whole = tours(game)[2]
    half = open_tour(ruleset(game), whole.name, Terms(), int(whole.seed))
    path = tmp_path / "tour.json"
    while not half.is_over:
        write_tour(path, half)
        half = load_tour(path)
        assert next_setup(ruleset(game), half).carried is not None
        from bomberstream.core.flight import fly
        from bomberstream.core.tour import enter

        enter(half, fly(ruleset(game), next_setup(ruleset(game), half)))
    assert asdict(half) == asdict(whole)


def damaged(tmp_path: Path, **changes: Any) -> Path:
    """The file of a tour with something changed by hand."""
    path = tmp_path / "tour.json"
    write_tour(path, tours(GAMES[-1])[0])
    raw = json.loads(path.read_text())
    path.write_text(json.dumps({**raw, **changes}))
    return path


@pytest.mark.parametrize(
    ("changes", "says"),
    [
        ({"format": 99}, "tour format 99"),
        ({"roster": 3}, "roster: expected a list"),
        ({"operations": []}, "its books do not add up"),
        ({"glory": 1}, "unknown key 'glory'"),
    ],
)
def test_a_damaged_file_is_told_in_a_line(tmp_path: Path, changes: dict[str, Any], says: str) -> None:
    with pytest.raises(SaveMismatch, match=says) as told:
        load_tour(damaged(tmp_path, **changes))
    assert "\n" not in str(told.value)


def test_kills_that_are_no_number(tmp_path: Path) -> None:
    path = damaged(tmp_path)
    raw = json.loads(path.read_text())
    raw["roster"][0]["kills"] = "many"
    path.write_text(json.dumps(raw))
    with pytest.raises(SaveMismatch, match="damaged"):
        load_tour(path)


@pytest.mark.parametrize("game", GAMES)
def test_books_that_do_not_add_up_are_found(game: str) -> None:
    """A line less, a kill more, a dead man who flies: each is told."""
    one = next(tour for tour in tours(game) if len(tour.flown) > 2)
    assert check_books(evolve(one, operations=one.operations[:-1]))
    last = next(op for op in reversed(one.operations) if op.crew)
    more = evolve(last, crew=(evolve(last.crew[0], kills="9"), *last.crew[1:]))
    assert check_books(evolve(one, operations=tuple(more if op is last else op for op in one.operations)))
    ghost = evolve(last, crew=(*last.crew, Part(1, "a ghost", "pilot", "unhurt")))
    assert check_books(evolve(one, operations=tuple(ghost if op is last else op for op in one.operations)))


def test_kills_in_words() -> None:
    assert [told_kills(one) for one in ("0", "3", "1/2", "11/2")] == ["0", "3", "1/2", "5 1/2"]


@pytest.mark.parametrize("game", GAMES)
def test_an_unknown_setting(game: str) -> None:
    with pytest.raises(BadData, match="a tour has no setting 'lenght'"):
        open_tour(ruleset(game), "x", Terms(settings={"lenght": "3"}), 1)


@pytest.mark.parametrize("game", GAMES)
def test_a_tour_that_is_over_flies_no_more(game: str) -> None:
    with pytest.raises(NotAllowed, match="is over"):
        next_setup(ruleset(game), tours(game)[0])
