"""Before the raid: campaign, date, target, bomber and fit, electronics, crew, moon, the zones' holders (1 and 2)."""

from __future__ import annotations

import datetime
import itertools
from collections.abc import Mapping
from typing import Any

import pytest
from attrs import evolve
from bomberstream.core.errors import BadData, NotAllowed
from bomberstream.core.flight import fly
from bomberstream.core.mission.ending import rescued_to
from bomberstream.core.mission.ground import ground, settle_letter
from bomberstream.core.mission.setting_up import choose_bomber
from bomberstream.core.play import Ask, Play
from bomberstream.core.ruleset import Ruleset
from bomberstream.core.sortie import Setup, Sortie
from bomberstream.core.testing import scripted
from bomberstream.plugins.tonight.setup import CardCell, choose_devices, prepare
from nights import asked, choices, column, modifiers, rolls, stage, told, used_up

CREW = ["pilot", "engineer", "navigator", "bomb_aimer", "wireless_operator", "mid_upper_gunner", "tail_gunner"]
DULL_EYES = (1, 1, 1, 1)
HEAVIES = {"lancaster", "halifax-ii", "stirling"}
NEW_HEAVIES = {"lancaster", "halifax-iii", "stirling"}
BARE = {"moon": "half", "ventral": "none", "electronics": "none"}


def prepared(
    tonight: Ruleset, *faces: int, options: Mapping[str, str] | None = None, orders: Any = None, **setup: Any
) -> Sortie:
    """A sortie that is set up, with all these dice; nothing aboard and half a moon where nothing else is said."""
    s = tonight.sortie(Setup("tonight", options={**BARE, **(options or {})}, **setup), scripted(*faces), log=[])
    if orders:
        s.orders = stage(tonight, orders=orders).orders
    prepare(s)
    used_up(s)
    return s


def ready(tonight: Ruleset, *, day: str = "1944-03-30", bomber: str = "lancaster", **more: Any) -> Sortie:
    """A bomber for a raid on Essen, with men of ordinary eyes."""
    options = {"any_target": "1", **more.pop("options", {})}
    return prepared(tonight, *DULL_EYES, date=day, bomber=bomber, target="Essen", options=options, **more)


# --- 1.3: dice


@pytest.mark.rule("tonight 1.3")
def test_a_ten_sided_die_that_shows_nought_counts_ten(tonight: Ruleset) -> None:
    s = stage(tonight, 10, 6, 1, 1)
    assert [s.throw("1d10", "ten"), s.throw("1d6", "six"), s.throw("2d6", "two")] == [10, 6, 2]


@pytest.mark.rule("tonight 1.3.percentile")
@pytest.mark.parametrize(("faces", "total"), [((10, 10), 100), ((10, 1), 1), ((8, 3), 83), ((9, 9), 99)])
def test_two_tens_dice_make_a_percentage_and_double_nought_is_a_hundred(
    tonight: Ruleset, faces: tuple[int, int], total: int
) -> None:
    assert stage(tonight, *faces).throw("d100", "percentage") == total


@pytest.mark.rule("tonight 1.3.percentile", "tonight 2.4")
def test_on_a_campaign_card_double_nought_is_nought(tonight: Ruleset) -> None:
    s = prepared(tonight, 10, 10, *DULL_EYES, date="1942-03-08", bomber="lancaster")
    assert s.game.target.city == "Boulogne"
    s = prepared(tonight, 10, 1, *DULL_EYES, date="1942-03-08", bomber="lancaster")
    assert s.game.target.city == "Cherbourg"


# --- 2.3: campaigns


