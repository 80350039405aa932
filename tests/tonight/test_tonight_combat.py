"""A round with a night fighter: fire, corkscrew, passing shots, hits, further rounds, collisions (5.5 to 5.9)."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import pytest
from attrs import evolve
from bomberstream.core.combat import POSITIONS
from bomberstream.core.dice import ScriptedSource, SeededSource
from bomberstream.core.mission.crewing import swap
from bomberstream.core.ruleset import Ruleset
from bomberstream.core.sortie import Sortie
from bomberstream.plugins.tonight.collisions import possible_collision
from bomberstream.plugins.tonight.combat import may_corkscrew
from duels import (
    AFTER_POSITION,
    EXCHANGE,
    HIGH,
    LOW,
    MISS,
    count,
    duel,
    ends,
    faces_for,
    fight,
    foe,
    gun,
    guns,
    harm,
    silent,
    throw,
)
from night_tables import TWO_DICE
from nights import asked, column, fates, happenings, man, modifiers, rolls, run, take, told, used_up

ASTERN_HIGH_SEEN = (1, 1, 1, *HIGH)
"""5-9, 5-9A and 5-10 of a round: 6 high, and seen."""
EVERY_GUN = {"fires_at": {"best": "1"}}
"""Whatever bears, fires."""
TWO_HITS = (3, 4)
"""5-13A from 6 o'clock."""
SUPERFICIAL = LOW
"""An area from 6 high."""


def laid(s: Sortie) -> set[str]:
    """The guns laid on the fighter."""
    return {one.key for one, _ in s.game.allotted}


def weight(s: Sortie, result: str) -> int:
    """A die that gives this multiplier for the fighter (5-13B)."""
    s.fighter = foe(s)
    table = s.tables["hit_multiplier"]
    kind = foe(s).type.column("hit_multiplier", s.campaign, s.date)
    for die in range(1, 7):
        shift = table.modify(s, die) if table.modify is not None else 0
        if table.find(die, die + shift, kind).result == result:
            return die
    raise AssertionError(f"no die gives {result!r}")


# --- 5.5


@pytest.mark.rule("tonight 5.5", "tonight 5.5.destroyed")
def test_the_bomber_fires_first_and_a_fighter_that_falls_does_not_fire(tonight: Ruleset) -> None:
    s = fight(duel(tonight, *HIGH, *HIGH, orders=guns("tail")))
    assert rolls(s) == ["defensive_fire", "fighter_damage"]
    assert foe(s).is_destroyed
    assert [facts["fighter"] for facts in told(s, "fighter_destroyed")] == ["Me 110 G-4"]


@pytest.mark.rule("tonight 5.5.evade", "tonight 5.6.2", "tonight 5.6.4", "tonight 5.6")
@pytest.mark.parametrize("evades", [True, False])
def test_a_corkscrew_tells_on_both_sides_fire_and_on_contact(tonight: Ruleset, evades: bool) -> None:
    orders = {**guns("tail"), "corkscrew": "yes" if evades else "no"}
    s = fight(duel(tonight, *(LOW if evades else ()), *MISS, *LOW, *LOW, *LOW, orders=orders))
    plain = duel(tonight, *MISS, *LOW, *LOW, *LOW, orders=guns("tail"))
    fight(plain)
    shift = {
        role: sum(modifiers(s, role)) - sum(modifiers(plain, role)) for role in ("defensive_fire", "offensive_fire")
    }
    assert shift == dict.fromkeys(shift, -1 if evades else 0)
    assert sum(modifiers(s, "contact")) - sum(modifiers(plain, "contact")) == (-3 if evades else 0)
    assert asked(s)[0] == "corkscrew"
    assert s.game.corkscrewed is evades


@pytest.mark.rule("tonight 5.5.fields")
@pytest.mark.parametrize(
    ("at", "bearing"),
    [
        ("6 high", {"mid_upper", "tail"}),
        ("6 level", {"tail"}),
        ("6 low", {"tail", "ventral"}),
        ("3 high", {"mid_upper"}),
        ("9 low", set()),
        ("12 low", {"nose"}),
        ("12 high", {"nose", "mid_upper"}),
        ("vertical climb", {"ventral"}),
        ("vertical dive", {"mid_upper"}),
    ],
)
def test_guns_fire_only_into_their_fields(tonight: Ruleset, at: str, bearing: set[str]) -> None:
    s = duel(tonight, at=at, orders=EVERY_GUN)
    swap(s, man(s, "engineer"), "ventral_position")
    run(s, "round", "allot_guns")
    assert laid(s) == bearing
    assert foe(s).laid_on == len(bearing)


@pytest.mark.rule("tonight 5.5.fields")
@pytest.mark.parametrize("bomber", ["lancaster", "stirling", "halifax-ii", "halifax-iii"])
def test_every_bomber_has_its_fields_for_every_place(tonight: Ruleset, bomber: str) -> None:
    table = tonight.tables["5-12"]
    assert set(table.keys[bomber]) == set(POSITIONS)
    named = {name for cell in table.keys[bomber].values() for name in cell.data.guns}
    assert named <= {one.id for one in tonight.bomber(bomber).gun}


@pytest.mark.rule("tonight 5.5.allocate")
@pytest.mark.parametrize("names", [(), ("tail",), ("mid_upper",), ("mid_upper", "tail")])
def test_as_many_guns_as_the_player_likes(tonight: Ruleset, names: tuple[str, ...]) -> None:
    s = duel(tonight, *MISS * len(names), orders=guns(*names))
    before = {name: one.rounds for name, one in s.bomber.guns.items()}
    run(s, "round", "allot_guns", "defensive_fire")
    assert {name: before[name] - one.rounds for name, one in s.bomber.guns.items() if before[name] != one.rounds} == (
        dict.fromkeys(names, 1)
    )
    assert laid(s) == set(names)


