"""Optional rule 2.8.3: role-playing. It tells, and computes nothing."""

from __future__ import annotations

from typing import Any

import pytest
from bomberstream.core.events import Happening, RollEvent
from bomberstream.core.flight import fly
from bomberstream.core.hooks import load_plugins
from bomberstream.core.narrative import Teller
from bomberstream.core.ruleset import Ruleset, compose
from bomberstream.core.sortie import Setup
from bomberstream.core.testing import staged
from bomberstream.core.testing.asking import happenings, told, used_up
from bomberstream.plugins.tonight.rules.role_playing import LEADERS, before_take_off, empty_beds

OURS = {"mascot", "ritual", "strange_aircraft", "spare_body", "trade_leader", "empty_beds"}


@pytest.fixture(scope="module")
def playing() -> Ruleset:
    return compose(load_plugins(), "tonight", rules=["role_playing"])


def faces(log: list[Any]) -> list[Any]:
    return [(event.role, event.faces, event.total) for event in log if isinstance(event, RollEvent)]


@pytest.mark.rule("tonight 2.8.3")
def test_no_die_is_thrown_for_it_and_nothing_else_changes(playing: Ruleset, tonight: Ruleset) -> None:
    """200 seeds fly with it as without it; the first of them are compared roll for roll and line for line."""
    for seed in range(200):
        with_it: list[Any] = []
        s = fly(playing, Setup("tonight", seed), log=with_it)
        assert s.outcome
        if seed >= 60:
            continue
        without: list[Any] = []
        plain = fly(tonight, Setup("tonight", seed), log=without)
        assert faces(with_it) == faces(without)
        assert s.outcome == plain.outcome
        kept = [(e.type, e.facts) for e in with_it if isinstance(e, Happening) and e.type not in OURS]
        assert kept == [(e.type, e.facts) for e in without if isinstance(e, Happening)]
        assert not OURS & {e.type for e in without}


@pytest.mark.rule("tonight 2.8.3")
def test_each_crew_has_a_mascot_and_a_ritual(playing: Ruleset) -> None:
    s = staged(playing, bomber="lancaster")
    before_take_off(s)
    names = {man.name for man in s.bomber.crew}
    for happening in ("mascot", "ritual"):
        (facts,) = told(s, happening)
        assert facts["man"] in names
    used_up(s)


@pytest.mark.rule("tonight 2.8.3")
def test_now_and_then_a_stranger_or_a_leader_flies_with_them(playing: Ruleset) -> None:
    """Over many seeds: stand-ins in about 38 of 256 flights, a quarter of them leaders, of their own trade."""
    leaders = {"Navigation Leader", "Bombing Leader", "Engineer Leader", "Signals Leader", "Gunnery Leader"}
    assert set(LEADERS.values()) == leaders
    seen = dict.fromkeys(OURS, 0)
    for seed in range(400):
        log: list[Any] = []
        s = fly(playing, Setup("tonight", f"role {seed}", bomber="lancaster", campaign=5), log=log)
        for event in log:
            if event.type in OURS:
                seen[event.type] += 1
            if event.type in ("spare_body", "trade_leader"):
                (man,) = [one for one in s.bomber.crew if one.name == event.facts["man"]]
                assert man.title == event.facts["station"]
                assert man.trade != "pilot"
                # It is not he who has the mascot of this crew.
                assert [e.facts["man"] for e in log if e.type == "mascot"] != [man.name]
            if event.type == "trade_leader":
                assert event.facts["leader"] == LEADERS[man.trade]
    flown = seen["mascot"]
    assert flown == seen["ritual"]
    assert 0.08 < (seen["spare_body"] + seen["trade_leader"]) / flown < 0.22
    assert 0 < seen["trade_leader"] < seen["spare_body"]
    assert 0.06 < seen["strange_aircraft"] / flown < 0.20


@pytest.mark.rule("tonight 2.8.3")
@pytest.mark.parametrize("losses", [0, 1, 2])
def test_empty_beds_are_told_of_after_losses_alone(playing: Ruleset, losses: int) -> None:
    s = staged(playing, bomber="lancaster")
    s.game.squadron_losses = losses
    empty_beds(s)
    assert happenings(s) == (["empty_beds"] if losses else [])


@pytest.mark.rule("tonight 2.8.3")
def test_all_of_it_has_words(playing: Ruleset) -> None:
    assert set(playing.narrative) >= OURS
    s = staged(playing, bomber="lancaster")
    before_take_off(s)
    s.game.squadron_losses = 1
    empty_beds(s)
    lines = [line.text for event in s.log or () for line in Teller(playing.narrative).tell(event)]
    assert len(lines) == len(happenings(s))
    assert all("{" not in line for line in lines)
