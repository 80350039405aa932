"""Tables 6-1 to 7-4: over the target, landing, baling out."""

from __future__ import annotations

from typing import Any

import pytest
from bomberstream.core.ruleset import Ruleset
from bomberstream.core.sortie import Sortie
from night_tables import acting, at, check, check_look_up, says
from nights import man, stage

# --- 6-1


@pytest.mark.rule("tonight 6-1", "tonight 6.0.9")
def test_visibility(tonight: Ruleset) -> None:
    expected = "-2..1 clear, 2..3 slightly_obscured, 4..5 mostly_obscured, 6..9 completely_obscured"
    check(tonight.tables["6-1"], "1d6", expected)


@pytest.mark.rule("tonight 6-1", "tonight 2.10")
@pytest.mark.parametrize(
    ("weather", "moon", "expected"),
    [
        ("clear", "half", -1),
        ("haze", "half", 0),
        ("half_cloud", "half", 1),
        ("full_cloud", "half", 2),
        ("haze", "full", -1),
        ("haze", "crescent", 1),
        ("clear", "full", -2),
        ("full_cloud", "crescent", 3),
    ],
)
def test_what_the_bomb_aimer_sees(tonight: Ruleset, weather: str, moon: str, expected: int) -> None:
    """Low is good: the moon's printed signs are turned round."""
    assert sum(acting(stage(tonight, weather=weather, moon=moon), "visibility")) == expected


# --- 6-6

OLD = "1943-05-31"
"""Between the Pathfinders and the Master Bomber: no modifier of date (6.4.2)."""


def run(tonight: Ruleset, day: str = OLD, missions: int = 8, by: str = "bomb_aimer", **state: Any) -> Sortie:
    """A bomb run that nothing modifies, by a man of eight operations over a target a little obscured."""
    given = {"visibility": "slightly_obscured", "zone.is_target": True, "zone.number": 9, **state}
    s = stage(tonight, **at(day, **given))
    s.game.bombed_by = man(s, by)
    s.game.bombed_by.missions = missions
    return s


@pytest.mark.rule("tonight 6-6", "tonight 6.1")
def test_bomb_run(tonight: Ruleset) -> None:
    check(tonight.tables["6-6"], "2d6", "-9..2 off_target, 3..20 on_target")
    assert acting(run(tonight), "bomb_run") == []


@pytest.mark.rule("tonight 6-6", "tonight 4.9.2")
@pytest.mark.parametrize("zones", range(5))
def test_off_course_zones_count_against_the_run(tonight: Ruleset, zones: int) -> None:
    """The example of the rulebook: off course in zones 3 and 4 is -2."""
    assert sum(acting(run(tonight, off_course_zones=zones), "bomb_run")) == -zones


@pytest.mark.rule("tonight 6-6", "tonight 6.4.2", "tonight 6.4.3")
@pytest.mark.parametrize(
    ("day", "expected"),
    [
        ("1942-08-31", [-1]),
        ("1942-09-01", []),
        ("1943-05-31", []),
        ("1943-06-01", [1]),
        ("1945-04-20", [1]),
    ],
)
def test_pathfinders_and_master_bomber(tonight: Ruleset, day: str, expected: list[int]) -> None:
    assert acting(run(tonight, day), "bomb_run") == expected


@pytest.mark.rule("tonight 6-6", "tonight 6.2")
@pytest.mark.parametrize(("altitude", "expected"), [("high", []), ("low", [1]), ("on_the_deck", [1])])
def test_low_level_bombing(tonight: Ruleset, altitude: str, expected: list[int]) -> None:
    assert acting(run(tonight, altitude=altitude), "bomb_run") == expected


@pytest.mark.rule("tonight 6-6", "tonight 6.0.9")
@pytest.mark.parametrize(
    ("visibility", "expected"),
    [("clear", [1]), ("slightly_obscured", []), ("mostly_obscured", [-1]), ("completely_obscured", [-1])],
)
def test_visibility_of_the_aiming_point(tonight: Ruleset, visibility: str, expected: list[int]) -> None:
    assert acting(run(tonight, visibility=visibility), "bomb_run") == expected


@pytest.mark.rule("tonight 6-6")
@pytest.mark.parametrize(
    ("missions", "expected"), [(0, [-1]), (4, [-1]), (5, []), (10, []), (11, [1]), (30, [1]), (31, [])]
)
def test_bomb_aimer_learns(tonight: Ruleset, missions: int, expected: list[int]) -> None:
    assert acting(run(tonight, missions=missions), "bomb_run") == expected


