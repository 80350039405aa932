"""What the tables made by `tools/marianas.py` hold, against what the tool is told: place, date, weight, guns, way."""

from __future__ import annotations

import math
import tomllib
from collections import Counter
from pathlib import Path
from typing import Any

import pytest
from bomberstream.core.ruleset import Ruleset
from bomberstream.plugins.superfortress.setup import LOADS, ROUTES_OF, route_from
from bomberstream.plugins.superfortress.state import PROFILES
from marianas import stage

TOLD: dict[str, Any] = tomllib.loads(
    (Path(__file__).parents[2] / "tools" / "marianas.toml").read_text(encoding="utf-8")
)
PLACES = {one["city"]: one for one in reversed(TOLD["place"])}
"""City to the first entry of it."""
EARTH = 3958.76


def miles(start: list[float], end: list[float]) -> float:
    """Great-circle distance, by the haversine formula; the tool takes the angle between two vectors."""
    (a, b), (c, d) = (map(math.radians, start), map(math.radians, end))
    half = math.sin((c - a) / 2) ** 2 + math.cos(a) * math.cos(c) * math.sin((d - b) / 2) ** 2
    return 2 * EARTH * math.asin(math.sqrt(half))


@pytest.mark.rule("superfortress 2.4", "superfortress 2-4")
@pytest.mark.parametrize("island", TOLD["island"], ids=lambda one: one["name"])
def test_every_route_is_as_long_as_the_way(superfortress: Ruleset, island: dict[str, Any]) -> None:
    """In miles, and in zones of a hundred of them; from Tinian where Saipan's stands for it within three miles."""
    s = stage(superfortress)
    assert ROUTES_OF[island["name"]] == island["air_force"]
    for city, place in PLACES.items():
        route, way = route_from(s, island["name"], city), miles(island["at"], place["at"])
        assert abs(route.miles - way) < (10 if island["name"] == "Tinian" else 1), city
        assert route.target_zone == max(2, 1 + int(way / 100 + 0.5)), city


@pytest.mark.rule("superfortress 2.4", "superfortress 7.6")
def test_iwo_jima_lies_where_it_lies(superfortress: Ruleset) -> None:
    """Abreast in the zone of its distance on every route to Japan; no way round where the way over it is no longer."""
    iwo = [TOLD["iwo_jima"]["lat"], TOLD["iwo_jima"]["lon"]]
    for island in TOLD["island"]:
        abreast = 1 + int(miles(island["at"], iwo) / 100 + 0.5)
        for city, place in PLACES.items():
            if place["fighters"] == "none":
                continue
            route = route_from(stage(superfortress), island["name"], city)
            named = [(one.n, one.region[0]) for one in route.zones if one.region[0].endswith("Iwo Jima")]
            longer = miles(island["at"], iwo) + miles(iwo, place["at"]) - miles(island["at"], place["at"])
            west = place["at"][1] < 133.5 and longer >= 10
            if island["name"] != "Tinian" or abs(longer - 10) > 2:
                assert named == [(abreast, "west of Iwo Jima" if west else "Iwo Jima")], (city, island["name"])


@pytest.mark.rule("superfortress 7.8", "superfortress 7-8")
def test_the_way_to_vladivostok(superfortress: Ruleset) -> None:
    cells = superfortress.tables["7-8"].keys[None]
    to_japan = {city for city, one in PLACES.items() if one["fighters"] != "none"}
    assert set(cells) == to_japan
    north = [TOLD["vladivostok"]["lat"], TOLD["vladivostok"]["lon"]]
    for city in to_japan:
        assert cells[city].result == max(1, int(miles(PLACES[city]["at"], north) / 100 + 0.5)), city


