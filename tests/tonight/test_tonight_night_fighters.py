"""Night fighters: how many, of what kind, with what, how good, whether they find us, and upward guns (5.3, 5.4)."""

from __future__ import annotations

from typing import Any

import pytest
from bomberstream.core.mission.crewing import swap
from bomberstream.core.ruleset import Ruleset
from bomberstream.core.sortie import Sortie
from bomberstream.core.zones import Zone
from duels import (
    AFTER_POSITION,
    CENT_1,
    CENT_100,
    HIGH,
    LOW,
    MISS,
    count,
    duel,
    fight,
    foe,
    gun,
    guns,
    harm,
    silent,
    throw,
)
from nights import (
    asked,
    column,
    happenings,
    is_taken,
    man,
    modifiers,
    rolls,
    run,
    take,
    told,
    used_up,
)

ME_110F = (4, 10)
"""5-7 in June 1943: a Me 110 F-4, which has nothing as standard."""
NOTHING = (1, 1)
"""5-7A and 5-7D in June 1943: neither radar nor upward guns."""
FLIEGER = 4
UNSEEING = LOW
PLAIN = (*ME_110F, *NOTHING, FLIEGER)
ASTERN_HIGH = (1, 1, 1)
"""5-9 and 5-9A."""
MONTHS = [f"{year}-{month:02}-10" for year in range(1942, 1946) for month in range(1, 13)][2:40]
"""The months of the game, March 1942 to April 1945."""


# --- 5.3, 5.3.1


@pytest.mark.rule("tonight 5.3", "tonight 5.8", "tonight 5.3.7.1", "tonight 5.3.2.4")
def test_the_whole_order_of_a_fight(tonight: Ruleset) -> None:
    astern_high_and_seen = (*ASTERN_HIGH, *HIGH)
    corkscrew, miss, hit, two, times_one = LOW, LOW, HIGH, (3, 4), 3
    superficial = LOW
    s = silent(
        tonight,
        *CENT_100,
        *(*ME_110F, *NOTHING, FLIEGER, *HIGH),
        *astern_high_and_seen,
        *(*corkscrew, *miss, *hit, *two, times_one, *superficial, *superficial),
        *(*LOW, *LOW),
        orders={**guns("tail"), "corkscrew": "yes"},
        detected=True,
    )
    run(s, "turn", "night_fighters")
    assert rolls(s) == [
        "night_fighters",
        "fighter_type",
        "airborne_radar",
        "upward_guns",
        "pilot_skill",
        "fighter_spots",
        "attack_clock",
        "attack_level",
        "bomber_spots",
        "collision",
        "defensive_fire",
        "offensive_fire",
        "shell_hits",
        "hit_multiplier",
        "area_damage",
        "area_damage",
        "collision",
        "contact",
    ]


@pytest.mark.rule("tonight 5.3.1", "tonight 5.3.1.1")
@pytest.mark.parametrize(("dice", "number"), [((1, 10), 0), ((8, 10), 0), (CENT_100, 1)])
def test_none_or_one_comes(tonight: Ruleset, dice: tuple[int, int], number: int) -> None:
    s = silent(tonight, *dice, *(*PLAIN, *UNSEEING) * number, detected=True)
    run(s, "turn", "night_fighters")
    assert [facts["number"] for facts in told(s, "night_fighters")] == ([number] if number else [])
    assert count(s, "fighter_type") == number


