"""The optional rules of the night game, each in a file of its own."""

from __future__ import annotations

from . import (
    alternate_landings,
    awards,
    claims,
    crew_capture,
    dams_raid,
    decoy_fires,
    detailed_fighter_damage,
    detailed_frostbite,
    detailed_wounds,
    early_me_262,
    early_ta_154,
    extra_crew,
    flak_ships,
    italian_do_217,
    me_262,
    minelaying,
    other_turrets,
    role_playing,
    spoof_raid,
    spray_fire,
    squadron,
    ta_154,
    thermal_turbulence,
    wellington,
)

__all__ = ["RULES"]

RULES = (
    spoof_raid.RULE,
    me_262.RULE,
    early_me_262.RULE,
    ta_154.RULE,
    early_ta_154.RULE,
    italian_do_217.RULE,
    spray_fire.RULE,
    detailed_fighter_damage.RULE,
    detailed_wounds.RULE,
    detailed_frostbite.RULE,
    decoy_fires.RULE,
    thermal_turbulence.RULE,
    flak_ships.RULE,
    crew_capture.RULE,
    claims.RULE,
    awards.RULE,
    wellington.RULE,
    other_turrets.RULE,
    role_playing.RULE,
    extra_crew.RULE,
    alternate_landings.RULE,
    dams_raid.RULE,
    minelaying.RULE,
    squadron.RULE,
)
