"""Over the target, and how a flight ends: tables 6-1 to 6-7 and 7-1 to 7-4."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

import pytest
from bomberstream.core.dice import ScriptedSource
from bomberstream.core.mission import ending
from bomberstream.core.mission.bombing import accuracy
from bomberstream.core.mission.flak import flak_hits
from bomberstream.core.ruleset import Ruleset
from bomberstream.core.sortie import Sortie, SortieOver
from bomberstream.core.zones import Zone
from bomberstream.plugins.today import target
from walking_tables import acting, check, check_look_up, spread

Stage = Callable[..., Sortie]
State = dict[str, Any]


def lead(s: Sortie, *so: str) -> list[int]:
    """The modifiers of 6-6 that act for the lead bomber; `so`: words of optional rules that hold."""
    s.game.lead_set = s.game.mission_lead = True
    for name in ("radar_working", "bombing.target_type_known", "bombing.radar_blurred", "radar_aircraft"):
        s.ruleset.vocabulary.put(s, name, name in so)
    operator = s.bomber.man_of("ball_gunner")
    operator.trade, operator.is_dead = "radar_operator", "radar_operator.fit" not in so
    return sorted(acting(s, "6-6"))


# --- 6-1


@pytest.mark.rule("today 6-1")
def test_visibility(today: Ruleset) -> None:
    expected = "-1..1 clear, 2..3 slightly_obscured, 4..5 mostly_obscured, 6..10 completely_obscured"
    check(today.tables["6-1"], "1d6", spread(expected))


@pytest.mark.rule("today 6-1")
@pytest.mark.parametrize(
    ("weather", "values", "with_radar"),
    [("clear", [-1], [-1]), ("haze", [], []), ("half_cloud", [1], []), ("full_cloud", [2], [])],
)
def test_weather_and_visibility(staged: Stage, weather: str, values: list[int], with_radar: list[int]) -> None:
    s = staged({"weather": weather})
    assert acting(s, "6-1", 3) == values
    s.game.lead_radar = "lead"
    assert acting(s, "6-1", 3) == with_radar


# --- 6-2


@pytest.mark.rule("today 6-2")
def test_flak_over_the_target(today: Ruleset) -> None:
    check(today.tables["6-2"], "1d6", spread("-4..1 none, 2..4 light, 5..6 medium, 7..9 heavy"))


@pytest.mark.rule("today 6-2", "today 6-1")
@pytest.mark.parametrize(
    ("state", "values"),
    [
        ({}, []),
        ({"visibility": "completely_obscured"}, [-2]),
        ({"visibility": "mostly_obscured"}, [-1]),
        ({"visibility": "clear"}, [1]),
        ({"evading": True}, [-1]),
        ({"additional_flak": True}, [-1]),
        ({"zone.contrails": True}, [1]),
        ({"altitude": "low"}, []),
        ({"engines_out": [1]}, []),
        ({"altitude": "low", "engines_out": [4]}, [1]),
        ({"altitude": "low", "engines_out": [3, 4]}, [1]),
        ({"visibility": "mostly_obscured", "evading": True, "zone.contrails": True}, [-1, -1, 1]),
    ],
)
def test_modifiers_of_flak(staged: Stage, state: State, values: list[int]) -> None:
    s = staged({"visibility": "slightly_obscured", **state})
    assert acting(s, "6-2", 3) == values


# --- 6-3 to 6-5


@pytest.mark.rule("today 6-3")
@pytest.mark.parametrize(
    ("density", "expected"),
    [
        ("light", "2 hit, 3..11 miss, 12 hit"),
        ("medium", "2..3 hit, 4..10 miss, 11..12 hit"),
        ("heavy", "2..4 hit, 5..9 miss, 10..12 hit"),
    ],
)
def test_flak_to_hit(today: Ruleset, density: str, expected: str) -> None:
    check(today.tables["6-3"], "2d6", spread(expected), density)


@pytest.mark.rule("today 6-3")
@pytest.mark.parametrize(("face", "misses"), [(1, 0), (2, 3), (5, 3)])
def test_three_rolls_to_hit(staged: Stage, face: int, misses: int) -> None:
    """No flak needs no roll; light and medium flak (6-2) is thrown for three times."""
    s = staged({"visibility": "slightly_obscured"}, faces=[face, *[3, 4] * misses])
    target.flak_set(s)
    assert s.source.left == []


@pytest.mark.rule("today 6-4")
def test_shells_of_a_burst_outside(today: Ruleset) -> None:
    hits = ["burst_inside_plane", 3, 2, 2, 1, 1, 1, 1, 2, 2, 3]
    check(today.tables["6-4"], "2d6", dict(zip(range(2, 13), hits, strict=True)))


@pytest.mark.rule("today 6-4", "today 6-5")
@pytest.mark.parametrize(("faces", "shells"), [((3, 3), 1), ((2, 2), 2), ((6, 6), 3)])
def test_each_shell_has_its_own_area(staged: Stage, faces: tuple[int, int], shells: int) -> None:
    s = staged(faces=[1, 1, *faces, *[3, 4] * shells])
    flak_hits(s, "light", 1)
    assert s.source.left == []


@pytest.mark.rule("today 6-4", "today 6-4 note a", "today 6-5")
def test_a_burst_inside_is_not_superficial(staged: Stage) -> None:
    """Superficial on 3, 7 and 11 is thrown again; 12 is the pilot compartment, and the bomber falls."""
    s = staged(faces=[1, 1, 1, 1, 1, 2, 3, 4, 5, 6, 6, 6, *[5] * 20])
    with pytest.raises(SortieOver):
        flak_hits(s, "light", 1)
    assert s.bomber.bursts == {"pilot_compartment"}
    assert s.outcome == "shot_down"


# 2 to 12, B-17 and B-24.
FLAK_AREAS = """
bomb_bay           radio_room
superficial        superficial
radio_room         bomb_bay
tail               tail
left_wing          left_wing
superficial        superficial
right_wing         right_wing
waist              waist
nose               nose
superficial        superficial
pilot_compartment  pilot_compartment
"""


@pytest.mark.rule("today 6-5")
@pytest.mark.parametrize(("place", "family"), [(0, "b-17"), (1, "b-24")])
def test_area_hit_by_flak(today: Ruleset, place: int, family: str) -> None:
    rows = [row.split()[place] for row in FLAK_AREAS.strip().splitlines()]
    check(today.tables["6-5"], "2d6", dict(zip(range(2, 13), rows, strict=True)), family)


@pytest.mark.rule("today 6-5")
@pytest.mark.parametrize("bomber", ["b-17f", "b-17g", "b-24d", "b-24j"])
def test_each_bomber_has_its_column_of_flak_areas(staged: Stage, bomber: str) -> None:
    s = staged(bomber=bomber)
    column = s.tables["6-5"].column
    assert column is not None
    assert column(s) == bomber[:4]


# --- 6-6


@pytest.mark.rule("today 6-6")
def test_bomb_run(today: Ruleset) -> None:
    check(today.tables["6-6"], "2d6", spread("-12..2 off_target, 3..16 on_target"))


def over_target(staged: Stage, state: Mapping[str, Any], by: str = "bombardier", bomber: str = "b-17g") -> Sortie:
    """A bomber on its run, with an experienced man at the sight: nothing speaks for or against it."""
    s = staged(
        {"visibility": "slightly_obscured", "bombardier.missions": 5, "navigator.missions": 5, **state}, bomber=bomber
    )
    s.game.bombed_by = s.bomber.man_of(by)
    return s


STANDARD_RUN = [
    pytest.param({}, [], id="nothing special"),
    pytest.param({"out_of_formation": True, "bombing.by_hand": True}, [-3], id="alone"),
    pytest.param({"out_of_formation": True}, [], id="alone, not aiming"),
    pytest.param({"bombing.on_command": True}, [-2], id="on command"),
    pytest.param({"out.autopilot": True}, [-2], id="autopilot"),
    pytest.param({"evaded_in_target_zone": True}, [-2], id="evasive action in the zone"),
    pytest.param({"evading": True}, [], id="evasive action elsewhere"),
    pytest.param({"bombardier.missions": 4}, [-1], id="green bombardier"),
    pytest.param({"bombardier.missions": 0}, [-1], id="bombardier's first"),
    pytest.param({"bombardier.missions": 25}, [], id="old bombardier"),
    pytest.param({"disrupted": True}, [-1], id="disrupted"),
    pytest.param({"visibility": "mostly_obscured"}, [-1], id="mostly obscured"),
    pytest.param({"visibility": "completely_obscured"}, [-1], id="completely obscured"),
    pytest.param({"visibility": "clear"}, [1], id="clear"),
    pytest.param({"event.tight_formation": True}, [1], id="tight formation"),
    pytest.param(
        {"bombardier.missions": 2, "disrupted": True, "visibility": "clear", "out.autopilot": True},
        [-2, -1, -1, 1],
        id="several",
    ),
]


@pytest.mark.rule("today 6-6")
@pytest.mark.parametrize(("state", "values"), STANDARD_RUN)
def test_modifiers_of_the_bomb_run(staged: Stage, state: State, values: list[int]) -> None:
    assert acting(over_target(staged, state), "6-6") == values


@pytest.mark.rule("today 6-6")
@pytest.mark.parametrize(
    ("state", "by", "values"),
    [
        ({"bombardier.wounds": "serious"}, "navigator", [-1]),
        ({"bombardier.wounds": "killed"}, "navigator", [-1]),
        ({"bombardier.wounds": "serious", "navigator.wounds": "killed"}, "engineer", [-1, -1]),
        ({"bombardier.wounds": "serious", "navigator.wounds": "serious"}, "engineer", [-1, -1]),
        ({"navigator.wounds": "serious"}, "bombardier", []),
        ({}, "bombardier", []),
        ({"bombardier.wounds": "serious", "navigator.frostbite": "frostbite"}, "engineer", [-1, -1]),
        ({"bombardier.frostbite": "severe"}, "navigator", [-1]),
    ],
)
def test_another_man_at_the_sight(staged: Stage, state: State, by: str, values: list[int]) -> None:
    assert acting(over_target(staged, state, by), "6-6") == values


@pytest.mark.rule("today 6-6", "today 5-17 note a")
def test_a_bombardier_wounded_twice(staged: Stage) -> None:
    assert acting(over_target(staged, {"bombardier.light_wounds": 1}), "6-6") == []
    assert acting(over_target(staged, {"bombardier.light_wounds": 2}), "6-6") == [-1]
    assert acting(over_target(staged, {"bombardier.light_wounds": 2}, "engineer"), "6-6") == []


RADAR = ("radar_aircraft", "radar_working", "radar_operator.fit")
BLURRED = (*RADAR, "bombing.radar_blurred")
LEAD_RUN = [
    pytest.param({}, (), [], id="nothing special"),
    pytest.param({}, ("bombing.target_type_known",), [1], id="target type known"),
    pytest.param({"bombardier.missions": 10}, (), [], id="10 missions"),
    pytest.param({"bombardier.missions": 11}, (), [1], id="11 missions"),
    pytest.param({"bombardier.missions": 25}, (), [1], id="25 missions"),
    pytest.param({"bombardier.missions": 26}, (), [], id="26 missions, 8th"),
    pytest.param({"bombardier.missions": 26, "air_force": 15}, (), [1], id="26 missions, 15th"),
    pytest.param({"bombardier.missions": 50, "air_force": 15}, (), [1], id="50 missions, 15th"),
    pytest.param({"bombardier.missions": 51, "air_force": 15}, (), [], id="51 missions, 15th"),
    pytest.param({"bombardier.missions": 20, "bombardier.light_wounds": 1}, (), [1], id="wounded once"),
    pytest.param({"bombardier.missions": 4}, (), [], id="green bombardier"),
    pytest.param({"visibility": "clear"}, (), [1], id="clear"),
    pytest.param({"visibility": "mostly_obscured"}, (), [], id="mostly obscured, no radar"),
    pytest.param({"visibility": "completely_obscured"}, (), [], id="completely obscured, no radar"),
    pytest.param({"event.tight_formation": True}, (), [1], id="tight formation"),
    pytest.param({"out.intercom": True}, (), [-1], id="intercom"),
    pytest.param({}, RADAR, [], id="radar"),
    pytest.param({}, ("radar_aircraft", "radar_operator.fit"), [-1], id="radar out"),
    pytest.param({}, ("radar_aircraft", "radar_working"), [-1], id="operator down"),
    pytest.param({"out.intercom": True}, ("radar_aircraft",), [-1], id="radar, operator and intercom: once"),
    pytest.param({"visibility": "mostly_obscured"}, BLURRED, [-1], id="radar blurred, mostly obscured"),
    pytest.param({"visibility": "mostly_obscured"}, RADAR, [], id="radar sharp, mostly obscured"),
    pytest.param({"visibility": "completely_obscured"}, BLURRED, [-2], id="radar blurred, completely obscured"),
    pytest.param({"visibility": "completely_obscured"}, RADAR, [], id="radar sharp, completely obscured"),
    pytest.param({"out.autopilot": True}, (), [-2], id="autopilot"),
    pytest.param(
        {"evaded_in_target_zone": True, "disrupted": True, "bombing.on_command": True}, (), [], id="none of the others"
    ),
]


@pytest.mark.rule("today 6-6")
@pytest.mark.parametrize(("state", "so", "values"), LEAD_RUN)
def test_modifiers_of_a_lead_crews_bomb_run(
    staged: Stage, state: State, so: tuple[str, ...], values: list[int]
) -> None:
    assert lead(over_target(staged, state), *so) == values


@pytest.mark.rule("today 6-6", "today 5-17 note a")
def test_a_lead_bombardier_wounded_twice_has_no_bonus(staged: Stage) -> None:
    assert 1 not in lead(over_target(staged, {"bombardier.missions": 20, "bombardier.light_wounds": 2}))


@pytest.mark.rule("today 6-6")
def test_another_man_at_a_lead_crews_sight(staged: Stage) -> None:
    s = over_target(staged, {"bombardier.wounds": "killed", "navigator.wounds": "serious"}, "engineer")
    assert lead(s) == [-1, -1]


@pytest.mark.rule("today 6-6")
def test_of_another_leader_nothing_is_known_but_what_all_can_see(staged: Stage) -> None:
    s = over_target(staged, {"bombardier.missions": 20, "out.autopilot": True, "visibility": "clear"})
    s.game.lead_set = True
    s.game.mission_lead = False
    assert acting(s, "6-6") == [1]


@pytest.mark.rule("today 6-6")
def test_the_two_sets_of_the_bomb_run(today: Ruleset) -> None:
    conditions = [(str(one.when), one.value) for one in today.tables["6-6"].table.modifier]
    standard = sorted(value for when, value in conditions if when.startswith("not bombing.lead_set and"))
    lead = sorted(value for when, value in conditions if when.startswith("bombing.lead_set and"))
    assert standard == [-3, -2, -2, -2, -1, -1, -1, -1, -1, -1, 1, 1]
    assert lead == [-2, -2, -1, -1, -1, -1, 1, 1, 1, 1]


@pytest.mark.rule("today 6-6")
def test_radar_picture(today: Ruleset) -> None:
    check(today.tables["6-6 note radar"], "1d6", spread("1..3 blurred, 4..6 sharp"))


SPOILERS = ("bombsight", "bomb_controls", "bomb_bay_doors", "control_cables")


@pytest.mark.rule("today 6-6")
def test_what_spoils_the_bomb_run(today: Ruleset) -> None:
    check_look_up(today, "6-6 note 1", dict.fromkeys(SPOILERS, "off_target"))


@pytest.mark.rule("today 6-6")
@pytest.mark.parametrize("system", [system for system in SPOILERS if system != "bomb_bay_doors"])
def test_a_spoiled_bomb_run_is_not_thrown_for(staged: Stage, system: str) -> None:
    """Only the accuracy is: 7 off target."""
    s = over_target(staged, {f"out.{system}": True})
    s.source = ScriptedSource([3, 4])
    target.bomb_run.do(s)
    assert (s.game.bomb_run, s.game.bombing_percent, s.bomber.bombs_aboard) == ("off_target", 0, False)


# --- 6-7


@pytest.mark.rule("today 6-7")
@pytest.mark.parametrize(
    ("column", "rows"),
    [
        ("on_target", ["lucky", 60, 50, 40, 30, 20, 30, 40, 50, "lucky", "bullseye"]),
        ("off_target", ["scatter", 10, 5, 0, 0, 0, 0, 5, 10, "two_dice", "two_dice"]),
    ],
)
def test_bombing_accuracy(today: Ruleset, column: str, rows: list[Any]) -> None:
    check(today.tables["6-7"], "2d6", dict(zip(range(2, 13), rows, strict=True)), column)


@pytest.mark.rule("today 6-7", "today 6-7 note a", "today 6-7 note b")
@pytest.mark.parametrize(
    ("run", "faces", "percent"),
    [
        ("on_target", [1, 1, 2, 3, 4, 5], 45),
        ("on_target", [1, 1, 1, 1, 1, 1], 3),
        ("on_target", [5, 6, 6, 6, 6, 5], 90),
        ("on_target", [5, 6, 6, 6, 6, 6], 100),
        ("on_target", [6, 6, 1, 1], 90),
        ("on_target", [6, 6, 6, 6], 100),
        ("on_target", [3, 4], 20),
        ("off_target", [1, 1, 1, 2], 0),
        ("off_target", [1, 1, 3, 3], 0),
        ("off_target", [1, 1, 3, 4], 3),
        ("off_target", [1, 1, 6, 6], 18),
        ("off_target", [5, 6, 2, 3], 5),
        ("off_target", [6, 6, 6, 4], 10),
    ],
)
def test_dice_of_the_bombing_accuracy(staged: Stage, run: str, faces: list[int], percent: int) -> None:
    s = staged(faces=faces)
    assert accuracy(s, run) == percent
    assert s.source.left == []


# --- 7-1

LANDING = "-30..-3 crew_killed, -2 wrecked_hard, -1 wrecked, 0 irreparable, 1 repairable, 2..15 safe"


@pytest.mark.rule("today 7-1", "today 7-1 note a")
def test_landing_on_land(today: Ruleset) -> None:
    table = today.tables["7-1"]
    check(table, "2d6", spread(LANDING))
    assert {table.find(12, total, None).result for total in range(-30, 16)} == {"safe"}


def coming_in(staged: Stage, state: Mapping[str, Any], bomber: str = "b-17g") -> Sortie:
    """A whole bomber, empty, about to come down."""
    return staged({"bombs_aboard": False, "landing.place": "base", **state}, bomber=bomber)


ALIKE = [
    pytest.param("bombs_aboard", [-4], id="bombs aboard"),
    pytest.param("out.control_cables", [-1], id="control cables"),
    pytest.param("out.rudder", [-1], id="rudder"),
    pytest.param("out.elevator_controls", [-1], id="elevators"),
    pytest.param("out.flap_controls", [-1], id="flaps"),
    pytest.param("out.aileron_controls", [-1], id="ailerons"),
]
"""What counts on land and in water alike."""


@pytest.mark.rule("today 7-1", "today 7-2")
@pytest.mark.parametrize(("name", "values"), ALIKE)
@pytest.mark.parametrize(
    ("table", "bomber", "always"),
    [("7-1", "b-17f", []), ("7-1", "b-24d", []), ("7-2", "b-17g", []), ("7-2", "b-24j", [-3])],
)
def test_damage_that_counts_on_land_and_in_water(
    staged: Stage, table: str, bomber: str, always: list[int], name: str, values: list[int]
) -> None:
    assert acting(coming_in(staged, {}, bomber), table) == always
    assert acting(coming_in(staged, {name: True}, bomber), table) == sorted(values + always)


@pytest.mark.rule("today 7-1", "today 7-2")
@pytest.mark.parametrize("table", ["7-1", "7-2"])
@pytest.mark.parametrize(
    ("lost", "values"),
    [
        ("elevator left", []),
        ("elevator left, elevator right", [-1]),
        ("flap right", []),
        ("flap left, flap right", [-1]),
        ("aileron left", []),
        ("aileron left, aileron right", [-1]),
        ("flap left, aileron right", []),
        ("flap left, flap right, aileron left, aileron right", [-1]),
    ],
)
def test_surfaces_must_be_lost_on_both_sides(staged: Stage, table: str, lost: str, values: list[int]) -> None:
    s = coming_in(staged, {})
    s.bomber.surfaces_out.update(lost.split(", "))
    assert acting(s, table) == values


@pytest.mark.rule("today 7-1", "today 7-2")
@pytest.mark.parametrize("table", ["7-1", "7-2"])
@pytest.mark.parametrize(("hits", "values"), [(1, []), (2, [-1]), (3, [-1])])
def test_two_windows(staged: Stage, table: str, hits: int, values: list[int]) -> None:
    s = coming_in(staged, {})
    s.bomber.counts["window"] = hits
    assert acting(s, table) == values


@pytest.mark.rule("today 7-1", "today 7-2")
@pytest.mark.parametrize("table", ["7-1", "7-2"])
@pytest.mark.parametrize(
    ("air_force", "mission", "values"),
    [
        (8, 1, []),
        (8, 10, []),
        (8, 11, [1]),
        (8, 25, [1]),
        (8, 26, []),
        (15, 10, []),
        (15, 11, [1]),
        (15, 25, [1]),
        (15, 26, [2]),
        (15, 35, [2]),
        (15, 36, [3]),
        (15, 50, [3]),
        (15, 51, []),
    ],
)
def test_experience_helps(staged: Stage, table: str, air_force: int, mission: int, values: list[int]) -> None:
    assert acting(coming_in(staged, {"air_force": air_force, "landing.mission": mission}), table) == values


@pytest.mark.rule("today 7-1", "today 7-2", "today 5-17 note a")
@pytest.mark.parametrize(
    ("pilot", "copilot", "wounds", "mission"),
    [(14, 3, 0, 15), (3, 14, 0, 15), (14, 3, 1, 15), (14, 3, 2, 4), (3, 14, 2, 15)],
)
def test_the_better_pilot_lands(staged: Stage, pilot: int, copilot: int, wounds: int, mission: int) -> None:
    """`wounds` are the pilot's: two light ones take his bonus away."""
    s = coming_in(staged, {"pilot.missions": pilot, "copilot.missions": copilot, "pilot.light_wounds": wounds})
    ending.who_lands(s)
    assert s.game.landing_mission == mission