@pytest.mark.rule("tonight 5.3.1.3", "tonight 5.3.1.1", "tonight 5.8.1.second")
def test_the_second_comes_when_all_is_over_with_the_first(tonight: Ruleset) -> None:
    one_round = (*ASTERN_HIGH, *LOW, *LOW, *LOW)
    wild_boar_none = CENT_100
    first = (*wild_boar_none, *PLAIN, *HIGH, *one_round, *HIGH, *one_round, *LOW)
    second = (*wild_boar_none, *PLAIN, *HIGH, *one_round, *LOW)
    s = silent(tonight, *CENT_100, *first, *second, detected=True, event={"flares": True})
    s.zone = Zone(6, over=("G",), region=("",), is_target=True)
    # In turn: looks, misses, keeps clear, keeps contact or loses it.
    run(s, "turn", "night_fighters")
    assert told(s, "night_fighters") == [{"number": 2}]
    kinds = [index for index, role in enumerate(rolls(s)) if role == "fighter_type"]
    assert rolls(s)[kinds[0] : kinds[1]].count("contact") == 2
    assert rolls(s)[kinds[1] :].count("contact") == 1
    assert [facts["round"] for facts in told(s, "attacks")] == [1, 2, 1]


@pytest.mark.rule("tonight 5.3.1.2")
def test_a_random_event_takes_the_fighters_place_and_acts_from_the_next_zone_on(tonight: Ruleset) -> None:
    flares = (3, 3)
    s = run(silent(tonight, *CENT_1, *flares, detected=True), "turn", "night_fighters")
    assert rolls(s) == ["night_fighters", "random_event"]
    assert s.game.passing_events == set()
    s.enter_zone(Zone(5, over=("G",), region=("",)))
    assert s.game.passing_events == {"flares"}


@pytest.mark.rule("tonight 5.3.1")
def test_no_roll_where_radar_has_not_found_us(tonight: Ruleset) -> None:
    assert not is_taken(silent(tonight), "turn", "night_fighters")


# --- 5.3.2


@pytest.mark.rule("tonight 5.3.2", "tonight 5.3.2.1-b", "tonight 5.3.2.2-b", "tonight 5.3.2.4")
@pytest.mark.parametrize(("moon", "least"), [("full", 7), ("half", 8), ("crescent", 9)])
def test_each_moon_has_the_number_with_which_he_finds_us(tonight: Ruleset, moon: str, least: int) -> None:
    for total in range(6, 10):
        s = duel(tonight, 3, total - 3, moon=moon)
        run(s, "fighter", "finds_bomber")
        assert column(s, "fighter_spots") == moon
        assert happenings(s) == (["finds_us"] if total >= least else ["passes_unseeing"])
        assert foe(s).has_left is (total < least)


@pytest.mark.rule("tonight 5.3.2.2-b")
def test_who_has_not_found_us_does_not_fight(tonight: Ruleset) -> None:
    s = silent(tonight, *CENT_100, *PLAIN, *UNSEEING, detected=True)
    run(s, "turn", "night_fighters")
    assert rolls(s)[-1] == "fighter_spots"


@pytest.mark.rule("tonight 5.3.2")
def test_once_found_we_stay_found(tonight: Ruleset) -> None:
    rounds = (*ASTERN_HIGH, *LOW, *LOW, *LOW)
    s = silent(tonight, *PLAIN, *HIGH, *rounds, *HIGH, *rounds, *LOW)
    s.run("fighter")
    used_up(s)
    assert (count(s, "fighter_spots"), count(s, "contact")) == (1, 2)


# --- 5.3.3


@pytest.mark.rule("tonight 5.3.3", "tonight 5.3.3.1")
@pytest.mark.parametrize(("dice", "kind"), [((10, 1), "me-110f-4"), ((5, 5), "me-110g-4"), ((7, 5), "ju-88c-6")])
def test_the_dice_say_what_comes(tonight: Ruleset, dice: tuple[int, int], kind: str) -> None:
    s = run(silent(tonight, *dice), "fighter", "kind_of_fighter")
    assert foe(s).type.id == kind


SERVICE = [
    ("me-110f-4", "me110f4", "1941-12", "1944-03", False),
    ("me-110g-4", "me110g4", "1943-02", "1945-04", False),
    ("ju-88c-6", "ju88c6", "1941-12", "1945-04", False),
    ("ju-88g-7", "ju88g7", "1944-06", "1945-04", True),
    ("do-217j-1", "do217j1", "1942-03", "1945-04", False),
    ("do-217n-2", "do217n2", "1943-03", "1945-04", True),
    ("he-219a-0", "he219a0", "1943-10", "1945-04", True),
    ("fw-190", "fw190", "1941-08", "1945-04", False),
    ("me-109", "me109", "1942-05", "1945-04", False),
]


