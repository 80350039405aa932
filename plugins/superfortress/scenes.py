"""Scenes for scenario files: a bomber from the Marianas in the described situation, and what is played of it."""

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
    "ditching": "a landing in water (7-2), and the search (7-5)",
    "bail_out": "everybody out (7-3)",
}

USUAL = {
    "type": "ki-44",
    "position": "12 high",
    "skill": "average",
    "out_of_reach": False,
    "fca": 0,
    "round": 1,
}
"""What a scenario may say of a fighter, and what holds where it says nothing."""


def stage(s: Sortie, step: str | None, state: dict[str, Any]) -> Act | None:
    """A bomber with a fresh crew off Japan, in zone 14 on the way out, by day and low; the state then changes that."""
    usual = {"any_bomber": "yes", "load": "standard"}
    if "wing" not in s.setup.options:
        usual["base"] = "saipan"
    if s.setup.target is None:
        usual["profile"] = "day_medium"
    s.setup = evolve(s.setup, options={**usual, **s.setup.options})
    if s.setup.campaign is None and s.setup.date is None:
        s.setup = evolve(s.setup, campaign=4)
    setup.prepare(s)
    s.zone = Zone(14, over=("W",), region=("Japanese waters",), fighters=0)
    s.zones_entered = 13
    s.zone.entry = 12
    s.man = s.bomber.man_of("pilot")
    place_fighters(s, state, USUAL, lambda kind, clock, level: join(s, kind, clock, level))
    area = state.pop("area", None)
    base = ("B",)
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
