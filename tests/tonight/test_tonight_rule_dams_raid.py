"""Optional rule 10.6: the raid on the dams."""

from __future__ import annotations

from typing import Any

import pytest
from bomberstream.core.damage import hit_area
from bomberstream.core.errors import BadData, NotAllowed
from bomberstream.core.events import digest
from bomberstream.core.flight import fly
from bomberstream.core.hooks import load_plugins
from bomberstream.core.ruleset import Ruleset, compose
from bomberstream.core.sortie import Setup, Sortie
from bomberstream.core.testing import scripted, staged
from bomberstream.core.testing.asking import (
    asked,
    column,
    end,
    happenings,
    man,
    modifiers,
    rolls,
    stretches,
    take,
    told,
    used_up,
)
from bomberstream.plugins.tonight.combat import fires_upward, may_corkscrew
from bomberstream.plugins.tonight.rules import dams_raid
from bomberstream.plugins.tonight.rules.dam_battery import fight_battery, formation
from bomberstream.plugins.tonight.rules.dams_raid import DATE, Raid, attack, result
from bomberstream.plugins.tonight.zones import make_zone

ON = (4, 4)
"""A bomb run on target whatever the modifiers."""
OFF = (1, 1)
STANDS, THIRD, SECOND, BREACH = 1, 4, 6, 8
"""Faces on 10.6-2."""
MISS = (3, 4)
HIT = (6, 6)
"""On 5-2, in the light column."""
LIGHT = 3
SILENT = 1
"""On 5-1."""


@pytest.fixture(scope="module")
def raiding() -> Ruleset:
    return compose(load_plugins(), "tonight", rules=["dams_raid"])


def over_dam(raiding: Ruleset, *faces: int, raid: Raid | None = None, **given: Any) -> Sortie:
    """On the deck over a dam, about to bomb; the battery silent where nothing else is said."""
    s = staged(raiding, **{"bomber": "lancaster", "date": DATE, **given})
    s.kept["dams_raid"] = raid or Raid(dam="Eder Dam", bombers=1, place=1, battery=False)
    s.zone = make_zone(s, s.game.route.zones[-1])
    s.game.altitude = "on_the_deck"
    s.game.visibility = given.get("visibility", "slightly_obscured")
    for one in s.bomber.crew:
        one.missions = 7
    s.source = scripted(*faces)
    s.log = []
    return s


# --- 10.6.1, 10.6.2


@pytest.mark.rule("tonight 10.6", "tonight 10.6.1", "tonight 10.6.2.4")
@pytest.mark.parametrize(
    ("wave", "target", "bombers", "zone"),
    [
        ("main", "Mohne Dam", 5, 7),
        ("main", "Eder Dam", 4, 8),
        ("diversion", "Sorpe Dam", 5, 7),
        ("reserve", "Mohne Dam", 6, 7),
        ("reserve", "Eder Dam", 6, 8),
        ("reserve", "sorpe", 6, 7),
    ],
)
def test_wave_and_dam_are_chosen(raiding: Ruleset, wave: str, target: str, bombers: int, zone: int) -> None:
    s = fly(raiding, Setup("tonight", 3, target=target, options={"wave": wave}))
    raid: Raid = s.kept["dams_raid"]
    assert (raid.wave, raid.bombers) == (wave, bombers)
    assert s.game.target.city == raid.dam
    assert s.game.route.target_zone == zone
    assert (s.date, s.bomber.type.id) == (DATE, "lancaster")
    assert 2 <= raid.place <= bombers


@pytest.mark.rule("tonight 10.6.1", "tonight 10.6.2.4")
def test_what_was_not_flown_that_night_is_refused(raiding: Ruleset) -> None:
    for setup, fault in (
        (Setup("tonight", 1, date="1943-05-17"), "on 1943-05-16, not on 1943-05-17"),
        (Setup("tonight", 1, bomber="stirling"), "with Lancasters"),
        (Setup("tonight", 1, target="Sorpe Dam", options={"wave": "main"}), "does not attack the Sorpe Dam"),
        (Setup("tonight", 1, options={"wave": "diversion", "leads": "yes"}), "led with the main wave"),
    ):
        with pytest.raises(NotAllowed, match=fault):
            fly(raiding, setup)
    with pytest.raises(BadData, match="no dam 'Berlin'"):
        fly(raiding, Setup("tonight", 1, target="Berlin"))


