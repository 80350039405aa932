"""How a flight ends: landing, ditching, jumping, and what becomes of every man (7-1 to 7-4)."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import pytest
from bomberstream.core import damage
from bomberstream.core.dice import SeededSource
from bomberstream.core.mission.ending import (
    all_lost,
    come_down,
    ditch,
    everybody_out,
    land,
    land_away,
    who_lands,
)
from bomberstream.core.ruleset import Ruleset
from bomberstream.core.sortie import Sortie, SortieOver
from bomberstream.plugins.today.landing import come_home, jump_before_landing, weather_at_home
from flights import (
    NO_FIGHTERS,
    asked,
    choices,
    end,
    fates,
    happenings,
    is_taken,
    man,
    modifiers,
    rolls,
    stage,
    told,
    used_up,
)

WINTER = "1944-01-11"
ALL_BACK = ["returns"] * 10
UNHURT = [1] * 10
"""A die for each man after a crash, and nobody hurt."""


def at_base(today: Ruleset, *faces: int, **more: Any) -> Sortie:
    """A bomber over its base on the way home, without bombs."""
    return stage(
        today, *faces, step="landing", **{"weather_over_base": "good", "date": WINTER, "bombs_aboard": False, **more}
    )


def over_land(today: Ruleset, *faces: int, codes: str | list[str] = "G", **more: Any) -> Sortie:
    """A bomber in zone 4, alone, without bombs, over a country."""
    state = {"date": WINTER, "bombs_aboard": False, "in_formation": False, "zone.over": codes, **NO_FIGHTERS, **more}
    return stage(today, *faces, **state)


def landed(s: Sortie, place: str = "base") -> str:
    """The bomber lands there, with all its dice; gives the outcome."""
    return end(s, lambda s: land(s, place))


# --- zone 1


@pytest.mark.rule("today 3-1", "today 7-1")
@pytest.mark.parametrize(("face", "weather", "shift"), [(5, "good", []), (4, "poor", [-1]), (2, "bad", [-2])])
def test_the_weather_at_home_is_thrown_for_again_and_scrubs_nothing(
    today: Ruleset, face: int, weather: str, shift: list[int]
) -> None:
    s = over_land(today, face, 6, 5, outbound=False, orders={"jumps_at_base": "no"})
    assert end(s, come_home) == "returned"
    assert s.game.weather_over_base == weather
    assert [value for value in modifiers(s, "landing_on_land") if value < 0] == shift
    assert (s.zone.number, s.zone.is_base) == (1, True)
    assert "scrub" not in asked(s)


@pytest.mark.rule("today 3-1")
@pytest.mark.parametrize(("force", "country"), [("8", "E"), ("15", "I")])
def test_home_is_where_the_air_force_flies_from(today: Ruleset, force: str, country: str) -> None:
    s = stage(today, 6, date=WINTER, outbound=False, options={"air_force": force})
    weather_at_home(s)
    assert s.zone.over == (country,)
    assert s.game.landing_place == "base"


@pytest.mark.rule("today 7-1")
@pytest.mark.parametrize(
    ("faces", "state", "outcome", "bomber"),
    [
        ((1, 1), {}, "returned", "intact"),
        ((1, 2), {"out.brakes": True, "weather_over_base": "poor"}, "returned", "repairable"),
        ((1, 2), {"out.brakes": True, "weather_over_base": "bad"}, "returned", "written off"),
        ((1, 2), {"bombs_aboard": False, "engines_out": [1, 2, 3]}, "crashed", "written off"),
    ],
)
def test_landing_by_rows(
    today: Ruleset, faces: tuple[int, int], state: Mapping[str, Any], outcome: str, bomber: str
) -> None:
    s = at_base(today, *faces, *(UNHURT if outcome == "crashed" else []), **state)
    assert landed(s) == outcome
    assert s.game.bomber_fate == bomber
    assert fates(s) == ALL_BACK


@pytest.mark.rule("today 7-1", "today 7-1 note f", "today 5-17")
@pytest.mark.parametrize(("dice", "hard"), [((2, 2), False), ((1, 2), True)])
def test_a_wreck_hurts_men_and_a_hard_one_worse(today: Ruleset, dice: tuple[int, int], hard: bool) -> None:
    # No engine: -7. A 4 is -3 and no survivors; so here one engine runs, -3, and two are out on one side, -2.
    s = at_base(today, *dice, 4, 3, 6, 5, *[3] * 8, engines_out=[1, 2, 3])
    assert landed(s) == "crashed"
    assert [one.wounds for one in s.bomber.crew] == [
        "serious" if hard else "light",
        "killed" if hard else "serious",
        *["none"] * 8,
    ]
    assert modifiers(s, "wounds") == ([1] if hard else [])
    assert s.game.bomber_fate == "written off"


@pytest.mark.rule("today 7-1")
def test_at_minus_three_nobody_survives(today: Ruleset) -> None:
    s = at_base(today, 1, 1, engines_out=[1, 2, 3, 4])
    assert landed(s) == "crashed"
    assert fates(s) == ["killed"] * 10
    assert s.game.bomber_fate == "written off"


@pytest.mark.rule("today 7-1")
def test_a_natural_twelve_is_safe_whatever_the_odds(today: Ruleset) -> None:
    s = at_base(today, 6, 6, engines_out=[1, 2, 3, 4], bombs_aboard=True, out={"rudder": True, "brakes": True})
    assert landed(s) == "returned"
    assert s.game.bomber_fate == "intact"
    assert s.cause == ""


@pytest.mark.rule("today 5-17", "today 7-1 note f")
@pytest.mark.parametrize(("bomber", "shift"), [("b-17g", []), ("b-24j", [1])])
def test_in_a_wrecked_b24_men_before_the_bomb_bay_are_hurt_worse(today: Ruleset, bomber: str, shift: list[int]) -> None:
    total = 4 if bomber == "b-17g" else 8
    s = at_base(today, total // 2, total // 2, 4, 2, *[1] * 9, engines_out=[1, 2, 3], bomber=bomber)
    assert landed(s) == "crashed"
    assert modifiers(s, "wounds") == shift


@pytest.mark.rule("today 7-1 note b")
@pytest.mark.parametrize(("face", "lives"), [(5, True), (6, False)])
def test_bombs_aboard_may_explode_when_the_landing_fails(today: Ruleset, face: int, lives: bool) -> None:
    # 4 - 4 for the bombs: the bomber is beyond repair.
    s = at_base(today, 2, 2, face, bombs_aboard=True)
    assert landed(s) == ("returned" if lives else "crashed")
    assert (fates(s) == ALL_BACK) is lives
    assert s.game.bomber_fate == ("written off" if lives else "lost")


@pytest.mark.rule("today 7-1 note b")
def test_a_landing_that_succeeds_asks_nothing_of_the_bombs(today: Ruleset) -> None:
    s = at_base(today, 2, 3, bombs_aboard=True)
    assert landed(s) == "returned"
    assert "bombs_explode" not in rolls(s)
    s = at_base(today, 1, 3)
    landed(s)
    assert "bombs_explode" not in rolls(s)


@pytest.mark.rule("today 7-1 gear")
@pytest.mark.parametrize(
    ("bomber", "face", "state"),
    [
        ("b-17g", 3, "repairable"),
        ("b-17g", 4, "written off"),
        ("b-24j", 4, "repairable"),
        ("b-24j", 5, "written off"),
    ],
)
def test_without_gear_a_die_says_what_is_left(today: Ruleset, bomber: str, face: int, state: str) -> None:
    s = at_base(today, 3, 3, face, bomber=bomber, out={"landing_gear": True})
    assert landed(s) == "returned"
    assert -3 in modifiers(s, "landing_on_land")
    assert s.game.bomber_fate == state


@pytest.mark.rule("tonight 5.2.5")
def test_a_bomber_with_a_burst_inside_is_written_off_after_a_good_landing(today: Ruleset) -> None:
    s = at_base(today, 6, 5)
    s.bomber.bursts.add("waist")
    assert landed(s) == "returned"
    assert s.game.bomber_fate == "written off"
    assert modifiers(s, "landing_on_land") == []


# --- who lands


def experienced(today: Ruleset, pilot: int, copilot: int, force: str = "8", **state: Any) -> Sortie:
    """Pilots with so many missions before today's."""
    missions = {"pilot.missions": pilot, "copilot.missions": copilot}
    return stage(today, date="1944-05-01", options={"air_force": force}, **missions, **state)


