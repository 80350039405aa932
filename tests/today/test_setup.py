"""Before the mission and off the ground: campaign, target, bomber, place in the box, take-off (2-9 to 3-3)."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from itertools import product
from typing import Any

import pytest
from bomberstream.core.errors import BadData, NotAllowed
from bomberstream.core.flight import fly
from bomberstream.core.mission.setting_up import choose_bomber, choose_campaign, choose_date, draw
from bomberstream.core.packs import Campaign
from bomberstream.core.ruleset import Ruleset
from bomberstream.core.sortie import Setup, Sortie
from bomberstream.core.testing import scripted
from bomberstream.plugins.today.setup import (
    base_weather,
    choose_air_force,
    choose_target,
    fits,
    land_again,
    prepare,
    take_off,
    take_place,
)
from flights import (
    asked,
    end,
    fates,
    happenings,
    modifiers,
    rolls,
    stage,
    take,
    told,
    used_up,
)

ALL_ALIVE = ["returns"] * 10


def drawn(today: Ruleset, *faces: int, options: Mapping[str, str] | None = None, **setup: Any) -> Sortie:
    """A sortie of which nothing is settled yet, with these dice."""
    s = today.sortie(Setup("today", options=dict(options or {}), **setup), scripted(*faces), log=[])
    s.game = type("Settled", (), {"air_force": 8, "cell": "", "position": 0})()
    return s


def prepared(today: Ruleset, *faces: int, options: Mapping[str, str] | None = None, **setup: Any) -> Sortie:
    """A sortie that is set up, with all these dice."""
    s = today.sortie(Setup("today", options=dict(options or {}), **setup), scripted(*faces), log=[])
    prepare(s)
    used_up(s)
    return s


def campaign_of(s: Sortie) -> Campaign:
    """The campaign of a sortie."""
    return choose_campaign(s, lambda one: fits(s, one))


def date_of(s: Sortie, campaign: Campaign) -> str:
    """The date of a sortie of an air force in a campaign."""
    return choose_date(s, campaign, campaign.first_day(s.game.air_force))


# --- campaign, date, air force


@pytest.mark.rule("today 2-1")
@pytest.mark.parametrize("face", range(1, 7))
def test_a_die_draws_the_campaign(today: Ruleset, face: int) -> None:
    assert campaign_of(drawn(today, face)).number == face


@pytest.mark.rule("today 2-1")
@pytest.mark.parametrize(
    ("first", "last", "number"),
    [
        ("1942-11-01", "1943-05-31", 1),
        ("1943-06-01", "1943-11-30", 2),
        ("1943-12-01", "1944-02-29", 3),
        ("1944-03-01", "1944-05-31", 4),
        ("1944-06-01", "1944-11-30", 5),
        ("1944-12-01", "1945-04-30", 6),
    ],
)
def test_the_date_decides_the_campaign(today: Ruleset, first: str, last: str, number: int) -> None:
    assert [campaign_of(drawn(today, date=day)).number for day in (first, last)] == [number, number]
    assert campaign_of(drawn(today, campaign=number)).number == number


@pytest.mark.parametrize("day", ["1942-10-31", "1945-05-01"])
def test_a_date_outside_the_campaigns_is_refused_with_their_span(today: Ruleset, day: str) -> None:
    with pytest.raises(NotAllowed, match="1942-11-01 to 1945-04-30"):
        campaign_of(drawn(today, date=day))


def test_a_date_of_another_campaign_is_refused(today: Ruleset) -> None:
    with pytest.raises(NotAllowed, match="campaign 2, not 4"):
        campaign_of(drawn(today, date="1943-10-14", campaign=4))


@pytest.mark.parametrize("number", [0, 7])
def test_there_are_six_campaigns(today: Ruleset, number: int) -> None:
    with pytest.raises(NotAllowed, match="1 to 6"):
        campaign_of(drawn(today, campaign=number))


def air_force(today: Ruleset, *faces: int, **setup: Any) -> int:
    """The air force of a sortie in a campaign."""
    s = drawn(today, *faces, **setup)
    campaign = campaign_of(s)
    s.campaign = campaign.number
    force = choose_air_force(s, campaign)
    used_up(s)
    return force


@pytest.mark.rule("today 2-1")
@pytest.mark.parametrize(("face", "force"), [(1, 8), (3, 8), (4, 15), (6, 15)])
def test_a_die_draws_between_two_air_forces(today: Ruleset, face: int, force: int) -> None:
    assert air_force(today, face, campaign=4) == force


@pytest.mark.rule("today 2-1")
def test_the_15th_flies_from_2_november_1943(today: Ruleset) -> None:
    assert air_force(today, campaign=1) == 8
    assert air_force(today, date="1943-11-01") == 8
    assert air_force(today, date="1943-11-02", options={"air_force": "15"}) == 15
    with pytest.raises(NotAllowed, match="possible: 8"):
        air_force(today, date="1943-11-01", options={"air_force": "15"})


def test_an_asked_target_settles_the_air_force(today: Ruleset) -> None:
    assert air_force(today, campaign=4, target="Berlin") == 8
    assert air_force(today, campaign=4, target="ploesti") == 15


# --- target


@pytest.mark.rule("today 2-1")
def test_every_target_of_the_campaign_is_drawn_by_its_own_face(today: Ruleset) -> None:
    for (force, campaign), targets in today.target_lists.items():
        cities = []
        for face in range(1, len(targets) + 1):
            s = drawn(today, face)
            s.campaign, s.game.air_force = campaign, force
            cities.append(choose_target(s).city)
        assert cities == [one.city for one in targets]


def test_a_target_of_other_campaigns_is_refused_unless_any_target_will_do(today: Ruleset) -> None:
    with pytest.raises(NotAllowed, match="Berlin is not on the list of campaign 1; it is on those of"):
        prepared(today, campaign=1, target="Berlin")
    s = prepared(
        today, 1, 1, 1, 1, campaign=1, target="Berlin", options={"any_target": "1", "air_force": "8", "position": "2"}
    )
    assert (s.game.target.city, s.campaign) == ("Berlin", 1)


def test_an_unknown_target_is_refused_with_the_nearest(today: Ruleset) -> None:
    with pytest.raises(BadData, match="no target 'Berlim'; did you mean 'Berlin'"):
        prepared(today, campaign=4, target="Berlim")


def test_the_target_names_the_route(today: Ruleset) -> None:
    s = prepared(today, campaign=4, target="Berlin", date="1944-03-06", bomber="b-17g", options={"position": "2"})
    assert s.game.route.target == "Berlin"
    assert s.game.route.air_force == 8
    (briefing,) = told(s, "briefing")
    assert (briefing["target"], briefing["zones"]) == ("Berlin", s.game.route.target_zone)


@pytest.mark.parametrize(("force", "country"), [("8", "E"), ("15", "I")])
def test_zone_one_is_the_base_of_the_air_force(today: Ruleset, force: str, country: str) -> None:
    s = prepared(today, 1, date="1944-03-06", bomber="b-17g", options={"position": "2", "air_force": force})
    assert (s.zone.number, s.zone.is_base, s.zone.over) == (1, True, (country,))


# --- date


@pytest.mark.rule("today 2-1")
def test_any_day_of_the_campaign_may_be_drawn(today: Ruleset) -> None:
    campaign = today.campaigns[3]
    s = drawn(today, 1, 91)
    assert date_of(s, campaign) == "1943-12-01"
    assert date_of(s, campaign) == "1944-02-29"
    assert date_of(drawn(today, date="1944-01-11"), campaign) == "1944-01-11"


@pytest.mark.rule("today 2-1")
def test_the_15th_draws_its_first_campaign_from_its_first_day(today: Ruleset) -> None:
    s = drawn(today, 1, 29)
    s.game.air_force = 15
    assert date_of(s, today.campaigns[2]) == "1943-11-02"
    assert date_of(s, today.campaigns[2]) == "1943-11-30"


def test_an_asked_bomber_narrows_the_date_to_its_months(today: Ruleset) -> None:
    campaign = today.campaigns[2]
    s = drawn(today, 1, 91, bomber="b-17g")
    assert date_of(s, campaign) == "1943-09-01"
    assert date_of(s, campaign) == "1943-11-30"
    with pytest.raises(NotAllowed, match="issued from 1943-12 to 1945-04, not in campaign 1"):
        date_of(drawn(today, bomber="b-24j"), today.campaigns[1])


def draws(today: Ruleset, number: int) -> Counter[int]:
    """How often each place comes up over all throws of a draw that needs two dice."""
    half = (number + 1) // 2
    return Counter(draw(drawn(today, *faces), number, "a draw") for faces in product(range(1, half + 1), (1, 2)))


def test_a_long_list_is_drawn_by_two_dice_each_entry_alike(today: Ruleset) -> None:
    assert draws(today, 212) == Counter(range(212))


def test_an_odd_long_list_has_no_place_too_many(today: Ruleset) -> None:
    s = drawn(today, *(106, 2), *(105, 2), *(106, 1))
    assert draw(s, 211, "a draw") == 210
    assert draw(s, 211, "a draw") == 105
    s.source.check_used_up()


# --- bomber and crew


@pytest.mark.rule("today 2-9")
def test_a_bomber_flies_in_its_months_unless_any_will_do(today: Ruleset) -> None:
    with pytest.raises(NotAllowed, match="B-17G is issued from 1943-09"):
        prepared(today, 1, date="1943-08-17", bomber="b-17g", options={"position": "2"})
    s = prepared(today, 1, date="1943-08-17", bomber="b-17g", options={"position": "2", "any_bomber": "1"})
    assert s.bomber.type.id == "b-17g"


def test_an_unknown_bomber_is_refused_with_the_nearest(today: Ruleset) -> None:
    with pytest.raises(BadData, match="b-17g"):
        prepared(today, 1, date="1944-03-06", bomber="b-17x", options={"position": "2", "air_force": "8"})


@pytest.mark.parametrize(
    ("day", "models"),
    [
        ("1942-11-01", {"b-17f", "b-24d"}),
        ("1943-09-01", {"b-17f", "b-17g", "b-24d"}),
        ("1943-12-01", {"b-17f", "b-17g", "b-24d", "b-24j"}),
        ("1944-06-06", {"b-17g", "b-24j"}),
    ],
)
def test_the_bomber_is_drawn_from_those_issued_on_the_day(today: Ruleset, day: str, models: set[str]) -> None:
    found = set()
    for face in range(1, len(models) + 1):
        s = drawn(today, face, date=day)
        s.date = day
        found.add(choose_bomber(s, campaign_of(s).bombers["8"]).id)
        used_up(s)
    assert found == models


@pytest.mark.rule("today 2-9")
@pytest.mark.parametrize(
    ("face", "turret"),
    [(1, "consolidated"), (2, "consolidated"), (3, "emerson"), (6, "emerson")],
)
def test_a_die_gives_a_b24j_its_nose_turret(today: Ruleset, face: int, turret: str) -> None:
    options = {"position": "2", "air_force": "8"}
    s = prepared(today, face, date="1944-03-06", target="Berlin", bomber="b-24j", options=options)
    assert s.game.nose_turret == turret


@pytest.mark.rule("today 2-9")
def test_an_asked_nose_turret_and_other_bombers_need_no_die(today: Ruleset) -> None:
    asked_for = {"position": "2", "air_force": "8", "nose_turret": "consolidated"}
    s = prepared(today, date="1944-03-06", target="Berlin", bomber="b-24j", options=asked_for)
    assert s.game.nose_turret == "consolidated"
    s = prepared(today, date="1944-03-06", target="Berlin", bomber="b-17g", options=asked_for)
    assert s.game.nose_turret == "none"


@pytest.mark.parametrize("bomber", ["b-17f", "b-17g", "b-24d", "b-24j"])
def test_ten_men_sit_where_they_belong_with_the_asked_experience(today: Ruleset, bomber: str) -> None:
    s = stage(today, bomber=bomber, options={"missions": "7"})
    assert {one.missions for one in s.bomber.crew} == {7}
    assert all(one.station is not None and one.station.man is one for one in s.bomber.crew)


@pytest.mark.rule("today 2-10")
def test_a_b24j_seats_its_men_as_its_guns_demand(today: Ruleset) -> None:
    s = stage(today, bomber="b-24j")
    seats = {"nose_gunner": "left_waist_gunner", "left_waist_gunner": "radio_operator", "radio_operator": "navigator"}
    assert {station: s.bomber.man_at(station).trade for station in seats} == seats


@pytest.mark.rule("today 5-19")
@pytest.mark.parametrize(("bomber", "bottles"), [("b-17f", 5), ("b-17g", 5), ("b-24d", 3), ("b-24j", 1)])
def test_hand_extinguishers_aboard(today: Ruleset, bomber: str, bottles: int) -> None:
    assert stage(today, bomber=bomber).bomber.extinguishers == bottles


def test_names_take_no_dice_and_follow_the_seed(today: Ruleset) -> None:
    options = {"position": "2", "air_force": "8"}
    crews = []
    for seed in (1, 1, 2):
        s = prepared(today, seed=seed, date="1944-03-06", target="Berlin", bomber="b-17g", options=options)
        crews.append([one.name for one in s.bomber.crew])
    assert crews[0] == crews[1] != crews[2]
    assert [len({name.rsplit(" ", 1)[1] for name in crew}) for crew in crews] == [10, 10, 10]


def test_when_nobody_listens_men_go_by_their_trades_and_the_flight_is_the_same(today: Ruleset) -> None:
    setup = Setup("today", 4, date="1944-03-06", target="Berlin", bomber="b-17g")
    quiet, loud = fly(today, setup), fly(today, setup, log=[])
    assert [one.name for one in quiet.bomber.crew] == [one.title for one in loud.bomber.crew]
    assert (quiet.outcome, quiet.rolls) == (loud.outcome, loud.rolls)


# --- place in the box


def place(today: Ruleset, *faces: int, missions: int = 10, **options: str) -> Sortie:
    """A bomber whose place in the box is drawn with these dice."""
    s = stage(today, bomber="b-17g")
    for one in s.bomber.crew:
        one.missions = missions
    object.__setattr__(s.setup, "options", dict(options))
    s.game.cell_leader = s.game.tail_end = s.game.mission_lead = False
    s.source = scripted(*faces)
    take_place(s)
    used_up(s)
    return s


@pytest.mark.rule("today 2-10A")
@pytest.mark.parametrize(
    ("face", "cell"),
    [(1, "high"), (2, "high"), (3, "middle"), (4, "middle"), (5, "low"), (6, "low")],
)
def test_a_die_draws_the_cell(today: Ruleset, face: int, cell: str) -> None:
    assert place(today, face, 3, 3).game.cell == cell


@pytest.mark.rule("today 2-10B")
@pytest.mark.parametrize(
    ("dice", "middle", "high", "low"),
    [
        ((1, 1), 1, 7, 13),
        ((2, 3), 1, 7, 13),
        ((3, 3), 2, 8, 14),
        ((3, 4), 3, 9, 15),
        ((4, 4), 4, 10, 16),
        ((4, 5), 5, 12, 17),
    ],
)
def test_two_dice_draw_the_place(today: Ruleset, dice: tuple[int, int], middle: int, high: int, low: int) -> None:
    for cell, position in (("middle", middle), ("high", high), ("low", low)):
        s = place(today, *dice, cell=cell)
        assert (s.game.cell, s.game.position) == (cell, position)
        assert s.game.cell_leader == (position in (1, 7, 13))
        assert s.game.mission_lead == (position == 1)
        assert not s.game.tail_end


@pytest.mark.rule("today 2-10B")
def test_a_ten_is_bomber_6_or_a_new_throw(today: Ruleset) -> None:
    assert place(today, 5, 5, cell="middle").game.position == 6
    assert place(today, 5, 5, 3, 3, cell="high").game.position == 8
    assert place(today, 6, 4, 3, 3, cell="low").game.position == 14


@pytest.mark.rule("today 2-10B")
@pytest.mark.parametrize("dice", [(5, 6), (6, 6)])
def test_eleven_and_twelve_are_the_tail_end_which_the_middle_cell_lacks(today: Ruleset, dice: tuple[int, int]) -> None:
    for cell, position in (("high", 11), ("low", 18)):
        s = place(today, *dice, cell=cell)
        assert (s.game.position, s.game.tail_end, s.game.cell_leader) == (position, True, False)
    assert place(today, *dice, 3, 3, cell="middle").game.position == 2


@pytest.mark.rule("today 2-10B")
@pytest.mark.parametrize("cell", ["middle", "high", "low"])
@pytest.mark.parametrize("trade", ["pilot", "bombardier", "navigator"])
def test_nobody_leads_with_five_missions_or_fewer(today: Ruleset, cell: str, trade: str) -> None:
    s = stage(today, bomber="b-17g")
    object.__setattr__(s.setup, "options", {"cell": cell})
    for one in s.bomber.crew:
        one.missions = 5 if one.trade == trade else 6
    s.source = scripted(1, 1, 3, 3)
    take_place(s)
    used_up(s)
    assert s.game.position not in (1, 7, 13)
    s.bomber.man_of(trade).missions = 6
    s.source = scripted(1, 1)
    take_place(s)
    assert s.game.position in (1, 7, 13)


@pytest.mark.rule("today 2-10B")
def test_nobody_is_tail_end_whose_tail_gunner_has_five_missions_or_fewer(today: Ruleset) -> None:
    assert place(today, 6, 6, 3, 3, cell="high", missions=5).game.position == 8
    s = stage(today, bomber="b-17g")
    object.__setattr__(s.setup, "options", {"cell": "low"})
    s.bomber.man_of("tail_gunner").missions = 6
    s.source = scripted(6, 6)
    take_place(s)
    assert s.game.position == 18


@pytest.mark.rule("today 2-10")
@pytest.mark.parametrize(
    ("position", "cell", "leads", "tail"),
    [
        ("1", "middle", True, False),
        ("7", "high", True, False),
        ("11", "high", False, True),
        ("14", "low", False, False),
    ],
)
def test_an_asked_place_needs_no_dice(today: Ruleset, position: str, cell: str, leads: bool, tail: bool) -> None:
    s = place(today, missions=0, position=position)
    assert (s.game.cell, s.game.cell_leader, s.game.tail_end) == (cell, leads, tail)


@pytest.mark.parametrize("position", ["0", "19"])
def test_the_box_has_eighteen_places(today: Ruleset, position: str) -> None:
    with pytest.raises(NotAllowed, match="1 to 18"):
        place(today, position=position)


def test_an_unknown_cell_is_refused(today: Ruleset) -> None:
    with pytest.raises(BadData, match="no cell 'centre'; valid: high, low, middle"):
        place(today, cell="centre")


# --- the weather over the base


@pytest.mark.rule("today 3-1")
@pytest.mark.parametrize(("face", "weather"), [(3, "poor"), (4, "poor"), (5, "good"), (10, "good")])
def test_the_winter_weather_over_england(today: Ruleset, face: int, weather: str) -> None:
    s = stage(today, face, date="1944-01-11")
    base_weather(s)
    assert s.game.weather_over_base == weather
    assert asked(s) == []


@pytest.mark.rule("today 3-1")
def test_on_a_bad_day_the_mission_is_scrubbed(today: Ruleset) -> None:
    s = stage(today, 2, date="1944-01-11", orders={"scrub": "yes"})
    assert end(s, base_weather) == "scrubbed"
    assert s.game.bomber_fate == "intact"
    assert fates(s) == ALL_ALIVE


@pytest.mark.rule("today 3-1")
def test_a_bad_day_may_be_flown_as_a_poor_one(today: Ruleset) -> None:
    s = stage(today, 1, date="1944-01-11", orders={"scrub": "no"})
    base_weather(s)
    assert s.game.weather_over_base == "poor"
    assert s.outcome == ""


# --- take-off


def taking_off(today: Ruleset, *faces: int, orders: Mapping[str, Any] | None = None, **state: Any) -> Sortie:
    """A bomber at the end of the runway."""
    return stage(today, *faces, step="take_off", orders=orders, **state)


@pytest.mark.rule("today 3-2")
@pytest.mark.parametrize("face", range(3, 11))
def test_most_take_offs_are_smooth(today: Ruleset, face: int) -> None:
    s = taking_off(today, face)
    take_off(s)
    used_up(s)
    assert happenings(s) == ["airborne"]


@pytest.mark.rule("today 3-2 note a")
@pytest.mark.parametrize("face", range(1, 7))
def test_a_rough_engine_may_be_a_false_alarm(today: Ruleset, face: int) -> None:
    s = taking_off(today, 1, face)
    take_off(s)
    used_up(s)
    assert happenings(s) == ["airborne"]
    assert s.bomber.engines_out == 0


@pytest.mark.rule("today 3-2 note b", "today 4-3 note b")
@pytest.mark.parametrize(("choice", "aborting"), [("go", ""), ("abort", "engine lost at take-off")])
@pytest.mark.parametrize("face", [7, 8, 9])
def test_with_an_engine_lost_at_take_off_the_pilot_goes_on_or_turns_back(
    today: Ruleset, face: int, choice: str, aborting: str
) -> None:
    s = taking_off(today, 1, face, 3, 1, orders={"take_off_engine_out": choice})
    take_off(s)
    used_up(s)
    assert [one.is_out for one in s.bomber.engines] == [False, True, False, False]
    assert s.game.aborting == aborting
    assert s.bomber.bombs_aboard
    assert not s.game.abort_by_enemy


@pytest.mark.rule("today 3-2", "today 4-3 note b")
def test_a_rough_engine_that_does_not_burn_asks_nothing(today: Ruleset) -> None:
    s = taking_off(today, 1, 7, 9)
    take_off(s)
    used_up(s)
    assert asked(s) == []
    assert s.bomber.engines_out == 0


@pytest.mark.rule("today 4-3 note b", "today 7-3")
def test_a_wing_that_burns_at_take_off_sends_all_out_over_the_base(today: Ruleset) -> None:
    s = taking_off(today, 1, 7, 1, 6, 6, *[2] * 10)
    assert end(s, take_off) == "bailed_out"
    assert fates(s) == ALL_ALIVE
    assert s.game.bomber_fate == "lost"


@pytest.mark.rule("today 3-2 note b", "today 7-1")
def test_turning_back_means_landing_at_once_with_the_bombs(today: Ruleset) -> None:
    orders = {"take_off_engine_out": "abort", "jumps_at_base": "no"}
    s = taking_off(today, 1, 7, 1, 1, 10, 6, 5, orders=orders, weather_over_base="good")
    take_off(s)
    assert end(s, land_again) == "returned"
    assert -4 in modifiers(s, "landing_on_land")
    assert s.bomber.bombs_aboard
    assert "jettisoned" not in happenings(s)
    assert not s.outbound


@pytest.mark.rule("today 3-3")
def test_a_crash_at_the_barrier_may_be_repaired(today: Ruleset) -> None:
    s = taking_off(today, 1, 10, 1)
    assert end(s, take_off) == "crashed"
    assert s.game.bomber_fate == "repairable"
    assert fates(s) == ALL_ALIVE


@pytest.mark.rule("today 3-3", "today 5-17")
def test_a_wreck_may_hurt_each_man(today: Ruleset) -> None:
    s = taking_off(today, 1, 10, 2, 4, 5, 6, 6, *[3] * 8)
    assert end(s, take_off) == "crashed"
    assert s.game.bomber_fate == "written off"
    assert [one.wounds for one in s.bomber.crew] == ["serious", "killed", *["none"] * 8]
    assert fates(s) == ["returns", "killed", *["returns"] * 8]


@pytest.mark.rule("today 3-3", "today 5-17")
def test_a_burning_wreck_makes_each_wound_worse(today: Ruleset) -> None:
    s = taking_off(today, 1, 10, 3, 4, 5, 4, 3, *[1] * 8)
    assert end(s, take_off) == "crashed"
    assert modifiers(s, "wounds") == [1]
    assert [one.wounds for one in s.bomber.crew[:2]] == ["killed", "serious"]


@pytest.mark.rule("today 3-3")
@pytest.mark.parametrize("face", [4, 5, 6])
def test_past_the_fence_the_bombs_go_up(today: Ruleset, face: int) -> None:
    s = taking_off(today, 1, 10, face)
    assert end(s, lambda s: take(s, "mission", "take_off")) == "crashed"
    assert s.game.bomber_fate == "lost"
    assert fates(s) == ["killed"] * 10
    assert s.cause == "take-off"


@pytest.mark.rule("today 3-2 note c")
def test_an_accident_in_the_murk_makes_even_a_green_crew_lead(today: Ruleset) -> None:
    s = taking_off(today, 2, weather_over_base="poor", cell="low", position=14)
    take_off(s)
    assert (s.game.position, s.game.cell_leader, s.game.mission_lead) == (13, True, False)
    assert s.game.cell_lost_bombers
    s = taking_off(today, 2, weather_over_base="poor", cell="middle", position=4)
    take_off(s)
    assert (s.game.position, s.game.mission_lead) == (1, True)


@pytest.mark.rule("today 3-2 note c")
def test_in_good_weather_there_is_no_accident(today: Ruleset) -> None:
    s = taking_off(today, 2, weather_over_base="good")
    take_off(s)
    assert not s.game.cell_lost_bombers
    assert s.game.position == 2


@pytest.mark.rule("today 4-4")
def test_nothing_else_is_thrown_for_at_the_base(today: Ruleset) -> None:
    s = taking_off(today, 3)
    take_off(s)
    assert rolls(s) == ["take_off"]


def test_set_up_draws_only_what_is_left_open(today: Ruleset) -> None:
    s = prepared(today, 3, 4, 7, 12, 2, 4, 3, 3, seed=5)
    assert (s.campaign, s.game.air_force, s.date) == (3, 15, "1943-12-12")
    assert (s.game.cell, s.game.position) == ("middle", 2)
