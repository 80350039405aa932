"""What shells do: the way of a hit through the aeroplane, and the verbs that damage tables use.

A hit comes on an area; the area's table is asked for by role (`section.nose`, `section.wing` ...) and
answered by the bomber's own game. What its rows do is data, in these verbs.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING

from .crew import NOBODY
from .decisions import Decision, Standing
from .effects import Action, Compiler, Effect, Verb, verb
from .errors import BadData
from .tables import parse_on

if TYPE_CHECKING:
    from .bomber import Engine
    from .crew import Crewman
    from .sortie import Sortie

__all__ = [
    "DECISIONS",
    "GENERAL",
    "HAPPENINGS",
    "ORDERS",
    "VERBS",
    "burst_inside",
    "hit_area",
    "hit_by_fighter",
    "wound_man",
]

SUPERFICIAL = "superficial"
WALKING = "walking_"
FIRE_TRIES = 3
"""Tries with the hand extinguishers before the crew must leave."""


# --- the way of a hit


def hit_area(s: Sortie, area: str) -> None:
    """One shell strikes an area: a compartment of the fuselage, or a wing."""
    side = s.bomber.wing_side(area)
    s.hit_section, s.hit_side = area, side
    s.note("shell_hit", area=area)
    s.carry_out(f"section.{'wing' if side else area}")


def hit_by_fighter(s: Sortie, shells: int) -> None:
    """A fighter's shells, one after the other; `s.fighter` fired them (tonight 5.8.3).

    Role `area_damage`, by attack position. Shells that walk along the aeroplane strike every section of
    their list, and what is left of this attack's shells is lost.
    """
    for _ in range(shells):
        rolled = s.roll("area_damage", s.fighter.position)
        area = str(rolled.result)
        if area == SUPERFICIAL:
            s.note("superficial")
            continue
        if area.startswith(WALKING):
            _walk(s, area.removeprefix(WALKING))
            return
        hit_area(s, which_wing(s, area, rolled.data))


def which_wing(s: Sortie, area: str, sides: Mapping[str, str] | None) -> str:
    """The wing that an `either_wing` result means, by one die; other areas stay as they are.

    `sides` is the payload of the row: side to what of the die means it, { left = "1-3", right = "4-6" }.
    """
    if area != "either_wing":
        return area
    fallen = s.throw("1d6", "which wing")
    wings = s.bomber.type.wings
    for side, on in (sides or {}).items():
        if fallen in parse_on(on):
            return next(wing for wing, its_side in wings.items() if its_side == side)
    raise BadData(f"{s.bomber.type.where}: no wing for a {fallen}")


def _walk(s: Sortie, pattern: str) -> None:
    attacked_from = s.fighter.clock
    for walking in s.bomber.type.walking:
        if walking.id == pattern:
            s.note("hits_walk", along=pattern)
            for hit in walking.hits:
                area = hit.section
                if area == "attacking_wing":
                    area = attacking_wing(s, attacked_from)
                for _ in range(hit.shells):
                    hit_area(s, area)
            return
    raise BadData(f"{s.bomber.type.where}: no walking hits {pattern!r}")


def attacking_wing(s: Sortie, clock: str) -> str:
    """The wing towards an attacker: the second one (right) for 1:30 and 3 o'clock, else the first."""
    wings = list(s.bomber.type.wings)
    return wings[1] if clock in ("1:30", "3") else wings[0]


def burst_inside(s: Sortie, area: str) -> None:
    """A shell bursts inside an area: whoever is there dies, and everything there is hit.

    In a fatal area the bomber falls out of control; in the bomb bay its bombs go off. Elsewhere every
    result of the section's table takes effect, and the bomber is written off when it is down again.
    """
    bomber = s.bomber
    if not bomber.bursts:
        bomber.burst_in = s.zone.entry
    bomber.bursts.add(area)
    side = bomber.wing_side(area)
    s.hit_section, s.hit_side = area, side
    s.note("burst_inside", area=area, by=s.under_attack_by)
    for man in bomber.men_in(area):
        if not man.is_dead:
            s.man = man
            man.kill()
            s.note("killed", man=man.name, station=man.title, post=man.post, grade="killed")
    if area in bomber.type.fatal_bursts:
        s.game.bail_out(s, "uncontrolled")
    if area == "bomb_bay" and bomber.bombs_aboard:
        s.game.lose(s, "bombs explode")
    s.game.descend(s, "shell burst inside the bomber")
    table = s.tables[f"section.{'wing' if side else area}"]
    column = table.column(s) if table.column is not None else None
    for cell in table.distinct(column):
        s.apply(cell.effects)


