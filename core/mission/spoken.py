"""What is decided and told on the missions of all bombers."""

from __future__ import annotations

from ..decisions import Decision

__all__ = ["DECISIONS", "HAPPENINGS", "LOSSES", "NOT_FLOWN", "OUTCOMES", "YES_NO"]

YES_NO = ("yes", "no")

DECISIONS = (
    Decision("abort", "Give the mission up?", "tonight 4.5", YES_NO),
    Decision("jettison", "Drop the bombs here before the flight home?", "tonight 4.5", YES_NO),
    Decision("jettison_for_engine", "One engine out: drop the bombs and stay in formation?", "today 5.10", YES_NO),
    Decision("lighten", "One engine left: throw guns, ammunition and extinguishers overboard?", "today 5.10", YES_NO),
    Decision("letter", "Which of the two countries below to make for?", "tonight 2.6", ("first", "second")),
    Decision("fires_at", "Which fighter does the gun fire at?", "today 5-5", slot="fighter", may_decline=True),
    Decision("passing_shot", "A passing shot from the tail?", "today 5.5.2", slot="fighter", may_decline=True),
    Decision("takes_controls", "Both pilots are down. Who takes the controls?", "tonight 5.11.4", slot="man"),
    Decision("mans_gun", "Who takes over the gun?", "tonight 5.11.2", slot="man", may_decline=True),
    Decision("carries_ammunition", "Who carries it?", "tonight 5.5.1", slot="man", may_decline=True),
    Decision("takes_ammunition_from", "Which gun gives ammunition?", "tonight 5.5.1", slot="gun", may_decline=True),
    Decision("takes_outlet", "Which oxygen outlet does he take?", "tonight 5.14", slot="station", may_decline=True),
    Decision("works_fuel", "Who works the fuel pump or the leak?", "today 4-3", slot="man", may_decline=True),
    Decision("works_gear", "Who cranks the gear down?", "today 4-3", slot="man", may_decline=True),
    Decision("works_doors", "Who cranks the bomb bay doors?", "today 4-3", slot="man", may_decline=True),
    Decision("mends_turret", "Does the gunner try to mend his turret, and not fire meanwhile?", "today 4-3", YES_NO),
    Decision("manual_release", "Release the bombs by hand?", "today 4-3", YES_NO),
    Decision("drop_through_doors", "Drop the bombs through the closed doors?", "today 4-3", YES_NO),
    Decision("bombs_in_his_place", "Who bombs in the bombardier's place?", "today 6-6", slot="man", may_decline=True),
    Decision("come_down", "Down, here and now: land, or jump?", "tonight 7.0", ("land", "jump")),
    Decision("divert", "Come down on the friendly or neutral ground below?", "tonight 7.0", YES_NO),
    Decision("jumps_at_base", "Does he jump before the landing?", "today 7-3", YES_NO),
    Decision("reroll", "Lady Luck smiles: keep the throw, or make it again?", "today 5-3D", ("keep", "reroll")),
)
"""What is asked on every bomber's mission."""

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
    "goes_low": "the bomber goes down to 10,000 feet",
    "climbs": "the bomber climbs back",
    "slow": "the bomber can no longer keep up",
    "aborts": "the mission is given up",
    "jettisoned": "the bombs are dropped on nothing",
    "cannot_jettison": "the bombs cannot be dropped",
    "bombs_lost": "the bombs tear loose",
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
    "flak": "the flak over the target",
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
