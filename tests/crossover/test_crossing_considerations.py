"""What holds for guests beyond the tables that they bring: 11.1 and 11.2, rules 10.7 and 9.2.3."""

from __future__ import annotations

from collections import Counter
from typing import Any

import pytest
from attrs import evolve
from bomberstream.core.dice import SeededSource
from bomberstream.core.errors import NotAllowed
from bomberstream.core.flight import fly
from bomberstream.core.ruleset import Ruleset
from bomberstream.core.sortie import Setup, Sortie
from bomberstream.core.testing import staged
from crossings import (
    column,
    composed,
    guests,
    happenings,
    is_taken,
    man,
    modifiers,
    rolls,
    run,
    setup,
    told,
    used_up,
)

NIGHT_GUESTS = guests("tonight")
DAY_GUESTS = guests("today")
AMERICANS = tuple(one for one in NIGHT_GUESTS if composed("tonight").bombers[one].service == "usaaf")
BRITISH = tuple(one for one in DAY_GUESTS if composed("today").bombers[one].service == "raf")
PLAIN_AMERICANS = tuple(one for one in AMERICANS if not composed("tonight").bombers[one].traits.get("pressurised"))


def by_night_staged(*faces: int, bomber: str = "b-17g", **given: Any) -> Sortie:
    """An American bomber over Holland by night."""
    campaign = None if "date" in given else given.pop("campaign", 8)
    return staged(composed("tonight"), *faces, bomber=bomber, campaign=campaign, **given)


def by_day_staged(*faces: int, bomber: str = "lancaster", **given: Any) -> Sortie:
    """A British bomber in the box."""
    return staged(composed("today"), *faces, bomber=bomber, **{"campaign": 4, **given})


def prepared(ruleset: Ruleset, setup: Setup) -> Sortie:
    """A flight that has been set up, and has not begun."""
    s = ruleset.sortie(setup, SeededSource(setup.seed))
    ruleset.game.prepare(s)
    return s


# --- 11.0


@pytest.mark.rule("tonight 11.0.4")
@pytest.mark.parametrize(("out", "value"), [(False, 0), (True, -1)])
def test_the_b24js_nose_turret_without_hydraulics_shoots_worse_by_night_too(out: bool, value: int) -> None:
    """The rulebook's own example."""

    def shoot(is_out: bool) -> list[int]:
        s = by_night_staged(
            3,
            4,
            bomber="b-24j",
            moon="full",
            fighter={"type": "me-110g-4", "position": "12 level"},
            **{"gun.id": "nose", "out.nose_turret_hydraulics": is_out},
        )
        s.roll("defensive_fire")
        return modifiers(s, "defensive_fire")

    assert sum(shoot(out)) == sum(shoot(False)) + value


@pytest.mark.rule("tonight 11.0.4")
def test_modifiers_of_the_game_being_played_hold_for_guests_as_for_others() -> None:
    s = by_night_staged(
        3, 4, moon="crescent", fighter={"type": "me-110g-4", "position": "6 high"}, **{"gun.id": "tail"}
    )
    s.roll("defensive_fire")
    assert -3 in modifiers(s, "defensive_fire")


@pytest.mark.rule("tonight 11.0.1")
@pytest.mark.parametrize("bomber", NIGHT_GUESTS)
def test_men_keep_the_titles_names_and_ranks_of_their_service_by_night(bomber: str, by_night: Ruleset) -> None:
    log: list[Any] = []
    s = fly(by_night, setup("tonight", bomber, 3, missions="8"), log=log)
    titles = {man.title for man in s.bomber.crew}
    if s.bomber.type.service == "usaaf":
        assert {"co-pilot", "radio operator"} <= titles
        assert man(s, "copilot").rank.endswith("Lt")
    assert s.bomber.name in composed("tonight").names_of(s.bomber.type).aircraft


@pytest.mark.rule("tonight 11.0.1")
@pytest.mark.parametrize("bomber", BRITISH)
def test_british_crews_fly_by_day_without_a_copilot(bomber: str, by_day: Ruleset) -> None:
    log: list[Any] = []
    s = fly(by_day, setup("today", bomber, 3, missions="8"), log=log)
    assert "copilot" not in {one.trade for one in s.bomber.crew}
    assert s.bomber.pilots == (man(s, "pilot"),)
    assert man(s, "pilot").rank in (
        *by_day.names_of(s.bomber.type).enlisted_ranks,
        *by_day.names_of(s.bomber.type).officer_ranks,
    )


