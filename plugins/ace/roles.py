"""The tables that the steps ask for, by role, and the results that they may give."""

from __future__ import annotations

from typing import Any

from bomberstream.core.game import NUMBER

from .cards import Burst, CardLines
from .data import AwardData, Base, LogRow, RankData, SkillData, VictoryData, ZoneData
from .target import AIMS, GroupDamage, TargetType
from .vocabulary import MOONS, WEATHER

__all__ = ["LOOKED_UP", "PAYLOADS", "ROLES"]

SYSTEMS = (
    "nothing", "gunner", "wing", "port_wing", "starboard_wing", "airframe", "controls", "port_inner", "port_outer",
    "starboard_inner", "starboard_outer", "port_engine", "starboard_engine", "fuel_tank", "bomb_bay",
)  # fmt: skip
TANK = ("leak", "fire", "explosion")
TRIED = ("success", "failure")
WOUNDS = ("light", "serious", "killed")
AREAS = ("Ruhr", "France", "Frankfurt", "Bremen", "Berlin", "Munich")

ROLES: dict[str, tuple[str, ...]] = {
    "base": (),
    "further_base": (),
    "base_zone": (),
    "endurance_track": AREAS,
    "raid": (),
    "target_area": AREAS,
    "weather": WEATHER,
    "full_moon": ("cancelled", "flown"),
    "electronics_failure": ("other", "main_radar", "homing", "none", "second_radar", "warning", "random_event"),
    "random_event": (),
    "spoof_raid": (NUMBER,),
    "log_row": MOONS,
    "interception": ("lost", "none", "intercept", "stream"),
    "jamming": (NUMBER,),
    "target_type": (),
    "target": (),
    "extended_burst": ("destroyed", "hits", "jammed"),
    "combat_card": ("0", "1", "2", "3", "4", "GP", "GP+1", "DE"),
    "combat_lines": ("fighter", "bomber"),
    "bomber_damage": SYSTEMS,
    "group_damage": AIMS,
    "bomber_tank": TANK,
    "bomb_bay": ("nothing", "explosion"),
    "injury": WOUNDS,
    "injured_man": ("first", "second", "third", "fourth"),
    "fighter_damage": (),
    "fighter_tank": TANK,
    "another_pass": ("lost", "found"),
    "debris": ("hit", "nothing"),
    "way_home": ("crashes", "gets_home"),
    "credit": ("seen", "unseen"),
    "initiative": ("mosquito", "ours"),
    "break_off": TRIED,
    "seize_initiative": TRIED,
    "landing": ("safe", "rough", "crash"),
    "intruder": ("attacks", "none"),
    "parachute": ("safe", *WOUNDS),
    "serious_wound": (NUMBER, "unfit"),
    "repairs": (NUMBER,),
    "skill": (NUMBER,),
    "award": (),
    "clasp_grade": ("Bronze", "Silver", "Gold"),
    "badge_grade": ("Black", "Silver", "Gold"),
    "cross": ("awarded", "not_yet"),
    "promotion": ("promoted", "passed_over"),
    "rank": (),
    "scrounging": ("waits", "repaired"),
    "price": (NUMBER,),
    "delay": (NUMBER,),
    "victory": (),
}
PAYLOADS: dict[str, type[Any]] = {
    "base": Base,
    "further_base": Base,
    "base_zone": ZoneData,
    "endurance_track": dict[str, int],
    "log_row": LogRow,
    "target": TargetType,
    "extended_burst": Burst,
    "combat_lines": CardLines,
    "group_damage": GroupDamage,
    "skill": SkillData,
    "award": AwardData,
    "rank": RankData,
    "victory": VictoryData,
}
LOOKED_UP = frozenset(
    {
        "further_base", "base_zone", "endurance_track", "target_area", "log_row", "jamming", "target", "combat_card",
        "combat_lines", "group_damage", "repairs", "skill", "award", "clasp_grade", "badge_grade", "rank", "price",
        "delay", "victory",
    }
)  # fmt: skip
