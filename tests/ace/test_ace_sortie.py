"""Set-up, preparation and search, rule by rule (3, 5, 6, 7.0, 7.1, 7.4)."""

from __future__ import annotations

import pytest
from ace_duels import CARD, night
from bomberstream.core.errors import BadData, NotAllowed, OutsideGame
from bomberstream.core.flight import fly
from bomberstream.core.ruleset import Ruleset
from bomberstream.core.sortie import Setup, Sortie
from bomberstream.core.testing import scripted
from bomberstream.core.testing.asking import asked, choices, end, happenings, rolls, take, told, used_up
from bomberstream.plugins.ace import search, setup

MINOR = (3, 2)


def fresh(ace: Ruleset, *faces: int, seed: int = 1, bomber: str | None = None, **options: str) -> Sortie:
    """A new pilot as the set-up leaves him, with the dice given."""
    options.setdefault("row", "1")
    s = ace.sortie(Setup("ace", seed, bomber=bomber, options=options), scripted(*faces), log=[])
    setup.prepare(s)
    used_up(s)
    return s


# --- section 3


@pytest.mark.rule("ace 3.0", "ace 3.1.3", "ace 3.3.1")
@pytest.mark.parametrize(
    ("roll", "unit", "base", "zone", "aircraft"),
    [
        (1, "I/NJG 3", "Vechta", "Bremen", {"bf110f-4", "do215-b-5"}),
        (5, "I/NJG 4", "Florennes", "French", {"bf110f-4", "do215-b-5"}),
        (10, "III/NJG 5", "Werneuchen", "Berlin", {"bf110f-4a"}),
        (14, "II/NJG 1", "St. Trond", "Dutch", {"ju88r-1", "bf110f-4", "do215-b-5"}),
        (19, "I/NJG 2", "Gilze-Rijen", "Dutch", {"ju88r-1"}),
    ],
)
def test_the_starting_base_is_rolled(
    ace: Ruleset, roll: int, unit: str, base: str, zone: str, aircraft: set[str]
) -> None:
    s = fresh(ace, roll)
    career = s.game.career
    assert (career.unit, career.base, career.zone) == (unit, base, zone)
    assert career.aircraft in aircraft
    assert s.bomber.type.id == career.aircraft


@pytest.mark.rule("ace 3.1.3.he219")
def test_the_he219_is_rolled_again_unless_the_player_waives_it(ace: Ruleset) -> None:
    assert fresh(ace, 20, 20, 4).game.career.unit == "IV/NJG 3"
    s = fresh(ace, 20, he219_at_start="yes")
    assert (s.game.career.unit, s.game.career.base, s.bomber.type.family) == ("I/NJG 1", "Venlo", "he219")


@pytest.mark.rule("ace 3.1.3")
def test_a_base_may_be_chosen(ace: Ruleset) -> None:
    from bomberstream.core.decisions import compile_orders, merge_orders, plain_orders

    chosen = plain_orders(
        {"starting_base": "choose", "which_base": {"best": "(1 if offer.zone == 'French' else 0)"}}, "test"
    )
    orders = compile_orders(merge_orders(ace.standing, chosen), ace.decisions, ace.vocabulary)
    s = ace.sortie(Setup("ace", 1, options={"row": "1"}), scripted(), orders=orders, log=[])
    setup.prepare(s)
    assert s.game.career.zone == "French"
    (offered,) = [event.options for event in s.log or () if getattr(event, "decision", "") == "which_base"]
    assert len(offered) == 19
    assert "I/NJG 1" not in offered
    assert fresh(ace, unit="iii/njg 1").game.career.base == "Twenthe"
    with pytest.raises(BadData, match="no unit 'III/NJG 11'"):
        fresh(ace, unit="III/NJG 11")