@pytest.mark.rule(
    "tonight 2.3",
    "tonight 2.3.campaign-1",
    "tonight 2.3.campaign-2",
    "tonight 2.3.campaign-3",
    "tonight 2.3.campaign-4",
    "tonight 2.3.campaign-5",
    "tonight 2.3.campaign-6",
    "tonight 2.3.campaign-7",
    "tonight 2.3.campaign-8",
    "tonight 2.3.campaign-9",
    "tonight 2.3.campaign-10",
    "tonight 2.3.campaign-11",
    "tonight 2.3.campaign-12",
)
@pytest.mark.parametrize(
    ("number", "first", "last", "early", "late"),
    [
        (1, "1942-03-08", "1942-05-29", HEAVIES, HEAVIES),
        (2, "1942-05-30", "1942-08-16", HEAVIES, HEAVIES),
        (3, "1942-08-17", "1942-12-19", HEAVIES, HEAVIES),
        (4, "1942-12-20", "1943-03-04", HEAVIES, HEAVIES),
        (5, "1943-03-05", "1943-07-23", HEAVIES, HEAVIES),
        (6, "1943-07-24", "1943-08-02", HEAVIES, HEAVIES),
        (7, "1943-08-03", "1943-11-17", HEAVIES, HEAVIES | {"halifax-iii"}),
        (8, "1943-11-18", "1944-03-30", HEAVIES | {"halifax-iii"}, HEAVIES | {"halifax-iii"}),
        (9, "1944-03-31", "1944-06-04", HEAVIES | {"halifax-iii"}, HEAVIES | {"halifax-iii"}),
        (10, "1944-06-05", "1944-08-15", HEAVIES | {"halifax-iii"}, HEAVIES | {"halifax-iii"}),
        (11, "1944-08-16", "1944-12-31", NEW_HEAVIES, {"lancaster", "halifax-iii"}),
        (12, "1945-01-01", "1945-04-25", {"lancaster", "halifax-iii"}, {"lancaster", "halifax-iii"}),
    ],
)
def test_each_campaign_has_its_nights_and_its_bombers(
    tonight: Ruleset, number: int, first: str, last: str, early: set[str], late: set[str]
) -> None:
    for day, types in ((first, early), (last, late)):
        s = ready(tonight, day=day)
        assert s.campaign == number
        listed = tonight.campaigns[number].bombers["0"]
        drawn = set()
        for face in range(1, len(types) + 1):
            s = tonight.sortie(Setup("tonight", date=day), scripted(face))
            s.date = day
            drawn.add(choose_bomber(s, listed).id)
            s.source.check_used_up()  # type: ignore[attr-defined]
        assert drawn == types


@pytest.mark.rule("tonight 2.3")
def test_the_campaigns_follow_each_other_without_a_gap(tonight: Ruleset) -> None:
    spans = [(one.from_, one.to) for one in tonight.campaigns.values()]
    assert len(spans) == 12
    for (_, to), (from_, _) in itertools.pairwise(spans):
        assert datetime.date.fromisoformat(from_) - datetime.date.fromisoformat(to) == datetime.timedelta(1)


@pytest.mark.rule("tonight 2.3.campaign-11", "tonight 2.5.stirling")
def test_the_stirling_flies_its_last_raid_in_september_1944(tonight: Ruleset) -> None:
    assert ready(tonight, day="1944-09-08", bomber="stirling").bomber.type.id == "stirling"
    with pytest.raises(NotAllowed, match=r"^the Stirling is issued from .* to 1944-09, not in 1944-10-01$"):
        ready(tonight, day="1944-10-01", bomber="stirling")


@pytest.mark.rule("tonight 2.5.halifax-mark", "tonight 2.5.halifax")
def test_the_halifax_iii_comes_in_november_1943(tonight: Ruleset) -> None:
    with pytest.raises(NotAllowed, match="Halifax III is issued from 1943-11"):
        ready(tonight, day="1943-10-31", bomber="halifax-iii", options={"nose": "turret"})
    for bomber in ("halifax-ii", "halifax-iii"):
        s = ready(tonight, day="1943-11-01", bomber=bomber, options={"nose": "turret"})
        assert s.bomber.type.id == bomber


@pytest.mark.rule("tonight 2.1.free-choice")
def test_any_bomber_may_fly_whatever_the_date(tonight: Ruleset) -> None:
    s = ready(tonight, day="1942-05-30", bomber="halifax-iii", options={"any_bomber": "1", "nose": "turret"})
    assert s.bomber.type.id == "halifax-iii"


@pytest.mark.parametrize(
    ("setup", "says"),
    [
        ({"date": "1942-03-07"}, "date '1942-03-07' is outside the campaigns, 1942-03-08 to 1945-04-25"),
        ({"date": "1945-04-26"}, "date '1945-04-26' is outside the campaigns, 1942-03-08 to 1945-04-25"),
        ({"campaign": 13}, "no campaign 13; there are 1 to 12"),
        ({"date": "1943-03-05", "campaign": 4}, "1943-03-05 lies in campaign 5, not 4"),
        (
            {"campaign": 1, "target": "Berlin"},
            "Berlin is not on the list of campaign 1; it is on those of",
        ),
        ({"campaign": 5, "target": "Esen"}, "no target 'Esen'; did you mean 'Essen'"),
        ({"campaign": 5, "target": "Essen", "bomber": "lancastre"}, "did you mean 'lancaster'"),
        ({"date": "1943-03-05", "target": "Essen", "bomber": "halifax-iii"}, "Halifax III is issued from 1943-11"),
    ],
)
def test_what_cannot_be_is_refused_in_one_line(tonight: Ruleset, setup: dict[str, Any], says: str) -> None:
    with pytest.raises((BadData, NotAllowed)) as refused:
        fly(tonight, Setup("tonight", 1, **setup))
    assert says in str(refused.value)
    assert "\n" not in str(refused.value)


