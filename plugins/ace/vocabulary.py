"""The names that conditions of this game may use beside those of every game."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from bomberstream.core.conditions import Name
from bomberstream.core.dates import MONTHS

from .state import FORWARD, RANGES, UPWARD
from .target import AIMS

if TYPE_CHECKING:
    from bomberstream.core.sortie import Sortie

__all__ = ["MOONS", "NAMES", "SKILLS", "SYSTEMS", "WEATHER"]

MOONS = ("full", "bright", "normal", "dark", "none")
WEATHER = ("good", "poor", "bad", "socked_in")
SYSTEMS = ("fubl_2f", "main_radar", "second_radar", "naxos", "flensburg", "warning", "landing_gear", "oxygen")
RESULTS = ("", "0", "1", "2", "3", "4", "GP", "GP+1", "DE")
KINDS = (
    "",
    "wellington",
    "stirling",
    "halifax",
    "lancaster",
    "mosquito_ix",
    "mosquito_ii_nf",
    "mosquito_xix_nf",
    "b_17",
)
WOUNDS = ("none", "light", "serious", "killed")
WORN = ("port_wing", "starboard_wing", "airframe", "controls")
ENGINES = ("port_outer", "port_inner", "starboard_inner", "starboard_outer", "port_engine", "starboard_engine")
SKILLS = {
    "aim": "Aim",
    "acm": "Air Combat Maneuvering",
    "bomber_stream": "Bomber Stream",
    "electronics": "Electronics Maintenance",
    "expert": "Expert",
    "gunnery": "Gunnery",
    "landing": "Landing",
    "leadership": "Leadership",
    "navigation": "Navigation",
    "parachute": "Parachute",
    "radar_operation": "Radar Operation",
    "sm_gunnery": "Schräge Musik Gunnery",
    "situational_awareness": "Situational Awareness",
    "weapons": "Weapons Maintenance",
}


def put_damage(system: str) -> Any:
    """A scenario says how often a system of our own aircraft has been hit."""

    def put(s: Sortie, value: Any) -> None:
        s.bomber.counts[system] = value

    return put


def put_engines(s: Sortie, value: Any) -> None:
    """A scenario says how many engines are damaged."""
    s.game.engines_damaged = value


def put_target_damage(system: str) -> Any:
    """A scenario says how often a system of the target has been hit."""

    def put(s: Sortie, value: Any) -> None:
        s.game.target.damage[system] = value

    return put


def put_skill(skill: str) -> Any:
    """A scenario gives a skill to the first man who may have it, or takes it away."""

    def put(s: Sortie, value: Any) -> None:
        known = s.tables["skill"].look(skill).data
        trades = known.men or ("pilot",)
        man = next(s.game.members[trade] for trade in trades if trade in s.game.members)
        if skill in man.skills:
            man.skills.remove(skill)
        if value:
            man.skills.append(skill)

    return put


def _career() -> tuple[Name, ...]:
    return (
        Name("kills", "s.game.career.kills", "number", "kills credited in the career"),
        Name("flights", "s.game.career.flights", "number", "sorties flown in the career"),
        Name("prestige.points", "s.game.career.points", "number", "Prestige Points to spend"),
        Name("prestige.level", "s.game.career.level", "number", "the Prestige Level", high=9),
        Name("track", "s.game.career.track", "word", "officer or NCO", ("officer", "nco")),
        Name("rank", "s.game.career.rank", "word", "the pilot's rank"),
        Name("unit", "s.game.career.unit", "word", "the unit"),
        Name("base_zone", "s.game.career.zone", "word", "the base zone"),
        Name("experience", "s.game.career.pilot.experience", "number", "Experience Points of the pilot"),
        Name("period.crosses", "s.game.career.period.crosses", "number", "grades of the Knight's Cross in this period"),
        Name("period.tens_of_kills", "s.game.career.period.tens_of_kills", "number", "whole tens of kills in it"),
        Name("period.awards", "s.game.career.period.awards", "number", "EK1 and German Cross in it"),
        Name("period.crashes", "s.game.career.period.crashes", "number", "aircraft lost in crash landings in it"),
        Name("kills_past", "s.game.kills_past", "number", "kills past the first number for a grade"),
        Name("career_goes_on", "(s.game.career.ended == '')", "flag", "the career is not over"),
        Name("in_hospital", "s.game.career.in_hospital", "flag", "the pilot is in hospital"),
        Name("back_next", "(s.game.career.free_from <= s.game.career.row + 1)", "flag", "the next sortie can be flown"),
        Name("in_repair", "s.game.only_repairs", "flag", "repairs alone cost the next sortie"),
        Name("was_flown", "(s.outcome not in s.ruleset.game.not_flown)", "flag", "the sortie was flown"),
        Name("holds_german_cross", "('german_cross' in s.game.career.awards)", "flag", "he has the German Cross"),
        Name(
            "aircraft_lost",
            "(s.outcome in ('crashed', 'bailed_out', 'force_landed'))",
            "flag",
            "the aircraft of this sortie is gone, and its pilot is not",
        ),
    )


def _sortie() -> tuple[Name, ...]:
    traits = "s.bomber.type.traits.get"
    return (
        Name("row", "s.game.row", "number", "the row of the sortie log, 1 to 96", low=1, high=96),
        Name("moon", "s.game.moon", "word", "the moon of the night", MOONS),
        Name("month_name", "s.game.month_name", "word", "the month, as the charts name it", MONTHS),
        Name("weather", "s.game.weather", "word", "the weather at take-off", WEATHER),
        Name("landing_weather", "s.game.landing_weather", "word", "the weather at landing", WEATHER),
        Name("by_day", "s.game.by_day", "flag", "the fight is by day"),
        Name("day_combat", "s.game.day_combat", "flag", "a fight by day follows"),
        Name("city", "s.game.city", "word", "where the raid goes"),
        Name("area", "s.game.area", "word", "the target area"),
        Name("jamming", "s.game.jamming", "number", "the jamming level"),
        Name("interception_bonus", "s.game.interception_bonus", "number", "added to the next interception roll"),
        Name("box", "s.game.box", "number", "the endurance box, 0 the take-off box", high=12),
        Name("boxes_left", "(s.game.boxes - s.game.box)", "number", "boxes after this one", low=-9),
        Name("homeward", "s.game.homeward", "flag", "the search has been given up"),
        Name("has_contact", "s.game.contact", "flag", "somebody has been intercepted"),
        Name("in_stream", "s.game.stream", "flag", "in the bomber stream"),
        Name("radar", "s.game.radar(s)", "number", "generation of the radar that works; 0 for none"),
        Name("speed", "s.game.speed(s)", "number", "our speed class now", low=-9),
        Name("carries_naxos", f"({traits}('naxos', False))", "flag", "Naxos is fitted"),
        Name("carries_flensburg", f"({traits}('flensburg', False))", "flag", "Flensburg is fitted"),
        Name("carries_warning", f"({traits}('warning', False))", "flag", "a tail warning set is fitted"),
        Name("carries_upward_guns", "('upward' in s.bomber.guns)", "flag", "upward guns are fitted"),
        Name("series", "s.bomber.type.family", "word", "the series of the aircraft"),
        Name(
            "mat_value",
            "s.game.mat_value(s)",
            "number",
            "forward firepower, 8 for each radar generation, boxes, 12 for upward guns",
        ),
        Name("off_field", "s.game.off_field", "flag", "the landing is not on an airfield"),
        Name("fuel_leaking", "(s.bomber.fuel_leaks > 0)", "flag", "the tanks leak"),
        Name("hits_taken", "s.game.hits", "number", "hits taken on this sortie"),
        Name("hits_in_fight", "s.game.hits_in_fight", "number", "hits taken in this combat"),
        Name(
            "engines_damaged", "s.game.engines_damaged", "number", "engines damaged, not out", (), put_engines, high=2
        ),
        *(
            Name(
                f"{system}_hits",
                f"s.bomber.counts.get({system!r}, 0)",
                "number",
                f"hits on our {system.replace('_', ' ')}",
                (),
                put_damage(system),
            )
            for system in WORN
        ),
        Name("men_hurt", "(len([1 for one in s.bomber.crew if one.is_hurt]))", "number", "men wounded or dead"),
        *(
            Name(
                f"skilled.{skill}",
                f"s.game.has(s, {skill!r})",
                "flag",
                f"somebody aboard has {words}",
                (),
                put_skill(skill),
            )
            for skill, words in SKILLS.items()
        ),
        Name(
            "man_knows_parachute",
            "s.game.knows(s, s.man.trade, 'parachute')",
            "flag",
            "the man has the Parachute skill",
        ),
    )


def _combat() -> tuple[Name, ...]:
    return (
        Name("target.kind", "s.game.target.kind", "word", "what is attacked", KINDS),
        Name("target.is_night_fighter", "s.game.target.type.night_fighter", "flag", "it is a night fighter"),
        Name("target.has_h2s", "s.game.target.has_h2s", "flag", "it carries H2S"),
        Name("target.speed", "s.game.target.type.speed", "number", "its speed class"),
        Name("target.engines_out", "s.game.target.engines_out", "number", "its engines knocked out"),
        Name("target.nearly_gone", "s.game.target.nearly_gone", "number", "its systems one hit from destruction"),
        Name("target.gunner", "s.game.target.gunner", "word", "wounds of its tail gunner", WOUNDS),
        Name("target.weaves", "s.game.target.weaves", "flag", "it corkscrews"),
        Name("target.corkscrewing", "s.game.target.corkscrewing", "flag", "it has begun to corkscrew"),
        Name("target.hits", "s.game.target.hits", "number", "hits on its systems"),
        Name("target.fires_back", "s.game.target.type.return_fire", "flag", "it has guns to the rear"),
        *(
            Name(
                f"target.{system}_hits",
                f"s.game.target.damage.get({system!r}, 0)",
                "number",
                f"hits on its {system.replace('_', ' ')}",
                (),
                put_target_damage(system),
            )
            for system in (*WORN, *ENGINES)
        ),
        Name("weapon", "s.game.weapon", "word", "the guns that fire", (FORWARD, UPWARD)),
        Name("range", "s.game.range", "word", "the range", RANGES),
        Name("aim", "s.game.aim", "word", "the aim point", AIMS),
        Name("pass_number", "s.game.pass_number", "number", "the pass, from 1"),
        Name("round_number", "s.game.round_number", "number", "the round of the pass, from 1"),
        Name("blinded", "s.game.blinded", "flag", "the pilot is blinded by his guns"),
        Name("upward_used", "s.game.upward_used", "flag", "the upward guns have been tried on this target"),
        Name("firepower", "s.game.firepower(s, 'forward')", "number", "firepower of the forward guns now"),
        Name("ammunition", "s.game.ammunition(s, 'forward')", "number", "most rounds in a forward weapon"),
        Name("upward_ammunition", "s.game.ammunition(s, 'upward')", "number", "rounds in the upward guns"),
        Name("fight_is_over", "s.game.fight_over", "flag", "the combat has ended"),
        Name("may_fire", "s.game.may_fire(s)", "flag", "we can fire in this round"),
        Name(
            "can_burst",
            "(s.game.weapon == 'forward' and s.game.range != 'close' and s.game.ammunition(s, 'forward') >= 2 "
            "and s.game.may_fire(s))",
            "flag",
            "a long burst is possible",
        ),
        Name(
            "draws_fire",
            "s.game.draws_fire()",
            "flag",
            "the target can reply",
        ),
        Name(
            "close_below",
            "(s.game.weapon == 'upward' and s.game.range == 'close')",
            "flag",
            "right below with upward guns",
        ),
        Name("card.result", "s.game.card_reads(s)", "word", "what the card flipped comes to", RESULTS),
    )


def _offers() -> tuple[Name, ...]:
    def number(name: str, says: str) -> Name:
        return Name(f"offer.{name}", f"s.offer.{name}", "number", says, low=-99, high=999)

    return (
        Name("offer.key", "s.offer.key", "word", "what is on offer, by its key"),
        Name("offer.trade", "s.offer.trade", "word", "the man who would learn the skill"),
        Name("offer.skill", "s.offer.skill", "word", "the skill on offer", ("", *SKILLS)),
        Name("offer.series", "s.offer.series", "word", "the series of the aircraft on offer"),
        Name("offer.zone", "s.offer.zone", "word", "the zone of the base on offer"),
        Name("offer.unit", "s.offer.unit", "word", "the unit on offer"),
        number("cost", "points that it costs"),
        number("firepower", "firepower of its forward guns"),
        number("upward", "firepower of its upward guns"),
        number("radar", "generation of its radar"),
        number("speed", "its speed class"),
        number("boxes", "its endurance in boxes"),
        number("prestige", "the Prestige Level that it takes"),
        number("experience", "Experience Points, or what a man has learnt"),
        number("sorties", "sorties that it costs"),
    )


NAMES = (*_career(), *_sortie(), *_combat(), *_offers())
