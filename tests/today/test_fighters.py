"""Before the first shot: resistance, waves, who comes and from where, who is driven off, pilots, evasion."""

from __future__ import annotations

from typing import Any

import pytest
from bomberstream.core.ruleset import Ruleset
from bomberstream.core.sortie import Sortie
from bomberstream.plugins.today.fighters import escort_on_station
from bomberstream.plugins.today.formation import fall_out
from combat_scenes import (
    APART,
    MISS,
    SILENT,
    STRAGGLER,
    fighter,
    fw190,
    happenings,
    me109,
    play,
    play_all,
    rolls,
    scene,
    shifts,
    state,
    tables,
    told,
)

TURN = "turn.fighters"
APPEARANCE = "wave.appearance"
ESCORT = "wave.escort_drives_off"
BOMBED_WITH_A_FIGHTER = (1, 1)
"""On 5-3B, against heavy resistance: bombs from above (note f) and a fighter besides."""


def waiting(s: Sortie) -> list[tuple[str, str]]:
    """The fighters of the wave: type and place."""
    return [(one.type.id, one.position) for one in s.game.fighters]


# --- resistance and waves


@pytest.mark.rule("today 5-1")
def test_where_the_gazetteer_says_na_nobody_throws(today: Ruleset) -> None:
    s = play_all(scene(today, zone={"fighters": "NA"}), TURN)
    assert s.rolls == 0


@pytest.mark.rule("today 5-1")
def test_no_resistance_ends_the_search(today: Ruleset) -> None:
    s = play_all(scene(today, 3, weather="full_cloud", zone={"escort": "good"}), TURN)
    assert [(roll.table, roll.total, roll.result) for roll in rolls(s)] == [("5-1", 0, "none")]


@pytest.mark.rule("today 4-1A")
def test_a_turn_without_fighters_spares_only_that_turn(today: Ruleset) -> None:
    s = scene(today, 3, zone={"escort": "good"}, weather="full_cloud")
    state(s).no_fighters = True
    play(s, TURN)
    assert s.rolls == 0
    play_all(s, TURN)
    assert tables(s) == ["5-1"]


@pytest.mark.rule("today 5-2")
def test_light_opposition_that_makes_no_wave(today: Ruleset) -> None:
    s = play_all(scene(today, 2, 5, zone={"escort": "good"}, campaign=1), TURN)
    assert [(roll.table, roll.total) for roll in rolls(s)] == [("5-1", 1), ("5-2", 3)]
    assert told(s, "no_waves") == [{"resistance": "light"}]


@pytest.mark.rule("today 5-2")
def test_a_total_below_one_makes_no_wave(today: Ruleset) -> None:
    s = play_all(scene(today, 1, 1, campaign=6, cell="middle"), TURN)
    assert [(roll.table, roll.total, roll.result) for roll in rolls(s)] == [("5-1", 3, "token"), ("5-2", -2, 0)]


@pytest.mark.rule("today 5-2", "today 5-3")
def test_waves_come_one_after_the_other(today: Ruleset) -> None:
    s = play_all(scene(today, 9, 9, *(1, 6, 1), *(2, 6, 2), *(3, 6, 3)), TURN)
    assert tables(s) == ["5-1", "5-2"] + ["5-3B", "5-3 note 2"] * 3
    assert [facts["wave"] for facts in told(s, "no_attack")] == [1, 2, 3]


@pytest.mark.rule("today 5-2")
def test_the_second_wave_is_thrown_when_the_first_is_over(today: Ruleset) -> None:
    s = scene(today, *(1, 10), *(3, 3), 3, *MISS, *APART, *(3, 3), 4, *MISS, *APART, orders=SILENT)
    play_all(s, TURN)
    wave = ["5-3B", "5-5A", "5-8", "5-16"]
    assert tables(s) == ["5-1", "5-2", *wave, *wave]


@pytest.mark.rule("today 5-2")
@pytest.mark.parametrize(("cell", "change"), [("middle", -1), ("low", 1), ("high", 0)])
def test_the_cell_counts_in_formation_alone(today: Ruleset, cell: str, change: int) -> None:
    s = play(scene(today, 1, 1, campaign=6, cell=cell), TURN)
    assert sum(shifts(rolls(s, "5-2")[0]).values()) == change - 2
    s = play(scene(today, 1, 1, campaign=6, cell=cell, **STRAGGLER), TURN)
    assert sum(shifts(rolls(s, "5-2")[0]).values()) in (-1, -2)
    assert f"{cell} cell" not in shifts(rolls(s, "5-2")[0])


