"""Optional rules seen at work: short excerpts of flights in which a rule acts, to be read and compared line by line."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Any

from attrs import define, evolve, field

from ..events import ChoiceEvent, Event, Happening, RollEvent, StretchEvent
from ..flight import fly
from ..hooks import load_plugins
from ..narrative import Teller
from ..ruleset import Ruleset, compose
from ..sortie import Setup

__all__ = [
    "AtWork",
    "acted",
    "check_excerpt",
    "compose_at_work",
    "excerpt",
    "first_at_work",
    "is_at_work",
    "named",
    "rolled",
    "seed_of",
    "told",
]

BEFORE, AFTER = 3, 4
"""Lines round what a rule does that are shown with it."""
MOST = 45
"""Lines of an excerpt, from where on it breaks off."""
GAP = "..."
SEED = "seed: "
Mark = Callable[[Event], bool]


def named(*names: str) -> Mark:
    """Whether an event is a roll, a decision or a happening of one of these names."""

    def is_one(event: Event) -> bool:
        if isinstance(event, RollEvent):
            return event.role in names
        if isinstance(event, ChoiceEvent):
            return event.decision in names
        return isinstance(event, Happening) and event.type in names

    return is_one


def told(happening: str, **facts: Any) -> Mark:
    """Whether an event tells something, with these facts among others."""
    return lambda event: (
        isinstance(event, Happening)
        and event.type == happening
        and all(event.facts.get(name) == value for name, value in facts.items())
    )


def rolled(role: str, *results: str | int) -> Mark:
    """Whether an event is a roll with one of these results."""
    return lambda event: isinstance(event, RollEvent) and event.role == role and event.result in results


def acted(role: str, modifier: str) -> Mark:
    """Whether an event is a roll on which a modifier acts, named by its words."""
    return lambda event: (
        isinstance(event, RollEvent) and event.role == role and any(one.says == modifier for one in event.modifiers)
    )


@define(frozen=True)
class AtWork:
    """A flight in which a rule is seen at work: its setup, whose seed is searched for, and every mark that must come
    up in it."""

    setup: Setup
    marks: tuple[Mark, ...]
    rules: tuple[str, ...] = field(default=())
    """Rules beside those that it needs."""


def compose_at_work(game: str, rule: str, work: AtWork) -> Ruleset:
    """A game with a rule, those that it needs, and those that it is to be seen with."""
    plugins = load_plugins()
    needed = plugins.rules(game)[rule].requires
    return compose(plugins, game, rules=tuple(dict.fromkeys((*needed, *work.rules, rule))))


def is_at_work(log: Iterable[Event], marks: Iterable[Mark]) -> bool:
    """Whether each mark comes up."""
    log = list(log)
    return all(any(mark(event) for event in log) for mark in marks)


def first_at_work(ruleset: Ruleset, work: AtWork, seeds: int = 3000) -> Setup:
    """The setup with the first seed on which the rule is at work; raises `LookupError` when it is on none of them."""
    for seed in range(seeds):
        setup = evolve(work.setup, seed=seed)
        log: list[Event] = []
        fly(ruleset, setup, log=log)
        if is_at_work(log, work.marks):
            return setup
    raise LookupError(f"{', '.join(ruleset.rules)}: not seen at work on {seeds} seeds")


def seed_of(text: str) -> int:
    """The seed of an excerpt, which its first line gives."""
    return int(text.partition("\n")[0].removeprefix(SEED))


def excerpt(ruleset: Ruleset, setup: Setup, work: AtWork) -> str:
    """What the log says where the rule acts, with every roll and decision and a few lines round them."""
    log: list[Event] = []
    s = fly(ruleset, setup, log=log)
    teller = Teller(ruleset.narrative, verbose=True, seed=setup.seed)
    lines: list[str] = []
    marked: list[int] = []
    shown: set[int] = set()
    for event in log:
        found = list(teller.tell(event))
        told = ["    " * line.indent + line.text for line in found]
        if isinstance(event, StretchEvent):
            told = [f"[{event.stretch}]"]
        elif not shown and found and found[0].kind == "heading":
            # The briefing.
            shown.add(len(lines))
        if any(mark(event) for mark in work.marks):
            # What is not told is seen in the lines that follow it.
            marked += range(len(lines), len(lines) + max(1, len(told)))
        lines += told
    shown |= {place for mark in marked for place in range(mark - BEFORE, mark + AFTER + 1) if 0 <= place < len(lines)}
    text, last = [f"{SEED}{setup.seed}", f"rules: {', '.join(ruleset.rules)}"], -1
    for place in sorted(shown)[:MOST]:
        if place > last + 1:
            text.append(GAP)
        text.append(lines[place])
        last = place
    return "\n".join([*text, GAP, f"outcome: {s.outcome}"]) + "\n"


def check_excerpt(ruleset: Ruleset, work: AtWork, expected: str) -> None:
    """The flight of a stored excerpt still shows the rule at work, and reads line by line as it did."""
    setup = evolve(work.setup, seed=seed_of(expected))
    log: list[Event] = []
    fly(ruleset, setup, log=log)
    assert is_at_work(log, work.marks)
    told, wanted = excerpt(ruleset, setup, work).splitlines(), expected.splitlines()
    for number, (line, was) in enumerate(zip(told, wanted, strict=False), 1):
        assert line == was, f"{', '.join(ruleset.rules)}, line {number}"
    assert len(told) == len(wanted)