def wound_man(s: Sortie, man: Crewman) -> None:
    """A man is hit: role `wounds`, whose effects act on him. The dead are past hurting."""
    if man.is_dead:
        return
    s.man = man
    s.carry_out("wounds")


def _tell_wound(s: Sortie, grade: str) -> None:
    man = s.man
    s.note("killed" if grade == "killed" else "wounded", man=man.name, station=man.title, post=man.post, grade=grade)


# --- verbs: flow


@verb("superficial")
def superficial(s: Sortie) -> None:
    """Nothing that matters is hit."""


@verb("no_effect")
def no_effect(s: Sortie) -> None:
    """This branch does nothing."""


@verb("note", takes="word")
def note(s: Sortie, text: str) -> None:
    """A line for the log."""
    s.note("remark", text=text)


@verb("roll", takes="dice", holds=True, rows="rows", says="word")
def roll_inline(compiler: Compiler, effect: Effect, where: str) -> Action:
    """Throw dice on the rows given here, and apply what they say."""
    rows = effect.extras.get("rows", [])
    return compiler.dice_rows(str(effect.value), rows, str(effect.extras.get("says", "")), where)


@verb("roll_on", takes="table", holds=True, side="side")
def roll_on(compiler: Compiler, effect: Effect, where: str) -> Action:
    """Roll on another table, by role or printed id, and apply its row; `side` names a wing for it."""
    role = compiler.lookup(str(effect.value), where)
    side = str(effect.extras.get("side", ""))

    def act(s: Sortie) -> None:
        if side:
            s.hit_side = side
        s.carry_out(role)

    return act


@verb("when", takes="condition", holds=True, then="effects", otherwise="effects")
def when(compiler: Compiler, effect: Effect, where: str) -> Action:
    """Apply the effects of `then` if a condition holds, else those of `otherwise`."""
    try:
        holds = compiler.vocabulary.compile(effect.value, kind="flag")
    except BadData as wrong:
        raise BadData([f"{where}: {line}" for line in wrong.problems]) from None
    then = compiler.actions(effect.extras.get("then", ()), where)
    otherwise = compiler.actions(effect.extras.get("otherwise", ()), where)

    def act(s: Sortie) -> None:
        s.apply(then if holds(s) else otherwise)

    return act


@verb("by_side", takes="effects", holds=True)
def by_side(compiler: Compiler, effect: Effect, where: str) -> Action:
    """Apply the effects of the wing that was hit."""
    sides = {side: compiler.actions(effects, f"{where}, {side}") for side, effects in effect.value.items()}

    def act(s: Sortie) -> None:
        s.apply(sides.get(s.hit_side, ()))

    return act


@verb("next_zone", takes="effects", holds=True)
def next_zone(compiler: Compiler, effect: Effect, where: str) -> Action:
    """The effects take hold on entering the next zone."""
    later = compiler.actions(effect.value, where)

    def act(s: Sortie) -> None:
        s.pending.append(later)

    return act


@verb("each_man", takes="effects", holds=True)
def each_man(compiler: Compiler, effect: Effect, where: str) -> Action:
    """Apply the effects to every living man aboard in turn."""
    actions = compiler.actions(effect.value, where)

    def act(s: Sortie) -> None:
        for man in s.bomber.crew:
            if not man.is_dead:
                s.man = man
                s.apply(actions)

    return act


# --- verbs: men


@verb("wound", takes="station")
def wound(s: Sortie, station: str) -> None:
    """Whoever is at the station is hit and rolls for his wound."""
    wound_man(s, s.bomber.man_at(station))


@verb("light_wound")
def light_wound(s: Sortie) -> None:
    """The man takes a light wound; a third is a serious one, a fourth kills."""
    _tell_wound(s, s.man.wound_lightly())