@pytest.mark.rule("today 7-1", "today 7-2")
@pytest.mark.parametrize(
    ("pilot", "copilot", "by", "values"), [("serious", "none", "copilot", []), ("serious", "killed", "engineer", [-1])]
)
def test_neither_pilot_can_land(staged: Stage, pilot: str, copilot: str, by: str, values: list[int]) -> None:
    s = coming_in(staged, {"pilot.wounds": pilot, "copilot.wounds": copilot})
    s.game.landed_by = s.bomber.man_of(by)
    assert acting(s, "7-1") == acting(s, "7-2") == values


LAND = [
    pytest.param("b-17f", {}, [], id="nothing special"),
    pytest.param("b-17f", {"engines_out": [1]}, [], id="one engine out"),
    pytest.param("b-17f", {"engines_out": [1, 3]}, [], id="one out on each side"),
    pytest.param("b-17f", {"engines_out": [1, 2]}, [-2], id="two out on the left"),
    pytest.param("b-17f", {"engines_out": [3, 4]}, [-2], id="two out on the right"),
    pytest.param("b-17f", {"engines_out": [1, 2, 3]}, [-3, -2], id="one engine left"),
    pytest.param("b-17f", {"engines_out": [1, 2, 3, 4]}, [-7, -2], id="no engine"),
    pytest.param("b-17g", {"engines_out": [3]}, [], id="number 3, B-17"),
    pytest.param("b-24d", {"engines_out": [3]}, [-4], id="number 3, B-24"),
    pytest.param("b-24j", {"engines_out": [1, 2, 4]}, [-3, -2], id="number 3 left, B-24"),
    pytest.param("b-24j", {"engines_out": [1, 2, 3, 4]}, [-7, -4, -2], id="no engine, B-24"),
    pytest.param("b-17f", {"landing.place": "occupied"}, [-3], id="occupied land"),
    pytest.param("b-17f", {"landing.place": "friendly"}, [], id="friendly land"),
    pytest.param("b-17f", {"out.landing_gear": True}, [-3], id="gear, B-17"),
    pytest.param("b-24d", {"out.landing_gear": True}, [-3], id="gear, B-24"),
    pytest.param("b-24j", {"out.nose_wheel": True}, [-2], id="nose wheel"),
    pytest.param("b-17f", {"weather_over_base": "bad"}, [-2], id="bad weather"),
    pytest.param("b-17f", {"weather_over_base": "poor"}, [-1], id="poor weather"),
    pytest.param("b-17f", {"weather_over_base": "bad", "landing.place": "friendly"}, [], id="bad weather elsewhere"),
    pytest.param("b-17f", {"out.brakes": True}, [-1], id="brakes"),
    pytest.param("b-17g", {"out.tail_wheel": True}, [-1], id="tail wheel"),
    pytest.param("b-17f", {"out.radio": True, "out.rubber_rafts": True, "out.intercom": True}, [], id="nothing to it"),
    pytest.param(
        "b-24j",
        {"bombs_aboard": True, "out.landing_gear": True, "out.nose_wheel": True, "landing.mission": 12},
        [-4, -3, -2, 1],
        id="several",
    ),
]


