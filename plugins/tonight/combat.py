"""One round with a night fighter: who sees whom, upward guns, corkscrew, fire, collision, contact (5.3.6 to 5.9)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from bomberstream.core.combat import NO_FIGHTER, Fighter, bearing_guns
from bomberstream.core.crew import NOBODY
from bomberstream.core.mission import gunnery
from bomberstream.core.mission.crewing import take_controls, take_over_guns
from bomberstream.core.mission.engines import obey_engines
from bomberstream.core.procedure import step

from . import choices
from .collisions import attack_position, possible_collision
from .crew import refresh_devices
from .state import ON_THE_DECK

if TYPE_CHECKING:
    from bomberstream.core.bomber import Gun
    from bomberstream.core.sortie import Sortie

    from .state import TonightState

__all__ = [
    "HAPPENINGS",
    "allot_guns",
    "attacker",
    "collision",
    "contact",
    "crew_spots_it",
    "defensive_fire",
    "evade",
    "fighter_fires",
    "may_corkscrew",
    "passing_shot",
    "position",
    "surprise",
    "upward_attack",
]


def attacker(s: Sortie) -> Fighter:
    """The night fighter of this fight; `NO_FIGHTER` when there is none."""
    g: TonightState = s.game
    s.fighter = g.fighters[0] if g.fighters else NO_FIGHTER
    return s.fighter


# --- 5.3.6, 5.3.7: where it comes from, and who sees it


@step(rule="tonight 5.3.6", table="5-9")
def position(s: Sortie) -> None:
    """A new round: the fighter takes a clock position and a level (5-9, 5-9A)."""
    g: TonightState = s.game
    fighter = attacker(s)
    g.corkscrewing = g.corkscrewed = g.fighter_is_seen = False
    g.last_round = g.fire_is_over = False
    g.allotted = []
    for gun in s.bomber.guns.values():
        gun.has_fired = False
        if not gun.type.gunner:
            gun.gunner = NOBODY
    if fighter.is_out_of_action:
        return
    fighter.hit_bomber = fighter.has_attacked = False
    fighter.shot_at_by = []
    fighter.move_to(*attack_position(s))
    if s.is_heard("attacks"):
        s.note("attacks", fighter=fighter.told, round=fighter.round)


@step(rule="tonight 5.3.7", table="5-10")
def crew_spots_it(s: Sortie) -> None:
    """Whether the crew see the fighter (5-10); in each round anew."""
    g: TonightState = s.game
    fighter = attacker(s)
    if not fighter.is_out_of_action:
        g.spotting_attempt = 1
        look_out(s, fighter)


def look_out(s: Sortie, fighter: Fighter) -> None:
    """One roll on 5-10, with the eyes of those whose guns bear on the fighter's place (2.8.1.2)."""
    g: TonightState = s.game
    watching = [gun.gunner for gun in bearing_guns(s, fighter) if has_eyes(s, gun)]
    g.spotting_covered = bool(watching)
    g.spotting_night_vision = any(man.night_vision for man in watching)
    g.fighter_is_seen = s.roll("bomber_spots").result == "spotted"
    happening = "seen" if g.fighter_is_seen else "unseen"
    if s.is_heard(happening):
        s.note(happening, fighter=fighter.told)


def is_manned(s: Sortie, gun: Gun) -> bool:
    """Whether its gunner is at it."""
    return s.bomber.man_at(gun.type.gunner) is gun.gunner


def has_eyes(s: Sortie, gun: Gun) -> bool:
    """Whether somebody fit watches over a gun's sights; a gun that is jammed or empty still turns with him."""
    return not gun.is_out and not gun.needs_power and is_manned(s, gun) and gun.gunner.can_work


# --- 5.4: upward guns


@step(rule="tonight 5.4", table="5-13")
def upward_attack(s: Sortie) -> None:
    """Unseen at 6 o'clock low or level, a fighter with upward guns slips below and fires, again and again, until it is
    seen, driven off or evaded (5.4).

    After the bomber's one answer it goes back to where it came from, and the crew look again, with their modifier
    (5.4.5, T-64). Once seen, it attacks as any other in this round (5.4.8).
    """
    g: TonightState = s.game
    fighter = attacker(s)
    if fighter.is_out_of_action or g.fighter_is_seen or not fires_upward(s, fighter):
        return
    clock, level = fighter.clock, fighter.level
    for _ in range(choices.MAX_UPWARD_ATTACKS):
        fighter.move_to("vertical_climb", "")
        s.note("upward_attack", fighter=fighter.type.short)
        g.upward_attack = True
        fire_on_bomber(s, fighter)
        g.upward_attack = False
        answer_from_below(s, fighter)
        fighter.move_to(clock, level)
        conclude(s, fighter)
        if fighter.is_out_of_action or g.corkscrewed or fighter.fcab or fighter.fboa:
            break
        g.spotting_attempt += 1
        look_out(s, fighter)
        if g.fighter_is_seen:
            fighter.has_attacked = False
            return
    g.fire_is_over = True


