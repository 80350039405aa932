"""What shells do: where they strike, bursts inside, and every verb of the damage tables."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import pytest
from bomberstream.core.crew import Crewman
from bomberstream.core.damage import attacking_wing, burst_inside, hit_area, hit_by_fighter
from bomberstream.core.hooks import load_plugins
from bomberstream.core.mission.crewing import swap
from bomberstream.core.ruleset import Ruleset, RulesetBuilder
from bomberstream.core.sortie import Sortie
from bomberstream.core.tables import Row
from combat_scenes import ends, fighter, fw190, gun, happenings, men, play, rolls, scene, shifts, state, tables, told

B24 = {"bomber": "b-24j"}
SIDES = ("left", "right")


def do(s: Sortie, verb: str, value: Any = True, **extras: Any) -> Sortie:
    """One verb, as an effect would do it."""
    function = s.ruleset.verbs[verb].function
    if value is True:
        function(s, **extras)
    else:
        function(s, value, **extras)
    return s


def used_up(s: Sortie) -> Sortie:
    """Every die of the script was thrown."""
    s.source.check_used_up()  # type: ignore[attr-defined]
    return s


# --- where shells strike


@pytest.mark.rule("today 5-13")
@pytest.mark.parametrize(
    ("area", "table"),
    [
        ("nose", "A-1"),
        ("pilot_compartment", "A-2"),
        ("bomb_bay", "A-3"),
        ("radio_room", "A-4"),
        ("waist", "A-5"),
        ("tail", "A-6"),
        ("left_wing", "A-7"),
        ("right_wing", "A-7"),
    ],
)
def test_each_area_of_a_b17_has_its_table(today: Ruleset, area: str, table: str) -> None:
    # A total of 7 is superficial nearly everywhere; the rudder in the tail is counted.
    s = scene(today, 3, 4)
    hit_area(s, area)
    assert tables(used_up(s)) == [table]
    assert told(s, "shell_hit") == [{"area": area}]


@pytest.mark.rule("today 5-15")
@pytest.mark.parametrize(
    ("area", "table"), [("nose", "B-1"), ("radio_room", "B-4"), ("bomb_bay", "B-3"), ("left_wing", "B-7")]
)
def test_each_area_of_a_b24_has_its_table(today: Ruleset, area: str, table: str) -> None:
    s = scene(today, 3, 4, **B24)
    hit_area(s, area)
    assert tables(used_up(s)) == [table]


@pytest.mark.rule("today A-7")
@pytest.mark.parametrize(("wing", "die", "engine"), [("left", 3, 1), ("left", 4, 2), ("right", 1, 3), ("right", 6, 4)])
def test_the_wing_that_is_hit_names_the_engine(today: Ruleset, wing: str, die: int, engine: int) -> None:
    s = scene(today, *(4, 5), die, 3, 1)
    hit_area(s, f"{wing}_wing")
    assert [one.number for one in s.bomber.engines if used_up(s) and one.is_out] == [engine]


@pytest.mark.rule("today 5-12")
def test_shells_strike_one_after_the_other(today: Ruleset) -> None:
    s = scene(today, *(1, 1), *(2, 4), *(3, 4), *(4, 5), *(2, 2), fighters=[fw190("12 high")])
    hit_by_fighter(s, 3)
    assert happenings(used_up(s)) == ["superficial", "shell_hit", "shell_hit"]
    assert [facts["area"] for facts in told(s, "shell_hit")] == ["nose", "waist"]


@pytest.mark.rule("today 5-12")
@pytest.mark.parametrize(
    ("position", "area", "struck"),
    [
        ("12 high", (6, 6), ["nose", "pilot_compartment", "bomb_bay", "radio_room", "waist", "tail"]),
        ("3 high", (1, 1), ["left_wing", "left_wing", "right_wing", "right_wing"]),
        ("3 level", (6, 6), ["nose", "right_wing", "waist", "tail"]),
        ("9 level", (6, 6), ["nose", "left_wing", "waist", "tail"]),
    ],
)
def test_hits_walk_along_all_their_sections(
    today: Ruleset, position: str, area: tuple[int, int], struck: list[str]
) -> None:
    # Each section throws 4 and 4: superficial, but for the waist's right gunner, who throws for his wound, and the
    # cockpit, where the top turret throws a die more.
    faces: list[int] = []
    for section in struck:
        faces += {"waist": [2, 2], "pilot_compartment": [3, 3]}.get(section, [4, 4])
    s = scene(today, *area, *faces, fighters=[fw190(position)])
    hit_by_fighter(s, 4)
    assert [facts["area"] for facts in told(used_up(s), "shell_hit")] == struck


@pytest.mark.rule("today 5-12")
@pytest.mark.parametrize(
    ("clock", "wing"), [("1:30", "right_wing"), ("3", "right_wing"), ("9", "left_wing"), ("10:30", "left_wing")]
)
def test_the_wing_towards_the_attacker(today: Ruleset, clock: str, wing: str) -> None:
    assert attacking_wing(scene(today), clock) == wing


# --- bursts inside the plane


@pytest.mark.rule("today 6.5", "today 7-4")
@pytest.mark.parametrize("area", ["pilot_compartment", "tail", "left_wing", "right_wing"])
@pytest.mark.parametrize("bomber", ["b-17g", "b-24j"])
def test_a_burst_in_wing_tail_or_cockpit_is_the_end(today: Ruleset, bomber: str, area: str) -> None:
    s = scene(today, bomber=bomber)
    assert ends(s, lambda s: burst_inside(s, area)) == "shot_down"
    assert told(s, "bail_out")[0]["kind"] == "uncontrolled"


@pytest.mark.rule("today 6.5")
def test_a_burst_among_the_bombs_blows_the_bomber_up(today: Ruleset) -> None:
    s = scene(today)
    assert ends(s, lambda s: burst_inside(s, "bomb_bay")) == "shot_down"
    assert all(man.is_dead for man in s.bomber.crew)
    assert told(s, "all_lost")[0]["cause"] == "bombs explode"


@pytest.mark.rule("today 6.5")
@pytest.mark.parametrize(
    ("area", "faces", "dead", "lost"),
    [
        (
            "nose",
            (1, 1, 1, 1),
            {"bombardier", "navigator"},
            {"bombsight", "navigation"},
        ),
        ("bomb_bay", (1, 1), set(), {"bomb_release", "rubber_rafts", "bomb_bay_doors"}),
        ("radio_room", (1,), {"radio_operator"}, {"radio", "intercom"}),
        ("waist", (1, 1, 1, 1), {"ball_gunner", "left_waist_gunner", "right_waist_gunner"}, set()),
    ],
)
def test_a_burst_elsewhere_kills_the_section_and_does_all_its_damage(
    today: Ruleset, area: str, faces: tuple[int, ...], dead: set[str], lost: set[str]
) -> None:
    s = scene(today, *faces, bombs_aboard=False)
    burst_inside(s, area)
    used_up(s)
    assert {man.trade for man in s.bomber.crew if man.is_dead} == dead
    assert lost <= s.bomber.out
    assert s.bomber.bursts == {area}


@pytest.mark.rule("today 6.5", "today 5.9")
def test_a_burst_takes_the_bomber_down_out_of_formation_for_good(today: Ruleset) -> None:
    s = scene(today, 1, orders={"evade": "always"})
    burst_inside(s, "radio_room")
    assert (state(s).in_formation, state(s).altitude) == (False, "low")
    play(s, "round.evade")
    assert not state(s).evading
    play(s, "zone.altitude", "zone.formation")
    assert (state(s).in_formation, state(s).altitude) == (False, "low")


@pytest.mark.rule("today 6.5")
def test_a_burst_means_two_turns_a_zone(today: Ruleset) -> None:
    s = scene(today, 1, zone={"fighters": "NA"})
    burst_inside(s, "radio_room")
    play(s, "zone.second_turn")
    assert happenings(s).count("second_turn") == 1


@pytest.mark.rule("today 6.5")
def test_a_burst_in_the_nose_counts_the_damage_of_every_row_once(today: Ruleset) -> None:
    s = scene(today, 1, 1, 1, 1)
    burst_inside(s, "nose")
    assert [roll.title for roll in rolls(used_up(s))] == [
        "which gun",
        "which equipment",
        "whose heat",
        "whose oxygen",
    ]
    assert rolls(s, "5-17") == []


# --- men


@pytest.mark.rule("today 5-17")
@pytest.mark.parametrize(("die", "state_of_wounds"), [(1, "light"), (3, "light"), (4, "serious"), (6, "killed")])
def test_wound(today: Ruleset, die: int, state_of_wounds: str) -> None:
    s = used_up(do(scene(today, die), "wound", "navigator"))
    assert s.bomber.man_of("navigator").wounds == state_of_wounds


@pytest.mark.rule("today 5-17")
def test_the_dead_are_past_hurting(today: Ruleset) -> None:
    s = used_up(do(scene(today, navigator={"wounds": "killed"}), "wound", "navigator"))
    assert s.rolls == 0


@pytest.mark.rule("today 5.11.3")
def test_a_wound_finds_who_sits_there(today: Ruleset) -> None:
    s = scene(today, 6)
    swap(s, s.bomber.man_of("radio_operator"), "navigator")
    used_up(do(s, "wound", "navigator"))
    assert men(s, ["radio_operator", "navigator"]) == ["killed", "none"]


@pytest.mark.rule("today 5-17")
def test_a_wound_at_an_empty_seat_hurts_nobody(today: Ruleset) -> None:
    s = scene(today, **B24)
    empty = next(station for station in s.bomber.stations.values() if station.man is None)
    used_up(do(s, "wound", empty.key))
    assert s.rolls == 0


@pytest.mark.rule("today 5-17 note a")
@pytest.mark.parametrize(
    ("grades", "state_of_wounds"),
    [
        (["light_wound"], "light"),
        (["light_wound"] * 2, "light"),
        (["light_wound"] * 3, "serious"),
        (["light_wound"] * 4, "killed"),
        (["serious_wound"], "serious"),
        (["light_wound", "serious_wound"], "killed"),
        (["serious_wound", "light_wound"], "killed"),
        (["serious_wound", "serious_wound"], "killed"),
        (["light_wound", "light_wound", "serious_wound"], "killed"),
        (["killed"], "killed"),
    ],
)
def test_wounds_add_up_in_whatever_order_they_come(today: Ruleset, grades: Sequence[str], state_of_wounds: str) -> None:
    s = scene(today)
    s.man = s.bomber.man_of("tail_gunner")
    for grade in grades:
        do(s, grade)
    assert s.man.wounds == state_of_wounds


@pytest.mark.rule("today 5-18")
@pytest.mark.parametrize(
    ("grades", "grade"),
    [(["frostbite"], "frostbite"), (["frostbite", "severe"], "severe"), (["severe", "frostbite"], "severe")],
)
def test_frostbite_never_grows_less(today: Ruleset, grades: list[str], grade: str) -> None:
    s = scene(today)
    s.man = s.bomber.man_of("tail_gunner")
    for one in grades:
        do(s, "frostbite", one)
    assert s.man.frostbite == grade


@pytest.mark.rule("today 5-17 note b")
@pytest.mark.parametrize(
    ("verb", "after", "dead"),
    [("recovers", "recovers", False), ("sent_home", "sent_home", False), ("dies", "died_of_wounds", True)],
)
def test_what_becomes_of_the_wounded(today: Ruleset, verb: str, after: str, dead: bool) -> None:
    s = scene(today)
    s.man = s.bomber.man_of("tail_gunner")
    do(s, verb)
    assert (s.man.after, s.man.is_dead) == (after, dead)


@pytest.mark.rule("today 5-18")
def test_heat_out_remembers_its_first_zone(today: Ruleset) -> None:
    s = do(scene(today), "heat_out", "tail_gunner")
    first = s.zone.entry
    s.zone.entry += 3
    do(s, "heat_out", "tail_gunner")
    assert s.bomber.stations["tail_gunner"].heat_out_since == first
    assert len(told(s, "heat_out")) == 1
    assert s.bomber.stations["navigator"].heat_out_since is None


@pytest.mark.rule("today 5.14")
def test_the_second_oxygen_hit_puts_a_station_out(today: Ruleset) -> None:
    s = do(scene(today), "oxygen_hit", "pilot")
    assert not s.bomber.stations["pilot"].oxygen_out
    do(s, "oxygen_hit", "copilot")
    assert not s.bomber.stations["pilot"].oxygen_out
    do(s, "oxygen_hit", "pilot")
    assert s.bomber.stations["pilot"].oxygen_out
    assert not s.bomber.stations["copilot"].oxygen_out
    do(s, "oxygen_hit", "pilot")
    assert len(told(s, "oxygen_out")) == 1


@pytest.mark.rule("today 5.13")
def test_oxygen_out_is_for_a_whole_section(today: Ruleset) -> None:
    s = do(scene(today), "oxygen_out", "waist")
    assert {one.key for one in s.bomber.stations.values() if one.oxygen_out} == {
        "ball_gunner",
        "left_waist_gunner",
        "right_waist_gunner",
    }


# --- oxygen fires


@pytest.mark.rule("today 5-19")
@pytest.mark.parametrize(("faces", "left"), [((1,), 4), ((6, 5), 3), ((6, 6, 3), 2)])
def test_an_oxygen_fire_is_fought_up_to_three_times(today: Ruleset, faces: tuple[int, ...], left: int) -> None:
    s = used_up(do(scene(today, *faces), "fire", "nose"))
    assert s.bomber.extinguishers == left
    assert told(s, "fire_out")[0]["left"] == left


@pytest.mark.rule("today 5-19", "today 7-3")
def test_a_fire_that_three_tries_do_not_put_out_empties_the_bomber(today: Ruleset) -> None:
    s = scene(today, 6, 6, 6)
    assert ends(s, lambda s: do(s, "fire", "nose")) == "bailed_out"
    assert s.bomber.extinguishers == 2
    assert told(s, "bail_out")[0]["kind"] == "controlled"


@pytest.mark.rule("today 5-19")
@pytest.mark.parametrize("left", [0, 1, 2])
def test_a_fire_outlasts_the_last_extinguisher(today: Ruleset, left: int) -> None:
    s = scene(today, *[6] * left, extinguishers=left)
    assert ends(s, lambda s: do(s, "fire", "nose")) == "bailed_out"
    assert len(rolls(s, "5-19")) == left


def at_the_fire(s: Sortie) -> list[Crewman]:
    """Who sits out the attack because he fought a fire."""
    return [man for man in s.bomber.crew if man.sits_out == "attack"]


@pytest.mark.rule("today 5.13")
@pytest.mark.parametrize(("section", "crew"), [("nose", {"bombardier", "navigator"}), ("tail", {"tail_gunner"})])
def test_the_nearest_man_fights_the_fire(today: Ruleset, section: str, crew: set[str]) -> None:
    s = used_up(do(scene(today, 1), "fire", section))
    assert len(at_the_fire(s)) == 1
    assert {man.trade for man in at_the_fire(s)} <= crew


@pytest.mark.rule("today 5.13")
def test_where_nobody_is_fit_another_comes(today: Ruleset) -> None:
    s = used_up(do(scene(today, 1, tail_gunner={"wounds": "serious"}), "fire", "tail"))
    assert [man.section != "tail" for man in at_the_fire(s)] == [True]


@pytest.mark.rule("today 5-19")
def test_the_fire_fighter_works_no_gun_in_that_attack(today: Ruleset) -> None:
    s = used_up(do(scene(today, 1, fighters=[fw190("6 level")], orders={"fires_at": {"best": "1"}}), "fire", "tail"))
    play(s, "round.allot_guns")
    assert s.game.allotted == []


@pytest.mark.rule("today 5-19")
def test_the_fire_fighter_is_back_at_his_gun_for_the_next_wave(today: Ruleset) -> None:
    s = scene(today, 1, orders={"fires_at": {"best": "1"}})
    used_up(do(s, "fire", "tail"))
    play(s, "wave.rounds")
    s.game.fighters = scene(today, fighters=[fw190("6 level")]).game.fighters
    play(s, "round.allot_guns")
    assert [one.key for one, _ in s.game.allotted] == ["tail"]


@pytest.mark.rule("today 5.13")
@pytest.mark.parametrize(("copilot", "goes"), [("none", True), ("light", True), ("serious", False), ("killed", False)])
def test_a_pilot_leaves_his_seat_while_both_are_fit(today: Ruleset, copilot: str, goes: bool) -> None:
    orders = {"fights_fire": {"best": "2 if man.trade == 'pilot' else 1"}}
    s = used_up(do(scene(today, 1, copilot={"wounds": copilot}, orders=orders), "fire", "pilot_compartment"))
    assert (s.bomber.man_of("pilot") in at_the_fire(s)) is goes


@pytest.mark.rule("today 5.13", "today 4-3 note h")
def test_a_man_shut_in_fights_no_fire(today: Ruleset) -> None:
    s = scene(today, 1, left_waist_gunner={"wounds": "killed"}, right_waist_gunner={"wounds": "killed"})
    s.bomber.man_of("ball_gunner").is_trapped = True
    used_up(do(s, "fire", "waist"))
    assert len(at_the_fire(s)) == 1
    assert s.bomber.man_of("ball_gunner") not in at_the_fire(s)


# --- guns and systems


@pytest.mark.rule("today A-6")
def test_gun_out_is_for_good(today: Ruleset) -> None:
    s = do(do(scene(today), "gun_out", "tail"), "gun_out", "tail")
    assert not gun(s, "tail").is_working
    assert len(told(s, "gun_out")) == 1
    play(s, "turn.jam_repairs")
    assert s.rolls == 0


@pytest.mark.rule("today A-1")
def test_what_a_bomber_has_not_cannot_be_hit(today: Ruleset) -> None:
    s = scene(today)
    for verb in ("gun_out", "gun_jam", "turret_jammed", "trapped", "turret_power_out"):
        do(s, verb, "nose")
    do(s, "heat_out", "nose_gunner")
    do(s, "oxygen_hit", "nose_gunner")
    assert happenings(s) == []


@pytest.mark.rule("today 5-6 note a")
def test_gun_jam_takes_every_barrel_and_may_be_cleared(today: Ruleset) -> None:
    s = do(scene(today, 1), "gun_jam", "top")
    assert not gun(s, "top").is_working
    play(s, "turn.jam_repairs")
    assert gun(used_up(s), "top").twin_firing


@pytest.mark.rule("today A-5", "today 7-2 note d")
def test_a_jammed_turret_is_out_with_its_man_inside(today: Ruleset) -> None:
    s = do(scene(today), "turret_jammed", "ball")
    assert not gun(s, "ball").is_working
    assert s.bomber.man_of("ball_gunner").is_trapped


@pytest.mark.rule("today 4-3 note h")
def test_a_trapped_gunner_still_fires(today: Ruleset) -> None:
    s = do(scene(today, fighters=[fw190("12 low")], orders={"fires_at": {"best": "1"}}), "trapped", "ball")
    play(s, "round.allot_guns")
    assert s.bomber.man_of("ball_gunner").is_trapped
    assert "ball" in [one.key for one, _ in s.game.allotted]


@pytest.mark.rule("today 4-3 note h")
def test_a_dead_gunner_is_not_shut_in(today: Ruleset) -> None:
    s = do(scene(today, ball_gunner={"wounds": "killed"}), "turret_jammed", "ball")
    assert not s.bomber.man_of("ball_gunner").is_trapped


@pytest.mark.rule("today 4-3 note g")
@pytest.mark.parametrize("by_hand", [True, False])
def test_a_turret_without_power_works_by_hand_or_not_at_all(today: Ruleset, by_hand: bool) -> None:
    s = do(scene(today), "turret_power_out", "top", by_hand=by_hand)
    assert (gun(s, "top").can_fire, gun(s, "top").has_power) == (by_hand, False)
    assert gun(s, "top").power_failed_in == s.zone.entry


@pytest.mark.rule("today A-8")
def test_a_system_fails_once(today: Ruleset) -> None:
    s = do(do(scene(today), "system_out", "radio"), "system_out", "radio")
    assert "radio" in s.bomber.out
    assert len(told(s, "system_out")) == 1
    assert "radio" not in s.bomber.beyond_repair


@pytest.mark.rule("today A-7", "today 4-3 note k")
def test_gear_shot_up_is_beyond_repair_though_it_had_failed_before(today: Ruleset) -> None:
    s = do(do(scene(today), "system_out", "landing_gear"), "system_out", "landing_gear", beyond_repair=True)
    assert s.bomber.beyond_repair == {"landing_gear"}


@pytest.mark.rule("today A-7", "today 7-1")
@pytest.mark.parametrize("surface", ["flap", "aileron", "elevator"])
def test_one_side_of_a_surface_is_not_both(today: Ruleset, surface: str) -> None:
    s = scene(today)
    s.hit_side = "left"
    do(s, "surface_out", surface)
    do(s, "surface_out", surface)
    assert not s.bomber.are_both_out(surface)
    assert len(told(s, "surface_out")) == 1
    do(s, "surface_out", surface, side="right")
    assert s.bomber.are_both_out(surface)


@pytest.mark.rule("today 7-1")
def test_a_flap_and_an_aileron_are_not_a_pair(today: Ruleset) -> None:
    s = do(do(scene(today), "surface_out", "flap", side="left"), "surface_out", "aileron", side="right")
    assert not s.bomber.are_both_out("flap")
    assert not s.bomber.are_both_out("aileron")


# --- damage that adds up


def counted(s: Sortie, counter: str, times: int, side: str = "") -> Sortie:
    """So many hits on something that gives way in the end."""
    for _ in range(times):
        do(s, "count", counter, side=side)
    return s


@pytest.mark.rule("today A-7", "today B-7")
@pytest.mark.parametrize(("bomber", "limit"), [("b-17f", 5), ("b-17g", 5), ("b-24d", 3), ("b-24j", 3)])
@pytest.mark.parametrize("side", SIDES)
def test_a_wing_root_holds_so_many_hits(today: Ruleset, bomber: str, limit: int, side: str) -> None:
    s = counted(scene(today, bomber=bomber), "wing_root", limit - 1, side)
    counted(s, "wing_root", limit - 1, {"left": "right", "right": "left"}[side])
    assert s.outcome == ""
    assert ends(s, lambda s: counted(s, "wing_root", 1, side)) == "shot_down"
    assert told(s, "wing_torn_off") == [{"side": side}]
    assert told(s, "bail_out")[0]["kind"] == "uncontrolled"


@pytest.mark.rule("today A-7")
def test_wing_root_hits_of_several_shells_are_counted_by_the_wing_that_was_hit(today: Ruleset) -> None:
    s = scene(today, *(1, 1), *(1, 2), *(5, 6))
    hit_area(s, "left_wing")
    hit_area(s, "right_wing")
    hit_area(s, "left_wing")
    assert s.bomber.counts == {"wing_root left": 2, "wing_root right": 1}


@pytest.mark.rule("today A-6")
def test_a_tailplane_breaks_away_at_the_third_hit_with_its_elevator(today: Ruleset) -> None:
    s = counted(scene(today), "tailplane_root", 2, "left")
    assert s.bomber.surfaces_out == set()
    counted(s, "tailplane_root", 1, "left")
    assert s.bomber.counts["tailplane_lost"] == 1
    assert s.bomber.surfaces_out == {"elevator left"}
    assert not s.bomber.are_both_out("elevator")


@pytest.mark.rule("today A-6")
def test_without_both_tailplanes_the_bomber_falls(today: Ruleset) -> None:
    s = counted(counted(scene(today), "tailplane_root", 3, "left"), "tailplane_root", 2, "right")
    assert ends(s, lambda s: counted(s, "tailplane_root", 1, "right")) == "shot_down"


@pytest.mark.rule("today A-6", "today 7-1")
def test_three_hits_put_the_rudder_of_a_b17_out(today: Ruleset) -> None:
    s = counted(scene(today), "rudder", 2)
    assert "rudder" not in s.bomber.out
    assert "rudder" in counted(s, "rudder", 1).bomber.out


@pytest.mark.rule("today B-6")
def test_a_b24_loses_its_rudder_when_both_are_gone(today: Ruleset) -> None:
    s = counted(scene(today, **B24), "rudder", 2, "left")
    counted(s, "rudder", 1, "right")
    assert "rudder" not in s.bomber.out
    assert s.bomber.counts["rudder_lost"] == 1
    assert "rudder" in counted(s, "rudder", 1, "right").bomber.out


@pytest.mark.rule("today B-6")
def test_lost_rudder_controls_are_no_lost_rudder_of_a_b24(today: Ruleset) -> None:
    s = do(scene(today, **B24), "system_out", "rudder_controls")
    counted(s, "rudder", 2, "left")
    assert "rudder" not in s.bomber.out


@pytest.mark.rule("today A-2", "today 5.9")
def test_the_second_hit_cuts_the_control_cables(today: Ruleset) -> None:
    s = scene(today, *(6, 6), *(6, 6))
    hit_area(s, "pilot_compartment")
    assert "control_cables" not in s.bomber.out
    hit_area(s, "waist")
    assert "control_cables" in used_up(s).bomber.out
    counted(s, "control_cables", 2)
    assert len(told(s, "gives_way")) == 1


@pytest.mark.rule("today A-2", "today 7-1")
def test_two_window_hits_cost_one_on_the_landing(today: Ruleset) -> None:
    table = today.tables["7-1"]
    s = counted(scene(today), "window", 1)
    assert [says for value, says, _ in table.explain(s, 7) if "window" in says] == []
    counted(s, "window", 1)
    assert [value for value, says, _ in table.explain(s, 7) if "window" in says] == [-1]


@pytest.mark.rule("today A-7")
@pytest.mark.parametrize("side", SIDES)
def test_a_wing_torn_off(today: Ruleset, side: str) -> None:
    s = scene(today)
    s.hit_side = side
    assert ends(s, lambda s: do(s, "wing_torn_off", "hit_side")) == "shot_down"
    assert told(s, "wing_torn_off") == [{"side": side}]


# --- engines


@pytest.mark.rule("today A-7")
def test_an_engine_hit_may_be_superficial(today: Ruleset) -> None:
    s = used_up(do(scene(today, 2), "engine_hit", 3))
    assert (s.bomber.engines_out, s.hit_engine) == (0, 3)


@pytest.mark.rule("today A-7")
@pytest.mark.parametrize(("feathers", "drags"), [(1, False), (5, False), (6, True)])
def test_an_engine_that_stops_is_feathered_or_drags(today: Ruleset, feathers: int, drags: bool) -> None:
    s = used_up(do(scene(today, 3, feathers), "engine_hit", 2))
    engine = s.bomber.engine(2)
    assert (engine.is_out, engine.is_windmilling, state(s).in_formation) == (True, drags, not drags)
    assert s.bomber.engines_out == 1


@pytest.mark.rule("today A-8", "today A-7")
def test_without_feathering_every_stopped_engine_drags(today: Ruleset) -> None:
    s = used_up(do(scene(today, 3, 1, out={"feathering": True}), "engine_hit", 2))
    assert s.bomber.engine(2).is_windmilling


@pytest.mark.rule("today A-7")
@pytest.mark.parametrize("die", [3, 4, 5])
def test_a_stopped_engine_does_not_stop_again(today: Ruleset, die: int) -> None:
    s = used_up(do(scene(today, die, engines_out=[2]), "engine_hit", 2))
    assert (s.bomber.engines_out, tables(s)) == (1, ["A-7 engine"])


@pytest.mark.rule("today A-7", "today 7-3")
def test_a_runaway_engine_is_feathered_or_drives_the_crew_out(today: Ruleset) -> None:
    s = used_up(do(scene(today, 5, 5), "engine_hit", 1))
    assert s.bomber.engine(1).is_out
    s = scene(today, 5, 6)
    assert ends(s, lambda s: do(s, "engine_hit", 1)) == "bailed_out"


@pytest.mark.rule("today 4-3 note b")
@pytest.mark.parametrize("faces", [(1,), (5,), (6, 5)])
def test_an_engine_fire_that_goes_out_leaves_the_engine_dead(today: Ruleset, faces: tuple[int, ...]) -> None:
    s = used_up(do(scene(today, *faces), "engine_fire", 4))
    assert (s.bomber.engine(4).is_out, s.bomber.engine(4).out_by) == (True, "fire")


@pytest.mark.rule("today 4-3 note b", "today 7-3")
def test_an_engine_fire_spreads_to_the_wing(today: Ruleset) -> None:
    s = scene(today, 6, 6)
    assert ends(s, lambda s: do(s, "engine_fire", 4)) == "bailed_out"
    assert "wing_burns" in happenings(s)


@pytest.mark.rule("today A-8")
def test_without_extinguisher_controls_an_engine_fire_is_not_fought(today: Ruleset) -> None:
    s = scene(today, out={"engine_extinguishers": True})
    assert ends(s, lambda s: do(s, "engine_fire", 4)) == "bailed_out"
    assert rolls(s, "4-3 note b fire") == []


@pytest.mark.rule("today A-7")
@pytest.mark.parametrize(("die", "points"), [(1, 3), (3, 2), (6, 1)])
def test_a_holed_oil_tank_leaks_fast_or_slowly(today: Ruleset, die: int, points: int) -> None:
    s = used_up(do(scene(today, 3, die), "oil_tank_hit", 1))
    assert (s.bomber.engine(1).leak_points, s.bomber.engine(1).is_out) == (points, False)


@pytest.mark.rule("today A-7")
def test_an_oil_tank_may_seal_itself(today: Ruleset) -> None:
    s = used_up(do(scene(today, 5), "oil_tank_hit", 1))
    assert s.bomber.engine(1).leak_points == 0


@pytest.mark.rule("today A-7")
def test_the_oil_runs_out_zone_by_zone(today: Ruleset) -> None:
    s = do(scene(today), "oil_leak", 1, points=2)
    play(s, "zone.troubles")
    assert not s.bomber.engine(1).is_out
    play(s, "zone.troubles")
    assert (s.bomber.engine(1).is_out, s.bomber.engine(1).out_by) == (True, "oil")


@pytest.mark.rule("today A-7")
def test_oil_leaks_of_one_engine_add_up(today: Ruleset) -> None:
    s = do(do(scene(today), "oil_leak", 1, points=3), "oil_leak", 2, points=1)
    assert s.bomber.engines_out == 0
    do(s, "oil_leak", 1, points=1)
    assert [engine.number for engine in s.bomber.engines if engine.is_out] == [1]


@pytest.mark.rule("today A-7")
def test_a_dry_oil_tank_cannot_burn(today: Ruleset) -> None:
    s = do(scene(today, 6), "oil_leak", 1, points=4)
    used_up(do(s, "engine_hit", 1))
    assert tables(s) == ["A-7 engine"]


@pytest.mark.rule("today 4-3 note d")
@pytest.mark.parametrize(("die", "leaks", "out"), [(5, False, False), (8, True, False)])
def test_leaking_oil_is_thrown_for_in_each_zone(today: Ruleset, die: int, leaks: bool, out: bool) -> None:
    s = do(scene(today, die), "leaking_oil", 2)
    play(s, "zone.troubles")
    used_up(s)
    assert (s.bomber.engine(2).is_leaking, s.bomber.engine(2).is_out) == (leaks, out)


@pytest.mark.rule("today 4-3 note d", "today 4-3 note b")
def test_leaking_oil_may_catch_fire(today: Ruleset) -> None:
    s = do(scene(today, 9, 1), "leaking_oil", 2)
    play(s, "zone.troubles")
    assert (used_up(s).bomber.engine(2).is_out, s.bomber.engine(2).is_leaking) == (True, False)


@pytest.mark.rule("today 4-3 note d")
def test_a_stopped_engine_leaks_no_oil(today: Ruleset) -> None:
    s = do(scene(today, engines_out=[2]), "leaking_oil", 2)
    assert not s.bomber.engine(2).is_leaking


@pytest.mark.rule("today 4-3 note c")
@pytest.mark.parametrize(("which", "turbos"), [(3, 1), ("all", 4)])
def test_turbos_fail_one_by_one_or_together(today: Ruleset, which: int | str, turbos: int) -> None:
    s = do(do(scene(today), "turbo_out", which), "turbo_out", which)
    assert (s.bomber.turbos_out, s.bomber.engines_out) == (turbos, 0)


@pytest.mark.rule("today 5.10")
def test_an_engine_is_put_down_to_what_stopped_it(today: Ruleset) -> None:
    s = scene(today, fighters=[fw190("12 high")])
    do(s, "engine_out", 1)
    s.under_attack_by = "flak"
    do(s, "engine_out", 2)
    do(s, "engine_out", 1)
    assert [s.bomber.engine(number).out_by for number in (1, 2)] == ["fighter", "flak"]
    assert [facts["out"] for facts in told(s, "engine_out")] == [1, 2]


@pytest.mark.rule("today A-7")
def test_feather_asks_for_the_engine_that_was_hit(today: Ruleset) -> None:
    s = scene(today, 6)
    s.hit_engine = 3
    used_up(do(s, "feather", "hit"))
    assert [engine.number for engine in s.bomber.engines if engine.is_windmilling] == [3]


# --- fuel


@pytest.mark.rule("today A-7")
@pytest.mark.parametrize(("bomber", "turns"), [("b-17g", [4, 4, 5, 5, 6, 6]), ("b-24j", [4, 5, 5, 6, 6, 6])])
def test_a_fuel_leak_leaves_so_many_turns(today: Ruleset, bomber: str, turns: list[int]) -> None:
    found = []
    for die in range(1, 7):
        s = used_up(do(scene(today, 3, die, bomber=bomber), "fuel_tank_hit", "inboard"))
        found.append(s.bomber.fuel_turns)
    assert found == turns


@pytest.mark.rule("today A-7")
@pytest.mark.parametrize(("bomber", "turns"), [("b-17g", [5, 2, 1]), ("b-24j", [5, 3, 1])])
def test_every_further_leak_leaves_less(today: Ruleset, bomber: str, turns: list[int]) -> None:
    s = scene(today, 3, 3, 3, bomber=bomber)
    found = []
    for _ in range(3):
        do(s, "fuel_leak")
        found.append(s.bomber.fuel_turns)
    assert found == turns


@pytest.mark.rule("today 4-3 note e")
def test_the_smaller_number_of_turns_stands(today: Ruleset) -> None:
    s = do(do(do(scene(today), "fuel_left", 4), "fuel_left", 6), "fuel_left", 3)
    assert [facts["turns"] for facts in told(s, "fuel_left")] == [4, 4, 3]


@pytest.mark.rule("today A-7")
def test_a_fuel_tank_may_seal_itself(today: Ruleset) -> None:
    s = used_up(do(scene(today, 6), "fuel_tank_hit", "outboard"))
    assert s.bomber.fuel_turns is None


@pytest.mark.rule("today A-7")
@pytest.mark.parametrize(
    ("die", "outcome", "kind"), [(5, "bailed_out", "controlled"), (6, "shot_down", "uncontrolled")]
)
def test_a_burning_fuel_tank_is_the_end(today: Ruleset, die: int, outcome: str, kind: str) -> None:
    s = scene(today, 1, die)
    s.hit_side = "left"
    assert ends(s, lambda s: do(s, "fuel_tank_hit", "inboard")) == outcome
    assert told(s, "bail_out")[0]["kind"] == kind


@pytest.mark.rule("today 4-3 note e")
def test_fuel_is_burned_turn_by_turn_to_the_last(today: Ruleset) -> None:
    s = do(scene(today, zone={"fighters": "NA"}), "fuel_left", 2)
    play(s, "turn.fuel", "turn.fuel")
    assert s.bomber.fuel_turns == 0
    ends(s, lambda s: play(s, "turn.fuel"))
    assert "fuel_gone" in happenings(s)


# --- the flight


@pytest.mark.rule("today A-3")
@pytest.mark.parametrize(("verb", "value"), [("bombs_detonate", True), ("destroyed", "mid-air collision")])
def test_the_bomber_is_gone_with_all_aboard(today: Ruleset, verb: str, value: Any) -> None:
    s = scene(today)
    assert ends(s, lambda s: do(s, verb, value)) == "shot_down"
    assert all(man.is_dead for man in s.bomber.crew)


@pytest.mark.rule("today A-3")
@pytest.mark.parametrize("total", [(1, 2), (4, 5), (5, 6)])
def test_a_hit_on_the_bombs_needs_bombs(today: Ruleset, total: tuple[int, int]) -> None:
    s = scene(today, *total, 4)
    hit_area(s, "bomb_bay")
    assert used_up(s).outcome == ""
    s = scene(today, *total, 5)
    assert ends(s, lambda s: hit_area(s, "bomb_bay")) == "shot_down"
    s = scene(today, *total, bombs_aboard=False)
    hit_area(s, "bomb_bay")
    assert used_up(s).outcome == ""


@pytest.mark.rule("today 4.7")
def test_leave_formation_descend_and_slow(today: Ruleset) -> None:
    s = do(scene(today), "leave_formation", "a propeller")
    assert (state(s).in_formation, state(s).altitude) == (False, "high")
    s = do(scene(today), "descend", "no oxygen")
    assert (state(s).in_formation, state(s).altitude) == (False, "low")
    s = do(scene(today, zone={"fighters": "NA"}), "slow", "doors hang open")
    assert state(s).in_formation is False
    play(s, "zone.second_turn")
    assert happenings(s).count("second_turn") == 1


@pytest.mark.rule("today 4.5")
def test_abort_and_may_abort(today: Ruleset) -> None:
    s = do(scene(today), "abort", "icing")
    assert (state(s).aborting, state(s).aborts_with_group) == ("icing", False)
    s = do(scene(today), "abort", "recalled", with_group=True)
    assert (state(s).aborting, state(s).aborts_with_group) == ("recalled", True)
    s = do(do(scene(today), "may_abort", "bombsight out"), "may_abort", "bombsight out")
    assert (state(s).aborting, state(s).reasons_to_abort) == ("", ["bombsight out"])


@pytest.mark.rule("today 7-3", "today 7-4")
@pytest.mark.parametrize(("kind", "outcome"), [("controlled", "bailed_out"), ("uncontrolled", "shot_down")])
def test_bail_out(today: Ruleset, kind: str, outcome: str) -> None:
    s = scene(today)
    assert ends(s, lambda s: do(s, "bail_out", kind)) == outcome
    assert {roll.table for roll in rolls(s)} >= {"7-3" if kind == "controlled" else "7-4"}


@pytest.mark.rule("today 5-13")
def test_verbs_without_consequences(today: Ruleset) -> None:
    s = do(do(do(scene(today), "superficial"), "no_effect"), "self_sealed")
    assert happenings(s) == []
    do(s, "note", "the wind whistles")
    assert told(s, "remark") == [{"text": "the wind whistles"}]


# --- verbs that hold others


ROWS: dict[str, list[dict[str, Any]]] = {
    "2": [{"each_man": [{"light_wound": True}]}],
    "3": [{"next_zone": [{"system_out": "radio"}]}],
    "4": [{"by_side": {"left": [{"gun_out": "left_waist"}], "right": [{"gun_out": "right_waist"}]}}],
    "5": [{"roll_on": "section.wing", "side": "right"}],
    "6": [{"when": "bombs_aboard", "then": [{"gun_out": "top"}], "otherwise": [{"gun_out": "ball"}]}],
    "7": [
        {
            "roll": "1d6",
            "says": "which gun",
            "rows": [
                {"on": "1-2", "effects": [{"gun_out": "top"}]},
                {"on": "3-6", "effects": [{"gun_out": "ball"}, {"gun_out": "tail"}]},
            ],
        }
    ],
}


@pytest.fixture(scope="module")
def held() -> Ruleset:
    """The game with verbs that hold others in the rows of A-8."""
    plugins = load_plugins()
    builder = RulesetBuilder(plugins.game("today"), plugins)
    for on, effects in ROWS.items():
        builder.row("A-8", Row(on=on, result="tried", effects=effects))
    return builder.compose()


def instruments(s: Sortie) -> Sortie:
    """A hit on the instruments."""
    s.carry_out("section.instruments")
    return used_up(s)


@pytest.mark.rule("today A-8")
def test_each_man_is_hit_but_the_dead(held: Ruleset) -> None:
    s = instruments(scene(held, 1, 1, navigator={"wounds": "killed"}))
    assert [man.light_wounds for man in s.bomber.crew].count(1) == 9
    assert s.bomber.man_of("navigator").light_wounds == 0


@pytest.mark.rule("today A-8")
def test_next_zone_waits(held: Ruleset) -> None:
    s = instruments(scene(held, 1, 2))
    assert "radio" not in s.bomber.out
    s.enter_zone(s.zone)
    assert "radio" in s.bomber.out
    assert s.pending == []


@pytest.mark.rule("today A-8")
@pytest.mark.parametrize(("side", "lost"), [("left", ["left_waist"]), ("right", ["right_waist"]), ("", [])])
def test_by_side_does_what_its_side_says(held: Ruleset, side: str, lost: list[str]) -> None:
    s = scene(held, 1, 3)
    s.hit_side = side
    assert [one.key for one in instruments(s).bomber.guns.values() if one.is_out] == lost


@pytest.mark.rule("today A-8")
def test_roll_on_names_a_side(held: Ruleset) -> None:
    s = instruments(scene(held, *(1, 4), *(1, 1)))
    assert s.bomber.counts == {"wing_root right": 1}


@pytest.mark.rule("today A-8")
@pytest.mark.parametrize(("aboard", "lost"), [(True, "top"), (False, "ball")])
def test_when_goes_one_way_or_the_other(held: Ruleset, aboard: bool, lost: str) -> None:
    s = instruments(scene(held, 3, 3, bombs_aboard=aboard))
    assert [one.key for one in s.bomber.guns.values() if one.is_out] == [lost]


@pytest.mark.rule("today A-8")
@pytest.mark.parametrize(("die", "lost"), [(1, ["top"]), (2, ["top"]), (3, ["ball", "tail"]), (6, ["ball", "tail"])])
def test_roll_throws_on_its_own_rows(held: Ruleset, die: int, lost: list[str]) -> None:
    s = instruments(scene(held, *(3, 4), die))
    assert [one.key for one in s.bomber.guns.values() if one.is_out] == lost
    assert rolls(s)[-1].title == "which gun"


# --- verbs that act on the fighter


@pytest.mark.rule("today 5-7A")
def test_what_damage_in_detail_does_to_a_fighter(today: Ruleset) -> None:
    s = scene(today, fighters=[fw190("12 high")])
    one = s.fighter = fighter(s)
    do(s, "collision_risk", 1)
    do(s, "collision_risk", 1)
    do(s, "fca_limit", 2)
    do(s, "fighter_hits_ignored", 1)
    do(s, "fighter_pilot", "serious")
    assert (one.collision_risk, one.fca_limit, one.hits_ignored, one.pilot) == (2, 2, 1, "serious")
    assert not one.is_out_of_action
    do(s, "fighter_cannot_attack", "the pilot is dead")
    assert (one.has_left, one.is_destroyed) == (True, False)
    do(s, "fighter_destroyed", "its tank burns")
    assert one.is_destroyed


@pytest.mark.rule("today 5-7A note d")
@pytest.mark.parametrize(("ignored", "hits"), [(0, 1), (1, 0), (2, 0)])
def test_a_damaged_gun_takes_hits_off(today: Ruleset, ignored: int, hits: int) -> None:
    s = scene(today, *(6, 6), *(3, 4), *([1, 1] * hits), fighters=[fw190("12 high")])
    fighter(s).hits_ignored = ignored
    play(s, "round.fighters_fire")
    assert len(rolls(used_up(s), "5-11")) == hits


@pytest.mark.rule("today 5-16", "today 5-7A note a")
def test_a_fighter_hard_to_control_collides_more_easily(today: Ruleset) -> None:
    s = scene(today, *(5, 6), 5, *(1, 1), fighters=[fw190("12 high")])
    one = fighter(s)
    one.has_attacked = one.hit_bomber = True
    one.collision_risk = 1
    play(s, "round.collisions")
    assert shifts(rolls(used_up(s), "5-16 near")[0]) == {"fighter hard to control": 1}
    assert tables(s)[-1] == "5-12"
