"""How a night ends: landing, ditching, coming down in Europe, jumping, and what becomes of every man (section 7)."""

from __future__ import annotations

from typing import Any

import pytest
from bomberstream.core import damage
from bomberstream.core.mission.ending import all_lost, come_down, ditch, everybody_out, land, land_away, who_lands
from bomberstream.core.ruleset import Ruleset
from bomberstream.core.sortie import Sortie
from bomberstream.core.zones import Zone
from bomberstream.plugins.tonight.landing import come_home
from nights import (
    asked,
    end,
    fates,
    happenings,
    is_taken,
    man,
    modifiers,
    rolls,
    run,
    told,
    used_up,
)
from quiet_nights import BOMBERS, NO_FIGHTERS, UNSEEN, at_base, homebound, sea

UNHURT = (1,) * 7
OUT = (2,) * 7
ALL_BACK = ["returns"] * 7
STAY = {"jumps_at_base": "no"}


def landed(s: Sortie, place: str = "base") -> str:
    """The bomber lands there, with all its dice; gives the outcome."""
    return end(s, lambda s: land(s, place))


def jumped(s: Sortie, kind: str = "controlled") -> str:
    """Everybody jumps."""
    return end(s, lambda s: everybody_out(s, kind))


def down_in(tonight: Ruleset, code: str, *faces: int, date: str = "1943-05-20", **state: Any) -> Sortie:
    """A bomber without bombs over a country, on a date."""
    return homebound(tonight, *faces, campaign=None, date=date, **{"zone.over": code, **state})


# --- 7.0


@pytest.mark.rule("tonight 7.0")
@pytest.mark.parametrize(
    ("over", "order", "dice", "outcome"),
    [
        ("G", "land", (6, 6), "force_landed"),
        ("W", "land", (6, 6, *UNHURT), "ditched"),
        ("S", "land", (6, 6), "interned"),
        ("G", "jump", (2, 1) * 7, "bailed_out"),
    ],
)
def test_where_the_bomber_is_decides_how_it_ends(
    tonight: Ruleset, over: str, order: str, dice: tuple[int, ...], outcome: str
) -> None:
    s = down_in(tonight, over, *dice, orders={"come_down": order})
    assert end(s, come_down) == outcome
    assert s.game.bomber_fate == "lost"


@pytest.mark.rule("tonight 7.0")
@pytest.mark.parametrize(("order", "ends"), [("yes", True), ("no", False)])
def test_a_damaged_bomber_may_divert_to_switzerland_and_internment(tonight: Ruleset, order: str, ends: bool) -> None:
    s = down_in(tonight, "S", *((6, 6) if ends else ()), orders={"divert": order})
    if ends:
        assert end(s, lambda s: run(s, "zone", "divert")) == "interned"
        assert fates(s) == ["interned"] * 7
    else:
        run(s, "zone", "divert")
        assert not s.finished


@pytest.mark.rule("tonight 7.0")
@pytest.mark.parametrize("state", [{"outbound": True}, {"zone.over": "G"}, {"zone.over": "W"}])
def test_there_is_no_diverting_outbound_or_where_there_is_no_such_ground(
    tonight: Ruleset, state: dict[str, Any]
) -> None:
    s = down_in(tonight, "S", **state)
    run(s, "zone", "divert")
    assert "divert" not in asked(s)


@pytest.mark.rule("tonight 7.0")
def test_out_of_control_over_enemy_country(tonight: Ruleset) -> None:
    s = down_in(tonight, "G", 6, 1, *(1,) * 6)
    assert jumped(s, "uncontrolled") == "shot_down"
    assert sorted(set(fates(s))) == ["captured", "killed"]


# --- 7.1


@pytest.mark.rule("tonight 7.1", "tonight 3-1")
@pytest.mark.parametrize(("face", "weather", "shift"), [(5, "good", []), (4, "poor", [-1]), (2, "bad", [-2])])
def test_the_weather_at_home_is_thrown_for_again_and_nothing_is_scrubbed(
    tonight: Ruleset, face: int, weather: str, shift: list[int]
) -> None:
    s = homebound(tonight, face, *UNSEEN, 6, 4, campaign=None, date="1944-01-11", orders=STAY)
    s.game.zones = 6
    assert end(s, come_home) == "returned"
    assert s.game.weather_over_base == weather
    assert modifiers(s, "landing_on_land") == shift
    assert (s.zone.number, s.zone.is_base) == (1, True)
    assert "scrub" not in asked(s)