@pytest.mark.rule("today 7-1")
@pytest.mark.parametrize(("bomber", "state", "values"), LAND)
def test_modifiers_of_a_landing(staged: Stage, bomber: str, state: State, values: list[int]) -> None:
    assert acting(coming_in(staged, state, bomber), "7-1") == values


@pytest.mark.rule("today 7-1", "today 4-3")
@pytest.mark.parametrize(("bomber", "values"), [("b-17g", []), ("b-24d", [-2]), ("b-24j", [-2])])
def test_a_ball_turret_that_hangs_down(staged: Stage, bomber: str, values: list[int]) -> None:
    s = coming_in(staged, {"out.ball_retraction": True}, bomber)
    assert acting(s, "7-1") == values


@pytest.mark.rule("today 7-1", "today 7-1 note c")
def test_forced_landings(today: Ruleset) -> None:
    check_look_up(today, "7-1 fate", {"natural_12": "evades", "occupied_land": "by_country", "alps": "crew_killed"})


@pytest.mark.rule("today 7-1 note b", "today 7-2 note b")
def test_bombs_aboard_on_impact(today: Ruleset) -> None:
    check(today.tables["7-1 note b"], "1d6", spread("1..5 no_effect, 6 explosion"))


@pytest.mark.rule("today 7-1")
@pytest.mark.parametrize(
    ("family", "expected"),
    [("b-17", "1..3 repairable, 4..6 irreparable"), ("b-24", "1..4 repairable, 5..6 irreparable")],
)
def test_landing_without_gear(today: Ruleset, family: str, expected: str) -> None:
    check(today.tables["7-1 gear"], "1d6", spread(expected), family)


