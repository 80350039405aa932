"""Optional rule 9.1: the Wellington, with two engines and six men."""

from __future__ import annotations

from typing import Any

import pytest
from bomberstream.core.bomber import GunType
from bomberstream.core.combat import POSITIONS
from bomberstream.core.errors import NotAllowed
from bomberstream.core.events import digest
from bomberstream.core.flight import fly
from bomberstream.core.hooks import load_plugins
from bomberstream.core.mission.crewing import take_controls
from bomberstream.core.mission.engines import jettison, obey_engines
from bomberstream.core.mission.events import event_engine_out
from bomberstream.core.mission.state import MissionState
from bomberstream.core.ruleset import Ruleset, compose
from bomberstream.core.sortie import Setup, Sortie, SortieOver
from bomberstream.core.testing import scripted, staged
from bomberstream.core.testing.asking import (
    asked,
    choices,
    engine,
    happenings,
    man,
    modifiers,
    rolls,
    take,
    told,
    used_up,
)
from bomberstream.core.zones import Zone
from bomberstream.plugins.tonight.altitude import is_slow, must_stay_low
from bomberstream.plugins.tonight.combat import may_corkscrew
from bomberstream.plugins.tonight.crew import gunners, keen_eyed
from bomberstream.plugins.tonight.rules.wellington import Superchargers, bombs_or_height, mend_regulator
from bomberstream.plugins.tonight.setup import prepare
from night_tables import TWO_DICE, acting, check, percent, read

TRADES = ["pilot", "wireless_operator", "navigator", "observer", "waist_gunner", "tail_gunner"]
KEEN = ["observer", "waist_gunner", "tail_gunner", "navigator"]
STAYS_HIGH = {"altitude": "high"}


@pytest.fixture(scope="module")
def wellingtons() -> Ruleset:
    return compose(load_plugins(), "tonight", rules=["wellington"])


def aboard(wellingtons: Ruleset, *faces: int, orders: dict[str, Any] | None = None, **given: Any) -> Sortie:
    """A Wellington over Holland in the spring of 1943, high up, bombs aboard."""
    state = {"bomber": "wellington", "campaign": 5, "altitude": "high", **given}
    return staged(wellingtons, *faces, orders={**STAYS_HIGH, **(orders or {})}, **state)


def enter(s: Sortie, number: int = 5, **kind: bool) -> None:
    """Another zone, entered at the height that is open and wished."""
    s.enter_zone(Zone(number, ("H",), ("",), **kind))
    s.game.turn_of_zone = 1
    take(s, "zone", "altitude")


# --- the aeroplane


@pytest.mark.rule("tonight 9.1", "tonight 9.1.data")
def test_it_has_two_engines_and_four_gun_positions(wellingtons: Ruleset) -> None:
    kind = wellingtons.bombers["wellington"]
    assert [(one.number, one.side) for one in kind.engines] == [(1, "port"), (2, "starboard")]

    def described(gun: GunType) -> tuple[str, int, str, bool]:
        return gun.id, gun.barrels, gun.calibre, gun.turret

    assert [described(gun) for gun in kind.gun] == [
        ("nose", 2, ".303", True),
        ("port_waist", 1, ".303", False),
        ("starboard_waist", 1, ".303", False),
        ("tail", 4, ".303", True),
    ]


@pytest.mark.rule("tonight 9.1.1.5", "tonight 9.1.1.7")
def test_six_men_and_four_extinguishers(wellingtons: Ruleset) -> None:
    s = aboard(wellingtons)
    assert [one.trade for one in s.bomber.crew] == TRADES
    assert s.bomber.extinguishers == 4
    assert (s.bomber.type.aims, s.bomber.type.navigates) == ("navigator", "navigator")
    assert {gun.key: gun.gunner.trade for gun in s.bomber.guns.values()} == {
        "nose": "observer",
        "port_waist": "waist_gunner",
        "starboard_waist": "waist_gunner",
        "tail": "tail_gunner",
    }
    ranks = wellingtons.names.rank
    assert ranks["observer"] == ranks["bomb_aimer"]
    assert ranks["waist_gunner"] == ranks["mid_upper_gunner"]


