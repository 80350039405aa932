"""Optional rule 10.1: fields and neutral countries to make for instead of home."""

from __future__ import annotations

from functools import cache
from typing import Any

import pytest
from bomberstream.core.errors import NotAllowed
from bomberstream.core.events import digest
from bomberstream.core.flight import fly
from bomberstream.core.hooks import load_plugins
from bomberstream.core.mission.ground import grounds_below
from bomberstream.core.ruleset import Ruleset, compose
from bomberstream.core.sortie import Setup, Sortie
from bomberstream.core.zones import Zone
from bomberstream.plugins.tonight.rules import alternate_landings
from bomberstream.plugins.tonight.rules.alternate_landings import offered, way_to
from bomberstream.plugins.tonight.zones import fly_to_malta
from nights import asked, choices, end, fates, happenings, rolls, run, stage, take, told, used_up
from quiet_nights import HOMEWARD_HIGH

QUIET = {"altitude": "low", "divert": "no", "malta": "no", "letter": "first", "drops_window": "none"}
SAFE_LANDING = (4, 4)


@cache
def abroad() -> Ruleset:
    return compose(load_plugins(), "tonight", rules=["alternate_landings"])


def coming_home(
    *faces: int,
    city: str = "Milan",
    zone: int = 13,
    over: tuple[str, ...] = ("I",),
    engines: int = 2,
    date: str = "1942-11-20",
    options: dict[str, str] | None = None,
    orders: dict[str, Any] | None = None,
    alps: bool = False,
) -> Sortie:
    """A bomber on its way home from a target, with engines out."""
    ruleset = abroad()
    s = stage(
        ruleset,
        *faces,
        campaign=None,
        date=date,
        outbound=False,
        bombs_aboard=False,
        altitude="low",
        orders={**QUIET, **(orders or {})},
        options=options or {},
    )
    for engine in s.bomber.engines[:engines]:
        s.bomber.stop(engine)
    s.zone = Zone(zone, over, ("",) * len(over), is_alps=alps)
    s.game.target = next(one for one in ruleset.targets if one.city == city)
    s.game.route = ruleset.gazetteer.route(0, city)
    return s


# --- where it may go


@pytest.mark.rule("tonight 10.1", "tonight 10.1.malta", "tonight 10.1.vis", "tonight 10.1.bari")
@pytest.mark.parametrize(
    ("date", "open_fields"),
    [
        ("1942-10-24", ["malta"]),
        ("1943-10-31", ["malta"]),
        ("1943-11-01", ["malta", "bari"]),
        ("1943-11-30", ["malta", "bari"]),
        ("1943-12-01", ["malta", "vis", "bari"]),
    ],
)
def test_each_field_opens_on_its_day(date: str, open_fields: list[str]) -> None:
    assert offered(coming_home(date=date)) == open_fields


@pytest.mark.rule("tonight 10.1", "tonight 10.1.malta")
def test_a_sound_bomber_goes_home() -> None:
    s = coming_home(engines=0)
    assert offered(s) == []
    s.bomber.out.add("radio")
    assert offered(s) == ["malta"]


@pytest.mark.rule("tonight 10.1.malta")
@pytest.mark.parametrize(
    ("over", "city", "alps"), [(("F",), "Milan", False), (("I",), "Munich", False), (("I",), "Milan", True)]
)
def test_the_fields_are_for_raids_on_italy_south_of_the_alps(over: tuple[str, ...], city: str, alps: bool) -> None:
    found = offered(coming_home(over=over, city=city, alps=alps))
    assert not {*found} & {*alternate_landings.FIELDS}


@pytest.mark.rule("tonight 10.1.switzerland", "tonight 10.1.sweden")
@pytest.mark.parametrize(
    ("city", "zone", "over", "found"),
    [
        ("Munich", 12, "G", ["switzerland"]),
        ("Munich", 7, "G", ["switzerland"]),
        ("Munich", 6, "G", ["switzerland"]),
        ("Munich", 5, "G", []),
        ("Berlin", 11, "G", ["sweden"]),
        ("Gdynia", 15, "P", ["sweden"]),
        ("Berlin", 6, "G", []),
        ("Essen", 6, "G", []),
    ],
)
def test_a_neutral_country_must_be_near_the_target_and_nearer_than_home(
    city: str, zone: int, over: str, found: list[str]
) -> None:
    assert offered(coming_home(city=city, zone=zone, over=(over,))) == found


