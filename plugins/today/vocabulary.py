"""The words of the daylight game's conditions, beside those that every game has."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from bomberstream.core import mission
from bomberstream.core.conditions import Name, follows
from bomberstream.core.errors import BadData
from bomberstream.core.mission.words import event_name

if TYPE_CHECKING:
    from bomberstream.core.sortie import Sortie

__all__ = ["NAMES", "SKILLS", "SYSTEMS"]

SYSTEMS = (
    "radio",
    "intercom",
    "electrical",
    "autopilot",
    "bombsight",
    "bomb_controls",
    "bomb_release",
    "bomb_bay_doors",
    "navigation",
    "rubber_rafts",
    "oxygen",
    "tail_wheel",
    "nose_wheel",
    "landing_gear",
    "landing_gear_controls",
    "brakes",
    "flap_controls",
    "aileron_controls",
    "elevator_controls",
    "rudder_controls",
    "rudder",
    "feathering",
    "engine_extinguishers",
    "suit_heat",
    "auxiliary_hydraulics",
    "nose_turret_hydraulics",
    "fuel_transfer",
    "control_cables",
    "ball_retraction",
    "ball_power",
    "radar",
)
"""Systems of the daylight bombers that can be out."""

SKILLS = ("green", "average", "ace")
"""Grades of fighter pilots."""


def _put_cell(s: Sortie, value: Any) -> None:
    if value not in ("high", "middle", "low"):
        raise BadData(f"cell: expected high, middle or low, got {value!r}")
    s.game.cell = value


def _put_in_formation(s: Sortie, value: Any) -> None:
    s.game.in_formation = bool(value)


def _put_out_of_formation(s: Sortie, value: Any) -> None:
    s.game.in_formation = not value


def _put_radar(s: Sortie, value: Any) -> None:
    s.game.lead_radar = "own" if value else "none"


def _put_radar_works(s: Sortie, value: Any) -> None:
    (s.bomber.out.discard if value else s.bomber.out.add)("radar")


RADAR = "(s.game.lead_radar != 'none')"
RESISTANCE = ("none", "token", "light", "moderate", "heavy")

NAMES = (
    *mission.WORDS,
    *mission.words_of_waves(RESISTANCE),
    Name("air_force", "s.game.air_force", "number", "8 from England, 15 from Italy"),
    Name("cloud_over_alps", "s.game.cloud_over_alps", "flag", "high cloud lies over the Alps"),
    Name("in_formation", "s.game.in_formation", "flag", "the bomber keeps its place in the box", (), _put_in_formation),
    Name("out_of_formation", "(not s.game.in_formation)", "flag", "the bomber flies alone", (), _put_out_of_formation),
    Name("disrupted", "s.game.disrupted", "flag", "the formation is disrupted for the time being"),
    Name("altitude", "s.game.altitude", "word", "'high' formation altitude, 'low' 10,000 feet", ("high", "low")),
    Name("rejoining_from_low", "s.game.rejoining_from_low", "flag", "it is climbing back from 10,000 feet"),
    Name("joining_after_target", "(not s.outbound)", "flag", "it joins the group after its bomb run"),
    Name("cell", "s.game.cell", "word", "cell of the box", ("high", "middle", "low"), _put_cell),
    Name("position", "s.game.position", "number", "place in the box, 1 to 18", low=1, high=18),
    Name("mission_lead", "s.game.mission_lead", "flag", "it leads the group"),
    Name("cell_leader", "s.game.cell_leader", "flag", "it leads its cell"),
    Name("tail_end", "s.game.tail_end", "flag", "it flies at the tail end"),
    Name("cell_lost_bombers", "s.game.cell_lost_bombers", "flag", "its cell lost bombers at take-off"),
    Name("evading", "s.game.evading", "flag", "it takes evasive action"),
    Name("evaded_in_target_zone", "s.game.evaded_in_target_zone", "flag", "it took evasive action before its bomb run"),
    Name("additional_flak", "s.game.additional_flak", "flag", "this is a further set of flak"),
    Name("wave", "s.game.wave", "number", "the wave of fighters, from 1"),
    event_name("disrupted_formation", "event 4: a loose formation for the rest of the mission"),
    event_name("aggressive_escort", "event 5: the escort presses in"),
    event_name("tight_formation", "event 6: an extra tight formation"),
    event_name("shadowed", "event 8: a captured bomber shadows the formation"),
    event_name("poor_communications", "event 9: the enemy's communications are bad"),
    event_name("formation_casualties", "event 3 has happened"),
    Name("bombing.by_hand", "s.game.by_hand", "flag", "a straggler's bombardier aims for himself"),
    Name("bombing.on_command", "s.game.on_command", "flag", "it drops when the leader drops"),
    Name("bombing.lead_set", "s.game.lead_set", "flag", "the lead bomber aims, with modifiers of its own (10.7, 10.9)"),
    Name("bombing.leads", "s.game.mission_lead", "flag", "the bomber that aims is this one, at the head of the group"),
    Name(
        "bombing.target_type_known",
        "s.game.knows_target_type",
        "flag",
        "the lead bombardier has flown against such targets before (10.7)",
    ),
    Name("bombing.radar_blurred", "s.game.radar_blurred", "flag", "the radar picture of the target is poor (10.9)"),
    Name("radar_aircraft", RADAR, "flag", "whoever aims has radar aboard (10.9)", (), _put_radar),
    Name("radar_working", "('radar' not in s.bomber.out)", "flag", "his radar works (10.9)", (), _put_radar_works),
    Name(
        "radar_operator.fit",
        "s.game.radar_is_manned(s)",
        "flag",
        "his radar operator is fit (10.9)",
        (),
        follows("radar_operator.fit", "the man and his set", "radar_operator.wounds"),
    ),
    Name("radar_b24j_present", RADAR, "flag", "a radar bomber flies at the head of the group (10.9)", (), _put_radar),
)
