"""Every table of the game, walked over its whole range."""

from __future__ import annotations

from typing import Any

import pytest
from ace_duels import night
from bomberstream.core.ruleset import Ruleset
from bomberstream.core.tables import CompiledTable
from bomberstream.plugins.ace.cards import cards_of
from bomberstream.plugins.ace.vocabulary import SKILLS


def spread(text: str) -> dict[int, str]:
    """ "1..7 good, 8 poor" into a result for each total."""
    found: dict[int, str] = {}
    for part in text.split(", "):
        totals, result = part.split(" ", 1)
        low, _, high = totals.partition("..")
        for total in range(int(low), int(high or low) + 1):
            found[total] = result
    return found


ROLLED = {
    "B9": ("1d10", "1..7 good, 8 poor, 9 bad, 10 socked_in"),
    "full-moon": ("1d6", "1 cancelled, 2..6 flown"),
    "A4": ("2d6", "2 other, 3 main_radar, 4 homing, 5..9 none, 10 second_radar, 11 warning, 12 random_event"),
    "C1": (
        "2d6",
        "2 day_combat, 3 fog, 4 new_jamming, 5 radar_failure, 6 own_flak, 7 running_commentary, 8 sick_man, 9 witness, "
        "10 rough_engine, 11 newsreel, 12 intruders",
    ),
    "spoof-raid": ("2d6", "2..9 0, 10..11 1, 12..13 2"),
    "B1": ("1d10", "-9..8 none, 9..10 intercept, 11..20 stream"),
    "extended-burst": ("2d6", "2 destroyed, 3..11 hits, 12 jammed"),
    "B3-tank": ("2d6", "2..8 leak, 9..11 fire, 12 explosion"),
    "B3-bay": ("1d10", "1..7 nothing, 8..10 explosion"),
    "B4": ("1d6", "1..3 light, 4..5 serious, 6 killed"),
    "B6-tank": ("2d6", "2..7 leak, 8..11 fire, 12 explosion"),
    "reacquire": ("1d6", "-1..2 lost, 3..8 found"),
    "debris": ("2d6", "2 hit, 3..11 nothing, 12 hit"),
    "crash-home": ("1d10", "-9..1 crashes, 2..10 gets_home"),
    "credit": ("1d6", "1..2 seen, 3..6 unseen"),
    "B11": ("1d6", "-2..3 mosquito, 4..9 ours"),
    "break-off": ("1d6", "0..4 success, 5..11 failure"),
    "initiative-try": ("1d6", "0..4 success, 5..11 failure"),
    "B7": ("2d6", "-2..11 safe, 12..13 rough, 14..30 crash"),
    "intruder": ("2d6", "2 attacks, 3..12 none"),
    "B8": ("1d6", "-1..3 safe, 4 light, 5 serious, 6..10 killed"),
    "C2": ("2d6", "2 2, 3 3, 4..5 4, 6 5, 7 6, 8 8, 9 10, 10 12, 11 16, 12 unfit"),
    "knights-cross": ("1d6", "-9..1 awarded, 2..6 not_yet"),
    "promotion": ("1d6", "-9..4 promoted, 5..12 passed_over"),
    "scrounging": ("1d6", "1..3 waits, 4..6 repaired"),
}
NEVER = -99
"""A natural that no dice show."""


@pytest.mark.rule("ace 7.1.1", "ace 6.2.2", "ace 6.1.6", "ace 9.2.2", "ace 8.1.1")
@pytest.mark.parametrize("name", ROLLED)
def test_rolled_tables(ace: Ruleset, name: str) -> None:
    dice, rows = ROLLED[name]
    table = ace.tables[name]
    assert table.table.dice == dice
    wanted = spread(rows)
    assert {total: str(table.find(NEVER, total, None).result) for total in wanted} == wanted
    assert table.dice is not None
    assert set(table.dice.odds()) <= set(wanted)


@pytest.mark.rule("ace 7.1.2")
def test_a_natural_one_stands_before_the_total(ace: Ruleset) -> None:
    assert ace.tables["B1"].find(1, 15, None).result == "lost"