@pytest.mark.parametrize(
    ("kind", "first", "last", "upward"),
    [
        pytest.param(kind, first, last, upward, marks=pytest.mark.rule(f"tonight 5.3.3.2.{rule}"), id=kind)
        for kind, rule, first, last, upward in SERVICE
    ],
)
def test_each_type_in_its_months_and_with_its_guns(
    tonight: Ruleset, kind: str, first: str, last: str, upward: bool
) -> None:
    made = tonight.fighters[kind]
    assert (made.from_, made.until) == (first, last)
    assert made.traits.get("upward_guns", False) is upward
    assert made.engines == (1 if made.traits.get("wild_boar") else 2)


# The ids above are put together; the coverage tool reads only what is written out.
@pytest.mark.rule(
    "tonight 5.3.3.2",
    "tonight 5.3.3.2.me110f4",
    "tonight 5.3.3.2.me110g4",
    "tonight 5.3.3.2.ju88c6",
    "tonight 5.3.3.2.ju88g7",
    "tonight 5.3.3.2.do217j1",
    "tonight 5.3.3.2.do217n2",
    "tonight 5.3.3.2.he219a0",
    "tonight 5.3.3.2.fw190",
    "tonight 5.3.3.2.me109",
)
def test_the_table_brings_every_type_in_its_months_and_only_then(tonight: Ruleset) -> None:
    table = tonight.tables["5-7"]
    assert table.column is not None
    met: dict[str, set[str]] = {}
    for day in MONTHS:
        s = silent(tonight, date=day)
        for total in range(1, 101):
            kind = table.find(total, total, table.column(s)).result
            assert tonight.fighters[kind].is_met(day), (kind, day)
            met.setdefault(kind, set()).add(day[:7])
    twins = {kind for kind, _, _, _, _ in SERVICE} - {"fw-190", "me-109"}
    assert met.keys() == twins
    assert {kind: min(months) for kind, months in met.items()} == {
        kind: max(first, "1942-03") for kind, _, first, _, _ in SERVICE if kind in twins
    }


@pytest.mark.rule("tonight 5.3.3.5")
@pytest.mark.parametrize(
    ("day", "target", "comes"),
    [
        ("1943-02-20", True, False),
        ("1943-03-10", True, True),
        ("1944-04-10", True, True),
        ("1944-05-10", True, False),
        ("1943-08-20", False, False),
    ],
)
def test_wild_boars_only_over_the_target_and_in_their_months(
    tonight: Ruleset, day: str, target: bool, comes: bool
) -> None:
    s = silent(tonight, *CENT_1, date=day, zone={"is_target": target})
    run(s, "fighter", "kind_of_fighter")
    assert rolls(s) == (["wild_boar"] if comes else ["fighter_type"])
    assert foe(s).type.traits.get("wild_boar", False) is comes


@pytest.mark.rule("tonight 5.3.3.5")
def test_no_wild_boar_on_the_dice_means_a_night_fighter(tonight: Ruleset) -> None:
    s = silent(tonight, *CENT_100, *ME_110F, zone={"is_target": True})
    run(s, "fighter", "kind_of_fighter")
    assert (rolls(s), foe(s).type.id) == (["wild_boar", "fighter_type"], "me-110f-4")


@pytest.mark.rule("tonight 5.3.3.4")
@pytest.mark.parametrize("naxos", [True, False])
def test_a_wild_boar_has_room_for_naxos_alone(tonight: Ruleset, naxos: bool) -> None:
    s = duel(tonight, 6 if naxos else 1, kind="fw-190", date="1944-03-10")
    run(s, "fighter", "equipment")
    assert rolls(s) == ["naxos"]
    assert foe(s).carries == ({"naxos"} if naxos else set())


