"""Down elsewhere than at home: fuel on Iwo Jima on the way out (4.12), Vladivostok (7.8); the 509th Composite Group."""

from __future__ import annotations

from typing import Any

import pytest
from bomberstream.core.dice import SeededSource
from bomberstream.core.errors import NotAllowed
from bomberstream.core.flight import fly
from bomberstream.core.mission.touring import GONE
from bomberstream.core.ruleset import Ruleset
from bomberstream.core.sortie import Setup, Sortie, SortieOver
from bomberstream.core.testing import scripted
from bomberstream.core.zones import Zone
from bomberstream.plugins.superfortress import choices as chosen
from bomberstream.plugins.superfortress.fuel import margin, needed
from bomberstream.plugins.superfortress.north import zones_to_vladivostok
from marianas import (
    asked,
    by_night,
    end,
    fates,
    happenings,
    is_taken,
    man,
    modifiers,
    rolls,
    route,
    run,
    stage,
    take,
    told,
    used_up,
)

# --- staging


def abreast(superfortress: Ruleset, *faces: int, region: str = "Iwo Jima", **given: Any) -> Sortie:
    """A bomber on its way to a distant target, with 35 of 45 boxes left, abreast of Iwo Jima."""
    more = {"date": "1945-05-04", "campaign": None, "fuel": 35, "orders": {"stages": "yes"}, **given}
    options = {"profile": "mining", **more.pop("options", {})}
    s = stage(superfortress, *faces, options=options, **more)
    s.game.follow(route(21))
    s.game.fuel_at_start = 45
    s.zone = Zone(8, ("W",), (region,), None)
    return s


@pytest.mark.rule("superfortress staging", "superfortress 4.12", "superfortress 7-6A")
@pytest.mark.parametrize(("face", "fuel"), [(3, 43), (2, 38), (1, 38)])
def test_fuel_on_iwo_jima_on_the_way_out(superfortress: Ruleset, face: int, fuel: int) -> None:
    """Filled up to what it took off with, or half of what is missing; and the take-off costs two boxes again."""
    s = abreast(superfortress, 3, 4, 4, face, 4, 4, 4)
    run(s, "zone", "staging")
    assert rolls(s) == ["iwo_jima", "landing_on_land", "refuelling", "take_off"]
    assert s.game.fuel == fuel
    assert s.game.taken_on == fuel + 2 - 35
    # On along the route as if nothing had been, and the landing counts for nothing later.
    assert (s.zone.number, s.zone.is_base, s.outbound, s.game.lands_at) == (8, False, True, "base")
    assert s.bomber.bombs_aboard


@pytest.mark.rule("superfortress staging", "superfortress 7-1")
def test_a_planned_landing_with_the_load_aboard(superfortress: Ruleset) -> None:
    """No -4 for the bombs, as in an emergency, but -1; and -1 for the short strip, until July."""
    s = abreast(superfortress, 3, 4, 4, 4, 4, 4, 4)
    run(s, "zone", "staging")
    assert modifiers(s, "landing_on_land") == [-1, -1]
    assert -1 in modifiers(s, "take_off")
    s = abreast(superfortress, 3, 4, 4, 4, 4, 4, 4, date="1945-07-15")
    run(s, "zone", "staging")
    assert modifiers(s, "landing_on_land") == [-1]
    assert -1 not in modifiers(s, "take_off")


@pytest.mark.rule("superfortress staging", "superfortress 7-1")
def test_a_bomber_wrecked_on_the_strip_is_lost_to_the_landing(superfortress: Ruleset) -> None:
    s = abreast(superfortress, 3, 1, 1, 6)
    assert end(s, lambda s: take(s, "zone", "staging")) == "crashed"
    assert s.cause == "landing"


@pytest.mark.rule("superfortress staging", "superfortress 7-6A")
def test_no_fuel_for_strangers_ends_the_mission_on_the_island(superfortress: Ruleset) -> None:
    """In the crowd of March a 1 is a -1: held."""
    s = abreast(superfortress, 1, 5, 5, 1, date="1945-03-28")
    assert end(s, lambda s: take(s, "zone", "staging")) == "diverted"
    assert modifiers(s, "refuelling") == [-1, -1]
    assert s.game.bomber_fate == "intact"
    assert set(fates(s)) == {"returns"}
    assert s.game.aborting == "no fuel to be had on Iwo Jima"