@pytest.mark.rule("ace 3.1.2", "ace 3.1.1")
def test_bases_lie_in_seven_zones(ace: Ruleset) -> None:
    zones = ace.tables["base-zones"].keys[None]
    assert [*zones] == ["Dutch", "Bremen", "French", "Berlin", "Munich", "Münster", "Frankfurt"]
    for base in setup.all_bases(ace):
        assert base.base in zones[base.zone].data.bases
    assert {name: cell.data.intruders_from for name, cell in zones.items() if cell.data.intruders_from} == {
        "Dutch": "1944-04"
    }


@pytest.mark.rule("ace 3.1.4")
def test_three_more_bases_take_any_aircraft(ace: Ruleset) -> None:
    more = [cell.data for cell in ace.tables["further-bases"].keys[None].values()]
    assert [(one.unit, one.base, one.zone) for one in more] == [
        ("I/NJG 7", "Münster", "Münster"),
        ("IV/NJG 2", "Mainz", "Frankfurt"),
        ("IV/NJG 4", "Rhein-Main", "Frankfurt"),
    ]
    assert all(not one.aircraft for one in more)


@pytest.mark.rule("ace 2.8.1.start-aircraft", "ace 2.2", "ace 10.5.1")
def test_four_aircraft_are_there_from_the_start(ace: Ruleset) -> None:
    first = {kind.id for kind in ace.bombers.values() if kind.traits["at_start"]}
    assert first == {"bf110f-4", "bf110f-4a", "ju88r-1", "do215-b-5"}
    listed = {name for base in setup.all_bases(ace) for name in base.aircraft if not name.startswith("he219")}
    assert listed == first
    families = [kind.family for kind in ace.bombers.values()]
    assert {name: families.count(name) for name in set(families)} == {
        "bf110": 10,
        "dornier": 6,
        "he219": 10,
        "ju88": 5,
        "ta154": 1,
    }
    assert all(2 <= len(kind.station) <= 4 for kind in ace.bombers.values())


@pytest.mark.rule("ace 3.2.1", "ace 3.2.2")
def test_the_log_names_pilot_and_aircraft_and_every_target(ace: Ruleset) -> None:
    s = night(ace, CARD, CARD, cards=(29, 2), bomber="he219a-2-r1", orders={"weapon": "forward"})
    search.engage.do(s)
    search.settle(s)
    assert [(one.name, one.fate, one.credited) for one in s.game.claims] == [("Lancaster", "shot down", True)]
    t = fly(ace, Setup("ace", 1, options={"row": "1", "pilot": "Karl Anders"}), log=(log := []))
    (line,) = [event.facts for event in log if event.type == "readiness"]
    assert line["pilot"] == "Oberleutnant Karl Anders"
    assert line["aircraft"] == t.bomber.type.short


@pytest.mark.rule("ace 3.3.2", "ace 6.1.3", "ace 2.8")
def test_ammunition_is_full_and_some_of_it_endless(ace: Ruleset) -> None:
    s = fresh(ace, 10)
    guns = s.bomber.guns
    assert guns["forward_1"].type.traits["endless"] is True
    assert {one: gun.rounds for one, gun in guns.items()} == {one: gun.type.rounds for one, gun in guns.items()}
    assert s.game.box == 0
    combat_rounds = guns["forward_1"].rounds
    from bomberstream.plugins.ace.combat import spend

    spend(s, "forward")
    assert guns["forward_1"].rounds == combat_rounds
    assert guns["forward_2"].rounds == guns["forward_2"].type.rounds - 2


@pytest.mark.rule("ace 3.4", "ace 10.1.1.start", "ace 10.3.1", "ace 2.4")
@pytest.mark.parametrize(("track", "rank", "points"), [("officer", "Oberleutnant", 1), ("nco", "Unteroffizier", 2)])
def test_rank_and_experience_at_the_start(ace: Ruleset, track: str, rank: str, points: int) -> None:
    s = fresh(ace, 3, track=track)
    assert (s.game.career.rank, s.game.career.pilot.experience) == (rank, points)
    assert all(man.experience == 0 for trade, man in s.game.career.crew.items() if trade != "pilot")
    assert s.bomber.man_of("pilot").rank == rank


