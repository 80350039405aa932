"""Optional rule 2.5.2: other turrets and guns."""

from __future__ import annotations

from typing import Any

import pytest
from bomberstream.core.combat import bearing_guns
from bomberstream.core.damage import hit_area
from bomberstream.core.errors import BadData, NotAllowed
from bomberstream.core.events import digest
from bomberstream.core.flight import fly
from bomberstream.core.hooks import load_plugins
from bomberstream.core.mission.gunnery import burst_fire
from bomberstream.core.ruleset import Ruleset, compose
from bomberstream.core.sortie import Setup, Sortie
from bomberstream.core.testing import staged
from bomberstream.core.testing.asking import modifiers, told, used_up

LATE = "1943-11-20"
BELOW = {"type": "me-110g-4", "position": "6 low"}


@pytest.fixture(scope="module")
def armed() -> Ruleset:
    return compose(load_plugins(), "tonight", rules=["other_turrets"])


def fitted(armed: Ruleset, bomber: str, *faces: int, date: str = LATE, state: Any = None, **options: str) -> Sortie:
    """A bomber with its places fitted as the options say."""
    return staged(armed, *faces, bomber=bomber, date=date, options=options, **(state or {}))


HAND, TURRET = (False, "none"), (True, "hydraulic")


@pytest.mark.rule(
    "tonight 2.5.2",
    "tonight 2.5.2.nose",
    "tonight 2.5.2.dorsal",
    "tonight 2.5.2.tail",
    "tonight 2.5.2.ventral",
    "tonight 2.5.2.ventral-lancaster",
    "tonight 2.5.2.ventral-stirling",
    "tonight 2.5.2.2",
)
@pytest.mark.parametrize(
    ("bomber", "place", "choice", "gun", "barrels", "calibre", "mount"),
    [
        *((kind, "dorsal", "turret", "mid_upper", 2, ".303", TURRET) for kind in ("lancaster", "halifax-iii")),
        *(
            (kind, "dorsal", "four", "mid_upper", 4, ".303", TURRET)
            for kind in ("lancaster", "halifax-ii", "halifax-iii", "stirling")
        ),
        *(
            (kind, "dorsal", "heavy", "mid_upper", 2, ".50", TURRET)
            for kind in ("lancaster", "halifax-ii", "halifax-iii", "stirling")
        ),
        *(
            (kind, "tail", "heavy", "tail", 2, ".50", TURRET)
            for kind in ("lancaster", "halifax-ii", "halifax-iii", "stirling")
        ),
        ("stirling", "tail", "turret", "tail", 4, ".303", TURRET),
        ("halifax-ii", "nose", "clear", "nose_gun", 1, ".303", HAND),
        ("halifax-ii", "nose", "clear_heavy", "nose_gun", 1, ".50", HAND),
        ("halifax-iii", "nose", "clear_heavy", "nose_gun", 1, ".50", HAND),
        ("lancaster", "ventral", "gun", "ventral", 1, ".303", HAND),
        ("lancaster", "ventral", "twin", "ventral", 2, ".303", TURRET),
        ("lancaster", "ventral", "heavy", "ventral", 1, ".50", HAND),
        ("lancaster", "ventral", "twin_heavy", "ventral", 2, ".50", TURRET),
        ("stirling", "ventral", "heavy", "ventral", 1, ".50", HAND),
    ],
)
def test_a_place_has_the_guns_that_are_asked_for(
    armed: Ruleset, bomber: str, place: str, choice: str, gun: str, barrels: int, calibre: str, mount: Any
) -> None:
    # What a staged bomber has in its belly is "gun" unless it is said otherwise.
    s = fitted(armed, bomber, date="1943-11-20" if bomber != "halifax-iii" else "1944-02-20", **{place: choice})
    aboard = s.bomber.guns[gun].type
    assert (aboard.id, aboard.barrels, aboard.calibre) == (gun, barrels, calibre)
    assert (aboard.turret, aboard.power) == mount
    assert s.bomber.fits[place] == choice
    assert s.bomber.guns[gun].gunner is s.bomber.man_at(aboard.gunner) or gun == "ventral"
    assert len(s.bomber.guns) == 4


@pytest.mark.rule("tonight 2.5.2.ventral-halifax", "tonight 2.5.2.ventral-stirling", "tonight 2.5.2.nose")
@pytest.mark.parametrize(
    ("bomber", "place", "choice"),
    [
        ("halifax-ii", "ventral", "heavy"),
        ("halifax-iii", "ventral", "twin"),
        ("stirling", "ventral", "twin"),
        ("stirling", "ventral", "twin_heavy"),
        ("lancaster", "dorsal", "waist"),
        ("halifax-iii", "dorsal", "waist"),
    ],
)
def test_what_a_type_never_had_is_refused(armed: Ruleset, bomber: str, place: str, choice: str) -> None:
    with pytest.raises((BadData, NotAllowed)):
        fly(armed, Setup("tonight", 1, bomber=bomber, options={place: choice}))


