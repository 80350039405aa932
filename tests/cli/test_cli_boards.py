"""The boards on the table: the flight's state says itself what is to be seen, whatever game it is of."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

import pytest
from attrs import define
from bomberstream.cli.boards import show_boards
from bomberstream.cli.render import Screen
from bomberstream.core.combat import Fighter
from bomberstream.core.dice import SeededSource
from bomberstream.core.hooks import load_plugins
from bomberstream.core.ruleset import compose
from bomberstream.core.sortie import FlightState, Setup, Sortie


@define(eq=False)
class Patrol(FlightState):
    """A modder's game that is no mission of bombers."""

    met: Sequence[Fighter] = ()

    def bound_for(self, s: Sortie) -> str:
        """A square of the chart."""
        return "square 7"

    def track(self, s: Sortie) -> Iterable[str]:
        """How far along the coast."""
        return ("square 3 of 7",)

    def attackers(self, s: Sortie) -> Sequence[Fighter]:
        """Whoever is met."""
        return self.met


def _sortie() -> tuple[Sortie, Fighter, Fighter]:
    ruleset = compose(load_plugins(), "today")
    s = ruleset.sortie(Setup("today", 1), SeededSource(1))
    near, gone = (Fighter(ruleset.fighters[name], clock="12", level="high") for name in ("me-109", "fw-190"))
    gone.has_left = True
    return s, near, gone


def test_a_game_of_another_kind_shows_its_own_track_and_fight(capsys: pytest.CaptureFixture[str]) -> None:
    s, near, gone = _sortie()
    s.game = Patrol((near, gone))
    show_boards(Screen(plain=True), s)
    shown = capsys.readouterr().out
    assert "square 3 of 7" in shown
    assert near.told in shown
    assert gone.told not in shown


def test_before_anything_is_set_up_there_is_no_track(capsys: pytest.CaptureFixture[str]) -> None:
    """Of a plain state the fighter of the moment is all that attacks."""
    s, near, _ = _sortie()
    show_boards(Screen(plain=True), s)
    assert capsys.readouterr().out == ""
    s.fighter = near
    show_boards(Screen(plain=True), s)
    assert capsys.readouterr().out.splitlines()[0] == "Battle board"
