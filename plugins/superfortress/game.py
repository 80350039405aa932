"""The game of the Marianas put together: its sequence of play, decisions, happenings and outcomes."""

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
    altitude,
    cabins,
    combat,
    debriefing,
    engineer,
    fighters,
    fire_control,
    formation,
    fuel,
    landing,
    navigation,
    north,
    rescue,
    scenes,
    setup,
    staging,
    target,
    verbs,
    zones,
)
from .roles import LOOKED_UP, ROLES
from .state import LEVELS, PROFILES
from .tour import TOUR
from .vocabulary import NAMES, SKILLS, SYSTEMS

__all__ = ["GAME"]

MISSION = Procedure.of(
    "mission",
    [
        setup.base_weather,
        setup.take_off,
        setup.land_again,
        zones.fly_out,
        north.fly_north,
        zones.fly_home,
        landing.come_home,
    ],
    rule="superfortress 1.3",
)
ZONE = Procedure.of(
    "zone",
    [
        engineer.crew_moves,
        altitude.movement,
        zones.weather,
        zones.front,
        zones.wind,
        zones.jet_stream,
        cabins.cabin_pressure,
        altitude.bad_air,
        engineer.mechanical_failure,
        navigation.navigation,
        zones.contrails,
        fighters.escort,
        engineer.engines,
        formation.assembly,
        formation.breaking_up,
        engineer.troubles,
        zones.first_turn,
        target.visibility,
        target.run_heading,
        target.searchlights,
        target.flak,
        target.slow_over_target,
        target.thermals,
        target.bomb_run,
        target.shock_wave,
        target.turn_over_target,
        staging.staging,
        zones.abort_decision,
        zones.further_turns,
        fuel.fuel_decisions,
        zones.iwo_jima,
        north.vladivostok,
    ],
    rule="superfortress 4.0",
)
TURN = Procedure.of(
    "turn", [fuel.fuel, engineer.jam_repairs, engineer.work, fighters.fighters], rule="superfortress 4.10"
)
WAVE = Procedure.of(
    "wave",
    [
        fighters.appearance,
        fighters.ramming_attack,
        fighters.air_bombs,
        fighters.escort_drives_off,
        fighters.pilot_skill,
        fighters.sighting,
        fighters.rounds,
    ],
    rule="superfortress 5.3",
)
EVENT = Procedure.of("event", [fighters.random_event], rule="superfortress 5.20")
ROUND = Procedure.of(
    "round",
    [
        combat.close_up,
        combat.evade,
        combat.allot_guns,
        combat.defensive_fire,
        combat.ramming,
        combat.fighters_fire,
        combat.passing_shots,
        combat.collisions,
        combat.break_off,
        combat.next_positions,
    ],
    rule="superfortress 5.6",
)
LANDING = Procedure.of(
    "landing",
    [landing.weather_at_home, landing.jump_before_landing, landing.land_at_base],
    rule="superfortress 7.1",
)
IWO_LANDING = Procedure.of(
    "iwo_landing",
    [landing.weather_over_iwo_jima, landing.jump_before_landing, landing.land_on_iwo_jima],
    rule="superfortress 7.6",
)
VLADIVOSTOK_LANDING = Procedure.of(
    "vladivostok_landing",
    [landing.weather_over_vladivostok, landing.land_at_vladivostok],
    rule="superfortress 7.8",
)
DEBRIEFING = Procedure.of("debriefing", [debriefing.hospital, debriefing.credit], rule="superfortress 8.0")

RULES = {
    "fights_fire": "superfortress 5-19",
    "abort": "superfortress 4.11",
    "jettison": "superfortress 4.11",
    "jettison_for_engine": "superfortress 5.10",
    "lighten": "superfortress 5.10",
    "letter": "superfortress 7.4",
    "fires_at": "superfortress 5.6",
    "passing_shot": "superfortress 5.6",
    "takes_controls": "superfortress 4.7",
    "mans_gun": "superfortress 4.7",
    "carries_ammunition": "superfortress 4.7",
    "takes_ammunition_from": "superfortress 4.7",
    "takes_outlet": "superfortress 4.2",
    "works_fuel": "superfortress 4.7",
    "works_gear": "superfortress 4.7",
    "works_doors": "superfortress 4.7",
    "mends_turret": "superfortress 4.7",
    "manual_release": "superfortress 6.6",
    "drop_through_doors": "superfortress 6.6",
    "bombs_in_his_place": "superfortress 6.6",
    "come_down": "superfortress 7.4",
    "divert": "superfortress 7.6",
    "jumps_at_base": "superfortress 7.3",
    "reroll": "superfortress 5-20",
}
"""The rules by which this game asks for what is decided on every bomber's mission."""