@pytest.mark.rule("tonight 2.5.2.nose")
def test_only_the_halifax_has_a_choice_in_the_nose(armed: Ruleset) -> None:
    with pytest.raises(NotAllowed, match="nose: the Lancaster leaves no choice there"):
        fly(armed, Setup("tonight", 1, bomber="lancaster", date=LATE, options={"nose": "clear_heavy"}))


@pytest.mark.rule("tonight 2.5.2.1")
@pytest.mark.parametrize(
    ("bomber", "place", "choice"),
    [
        ("lancaster", "dorsal", "heavy"),
        ("lancaster", "tail", "heavy"),
        ("lancaster", "ventral", "heavy"),
        ("lancaster", "ventral", "twin_heavy"),
        ("halifax-ii", "nose", "clear_heavy"),
        ("stirling", "ventral", "heavy"),
    ],
)
def test_heavy_guns_come_with_october_1942(armed: Ruleset, bomber: str, place: str, choice: str) -> None:
    s = fly(armed, Setup("tonight", 1, bomber=bomber, date="1942-10-01", options={place: choice}))
    assert s.bomber.fits[place] == choice
    with pytest.raises(NotAllowed, match=f"{place}: '{choice}' is not fitted on 1942-09-30"):
        fly(armed, Setup("tonight", 1, bomber=bomber, date="1942-09-30", options={place: choice}))


@pytest.mark.rule("tonight 2.5.2.dorsal", "tonight 2.5.2.ventral-lancaster")
def test_four_guns_and_the_retractable_turret_need_no_date(armed: Ruleset) -> None:
    options = {"dorsal": "four", "ventral": "twin"}
    s = fly(armed, Setup("tonight", 1, bomber="lancaster", date="1942-04-10", options=options))
    assert (s.bomber.fits["dorsal"], s.bomber.fits["ventral"]) == ("four", "twin")


@pytest.mark.rule("tonight 2.5.2.ventral")
def test_with_the_scanner_there_is_no_gun_below(armed: Ruleset) -> None:
    s = fitted(armed, "lancaster", ventral="h2s")
    assert "ventral" not in s.bomber.guns
    assert "ventral_position" not in s.bomber.stations


@pytest.mark.rule("tonight 2.5.2.waist")
def test_the_first_halifaxes_have_waist_guns_and_no_top_turret(armed: Ruleset) -> None:
    s = fitted(armed, "halifax-ii", date="1942-05-05", dorsal="waist")
    assert "mid_upper" not in s.bomber.guns
    for side in ("port_waist", "starboard_waist"):
        gun = s.bomber.guns[side]
        assert (gun.type.barrels, gun.type.calibre, gun.type.turret) == (2, ".303", False)
        assert gun.gunner is s.bomber.man_of("mid_upper_gunner")


FACES = {
    "3 high": {"starboard_waist"},
    "3 level": {"starboard_waist"},
    "3 low": {"starboard_waist"},
    "9 high": {"port_waist"},
    "9 level": {"port_waist"},
    "9 low": {"port_waist"},
    "6 high": {"tail"},
    "12 high": {"nose"},
    "vertical dive": set(),
}


@pytest.mark.rule("tonight 2.5.2.waist")
@pytest.mark.parametrize("position", FACES)
def test_waist_guns_bear_on_their_own_side(armed: Ruleset, position: str) -> None:
    state = {"fighter": {"type": "ju-88c-6", "position": position}}
    s = fitted(armed, "halifax-ii", date="1942-05-05", dorsal="waist", state=state)
    assert {gun.key for gun in bearing_guns(s, s.fighter)} == FACES[position]


@pytest.mark.rule("tonight 2.5.2.ventral-lancaster")
@pytest.mark.parametrize("choice", ["gun", "heavy", "twin", "twin_heavy"])
@pytest.mark.parametrize("position", ["3 low", "9 low", "6 low", "vertical climb"])
def test_a_ventral_turret_bears_to_the_beam_and_a_hand_gun_does_not(armed: Ruleset, choice: str, position: str) -> None:
    s = fitted(armed, "lancaster", ventral=choice, state={"fighter": {"type": "ju-88c-6", "position": position}})
    bears = "ventral" in {gun.key for gun in bearing_guns(s, s.fighter)}
    assert bears is (position in ("6 low", "vertical climb") or choice.startswith("twin"))