@pytest.mark.rule("today 7-1")
@pytest.mark.parametrize(
    ("force", "missions", "values"),
    [
        ("8", 9, []),
        ("8", 10, [1]),
        ("8", 24, [1]),
        ("8", 25, [1]),
        ("8", 34, [1]),
        ("15", 10, [1]),
        ("15", 24, [1]),
        ("15", 25, [2]),
        ("15", 34, [2]),
        ("15", 35, [3]),
        ("15", 49, [3]),
        ("15", 60, [3]),
    ],
)
def test_experience_counts_todays_mission(today: Ruleset, force: str, missions: int, values: list[int]) -> None:
    s = experienced(today, missions, 0, force)
    who_lands(s)
    assert [value for value, _, _ in s.tables["landing_on_land"].explain(s, 7) if value > 0] == values
    assert [value for value, _, _ in s.tables["landing_in_water"].explain(s, 7) if value > 0] == values


@pytest.mark.rule("today 7-1")
@pytest.mark.parametrize(
    ("state", "lands", "mission"),
    [
        ({}, "copilot", 21),
        ({"copilot.wounds": "serious"}, "pilot", 11),
        ({"copilot.wounds": "killed"}, "pilot", 11),
        ({"copilot.light_wounds": 1}, "copilot", 21),
        ({"copilot.light_wounds": 2}, "pilot", 11),
        ({"pilot.light_wounds": 2, "copilot.wounds": "killed"}, "pilot", 0),
    ],
)
def test_of_two_fit_pilots_the_better_one_lands(
    today: Ruleset, state: Mapping[str, Any], lands: str, mission: int
) -> None:
    s = experienced(today, 10, 20, **state)
    assert who_lands(s).trade == lands
    assert s.game.landing_mission == mission
    assert not s.game.landed_by_substitute