BASES = """
I/NJG 3 Vechta Bremen|II/NJG 3 Schleswig-Holstein Bremen|III/NJG 3 Stade Bremen|IV/NJG 3 Grove Bremen
I/NJG 4 Florennes French|II/NJG 4 Dijon French|III/NJG 4 Juvincourt French|I/NJG 5 Stendal Berlin
II/NJG 5 Parchim Berlin|III/NJG 5 Werneuchen Berlin|II/NJG 2 Melsbroek Dutch|III/NJG 2 Schiphol Dutch
I/NJG 6 Neubiberg Munich|II/NJG 1 St. Trond Dutch|III/NJG 1 Twenthe Dutch|IV/NJG 1 Leeuwarden Dutch
I/NJG 101 Schleissheim Munich|II/NJG 6 Neubiberg Munich|I/NJG 2 Gilze-Rijen Dutch|I/NJG 1 Venlo Dutch
"""


@pytest.mark.rule("ace 3.1.3")
def test_the_twenty_rows_of_the_starting_table(ace: Ruleset) -> None:
    table = ace.tables["base-roll"]
    wanted = BASES.strip().replace("\n", "|").split("|")
    found = [table.find(roll, roll, None).data for roll in range(1, 21)]
    assert [f"{one.unit} {one.base} {one.zone}" for one in found] == wanted


RAIDS = {
    "August": "Hamburg Hamburg Berlin Mannheim Nuremberg Berlin Peenemünde Nuremberg Berlin Mannheim Peenemünde",
    "October": "Hannover Hannover Frankfurt Hannover Bremen Kassel Munich Leipzig Hagen Stuttgart Stuttgart",
    "January": "Stettin Berlin Brunswick Stettin Berlin Berlin Berlin Brunswick Berlin Magdeburg Magdeburg",
    "April": "Hannover Hamburg Düsseldorf Brunswick Munich Düsseldorf Brunswick Munich Cologne Cologne Essen",
}


@pytest.mark.rule("ace 6.1.1", "ace 6.0")
def test_raids_by_month(ace: Ruleset) -> None:
    table = ace.tables["A1"]
    assert len(table.columns) == 12
    for month, cities in RAIDS.items():
        assert [table.find(roll, roll, month).result for roll in range(2, 13)] == cities.split()
    areas = ace.tables["target-areas"]
    for month in table.columns:
        for roll in range(2, 13):
            assert areas.look(table.find(roll, roll, month).result).result in ace.game.roles["target_area"]


@pytest.mark.rule("ace 7.1.4", "ace 2.5")
def test_targets_by_month_and_what_they_stand(ace: Ruleset) -> None:
    chart, mats = ace.tables["A3"], ace.tables["B10"].keys[None]
    seen = {
        chart.find(roll, roll, month).result.removesuffix("_h2s") for month in chart.columns for roll in range(2, 13)
    }
    assert seen == set(mats) - {"b_17"}
    assert [chart.find(roll, roll, "August").result for roll in (2, 7, 11, 12)] == [
        "stirling_h2s", "wellington", "mosquito_ix_h2s", "mosquito_ii_nf",
    ]  # fmt: skip
    kinds = {name: cell.data for name, cell in mats.items()}
    stands = {name: (one.wing, one.controls, one.airframe, one.engine, one.speed) for name, one in kinds.items()}
    assert stands == {
        "wellington": (3, 3, 4, 2, 3),
        "stirling": (3, 3, 5, 2, 3),
        "halifax": (3, 3, 4, 2, 4),
        "lancaster": (3, 3, 4, 2, 4),
        "mosquito_ix": (2, 2, 3, 2, 9),
        "mosquito_ii_nf": (2, 2, 3, 2, 8),
        "mosquito_xix_nf": (2, 2, 3, 2, 8),
        "b_17": (4, 3, 5, 2, 4),
    }
    assert {name for name, cell in mats.items() if not cell.data.return_fire} == {n for n in mats if "mosquito" in n}