@pytest.mark.rule("tonight 10.6.2", "tonight 10.6.2.1")
def test_the_moon_is_full(raiding: Ruleset) -> None:
    s = fly(raiding, Setup("tonight", 5, options={"moon": "crescent"}))
    assert s.game.moon == "full"
    s = over_dam(raiding, 4)
    assert s.game.moon == "full"


@pytest.mark.rule("tonight 10.6.2.2")
def test_the_deck_does_not_lead_astray(raiding: Ruleset, tonight: Ruleset) -> None:
    for ruleset, expected in ((tonight, True), (raiding, False)):
        whens = [one.when for one in ruleset.tables["5-15"].table.modifier]
        assert ("altitude == 'on_the_deck'" in whens) is expected
    s = over_dam(raiding, 6)
    s.zone = make_zone(s, s.game.route.zones[2])
    take(s, "zone", "navigation")
    assert 2 not in modifiers(s, "navigation")


@pytest.mark.rule("tonight 10.6.2.5", "tonight 10.6.2.8")
def test_it_goes_down_on_the_deck_over_the_target(raiding: Ruleset) -> None:
    s = over_dam(raiding)
    for before in ("high", "low"):
        s.game.altitude = before
        take(s, "zone", "altitude")
        assert s.game.altitude == "on_the_deck"


@pytest.mark.rule("tonight 10.6.2.8")
@pytest.mark.parametrize("height", ["high", "low"])
def test_from_any_other_height_nothing_is_dropped(raiding: Ruleset, height: str) -> None:
    s = over_dam(raiding)
    s.game.altitude = height
    attack(s)
    assert s.bomber.bombs_aboard
    assert s.game.bomb_run == "hung"
    used_up(s)


@pytest.mark.rule("tonight 10.6.2.6", "tonight 10.6.2.7")
def test_no_upward_guns_and_no_corkscrew_on_the_deck(raiding: Ruleset) -> None:
    fighter = {"type": "me-110g-4", "position": "6 low", "carries": ["upward_guns"]}
    s = over_dam(raiding, fighter=fighter)
    assert not fires_upward(s, s.game.fighters[0])
    assert not may_corkscrew(s)
    s.game.altitude = "low"
    assert fires_upward(s, s.game.fighters[0])
    assert may_corkscrew(s)


@pytest.mark.rule("tonight 10.6.2.6")
def test_fighters_come_to_the_target_zone(raiding: Ruleset) -> None:
    found = set()
    for seed in range(20):
        log: list[Any] = []
        fly(raiding, Setup("tonight", seed, options={"leads": "yes"}), log=log)
        where = ""
        for event in log:
            if event.type == "zone":
                where = f"{event.facts['leg']} {event.facts['number']}"
            if event.type == "roll" and event.role == "night_fighters":
                found.add(where)
    assert "outbound 7" in found
    assert found & {f"outbound {number}" for number in range(2, 7)}


@pytest.mark.rule("tonight 10.6.2.10")
@pytest.mark.parametrize("dorsal", ["turret", "none"])
def test_no_ventral_gun_and_the_dorsal_turret_at_choice(raiding: Ruleset, dorsal: str) -> None:
    s = fly(raiding, Setup("tonight", 2, options={"dorsal": dorsal, "ventral": "gun"}))
    assert "ventral" not in s.bomber.guns
    assert ("mid_upper" in s.bomber.guns) is (dorsal == "turret")
    s = fly(raiding, Setup("tonight", 2), orders=None)
    assert "mid_upper" in s.bomber.guns


# --- 10.6.2.11


@pytest.mark.rule("tonight 10.6.2.11", "tonight 10.6.2.11.bomb")
@pytest.mark.parametrize("faces", [(1, 1), (1, 2), (5, 6), (6, 6)])
@pytest.mark.parametrize("die", range(1, 7))
def test_the_bomb_is_struck(raiding: Ruleset, faces: tuple[int, int], die: int) -> None:
    s = over_dam(raiding, *faces, die)
    if die >= 5:
        end(s, lambda s: hit_area(s, "bomb_bay"))
        assert all(one.is_dead for one in s.bomber.crew)
        return
    hit_area(s, "bomb_bay")
    assert s.bomber.bombs_aboard
    used_up(s)


