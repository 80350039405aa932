"""Posts, Window and sets before the fight (5.0), searchlights and guns (5.1, 5.2)."""

from __future__ import annotations

from contextlib import suppress
from typing import Any

import pytest
from bomberstream.core.damage import burst_inside
from bomberstream.core.dice import ScriptedSource, SeededSource
from bomberstream.core.mission import ending
from bomberstream.core.ruleset import Ruleset
from bomberstream.core.sortie import Sortie, SortieOver
from bomberstream.core.zones import Zone
from bomberstream.plugins.tonight.altitude import is_slow, must_stay_low
from bomberstream.plugins.tonight.combat import may_corkscrew
from bomberstream.plugins.tonight.searchlights import has_guns
from bomberstream.plugins.tonight.zones import another_turn
from duels import CENT_10, HIGH, LOW, count, ends, gun, silent
from nights import (
    asked,
    column,
    fates,
    happenings,
    is_taken,
    man,
    modifiers,
    rolls,
    run,
    take,
    told,
    used_up,
)

SHAKES_OFF = {"corkscrew_light": "yes"}
FOUND = HIGH
CLEAR = (3, 4)
"""A shell that bursts wide of the bomber."""


def over(s: Sortie, number: int, *codes: str, target: bool = False, base: bool = False) -> Sortie:
    """Above these letters."""
    s.zone = Zone(number, over=codes, region=("",) * len(codes), is_target=target, is_base=base)
    return s


def found(tonight: Ruleset, *faces: int, **given: Any) -> Sortie:
    """Radar holds the bomber."""
    return silent(tonight, *faces, detected=True, **given)


# --- 5.0


@pytest.mark.rule("tonight 5.0", "tonight 5.0.4", "tonight 5.2.6")
def test_posts_and_sets_come_first_then_guns_then_fighters(tonight: Ruleset) -> None:
    s = silent(tonight)
    zone = [step.name for step in s.procedures["zone"]]
    assert zone.index("crew_moves") < zone.index("devices") < zone.index("detection") < zone.index("first_turn")
    turn = [step.name for step in s.procedures["turn"]]
    fight = ["battle_stations", "searchlights", "guns", "night_fighters", "lights_out"]
    assert turn[turn.index("battle_stations") :] == fight


@pytest.mark.rule("tonight 5.0.1", "tonight 5.1.5", "tonight 5.1.3")
def test_guns_and_fighters_in_each_turn_of_a_zone(tonight: Ruleset) -> None:
    s = found(tonight, *LOW, *CENT_10, *LOW, *CENT_10)
    s.run("turn")
    another_turn(s, "again")
    used_up(s)
    assert rolls(s) == ["searchlights", "night_fighters"] * 2


@pytest.mark.rule("tonight 5.0.1", "tonight 5.1.1")
def test_no_combat_where_radar_has_not_found_the_bomber(tonight: Ruleset) -> None:
    s = silent(tonight)
    s.run("turn")
    assert rolls(s) == []


VENTRAL = {"mans_gun": {"choose": "none", "case": [{"when": "gun.id == 'ventral'", "choose": "wireless_operator"}]}}


@pytest.mark.rule("tonight 5.0.1.reposition")
def test_the_wireless_operator_at_the_ventral_gun_works_no_monica(tonight: Ruleset) -> None:
    s = silent(tonight, orders=VENTRAL, device={"monica": True}, detected=True)
    run(s, "turn", "battle_stations")
    assert gun(s, "ventral").gunner is man(s, "wireless_operator")
    assert s.bomber.man_at("ventral_position") is man(s, "wireless_operator")
    assert s.game.devices_on == set()
    assert [facts["device"] for facts in told(s, "device_silent")] == ["Monica"]


@pytest.mark.rule("tonight 5.0.1.reposition")
@pytest.mark.parametrize("chute", [False, True])
def test_a_gunner_at_the_chute_leaves_his_turret_without_eyes(tonight: Ruleset, chute: bool) -> None:
    orders = {"drops_window": "mid_upper_gunner" if chute else "none"}
    s = silent(tonight, *LOW, orders=orders, carried={"window": True}, fighter={"position": "3 high"})
    take(s, "zone", "devices")
    run(s, "round", "crew_spots_it")
    assert modifiers(s, "bomber_spots") == ([-2] if chute else [])


