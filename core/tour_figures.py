"""Many tours by standing orders: work for `workers.in_batches`, and the figures over them."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from datetime import date
from fractions import Fraction
from typing import TYPE_CHECKING, Any

from attrs import define, field

from .figures import Cross, Ratio, difference, wilson
from .tour import COMPLETED, FLYING, Terms, Tour, bombing_average, fly_tour, open_tour

if TYPE_CHECKING:
    from .recipe import Recipe
    from .ruleset import Ruleset

__all__ = ["COLUMNS", "MEASURES", "SIDES", "TourComparison", "TourTally", "Tours", "counts_of", "row_of"]


Row = tuple[int | float | str, ...]

COLUMNS: dict[str, type[int] | type[str] | type[float]] = {
    "number": int,
    "seed": str,
    "setup": str,
    "status": str,
    "ending": str,
    "first_day": str,
    "last_day": str,
    "completed": int,
    "operations": int,
    "done": int,
    "called_off": int,
    "days": int,
    "lost": int,
    "kills": float,
    "bombing_percent": float,
    "men": int,
    "men_flying": int,
}
"""What a row tells of a tour; `setup` is "first", or "against"."""
MEASURES = ("completed", "operations", "done", "called_off", "days", "lost", "kills", "bombing_percent")
"""What tours are compared by, each per tour."""
PARTS = {"kills": 1000, "bombing_percent": 1000}
"""Kills are shared, and bombs told as a mean: they are compared in thousandths, for sums of whole numbers are exact."""
SIDES = ("first", "against")
"""What a row calls the two sets of terms."""


def counts_of(tour: Tour) -> dict[str, int | Fraction]:
    """What is counted of one tour, by the `MEASURES`; shares of kills, and of bombs, stay exact."""
    flown = tour.flown
    days = 0
    if tour.operations:
        first, last = tour.operations[0].date, tour.operations[-1].date
        days = (date.fromisoformat(last) - date.fromisoformat(first)).days
    return {
        "completed": int(tour.status == COMPLETED),
        "operations": len(flown),
        "done": tour.done,
        "called_off": len(tour.operations) - len(flown),
        "days": days,
        "lost": sum(one.is_lost for one in flown),
        "kills": sum((Fraction(one.kills) for one in flown), Fraction(0)),
        "bombing_percent": Fraction(bombing_average(tour)),
    }


def row_of(number: int, side: str, tour: Tour) -> Row:
    """A tour as a row, in the order of the `COLUMNS`."""
    counts = counts_of(tour)
    days = [one.date for one in tour.operations]
    return (
        number,
        tour.seed,
        side,
        tour.status,
        tour.ending,
        days[0] if days else "",
        days[-1] if days else "",
        *(int(counts[name]) for name in MEASURES[:6]),
        round(float(counts["kills"]), 4),
        round(float(counts["bombing_percent"]), 4),
        len(tour.roster),
        sum(man.is_flying for man in tour.roster),
    )


@define(frozen=True)
class Tours:
    """Tours to be flown, seed after seed, each under one or two sets of terms: work for `in_batches`."""

    recipe: Recipe
    terms: Terms
    seed: int | str = 0
    against: tuple[Recipe, Terms] | None = None
    """What else to fly on the same seeds."""

    def prepare(self) -> Callable[[range], list[tuple[Tour, ...]]]:
        """Compose the rulesets."""
        return self.with_rulesets(*(recipe.compose() for recipe, _ in self._sides))

    def with_rulesets(
        self, *rulesets: Ruleset, stop: Callable[[], bool] = lambda: False
    ) -> Callable[[range], list[tuple[Tour, ...]]]:
        """The same with rulesets that have been composed already; `stop` may say so within a batch."""
        sides = list(zip(rulesets, (terms for _, terms in self._sides), strict=True))

        def do(batch: range) -> list[tuple[Tour, ...]]:
            flown = []
            for number in batch:
                if stop():
                    break
                seed = f"{self.seed} {number}"
                flown.append(
                    tuple(fly_tour(ruleset, open_tour(ruleset, f"{number}", terms, seed)) for ruleset, terms in sides)
                )
            return flown

        return do

    @property
    def _sides(self) -> list[tuple[Recipe, Terms]]:
        return [(self.recipe, self.terms), *([] if self.against is None else [self.against])]


@define(eq=False)
class TourComparison:
    """Tours under two sets of terms on the same seeds, pair by pair."""

    firsts: dict[str, Ratio] = field(factory=lambda: {name: Ratio() for name in MEASURES})
    seconds: dict[str, Ratio] = field(factory=lambda: {name: Ratio() for name in MEASURES})
    crosses: dict[str, Cross] = field(factory=lambda: {name: Cross() for name in MEASURES})
    differ: int = 0
    """Pairs in which anything that is measured came out otherwise."""

    def count(self, first: Tour, second: Tour) -> None:
        """Count a pair in."""
        these, those = counts_of(first), counts_of(second)
        self.differ += these != those
        for name in MEASURES:
            one, other = (round(counts[name] * PARTS.get(name, 1)) for counts in (these, those))
            self.firsts[name].add(one, 1)
            self.seconds[name].add(other, 1)
            self.crosses[name].add((one, 1), (other, 1))

    def figures(self) -> dict[str, Any]:
        """Each measure of both, by how much that of the second is greater, and the 95 % interval of that."""
        found: dict[str, Any] = {"pairs_that_differ": self.differ}
        for name in MEASURES:
            first, second = self.firsts[name], self.seconds[name]
            value, ends = difference(first, second, self.crosses[name])
            parts = PARTS.get(name, 1)
            found[name] = {
                "first": round(first.value / parts, 5),
                "against": round(second.value / parts, 5),
                "difference": round(value / parts, 5),
                "interval": [round(end / parts, 5) for end in ends],
            }
        return found


@define(eq=False)
class TourTally:
    """What came of many tours."""

    tours: int = 0
    completed: int = 0
    operations: int = 0
    """Operations on which the crew took off."""
    called_off: int = 0
    done: int = 0
    counted: int = 0
    lost: int = 0
    kills: Fraction = Fraction(0)
    men: int = 0
    fates: Counter[str] = field(factory=Counter)
    """What became of the men, by the words of the roster."""
    days: int = 0
    bombing: float = 0.0

    def add(self, tour: Tour) -> None:
        """Count one tour in."""
        counts = counts_of(tour)
        self.tours += 1
        self.completed += int(counts["completed"])
        self.operations += int(counts["operations"])
        self.called_off += int(counts["called_off"])
        self.done += tour.done
        self.counted += tour.credited
        self.lost += int(counts["lost"])
        self.kills += Fraction(counts["kills"])
        self.men += len(tour.roster)
        self.fates.update("still flying" if man.status == FLYING else man.status for man in tour.roster)
        self.days += int(counts["days"])
        self.bombing += float(counts["bombing_percent"])

    def figures(self) -> dict[str, Any]:
        """Figures per tour, and what became of the men; the interval is 95 %, low and high."""
        tours, men = max(1, self.tours), max(1, self.men)
        return {
            "tours": self.tours,
            "completed": round(self.completed / tours, 5),
            "completed_interval": [round(one, 5) for one in wilson(self.completed, self.tours)],
            "operations_per_tour": round(self.operations / tours, 2),
            "done_per_tour": round(self.done / tours, 2),
            "called_off_per_tour": round(self.called_off / tours, 2),
            "days_per_tour": round(self.days / tours, 1),
            "lost_per_tour": round(self.lost / tours, 3),
            "kills_per_tour": round(float(self.kills) / tours, 3),
            "bombing_percent": round(self.bombing / tours, 2),
            "men_per_tour": round(self.men / tours, 2),
            "men": {name: round(number / men, 5) for name, number in self.fates.most_common()},
        }
