"""Japanese fighters (section 5): resistance, who comes, ramming, bombs from above, the escort, and each round."""

from __future__ import annotations

from typing import Any

import pytest
from bomberstream.core.combat import POSITIONS
from bomberstream.core.events import ChoiceEvent
from bomberstream.core.ruleset import Ruleset
from bomberstream.core.sortie import Sortie
from bomberstream.core.zones import Zone
from bomberstream.plugins.superfortress.fire_control import lay_turrets, sights_of, watches
from marianas import (
    asked,
    attack,
    by_night,
    choices,
    column,
    end,
    happenings,
    is_taken,
    man,
    modifiers,
    rolls,
    run,
    stage,
    take,
    told,
    used_up,
)


def laid(s: Sortie) -> dict[str, tuple[str, str]]:
    """Turret to the trade of the man whose sight has it, and the fighter."""
    return {gun.key: (gun.gunner.trade, target.key) for gun, target in s.game.allotted}


# --- who has which turret


@pytest.mark.rule("superfortress allot_guns", "superfortress 5-6")
@pytest.mark.parametrize("position", POSITIONS)
def test_turrets_bear_by_level_and_the_tail_astern(superfortress: Ruleset, position: str) -> None:
    from bomberstream.core.combat import bearing_guns

    s = stage(superfortress)
    clock, _, level = position.partition(" ")
    expected = set()
    if position == "vertical dive" or level in ("high", "level"):
        expected |= {"upper_forward", "upper_aft"}
    if position == "vertical climb" or level in ("low", "level"):
        expected |= {"lower_forward", "lower_aft"}
    if clock == "6":
        expected.add("tail")
    if position.startswith("vertical"):
        expected = {"vertical dive": {"upper_forward", "upper_aft"}}.get(position, {"lower_forward", "lower_aft"})
    assert {gun.key for gun in bearing_guns(s, attack(s, position=position))} == expected


@pytest.mark.rule("superfortress allot_guns", "superfortress 5-6A")
@pytest.mark.parametrize(
    ("position", "who"),
    [
        ("12 level", {"upper_forward": "bombardier", "lower_forward": "bombardier", "upper_aft": "cfc_gunner"}),
        ("12 high", {"upper_forward": "bombardier", "upper_aft": "cfc_gunner"}),
        ("3 high", {"upper_forward": "cfc_gunner", "upper_aft": "cfc_gunner"}),
        ("9 low", {"lower_forward": "left_gunner", "lower_aft": "left_gunner"}),
        ("3 low", {"lower_forward": "right_gunner", "lower_aft": "right_gunner"}),
        ("6 low", {"lower_forward": "left_gunner", "lower_aft": "left_gunner", "tail": "tail_gunner"}),
        ("vertical dive", {"upper_forward": "cfc_gunner", "upper_aft": "cfc_gunner"}),
        ("vertical climb", {"lower_forward": "left_gunner", "lower_aft": "left_gunner"}),
    ],
)
def test_the_first_sight_in_line_that_sees_it(superfortress: Ruleset, position: str, who: dict[str, str]) -> None:
    s = stage(superfortress, orders={"fires_at": {"best": "1"}})
    attack(s, position=position)
    lay_turrets(s, s.game.fighters)
    assert {gun: trade for gun, (trade, _) in laid(s).items()} == who


@pytest.mark.rule("superfortress allot_guns", "superfortress 5.6")
def test_a_lost_sight_passes_its_turrets_on(superfortress: Ruleset) -> None:
    s = stage(superfortress, orders={"fires_at": {"best": "1"}}, **{"out.sight_bombardier": True})
    attack(s, position="12 high")
    lay_turrets(s, s.game.fighters)
    assert laid(s)["upper_forward"][0] == "cfc_gunner"


@pytest.mark.rule("superfortress allot_guns", "superfortress 5.6")
def test_a_gunner_down_passes_his_turrets_on(superfortress: Ruleset) -> None:
    s = stage(superfortress, orders={"fires_at": {"best": "1"}}, **{"tail_gunner.fit": False})
    attack(s, position="6 level")
    lay_turrets(s, s.game.fighters)
    assert laid(s)["tail"][0] == "left_gunner"


