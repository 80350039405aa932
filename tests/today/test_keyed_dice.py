"""The dice of a stretch are its own: what a rule throws in one zone leaves every other stretch as it was."""

from __future__ import annotations

from collections.abc import Iterable
from functools import cache

import pytest
from bomberstream.core.dice import Dice, Faces, SeededSource
from bomberstream.core.events import Event, RollEvent, StretchEvent
from bomberstream.core.flight import fly
from bomberstream.core.game import OptionalRule
from bomberstream.core.hooks import load_plugins
from bomberstream.core.procedure import Step
from bomberstream.core.ruleset import Ruleset, RulesetBuilder
from bomberstream.core.sortie import Setup, Sortie

SEEDS = range(8)
ZONE = 3
"""The zone in which the rule throws, on the way out."""


def compose_with(rule: OptionalRule) -> Ruleset:
    """The daylight game with a rule switched on."""
    plugins = load_plugins()
    builder = RulesetBuilder(plugins.game("today"), plugins)
    builder.take_rule(rule)
    return builder.compose()


def superstition(s: Sortie) -> None:
    """Dice of every kind that the game throws, to no effect."""
    for dice in ("2d6", "1d10", "1d6", "d66", "d100"):
        s.throw(dice, "superstition")


def rule(*, before: str = "", after: str = "") -> OptionalRule:
    """An optional rule that throws in zone 3 on the way out, before or after a step."""
    new = Step("superstition", superstition, "house 1", when=f"outbound and zone.number == {ZONE}")
    return OptionalRule(
        "superstition",
        "Superstition",
        "house 1",
        ("today",),
        lambda builder: builder.step(new, before=before, after=after),
    )


@pytest.fixture(scope="module")
def at_the_end() -> Ruleset:
    """Throws when everything else in the zone has been thrown."""
    return compose_with(rule(after="zone.divert"))


@pytest.fixture(scope="module")
def at_the_start() -> Ruleset:
    """Throws before anything else in the zone, whose own dice are other ones then."""
    return compose_with(rule(before="zone.weather"))


@cache
def flown(ruleset: Ruleset, seed: int) -> list[Event]:
    """The log of a sortie."""
    log: list[Event] = []
    fly(ruleset, Setup("today", seed), log=log)
    return log


def by_stretch(log: Iterable[Event]) -> dict[str, list[tuple[str, Faces, int]]]:
    """The throws of each stretch in order: purpose, faces, total."""
    found: dict[str, list[tuple[str, Faces, int]]] = {}
    here: list[tuple[str, Faces, int]] = []
    for event in log:
        if isinstance(event, StretchEvent):
            here = found.setdefault(event.stretch, [])
        elif isinstance(event, RollEvent):
            here.append((event.role, event.faces, event.total))
    return found


def own(throws: list[tuple[str, Faces, int]]) -> list[tuple[str, Faces, int]]:
    """Throws without those of the rule."""
    return [one for one in throws if one[0] != "superstition"]


@pytest.mark.rule("today 4.0")
def test_the_rule_throws_on_most_of_the_seeds(at_the_end: Ruleset, at_the_start: Ruleset) -> None:
    for ruleset in (at_the_end, at_the_start):
        logs = [by_stretch(flown(ruleset, seed)) for seed in SEEDS]
        where = [{name for name, throws in log.items() if own(throws) != throws} for log in logs]
        assert all(found <= {f"out {ZONE}", f"out {ZONE} again", f"out {ZONE} turning"} for found in where)
        assert sum(map(bool, where)) >= 5


@pytest.mark.rule("today 4.0")
@pytest.mark.parametrize("seed", SEEDS)
def test_every_other_stretch_has_the_throws_it_had(today: Ruleset, at_the_end: Ruleset, seed: int) -> None:
    plain, ruled = by_stretch(flown(today, seed)), by_stretch(flown(at_the_end, seed))
    assert list(ruled) == list(plain)
    assert {name: own(throws) for name, throws in ruled.items()} == plain