# --- 5.3.4

DEVICES = [
    ("airborne_radar", "radar", "1942-05-20", "1942-06-10"),
    ("naxos", "naxos", "1943-08-20", "1943-09-10"),
    ("flensburg", "flensburg", "1943-12-20", "1944-01-10"),
    ("upward_guns", "upward_guns", "1943-05-20", "1943-06-10"),
]
YEARS = {
    "radar": {"1942": 2, "1943": 5, "1944": 6, "1945": 6},
    "naxos": {"1943": 1, "1944": 3, "1945": 4},
    "flensburg": {"1944": 2, "1945": 1},
    "upward_guns": {"1943": 1, "1944": 2, "1945": 3},
}


@pytest.mark.rule("tonight 5.3.4", "tonight 5.3.4.1", "tonight 5.3.4.2", "tonight 5.3.4.3", "tonight 5.3.4.4")
@pytest.mark.parametrize(("role", "name", "before", "after"), DEVICES)
def test_each_device_from_its_month_on(tonight: Ruleset, role: str, name: str, before: str, after: str) -> None:
    for day, known in ((before, False), (after, True)):
        for die in (6, 1):
            expected = [one for one, _, _, first in DEVICES if first[:7] <= day[:7]]
            s = duel(tonight, *[die] * len(expected), kind="ju-88c-6", date=day)
            run(s, "fighter", "equipment")
            assert rolls(s) == expected
            assert (role in expected) is known
            assert name not in foe(s).carries or die == 6


@pytest.mark.rule("tonight 5.3.4.1", "tonight 5.3.4.2", "tonight 5.3.4.3", "tonight 5.3.4.4")
@pytest.mark.parametrize("name", sorted(YEARS))
def test_the_year_is_the_column(tonight: Ruleset, name: str) -> None:
    for year, chances in YEARS[name].items():
        day = f"{year}-{'02' if year == '1945' else '11'}-20"
        got = 0
        for die in range(1, 7):
            asked_for = [one for one, _, _, first in DEVICES if first[:7] <= day[:7]]
            s = duel(tonight, *[die] * len(asked_for), kind="ju-88c-6", date=day)
            run(s, "fighter", "equipment")
            got += name in foe(s).carries
        assert got == chances, year


@pytest.mark.rule(
    "tonight 5.3.4.4",
    "tonight 5.3.3.2.ju88g7",
    "tonight 5.3.3.2.do217n2",
    "tonight 5.3.3.2.he219a0",
)
@pytest.mark.parametrize(
    ("kind", "day"), [("ju-88g-7", "1944-06-10"), ("do-217n-2", "1943-03-10"), ("he-219a-0", "1943-10-10")]
)
def test_standard_upward_guns_ask_for_no_die(tonight: Ruleset, kind: str, day: str) -> None:
    dice = [1] * sum(first[:7] <= day[:7] for role, _, _, first in DEVICES if role != "upward_guns")
    s = run(duel(tonight, *dice, kind=kind, date=day), "fighter", "equipment")
    assert "upward_guns" not in rolls(s)
    assert "upward_guns" in foe(s).carries


# --- 5.3.5


@pytest.mark.rule("tonight 5.3.5")
@pytest.mark.parametrize(
    ("day", "grades"),
    [
        ("1942-05-10", "novice 2, flieger 4, veteran 3, experte 1"),
        ("1943-05-10", "novice 2, flieger 4, veteran 3, experte 1"),
        ("1944-05-10", "novice 3, flieger 4, veteran 2, experte 1"),
        ("1945-02-10", "novice 2, flieger 3, veteran 3, experte 2"),
    ],
)
def test_a_ten_sided_die_in_the_column_of_the_year_says_how_good_he_is(tonight: Ruleset, day: str, grades: str) -> None:
    found: list[str] = []
    for die in range(1, 11):
        s = run(duel(tonight, die, date=day), "fighter", "pilot_skill")
        assert column(s, "pilot_skill") == day[:4]
        found.append(foe(s).skill)
    assert ", ".join(f"{grade} {found.count(grade)}" for grade in ("novice", "flieger", "veteran", "experte")) == grades


