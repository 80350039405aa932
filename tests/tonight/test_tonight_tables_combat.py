"""Tables 5-1 to 5-19, the random events apart.

What the rulebook prints and what the daylight game prints is typed here from the documents. Where the numbers are
our own and may be weighed again (5-1, 5-5, 5-6, 5-10, 5-14, 5-16, and the night in 5-12A, 5-12B and 5-13B), only what
the rulebook says of them is tested.
"""

from __future__ import annotations

from typing import Any

import pytest
from bomberstream.core.combat import POSITIONS
from bomberstream.core.ruleset import Ruleset
from bomberstream.core.sortie import Sortie
from night_tables import acting, at, changes, check, check_look_up, read
from nights import man, stage

MOONS = ("full", "half", "crescent")


def fight(tonight: Ruleset, gun: str = "ventral", *, before: dict[str, Any] | None = None, **fighter: Any) -> Sortie:
    """A gun laid on a fighter: without more said, one that calls for no modifier of the daylight tables."""
    s = stage(tonight, fighter={"type": "fw-190", "position": "12 high", **fighter}, **(before or {}))
    s.gun = s.bomber.guns[gun]
    return s


def total(tonight: Ruleset, role: str, **state: Any) -> int:
    return sum(acting(stage(tonight, **state), role))


# --- 5-1 to 5-4: guns


@pytest.mark.rule("tonight 5-1", "tonight 5.2.1")
def test_level_of_fire(tonight: Ruleset) -> None:
    """The rows of the daylight 6-2, light to heavy; what modifies 5-1 is partly ours."""
    table = tonight.tables["5-1"]
    assert table.table.dice == "1d6"
    found = list(read(table, range(-5, 15)).values())
    assert sorted(set(found), key=found.index) == ["none", "light", "medium", "heavy"]
    assert found == sorted(found, key=["none", "light", "medium", "heavy"].index)


@pytest.mark.rule("tonight 5-1", "tonight 5.2.1")
def test_contrails_and_lights_help_the_guns(tonight: Ruleset) -> None:
    plain = stage(tonight)
    (contrails,) = changes(plain, stage(tonight, **{"zone.contrails": True}), "flak")
    (lit,) = changes(plain, stage(tonight, lit=True), "flak")
    assert contrails > 0
    assert lit > 0
    above = {"weather": "full_cloud"}
    assert changes(stage(tonight, **above), stage(tonight, **above, **{"zone.contrails": True}), "flak") == []


@pytest.mark.rule("tonight 5-2", "tonight 5.2.2")
@pytest.mark.parametrize(
    ("column", "expected"),
    [
        ("light", "2 hit, 3..11 miss, 12 hit"),
        ("medium", "2..3 hit, 4..10 miss, 11..12 hit"),
        ("heavy", "2..4 hit, 5..9 miss, 10..12 hit"),
    ],
)
def test_flak_to_hit(tonight: Ruleset, column: str, expected: str) -> None:
    check(tonight.tables["5-2"], "2d6", expected, column)
    assert tonight.tables["5-2"].columns == ("light", "medium", "heavy")
    assert not tonight.tables["5-2"].modifiers


@pytest.mark.rule("tonight 5-3", "tonight 5.2.4")
def test_shells(tonight: Ruleset) -> None:
    check(tonight.tables["5-3"], "2d6", "2 burst_inside_plane, 3 3, 4..5 2, 6..9 1, 10..11 2, 12 3")


@pytest.mark.rule("tonight 5-4", "tonight 5.2.4")
def test_section_hit_by_flak(tonight: Ruleset) -> None:
    """The daylight column of the B-17, whose radio room and cockpit are the front centre, and whose waist the rear."""
    expected = (
        "2 bomb_bay, 3 superficial, 4 front_centre, 5 tail, 6 port_wing, 7 superficial, "
        "8 starboard_wing, 9 rear_centre, 10 nose, 11 superficial, 12 front_centre"
    )
    check(tonight.tables["5-4"], "2d6", expected)


# --- 5-5 and 5-6


@pytest.mark.rule("tonight 5-5", "tonight 5.3.1.1", "tonight 5.3.1.2")
def test_none_one_two_or_an_event(tonight: Ruleset) -> None:
    table = tonight.tables["5-5"]
    assert table.dice is not None
    naturals = set(table.dice.odds())
    for more in range(-30, 31):
        found = [table.find(natural, natural + more, None).result for natural in sorted(naturals)]
        assert set(found) <= {0, 1, 2, "event"}
        assert "event" in found
        numbers = [one for one in found if one != "event"]
        assert numbers == sorted(numbers)
    assert {cell.result for cell in table.cells[None] if cell} >= {0, 1, 2}


@pytest.mark.rule("tonight 5-5", "tonight 3.1.2")
def test_the_back_of_the_stream_is_attacked_more(tonight: Ruleset) -> None:
    front, middle, back = (total(tonight, "night_fighters", stream_position=p) for p in ("front", "middle", "back"))
    assert front <= middle < back


@pytest.mark.rule("tonight 5-5", "tonight 4.6")
def test_contrails_draw_fighters(tonight: Ruleset) -> None:
    assert total(tonight, "night_fighters", **{"zone.contrails": True}) > total(tonight, "night_fighters")


