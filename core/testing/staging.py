"""Sorties in a described situation, with dice that fall as the test says."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from ..dice import Dice, Faces, ScriptedSource, SeededSource
from ..errors import NotAllowed
from ..ruleset import Ruleset
from ..scenario import set_scene
from ..sortie import Setup, Sortie

__all__ = ["Scripted", "scripted", "staged"]


class Scripted(ScriptedSource):
    """Faces from a list; a throw beyond its end, or a face left over, fails the test that uses it."""

    def __init__(self, *faces: int) -> None:
        super().__init__(faces)
        self.thrown: list[tuple[str, Faces]] = []
        """Every throw so far: its purpose and faces."""

    def throw(self, dice: Dice, purpose: str = "") -> Faces:
        faces = super().throw(dice, purpose)
        self.thrown.append((purpose, faces))
        return faces

    def check_used_up(self) -> None:
        """Raise `NotAllowed` when faces are left that nobody threw."""
        if self.left:
            raise NotAllowed(f"faces left over: {self.left}; thrown so far: {self.thrown}")


def scripted(*faces: int) -> Scripted:
    """Dice that fall as given, each die in the order thrown."""
    return Scripted(*faces)


def staged(
    ruleset: Ruleset,
    *faces: int,
    bomber: str | None = None,
    campaign: int | None = None,
    date: str | None = None,
    orders: Mapping[str, Any] | None = None,
    options: Mapping[str, str] | None = None,
    step: str | None = None,
    **state: Any,
) -> Sortie:
    """A sortie of a game in a situation, its log kept, its dice scripted.

    `state` holds names of the vocabulary; for dotted ones pass a dictionary: `zone={"number": 5}`, or
    whole names as `**{"zone.number": 5}`. The scene is set with dice of its own.
    """
    setup = Setup(ruleset.game.id, "stage", bomber, campaign, None, date, dict(options or {}))
    s, _ = set_scene(ruleset, setup, SeededSource("stage"), state, orders or {}, step=step, where="test")
    s.source = scripted(*faces)
    s.log = []
    s.rolls = 0
    return s
