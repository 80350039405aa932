"""Optional rule 7.6: claims, and the board that hears them."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import pytest
from bomberstream.core.combat import Fighter
from bomberstream.core.flight import summary
from bomberstream.core.mission.gunnery import fighter_down
from bomberstream.core.sortie import Sortie
from duels import duel, foe, gun
from night_tables import TWO_DICE, check
from nights import man, rolls, run, told
from quiet_nights import go_on
from rules_on import check_flies, check_off, with_rules

ON = with_rules("claims")
NONE, PARTIAL, FULL = (2, 3), (3, 3), (4, 4)


def shot_down(*guns: str, **given: Any) -> Sortie:
    """A night fighter falls to these guns, and the crew come home."""
    s = duel(ON, **given)
    s.fighter = foe(s)
    foe(s).shot_at_by = [gun(s, name) for name in guns]
    foe(s).is_destroyed = True
    fighter_down(s, foe(s))
    s.outcome = "returned"
    for one in s.bomber.crew:
        one.fate = "returns"
    return s


@pytest.mark.rule("tonight 7.6.1")
def test_the_table() -> None:
    check(ON.tables["7-6"], "2d6", "2..5 none, 6..7 partial, 8..12 full")


@pytest.mark.rule("tonight 7.6", "tonight 7.6.1")
def test_a_kill_is_a_claim_until_the_board_has_heard_it() -> None:
    s = shot_down("tail")
    gunner = gun(s, "tail").gunner
    assert gunner.kills_today == 0
    assert s.game.kills == 1
    assert [(one.fighter, one.by) for one in s.kept["claims"].made] == [(foe(s).type.short, gunner.name)]


@pytest.mark.rule("tonight 7.6.1")
@pytest.mark.parametrize(
    ("total", "credit", "kills"),
    [
        (2, "none", 0),
        (5, "none", 0),
        (6, "partial", Fraction(1, 2)),
        (7, "partial", Fraction(1, 2)),
        (8, "full", 1),
        (12, "full", 1),
    ],
)
def test_full_partial_or_no_credit(total: int, credit: str, kills: Fraction) -> None:
    s = run(go_on(shot_down("tail"), *TWO_DICE[total]), "debriefing", "board")
    assert gun(s, "tail").gunner.kills_today == kills
    assert [one["credit"] for one in told(s, "claim_heard")] == [credit]
    assert summary(s)["claims_heard"] == [
        {"fighter": foe(s).type.short, "by": gun(s, "tail").gunner.name, "credit": credit}
    ]
    assert summary(s)["claims"] == 1


@pytest.mark.rule("tonight 7.6.1")
@pytest.mark.parametrize(("faces", "each"), [(FULL, Fraction(1, 2)), (PARTIAL, Fraction(1, 4)), (NONE, 0)])
def test_who_fired_together_shares_the_credit(faces: tuple[int, int], each: Fraction) -> None:
    s = run(go_on(shot_down("tail", "mid_upper"), *faces), "debriefing", "board")
    assert man(s, "tail_gunner").kills_today == man(s, "mid_upper_gunner").kills_today == each


@pytest.mark.rule("tonight 7.6.1")
def test_one_roll_for_each_fighter() -> None:
    s = shot_down("tail")
    second = Fighter(foe(s).type, "f2", is_destroyed=True)
    second.shot_at_by = [gun(s, "mid_upper")]
    s.game.fighters.append(second)
    # The fighter that is spoken of need not be the one that was dealt with last.
    fighter_down(s, second)
    run(go_on(s, *FULL, *NONE), "debriefing", "board")
    assert rolls(s).count("claim") == 2
    assert man(s, "tail_gunner").kills_today == 1
    assert man(s, "mid_upper_gunner").kills_today == 0


@pytest.mark.rule("tonight 7.6")
def test_nobody_is_an_ace_before_the_board_says_so() -> None:
    s = shot_down("tail", **{"tail_gunner.kills": 4})
    assert not man(s, "tail_gunner").is_ace
    run(go_on(s, *FULL), "debriefing", "board")
    assert man(s, "tail_gunner").is_ace


@pytest.mark.rule("tonight 7.6.1")
def test_a_crew_of_whom_nobody_is_back_claims_nothing() -> None:
    s = shot_down("tail")
    for one in s.bomber.crew:
        one.fate = "captured"
    run(s, "debriefing", "board")
    assert rolls(s) == []
    assert gun(s, "tail").gunner.kills_today == 0


@pytest.mark.rule("tonight 7.6.1")
def test_the_others_speak_for_a_dead_gunner() -> None:
    s = shot_down("tail")
    man(s, "tail_gunner").kill()
    run(go_on(s, *FULL), "debriefing", "board")
    assert man(s, "tail_gunner").kills_today == 1


@pytest.mark.rule("tonight 7.6")
def test_off_it_changes_nothing() -> None:
    check_off("claims", "claim", "claim_heard", "7-6")


@pytest.mark.rule("tonight 7.6")
def test_two_hundred_nights() -> None:
    found = check_flies("claims")
    for s in found:
        made = s.kept["claims"].made if "claims" in s.kept else []
        assert len(made) == s.game.kills
        credited = sum(one.kills_today for one in s.bomber.crew)
        assert credited == sum({"full": 1, "partial": Fraction(1, 2), "none": 0}[one.credit] for one in made)