@pytest.mark.rule("superfortress staging", "superfortress 4.12")
def test_who_is_hurt_in_the_landing_stays(superfortress: Ruleset) -> None:
    """A 5 less two is a 3, safe; a 3 less two is a 1, repairable, and goes nowhere."""
    s = abreast(superfortress, 3, 1, 2)
    assert end(s, lambda s: take(s, "zone", "staging")) == "diverted"
    assert s.game.bomber_fate == "repairable"
    s = abreast(superfortress, 3, 5, 6, engines_out=[2])
    assert end(s, lambda s: take(s, "zone", "staging")) == "diverted"
    assert s.game.aborting == "an engine out"


@pytest.mark.rule("superfortress staging", "superfortress 3-2")
def test_an_engine_lost_on_the_second_take_off_brings_it_home(superfortress: Ruleset) -> None:
    orders = {"stages": "yes", "hot_engine": "shut_down"}
    s = abreast(superfortress, 3, 4, 4, 3, 2, 2, 1, 1, 4, 4, orders=orders)
    run(s, "zone", "staging")
    assert s.game.aborting == "engine lost at take-off"
    assert s.outbound


@pytest.mark.rule("superfortress staging", "superfortress 4.12")
@pytest.mark.parametrize(
    ("zone", "fuel", "date", "is_asked"),
    [
        (chosen.DISTANT, 60, "1945-05-04", True),
        (chosen.DISTANT - 1, 60, "1945-05-04", False),
        (chosen.DISTANT - 1, 20, "1945-05-04", True),
    ],
)
def test_it_is_thought_of_for_a_distant_target_or_with_little_fuel(
    superfortress: Ruleset, zone: int, fuel: int, date: str, is_asked: bool
) -> None:
    s = abreast(superfortress, fuel=fuel, date=date, orders={"stages": "no"})
    s.game.follow(route(zone))
    run(s, "zone", "staging")
    assert asked(s) == (["stages"] if is_asked else [])
    assert s.game.fuel == fuel


@pytest.mark.rule("superfortress staging")
def test_not_before_the_island_takes_loaded_bombers(superfortress: Ruleset) -> None:
    before = abreast(superfortress, date="1945-03-11", options={"profile": "night_low"})
    assert not is_taken(before, "zone", "staging")
    after = abreast(superfortress, date="1945-03-28")
    assert is_taken(after, "zone", "staging")
    after.outbound = False
    assert not is_taken(after, "zone", "staging")


@pytest.mark.rule("superfortress staging", "superfortress 7.6")
def test_a_route_far_to_the_west_pays_for_the_way_round(superfortress: Ruleset) -> None:
    s = abreast(superfortress, 3, 4, 4, 3, 4, 4, 4, region="west of Iwo Jima")
    run(s, "zone", "staging")
    assert s.game.taken_on == 45 - (35 - chosen.WAY_ROUND_TO_IWO)


# --- Vladivostok


def bound_for(s: Sortie, city: str) -> Sortie:
    """The sortie with another target."""
    s.game.target = next(one for one in s.ruleset.targets if one.city == city)
    s.game.follow(s.ruleset.gazetteer.route(0, city))
    return s


def crippled(superfortress: Ruleset, *faces: int, city: str = "Niigata", **given: Any) -> Sortie:
    """A bomber over Niigata, the mines laid, with both engines of the left wing out."""
    more = {"fuel": 12, "date": "1945-05-04", "campaign": None, **given}
    orders = {"goes_to_vladivostok": "yes", "level": "low", **more.pop("orders", {})}
    profile = "mining" if more["date"] >= "1945-03-27" else "day_medium"
    options = {"profile": profile, "armament": "full"}
    more.setdefault("engines_out", [1, 2])
    s = bound_for(stage(superfortress, *faces, options=options, orders=orders, **more), city)
    s.zone = Zone(s.game.target_zone, ("J",), ("Honshu",), None, is_target=True)
    s.outbound = False
    s.bomber.bombs_aboard = False
    return s


@pytest.mark.rule("superfortress vladivostok", "superfortress 7.8", "superfortress 7-8")
def test_a_crippled_bomber_may_turn_north(superfortress: Ruleset) -> None:
    s = crippled(superfortress)
    assert zones_to_vladivostok(s) == 5
    run(s, "zone", "vladivostok")
    assert s.game.goes_north == s.game.target_zone + 5
    assert told(s, "goes_north") == [{"zones": 5}]
    # What is needed now is a box for each of the five zones.
    assert (needed(s), margin(s)) == (5, 7)


