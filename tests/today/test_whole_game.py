"""The daylight game as a whole: every flight ends, everything occurs, losses and kills are neither absurd nor zero."""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import pytest
from bomberstream.core.coverage import Coverage
from bomberstream.core.decisions import Decider, Decision
from bomberstream.core.events import Event, digest
from bomberstream.core.flight import fly, replay
from bomberstream.core.hooks import load_plugins
from bomberstream.core.ruleset import Ruleset, RulesetBuilder, Watcher, compose
from bomberstream.core.sortie import Setup, Sortie
from bomberstream.core.tape import Tape
from bomberstream.core.testing import ALL_CHECKS, RandomOrders, playthrough

GOLDEN = Path(__file__).parent / "golden"
PLAYTHROUGHS = {
    "b-17f_1943": Setup("today", 6, bomber="b-17f", campaign=2, options={"air_force": "8", "missions": "12"}),
    "b-17g_berlin": Setup("today", 3, bomber="b-17g", campaign=4, target="Berlin", options={"air_force": "8"}),
    "b-24d_1943": Setup("today", 5, bomber="b-24d", campaign=2, options={"air_force": "15"}),
    "b-24j_italy": Setup("today", 8, bomber="b-24j", campaign=5, options={"air_force": "15", "missions": "20"}),
}

# Three tailplane hits on one side in one flight are a matter of one flight in some hundred thousand; the verb
# has a test of its own.
RARE_VERBS = {"tailplane_lost"}


def matrix(ruleset: Ruleset) -> list[Setup]:
    """Every bomber in every campaign and air force in which it is issued."""
    return [
        Setup("today", seed, bomber=bomber, campaign=campaign.number, options={"air_force": force})
        for campaign in ruleset.campaigns.values()
        for force, bombers in campaign.bombers.items()
        for bomber in bombers
        for seed in range(12)
    ]


@pytest.mark.rule("today 3.0")
def test_seeds_1_to_1000_end_in_a_proper_outcome(today: Ruleset) -> None:
    for seed in range(1, 1001):
        s = fly(today, Setup("today", seed))
        assert s.outcome in today.game.outcomes
        assert all(man.is_dead or man.fate for man in s.bomber.crew), f"seed {seed}: a man without a fate"


@pytest.mark.rule("today 3.0")
def test_every_bomber_flies_in_every_campaign_in_which_it_is_issued(today: Ruleset) -> None:
    setups = matrix(today)
    assert {setup.bomber for setup in setups} == set(today.bombers)
    for setup in setups:
        s = fly(today, setup)
        assert s.bomber.type.id == setup.bomber
        assert s.campaign == setup.campaign
        assert s.bomber.type.is_issued(s.date)


@pytest.mark.parametrize("check", ALL_CHECKS, ids=lambda check: check.__name__)
def test_conformance(today: Ruleset, check) -> None:
    check(today, [Setup("today", seed, options={"missions": str(seed)}) for seed in range(60)])


class PressOn:
    """Decides at random, but as the standing orders have it where a choice would end the flight early."""

    EARLY_ENDS = frozenset({"scrub", "abort", "divert", "come_down", "jumps_at_base"})

    def __init__(self, seed: int, standing: Decider) -> None:
        self.standing, self.random = standing, RandomOrders(seed)

    def take(self, s: Sortie, decision: Decision, keys: Sequence[str], subjects: Sequence[Any]) -> str | None:
        orders = self.standing if decision.id in self.EARLY_ENDS else self.random
        return orders.take(s, decision, keys, subjects)


def black_day(watch: Watcher) -> Ruleset:
    """The game with far more fighters and flak, so that a flight meets what one in a thousand meets else."""
    plugins = load_plugins()
    game = RulesetBuilder(plugins.game("today"), plugins, watch=watch)
    for table, value in {"5-1": 6, "5-2": 4, "5-8": 2, "6-2": 4}.items():
        game.modifier(table, value, says="a black day")
    return game.compose()