@verb("serious_wound")
def serious_wound(s: Sortie) -> None:
    """The man is badly wounded and can do no duty; on top of any wound it kills."""
    _tell_wound(s, s.man.wound_seriously())


@verb("killed")
def killed(s: Sortie) -> None:
    """The man dies."""
    _tell_wound(s, s.man.kill())


@verb("frostbite", takes="frostbite|severe")
def frostbite(s: Sortie, grade: str) -> None:
    """The man suffers frostbite, or severe frostbite; it never grows less in flight."""
    if s.man.frostbite != "severe":
        s.man.frostbite = grade
        s.note("frostbite", man=s.man.name, station=s.man.title, post=s.man.post, grade=grade)


@verb("recovers")
def recovers(s: Sortie) -> None:
    """After landing: the man recovers and flies the next mission."""
    s.man.after = "recovers"


@verb("sent_home")
def sent_home(s: Sortie) -> None:
    """After landing: the man lives, but flies no more."""
    s.man.after = "sent_home"


@verb("dies")
def dies(s: Sortie) -> None:
    """After landing: the man dies of his wounds."""
    s.man.after = "died_of_wounds"
    s.man.kill()


@verb("heat_out", takes="station")
def heat_out(s: Sortie, station: str) -> None:
    """The heat of a station's suit is lost."""
    place = s.bomber.stations.get(station)
    if place is not None and s.bomber.lose_heat(place, s.zone.entry):
        s.note("heat_out", station=place.title)


@verb("oxygen_hit", takes="station")
def oxygen_hit(s: Sortie, station: str) -> None:
    """One of a station's two oxygen supplies is hit; the second hit puts its oxygen out."""
    place = s.bomber.stations.get(station)
    if place is not None:
        place.oxygen_hits += 1
        if place.oxygen_hits >= 2:
            _oxygen_fails(s, place.key)


@verb("oxygen_out", takes="section")
def oxygen_out(s: Sortie, section: str) -> None:
    """All oxygen of a compartment is gone at once."""
    for place in s.bomber.stations.values():
        if place.type.section == section:
            _oxygen_fails(s, place.key)


def _oxygen_fails(s: Sortie, station: str) -> None:
    place = s.bomber.stations[station]
    if s.bomber.lose_oxygen(place, s.zone.entry):
        s.note("oxygen_out", station=place.title)


@verb("fire", takes="section")
def fire(s: Sortie, section: str) -> None:
    """An oxygen fire: the nearest fit man goes at it with the hand extinguishers, up to three tries.

    Role `oxygen_fire`. If it is not out then, or no extinguisher is left, the crew must leave at once.
    """
    bomber = s.bomber
    free = [man for man in bomber.fit_men() if not man.is_trapped and s.game.may_leave_post(s, man)]
    nearest = nearest_men(s, section, free)
    s.hit_section = section
    s.note("oxygen_fire", section=section)
    fighter = s.pick("fights_fire", nearest)
    if fighter is not None:
        fighter.sits_out = "attack"
        for _ in range(FIRE_TRIES):
            if not bomber.extinguishers:
                break
            bomber.extinguishers -= 1
            if s.carry_out("oxygen_fire").result == "out":
                s.note("fire_out", man=fighter.name, left=bomber.extinguishers)
                return
    s.note("fire_rages", section=section)
    s.game.bail_out(s, "controlled")


def nearest_men(s: Sortie, section: str, men: Sequence[Crewman]) -> list[Crewman]:
    """Of these men those with the fewest compartments between them and a compartment."""
    order = list(s.bomber.type.sections)

    def way(man: Crewman) -> int:
        return abs(order.index(man.section) - order.index(section)) if man.section in order else len(order)

    ways = {man.trade: way(man) for man in men}
    least = min(ways.values(), default=0)
    return [man for man in men if ways[man.trade] == least]


# --- verbs: guns and systems


@verb("gun_out", takes="gun")
def gun_out(s: Sortie, gun: str) -> None:
    """A gun or turret is knocked out for the mission."""
    hit = s.bomber.guns.get(gun)
    if hit is not None and not hit.is_out:
        hit.knock_out()
        s.note("gun_out", gun=hit.type.name)