# --- who comes


@pytest.mark.rule("today 5-3")
@pytest.mark.parametrize(
    ("campaign", "resistance", "comes"),
    [
        (1, "light", [("me-410", "12 high")]),
        (2, "light", [("me-410", "12 high")]),
        (3, "light", [("me-110", "1:30 level")]),
        (5, "light", [("me-110", "1:30 level")]),
        (6, "light", [("ta-152h", "12 low")]),
        (1, "heavy", [("fw-190", "12 high"), ("fw-190", "1:30 high"), ("fw-190", "3 high")]),
    ],
)
def test_campaign_and_resistance_name_the_wave(
    today: Ruleset, campaign: int, resistance: str, comes: list[tuple[str, str]]
) -> None:
    s = play_all(scene(today, 1, 3, campaign=campaign, zone={"resistance": resistance}), APPEARANCE)
    assert waiting(s) == comes
    assert tables(s) == [{1: "5-3A", 2: "5-3A", 3: "5-3B", 5: "5-3B", 6: "5-3C"}[campaign]]


@pytest.mark.rule("today 5-3 note c")
def test_the_box_beats_them_off(today: Ruleset) -> None:
    s = play_all(scene(today, 1, 2, campaign=1, zone={"resistance": "light"}), APPEARANCE)
    assert waiting(s) == []
    assert happenings(s) == ["beaten_off"]


@pytest.mark.rule("today 5-3 note c")
def test_a_straggler_throws_until_the_box_has_no_say(today: Ruleset) -> None:
    s = scene(today, *(1, 2), *(3, 2), *(1, 3), campaign=1, zone={"resistance": "light"}, **STRAGGLER)
    play_all(s, APPEARANCE)
    assert waiting(s) == [("me-410", "12 high")]
    assert "beaten_off" not in happenings(s)


@pytest.mark.rule("today 5-3 note c")
def test_a_straggler_keeps_an_empty_cell_without_the_note(today: Ruleset) -> None:
    s = play_all(scene(today, 2, 1, campaign=1, zone={"resistance": "light"}, **STRAGGLER), APPEARANCE)
    assert happenings(s) == ["no_attack"]


@pytest.mark.rule("today 5-3 note f", "today 6-3")
@pytest.mark.parametrize(("die", "density"), [(1, "heavy"), (2, "light"), (6, "light")])
def test_bombs_from_above_are_one_throw_for_a_hit(today: Ruleset, die: int, density: str) -> None:
    s = scene(today, *(1, 1), die, *(1, 4), campaign=3, zone={"resistance": "moderate"})
    play_all(s, APPEARANCE, "wave.bombs_and_rockets")
    thrown = rolls(s, "6-3")
    assert [(roll.column, roll.result) for roll in thrown] == [(density, "miss")]
    assert told(s, "bombs_or_rockets") == [{"what": "bombs", "density": density}]


@pytest.mark.rule("today 5-3 note f", "today 6-4")
def test_a_bomb_that_hits_goes_on_as_flak(today: Ruleset) -> None:
    s = scene(today, *(1, 1), 1, *(2, 2), *(3, 4), *(5, 5), *(1, 1), zone={"resistance": "moderate"})
    play_all(s, APPEARANCE, "wave.bombs_and_rockets")
    assert tables(s)[2:] == ["6-3", "6-4", "6-5", "A-1"]
    assert "bombsight" in s.bomber.out


@pytest.mark.rule("today 5-3 note g", "today 6-3")
@pytest.mark.parametrize(
    ("die", "density"), [(1, "miss"), (2, "miss"), (3, "miss"), (4, "light"), (5, "light"), (6, "heavy")]
)
def test_rockets_from_astern_may_miss_outright(today: Ruleset, die: int, density: str) -> None:
    faces = () if density == "miss" else (1, 4)
    s = scene(today, *(2, 1), die, *faces, zone={"resistance": "moderate"})
    play_all(s, APPEARANCE, "wave.bombs_and_rockets")
    assert [roll.column for roll in rolls(s, "6-3")] == [density] * bool(faces)


