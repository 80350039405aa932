"""Combat with a bomber: passes of up to three rounds, by the cards (7.2)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from bomberstream.core.procedure import step

from . import choices
from .cards import BOMBER, Burst, Card, Shot, draw, judge, read_column
from .damage import debris, jam, random_hits
from .state import CLOSE, FORWARD, LONG, MEDIUM, RANGES, UPWARD
from .target import AIMS, WINGS, GroupDamage, destroy, grouped_damage, hit, random_damage

if TYPE_CHECKING:
    from collections.abc import Iterator

    from bomberstream.core.sortie import Sortie

    from .state import AceState

__all__ = [
    "aim_point",
    "attack_card",
    "bomber_fires_back",
    "bomber_fires_first",
    "extended_burst",
    "falling_debris",
    "fight",
    "gun_jam",
    "guns_and_range",
    "our_fire",
    "rounds",
]

ALL_JAM = 9
BURST_AMMUNITION = 2
RANGE_HITS = {LONG: -1, MEDIUM: 0, CLOSE: 1}
ABORTED = "aborted"


def fight(s: Sortie) -> None:
    """Pass after pass, until somebody has had enough (7.2)."""
    g: AceState = s.game
    g.pass_number, g.upward_used, g.blinded, g.redrawn, g.fight_over, g.hits_in_fight = 0, False, False, False, False, 0
    while not g.fight_over:
        g.pass_number += 1
        s.run("pass")


# --- a pass


@step(rule="ace 7.2.1")
def guns_and_range(s: Sortie) -> None:
    """Which guns, and from what range the pass begins (7.2.1, 7.2.2)."""
    g: AceState = s.game
    weapons = list(weapons_open(s))
    if not weapons:
        g.fight_over = True
        return
    g.weapon = s.choose("weapon", weapons)
    if g.weapon == UPWARD:
        if g.upward_used:
            # Sneaking back below takes a box of the track (7.2.16.7).
            g.box += 1
            s.note("sneaks_back")
        g.range = s.choose("range", (MEDIUM, CLOSE))
    else:
        g.range = s.choose("range", RANGES)
    g.round_number = 0
    s.note("pass", number=g.pass_number, weapon=g.weapon, range=g.range, target=g.target.type.name)


def weapons_open(s: Sortie) -> Iterator[str]:
    """The sets of guns that can be fired in a new pass: forward, and upward if the track has a box to spare for
    another try; not by day."""
    g: AceState = s.game
    if g.guns(s, FORWARD):
        yield FORWARD
    if g.guns(s, UPWARD) and not g.by_day and (not g.upward_used or g.box < g.boxes):
        yield UPWARD


@step(rule="ace 7.2.7")
def rounds(s: Sortie) -> None:
    """The rounds of a pass: the range closes by one each time (7.2.7)."""
    g: AceState = s.game
    number = g.pass_number
    while not g.fight_over and g.pass_number == number:
        g.round_number += 1
        # A bomber that has been attacked weaves from the second round on (7.2.10).
        if g.round_number > 1 or g.pass_number > 1:
            g.target.corkscrewing = True
        g.blinded = False
        s.run("round")
        if s.bomber.man_of("pilot").is_serious:
            g.fight_over = True
        if g.fight_over or not goes_on(s):
            return
        g.range = RANGES[RANGES.index(g.range) + 1]


def goes_on(s: Sortie) -> bool:
    """What follows the round (7.2.9): another one, and the pass goes on; a new pass, if the target is not lost in the
    dark (7.2.12); or the end of it (7.2.11)."""
    g: AceState = s.game
    match s.choose("goes_on", list(ways_on(s))):
        case "press_on":
            return True
        case "wheel":
            if s.roll("another_pass").result == "lost":
                s.note("target_lost", target=g.target.type.name)
                g.fight_over = True
            else:
                s.note("target_found", target=g.target.type.name)
        case _:
            s.note("breaks_off", target=g.target.type.name)
            g.fight_over = True
    return False


def ways_on(s: Sortie) -> Iterator[str]:
    """What may follow: another round, if the range can close and the pilot sees; a new pass; breaking off."""
    g: AceState = s.game
    closes = g.weapon == FORWARD and g.range != CLOSE
    if closes and g.guns(s, FORWARD) and (not g.blinded or choices.BLINDED_MAY_PRESS_ON):
        yield "press_on"
    if any(weapons_open(s)):
        yield "wheel"
    yield "break_off"


# --- a round


@step(rule="ace 7.2.3")
def aim_point(s: Sortie) -> None:
    """Where on the bomber: upward guns can only have a wing (7.2.3, 7.2.16.1)."""
    g: AceState = s.game
    g.shot = Shot(gunner_was=g.target.gunner)
    aims = WINGS if g.weapon == UPWARD else AIMS
    g.aim = s.choose("aim", aims if g.target.type.return_fire else [one for one in aims if one != "gunner"])


@step(rule="ace 7.2.14", table="extended-burst", when="can_burst")
def extended_burst(s: Sortie) -> None:
    """A long burst may be risked before the card is flipped (7.2.14)."""
    g: AceState = s.game
    assert g.shot is not None
    if s.choose("extended_burst") == "no":
        return
    rolled = s.roll("extended_burst")
    burst: Burst = rolled.data or Burst()
    g.shot.burst = burst
    s.note("burst", result=str(rolled.result), hits=burst.hits)
    if rolled.result == "jammed":
        g.shot.no_fire = True
        jam(s, FORWARD, every=True)
    elif burst.destroyed:
        spend(s, FORWARD)
        destroy(s, "long burst")
        g.shot.no_fire = True
        over(s)


@step(rule="ace 7.2.5", table="combat-deck", when="may_fire")
def attack_card(s: Sortie) -> None:
    """The card of the attack; an expert may draw another in its place (7.2.5, 10.1.2)."""
    g: AceState = s.game
    shot = g.shot
    assert shot is not None
    card = draw(s, "attack card")
    s.offer = card
    if not g.redrawn and g.is_expert(s):
        shot.card = card
        if s.choose("redraw") == "redraw":
            g.redrawn = True
            card = draw(s, "attack card")
    shot.card = card
    first = g.round_number == 1
    if g.weapon == UPWARD:
        g.upward_used = True
        if card.lines.upward == ABORTED:
            s.note("seen_below", target=g.target.type.name)
            g.target.corkscrewing = True
            shot.no_fire = True
            return
    if first and card.lines.corkscrew_first and (g.weapon == FORWARD or choices.CONTACT_LINE_FOR_UPWARD_GUNS):
        if not g.target.corkscrewing and g.target.can_corkscrew:
            s.note("corkscrews", target=g.target.type.name)
        g.target.corkscrewing = True


@step(rule="ace 7.2.15", table="combat-lines", when="may_fire")
def gun_jam(s: Sortie) -> None:
    """A card may jam a weapon before the shot; good maintenance clears the first (7.2.15, 10.1.2)."""
    g: AceState = s.game
    assert g.shot is not None
    card = g.shot.card
    if card is None or not card.lines.gun_jam:
        return
    if not clears_jam(s):
        jam(s, g.weapon)


def clears_jam(s: Sortie) -> bool:
    """Whether the first jam of a sortie clears at once: somebody has seen to the weapons (10.1.2)."""
    g: AceState = s.game
    if g.jam_cleared or not g.has(s, "weapons"):
        return False
    g.jam_cleared = True
    s.note("jam_cleared")
    return True


@step(rule="ace 7.2.8", table="combat-lines")
def bomber_fires_first(s: Sortie) -> None:
    """In the first round of a pass the card may let the bomber fire first (7.2.8)."""
    g: AceState = s.game
    shot = g.shot
    assert shot is not None
    if g.round_number == 1 and shot.card is not None and shot.card.lines.first == BOMBER:
        defensive_fire(s, g.target.gunner)


@step(rule="ace 7.2.18", table="B2", when="may_fire")
def our_fire(s: Sortie) -> None:
    """Our shot strikes (7.2.13, 7.2.16 to 7.2.18)."""
    g: AceState = s.game
    shot = g.shot
    assert shot is not None
    firepower = g.firepower(s, g.weapon)
    if shot.card is None or not firepower:
        return
    result = read_column(s, shot.card, firepower)
    spend(s, g.weapon, BURST_AMMUNITION if shot.burst else 1)
    strike(s, shot.card, result, firepower)
    after_burst(s, shot.burst)
    if g.target.lost:
        over(s)


def spend(s: Sortie, mount: str, rounds: int = BURST_AMMUNITION) -> None:
    """Every weapon that fires uses ammunition, if it has any to run out of."""
    g: AceState = s.game
    for gun in g.guns(s, mount):
        if not gun.type.traits.get("endless"):
            gun.rounds = max(0, gun.rounds - rounds)
            if not gun.rounds:
                s.note("empty", weapon=gun.type.name)


Change = tuple[int, str]
"""What is added to the hits of a card, and why."""


def changes(s: Sortie, card: Card) -> list[Change]:
    """What range, weaving and a card's line for upward guns add to the random hits (7.2.13, 7.2.16.4, 7.2.16.5)."""
    g: AceState = s.game
    found = [(RANGE_HITS[g.range], f"{g.range} range"), (-g.target.weaves, "corkscrew")]
    if g.weapon == UPWARD and card.lines.upward:
        found.append((int(card.lines.upward), "seen late"))
    return found