@pytest.mark.rule("tonight 5.5.allocate", "tonight 5.8.1.guns")
@pytest.mark.parametrize("why", ["wrecked", "jammed", "empty", "no power", "hurt", "dead", "frozen", "busy", "away"])
def test_a_gun_must_work_and_be_manned(tonight: Ruleset, why: str) -> None:
    s = duel(tonight, at="3 high", orders=EVERY_GUN)
    upper = gun(s, "mid_upper")
    gunner = upper.gunner
    match why:
        case "wrecked":
            upper.is_out = True
            upper.update()
        case "jammed":
            upper.jam(2)
        case "empty":
            upper.rounds = 0
        case "no power":
            upper.needs_power = True
        case "hurt":
            gunner.is_serious = True
        case "dead":
            gunner.is_dead = True
        case "frozen":
            gunner.frostbite = "severe"
        case "busy":
            gunner.is_busy = True
        case "away":
            swap(s, gunner, "window_chute")
    run(s, "round", "allot_guns", "defensive_fire")
    assert (laid(s), rolls(s)) == (set(), [])


@pytest.mark.rule("tonight 5.5.committed", "tonight 5.5.1")
def test_a_gun_that_was_laid_spends_its_burst_on_a_wreck(tonight: Ruleset) -> None:
    s = fight(duel(tonight, *HIGH, *HIGH, orders=guns("mid_upper", "tail")), *EXCHANGE)
    assert rolls(s) == ["defensive_fire", "fighter_damage"]
    assert (gun(s, "mid_upper").rounds, gun(s, "tail").rounds) == (15, 62)
    assert gun(s, "tail").has_fired


@pytest.mark.rule("tonight 5.5.committed")
def test_the_damage_of_each_gun_comes_before_the_next_gun(tonight: Ruleset) -> None:
    s = duel(tonight, orders=guns("mid_upper", "tail"))
    throw(s, *HIGH, *harm(s, "mid_upper", "fca"), *HIGH, *harm(s, "tail", "fca"))
    fight(s, "allot_guns", "defensive_fire")
    assert rolls(s) == ["defensive_fire", "fighter_damage"] * 2
    assert foe(s).fca == 2


@pytest.mark.rule("tonight 5.5.shared-kill")
def test_worked_example_of_5_5_two_guns_share_a_kill_in_halves(tonight: Ruleset) -> None:
    """Mid-upper and tail turret fire at a fighter from 6 high, which falls to the second: half a kill for each."""
    s = fight(duel(tonight, *MISS, *HIGH, *HIGH, orders=guns("mid_upper", "tail")))
    half = Fraction(1, 2)
    assert {one.trade: one.kills_today for one in s.bomber.crew if one.kills_today} == {
        "mid_upper_gunner": half,
        "tail_gunner": half,
    }
    assert s.game.kills == 1


@pytest.mark.rule("tonight 5.5.shared-kill", "tonight 5.8")
def test_guns_of_an_earlier_round_have_no_share(tonight: Ruleset) -> None:
    by_round = [
        {"when": "gun.id == 'mid_upper' and fighter.round == 1", "choose": "f1"},
        {"when": "gun.id == 'tail' and fighter.round == 2", "choose": "f1"},
    ]
    orders = {"fires_at": {"choose": "none", "case": by_round}}
    first = (*ASTERN_HIGH_SEEN, *MISS, *LOW, *LOW, *HIGH)
    s = duel(tonight, *first, *ASTERN_HIGH_SEEN, *HIGH, *HIGH, orders=orders)
    s.run("round")
    s.run("round")
    used_up(s)
    assert {one.trade: one.kills_today for one in s.bomber.crew if one.kills_today} == {"tail_gunner": 1}


@pytest.mark.rule("tonight 5.5.superficial", "tonight 5.7.1")
def test_superficial_damage_changes_nothing(tonight: Ruleset) -> None:
    s = duel(tonight, orders=guns("mid_upper"))
    throw(s, *HIGH, *harm(s, "mid_upper", "superficial"), *LOW, *LOW, *HIGH)
    fight(s)
    assert (foe(s).fca, foe(s).fboa, foe(s).fcab, foe(s).has_left) == (0, False, False, False)
    assert modifiers(s, "offensive_fire") == []


@pytest.mark.rule("tonight 5.5.fcab", "tonight 5.8.1.carry")
def test_fcab_ends_his_attacks_after_this_one_which_it_does_not_spoil(tonight: Ruleset) -> None:
    s = duel(tonight, orders=guns("tail"))
    throw(s, *HIGH, *harm(s, "tail", "fcab"), *LOW, *LOW)
    fight(s)
    assert modifiers(s, "offensive_fire") == []
    assert rolls(s)[-2:] == ["offensive_fire", "collision"]
    assert happenings(s)[-1] == "breaks_off"


@pytest.mark.rule("tonight 5.5.fca", "tonight 5.8.1.carry")
@pytest.mark.parametrize(("before", "shift"), [(0, -1), (1, -2)])
def test_each_fca_takes_one_off_his_aim(tonight: Ruleset, before: int, shift: int) -> None:
    s = duel(tonight, orders=guns("tail"), fighter={"fca": before})
    throw(s, *HIGH, *harm(s, "tail", "fca"), *LOW, *LOW, *HIGH)
    fight(s)
    assert modifiers(s, "offensive_fire") == [shift]
    assert not foe(s).has_left


@pytest.mark.rule("tonight 5.5.fca", "tonight 5.8.1.carry")
def test_the_third_fca_destroys_at_once(tonight: Ruleset) -> None:
    s = duel(tonight, orders=guns("tail"), fighter={"fca": 2})
    throw(s, *HIGH, *harm(s, "tail", "fca"))
    fight(s)
    assert foe(s).is_destroyed
    assert man(s, "tail_gunner").kills_today == 1


