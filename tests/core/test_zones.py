"""Zones, routes, and who holds the ground on a date."""

from __future__ import annotations

from typing import Any

import pytest
from bomberstream.core.errors import BadData
from bomberstream.core.zones import HOLDERS, ControlEntry, ControlStep, Gazetteer, Route, RouteZone, Zone, ZoneControl
from hypothesis import given
from hypothesis import strategies as st


def entry(code: str, region: str, *steps: tuple[str, str]) -> ControlEntry:
    return ControlEntry(code, region, tuple(ControlStep(*one) for one in steps), where="control.toml")


FRANCE = [
    entry("F", "Brest", ("1942-11-01", "axis"), ("1944-08-07", "contested"), ("1944-09-19", "allied")),
    entry("F", "rest", ("1942-11-01", "axis"), ("1944-08-25", "allied")),
]


def route(*numbers: int, target: str = "Lille", **more: Any) -> Route:
    return Route(target, 160, tuple(RouteZone(number, ("F",)) for number in numbers), 8, where="8th.toml", **more)


def gazetteer(*routes: Route) -> Gazetteer:
    return Gazetteer(routes, ZoneControl(FRANCE))


# --- control


@pytest.mark.parametrize(
    ("date", "by"),
    [
        ("1942-11-01", "axis"),
        ("1944-08-06", "axis"),
        ("1944-08-07", "contested"),
        ("1944-09-18", "contested"),
        ("1944-09-19", "allied"),
        ("1945-05-08", "allied"),
    ],
)
def test_a_region_changes_hands_on_the_day_that_is_given(date: str, by: str) -> None:
    assert ZoneControl(FRANCE).holder("F", "Brest", date) == by


def test_before_its_first_day_a_region_is_held_as_on_it() -> None:
    assert ZoneControl(FRANCE).holder("F", "Brest", "1940-01-01") == "axis"


def test_a_country_without_a_region_is_held_as_its_rest() -> None:
    control = ZoneControl(FRANCE)
    assert control.holder("F", "", "1944-09-01") == "allied"
    assert control.holder("F", "Atlantis", "1944-09-01") == "allied"
    assert control.holder("F", "Brest", "1944-09-01") == "contested"


def test_water_is_nobodys() -> None:
    assert ZoneControl([]).holder("W", "", "1943-01-01") == "water"


def test_the_sea_off_a_coast_may_have_a_master() -> None:
    control = ZoneControl([*FRANCE, entry("W", "Biscay", ("1942-11-01", "axis"), ("1944-08-20", "allied"))])
    assert control.sea_holder("Biscay", "1944-08-19") == "axis"
    assert control.sea_holder("Biscay", "1944-08-20") == "allied"
    assert control.sea_holder("Atlantis", "1944-08-20") == ""
    assert control.holder("W", "Biscay", "1944-08-19") == "water"


def test_a_country_that_the_chart_does_not_know_is_refused() -> None:
    with pytest.raises(BadData, match="control chart: no entry for 'X' 'somewhere'"):
        ZoneControl(FRANCE).holder("X", "somewhere", "1943-01-01")


def test_steps_out_of_order_are_refused() -> None:
    wrong = entry("F", "Brest", ("1944-09-19", "allied"), ("1942-11-01", "axis"))
    with pytest.raises(BadData, match=r"^control\.toml: F 'Brest': steps must be in order of date$"):
        ZoneControl([wrong])


def test_a_region_that_stands_twice_is_refused() -> None:
    with pytest.raises(BadData, match=r"^control\.toml: F 'Brest' stands twice$"):
        ZoneControl([*FRANCE, FRANCE[0]])


def test_the_same_region_name_in_two_countries_is_no_clash() -> None:
    control = ZoneControl([*FRANCE, entry("B", "rest", ("1942-11-01", "neutral"))])
    assert control.holder("B", "", "1944-09-01") == "neutral"


def test_a_region_that_nobody_ever_held_is_refused() -> None:
    with pytest.raises(BadData, match=r"^control\.toml: F 'Brest': "):
        ZoneControl([entry("F", "Brest")])


def test_two_steps_on_one_day_are_refused() -> None:
    with pytest.raises(BadData, match=r"^control\.toml: F 'Brest': "):
        ZoneControl([entry("F", "Brest", ("1943-01-01", "axis"), ("1943-01-01", "allied"))])