@pytest.mark.rule("today 5-3 note f", "today 5-3 note g")
@pytest.mark.parametrize("row", [(1, 1), (2, 1)])
def test_bombs_and_rockets_are_not_for_stragglers(today: Ruleset, row: tuple[int, int]) -> None:
    s = play_all(scene(today, *row, zone={"resistance": "moderate"}, **STRAGGLER), APPEARANCE, "wave.bombs_and_rockets")
    assert tables(s) == ["5-3B"]


@pytest.mark.rule("today 5-3 note f")
def test_bombs_fall_beside_the_fighter_of_the_same_cell(today: Ruleset) -> None:
    s = scene(today, *(1, 1), 2, *(3, 4), zone={"resistance": "heavy"})
    play_all(s, APPEARANCE, "wave.bombs_and_rockets")
    assert waiting(s) == [("me-109", "6 high")]


@pytest.mark.rule("today 5-3 note f")
def test_bombs_are_over_with_their_wave(today: Ruleset) -> None:
    s = scene(today, *(1, 1), *(3, 3), zone={"resistance": "moderate"})
    play(s, APPEARANCE)
    assert state(s).wave_notes == ("f",)
    play_all(s, APPEARANCE, "wave.bombs_and_rockets")
    assert "bombs_or_rockets" not in happenings(s)


@pytest.mark.rule("today 5-3 note h")
@pytest.mark.parametrize(
    ("over", "faces", "kind"),
    [
        ("G", (), "ju-88c-6"),
        ("N", (), "fw-190"),
        ("W", (), "fw-190"),
        (["G", "N"], (3,), "ju-88c-6"),
        (["G", "N"], (4,), "fw-190"),
        (["N", "G"], (4,), "ju-88c-6"),
    ],
)
def test_night_fighters_over_germany_settle_the_letter_once(
    today: Ruleset, over: Any, faces: tuple[int, ...], kind: str
) -> None:
    s = scene(today, *(3, 2), *faces, zone={"resistance": "heavy", "over": over})
    play_all(s, APPEARANCE)
    assert waiting(s) == [(kind, "10:30 high"), (kind, "3 level")]


@pytest.mark.rule("today 5-3 note h")
def test_fighters_without_the_note_stay_what_they_are(today: Ruleset) -> None:
    s = play_all(scene(today, 1, 3, zone={"resistance": "heavy", "over": "G"}), APPEARANCE)
    assert {kind for kind, _ in waiting(s)} == {"fw-190"}


@pytest.mark.rule("today 5-3", "today 5-3 note d", "today 5-3 note e")
def test_vertical_attackers_have_no_level(today: Ruleset) -> None:
    s = play_all(scene(today, 2, 4, zone={"resistance": "light"}), APPEARANCE)
    level, diver = s.game.fighters
    assert (level.clock, level.level, level.is_vertical) == ("12", "high", False)
    assert (diver.clock, diver.level, diver.is_vertical) == ("vertical_dive", "", True)
    assert (diver.beyond_escort, diver.out_of_reach) == (True, False)
    s = play_all(scene(today, 3, 1, zone={"resistance": "heavy"}), APPEARANCE)
    (climber,) = s.game.fighters
    assert (climber.clock, climber.position) == ("vertical_climb", "vertical climb")
    assert (climber.beyond_escort, climber.out_of_reach) == (False, False)


@pytest.mark.rule("today 5-3 note b")
def test_a_diver_of_note_b_is_out_of_reach(today: Ruleset) -> None:
    s = play_all(scene(today, 1, 5, zone={"resistance": "heavy"}), APPEARANCE)
    assert [(one.position, one.out_of_reach, one.beyond_escort) for one in s.game.fighters][3:] == [
        ("6 high", False, False),
        ("vertical dive", True, True),
    ]


@pytest.mark.rule("today 5-3C note h", "today 5-11 note c")
@pytest.mark.parametrize(
    ("faces", "place", "extra"),
    [((1,), "vertical dive", 1), ((2,), "vertical dive", 1), ((3, 2), "10:30 high", 0), ((6, 6), "6 high", 0)],
)
def test_a_rocket_fighter_with_the_note_throws_for_its_place(
    today: Ruleset, faces: tuple[int, ...], place: str, extra: int
) -> None:
    s = play_all(scene(today, 5, 4, *faces, campaign=6, zone={"resistance": "light"}), APPEARANCE)
    assert waiting(s) == [("me-163", place), ("fw-190", "10:30 high")]
    assert [one.extra_hits for one in s.game.fighters] == [extra, 0]