@pytest.mark.rule("tonight 11.0.1")
def test_who_does_the_same_work_is_meant() -> None:
    s = by_day_staged(wireless_operator={"missions": 4})
    value = composed("today").vocabulary.value
    assert s.bomber.man_of("bombardier") is man(s, "bomb_aimer")
    assert s.bomber.man_of("radio_operator") is man(s, "wireless_operator")
    assert s.bomber.man_of("copilot") is man(s, "pilot")
    assert s.bomber.man_of("left_waist_gunner").trade == ""
    assert value(s, "radio_operator.missions") == 4
    s.man = man(s, "bomb_aimer")
    assert value(s, "man.trade") == "bombardier"
    s.gun = s.bomber.guns["mid_upper"]
    assert value(s, "gun.id") == "top"
    assert s.bomber.gun_of("ball") is s.bomber.guns.get("ventral")


@pytest.mark.rule("today 4.5")
@pytest.mark.parametrize(("fit", "aborts"), [(True, False), (False, True)])
def test_where_there_is_no_copilot_the_pilot_answers_for_him(fit: bool, aborts: bool) -> None:
    """A straggler does not turn back for the want of a man who was never carried."""
    s = by_day_staged(in_formation=False, pilot={"fit": fit})
    assert (s.choose("abort") == "yes") is aborts


# --- 11.1: by night


@pytest.mark.rule("tonight 11.1.1")
@pytest.mark.parametrize("bomber", PLAIN_AMERICANS)
@pytest.mark.parametrize(
    ("date", "carried"),
    [
        ("1943-01-20", set()),
        ("1943-02-10", {"h2s"}),
        ("1943-08-10", {"h2s", "monica", "window"}),
        ("1944-02-10", {"h2s", "gee_h", "monica", "window"}),
        ("1944-11-10", {"h2s", "gee_h", "window"}),
    ],
)
def test_americans_carry_radar_loran_and_monica_from_the_days_of_their_equals(
    bomber: str, date: str, carried: set[str]
) -> None:
    s = prepared(composed("tonight"), Setup("tonight", 5, bomber, date=date, options={"any_bomber": "yes"}))
    assert s.bomber.devices == carried


@pytest.mark.rule("tonight 11.1.1")
@pytest.mark.parametrize("device", ["gee", "mandrel"])
def test_what_they_have_no_equal_of_they_do_not_carry(device: str) -> None:
    with pytest.raises(NotAllowed, match="carries no"):
        by_night_staged(options={"electronics": device})


@pytest.mark.rule("tonight 11.1.1")
def test_their_sets_go_by_their_own_names_and_are_worked_by_their_own_men() -> None:
    s = by_night_staged(options={"electronics": "h2s,gee_h,monica"}, orders={"transmit": "yes"})
    devices = composed("tonight").devices_of(s.bomber.type)
    assert [devices[name].title for name in ("h2s", "gee_h", "monica")] == [
        "radar (as H2S)",
        "Loran (as Gee-H)",
        "Monica",
    ]
    run(s, "zone", "devices")
    assert {"h2s", "gee_h", "monica"} <= s.game.devices_on
    s.bomber.man_of("wireless_operator").is_serious = True
    s.bomber.man_at("radio_operator").is_serious = True
    run(s, "zone", "devices")
    assert "monica" not in s.game.devices_on
    assert "h2s" in s.game.devices_on


@pytest.mark.rule("tonight 11.1.1", "tonight 5.0.3")
def test_window_goes_out_by_a_chute() -> None:
    s = by_night_staged(options={"electronics": "window"})
    run(s, "zone", "devices")
    assert "window" in s.game.devices_on
    assert s.bomber.man_at("window_chute").is_fit


@pytest.mark.rule("tonight 11.1.2")
@pytest.mark.parametrize("bomber", PLAIN_AMERICANS)
def test_they_fly_high_and_low_and_no_higher(bomber: str) -> None:
    s = by_night_staged(bomber=bomber, altitude="high", orders={"altitude": "very_high"})
    run(s, "zone", "altitude")
    assert s.game.altitude in ("high", "low")


UPWARD = {"altitude": {"case": [{"when": "outbound", "choose": "very_high"}, {"when": "outbound", "choose": "high"}]}}
"""As high as it goes."""