@given(st.lists(st.dates().map(str), min_size=1, max_size=5, unique=True).map(sorted), st.dates().map(str))
def test_the_last_step_up_to_a_day_says_who_holds(days: list[str], date: str) -> None:
    held = dict(zip(days, HOLDERS, strict=False))
    control = ZoneControl([entry("F", "rest", *held.items())])
    assert control.holder("F", "rest", date) == held[max((day for day in days if day <= date), default=days[0])]


# --- routes


def test_a_route_runs_from_zone_2_to_the_target() -> None:
    made = gazetteer(route(2, 3, 4))
    assert made.route(8, "Lille").target_zone == 4
    assert (8, "Lille") in made
    assert (15, "Lille") not in made
    assert list(made.routes()) == [(8, "Lille")]


@pytest.mark.parametrize("numbers", [(2, 4), (1, 2, 3), (3, 4), (2, 2, 3), (3, 2), (2, 3, 5)])
def test_a_route_with_a_gap_or_a_false_start_is_refused(numbers: tuple[int, ...]) -> None:
    with pytest.raises(BadData, match=r"^8th\.toml: Lille: zones must run from 2 without a gap$"):
        gazetteer(route(*numbers))


def test_a_route_without_zones_is_refused() -> None:
    with pytest.raises(BadData, match="Lille"):
        gazetteer(route())


def test_a_target_that_stands_twice_for_an_air_force_is_refused() -> None:
    with pytest.raises(BadData, match="Lille stands twice for air force 8"):
        gazetteer(route(2), route(2, 3))


def test_a_route_that_is_not_there_is_refused() -> None:
    with pytest.raises(BadData, match="no route for air force 15 to 'Lille'"):
        gazetteer(route(2)).route(15, "Lille")


def test_a_game_with_one_air_force_need_not_number_it() -> None:
    zones = (RouteZone(2, ("F",)),)
    assert gazetteer(Route("Lille", 160, zones)).route(0, "Lille").zones == zones
    with pytest.raises(BadData, match="no route to 'Lile'; did you mean 'Lille'"):
        gazetteer(Route("Lille", 160, zones)).route(0, "Lile")


def test_a_misspelt_target_is_refused_with_the_nearest() -> None:
    with pytest.raises(BadData, match="did you mean 'Lille'"):
        gazetteer(route(2)).route(8, "Lile")


# --- fighters on the way


@pytest.mark.parametrize(
    ("given_", "campaign", "expected"),
    [
        (-2, 1, -2),
        (0, 6, 0),
        ("NA", 1, None),
        ((-3, -2, "NA"), 1, -3),
        ((-3, -2, "NA"), 2, -2),
        ((-3, -2, "NA"), 3, None),
        ((-3, -2, 1), 9, 1),
    ],
)
def test_the_fighter_modifier_is_that_of_the_campaign(given_: Any, campaign: int, expected: int | None) -> None:
    assert RouteZone(2, ("F",), given_).fighters_in(campaign) == expected


def test_a_fighter_modifier_is_a_number_or_na() -> None:
    zones = (RouteZone(2, ("F",), "+1"), RouteZone(3, ("F",), (1, "NA", "none")), RouteZone(4, ("F",), ()))
    with pytest.raises(BadData) as caught:
        gazetteer(Route("Lille", 160, zones, 8, where="8th.toml"))
    assert caught.value.problems == (
        "8th.toml: Lille: zone 2: fighters must be a number or 'NA', not '+1'",
        "8th.toml: Lille: zone 3: fighters must be a number or 'NA', not 'none'",
        "8th.toml: Lille: zone 4: fighters is an empty list",
    )


# --- zones of a flight


def test_of_two_letters_the_first_counts_until_a_die_has_spoken() -> None:
    zone = Zone(4, over=("W", "F"), region=("", "Brest"))
    assert (zone.code, zone.region_below) == ("W", "")
    zone.letter = 1
    assert (zone.code, zone.region_below) == ("F", "Brest")
    zone.letter = 0
    assert (zone.code, zone.region_below) == ("W", "")


def test_a_letter_without_a_region_has_an_empty_one() -> None:
    assert Zone(4, over=("B", "F"), region=("Belgium",), letter=1).region_below == ""


def test_two_zones_share_nothing() -> None:
    one, two = Zone(2), Zone(2)
    one.weather = "storm"
    assert two.weather == "clear"
    assert one != two