@pytest.mark.rule("tonight 5.5.fboa", "tonight 5.8.1.carry")
def test_fboa_spoils_his_aim_by_two_and_he_leaves(tonight: Ruleset) -> None:
    s = duel(tonight, orders=guns("tail"))
    throw(s, *HIGH, *harm(s, "tail", "fboa"), *LOW, *LOW)
    fight(s)
    assert modifiers(s, "offensive_fire") == [-2]
    assert happenings(s)[-1] == "breaks_off"
    assert not foe(s).is_destroyed


@pytest.mark.rule("tonight 5.5.fboa")
def test_a_second_fboa_of_the_round_is_superficial(tonight: Ruleset) -> None:
    s = duel(tonight, orders=guns("mid_upper", "tail"))
    throw(s, *HIGH, *harm(s, "mid_upper", "fboa"), *HIGH, *harm(s, "tail", "fboa"), *LOW, *LOW)
    fight(s)
    assert modifiers(s, "offensive_fire") == [-2]
    assert not foe(s).is_destroyed


@pytest.mark.rule("tonight 5.5.fboa", "tonight 5.5.fca")
@pytest.mark.parametrize("earlier", [True, False])
def test_worked_note_of_5_5_fca_and_then_fboa_destroy_when_he_has_attacked(tonight: Ruleset, earlier: bool) -> None:
    """The FCA may be of an earlier round or of this one: he still attacks, at -3 (T-71), and then goes down."""
    s = duel(tonight, orders=guns("tail") if earlier else guns("mid_upper", "tail"), fighter={"fca": int(earlier)})
    first = () if earlier else (*HIGH, *harm(s, "mid_upper", "fca"))
    throw(s, *first, *HIGH, *harm(s, "tail", "fboa"), *LOW)
    fight(s)
    assert sorted(modifiers(s, "offensive_fire")) == [-2, -1]
    assert rolls(s)[-1] == "offensive_fire"
    assert happenings(s)[-2:] == ["fighter_misses", "fighter_destroyed"]
    assert man(s, "tail_gunner").kills_today == (1 if earlier else Fraction(1, 2))


@pytest.mark.rule("tonight 5.5.1")
def test_a_box_is_one_burst_and_the_last_is_the_last(tonight: Ruleset) -> None:
    s = duel(tonight, *MISS, orders=guns("tail"))
    gun(s, "tail").rounds = 1
    take(s, "round", "allot_guns")
    assert gun(s, "tail").rounds == 1
    run(s, "round", "defensive_fire")
    gun(s, "tail").has_fired = False
    run(s, "round", "allot_guns", "defensive_fire")
    assert (gun(s, "tail").rounds, laid(s)) == (0, set())


@pytest.mark.rule("tonight 5.5.1.jams")
@pytest.mark.parametrize(("die", "left"), [(1, 1), (4, 1), (5, 0), (6, 0)])
def test_a_jam_takes_one_gun_of_a_turret_or_all(tonight: Ruleset, die: int, left: int) -> None:
    s = duel(tonight, at="12 high", orders=guns("mid_upper"))
    s.gun, s.fighter = gun(s, "mid_upper"), foe(s)
    throw(s, *faces_for(s, "defensive_fire", "jam"), die)
    fight(s, "allot_guns", "defensive_fire")
    assert gun(s, "mid_upper").barrels_left == left


@pytest.mark.rule("tonight 5.5.1.jams")
@pytest.mark.parametrize(("die", "left"), [(4, 3), (5, 0)])
def test_a_jam_of_the_whole_tail_turret_is_of_all_its_four_guns(tonight: Ruleset, die: int, left: int) -> None:
    worst = {"skill": "experte"}
    s = duel(tonight, kind="fw-190", fighter=worst, orders=guns("tail"), corkscrewing=True)
    s.gun, s.fighter = gun(s, "tail"), foe(s)
    throw(s, *faces_for(s, "defensive_fire", "jam"), die)
    fight(s, "allot_guns", "defensive_fire")
    assert gun(s, "tail").barrels_left == left
    assert told(s, "gun_jams") == [{"gun": "tail turret", "all": not left}]


@pytest.mark.rule("tonight 5.5.1.transfer")
def test_ammunition_is_carried_to_an_empty_gun_by_a_man_who_does_nothing_else(tonight: Ruleset) -> None:
    orders = {**EVERY_GUN, "takes_ammunition_from": "tail", "carries_ammunition": "bomb_aimer"}
    s = duel(tonight, at="12 low", orders=orders)
    gun(s, "nose").rounds = 0
    run(s, "zone", "crew_moves")
    carried = gun(s, "nose").rounds
    assert carried > 0
    assert gun(s, "tail").rounds == 63 - carried
    run(s, "turn", "fuel")
    run(s, "round", "allot_guns")
    assert laid(s) == set()
    s.game.carriers = []
    run(s, "turn", "fuel")
    run(s, "round", "allot_guns")
    assert laid(s) == {"nose"}


# --- 5.6


@pytest.mark.rule("tonight 5.6.1", "tonight 5.6")
@pytest.mark.parametrize("seen", [True, False])
def test_only_from_a_fighter_that_is_seen(tonight: Ruleset, seen: bool) -> None:
    s = duel(tonight, *(LOW if seen else ()), seen=seen, orders={"corkscrew": "yes"})
    fight(s, "evade")
    assert s.game.corkscrewed is seen
    assert asked(s) == (["corkscrew"] if seen else [])