def with_cabins(s: Sortie) -> Sortie:
    """The same bomber with pressure cabins, which none but the B-29 has."""
    s.bomber.type = evolve(s.bomber.type, traits={**s.bomber.type.traits, "pressurised": True})
    return s


@pytest.mark.rule("tonight 11.1.2")
def test_with_pressure_cabins_it_climbs_very_high_a_level_a_zone() -> None:
    s = with_cabins(
        by_night_staged(
            altitude="low",
            orders=UPWARD,
        )
    )
    levels = []
    for _ in range(3):
        run(s, "zone", "altitude")
        levels.append(s.game.altitude)
    assert levels == ["high", "very_high", "very_high"]
    assert s.game.in_thin_air


@pytest.mark.rule("tonight 11.1.2")
@pytest.mark.parametrize("wrong", ["engine", "turbo", "pressure", "burst"])
def test_what_keeps_it_lower(wrong: str) -> None:
    """An engine or turbo out, a cabin holed (4.1B, 4.2 of its own game), a shell burst inside."""
    s = with_cabins(
        by_night_staged(
            altitude="high",
            orders=UPWARD,
        )
    )
    s.bomber.bombs_aboard = False
    match wrong:
        case "engine":
            s.bomber.stop(s.bomber.engines[0])
        case "turbo":
            s.bomber.fail_turbo(s.bomber.engines[0])
        case "pressure":
            s.game.lose_pressure(s, "forward")
        case "burst":
            s.bomber.bursts.add("waist")
    run(s, "zone", "altitude")
    assert s.game.altitude != "very_high"


@pytest.mark.rule("tonight 11.1.2")
def test_a_holed_cabin_brings_it_down_where_masks_do() -> None:
    s = with_cabins(by_night_staged(altitude="very_high"))
    s.game.lose_pressure(s, "forward")
    assert s.game.altitude == "high"


REACHING = ("me_262", "early_me_262", "ta_154", "early_ta_154")


@pytest.mark.rule("tonight 11.1.5", "tonight 9.2.3", "tonight 9.3")
@pytest.mark.parametrize(("date", "reached"), [("1943-08-20", False), ("1943-10-10", True), ("1945-04-10", True)])
def test_very_high_only_the_two_reach_it(date: str, reached: bool) -> None:
    """Before September 1943 nobody does (T-110); from then on whoever is rolled gives way to one of the two (T-111)."""
    ruleset = composed("tonight", *REACHING)
    met = Counter()
    for seed in range(12):
        s = staged(ruleset, bomber="b-17g", date=date, altitude="very_high", options={"any_bomber": "yes"})
        s.source = SeededSource(seed)
        s.source.begin("fighter")
        for name in ("kind_of_fighter", "very_high"):
            s.run_step("fighter", name)
        met["" if not s.game.fighters else s.fighter.type.id] += 1
    assert met.keys() == (fast(ruleset) if reached else {""})


def fast(ruleset: Ruleset) -> set[str]:
    """The types that reach the very high level."""
    return {one.id for one in ruleset.fighters.values() if one.traits.get("very_high")}


@pytest.mark.rule("tonight 11.1.5")
def test_without_their_rules_nobody_comes_up() -> None:
    s = by_night_staged(50, date="1945-04-10", altitude="very_high", options={"any_bomber": "yes"})
    assert is_taken(s, "fighter", "very_high")


@pytest.mark.rule("tonight 11.1.2.nav")
@pytest.mark.parametrize(("missions", "worse"), [(3, True), (12, False)])
def test_an_american_navigator_finds_the_way_by_the_night_rules(missions: int, worse: bool) -> None:
    s = by_night_staged(5, navigator={"missions": missions}, options={"electronics": "none"})
    run(s, "zone", "navigation")
    assert rolls(s) == ["navigation"]
    assert any(value > 0 for value in modifiers(s, "navigation")) or not worse
    assert s.game.navigated_by is man(s, "navigator")


@pytest.mark.rule("tonight 11.1.6")
@pytest.mark.parametrize("bomber", NIGHT_GUESTS)
def test_no_fuel_is_counted_by_night(bomber: str) -> None:
    s = by_night_staged(bomber=bomber, options={"any_bomber": "yes"})
    for _ in range(60):
        run(s, "turn", "fuel")
    assert s.bomber.fuel_turns is None


