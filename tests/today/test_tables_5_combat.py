"""Fire and counter-fire, collisions, wounds, cold and oxygen fires: tables 5-6 to 5-11 and 5-16 to 5-19."""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction
from typing import Any

import pytest
from bomberstream.core.combat import POSITIONS, fire, score
from bomberstream.core.damage import VERBS
from bomberstream.core.dice import ScriptedSource, SeededSource
from bomberstream.core.mission import gunnery, hardship
from bomberstream.core.ruleset import Ruleset
from bomberstream.core.sortie import Sortie, SortieOver
from bomberstream.plugins.today import combat, fighters, troubles
from walking_tables import acting, attack, check, check_look_up, spread

Stage = Callable[..., Sortie]
EFFECTS = {verb.name: verb.function for verb in VERBS}
POWER = "gun.power_failed"
BOMBERS = ("b-17f", "b-17g", "b-24d", "b-24j")


def shooting(staged: Stage, gun: str, bomber: str = "b-17g", **fighter: Any) -> Sortie:
    """A gun, and the fighter that it is laid on: without more said, one that calls for no modifier."""
    s = staged(bomber=bomber, nose_turret="emerson") if bomber == "b-24j" else staged(bomber=bomber)
    attack(s, **fighter)
    s.gun = s.bomber.guns[gun]
    return s


# --- 5-6


@pytest.mark.rule("today 5-6")
def test_defensive_fire_by_total(today: Ruleset) -> None:
    check(today.tables["5-6"], "2d6", spread("-15..1 miss, 2 jam, 3..7 miss, 8..25 hit"))


@pytest.mark.rule("today 5-6", "today 5-6 note b")
@pytest.mark.parametrize("total", range(-6, 25))
def test_a_natural_twelve_always_hits_the_fighter(today: Ruleset, total: int) -> None:
    assert today.tables["5-6"].find(12, total, None).result == "hit"


def on(**fighter: Any) -> dict[str, Any]:
    return fighter