@verb("gun_jam", takes="gun")
def gun_jam(s: Sortie, gun: str) -> None:
    """A gun jams."""
    hit = s.bomber.guns.get(gun)
    if hit is not None and hit.is_working:
        hit.jam(hit.type.barrels)
        s.note("gun_jams", gun=hit.type.name, all=True)


@verb("turret_jammed", takes="gun")
def turret_jammed(s: Sortie, gun: str) -> None:
    """A turret is stuck: its guns are out and its gunner is shut in."""
    hit = s.bomber.guns.get(gun)
    if hit is not None:
        hit.knock_out()
        s.note("turret_jammed", gun=hit.type.name)
        _shut_in(s, gun)


@verb("trapped", takes="gun")
def trapped(s: Sortie, gun: str) -> None:
    """The gunner of a turret is shut in; the guns go on working."""
    _shut_in(s, gun)


def _shut_in(s: Sortie, gun: str) -> None:
    man = s.bomber.man_at(s.bomber.guns[gun].type.gunner) if gun in s.bomber.guns else NOBODY
    if man is not NOBODY and not man.is_dead:
        man.is_trapped = True
        s.note("trapped", man=man.name, station=man.title)


@verb("turret_power_out", takes="gun", by_hand="flag")
def turret_power_out(s: Sortie, gun: str, by_hand: bool = True) -> None:
    """A turret loses its power; by hand it is slow, and some cannot be worked by hand at all."""
    hit = s.bomber.guns.get(gun)
    if hit is not None and not hit.power_failed:
        hit.power_failed = True
        hit.power_failed_in = s.zone.entry
        hit.needs_power = not by_hand
        s.note("turret_power_out", gun=hit.type.name)


@verb("system_out", takes="system", beyond_repair="flag")
def system_out(s: Sortie, system: str, beyond_repair: bool = False) -> None:
    """A system of the bomber no longer works; beyond repair, no man's work in flight brings it back."""
    if beyond_repair:
        s.bomber.beyond_repair.add(system)
    elif system in s.bomber.settled:
        return
    if system not in s.bomber.out:
        s.bomber.out.add(system)
        s.bomber.out_since[system] = s.zone.entry
        s.note("system_out", system=system)


@verb("surface_out", takes="surface", side="side")
def surface_out(s: Sortie, surface: str, side: str = "hit_side") -> None:
    """A flap, aileron or elevator is lost on one side."""
    at = s.hit_side if side in ("hit_side", "side") else side
    if f"{surface} {at}" not in s.bomber.surfaces_out:
        s.bomber.surfaces_out.add(f"{surface} {at}")
        s.note("surface_out", surface=surface, side=at)


@verb("count", takes="counter", side="side")
def count(s: Sortie, counter: str, side: str = "") -> None:
    """Damage that adds up; at the bomber's limit something gives way."""
    at = s.hit_side if side == "hit_side" else side
    key = f"{counter} {at}" if at else counter
    counts = s.bomber.counts
    counts[key] = counts.get(key, 0) + 1
    limit, effects = s.ruleset.counters[s.bomber.type.id].get(counter, (0, ()))
    if counts[key] == limit:
        s.note("gives_way", what=counter, side=at)
        held, s.hit_side = s.hit_side, at
        s.apply(effects)
        s.hit_side = held


@verb("wing_torn_off", takes="side")
def wing_torn_off(s: Sortie, side: str) -> None:
    """A wing breaks off; the bomber falls out of control."""
    s.note("wing_torn_off", side=s.hit_side if side in ("hit_side", "side") else side)
    s.game.bail_out(s, "uncontrolled")


# --- verbs: engines, oil, fuel


def _engine(s: Sortie, which: int | str) -> Engine:
    number = s.hit_engine if which == "hit" else int(which)
    s.hit_engine = number
    return s.bomber.engine(number)


def stop_engine(s: Sortie, engine: Engine, why: str) -> None:
    """An engine stops for the rest of the mission."""
    if s.bomber.stop(engine, why):
        s.note("engine_out", engine=engine.number, why=why, out=s.bomber.engines_out)
    else:
        engine.damaged_since = True