@pytest.mark.rule("tonight 11.1.7")
@pytest.mark.parametrize("bomber", ["b-17g", "b-24j"])
def test_americans_by_night_have_american_awards_and_credits(bomber: str) -> None:
    ruleset = composed("tonight", "awards", "claims")
    assert ruleset.answers(bomber, 8)["award"].id == "9-2"
    assert ruleset.answers(bomber, 8)["claim"].id == "gunnery review"
    assert ruleset.answers("lancaster", 8)["award"].id == "7-5"
    given = awards(ruleset, bomber)
    assert {"Purple Heart", "Air Medal"} <= given
    assert not given & {"Victoria Cross", "Mention in Dispatches", "Conspicuous Gallantry Cross"}


@pytest.mark.rule("tonight 11.3.8")
@pytest.mark.parametrize("bomber", BRITISH[:2])
def test_british_crews_by_day_have_british_awards_and_credits(bomber: str) -> None:
    ruleset = composed("today", "today_awards", "gunnery_review")
    assert ruleset.answers(bomber, 3)["award"].id == "7-5"
    assert ruleset.answers(bomber, 3)["claim"].id == "7-6"
    given = awards(ruleset, bomber)
    assert given
    assert "Purple Heart" not in given


def awards(ruleset: Ruleset, bomber: str) -> set[str]:
    """What is given on many flights whose crews put everybody up."""
    given = set()
    for seed in range(300):
        log: list[Any] = []
        s = fly(ruleset, Setup(ruleset.game.id, seed, bomber=bomber), log=log)
        given |= {str(one["award"]) for one in told(s, "award")}
    return given


@pytest.mark.rule("tonight 11.1.8")
@pytest.mark.parametrize("bomber", NIGHT_GUESTS)
def test_upward_guns_hit_by_the_column_of_a_vertical_climb(bomber: str) -> None:
    """The bomber's own table of areas has it, though its own game knows no such guns."""
    s = by_night_staged(
        bomber=bomber, fighter={"type": "me-110g-4", "position": "6 low"}, options={"any_bomber": "yes"}
    )
    table = s.tables["area_damage"]
    assert table is composed("tonight").compiled[s.bomber.type.game][s.bomber.type.tables["area_damage"]]
    s.fighter.move_to("vertical_climb", "")
    s.source = SeededSource(1)
    s.roll("area_damage")
    assert column(s, "area_damage") == "vertical climb"


@pytest.mark.rule("tonight 10.7", "tonight 2.8.1.2")
@pytest.mark.parametrize("bomber", PLAIN_AMERICANS)
def test_the_right_men_may_have_eyes_for_the_dark(bomber: str) -> None:
    """Gunners, radio operator and bombardier; no pilot, navigator without a gun, or engineer without one."""
    from bomberstream.plugins.tonight.crew import keen_eyed

    kind = composed("tonight").bombers[bomber]
    keen = {one.id for one in keen_eyed(kind)}
    assert {"tail_gunner", "ball_gunner", "radio_operator", "bombardier"} & {one.id for one in kind.station} <= keen
    assert not {"pilot", "copilot"} & keen


@pytest.mark.rule("tonight 10.7", "tonight 5.6")
def test_a_bomber_that_never_knew_it_corkscrews() -> None:
    s = by_night_staged(lit=True)
    assert s.game.may_corkscrew(s)
    s.bomber.out.add("control_cables")
    assert not s.game.may_corkscrew(s)


@pytest.mark.rule("tonight 10.7")
def test_from_september_1943_americans_are_among_the_bombers_of_a_campaign() -> None:
    ruleset = composed("tonight", "americans_by_night")
    flown: dict[bool, set[str]] = {False: set(), True: set()}
    for seed in range(250):
        s = fly(ruleset, Setup("tonight", seed))
        flown[s.date >= "1943-09"].add(s.bomber.type.id)
    still_there = {one for one in PLAIN_AMERICANS if ruleset.bombers[one].until >= "1943-09"}
    assert len(still_there) >= 4
    assert not flown[False] & set(PLAIN_AMERICANS)
    assert flown[True] & set(PLAIN_AMERICANS) == still_there


@pytest.mark.rule("tonight 11.0.1", "today 4-3")
def test_a_gunner_shut_in_below_is_freed_by_night_too() -> None:
    s = by_night_staged()
    ball = man(s, "ball_gunner")
    ball.is_trapped = True
    run(s, "turn", "work")
    assert not ball.is_trapped
    assert "freed" in happenings(s)


# --- 11.2: by day


