"""The words of the daylight game's conditions, beside those that every game has."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from bomberstream.core.conditions import Name
from bomberstream.core.errors import BadData

if TYPE_CHECKING:
    from bomberstream.core.sortie import Sortie

__all__ = ["NAMES", "SYSTEMS"]

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

WEATHER = ("clear", "haze", "half_cloud", "full_cloud")
GROUNDS = ("none", "water", "axis", "contested", "neutral", "friendly")
VISIBILITY = ("clear", "slightly_obscured", "mostly_obscured", "completely_obscured")


def _put_cell(s: Sortie, value: Any) -> None:
    if value not in ("high", "middle", "low"):
        raise BadData(f"cell: expected high, middle or low, got {value!r}")
    s.game.cell = value


def _put_in_formation(s: Sortie, value: Any) -> None:
    s.game.in_formation = bool(value)


def _put_out_of_formation(s: Sortie, value: Any) -> None:
    s.game.in_formation = not value


def _put_event(name: str) -> Any:
    def put(s: Sortie, value: Any) -> None:
        (s.game.events.add if value else s.game.events.discard)(name)

    return put


def _event(name: str, says: str) -> Name:
    path = f"({name!r} in s.game.events or {name!r} in s.game.passing_events)"
    return Name(f"event.{name}", path, "flag", says, (), _put_event(name))


def _never(name: str, says: str) -> Name:
    """A word of an optional rule that is not switched on: it never holds."""
    return Name(name, "False", "flag", says)


def _put_zone_fighters(s: Sortie, value: Any) -> None:
    s.zone.fighters = value if isinstance(value, int) else None


RESISTANCE = ("none", "token", "light", "moderate", "heavy")
ESCORT = ("none", "poor", "fair", "good")

NAMES = (
    Name("weather", "s.zone.weather", "word", "weather in the zone", WEATHER),
    Name(
        "zone.fighters", "(s.zone.fighters or 0)", "number", "the gazetteer's fighter modifier", (), _put_zone_fighters
    ),
    Name("zone.no_fighters", "(s.zone.fighters is None)", "flag", "no fighters come in this zone"),
    Name("zone.resistance", "s.zone.resistance", "word", "fighter resistance in the zone", RESISTANCE),
    Name("zone.escort", "s.zone.escort", "word", "level of fighter escort in the zone", ESCORT),
    Name("air_force", "s.game.air_force", "number", "8 from England, 15 from Italy"),
    Name("weather_over_base", "s.game.weather_over_base", "word", "weather over the base", ("good", "poor", "bad")),
    Name("previous_weather", "s.game.previous_weather", "word", "weather in the zone before", ("none", *WEATHER)),
    Name("visibility", "s.game.visibility", "word", "visibility of the target", VISIBILITY),
    Name("cloud_over_alps", "s.game.cloud_over_alps", "flag", "high cloud lies over the Alps"),
    Name("nose_turret", "s.game.nose_turret", "word", "type of nose turret", ("none", "emerson", "consolidated")),
    Name("in_formation", "s.game.in_formation", "flag", "the bomber keeps its place in the box", (), _put_in_formation),
    Name("out_of_formation", "(not s.game.in_formation)", "flag", "the bomber flies alone", (), _put_out_of_formation),
    Name("disrupted", "s.game.disrupted", "flag", "the formation is disrupted for the time being"),
    Name("altitude", "s.game.altitude", "word", "'high' formation altitude, 'low' 10,000 feet", ("high", "low")),
    Name("rejoining_from_low", "s.game.rejoining_from_low", "flag", "it is climbing back from 10,000 feet"),
    Name("joining_after_target", "(not s.outbound)", "flag", "it joins the group after its bomb run"),
    Name("cell", "s.game.cell", "word", "cell of the box", ("high", "middle", "low"), _put_cell),
    Name("position", "s.game.position", "number", "place in the box, 1 to 18"),
    Name("mission_lead", "s.game.mission_lead", "flag", "it leads the group"),
    Name("cell_leader", "s.game.cell_leader", "flag", "it leads its cell"),
    Name("tail_end", "s.game.tail_end", "flag", "it flies at the tail end"),
    Name("cell_lost_bombers", "s.game.cell_lost_bombers", "flag", "its cell lost bombers at take-off"),
    Name("evading", "s.game.evading", "flag", "it takes evasive action"),
    Name("evaded_in_target_zone", "s.game.evaded_in_target_zone", "flag", "it took evasive action before its bomb run"),
    Name("additional_flak", "s.game.additional_flak", "flag", "this is a further set of flak"),
    Name("passing_shot", "s.game.passing_shot", "flag", "the tail guns fire at a fighter that has passed"),
    Name("bombs_jettisoned_early", "s.game.bombs_jettisoned_early", "flag", "bombs dropped short of the target zone"),
    Name("aborting", "(s.game.aborting != '')", "flag", "the mission has been given up"),
    Name("wave", "s.game.wave", "number", "the wave of fighters, from 1"),
    Name("no_engines", "(s.bomber.engines_running == 0)", "flag", "no engine runs"),
    Name("landing.by_substitute", "s.game.landed_by_substitute", "flag", "neither pilot lands the bomber"),
    Name(
        "landing.mission",
        "s.game.landing_mission",
        "number",
        "today's mission, counted, of who lands; 0: no bonus",
    ),
    Name("landing.at_base", "(s.game.landing_place == 'base')", "flag", "it lands at its base"),
    Name("landing.in_occupied_land", "(s.game.landing_place == 'occupied')", "flag", "it lands in Axis hands"),
    Name(
        "landing.place",
        "s.game.landing_place",
        "word",
        "where it lands",
        ("", "base", "occupied", "friendly", "neutral", "alps", "water"),
    ),
    Name("gun.chance", "s.chance('defensive_fire', 'hit')", "number", "thousandths of a hit on the fighter"),
    Name("fighter.chance", "s.chance('offensive_fire', 'hit')", "number", "thousandths of a hit by the fighter"),
    Name("landing.risk", "s.game.landing_risk(s)", "number", "thousandths of landings that would kill or hurt"),
    Name("wrecked_with_fire", "s.game.wrecked_with_fire", "flag", "the wreck burns"),
    Name("wrecked_hard", "s.game.wrecked_hard", "flag", "the wreck is a bad one"),
    Name("wrecked_at_landing", "s.game.wrecked_at_landing", "flag", "the bomber was wrecked landing, or ditched"),
    Name(
        "zones_without_heat",
        "s.game.zones_without_heat(s)",
        "number",
        "zones entered since the man's heat was lost",
    ),
    Name("zone.first_ground", "s.game.below(s, 0)", "word", "who holds the ground of the first letter", GROUNDS),
    Name("zone.second_ground", "s.game.below(s, 1)", "word", "who holds the ground of the second letter", GROUNDS),
    Name("unheated_men", "s.game.unheated_men(s)", "number", "men without heat, at whatever height"),
    Name("freezing_men", "s.game.freezing_men(s)", "number", "men without heat, high up"),
    _event("disrupted_formation", "event 4: a loose formation for the rest of the mission"),
    _event("aggressive_escort", "event 5: the escort presses in"),
    _event("tight_formation", "event 6: an extra tight formation"),
    _event("shadowed", "event 8: a captured bomber shadows the formation"),
    _event("poor_communications", "event 9: the enemy's communications are bad"),
    _event("formation_casualties", "event 3 has happened"),
    Name("bombing.by_hand", "s.game.by_hand", "flag", "a straggler's bombardier aims for himself"),
    Name("bombing.on_command", "s.game.on_command", "flag", "it drops when the leader drops"),
    Name(
        "bombing.by_substitute",
        "(s.game.bombed_by.trade != 'bombardier')",
        "flag",
        "another man bombs in his place",
    ),
    _never("bombing.lead_set", "optional rule 10.7: the lead crew's modifiers are used"),
    _never("bombing.target_type_known", "optional rule 10.7: the lead bombardier knows such targets"),
    _never("bombing.radar_blurred", "optional rule 10.9: the radar picture is poor"),
    _never("radar_aircraft", "optional rule 10.9: it carries radar"),
    _never("radar_working", "optional rule 10.9: its radar works"),
    _never("radar_operator.fit", "optional rule 10.9: its radar operator is fit"),
    _never("radar_b24j_present", "optional rule 10.9: a radar B-24J flies in the lead"),
)
