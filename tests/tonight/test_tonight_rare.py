"""What one flight in thousands meets, each on purpose; and the faults of earlier programs that could come back here."""

from __future__ import annotations

from typing import Any

import pytest
from bomberstream.core import damage
from bomberstream.core.flight import fly
from bomberstream.core.mission import events
from bomberstream.core.mission.crewing import carry_ammunition, take_controls
from bomberstream.core.mission.ending import come_down, everybody_out
from bomberstream.core.mission.engines import obey_engines
from bomberstream.core.mission.legs import give_up
from bomberstream.core.ruleset import Ruleset
from bomberstream.core.sortie import Setup, Sortie
from bomberstream.core.testing import RandomOrders
from bomberstream.plugins.tonight.setup import take_off
from bomberstream.plugins.tonight.zones import fly_home, fly_out, fly_to_malta
from nights import asked, choices, end, engine, fates, happenings, man, over, rolls, route, run, stage, told, used_up
from quiet_nights import (
    HIGH_ORDERS,
    HOMEWARD_HIGH,
    NO_FAILURE,
    NOBODY_NEAR,
    QUIET_HIGH,
    QUIET_TURN,
    UNSEEN,
    go_on,
    homebound,
    over_target,
)


@pytest.mark.rule("tonight 4.2.1")
def test_malta_lies_six_zones_south_and_whoever_gets_there_has_diverted(tonight: Ruleset) -> None:
    s = homebound(tonight, orders=HIGH_ORDERS)
    s.zone.over, s.zone.region = ("I",), ("",)
    go_on(s, *((2, *NO_FAILURE, 10, *UNSEEN, *NOBODY_NEAR) * 6), 6, 4)
    assert end(s, fly_to_malta) == "diverted"
    assert happenings(s).count("zone") == 6
    assert fates(s) == ["returns"] * 7


