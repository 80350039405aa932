"""Combat cards: what one says, and how its results are read (2.6, 7.2.18)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from attrs import define

from . import choices

if TYPE_CHECKING:
    from bomberstream.core.ruleset import Ruleset
    from bomberstream.core.sortie import Sortie

    from .state import AceState

__all__ = ["COLUMNS", "Burst", "Card", "CardLines", "Shot", "Verdict", "cards_of", "draw", "read_column"]

COLUMNS = (24, 16, 8, 4, 2)
DESTROYED, GROUPED, GROUPED_MORE = "DE", "GP", "GP+1"
BOMBER, FIGHTER = "bomber", "fighter"


@define(frozen=True)
class CardLines:
    """The lines of a card beside its results, as the table has them."""

    first: str
    """Who fires first in the first round of a pass, "fighter" or "bomber"."""
    gun_jam: bool = False
    corkscrew_first: bool = False
    upward: str = ""
    """For upward guns: "aborted", or "-1" or "-2" hits."""
    fire: int = 0
    """Hits of the defensive fire."""


@define(frozen=True)
class Card:
    """One card."""

    number: int
    lines: CardLines

    def __str__(self) -> str:
        return f"card {self.number}"


@define(frozen=True)
class Burst:
    """What an extended burst brings beside the card (7.2.14)."""

    hits: int = 0
    jams: int = 0
    """Weapons that jam after it; 9 for all."""
    blinded: bool = False
    destroyed: bool = False


@define(eq=False)
class Shot:
    """One round of ours in the making."""

    card: Card | None = None
    burst: Burst | None = None
    no_fire: bool = False
    """Nothing is fired: all weapons have jammed, or the attack was seen in time."""
    bomber_has_fired: bool = False
    gunner_was: str = "none"
    """The state of their gunner as the round began: fire is simultaneous after the first round of a pass."""


@define(frozen=True)
class Verdict:
    """A result as it is applied: random hits, whether grouped damage comes with them, or the end."""

    random: int = 0
    grouped: bool = False
    destroyed: bool = False

    @property
    def scores(self) -> bool:
        """Whether anything was hit."""
        return self.destroyed or self.grouped or self.random > 0


def cards_of(ruleset: Ruleset) -> dict[int, Card]:
    """The deck as the table has it, by number."""
    lines = ruleset.tables["combat-lines"].entries()
    return {int(number): Card(int(number), cell.data) for number, cell in lines.items()}


def draw(s: Sortie, purpose: str) -> Card:
    """Flip the top card; an empty deck is shuffled first (3.5)."""
    g: AceState = s.game
    if not g.deck.left:
        g.deck.shuffle()
        s.note("deck_shuffled")
    card = s.draw(g.deck, purpose)
    s.note("card", number=card.number, side=purpose)
    return card


def read_column(s: Sortie, card: Card, firepower: int) -> str:
    """What a card says for a firepower: the highest column not above it; below the lowest, a miss (7.2.18)."""
    for column in COLUMNS:
        if column <= firepower:
            return str(s.ruleset.tables["combat-deck"].look(str(card.number), str(column)).result)
    return "0"


def judge(result: str, changes: int) -> Verdict:
    """A result with range, corkscrew and skills taken into account: a number or the random part of grouped damage
    changes, a destroyed bomber stays destroyed (7.2.18.1 to .3)."""
    if result == DESTROYED:
        return Verdict(destroyed=True)
    if result in (GROUPED, GROUPED_MORE):
        return Verdict(random=changes + (result == GROUPED_MORE), grouped=True)
    number = int(result)
    if number or choices.MODIFIERS_CHANGE_A_MISS:
        number = max(0, number + changes)
    return Verdict(random=number)