@pytest.mark.rule("today 7-1 note d")
def test_landing_on_vis(today: Ruleset) -> None:
    check(today.tables["7-1 note d"], "1d6", spread("1..4 wrecked_crew_safe, 5..6 wrecked"))


@pytest.mark.rule("today 7-1 note f", "today 7-2 note e")
def test_hurt_in_the_crash(today: Ruleset) -> None:
    check(today.tables["7-1 note f"], "1d6", spread("1..3 uninjured, 4..6 injured"))


def ends(s: Sortie, act: Callable[[], object]) -> str:
    """Play what ends the flight, with just the dice that are there; gives the bomber's fate."""
    with pytest.raises(SortieOver):
        act()
    assert s.source.left == []
    return str(s.game.bomber_fate)


@pytest.mark.rule("today 7-1", "today 7-1 note a", "today 7-1 note b", "today 7-1 note f")
@pytest.mark.parametrize(
    ("state", "faces", "fate", "alive"),
    [
        pytest.param({}, [1, 1], "intact", 10, id="2"),
        pytest.param({"out.rudder": True}, [1, 1], "repairable", 10, id="1"),
        pytest.param({"out.rudder": True, "out.brakes": True}, [1, 1], "written off", 10, id="0"),
        pytest.param({"out.landing_gear": True}, [1, 1, *[1] * 10], "written off", 10, id="-1, nobody hurt"),
        pytest.param({"out.landing_gear": True}, [1, 1, *[4, 6] * 10], "written off", 0, id="-1, all killed"),
        pytest.param(
            {"out.landing_gear": True, "out.rudder": True}, [1, 1, *[5, 5] * 10], "written off", 0, id="-2 wounds worse"
        ),
        pytest.param({"engines_out": [1, 2, 3, 4]}, [2, 2], "written off", 0, id="-3 and below"),
        pytest.param({"engines_out": [1, 2, 3, 4]}, [6, 6], "intact", 10, id="natural 12"),
        pytest.param({"bombs_aboard": True}, [2, 2, 5], "written off", 10, id="0 with bombs, quiet"),
        pytest.param({"bombs_aboard": True}, [2, 2, 6], "lost", 0, id="0 with bombs, explosion"),
        pytest.param({"bombs_aboard": True}, [2, 3], "repairable", 10, id="1 with bombs"),
        pytest.param({"out.landing_gear": True}, [3, 3, 3], "repairable", 10, id="gear out, mended"),
        pytest.param({"out.landing_gear": True}, [3, 3, 4], "written off", 10, id="gear out, scrapped"),
    ],
)
def test_a_landing_at_the_base(staged: Stage, state: State, faces: list[int], fate: str, alive: int) -> None:
    s = coming_in(staged, state)
    s.zone = Zone(1, over=("E",), region=("",), is_base=True)
    s.source = ScriptedSource(faces)
    assert ends(s, lambda: ending.land(s, "base")) == fate
    assert sum(not man.is_dead for man in s.bomber.crew) == alive