@pytest.mark.rule("superfortress vladivostok", "superfortress 7.8")
def test_nobody_else_is_asked(superfortress: Ruleset) -> None:
    """A sound bomber with fuel enough goes home, and one without the fuel for it cannot go."""
    sound = crippled(superfortress, fuel=40)
    for engine in sound.bomber.engines:
        sound.bomber.start(engine)
    run(sound, "zone", "vladivostok")
    dry = crippled(superfortress, fuel=4)
    run(dry, "zone", "vladivostok")
    assert asked(sound) == asked(dry) == []
    far = crippled(superfortress, city="Rota", date="1945-02-04")
    assert zones_to_vladivostok(far) == 99
    run(far, "zone", "vladivostok")
    assert not far.game.goes_north


@pytest.mark.rule(
    "superfortress fly_north",
    "superfortress weather_over_vladivostok",
    "superfortress land_at_vladivostok",
    "superfortress 7-8A",
)
def test_the_crew_are_interned(superfortress: Ruleset) -> None:
    """Five zones of the sea of Japan, and down among strangers; for the crew the tour is over."""
    s = crippled(superfortress, engines_out=[1])
    run(s, "zone", "vladivostok")
    s.source = SeededSource(1)
    with pytest.raises(SortieOver, match="interned"):
        take(s, "mission", "fly_north")
    entered = [(fact["number"], fact["leg"]) for fact in told(s, "zone")]
    first = s.game.target_zone + 1
    assert entered == [(number, "northbound") for number in range(first, first + 5)]
    assert s.outcome == "interned"
    assert {one.fate for one in s.bomber.crew if not one.is_dead} == {"interned"}
    assert "interned" in GONE
    assert "interned" in superfortress.game.losses


def over_the_field(superfortress: Ruleset, *faces: int, **given: Any) -> Sortie:
    """The last zone: the coast below Vladivostok."""
    s = crippled(superfortress, *faces, **given)
    s.zone = Zone(s.game.target_zone + 5, ("S", "W"), ("Soviet Far East", "Soviet waters"), None)
    s.game.goes_north = s.zone.number
    return s


@pytest.mark.rule("superfortress land_at_vladivostok", "superfortress weather_over_vladivostok", "superfortress 7-1")
def test_a_strange_field_in_the_fog(superfortress: Ruleset) -> None:
    """Two engines out on one side -2, strange field -2, fog -1."""
    s = over_the_field(superfortress, 3, 6, 5)
    take(s, "vladivostok_landing", "weather_over_vladivostok")
    assert modifiers(s, "vladivostok") == [-1]
    assert s.game.weather_over_base == "poor"
    assert end(s, lambda s: take(s, "vladivostok_landing", "land_at_vladivostok")) == "interned"
    assert modifiers(s, "landing_on_land") == [-2, -2, -1]
    assert set(fates(s)) == {"interned"}


@pytest.mark.rule("superfortress land_at_vladivostok", "superfortress 7.8")
def test_from_9_august_the_soviet_union_is_in_the_war(superfortress: Ruleset) -> None:
    s = over_the_field(superfortress, 5, 6, 5, date=chosen.SOVIET_WAR_FROM)
    take(s, "vladivostok_landing", "weather_over_vladivostok")
    assert end(s, lambda s: take(s, "vladivostok_landing", "land_at_vladivostok")) == "force_landed"
    assert set(fates(s)) == {"returns"}


@pytest.mark.rule("superfortress 7-5B", "superfortress 7-5A")
@pytest.mark.parametrize(
    ("region", "face", "fate"),
    [
        ("Soviet waters", 2, "interned"),
        ("Soviet waters", 3, "missing"),
        ("Japanese waters", 2, "captured"),
        ("Sea of Japan", 0, "missing"),
    ],
)
def test_nobody_of_ours_searches_the_sea_of_japan(superfortress: Ruleset, region: str, face: int, fate: str) -> None:
    faces = (face,) * 11 if face else ()
    s = over_the_field(superfortress, *faces)
    s.zone = Zone(s.zone.number, ("W",), (region,), None)
    s.game.fates_at_sea(s, escaped=False)
    used_up(s)
    assert "sea_rescue" not in rolls(s)
    assert {one.fate for one in s.bomber.crew} == {fate}


# --- the 509th


def composite(superfortress: Ruleset, *faces: int, city: str = "Hiroshima", date: str = "1945-08-06") -> Sortie:
    """A single bomber over its target, at High, by day."""
    s = stage(
        superfortress,
        *faces,
        date=date,
        campaign=None,
        altitude="high",
        options={"profile": "composite"},
        **{"zone.is_target": True},
    )
    s.zone = Zone(17, ("J",), ("Honshu",), None, is_target=True)
    return bound_for(s, city)