@pytest.mark.rule("tonight 10.1.switzerland")
def test_internment_is_for_damage_that_may_keep_it_from_home() -> None:
    s = coming_home(city="Munich", zone=12, over=("G",), engines=1)
    assert offered(s) == []
    s.bomber.fuel_turns = 10
    assert offered(s) == ["switzerland"]
    s.bomber.fuel_turns = 11
    assert offered(s) == []


@pytest.mark.rule("tonight 10.1")
def test_it_must_be_able_to_fly_there() -> None:
    s = coming_home(city="Gdynia", zone=15, over=("P",))
    s.game.last_zones = 2
    assert offered(s) == []
    s.game.last_zones = 3
    assert offered(s) == ["sweden"]
    # Two turns for a zone with two engines out.
    s.bomber.fuel_turns = 5
    assert offered(s) == []
    s.bomber.fuel_turns = 6
    assert offered(s) == ["sweden"]


# --- the ways


@pytest.mark.rule("tonight 10.1.malta", "tonight 10.1.vis", "tonight 10.1.bari")
@pytest.mark.parametrize(
    ("name", "below"),
    [
        ("malta", [["water", "axis"], ["water"], ["water"], ["water"], ["axis"], ["water"]]),
        ("vis", [["axis"], ["water", "axis"], ["water"], ["water", "friendly"]]),
        ("bari", [["axis"], ["axis"], ["axis"], ["friendly"]]),
    ],
)
def test_the_zones_on_the_way(name: str, below: list[list[str]]) -> None:
    s = coming_home(date="1943-12-20")
    found = []
    for number, zone in enumerate(way_to(s, name), 1):
        assert zone.number == number
        s.zone = zone
        found.append(grounds_below(s))
    assert found == below


@pytest.mark.rule("tonight 10.1.malta")
@pytest.mark.parametrize(
    ("date", "asked_for", "holder"),
    [("1943-08-31", "yes", "axis"), ("1943-09-01", "yes", "friendly"), ("1943-09-01", "no", "axis")],
)
def test_sicily_has_guns_as_printed_or_until_it_falls(date: str, asked_for: str, holder: str) -> None:
    s = coming_home(date=date, options={"sicily_falls": asked_for})
    s.zone = way_to(s, "malta")[4]
    assert grounds_below(s) == [holder]


def zones_flown(s: Sortie) -> list[tuple[int, str]]:
    return [(facts["number"], facts["below"]) for facts in told(s, "zone")]


def makes_for(name: str, zones: int, **given: Any) -> Sortie:
    """A bomber with a hole in its tanks makes for a place, high up, and lands; on the way nothing happens."""
    orders = {"alternate_landing": name, "altitude": "high"}
    s = coming_home(*HOMEWARD_HIGH * zones, *SAFE_LANDING, engines=0, orders=orders, **given)
    s.bomber.fuel_turns = zones + 1
    s.game.altitude = "high"
    return s


@pytest.mark.rule("tonight 10.1", "tonight 10.1.malta", "tonight 10.1.vis", "tonight 10.1.bari")
@pytest.mark.parametrize(
    ("name", "way"),
    [
        ("malta", ["the coast of Italy", *["the sea"] * 3, "Italy", "the sea"]),
        ("vis", ["Italy", "the coast of Italy", "the sea", "the coast of Vis"]),
        ("bari", ["Italy"] * 4),
    ],
)
def test_it_flies_the_way_and_lands_on_the_field(name: str, way: list[str]) -> None:
    s = makes_for(name, len(way), date="1944-01-20")
    assert end(s, lambda s: take(s, "zone", "alternate_landing")) == "diverted"
    assert asked(s).count("alternate_landing") == 1
    assert told(s, "makes_for")[0]["zones"] == len(way)
    assert zones_flown(s) == list(enumerate(way, 1))
    assert told(s, "landing")[0]["place"] == "airfield"
    assert rolls(s)[-1] == "landing_on_land"
    assert fates(s) == ["returns"] * 7


@pytest.mark.rule("tonight 10.1", "tonight 10.1.switzerland", "tonight 10.1.sweden")
@pytest.mark.parametrize(
    ("name", "city", "zone", "over", "way"),
    [
        ("switzerland", "Munich", 12, "G", [(11, "Switzerland")]),
        ("switzerland", "Munich", 11, "G", [(11, "Switzerland")]),
        ("switzerland", "Munich", 10, "G", [(10, "Switzerland")]),
        ("switzerland", "Munich", 8, "G", [(9, "Germany"), (10, "Switzerland")]),
        ("sweden", "Berlin", 11, "G", [(11, "Sweden")]),
        ("sweden", "Berlin", 9, "G", [(10, "the sea"), (11, "Sweden")]),
        ("sweden", "Gdynia", 15, "P", [(14, "the sea"), (13, "the sea"), (12, "Sweden")]),
    ],
)
def test_who_lands_in_a_neutral_country_is_interned(
    name: str, city: str, zone: int, over: str, way: list[tuple[int, str]]
) -> None:
    s = makes_for(name, len(way), city=city, zone=zone, over=(over,))
    assert end(s, lambda s: take(s, "zone", "alternate_landing")) == "interned"
    assert zones_flown(s) == way
    assert rolls(s)[-1] == "landing_on_land"
    assert fates(s) == ["interned"] * 7