@verb("engine_hit", takes="engine")
def engine_hit(s: Sortie, which: int | str) -> None:
    """An engine is hit: role `engine_hit` says how."""
    _engine(s, which)
    s.carry_out("engine_hit")


@verb("engine_out", takes="engine")
def engine_out(s: Sortie, which: int | str) -> None:
    """An engine stops."""
    stop_engine(s, _engine(s, which), s.under_attack_by or "failure")


@verb("feather", takes="engine")
def feather(s: Sortie, which: int | str) -> None:
    """The propeller of a stopped engine is feathered, or windmills: role `feathering`."""
    _engine(s, which)
    s.carry_out("feathering")


@verb("engine_drag", takes="engine")
def engine_drag(s: Sortie, which: int | str) -> None:
    """A stopped engine windmills and drags."""
    engine = _engine(s, which)
    engine.is_windmilling = True
    s.note("windmilling", engine=engine.number)


@verb("engine_runaway", takes="engine")
def engine_runaway(s: Sortie, which: int | str) -> None:
    """A propeller runs away: role `engine_runaway`."""
    engine = _engine(s, which)
    if not engine.is_out:
        s.note("runaway", engine=engine.number)
        s.carry_out("engine_runaway")


@verb("engine_fire", takes="engine")
def engine_fire(s: Sortie, which: int | str) -> None:
    """An engine burns: a try with each of its extinguishers (role `engine_fire`), then the wing goes.

    The engine is out after the fire. Without extinguisher controls the crew must leave at once.
    """
    engine = _engine(s, which)
    s.note("engine_fire", engine=engine.number)
    if "engine_extinguishers" not in s.bomber.out:
        for _ in range(s.bomber.type.engine_extinguishers):
            if s.carry_out("engine_fire").result == "out":
                stop_engine(s, engine, "fire")
                return
    s.note("wing_burns", engine=engine.number)
    s.game.bail_out(s, "controlled")


@verb("oil_tank_hit", takes="engine")
def oil_tank_hit(s: Sortie, which: int | str) -> None:
    """The oil tank of an engine is hit: role `oil_tank`."""
    _engine(s, which)
    s.carry_out("oil_tank")


def lose_oil(s: Sortie, engine: Engine, points: int) -> None:
    """An engine loses oil; when its tank is dry it must be shut down."""
    engine.leak_points += points
    s.note("oil_leak", engine=engine.number)
    if engine.is_dry:
        stop_engine(s, engine, "oil")


@verb("oil_leak", takes="engine", points="number")
def oil_leak(s: Sortie, which: int | str, points: int = 1) -> None:
    """Oil runs out of a holed tank; at four points it is dry and the engine must be shut down."""
    lose_oil(s, _engine(s, which), points)


@verb("leaking_oil", takes="engine")
def leaking_oil(s: Sortie, which: int | str) -> None:
    """An engine leaks oil: in each zone the leak may stop, go on, or catch fire."""
    engine = _engine(s, which)
    if not engine.is_out:
        engine.is_leaking = True
        s.note("oil_leak", engine=engine.number)


@verb("turbo_out", takes="engine")
def turbo_out(s: Sortie, which: int | str) -> None:
    """A turbo-supercharger fails, or all of them: high up its engine is as good as out."""
    hit = s.bomber.engines if which == "all" else (_engine(s, which),)
    for engine in hit:
        if s.bomber.fail_turbo(engine):
            s.note("turbo_out", engine=engine.number)


@verb("fuel_tank_hit", takes="word")
def fuel_tank_hit(s: Sortie, tank: str) -> None:
    """A fuel tank is hit: role `fuel_tank`."""
    s.carry_out("fuel_tank")


@verb("fuel_fire")
def fuel_fire(s: Sortie) -> None:
    """A fuel tank burns: role `fuel_fire`."""
    s.note("fuel_fire")
    s.carry_out("fuel_fire")


@verb("fuel_leak")
def fuel_leak(s: Sortie) -> None:
    """A fuel tank leaks: role `fuel_leak` says how long the rest lasts."""
    s.carry_out("fuel_leak")
    s.bomber.fuel_leaks += 1


