"""The words of the night game's conditions, beside those that every game has."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from bomberstream.core import mission
from bomberstream.core.conditions import Name, follows
from bomberstream.core.mission.words import event_name

from .crew import sets_aboard

if TYPE_CHECKING:
    from bomberstream.core.sortie import Sortie

__all__ = ["DEVICES", "EVENTS", "MOONS", "NAMES", "SKILLS", "SYSTEMS"]

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
    "fuel_transfer",
    "control_cables",
    "superchargers",
    "gee",
    "gee_h",
    "h2s",
    "monica",
    "mandrel",
    "window_chute",
)
"""Systems of the night bombers that can be out."""

DEVICES = ("gee", "gee_h", "h2s", "monica", "mandrel", "window")
MOONS = ("crescent", "half", "full")
LEVELS = ("very_high", "high", "low", "on_the_deck")
SKILLS = ("novice", "flieger", "veteran", "experte")
HALF_YEARS = ("1942H1", "1942H2", "1943H1", "1943H2", "1944H1", "1944H2", "1945H1")
YEARS = ("1942", "1943", "1944", "1945")


def _device(name: str, says: str) -> Name:
    def put(s: Sortie, value: Any) -> None:
        (s.bomber.devices.add if value else s.bomber.devices.discard)(name)
        (s.game.devices_on.add if value else s.game.devices_on.discard)(name)
        s.game.sets = sets_aboard(s)

    return Name(f"device.{name}", f"({name!r} in s.game.devices_on)", "flag", says, (), put)


def _trait(name: str, says: str) -> Name:
    def put(s: Sortie, value: Any) -> None:
        (s.fighter.carries.add if value else s.fighter.carries.discard)(name)

    return Name(f"fighter.{name}", f"({name!r} in s.fighter.carries)", "flag", says, (), put)


EVENTS = {
    "static": "random event: static silences the electronics",
    "wrong_wind": "random event: the forecast wind is wrong",
    "flares": "random event: fighter flares light the route",
    "drawn_off": "random event: the fighters are drawn off",
    "controllers_confused": "random event: the German controllers are confused",
    "alerted": "random event: a running commentary follows the stream",
}

NAMES = (
    *mission.WORDS,
    Name("moon", "s.game.moon", "word", "phase of the moon", MOONS),
    Name(
        "year_name",
        "s.date[:4]",
        "word",
        "the year as a column, '1943'",
        YEARS,
        follows("year_name", "the date", "date = 'YYYY-MM-DD'"),
    ),
    Name(
        "half_year",
        "(s.date[:4] + ('H1' if s.date[5:7] < '07' else 'H2'))",
        "word",
        "the half-year as a column, '1943H2'",
        HALF_YEARS,
        follows("half_year", "the date", "date = 'YYYY-MM-DD'"),
    ),
    Name("stream_position", "s.game.stream_position", "word", "place in the stream", ("front", "middle", "back")),
    Name("target_type", "s.game.target_type", "word", "type of the target"),
    Name("altitude", "s.game.altitude", "word", "height above or below 10,000 feet", LEVELS),
    Name("is_low", "(s.game.altitude in ('low', 'on_the_deck'))", "flag", "it flies low, or on the deck"),
    Name("detected", "s.game.detected", "flag", "ground radar holds the bomber in this zone"),
    Name("lit", "s.game.lit", "flag", "a searchlight holds the bomber"),
    Name("off_course_zones", "s.game.off_course_zones", "number", "zones of the way out flown off course"),
    Name("corkscrewing", "s.game.corkscrewing", "flag", "it corkscrews in this round"),
    Name("corkscrewed", "s.game.corkscrewed", "flag", "it has corkscrewed in this round"),
    Name("may_corkscrew", "s.game.may_corkscrew(s)", "flag", "nothing forbids the corkscrew"),
    *(_device(name, f"{name.replace('_', '-')} works and is switched on") for name in DEVICES),
    Name("switching", "s.game.switching", "word", "the device that is asked about", ("", *DEVICES)),
    Name(
        "navigating.by_substitute",
        "(s.game.navigated_by.trade != s.bomber.type.navigates)",
        "flag",
        "another man navigates",
    ),
    Name("navigating.hurt", "s.game.navigator_is_hurt", "flag", "the navigator is frostbitten or badly hurt"),
    Name("navigating.missions", "s.game.navigated_by.missions", "number", "missions of the man who navigates"),
    Name("bombing.missions", "s.game.bombed_by.missions", "number", "missions of the man who bombs"),
    _trait("radar", "it carries airborne radar"),
    _trait("naxos", "it carries Naxos"),
    _trait("flensburg", "it carries Flensburg"),
    _trait("upward_guns", "it carries upward guns"),
    Name("fighter.wild_boar", "s.fighter.type.traits.get('wild_boar', False)", "flag", "it is a single-seat Wild Boar"),
    Name("fighter.upward_attack", "s.game.upward_attack", "flag", "it fires its upward guns"),
    Name("fighter.seen", "s.game.fighter_is_seen", "flag", "the crew see it"),
    Name("spotting.attempt", "s.game.spotting_attempt", "number", "the crew's try to see the fighter, from 1"),
    Name("spotting.covered", "s.game.spotting_covered", "flag", "a manned gun bears on its place"),
    Name(
        "spotting.night_vision",
        "s.game.spotting_night_vision",
        "flag",
        "a man with night vision mans a gun that bears on its place",
    ),
    Name("landing.by_engineer", "(s.game.landed_by.trade == 'engineer')", "flag", "the flight engineer lands it"),
    Name("oxygen_short", "s.game.oxygen_short(s)", "flag", "a man has no oxygen, and there is no outlet for him"),
    *(event_name(name, says) for name, says in EVENTS.items()),
)
