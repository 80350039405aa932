"""What the missions of all bombers are made of: crews, hardships, gunnery, engines, landings.

The bomber games share it; a game of another kind need not use it. A game's state derives from `MissionState`,
its steps call what is here, and what is decided and told here is in `DECISIONS` and `HAPPENINGS`.
"""

from __future__ import annotations

from .spoken import DECISIONS, HAPPENINGS, LOSSES, NOT_FLOWN, OUTCOMES
from .state import HIGH, LOW, MissionState

__all__ = ["DECISIONS", "HAPPENINGS", "HIGH", "LOSSES", "LOW", "NOT_FLOWN", "OUTCOMES", "MissionState"]