def fires_upward(s: Sortie, fighter: Fighter) -> bool:
    """Whether a fighter may use upward guns from where it is (5.3.7.2, 5.4.7)."""
    g: TonightState = s.game
    return (
        "upward_guns" in fighter.carries
        and fighter.clock == "6"
        and fighter.level in ("level", "low")
        and g.altitude != ON_THE_DECK
    )


def answer_from_below(s: Sortie, fighter: Fighter) -> None:
    """One action against a fighter below: guns that bear there, or a corkscrew (5.4.3, 5.4.4).

    Whoever corkscrews has come out from above it: no more fire, the danger of a collision (5.6.3), then contact (T-65).
    """
    g: TonightState = s.game
    if choices.ANSWER_EACH_UPWARD_ATTACK:
        for gun in fighter.shot_at_by:
            gun.has_fired = False
    bearing = guns_ready(s, fighter)
    open_to_us = ["fire"] if bearing else []
    if may_corkscrew(s):
        open_to_us.append("corkscrew")
    if not open_to_us or fighter.is_out_of_action:
        return
    answer = s.choose("upward_answer", [*open_to_us, "neither"])
    if answer == "fire":
        for gun in bearing:
            if fighter.is_out_of_action:
                break
            if gun in fighter.shot_at_by:
                fighter.shot_at_by.remove(gun)
            gunnery.burst_fire(s, gun, fighter)
    elif answer == "corkscrew":
        corkscrew(s, fighter)
        g.corkscrewing = False


# --- 5.3.7.3: surprise


@step(rule="tonight 5.3.7.3", table="5-13")
def surprise(s: Sortie) -> None:
    """A fighter that nobody has seen fires first, and no corkscrew spoils its aim (5.3.7.3, T-63)."""
    g: TonightState = s.game
    fighter = attacker(s)
    if fighter.is_out_of_action or g.fighter_is_seen or g.fire_is_over:
        return
    s.note("surprised", fighter=fighter.told)
    fire_on_bomber(s, fighter)


# --- 5.6: the corkscrew


def may_corkscrew(s: Sortie) -> bool:
    """Whether nothing forbids the corkscrew (5.6.1, 5.1.5).

    Two engines out, or one of two (9.1.1.3), no current, control cables gone, a burst inside (5.2.5), other damage
    that forbids it, anybody but a fit pilot in the pilot's seat, on the deck, or over the Alps.
    """
    g: TonightState = s.game
    bomber = s.bomber
    if g.altitude == ON_THE_DECK or s.zone.is_alps or bomber.engines_out >= 2 or bomber.engines_running <= 1:
        return False
    if g.no_corkscrew or bomber.bursts or bomber.out & {"electrical", "control_cables"}:
        return False
    pilot = bomber.man_at(bomber.type.pilots[0])
    return pilot.is_pilot and pilot.is_fit


def corkscrew(s: Sortie, fighter: Fighter) -> None:
    """The bomber corkscrews, and at once may collide with somebody (5.6.3)."""
    g: TonightState = s.game
    g.corkscrewing = g.corkscrewed = True
    s.note("corkscrews", against="fighter")
    possible_collision(s, fighter)


@step(rule="tonight 5.6", table="5-16")
def evade(s: Sortie) -> None:
    """Once the fighter is seen the bomber may corkscrew (5.6)."""
    g: TonightState = s.game
    fighter = attacker(s)
    if fighter.is_out_of_action or not g.fighter_is_seen or g.fire_is_over:
        return
    if may_corkscrew(s) and s.choose("corkscrew") == "yes":
        corkscrew(s, fighter)


# --- 5.5, 5.8: fire


def guns_ready(s: Sortie, fighter: Fighter) -> list[Gun]:
    """Guns that can fire at a fighter where it is, and have not yet in this round.

    A gun that has no man of its own is worked by somebody at whose station it lies, if he works no other.
    """
    bearing = bearing_guns(s, fighter)
    ready = [
        gun
        for gun in s.bomber.guns.values()
        if gun in bearing and gun.can_fire and not gun.has_fired and is_manned(s, gun)
    ]
    free = [gun for gun in bearing if not gun.type.gunner and gun.is_working and gun.rounds and not gun.has_fired]
    if free:
        taken = {id(gun.gunner) for gun in s.bomber.guns.values() if gun.type.gunner and gun.is_working and gun.rounds}
        for gun in free:
            if not any(other.key in gun.type.excludes for other in ready):
                gun.gunner = gunnery.manned_by(s, gun, taken)
                if gun.can_fire:
                    taken.add(id(gun.gunner))
                    ready.append(gun)
    return ready


@step(rule="tonight 5.5", table="5-12")
def allot_guns(s: Sortie) -> None:
    """Each gun that bears, is manned, works and is loaded is laid on the fighter, or holds its fire (5-12)."""
    g: TonightState = s.game
    fighter = attacker(s)
    g.allotted = []
    fighter.laid_on = 0
    if fighter.is_out_of_action or g.fire_is_over:
        return
    for gun in guns_ready(s, fighter):
        s.gun = gun
        if s.pick("fires_at", [fighter], decline=True, about=gun.told) is not None:
            fighter.laid_on += 1
            g.allotted.append((gun, fighter))