@pytest.mark.parametrize(
    ("options", "day", "bomber", "says"),
    [
        ({"electronics": "gee_h"}, "1943-11-02", "lancaster", "Gee-H is carried from 1943-11-03"),
        ({"electronics": "monica"}, "1944-10-01", "lancaster", "Monica is carried from 1943-03-01 to 1944-09-30"),
        ({"electronics": "windo"}, "1944-01-01", "lancaster", "no device 'windo'; did you mean 'window'"),
        ({"electronics": "h2s", "ventral": "gun"}, "1944-01-01", "lancaster", "say ventral = 'h2s'"),
        ({"ventral": "h2s"}, "1942-12-31", "stirling", "'h2s' is not fitted on 1942-12-31; possible: gun, none"),
        ({"nose": "glass"}, "1944-01-01", "halifax-iii", "nose: no option 'glass'"),
    ],
)
def test_a_fit_that_cannot_be_is_refused_in_one_line(
    tonight: Ruleset, options: dict[str, str], day: str, bomber: str, says: str
) -> None:
    with pytest.raises((BadData, NotAllowed)) as refused:
        ready(tonight, day=day, bomber=bomber, options=options)
    assert says in str(refused.value)
    assert "\n" not in str(refused.value)


@pytest.mark.rule("tonight 2.5")
def test_a_device_without_its_place_is_told_the_place_of_this_bomber(tonight: Ruleset) -> None:
    """Place and option are those of the bomber's own data, whatever they are called."""
    s = ready(tonight, day="1944-01-01", bomber="lancaster")
    ventral = s.bomber.type.fit["ventral"]
    option = {"dome" if choice == "h2s" else choice: one for choice, one in ventral.option.items()}
    kind = evolve(s.bomber.type, fit={"belly": evolve(ventral, option=option)})
    with pytest.raises(NotAllowed, match=r"H2S needs its place: say belly = 'dome', too$"):
        choose_devices(s, kind, {"belly": "none"}, ["h2s"])


@pytest.mark.rule("tonight 1.6.calendar", "tonight 2.1")
def test_any_evening_of_the_campaign_may_be_flown(tonight: Ruleset) -> None:
    days = set()
    for face in range(1, 11):
        s = prepared(tonight, face, *DULL_EYES, campaign=6, target="Hamburg", bomber="lancaster")
        days.add(s.date)
    assert days == {f"1943-07-{day}" for day in range(24, 32)} | {"1943-08-01", "1943-08-02"}
    assert ready(tonight, day="1943-07-27").date == "1943-07-27"


@pytest.mark.rule("tonight 2.1", "tonight 1.5.mission-log", "tonight 1.5", "tonight 1.5.crew-board", "tonight 2.9")
def test_the_briefing_tells_what_the_log_sheet_holds_and_the_bomber_stands_in_zone_one(tonight: Ruleset) -> None:
    s = ready(tonight, day="1944-03-30", options={"electronics": "gee,window", "ventral": "gun"})
    (briefing,) = told(s, "briefing")
    assert {key: briefing[key] for key in ("date", "campaign", "target", "target_type", "bomber", "moon")} == {
        "date": "1944-03-30",
        "campaign": "Target Berlin",
        "target": "Essen",
        "target_type": "Area",
        "bomber": "Lancaster",
        "moon": "half",
    }
    assert briefing["electronics"] == "Gee, Window"
    assert (s.zone.number, s.zone.is_base, s.zone.over, s.outbound) == (1, True, ("E",), True)
    assert s.bomber.extinguishers == 6
    stretches = [event.stretch for event in s.log or () if type(event).__name__ == "StretchEvent"]
    assert stretches == [f"set-up {part}" for part in ("campaign", "target", "date", "bomber", "moon")]


# --- 2.4: targets


@pytest.mark.rule("tonight 2.4")
def test_worked_example_roll_83_of_campaign_1_is_rostock_an_area_target(tonight: Ruleset) -> None:
    s = prepared(tonight, 8, 3, *DULL_EYES, date="1942-03-08", bomber="lancaster")
    assert rolls(s)[0] == "target_card"
    assert (s.game.target.city, s.game.target.country, s.game.target_type) == ("Rostock", "G", "Area")


@pytest.mark.rule("tonight 2.4", "tonight 2.4.zones")
def test_every_roll_of_every_card_is_a_listed_target_with_a_route_of_the_gazetteer(tonight: Ruleset) -> None:
    for number in tonight.campaigns:
        card = tonight.answers("", number)["target_card"]
        assert card.table.dice == "d100"
        for roll in range(100):
            row = card.find(roll, roll, None)
            assert isinstance(row.data, CardCell)
            found = {one.type for one in tonight.target_lists[0, number] if one.city == row.result}
            assert row.data.type in found, (number, roll, row.result)
            assert tonight.gazetteer.route(0, str(row.result)).target == row.result