@pytest.mark.rule("tonight 5.0.2")
def test_the_player_says_which_sets_transmit(tonight: Ruleset) -> None:
    off = {"transmit": {"choose": "yes", "case": [{"when": "switching == 'monica'", "choose": "no"}]}}
    aboard = dict.fromkeys(("monica", "mandrel", "h2s", "gee"), True)
    s = run(silent(tonight, orders=off, device=aboard), "zone", "devices")
    assert s.game.devices_on == {"mandrel", "h2s", "gee"}
    assert asked(s) == ["transmit"] * 3


@pytest.mark.rule("tonight 5.0.2", "tonight 5.3.4.2", "tonight 5.3.4.3")
@pytest.mark.parametrize(("set_", "homer"), [("h2s", "naxos"), ("monica", "flensburg")])
@pytest.mark.parametrize("transmits", [True, False])
def test_fighters_home_on_a_set_that_transmits(tonight: Ruleset, set_: str, homer: str, transmits: bool) -> None:
    s = silent(
        tonight,
        *HIGH,
        orders={"transmit": "yes" if transmits else "no"},
        device={set_: True},
        fighter={"carries": [homer]},
    )
    take(s, "zone", "devices")
    run(s, "fighter", "finds_bomber")
    assert modifiers(s, "fighter_spots") == ([1] if transmits else [])


DROPS = {"drops_window": "engineer"}


@pytest.mark.rule("tonight 5.0.3")
def test_window_needs_a_man_at_the_chute_in_the_rear_centre(tonight: Ruleset) -> None:
    s = run(silent(tonight, orders=DROPS, carried={"window": True}), "zone", "devices")
    assert (man(s, "engineer").post, man(s, "engineer").section) == ("Window chute", "rear_centre")
    assert s.game.devices_on == {"window"}
    nobody = run(silent(tonight, carried={"window": True}), "zone", "devices")
    assert (nobody.game.devices_on, asked(nobody)) == (set(), ["drops_window"])
    none_aboard = run(silent(tonight, orders=DROPS), "zone", "devices")
    assert (none_aboard.game.devices_on, asked(none_aboard)) == (set(), [])


@pytest.mark.rule("tonight 5.0.3")
@pytest.mark.parametrize("dropped", [True, False])
def test_window_spoils_detection_searchlights_and_airborne_radar(tonight: Ruleset, dropped: bool) -> None:
    s = silent(
        tonight,
        *(*HIGH, *LOW, *HIGH),
        date="1943-08-20",
        carried={"window": True},
        orders=DROPS,
        fighter={"carries": ["radar"]},
    )
    if dropped:
        take(s, "zone", "devices")
    take(s, "zone", "detection")
    take(s, "turn", "searchlights")
    run(s, "fighter", "finds_bomber")
    assert any(value < 0 for value in modifiers(s, "detection")) is dropped
    assert modifiers(s, "searchlights") == ([-1, -1] if dropped else [])
    assert modifiers(s, "fighter_spots") == ([2, -2] if dropped else [2])


@pytest.mark.rule("tonight 5.0.3")
@pytest.mark.parametrize("why", ["hurt", "dead", "called away"])
def test_window_is_for_who_drops_it_through_the_whole_zone(tonight: Ruleset, why: str) -> None:
    s = run(silent(tonight, orders=DROPS, carried={"window": True}, detected=True), "zone", "devices")
    engineer = man(s, "engineer")
    if why == "hurt":
        engineer.is_serious = True
    elif why == "dead":
        engineer.is_dead = True
    else:
        engineer.is_busy = True
    run(s, "turn", "battle_stations")
    assert s.game.devices_on == set()
    engineer.is_busy = False
    run(s, "turn", "battle_stations")
    assert s.game.devices_on == set()


# --- 5.1


@pytest.mark.rule("tonight 5.1", "tonight 5.1.5.no-aaa-zones")
@pytest.mark.parametrize(
    ("number", "codes", "target", "guns"),
    [
        (4, ("N",), False, True),
        (4, ("G",), False, True),
        (1, ("N",), False, False),
        (3, ("W",), False, False),
        (3, ("E",), False, False),
        (8, ("S",), False, False),
        (6, ("G",), True, True),
    ],
)
def test_guns_stand_on_ground_that_germans_hold(
    tonight: Ruleset, number: int, codes: tuple[str, ...], target: bool, guns: bool
) -> None:
    s = over(found(tonight, *(LOW if guns else ())), number, *codes, target=target)
    run(s, "turn", "searchlights")
    assert rolls(s) == (["searchlights"] if guns else [])