# Gun, aeroplane, fighter, what else is so, and every modifier that must act; a power turret has its +1 with it.
FIRE = [
    pytest.param("left_waist", "b-17g", on(), {}, [], id="nothing special"),
    pytest.param("left_waist", "b-17g", on(position="vertical dive"), {}, [-3], id="vertical dive"),
    pytest.param("left_waist", "b-17g", on(), {"out.intercom": True}, [-2], id="intercom out"),
    pytest.param("top", "b-24d", on(), {"out.intercom": True}, [-2, 1], id="intercom out, B-24"),
    pytest.param("tail", "b-17f", on(), {"out.intercom": True}, [-1], id="intercom out, tail guns"),
    pytest.param("tail", "b-24d", on(), {"out.intercom": True}, [-1, 1], id="intercom out, tail turret"),
    pytest.param("chin", "b-17g", on(), {POWER: True}, [-2], id="chin without power"),
    pytest.param("top", "b-17f", on(), {POWER: True}, [-2], id="top without power, B-17"),
    pytest.param("ball", "b-17g", on(), {POWER: True}, [-2], id="ball without power, B-17"),
    pytest.param("nose", "b-24j", on(), {POWER: True}, [-2], id="nose without power, B-24J"),
    pytest.param("top", "b-24d", on(), {POWER: True}, [-2], id="top without power, B-24"),
    pytest.param("ball", "b-24d", on(), {POWER: True}, [-2], id="ball without power, B-24"),
    pytest.param("tail", "b-24j", on(), {POWER: True}, [-2], id="tail without power, B-24"),
    pytest.param("left_waist", "b-17g", on(type="me-163"), {}, [-2], id="rocket"),
    pytest.param("left_waist", "b-17g", on(skill="ace"), {}, [-1], id="ace pilot"),
    pytest.param("left_waist", "b-17g", on(), {"evading": True}, [-1], id="evasive action"),
    pytest.param("nose", "b-24j", on(), {"out.nose_turret_hydraulics": True}, [-1, 1], id="nose hydraulics"),
    pytest.param("top", "b-24j", on(), {"out.nose_turret_hydraulics": True}, [1], id="nose hydraulics, other gun"),
    pytest.param("nose", "b-24d", on(), {"out.nose_turret_hydraulics": True}, [], id="nose hydraulics, no turret"),
    pytest.param("nose", "b-24j", on(), {"out.electrical": True}, [-1, 1], id="electrical out, Emerson"),
    pytest.param("ball", "b-24d", on(), {"out.electrical": True}, [-1, 1], id="electrical out, ball"),
    pytest.param("top", "b-24d", on(), {"out.electrical": True}, [-1, 1], id="electrical out, top"),
    pytest.param("tail", "b-24d", on(), {"out.electrical": True}, [1], id="electrical out, tail"),
    pytest.param("nose", "b-24d", on(), {"out.electrical": True}, [], id="electrical out, nose gun"),
    pytest.param("left_waist", "b-17g", on(), {"out.electrical": True}, [], id="electrical out, B-17"),
    pytest.param(
        "nose",
        "b-24j",
        on(),
        {"out.electrical": True, "nose_turret": "consolidated"},
        [1],
        id="electrical, Consolidated",
    ),
    pytest.param("tail", "b-24d", on(), {"out.auxiliary_hydraulics": True}, [-1, 1], id="auxiliary hydraulics"),
    pytest.param("top", "b-24d", on(), {"out.auxiliary_hydraulics": True}, [1], id="auxiliary hydraulics, top"),
    pytest.param("tail", "b-17g", on(), {"out.auxiliary_hydraulics": True}, [], id="auxiliary hydraulics, B-17"),
    pytest.param("tail", "b-17g", on(), {"passing_shot": True}, [-1], id="passing shot, 12"),
    pytest.param("tail", "b-17g", on(position="1:30 level"), {"passing_shot": True}, [-1], id="passing shot, 1:30"),
    pytest.param("tail", "b-24j", on(position="10:30 low"), {"passing_shot": True}, [-1, 1], id="passing shot, 10:30"),
    pytest.param("tail", "b-17g", on(position="3 low"), {"passing_shot": True}, [1], id="passing shot, not from 3"),
    pytest.param(
        "nose",
        "b-24j",
        on(),
        {"engine_3_out": True, "nose_turret": "consolidated"},
        [-1, 1],
        id="engine 3, Consolidated",
    ),
    pytest.param("nose", "b-24j", on(), {"engine_3_out": True}, [1], id="engine 3, Emerson"),
    pytest.param("nose", "b-24d", on(), {"engine_3_out": True}, [], id="engine 3, nose gun"),
    pytest.param("chin", "b-17g", on(), {"engine_3_out": True}, [1], id="engine 3, B-17"),
    pytest.param("left_waist", "b-17g", on(type="me-262"), {}, [-1], id="Me 262"),
    pytest.param("left_waist", "b-17g", on(type="he-162"), {}, [-1], id="He 162"),
    pytest.param("left_waist", "b-17g", on(skill="green"), {}, [1], id="green pilot"),
    pytest.param("left_waist", "b-17g", on(type="me-110"), {}, [1], id="Me 110"),
    pytest.param("left_waist", "b-17g", on(type="me-210"), {}, [1], id="Me 210"),
    pytest.param("left_waist", "b-17g", on(type="me-410"), {}, [1], id="Me 410"),
    pytest.param("left_waist", "b-17g", on(type="ju-88c-6"), {}, [1], id="Ju 88"),
    pytest.param("left_waist", "b-17g", on(type="fw-190"), {}, [], id="Fw 190"),
    pytest.param("left_waist", "b-17g", on(type="ta-152h"), {}, [], id="Ta 152"),
    pytest.param("chin", "b-17g", on(), {}, [1], id="power turret, chin"),
    pytest.param("ball", "b-17f", on(), {}, [1], id="power turret, ball"),
    pytest.param("nose", "b-24j", on(), {}, [1], id="power turret, nose"),
    pytest.param("tail", "b-24d", on(), {}, [1], id="power turret, tail"),
    pytest.param("tail", "b-17g", on(), {}, [], id="tail guns are no turret"),
    pytest.param("nose", "b-17f", on(), {}, [], id="nose gun is no turret"),
    pytest.param("chin", "b-17g", on(position="12 level"), {}, [1, 1], id="12 level, chin"),
    pytest.param("top", "b-17f", on(position="12 level"), {}, [1, 1], id="12 level, top, B-17"),
    pytest.param("top", "b-24d", on(position="12 level"), {}, [1, 1], id="12 level, top, B-24"),
    pytest.param("nose", "b-24j", on(position="12 level"), {}, [1, 1], id="12 level, nose, B-24J"),
    pytest.param("nose", "b-24d", on(position="12 level"), {}, [], id="12 level, nose, B-24D"),
    pytest.param("nose", "b-17f", on(position="12 level"), {}, [], id="12 level, nose, B-17F"),
    pytest.param("right_cheek", "b-17g", on(position="12 level"), {}, [], id="12 level, cheek"),
]


@pytest.mark.rule("today 5-6")
@pytest.mark.parametrize(("gun", "bomber", "fighter", "state", "values"), FIRE)
def test_modifiers_of_defensive_fire(
    staged: Stage,
    today: Ruleset,
    gun: str,
    bomber: str,
    fighter: dict[str, Any],
    state: dict[str, Any],
    values: list[int],
) -> None:
    s = shooting(staged, gun, bomber, **fighter)
    for name, value in state.items():
        today.vocabulary.put(s, name, value)
    assert acting(s, "5-6") == values


@pytest.mark.rule("today 5-6")
@pytest.mark.parametrize(
    ("clock", "values"), [("12", []), ("1:30", []), ("10:30", []), ("3", [1]), ("9", [1]), ("6", [2])]
)
@pytest.mark.parametrize("level", ["high", "level", "low"])
def test_where_the_fighter_comes_from(staged: Stage, clock: str, level: str, values: list[int]) -> None:
    assert acting(shooting(staged, "left_waist", position=f"{clock} {level}"), "5-6") == values


