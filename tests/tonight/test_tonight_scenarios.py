"""Scenario files: one step, scene or table of the night game from a situation written down by a player."""

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
def solve(tonight: Ruleset, tmp_path: Path) -> Solve:
    """Resolves a scenario file with this text."""

    def solve(text: str) -> Resolved:
        path = tmp_path / "scene.toml"
        path.write_text(f'game = "tonight"\n{text}', encoding="utf-8")
        return resolve(tonight, load_scenario(path))

    return solve


def thrown(answer: Resolved) -> list[tuple[str, int, Any]]:
    """The tables thrown on, with totals and results."""
    return [(one.table, one.total, one.result) for one in answer.events if isinstance(one, RollEvent)]


def told(answer: Resolved, happening: str) -> list[dict[str, Any]]:
    """The facts of every happening of a kind."""
    return [dict(one.facts) for one in answer.events if isinstance(one, Happening) and one.type == happening]


SCENES = {
    "take_off": "",
    "searchlights": "",
    "flak": "",
    "fighter_attack": '[state]\nfighter = { type = "ju-88c-6", position = "6 level" }\n',
    "upward_attack": "",
    "shell_hit": '[state]\narea = "nose"\n',
    "burst": '[state]\narea = "rear_centre"\n',
    "navigation": "",
    "bomb_run": "",
    "landing": "",
    "ditching": "",
    "bail_out": "",
}


def test_every_scene_is_tried_here(tonight: Ruleset) -> None:
    assert set(SCENES) == set(tonight.game.scenes)


@pytest.mark.parametrize("scene", sorted(SCENES))
@pytest.mark.parametrize("bomber", ["lancaster", "halifax-ii", "halifax-iii", "stirling"])
def test_every_scene_plays_with_every_bomber(solve: Solve, scene: str, bomber: str) -> None:
    for seed in range(12):
        answer = solve(f'step = "{scene}"\nbomber = "{bomber}"\nseed = {seed}\n{SCENES[scene]}')
        assert answer.events
        ends = scene in ("landing", "ditching", "bail_out")
        assert bool(answer.outcome) or not ends


# --- take-off


@pytest.mark.rule("tonight 3-2", "tonight 3.1.3")
def test_a_smooth_take_off(solve: Solve) -> None:
    answer = solve('step = "take_off"\ndice = [5]\n')
    assert thrown(answer) == [("3-2", 5, "airborne")]
    assert (answer.outcome, len(told(answer, "airborne"))) == ("", 1)


# --- lights and guns


@pytest.mark.rule("tonight 5.1.2", "tonight 4-7")
@pytest.mark.parametrize(
    ("moon", "dice", "found"),
    [("full", [5, 5], True), ("half", [5, 5], False), ("half", [5, 6], True), ("crescent", [5, 6], False)],
)
def test_searchlights_by_the_moon(solve: Solve, moon: str, dice: list[int], found: bool) -> None:
    orders = '[orders]\ncorkscrew_light = "no"\n'
    answer = solve(f'step = "searchlights"\ndice = {dice}\n{orders}[state]\nmoon = "{moon}"\n')
    assert bool(told(answer, "lit")) is found
    assert ("lit" in answer.changed) is found


@pytest.mark.rule("tonight 5.2.2", "tonight 5-1", "tonight 5-2", "tonight 5-3", "tonight 5-4")
def test_guns_that_have_found_the_bomber(solve: Solve) -> None:
    # Medium by 5 (+1 lit, -1 no target); two misses, a hit of one shell that is superficial.
    answer = solve('step = "flak"\ndice = [5, 3, 4, 3, 4, 1, 1, 3, 4, 3, 4]\n')
    assert thrown(answer) == [
        ("5-1", 5, "medium"),
        ("5-2", 7, "miss"),
        ("5-2", 7, "miss"),
        ("5-2", 2, "hit"),
        ("5-3", 7, 1),
        ("5-4", 7, "superficial"),
    ]


# --- fighters


ATTACK = """
step = "fighter_attack"
dice = {dice}
[orders]
corkscrew = "no"
fires_at = "none"
[state]
fighter = {{ type = "me-110f-4", position = "6 level", skill = "{skill}" }}
"""


