"""What a report tells of a flight, taken out of its events: the zones, the fights round by round, hits and shots."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING

from attrs import define, evolve, field
from bomberstream.core.events import Happening, RollEvent
from bomberstream.core.narrative import Line, Teller

from .render import as_words

if TYPE_CHECKING:
    from bomberstream.core.events import Event
    from bomberstream.core.sortie import Sortie

__all__ = ["Attacker", "Chapter", "Facts", "Round", "Shot", "facts_of"]

_PLACE = re.compile(r"(?P<who>.+) at (?P<clock>10:30|1:30|12|3|6|9)(?: o'clock)? (?P<level>high|level|low)")
_VERTICAL = {"diving straight down": "dive", "straight up from below": "climb"}
WHOLE = ("start", "debriefing")
"""Chapters that are no zones: their first line belongs to the story."""


@define(eq=False)
class Attacker:
    """A fighter in a round, as it was told."""

    who: str
    clock: str
    """One of the clock positions, "dive" or "climb"."""
    level: str = ""
    result: str = ""
    """What our guns did to it: "destroyed", "fboa" ..."""
    shells: int = 0
    """Shells of its that struck."""
    missed: bool = False


@define(eq=False)
class Shot:
    """A burst of ours."""

    gun: str
    at: Attacker
    hit: bool = False


@define(eq=False)
class Round:
    """One round of a fight."""

    attackers: dict[str, Attacker] = field(factory=dict)
    shots: list[Shot] = field(factory=list)

    def attacker(self, told: str) -> Attacker | None:
        """The fighter that goes by these words; None for words that give no place."""
        if told not in self.attackers:
            made = parse_attacker(told)
            if made is None:
                return None
            self.attackers[told] = made
        return self.attackers[told]


@define(eq=False)
class Chapter:
    """A part of the flight: what was before take-off, a zone on one of its legs, the end."""

    key: str
    title: str = ""
    number: int = 0
    leg: str = ""
    below: str = ""
    low: bool = False
    is_target: bool = False
    weather: str = ""
    story: list[Line] = field(factory=list)
    account: list[Line] = field(factory=list)
    """Every roll and decision."""
    rounds: list[Round] = field(factory=list)
    flak: int = 0
    """Shells of flak that struck."""
    shells: int = 0
    """Shells of fighters that struck."""
    kills: int = 0


@define(eq=False)
class Facts:
    """All of it."""

    chapters: list[Chapter] = field(factory=list)
    hits: Counter[str] = field(factory=Counter)
    """Area of the aeroplane to shells that struck there."""
    bursts: Counter[str] = field(factory=Counter)
    """Gun to bursts fired."""
    gun_hits: Counter[str] = field(factory=Counter)
    gun_kills: Counter[str] = field(factory=Counter)

    @property
    def zones(self) -> list[Chapter]:
        """The chapters that are zones."""
        return [one for one in self.chapters if one.number]


def parse_attacker(told: str) -> Attacker | None:
    """Read "Fw 190 at 12 o'clock high" or "Me 110 straight up from below"; None for anything else."""
    match = _PLACE.fullmatch(told)
    if match is not None:
        return Attacker(match["who"], match["clock"], match["level"])
    for tail, clock in _VERTICAL.items():
        if told.endswith(f" {tail}"):
            return Attacker(told.removesuffix(f" {tail}"), clock)
    return None


def facts_of(s: Sortie, log: Sequence[Event]) -> Facts:
    """Everything that a report tells."""
    facts = Facts([Chapter("start")])
    teller = Teller(s.ruleset.narrative, False, s.setup.seed)
    accountant = Teller(s.ruleset.narrative, True, s.setup.seed)
    reader = _Reader(facts)
    for event in log:
        reader.hear(event)
        here = facts.chapters[-1]
        for line in teller.tell(event):
            if line.kind != "heading":
                here.story.append(line)
            elif here.key in WHOLE:
                # What is told at the beginning and in the end are sentences of the story, not the name of a part.
                here.story.append(evolve(line, kind="story", indent=1))
            elif not here.title:
                here.title = line.text
            else:
                here.story.append(line)
        here.account += [line for line in accountant.tell(event) if line.kind in ("roll", "choice")]
    for one in facts.chapters:
        one.rounds = [round_ for round_ in one.rounds if round_.attackers]
    return facts


@define(eq=False)
class _Reader:
    """Goes through the events and keeps count."""

    facts: Facts
    shot: Shot | None = None
    coming: bool = True
    """Whether the next action of a fight opens a round of its own."""

    @property
    def here(self) -> Chapter:
        return self.facts.chapters[-1]

    def hear(self, event: Event) -> None:
        if isinstance(event, RollEvent):
            if event.role == "defensive_fire" and self.shot is not None:
                self.shot.hit = event.result == "hit"
                self.facts.gun_hits[self.shot.gun] += self.shot.hit
                self.shot = None
            return
        if not isinstance(event, Happening):
            return
        heard = getattr(self, f"_{event.type}", None)
        if heard is not None:
            heard(event.facts)

    # --- where it is

    def _zone(self, facts: dict[str, object]) -> None:
        number, leg = int(str(facts["number"])), str(facts["leg"])
        key = f"zone-{number}-{leg}"
        again = sum(one.key.startswith(key) for one in self.facts.chapters)
        self.facts.chapters.append(
            Chapter(
                key=f"{key}-{again + 1}" if again else key,
                number=number,
                leg=leg,
                below=str(facts.get("below", "")),
                low=bool(facts.get("low")),
                is_target=bool(facts.get("target")),
            )
        )
        self.coming = True

    def _home(self, facts: dict[str, object]) -> None:
        self.facts.chapters.append(Chapter("home"))
        self.here.weather = as_words(facts.get("weather"))

    def _debriefed(self, facts: dict[str, object]) -> None:
        self.facts.chapters.append(Chapter("debriefing"))

    def _weather(self, facts: dict[str, object]) -> None:
        self.here.weather = as_words(facts.get("weather"))

    # --- fights

    def _attacks(self, facts: dict[str, object]) -> None:
        self.here.rounds.append(Round())
        self.coming = False
        self._there(facts)

    def _attackers(self, facts: dict[str, object]) -> None:
        self.here.rounds.append(Round())
        self.coming = False
        for told in re.split(r", | and ", str(facts.get("who", ""))):
            self.here.rounds[-1].attacker(told)

    def _comes_again(self, facts: dict[str, object]) -> None:
        if not self.coming:
            self.here.rounds.append(Round())
        self._there(facts)
        self.coming = True

    def _there(self, facts: dict[str, object]) -> Attacker | None:
        if not self.here.rounds:
            self.here.rounds.append(Round())
        return self.here.rounds[-1].attacker(str(facts.get("fighter", "")))

    def _fires(self, facts: dict[str, object]) -> None:
        self.coming = False
        at = self._there(facts)
        gun = str(facts.get("gun", ""))
        self.facts.bursts[gun] += 1
        self.shot = Shot(gun, at if at is not None else Attacker("", "12"))
        if at is not None:
            self.here.rounds[-1].shots.append(self.shot)

    def _fighter_hit(self, facts: dict[str, object]) -> None:
        at = self._there(facts)
        if at is not None:
            at.result = str(facts.get("result", ""))
        if facts.get("result") == "destroyed":
            self.facts.gun_kills[str(facts.get("gun", ""))] += 1

    def _fighter_destroyed(self, facts: dict[str, object]) -> None:
        self.here.kills += 1

    def _fighter_misses(self, facts: dict[str, object]) -> None:
        self.coming = False
        at = self._there(facts)
        if at is not None:
            at.missed = True

    def _bomber_hit(self, facts: dict[str, object]) -> None:
        self.coming = False
        shells = int(str(facts.get("shells", 0)))
        self.here.shells += shells
        at = self._there(facts)
        if at is not None:
            at.shells += shells

    # --- damage

    def _flak_hits(self, facts: dict[str, object]) -> None:
        self.here.flak += int(str(facts.get("shells", 0)))

    def _shell_hit(self, facts: dict[str, object]) -> None:
        self.facts.hits[str(facts.get("area", ""))] += 1


def lines_of(chapter: Chapter) -> Iterator[str]:
    """The story of a chapter, a sentence a line."""
    for line in chapter.story:
        yield line.text
