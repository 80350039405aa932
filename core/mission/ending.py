"""How a mission ends: landing (7-1), ditching (7-2), jumping (7-3, 7-4), and what becomes of the men."""

from __future__ import annotations

from typing import TYPE_CHECKING, NoReturn

from ..crew import NOBODY, Crewman
from ..zones import Zone
from .causes import ENEMY
from .ground import ground, sea_is_friendly, settle_letter

if TYPE_CHECKING:
    from ..sortie import Sortie
    from ..tables import Cell, Rolled
    from .state import MissionState

__all__ = [
    "WRECKED",
    "after_landing",
    "all_lost",
    "come_down",
    "ditch",
    "everybody_out",
    "fate_by_country",
    "finish",
    "fished_out",
    "jump_over_base",
    "land",
    "land_away",
    "reach_base",
    "rescued_to",
    "taken_up",
    "touch_down",
    "who_lands",
]

AIRFIELDS = ("base", "airfield")
"""Places with a runway: the bomber's own base, and another field of our side."""
WRECKED = ("wrecked", "wrecked_hard")


# --- the base


def reach_base(s: Sortie) -> None:
    """The base zone, and its weather now; nothing is scrubbed any more (3-1)."""
    g: MissionState = s.game
    s.enter_zone(Zone(1, over=g.base_codes(), region=("",), is_base=True))
    g.landing_place = "base"
    who_lands(s)
    g.weather_over_base = s.roll("weather_over_base").result
    s.note("home", weather=g.weather_over_base)


def jump_over_base(s: Sortie) -> None:
    """Any or all may jump over the base before a landing that looks bad (4-3 j, 7-3 f)."""
    g: MissionState = s.game
    jumpers = []
    for man in s.bomber.crew:
        if man.is_fit and not man.is_trapped and man is not g.landed_by:
            s.man = man
            if s.choose("jumps_at_base", about=man.told) == "yes":
                jumpers.append(man)
    for man in jumpers:
        if leaves(s, man, "controlled"):
            man.fate = "returns"
            s.note("jumped", man=man.name, fate="safe")
    if all(man.is_dead or man.fate or man is g.landed_by for man in s.bomber.crew):
        s.man = g.landed_by
        if s.choose("jumps_at_base", about=g.landed_by.told) == "yes":
            everybody_out(s, "controlled")


def who_lands(s: Sortie) -> Crewman:
    """Who lands the bomber: of the fit pilots the best; else whoever holds the controls.

    His experience is the ordinal of today's mission; two light wounds cost a pilot his bonus (5-17 a).
    """
    g: MissionState = s.game
    bonuses = [(g.experience(s, man), man) for man in s.bomber.pilots if man.is_fit]
    if bonuses:
        g.landing_mission, man = max(bonuses, key=lambda one: one[0])
    else:
        g.landing_mission, man = 0, s.bomber.man_at(s.bomber.type.pilots[0])
        if not man.is_fit:
            fit = list(s.bomber.fit_men())
            next_in_line = [one for one in fit if one.trade in s.bomber.type.flies_next]
            man = next(iter(next_in_line or fit), NOBODY)
    g.landed_by = man
    return man


def come_down(s: Sortie) -> NoReturn:
    """The bomber must come down where it is: the pilot chooses to land it, or the crew jump."""
    g: MissionState = s.game
    letter = settle_letter(s, controlled=True)
    if letter == "W":
        g.landing_place = "water"
    else:
        g.landing_place = "alps" if s.zone.is_alps else in_hands_of(ground(s))
    if s.zone.is_base:
        g.landing_place = "base"
    if s.choose("come_down") == "jump":
        everybody_out(s, "controlled", place=g.landing_place)
    if g.landing_place == "water":
        ditch(s)
    land(s, g.landing_place)


def in_hands_of(holder: str) -> str:
    """The landing place of ground that somebody holds: "axis" is "occupied"."""
    return "occupied" if holder == "axis" else holder


def land_away(s: Sortie) -> NoReturn:
    """A landing on neutral or friendly ground, by choice (tonight 7.0)."""
    land(s, in_hands_of(ground(s)))


def land(s: Sortie, place: str) -> NoReturn:
    """A landing on land (7-1), at the base or elsewhere."""
    after_landing(s, place, touch_down(s, place))


