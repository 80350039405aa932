"""Optional tables: spray fire, damage and wounds in detail, jets, awards (5-6A, 5-7A to 5-18A, 9-1, 9-2)."""

from __future__ import annotations

import re
from collections.abc import Callable

import pytest
from bomberstream.core.combat import score
from bomberstream.core.dice import ScriptedSource
from bomberstream.core.events import RollEvent
from bomberstream.core.ruleset import Ruleset
from bomberstream.core.sortie import Sortie
from bomberstream.plugins.today import combat
from walking_tables import attack, check, check_look_up, spread

Stage = Callable[..., Sortie]
TWO_DICE = {total: (min(6, total - 1), total - min(6, total - 1)) for total in range(2, 13)}
"""Faces for each total."""

OPTIONAL = {
    "5-6A spray fire": ["5-6A", "5-6A note a", "5-6A note c"],
    "5-7A-B fighter damage detail": ["5-7A", "5-7B", "5-7B note a", "5-7B note b"],
    "5-17A-C places of wounds": ["5-17A", "5-17B", "5-17C"],
    "5-18A places of frostbite": ["5-18A", "5-18A recovery"],
    "9-1 German jets": ["9-1"],
    "9-2 awards": ["9-2", "9-2 note ab"],
}


@pytest.mark.rule("today 5-6A", "today 5-7A", "today 5-7B", "today 5-17A", "today 5-17B", "today 5-17C", "today 5-18A")
@pytest.mark.rule("today 9-1", "today 9-2")
def test_optional_tables_say_what_they_belong_to(today: Ruleset) -> None:
    for option, tables in OPTIONAL.items():
        for table in tables:
            assert today.tables[table].table.optional == option
            assert today.tables[table].modifiers == ()


# --- 5-6A


@pytest.mark.rule("today 5-6A")
def test_spray_fire(today: Ruleset) -> None:
    expected = "1 jam, 2 breaks_off, 3 attacks, 4 breaks_off, 5 attacks, 6 destroyed"
    check(today.tables["5-6A"], "1d6", spread(expected))


@pytest.mark.rule("today 5-6A note a")
def test_no_spray_against_attacks_from_ahead_or_above(today: Ruleset) -> None:
    check_look_up(today, "5-6A note a", dict.fromkeys(("12", "1:30", "10:30", "vertical_dive"), "forbidden"))


@pytest.mark.rule("today 5-6A note b", "today 5-6A note c")
def test_a_gun_that_has_sprayed(today: Ruleset) -> None:
    """A jam goes on as in 5-6, note a."""
    check(today.tables["5-6A note c"], "1d6", spread("1..2 jam, 3..6 no_effect"))


# --- 5-7A and 5-7B

# a: +1 in a collision; b, c: out of action; d: a hit less; e: down with two FCA; p: the pilot, by another die.
DAMAGE_DETAIL = {
    2: ("rudder_out", "a"),
    3: ("elevator_out", "a"),
    4: ("fuel_tank", "- - - e e c"),
    5: ("left_wing", "d d a a a a"),
    6: ("superficial", "-"),
    7: ("fuselage", "- - - p p p"),
    8: ("superficial", "-"),
    9: ("right_wing", "d d a a a a"),
    10: ("superficial", "-"),
    11: ("engine", "- - - a a c"),
    12: ("oil", "e e e a a c"),
}
PILOT = ["-", "-", "b serious", "b serious", "b killed", "b killed"]


def state_of_fighter(s: Sortie) -> str:
    """What became of the fighter, in the letters of the notes."""
    one = s.fighter
    assert one.is_destroyed == one.has_left
    letters = {
        "a": one.collision_risk == 1,
        "b" if one.pilot != "ok" else "c": one.is_destroyed,
        "d": one.hits_ignored == 1,
        "e": one.fca_limit == 2,
    }
    found = "".join(letter for letter, holds in letters.items() if holds) or "-"
    return f"{found} {one.pilot}" if one.pilot != "ok" else found


