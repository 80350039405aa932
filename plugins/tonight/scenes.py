"""Scenes for scenario files: a night bomber in the described situation, and what is played of it."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from attrs import evolve
from bomberstream.core.combat import Fighter, FighterType
from bomberstream.core.errors import BadData
from bomberstream.core.mission.scenes import Act, at_target, on_the_runway, place_fighter, play_shared
from bomberstream.core.zones import Zone

from . import combat, navigation, searchlights, setup, target
from .state import HIGH

if TYPE_CHECKING:
    from bomberstream.core.sortie import Sortie

    from .state import TonightState

__all__ = ["SCENES", "stage"]

SCENES = {
    "take_off": "the take-off (3-2, 3-3)",
    "searchlights": "searchlights look for a bomber that radar has found (4-7, 4-7A)",
    "flak": "the guns that have found the bomber (5-1 to 5-4)",
    "fighter_attack": "one combat round with the night fighter of `state.fighter`",
    "upward_attack": "a night fighter fires its upward guns from below (5.4)",
    "shell_hit": "one shell on the area of `state.area`",
    "burst": "a burst inside the area of `state.area`",
    "navigation": "on course, or off it (5-15)",
    "bomb_run": "the bomb run (6-6, 6-7)",
    "landing": "the landing (7-1); `state.landing.place` says where",
    "ditching": "a landing in water (7-2)",
    "bail_out": "everybody out (7-3)",
}

USUAL = {
    "type": "me-110g-4",
    "position": "6 level",
    "skill": "flieger",
    "carries": (),
    "fca": 0,
    "fboa": False,
    "fcab": False,
    "round": 1,
}
"""What a scenario may say of a fighter, and what holds where it says nothing."""
EQUIPMENT = ("radar", "naxos", "flensburg", "upward_guns")
BELOW = {"type": "me-110g-4", "position": "6 low", "carries": ["upward_guns"]}
"""The fighter of an upward attack, where a scenario names none."""


def stage(s: Sortie, step: str | None, state: dict[str, Any]) -> Act | None:
    """A Lancaster with a fresh crew and no electronics, high over Holland in zone 4 on the way out, half moon; the
    state then changes that."""
    bomber = s.setup.bomber or "lancaster"
    options = {"any_bomber": "yes", "moon": "half", "stream": "middle", "electronics": "none"}
    if "ventral" in s.ruleset.bomber(bomber).fit:
        options["ventral"] = "gun"
    s.setup = evolve(s.setup, bomber=bomber, options={**options, **s.setup.options})
    if s.setup.campaign is None and s.setup.date is None:
        s.setup = evolve(s.setup, campaign=5)
    setup.prepare(s)
    g: TonightState = s.game
    g.altitude = HIGH
    g.navigated_by = s.bomber.man_of(s.bomber.type.navigates)
    s.zone = Zone(4, over=("N",), region=("",))
    s.zones_entered = 3
    s.zone.entry = 2
    s.man = s.bomber.man_of("pilot")
    given = state.pop("fighter", BELOW if step == "upward_attack" else None)
    if given is not None:
        set_fighter(s, given)
    area = state.pop("area", None)
    match step:
        case "fighter_attack":
            if given is None:
                raise BadData("fighter_attack: name the fighter: fighter = { type = 'ju-88c-6', position = '6 low' }")
            placed = "position" in given
            return lambda s: fight_round(s, placed=placed)
        case "upward_attack":
            return fire_from_below
        case "searchlights":
            g.detected = True
            return searchlights.searchlights.do
        case "flak":
            g.detected = g.found_by_guns = g.lit = True
            return fire_guns
        case "navigation":
            return navigation.navigation.do
        case "bomb_run":
            return at_target(s, target.bomb_run.do)
        case "take_off":
            return on_the_runway(s, g.base_codes(), setup.take_off.do)
    return play_shared(s, step, state, area, g.base_codes())


# --- what is played


def fight_round(s: Sortie, *, placed: bool) -> None:
    """One round with the fighter of the scene, from where it is, or from where the dice put it."""
    with s.caused_by("night_fighter"):
        if not placed:
            s.run("round")
            return
        for step in s.procedures["round"]:
            if step.name != combat.position.name and (step.when is None or step.when(s)):
                s.step = step
                step.do(s)


def fire_from_below(s: Sortie) -> None:
    """The upward guns of the fighter of the scene."""
    with s.caused_by("night_fighter"):
        combat.upward_attack.do(s)


def fire_guns(s: Sortie) -> None:
    """The guns below."""
    with s.caused_by("flak"):
        searchlights.guns.do(s)


# --- what a scenario says


def set_fighter(s: Sortie, given: Any) -> None:
    """The fighter of a scene, the only one of its pair."""

    def place(kind: FighterType, clock: str, level: str) -> Fighter:
        made = Fighter(kind, "f1", clock, level)
        s.game.fighters = [made]
        s.game.squad = 1
        return made

    place_fighter(s, given, USUAL, place, EQUIPMENT)