@pytest.mark.rule("tonight 7.1", "tonight 4.7")
@pytest.mark.parametrize(("zones", "looked_for"), [(6, True), (1, False)])
def test_intruders_over_the_base_without_guns(tonight: Ruleset, zones: int, looked_for: bool) -> None:
    dice = (6, 6, *NO_FIGHTERS) if looked_for else ()
    s = homebound(tonight, 9, *dice, 6, 4, orders=STAY)
    s.game.zones = zones
    assert end(s, come_home) == "returned"
    assert ("detection" in rolls(s)) is looked_for
    assert "searchlights" not in rolls(s)


@pytest.mark.rule("tonight 7.1", "tonight 7-1")
@pytest.mark.parametrize(
    ("dice", "state", "outcome", "bomber"),
    [
        ((1, 1), {}, "returned", "intact"),
        ((1, 2), {"out.brakes": True, "weather_over_base": "poor"}, "returned", "repairable"),
        ((1, 2), {"out.brakes": True, "weather_over_base": "bad"}, "returned", "written off"),
        ((1, 4, *UNHURT), {"out.brakes": True, "engines_out": [1, 3, 4]}, "crashed", ""),
        ((1, 1), {"engines_out": [1, 2, 3, 4]}, "crashed", "written off"),
        ((6, 6), {"engines_out": [1, 2, 3, 4], "out.rudder": True}, "returned", "intact"),
    ],
)
def test_landing_by_rows(
    tonight: Ruleset, dice: tuple[int, ...], state: dict[str, Any], outcome: str, bomber: str
) -> None:
    s = at_base(tonight, *dice, **state)
    assert landed(s) == outcome
    assert s.game.bomber_fate == (bomber or "written off")
    assert fates(s) == (["killed"] * 7 if dice == (1, 1) and outcome == "crashed" else ALL_BACK)


LANDING_MODIFIERS: list[tuple[dict[str, Any], list[int]]] = [
    ({}, []),
    ({"engines_out": [1, 2, 3, 4]}, [-7, -2]),
    ({"engines_out": [1, 2, 4]}, [-3, -2]),
    ({"engines_out": [1, 2]}, [-2]),
    ({"engines_out": [2, 3]}, []),
    ({"bombs_aboard": True}, [-4]),
    ({"out.landing_gear": True}, [-3]),
    ({"weather_over_base": "poor"}, [-1]),
    ({"weather_over_base": "bad"}, [-2]),
    ({"pilot.wounds": "killed"}, [-1]),
    ({"pilot.wounds": "killed", "engineer.wounds": "killed"}, [-2]),
    ({"out.brakes": True}, [-1]),
    ({"out.control_cables": True}, [-1]),
    ({"out.rudder": True}, [-1]),
    ({"out.tail_wheel": True}, [-1]),
    ({"pilot.missions": 9}, []),
    ({"pilot.missions": 10}, [1]),
    ({"pilot.missions": 29}, [1]),
    ({"pilot.missions": 30}, []),
    ({"pilot.missions": 20, "pilot.light_wounds": 1}, [1]),
    ({"pilot.missions": 20, "pilot.light_wounds": 2}, []),
    ({"out.brakes": True, "out.rudder": True, "weather_over_base": "bad"}, [-2, -1, -1]),
]


@pytest.mark.rule("tonight 7.1", "tonight 7-1")
@pytest.mark.parametrize(("state", "shift"), LANDING_MODIFIERS)
def test_every_modifier_of_the_landing(tonight: Ruleset, state: dict[str, Any], shift: list[int]) -> None:
    s = at_base(tonight, 6, 6, *((1,) if "out.landing_gear" in state else ()), **state)
    assert landed(s) == "returned"
    assert modifiers(s, "landing_on_land") == shift