@pytest.mark.rule("tonight 5.6.1.forbidden", "tonight 5.6.1")
@pytest.mark.parametrize(
    ("state", "may"),
    [
        ({}, True),
        ({"engine_1_out": True}, True),
        ({"engine_1_out": True, "engine_3_out": True}, False),
        ({"out": {"electrical": True}}, False),
        ({"out": {"control_cables": True}}, False),
        ({"out": {"radio": True}}, True),
        ({"altitude": "low"}, True),
        ({"altitude": "on_the_deck"}, False),
        ({"zone": {"is_alps": True}}, False),
    ],
)
def test_what_forbids_the_corkscrew(tonight: Ruleset, state: dict[str, Any], may: bool) -> None:
    s = duel(tonight, *(LOW if may else ()), orders={"corkscrew": "yes"}, **state)
    fight(s, "evade")
    assert s.game.corkscrewed is may


@pytest.mark.rule("tonight 5.6.1.forbidden")
@pytest.mark.parametrize("pilot", ["fit", "light", "serious", "dead"])
def test_nobody_but_the_pilot_can_corkscrew(tonight: Ruleset, pilot: str) -> None:
    s = duel(tonight)
    flier = man(s, "pilot")
    flier.light_wounds, flier.is_serious, flier.is_dead = pilot == "light", pilot == "serious", pilot == "dead"
    if not flier.is_fit:
        swap(s, man(s, "engineer"), "pilot")
    assert may_corkscrew(s) is (pilot in ("fit", "light"))


@pytest.mark.rule("tonight 5.6.1.forbidden")
def test_damage_may_say_that_she_cannot_corkscrew(tonight: Ruleset) -> None:
    s = duel(tonight)
    s.game.no_corkscrew.add("damage")
    assert not may_corkscrew(s)


@pytest.mark.rule("tonight 5.6.3", "tonight 5.9.avoided")
@pytest.mark.parametrize(("faces", "close"), [(LOW, False), ((*HIGH, 1), True)])
def test_a_corkscrew_is_dangerous_at_once(tonight: Ruleset, faces: tuple[int, ...], close: bool) -> None:
    s = duel(tonight, *faces, *LOW, *LOW, *(() if close else HIGH), orders={"corkscrew": "yes"})
    fight(s)
    assert rolls(s)[0] == "collision"
    assert rolls(s).index("offensive_fire") > rolls(s).index("collision")
    # A near miss ends his attacks after this one (T-67).
    assert foe(s).has_left is close


@pytest.mark.rule("tonight 5.6.3", "tonight 5.9.impact")
def test_whoever_strikes_a_corkscrewing_bomber_fires_no_more(tonight: Ruleset) -> None:
    nose, turret, oxygen = HIGH, 1, 1
    orders = {"corkscrew": "yes", **guns("tail")}
    s = fight(duel(tonight, *HIGH, 6, *nose, turret, oxygen, orders=orders))
    assert foe(s).has_left
    assert s.bomber.bursts == {"nose"}
    assert not {"defensive_fire", "offensive_fire", "contact"} & set(rolls(s))


# --- 5.7


@pytest.mark.rule("tonight 5.7", "tonight 5.5.1.jams")
def test_power_and_barrels_tell(tonight: Ruleset) -> None:
    s = duel(tonight, at="6 level")
    s.fighter, s.gun = foe(s), gun(s, "tail")
    table, damage = s.tables["defensive_fire"], s.tables["fighter_damage"]
    assert table.modify is not None
    assert damage.modify is not None
    four = table.modify(s, 7), damage.modify(s, 7)
    gun(s, "tail").jam(2)
    two = table.modify(s, 7), damage.modify(s, 7)
    assert two < four
    gun(s, "tail").power_failed = True
    assert table.modify(s, 7) < two[0]


@pytest.mark.rule("tonight 5.7.1", "tonight 5.5.superficial")
def test_a_heavy_gun_hits_and_hurts_more(tonight: Ruleset) -> None:
    s = duel(tonight, at="6 level")
    s.fighter, s.gun = foe(s), gun(s, "tail")
    tables = [s.tables[role] for role in ("defensive_fire", "fighter_damage")]
    light = [table.modify(s, 7) for table in tables if table.modify is not None]
    gun(s, "tail").type = evolve(gun(s, "tail").type, calibre=".50")
    heavy = [table.modify(s, 7) for table in tables if table.modify is not None]
    assert all(much > little for little, much in zip(light, heavy, strict=True))
    assert len(heavy) == 2


@pytest.mark.rule("tonight 5.7.2", "tonight 5.7.2.exit", "tonight 5.8")
@pytest.mark.parametrize("at", ["10:30 low", "12 high", "12 level", "1:30 level"])
@pytest.mark.parametrize(("die", "level"), [(3, "high"), (4, "low")])
def test_the_tail_turret_fires_after_one_that_has_passed(tonight: Ruleset, at: str, die: int, level: str) -> None:
    s = fight(duel(tonight, *LOW, die, *MISS, *LOW, *LOW, at=at, orders=guns(passing=True)))
    assert rolls(s)[0] == "offensive_fire"
    assert rolls(s)[2:] == ["defensive_fire", "collision", "contact"]
    assert told(s, "passing_shot") == [{"fighter": f"Me 110 G-4 at 6 o'clock {level}"}]
    assert gun(s, "tail").rounds == 62


@pytest.mark.rule("tonight 5.7.2")
@pytest.mark.parametrize("at", ["3 level", "6 high", "9 high", "vertical dive"])
def test_no_passing_shot_at_one_from_elsewhere(tonight: Ruleset, at: str) -> None:
    ends_there = () if at.startswith("vertical") else LOW
    s = fight(duel(tonight, *LOW, *LOW, *ends_there, at=at, orders=guns(passing=True)))
    assert "passing_shot" not in asked(s)
    assert "defensive_fire" not in rolls(s)