@pytest.mark.rule("today 7-1 note c")
def test_nobody_lands_in_the_alps(staged: Stage) -> None:
    s = coming_in(staged, {})
    assert ends(s, lambda: ending.land(s, "alps")) == "lost"
    assert all(man.is_dead for man in s.bomber.crew)


@pytest.mark.rule("today 7-1", "today 7-1 note a", "today 7-3 note c")
@pytest.mark.parametrize(
    ("faces", "fate"),
    [([6, 6], "evades"), ([5, 6, *[6] * 10], "returns"), ([3, 4, *[5] * 10], "captured")],
)
def test_a_forced_landing_in_france(staged: Stage, faces: list[int], fate: str) -> None:
    s = coming_in(staged, {"zone.over": "F"})
    s.source = ScriptedSource(faces)
    assert ends(s, lambda: ending.land(s, "occupied")) == "lost"
    assert {man.fate for man in s.bomber.crew} == {fate}


# --- 7-2


@pytest.mark.rule("today 7-2", "today 7-2 note a")
def test_landing_in_water(today: Ruleset) -> None:
    table = today.tables["7-2"]
    check(table, "2d6", spread("-30..3 lost, 4..15 rescued"))
    assert {table.find(12, total, None).result for total in range(-30, 16)} == {"safe"}