def needed(tonight: Ruleset, table: str, moon: str) -> int:
    """The number at the head of a column."""
    found = read(tonight.tables[table], range(-10, 25), moon)
    spotted = [number for number, result in found.items() if result == "spotted"]
    assert spotted == list(range(spotted[0], 25))
    return spotted[0]


@pytest.mark.rule("tonight 5-6", "tonight 5.3.2.1-b")
def test_a_number_for_each_moon(tonight: Ruleset) -> None:
    table = tonight.tables["5-6"]
    assert table.table.dice == "2d6"
    assert set(table.columns) == set(MOONS)
    assert needed(tonight, "5-6", "full") < needed(tonight, "5-6", "half") < needed(tonight, "5-6", "crescent")
    assert table.column is not None
    assert [table.column(stage(tonight, moon=moon)) for moon in MOONS] == list(MOONS)
    assert len({total(tonight, "fighter_spots", moon=moon, fighter={}) for moon in MOONS}) == 1


def finds(tonight: Ruleset, *, state: dict[str, Any] | None = None, **fighter: Any) -> int:
    return sum(acting(fight(tonight, before=state, **{"type": "ju-88c-6", **fighter}), "fighter_spots"))


@pytest.mark.rule("tonight 5-6", "tonight 5.3.5")
def test_skill_finds(tonight: Ruleset) -> None:
    found = [finds(tonight, skill=skill) for skill in ("novice", "flieger", "veteran", "experte")]
    assert found == sorted(set(found))


@pytest.mark.rule("tonight 5-6", "tonight 5.3.4.1", "tonight 5.3.4.2", "tonight 5.3.4.3")
@pytest.mark.parametrize(
    ("device", "state", "acts"),
    [
        ("radar", {}, True),
        ("naxos", {"device.h2s": True}, True),
        ("naxos", {"device.monica": True}, False),
        ("naxos", {}, False),
        ("flensburg", {"device.monica": True}, True),
        ("flensburg", {"device.h2s": True}, False),
        ("flensburg", {}, False),
    ],
)
def test_equipment_finds(tonight: Ruleset, device: str, state: dict[str, Any], acts: bool) -> None:
    given = at("1944-02-15", **state)
    assert (finds(tonight, state=given, carries=[device]) > finds(tonight, state=given)) is acts


# --- 5-7 and what it carries

DATES = {
    "me-110f-4": ("1941-12", "1944-03"),
    "me-110g-4": ("1943-02", "1945-04"),
    "ju-88c-6": ("1941-12", "1945-04"),
    "ju-88g-7": ("1944-06", "1945-04"),
    "do-217j-1": ("1942-03", "1945-04"),
    "do-217n-2": ("1943-03", "1945-04"),
    "he-219a-0": ("1943-10", "1945-04"),
    "fw-190": ("1941-08", "1945-04"),
    "me-109": ("1942-05", "1945-04"),
}
"""Printed in 5.3.3.2."""
MONTHS = [
    f"{year}-{month:02}"
    for year in range(1942, 1946)
    for month in range(1, 13)
    if "1942-03" <= f"{year}-{month:02}" <= "1945-04"
]


def days(month: str) -> tuple[str, str]:
    """The first and the last day of a month, within the campaigns."""
    return "08" if month == "1942-03" else "01", "25" if month == "1945-04" else "28"


@pytest.mark.rule("tonight 5.3.3.2")
def test_fighters_of_the_rulebook(tonight: Ruleset) -> None:
    assert {one.id: (one.from_, one.until) for one in tonight.fighters.values()} == DATES
    twins = {one.id for one in tonight.fighters.values() if one.engines == 2}
    assert set(DATES) - twins == {"fw-190", "me-109"}
    assert {one.id for one in tonight.fighters.values() if one.traits.get("wild_boar")} == {"fw-190", "me-109"}
    upward = {one.id for one in tonight.fighters.values() if one.traits.get("upward_guns")}
    assert upward == {"ju-88g-7", "do-217n-2", "he-219a-0"}


@pytest.mark.rule("tonight 5-7", "tonight 5.3.3.1", "tonight 5.3.3.2")
@pytest.mark.parametrize("month", MONTHS)
def test_only_types_of_the_month_appear(tonight: Ruleset, month: str) -> None:
    """Every twin-engined type that serves, and no other."""
    table = tonight.tables["5-7"]
    assert table.column is not None
    assert table.table.dice == "d100"
    for day in days(month):
        met = set(read(table, range(1, 101), table.column(stage(tonight, **at(f"{month}-{day}")))).values())
        serving = {one for one, (first, last) in DATES.items() if first <= month <= last} - {"fw-190", "me-109"}
        assert met == serving


SHARES = {
    # Me 110 F-4, G-4, Ju 88 C-6, G-7, Do 217 J-1, N-2, He 219, from the strength of the night fighter arm
    "1942-03-15": (76, 0, 16, 0, 8, 0, 0),
    "1942-09-15": (68, 0, 16, 0, 16, 0, 0),
    "1943-05-15": (50, 12, 20, 0, 15, 3, 0),
    "1944-09-15": (0, 41, 11, 40, 1, 2, 5),
}