@pytest.mark.rule("tonight 5.3.5.1", "tonight 5.3.5.2", "tonight 5.3.5.3", "tonight 5.3.5.4")
def test_skill_tells_on_the_tables(tonight: Ruleset) -> None:
    """A better man finds and keeps us more easily, is harder to see and to hit, and no worse a shot."""
    total: dict[str, dict[str, int]] = {}
    for skill in ("novice", "flieger", "veteran", "experte"):
        s = duel(tonight, *LOW * 5, fighter={"skill": skill}, orders=guns("mid_upper"))
        take(s, "fighter", "finds_bomber")
        foe(s).has_left = False
        run(s, "round", "crew_spots_it", "allot_guns", "defensive_fire", "fighter_fires", "contact")
        roles = ("fighter_spots", "bomber_spots", "defensive_fire", "offensive_fire", "contact")
        total[skill] = {role: sum(modifiers(s, role)) for role in roles}
    novice, flieger, veteran, experte = total.values()
    assert flieger | {"defensive_fire": 0} == dict.fromkeys(flieger, 0)
    for role in ("fighter_spots", "contact"):
        assert novice[role] < flieger[role] < veteran[role] < experte[role]
    assert novice["bomber_spots"] > flieger["bomber_spots"] > veteran["bomber_spots"] > experte["bomber_spots"]
    assert (
        novice["defensive_fire"] > flieger["defensive_fire"] >= veteran["defensive_fire"] >= experte["defensive_fire"]
    )
    assert (
        novice["offensive_fire"] < flieger["offensive_fire"] <= veteran["offensive_fire"] <= experte["offensive_fire"]
    )


# --- 5.3.6, 5.3.7


@pytest.mark.rule("tonight 5.3.6")
@pytest.mark.parametrize(
    ("dice", "level", "place"),
    [
        ((1, 1), 1, "6 high"),
        ((1, 1), 2, "6 level"),
        ((1, 1), 6, "6 low"),
        ((7, 5), 1, "3 high"),
        (CENT_100, 3, "12 level"),
    ],
)
def test_a_clock_position_and_a_level(tonight: Ruleset, dice: tuple[int, int], level: int, place: str) -> None:
    s = run(duel(tonight, *dice, level, at="9 low"), "round", "position")
    assert foe(s).position == place
    assert rolls(s) == ["attack_clock", "attack_level"]


@pytest.mark.rule("tonight 5.3.6.1")
@pytest.mark.parametrize(("dice", "place"), [((6, 5), "vertical climb"), ((7, 2), "vertical dive")])
def test_a_vertical_attack_has_no_level(tonight: Ruleset, dice: tuple[int, int], place: str) -> None:
    s = run(duel(tonight, *dice), "round", "position")
    assert (foe(s).position, rolls(s)) == (place, ["attack_clock"])


@pytest.mark.rule("tonight 5.3.6.1")
def test_nobody_climbs_from_below_the_deck(tonight: Ruleset) -> None:
    climb = (6, 5)
    s = run(duel(tonight, *climb, *climb, *(7, 2), altitude="on_the_deck"), "round", "position")
    assert foe(s).position == "vertical dive"
    assert rolls(s) == ["attack_clock"] * 3


@pytest.mark.rule("tonight 5.3.7")
@pytest.mark.parametrize(("faces", "seen"), [(LOW, False), (HIGH, True)])
def test_the_crew_look_for_him(tonight: Ruleset, faces: tuple[int, int], seen: bool) -> None:
    s = run(duel(tonight, *faces, seen=not seen), "round", "crew_spots_it")
    assert s.game.fighter_is_seen is seen
    assert happenings(s) == ["seen" if seen else "unseen"]


