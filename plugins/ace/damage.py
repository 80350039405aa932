"""What happens to the night fighter and its crew, and the verbs of the damage tables (7.2.19, B4, B6)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from bomberstream.core.effects import Verb, verb

from .state import FORWARD, REAR, UPWARD

if TYPE_CHECKING:
    from bomberstream.core.crew import Crewman
    from bomberstream.core.sortie import Sortie

    from .state import AceState

__all__ = ["VERBS", "check_fighter", "debris", "jam", "pick_gun", "random_hits", "wound"]

STRUCTURE = {"port_wing": 3, "starboard_wing": 3, "controls": 3, "airframe": 5}
"""Hits that bring the night fighter down."""
ENGINE_DAMAGED, ENGINE_OUT = 1, 2
HOMING = ("naxos", "flensburg")
PLACES = ("first", "second", "third", "fourth")
OUT = {
    "fubl_2f": "FuBl 2F",
    "main_radar": "search radar",
    "second_radar": "second radar",
    "naxos": "Naxos",
    "flensburg": "Flensburg",
    "warning": "tail warning set",
    "landing_gear": "landing gear",
    "oxygen": "oxygen",
}
"""Systems that can be out, and their names."""
ENGINES = {
    ("port", False): "port",
    ("starboard", False): "starboard",
    ("port", True): "front",
    ("starboard", True): "rear",
}
"""Side, and whether the engines sit in tandem, to the engine (7.2.19.4)."""


def random_hits(s: Sortie, hits: int) -> None:
    """So many random hits on the night fighter, and what follows from them (B6)."""
    g: AceState = s.game
    if hits <= 0:
        return
    s.note("fighter_hit", hits=hits)
    g.hits_in_fight += hits
    for _ in range(hits):
        g.hits += 1
        s.carry_out("fighter_damage")
    check_fighter(s)


def check_fighter(s: Sortie) -> None:
    """Whether it still flies: a dead pilot, lost structure and two stopped engines end the sortie (7.2.19)."""
    from .landing import bail_out, forced_down, pilot_lost

    if s.bomber.man_of("pilot").is_dead:
        pilot_lost(s)
    counts = s.bomber.counts
    for system, limit in STRUCTURE.items():
        if counts.get(system, 0) >= limit:
            s.note("breaks_up", system=system)
            bail_out(s, "uncontrolled")
    if s.bomber.engines_out == len(s.bomber.engines):
        forced_down(s)


def must_turn_back(s: Sortie) -> str:
    """What compels the way home (7.4); empty for nothing."""
    if s.bomber.man_of("pilot").is_serious:
        return "pilot badly wounded"
    if "oxygen" in s.bomber.out:
        return "oxygen gone"
    return "fuel tanks leak" if s.bomber.fuel_leaks else ""


def wound(s: Sortie, man: Crewman, grade: str) -> None:
    """A man is wounded or killed; wounds add up (9.1, B4)."""
    if man.is_dead:
        return
    if man.trade == "pilot":
        s.game.career.wounds += 1
    match grade:
        case "light":
            became = man.wound_lightly()
        case "serious":
            became = man.wound_seriously()
        case _:
            became = man.kill()
    s.note("hurt", man=man.name, trade=man.title, grade=grade, became=became)


def debris(s: Sortie) -> None:
    """Falling wreckage: two throws of thirty-six bring as many hits as a die shows (7.2.16.4, 7.2.19.3)."""
    if s.roll("debris").result == "hit":
        s.note("debris")
        random_hits(s, s.throw("1d6", "hits by debris"))


def pick_gun(s: Sortie, mount: str, kind: str = "") -> None:
    """Knock one weapon of a mount out at random, of a kind if there is one left."""
    guns = [one for one in s.bomber.guns.values() if one.type.traits["mount"] == mount and not one.is_out]
    of_kind = [one for one in guns if kind in ("", one.type.traits["kind"])] or guns
    if not of_kind:
        s.note("nothing_there")
        return
    gun = of_kind[choose_by_die(s, len(of_kind), "which weapon is hit")]
    gun.knock_out()
    s.note("weapon_out", weapon=gun.type.name, where=str(gun.type.traits["where"]))


def choose_by_die(s: Sortie, number: int, purpose: str) -> int:
    """Which of so many things, all alike, by the die of the examples: two or three numbers of 1d6 each; from 0."""
    if number == 1:
        return 0
    if 6 % number == 0:
        return (s.throw("1d6", purpose) - 1) * number // 6
    return s.throw(f"1d{number}", purpose) - 1


def jam(s: Sortie, mount: str, *, every: bool = False) -> None:
    """A weapon of a mount that can fire jams, or all of them, for the rest of the sortie (7.2.15)."""
    g: AceState = s.game
    firing = g.guns(s, mount)
    if not firing:
        return
    jammed = firing if every else [firing[choose_by_die(s, len(firing), "which weapon jams")]]
    for gun in jammed:
        gun.jam(gun.type.barrels)
        s.note("jam", weapon=gun.type.name, where=str(gun.type.traits["where"]))


# --- verbs


@verb("crew_hit")
def crew_hit(s: Sortie) -> None:
    """A man of the crew is hit: who, and how badly (B4)."""
    crew = s.bomber.crew
    living = [man for man in crew if not man.is_dead]
    if not living:
        return
    if len(crew) == 1:
        man = crew[0]
    else:
        while True:
            place = PLACES.index(str(s.roll("injured_man", str(len(crew))).result))
            man = crew[place]
            if not man.is_dead:
                break
    wound(s, man, str(s.roll("injury").result))


@verb("wing_hit", takes="port|starboard")
def wing_hit(s: Sortie, side: str) -> None:
    """A hit on a wing; the third tears it off."""
    _structure(s, f"{side}_wing")


@verb("airframe_hit")
def airframe_hit(s: Sortie) -> None:
    """A hit on the airframe; the fifth breaks it."""
    _structure(s, "airframe")


@verb("controls_hit")
def controls_hit(s: Sortie) -> None:
    """A hit on the controls; the third is the last."""
    _structure(s, "controls")


def _structure(s: Sortie, system: str) -> None:
    s.bomber.counts[system] = s.bomber.counts.get(system, 0) + 1
    s.note("structure_hit", system=system, hits=s.bomber.counts[system])


@verb("engine_damage", takes="port|starboard")
def engine_hit(s: Sortie, side: str) -> None:
    """A hit on an engine: damaged by the first, out with the second; one that is out takes no more."""
    g: AceState = s.game
    name = f"{side}_engine"
    told = ENGINES[side, bool(s.bomber.type.traits.get("tandem"))]
    number = s.bomber.counts.get(name, 0)
    if number >= ENGINE_OUT:
        s.note("nothing_there")
        return
    s.bomber.counts[name] = number + 1
    if number + 1 == ENGINE_DAMAGED:
        g.engines_damaged += 1
        s.note("engine_damaged", engine=told)
        return
    g.engines_damaged -= 1
    for engine in s.bomber.engines:
        if engine.type.side == side:
            s.bomber.stop(engine, s.under_attack_by or "failure")
    s.note("engine_stops", engine=told)


@verb("device_out", takes="fubl_2f|main_radar|second_radar|homing|warning|landing_gear|oxygen")
def device_out(s: Sortie, device: str) -> None:
    """A device fails; one that the aircraft does not carry cannot."""
    carried = s.bomber.type.traits
    if device == "homing":
        works = [one for one in HOMING if carried.get(one) and one not in s.bomber.out]
        if not works:
            not_carried(s)
            return
        device = works[choose_by_die(s, len(works), "which homing device")]
    if (device in ("second_radar", "warning") and not carried.get(device)) or device in s.bomber.out:
        not_carried(s)
        return
    s.bomber.out.add(device)
    s.note("device_out", device=OUT[device])


def not_carried(s: Sortie) -> None:
    """A device that is not aboard, or gone already: a hit there does nothing; that it does not fail is not told."""
    if s.game.box:
        s.note("nothing_there")


@verb("weapon_out", takes="cannon|guns|all|upward|rear")
def weapon_out(s: Sortie, which: str) -> None:
    """Weapons are knocked out: a forward cannon or machine gun, all forward weapons, the upward or the rear guns."""
    match which:
        case "cannon":
            pick_gun(s, FORWARD, "cannon")
        case "guns":
            pick_gun(s, FORWARD, "machine_gun")
        case "all":
            for gun in s.bomber.guns.values():
                if gun.type.traits["mount"] == FORWARD:
                    gun.knock_out()
            s.note("weapon_out", weapon="every forward weapon", where="")
        case _:
            pick_gun(s, UPWARD if which == "upward" else REAR)


@verb("tanks_leak")
def tanks_leak(s: Sortie) -> None:
    """The tanks leak: home after this combat (7.4)."""
    s.bomber.fuel_leaks += 1
    s.note("tanks_leak")


@verb("tanks_burn")
def tanks_burn(s: Sortie) -> None:
    """The tanks burn: the crew must get out (7.2.19.1)."""
    s.note("tanks_burn")
    s.game.bail_out(s, "controlled")


@verb("tanks_explode")
def tanks_explode(s: Sortie) -> None:
    """The tanks explode: nobody gets out (7.2.19.1)."""
    s.game.lose(s, "exploded")


@verb("random_hits", takes="number")
def hits(s: Sortie, number: int) -> None:
    """The night fighter takes so many random hits (B6)."""
    random_hits(s, number)


VERBS = tuple(one for one in list(globals().values()) if isinstance(one, Verb))
"""The verbs of damage to the night fighter."""