@pytest.mark.rule("tonight 6-6")
def test_a_hurt_bomb_aimer_is_no_old_hand(tonight: Ruleset) -> None:
    """As in 10.6-1: not if lightly wounded or frostbitten; two light wounds cost a point besides (5-17)."""
    once, twice, cold = (run(tonight, missions=20) for _ in range(3))
    man(once, "bomb_aimer").light_wounds = 1
    man(twice, "bomb_aimer").light_wounds = 2
    man(cold, "bomb_aimer").frostbite = "frostbite"
    assert [acting(one, "bomb_run") for one in (once, twice, cold)] == [[], [-1], []]


@pytest.mark.rule("tonight 6-6")
def test_another_man_at_the_bombsight(tonight: Ruleset) -> None:
    assert acting(run(tonight, by="navigator"), "bomb_run") == [-1]
    assert acting(run(tonight, by="navigator", missions=20), "bomb_run") == [-1]
    s = run(tonight, by="wireless_operator")
    man(s, "navigator").is_serious = True
    assert acting(s, "bomb_run") == [-1, -1]
    frozen = run(tonight, by="wireless_operator")
    man(frozen, "navigator").frostbite = "frostbite"
    assert acting(frozen, "bomb_run") == [-1, -1]
    well = run(tonight)
    man(well, "navigator").is_serious = True
    assert acting(well, "bomb_run") == []


@pytest.mark.rule("tonight 6-6")
def test_without_the_automatic_pilot(tonight: Ruleset) -> None:
    assert acting(run(tonight, **{"out.autopilot": True}), "bomb_run") == [-2]


BLIND = "blind bombing by radar or radio"


@pytest.mark.rule("tonight 6-6", "tonight 2.7.1", "tonight 4.9.1")
@pytest.mark.parametrize(
    ("device", "zone", "altitude", "helps"),
    [
        ("h2s", 12, "high", True),
        ("h2s", 12, "low", True),
        ("gee", 5, "high", True),
        ("gee", 6, "high", False),
        ("gee", 3, "low", True),
        ("gee", 4, "low", False),
        ("gee_h", 7, "high", True),
        ("gee_h", 8, "high", False),
        ("gee_h", 5, "low", True),
        ("gee_h", 6, "low", False),
        ("monica", 3, "high", False),
        ("mandrel", 3, "high", False),
        ("window", 3, "high", False),
    ],
)
def test_blind_bombing(tonight: Ruleset, device: str, zone: int, altitude: str, helps: bool) -> None:
    state = {f"device.{device}": True, "zone.number": zone, "altitude": altitude}
    for visibility in ("mostly_obscured", "completely_obscured"):
        s = run(tonight, "1944-02-01", visibility=visibility, **state)
        assert (says(s, "bomb_run").get(BLIND) == 1) is helps
        man(s, "navigator").is_serious = True
        assert BLIND not in says(s, "bomb_run")
    for visibility in ("clear", "slightly_obscured"):
        assert BLIND not in says(run(tonight, "1944-02-01", visibility=visibility, **state), "bomb_run")


@pytest.mark.rule("tonight 6-6")
def test_what_spoils_the_run(tonight: Ruleset) -> None:
    spoils = ("bombsight", "bomb_controls", "bomb_bay_doors", "control_cables")
    check_look_up(tonight, "6-6 spoiled", dict.fromkeys(spoils, "off_target"))


@pytest.mark.rule("tonight 6-7", "tonight 6.1.accuracy")
@pytest.mark.parametrize(
    ("column", "expected"),
    [
        ("on_target", "2 lucky, 3 60, 4 50, 5 40, 6 30, 7 20, 8 30, 9 40, 10 50, 11 lucky, 12 bullseye"),
        ("off_target", "2 scatter, 3 10, 4 5, 5..8 0, 9 5, 10 10, 11..12 two_dice"),
    ],
)
def test_accuracy(tonight: Ruleset, column: str, expected: str) -> None:
    check(tonight.tables["6-7"], "2d6", expected, column)
    assert not tonight.tables["6-7"].modifiers


# --- 7-1 and 7-2