@pytest.mark.rule("superfortress allot_guns", "superfortress 5.6")
def test_a_sight_tracks_one_fighter_with_all_its_turrets(superfortress: Ruleset) -> None:
    s = stage(superfortress, orders={"fires_at": {"best": "2 if fighter.type == 'a6m' else 1"}})
    attack(s, "a6m", "12 level")
    attack(s, "ki-61", "1:30 level")
    lay_turrets(s, s.game.fighters)
    assert laid(s)["upper_forward"] == laid(s)["lower_forward"] == ("bombardier", "f1")
    assert s.game.fighters[0].laid_on >= 2


@pytest.mark.rule("superfortress allot_guns", "superfortress 5-6B")
def test_two_gunners_two_fighters(superfortress: Ruleset) -> None:
    s = stage(superfortress, orders={"fires_at": {"best": "10 - 5 * fighter.guns_on_it"}})
    attack(s, "a6m", "9 low")
    attack(s, "a6m", "3 low")
    lay_turrets(s, s.game.fighters)
    # The left sight has first call on both lower turrets, and sees the one on his side alone.
    assert laid(s) == {"lower_forward": ("left_gunner", "f1"), "lower_aft": ("left_gunner", "f1")}


@pytest.mark.rule("superfortress allot_guns", "superfortress 5.6")
def test_no_turret_is_laid_on_a_fighter_out_of_reach(superfortress: Ruleset) -> None:
    s = stage(superfortress, orders={"fires_at": {"best": "2 if fighter.type == 'a6m' else 1"}})
    attack(s, "a6m", "12 level", out_of_reach=True)
    attack(s, "ki-61", "12 level")
    lay_turrets(s, s.game.fighters)
    assert {target for _, target in laid(s).values()} == {"f2"}
    assert s.game.fighters[0].laid_on == 0


@pytest.mark.rule("superfortress allot_guns", "superfortress 5.6")
def test_a_scene_may_put_a_fighter_out_of_reach(superfortress: Ruleset) -> None:
    zero = {"type": "a6m", "position": "12 level"}
    orders = {"fires_at": {"best": "1"}}
    for away in (False, True):
        s = stage(superfortress, orders=orders, fighters=[{**zero, "out_of_reach": away}])
        lay_turrets(s, s.game.fighters)
        assert bool(laid(s)) is not away


@pytest.mark.rule("superfortress allot_guns", "superfortress 5.6")
def test_who_is_asked_for_a_turret_is_told_which(superfortress: Ruleset) -> None:
    s = stage(superfortress, orders={"fires_at": {"best": "1"}})
    attack(s, position="6 low")
    lay_turrets(s, s.game.fighters)
    told = [one.told for one in s.log or () if isinstance(one, ChoiceEvent) and one.decision == "fires_at"]
    assert told == [f"{gun.told}, {s.fighter.told}" for gun, _ in s.game.allotted]
    assert len(set(told)) == 3


@pytest.mark.rule("superfortress 5.6")
def test_sights_in_line(superfortress: Ruleset) -> None:
    s = stage(superfortress)
    lines = {gun.key: sights_of(s, gun) for gun in s.bomber.guns.values()}
    assert lines == {
        "upper_forward": ("bombardier", "cfc_gunner"),
        "lower_forward": ("bombardier", "left_gunner", "right_gunner"),
        "upper_aft": ("cfc_gunner",),
        "lower_aft": ("left_gunner", "right_gunner"),
        "tail": ("tail_gunner", "left_gunner", "right_gunner"),
    }
    assert watches(s) == 5
    s.bomber.out.add("sight_left_gunner")
    assert watches(s) == 4


@pytest.mark.rule("superfortress defensive_fire", "superfortress 5-7")
@pytest.mark.parametrize(
    ("state", "acting"),
    [
        ({}, [1]),
        ({"out.computer_bombardier": True}, [-2]),
        ({"out.electrical": True}, [-2]),
        ({"fighter.skill": "ace"}, [1, -1]),
        ({"evading": True}, [1, -1]),
        ({"out.intercom": True}, [1, -2]),
    ],
)
def test_computed_aim_or_the_iron_ring(superfortress: Ruleset, state: dict[str, Any], acting: list[int]) -> None:
    s = stage(superfortress)
    one = attack(s, position="1:30 high")
    gun = s.bomber.guns["upper_forward"]
    gun.gunner, s.gun = man(s, "bombardier"), gun
    for name, value in state.items():
        superfortress.vocabulary.put(s, name, value)
    assert one.clock == "1:30"
    assert [value for value, _, _ in s.tables["defensive_fire"].explain(s, 7)] == acting


