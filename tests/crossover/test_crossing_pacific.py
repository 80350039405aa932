"""What holds for guests over the Pacific (11.3), and for the B-29 over Europe (10.8, 11.1)."""

from __future__ import annotations

from collections import Counter
from typing import Any

import pytest
from bomberstream.core.dice import SeededSource
from bomberstream.core.errors import NotAllowed
from bomberstream.core.flight import fly
from bomberstream.core.guests import who_answers
from bomberstream.core.hooks import load_plugins
from bomberstream.core.ruleset import compose
from bomberstream.core.sortie import Setup, Sortie
from bomberstream.core.testing import staged
from crossings import BOMBER_GAMES, composed, guests, modifiers, setup

PACIFIC = "superfortress"
pytestmark = pytest.mark.skipif(PACIFIC not in BOMBER_GAMES, reason="the game of the Pacific is not installed")
GUESTS = guests(PACIFIC) if PACIFIC in BOMBER_GAMES else ()
B_29 = "b-29"
EARLY = ("me_262", "early_me_262", "ta_154", "early_ta_154")


def prepared(game: str, bomber: str, seed: int = 1, **given: Any) -> Sortie:
    """A flight that has been set up."""
    ruleset = composed(game)
    s = ruleset.sortie(Setup(game, seed, bomber=bomber, **given), SeededSource(seed))
    ruleset.game.prepare(s)
    return s


@pytest.mark.rule("tonight 11.3", "tonight 11.3.1")
@pytest.mark.parametrize("bomber", GUESTS)
def test_each_guest_has_38_boxes_of_fuel(bomber: str) -> None:
    s = prepared(PACIFIC, bomber)
    assert s.game.fuel == s.game.fuel_at_start == 38


@pytest.mark.rule("tonight 11.3.1")
def test_guests_burn_it_like_the_others() -> None:
    s = staged(composed(PACIFIC), bomber="lancaster")
    before = s.game.fuel
    s.run_step("turn", "fuel")
    assert s.game.fuel < before


@pytest.mark.rule("tonight 11.3.2")
@pytest.mark.parametrize("bomber", GUESTS)
def test_they_fly_low_and_medium_and_no_higher(bomber: str) -> None:
    levels = set()
    for seed in range(6):
        log: list[Any] = []
        fly(composed(PACIFIC), setup(PACIFIC, bomber, seed), log=log)
        levels |= {event.facts["altitude"] for event in log if event.type == "level"}
    assert "high" not in levels


@pytest.mark.rule("tonight 11.3.2")
def test_h2s_and_gee_h_are_radar_and_loran_and_are_lost_as_such() -> None:
    s = staged(composed(PACIFIC), bomber="lancaster")
    s.run_step("mission", "electronics")
    assert s.bomber.devices == {"h2s", "gee_h"}
    assert not {"radar", "loran"} & s.bomber.out
    for system in ("h2s", "gee_h"):
        s.bomber.out.add(system)
        s.note("system_out", system=system)
    assert {"radar", "loran"} <= s.bomber.out


@pytest.mark.rule("tonight 11.3.2")
def test_the_navigator_reads_the_radar_where_nobody_is_carried_for_it() -> None:
    s = staged(composed(PACIFIC), bomber="b-17g")
    assert s.bomber.man_of("radar_observer").trade == "navigator"


@pytest.mark.rule("tonight 11.3.4")
@pytest.mark.parametrize(("seafire", "value"), [(True, -1), (False, 0)])
def test_seafires_keep_fighters_away(seafire: bool, value: int) -> None:
    s = staged(composed(PACIFIC), bomber="lancaster", seafire=seafire)
    s.source = SeededSource(1)
    s.roll("resistance")
    assert (
        modifiers(s, "resistance").count(-1) - sum(one == -1 for one in modifiers(without_seafires(), "resistance"))
        == -value
    )


def without_seafires() -> Sortie:
    """The same roll without them."""
    s = staged(composed(PACIFIC), bomber="lancaster", seafire=False)
    s.source = SeededSource(1)
    s.roll("resistance")
    return s