@pytest.mark.rule("tonight 7-1", "tonight 7.1")
def test_landing_on_land(tonight: Ruleset) -> None:
    expected = "-25..-3 crew_killed, -2 wrecked_hard, -1 wrecked, 0 irreparable, 1 repairable, 2..13 safe"
    check(tonight.tables["7-1"], "2d6", expected)
    assert {tonight.tables["7-1"].find(12, number, None).result for number in range(-25, 14)} == {"safe"}


@pytest.mark.rule("tonight 7-2", "tonight 7.2")
def test_landing_in_water(tonight: Ruleset) -> None:
    check(tonight.tables["7-2"], "2d6", "-25..3 lost, 4..13 rescued")
    assert {tonight.tables["7-2"].find(12, number, None).result for number in range(-25, 14)} == {"safe"}


def lands(
    tonight: Ruleset,
    table: str,
    by: str = "pilot",
    surfaces: tuple[str, ...] = (),
    counts: dict[str, int] | None = None,
    **state: Any,
) -> list[int]:
    """By its pilot on his eighth operation, the bombs gone, at the base in good weather."""
    given = {"bombs_aboard": False, "landing.place": "base", "weather_over_base": "good", "landing.mission": 8, **state}
    s = stage(tonight, **given)
    s.bomber.surfaces_out |= set(surfaces)
    s.bomber.counts.update(counts or {})
    s.game.landed_by = man(s, by)
    return acting(s, table)


ENGINES = {f"engine_{number}_out": True for number in (1, 2, 3)}
BOTH = ("landing_on_land", "landing_in_water")


@pytest.mark.rule("tonight 7-1", "tonight 7-2", "tonight 5.10")
@pytest.mark.parametrize("table", BOTH)
def test_landing_with_few_engines(tonight: Ruleset, table: str) -> None:
    """Printed for both tables: one engine -3, none -7. Two out on one side are -2 on land, of the daylight game."""
    one_side = [-2] if table == "landing_on_land" else []
    assert lands(tonight, table) == []
    assert lands(tonight, table, engine_1_out=True) == []
    assert lands(tonight, table, engine_1_out=True, engine_3_out=True) == []
    assert lands(tonight, table, engine_1_out=True, engine_2_out=True) == one_side
    assert -3 in lands(tonight, table, **ENGINES)
    assert -7 in lands(tonight, table, **ENGINES, engine_4_out=True)
    assert -3 not in lands(tonight, table, **ENGINES, engine_4_out=True)


@pytest.mark.rule("tonight 7-1", "tonight 7-2")
@pytest.mark.parametrize(
    ("state", "land", "water"),
    [
        ({"bombs_aboard": True}, [-4], [-4]),
        ({"landing.place": "occupied"}, [-3], []),
        ({"landing.place": "friendly"}, [], []),
        ({"out.landing_gear": True}, [-3], []),
        ({"weather_over_base": "bad"}, [-2], []),
        ({"weather_over_base": "poor"}, [-1], []),
        ({"weather_over_base": "bad", "landing.place": "friendly"}, [], []),
        ({"weather_over_base": "poor", "landing.place": "friendly"}, [], []),
        ({"out.brakes": True}, [-1], []),
        ({"counts": {"window": 2}}, [-1], [-1]),
        ({"counts": {"window": 1}}, [], []),
        ({"out.control_cables": True}, [-1], [-1]),
        ({"out.rudder": True}, [-1], [-1]),
        ({"out.tail_wheel": True}, [-1], [-1]),
        ({"out.radio": True}, [], [-6]),
        ({"out.rubber_rafts": True}, [], [-2]),
    ],
)
def test_what_makes_a_landing_hard(tonight: Ruleset, state: dict[str, Any], land: list[int], water: list[int]) -> None:
    assert lands(tonight, "landing_on_land", **state) == land
    assert lands(tonight, "landing_in_water", **state) == water


@pytest.mark.rule("tonight 7-1", "tonight 7-2")
@pytest.mark.parametrize("table", BOTH)
@pytest.mark.parametrize("surface", ["elevator", "flap", "aileron"])
def test_surfaces(tonight: Ruleset, table: str, surface: str) -> None:
    both = (f"{surface} port", f"{surface} starboard")
    assert lands(tonight, table, surfaces=both[:1]) == []
    assert lands(tonight, table, surfaces=both) == [-1]
    assert lands(tonight, table, **{f"out.{surface}_controls": True}) == [-1]


