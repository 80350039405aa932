"""The game of the night fighters put together: its sequence of play, decisions, happenings and outcomes."""

from __future__ import annotations

from importlib.resources import files
from pathlib import Path
from typing import TYPE_CHECKING, Any

from bomberstream.core.decisions import Decision
from bomberstream.core.game import Game, GameOption
from bomberstream.core.procedure import Procedure

from . import combat, damage, debriefing, landing, mosquito, preparation, scenes, search, setup, spending
from .board import board
from .career import LAST_ROW
from .roles import LOOKED_UP, PAYLOADS, ROLES
from .state import FORWARD, RANGES, UPWARD
from .target import AIMS
from .tours import TOURS
from .vocabulary import MOONS, NAMES, SYSTEMS, WEATHER

if TYPE_CHECKING:
    from bomberstream.core.sortie import Sortie

    from .state import AceState

__all__ = ["GAME"]

YES_NO = ("yes", "no")

SORTIE = Procedure.of(
    "sortie",
    [
        preparation.grounded,
        preparation.raid,
        preparation.take_off,
        preparation.weather,
        preparation.full_moon,
        preparation.electronics,
        preparation.to_the_raid,
        preparation.spoof_raid,
        search.search,
        landing.intruder,
        landing.land,
        landing.by_day,
        landing.home,
    ],
    rule="ace 5.1",
)
BOX = Procedure.of("box", [search.intercept, search.contacts], rule="ace 6.2.3")
ENCOUNTER = Procedure.of("encounter", [search.target_type, search.engage], rule="ace 7.1.4")
AFTER_COMBAT = Procedure.of("after_combat", [search.way_home, search.compelled], rule="ace 7.4")
PASS = Procedure.of("pass", [combat.guns_and_range, combat.rounds], rule="ace 7.2")
ROUND = Procedure.of(
    "round",
    [
        combat.aim_point,
        combat.extended_burst,
        combat.attack_card,
        combat.gun_jam,
        combat.bomber_fires_first,
        combat.our_fire,
        combat.bomber_fires_back,
        combat.falling_debris,
    ],
    rule="ace 7.2.5",
)
NIGHT_FIGHTER = Procedure.of(
    "night_fighter", [mosquito.initiative, mosquito.their_attack, mosquito.second_round], rule="ace 7.3"
)
DEBRIEFING = Procedure.of(
    "debriefing",
    [
        debriefing.close_log,
        debriefing.hospital,
        debriefing.workshop,
        debriefing.lessons,
        debriefing.awards,
        debriefing.promotion,
        spending.issue,
        spending.stand_ins,
        spending.release,
        spending.fresh_aircraft,
        spending.posting,
        spending.new_aircraft,
        debriefing.turn_page,
    ],
    rule="ace 10.0",
)

DECISIONS = (
    Decision("track", "Officer or NCO?", "ace 10.3.1", ("officer", "nco")),
    Decision("starting_base", "Roll for the starting base, or choose it?", "ace 3.1.3", ("roll", "choose")),
    Decision("which_base", "Which base?", "ace 3.1.3", slot="offer"),
    Decision("first_aircraft", "Which aircraft to begin with?", "ace 3.1.3", slot="offer"),
    Decision("takes_off_socked_in", "Take off although the field is socked in?", "ace 6.1.4", YES_NO),
    Decision("rough_engine", "Turn back with the rough engine, or go on?", "ace 6.1.6", ("turn_back", "go_on")),
    Decision("attack", "Attack it?", "ace 7.0", YES_NO),
    Decision("stays_in_stream", "Look for another one in the stream?", "ace 7.1.5", YES_NO),
    Decision("weapon", "Forward guns, or the upward ones?", "ace 7.2.1", (FORWARD, UPWARD)),
    Decision("range", "From what range?", "ace 7.2.2", RANGES),
    Decision("aim", "Where to aim?", "ace 7.2.3", AIMS),
    Decision("extended_burst", "Risk a long burst?", "ace 7.2.14", YES_NO),
    Decision("redraw", "Keep the card, or draw another?", "ace 10.1.2.expert", ("keep", "redraw")),
    Decision("goes_on", "Another round, another pass, or break off?", "ace 7.2.9", ("press_on", "wheel", "break_off")),
    Decision("abort", "Give the search up and fly home?", "ace 7.4", YES_NO),
    Decision("second_round", "What against the Mosquito that comes close?", "ace 7.3.4",
             ("break_off", "seize_initiative", "bail_out")),
    Decision("rear_guns", "Reply with the rear guns?", "ace 7.3.3", YES_NO),
    Decision("forced_down", "Jump, or glide into a field?", "ace 8.2", ("bail_out", "field")),
    Decision("learns", "Which skill is learnt?", "ace 10.1.1", slot="offer", may_decline=True),
    Decision("skilled_replacement", "Spend a point on a replacement who knows something?", "ace 10.4.1", YES_NO),
    Decision("calls_back", "Spend a point to have him back?", "ace 10.5.4", YES_NO),
    Decision("takes_back", "Take the old man back, or keep his stand-in?", "ace 9.2.2.crew", YES_NO),
    Decision("fresh_aircraft", "Spend a point on a fresh aircraft instead of waiting?", "ace 10.4.1", YES_NO),
    Decision("issued_aircraft", "Which aircraft of the series?", "ace 10.5.5", slot="offer"),
    Decision("posting", "Ask for a posting?", "ace 10.4.1", slot="offer", may_decline=True),
    Decision("new_aircraft", "Ask for another aircraft?", "ace 10.5.2", slot="offer", may_decline=True),
)  # fmt: skip

