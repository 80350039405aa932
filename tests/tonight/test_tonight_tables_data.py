"""Campaigns and their cards, who holds what, electronics, the bombers; and that all of it says its source."""

from __future__ import annotations

from typing import Any

import pytest
from bomberstream.core.ruleset import Ruleset
from night_tables import acting, at, read
from nights import stage

# --- sources

PUBLISHED = {"4-1A note e", "4-1A note e crash", "4-3A", "5-12B results", "5-16 note c", "7-3 sea fate"}
PUBLISHED |= {"7-3 sea fate beyond"}
"""Tables whose every value stands in the rulebook."""


@pytest.mark.rule("tonight 2-8")
def test_everything_says_where_it_is_from(tonight: Ruleset) -> None:
    for table in tonight.tables.values():
        source = table.table.source
        assert source in ("published", "sister", "reconstructed")
        assert table.table.title
        assert table.table.rule.startswith("tonight ")
        assert bool(table.table.basis) is (source != "published"), table.id
        if source == "sister":
            assert "today" in table.table.basis.casefold(), table.id
    assert {one.id for one in tonight.tables.values() if one.table.source == "published"} == PUBLISHED
    for one in tonight.sources:
        assert one.source
        assert one.basis or one.source == "published"


# --- 2.3 and 2.4

CAMPAIGNS = {
    # Title, first and last evening, and the families of bombers, all printed; a night that two share is the later's.
    1: ("Harris Takes Over", "1942-03-08", "1942-05-29", "SHL"),
    2: ("The 1,000 Plane Raids", "1942-05-30", "1942-08-16", "SHL"),
    3: ("Pathfinders Introduced", "1942-08-17", "1942-12-19", "SHL"),
    4: ("Gathering Strength", "1942-12-20", "1943-03-04", "SHL"),
    5: ("The Ruhr", "1943-03-05", "1943-07-23", "SHL"),
    6: ("Hamburg", "1943-07-24", "1943-08-02", "SHL"),
    7: ("Prepping for Berlin", "1943-08-03", "1943-11-17", "SHL"),
    8: ("Target Berlin", "1943-11-18", "1944-03-30", "SHL"),
    9: ("Prepping for the Invasion", "1944-03-31", "1944-06-04", "SHL"),
    10: ("Normandy", "1944-06-05", "1944-08-15", "SHL"),
    11: ("Target Germany", "1944-08-16", "1944-12-31", "SHL"),
    12: ("End Game", "1945-01-01", "1945-04-25", "HL"),
}
FAMILIES = {"S": "stirling", "H": "halifax", "L": "lancaster"}


def campaign(tonight: Ruleset, number: int) -> Any:
    return tonight.campaigns[number]


@pytest.mark.rule("tonight 2.3")
@pytest.mark.parametrize("number", CAMPAIGNS)
def test_campaign(tonight: Ruleset, number: int) -> None:
    title, first, last, letters = CAMPAIGNS[number]
    found = campaign(tonight, number)
    assert (found.title, found.from_, found.to) == (title, first, last)
    assert len(tonight.campaigns) == 12
    issued = {name for names in found.bombers.values() for name in names}
    assert {tonight.bombers[name].family for name in issued} == {FAMILIES[letter] for letter in letters}
    assert found.source == "reconstructed"  # the first raid is not printed


@pytest.mark.rule("tonight 2.3", "tonight 2.5")
@pytest.mark.parametrize("number", CAMPAIGNS)
def test_the_bombers_of_a_campaign_serve_in_it(tonight: Ruleset, number: int) -> None:
    found = campaign(tonight, number)
    for name in {name for names in found.bombers.values() for name in names}:
        bomber = tonight.bombers[name]
        assert bomber.from_[:7] <= found.to[:7]
        assert not bomber.until or bomber.until >= found.from_[:7]