@pytest.mark.rule("tonight 5-7")
@pytest.mark.parametrize("day", SHARES)
def test_shares_of_the_types(tonight: Ruleset, day: str) -> None:
    table = tonight.tables["5-7"]
    assert table.column is not None
    met = list(read(table, range(1, 101), table.column(stage(tonight, **at(day)))).values())
    order = ("me-110f-4", "me-110g-4", "ju-88c-6", "ju-88g-7", "do-217j-1", "do-217n-2", "he-219a-0")
    assert tuple(met.count(one) for one in order) == SHARES[day]


WILD_BOAR = {"1943-03": 3, "1943-06": 3, "1943-07": 35, "1943-08": 35, "1943-09": 30, "1943-11": 30}
WILD_BOAR |= {"1943-12": 12, "1944-02": 12, "1944-03": 8, "1944-04": 8}
"""Hundredths of those met over the target."""


@pytest.mark.rule("tonight 5-7", "tonight 5.3.3.5")
@pytest.mark.parametrize("month", MONTHS)
@pytest.mark.parametrize("is_target", [True, False])
def test_wild_boar_only_over_the_target_and_in_its_months(tonight: Ruleset, month: str, is_target: bool) -> None:
    table = tonight.tables["5-7 note a"]
    assert table.column is not None
    for day in days(month):
        s = stage(tonight, **at(f"{month}-{day}", **{"zone.is_target": is_target}))
        met = list(read(table, range(1, 101), table.column(s)).values())
        assert set(met) <= {"none", "me-109", "fw-190"}
        boars = 100 - met.count("none")
        assert (boars > 0) is (is_target and "1943-03" <= month <= "1944-04")
        if is_target and month in WILD_BOAR:
            assert boars == WILD_BOAR[month]
            assert met.count("me-109") > met.count("fw-190") > 0


YEARS = ("1942", "1943", "1944", "1945")
# The lowest face for yes, by year; 7: none.
EQUIPMENT = {
    "5-7A": (5, 2, 1, 1),
    "5-7B": (7, 6, 4, 3),
    "5-7C": (7, 7, 5, 6),
    "5-7D": (7, 6, 5, 4),
}


@pytest.mark.rule("tonight 5-7A", "tonight 5-7B", "tonight 5-7C", "tonight 5-7D")
@pytest.mark.parametrize("table", EQUIPMENT)
def test_equipment_by_year(tonight: Ruleset, table: str) -> None:
    found = tonight.tables[table]
    assert found.columns == YEARS
    assert found.column is not None
    for year, lowest in zip(YEARS, EQUIPMENT[table], strict=True):
        check(found, "1d6", {face: "yes" if face >= lowest else "no" for face in range(1, 7)}, year)
        month = "03" if year < "1945" else "04"
        assert found.column(stage(tonight, **at(f"{year}-{month}-15"))) == year
    assert not found.modifiers


@pytest.mark.rule("tonight 5-8", "tonight 5.3.5")
@pytest.mark.parametrize(
    ("year", "expected"),
    [
        ("1942", "1..2 novice, 3..6 flieger, 7..9 veteran, 10 experte"),
        ("1943", "1..2 novice, 3..6 flieger, 7..9 veteran, 10 experte"),
        ("1944", "1..3 novice, 4..7 flieger, 8..9 veteran, 10 experte"),
        ("1945", "1..2 novice, 3..5 flieger, 6..8 veteran, 9..10 experte"),
    ],
)
def test_skill_by_year(tonight: Ruleset, year: str, expected: str) -> None:
    check(tonight.tables["5-8"], "1d10", expected, year)
    column = tonight.tables["5-8"].column
    assert column is not None
    assert column(stage(tonight, **at(f"{year}-04-01"))) == year


@pytest.mark.rule("tonight 5-9", "tonight 5.3.6")
@pytest.mark.parametrize("column", ["hunter", "wild_boar"])
def test_clock(tonight: Ruleset, column: str) -> None:
    """All sectors of the rulebook; a night fighter comes from astern, a single-seater dives more than he does."""
    table = tonight.tables["5-9"]
    met = list(read(table, range(1, 101), column).values())
    assert set(met) == {"12", "1:30", "3", "6", "9", "10:30", "vertical_dive", "vertical_climb"}
    assert max(met, key=met.count) == "6"
    dives = [list(read(table, range(1, 101), one).values()).count("vertical_dive") for one in ("hunter", "wild_boar")]
    assert dives[0] < dives[1]
    assert table.column is not None
    assert table.column(fight(tonight, type="fw-190")) == "wild_boar"
    assert table.column(fight(tonight, type="ju-88c-6")) == "hunter"


@pytest.mark.rule("tonight 5-9A", "tonight 5.3.6")
def test_level(tonight: Ruleset) -> None:
    check(tonight.tables["5-9A"], "1d6", "-4..1 high, 2..3 level, 4..8 low")
    assert acting(fight(tonight, type="ju-88c-6"), "attack_level") == []
    assert acting(fight(tonight, type="me-109"), "attack_level") == [-2]
    deck = fight(tonight, type="ju-88c-6", before={"altitude": "on_the_deck"})
    assert acting(deck, "attack_level") == [-3]
    assert "low" not in read(tonight.tables["5-9A"], range(1 - 3, 7 - 3)).values()


