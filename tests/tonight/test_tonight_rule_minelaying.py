"""Optional rule 10.5: minelaying."""

from __future__ import annotations

from typing import Any

import pytest
from bomberstream.core.errors import BadData, NotAllowed
from bomberstream.core.events import digest
from bomberstream.core.flight import fly
from bomberstream.core.hooks import load_plugins
from bomberstream.core.mission.ending import come_down
from bomberstream.core.ruleset import Ruleset, compose
from bomberstream.core.sortie import Setup, Sortie, SortieOver
from bomberstream.core.testing import scripted, staged
from bomberstream.core.testing.asking import happenings, modifiers, rolls, take, told, used_up
from bomberstream.plugins.tonight.combat import fires_upward, may_corkscrew
from bomberstream.plugins.tonight.rules.minelaying import GARDENS, Garden
from bomberstream.plugins.tonight.zones import make_zone

SHIP = 3
"""A face that finds a flak ship without a modifier, and the last one that does."""

ENGLAND, WATER, DENMARK, FRANCE = ("E",), ("W",), ("D",), ("F",)
LANES: dict[int, tuple[int, dict[int, tuple[str, ...]]]] = {
    1: (-2, {2: WATER, 3: WATER, 4: ("W", "N")}),
    2: (0, {2: WATER, 3: WATER, 4: ("W", "N"), 5: ("W", "N")}),
    3: (-1, {**dict.fromkeys(range(2, 8), WATER), 8: ("W", "G")}),
    4: (-1, {**dict.fromkeys(range(2, 10), WATER), 10: ("W", "No")}),
    5: (-2, {**dict.fromkeys(range(2, 7), WATER), **dict.fromkeys(range(7, 10), DENMARK), 10: ("W", "D")}),
    6: (-1, {**dict.fromkeys(range(2, 5), ENGLAND), **dict.fromkeys(range(5, 8), WATER), 8: FRANCE, 9: ("W", "F")}),
    7: (-1, {2: WATER, 3: ("W", "B")}),
    8: (-1, {2: ENGLAND, 3: ("W", "E"), 4: WATER, **dict.fromkeys(range(5, 10), FRANCE), 10: ("W", "F")}),
}


@pytest.fixture(scope="module")
def gardening() -> Ruleset:
    return compose(load_plugins(), "tonight", rules=["flak_ships", "minelaying"])


def lane(gardening: Ruleset, *faces: int, number: int = 2, **given: Any) -> Sortie:
    """On its way into the target zone of a mission."""
    options = {"gardening": str(number)}
    s = staged(gardening, *faces, **{"bomber": "lancaster", "date": "1943-05-10", "options": options, **given})
    s.zone = make_zone(s, s.game.route.zones[-1])
    s.game.altitude = "low"
    return s


@pytest.mark.rule(
    "tonight 10.5.7",
    "tonight 10.5.7.mission-1",
    "tonight 10.5.7.mission-2",
    "tonight 10.5.7.mission-3",
    "tonight 10.5.7.mission-4",
    "tonight 10.5.7.mission-5",
    "tonight 10.5.7.mission-6",
    "tonight 10.5.7.mission-7",
    "tonight 10.5.7.mission-8",
)
@pytest.mark.parametrize("number", LANES)
def test_the_eight_missions_have_their_zones_and_modifiers(gardening: Ruleset, number: int) -> None:
    modifier, over = LANES[number]
    s = lane(gardening, number=number)
    garden: Garden = s.kept["minelaying"]
    assert (garden.number, garden.modifier) == (number, modifier)
    assert s.game.target.city == GARDENS[number - 1]
    assert {zone.n: zone.over for zone in s.game.route.zones} == over
    assert s.game.route.target_zone == max(over)