@pytest.mark.rule("tonight 5.3.7")
@pytest.mark.parametrize("why", ["eyes", "turret wrecked", "gunner hurt", "no gun", "jammed"])
def test_who_looks_is_who_has_a_gun_that_bears(tonight: Ruleset, why: str) -> None:
    s = duel(tonight, *LOW, at="3 low" if why == "no gun" else "3 high")
    upper = gun(s, "mid_upper")
    if why == "turret wrecked":
        upper.is_out = True
        upper.update()
    elif why == "gunner hurt":
        upper.gunner.is_serious = True
    elif why == "jammed":
        upper.jam(2)
    run(s, "round", "crew_spots_it")
    assert modifiers(s, "bomber_spots") == ([] if why in ("eyes", "jammed") else [-2])


@pytest.mark.rule("tonight 5.3.7.1", "tonight 5.5")
def test_seen_he_is_fired_at_before_he_fires(tonight: Ruleset) -> None:
    s = fight(duel(tonight, *LOW, *LOW, *LOW, *LOW, orders=guns("tail")))
    assert rolls(s) == ["defensive_fire", "offensive_fire", "collision", "contact"]
    assert asked(s)[0] == "corkscrew"


@pytest.mark.rule("tonight 5.3.7.3", "tonight 5.3.7.4", "tonight 5.5")
def test_unseen_he_fires_first_and_no_corkscrew_spoils_his_aim(tonight: Ruleset) -> None:
    s = duel(tonight, *LOW, *LOW, *LOW, *LOW, seen=False, orders={**guns("tail"), "corkscrew": "yes"})
    fight(s)
    assert rolls(s) == ["offensive_fire", "defensive_fire", "collision", "contact"]
    assert "corkscrew" not in asked(s)
    assert happenings(s)[0] == "surprised"
    assert count(s, "offensive_fire") == 1


@pytest.mark.rule("tonight 5.3.7.3")
def test_the_damage_of_a_surprise_comes_before_any_answer(tonight: Ruleset) -> None:
    # One shell from 12 high in the nose (6), row 5, the bomb aimer; a 6 kills him, and his turret answers no more.
    place: dict[str, Any] = {"at": "12 high", "kind": "me-110f-4", "seen": False, "orders": guns("nose")}
    one_shell = (*HIGH, *(3, 4), 1)
    nose, bomb_aimer, killed, passes = (3, 3), (1, 4), 6, 1
    s = duel(tonight, *one_shell, *nose, *bomb_aimer, killed, passes, *LOW, *LOW, **place)
    fight(s)
    assert rolls(s)[:6] == ["offensive_fire", "shell_hits", "hit_multiplier", "area_damage", "section.nose", "wounds"]
    assert "defensive_fire" not in rolls(s)
    s = duel(tonight, *LOW, *MISS, passes, *LOW, *LOW, **place)
    assert "defensive_fire" in rolls(fight(s))


@pytest.mark.rule("tonight 5.3.7.2", "tonight 5.3.7.3", "tonight 5.4.7")
@pytest.mark.parametrize(
    ("at", "carries", "altitude", "upward"),
    [
        ("6 low", True, "high", True),
        ("6 level", True, "high", True),
        ("6 low", True, "low", True),
        ("6 high", True, "high", False),
        ("3 low", True, "high", False),
        ("6 low", False, "high", False),
        ("6 low", True, "on_the_deck", False),
    ],
)
def test_when_he_goes_below_for_his_upward_guns(
    tonight: Ruleset, at: str, carries: bool, altitude: str, upward: bool
) -> None:
    dice = (*LOW, *HIGH) if upward else LOW
    arms: dict[str, Any] = {"carries": ["upward_guns"]} if carries else {}
    s = duel(tonight, *dice, at=at, fighter=arms, seen=False, altitude=altitude)
    fight(s, "upward_attack", "surprise")
    assert column(s, "offensive_fire") == ("upward" if upward else foe(s).clock)
    assert ("upward_attack" in happenings(s)) is upward
    assert ("surprised" in happenings(s)) is not upward