@pytest.mark.rule("tonight 11.2.1")
@pytest.mark.parametrize("bomber", BRITISH)
def test_british_bombers_have_a_place_in_the_box(bomber: str, by_day: Ruleset) -> None:
    cells = set()
    for seed in range(40):
        s = prepared(by_day, setup("today", bomber, seed))
        assert s.game.in_formation
        assert 1 <= s.game.position <= 18
        cells.add(s.game.cell)
    assert cells == {"high", "middle", "low"}


@pytest.mark.rule("tonight 11.2.1")
@pytest.mark.parametrize(("bomber", "between"), [("lancaster", ("15,000", "20,000")), ("b-17g", None)])
def test_their_formations_fly_lower(bomber: str, between: tuple[str, str] | None) -> None:
    s = by_day_staged(bomber=bomber)
    run(s, "mission", "formation_height")
    heights = [(one["low"], one["high"]) for one in told(s, "formation_height")]
    assert heights == ([between] if between else [])


@pytest.mark.rule("tonight 11.2.1")
def test_with_pressure_cabins_the_formation_flies_above_25_000_feet() -> None:
    s = with_cabins(by_day_staged())
    run(s, "mission", "formation_height")
    assert told(s, "formation_height")[0]["low"] == "25,000"


@pytest.mark.rule("tonight 11.2.2")
@pytest.mark.parametrize(("bomber", "height"), [("lancaster", "low"), ("stirling", "low"), ("b-17g", "high")])
def test_a_british_bomber_that_falls_out_drops_to_10_000_feet(bomber: str, height: str) -> None:
    s = by_day_staged(bomber=bomber)
    s.game.leave_formation(s, "engine out")
    assert not s.game.in_formation
    assert s.game.altitude == height
    assert happenings(s).count("falls_out") == 1


@pytest.mark.rule("tonight 11.2.2")
def test_with_pressure_lost_a_bomber_goes_down_to_10_000_feet() -> None:
    s = with_cabins(by_day_staged(bomber="b-17g"))
    s.game.lose_pressure(s, "forward")
    assert s.game.altitude == "low"


@pytest.mark.rule("tonight 11.2.2.nav")
@pytest.mark.parametrize("bomber", BRITISH[:2])
def test_by_day_nobody_searches_for_the_way(bomber: str, by_day: Ruleset) -> None:
    for seed in range(5):
        log: list[Any] = []
        s = fly(by_day, setup("today", bomber, seed), log=log)
        assert "navigation" not in rolls(s)


@pytest.mark.rule("tonight 11.2.4")
@pytest.mark.parametrize("bomber", DAY_GUESTS)
def test_no_fuel_is_counted_by_day(bomber: str) -> None:
    s = by_day_staged(bomber=bomber, options={"any_bomber": "yes"})
    for _ in range(60):
        run(s, "turn", "fuel")
    assert s.bomber.fuel_turns is None


@pytest.mark.rule("today 5.9")
def test_damage_that_forbids_the_corkscrew_forbids_to_evade_by_day() -> None:
    from bomberstream.plugins.today.formation import may_evade

    s = by_day_staged(in_formation=False)
    assert may_evade(s)
    s.game.no_corkscrew.add("a propeller that windmills")
    assert not may_evade(s)


@pytest.mark.rule("tonight 4.2.1", "today 4-3")
def test_superchargers_and_turbos_fail_as_in_the_bombers_own_game() -> None:
    """A Lancaster without superchargers stays at 10,000 feet and keeps its engines; a B-17's turbos are its engines."""
    from bomberstream.plugins.today.formation import must_stay_low

    british = by_day_staged(in_formation=False)
    for engine in british.bomber.engines:
        engine.turbo_out = True
    british.bomber.turbos_out = 4
    assert british.game.useless_engines(british) == 0
    british.bomber.out.add("superchargers")
    assert must_stay_low(british)
    american = by_night_staged(altitude="high")
    american.bomber.fail_turbo(american.bomber.engines[0])
    assert american.game.useless_engines(american) == 1
    used_up(american)


@pytest.mark.rule("tonight 11.0.1", "today 10.5")
def test_what_belongs_to_a_bomber_that_a_rule_brings_goes_with_it() -> None:
    """The YB-40 carries no bombs by night either."""
    for seed in range(5):
        log: list[Any] = []
        s = fly(composed("tonight"), setup("tonight", "yb-40", seed), log=log)
        assert "escorts" in happenings(s) or s.outcome == "scrubbed"
        assert not s.bomber.bombs_aboard or s.outcome == "scrubbed"
