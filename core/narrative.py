"""Telling a flight: events to the lines of a mission log, and to the full account of every roll."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping
from typing import Any
from zlib import crc32

from attrs import define, field

from .events import ChoiceEvent, Event, Happening, RollEvent, StretchEvent
from .packs import Wording

__all__ = ["Line", "Teller", "explain_roll"]

_FIELD = re.compile(r"\{(\w+)(?:\|([^|{}]*)\|([^|{}]*))?\}")


@define(frozen=True)
class Line:
    """One line of the log."""

    text: str
    indent: int = 0
    kind: str = "story"
    """"heading", "story", "roll" or "choice"."""


@define(eq=False)
class Teller:
    """Turns events into lines, by the wordings of a game.

    Where a wording has several texts they are used in turn, from one on that the seed of the flight gives: the same
    flight is told the same way, and another in other words. With `verbose` every roll and decision is told, too.
    """

    narrative: Mapping[str, Wording]
    verbose: bool = False
    seed: int | str | None = None
    _used: dict[str, int] = field(factory=dict)
    _told: set[str] = field(factory=set)

    def lines(self, events: Iterable[Event]) -> Iterator[Line]:
        """The log of a flight."""
        for event in events:
            yield from self.tell(event)

    def tell(self, event: Event) -> Iterator[Line]:
        """The lines of one event; often none."""
        if isinstance(event, RollEvent):
            if self.verbose:
                yield Line(explain_roll(event), 2, "roll")
            if event.text:
                facts = {"text": event.text, "result": event.result or "", "hit": event.hit}
                yield from self._say(f"roll.{event.role}", facts, {"result": facts["result"]}, "story")
        elif isinstance(event, Happening):
            yield from self._say(event.type, event.facts, event.facts)
        elif isinstance(event, ChoiceEvent):
            if self.verbose and f"decision.{event.decision}.{event.choice}" not in self.narrative:
                yield Line(
                    f"{event.decision.replace('_', ' ')}: {in_words(event.told or event.choice)}  ({event.by})",
                    2,
                    "choice",
                )
        elif isinstance(event, StretchEvent):
            return

    def _say(self, name: str, facts: Mapping[str, Any], by: Mapping[str, Any], kind: str = "") -> Iterator[Line]:
        """The line for something: by the wording for the value of one of its facts ("escort.good"), else
        by the general one. A wording that comes to nothing says nothing."""
        names = [own for value in by.values() if (own := f"{name}.{in_words(value)}") in self.narrative]
        name = names[0] if names else name
        wording = self.narrative.get(name)
        if wording is None or (wording.verbose and not self.verbose):
            return
        told = self._fill(name, wording, facts)
        if wording.once and told in self._told:
            return
        if told:
            self._told.add(told)
            yield Line(told, wording.indent, kind or ("heading" if wording.indent == 0 else "story"))

    def _fill(self, name: str, wording: Wording, facts: Mapping[str, Any]) -> str:
        turn = self._used.get(name)
        if turn is None:
            turn = 0 if self.seed is None else crc32(f"{self.seed} {name}".encode())
        self._used[name] = turn + 1
        return fill(wording.text[turn % len(wording.text)], facts)


def in_words(value: Any) -> str:
    """A fact as the log writes it: an identifier without its underscores."""
    return str(value).replace("_", " ")


def fill(text: str, facts: Mapping[str, Any]) -> str:
    """Put facts into a wording: `{man}`, or `{shells|shell|shells}` for the number with its noun,
    or `{all|the text if true|the text if not}` for a yes or no."""

    def put(match: re.Match[str]) -> str:
        value = facts.get(match[1], "")
        if match[2] is None:
            return in_words(value)
        if isinstance(value, bool):
            return match[2] if value else match[3]
        return f"{value} {match[2] if value == 1 else match[3]}"

    told = _FIELD.sub(put, text).strip()
    return re.sub(r"  +", " ", told)


def explain_roll(event: RollEvent) -> str:
    """A roll in full: dice, natural, every modifier by name, total, result."""
    # The two dice of a d100 are read as digits: the 10 is a 0.
    faces = " ".join(str(face % 10 if event.dice == "d100" else face) for face in event.faces)
    parts = [f"{event.table} {event.title}".strip(), f"{event.dice.upper()} [{faces}] = {event.natural}"]
    parts += (f"{modifier.value:+d} {modifier.says}" for modifier in event.modifiers)
    if event.modifiers:
        parts.append(f"= {event.total}")
    result = event.hit or in_words(event.result)
    if not event.table and result == str(event.total):
        # A throw whose total is all that it says.
        return "  ".join(parts)
    if event.column:
        result = f"{result} ({event.column})"
    return "  ".join([*parts, result])
