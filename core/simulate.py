"""Many sorties: tallies of how they ended, what was seen on the way, and how fast they were flown."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable
from typing import Any

from attrs import define, field

from .flight import fly
from .ruleset import Ruleset
from .sortie import Setup

__all__ = ["Coverage", "Tally", "bench", "fly_many"]


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


@define(eq=False)
class Tally:
    """What came of many sorties."""

    sorties: int = 0
    outcomes: Counter[str] = field(factory=Counter)
    causes: Counter[str] = field(factory=Counter)
    """What losses are put down to."""
    rolls: int = 0
    missing: int = 0
    """Bombers that did not come back."""

    @property
    def missing_rate(self) -> float:
        """Share of sorties whose bomber did not come back."""
        return self.missing / self.sorties if self.sorties else 0.0


def fly_many(ruleset: Ruleset, setups: Iterable[Setup]) -> Tally:
    """Fly sorties one after the other, nobody listening."""
    tally = Tally()
    for setup in setups:
        s = fly(ruleset, setup)
        tally.sorties += 1
        tally.rolls += s.rolls
        tally.outcomes[s.outcome] += 1
        if s.outcome in ruleset.game.losses:
            tally.missing += 1
            tally.causes[s.cause] += 1
    return tally


def bench(ruleset: Ruleset, seconds: float, clock: Callable[[], float], *, seed: int = 0) -> dict[str, Any]:
    """Fly seeded sorties for so many seconds on one core, nobody listening; rates as measured by `clock`."""
    fly_many(ruleset, (Setup(ruleset.game.id, f"{seed} warm {n}") for n in range(20)))
    sorties = rolls = 0
    start = clock()
    passed = 0.0
    while passed < seconds or not sorties:
        s = fly(ruleset, Setup(ruleset.game.id, f"{seed} {sorties}"))
        sorties += 1
        rolls += s.rolls
        passed = clock() - start
    return {
        "game": ruleset.game.id,
        "sorties": sorties,
        "seconds": round(passed, 3),
        "sorties_per_second": round(sorties / passed, 1),
        "rolls_per_second": round(rolls / passed),
        "rolls_per_sortie": round(rolls / sorties, 1),
    }