@pytest.mark.rule("tonight 10.5.7")
def test_a_mission_is_asked_for_by_its_number(gardening: Ruleset) -> None:
    with pytest.raises(NotAllowed, match="chosen by its number: gardening = 1 to 8"):
        fly(gardening, Setup("tonight", 1, campaign=5, target="Berlin"))
    drawn = {fly(gardening, Setup("tonight", seed)).game.target.city for seed in range(60)}
    assert drawn == set(GARDENS)


@pytest.mark.rule("tonight 10.5.1", "tonight 10.2.1")
@pytest.mark.parametrize("number", LANES)
@pytest.mark.parametrize("face", range(1, 7))
def test_the_modifier_of_the_lane_goes_on_the_die(gardening: Ruleset, number: int, face: int) -> None:
    s = lane(gardening, face, number=number)
    take(s, "zone", "flak_ship")
    modifier = LANES[number][0]
    assert modifiers(s, "flak_ship") == ([modifier] if modifier else [])
    assert s.kept["minelaying"].ship is (face + modifier <= SHIP)
    used_up(s)


@pytest.mark.rule("tonight 10.5.1")
def test_it_goes_on_the_die_of_other_coastal_zones_as_well(gardening: Ruleset) -> None:
    s = lane(gardening, 4, number=6)
    s.zone = make_zone(s, s.game.route.zones[5])
    assert s.zone.number == 7
    s.source = scripted(4, 1, 1)
    s.game.detected = True
    take(s, "turn", "searchlights")
    assert modifiers(s, "flak_ship") == [-1]
    assert "flak_ship" in happenings(s)


@pytest.mark.rule("tonight 10.5.4", "tonight 10.2.2")
@pytest.mark.parametrize(
    ("number", "date", "rolled"),
    [
        (6, "1944-03-31", True),
        (6, "1944-04-01", False),
        (7, "1944-04-01", False),
        (1, "1944-12-31", True),
        (1, "1945-01-01", False),
        (3, "1945-01-01", True),
    ],
)
def test_ships_are_withdrawn(gardening: Ruleset, number: int, date: str, rolled: bool) -> None:
    s = lane(gardening, *[1] * rolled, number=number, date=date)
    take(s, "zone", "flak_ship")
    assert ("flak_ship" in rolls(s)) is rolled
    assert s.kept["minelaying"].ship is rolled
    used_up(s)


@pytest.mark.rule("tonight 10.5.4")
def test_without_a_ship_nothing_fires_over_the_lane(gardening: Ruleset) -> None:
    s = lane(gardening, SHIP + 1)
    s.game.detected = True
    take(s, "zone", "flak_ship")
    for procedure, name in (("zone", "low_flak"), ("turn", "searchlights"), ("turn", "guns")):
        take(s, procedure, name)
    assert rolls(s) == ["flak_ship"]
    used_up(s)


@pytest.mark.rule("tonight 10.5.4", "tonight 10.2.3")
def test_a_ship_brings_searchlights_and_guns(gardening: Ruleset) -> None:
    s = lane(gardening, SHIP, 6, 6, 5, *[3, 4] * 4, orders={"corkscrew_light": "no"})
    s.game.altitude = "on_the_deck"
    s.game.detected = True
    take(s, "zone", "flak_ship")
    take(s, "zone", "low_flak")
    take(s, "turn", "searchlights")
    take(s, "turn", "guns")
    assert told(s, "flak_ship") == [{}]
    assert rolls(s)[:3] == ["flak_ship", "searchlights", "flak"]
    assert set(rolls(s)[3:]) == {"flak_to_hit"}


@pytest.mark.rule("tonight 10.5.4")
def test_who_comes_down_over_the_lane_comes_down_in_the_water(gardening: Ruleset) -> None:
    s = lane(gardening, SHIP + 1, *[6] * 60, orders={"come_down": "land"})
    take(s, "zone", "flak_ship")
    assert s.zone.code == "W"
    with pytest.raises(SortieOver):
        come_down(s)
    assert s.game.landing_place == "water"