@pytest.mark.rule("today 5-6")
def test_a_vertical_climb_is_easy_to_hit(staged: Stage) -> None:
    assert acting(shooting(staged, "ball", position="vertical climb"), "5-6") == [1, 3]


@pytest.mark.rule("today 5-6")
@pytest.mark.parametrize(("kills", "values"), [(Fraction(9, 2), []), (Fraction(5), [1]), (Fraction(12), [1])])
def test_five_kills_make_an_ace_gunner(staged: Stage, kills: Fraction, values: list[int]) -> None:
    s = shooting(staged, "left_waist")
    s.gun.gunner.credit(kills)
    assert acting(s, "5-6") == values


@pytest.mark.rule("today 5-6", "today 5-18 note a")
def test_a_frostbitten_gunner(staged: Stage) -> None:
    s = shooting(staged, "left_waist")
    s.gun.gunner.frostbite = "frostbite"
    assert acting(s, "5-6") == [-1]


@pytest.mark.rule("today 5-6")
def test_modifiers_of_defensive_fire_add_up(staged: Stage, today: Ruleset) -> None:
    s = shooting(staged, "tail", "b-24j", type="me-110", position="6 low", skill="ace")
    for name in ("out.intercom", "evading", "out.auxiliary_hydraulics"):
        today.vocabulary.put(s, name, True)
    assert acting(s, "5-6") == [-1, -1, -1, -1, 1, 1, 2]


@pytest.mark.rule("today 5-6 note a")
def test_what_a_jam_does_to_a_twin_mount(today: Ruleset) -> None:
    check(today.tables["5-6 note a"], "1d6", spread("1..4 one, 5..6 both"))
    check(today.tables["5-6 note a repair"], "1d6", spread("1..2 fixed, 3..5 still_jammed, 6 broken"))


@pytest.mark.rule("today 5-6 note a")
@pytest.mark.parametrize(
    ("gun", "faces", "barrels", "works"),
    [("left_waist", (1, 1), 1, False), ("tail", (1, 1, 4), 1, True), ("tail", (1, 1, 5), 2, False)],
)
def test_a_jam_stops_a_single_gun_at_once(
    staged: Stage, gun: str, faces: tuple[int, ...], barrels: int, works: bool
) -> None:
    s = shooting(staged, gun, position="12 high")
    s.source = ScriptedSource(faces)
    assert not fire(s, s.gun, s.fighter)
    assert (s.gun.barrels_jammed, s.gun.is_working) == (barrels, works)
    assert s.source.left == []


@pytest.mark.rule("today 5-6 note a")
@pytest.mark.parametrize(("face", "works", "broken"), [(2, True, 0), (3, False, 0), (5, False, 0), (6, False, 1)])
def test_one_repair_in_each_zone(staged: Stage, face: int, works: bool, broken: int) -> None:
    s = shooting(staged, "left_waist")
    s.gun.jam(1)
    s.source = ScriptedSource([face])
    troubles.jam_repairs.do(s)
    troubles.jam_repairs.do(s)
    assert (s.gun.is_working, s.gun.barrels_broken) == (works, broken)


# --- 5-7

TYPES = "me-109 me-110=ju-88c-6 fw-190 me-210=me-410 ta-152h he-162 me-163 me-262"
"""The columns; two types with = between them share one."""
# b is FCAB, a FCA, o FBOA, D destroyed.
HIT_DAMAGE = {
    2: "b b b b b b b b",
    3: "a b a b a a b b",
    4: "a a a a a a a b",
    5: "a a a a a a a a",
    6: "a o a o a a a a",
    7: "o o a o a a a a",
    8: "o D o D o o o b",
    9: "D D o D o o o o",
    10: "D D D D D D o o",
    11: "D D D D D D D D",
    12: "D D D D D D D D",
}
SAYS = {"b": "fcab", "a": "fca", "o": "fboa", "D": "destroyed"}


@pytest.mark.rule("today 5-7")
@pytest.mark.parametrize(
    ("place", "type"), [(place, type) for place, pair in enumerate(TYPES.split()) for type in pair.split("=")]
)
def test_damage_to_the_fighter(today: Ruleset, place: int, type: str) -> None:
    expected = {total: SAYS[row.split()[place]] for total, row in HIT_DAMAGE.items()}
    expected |= dict.fromkeys(range(-3, 2), "fcab") | dict.fromkeys(range(13, 17), "destroyed")
    for campaign in range(1, 7):
        check(today.tables["5-7"], "2d6", expected, today.fighters[type].column("fighter_damage", campaign))


@pytest.mark.rule("today 5-7", "today 5-7 note a")
def test_a_natural_twelve_always_destroys(today: Ruleset) -> None:
    table = today.tables["5-7"]
    assert len(table.columns) == 10
    assert {table.find(12, total, type).result for type in table.columns for total in range(-3, 15)} == {"destroyed"}