@pytest.mark.rule("tonight 5.7.2.limits")
@pytest.mark.parametrize("why", ["intercom", "jammed", "wrecked", "fired", "empty", "gunner dead", "left"])
def test_when_there_is_no_passing_shot(tonight: Ruleset, why: str) -> None:
    s = duel(tonight, at="12 high", orders=guns(passing=True))
    tail = gun(s, "tail")
    match why:
        case "intercom":
            s.bomber.out.add("intercom")
        case "jammed":
            tail.jam(4)
        case "wrecked":
            tail.is_out = True
            tail.update()
        case "fired":
            tail.has_fired = True
        case "empty":
            tail.rounds = 0
        case "gunner dead":
            tail.gunner.is_dead = True
        case "left":
            swap(s, tail.gunner, "window_chute")
    before = tail.rounds
    fight(s, "passing_shot")
    assert (rolls(s), asked(s), tail.rounds) == ([], [], before)


@pytest.mark.rule("tonight 5.7.2.limits")
def test_a_passing_shot_that_is_not_fired_costs_nothing(tonight: Ruleset) -> None:
    s = duel(tonight, 1, at="12 high")
    fight(s, "passing_shot")
    assert asked(s) == ["passing_shot"]
    assert gun(s, "tail").rounds == 63


@pytest.mark.rule("tonight 5.7.2")
def test_one_shot_down_before_it_passes_is_not_fired_at(tonight: Ruleset) -> None:
    s = fight(duel(tonight, *HIGH, *HIGH, at="12 high", orders=guns("mid_upper", passing=True)))
    assert told(s, "passing_shot") == []
    assert gun(s, "tail").rounds == 63


@pytest.mark.rule("tonight 5.7.2", "tonight 5.9.impact")
def test_one_that_has_passed_strikes_where_it_came_from(tonight: Ruleset) -> None:
    s = duel(tonight, *LOW, 1, *MISS, *HIGH, 6, *LOW, at="12 high", orders=guns(passing=True))
    fight(s)
    assert column(s, "area_damage") == "12 high"


@pytest.mark.rule("tonight 5.7.2")
def test_a_passing_shot_may_destroy(tonight: Ruleset) -> None:
    s = fight(duel(tonight, *LOW, 1, *HIGH, *HIGH, at="12 high", orders=guns(passing=True)))
    assert foe(s).is_destroyed
    assert man(s, "tail_gunner").kills_today == 1


@pytest.mark.rule("tonight 5.7.2.ace")
@pytest.mark.parametrize(
    ("state", "bonus"),
    [
        ({"kills": 4}, False),
        ({"kills": 5}, True),
        ({"kills": 5, "intercom": True}, True),
        ({"kills": 5, "light": 1}, False),
        ({"kills": 5, "frostbite": "frostbite"}, False),
    ],
)
def test_an_ace_has_one_more_until_he_is_hurt(tonight: Ruleset, state: dict[str, Any], bonus: bool) -> None:
    s = duel(tonight, *(1, 2), at="6 level", orders=guns("tail"))
    gunner = man(s, "tail_gunner")
    gunner.kills = Fraction(state["kills"])
    gunner.credit(Fraction(0))
    gunner.light_wounds = state.get("light", 0)
    gunner.frostbite = state.get("frostbite", "none")
    if state.get("intercom"):
        s.bomber.out.add("intercom")
    fight(s, "allot_guns", "defensive_fire")
    (fired,) = (event for event in s.log or () if event.type == "roll")
    assert ("ace gunner" in [one.says for one in fired.modifiers]) is bonus


@pytest.mark.rule("tonight 5.7.2.ace")
def test_the_fifth_kill_counts_for_the_very_next_shot(tonight: Ruleset) -> None:
    s = duel(tonight, *HIGH, *HIGH, at="6 level", orders=guns("tail"))
    gunner = man(s, "tail_gunner")
    gunner.kills = Fraction(4)
    fight(s, "allot_guns", "defensive_fire")
    assert gunner.is_ace


# --- 5.8


@pytest.mark.rule("tonight 5.8", "tonight 5.8.collision", "tonight 5.8.reengage", "tonight 5.9.timing")
def test_a_round_ends_with_collision_and_contact(tonight: Ruleset) -> None:
    s = duel(tonight, *ASTERN_HIGH_SEEN, *MISS, *LOW, *LOW, *LOW, orders=guns("tail"))
    s.run("round")
    used_up(s)
    assert rolls(s) == [
        *["attack_clock", "attack_level", "bomber_spots", "defensive_fire", "offensive_fire"],
        *["collision", "contact"],
    ]
    assert happenings(s)[-1] == "loses_contact"


@pytest.mark.rule("tonight 5.8.reengage", "tonight 5.8.1")
@pytest.mark.parametrize(("faces", "again"), [((3, 3), False), ((3, 4), True)])
def test_contact_kept_is_another_round(tonight: Ruleset, faces: tuple[int, int], again: bool) -> None:
    s = fight(duel(tonight, *faces), "contact")
    assert foe(s).has_left is not again
    assert foe(s).round == (2 if again else 1)


@pytest.mark.rule("tonight 5.8.reengage")
def test_the_modifiers_of_contact_add_up(tonight: Ruleset) -> None:
    worn = {"carries": ["radar"], "skill": "veteran", "fca": 1}
    s = duel(tonight, *LOW, fighter=worn, lit=True, engine_1_out=True, bombs_aboard=False)
    fight(s, "contact")
    assert sum(modifiers(s, "contact")) == 1 + 1 - 1 + 2 + 1
    assert len(modifiers(s, "contact")) == 5