@pytest.mark.rule("today 5-3C note a")
def test_a_rocket_fighter_without_the_note_comes_as_printed(today: Ruleset) -> None:
    s = play_all(scene(today, 4, 2, campaign=6, zone={"resistance": "moderate"}), APPEARANCE)
    assert waiting(s) == [("me-163", "12 high")]


@pytest.mark.rule("today 5-3")
@pytest.mark.parametrize(("die", "event"), [(1, False), (3, False), (4, True), (6, True)])
def test_event_or_nothing_brings_no_attackers(today: Ruleset, die: int, event: bool) -> None:
    faces = (3, 4) if event else ()
    s = scene(today, 1, 6, die, *faces, options={"position": "7"}, zone={"resistance": "light"})
    play_all(s, APPEARANCE, "wave.extra_fighter")
    assert waiting(s) == []
    assert ("5-3D" in tables(s)) is event


@pytest.mark.rule("today 5-3")
def test_nobody_dives_or_climbs_over_the_alps(today: Ruleset) -> None:
    s = play(scene(today, 2, 4, zone={"resistance": "light", "is_alps": True}), APPEARANCE)
    assert waiting(s) == [("fw-190", "12 high")]


# --- the fighter that a place draws


@pytest.mark.rule("today 2-10B")
@pytest.mark.parametrize(
    ("position", "drawn"),
    [
        (1, [("me-109", "12 level")]),
        (7, [("me-109", "12 level")]),
        (13, [("me-109", "12 level")]),
        (11, [("me-109", "6 high")]),
        (18, [("me-109", "6 low")]),
        (2, []),
        (6, []),
        (12, []),
        (17, []),
    ],
)
def test_leaders_and_tail_enders_draw_one_fighter_more(
    today: Ruleset, position: int, drawn: list[tuple[str, str]]
) -> None:
    s = scene(today, 1, 4, options={"position": str(position)}, zone={"resistance": "light"})
    play_all(s, APPEARANCE, "wave.extra_fighter")
    assert waiting(s) == [("fw-190", "12 high"), ("fw-190", "1:30 high"), *drawn]


@pytest.mark.rule("today 2-10B", "today 4.7")
@pytest.mark.parametrize("position", [2, 7, 11, 18])
def test_a_straggler_draws_one_of_its_own_whatever_its_slot(today: Ruleset, position: int) -> None:
    s = scene(today, 3, 3, options={"position": str(position)}, zone={"resistance": "light"}, **STRAGGLER)
    play_all(s, APPEARANCE, "wave.extra_fighter")
    assert waiting(s) == [("fw-190", "12 high"), ("me-109", "12 level")]


@pytest.mark.rule("today 2-10B")
@pytest.mark.parametrize("given", [{"options": {"position": "7"}}, {"options": {"position": "18"}}, STRAGGLER])
def test_where_nobody_attacks_nobody_is_drawn(today: Ruleset, given: dict[str, Any]) -> None:
    s = scene(today, 1, 1, zone={"resistance": "light"}, **given)
    play_all(s, APPEARANCE, "wave.extra_fighter")
    assert waiting(s) == []


@pytest.mark.rule("today 2-10B")
def test_the_drawn_fighter_comes_with_each_wave_that_attacks(today: Ruleset) -> None:
    wave = (3, 3, 3, 3, *MISS, *MISS, *APART, *APART)
    s = scene(today, *(1, 10), *wave, *(1, 6, 1), orders=SILENT, options={"position": "7"})
    play_all(s, TURN)
    assert [facts["number"] for facts in told(s, "attackers")] == [2]
    s = scene(today, *(1, 10), *wave, *wave, orders=SILENT, options={"position": "7"})
    play_all(s, TURN)
    assert [facts["number"] for facts in told(s, "attackers")] == [2, 2]


# --- who is driven off


def with_escort(today: Ruleset, *faces: int, level: str = "fair", wave: int = 1, **given: Any) -> Sortie:
    """A wave of `fighters` with the escort's roll behind it."""
    s = scene(today, *faces, zone={"escort": level}, **given)
    escort_on_station(s)
    s.game.wave = wave
    return s