@pytest.mark.rule("superfortress defensive_fire", "superfortress 5-8")
@pytest.mark.parametrize(
    ("kind", "faces", "down"),
    [
        ("a6m", (3, 2), False),
        ("a6m", (3, 3), True),
        ("ki-44", (3, 4), False),
        ("ki-45", (3, 4), True),
        ("ki-46", (3, 3), True),
    ],
)
def test_what_a_hit_does_to_a_fighter(superfortress: Ruleset, kind: str, faces: tuple[int, int], down: bool) -> None:
    from bomberstream.core.mission.gunnery import burst_fire

    s = stage(superfortress, 6, 5, *faces)
    one = attack(s, kind, "1:30 high")
    gun = s.bomber.guns["upper_aft"]
    burst_fire(s, gun, one)
    used_up(s)
    assert one.is_destroyed is down
    assert one.fca == (0 if down else 1)


@pytest.mark.rule("superfortress 5-8", "tonight 11.3.5")
def test_the_printed_table_has_no_fcab_and_no_fboa(superfortress: Ruleset) -> None:
    table = superfortress.tables["5-8"]
    assert {cell.result for name in table.columns for cell in table.distinct(name)} == {"fca", "destroyed"}


# --- who comes


@pytest.mark.rule("superfortress fighters", "superfortress 5-1")
@pytest.mark.parametrize(
    ("state", "acting"),
    [
        ({"fighters.strength": 3}, [6, -1]),
        ({"fighters.strength": 3, "zone.fighters": -2}, [6, -2, -1]),
        ({"seafire": True}, [4, -1, -1]),
        ({"zone.escort": "good"}, [4, -1, -3]),
        ({"weather": "full_cloud"}, [4, -1, -2]),
        ({"engines_out": [1]}, [4, -1, 1]),
    ],
)
def test_what_makes_resistance(superfortress: Ruleset, state: dict[str, Any], acting: list[int]) -> None:
    given = {"fighters.strength": 2, "date": "1945-03-27", "in_formation": True, **state}
    s = stage(superfortress, 1, 1, campaign=None, **given)
    run(s, "turn", "fighters")
    assert modifiers(s, "resistance") == acting


@pytest.mark.rule("superfortress fighters", "superfortress 5-1")
def test_no_fighters_far_from_land_or_where_there_are_none(superfortress: Ruleset) -> None:
    assert rolls(run(stage(superfortress, **{"zone.fighters": "NA"}), "turn", "fighters")) == []
    assert rolls(run(stage(superfortress, **{"fighters.strength": 0}), "turn", "fighters")) == []


@pytest.mark.rule("superfortress fighters", "superfortress 5-1B")
def test_they_may_stay_away(superfortress: Ruleset) -> None:
    s = stage(
        superfortress, 4, 4, 1, in_formation=True, **{"fighters.strength": 2, "date": "1945-03-27"}, campaign=None
    )
    run(s, "turn", "fighters")
    assert told(s, "no_waves") == [{"resistance": "light"}]


@pytest.mark.rule("superfortress appearance", "superfortress 5-3")
def test_who_attacks_by_day(superfortress: Ruleset) -> None:
    s = stage(superfortress, 1, 2, campaign=2)
    run(s, "wave", "appearance")
    cell = superfortress.tables["5-3A"].find(12, 12, None)
    assert [one.type.id for one in s.game.fighters] == [g.type for g in cell.data.attackers for _ in g.at]
    assert s.game.fighters


@pytest.mark.rule("superfortress appearance", "superfortress 5-4")
@pytest.mark.parametrize(("campaign", "table"), [(2, "5-3A"), (3, "5-3A"), (4, "5-3B"), (5, "5-3B"), (6, "5-3C")])
def test_the_table_of_the_campaign(superfortress: Ruleset, campaign: int, table: str) -> None:
    assert superfortress.answers("b-29", campaign)["appearance"].id == table