@pytest.mark.rule("tonight 5-10", "tonight 5.3.7")
def test_the_crew_see_him_on_a_high_roll(tonight: Ruleset) -> None:
    table = tonight.tables["5-10"]
    found = list(read(table, range(-15, 30)).values())
    assert table.table.dice == "2d6"
    assert found == ["unseen"] * found.count("unseen") + ["spotted"] * found.count("spotted")


@pytest.mark.rule("tonight 5-10", "tonight 5.3.7", "tonight 5.4.5")
@pytest.mark.parametrize(
    ("more", "less"),
    [
        ({"spotting.night_vision": True}, {}),
        ({"spotting.attempt": 2}, {"spotting.attempt": 1}),
        ({"spotting.covered": True}, {"spotting.covered": False}),
        ({"moon": "full"}, {"moon": "half"}),
        ({"moon": "half"}, {"moon": "crescent"}),
    ],
)
def test_what_helps_the_crew_to_see(tonight: Ruleset, more: dict[str, Any], less: dict[str, Any]) -> None:
    def seen(state: dict[str, Any]) -> int:
        return sum(acting(fight(tonight, before=state, position="6 low"), "bomber_spots"))

    assert seen(more) > seen(less)


@pytest.mark.rule("tonight 5-10", "tonight 5.3.5")
def test_a_better_pilot_is_seen_less(tonight: Ruleset) -> None:
    skills = ("experte", "veteran", "flieger", "novice")
    seen = [sum(acting(fight(tonight, skill=skill), "bomber_spots")) for skill in skills]
    assert seen == sorted(set(seen))


# --- 5-12: which guns bear

AHEAD = ["mid_upper", "nose"]
FIELDS: dict[str, list[str]] = {
    "12 high": AHEAD,
    "12 level": AHEAD,
    "12 low": ["nose"],
    "1:30 high": AHEAD,
    "1:30 level": AHEAD,
    "1:30 low": ["nose"],
    "3 high": ["mid_upper"],
    "3 level": ["mid_upper"],
    "3 low": [],
    "6 high": ["mid_upper", "tail"],
    "6 level": ["tail"],
    "6 low": ["tail", "ventral"],
    "9 high": ["mid_upper"],
    "9 level": ["mid_upper"],
    "9 low": [],
    "10:30 high": AHEAD,
    "10:30 level": AHEAD,
    "10:30 low": ["nose"],
    "vertical dive": ["mid_upper"],
    "vertical climb": ["ventral"],
}
MODELS = ("lancaster", "halifax-ii", "halifax-iii", "stirling")


@pytest.mark.rule("tonight 5-12", "tonight 5.5.fields")
@pytest.mark.parametrize("position", POSITIONS)
@pytest.mark.parametrize("model", MODELS)
def test_fields_of_fire(tonight: Ruleset, model: str, position: str) -> None:
    """A Halifax's hand gun in a clear nose bears ahead only."""
    table = tonight.tables["5-12"]
    assert table.columns == MODELS
    cell = table.keys[model][position]
    hand = ["nose_gun"] if model.startswith("halifax") and position.startswith("12 ") else []
    assert sorted(cell.data.guns) == sorted(FIELDS[position] + hand)
    assert cell.result == len(FIELDS[position])


@pytest.mark.rule("tonight 5-12", "tonight 5.5.shared-kill")
def test_six_high_is_for_mid_upper_and_tail(tonight: Ruleset) -> None:
    """The rulebook's example: both fire at a fighter at 6 o'clock high."""
    for model in MODELS:
        assert {"mid_upper", "tail"} <= set(tonight.tables["5-12"].keys[model]["6 high"].data.guns)


# --- 5-12A


@pytest.mark.rule("tonight 5-12A", "tonight 5.5.1")
def test_defensive_fire_by_total(tonight: Ruleset) -> None:
    check(tonight.tables["5-12A"], "2d6", "-15..1 miss, 2 jam, 3..7 miss, 8..25 hit")
    assert {tonight.tables["5-12A"].find(12, number, None).result for number in range(-6, 25)} == {"hit"}


