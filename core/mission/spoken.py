"""What is decided and told on the missions of all bombers."""

from __future__ import annotations

from collections.abc import Mapping

from attrs import evolve

from .. import damage
from ..decisions import Decision

__all__ = ["DECISIONS", "HAPPENINGS", "LOSSES", "NOT_FLOWN", "OUTCOMES", "YES_NO", "citing"]

YES_NO = ("yes", "no")

DECISIONS = (
    *damage.DECISIONS,
    Decision("abort", "Give the mission up?", options=YES_NO),
    Decision("jettison", "Drop the bombs here before the flight home?", options=YES_NO),
    Decision("jettison_for_engine", "One engine out: drop the bombs, and keep height and speed?", options=YES_NO),
    Decision("lighten", "One engine left: throw guns, ammunition and extinguishers overboard?", options=YES_NO),
    Decision("letter", "Which of the two countries below to make for?", options=("first", "second")),
    Decision("fires_at", "Which fighter does the gun fire at?", slot="fighter", may_decline=True),
    Decision("passing_shot", "A passing shot from the tail?", slot="fighter", may_decline=True),
    Decision("takes_controls", "No pilot is fit. Who takes the controls?", slot="man"),
    Decision("mans_gun", "Who takes over the gun?", slot="man", may_decline=True),
    Decision("carries_ammunition", "Who carries it?", slot="man", may_decline=True),
    Decision("takes_ammunition_from", "Which gun gives ammunition?", slot="gun", may_decline=True),
    Decision("takes_outlet", "Which oxygen outlet does he take?", slot="station", may_decline=True),
    Decision("works_fuel", "Who works the fuel pump or the leak?", slot="man", may_decline=True),
    Decision("works_gear", "Who cranks the gear down?", slot="man", may_decline=True),
    Decision("works_doors", "Who cranks the bomb bay doors?", slot="man", may_decline=True),
    Decision("mends_turret", "Does the gunner try to mend his turret, and not fire meanwhile?", options=YES_NO),
    Decision("manual_release", "Release the bombs by hand?", options=YES_NO),
    Decision("drop_through_doors", "Drop the bombs through the closed doors?", options=YES_NO),
    Decision("bombs_in_his_place", "Who aims in the place of the man trained for it?", slot="man", may_decline=True),
    Decision("come_down", "Down, here and now: land, or jump?", options=("land", "jump")),
    Decision("divert", "Come down on the friendly or neutral ground below?", options=YES_NO),
    Decision("jumps_at_base", "Does he jump before the landing?", options=YES_NO),
    Decision("reroll", "Lady Luck smiles: keep the throw, or make it again?", options=("keep", "reroll")),
)
"""What is asked on every bomber's mission; each game has rules of its own for it (`citing`)."""


def citing(rules: Mapping[str, str]) -> tuple[Decision, ...]:
    """`DECISIONS` with the rules of one game: decision to rule, one for each."""
    return tuple(evolve(one, rule=rules[one.id]) for one in DECISIONS)


HAPPENINGS = {
    "base_weather": "the weather over the base at take-off",
    "scrubbed": "the mission is scrubbed",
    "airborne": "the bomber is in the air",
    "zone": "a zone is entered",
    "weather": "the weather is another than in the zone before",
    "turns_for_home": "the bomber turns for home",
    "second_turn": "a slow bomber spends a second turn in the zone",
    "iced": "ice keeps it out of the Alps",
    "looks_for_pass": "a low bomber looks for a pass",
    "contrails": "contrails form",
    "goes_low": "the bomber goes down to where men need no oxygen",
    "climbs": "the bomber climbs to where men need oxygen",
    "slow": "the bomber has become slow: two turns a zone",
    "aborts": "the mission is given up",
    "jettisoned": "the bombs are dropped on nothing",
    "cannot_jettison": "the bombs cannot be dropped",
    "no_engines": "no engine runs",
    "last_engine": "one engine is left",
    "last_engine_gives_out": "the last engine gives out",
    "lightened": "everything loose is overboard",
    "fuel_gone": "the tanks are dry",
    "fuel_work": "a man has worked at the fuel system",
    "event": "a random event holds",
    "engine_restarts": "an engine runs again",
    "ace_for_a_day": "a gunner cannot miss",
    "fighter_hit": "a gun hits a fighter",
    "fighter_destroyed": "a fighter is destroyed",
    "fighter_misses": "a fighter fires and misses",
    "bomber_hit": "a fighter hits the bomber",
    "grazed": "a fighter hits the bomber without any effect",
    "passing_shot": "the tail guns fire at a passing fighter",
    "near_miss": "a fighter almost collides",
    "collides": "a fighter collides",
    "suffocates": "a man dies without oxygen",
    "takes_outlet": "a man moves to another outlet",
    "jam_cleared": "a jam is cleared",
    "gun_broken": "a gun is broken for good",
    "mans_gun": "a man takes over a gun",
    "takes_controls": "a man takes the controls",
    "nobody_flies": "nobody is left to fly",
    "ammunition": "boxes are carried to an empty gun",
    "turret_mended": "a turret has power again",
    "turret_stays_dead": "a turret cannot be mended",
    "visibility": "how well the target is seen",
    "flak": "how dense the flak is",
    "flak_hits": "flak hits the bomber",
    "low_flak": "light flak fires at a low bomber",
    "bombs_away": "the bombs are dropped",
    "bombs_hung": "the bombs do not fall",
    "doors_open": "the bomb bay doors are cranked open",
    "doors_wrecked": "the bombs go through the doors",
    "gear_down": "the gear is cranked down",
    "gear_stuck": "the gear does not come down",
    "home": "the base is in sight",
    "lands": "the bomber comes in to land",
    "landing": "how the landing went",
    "diverts": "the bomber makes for ground below",
    "alps_crash": "a landing in the Alps",
    "ditched": "the crew are out of the water",
    "crew_lost_at_sea": "the sea takes the crew",
    "drowns": "a trapped man goes down with the bomber",
    "bombs_explode": "the bombs explode in the crash",
    "bail_out": "the crew jump",
    "jumped": "what becomes of a man who jumped",
    "goes_down": "a man goes down with the bomber",
    "fate": "what becomes of a man on the ground",
    "all_lost": "the bomber is gone with all aboard",
    "hospital": "what becomes of a wounded or frostbitten man",
    "debriefed": "the mission is over",
}
"""What is told of every bomber's mission."""

OUTCOMES = {
    "scrubbed": "the mission was called off before take-off",
    "returned": "home and landed",
    "crashed": "crashed at take-off, at the landing, or into a mountainside",
    "force_landed": "came down away from the base",
    "ditched": "came down in the water",
    "bailed_out": "abandoned by its crew under control",
    "shot_down": "fell out of control or exploded",
    "interned": "came down on neutral ground",
}
"""How a bomber's mission can end."""

LOSSES = frozenset({"force_landed", "ditched", "bailed_out", "shot_down", "interned"})
"""Outcomes in which the bomber did not come back."""

NOT_FLOWN = frozenset({"scrubbed"})
"""Outcomes in which it never left."""