TWIN = {"b-17f": "ball top tail", "b-17g": "chin ball top tail", "b-24d": "ball top tail", "b-24j": "ball top tail"}
"""Mounts that have the bonus of twin guns."""
BARE = {"b-24j": "nose"}
"""A twin mount that the print does not name: neither bonus nor penalty."""


@pytest.mark.rule("today 5-7")
@pytest.mark.parametrize("bomber", BOMBERS)
def test_twin_and_single_guns(staged: Stage, bomber: str) -> None:
    twin, bare = TWIN[bomber].split(), BARE.get(bomber, "").split()
    for gun in staged(bomber=bomber).bomber.guns:
        found = {}
        for type in (
            "me-109",
            "me-110",
            "fw-190",
            "ju-88c-6",
            "me-210",
            "me-410",
            "ta-152h",
            "he-162",
            "me-163",
            "me-262",
        ):
            found[type] = acting(shooting(staged, gun, bomber, type=type), "5-7")
        jets = {type: found.pop(type) for type in ("he-162", "me-163", "me-262")}
        assert set(map(tuple, jets.values())) == {(-1,)}, gun
        light = {type: values for type, values in found.items() if values}
        assert light == ({"me-109": [1], "me-110": [1]} if gun in twin else {} if gun in bare else {"fw-190": [-1]}), (
            gun
        )


@pytest.mark.rule("today 5-7", "today 5-6 note a")
@pytest.mark.parametrize(("type", "values"), [("me-109", []), ("me-110", []), ("fw-190", [-1]), ("me-262", [-1])])
def test_a_twin_mount_with_one_gun_left(staged: Stage, type: str, values: list[int]) -> None:
    s = shooting(staged, "top", type=type)
    s.gun.jam(1)
    assert acting(s, "5-7") == values


@pytest.mark.rule("today 5-7")
def test_an_ace_does_more_damage(staged: Stage) -> None:
    s = shooting(staged, "left_waist")
    s.gun.gunner.credit(Fraction(5))
    assert acting(s, "5-7") == [1]


@pytest.mark.rule("today 5-7", "today 4-3")
@pytest.mark.parametrize(
    ("bomber", "gun", "values"),
    [("b-24d", "tail", [-2]), ("b-24j", "tail", [-2]), ("b-24d", "top", []), ("b-17g", "tail", [])],
)
def test_a_tail_turret_without_power(staged: Stage, bomber: str, gun: str, values: list[int]) -> None:
    s = shooting(staged, gun, bomber, type="ta-152h")
    s.gun.power_failed = True
    assert acting(s, "5-7") == values


@pytest.mark.rule("today 5-7", "today 5-7 note b")
def test_fca_adds_up_and_the_third_destroys(staged: Stage) -> None:
    s = shooting(staged, "left_waist")
    s.source = ScriptedSource([2, 3] * 3)
    assert [score(s, s.gun, s.fighter) for _ in range(3)] == ["fca", "fca", "destroyed"]
    assert s.fighter.is_destroyed


@pytest.mark.rule("today 5-7")
def test_what_the_damage_means(today: Ruleset) -> None:
    check_look_up(today, "5-7 results", {one: one for one in SAYS.values()})
    cells = today.tables["5-7 results"].keys[None]
    assert cells["fcab"].data == {"attacks": True, "leaves": True, "to_hit": 0}
    assert cells["fca"].data == {"attacks": True, "leaves": False, "to_hit": -1, "destroyed_at": 3}
    assert cells["fboa"].data == {"attacks": True, "leaves": True, "to_hit": -2}
    assert cells["destroyed"].data["attacks"] is False


# --- 5-8

FIRST_HIT = {"12": 9, "1:30": 9, "10:30": 9, "3": 8, "9": 8, "6": 7, "vertical_dive": 9, "vertical_climb": 7}


@pytest.mark.rule("today 5-8")
@pytest.mark.parametrize(("clock", "first"), FIRST_HIT.items())
def test_the_fighters_fire(today: Ruleset, clock: str, first: int) -> None:
    table = today.tables["5-8"]
    check(table, "2d6", spread(f"-6..{first - 1} miss, {first}..16 hit"), clock)
    assert {table.find(12, total, clock).result for total in range(3, 15)} == {"hit"}


@pytest.mark.rule("today 5-8")
def test_every_position_has_its_column(staged: Stage) -> None:
    s = staged()
    table = s.tables["5-8"]
    for position in POSITIONS:
        attack(s, position=position)
        assert table.column is not None
        assert table.column(s) == position.replace("vertical ", "vertical_").split()[0]
    assert set(table.columns) == set(FIRST_HIT)