@pytest.mark.rule("tonight 5-12A", "tonight 5.5.1")
@pytest.mark.parametrize(
    ("gun", "fighter", "state", "expected"),
    [
        pytest.param("ventral", {"position": "vertical dive"}, {}, [-3], id="vertical dive"),
        pytest.param("ventral", {}, {"out.intercom": True}, [-2], id="intercom"),
        pytest.param("ventral", {"skill": "experte"}, {}, [-1], id="Experte"),
        pytest.param("ventral", {"skill": "veteran"}, {}, [], id="veteran"),
        pytest.param("ventral", {"skill": "novice"}, {}, [1], id="novice"),
        pytest.param("ventral", {}, {"corkscrewing": True}, [-1], id="corkscrew, 5.6.4"),
        pytest.param("ventral", {}, {"corkscrewed": True}, [], id="corkscrew over"),
        pytest.param("ventral", {"type": "ju-88c-6"}, {}, [1], id="twin"),
        pytest.param("ventral", {"type": "me-109"}, {}, [], id="single"),
        pytest.param("ventral", {"position": "3 low"}, {}, [1], id="beam 3"),
        pytest.param("ventral", {"position": "9 high"}, {}, [1], id="beam 9"),
        pytest.param("ventral", {"position": "1:30 low"}, {}, [], id="1:30"),
        pytest.param("ventral", {"position": "6 low"}, {}, [2], id="astern"),
        pytest.param("ventral", {"position": "vertical climb"}, {}, [3], id="from below"),
        pytest.param("nose", {}, {}, [1], id="power turret"),
        pytest.param("nose", {"position": "12 level"}, {}, [1, 1], id="power turret, 12 level"),
        pytest.param("mid_upper", {"position": "12 level"}, {}, [1, 1], id="mid-upper, 12 level"),
        pytest.param("tail", {}, {}, [1, 1], id="power turret, four guns"),
        pytest.param("tail", {"position": "12 level"}, {}, [1, 1], id="tail has no bonus on 12 level"),
        pytest.param("tail", {}, {"out.intercom": True}, [-1, 1, 1], id="intercom, tail"),
        pytest.param("tail", {}, {"passing_shot": True}, [-1, 1, 1], id="passing shot"),
    ],
)
def test_what_changes_defensive_fire(
    tonight: Ruleset, gun: str, fighter: dict[str, Any], state: dict[str, Any], expected: list[int]
) -> None:
    assert changes(fight(tonight), fight(tonight, gun, before=state, **fighter), "defensive_fire") == expected


@pytest.mark.rule("tonight 5-12A", "tonight 5.12", "tonight 5.7.2.ace")
def test_the_gunner_himself(tonight: Ruleset) -> None:
    """Printed: frostbite -1, an ace +1."""
    plain, cold, ace = (fight(tonight, "tail") for _ in range(3))
    man(cold, "tail_gunner").frostbite = "frostbite"
    man(ace, "tail_gunner").has_ace_kills = True
    assert changes(plain, cold, "defensive_fire") == [-1]
    assert changes(plain, ace, "defensive_fire") == [1]


@pytest.mark.rule("tonight 5-12A")
def test_a_turret_without_power(tonight: Ruleset) -> None:
    plain, dead = fight(tonight), fight(tonight, "nose")
    dead.gun.power_failed = True
    assert -2 in changes(plain, dead, "defensive_fire")


@pytest.mark.rule("tonight 5-12A")
def test_jams(tonight: Ruleset) -> None:
    check(tonight.tables["5-12A jam"], "1d6", "1..4 one, 5..6 both")
    check(tonight.tables["5-12A jam repair"], "1d6", "1..2 fixed, 3..5 still_jammed, 6 broken")


# --- 5-12B

RESULTS = ("superficial", "fcab", "fca", "fboa", "destroyed")


@pytest.mark.rule("tonight 5-12B", "tonight 5.5")
@pytest.mark.parametrize("fighter", DATES)
def test_damage_to_a_fighter(tonight: Ruleset, fighter: str) -> None:
    """The five results of the rulebook, each worse than the one before; natural 12 brings every fighter down."""
    table = tonight.tables["5-12B"]
    assert table.table.dice == "2d6"
    found = list(read(table, range(-5, 25), fighter).values())
    assert set(found) == set(RESULTS)
    assert found == sorted(found, key=RESULTS.index)
    assert {table.find(12, number, fighter).result for number in range(-5, 25)} == {"destroyed"}
    assert set(table.columns) == set(DATES)


# The daylight 5-7 from 2 on, where a .50 gun fires.
DAYLIGHT = {
    "twin": ["fcab", "fcab", "fca", "fca", "fboa", "fboa", "destroyed"],
    "fw-190": ["fcab", "fca", "fca", "fca", "fca", "fca", "fboa", "fboa", "destroyed"],
    "me-109": ["fcab", "fca", "fca", "fca", "fca", "fboa", "fboa", "destroyed"],
}


@pytest.mark.rule("tonight 5-12B")
@pytest.mark.parametrize("fighter", DATES)
def test_the_ladder_of_the_daylight_table_is_kept(tonight: Ruleset, fighter: str) -> None:
    """However far a column has been moved up, the widths of its results are those of the daylight table."""
    found = [one for one in read(tonight.tables["5-12B"], range(-5, 25), fighter).values() if one != "superficial"]
    ladder = DAYLIGHT.get(fighter, DAYLIGHT["twin"])
    assert found[: len(ladder)] == ladder


@pytest.mark.rule("tonight 5-12B", "tonight 5.7.1")
def test_what_changes_the_damage(tonight: Ruleset) -> None:
    hand = fight(tonight, "ventral")
    s = fight(tonight, "tail")
    plain = sum(acting(s, "fighter_damage"))
    man(s, "tail_gunner").has_ace_kills = True
    assert sum(acting(s, "fighter_damage")) == plain + 1
    lone = sum(acting(hand, "fighter_damage"))
    assert lone == sum(acting(fight(tonight, "ventral", type="me-109"), "fighter_damage")) - 1  # single gun on a Fw 190