@pytest.mark.rule("tonight 9.1.1.6")
def test_four_men_may_have_night_vision(wellingtons: Ruleset) -> None:
    kind = wellingtons.bombers["wellington"]
    assert [one.id for one in keen_eyed(kind)] == KEEN
    assert [one.id for one in gunners(kind)] == KEEN[:-1]
    options = {"first_raid": "yes", "electronics": "none", "moon": "half"}
    setup = Setup("tonight", 1, "wellington", 2, options=options)
    s = wellingtons.sortie(setup, scripted(6, 6, 6, 6), log=[])
    prepare(s)
    used_up(s)
    assert [one.trade for one in s.bomber.crew if one.night_vision] == [one for one in TRADES if one in KEEN]


@pytest.mark.rule("tonight 9.1.1.5")
def test_the_observer_flies_next(wellingtons: Ruleset) -> None:
    """T-82."""
    s = aboard(wellingtons)
    man(s, "pilot").kill()
    take_controls(s)
    assert s.bomber.man_at("pilot").trade == "observer"


@pytest.mark.rule("tonight 9.1")
def test_it_is_flown_in_campaigns_one_to_seven_until_september_1943(wellingtons: Ruleset, tonight: Ruleset) -> None:
    """T-07."""
    listed = [number for number, one in wellingtons.campaigns.items() if "wellington" in one.bombers["0"]]
    assert listed == [1, 2, 3, 4, 5, 6, 7]
    kind = wellingtons.bombers["wellington"]
    assert [kind.is_issued(day) for day in ("1942-03-08", "1943-09-30", "1943-10-01")] == [True, True, False]
    with pytest.raises(NotAllowed):
        fly(wellingtons, Setup("tonight", 1, "wellington", 8))
    before = {number: one.bombers["0"] for number, one in tonight.campaigns.items()}
    after = {number: one.bombers["0"] for number, one in wellingtons.campaigns.items()}
    assert {n: tuple(one for one in found if one != "wellington") for n, found in after.items()} == before


@pytest.mark.rule("tonight 9.1")
@pytest.mark.parametrize("device", ["gee", "h2s", "monica", "mandrel", "window"])
def test_it_may_carry_every_set_of_its_time(wellingtons: Ruleset, device: str) -> None:
    setup = Setup("tonight", 3, "wellington", None, date="1943-09-05", options={"electronics": device})
    assert fly(wellingtons, setup).bomber.devices == {device}


# --- 9-2 and the damage tables


@pytest.mark.rule("tonight 9.1.1.4")
def test_the_fields_of_fire(wellingtons: Ruleset) -> None:
    table = aboard(wellingtons).tables["fields_of_fire"]
    assert table.id == "9-2"
    found = {key: cell.data.guns for key, cell in table.keys[None].items()}
    ahead = {"12": ("nose",), "1:30": ("nose",), "10:30": ("nose",)}
    bears = {**ahead, "3": ("starboard_waist",), "9": ("port_waist",), "6": ("tail",)}
    assert {cell.on for cell in table.keys[None].values()} == set(POSITIONS)
    for cell in table.keys[None].values():
        clock = str(cell.on).split()[0]
        assert cell.data.guns == (() if clock == "vertical" else bears[clock])
        assert cell.result == len(cell.data.guns)
    assert len(found) == 20
    assert wellingtons.answers("lancaster", 5)["fields_of_fire"].id == "5-12"


