"""The tape: every throw and every decision of a sortie, and the save file that keeps it.

Playing a tape again under the same ruleset and setup gives the same sortie. When tables have changed in
the meantime, the first roll that comes out otherwise is named.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from pathlib import Path
from typing import Any, Literal

from attrs import asdict, define, field

from .dice import Dice, Faces, SeededSource, Source
from .errors import BadData, SaveMismatch
from .keeping import read_kept, write_kept
from .loading import structure

__all__ = ["Entry", "Save", "Tape", "TapeSource", "load_save", "write_save"]

FORMAT = 1
PERSON = "person"
"""Who took a decision that was asked for; other decisions are those of standing orders."""


@define(frozen=True)
class Entry:
    """One thing on the tape."""

    kind: Literal["roll", "choice"]
    of: str
    """The table or purpose of a roll, the decision of a choice."""
    faces: Faces = ()
    total: int | None = None
    result: str = ""
    """What the roll gave, or what was chosen."""
    by: str = ""
    """"person" for a decision that a person took; empty for standing orders, and for rolls."""

    @property
    def is_bare(self) -> bool:
        """Whether it is a throw of a person's dice that has not been read on any table yet."""
        return self.kind == "roll" and self.total is None


@define(eq=False)
class Tape:
    """Records a sortie as it is played; with entries `ahead` it plays those first."""

    entries: list[Entry] = field(factory=list)
    ahead: list[Entry] = field(factory=list)
    strict: bool = False
    """Whether the sortie must keep to the tape to its end (a replay)."""

    @classmethod
    def replay(cls, entries: Iterable[Entry], *, strict: bool = True) -> Tape:
        """A tape that plays recorded entries."""
        return cls(ahead=list(reversed(list(entries))), strict=strict)

    def _differs(self, found: str) -> SaveMismatch:
        return SaveMismatch(f"the tape differs at entry {len(self.entries) + 1}: {found}")

    def next_faces(self, dice: Dice, purpose: str) -> Faces:
        """The recorded faces of the next throw."""
        if not self.ahead:
            raise self._differs(f"it ends, but the rules ask for {dice} for {purpose}")
        entry = self.ahead[-1]
        if entry.kind != "roll":
            raise self._differs(f"it has the decision {entry.of!r}, the rules ask for {dice} for {purpose}")
        if len(entry.faces) != dice.count or any(not 1 <= face <= dice.sides for face in entry.faces):
            raise self._differs(f"it has {list(entry.faces)} for {entry.of}, the rules ask for {dice} for {purpose}")
        return entry.faces

    def roll(self, of: str, faces: Faces, total: int, result: str) -> None:
        """Record a throw; in a replay it must be the recorded one."""
        now = Entry("roll", of, faces, total, result)
        if self.ahead:
            then = self.ahead.pop()
            if then != now and not (then.is_bare and then.faces == faces):
                raise self._differs(f"{_told(then)} on the tape, {_told(now)} now; the tables or rules have changed")
        self.entries.append(now)

    def next_choice(self, decision: str, options: Sequence[str]) -> str | None:
        """The recorded choice of the next decision; None when the tape is at its end."""
        if not self.ahead:
            if self.strict:
                raise self._differs(f"it ends, but the rules ask for the decision {decision!r}")
            return None
        entry = self.ahead[-1]
        if entry.kind != "choice" or entry.of != decision:
            raise self._differs(f"{_told(entry)} on the tape, the rules ask for the decision {decision!r}")
        if entry.result not in options:
            raise self._differs(f"{decision} = {entry.result!r} on the tape, but the options are {list(options)}")
        return entry.result

    def choice(self, decision: str, chosen: str) -> None:
        """Record a decision."""
        by = self.ahead.pop().by if self.ahead else ""
        self.entries.append(Entry("choice", decision, result=chosen, by=by))

    def check_end(self) -> None:
        """Raise `SaveMismatch` when a replayed sortie ended before its tape did."""
        if self.ahead:
            raise self._differs(f"the sortie is over, but {len(self.ahead)} entries are left on the tape")


