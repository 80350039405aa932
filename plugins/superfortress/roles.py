"""The roles for which this game asks its tables, and the results that they may give.

A list is closed where a step acts on the result. It is open, `()`, where the row's effects alone act, or where
the results are areas and guns of the bomber.
"""

from __future__ import annotations

from bomberstream.core import mission
from bomberstream.core.game import NUMBER
from bomberstream.core.mission.words import VISIBILITY, WEATHER

from .vocabulary import FORCES, SKILLS, WINDS

__all__ = ["LOOKED_UP", "ROLES"]

HOW_DENSE = ("light", "medium", "heavy")

ELSEWHERE = frozenset(
    {
        "alps_bailout",
        "capture",
        "capture_by_partisans",
        "country_fate",
        "country_fate_other",
        "ditching_fate",
        "fuel_remaining",
        "sea_rescue_fate",
        "sea_rescue_fate_other",
    }
)
"""Roles of other theatres: here 7-5 and 7-7 say what becomes of men in the sea and ashore, 4.10 how long fuel lasts."""

ROLES: dict[str, tuple[str, ...]] = {
    **{role: results for role, results in mission.ROLES.items() if role not in ELSEWHERE},
    # set-up and take-off
    "defences": (),
    "wings": (),
    "loads": (),
    "place_in_stream": ("early", "middle", "late"),
    # zones
    "weather": WEATHER,
    "front": (),
    "wind": WINDS,
    "jet_stream": FORCES[1:],
    "navigation": ("on_course", "off_course", "far_off"),
    "contrails": ("contrails", "none"),
    "assembly": ("joined", "joined_others", "alone"),
    "fuel_use": (NUMBER,),
    # engines, cabins
    "mechanical_failure": (),
    "failed_system": (),
    "overheating": (),
    "nose_gear_by_hand": ("lowered", "stuck"),
    "cabins": ("forward", "gunners", "tail"),
    "decompression": (),
    "harness": ("held", "lost"),
    "thrown_about": (),
    # fighters
    "fighter_strength": (NUMBER,),
    "resistance": ("none", "light", "moderate", "heavy"),
    "waves": (NUMBER,),
    "escort": ("none", "poor", "fair", "good"),
    "escort_drives_off": (NUMBER,),
    "appearance": ("attack", "event", "none"),
    "night_appearance": ("attack", "event", "none"),
    "pilot_skill": SKILLS,
    "sighting": ("seen", "unseen"),
    "ramming": ("rams", "none"),
    "ram": ("strikes", "misses"),
    "air_bombs": ("bombs", "none"),
    # a combat round
    "fields_of_fire": (),
    "fire_control": (),
    "sights": (),
    "defensive_fire": ("hit", "miss", "jam"),
    "twin_jam": ("both", "one"),
    "fighter_damage": ("fca", "destroyed"),
    "offensive_fire": ("hit", "miss"),
    "shell_hits": (NUMBER,),
    "hit_multiplier": ("x0", "x1", "x1+1", "x1+2", "x2", "x2+1", "half"),
    "collision": ("none", "possible"),
    "collision_near": ("misses", "collides"),
    "next_clock": ("12", "1:30", "3", "6", "9", "10:30"),
    "next_level": ("high", "level", "low"),
    # damage
    "section.nose": (),
    "section.pilot_compartment": (),
    "section.radio_room": (),
    "section.bomb_bay": (),
    "section.gunners_cabin": (),
    "section.tail": (),
    "section.wing": (),
    "section.instruments": (),
    # the target
    "visibility": VISIBILITY,
    "searchlights": ("caught", "dark"),
    "light_evasion": ("held", "evaded"),
    "flak": ("none", *HOW_DENSE),
    "flak_to_hit": ("hit", "miss"),
    "flak_shells": (NUMBER, "burst_inside_plane"),
    "flak_area": (),
    "thermals": (),
    "bomb_run": ("on_target", "off_target"),
    "bomb_run_spoiled": (),
    "bombing_accuracy": (NUMBER, "lucky", "scatter", "bullseye", "two_dice"),
    "mines": (NUMBER,),
    "shock_wave": (),
    # the end
    "iwo_jima": ("good", "poor", "crowded"),
    "refuelling": ("filled", "half", "held"),
    "way_north": (NUMBER,),
    "vladivostok": ("good", "poor"),
    "soviet_boats": ("interned", "missing"),
    "enemy_boats": ("captured", "missing"),
    "in_enemy_hands": ("captured", "killed"),
}

LOOKED_UP = (mission.LOOKED_UP - ELSEWHERE) | {
    "cabins",
    "defences",
    "fighter_strength",
    "fire_control",
    "fuel_use",
    "loads",
    "sights",
    "way_north",
    "wings",
}
"""Roles whose tables are looked up, not rolled."""
