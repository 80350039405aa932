"""One step or table, from a described situation."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest
from command_line import CommandLine

Write = Callable[[str, str], Path]


def test_step_with_fixed_dice(bomberstream: CommandLine, write: Write) -> None:
    scene = write("scene.toml", 'game = "toy"\nstep = "landing"\ndice = [1]\n')
    resolved = bomberstream.json("resolve", scene)
    (roll,) = [event for event in resolved["events"] if event["type"] == "roll"]
    assert (roll["table"], roll["dice"], roll["result"]) == ("1-3", [1], "crash")
    assert (resolved["game"], resolved["step"], resolved["outcome"]) == ("toy", "landing", "crashed")
    told = bomberstream("resolve", scene).stdout
    assert "1-3 Landing  1D6 [1] = 1  crash" in told
    assert "the flight ends: crashed (wrecked at landing)" in told


def test_table_with_state_says_what_changed(bomberstream: CommandLine, write: Write) -> None:
    scene = write(
        "scene.toml",
        'game = "toy"\ntable = "1-1"\ndice = [4, 4]\ndate = "1943-07-01"\n[state]\nengines_out = [1]\n',
    )
    resolved = bomberstream.json("resolve", scene)
    (roll,) = [event for event in resolved["events"] if event["type"] == "roll"]
    assert (roll["natural"], roll["total"]) == (8, 7)
    assert resolved["changed"] == {"out.radio": {"before": False, "after": True}}
    assert "out.radio" in bomberstream("resolve", scene).stdout


def test_column_is_named_by_the_scenario(bomberstream: CommandLine, write: Write) -> None:
    scene = write("scene.toml", 'game = "toy"\ntable = "bombs"\ncolumn = "by_night"\ndice = [6]\n')
    (roll,) = [event for event in bomberstream.json("resolve", scene)["events"] if event["type"] == "roll"]
    assert (roll["column"], roll["result"]) == ("by_night", 20)


def test_dice_left_out_are_rolled_anew_or_from_a_seed(bomberstream: CommandLine, write: Write) -> None:
    scene = write("scene.toml", 'game = "toy"\ntable = "1-1"\n')
    assert len({bomberstream.json("resolve", scene)["seed"] for _ in range(3)}) == 3
    thrown = [bomberstream.json("resolve", scene, "--seed", "4")["events"] for _ in range(2)]
    assert thrown[0] == thrown[1]
    seeded = write("seeded.toml", 'game = "toy"\ntable = "1-1"\nseed = 0\n')
    assert bomberstream.json("resolve", seeded)["seed"] == 0


def test_optional_rules_hold(bomberstream: CommandLine, write: Write) -> None:
    scene = write("scene.toml", 'game = "toy"\ntable = "1-1"\ndice = [3, 3]\n')
    resolved = bomberstream.json("resolve", scene, "--rule", "gales")
    assert next(event["total"] for event in resolved["events"] if event["type"] == "roll") == 7


@pytest.mark.parametrize(
    ("text", "says"),
    [
        ('step = "landing"\n', "'game' is missing"),
        ('game = "toi"\nstep = "landing"\n', "no game 'toi'; did you mean 'toy'?"),
        ('game = "toy"\n', "name one step or one table"),
        ('game = "toy"\nstep = "landin"\n', "did you mean 'landing'"),
        ('game = "toy"\ntable = "1-9"\n', "no table '1-9'"),
        ('game = "toy"\ntable = "bombs"\ncolumn = "dusk"\n', "no column 'dusk'"),
        ('game = "toy"\ntable = "1-1"\ndice = [7, 1]\n', "cannot show 7"),
        ('game = "toy"\ntable = "1-1"\n[state]\nengine_out = 1\n', "'engine_out' is not in the vocabulary"),
        ('game = "toy"\ntable = "1-1"\n[orders]\ndrop = "maybe"\n', "no option 'maybe'"),
        ('game = "toy"\ntable = "1-1"\ndate = "1943-02-31"\n', "expected a day like '1943-10-14'"),
        ('game = "toy"\ntable = "1-1"\n[options]\nlukc = 1\n', "scene.toml, options: 'lukc=1': toy has no setting"),
        ('game = "toy"\ntabel = "1-1"\n', "unknown key 'tabel'; did you mean 'table'"),
        ("game = \n", "not TOML"),
    ],
)
def test_bad_scenario_is_told_in_a_line(bomberstream: CommandLine, write: Write, text: str, says: str) -> None:
    told = bomberstream.error("resolve", write("scene.toml", text), status=1)
    assert says in told
    assert all(line.startswith("error: ") for line in told.splitlines())


def test_missing_file_is_wrong_usage(bomberstream: CommandLine) -> None:
    assert "does not exist" in bomberstream.error("resolve", "nowhere.toml", status=2)


def test_exact_odds_of_a_scene(bomberstream: CommandLine, write: Write) -> None:
    path = write("odds.toml", 'game = "toy"\nstep = "landing"\n')
    said = bomberstream.json("resolve", path, "--odds")
    (throw,) = said["throws"]
    assert throw["chance"] == {"exact": "1", "chance": 1.0}
    assert sum(one["chance"] for one in throw["results"].values()) == pytest.approx(1)
    assert said["outcomes"].keys() == {"goes_on", "crashed"}
    assert "Every way in which the dice may fall" in bomberstream("resolve", path, "--odds").stdout


def test_advice_in_a_scene(bomberstream: CommandLine, write: Write) -> None:
    path = write("advice.toml", 'game = "toy"\nstep = "bombs"\n')
    said = bomberstream.json("resolve", path, "--advise")
    assert said["decision"] == "drop"
    assert [one["option"] for one in said["options"]] == ["yes", "no"]
    assert said["options"][0]["difference_interval"] == [0.0, 0.0]
    assert "drop the bombs?" in bomberstream("resolve", path, "--advise").stdout


def test_odds_and_advice_are_two_things(bomberstream: CommandLine, write: Write) -> None:
    path = write("both.toml", 'game = "toy"\nstep = "landing"\n')
    assert "contradict" in bomberstream.error("resolve", path, "--odds", "--advise", status=2)
    assert "nothing is decided" in bomberstream.error("resolve", path, "--advise", status=1)