@pytest.mark.rule("today 5-17 note a")
def test_two_light_wounds_cost_a_pilot_his_bonus(today: Ruleset) -> None:
    s = experienced(today, 20, 0)
    assert s.game.experience(s, man(s, "pilot")) == 21
    man(s, "pilot").light_wounds = 2
    assert s.game.experience(s, man(s, "pilot")) == 0


@pytest.mark.rule("today 7-1", "tonight 5.11.3")
def test_a_substitute_lands_worse_and_without_a_bonus(today: Ruleset) -> None:
    s = experienced(today, 20, 20, **{"pilot.wounds": "killed", "copilot.wounds": "serious", "engineer.missions": 30})
    s.run_step("zone", "crew_moves")
    assert who_lands(s) is man(s, "engineer")
    assert s.game.landing_mission == 0
    assert [value for value, _, _ in s.tables["landing_on_land"].explain(s, 7)].count(-1) == 1


@pytest.mark.rule("today 7-4")
def test_with_nobody_fit_to_land_it_falls(today: Ruleset) -> None:
    s = at_base(today)
    for one in s.bomber.crew:
        one.is_serious = True
    assert landed(s) == "shot_down"
    assert fates(s) == ["killed"] * 10


# --- jumping over the base


@pytest.mark.rule("today 7-3 note f")
def test_men_may_jump_over_the_base_before_a_landing_that_looks_bad(today: Ruleset) -> None:
    # Nine jump; the first of them has a bad exit but lives, the second a fatal one.
    dice = (1, 5, 1, 6, *[2] * 7)
    orders = {"jumps_at_base": {"case": [{"when": "man.trade == 'pilot'", "choose": "no"}], "choose": "yes"}}
    s = at_base(today, *dice, engines_out=[1, 2, 3, 4], orders=orders)
    who_lands(s)
    jump_before_landing(s)
    used_up(s)
    assert s.outcome == ""
    assert fates(s) == ["", "returns", "killed", *["returns"] * 7]


@pytest.mark.rule("today 7-3 note f", "today 7-1")
def test_who_has_jumped_is_out_of_the_crash(today: Ruleset) -> None:
    s = at_base(today, 1, 1, engines_out=[1, 2, 3, 4])
    for one in s.bomber.crew[1:]:
        one.fate = "returns"
    assert landed(s) == "crashed"
    assert fates(s) == ["killed", *["returns"] * 9]


@pytest.mark.rule("today 7-3 note f")
def test_when_all_others_are_out_the_pilot_may_follow_and_the_bomber_is_lost(today: Ruleset) -> None:
    s = at_base(today, *[2] * 10, engines_out=[1, 2, 3, 4], orders={"jumps_at_base": "yes"})
    who_lands(s)
    assert end(s, jump_before_landing) == "bailed_out"
    assert fates(s) == ALL_BACK
    assert s.game.bomber_fate == "lost"


