"""Scenario files: one step, scene or table of the daylight game from a situation written down by a player."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from bomberstream.core.errors import BadData
from bomberstream.core.events import Happening, RollEvent
from bomberstream.core.ruleset import Ruleset
from bomberstream.core.scenario import Resolved, load_scenario, resolve

Solve = Callable[[str], Resolved]


@pytest.fixture
def solve(today: Ruleset, tmp_path: Path) -> Solve:
    """Resolves a scenario file with this text."""

    def solve(text: str) -> Resolved:
        path = tmp_path / "scene.toml"
        path.write_text(f'game = "today"\n{text}', encoding="utf-8")
        return resolve(today, load_scenario(path))

    return solve


def thrown(answer: Resolved) -> list[tuple[str, int, Any]]:
    """The tables thrown on, with totals and results."""
    return [(one.table, one.total, one.result) for one in answer.events if isinstance(one, RollEvent)]


def told(answer: Resolved, happening: str) -> list[dict[str, Any]]:
    """The facts of every happening of a kind."""
    return [dict(one.facts) for one in answer.events if isinstance(one, Happening) and one.type == happening]


# --- take-off


@pytest.mark.rule("today 3-2")
def test_a_smooth_take_off(solve: Solve) -> None:
    answer = solve('step = "take_off"\nbomber = "b-17g"\ndice = [5]\n')
    assert thrown(answer) == [("3-2", 5, "airborne")]
    assert (answer.outcome, len(told(answer, "airborne"))) == ("", 1)


@pytest.mark.rule("today 3-2 note c")
@pytest.mark.parametrize(("weather", "accident"), [("poor", True), ("good", False)])
def test_an_accident_in_poor_weather_gives_the_lead(solve: Solve, weather: str, accident: bool) -> None:
    answer = solve(f'step = "take_off"\ndice = [2]\n[state]\nweather_over_base = "{weather}"\n')
    assert (answer.changed.get("cell_leader") == (False, True)) is accident
    assert ("cell_lost_bombers" in answer.changed) is accident


@pytest.mark.rule("today 3-2 note a", "today 3-3")
def test_a_crash_at_take_off(solve: Solve) -> None:
    answer = solve('step = "take_off"\ndice = [1, 10, 5]\n')
    assert [table for table, _, _ in thrown(answer)] == ["3-2", "3-2 note a", "3-3"]
    assert answer.outcome == "crashed"
    assert answer.changed["pilot.wounds"] == ("none", "killed")


@pytest.mark.rule("today 3-2", "today 4-3 note b")
@pytest.mark.parametrize(("order", "aborts"), [("abort", True), ("go", False)])
def test_an_engine_lost_at_take_off_is_the_pilots_choice(solve: Solve, order: str, aborts: bool) -> None:
    answer = solve(f'step = "take_off"\ndice = [1, 8, 3, 2]\n[orders]\ntake_off_engine_out = "{order}"\n')
    assert answer.changed["engines_out"] == (0, 1)
    assert ("aborting" in answer.changed) is aborts


# --- weather


@pytest.mark.rule("today 4-1")
@pytest.mark.parametrize(
    ("die", "state", "weather"),
    [
        (2, "", "clear"),
        (9, "", "full_cloud"),
        (3, 'previous_weather = "clear"\n', "clear"),
        (7, 'previous_weather = "full_cloud"\n', "full_cloud"),
        (5, 'previous_weather = "half_cloud"\n', "half_cloud"),
        (3, 'weather_over_base = "good"\nzone.number = 2\n', "clear"),
    ],
)
def test_weather(solve: Solve, die: int, state: str, weather: str) -> None:
    answer = solve(f'step = "weather"\ndice = [{die}]\n[state]\n{state}')
    assert [result for _, _, result in thrown(answer)] == [weather]


@pytest.mark.rule("today 4-1", "today 4-1A")
def test_weather_over_the_alps(solve: Solve) -> None:
    answer = solve(
        'step = "weather"\ndate = "1944-05-10"\ndice = [9, 2]\n[state]\nzone.number = 8\nzone.is_alps = true\n'
    )
    assert [table for table, _, _ in thrown(answer)][:2] == ["4-1", "4-1A"]
    assert answer.changed["cloud_over_alps"] == (False, True)


# --- fighters


ATTACK = """
step = "fighter_attack"
bomber = "b-17g"
dice = {dice}
[orders]
passing_shot = "none"
[orders.fires_at]
choose = "f1"
[state]
fighters = [{{ type = "{kind}", position = "12 high" }}]
"""


@pytest.mark.rule("today 5-5", "today 5-6", "today 5-7")
def test_a_fighter_from_12_high_meets_the_top_turret_of_a_b17g_and_goes_down(solve: Solve) -> None:
    answer = solve(ATTACK.format(dice=[4, 4, 6, 5], kind="fw-190"))
    assert thrown(answer) == [("5-6", 9, "hit"), ("5-7", 11, "destroyed")]
    assert told(answer, "fighter_hit")[0]["gun"] == "top turret"
    assert answer.outcome == ""


@pytest.mark.rule("today 5-8", "today 5-10", "today 5-11", "today 5-12")
def test_a_fighter_from_12_high_that_hits_the_nose_and_comes_again(solve: Solve) -> None:
    dice = [1, 2, 4, 5, 3, 4, 2, 3, 3, 2, 4, 1, 3, 3, 6, 2]
    answer = solve(ATTACK.format(dice=dice, kind="fw-190"))
    assert thrown(answer) == [
        ("5-6", 4, "miss"),
        ("5-8", 9, "hit"),
        ("5-10", 7, 1),
        ("5-11", 2, "x1"),
        ("5-12", 6, "nose"),
        ("A-1", 6, "bombardier"),
        ("5-17", 1, "light_wound"),
        ("5-16", 6, "none"),
        ("5-9", 6, "6"),
        ("5-9A", 2, "level"),
    ]
    assert answer.changed["bombardier.wounds"] == ("none", "light")
    (again,) = (event for event in answer.events if event.type == "comes_again")
    assert again.facts["fighter"].endswith("at 6 o'clock level")


@pytest.mark.rule("today 5-8 note c", "today 5-16")
def test_a_fighter_from_12_high_that_misses_is_gone(solve: Solve) -> None:
    answer = solve(ATTACK.format(dice=[1, 2, 1, 2, 3, 3], kind="me-109"))
    assert [table for table, _, _ in thrown(answer)] == ["5-6", "5-8", "5-16"]
    assert told(answer, "fighter_misses")


@pytest.mark.rule("today 5-6", "today 5-8")
def test_damage_and_skill_of_a_fighter_count(solve: Solve) -> None:
    answer = solve(
        'step = "fighter_attack"\nbomber = "b-17g"\ndice = [1, 2, 3, 3]\n[orders]\nfires_at = "none"\n'
        'passing_shot = "none"\n[[state.fighters]]\ntype = "me-110"\nposition = "6 level"\n'
        'skill = "green"\nfca = 2\n'
    )
    assert thrown(answer) == [("5-8", 0, "miss"), ("5-16", 7, "none")]


# --- flak


@pytest.mark.rule("today 6-2", "today 6-3", "today 6-4", "today 6-5")
def test_flak_over_the_target(solve: Solve) -> None:
    # Heavy by 7; two misses, then a hit of one shell on the left wing, a wing root.
    answer = solve('step = "flak"\nbomber = "b-17g"\ndice = [6, 3, 4, 3, 4, 1, 3, 3, 4, 3, 3, 1, 1]\n')
    assert thrown(answer) == [
        ("6-2", 7, "heavy"),
        ("6-3", 7, "miss"),
        ("6-3", 7, "miss"),
        ("6-3", 4, "hit"),
        ("6-4", 7, 1),
        ("6-5", 6, "left_wing"),
        ("A-7", 2, "wing_root"),
    ]


@pytest.mark.rule("today 6-2")
def test_no_flak_where_nobody_sees_the_target(solve: Solve) -> None:
    answer = solve('step = "flak"\ndice = [3]\n[state]\nvisibility = "completely_obscured"\n')
    assert thrown(answer) == [("6-2", 1, "none")]


@pytest.mark.rule("today 6-4", "today 6-5", "today 6.5")
def test_a_flak_burst_inside_passes_over_what_is_superficial(solve: Solve) -> None:
    answer = solve('step = "flak"\ndice = [6, 1, 1, 1, 1, 3, 4, 1, 1]\n')
    assert [result for table, _, result in thrown(answer) if table == "6-5"] == ["superficial", "bomb_bay"]
    assert answer.outcome == "shot_down"


# --- shells


SHELL = 'step = "shell_hit"\nbomber = "{bomber}"\ndice = {dice}\n[state]\narea = "{area}"\n{state}'


@pytest.mark.rule("today 5-13", "today 5-15")
@pytest.mark.parametrize(
    ("bomber", "area", "dice", "state", "changed"),
    [
        ("b-17g", "nose", [1, 1], "", {"out.bombsight": (False, True)}),
        ("b-17g", "pilot_compartment", [2, 2, 6], "", {"pilot.wounds": ("none", "killed")}),
        ("b-17g", "bomb_bay", [1, 1], "", {"out.bomb_release": (False, True)}),
        ("b-17g", "radio_room", [1, 2], "", {"out.intercom": (False, True)}),
        ("b-17g", "waist", [3, 3, 4], "", {"left_waist_gunner.wounds": ("none", "serious")}),
        ("b-17g", "tail", [1, 4, 2], "", {"tail_gunner.wounds": ("none", "light")}),
        ("b-17g", "left_wing", [4, 5, 1, 4, 2], "", {"engine_1_out": (False, True)}),
        ("b-17g", "right_wing", [4, 5, 6, 4, 2], "", {"engine_4_out": (False, True)}),
        ("b-24j", "nose", [3, 3, 1], "", {"left_waist_gunner.wounds": ("none", "light")}),
        ("b-24d", "left_wing", [4, 6, 3, 3, 1], "", {"fuel_turns": (99, 4)}),
    ],
)
def test_a_shell_on_each_section(
    solve: Solve, bomber: str, area: str, dice: list[int], state: str, changed: dict[str, Any]
) -> None:
    answer = solve(SHELL.format(bomber=bomber, area=area, dice=dice, state=state))
    assert told(answer, "shell_hit")[0]["area"] == area
    assert {name: answer.changed.get(name) for name in changed} == changed


@pytest.mark.rule("today A-3")
def test_a_shell_among_the_bombs(solve: Solve) -> None:
    answer = solve(SHELL.format(bomber="b-17g", area="bomb_bay", dice=[5, 6, 6], state=""))
    assert answer.outcome == "shot_down"
    answer = solve(SHELL.format(bomber="b-17g", area="bomb_bay", dice=[5, 6], state="bombs_aboard = false\n"))
    assert answer.outcome == ""


@pytest.mark.rule("today 6.5")
def test_a_burst_in_the_waist(solve: Solve) -> None:
    answer = solve('step = "burst"\nbomber = "b-17g"\n[state]\narea = "waist"\n')
    assert told(answer, "burst_inside")[0]["area"] == "waist"
    assert answer.changed["ball_gunner.wounds"] == ("none", "killed")
    assert answer.changed["altitude"] == ("high", "low")


# --- the bomb run


@pytest.mark.rule("today 6-6", "today 6-7")
@pytest.mark.parametrize(
    ("dice", "percent"),
    [([3, 4, 3, 4], 20), ([3, 4, 1, 1, 2, 3, 4, 5], 45), ([3, 4, 6, 6, 5, 5], 98)],
)
def test_a_bomb_run_by_a_seasoned_lead(solve: Solve, dice: list[int], percent: int) -> None:
    answer = solve(
        f'step = "bomb_run"\ndice = {dice}\n[options]\nposition = "1"\nmissions = "12"\n[state]\nvisibility = "clear"\n'
    )
    assert thrown(answer)[0] == ("6-6", 8, "on_target")
    assert told(answer, "bombs_away")[0]["percent"] == percent
    assert answer.changed["bombs_aboard"] == (True, False)


@pytest.mark.rule("today 6-6 note 1")
@pytest.mark.parametrize("spoilt", ["bombsight", "bomb_controls", "control_cables"])
def test_a_bomb_run_that_damage_spoils_is_not_thrown(solve: Solve, spoilt: str) -> None:
    answer = solve(f'step = "bomb_run"\ndice = [3, 4]\n[state]\nout.{spoilt} = true\n')
    assert thrown(answer) == [("6-7", 7, 0)]
    assert told(answer, "bombs_away")[0]["on_target"] is False


@pytest.mark.rule("today 6-6")
def test_a_straggler_aims_for_himself(solve: Solve) -> None:
    text = (
        'step = "bomb_run"\ndice = {dice}\n[options]\nmissions = "12"\n'
        '[state]\nout_of_formation = true\nvisibility = "slightly_obscured"\n'
    )
    assert thrown(solve(text.format(dice=[2, 3, 3, 4])))[0] == ("6-6", 2, "off_target")
    assert thrown(solve(text.format(dice=[2, 4, 3, 4])))[0] == ("6-6", 3, "on_target")


# --- landing


LANDING = 'step = "landing"\nbomber = "{bomber}"\ndice = {dice}\n[state]\nengines_out = {out}\n'


@pytest.mark.rule("today 7-1")
@pytest.mark.parametrize(
    ("bomber", "out", "dice", "total"),
    [
        ("b-17g", [1], [3, 4], 7),
        ("b-17g", [1, 2], [3, 4], 5),
        ("b-17g", [1, 2, 3], [3, 4], 2),
        ("b-24j", [3], [3, 4], 3),
        ("b-24j", [3, 4], [4, 4], 2),
    ],
)
def test_a_landing_with_engines_out(solve: Solve, bomber: str, out: list[int], dice: list[int], total: int) -> None:
    answer = solve(LANDING.format(bomber=bomber, out=out, dice=dice))
    assert thrown(answer)[0][:2] == ("7-1", total)
    assert answer.outcome == "returned"


@pytest.mark.rule("today 7-1")
def test_a_glide_into_the_field_without_any_engine(solve: Solve) -> None:
    answer = solve(LANDING.format(bomber="b-17g", out=[1, 2, 3, 4], dice=[2, 2]))
    assert thrown(answer)[0][1] <= -3
    assert answer.outcome == "crashed"
    assert answer.changed["pilot.wounds"] == ("none", "killed")


@pytest.mark.rule("today 7-1 note a")
def test_a_natural_twelve_lands_anything(solve: Solve) -> None:
    answer = solve(LANDING.format(bomber="b-17g", out=[1, 2, 3, 4], dice=[6, 6]))
    assert answer.outcome == "returned"
    assert "pilot.wounds" not in answer.changed


@pytest.mark.rule("today 7-1", "today 5-17")
def test_a_wreck_throws_for_every_man(solve: Solve) -> None:
    # 9 with no engine is 2; the weather takes it to 0, a landing gear still up would wreck it.
    answer = solve(
        'step = "landing"\nbomber = "b-17g"\ndice = [1, 3, 1, 1, 1, 1, 1, 1, 1, 1, 1, 4, 2]\n'
        "[state]\nengines_out = [1, 2, 3]\n"
    )
    assert thrown(answer)[0] == ("7-1", -1, "wrecked")
    assert [table for table, _, _ in thrown(answer)].count("7-1 note f") == 10
    assert sum(name.endswith(".wounds") and after == "light" for name, (_, after) in answer.changed.items()) >= 1


@pytest.mark.rule("today 7-2")
def test_a_ditching(solve: Solve) -> None:
    answer = solve('step = "ditching"\nbomber = "b-24j"\ndice = [3, 3]\n')
    assert thrown(answer)[0][:2] == ("7-2", 3)
    assert answer.outcome == "ditched"


@pytest.mark.rule("today 7-3", "today 7-3 note b")
def test_a_jump_leaves_the_badly_wounded_behind(solve: Solve) -> None:
    answer = solve('step = "bail_out"\nseed = 5\n[state]\nnavigator.wounds = "serious"\n')
    assert answer.outcome == "bailed_out"
    assert answer.changed["navigator.wounds"] == ("serious", "killed")


# --- tables, seeds, faults


@pytest.mark.rule("today 5-4")
def test_a_table_with_its_column(solve: Solve) -> None:
    answer = solve('table = "5-4"\ncolumn = "good"\ndice = [1, 1]\n')
    assert thrown(answer) == [("5-4", 2, 3)]


@pytest.mark.rule("today 5-17")
def test_dice_left_out_come_from_the_seed(solve: Solve) -> None:
    text = 'step = "fighter_attack"\nseed = 7\n[state]\nfighters = [{ type = "fw-190", position = "12 high" }]\n'
    assert thrown(solve(text)) == thrown(solve(text))
    others = {str(thrown(solve(text.replace("7", str(seed), 1)))) for seed in (1, 2, 3)}
    assert len(others) > 1


@pytest.mark.rule("today 5-6")
@pytest.mark.parametrize(
    ("text", "says"),
    [
        ('step = "fighter_atack"\n', "fighter_attack"),
        ('step = "fighter_attack"\n', "name the fighters"),
        (
            'step = "fighter_attack"\n[state]\nfighters = [{ type = "me-108", position = "12 high" }]\n',
            "no type 'me-108'",
        ),
        (
            'step = "fighter_attack"\n[state]\nfighters = [{ type = "me-109", position = "2 high" }]\n',
            "attack position",
        ),
        ('step = "fighter_attack"\n[state]\nfighters = [{ type = "me-109", place = "12 high" }]\n', "unknown key"),
        ('step = "shell_hit"\n[state]\narea = "cellar"\n', "radio_room"),
        ('step = "shell_hit"\n', "expected one of"),
        ('step = "flak"\ntable = "6-2"\n', "one step or one table"),
        ('table = "5-5"\n', "looked up"),
        ('table = "5-99"\n', "no table"),
        ('step = "flak"\n[state]\nvisibilty = "clear"\n', "visibility"),
        ('step = "flak"\n[state]\nengines_out = [5]\n', "engines_out"),
        ('step = "flak"\nbomber = "b-17x"\n', "b-17"),
        ('step = "flak"\n[orders]\nevade_flak = "perhaps"\n', "no option"),
        ('step = "flak"\ndie = [3]\n', "unknown key"),
    ],
)
def test_a_fault_in_a_scenario_is_named(solve: Solve, text: str, says: str) -> None:
    with pytest.raises(BadData, match=says):
        solve(text)