@pytest.mark.rule("tonight campaign-1", "tonight 2.4")
def test_roll_83_of_the_first_card_is_rostock(tonight: Ruleset) -> None:
    """The worked example of the rulebook."""
    cell = tonight.tables["campaign-1"].find(83, 83, None)
    assert cell.result == "Rostock"
    assert cell.data.type == "Area"


@pytest.mark.rule(*(f"tonight campaign-{number}" for number in range(1, 13)))
@pytest.mark.parametrize("number", range(1, 13))
def test_card(tonight: Ruleset, number: int) -> None:
    """Every roll from 00 to 99 names a target with a type, by the alphabet, and the gazetteer has a way there."""
    table = tonight.tables[f"campaign-{number}"]
    cells = [table.find(roll, roll, None) for roll in range(100)]
    names = [str(cell.result) for cell in cells]
    assert [name.casefold() for name in names] == sorted(name.casefold() for name in names)
    assert 20 <= len(set(names)) <= 45 or number == 6
    assert {cell.data.type for cell in cells} <= set(tonight.target_types)
    assert all((0, name) in tonight.gazetteer.routes() for name in names)
    assert stage(tonight, campaign=number, bomber="lancaster").tables["target_card"].id == f"campaign-{number}"


# Some counts of the night raids' proposal, the weightiest of each card.
COUNTS = {
    1: {"Essen": 19, "Cologne": 10, "Rostock": 10, "Dortmund": 5, "Emden": 1, "St. Nazaire": 4},
    2: {"St. Nazaire": 2},
    4: {"St. Nazaire": 3},
    5: {"St. Nazaire": 5, "San Polo d'Enza": 1},
    7: {"Ladbergen": 1, "Watten": 1},
    9: {"St. Ghislain": 1, "St. Medard-en-Jalles": 3},
    10: {"St. Leu-d'Esserent": 3},
    11: {"Gravenhorst": 3, "Ladbergen": 4},
    12: {"Gravenhorst": 4, "Hemmingstedt": 3, "Ladbergen": 3, "Tonsberg": 1, "Zeitz": 1},
}


@pytest.mark.rule("tonight 2.4")
@pytest.mark.parametrize("number", COUNTS)
def test_counts_of_a_card(tonight: Ruleset, number: int) -> None:
    names = list(read(tonight.tables[f"campaign-{number}"], range(100)).values())
    assert {name: names.count(name) for name in COUNTS[number]} == COUNTS[number]


# --- 2.6


@pytest.mark.rule("tonight 2.6")
@pytest.mark.parametrize(
    ("code", "region", "day", "holder"),
    [
        ("F", "", "1944-09-30", "axis"),
        ("F", "", "1944-10-01", "allied"),
        ("B", "", "1945-01-31", "axis"),
        ("B", "", "1945-02-01", "allied"),
        ("N", "", "1945-01-31", "axis"),
        ("N", "", "1945-02-01", "allied"),
        ("L", "", "1945-01-31", "axis"),
        ("L", "", "1945-02-01", "allied"),
        ("G", "", "1945-04-25", "axis"),
        ("I", "", "1945-04-25", "axis"),
        ("Cz", "", "1945-04-25", "axis"),
        ("P", "", "1945-04-25", "axis"),
        ("No", "", "1945-04-25", "axis"),
        ("D", "", "1945-04-25", "axis"),
        ("S", "", "1942-03-08", "neutral"),
        ("S", "", "1945-04-25", "neutral"),
        ("Sw", "", "1943-06-01", "neutral"),
        ("E", "", "1942-03-08", "base"),
        ("W", "F", "1944-09-30", "axis"),
        ("W", "F", "1944-10-01", "allied"),
        ("W", "B", "1945-01-31", "axis"),
        ("W", "B", "1945-02-01", "allied"),
        ("W", "N", "1945-02-01", "allied"),
        ("W", "No", "1945-01-31", "axis"),
        ("W", "No", "1945-02-01", "allied"),
        ("W", "", "1945-04-25", "axis"),
    ],
)
def test_who_holds_what(tonight: Ruleset, code: str, region: str, day: str, holder: str) -> None:
    """ "After" a month is from the first of the next."""
    assert held(tonight, code, region, day) == holder