# --- 5.4

BELOW: dict[str, Any] = {"at": "6 low", "fighter": {"carries": ["upward_guns"]}, "seen": False}


def below(tonight: Ruleset, *faces: int, ventral: bool = False, **given: Any) -> Sortie:
    """The scene of an upward attack."""
    s = duel(tonight, *faces, **{**BELOW, **given})
    if ventral:
        swap(s, man(s, "engineer"), "ventral_position")
    return s


@pytest.mark.rule("tonight 5.4", "tonight 5.4.1", "tonight 5.4.2", "tonight 5.8.3.upward")
def test_upward_guns_fire_first_in_columns_of_their_own(tonight: Ruleset) -> None:
    superficial = LOW
    s = below(tonight, *HIGH, *(3, 4), 1, *superficial, *HIGH)
    fight(s, "upward_attack")
    assert rolls(s) == ["offensive_fire", "shell_hits", "hit_multiplier", "area_damage", "bomber_spots"]
    assert column(s, "offensive_fire") == "upward"
    assert column(s, "shell_hits") == "vertical_climb"
    assert column(s, "area_damage") == "vertical climb"


@pytest.mark.rule("tonight 5.4.3", "tonight 5.4.4")
def test_a_manned_ventral_gun_may_answer(tonight: Ruleset) -> None:
    s = below(tonight, *LOW, *(1, 2), *HIGH, ventral=True, orders={"upward_answer": "fire"})
    fight(s, "upward_attack")
    assert rolls(s) == ["offensive_fire", "defensive_fire", "bomber_spots"]
    assert (gun(s, "ventral").rounds, gun(s, "tail").rounds) == (5, 63)


@pytest.mark.rule("tonight 5.4.3", "tonight 5.4.4")
@pytest.mark.parametrize("why", ["unmanned", "wrecked"])
def test_without_a_gun_below_and_without_corkscrew_nothing_is_asked(tonight: Ruleset, why: str) -> None:
    s = below(tonight, *LOW, *HIGH, ventral=why == "wrecked", out={"electrical": True})
    if why == "wrecked":
        gun(s, "ventral").is_out = True
        gun(s, "ventral").update()
    fight(s, "upward_attack")
    assert asked(s) == []
    assert foe(s).position == "6 low"


@pytest.mark.rule("tonight 5.4.3", "tonight 5.4.6", "tonight 5.6.3")
def test_a_corkscrew_ends_the_attacks_and_spoils_none_of_them(tonight: Ruleset) -> None:
    s = below(tonight, *HIGH, *(3, 4), 1, *LOW, *LOW, *LOW, orders={"upward_answer": "corkscrew"})
    fight(s)
    assert modifiers(s, "offensive_fire") == []
    assert rolls(s)[-2:] == ["collision", "contact"]
    assert rolls(s).index("area_damage") < rolls(s).index("collision")
    assert count(s, "bomber_spots") == 0
    assert -3 in modifiers(s, "contact")
    assert foe(s).has_left


@pytest.mark.rule("tonight 5.4.4")
def test_one_answer_only(tonight: Ruleset) -> None:
    s = below(tonight, *LOW, *LOW, *LOW, ventral=True, orders={"upward_answer": "corkscrew", **guns("ventral", "tail")})
    fight(s)
    assert asked(s) == ["upward_answer"]
    assert (gun(s, "ventral").rounds, gun(s, "tail").rounds) == (6, 63)


@pytest.mark.rule("tonight 5.4.4", "tonight 5.4.5")
def test_back_at_six_o_clock_the_crew_look_again_with_their_modifier(tonight: Ruleset) -> None:
    s = below(tonight, *LOW, *HIGH)
    fight(s, "upward_attack")
    assert foe(s).position == "6 low"
    assert modifiers(s, "bomber_spots") == [1]
    assert s.game.fighter_is_seen