@pytest.mark.rule("tonight 2.5.2.1")
@pytest.mark.parametrize(("choice", "to_hit", "damage"), [("turret", [1], [-1, 1]), ("heavy", [1], [3, 1])])
def test_heavy_guns_hit_harder(armed: Ruleset, choice: str, to_hit: list[int], damage: list[int]) -> None:
    s = fitted(armed, "lancaster", 5, 5, 1, 1, tail=choice, state={"fighter": BELOW})
    burst_fire(s, s.bomber.guns["tail"], s.fighter)
    # Half moon -2, power turret +1, twin-engined +1, astern +2: what is left is for four guns, or for .50.
    assert sorted(modifiers(s, "defensive_fire")) == sorted([-2, 1, 1, 2, *to_hit])
    assert modifiers(s, "fighter_damage") == damage
    used_up(s)


@pytest.mark.rule("tonight 2.5.2")
@pytest.mark.parametrize("choice", ["turret", "four", "heavy"])
def test_a_gun_in_place_of_another_is_hit_in_its_place(armed: Ruleset, choice: str) -> None:
    s = fitted(armed, "lancaster", 4, 4, 1, dorsal=choice)
    hit_area(s, "rear_centre")
    assert s.bomber.guns["mid_upper"].is_out
    assert told(s, "gun_out")[0]["gun"] == s.bomber.guns["mid_upper"].type.name
    used_up(s)


@pytest.mark.rule("tonight 2.5.2.waist")
def test_a_hit_on_the_gunners_place_strikes_the_waist_guns(armed: Ruleset) -> None:
    s = fitted(armed, "halifax-ii", 4, 4, 2, date="1942-05-05", dorsal="waist")
    hit_area(s, "rear_centre")
    assert s.bomber.guns["starboard_waist"].is_out
    assert not s.bomber.guns["port_waist"].is_out
    s = fitted(armed, "halifax-ii", 4, 4, 2, date="1942-05-05", dorsal="turret")
    hit_area(s, "rear_centre")
    assert s.bomber.guns["mid_upper"].is_out


@pytest.mark.rule("tonight 2.5.2")
def test_without_it_there_are_no_such_guns(tonight: Ruleset) -> None:
    assert "dorsal" not in tonight.bombers["lancaster"].fit
    assert [option.name for option in tonight.game.options].count("ventral") == 1
    assert not any(gun.in_place_of for kind in tonight.bombers.values() for gun in kind.gun)


@pytest.mark.rule("tonight 2.5.2")
def test_with_the_standard_guns_a_flight_is_the_one_without_the_rule(armed: Ruleset, tonight: Ruleset) -> None:
    """Fitted as the bombers are without it, they fly as without it, roll for roll."""
    standard = {"dorsal": "turret", "tail": "turret", "ventral": "none"}
    for seed in range(6):
        with_it: list[Any] = []
        without: list[Any] = []
        fly(armed, Setup("tonight", seed, bomber="lancaster", date="1943-03-05", options=standard), log=with_it)
        plain = {"ventral": "none"}
        fly(tonight, Setup("tonight", seed, bomber="lancaster", date="1943-03-05", options=plain), log=without)
        assert digest(with_it) == digest(without)


@pytest.mark.rule("tonight 2.5.2")
def test_nights_fly_with_it(armed: Ruleset) -> None:
    fits = set()
    for seed in range(200):
        log: list[Any] = []
        s = fly(armed, Setup("tonight", seed), log=log if seed < 5 else None)
        assert s.outcome
        fits.add((s.bomber.fits["dorsal"], s.bomber.fits["tail"]))
    assert {("heavy", "heavy"), ("four", "turret")} <= fits


def armed_with(*rules: str) -> Ruleset:
    """The night game with these rules."""
    return compose(load_plugins(), "tonight", rules=rules)


@pytest.mark.rule("tonight 9.1", "tonight 2.5.2.1")
@pytest.mark.parametrize("rules", [("wellington", "other_turrets"), ("other_turrets", "wellington")])
def test_a_wellington_may_have_a_heavy_tail_turret(rules: tuple[str, str]) -> None:
    setup = Setup("tonight", 3, bomber="wellington", date="1943-01-15", options={"tail": "heavy"})
    tail = fly(armed_with(*rules), setup).bomber.guns["tail"]
    assert (tail.type.calibre, tail.type.barrels, tail.type.name) == (".50", 2, ".50 tail turret")


@pytest.mark.rule("tonight 9.1", "tonight 2.5.2.1")
def test_and_no_other_place_of_it_has_a_choice() -> None:
    both = armed_with("wellington", "other_turrets")
    assert list(both.bombers["wellington"].fit) == ["tail"]
    with pytest.raises(NotAllowed, match="'heavy' is not fitted on 1942-09-15"):
        fly(both, Setup("tonight", 3, bomber="wellington", date="1942-09-15", options={"tail": "heavy"}))
