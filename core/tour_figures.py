"""Many tours by standing orders: work for `workers.in_batches`, and the figures over them."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from datetime import date
from fractions import Fraction
from typing import TYPE_CHECKING, Any

from attrs import define, field

from .figures import wilson
from .tour import COMPLETED, FLYING, Terms, Tour, bombing_average, fly_tour, open_tour

if TYPE_CHECKING:
    from .recipe import Recipe
    from .ruleset import Ruleset

__all__ = ["TourTally", "Tours"]


@define(frozen=True)
class Tours:
    """Tours to be flown, seed after seed."""

    recipe: Recipe
    terms: Terms
    seed: int | str = 0

    def prepare(self) -> Callable[[range], list[Tour]]:
        """Compose the ruleset."""
        return self.with_ruleset(self.recipe.compose())

    def with_ruleset(
        self, ruleset: Ruleset, *, stop: Callable[[], bool] = lambda: False
    ) -> Callable[[range], list[Tour]]:
        """The same with a ruleset that has been composed already; `stop` may say so within a batch."""

        def do(batch: range) -> list[Tour]:
            flown = []
            for number in batch:
                if stop():
                    break
                flown.append(fly_tour(ruleset, open_tour(ruleset, f"{number}", self.terms, f"{self.seed} {number}")))
            return flown

        return do


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
        self.tours += 1
        self.completed += tour.status == COMPLETED
        flown = tour.flown
        self.operations += len(flown)
        self.called_off += len(tour.operations) - len(flown)
        self.done += tour.done
        self.counted += tour.credited
        self.lost += sum(one.is_lost for one in flown)
        self.kills += sum((Fraction(one.kills) for one in flown), Fraction(0))
        self.men += len(tour.roster)
        self.fates.update("still flying" if man.status == FLYING else man.status for man in tour.roster)
        if tour.operations:
            first, last = tour.operations[0].date, tour.operations[-1].date
            self.days += (date.fromisoformat(last) - date.fromisoformat(first)).days
        self.bombing += bombing_average(tour)

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
