"""Optional rule 4.8.2: flying a spoof raid."""

from __future__ import annotations

from typing import Any

import pytest
from bomberstream.core.errors import NotAllowed
from bomberstream.core.events import digest
from bomberstream.core.flight import fly
from bomberstream.core.hooks import load_plugins
from bomberstream.core.ruleset import Ruleset, compose
from bomberstream.core.sortie import Setup, Sortie
from bomberstream.core.testing import staged
from bomberstream.core.testing.asking import asked, happenings, man, told
from bomberstream.plugins.tonight.crew import devices
from bomberstream.plugins.tonight.rules.spoof_raid import Spoof, result, score, turn_back

NOISY = {"carried.mandrel": True, "carried.window": True, "carried.h2s": True, "carried.monica": True}


@pytest.fixture(scope="module")
def spoofing() -> Ruleset:
    return compose(load_plugins(), "tonight", rules=["spoof_raid"])


def out(spoofing: Ruleset, *faces: int, zone: int = 3, **given: Any) -> Sortie:
    """Over a zone on the way out, with everything aboard that makes a noise, switched on as the orders have it."""
    s = staged(spoofing, *faces, **{"bomber": "lancaster", "date": "1943-11-20", **NOISY, **given})
    s.zone.number = zone
    s.kept["spoof_raid"] = Spoof()
    devices(s)
    return s


@pytest.mark.rule("tonight 4.8.2", "tonight 4.8", "tonight 4.8.turn")
def test_it_flies_four_zones_and_comes_home(spoofing: Ruleset) -> None:
    for seed in range(40):
        log: list[Any] = []
        s = fly(spoofing, Setup("tonight", seed, campaign=8), log=log)
        if s.outcome == "scrubbed":
            continue
        zones = [event.facts["number"] for event in log if event.type == "zone" and event.facts["leg"] == "outbound"]
        assert zones == list(range(2, 2 + len(zones)))
        assert max(zones, default=1) <= 4
        assert s.game.bomb_run not in ("on_target", "off_target")
        if s.kept["spoof_raid"].turned and s.outcome == "returned":
            assert s.game.counts_for_tour


@pytest.mark.rule("tonight 4.8.2.distance")
def test_the_target_lies_five_zones_away_or_farther(spoofing: Ruleset) -> None:
    for seed in range(60):
        s = fly(spoofing, Setup("tonight", seed, campaign=10))
        assert s.game.route.target_zone >= 5
    with pytest.raises(NotAllowed, match=r"Boulogne lies in zone \d; a spoof raid needs a target in zone 5 or beyond"):
        fly(spoofing, Setup("tonight", 1, campaign=10, target="Boulogne", options={"any_target": "yes"}))


@pytest.mark.rule("tonight 4.8.2.equipment")
def test_mandrel_and_window_must_be_aboard(spoofing: Ruleset) -> None:
    with pytest.raises(NotAllowed, match="a spoof raid needs Window aboard"):
        fly(spoofing, Setup("tonight", 1, date="1943-03-05"))
    with pytest.raises(NotAllowed, match="a spoof raid needs Mandrel aboard"):
        fly(spoofing, Setup("tonight", 1, date="1944-03-05", options={"electronics": "window"}))


@pytest.mark.rule("tonight 4.8.points", "tonight 4.8.2.h2s", "tonight 4.8.2.mandrel", "tonight 4.8.2.window")
def test_a_zone_flown_with_everything_on_is_ours(spoofing: Ruleset) -> None:
    s = out(spoofing)
    assert s.game.devices_on >= {"mandrel", "window", "h2s", "monica"}
    score(s)
    assert (s.kept["spoof_raid"].ours, s.kept["spoof_raid"].theirs) == (1, 0)
    assert told(s, "spoof_zone") == [{"number": 3, "ours": True}]


@pytest.mark.rule("tonight 4.8.2.german-point", "tonight 4.8.points")
@pytest.mark.parametrize("lost", ["mandrel", "h2s", "monica", "window_chute", "electrical"])
def test_a_set_that_is_shot_out_gives_them_the_zone(spoofing: Ruleset, lost: str) -> None:
    s = out(spoofing)
    s.bomber.out.add(lost)
    score(s)
    assert (s.kept["spoof_raid"].ours, s.kept["spoof_raid"].theirs) == (0, 1)
    assert "mans_set" not in asked(s)


