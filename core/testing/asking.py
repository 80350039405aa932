"""Asking a staged flight what happened to it, and carrying out its steps one by one."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from ..bomber import Engine
from ..crew import Crewman
from ..events import ChoiceEvent, Happening, RollEvent, StretchEvent
from ..procedure import CompiledProcedure
from ..sortie import Sortie, SortieOver
from .staging import Scripted

__all__ = [
    "asked",
    "choices",
    "column",
    "count_turns",
    "end",
    "engine",
    "fates",
    "happenings",
    "is_taken",
    "man",
    "modifiers",
    "rolls",
    "run",
    "stretches",
    "take",
    "told",
    "turns",
    "used_up",
]


def happenings(s: Sortie) -> list[str]:
    """What happened, in order."""
    return [event.type for event in s.log or () if isinstance(event, Happening)]


def told(s: Sortie, happening: str) -> list[Mapping[str, Any]]:
    """The facts of every happening of a kind."""
    return [event.facts for event in s.log or () if isinstance(event, Happening) and event.type == happening]


def rolls(s: Sortie) -> list[str]:
    """The roles or purposes of all throws, in order."""
    return [event.role for event in s.log or () if isinstance(event, RollEvent)]


def modifiers(s: Sortie, role: str) -> list[int]:
    """The modifiers that acted on the last roll of a role, in the printed order."""
    found = [event for event in s.log or () if isinstance(event, RollEvent) and event.role == role]
    return [one.value for one in found[-1].modifiers]


def column(s: Sortie, role: str) -> str | None:
    """The column in which the last roll of a role was looked up."""
    return [event for event in s.log or () if isinstance(event, RollEvent) and event.role == role][-1].column


def choices(s: Sortie) -> list[tuple[str, str]]:
    """Every decision and what was chosen."""
    return [(event.decision, event.choice) for event in s.log or () if isinstance(event, ChoiceEvent)]


def asked(s: Sortie) -> list[str]:
    """Every decision that was asked for."""
    return [kind for kind, _ in choices(s)]


def stretches(s: Sortie) -> list[str]:
    """The stretches of the flight that were begun."""
    return [event.stretch for event in s.log or () if isinstance(event, StretchEvent)]


PETROL = 50
"""Turns of fuel with which `turns` counts."""


def count_turns(s: Sortie) -> Sortie:
    """Fill the tanks so that `turns` can tell from here how many turns the bomber flies."""
    s.bomber.fuel_turns = PETROL
    return s


def turns(s: Sortie) -> int:
    """Turns flown since `count_turns`, by the petrol burned."""
    assert s.bomber.fuel_turns is not None
    return PETROL - s.bomber.fuel_turns


def used_up(s: Sortie) -> None:
    """Every die of the script has been thrown."""
    assert isinstance(s.source, Scripted)
    s.source.check_used_up()


def end(s: Sortie, act: Callable[[Sortie], Any]) -> str:
    """Carry out what ends the flight, with every die of the script; gives the outcome."""
    try:
        act(s)
    except SortieOver:
        used_up(s)
        return s.outcome
    raise AssertionError("the flight goes on")


def take(s: Sortie, procedure: str, name: str) -> Sortie:
    """Carry out one step of a procedure as a flight does: if its condition holds, and with its cause."""
    (step,) = (step for step in s.procedures[procedure] if step.name == name)
    s.procedures = {**s.procedures, "one step": CompiledProcedure.of("one step", [step])}
    s.run("one step")
    return s


def run(s: Sortie, procedure: str, *steps: str) -> Sortie:
    """Carry out steps of a procedure, each if its condition holds, with every die of the script."""
    for name in steps:
        take(s, procedure, name)
    used_up(s)
    return s


def is_taken(s: Sortie, procedure: str, name: str) -> bool:
    """Whether a step's condition holds."""
    (step,) = (step for step in s.procedures[procedure] if step.name == name)
    return step.when is None or bool(step.when(s))


def man(s: Sortie, trade: str) -> Crewman:
    """A man of the crew, who must be there."""
    (found,) = (one for one in s.bomber.crew if one.trade == trade)
    return found


def engine(s: Sortie, number: int) -> Engine:
    """An engine of the bomber."""
    return s.bomber.engine(number)


def fates(s: Sortie) -> list[str]:
    """What became of each man; "killed" for the dead."""
    return ["killed" if one.is_dead and not one.fate else one.fate for one in s.bomber.crew]
