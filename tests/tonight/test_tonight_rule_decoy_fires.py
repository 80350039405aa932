"""Optional rule 4.9.3: decoy fires."""

from __future__ import annotations

from typing import Any

import pytest
from bomberstream.core.errors import NotAllowed
from bomberstream.core.sortie import Sortie
from bomberstream.plugins.tonight.rules.decoy_fires import Decoy
from night_tables import acting, check
from nights import happenings, modifiers, rolls, run, stage, told
from quiet_nights import over_target
from rules_on import check_flies, check_off, flown, with_rules

ON = with_rules("decoy_fires")
EARLY = {"campaign": None, "date": "1943-02-10"}
PLAIN: dict[str, Any] = {**EARLY, "weather": "full_cloud", "moon": "half", "navigator.missions": 10}
"""Nothing modifies the check."""


def near(*faces: int, burns: bool = True, **given: Any) -> Sortie:
    """Over the target, where a decoy burns or does not."""
    s = over_target(ON, *faces, **{**PLAIN, **given})
    s.kept["decoy_fires"] = Decoy(burns)
    return s


@pytest.mark.rule("tonight 4.9.3", "tonight 4.9.3.set", "tonight 4.9.3.check")
def test_both_tables_as_printed() -> None:
    check(ON.tables["4.9.3 set"], "1d6", "0..3 set, 4..7 none")
    check(ON.tables["4.9.3 check"], "2d6", "-2..8 target, 9..15 decoy")


@pytest.mark.rule("tonight 4.9.3.set")
@pytest.mark.parametrize(
    ("date", "expected"),
    [
        ("1941-12-31", [-1]),
        ("1942-01-01", []),
        ("1943-12-31", []),
        ("1944-01-01", [1]),
        ("1945-04-01", [1]),
    ],
)
def test_fewer_decoys_late_in_the_war(date: str, expected: list[int]) -> None:
    s = stage(ON)
    s.date = date
    assert acting(s, "decoy_set") == expected


@pytest.mark.rule("tonight 4.9.3.set")
@pytest.mark.parametrize(("face", "burns"), [(1, True), (3, True), (4, False), (6, False)])
def test_a_die_says_whether_a_decoy_burns(face: int, burns: bool) -> None:
    s = run(over_target(ON, face, **PLAIN), "zone", "decoy_lit")
    assert s.kept["decoy_fires"].burns is burns
    assert happenings(s) == ["decoy_burns"] * burns


@pytest.mark.rule("tonight 4.9.3.drm")
@pytest.mark.parametrize(
    ("given", "expected"),
    [
        ({}, []),
        ({"navigator.missions": 11}, [-1]),
        ({"weather": "clear"}, [-1]),
        ({"device.gee_h": True}, [-1]),
        ({"moon": "full"}, [-1]),
        ({"moon": "crescent"}, [1]),
        ({"weather": "haze"}, [1]),
        ({"weather": "half_cloud"}, [1]),
        ({"weather": "haze", "moon": "crescent", "navigator.missions": 30}, [-1, 1, 1]),
    ],
)
def test_modifiers_of_the_check(given: dict[str, Any], expected: list[int]) -> None:
    s = run(near(3, 4, **given), "zone", "decoy_check")
    assert sorted(modifiers(s, "decoy_bombed")) == expected


@pytest.mark.rule("tonight 4.9.3.check")
@pytest.mark.parametrize(("faces", "fooled"), [((4, 4), False), ((4, 5), True)])
def test_nine_bombs_the_decoy_off_target_without_a_roll(faces: tuple[int, int], fooled: bool) -> None:
    # 6-6 is thrown only over the real target; 6-7 either way.
    s = near(*faces, *(() if fooled else (3, 4)), 3, 4)
    run(s, "zone", "decoy_check", "bomb_run")
    assert ("bomb_run" in rolls(s)) is not fooled
    assert told(s, "bombs_away")[0]["spoiled"] is fooled
    assert s.game.bomb_run == ("off_target" if fooled else "on_target")


@pytest.mark.rule("tonight 4.9.3.check")
def test_the_check_comes_after_going_around_and_the_fools_bombs_alone_suffer() -> None:
    steps = [step.name for step in ON.procedures["zone"]]
    assert steps.index("decoy_lit") < steps.index("going_around") < steps.index("decoy_check") < steps.index("bomb_run")
    assert rolls(run(near(burns=False), "zone", "decoy_check")) == []


@pytest.mark.rule("tonight 4.9.3.exceptions")
@pytest.mark.parametrize(
    ("given", "by"),
    [({"date": "1943-06-01"}, "master_bomber"), ({"device.h2s": True}, "h2s"), ({"date": "1943-05-31"}, "")],
)
def test_master_bomber_and_h2s_see_through_it(given: dict[str, Any], by: str) -> None:
    s = run(near(*(() if by else (6, 6)), **given), "zone", "decoy_check")
    assert told(s, "decoy_ignored") == ([{"by": by}] if by else [])
    assert s.kept["decoy_fires"].fooled is (by == "")


@pytest.mark.rule("tonight 4.9.3.exceptions")
@pytest.mark.parametrize("device", ["gee", "gee_h"])
def test_gee_and_gee_h_do_not(device: str) -> None:
    assert rolls(run(near(3, 4, **{f"device.{device}": True}), "zone", "decoy_check")) == ["decoy_bombed"]


@pytest.mark.rule("tonight 4.9.3")
@pytest.mark.parametrize("others", [("dams_raid",), ("flak_ships", "minelaying")])
def test_no_fires_burn_at_a_dam_or_in_the_sea(others: tuple[str, ...]) -> None:
    with pytest.raises(NotAllowed, match="decoy_fires"):
        with_rules(*others, "decoy_fires")


@pytest.mark.rule("tonight 4.9.3")
def test_off_it_changes_nothing() -> None:
    check_off("decoy_fires", "decoy_set", "decoy_burns", "4.9.3 set")


@pytest.mark.rule("tonight 4.9.3")
def test_two_hundred_nights() -> None:
    found = check_flies("decoy_fires", campaign=4)
    decoys = [s.kept["decoy_fires"] for s in found if "decoy_fires" in s.kept]
    assert any(one.fooled for one in decoys)
    assert any(one.burns and not one.fooled for one in decoys)
    assert all(s.game.bomb_run != "on_target" for s in found if s.kept.get("decoy_fires", Decoy()).fooled)
    assert flown(ON, 1)[1] == flown(ON, 1)[1]
