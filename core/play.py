"""A flight played question by question: by a person at a screen, or by a program in his place.

A `Play` holds the answers that have been given. Asked to go on, it flies the sortie from its start with them, up to the
next question: a decision that standing orders have not been given leave to take, or a throw of the person's own dice. A
flight takes some milliseconds, so nobody notices; and undo, saves and odds come for nothing.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from fractions import Fraction
from typing import TYPE_CHECKING, Any

from attrs import define, evolve, field

from .decisions import Decider, Decision, Undecided
from .dice import Dice, NoSource, SeededSource, Source, Unthrown
from .errors import BomberstreamError, NotAllowed, SaveMismatch
from .events import Event, digest
from .flight import check_save, check_setup, fly, make_save, setup_of
from .tape import PERSON, Entry, Save, Tape, TapeSource

if TYPE_CHECKING:
    from .ruleset import Ruleset
    from .sortie import Setup, Sortie
    from .tables import CompiledTable

__all__ = ["ALL", "DICE", "Ask", "Likely", "Outlook", "Play", "Throw", "take_back"]

ALL = "*"
"""Stands among the decisions left to standing orders for every one of them."""
DICE = ("auto", "manual")
"""Who throws: the program, or a person."""


@define(frozen=True)
class Likely:
    """One result of a throw and how likely it is."""

    says: str
    chance: Fraction


@define(frozen=True)
class Outlook:
    """A throw that lies ahead, with everything known of it: exact odds, the modifiers that act now among them."""

    title: str
    dice: str
    rule: str = ""
    column: str | None = None
    modifiers: tuple[tuple[int, str], ...] = ()
    odds: tuple[Likely, ...] = ()


@define(frozen=True)
class Ask:
    """A decision to be taken."""

    decision: Decision
    options: tuple[str, ...]
    told: tuple[str, ...]
    """The options in words."""
    suggested: str
    """What the standing orders would take; empty when they are silent."""
    about: str
    """What it is about, where the same is asked of several things."""
    sortie: Sortie = field(repr=False)


@define(frozen=True)
class Throw:
    """Dice to be thrown."""

    dice: Dice
    purpose: str
    outlook: Outlook
    sortie: Sortie = field(repr=False)


@define(eq=False)
class _Asking:
    """Takes what has been left to the standing orders, and what there is but one way to take."""

    orders: Decider
    ordered: set[str]

    def take(self, s: Sortie, decision: Decision, keys: Sequence[str], subjects: Sequence[Any]) -> str | None:
        if len(keys) == 1:
            return keys[0]
        if ALL in self.ordered or decision.id in self.ordered:
            return self.orders.take(s, decision, keys, subjects)
        return None


@define(eq=False)
class Play:
    """A flight being played."""

    ruleset: Ruleset
    setup: Setup
    dice: str = "auto"
    """One of `DICE`."""
    entries: list[Entry] = field(factory=list)
    """The tape so far; what has not been flown yet at its end."""
    taken_back: int = 0
    ordered: set[str] = field(factory=set)
    """Decisions left to the standing orders; `ALL` for every one."""
    log: list[Event] = field(factory=list)
    """What has happened so far."""
    sortie: Sortie | None = None
    """The flight as it stands."""
    waiting: Ask | Throw | None = None
    """The question that is open; None when the flight is over, or has not begun."""

    @classmethod
    def of_save(cls, save: Save, ruleset: Ruleset) -> Play:
        """A flight that was saved, flown up to where it was left.

        Raises `SaveMismatch` with what is wrong: a setup that is not known, tables that differ, another digest.
        """
        differs = check_save(save, ruleset)
        setup = setup_of(save)
        for line in check_setup(setup, ruleset):
            raise SaveMismatch(line)
        if save.dice not in DICE:
            raise SaveMismatch(f"damaged, dice: expected one of {', '.join(DICE)}, got {save.dice!r}")
        made = cls(
            ruleset, setup, save.dice, entries=save.tape(), taken_back=save.taken_back, ordered=set(save.ordered)
        )
        unknown = sorted(made.ordered - {ALL, *ruleset.decisions})
        if unknown:
            raise SaveMismatch("; ".join([f"there is no decision {unknown[0]!r}", *differs]))
        try:
            made.go_on()
        except SaveMismatch as wrong:
            raise SaveMismatch("; ".join([str(wrong), *differs])) from None
        except BomberstreamError as wrong:
            raise SaveMismatch("; ".join([f"setup: {wrong}", *differs])) from None
        if digest(made.log) != save.digest:
            raise SaveMismatch("; ".join([f"the digest is {digest(made.log)}, the save has {save.digest}", *differs]))
        return made

    @property
    def is_over(self) -> bool:
        """Whether it has been flown to its end and debriefed."""
        return self.sortie is not None and self.sortie.finished

    def go_on(self) -> Ask | Throw | None:
        """Fly to the next question; None when the flight is over. Raises what a flight raises."""
        tape, log = Tape.replay(self.entries, strict=False), list[Event]()
        dice: Source = NoSource() if self.dice == "manual" else SeededSource(self.setup.seed)
        asking = _Asking(self.ruleset.orders, self.ordered)
        self.waiting = None
        try:
            s = fly(self.ruleset, self.setup, source=TapeSource(tape, dice), orders=asking, log=log, tape=tape)
        except Undecided as left_open:
            s, self.waiting = left_open.sortie, self._ask(left_open)
        except Unthrown as left_open:
            s = left_open.flight
            self.waiting = Throw(left_open.dice, left_open.purpose, _outlook(left_open), s)
        tape.check_end()
        self.sortie, self.log, self.entries = s, log, tape.entries
        return self.waiting

    def _ask(self, asked: Undecided) -> Ask:
        s = asked.sortie
        told = [str(getattr(one, "told", key)) for key, one in zip(asked.options, asked.subjects, strict=False)]
        told += asked.words or [one.replace("_", " ") for one in asked.options[len(told) :]]
        suggested = self.ruleset.orders.take(s, asked.decision, asked.options, asked.subjects)
        return Ask(asked.decision, asked.options, tuple(told), suggested or "", asked.about, s)

    # --- answers

    def answer(self, choice: str) -> None:
        """Take the decision that is open; raises `NotAllowed` for what is not on offer."""
        if not isinstance(self.waiting, Ask):
            raise NotAllowed("no decision is open")
        if choice not in self.waiting.options:
            raise NotAllowed(f"{choice!r} is not on offer: {', '.join(self.waiting.options)}")
        self.entries.append(Entry("choice", self.waiting.decision.id, result=choice, by=PERSON))
        self.waiting = None

    def throw(self, faces: Sequence[int]) -> None:
        """Give the dice that are asked for, as they fell; raises `NotAllowed` for impossible ones."""
        if not isinstance(self.waiting, Throw):
            raise NotAllowed("no throw is open")
        self.entries.append(Entry("roll", self.waiting.purpose, self.waiting.dice.check(faces)))
        self.waiting = None

    def leave_to_orders(self, *, everything: bool = False) -> None:
        """The standing orders take this decision, and from now on whenever it comes up; or all that come.

        Raises `NotAllowed` when no decision is open.
        """
        if not isinstance(self.waiting, Ask):
            raise NotAllowed("no decision is open")
        decision, suggested = self.waiting.decision.id, self.waiting.suggested
        if not suggested:
            raise NotAllowed(f"the standing orders say nothing of {decision!r}")
        self.answer(suggested)
        self.ordered.add(ALL if everything else decision)

    def undo(self) -> bool:
        """Take the last answer back, and with it whatever came of it; says whether there was one.

        The decision is asked for again, whoever has been taking it since. The count of what was taken back grows.
        """
        left = take_back(self.entries, self.dice)
        if left is None:
            return False
        last = self.entries[len(left)]
        self.ordered -= {last.of, ALL}
        self.entries, self.waiting = left, None
        self.taken_back += 1
        return True

    # --- looking ahead

    def odds(self, option: str) -> Outlook | None:
        """The first throw that comes when an option of the open decision is taken, with its exact odds.

        What has to be decided before it is left to the standing orders. None when no dice come any more.
        """
        assert isinstance(self.waiting, Ask)
        ahead = Entry("choice", self.waiting.decision.id, result=option)
        tape = Tape.replay([*self.entries, ahead], strict=False)
        try:
            fly(
                self.ruleset,
                self.setup,
                source=TapeSource(tape, NoSource()),
                orders=self.ruleset.orders,
                log=[],
                tape=tape,
            )
        except Unthrown as left_open:
            return _outlook(left_open)
        return None

    # --- keeping it

    def save(self, **more: Any) -> Save:
        """A save of the flight up to the open question; `more` are fields of `Save` that the caller knows of."""
        assert self.sortie is not None
        made = make_save(self.sortie, self.log, taken_back=self.taken_back)
        return evolve(made, dice=self.dice, ordered=tuple(sorted(self.ordered)), **more)


def take_back(entries: Sequence[Entry], dice: str = "auto") -> list[Entry] | None:
    """A tape without its last answer and what came after it; None when there is none to take back.

    The last answer is the last decision that a person took, or the last throw of his own dice; of a flight that
    standing orders flew, the last decision of all.
    """

    def last(is_it: Any) -> int | None:
        return next((place for place in range(len(entries) - 1, -1, -1) if is_it(entries[place])), None)

    place = last(lambda one: one.by == PERSON or (dice == "manual" and one.kind == "roll"))
    if place is None:
        place = last(lambda one: one.kind == "choice")
    return None if place is None else list(entries[:place])


def _outlook(left_open: Unthrown) -> Outlook:
    table, s = left_open.table, left_open.sortie
    if table is None or s is None:
        return Outlook(left_open.purpose.replace("_", " "), left_open.dice.name)
    explained = table.explain(s, table.mean)
    return Outlook(
        title=f"{table.id} {table.table.title}".strip(),
        dice=left_open.dice.name,
        rule=table.rule,
        column=left_open.column,
        modifiers=tuple((value, says) for value, says, _ in explained),
        odds=tuple(_odds(s, table, left_open.column)),
    )


def _odds(s: Sortie, table: CompiledTable, column: str | None) -> Iterator[Likely]:
    """Results with their exact chances in the present situation, the natural throw told to each modifier."""
    assert table.dice is not None
    chances: dict[str, Fraction] = {}
    for natural, chance in table.dice.odds().items():
        total = natural if table.modify is None else natural + table.modify(s, natural)
        cell = table.find(natural, total, column)
        result = cell.result if cell.result is not None else cell.hit or cell.on
        says = str(result).replace("_", " ")
        chances[says] = chances.get(says, Fraction(0)) + chance
    for says, chance in chances.items():
        yield Likely(says, chance)
