"""What the missions of rules 10.5 and 10.6 share: down on the deck over the target, whatever the height before."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ..state import LOW, ON_THE_DECK

if TYPE_CHECKING:
    from collections.abc import Callable

    from bomberstream.core.effects import Action
    from bomberstream.core.sortie import Sortie

    from ..state import TonightState

__all__ = ["deck_over_target"]


def deck_over_target(*, low_before: bool) -> Callable[[Action], Action]:
    """Something round the step that settles the height: on the deck over the target; `low_before`: low on the way.

    What it says of the height a bomber must keep, as with engines out, holds there as well: the deck is lower still.
    """

    def wrap(settle: Action) -> Action:
        def altitude(s: Sortie) -> None:
            if s.outbound and s.zone.is_target:
                fly(s, ON_THE_DECK)
            elif s.outbound and low_before:
                fly(s, LOW)
            else:
                settle(s)

        return altitude

    return wrap


def fly(s: Sortie, level: str) -> None:
    """Go to a level, and tell it when it is another."""
    g: TonightState = s.game
    if g.altitude != level:
        g.altitude = level
        s.note("level", altitude=level)
