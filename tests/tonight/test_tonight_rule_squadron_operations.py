"""The squadron game with mines and dams: five that lay mines (10.5.2), a wave against the dams (10.6.2.3)."""

from __future__ import annotations

from typing import Any

import pytest
from bomberstream.core.flight import fly, summary
from bomberstream.core.ruleset import Ruleset
from bomberstream.core.sortie import Setup, Sortie
from bomberstream.core.testing import staged
from bomberstream.plugins.tonight.rules import dams_raid, minelaying
from bomberstream.plugins.tonight.rules.dams_raid import Raid
from bomberstream.plugins.tonight.rules.minelaying import Garden
from bomberstream.plugins.tonight.rules.squadron_flight import Other, Squadron, in_order, reach_target
from nights import happenings, rolls, take, told, used_up
from rules_on import with_rules

MINES = with_rules("flak_ships", "minelaying", "squadron")
DAMS = with_rules("dams_raid", "squadron")
NOBODY = (1, 2)
"""The first half of the squadron, and a 2 on 10-4.3: nobody is attacked."""


def ours(s: Sortie) -> Squadron:
    """The squadron of the flight."""
    found: Squadron = s.kept["squadron"]
    return found


# --- 10.5.2


@pytest.mark.rule("tonight 10.5.2")
@pytest.mark.parametrize(("faces", "box"), [((1, 5), 5), ((1, 6, 2, 4), 4), ((5, 1, 3, 1, 1, 4), 4)])
def test_five_lay_mines_in_the_first_five_places(faces: tuple[int, ...], box: int) -> None:
    """A 6, and every place of the second half, is rolled again; so are the first three without Gee."""
    s = staged(MINES, *faces, bomber="lancaster")
    s.kept[minelaying.ID] = Garden()
    take(s, "mission", "squadron_place")
    used_up(s)
    assert told(s, "squadron_place") == [{"box": box, "sent": 5}]
    assert sorted((*ours(s).others, box)) == [1, 2, 3, 4, 5]


@pytest.mark.rule("tonight 10.5.2", "tonight 10.4.5")
@pytest.mark.parametrize("bombing", ["together", "each"])
def test_the_other_four_drop_together_or_each_for_itself(bombing: str) -> None:
    for seed in range(12):
        s = fly(MINES, Setup("tonight", seed, options={"squadron_bombing": bombing}))
        found = summary(s)["squadron"]
        if s.outcome not in MINES.game.not_flown:
            assert found["sent"] == 5
            assert len(found["bombers"]) == 4


def over_the_lane(*faces: int, ship: bool) -> Sortie:
    """Over a sea lane, where the others are about to be attacked."""
    s = staged(MINES, *faces, bomber="lancaster", date="1943-11-20")
    s.kept[minelaying.ID] = Garden(ship=ship)
    s.kept["squadron"] = Squadron.around(4, 5)
    ours(s).is_airborne, ours(s).zone = True, 3
    s.zone.is_target, s.zone.over, s.zone.region = True, ("W",), ("",)
    return s


@pytest.mark.rule("tonight 10.5.2", "tonight 10.5.4")
@pytest.mark.parametrize(("ship", "attacks"), [(False, 1), (True, 2)])
def test_over_the_lane_only_a_flak_ship_fires_at_them(ship: bool, attacks: int) -> None:
    s = over_the_lane(*NOBODY * attacks, 6, 3, 3, ship=ship)
    ours(s).visibility = "slightly_obscured"
    take(s, "zone", "squadron_to_target")
    used_up(s)
    assert rolls(s).count("squadron_attacked") == attacks
    assert ours(s).bombed == 4


# --- 10.6.2.3


def at_dam(*faces: int, wave: str = "main", place: int = 2, lost: tuple[int, ...] = (), **more: Any) -> Sortie:
    """The wave over its target, our bombs still aboard; `lost`: places in the squadron that are empty."""
    s = staged(DAMS, *faces, bomber="lancaster", date=dams_raid.DATE, **more)
    raid = s.kept[dams_raid.ID] = Raid(wave=wave, place=place, running=place, battery=False, whole_wave=True)
    if wave != "main":
        raid.bombers = 5 if wave == "diversion" else 6
    s.kept["squadron"] = Squadron.around(9 if wave == "main" else 5, raid.sent)
    ours(s).is_airborne, ours(s).zone = True, 3
    for box in lost:
        ours(s).others[box].state = "shot_down"
    s.zone.is_target = True
    s.game.altitude = "on_the_deck"
    s.game.visibility = "slightly_obscured"
    return s


