"""For the tests of games and plugins: scripted dice, staged sorties, random orders, playthroughs, conformance.

Everything here is public, for authors of plugins as well as for our own tests.
"""

from __future__ import annotations

from .alike import flown_alike
from .conformance import ALL_CHECKS, check_game
from .orders import RandomOrders
from .playthrough import playthrough, tell
from .staging import Scripted, scripted, staged

__all__ = [
    "ALL_CHECKS",
    "RandomOrders",
    "Scripted",
    "check_game",
    "flown_alike",
    "playthrough",
    "scripted",
    "staged",
    "tell",
]
