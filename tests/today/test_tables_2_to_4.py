"""Tables 2-9 to 4-8: what each die gives, what changes it, and what the rows with consequences do."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest
from bomberstream.core.combat import parse_position
from bomberstream.core.dice import ScriptedSource, SeededSource
from bomberstream.core.ruleset import Ruleset
from bomberstream.core.sortie import Sortie, SortieOver
from bomberstream.core.zones import Zone
from bomberstream.plugins.today.fighters import extra_fighter, join
from bomberstream.plugins.today.setup import take_place
from bomberstream.plugins.today.troubles import troubles, work
from bomberstream.plugins.today.zones import escort, recall
from walking_tables import rolled, spans, values, walk, walk_totals

Stage = Callable[..., Sortie]

BOMBERS = ("b-17f", "b-17g", "b-24d", "b-24j")
SUITS = {"engineer", "ball_gunner", "left_waist_gunner", "right_waist_gunner", "tail_gunner"}


def carry_out(s: Sortie, role: str) -> Any:
    """Roll, with all its consequences; every die of the script must be used."""
    result = s.carry_out(role).result
    assert isinstance(s.source, ScriptedSource)
    assert s.source.left == []
    return result


def ends(s: Sortie, role: str, *faces: int) -> None:
    """Roll with these dice first; the flight must end with it."""
    s.source = ScriptedSource(faces, then=SeededSource("the end"))
    with pytest.raises(SortieOver):
        s.carry_out(role)


def percent(number: int) -> tuple[int, int]:
    """The two ten-sided dice that show a number from 1 to 100."""
    return number // 10 % 10, number % 10


def fails(stage: Stage, bomber: str, number: int, *faces: int, **state: Any) -> Sortie:
    """A bomber in which the system of this number has failed (4-3B or 4-3C)."""
    s = stage({name.replace("__", "."): value for name, value in state.items()}, bomber=bomber)
    s.source = ScriptedSource((*percent(number), *faces))
    carry_out(s, "failed_system")
    return s


# --- 2: before the mission


@pytest.mark.rule("today 2-9")
def test_nose_turret_of_a_b24j(today: Ruleset, staged: Stage) -> None:
    assert walk(today.tables["2-9"]) == spans((1, 2, "consolidated"), (3, 6, "emerson"))
    assert staged(bomber="b-24j").game.nose_turret in ("consolidated", "emerson")
    assert staged(bomber="b-24d").game.nose_turret == "none"


@pytest.mark.rule("today 2-10A")
def test_cell(today: Ruleset) -> None:
    assert walk(today.tables["2-10A"]) == spans((1, 2, "high"), (3, 4, "middle"), (5, 6, "low"))


AGAIN = "roll_again"


@pytest.mark.rule("today 2-10B")
@pytest.mark.parametrize(
    ("cell", "places"),
    [
        ("middle", [1, 1, 1, 1, 2, 3, 4, 5, 6, AGAIN, AGAIN]),
        ("high", [7, 7, 7, 7, 8, 9, 10, 12, AGAIN, 11, 11]),
        ("low", [13, 13, 13, 13, 14, 15, 16, 17, AGAIN, 18, 18]),
    ],
)
def test_place_in_the_cell(today: Ruleset, staged: Stage, cell: str, places: list[Any]) -> None:
    table = today.tables["2-10B"]
    assert walk(table, cell) == dict(zip(range(2, 13), places, strict=True))
    assert table.column is not None
    assert table.column(staged({"cell": cell})) == cell


LEADER = {"pilot": 5, "bombardier": 5, "navigator": 5}
TAIL = {"tail_gunner": 5}


@pytest.mark.rule("today 2-10B")
@pytest.mark.parametrize(
    ("cell", "roll", "demands", "drawn"),
    [
        ("middle", 2, LEADER, "12 level"),
        ("high", 5, LEADER, "12 level"),
        ("low", 3, LEADER, "12 level"),
        ("high", 11, TAIL, "6 high"),
        ("high", 12, TAIL, "6 high"),
        ("low", 11, TAIL, "6 low"),
        ("low", 12, TAIL, "6 low"),
    ],
)
def test_place_that_draws_a_fighter(
    today: Ruleset, staged: Stage, cell: str, roll: int, demands: dict[str, int], drawn: str
) -> None:
    found = today.tables["2-10B"].find(roll, roll, cell)
    assert found.data.reroll_up_to == demands
    assert [(one.type, one.at) for one in found.data.attackers] == [("me-109", (drawn,))]

    s = staged(position=str(found.result))
    extra_fighter.do(s)
    assert s.game.fighters == []  # none joins where none attacks
    join(s, today.fighters["fw-190"], *parse_position("3 high"))
    extra_fighter.do(s)
    assert [(one.type.id, one.position) for one in s.game.fighters] == [("fw-190", "3 high"), ("me-109", drawn)]


@pytest.mark.rule("today 2-10B")
@pytest.mark.parametrize("roll", range(6, 11))
@pytest.mark.parametrize("cell", ["middle", "high", "low"])
def test_place_that_asks_for_nothing(today: Ruleset, staged: Stage, cell: str, roll: int) -> None:
    found = today.tables["2-10B"].find(roll, roll, cell)
    assert found.data is None
    if found.result != AGAIN:
        s = staged(position=str(found.result))
        join(s, today.fighters["fw-190"], *parse_position("3 high"))
        extra_fighter.do(s)
        assert len(s.game.fighters) == 1


def takes_place(stage: Stage, faces: list[int], **missions: int) -> int:
    """The place that a crew of six missions gets with these dice, the men named having flown fewer."""
    s = stage(faces=faces, missions="6")
    for trade, flown in missions.items():
        s.bomber.man_of(trade).missions = flown
    del s.setup.options["position"]
    take_place(s)
    assert s.source.left == []
    return s.game.position


@pytest.mark.rule("today 2-10B")
@pytest.mark.parametrize("green", ["pilot", "bombardier", "navigator"])
@pytest.mark.parametrize(("cell", "lead", "next_one"), [(3, 1, 2), (1, 7, 8), (5, 13, 14)])
def test_leaders_need_six_missions(staged: Stage, green: str, cell: int, lead: int, next_one: int) -> None:
    assert takes_place(staged, [cell, 1, 1]) == lead
    assert takes_place(staged, [cell, 1, 1, 3, 3], **{green: 5}) == next_one
    assert takes_place(staged, [cell, 1, 1], copilot=0, tail_gunner=0) == lead


@pytest.mark.rule("today 2-10B")
@pytest.mark.parametrize(("cell", "tail", "next_one"), [(2, 11, 8), (6, 18, 14)])
def test_tail_end_needs_a_tail_gunner_of_six_missions(staged: Stage, cell: int, tail: int, next_one: int) -> None:
    assert takes_place(staged, [cell, 6, 6]) == tail
    assert takes_place(staged, [cell, 6, 6, 3, 3], tail_gunner=5) == next_one
    assert takes_place(staged, [cell, 6, 6], pilot=0, bombardier=0, navigator=0) == tail


@pytest.mark.rule("today 2-10B")
def test_middle_cell_has_no_tail_end_and_its_leader_leads_the_mission(staged: Stage) -> None:
    assert takes_place(staged, [4, 5, 6, 6, 6, 3, 4]) == 3
    for place, leads_cell, leads_all in ((1, True, True), (7, True, False), (13, True, False), (2, False, False)):
        s = staged(position=str(place))
        assert (s.game.cell_leader, s.game.mission_lead) == (leads_cell, leads_all)


ESCORT = {
    # none, poor, fair, good; "-" for N/A
    "1:2-5": "1 2-3 4-6 7-10",
    "1:6-15": "1-10 - - -",
    "2:2-5": "- 1-2 3-6 7-10",
    "2:6-10": "1-2 3-7 8-10 -",
    "2:11-15": "1-10 - - -",  # all N/A in print: no escort
    "3:2-5": "- 1-2 3-6 7-10",
    "3:6-10": "1 2-3 4-7 8-10",
    "3:11-11": "1-2 3-6 7-8 9-10",
    "3:12-15": "1-2 3-7 8-10 -",
    "4:2-7": "- 1-3 4-7 8-10",
    "4:8-9": "1 2-3 4-8 9-10",
    "4:10-12": "1-2 3-6 7-10 -",
    "4:13-15": "1-2 3-7 8-10 -",
    "5:2-7": "- 1-2 3-6 7-10",
    "5:8-9": "- 1-2 3-7 8-10",
    "5:10-15": "1-2 3-6 7-8 9-10",
    "6:2-5": "- 1-2 3-5 6-10",
    "6:6-10": "- 1-2 3-6 7-10",
    "6:11-15": "1 2-5 6-7 8-10",
}


@pytest.mark.rule("today 2-13")
@pytest.mark.parametrize("column", ESCORT)
def test_escort(today: Ruleset, column: str) -> None:
    expected = {}
    for level, span in zip(("none", "poor", "fair", "good"), ESCORT[column].split(), strict=True):
        if span != "-":
            first, _, last = span.partition("-")
            expected |= spans((int(first), int(last or first), level))
    assert walk(today.tables["2-13"], column) == expected
    assert today.tables["2-13"].columns == tuple(ESCORT)


@pytest.mark.rule("today 2-13")
@pytest.mark.parametrize("campaign", range(1, 7))
def test_every_zone_lies_in_one_range_of_escort(staged: Stage, campaign: int) -> None:
    found = {}
    for number in range(2, 16):
        s = staged({"campaign": campaign, "zone.number": number}, faces=[5])
        escort.do(s)
        found[number] = s.game.escort_range
    ranges = [column.partition(":")[2].split("-") for column in ESCORT if column.startswith(f"{campaign}:")]
    expected = {
        number: f"{campaign}:{first}-{last}" for first, last in ranges for number in range(int(first), int(last) + 1)
    }
    assert found == expected


@pytest.mark.rule("today 2-13")
def test_escort_is_rolled_once_for_a_range(staged: Stage) -> None:
    """The printed example: campaign 3, zone 6, a 5 is fair and a 1 is none, up to zone 10."""
    for die, level in ((5, "fair"), (1, "none")):
        s = staged(faces=[die, 9])
        for number in range(6, 11):
            s.zone.number = number
            escort.do(s)
            assert s.zone.escort == level
        assert s.source.left == [9]
        s.zone.number = 11
        escort.do(s)
        assert s.zone.escort == "good"


# --- 3: weather at home, take-off


@pytest.mark.rule("today 3-1")
def test_weather_over_the_base(today: Ruleset) -> None:
    assert walk_totals(today.tables["3-1"], -1, 13) == spans((-1, 0, "bad"), (1, 2, "poor"), (3, 13, "good"))


@pytest.mark.rule("today 3-1")
@pytest.mark.parametrize(
    ("air_force", "months"),
    [
        (8, {1: -2, 2: -2, 12: -2, 3: -1, 4: -1, 10: -1, 11: -1}),
        (15, {5: 1, 10: 1, 6: 2, 9: 2, 7: 3, 8: 3}),
    ],
)
def test_seasons_over_the_base(today: Ruleset, staged: Stage, air_force: int, months: dict[int, int]) -> None:
    s = staged({"air_force": air_force})
    for month in range(1, 13):
        s.date = f"1944-{month:02}-15"
        assert values(today.tables["3-1"], s) == ([months[month]] if month in months else [])


@pytest.mark.rule("today 3-2")
def test_take_off(today: Ruleset) -> None:
    assert walk(today.tables["3-2"]) == spans(
        (1, 1, "engine_trouble"), (2, 2, "formation_accident"), (3, 10, "airborne")
    )


@pytest.mark.rule("today 3-2")
@pytest.mark.parametrize(
    ("weather", "position", "lead", "mission_lead"),
    [("poor", 9, 7, False), ("poor", 15, 13, False), ("poor", 4, 1, True)],
)
def test_accident_in_the_murk_gives_the_cell_lead(
    staged: Stage, weather: str, position: int, lead: int, mission_lead: bool
) -> None:
    s = staged({"weather_over_base": weather}, position=str(position), faces=[2])
    carry_out(s, "take_off")
    assert s.game.cell_lost_bombers
    assert s.game.cell_leader
    assert s.game.position == lead
    assert s.game.mission_lead is mission_lead


@pytest.mark.rule("today 3-2")
def test_no_accident_in_good_weather(staged: Stage) -> None:
    for die in (2, *range(3, 11)):
        s = staged({"weather_over_base": "good" if die == 2 else "poor"}, position="9", faces=[die])
        carry_out(s, "take_off")
        assert not s.game.cell_lost_bombers
        assert not s.game.cell_leader
        assert rolled(s) == ["3-2"]


@pytest.mark.rule("today 3-2 note a")
@pytest.mark.parametrize("bomber", BOMBERS)
def test_rough_engine(today: Ruleset, staged: Stage, bomber: str) -> None:
    assert walk(today.tables["3-2 note a"]) == spans(
        (1, 6, "false_alarm"), (7, 9, "engine_malfunction"), (10, 10, "crash")
    )
    for die, *more in ([6], [7, 9], [9, 10], [10, 1]):
        s = staged(bomber=bomber, faces=[1, die, *more])
        carry_out(s, "take_off")
        then = {6: [], 7: ["4-3 note b"], 9: ["4-3 note b"], 10: ["3-3"]}[die]
        assert rolled(s) == ["3-2", "3-2 note a", *then]
        assert s.bomber.engines_out == 0


@pytest.mark.rule("today 3-3")
def test_crash_at_take_off(today: Ruleset, staged: Stage) -> None:
    assert walk(today.tables["3-3"]) == spans(
        (1, 1, "repairable"), (2, 2, "wrecked"), (3, 3, "wrecked_with_fire"), (4, 6, "destroyed")
    )
    s = staged(faces=[1])
    carry_out(s, "take_off_crash")
    assert s.game.bomber_fate == "repairable"
    for die in (4, 5, 6):
        s = staged()
        ends(s, "take_off_crash", die)
        assert all(man.is_dead for man in s.bomber.crew)


@pytest.mark.rule("today 3-3", "today 3-3 note a")
@pytest.mark.parametrize(("die", "bonus", "wound"), [(2, 0, "light"), (3, 1, "serious")])
def test_every_man_may_be_hurt_in_the_crash(today: Ruleset, staged: Stage, die: int, bonus: int, wound: str) -> None:
    """One man is hurt and rolls a 3: light in the barrier, serious where the wreck burns."""
    s = staged(faces=[die, 1, 2, 3, 4, 3, 1, 1, 1, 1, 1, 1])
    carry_out(s, "take_off_crash")
    assert s.game.bomber_fate == "written off"
    assert values(today.tables["5-17"], s) == ([bonus] if bonus else [])
    assert rolled(s).count("3-3 note a") == 10
    hurt = [man for man in s.bomber.crew if man.is_hurt]
    assert hurt == [s.bomber.crew[3]]
    assert (hurt[0].light_wounds, hurt[0].is_serious) == ((1, False) if wound == "light" else (0, True))


@pytest.mark.rule("today 3-3 note a")
def test_one_man_in_the_crash(today: Ruleset) -> None:
    assert walk(today.tables["3-3 note a"]) == spans((1, 3, "uninjured"), (4, 6, "injured"))


# --- 4: weather, recall, contrails, formation


@pytest.mark.rule("today 4-1")
def test_weather_in_the_zone(today: Ruleset) -> None:
    assert walk_totals(today.tables["4-1"], -1, 13) == spans(
        (-1, 2, "clear"), (3, 5, "haze"), (6, 8, "half_cloud"), (9, 13, "full_cloud")
    )


@pytest.mark.rule("today 4-1")
@pytest.mark.parametrize(
    ("before", "change"), [("none", []), ("clear", [-1]), ("haze", []), ("half_cloud", [1]), ("full_cloud", [2])]
)
def test_weather_follows_that_of_the_zone_before(today: Ruleset, staged: Stage, before: str, change: list[int]) -> None:
    for outbound in (True, False):
        s = staged({"previous_weather": before, "zone.number": 5, "outbound": outbound})
        assert values(today.tables["4-1"], s) == change


@pytest.mark.rule("today 4-1")
@pytest.mark.parametrize(("at_base", "change"), [("good", -1), ("poor", 1), ("bad", 0)])
@pytest.mark.parametrize("number", [2, 3])
@pytest.mark.parametrize("outbound", [True, False])
def test_weather_over_the_base_reaches_zone_2_on_the_way_out(
    today: Ruleset, staged: Stage, at_base: str, change: int, number: int, outbound: bool
) -> None:
    s = staged({"weather_over_base": at_base, "zone.number": number, "outbound": outbound})
    assert values(today.tables["4-1"], s) == ([change] if change and number == 2 and outbound else [])


@pytest.mark.rule("today 4-1")
def test_full_cloud_over_the_alps_asks_for_a_second_roll(staged: Stage) -> None:
    for alps, faces, tables in ((False, [9], ["4-1"]), (True, [8], ["4-1"]), (True, [9, 4], ["4-1", "4-1A"])):
        s = staged({"zone.is_alps": alps, "date": "1944-04-15"}, faces=faces)
        carry_out(s, "weather")
        assert rolled(s) == tables


@pytest.mark.rule("today 4-1A")
def test_weather_over_the_alps(today: Ruleset) -> None:
    assert walk_totals(today.tables["4-1A"], 0, 11) == spans(
        (0, 1, "severe_icing"), (2, 3, "high_clouds"), (4, 11, "good")
    )


@pytest.mark.rule("today 4-1A")
def test_seasons_over_the_alps(today: Ruleset, staged: Stage) -> None:
    s = staged()
    months = {12: -1, 1: -1, 2: -1, 6: 1, 7: 1, 8: 1}
    for month in range(1, 13):
        s.date = f"1944-{month:02}-15"
        assert values(today.tables["4-1A"], s) == ([months[month]] if month in months else [])


@pytest.mark.rule("today 4-1A")
def test_ice_turns_the_bomber_back(staged: Stage) -> None:
    s = staged({"date": "1944-04-15"}, faces=[1])
    carry_out(s, "alps_weather")
    assert s.game.aborting
    assert s.game.iced


@pytest.mark.rule("today 4-1A")
def test_cloud_over_the_alps_is_cold_and_keeps_fighters_away(staged: Stage) -> None:
    s = staged({"date": "1944-04-15"})
    guns = list(s.bomber.guns.values())
    s.source = ScriptedSource([3, 6, *(5 for _ in guns[1:])])
    carry_out(s, "alps_weather")
    assert s.game.no_fighters
    assert s.game.cloud_over_alps
    assert not s.game.aborting
    assert rolled(s) == ["4-1A", *("5-3D note e" for _ in guns)]
    assert [gun.key for gun in guns if not gun.is_working] == [guns[0].key]


@pytest.mark.rule("today 4-1A note c")
def test_blind_through_the_alps(today: Ruleset, staged: Stage) -> None:
    assert walk(today.tables["4-1A note c"]) == spans((1, 7, "safe"), (8, 9, "casualties"), (10, 10, "crash"))
    s = staged(faces=[8, 3])
    carry_out(s, "alps_passage")
    assert rolled(s) == ["4-1A note c", "5-3D casualties"]
    s = staged()
    ends(s, "alps_passage", 10)
    assert all(man.is_dead for man in s.bomber.crew)


@pytest.mark.rule("today 4-2")
def test_recall(today: Ruleset, staged: Stage) -> None:
    assert walk(today.tables["4-2"]) == spans((1, 6, "recalled"), (7, 100, "continues"))
    for number, aborts in ((6, True), (7, False)):
        s = staged(faces=percent(number))
        carry_out(s, "recall")
        assert bool(s.game.aborting) is aborts
        assert s.game.aborts_with_group is aborts


@pytest.mark.rule("today 4-2")
@pytest.mark.parametrize(
    ("state", "asked"),
    [
        ({"weather": "full_cloud"}, True),
        ({"weather": "half_cloud"}, False),
        ({"weather": "full_cloud", "outbound": False}, False),
        ({"weather": "full_cloud", "zone.is_target": True}, False),
        ({"weather": "full_cloud", "in_formation": False}, True),
        ({"weather": "full_cloud", "out.radio": True}, True),
        ({"weather": "full_cloud", "in_formation": False, "out.radio": True}, False),
    ],
)
def test_when_a_recall_may_come(today: Ruleset, staged: Stage, state: dict[str, Any], asked: bool) -> None:
    s = staged(state, faces=percent(50))
    step = next(one for one in today.procedures["zone"] if one.name == recall.name)
    if step.when is None or step.when(s):
        step.do(s)
    assert rolled(s) == (["4-2"] if asked else [])


@pytest.mark.rule("today 4-4")
def test_contrails(today: Ruleset, staged: Stage) -> None:
    assert walk(today.tables["4-4"]) == spans((1, 3, "contrails"), (4, 10, "none"))
    step = next(one for one in today.procedures["zone"] if one.name == "contrails")
    for outbound in (True, False):
        s = staged({"outbound": outbound}, faces=[3])
        assert step.when is not None
        assert step.when(s) is outbound
    s = staged(faces=[3])
    step.do(s)
    assert s.zone.contrails


@pytest.mark.rule("today 4-8")
def test_rejoining(today: Ruleset) -> None:
    assert walk_totals(today.tables["4-8"], -1, 7) == spans((-1, 3, "rejoined"), (4, 7, "failed"))


@pytest.mark.rule("today 4-8")
@pytest.mark.parametrize(
    ("state", "change"),
    [
        ({}, []),
        ({"outbound": False}, []),
        ({"bombs_jettisoned_early": True}, [-1]),
        ({"bombs_jettisoned_early": True, "outbound": False}, [-1, -1]),
        ({"rejoining_from_low": True}, [1]),
        ({"bombs_jettisoned_early": True, "rejoining_from_low": True}, [-1, 1]),
        ({"bombs_jettisoned_early": True, "outbound": False, "rejoining_from_low": True}, [-1, -1, 1]),
    ],
)
def test_what_helps_to_rejoin(today: Ruleset, staged: Stage, state: dict[str, Any], change: list[int]) -> None:
    assert values(today.tables["4-8"], staged(state)) == change


# --- 4-3: mechanical failures


@pytest.mark.rule("today 4-3A")
@pytest.mark.parametrize(("bomber", "limit", "system"), [("b-17g", 3, "4-3B"), ("b-24j", 5, "4-3C")])
def test_mechanical_failure(today: Ruleset, staged: Stage, bomber: str, limit: int, system: str) -> None:
    assert walk(today.tables["4-3A"]) == spans((1, 3, "failure"), (4, 5, "failure_if_b24"), (6, 100, "none"))
    for number in (1, 2, 3, 4, 5, 6, 50, 99, 100):
        more = percent(42) if number <= limit else ()
        s = staged(bomber=bomber, faces=[*percent(number), *more])
        carry_out(s, "mechanical_failure")
        assert rolled(s) == ["4-3A", system][: 1 + bool(more)]


@pytest.mark.rule("today 4-3B")
def test_what_fails_in_a_b17(today: Ruleset, staged: Stage) -> None:
    assert walk(today.tables["4-3B"]) == spans(
        (1, 17, "instruments"),
        (18, 27, "engine_malfunction"),
        (28, 35, "turbo"),
        (36, 41, "oil_tank"),
        (42, 49, "fuel_transfer_pump"),
        (50, 59, "chin_turret_power"),
        (60, 67, "top_turret_power"),
        (68, 76, "ball_turret_power"),
        (77, 87, "suit_heat"),
        (88, 95, "bomb_release"),
        (96, 100, "landing_gear"),
    )
    assert all(staged(bomber=one).tables["failed_system"] is today.tables["4-3B"] for one in ("b-17f", "b-17g"))


@pytest.mark.rule("today 4-3C")
def test_what_fails_in_a_b24(today: Ruleset, staged: Stage) -> None:
    assert walk(today.tables["4-3C"]) == spans(
        (1, 17, "instruments"),
        (18, 25, "engine_malfunction"),
        (26, 34, "turbo"),
        (35, 39, "oil_tank"),
        (40, 41, "fuel_leak"),
        (42, 50, "top_turret_power"),
        (51, 57, "ball_turret_power"),
        (58, 66, "nose_turret_power"),
        (67, 75, "tail_turret_power"),
        (76, 85, "suit_heat"),
        (86, 92, "bomb_release"),
        (93, 96, "landing_gear"),
        (97, 97, "nose_gear"),
        (98, 100, "bomb_bay_doors"),
    )
    assert all(staged(bomber=one).tables["failed_system"] is today.tables["4-3C"] for one in ("b-24d", "b-24j"))


@pytest.mark.rule("today 4-3 note a")
@pytest.mark.parametrize(("bomber", "panel"), [("b-17f", "A-8"), ("b-17g", "A-8"), ("b-24d", "B-8"), ("b-24j", "B-8")])
def test_instruments_fail_as_from_a_shell(staged: Stage, bomber: str, panel: str) -> None:
    s = staged(bomber=bomber)
    s.source = ScriptedSource(percent(17), then=SeededSource("panel"))
    s.carry_out("failed_system")
    assert rolled(s)[1] == panel


ENGINES = spans((1, 2, "engine_1"), (3, 4, "engine_2"), (5, 6, "engine_3"), (7, 8, "engine_4"))


@pytest.mark.rule("today 4-3 note b", "today 4-3 note b fire")
def test_engine_malfunction(today: Ruleset, staged: Stage) -> None:
    assert walk(today.tables["4-3 note b"]) == ENGINES | spans((9, 10, "no_fire"))
    assert walk(today.tables["4-3 note b fire"]) == spans((1, 5, "out"), (6, 6, "burning"))
    for bomber, number in (("b-17f", 27), ("b-24d", 25)):
        for die in range(1, 9):
            for faces in ([5], [6, 5]):
                s = fails(staged, bomber, number, die, *faces)
                assert [one.number for one in s.bomber.engines if one.is_out] == [(die + 1) // 2]
                assert s.game.reasons_to_abort
        s = fails(staged, bomber, number, 9)
        assert s.bomber.engines_out == 0
        assert not s.game.reasons_to_abort


@pytest.mark.rule("today 4-3 note b", "today 4-3 note b fire")
def test_engine_fire_that_reaches_the_wing(staged: Stage) -> None:
    s = staged()
    ends(s, "engine_malfunction", 3, 6, 6)
    assert rolled(s)[:4] == ["4-3 note b", "4-3 note b fire", "4-3 note b fire", "7-3"]


@pytest.mark.rule("today 4-3 note b", "today 4-3 note c", "today 4-3 note d")
@pytest.mark.parametrize("role", ["engine_malfunction", "turbo_failure", "oil_leak_engine"])
def test_nothing_more_happens_to_an_engine_that_is_out(staged: Stage, role: str) -> None:
    for number in (1, 2, 3, 4):
        for die in (2 * number - 1, 2 * number):
            s = staged({f"engine_{number}_out": True}, faces=[die])
            carry_out(s, role)
            assert not any(one.turbo_out or one.is_leaking for one in s.bomber.engines)
            assert s.bomber.engines_out == 1
            assert not s.game.reasons_to_abort


@pytest.mark.rule("today 4-3 note c")
def test_turbo_failure(today: Ruleset, staged: Stage) -> None:
    assert walk(today.tables["4-3 note c"]) == ENGINES | spans((9, 10, "all"))
    for bomber, numbers in (("b-17g", (28, 35)), ("b-24j", (26, 34))):
        for die in range(1, 11):
            s = fails(staged, bomber, numbers[die % 2], die)
            expected = [1, 2, 3, 4] if die > 8 else [(die + 1) // 2]
            assert [one.number for one in s.bomber.engines if one.turbo_out] == expected
            assert s.game.reasons_to_abort


@pytest.mark.rule("today 4-3 note d", "today 4-3 note d leak")
def test_oil_leak(today: Ruleset, staged: Stage) -> None:
    assert walk(today.tables["4-3 note d"]) == ENGINES | spans((9, 10, "leak_stops"))
    assert walk(today.tables["4-3 note d leak"]) == spans((1, 5, "stops"), (6, 8, "continues"), (9, 10, "fire"))
    for bomber, numbers in (("b-17g", (36, 41)), ("b-24j", (35, 39))):
        for die in range(1, 11):
            s = fails(staged, bomber, numbers[die % 2], die)
            assert [one.number for one in s.bomber.engines if one.is_leaking] == ([] if die > 8 else [(die + 1) // 2])
            assert s.bomber.engines_out == 0


@pytest.mark.rule("today 4-3 note d leak")
def test_oil_leak_in_each_zone(staged: Stage) -> None:
    s = fails(staged, "b-17g", 36, 5)
    engine = s.bomber.engine(3)
    s.source = ScriptedSource([8])
    troubles.do(s)
    assert engine.is_leaking
    s.source = ScriptedSource([5])
    troubles.do(s)
    assert not engine.is_leaking
    troubles.do(s)  # no leak, no die

    s = fails(staged, "b-17g", 36, 6)
    s.source = ScriptedSource([9, 6, 1])
    troubles.do(s)
    assert s.bomber.engine(3).is_out
    assert s.game.reasons_to_abort


@pytest.mark.rule("today 4-3 note e", "today 4-3 note e fuel")
def test_hand_pump(today: Ruleset, staged: Stage) -> None:
    assert walk(today.tables["4-3 note e"]) == spans((1, 5, "transferred"), (6, 6, "failed"))
    assert walk(today.tables["4-3 note e fuel"]) == spans((1, 4, 4), (5, 8, 3), (9, 10, 2))
    for number in (42, 49):
        s = fails(staged, "b-17g", number)
        assert s.tables["fuel_work"] is today.tables["4-3 note e"]
        for faces, turns in (([5], None), ([6, 4], 4), ([6, 8], 3), ([6, 9], 2)):
            s.bomber.fuel_turns = None
            s.source = ScriptedSource(faces)
            carry_out(s, "fuel_work")
            assert s.bomber.fuel_turns == turns


@pytest.mark.rule("today 4-3 note f")
@pytest.mark.parametrize("number", [50, 59])
def test_chin_turret_without_power(today: Ruleset, staged: Stage, number: int) -> None:
    assert walk(today.tables["4-3 note f"]) == spans((1, 4, "repaired"), (5, 6, "unsuccessful"))
    chin = fails(staged, "b-17g", number).bomber.guns["chin"]
    assert chin.power_failed
    assert not chin.can_fire
    s = fails(staged, "b-17f", number)  # it has none
    assert not any(gun.power_failed for gun in s.bomber.guns.values())


@pytest.mark.rule("today 4-3 note g", "today 4-3 note p", "today 4-3 note q")
@pytest.mark.parametrize(
    ("bomber", "number", "gun"),
    [
        ("b-17f", 60, "top"),
        ("b-17g", 67, "top"),
        ("b-24d", 42, "top"),
        ("b-24j", 50, "top"),
        ("b-24j", 58, "nose"),
        ("b-24j", 66, "nose"),
        ("b-24d", 67, "tail"),
        ("b-24j", 75, "tail"),
    ],
)
def test_turret_without_power_is_worked_by_hand(staged: Stage, bomber: str, number: int, gun: str) -> None:
    s = fails(staged, bomber, number)
    assert [one.key for one in s.bomber.guns.values() if one.power_failed] == [gun]
    assert s.bomber.guns[gun].can_fire


@pytest.mark.rule("today 4-3 note f", "today 4-3 note g", "today 4-3 note p", "today 4-3 note q")
@pytest.mark.parametrize(
    ("bomber", "number", "gun"),
    [("b-17g", 55, "chin"), ("b-17f", 61, "top"), ("b-24d", 45, "top"), ("b-24j", 60, "nose"), ("b-24j", 70, "tail")],
)
@pytest.mark.parametrize(("die", "repaired"), [(1, True), (4, True), (5, False), (6, False)])
def test_gunner_mends_his_turret_in_the_next_zone(
    staged: Stage, bomber: str, number: int, gun: str, die: int, repaired: bool
) -> None:
    """One try, in the next zone, and nothing else that turn; a chin turret cannot be worked by hand."""
    s = fails(staged, bomber, number)
    turret = s.bomber.guns[gun]
    work.do(s)
    assert rolled(s) == [s.tables["failed_system"].id]
    s.enter_zone(Zone(5))
    s.source = ScriptedSource([die])
    work.do(s)
    assert rolled(s)[1:] == ["4-3 note f"]
    assert turret.power_failed is not repaired
    assert turret.gunner.is_busy
    turret.gunner.is_busy = False
    assert turret.can_fire is (repaired or gun != "chin")
    s.enter_zone(Zone(6))
    work.do(s)
    assert len(rolled(s)) == 2


@pytest.mark.rule("today 4-3 note g", "today 4-3 note h", "today 4-3 note o", "today 4-3 note p", "today 4-3 note q")
@pytest.mark.parametrize(
    ("bomber", "gun", "to_hit", "to_damage"),
    [
        ("b-17g", "top", -2, 0),
        ("b-17g", "ball", -2, 0),
        ("b-24j", "top", -2, 0),
        ("b-24j", "ball", -2, 0),
        ("b-24j", "nose", -2, 0),
        ("b-24j", "tail", -2, -2),  # note q names 5-7, the list of 5-6 names the tail turret
    ],
)
def test_fire_of_a_turret_without_power(
    today: Ruleset, staged: Stage, bomber: str, gun: str, to_hit: int, to_damage: int
) -> None:
    s = staged(bomber=bomber)
    join(s, today.fighters["fw-190"], *parse_position("1:30 high"))
    s.fighter, s.gun = s.game.fighters[0], s.bomber.guns[gun]
    hit, damage = (set(values(today.tables[one], s)) for one in ("5-6", "5-7"))
    s.gun.power_failed = True
    assert set(values(today.tables["5-6"], s)) - hit == {to_hit}
    assert set(values(today.tables["5-7"], s)) - damage == ({to_damage} if to_damage else set())


@pytest.mark.rule("today 4-3 note h", "today 4-3 note o")
@pytest.mark.parametrize(("bomber", "number"), [("b-17f", 68), ("b-17g", 76), ("b-24d", 51), ("b-24j", 57)])
def test_ball_turret_without_power(today: Ruleset, staged: Stage, bomber: str, number: int) -> None:
    assert walk(today.tables["4-3 note h"]) == spans((1, 4, "repaired"), (5, 6, "unsuccessful"))
    s = fails(staged, bomber, number, 4)
    assert not s.bomber.guns["ball"].power_failed
    assert not s.bomber.man_of("ball_gunner").is_trapped
    assert not s.game.reasons_to_abort
    s = fails(staged, bomber, number, 5)
    assert s.bomber.guns["ball"].power_failed
    assert s.bomber.guns["ball"].can_fire
    assert s.bomber.man_of("ball_gunner").is_trapped
    assert s.game.reasons_to_abort


@pytest.mark.rule("today 4-3 note o")
def test_raising_the_ball_turret_of_a_b24(today: Ruleset) -> None:
    assert walk(today.tables["4-3 note o"]) == spans((1, 3, "raised"), (4, 6, "stuck"))


@pytest.mark.rule("today 4-3 note i")
@pytest.mark.parametrize(
    ("bomber", "number"),
    [("b-17f", 77), ("b-17g", 87), ("b-24d", 76), ("b-24j", 85)],
)
def test_heated_suits(staged: Stage, bomber: str, number: int) -> None:
    s = fails(staged, bomber, number)
    assert {one.key for one in s.bomber.stations.values() if one.heat_out_since is not None} == SUITS
    assert s.game.reasons_to_abort


@pytest.mark.rule("today 4-3 note j", "today 4-3 note j jettison")
def test_bomb_release(today: Ruleset, staged: Stage) -> None:
    assert walk(today.tables["4-3 note j"]) == spans((1, 4, "released"), (5, 10, "stuck"))
    assert walk(today.tables["4-3 note j jettison"]) == spans((1, 4, "jettisoned"), (5, 10, "stuck"))
    for bomber, number in (("b-17f", 88), ("b-17g", 95), ("b-24d", 86), ("b-24j", 92)):
        assert "bomb_release" in fails(staged, bomber, number).bomber.out
        assert "bomb_release" not in fails(staged, bomber, number, bombs_aboard=False).bomber.out
    for die, keeps_place in ((4, True), (5, False)):
        s = staged(faces=[die])
        carry_out(s, "manual_release")
        assert s.game.in_formation is keeps_place


@pytest.mark.rule("today 4-3 note j", "today 4-3 note k", "today 4-3 note r", "today 4-3 note s")
@pytest.mark.parametrize(
    ("bomber", "failed", "change"),
    [
        ("b-17g", "bombs_aboard", -4),
        ("b-24j", "bombs_aboard", -4),
        ("b-17g", "out.landing_gear", -3),
        ("b-24j", "out.landing_gear", -3),
        ("b-24j", "out.nose_wheel", -2),
    ],
)
def test_landing_with_what_failed(today: Ruleset, staged: Stage, bomber: str, failed: str, change: int) -> None:
    s = staged({"bombs_aboard": False, "outbound": False}, bomber=bomber)
    assert values(today.tables["7-1"], s, 7) == []
    today.vocabulary.put(s, failed, True)
    assert values(today.tables["7-1"], s, 7) == [change]


@pytest.mark.rule("today 4-3 note o")
@pytest.mark.parametrize("bomber", ["b-24d", "b-24j"])
def test_landing_with_the_ball_turret_down(today: Ruleset, staged: Stage, bomber: str) -> None:
    s = fails(staged, bomber, 51, 5, bombs_aboard=False, outbound=False)
    s.source = ScriptedSource([4])  # the man in the waist fails
    work.do(s)
    assert rolled(s)[-1] == "4-3 note o"
    assert values(today.tables["7-1"], s, 7) == [-2]


@pytest.mark.rule("today 4-3 note k", "today 4-3 note s")
def test_landing_gear_by_hand(today: Ruleset, staged: Stage) -> None:
    assert walk(today.tables["4-3 note k"]) == spans((1, 4, "lowered"), (5, 10, "stuck"))
    assert walk(today.tables["4-3 note s"]) == spans((1, 7, "lowered"), (8, 10, "stuck"))
    for bomber, number, system in (
        ("b-17f", 96, "landing_gear"),
        ("b-17g", 100, "landing_gear"),
        ("b-24d", 93, "landing_gear"),
        ("b-24j", 96, "landing_gear"),
        ("b-24j", 97, "nose_wheel"),
    ):
        assert fails(staged, bomber, number).bomber.out == {system}


@pytest.mark.rule("today 4-3 note n", "today 4-3 note n leak")
@pytest.mark.parametrize("bomber", ["b-24d", "b-24j"])
def test_fuel_leak_of_a_b24(today: Ruleset, staged: Stage, bomber: str) -> None:
    assert walk(today.tables["4-3 note n"]) == spans((1, 9, "shorted"), (10, 10, "explodes"))
    assert walk(today.tables["4-3 note n leak"]) == spans((1, 5, "stopped"), (6, 6, "failed"))
    s = fails(staged, bomber, 40, 9)
    assert s.bomber.fuel_turns is None
    assert s.tables["fuel_work"] is today.tables["4-3 note n leak"]
    for faces, turns in (([5], None), ([6, 1], 4), ([6, 5], 3), ([6, 10], 2)):
        s.bomber.fuel_turns = None
        s.source = ScriptedSource(faces)
        carry_out(s, "fuel_work")
        assert s.bomber.fuel_turns == turns
    s = staged(bomber=bomber)
    ends(s, "failed_system", *percent(41), 10)
    assert all(man.is_dead for man in s.bomber.crew)


@pytest.mark.rule("today 4-3 note p")
def test_nose_guns_of_a_b24d(today: Ruleset, staged: Stage) -> None:
    expected = spans((1, 2, "nose"), (3, 4, "left_cheek"), (5, 6, "right_cheek"))
    assert walk(today.tables["4-3 note p"]) == expected
    for die, gun in expected.items():
        s = fails(staged, "b-24d", 58, die)
        assert [one.key for one in s.bomber.guns.values() if not one.is_working] == [gun]


@pytest.mark.rule("today 4-3 note r", "today 4-3 note r drag")
@pytest.mark.parametrize("number", [98, 100])
def test_bomb_bay_doors(today: Ruleset, staged: Stage, number: int) -> None:
    assert walk(today.tables["4-3 note r"]) == spans((1, 4, "opened"), (5, 10, "jammed"))
    assert walk(today.tables["4-3 note r drag"]) == spans((1, 4, "drag"), (5, 10, "no_drag"))
    assert fails(staged, "b-24j", number).bomber.out == {"bomb_bay_doors"}
    for die, slow in ((4, True), (5, False)):
        s = staged(bomber="b-24j", faces=[die])
        carry_out(s, "doors_drag")
        assert not s.game.slow  # from the next zone on
        s.enter_zone(s.zone)
        assert bool(s.game.slow) is slow


@pytest.mark.rule("today 4-3B", "today 4-3C")
@pytest.mark.parametrize(
    ("bomber", "number", "state"),
    [
        ("b-17g", 42, "out.fuel_transfer"),
        ("b-24j", 40, "out.fuel_transfer"),
        ("b-17g", 77, "out.suit_heat"),
        ("b-24j", 76, "out.suit_heat"),
        ("b-17g", 88, "out.bomb_release"),
        ("b-24j", 86, "out.bomb_release"),
        ("b-17g", 96, "out.landing_gear"),
        ("b-24j", 93, "out.landing_gear"),
        ("b-24j", 97, "out.nose_wheel"),
        ("b-24j", 98, "out.bomb_bay_doors"),
    ],
)
def test_what_has_failed_cannot_fail_again(staged: Stage, bomber: str, number: int, state: str) -> None:
    s = fails(staged, bomber, number, **{state.replace(".", "__"): True})
    assert s.bomber.out == {state.removeprefix("out.")}
    assert not s.game.reasons_to_abort
    assert all(one.heat_out_since is None for one in s.bomber.stations.values())


@pytest.mark.rule("today 4-3 note h", "today 4-3 note o")
@pytest.mark.parametrize(("bomber", "number"), [("b-17g", 68), ("b-24j", 51)])
def test_ball_turret_cannot_fail_again(staged: Stage, bomber: str, number: int) -> None:
    s = fails(staged, bomber, number, 5)
    man = s.bomber.man_of("ball_gunner")
    man.is_trapped = False
    s.source = ScriptedSource([*percent(number), 5], then=SeededSource("again"))
    s.carry_out("failed_system")
    assert not man.is_trapped
