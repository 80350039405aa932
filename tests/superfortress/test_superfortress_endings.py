"""Engines (4.6, 4.7), the end of a mission (section 7), the search at sea, captivity, the hospital, tours."""

from __future__ import annotations

from typing import Any

import pytest
from bomberstream.core.damage import burst_inside, hit_area
from bomberstream.core.mission import ending
from bomberstream.core.ruleset import Ruleset
from bomberstream.core.sortie import Setup, Sortie
from bomberstream.core.tour import Terms, fly_tour, open_tour
from bomberstream.core.zones import Zone
from marianas import (
    by_night,
    choices,
    end,
    engine,
    fates,
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


def at_sea(s: Sortie, number: int = 9, region: str = "") -> Sortie:
    """The bomber over the sea on its way home, its bombs gone."""
    s.zone = Zone(number, ("W",), (region,), None, weather="haze")
    s.outbound = False
    s.bomber.bombs_aboard = False
    return s


# --- what fails


@pytest.mark.rule("superfortress mechanical_failure", "superfortress 4-9")
@pytest.mark.parametrize(
    ("campaign", "date", "fails"),
    [(2, "1944-12-20", 3), (3, "1945-02-10", 2), (4, "1945-04-01", 1), (6, "1945-07-10", 1)],
)
def test_failures_grow_fewer(superfortress: Ruleset, campaign: int, date: str, fails: int) -> None:
    s = stage(superfortress, campaign=campaign, date=date, options={"any_target": "yes"})
    table = s.tables["mechanical_failure"]
    column = s.game.age_of_engines(s)
    failing = [total for total in range(1, 101) if table.find(total, total, column).result == "failure"]
    assert failing == list(range(1, fails + 1))


@pytest.mark.rule("superfortress mechanical_failure", "superfortress 4-9A")
@pytest.mark.parametrize(
    ("tens", "ones", "faces", "seen"),
    [
        (2, 5, (3, 3, 3), ["engine_out"]),
        (3, 3, (1, 4), ["engine_fire", "engine_out"]),
        (4, 4, (2, 4), ["runaway", "engine_out"]),
        (5, 2, (1,), ["oil_leak"]),
        (6, 1, (4,), ["turbo_out"]),
        (8, 4, (), ["system_out"]),
        (8, 8, (), ["system_out"]),
        (9, 4, (6,), ["turret_power_out"]),
        (9, 6, (1,), ["system_out"]),
        (9, 8, (4, 4), ["cabin_holed"]),
        (9, 9, (), ["system_out"]),
    ],
)
def test_what_fails(superfortress: Ruleset, tens: int, ones: int, faces: tuple[int, ...], seen: list[str]) -> None:
    """A d100 is two ten-sided dice, tens and ones; the first says that something fails."""
    s = stage(superfortress, 10, 1, tens, ones, *faces, altitude="medium", let_down=False)
    run(s, "zone", "mechanical_failure")
    assert [one for one in happenings(s) if one != "remark"] == seen


@pytest.mark.rule("superfortress mechanical_failure", "superfortress 4-9A", "superfortress 4.10")
def test_a_transfer_pump_that_quits_shuts_fuel_in(superfortress: Ruleset) -> None:
    s = stage(superfortress, 10, 1, 6, 8, fuel=30)
    run(s, "zone", "mechanical_failure")
    assert (s.game.fuel, s.game.trapped) == (25, 5)
    # By then the bay tanks are empty.
    s = stage(superfortress, 10, 1, 6, 8, fuel=19)
    run(s, "zone", "mechanical_failure")
    assert (s.game.fuel, s.game.trapped) == (19, 0)


@pytest.mark.rule("superfortress 4-10", "superfortress 4.7")
@pytest.mark.parametrize(
    ("faces", "state", "happens"),
    [
        ((4, 4), {}, ["overheats"]),
        ((3, 4), {}, ["overheats"]),
        ((2, 2, 3, 3), {}, ["overheats", "engine_out"]),
        ((1, 1, 4), {}, ["overheats", "engine_fire", "engine_out"]),
        ((4, 4), {"out.engine_gauges": True, "out.cowl_flap_controls": True}, ["overheats"]),
    ],
)
def test_the_engineer_nurses_a_hot_engine(
    superfortress: Ruleset, faces: tuple[int, ...], state: dict[str, Any], happens: list[str]
) -> None:
    s = stage(superfortress, 10, 1, 0 + 10, 5, 2, *faces, fuel=30, **{"engineer.missions": 8, **state})
    run(s, "zone", "mechanical_failure")
    assert happenings(s) == happens
    assert rolls(s)[:4] == ["mechanical_failure", "failed_system", "which engine", "overheating"]


@pytest.mark.rule("superfortress 4-10", "superfortress 4.7")
def test_or_shuts_it_down_while_it_can_be_feathered(superfortress: Ruleset) -> None:
    s = stage(superfortress, 10, 1, 10, 5, 2, 3, 4, orders={"hot_engine": "shut_down"})
    run(s, "zone", "mechanical_failure")
    assert engine(s, 2).is_out
    assert rolls(s)[-1] == "feathering"


@pytest.mark.rule("superfortress troubles", "superfortress 4-12", "superfortress 5-18")
def test_oil_and_cold_from_zone_to_zone(superfortress: Ruleset) -> None:
    s = stage(superfortress, 6, 5, altitude="high", let_down=True, date="1945-04-12", campaign=None)
    engine(s, 1).is_leaking = True
    s.game.lose_pressure(s, "tail")
    s.zone.entry += 1
    run(s, "zone", "troubles")
    assert rolls(s) == ["oil_leak", "frostbite"]
    assert engine(s, 1).leak_points == 1
    assert man(s, "tail_gunner").frostbite == "frostbite"


@pytest.mark.rule("superfortress engines", "superfortress 5.10")
def test_two_engines_out_bring_it_down_and_home(superfortress: Ruleset) -> None:
    s = stage(superfortress, altitude="medium", engines_out=[1, 3])
    run(s, "zone", "engines")
    assert s.game.altitude == "low"
    assert s.game.aborting == "two engines out"
    assert not s.bomber.bombs_aboard


@pytest.mark.rule("superfortress A-7")
def test_a_propeller_flies_off(superfortress: Ruleset) -> None:
    s = stage(superfortress, 6, 6, 4, 1)
    s.hit_engine = 1
    s.carry_out("feathering")
    used_up(s)
    assert rolls(s) == ["feathering", "propeller", "which engine"]


# --- damage


@pytest.mark.rule("superfortress A-8", "superfortress 4.7")
@pytest.mark.parametrize(
    ("faces", "system"),
    [
        ((1, 1), "electrical"),
        ((3, 4), "fuel_gauges"),
        ((3, 3), "engine_gauges"),
        ((2, 3), "cabin_pressure"),
        ((4, 4), "cowl_flap_controls"),
        ((5, 6), "engine_extinguishers"),
        ((6, 6), "oxygen"),
    ],
)
def test_the_flight_engineers_panel(superfortress: Ruleset, faces: tuple[int, int], system: str) -> None:
    s = stage(superfortress, 3, 3, *faces)
    hit_area(s, "pilot_compartment")
    used_up(s)
    assert system in s.bomber.out


@pytest.mark.rule("superfortress A-5", "superfortress 5.6")
def test_a_blister_goes_with_its_sight(superfortress: Ruleset) -> None:
    s = stage(superfortress, 2, 2, 2, altitude="low")
    hit_area(s, "gunners_cabin")
    used_up(s)
    assert "sight_left_gunner" in s.bomber.out
    assert s.game.pressure_lost == {"gunners"}


@pytest.mark.rule("superfortress A-4", "superfortress 4.2")
def test_the_tunnel_joins_two_cabins(superfortress: Ruleset) -> None:
    s = stage(superfortress, 5, 5, altitude="medium", let_down=True)
    hit_area(s, "bomb_bay")
    used_up(s)
    assert s.game.pressure_lost == {"forward", "gunners"}


@pytest.mark.rule("superfortress A-7", "superfortress 4.10")
@pytest.mark.parametrize(("face", "left", "leak"), [(1, 28, 0), (4, 26, 0), (5, 30, 1)])
def test_a_holed_tank(superfortress: Ruleset, face: int, left: int, leak: int) -> None:
    s = stage(superfortress, 4, 6, 2, face, fuel=30)
    hit_area(s, "left_wing")
    used_up(s)
    assert (s.game.fuel, s.game.leak) == (left, leak)


@pytest.mark.rule("superfortress A-7")
def test_a_fire_in_the_wing_may_be_blown_out(superfortress: Ruleset) -> None:
    s = stage(superfortress, 5, 5, 1, 1, fuel=30, in_formation=True)
    hit_area(s, "right_wing")
    used_up(s)
    assert s.game.fuel == 27
    assert not s.game.in_formation


@pytest.mark.rule("superfortress 5-13")
def test_a_burst_in_the_nose_kills_the_bombardier(superfortress: Ruleset) -> None:
    s = stage(superfortress, altitude="low", bombs_aboard=False)
    burst_inside(s, "nose")
    assert man(s, "bombardier").is_dead
    assert "bombsight" in s.bomber.out


# --- down again


@pytest.mark.rule("superfortress weather_at_home", "superfortress land_at_base", "superfortress 7-1")
def test_home(superfortress: Ruleset) -> None:
    s = at_sea(stage(superfortress, 5, 3, 4), 2)
    take(s, "landing", "weather_at_home")
    assert end(s, lambda s: take(s, "landing", "land_at_base")) == "returned"
    assert s.game.bomber_fate == "intact"
    assert set(fates(s)) == {"returns"}


@pytest.mark.rule("superfortress land_at_base", "superfortress 7-1")
@pytest.mark.parametrize(
    ("state", "acting"),
    [
        ({"engines_out": [1, 2]}, [-2]),
        ({"out.landing_gear": True}, [-3]),
        ({"out.nose_wheel": True}, [-2]),
        ({"out.electrical": True}, [-1]),
        ({"pilot.missions": 15}, [1]),
        ({"pilot.missions": 30}, [2]),
        ({"pilot.missions": 60}, [2]),
    ],
)
def test_what_makes_a_landing_worse(superfortress: Ruleset, state: dict[str, Any], acting: list[int]) -> None:
    s = at_sea(stage(superfortress, 6, 6, 1, **state), 1)
    s.zone.is_base = True
    end(s, lambda s: ending.land(s, "base")) if "out.landing_gear" in state else _land(s)
    assert modifiers(s, "landing_on_land") == acting


def _land(s: Sortie) -> None:
    from bomberstream.core.sortie import SortieOver

    with pytest.raises(SortieOver):
        ending.land(s, "base")


@pytest.mark.rule("superfortress jump_before_landing", "superfortress 7.3")
def test_men_may_jump_before_a_landing_that_looks_bad(superfortress: Ruleset) -> None:
    orders = {"jumps_at_base": {"choose": "no", "case": [{"when": "man.trade == 'navigator'", "choose": "yes"}]}}
    s = at_sea(stage(superfortress, 3, orders=orders, **{"out.landing_gear": True, "engines_out": [1, 2]}), 1)
    s.zone.is_base = True
    s.game.landing_place = "base"
    ending.who_lands(s)
    assert is_taken(s, "landing", "jump_before_landing")
    take(s, "landing", "jump_before_landing")
    used_up(s)
    assert choices(s).count(("jumps_at_base", "yes")) == 1
    assert man(s, "navigator").fate == "returns"


@pytest.mark.rule("superfortress weather_over_iwo_jima", "superfortress land_on_iwo_jima", "superfortress 7-6")
@pytest.mark.parametrize(("date", "acting"), [("1945-04-12", [-1]), ("1945-07-28", [])])
def test_down_on_iwo_jima(superfortress: Ruleset, date: str, acting: list[int]) -> None:
    options = {"any_target": "yes", "profile": "day_medium" if date < "1945-06" else "night_low"}
    s = stage(superfortress, 3, 4, 4, fuel=3, campaign=None, date=date, options=options, orders={"divert": "yes"})
    at_sea(s, 8, "Iwo Jima")
    assert end(s, lambda s: take(s, "zone", "iwo_jima")) == "diverted"
    assert modifiers(s, "landing_on_land") == acting
    assert s.game.landing_place == "airfield"
    assert set(fates(s)) == {"returns"}


@pytest.mark.rule("superfortress 7-6", "superfortress 7-1")
def test_a_crowd_over_suribachi(superfortress: Ruleset) -> None:
    s = at_sea(stage(superfortress, 1, 4, 4, fuel=3, orders={"divert": "yes"}), 8, "Iwo Jima")
    end(s, lambda s: take(s, "zone", "iwo_jima"))
    assert told(s, "iwo_jima") == [{"weather": "crowded"}]
    assert modifiers(s, "landing_on_land") == [-1, -1]


# --- the sea


@pytest.mark.rule("superfortress 7-2", "superfortress 7-5")
@pytest.mark.parametrize(("faces", "fate"), [((3, 4), "returns"), ((3, 3), "missing")])
def test_one_search_for_all_in_the_rafts(superfortress: Ruleset, faces: tuple[int, int], fate: str) -> None:
    s = at_sea(stage(superfortress, 4, 4, *(2,) * 11, *faces))
    assert end(s, ending.ditch) == "ditched"
    assert {one.fate for one in s.bomber.crew} == {fate}
    assert happenings(s)[-2:] == ["rafts_found" if fate == "returns" else "rafts_lost", "ditched"]


@pytest.mark.rule("superfortress 7-2")
def test_a_natural_twelve_on_the_water_brings_all_home(superfortress: Ruleset) -> None:
    s = at_sea(stage(superfortress, 6, 6, *(2,) * 11))
    end(s, ending.ditch)
    assert set(fates(s)) == {"returns"}


@pytest.mark.rule("superfortress 7-5")
@pytest.mark.parametrize(("campaign", "least"), [(1, 8), (2, 9), (3, 7), (4, 7), (5, 6), (6, 6)])
def test_rescue_grows_better_by_the_campaign(superfortress: Ruleset, campaign: int, least: int) -> None:
    table = superfortress.tables["7-5"]
    found = [total for total in range(2, 13) if table.find(total, total, str(campaign)).result == "rescued"]
    assert found == list(range(least, 13))


@pytest.mark.rule("superfortress 7-5", "superfortress 7-5A")
@pytest.mark.parametrize(("face", "fate"), [(2, "captured"), (3, "missing")])
def test_off_the_coast_of_japan(superfortress: Ruleset, face: int, fate: str) -> None:
    s = at_sea(
        stage(superfortress, 4, 4, *(2,) * 11, 4, 4, *(face,) * 11, **{"out.radio": True}), 15, "Japanese waters"
    )
    end(s, ending.ditch)
    assert modifiers(s, "sea_rescue") == [-2, -2]
    assert {one.fate for one in s.bomber.crew} == {fate}


@pytest.mark.rule("superfortress 7-3", "superfortress 7-5")
def test_each_man_on_his_own_under_a_parachute(superfortress: Ruleset) -> None:
    jumps = [3, 6, 6] * 10 + [3, 3, 3]
    s = at_sea(stage(superfortress, *jumps))
    assert end(s, lambda s: ending.everybody_out(s, "controlled")) == "bailed_out"
    assert fates(s) == ["returns"] * 10 + ["missing"]
    assert modifiers(s, "sea_rescue") == [-1]


@pytest.mark.rule("superfortress 7-7")
@pytest.mark.parametrize(
    ("date", "profile", "face", "fate"),
    [
        ("1945-01-27", "day_high", 4, "captured"),
        ("1945-04-12", "day_medium", 3, "captured"),
        ("1945-04-12", "day_medium", 4, "killed"),
        ("1945-05-23", "night_low", 3, "killed"),
    ],
)
def test_down_in_japan(superfortress: Ruleset, date: str, profile: str, face: int, fate: str) -> None:
    options = {"profile": profile, "armament": "full"}
    s = stage(superfortress, *(3, face) * 11, campaign=None, date=date, options=options)
    s.game.target = next(one for one in superfortress.targets if one.type == "City area")
    s.zone = Zone(16, ("J",), ("Honshu",), 0)
    end(s, lambda s: ending.everybody_out(s, "controlled"))
    assert set(fates(s)) == {fate}


@pytest.mark.rule("superfortress 7-4")
def test_a_falling_bomber_holds_those_by_the_turret_well(superfortress: Ruleset) -> None:
    s = at_sea(stage(superfortress))
    s.man = man(s, "navigator")
    assert [value for value, _, _ in s.tables["uncontrolled_bailout"].explain(s, 3)] == [1]


@pytest.mark.rule("superfortress hospital", "superfortress 8-1", "superfortress 8-2")
def test_the_hospital_on_the_island(superfortress: Ruleset) -> None:
    s = at_sea(stage(superfortress, 6, 4, **{"navigator.fit": False, "tail_gunner.frostbite": "severe"}))
    s.outcome = "returned"
    run(s, "debriefing", "hospital")
    assert man(s, "navigator").after == "died_of_wounds"
    assert man(s, "tail_gunner").after == "sent_home"


@pytest.mark.rule("superfortress credit", "superfortress 8.2")
def test_credit_for_a_mission(superfortress: Ruleset) -> None:
    s = at_sea(stage(superfortress))
    s.outcome, s.game.bomb_run = "returned", "on_target"
    run(s, "debriefing", "credit")
    assert s.game.counts_for_tour
    s = at_sea(stage(superfortress))
    s.outcome, s.game.aborting = "returned", "an engine out"
    run(s, "debriefing", "credit")
    assert not s.game.counts_for_tour


# --- tours


@pytest.mark.rule("superfortress 1.2")
def test_thirty_five_missions_make_a_tour(superfortress: Ruleset) -> None:
    done = []
    for seed in range(12):
        tour = open_tour(superfortress, f"crew {seed}", Terms(campaign=4), seed)
        fly_tour(superfortress, tour)
        assert tour.length == 35
        done.append(tour)
    flown = [len(tour.operations) for tour in done]
    assert max(flown) >= 35


@pytest.mark.rule("superfortress 1.2")
def test_a_crew_stays_on_its_island(superfortress: Ruleset) -> None:
    s = superfortress.sortie(Setup("superfortress", 3, campaign=4), stage(superfortress).source)
    assert superfortress.game.tour is not None
    s = stage(superfortress, options={"base": "tinian", "wing": "313th"})
    kept = superfortress.game.tour.of_aeroplane(s)
    assert kept == {"fits": {"tail": s.bomber.fits["tail"]}, "base": "tinian", "wing": "313th"}


@pytest.mark.rule("superfortress 7.5")
def test_by_night_the_search_is_harder(superfortress: Ruleset) -> None:
    s = at_sea(by_night(superfortress, 5, 5, *(2,) * 10, 6, 6, options={"armament": "tail"}))
    end(s, ending.ditch)
    assert modifiers(s, "sea_rescue") == [-1]