HAPPENINGS = {
    "enlists": "a new pilot joins a unit",
    "grounded": "a sortie is lost",
    "readiness": "the crew are at readiness",
    "weather": "the weather at take-off is known",
    "stays_down": "the field is socked in, and nobody flies",
    "flies_all_the_same": "an ace takes off from a field that is socked in",
    "no_raid": "the British stay at home",
    "takes_off": "the night fighter takes off",
    "kept_in_order": "good maintenance has kept the sets in order",
    "to_the_raid": "ground control sends the night fighter to the raid",
    "spoofed": "a spoof raid draws the night fighters away",
    "finds_his_way": "a pilot who could be lost finds his way",
    "looks_round": "one search for the bombers",
    "in_the_stream": "the bomber stream is found",
    "sights": "an aeroplane is found",
    "too_fast": "it is too fast to be caught",
    "lets_it_go": "it is left alone",
    "pass": "a pass begins",
    "card": "a card is flipped",
    "deck_shuffled": "the cards are shuffled",
    "burst": "a long burst is fired",
    "blinded": "the pilot is blinded by his own guns",
    "jam": "a weapon jams",
    "jam_cleared": "a jam is cleared at once",
    "seen_below": "the bomber has seen who is below, and the attack is spoilt",
    "corkscrews": "the bomber corkscrews before the attack",
    "shoots": "the night fighter fires",
    "reckoned": "how a card comes to its hits",
    "empty": "a weapon has fired its last round",
    "target_hit": "a system of the target is hit",
    "target_gunner": "the tail gunner of the target is hit",
    "target_tank": "a fuel tank of the target is hit",
    "target_engine_out": "an engine of the target stops",
    "target_destroyed": "the target goes down",
    "return_fire": "the bomber fires back",
    "sneaks_back": "the night fighter takes its time to get below again",
    "target_found": "the target is found again for another pass",
    "target_lost": "the target is lost in the dark",
    "breaks_off": "the attack is broken off",
    "debris": "wreckage strikes the night fighter",
    "witness": "somebody has seen the bomber crash",
    "uncredited": "a bomber that crashed on its way home is not credited",
    "kill": "a kill is credited",
    "turns_back": "the search is given up",
    "turns_home": "the search is over, and it is time to land",
    "initiative": "who has seen the other first",
    "mosquito_shoots": "the Mosquito fires",
    "mosquito_jams": "the Mosquito's guns jam, and it breaks off",
    "rear_guns": "the rear guns reply",
    "breaks_away": "the night fighter tries to break away",
    "turns_on_it": "the night fighter tries to turn the tables",
    "jumps": "the crew do not wait for the second burst",
    "fighter_hit": "the night fighter is hit",
    "structure_hit": "wing, airframe or controls are hit",
    "engine_damaged": "an engine is damaged",
    "engine_stops": "an engine stops",
    "device_out": "a device fails",
    "weapon_out": "a weapon is knocked out",
    "nothing_there": "what is hit is not there, or gone already",
    "tanks_leak": "the tanks leak",
    "tanks_burn": "the tanks burn",
    "hurt": "a man is hurt",
    "breaks_up": "the night fighter breaks up",
    "forced_down": "neither engine runs",
    "bails_out": "the crew leave the aircraft",
    "parachute": "how a man's jump ends",
    "all_killed": "the aircraft is gone with everybody",
    "pilot_killed": "the pilot is dead at the controls",
    "intruder": "an intruder waits over the field",
    "lands": "the aircraft comes down",
    "by_day": "the night fighter is sent up by day",
    "no_day_combat": "pilot or aircraft are not fit for a sortie by day",
    "sick": "a man is replaced for the night",
    "prestige": "prestige is earned",
    "logged": "the sortie is entered in the log",
    "experience": "a man has learnt something",
    "replaced": "a man is lost to the crew",
    "new_man": "a new man joins the crew",
    "back_in_seat": "a man is back with the crew",
    "in_hospital": "a man is in hospital",
    "in_the_workshop": "the aircraft is under repair",
    "scrounged": "the parts are found, and the aircraft flies",
    "learnt": "a skill is learnt",
    "award": "an award is given",
    "grade": "a higher grade of an award is given",
    "berlin": "a journey to Berlin costs a sortie",
    "promoted": "the pilot is promoted",
    "passed_over": "the pilot is not promoted",
    "posted": "the crew are posted",
    "new_aircraft": "the crew have another aircraft",
    "released": "the pilot is back from hospital",
    "career_over": "the career is over",
}
OUTCOMES = {
    "returned": "landed at his own field",
    "crashed": "crashed on landing, the aircraft lost",
    "force_landed": "down in a field",
    "bailed_out": "the crew jumped",
    "shot_down": "shot down, the pilot dead",
    "exploded": "exploded in the air",
    "socked_in": "the field was socked in",
    "no_raid": "the British stayed at home",
    "grounded": "a sortie lost to wounds, repairs or a journey",
}
OPTIONS = (
    GameOption("row", "the row of the sortie log, for a single sortie", "number", low=1, high=LAST_ROW),
    GameOption("moon", "the moon of the night, instead of the log's", "word", MOONS),
    GameOption("weather", "the weather at take-off, instead of a roll", "word", WEATHER),
    GameOption("track", "officer or NCO", "word", ("officer", "nco")),
    GameOption("pilot", "the name of the pilot"),
    GameOption("unit", "the unit to begin with, as 'III/NJG 1'"),
    GameOption("he219_at_start", "let a beginner fly the He 219 (3.1.3)", "flag", default="no"),
    GameOption("kills", "kills to begin with", "number", low=0, high=200),
    GameOption("prestige", "Prestige Points and Level to begin with", "number", low=0, high=9),
    GameOption("experience", "further Experience Points of the pilot", "number", low=0, high=99),
    GameOption("skills", "skills that the crew begin with, as 'aim, radar_operation'"),
)


