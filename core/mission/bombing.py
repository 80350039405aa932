"""The bomb run: bombs released by hand, what spoils the aim (6-6), and how much lies on the target (6-7)."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from ..sortie import Sortie
    from .state import MissionState

__all__ = ["BOMBED", "OWN_DICE", "bombing_percent", "is_spoiled", "release_by_hand"]

BOMBED = ("on_target", "off_target")
"""Bomb runs in which the bombs fell over the target."""
PURPOSE = "bombing accuracy"


def release_by_hand(s: Sortie) -> bool:
    """With the release out whoever aims may let the bombs go by hand (4-3 note j); whether they fall."""
    g: MissionState = s.game
    if not g.bombed_by.is_fit or s.choose("manual_release") == "no" or s.roll("manual_release").result != "released":
        return False
    g.manual_release = True
    return True


def is_spoiled(s: Sortie) -> bool:
    """Whether the bombs fall off target without a roll on 6-6.

    By hand, through the doors, with nobody fit to aim, with a system out that the game's table lists, or while an
    event holds that it lists.
    """
    g: MissionState = s.game
    spoils = s.tables["bomb_run_spoiled"]
    return (
        g.manual_release
        or g.doors_wrecked
        or not g.bombed_by.is_fit
        or any(spoils.get(system) is not None for system in s.bomber.out)
        or any(spoils.get(event) is not None for event in g.passing_events)
    )


def bombing_percent(s: Sortie) -> int:
    """The share of the bombs within the target area (6-7), off target as well; some rows throw dice of their own."""
    g: MissionState = s.game
    result = s.roll("bombing_accuracy", g.bomb_run).result
    throws = OWN_DICE.get(result)
    return int(result) if throws is None else throws(s)


def lucky(s: Sortie) -> int:
    """Three dice times a fourth, 100 at most."""
    return min(100, s.throw("3d6", PURPOSE) * s.throw("1d6", f"{PURPOSE}, multiplier"))


def scatter(s: Sortie) -> int:
    """Two dice less six, but not below 0, times three."""
    return max(0, s.throw("2d6", PURPOSE) - 6) * 3


def bullseye(s: Sortie) -> int:
    """88 and two dice: 90 to 100."""
    return 88 + s.throw("2d6", PURPOSE)


def two_dice(s: Sortie) -> int:
    """Two dice: 2 to 12."""
    return s.throw("2d6", PURPOSE)


OWN_DICE: dict[str, Callable[[Sortie], int]] = {
    "lucky": lucky,
    "scatter": scatter,
    "bullseye": bullseye,
    "two_dice": two_dice,
}
"""Results of 6-7 that are no percentage, but dice to throw for one."""
