"""Damage to the night fighter, landing and jumping, wounds, rule by rule (7.2.19, 8, 9)."""

from __future__ import annotations

from contextlib import suppress

import pytest
from ace_duels import CARD, duel, night
from bomberstream.core.crew import Crewman
from bomberstream.core.ruleset import Ruleset
from bomberstream.core.sortie import Sortie, SortieOver
from bomberstream.core.testing.asking import asked, end, happenings, rolls, take, told, used_up
from bomberstream.plugins.ace import damage, landing
from bomberstream.plugins.ace.setup import SUMS

MINOR = (3, 2)
TAIL_ENGINE = "he219a-5-r4"


def hits(ace: Ruleset, *faces: int, number: int = 1, **scene) -> Sortie:
    """So many random hits, and what follows."""
    s = night(ace, *faces, **scene)
    with suppress(SortieOver):
        damage.random_hits(s, number)
    used_up(s)
    return s


# --- 7.2.19


@pytest.mark.rule("ace 7.2.19", "ace 7.2.19.1")
@pytest.mark.parametrize(
    ("dice", "counts", "out"),
    [
        ((1, 2), {"port_wing": 1}, set()),
        ((1, 3), {"starboard_wing": 1}, set()),
        ((1, 4), {}, {"fubl_2f"}),
        ((1, 5), {}, {"main_radar"}),
        ((1, 6), {}, set()),
        ((2, 1), {}, {"landing_gear"}),
        ((2, 2), {"port_engine": 1}, set()),
        ((2, 3), {"starboard_engine": 1}, set()),
        ((2, 4), {}, {"oxygen"}),
        ((2, 6), {"controls": 1}, set()),
        ((3, 2), {}, set()),
        ((3, 3), {"airframe": 1}, set()),
        ((4, 4), {}, set()),
    ],
)
def test_random_hits_on_a_bf_110(ace: Ruleset, dice, counts, out) -> None:
    s = hits(ace, *dice)
    assert s.bomber.counts == counts
    assert s.bomber.out == out
    assert s.game.hits == 1


@pytest.mark.rule("ace 7.2.19.1")
@pytest.mark.parametrize(
    ("dice", "faces", "gone"),
    [
        ((4, 3), (), {"forward_2"}),
        ((4, 6), (), {"forward_1"}),
        ((5, 6), (), {"rear"}),
        ((5, 3), (), set()),
        ((6, 4), (), {"forward_1", "forward_2"}),
    ],
)
def test_hits_on_weapons(ace: Ruleset, dice, faces, gone: set[str]) -> None:
    s = hits(ace, *dice, *faces)
    assert {name for name, gun in s.bomber.guns.items() if gun.is_out} == gone


@pytest.mark.rule("ace 7.2.19.1")
@pytest.mark.parametrize(("dice", "outcome"), [((3, 4), ""), ((4, 4), "bailed_out"), ((6, 6), "exploded")])
def test_a_hit_in_the_tank(ace: Ruleset, dice, outcome: str) -> None:
    jumps = (1, 1, 1) if outcome == "bailed_out" else ()
    s = hits(ace, 6, 6, *dice, *jumps)
    assert s.outcome == outcome
    assert s.bomber.fuel_leaks == (not outcome)
    assert s.bomber.man_of("pilot").is_dead is (outcome == "exploded")
    assert rolls(s).count("parachute") == len(jumps)


@pytest.mark.rule("ace 7.2.19.2", "ace 8.2")
def test_one_engine_out_is_no_reason_to_stop_two_are(ace: Ruleset) -> None:
    s = hits(ace, 2, 2, 2, 2, number=2)
    assert (s.bomber.engines_out, s.outcome) == (1, "")
    assert s.game.speed(s) == 3
    both = hits(ace, *(2, 2, 2, 2, 2, 3, 2, 3), 1, 1, 1, number=4, orders={"forced_down": "bail_out"})
    assert both.outcome == "bailed_out"
    assert asked(both) == ["forced_down"]


@pytest.mark.rule("ace 7.2.19.4")
@pytest.mark.parametrize(
    ("bomber", "dice", "engine"),
    [("do335-a-6", (2, 2), "front"), ("do335-b-6", (2, 3), "rear"), ("bf110f-4a", (2, 2), "port")],
)
def test_the_engines_of_the_do_335(ace: Ruleset, bomber: str, dice, engine: str) -> None:
    assert told(hits(ace, *dice, bomber=bomber), "engine_damaged") == [{"engine": engine}]