@pytest.mark.rule("tonight 5.1.5.no-aaa-zones", "tonight 5.1")
@pytest.mark.parametrize(("die", "guns"), [(1, False), (3, False), (4, True), (6, True)])
def test_on_a_coast_the_die_says_whether_water_or_guns_lie_below(tonight: Ruleset, die: int, guns: bool) -> None:
    s = over(silent(tonight, die), 3, "W", "N")
    assert has_guns(s) is guns
    assert has_guns(s) is guns
    used_up(s)


@pytest.mark.rule("tonight 5.1.1", "tonight 5.1.2", "tonight 5.1.3", "tonight 5.1.4")
@pytest.mark.parametrize(("moon", "least"), [("full", 10), ("half", 11), ("crescent", 12)])
def test_each_moon_has_its_number(tonight: Ruleset, moon: str, least: int) -> None:
    for total in range(9, 13):
        faces = (6, total - 6)
        spotted = total >= least
        s = found(tonight, *faces, *((1,) if spotted else ()), moon=moon)
        run(s, "turn", "searchlights", "guns")
        assert column(s, "searchlights") == moon
        assert rolls(s) == (["searchlights", "flak"] if spotted else ["searchlights"])
        assert s.game.found_by_guns is spotted


@pytest.mark.rule("tonight 5.1.5.drm")
@pytest.mark.parametrize(
    ("state", "shift"),
    [
        ({}, []),
        ({"stream_position": "front"}, [-1]),
        ({"stream_position": "back"}, [1]),
        ({"weather": "haze"}, [-1]),
        ({"weather": "half_cloud"}, [-1]),
        ({"weather": "full_cloud"}, [-3]),
        ({"zone": {"contrails": True}}, [1]),
        ({"zone": {"contrails": True}, "weather": "full_cloud"}, [-3]),
        ({"device": {"mandrel": True}}, [-1]),
    ],
)
def test_what_sways_the_searchlights(tonight: Ruleset, state: dict[str, Any], shift: list[int]) -> None:
    s = run(found(tonight, *LOW, **state), "turn", "searchlights")
    assert modifiers(s, "searchlights") == shift


@pytest.mark.rule("tonight 5.1.5.illuminated", "tonight 5.1.5.remove")
def test_whoever_is_found_is_lit_until_the_fighters_have_done(tonight: Ruleset) -> None:
    s = found(tonight, *FOUND, 1, *CENT_10)
    run(s, "turn", "searchlights", "guns", "night_fighters")
    assert s.game.lit
    run(s, "turn", "lights_out")
    assert not s.game.lit


@pytest.mark.rule("tonight 5.1.5.illuminated", "tonight 5.1.5.remove")
@pytest.mark.parametrize("lit", [True, False])
def test_the_light_helps_guns_and_fighters_while_it_holds(tonight: Ruleset, lit: bool) -> None:
    s = found(tonight, 1, *HIGH, lit=lit, fighter={})
    s.game.found_by_guns = True
    take(s, "turn", "guns")
    run(s, "fighter", "finds_bomber")
    assert modifiers(s, "flak") == ([1, -1] if lit else [-1])
    assert modifiers(s, "fighter_spots") == ([3] if lit else [])


@pytest.mark.rule("tonight 5.1.5.corkscrew", "tonight 5.6.5", "tonight 5.6.3", "tonight 5.1.5.remove")
@pytest.mark.parametrize(("die", "held"), [(1, True), (3, True), (4, False), (6, False)])
def test_one_corkscrew_may_shake_the_light_off(tonight: Ruleset, die: int, held: bool) -> None:
    s = run(found(tonight, *FOUND, *LOW, die, orders=SHAKES_OFF), "turn", "searchlights")
    assert rolls(s) == ["searchlights", "collision", "searchlight_evasion"]
    assert asked(s) == ["corkscrew_light"]
    assert s.game.lit is held
    assert happenings(s)[-1] == ("light_holds" if held else "light_lost")


@pytest.mark.rule("tonight 5.1.5.corkscrew")
@pytest.mark.parametrize("why", ["on the deck", "no order"])
def test_no_corkscrew_out_of_the_light_on_the_deck_or_unwanted(tonight: Ruleset, why: str) -> None:
    deck = why == "on the deck"
    s = found(
        tonight,
        *FOUND,
        moon="full",
        orders=SHAKES_OFF if deck else {},
        altitude="on_the_deck" if deck else "high",
    )
    run(s, "turn", "searchlights")
    assert s.game.lit
    assert asked(s) == ([] if deck else ["corkscrew_light"])