def touch_down(s: Sortie, place: str) -> Rolled:
    """The wheels come down on land: the roll of 7-1, and what goes off of the bombs that are aboard."""
    g: MissionState = s.game
    g.landing_place = place
    man = who_lands(s)
    s.note("lands", man=man.name, place=place, station=man.title)
    if place == "alps":
        s.note("alps_crash")
        kill_all(s)
        finish(s, "crashed", "lost")
    if man is NOBODY:
        everybody_out(s, "uncontrolled")
    rolled = s.roll("landing_on_land")
    if rolled.total <= 0 and rolled.natural != 12 and s.bomber.bombs_aboard and bombs_go_off(s):
        kill_all(s)
        finish(s, "crashed", "lost")
    s.note("landing", result=rolled.result, place=place)
    return rolled


def after_landing(s: Sortie, place: str, rolled: Rolled) -> NoReturn:
    """What a landing on land does to bomber and crew (7-1); the flight ends."""
    g: MissionState = s.game
    result = rolled.result
    if result == "crew_killed":
        kill_all(s)
        finish(s, "crashed", "written off")
    if result in WRECKED:
        g.wrecked_at_landing = True
        g.wrecked_hard = result == "wrecked_hard"
        injure_all(s)
    fates_on_the_ground(s, place, escaped=rolled.natural == 12)
    state = {"safe": "intact", "repairable": "repairable"}.get(result, "written off")
    if state != "written off" and "landing_gear" in s.bomber.out:
        state = {"repairable": "repairable"}.get(s.roll("gear_collapse").result, "written off")
    if s.bomber.bursts:
        state = "written off"
    if place in AIRFIELDS:
        finish(s, "crashed" if result in WRECKED else "returned" if place == "base" else "diverted", state)
    finish(s, "interned" if place == "neutral" else "force_landed", "lost")


def ditch(s: Sortie) -> NoReturn:
    """A landing in water (7-2): the crew are lost, or taken up by rescue boats, ours or theirs."""
    g: MissionState = s.game
    g.landing_place = "water"
    man = who_lands(s)
    s.note("lands", man=man.name, place="water", station=man.title)
    if man is NOBODY:
        everybody_out(s, "uncontrolled")
    rolled = s.roll("landing_in_water")
    if s.bomber.bombs_aboard and bombs_go_off(s):
        kill_all(s)
        finish(s, "ditched", "lost")
    if rolled.result == "lost":
        s.note("crew_lost_at_sea")
        for one in s.bomber.crew:
            if not one.is_dead:
                one.kill()
                one.fate = "missing"
        finish(s, "ditched", "lost")
    for one in s.bomber.crew:
        if one.is_trapped and not one.is_dead:
            one.kill()
            s.note("drowns", man=one.name)
    g.wrecked_at_landing = True
    injure_all(s)
    g.fates_at_sea(s, escaped=rolled.natural == 12)
    s.note("ditched")
    finish(s, "ditched", "lost")


def taken_up(s: Sortie, *, escaped: bool) -> None:
    """The living of a ditched bomber are taken up: by our boats, or by those of the side that holds the sea (7-2)."""
    for man in s.bomber.crew:
        if not man.is_dead and not man.fate:
            natural_12 = s.tables["ditching_fate"].look("natural_12").result
            man.fate = str(natural_12) if escaped else rescued_to(s)


def bombs_go_off(s: Sortie) -> bool:
    """Bombs aboard in a crash: one die (7-1 note b, 7-2 note b)."""
    if s.roll("bombs_explode").result != "explosion":
        return False
    s.note("bombs_explode")
    return True


def injure_all(s: Sortie) -> None:
    """Each living man aboard may be hurt in the crash (7-1 note f, 7-2 note e)."""
    for man in s.bomber.crew:
        if not man.is_dead and not man.fate:
            s.man = man
            if s.roll("landing_injury").result == "injured":
                s.carry_out("wounds")


def kill_all(s: Sortie) -> None:
    """Everybody still aboard dies."""
    for man in s.bomber.crew:
        if not man.fate:
            man.kill()


def fates_on_the_ground(s: Sortie, place: str, *, escaped: bool) -> None:
    """What becomes of the crew of a bomber that is down on land."""
    g: MissionState = s.game
    for man in s.bomber.crew:
        if man.is_dead or man.fate:
            continue
        if place in AIRFIELDS or place == "friendly":
            man.fate = "returns"
        elif place == "neutral":
            man.fate = "interned"
        elif escaped:
            man.fate = str(s.tables["forced_landing_fate"].look("natural_12").result)
        else:
            man.fate = g.fate_in_enemy_land(s, man)
            if man.fate == "killed":
                man.kill()
        if man.fate != "returns" or place not in (*AIRFIELDS, "friendly"):
            s.note("fate", man=man.name, fate=man.fate)