@pytest.mark.rule("tonight 5.8.1")
def test_another_round_begins_with_a_new_place_and_a_new_look(tonight: Ruleset) -> None:
    one_round = (*ASTERN_HIGH_SEEN, *LOW, *LOW)
    s = duel(tonight, *one_round, *HIGH, *one_round, *LOW)
    run(s, "fighter", "rounds")
    assert rolls(s) == ["attack_clock", "attack_level", "bomber_spots", "offensive_fire", "collision", "contact"] * 2


@pytest.mark.rule("tonight 5.8.1.vertical")
@pytest.mark.parametrize("at", ["vertical dive", "vertical climb"])
def test_a_vertical_attack_is_the_only_one(tonight: Ruleset, at: str) -> None:
    s = fight(duel(tonight, *LOW, *LOW, at=at))
    assert "contact" not in rolls(s)
    assert happenings(s)[-1] == "breaks_off"


@pytest.mark.rule("tonight 5.8.1.vertical")
def test_one_that_fires_upwards_may_come_again(tonight: Ruleset) -> None:
    below = {"carries": ["upward_guns"]}
    s = fight(duel(tonight, *LOW, *HIGH, *LOW, *LOW, *HIGH, at="6 low", fighter=below, seen=False))
    assert happenings(s)[-1] == "keeps_contact"


@pytest.mark.rule("tonight 5.8.1.guns", "tonight 5.5.allocate")
def test_every_gun_but_a_jammed_one_fires_again_in_the_next_round(tonight: Ruleset) -> None:
    first = (*ASTERN_HIGH_SEEN, *MISS, *MISS, *LOW, *LOW, *HIGH)
    s = duel(tonight, *first, *ASTERN_HIGH_SEEN, *MISS, *LOW, *LOW, *LOW, orders=guns("mid_upper", "tail"))
    s.run("round")
    skill = foe(s).skill
    gun(s, "mid_upper").jam(2)
    s.run("round")
    used_up(s)
    assert (gun(s, "mid_upper").rounds, gun(s, "tail").rounds) == (15, 61)
    assert foe(s).skill == skill
    assert "pilot_skill" not in rolls(s)


@pytest.mark.rule("tonight 5.8.1.carry")
def test_worked_example_of_5_8_1_fcab_in_the_second_round_allows_no_third(tonight: Ruleset) -> None:
    s = duel(tonight, orders=guns("tail"))
    first = (*ASTERN_HIGH_SEEN, *MISS, *LOW, *LOW, *HIGH)
    throw(s, *first, *ASTERN_HIGH_SEEN, *HIGH, *harm(s, "tail", "fcab"), *LOW, *LOW)
    run(s, "fighter", "rounds")
    assert count(s, "offensive_fire") == 2
    assert count(s, "contact") == 1
    assert happenings(s)[-1] == "breaks_off"


@pytest.mark.rule("tonight 5.8.1.carry", "tonight 5.5.fca")
def test_worked_example_of_5_8_1_fca_is_carried_over_the_rounds_and_the_third_destroys(tonight: Ruleset) -> None:
    """-1 in the first round, -2 in the second; the third FCA destroys before he fires."""
    s = duel(tonight, orders=guns("tail"))
    hit = (*ASTERN_HIGH_SEEN, *HIGH, *harm(s, "tail", "fca"))
    throw(s, *hit, *LOW, *LOW, *HIGH, *hit, *LOW, *LOW, *HIGH, *hit)
    run(s, "fighter", "rounds")
    fired = [event for event in s.log or () if event.type == "roll" and event.role == "offensive_fire"]
    assert [[one.value for one in event.modifiers] for event in fired] == [[-1], [-2]]
    assert foe(s).is_destroyed
    assert s.game.kills == 1


@pytest.mark.rule("tonight 5.8.1.carry", "tonight 5.5.fca")
def test_worked_example_of_5_8_1_two_fca_in_one_round_are_two_off(tonight: Ruleset) -> None:
    s = duel(tonight, orders=guns("mid_upper", "tail"))
    throw(s, *HIGH, *harm(s, "mid_upper", "fca"), *HIGH, *harm(s, "tail", "fca"), *LOW, *LOW, *HIGH)
    fight(s)
    assert modifiers(s, "offensive_fire") == [-2]


@pytest.mark.rule("tonight 5.8.1.miss", "tonight 5.8.2")
def test_to_miss_is_no_reason_to_go(tonight: Ruleset) -> None:
    s = fight(duel(tonight, *LOW, *LOW, *HIGH))
    assert happenings(s) == ["fighter_misses", "keeps_contact"]


@pytest.mark.rule("tonight 5.8.2")
@pytest.mark.parametrize(("at", "clock"), [("6 high", "6"), ("3 level", "3"), ("vertical dive", "vertical_dive")])
def test_to_hit_and_hits_go_by_his_place(tonight: Ruleset, at: str, clock: str) -> None:
    s = duel(tonight, at=at)
    shells = {"6": 2, "3": 1, "vertical_dive": 1}[clock]
    throw(s, *HIGH, *TWO_HITS, weight(s, "x1"), *faces_for(s, "area_damage", "superficial") * shells)
    fight(s, "fighter_fires")
    assert (column(s, "offensive_fire"), column(s, "shell_hits"), column(s, "area_damage")) == (clock, clock, at)
    assert count(s, "area_damage") == shells


@pytest.mark.rule("tonight 5.8.2")
@pytest.mark.parametrize(("times", "shells"), [("x1", 2), ("x2", 4), ("x3", 6)])
def test_hits_are_multiplied_by_one_throw_for_his_guns(tonight: Ruleset, times: str, shells: int) -> None:
    s = duel(tonight, date="1944-03-10")
    throw(s, *HIGH, *TWO_HITS, weight(s, times), *SUPERFICIAL * shells)
    fight(s, "fighter_fires")
    assert count(s, "hit_multiplier") == 1
    assert count(s, "area_damage") == shells
    assert told(s, "bomber_hit")[0]["shells"] == shells


