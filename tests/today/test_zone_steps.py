"""Zone by zone out and home: weather, the Alps, recall, contrails, escort, giving up, two turns, fuel (4-1 to 4-4)."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import pytest
from bomberstream.core.damage import killed, serious_wound, system_out
from bomberstream.core.mission.ground import ground, settle_letter
from bomberstream.core.ruleset import Ruleset
from bomberstream.core.sortie import Sortie, SortieOver
from bomberstream.core.testing import scripted
from bomberstream.core.zones import RouteZone, Zone
from bomberstream.plugins.today import zones
from bomberstream.plugins.today.zones import (
    abort_decision,
    another_turn,
    divert,
    escort,
    find_pass,
    fly_home,
    fly_out,
    fuel,
    make_zone,
    reach,
    recall,
    second_turn,
    weather,
)
from flights import (
    NO_FIGHTERS,
    asked,
    column,
    count_turns,
    end,
    fates,
    happenings,
    is_taken,
    man,
    modifiers,
    over,
    rolls,
    route,
    run,
    stage,
    stretches,
    told,
    turns,
    used_up,
)

GUNS = 9
"""Gun positions of a B-17G."""
WARM = [1] * GUNS
"""A die for each gun position in extreme cold, and no jam."""


def out(escort: bool = False, weather: int = 1) -> tuple[int, ...]:
    """The dice of a quiet zone on the way out: weather, nothing fails, no contrails; escort in a new range."""
    return (weather, 5, 1, 10, *([5] if escort else []))


def home(escort: bool = False, weather: int = 1) -> tuple[int, ...]:
    """The dice of a quiet zone on the way home."""
    return (weather, 5, 1, *([5] if escort else []))


def at_base(today: Ruleset, *faces: int, route_zones: tuple[RouteZone, ...], **more: Any) -> Sortie:
    """A bomber in the air over its base, with a route of its own."""
    s = stage(today, *faces, step="take_off", **more)
    s.game.route = route(*route_zones)
    return s


def over_the_alps(today: Ruleset, *faces: int, date: str = "1944-01-11", **more: Any) -> Sortie:
    """A bomber on entering a zone of the Alps, in winter: 4-1A is one worse."""
    return stage(today, *faces, date=date, **{"zone.is_alps": True, **NO_FIGHTERS, **more})


# --- the order of a zone


def test_a_zone_takes_its_steps_in_this_order(today: Ruleset) -> None:
    names = [step.name for step in today.procedures["zone"]]
    assert names == [
        "crew_moves",
        "weather",
        "alps_clouds",
        "recall",
        "mechanical_failure",
        "contrails",
        "escort",
        "engines",
        "formation",
        "altitude",
        "troubles",
        "low_flak",
        "first_turn",
        "visibility",
        "flak",
        "slow_over_target",
        "bomb_run",
        "turn_over_target",
        "abort_decision",
        "second_turn",
        "divert",
    ]


def test_a_turn_is_fuel_work_and_fighters(today: Ruleset) -> None:
    assert [step.name for step in today.procedures["turn"]] == ["fuel", "jam_repairs", "work", "fighters"]


# --- 4-1: weather


@pytest.mark.rule("today 4-1")
@pytest.mark.parametrize(
    ("face", "found"), [(1, "clear"), (3, "clear"), (4, "haze"), (7, "half_cloud"), (10, "full_cloud")]
)
def test_the_weather_belongs_to_the_zone(today: Ruleset, face: int, found: str) -> None:
    s = stage(today, face, previous_weather="clear")
    weather(s)
    assert s.zone.weather == found
    assert modifiers(s, "weather") == [-1]


@pytest.mark.rule("today 4-1")
def test_each_zone_looks_back_at_the_one_before(today: Ruleset) -> None:
    s = at_base(
        today,
        *(9, 5, 1, 10, 5),
        *(4, 5, 1, 10),
        *(10, 5, 1, 10),
        route_zones=(over(2, "W"), over(3, "W"), over(4, "W"), over(5, "W")),
        weather_over_base="good",
    )
    reach(s, make_zone(s, over(2, "W")), "out")
    assert (s.zone.weather, modifiers(s, "weather")) == ("half_cloud", [-1])
    reach(s, make_zone(s, over(3, "W")), "out")
    assert (s.zone.weather, modifiers(s, "weather")) == ("haze", [1])
    s.outbound = False
    s.source = scripted(*home())
    reach(s, make_zone(s, over(2, "W")), "home")
    assert modifiers(s, "weather") == []


@pytest.mark.rule("today 4-1")
@pytest.mark.parametrize(("at_home", "shift"), [("good", [-1]), ("poor", [1])])
def test_zone_two_looks_back_at_the_base_on_the_way_out_alone(today: Ruleset, at_home: str, shift: list[int]) -> None:
    s = stage(today, 5, weather_over_base=at_home, **{"zone.number": 2})
    weather(s)
    assert modifiers(s, "weather") == shift
    s = stage(today, 5, weather_over_base=at_home, outbound=False, **{"zone.number": 2})
    weather(s)
    assert modifiers(s, "weather") == []


# --- 4-1A: the Alps


@pytest.mark.rule("today 4-1A")
def test_full_cloud_means_4_1a_over_the_alps_alone(today: Ruleset) -> None:
    s = over_the_alps(today, 10, 10)
    weather(s)
    used_up(s)
    assert rolls(s) == ["weather", "alps_weather"]
    s = stage(today, 10)
    weather(s)
    assert rolls(s) == ["weather"]
    s = over_the_alps(today, 8)
    weather(s)
    assert rolls(s) == ["weather"]


@pytest.mark.rule("today 4-1A")
def test_icing_on_the_way_out_costs_a_turn_in_the_zone_before_and_the_mission(today: Ruleset) -> None:
    s = stage(today, 10, 2, date="1944-01-11", **NO_FIGHTERS)
    before = s.zone
    count_turns(s)
    assert not reach(s, Zone(5, ("A",), ("",), None, is_alps=True), "out")
    used_up(s)
    assert s.zone is before
    assert s.game.aborting == "severe icing over the Alps"
    assert turns(s) == 1
    assert "mechanical_failure" not in rolls(s)


@pytest.mark.rule("today 4-1A", "tonight 4.2.2")
def test_after_icing_the_bomber_goes_home_without_bombing_a_target_in_the_alps(today: Ruleset) -> None:
    zones_of_route = (over(2, "W"), RouteZone(3, ("A",), "NA", ("",), alps=True))
    s = at_base(today, *out(escort=True), 10, 2, route_zones=zones_of_route, date="1944-01-11")
    fly_out(s)
    used_up(s)
    assert (s.zone.number, s.outbound, s.game.bomb_run) == (2, False, "")
    fly_home(s)
    assert stretches(s) == ["out 2", "out 3", "out 3 turned back"]


@pytest.mark.rule("today 4-1A", "tonight 4.2.2")
def test_icing_on_the_way_home_is_tried_again_next_turn(today: Ruleset) -> None:
    s = stage(today, 10, 2, 10, 2, *home(escort=True), date="1944-01-11", outbound=False, **NO_FIGHTERS)
    s.game.route = route(over(2, "I"), over(3, "A", alps=True), over(4, "A"))
    s.source = scripted(10, 2, 10, 2, *home(escort=True), *home())
    fly_home(s)
    used_up(s)
    assert stretches(s) == ["home 3", "home 3 turned back", "home 3", "home 3 turned back", "home 3", "home 2"]
    assert s.game.aborting == ""


@pytest.mark.rule("today 4-1A")
def test_high_cloud_brings_extreme_cold_and_keeps_fighters_away_for_a_turn(today: Ruleset) -> None:
    s = over_the_alps(today, 10, 4, *WARM[:-1], 6, 1, orders={"alps": "go"}, **{"zone.fighters": 0})
    run(s, "zone", "weather", "alps_clouds")
    assert s.bomber.guns["tail"].barrels_jammed == 2
    assert sum(gun.barrels_jammed for gun in s.bomber.guns.values()) == 2
    s.source = scripted(3)
    s.run("turn")
    assert "resistance" not in rolls(s)
    s.source = scripted(1, 1)
    s.run("turn")
    assert rolls(s)[-2:] == ["resistance", "waves"]


@pytest.mark.rule("today 4-1A note c")
def test_in_high_cloud_the_pilot_may_turn_back_on_the_way_out(today: Ruleset) -> None:
    s = over_the_alps(today, 10, 4, *WARM, orders={"alps": "abort"})
    run(s, "zone", "weather", "alps_clouds")
    assert s.game.aborting == "cloud above the Alps"
    assert "alps_passage" not in rolls(s)


@pytest.mark.rule("today 4-1A note c")
@pytest.mark.parametrize("face", [1, 7])
def test_homeward_high_cloud_leaves_no_choice(today: Ruleset, face: int) -> None:
    s = over_the_alps(today, 10, 4, *WARM, face, outbound=False)
    run(s, "zone", "weather", "alps_clouds")
    assert asked(s) == []
    assert rolls(s)[-1] == "alps_passage"
    assert s.outcome == ""


@pytest.mark.rule("today 4-1A note c", "today 5-3D")
@pytest.mark.parametrize("face", [8, 9])
def test_losses_in_the_cloud_change_the_place_in_the_box(today: Ruleset, face: int) -> None:
    s = over_the_alps(today, 10, 3, *WARM, face, 2, orders={"alps": "go"}, position=8, cell="high")
    run(s, "zone", "weather", "alps_clouds")
    assert (s.game.position, s.game.cell_leader) == (7, True)


@pytest.mark.rule("today 4-1A note c")
def test_blind_flight_may_end_on_a_mountainside(today: Ruleset) -> None:
    s = over_the_alps(today, 10, 3, *WARM, 10, orders={"alps": "go"})
    assert end(s, lambda s: s.run("zone")) == "crashed"
    assert fates(s) == ["killed"] * 10


@pytest.mark.rule("today 4-1A")
def test_the_cloud_of_one_zone_is_not_that_of_the_next(today: Ruleset) -> None:
    s = over_the_alps(today, 1, cloud_over_alps=True)
    run(s, "zone", "weather", "alps_clouds")
    assert rolls(s) == ["weather"]


# --- a pass for those who cannot fly high


@pytest.mark.rule("tonight 4.2.1")
@pytest.mark.parametrize("face", [1, 7])
def test_a_low_bomber_that_finds_a_pass_has_spent_a_turn(today: Ruleset, face: int) -> None:
    s = stage(today, face, 5, altitude="low", in_formation=False, **NO_FIGHTERS)
    count_turns(s)
    assert find_pass(s, "out")
    used_up(s)
    assert turns(s) == 1
    assert s.game.aborting == ""


@pytest.mark.rule("tonight 4.2.1")
def test_a_pass_may_be_the_wrong_one(today: Ruleset) -> None:
    s = stage(today, 1, 6, altitude="low", in_formation=False, **NO_FIGHTERS)
    assert end(s, lambda s: find_pass(s, "out")) == "crashed"
    assert fates(s) == ["killed"] * 10


@pytest.mark.rule("tonight 4.2.1")
@pytest.mark.parametrize("face", [8, 10])
def test_without_a_pass_a_low_bomber_turns_back_on_the_way_out(today: Ruleset, face: int) -> None:
    s = stage(today, face, altitude="low", in_formation=False, **NO_FIGHTERS)
    assert not reach(s, Zone(5, ("A",), ("",), None, is_alps=True), "out")
    used_up(s)
    assert (s.zone.number, s.game.aborting) == (4, "no pass through the Alps")


@pytest.mark.rule("tonight 4.2.1")
def test_without_a_pass_a_low_bomber_tries_again_on_the_way_home(today: Ruleset) -> None:
    # Clear weather all the way: one die for the weather and two for machinery in each zone.
    s = stage(
        today, altitude="low", in_formation=False, outbound=False, orders={"climb": "no", "divert": "no"}, **NO_FIGHTERS
    )
    s.game.route = route(over(2, "I"), over(3, "S", alps=True), over(4, "A"))
    s.source = scripted(8, 9, 3, 5, *home(escort=True), *home(), *[3, 4] * 4)
    fly_home(s)
    assert stretches(s)[:4] == ["home pass before 4", "home pass before 4", "home pass before 4", "home 3"]
    assert s.game.aborting == ""


@pytest.mark.rule("tonight 4.2.1")
def test_a_bomber_at_formation_altitude_needs_no_pass(today: Ruleset) -> None:
    s = stage(today, *out(escort=True), **NO_FIGHTERS)
    assert reach(s, Zone(5, ("A",), ("",), None, is_alps=True), "out")
    assert "alps_pass" not in rolls(s)


# --- 4-2: recall


@pytest.mark.rule("today 4-2")
@pytest.mark.parametrize(
    ("state", "taken"),
    [
        ({"weather": "full_cloud"}, True),
        ({"weather": "half_cloud"}, False),
        ({"weather": "full_cloud", "outbound": False}, False),
        ({"weather": "full_cloud", "zone.is_target": True}, False),
    ],
)
def test_a_recall_comes_in_full_cloud_before_the_target_and_never_homeward(
    today: Ruleset, state: Mapping[str, Any], taken: bool
) -> None:
    assert is_taken(stage(today, **state), "zone", "recall") is taken


@pytest.mark.rule("today 4-2")
@pytest.mark.parametrize(("faces", "recalled"), [((0, 1), True), ((0, 6), True), ((0, 7), False), ((0, 0), False)])
def test_one_to_six_of_a_hundred_is_a_recall(today: Ruleset, faces: tuple[int, int], recalled: bool) -> None:
    s = stage(today, *faces, weather="full_cloud")
    recall(s)
    assert bool(s.game.aborting) is recalled


@pytest.mark.rule("today 4-2")
def test_a_recalled_bomber_turns_with_its_group_and_keeps_its_place(today: Ruleset) -> None:
    s = stage(today, 0, 3, weather="full_cloud", **NO_FIGHTERS)
    recall(s)
    abort_decision(s)
    used_up(s)
    assert s.game.aborts_with_group
    assert s.game.in_formation
    assert not s.game.abort_by_enemy
    s.outbound = False
    s.source = scripted(*home(escort=True))
    reach(s, Zone(3, ("W",), ("",), None), "home")
    assert s.game.in_formation


@pytest.mark.rule("today 4-2 note c")
@pytest.mark.parametrize(
    ("in_formation", "radio_out", "heard"), [(True, True, True), (False, False, True), (False, True, False)]
)
def test_only_a_bomber_alone_without_radio_hears_no_recall(
    today: Ruleset, in_formation: bool, radio_out: bool, heard: bool
) -> None:
    s = stage(
        today, *([0, 1] if heard else []), weather="full_cloud", in_formation=in_formation, out={"radio": radio_out}
    )
    recall(s)
    used_up(s)
    assert bool(s.game.aborting) is heard
    assert s.game.aborts_with_group is (heard and in_formation)


@pytest.mark.rule("tonight 4.5")
def test_a_recalled_bomber_may_jettison(today: Ruleset) -> None:
    s = stage(today, 0, 3, weather="full_cloud", orders={"jettison": "yes"}, **{"zone.number": 2, **NO_FIGHTERS})
    recall(s)
    abort_decision(s)
    assert not s.bomber.bombs_aboard


# --- 4-4: contrails


@pytest.mark.rule("today 4-4")
@pytest.mark.parametrize(("face", "formed"), [(1, True), (3, True), (4, False), (10, False)])
def test_contrails_form_on_one_to_three(today: Ruleset, face: int, formed: bool) -> None:
    s = run(stage(today, face), "zone", "contrails")
    assert s.zone.contrails is formed
    assert ("contrails" in happenings(s)) is formed


@pytest.mark.rule("today 4-4")
def test_no_contrails_low_down_or_homeward(today: Ruleset) -> None:
    assert not run(stage(today, altitude="low"), "zone", "contrails").zone.contrails
    assert not run(stage(today, outbound=False), "zone", "contrails").zone.contrails


@pytest.mark.rule("today 4-4")
def test_the_target_zone_has_contrails_too(today: Ruleset) -> None:
    assert run(stage(today, 2, **{"zone.is_target": True}), "zone", "contrails").zone.contrails


# --- 2-13: escort


@pytest.mark.rule("today 2-13")
def test_the_escort_is_rolled_once_for_a_range_of_zones(today: Ruleset) -> None:
    s = stage(today, 7, 1, campaign=3)
    found = []
    for number in range(2, 11):
        s.zone = Zone(number)
        escort(s)
        found.append(s.zone.escort)
    used_up(s)
    assert found == ["good"] * 4 + ["none"] * 5
    assert column(s, "escort") == "3:6-10"


@pytest.mark.rule("today 2-13")
def test_the_escort_is_rolled_anew_homeward(today: Ruleset) -> None:
    s = stage(today, 7, campaign=3, **NO_FIGHTERS)
    escort(s)
    s.game.route = route(over(2, "W"), over(3, "W"), over(4, "W"))
    s.outbound = False
    s.source = scripted(1, 5, 1, 1, *home())
    fly_home(s)
    used_up(s)
    assert s.zone.escort == "poor"


@pytest.mark.rule("today 2-13")
def test_no_escort_reaches_zone_eleven_in_campaign_two(today: Ruleset) -> None:
    for face in range(1, 11):
        s = stage(today, face, campaign=2, bomber="b-17f", **{"zone.number": 11})
        escort(s)
        assert s.zone.escort == "none"


@pytest.mark.rule("today 2-13")
def test_the_escort_stays_while_the_bomber_turns_in_its_zone(today: Ruleset) -> None:
    s = stage(today, 8, campaign=3, **NO_FIGHTERS)
    escort(s)
    another_turn(s, "turning")
    used_up(s)
    assert s.zone.escort == "good"


# --- 4.5: giving up


@pytest.mark.rule("tonight 4.5")
def test_a_bomber_that_gives_up_turns_with_another_turn_in_its_zone_and_goes_home(today: Ruleset) -> None:
    zones_of_route = (over(2, "W"), over(3, "W"), over(4, "W"))
    s = at_base(today, *out(escort=True), *out(), route_zones=zones_of_route, orders={"jettison": "yes"})
    reach(s, make_zone(s, zones_of_route[0]), "out")
    s.game.route = route(*zones_of_route[1:])
    s.source = scripted(*out())
    s.game.reasons_to_abort.append("no heat in the suits")
    s.orders = stage(today, orders={"abort": "yes", "jettison": "yes"}).orders
    fly_out(s)
    used_up(s)
    assert (s.zone.number, s.outbound) == (3, False)
    assert stretches(s)[-2:] == ["out 3", "out 3 turning"]
    assert s.game.aborting == "no heat in the suits"
    assert not s.game.in_formation
    assert not s.bomber.bombs_aboard
    s.game.route = route(*zones_of_route)
    s.source = scripted(*home(escort=True))
    fly_home(s)
    assert s.zone.number == 2
    assert "bomb_run" not in rolls(s)


@pytest.mark.rule("tonight 4.5")
def test_the_bombs_may_be_kept_on_the_way_home(today: Ruleset) -> None:
    s = stage(today, in_formation=False, orders={"abort": "yes", "jettison": "no"}, **NO_FIGHTERS)
    abort_decision(s)
    assert s.bomber.bombs_aboard
    assert ("jettison" in asked(s)) is True


@pytest.mark.rule("tonight 4.5")
def test_with_a_reason_the_pilot_is_asked_and_may_go_on(today: Ruleset) -> None:
    s = stage(today, orders={"abort": "no"}, **NO_FIGHTERS)
    s.game.reasons_to_abort.append("all turbos out")
    abort_decision(s)
    assert asked(s) == ["abort"]
    assert s.game.aborting == ""
    assert s.game.turn_of_zone == 1


@pytest.mark.rule("tonight 4.5")
@pytest.mark.parametrize("trades", [("navigator",), ("pilot", "copilot")])
@pytest.mark.parametrize("wounds", ["serious", "killed"])
def test_alone_without_navigator_or_pilots_the_mission_is_over(
    today: Ruleset, trades: tuple[str, ...], wounds: str
) -> None:
    grades = {"serious": serious_wound, "killed": killed}
    for alone in (True, False):
        s = stage(today, in_formation=not alone, orders={"abort": "no"}, **NO_FIGHTERS)
        s.under_attack_by = "fighter"
        for trade in trades:
            s.man = man(s, trade)
            grades[wounds].function(s)
        s.under_attack_by = ""
        abort_decision(s)
        assert bool(s.game.aborting) is alone
        assert s.game.abort_by_enemy is alone


@pytest.mark.rule("tonight 4.5")
def test_with_one_pilot_left_a_straggler_goes_on(today: Ruleset) -> None:
    s = stage(today, in_formation=False, orders={"abort": "no"}, **{"pilot.wounds": "killed"}, **NO_FIGHTERS)
    abort_decision(s)
    assert s.game.aborting == ""


@pytest.mark.rule("tonight 4.5")
def test_nobody_gives_up_over_the_target_or_on_the_way_home(today: Ruleset) -> None:
    assert not is_taken(stage(today, **{"zone.is_target": True}), "zone", "abort_decision")
    assert not is_taken(stage(today, outbound=False), "zone", "abort_decision")
    s = stage(today, outbound=False)
    zones.give_up(s, "tired")
    assert s.game.aborting == ""
    s = stage(today)
    s.game.bomb_run = "on_target"
    zones.give_up(s, "tired")
    assert s.game.aborting == ""


@pytest.mark.rule("tonight 4.5")
def test_the_first_reason_for_giving_up_stands(today: Ruleset) -> None:
    s = stage(today)
    zones.give_up(s, "recalled", with_group=True)
    zones.give_up(s, "two engines out")
    assert (s.game.aborting, s.game.aborts_with_group) == ("recalled", True)


@pytest.mark.rule("tonight 4.5")
def test_any_pilot_may_give_up_at_will(today: Ruleset) -> None:
    s = stage(today, orders={"abort": "yes"}, **NO_FIGHTERS)
    abort_decision(s)
    assert s.game.aborting


# --- two turns a zone


@pytest.mark.rule("tonight 5.10")
def test_a_slow_bomber_spends_two_turns_without_new_weather_or_failures(today: Ruleset) -> None:
    zone = Zone(5, ("W",), ("",), None)
    s = stage(
        today,
        *(1, 5, 1, 5),
        engines_out=[1, 2],
        bombs_aboard=False,
        in_formation=False,
        altitude="low",
        outbound=False,
        orders={"climb": "no"},
    )
    count_turns(s)
    reach(s, zone, "home")
    used_up(s)
    assert stretches(s) == ["home 5", "home 5 again"]
    assert (turns(s), s.game.turn_of_zone) == (2, 2)
    assert rolls(s).count("weather") == rolls(s).count("mechanical_failure") == 1


@pytest.mark.rule("tonight 5.10")
def test_a_fast_bomber_spends_one(today: Ruleset) -> None:
    s = stage(today, *out(escort=True))
    reach(s, Zone(5, ("W",), ("",), None), "out")
    assert stretches(s) == ["out 5"]


@pytest.mark.rule("tonight 5.10")
def test_never_more_than_two_turns_in_a_zone(today: Ruleset) -> None:
    s = stage(today, in_formation=False, **NO_FIGHTERS)
    s.game.slow.add("bomb bay doors jammed open")
    s.game.turn_of_zone = 2
    count_turns(s)
    second_turn(s)
    assert turns(s) == 0


@pytest.mark.rule("tonight 5.10", "tonight 4.5")
def test_a_slow_bomber_that_turns_back_takes_no_third_turn(today: Ruleset) -> None:
    s = stage(
        today,
        *(1, 5, 1, 10, 5),
        in_formation=False,
        altitude="low",
        orders={"abort": "yes", "climb": "no"},
        **{"out.navigation": True},
    )
    count_turns(s)
    reach(s, Zone(5, ("W",), ("",), None), "out")
    assert turns(s) == 2
    assert stretches(s) == ["out 5", "out 5 turning"]


@pytest.mark.rule("tonight 5.10")
def test_over_the_target_the_second_turn_is_the_business_of_the_target(today: Ruleset) -> None:
    assert not is_taken(stage(today, **{"zone.is_target": True}), "zone", "second_turn")
    assert is_taken(stage(today, outbound=False), "zone", "second_turn")


# --- friendly and neutral ground


def low_over(today: Ruleset, *codes: str, date: str = "1944-01-11", choice: str = "yes", **more: Any) -> Sortie:
    """A straggler over a country."""
    s = stage(
        today,
        date=date,
        in_formation=False,
        orders={"divert": choice, "jumps_at_base": "no"},
        bombs_aboard=False,
        **more,
    )
    s.zone.over, s.zone.region = codes, ("",) * len(codes)
    return s


@pytest.mark.rule("tonight 10.1")
def test_a_straggler_may_be_interned(today: Ruleset) -> None:
    s = low_over(today, "G", "S")
    s.source = scripted(5, 4)
    assert end(s, divert) == "interned"
    assert s.zone.code == "S"
    assert fates(s) == ["interned"] * 10
    assert s.game.bomber_fate == "lost"


@pytest.mark.rule("tonight 7.0")
def test_a_straggler_may_land_among_friends(today: Ruleset) -> None:
    s = low_over(today, "E", "W", outbound=False)
    s.source = scripted(5, 4)
    assert end(s, divert) == "force_landed"
    assert -3 not in modifiers(s, "landing_on_land")
    assert fates(s) == ["returns"] * 10


@pytest.mark.rule("tonight 7.0")
@pytest.mark.parametrize("codes", [("G",), ("W",), ("F", "G")])
def test_nobody_diverts_to_the_enemy_or_the_sea(today: Ruleset, codes: tuple[str, ...]) -> None:
    s = low_over(today, *codes)
    divert(s)
    assert asked(s) == []


@pytest.mark.rule("tonight 7.0")
def test_nobody_diverts_in_the_alps_in_formation_or_against_his_will(today: Ruleset) -> None:
    s = low_over(today, "S", **{"zone.is_alps": True})
    divert(s)
    assert asked(s) == []
    s = low_over(today, "S", choice="no")
    divert(s)
    assert (asked(s), s.outcome) == (["divert"], "")
    assert not is_taken(stage(today, in_formation=True), "zone", "divert")


@pytest.mark.rule("tonight 7.0")
def test_a_straggler_may_divert_over_the_target_too_but_bombs_it_first(today: Ruleset) -> None:
    assert is_taken(stage(today, in_formation=False, **{"zone.is_target": True}), "zone", "divert")
    steps = [step.name for step in today.procedures["zone"]]
    assert steps.index("bomb_run") < steps.index("turn_over_target") < steps.index("divert")


# --- letters, holders, fighters of a zone


@pytest.mark.rule("tonight 2.6")
@pytest.mark.parametrize(("face", "letter"), [(1, "N"), (3, "N"), (4, "G"), (6, "G")])
def test_a_die_says_which_of_two_letters_and_is_kept(today: Ruleset, face: int, letter: str) -> None:
    s = stage(today, face, **{"zone.over": ["N", "G"]})
    assert [settle_letter(s), settle_letter(s)] == [letter, letter]
    used_up(s)
    assert settle_letter(stage(today, **{"zone.over": "F"})) == "F"


@pytest.mark.rule("tonight 2.6")
@pytest.mark.parametrize(("choice", "letter"), [("first", "N"), ("second", "G")])
def test_a_bomber_under_control_takes_its_letter(today: Ruleset, choice: str, letter: str) -> None:
    s = stage(today, orders={"letter": choice}, **{"zone.over": ["N", "G"]})
    assert settle_letter(s, controlled=True) == letter


@pytest.mark.rule("tonight 2.6")
@pytest.mark.parametrize(("code", "holder"), [("G", "axis"), ("S", "neutral"), ("E", "friendly"), ("W", "water")])
def test_who_holds_the_ground(today: Ruleset, code: str, holder: str) -> None:
    assert ground(stage(today, date="1944-01-11", **{"zone.over": code})) == holder


@pytest.mark.rule("tonight 2.6")
@pytest.mark.parametrize(("face", "holder"), [(3, "friendly"), (4, "axis")])
def test_at_the_front_a_die_says_who_holds_the_ground(today: Ruleset, face: int, holder: str) -> None:
    s = stage(today, face, date="1944-06-20")
    s.zone.over, s.zone.region = ("F",), ("Normandy bridgehead and Cotentin",)
    assert ground(s) == holder
    used_up(s)


@pytest.mark.rule("today 5-1")
def test_a_zone_has_the_fighters_of_its_campaign(today: Ruleset) -> None:
    given = RouteZone(4, ("G",), (-6, -5, -4, -3, -2, "NA"), ("",))
    found = []
    for campaign in range(1, 7):
        s = stage(today, campaign=campaign, bomber="b-17f" if campaign < 5 else "b-17g")
        s.game.route = route(given)
        found.append(make_zone(s, given).fighters)
    assert found == [-6, -5, -4, -3, -2, None]


@pytest.mark.rule("today 5-1")
@pytest.mark.parametrize(("day", "fighters"), [("1944-06-05", -4), ("1944-06-20", -4), ("1944-11-10", None)])
def test_no_fighters_come_behind_the_front(today: Ruleset, day: str, fighters: int | None) -> None:
    given = RouteZone(4, ("W", "F"), -4, ("", "Normandy bridgehead and Cotentin"))
    s = stage(today, date=day)
    s.game.route = route(given)
    assert make_zone(s, given).fighters == fighters


# --- the legs


def test_the_way_home_leads_through_every_zone_to_the_second(today: Ruleset) -> None:
    s = stage(today, *home(escort=True), *home(), *home(), outbound=False, **{"zone.number": 5, **NO_FIGHTERS})
    s.game.route = route(*(over(number, "W") for number in range(2, 6)))
    fly_home(s)
    used_up(s)
    assert stretches(s) == ["home 4", "home 3", "home 2"]
    assert [facts["leg"] for facts in told(s, "zone")] == ["homebound"] * 3


@pytest.mark.rule("today 4-3A", "today 4-4", "today 5-1")
def test_zone_one_has_no_weather_failures_contrails_or_fighters(today: Ruleset) -> None:
    asked_there = {step.name for step in today.procedures["landing"]}
    assert asked_there == {"weather_at_home", "jump_before_landing", "land_at_base"}


def test_the_target_zone_is_the_last_and_turns_the_bomber(today: Ruleset) -> None:
    zones_of_route = (over(2, "W"), over(3, "G"))
    s = at_base(
        today,
        *out(escort=True),
        *out(),
        *(6, 2),
        *(4, 4, 3, 4),
        1,
        route_zones=zones_of_route,
        campaign=1,
        bomber="b-17f",
    )
    fly_out(s)
    used_up(s)
    assert s.game.zones == 3
    assert s.zone.is_target
    assert not s.outbound
    assert stretches(s)[-1] == "out 3 turning"
    assert (s.game.bomb_run, s.game.bombing_percent) == ("on_target", 20)


def test_the_zone_in_which_a_bomber_is_lost_counts_as_reached(today: Ruleset) -> None:
    zones_of_route = (over(2, "W"), over(3, "W"))
    s = at_base(today, *out(escort=True), 1, route_zones=zones_of_route)
    s.bomber.fuel_turns = 1
    s.orders = stage(today, orders={"come_down": "land"}).orders
    s.source = scripted(*out(escort=True), *out(), 6, 6, *[1] * 11)
    end(s, fly_out)
    assert s.game.zones == 3


# --- fuel


@pytest.mark.rule("today 4-3 note e")
def test_fuel_for_two_turns_lasts_two_turns(today: Ruleset) -> None:
    s = stage(today, orders={"come_down": "jump", "letter": "first"}, **NO_FIGHTERS)
    s.bomber.fuel_turns = 2
    fuel(s)
    fuel(s)
    assert s.bomber.fuel_turns == 0
    s.source = scripted(*[2, 1] * 10)
    with pytest.raises(SortieOver):
        fuel(s)
    assert (s.outcome, s.cause) == ("bailed_out", "fuel")


@pytest.mark.rule("today 4-3 note e")
def test_with_enough_fuel_nobody_counts_it(today: Ruleset) -> None:
    s = stage(today, **NO_FIGHTERS)
    for _ in range(30):
        fuel(s)
    assert s.bomber.fuel_turns is None


def test_a_turn_frees_the_busy_hands(today: Ruleset) -> None:
    s = stage(today)
    man(s, "engineer").is_busy = True
    fuel(s)
    assert not man(s, "engineer").is_busy


# --- what waits for the next zone


@pytest.mark.rule("today 5-3D")
def test_what_waits_for_the_next_zone_takes_hold_on_entering_it(today: Ruleset) -> None:
    s = stage(today, *out(escort=True))
    s.pending.append((lambda s: system_out.function(s, "radio"),))
    s.run_step("turn", "fuel")
    assert "radio" not in s.bomber.out
    reach(s, Zone(5, ("W",), ("",), None), "out")
    assert "radio" in s.bomber.out
    assert s.pending == []


@pytest.mark.rule("today 5-3D")
def test_an_event_of_one_zone_is_over_in_the_next(today: Ruleset) -> None:
    s = stage(today, *out(escort=True))
    s.game.passing_events.add("shadowed")
    reach(s, Zone(5, ("W",), ("",), None), "out")
    assert s.game.passing_events == set()
