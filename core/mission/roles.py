"""The roles for which every bomber's mission asks its tables, and the results on which it acts."""

from __future__ import annotations

from collections.abc import Mapping

__all__ = ["ROLES"]

ROLES: Mapping[str, tuple[str, ...]] = {
    "weather_over_base": ("good", "poor", "bad"),
    "take_off": (),
    # troubles and work
    "oil_leak": ("stops", "continues", "fire"),
    "frostbite": (),
    "jam_repair": ("fixed", "still_jammed", "broken"),
    "fuel_work": ("transferred", "stopped", "failed"),
    "fuel_remaining": (),
    "gear_by_hand": ("lowered", "stuck"),
    "turret_repair": ("repaired", "unsuccessful"),
    "doors_by_hand": ("opened", "jammed"),
    "doors_drag": (),
    "jettison": ("jettisoned", "stuck"),
    "manual_release": ("released", "stuck"),
    # random events
    "random_event": (),
    "event_engine": (),
    "extreme_cold": ("jammed", "no_effect"),
    "ace_for_a_day": (),
    # fire and damage
    "half_hit": ("x0", "x1"),
    "area_damage": (),
    "wounds": (),
    "oxygen_fire": ("out", "burning"),
    "engine_hit": (),
    "feathering": (),
    "engine_runaway": (),
    "engine_fire": ("out", "burning"),
    "oil_tank": (),
    "fuel_tank": (),
    "fuel_fire": (),
    "fuel_leak": (),
    # landing and bail-out
    "landing_on_land": ("safe", "repairable", "irreparable", "wrecked", "wrecked_hard", "crew_killed"),
    "gear_collapse": ("repairable", "irreparable"),
    "landing_in_water": ("safe", "rescued", "lost"),
    "bombs_explode": ("explosion", "no_effect"),
    "landing_injury": ("injured", "uninjured"),
    "controlled_bailout": ("ok", "hazard"),
    "bailout_accident": ("ok", "killed"),
    "uncontrolled_bailout": ("ok", "goes_down"),
    "ditching_fate": ("evades", "killed"),
    "forced_landing_fate": ("by_country", "crew_killed", "evades"),
    "country_fate": ("captured", "partisans", "underground"),
    "country_fate_other": ("captured", "home", "interned", "underground"),
    "capture": ("captured", "returns"),
    "capture_by_partisans": ("captured", "returns"),
    "sea_rescue": ("rescued", "lost"),
    "sea_rescue_fate": ("captured", "returns"),
    "sea_rescue_fate_other": ("captured", "returns"),
    "alps_bailout": ("captured", "killed"),
    # debriefing
    "serious_wound_fate": (),
    "frostbite_recovery": (),
}
"""A list is closed where a step acts on the result; it is open, `()`, where the row's effects alone act, or where
the results are areas and guns of the bomber."""