@pytest.mark.rule("tonight 10.1")
def test_it_may_go_home_all_the_same() -> None:
    s = coming_home(orders={"alternate_landing": "home"})
    take(s, "zone", "alternate_landing")
    used_up(s)
    assert choices(s)[-1] == ("alternate_landing", "home")
    assert "makes_for" not in happenings(s)


@pytest.mark.rule("tonight 10.1")
def test_on_the_way_to_a_field_nobody_asks_where_else_to_go() -> None:
    s = coming_home(orders={"divert": "yes"}, over=("S",), date="1943-12-20")
    s.kept["alternate_landings"] = alternate_landings.Landings("vis")
    run(s, "zone", "divert", "alternate_landing")
    assert asked(s) == []


@pytest.mark.rule("tonight 10.1.malta")
def test_who_is_shut_in_by_the_alps_flies_the_same_zones_to_malta() -> None:
    orders = {"malta": "yes", "altitude": "high"}
    s = coming_home(*HOMEWARD_HIGH * 6, *SAFE_LANDING, orders=orders, engines=0)
    s.game.altitude = "high"
    s.bomber.out.add("radio")
    take(s, "mission", "check_field")
    assert end(s, fly_to_malta) == "diverted"
    assert zones_flown(s)[0] == (1, "the coast of Italy")
    assert "alternate_landing" not in asked(s)


# --- the next mission


def from_field(name: str, seed: int, target: str = "Milan", date: str = "1943-12-20") -> tuple[Sortie, list[Any]]:
    log: list[Any] = []
    options = {"from_field": name, "any_target": "yes"}
    s = fly(abroad(), Setup("tonight", seed, date=date, target=target, options=options), log=log)
    return s, log


@pytest.mark.rule("tonight 10.1.return")
@pytest.mark.parametrize(("name", "zones"), [("malta", 6), ("vis", 4), ("bari", 4)])
def test_the_next_mission_starts_there_and_ends_in_england(name: str, zones: int) -> None:
    home = 0
    for seed in range(16):
        s, log = from_field(name, seed)
        if s.outcome == "scrubbed":
            continue
        flown = [event.facts for event in log if event.type == "zone"]
        out = [one["number"] for one in flown if one["leg"] == "outbound"]
        assert out == list(range(13 + zones, 13 + zones - len(out), -1))
        assert any(event.type == "from_field" for event in log)
        if s.outcome == "returned" and s.game.bomb_run in ("on_target", "off_target"):
            home += 1
            assert out[-1] == 13
            assert [one["number"] for one in flown if one["leg"] == "homebound"][-1] == 2
    assert home


@pytest.mark.rule("tonight 10.1.return")
def test_it_starts_only_from_a_field_of_ours_and_against_italy() -> None:
    with pytest.raises(NotAllowed, match="Vis is not ours on 1943-11-20, but from 1943-12-01 on"):
        from_field("vis", 1, date="1943-11-20")
    with pytest.raises(NotAllowed, match="from Malta the target must lie in Italy, not Essen"):
        from_field("malta", 1, target="Essen")


# --- whole flights


def test_two_hundred_flights() -> None:
    for seed in range(200):
        assert fly(abroad(), Setup("tonight", seed, campaign=(3, 5, 7, 9)[seed % 4])).outcome


def test_off_it_changes_nothing(tonight: Ruleset) -> None:
    """Nobody has to ask where sound bombers go: with the rule on they fly the same sorties."""
    assert "alternate_landing" not in tonight.decisions
    for seed in range(5):
        logs: list[list[Any]] = [[], []]
        for ruleset, log in zip((tonight, abroad()), logs, strict=True):
            s = fly(ruleset, Setup("tonight", seed, campaign=8), log=log)
            assert "alternate_landing" not in {getattr(event, "decision", "") for event in log}
        assert digest(logs[0]) == digest(logs[1])
        assert s.outcome