@pytest.mark.rule("today 5-4")
@pytest.mark.parametrize(("wave", "gone"), [(1, 2), (2, 1), (3, 1)])
def test_the_escort_takes_the_bracketed_number_off_later_waves(today: Ruleset, wave: int, gone: int) -> None:
    four = [fw190("12 high"), fw190("3 high"), fw190("6 high"), fw190("9 high")]
    s = play_all(with_escort(today, 5, 5, wave=wave, fighters=four), ESCORT)
    assert len(told(s, "driven_off")) == gone
    assert len(s.game.fighters) == 4 - gone


@pytest.mark.rule("today 5-4")
def test_the_escort_throws_once_a_turn_for_all_waves(today: Ruleset) -> None:
    wave = (3, 3)
    s = scene(today, *(3, 10), *(1, 1), *wave, *wave, 3, *MISS, *APART, orders=SILENT, zone={"escort": "poor"})
    play_all(s, TURN)
    assert tables(s).count("5-4") == 1
    assert [facts["by"] for facts in told(s, "driven_off")] == ["the escort"]
    assert tables(s).count("5-5A") == 1


@pytest.mark.rule("today 5-4", "today 2-13")
def test_without_escort_nobody_throws(today: Ruleset) -> None:
    s = play_all(with_escort(today, level="none", fighters=[fw190("12 high")]), ESCORT)
    assert len(s.game.fighters) == 1


@pytest.mark.rule("today 5-4")
def test_the_player_says_whom_the_escort_takes(today: Ruleset) -> None:
    three = [fw190("12 high"), me109("3 high"), fw190("6 high")]
    for chosen in ("f1", "f2", "f3"):
        s = with_escort(today, 3, 4, level="fair", fighters=three, orders={"escort_takes": chosen})
        play_all(s, ESCORT)
        assert chosen not in [one.key for one in s.game.fighters]
        assert len(s.game.fighters) == 2


@pytest.mark.rule("today 5-4", "today 5-3 note b", "today 5-3 note d", "today 5-3C note a", "today 9-1")
@pytest.mark.parametrize(
    "safe",
    [
        fw190("vertical dive"),
        fw190("vertical dive", out_of_reach=True),
        {"type": "me-262", "position": "12 high"},
        {"type": "he-162", "position": "12 high"},
        {"type": "me-163", "position": "9 high"},
    ],
)
def test_whom_the_escort_may_not_take(today: Ruleset, safe: dict[str, Any]) -> None:
    s = play_all(with_escort(today, 1, 1, level="good", fighters=[safe, me109("9 low")]), ESCORT)
    assert [one.key for one in s.game.fighters] == ["f1"]
    assert len(told(s, "driven_off")) == 1


@pytest.mark.rule("today 5-3C note a", "today 5-4")
def test_the_escort_may_not_take_what_note_a_protects(today: Ruleset) -> None:
    s = with_escort(today, *(1, 1), *(2, 3), level="good", campaign=6)
    s.zone.resistance = "moderate"
    play_all(s, APPEARANCE, ESCORT)
    assert waiting(s) == [("ta-152h", "6 level"), ("ta-152h", "6 high")]
    s = with_escort(today, *(1, 1), *(3, 5), level="good", campaign=6)
    s.zone.resistance = "token"
    play_all(s, APPEARANCE, ESCORT)
    assert waiting(s) == []


@pytest.mark.rule("today 5-3 note e", "today 5-4")
def test_the_escort_may_take_a_vertical_climber(today: Ruleset) -> None:
    s = with_escort(today, 3, 4, fighters=[fw190("vertical climb")])
    assert play_all(s, ESCORT).game.fighters == []


@pytest.mark.rule("today 5-4")
def test_a_straggler_has_its_escort_too(today: Ruleset) -> None:
    s = with_escort(today, 3, 4, fighters=[fw190("12 high")], **STRAGGLER)
    assert play_all(s, ESCORT).game.fighters == []


@pytest.mark.rule("today 5-3D", "today 5-4")
@pytest.mark.parametrize(("level", "column"), [("poor", "fair"), ("fair", "good"), ("good", "good"), ("none", None)])
def test_an_aggressive_escort_counts_one_column_better(today: Ruleset, level: str, column: str | None) -> None:
    faces = () if column is None else (3, 4)
    s = with_escort(today, *faces, level=level, event={"aggressive_escort": True}, fighters=[fw190("12 high")])
    play_all(s, ESCORT)
    assert [roll.column for roll in rolls(s)] == [column] * bool(faces)


