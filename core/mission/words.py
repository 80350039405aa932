"""The words that the conditions of all bombers' missions may use, beside those that every game has."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any

from ..conditions import Name
from ..errors import BadData

if TYPE_CHECKING:
    from ..sortie import Sortie

__all__ = ["ESCORT", "GROUNDS", "PLACES", "VISIBILITY", "WEATHER", "WORDS", "event_name", "words_of_waves"]

WEATHER = ("clear", "haze", "half_cloud", "full_cloud")
GROUNDS = ("none", "water", "axis", "contested", "neutral", "friendly")
VISIBILITY = ("clear", "slightly_obscured", "mostly_obscured", "completely_obscured")
ESCORT = ("none", "poor", "fair", "good")
PLACES = ("", "base", "occupied", "friendly", "neutral", "alps", "water")


def _put_event(name: str) -> Callable[[Sortie, Any], None]:
    def put(s: Sortie, value: Any) -> None:
        (s.game.events.add if value else s.game.events.discard)(name)

    return put


def event_name(name: str, says: str) -> Name:
    """`event.<name>`: whether a random event holds."""
    path = f"({name!r} in s.game.events or {name!r} in s.game.passing_events)"
    return Name(f"event.{name}", path, "flag", says, (), _put_event(name))


def _put_zone_fighters(s: Sortie, value: Any) -> None:
    if value != "NA" and not isinstance(value, int):
        raise BadData(f"zone.fighters: expected a whole number, or 'NA' for none at all, got {value!r}")
    s.zone.fighters = None if value == "NA" else value


def words_of_waves(resistance: tuple[str, ...]) -> tuple[Name, ...]:
    """The words of a game in which fighters come in waves, as the gazetteer and an escort have it; `resistance`: its
    levels, from none on."""
    return (
        Name(
            "zone.fighters",
            "(s.zone.fighters or 0)",
            "number",
            "the gazetteer's fighter modifier",
            (),
            _put_zone_fighters,
            ("number", "word"),
            low=-9,
            high=9,
        ),
        Name("zone.no_fighters", "(s.zone.fighters is None)", "flag", "no fighters come in this zone"),
        Name("zone.resistance", "s.zone.resistance", "word", "fighter resistance in the zone", resistance),
        Name("zone.escort", "s.zone.escort", "word", "level of fighter escort in the zone", ESCORT),
    )


WORDS = (
    Name("weather", "s.zone.weather", "word", "weather in the zone", WEATHER),
    Name("weather_over_base", "s.game.weather_over_base", "word", "weather over the base", ("good", "poor", "bad")),
    Name("previous_weather", "s.game.previous_weather", "word", "weather in the zone before", ("none", *WEATHER)),
    Name("visibility", "s.game.visibility", "word", "visibility of the target", VISIBILITY),
    Name("passing_shot", "s.game.passing_shot", "flag", "the tail guns fire at a fighter that has passed"),
    Name("bombs_jettisoned_early", "s.game.bombs_jettisoned_early", "flag", "bombs dropped short of the target zone"),
    Name(
        "bombing.by_substitute",
        "(s.game.bombed_by.trade != s.bomber.type.aims)",
        "flag",
        "another man bombs in the place of the man trained for it",
    ),
    Name("aborting", "(s.game.aborting != '')", "flag", "the mission has been given up"),
    Name("nose_turret", "s.game.nose_turret", "word", "type of nose turret", ("none", "emerson", "consolidated")),
    Name("no_engines", "(s.bomber.engines_running == 0)", "flag", "no engine runs"),
    Name("landing.by_substitute", "s.game.landed_by_substitute", "flag", "no pilot lands the bomber"),
    Name("landing.mission", "s.game.landing_mission", "number", "today's mission, counted, of who lands; 0: no bonus"),
    Name("landing.at_base", "(s.game.landing_place == 'base')", "flag", "it lands at its base"),
    Name("landing.in_occupied_land", "(s.game.landing_place == 'occupied')", "flag", "it lands in Axis hands"),
    Name("landing.place", "s.game.landing_place", "word", "where it lands", PLACES),
    Name("landing.risk", "s.game.landing_risk(s)", "number", "thousandths of landings that would kill or hurt"),
    Name("gun.chance", "s.chance('defensive_fire', 'hit')", "number", "thousandths of a hit on the fighter"),
    Name("fighter.chance", "s.chance('offensive_fire', 'hit')", "number", "thousandths of a hit by the fighter"),
    Name("wrecked_with_fire", "s.game.wrecked_with_fire", "flag", "the wreck burns"),
    Name("wrecked_hard", "s.game.wrecked_hard", "flag", "the wreck is a bad one"),
    Name("wrecked_at_landing", "s.game.wrecked_at_landing", "flag", "the bomber was wrecked landing, or ditched"),
    Name("zones_without_heat", "s.game.zones_without_heat(s)", "number", "zones entered since the man's heat was lost"),
    Name("zone.first_ground", "s.game.below(s, 0)", "word", "who holds the ground of the first letter", GROUNDS),
    Name("zone.second_ground", "s.game.below(s, 1)", "word", "who holds the ground of the second letter", GROUNDS),
    Name("unheated_men", "s.game.unheated_men(s)", "number", "men without heat, at whatever height"),
    Name("freezing_men", "s.game.freezing_men(s)", "number", "men without heat, high up"),
)
"""What conditions may ask of a `MissionState` and its bomber."""