@pytest.mark.rule("today 4.0")
@pytest.mark.parametrize("seed", SEEDS)
def test_dice_thrown_first_shift_those_of_their_own_stretch_alone(
    today: Ruleset, at_the_start: Ruleset, seed: int
) -> None:
    """What happens in zone 3 may change the flight from there on; what the dice show may not."""
    plain, ruled = by_stretch(flown(today, seed)), by_stretch(flown(at_the_start, seed))
    if f"out {ZONE}" not in plain:
        assert ruled == plain
        return
    names = list(plain)
    before = names[: names.index(f"out {ZONE}")]
    assert {name: ruled[name] for name in before} == {name: plain[name] for name in before}
    for name in plain.keys() & ruled.keys() - {f"out {ZONE}"}:
        same = [(mine, yours) for mine, yours in zip(plain[name], ruled[name], strict=False) if mine[0] == yours[0]]
        # The first throw of a stretch is the same one, as long as it is thrown for the same thing.
        if same and plain[name][0][0] == ruled[name][0][0]:
            assert plain[name][0][1] == ruled[name][0][1], name


@pytest.mark.rule("today 4.0")
def test_dice_thrown_first_do_shift_their_own_stretch(today: Ruleset, at_the_start: Ruleset) -> None:
    shifted = 0
    for seed in SEEDS:
        plain, ruled = by_stretch(flown(today, seed)), by_stretch(flown(at_the_start, seed))
        name = f"out {ZONE}"
        shifted += name in plain and own(ruled[name]) != plain[name]
    assert shifted >= 5


@pytest.mark.rule("today 4.0")
@pytest.mark.parametrize("seed", SEEDS)
def test_faces_depend_on_seed_and_stretch_alone(today: Ruleset, at_the_start: Ruleset, seed: int) -> None:
    """Throw by throw: as long as the same dice are thrown in a stretch they show the same, whatever for."""

    class Recorder(SeededSource):
        def __init__(self, seed: int) -> None:
            super().__init__(seed)
            self.shown: dict[str, list[tuple[str, Faces]]] = {}
            self.begun: list[str] = []

        def begin(self, stretch: str) -> None:
            super().begin(stretch)
            self.begun.append(stretch)

        def throw(self, dice: Dice, purpose: str = "") -> Faces:
            faces = super().throw(dice, purpose)
            times = self.begun.count(self.begun[-1])
            self.shown.setdefault(f"{self.begun[-1]}#{times}", []).append((dice.name, faces))
            return faces

    plain, ruled = Recorder(seed), Recorder(seed)
    fly(today, Setup("today", seed), source=plain)
    fly(at_the_start, Setup("today", seed), source=ruled)
    both = plain.shown.keys() & ruled.shown.keys()
    assert len(both) >= 3
    compared = 0
    for key in both:
        for (dice, faces), (other_dice, other_faces) in zip(plain.shown[key], ruled.shown[key], strict=False):
            if dice != other_dice:
                break
            assert faces == other_faces, key
            compared += 1
    assert compared >= 10


@pytest.mark.rule("today 4.0")
def test_stretches_of_one_seed_differ_and_so_do_seeds(today: Ruleset) -> None:
    logs = [by_stretch(flown(today, seed)) for seed in SEEDS]
    weather = {throws[0][1] for log in logs for name, throws in log.items() if name.startswith("out ") and throws}
    assert len(weather) >= 5


@pytest.mark.rule("today 4.0")
def test_a_rule_that_throws_nothing_changes_nothing(today: Ruleset) -> None:
    idle = OptionalRule(
        "idle",
        "Idle",
        "house 2",
        ("today",),
        lambda builder: builder.step(Step("idle", lambda s: None), after="recall"),
    )
    ruleset = compose_with(idle)
    for seed in SEEDS:
        assert by_stretch(flown(ruleset, seed)) == by_stretch(flown(today, seed))
