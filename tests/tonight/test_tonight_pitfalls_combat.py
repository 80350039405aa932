"""What went wrong in programs of this kind, in combat and damage: a test for each fault that could occur by night."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from typing import Any

import pytest
from bomberstream.core.combat import POSITIONS, parse_position
from bomberstream.core.damage import burst_inside, hit_area, hit_by_fighter
from bomberstream.core.flight import fly
from bomberstream.core.hooks import load_plugins
from bomberstream.core.ruleset import Ruleset, RulesetBuilder
from bomberstream.core.sortie import Setup, Sortie
from bomberstream.core.testing import RandomOrders
from duels import HIGH, LOW, MISS, count, duel, ends, faces_for, fight, foe, gun, guns, silent, throw
from nights import happenings, man, modifiers, rolls, run, told, used_up

EVERYTHING = {"fires_at": {"best": "1"}, "passing_shot": {"best": "1"}, "corkscrew": "yes", "upward_answer": "fire"}


# --- combat


@pytest.mark.rule("tonight 5.5.destroyed", "tonight 5.8")
@pytest.mark.parametrize("how", ["is_destroyed", "has_left"])
@pytest.mark.parametrize("at", ["6 low", "12 high", "vertical climb"])
def test_one_out_of_action_is_in_no_phase(tonight: Ruleset, how: str, at: str) -> None:
    s = duel(tonight, at=at, fighter={"carries": ["upward_guns"]}, orders=EVERYTHING, seen=False)
    setattr(foe(s), how, True)
    before = {name: one.rounds for name, one in s.bomber.guns.items()}
    s.run("round")
    foe(s).move_to(*parse_position(at))
    s.game.fighter_is_seen = True
    fight(s)
    assert rolls(s) == []
    assert {name: one.rounds for name, one in s.bomber.guns.items()} == before


@pytest.mark.rule("tonight 5.8.1.miss", "tonight 5.8.reengage")
@pytest.mark.parametrize("hits", [True, False])
@pytest.mark.parametrize("kept", [True, False])
def test_contact_and_not_hits_says_who_comes_back(tonight: Ruleset, hits: bool, kept: bool) -> None:
    s = duel(tonight)
    foe(s).has_attacked = True
    foe(s).hit_bomber = hits
    throw(s, *(HIGH if kept else LOW))
    fight(s, "contact")
    assert foe(s).has_left is not kept


@pytest.mark.rule("tonight 5.8.1")
def test_the_hit_of_the_last_round_is_forgotten(tonight: Ruleset) -> None:
    s = duel(tonight, 1, 1, 1)
    foe(s).hit_bomber = foe(s).has_attacked = True
    foe(s).shot_at_by = [gun(s, "tail")]
    gun(s, "tail").has_fired = True
    s.game.corkscrewed = s.game.corkscrewing = s.game.last_round = s.game.fire_is_over = True
    run(s, "round", "position")
    assert not any((foe(s).hit_bomber, foe(s).has_attacked, foe(s).shot_at_by, gun(s, "tail").has_fired))
    assert not any((s.game.corkscrewed, s.game.corkscrewing, s.game.last_round, s.game.fire_is_over))


@pytest.mark.rule("tonight 5.8.2")
def test_the_number_to_hit_goes_by_position_and_not_by_type(tonight: Ruleset) -> None:
    table = tonight.tables["5-13"]
    assert table.modify is not None
    assert table.column is not None
    s = silent(tonight)
    for place in POSITIONS:
        found = set()
        for kind in tonight.fighters:
            s = duel(tonight, at=place, kind=kind)
            column = table.column(s)
            found.add(
                (column, min(t for t in range(2, 13) if table.find(7, t + table.modify(s, 7), column).result == "hit"))
            )
        assert len(found) == 1, place


@pytest.mark.rule("tonight 5.5.1", "tonight 5.7.2.limits")
def test_ammunition_goes_when_a_gun_fires_and_not_when_it_is_laid(tonight: Ruleset) -> None:
    s = duel(tonight, *MISS, orders=guns("tail"))
    before = {name: one.rounds for name, one in s.bomber.guns.items()}
    s.run_step("round", "allot_guns")
    assert {name: one.rounds for name, one in s.bomber.guns.items()} == before
    s.run_step("round", "defensive_fire")
    used_up(s)
    assert {name: one.rounds for name, one in s.bomber.guns.items()} == {**before, "tail": before["tail"] - 1}


@pytest.mark.rule("tonight 5.5.allocate", "tonight 5.4.3")
def test_an_unmanned_ventral_gun_answers_nobody(tonight: Ruleset) -> None:
    for at in ("6 low", "vertical climb"):
        s = duel(tonight, at=at, orders=EVERYTHING)
        gun(s, "tail").rounds = 0
        run(s, "round", "allot_guns")
        assert s.game.allotted == []


@pytest.mark.rule("tonight 5.7")
def test_single_and_many_barrels_are_not_mixed_up(tonight: Ruleset) -> None:
    s = duel(tonight, at="6 level")
    s.fighter = foe(s)
    table = tonight.tables["5-12A"]
    shift: dict[str, dict[str, int]] = {}
    for name in ("nose", "mid_upper", "tail", "ventral"):
        s.gun = gun(s, name)
        shift[name] = {says: value for value, says, _ in table.explain(s, 7)}
    assert [name for name, found in shift.items() if "four guns firing" in found] == ["tail"]
    assert [name for name, found in shift.items() if "power turret" not in found] == ["ventral"]


@pytest.mark.rule("tonight 5.7.2.limits")
def test_no_passing_shot_by_guns_that_fired_or_without_intercom(tonight: Ruleset) -> None:
    for why in ("fired", "intercom"):
        s = duel(tonight, at="1:30 high", orders=EVERYTHING)
        gun(s, "tail").has_fired = why == "fired"
        if why == "intercom":
            s.bomber.out.add("intercom")
        fight(s, "passing_shot")
        assert (rolls(s), told(s, "passing_shot")) == ([], [])


@pytest.mark.rule("tonight 5.3.1.3", "tonight 5.8.1.second")
def test_nothing_of_the_first_fighter_is_left_to_the_second(tonight: Ruleset) -> None:
    s = duel(tonight, *(4, 10), 1, 1, 4, *LOW, fighter={"fca": 2, "fboa": True, "skill": "experte"})
    s.game.squad = 2
    s.run("fighter")
    used_up(s)
    assert (foe(s).fca, foe(s).fboa, foe(s).skill, foe(s).key) == (0, False, "flieger", "f2")


@pytest.mark.rule("tonight 5.5.fboa")
def test_a_fighter_that_will_be_destroyed_attacks_first_and_only_once(tonight: Ruleset) -> None:
    s = duel(tonight, *LOW, fighter={"fca": 1, "fboa": True})
    fight(s)
    assert count(s, "offensive_fire") == 1
    assert happenings(s)[-1] == "fighter_destroyed"


@pytest.mark.rule("tonight 5.0.2", "tonight 5.0.3", "tonight 5.8.1")
def test_a_set_shot_out_in_one_round_warns_in_none_that_follow(tonight: Ruleset) -> None:
    s = duel(tonight, *HIGH, 1, 1, 1, *LOW, device={"monica": True})
    s.bomber.out.add("monica")
    run(s, "round", "contact", "position", "crew_spots_it")
    assert modifiers(s, "bomber_spots") == []


@pytest.mark.rule("tonight 5.0.2", "tonight 5.0.3")
def test_a_man_killed_at_his_set_or_chute_silences_it_between_rounds(tonight: Ruleset) -> None:
    s = duel(tonight, *HIGH, orders={"drops_window": "engineer"}, carried={"window": True}, device={"monica": True})
    s.run_step("zone", "devices")
    assert s.game.devices_on == {"monica", "window"}
    man(s, "engineer").is_dead = man(s, "wireless_operator").is_dead = True
    fight(s, "contact")
    assert s.game.devices_on == set()


@pytest.mark.rule("tonight 5.5.allocate")
def test_who_fought_a_fire_that_flak_lit_fires_at_the_fighter_that_comes_after(tonight: Ruleset) -> None:
    s = duel(tonight, 1, 1, 1, *HIGH, *MISS, *LOW, *LOW, *LOW, orders=guns("tail"))
    man(s, "tail_gunner").sits_out = "attack"
    run(s, "fighter", "rounds")
    assert gun(s, "tail").rounds == 62


@pytest.mark.rule("tonight 5.8.1", "tonight 5.8.1.guns")
@pytest.mark.parametrize(("mover", "fires"), [("navigator", False), ("mid_upper_gunner", True)])
def test_who_comes_to_a_gun_from_another_section_between_rounds_sits_one_out(
    tonight: Ruleset, mover: str, fires: bool
) -> None:
    to_ventral = {"mans_gun": {"choose": "none", "case": [{"when": "gun.id == 'ventral'", "choose": mover}]}}
    s = duel(tonight, *HIGH, at="6 low", orders={**to_ventral, "fires_at": {"best": "1"}})
    gun(s, "mid_upper").is_out = True
    gun(s, "mid_upper").update()
    fight(s, "contact")
    assert man(s, mover).post == "ventral gun"
    run(s, "round", "allot_guns")
    assert ("ventral" in {one.key for one, _ in s.game.allotted}) is fires
    throw(s, *HIGH)
    fight(s, "contact")
    run(s, "round", "allot_guns")
    assert "ventral" in {one.key for one, _ in s.game.allotted}


# --- damage


WALKS = {
    ("6 high", "walking_fuselage"): ["nose", "front_centre", "bomb_bay", "rear_centre", "tail"],
    ("3 level", "walking_mixed"): ["nose", "starboard_wing", "rear_centre", "tail"],
    ("9 level", "walking_mixed"): ["nose", "port_wing", "rear_centre", "tail"],
    ("3 high", "walking_wings"): ["port_wing", "port_wing", "starboard_wing", "starboard_wing"],
}


@pytest.mark.rule("tonight 5.8.3.walking")
@pytest.mark.parametrize(("at", "pattern"), WALKS)
def test_hits_walk_along_every_listed_section_and_end_the_attack(tonight: Ruleset, at: str, pattern: str) -> None:
    s = duel(tonight, at=at)
    s.fighter = foe(s)
    along = WALKS[at, pattern]
    harmless = {"front_centre": "control_cables"}
    dice = [*faces_for(s, "area_damage", pattern, at)]
    for area in along:
        role = "section.wing" if area.endswith("wing") else f"section.{area}"
        dice += faces_for(s, role, harmless.get(area, "superficial"))
    throw(s, *dice)
    hit_by_fighter(s, 5)
    used_up(s)
    assert [facts["area"] for facts in told(s, "shell_hit")] == along
    assert count(s, "area_damage") == 1


@pytest.mark.rule("tonight 5.8.3", "tonight 5.6.1.forbidden")
def test_control_cables_count_over_sections(tonight: Ruleset) -> None:
    s = silent(tonight)
    throw(s, *faces_for(s, "section.rear_centre", "control_cables"), *faces_for(s, "section.tail", "control_cables"))
    hit_area(s, "rear_centre")
    assert "control_cables" not in s.bomber.out
    hit_area(s, "tail")
    assert "control_cables" in s.bomber.out
    used_up(s)


@pytest.mark.rule("tonight 5.8.3")
def test_wing_roots_count_for_each_wing(tonight: Ruleset) -> None:
    s = silent(tonight)
    root = faces_for(s, "section.wing", "wing_root")
    throw(s, *root * 8)
    for _ in range(4):
        hit_area(s, "port_wing")
        hit_area(s, "starboard_wing")
    used_up(s)
    assert {key: value for key, value in s.bomber.counts.items() if key.startswith("wing_root")} == {
        "wing_root port": 4,
        "wing_root starboard": 4,
    }
    throw(s, *root)
    assert ends(s, lambda s: hit_area(s, "port_wing")) == "shot_down"
    assert told(s, "wing_torn_off") == [{"side": "port"}]
    assert "uncontrolled_bailout" in rolls(s)


def do(s: Sortie, verb: str, value: Any, **extras: Any) -> None:
    """One verb, as an effect of a damage table would do it."""
    s.ruleset.verbs[verb].function(s, value, **extras)


@pytest.mark.rule("tonight 5.8.3")
@pytest.mark.parametrize("surface", ["flap", "aileron", "elevator"])
def test_one_flap_or_aileron_is_not_both(tonight: Ruleset, surface: str) -> None:
    s = silent(tonight)
    for side in ("port", "port"):
        do(s, "surface_out", surface, side=side)
        assert not s.bomber.are_both_out(surface)
    do(s, "surface_out", surface, side="starboard")
    assert s.bomber.are_both_out(surface)


@pytest.mark.rule("tonight 5.8.3", "tonight 5.2.5.fatal")
@pytest.mark.parametrize(
    ("verb", "value", "kind"),
    [("fire", "nose", "controlled"), ("engine_fire", 1, "controlled"), ("wing_torn_off", "port", "uncontrolled")],
)
def test_each_end_has_its_own_kind_of_jump(tonight: Ruleset, verb: str, value: Any, kind: str) -> None:
    s = silent(tonight)
    s.bomber.extinguishers = 0
    s.bomber.out.add("engine_extinguishers")
    ends(s, lambda s: do(s, verb, value))
    other = {"controlled": "uncontrolled", "uncontrolled": "controlled"}[kind]
    assert f"{kind}_bailout" in rolls(s)
    assert f"{other}_bailout" not in rolls(s)


@pytest.mark.rule("tonight 5.2.5.bomb-bay", "tonight 5.2.5.fatal")
@pytest.mark.parametrize("area", ["bomb_bay", "tail"])
def test_a_lost_bomber_does_not_fly_on(tonight: Ruleset, area: str) -> None:
    s = silent(tonight)
    ends(s, lambda s: burst_inside(s, area))
    assert s.outcome == "shot_down"
    assert s.game.bomber_fate == "lost"
    assert all(one.fate or one.is_dead for one in s.bomber.crew)


# --- the same over whole sorties


class Witness:
    """Hears what happens in sorties, and holds the rules against it."""

    HEARS = (
        "fires",
        "fighter_hit",
        "fighter_misses",
        "bomber_hit",
        "attacks",
        "keeps_contact",
        "breaks_off",
        "loses_contact",
        "passing_shot",
        "fighter_destroyed",
        "collides",
        "near_miss",
        "gun_jams",
        "upward_attack",
        "surprised",
        "corkscrews",
        "flak",
        "burst_inside",
        "lit",
    )

    def __init__(self) -> None:
        self.heard: Counter[str] = Counter()

    def hear(self, game: RulesetBuilder) -> None:
        """Listen to a game."""
        for name in self.HEARS:
            game.on(name, lambda s, facts, name=name: self.judge(s, name, facts))

    def judge(self, s: Sortie, name: str, facts: Mapping[str, Any]) -> None:
        """One happening."""
        self.heard[name] += 1
        g = s.game
        assert all(one.rounds >= 0 for one in s.bomber.guns.values())
        match name:
            case "fires":
                man = s.gun.gunner
                assert man.is_fit
                assert not any((man.is_busy, man.sits_out, s.gun.needs_power, s.gun.is_out))
                assert man.frostbite != "severe"
                assert s.bomber.man_at(s.gun.type.gunner) is man
                assert s.gun.is_working
                assert not s.fighter.is_out_of_action
            case "passing_shot":
                assert s.gun.key == "tail"
                assert not s.gun.has_fired
                assert "intercom" not in s.bomber.out
            case "fighter_misses" | "bomber_hit":
                assert not s.fighter.is_out_of_action
                assert s.fighter in g.fighters
                assert len(g.fighters) == 1
            case "keeps_contact":
                one = s.fighter
                assert not any((one.fboa, one.fcab, one.is_vertical, one.is_out_of_action))
            case "fighter_destroyed":
                assert facts["shares"] >= 1
            case "upward_attack":
                assert g.altitude != "on_the_deck"
                assert not g.fighter_is_seen
                assert "upward_guns" in s.fighter.carries
            case "surprised":
                assert not g.corkscrewed
                assert not g.fighter_is_seen
            case "corkscrews":
                assert s.bomber.engines_out < 2
                assert g.altitude != "on_the_deck"
                assert not s.zone.is_alps
                assert not s.bomber.bursts
                assert "electrical" not in s.bomber.out
                assert s.bomber.man_at("pilot").is_pilot
                if facts["against"] == "fighter":
                    assert g.fighter_is_seen or s.fighter.is_vertical
            case "flak" | "lit":
                assert s.zone.number > 1
                assert g.detected
            case "gun_jams":
                assert 0 <= s.gun.barrels_jammed + s.gun.barrels_broken <= s.gun.type.barrels


@pytest.fixture(scope="module")
def witnessed() -> tuple[Ruleset, Witness]:
    """The game with a witness aboard."""
    plugins = load_plugins()
    game, witness = RulesetBuilder(plugins.game("tonight"), plugins), Witness()
    # More fighters than there were, and softer ones, so that a few sorties show everything.
    game.modifier("5-5", 40)
    game.modifier("5-6", 4)
    game.modifier("5-12B", 3)
    witness.hear(game)
    return game.compose(), witness


@pytest.mark.rule("tonight 5.5", "tonight 5.8")
def test_nothing_of_this_kind_happens_in_sorties_with_orders_at_random(witnessed: tuple[Ruleset, Witness]) -> None:
    ruleset, witness = witnessed
    for seed in range(120):
        orders = RandomOrders(seed, standing=ruleset.orders, one_in=4 if seed % 2 else 1)
        fly(ruleset, Setup("tonight", seed, campaign=1 + seed % 12), orders=orders)
    assert set(Witness.HEARS) <= witness.heard.keys()
    assert witness.heard["fighter_destroyed"] >= 5