@pytest.mark.rule("superfortress random_event", "superfortress 5-20")
def test_a_wave_may_bring_an_event_instead(superfortress: Ruleset) -> None:
    s = stage(superfortress, 6, 6, 2, 2)
    run(s, "wave", "appearance")
    assert s.game.events == {"warned"}
    assert s.game.fighters == []


@pytest.mark.rule("superfortress escort", "superfortress 5-2A")
def test_mustangs_from_april_over_the_last_zones(superfortress: Ruleset) -> None:
    def flown(*faces: int, **given: Any) -> Sortie:
        s = stage(superfortress, *faces, campaign=None, **{"date": "1945-04-12", **given})
        s.game.fighters_area = "tokyo"
        s.zone = Zone(s.game.target_zone - 1, fighters=-2, weather="haze")
        return s

    s = run(flown(4, 4), "zone", "escort")
    assert s.zone.escort == "fair"
    assert modifiers(s, "escort") == [2]
    run(s, "zone", "escort")
    assert rolls(s) == ["escort"]
    assert rolls(run(flown(date="1945-03-27"), "zone", "escort")) == []
    s = flown()
    s.game.fighters_area = "kyushu"
    assert rolls(run(s, "zone", "escort")) == []


@pytest.mark.rule("superfortress escort")
def test_never_by_night(superfortress: Ruleset) -> None:
    s = by_night(superfortress, campaign=5)
    s.zone.number = s.game.target_zone
    assert not is_taken(s, "zone", "escort")


@pytest.mark.rule("superfortress escort_drives_off", "superfortress 5-2")
def test_the_escort_takes_fighters_off_but_none_that_rams(superfortress: Ruleset) -> None:
    s = stage(superfortress, 6, **{"zone.escort": "good"})
    for _ in range(3):
        attack(s)
    s.game.rammers = [s.game.fighters[0]]
    run(s, "wave", "escort_drives_off")
    assert s.game.fighters == s.game.rammers
    assert happenings(s).count("driven_off") == 2


@pytest.mark.rule("superfortress pilot_skill", "superfortress 5-5")
@pytest.mark.parametrize(
    ("date", "kind", "faces", "skill"),
    [
        ("1944-12-27", "ki-44", (2, 3), "green"),
        ("1944-12-27", "ki-44", (2, 4), "average"),
        ("1945-04-12", "ki-44", (2, 4), "green"),
        ("1945-06-22", "ki-44", (3, 4), "green"),
        ("1945-04-12", "n1k", (5, 6), "ace"),
    ],
)
def test_how_good_the_pilot_is(
    superfortress: Ruleset, date: str, kind: str, faces: tuple[int, int], skill: str
) -> None:
    options = {"any_target": "yes"}
    s = stage(superfortress, *faces, campaign=None, date=date, options=options)
    attack(s, kind)
    run(s, "wave", "pilot_skill")
    assert s.game.fighters[0].skill == skill


# --- ramming and bombs


@pytest.mark.rule("superfortress ramming_attack", "superfortress 5-14")
@pytest.mark.parametrize(
    ("kind", "faces", "rams"), [("ki-61", (6, 5), True), ("ki-61", (5, 5), False), ("a6m", (), False)]
)
def test_who_comes_in_to_ram(superfortress: Ruleset, kind: str, faces: tuple[int, ...], rams: bool) -> None:
    s = stage(superfortress, *faces, campaign=None, date="1945-01-09", options={"profile": "day_high"})
    attack(s, kind)
    run(s, "wave", "ramming_attack")
    assert bool(s.game.rammers) is rams
    assert ("rammer" in happenings(s)) is rams


@pytest.mark.rule("superfortress ramming", "superfortress 5-14A")
def test_a_ramming_is_a_burst_inside(superfortress: Ruleset) -> None:
    """A five strikes; an eleven from 12 high is the bomb bay, whose load goes up."""
    s = stage(superfortress, 5, 5, 6)
    s.game.rammers = [attack(s, position="12 high")]
    assert end(s, lambda s: take(s, "round", "ramming")) == "shot_down"
    assert s.cause == "collision"


@pytest.mark.rule("superfortress ramming", "superfortress 5-14A")
def test_one_that_was_hurt_misses_sooner(superfortress: Ruleset) -> None:
    s = stage(superfortress, 5)
    one = attack(s, fca=1)
    s.game.rammers = [one]
    run(s, "round", "ramming")
    assert modifiers(s, "ram") == [-1]
    assert one.has_left
    assert happenings(s) == ["near_miss"]