@pytest.mark.rule("ace 3.5")
def test_the_deck_is_shuffled_every_other_month_and_when_it_is_empty(ace: Ruleset) -> None:
    from bomberstream.plugins.ace.cards import draw

    s = fly(ace, Setup("ace", 1, options={"row": "8"}))
    career = s.game.career.plain()
    career["deck"] = [1, 2]
    for row, left in ((16, 2), (17, 60)):
        again = ace.sortie(Setup("ace", 1, carried={"career": {**career, "row": row}}), scripted(1, 1, 1), log=[])
        setup.prepare(again)
        assert len(again.game.deck.left) == left
        if left == 2:
            assert [draw(again, "attack card").number for _ in range(3)] == [1, 2, 1]
            assert happenings(again).count("deck_shuffled") == 1


# --- sections 5 and 6: preparation


def ready(ace: Ruleset, *faces: int, bomber: str = "bf110f-4a", **state) -> Sortie:
    """On the ground, about to play a step of the preparation."""
    return night(ace, *faces, bomber=bomber, **state)


@pytest.mark.rule("ace 6.1.1", "ace 6.0", "ace 2.3")
def test_october_7_is_kassel_in_the_ruhr(ace: Ruleset) -> None:
    s = ready(ace, 3, 4, date="1943-10-02")
    take(s, "sortie", "raid")
    assert (s.game.city, s.game.area) == ("Kassel", "Ruhr")
    areas = ace.tables["target-areas"]
    assert {areas.look(city).result for city in ("Berlin", "Leipzig", "Brunswick", "Magdeburg")} == {"Berlin"}


@pytest.mark.rule("ace 5.1", "ace 5.1.1", "ace 5.1.2", "ace 5.1.3", "ace 5.1.4")
def test_the_sequence_of_play(ace: Ruleset) -> None:
    assert [step.name for step in ace.procedures["sortie"]] == [
        "grounded", "raid", "take_off", "weather", "full_moon", "electronics", "to_the_raid", "spoof_raid", "search",
        "intruder", "land", "by_day", "home",
    ]  # fmt: skip
    assert [step.name for step in ace.procedures["debriefing"]] == [
        "close_log", "hospital", "workshop", "lessons", "awards", "promotion", "issue", "stand_ins", "release",
        "fresh_aircraft", "posting", "new_aircraft", "turn_page",
    ]  # fmt: skip


@pytest.mark.rule("ace 6.1.2")
def test_the_track_of_the_base_zone_is_used(ace: Ruleset) -> None:
    s = ready(ace, bomber="ju88r-1", box=0)
    take(s, "sortie", "take_off")
    assert (s.game.box, s.game.boxes) == (0, 7)


@pytest.mark.rule("ace 6.1.4", "ace 10.2.7")
@pytest.mark.parametrize(
    ("face", "kills", "flies", "outcome", "asks"),
    [
        (7, 0, "no", "", 0),
        (8, 0, "no", "", 0),
        (9, 0, "no", "", 0),
        (10, 4, "yes", "socked_in", 0),
        (10, 5, "no", "socked_in", 1),
        (10, 5, "yes", "", 1),
    ],
)
def test_weather_at_take_off(ace: Ruleset, face: int, kills: int, flies: str, outcome: str, asks: int) -> None:
    s = ready(ace, face, kills=kills, orders={"takes_off_socked_in": flies})
    if outcome:
        assert end(s, lambda s: take(s, "sortie", "weather")) == outcome
    else:
        take(s, "sortie", "weather")
    assert asked(s).count("takes_off_socked_in") == asks