def fate_by_country(s: Sortie, man: Crewman) -> str:
    """A man on Axis ground: captured, or brought home by the underground or partisans (7-3 c, d, e)."""
    code = s.zone.code
    by_country = look_in_either(s, "country_fate", code, "country_fate_other", code)
    s.man = man
    match by_country.result:
        case "underground":
            return str(s.roll("capture").result)
        case "partisans":
            return str(s.roll("capture_by_partisans").result)
    return str(by_country.result)


def rescued_to(s: Sortie) -> str:
    """Where those rescued from the sea are taken: home from the nearer zones, else into captivity (7-3 h)."""
    if sea_is_friendly(s):
        return "returns"
    return str(look_in_either(s, "sea_rescue_fate", str(s.zone.number), "sea_rescue_fate_other", "beyond").result)


def look_in_either(s: Sortie, role: str, key: str, other_role: str, other_key: str) -> Cell:
    """The cell of a key; in a table that does not list it, that of another key in another table."""
    return s.tables[role].get(key) or s.tables[other_role].look(other_key)


# --- jumping


def leaves(s: Sortie, man: Crewman, kind: str) -> bool:
    """One man tries to leave the bomber (7-3, 7-4); false when he dies of it."""
    s.man = man
    if man.is_serious or man.is_trapped:
        man.kill()
        s.note("goes_down", man=man.name, station=man.title)
        return False
    if kind == "controlled":
        hazard = s.roll("controlled_bailout").result == "hazard"
        dies = hazard and s.roll("bailout_accident").result == "killed"
    else:
        dies = s.roll("uncontrolled_bailout").result == "goes_down"
    if dies:
        man.kill()
        s.note("goes_down", man=man.name, station=man.title)
    return not dies


def everybody_out(s: Sortie, kind: str, *, place: str = "") -> NoReturn:
    """The crew jump: from a bomber under control (7-3), or from one that falls (7-4). The flight ends.

    `place`: what lies below, where it has been settled already.
    """
    g: MissionState = s.game
    s.note("bail_out", kind=kind, zone=s.zone.number)
    letter = settle_letter(s, controlled=kind == "controlled")
    if not place:
        place = "base" if s.zone.is_base else "water" if letter == "W" else "alps" if s.zone.is_alps else ground(s)
    where = g.landing_place = in_hands_of(place)
    for man in s.bomber.crew:
        if man.is_dead or man.fate or not leaves(s, man, kind):
            continue
        man.fate = fate_of_jumper(s, man, where)
        if man.fate in ("lost", "killed"):
            man.kill()
            man.fate = "missing" if man.fate == "lost" else ""
        s.note("jumped", man=man.name, fate=man.fate or "killed")
    finish(s, "bailed_out" if kind == "controlled" else "shot_down", "lost")


def fate_of_jumper(s: Sortie, man: Crewman, where: str) -> str:
    """What becomes of a man on his parachute (7-3 notes c to i)."""
    g: MissionState = s.game
    s.man = man
    match where:
        case "base" | "friendly":
            return "returns"
        case "water":
            return g.fate_in_water(s, man)
        case "alps":
            return str(s.roll("alps_bailout").result)
        case "neutral":
            return "interned"
    return g.fate_in_enemy_land(s, man)


def fished_out(s: Sortie) -> str:
    """Whether a man in the sea is found (7-3 g), and where he is taken then."""
    return rescued_to(s) if s.roll("sea_rescue").result == "rescued" else "lost"


def all_lost(s: Sortie, how: str, outcome: str = "") -> NoReturn:
    """The bomber is gone with all aboard."""
    s.note("all_lost", cause=how)
    kill_all(s)
    finish(s, outcome or "shot_down", "lost")


def finish(s: Sortie, outcome: str, bomber: str) -> NoReturn:
    """The flight ends."""
    g: MissionState = s.game
    g.bomber_fate = bomber
    s.end(outcome, "" if outcome == "returned" and bomber != "written off" else loss_cause(s))


def loss_cause(s: Sortie) -> str:
    """What a loss is put down to: what struck last, or what drove the bomber down before."""
    if s.under_attack_by and s.under_attack_by not in ("landing", "fuel"):
        return s.under_attack_by
    stopped = [engine.out_by for engine in s.bomber.engines if engine.is_out]
    for cause in ENEMY:
        if cause in stopped:
            return cause
    g: MissionState = s.game
    if g.hurt_by or s.under_attack_by:
        return g.hurt_by or s.under_attack_by
    if s.bomber.fuel_turns is not None:
        return "fuel"
    return "mechanical" if stopped or s.bomber.out else ""
