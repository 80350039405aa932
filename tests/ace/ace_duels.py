"""Night fighters in a described situation, with cards and dice that fall as the test says."""

from __future__ import annotations

from collections.abc import Mapping
from contextlib import suppress
from typing import Any

from bomberstream.core.ruleset import Ruleset
from bomberstream.core.sortie import Sortie, SortieOver
from bomberstream.core.testing import staged
from bomberstream.core.testing.asking import used_up
from bomberstream.plugins.ace import combat
from bomberstream.plugins.ace.cards import cards_of

PLAIN = {
    "weapon": "forward",
    "range": "medium",
    "aim": "port_wing",
    "extended_burst": "no",
    "goes_on": "break_off",
    "redraw": "keep",
    "abort": "no",
    "attack": "yes",
    "rear_guns": "no",
}
"""Orders for a duel: one round from medium range at the port wing, and off."""
CARD = 1
"""The face with which the top card of a stacked deck is drawn."""


def stack(s: Sortie, *numbers: int) -> Sortie:
    """The next cards, in order; each is drawn with the face `CARD`, and no card lies below them."""
    cards = cards_of(s.ruleset)
    s.game.deck.left = [cards[number] for number in numbers]
    return s


def night(
    ace: Ruleset,
    *faces: int,
    cards: tuple[int, ...] = (),
    orders: Mapping[str, Any] | None = None,
    bomber: str = "bf110f-4a",
    **state: Any,
) -> Sortie:
    """A night fighter, a Lancaster before it, and the deck stacked."""
    return stack(staged(ace, *faces, bomber=bomber, orders={**PLAIN, **(orders or {})}, **state), *cards)


def duel(ace: Ruleset, *faces: int, **scene: Any) -> Sortie:
    """Fight it out, with every face and every card."""
    s = night(ace, *faces, **scene)
    with suppress(SortieOver):
        combat.fight(s)
    used_up(s)
    assert not s.game.deck.left, "cards are left over"
    return s


def damage(s: Sortie) -> dict[str, int]:
    """Hits on the target by system, those without any left out."""
    return {system: hits for system, hits in s.game.target.damage.items() if hits}