@pytest.mark.rule("tonight 5.5.1")
@pytest.mark.parametrize("order", ["tail", "none"])
def test_boxes_are_carried_to_an_empty_gun(tonight: Ruleset, order: str) -> None:
    s = stage(tonight, orders={"takes_ammunition_from": order, "carries_ammunition": "mid_upper_gunner"})
    guns = s.bomber.guns
    guns["mid_upper"].rounds, before = 0, guns["tail"].rounds
    carry_ammunition(s)
    moved = before - guns["tail"].rounds
    assert guns["mid_upper"].rounds == moved == (before // 2 if order == "tail" else 0)
    if order == "tail":
        assert told(s, "ammunition")[0]["boxes"] == moved
        # Who carries does nothing else in this zone.
        run(s, "turn", "fuel")
        assert not guns["mid_upper"].can_fire


@pytest.mark.rule("tonight 4.9")
def test_another_man_finds_the_way(tonight: Ruleset) -> None:
    s = stage(tonight, 1, orders={"navigates": "bomb_aimer"}, **{"navigator.wounds": "serious"})
    run(s, "zone", "navigation")
    assert s.game.navigated_by is man(s, "bomb_aimer")
    assert choices(s) == [("navigates", "bomb_aimer")]


@pytest.mark.rule("tonight 5-11")
def test_an_engine_that_an_event_stopped_starts_again(tonight: Ruleset) -> None:
    s = stage(tonight, 3, 3)
    events.event_engine_out.function(s)
    assert engine(s, 2).is_out
    events.event_engine_out.function(s)
    used_up(s)
    assert not engine(s, 2).is_out
    assert happenings(s)[-1] == "engine_restarts"


@pytest.mark.rule("tonight 3-3", "tonight 3.1.3")
def test_a_bomber_that_only_bends_at_take_off_flies_again(tonight: Ruleset) -> None:
    # 3-2: an engine plays up; note a: it takes the bomber down; 3-3: off the runway, no more.
    s = stage(tonight, 1, 10, 1, step="take_off")
    assert end(s, take_off) == "crashed"
    assert rolls(s) == ["take_off", "rough_engine", "crash"]
    assert s.game.bomber_fate == "repairable"
    assert fates(s) == ["returns"] * 7


@pytest.mark.rule("tonight 7.4", "tonight 7-4")
def test_a_wing_that_breaks_off_leaves_nobody_in_control(tonight: Ruleset) -> None:
    s = stage(tonight, *(1,) * 7)
    s.hit_side = "port"
    assert end(s, lambda s: damage.wing_torn_off.function(s, "hit_side")) == "shot_down"
    assert fates(s) == ["killed"] * 7


# --- Crew and fate


@pytest.mark.rule("tonight 5.11.3", "tonight 7.4")
def test_men_who_have_changed_seats_are_settled_once_each_and_by_their_own_names(tonight: Ruleset) -> None:
    s = stage(tonight, *(2, 1) * 6, **{"pilot.wounds": "serious"})
    take_controls(s)
    assert s.bomber.man_at("pilot").trade == "engineer"
    assert end(s, lambda s: everybody_out(s, "controlled")) == "bailed_out"
    assert man(s, "pilot").is_dead
    assert man(s, "engineer").fate == "captured"
    names = [one["man"] for one in [*told(s, "jumped"), *told(s, "goes_down")]]
    assert sorted(names) == sorted(one.name for one in s.bomber.crew)


@pytest.mark.rule("tonight 6.1")
def test_no_bomb_run_is_thrown_for_with_the_bomb_aimer_down_and_nobody_in_his_place(tonight: Ruleset) -> None:
    s = over_target(tonight, 3, 4, orders={"bombs_in_his_place": "none"}, **{"bomb_aimer.wounds": "killed"})
    run(s, "zone", "bomb_run")
    assert "bomb_run" not in rolls(s)


@pytest.mark.rule("tonight 8.0", "tonight 4.5")
def test_the_dead_have_credit_for_the_night_on_which_they_died(tonight: Ruleset) -> None:
    s = stage(tonight)
    s.game.bomb_run = "on_target"
    s.outcome = "shot_down"
    for one in s.bomber.crew:
        one.kill()
    s.run("debriefing")
    assert s.game.counts_for_tour
    assert rolls(s) == []


@pytest.mark.rule("tonight 7.4", "tonight 7.0")
def test_after_a_bail_out_the_flight_is_over(tonight: Ruleset) -> None:
    for seed in range(3000):
        log: list[Any] = []
        s = fly(tonight, Setup("tonight", seed, campaign=8), log=log)
        if s.outcome in ("bailed_out", "shot_down"):
            after = [event.type for event in log if hasattr(event, "facts")]
            assert "lands" not in after[after.index("bail_out") :] if "bail_out" in after else "all_lost" in after
            return
    raise AssertionError("nobody jumps")


# --- The flight


def legs(s: Sortie) -> list[tuple[int, str]]:
    """Zones in order, with the leg."""
    return [(one["number"], one["leg"]) for one in told(s, "zone")]


SHORT = route(over(2, "W"), over(3, "W"), over(4, "W"))


@pytest.mark.rule("tonight 4.1", "tonight 1.5.track")
def test_out_and_home_over_the_same_zones_by_the_same_steps(tonight: Ruleset) -> None:
    s = stage(tonight, orders=HIGH_ORDERS)
    s.game.route = SHORT
    s.zone.number = 1
    over_it = (4, *NO_FAILURE, 10, *QUIET_TURN, 3, 4, 4, 3, 4, *QUIET_TURN, *NOBODY_NEAR)
    go_on(s, *QUIET_HIGH * 2, *over_it, *HOMEWARD_HIGH * 2)
    fly_out(s)
    fly_home(s)
    used_up(s)
    assert legs(s) == [(2, "outbound"), (3, "outbound"), (4, "outbound"), (3, "homebound"), (2, "homebound")]
    out = rolls(s)[:6]
    home = rolls(s)[-5:]
    assert [role for role in out if role != "navigation"] == home


@pytest.mark.rule("tonight 4.5")
def test_an_aborting_bomber_flies_no_farther_and_bombs_nothing(tonight: Ruleset) -> None:
    s = stage(
        tonight,
        orders={**HIGH_ORDERS, "abort": {"choose": "no", "case": [{"when": "zone.number == 3", "choose": "yes"}]}},
    )
    s.game.route = SHORT
    s.zone.number = 1
    go_on(s, *QUIET_HIGH, *QUIET_HIGH[:-3], *NOBODY_NEAR, *HOMEWARD_HIGH)
    fly_out(s)
    fly_home(s)
    used_up(s)
    assert legs(s) == [(2, "outbound"), (3, "outbound"), (2, "homebound")]
    assert s.game.zones == 3
    assert "bomb_run" not in rolls(s)


@pytest.mark.rule("tonight 4.5", "tonight 5.10.two-engines")
@pytest.mark.parametrize("damaged", [[], ["bomb_release"], ["bomb_bay_doors"]])
def test_bombs_are_not_jettisoned_through_a_dead_release_or_jammed_doors(tonight: Ruleset, damaged: list[str]) -> None:
    s = stage(tonight, orders={"jettison": "yes", "abort": "yes"}, **{f"out.{one}": True for one in damaged})
    give_up(s, "enough")
    run(s, "zone", "abort_decision")
    assert s.bomber.bombs_aboard is bool(damaged)


@pytest.mark.rule("tonight 4.5")
def test_no_bombs_are_jettisoned_over_the_base(tonight: Ruleset) -> None:
    s = stage(tonight, engines_out=[1, 2], **{"zone.over": "E", "zone.number": 1, "zone.is_base": True})
    obey_engines(s)
    assert s.bomber.bombs_aboard
    assert "jettisoned" not in happenings(s)


# --- Coming down where the front runs


@pytest.mark.rule("tonight 7.0", "tonight 2.6")
@pytest.mark.parametrize(
    ("letter", "each", "place", "fate"),
    [("first", (2, 1), "occupied", "captured"), ("second", (2,), "neutral", "interned")],
)
def test_what_lies_below_is_settled_once_for_the_landing_and_the_jump(
    tonight: Ruleset, letter: str, each: tuple[int, ...], place: str, fate: str
) -> None:
    orders = {"come_down": "jump", "letter": letter}
    s = homebound(tonight, *each * 7, orders=orders, **{"zone.over": ["G", "S"]})
    assert end(s, come_down) == "bailed_out"
    assert asked(s).count("letter") == 1
    assert "which letter of the zone" not in rolls(s)
    assert (s.game.landing_place, fates(s)) == (place, [fate] * 7)


# --- The program


@pytest.mark.rule("tonight 5.5")
def test_the_crew_left_to_themselves_fire_their_guns(tonight: Ruleset) -> None:
    fired = 0
    for seed in range(400):
        s = fly(tonight, Setup("tonight", seed, campaign=5))
        fired += sum(gun.type.rounds - gun.rounds for gun in s.bomber.guns.values()) > 0
    assert fired > 10


@pytest.mark.parametrize("seed", range(8))
def test_the_same_seed_and_orders_give_the_same_night(tonight: Ruleset, seed: int) -> None:
    first, second = (fly(tonight, Setup("tonight", seed), orders=RandomOrders(seed)) for _ in range(2))
    assert (first.outcome, first.rolls, fates(first)) == (second.outcome, second.rolls, fates(second))