@pytest.mark.rule("tonight 9.1.data")
@pytest.mark.parametrize("section", ["nose", "front_centre", "bomb_bay", "rear_centre", "tail", "wing", "instruments"])
@pytest.mark.parametrize("total", range(2, 13))
def test_every_row_of_every_section_does_its_work(wellingtons: Ruleset, section: str, total: int) -> None:
    """On either side, and whatever the dice within the rows show: nothing asks for what a Wellington has not."""
    for side in ("port", "starboard"):
        for face in range(1, 7):
            s = aboard(wellingtons, *TWO_DICE[total], *[face] * 30, **{"carried.h2s": True, "carried.window": True})
            s.hit_side = side
            try:
                s.carry_out(f"section.{section}")
            except SortieOver:
                assert s.outcome in ("shot_down", "bailed_out")
    assert s.tables[f"section.{section}"].id.startswith("W-")


@pytest.mark.rule("tonight 9.1.data")
def test_the_areas_are_the_lancasters(wellingtons: Ruleset) -> None:
    ours, theirs = wellingtons.tables["W-area"], wellingtons.tables["L-area"]
    for position in POSITIONS:
        assert read(ours, range(2, 13), position) == read(theirs, range(2, 13), position)


@pytest.mark.rule("tonight 9.1.data")
@pytest.mark.parametrize(("side", "number"), [("port", 1), ("starboard", 2)])
def test_a_wing_has_one_engine(wellingtons: Ruleset, side: str, number: int) -> None:
    s = aboard(wellingtons, *TWO_DICE[9], 4, 1)
    s.hit_side = side
    s.carry_out("section.wing")
    used_up(s)
    assert engine(s, number).is_out
    assert s.bomber.engines_out == 1


@pytest.mark.rule("tonight 9.1.data")
def test_the_random_events_know_its_engines_and_turrets(wellingtons: Ruleset) -> None:
    check(aboard(wellingtons).tables["event_engine"], "2d6", "2..7 engine_1, 8..12 engine_2")
    check(aboard(wellingtons).tables["ace_for_a_day"], "1d6", "1..3 nose, 4..6 tail")
    s = aboard(wellingtons, 6, 6)
    event_engine_out.function(s)
    assert engine(s, 2).is_out
    event_engine_out.function(s)
    assert s.bomber.engines_out == 0


# --- 9.1.1.1


@pytest.mark.rule("tonight 9.1.1.1")
def test_four_in_a_hundred_fail(wellingtons: Ruleset) -> None:
    table = aboard(wellingtons).tables["mechanical_failure"]
    assert table.id == "9-1"
    check(table, "d100", "1..4 failure, 5..100 none")
    s = aboard(wellingtons, *percent(4), *percent(57))
    take(s, "zone", "mechanical_failure")
    used_up(s)
    assert s.bomber.guns["nose"].power_failed


@pytest.mark.rule("tonight 9.1.1.1")
def test_what_fails(wellingtons: Ruleset) -> None:
    expected = (
        "1..16 instruments, 17..30 engine_malfunction, 31..40 supercharger, 41..47 oil_tank, 48..54 fuel_transfer,"
        "55..59 nose_turret_power, 60..64 radio_aid, 65..74 tail_turret_power, 75..86 suit_heat, 87..93 bomb_release,"
        "94..97 landing_gear, 98..100 bomb_bay_doors"
    )
    tables = aboard(wellingtons).tables
    check(tables["failed_system"], "d100", expected)
    check(tables["engine_malfunction"], "1d10", "1..2 engine_1, 3..4 engine_2, 5..10 no_fire")
    check(tables["oil_leak_engine"], "1d10", "1..4 engine_1, 5..8 engine_2, 9..10 leak_stops")
    check(tables["fuel_remaining"], "1d10", "1..4 4, 5..8 3, 9..10 2")
    for number in range(1, 101):
        for face in (1, 5):
            s = aboard(wellingtons, *percent(number), *[face] * 20)
            s.carry_out("failed_system")


# --- 9.1.1.2