WATER = [
    pytest.param("b-17f", {}, [], id="nothing special"),
    pytest.param("b-24d", {}, [-3], id="B-24"),
    pytest.param("b-17f", {"out_of_formation": True}, [], id="alone"),
    pytest.param("b-17f", {"out.radio": True}, [], id="radio out"),
    pytest.param("b-17f", {"out_of_formation": True, "out.radio": True}, [-6], id="alone, radio out"),
    pytest.param("b-17f", {"engines_out": [1, 2]}, [], id="two engines out"),
    pytest.param("b-17f", {"engines_out": [1, 2, 3]}, [-3], id="one engine left"),
    pytest.param("b-17f", {"engines_out": [1, 2, 3, 4]}, [-4], id="no engine, B-17"),
    pytest.param("b-24j", {"engines_out": [1, 2, 3, 4]}, [-5, -4, -3], id="no engine, B-24"),
    pytest.param("b-24j", {"engines_out": [3]}, [-4, -3], id="number 3, B-24"),
    pytest.param("b-17g", {"engines_out": [3]}, [], id="number 3, B-17"),
    pytest.param("b-17f", {"out.rubber_rafts": True}, [-2], id="rafts"),
    pytest.param("b-17f", {"out.tail_wheel": True}, [-1], id="tail wheel"),
    pytest.param("b-24d", {"out.tail_wheel": True}, [-3], id="tail wheel, B-24"),
    pytest.param("b-17f", {"out.landing_gear": True, "out.brakes": True}, [], id="wheels"),
    pytest.param("b-17f", {"weather_over_base": "bad"}, [], id="weather"),
]


