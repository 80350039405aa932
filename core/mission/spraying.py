"""Area spray fire, an optional rule of several games: a long unaimed burst into the fighter's way.

It costs three boxes; no aim is taken, so nothing is added for an ace. It may drive the fighter off or jam the gun.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from ..combat import jam
from ..decisions import Decision
from .gunnery import fighter_down
from .spoken import YES_NO

if TYPE_CHECKING:
    from ..bomber import Gun
    from ..combat import Fighter
    from ..effects import Action
    from ..ruleset import RulesetBuilder
    from ..sortie import Sortie
    from .state import MissionState

__all__ = ["BOXES", "bring_spray_fire"]

BOXES = 3
"""Boxes of ammunition that one spray takes."""
ROLES = {
    "spray_fire": ("jam", "breaks_off", "attacks", "destroyed"),
    "spray_jam": ("jam", "no_effect"),
}
FORBIDDEN = "spray_forbidden"
"""Role of the list of clock positions against which nobody sprays."""


def bring_spray_fire(builder: RulesetBuilder, rule: str) -> None:
    """Let guns spray in the step of defensive fire; `rule` is cited where the crew are asked.

    Only there: neither a passing shot nor an answer to upward guns is allotted beforehand, as spray fire must be.
    """
    for role, results in ROLES.items():
        builder.role(role, results)
    builder.role(FORBIDDEN, ("forbidden",), looked_up=True)
    builder.decision(Decision("sprays", "Spray the area in front of it, for three boxes?", rule, YES_NO))
    builder.happening("sprays", "a gun sprays the area in front of a fighter")
    builder.wrap_step("round.defensive_fire", with_spray_fire)


def with_spray_fire(aimed_fire: Action) -> Action:
    """Defensive fire in which each gun that is laid may spray; those that do fire first, the others take aim.

    Everybody is asked before the first shot, gun by gun. No order of fire is printed.
    """

    def act(s: Sortie) -> None:
        g: MissionState = s.game
        laid = g.allotted
        spraying = [(gun, target) for gun, target in laid if may_spray(s, gun, target) and sprays(s, gun, target)]
        g.allotted = [one for one in laid if one not in spraying]
        for gun, target in spraying:
            spray(s, gun, target)
        aimed_fire(s)
        g.allotted = laid

    return act


def may_spray(s: Sortie, gun: Gun, target: Fighter) -> bool:
    """Whether a gun has the ammunition, and the fighter does not come too fast or too steep."""
    return gun.rounds >= BOXES and s.tables[FORBIDDEN].get(target.clock) is None


def sprays(s: Sortie, gun: Gun, target: Fighter) -> bool:
    """Ask whether a gun sprays."""
    s.gun, s.fighter = gun, target
    return s.choose("sprays", about=gun.told) == "yes"


def spray(s: Sortie, gun: Gun, target: Fighter) -> None:
    """One gun sprays; like a burst, it is spent even on a fighter that is gone already."""
    gun.rounds -= BOXES
    gun.has_fired = True
    if target.is_out_of_action:
        return
    target.shot_at_by.append(gun)
    s.gun, s.fighter = gun, target
    s.note("sprays", gun=gun.told, fighter=target.told)
    result = s.roll("spray_fire").result
    if result == "destroyed":
        target.is_destroyed = True
        fighter_down(s, target)
    elif result == "breaks_off":
        target.has_left = True
    elif result == "jam" or s.roll("spray_jam").result == "jam":
        jam(s, gun)