@pytest.mark.rule("ace 7.2.19")
@pytest.mark.parametrize(("dice", "number"), [((1, 2), 3), ((2, 6), 3), ((3, 3), 5)])
def test_structure_gives_way(ace: Ruleset, dice, number: int) -> None:
    s = hits(ace, *dice * number, 1, 1, 1, number=number)
    assert s.outcome == "bailed_out"
    assert "breaks_up" in happenings(s)
    assert hits(ace, *dice * (number - 1), number=number - 1).outcome == ""


# --- 8.1


LANDING = [
    ({"landing_weather": "good"}, 0),
    ({"landing_weather": "poor"}, 1),
    ({"landing_weather": "bad"}, 2),
    ({"landing_weather": "socked_in"}, 4),
    ({"moon": "full"}, -1),
    ({"moon": "none"}, 1),
    ({"engines_damaged": 2}, 2),
    ({"engines_out": [1]}, 2),
    ({"controls_hits": 2}, 2),
    ({"port_wing_hits": 2, "starboard_wing_hits": 1}, 1),
    ({"out": {"landing_gear": True}}, 3),
    ({"out": {"fubl_2f": True}}, 0),
    ({"out": {"fubl_2f": True}, "landing_weather": "poor"}, 2),
    ({"pilot": {"wounds": "light"}}, 1),
    ({"pilot": {"wounds": "serious"}}, 3),
    ({"off_field": True}, 3),
    ({"skilled": {"landing": True}}, -1),
]


@pytest.mark.rule("ace 8.1.1", "ace 6.3.2", "ace 10.1.2.landing", "ace 9.2.2")
@pytest.mark.parametrize(("state", "change"), LANDING)
def test_what_changes_a_landing(ace: Ruleset, state, change: int) -> None:
    s = night(ace, 3, 3, **{"moon": "normal", **state})
    assert s.roll("landing").total == 6 + change


@pytest.mark.rule("ace 8.1.1", "ace 8.1.2", "ace 8.1.3", "ace 6.4.1")
@pytest.mark.parametrize(
    ("state", "result"),
    [({}, "safe"), ({"landing_weather": "poor"}, "rough"), ({"out": {"landing_gear": True}}, "crash")],
)
def test_the_landing(ace: Ruleset, state, result: str) -> None:
    """A throw of eleven."""
    faces = (1, 4, 6) if result == "crash" else ()
    s = night(ace, 5, 6, *faces, **state)
    if result == "crash":
        assert end(s, lambda s: take(s, "sortie", "land")) == "crashed"
    else:
        take(s, "sortie", "land")
        assert end(s, lambda s: take(s, "sortie", "home")) == "returned"
    wounds = [man.wounds for man in s.bomber.crew]
    assert wounds == {"safe": ["none"] * 3, "rough": ["light"] * 3, "crash": ["light", "serious", "killed"]}[result]
    assert s.game.career.delays == ({"rough landing": s.game.row + 2} if result == "rough" else {})
    assert s.game.career.period.crashes == (result == "crash")


@pytest.mark.rule("ace 8.1.4", "ace 6.3.1")
@pytest.mark.parametrize(
    ("unit", "date", "faces", "attacked"),
    [
        ("III/NJG 1", "1944-03-28", (), False),
        ("III/NJG 1", "1944-04-02", (1, 2), False),
        ("III/NJG 1", "1944-04-02", (1, 1, 4), True),
        ("I/NJG 3", "1944-04-02", (), False),
    ],
)
def test_an_intruder_over_a_dutch_field(ace: Ruleset, unit: str, date: str, faces, attacked: bool) -> None:
    s = night(ace, *faces, date=date, options={"unit": unit})
    take(s, "sortie", "intruder")
    used_up(s)
    assert (s.game.claims[-1].kind == "mosquito_ii_nf") is attacked


@pytest.mark.rule("ace 8.1.4")
def test_an_event_brings_intruders_anywhere(ace: Ruleset) -> None:
    s = night(ace, 2, 2, 4)
    s.game.intruders_up_to = 4
    take(s, "sortie", "intruder")
    used_up(s)
    assert "intruder" in happenings(s)


# --- 8.2


@pytest.mark.rule("ace 8.2.1", "ace 10.1.2.parachute")
@pytest.mark.parametrize(
    ("face", "wounds", "skill", "how"),
    [
        (3, "none", False, "safe"),
        (4, "none", False, "light"),
        (5, "none", False, "serious"),
        (6, "none", False, "killed"),
        (6, "none", True, "serious"),
        (3, "light", False, "light"),
        (4, "serious", False, "killed"),
        (4, "serious", True, "serious"),
    ],
)
def test_how_a_jump_ends(ace: Ruleset, face: int, wounds: str, skill: bool, how: str) -> None:
    s = night(ace, face, pilot={"wounds": wounds}, skilled={"parachute": skill})
    s.man = s.bomber.man_of("pilot")
    assert s.roll("parachute").result == how