@pytest.mark.rule("tonight 2.4")
def test_early_cards_are_mostly_area_targets_and_later_ones_name_others(tonight: Ruleset) -> None:
    def shares(number: int) -> list[str]:
        card = tonight.answers("", number)["target_card"]
        return [card.find(roll, roll, None).data.type for roll in range(100)]

    for number in range(1, 9):
        assert shares(number).count("Area") > 50
    assert shares(10).count("Area") < 50
    assert len(set(shares(10))) > 4


@pytest.mark.rule("tonight 2.4.first-mission")
@pytest.mark.parametrize(
    ("campaign", "date", "city"),
    [
        (1, "1942-03-08", "Essen"),
        (2, "1942-05-30", "Cologne"),
        (6, "1943-07-24", "Hamburg"),
        (8, "1943-11-18", "Berlin"),
    ],
)
def test_a_campaign_may_open_with_the_raid_that_opened_it(
    tonight: Ruleset, campaign: int, date: str, city: str
) -> None:
    s = prepared(tonight, *DULL_EYES, campaign=campaign, bomber="lancaster", options={"first_raid": "1"})
    assert (s.date, s.game.target.city) == (date, city)


@pytest.mark.rule("tonight 2.4.first-mission")
def test_every_first_raid_lies_in_its_campaign_and_on_its_list(tonight: Ruleset) -> None:
    for campaign in tonight.campaigns.values():
        first = campaign.first_raid
        assert first is not None
        assert campaign.from_ <= first.date <= campaign.to
        listed = {(one.city, one.type) for one in tonight.target_lists[0, campaign.number]}
        assert (first.target, first.type) in listed


# --- 2.5: bombers, guns


def guns(s: Sortie) -> dict[str, int]:
    """The barrels of each gun position aboard; all of them are .303."""
    assert {gun.type.calibre for gun in s.bomber.guns.values()} == {".303"}
    return {name: gun.type.barrels for name, gun in s.bomber.guns.items()}


@pytest.mark.rule("tonight 2.5", "tonight 2.5.stirling", "tonight 2.5.lancaster", "tonight 2.5.1", "tonight 2.5.2.2")
@pytest.mark.parametrize("bomber", ["stirling", "lancaster"])
def test_nine_guns_in_three_powered_turrets_and_one_by_hand(tonight: Ruleset, bomber: str) -> None:
    s = ready(tonight, bomber=bomber, options={"ventral": "gun"})
    assert guns(s) == {"nose": 2, "mid_upper": 2, "tail": 4, "ventral": 1}
    assert {name: gun.type.power for name, gun in s.bomber.guns.items()} == {
        "nose": "hydraulic",
        "mid_upper": "hydraulic",
        "tail": "hydraulic",
        "ventral": "none",
    }


@pytest.mark.rule("tonight 2.5.halifax", "tonight 2.5.halifax-nose", "tonight 2.5.1")
@pytest.mark.parametrize("bomber", ["halifax-ii", "halifax-iii"])
@pytest.mark.parametrize(
    ("nose", "ventral", "barrels"),
    [
        ("turret", "none", {"nose": 2, "mid_upper": 2, "tail": 4}),
        ("clear", "none", {"nose_gun": 1, "mid_upper": 2, "tail": 4}),
        ("turret", "gun", {"nose": 2, "mid_upper": 2, "tail": 4, "ventral": 1}),
    ],
)
def test_a_halifax_has_eight_guns_seven_with_a_clear_nose_nine_with_a_ventral_one(
    tonight: Ruleset, bomber: str, nose: str, ventral: str, barrels: dict[str, int]
) -> None:
    s = ready(tonight, bomber=bomber, options={"nose": nose, "ventral": ventral})
    assert guns(s) == barrels


@pytest.mark.rule("tonight 2.5.halifax-nose")
@pytest.mark.parametrize("nose", ["turret", "clear"])
def test_the_player_chooses_the_nose_of_a_halifax(tonight: Ruleset, nose: str) -> None:
    s = prepared(tonight, *DULL_EYES, date="1944-03-30", bomber="halifax-iii", target="Nuremberg", orders={"fit": nose})
    assert choices(s)[0] == ("fit", nose)
    assert ("nose" in s.bomber.guns) is (nose == "turret")


def test_a_clear_nose_is_hit_on_a_table_of_its_own(tonight: Ruleset) -> None:
    found = {
        nose: ready(tonight, bomber="halifax-iii", options={"nose": nose}).tables["section.nose"].table.id
        for nose in ("turret", "clear")
    }
    assert found == {"turret": "H-1", "clear": "H-1 clear"}


