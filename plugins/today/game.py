"""The daylight game put together: its sequence of play, decisions, happenings and outcomes."""

from __future__ import annotations

from importlib.resources import files
from pathlib import Path

from bomberstream.core import mission
from bomberstream.core.decisions import Decision
from bomberstream.core.game import Game, GameOption
from bomberstream.core.mission import aftermath
from bomberstream.core.mission.spoken import YES_NO
from bomberstream.core.procedure import Procedure

from . import combat, debriefing, events, fighters, formation, landing, scenes, setup, target, troubles, zones
from .roles import ROLES
from .tour import TOUR
from .vocabulary import NAMES, SKILLS, SYSTEMS

__all__ = ["GAME"]

MISSION = Procedure.of(
    "mission",
    [setup.base_weather, setup.take_off, setup.land_again, zones.fly_out, zones.fly_home, landing.come_home],
    rule="tonight 3.0",
)
ZONE = Procedure.of(
    "zone",
    [
        troubles.crew_moves,
        zones.weather,
        zones.alps_clouds,
        zones.recall,
        troubles.mechanical_failure,
        zones.contrails,
        zones.escort,
        formation.engines,
        formation.formation,
        formation.altitude,
        troubles.troubles,
        target.low_flak,
        zones.first_turn,
        target.visibility,
        target.flak,
        target.slow_over_target,
        target.bomb_run,
        target.turn_over_target,
        zones.abort_decision,
        zones.second_turn,
        zones.divert,
    ],
    rule="tonight 4.0",
)
TURN = Procedure.of("turn", [zones.fuel, troubles.jam_repairs, troubles.work, fighters.fighters], rule="tonight 5.0")
WAVE = Procedure.of(
    "wave",
    [
        fighters.appearance,
        fighters.bombs_and_rockets,
        fighters.extra_fighter,
        fighters.poor_communications,
        fighters.escort_drives_off,
        fighters.pilot_skill,
        fighters.rounds,
    ],
    rule="today 5-3",
)
EVENT = Procedure.of("event", [fighters.random_event], rule="today 5-3")
ROUND = Procedure.of(
    "round",
    [
        troubles.close_up,
        combat.evade,
        combat.allot_guns,
        combat.defensive_fire,
        combat.fighters_fire,
        combat.passing_shots,
        combat.collisions,
        combat.break_off,
        combat.next_positions,
    ],
    rule="tonight 5.5",
)
LANDING = Procedure.of(
    "landing",
    [landing.weather_at_home, landing.jump_before_landing, landing.land_at_base],
    rule="tonight 7.0",
)
DEBRIEFING = Procedure.of("debriefing", [debriefing.hospital, debriefing.credit], rule="tonight 8.0")

RULES = {
    "fights_fire": "today 5-19",
    "abort": "tonight 4.5",
    "jettison": "tonight 4.5",
    "jettison_for_engine": "today 5.10",
    "lighten": "today 5.10",
    "letter": "tonight 2.6",
    "fires_at": "today 5-5",
    "passing_shot": "today 5.5.2",
    "takes_controls": "tonight 5.11.4",
    "mans_gun": "tonight 5.11.2",
    "carries_ammunition": "tonight 5.5.1",
    "takes_ammunition_from": "tonight 5.5.1",
    "takes_outlet": "tonight 5.14",
    "works_fuel": "today 4-3",
    "works_gear": "today 4-3",
    "works_doors": "today 4-3",
    "mends_turret": "today 4-3",
    "manual_release": "today 4-3",
    "drop_through_doors": "today 4-3",
    "bombs_in_his_place": "today 6-6",
    "come_down": "tonight 7.0",
    "divert": "tonight 7.0",
    "jumps_at_base": "today 7-3",
    "reroll": "today 5-3D",
}
"""The rules by which this game asks for what is decided on every bomber's mission."""