@pytest.mark.rule("tonight 5.5", "tonight 5-12B")
def test_what_damage_means(tonight: Ruleset) -> None:
    """Printed: FCAB 0 and away, FCA -1 and three bring him down, FBOA -2 and away, destroyed fires no more."""
    check_look_up(tonight, "5-12B results", {one: one for one in RESULTS})
    cells = tonight.tables["5-12B results"].keys[None]
    facts = {name: (c.data["attacks"], c.data["leaves"], c.data["to_hit"]) for name, c in cells.items()}
    assert facts == {
        "superficial": (True, False, 0),
        "fcab": (True, True, 0),
        "fca": (True, False, -1),
        "fboa": (True, True, -2),
        "destroyed": (False, True, 0),
    }
    assert cells["fca"].data["destroyed_at"] == 3


# --- 5-13

TO_HIT = {
    **dict.fromkeys(("12", "1:30", "10:30", "vertical_dive"), 9),
    **dict.fromkeys(("3", "9"), 8),
    **dict.fromkeys(("6", "vertical_climb"), 7),
    "upward": 5,
}


@pytest.mark.rule("tonight 5-13", "tonight 5.8.2")
@pytest.mark.parametrize("column", TO_HIT)
def test_fire_of_a_fighter(tonight: Ruleset, column: str) -> None:
    """The daylight 5-8; the column for upward guns is ours, and better for him than any other."""
    table = tonight.tables["5-13"]
    check(table, "2d6", f"-9..{TO_HIT[column] - 1} miss, {TO_HIT[column]}..20 hit", column)
    assert {table.find(12, number, column).result for number in range(-9, 12)} == {"hit"}
    assert set(table.columns) == set(TO_HIT)


@pytest.mark.rule("tonight 5-13", "tonight 5.4.2")
def test_upward_guns_have_their_column(tonight: Ruleset) -> None:
    column = tonight.tables["5-13"].column
    assert column is not None
    assert column(fight(tonight, position="6 low", type="he-219a-0")) == "6"
    upward = fight(tonight, position="6 low", type="he-219a-0", before={"fighter.upward_attack": True})
    assert column(upward) == "upward"
    for clock in ("12", "1:30", "3", "6", "9", "10:30"):
        assert column(fight(tonight, position=f"{clock} level")) == clock
    assert column(fight(tonight, position="vertical dive")) == "vertical_dive"
    assert column(fight(tonight, position="vertical climb")) == "vertical_climb"


@pytest.mark.rule("tonight 5-13", "tonight 5.8.2", "tonight 5.10", "tonight 5.4.3")
@pytest.mark.parametrize(
    ("fighter", "state", "expected"),
    [
        pytest.param({}, {}, [], id="nothing"),
        pytest.param({"fca": 1}, {}, [-1], id="one FCA"),
        pytest.param({"fca": 2}, {}, [-2], id="two FCA"),
        pytest.param({"fboa": True}, {}, [-2], id="FBOA"),
        pytest.param({"fboa": True, "fca": 1}, {}, [-2, -1], id="FBOA after FCA, both"),
        pytest.param({"fcab": True}, {}, [], id="FCAB"),
        pytest.param({"skill": "novice"}, {}, [-1], id="novice"),
        pytest.param({"skill": "veteran"}, {}, [1], id="veteran"),
        pytest.param({"skill": "experte"}, {}, [1], id="Experte"),
        pytest.param({}, {"corkscrewing": True}, [-1], id="corkscrew"),
        pytest.param({}, {"corkscrewing": True, "fighter.upward_attack": True}, [], id="no corkscrew from below"),
        pytest.param({}, {"engine_1_out": True}, [], id="one engine out"),
        pytest.param({}, {"engine_1_out": True, "engine_3_out": True}, [1], id="two engines out"),
        pytest.param({}, {f"engine_{n}_out": True for n in (1, 2, 3)}, [1], id="three engines out"),
    ],
)
def test_what_changes_his_fire(
    tonight: Ruleset, fighter: dict[str, Any], state: dict[str, Any], expected: list[int]
) -> None:
    assert acting(fight(tonight, before=state, **fighter), "offensive_fire") == expected


SHELLS = {
    **dict.fromkeys(("12", "1:30", "10:30"), (3, 2, 2, 2, 1, 1, 1, 2, 2, 2, 3)),
    **dict.fromkeys(("3", "9"), (3, 3, 2, 2, 2, 1, 2, 2, 2, 3, 3)),
    "6": (5, 4, 3, 3, 2, 2, 2, 3, 3, 4, 5),
    **dict.fromkeys(("vertical_dive", "vertical_climb"), (3, 3, 2, 2, 1, 1, 1, 2, 2, 3, 3)),
}


@pytest.mark.rule("tonight 5-13A", "tonight 5.8.2")
@pytest.mark.parametrize("column", SHELLS)
def test_shell_hits(tonight: Ruleset, column: str) -> None:
    check(tonight.tables["5-13A"], "2d6", dict(enumerate(SHELLS[column], 2)), column)
    found = tonight.tables["5-13A"].column
    assert found is not None
    assert found(fight(tonight, position="6 low", before={"fighter.upward_attack": True})) == "vertical_climb"
    assert found(fight(tonight, position="6 low")) == "6"


# --- 5-13B

WEIGHTS = ("x0", "half", "x1", "x2", "x3", "x4", "x5", "x6")


