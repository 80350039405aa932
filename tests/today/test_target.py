"""Over the target: visibility, flak high and low, the bomb run and what spoils it, accuracy, the turn (6-1 to 6-7)."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import pytest
from bomberstream.core.mission.bombing import accuracy
from bomberstream.core.mission.flak import flak_hits
from bomberstream.core.ruleset import Ruleset
from bomberstream.core.sortie import Sortie
from bomberstream.core.testing import scripted
from bomberstream.core.zones import Zone
from bomberstream.plugins.today.target import (
    bomb_run,
    flak,
    flak_set,
    slow_over_target,
    turn_over_target,
    visibility,
)
from bomberstream.plugins.today.zones import reach
from flights import (
    NO_FIGHTERS,
    asked,
    column,
    count_turns,
    end,
    engine,
    happenings,
    is_taken,
    man,
    modifiers,
    rolls,
    run,
    stage,
    stretches,
    told,
    turns,
    used_up,
)

MISS = (3, 4)
HIT = (6, 6)
ONE_SHELL = (3, 4)
NO_HARM = (3, 4)
"""A shell that does nothing: a 7 on table 6-5."""


def over_target(today: Ruleset, *faces: int, campaign: int = 3, **more: Any) -> Sortie:
    """A bomber over its target; men who have flown enough, and nothing else to change the bomb run."""
    return stage(
        today,
        *faces,
        campaign=campaign,
        bomber="b-17f" if campaign == 1 else "b-17g",
        **{"zone.is_target": True, "visibility": "slightly_obscured", "bombardier.missions": 5, **NO_FIGHTERS, **more},
    )


# --- the order of things


@pytest.mark.rule("today 6-1", "today 6-2", "today 6-6", "tonight 6.5")
def test_fighters_then_visibility_flak_bombs_and_the_turn(today: Ruleset) -> None:
    s = stage(today, *(1, 5, 1, 10, 5), *(3, 1), *(4, 4, 3, 4), 1, campaign=1, bomber="b-17f")
    s.game.target = None
    count_turns(s)
    reach(s, Zone(4, ("G",), ("",), None, is_target=True), "out")
    used_up(s)
    assert rolls(s)[-5:] == ["visibility", "flak", "bomb_run", "bombing_accuracy", "flak"]
    assert stretches(s) == ["out 4", "out 4 turning"]
    assert (turns(s), s.game.turn_of_zone) == (2, 2)
    assert s.game.bomb_run == "on_target"


@pytest.mark.rule("today 4-2")
def test_nobody_is_recalled_over_the_target(today: Ruleset) -> None:
    assert not is_taken(over_target(today, weather="full_cloud"), "zone", "recall")


@pytest.mark.rule("today 6-1")
@pytest.mark.parametrize("name", ["slow_over_target", "visibility", "flak", "bomb_run", "turn_over_target"])
def test_what_belongs_to_the_target_is_done_there_and_outbound_alone(today: Ruleset, name: str) -> None:
    assert is_taken(over_target(today), "zone", name)
    assert not is_taken(over_target(today, outbound=False), "zone", name)
    assert not is_taken(stage(today), "zone", name)


# --- 6-1


@pytest.mark.rule("today 6-1")
@pytest.mark.parametrize(
    ("face", "weather", "seen"),
    [
        (2, "clear", "clear"),
        (1, "haze", "clear"),
        (2, "haze", "slightly_obscured"),
        (4, "half_cloud", "mostly_obscured"),
        (4, "full_cloud", "completely_obscured"),
    ],
)
def test_how_well_the_target_is_seen(today: Ruleset, face: int, weather: str, seen: str) -> None:
    s = run(over_target(today, face, weather=weather), "zone", "visibility")
    assert s.game.visibility == seen


# --- 6-2 to 6-5: flak


@pytest.mark.rule("today 6-2", "today 6-3")
@pytest.mark.parametrize(
    ("face", "density", "shots"), [(1, "none", 0), (2, "light", 3), (4, "light", 3), (5, "medium", 3), (6, "medium", 3)]
)
def test_flak_throws_three_times_to_hit(today: Ruleset, face: int, density: str, shots: int) -> None:
    s = over_target(today, face, *MISS * shots)
    flak(s)
    used_up(s)
    assert told(s, "flak")[0]["density"] == density
    assert rolls(s).count("flak_to_hit") == shots
    if shots:
        assert column(s, "flak_to_hit") == density


@pytest.mark.rule("today 6-2")
def test_a_clear_target_and_contrails_make_heavy_flak(today: Ruleset) -> None:
    s = over_target(today, 6, *(1, 3, 3, 4, 3, 4), *MISS * 2, visibility="clear", **{"zone.contrails": True})
    flak(s)
    used_up(s)
    assert modifiers(s, "flak") == [1, 1]
    assert column(s, "flak_to_hit") == "heavy"


@pytest.mark.rule("today 6-4", "today 6-5")
def test_each_hit_is_some_shells_and_each_shell_strikes_an_area(today: Ruleset) -> None:
    # Two hits: three shells, of which one wounds the bombardier, then one that does nothing.
    s = over_target(today, 2, *HIT, *(1, 2), *(4, 6), *(2, 4), 1, *NO_HARM, *NO_HARM, *HIT, *ONE_SHELL, *NO_HARM, *MISS)
    flak(s)
    used_up(s)
    assert [facts["shells"] for facts in told(s, "flak_hits")] == [3, 1]
    assert happenings(s).count("superficial") == 3
    assert man(s, "bombardier").light_wounds == 1


@pytest.mark.rule("today 6-4", "today 6-5", "today 6.5")
def test_a_burst_inside_looks_for_a_section(today: Ruleset) -> None:
    # A 2 on 6-4; 6-5 gives superficial twice, then the radio room, where one oxygen bottle is hit.
    s = over_target(today, *HIT, *(1, 1), *(1, 2), *(3, 4), *(2, 2), 1)
    flak_hits(s, "light", 1)
    used_up(s)
    assert s.bomber.bursts == {"radio_room"}
    assert man(s, "radio_operator").is_dead
    assert not s.game.in_formation


@pytest.mark.rule("today 6.5")
def test_a_burst_among_the_bombs_is_the_end(today: Ruleset) -> None:
    s = over_target(today, 2, *HIT, *(1, 1), *(1, 1))
    assert end(s, flak_set) == "shot_down"
    assert all(one.is_dead for one in s.bomber.crew)
    assert s.cause == "flak"


@pytest.mark.rule("today 6-5")
@pytest.mark.parametrize(("bomber", "area"), [("b-17g", "bomb_bay"), ("b-24j", "radio_room")])
def test_b17_and_b24_have_areas_of_their_own(today: Ruleset, bomber: str, area: str) -> None:
    # A 2 on 6-5, then a superficial 7 on the section's table.
    s = stage(today, *HIT, *ONE_SHELL, *(1, 1), *(3, 4), bomber=bomber)
    flak_hits(s, "light", 1)
    used_up(s)
    assert told(s, "shell_hit")[0]["area"] == area


@pytest.mark.rule("today 5.9", "today 6-2")
@pytest.mark.parametrize(("choice", "values"), [("yes", [-1]), ("no", [])])
def test_a_straggler_may_evade_the_flak(today: Ruleset, choice: str, values: list[int]) -> None:
    s = over_target(today, 1, in_formation=False, orders={"evade_flak": choice})
    flak(s)
    assert modifiers(s, "flak") == values
    assert s.game.evaded_in_target_zone is (choice == "yes")
    assert not s.game.evading


@pytest.mark.rule("today 5.9")
def test_the_box_does_not_evade(today: Ruleset) -> None:
    s = over_target(today, 1, orders={"evade_flak": "yes"})
    flak(s)
    assert asked(s) == []


@pytest.mark.rule("today 5.9", "today 6-6")
def test_evading_after_the_bombs_are_gone_does_not_spoil_them(today: Ruleset) -> None:
    s = over_target(today, 1, in_formation=False, bombs_aboard=False, orders={"evade_flak": "yes"})
    s.game.bomb_run = "on_target"
    flak_set(s)
    assert not s.game.evaded_in_target_zone


@pytest.mark.rule("tonight 5.10")
def test_engines_lost_to_flak_are_obeyed_at_once(today: Ruleset) -> None:
    # The shell stops the first engine of the left wing; with the second that makes two.
    s = over_target(today, 2, *HIT, *ONE_SHELL, *(3, 3), *(4, 5), 1, 3, 1, *MISS * 2, engines_out=[4])
    flak(s)
    used_up(s)
    assert engine(s, 1).out_by == "flak"
    assert (s.bomber.bombs_aboard, s.game.altitude) == (False, "low")


@pytest.mark.rule("tonight 4.5")
def test_who_is_forced_out_by_engines_lost_to_flak_is_forced_out_by_the_enemy(today: Ruleset) -> None:
    s = over_target(today, 2, *HIT, *ONE_SHELL, *(3, 3), *(4, 5), 1, 3, 1, *MISS * 2, engines_out=[4])
    flak(s)
    assert not s.game.in_formation
    assert s.game.abort_by_enemy


# --- low flak


@pytest.mark.rule("tonight 5.14", "today 6-3")
@pytest.mark.parametrize(
    ("codes", "fired"),
    [(["G"], True), (["W", "N"], True), (["W"], False), (["E", "W"], False), (["S"], False)],
)
@pytest.mark.parametrize("outbound", [True, False])
def test_light_flak_fires_four_times_at_a_low_bomber_over_enemy_land(
    today: Ruleset, codes: list[str], fired: bool, outbound: bool
) -> None:
    s = stage(
        today,
        *(MISS * 4 if fired else ()),
        altitude="low",
        in_formation=False,
        outbound=outbound,
        date="1944-01-11",
        **{"zone.over": codes},
    )
    run(s, "zone", "low_flak")
    assert rolls(s).count("flak_to_hit") == (4 if fired else 0)
    if fired:
        assert column(s, "flak_to_hit") == "light"
    assert s.under_attack_by == ""


@pytest.mark.rule("tonight 5.14")
def test_no_light_flak_high_up_or_where_the_target_has_its_own(today: Ruleset) -> None:
    assert not is_taken(stage(today), "zone", "low_flak")
    assert not is_taken(over_target(today, altitude="low", in_formation=False), "zone", "low_flak")
    assert is_taken(stage(today, altitude="low", in_formation=False), "zone", "low_flak")


@pytest.mark.rule("tonight 5.14")
def test_light_flak_fires_where_the_front_runs_and_not_behind_it(today: Ruleset) -> None:
    for day, shots in (("1944-06-20", 4), ("1944-11-10", 0)):
        s = stage(today, *MISS * shots, altitude="low", in_formation=False, date=day)
        s.zone.over, s.zone.region = ("W", "F"), ("", "Normandy bridgehead and Cotentin")
        run(s, "zone", "low_flak")


@pytest.mark.rule("tonight 5.14")
def test_light_flak_fires_once_in_a_zone(today: Ruleset) -> None:
    s = stage(
        today,
        *(1, 5, 1, 5),
        *MISS * 4,
        altitude="low",
        in_formation=False,
        outbound=False,
        bombs_aboard=False,
        engines_out=[1, 2],
        orders={"divert": "no"},
        date="1944-01-11",
    )
    count_turns(s)
    reach(s, Zone(5, ("G",), ("",), None), "home")
    used_up(s)
    assert turns(s) == 2


# --- 6-6: the bomb run


def bombs(today: Ruleset, *faces: int, **more: Any) -> Sortie:
    """A bomb run with all these dice."""
    s = over_target(today, *faces, **more)
    bomb_run(s)
    used_up(s)
    return s


@pytest.mark.rule("today 6-6", "today 6-7")
@pytest.mark.parametrize(("dice", "result"), [((1, 1), "off_target"), ((1, 2), "on_target"), ((6, 6), "on_target")])
def test_three_or_more_is_on_target(today: Ruleset, dice: tuple[int, int], result: str) -> None:
    s = bombs(today, *dice, 3, 4, campaign=1)
    assert s.game.bomb_run == result
    assert s.game.bombing_percent == (20 if result == "on_target" else 0)
    assert not s.bomber.bombs_aboard
    (told_of,) = told(s, "bombs_away")
    assert (told_of["on_target"], told_of["spoiled"]) == (result == "on_target", False)


@pytest.mark.rule("today 6-6")
@pytest.mark.parametrize(
    ("campaign", "state", "values"),
    [
        (1, {}, []),
        (2, {}, [-2]),
        (6, {}, [-2]),
        (3, {"position": 1, "mission_lead": True}, []),
        (3, {"position": 7, "cell_leader": True}, [-2]),
        (3, {"in_formation": False}, [-3]),
        (1, {"in_formation": False}, [-3]),
    ],
)
def test_who_aims_and_who_drops_on_command(
    today: Ruleset, campaign: int, state: Mapping[str, Any], values: list[int]
) -> None:
    s = bombs(today, 6, 6, 3, 4, campaign=campaign, **state)
    assert modifiers(s, "bomb_run") == values


@pytest.mark.rule("today 6-6", "today 5-17 note a")
@pytest.mark.parametrize(
    ("state", "values"),
    [
        ({"bombardier.missions": 4}, [-1]),
        ({"bombardier.missions": 5}, []),
        ({"out.autopilot": True}, [-2]),
        ({"evaded_in_target_zone": True}, [-2]),
        ({"disrupted": True}, [-1]),
        ({"visibility": "mostly_obscured"}, [-1]),
        ({"visibility": "completely_obscured"}, [-1]),
        ({"visibility": "clear"}, [1]),
        ({"event": {"tight_formation": True}}, [1]),
        ({"bombardier.light_wounds": 1}, []),
        ({"bombardier.light_wounds": 2}, [-1]),
        ({"navigator.wounds": "killed"}, []),
    ],
)
def test_what_changes_the_aim(today: Ruleset, state: Mapping[str, Any], values: list[int]) -> None:
    assert modifiers(bombs(today, 6, 6, 3, 4, campaign=1, **state), "bomb_run") == values


@pytest.mark.rule("today 6-6")
@pytest.mark.parametrize("system", ["bombsight", "bomb_controls", "control_cables"])
@pytest.mark.parametrize("in_formation", [True, False])
def test_a_spoiled_run_is_off_target_without_a_throw(today: Ruleset, system: str, in_formation: bool) -> None:
    s = bombs(today, 6, 6, 4, 5, out={system: True}, in_formation=in_formation)
    assert (s.game.bomb_run, s.game.bombing_percent, s.bomber.bombs_aboard) == ("off_target", 9, False)
    assert "bomb_run" not in rolls(s)
    assert told(s, "bombs_away")[0]["spoiled"]


@pytest.mark.rule("today 6-6")
@pytest.mark.parametrize("wounds", ["serious", "killed"])
def test_another_man_bombs_in_the_bombardiers_place(today: Ruleset, wounds: str) -> None:
    s = bombs(
        today,
        *(6, 6, 3, 4),
        campaign=1,
        orders={"bombs_in_his_place": "navigator"},
        **{"bombardier.wounds": wounds},
    )
    assert s.game.bombed_by is man(s, "navigator")
    assert modifiers(s, "bomb_run") == [-1]


@pytest.mark.rule("today 6-6")
def test_without_the_navigator_too_a_substitute_does_worse(today: Ruleset) -> None:
    s = bombs(
        today,
        *(6, 6, 3, 4),
        campaign=1,
        orders={"bombs_in_his_place": "engineer"},
        **{"bombardier.wounds": "serious", "navigator.wounds": "killed"},
    )
    assert modifiers(s, "bomb_run") == [-1, -1]


@pytest.mark.rule("today 6-6")
def test_with_nobody_at_the_sight_the_bombs_fall_wide(today: Ruleset) -> None:
    s = bombs(today, 3, 4, orders={"bombs_in_his_place": "none"}, **{"bombardier.wounds": "killed"})
    assert (s.game.bomb_run, s.game.bombing_percent) == ("off_target", 0)
    assert told(s, "bombs_away")[0]["man"] == "the crew"


@pytest.mark.rule("today 6-6", "tonight 5.11.3")
def test_the_pilots_do_not_leave_their_seats_to_bomb(today: Ruleset) -> None:
    everybody: dict[str, Any] = {f"{one.trade}.wounds": "killed" for one in stage(today).bomber.crew}
    everybody.pop("pilot.wounds")
    everybody.pop("copilot.wounds")
    s = bombs(today, 3, 4, **everybody)
    assert (asked(s), s.game.bomb_run) == ([], "off_target")


@pytest.mark.rule("today 6-6", "tonight 5.11.3")
@pytest.mark.parametrize("flying", ["navigator", "bombardier"])
def test_whoever_flies_for_the_pilots_does_not_bomb(today: Ruleset, flying: str) -> None:
    wounds = {"pilot.wounds": "killed", "copilot.wounds": "killed", "engineer.wounds": "killed"}
    wounds |= {"bombardier.wounds": "killed"} if flying == "navigator" else {}
    s = over_target(
        today,
        *(6, 6, 3, 4),
        orders={"takes_controls": flying, "mans_gun": "none"},
        **wounds,
    )
    s.run_step("zone", "crew_moves")
    assert s.bomber.man_at("pilot") is man(s, flying)
    bomb_run(s)
    assert s.game.bombed_by is not man(s, flying)


@pytest.mark.rule("tonight 4.5")
def test_without_bombs_there_is_no_run(today: Ruleset) -> None:
    s = bombs(today, bombs_aboard=False)
    assert (s.game.bomb_run, s.game.bombing_percent) == ("", None)


# --- the release and the doors


@pytest.mark.rule("today 4-3 note j")
@pytest.mark.parametrize(("face", "released"), [(1, True), (4, True), (5, False), (10, False)])
def test_bombs_released_by_hand_fall_off_target_or_hang(today: Ruleset, face: int, released: bool) -> None:
    s = bombs(today, face, *([3, 4] if released else []), out={"bomb_release": True}, orders={"manual_release": "yes"})
    assert s.bomber.bombs_aboard is not released
    assert s.game.bomb_run == ("off_target" if released else "hung")
    assert s.game.in_formation is released
    assert "bomb_run" not in rolls(s)


@pytest.mark.rule("today 4-3 note j")
def test_nobody_need_try_and_then_the_bombs_hang(today: Ruleset) -> None:
    s = bombs(today, out={"bomb_release": True}, orders={"manual_release": "no"})
    assert (s.game.bomb_run, s.bomber.bombs_aboard, s.game.in_formation) == ("hung", True, False)
    assert s.game.bombing_percent is None


@pytest.mark.rule("today 4-3 note j", "today 6-6")
def test_with_nobody_at_the_sight_nothing_is_released_by_hand(today: Ruleset) -> None:
    s = bombs(
        today, out={"bomb_release": True}, orders={"bombs_in_his_place": "none"}, **{"bombardier.wounds": "killed"}
    )
    assert s.game.bomb_run == "hung"


@pytest.mark.rule("today 4-3 note r")
def test_doors_that_are_cranked_open_leave_the_run_as_it_is(today: Ruleset) -> None:
    s = bombs(
        today,
        *(4, 6, 6, 3, 4),
        out={"bomb_bay_doors": True},
        orders={"works_doors": "radio_operator"},
        campaign=1,
    )
    assert (s.game.bomb_run, s.game.bombing_percent) == ("on_target", 20)
    assert "bomb_bay_doors" not in s.bomber.out


@pytest.mark.rule("today 4-3 note r", "today 6-6")
@pytest.mark.parametrize(("face", "drags"), [(1, True), (4, True), (5, False), (10, False)])
def test_bombs_through_the_doors_fall_off_target_and_the_doors_may_drag(today: Ruleset, face: int, drags: bool) -> None:
    orders = {"works_doors": "radio_operator", "drop_through_doors": "yes"}
    s = bombs(today, 5, face, 3, 4, out={"bomb_bay_doors": True}, orders=orders)
    assert (s.game.bomb_run, s.bomber.bombs_aboard) == ("off_target", False)
    assert s.game.slow == set()
    s.enter_zone(Zone(3, ("W",), ("",), None))
    assert bool(s.game.slow) is drags
    assert s.game.in_formation is not drags


@pytest.mark.rule("today 4-3 note r")
def test_behind_closed_doors_the_bombs_stay_if_the_pilot_will_not_wreck_them(today: Ruleset) -> None:
    orders = {"works_doors": "none", "drop_through_doors": "no"}
    s = bombs(today, out={"bomb_bay_doors": True}, orders=orders)
    assert (s.game.bomb_run, s.bomber.bombs_aboard, s.game.in_formation) == ("hung", True, False)


@pytest.mark.rule("today 4-3 note j", "today 4-3 note r")
def test_hung_bombs_may_go_on_the_way_home_without_becoming_a_bomb_run(today: Ruleset) -> None:
    s = bombs(today, out={"bomb_release": True}, orders={"manual_release": "no"})
    s.outbound = False
    s.enter_zone(Zone(3, ("W",), ("",), None))
    s.game.turn_of_zone = 1
    s.source = scripted(4)
    s.run_step("turn", "work")
    used_up(s)
    assert (s.bomber.bombs_aboard, s.game.bomb_run, s.game.bombing_percent) == (False, "hung", None)


# --- 6-7: accuracy


def percent(today: Ruleset, run_result: str, *faces: int) -> int:
    """The percentage that these dice give."""
    s = over_target(today, *faces)
    found = accuracy(s, run_result)
    used_up(s)
    return found


@pytest.mark.rule("today 6-7")
@pytest.mark.parametrize(
    ("faces", "expected"),
    [
        ((1, 2), 60),
        ((1, 3), 50),
        ((2, 3), 40),
        ((3, 3), 30),
        ((3, 4), 20),
        ((4, 4), 30),
        ((4, 5), 40),
        ((5, 5), 50),
        ((1, 1, 1, 1, 1, 1), 3),
        ((1, 1, 4, 4, 2, 5), 50),
        ((1, 1, 6, 6, 6, 6), 100),
        ((5, 6, 2, 3, 4, 3), 27),
        ((5, 6, 6, 6, 5, 6), 100),
        ((6, 6, 1, 1), 90),
        ((6, 6, 6, 6), 100),
    ],
)
def test_accuracy_on_target(today: Ruleset, faces: tuple[int, ...], expected: int) -> None:
    assert percent(today, "on_target", *faces) == expected


@pytest.mark.rule("today 6-7")
@pytest.mark.parametrize(
    ("faces", "expected"),
    [
        ((1, 2), 10),
        ((1, 3), 5),
        ((3, 4), 0),
        ((4, 5), 5),
        ((5, 5), 10),
        ((1, 1, 1, 1), 0),
        ((1, 1, 3, 3), 0),
        ((1, 1, 3, 4), 3),
        ((1, 1, 6, 6), 18),
        ((5, 6, 1, 1), 2),
        ((6, 6, 6, 6), 12),
    ],
)
def test_accuracy_off_target(today: Ruleset, faces: tuple[int, ...], expected: int) -> None:
    assert percent(today, "off_target", *faces) == expected


# --- the turn for home, and slow bombers


@pytest.mark.rule("tonight 6.5", "today 6.7")
def test_after_the_bombs_a_turn_with_fighters_and_further_flak(today: Ruleset) -> None:
    s = over_target(today, 1, bombs_aboard=False)
    turn_over_target(s)
    used_up(s)
    assert s.game.turn_of_zone == 2
    assert modifiers(s, "flak") == [-1]
    assert not s.game.additional_flak
    s = over_target(today, 1, 1, bombs_aboard=False, **{"zone.fighters": 0})
    s.source = scripted(1, 1, 1)
    turn_over_target(s)
    assert rolls(s)[0] == "resistance"


@pytest.mark.rule("tonight 5.10", "tonight 6.5")
def test_a_slow_bomber_turns_for_two_turns_each_with_flak(today: Ruleset) -> None:
    s = over_target(today, 1, 1, bombs_aboard=False, engines_out=[1, 2], altitude="low", in_formation=False)
    count_turns(s)
    turn_over_target(s)
    used_up(s)
    assert (turns(s), rolls(s).count("flak")) == (2, 2)


@pytest.mark.rule("tonight 5.10")
def test_a_slow_bomber_takes_two_turns_to_the_target_as_well(today: Ruleset) -> None:
    s = over_target(today, 1, bombs_aboard=False, engines_out=[1, 2], altitude="low", in_formation=False)
    count_turns(s)
    slow_over_target(s)
    used_up(s)
    assert (turns(s), rolls(s), modifiers(s, "flak")) == (1, ["flak"], [-1, 1])
    s = over_target(today)
    count_turns(s)
    slow_over_target(s)
    assert turns(s) == 0


@pytest.mark.rule("today 6-1", "today 6-2")
def test_the_visibility_is_known_before_the_first_flak(today: Ruleset) -> None:
    names = [step.name for step in today.procedures["zone"]]
    assert names.index("visibility") < names.index("slow_over_target")


@pytest.mark.rule("today 6-1")
def test_visibility_is_told(today: Ruleset) -> None:
    s = over_target(today, 6, weather="full_cloud")
    visibility(s)
    assert told(s, "visibility") == [{"visibility": "completely_obscured"}]