@pytest.mark.rule("tonight 2.5.2.ventral")
@pytest.mark.parametrize("bomber", ["lancaster", "halifax-iii", "stirling"])
def test_h2s_and_a_ventral_gun_exclude_each_other(tonight: Ruleset, bomber: str) -> None:
    options = {"ventral": "h2s", "electronics": "h2s"}
    s = ready(tonight, day="1944-03-30", bomber=bomber, options=options)
    assert s.bomber.devices == {"h2s"}
    assert "ventral" not in s.bomber.guns
    assert "ventral_position" not in s.bomber.stations


# --- 2.7: electronics


@pytest.mark.rule(
    "tonight 2.7.1",
    "tonight 2.7.1.gee",
    "tonight 2.7.1.gee-h",
    "tonight 2.7.1.h2s",
    "tonight 2.7.1.monica",
    "tonight 2.7.1.window",
    "tonight 2.7.1.mandrel",
)
@pytest.mark.parametrize(
    ("device", "before", "first", "last", "after"),
    [
        ("gee", None, "1942-03-08", "1945-04-25", None),
        ("gee_h", "1943-11-02", "1943-11-03", "1945-04-25", None),
        ("h2s", "1943-01-29", "1943-01-30", "1945-04-25", None),
        ("monica", "1943-02-28", "1943-03-01", "1944-09-30", "1944-10-01"),
        ("window", "1943-07-23", "1943-07-24", "1945-04-25", None),
        ("mandrel", "1942-12-04", "1942-12-05", "1945-04-25", None),
    ],
)
def test_each_device_may_be_carried_from_its_day_on(
    tonight: Ruleset, device: str, before: str | None, first: str, last: str, after: str | None
) -> None:
    options = {"electronics": device, "ventral": "h2s" if device == "h2s" else "none"}
    for day in (first, last):
        assert ready(tonight, day=day, options=options).bomber.devices == {device}
    for other in (before, after):
        if other is not None:
            with pytest.raises(NotAllowed, match="is carried from"):
                ready(tonight, day=other, options=options)
            any_day = {**options, "any_device": "1"}
            assert ready(tonight, day=other, options=any_day).bomber.devices == {device}


@pytest.mark.rule("tonight 2.7.1")
@pytest.mark.parametrize("carries", ["yes", "no"])
def test_left_open_each_device_of_the_date_is_asked_for(tonight: Ruleset, carries: str) -> None:
    setup = Setup(
        "tonight", date="1943-07-24", bomber="lancaster", target="Hamburg", options={"moon": "half", "ventral": "gun"}
    )
    s = tonight.sortie(setup, scripted(*DULL_EYES), log=[])
    s.orders = stage(tonight, orders={"carries": carries}).orders
    prepare(s)
    assert asked(s) == ["carries"] * 4
    assert s.bomber.devices == ({"gee", "monica", "mandrel", "window"} if carries == "yes" else set())


# --- 2.8: the crew


@pytest.mark.rule("tonight 2.8", "tonight 2.8.1")
@pytest.mark.parametrize("bomber", ["lancaster", "halifax-ii", "halifax-iii", "stirling"])
def test_seven_men_and_more_guns_than_gunners(tonight: Ruleset, bomber: str) -> None:
    day = "1943-11-20"
    s = ready(tonight, day=day, bomber=bomber, options={"ventral": "gun", "missions": "7"})
    assert [one.trade for one in s.bomber.crew] == CREW
    assert {one.missions for one in s.bomber.crew} == {7}
    assert len({one.name for one in s.bomber.crew}) == 7
    assert all(one.station is not None and one.station.key == one.trade for one in s.bomber.crew)
    assert s.bomber.man_at("ventral_position").trade == ""


@pytest.mark.rule("tonight 2.8.2")
def test_every_man_has_a_rank_of_the_royal_air_force_and_at_least_a_sergeants(tonight: Ruleset) -> None:
    ranks = {"Sergeant", "Flight Sergeant", "Warrant Officer", "Pilot Officer", "Flying Officer", "Flight Lieutenant"}
    found = set()
    for seed in range(30):
        s = prepared(tonight, *DULL_EYES, seed=seed, date="1944-03-30", bomber="lancaster", target="Nuremberg")
        found |= {one.rank for one in s.bomber.crew}
    assert {"Sergeant", "Flight Sergeant", "Pilot Officer", "Flying Officer"} <= found
    assert found <= ranks | {"Squadron Leader"}


