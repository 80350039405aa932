"""Over the target: the order of things, going around, visibility, the bomb run, the turn for home (section 6)."""

from __future__ import annotations

from typing import Any

import pytest
from bomberstream.core.events import RollEvent
from bomberstream.core.ruleset import Ruleset
from bomberstream.core.sortie import Sortie
from bomberstream.plugins.tonight.zones import reach
from nights import (
    asked,
    choices,
    column,
    happenings,
    is_taken,
    man,
    modifiers,
    rolls,
    run,
    stage,
    stretches,
    take,
    told,
    used_up,
)
from quiet_nights import HIGH_ORDERS, NO_FAILURE, NO_FIGHTERS, NOBODY_NEAR, QUIET_TURN, over_target, target

# A date with neither Pathfinders' -1 nor the Master Bomber's +1.
PLAIN = {"campaign": 4, "date": "1943-02-10", "visibility": "slightly_obscured", "missions": None}
A_SEVEN, ON_TARGET = (3, 4), (4, 4)


def aiming(tonight: Ruleset, *faces: int, missions: int = 6, **state: Any) -> Sortie:
    """A bomb run on which nothing modifies the roll, but for what `state` says."""
    given = {**PLAIN, "bomb_aimer.missions": missions, "navigator.missions": missions, **state}
    given.pop("missions")
    return over_target(tonight, *faces, **given)


def bombed(s: Sortie) -> Sortie:
    """It makes its run, with every die."""
    return run(s, "zone", "bomb_run")


# --- 6.0


@pytest.mark.rule(
    "tonight 6.0",
    "tonight 6.0.1",
    "tonight 6.0.2",
    "tonight 6.0.3",
    "tonight 6.0.4",
    "tonight 6.0.5",
    "tonight 6.0.6",
    "tonight 6.0.7",
    "tonight 6.0.9",
    "tonight 6.1",
    "tonight 6.5",
)
def test_the_order_of_things_over_the_target(tonight: Ruleset) -> None:
    s = stage(tonight, 10, *NO_FAILURE, 10, *QUIET_TURN, 3, *ON_TARGET, *A_SEVEN, *QUIET_TURN, *NOBODY_NEAR)
    s.orders = stage(tonight, orders=HIGH_ORDERS).orders
    reach(s, target(), "out")
    used_up(s)
    # Height, weather, no recall even in full cloud, machinery, contrails, no detection; guns and fighters; then
    # visibility, bombs, and the way out.
    assert asked(s)[0] in ("mans_gun", "altitude")
    assert rolls(s) == [
        "weather",
        "mechanical_failure",
        "contrails",
        "searchlights",
        "night_fighters",
        "visibility",
        "bomb_run",
        "bombing_accuracy",
        "searchlights",
        "night_fighters",
        "collision",
    ]
    assert s.zone.weather == "full_cloud"
    assert s.game.detected
    assert stretches(s) == ["out 6", "home 6 turning"]
    assert (s.game.turn_of_zone, s.outbound) == (2, False)


@pytest.mark.rule("tonight 6.0.3")
@pytest.mark.parametrize(("at_target", "rolled"), [(True, False), (False, True)])
def test_no_recall_over_the_target(tonight: Ruleset, at_target: bool, rolled: bool) -> None:
    s = stage(tonight, weather="full_cloud", **{"zone.is_target": at_target})
    assert is_taken(s, "zone", "recall") is rolled


@pytest.mark.rule("tonight 6.0.6")
def test_over_the_target_they_know_where_we_are(tonight: Ruleset) -> None:
    s = run(over_target(tonight, detected=False), "zone", "detection")
    assert s.game.detected
    assert rolls(s) == []


@pytest.mark.rule("tonight 6.0.1", "tonight 6.2")
def test_the_height_is_chosen_on_entering_the_target_zone(tonight: Ruleset) -> None:
    s = over_target(tonight, orders={"altitude": "low"})
    take(s, "zone", "altitude")
    assert choices(s) == [("altitude", "low")]
    assert s.game.altitude == "low"