@pytest.mark.rule("tonight 11.3.5", "tonight 11.3.6")
def test_fighters_and_wounds_in_detail_by_choice() -> None:
    ruleset = composed(PACIFIC, "pacific_fighter_damage", "pacific_wounds")
    seen: Counter[str] = Counter()
    for seed in range(120):
        log: list[Any] = []
        fly(ruleset, setup(PACIFIC, ("lancaster", "b-17g", B_29)[seed % 3], seed), log=log)
        seen.update(event.table for event in log if event.type == "roll" and event.table.startswith("tonight 5-1"))
    assert {"tonight 5-12D"} <= seen.keys()
    assert any(name.startswith("tonight 5-17") for name in seen)


@pytest.mark.rule("tonight 11.3.7")
@pytest.mark.parametrize("bomber", ["lancaster", "b-17g"])
def test_what_fails_is_told_by_the_bombers_own_table(bomber: str) -> None:
    answers = {one.role: one.game for one in who_answers(composed(PACIFIC), bomber)}
    assert answers["mechanical_failure"] == answers["failed_system"] == composed(PACIFIC).bombers[bomber].game
    assert answers["random_event"] == PACIFIC


@pytest.mark.rule("tonight 11.0.2", "tonight 11-1")
@pytest.mark.parametrize("game", ["tonight", "today"])
def test_the_b29_brings_its_tables_to_europe(game: str) -> None:
    found = {one.role: (one.game, one.table) for one in who_answers(composed(game), B_29)}
    own = composed(PACIFIC).answers(B_29, 1)
    for role in (
        "mechanical_failure",
        "failed_system",
        "fields_of_fire",
        "area_damage",
        "landing_on_land",
        "landing_in_water",
        "controlled_bailout",
        "uncontrolled_bailout",
        "section.gunners_cabin",
    ):
        if role in found:
            assert found[role] == (PACIFIC, own[role].id), role
    assert found["defensive_fire"][0] == game


@pytest.mark.rule("tonight 11.1.1")
def test_the_b29_has_radar_and_loran_from_the_day_it_comes() -> None:
    s = prepared("tonight", B_29, date="1943-07-10")
    assert {"h2s", "gee_h"} <= s.bomber.devices


@pytest.mark.rule("tonight 11.1.2")
def test_the_b29_flies_very_high_by_night() -> None:
    levels = set()
    for seed in range(6):
        log: list[Any] = []
        fly(composed("tonight"), setup("tonight", B_29, seed), log=log)
        levels |= {event.facts["altitude"] for event in log if event.type == "level"}
    assert "very_high" in levels


@pytest.mark.rule("tonight 11.1.4", "tonight 10.8")
def test_from_june_1943_it_is_among_the_bombers_of_a_campaign_with_the_early_jets() -> None:
    with pytest.raises(NotAllowed, match="early_me_262"):
        compose(load_plugins(), "tonight", rules=["superfortress_over_europe"])
    ruleset = compose(load_plugins(), "tonight", rules=[*EARLY, "superfortress_over_europe"])
    flown: dict[bool, set[str]] = {False: set(), True: set()}
    for seed in range(150):
        s = fly(ruleset, Setup("tonight", seed))
        flown[s.date >= "1943-06"].add(s.bomber.type.family)
    assert "b-29" in flown[True]
    assert "b-29" not in flown[False]


@pytest.mark.rule("tonight 11.2.2")
def test_by_day_a_holed_cabin_sends_it_down_to_10_000_feet() -> None:
    s = staged(composed("today"), bomber=B_29, campaign=4)
    s.game.lose_pressure(s, "forward")
    assert s.game.altitude == "low"


@pytest.mark.rule("tonight 11.1.6", "tonight 11.2.4")
@pytest.mark.parametrize("game", ["tonight", "today"])
def test_no_boxes_of_fuel_are_counted_over_europe(game: str) -> None:
    s = staged(composed(game), bomber=B_29, campaign={"tonight": 8, "today": 4}[game])
    for _ in range(50):
        s.run_step("turn", "fuel")
    assert s.bomber.fuel_turns is None
