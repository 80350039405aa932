"""Optional rule 10.5 of the daylight game: the YB-40."""

from __future__ import annotations

from typing import Any

import pytest
from bomberstream.core.combat import POSITIONS, bearing_guns
from bomberstream.core.errors import NotAllowed
from bomberstream.core.flight import fly
from bomberstream.core.sortie import Setup, Sortie
from bomberstream.core.zones import Route
from combat_scenes import fighter, me109, play_all, scene, told
from day_rules_on import with_rules
from flights import asked, man, rolls, run, stage
from walking_tables import check, spread

ON = with_rules("yb_40")
JUNE = {"campaign": 2, "date": "1943-06-22", "bomber": "yb-40"}


def escort(*faces: int, **more: Any) -> Sortie:
    """A YB-40 before take-off, for a target that is not far."""
    s = stage(ON, *faces, **{**JUNE, **more})
    s.game.route = way(6)
    s.run_step("mission", "escorts")
    return s


def way(zone: int) -> Route:
    """A way to a target in a zone."""
    routes = (ON.gazetteer.route(8, one.city) for one in ON.targets if one.air_force == 8)
    return next(one for one in routes if one.target_zone == zone)


@pytest.mark.rule("today 10.5")
@pytest.mark.parametrize(("date", "flies"), [("1943-04-30", False), ("1943-05-29", True), ("1943-07-31", True)])
def test_it_is_there_from_may_to_july_1943(date: str, flies: bool) -> None:
    if not flies:
        with pytest.raises(NotAllowed, match="YB-40"):
            fly(ON, Setup("today", 1, bomber="yb-40", date=date))
        return
    assert fly(ON, Setup("today", 1, bomber="yb-40", date=date)).bomber.type.id == "yb-40"


GUNS = {
    "chin": (2, 30, "nose_gunner"),
    "left_cheek": (1, 10, ""),
    "right_cheek": (1, 10, "navigator"),
    "top": (2, 32, "engineer"),
    "mid_upper": (2, 16, "mid_upper_gunner"),
    "ball": (2, 24, "ball_gunner"),
    "left_waist": (2, 20, "left_waist_gunner"),
    "right_waist": (2, 20, "right_waist_gunner"),
    "tail": (2, 25, "tail_gunner"),
}


@pytest.mark.rule("today 10.5")
def test_guns_boxes_and_men() -> None:
    s = escort()
    assert {one.key: (one.type.barrels, one.rounds, one.gunner.trade) for one in s.bomber.guns.values()} == GUNS
    assert len(s.bomber.crew) == 12
    assert s.bomber.man_of("bombardier").trade == ""
    assert not s.bomber.bombs_aboard


FIELDS = """
    12 high: top chin mid_upper | 12 level: top chin | 12 low: chin ball
    1:30 high: top mid_upper right_cheek right_waist | 1:30 level: chin right_cheek | 1:30 low: chin ball right_cheek
    3 high: top mid_upper right_waist | 3 level: top mid_upper ball right_waist | 3 low: ball right_waist
    6 high: top mid_upper tail | 6 level: tail | 6 low: ball tail
    9 high: top mid_upper left_waist | 9 level: top mid_upper ball left_waist | 9 low: ball left_waist
    10:30 high: top mid_upper left_cheek left_waist | 10:30 level: chin left_cheek | 10:30 low: chin ball left_cheek
    vertical dive: top mid_upper | vertical climb: ball
"""


@pytest.mark.rule("today 10.5", "today 5-5")
def test_what_bears_where() -> None:
    given = [part.strip().rsplit(": ", 1) for line in FIELDS.strip().splitlines() for part in line.split("|")]
    expected = {at: sorted(guns.split()) for at, guns in given}
    assert set(expected) == set(POSITIONS)
    for at, guns in expected.items():
        s = scene(ON, bomber="yb-40", campaign=2, fighters=[me109(at)])
        assert sorted(gun.key for gun in bearing_guns(s, fighter(s))) == guns, at