@pytest.mark.rule("tonight 7.1", "tonight 7-1")
@pytest.mark.parametrize(
    ("pair", "role"),
    [("elevator", "landing_on_land"), ("flap", "landing_on_land"), ("aileron", "landing_on_land")],
)
@pytest.mark.parametrize(("sides", "shift"), [(("port",), []), (("port", "starboard"), [-1])])
def test_both_surfaces_of_a_pair_count_and_one_alone_does_not(
    tonight: Ruleset, pair: str, role: str, sides: tuple[str, ...], shift: list[int]
) -> None:
    s = at_base(tonight, 6, 6)
    for side in sides:
        damage.surface_out.function(s, pair, side=side)
    assert landed(s) == "returned"
    assert modifiers(s, role) == shift


@pytest.mark.rule("tonight 7-1", "tonight 7.1")
@pytest.mark.parametrize(("face", "bomber"), [(1, "repairable"), (4, "written off")])
def test_a_collapsed_undercarriage(tonight: Ruleset, face: int, bomber: str) -> None:
    s = at_base(tonight, 4, 4, face, **{"out.landing_gear": True})
    assert landed(s) == "returned"
    assert s.game.bomber_fate == bomber


@pytest.mark.rule("tonight 7-1", "tonight 7.1")
@pytest.mark.parametrize(
    ("dice", "outcome"), [((1, 3, 6), "crashed"), ((1, 3, 5), "returned"), ((2, 3), "returned"), ((6, 6), "returned")]
)
def test_bombs_aboard_may_go_off_at_zero_and_less(tonight: Ruleset, dice: tuple[int, ...], outcome: str) -> None:
    s = at_base(tonight, *dice, bombs_aboard=True)
    assert landed(s) == outcome
    assert (fates(s) == ["killed"] * 7) is (outcome == "crashed")


@pytest.mark.rule("tonight 7.1", "tonight 5.11")
@pytest.mark.parametrize(("dice", "hard"), [((2, 2), False), ((1, 2), True)])
def test_a_wreck_hurts_men_and_a_violent_one_worse(tonight: Ruleset, dice: tuple[int, int], hard: bool) -> None:
    s = at_base(tonight, *dice, 4, 3, 6, 5, *(3,) * 5, engines_out=[1, 2, 3])
    assert landed(s) == "crashed"
    assert [one.wounds for one in s.bomber.crew][:2] == (["serious", "killed"] if hard else ["light", "serious"])
    assert modifiers(s, "wounds") == ([1] if hard else [])


@pytest.mark.rule("tonight 7.1", "tonight 5.2.5")
def test_a_bomber_that_a_shell_burst_in_is_written_off_when_it_is_down(tonight: Ruleset) -> None:
    s = at_base(tonight, 6, 5)
    s.bomber.bursts.add("rear_centre")
    assert landed(s) == "returned"
    assert s.game.bomber_fate == "written off"


@pytest.mark.rule("tonight 7-3", "tonight 7.4")
def test_any_or_all_may_jump_over_the_base_before_a_bad_landing(tonight: Ruleset) -> None:
    s = at_base(tonight, *OUT, engines_out=[1, 2, 3, 4], orders={"jumps_at_base": "yes"})
    assert who_lands(s) is man(s, "pilot")
    assert end(s, lambda s: run(s, "landing", "jump_before_landing")) == "bailed_out"
    assert fates(s) == ALL_BACK


@pytest.mark.rule("tonight 7-3", "tonight 7.4")
def test_the_badly_wounded_keep_their_pilot_at_the_controls(tonight: Ruleset) -> None:
    s = at_base(
        tonight, *(2,) * 5, engines_out=[1, 2, 3], orders={"jumps_at_base": "yes"}, **{"navigator.wounds": "serious"}
    )
    who_lands(s)
    run(s, "landing", "jump_before_landing")
    assert [one.trade for one in s.bomber.crew if not one.fate] == ["pilot", "navigator"]


@pytest.mark.rule("tonight 7.1")
def test_nobody_is_asked_to_jump_before_a_landing_without_risk(tonight: Ruleset) -> None:
    assert not is_taken(at_base(tonight), "landing", "jump_before_landing")


# --- 7.2


