"""A sortie: the state of one flight, and the few things a step may do with it.

A step rolls (`roll`, `throw`, `carry_out`), asks (`choose`, `pick`), applies effects (`apply`), and tells
(`note`). The sortie holds everything, its dice included; rules hold nothing.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any, NoReturn, TypeVar

from attrs import define, field

from .bomber import NO_BOMBER, NO_GUN, Bomber, Gun
from .combat import NO_FIGHTER, Fighter
from .crew import NOBODY, Crewman, Station
from .decisions import DECLINE, Decider, Decision, Standing, Undecided
from .dice import Deck, Dice, Faces, Source, Unthrown, parse_dice
from .errors import BadData, did_you_mean
from .events import ChoiceEvent, Event, Happening, ModifierShown, RollEvent, StretchEvent
from .tables import Cell, CompiledTable, Rolled
from .zones import Zone

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable

    from .effects import Action
    from .procedure import CompiledProcedure, CompiledStep
    from .ruleset import Ruleset
    from .tape import Tape

__all__ = ["DECISIONS", "ORDERS", "Cause", "FlightState", "Setup", "Sortie", "SortieOver"]

Subject = TypeVar("Subject")
Card = TypeVar("Card")

DEEPEST = 50
"""Rolls within the effects of rolls: no table leads so deep, but a ring of them does."""

DECISIONS = (Decision("reroll", "Keep the throw, or make it again?", options=("keep", "reroll")),)
"""What is asked here."""
ORDERS = {"reroll": Standing(choose="keep")}
"""What stands where a game orders nothing else."""


class SortieOver(BaseException):
    """The flight has ended; nothing of it goes on. Not an error, and never caught by a step."""


@define(frozen=True)
class Setup:
    """Who flies what, where and when. What is left open is rolled or chosen by the game."""

    game: str
    seed: int | str = 0
    bomber: str | None = None
    campaign: int | None = None
    target: str | None = None
    date: str | None = None
    options: Mapping[str, str] = field(factory=dict)
    """The game's own options: crew experience, place in the formation ..."""
    carried: Mapping[str, Any] = field(factory=dict)
    """What a tour carries into the flight, as plain data under names of the game's own: the men with what they have
    behind them, the aeroplane, luck held back."""


class Cause:
    """What is happening to the bomber while a `with` lasts.

    A flight that ends within keeps the cause, as in procedures: who looks at a loss must know what brought it.
    """

    __slots__ = ("cause", "held", "s")

    def __init__(self, s: Sortie, cause: str) -> None:
        self.s, self.cause, self.held = s, cause, ""

    def __enter__(self) -> None:
        self.held, self.s.under_attack_by = self.s.under_attack_by, self.cause

    def __exit__(self, kind: type[BaseException] | None, *_: object) -> None:
        if kind is None:
            self.s.under_attack_by = self.held


class FlightState:
    """What a game keeps of a flight beside what every flight has; each game derives its own.

    The methods are what effects of any game's tables may ask of the game being played.
    """

    __slots__ = ()

    def leave_formation(self, s: Sortie, reason: str) -> None:
        """The bomber can no longer keep its place."""

    def descend(self, s: Sortie, reason: str) -> None:
        """The bomber must come down to where men live without oxygen and heat."""

    def slow_down(self, s: Sortie, reason: str) -> None:
        """The bomber needs two turns for a zone from now on."""

    def abort(self, s: Sortie, reason: str, *, with_group: bool = False) -> None:
        """The mission must be given up."""

    def may_abort(self, s: Sortie, reason: str) -> None:
        """The mission may be given up."""

    def may_leave_post(self, s: Sortie, man: Crewman) -> bool:
        """Whether a man may leave his place to fight a fire."""
        return True

    def come_down(self, s: Sortie) -> None:
        """The bomber must come down where it is; the flight ends."""

    def bail_out(self, s: Sortie, kind: str) -> None:
        """The crew leave the bomber, "controlled" or "uncontrolled"; the flight ends."""

    def lose(self, s: Sortie, how: str, outcome: str = "") -> None:
        """The bomber is gone with all aboard; the flight ends, as `outcome` where the table says so."""

    # --- what a player sees

    def bound_for(self, s: Sortie) -> str:
        """Where the flight goes; empty while nobody knows."""
        return ""

    def track(self, s: Sortie) -> Iterable[str]:
        """The way, and how far the flight has come on it, in lines; none in a game without a track, or before it has
        been laid out."""
        return ()

    def attackers(self, s: Sortie) -> Sequence[Fighter]:
        """The fighters of the present fight, those among them that are out of action."""
        return () if s.fighter is NO_FIGHTER else (s.fighter,)