@pytest.mark.rule("tonight 5-13B", "tonight 5.8.2")
def test_weight_of_fire(tonight: Ruleset) -> None:
    """A column for each type; a higher roll is never lighter."""
    table = tonight.tables["5-13B"]
    assert table.table.dice == "1d6"
    named = {name for one in tonight.fighters.values() for name in columns_of(one.columns["hit_multiplier"])}
    assert set(table.columns) == named
    for column in table.columns:
        found = list(read(table, range(-3, 12), column).values())
        assert set(found) <= set(WEIGHTS)
        assert found == sorted(found, key=WEIGHTS.index)


def columns_of(given: Any) -> list[str]:
    return [given] if isinstance(given, str) else [str(one) for one in dict(given).values()]


@pytest.mark.rule("tonight 5-13B", "tonight 5.8.2")
def test_the_me_110_g_4_is_armed_anew(tonight: Ruleset) -> None:
    """A type may stand in it twice; the heavier guns are never worse, and once better."""
    weigh = [
        [WEIGHTS.index(one) for one in read(tonight.tables["5-13B"], range(1, 7), f"me-110g-4 {when}").values()]
        for when in ("early", "late")
    ]
    assert all(late >= early for early, late in zip(*weigh, strict=True))
    assert weigh[0] != weigh[1]
    column = tonight.fighters["me-110g-4"].columns["hit_multiplier"]
    assert column == {"1943-02..1943-12": "me-110g-4 early", "1944-01..1945-04": "me-110g-4 late"}


@pytest.mark.rule("tonight 5-13B", "tonight 5.3.4.4")
def test_upward_guns_weigh_more(tonight: Ruleset) -> None:
    for fighter in ("me-110g-4", "do-217n-2"):
        level = fight(tonight, type=fighter, before={"fighter.seen": True})
        upward = fight(tonight, type=fighter, before={"fighter.seen": True, "fighter.upward_attack": True})
        assert sum(acting(upward, "hit_multiplier", 3)) > sum(acting(level, "hit_multiplier", 3))


@pytest.mark.rule("tonight 5-13B")
def test_half_a_hit(tonight: Ruleset) -> None:
    check(tonight.tables["5-13B half"], "1d6", "1..3 x0, 4..6 x1")


# --- 5-14 and 5-15


@pytest.mark.rule("tonight 5-14", "tonight 5.8.reengage")
def test_contact_is_kept_on_a_high_roll(tonight: Ruleset) -> None:
    found = list(read(tonight.tables["5-14"], range(-15, 30)).values())
    assert tonight.tables["5-14"].table.dice == "2d6"
    assert found == ["lost"] * found.count("lost") + ["kept"] * found.count("kept")


@pytest.mark.rule("tonight 5-14", "tonight 5.6", "tonight 5.3.5")
def test_corkscrew_and_skill_decide_contact(tonight: Ruleset) -> None:
    plain, evaded = (sum(acting(fight(tonight, before=state), "contact")) for state in ({}, {"corkscrewed": True}))
    assert evaded < plain
    skills = [sum(acting(fight(tonight, skill=one), "contact")) for one in ("novice", "flieger", "veteran", "experte")]
    assert skills == sorted(set(skills))


@pytest.mark.rule("tonight 5-15", "tonight 4.9")
def test_navigation(tonight: Ruleset) -> None:
    check(tonight.tables["5-15"], "1d10", "-2..8 on_course, 9..20 off_course")


def navigated(tonight: Ruleset, missions: int = 15, **state: Any) -> list[int]:
    return acting(stage(tonight, **{"navigator.missions": missions, **state}), "navigation")


@pytest.mark.rule("tonight 5-15", "tonight 4.9.2")
@pytest.mark.parametrize(
    ("missions", "expected"),
    [(0, [2]), (1, [2]), (5, [2]), (6, [1]), (10, [1]), (11, []), (30, [])],
)
def test_the_navigator_learns(tonight: Ruleset, missions: int, expected: list[int]) -> None:
    """Printed: +2 with 1 to 5 missions, +1 with 6 to 10."""
    assert navigated(tonight, missions) == expected


@pytest.mark.rule("tonight 5-15", "tonight 4.9.2")
@pytest.mark.parametrize(
    ("state", "expected"),
    [
        ({"stream_position": "front"}, [1]),
        ({"stream_position": "middle"}, []),
        ({"stream_position": "back"}, []),
        ({"weather": "full_cloud"}, [2]),
        ({"weather": "half_cloud"}, []),
        ({"weather": "haze"}, []),
        ({"altitude": "on_the_deck"}, [2]),
        ({"altitude": "low"}, []),
        ({"device.h2s": True}, [-1]),
        ({"event.wrong_wind": True}, [2]),
        ({"stream_position": "front", "weather": "full_cloud"}, [1, 2]),
        ({"moon": "full"}, []),
        ({"moon": "crescent"}, []),
    ],
)
def test_what_leads_astray(tonight: Ruleset, state: dict[str, Any], expected: list[int]) -> None:
    assert navigated(tonight, **state) == expected


@pytest.mark.rule("tonight 5-15", "tonight 4.9.2")
def test_a_hurt_or_replaced_navigator(tonight: Ruleset) -> None:
    frozen = stage(tonight, **{"navigator.missions": 15})
    man(frozen, "navigator").frostbite = "frostbite"
    assert acting(frozen, "navigation") == [1]
    replaced = stage(tonight, **{"navigator.missions": 15})
    replaced.game.navigated_by = man(replaced, "bomb_aimer")
    assert 1 in acting(replaced, "navigation")