@pytest.mark.rule("today 7-2")
@pytest.mark.parametrize(("bomber", "state", "values"), WATER)
def test_modifiers_of_a_ditching(staged: Stage, bomber: str, state: State, values: list[int]) -> None:
    assert acting(coming_in(staged, {"landing.place": "water", **state}, bomber), "7-2") == values


@pytest.mark.rule("today 7-1", "today 7-2")
def test_number_of_landing_modifiers(today: Ruleset) -> None:
    """As printed there, and one on land out of 4-3 (the ball turret)."""
    assert [len(today.tables[table].modifiers) for table in ("7-1", "7-2")] == [21 + 1, 18]


@pytest.mark.rule("today 7-2", "today 7-2 note d")
def test_after_a_ditching(today: Ruleset) -> None:
    check_look_up(today, "7-2 fate", {"natural_12": "evades", "ball_gunner_trapped": "killed"})


@pytest.mark.rule("today 7-2", "today 7-2 note a", "today 7-2 note b", "today 7-2 note e", "today 7-3 note h")
@pytest.mark.parametrize(
    ("bombs", "zone", "faces", "alive", "fates"),
    [
        pytest.param(False, 4, [1, 2], 0, {"missing"}, id="lost"),
        pytest.param(False, 4, [1, 3, *[1] * 10], 10, {"returns"}, id="rescued"),
        pytest.param(False, 5, [3, 3, *[3] * 10], 10, {"returns"}, id="rescued in zone 5"),
        pytest.param(False, 6, [3, 3, *[3] * 10], 10, {"captured"}, id="rescued by the enemy"),
        pytest.param(False, 4, [3, 3, *[4, 6] * 10], 0, {""}, id="all killed in the crash"),
        pytest.param(False, 6, [6, 6, *[1] * 10], 10, {"evades"}, id="natural 12"),
        pytest.param(True, 4, [4, 4, 5, *[1] * 10], 10, {"returns"}, id="bombs quiet"),
        pytest.param(True, 4, [4, 4, 6], 0, {""}, id="bombs explode"),
    ],
)
def test_a_ditching(staged: Stage, bombs: bool, zone: int, faces: list[int], alive: int, fates: set[str]) -> None:
    s = coming_in(staged, {"bombs_aboard": bombs})
    s.zone = Zone(zone, over=("W",), region=("",))
    s.source = ScriptedSource(faces)
    ends(s, lambda: ending.ditch(s))
    assert sum(not man.is_dead for man in s.bomber.crew) == alive
    assert {man.fate for man in s.bomber.crew} == fates


@pytest.mark.rule("today 7-2 note d")
def test_a_gunner_shut_in_drowns(staged: Stage) -> None:
    s = coming_in(staged, {})
    s.bomber.man_of("ball_gunner").is_trapped = True
    s.source = ScriptedSource([3, 3, *[1] * 9])
    ends(s, lambda: ending.ditch(s))
    assert [man.trade for man in s.bomber.crew if man.is_dead] == ["ball_gunner"]


# --- 7-3 and 7-4


@pytest.mark.rule("today 7-3")
def test_controlled_bail_out(today: Ruleset) -> None:
    check(today.tables["7-3"], "1d6", spread("0..1 hazard, 2..6 ok"))
    check(today.tables["7-3 note 1"], "1d6", spread("1..5 ok, 6 killed"))


@pytest.mark.rule("today 7-3", "today 5-17 note a")
@pytest.mark.parametrize(("wounds", "values"), [(0, []), (1, []), (2, [-1])])
def test_two_light_wounds_hinder_a_jump(staged: Stage, wounds: int, values: list[int]) -> None:
    s = staged()
    s.man = s.bomber.man_of("tail_gunner")
    s.man.light_wounds = wounds
    assert acting(s, "7-3", 3) == values
    assert acting(s, "7-4", 3) == []