@pytest.mark.rule("ace 8.2.1")
def test_everybody_jumps_and_a_sortie_is_lost(ace: Ruleset) -> None:
    s = night(ace, 1, 4, 6)
    assert end(s, lambda s: s.game.bail_out(s, "controlled")) == "bailed_out"
    assert [man.wounds for man in s.bomber.crew] == ["none", "light", "killed"]
    assert s.game.career.delays == {"way back": s.game.row + 2}


@pytest.mark.rule("ace 8.2.2", "ace 8.2")
@pytest.mark.parametrize(("dice", "outcome"), [((2, 2), "force_landed"), ((5, 4), "crashed")])
def test_a_field_instead(ace: Ruleset, dice, outcome: str) -> None:
    """Three for the field and four for the engines; no intruder comes, and a sortie is lost anyway."""
    faces = (1, 1, 1) if outcome == "crashed" else ()
    s = night(ace, *dice, *faces, engines_out=[1, 2], orders={"forced_down": "field"}, options={"unit": "III/NJG 1"},
              date="1944-05-02")  # fmt: skip
    assert end(s, landing.forced_down) == outcome
    assert "intruder" not in rolls(s)
    assert s.game.career.delays == {"way back": s.game.row + 2}


# --- 9


@pytest.mark.rule("ace 9.1", "ace 6.3.2")
@pytest.mark.parametrize(("face", "grade"), [(1, "light"), (3, "light"), (4, "serious"), (5, "serious"), (6, "killed")])
def test_three_kinds_of_injury(ace: Ruleset, face: int, grade: str) -> None:
    s = hits(ace, 1, 1, 3, face)
    assert s.bomber.man_of("funker").wounds == grade


@pytest.mark.rule("ace 9.1")
def test_wounds_add_up(ace: Ruleset) -> None:
    man = Crewman("Karl", "pilot", sums=SUMS)
    assert [man.wound_lightly(), man.wound_lightly(), man.wound_seriously()] == ["light", "serious", "killed"]


@pytest.mark.rule("ace 9.1")
def test_a_dead_man_is_not_hit_again(ace: Ruleset) -> None:
    s = night(ace, 1, 1, 3, 1, 2)
    s.bomber.man_of("funker").kill()
    damage.random_hits(s, 1)
    used_up(s)
    assert s.bomber.man_of("pilot").wounds == "light"


@pytest.mark.rule("ace 9.2.3", "ace 4.1.3")
def test_without_its_pilot_the_aircraft_is_lost(ace: Ruleset) -> None:
    s = hits(ace, 1, 1, 1, 6, 1, 1)
    assert s.outcome == "shot_down"
    assert s.bomber.man_of("funker").wounds == "none"


@pytest.mark.rule("ace 9.2.2")
def test_a_badly_wounded_pilot_breaks_off_at_once(ace: Ruleset) -> None:
    """Card 36 lets the bomber fire first: its first hit wounds the pilot, and he does not shoot."""
    s = duel(ace, CARD, CARD, 1, 1, 1, 4, *MINOR, cards=(36, 36), orders={"goes_on": "wheel"})
    assert "shoots" not in happenings(s)
    assert s.game.fight_over
    take(s, "after_combat", "compelled")
    assert s.game.homeward


@pytest.mark.rule("ace 10.2.9")
def test_a_fight_by_day(ace: Ruleset) -> None:
    """The Fortress does not corkscrew, hits once more when it hits, and upward guns are no use."""
    faces = (CARD, 7, 7, CARD, *MINOR * 3, 2, 2)
    s = night(ace, *faces, cards=(31, 31), bomber="bf110g-4c-r3", orders={"aim": "airframe"}, day_combat=True)
    s.game.landing = "safe"
    take(s, "sortie", "by_day")
    used_up(s)
    assert s.game.claims[-1].kind == "b_17"
    assert told(s, "return_fire")[0]["hits"] == 3
    weapons = [event.options for event in s.log or () if getattr(event, "decision", "") == "weapon"]
    assert weapons == [("forward",)]
    hurt = night(ace, day_combat=True, pilot={"wounds": "light"})
    hurt.game.landing = "safe"
    take(hurt, "sortie", "by_day")
    assert happenings(hurt) == ["no_day_combat"]