@pytest.mark.rule("today 5-8")
@pytest.mark.parametrize(
    ("fighter", "state", "values"),
    [
        ({}, {}, []),
        ({"fboa": True}, {}, [-2]),
        ({"fca": 1}, {}, [-1]),
        ({"fca": 2}, {}, [-2]),
        ({"fcab": True}, {}, []),
        ({}, {"evading": True}, [-1]),
        ({"skill": "green"}, {}, [-1]),
        ({"skill": "average"}, {}, []),
        ({"skill": "ace"}, {}, [1]),
        ({}, {"engines_out": [2]}, []),
        ({}, {"engines_out": [2, 3]}, [1]),
        ({}, {"engines_out": [1, 2, 3]}, [1]),
        ({"fca": 2, "fboa": True, "skill": "ace"}, {"evading": True, "engines_out": [1, 4]}, [-2, -2, -1, 1, 1]),
    ],
)
def test_modifiers_of_the_fighters_fire(
    staged: Stage, fighter: dict[str, Any], state: dict[str, Any], values: list[int]
) -> None:
    s = staged(state)
    attack(s, **fighter)
    assert acting(s, "5-8") == values


@pytest.mark.rule("today 5-8", "today 5-8 note c")
@pytest.mark.parametrize(("faces", "left"), [((1, 1), 0), ((6, 6, 3, 4, 1), 1)])
def test_who_misses_is_taken_off(staged: Stage, faces: tuple[int, ...], left: int) -> None:
    """A miss; or one hit that does nothing (5-11, x0), which is still a hit."""
    s = staged(bomber="b-17f", campaign=1, faces=faces)
    attack(s)
    combat.fighters_fire.do(s)
    combat.break_off.do(s)
    assert len(s.game.fighters) == left


# --- 5-9


@pytest.mark.rule("today 5-9")
def test_next_clock_position(today: Ruleset) -> None:
    check(today.tables["5-9"], "1d6", dict(zip(range(1, 7), ["12", "10:30", "3", "1:30", "9", "6"], strict=True)))


@pytest.mark.rule("today 5-9A")
def test_next_level(today: Ruleset) -> None:
    check(today.tables["5-9A"], "1d6", spread("1 high, 2 level, 3..4 low, 5 level, 6 high"))


@pytest.mark.rule("today 5-9", "today 5-9A")
def test_a_fighter_comes_round_again(staged: Stage) -> None:
    s = staged(faces=[2, 4])
    attack(s, position="6 high")
    combat.next_positions.do(s)
    assert (s.fighter.position, s.fighter.round) == ("10:30 low", 2)


# --- 5-10

# 12, 1:30, 10:30; then 3, 9; then 6; then the vertical dive; then the vertical climb. From 2 to 12.
SHELLS = {
    ("12", "1:30", "10:30"): "3 2 2 2 1 1 1 2 2 2 3",
    ("3", "9"): "3 3 2 2 2 1 2 2 2 3 3",
    ("6",): "5 4 3 3 2 2 2 3 3 4 5",
    ("vertical_dive",): "3 3 2 2 1 1 1 2 2 3 3",
    ("vertical_climb",): "3 3 2 2 1 1 1 2 2 3 3",
}


@pytest.mark.rule("today 5-10")
@pytest.mark.parametrize(("clock", "hits"), [(clock, hits) for clocks, hits in SHELLS.items() for clock in clocks])
def test_shell_hits(today: Ruleset, clock: str, hits: str) -> None:
    check(today.tables["5-10"], "2d6", dict(zip(range(2, 13), map(int, hits.split()), strict=True)), clock)
    assert len(today.tables["5-10"].columns) == 8


# --- 5-11

# By fighter and campaigns, dice 1 to 6: a is nothing, b a doubtful hit, the rest times 1 or 2 and so many more.
MULTIPLIERS = {
    ("me-109", "12"): "a b b 1 1 2",
    ("fw-190", "12"): "a b 1 1 2 2",
    ("ju-88c-6", "12"): "a b b 1 1 2",
    ("me-110", "123456"): "b b 1 1 1 2",
    ("me-109", "3456"): "b 1 1+1 1+1 2 2",
    ("fw-190", "3456"): "b 1 1+1 2+1 2 2",
    ("me-210", "123456"): "b 1 1 1+1 1+1 2",
    ("ju-88c-6", "3456"): "a b 1 1 2 2",
    ("me-410", "123456"): "b b 1 1 1 2",
    ("ta-152h", "6"): "b 1 1+1 1+2 2 2",
    ("he-162", "56"): "b 1 1 1 2 2",
    ("me-163", "56"): "1 1 1 1 2 2",
    ("me-262", "56"): "1 1 2 2 2 2",
}


@pytest.mark.rule("today 5-11")
@pytest.mark.parametrize(("type", "campaigns"), MULTIPLIERS)
def test_weight_of_a_hit(today: Ruleset, type: str, campaigns: str) -> None:
    words = {"a": "x0", "b": "half"}
    expected = [words.get(one, f"x{one}") for one in MULTIPLIERS[type, campaigns].split()]
    columns = {today.fighters[type].column("hit_multiplier", int(campaign)) for campaign in campaigns}
    assert len(columns) == 1
    check(today.tables["5-11"], "1d6", dict(enumerate(expected, 1)), columns.pop())
    assert len(today.tables["5-11"].columns) == len(MULTIPLIERS)


