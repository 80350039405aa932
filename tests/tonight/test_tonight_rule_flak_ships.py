"""Optional rule 10.2: mobile barges and heavy flak ships."""

from __future__ import annotations

from typing import Any

import pytest
from bomberstream.core.sortie import Sortie
from bomberstream.core.zones import RouteZone, Zone
from bomberstream.plugins.tonight.rules.flak_ships import has_ship
from duels import CENT_10, HIGH, LOW, silent
from night_tables import check
from nights import happenings, over, rolls, route, run, take, told, used_up
from rules_on import check_flies, check_off, with_rules

ON = with_rules("flak_ships")
HOLLAND = (over(2, "W"), over(3, "W"), over(4, "N"), over(5, "G"))
REGIONS = {"N": "Holland", "F": "France", "B": "Belgium", "G": "Germany", "E": "England", "Sw": "Sweden", "W": ""}


def at_sea(*faces: int, zones: tuple[RouteZone, ...] = HOLLAND, number: int = 3, **given: Any) -> Sortie:
    """A bomber that radar holds, over a zone of a route."""
    s = silent(ON, *faces, detected=True, **given)
    named = tuple(RouteZone(one.n, one.over, 0, tuple(REGIONS[code] for code in one.over)) for one in zones)
    s.game.route = route(*named)
    below = named[number - 2]
    s.zone = Zone(number, below.over, below.region)
    return s


@pytest.mark.rule("tonight 10.2.1")
def test_an_even_chance() -> None:
    check(ON.tables["10.2.1"], "1d6", "1..3 present, 4..6 none")


@pytest.mark.rule("tonight 10.2", "tonight 10.2.1", "tonight 10.2.3")
@pytest.mark.parametrize(("face", "there"), [(1, True), (3, True), (4, False), (6, False)])
def test_a_ship_looks_for_the_bomber_as_guns_on_land_do(face: int, there: bool) -> None:
    s = at_sea(face, *(LOW if there else ()))
    run(s, "turn", "searchlights")
    assert rolls(s) == ["flak_ship", "searchlights"][: 1 + there]
    assert happenings(s) == ["flak_ship"] * there


@pytest.mark.rule("tonight 10.2.3")
def test_found_by_a_ship_the_bomber_is_lit_and_fired_at() -> None:
    s = at_sea(1, *HIGH, 6, *(3, 4) * 3)
    run(s, "turn", "searchlights", "guns")
    assert s.game.lit
    assert rolls(s) == ["flak_ship", "searchlights", "flak", *["flak_to_hit"] * 3]


@pytest.mark.rule("tonight 10.2", "tonight 10.2.1")
def test_one_roll_for_each_pass() -> None:
    s = at_sea(1, *LOW, *CENT_10, *LOW, *CENT_10)
    s.run("turn")
    s.run("turn")
    used_up(s)
    assert rolls(s) == ["flak_ship", "searchlights", "night_fighters", "searchlights", "night_fighters"]
    s.zone = Zone(3, s.zone.over, s.zone.region)
    s.source = at_sea(6).source
    assert not has_ship(s)


@pytest.mark.rule("tonight 10.2.1")
def test_no_roll_while_radar_has_not_found_the_bomber() -> None:
    s = at_sea()
    s.game.detected = False
    assert rolls(take(s, "turn", "searchlights")) == []


@pytest.mark.rule("tonight 10.2.two-codes")
@pytest.mark.parametrize(("face", "water"), [(1, True), (3, True), (4, False), (6, False)])
def test_of_two_letters_a_die_says_whether_it_is_water(face: int, water: bool) -> None:
    s = at_sea(face, *((2,) if water else ()), *LOW, zones=(over(2, "W"), over(3, "W"), over(4, "W", "N")), number=4)
    run(s, "turn", "searchlights")
    assert rolls(s) == ["which letter of the zone", *["flak_ship"] * water, "searchlights"]


@pytest.mark.rule("tonight 10.2")
@pytest.mark.parametrize(
    ("zones", "number"),
    [
        # Next to England; open sea; beside neutral land; over land.
        ((over(2, "E", "W"), over(3, "W"), over(4, "N")), 3),
        ((over(2, "W"), over(3, "N")), 2),
        ((over(2, "W"), over(3, "W", "E"), over(4, "N")), 3),
        ((over(2, "W"), over(3, "W"), over(4, "W"), over(5, "N")), 3),
        ((over(2, "W"), over(3, "W"), over(4, "Sw")), 3),
        ((over(2, "W"), over(3, "W"), over(4, "G"), over(5, "G")), 5),
    ],
)
def test_where_no_ships_lie(zones: tuple[RouteZone, ...], number: int) -> None:
    s = at_sea(zones=zones, number=number)
    assert not has_ship(s)
    assert rolls(s) == []


@pytest.mark.rule("tonight 10.2")
def test_none_on_the_way_to_malta() -> None:
    s = at_sea()
    s.note("malta")
    assert not has_ship(s)
    assert rolls(s) == []


@pytest.mark.rule("tonight 10.2.2")
@pytest.mark.parametrize(
    ("code", "date", "rolled"),
    [
        ("F", "1944-03-31", True),
        ("F", "1944-04-01", False),
        ("B", "1944-03-31", True),
        ("B", "1944-04-01", False),
        ("N", "1944-12-31", True),
        ("N", "1945-01-01", False),
        ("G", "1945-04-01", True),
    ],
)
def test_they_are_withdrawn_by_date(code: str, date: str, rolled: bool) -> None:
    s = at_sea(*[1] * rolled, zones=(over(2, "W"), over(3, "W"), over(4, code)))
    s.date = date
    assert has_ship(s) is rolled
    used_up(s)


@pytest.mark.rule("tonight 10.2.2")
def test_beside_two_coasts_one_that_is_held_is_enough() -> None:
    s = at_sea(1, zones=(over(2, "W"), over(3, "W"), over(4, "B", "N")))
    s.date = "1944-06-01"
    assert has_ship(s)


@pytest.mark.rule("tonight 10.2.3", "tonight 5.14")
def test_ships_have_no_light_flak_of_their_own() -> None:
    s = at_sea(altitude="low")
    run(s, "zone", "low_flak")
    assert rolls(s) == []


@pytest.mark.rule("tonight 10.2", "tonight 5.1.5")
def test_without_the_rule_water_has_no_guns() -> None:
    s = at_sea()
    s.procedures = with_rules().procedures
    run(s, "turn", "searchlights")
    assert told(s, "lit") == []
    check_off("flak_ships", "flak_ship", "10.2.1")


@pytest.mark.rule("tonight 10.2")
def test_two_hundred_nights() -> None:
    found = check_flies("flak_ships")
    assert any(s.kept["flak_ships"].zone is not None for s in found if "flak_ships" in s.kept)
