"""The night game put together: its sequence of play, decisions, happenings and outcomes."""

from __future__ import annotations

from importlib.resources import files
from pathlib import Path

from bomberstream.core import mission
from bomberstream.core.decisions import Decision
from bomberstream.core.game import Game, GameOption
from bomberstream.core.mission import aftermath
from bomberstream.core.mission.spoken import YES_NO
from bomberstream.core.procedure import Procedure

from . import (
    alps,
    altitude,
    combat,
    crew,
    debriefing,
    fighters,
    landing,
    navigation,
    scenes,
    searchlights,
    setup,
    target,
    troubles,
    verbs,
    zones,
)
from .roles import ROLES
from .state import HIGH, LOW, ON_THE_DECK, VERY_HIGH
from .tour import TOUR
from .vocabulary import NAMES, SKILLS, SYSTEMS

__all__ = ["GAME"]

TARGET = Procedure.of("target", [setup.draw_target], rule="tonight 2.4")
MISSION = Procedure.of(
    "mission",
    [
        setup.base_weather,
        setup.join_stream,
        setup.take_off,
        setup.land_again,
        setup.assembly,
        zones.fly_out,
        zones.fly_home,
        landing.come_home,
    ],
    rule="tonight 3.0",
)
ZONE = Procedure.of(
    "zone",
    [
        crew.crew_moves,
        altitude.altitude,
        zones.weather,
        alps.alps_clouds,
        zones.recall,
        troubles.mechanical_failure,
        zones.contrails,
        zones.engines,
        troubles.troubles,
        troubles.low_flak,
        crew.devices,
        zones.detection,
        zones.first_turn,
        alps.find_pass,
        zones.slow_over_target,
        target.going_around,
        target.visibility,
        target.bomb_run,
        target.turn_over_target,
        zones.abort_decision,
        zones.second_turn,
        zones.divert,
        navigation.navigation,
        zones.leaving,
    ],
    rule="tonight 4.0",
)
TURN = Procedure.of(
    "turn",
    [
        zones.fuel,
        troubles.jam_repairs,
        troubles.work,
        crew.battle_stations,
        searchlights.searchlights,
        searchlights.guns,
        fighters.night_fighters,
        searchlights.lights_out,
    ],
    rule="tonight 5.0",
)
FIGHTER = Procedure.of(
    "fighter",
    [
        fighters.kind_of_fighter,
        fighters.very_high,
        fighters.equipment,
        fighters.pilot_skill,
        fighters.finds_bomber,
        fighters.rounds,
    ],
    rule="tonight 5.3",
)
EVENT = Procedure.of("event", [fighters.random_event], rule="tonight 5.3.1.2")
ROUND = Procedure.of(
    "round",
    [
        combat.position,
        combat.crew_spots_it,
        combat.upward_attack,
        combat.surprise,
        combat.evade,
        combat.allot_guns,
        combat.defensive_fire,
        combat.fighter_fires,
        combat.passing_shot,
        combat.collision,
        combat.contact,
    ],
    rule="tonight 5.8",
)
LANDING = Procedure.of(
    "landing",
    [landing.weather_at_home, landing.intruders, landing.jump_before_landing, landing.land_at_base],
    rule="tonight 7.0",
)
DEBRIEFING = Procedure.of("debriefing", [debriefing.hospital, debriefing.credit], rule="tonight 8.0")

RULES = {
    "fights_fire": "tonight 5-19",
    "abort": "tonight 4.5",
    "jettison": "tonight 4.5",
    "jettison_for_engine": "tonight 5.10",
    "lighten": "tonight 5.10",
    "letter": "tonight 2.6",
    "fires_at": "tonight 5.5",
    "passing_shot": "tonight 5.7.2",
    "takes_controls": "tonight 5.11.4",
    "mans_gun": "tonight 5.11.2",
    "carries_ammunition": "tonight 5.5.1",
    "takes_ammunition_from": "tonight 5.5.1",
    "takes_outlet": "tonight 5.14",
    "works_fuel": "tonight 4-3",
    "works_gear": "tonight 4-3",
    "works_doors": "tonight 4-3",
    "mends_turret": "tonight 4-3",
    "manual_release": "tonight 4-3",
    "drop_through_doors": "tonight 4-3",
    "bombs_in_his_place": "tonight 6-6",
    "come_down": "tonight 7.0",
    "divert": "tonight 7.0",
    "jumps_at_base": "tonight 7-3",
    "reroll": "tonight 5-11",
}
"""The rules by which this game asks for what is decided on every bomber's mission."""

