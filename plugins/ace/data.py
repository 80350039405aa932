"""What rows of the tables carry: bases, ranks, skills, awards, levels of victory."""

from __future__ import annotations

from attrs import define

__all__ = ["AwardData", "Base", "LogRow", "RankData", "SkillData", "VictoryData", "ZoneData"]


@define(frozen=True)
class Base:
    """A unit and where it lies (3.1.3, 3.1.4)."""

    unit: str
    base: str
    zone: str
    aircraft: tuple[str, ...] = ()
    """Types that a beginner may choose there; none where any may be flown."""


@define(frozen=True)
class ZoneData:
    """A base zone (3.1.2)."""

    bases: tuple[str, ...]
    intruders_from: str = ""
    """The month from which intruders wait over its fields."""


@define(frozen=True)
class LogRow:
    """A row of the sortie log."""

    date: str


@define(frozen=True)
class SkillData:
    """A skill and who may learn it (10.1.2)."""

    name: str
    men: tuple[str, ...]


@define(frozen=True)
class AwardData:
    """An award and what it takes (10.2)."""

    name: str
    kills: int = 0
    flights: int = 0
    wounds: int = 0
    rolled: bool = False
    """Whether it is rolled for, from that many kills on."""
    grade: int = 0
    """Which grade of the Knight's Cross it is."""


@define(frozen=True)
class RankData:
    """A rank and what comes with it (10.3)."""

    track: str
    order: int
    cheap_move: bool = False
    """One change of unit for a point less."""
    scrounges: str = ""
    """How spare parts are got: by a "roll", or "always"."""
    replacement: int = 0
    """Experience of a man who comes for one who is lost."""
    final: bool = False
    """Whether it is only reached as the game ends."""


@define(frozen=True)
class VictoryData:
    """A level of victory: the least number of kills."""

    least: int
