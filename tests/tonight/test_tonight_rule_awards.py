"""Optional rule 7.5: awards."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import pytest
from bomberstream.core.errors import BadData
from bomberstream.core.flight import summary
from bomberstream.core.mission.honours import deeds_of, earlier_medals
from bomberstream.core.sortie import Sortie
from bomberstream.plugins.tonight.rules.awards import AWARDS, MEDALS
from night_tables import TWO_DICE, check
from nights import asked, choices, happenings, man, modifiers, run, stage, told
from rules_on import check_flies, check_off, flown, with_rules

ON = with_rules("awards")


def home(*faces: int, outcome: str = "returned", kills: dict[str, int] | None = None, **given: Any) -> Sortie:
    """A crew back, with kills by trade."""
    s = stage(ON, *faces, **given)
    s.outcome, s.game.landing_place = outcome, "base"
    s.game.landed_by = man(s, "pilot")
    for one in s.bomber.crew:
        one.fate = "" if one.is_dead else "returns"
    for trade, number in (kills or {}).items():
        man(s, trade).credit(Fraction(number))
    return s


def awarded(s: Sortie) -> list[tuple[str, str]]:
    """Who was given what."""
    run(s, "debriefing", "put_up")
    return [(one["man"], one["award"]) for one in told(s, "award")]


TAIL = {"tail_gunner": 1}


@pytest.mark.rule("tonight 7.5", "tonight 7.5.order")
@pytest.mark.parametrize(("column", "nine"), [("air", "dfc"), ("sea", "dsc"), ("land", "mc")])
def test_the_table(column: str, nine: str) -> None:
    expected = f"2..5 refused, 6..7 mid, 8 dfc, 9 {nine}, 10 cgc, 11 dso, 12..13 vc"
    check(ON.tables["7-5"], "2d6", expected, column)


@pytest.mark.rule("tonight 7.5.order")
def test_the_seven_in_order_and_the_table_never_turns_it_round() -> None:
    assert list(AWARDS) == ["vc", "dso", "cgc", "dsc", "mc", "dfc", "mid"]
    table = ON.tables["7-5"]
    order = [*AWARDS, "refused"]
    found = set()
    for column in table.columns:
        results = [table.find(total, total, column).result for total in range(12, 1, -1)]
        assert results == sorted(results, key=order.index)
        found.update(results)
    assert found == {*order}


@pytest.mark.rule("tonight 7.5")
@pytest.mark.parametrize(
    ("total", "award"),
    [
        (6, "Mention in Dispatches"),
        (8, "Distinguished Flying Cross"),
        (10, "Conspicuous Gallantry Cross"),
        (11, "Distinguished Service Order"),
        (12, "Victoria Cross"),
    ],
)
def test_a_gunner_who_shot_a_fighter_down_is_put_up(total: int, award: str) -> None:
    s = home(*TWO_DICE[total], kills=TAIL)
    assert awarded(s) == [(man(s, "tail_gunner").name, award)]
    assert choices(s) == [("put_up", "tail_gunner"), ("put_up", "none")]
    assert summary(s)["awards"] == [
        {"name": man(s, "tail_gunner").name, "award": award, "bar": False, "posthumous": False}
    ]


@pytest.mark.rule("tonight 7.5")
def test_it_may_be_refused() -> None:
    s = home(2, 3, kills=TAIL)
    assert awarded(s) == []
    assert happenings(s) == ["award_refused"]


@pytest.mark.rule("tonight 7.5")
def test_a_quiet_night_is_nobodys_merit() -> None:
    s = home()
    assert awarded(s) == []
    assert choices(s) == [("put_up", "none")]


@pytest.mark.rule("tonight 7.5")
def test_the_player_may_put_up_whom_he_likes_each_man_once() -> None:
    s = home(4, 4, orders={"put_up": {"best": "man.missions - 8"}})
    for one in s.bomber.crew:
        one.missions = 9 if one.trade == "engineer" else 0
    assert awarded(s) == [(man(s, "engineer").name, "Distinguished Flying Cross")]


@pytest.mark.rule("tonight 7.5")
def test_what_counts_as_a_deed() -> None:
    s = home(kills={"tail_gunner": 1})
    assert deeds_of(s, man(s, "tail_gunner")) == ("fighter",)
    s.note("fire_out", man=man(s, "tail_gunner").name, left=1)
    assert deeds_of(s, man(s, "tail_gunner")) == ("fighter", "fire")
    assert deeds_of(s, man(s, "pilot")) == ()


@pytest.mark.rule("tonight 7.5")
@pytest.mark.parametrize(
    ("state", "feat"),
    [
        ({"engines_out": [1]}, False),
        ({"engines_out": [1, 4]}, True),
        ({f"out.{one}": True for one in ("radio", "intercom", "autopilot", "brakes")}, False),
        ({f"out.{one}": True for one in ("radio", "intercom", "autopilot", "brakes", "navigation")}, True),
    ],
)
@pytest.mark.parametrize("outcome", ["returned", "diverted", "crashed"])
def test_to_bring_a_wreck_home_is_a_feat(state: dict[str, Any], feat: bool, outcome: str) -> None:
    s = home(outcome=outcome, **state)
    assert deeds_of(s, man(s, "pilot")) == (("brought_home",) if feat and outcome != "crashed" else ())


@pytest.mark.rule("tonight 7.5")
def test_so_it_is_to_land_in_the_pilots_place() -> None:
    s = home()
    s.game.landed_by = man(s, "engineer")
    assert deeds_of(s, man(s, "engineer")) == ("took_over",)


@pytest.mark.rule("tonight 7.5.order")
@pytest.mark.parametrize(
    ("outcome", "place", "award"),
    [
        ("ditched", "water", "Distinguished Service Cross"),
        ("bailed_out", "occupied", "Military Cross"),
    ],
)
def test_crosses_of_the_sea_and_of_the_land(outcome: str, place: str, award: str) -> None:
    s = home(4, 5, outcome=outcome)
    s.game.landing_place = place
    if outcome == "bailed_out":
        s.game.landed_by = man(s, "navigator")
        for one in s.bomber.crew:
            one.fate = "captured"
        man(s, "navigator").fate = "returns"
    (found,) = awarded(s)
    assert found[1] == award


@pytest.mark.rule("tonight 7.5")
def test_more_than_one_deed_helps() -> None:
    s = home(4, 4, kills=TAIL)
    s.note("fire_out", man=man(s, "tail_gunner").name, left=1)
    s.log = []
    awarded(s)
    assert modifiers(s, "award") == [1]


@pytest.mark.rule("tonight 7.5.order")
@pytest.mark.parametrize(
    ("given", "total", "bar"),
    [
        ("tail_gunner dfc", 8, True),
        ("tail_gunner dso", 8, False),
        ("tail_gunner dso, Tail_Gunner DFC", 8, True),
        ("pilot dfc", 8, False),
        ("tail_gunner dfc", 6, False),
    ],
)
def test_a_second_medal_of_a_kind_is_a_bar(given: str, total: int, bar: bool) -> None:
    s = home(*TWO_DICE[total], kills=TAIL, options={"decorations": given})
    run(s, "debriefing", "put_up")
    assert told(s, "award")[0]["bar"] is bar


@pytest.mark.rule("tonight 7.5.order")
@pytest.mark.parametrize(
    ("given", "problem"),
    [
        ("tail_gunner dfm", r"no medal 'dfm'"),
        ("tail_gunner mid", r"no medal 'mid'"),
        ("tail_gunnr dfc", r"no man 'tail_gunnr'; did you mean 'tail_gunner'"),
    ],
)
def test_a_wrong_decoration_is_told_before_take_off(given: str, problem: str) -> None:
    with pytest.raises(BadData, match=problem):
        flown(ON, 1, options={"decorations": given})
    assert earlier_medals(stage(ON), MEDALS) == {}


@pytest.mark.rule("tonight 7.5.order")
@pytest.mark.parametrize(
    ("total", "award"), [(12, "Victoria Cross"), (8, "Distinguished Flying Cross"), (11, "Mention in Dispatches")]
)
def test_most_may_be_given_to_the_dead(total: int, award: str) -> None:
    s = home(*TWO_DICE[total], kills=TAIL)
    man(s, "tail_gunner").kill()
    assert awarded(s) == [(man(s, "tail_gunner").name, award)]
    assert told(s, "award")[0]["posthumous"]


@pytest.mark.rule("tonight 7.5")
@pytest.mark.parametrize("why", ["lost", "scrubbed"])
def test_nobody_is_put_up_when_nobody_is_back_or_none_flew(why: str) -> None:
    s = home(outcome=why if why == "scrubbed" else "shot_down", kills=TAIL)
    if why == "lost":
        for one in s.bomber.crew:
            one.fate = "captured"
    run(s, "debriefing", "put_up")
    assert asked(s) == []


@pytest.mark.rule("tonight 7.5", "tonight 7.6")
def test_the_board_hears_the_claims_first() -> None:
    for order in (("claims", "awards"), ("awards", "claims")):
        steps = [step.name for step in with_rules(*order).procedures["debriefing"]]
        assert steps.index("board") < steps.index("put_up") < steps.index("credit")


@pytest.mark.rule("tonight 7.5")
def test_off_it_changes_nothing() -> None:
    check_off("awards", "award", "award_refused", "7-5")
    assert "awards" not in summary(stage(with_rules()))


@pytest.mark.rule("tonight 7.5")
def test_two_hundred_nights() -> None:
    found = check_flies("claims", "awards")
    assert any(s.kept["honours"].given for s in found if "honours" in s.kept)