@pytest.mark.rule("tonight 9.1.1.2", "tonight 9.1.1.2.type")
@pytest.mark.parametrize(("face", "number"), [(1, 1), (5, 1), (6, 2), (10, 2)])
@pytest.mark.parametrize(
    ("second", "fault"), [(1, "mechanical"), (2, "mechanical"), (3, "regulator"), (10, "regulator")]
)
def test_which_supercharger_fails_and_what_of_it(
    wellingtons: Ruleset, face: int, number: int, second: int, fault: str
) -> None:
    s = aboard(wellingtons, face, second)
    s.carry_out("supercharger_failure")
    used_up(s)
    assert [one.number for one in s.bomber.engines if one.turbo_out] == [number]
    assert s.kept["wellington"].faults == {number: fault}
    assert told(s, "supercharger_fault") == [{"engine": number, "fault": fault}]


@pytest.mark.rule("tonight 9.1.1.2.type")
@pytest.mark.parametrize("state", [{"turbo_1_out": True}, {"engine_1_out": True}])
def test_what_has_failed_fails_no_more(wellingtons: Ruleset, state: dict[str, bool]) -> None:
    s = aboard(wellingtons, 1, **state)
    s.carry_out("supercharger_failure")
    used_up(s)
    assert "turbo_out" not in happenings(s)


@pytest.mark.rule("tonight 9.1.1.2")
def test_with_bombs_it_goes_low_in_the_next_zone_and_is_slow_there(wellingtons: Ruleset) -> None:
    s = aboard(wellingtons, 1, 1, altitude="low")
    enter(s)
    s.carry_out("supercharger_failure")
    assert (s.game.altitude, is_slow(s)) == ("high", False)
    assert must_stay_low(s)
    enter(s, 6)
    assert (s.game.altitude, is_slow(s)) == ("low", True)


@pytest.mark.rule("tonight 9.1.1.2")
def test_without_them_it_climbs_again_on_one_supercharger(wellingtons: Ruleset) -> None:
    s = aboard(wellingtons, 1, 1)
    s.carry_out("supercharger_failure")
    enter(s)
    assert s.game.altitude == "low"
    jettison(s, "test")
    assert (is_slow(s), must_stay_low(s)) == (False, False)
    enter(s, 6)
    assert s.game.altitude == "high"


@pytest.mark.rule("tonight 9.1.1.2")
def test_bombs_on_the_target_are_bombs_gone(wellingtons: Ruleset) -> None:
    s = aboard(wellingtons, 1, 1, 6, 6, 6, 6, 6, 6, 6, 6)
    enter(s, 6, is_target=True)
    s.carry_out("supercharger_failure")
    assert (s.game.altitude, must_stay_low(s)) == ("high", True)
    take(s, "zone", "bomb_run")
    assert not s.bomber.bombs_aboard
    assert (is_slow(s), must_stay_low(s)) == (False, False)


@pytest.mark.rule("tonight 9.1.1.2.second")
def test_without_any_it_stays_low_for_good(wellingtons: Ruleset) -> None:
    s = aboard(wellingtons, 1, 1, 10, 1, bombs_aboard=False)
    s.carry_out("supercharger_failure")
    enter(s)
    assert s.game.altitude == "high"
    s.carry_out("supercharger_failure")
    enter(s, 6)
    used_up(s)
    assert (s.game.altitude, is_slow(s)) == ("low", False)


@pytest.mark.rule("tonight 9.1.1.2")
@pytest.mark.parametrize(("choice", "height"), [("yes", "high"), ("no", "low")])
def test_the_bombs_may_go_before_the_zone_is_left(wellingtons: Ruleset, choice: str, height: str) -> None:
    s = aboard(wellingtons, 1, 1, orders={"jettison_for_height": choice})
    s.carry_out("supercharger_failure")
    bombs_or_height(s)
    assert s.bomber.bombs_aboard is (choice == "no")
    bombs_or_height(s)
    assert asked(s).count("jettison_for_height") == 1
    enter(s, 6)
    assert s.game.altitude == height


