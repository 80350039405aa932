"""The exact odds of a short chain of throws: every way in which the dice of a scene may fall, and what comes of it.

The scene is played again and again, each time one throw further, until every way through it has been walked. Throws
are told apart by their natural total, which is all that tables, modifiers and steps read of them.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from fractions import Fraction
from functools import lru_cache
from itertools import product
from typing import TYPE_CHECKING, Any

from attrs import define, field

from .dice import Dice, Faces, NoSource, ScriptedSource, Unthrown
from .errors import NotAllowed
from .events import Happening, RollEvent
from .scenario import Resolved, Scenario, orders_of, resolve

if TYPE_CHECKING:
    from .ruleset import Ruleset

__all__ = ["Chances", "Throws", "chances_of"]

MOST_WAYS = 5000
"""More ways than these are no short chain."""
LEAST_SHARE = 0.0001
"""A smaller part of a long chain is told as less than this."""
MOST_FACES = 10_000
"""Of one throw."""


@define(eq=False)
class Throws:
    """One kind of throw in the chain."""

    title: str
    chance: Fraction = Fraction(0)
    """That it is made at all."""
    results: dict[str, Fraction] = field(factory=dict)
    """Result to the chance that it comes up, once or more."""


@define(eq=False)
class Chances:
    """What may come of a scene, with exact chances."""

    ways: int = 0
    """Ways in which the dice may fall."""
    outcomes: dict[str, Fraction] = field(factory=dict)
    """How the flight ends; empty where it goes on."""
    throws: dict[str, Throws] = field(factory=dict)
    """Table or purpose to what may be thrown, in the order in which they come up."""
    happenings: dict[str, Fraction] = field(factory=dict)
    """What takes place, once or more."""
    changes: dict[tuple[str, Any], Fraction] = field(factory=dict)
    """Name of the vocabulary and the value to which it has changed in the end."""

    def add(self, chance: Fraction, came: Resolved) -> None:
        """Count one way in."""
        self.ways += 1
        _raise(self.outcomes, came.outcome, chance)
        made = [event for event in came.events if isinstance(event, RollEvent)]
        for event in {event.role or event.table: event for event in made}.values():
            name = event.role or event.table
            throws = self.throws.setdefault(name, Throws(f"{event.table} {event.title}".strip()))
            throws.chance += chance
            for result in dict.fromkeys(str(one.result) for one in made if (one.role or one.table) == name):
                _raise(throws.results, result, chance)
        for happening in dict.fromkeys(event.type for event in came.events if isinstance(event, Happening)):
            _raise(self.happenings, happening, chance)
        for name, (_, after) in came.changed.items():
            _raise(self.changes, (name, after if isinstance(after, int | str) else str(after)), chance)


def _raise(chances: dict[Any, Fraction], name: Any, chance: Fraction) -> None:
    chances[name] = chances.get(name, Fraction(0)) + chance


def chances_of(
    ruleset: Ruleset, scenario: Scenario, *, most: int = MOST_WAYS, enough: Callable[[], bool] = lambda: False
) -> Chances:
    """Walk every way through a scene; the dice that it gives fall as it says.

    Decisions are taken by its orders. `enough` says when there is no more time. Raises `NotAllowed`, with how far it
    came, when there are more ways than `most`, or than there is time for.
    """
    found, walked = Chances(), Fraction(0)
    for chance, came in _ways(ruleset, scenario):
        if came is not None:
            if found.ways == most:
                raise _too_long(scenario, found.ways, walked)
            found.add(chance, came)
            walked += chance
        if enough():
            raise _too_long(scenario, found.ways, walked)
    return found


def _too_long(scenario: Scenario, ways: int, walked: Fraction) -> NotAllowed:
    share = f"{float(walked):.2%}" if walked >= LEAST_SHARE else f"less than {LEAST_SHARE:.2%}"
    return NotAllowed(
        f"{scenario.where}: the chain is too long for exact odds: {ways:,} ways in which the dice may fall were "
        f"walked, {share} of the whole; give some of the dice or a shorter step, resolve it many times with "
        "other seeds, or have its decision rolled out (--advise)"
    )


def _ways(ruleset: Ruleset, scenario: Scenario) -> Iterator[tuple[Fraction, Resolved | None]]:
    """Each way to the end of the scene, depth first, with its chance; None where the way has only divided."""
    orders = orders_of(ruleset, scenario.orders, scenario.where)
    open_ways: list[tuple[Faces, Fraction]] = [((), Fraction(1))]
    while open_ways:
        faces, chance = open_ways.pop()
        try:
            yield chance, resolve(ruleset, scenario, source=ScriptedSource(faces, then=NoSource()), decider=orders)
        except Unthrown as left_open:
            odds = left_open.dice.odds()
            shown = _shown_by(left_open.dice)
            open_ways += [((*faces, *shown[total]), chance * odds[total]) for total in sorted(odds, reverse=True)]
            yield chance, None


@lru_cache(maxsize=64)
def _shown_by(dice: Dice) -> dict[int, Faces]:
    """Faces that show each natural total."""
    if dice.sides**dice.count > MOST_FACES:
        raise NotAllowed(f"{dice} fall in more ways than can be walked")
    return {dice.read(faces): faces for faces in product(range(1, dice.sides + 1), repeat=dice.count)}
