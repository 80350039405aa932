"""Many sorties: flown one after the other, or as work that can be shared out, each a row where rows are asked for."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from hashlib import blake2b

from attrs import define, evolve, field

from .errors import BadData
from .flight import fly
from .recipe import Recipe
from .ruleset import Ruleset
from .sortie import Setup, Sortie
from .tally import FATES, Comparison, Flown, Tally

__all__ = ["COLUMNS", "Results", "Sorties", "fingerprint", "fly_many"]

COLUMNS: dict[str, type[int] | type[str]] = {
    "number": int,
    "seed": str,
    "setup": str,
    "bomber": str,
    "campaign": int,
    "date": str,
    "target": str,
    "outcome": str,
    "cause": str,
    "leg": str,
    "zone": int,
    "flown": int,
    "missing": int,
    "lost": int,
    "kills": int,
    "bombed": int,
    "on_target": int,
    "percent": int,
    **dict.fromkeys(FATES, int),
    "rolls": int,
}
"""What a row tells of a sortie; `setup` is "first", or "against"."""
Row = tuple[int | str, ...]


def row_of(number: int, setup: str, s: Sortie, one: Flown) -> Row:
    """A sortie as a row, in the order of the `COLUMNS`."""
    target = getattr(s.game, "target", None)
    return (
        number,
        str(s.setup.seed),
        setup,
        s.bomber.type.id,
        s.campaign,
        s.date,
        getattr(target, "city", ""),
        one.outcome,
        one.cause,
        one.leg,
        one.zone,
        one.flown,
        one.missing,
        one.lost,
        one.kills,
        one.bombed,
        one.on_target,
        one.percent,
        *one.fates().values(),
        one.rolls,
    )


@define(eq=False)
class Results:
    """What came of the sorties of one setup, or of two on the same seeds; of a batch of them, or of all."""

    first: Tally = field(factory=Tally)
    second: Tally | None = None
    comparison: Comparison | None = None
    rows: list[Row] = field(factory=list)
    """Of a batch, where they are asked for."""

    def take_in(self, batch: Results) -> None:
        """Count a batch in; its rows are left to whoever writes them."""
        self.first.take_in(batch.first)
        if batch.second is not None and batch.comparison is not None:
            self.second = self.second or Tally()
            self.second.take_in(batch.second)
            self.comparison = self.comparison or Comparison()
            self.comparison.take_in(batch.comparison)


@define(frozen=True)
class Sorties:
    """Sorties to be flown, seed after seed: work for `in_batches`."""

    recipe: Recipe
    setup: Setup
    seed: int | str = 0
    against: tuple[Recipe, Setup] | None = None
    """What else to fly on the same seeds."""
    with_rows: bool = False
    fingerprint: str = ""
    """Of the tables of all that is flown; empty where nobody checks it."""

    def prepare(self) -> Callable[[range], Results]:
        """Compose the rulesets; raises `BadData` when they are not those that the work was meant for."""
        return self.with_rulesets(*(recipe.compose() for recipe, _ in self._sides))

    def with_rulesets(self, *rulesets: Ruleset, stop: Callable[[], bool] = lambda: False) -> Callable[[range], Results]:
        """The same with rulesets that have been composed already; `stop` may say so within a batch."""
        if self.fingerprint and fingerprint(*rulesets) != self.fingerprint:
            raise BadData("a worker has other tables or plugins than the program that sent it work")
        setups = [setup for _, setup in self._sides]
        sides = list(zip(SIDES, rulesets, setups, strict=False))

        def do(batch: range) -> Results:
            results = Results()
            if self.against is not None:
                results.second, results.comparison = Tally(), Comparison()
            tallies = (results.first, results.second)
            for number in batch:
                if stop():
                    break
                pair = []
                for (side, ruleset, setup), tally in zip(sides, tallies, strict=False):
                    assert tally is not None
                    s = fly(ruleset, evolve(setup, seed=f"{self.seed} {number}"))
                    one = tally.add(s)
                    pair.append(one)
                    if self.with_rows:
                        results.rows.append(row_of(number, side, s, one))
                if results.comparison is not None:
                    results.comparison.count(*pair)
            return results

        return do

    @property
    def _sides(self) -> list[tuple[Recipe, Setup]]:
        return [(self.recipe, self.setup), *([] if self.against is None else [self.against])]


SIDES = ("first", "against")
"""What a row calls the setups."""


def fingerprint(*rulesets: Ruleset) -> str:
    """A hash of all tables of rulesets."""
    told = [sorted(ruleset.fingerprints().items()) for ruleset in rulesets]
    return blake2b(repr(told).encode(), digest_size=8).hexdigest()


def fly_many(ruleset: Ruleset, setups: Iterable[Setup], *, seen: Callable[[Tally], None] | None = None) -> Tally:
    """Fly sorties one after the other, nobody listening; `seen` hears of each."""
    tally = Tally()
    for setup in setups:
        tally.add(fly(ruleset, setup))
        if seen is not None:
            seen(tally)
    return tally