@define(eq=False)
class Sortie:
    """One flight under a ruleset."""

    ruleset: Ruleset
    setup: Setup
    source: Source
    orders: Decider
    tables: Mapping[str, CompiledTable] = field(factory=dict)
    """Tables by role and by id, as they answer for this bomber in this game."""
    procedures: Mapping[str, CompiledProcedure] = field(factory=dict)
    log: list[Event] | None = None
    """The events, when somebody listens."""
    tape: Tape | None = None
    game: Any = field(factory=FlightState)
    """The game's own state, a `FlightState` of its own kind once it has begun to set up."""
    bomber: Bomber = NO_BOMBER
    date: str = ""
    campaign: int = 0
    zone: Zone = field(factory=lambda: Zone(1, is_base=True))
    outbound: bool = True
    step: CompiledStep | None = None
    stretch: str = ""

    fighter: Fighter = NO_FIGHTER
    """The fighter that a roll or an order is about."""
    gun: Gun = NO_GUN
    """The gun that a roll or an order is about."""
    man: Crewman = NOBODY
    """The man whom a roll, an effect or an order is about."""
    station: Station | None = None
    """The station that an order is about."""
    offer: Any = None
    """Anything else that an order is about: an aircraft to be had, a base, a skill ..."""
    hit_engine: int = 0
    hit_side: str = ""
    hit_section: str = ""
    last: Rolled | None = None
    """The roll that a second thought is about."""
    last_role: str = ""
    last_table: str = ""

    rerolls: int = 0
    """Throws that may still be made again."""
    rolls: int = 0
    pending: list[tuple[Action, ...]] = field(factory=list)
    """Effects that take hold on entering the next zone."""
    kept: dict[str, Any] = field(factory=dict)
    """What optional rules keep of this flight, each under its own id."""
    depth: int = 0
    """How many rolls are being carried out, one within the effects of another."""
    zones_entered: int = 0
    under_attack_by: str = ""
    """What is happening to the bomber now: "fighter", "flak", "mechanical" ...; the cause of a loss."""
    outcome: str = ""
    cause: str = ""
    finished: bool = False
    """Whether it has been flown to its end and debriefed."""
    watch: Callable[[str, str], None] | None = None
    leaving: str = ""
    """The procedure whose remaining steps are passed over."""

    # --- dice

    def begin(self, stretch: str) -> None:
        """A new stretch of the flight: its dice are its own."""
        self.stretch = stretch
        self.source.begin(stretch)
        if self.log is not None:
            self.log.append(StretchEvent(stretch, *self._at()))

    def roll(self, role: str, column: str | None = None) -> Rolled:
        """Throw on the table of a role (or a printed id) and find the row; nothing is applied yet.

        `column` is named by the step where the table does not say which one applies.
        """
        # As in `roll_table`, written out: nothing is called as often.
        table = self.tables[role]
        rolled = self._throw_on(table, role, column)
        if self.rerolls and self._throws_again(rolled, role, table.id):
            rolled = self._throw_on(table, role, column)
        return rolled

    def roll_table(self, table: CompiledTable, purpose: str, column: str | None = None) -> Rolled:
        """Throw on a table and find the row; a lucky man may throw again."""
        rolled = self._throw_on(table, purpose, column)
        if self.rerolls and self._throws_again(rolled, purpose, table.id):
            rolled = self._throw_on(table, purpose, column)
        return rolled

    def _throws_again(self, rolled: Rolled, purpose: str, table: str) -> bool:
        self.last, self.last_role, self.last_table = rolled, purpose, table
        if self.choose("reroll") == "keep":
            return False
        self.rerolls -= 1
        return True

    def _throw_on(self, table: CompiledTable, purpose: str, column: str | None) -> Rolled:
        if column is None and table.column is not None:
            column = table.column(self)
        dice = table.dice
        assert dice is not None, f"{table.id} is a look-up table and is not rolled"
        try:
            faces = self.source.throw(dice, purpose)
        except Unthrown as left_open:
            left_open.table, left_open.column, left_open.sortie = table, column, self
            raise
        modify = table.modify
        shift = 0 if modify is None else modify(self, dice.read(faces))
        rolled = table.known.get((column, shift, faces)) or table.rolled(column, shift, faces)
        self.rolls += 1
        if self.tape is not None or self.log is not None:
            self._record(table, rolled, column)
        return rolled

    def _record(self, table: CompiledTable, rolled: Rolled, column: str | None) -> None:
        cell = rolled.cell
        result = cell.result if cell.result is not None else cell.hit or cell.on
        if self.tape is not None:
            self.tape.roll(table.id or table.role, rolled.faces, rolled.total, str(result))
        if self.log is not None:
            step, rule = self._at()
            self.log.append(
                RollEvent(
                    step=step,
                    rule=table.rule or rule,
                    table=table.id,
                    role=table.role,
                    title=table.table.title,
                    dice=table.table.dice,
                    faces=rolled.faces,
                    natural=rolled.natural,
                    modifiers=tuple(ModifierShown(*one) for one in table.explain(self, rolled.natural)),
                    total=rolled.total,
                    column=column,
                    result=result,
                    hit=cell.hit,
                    text=cell.text,
                )
            )

    def throw(self, dice: str, purpose: str) -> int:
        """A throw without a table; gives the natural total. A lucky man may throw again."""
        kind = parse_dice(dice)
        faces, total = self._throw_plain(kind, purpose)
        if self.rerolls:
            rolled = Rolled(Cell(str(total), total, "", "", (), None), faces, total, total)
            if self._throws_again(rolled, purpose, ""):
                _, total = self._throw_plain(kind, purpose)
        return total

    def _throw_plain(self, dice: Dice, purpose: str) -> tuple[Faces, int]:
        faces = self.source.throw(dice, purpose)
        total = dice.read(faces)
        self.rolls += 1
        if self.tape is not None or self.log is not None:
            self._record_plain(dice, purpose, faces, total, total)
        return faces, total

    def draw(self, deck: Deck[Card], purpose: str) -> Card:
        """Take a card from a deck at random, recorded like a throw; raises `NotAllowed` when none is left.

        Luck that throws dice again does not draw again.
        """
        dice = deck.dice(purpose)
        faces = self.source.throw(dice, purpose)
        card = deck.take(dice.read(faces))
        self.rolls += 1
        if self.tape is not None or self.log is not None:
            self._record_plain(dice, purpose, faces, dice.read(faces), str(card))
        return card

    def _record_plain(self, dice: Dice, purpose: str, faces: Faces, total: int, result: str | int) -> None:
        if self.tape is not None:
            self.tape.roll(purpose, faces, total, str(result))
        if self.log is not None:
            self.log.append(
                RollEvent(*self._at(), "", purpose, purpose, dice.name, faces, total, (), total, None, result)
            )

    def chance(self, role: str, result: str, column: str | None = None) -> int:
        """How likely a result is in the present situation, in thousandths; nothing is thrown.

        For orders that weigh one gun or target against another. Modifiers count, rerolls do not.
        """
        table = self.tables[role]
        if column is None and table.column is not None:
            column = table.column(self)
        shift = 0 if table.modify is None else table.modify(self, table.mean)
        return table.likelihood(result, column, shift)

    def carry_out(self, role: str, column: str | None = None) -> Rolled:
        """Roll, and apply the row's effects."""
        rolled = self.roll(role, column)
        effects = rolled.cell.effects
        if effects:
            if self.depth >= DEEPEST:
                where = self.tables[role].table.where
                raise BadData(
                    f"{where}: {role}: rolls on within itself again and again; let a row lead out of the ring"
                )
            self.depth += 1
            try:
                for action in effects:
                    action(self)
            finally:
                self.depth -= 1
        return rolled

    def apply(self, effects: Sequence[Action]) -> None:
        """Apply compiled effects in order."""
        for action in effects:
            action(self)

    # --- decisions

    def choose(self, kind: str, among: Sequence[str] | None = None, about: str = "", words: Sequence[str] = ()) -> str:
        """Take a decision among its fixed options, or those of them that are open now: from the tape, the orders,
        or a person. `about` says in words what it is about, where the same is asked of several things; `words` are
        the options as a person is offered them, where their names alone do not tell."""
        decision = self.ruleset.decisions[kind]
        return self._decide(decision, decision.options if among is None else among, (), about, words)

    def pick(self, kind: str, subjects: Sequence[Subject], *, decline: bool = False, about: str = "") -> Subject | None:
        """Take a decision among subjects (fighters, guns, men), each with a `key`; None to decline. `about` as in
        `choose`: which gun fires, who needs the outlet."""
        if not subjects:
            return None
        keys = [one.key for one in subjects]  # type: ignore[attr-defined]
        options = [*keys, DECLINE] if decline else keys
        chosen = self._decide(self.ruleset.decisions[kind], options, subjects, about)
        return None if chosen == DECLINE else subjects[keys.index(chosen)]

    def _decide(
        self,
        decision: Decision,
        options: Sequence[str],
        subjects: Sequence[Any],
        about: str,
        words: Sequence[str] = (),
    ) -> str:
        chosen, by, tape = None, "tape", self.tape
        if tape is not None:
            chosen = tape.next_choice(decision.id, options)
            if chosen is not None:
                by = tape.ahead[-1].by or by
        if chosen is None:
            chosen, by = self.orders.take(self, decision, options, subjects), "orders"
        if chosen is None:
            raise Undecided(decision, options, self, subjects, about, words)
        if tape is not None:
            tape.choice(decision.id, chosen)
        if self.watch is not None:
            self.watch("decision", f"{decision.id}: {'a subject' if subjects and chosen != DECLINE else chosen}")
        if self.log is not None:
            self._record_choice(decision, options, subjects, chosen, by, about)
        return chosen

    def _record_choice(
        self, decision: Decision, options: Sequence[str], subjects: Sequence[Any], chosen: str, by: str, about: str
    ) -> None:
        assert self.log is not None
        step, rule = self._at()
        told = chosen
        if subjects and chosen != DECLINE:
            subject = subjects[list(options).index(chosen)]
            told = str(getattr(subject, "told", chosen))
        if about:
            told = f"{about}, {told}"
        self.log.append(ChoiceEvent(step, decision.rule or rule, decision.id, tuple(options), chosen, by, told))

    # --- telling

    def note(self, happening: str, **facts: str | int | float | bool) -> None:
        """Something took place: told to the log and to whoever listens for it."""
        if self.watch is not None:
            if happening not in self.ruleset.happenings:
                hint = did_you_mean(happening, self.ruleset.happenings)
                raise BadData(f"no happening {happening!r} in {self.ruleset.game.id}; {hint}".rstrip("; "))
            self.watch("happening", happening)
        if self.log is not None:
            self.log.append(Happening(happening, *self._at(), facts))
        heard_by = self.ruleset.listeners.get(happening)
        if heard_by:
            for listener in heard_by:
                listener(self, facts)

    def is_heard(self, happening: str) -> bool:
        """Whether anybody would hear of it: asked first where the facts of a `note` take time to gather."""
        return self.log is not None or self.watch is not None or happening in self.ruleset.listeners

    def _at(self) -> tuple[str, str]:
        return (self.step.name, self.step.rule) if self.step is not None else ("", "")

    # --- the flow of play

    def run(self, procedure: str) -> None:
        """Carry out a procedure's steps in order, each when its condition holds."""
        self.procedures[procedure].carry_out(self)

    def left(self, procedure: str, outer: CompiledStep | None) -> None:
        """A step has left a running procedure: this one is at its end, and if it was meant, all is well again."""
        if self.leaving == procedure:
            self.leaving = ""
        self.step = outer

    def caused_by(self, cause: str) -> Cause:
        """While this lasts, what is lost is put down to a cause; afterwards to what it was before."""
        return Cause(self, cause)

    def leave(self, procedure: str) -> None:
        """Pass over what is left of a running procedure, and of those within it."""
        self.leaving = procedure

    def run_step(self, procedure: str, name: str) -> None:
        """Carry out one step of a procedure by itself; raises `BadData` with the nearest for an unknown one."""
        steps = {step.name: step for step in self.procedures.get(procedure, ())}
        if name not in steps:
            raise BadData(f"no step {name!r} in procedure {procedure!r}; {did_you_mean(name, steps)}".rstrip("; "))
        step = self.step = steps[name]
        with self.caused_by(step.cause or self.under_attack_by):
            step.do(self)

    def end(self, outcome: str, cause: str = "") -> NoReturn:
        """The flight ends here."""
        self.outcome = outcome
        self.cause = cause or self.under_attack_by
        if self.watch is not None:
            self.watch("outcome", outcome)
        raise SortieOver(outcome)

    def enter_zone(self, zone: Zone) -> None:
        """The bomber is in a new zone; what waited for the next zone takes hold now."""
        zone.entry = self.zones_entered
        self.zones_entered += 1
        self.zone = zone
        if self.pending:
            waiting, self.pending = self.pending, []
            for effects in waiting:
                self.apply(effects)
