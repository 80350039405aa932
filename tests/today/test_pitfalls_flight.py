"""What went wrong in earlier programs for such games, each fault with its test: damage, crew, flight, program."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from contextlib import suppress

import pytest
from bomberstream.core import damage
from bomberstream.core.errors import NotAllowed
from bomberstream.core.events import ChoiceEvent, Event, Happening, RollEvent, StretchEvent, as_json, digest
from bomberstream.core.flight import fly, replay, status_of
from bomberstream.core.mission.ending import ditch, everybody_out, land
from bomberstream.core.mission.engines import jettison
from bomberstream.core.ruleset import Ruleset
from bomberstream.core.sortie import Setup, Sortie
from bomberstream.core.tape import Tape
from bomberstream.core.testing import RandomOrders
from bomberstream.core.zones import Zone
from bomberstream.plugins.today.debriefing import credit, hospital
from bomberstream.plugins.today.scenes import set_fighters
from bomberstream.plugins.today.target import bomb_run
from bomberstream.plugins.today.zones import reach, recall
from flights import (
    column,
    end,
    fates,
    happenings,
    man,
    modifiers,
    rolls,
    stage,
    told,
    used_up,
)

FLIGHTS = 600


@pytest.fixture(scope="module")
def flown(today: Ruleset) -> list[tuple[Sortie, list[Event]]]:
    """Many flights with every decision taken at random, the worst that a rule engine meets, or one in four of them."""
    made = []
    for seed in range(FLIGHTS):
        log: list[Event] = []
        setup = Setup("today", seed, options={"missions": str(seed % 30)})
        orders = RandomOrders(seed, standing=today.orders, one_in=4 if seed % 2 else 1)
        made.append((fly(today, setup, orders=orders, log=log), log))
    return made


@pytest.fixture(scope="module")
def under_orders(today: Ruleset) -> list[tuple[Sortie, list[Event]]]:
    """Many flights under the standing orders: the automatic player."""
    made = []
    for seed in range(FLIGHTS):
        log: list[Event] = []
        made.append((fly(today, Setup("today", seed), log=log), log))
    return made


def stretches(log: Sequence[Event]) -> list[str]:
    """The stretches of a flight."""
    return [event.stretch for event in log if isinstance(event, StretchEvent)]


def after(log: Sequence[Event], *names: str) -> list[Event]:
    """What follows on the first of these happenings; nothing if there was none."""
    for place, event in enumerate(log):
        if isinstance(event, Happening) and event.type in names:
            return list(log[place + 1 :])
    return []


# --- damage


@pytest.mark.rule("tonight 5.8.3")
def test_walking_hits_strike_every_compartment_of_their_list_and_end_the_attack(today: Ruleset) -> None:
    # A 12 from 12 high walks along the fuselage; a 7 in each section does no harm but to the rudder. Two of the
    # three shells are lost.
    s = stage(today, *(6, 6), *(3, 4) * 6)
    set_fighters(s, {"fighters": [{"type": "me-109", "position": "12 high"}]})
    damage.hit_by_fighter(s, 3)
    used_up(s)
    struck = [facts["area"] for facts in told(s, "shell_hit")]
    assert struck == ["nose", "pilot_compartment", "bomb_bay", "radio_room", "waist", "tail"]


@pytest.mark.rule("today A-2", "today A-3", "today A-4", "today A-5", "today A-6")
def test_hits_on_the_control_cables_add_up_over_all_sections(today: Ruleset) -> None:
    s = stage(today, *(6, 6), *(6, 6))
    damage.hit_area(s, "pilot_compartment")
    assert "control_cables" not in s.bomber.out
    damage.hit_area(s, "tail")
    assert "control_cables" in s.bomber.out


@pytest.mark.rule("today A-7", "today 7-4")
def test_hits_on_a_wing_root_add_up_for_each_wing(today: Ruleset) -> None:
    s = stage(today, *(1, 1) * 9, *[1] * 10)
    for _ in range(4):
        damage.hit_area(s, "left_wing")
        damage.hit_area(s, "right_wing")
    assert s.outcome == ""
    assert end(s, lambda s: damage.hit_area(s, "left_wing")) == "shot_down"


@pytest.mark.rule("today A-6", "today 7-1")
def test_hits_on_a_tailplane_root_add_up_for_each_side(today: Ruleset) -> None:
    s = stage(today, *(4, 5, 5) * 2, *(4, 5, 6) * 2, *(4, 5, 5))
    for _ in range(4):
        damage.hit_area(s, "tail")
    assert s.bomber.surfaces_out == set()
    damage.hit_area(s, "tail")
    used_up(s)
    assert s.bomber.surfaces_out == {"elevator left"}


@pytest.mark.rule("today A-7", "today 7-1")
def test_one_flap_or_aileron_out_is_not_both(today: Ruleset) -> None:
    s = stage(today, *(1, 3, 1) * 2, *(2, 3, 1))
    damage.hit_area(s, "left_wing")
    damage.hit_area(s, "left_wing")
    damage.hit_area(s, "right_wing")
    assert s.bomber.surfaces_out == {"flap left", "aileron right"}
    assert [value for value, _, _ in s.tables["landing_on_land"].explain(s, 7) if value == -1] == []
    s.source.left[:] = [1, 3, 1]
    damage.hit_area(s, "right_wing")
    assert [value for value, _, _ in s.tables["landing_on_land"].explain(s, 7) if value == -1] == [-1]


@pytest.mark.rule("today 5-19", "today 4-3 note b", "today 7-3")
def test_a_fire_not_put_out_is_a_bail_out_under_control(today: Ruleset) -> None:
    # Three bottles in vain; then each man jumps by 7-3.
    s = stage(today, 6, 6, 6, *[2] * 10, orders={"fights_fire": "navigator"}, **{"zone.over": "S"}, date="1944-01-11")
    assert end(s, lambda s: damage.fire.function(s, "nose")) == "bailed_out"
    assert told(s, "bail_out")[0]["kind"] == "controlled"
    s = stage(today, 6, 6, *[2] * 10, **{"zone.over": "S"}, date="1944-01-11")
    assert end(s, lambda s: damage.engine_fire.function(s, 2)) == "bailed_out"
    assert "uncontrolled_bailout" not in rolls(s)


@pytest.mark.rule("today 6.5", "today 7-4")
def test_a_bomber_that_falls_is_left_without_control(today: Ruleset) -> None:
    s = stage(today, *[5] * 9, **{"zone.over": "S"}, date="1944-01-11")
    assert end(s, lambda s: damage.burst_inside(s, "tail")) == "shot_down"
    assert set(rolls(s)) == {"uncontrolled_bailout"}


def test_after_the_end_nothing_of_the_flight_goes_on(flown: list[tuple[Sortie, list[Event]]]) -> None:
    lost = 0
    for _, log in flown:
        rest = after(log, "all_lost", "alps_crash", "crew_lost_at_sea")
        lost += bool(rest)
        assert all(event.type not in ("zone", "turns_for_home", "lands", "attackers", "bombs_away") for event in rest)
    assert lost


# --- crew and fate


@pytest.mark.rule("today 5-17", "today 5-17 note a")
@pytest.mark.parametrize(
    ("dice", "state"),
    [
        ((1,), "light"),
        ((1, 2), "light"),
        ((1, 2, 3), "serious"),
        ((1, 2, 3, 1), "killed"),
        ((4,), "serious"),
        ((1, 4), "killed"),
        ((4, 1), "killed"),
        ((4, 5), "killed"),
        ((1, 1, 5), "killed"),
        ((6,), "killed"),
    ],
)
def test_wounds_add_up_in_whatever_order_they_come(today: Ruleset, dice: tuple[int, ...], state: str) -> None:
    s = stage(today, *dice)
    for _ in dice:
        damage.wound.function(s, "navigator")
    used_up(s)
    assert man(s, "navigator").wounds == state


@pytest.mark.rule("today 5-17", "tonight 5.11.2")
def test_a_hit_finds_whoever_sits_there_and_a_dead_man_is_not_hit_again(today: Ruleset) -> None:
    s = stage(today, 1, orders={"mans_gun": "radio_operator"}, **{"tail_gunner.wounds": "killed"})
    s.bomber.guns["radio"].rounds = 0
    s.run_step("zone", "crew_moves")
    damage.wound.function(s, "tail_gunner")
    damage.wound.function(s, "radio_operator")
    used_up(s)
    assert man(s, "radio_operator").light_wounds == 1
    assert man(s, "tail_gunner").light_wounds == 0


@pytest.mark.rule("today 7-3", "tonight 5.11.2")
def test_each_man_is_resolved_once_though_men_have_changed_seats(today: Ruleset) -> None:
    s = stage(
        today,
        *[2] * 9,
        orders={"mans_gun": "radio_operator", "takes_controls": "engineer"},
        date="1944-01-11",
        **{"tail_gunner.wounds": "killed", "zone.over": "S"},
    )
    s.bomber.guns["radio"].rounds = 0
    s.run_step("zone", "crew_moves")
    end(s, lambda s: everybody_out(s, "controlled"))
    assert Counter(fates(s)) == {"interned": 9, "killed": 1}
    names = [facts["man"] for facts in told(s, "jumped")]
    assert len(names) == len(set(names)) == 9


@pytest.mark.rule("today 6-6")
def test_no_bomb_run_is_rolled_with_nobody_at_the_sight(today: Ruleset) -> None:
    s = stage(
        today,
        *(3, 4),
        orders={"bombs_in_his_place": "none"},
        **{"bombardier.wounds": "serious", "zone.is_target": True},
    )
    bomb_run(s)
    used_up(s)
    assert "bomb_run" not in rolls(s)
    assert s.game.bomb_run == "off_target"
    assert column(s, "bombing_accuracy") == "off_target"


@pytest.mark.rule("today 5-17 note b")
def test_serious_wounds_are_not_forgotten_after_landing(today: Ruleset) -> None:
    s = stage(
        today, 6, 5, step="landing", date="1944-01-11", weather_over_base="good", **{"navigator.wounds": "serious"}
    )
    end(s, lambda s: land(s, "base"))
    s.source.left[:] = [2]
    hospital(s)
    assert (man(s, "navigator").after, status_of(man(s, "navigator"))) == ("sent_home", "seriously wounded")


def test_every_badly_wounded_man_who_comes_back_goes_to_hospital(flown: list[tuple[Sortie, list[Event]]]) -> None:
    treated = 0
    for s, _ in flown:
        for one in s.bomber.crew:
            if one.is_serious and not one.is_dead and one.fate in ("returns", "rescued", "evades"):
                assert one.after in ("recovers", "sent_home")
                treated += 1
    assert treated


def test_the_dead_do_not_come_back(flown: list[tuple[Sortie, list[Event]]]) -> None:
    dead = 0
    for s, _ in flown:
        for one in s.bomber.crew:
            assert not (one.is_dead and one.after in ("recovers", "sent_home"))
            if one.after != "died_of_wounds":
                assert not (one.is_dead and one.fate in ("captured", "interned", "evades", "rescued"))
            dead += one.is_dead
    assert dead


@pytest.mark.rule("tonight 1.6")
def test_the_dead_get_the_credit_of_the_mission_on_which_they_died(today: Ruleset) -> None:
    s = stage(today)
    for one in s.bomber.crew:
        one.kill()
    s.outcome = "shot_down"
    s.game.bomb_run = "on_target"
    credit(s)
    assert s.game.counts_for_tour


# --- the flight


def test_the_way_home_is_flown_by_the_same_steps_as_the_way_out(today: Ruleset) -> None:
    """One list for both legs: what is left out homeward is left out by its condition."""
    homeward = stage(today, outbound=False)
    outward = stage(today)
    skipped = [
        step.name
        for step in today.procedures["zone"]
        if step.when is not None and step.when(outward) and not step.when(homeward)
    ]
    assert skipped == ["contrails", "abort_decision"]


def test_no_zone_homeward_lacks_weather_or_failures(flown: list[tuple[Sortie, list[Event]]]) -> None:
    zones = 0
    for _, log in flown:
        throws: list[tuple[str, list[str]]] = []
        for event in log:
            if isinstance(event, StretchEvent):
                throws.append((event.stretch, []))
            elif isinstance(event, RollEvent):
                throws[-1][1].append(event.role)
        for name, roles in throws:
            leg, _, rest = name.partition(" ")
            if leg in ("out", "home") and rest.isdigit() and "alps_weather" not in roles:
                assert "weather" in roles, name
                assert "mechanical_failure" in roles or "alps_passage" in roles, name
                zones += leg == "home"
    assert zones > FLIGHTS / 3


@pytest.mark.rule("tonight 4.5")
def test_a_bomber_that_gives_up_neither_flies_on_outbound_nor_bombs(flown: list[tuple[Sortie, list[Event]]]) -> None:
    given_up = 0
    for s, log in flown:
        rest = after(log, "aborts")
        given_up += bool(rest)
        if s.game.aborting == "cloud above the Alps":
            continue  # which has a test of its own
        for event in rest:
            assert event.type != "bombs_away"
            assert not (isinstance(event, Happening) and event.type == "zone" and event.facts["leg"] == "outbound")
    assert given_up


@pytest.mark.rule("today 4-1A note c", "tonight 4.5")
def test_a_bomber_that_turns_back_in_the_cloud_over_its_target_does_not_bomb_it(today: Ruleset) -> None:
    # Full cloud, high; nobody's guns freeze; no recall over the target, no failure, no contrails; then 6-1, flak,
    # and what should not be: bombs.
    dice = (10, 3, *[1] * 9, 5, 1, 10, 5, 1, 1, 1, 6, 6, 3, 4, 1)
    s = stage(today, *dice, orders={"alps": "abort", "jettison": "no"}, date="1944-01-11", campaign=3)
    zone = Zone(5, ("A",), ("",), None, is_target=True, is_alps=True)
    with suppress(NotAllowed):
        reach(s, zone, "out")
    assert s.game.aborting
    assert "bombs_away" not in happenings(s)


@pytest.mark.rule("tonight 5.10")
def test_two_turns_a_zone_are_neither_forgotten_nor_given_away(flown: list[tuple[Sortie, list[Event]]]) -> None:
    seen: Counter[str] = Counter()
    for s, log in flown:
        target = f" {s.game.route.target_zone}"
        for leg in ("out", "home"):
            turns = Counter(" ".join(name.split()[:2]) for name in stretches(log) if name.startswith(f"{leg} "))
            for zone, number in turns.items():
                if "pass" in zone:
                    continue
                most = 4 if zone == f"out{target}" else 3
                turned_back = any(name.startswith(f"{zone} turned back") for name in stretches(log))
                assert number <= most or turned_back, f"{zone}: {number} turns"
        seen.update(name.split(" ", 2)[-1] for name in stretches(log) if name.endswith((" again", " turning")))
    assert seen["again"]
    assert seen["turning"]


@pytest.mark.rule("tonight 4.5", "today 4-3 note j", "today 4-3 note r")
@pytest.mark.parametrize("system", ["bomb_release", "bomb_bay_doors"])
@pytest.mark.parametrize("reason", ["going home", "engine out", "engines out"])
def test_bombs_are_not_jettisoned_through_a_failed_release(today: Ruleset, system: str, reason: str) -> None:
    s = stage(today, out={system: True})
    assert not jettison(s, reason)
    assert s.bomber.bombs_aboard
    assert happenings(s) == ["cannot_jettison"]


@pytest.mark.rule("today 4-2", "today 7-2")
def test_a_lost_radio_harms_no_bomber_in_formation(today: Ruleset) -> None:
    s = stage(today, 0, 1, weather="full_cloud", out={"radio": True})
    recall(s)
    assert s.game.aborting
    s = stage(today, 6, 5, *[1] * 10, bombs_aboard=False, out={"radio": True}, **{"zone.over": "W"})
    end(s, ditch)
    assert -6 not in modifiers(s, "landing_in_water")


@pytest.mark.rule("today 7-3")
def test_nobody_flies_on_after_the_crew_have_jumped(flown: list[tuple[Sortie, list[Event]]]) -> None:
    jumped = 0
    for s, log in flown:
        rest = after(log, "bail_out")
        jumped += bool(rest)
        assert not {event.type for event in rest} & {"zone", "lands", "attackers", "bombs_away", "second_turn"}
        if rest:
            assert s.game.bomber_fate == "lost"
            assert s.outcome in ("bailed_out", "shot_down")
    assert jumped


def test_a_lost_bomber_is_lost_in_the_records(flown: list[tuple[Sortie, list[Event]]], today: Ruleset) -> None:
    for s, _ in flown:
        if s.outcome in today.game.losses:
            assert s.game.bomber_fate == "lost"
        elif s.outcome in ("returned", "scrubbed"):
            assert s.game.bomber_fate in ("intact", "repairable", "written off")


# --- the program


def test_the_automatic_player_uses_its_guns_and_takes_decisions(under_orders: list[tuple[Sortie, list[Event]]]) -> None:
    fired = Counter(event.role for _, log in under_orders for event in log if isinstance(event, RollEvent))
    assert fired["defensive_fire"] > fired["offensive_fire"] / 2
    assert fired["fighter_damage"]
    taken = Counter(
        (event.decision, event.choice) for _, log in under_orders for event in log if isinstance(event, ChoiceEvent)
    )
    for decision in ("abort", "evade", "descend_for_heat", "jumps_at_base"):
        choices = {choice for name, choice in taken if name == decision}
        assert len(choices) >= 2, f"{decision} is only ever decided as {choices}"


def test_losses_and_hits_are_neither_none_nor_all(under_orders: list[tuple[Sortie, list[Event]]]) -> None:
    outcomes = Counter(s.outcome for s, _ in under_orders)
    assert 0 < outcomes["returned"] < FLIGHTS
    assert 0 < sum(s.game.kills > 0 for s, _ in under_orders) < FLIGHTS
    assert 0 < sum(s.game.bomb_run == "on_target" for s, _ in under_orders) < FLIGHTS
    assert 0 < sum(s.game.bomb_run == "off_target" for s, _ in under_orders) < FLIGHTS


def test_a_seed_gives_its_flight_again_and_so_does_its_tape(today: Ruleset) -> None:
    for seed in range(20):
        setup, tape = Setup("today", seed), Tape()
        first: list[Event] = []
        second: list[Event] = []
        third: list[Event] = []
        fly(today, setup, orders=RandomOrders(seed), log=first, tape=tape)
        fly(today, setup, orders=RandomOrders(seed), log=second)
        replay(today, setup, tape.entries, log=third)
        assert digest(first) == digest(second) == digest(third)


def test_nothing_of_a_mission_survives_into_the_next(today: Ruleset) -> None:
    alone: list[Event] = []
    fly(today, Setup("today", 5), log=alone)
    for seed in (7, 8, 9):
        fly(today, Setup("today", seed), orders=RandomOrders(seed))
    again: list[Event] = []
    s = fly(today, Setup("today", 5), log=again)
    assert [as_json(event) for event in alone] == [as_json(event) for event in again]
    fresh = stage(today)
    for name in ("aborting", "bomb_run", "bomber_fate", "escort_range", "kept_low"):
        assert getattr(fresh.game, name) == "", name
    for empty in (fresh.bomber.out, fresh.bomber.bursts, fresh.bomber.counts, fresh.game.events, fresh.pending):
        assert not empty
    assert fresh.bomber is not s.bomber