@pytest.mark.rule("today 5-4")
def test_a_wave_that_is_all_driven_off_does_not_fight(today: Ruleset) -> None:
    s = with_escort(today, 1, 1, level="good", fighters=[fw190("12 high"), fw190("3 high")])
    play_all(s, ESCORT, "wave.pilot_skill", "wave.rounds")
    assert happenings(s)[-1] == "wave_gone"
    assert tables(s) == ["5-4"]


@pytest.mark.rule("today 5-4")
def test_a_wave_that_never_came_is_not_driven_off(today: Ruleset) -> None:
    s = scene(today, *(5, 5), *(1, 1), *(3, 1), zone={"escort": "good"}, campaign=1, cell="high")
    play(s, TURN)
    assert "no_attack" in happenings(s)
    assert "wave_gone" not in happenings(s)


@pytest.mark.rule("today 5-3D note d")
@pytest.mark.parametrize(
    "lost",
    [fw190("vertical dive", out_of_reach=True), {"type": "me-262", "position": "12 high"}, me109("6 high")],
)
def test_bad_communications_lose_any_kind_of_fighter(today: Ruleset, lost: dict[str, Any]) -> None:
    s = scene(
        today,
        fighters=[lost, fw190("3 low")],
        event={"poor_communications": True},
        orders={"communications_takes": "f1"},
    )
    play_all(s, "wave.poor_communications")
    assert [one.key for one in s.game.fighters] == ["f2"]


@pytest.mark.rule("today 5-3D note d", "today 5-4")
def test_bad_communications_take_one_of_each_wave_before_the_escort(today: Ruleset) -> None:
    s = scene(
        today,
        *(3, 10),
        *(4, 5),
        *(1, 4),
        *(1, 4),
        zone={"escort": "fair"},
        event={"poor_communications": True},
        cell="high",
        orders=SILENT,
    )
    play_all(s, TURN)
    assert [facts["by"] for facts in told(s, "driven_off")] == ["confusion on their radio", "the escort"] * 2


@pytest.mark.rule("today 5-3D note d")
def test_good_communications_lose_nobody(today: Ruleset) -> None:
    step = next(one for one in today.procedures["wave"] if one.name == "poor_communications")
    s = scene(today, fighters=[fw190("12 high")])
    assert step.when is not None
    assert not step.when(s)
    assert step.when(scene(today, event={"poor_communications": True}))


# --- pilots


@pytest.mark.rule("today 5-5A")
def test_each_pilot_has_a_skill_of_his_own_for_all_his_rounds(today: Ruleset) -> None:
    three = [fw190("12 high"), fw190("3 high"), fw190("6 high")]
    s = play(scene(today, 2, 4, 5, fighters=three), "wave.pilot_skill")
    assert [one.skill for one in s.game.fighters] == ["green", "average", "ace"]
    s = scene(today, 5, *(6, 6), *(3, 4), *(1, 1), *APART, *(2, 5), *MISS, *APART, fighters=[fw190("12 high")])
    s.orders = scene(today, orders=SILENT).orders
    play_all(s, "wave.pilot_skill", "wave.rounds")
    assert [shifts(roll) for roll in rolls(s, "5-8")] == [{"ace pilot": 1}] * 2
    assert tables(s).count("5-5A") == 1


# --- evasive action


TWIST = {"evade": "always"}


def evades(s: Sortie) -> bool:
    """Whether the bomber takes evasive action in a round, wanting to."""
    play(s, "round.evade")
    return state(s).evading


@pytest.mark.rule("today 5.9")
def test_evasive_action_is_for_stragglers(today: Ruleset) -> None:
    assert evades(scene(today, orders=TWIST, **STRAGGLER))
    assert not evades(scene(today, orders=TWIST))


@pytest.mark.rule("today 5.9")
@pytest.mark.parametrize(
    "hindrance",
    [
        {"engines_out": [1, 4]},
        {"out": {"electrical": True}},
        {"out": {"control_cables": True}},
        {"zone": {"is_alps": True}},
        {"pilot": {"wounds": "serious"}, "copilot": {"wounds": "killed"}},
        {"out": {"brakes": True, "rudder": True, "landing_gear": True}},
    ],
)
def test_what_forbids_evasive_action(today: Ruleset, hindrance: dict[str, Any]) -> None:
    assert not evades(scene(today, orders=TWIST, **STRAGGLER, **hindrance))


