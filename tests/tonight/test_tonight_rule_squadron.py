"""Optional rule 10.4: the squadron game."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest
from bomberstream.core.events import Happening, digest
from bomberstream.core.flight import fly, summary
from bomberstream.core.hooks import load_plugins
from bomberstream.core.narrative import Teller
from bomberstream.core.ruleset import Ruleset, compose
from bomberstream.core.sortie import Setup, Sortie
from bomberstream.core.testing import ALL_CHECKS, staged
from bomberstream.core.zones import Zone
from bomberstream.plugins.tonight.rules import squadron as registered
from bomberstream.plugins.tonight.rules import squadron_flight as rule
from bomberstream.plugins.tonight.rules.squadron_flight import FIGHTER, GUNS, Other, Squadron
from nights import asked, column, happenings, modifiers, over, rolls, route, stretches, take, told, used_up

NOBODY = (1, 2)
"""Faces of 10-4.3 that attack nobody."""
BEFORE, AFTER, LATE = "1943-06-30", "1943-07-01", "1944-01-01"
"""Last day of the German advantage, first of Window, first without it for the fighters."""


@pytest.fixture(scope="module")
def twelve() -> Ruleset:
    return compose(load_plugins(), "tonight", rules=["squadron"])


def out(twelve: Ruleset, *faces: int, box: int = 12, date: str = LATE, **given: Any) -> Sortie:
    """Over zone 4, Holland, on the way out, ours in the last place, all others in the air and done with zone 3."""
    s = staged(twelve, *faces, bomber="lancaster", date=date, **given)
    s.kept["squadron"] = Squadron.around(box)
    s.kept["squadron"].is_airborne = True
    s.kept["squadron"].zone = 3
    return s


def ours(s: Sortie) -> Squadron:
    squadron: Squadron = s.kept["squadron"]
    return squadron


def states(s: Sortie) -> dict[int, str]:
    """The others that do not fly, by place."""
    return {one.box: one.state for one in ours(s).others.values() if one.state != "flying"}


def hits(s: Sortie) -> dict[int, int]:
    return {one.box: one.hits for one in ours(s).others.values() if one.hits}


def sets(s: Sortie) -> str:
    """The attacks that were made: g for guns, f for a night fighter. Each must be on place 1, and hit it once."""
    return "".join({"squadron_guns": "g", "squadron_fighter": "f"}.get(one, "") for one in rolls(s))


def on_the_first(attacks: int) -> tuple[int, ...]:
    """Faces of so many attacks on place 1 that do nothing, without modifiers."""
    return (1, 1, 2) * attacks


# --- our place


@pytest.mark.rule("tonight 10.4.1.1", "tonight 10.4.1")
@pytest.mark.parametrize("which", range(1, 7))
@pytest.mark.parametrize("row", range(1, 7))
def test_two_dice_give_our_place(twelve: Ruleset, which: int, row: int) -> None:
    s = staged(twelve, which, row, bomber="lancaster", **{"carried.gee": True})
    take(s, "mission", "squadron_place")
    used_up(s)
    box = row if which <= 3 else row + 6
    assert column(s, "squadron_place") == ("1-6" if which <= 3 else "7-12")
    assert ours(s).box == box
    assert told(s, "squadron_place") == [{"box": box, "sent": 12}]


@pytest.mark.rule("tonight 10.4", "tonight 1.5.squadron-sheet")
def test_eleven_others_fly_with_us_each_with_its_own_state(twelve: Ruleset) -> None:
    s = staged(twelve, 4, 3, bomber="lancaster")
    take(s, "mission", "squadron_place")
    assert sorted(ours(s).others) == [1, 2, 3, 4, 5, 6, 7, 8, 10, 11, 12]
    assert {(one.hits, one.state) for one in ours(s).others.values()} == {(0, "flying")}
    assert summary(s)["squadron"]["bombers"][0] == {"place": 1, "hits": 0, "state": "flying"}


@pytest.mark.rule("tonight 10.4.1.1.gee")
def test_without_gee_the_lead_is_rolled_again(twelve: Ruleset) -> None:
    s = staged(twelve, 1, 1, 3, 2, 2, 3, 1, 4, bomber="lancaster")
    take(s, "mission", "squadron_place")
    used_up(s)
    assert ours(s).box == 4


@pytest.mark.rule("tonight 10.4.1.1.gee")
@pytest.mark.parametrize(("device", "leads"), [("gee", True), ("gee_h", True), ("h2s", True), ("mandrel", False)])
def test_gee_or_a_later_aid_may_lead(twelve: Ruleset, device: str, leads: bool) -> None:
    s = staged(twelve, *((1, 2) if leads else (1, 2, 6, 6)), bomber="lancaster", **{f"carried.{device}": True})
    take(s, "mission", "squadron_place")
    used_up(s)
    assert ours(s).box == (2 if leads else 12)


# --- take-off


def at_take_off(twelve: Ruleset, *faces: int, box: int = 12, **given: Any) -> Sortie:
    s = out(twelve, *faces, box=box, **given)
    ours(s).is_airborne = False
    ours(s).zone = 1
    s.zone = Zone(1, over=("E",), region=("",), is_base=True)
    return s


@pytest.mark.rule("tonight 10.4.1.1.takeoff", "tonight 10.4.3")
@pytest.mark.parametrize("face", range(2, 11))
def test_two_to_ten_and_all_are_away(twelve: Ruleset, face: int) -> None:
    s = at_take_off(twelve, face)
    take(s, "mission", "squadron_take_off")
    used_up(s)
    assert ours(s).is_airborne
    assert not states(s)
    assert happenings(s) == []


@pytest.mark.rule("tonight 10.4.1.1.takeoff", "tonight 10.4.1.1.accident")
@pytest.mark.parametrize(
    ("face", "state", "how"),
    [
        (1, "crashed", "wrecked"),
        (2, "crashed", "wrecked"),
        (3, "crashed", "destroyed"),
        (4, "aborted", "aborts"),
        (5, "aborted", "aborts"),
        (6, "aborted", "aborts"),
    ],
)
def test_an_accident_keeps_one_back(twelve: Ruleset, face: int, state: str, how: str) -> None:
    s = at_take_off(twelve, 1, face, 5, 2)
    take(s, "mission", "squadron_take_off")
    used_up(s)
    assert states(s) == {8: state}
    assert [one["how"] for one in told(s, "squadron_ground")] == [how]


@pytest.mark.rule("tonight 10.4.1")
def test_a_pick_of_our_own_or_of_one_that_is_lost_is_made_again(twelve: Ruleset) -> None:
    s = at_take_off(twelve, 1, 1, 4, 6, 2, 3, 1, 1, box=12)
    ours(s).others[3].state = "crashed"
    take(s, "mission", "squadron_take_off")
    used_up(s)
    assert states(s) == {3: "crashed", 1: "crashed"}


@pytest.mark.rule("tonight 10.4.1")
def test_other_reading_of_t_93_such_a_pick_is_nobody(twelve: Ruleset, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(rule, "PICK_AGAIN", False)
    s = at_take_off(twelve, 1, 1, 4, 6)
    take(s, "mission", "squadron_take_off")
    used_up(s)
    assert not states(s)


@pytest.mark.rule("tonight 10.4.2.1", "tonight 10.4.3", "tonight 3.1.3.midair")
def test_worked_example_the_mid_air_accident_of_our_take_off_costs_two_of_them(twelve: Ruleset) -> None:
    """Note c of 3-2: two of the squadron have collided and gone down; then the others roll."""
    s = at_take_off(twelve, 2, 1, 1, 4, 1, 10, weather_over_base="poor")
    take(s, "mission", "take_off")
    take(s, "mission", "squadron_take_off")
    used_up(s)
    assert states(s) == {1: "crashed", 7: "crashed"}
    (facts,) = told(s, "squadron_collision")
    assert facts["how_many"] == "several"
    assert " and " in str(facts["bombers"])
    assert rolls(s)[-1] == "squadron_take_off"


@pytest.mark.rule("tonight 10.4.3")
def test_other_reading_of_t_92_the_accident_stands_for_the_roll(
    twelve: Ruleset, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(rule, "ACCIDENT_AND_ROLL", False)
    s = at_take_off(twelve, 1, 1, 4, 1)
    s.game.squadron_losses = 2
    take(s, "mission", "squadron_take_off")
    used_up(s)
    assert states(s) == {1: "crashed", 7: "crashed"}


@pytest.mark.rule("tonight 10.4.3.individual")
def test_each_may_roll_for_its_own_take_off(twelve: Ruleset) -> None:
    """Place 1 has a false alarm, 2 an engine failure, 3 to 6 crash one way or another, the others are away."""
    faces = (1, 6, 1, 7, 1, 10, 1, 1, 10, 2, 1, 10, 3, 1, 10, 4, 3, 10, 3, 10, 2)
    s = at_take_off(twelve, *faces, weather_over_base="good", options={"squadron_take_off": "each"})
    s.game.squadron_losses = 2
    take(s, "mission", "squadron_take_off")
    used_up(s)
    assert states(s) == {2: "aborted", 3: "crashed", 4: "crashed", 5: "crashed", 6: "crashed"}
    hows = ["aborts", "wrecked", "wrecked", "wrecked", "destroyed"]
    assert [one["how"] for one in told(s, "squadron_ground")] == hows
    assert s.game.squadron_losses == 0, "the accident of our own roll is disregarded"


@pytest.mark.rule("tonight 10.4.3.individual")
def test_one_that_rolls_a_mid_air_accident_costs_two_of_them(twelve: Ruleset) -> None:
    """Place 1 rolls it; 2 and 9 collide and roll no more."""
    s = at_take_off(twelve, 2, 1, 2, 4, 3, *[3] * 8, weather_over_base="poor", options={"squadron_take_off": "each"})
    take(s, "mission", "squadron_take_off")
    used_up(s)
    assert states(s) == {2: "crashed", 9: "crashed"}
    assert s.game.squadron_losses == 2


# --- who is attacked

ATTACKED = {
    "1-6": {1: 1, 3: 2, 5: 3, 6: 4, 8: 5, 10: 6},
    "7-12": {1: 7, 3: 8, 5: 9, 7: 10, 9: 11, 10: 12},
}
"""10-4.3 as printed."""


@pytest.mark.rule("tonight 10.4.4.1", "tonight 10.4.4")
@pytest.mark.parametrize("which", range(1, 7))
@pytest.mark.parametrize("face", range(1, 11))
def test_who_is_attacked(twelve: Ruleset, which: int, face: int) -> None:
    box = ATTACKED["1-6" if which <= 3 else "7-12"].get(face)
    s = out(twelve, which, face, *([3] if box else []))
    # A thirteenth place: none of the twelve is spared as ours.
    s.kept["squadron"] = Squadron(0, {one: Other(one) for one in range(1, 13)}, 12)
    rule.attack_with(s, ours(s), FIGHTER)
    used_up(s)
    assert hits(s) == ({box: 1} if box else {})


def struck(s: Sortie, other: Other, by: str) -> None:
    """One of the others is attacked."""
    rule.strike(s, ours(s), other, "squadron_guns" if by == GUNS else "squadron_fighter", by, "squadron")


@pytest.mark.rule("tonight 10.4.4.1")
def test_our_own_place_and_a_lost_one_are_not_attacked(twelve: Ruleset) -> None:
    s = out(twelve, 4, 10, 1, 3, box=12)
    ours(s).others[2].state = "shot_down"
    rule.attack_with(s, ours(s), GUNS)
    rule.attack_with(s, ours(s), FIGHTER)
    used_up(s)
    assert not hits(s)


@pytest.mark.rule("tonight 10.4.4.1")
def test_other_reading_of_t_91_one_roll_reads_both_columns(twelve: Ruleset, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(rule, "COLUMN_BY_DIE", False)
    s = out(twelve, 1, 3, 5, 6, 7)
    rule.attack_with(s, ours(s), FIGHTER)
    rule.attack_with(s, ours(s), FIGHTER)
    used_up(s)
    assert hits(s) == {1: 1, 7: 2, 4: 3}


# --- what it does


def printed(total: int, by: str) -> int | str:
    """10-4.4 and 10-4.5 as printed."""
    if total <= 2:
        return 0 if by == GUNS else "fighter_damaged" if total == 2 else "fighter_shot_down"
    return "shot_down" if total >= 10 else 4 if total == 9 else (total - 1) // 2


@pytest.mark.rule("tonight 10.4.4.2", "tonight 10.4.4.3")
@pytest.mark.parametrize("face", range(1, 11))
@pytest.mark.parametrize(
    ("date", "guns", "fighter"),
    [
        ("1942-03-10", 1, 1),
        (BEFORE, 1, 1),
        (AFTER, -1, -1),
        ("1943-12-31", -1, -1),
        (LATE, -1, 0),
        ("1945-04-20", -1, 0),
    ],
)
@pytest.mark.parametrize("by", [GUNS, FIGHTER])
def test_hits_by_guns_and_fighters(twelve: Ruleset, date: str, guns: int, fighter: int, by: str, face: int) -> None:
    s = out(twelve, face, date=date)
    other = ours(s).others[1]
    struck(s, other, by)
    used_up(s)
    shift = guns if by == GUNS else fighter
    assert modifiers(s, "squadron_guns" if by == GUNS else "squadron_fighter") == ([shift] if shift else [])
    result = printed(face + shift, by)
    assert other.hits == (result if isinstance(result, int) else 0)
    assert (other.state == "shot_down") is (result == "shot_down")
    assert ours(s).fighters_down == (result == "fighter_shot_down")


@pytest.mark.rule("tonight 10.4.5", "tonight 10.4.4.1")
def test_six_hits_from_guns_and_fighters_bring_one_down(twelve: Ruleset) -> None:
    """Two hits by guns, three by a fighter: still flying. One more is the sixth."""
    s = out(twelve, 6, 7, 3)
    other = ours(s).others[5]
    struck(s, other, GUNS)
    struck(s, other, FIGHTER)
    assert (other.hits, other.state) == (5, "flying")
    struck(s, other, FIGHTER)
    used_up(s)
    assert (other.hits, other.state) == (6, "shot_down")
    (facts,) = told(s, "squadron_lost")
    assert (facts["by"], facts["zone"]) == (FIGHTER, 4)


# --- zone by zone


def in_zone(s: Sortie) -> Sortie:
    take(s, "zone", "squadron_in_zone")
    used_up(s)
    return s


@pytest.mark.rule("tonight 10.4.4", "tonight 10.4.4.1", "tonight 10.4.2")
def test_over_land_the_guns_then_a_fighter(twelve: Ruleset) -> None:
    """We are not attacked, or even found, and they are."""
    s = in_zone(out(twelve, *on_the_first(2)))
    assert not s.game.detected
    assert sets(s) == "gf"
    assert ours(s).zone == 4


@pytest.mark.rule("tonight 10.4.4.3")
def test_the_fighter_comes_when_the_guns_attack_nobody(twelve: Ruleset) -> None:
    s = in_zone(out(twelve, *NOBODY, *on_the_first(1)))
    assert sets(s) == "f"


@pytest.mark.rule("tonight 10.4.4.2", "tonight 10.4.4.3")
@pytest.mark.parametrize("below", ["W", "E"])
def test_over_water_and_friendly_land_only_the_fighter(twelve: Ruleset, below: str) -> None:
    s = out(twelve, *on_the_first(1))
    s.zone.over = (below,)
    assert sets(in_zone(s)) == "f"


@pytest.mark.rule("tonight 10.4.4.2")
@pytest.mark.parametrize(("die", "expected"), [(1, "f"), (3, "f"), (4, "gf"), (6, "gf")])
def test_over_a_coast_a_die_says_what_lies_below(twelve: Ruleset, die: int, expected: str) -> None:
    s = out(twelve, die, *on_the_first(len(expected)))
    s.zone.over, s.zone.region = ("W", "N"), ("", "")
    assert sets(in_zone(s)) == expected


@pytest.mark.rule("tonight 10.4.2.3", "tonight 10.4.4.3")
@pytest.mark.parametrize("turns", [1, 2, 3])
def test_each_turn_of_ours_brings_one_set(twelve: Ruleset, turns: int) -> None:
    """One gun attack and one fighter attack a set, without a second round."""
    s = out(twelve, *on_the_first(2 * turns))
    s.game.turn_of_zone = turns
    assert sets(in_zone(s)) == "gf" * turns


@pytest.mark.rule("tonight 10.4", "tonight 10.4.2")
def test_the_others_come_after_everything_of_ours_in_the_zone(twelve: Ruleset) -> None:
    names = [one.name for one in twelve.procedures["zone"]]
    assert names[-1] == "squadron_in_zone"
    assert names.index("bomb_run") < names.index("squadron_to_target") < names.index("turn_over_target")
    mission = [one.name for one in twelve.procedures["mission"]]
    assert mission.index("take_off") < mission.index("squadron_take_off") < mission.index("fly_out")


# --- the target


def over_target(twelve: Ruleset, *faces: int, **given: Any) -> Sortie:
    s = out(twelve, *faces, **given)
    s.zone.is_target = True
    ours(s).visibility = "slightly_obscured"
    return s


@pytest.mark.rule("tonight 10.4.4-b", "tonight 10.4.4.1-b")
def test_over_the_target_one_set_before_the_bombs_and_one_after(twelve: Ruleset) -> None:
    s = over_target(twelve, *on_the_first(2), 5, 1, 2, *on_the_first(2))
    take(s, "zone", "squadron_to_target")
    assert sets(s) == "gf"
    assert (ours(s).bombed, ours(s).outbound, ours(s).zone) == (11, False, 4)
    s.outbound = False
    s.game.turn_of_zone = 2
    in_zone(s)
    assert sets(s) == "gfgf"
    assert rolls(s).index("squadron_bomb_run") == 6


@pytest.mark.rule("tonight 10.4.4.2-b", "tonight 10.4.2.3")
@pytest.mark.parametrize(
    ("before", "around", "after", "expected"),
    [
        (1, False, 1, (1, 1)),
        (2, False, 1, (2, 1)),
        (2, False, 2, (2, 2)),
        (1, False, 2, (1, 2)),
        (1, True, 1, (2, 1)),
        (2, True, 2, (3, 2)),
    ],
)
def test_each_further_turn_over_the_target_brings_a_set(
    twelve: Ruleset, before: int, around: bool, after: int, expected: tuple[int, int]
) -> None:
    s = over_target(twelve, *on_the_first(2 * expected[0]), 5, 1, 2, *on_the_first(2 * expected[1]))
    s.game.turn_of_zone, s.game.went_around = before, around
    take(s, "zone", "squadron_to_target")
    assert sets(s) == "gf" * expected[0]
    s.outbound = False
    s.game.turn_of_zone = before + after
    in_zone(s)
    assert sets(s) == "gf" * sum(expected)


@pytest.mark.rule("tonight 10.4.4.1-b")
def test_other_reading_of_t_96_two_fighters_in_a_set(twelve: Ruleset, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(rule, "FIGHTERS_IN_A_SET", 2)
    assert sets(in_zone(out(twelve, *on_the_first(3)))) == "gff"


@pytest.mark.rule("tonight 10.4.4.2-b")
def test_other_reading_of_t_94_going_around_costs_them_nothing(
    twelve: Ruleset, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(rule, "GOING_AROUND_IS_A_SET", False)
    s = over_target(twelve, *on_the_first(2), 5, 1, 2)
    s.game.went_around = True
    take(s, "zone", "squadron_to_target")
    used_up(s)
    assert sets(s) == "gf"


# --- bombs


@pytest.mark.rule("tonight 10.4.5.2", "tonight 10.4.5.1")
@pytest.mark.parametrize("face", range(1, 11))
@pytest.mark.parametrize(
    ("visibility", "shift"),
    [("clear", 1), ("slightly_obscured", 0), ("mostly_obscured", 0), ("completely_obscured", -1)],
)
def test_one_roll_bombs_for_all(twelve: Ruleset, face: int, visibility: str, shift: int) -> None:
    s = out(twelve, face, 4, 5)
    ours(s).visibility = visibility
    ours(s).others[3].state = "shot_down"
    rule.drop(s, ours(s))
    used_up(s)
    on_target = face + shift >= 5
    assert modifiers(s, "squadron_bomb_run") == ([shift] if shift else [])
    assert column(s, "bombing_accuracy") == ("on_target" if on_target else "off_target")
    assert told(s, "squadron_bombs") == [
        {"bombers": 10, "on_target": 10 * on_target, "percent": 40 if on_target else 5, "by": "table"}
    ]


@pytest.mark.rule("tonight 10.4.5.2")
def test_they_see_the_target_as_we_do(twelve: Ruleset) -> None:
    s = over_target(twelve, 6, moon="half")
    s.zone.weather = "haze"
    take(s, "zone", "visibility")
    assert ours(s).visibility == "completely_obscured"


@pytest.mark.rule("tonight 10.4.5.2")
def test_they_look_for_themselves_when_we_do_not(twelve: Ruleset) -> None:
    s = over_target(twelve, 1, 4, 3, 6, moon="half")
    s.zone.weather = "haze"
    ours(s).visibility = ""
    rule.drop(s, ours(s))
    used_up(s)
    assert rolls(s)[:2] == ["squadron_visibility", "squadron_bomb_run"]
    assert (ours(s).visibility, ours(s).on_target) == ("clear", 11)


@pytest.mark.rule("tonight 10.4.5.1")
def test_each_may_bomb_by_the_full_rules(twelve: Ruleset) -> None:
    """Two dice each on 6-6, then 6-7 for each: two on target with 40 and 20 per cent, one off it with none."""
    s = out(
        twelve,
        2,
        2,
        1,
        1,
        1,
        2,
        4,
        5,
        3,
        4,
        3,
        4,
        date="1943-03-10",
        options={"squadron_bombing": "each"},
    )
    ours(s).visibility = "mostly_obscured"
    ours(s).others = {one: Other(one) for one in (1, 2, 3)}
    rule.drop(s, ours(s))
    used_up(s)
    assert modifiers(s, "squadron_each_bomb_run") == [-1]
    assert told(s, "squadron_bombs") == [{"bombers": 3, "on_target": 1, "percent": 13, "by": "each"}]


@pytest.mark.rule("tonight 10.4.5.1", "tonight 10.4.2.2")
@pytest.mark.parametrize(
    ("visibility", "altitude", "date", "expected"),
    [
        ("clear", "high", "1943-03-10", [1]),
        ("completely_obscured", "high", "1943-03-10", [-1]),
        ("slightly_obscured", "low", "1943-03-10", [1]),
        ("slightly_obscured", "high", "1942-08-31", [-1]),
        ("slightly_obscured", "high", "1943-06-01", [1]),
    ],
)
def test_what_the_full_rules_count_for_each(
    twelve: Ruleset, visibility: str, altitude: str, date: str, expected: list[int]
) -> None:
    s = out(twelve, 3, 4, 3, 4, date=date, options={"squadron_bombing": "each"})
    ours(s).visibility, ours(s).altitude = visibility, altitude
    ours(s).others = {1: Other(1)}
    rule.drop(s, ours(s))
    assert modifiers(s, "squadron_each_bomb_run") == expected


@pytest.mark.rule("tonight 10.4.2.2")
@pytest.mark.parametrize("altitude", ["high", "low"])
def test_they_fly_at_our_height(twelve: Ruleset, altitude: str) -> None:
    s = over_target(twelve, *on_the_first(2), 5, 1, 2, altitude=altitude)
    take(s, "zone", "squadron_to_target")
    assert ours(s).altitude == altitude


# --- without us


def lost(twelve: Ruleset, *faces: int, zone: int = 1, **given: Any) -> Sortie:
    """Ours shot down on a way of three zones over the sea, the others done with `zone`."""
    s = out(twelve, *faces, **given)
    s.game.route = route(over(2, "W"), over(3, "W"), over(4, "W"))
    ours(s).zone = zone
    s.outcome = "shot_down"
    return s


@pytest.mark.rule("tonight 10.4.4.without-you", "tonight 10.4.2.2", "tonight 10.4.4.3")
def test_when_we_are_lost_they_fly_on_to_the_end(twelve: Ruleset) -> None:
    """A fighter in zones 2 and 3, two sets over the target, fighters in zones 3, 2 and 1: nobody is attacked."""
    way_out = NOBODY * 2 + NOBODY * 2
    bombs = (5, 4, 7, 4, 5)
    way_home = NOBODY * 2 + NOBODY * 2 + NOBODY
    s = lost(twelve, *way_out, *bombs, *way_home, 10, *[4] * 11, orders={"squadron_altitude": "low"})
    take(s, "debriefing", "squadron_home")
    used_up(s)
    assert asked(s) == ["squadron_flies_on", "squadron_altitude"]
    assert ours(s).altitude == "low"
    assert {one.state for one in ours(s).others.values()} == {"home"}
    assert (ours(s).bombed, ours(s).percent) == (11, 40)
    assert [one for one in stretches(s) if one.startswith("squadron")] == [
        "squadron out 2",
        "squadron out 3",
        "squadron out 4",
        "squadron home 4",
        "squadron home 3",
        "squadron home 2",
        "squadron home 1",
        "squadron landing",
    ]
    assert s.zone.number == 4, "where we went down"
    assert summary(s)["squadron"]["missing"] == 1, "our own"


@pytest.mark.rule("tonight 10.4.4.without-you")
def test_lost_between_the_bombs_and_the_turn(twelve: Ruleset) -> None:
    s = lost(twelve, *NOBODY * 5, 10, *[4] * 11, zone=4)
    ours(s).outbound, ours(s).is_turning = False, True
    take(s, "debriefing", "squadron_home")
    used_up(s)
    assert rolls(s).count("squadron_attacked") == 5


@pytest.mark.rule("tonight 10.4.4.without-you")
def test_the_player_need_not_follow_them(twelve: Ruleset) -> None:
    s = lost(twelve, orders={"squadron_flies_on": "no"})
    take(s, "debriefing", "squadron_home")
    used_up(s)
    assert len(ours(s).flying) == 11
    assert "squadron_home" not in happenings(s)


@pytest.mark.rule("tonight 10.4.4.without-you")
def test_crashed_at_take_off_they_leave_all_the_same(twelve: Ruleset) -> None:
    s = lost(twelve, 1, 4, 1, 1, *NOBODY * 4, 5, 4, 7, 4, 5, *NOBODY * 5, 10, *[4] * 10)
    ours(s).is_airborne = False
    s.outcome = "crashed"
    take(s, "debriefing", "squadron_home")
    used_up(s)
    assert states(s)[1] == "aborted"
    found = summary(s)["squadron"]
    assert (found["sent"], found["aborted"], found["crashed"], found["bombed"], found["missing"]) == (12, 1, 1, 10, 0)


@pytest.mark.rule("tonight 10.4.4.without-you")
def test_who_goes_down_out_of_our_sight_is_told_otherwise(twelve: Ruleset) -> None:
    s = lost(twelve, 1, 1, 10, *NOBODY * 3, 5, 4, 7, 4, 5, *NOBODY * 5, 10, *[4] * 10)
    take(s, "debriefing", "squadron_home")
    used_up(s)
    assert [one["zone"] for one in told(s, "squadron_lost_unseen")] == [2]
    assert "squadron_lost" not in happenings(s)
    assert states(s)[1] == "shot_down"


@pytest.mark.rule("tonight 10.4.2.3")
def test_when_we_turn_back_they_go_on(twelve: Ruleset) -> None:
    """Our turn for home is none of theirs; afterwards they are not with us."""
    s = out(twelve, *on_the_first(2))
    s.outbound, s.game.aborting, s.game.turn_of_zone = False, "men freezing", 2
    in_zone(s)
    assert sets(s) == "gf"
    assert not ours(s).with_us
    assert ours(s).outbound
    assert told(s, "squadron_parts") == [{"others": 11}]
    assert sets(in_zone(s)) == "gf", "no more attacks in our zones"


@pytest.mark.rule("tonight 10.4.2.3")
def test_other_reading_they_turn_with_us(twelve: Ruleset, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(rule, "FLY_ON_WHEN_WE_TURN_BACK", False)
    s = out(twelve, *on_the_first(4))
    s.outbound, s.game.aborting, s.game.turn_of_zone = False, "men freezing", 2
    in_zone(s)
    assert ours(s).with_us
    assert not ours(s).outbound


@pytest.mark.rule("tonight 10.4.2.3")
@pytest.mark.parametrize("own_turn", [True, False])
def test_recalled_all_turn_together(twelve: Ruleset, own_turn: bool, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(rule, "RECALL_TURN_IS_A_SET", own_turn)
    s = out(twelve, *on_the_first(4 if own_turn else 2))
    s.outbound, s.game.aborting, s.game.returned_by_recall, s.game.turn_of_zone = False, "recalled", "weather", 2
    in_zone(s)
    assert ours(s).with_us
    assert not ours(s).outbound
    assert "squadron_parts" not in happenings(s)


@pytest.mark.rule("tonight 10.4.4.without-you")
def test_lost_in_the_zone_of_the_recall_they_turn_there(twelve: Ruleset) -> None:
    """Two sets in zone 2 over the sea, then zone 1: no bombs."""
    s = lost(twelve, *NOBODY * 3, 10, *[4] * 11)
    s.game.returned_by_recall = "weather"
    take(s, "debriefing", "squadron_home")
    used_up(s)
    assert ours(s).bombed == 0


@pytest.mark.rule("tonight 10.4.2")
@pytest.mark.parametrize("number", [3, 5])
def test_thrown_back_at_the_alps_we_are_alone(twelve: Ruleset, number: int) -> None:
    s = out(twelve)
    s.zone.number = number
    in_zone(s)
    assert not ours(s).with_us


# --- home


@pytest.mark.rule("tonight 10.4.6")
@pytest.mark.parametrize("face", range(1, 11))
@pytest.mark.parametrize(("hits_taken", "needs"), [(0, 1), (1, 2), (2, 2), (3, 3), (4, 3), (5, 4)])
@pytest.mark.parametrize(("weather", "shift"), [("good", 0), ("poor", -1), ("bad", -2)])
def test_safe_return(twelve: Ruleset, weather: str, shift: int, hits_taken: int, needs: int, face: int) -> None:
    s = out(twelve, *NOBODY, face, weather_over_base=weather)
    ours(s).others = {7: Other(7, hits_taken)}
    ours(s).outbound, ours(s).zone = False, 2
    s.outcome = "returned"
    take(s, "debriefing", "squadron_home")
    used_up(s)
    assert modifiers(s, "squadron_return") == ([shift] if shift else []), "the weather counts once (T-97)"
    safe = face + shift >= needs
    assert ours(s).others[7].state == ("home" if safe else "missing")
    (facts,) = told(s, "squadron_home")
    assert (facts["back"], facts["losses"]) == (12 - (not safe), "none" if safe else "some")


@pytest.mark.rule("tonight 10.4.4.3", "tonight 10.4.4.2")
def test_over_the_base_a_last_fighter_and_no_guns(twelve: Ruleset) -> None:
    s = out(twelve, *on_the_first(1), *[4] * 11, weather_over_base="good")
    ours(s).outbound, ours(s).zone = False, 2
    s.outcome = "returned"
    take(s, "debriefing", "squadron_home")
    used_up(s)
    assert sets(s) == "f"
    assert "squadron_flies_on" not in asked(s)


@pytest.mark.rule("tonight 10.4.4.3")
def test_no_fighter_in_zone_one_on_the_way_out(twelve: Ruleset) -> None:
    for seed in range(20):
        log: list[Any] = []
        fly(twelve, Setup("tonight", seed), log=log)
        begun = [event.stretch for event in log if event.type == "stretch" and event.stretch.startswith("squadron out")]
        assert "squadron out 1" not in begun


@pytest.mark.rule("tonight 10.4.6.repair")
def test_the_next_night_begins_with_sound_bombers(twelve: Ruleset) -> None:
    first = fly(twelve, Setup("tonight", 3))
    assert any(one["hits"] for one in summary(first)["squadron"]["bombers"])
    second = staged(twelve, 4, 3, bomber="lancaster")
    take(second, "mission", "squadron_place")
    assert not hits(second)


# --- the whole


@pytest.mark.rule("tonight 10.4")
def test_two_hundred_flights(twelve: Ruleset) -> None:
    """Every bomber has come to some end, and the record adds up."""
    for seed in range(200):
        s = fly(twelve, Setup("tonight", seed))
        found = summary(s)["squadron"]
        if s.outcome == "scrubbed":
            assert found["sent"] == 0
            continue
        ends = [one["state"] for one in found["bombers"]]
        assert len(ends) == 11
        assert "flying" not in ends
        assert all(one["hits"] < 6 for one in found["bombers"] if one["state"] in ("home", "missing"))
        assert found["sent"] == 12
        missing = ends.count("shot_down") + ends.count("missing") + (s.outcome in twelve.game.losses)
        assert found["missing"] == missing
        assert found["bombed"] <= 12 - found["crashed"]


@pytest.mark.rule("tonight 10.4")
@pytest.mark.parametrize("how", ["together", "each"])
def test_it_bears_what_every_game_must_bear(twelve: Ruleset, how: str) -> None:
    options = {"squadron_take_off": how, "squadron_bombing": how}
    setups = [Setup("tonight", seed, options=options) for seed in range(6)]
    for check in ALL_CHECKS:
        check(twelve, setups)


def events(ruleset: Ruleset, seed: int) -> list[Any]:
    log: list[Any] = []
    fly(ruleset, Setup("tonight", seed), log=log)
    return log


def own(log: list[Any]) -> Iterator[tuple[str, dict[str, Any]]]:
    """What happened to us."""
    for event in log:
        if isinstance(event, Happening) and not event.type.startswith("squadron"):
            yield event.type, dict(event.facts)


@pytest.mark.rule("tonight 10.4.1")
def test_our_own_flight_is_what_it_would_be_without_them(twelve: Ruleset, tonight: Ruleset) -> None:
    for seed in range(30):
        assert list(own(events(twelve, seed))) == list(own(events(tonight, seed)))


@pytest.mark.rule("tonight 10.4")
def test_off_it_changes_nothing(twelve: Ruleset, tonight: Ruleset) -> None:
    """A ruleset without it that is composed after one with it knows nothing of it, and flies as ever."""
    plain = compose(load_plugins(), "tonight")
    its_own = {*registered.HAPPENINGS, *registered.RESULTS, "10-4.3", "3-1 squadron"}
    for known in (plain.tables, plain.happenings, plain.decisions, plain.game.roles):
        assert its_own.isdisjoint(known)
    assert {one.name for steps in plain.procedures.values() for one in steps}.isdisjoint(
        {"squadron_place", "squadron_take_off", "squadron_to_target", "squadron_in_zone", "squadron_home"}
    )
    for seed in range(5):
        assert digest(events(plain, seed)) == digest(events(tonight, seed)) != digest(events(twelve, seed))
        s = fly(plain, Setup("tonight", seed))
        assert s.kept == {}
        assert "squadron" not in summary(s)


@pytest.mark.rule("tonight 10.4")
def test_the_log_stays_readable(twelve: Ruleset) -> None:
    """A line for who goes down, none for who is hit: mostly nothing in a zone, and never many lines."""
    zones = told_in_all = 0
    for seed in range(40):
        log = events(twelve, seed)
        teller, lines = Teller(twelve.narrative, seed=seed), 0
        for event in log:
            if isinstance(event, Happening) and event.type == "zone":
                zones, lines = zones + 1, 0
            for line in teller.tell(event):
                if event.type in registered.HAPPENINGS:
                    lines, told_in_all = lines + 1, told_in_all + 1
                    assert "{" not in line.text
                    assert "|" not in line.text
            assert lines <= 6
    assert told_in_all < zones


@pytest.mark.rule("tonight 10.4")
def test_each_of_the_others_has_a_name_of_its_own(twelve: Ruleset) -> None:
    s = out(twelve)
    s.bomber.name = "G for George"
    names = [rule.name_of(s, ours(s), one, "squadron") for one in ours(s).others.values()]
    letters = {name[0] for name in names}
    assert len(letters) == 11
    assert "G" not in letters


@pytest.mark.rule("tonight 1.5.squadron-sheet")
@pytest.mark.parametrize(("recalled", "aborted"), [("", 2), ("weather", 1)])
def test_the_record_counts_ours_in(twelve: Ruleset, recalled: str, aborted: int) -> None:
    s = out(twelve)
    ours(s).others[1].state = "aborted"
    s.game.aborting, s.game.returned_by_recall = "men freezing", recalled
    assert summary(s)["squadron"]["aborted"] == aborted
    s.game.bomb_run, ours(s).bombed, s.outcome = "off_target", 9, "crashed"
    found = summary(s)["squadron"]
    assert (found["bombed"], found["crashed"], found["missing"]) == (10, 1, 0)


@pytest.mark.rule("tonight 10.4.4.without-you")
def test_lost_in_the_last_zone_before_the_base(twelve: Ruleset) -> None:
    s = lost(twelve, *NOBODY * 2, 10, *[4] * 11, zone=3)
    ours(s).outbound = False
    take(s, "debriefing", "squadron_home")
    used_up(s)
    assert asked(s)[0] == "squadron_flies_on"


@pytest.mark.rule("tonight 10.4.3.individual")
def test_what_they_roll_on_our_tables_is_not_told_of_us(twelve: Ruleset) -> None:
    theirs = []
    for seed in range(6):
        log: list[Any] = []
        fly(twelve, Setup("tonight", seed, options={"squadron_take_off": "each"}), log=log)
        theirs += [event for event in log if event.type == "roll" and event.role in registered.THEIRS.values()]
    assert {"squadron_each_take_off", "squadron_rough_engine"} <= {event.role for event in theirs}
    assert not [event.text for event in theirs if event.text]
