"""The roles for which the night game asks its tables, and the results that they may give.

A list is closed where a step acts on the result. It is open, `()`, where the row's effects alone act, or where
the results are areas, cities and guns.
"""

from __future__ import annotations

from bomberstream.core.game import NUMBER

from .vocabulary import MOONS, VISIBILITY, WEATHER

__all__ = ["ROLES"]

HOW_DENSE = ("light", "medium", "heavy")
YES_NO = ("yes", "no")
SEEN_OR_NOT = ("spotted", "unseen")

ROLES: dict[str, tuple[str, ...]] = {
    # set-up and take-off
    "moon": MOONS,
    "night_vision": YES_NO,
    "target_card": (),
    "weather_over_base": ("good", "poor", "bad"),
    "stream_position": ("front", "middle", "back"),
    "take_off": (),
    # zones
    "weather": WEATHER,
    "alps_weather": ("severe_icing", "cloud", "good"),
    "alps_pass": ("found", "none"),
    "alps_pass_crash": (),
    "recall": ("recalled", "continues"),
    "recall_reason": ("spoof", "weather"),
    "mechanical_failure": (),
    "failed_system": (),
    "contrails": ("contrails", "none"),
    "detection": ("detected", "undetected"),
    "navigation": ("on_course", "off_course"),
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
    # searchlights and guns
    "searchlights": SEEN_OR_NOT,
    "searchlight_evasion": ("evaded", "held"),
    "flak": ("none", *HOW_DENSE),
    "flak_to_hit": ("hit", "miss"),
    "flak_shells": (NUMBER, "burst_inside_plane"),
    "flak_area": (),
    # night fighters
    "night_fighters": (NUMBER, "event"),
    "wild_boar": ("me-109", "fw-190", "none"),
    "fighter_type": (),
    "airborne_radar": YES_NO,
    "naxos": YES_NO,
    "flensburg": YES_NO,
    "upward_guns": YES_NO,
    "pilot_skill": ("novice", "flieger", "veteran", "experte"),
    "fighter_spots": SEEN_OR_NOT,
    "attack_clock": ("12", "1:30", "3", "6", "9", "10:30", "vertical_dive", "vertical_climb"),
    "attack_level": ("high", "level", "low"),
    "bomber_spots": SEEN_OR_NOT,
    "random_event": (),
    "event_engine": (),
    "extreme_cold": ("jammed", "no_effect"),
    "ace_for_a_day": (),
    # a combat round
    "fields_of_fire": (),
    "defensive_fire": ("hit", "miss", "jam"),
    "twin_jam": ("both", "one"),
    "fighter_damage": ("superficial", "fcab", "fca", "fboa", "destroyed"),
    "offensive_fire": ("hit", "miss"),
    "shell_hits": (NUMBER,),
    "hit_multiplier": ("half", "x0", "x1", "x2", "x3", "x4", "x5"),
    "half_hit": ("x0", "x1"),
    "area_damage": (),
    "collision": ("none", "possible"),
    "collision_near": ("misses", "collides"),
    "contact": ("kept", "lost"),
    # damage
    "section.nose": (),
    "section.front_centre": (),
    "section.bomb_bay": (),
    "section.rear_centre": (),
    "section.tail": (),
    "section.wing": (),
    "section.instruments": (),
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
    # the target
    "visibility": VISIBILITY,
    "bomb_run": ("on_target", "off_target"),
    "bomb_run_spoiled": (),
    "bombing_accuracy": (NUMBER, "lucky", "scatter", "bullseye", "two_dice"),
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
