"""The optional rules of the daylight game, each in a file of its own."""

from __future__ import annotations

from . import (
    awards,
    detailed_fighter_damage,
    detailed_wounds,
    early_formations,
    frostbite_places,
    going_around,
    group_game,
    gunnery_review,
    jets,
    jg_26,
    lead_crews,
    pathfinders,
    radio_room_gun,
    spray_fire,
    toggliers,
    yb_40,
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
    yb_40.RULE,
    lead_crews.RULE,
    going_around.RULE,
    toggliers.RULE,
    pathfinders.RULE,
    group_game.RULE,
)
