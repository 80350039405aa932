"""Decisions, and the standing orders that take them when nobody is there.

A decision has a fixed list of options ("yes", "no"), or offers subjects: fighters, guns, men. Orders are
TOML in the `when` language:

    [orders.evade]
    choose = "no"
    [[orders.evade.case]]
    when = "engines_out >= 1"
    choose = "yes"

    [orders.escort_removes]
    best = "fighter.threat"          # worked out for each subject; the greatest is taken

The first case whose condition holds and whose choice is on offer decides, then the order itself.
"""

from __future__ import annotations

import ast
from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import TYPE_CHECKING, Any, Protocol

from attrs import define, evolve

from .conditions import compile_function
from .errors import BadData, BomberstreamError, did_you_mean
from .fields import filled_in

if TYPE_CHECKING:
    from .conditions import Condition, Vocabulary
    from .sortie import Sortie

__all__ = ["DECLINE", "SLOTS", "Case", "Decider", "Decision", "Orders", "Standing", "Undecided", "compile_orders"]

DECLINE = "none"
"""The option to take none of the subjects offered."""

SLOTS = ("fighter", "gun", "man", "station", "offer")
"""Places of the sortie that may hold the subject of a decision while an order weighs it."""

YES_NO = ("yes", "no")


@define(frozen=True)
class Decision:
    """A kind of decision that a game asks for."""

    id: str
    asks: str
    """The question, in a line."""
    rule: str = ""
    options: tuple[str, ...] = ()
    """The fixed options; empty when subjects are offered."""
    slot: str = ""
    """What the subjects are, one of `SLOTS`: the place of the sortie that holds each in turn while an order
    weighs it."""
    may_decline: bool = False
    """Whether `none` may be chosen."""


class Undecided(BomberstreamError):
    """A decision that neither tape nor orders take: a person is asked, and the sortie played again."""

    def __init__(
        self,
        decision: Decision,
        options: Sequence[str],
        sortie: Sortie,
        subjects: Sequence[Any] = (),
        about: str = "",
        words: Sequence[str] = (),
    ) -> None:
        super().__init__(f"nobody decides {decision.id!r}: {decision.asks} ({', '.join(options)})")
        self.decision = decision
        self.options = tuple(options)
        self.sortie = sortie
        self.subjects = tuple(subjects)
        """The fighters, guns or men on offer, in the order of `options`; none for a decision of fixed options."""
        self.about = about
        """In words what it is about, where the same is asked of several things."""
        self.words = tuple(words)
        """The options in words, where their names alone do not tell."""


@define(frozen=True)
class Case:
    """One case of an order, as data."""

    when: str | None = None
    choose: str | None = None
    best: str | None = None
    least: str | None = None


@define(frozen=True)
class Standing:
    """A standing order, as data."""

    choose: str | None = None
    best: str | None = None
    least: str | None = None
    case: tuple[Case, ...] = ()
    where: str = filled_in()
    below: Standing | None = filled_in(None)  # noqa: RUF009
    """The order that decides where this one does not."""


@define(frozen=True)
class _Rule:
    when: ast.expr | None
    choose: str | None
    weigh: Condition | None
    sign: int


class Decider(Protocol):
    """Who takes decisions when nobody sits there: standing orders, or anything that answers like them."""

    def take(self, s: Sortie, decision: Decision, keys: Sequence[str], subjects: Sequence[Any]) -> str | None:
        """The option to take; None to leave it to a person."""


@define(frozen=True)
class _Order:
    """The rules of one order as one function: which option to take, or the number of the rule that weighs."""

    ask: Callable[[Sortie, Sequence[str]], str | int | None]
    rules: tuple[_Rule, ...]


@define(frozen=True)
class Orders:
    """Compiled standing orders."""

    orders: Mapping[str, _Order]

    def take(self, s: Sortie, decision: Decision, keys: Sequence[str], subjects: Sequence[Any]) -> str | None:
        """The option that the orders take; None when they are silent.

        A case whose choice is not on offer is passed over for the next. A `best` order takes the subject with
        the greatest value above zero, or declines where `none` is on offer; elsewhere it takes the greatest
        whatever it is. The first of equals is taken.
        """
        order = self.orders.get(decision.id)
        if order is None:
            return None
        chosen = order.ask(s, keys)
        if isinstance(chosen, int):
            return self._weigh(s, decision, order.rules[chosen], keys, subjects)
        return chosen

    @staticmethod
    def _weigh(s: Sortie, decision: Decision, rule: _Rule, keys: Sequence[str], subjects: Sequence[Any]) -> str:
        slot, weigh = decision.slot, rule.weigh
        assert weigh is not None
        held = getattr(s, slot)
        chosen, greatest = DECLINE, 0 if DECLINE in keys else None
        try:
            for key, subject in zip(keys, subjects, strict=False):
                setattr(s, slot, subject)
                value = rule.sign * weigh(s)
                if greatest is None or value > greatest:
                    chosen, greatest = key, value
        finally:
            setattr(s, slot, held)
        return chosen