@pytest.mark.rule("tonight 7.2", "tonight 7-2")
@pytest.mark.parametrize("bomber", BOMBERS)
def test_a_ditched_bomber_is_lost(tonight: Ruleset, bomber: str) -> None:
    s = homebound(tonight, 6, 6, *UNHURT, bomber=bomber, **{"zone.over": "W"})
    assert end(s, ditch) == "ditched"
    assert s.game.bomber_fate == "lost"


@pytest.mark.rule("tonight 7.2", "tonight 7-2")
@pytest.mark.parametrize(("dice", "fate"), [((1, 2), "missing"), ((1, 3, *UNHURT), "returns")])
def test_the_sea_takes_them_or_they_are_found(tonight: Ruleset, dice: tuple[int, ...], fate: str) -> None:
    s = homebound(tonight, *dice, **{"zone.over": "W"})
    assert end(s, ditch) == "ditched"
    assert fates(s) == [fate] * 7


@pytest.mark.rule("tonight 7.2.rescue", "tonight 7.2", "tonight 2.6")
@pytest.mark.parametrize(
    ("zone", "region", "date", "fate"),
    [
        (2, "", "1943-05-20", "returns"),
        (5, "", "1943-05-20", "returns"),
        (6, "", "1943-05-20", "captured"),
        (7, "", "1943-05-20", "captured"),
        (8, "", "1943-05-20", "captured"),
        (12, "", "1943-05-20", "captured"),
        (6, "F", "1944-09-30", "captured"),
        (6, "F", "1944-10-01", "returns"),
        (6, "B", "1945-01-31", "captured"),
        (6, "B", "1945-02-01", "returns"),
        (6, "N", "1945-02-01", "returns"),
        (8, "No", "1945-02-01", "returns"),
        (8, "", "1945-04-20", "captured"),
    ],
)
def test_who_picks_them_up(tonight: Ruleset, zone: int, region: str, date: str, fate: str) -> None:
    s = down_in(tonight, "W", 4, 4, *UNHURT, date=date)
    s.zone = Zone(zone, ("W",), (region,))
    assert end(s, ditch) == "ditched"
    assert fates(s) == [fate] * 7


@pytest.mark.rule("tonight 7.2", "tonight 7-2")
@pytest.mark.parametrize(
    ("state", "shift"),
    [
        ({}, []),
        ({"out.radio": True}, [-6]),
        ({"out.rubber_rafts": True}, [-2]),
        ({"engines_out": [1, 2, 4]}, [-3]),
        ({"engines_out": [1, 2, 3, 4]}, [-7]),
        ({"pilot.wounds": "killed"}, [-1]),
        ({"pilot.wounds": "serious", "engineer.wounds": "killed"}, [-2]),
        ({"pilot.missions": 12}, [1]),
        ({"out.control_cables": True, "out.rudder": True, "out.tail_wheel": True}, [-1, -1, -1]),
    ],
)
def test_modifiers_of_a_ditching_add_up(tonight: Ruleset, state: dict[str, Any], shift: list[int]) -> None:
    s = homebound(
        tonight,
        6,
        6,
        *(1,) * (7 - sum(key.endswith("wounds") and value == "killed" for key, value in state.items())),
        **{"zone.over": "W", **state},
    )
    assert end(s, ditch) == "ditched"
    assert modifiers(s, "landing_in_water") == shift


@pytest.mark.rule("tonight 7.2", "tonight 7-2")
def test_a_man_shut_in_goes_down_with_the_bomber(tonight: Ruleset) -> None:
    s = homebound(tonight, 5, 5, *(1,) * 6, **{"zone.over": "W"})
    man(s, "tail_gunner").is_trapped = True
    assert end(s, ditch) == "ditched"
    assert told(s, "drowns")[0]["man"] == man(s, "tail_gunner").name
    assert fates(s).count("killed") == 1


@pytest.mark.rule("tonight 7.2")
def test_only_a_zone_with_water_below_is_ditched_in(tonight: Ruleset) -> None:
    s = homebound(tonight, 6, 6, orders={"come_down": "land"}, **{"zone.over": "N"})
    assert end(s, come_down) == "force_landed"
    assert "letter" not in asked(s)


# --- 7.3