@verb("self_sealed")
def self_sealed(s: Sortie) -> None:
    """A tank closes its own hole."""


@verb("fuel_left", takes="number")
def fuel_left(s: Sortie, turns: int) -> None:
    """Fuel for so many turns is left; an earlier, smaller number stands."""
    known = s.bomber.fuel_turns
    s.bomber.fuel_turns = turns if known is None else min(known, turns)
    s.note("fuel_left", turns=s.bomber.fuel_turns)


# --- verbs: the flight


@verb("bombs_detonate")
def bombs_detonate(s: Sortie) -> None:
    """The bombs go off in the bay: the bomber and all aboard are gone."""
    s.game.lose(s, "bombs explode")


@verb("destroyed", takes="word", outcome="word")
def destroyed(s: Sortie, how: str, outcome: str = "") -> None:
    """The bomber and all aboard are gone; `outcome` says how the flight ended when it was no enemy's doing."""
    s.game.lose(s, how, outcome)


@verb("leave_formation", takes="word")
def leave_formation(s: Sortie, reason: str) -> None:
    """The bomber falls out of formation."""
    s.game.leave_formation(s, reason)


@verb("descend", takes="word")
def descend(s: Sortie, reason: str) -> None:
    """The bomber must come down to where men live without oxygen and heat."""
    s.game.descend(s, reason)


@verb("slow", takes="word")
def slow(s: Sortie, reason: str) -> None:
    """The bomber needs two turns for a zone from now on."""
    s.game.slow_down(s, reason)


@verb("abort", takes="word", with_group="flag")
def abort(s: Sortie, reason: str, with_group: bool = False) -> None:
    """The mission must be given up."""
    s.game.abort(s, reason, with_group=with_group)


@verb("may_abort", takes="word")
def may_abort(s: Sortie, reason: str) -> None:
    """The mission may be given up."""
    s.game.may_abort(s, reason)


@verb("bail_out", takes="controlled|uncontrolled")
def bail_out(s: Sortie, kind: str) -> None:
    """The crew must leave the bomber: "controlled" or "uncontrolled"."""
    s.game.bail_out(s, kind)


DECISIONS = (Decision("fights_fire", "Who fights the fire?", slot="man"),)
"""What is asked here."""
ORDERS = {"fights_fire": Standing(least="man.guns")}
"""What stands where a game orders nothing else: a man without a gun to work, if there is one."""
HAPPENINGS = {
    "shell_hit": "a shell strikes an area",
    "superficial": "a shell does nothing that matters",
    "hits_walk": "shells walk along the bomber",
    "burst_inside": "a shell bursts inside",
    "gives_way": "something gives way",
    "wounded": "a man is wounded",
    "killed": "a man is killed",
    "frostbite": "a man is frostbitten",
    "heat_out": "a station loses its heat",
    "oxygen_out": "a station loses its oxygen",
    "oxygen_fire": "oxygen burns",
    "fire_out": "a fire is out",
    "fire_rages": "a fire cannot be put out",
    "gun_jams": "a gun jams",
    "gun_out": "a gun is knocked out",
    "turret_jammed": "a turret is stuck",
    "turret_power_out": "a turret loses its power",
    "trapped": "a gunner is shut in",
    "system_out": "a system fails",
    "surface_out": "a control surface is lost",
    "wing_torn_off": "a wing is gone",
    "engine_out": "an engine stops",
    "engine_fire": "an engine burns",
    "wing_burns": "the fire takes the wing",
    "runaway": "a propeller runs away",
    "windmilling": "a propeller windmills",
    "oil_leak": "an engine loses oil",
    "turbo_out": "a turbo fails",
    "fuel_fire": "a fuel tank burns",
    "fuel_left": "fuel is running out",
    "remark": "a line of the log",
}
"""What is told here of a flight."""

VERBS = tuple(one for one in list(globals().values()) if isinstance(one, Verb))
"""The verbs that every game of bombers knows."""
GENERAL = (no_effect, note, roll_inline, roll_on, when, by_side, next_zone, each_man)
"""Those of them that are about no bomber: what a game knows whose aeroplanes are damaged in a way of its own."""