@pytest.mark.rule("tonight 6.0.7")
@pytest.mark.parametrize(("slow", "turns"), [(False, 1), (True, 2)])
def test_every_turn_owed_before_the_run_is_fought(tonight: Ruleset, slow: bool, turns: int) -> None:
    s = over_target(tonight, *QUIET_TURN * turns)
    if slow:
        s.game.slow.add("bomb doors jammed open")
    run(s, "zone", "first_turn", "slow_over_target")
    assert rolls(s) == ["searchlights", "night_fighters"] * turns


# --- 6.0.8


@pytest.mark.rule("tonight 6.0.8", "tonight 4.9.2")
def test_going_around_brings_the_fighters_once_more_and_no_guns_and_takes_the_penalty_away(tonight: Ruleset) -> None:
    s = aiming(tonight, *NO_FIGHTERS, *ON_TARGET, *A_SEVEN, off_course_zones=3, orders={"go_around": "yes"})
    run(s, "zone", "going_around", "bomb_run")
    assert rolls(s)[0] == "night_fighters"
    assert not {"searchlights", "flak", "flak_to_hit"} & set(rolls(s))
    assert (s.game.went_around, s.game.off_course_zones) == (True, 0)
    assert modifiers(s, "bomb_run") == []
    assert told(s, "goes_around") == [{"zones": 3}]


@pytest.mark.rule("tonight 6.0.8", "tonight 6-6")
@pytest.mark.parametrize("zones", [1, 2, 4])
def test_straight_in_the_penalty_stands_and_no_fighters_come(tonight: Ruleset, zones: int) -> None:
    s = aiming(tonight, *ON_TARGET, *A_SEVEN, off_course_zones=zones, orders={"go_around": "no"})
    run(s, "zone", "going_around", "bomb_run")
    assert rolls(s) == ["bomb_run", "bombing_accuracy"]
    assert modifiers(s, "bomb_run") == [-zones]


@pytest.mark.rule("tonight 6.0.8")
@pytest.mark.parametrize(
    "state", [{}, {"off_course_zones": 2, "bombs_aboard": False}, {"off_course_zones": 2, "outbound": False}]
)
def test_nobody_goes_around_without_need(tonight: Ruleset, state: dict[str, Any]) -> None:
    assert not is_taken(over_target(tonight, **state), "zone", "going_around")


@pytest.mark.rule("tonight 6.0.8")
def test_a_bomber_crippled_while_going_around_does_not_bomb(tonight: Ruleset) -> None:
    s = over_target(tonight, *NO_FIGHTERS, off_course_zones=2, engines_out=[1, 2], orders={"go_around": "yes"})
    run(s, "zone", "going_around")
    assert s.game.bomb_run == "jettisoned"
    assert not is_taken(s, "zone", "bomb_run")


# --- 6.0.9


@pytest.mark.rule("tonight 6.0.9", "tonight 6-1")
@pytest.mark.parametrize(
    ("face", "state", "seen"),
    [
        (2, {"weather": "clear"}, "clear"),
        (3, {"weather": "clear"}, "slightly_obscured"),
        (1, {"weather": "haze"}, "clear"),
        (3, {"weather": "haze"}, "slightly_obscured"),
        (4, {"weather": "half_cloud"}, "mostly_obscured"),
        (5, {"weather": "half_cloud"}, "completely_obscured"),
        (4, {"weather": "full_cloud"}, "completely_obscured"),
        (6, {"weather": "clear", "moon": "full"}, "mostly_obscured"),
        (1, {"weather": "haze", "moon": "crescent"}, "slightly_obscured"),
        (6, {"weather": "haze", "moon": "half"}, "completely_obscured"),
    ],
)
def test_how_well_the_target_is_seen(tonight: Ruleset, face: int, state: dict[str, str], seen: str) -> None:
    s = run(over_target(tonight, face, **state), "zone", "visibility")
    assert s.game.visibility == seen