@pytest.mark.rule("tonight 5.8.2")
@pytest.mark.parametrize(("die", "shells"), [(1, 0), (4, 2)])
def test_a_half_is_all_or_nothing_by_a_die(tonight: Ruleset, die: int, shells: int) -> None:
    s = duel(tonight)
    throw(s, *HIGH, *TWO_HITS, weight(s, "half"), die, *SUPERFICIAL * shells)
    fight(s, "fighter_fires")
    assert count(s, "area_damage") == shells


@pytest.mark.rule("tonight 5.8.2")
@pytest.mark.parametrize(("day", "guns_of"), [("1943-12-20", "me-110g-4 early"), ("1944-01-10", "me-110g-4 late")])
def test_the_date_says_which_guns_he_has(tonight: Ruleset, day: str, guns_of: str) -> None:
    s = duel(tonight, date=day)
    throw(s, *HIGH, *TWO_HITS, weight(s, "x1"), *SUPERFICIAL, *SUPERFICIAL)
    fight(s, "fighter_fires")
    assert column(s, "hit_multiplier") == guns_of


@pytest.mark.rule("tonight 5.8.3", "tonight 5.8.3.sections")
def test_each_shell_rolls_for_its_area_and_on_the_table_of_the_section(tonight: Ruleset) -> None:
    s = duel(tonight)
    tail, port_wing = faces_for(s, "area_damage", "tail", "6 high"), faces_for(s, "area_damage", "port_wing", "6 high")
    tail_harmless = faces_for(s, "section.tail", "superficial")
    wing_harmless = faces_for(s, "section.wing", "superficial")
    throw(s, *HIGH, *TWO_HITS, weight(s, "x1"), *tail, *tail_harmless, *port_wing, *wing_harmless)
    fight(s, "fighter_fires")
    assert [event.table for event in s.log or () if event.type == "roll"][3:] == ["L-area", "L-5", "L-area", "L-6"]
    assert [facts["area"] for facts in told(s, "shell_hit")] == ["tail", "port_wing"]


@pytest.mark.rule("tonight 5.8.3.sections")
@pytest.mark.parametrize(
    ("bomber", "letter"), [("lancaster", "L"), ("halifax-ii", "H"), ("halifax-iii", "H"), ("stirling", "S")]
)
def test_sections_and_their_numbers(tonight: Ruleset, bomber: str, letter: str) -> None:
    tables = tonight.bomber(bomber).tables
    names = ("nose", "front_centre", "bomb_bay", "rear_centre", "tail", "wing", "instruments")
    found = [tables[f"section.{name}"] for name in names]
    assert found == [f"{letter}-{number}" for number in range(1, 8)]


@pytest.mark.rule("tonight 5.8.3.instruments")
@pytest.mark.parametrize("bomber", ["lancaster", "halifax-ii", "halifax-iii", "stirling"])
def test_instruments_are_no_area_but_hit_from_the_front_centre(tonight: Ruleset, bomber: str) -> None:
    s = silent(tonight, bomber=bomber, options={"any_bomber": "yes"})
    areas = s.tables["area_damage"]
    for place in POSITIONS:
        assert "instruments" not in {areas.find(total, total, place).result for total in range(2, 13)}
    front = s.tables["section.front_centre"]
    rows = [total for total in range(2, 13) if front.find(total, total, None).result == "instruments"]
    assert rows
    s.source = ScriptedSource([*TWO_DICE[rows[0]]], then=SeededSource("instruments"))
    s.carry_out("section.front_centre")
    assert rolls(s)[:2] == ["section.front_centre", "section.instruments"]


@pytest.mark.rule("tonight 5.8.3.instruments")
@pytest.mark.parametrize(("nose", "table"), [("turret", "H-1"), ("clear", "H-1 clear")])
def test_the_halifax_has_a_table_for_each_nose(tonight: Ruleset, nose: str, table: str) -> None:
    s = silent(tonight, bomber="halifax-ii", options={"nose": nose, "any_bomber": "yes"})
    assert s.tables["section.nose"].id == table


def walk(s: Sortie, *sections: str) -> list[int]:
    """Dice that do no harm in these sections."""
    harmless = {"front_centre": "control_cables"}
    return [face for name in sections for face in faces_for(s, f"section.{name}", harmless.get(name, "superficial"))]


@pytest.mark.rule("tonight 5.8.3.walking")
def test_worked_example_of_5_8_3_of_four_hits_the_third_walks_and_the_fourth_is_lost(tonight: Ruleset) -> None:
    s = duel(tonight)
    sections = ("nose", "front_centre", "bomb_bay", "rear_centre", "tail")
    walking = faces_for(s, "area_damage", "walking_fuselage", "6 high")
    throw(s, *HIGH, *TWO_HITS, weight(s, "x2"), *SUPERFICIAL, *SUPERFICIAL, *walking, *walk(s, *sections))
    fight(s, "fighter_fires")
    assert told(s, "bomber_hit")[0]["shells"] == 4
    assert count(s, "area_damage") == 3
    assert [facts["area"] for facts in told(s, "shell_hit")] == list(sections)


@pytest.mark.rule("tonight 5.8.3.walking")
def test_the_next_attack_is_not_spoilt_by_hits_that_walked(tonight: Ruleset) -> None:
    s = duel(tonight)
    walking = faces_for(s, "area_damage", "walking_fuselage", "6 high")
    sections = ("nose", "front_centre", "bomb_bay", "rear_centre", "tail")
    first = (*HIGH, *TWO_HITS, weight(s, "x1"), *walking, *walk(s, *sections))
    throw(s, *first, *HIGH, *TWO_HITS, weight(s, "x1"), *SUPERFICIAL, *SUPERFICIAL)
    run_twice(s)
    assert count(s, "area_damage") == 3


