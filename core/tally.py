"""What is counted of each sortie, the tally of many, and the comparison of two tallies pair by pair."""

from __future__ import annotations

from collections import Counter
from typing import Any

from attrs import define, field

from .figures import Cross, Ratio, difference, wilson
from .flight import status_of
from .sortie import Sortie

__all__ = ["FATES", "FIGURES", "Comparison", "Flown", "Tally", "interval"]


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
