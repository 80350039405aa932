"""The game of the Marianas as a whole: every flight ends, everything occurs, losses are those of history."""

from __future__ import annotations

import os
import re
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import pytest
from bomberstream.core import mission
from bomberstream.core.coverage import Coverage
from bomberstream.core.decisions import Decider, Decision
from bomberstream.core.flight import fly
from bomberstream.core.hooks import load_plugins
from bomberstream.core.ruleset import Ruleset, RulesetBuilder, Watcher, compose
from bomberstream.core.sortie import Setup, Sortie
from bomberstream.core.testing import ALL_CHECKS, RandomOrders, playthrough

GOLDEN = Path(__file__).parent / "golden"
PLAYTHROUGHS = {
    "high_day_musashino": Setup(
        "superfortress", 7, campaign=2, target="Musashino", options={"missions": "6", "load": "standard"}
    ),
    "medium_day_nagoya": Setup(
        "superfortress", 12, bomber="b-29a", campaign=4, target="Nagoya", options={"profile": "day_medium"}
    ),
    "fire_raid_tokyo": Setup(
        "superfortress", 4, date="1945-03-09", target="Tokyo", options={"missions": "14", "profile": "night_low"}
    ),
    "mines_shimonoseki": Setup("superfortress", 9, campaign=5, target="Shimonoseki", options={"missions": "20"}),
    "mines_rashin_by_way_of_iwo_jima": Setup(
        "superfortress", 3, campaign=6, target="Rashin", options={"missions": "9"}
    ),
    "one_bomb_nagaoka": Setup(
        "superfortress", 5, date="1945-07-26", target="Nagaoka", options={"profile": "composite"}
    ),
    "oil_kawasaki": Setup("superfortress", 2, bomber="b-29b", campaign=6, target="Kawasaki"),
}


def every_entry(ruleset: Ruleset) -> list[dict[str, Any]]:
    """Every campaign, profile and target of the lists."""
    return [
        {"campaign": one.campaign, "target": one.city, "options": {"profile": one.profile, "missions": "8"}}
        for one in ruleset.targets
    ]


@pytest.mark.rule("superfortress 1.3")
def test_every_campaign_profile_and_target_is_flown_to_its_end(superfortress: Ruleset) -> None:
    """A small part of what the slow test flies: six seeds each."""
    fly_all(superfortress, 6)


PARTS = 8


@pytest.mark.slow
@pytest.mark.rule("superfortress 1.3")
@pytest.mark.parametrize("part", range(PARTS), ids=lambda part: f"part{part}")
def test_every_campaign_profile_and_target_5000_seeds_each(superfortress: Ruleset, part: int) -> None:
    """5,000 seeds of each entry, or as many as BOMBERSTREAM_SEEDS says; a part is every eighth entry."""
    fly_all(superfortress, int(os.environ.get("BOMBERSTREAM_SEEDS", "5000")), part)


def fly_all(ruleset: Ruleset, seeds: int, part: int | None = None) -> None:
    """Every entry of the lists, or of a part of them, on so many seeds."""
    for number, entry in enumerate(every_entry(ruleset)):
        if part is not None and number % PARTS != part:
            continue
        for seed in range(seeds):
            setup = Setup("superfortress", f"{number} {seed}", **entry)
            s = fly(ruleset, setup)
            assert s.outcome in ruleset.game.outcomes, setup
            assert all(man.is_dead or man.fate for man in s.bomber.crew), setup
            assert s.game.fuel >= 0, setup


@pytest.mark.parametrize("check", ALL_CHECKS, ids=lambda check: check.__name__)
def test_conformance(superfortress: Ruleset, check: Any) -> None:
    check(superfortress, [Setup("superfortress", seed, options={"missions": str(seed)}) for seed in range(50)])


class PressOn:
    """Decides at random, but as the standing orders have it where a choice would end the flight early, and where guns
    may fire."""

    AS_ORDERED = frozenset({"scrub", "abort", "take_off_engine_out", "divert", "jumps_at_base", "fires_at"})

    def __init__(self, seed: int, standing: Decider, never: str = "") -> None:
        self.standing, self.random, self.never = standing, RandomOrders(seed), never

    def take(self, s: Sortie, decision: Decision, keys: Sequence[str], subjects: Sequence[Any]) -> str | None:
        if decision.id == self.never:
            return "no"
        orders = self.standing if decision.id in self.AS_ORDERED else self.random
        return orders.take(s, decision, keys, subjects)


def black_day(watch: Watcher) -> Ruleset:
    """The game with far more fighters and flak, so that a flight meets what one in ten thousand meets else."""
    plugins = load_plugins()
    game = RulesetBuilder(plugins.game("superfortress"), plugins, watch=watch)
    for table, value in {"5-1": 9, "5-9": 2, "6-2": 4}.items():
        game.modifier(table, value, says="a black day")
    return game.compose()


# Three tailplane hits on either side in one flight.
RARE_VERBS = {"tailplane_lost"}
# Doors that stay shut over the target, and cannot be cranked open: a test of their own drops the bombs through them.
RARE_OPTIONS = {"drop_through_doors": {"yes"}}