DECISIONS = (
    *mission.citing(RULES),
    Decision(
        "fit",
        "How is this place of the bomber fitted?",
        "superfortress 2.6",
        ("full", "lower", "tail", "guns", "cannon"),
    ),
    Decision("load", "Load for range, as usual, or for more bombs?", "superfortress 2.6", setup.LOADS),
    Decision("scrub", "Bad weather: scrub the mission, or fly it in poor weather?", "superfortress 3.1", YES_NO),
    Decision(
        "take_off_engine_out",
        "An engine is lost at take-off. Go on, or turn back?",
        "superfortress 3.2",
        ("go", "abort"),
    ),
    Decision("level", "At which level through this zone?", "superfortress 4.1B", LEVELS),
    Decision("lets_cabins_down", "Let the cabins down and put masks on?", "superfortress 4.2", YES_NO),
    Decision("descend_for_oxygen", "Oxygen is short. Go down to Low?", "superfortress 4.2", YES_NO),
    Decision("descend_for_heat", "Men are freezing. Go down to Low?", "superfortress 4.2", YES_NO),
    Decision("finds_way_by", "By what means is the way found?", "superfortress 4.5", navigation.WAYS),
    Decision("navigates", "Who finds the way?", "superfortress 4.5", slot="man", may_decline=True),
    Decision(
        "hot_engine", "An engine overheats: nurse it, or shut it down?", "superfortress 4.7", ("nurse", "shut_down")
    ),
    Decision("tends_panel", "Who takes the engineer's place?", "superfortress 4.7", slot="man", may_decline=True),
    Decision("lightens_for_fuel", "Short of fuel: everything loose overboard?", "superfortress 4.10", YES_NO),
    Decision("ditches_under_power", "Ditch now, while the engines run?", "superfortress 4.10", YES_NO),
    Decision("evade", "Take evasive action in this round?", "superfortress 5.9", YES_NO),
    Decision("evade_flak", "Take evasive action against the flak?", "superfortress 5.9", YES_NO),
    Decision("escort_takes", "Which fighter does the escort drive off?", "superfortress 5.2", slot="fighter"),
    Decision("evades_lights", "Twist and turn out of the searchlights?", "superfortress 6.3", YES_NO),
    Decision("run_heading", "The jet stream: with it, against it, or across?", "superfortress 6.6", target.HEADINGS),
    Decision("stages", "Land on Iwo Jima for fuel, and go on from there?", "superfortress 4.12", YES_NO),
    Decision("goes_to_vladivostok", "Make for Vladivostok, and internment?", "superfortress 7.8", YES_NO),
    Decision("aims_by", "Aim by sight, or by radar?", "superfortress 6.6", target.AIMS),
)

NEVER_TOLD = frozenset({"alps_crash", "climbs", "fuel_work", "iced", "looks_for_pass", "low_flak"})
"""Happenings of other theatres."""

HAPPENINGS = {
    **{name: says for name, says in mission.HAPPENINGS.items() if name not in NEVER_TOLD},
    "briefing": "the mission is set up",
    **altitude.HAPPENINGS,
    **cabins.HAPPENINGS,
    **combat.HAPPENINGS,
    **engineer.HAPPENINGS,
    **fighters.HAPPENINGS,
    **formation.HAPPENINGS,
    **fuel.HAPPENINGS,
    **landing.HAPPENINGS,
    **navigation.HAPPENINGS,
    **north.HAPPENINGS,
    **rescue.HAPPENINGS,
    **staging.HAPPENINGS,
    **target.HAPPENINGS,
    **zones.HAPPENINGS,
}

OUTCOMES = {
    **mission.OUTCOMES,
    "diverted": "landed on Iwo Jima",
    "interned": "landed in the Soviet Union, and interned",
}
"""How a mission can end."""

GAME = Game(
    id="superfortress",
    title="B-29 Superfortress",
    about="the Twentieth Air Force against Japan from the Marianas, October 1944 to August 1945",
    tables=Path(str(files("bomberstream.tables"))) / "superfortress",
    rules="superfortress",
    prepare=setup.prepare,
    mission="mission",
    afterwards="debriefing",
    procedures=(MISSION, ZONE, TURN, WAVE, EVENT, ROUND, LANDING, IWO_LANDING, VLADIVOSTOK_LANDING, DEBRIEFING),
    decisions=DECISIONS,
    happenings=HAPPENINGS,
    outcomes=OUTCOMES,
    losses=mission.LOSSES & OUTCOMES.keys(),
    not_flown=mission.NOT_FLOWN,
    listeners={**aftermath.LISTENERS, "falls_out": aftermath.place_lost},
    vocabulary=NAMES,
    verbs=verbs.VERBS,
    fighter_traits=fighters.TRAITS,
    skills=SKILLS,
    roles=ROLES,
    looked_up=LOOKED_UP,
    payloads={
        "appearance": fighters.AppearanceCell,
        "night_appearance": fighters.AppearanceCell,
        "defences": setup.DefencesCell,
        "fire_control": fire_control.TurretCell,
        "loads": setup.LoadCell,
        "sights": fire_control.SightCell,
        "wings": setup.WingCell,
    },
    systems=SYSTEMS,
    options=(
        GameOption("missions", "missions that the crew have flown before today", "number", (), "0", 0, 99),
        GameOption("profile", "how the mission is flown", "word", PROFILES),
        GameOption("base", "island from which it is flown", "word", setup.BASES),
        GameOption("wing", "wing that flies it; the 509th on its own missions alone", "word", setup.WINGS),
        GameOption("load", "what the bomber is loaded for", "word", setup.LOADS),
        GameOption("armament", "guns that a B-29 takes along", "word", ("full", "lower", "tail")),
        GameOption("tail", "tail armament of a B-29", "word", ("guns", "cannon")),
        GameOption("stream", "place in the stream by night", "word", ("early", "middle", "late")),
        GameOption("seafire", "fly with Seafires of the Royal Navy as escort", "flag"),
        GameOption("any_bomber", "fly a bomber before or after its time", "flag"),
        GameOption("any_target", "fly to a target of another campaign", "flag"),
    ),
    facts=debriefing.facts,
    stage=scenes.stage,
    scenes=scenes.SCENES,
    tour=TOUR,
)