@pytest.mark.rule("tonight 7.3", "tonight 7-1")
@pytest.mark.parametrize(
    ("code", "date", "dice", "outcome", "fate"),
    [
        ("G", "1943-05-20", (6, 4, *(1,) * 7), "force_landed", "captured"),
        ("F", "1943-05-20", (6, 4, *(6,) * 7), "force_landed", "returns"),
        ("F", "1944-10-02", (6, 4), "force_landed", "returns"),
        ("P", "1944-10-02", (6, 4), "force_landed", "captured"),
        ("S", "1944-10-02", (6, 4), "interned", "interned"),
        ("G", "1943-05-20", (6, 6), "force_landed", "evades"),
    ],
)
def test_a_bomber_down_in_europe_is_lost_and_its_men_by_country_and_date(
    tonight: Ruleset, code: str, date: str, dice: tuple[int, ...], outcome: str, fate: str
) -> None:
    s = down_in(tonight, code, *dice, date=date)
    assert end(s, land_away) == outcome
    assert s.game.bomber_fate == "lost"
    assert fates(s) == [fate] * 7
    assert modifiers(s, "landing_on_land") == ([-3] if s.game.landing_place == "occupied" else [])


@pytest.mark.rule("tonight 7.3")
def test_no_weather_of_the_base_in_a_field_in_germany(tonight: Ruleset) -> None:
    s = down_in(tonight, "G", 6, 4, *(1,) * 7, weather_over_base="bad")
    assert end(s, land_away) == "force_landed"
    assert modifiers(s, "landing_on_land") == [-3]


@pytest.mark.rule("tonight 7.3", "tonight 7-1")
def test_the_alps_spare_nobody(tonight: Ruleset) -> None:
    s = down_in(tonight, "F", orders={"come_down": "land"}, **{"zone.is_alps": True})
    assert end(s, come_down) == "crashed"
    assert fates(s) == ["killed"] * 7
    assert "alps_crash" in happenings(s)


# --- 7.4


@pytest.mark.rule("tonight 7.4", "tonight 7-3")
def test_every_man_throws_for_himself(tonight: Ruleset) -> None:
    # Hazard and killed; hazard and clear; five clear. All hidden by the underground but two.
    dice = (1, 6, 1, 5, 6, *(2, 6) * 3, *(2, 1) * 2)
    s = down_in(tonight, "F", *dice)
    assert jumped(s) == "bailed_out"
    assert fates(s) == ["killed", "returns", "returns", "returns", "returns", "captured", "captured"]


@pytest.mark.rule("tonight 7.4", "tonight 7-4")
def test_out_of_control_a_six_is_needed(tonight: Ruleset) -> None:
    s = down_in(tonight, "F", 5, 6, 6, *(1,) * 5)
    assert jumped(s, "uncontrolled") == "shot_down"
    assert fates(s) == ["killed", "returns", *["killed"] * 5]
    assert set(rolls(s)) == {"uncontrolled_bailout", "capture"}


@pytest.mark.rule("tonight 7.4.limits")
@pytest.mark.parametrize("kind", ["controlled", "uncontrolled"])
def test_the_badly_wounded_cannot_jump(tonight: Ruleset, kind: str) -> None:
    dice = (2, 1) * 6 if kind == "controlled" else (1,) * 6
    s = down_in(tonight, "G", *dice, **{"navigator.wounds": "serious"})
    jumped(s, kind)
    assert man(s, "navigator").is_dead
    assert rolls(s).count(f"{kind}_bailout") == 6


@pytest.mark.rule("tonight 7.4.limits", "tonight 7-3", "tonight 7-4")
@pytest.mark.parametrize(
    ("kind", "wounds", "shift"),
    [
        ("controlled", 1, []),
        ("controlled", 2, [-1]),
        ("uncontrolled", 1, []),
        ("uncontrolled", 2, []),
    ],
)
def test_two_light_wounds_and_the_parachute(tonight: Ruleset, kind: str, wounds: int, shift: list[int]) -> None:
    s = down_in(tonight, "G", *((3, 1) if kind == "controlled" else (6, 1)), **{"tail_gunner.light_wounds": wounds})
    for one in s.bomber.crew:
        if one.trade != "tail_gunner":
            one.kill()
    jumped(s, kind)
    assert modifiers(s, f"{kind}_bailout") == shift
    assert man(s, "tail_gunner").fate == "captured"