@pytest.mark.rule("superfortress 2-2")
def test_every_mission_that_is_told_is_on_the_lists(superfortress: Ruleset) -> None:
    """Each place of each phase with its type, its profile and its aim, and each known day within its entry's days."""
    for place in TOLD["place"]:
        profile = place.get("profile", TOLD["phase"][place["phase"]]["profile"])
        entries = [
            one
            for one in superfortress.targets
            if (one.city, one.type, one.profile, one.aim) == (place["city"], place["type"], profile, place["aim"])
        ]
        assert entries, place
        for day in place.get("dates", []):
            campaign = next(one for one in superfortress.campaigns.values() if one.from_ <= day <= one.to)
            assert any(one.campaign == campaign.number and one.is_flown(day) for one in entries), (place["city"], day)


@pytest.mark.rule("superfortress 2-2")
def test_kinds_of_missions_weigh_what_they_flew(superfortress: Ruleset) -> None:
    """In the last campaign the cities by night outweigh all else, and one mission in twelve or so is flown for mines;
    each list is a thousand in all, but for rounding."""
    for number in superfortress.campaigns:
        listed = [one for one in superfortress.targets if one.campaign == number and one.profile != "composite"]
        assert abs(sum(one.raids for one in listed) - 1000) <= len(listed)
    last = Counter[str]()
    for one in superfortress.targets:
        if one.campaign == 6 and one.profile != "composite":
            last[one.profile] += one.raids
    assert max(last, key=lambda profile: last[profile]) == "night_low"
    shares = {name: phase["share"] for name, phase in TOLD["phase"].items()}
    assert sum(shares.values()) == pytest.approx(1.0)


@pytest.mark.rule("superfortress 2-3")
def test_every_place_has_the_guns_of_its_area(superfortress: Ruleset) -> None:
    cells = superfortress.tables["2-3"].keys[None]
    for place in TOLD["place"]:
        profile = place.get("profile", TOLD["phase"][place["phase"]]["profile"])
        cell = cells.get(f"{place['city']}, {profile}") or cells[place["city"]]
        area = TOLD["area"][place["area"]]
        told = (cell.data.low, cell.data.medium, cell.data.high, cell.data.searchlights, cell.data.fighters)
        assert told == (area["low"], area["medium"], area["high"], area["searchlights"], place["fighters"]), place


@pytest.mark.rule("superfortress 2-6")
def test_every_profile_has_its_loads(superfortress: Ruleset) -> None:
    """More bombs, less fuel; and the standard load brings a bomber to Tokyo and back with something in hand."""
    cells = superfortress.tables["2-6"].keys[None]
    for profile in PROFILES:
        loads = [cells[f"{profile} {load}"].data for load in LOADS]
        assert [one.boxes for one in loads] == sorted((one.boxes for one in loads), reverse=True)
        assert [one.tons for one in loads] == sorted(one.tons for one in loads)
        # Two for the first hour, one a zone out and home, one for the turn, one for high power.
        assert loads[1].boxes >= 2 + 2 * 15 + 2, profile


AREAS = [f"A-{number}" for number in range(1, 9)]


@pytest.mark.rule("superfortress A-1", "superfortress A-2", "superfortress A-3", "superfortress A-4")
@pytest.mark.rule("superfortress A-5", "superfortress A-6", "superfortress A-7", "superfortress A-8")
@pytest.mark.parametrize("name", AREAS)
def test_every_row_of_a_section_does_something_or_says_that_it_does_not(superfortress: Ruleset, name: str) -> None:
    """Each total from 2 to 12 has a row of its own, with an effect; no more than half of the odds are superficial."""
    table = superfortress.tables[name]
    assert table.table.dice == "2d6"
    rows = table.table.row
    assert sum(len(range(*_span(str(row.on)))) for row in rows) == 11
    superficial = 0.0
    assert table.dice is not None
    odds = table.dice.odds()
    whole = sum(odds.values())
    for row in rows:
        assert row.effects, (name, row.on)
        if row.result == "superficial":
            superficial += sum(odds[total] for total in range(*_span(str(row.on)))) / whole
    assert superficial <= 0.5


def _span(on: str) -> tuple[int, int]:
    """The totals of a row, as for `range`."""
    low, _, high = on.partition("-")
    return int(low), int(high or low) + 1
