"""Optional rule 10.1 of the daylight game: the fighters of JG 26 (5-3 notes i and j)."""

from __future__ import annotations

from typing import Any

import pytest
from bomberstream.core.combat import Fighter, parse_position
from bomberstream.core.packs import Target
from bomberstream.core.ruleset import Ruleset
from bomberstream.core.sortie import Sortie
from bomberstream.core.tables import Rolled
from bomberstream.core.testing import flown_alike
from combat_scenes import play_all
from day_rules_on import with_rules
from flights import rolls, stage, told

ON = with_rules("jg_26")
PARIS = ("Paris", "F")


def wave(*faces: int, marks: tuple[str, ...] = ("i",), target: tuple[str, str] = PARIS, **more: Any) -> Sortie:
    """Two Me 109s and a Fw 190 with these marks, and one Me 109 without."""
    s = stage(ON, *faces, campaign=2, bomber="b-17f", **more)
    city, country = target
    s.game.target = Target(2, city, country, "Vehicle factory", 1)
    kinds = [
        ("me-109", "12 high", marks),
        ("me-109", "3 level", marks),
        ("fw-190", "6 level", marks),
        ("me-109", "9 low", ()),
    ]
    for number, (kind, position, notes) in enumerate(kinds, 1):
        clock, level = parse_position(position)
        s.game.fighters.append(Fighter(s.ruleset.fighters[kind], f"f{number}", clock, level, marks=notes))
    s.game.wave = 1
    return s


def theirs(s: Sortie) -> list[str]:
    """The fighters that are of JG 26."""
    return [one.key for one in s.kept["jg_26"].fighters]


@pytest.mark.rule("today 10.1", "today 5-3 notes i, j")
@pytest.mark.parametrize(("face", "number"), [(1, 3), (3, 3), (4, 0), (6, 0)])
def test_against_northern_france_one_die_for_the_marked_groups(face: int, number: int) -> None:
    s = play_all(wave(face), "wave.abbeville_boys")
    assert len(theirs(s)) == number
    assert len(told(s, "jg_26")) == (number > 0)


@pytest.mark.rule("today 5-3 notes i, j")
@pytest.mark.parametrize("target", [("Bordeaux", "F"), ("Bremen", "G")])
def test_elsewhere_the_mark_means_nothing(target: tuple[str, str]) -> None:
    assert rolls(play_all(wave(target=target), "wave.abbeville_boys")) == []


@pytest.mark.rule("today 5-3 notes i, j")
@pytest.mark.parametrize(
    ("zone", "over", "target", "keys"),
    [
        (3, "N", ("Bremen", "G"), ["f1", "f2"]),
        (3, "F", ("Bremen", "G"), ["f1", "f2"]),
        (3, "W", ("Bremen", "G"), []),
        (4, "N", ("Bremen", "G"), []),
        (3, "F", PARIS, []),
    ],
)
def test_on_the_way_into_germany_the_me_109s_of_zone_3(
    zone: int, over: str, target: tuple[str, str], keys: list[str]
) -> None:
    s = wave(*((2,) if keys else ()), marks=("j",), target=target)
    s.zone.number, s.zone.over, s.zone.region = zone, (over,), ("",)
    assert theirs(play_all(s, "wave.abbeville_boys")) == keys


@pytest.mark.rule("today 10.1")
@pytest.mark.parametrize(("face", "skill"), [(1, "average"), (3, "average"), (4, "ace"), (6, "ace")])
def test_none_of_them_is_green(face: int, skill: str) -> None:
    # The one without the mark throws first, on 5-5A.
    s = play_all(wave(1, 1, face, face, face), "wave.abbeville_boys", "wave.pilot_skill")
    assert [one.skill for one in s.game.fighters] == [skill, skill, skill, "green"]
    assert rolls(s) == ["jg26", "pilot_skill", *["jg26_skill"] * 3]


def escorted(s: Sortie, column: str, total: int) -> Sortie:
    """This turn's throw on 5-4, in a column."""
    cell = s.tables["escort_drives_off"].find(total, total, column)
    s.game.escort_roll = Rolled(cell, (total,), total, total)
    s.game.escort_first, s.game.escort_later = cell.result, cell.data.later
    return s


@pytest.mark.rule("today 10.1", "today 5-4")
@pytest.mark.parametrize(("face", "left"), [(1, 3), (6, 1)])
def test_a_good_escort_counts_as_a_poor_one_against_them(face: int, left: int) -> None:
    s = play_all(escorted(wave(face), "good", 12), "wave.abbeville_boys", "wave.escort_drives_off")
    assert len(s.game.fighters) == left
    # The next wave meets the escort as it is.
    assert s.game.escort_first == 3


@pytest.mark.rule("today 10.1", "today 5-4")
def test_no_escort_is_no_escort() -> None:
    s = play_all(wave(1), "wave.abbeville_boys", "wave.escort_drives_off")
    assert len(s.game.fighters) == 4


@pytest.mark.rule("today 10.1")
def test_where_they_do_not_come_nothing_changes(today: Ruleset) -> None:
    assert flown_alike(ON, today, "jg26", seeds=100) > 0
