"""Procedures: a sequence of play as an ordered list of named steps.

A step is a plain function of the sortie. It rolls, asks, applies effects, and nothing else. Some steps
act only when a condition of the vocabulary holds; the condition stands with the step, so that the legs
out and home are one list.
"""

from __future__ import annotations

import ast
from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING

from attrs import define, field

from .conditions import compile_function

if TYPE_CHECKING:
    from .conditions import Condition
    from .sortie import Sortie

__all__ = ["CompiledProcedure", "CompiledStep", "Procedure", "Step", "step"]


@define(frozen=True)
class Step:
    """A named step, as its game or plugin gives it."""

    name: str
    do: Callable[[Sortie], None] = field(repr=False)
    rule: str = ""
    table: str = ""
    when: str | None = None
    """A condition of the vocabulary; left out, the step is always taken."""
    cause: str = ""
    """What is happening to the bomber while the step lasts: "flak", "fighter", "weather" ... ; what is
    lost meanwhile is put down to it."""
    travels: bool = False
    """Whether it belongs to a bomber that a rule brings, and goes with it into other games."""
    where: str = ""
    """The file of house rules that brings it, and the place in it."""

    def __call__(self, s: Sortie) -> None:
        """Carry out the step."""
        self.do(s)


def step(
    name: str | None = None,
    *,
    rule: str = "",
    table: str = "",
    when: str | None = None,
    cause: str = "",
    travels: bool = False,
) -> Callable[[Callable[[Sortie], None]], Step]:
    """Make a step of a function; its name is the function's unless another is given."""

    def make(function: Callable[[Sortie], None]) -> Step:
        return Step(name or function.__name__, function, rule, table, when, cause, travels)

    return make


@define(frozen=True)
class Procedure:
    """An ordered list of steps with a name; raises `ValueError` when a step's name stands twice in it."""

    name: str
    steps: tuple[Step, ...]
    rule: str = ""

    def __attrs_post_init__(self) -> None:
        names = [one.name for one in self.steps]
        if len(set(names)) != len(names):
            raise ValueError(f"procedure {self.name!r} has a step twice: {names}")

    @classmethod
    def of(cls, name: str, steps: Sequence[Step], rule: str = "") -> Procedure:
        """A procedure of the given steps."""
        return cls(name, tuple(steps), rule)


@define(frozen=True)
class CompiledStep:
    """A step made ready: its condition compiled."""

    name: str
    rule: str
    do: Callable[[Sortie], None] = field(repr=False)
    when: Condition | None = field(repr=False)
    cause: str = ""
    condition: str = field(default="", repr=False)
    """The same condition as an expression over `s`; empty for none."""


class CompiledProcedure(tuple[CompiledStep, ...]):
    """The steps of a procedure in order, and all of them as one function."""

    carry_out: Callable[[Sortie], None]

    @classmethod
    def of(cls, name: str, steps: Sequence[CompiledStep]) -> CompiledProcedure:
        """Write the steps out as one function, with the conditions in it: nothing is called in a flight but what a
        step does.

        No `finally` stands in it: what passes through ends the flight (`SortieOver`) or leaves it to be flown anew
        (`Undecided`), and step and cause stay as they were when it came to that.
        """
        lines = ["outer = s.step"]
        names: dict[str, object] = {}
        for place, one in enumerate(steps):
            names |= {f"step_{place}": one, f"do_{place}": one.do}
            acts = [f"s.step = step_{place}", f"do_{place}(s)"]
            if one.cause:
                acts[1:] = ["held = s.under_attack_by", f"s.under_attack_by = {one.cause!r}", acts[1]]
                acts.append("s.under_attack_by = held")
            acts += ["if s.leaving:", f"    return s.left({name!r}, outer)"]
            lines += [f"if {one.condition}:", *(f"    {act}" for act in acts)] if one.condition else acts
        lines.append("s.step = outer")
        made = cls(steps)
        made.carry_out = compile_function(name, ("s",), ast.parse("\n".join(lines)).body, names)
        return made
