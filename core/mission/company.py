"""The other bombers of a squadron or group, by short rules: hits until six bring one down, names, the share of a load.

They are no sorties of their own; a game's rule says when they are attacked and by what, and tells of it under its own
names (`told`: "squadron" makes "squadron_hit", "squadron_lost" ...).
"""

from __future__ import annotations

from collections.abc import Collection
from itertools import count
from typing import TYPE_CHECKING

from attrs import define, field

from ..dice import random_bytes
from .naming import in_series

if TYPE_CHECKING:
    from ..sortie import Sortie

__all__ = [
    "ABORTED",
    "CRASHED",
    "FLYING",
    "HITS_TO_DOWN",
    "HOME",
    "MISSING",
    "RETURN_COLUMNS",
    "SHOT_DOWN",
    "Company",
    "Other",
    "come_home",
    "lose",
    "name_of",
    "strike",
    "tell_return",
]

HITS_TO_DOWN = 6
FLYING, ABORTED, CRASHED, SHOT_DOWN, MISSING, HOME = "flying", "aborted", "crashed", "shot_down", "missing", "home"
RETURN_COLUMNS = ("0", "1-2", "1-2", "3-4", "3-4", "5")
"""The column of the table of returns for each number of hits."""


@define(eq=False)
class Other:
    """One of the other bombers."""

    box: int
    hits: int = 0
    state: str = FLYING
    """"flying", "aborted", "crashed" (at the take-off), "shot_down", "missing" or "home"."""


@define(eq=False)
class Company:
    """Those who fly with us, and whether they are where we are."""

    box: int
    """Our own place."""
    others: dict[int, Other]
    sent: int
    """How many are sent, ours among them."""
    with_us: bool = True
    """Whether they fly where we do."""
    fighters_down: int = 0
    names: dict[int, str] = field(factory=dict)

    @property
    def flying(self) -> list[Other]:
        """Those in the air."""
        return [one for one in self.others.values() if one.state == FLYING]


def strike(s: Sortie, company: Company, other: Other, role: str, by: str, told: str) -> None:
    """The effect of an attack on one of the others, by the table of a role: hits, the end, or harm to a fighter."""
    result = s.roll(role).result
    if result == "shot_down":
        lose(s, company, other, by, told)
    elif isinstance(result, int):
        other.hits += result
        if result and s.is_heard(f"{told}_hit"):
            s.note(f"{told}_hit", bomber=name_of(s, company, other, told), hits=result, total=other.hits, by=by)
        if other.hits >= HITS_TO_DOWN:
            lose(s, company, other, by, told)
    else:
        shot_down = result == "fighter_shot_down"
        company.fighters_down += shot_down
        if s.is_heard(f"{told}_fighter"):
            s.note(f"{told}_fighter", bomber=name_of(s, company, other, told), shot_down=shot_down)


def lose(s: Sortie, company: Company, other: Other, by: str, told: str) -> None:
    """One of the others goes down, before our eyes or not."""
    other.state = SHOT_DOWN
    happening = f"{told}_lost" if company.with_us else f"{told}_lost_unseen"
    if s.is_heard(happening):
        s.note(happening, bomber=name_of(s, company, other, told), by=by, zone=s.zone.number)


def name_of(s: Sortie, company: Company, other: Other, told: str) -> str:
    """What one of the others is called: a letter of its own, none of them ours. Only for a log."""
    if not company.names:
        by_letter: dict[str, str] = {}
        for name in s.ruleset.names.aircraft:
            by_letter.setdefault(name[:1], name)
        by_letter.pop(s.bomber.name[:1], None)
        free = list(by_letter.values())
        first = next(random_bytes(s.setup.seed, told))
        for box, place in zip(company.others, count(first), strict=False):
            enough = len(free) >= len(company.others)
            company.names[box] = free[place % len(free)] if enough else f"number {box}"
    return company.names[other.box]


def come_home(s: Sortie, company: Company, role: str) -> None:
    """Each that is left rolls for its return, by its hits, on the table of a role."""
    for other in company.flying:
        is_safe = s.roll(role, RETURN_COLUMNS[other.hits]).result == "safe"
        other.state = HOME if is_safe else MISSING


def tell_return(s: Sortie, company: Company, told: str, lost: Collection[str], crashed: int, missing: int) -> None:
    """Who is back, ours counted in; those in one of the states `lost` are named. Only for a log."""
    names = [name_of(s, company, one, told) for one in company.others.values() if one.state in lost]
    if s.outcome in s.ruleset.game.losses:
        names.append("our own")
    s.note(
        f"{told}_home",
        losses="some" if names else "none",
        back=company.sent - missing - crashed,
        sent=company.sent,
        missing=in_series(names),
    )