@pytest.mark.rule("today 5-11 note b")
def test_a_doubtful_hit(today: Ruleset) -> None:
    check(today.tables["5-11 note b"], "1d6", spread("1..3 x0, 4..6 x1"))


@pytest.mark.rule("today 5-11", "today 5-11 note a", "today 5-11 note b")
@pytest.mark.parametrize(
    ("type", "campaign", "faces", "shells"),
    [
        ("me-109", 1, [1], 0),
        ("me-109", 1, [2, 3], 0),
        ("me-109", 1, [2, 4], 1),
        ("me-109", 3, [2], 1),
        ("me-109", 3, [3], 2),
        ("fw-190", 3, [4], 3),
        ("ta-152h", 6, [4], 3),
        ("me-262", 6, [6], 2),
    ],
)
def test_shells_of_one_hit(staged: Stage, type: str, campaign: int, faces: list[int], shells: int) -> None:
    s = staged(bomber="b-17f" if campaign < 3 else "b-17g", campaign=campaign, faces=faces)
    assert gunnery.shells_of(s, s.ruleset.fighters[type].column("hit_multiplier", campaign)) == shells


@pytest.mark.rule("today 5-11 note a", "today 5-11 note b")
@pytest.mark.parametrize("faces", [[6, 6, 3, 4, 1], [6, 6, 3, 4, 2, 3]])
def test_a_hit_that_does_nothing_still_counts_as_one(staged: Stage, faces: list[int]) -> None:
    s = staged(bomber="b-17f", campaign=1, faces=faces)
    attack(s)
    combat.fighters_fire.do(s)
    assert s.fighter.hit_bomber
    assert s.source.left == []


@pytest.mark.rule("today 5-11 note c")
@pytest.mark.parametrize(
    ("faces", "place"),
    [
        ([1], ("vertical_dive", "")),
        ([2], ("vertical_dive", "")),
        ([3, 1], ("12", "high")),
        ([4, 2], ("10:30", "high")),
        ([5, 3], ("3", "high")),
        ([6, 4], ("1:30", "high")),
        ([3, 5], ("9", "high")),
        ([3, 6], ("6", "high")),
    ],
)
def test_where_a_rocket_fighter_comes_from(staged: Stage, faces: list[int], place: tuple[str, str]) -> None:
    assert fighters.rocket_position(staged(faces=faces, campaign=6)) == place


@pytest.mark.rule("today 5-11 note c")
@pytest.mark.parametrize(("position", "hits"), [("vertical dive", 2), ("12 high", 1)])
def test_a_diving_rocket_fighter_hits_once_more(staged: Stage, position: str, hits: int) -> None:
    """It hits, 7 on 5-10 is one shell, and each hit is thrown for on 5-11; then shells go wide."""
    s = staged(campaign=6, faces=[6, 6, 3, 4, *[1] * hits, *[1, 1] * hits])
    attack(s, "me-163", position)
    combat.fighters_fire.do(s)
    assert s.source.left == []


@pytest.mark.rule("today 5-11 note c")
def test_a_rocket_fighter_attacks_once(staged: Stage) -> None:
    s = staged(campaign=6)
    attack(s, "me-163")
    s.fighter.hit_bomber = True
    combat.break_off.do(s)
    assert s.game.fighters == []


# --- 5-16


@pytest.mark.rule("today 5-16")
def test_collision(today: Ruleset) -> None:
    check(today.tables["5-16"], "2d6", spread("-2..10 none, 11..15 possible"))
    check(today.tables["5-16 near"], "1d6", spread("1..5 misses, 6..9 collides"))


@pytest.mark.rule("today 5-16", "today 5-5A")
@pytest.mark.parametrize(
    ("fighter", "hit", "evading", "values"),
    [
        ({}, True, False, []),
        ({"skill": "green"}, True, False, [1]),
        ({"skill": "ace"}, True, False, [-1]),
        ({"type": "ju-88c-6"}, True, False, [1]),
        ({"type": "me-110"}, True, False, [1]),
        ({"type": "me-210"}, True, False, [1]),
        ({"type": "me-410"}, True, False, [1]),
        ({"type": "me-262"}, True, False, []),
        ({"type": "fw-190"}, True, False, []),
        ({}, False, False, [-1]),
        ({}, True, True, [-1]),
        ({"type": "me-110", "skill": "ace"}, False, True, [-1, -1, -1, 1]),
    ],
)
def test_modifiers_of_a_collision(
    staged: Stage, fighter: dict[str, Any], hit: bool, evading: bool, values: list[int]
) -> None:
    s = staged({"evading": evading})
    attack(s, **fighter)
    s.fighter.hit_bomber = hit
    assert acting(s, "5-16") == values


