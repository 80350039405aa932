"""The night game as a whole: every flight ends, everything occurs, losses and kills are neither absurd nor zero."""

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
    "lancaster_berlin": Setup("tonight", 22, bomber="lancaster", campaign=8, options={"missions": "8"}),
    "halifax-iii_1944": Setup("tonight", 29, bomber="halifax-iii", campaign=9, options={"missions": "8"}),
    "halifax-ii_lorient": Setup("tonight", 23, bomber="halifax-ii", campaign=4, options={"missions": "8"}),
    "stirling_1943": Setup("tonight", 55, bomber="stirling", campaign=5, options={"missions": "8"}),
}
BAD_NIGHT = "stirling_1943"
"""One of them does not come home."""

# What one flight in many thousands meets; each has a scripted test of its own (test_tonight_rare.py and others).
RARE = {
    "step": {"fighter.very_high"},
    "decision": {"lighten", "takes_ammunition_from", "navigates"},
    "verb": {"repairable", "oil_leak", "wing_torn_off"},
    "outcome": set(),
    "happening": {
        "fire_rages",
        "engine_restarts",
        "out_of_reach",
        "alps_crash",
        "last_engine",
        "last_engine_gives_out",
        "lightened",
        "no_engines",
        "ammunition",
        "drowns",
        "malta",
        "looks_for_pass",
        "wing_torn_off",
    },
}
RARE_OPTIONS = {
    "altitude": {"very_high"},  # none of the night's own bombers: tests/crossover
    "malta": {"yes"},
}


def test_every_excuse_is_for_something_that_the_game_has(tonight: Ruleset) -> None:
    known = Coverage().missing(tonight)
    assert RARE.keys() == known.keys()
    for kind, rare in RARE.items():
        assert rare <= set(known[kind]), kind
    for decision, options in RARE_OPTIONS.items():
        assert options <= set(tonight.decisions[decision].options), decision


def matrix(ruleset: Ruleset) -> list[Setup]:
    """Every bomber in every campaign in which it is issued."""
    return [
        Setup("tonight", seed, bomber=bomber, campaign=campaign.number)
        for campaign in ruleset.campaigns.values()
        for bombers in campaign.bombers.values()
        for bomber in bombers
        for seed in range(12)
    ]


@pytest.mark.rule("tonight 3.0", "tonight 7.0", "tonight 8.0")
def test_seeds_1_to_1000_end_in_a_proper_outcome(tonight: Ruleset) -> None:
    for seed in range(1, 1001):
        s = fly(tonight, Setup("tonight", seed))
        assert s.outcome in tonight.game.outcomes
        assert all(man.is_dead or man.fate for man in s.bomber.crew), f"seed {seed}: a man without a fate"


@pytest.mark.rule("tonight 2.3", "tonight 2.5")
def test_every_bomber_flies_in_every_campaign_in_which_it_is_issued(tonight: Ruleset) -> None:
    setups = matrix(tonight)
    assert {setup.bomber for setup in setups} == set(tonight.bombers)
    for setup in setups:
        s = fly(tonight, setup)
        assert s.bomber.type.id == setup.bomber
        assert s.campaign == setup.campaign
        assert s.bomber.type.is_issued(s.date)
        assert s.outcome in tonight.game.outcomes
        assert all(man.is_dead or man.fate for man in s.bomber.crew), f"{setup}: a man without a fate"


@pytest.mark.parametrize("check", ALL_CHECKS, ids=lambda check: check.__name__)
def test_conformance(tonight: Ruleset, check) -> None:
    check(tonight, [Setup("tonight", seed, options={"missions": str(seed % 30)}) for seed in range(60)])


class PressOn:
    """Decides at random, but never gives up, and comes down as the standing orders have it."""

    NEVER = frozenset({"scrub", "abort", "divert", "jumps_at_base"})

    def __init__(self, seed: int, standing: Decider) -> None:
        self.standing, self.random = standing, RandomOrders(seed)

    def take(self, s: Sortie, decision: Decision, keys: Sequence[str], subjects: Sequence[Any]) -> str | None:
        if decision.id in self.NEVER:
            return "no"
        orders = self.standing if decision.id == "come_down" else self.random
        return orders.take(s, decision, keys, subjects)


def black_night(watch: Watcher) -> Ruleset:
    """The game with far more fighters and flak, so that a flight meets what one in a thousand meets else."""
    plugins = load_plugins()
    game = RulesetBuilder(plugins.game("tonight"), plugins, watch=watch)
    for table, value in {"5-5": 40, "5-6": 5, "4-5": 6, "4-7": 5, "5-1": 3, "5-13": 1}.items():
        game.modifier(table, value, says="a black night")
    return game.compose()