DECISIONS = (
    *mission.citing(RULES),
    Decision(
        "fit", "How is this place of the bomber fitted?", "tonight 2.5.1", ("turret", "clear", "gun", "h2s", "none")
    ),
    Decision("carries", "Carry this device?", "tonight 2.7.1", YES_NO),
    Decision("scrub", "Bad weather: scrub the raid, or fly it as if the weather were poor?", "tonight 3.1.1", YES_NO),
    Decision(
        "take_off_engine_out", "An engine is lost at take-off. Go on, or turn back?", "tonight 3.1.3", ("go", "abort")
    ),
    Decision("altitude", "At what height through this zone?", "tonight 4.1.1", (VERY_HIGH, HIGH, LOW, ON_THE_DECK)),
    Decision("navigates", "Who finds the way?", "tonight 4.9", slot="man", may_decline=True),
    Decision("malta", "No way across the Alps: make for Malta?", "tonight 4.2.1", YES_NO),
    Decision("back_to_posts", "Everybody back to his own post?", "tonight 5.11.2", YES_NO),
    Decision("drops_window", "Who drops Window in this zone?", "tonight 5.0.3", slot="man", may_decline=True),
    Decision("transmit", "Have this set transmit in this zone?", "tonight 5.0.2", YES_NO),
    Decision("corkscrew_light", "Corkscrew out of the searchlight?", "tonight 5.1.5", YES_NO),
    Decision("corkscrew", "Corkscrew in this round?", "tonight 5.6.1", YES_NO),
    Decision(
        "upward_answer",
        "Fired on from below: fire back, or corkscrew?",
        "tonight 5.4.4",
        ("fire", "corkscrew", "neither"),
    ),
    Decision("go_around", "Off course on the way: go around before the bomb run?", "tonight 6.0.8", YES_NO),
)

HAPPENINGS = {
    **mission.HAPPENINGS,
    "briefing": "the raid is set up",
    "stream": "the place in the stream",
    "level": "the bomber goes to another level below 10,000 feet",
    "window": "a man goes to the Window chute",
    "back_at_post": "a man goes back to his own place",
    "device_silent": "a device no longer works",
    "recalled": "the raid is recalled",
    "malta": "the bomber makes for Malta",
    "detected": "ground radar has found the bomber",
    "undetected": "ground radar has not found it",
    "on_course": "a device keeps the bomber on course",
    "off_course": "the bomber is off course",
    **searchlights.HAPPENINGS,
    **fighters.HAPPENINGS,
    **combat.HAPPENINGS,
    **target.HAPPENINGS,
    **landing.HAPPENINGS,
    **verbs.HAPPENINGS,
}

GAME = Game(
    id="tonight",
    title="Target for Tonight",
    about="RAF Bomber Command by night over Europe, March 1942 to April 1945",
    tables=Path(str(files("bomberstream.tables"))) / "tonight",
    rules="tonight",
    prepare=setup.prepare,
    mission="mission",
    afterwards="debriefing",
    procedures=(TARGET, MISSION, ZONE, TURN, FIGHTER, EVENT, ROUND, LANDING, DEBRIEFING),
    decisions=DECISIONS,
    happenings=HAPPENINGS,
    outcomes={**mission.OUTCOMES, "diverted": "home, but landed on another airfield"},
    losses=mission.LOSSES,
    not_flown=mission.NOT_FLOWN,
    listeners={**aftermath.LISTENERS, "oxygen_out": debriefing.oxygen_lost},
    vocabulary=NAMES,
    verbs=verbs.VERBS,
    roles=ROLES,
    looked_up=mission.LOOKED_UP,
    fighter_traits=fighters.TRAITS,
    payloads={"target_card": setup.CardCell},
    skills=SKILLS,
    words={"gun.calibre": (".50",)},  # of guns that optional rules bring
    systems=SYSTEMS,
    options=(
        GameOption("missions", "missions that the crew have flown before tonight", "number", (), "0", 0, 99),
        GameOption(
            "moon",
            "phase of the moon, or where it comes from",
            "word",
            ("crescent", "half", "full", "table", "calendar"),
        ),
        GameOption("nose", "nose of a Halifax", "word", ("turret", "clear")),
        GameOption("ventral", "what the ventral place holds", "word", ("gun", "h2s", "none")),
        GameOption(
            "electronics",
            "devices to carry, as 'gee,h2s'; 'none' for none; left out: decided one by one",
            "devices",
        ),
        GameOption("stream", "place in the bomber stream", "word", ("front", "middle", "back")),
        GameOption("first_raid", "fly the raid with which the campaign began", "flag"),
        GameOption("any_bomber", "fly a bomber before or after its time", "flag"),
        GameOption("any_device", "carry a device before or after its time", "flag"),
        GameOption("any_target", "fly to a target of another campaign", "flag"),
    ),
    facts=debriefing.facts,
    stage=scenes.stage,
    scenes=scenes.SCENES,
    tour=TOUR,
)
