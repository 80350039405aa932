"""Flights with an optional rule and without it, side by side."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ..events import ChoiceEvent, Event, Happening, RollEvent, digest
from ..flight import fly
from ..sortie import Setup

if TYPE_CHECKING:
    from ..ruleset import Ruleset


def flown_alike(on: Ruleset, off: Ruleset, *marks: str, seeds: int = 200) -> int:
    """Fly seeds with a rule and without it: alike to the last die where none of the rolls, decisions and
    happenings in `marks` comes up. Says in how many flights one does."""
    touched = 0
    for seed in range(seeds):
        with_it: list[Event] = []
        without: list[Event] = []
        s = fly(on, Setup(on.game.id, seed), log=with_it)
        fly(off, Setup(off.game.id, seed), log=without)
        assert s.outcome in on.game.outcomes
        assert not brought(without, marks)
        if brought(with_it, marks):
            touched += 1
        else:
            assert digest(with_it) == digest(without), seed
    return touched


def brought(log: list[Event], marks: tuple[str, ...]) -> bool:
    """Whether one of these rolls, decisions or happenings comes up."""
    return any(
        (isinstance(event, RollEvent) and event.role in marks)
        or (isinstance(event, ChoiceEvent) and event.decision in marks)
        or (isinstance(event, Happening) and event.type in marks)
        for event in log
    )