@pytest.mark.rule("today 7-4")
def test_bail_out_from_an_uncontrolled_plane(today: Ruleset) -> None:
    check(today.tables["7-4"], "1d6", spread("1..5 goes_down, 6 ok"))


@pytest.mark.rule("today 7-3", "today 7-4", "today 7-3 note b", "today 7-4 note b")
@pytest.mark.parametrize(
    ("kind", "wounds", "faces", "gets_out"),
    [
        ("controlled", "none", [2], True),
        ("controlled", "none", [1, 5], True),
        ("controlled", "none", [1, 6], False),
        ("controlled", "light", [2], True),
        ("controlled", "serious", [], False),
        ("uncontrolled", "none", [5], False),
        ("uncontrolled", "none", [6], True),
        ("uncontrolled", "serious", [], False),
    ],
)
def test_one_man_jumps(staged: Stage, kind: str, wounds: str, faces: list[int], gets_out: bool) -> None:
    s = staged({"tail_gunner.wounds": wounds}, faces=faces)
    man = s.bomber.man_of("tail_gunner")
    assert ending.leaves(s, man, kind) is gets_out
    assert man.is_dead is not gets_out
    assert s.source.left == []


@pytest.mark.rule("today 7-3 note b", "today 7-3 note f")
def test_who_cannot_jump_and_who_comes_home(today: Ruleset) -> None:
    check_look_up(today, "7-3 note bf", {"serious_wound": "killed", "zone_1": "returns"})


@pytest.mark.rule("today 7-3 note c", "today 7-3 note d", "today 7-3 note e", "today 7-4 note e")
def test_axis_countries(today: Ruleset) -> None:
    named = (
        dict.fromkeys(("G", "F", "N", "I"), "underground")
        | dict.fromkeys(("Y", "Gre"), "partisans")
        | dict.fromkeys(("A", "H", "Bul", "R", "Alb"), "captured")
    )
    check_look_up(today, "7-3 fate", named)


@pytest.mark.rule("today 7-3")
def test_countries_that_the_print_leaves_out(today: Ruleset) -> None:
    """Reconstructed."""
    other = (
        dict.fromkeys(("B", "L", "D", "No"), "underground")
        | dict.fromkeys(("P", "Cz"), "captured")
        | dict.fromkeys(("S", "Sw", "Sp"), "interned")
        | {"E": "home"}
    )
    check_look_up(today, "7-3 fate other", other)
    assert today.tables["7-3 fate other"].table.source == "reconstructed"


@pytest.mark.rule("today 7-3 note c", "today 7-3 note d", "today 7-4 note c", "today 7-4 note d")
@pytest.mark.parametrize("table", ["7-3 note c", "7-3 note d"])
def test_captured_or_brought_home(staged: Stage, table: str) -> None:
    s = staged()
    check(s.tables[table], "1d6", spread("-4..5 captured, 6 returns"))
    s.man = s.bomber.man_of("tail_gunner")
    assert acting(s, table, 6) == []
    s.man.is_serious = True
    assert {
        s.tables[table].find(natural, natural + sum(acting(s, table, natural)), None).result for natural in range(1, 7)
    } == {"captured"}


@pytest.mark.rule("today 7-3 note f", "today 7-3 note g", "today 7-3 note h", "today 7-3 note i")
@pytest.mark.parametrize(
    ("where", "zone", "over", "faces", "fate"),
    [
        ("base", 1, "E", [], "returns"),
        ("alps", 7, "A", [5], "killed"),
        ("alps", 7, "A", [6], "captured"),
        ("water", 2, "W", [2, 5], "returns"),
        ("water", 5, "W", [10, 1], "returns"),
        ("water", 6, "W", [2, 5], "captured"),
        ("water", 7, "W", [1, 1], "captured"),
        ("water", 3, "W", [2, 6], "lost"),
        ("water", 3, "W", [10, 10], "lost"),
        ("occupied", 5, "G", [5], "captured"),
        ("occupied", 5, "G", [6], "returns"),
        ("occupied", 8, "Y", [6], "returns"),
        ("occupied", 8, "H", [], "captured"),
    ],
)
def test_fate_of_a_man_on_his_parachute(
    staged: Stage, where: str, zone: int, over: str, faces: list[int], fate: str
) -> None:
    s = staged(faces=faces)
    s.zone = Zone(zone, over=(over,), region=("",))
    assert ending.fate_of_jumper(s, s.bomber.man_of("tail_gunner"), where) == fate
    assert s.source.left == []


@pytest.mark.rule("today 7-3 note g", "today 7-4 note g")
def test_bail_out_over_the_alps(today: Ruleset) -> None:
    check(today.tables["7-3 note g"], "1d6", spread("1..5 killed, 6 captured"))


@pytest.mark.rule("today 7-3 note h", "today 7-3 note i", "today 7-4 note h", "today 7-4 note i")
def test_bail_out_over_water(today: Ruleset) -> None:
    check(today.tables["7-3 note h"], "d100", spread("1..25 rescued, 26..100 lost"))
    check_look_up(today, "7-3 sea", dict.fromkeys("2345", "returns") | dict.fromkeys("67", "captured"))
    check_look_up(today, "7-3 sea other", {"beyond": "captured"})