def held(tonight: Ruleset, code: str, region: str, day: str) -> str:
    control = tonight.gazetteer.control
    return control.sea_holder(region, day) if code == "W" else control.holder(code, region, day)


# --- 2.7.1

DEVICES = {
    # First and last day, whether it transmits (5.0.2), and its section.
    "gee": ("1942-03-08", "", False, "front_centre"),
    "gee_h": ("1943-11-03", "", False, "front_centre"),
    "h2s": ("1943-01-30", "", True, "front_centre"),
    "monica": ("1943-03-01", "1944-09-30", True, "tail"),
    "mandrel": ("1942-12-05", "", True, "front_centre"),
    "window": ("1943-07-24", "", False, "rear_centre"),
}


@pytest.mark.rule("tonight 2.7.1", "tonight 5.0.2", "tonight 5.0.3")
def test_devices(tonight: Ruleset) -> None:
    found = {one.id: (one.from_, one.until, one.transmits, one.place) for one in tonight.devices.values()}
    assert found == DEVICES


# --- 2.5 and 5.13


@pytest.mark.rule("tonight 2.5", "tonight 5.13")
@pytest.mark.parametrize(
    ("model", "extinguishers", "barrels", "first", "last"),
    [
        ("lancaster", 6, 9, "1942-03", ""),
        ("halifax-ii", 7, 8, "1941-10", ""),
        ("halifax-iii", 7, 8, "1943-11", ""),
        ("stirling", 4, 9, "", "1944-09"),
    ],
)
def test_bombers(tonight: Ruleset, model: str, extinguishers: int, barrels: int, first: str, last: str) -> None:
    """Printed: hand extinguishers, two guns in nose and dorsal turret, four in the tail, and one by hand below in a
    Lancaster or Stirling; when the type came or went."""
    bomber = tonight.bombers[model]
    assert bomber.hand_extinguishers == extinguishers
    guns = {gun.id: gun for gun in bomber.gun}
    assert [(guns[name].barrels, guns[name].power != "none") for name in ("nose", "mid_upper", "tail")] == [
        (2, True),
        (2, True),
        (4, True),
    ]
    assert (guns["ventral"].barrels, guns["ventral"].power) == (1, "none")
    assert {gun.calibre for gun in bomber.gun} == {".303"}
    day = "1944-06-20" if model != "halifax-ii" else "1943-06-20"
    aboard = stage(tonight, **at(day, bomber=model, options={"ventral": "gun" if barrels == 9 else "none"})).bomber.guns
    assert sum(gun.type.barrels for gun in aboard.values()) == barrels
    assert not first or bomber.from_ == first
    assert not last or bomber.until == last
    assert len(bomber.engines) == 4


@pytest.mark.rule("tonight 2.5")
@pytest.mark.parametrize(("model", "day"), [("halifax-ii", "1943-06-20"), ("halifax-iii", "1944-06-20")])
def test_a_clear_nose_leaves_the_halifax_seven_guns(tonight: Ruleset, model: str, day: str) -> None:
    s = stage(tonight, **at(day, bomber=model, options={"nose": "clear", "ventral": "none"}))
    assert sum(gun.type.barrels for gun in s.bomber.guns.values()) == 7
    assert s.tables["section.nose"].id == "H-1 clear"
    assert acting(s, "section.nose") == []


@pytest.mark.rule("tonight 2.8.1", "tonight 2.5")
@pytest.mark.parametrize("model", ["lancaster", "halifax-ii", "halifax-iii", "stirling"])
def test_seven_men(tonight: Ruleset, model: str) -> None:
    trades = {one.id for one in tonight.bombers[model].station if one.man != ""}
    crew = {"pilot", "engineer", "navigator", "bomb_aimer", "wireless_operator", "mid_upper_gunner", "tail_gunner"}
    assert trades == crew