@pytest.mark.rule("ace 6.1.5")
@pytest.mark.parametrize(
    ("moon", "faces", "outcome"), [("full", (1,), "no_raid"), ("full", (2,), ""), ("bright", (), "")]
)
def test_the_full_moon_may_keep_them_at_home(ace: Ruleset, moon: str, faces, outcome: str) -> None:
    s = ready(ace, *faces, moon=moon)
    if outcome:
        assert end(s, lambda s: take(s, "sortie", "full_moon")) == outcome
    else:
        take(s, "sortie", "full_moon")
    used_up(s)


@pytest.mark.rule("ace 6.1.6", "ace 10.1.2.electronics")
@pytest.mark.parametrize(
    ("dice", "skilled", "lost"),
    [
        ((1, 1), False, {"fubl_2f"}),
        ((1, 2), False, {"main_radar"}),
        ((2, 2), False, {"naxos"}),
        ((3, 4), False, set()),
        ((4, 6), False, set()),
        ((5, 6), False, set()),
        ((1, 2), True, set()),
    ],
)
def test_a_device_may_fail_on_the_climb(ace: Ruleset, dice, skilled: bool, lost: set[str]) -> None:
    """A Bf 110 G-4c/R3 has Naxos, no second radar and no warning set."""
    s = ready(ace, *dice, bomber="bf110g-4c-r3", skilled={"electronics": skilled})
    take(s, "sortie", "electronics")
    used_up(s)
    assert s.bomber.out == lost


@pytest.mark.rule("ace 6.1.6", "ace 10.1.2.electronics")
def test_a_random_event_spares_no_radar(ace: Ruleset) -> None:
    s = ready(ace, 6, 6, 2, 3, skilled={"electronics": True})
    take(s, "sortie", "electronics")
    assert s.bomber.out == {"main_radar"}
    assert s.game.radar(s) == 0


@pytest.mark.rule("ace 6.1.6")
@pytest.mark.parametrize(
    ("dice", "then"),
    [
        ((1, 1), {"day_combat": True}),
        ((1, 2), {"landing_weather": "poor"}),
        ((2, 2), {"jamming": 2}),
        ((3, 4), {"interception_bonus": 1}),
        ((6, 6), {"intruders_up_to": 4}),
    ],
)
def test_random_events_that_change_the_night(ace: Ruleset, dice, then) -> None:
    s = ready(ace, *dice)
    s.carry_out("random_event")
    assert {name: getattr(s.game, name) for name in then} == then


@pytest.mark.rule("ace 6.1.6")
def test_random_events_that_touch_the_career(ace: Ruleset) -> None:
    s = ready(ace, 4, 5)
    s.carry_out("random_event")
    assert s.game.career.witness == 1
    sick = ready(ace, 4, 4, 4)
    sick.carry_out("random_event")
    assert sick.game.members["rear_gunner"].is_stand_in
    assert not sick.game.career.crew["rear_gunner"].is_stand_in
    for kills, points in ((4, 0), (5, 1)):
        filmed = ready(ace, 5, 6, 5, 6, kills=kills)
        filmed.carry_out("random_event")
        filmed.carry_out("random_event")
        assert filmed.game.career.points == points


@pytest.mark.rule("ace 6.1.6")
@pytest.mark.parametrize(
    ("choice", "faces", "homeward", "damaged"), [("turn_back", (), True, 0), ("go_on", (4,), False, 1)]
)
def test_a_rough_engine(ace: Ruleset, choice: str, faces, homeward: bool, damaged: int) -> None:
    s = ready(ace, 4, 6, *faces, orders={"rough_engine": choice})
    s.carry_out("random_event")
    assert (s.game.homeward, s.game.engines_damaged) == (homeward, damaged)


@pytest.mark.rule("ace 6.1.6")
@pytest.mark.parametrize(("faces", "hits"), [((3,), 0), ((4, *MINOR), 1), ((6, *MINOR, *MINOR), 2)])
def test_our_own_flak_waits_in_the_first_box(ace: Ruleset, faces, hits: int) -> None:
    from bomberstream.plugins.ace.preparation import enter_box

    s = ready(ace, 1, 5, *faces)
    s.carry_out("random_event")
    assert s.game.hits == 0
    enter_box(s)
    used_up(s)
    assert s.game.hits == hits


