"""Advice for a decision: each option is flown out a few hundred times from where the flight stands.

The tape so far is played again, the option taken, and what follows flown with fresh dice by standing orders. Every
option gets the same fresh dice, so that luck which is common to them drops out of the comparison.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, Any

from attrs import define, field

from .dice import Dice, Faces, SeededSource
from .errors import NotAllowed
from .figures import Cross, Ratio, difference
from .flight import fly, status_of
from .play import Ask, Play
from .scenario import STRETCH, Scenario, act_out, orders_of
from .tape import Entry, Tape, TapeSource

if TYPE_CHECKING:
    from .decisions import Decider, Decision
    from .ruleset import Ruleset
    from .sortie import Sortie

__all__ = ["Advice", "Prospect", "advise", "advise_scene"]

ROLLOUTS = 400
"""How often each option is flown out, if there is time."""
NOT_HOME = ("killed", "died of wounds", "missing", "captured", "interned")
"""Men who do not come home."""


@define(eq=False)
class Prospect:
    """What becomes of those who take an option."""

    option: str
    told: str
    """The option in words."""
    home: Ratio = field(factory=Ratio)
    """Bombers that come home, or come through the scene, of all that were flown."""
    men: Ratio = field(factory=Ratio)
    """Men who come home, of all aboard."""
    beside: Cross = field(factory=Cross)
    """The bombers that come home beside those of the first option, flight by flight."""

    @property
    def chance(self) -> float:
        """How likely the bomber is to come home."""
        return self.home.value

    @property
    def interval(self) -> tuple[float, float]:
        """The 95 % interval of that."""
        return self.home.interval(is_share=True)


@define(frozen=True)
class Advice:
    """The options of a decision with their prospects, what standing orders would take first."""

    decision: str
    asks: str
    prospects: tuple[Prospect, ...]
    is_whole: bool = True
    """Whether flights were flown to their end, and not just to the end of a scene."""

    @property
    def rollouts(self) -> int:
        """How often each option was flown out."""
        return self.prospects[0].home.sorties

    def worth(self, prospect: Prospect) -> tuple[float, tuple[float, float]]:
        """By how much an option raises the chance to come home over the first, with the 95 % interval of that."""
        return difference(self.prospects[0].home, prospect.home, prospect.beside)


class _Fresh:
    """Seeded dice that do not follow the tape: what comes after it is thrown anew."""

    def __init__(self, seed: str) -> None:
        self._dice = SeededSource(seed)
        self.begin: Callable[[str], None] = self._dice.begin

    def throw(self, dice: Dice, purpose: str = "") -> Faces:
        return self._dice.throw(dice, purpose)


def advise(
    play: Play,
    *,
    rollouts: int = ROLLOUTS,
    enough: Callable[[], bool] = lambda: False,
    seed: int | str = 0,
) -> Advice:
    """Fly out every option of the decision that is open in a flight; `enough` may end it early.

    Raises `NotAllowed` when no decision is open.
    """
    asked = play.waiting
    if not isinstance(asked, Ask):
        raise NotAllowed("no decision is open")
    ruleset, setup, entries, kind = play.ruleset, play.setup, play.entries, asked.decision.id

    def fly_out(option: str, number: int) -> Sortie:
        tape = Tape.replay([*entries, Entry("choice", kind, result=option)], strict=False)
        source = TapeSource(tape, _Fresh(f"advice {seed} {number}"))
        return fly(ruleset, setup, source=source, orders=ruleset.orders, tape=tape)

    told = dict(zip(asked.options, asked.told, strict=True))
    return _weigh(asked.decision, told, asked.suggested, fly_out, ruleset, rollouts, enough)


def advise_scene(
    ruleset: Ruleset,
    scenario: Scenario,
    *,
    rollouts: int = ROLLOUTS,
    enough: Callable[[], bool] = lambda: False,
    seed: int | str = 0,
) -> Advice:
    """Play a scene to its end with every option of the first decision in it that its orders leave open.

    The dice that the scenario gives fall in all of them. Raises `NotAllowed` when nothing is decided in the scene.
    """
    orders, settled = orders_of(ruleset, scenario.orders, scenario.where), frozenset(scenario.orders)

    def play(number: int, option: str = "") -> tuple[Sortie, _First]:
        takes = _First(orders, settled, option)
        return act_out(ruleset, scenario, SeededSource(f"advice {seed} {number}"), takes), takes

    # What is thrown before the decision may pass it by.
    tried = (play(number)[1] for number in range(rollouts))
    first = next((one for one in tried if one.decision is not None), None)
    if first is None or first.decision is None:
        raise NotAllowed(f"{scenario.where}: nothing is decided in it that its orders leave open")
    return _weigh(
        first.decision,
        first.told,
        first.suggested,
        lambda option, number: play(number, option)[0],
        ruleset,
        rollouts,
        enough,
        is_whole=False,
    )


@define(eq=False)
class _First:
    """Takes an option of the first decision that is open, and leaves all else to the orders."""

    orders: Decider
    settled: frozenset[str]
    """Decisions that are not asked about."""
    option: str = ""
    decision: Decision | None = None
    """The first one, once it has come."""
    told: dict[str, str] = field(factory=dict)
    suggested: str = ""

    def take(self, s: Sortie, decision: Decision, keys: Sequence[str], subjects: Sequence[Any]) -> str | None:
        taken = self.orders.take(s, decision, keys, subjects)
        if self.decision is not None or len(keys) < 2 or decision.id in self.settled or s.stretch != STRETCH:
            return taken
        self.decision, self.suggested = decision, taken or ""
        self.told = {key: str(getattr(one, "told", key)) for key, one in zip(keys, subjects, strict=False)}
        self.told |= {key: key.replace("_", " ") for key in keys if key not in self.told}
        return self.option if self.option in keys else taken


def _weigh(
    decision: Decision,
    told: dict[str, str],
    suggested: str,
    fly_out: Callable[[str, int], Sortie],
    ruleset: Ruleset,
    rollouts: int,
    enough: Callable[[], bool],
    *,
    is_whole: bool = True,
) -> Advice:
    prospects = [Prospect(option, told[option]) for option in sorted(told, key=lambda option: option != suggested)]
    for number in range(rollouts):
        first: tuple[int, int] | None = None
        for prospect in prospects:
            s = fly_out(prospect.option, number)
            came = (int(s.outcome not in ruleset.game.losses), 1)
            first = first or came
            prospect.home.add(*came)
            prospect.beside.add(first, came)
            crew = s.bomber.crew
            prospect.men.add(sum(status_of(man) not in NOT_HOME for man in crew), len(crew))
        if enough():
            break
    return Advice(decision.id, decision.asks, tuple(prospects), is_whole)