@pytest.mark.rule("tonight 10.6.2.3")
@pytest.mark.parametrize(("wave", "sent"), [("main", 9), ("diversion", 5), ("reserve", 6)])
def test_as_many_as_the_wave_has(wave: str, sent: int) -> None:
    for seed in range(4):
        s = fly(DAMS, Setup("tonight", seed, options={"wave": wave}))
        if s.outcome not in DAMS.game.not_flown:
            assert summary(s)["squadron"]["sent"] == sent


@pytest.mark.rule("tonight 10.6.2.3", "tonight 10.6.3")
def test_the_others_bomb_each_for_itself_by_the_rules_of_the_dam() -> None:
    """Nine runs that miss, ours the second; guns and fighter have struck at nobody before."""
    miss = (1, 1)
    s = at_dam(*NOBODY * 2, *miss * 9)
    take(s, "zone", "squadron_to_dam")
    take(s, "zone", "bomb_run")
    take(s, "zone", "squadron_to_target")
    used_up(s)
    assert rolls(s).count("dam_run") == 9
    assert "squadron_bomb_run" not in rolls(s)
    assert ours(s).bombed == 8
    assert "squadron_bombs" not in happenings(s)


@pytest.mark.rule("tonight 10.6.2.3")
def test_who_is_lost_on_the_way_attacks_nothing() -> None:
    s = at_dam(*NOBODY * 2, *(1, 1) * 6, lost=(1, 4, 8))
    take(s, "zone", "squadron_to_dam")
    take(s, "zone", "bomb_run")
    used_up(s)
    assert rolls(s).count("dam_run") == 6


@pytest.mark.rule("tonight 10.6.2.3")
def test_a_wave_of_one_dam_attacks_that_alone() -> None:
    s = at_dam(*NOBODY * 2, *(1, 1) * 5, wave="diversion")
    take(s, "zone", "squadron_to_dam")
    take(s, "zone", "bomb_run")
    used_up(s)
    assert {one["dam"] for one in told(s, "upkeep_wide")} == {s.kept[dams_raid.ID].dam}


@pytest.mark.rule("tonight 10.6.2.3", "tonight 10.4.1")
@pytest.mark.parametrize(("hits", "state"), [(4, "flying"), (5, "shot_down")])
def test_hits_by_the_guns_of_the_dam_count_on(hits: int, state: str) -> None:
    s = at_dam()
    raid: Raid = s.kept[dams_raid.ID]
    first = in_order(ours(s), raid)[1]
    first.hits = hits
    s.note("other_hit", number=1)
    assert first.hits == hits + 1
    assert first.state == state
    assert (1 in raid.absent) is (state == "shot_down")


@pytest.mark.rule("tonight 10.6.2.3")
def test_ours_is_none_of_the_others() -> None:
    s = at_dam(place=3)
    order = in_order(ours(s), s.kept[dams_raid.ID])
    assert 3 not in order
    assert len(order) == 8
    assert all(isinstance(one, Other) for one in order.values())


@pytest.mark.rule("tonight 10.6.2.3", "tonight 10.4.4.without-you")
def test_without_us_they_attack_all_the_same() -> None:
    s = at_dam(*NOBODY * 2, *(1, 1) * 8)
    ours(s).with_us = False
    s.game.bomb_run = "jettisoned"
    reach_target(s, ours(s), 1)
    used_up(s)
    assert rolls(s).count("dam_run") == 8
    assert s.kept[dams_raid.ID].attacks[s.kept[dams_raid.ID].dam] == 4


@pytest.mark.rule("tonight 10.6.2.3")
def test_in_either_order_the_two_rules_are_one() -> None:
    other = with_rules("squadron", "dams_raid")
    for seed in range(6):
        one, two = (fly(rules, Setup("tonight", seed)) for rules in (DAMS, other))
        assert (one.outcome, one.rolls) == (two.outcome, two.rolls)


@pytest.mark.rule("tonight 10.5.2", "tonight 10.6.2.3")
@pytest.mark.parametrize("rules", [MINES, DAMS], ids=["mines", "dams"])
def test_a_hundred_nights(rules: Ruleset) -> None:
    for seed in range(100):
        s = fly(rules, Setup("tonight", seed))
        assert s.finished
        summary(s)