@pytest.mark.rule("ace 6.1.7", "ace 6.4.1", "ace 6.4.3", "ace 10.1.1")
def test_a_sortie_called_off_is_debriefed_and_counts_for_no_experience(ace: Ruleset) -> None:
    s = fly(ace, Setup("ace", 1, options={"row": "1", "weather": "socked_in", "experience": "5"}), log=[])
    assert s.outcome == "socked_in"
    assert s.game.career.flights == 0
    assert "learns" in asked(s)
    assert s.game.career.row == 2


@pytest.mark.rule("ace 6.2.1")
@pytest.mark.parametrize(
    ("bomber", "area", "box"),
    [("bf110f-4a", "Bremen", 1), ("bf110f-4a", "Frankfurt", 3), ("bf110f-4a", "Munich", 4), ("ta154-a-1", "Munich", 2)],
)
def test_straight_to_the_raid(ace: Ruleset, bomber: str, area: str, box: int) -> None:
    """From the Bremen zone; an area beyond the last box stands in it."""
    s = ready(ace, bomber=bomber, area=area, box=0)
    take(s, "sortie", "to_the_raid")
    assert s.game.box == box


@pytest.mark.rule("ace 6.2.2")
@pytest.mark.parametrize(
    ("date", "dice", "boxes"),
    [
        ("1943-12-28", (4, 5), 0),
        ("1943-12-28", (5, 5), 1),
        ("1943-12-28", (6, 6), 2),
        ("1944-01-02", (4, 5), 1),
        ("1944-01-02", (5, 6), 2),
    ],
)
def test_spoof_raids_cost_boxes(ace: Ruleset, date: str, dice, boxes: int) -> None:
    s = ready(ace, *dice, date=date, box=1)
    take(s, "sortie", "spoof_raid")
    assert s.game.box == 1 + boxes


# --- section 7.1: the search


@pytest.mark.rule("ace 7.1.1", "ace 6.2.3", "ace 10.1.2.radar")
@pytest.mark.parametrize(
    ("state", "total"),
    [
        ({"moon": "full"}, 5 + 2 + 1 - 1),
        ({"moon": "bright"}, 5 + 1 + 1 - 1),
        ({"moon": "normal"}, 5 + 1 - 1),
        ({"moon": "dark"}, 5 - 1 + 1 - 1),
        ({"moon": "none"}, 5 - 2 + 1 - 1),
        ({"out": {"main_radar": True}}, 5 - 1 - 1),
        ({"out": {"main_radar": True}, "skilled": {"radar_operation": True}}, 5 - 1 - 1),
        ({"skilled": {"radar_operation": True}}, 5 + 1 + 1 - 1),
        ({"jamming": 4}, 5 + 1 - 4),
        ({"interception_bonus": 1}, 5 + 1 - 1 + 1),
        # Flensburg is of use from 1944.
        ({"bomber": "ju88r-2", "jamming": 3, "date": "1943-12-28"}, 5 + 2 - 3),
        ({"bomber": "ju88r-2", "jamming": 3, "date": "1944-02-02"}, 5 + 2 - 3 + 1),
        ({"bomber": "bf110g-4b-r3", "jamming": 3, "out": {"main_radar": True}}, 5 + 1 - 3),
    ],
)
def test_what_changes_an_interception(ace: Ruleset, state, total: int) -> None:
    s = night(ace, 5, **{"moon": "normal", **state})
    assert s.roll("interception").total == total


@pytest.mark.rule("ace 7.1.1")
@pytest.mark.parametrize(("face", "found"), [(8, "none"), (9, "intercept"), (10, "intercept")])
def test_what_an_interception_finds(ace: Ruleset, face: int, found: str) -> None:
    """Radar and jamming of August 1943 cancel out."""
    assert search.look_round(night(ace, face, moon="normal")) == found
    assert search.look_round(night(ace, 10, moon="bright")) == "stream"