@pytest.mark.rule("today 5.9")
@pytest.mark.parametrize(
    "bearable",
    [
        {"engines_out": [1]},
        {"pilot": {"wounds": "killed"}},
        {"copilot": {"wounds": "serious"}},
        {"out": {"brakes": True, "rudder": True}},
        {"out": {"intercom": True}},
        {"altitude": "low"},
    ],
)
def test_what_does_not_forbid_evasive_action(today: Ruleset, bearable: dict[str, Any]) -> None:
    assert evades(scene(today, orders=TWIST, bombs_aboard=False, **STRAGGLER, **bearable))


@pytest.mark.rule("today 5.9", "today 6.5")
def test_no_evasive_action_after_a_burst_inside(today: Ruleset) -> None:
    s = scene(today, orders=TWIST, **STRAGGLER)
    s.bomber.bursts.add("waist")
    assert not evades(s)


@pytest.mark.rule("today 5.9")
def test_evasive_action_is_chosen_round_by_round(today: Ruleset) -> None:
    order = {"evade": {"choose": "no", "case": [{"when": "fighter.round >= 2", "choose": "yes"}]}}
    s = scene(today, fighters=[fw190("12 high")], orders={**SILENT, **order}, **STRAGGLER)
    assert not evades(s)
    fighter(s).round = 2
    assert evades(s)
    fighter(s).round = 1
    assert not evades(s)


@pytest.mark.rule("today 5.9", "today 5-6", "today 5-8", "today 5-16")
def test_evasive_action_counts_against_both_sides(today: Ruleset) -> None:
    s = scene(
        today,
        *(3, 3),
        *MISS,
        *APART,
        fighters=[fw190("12 high")],
        orders={"evade": "always", "fires_at": "f1", "passing_shot": "none"},
        **STRAGGLER,
    )
    play_all(s, "round")
    assert [shifts(roll).get("evasive action") for roll in rolls(s)] == [-1, -1, -1]


@pytest.mark.rule("today 5.9", "today 6-6")
@pytest.mark.parametrize(
    ("given", "spoils"),
    [
        ({"zone": {"is_target": True}}, True),
        ({"zone": {"is_target": False}}, False),
        ({"zone": {"is_target": True}, "inbound": True}, False),
    ],
)
def test_evasion_over_the_target_before_the_run_is_remembered(
    today: Ruleset, given: dict[str, Any], spoils: bool
) -> None:
    s = scene(today, orders=TWIST, **STRAGGLER, **given)
    assert evades(s)
    assert state(s).evaded_in_target_zone is spoils


@pytest.mark.rule("today 5.9", "today 6-6")
def test_evasion_after_the_run_spoils_nothing(today: Ruleset) -> None:
    s = scene(today, orders=TWIST, zone={"is_target": True}, **STRAGGLER)
    state(s).bomb_run = "on_target"
    assert evades(s)
    assert not state(s).evaded_in_target_zone


@pytest.mark.rule("today 4.7", "today 5-3 note f")
def test_who_is_bombed_out_of_the_box_draws_no_stragglers_fighter_in_that_wave(today: Ruleset) -> None:
    s = scene(today, *BOMBED_WITH_A_FIGHTER, zone={"resistance": "heavy", "over": "F"})
    play_all(s, APPEARANCE)
    came = waiting(s)
    assert len(came) == 1
    fall_out(s, "hit by bombs from above")
    play(s, "wave.extra_fighter")
    assert waiting(s) == came


@pytest.mark.rule("today 5.9", "today 4.7")
def test_who_falls_out_in_a_wave_evades_from_the_next_wave_on(today: Ruleset) -> None:
    # Engine 1 is shot out and windmills: the bomber leaves the box between two rounds of the wave.
    hit = (*(6, 6), *(3, 4), 2, *(4, 4), 1, *(4, 5), 1, 3, 6, *APART, 1, 1)
    s = scene(today, *hit, *MISS, *APART, fighters=[fw190("12 high")], orders={**SILENT, **TWIST})
    state(s).wave_met_in_formation = True
    play_all(s, "wave.rounds")
    assert not state(s).in_formation
    assert "evades" not in happenings(s)