@pytest.mark.rule("tonight 10.5.3")
@pytest.mark.parametrize("order", ["high", "low", "on_the_deck"])
def test_low_on_the_way_and_on_the_deck_over_the_lane(gardening: Ruleset, order: str) -> None:
    s = lane(gardening, number=3, orders={"altitude": order})
    target = s.zone
    for given in s.game.route.zones[:-1]:
        s.zone = make_zone(s, given)
        take(s, "zone", "altitude")
        assert s.game.altitude == "low"
    s.zone = target
    take(s, "zone", "altitude")
    assert s.game.altitude == "on_the_deck"
    assert told(s, "level")[-1] == {"altitude": "on_the_deck"}


@pytest.mark.rule("tonight 10.5.3")
def test_out_of_the_target_zone_it_flies_as_it_likes(gardening: Ruleset) -> None:
    s = lane(gardening, orders={"altitude": "low"})
    take(s, "zone", "altitude")
    s.outbound = False
    s.zone = make_zone(s, s.game.route.zones[0])
    take(s, "zone", "altitude")
    assert s.game.altitude == "low"


@pytest.mark.rule("tonight 10.5.5", "tonight 10.5.6")
def test_no_upward_guns_and_no_corkscrew_on_the_deck(gardening: Ruleset) -> None:
    fighter = {"type": "me-110g-4", "position": "6 low", "carries": ["upward_guns"]}
    s = lane(gardening, fighter=fighter)
    attacker = s.game.fighters[0]
    assert fires_upward(s, attacker)
    assert may_corkscrew(s)
    take(s, "zone", "altitude")
    assert not fires_upward(s, attacker)
    assert not may_corkscrew(s)


@pytest.mark.rule("tonight 10.5.5")
def test_fighters_come_to_the_target_zone(gardening: Ruleset) -> None:
    found: set[str] = set()
    for seed in range(40):
        log: list[Any] = []
        fly(gardening, Setup("tonight", seed, options={"gardening": "3"}), log=log)
        where = ""
        for event in log:
            if event.type == "zone":
                where = f"{event.facts['leg']} {event.facts['number']}"
            if event.type == "roll" and event.role == "night_fighters":
                found.add(where)
    assert "outbound 8" in found
    assert found & {f"outbound {number}" for number in range(2, 8)}


@pytest.mark.rule("tonight 10.5")
def test_mines_fall_by_the_tables_of_any_bomb_run(gardening: Ruleset) -> None:
    s = lane(gardening, 3, 3, 3, 4)
    s.game.altitude = "on_the_deck"
    take(s, "zone", "bomb_run")
    assert rolls(s) == ["bomb_run", "bombing_accuracy"]
    assert s.game.bomb_run == "on_target"
    assert s.game.bombing_percent == 20
    assert 1 in modifiers(s, "bomb_run")
    used_up(s)


@pytest.mark.rule("tonight 10.5.1")
def test_it_needs_the_flak_ships_and_is_no_spoof(gardening: Ruleset) -> None:
    with pytest.raises((NotAllowed, BadData), match="flak_ships"):
        compose(load_plugins(), "tonight", rules=["minelaying"])
    with pytest.raises(NotAllowed, match="cannot be used with"):
        compose(load_plugins(), "tonight", rules=["flak_ships", "spoof_raid", "minelaying"])


@pytest.mark.rule("tonight 10.5")
def test_two_hundred_seeds_fly(gardening: Ruleset) -> None:
    laid = 0
    for seed in range(200):
        s = fly(gardening, Setup("tonight", seed))
        assert s.finished
        laid += s.game.bomb_run in ("on_target", "off_target")
    assert laid > 120


@pytest.mark.rule("tonight 10.5")
def test_off_it_changes_nothing(tonight: Ruleset) -> None:
    for seed in range(5):
        log: list[Any] = []
        s = fly(tonight, Setup("tonight", seed, campaign=5), log=log)
        assert s.kept == {}
        assert digest(log)
        assert s.game.target.type != "Sea lane"