NOSE = "2 superficial, 3 armament, 4 nose_gunner_and_navigator, 5 navigator, 6 nose_gunner, 7..9 superficial"
NOSE += ", 10 navigation, 11 heat, 12 oxygen"
WAIST = "2 oxygen, 3 armament, 4 superficial, 5 rear_top_turret, 6 left_waist_gunner, 7 superficial"
WAIST += ", 8 right_waist_gunner, 9 ball_turret, 10 both_waist_gunners, 11 suit_heaters, 12 control_cables"


@pytest.mark.rule("today 10.5")
@pytest.mark.parametrize(("table", "expected"), [("A-1 YB-40", NOSE), ("A-5 YB-40", WAIST)])
def test_damage_to_nose_and_waist(table: str, expected: str) -> None:
    check(ON.tables[table], "2d6", spread(expected))


@pytest.mark.rule("today 10.5")
@pytest.mark.parametrize(
    ("face", "seen"),
    [
        (1, lambda s: man(s, "mid_upper_gunner").light_wounds == 1),
        (4, lambda s: s.bomber.guns["mid_upper"].is_out),
        (5, lambda s: s.bomber.stations["mid_upper_gunner"].heat_out_since is not None),
        (6, lambda s: s.bomber.stations["mid_upper_gunner"].oxygen_hits == 1),
    ],
)
def test_hits_on_the_rear_top_turret(face: int, seen: Any) -> None:
    s = escort(1, 4, face, *((1,) if face == 1 else ()))
    s.carry_out("section.waist")
    assert seen(s)


@pytest.mark.rule("today 10.5")
def test_the_ammunition_man_fills_up_one_gun_in_a_zone() -> None:
    s = escort(orders={"feeds_gun": "top"})
    s.bomber.guns["top"].rounds = 2
    play_all(s, "zone.feed_gun")
    assert s.bomber.guns["top"].rounds == 32
    assert [(one["boxes"], one["left"]) for one in told(s, "feeds_gun")] == [(30, 46)]


@pytest.mark.rule("today 10.5")
def test_no_more_than_there_is_and_not_when_he_is_down() -> None:
    s = escort(orders={"feeds_gun": "top"})
    s.kept["yb_40"].boxes = 5
    s.bomber.guns["top"].rounds = 2
    play_all(s, "zone.feed_gun")
    assert s.bomber.guns["top"].rounds == 7
    s.kept["yb_40"].boxes = 5
    man(s, "ammunition_man").kill()
    play_all(s, "zone.feed_gun")
    assert s.bomber.guns["top"].rounds == 7


@pytest.mark.rule("today 10.5")
@pytest.mark.parametrize(("zone", "boxes"), [(6, 76), (7, 0)])
def test_to_a_far_target_the_bay_is_full_of_fuel(zone: int, boxes: int) -> None:
    s = stage(ON, **JUNE)
    s.game.route = way(zone)
    s.run_step("mission", "escorts")
    assert s.kept["yb_40"].boxes == boxes


@pytest.mark.rule("today 10.5", "today 6-6")
def test_no_bomb_run_and_credit_for_having_been_there() -> None:
    s = escort(**{"zone.is_target": True})
    run(s, "zone", "bomb_run")
    assert rolls(s) == []
    assert s.game.route is not None
    s.game.zones = s.game.route.target_zone
    s.run_step("debriefing", "credit")
    assert s.game.counts_for_tour


@pytest.mark.rule("today 10.5")
def test_turning_back_without_cause_counts_for_nothing() -> None:
    s = escort()
    s.game.aborting = "the pilot's decision"
    s.run_step("debriefing", "credit")
    assert not s.game.counts_for_tour


@pytest.mark.rule("today 10.5")
def test_it_does_not_go_home_for_want_of_bombs() -> None:
    s = escort(**{"zone.fighters": "NA"})
    s.run_step("zone", "abort_decision")
    assert asked(s) == ["abort"]
    assert not s.game.aborting


@pytest.mark.rule("today 10.5")
def test_forty_missions() -> None:
    for seed in range(40):
        s = fly(ON, Setup("today", seed, bomber="yb-40"), log=[])
        assert s.finished
        assert s.game.bomb_run == ""
