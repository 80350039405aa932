"""Optional rule 9.1 of the daylight game: German jets (9-1)."""

from __future__ import annotations

from typing import Any

import pytest
from bomberstream.core.combat import Fighter
from bomberstream.core.ruleset import Ruleset
from bomberstream.core.sortie import Sortie
from bomberstream.core.testing import flown_alike
from combat_scenes import play_all
from day_rules_on import with_rules
from flights import rolls, stage, told

ON = with_rules("jets")
COME = 6


def wave(*faces: int, date: str = "1944-09-12", over: str = "G", **more: Any) -> Sortie:
    """A Fw 190 is about to attack, somewhere."""
    campaign = 5 if date < "1944-12" else 6
    s = stage(ON, *faces, campaign=campaign, date=date, **more)
    s.zone.over, s.zone.region = (over,), ("",)
    s.game.fighters = [Fighter(s.ruleset.fighters["fw-190"], "f1", "12", "high")]
    s.game.wave_notes = ("f",)
    return s


def attackers(s: Sortie) -> list[tuple[str, str]]:
    """Who attacks, and from where."""
    return [(one.type.id, one.position) for one in s.game.fighters]


@pytest.mark.rule("today 9.1", "today 9-1")
@pytest.mark.parametrize(
    ("date", "over", "asked"),
    [
        ("1944-07-27", "G", False),
        ("1944-07-28", "G", True),
        ("1944-11-30", "G", True),
        ("1944-12-01", "G", False),
        ("1944-09-12", "F", False),
    ],
)
def test_when_and_where_they_may_come(date: str, over: str, asked: bool) -> None:
    s = play_all(wave(*((5,) if asked else ()), date=date, over=over), "wave.jets_instead")
    assert rolls(s) == ["jets_come"] * asked
    assert attackers(s) == [("fw-190", "12 high")]


@pytest.mark.rule("today 9.1")
def test_no_wave_no_jets() -> None:
    s = wave()
    s.game.fighters = []
    assert rolls(play_all(s, "wave.jets_instead")) == []


@pytest.mark.rule("today 9.1", "today 9-1", "today 5-9", "today 5-9A")
@pytest.mark.parametrize(("dice", "number"), [((3, 3), 2), ((3, 4), 2), ((4, 4), 3), ((6, 6), 2)])
def test_me_262s_in_place_of_the_wave(dice: tuple[int, int], number: int) -> None:
    places = (1, 2) * number
    s = play_all(wave(COME, *dice, *places), "wave.jets_instead")
    assert attackers(s) == [("me-262", "12 level")] * number
    assert s.game.wave_notes == ()
    assert told(s, "jets") == [{"number": number, "fighter": "Me 262s"}]


@pytest.mark.rule("today 9-1", "today 5-11 note c")
@pytest.mark.parametrize(("dice", "number"), [((1, 1), 2), ((1, 3), 1), ((2, 3), 2), ((5, 6), 1)])
def test_rocket_fighters_come_from_above(dice: tuple[int, int], number: int) -> None:
    # One dives straight down, another comes high from 9 o'clock.
    places = (1, 3, 5)[: 1 if number == 1 else 3]
    s = play_all(wave(COME, *dice, *places), "wave.jets_instead")
    assert attackers(s) == [("me-163", "vertical dive"), ("me-163", "9 high")][:number]
    assert s.game.fighters[0].extra_hits == 1


@pytest.mark.rule("today 9-1")
def test_the_he_162_is_not_there_yet_and_is_rolled_again() -> None:
    s = play_all(wave(COME, *(1, 2), *(4, 5), *(4, 6), *(3, 4), *(1, 1) * 2), "wave.jets_instead")
    assert rolls(s).count("jets") == 4
    assert [kind for kind, _ in attackers(s)] == ["me-262"] * 2


@pytest.mark.rule("today 9-1 note a", "today 5-4")
def test_no_escort_drives_them_off() -> None:
    s = play_all(wave(COME, *(3, 3), *(1, 2) * 2), "wave.jets_instead")
    s.game.wave, s.game.escort_first = 1, 3
    play_all(s, "wave.escort_drives_off")
    assert len(s.game.fighters) == 2


@pytest.mark.rule("today 9-1 note b")
def test_a_rocket_fighter_makes_one_attack() -> None:
    s = play_all(wave(COME, *(1, 3), 3, 5), "wave.jets_instead")
    s.game.fighters[0].hit_bomber = True
    play_all(s, "round.break_off")
    assert s.game.fighters == []


@pytest.mark.rule("today 9.1")
def test_nobody_dives_among_the_peaks() -> None:
    s = wave(COME, *(1, 3), 1)
    s.zone.is_alps = True
    assert attackers(play_all(s, "wave.jets_instead")) == []


@pytest.mark.rule("today 9.1")
def test_where_no_die_is_thrown_for_them_nothing_changes(today: Ruleset) -> None:
    assert flown_alike(ON, today, "jets_come", seeds=100) > 0
