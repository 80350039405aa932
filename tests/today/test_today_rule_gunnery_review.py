"""Gunnery review of the daylight game: claims, and the board that hears them."""

from __future__ import annotations

from fractions import Fraction

import pytest
from bomberstream.core.flight import summary
from bomberstream.core.mission.gunnery import fighter_down
from bomberstream.core.ruleset import Ruleset
from bomberstream.core.sortie import Sortie
from bomberstream.core.testing import flown_alike
from combat_scenes import fighter, fw190, gun, play_all, scene, told
from day_rules_on import with_rules

ON = with_rules("gunnery_review")


def shot_down(*faces: int, guns: tuple[str, ...] = ("top", "tail")) -> Sortie:
    """A Fw 190 falls to these guns, and the crew come home."""
    s = scene(ON, *faces, fighters=[fw190("6 high")])
    s.fighter = one = fighter(s)
    one.shot_at_by = [gun(s, name) for name in guns]
    one.is_destroyed = True
    fighter_down(s, one)
    s.outcome = "returned"
    for man in s.bomber.crew:
        man.fate = "returns"
    return s


@pytest.mark.rule("tonight 7.6", "tonight 7.6.1")
@pytest.mark.parametrize(
    ("faces", "credit", "each"),
    [
        ((3, 3), "none", 0),
        ((3, 4), "partial", Fraction(1, 4)),
        ((4, 4), "partial", Fraction(1, 4)),
        ((4, 5), "full", Fraction(1, 2)),
    ],
)
def test_a_kill_is_a_claim_until_the_board_has_heard_it(
    faces: tuple[int, int], credit: str, each: Fraction | int
) -> None:
    s = shot_down(*faces)
    assert [gun(s, name).gunner.kills_today for name in ("top", "tail")] == [0, 0]
    play_all(s, "debriefing.board")
    assert [gun(s, name).gunner.kills_today for name in ("top", "tail")] == [each, each]
    assert [one["credit"] for one in told(s, "claim_heard")] == [credit]
    assert summary(s)["claims_heard"][0]["credit"] == credit


@pytest.mark.rule("tonight 7.6")
def test_who_claims_nothing_flies_as_ever(today: Ruleset) -> None:
    assert flown_alike(ON, today, "claim", seeds=60) > 5