@pytest.mark.rule("today 5-7A", "today 5-7A note a", "today 5-7A note b", "today 5-7A note c", "today 5-7A note d")
@pytest.mark.rule("today 5-7A note e")
@pytest.mark.parametrize("total", DAMAGE_DETAIL)
def test_a_fighter_shot_up_in_detail(staged: Stage, today: Ruleset, total: int) -> None:
    result, letters = DAMAGE_DETAIL[total]
    check(today.tables["5-7A"], "2d6", {total: says for total, (says, _) in DAMAGE_DETAIL.items()})
    dies = letters.split()
    for face, letter in enumerate(dies, 1):
        for more, expected in enumerate(PILOT, 1) if letter == "p" else [(0, letter)]:
            s = staged(faces=[*TWO_DICE[total], *[face] * (len(dies) > 1), *[more] * (more > 0)])
            attack(s)
            assert s.carry_out("5-7A").result == result
            assert state_of_fighter(s) == expected, (face, more)
            assert s.source.left == []


@pytest.mark.rule("today 5-7A note a")
def test_damage_to_controls_adds_up(staged: Stage) -> None:
    s = staged(faces=[1, 1, 1, 2])
    attack(s)
    s.carry_out("5-7A")
    s.carry_out("5-7A")
    assert s.fighter.collision_risk == 2


@pytest.mark.rule("today 5-7A note d")
def test_a_damaged_gun_takes_a_hit_away(staged: Stage) -> None:
    """It hits, 7 on 5-10 is one shell: none is left to throw for."""
    s = staged(faces=[6, 6, 3, 4])
    attack(s)
    s.fighter.hits_ignored = 1
    combat.fighters_fire.do(s)
    assert s.fighter.hit_bomber
    assert s.source.left == []


@pytest.mark.rule("today 5-7A note e")
def test_a_leaking_fighter_goes_down_with_two_fca(staged: Stage) -> None:
    s = staged(faces=[2, 3, 2, 3])
    attack(s)
    s.fighter.fca_limit = 2
    s.gun = s.bomber.guns["left_waist"]
    assert [score(s, s.gun, s.fighter) for _ in range(2)] == ["fca", "destroyed"]


DESTROYED_DETAIL = "2 uncontrolled, 3 controlled, 4 pilot_killed, 5 uncontrolled, 6 controlled, 7 pilot_killed"
DESTROYED_DETAIL += ", 8 controlled, 9 uncontrolled, 10 controlled, 11 pilot_killed, 12 uncontrolled"
SURVIVES_FROM = {"uncontrolled": 5, "controlled": 3, "pilot_killed": 7}


@pytest.mark.rule("today 5-7B", "today 5-7B note a", "today 5-7B note b")
def test_a_fighter_destroyed_in_detail(staged: Stage, today: Ruleset) -> None:
    expected = spread(DESTROYED_DETAIL)
    check(today.tables["5-7B"], "2d6", expected)
    check(today.tables["5-7B note a"], "1d6", spread("1..4 pilot_killed, 5..6 pilot_bails_out"))
    check(today.tables["5-7B note b"], "1d6", spread("1..2 pilot_killed, 3..6 pilot_bails_out"))
    for total, result in expected.items():
        first = SURVIVES_FROM[result]
        for face in range(1, 7):
            s = staged(faces=[*TWO_DICE[total], *[face] * (first < 7)])
            attack(s)
            s.carry_out("5-7B")
            assert s.fighter.pilot == ("bails_out" if face >= first else "killed"), (total, face)
            assert s.source.left == []


# --- 5-17A to C, 5-18A: the area, then what each face of one die more finds there, in a word of the text.

