"""What the missions of all bombers are made of: crews, hardships, gunnery, engines, landings.

The bomber games share it; a game of another kind need not use it. A game's state derives from `MissionState`,
its steps call what is here, and what is decided and told here is in `DECISIONS` and `HAPPENINGS`, what its
conditions may ask in `WORDS`, what its tables are asked for in `ROLES`.
"""

from __future__ import annotations

from .roles import ROLES
from .spoken import DECISIONS, HAPPENINGS, LOSSES, NOT_FLOWN, OUTCOMES, citing
from .state import HIGH, LOW, MissionState
from .words import WORDS, words_of_waves

LOOKED_UP = frozenset(
    {
        "bomb_run_spoiled",
        "country_fate",
        "country_fate_other",
        "ditching_fate",
        "fields_of_fire",
        "forced_landing_fate",
        "sea_rescue_fate",
        "sea_rescue_fate_other",
    }
)
"""Roles whose tables are looked up, not rolled."""

__all__ = [
    "DECISIONS",
    "HAPPENINGS",
    "HIGH",
    "LOOKED_UP",
    "LOSSES",
    "LOW",
    "NOT_FLOWN",
    "OUTCOMES",
    "ROLES",
    "WORDS",
    "MissionState",
    "citing",
    "words_of_waves",
]