@pytest.mark.rule("tonight 6.0.9", "tonight 6-6")
@pytest.mark.parametrize(
    ("seen", "shift"),
    [("clear", [1]), ("slightly_obscured", []), ("mostly_obscured", [-1]), ("completely_obscured", [-1])],
)
def test_visibility_modifies_the_run(tonight: Ruleset, seen: str, shift: list[int]) -> None:
    assert modifiers(bombed(aiming(tonight, *ON_TARGET, *A_SEVEN, visibility=seen)), "bomb_run") == shift


@pytest.mark.rule("tonight 6.0", "tonight 6.5")
@pytest.mark.parametrize("step", ["slow_over_target", "visibility", "bomb_run", "turn_over_target"])
def test_what_belongs_to_the_target_is_done_there_on_the_way_out_and_nowhere_else(tonight: Ruleset, step: str) -> None:
    assert is_taken(over_target(tonight), "zone", step)
    assert not is_taken(over_target(tonight, outbound=False), "zone", step)
    assert not is_taken(stage(tonight), "zone", step)


# --- 6.1


@pytest.mark.rule("tonight 6.1", "tonight 6-6")
@pytest.mark.parametrize(
    ("dice", "shift", "run"), [((1, 1), 0, "off_target"), ((1, 2), 0, "on_target"), ((1, 2), 1, "off_target")]
)
def test_on_target_or_off(tonight: Ruleset, dice: tuple[int, int], shift: int, run: str) -> None:
    s = bombed(aiming(tonight, *dice, *A_SEVEN, off_course_zones=shift))
    assert s.game.bomb_run == run
    assert not s.bomber.bombs_aboard
    assert told(s, "bombs_away")[0]["on_target"] is (run == "on_target")


@pytest.mark.rule("tonight 6.1.accuracy", "tonight 6-7")
@pytest.mark.parametrize(
    ("run", "dice", "percent"),
    [
        ("on_target", (3, 4), 20),
        ("on_target", (1, 2), 60),
        ("on_target", (6, 4), 50),
        ("on_target", (6, 6, 5, 5), 98),
        ("on_target", (1, 1, 2, 3, 4, 5), 45),
        ("on_target", (5, 6, 6, 6, 6, 6), 100),
        ("off_target", (3, 4), 0),
        ("off_target", (1, 2), 10),
        ("off_target", (6, 3), 5),
        ("off_target", (1, 1, 3, 2), 0),
        ("off_target", (1, 1, 6, 4), 12),
        ("off_target", (6, 6, 3, 4), 7),
    ],
)
def test_accuracy_has_a_column_for_each_way_and_off_target_is_no_miss_of_all(
    tonight: Ruleset, run: str, dice: tuple[int, ...], percent: int
) -> None:
    s = bombed(aiming(tonight, *((4, 4) if run == "on_target" else (1, 1)), *dice))
    assert s.game.bomb_run == run
    assert column(s, "bombing_accuracy") == run
    assert s.game.bombing_percent == percent
    assert told(s, "bombs_away")[0]["percent"] == percent