@pytest.mark.rule("superfortress 2.5", "superfortress 2-5", "superfortress 2.6")
def test_the_509th_flies_only_when_it_is_asked_for(superfortress: Ruleset) -> None:
    def prepared(seed: int, **setup: Any) -> Sortie:
        s = superfortress.sortie(Setup("superfortress", seed, **setup), SeededSource(seed))
        superfortress.game.prepare(s)
        return s

    assert "composite" not in {prepared(seed, campaign=6).game.profile for seed in range(60)}
    s = prepared(3, date="1945-08-06", options={"wing": "509th"})
    assert (s.game.target.city, s.game.wing, s.game.base, s.game.airfield) == (
        "Hiroshima",
        "509th",
        "Tinian",
        "North Field",
    )
    assert set(s.bomber.guns) == {"tail"}
    assert s.game.is_atomic
    pumpkin = prepared(3, date="1945-07-24", options={"profile": "composite"})
    assert pumpkin.game.target.city in ("Kobe", "Yokkaichi")
    assert not pumpkin.game.is_atomic
    with pytest.raises(NotAllowed, match="no mission for"):
        prepared(3, date="1945-08-07", target="Hiroshima", options={"profile": "composite"})


@pytest.mark.rule("superfortress bomb_run", "superfortress shock_wave", "superfortress 6-11", "superfortress 6.8")
def test_one_bomb(superfortress: Ruleset) -> None:
    """It is aimed by sight; it lies on the target or it does not; and there is the shock wave."""
    s = composite(superfortress, 6, 6, 3)
    s.game.visibility = "clear"
    take(s, "zone", "bomb_run")
    assert s.game.aimed_by == "visual"
    assert "aims_by" not in asked(s)
    assert s.game.bombing_percent in (0, 100)
    assert happenings(s)[-1] == "the_bomb"
    s.source = scripted(3)
    take(s, "zone", "shock_wave")
    used_up(s)
    assert rolls(s)[-1] == "shock_wave"


@pytest.mark.rule("superfortress shock_wave", "superfortress 6-11")
def test_a_hard_shock_may_hurt_somebody(superfortress: Ruleset) -> None:
    s = composite(superfortress, 1, 2, 6)
    s.game.bomb_run = "on_target"
    take(s, "zone", "shock_wave")
    used_up(s)
    assert rolls(s) == ["shock_wave", "who is hurt", "thrown_about"]


@pytest.mark.rule("superfortress bomb_run", "superfortress 6.8")
def test_what_cannot_be_seen_is_not_bombed(superfortress: Ruleset) -> None:
    s = composite(superfortress)
    s.game.visibility = "completely_obscured"
    take(s, "zone", "bomb_run")
    assert happenings(s) == ["not_to_be_seen", "bombs_hung"]
    assert s.bomber.bombs_aboard
    take(s, "zone", "shock_wave")
    assert rolls(s) == []


@pytest.mark.rule("superfortress shock_wave")
def test_a_five_ton_bomb_makes_no_shock_up_there(superfortress: Ruleset) -> None:
    s = composite(superfortress, city="Kobe", date="1945-07-24")
    s.game.bomb_run = "on_target"
    take(s, "zone", "shock_wave")
    assert rolls(s) == []


@pytest.mark.rule("superfortress assembly", "superfortress escort", "superfortress 5-1", "superfortress 6-2")
def test_a_single_bomber_is_left_alone(superfortress: Ruleset) -> None:
    s = composite(superfortress, city="Kobe", date="1945-07-24")
    s.game.strength = 1
    s.zone = Zone(15, ("W",), ("Japanese waters",), 0)
    take(s, "zone", "assembly")
    take(s, "zone", "escort")
    assert (rolls(s), s.game.assembled, s.zone.escort) == ([], False, "none")
    assert -4 in [value for value, _, _ in s.tables["resistance"].explain(s, 7)]
    assert -2 in [value for value, _, _ in s.tables["flak"].explain(s, 4)]


# --- the islands


@pytest.mark.rule("superfortress 2.4", "superfortress 2-4")
def test_each_island_has_its_own_routes(superfortress: Ruleset) -> None:
    """Guam lies a zone farther from Tokyo and abreast of Iwo Jima a zone later, no farther from Kyushu, nearer Truk."""
    gazetteer = superfortress.gazetteer

    def zones(city: str) -> list[int]:
        return [gazetteer.route(force, city).target_zone for force in (0, 3)]

    assert zones("Tokyo") == [16, 17]
    assert zones("Kagoshima") == [16, 16]
    assert zones("Truk") == [8, 7]

    def abeam(force: int) -> list[int]:
        return [one.n for one in gazetteer.route(force, "Tokyo").zones if one.region[0] == "Iwo Jima"]

    assert (abeam(0), abeam(3)) == ([8], [9])


