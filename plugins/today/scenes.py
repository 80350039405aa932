"""Scenes for scenario files: a daylight bomber in the described situation, and what is played of it."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from attrs import evolve
from bomberstream.core.mission.scenes import Act, at_target, fight, on_the_runway, place_fighters, play_shared
from bomberstream.core.zones import Zone

from . import setup, target
from .fighters import join

if TYPE_CHECKING:
    from bomberstream.core.sortie import Sortie

__all__ = ["SCENES", "stage"]

SCENES = {
    "take_off": "the take-off (3-2, 3-3)",
    "fighter_attack": "one combat round against the fighters of `state.fighters`",
    "flak": "one set of flak over the target (6-2 to 6-5)",
    "shell_hit": "one shell on the area of `state.area`",
    "burst": "a burst inside the area of `state.area`",
    "bomb_run": "the bomb run (6-6, 6-7)",
    "landing": "the landing (7-1); `state.landing.place` says where",
    "ditching": "a landing in water (7-2)",
    "bail_out": "everybody out (7-3)",
}

USUAL = {
    "type": "me-109",
    "position": "12 level",
    "skill": "average",
    "out_of_reach": False,
    "fca": 0,
    "fboa": False,
    "fcab": False,
    "round": 1,
}
"""What a scenario may say of a fighter, and what holds where it says nothing."""


def stage(s: Sortie, step: str | None, state: dict[str, Any]) -> Act | None:
    """A bomber with a fresh crew in zone 4 on the way out, in formation; the state then changes that."""
    s.setup = evolve(s.setup, options={"any_bomber": "yes", "position": "2", "air_force": "8", **s.setup.options})
    if s.setup.campaign is None and s.setup.date is None:
        s.setup = evolve(s.setup, campaign=3)
    setup.prepare(s)
    s.zone = Zone(4, over=("N",), region=("",))
    s.zones_entered = 3
    s.zone.entry = 2
    s.man = s.bomber.man_of("pilot")
    set_fighters(s, state)
    area = state.pop("area", None)
    base = ("E",)
    match step:
        case "fighter_attack":
            return fight(s, USUAL)
        case "flak":
            return at_target(s, target.flak_set)
        case "bomb_run":
            return at_target(s, target.bomb_run.do)
        case "take_off":
            return on_the_runway(s, base, setup.take_off.do)
    return play_shared(s, step, state, area, base)


def set_fighters(s: Sortie, state: dict[str, Any]) -> None:
    """The fighters of a scene, each where it says."""
    place_fighters(s, state, USUAL, lambda kind, clock, level: join(s, kind, clock, level))
