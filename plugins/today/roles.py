"""The roles for which the daylight game asks its tables, and the results that they may give.

A list is closed where a step acts on the result. It is open, `()`, where the row's effects alone act, or where
the results are areas and guns of the bomber.
"""

from __future__ import annotations

from bomberstream.core import mission
from bomberstream.core.game import NUMBER
from bomberstream.core.mission.words import VISIBILITY, WEATHER

from .vocabulary import SKILLS

__all__ = ["ROLES"]

HOW_DENSE = ("light", "medium", "heavy")

ROLES: dict[str, tuple[str, ...]] = {
    **mission.ROLES,
    # set-up and take-off
    "nose_turret_type": ("consolidated", "emerson"),
    "cell": ("high", "middle", "low"),
    "position_in_cell": (NUMBER, "roll_again"),
    # zones
    "weather": WEATHER,
    "alps_pass": ("found", "none"),
    "alps_pass_crash": (),
    "alps_passage": (),
    "recall": (),
    "mechanical_failure": (),
    "failed_system": (),
    "contrails": ("contrails", "none"),
    "escort": ("none", "poor", "fair", "good"),
    "rejoin": ("rejoined", "failed"),
    # troubles and work
    "nose_gear_by_hand": ("lowered", "stuck"),
    "ball_retraction": ("raised", "stuck"),
    # fighters
    "resistance": ("none", "token", "light", "moderate", "heavy"),
    "waves": (NUMBER,),
    "escort_drives_off": (NUMBER,),
    "appearance": ("attack", "event_or_none", "none"),
    "appearance_notes": (
        "beaten_off",
        "bombs_from_above",
        "jet",
        "jg_26",
        "night_fighters",
        "out_of_reach",
        "rocket_fighter",
        "rockets",
        "vertical_climb",
        "vertical_dive",
    ),
    "bombs_from_above": HOW_DENSE,
    "rockets": ("miss", *HOW_DENSE),
    "me163_position": ("clock", "vertical_dive"),
    "pilot_skill": SKILLS,
    # random events
    "event_or_nothing": ("event", "nothing"),
    "formation_casualties": ("lead", "tail_end"),
    "near_collision": (),
    # a combat round
    "fields_of_fire": (),
    "defensive_fire": ("hit", "miss", "jam"),
    "twin_jam": ("both", "one"),
    "fighter_damage": ("fcab", "fca", "fboa", "destroyed"),
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
    "section.bomb_bay": (),
    "section.radio_room": (),
    "section.waist": (),
    "section.tail": (),
    "section.wing": (),
    "section.instruments": (),
    # the target
    "visibility": VISIBILITY,
    "flak": ("none", *HOW_DENSE),
    "flak_to_hit": ("hit", "miss"),
    "flak_shells": (NUMBER, "burst_inside_plane"),
    "flak_area": (),
    "bomb_run": ("on_target", "off_target"),
    "bomb_run_spoiled": (),
    "bombing_accuracy": (NUMBER, "lucky", "scatter", "bullseye", "two_dice"),
}
