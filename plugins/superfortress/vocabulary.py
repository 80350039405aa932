"""The words of this game's conditions, beside those that every game has."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from bomberstream.core import mission
from bomberstream.core.conditions import Name, follows
from bomberstream.core.mission.words import event_name

from .navigation import WAYS
from .setup import LOADS
from .state import BY_NIGHT, LEVELS, PROFILES
from .target import AIMS, HEADINGS

if TYPE_CHECKING:
    from bomberstream.core.sortie import Sortie

__all__ = ["FORCES", "NAMES", "SIGHTS", "SKILLS", "SYSTEMS", "WINDS"]

SIGHTS = ("bombardier", "cfc_gunner", "left_gunner", "right_gunner", "tail_gunner")
"""Stations with a sight of the central fire control."""

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
    "radar",
    "loran",
    "rubber_rafts",
    "oxygen",
    "cabin_pressure",
    "nose_wheel",
    "tail_wheel",
    "tail_skid",
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
    "fuel_gauges",
    "engine_gauges",
    "cowl_flap_controls",
    "fuel_transfer",
    "control_cables",
    "drag",
    *(f"sight_{one}" for one in SIGHTS),
    *(f"computer_{one}" for one in SIGHTS),
)
"""Systems of the bombers that can be out."""

SKILLS = ("green", "average", "ace")
"""Grades of fighter pilots."""
WINDS = ("strong_tail", "tail", "calm", "head", "strong_head")
FORCES = ("none", "calm", "strong", "violent")
"""Of the jet stream; "none" while it has not been met."""
RESISTANCE = ("none", "light", "moderate", "heavy")
AGES = ("1944", "winter", "spring", "summer")
AREAS = ("none", "tokyo", "nagoya", "osaka_kobe", "kyushu", "other")


def _put_flak_strength(s: Sortie, value: Any) -> None:
    s.game.guns_below = dict.fromkeys(LEVELS, value)


def _carries(name: str, says: str) -> Name:
    def put(s: Sortie, value: Any) -> None:
        (s.fighter.carries.add if value else s.fighter.carries.discard)(name)

    return Name(f"fighter.{name}", f"({name!r} in s.fighter.carries)", "flag", says, (), put)


EVENTS = {
    "warned": "event: picket boats have given warning, and the fighters wait",
    "drawn_off": "event: carrier aircraft have drawn the fighters off",
    "smoke": "event: smoke from earlier raids lies over the target",
    "super_dumbo": "event: a Super Dumbo circles near the route",
}

NAMES = (
    *mission.WORDS,
    Name("profile", "s.game.profile", "word", "how the mission is flown", PROFILES),
    Name(
        "by_night",
        f"(s.game.profile in {BY_NIGHT})",
        "flag",
        "the mission is flown by night",
        (),
        follows("by_night", "the profile", "profile"),
    ),
    Name(
        "by_day",
        f"(s.game.profile not in {BY_NIGHT})",
        "flag",
        "the mission is flown by day",
        (),
        follows("by_day", "the profile", "profile"),
    ),
    Name("target_type", "(s.game.target.type if s.game.target is not None else '')", "word", "type of the target"),
    Name("target_zone", "s.game.target_zone", "number", "the number of the target zone"),
    Name(
        "zones_to_target",
        "(s.game.target_zone - s.zone.number)",
        "number",
        "zones between this one and the target's",
        (),
        follows("zones_to_target", "the zone and the route", "zone.number"),
    ),
    Name(
        "campaign_column",
        "s.game.campaign_column(s)",
        "word",
        "the campaign as a column",
        ("1", "2", "3", "4", "5", "6"),
        follows("campaign_column", "the campaign", "date = 'YYYY-MM-DD', or campaign"),
    ),
    Name(
        "engines.age",
        "s.game.age_of_engines(s)",
        "word",
        "how well the engines are known by the date",
        AGES,
        follows("engines.age", "the date", "date = 'YYYY-MM-DD'"),
    ),
    Name("load", "s.game.load", "word", "what the bomber is loaded for", LOADS),
    Name("stream", "s.game.stream", "word", "place in the stream by night", ("early", "middle", "late")),
    Name("altitude", "s.game.altitude", "word", "altitude level", LEVELS),
    Name("let_down", "s.game.let_down", "flag", "the cabins are let down, masks on"),
    Name(
        "pressure_lost",
        "len(s.game.pressure_lost)",
        "number",
        "cabins that are holed",
        (),
        follows("pressure_lost", "the cabins that are holed"),
    ),
    Name("oxygen_short", "s.game.oxygen_short(s)", "flag", "a man has no oxygen, and there is no outlet for him"),
    Name("fuel", "s.game.fuel", "number", "boxes of fuel left", low=0, high=99),
    Name("fuel.leak", "s.game.leak", "number", "boxes lost in each turn", low=0, high=9),
    Name("fuel.trapped", "s.game.trapped", "number", "boxes that cannot be transferred", low=0, high=99),
    Name(
        "fuel.margin",
        "s.game.fuel_margin(s)",
        "number",
        "boxes beyond what the rest of the mission needs",
        (),
        follows("fuel.margin", "the fuel and the way home", "fuel"),
    ),
    Name(
        "fuel.margin_to_iwo",
        "s.game.fuel_margin_to_iwo(s)",
        "number",
        "boxes beyond what the way to Iwo Jima needs",
        (),
        follows("fuel.margin_to_iwo", "the fuel and the way to Iwo Jima", "fuel"),
    ),
    Name("wind", "s.game.wind", "word", "wind in the zone", WINDS),
    Name("jet_stream", "s.game.jet_stream", "word", "force of the jet stream", FORCES),
    Name("run_heading", "s.game.heading", "word", "how the bomb run lies to the wind", HEADINGS),
    Name("zone.has_iwo_jima", "s.game.is_abreast_of_iwo(s)", "flag", "the zone lies abreast of Iwo Jima"),
    Name("zone.in_japanese_waters", "(s.zone.region_below == 'Japanese waters')", "flag", "off the coast of Japan"),
    Name("finds_way_by", "s.game.way_found_by", "word", "how the way is found", WAYS),
    Name("navigating.fit", "s.game.navigator_is_fit", "flag", "the navigator himself finds the way"),
    Name("navigating.missions", "s.game.navigated_by.missions", "number", "missions of the man who finds the way"),
    Name("panel.by_engineer", "s.game.panel_is_tended(s)", "flag", "the flight engineer is at his panel"),
    Name("panel.missions", "s.game.panel_missions(s)", "number", "missions of the man at the panel"),
    Name("in_formation", "s.game.in_formation", "flag", "the bomber flies in formation"),
    Name("alone", "(not s.game.in_formation)", "flag", "the bomber flies by itself"),
    *mission.words_of_waves(RESISTANCE),
    Name("fighters.strength", "s.game.strength", "number", "strength of the defending fighters", low=0, high=3),
    Name("fighters.area", "s.game.fighters_area", "word", "whose fighters defend the target", AREAS),
    Name("seafire", "s.game.seafire", "flag", "Seafires fly with the bombers"),
    _carries("rams", "its unit rams"),
    _carries("upward_guns", "it has guns that fire upwards"),
    _carries("night", "it is a night fighter"),
    Name(
        "flak.strength", "s.game.flak_strength", "number", "guns at this level", (), _put_flak_strength, low=0, high=3
    ),
    Name("searchlights", "s.game.searchlights", "number", "searchlights at the target", low=0, high=3),
    Name("great_city", "s.game.great_city", "flag", "the target is one of the great cities"),
    Name("lit", "s.game.lit", "flag", "searchlights hold the bomber"),
    Name("unseen", "s.game.unseen", "flag", "the fighter has not been seen"),
    Name("evading", "s.game.evading", "flag", "it takes evasive action"),
    Name("wave", "s.game.wave", "number", "the wave of fighters, from 1"),
    Name("sight.has_computer", "s.game.sight_has_computer(s)", "flag", "a computer helps the gun that fires"),
    Name("sights_manned", "s.game.sights_manned(s)", "number", "sights that work and are manned"),
    Name("aimed_by", "s.game.aimed_by", "word", "how the bombs are aimed", AIMS),
    Name("bombs_by_radar", "s.bomber.type.traits.get('bombs_by_radar', False)", "flag", "it has the Eagle radar"),
    Name("bombing.missions", "s.game.bombed_by.missions", "number", "missions of the man who bombs"),
    Name("radar_observer.works", "s.game.radar_is_read(s)", "flag", "the radar observer reads his set"),
    Name("thrown_about", "s.game.thrown_about", "flag", "hot air throws the bomber about"),
    Name(
        "zone_is_soviet",
        "(s.zone.region[0] == 'Soviet Far East')",
        "flag",
        "the zone holds Vladivostok",
        (),
        follows("zone_is_soviet", "the way north"),
    ),
    Name(
        "goes_north",
        "(s.game.goes_north > 0)",
        "flag",
        "it makes for Vladivostok",
        (),
        follows("goes_north", "what is decided over the target"),
    ),
    Name(
        "zones_north",
        "s.game.zones_north(s)",
        "number",
        "zones from here to Vladivostok",
        (),
        follows("zones_north", "the target", "target"),
    ),
    Name("takes_off_from_iwo_jima", "(s.game.leaves_from == 'iwo_jima')", "flag", "it takes off from Iwo Jima"),
    Name(
        "atomic",
        "s.game.is_atomic",
        "flag",
        "it carries the atomic bomb",
        (),
        follows("atomic", "profile and target", "profile = 'composite' and target = 'Hiroshima'"),
    ),
    Name("landing.on_iwo_jima", "(s.game.lands_at == 'iwo_jima')", "flag", "it lands on Iwo Jima"),
    *(event_name(name, says) for name, says in EVENTS.items()),
)
