"""How fast sorties are flown."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from .flight import fly
from .ruleset import Ruleset
from .sortie import Setup
from .sorties import fly_many

__all__ = ["bench"]


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
