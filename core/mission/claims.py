"""Fighters shot down as claims, an optional rule of several games: a board says after the flight what the gunners are
credited with."""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction
from typing import TYPE_CHECKING, Any

from attrs import define, evolve, field

from ..procedure import step
from .naming import in_series
from .record import add_facts, men_back

if TYPE_CHECKING:
    from ..combat import Fighter
    from ..crew import Crewman
    from ..ruleset import RulesetBuilder
    from ..sortie import Sortie

__all__ = ["Claim", "Claims", "board", "bring_claims", "claims_of"]

KEPT = "claims"

# Not stated how much a partial credit is. Other reading: a third.
CREDITED = {"full": Fraction(1), "partial": Fraction(1, 2), "none": Fraction(0)}
"""What each result leaves of a kill; gunners who fired together share that."""


@define(eq=False)
class Claim:
    """A fighter that the gunners say they have shot down."""

    fighter: str
    gunners: list[Crewman]
    """Each as often as a gun of his fired at it."""
    credit: str = "none"
    """What the board says: "full", "partial" or "none"."""

    @property
    def by(self) -> str:
        """The gunners in words."""
        return in_series(names(self.gunners))


def names(men: list[Crewman]) -> list[str]:
    """The names of men, each once."""
    return list(dict.fromkeys(man.name for man in men))


@define(eq=False)
class Claims:
    """The claims of this flight."""

    made: list[Claim] = field(factory=list)
    down: list[Fighter] = field(factory=list)
    """The fighters that are claimed."""


def claims_of(s: Sortie) -> Claims:
    """What is kept of this flight."""
    kept: Claims = s.kept.setdefault(KEPT, Claims())
    return kept


def claim(s: Sortie, facts: Mapping[str, Any]) -> None:
    """A fighter is down: what its gunners were credited with at once becomes a claim. An ace is made by the board,
    never in the air."""
    claims = claims_of(s)
    for fighter in (s.fighter, *s.game.fighters):
        gunners = [gun.gunner for gun in fighter.shot_at_by]
        if fighter.is_destroyed and fighter not in claims.down and gunners and in_series(names(gunners)) == facts["by"]:
            for man in gunners:
                man.credit(-Fraction(1, len(gunners)))
            claims.down.append(fighter)
            claims.made.append(Claim(fighter.type.short, gunners))
            return


# Not stated: a crew of whom nobody comes back claims nothing. For a dead gunner the others speak.
@step()
def board(s: Sortie) -> None:
    """The board hears each claim: full credit, part of it, or none."""
    if not men_back(s):
        return
    for one in claims_of(s).made:
        one.credit = s.roll("claim").result
        for man in one.gunners:
            man.credit(CREDITED[one.credit] / len(one.gunners))
        s.note("claim_heard", credit=one.credit, by=one.by, fighter=one.fighter)


def facts(s: Sortie) -> dict[str, Any]:
    """What the summary tells: each claim and what became of it."""
    return {"claims_heard": [{"fighter": one.fighter, "by": one.by, "credit": one.credit} for one in claims_of(s).made]}


def bring_claims(builder: RulesetBuilder, rule: str, table: str) -> None:
    """Put a board between a kill and its credit; `rule` and `table` are cited for it."""
    builder.role("claim", ("full", "partial", "none"))
    builder.happening("claim_heard", "what the gunners are credited with for a fighter that they claim")
    builder.on("fighter_destroyed", claim)
    # Before whatever asks for the credit, awards among them.
    builder.step(evolve(board, rule=rule, table=table), after="debriefing.hospital")
    add_facts(builder, facts)
