"""Many sorties: what is counted of each, tallies and comparisons of them, and how fast they were flown."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable
from hashlib import blake2b
from typing import Any

from attrs import define, evolve, field

from .errors import BadData
from .figures import Cross, Ratio, difference, wilson
from .flight import fly, status_of
from .recipe import Recipe
from .ruleset import Ruleset
from .sortie import Setup, Sortie

__all__ = [
    "COLUMNS",
    "FIGURES",
    "Comparison",
    "Coverage",
    "Flown",
    "Results",
    "Sorties",
    "Tally",
    "bench",
    "fingerprint",
    "fly_many",
    "interval",
]


@define(eq=False)
class Coverage:
    """What has been seen over many sorties: steps, decisions, verbs, happenings, outcomes.

    Its `see` is given to the composer of a ruleset as its watcher.
    """

    seen: Counter[tuple[str, str]] = field(factory=Counter)

    def see(self, kind: str, name: str) -> None:
        """Count one thing seen."""
        self.seen[kind, name] += 1

    def count(self, kind: str, name: str) -> int:
        """How often something was seen."""
        return self.seen[kind, name]

    def choices(self, decision: str) -> dict[str, int]:
        """How often each option of a decision was taken; subjects count as one option."""
        prefix = f"{decision}: "
        return {
            name.removeprefix(prefix): times
            for (kind, name), times in self.seen.items()
            if kind == "decision" and name.startswith(prefix)
        }

    def missing(self, ruleset: Ruleset) -> dict[str, list[str]]:
        """What the ruleset knows and nobody has seen, by kind; verbs that optional tables alone use are
        left out."""
        steps = [f"{name}.{step.name}" for name, steps in ruleset.procedures.items() for step in steps]
        used = verbs_in_use(ruleset)
        return {
            "step": [one for one in steps if not self.seen["step", one]],
            "decision": [one for one in ruleset.decisions if not self.choices(one)],
            "verb": [one.name for one in ruleset.verbs if one.name in used and not self.seen["verb", one.name]],
            "happening": [one for one in ruleset.happenings if not self.seen["happening", one]],
            "outcome": [one for one in ruleset.game.outcomes if not self.seen["outcome", one]],
        }


def verbs_in_use(ruleset: Ruleset) -> set[str]:
    """The verbs that appear in tables which are not optional, and in counters of bombers."""
    names = set(ruleset.verbs.names())
    found: set[str] = set()

    def look(raw: Any) -> None:
        if isinstance(raw, dict):
            found.update(names & raw.keys())
            for one in raw.values():
                look(one)
        elif isinstance(raw, list | tuple):
            for one in raw:
                look(one)

    for table in ruleset.tables.values():
        if not table.table.optional:
            for row in table.table.row:
                look(row.effects)
    for bomber in ruleset.bombers.values():
        for counter in bomber.counter:
            look(counter.effects)
    return found


@define(eq=False)
class Flown:
    """What is counted of one sortie."""

    outcome: str
    cause: str
    leg: str
    """"out", "target" or "home": where the flight ended."""
    zone: int
    flown: int
    """Whether it was not called off before take-off; this and what follows are counts, 0 or 1 where nothing else is
    said."""
    missing: int
    """Whether the bomber did not come back."""
    lost: int
    """Whether it did not come back, or was written off."""
    kills: int
    """Fighters shot down."""
    bombed: int
    """Whether bombs were dropped over the target."""
    on_target: int
    percent: int
    """The percentage of them within the target area."""
    rolls: int
    men: tuple[tuple[str, str], ...]
    """Station and fate of each man; nobody of a sortie that was called off."""

    @classmethod
    def of(cls, s: Sortie) -> Flown:
        """What is counted of a sortie that has been flown."""
        game = s.ruleset.game
        told = game.facts(s) if game.facts is not None else {}
        outcome = s.outcome
        is_flown, is_missing = outcome not in game.not_flown, outcome in game.losses
        is_lost = is_missing or told.get("bomber_fate") == "written off"
        claims = told.get("claims", 0)
        bombing = told.get("bombing", {})
        bombed = bombing.get("run") in ("on_target", "off_target")
        zone = s.zone
        return cls(
            outcome,
            (s.cause or "unknown") if is_lost else "",
            "target" if zone.is_target else "out" if s.outbound else "home",
            zone.number,
            int(is_flown),
            int(is_missing),
            int(is_lost),
            claims if isinstance(claims, int) else len(claims),
            int(bombed),
            int(bombed and bool(bombing["on_target"])),
            int(bombing["percent"]) if bombed else 0,
            s.rolls,
            tuple((man.trade, _FATES.get(status_of(man), "returned")) for man in s.bomber.crew) if is_flown else (),
        )

    def fates(self) -> dict[str, int]:
        """The men by how they came out of it."""
        found = dict.fromkeys(FATES, 0)
        for _, fate in self.men:
            found[fate] += 1
        return found

    def counts(self) -> list[tuple[int, int]]:
        """What the sortie adds to each of the `FIGURES`: two counts, the first of which is divided by the second."""
        flown, men = self.flown, len(self.men)
        return [
            (self.lost, flown),
            (self.missing, flown),
            (self.kills, flown),
            (self.on_target, self.bombed),
            (self.percent, self.bombed),
            (self.rolls, 1),
            *((number, men) for number in self.fates().values()),
        ]


FATES = ("killed", "wounded", "captured", "interned", "returned")
"""How a man may come out of it, as the figures count it; who is missing is counted among the killed."""
_FATES = {
    "killed": "killed",
    "died of wounds": "killed",
    "missing": "killed",
    "captured": "captured",
    "interned": "interned",
    "wounded": "wounded",
    "seriously wounded": "wounded",
    "frostbitten": "wounded",
}
FIGURES = ("lost", "missing", "kills_per_sortie", "on_target", "bombing_percent", "rolls_per_sortie", *FATES)
"""What sorties are measured by."""
SHARES = frozenset({"lost", "missing", "on_target", *FATES})
"""Those that lie between 0 and 1."""


@define(eq=False)
class Tally:
    """What came of many sorties."""

    sorties: int = 0
    outcomes: Counter[str] = field(factory=Counter)
    causes: Counter[str] = field(factory=Counter)
    """What losses are put down to: bombers that did not come back, or were written off."""
    causes_of_missing: Counter[str] = field(factory=Counter)
    """Of those the ones that did not come back."""
    places: Counter[tuple[str, int]] = field(factory=Counter)
    """Where bombers were lost: leg and zone."""
    men: Counter[tuple[str, str]] = field(factory=Counter)
    """Men by station, and by how they came out of it."""
    ratios: dict[str, Ratio] = field(factory=lambda: {name: Ratio() for name in FIGURES})

    @property
    def flown(self) -> int:
        """Sorties that were not called off before take-off: what the rates are of."""
        return self.ratios["lost"].bottom

    @property
    def lost(self) -> int:
        """Bombers that did not come back, or were written off."""
        return self.ratios["lost"].top

    @property
    def missing(self) -> int:
        """Bombers that did not come back."""
        return self.ratios["missing"].top

    @property
    def rolls(self) -> int:
        """Throws, over all sorties."""
        return self.ratios["rolls_per_sortie"].top

    @property
    def kills(self) -> int:
        """Fighters shot down."""
        return self.ratios["kills_per_sortie"].top

    @property
    def bombed(self) -> int:
        """Sorties that dropped their bombs over the target."""
        return self.ratios["on_target"].bottom

    @property
    def missing_rate(self) -> float:
        """Share of the sorties flown whose bomber did not come back."""
        return self.ratios["missing"].value

    @property
    def lost_rate(self) -> float:
        """Share of the sorties flown whose bomber did not come back, or was written off."""
        return self.ratios["lost"].value

    def add(self, s: Sortie) -> Flown:
        """Count one sortie in; gives what was counted."""
        one = Flown.of(s)
        self.count(one)
        return one

    def count(self, one: Flown) -> None:
        """Count in what is known of a sortie."""
        self.sorties += 1
        self.outcomes[one.outcome] += 1
        if one.lost:
            self.causes[one.cause] += 1
            self.places[one.leg, one.zone] += 1
            if one.missing:
                self.causes_of_missing[one.cause] += 1
        for man in one.men:
            self.men[man] += 1
        for ratio, counts in zip(self.ratios.values(), one.counts(), strict=True):
            ratio.add(*counts)

    def take_in(self, other: Tally) -> None:
        """Count in what has been counted elsewhere."""
        self.sorties += other.sorties
        for mine, theirs in (
            (self.outcomes, other.outcomes),
            (self.causes, other.causes),
            (self.causes_of_missing, other.causes_of_missing),
        ):
            mine.update(theirs)
        self.places.update(other.places)
        self.men.update(other.men)
        for name, ratio in self.ratios.items():
            ratio.take_in(other.ratios[name])

    def interval(self, name: str) -> list[float]:
        """The 95 % interval of one of the `FIGURES`, low and high."""
        ratio = self.ratios[name]
        if name in ("lost", "missing"):
            return interval(ratio.top, ratio.bottom)
        return [round(end, 5) for end in ratio.interval(is_share=name in SHARES)]

    def figures(self) -> dict[str, Any]:
        """The figures per sortie flown, per bomb run and per man flown; intervals are 95 %, low and high."""
        value = {name: ratio.value for name, ratio in self.ratios.items()}
        return {
            "flown": self.flown,
            "outcomes": dict(self.outcomes.most_common()),
            "lost": round(value["lost"], 5),
            "lost_interval": self.interval("lost"),
            "missing": round(value["missing"], 5),
            "missing_interval": self.interval("missing"),
            "by_cause": dict(self.causes.most_common()),
            "by_cause_intervals": {cause: interval(hits, self.flown) for cause, hits in self.causes.most_common()},
            "missing_by_cause": dict(self.causes_of_missing.most_common()),
            "by_leg": {leg: sum(hits for (of, _), hits in self.places.items() if of == leg) for leg in LEGS},
            "by_zone": [
                {"leg": leg, "zone": zone, "lost": self.places[leg, zone]}
                for leg, zone in sorted(self.places, key=lambda place: (LEGS.index(place[0]), place[1]))
            ],
            "kills_per_sortie": round(value["kills_per_sortie"], 4),
            "kills_interval": self.interval("kills_per_sortie"),
            "bomb_runs": self.bombed,
            "on_target": round(value["on_target"], 4),
            "on_target_interval": self.interval("on_target"),
            "bombing_percent": round(value["bombing_percent"], 2),
            "bombing_percent_interval": self.interval("bombing_percent"),
            "crew": {name: round(value[name], 5) for name in FATES},
            "crew_intervals": {name: self.interval(name) for name in FATES},
            "by_station": {
                station: {"men": sum(self.men[station, fate] for fate in FATES)}
                | {fate: self.men[station, fate] for fate in FATES}
                for station in dict.fromkeys(station for station, _ in self.men)
            },
            "rolls_per_sortie": round(value["rolls_per_sortie"], 1),
        }


LEGS = ("out", "target", "home")
"""Where a flight may end."""


def interval(hits: int, of: int) -> list[float]:
    """The 95 % interval of a share (Wilson's), low and high."""
    return [round(end, 5) for end in wilson(hits, of)]


@define(eq=False)
class Comparison:
    """Two setups flown on the same seeds, pair by pair."""

    crosses: dict[str, Cross] = field(factory=lambda: {name: Cross() for name in FIGURES})
    differ: int = 0
    """Pairs in which anything that is measured came out otherwise."""

    def count(self, first: Flown, second: Flown) -> None:
        """Count a pair in."""
        these, those = first.counts(), second.counts()
        self.differ += these != those
        for cross, one, other in zip(self.crosses.values(), these, those, strict=True):
            cross.add(one, other)

    def take_in(self, other: Comparison) -> None:
        """Count in what has been counted elsewhere."""
        self.differ += other.differ
        for name, cross in self.crosses.items():
            cross.take_in(other.crosses[name])

    def figures(self, first: Tally, second: Tally) -> dict[str, Any]:
        """By how much each figure of the second is greater, with its 95 % interval; those of the crew under `crew`."""
        found: dict[str, Any] = {"pairs_that_differ": self.differ}
        crew: dict[str, Any] = {}
        for name, cross in self.crosses.items():
            value, ends = difference(first.ratios[name], second.ratios[name], cross)
            (crew if name in FATES else found)[name] = {
                "difference": round(value, 5),
                "interval": [round(end, 5) for end in ends],
            }
        return found | {"crew": crew}


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


def bench(ruleset: Ruleset, seconds: float, clock: Callable[[], float], *, seed: int = 0) -> dict[str, Any]:
    """Fly seeded sorties for so many seconds on one core, nobody listening; rates as measured by `clock`."""
    fly_many(ruleset, (Setup(ruleset.game.id, f"{seed} warm {n}") for n in range(20)))
    sorties = rolls = 0
    start = clock()
    passed = 0.0
    while passed < seconds or not sorties:
        s = fly(ruleset, Setup(ruleset.game.id, f"{seed} {sorties}"))
        sorties += 1
        rolls += s.rolls
        passed = clock() - start
    return {
        "game": ruleset.game.id,
        "sorties": sorties,
        "seconds": round(passed, 3),
        "sorties_per_second": round(sorties / passed, 1),
        "rolls_per_second": round(rolls / passed),
        "rolls_per_sortie": round(rolls / sorties, 1),
    }