def facts(s: Sortie) -> dict[str, Any]:
    """What the summary tells beside what every flight has."""
    g: AceState = s.game
    career = g.career
    return {
        "target": g.city or None,
        "moon": g.moon,
        "zones": g.visited,
        "bombing": {"run": ""},
        "claims": [{"type": one.name, "fate": one.fate} for one in g.claims if one.credited],
        "met": [{"type": one.name, "fate": one.fate, "credited": one.credited} for one in g.claims],
        "row": g.row,
        "weather": g.weather,
        "bomber_fate": "written off" if s.outcome in ("crashed", "force_landed") else "",
        "career": {
            "kills": career.kills,
            "flights": career.flights,
            "rank": career.rank,
            "unit": career.unit,
            "base": career.base,
            "aircraft": career.aircraft,
            "prestige_points": career.points,
            "prestige_level": career.level,
            "awards": list(career.awards),
            "ended": career.ended,
            "victory": career.victory,
        },
    }


GAME = Game(
    id="ace",
    title="Nightfighter Ace",
    about="A German night fighter pilot defends the Reich, August 1943 to July 1944.",
    tables=Path(str(files("bomberstream.tables"))) / "ace",
    rules="ace",
    prepare=setup.prepare,
    mission="sortie",
    afterwards="debriefing",
    procedures=(SORTIE, BOX, ENCOUNTER, AFTER_COMBAT, PASS, ROUND, NIGHT_FIGHTER, DEBRIEFING),
    decisions=DECISIONS,
    happenings=HAPPENINGS,
    outcomes=OUTCOMES,
    not_flown=frozenset({"socked_in", "no_raid", "grounded"}),
    losses=frozenset({"bailed_out", "shot_down", "exploded"}),
    vocabulary=NAMES,
    verbs=(*damage.VERBS, *preparation.VERBS),
    roles=ROLES,
    payloads=PAYLOADS,
    looked_up=LOOKED_UP,
    systems=SYSTEMS,
    options=OPTIONS,
    facts=facts,
    stage=scenes.stage,
    scenes=scenes.SCENES,
    shells_strike=False,
    tour=TOURS,
    board=board,
)