@pytest.mark.rule("tonight 5.3.7.3", "tonight 5-10", "tonight 5-13")
def test_an_unseen_fighter_fires_first(solve: Solve) -> None:
    answer = solve(ATTACK.format(dice=[1, 1, 1, 1, 1, 1, 1, 1], skill="flieger"))
    assert told(answer, "surprised")
    assert [table for table, _, _ in thrown(answer)][:2] == ["5-10", "5-13"]
    assert told(answer, "fighter_misses")


@pytest.mark.rule("tonight 5-13")
def test_the_skill_of_its_pilot_counts(solve: Solve) -> None:
    totals = {
        skill: next(
            total
            for table, total, _ in thrown(solve(ATTACK.format(dice=[1, 1, 1, 2, 1, 1, 1, 1], skill=skill)))
            if table == "5-13"
        )
        for skill in ("novice", "flieger", "experte")
    }
    assert totals["novice"] < totals["flieger"] < totals["experte"]


@pytest.mark.rule("tonight 5.4", "tonight 5.4.1")
def test_an_attack_from_below(solve: Solve) -> None:
    answer = solve('step = "upward_attack"\nseed = 4\n')
    assert told(answer, "upward_attack")
    assert thrown(answer)[0][0] == "5-13"


# --- shells


@pytest.mark.rule("tonight 5.8.3", "tonight 5.2.5")
def test_a_burst_in_the_rear_centre_section(solve: Solve) -> None:
    answer = solve('step = "burst"\nseed = 1\n[state]\narea = "rear_centre"\n')
    assert told(answer, "burst_inside")[0]["area"] == "rear_centre"
    assert answer.changed["mid_upper_gunner.wounds"] == ("none", "killed")
    assert answer.changed["altitude"] == ("high", "low")
    assert answer.outcome == ""


@pytest.mark.rule("tonight 5.2.5")
@pytest.mark.parametrize("area", ["front_centre", "tail", "port_wing", "starboard_wing"])
def test_a_burst_where_nobody_keeps_control(solve: Solve, area: str) -> None:
    answer = solve(f'step = "burst"\nseed = 1\n[state]\narea = "{area}"\n')
    assert answer.outcome == "shot_down"
    assert told(answer, "bail_out")[0]["kind"] == "uncontrolled"


@pytest.mark.rule("tonight 5.2.5")
@pytest.mark.parametrize(("bombs", "outcome"), [("true", "shot_down"), ("false", "")])
def test_a_burst_in_the_bomb_bay(solve: Solve, bombs: str, outcome: str) -> None:
    answer = solve(f'step = "burst"\nseed = 1\n[state]\narea = "bomb_bay"\nbombs_aboard = {bombs}\n')
    assert answer.outcome == outcome


# --- the way, the target


@pytest.mark.rule("tonight 4.9", "tonight 5-15")
@pytest.mark.parametrize(
    ("die", "missions", "result"), [(8, 20, "on_course"), (9, 20, "off_course"), (7, 3, "off_course")]
)
def test_navigation(solve: Solve, die: int, missions: int, result: str) -> None:
    answer = solve(f'step = "navigation"\ndice = [{die}]\n[options]\nmissions = "{missions}"\n')
    assert [one for _, _, one in thrown(answer)] == [result]
    assert ("off_course_zones" in answer.changed) is (result == "off_course")


@pytest.mark.rule("tonight 6.1", "tonight 6-6", "tonight 6-7")
@pytest.mark.parametrize(
    ("dice", "percent"), [([3, 4, 3, 4], 20), ([3, 4, 1, 1, 2, 3, 4, 5], 45), ([3, 4, 6, 6, 5, 5], 98)]
)
def test_a_bomb_run_by_an_old_hand(solve: Solve, dice: list[int], percent: int) -> None:
    answer = solve(
        f'step = "bomb_run"\ndate = "1943-02-10"\ndice = {dice}\n[options]\nmissions = "12"\n'
        '[state]\nvisibility = "slightly_obscured"\n'
    )
    assert thrown(answer)[0] == ("6-6", 8, "on_target")
    assert told(answer, "bombs_away")[0]["percent"] == percent
    assert answer.changed["bombs_aboard"] == (True, False)


@pytest.mark.rule("tonight 6-6")
def test_a_bomb_run_that_damage_spoils_is_not_thrown_for(solve: Solve) -> None:
    answer = solve('step = "bomb_run"\ndice = [3, 4]\n[state]\nout.bombsight = true\n')
    assert thrown(answer) == [("6-7", 7, 0)]


# --- down


LANDING = 'step = "landing"\ndice = {dice}\n[state]\nweather_over_base = "good"\nengines_out = {out}\n'


