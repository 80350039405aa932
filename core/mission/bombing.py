"""The bomb run: doors, sight and release, what spoils the aim (6-6), the drop, and how much lies on the target (6-7).

Each game says how it aims, and makes of the drop what it tells of it; the rest is one for all.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

from ..crew import NOBODY
from .crewing import man_at_sight
from .work import open_doors

if TYPE_CHECKING:
    from ..sortie import Sortie
    from .state import MissionState

__all__ = [
    "BOMBED",
    "accuracy",
    "drop",
    "hang",
    "is_spoiled",
    "may_release",
    "release_by_hand",
    "tell_drop",
]

BOMBED = ("on_target", "off_target")
"""Bomb runs in which the bombs fell over the target."""
PURPOSE = "bombing accuracy"


def may_release(s: Sortie) -> bool:
    """Whether the bombs can be let go: through open doors, or doors cranked open, by the release or by hand. Whoever
    aims is at the sight by then."""
    g: MissionState = s.game
    out = s.bomber.out
    if "bomb_bay_doors" in out and not open_doors(s):
        return False
    g.bombed_by = man_at_sight(s)
    return "bomb_release" not in out or release_by_hand(s)


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


def accuracy(s: Sortie, run: str) -> int:
    """The percentage of a load within the target area after a run on or off target (6-7); some rows throw dice of
    their own."""
    result = s.roll("bombing_accuracy", run).result
    throws = OWN_DICE.get(result)
    return int(result) if throws is None else throws(s)


def drop(s: Sortie, column: str | None = None) -> bool:
    """The bombs go, by a roll on 6-6, or off target where something spoils the aim; says whether it did."""
    g: MissionState = s.game
    spoiled = is_spoiled(s)
    g.bomb_run = "off_target" if spoiled else s.roll("bomb_run", column).result
    s.bomber.bombs_aboard = False
    return spoiled


def tell_drop(s: Sortie, happening: str = "bombs_away", **told: str | bool) -> None:
    """The log is told of a drop; `told`: what else the game says of it."""
    g: MissionState = s.game
    s.note(
        happening,
        on_target=g.bomb_run == "on_target",
        percent=g.bombing_percent or 0,
        target=g.target.city if g.target is not None else "the target",
        man=g.bombed_by.name if g.bombed_by is not NOBODY else "the crew",
        **told,
    )


def hang(s: Sortie) -> None:
    """The bombs stay in the bay (4-3 notes j, r)."""
    g: MissionState = s.game
    g.bomb_run = "hung"
    s.note("bombs_hung")


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