@pytest.mark.rule("tonight 4.8.2.german-point")
def test_a_set_that_is_kept_silent_gives_them_the_zone(spoofing: Ruleset) -> None:
    s = out(spoofing, orders={"transmit": "no"})
    score(s)
    assert s.kept["spoof_raid"].theirs == 1


@pytest.mark.rule("tonight 4.8.points")
def test_a_set_that_is_not_carried_is_not_missed(spoofing: Ruleset) -> None:
    s = out(spoofing, **{"carried.h2s": False, "carried.monica": False})
    score(s)
    assert s.kept["spoof_raid"].ours == 1


@pytest.mark.rule("tonight 4.8.2.h2s", "tonight 4.8.2.mandrel", "tonight 4.8.2.window")
@pytest.mark.parametrize("replaced", [True, False])
@pytest.mark.parametrize("lost", ["navigator", "wireless_operator", "at the chute"])
def test_who_is_lost_at_a_set_is_replaced_or_the_zone_is_theirs(spoofing: Ruleset, lost: str, replaced: bool) -> None:
    s = out(spoofing, orders={} if replaced else {"mans_set": "none"})
    victim = s.bomber.man_at("window_chute") if lost == "at the chute" else man(s, lost)
    victim.kill()
    score(s)
    assert "mans_set" in asked(s)
    assert (s.kept["spoof_raid"].ours == 1) is replaced
    assert ("mans_set" in happenings(s)) is replaced


@pytest.mark.rule("tonight 4.8.turn")
def test_in_zone_four_it_turns_and_spends_a_turn(spoofing: Ruleset) -> None:
    s = staged(spoofing, *[1] * 40, bomber="lancaster", date="1943-11-20", orders={"drops_window": "none"})
    s.zone.number = 4
    s.kept["spoof_raid"] = Spoof()
    turn_back(s)
    assert s.kept["spoof_raid"].turned
    assert not s.outbound
    assert s.game.turn_of_zone == 2


@pytest.mark.rule("tonight 4.8.result")
@pytest.mark.parametrize(("ours", "theirs", "expected"), [(2, 1, True), (3, 0, True), (1, 2, False), (0, 3, False)])
def test_two_points_win_it(spoofing: Ruleset, ours: int, theirs: int, expected: bool) -> None:
    s = staged(spoofing, bomber="lancaster")
    s.kept["spoof_raid"] = Spoof(ours, theirs)
    result(s)
    assert told(s, "spoof_result") == [{"drew_them_off": expected, "ours": ours, "theirs": theirs}]


@pytest.mark.rule("tonight 4.8.result")
def test_a_raid_cut_short_is_won_by_nobody(spoofing: Ruleset) -> None:
    s = staged(spoofing, bomber="lancaster")
    s.kept["spoof_raid"] = Spoof(1, 1)
    result(s)
    assert happenings(s) == []


@pytest.mark.rule("tonight 4.8.2")
def test_off_it_changes_nothing(tonight: Ruleset) -> None:
    """The rule's own names are all that a ruleset with it has more; without it no flight knows of it."""
    for seed in range(5):
        log: list[Any] = []
        s = fly(tonight, Setup("tonight", seed, campaign=8), log=log)
        assert s.kept == {}
        assert digest(log)
        assert not {"spoof_zone", "spoof_result", "mans_set"} & {event.type for event in log}


@pytest.mark.rule("tonight 4.8.2.equipment")
def test_a_day_that_nobody_has_asked_for_is_one_on_which_the_devices_are_there(spoofing: Ruleset) -> None:
    for seed in range(40):
        s = fly(spoofing, Setup("tonight", seed))
        assert {"mandrel", "window"} <= s.bomber.devices, seed
        assert s.date >= "1943-07-24"


@pytest.mark.rule("tonight 4.8.2.equipment")
def test_a_campaign_before_their_time_is_refused_in_a_line(spoofing: Ruleset) -> None:
    with pytest.raises(NotAllowed, match="no day of campaign 2 has all that is asked for: Mandrel is carried"):
        fly(spoofing, Setup("tonight", 1, campaign=2))