@pytest.mark.rule("tonight 2.8.1.2", "tonight 2.8.1.3")
def test_four_men_may_have_night_vision_the_others_never(tonight: Ruleset) -> None:
    s = prepared(tonight, 6, 6, 6, 6, date="1944-03-30", bomber="lancaster", target="Nuremberg")
    assert rolls(s) == ["night_vision"] * 4
    keen = {one.trade for one in s.bomber.crew if one.night_vision}
    assert keen == {"mid_upper_gunner", "tail_gunner", "wireless_operator", "bomb_aimer"}


@pytest.mark.rule("tonight 2.8.1.2")
@pytest.mark.parametrize("place", range(4))
def test_each_of_them_has_a_roll_of_his_own(tonight: Ruleset, place: int) -> None:
    faces = [5, 5, 5, 5]
    faces[place] = 6
    s = prepared(tonight, *faces, date="1944-03-30", bomber="lancaster", target="Nuremberg")
    trade = ("mid_upper_gunner", "tail_gunner", "wireless_operator", "bomb_aimer")[place]
    assert [one.trade for one in s.bomber.crew if one.night_vision] == [trade]


@pytest.mark.rule("tonight 2.8.1.2")
@pytest.mark.parametrize(("missions", "added"), [("9", []), ("10", [1]), ("19", [1]), ("20", [1, 1])])
def test_eyes_grow_keener_with_experience(tonight: Ruleset, missions: str, added: list[int]) -> None:
    options = {"missions": missions}
    s = prepared(tonight, *DULL_EYES, date="1944-03-30", bomber="lancaster", target="Nuremberg", options=options)
    assert modifiers(s, "night_vision") == added


@pytest.mark.rule("tonight 2.8.1.4")
def test_night_vision_acts_only_as_a_modifier_of_spotting(tonight: Ruleset) -> None:
    acts = {
        table.table.role
        for table in stage(tonight).tables.values()
        for modifier in table.table.modifier
        if "night_vision" in (modifier.when or "")
    }
    assert acts == {"bomber_spots"}


# --- 2.10: the moon


@pytest.mark.rule("tonight 2.10")
@pytest.mark.parametrize(
    ("face", "phase"),
    [(1, "crescent"), (2, "crescent"), (3, "half"), (4, "half"), (5, "full"), (6, "full")],
)
def test_a_die_gives_the_phase_of_the_moon(tonight: Ruleset, face: int, phase: str) -> None:
    options = {"moon": "table"}
    s = prepared(tonight, *DULL_EYES, face, date="1944-03-30", bomber="lancaster", target="Nuremberg", options=options)
    assert (rolls(s)[-1], s.game.moon) == ("moon", phase)


@pytest.mark.rule("tonight 2.10")
@pytest.mark.parametrize(
    ("day", "phase"),
    [("1943-07-24", "half"), ("1944-01-10", "full"), ("1943-08-29", "crescent"), ("1943-08-17", "full")],
)
def test_the_calendar_gives_the_moon_of_a_given_night(tonight: Ruleset, day: str, phase: str) -> None:
    setup = Setup(
        "tonight", date=day, bomber="lancaster", target="Essen", options={**BARE, "moon": "calendar", "any_target": "1"}
    )
    s = tonight.sortie(setup, scripted(*DULL_EYES), log=[])
    prepare(s)
    assert s.game.moon == phase
    assert "moon" not in rolls(s)


@pytest.mark.rule("tonight 2.10", "tonight 3.0")
def test_a_night_that_is_drawn_has_its_moon_from_the_die_unless_the_calendar_is_asked(tonight: Ruleset) -> None:
    setup: dict[str, Any] = {"campaign": 6, "target": "Hamburg", "bomber": "lancaster"}
    for given, thrown in (("table", True), ("calendar", False)):
        faces = (1, *DULL_EYES, *([5] if thrown else []))
        s = prepared(tonight, *faces, options={"moon": given}, **setup)
        assert ("moon" in rolls(s)) is thrown


@pytest.mark.rule("tonight 3.1.1.moon")
def test_a_full_moon_is_worth_one_a_crescent_costs_one_on_a_roll_where_low_is_good(tonight: Ruleset) -> None:
    for moon, value in (("crescent", [1]), ("half", []), ("full", [-1])):
        s = stage(tonight, 4, moon=moon, weather="haze", **{"zone.is_target": True})
        s.roll("visibility")
        assert [one for one in modifiers(s, "visibility") if one] == value


@pytest.mark.rule("tonight 3.1.1.moon")
@pytest.mark.parametrize("moon", ["crescent", "half", "full"])
def test_where_a_table_has_a_column_for_the_moon_there_is_no_modifier(tonight: Ruleset, moon: str) -> None:
    s = stage(tonight, 6, 6, moon=moon)
    s.roll("searchlights")
    assert column(s, "searchlights") == moon
    table = s.tables["searchlights"].table
    assert not any("moon" in (one.when or "") for one in table.modifier)


