"""The optional rules of the daylight game, each in a file of its own."""

from __future__ import annotations

from . import (
    awards,
    detailed_fighter_damage,
    detailed_wounds,
    early_formations,
    frostbite_places,
    gunnery_review,
    jets,
    jg_26,
    radio_room_gun,
    spray_fire,
)

__all__ = ["RULES"]

RULES = (
    spray_fire.RULE,
    detailed_fighter_damage.RULE,
    detailed_wounds.RULE,
    frostbite_places.RULE,
    jets.RULE,
    awards.RULE,
    gunnery_review.RULE,
    jg_26.RULE,
    early_formations.RULE,
    radio_room_gun.RULE,
)