@pytest.mark.rule("today 7-3 note f")
def test_the_badly_hurt_and_the_trapped_stay_aboard(today: Ruleset) -> None:
    s = at_base(
        today,
        *[2] * 7,
        engines_out=[1, 2, 3, 4],
        orders={"jumps_at_base": "yes"},
        **{"navigator.wounds": "serious"},
    )
    man(s, "ball_gunner").is_trapped = True
    who_lands(s)
    jump_before_landing(s)
    used_up(s)
    still_aboard = [one.trade for one in s.bomber.crew if not one.fate]
    assert still_aboard == ["pilot", "navigator", "ball_gunner"]


@pytest.mark.rule("today 7-1")
def test_before_a_safe_landing_nobody_is_asked(today: Ruleset) -> None:
    s = at_base(today)
    who_lands(s)
    s.game.landing_place = "base"
    assert not is_taken(s, "landing", "jump_before_landing")
    s = at_base(today, engines_out=[1, 2, 3])
    assert is_taken(s, "landing", "jump_before_landing")


# --- down on land elsewhere


@pytest.mark.rule("today 7-1 note a", "today 7-3 note c")
@pytest.mark.parametrize(("face", "fate"), [(5, "captured"), (6, "returns")])
def test_a_forced_landing_on_axis_land(today: Ruleset, face: int, fate: str) -> None:
    s = over_land(today, 6, 5, *[face] * 10)
    assert landed(s, "occupied") == "force_landed"
    assert -3 in modifiers(s, "landing_on_land")
    assert fates(s) == [fate] * 10
    assert s.game.bomber_fate == "lost"


@pytest.mark.rule("today 7-1 fate")
def test_after_a_natural_twelve_on_axis_land_all_get_away(today: Ruleset) -> None:
    s = over_land(today, 6, 6, codes="A")
    assert landed(s, "occupied") == "force_landed"
    assert fates(s) == ["evades"] * 10
    assert s.game.bomber_fate == "lost"


@pytest.mark.rule("today 7-1 note a")
def test_nobody_survives_a_bad_forced_landing(today: Ruleset) -> None:
    s = over_land(today, 1, 1, engines_out=[1, 2, 3])
    assert landed(s, "occupied") == "crashed"
    assert fates(s) == ["killed"] * 10


@pytest.mark.rule("today 7-3 note c")
def test_the_badly_hurt_are_taken(today: Ruleset) -> None:
    s = over_land(today, 6, 5, *[6] * 10, **{"engineer.wounds": "serious"})
    landed(s, "occupied")
    assert fates(s) == [*["returns"] * 4, "captured", *["returns"] * 5]


@pytest.mark.rule("today 7-1 note c")
def test_the_alps_kill_all(today: Ruleset) -> None:
    s = over_land(today, codes="A", **{"zone.is_alps": True})
    assert landed(s, "alps") == "crashed"
    assert fates(s) == ["killed"] * 10
    assert s.game.bomber_fate == "lost"
    assert rolls(s) == []


@pytest.mark.rule("today 7-1")
def test_on_friendly_ground_the_crew_come_home_without_their_bomber(today: Ruleset) -> None:
    s = over_land(today, 6, 5, codes="E")
    assert landed(s, "friendly") == "force_landed"
    assert modifiers(s, "landing_on_land") == []
    assert (fates(s), s.game.bomber_fate) == (ALL_BACK, "lost")


@pytest.mark.rule("tonight 7.0")
def test_neutrals_intern(today: Ruleset) -> None:
    s = over_land(today, 6, 5, codes="S")
    assert landed(s, "neutral") == "interned"
    assert fates(s) == ["interned"] * 10
    s = over_land(today, 6, 5, codes="S")
    assert end(s, land_away) == "interned"


@pytest.mark.rule("today 7-1", "today 7-3 note c")
def test_men_die_in_a_wreck_before_anybody_can_capture_them(today: Ruleset) -> None:
    # 4 - 3 for the enemy's field - 2 for the side: a wreck at -1; the first man is killed in it.
    s = over_land(today, 2, 2, 6, 6, *[1] * 9, *[1] * 9, engines_out=[1, 2])
    assert landed(s, "occupied") == "force_landed"
    assert fates(s) == ["killed", *["captured"] * 9]