# --- 2.6: the gazetteer


@pytest.mark.rule("tonight 2.6", "tonight 2.6.codes", "tonight 4.1.4")
def test_every_route_runs_in_zones_of_fifty_miles_from_2_to_15_at_most(tonight: Ruleset) -> None:
    codes = {"W", "B", "Cz", "D", "E", "F", "G", "I", "L", "N", "No", "P", "S"}
    routes = tonight.gazetteer.routes()
    assert len(routes) >= 200
    for route in routes.values():
        numbers = [zone.n for zone in route.zones]
        assert numbers == list(range(2, route.target_zone + 1))
        assert route.target_zone <= 15
        assert abs(route.miles / 50 + 1 - route.target_zone) <= 1, route.target
        for zone in route.zones:
            assert 1 <= len(zone.over) <= 2
            assert set(zone.over) <= codes


@pytest.mark.rule("tonight 2.6.target-marker", "tonight 2.4.zones")
def test_the_last_zone_of_the_route_is_the_target_zone(tonight: Ruleset) -> None:
    s = prepared(tonight, *DULL_EYES, date="1944-03-30", bomber="lancaster", target="Nuremberg")
    (briefing,) = told(s, "briefing")
    assert s.game.route.target == "Nuremberg"
    assert briefing["zones"] == s.game.route.zones[-1].n == s.game.route.target_zone
    assert "G" in s.game.route.zones[-1].over


@pytest.mark.rule("tonight 2.6.alps")
def test_the_alps_lie_on_the_way_to_italy_and_nowhere_else(tonight: Ruleset) -> None:
    for city, alpine in (("Turin", True), ("Milan", True), ("Genoa", True), ("Munich", False), ("Berlin", False)):
        assert any(zone.alps for zone in tonight.gazetteer.route(0, city).zones) is alpine
    for zone in tonight.gazetteer.route(0, "Milan").zones:
        if zone.alps:
            assert set(zone.over) <= {"S", "I", "F"}


@pytest.mark.rule("tonight 2.6.two-codes")
@pytest.mark.parametrize(("face", "letter"), [(1, "W"), (3, "W"), (4, "N"), (6, "N")])
def test_a_die_says_which_of_two_letters(tonight: Ruleset, face: int, letter: str) -> None:
    s = stage(tonight, face, **{"zone.over": ["W", "N"]})
    assert settle_letter(s) == letter
    used_up(s)


@pytest.mark.rule("tonight 2.6.two-codes")
@pytest.mark.parametrize(("choice", "letter"), [("first", "W"), ("second", "N")])
def test_a_bomber_under_control_chooses_its_letter(tonight: Ruleset, choice: str, letter: str) -> None:
    s = stage(tonight, orders={"letter": choice}, **{"zone.over": ["W", "N"]})
    assert settle_letter(s, controlled=True) == letter
    used_up(s)


@pytest.mark.rule("tonight 2.6.control", "tonight 2.6.control-land-dates")
@pytest.mark.parametrize(
    ("code", "held"),
    [
        ("E", ["friendly", "friendly", "friendly", "friendly", "friendly"]),
        ("S", ["neutral", "neutral", "neutral", "neutral", "neutral"]),
        ("F", ["axis", "axis", "friendly", "friendly", "friendly"]),
        ("B", ["axis", "axis", "axis", "axis", "friendly"]),
        ("N", ["axis", "axis", "axis", "axis", "friendly"]),
        ("L", ["axis", "axis", "axis", "axis", "friendly"]),
        ("G", ["axis", "axis", "axis", "axis", "axis"]),
        ("I", ["axis", "axis", "axis", "axis", "axis"]),
        ("Cz", ["axis", "axis", "axis", "axis", "axis"]),
        ("No", ["axis", "axis", "axis", "axis", "axis"]),
        ("P", ["axis", "axis", "axis", "axis", "axis"]),
    ],
)
def test_who_holds_the_land(tonight: Ruleset, code: str, held: list[str]) -> None:
    days = ["1942-03-08", "1944-09-30", "1944-10-01", "1945-01-31", "1945-02-01"]
    found = []
    for day in days:
        s = stage(tonight, **{"zone.over": code})
        s.date = day
        found.append(ground(s))
    assert found == held


@pytest.mark.rule("tonight 2.6.sea-rescue")
@pytest.mark.parametrize(
    ("zone", "fate"), [(2, "returns"), (5, "returns"), (6, "captured"), (8, "captured"), (14, "captured")]
)
def test_men_picked_up_in_zones_2_to_5_are_taken_to_england(tonight: Ruleset, zone: int, fate: str) -> None:
    s = stage(tonight, **{"zone.number": zone, "zone.over": "W"})
    assert rescued_to(s) == fate