PLACES = {
    "5-17A": """
        2  thorax             1-4 rib; 5-6 trapezius
        3  thorax             1-3 cut|graze; 4-6 muscle|pector
        4  head               1-3 scalp|skull; 4-6 skull
        5  upper_extremities  1 finger; 2 hand; 3-4 forearm; 5-6 flexor
        6  upper_extremities  1-3 shoulder; 4 deltoid; 5 bicep; 6 tricep
        7  lower_extremities  1-3 thigh; 4-5 vastus; 6 glut
        8  lower_extremities  1-3 leg; 4 flexor; 5-6 calf|gastrocnemius
        9  lower_extremities  1 toe; 2-4 foot; 5-6 tendon
        10 face               1-3 face; 4-5 nose|nasal; 6 lips
        11 abdomen            1-3 belly|abdomen; 4-5 oblique; 6 latissimus
        12 neck               1-2 neck; 3-4 muscle|sternocl; 5-6 trapezius
    """,
    "5-17B": """
        2  face               1-3 cut|lacer; 4 jaw|mandible; 5 nose|nasal; 6 eye|globe
        3  upper_extremities  1 hand; 2 wrist|carpal; 3 radius; 4 ulna; 5-6 upper arm|humer
        4  head               1-3 graze; 4-6 lodged
        5  head               1-2 brow|front; 3-4 templ|tempor; 5 crown|pariet; 6 back|occip
        6  thorax             - rib
        7  abdomen            1-2 liver; 3-4 stomach; 5-6 bowel|intest
        8  thorax             1 collarbone|clavicle; 2-3 rib; 4-5 breastbone|sternum; 6 shoulder blade|scapula
        9  lower_extremities  1 foot; 2 ankle|tarsal; 3 fibula; 4 shin|tibia; 5-6 thigh|femur
        10 abdomen            1-2 bowel|intest; 3-4 bladder; 5-6 pelvis
        11 lower_extremities  1 foot; 2 ankle|tarsal; 3 fibula; 4 shin|tibia; 5-6 thigh|femur
        12 neck               1-4 neck; 5 artery; 6 vein
    """,
    "5-17C": """
        2  upper_extremities  1 hand; 2 forearm; 3-4 shoulder; 5 forearm|radi; 6 upper arm|humer
        3  abdomen            1-4 pelvis; 5-6 spine
        4  lower_extremities  1 foot; 2 leg; 3 thigh; 4 groin; 5-6 lower leg|fibula
        5  abdomen            1 liver; 2 stomach; 3-6 bowel|intest
        6  head               1-2 eye|orbit; 3-4 nose|nasal; 5-6 mouth
        7  head               1-2 brow|front; 3-4 templ|tempor; 5 crown|pariet; 6 back|occip
        8  thorax             1-2 collarbone|clavicle; 3-6 lung
        9  thorax             1-4 heart; 5 shoulder blade|scapula; 6 spine
        10 head               1-3 skull; 4-6 behead|decapit
        11 neck               1-3 artery; 4-5 spine; 6 behead|decapit
        12 face               1-3 face; 4 jaw|maxilla; 5 cheek|zygoma; 6 face
    """,
    "5-18A": """
        2  forearm            1-2 right; 3-4 left; 5-6 both
        3  hand_and_wrist     1-2 right; 3-4 left; 5-6 both
        4  ears               1-4 right ear; 5-6 either|both
        5  hand               1-2 right; 3-4 left; 5-6 both
        6  fingertips         1-2 left; 3-4 right; 5-6 both
        7  face               1-4 nose; 5-6 cheek
        8  toes               1-2 left; 3-4 right; 5-6 both
        9  foot               1-2 left; 3-4 right; 5-6 both
        10 ears               1-4 left ear; 5-6 either|both
        11 foot_and_ankle     1-2 right; 3-4 left; 5-6 both
        12 lower_leg          1-2 right; 3-4 left; 5-6 both
    """,
}