@pytest.mark.rule("tonight 6.1", "tonight 6-6")
@pytest.mark.parametrize(
    ("state", "shift"),
    [
        ({"bomb_aimer.missions": 4}, [-1]),
        ({"bomb_aimer.missions": 5}, []),
        ({"bomb_aimer.missions": 10}, []),
        ({"bomb_aimer.missions": 11}, [1]),
        ({"bomb_aimer.missions": 30}, [1]),
        ({"bomb_aimer.missions": 31}, []),
        ({"bomb_aimer.missions": 20, "bomb_aimer.light_wounds": 1}, []),
        ({"bomb_aimer.missions": 20, "bomb_aimer.light_wounds": 2}, [-1]),
        ({"bomb_aimer.missions": 20, "bomb_aimer.frostbite": "frostbite"}, []),
        ({"out.autopilot": True}, [-2]),
        ({"visibility": "mostly_obscured", "device.h2s": True}, [-1, 1]),
        ({"visibility": "clear", "device.h2s": True}, [1]),
        ({"visibility": "mostly_obscured", "device.h2s": True, "navigator.wounds": "serious"}, [-1]),
        ({"visibility": "mostly_obscured", "device.gee": True, "zone.number": 5}, [-1, 1]),
        ({"visibility": "mostly_obscured", "device.gee": True, "zone.number": 6}, [-1]),
        ({"visibility": "mostly_obscured", "device.gee_h": True, "zone.number": 7}, [-1, 1]),
        ({"visibility": "mostly_obscured", "device.gee_h": True, "zone.number": 8}, [-1]),
    ],
)
def test_what_modifies_the_run(tonight: Ruleset, state: dict[str, Any], shift: list[int]) -> None:
    assert modifiers(bombed(aiming(tonight, 5, 4, *A_SEVEN, **state)), "bomb_run") == shift


@pytest.mark.rule("tonight 6.1", "tonight 5.11.3")
def test_another_man_at_the_sight(tonight: Ruleset) -> None:
    state = {"bomb_aimer.wounds": "serious"}
    s = bombed(aiming(tonight, 5, 4, *A_SEVEN, orders={"bombs_in_his_place": "navigator"}, **state))
    assert s.game.bombed_by is man(s, "navigator")
    assert modifiers(s, "bomb_run") == [-1]
    s = aiming(tonight, 5, 4, *A_SEVEN, **{**state, "navigator.wounds": "killed"})
    assert sum(modifiers(bombed(s), "bomb_run")) <= -2


@pytest.mark.rule("tonight 6.1")
def test_without_anybody_at_the_sight_the_run_is_not_thrown_for(tonight: Ruleset) -> None:
    state = {"bomb_aimer.wounds": "serious"}
    s = bombed(aiming(tonight, *A_SEVEN, orders={"bombs_in_his_place": "none"}, **state))
    assert rolls(s) == ["bombing_accuracy"]
    assert s.game.bomb_run == "off_target"
    assert told(s, "bombs_away")[0]["spoiled"]


@pytest.mark.rule("tonight 6.1", "tonight 6-6")
@pytest.mark.parametrize("system", ["bombsight", "bomb_controls", "control_cables"])
def test_damage_that_spoils_the_run(tonight: Ruleset, system: str) -> None:
    s = bombed(aiming(tonight, *A_SEVEN, **{f"out.{system}": True}))
    assert rolls(s) == ["bombing_accuracy"]
    assert column(s, "bombing_accuracy") == "off_target"


@pytest.mark.rule("tonight 6.1", "tonight 4-3 note j")
@pytest.mark.parametrize(
    ("order", "dice", "run"),
    [("yes", (4, *A_SEVEN), "off_target"), ("yes", (5,), "hung"), ("no", (), "hung")],
)
def test_a_dead_release_is_worked_by_hand_or_the_bombs_hang(
    tonight: Ruleset, order: str, dice: tuple[int, ...], run: str
) -> None:
    s = bombed(aiming(tonight, *dice, orders={"manual_release": order}, **{"out.bomb_release": True}))
    assert s.game.bomb_run == run
    assert s.bomber.bombs_aboard is (run == "hung")


@pytest.mark.rule("tonight 6.1", "tonight 4-3 note r")
@pytest.mark.parametrize(
    ("orders", "dice", "run"),
    [
        ({"works_doors": "engineer"}, (4, *ON_TARGET, *A_SEVEN), "on_target"),
        ({"works_doors": "engineer", "drop_through_doors": "no"}, (5,), "hung"),
        ({"works_doors": "none", "drop_through_doors": "no"}, (), "hung"),
        ({"works_doors": "none", "drop_through_doors": "yes"}, (9, *A_SEVEN), "off_target"),
    ],
)
def test_jammed_doors_are_cranked_open_or_bombed_through(
    tonight: Ruleset, orders: dict[str, str], dice: tuple[int, ...], run: str
) -> None:
    s = bombed(aiming(tonight, *dice, orders=orders, **{"out.bomb_bay_doors": True}))
    assert s.game.bomb_run == run