@pytest.mark.rule("tonight 2.6.control-water-dates")
@pytest.mark.parametrize(
    ("coast", "last_captured", "first_home"),
    [
        ("F", "1944-09-30", "1944-10-01"),
        ("B", "1945-01-31", "1945-02-01"),
        ("N", "1945-01-31", "1945-02-01"),
        ("No", "1945-01-31", "1945-02-01"),
        ("", "1945-04-25", None),
    ],
)
def test_water_changes_hands_with_its_coast(
    tonight: Ruleset, coast: str, last_captured: str, first_home: str | None
) -> None:
    for day, fate in ((last_captured, "captured"), (first_home, "returns")):
        if day is not None:
            s = stage(tonight, **{"zone.number": 7, "zone.over": "W"})
            s.zone.region = (coast,)
            s.date = day
            assert rescued_to(s) == fate


@pytest.mark.rule("tonight 2.7.2.lichtenstein", "tonight 2.7.2.naxos")
@pytest.mark.parametrize(
    ("role", "before", "first"),
    [("airborne_radar", "1942-05-31", "1942-06-01"), ("naxos", "1943-08-31", "1943-09-01")],
)
def test_fighters_have_their_devices_from_their_months_on(tonight: Ruleset, role: str, before: str, first: str) -> None:
    for day, thrown in ((before, False), (first, True)):
        s = stage(tonight, *[6, 6] * 8, fighter={"type": "me-110f-4"})
        s.date = day
        s.fighter.carries.clear()
        next(step for step in s.procedures["fighter"] if step.name == "equipment").do(s)
        assert (role in rolls(s)) is thrown


# --- 1.4, 1.6, 2.2: what is kept of a flight


@pytest.mark.rule("tonight 1.4")
def test_four_skills_three_moons_three_heights_and_that_of_pressure_cabins_are_known(tonight: Ruleset) -> None:
    assert tonight.game.skills == ("novice", "flieger", "veteran", "experte")
    known = {name.name: name.values for name in tonight.game.vocabulary}
    assert set(known["moon"]) == {"crescent", "half", "full"}
    assert set(known["altitude"]) == {"very_high", "high", "low", "on_the_deck"}
    assert "lit" in known


@pytest.mark.rule("tonight 1.6.battle-board")
def test_a_fighter_stands_in_a_clock_sector_at_a_level_or_comes_vertically(tonight: Ruleset) -> None:
    s = stage(tonight)
    columns = [row.result for row in s.tables["attack_clock"].table.row]
    clocks = {clock for row in columns for clock in row.values()}
    assert clocks == {"12", "1:30", "3", "6", "9", "10:30", "vertical_dive", "vertical_climb"}
    assert {str(row.result) for row in s.tables["attack_level"].table.row} == {"high", "level", "low"}


@pytest.mark.rule("tonight 2.2.single")
def test_a_flight_tells_whether_crew_and_bomber_came_home_and_where_the_bombs_fell(tonight: Ruleset) -> None:
    homes = 0
    for seed in range(12):
        s = fly(tonight, Setup("tonight", seed, date="1944-03-30", bomber="lancaster", target="Nuremberg"))
        facts = tonight.game.facts(s)
        if s.outcome == "returned" and facts["losses"] == 0:
            homes += 1
            assert facts["bomber_fate"] in ("intact", "repairable")
            assert all(one.fate == "returns" for one in s.bomber.crew)
        if facts["bombing"]["run"] in ("on_target", "off_target"):
            assert facts["counts_for_tour"]
            assert 0 <= facts["bombing"]["percent"] <= 100
    assert homes


@pytest.mark.rule("tonight 2.5.1")
def test_the_order_for_a_fit_sees_which_place_it_is_about(tonight: Ruleset) -> None:
    by_place = {"fit": {"choose": "none", "case": [{"when": "fitting == 'nose'", "choose": "clear"}]}}
    orders = stage(tonight, orders=by_place).orders
    setup = Setup("tonight", 1, bomber="halifax-ii", campaign=5, options={"electronics": "none"})
    s = fly(tonight, setup, orders=orders)
    assert s.bomber.fits == {"nose": "clear", "ventral": "none"}
    assert s.game.fitting == ""


@pytest.mark.rule("tonight 2.5.1")
def test_a_person_is_offered_the_fits_of_a_place_in_words(tonight: Ruleset) -> None:
    play = Play(tonight, Setup("tonight", 1, bomber="lancaster", date="1944-03-30"))
    asked = play.go_on()
    assert isinstance(asked, Ask)
    assert (asked.decision.id, asked.about) == ("fit", "ventral position")
    assert asked.options == ("gun", "h2s", "none")
    assert asked.told[1:] == ("H2S scanner", "nothing, the opening faired over")