@pytest.mark.rule("ace 7.1.2", "ace 10.1.2.navigation")
@pytest.mark.parametrize(("skilled", "boxes"), [(False, [1, 3]), (True, [1, 2, 3])])
def test_a_natural_one_is_lost_and_costs_the_next_box(ace: Ruleset, skilled: bool, boxes: list[int]) -> None:
    faces = (1, 2) if not skilled else (1, 2, 2)
    s = night(ace, *faces, moon="full", box=1, bomber="he219a-0-r1", skilled={"navigation": skilled})
    take(s, "sortie", "search")
    used_up(s)
    assert s.game.visited == boxes


@pytest.mark.rule("ace 7.1.3", "ace 6.2.4", "ace 8.0")
def test_box_after_box_to_the_landing_box(ace: Ruleset) -> None:
    s = night(ace, 2, 2, 2, 2, box=1)
    take(s, "sortie", "search")
    assert s.game.visited == [1, 2, 3, 4]
    assert happenings(s)[-1] == "turns_home"


@pytest.mark.rule("ace 7.1.4")
def test_the_type_is_rolled_in_the_month_s_column(ace: Ruleset) -> None:
    s = night(ace, 2, 3, date="1943-08-10")
    take(s, "encounter", "target_type")
    assert s.game.target.type.name == "Halifax"
    assert s.game.target.has_h2s
    later = night(ace, 6, 6, date="1944-06-10")
    take(later, "encounter", "target_type")
    assert later.game.target.kind == "mosquito_xix_nf"


@pytest.mark.rule("ace 7.1.4.speed", "ace 7.2.19.2")
@pytest.mark.parametrize(
    ("bomber", "target", "engines", "caught"),
    [
        ("bf110f-4a", "lancaster", {}, True),
        ("bf110f-4a", "mosquito_ix", {}, False),
        ("bf110f-4a", "lancaster", {"engines_damaged": 1}, False),
        ("bf110f-4a", "stirling", {"engines_damaged": 1}, True),
        ("bf110f-4a", "stirling", {"engines_out": [1]}, True),
        ("he219a-6", "mosquito_ix", {}, True),
        ("he219a-2-r1", "lancaster", {"engines_damaged": 1}, True),
    ],
)
def test_faster_targets_get_away(ace: Ruleset, bomber: str, target: str, engines, caught: bool) -> None:
    s = night(ace, bomber=bomber, target={"kind": target}, orders={"attack": "no"}, **engines)
    take(s, "encounter", "engage")
    assert happenings(s)[-1] == ("lets_it_go" if caught else "too_fast")


@pytest.mark.rule("ace 7.0")
def test_an_attack_is_the_pilot_s_choice(ace: Ruleset) -> None:
    s = night(ace, orders={"attack": "no"})
    take(s, "encounter", "engage")
    assert rolls(s) == []
    assert choices(s) == [("attack", "no")]


@pytest.mark.rule("ace 7.1.4.mosquito")
def test_a_night_fighter_is_another_matter(ace: Ruleset) -> None:
    s = night(ace, 5, target={"kind": "mosquito_ii_nf"})
    take(s, "encounter", "engage")
    assert rolls(s) == ["initiative"]


STREAM = {"attack": "no", "stays_in_stream": "yes", "abort": "no"}


@pytest.mark.rule("ace 7.1.5")
def test_in_the_stream_one_after_the_other_until_nobody_is_found(ace: Ruleset) -> None:
    s = night(ace, 10, 2, 4, 8, 2, 4, 7, moon="bright", box=4, orders=STREAM)
    s.game.claims.clear()
    take(s, "sortie", "search")
    used_up(s)
    assert len(s.game.claims) == 2


