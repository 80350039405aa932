"""What the optional night fighters of 9.2 to 9.4 have in common: a rolled fighter is replaced by one of them (5-7)."""

from __future__ import annotations

from importlib.resources import files
from pathlib import Path
from typing import TYPE_CHECKING

from bomberstream.core.combat import Fighter
from bomberstream.core.game import OptionalRule

from ..combat import attacker

if TYPE_CHECKING:
    from collections.abc import Callable

    from bomberstream.core.ruleset import RulesetBuilder
    from bomberstream.core.sortie import Sortie

    from ..state import TonightState

__all__ = [
    "ITALIAN",
    "ME_262",
    "SUBSTITUTES",
    "TA_154",
    "brought_forward",
    "fit_out",
    "lay",
    "note",
    "substitute",
]

ME_262 = "me-262b"
TA_154 = "ta-154a-0"
ITALIAN = "do-217j-1-italian"
SUBSTITUTES = (ME_262, TA_154, ITALIAN)
STANDARD = ("radar", "naxos", "flensburg", "upward_guns")


def lay(builder: RulesetBuilder, name: str) -> None:
    """Lay the data of a rule on top."""
    builder.lay_over(Path(str(files("bomberstream.tables"))) / "tonight-rules" / f"{name}.toml")


def brought_forward(rule: str, title: str, number: str) -> OptionalRule:
    """The what-if of a fighter's rule: its data bring the first month forward, and the fighter in greater numbers."""
    early = f"early_{rule}"
    return OptionalRule(
        id=early,
        title=f"{title} night fighters from September 1943",
        rule=f"tonight {number}",
        games=("tonight",),
        apply=lambda builder: lay(builder, early),
        requires=(rule,),
    )


def note(builder: RulesetBuilder, role: str, says: str) -> None:
    """The note of 5-7 that may put the type in a rolled one's place, and what is told when it has."""
    builder.role(role, ("yes", "no"))
    builder.happening(role, says)


def substitute(s: Sortie, kind: str, role: str) -> None:
    """A twin-engined fighter as rolled on 5-7 may be one of this kind instead, while it is met.

    The single-seaters of the Wild Boar, and what has been replaced already, stay what they are.
    """
    g: TonightState = s.game
    fighter = attacker(s)
    new = s.ruleset.fighters[kind]
    if fighter.type.id in SUBSTITUTES or fighter.type.traits.get("wild_boar", False) or not new.is_met(s.date):
        return
    if s.roll(role).result == "yes":
        s.fighter = Fighter(new, fighter.key)
        g.fighters = [s.fighter]
        s.note(role)


def fit_out(kind: str) -> Callable[[Callable[[Sortie], None]], Callable[[Sortie], None]]:
    """Round the step of 5-7A to D: a type that comes with all its equipment, whatever the month (T-74), and no other.

    What it does not have as standard it never has: the Me 262 has no upward guns (9.2 lists its armament).
    """

    def wrap(equipment: Callable[[Sortie], None]) -> Callable[[Sortie], None]:
        def fitted(s: Sortie) -> None:
            fighter = attacker(s)
            if fighter.type.id != kind:
                equipment(s)
                return
            fighter.carries |= {name for name in STANDARD if fighter.type.traits.get(name, False)}

        return fitted

    return wrap