@pytest.mark.rule("tonight 7.1", "tonight 7-1")
@pytest.mark.parametrize(
    ("out", "dice", "total"),
    [([1], [3, 4], 7), ([1, 2], [3, 4], 5), ([2, 3], [3, 4], 7), ([1, 2, 3], [4, 4], 3)],
)
def test_a_landing_with_engines_out(solve: Solve, out: list[int], dice: list[int], total: int) -> None:
    answer = solve(LANDING.format(out=out, dice=dice))
    assert thrown(answer)[0][:2] == ("7-1", total)
    assert answer.outcome == "returned"


@pytest.mark.rule("tonight 7.3")
@pytest.mark.parametrize(
    ("place", "outcome"), [("occupied", "force_landed"), ("friendly", "force_landed"), ("neutral", "interned")]
)
def test_a_landing_elsewhere(solve: Solve, place: str, outcome: str) -> None:
    answer = solve(f'step = "landing"\nseed = 3\ndice = [6, 5]\n[state]\nlanding.place = "{place}"\n')
    assert answer.outcome == outcome


@pytest.mark.rule("tonight 7.2", "tonight 7-2")
def test_a_ditching(solve: Solve) -> None:
    answer = solve('step = "ditching"\ndice = [4, 4, 1, 1, 1, 1, 1, 1, 1]\n')
    assert thrown(answer)[0] == ("7-2", 8, "rescued")
    assert answer.outcome == "ditched"
    assert "fate" in str(answer.changed)


@pytest.mark.rule("tonight 7.4", "tonight 7.4.limits")
def test_a_jump_leaves_the_badly_wounded_behind(solve: Solve) -> None:
    answer = solve('step = "bail_out"\nseed = 5\n[state]\nnavigator.wounds = "serious"\n')
    assert answer.outcome == "bailed_out"
    assert answer.changed["navigator.wounds"] == ("serious", "killed")


# --- tables, seeds, faults


@pytest.mark.rule("tonight 4-7")
def test_a_table_and_a_step_of_a_procedure(solve: Solve) -> None:
    assert thrown(solve('table = "4-7"\ndice = [6, 6]\n')) == [("4-7", 12, "spotted")]
    assert thrown(solve('step = "zone.weather"\ndice = [4]\n'))[0][0] == "4-1"


def test_dice_left_out_come_from_the_seed(solve: Solve) -> None:
    text = f'step = "fighter_attack"\nseed = 7\n{SCENES["fighter_attack"]}'
    assert thrown(solve(text)) == thrown(solve(text))
    assert len({str(thrown(solve(text.replace("7", str(seed), 1)))) for seed in (1, 2, 3)}) > 1


@pytest.mark.parametrize(
    ("text", "says"),
    [
        ('step = "fighter_atack"\n', "fighter_attack"),
        ('step = "fighter_attack"\n', "name the fighter"),
        ('step = "fighter_attack"\n[state]\nfighter = { type = "me-108", position = "6 low" }\n', "no type 'me-108'"),
        ('step = "fighter_attack"\n[state]\nfighter = { type = "fw-190", position = "2 high" }\n', "attack position"),
        ('step = "fighter_attack"\n[state]\nfighter = { type = "fw-190", place = "6 low" }\n', "unknown key"),
        ('step = "fighter_attack"\n[state]\nfighter = { skill = "green" }\n', "skill"),
        ('step = "fighter_attack"\n[state]\nfighter = { carries = ["radio"] }\n', "carries"),
        ('step = "shell_hit"\n[state]\narea = "cellar"\n', "rear_centre"),
        ('step = "shell_hit"\n', "expected one of"),
        ('step = "flak"\ntable = "5-1"\n', "one step or one table"),
        ('table = "5-99"\n', "no table"),
        ('step = "flak"\n[state]\nvisibilty = "clear"\n', "visibility"),
        ('step = "flak"\n[state]\nengines_out = [5]\n', "engines_out"),
        ('step = "flak"\nbomber = "lancester"\n', "lancaster"),
        ('step = "flak"\n[orders]\ncorkscrew = "perhaps"\n', "no option"),
        ('step = "flak"\ndie = [3]\n', "unknown key"),
    ],
)
def test_a_fault_in_a_scenario_is_named(solve: Solve, text: str, says: str) -> None:
    with pytest.raises(BadData, match=says):
        solve(text)
