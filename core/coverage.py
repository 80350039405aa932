"""What has been seen over many sorties, and what has never come up."""

from __future__ import annotations

from collections import Counter
from typing import Any

from attrs import define, field

from .ruleset import Ruleset

__all__ = ["Coverage"]


@define(eq=False)
class Coverage:
    """What has been seen over many sorties: steps, decisions, verbs, happenings, outcomes.

    Its `see` is given to the composer of a ruleset as its watcher.
    """

    seen: Counter[tuple[str, str]] = field(factory=Counter)

    def see(self, kind: str, name: str) -> None:
        """Count one thing seen."""
        self.seen[kind, name] += 1

    def count(self, kind: str, name: str) -> int:
        """How often something was seen."""
        return self.seen[kind, name]

    def choices(self, decision: str) -> dict[str, int]:
        """How often each option of a decision was taken; subjects count as one option."""
        prefix = f"{decision}: "
        return {
            name.removeprefix(prefix): times
            for (kind, name), times in self.seen.items()
            if kind == "decision" and name.startswith(prefix)
        }

    def missing(self, ruleset: Ruleset) -> dict[str, list[str]]:
        """What the ruleset knows and nobody has seen, by kind; verbs that optional tables alone use are
        left out."""
        steps = [f"{name}.{step.name}" for name, steps in ruleset.procedures.items() for step in steps]
        used = verbs_in_use(ruleset)
        return {
            "step": [one for one in steps if not self.seen["step", one]],
            "decision": [one for one in ruleset.decisions if not self.choices(one)],
            "verb": [one.name for one in ruleset.verbs if one.name in used and not self.seen["verb", one.name]],
            "happening": [one for one in ruleset.happenings if not self.seen["happening", one]],
            "outcome": [one for one in ruleset.game.outcomes if not self.seen["outcome", one]],
        }


def verbs_in_use(ruleset: Ruleset) -> set[str]:
    """The verbs that appear in tables which are not optional, and in counters of bombers."""
    names = set(ruleset.verbs.names())
    found: set[str] = set()

    def look(raw: Any) -> None:
        if isinstance(raw, dict):
            found.update(names & raw.keys())
            for one in raw.values():
                look(one)
        elif isinstance(raw, list | tuple):
            for one in raw:
                look(one)

    for table in ruleset.tables.values():
        if not table.table.optional:
            for row in table.table.row:
                look(row.effects)
    for bomber in ruleset.bombers.values():
        for counter in bomber.counter:
            look(counter.effects)
    return found