@pytest.mark.rule("superfortress 2.5", "superfortress 2-5")
def test_a_wing_can_be_asked_for(superfortress: Ruleset) -> None:
    def wing(name: str, date: str, profile: str) -> tuple[str, str, str]:
        options = {"wing": name, "profile": profile}
        s = superfortress.sortie(Setup("superfortress", 1, date=date, options=options), SeededSource(1))
        superfortress.game.prepare(s)
        return s.game.wing, s.game.base, s.game.airfield

    assert wing("58th", "1945-06-01", "day_medium") == ("58th", "Tinian", "West Field")
    assert wing("313th", "1945-06-03", "mining") == ("313th", "Tinian", "North Field")
    with pytest.raises(NotAllowed, match=r"the 58th does not fly such a mission in the B-29A? on 1945-04-07"):
        wing("58th", "1945-04-07", "day_medium")
    with pytest.raises(NotAllowed, match="no mission for 1945-06-03, profile = 'mining', wing = '73rd'"):
        wing("73rd", "1945-06-03", "mining")


@pytest.mark.rule("superfortress 7.8")
def test_an_interned_crew_has_flown_its_last_mission(superfortress: Ruleset) -> None:
    """A whole flight under orders that turn north whenever they may."""
    orders = superfortress.orders
    found = None
    for seed in range(400):
        s = fly(
            superfortress,
            Setup("superfortress", seed, campaign=5, target="Rashin", options={"load": "bombs"}),
            orders=_north(orders),
        )
        if s.outcome == "interned":
            found = s
            break
    assert found is not None
    assert {one.fate for one in found.bomber.crew if not one.is_dead} == {"interned"}
    assert man(found, "pilot").fate in GONE or man(found, "pilot").is_dead
    assert superfortress.game.facts is not None
    assert superfortress.game.facts(found)["fuel"].keys() == {"at_start", "taken_on", "left"}


def _north(standing: Any) -> Any:
    class North:
        """The standing orders, but north whenever it may be."""

        def take(self, s: Sortie, decision: Any, keys: Any, subjects: Any) -> str | None:
            if decision.id in ("goes_to_vladivostok", "stages"):
                return "yes" if decision.id == "goes_to_vladivostok" else "no"
            if decision.id == "abort":
                return "no"
            return str(standing.take(s, decision, keys, subjects))

    return North()


@pytest.mark.rule("superfortress 2.7")
def test_a_night_is_told_as_a_night(superfortress: Ruleset) -> None:
    s = by_night(superfortress, 1)
    s.zone = Zone(12, ("W",), ("",), None)
    run(s, "zone", "weather")
    assert told(s, "weather") == [{"sky": f"{s.zone.weather}_by_night", "weather": s.zone.weather}]
    s = stage(superfortress, 1)
    run(s, "zone", "weather")
    assert told(s, "weather")[0]["sky"] == ""


@pytest.mark.rule("superfortress 1.2", "superfortress 2.5")
def test_a_crew_stays_with_its_wing(superfortress: Ruleset) -> None:
    """Nobody changes wing on the way, not with a new aeroplane either, unless the wing has none of its type."""
    from bomberstream.core.tour import Terms, fly_tour, open_tour

    seen: set[str] = set()
    second = 0
    for seed in range(10):
        tour = open_tour(superfortress, f"wing {seed}", Terms(campaign=4), seed)
        fly_tour(superfortress, tour)
        wings = [str(one.kept["wing"]) for one in tour.aeroplanes if one.operations]
        second += len(wings) > 1
        assert len(set(wings)) == 1, (seed, wings)
        seen |= set(wings)
    assert seen <= {"73rd", "313th", "314th", "58th"}
    assert len(seen) >= 2
    assert second


@pytest.mark.rule("superfortress 1.2", "superfortress 2.5")
@pytest.mark.parametrize(
    ("wing", "kind", "kept"),
    [("315th", "b-29b", True), ("315th", "b-29", False), ("73rd", "b-29b", False), ("73rd", "b-29a", True)],
)
def test_a_wing_keeps_a_crew_while_it_flies_their_type(
    superfortress: Ruleset, wing: str, kind: str, kept: bool
) -> None:
    from bomberstream.core.tour import Terms, open_tour

    tour = open_tour(superfortress, "posted", Terms(campaign=6), 1)
    for one in tour.aeroplanes:
        tour.give_up(one, "lost", after=1)
    tour.issue("b-29", "the first", wing=wing, base="guam")
    tour.give_up(tour.aeroplanes[-1], "lost", after=1)
    tour.issue(kind, "the second")
    options = superfortress.game.tour.options(tour, superfortress)
    assert options == ({"base": "guam", "wing": wing} if kept else {})