# --- coming down where it is


@pytest.mark.rule("tonight 5.10", "tonight 2.6")
def test_the_pilot_picks_the_letter_and_lands_or_has_the_crew_jump(today: Ruleset) -> None:
    s = over_land(today, 6, 6, codes=["G", "S"], orders={"letter": "second", "come_down": "land"})
    assert end(s, come_down) == "interned"
    s = over_land(today, *[2] * 10, codes=["G", "S"], orders={"letter": "second", "come_down": "jump"})
    assert end(s, come_down) == "bailed_out"
    assert fates(s) == ["interned"] * 10
    s = over_land(today, 6, 6, *UNHURT, codes=["W", "G"], orders={"letter": "first", "come_down": "land"})
    assert end(s, come_down) == "ditched"


@pytest.mark.rule("today 7-1 note a")
def test_over_the_enemy_it_comes_down_on_the_enemys_field(today: Ruleset) -> None:
    s = over_land(today, 6, 5, *[1] * 10, orders={"come_down": "land"})
    assert end(s, come_down) == "force_landed"
    assert modifiers(s, "landing_on_land") == [-3]


@pytest.mark.rule("today 7-1 note a")
def test_orders_know_an_enemy_field_when_they_see_it(today: Ruleset) -> None:
    case = {"when": "landing.place == 'occupied'", "choose": "land"}
    s = over_land(today, orders={"come_down": {"case": [case], "choose": "jump"}})
    s.source = SeededSource("down over Germany")
    with pytest.raises(SortieOver):
        come_down(s)
    assert choices(s)[-1] == ("come_down", "land")


@pytest.mark.rule("today 7-1 note c")
def test_in_the_alps_landing_is_death_and_jumping_hardly_better(today: Ruleset) -> None:
    s = over_land(today, codes="A", orders={"come_down": "land"}, **{"zone.is_alps": True})
    assert end(s, come_down) == "crashed"
    assert fates(s) == ["killed"] * 10


@pytest.mark.rule("tonight 5.10")
def test_over_the_base_it_lands_there(today: Ruleset) -> None:
    s = at_base(today, 6, 5, orders={"come_down": "land"})
    assert end(s, come_down) == "returned"


# --- 7-2: in the water


def ditched(today: Ruleset, *faces: int, zone: int = 4, **more: Any) -> Sortie:
    """A bomber that comes down in the water."""
    s = over_land(today, *faces, codes="W", **{"zone.number": zone, **more})
    assert end(s, ditch) == "ditched"
    return s


@pytest.mark.rule("today 7-2", "today 7-3 note h")
@pytest.mark.parametrize(
    ("zone", "fate"), [(2, "returns"), (5, "returns"), (6, "captured"), (7, "captured"), (9, "captured")]
)
def test_who_takes_the_crew_out_of_the_water(today: Ruleset, zone: int, fate: str) -> None:
    s = ditched(today, 2, 2, *UNHURT, zone=zone)
    assert fates(s) == [fate] * 10
    assert s.game.bomber_fate == "lost"


@pytest.mark.rule("today 7-2")
def test_a_three_is_the_end(today: Ruleset) -> None:
    s = ditched(today, 1, 2)
    assert fates(s) == ["missing"] * 10
    s = ditched(today, 4, 5, engines_out=[1, 2, 3], out={"radio": True})
    assert modifiers(s, "landing_in_water") == [-6, -3]
    assert fates(s) == ["missing"] * 10


@pytest.mark.rule("today 7-2 note a")
def test_a_natural_twelve_is_safe_in_any_zone(today: Ruleset) -> None:
    s = ditched(today, 6, 6, *UNHURT, zone=9, engines_out=[1, 2, 3, 4])
    assert fates(s) == ["evades"] * 10


@pytest.mark.rule("today 7-2")
@pytest.mark.parametrize(("in_formation", "values"), [(False, [-6]), (True, [])])
def test_without_radio_nobody_knows_of_a_bomber_that_was_alone(
    today: Ruleset, in_formation: bool, values: list[int]
) -> None:
    s = ditched(today, 6, 5, *UNHURT, out={"radio": True}, in_formation=in_formation)
    assert modifiers(s, "landing_in_water") == values