@pytest.mark.rule("tonight 10.6.2.11.bomb")
def test_a_bomb_that_is_gone_does_no_harm(raiding: Ruleset) -> None:
    s = over_dam(raiding, 1, 1)
    s.bomber.bombs_aboard = False
    hit_area(s, "bomb_bay")
    used_up(s)


@pytest.mark.rule("tonight 10.6.2.11.motor")
@pytest.mark.parametrize("faces", [(1, 3), (4, 6)])
@pytest.mark.parametrize("die", range(1, 7))
def test_the_motor_is_struck(raiding: Ruleset, faces: tuple[int, int], die: int) -> None:
    s = over_dam(raiding, *faces, die)
    hit_area(s, "bomb_bay")
    used_up(s)
    attack(s) if die <= 2 else None
    assert ("upkeep" in s.bomber.out) is (die <= 2)
    assert s.game.bomb_run == ("hung" if die <= 2 else "")
    assert s.bomber.bombs_aboard


@pytest.mark.rule("tonight 10.6.2.11.frame")
@pytest.mark.parametrize("faces", [(1, 4), (4, 5)])
@pytest.mark.parametrize("die", range(1, 7))
def test_the_cradle_is_struck(raiding: Ruleset, faces: tuple[int, int], die: int) -> None:
    s = over_dam(raiding, *faces, die)
    with s.caused_by("flak"):
        hit_area(s, "bomb_bay")
    used_up(s)
    assert s.bomber.bombs_aboard is (die not in (4, 5))
    assert ("upkeep_lost" in happenings(s)) is (die in (4, 5))
    assert ("upkeep" in s.bomber.out) is (die == 6)
    assert ("bomb lost" in s.game.enemy_did) is (die in (4, 5))
    assert s.outcome == ""


