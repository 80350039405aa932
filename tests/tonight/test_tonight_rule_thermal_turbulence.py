"""Optional rule 6.3: turbulence above burning cities."""

from __future__ import annotations

from typing import Any

import pytest
from night_tables import acting, check
from nights import is_taken, man, rolls, run, stage
from quiet_nights import over_target
from rules_on import check_flies, check_off, with_rules

ON = with_rules("thermal_turbulence")
SYSTEMS = {
    2: "control_cables",
    3: "flap_controls",
    4: "intercom",
    5: "autopilot",
    9: "radio",
    11: "navigation",
    12: "elevator_controls",
}


@pytest.mark.rule("tonight 6.3")
def test_the_two_tables() -> None:
    check(ON.tables["6-8"], "1d6", "0..4 none, 5 bumpy, 6..8 severe")
    check(
        ON.tables["6-9"],
        "2d6",
        {**SYSTEMS, **dict.fromkeys((6, 7, 8), "superficial"), 10: "crew_thrown"},
    )


@pytest.mark.rule("tonight 6.3")
@pytest.mark.parametrize(
    ("given", "expected"),
    [
        ({"stream_position": "front", "altitude": "high"}, [-1]),
        ({"stream_position": "middle", "altitude": "high"}, []),
        ({"stream_position": "back", "altitude": "high"}, [1]),
        ({"stream_position": "back", "altitude": "low"}, [1, 1]),
    ],
)
def test_the_fires_grow_and_are_worst_low_down(given: dict[str, Any], expected: list[int]) -> None:
    assert acting(stage(ON, **given), "thermal_turbulence") == expected


@pytest.mark.rule("tonight 6.3")
@pytest.mark.parametrize(
    ("given", "rolled"),
    [({"target_type": "Area"}, True), ({"target_type": "Port"}, False), ({"outbound": False}, False)],
)
def test_only_over_area_targets_on_the_run(given: dict[str, Any], rolled: bool) -> None:
    assert is_taken(over_target(ON, **{"target_type": "Area", **given}), "zone", "turbulence") is rolled
    assert not is_taken(stage(ON, target_type="Area"), "zone", "turbulence")


@pytest.mark.rule("tonight 6.3")
@pytest.mark.parametrize("face", [4, 5])
def test_rough_air_alone_does_nothing(face: int) -> None:
    s = run(over_target(ON, face, target_type="Area"), "zone", "turbulence")
    assert rolls(s) == ["thermal_turbulence"]
    assert s.bomber.out == set()


@pytest.mark.rule("tonight 6.3")
@pytest.mark.parametrize(("total", "system"), SYSTEMS.items())
def test_severe_turbulence_costs_a_system(total: int, system: str) -> None:
    faces = (min(6, total - 1), total - min(6, total - 1))
    s = run(over_target(ON, 6, *faces, target_type="Area"), "zone", "turbulence")
    assert s.bomber.out == {system}
    assert s.game.enemy_did == set()


@pytest.mark.rule("tonight 6.3")
def test_or_throws_the_men_about() -> None:
    s = run(over_target(ON, 6, 5, 5, 1, 2, 3, 4, 5, 6, 1, target_type="Area"), "zone", "turbulence")
    assert [one.light_wounds for one in s.bomber.crew] == [1, 0, 0, 0, 0, 0, 1]
    assert man(s, "pilot").light_wounds == 1


@pytest.mark.rule("tonight 6.3")
def test_off_it_changes_nothing() -> None:
    check_off("thermal_turbulence", "thermal_turbulence", "turbulence_damage", "6-8", "6-9")


@pytest.mark.rule("tonight 6.3")
def test_two_hundred_nights() -> None:
    check_flies("thermal_turbulence")