DECISIONS = (
    *mission.citing(RULES),
    Decision("climb", "Climb back to formation altitude?", "tonight 5.14", YES_NO),
    Decision("descend_for_oxygen", "Oxygen is short. Go down to 10,000 feet?", "tonight 5.14", YES_NO),
    Decision("descend_for_heat", "Men are freezing. Go down to 10,000 feet?", "today 5-18", YES_NO),
    Decision("scrub", "Bad weather: scrub the mission, or fly it as if the weather were poor?", "today 3-1", YES_NO),
    Decision(
        "take_off_engine_out", "An engine is lost at take-off. Go on, or turn back?", "today 3-2", ("go", "abort")
    ),
    Decision("alps", "High cloud over the Alps. Go on blind, or turn back?", "today 4-1A", ("go", "abort")),
    Decision("rejoin", "Try to rejoin the formation?", "today 4-8", YES_NO),
    Decision("evade", "Take evasive action in this round?", "today 5.9", YES_NO),
    Decision("evade_flak", "Take evasive action against the flak?", "today 5.9", YES_NO),
    Decision("escort_takes", "Which fighter does the escort drive off?", "today 5-4", slot="fighter"),
    Decision("communications_takes", "Which fighter loses its way?", "today 5-3D", slot="fighter"),
    Decision("frees_ball_gunner", "Who frees the ball gunner?", "today 4-3", slot="man", may_decline=True),
)

HAPPENINGS = {
    **mission.HAPPENINGS,
    "briefing": "the mission is set up",
    "bombs_lost": "the bombs tear loose",
    "escort": "the level of escort in a range of zones",
    "disrupted": "cloud disrupts the formation",
    "reformed": "the formation has closed up again",
    "falls_out": "the bomber loses its place",
    "rejoined": "the bomber is back in its place",
    "rejoin_failed": "the bomber does not find its place",
    "formation_casualties": "losses change the bomber's place",
    "near_collision": "two bombers come too close",
    "waves": "fighters come in waves",
    "no_waves": "fighters stay away",
    "no_attack": "a wave attacks others",
    "beaten_off": "the box beats a wave off",
    "attackers": "the fighters that attack",
    "wave_gone": "a whole wave is driven off",
    "driven_off": "a fighter is driven off",
    "bombs_or_rockets": "bombs or rockets are loosed at the box",
    "evades": "the bomber takes evasive action",
    "comes_again": "a fighter comes round again",
    "suit_heat_out": "all suits lose their heat",
    "freed": "a gunner is freed",
    "ball_raised": "the ball turret is raised",
}

GAME = Game(
    id="today",
    title="Target for Today",
    about="American day raids on Europe with the 8th and 15th Air Forces, November 1942 to April 1945",
    tables=Path(str(files("bomberstream.tables"))) / "today",
    rules="today",
    prepare=setup.prepare,
    mission="mission",
    afterwards="debriefing",
    procedures=(MISSION, ZONE, TURN, WAVE, EVENT, ROUND, LANDING, DEBRIEFING),
    decisions=DECISIONS,
    happenings=HAPPENINGS,
    outcomes=mission.OUTCOMES,
    losses=mission.LOSSES,
    not_flown=mission.NOT_FLOWN,
    listeners={**aftermath.LISTENERS, "falls_out": aftermath.place_lost},
    vocabulary=NAMES,
    verbs=events.VERBS,
    skills=SKILLS,
    roles=ROLES,
    looked_up=mission.LOOKED_UP | {"appearance_notes"},
    payloads={
        "appearance": fighters.AppearanceCell,
        "appearance_notes": fighters.NoteCell,
        "escort_drives_off": fighters.EscortCell,
        "position_in_cell": fighters.PositionCell,
    },
    systems=SYSTEMS,
    options=(
        GameOption("air_force", "8 from England or 15 from Italy", "number", ("8", "15")),
        GameOption("missions", "missions that the crew have flown before today", "number", (), "0", 0, 99),
        GameOption("cell", "cell of the box", "word", ("high", "middle", "low")),
        GameOption("position", "place in the box, 1 to 18", "number", low=1, high=18),
        GameOption("nose_turret", "nose turret of a B-24J", "word", ("emerson", "consolidated")),
        GameOption("any_bomber", "fly a bomber before or after its time", "flag"),
        GameOption("any_target", "fly to a target of another campaign", "flag"),
    ),
    facts=debriefing.facts,
    stage=scenes.stage,
    scenes=scenes.SCENES,
    tour=TOUR,
)