# --- 5-16


@pytest.mark.rule("tonight 5-16", "tonight 5.9")
def test_collision(tonight: Ruleset) -> None:
    """Printed: 10 or less is safe, 11 or more possible; then 1 to 5 avoided, 6 not."""
    check(tonight.tables["5-16"], "2d6", "-9..10 none, 11..20 possible")
    check(tonight.tables["5-16 note c"], "1d6", "1..5 misses, 6 collides")
    assert acting(stage(tonight), "collision_near") == []


@pytest.mark.rule("tonight 5-16", "tonight 5.3.5")
def test_skill_avoids_a_collision(tonight: Ruleset) -> None:
    risks = [sum(acting(fight(tonight, skill=one), "collision")) for one in ("experte", "flieger", "novice")]
    assert risks == sorted(set(risks))


# --- 5-17 to 5-19


@pytest.mark.rule("tonight 5-17", "tonight 5.11")
def test_wounds(tonight: Ruleset) -> None:
    check(tonight.tables["5-17"], "1d6", "1..3 light_wound, 4..5 serious_wound, 6..8 killed")
    check(tonight.tables["5-17 note b"], "1d6", "1 recovers, 2..5 sent_home, 6 dies")


@pytest.mark.rule("tonight 5-17")
@pytest.mark.parametrize(
    ("state", "expected"),
    [({}, []), ({"wrecked_hard": True}, [1]), ({"wrecked_with_fire": True}, [1]), ({"wrecked_at_landing": True}, [])],
)
def test_wounds_in_a_wreck(tonight: Ruleset, state: dict[str, Any], expected: list[int]) -> None:
    assert acting(stage(tonight, **state), "wounds") == expected


@pytest.mark.rule("tonight 5-17", "tonight 5.11")
def test_wounds_add_up(tonight: Ruleset) -> None:
    """Printed: two light are light still, three serious, four death; light and serious death, two serious death."""
    expected = {
        "light 2": "second_light_wound",
        "light 3": "serious_wound",
        "light 4": "killed",
        "light and serious": "killed",
        "serious 2": "killed",
    }
    check_look_up(tonight, "5-17 note a", expected)
    twice = tonight.tables["5-17 note a"].keys[None]["light 2"].data
    assert twice == {"bail_out": -1, "bomb_run": -1, "landing_bonus": False, "experience": False}


@pytest.mark.rule("tonight 5-17", "tonight 5.11")
@pytest.mark.parametrize(
    ("faces", "dead", "serious", "light"),
    [
        ((1,), False, False, 1),
        ((1, 2), False, False, 2),
        ((1, 2, 3), False, True, None),
        ((1, 2, 3, 1), True, None, None),
        ((4,), False, True, 0),
        ((5, 1), True, None, None),
        ((1, 5), True, None, None),
        ((4, 5), True, None, None),
        ((6,), True, None, None),
    ],
)
def test_a_man_is_hit_again(
    tonight: Ruleset, faces: tuple[int, ...], dead: bool, serious: bool | None, light: int | None
) -> None:
    s = stage(tonight, *faces)
    s.man = man(s, "tail_gunner")
    for _ in faces:
        s.carry_out("wounds")
    assert s.man.is_dead is dead
    if serious is not None:
        assert s.man.is_serious is serious
    if light is not None:
        assert s.man.light_wounds == light


@pytest.mark.rule("tonight 5-18", "tonight 5.12")
def test_frostbite(tonight: Ruleset) -> None:
    check(tonight.tables["5-18"], "1d6", "1..3 none, 4..5 frostbite, 6..12 severe")
    check(tonight.tables["5-18 recovery"], "1d6", "1..3 recovers, 4..7 sent_home")


@pytest.mark.rule("tonight 5-18", "tonight 5.12")
@pytest.mark.parametrize(("zones", "expected"), [(1, []), (2, []), (3, [1]), (4, [2]), (6, [4])])
def test_the_first_zone_without_heat_is_free(tonight: Ruleset, zones: int, expected: list[int]) -> None:
    s = stage(tonight)
    s.man = man(s, "tail_gunner")
    s.zone.entry = 10
    assert s.man.station is not None
    s.man.station.heat_out_since = 10 - zones
    assert acting(s, "frostbite") == expected


@pytest.mark.rule("tonight 5-18", "tonight 5.12")
@pytest.mark.parametrize(("frostbite", "expected"), [("frostbite", []), ("severe", [1])])
def test_severe_frostbite_heals_worse(tonight: Ruleset, frostbite: str, expected: list[int]) -> None:
    s = stage(tonight)
    s.man = man(s, "tail_gunner")
    s.man.frostbite = frostbite
    assert acting(s, "frostbite_recovery") == expected


@pytest.mark.rule("tonight 5-19", "tonight 5.13")
def test_oxygen_fire(tonight: Ruleset) -> None:
    """Printed: three tries."""
    check(tonight.tables["5-19"], "1d6", "1..5 out, 6 burning")
    assert tonight.tables["5-19"].find(6, 6, None).data["tries"] == 3