@pytest.mark.rule("ace 7.1.5.skill", "ace 10.1.2.bomber-stream")
def test_with_the_skill_nobody_looks_round_again(ace: Ruleset) -> None:
    orders = {**STREAM, "stays_in_stream": {"choose": "yes", "case": [{"when": "hits_taken >= 1", "choose": "no"}]}}
    s = night(ace, 10, 2, 4, 2, 4, 6, 6, 5, moon="bright", box=4, skilled={"bomber_stream": True}, orders=orders)
    s.game.claims.clear()
    take(s, "sortie", "search")
    used_up(s)
    assert [one.kind for one in s.game.claims] == ["lancaster", "lancaster", "mosquito_ii_nf"]
    assert rolls(s).count("interception") == 1


@pytest.mark.rule("ace 7.1.5", "ace 7.2.11")
@pytest.mark.parametrize("why", ["choice", "no_guns"])
def test_the_series_ends_when_the_pilot_has_had_enough_or_has_no_guns(ace: Ruleset, why: str) -> None:
    orders = {**STREAM, "stays_in_stream": "no" if why == "choice" else "yes"}
    s = night(ace, 10, 2, 4, moon="bright", box=4, orders=orders)
    s.game.claims.clear()
    if why == "no_guns":
        for gun in s.bomber.guns.values():
            gun.is_out = True
            gun.update()
    take(s, "sortie", "search")
    used_up(s)
    assert len(s.game.claims) == 1


# --- 7.4


@pytest.mark.rule("ace 7.4", "ace 9.2.2")
@pytest.mark.parametrize(
    ("state", "reason"),
    [
        ({"pilot": {"wounds": "serious"}}, "pilot badly wounded"),
        ({"out": {"oxygen": True}}, "oxygen gone"),
        ({"fuel_leaks": 1}, "fuel tanks leak"),
    ],
)
def test_what_compels_the_way_home(ace: Ruleset, state, reason: str) -> None:
    s = night(ace, **state)
    take(s, "after_combat", "compelled")
    assert s.game.homeward
    assert told(s, "turns_back") == [{"reason": reason}]
    assert asked(s) == []


@pytest.mark.rule("ace 7.4", "ace 7.2.11")
@pytest.mark.parametrize("choice", ["yes", "no"])
def test_the_search_may_be_given_up_after_any_combat(ace: Ruleset, choice: str) -> None:
    s = night(ace, orders={"abort": choice})
    take(s, "after_combat", "compelled")
    assert s.game.homeward is (choice == "yes")


def test_a_date_outside_the_game_is_refused(ace: Ruleset) -> None:
    with pytest.raises(NotAllowed, match="outside the game"):
        fly(ace, Setup("ace", 1, date="1944-08-01"))


def test_the_boards_show_what_lies_on_the_table(ace: Ruleset) -> None:
    assert ace.game.board is not None
    s = night(ace, target={"port_wing_hits": 2}, out={"oxygen": True}, port_wing_hits=1)
    shown = {heading: dict(lines) for heading, lines in ace.game.board(s)}
    assert [*shown] == ["Search", "Bf 110 F-4a", "Lancaster", "Pilot and crew"]
    assert shown["Lancaster"]["damage"] == "port wing 2"
    assert shown["Bf 110 F-4a"]["hits (0)"] == "port wing 1, oxygen out"
    assert shown["Bf 110 F-4a"]["MG 17, forward"] == "firepower 3, endless"
    assert shown["Search"]["box"] == "2 of 4"


@pytest.mark.rule("ace 6.1.1")
def test_a_raid_of_the_players_choice_goes_to_a_city_of_the_table(ace: Ruleset) -> None:
    assert fly(ace, Setup("ace", 1, target="berlin")).game.city == "Berlin"
    with pytest.raises(OutsideGame, match="no raid goes to 'Berln'; did you mean 'Berlin'"):
        fly(ace, Setup("ace", 1, target="Berln"))