@pytest.mark.rule("tonight 5.1.5.remove", "tonight 5.6.5")
def test_a_light_that_was_lost_finds_again_only_by_a_new_roll(tonight: Ruleset) -> None:
    s = found(tonight, *FOUND, *LOW, 6, *CENT_10, *FOUND, *LOW, 1, orders=SHAKES_OFF)
    run(s, "turn", *["searchlights", "night_fighters", "lights_out", "searchlights"])
    assert s.game.lit


@pytest.mark.rule("tonight 5.6.3", "tonight 5.9.no-sector")
def test_a_bomber_that_strikes_another_in_its_corkscrew_stays_in_the_light(tonight: Ruleset) -> None:
    # On a clear night there is room; not in cloud, in the dark, over the target.
    s = found(
        tonight,
        *(*HIGH, *HIGH, 6, *(5, 10), 1, *HIGH, 1, 1),
        orders=SHAKES_OFF,
        moon="crescent",
        weather="full_cloud",
        zone={"is_target": True},
    )
    run(s, "turn", "searchlights")
    assert rolls(s)[:5] == ["searchlights", "collision", "collision_near", "attack_clock", "attack_level"]
    assert "searchlight_evasion" not in rolls(s)
    assert s.game.lit


# --- 5.2


def fire(s: Sortie, *, lit: bool = True) -> Sortie:
    """The guns fire at a bomber that they have found."""
    s.game.found_by_guns, s.game.lit = True, lit
    return run(s, "turn", "guns")


@pytest.mark.rule("tonight 5.2.1")
def test_guns_fire_at_a_bomber_that_is_not_lit(tonight: Ruleset) -> None:
    s = found(tonight, *FOUND, *LOW, 6, *(6, *CLEAR, *CLEAR, *CLEAR), orders=SHAKES_OFF)
    run(s, "turn", "searchlights", "guns")
    assert not s.game.lit
    assert told(s, "flak") == [{"density": "medium", "lit": False}]


@pytest.mark.rule("tonight 5.2.1.level", "tonight 5.2.3.none", "tonight 5.2.2")
@pytest.mark.parametrize(
    ("die", "contrails", "density"),
    [(1, False, "none"), (2, False, "light"), (4, False, "light"), (5, False, "medium"), (6, True, "heavy")],
)
def test_a_die_says_how_heavily_they_fire(tonight: Ruleset, die: int, contrails: bool, density: str) -> None:
    shots = () if density == "none" else CLEAR * 3
    s = fire(found(tonight, die, *shots, zone={"contrails": contrails}))
    assert told(s, "flak")[0]["density"] == density
    assert count(s, "flak_to_hit") == (0 if density == "none" else 3)
    if shots:
        assert column(s, "flak_to_hit") == density


@pytest.mark.rule("tonight 5.2.2")
@pytest.mark.parametrize(
    ("die", "contrails", "hits"), [(4, False, {2, 12}), (5, False, {2, 3, 11, 12}), (6, True, {2, 3, 4, 10, 11, 12})]
)
def test_the_level_of_fire_says_what_hits(tonight: Ruleset, die: int, contrails: bool, hits: set[int]) -> None:
    for total in range(2, 13):
        shot = (min(6, total - 1), total - min(6, total - 1))
        strikes = (*CLEAR, *CLEAR) if total in hits else ()
        s = found(tonight, die, *shot, *strikes, *CLEAR, *CLEAR, zone={"contrails": contrails})
        fire(s)
        assert count(s, "flak_shells") == (total in hits)


@pytest.mark.rule("tonight 5.2.3")
@pytest.mark.parametrize(("altitude", "shots"), [("high", 3), ("low", 4), ("on_the_deck", 4)])
def test_three_rolls_high_up_and_four_low_down(tonight: Ruleset, altitude: str, shots: int) -> None:
    s = fire(found(tonight, 4, *CLEAR * shots, altitude=altitude))
    assert count(s, "flak_to_hit") == shots