def run_twice(s: Sortie) -> None:
    """He fires twice."""
    s.run_step("round", "fighter_fires")
    foe(s).has_attacked = False
    s.run_step("round", "fighter_fires")
    used_up(s)


@pytest.mark.rule("tonight 5.8.3.upward", "tonight 5.4.2")
def test_upward_hits_use_the_column_of_the_vertical_climb(tonight: Ruleset) -> None:
    s = duel(tonight, at="6 level", fighter={"carries": ["upward_guns"]}, seen=False)
    s.game.upward_attack = True
    one = weight(s, "x1")
    s.game.upward_attack = False
    throw(s, *HIGH, *TWO_HITS, one, *LOW, *HIGH)
    fight(s, "upward_attack")
    assert column(s, "area_damage") == "vertical climb"


# --- 5.9


@pytest.mark.rule("tonight 5.9", "tonight 5.8.collision")
@pytest.mark.parametrize(("faces", "possible"), [(LOW, False), ((4, 4), False), (HIGH, True)])
def test_two_dice_say_whether_a_collision_threatens(tonight: Ruleset, faces: tuple[int, int], possible: bool) -> None:
    s = duel(tonight, *faces, *((5,) if possible else ()))
    foe(s).has_attacked = True
    fight(s, "collision")
    assert ("collision_near" in rolls(s)) is possible
    table = s.tables["collision"]
    assert [table.find(7, total, None).result for total in (2, 10, 11, 13)] == ["none", "none", "possible", "possible"]


@pytest.mark.rule("tonight 5.9.avoided", "tonight 5.9")
@pytest.mark.parametrize("die", [1, 5])
def test_who_just_clears_us_has_lost_us(tonight: Ruleset, die: int) -> None:
    s = fight(duel(tonight, *LOW, *HIGH, die))
    assert rolls(s) == ["offensive_fire", "collision", "collision_near"]
    assert happenings(s)[-2:] == ["near_miss", "breaks_off"]
    assert foe(s).has_left


@pytest.mark.rule("tonight 5.9.impact", "tonight 5.9")
def test_who_strikes_us_is_a_burst_inside_where_he_strikes(tonight: Ruleset) -> None:
    nose, turret, oxygen = HIGH, 1, 1
    s = fight(duel(tonight, *LOW, *HIGH, 6, *nose, turret, oxygen))
    assert rolls(s)[:4] == ["offensive_fire", "collision", "collision_near", "area_damage"]
    assert s.bomber.bursts == {"nose"}
    assert fates(s).count("killed") == 1
    assert (foe(s).has_left, foe(s).is_destroyed) == (True, False)
    assert told(s, "burst_inside")[0]["by"] == "collision"


@pytest.mark.rule("tonight 5.9.impact")
def test_superficial_is_a_miss_after_all(tonight: Ruleset) -> None:
    s = fight(duel(tonight, *LOW, *HIGH, 6, *SUPERFICIAL))
    assert happenings(s)[-2:] == ["near_miss", "breaks_off"]
    assert s.bomber.bursts == set()


@pytest.mark.rule("tonight 5.9.impact")
def test_what_is_no_compartment_is_rolled_again(tonight: Ruleset) -> None:
    walking, nose = (5, 6), HIGH
    s = fight(duel(tonight, *LOW, *HIGH, 6, *walking, *walking, *nose, 1, 1))
    assert count(s, "area_damage") == 3
    assert s.bomber.bursts == {"nose"}


@pytest.mark.rule("tonight 5.9.impact")
def test_a_collision_with_the_tail_is_the_end(tonight: Ruleset) -> None:
    s = duel(tonight)
    throw(s, *LOW, *HIGH, 6, *faces_for(s, "area_damage", "tail", "6 high"))
    assert ends(s, lambda s: [s.run_step("round", name) for name in AFTER_POSITION]) == "shot_down"
    assert s.bomber.bursts == {"tail"}
    assert man(s, "tail_gunner").is_dead


@pytest.mark.rule("tonight 5.9.no-sector")
@pytest.mark.parametrize(
    ("clock", "level", "place"), [((1, 1), (1,), "6 high"), ((7, 5), (6,), "3 level"), ((7, 2), (), "vertical dive")]
)
def test_another_aircraft_gets_a_place_from_the_dice(
    tonight: Ruleset, clock: tuple[int, int], level: tuple[int, ...], place: str
) -> None:
    s = silent(tonight, 6, *clock, *level, altitude="on_the_deck")
    superficial = faces_for(s, "area_damage", "superficial", place)
    throw(s, 6, *clock, *level, *superficial)
    assert not possible_collision(s)
    used_up(s)
    assert column(s, "area_damage") == place
    assert told(s, "near_miss") == [{"fighter": "another aircraft"}]


@pytest.mark.rule("tonight 5.9.1")
@pytest.mark.parametrize("deck", [True, False])
def test_on_the_deck_the_second_die_is_rolled_at_once(tonight: Ruleset, deck: bool) -> None:
    s = duel(tonight, *((5,) if deck else LOW), altitude="on_the_deck" if deck else "low")
    foe(s).has_attacked = True
    fight(s, "collision")
    assert rolls(s) == (["collision_near"] if deck else ["collision"])


@pytest.mark.rule("tonight 5.9.1", "tonight 5.9.no-sector")
def test_on_the_deck_leaving_a_zone_too(tonight: Ruleset) -> None:
    s = run(silent(tonight, 5, altitude="on_the_deck"), "zone", "leaving")
    assert rolls(s) == ["collision_near"]