def reckon(s: Sortie, card: Card, reads: str, parts: list[Change], hits: int) -> None:
    """Tell how a card comes to its hits."""
    if s.is_heard("reckoned"):
        told = "  ".join(f"{value:+d} {why}" for value, why in parts if value)
        s.note("reckoned", card=card.number, reads=reads, changes=told, hits=max(0, hits))


def strike(s: Sortie, card: Card, result: str, firepower: int) -> None:
    """Apply a card's result with everything that changes it, and the extra hits of skills and long bursts."""
    g: AceState = s.game
    parts = changes(s, card)
    verdict = judge(result, sum(value for value, _ in parts))
    s.note("shoots", result=result, firepower=firepower, target=g.target.type.name, weapon=g.weapon)
    if verdict.destroyed:
        destroy(s, "guns")
        return
    more = verdict.random
    if verdict.scores:
        extra = extra_hits(s)
        parts += extra
        more += sum(value for value, _ in extra)
        if verdict.grouped:
            group: GroupDamage = s.tables["group_damage"].look(g.aim).data
            parts.append((group.random, "grouped"))
            more += group.random
    reckon(s, card, f"{result} with {firepower}", parts, more)
    if not verdict.scores:
        return
    if verdict.grouped:
        grouped_damage(s)
    random_damage(s, more)
    if g.target.lost:
        return
    if g.has(s, "aim") and (g.weapon == FORWARD or choices.AIM_WITH_UPWARD_GUNS):
        hit(s, g.aim)
    if g.weapon == UPWARD and g.has(s, "sm_gunnery") and not g.target.lost:
        hit(s, "fuel_tank")