@pytest.mark.rule("tonight 5.4.6", "tonight 5.4.8", "tonight 5.4.9")
def test_the_attacks_go_on_until_he_is_seen(tonight: Ruleset) -> None:
    unseen = LOW
    then = (*LOW, *LOW, *LOW, *LOW)
    s = below(tonight, *LOW, *unseen, *LOW, *unseen, *LOW, *HIGH, *then, orders=guns("tail"))
    fight(s)
    assert rolls(s) == [
        *["offensive_fire", "bomber_spots"] * 3,
        *["defensive_fire", "offensive_fire", "collision", "contact"],
    ]
    assert happenings(s).count("upward_attack") == 3
    assert asked(s)[-1] != "upward_answer"
    assert column(s, "offensive_fire") == "6"


@pytest.mark.rule("tonight 5.4.6")
def test_each_upward_attack_may_be_answered(tonight: Ruleset) -> None:
    s = below(tonight, *LOW, *(1, 2), *LOW, *LOW, *(1, 2), *HIGH, ventral=True, orders={"upward_answer": "fire"})
    fight(s, "upward_attack")
    assert gun(s, "ventral").rounds == 4


@pytest.mark.rule("tonight 5.4.8", "tonight 5.5.allocate")
def test_a_gun_that_has_answered_fires_no_more_in_the_round(tonight: Ruleset) -> None:
    orders = {"upward_answer": "fire", **guns("ventral", "tail")}
    s = below(tonight, *LOW, *(1, 2), *HIGH, *LOW, *LOW, *LOW, *LOW, ventral=True, orders=orders)
    fight(s)
    assert (gun(s, "ventral").rounds, gun(s, "tail").rounds) == (5, 62)


@pytest.mark.rule("tonight 5.4.6")
def test_a_fighter_shot_down_from_above_attacks_no_more(tonight: Ruleset) -> None:
    s = below(tonight, *LOW, *HIGH, *HIGH, ventral=True, orders={"upward_answer": "fire"})
    fight(s)
    assert rolls(s) == ["offensive_fire", "defensive_fire", "fighter_damage"]
    assert foe(s).is_destroyed
    assert man(s, "engineer").kills_today == 1


@pytest.mark.rule("tonight 5.5.fcab", "tonight 5.4.6")
def test_one_that_is_driven_off_from_below_breaks_off(tonight: Ruleset) -> None:
    s = below(tonight, ventral=True, orders={"upward_answer": "fire"})
    throw(s, *LOW, *HIGH, *harm(s, "ventral", "fcab"), *LOW)
    fight(s)
    assert rolls(s) == ["offensive_fire", "defensive_fire", "fighter_damage", "collision"]
    assert happenings(s)[-1] == "breaks_off"


@pytest.mark.rule("tonight 5.4.9", "tonight 5.8.1")
def test_in_the_next_round_he_must_be_seen_anew(tonight: Ruleset) -> None:
    s = duel(tonight, *ASTERN_HIGH, *LOW)
    run(s, "round", "position", "crew_spots_it")
    assert not s.game.fighter_is_seen


@pytest.mark.rule("tonight 5.4.5", "tonight 5.0.2")
def test_a_monica_shot_out_from_below_warns_of_nothing(tonight: Ruleset) -> None:
    # A shell in the rear centre section (10), row 9, on the set; then the second look, without its warning.
    s = below(tonight, *HIGH, *(3, 4), 1, *(5, 5), *(4, 5), 4, *HIGH, device={"monica": True})
    fight(s, "upward_attack")
    assert "monica" in s.bomber.out
    assert modifiers(s, "bomber_spots") == [1]


def test_the_steps_of_a_round_are_all_here(tonight: Ruleset) -> None:
    names = [step.name for step in silent(tonight).procedures["round"]]
    assert names == ["position", "crew_spots_it", *AFTER_POSITION]
