"""The optional rules of the daylight game, each in a file of its own."""

from __future__ import annotations

from . import detailed_fighter_damage, detailed_wounds, frostbite_places, spray_fire

__all__ = ["RULES"]

RULES = (
    spray_fire.RULE,
    detailed_fighter_damage.RULE,
    detailed_wounds.RULE,
    frostbite_places.RULE,
)
