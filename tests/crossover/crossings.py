"""Rulesets with guests, and the setups in which each of them flies."""

from __future__ import annotations

from functools import cache
from typing import Any

from bomberstream.core.bomber import BomberType
from bomberstream.core.hooks import load_plugins
from bomberstream.core.mission.setting_up import may_fly_in
from bomberstream.core.packs import Campaign
from bomberstream.core.ruleset import Ruleset, compose
from bomberstream.core.sortie import Setup
from bomberstream.core.testing.asking import *  # noqa: F403

BOMBER_GAMES = tuple(name for name in ("tonight", "today", "superfortress") if name in load_plugins().games())
"""Those that are installed."""


@cache
def composed(game: str, *rules: str) -> Ruleset:
    """A game with the bombers of the others."""
    return compose(load_plugins(), game, rules=("crossover", *rules))


@cache
def guests(game: str) -> tuple[str, ...]:
    """The bombers of other games that fly in a game."""
    return tuple(one.id for one in composed(game).bombers.values() if one.game != game)


CROSSINGS = tuple((game, bomber) for game in BOMBER_GAMES for bomber in guests(game))
"""Every bomber in every game that is not its own."""


def three_dates(game: str, bomber: str) -> list[int]:
    """Three campaigns of a game, early, in the middle and late, in which a guest is issued."""
    ruleset = composed(game)
    kind = ruleset.bombers[bomber]
    fitting = [number for number, one in ruleset.campaigns.items() if flies_in(ruleset, kind, one)]
    return sorted({fitting[0], fitting[len(fitting) // 2], fitting[-1]})


def flies_in(ruleset: Ruleset, kind: BomberType, campaign: Campaign) -> bool:
    """Whether a guest is issued at some time in a campaign."""
    s = ruleset.sortie(Setup(ruleset.game.id), None)  # type: ignore[arg-type]
    return any(may_fly_in(s, kind, campaign, str(force)) for force in campaign.air_forces or (0,))


def setup(game: str, bomber: str, seed: Any, campaign: int | None = None, **options: str) -> Setup:
    """A flight of a guest."""
    return Setup(game, seed=seed, bomber=bomber, campaign=campaign, options=options)
