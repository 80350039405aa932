"""Letting the bombers of other games in, and what they need beyond their tables (11.0.1)."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from functools import cache
from importlib.resources import files
from pathlib import Path
from typing import TYPE_CHECKING

from bomberstream.core.guests import Crossing, load_crossing
from bomberstream.core.mission import MissionState, work

if TYPE_CHECKING:
    from bomberstream.core.ruleset import RulesetBuilder
    from bomberstream.core.sortie import Sortie

__all__ = ["crossing", "lay_wordings", "welcome_all"]

DATA = Path(str(files("bomberstream.tables"))) / "crossover"
WORK = "turn.work"
"""The step in which men do work of a turn, in every game of bombers."""


@cache
def crossing() -> Crossing:
    """What crosses, as data."""
    return load_crossing(DATA / "crossing.toml")


def lay_wordings(builder: RulesetBuilder) -> None:
    """How what is told of guests alone is told in a game, where there is anything."""
    path = DATA / f"{builder.game.id}.toml"
    if path.is_file():
        builder.lay_over(path)


def welcome_all(builder: RulesetBuilder, games: Iterable[str]) -> None:
    """Let the bombers of the other games in, as far as they are there."""
    known = builder.plugins.games()
    asked_here = set(builder.decisions)
    for name in games:
        if name in known:
            builder.welcome(known[name], crossing(), dir(MissionState))
    if "frees_ball_gunner" in set(builder.decisions) - asked_here:
        builder.wrap_step(WORK, with_ball_gunner)


def with_ball_gunner(do: Callable[[Sortie], None]) -> Callable[[Sortie], None]:
    """Work of a turn, and men who free a gunner that is shut up in a turret below (today 4-3 notes h, o)."""

    def act(s: Sortie) -> None:
        do(s)
        work.free_ball_gunner(s)

    return act