@pytest.mark.rule("today 5-17A", "today 5-17B", "today 5-17C", "today 5-18A", "today 5-17B note 2")
@pytest.mark.parametrize(
    ("table", "row"),
    [(table, " ".join(row.split())) for table, rows in PLACES.items() for row in rows.strip().splitlines()],
)
def test_places_of_wounds_and_frostbite(staged: Stage, table: str, row: str) -> None:
    total, area, found = row.split(" ", 2)
    branches = [branch.split(" ", 1) for branch in found.split("; ")]
    faces = [
        face for faces, _ in branches for face in (range(int(faces[0]), int(faces[-1]) + 1) if faces != "-" else [0])
    ]
    assert faces in ([0], [1, 2, 3, 4, 5, 6])
    for face in faces:
        s = staged(faces=[*TWO_DICE[int(total)], *[face] * (face > 0)])
        assert s.log is not None
        s.log.clear()
        s.man = s.bomber.man_of("tail_gunner")
        s.man.is_serious = table == "5-17B"
        assert s.carry_out(table).result == area
        assert s.source.left == []
        rolls = [event for event in s.log if isinstance(event, RollEvent)]
        assert len(rolls) == (2 if face else 1)
        (faces_of_row, word) = next((a, b) for a, b in branches if a == "-" or int(a[0]) <= face <= int(a[-1]))
        assert face == 0 or rolls[-1].result == faces_of_row
        assert re.search(word, rolls[-1].text, re.IGNORECASE), rolls[-1].text
        assert s.man.is_dead == (table == "5-17B" and (total, face) == ("12", 6))


@pytest.mark.rule("today 5-17A", "today 5-17B", "today 5-17C", "today 5-18A")
@pytest.mark.parametrize("table", PLACES)
def test_every_place_is_walked(today: Ruleset, table: str) -> None:
    rows = (row.split()[:2] for row in PLACES[table].strip().splitlines())
    check(today.tables[table], "2d6", {int(total): area for total, area in rows})


@pytest.mark.rule("today 5-18A")
@pytest.mark.parametrize(
    ("face", "result", "after"),
    [
        (1, "frostnip", "recovers"),
        (2, "frostnip", "recovers"),
        (3, "superficial_frostbite", "recovers"),
        (4, "infected", "sent_home"),
        (5, "deep_frostbite", "sent_home"),
        (6, "deep_frostbite", "sent_home"),
    ],
)
def test_recovery_from_frostbite_in_detail(staged: Stage, face: int, result: str, after: str) -> None:
    s = staged(faces=[face])
    s.man = s.bomber.man_of("tail_gunner")
    assert s.carry_out("5-18A recovery").result == result
    assert s.man.after == after


# --- 9-1 and 9-2

JETS = "me-163 2, he-162 3, me-163 1, me-163 2, me-262 2, me-262 2, me-262 3, he-162 2, he-162 2, me-163 1, me-262 2"


@pytest.mark.rule("today 9-1", "today 9-1 note a", "today 9-1 note b")
def test_german_jets(today: Ruleset) -> None:
    """Notes: no escort drives any of them off; the rocket fighter comes from high, and once."""
    table = today.tables["9-1"]
    expected = {total: one.split() for total, one in enumerate(JETS.split(", "), 2)}
    check(table, "2d6", {total: type for total, (type, _) in expected.items()})
    for total, (type, number) in expected.items():
        notes = ["a", "b"] if type == "me-163" else ["a"]
        assert table.find(total, total, None).data == {"type": type, "number": int(number), "notes": notes}
        assert today.fighters[type].jet
        assert today.fighters[type].rocket == (type == "me-163")


@pytest.mark.rule("today 9-2")
def test_awards(today: Ruleset) -> None:
    awards = "denied air_medal denied bronze_star denied air_medal silver_star denied distinguished_flying_cross"
    check(today.tables["9-2"], "1d10", dict(enumerate([*awards.split(), "medal_of_honor"], 1)))


@pytest.mark.rule("today 9-2", "today 9-2 note a", "today 9-2 note b")
def test_awards_without_a_roll(today: Ruleset) -> None:
    check_look_up(today, "9-2 note ab", {"wounded": "purple_heart", "again": "oak_leaf_cluster"})


@pytest.mark.rule("today 5-7A", "today 5-16")
def test_a_fighter_hard_to_control_collides_sooner(staged: Stage) -> None:
    """Possible collision, then 5: a miss, but for the damaged rudder."""
    s = staged({"bombs_aboard": False})
    attack(s, position="3 level")
    s.fighter.has_attacked = s.fighter.hit_bomber = True
    s.fighter.collision_risk = 1
    s.source = ScriptedSource([5, 6, 5, 3, 4])
    combat.collisions.do(s)
    assert s.source.left == []
    assert s.fighter.has_left
