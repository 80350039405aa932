"""The roles for which the night game asks its tables, and the results that they may give.

A list is closed where a step acts on the result. It is open, `()`, where the row's effects alone act, or where
the results are areas, cities and guns.
"""

from __future__ import annotations

from bomberstream.core import mission
from bomberstream.core.game import NUMBER
from bomberstream.core.mission.words import VISIBILITY, WEATHER

from .vocabulary import MOONS, SKILLS

__all__ = ["ROLES"]

HOW_DENSE = ("light", "medium", "heavy")
YES_NO = ("yes", "no")
SEEN_OR_NOT = ("spotted", "unseen")

ROLES: dict[str, tuple[str, ...]] = {
    **mission.ROLES,
    # set-up and take-off
    "moon": MOONS,
    "night_vision": YES_NO,
    "target_card": (),
    "stream_position": ("front", "middle", "back"),
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
    "pilot_skill": SKILLS,
    "fighter_spots": SEEN_OR_NOT,
    "attack_clock": ("12", "1:30", "3", "6", "9", "10:30", "vertical_dive", "vertical_climb"),
    "attack_level": ("high", "level", "low"),
    "bomber_spots": SEEN_OR_NOT,
    # a combat round
    "fields_of_fire": (),
    "defensive_fire": ("hit", "miss", "jam"),
    "twin_jam": ("both", "one"),
    "fighter_damage": ("superficial", "fcab", "fca", "fboa", "destroyed"),
    "offensive_fire": ("hit", "miss"),
    "shell_hits": (NUMBER,),
    "hit_multiplier": ("half", "x0", "x1", "x2", "x3", "x4", "x5"),
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
    # the target
    "visibility": VISIBILITY,
    "bomb_run": ("on_target", "off_target"),
    "bomb_run_spoiled": (),
    "bombing_accuracy": (NUMBER, "lucky", "scatter", "bullseye", "two_dice"),
}