WING = "gunner wing wing airframe controls inner inner outer outer fuel_tank"
BODY = "airframe airframe airframe wing controls gunner nothing port_engine starboard_engine bomb_bay"


@pytest.mark.rule("ace 7.2.18.1", "ace 7.2.18.2")
def test_bomber_damage(ace: Ruleset) -> None:
    table = ace.tables["B3"]

    def column(name: str) -> list[Any]:
        return [table.find(roll, roll, name).result for roll in range(1, 11)]

    for side in ("port", "starboard"):
        wanted = [f"{side}_{one}" if one in ("wing", "inner", "outer") else one for one in WING.split()]
        assert column(f"{side}_wing") == wanted
    assert column("airframe") == column("gunner") == BODY.split()
    group = ace.tables["B3-group"].keys[None]
    assert {name: (cell.data.hits, cell.data.random) for name, cell in group.items()} == {
        "port_wing": (("controls", "port_engine", "port_wing", "airframe"), 1),
        "starboard_wing": (("controls", "starboard_engine", "starboard_wing", "airframe"), 1),
        "airframe": (("controls", "airframe"), 3),
        "gunner": (("controls", "airframe", "gunner"), 2),
    }


FIGHTER = """
crew|port wing|starboard wing|FuBl 2F|main radar|second radar
landing gear|port engine|starboard engine|oxygen|port engine|controls
starboard engine|minor damage|airframe|crew|airframe|controls
second radar|port wing|forward cannon|homing device|starboard wing|forward guns
port engine|airframe|upward guns|starboard engine|airframe|rear guns
main radar|upward guns|crew|forward weapons|airframe|fuel tank
"""


@pytest.mark.rule("ace 7.2.19.1")
def test_night_fighter_damage(ace: Ruleset) -> None:
    table: CompiledTable = ace.tables["B6"]
    wanted = FIGHTER.strip().replace("\n", "|").split("|")
    rolls = [10 * tens + ones for tens in range(1, 7) for ones in range(1, 7)]
    assert [table.find(roll, roll, None).hit for roll in rolls] == wanted
    assert all(table.find(roll, roll, None).effects for roll in rolls)


@pytest.mark.rule("ace 6.3.2")
def test_who_is_hit(ace: Ruleset) -> None:
    table = ace.tables["B4-who"]
    for crew, wanted in {"2": "111222", "3": "112233", "4": "112234"}.items():
        places = {"1": "first", "2": "second", "3": "third", "4": "fourth"}
        assert [table.find(n, n, crew).result for n in range(1, 7)] == [places[one] for one in wanted]


@pytest.mark.rule("ace 2.6", "ace 7.2.18", "ace 7.2.8")
def test_the_sixty_cards(ace: Ruleset) -> None:
    """No card grows worse with more firepower; the four that are known are as they are known; every line occurs."""
    order = ("0", "1", "2", "3", "4", "GP", "GP+1", "DE")
    deck = ace.tables["combat-deck"]
    cards = cards_of(ace)
    assert sorted(cards) == list(range(1, 61))
    for number in cards:
        results = [order.index(deck.look(str(number), column).result) for column in deck.columns]
        assert results == sorted(results), number
    assert deck.look("53", "16").result == "GP"
    assert (cards[53].lines.gun_jam, cards[53].lines.first) == (True, "fighter")
    assert deck.look("29", "16").result == "DE"
    assert (cards[59].lines.fire, cards[54].lines.fire) == (3, 2)
    lines = [card.lines for card in cards.values()]
    assert {one.first for one in lines} == {"fighter", "bomber"}
    assert {one.upward for one in lines} == {"", "aborted", "-1", "-2"}
    assert {one.fire for one in lines} == {0, 1, 2, 3, 5}
    assert sum(one.gun_jam for one in lines) == 5
    assert sum(one.corkscrew_first for one in lines) == 8