def _told(entry: Entry) -> str:
    if entry.kind == "choice":
        return f"{entry.of} = {entry.result!r}"
    return f"{entry.of} {list(entry.faces)} = {entry.total} {entry.result!r}"


class TapeSource:
    """Faces from a tape; past its end `then` goes on, unless the sortie must keep to the tape.

    Seeded dice that go on are thrown along with the tape: a stretch that it breaks off in is finished with the
    dice that would have followed, none of them twice.
    """

    def __init__(self, tape: Tape, then: Source | None = None) -> None:
        self._tape = tape
        self._then = None if tape.strict else then

    def begin(self, stretch: str) -> None:
        if self._then is not None:
            self._then.begin(stretch)

    def throw(self, dice: Dice, purpose: str = "") -> Faces:
        then = self._then
        if then is not None and not self._tape.ahead:
            return then.throw(dice, purpose)
        faces = self._tape.next_faces(dice, purpose)
        if isinstance(then, SeededSource):
            then.throw(dice, purpose)
        return faces


@define(frozen=True)
class SavedSetup:
    """What a save tells of the setup; only its form is checked here."""

    bomber: str | None = None
    campaign: int | None = None
    target: str | None = None
    date: str | None = None
    options: Mapping[str, str] = field(factory=dict)
    carried: Mapping[str, Any] = field(factory=dict)


@define(frozen=True)
class Save:
    """A save file: what was flown under which tables, and the tape."""

    format: int
    version: str
    game: str
    setup: Mapping[str, Any]
    rules: tuple[str, ...]
    tables: Mapping[str, str]
    """Table id to a hash of its data."""
    seed: str
    entries: tuple[tuple[Any, ...], ...]
    digest: str
    finished: bool
    taken_back: int = 0
    """How often a decision was taken back."""
    dice: str = "auto"
    """Who throws: "auto" for the program, "manual" for a person with dice of his own."""
    ordered: tuple[str, ...] = ()
    """Decisions that a person has left to the standing orders; "*" for all."""
    orders: Mapping[str, Any] = field(factory=dict)
    """Standing orders of the person's own, as he wrote them."""
    lying_on: tuple[str, ...] = ()
    """Folders of tables that lay on the game's own."""
    house: tuple[str, ...] = ()
    """Files of house rules."""
    told: str = ""
    """In a line how far an unfinished flight has come."""

    def tape(self) -> list[Entry]:
        """The entries of the tape; raises `SaveMismatch` when the file is damaged."""
        made = []
        for place, one in enumerate(self.entries, 1):
            match one:
                case (str(of), [*faces], int() | None as total, str(result)) if all(type(f) is int for f in faces):
                    made.append(Entry("roll", of, tuple(faces), total, result))
                case (str(of), str(result)):
                    made.append(Entry("choice", of, result=result))
                case (str(of), str(result), "person"):
                    made.append(Entry("choice", of, result=result, by=PERSON))
                case _:
                    raise SaveMismatch(f"tape entry {place} cannot be read: {list(one)!r}")
        return made


def pack_entries(entries: Iterable[Entry]) -> tuple[tuple[Any, ...], ...]:
    """Entries as the save file keeps them."""
    return tuple(
        (entry.of, list(entry.faces), entry.total, entry.result)
        if entry.kind == "roll"
        else (entry.of, entry.result, *filter(None, [entry.by]))
        for entry in entries
    )


def write_save(path: Path, save: Save) -> None:
    """Write a save; an old one is never half lost. Raises `SaveMismatch` in one line when it cannot be written."""
    write_kept(path, asdict(save))


def load_save(path: Path) -> Save:
    """Read a save file; raises `SaveMismatch` in one line for anything that is not one."""
    raw = read_kept(path, "save file")
    if raw["format"] != FORMAT:
        raise SaveMismatch(f"{path}: save format {raw['format']!r}; this version reads format {FORMAT}")
    try:
        save = structure(raw, Save, "damaged")
        structure(save.setup, SavedSetup, "damaged, setup")
    except BadData as wrong:
        raise SaveMismatch(f"{path}: {wrong.problems[0]}") from None
    return save