@pytest.mark.rule("tonight 9.1.1.2.type")
@pytest.mark.parametrize(("face", "works"), [(1, True), (3, True), (4, False), (6, False)])
def test_one_try_on_a_regulator(wellingtons: Ruleset, face: int, works: bool) -> None:
    """T-81: 1 to 3 mends it."""
    s = aboard(wellingtons, 1, 3, face)
    s.carry_out("supercharger_failure")
    mend_regulator(s)
    assert man(s, "observer").is_busy
    assert not s.bomber.guns["nose"].can_fire
    assert engine(s, 1).turbo_out is not works
    assert must_stay_low(s) is not works
    man(s, "observer").is_busy = False
    mend_regulator(s)
    used_up(s)
    assert choices(s).count(("mends_supercharger", "observer")) == 1


@pytest.mark.rule("tonight 9.1.1.2.type")
def test_nobody_mends_what_is_broken(wellingtons: Ruleset) -> None:
    s = aboard(wellingtons, 1, 2)
    s.carry_out("supercharger_failure")
    mend_regulator(s)
    assert "mends_supercharger" not in asked(s)


@pytest.mark.rule("tonight 9.1.1.2.type")
def test_the_pilot_may_do_it_and_does_nothing_else(wellingtons: Ruleset) -> None:
    s = aboard(wellingtons, 1, 3, 6, orders={"mends_supercharger": "pilot"})
    s.carry_out("supercharger_failure")
    assert may_corkscrew(s)
    mend_regulator(s)
    assert not may_corkscrew(s)
    mend_regulator(s)
    assert may_corkscrew(s)
    used_up(s)


@pytest.mark.rule("tonight 9.1.1.2.alps")
@pytest.mark.parametrize(
    ("bombs", "out", "height"),
    [(False, 1, "high"), (True, 0, "high"), (True, 1, "low"), (False, 2, "low"), (True, 2, "low")],
)
def test_over_the_alps(wellingtons: Ruleset, bombs: bool, out: int, height: str) -> None:
    turbos = {f"turbo_{number}_out": True for number in range(1, out + 1)}
    s = aboard(wellingtons, bombs_aboard=bombs, **turbos)
    enter(s, 12, is_alps=True)
    assert s.game.altitude == height
    assert s.game.seeks_pass is (height == "low")


# --- 9.1.1.3


@pytest.mark.rule("tonight 9.1.1.3")
def test_one_engine_out_costs_bombs_height_speed_and_the_corkscrew(wellingtons: Ruleset) -> None:
    s = aboard(wellingtons, engines_out=[2])
    obey_engines(s)
    assert not s.bomber.bombs_aboard
    assert (s.game.altitude, must_stay_low(s), is_slow(s), may_corkscrew(s)) == ("low", True, True, False)
    assert s.game.reasons_to_abort == ["engine lost"]
    assert not s.game.aborting
    enter(s, 6)
    assert (s.game.altitude, is_slow(s)) == ("low", True)
    assert "jettison_for_engine" not in asked(s)


@pytest.mark.rule("tonight 9.1.1.3")
def test_over_the_target_it_bombs_from_low_level(wellingtons: Ruleset) -> None:
    s = aboard(wellingtons, engines_out=[1], **{"zone.is_target": True})
    obey_engines(s)
    assert (s.bomber.bombs_aboard, s.game.altitude) == (True, "low")
    s.outbound = False
    obey_engines(s)
    assert not s.bomber.bombs_aboard


@pytest.mark.rule("tonight 9.1.1.3")
def test_it_flies_as_far_as_it_likes_on_one(wellingtons: Ruleset) -> None:
    """T-80."""
    s = aboard(wellingtons, engines_out=[1], bombs_aboard=False)
    for _ in range(12):
        obey_engines(s)
    g: MissionState = s.game
    assert g.last_zones is None
    assert "lighten" not in asked(s)


