"""Many sorties: tallies of how they ended, what was seen on the way, and how fast they were flown."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable
from typing import Any

from attrs import define, field

from .flight import fly, status_of
from .ruleset import Ruleset
from .sortie import Setup, Sortie

__all__ = ["Coverage", "Tally", "bench", "fly_many", "interval"]


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
    flown: int = 0
    """Sorties that were not called off before take-off: what the rates are of."""
    outcomes: Counter[str] = field(factory=Counter)
    causes: Counter[str] = field(factory=Counter)
    """What losses are put down to: bombers that did not come back, or were written off."""
    rolls: int = 0
    missing: int = 0
    """Bombers that did not come back."""
    lost: int = 0
    """Bombers that did not come back, or were written off."""
    kills: int = 0
    bombed: int = 0
    """Sorties that dropped their bombs over the target."""
    on_target: int = 0
    percent: int = 0
    """Sum of the percentages within the target area, over the sorties that bombed."""
    men: int = 0
    fates: Counter[str] = field(factory=Counter)
    """Men by how they came out of it."""

    @property
    def missing_rate(self) -> float:
        """Share of the sorties flown whose bomber did not come back."""
        return self.missing / self.flown if self.flown else 0.0

    @property
    def lost_rate(self) -> float:
        """Share of the sorties flown whose bomber did not come back, or was written off."""
        return self.lost / self.flown if self.flown else 0.0

    def add(self, s: Sortie) -> None:
        """Count one sortie in."""
        game = s.ruleset.game
        self.sorties += 1
        self.flown += s.outcome not in game.not_flown
        self.rolls += s.rolls
        self.outcomes[s.outcome] += 1
        told = game.facts(s) if game.facts is not None else {}
        is_missing = s.outcome in game.losses
        self.missing += is_missing
        if is_missing or told.get("bomber_fate") == "written off":
            self.lost += 1
            self.causes[s.cause or "unknown"] += 1
        claims = told.get("claims", 0)
        self.kills += claims if isinstance(claims, int) else len(claims)
        bombing = told.get("bombing", {})
        if bombing.get("run") in ("on_target", "off_target"):
            self.bombed += 1
            self.on_target += bool(bombing["on_target"])
            self.percent += int(bombing["percent"])
        if s.outcome in game.not_flown:
            return
        self.men += len(s.bomber.crew)
        for man in s.bomber.crew:
            self.fates[_FATES.get(status_of(man), "returned")] += 1

    def figures(self) -> dict[str, Any]:
        """The figures per sortie flown, per bomb run and per man flown; intervals are 95 %, low and high."""
        flown, men, bombed = max(1, self.flown), max(1, self.men), max(1, self.bombed)
        return {
            "flown": self.flown,
            "outcomes": dict(self.outcomes.most_common()),
            "lost": round(self.lost_rate, 5),
            "lost_interval": interval(self.lost, self.flown),
            "missing": round(self.missing_rate, 5),
            "missing_interval": interval(self.missing, self.flown),
            "by_cause": dict(self.causes.most_common()),
            "kills_per_sortie": round(self.kills / flown, 4),
            "on_target": round(self.on_target / bombed, 4),
            "bombing_percent": round(self.percent / bombed, 2),
            "crew": {name: round(self.fates[name] / men, 5) for name in FATES},
            "rolls_per_sortie": round(self.rolls / max(1, self.sorties), 1),
        }


FATES = ("killed", "wounded", "captured", "interned", "returned")
"""How a man may come out of it, as the figures count it; who is missing is counted among the killed."""
_FATES = {
    "killed": "killed",
    "died of wounds": "killed",
    "missing": "killed",
    "captured": "captured",
    "interned": "interned",
    "wounded": "wounded",
    "seriously wounded": "wounded",
    "frostbitten": "wounded",
}


def interval(hits: int, of: int) -> list[float]:
    """The 95 % interval of a share (Wilson's), low and high."""
    if not of:
        return [0.0, 0.0]
    z = 1.959964
    share, square = hits / of, z * z / of
    middle = (share + square / 2) / (1 + square)
    half = z * (share * (1 - share) / of + square / (4 * of)) ** 0.5 / (1 + square)
    return [round(max(0.0, middle - half), 5), round(min(1.0, middle + half), 5)]


def fly_many(ruleset: Ruleset, setups: Iterable[Setup], *, seen: Callable[[Tally], None] | None = None) -> Tally:
    """Fly sorties one after the other, nobody listening; `seen` hears of each."""
    tally = Tally()
    for setup in setups:
        tally.add(fly(ruleset, setup))
        if seen is not None:
            seen(tally)
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