@pytest.mark.rule("tonight 5.2.4", "tonight 5.2.4.section")
@pytest.mark.parametrize(("dice", "shells"), [((3, 4), 1), ((2, 2), 2), ((1, 2), 3), ((6, 6), 3), ((5, 6), 2)])
def test_each_hit_is_some_shells_and_each_shell_strikes_somewhere(
    tonight: Ruleset, dice: tuple[int, int], shells: int
) -> None:
    superficial = (3, 4)
    s = fire(found(tonight, 4, *HIGH, *dice, *superficial * shells, *CLEAR, *CLEAR))
    assert count(s, "flak_area") == shells
    assert told(s, "flak_hits") == [{"shells": shells}]


@pytest.mark.rule("tonight 5.2.4.section", "tonight 5.8.3", "tonight 5.8.3.sections")
@pytest.mark.parametrize(
    ("dice", "area", "table"),
    [
        ((5, 5), "nose", "L-1"),
        ((1, 3), "front_centre", "L-2"),
        ((6, 6), "front_centre", "L-2"),
        ((1, 1), "bomb_bay", "L-3"),
        ((4, 5), "rear_centre", "L-4"),
        ((1, 4), "tail", "L-5"),
        ((1, 5), "port_wing", "L-6"),
        ((2, 6), "starboard_wing", "L-6"),
    ],
)
def test_a_shell_rolls_for_its_section_and_on_the_table_of_that_section(
    tonight: Ruleset, dice: tuple[int, int], area: str, table: str
) -> None:
    s = found(tonight, 4, *HIGH, 3, 4, *dice)
    s.game.found_by_guns = s.game.lit = True
    s.source = ScriptedSource(s.source.left, then=SeededSource("somewhere"))  # type: ignore[attr-defined]
    with suppress(SortieOver):
        take(s, "turn", "guns")
    assert told(s, "shell_hit")[0]["area"] == area
    struck = [event.table for event in s.log or () if event.type == "roll" and event.role.startswith("section.")]
    assert struck[0] == table


@pytest.mark.rule("tonight 5.2.5", "tonight 5.2.5.survivable", "tonight 5.2.5.all-damage")
def test_a_burst_in_the_nose_kills_who_is_there_and_does_all_its_damage(tonight: Ruleset) -> None:
    wrecks_turret, cuts_oxygen = 1, 1
    s = fire(found(tonight, 4, *HIGH, *LOW, *(5, 5), wrecks_turret, cuts_oxygen, *CLEAR, *CLEAR))
    assert fates(s) == ["", "", "", "killed", "", "", ""]
    assert s.bomber.out == {"bombsight", "bomb_controls"}
    assert gun(s, "nose").is_out
    nose = s.bomber.stations["bomb_aimer"]
    assert (nose.heat_out_since is not None, nose.oxygen_hits) == (True, 1)
    assert s.game.altitude == "low"
    assert must_stay_low(s)
    assert not may_corkscrew(s)


@pytest.mark.rule("tonight 5.2.5")
def test_a_burst_is_no_superficial_hit(tonight: Ruleset) -> None:
    s = fire(found(tonight, 4, *HIGH, *LOW, *(3, 4), *(5, 6), *(5, 5), 1, 1, *CLEAR, *CLEAR))
    assert s.bomber.bursts == {"nose"}


@pytest.mark.rule("tonight 5.2.5.fatal", "tonight 5.2.5")
@pytest.mark.parametrize("area", ["front_centre", "tail", "port_wing", "starboard_wing"])
def test_a_burst_in_wing_tail_or_cockpit_is_the_end(tonight: Ruleset, area: str) -> None:
    s = silent(tonight)
    inside = {one.trade for one in s.bomber.men_in(area)}
    assert ends(s, lambda s: burst_inside(s, area)) == "shot_down"
    assert inside <= {one.trade for one in s.bomber.crew if one.is_dead}
    assert count(s, "uncontrolled_bailout") == 7 - len(inside)
    assert "controlled_bailout" not in rolls(s)


@pytest.mark.rule("tonight 5.2.5.bomb-bay")
def test_a_burst_among_the_bombs_blows_the_bomber_up(tonight: Ruleset) -> None:
    s = silent(tonight)
    ends(s, lambda s: burst_inside(s, "bomb_bay"))
    assert all(one.is_dead for one in s.bomber.crew)
    assert rolls(s) == []