@step(rule="tonight 5.5", table="5-12A")
def defensive_fire(s: Sortie) -> None:
    """The guns fire one after the other (5-12A, 5-12B); a gun once laid spends its burst even on a wreck."""
    fighter = attacker(s)
    gunnery.open_fire(s)
    conclude(s, fighter)


@step(rule="tonight 5.8.2", table="5-13")
def fighter_fires(s: Sortie) -> None:
    """The fighter fires, if it is still there and has not fired first (5-13)."""
    g: TonightState = s.game
    fighter = attacker(s)
    if fighter.is_out_of_action or fighter.has_attacked or g.fire_is_over:
        return
    fire_on_bomber(s, fighter)
    conclude(s, fighter)


def fire_on_bomber(s: Sortie, fighter: Fighter) -> None:
    """One burst of the fighter: does it hit (5-13), how often (5-13A), times one throw for its guns (5-13B)."""
    g: TonightState = s.game
    fighter.has_attacked = True
    s.fighter = fighter
    told = fighter.type.short if g.upward_attack else fighter.told
    if s.roll("offensive_fire").result != "hit":
        gunnery.land_shells(s, fighter, None, told=told, upward=g.upward_attack)
        return
    fighter.hit_bomber = True
    hits = max(0, s.roll("shell_hits").result + fighter.extra_hits - fighter.hits_ignored)
    shells = hits * gunnery.shells_of(s, fighter.type.column("hit_multiplier", s.campaign, s.date)) if hits else 0
    gunnery.land_shells(s, fighter, shells, told=told, upward=g.upward_attack)
    if shells:
        refresh_devices(s)


def conclude(s: Sortie, fighter: Fighter) -> None:
    """With its attack over, a fighter that has both FCA and FBOA goes down (5.5)."""
    if fighter.has_attacked and fighter.fca and fighter.fboa and not fighter.is_out_of_action:
        fighter.is_destroyed = True
        gunnery.fighter_down(s, fighter)


@step(rule="tonight 5.7.2", table="5-12A")
def passing_shot(s: Sortie) -> None:
    """A fighter from ahead passes to 6 o'clock high or low; the tail guns may fire after it (5.7.2).

    Not with the intercom out, nor if they have fired in this round; a burst is spent only by firing (T-69).
    """
    g: TonightState = s.game
    fighter = attacker(s)
    if fighter.is_out_of_action or g.fire_is_over or fighter.clock not in gunnery.AHEAD:
        return
    if not gunnery.tail_may_fire(s) or not is_manned(s, s.bomber.guns["tail"]):
        return
    came_from = fighter.clock, fighter.level
    passes_above = s.throw(choices.PASSING_DIE, "past us high or low") <= choices.PASSING_HIGH
    fighter.move_to("6", "high" if passes_above else "low")
    gunnery.shoot_after(s, [fighter])
    # A collision goes by the position of the attack.
    fighter.move_to(*came_from)
    conclude(s, fighter)


# --- 5.9: collisions


@step(rule="tonight 5.9", table="5-16")
def collision(s: Sortie) -> None:
    """After its fire the fighter may come too close (5-16); a corkscrew from over its guns has been rolled for."""
    g: TonightState = s.game
    fighter = attacker(s)
    g.corkscrewing = False
    if fighter.is_out_of_action or not fighter.has_attacked or (g.fire_is_over and g.corkscrewed):
        return
    possible_collision(s, fighter)


# --- 5.8: contact


@step(rule="tonight 5.8.1", table="5-14")
def contact(s: Sortie) -> None:
    """Whether the fighter keeps contact for another round (5-14).

    Not after a vertical attack, a near miss, FCAB or FBOA; to miss is no reason to go. Before its next round men may
    change places, and whoever comes from another section sits that round out (5.11.2).
    """
    g: TonightState = s.game
    fighter = attacker(s)
    for man in s.bomber.crew:
        if man.sits_out == "round":
            man.sits_out = ""
    take_controls(s)
    obey_engines(s)
    if fighter.is_out_of_action:
        return
    if fighter.is_vertical or fighter.fcab or fighter.fboa or g.last_round:
        fighter.has_left = True
        s.note("breaks_off", fighter=fighter.type.short)
    elif s.roll("contact").result == "kept":
        fighter.round += 1
        s.note("keeps_contact", fighter=fighter.type.short, round=fighter.round)
        take_over_guns(s, between_rounds=True)
        refresh_devices(s)
    else:
        fighter.has_left = True
        s.note("loses_contact", fighter=fighter.type.short)


HAPPENINGS = {
    "attacks": "a fighter comes in, from a position",
    "seen": "the crew see the fighter",
    "unseen": "the crew do not see it",
    "upward_attack": "it fires its upward guns from below",
    "surprised": "it fires before anybody has seen it",
    "breaks_off": "it breaks off",
    "keeps_contact": "it keeps contact for another round",
    "loses_contact": "it has lost the bomber",
}
"""What is told here of a flight."""