@pytest.mark.rule("today 7-2 note e", "today 5-17")
@pytest.mark.parametrize(("bomber", "shift"), [("b-17g", []), ("b-24d", [1])])
def test_ditching_hurts_men(today: Ruleset, bomber: str, shift: list[int]) -> None:
    s = ditched(today, 5, 5, 4, 4, *[3] * 9, bomber=bomber)
    assert modifiers(s, "wounds") == shift
    assert man(s, "pilot").is_serious
    assert fates(s) == ["returns"] * 10


@pytest.mark.rule("today 7-2 note d")
def test_a_man_shut_in_his_turret_goes_down_with_it(today: Ruleset) -> None:
    s = over_land(today, 6, 6, *[1] * 9, codes="W")
    man(s, "ball_gunner").is_trapped = True
    end(s, ditch)
    assert fates(s) == [*["evades"] * 6, "killed", *["evades"] * 3]


@pytest.mark.rule("today 7-2 note b")
@pytest.mark.parametrize(("face", "lives"), [(5, True), (6, False)])
def test_bombs_aboard_may_explode_in_any_ditching(today: Ruleset, face: int, lives: bool) -> None:
    s = ditched(today, 6, 5, face, *(UNHURT if lives else []), bombs_aboard=True)
    assert fates(s) == (["returns"] if lives else ["killed"]) * 10


@pytest.mark.rule("today 7-4")
def test_with_nobody_to_ditch_it_the_bomber_falls(today: Ruleset) -> None:
    s = over_land(today, codes="W")
    for one in s.bomber.crew:
        one.is_serious = True
    assert end(s, ditch) == "shot_down"


# --- 7-3 and 7-4: jumping


def out(s: Sortie, kind: str = "controlled") -> list[str]:
    """Everybody jumps, with all the dice; gives the fates."""
    end(s, lambda s: everybody_out(s, kind))
    return fates(s)


@pytest.mark.rule("today 7-3", "today 7-3 note 1")
def test_a_bad_exit_may_kill(today: Ruleset) -> None:
    s = over_land(today, *(1, 5), *(1, 6), *[2] * 8, codes="S")
    assert out(s) == ["interned", "killed", *["interned"] * 8]
    assert s.outcome == "bailed_out"


@pytest.mark.rule("today 7-3", "today 5-17 note a")
def test_two_light_wounds_hinder_a_jump(today: Ruleset) -> None:
    s = over_land(today, 2, 6, *[2] * 9, codes="S", **{"pilot.light_wounds": 2, "copilot.light_wounds": 1})
    assert out(s) == ["killed", *["interned"] * 9]


@pytest.mark.rule("today 7-3 note b")
def test_the_badly_hurt_and_the_trapped_go_down_with_the_bomber(today: Ruleset) -> None:
    s = over_land(today, *[2] * 8, codes="S", **{"pilot.wounds": "serious"})
    man(s, "ball_gunner").is_trapped = True
    found = out(s)
    assert (found[0], found[6], found.count("interned")) == ("killed", "killed", 8)


@pytest.mark.rule("today 7-4")
def test_from_a_falling_bomber_only_a_six_gets_out(today: Ruleset) -> None:
    s = over_land(today, 6, 5, 1, 2, 3, 4, 5, 6, 1, 1, codes="S", **{"pilot.light_wounds": 2})
    assert out(s, "uncontrolled") == ["interned", *["killed"] * 6, "interned", "killed", "killed"]
    assert s.outcome == "shot_down"
    assert s.game.bomber_fate == "lost"


@pytest.mark.rule("tonight 2.6", "today 7-4")
def test_from_a_falling_bomber_a_die_picks_the_letter(today: Ruleset) -> None:
    s = over_land(today, 4, *[6] * 10, codes=["G", "S"])
    assert out(s, "uncontrolled") == ["interned"] * 10
    s = over_land(today, *[2] * 10, codes=["G", "S"], orders={"letter": "second"})
    assert out(s) == ["interned"] * 10