@pytest.mark.rule("tonight 9.1.1.3")
def test_the_attackers_fire_better(wellingtons: Ruleset) -> None:
    sound, hurt = aboard(wellingtons), aboard(wellingtons, engines_out=[1])
    assert sum(acting(hurt, "offensive_fire")) == sum(acting(sound, "offensive_fire")) + 1
    others = {"bomber": "lancaster", "campaign": 5}
    lancasters = [staged(wellingtons, **others), staged(wellingtons, engines_out=[1], **others)]
    assert acting(lancasters[0], "offensive_fire") == acting(lancasters[1], "offensive_fire")


@pytest.mark.rule("tonight 9.1.1.3")
def test_landing_on_one(wellingtons: Ruleset) -> None:
    """T-80: -3."""
    s = aboard(wellingtons, engines_out=[1])
    sound = aboard(wellingtons)
    for role in ("landing_on_land", "landing_in_water"):
        assert sorted(acting(s, role)) == sorted([-3, *acting(sound, role)])


@pytest.mark.rule("tonight 9.1.1.3.none")
@pytest.mark.parametrize("choice", ["land", "jump"])
def test_with_none_it_comes_down_at_once(wellingtons: Ruleset, choice: str) -> None:
    s = aboard(wellingtons, *[4] * 60, engines_out=[1, 2], orders={"come_down": choice})
    assert -7 in acting(s, "landing_on_land")
    assert -7 in acting(s, "landing_in_water")
    with pytest.raises(SortieOver):
        obey_engines(s)
    assert "come_down" in asked(s)
    assert not s.bomber.bombs_aboard
    if choice == "land":
        assert -7 in modifiers(s, "landing_on_land")
    else:
        assert "landing_on_land" not in rolls(s)


# --- its navigator aims


@pytest.mark.rule("tonight 9.1.1.5")
@pytest.mark.parametrize(("wounds", "expected"), [(0, 1), (1, 0), (2, -1)])
def test_the_navigator_aims(wellingtons: Ruleset, wounds: int, expected: int) -> None:
    s = aboard(wellingtons, navigator={"light_wounds": wounds}, **{"zone.is_target": True})
    plain = aboard(wellingtons, **{"zone.is_target": True})
    for one in (s, plain):
        one.game.bombed_by = man(one, "navigator")
    man(plain, "navigator").missions = 7
    man(s, "navigator").missions = 15
    assert sum(acting(s, "bomb_run")) == sum(acting(plain, "bomb_run")) + expected


# --- on and off


@pytest.mark.rule("tonight 9.1")
def test_two_hundred_fly(wellingtons: Ruleset) -> None:
    engines = 0
    for seed in range(200):
        s = fly(wellingtons, Setup("tonight", seed, "wellington", 1 + seed % 7))
        assert s.finished
        assert s.bomber.type.id == "wellington"
        engines += s.bomber.engines_out
    assert engines > 0


@pytest.mark.rule("tonight 9.1")
def test_off_it_changes_nothing(tonight: Ruleset, wellingtons: Ruleset) -> None:
    """Off there is none; on, the others fly as before."""
    assert "wellington" not in tonight.bombers
    for seed in range(6):
        logs: list[list[Any]] = [[], []]
        for ruleset, log in zip((tonight, wellingtons), logs, strict=True):
            fly(ruleset, Setup("tonight", seed, "lancaster", campaign=5), log=log)
        assert digest(logs[0]) == digest(logs[1])


@pytest.mark.rule("tonight 9.1.1.2")
def test_the_superchargers_of_the_others_are_left_alone(wellingtons: Ruleset) -> None:
    s = staged(wellingtons, 1, bomber="lancaster", campaign=5)
    s.carry_out("supercharger_failure")
    assert engine(s, 1).turbo_out
    mend_regulator(s)
    bombs_or_height(s)
    assert not isinstance(s.kept.get("wellington"), Superchargers)
    assert not must_stay_low(s)
