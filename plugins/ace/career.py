"""A career: pilot and crew, aircraft and base, points, awards and delays, from sortie to sortie.

It is plain data, handed from one sortie to the next in `Setup.carried`. A sortie changes its own copy alone.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from attrs import asdict, define, field
from bomberstream.core.errors import BadData
from bomberstream.core.loading import structure

from . import choices

__all__ = [
    "ACE",
    "DEATHS",
    "EXECUTED",
    "KILLED",
    "LAST_ROW",
    "LOG_DONE",
    "NO_SORTIE_LEFT",
    "UNFIT",
    "Away",
    "Career",
    "Member",
    "Period",
]

LOG_DONE = "log_done"
NO_SORTIE_LEFT = "no_sortie_left"
UNFIT = "unfit"
KILLED = "killed"
EXECUTED = "executed"
"""What ends a career: the last row of the log (4.1.1), delays beyond it (4.1.2), a wound that leaves him unfit (9.2.2),
death in action (4.1.3), or at the hands of his own side (11.4)."""
DEATHS = frozenset({KILLED, EXECUTED})
"""Those in which the pilot dies."""

LAST_ROW = 96
"""Rows of the sortie log: eight a month, August 1943 to July 1944."""
A_MONTH = 8
ACE = 5
"""Kills that make an ace (10.2.7)."""
EVERY = 4
LED = 3
"""Sorties for one Experience Point, and under Leadership (10.1.1, 10.1.2)."""
HIGHEST_LEVEL = 9


@define(eq=False)
class Member:
    """A man of the crew, with what he has learnt."""

    number: int
    """His own in this career, from 1, the pilot."""
    name: str
    trade: str
    rank: str = ""
    experience: int = 0
    """Experience Points that he may spend."""
    sorties: int = 0
    skills: list[str] = field(factory=list)
    expert: list[str] = field(factory=list)
    """Series of aircraft in which a pilot is an expert."""
    is_stand_in: bool = False

    @property
    def worth(self) -> int:
        """How much he has learnt, for who keeps his seat: skills, and points for more."""
        return len(self.skills) * 2 + self.experience


@define(eq=False)
class Away:
    """A man in hospital: the first row of the log on which he may fly again."""

    man: Member
    until: int


@define(eq=False)
class Period:
    """What counts for the next promotion (10.3.4)."""

    kills: int = 0
    crosses: int = 0
    awards: int = 0
    crashes: int = 0

    @property
    def tens_of_kills(self) -> int:
        """Whole tens of kills."""
        return self.kills // 10


@define(eq=False)
class Career:
    """Everything that lasts beyond a sortie."""

    track: str
    """"officer" or "nco"."""
    rank: str
    unit: str
    base: str
    zone: str
    aircraft: str
    crew: dict[str, Member] = field(factory=dict)
    """Trade to the man who flies."""
    men: int = 0
    """Numbers given out."""
    row: int = 1
    """The row of the log that is played next."""
    kills: int = 0
    kills_before: int = 0
    """Kills with which a historical pilot starts."""
    needs: int = 0
    """What a historical pilot must reach in all (11.2.3); 0 for anybody else."""
    flights: int = 0
    wounds: int = 0
    points: int = 0
    level: int = 0
    awards: list[str] = field(factory=list)
    honours: list[str] = field(factory=list)
    """What has given prestige once: "ace", "mosquito", "b17", "newsreel"."""
    period: Period = field(factory=Period)
    delays: dict[str, int] = field(factory=dict)
    """Reason to the first row on which he may fly again."""
    away: list[Away] = field(factory=list)
    surplus: list[Member] = field(factory=list)
    """Men for whom an aircraft had no seat (10.5.6)."""
    old_crew: list[Member] = field(factory=list)
    """Men who fly with somebody else while the pilot is in hospital (10.5.4)."""
    in_hospital: bool = False
    cheap_moves: int = 0
    """Changes of unit for one point that his ranks allow (10.3.2)."""
    deck: list[int] | None = None
    """Combat cards left; None for a deck that has not been shuffled."""
    deck_month: int = 0
    witness: int = 0
    """Crashes that will be credited without a roll (event 9)."""
    ended: str = ""
    """Why the career is over, in words; empty while it is on."""
    ended_by: str = ""
    """What ended it: `LOG_DONE`, `KILLED` ...; empty while it is on."""
    victory: str = ""
    ace: str = ""
    kept: dict[str, Any] = field(factory=dict)
    """What optional rules keep, each under its own id."""

    @classmethod
    def read(cls, plain: Mapping[str, Any]) -> Career:
        """A career from plain data; raises `BadData` with every fault."""
        career = structure(plain, cls, "career")
        if "pilot" not in career.crew:
            raise BadData("career, crew: the pilot is missing")
        return career

    def plain(self) -> dict[str, Any]:
        """As plain data."""
        return asdict(self)

    @property
    def pilot(self) -> Member:
        """The pilot."""
        return self.crew["pilot"]

    @property
    def month(self) -> int:
        """The month of service, 1 (August 1943) to 12."""
        return (self.row - 1) // A_MONTH + 1

    @property
    def free_from(self) -> int:
        """The first row on which he may fly."""
        return max([self.row, *self.delays.values()])

    @property
    def delayed_by(self) -> str:
        """Why he does not fly on this row; empty when he does."""
        late = [(until, why) for why, until in self.delays.items() if until > self.row]
        return max(late)[1] if late else ""

    @property
    def is_ace(self) -> bool:
        """Whether he has five kills."""
        return self.kills >= ACE

    def delay(self, why: str, sorties: int) -> None:
        """Lose the next so many sorties; delays run side by side."""
        if sorties > 0:
            begins = self.row + 1 if choices.DELAYS_RUN_TOGETHER else max(self.row + 1, self.free_from)
            self.delays[why] = max(self.delays.get(why, 0), begins + sorties)

    def earn(self, points: int = 1) -> None:
        """Prestige Points, each of which raises the level too (10.4.2)."""
        self.points += points
        self.level = min(HIGHEST_LEVEL, self.level + points)

    def honour(self, once: str) -> bool:
        """Prestige that is given once; whether it was given now."""
        if once in self.honours:
            return False
        self.honours.append(once)
        self.earn()
        return True

    def recruit(self, name: str, trade: str, rank: str = "", experience: int = 0) -> Member:
        """A new man in a seat."""
        self.men += 1
        man = self.crew[trade] = Member(self.men, name, trade, rank, experience)
        return man

    def count_sortie(self) -> Iterator[Member]:
        """A sortie was flown: it counts for every man, and gives some a point; those who got one (10.1.1)."""
        self.flights += 1
        every = LED if "leadership" in self.pilot.skills else EVERY
        for man in self.crew.values():
            man.sorties += 1
            if man.sorties % every == 0:
                man.experience += 1
                yield man
