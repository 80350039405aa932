"""What went wrong in programs of this kind, in dice and combat: one test for each fault that could occur here."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from typing import Any

import pytest
from attrs import evolve
from bomberstream.core.combat import CLOCKS, POSITIONS, parse_position
from bomberstream.core.errors import BadData
from bomberstream.core.flight import fly
from bomberstream.core.hooks import load_plugins
from bomberstream.core.ruleset import Ruleset, RulesetBuilder
from bomberstream.core.sortie import Setup, Sortie
from bomberstream.core.tables import Row
from bomberstream.core.testing import RandomOrders
from bomberstream.plugins.today.fighters import escort_on_station, join
from combat_scenes import (
    APART,
    MISS,
    SILENT,
    fighter,
    fw190,
    gun,
    guns_at,
    me109,
    play,
    play_all,
    rolls,
    scene,
    tables,
    told,
)

HIT = (6, 6)
EVERY_GUN = {"fires_at": {"best": "1"}, "passing_shot": {"best": "1"}}


def builder() -> RulesetBuilder:
    """The daylight game, still open to changes."""
    plugins = load_plugins()
    return RulesetBuilder(plugins.game("today"), plugins)


# --- dice and tables


@pytest.mark.rule("today 5-19", "today 5-17")
def test_rows_and_totals_that_do_not_meet_are_refused() -> None:
    game = builder()
    game.row("5-19", Row(on="7", result="out"))
    game.row("5-5A", Row(on="=9", result="ace"))
    game.modifier("6-4", 1, when="weather == 'haze'")
    game.modifier("5-9", -2, when="weather == 'haze'")
    with pytest.raises(BadData) as caught:
        game.compose()
    faults = [fault for fault in caught.value.problems if any(name in fault for name in ("5-19", "5-5A", "6-4", "5-9"))]
    for table, says in (
        ("5-19", "can never be rolled"),
        ("5-5A", "never shows a natural 9"),
        ("6-4", "no row for a total of 13"),
        ("5-9", "no row for a total of -1"),
    ):
        assert any(table in fault and says in fault for fault in faults), (table, faults)


@pytest.mark.rule("today 5-17")
def test_a_total_beyond_the_last_row_gives_the_last_row(today: Ruleset) -> None:
    for table in today.tables.values():
        if table.dice is None or not table.table.modifier:
            continue
        for column in table.cells:
            assert table.find(-99, 99, column) is table.find(-99, table.high, column)
            assert table.find(-99, -98, column) is table.find(-99, table.low, column)


@pytest.mark.rule("today 5-6 note b")
def test_a_natural_twelve_hits_whatever_is_taken_off(today: Ruleset) -> None:
    s = scene(
        today,
        *HIT,
        *(1, 1),
        campaign=6,
        fighters=[{"type": "me-163", "position": "vertical dive", "skill": "ace"}],
        out={"intercom": True},
        orders=guns_at(top="f1"),
    )
    play_all(s, "round.allot_guns", "round.defensive_fire")
    assert [(roll.table, roll.result) for roll in rolls(s)] == [("5-6", "hit"), ("5-7", "fcab")]
    assert rolls(s)[0].total < 8


@pytest.mark.rule("today 5-7 note a", "today 5-8")
def test_a_natural_twelve_destroys_and_hits_whatever_is_taken_off(today: Ruleset) -> None:
    jet = {"type": "me-262", "position": "12 level"}
    s = scene(today, *HIT, *HIT, campaign=6, fighters=[jet], orders=guns_at(top="f1"))
    play_all(s, "round.allot_guns", "round.defensive_fire")
    assert (rolls(s, "5-7")[0].total, fighter(s).is_destroyed) == (11, True)
    s = scene(today, *HIT, *(3, 4), 1, 1, fighters=[fw190("12 high", skill="green", fca=2, fboa=True)])
    play_all(s, "round.fighters_fire")
    assert (rolls(s, "5-8")[0].total, fighter(s).hit_bomber) == (7, True)


@pytest.mark.rule("today 5-8")
def test_an_unmodified_eleven_is_no_natural_twelve(today: Ruleset) -> None:
    s = scene(today, *(5, 6), fighters=[fw190("12 high", fca=1, fboa=True)])
    play_all(s, "round.fighters_fire")
    assert not fighter(s).hit_bomber


@pytest.fixture(scope="module")
def corrected() -> Ruleset:
    """The game with rows put right, as a second edition might have them."""
    game = builder()
    game.row("5-8", Row(on="7", result=dict.fromkeys((*CLOCKS, "vertical_dive", "vertical_climb"), "hit")))
    game.row("5-9", Row(on="1", result="6"))
    levels = ("poor", "fair", "good")
    game.row("5-4", Row("7", dict.fromkeys(levels, 2), data={level: {"later": 0} for level in levels}))
    leader = next(row for row in game.table("2-10B").row if row.result["high"] == 7)
    drawn = {"reroll_up_to": {}, "attackers": [{"type": "fw-190", "at": ["3 low"]}]}
    game.row("2-10B", evolve(leader, data={**leader.data, "high": drawn}))
    return game.compose()


@pytest.mark.rule("today 5-8", "today 5-9")
def test_the_code_keeps_no_copy_of_the_fighters_tables(corrected: Ruleset) -> None:
    s = scene(corrected, *(3, 4), *(3, 4), 1, 1, fighters=[fw190("12 high")])
    assert fighter(play_all(s, "round.fighters_fire")).hit_bomber
    s = scene(corrected, *HIT, *(3, 4), 1, 1, *APART, 1, 1, fighters=[fw190("12 high")], orders=SILENT)
    assert fighter(play_all(s, "round")).position == "6 high"


@pytest.mark.rule("today 5-4", "today 2-10B")
def test_the_code_keeps_no_copy_of_the_escort_or_of_the_drawn_fighter(corrected: Ruleset) -> None:
    three = [fw190("12 high"), fw190("3 high"), fw190("6 high")]
    s = scene(corrected, 3, 4, zone={"escort": "poor"}, fighters=three)
    escort_on_station(s)
    s.game.wave = 1
    assert len(play_all(s, "wave.escort_drives_off").game.fighters) == 1
    s = scene(corrected, fighters=[me109("12 high")], options={"position": "7"})
    play(s, "wave.extra_fighter")
    assert [(one.type.id, one.position) for one in s.game.fighters][1:] == [("fw-190", "3 low")]


@pytest.mark.rule("today 5-12")
def test_an_area_that_does_not_exist_is_refused_at_once() -> None:
    game = builder()
    columns = game.table("5-12").columns
    game.row("5-12", Row(on="7", result=dict.fromkeys(columns, "cellar")))
    game.row("5-12", Row(on="6", result=dict.fromkeys(columns, "walking_backwards")))
    with pytest.raises(BadData) as caught:
        game.compose()
    faults = [fault for fault in caught.value.problems if "table 5-12" in fault]
    for bomber in ("B-17F", "B-17G"):
        assert any(f"the {bomber} has no area 'cellar'" in fault for fault in faults), faults
        backwards = [fault for fault in faults if f"the {bomber} has no area 'walking_backwards'" in fault]
        assert ["walking_wings" in fault for fault in backwards] == [True], faults


@pytest.mark.rule("today 5-3")
def test_names_are_understood_in_any_case(today: Ruleset) -> None:
    for name in ("B-17G", "b-17g", "B17G", "b_17g", "B 17G"):
        assert today.bomber(name).id == "b-17g"
    for name in ("5-3a", "5-3A"):
        assert today.table(name).id == "5-3A"
    city = next(one.city for one in today.targets if one.campaign == 3 and one.air_force == 8)
    for name in (city.upper(), city.lower()):
        s = fly(today, Setup("today", 1, campaign=3, target=name, options={"air_force": "8"}))
        assert s.game.target.city == city


@pytest.mark.rule("today 5-3")
@pytest.mark.parametrize("name", ["mosquito", "me-108", ""])
def test_an_unknown_fighter_is_told_and_no_crash(today: Ruleset, name: str) -> None:
    with pytest.raises(BadData, match=f"no type {name!r}"):
        scene(today, fighters=[{"type": name, "position": "12 high"}])


@pytest.mark.rule("today 5-3")
@pytest.mark.parametrize("name", ["Me 109", "ME-109"])
def test_a_fighter_is_understood_in_any_case(today: Ruleset, name: str) -> None:
    assert fighter(scene(today, fighters=[{"type": name, "position": "12 high"}])).type.id == "me-109"


# --- combat


@pytest.mark.rule("today 5-7")
def test_a_destroyed_fighter_is_out_of_every_phase(today: Ruleset) -> None:
    s = scene(today, fighters=[fw190("12 high")], orders=EVERY_GUN)
    fighter(s).is_destroyed = True
    s.zone.escort = "good"
    play_all(s, "round")
    assert s.rolls == 0
    assert gun(s, "top").rounds == 16
    assert s.game.fighters == []


@pytest.mark.rule("today 5-8 note c")
def test_who_missed_does_not_come_back_and_who_hit_does(today: Ruleset) -> None:
    hit = (*HIT, *(3, 4), 1, 1)
    s = scene(
        today,
        *hit,
        *MISS,
        *APART,
        *APART,
        *(1, 1),
        fighters=[fw190("12 high"), fw190("12 low")],
        orders=SILENT,
    )
    play_all(s, "round")
    assert [facts["fighter"] for facts in told(s, "comes_again")] == [fighter(s, 1).told]
    assert [one.key for one in s.game.fighters] == ["f1"]


@pytest.mark.rule("today 5-8 note c")
def test_the_hit_of_the_last_round_is_forgotten(today: Ruleset) -> None:
    s = scene(today, *MISS, *APART, fighters=[fw190("12 high", round=2)], orders=SILENT)
    fighter(s).hit_bomber = True
    play_all(s, "round")
    assert s.game.fighters == []


LEAST = {"12": 9, "1:30": 9, "10:30": 9, "3": 8, "9": 8, "6": 7, "vertical_dive": 9, "vertical_climb": 7}


@pytest.mark.rule("today 5-8")
def test_the_number_to_hit_goes_by_position_and_not_by_type(today: Ruleset) -> None:
    table = today.tables["5-8"]
    assert table.modify is not None
    s = scene(today, campaign=6)
    for kind in today.fighters.values():
        for position in POSITIONS:
            s.fighter = join(s, kind, *parse_position(position))
            clock = s.fighter.clock
            hits = [total for total in range(2, 12) if table.find(0, total, clock).result == "hit"]
            assert (min(hits), table.modify(s, 7)) == (LEAST[clock], 0), (kind.id, position)


@pytest.mark.rule("today 2-10B")
def test_the_fighter_of_a_place_is_added_and_replaces_nobody(today: Ruleset) -> None:
    s = scene(today, fighters=[fw190("12 level"), fw190("3 high")], options={"position": "13"})
    play(s, "wave.extra_fighter")
    assert [(one.type.id, one.position) for one in s.game.fighters] == [
        ("fw-190", "12 level"),
        ("fw-190", "3 high"),
        ("me-109", "12 level"),
    ]
    assert len({one.key for one in s.game.fighters}) == 3
    s = scene(today, options={"position": "13"})
    play(s, "wave.extra_fighter")
    assert s.game.fighters == []


@pytest.mark.rule("today 5-4")
def test_the_escort_really_removes_and_fewer_from_later_waves(today: Ruleset) -> None:
    # 5-3B, row 15, light: three Fw 190s; two are driven off, and one of the next wave's three.
    s = scene(
        today,
        *(3, 10),
        *(5, 5),
        *(*(1, 5), 3, *MISS, *APART),
        *(*(1, 5), 3, 3, *MISS, *MISS, *APART, *APART),
        options={"position": "8"},
        zone={"escort": "fair"},
        orders=SILENT,
    )
    play_all(s, "turn.fighters")
    assert [facts["number"] for facts in told(s, "attackers")] == [1, 2]


@pytest.mark.rule("today 5-6")
def test_ammunition_is_charged_when_a_gun_fires_and_a_silent_gun_keeps_it(today: Ruleset) -> None:
    s = scene(today, *(1, 3), *MISS, *APART, fighters=[fw190("12 high")], orders=guns_at(top="f1"))
    before = {one.key: one.rounds for one in s.bomber.guns.values()}
    play(s, "round.evade", "round.allot_guns")
    assert {one.key: one.rounds for one in s.bomber.guns.values()} == before
    play(s, "round.defensive_fire")
    assert {one.key: one.rounds for one in s.bomber.guns.values()} == {**before, "top": 15}


@pytest.mark.rule("today 5-6")
def test_the_last_box_is_the_last(today: Ruleset) -> None:
    s = scene(today, *(1, 3), fighters=[fw190("12 high")], orders=guns_at(top="f1"))
    gun(s, "top").rounds = 1
    play(s, "round.allot_guns", "round.defensive_fire", "round.allot_guns", "round.defensive_fire")
    assert (gun(s, "top").rounds, tables(s)) == (0, ["5-6"])


@pytest.mark.rule("today 5-7")
def test_twin_and_single_guns_are_not_mixed_up(today: Ruleset) -> None:
    found: dict[str, tuple[int, int]] = {}
    s = scene(today, fighters=[me109("12 high"), fw190("12 high")])
    table = today.tables["5-7"]
    for one in s.bomber.guns.values():
        s.gun = one
        both = []
        for number in (1, 2):
            s.fighter = fighter(s, number)
            both.append(sum(value for value, _, _ in table.explain(s, 7)))
        found[one.key] = (both[0], both[1])
    twins = dict.fromkeys(("chin", "top", "ball", "tail"), (1, 0))
    singles = dict.fromkeys(("left_cheek", "right_cheek", "radio", "left_waist", "right_waist"), (0, -1))
    assert found == {**twins, **singles}


@pytest.mark.rule("today 5.5.2")
def test_no_passing_shot_by_guns_that_fired_or_without_intercom(today: Ruleset) -> None:
    two = [fw190("6 level"), fw190("12 high")]
    s = scene(today, *(1, 2), *MISS, *MISS, *APART, *APART, fighters=two, orders=EVERY_GUN)
    s.bomber.man_of("engineer").is_dead = True
    play_all(s, "round")
    assert told(s, "passing_shot") == []
    s = scene(today, *MISS, *APART, fighters=[fw190("12 high")], orders=EVERY_GUN, out={"intercom": True})
    s.bomber.man_of("engineer").is_dead = True
    play_all(s, "round")
    assert told(s, "passing_shot") == []


# --- the same over whole sorties


class Witness:
    """Hears what happens in sorties, and holds the rules against it."""

    def __init__(self) -> None:
        self.heard: Counter[str] = Counter()

    def hear(self, game: RulesetBuilder) -> None:
        """Listen to a game."""
        for name in (
            "fighter_hit",
            "fighter_misses",
            "bomber_hit",
            "comes_again",
            "driven_off",
            "passing_shot",
            "fighter_destroyed",
            "collides",
            "attackers",
            "gun_jams",
        ):
            game.on(name, lambda s, facts, name=name: self.judge(s, name, facts))

    def judge(self, s: Sortie, name: str, facts: Mapping[str, Any]) -> None:
        """One happening."""
        self.heard[name] += 1
        assert all(one.rounds >= 0 for one in s.bomber.guns.values())
        match name:
            case "fighter_hit" | "passing_shot":
                assert s.gun.gunner.is_fit
                assert s.gun.gunner.frostbite != "severe"
                assert not s.gun.gunner.is_busy
                assert not s.gun.needs_power
                assert not s.gun.is_out
                if name == "passing_shot":
                    assert s.gun.key == "tail"
                    assert not s.gun.has_fired
                    assert "intercom" not in s.bomber.out
                    assert s.gun.is_working
                    assert s.gun.rounds > 0
                else:
                    assert not s.fighter.has_left
            case "fighter_misses" | "bomber_hit":
                assert not s.fighter.is_out_of_action
                assert s.fighter in s.game.fighters
            case "comes_again":
                one = s.fighter
                assert one.hit_bomber
                assert one.round <= 3
                assert not any((one.fboa, one.fcab, one.is_out_of_action, one.type.rocket))
            case "driven_off" if facts["by"] == "the escort":
                assert "diving straight down" not in facts["fighter"]
                assert not any(jet in facts["fighter"] for jet in ("Me 163", "Me 262", "He 162"))
            case "attackers":
                assert facts["number"] == len(s.game.fighters) > 0
                assert not any(one.is_out_of_action for one in s.game.fighters)
            case "fighter_destroyed":
                assert facts["shares"] >= 1
            case "collides":
                assert s.fighter.has_attacked
            case "gun_jams":
                assert 0 <= s.gun.barrels_jammed + s.gun.barrels_broken <= s.gun.type.barrels


@pytest.fixture(scope="module")
def witnessed() -> tuple[Ruleset, Witness]:
    """The game with a witness aboard."""
    game, witness = builder(), Witness()
    witness.hear(game)
    return game.compose(), witness


@pytest.mark.rule("today 5.5")
def test_nothing_of_this_kind_happens_in_sorties_with_orders_at_random(witnessed: tuple[Ruleset, Witness]) -> None:
    ruleset, witness = witnessed
    for seed in range(120):
        orders = RandomOrders(seed, standing=ruleset.orders, one_in=4 if seed % 2 else 1)
        fly(ruleset, Setup("today", seed, campaign=1 + seed % 6), orders=orders)
    unseen = {"fighter_hit", "fighter_misses", "bomber_hit", "comes_again", "driven_off", "passing_shot", "attackers"}
    assert unseen <= witness.heard.keys()
    assert witness.heard["fighter_destroyed"] >= 10