@pytest.mark.rule("today 5-16", "today 5-7A note a")
@pytest.mark.parametrize("risk", [0, 1, 2])
def test_a_fighter_hard_to_control_comes_closer(staged: Stage, risk: int) -> None:
    s = staged()
    attack(s)
    s.fighter.collision_risk = risk
    assert acting(s, "5-16 near", 1) == [risk] * bool(risk)


@pytest.mark.rule("today 5-16")
@pytest.mark.parametrize(
    ("faces", "dead"),
    [
        ([1, 1], set()),
        ([3, 3], {"bombardier", "navigator"}),
        ([6, 6, 3, 3], {"bombardier", "navigator"}),
    ],
    ids=["superficial is a miss", "a section", "hits that walk are thrown again"],
)
def test_where_a_fighter_strikes(staged: Stage, faces: list[int], dead: set[str]) -> None:
    """From 12 high (5-12): 2 is superficial, 6 the nose, 12 hits that walk; then every row of the nose table."""
    s = staged({"bombs_aboard": False})
    attack(s, position="12 high")
    s.source = ScriptedSource(faces, then=SeededSource("nose"))
    struck = gunnery.collide(s, s.fighter.position, s.fighter)
    assert struck is s.fighter.has_left is bool(dead)
    assert s.bomber.bursts == ({"nose"} if dead else set())
    assert {man.trade for man in s.bomber.crew if man.is_dead} >= dead


@pytest.mark.rule("today 5-16")
@pytest.mark.parametrize(
    ("faces", "left", "gone"), [([5, 5], 0, False), ([5, 6, 5], 0, True)], ids=["no threat", "near miss"]
)
def test_a_near_miss_ends_the_attack(staged: Stage, faces: list[int], left: int, gone: bool) -> None:
    s = staged(faces=faces)
    attack(s)
    s.fighter.has_attacked = s.fighter.hit_bomber = True
    combat.collisions.do(s)
    assert (len(s.source.left), s.fighter.has_left) == (left, gone)


# --- 5-17


@pytest.mark.rule("today 5-17")
def test_wounds(today: Ruleset) -> None:
    check(today.tables["5-17"], "1d6", spread("1..3 light_wound, 4..5 serious_wound, 6..9 killed"))


FORWARD = {
    "b-24d": "pilot copilot bombardier navigator engineer radio_operator",
    "b-24j": "pilot copilot bombardier navigator engineer radio_operator nose_gunner",
    "b-17f": "",
    "b-17g": "",
}


@pytest.mark.rule("today 5-17", "today 7-1 note e", "today 7-2 note c")
@pytest.mark.parametrize(("bomber", "forward"), FORWARD.items())
def test_forward_of_the_bomb_bay_in_a_wrecked_b24(staged: Stage, bomber: str, forward: str) -> None:
    s = staged(bomber=bomber)
    for wrecked, worse in ((True, set(forward.split())), (False, set())):
        s.game.wrecked_at_landing = wrecked
        found = set()
        for station in s.bomber.stations.values():
            s.man = s.bomber.crew[0]
            s.man.station = station
            if acting(s, "5-17") == [1]:
                found.add(station.key)
        assert found == worse


@pytest.mark.rule("today 5-17", "today 7-1")
def test_a_violent_wreck_wounds_worse(staged: Stage) -> None:
    s = staged(bomber="b-24d")
    s.man = s.bomber.man_at("tail_gunner")
    assert acting(s, "5-17") == []
    s.game.wrecked_at_landing = s.game.wrecked_hard = True
    assert acting(s, "5-17") == [1]
    s.man = s.bomber.man_at("pilot")
    assert acting(s, "5-17") == [1, 1]


@pytest.mark.rule("today 5-17", "today 3-3")
def test_a_burning_wreck_wounds_worse(staged: Stage) -> None:
    s = staged({"wrecked_with_fire": True})
    s.man = s.bomber.man_at("tail_gunner")
    assert acting(s, "5-17") == [1]


@pytest.mark.rule("today 5-17", "today 5-17 note a")
@pytest.mark.parametrize(
    ("faces", "state"),
    [
        ("1", "light"),
        ("3 2", "light"),
        ("1 1 1", "serious"),
        ("1 1 1 1", "killed"),
        ("4", "serious"),
        ("5 1", "killed"),
        ("1 5", "killed"),
        ("2 2 4", "killed"),
        ("6", "killed"),
    ],
)
def test_wounds_add_up(staged: Stage, faces: str, state: str) -> None:
    s = staged(faces=map(int, faces.split()))
    s.man = s.bomber.man_at("tail_gunner")
    for _ in faces.split():
        s.carry_out("wounds")
    assert s.ruleset.vocabulary.compile("man.wounds")(s) == state
    assert s.man.is_fit == (state == "light")


@pytest.mark.rule("today 5-17 note a")
def test_what_wounds_add_up_to(today: Ruleset) -> None:
    check_look_up(
        today,
        "5-17 note a",
        {
            "light 2": "second_light_wound",
            "light 3": "serious_wound",
            "light 4": "killed",
            "light and serious": "killed",
        },
    )
    second = today.tables["5-17 note a"].look("light 2").data
    assert second == {"landing_bonus": False, "experience": False, "bomb_run": -1, "bail_out": -1}