@pytest.mark.rule("superfortress ramming")
def test_one_that_is_shot_down_does_not_ram(superfortress: Ruleset) -> None:
    s = stage(superfortress)
    s.game.rammers = [attack(s, is_destroyed=True)]
    run(s, "round", "ramming")
    assert rolls(s) == []


@pytest.mark.rule("superfortress air_bombs", "superfortress 5-15")
def test_bombs_on_the_formation_from_above(superfortress: Ruleset) -> None:
    s = stage(superfortress, 5, 6, 3, 3, in_formation=True)
    attack(s)
    run(s, "wave", "air_bombs")
    assert happenings(s) == ["air_bombs"]
    assert rolls(s) == ["air_bombs", "flak_to_hit"]


# --- by night


@pytest.mark.rule("superfortress sighting", "superfortress 5-4C")
@pytest.mark.parametrize(("faces", "unseen"), [((3, 3), True), ((4, 4), False)])
def test_a_night_fighter_may_not_be_seen(superfortress: Ruleset, faces: tuple[int, int], unseen: bool) -> None:
    s = by_night(superfortress, *faces, bomber="b-29", options={"armament": "full"})
    attack(s, "ki-45", "6 level")
    run(s, "wave", "sighting")
    assert modifiers(s, "sighting") == [1]
    assert s.game.unseen is unseen
    run(s, "round", "allot_guns")
    assert bool(s.game.allotted) is not unseen


@pytest.mark.rule("superfortress sighting", "superfortress 5-4C")
def test_upward_guns_from_underneath(superfortress: Ruleset) -> None:
    s = by_night(superfortress, 4, 4, options={"armament": "tail"})
    attack(s, "j1n", "6 low")
    run(s, "wave", "sighting")
    # Left, right and nose sight keep watch: neither many nor few.
    assert modifiers(s, "sighting") == [1, -1]


# --- one round


@pytest.mark.rule("superfortress fighters_fire", "superfortress 5-9", "superfortress 5-11", "superfortress 5-12")
def test_a_hit_its_number_and_its_weight(superfortress: Ruleset) -> None:
    """A nine hits from 12 high; a seven is one hit; a two of a Tojo's machine guns is half, and a three nothing."""
    s = stage(superfortress, 4, 5, 3, 4, 2, 3)
    one = attack(s, "ki-44", "12 high")
    run(s, "round", "fighters_fire")
    assert one.hit_bomber
    assert rolls(s) == ["offensive_fire", "shell_hits", "hit_multiplier", "half_hit"]
    assert column(s, "hit_multiplier") == "machine guns"
    assert happenings(s) == ["grazed"]


@pytest.mark.rule("superfortress fighters_fire", "superfortress 5-9")
@pytest.mark.parametrize(
    ("state", "acting"),
    [
        ({"altitude": "high"}, [-1]),
        ({"altitude": "high", "engines_out": [1]}, []),
        ({"unseen": True}, [1]),
        ({"evading": True}, [-1]),
    ],
)
def test_what_changes_the_fighters_fire(superfortress: Ruleset, state: dict[str, Any], acting: list[int]) -> None:
    s = stage(superfortress, 1, 1, **{"altitude": "medium", **state})
    attack(s, position="12 high")
    run(s, "round", "fighters_fire")
    assert modifiers(s, "offensive_fire") == acting


@pytest.mark.rule("superfortress evade", "superfortress 5.9")
def test_only_a_bomber_alone_may_evade(superfortress: Ruleset) -> None:
    s = stage(superfortress, in_formation=True, orders={"evade": "yes"})
    attack(s)
    run(s, "round", "evade")
    assert (s.game.evading, asked(s)) == (False, [])
    s.game.in_formation = False
    run(s, "round", "evade")
    assert (s.game.evading, choices(s)) == (True, [("evade", "yes")])


@pytest.mark.rule("superfortress passing_shots")
def test_the_tail_may_fire_after_one_that_passes(superfortress: Ruleset) -> None:
    s = stage(superfortress, 3, 4)
    attack(s, position="12 high")
    run(s, "round", "passing_shots")
    assert told(s, "passing_shot")
    assert s.bomber.guns["tail"].rounds == 9
    s = stage(superfortress, unseen=True)
    assert not is_taken(s, "round", "passing_shots")