@pytest.mark.rule("ace 6.1.2", "ace 2.2", "ace 3.1.1")
def test_a_track_for_each_zone_with_every_area(ace: Ruleset) -> None:
    tracks = ace.tables["endurance-tracks"].keys[None]
    assert set(tracks) == set(ace.tables["base-zones"].keys[None])
    for cell in tracks.values():
        assert set(cell.data) == {"Ruhr", "France", "Frankfurt", "Bremen", "Berlin", "Munich"}
        assert all(1 <= box <= 5 for box in cell.data.values())
        assert cell.data[cell.result] == 1


@pytest.mark.rule("ace 6.1.5", "ace 2.3")
def test_the_moons_of_the_log(ace: Ruleset) -> None:
    moons = [cell.result for cell in ace.tables["sortie-log"].keys[None].values()]
    counted = {moon: moons.count(moon) for moon in set(moons)}
    assert counted == {"full": 14, "bright": 22, "normal": 25, "dark": 21, "none": 14}
    assert ace.tables["sortie-log"].look("12").result == "full"


@pytest.mark.rule("ace 6.2.3")
def test_jamming_grows(ace: Ruleset) -> None:
    levels = [cell.result for cell in ace.tables["jamming"].keys[None].values()]
    assert levels == sorted(levels)
    assert levels[0] == 1


@pytest.mark.rule("ace 10.4.1.costs", "ace 10.4.1.time")
def test_prices_and_delays(ace: Ruleset) -> None:
    prices = {name: cell.result for name, cell in ace.tables["prestige-costs"].keys[None].items()}
    assert prices == {
        "same_series": 1, "other_series": 2, "unit": 2, "unit_by_rank": 1, "he219_unit": 2, "replacement": 1,
        "fresh_aircraft": 1, "old_crewman": 1,
    }  # fmt: skip
    delays = {name: cell.result for name, cell in ace.tables["delays"].keys[None].items()}
    assert delays == {
        "rough_landing": 1, "bailed_out": 1, "forced_landing": 1, "light_wound": 1, "berlin": 1, "transfer": 1,
        "other_series": 2,
    }  # fmt: skip


@pytest.mark.rule("ace 10.1.2.leadership", "ace 10.3.2", "ace 10.3.3", "ace 2.8.1")
def test_skills_and_ranks(ace: Ruleset) -> None:
    skills = ace.tables["skills"].keys[None]
    assert {name: cell.data.name for name, cell in skills.items()} == SKILLS
    assert skills["leadership"].data.men == ()
    ranks = ace.tables["ranks"].keys[None]
    assert [name for name, cell in ranks.items() if cell.data.track == "officer"] == [
        "Leutnant", "Oberleutnant", "Hauptmann", "Major", "Oberstleutnant",
    ]  # fmt: skip
    assert [name for name, cell in ranks.items() if cell.data.track == "nco"] == [
        "Unteroffizier", "Feldwebel", "Oberfeldwebel", "Stabsfeldwebel",
    ]  # fmt: skip
    assert {name for name, cell in ranks.items() if cell.data.final} == {"Oberstleutnant", "Stabsfeldwebel"}


@pytest.mark.rule("ace 2.8", "ace 2.8.1")
def test_markers_are_names_of_the_vocabulary(ace: Ruleset) -> None:
    """What the markers on the mats show can be asked for, and set."""
    state = {"rank": "Major", "port_wing_hits": 2, "moon": "dark"}
    s = night(ace, prestige={"points": 3, "level": 4}, out={"oxygen": True}, **state)
    value = ace.vocabulary.value
    assert {name: value(s, name) for name in state} == state
    assert (value(s, "prestige.points"), value(s, "prestige.level"), value(s, "out.oxygen")) == (3, 4, True)


def test_every_source_is_told_with_its_basis(ace: Ruleset) -> None:
    for one in ace.sources:
        assert one.source in ("published", "reconstructed")
        assert one.basis or one.source == "published", one.id
    kinds = [one.source for one in ace.sources if one.kind == "table"]
    assert kinds.count("published") >= 20