@pytest.mark.rule("tonight 7.4.limits")
def test_with_two_light_wounds_a_two_is_a_hazard(tonight: Ruleset) -> None:
    s = down_in(tonight, "G", 2, 6, *(2, 1) * 6, **{"pilot.light_wounds": 2})
    jumped(s)
    assert fates(s)[0] == "killed"


@pytest.mark.rule("tonight 7.4", "tonight 7-3 notes c and e")
@pytest.mark.parametrize(
    ("code", "date", "face", "fate"),
    [
        ("G", "1943-05-20", 5, "captured"),
        ("G", "1943-05-20", 6, "returns"),
        ("F", "1944-09-30", 6, "returns"),
        ("F", "1944-09-30", 5, "captured"),
        ("F", "1944-10-01", None, "returns"),
        ("B", "1945-01-31", 5, "captured"),
        ("B", "1945-02-01", None, "returns"),
        ("N", "1945-02-01", None, "returns"),
        ("L", "1945-02-01", None, "returns"),
        ("D", "1945-04-20", 5, "captured"),
        ("No", "1945-04-20", 5, "captured"),
        ("I", "1943-05-20", 5, "captured"),
        ("P", "1943-05-20", None, "captured"),
        ("Cz", "1943-05-20", None, "captured"),
        ("S", "1943-05-20", None, "interned"),
        ("Sw", "1943-05-20", None, "interned"),
    ],
)
def test_fates_by_country_and_date(tonight: Ruleset, code: str, date: str, face: int | None, fate: str) -> None:
    dice = (2,) if face is None else (2, face)
    s = down_in(tonight, code, *dice * 7, date=date)
    jumped(s)
    assert fates(s) == [fate] * 7


@pytest.mark.rule("tonight 7-3 note c", "tonight 7.3")
def test_a_badly_wounded_man_on_the_ground_is_always_taken(tonight: Ruleset) -> None:
    s = down_in(tonight, "F", 6, 4, *(6,) * 7, **{"tail_gunner.wounds": "serious"})
    assert end(s, land_away) == "force_landed"
    assert fates(s) == [*["returns"] * 6, "captured"]


@pytest.mark.rule("tonight 7-3", "tonight 7.4")
@pytest.mark.parametrize(
    ("zone", "roll", "fate"), [(3, (2, 5), "returns"), (3, (2, 6), "missing"), (6, (0, 1), "captured")]
)
def test_a_jump_into_the_sea(tonight: Ruleset, zone: int, roll: tuple[int, int], fate: str) -> None:
    s = homebound(tonight, *(2, *roll) * 7)
    s.zone = sea(zone)
    jumped(s)
    assert fates(s) == [fate] * 7


@pytest.mark.rule("tonight 7-3", "tonight 7.4")
def test_a_jump_over_the_alps(tonight: Ruleset) -> None:
    s = down_in(tonight, "F", 2, 5, *(2, 6) * 6, **{"zone.is_alps": True})
    jumped(s)
    assert fates(s) == ["killed", *["captured"] * 6]


@pytest.mark.rule("tonight 7-3", "tonight 7.4")
def test_a_jump_at_home(tonight: Ruleset) -> None:
    s = at_base(tonight, *OUT)
    jumped(s)
    assert fates(s) == ALL_BACK


@pytest.mark.rule("tonight 7.4", "tonight 5.11")
def test_the_dead_do_not_jump_and_nobody_is_asked_twice(tonight: Ruleset) -> None:
    s = down_in(tonight, "P", *(2,) * 6, **{"tail_gunner.wounds": "killed"})
    jumped(s)
    used_up(s)
    assert fates(s) == [*["captured"] * 6, "killed"]


@pytest.mark.rule("tonight 7.0")
def test_a_bomber_that_blows_up_takes_everybody(tonight: Ruleset) -> None:
    s = down_in(tonight, "G")
    assert end(s, lambda s: all_lost(s, "bombs explode")) == "shot_down"
    assert fates(s) == ["killed"] * 7