def extra_hits(s: Sortie) -> list[Change]:
    """Random hits more where anything is hit at all: of a long burst, and of a pilot with Gunnery (7.2.14, 10.1.2)."""
    g: AceState = s.game
    found = []
    if g.shot is not None and g.shot.burst is not None:
        found.append((g.shot.burst.hits, "long burst"))
    if g.weapon == FORWARD and g.knows(s, "pilot", "gunnery"):
        found.append((1, "Gunnery"))
    return found


def after_burst(s: Sortie, burst: Burst | None) -> None:
    """What a long burst leaves: jammed weapons, a pilot who sees nothing (7.2.14)."""
    g: AceState = s.game
    if burst is None:
        return
    if burst.jams and not (choices.WEAPONS_SKILL_CLEARS_BURSTS and clears_jam(s)):
        jam(s, FORWARD, every=burst.jams == ALL_JAM)
    if burst.blinded and not s.bomber.type.traits.get("never_blinded"):
        g.blinded = True
        s.note("blinded")


@step(rule="ace 7.2.6", table="combat-lines", when="draws_fire")
def bomber_fires_back(s: Sortie) -> None:
    """The bomber's card: hits on us; in the later rounds of a pass fire is simultaneous (7.2.6, 7.2.8)."""
    g: AceState = s.game
    shot = g.shot
    assert shot is not None
    if shot.bomber_has_fired:
        return
    simultaneous = g.round_number > 1
    if g.target.lost and not simultaneous:
        return
    defensive_fire(s, shot.gunner_was if simultaneous else g.target.gunner)


def defensive_fire(s: Sortie, gunner: str) -> None:
    """Flip the bomber's card and take its hits: range, a wounded gunner, and air combat maneuvering change them."""
    g: AceState = s.game
    shot = g.shot
    assert shot is not None
    if not g.draws_fire() or gunner == "killed":
        return
    shot.bomber_has_fired = True
    card = draw(s, "bomber's card")
    hits = card.lines.fire
    parts: list[Change] = []
    if hits or choices.MODIFIERS_CHANGE_A_MISS:
        parts = [
            (g.target.type.defence, "its guns"),
            (RANGE_HITS[g.range], f"{g.range} range"),
            (-(gunner == "serious"), "its gunner is wounded"),
            (-g.has(s, "acm"), "air combat maneuvering"),
        ]
    hits = max(0, hits + sum(value for value, _ in parts))
    reckon(s, card, f"fire {card.lines.fire}", parts, hits)
    s.note("return_fire", hits=hits, target=g.target.type.name)
    with s.caused_by("bomber"):
        random_hits(s, hits)


@step(rule="ace 7.2.16.4", table="debris", when="close_below")
def falling_debris(s: Sortie) -> None:
    """Close below with upward guns, what falls off may fall on us (7.2.16.4)."""
    g: AceState = s.game
    if g.shot is not None and g.shot.card is not None and not g.shot.no_fire:
        with s.caused_by("debris"):
            debris(s)


def over(s: Sortie) -> None:
    """Nothing is left to shoot at."""
    s.game.fight_over = True