@pytest.mark.rule("today 7-3 note c", "today 7-3 note d", "today 7-3 note e")
@pytest.mark.parametrize(
    ("code", "role", "on_six"),
    [
        ("G", "capture", "returns"),
        ("F", "capture", "returns"),
        ("N", "capture", "returns"),
        ("I", "capture", "returns"),
        ("Y", "capture_by_partisans", "returns"),
        ("Gre", "capture_by_partisans", "returns"),
        ("A", "", "captured"),
        ("H", "", "captured"),
        ("Bul", "", "captured"),
        ("R", "", "captured"),
        ("Alb", "", "captured"),
        ("B", "capture", "returns"),
        ("L", "capture", "returns"),
        ("D", "capture", "returns"),
        ("No", "capture", "returns"),
        ("P", "", "captured"),
        ("Cz", "", "captured"),
    ],
)
def test_what_becomes_of_men_in_each_axis_country(today: Ruleset, code: str, role: str, on_six: str) -> None:
    for face, fate in ((5, "captured"), (6, on_six)):
        s = over_land(today, *([2, face] if role else [2]) * 10, codes=code, date="1943-12-15")
        assert out(s) == [fate] * 10
        assert {one for one in rolls(s) if one.startswith("capture")} == ({role} if role else set())


@pytest.mark.rule("today 7-3 note c", "tonight 2.6")
@pytest.mark.parametrize(("day", "fate"), [("1944-08-01", "captured"), ("1944-08-26", "returns")])
def test_the_date_decides_who_finds_a_man(today: Ruleset, day: str, fate: str) -> None:
    s = over_land(today, *([2, 1] if fate == "captured" else [2]) * 10, date=day)
    s.zone.over, s.zone.region = ("F",), ("Paris",)
    assert out(s) == [fate] * 10


@pytest.mark.rule("today 7-3 note f")
def test_over_the_base_all_are_safe(today: Ruleset) -> None:
    assert out(at_base(today, *[2] * 10)) == ALL_BACK


@pytest.mark.rule("today 7-3 note g")
def test_over_the_alps_one_in_six_lives_in_captivity(today: Ruleset) -> None:
    s = over_land(today, 2, 6, *[2, 5] * 9, codes="A", **{"zone.is_alps": True})
    assert out(s) == ["captured", *["killed"] * 9]


@pytest.mark.rule("today 7-3 note h", "today 7-3 note i")
@pytest.mark.parametrize(("zone", "fate"), [(5, "returns"), (6, "captured"), (8, "captured")])
def test_one_in_four_is_taken_from_the_water(today: Ruleset, zone: int, fate: str) -> None:
    s = over_land(today, *(2, 2, 5), *(2, 2, 6), *[2, 10, 10] * 8, codes="W", **{"zone.number": zone})
    assert out(s) == [fate, *["missing"] * 9]
    assert [one.is_dead for one in s.bomber.crew] == [False, *[True] * 9]


@pytest.mark.rule("today 7-3")
def test_the_dead_do_not_jump(today: Ruleset) -> None:
    s = over_land(today, *[2] * 9, codes="S", **{"pilot.wounds": "killed"})
    assert out(s) == ["killed", *["interned"] * 9]


# --- lost with all aboard, and what it is put down to


@pytest.mark.parametrize(
    ("how", "attack", "told_as", "outcome"),
    [
        ("bombs explode", "flak", "", "shot_down"),
        ("bombs explode", "fighter", "", "shot_down"),
        ("fuel vapour explosion", "mechanical", "crashed", "crashed"),
        ("flew into a mountainside", "weather", "crashed", "crashed"),
    ],
)
def test_a_bomber_lost_with_all_aboard(today: Ruleset, how: str, attack: str, told_as: str, outcome: str) -> None:
    s = over_land(today)
    s.under_attack_by = attack
    assert end(s, lambda s: all_lost(s, how, told_as)) == outcome
    assert (s.cause, fates(s), s.game.bomber_fate) == (attack, ["killed"] * 10, "lost")


def test_a_loss_is_put_down_to_what_stopped_the_engines(today: Ruleset) -> None:
    s = at_base(today, 1, 1, engines_out=[1, 2, 3])
    s.under_attack_by = "flak"
    damage.engine_out.function(s, 4)
    s.under_attack_by = "landing"
    landed(s)
    assert s.cause == "flak"


def test_a_safe_return_has_no_cause(today: Ruleset) -> None:
    s = at_base(today, 6, 5, engines_out=[1])
    s.run_step("landing", "jump_before_landing")
    assert landed(s) == "returned"
    assert s.cause == ""
    assert "landing" in happenings(s)
    assert told(s, "landing")[0]["place"] == "base"
