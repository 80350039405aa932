"""Playthroughs: a whole flight as text, every roll and decision, to be compared line by line."""

from __future__ import annotations

from collections.abc import Iterable

from ..events import Event, StretchEvent, digest
from ..flight import fly, summary
from ..narrative import Teller
from ..ruleset import Ruleset
from ..sortie import Setup

__all__ = ["playthrough", "tell"]


def tell(
    ruleset: Ruleset, events: Iterable[Event], *, verbose: bool = True, seed: int | str | None = None
) -> list[str]:
    """The log of a flight as lines of text, stretches marked."""
    teller = Teller(ruleset.narrative, verbose, seed)
    lines: list[str] = []
    for event in events:
        if isinstance(event, StretchEvent):
            lines.append(f"[{event.stretch}]")
        lines += ("    " * line.indent + line.text for line in teller.tell(event))
    return lines


def playthrough(ruleset: Ruleset, setup: Setup) -> str:
    """A flight from set-up to debriefing, with what came of it and its digest at the end."""
    log: list[Event] = []
    s = fly(ruleset, setup, log=log)
    lines = tell(ruleset, log, seed=setup.seed)
    lines.append("")
    facts = summary(s)
    for name in ("outcome", "cause", "bomber", "date", "rolls"):
        lines.append(f"{name}: {facts[name]}")
    lines += (f"{man['station']}: {man['status']} {man['fate']}".rstrip() for man in facts["crew"])
    lines.append(f"digest: {digest(log)}")
    return "\n".join(lines) + "\n"