# --- 6.2


@pytest.mark.rule("tonight 6.2")
@pytest.mark.parametrize(("altitude", "shift"), [("high", []), ("low", [1]), ("on_the_deck", [1])])
def test_low_down_the_run_is_easier(tonight: Ruleset, altitude: str, shift: list[int]) -> None:
    assert modifiers(bombed(aiming(tonight, *ON_TARGET, *A_SEVEN, altitude=altitude)), "bomb_run") == shift


# --- 6.4


@pytest.mark.rule("tonight 6.4", "tonight 6.4.2", "tonight 6.4.3")
@pytest.mark.parametrize(
    ("campaign", "date", "shift"),
    [
        (3, "1942-08-31", [-1]),
        (3, "1942-09-01", []),
        (5, "1943-05-31", []),
        (5, "1943-06-01", [1]),
        (12, "1945-04-20", [1]),
    ],
)
def test_pathfinders_and_the_master_bomber_by_date(
    tonight: Ruleset, campaign: int, date: str, shift: list[int]
) -> None:
    s = bombed(aiming(tonight, *ON_TARGET, *A_SEVEN, campaign=campaign, date=date))
    assert modifiers(s, "bomb_run") == shift
    said = next(event for event in s.log or () if isinstance(event, RollEvent) and event.role == "bomb_run")
    assert [one.says for one in said.modifiers] == (
        ["no Pathfinders yet"] if shift == [-1] else ["Master Bomber over the target"] if shift else []
    )


# --- 6.5


@pytest.mark.rule("tonight 6.5")
@pytest.mark.parametrize(("slow", "turns"), [(False, 1), (True, 2)])
def test_the_way_out_is_another_turn_of_guns_and_fighters(tonight: Ruleset, slow: bool, turns: int) -> None:
    s = over_target(tonight, *QUIET_TURN * turns, bombs_aboard=False)
    if slow:
        s.game.slow.add("bomb doors jammed open")
    run(s, "zone", "turn_over_target")
    assert rolls(s) == ["searchlights", "night_fighters"] * turns
    assert not s.outbound
    assert happenings(s)[0] == "turns_for_home"


@pytest.mark.rule("tonight 6.5", "tonight 6.0.8")
def test_note_four_turns_and_a_going_around_with_one_engine_out(tonight: Ruleset) -> None:
    """Two turns in, the fighters of the going around; out without the bombs in one (T-79)."""
    s = over_target(tonight, *QUIET_TURN * 2, *NO_FIGHTERS, *ON_TARGET, *A_SEVEN, *QUIET_TURN, off_course_zones=2)
    s.bomber.stop(s.bomber.engines[1])
    s.game.keeps_bombs = True
    s.game.altitude = "low"
    s.orders = stage(tonight, orders={"go_around": "yes"}).orders
    run(s, "zone", "first_turn", "slow_over_target", "going_around", "bomb_run", "turn_over_target")
    assert rolls(s).count("night_fighters") == 4
    assert rolls(s).count("searchlights") == 3


@pytest.mark.rule("tonight 6.5", "tonight 4.5")
def test_an_aborting_bomber_turns_over_the_target_without_bombing(tonight: Ruleset) -> None:
    s = over_target(tonight, *QUIET_TURN)
    s.game.aborting = "two engines out"
    for name in ("going_around", "visibility", "bomb_run", "turn_over_target"):
        if is_taken(s, "zone", name):
            take(s, "zone", name)
    used_up(s)
    assert s.bomber.bombs_aboard
    assert rolls(s) == ["searchlights", "night_fighters"]