@pytest.mark.rule("tonight 7-1", "tonight 7-2", "tonight 5.11.4")
@pytest.mark.parametrize("table", BOTH)
@pytest.mark.parametrize(
    ("by", "expected"), [("pilot", []), ("engineer", [-1]), ("navigator", [-2]), ("tail_gunner", [-2])]
)
def test_who_lands_her(tonight: Ruleset, table: str, by: str, expected: list[int]) -> None:
    assert lands(tonight, table, by=by) == expected


@pytest.mark.rule("tonight 7-1", "tonight 7-2")
@pytest.mark.parametrize("table", BOTH)
@pytest.mark.parametrize(("mission", "expected"), [(1, []), (10, []), (11, [1]), (30, [1]), (31, [])])
def test_a_seasoned_pilot(tonight: Ruleset, table: str, mission: int, expected: list[int]) -> None:
    """From his eleventh operation, today's counted, to the thirtieth of the tour."""
    assert lands(tonight, table, **{"landing.mission": mission}) == expected


@pytest.mark.rule("tonight 7-1", "tonight 7-2")
def test_notes_of_landing(tonight: Ruleset) -> None:
    check(tonight.tables["7-1 bombs"], "1d6", "1..5 no_effect, 6 explosion")
    check(tonight.tables["7-1 gear"], "1d6", "1..3 repairable, 4..6 irreparable")
    check(tonight.tables["7-1 injury"], "1d6", "1..3 uninjured, 4..6 injured")
    fate = {"natural_12": "evades", "occupied_land": "by_country", "alps": "crew_killed"}
    check_look_up(tonight, "7-1 fate", fate)
    check_look_up(tonight, "7-2 fate", {"natural_12": "evades"})


# --- 7-3 and 7-4


@pytest.mark.rule("tonight 7-3", "tonight 7-4", "tonight 7.4")
def test_baling_out(tonight: Ruleset) -> None:
    """Printed: two light wounds -1 on 7-3, nothing on 7-4; a badly wounded man cannot jump."""
    check(tonight.tables["7-3"], "1d6", "0..1 hazard, 2..6 ok")
    check(tonight.tables["7-3 exit"], "1d6", "1..5 ok, 6 killed")
    check(tonight.tables["7-4"], "1d6", "1..5 goes_down, 6 ok")
    check_look_up(tonight, "7-3 special", {"serious_wound": "killed", "zone_1": "returns"})
    s = stage(tonight)
    s.man = man(s, "tail_gunner")
    for wounds, expected in ((0, []), (1, []), (2, [-1])):
        s.man.light_wounds = wounds
        assert acting(s, "controlled_bailout") == expected
        assert acting(s, "uncontrolled_bailout") == []


@pytest.mark.rule("tonight 7-3", "tonight 7.3")
def test_who_finds_a_man(tonight: Ruleset) -> None:
    """The countries of the daylight notes and all others of 2.6 and 10.1, each once."""
    check_look_up(tonight, "7-3 fate", dict.fromkeys("GFNI", "underground"))
    others = dict.fromkeys(("B", "L", "D", "No"), "underground") | dict.fromkeys(("P", "Cz"), "captured")
    others |= dict.fromkeys(("S", "Sw", "Sp"), "interned") | {"E": "home"}
    check_look_up(tonight, "7-3 fate other", others)


@pytest.mark.rule("tonight 7-3")
@pytest.mark.parametrize(("table", "role"), [("7-3 note c", "capture"), ("7-3 partisans", "capture_by_partisans")])
def test_capture(tonight: Ruleset, table: str, role: str) -> None:
    check(tonight.tables[table], "1d6", "-4..5 captured, 6 returns")
    s = stage(tonight)
    s.man = man(s, "navigator")
    assert acting(s, role) == []
    s.man.is_serious = True
    assert acting(s, role) == [-5]


@pytest.mark.rule("tonight 7-3")
def test_alps_and_sea(tonight: Ruleset) -> None:
    check(tonight.tables["7-3 alps"], "1d6", "1..5 killed, 6 captured")
    check(tonight.tables["7-3 sea"], "d100", "1..25 rescued, 26..100 lost")


@pytest.mark.rule("tonight 2.6", "tonight 7.2")
def test_who_picks_men_up(tonight: Ruleset) -> None:
    """Printed in 2.6: zones 1 to 5 to England, 6 and beyond captured."""
    expected = {str(zone): "returns" if zone <= 5 else "captured" for zone in range(1, 8)}
    check_look_up(tonight, "7-3 sea fate", expected)
    check_look_up(tonight, "7-3 sea fate beyond", {"beyond": "captured"})