def test_over_many_sorties_everything_occurs(record_property: Any) -> None:
    """Flights under standing orders, under such as now and then decide at random, and on black days: some 10,000."""
    seen = Coverage()
    ruleset = compose(load_plugins(), "superfortress", watch=seen.see)
    for seed in range(2500):
        fly(ruleset, Setup("superfortress", seed, options={"missions": str(seed % 36)}))

    def now_and_then(count: int, one_in: int, **setup: Any) -> None:
        for seed in range(count):
            orders = RandomOrders(seed, standing=ruleset.orders, one_in=one_in)
            fly(ruleset, Setup("superfortress", seed, **setup), orders=orders)

    now_and_then(2500, 4)
    now_and_then(800, 12, campaign=2)
    now_and_then(600, 3, campaign=4, options={"profile": "night_low"})
    now_and_then(300, 3, campaign=5, options={"profile": "mining"})
    now_and_then(600, 3, campaign=6, options={"profile": "composite"})
    # So far with so little fuel that many come down on the way, some of them in Japan.
    for seed in range(400):
        orders = PressOn(seed, ruleset.orders, never="abort")
        fly(
            ruleset, Setup("superfortress", seed, campaign=5, target="Rashin", options={"load": "bombs"}), orders=orders
        )
    hard = black_day(seen.see)

    def press_on(count: int, **setup: Any) -> None:
        for seed in range(count):
            fly(hard, Setup("superfortress", seed, **setup), orders=PressOn(seed, hard.orders))

    press_on(1000, campaign=2)
    press_on(500, campaign=4)
    press_on(300, campaign=5, options={"profile": "night_low"})
    for seed in range(600):
        fly(hard, Setup("superfortress", seed, campaign=2, options={"profile": "day_high"}))
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
        assert set(decision.options) - RARE_OPTIONS.get(name, set()) <= set(taken), (
            f"{name} was only ever decided as {sorted(taken)}"
        )


@pytest.mark.parametrize(("campaigns", "least", "most"), [((2,), 2.0, 7.5), ((3,), 1.2, 5.2), ((4, 5, 6), 0.3, 2.6)])
def test_losses_lie_in_the_bands_of_history(
    superfortress: Ruleset, campaigns: tuple[int, ...], least: float, most: float
) -> None:
    """600 seeded sorties a campaign, in per cent missing: the bands of history with four standard errors added. What
    3,000 sorties give stands in the documentation."""
    flown = [
        s
        for campaign in campaigns
        for seed in range(600)
        if (
            s := fly(superfortress, Setup("superfortress", f"h {seed}", campaign=campaign, options={"missions": "8"}))
        ).outcome
        != "scrubbed"
    ]
    missing = 100 * sum(s.outcome in superfortress.game.losses for s in flown) / len(flown)
    assert least < missing < most


@pytest.mark.rule("superfortress 7.6")
def test_about_one_in_ten_comes_down_on_iwo_jima(superfortress: Ruleset) -> None:
    """1,000 sorties of April to August: history has 8 to 10 in a hundred; four standard errors of it."""
    setups = [Setup("superfortress", f"i {n}", campaign=4 + n % 3, options={"missions": "8"}) for n in range(1000)]
    down = sum(fly(superfortress, setup).outcome == "diverted" for setup in setups)
    assert 40 < down < 140


def test_nothing_cites_another_games_rules(superfortress: Ruleset) -> None:
    game = superfortress.game
    cited = {f"decision {one.id}": one.rule for one in superfortress.decisions.values()}
    for procedure in game.procedures:
        cited[f"procedure {procedure.name}"] = procedure.rule
        cited.update({f"step {one.name}": one.rule for one in procedure.steps})
    cited.update({f"table {one.id}": one.table.rule for one in superfortress.tables.values()})
    assert {what: rule for what, rule in cited.items() if not rule.startswith("superfortress ")} == {}
    assert {one.id for one in mission.DECISIONS} <= {one.id for one in game.decisions}


def test_every_step_has_a_test_that_is_marked_with_its_name(superfortress: Ruleset) -> None:
    tests = "\n".join(path.read_text(encoding="utf-8") for path in Path(__file__).parent.glob("test_*.py"))
    marked = set(re.findall(r'"superfortress ([\w.-]+)', tests))
    steps = {step.name for procedure in superfortress.game.procedures for step in procedure.steps}
    assert steps - marked == set()


def test_the_log_is_of_its_own_war(superfortress: Ruleset) -> None:
    """No flight is told in the words of another theatre."""
    told = " ".join(text for one in superfortress.narrative.values() for text in one.text).lower()
    for word in ("german", "europe", "england", "alps", "channel", "me 109", "box of"):
        assert word not in told


def test_tables_say_that_they_are_rebuilt(superfortress: Ruleset) -> None:
    for table in superfortress.tables.values():
        assert table.table.source in ("sister", "reconstructed"), table.id
        assert table.table.basis, table.id


@pytest.mark.parametrize("name", sorted(PLAYTHROUGHS))
def test_golden_playthrough(superfortress: Ruleset, name: str) -> None:
    """Line by line; `python tools/playthroughs.py` writes them anew."""
    expected = (GOLDEN / f"{name}.txt").read_text(encoding="utf-8").splitlines()
    told = playthrough(superfortress, PLAYTHROUGHS[name]).splitlines()
    for number, (line, wanted) in enumerate(zip(told, expected, strict=False), 1):
        assert line == wanted, f"{name}, line {number}"
    assert len(told) == len(expected)