@pytest.mark.rule("today 5-17 note b")
def test_fate_of_the_badly_wounded(staged: Stage, today: Ruleset) -> None:
    expected = spread("1 recovers, 2..5 sent_home, 6 dies")
    check(today.tables["5-17 note b"], "1d6", expected)
    for face, result in expected.items():
        s = staged(faces=[face])
        s.man = s.bomber.man_of("tail_gunner")
        s.carry_out("5-17 note b")
        assert (s.man.after, s.man.is_dead) == (("died_of_wounds", True) if result == "dies" else (result, False))


@pytest.mark.rule("today 5-18")
@pytest.mark.parametrize(("face", "after"), [(1, "recovers"), (3, "recovers"), (4, "sent_home"), (6, "sent_home")])
def test_fate_of_the_frostbitten(staged: Stage, face: int, after: str) -> None:
    s = staged(faces=[face])
    s.man = s.bomber.man_of("tail_gunner")
    s.man.frostbite = "frostbite"
    s.carry_out("5-18 recovery")
    assert s.man.after == after


# --- 5-18


@pytest.mark.rule("today 5-18")
def test_frostbite(today: Ruleset) -> None:
    check(today.tables["5-18"], "1d6", spread("0..3 none, 4..5 frostbite, 6..15 severe"))


@pytest.mark.rule("today 5-18")
@pytest.mark.parametrize(("zones", "values"), [(1, []), (2, [1]), (3, [2]), (6, [5])])
def test_each_further_zone_without_heat(staged: Stage, zones: int, values: list[int]) -> None:
    s = staged()
    s.zone.entry = 8
    s.man = s.bomber.man_at("tail_gunner")
    s.bomber.stations["tail_gunner"].heat_out_since = 8 - zones
    assert acting(s, "5-18") == values


@pytest.mark.rule("today 5-18", "today 5-18 note b")
@pytest.mark.parametrize(
    ("face", "grade", "fires"),
    [
        (1, "none", True),
        (2, "none", True),
        (3, "none", True),
        (4, "frostbite", True),
        (5, "frostbite", True),
        (6, "severe", False),
    ],
)
def test_frostbite_in_the_zone_after(staged: Stage, face: int, grade: str, fires: bool) -> None:
    s = staged(faces=[face])
    tail = s.bomber.stations["tail_gunner"]
    EFFECTS["heat_out"](s, "tail_gunner")
    hardship.cold(s)
    assert s.source.left == [face]
    s.zone.entry += 1
    hardship.cold(s)
    assert tail.man is not None
    assert (tail.man.frostbite, s.bomber.guns["tail"].can_fire) == (grade, fires)


@pytest.mark.rule("today 5-18")
@pytest.mark.parametrize(("grade", "values"), [("frostbite", []), ("severe", [1])])
def test_recovery_from_frostbite(staged: Stage, grade: str, values: list[int]) -> None:
    s = staged()
    check(s.tables["5-18 recovery"], "1d6", spread("1..3 recovers, 4..7 sent_home"))
    s.man = s.bomber.man_at("tail_gunner")
    s.man.frostbite = grade
    assert acting(s, "5-18 recovery", 3) == values


# --- 5-19


@pytest.mark.rule("today 5-19")
def test_hand_extinguisher(today: Ruleset) -> None:
    check(today.tables["5-19"], "1d6", spread("1..5 out, 6 burning"))


@pytest.mark.rule("today 5-19")
@pytest.mark.parametrize(("bomber", "number"), [("b-17f", 5), ("b-17g", 5), ("b-24d", 3), ("b-24j", 1)])
def test_extinguishers_aboard(staged: Stage, bomber: str, number: int) -> None:
    assert staged(bomber=bomber).bomber.extinguishers == number


@pytest.mark.rule("today 5-19")
@pytest.mark.parametrize(
    ("bomber", "faces", "left", "outcome"),
    [
        ("b-17g", [5], 4, ""),
        ("b-17g", [6, 1], 3, ""),
        ("b-17g", [6, 6, 2], 2, ""),
        ("b-17g", [6, 6, 6], 2, "bailed_out"),
        ("b-24d", [6, 6, 6], 0, "bailed_out"),
        ("b-24j", [4], 0, ""),
        ("b-24j", [6], 0, "bailed_out"),
    ],
)
def test_three_tries_at_a_fire(staged: Stage, bomber: str, faces: list[int], left: int, outcome: str) -> None:
    s = staged(bomber=bomber)
    s.source = ScriptedSource(faces, then=SeededSource("jump"))
    if outcome:
        with pytest.raises(SortieOver):
            EFFECTS["fire"](s, "nose")
    else:
        EFFECTS["fire"](s, "nose")
        assert s.source.left == []
    assert (s.bomber.extinguishers, s.outcome) == (left, outcome)
    assert [man.sits_out for man in s.bomber.crew if man.sits_out] == ["attack"]