def compile_orders(given: Mapping[str, Standing], decisions: Mapping[str, Decision], vocabulary: Vocabulary) -> Orders:
    """Check orders against the game's decisions and compile them; raises `BadData` with every fault.

    `when` must be true or false, `best` and `least` numbers; an order that says nothing is none.
    """
    problems: list[str] = []
    orders: dict[str, _Order] = {}
    for name, order in given.items():
        made: list[_Rule] = []
        layer: Standing | None = order
        while layer is not None:
            try:
                made += _compile_order(name, layer, decisions, vocabulary)
            except BadData as wrong:
                problems += wrong.problems
            layer = layer.below
        orders[name] = _Order(_as_function(made), tuple(made))
    if problems:
        raise BadData(problems)
    return Orders(orders)


def _as_function(rules: Sequence[_Rule]) -> Callable[[Sortie, Sequence[str]], str | int | None]:
    """One function for all the rules of an order: it is asked for at every zone, and calls nothing in between."""
    body: list[ast.stmt] = []
    for number, rule in enumerate(rules):
        tests = [] if rule.when is None else [rule.when]
        if rule.choose is not None:
            tests.append(ast.Compare(ast.Constant(rule.choose), [ast.In()], [ast.Name("keys", ast.Load())]))
        answer = ast.Return(ast.Constant(number if rule.choose is None else rule.choose))
        body.append(ast.If(_all_of(tests), [answer], []) if tests else answer)
    body.append(ast.Return(ast.Constant(None)))
    return compile_function("order", ("s", "keys"), body)


def _all_of(tests: list[ast.expr]) -> ast.expr:
    return tests[0] if len(tests) == 1 else ast.BoolOp(ast.And(), tests)


def _compile_order(
    name: str, order: Standing, decisions: Mapping[str, Decision], vocabulary: Vocabulary
) -> Iterator[_Rule]:
    """The rules of one order, in the order in which they are asked; raises `BadData` with every fault."""
    problems: list[str] = []
    where = f"{order.where}: order {name!r}" if order.where else f"order {name!r}"
    decision = decisions.get(name)
    if decision is None:
        raise BadData(f"{where}: no such decision; {did_you_mean(name, decisions)}".rstrip("; "))
    cases = [*order.case]
    if (order.choose, order.best, order.least) != (None, None, None):
        cases.append(Case(None, order.choose, order.best, order.least))
    if not cases:
        problems.append(f"{where}: it says nothing; give one of choose, best, least, or cases")
    for place, case in enumerate(cases, 1):
        try:
            yield _compile_case(case, decision, vocabulary)
        except BadData as wrong:
            at = where if case.when is None and place == len(cases) else f"{where}, case {place}"
            problems += (f"{at}: {line}" for line in wrong.problems)
    if problems:
        raise BadData(problems)


def _compile_case(case: Case, decision: Decision, vocabulary: Vocabulary) -> _Rule:
    said = [one for one in (case.choose, case.best, case.least) if one is not None]
    if len(said) != 1:
        raise BadData("say one of choose, best, least")
    choose = case.choose
    if choose is not None:
        known = decision.options or ((DECLINE,) if decision.may_decline else ())
        if decision.options and choose in ("always", "never") and decision.options == YES_NO:
            choose = "yes" if choose == "always" else "no"
        if known and choose not in known and (decision.options or decision.slot == ""):
            raise BadData(f"no option {choose!r}; {did_you_mean(choose, known)}".rstrip("; "))
    elif not decision.slot:
        raise BadData(f"{decision.id!r} offers fixed options: use choose")
    weigh = case.best if case.best is not None else case.least
    return _Rule(
        when=None if case.when is None else vocabulary.parse(case.when, kind="flag"),
        choose=choose,
        weigh=None if weigh is None else vocabulary.compile(weigh, kind="number"),
        sign=1 if case.best is not None else -1,
    )


def merge_orders(*layers: Mapping[str, Standing]) -> dict[str, Standing]:
    """Later orders stand before earlier ones for the same decision, which decide where the later are silent, or name
    what is not on offer."""
    merged: dict[str, Standing] = {}
    for layer in layers:
        for name, order in layer.items():
            merged[name] = evolve(order, below=merged.get(name))
    return merged


def plain_orders(raw: Mapping[str, Any], where: str) -> dict[str, Standing]:
    """Read orders as a person writes them: a word ("always", "never", an option) or a table."""
    from .loading import structure

    read: dict[str, Standing] = {}
    problems: list[str] = []
    for name, one in raw.items():
        if isinstance(one, str):
            read[name] = Standing(choose=one, where=where)
            continue
        try:
            order = structure(one, Standing, f"{where}: order {name!r}")
            read[name] = Standing(order.choose, order.best, order.least, order.case, where)
        except BadData as wrong:
            problems += wrong.problems
    if problems:
        raise BadData(problems)
    return read