def test_over_some_thousand_sorties_everything_occurs(record_property) -> None:
    """Flights under standing orders, and under such as now and then decide at random, and some on black nights for
    what takes a bomber shot to pieces; what has not occurred is told."""
    seen = Coverage()
    ruleset = compose(load_plugins(), "tonight", watch=seen.see)
    for seed in range(1500):
        fly(ruleset, Setup("tonight", seed, options={"missions": str(seed % 30)}))

    def now_and_then(count: int, one_in: int, game: Ruleset = ruleset, **setup: Any) -> None:
        for seed in range(count):
            fly(game, Setup("tonight", seed, **setup), orders=RandomOrders(seed, standing=game.orders, one_in=one_in))

    far = {"target": "Turin", "options": {"any_target": "yes"}}
    now_and_then(2000, 4)
    now_and_then(600, 3, **far)
    hard = black_night(seen.see)
    now_and_then(600, 4, hard)

    def press_on(count: int, **setup: Any) -> None:
        for seed in range(count):
            fly(hard, Setup("tonight", seed, **setup), orders=PressOn(seed, hard.orders))

    press_on(2000)
    press_on(600, **far)
    missing = seen.missing(ruleset)
    for kind, names in missing.items():
        record_property(f"never seen: {kind}", ", ".join(names) or "none")
        print(f"never seen: {kind}: {', '.join(names) or 'none'}")
    for kind, rare in RARE.items():
        assert set(missing[kind]) <= rare, kind
    for name, decision in ruleset.decisions.items():
        if name not in missing["decision"]:
            never = set(decision.options) - set(seen.choices(name))
            assert never <= RARE_OPTIONS.get(name, set()), f"{name} was never decided as {sorted(never)}"


@pytest.mark.parametrize(
    ("campaign", "least", "most", "kills"),
    [
        (1, 0.2, 7.5, True),
        (2, 0.3, 7.5, True),
        (3, 0.7, 9, True),
        (4, 0.2, 7.5, True),
        (5, 0.9, 9, True),
        (6, 0, 5, False),
        (7, 0.2, 7, False),
        (8, 1, 10, True),
        (9, 0, 6, False),
        (10, 0, 6, False),
        (11, 0, 4, False),
        (12, 0, 5, False),
    ],
)
def test_losses_and_kills_are_neither_absurd_nor_zero(
    tonight: Ruleset, campaign: int, least: float, most: float, kills: bool
) -> None:
    """500 seeded sorties of a crew of some experience. The bands, in per cent missing of those airborne, are about
    four standard errors wide on each side of the rates that 2,000 sorties gave."""
    flown = [fly(tonight, Setup("tonight", seed, campaign=campaign, options={"missions": "8"})) for seed in range(500)]
    airborne = [s for s in flown if s.outcome != "scrubbed"]
    lost = sum(s.outcome in tonight.game.losses for s in airborne)
    hits = sum(s.game.bomb_run == "on_target" for s in airborne) / len(airborne)
    assert lost > 0
    assert least <= 100 * lost / len(airborne) <= most
    claimed = sum(s.game.kills for s in airborne)
    assert (0 if kills else -1) < claimed < 0.2 * len(airborne)
    assert 0.5 < hits < 0.95


def test_the_same_seed_gives_the_same_digest_in_another_process(tonight: Ruleset) -> None:
    log: list[Event] = []
    fly(tonight, Setup("tonight", 4711), log=log)
    code = (
        "from bomberstream.core.hooks import load_plugins\n"
        "from bomberstream.core.ruleset import compose\n"
        "from bomberstream.core.flight import fly\n"
        "from bomberstream.core.sortie import Setup\n"
        "from bomberstream.core.events import digest\n"
        "log = []\n"
        "fly(compose(load_plugins(), 'tonight'), Setup('tonight', 4711), log=log)\n"
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


def test_a_replay_of_a_tape_is_the_flight(tonight: Ruleset) -> None:
    setup = Setup("tonight", 99)
    tape, log, again = Tape(), [], []
    fly(tonight, setup, log=log, tape=tape)
    replay(tonight, setup, tape.entries, log=again)
    assert digest(log) == digest(again)


def test_a_flight_leaves_nothing_behind_for_the_next(tonight: Ruleset) -> None:
    alone, after = [], []
    fly(tonight, Setup("tonight", 12), log=alone)
    for seed in range(40):
        fly(tonight, Setup("tonight", seed), orders=RandomOrders(seed))
    fly(tonight, Setup("tonight", 12), log=after)
    assert digest(alone) == digest(after)


@pytest.mark.parametrize("name", sorted(PLAYTHROUGHS))
def test_golden_playthrough(tonight: Ruleset, name: str) -> None:
    """Line by line; `python tools/playthroughs.py` writes them anew."""
    expected = (GOLDEN / f"{name}.txt").read_text(encoding="utf-8").splitlines()
    told = playthrough(tonight, PLAYTHROUGHS[name]).splitlines()
    for number, (line, wanted) in enumerate(zip(told, expected, strict=False), 1):
        assert line == wanted, f"{name}, line {number}"
    assert len(told) == len(expected)


def test_one_playthrough_for_each_bomber_and_one_of_them_ends_badly(tonight: Ruleset) -> None:
    assert {setup.bomber for setup in PLAYTHROUGHS.values()} == set(tonight.bombers)
    assert fly(tonight, PLAYTHROUGHS[BAD_NIGHT]).outcome in tonight.game.losses