@pytest.mark.rule("tonight 5.2.5.survivable", "tonight 5.2.5")
@pytest.mark.parametrize(("area", "dead"), [("rear_centre", {"mid_upper_gunner"}), ("bomb_bay", set())])
def test_a_burst_in_waist_or_empty_bay_leaves_her_low_and_clumsy(tonight: Ruleset, area: str, dead: set[str]) -> None:
    s = silent(tonight, bombs_aboard=False)
    s.source = SeededSource("waist 1")
    burst_inside(s, area)
    assert dead <= {one.trade for one in s.bomber.crew if one.is_dead}
    assert (s.game.altitude, may_corkscrew(s), is_slow(s)) == ("low", False, False)
    s.enter_zone(Zone(s.zone.number + 1))
    assert is_slow(s)


@pytest.mark.rule("tonight 5.2.5.survivable")
@pytest.mark.parametrize("burst", [True, False])
def test_after_a_burst_she_climbs_no_more(tonight: Ruleset, burst: bool) -> None:
    s = silent(tonight, altitude="low")
    if burst:
        s.bomber.bursts.add("nose")
        s.orders = silent(tonight, orders={"altitude": "low"}).orders
    run(s, "zone", "altitude")
    assert s.game.altitude == ("low" if burst else "high")


@pytest.mark.rule("tonight 5.2.5.slow")
@pytest.mark.parametrize("burst", [True, False])
def test_after_a_burst_each_zone_takes_two_turns_with_their_fighters(tonight: Ruleset, burst: bool) -> None:
    turns = 2 if burst else 1
    s = found(tonight, *(*LOW, *CENT_10) * turns, altitude="low", orders={"altitude": "low"})
    if burst:
        s.bomber.bursts.add("nose")
    run(s, "zone", "first_turn", "second_turn")
    assert count(s, "night_fighters") == turns


@pytest.mark.rule("tonight 5.2.5.slow")
@pytest.mark.parametrize("burst", [True, False])
def test_after_a_burst_over_the_target_two_turns_there_once_turned(tonight: Ruleset, burst: bool) -> None:
    turns = 2 if burst else 1
    s = found(tonight, *(*LOW, *CENT_10) * turns, altitude="low", orders={"altitude": "low"})
    over(s, 6, "G", target=True)
    s.bomber.bombs_aboard = False
    if burst:
        s.bomber.bursts.add("nose")
    run(s, "zone", "turn_over_target")
    assert count(s, "night_fighters") == turns


@pytest.mark.rule("tonight 5.2.5.writeoff")
@pytest.mark.parametrize("burst", [True, False])
def test_a_bomber_with_a_burst_inside_is_written_off_at_home(tonight: Ruleset, burst: bool) -> None:
    s = silent(tonight, 4, 5, step="landing", landing={"place": "base"})
    if burst:
        s.bomber.bursts.add("nose")
    assert ends(s, lambda s: ending.land(s, "base")) == "returned"
    assert s.game.bomber_fate == ("written off" if burst else "intact")


@pytest.mark.rule("tonight 5.0.2", "tonight 5.0.3")
def test_flak_that_hits_the_man_at_the_chute_ends_window_at_once(tonight: Ruleset) -> None:
    s = found(
        tonight,
        *(4, *HIGH, 3, 4, *(4, 5), *(4, 5), 2, 6, *CLEAR, *CLEAR),
        orders=DROPS,
        carried={"window": True},
    )
    take(s, "zone", "devices")
    s.game.lit = s.game.found_by_guns = True
    # Row 9 of the rear centre section: splinters past the chute.
    take(s, "turn", "guns")
    assert man(s, "engineer").wounds in ("serious", "killed")
    assert "window" not in s.game.devices_on


@pytest.mark.rule("tonight 5.1.1")
@pytest.mark.parametrize("step", ["searchlights", "guns", "night_fighters"])
def test_only_a_bomber_that_radar_has_found_is_fought(tonight: Ruleset, step: str) -> None:
    assert is_taken(found(tonight), "turn", step)
    assert not is_taken(silent(tonight), "turn", step)


@pytest.mark.rule("tonight 5.2.1", "tonight 5.1.4")
@pytest.mark.parametrize(("turn", "fire"), [(1, False), (2, True)])
def test_light_flak_on_the_way_in_stands_for_the_guns_of_the_first_turn(
    tonight: Ruleset, turn: int, fire: bool
) -> None:
    s = found(tonight, *((1,) if fire else ()), altitude="low")
    s.game.lit = s.game.found_by_guns = s.game.low_flak_fired = True
    s.game.turn_of_zone = turn
    run(s, "turn", "guns")
    assert rolls(s) == (["flak"] if fire else [])