@pytest.mark.rule("tonight 10.6.2.11.frame")
def test_the_other_reading_of_a_six_blows_her_up(raiding: Ruleset, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(dams_raid, "FRAME_SIX_EXPLODES", True)
    s = over_dam(raiding, 1, 4, 6)
    end(s, lambda s: hit_area(s, "bomb_bay"))


@pytest.mark.rule("tonight 10.6.2.11.none")
@pytest.mark.parametrize("faces", [(3, 3), (3, 4), (4, 4)])
def test_six_to_eight_are_superficial(raiding: Ruleset, faces: tuple[int, int]) -> None:
    s = over_dam(raiding, *faces)
    hit_area(s, "bomb_bay")
    used_up(s)
    assert s.bomber.out == set()
    assert s.bomber.bombs_aboard


@pytest.mark.rule("tonight 10.6.2.11.motor")
def test_a_bomb_that_is_stuck_is_not_got_rid_of_by_hand(raiding: Ruleset) -> None:
    s = over_dam(raiding, *[1] * 6)
    s.bomber.out.add("upkeep")
    s.outbound = False
    take(s, "turn", "work")
    assert s.bomber.bombs_aboard


# --- 10.6.3


@pytest.mark.rule("tonight 10.6.3")
@pytest.mark.parametrize(("faces", "on"), [((1, 1), False), ((1, 2), True), ((6, 6), True)])
def test_two_or_less_is_off_the_dam(raiding: Ruleset, faces: tuple[int, int], on: bool) -> None:
    s = over_dam(raiding, *faces, *[STANDS] * on)
    attack(s)
    used_up(s)
    assert s.game.bomb_run == ("on_target" if on else "off_target")
    assert rolls(s) == ["dam_run", "dam_breach"][: 1 + on]
    assert s.game.bombing_percent == (100 if on else 0)
    assert not s.bomber.bombs_aboard


@pytest.mark.rule("tonight 10.6.3")
def test_what_spoils_an_ordinary_run_does_not_spoil_this(raiding: Ruleset) -> None:
    s = over_dam(raiding, *ON, STANDS)
    s.bomber.out |= {"bombsight", "bomb_bay_doors", "bomb_controls"}
    attack(s)
    used_up(s)
    assert s.game.bomb_run == "on_target"


@pytest.mark.rule("tonight 10.6.3.drm")
@pytest.mark.parametrize(
    ("visibility", "expected"),
    [("completely_obscured", [-5]), ("mostly_obscured", [-1]), ("slightly_obscured", []), ("clear", [1])],
)
def test_visibility_on_the_run(raiding: Ruleset, visibility: str, expected: list[int]) -> None:
    s = over_dam(raiding, 6, 6, STANDS)
    s.game.visibility = visibility
    attack(s)
    assert [value for value in modifiers(s, "dam_run") if value] == expected


@pytest.mark.rule("tonight 10.6.3.drm")
@pytest.mark.parametrize(
    ("missions", "expected"), [(0, [-1]), (4, [-1]), (5, []), (10, []), (11, [1]), (30, [1]), (31, [])]
)
def test_the_aimers_missions(raiding: Ruleset, missions: int, expected: list[int]) -> None:
    s = over_dam(raiding, *ON, STANDS)
    man(s, "bomb_aimer").missions = missions
    attack(s)
    assert [value for value in modifiers(s, "dam_run") if value] == expected


@pytest.mark.rule("tonight 10.6.3.drm")
def test_a_hurt_or_replaced_aimer(raiding: Ruleset) -> None:
    s = over_dam(raiding, *ON, STANDS)
    man(s, "bomb_aimer").kill()
    for one in s.bomber.crew:
        one.missions = 20
    attack(s)
    assert [value for value in modifiers(s, "dam_run") if value] == [-1]
    for hurt in ("light_wounds", "frostbite"):
        s = over_dam(raiding, *ON, STANDS)
        aimer = man(s, "bomb_aimer")
        aimer.missions = 20
        setattr(aimer, hurt, 1 if hurt == "light_wounds" else "light")
        attack(s)
        assert [value for value in modifiers(s, "dam_run") if value] == []


@pytest.mark.rule("tonight 10.6.3.drm")
def test_off_course_counts_unless_it_has_gone_around(raiding: Ruleset) -> None:
    s = over_dam(raiding, *ON, STANDS)
    s.game.off_course_zones = 2
    attack(s)
    assert [value for value in modifiers(s, "dam_run") if value] == [-2]
    s = over_dam(raiding, 1, orders={"go_around": "yes"})
    s.source = scripted(*[1] * 4)
    s.game.off_course_zones = 2
    s.game.no_fighters = True
    take(s, "zone", "going_around")
    assert s.game.off_course_zones == 0


@pytest.mark.rule("tonight 10.6.3.drm", "tonight 10.6.4.11")
@pytest.mark.parametrize("happening", ["superficial", "shell_hit", "burst_inside"])
def test_hits_over_the_target_cost_one_once(raiding: Ruleset, happening: str) -> None:
    s = over_dam(raiding, *ON, STANDS)
    for _ in range(3):
        s.note(happening)
    attack(s)
    assert [value for value in modifiers(s, "dam_run") if value] == [-1]
    s = over_dam(raiding, *ON, STANDS)
    s.zone.is_target = False
    s.note(happening)
    s.zone.is_target = True
    attack(s)
    assert [value for value in modifiers(s, "dam_run") if value] == []


@pytest.mark.rule("tonight 10.6.3.breach")
@pytest.mark.parametrize("face", range(1, 11))
@pytest.mark.parametrize("before", [0, 1, 2])
def test_the_dam_gives_way_at_once_or_at_last(raiding: Ruleset, face: int, before: int) -> None:
    s = over_dam(raiding, *ON, face)
    raid: Raid = s.kept["dams_raid"]
    raid.intact["Eder Dam"] = before
    attack(s)
    falls = face >= 8 or (face in (4, 5) and before >= 2) or (face in (6, 7) and before >= 1)
    assert told(s, "upkeep_hit") == [{"number": 1, "dam": "Eder Dam", "ours": True, "breached": falls}]
    result(s)
    assert told(s, "dam_result") == [{"dam": "Eder Dam", "breached": falls, "bombs": 1}]


# --- 10.6.2.3, 10.6.2.9


@pytest.mark.rule("tonight 10.6.2.3")
def test_the_others_of_the_wave_bomb_in_their_turn(raiding: Ruleset) -> None:
    raid = Raid(dam="Sorpe Dam", wave="diversion", bombers=3, place=2, battery=False)
    s = over_dam(raiding, *ON, STANDS, *OFF, *ON, THIRD, raid=raid)
    attack(s)
    used_up(s)
    assert [(facts["number"], facts["ours"]) for facts in told(s, "upkeep_hit")] == [(1, False), (3, False)]
    assert [facts["number"] for facts in told(s, "upkeep_wide")] == [2]
    assert raid.intact == {"Sorpe Dam": 2}
    assert raid.attacks == {"Sorpe Dam": 3}
    assert s.game.bomb_run == "off_target"


@pytest.mark.rule("tonight 10.6.2.3.redirect")
@pytest.mark.parametrize("order", ["yes", "no"])
def test_those_yet_to_bomb_are_sent_to_another_dam(raiding: Ruleset, order: str) -> None:
    raid = Raid(dam="Mohne Dam", bombers=2, place=2, battery=False)
    s = over_dam(raiding, *ON, BREACH, *[*ON, BREACH] * (order == "yes"), raid=raid, orders={"sends_on": order})
    attack(s)
    used_up(s)
    assert raid.breached == ({"Mohne Dam", "Eder Dam"} if order == "yes" else {"Mohne Dam"})
    assert s.game.bomb_run == ("on_target" if order == "yes" else "held")
    assert s.bomber.bombs_aboard is (order == "no")


@pytest.mark.rule("tonight 10.6.2.9")
def test_the_leader_goes_around_for_each_until_the_dam_is_down(raiding: Ruleset) -> None:
    raid = Raid(leads=True, place=1, bombers=5, battery=False)
    s = over_dam(raiding, raid=raid)
    s.game.detected = False
    # He bombs, and number 2; the third brings it down, and six more have the other dam to themselves.
    s.source = scripted(*OFF, *OFF, *ON, BREACH, *[*OFF] * 6)
    attack(s)
    used_up(s)
    assert [facts["number"] for facts in told(s, "leads_in")] == [2, 3]
    assert [one for one in stretches(s) if "leading" in one] == ["out 7 leading 2", "out 7 leading 3"]
    assert raid.attacks == {"Mohne Dam": 3, "Eder Dam": 6}


@pytest.mark.rule("tonight 10.6.2.9")
def test_a_dam_that_stands_keeps_him_there_for_all_eight(raiding: Ruleset) -> None:
    raid = Raid(leads=True, place=1, bombers=5, battery=False)
    s = over_dam(raiding, *[*OFF] * 9, raid=raid)
    s.game.detected = False
    attack(s)
    used_up(s)
    assert [facts["number"] for facts in told(s, "leads_in")] == list(range(2, 10))
    assert raid.attacks == {"Mohne Dam": 5, "Eder Dam": 4}


@pytest.mark.rule("tonight 10.6.2.9")
def test_each_time_around_brings_guns_and_fighters(raiding: Ruleset) -> None:
    raid = Raid(leads=True, place=1, bombers=2, wave="main", battery=False)
    s = over_dam(raiding, *[1] * 60, raid=raid)
    s.game.detected = True
    s.game.no_fighters = False
    s.source = scripted(*OFF, *[1, 1, 5, 5, *OFF] * 5)
    attack(s)
    used_up(s)
    assert rolls(s) == ["dam_run", *["searchlights", "night_fighters", "dam_run"] * 5]


# --- 10.6.4


def battle(raiding: Ruleset, *faces: int, number: int = 3, place: int = 3, guns: int = 6, **given: Any) -> Sortie:
    """A run against the Mohne dam."""
    raid = Raid(dam="Mohne Dam", bombers=5, place=place, running=number, guns=guns)
    s = over_dam(raiding, *faces, raid=raid, **given)
    with s.caused_by("flak"):
        fight_battery(s, raid)
    used_up(s)
    return s


@pytest.mark.rule("tonight 10.6.4", "tonight 10.6.4.1", "tonight 10.6.4.4")
def test_worked_example_of_10_6_4_1(raiding: Ruleset) -> None:
    """Rolls of 1, 6 and 8: nothing, two suppressed, one destroyed; three guns fire, and five are left (T-104)."""
    s = battle(raiding, 1, 6, 8, *[SILENT] * 3)
    assert told(s, "dam_guns") == [{"firing": 3, "left": 5, "number": 3}]
    assert rolls(s) == ["dam_suppression"] * 3 + ["flak"] * 3
    assert s.kept["dams_raid"].guns == 5


@pytest.mark.rule("tonight 10.6-3", "tonight 10.6.4.4", "tonight 10.6.4.5")
@pytest.mark.parametrize(
    ("face", "firing", "left"),
    [(1, 6, 6), (2, 6, 6), (3, 5, 6), (4, 5, 6), (5, 4, 6), (6, 4, 6), (7, 5, 5), (8, 5, 5), (9, 4, 4), (10, 4, 4)],
)
def test_suppressed_for_one_run_destroyed_for_all(raiding: Ruleset, face: int, firing: int, left: int) -> None:
    s = battle(raiding, face, *[SILENT] * firing, number=1, place=2)
    raid: Raid = s.kept["dams_raid"]
    assert raid.guns == left
    s.source = scripted(1, *[SILENT] * left)
    with s.caused_by("flak"):
        fight_battery(s, raid)
    used_up(s)
    assert [facts["firing"] for facts in told(s, "dam_guns")] == [firing, left]


@pytest.mark.rule("tonight 10.6.4.4")
def test_no_fewer_guns_than_none(raiding: Ruleset) -> None:
    s = battle(raiding, 10, 10, 10, guns=2)
    assert told(s, "dam_guns") == [{"firing": 0, "left": 0, "number": 3}]


@pytest.mark.rule("tonight 10.6.4.1.formation", "tonight 10.6.4.12")
@pytest.mark.parametrize(
    ("number", "expected"),
    [
        (1, {"middle": 1}),
        (2, {"left": 1, "middle": 2}),
        (3, {"left": 1, "middle": 3, "right": 2}),
        (6, {"left": 1, "middle": 6, "right": 2}),
    ],
)
def test_who_flies_where(number: int, expected: dict[str, int]) -> None:
    assert formation(number) == expected


@pytest.mark.rule("tonight 10.6.4.1")
def test_somebody_else_than_the_bomb_aimer_fires_on_our_own_run(raiding: Ruleset) -> None:
    s = battle(raiding, 1, 1, 1, *[SILENT] * 6)
    assert "mans_nose" in asked(s)
    s = battle(raiding, 1, 1, *[SILENT] * 6, orders={"mans_nose": "none"})
    assert rolls(s).count("dam_suppression") == 2
    s = battle(raiding, 1, 1, 1, *[SILENT] * 6, number=4, place=2)
    assert "mans_nose" not in asked(s)


@pytest.mark.rule("tonight 10.6.4.1")
def test_a_nose_gun_that_is_out_does_not_fire(raiding: Ruleset) -> None:
    s = over_dam(raiding, 1, *[SILENT] * 6, raid=Raid(bombers=5, place=2, running=2))
    gun = s.bomber.guns["nose"]
    gun.is_out = True
    gun.update()
    with s.caused_by("flak"):
        fight_battery(s, s.kept["dams_raid"])
    used_up(s)


@pytest.mark.rule("tonight 10.6.4.6", "tonight 10.6.4.7")
def test_each_gun_rolls_for_its_fire_and_none_looks_for_us(raiding: Ruleset) -> None:
    s = over_dam(raiding, 1, LIGHT, *MISS * 3, SILENT, raid=Raid(bombers=5, place=2, running=1, guns=2))
    s.game.lit = s.zone.contrails = True
    with s.caused_by("flak"):
        fight_battery(s, s.kept["dams_raid"])
    used_up(s)
    assert rolls(s) == ["dam_suppression", "flak", *["flak_to_hit"] * 3, "flak"]
    assert column(s, "flak_to_hit") == "light"
    assert not {1} & set(modifiers(s, "flak"))


@pytest.mark.rule("tonight 10.6.4.8", "tonight 10.6.4.9", "tonight 10.6.4.10")
def test_left_middle_right(raiding: Ruleset) -> None:
    """The leader is on the left, we are in the middle, the second on the right: 5.2.4 is for our own hit alone."""
    s = battle(raiding, 1, 1, 1, LIGHT, *HIT, *HIT, 3, 4, 3, 4, *HIT, guns=1)
    raid: Raid = s.kept["dams_raid"]
    assert rolls(s)[3:] == ["flak", "flak_to_hit", "flak_to_hit", "flak_shells", "flak_area", "flak_to_hit"]
    assert [facts["number"] for facts in told(s, "other_hit")] == [1, 2]
    assert raid.hits == {1: 1, 2: 1, 3: 1}


@pytest.mark.rule("tonight 10.6.4.8")
def test_a_hit_on_an_empty_position_is_a_miss(raiding: Ruleset) -> None:
    s = battle(raiding, 1, LIGHT, *HIT, *MISS, *HIT, guns=1, number=1, place=2)
    assert s.kept["dams_raid"].hits == {}


@pytest.mark.rule("tonight 10.6.4.12")
def test_the_leader_is_hit_on_the_left_when_another_bombs(raiding: Ruleset) -> None:
    s = battle(raiding, 1, 1, 1, LIGHT, *HIT, 3, 4, 3, 4, *MISS, *MISS, number=4, place=1, guns=1)
    assert s.kept["dams_raid"].hits == {1: 1}
    assert "superficial" in happenings(s)


@pytest.mark.rule("tonight 10.6.4.11", "tonight 10.6.4.12")
def test_a_hit_from_the_wall_costs_the_run_one(raiding: Ruleset) -> None:
    raid = Raid(dam="Mohne Dam", bombers=1, place=1, leads=False, guns=1)
    s = over_dam(raiding, 1, LIGHT, *MISS, *HIT, 3, 4, 3, 4, *MISS, *ON, STANDS, raid=raid)
    attack(s)
    used_up(s)
    assert [value for value in modifiers(s, "dam_run") if value] == [-1]


@pytest.mark.rule("tonight 10.6.4.9")
def test_another_bomber_that_is_hit_aims_the_worse(raiding: Ruleset) -> None:
    raid = Raid(dam="Mohne Dam", bombers=2, place=2, guns=1)
    s = over_dam(raiding, 1, LIGHT, *MISS, *HIT, *MISS, 1, 2, raid=raid, orders={"mans_nose": "none"})
    s.source = scripted(1, LIGHT, *MISS, *HIT, *MISS, 1, 2, 1, SILENT, *ON, STANDS)
    attack(s)
    used_up(s)
    first = next(facts for facts in told(s, "upkeep_wide"))
    assert first["number"] == 1


@pytest.mark.rule("tonight 10.6.4")
def test_only_the_mohne_dam_is_defended_and_only_where_it_is_asked(raiding: Ruleset) -> None:
    for dam, battery in (("Eder Dam", True), ("Sorpe Dam", True), ("Mohne Dam", False)):
        raid = Raid(dam=dam, bombers=1, place=1, battery=battery)
        s = over_dam(raiding, *ON, STANDS, raid=raid)
        attack(s)
        used_up(s)
        assert "dam_guns" not in happenings(s)
    s = fly(raiding, Setup("tonight", 4, options={"dam_guns": "no"}))
    assert not s.kept["dams_raid"].battery


# --- the whole of it


@pytest.mark.rule("tonight 10.6")
@pytest.mark.parametrize("options", [{}, {"leads": "yes"}])
def test_two_hundred_seeds_fly(raiding: Ruleset, options: dict[str, str]) -> None:
    dropped = 0
    for seed in range(200):
        s = fly(raiding, Setup("tonight", seed, options=options))
        assert s.finished
        dropped += s.game.bomb_run in ("on_target", "off_target")
    assert dropped > 120


@pytest.mark.rule("tonight 10.6")
def test_off_it_changes_nothing(tonight: Ruleset) -> None:
    for seed in range(5):
        log: list[Any] = []
        s = fly(tonight, Setup("tonight", seed, campaign=5), log=log)
        assert s.kept == {}
        assert digest(log)
        assert "dorsal" not in s.bomber.fits
    assert "upkeep" not in tonight.game.systems