@pytest.mark.rule("superfortress collisions", "superfortress 5-16")
def test_too_close(superfortress: Ruleset) -> None:
    s = stage(superfortress, 6, 6, 5)
    one = attack(s, has_attacked=True, hit_bomber=True)
    run(s, "round", "collisions")
    assert rolls(s) == ["collision", "collision_near"]
    assert one.has_left


@pytest.mark.rule("superfortress break_off", "superfortress next_positions", "superfortress 5-10")
@pytest.mark.parametrize(
    ("given", "night", "stays"),
    [
        ({"hit_bomber": True}, False, True),
        ({"hit_bomber": False}, False, False),
        ({"hit_bomber": True, "round": 3}, False, False),
        ({"hit_bomber": True, "round": 2}, True, False),
    ],
)
def test_who_comes_again(superfortress: Ruleset, given: dict[str, Any], night: bool, stays: bool) -> None:
    faces = (4, 3) if stays else ()
    s = by_night(superfortress, *faces) if night else stage(superfortress, *faces)
    attack(s, **given)
    run(s, "round", "break_off", "next_positions")
    assert bool(s.game.fighters) is stays
    if stays:
        assert s.game.fighters[0].position == "1:30 low"


@pytest.mark.rule("superfortress break_off", "superfortress 5.6")
def test_after_the_round_each_turret_is_with_its_first_sight_again(superfortress: Ruleset) -> None:
    s = stage(superfortress)
    s.bomber.guns["tail"].gunner = man(s, "left_gunner")
    run(s, "round", "break_off")
    assert s.bomber.guns["tail"].gunner is man(s, "tail_gunner")


@pytest.mark.rule("superfortress close_up", "superfortress crew_moves", "superfortress 4.7")
def test_men_take_the_place_of_those_who_are_down(superfortress: Ruleset) -> None:
    down = {"cfc_gunner.fit": False, "engineer.fit": False}
    s = stage(superfortress, **down)
    run(s, "zone", "crew_moves")
    assert dict(choices(s))["tends_panel"] == "radio_operator"
    assert s.bomber.man_at("engineer").trade == "radio_operator"
    assert s.bomber.man_at("cfc_gunner").is_fit


@pytest.mark.rule("superfortress close_up")
def test_between_rounds_who_comes_from_another_cabin_sits_it_out(superfortress: Ruleset) -> None:
    s = stage(superfortress, orders={"mans_gun": {"best": "2 if man.trade == 'navigator' else 1"}})
    attack(s, round=2)
    man(s, "tail_gunner").is_dead = True
    run(s, "round", "close_up")
    assert man(s, "navigator").sits_out == "round"


@pytest.mark.rule("superfortress rounds", "superfortress 5.6")
def test_rounds_until_nobody_is_left(superfortress: Ruleset) -> None:
    """One Zeke from 3 o'clock low, no turret laid: he misses, does not come too close, and is gone."""
    orders = {"fires_at": "none", "evade": "no"}
    s = stage(superfortress, 3, 3, 3, 3, orders=orders)
    attack(s, "a6m", "3 low")
    run(s, "wave", "rounds")
    assert rolls(s) == ["offensive_fire", "collision"]
    assert s.game.fighters == []


@pytest.mark.rule("superfortress jam_repairs", "superfortress 5-7A")
@pytest.mark.parametrize(("altitude", "cleared"), [("low", True), ("high", False)])
def test_a_remote_turret_is_out_of_reach_in_thin_air(superfortress: Ruleset, altitude: str, cleared: bool) -> None:
    s = stage(superfortress, *((1,) if cleared else ()), altitude=altitude)
    gun = s.bomber.guns["upper_aft"]
    gun.jam(2)
    run(s, "turn", "jam_repairs")
    assert gun.is_working is cleared


@pytest.mark.rule("superfortress jam_repairs", "superfortress 5-7A")
def test_the_tail_gunner_reaches_his_guns_at_any_height(superfortress: Ruleset) -> None:
    s = stage(superfortress, 2, altitude="high")
    s.bomber.guns["tail"].jam(2)
    run(s, "turn", "jam_repairs")
    assert s.bomber.guns["tail"].is_working