def test_over_10000_sorties_everything_occurs(record_property) -> None:
    """Flights under standing orders, and under such as now and then decide at random, and some on black days for
    what takes a bomber shot to pieces; what has not occurred is told."""
    seen = Coverage()
    ruleset = compose(load_plugins(), "today", watch=seen.see)
    for seed in range(3000):
        fly(ruleset, Setup("today", seed, options={"missions": str(seed % 36)}))

    def now_and_then(count: int, one_in: int, **setup: Any) -> None:
        for seed in range(count):
            orders = RandomOrders(seed, standing=ruleset.orders, one_in=one_in)
            fly(ruleset, Setup("today", seed, **setup), orders=orders)

    now_and_then(3000, 4)
    now_and_then(600, 3, campaign=3, target="Augsburg", options={"air_force": "15"})  # over the Alps
    now_and_then(700, 12, campaign=1, options={"air_force": "8"})  # the hardest fights
    now_and_then(700, 12, campaign=2, options={"air_force": "8"})
    now_and_then(1000, 6, campaign=4, target="Mulhouse", options={"air_force": "8"})  # neutral ground beside it

    hard = black_day(seen.see)

    def press_on(count: int, **setup: Any) -> None:
        for seed in range(count):
            fly(hard, Setup("today", seed, **setup), orders=PressOn(seed, hard.orders))

    press_on(650)
    press_on(300, campaign=3, target="Augsburg", options={"air_force": "15"})
    press_on(150, campaign=4, target="Mulhouse", options={"air_force": "8"})
    missing = seen.missing(ruleset)
    for kind, names in missing.items():
        record_property(f"never seen: {kind}", ", ".join(names) or "none")
        print(f"never seen: {kind}: {', '.join(names) or 'none'}")
    assert missing["step"] == []
    assert missing["decision"] == []
    assert missing["outcome"] == []
    assert set(missing["verb"]) <= RARE_VERBS
    for name, decision in ruleset.decisions.items():
        taken = seen.choices(name)
        assert set(decision.options) <= set(taken), f"{name} was only ever decided as {sorted(taken)}"


@pytest.mark.parametrize(
    ("campaign", "least", "most"),
    [(1, 5, 15), (2, 3, 12), (3, 2, 11), (4, 3, 12), (5, 2, 10), (6, 0.5, 7)],
)
def test_losses_and_kills_are_neither_absurd_nor_zero(today: Ruleset, campaign: int, least: float, most: float) -> None:
    """400 seeded sorties of a crew of some experience. The bands, in per cent missing, are about four standard
    errors wide on each side of the rates that 1,000 sorties gave: a false alarm is less likely than 1 in 10,000."""
    flown = [
        fly(today, Setup("today", seed, campaign=campaign, options={"air_force": "8", "missions": "8"}))
        for seed in range(400)
    ]
    missing = 100 * sum(s.outcome in today.game.losses for s in flown) / len(flown)
    kills = sum(s.game.kills for s in flown) / len(flown)
    hits = sum(s.game.bomb_run == "on_target" for s in flown) / len(flown)
    assert least < missing < most
    assert 0.05 < kills < 5
    assert 0.3 < hits < 0.95


def test_the_same_seed_gives_the_same_digest_in_another_process(today: Ruleset) -> None:
    log: list[Event] = []
    fly(today, Setup("today", 4711), log=log)
    code = (
        "from bomberstream.core.hooks import load_plugins\n"
        "from bomberstream.core.ruleset import compose\n"
        "from bomberstream.core.flight import fly\n"
        "from bomberstream.core.sortie import Setup\n"
        "from bomberstream.core.events import digest\n"
        "log = []\n"
        "fly(compose(load_plugins(), 'today'), Setup('today', 4711), log=log)\n"
        "print(digest(log))\n"
    )
    told = subprocess.run(
        [sys.executable, "-c", code],
        capture_output=True,
        text=True,
        check=True,
        env={"PYTHONHASHSEED": "77", "PATH": ""},
    )
    assert told.stdout.strip() == digest(log)


def test_a_replay_of_a_tape_is_the_flight(today: Ruleset) -> None:
    setup = Setup("today", 99)
    tape, log, again = Tape(), [], []
    fly(today, setup, log=log, tape=tape)
    replay(today, setup, tape.entries, log=again)
    assert digest(log) == digest(again)


@pytest.mark.parametrize("name", sorted(PLAYTHROUGHS))
def test_golden_playthrough(today: Ruleset, name: str) -> None:
    """Line by line; `python tools/playthroughs.py` writes them anew."""
    expected = (GOLDEN / f"{name}.txt").read_text(encoding="utf-8").splitlines()
    told = playthrough(today, PLAYTHROUGHS[name]).splitlines()
    for number, (line, wanted) in enumerate(zip(told, expected, strict=False), 1):
        assert line == wanted, f"{name}, line {number}"
    assert len(told) == len(expected)
