"""What the other bombers of a squadron do (10.4), by short rules.

Guns and night fighters attack them zone by zone after our own turns; six hits bring one down. They bomb, fly on when
we are lost or have turned back, and each rolls for its return. Their dice are stretches of their own: our flight
is what it would be without them.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from attrs import define
from bomberstream.core.mission.bombing import BOMBED, accuracy
from bomberstream.core.mission.company import (
    ABORTED,
    CRASHED,
    FLYING,
    HITS_TO_DOWN,
    MISSING,
    SHOT_DOWN,
    Company,
    Other,
    come_home,
    lose,
    name_of,
    strike,
    tell_return,
)
from bomberstream.core.mission.naming import in_series
from bomberstream.core.procedure import step
from bomberstream.core.zones import Zone

from ..searchlights import has_guns
from ..state import HIGH
from ..zones import make_zone
from . import dams_raid, minelaying

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    from bomberstream.core.sortie import Sortie

    from ..state import TonightState

__all__ = [
    "HELD_ON_GROUND",
    "ID",
    "Squadron",
    "hit_at_dam",
    "squadron_home",
    "squadron_in_zone",
    "squadron_of",
    "squadron_place",
    "squadron_take_off",
    "squadron_to_dam",
    "squadron_to_target",
    "tally",
    "target_seen",
]

ID = "squadron"
SIZE = 12
FIRST, SECOND = "1-6", "7-12"
"""The columns of 10-4.1 and 10-4.3."""
COLUMN_DIE = "1d6"
COLUMN_FIRST = 3
"""Up to this on the die the column of bombers 1 to 6."""
LEADERS = (1, 2, 3)
"""Places for bombers that find their own way."""
NAVIGATION_AIDS = ("gee", "gee_h", "h2s")
"""Gee, and what came after it."""

# T-91. Other reading: one roll reads both columns of 10-4.3, so that two bombers may be attacked.
COLUMN_BY_DIE = True

# T-92. Other reading: the accident of 3-2 note c, or the roll on 10-4.2, not both. Where each take-off is rolled for
# (setting `squadron_take_off`) neither counts.
ACCIDENT_AND_ROLL = True

# T-93. Other reading: a random pick that falls on our own bomber, or on one that does not fly, picks nobody.
PICK_AGAIN = True

# T-94. Other reading: no attacks on the others while we go around, as the guns do not fire at us then (6.0.8).
GOING_AROUND_IS_A_SET = True

# T-95. Other reading: 5-14 may give a fighter more rounds.
# T-96. Other reading: two fighters in each set over the target.
FIGHTERS_IN_A_SET = 1
SETS_TO_TARGET = 1
SETS_FROM_TARGET = 1

# Not stated: a recalled raid turns together, in a turn of its own as over the target. Other reading: no set for it.
RECALL_TURN_IS_A_SET = True

# Not stated: when we alone turn back, from damage or ice, the others go on as if we were lost (10.4.4), at a height
# chosen once, and are not recalled any more. Other reading: they turn with us.
FLY_ON_WHEN_WE_TURN_BACK = True

GUNS, FIGHTER = "guns", "night fighter"
HELD_ON_GROUND = {"wrecked": CRASHED, "destroyed": CRASHED, "aborts": ABORTED}
"""What comes of the accidents of 10-4.2 note a."""


@define(eq=False)
class Squadron(Company):
    """The other eleven of a squadron, and how far they have come."""

    is_airborne: bool = False
    outbound: bool = True
    zone: int = 1
    """The zone that they have done with last, on this leg."""
    turns_to_target: int = 0
    """Our turns in the target zone up to the bombs."""
    is_turning: bool = False
    """Whether they are over the target, their bombs gone, and the attacks of the turn for home are still to come."""
    altitude: str = HIGH
    visibility: str = ""
    """How well the target is seen; empty before anybody has looked."""
    weather: str = "good"
    """Over the base, when they come home."""
    bombed: int = 0
    on_target: int = 0
    percent: int = 0
    """Within the target area, on the average."""

    @classmethod
    def around(cls, box: int, sent: int = SIZE) -> Squadron:
        """The others round our own place: eleven, but where fewer are sent."""
        return cls(box, {one: Other(one) for one in range(1, sent + 1) if one != box}, sent)


def squadron_of(s: Sortie) -> Squadron:
    """The squadron of a flight; one round place 4 where a scenario sets no other."""
    squadron: Squadron = s.kept.setdefault(ID, Squadron.around(4))
    return squadron


# --- our place, and the take-off (10.4.1.1, 10.4.3)


@step(rule="tonight 10.4.1.1", table="10-4.1")
def squadron_place(s: Sortie) -> None:
    """Our own place among the twelve; without Gee or a later aid none of the first three."""
    s.begin("squadron place")
    sent = how_many(s)
    finds_its_way = s.bomber.devices.intersection(NAVIGATION_AIDS)
    box = roll_box(s)
    while box > sent or (box in LEADERS and not finds_its_way):
        box = roll_box(s)
    s.kept[ID] = Squadron.around(box, sent)
    raid = raid_of(s)
    if raid is not None:
        raid.whole_wave = True
    s.note("squadron_place", box=box, sent=sent)


def how_many(s: Sortie) -> int:
    """How many bombers are sent, in the first places: twelve, five to lay mines, or the wave (10.5.2, 10.6.2.3)."""
    raid = raid_of(s)
    if raid is not None:
        return raid.sent
    return minelaying.SENT if minelaying.ID in s.kept else SIZE


def raid_of(s: Sortie) -> dams_raid.Raid | None:
    """The raid on the dams, if that is flown."""
    raid: dams_raid.Raid | None = s.kept.get(dams_raid.ID)
    return raid


def roll_box(s: Sortie) -> int:
    """One of the twelve places: a die for the column, another for the row (10-4.1)."""
    return int(s.roll("squadron_place", roll_column(s)).result)


def roll_column(s: Sortie) -> str:
    """Bombers 1 to 6, or 7 to 12."""
    return FIRST if s.throw(COLUMN_DIE, "which half of the squadron") <= COLUMN_FIRST else SECOND


def pick_other(s: Sortie, squadron: Squadron) -> Other | None:
    """One of the others in the air at random (10.4.1)."""
    while squadron.flying:
        other = squadron.others.get(roll_box(s))
        if other is not None and other.state == FLYING:
            return other
        if not PICK_AGAIN:
            break
    return None


@step(rule="tonight 10.4.3", table="10-4.2")
def squadron_take_off(s: Sortie) -> None:
    """After our own take-off: the two of an accident in the murk (3-2 note c), then the others."""
    others_take_off(s, squadron_of(s))


def others_take_off(s: Sortie, squadron: Squadron) -> None:
    """The others leave, all on one roll (10-4.2) or each on its own (3-2)."""
    g: TonightState = s.game
    squadron.is_airborne = True
    s.begin("squadron take-off")
    if s.setup.options.get("squadron_take_off") == "each":
        g.squadron_losses = 0
        for other in squadron.flying:
            if other.state == FLYING:
                take_off_alone(s, squadron, other)
        return
    if g.squadron_losses:
        collide(s, squadron, g.squadron_losses)
        if not ACCIDENT_AND_ROLL:
            return
    if s.roll("squadron_take_off").result == "accident":
        how = s.roll("squadron_accident").result
        victim = pick_other(s, squadron)
        if victim is not None:
            stay_behind(s, squadron, victim, how)


def collide(s: Sortie, squadron: Squadron, bombers: int) -> None:
    """So many of the others collide and go down (10.4.2.1)."""
    victims = []
    for _ in range(bombers):
        other = pick_other(s, squadron)
        if other is not None:
            other.state = CRASHED
            victims.append(other)
    if victims and s.is_heard("squadron_collision"):
        s.note(
            "squadron_collision",
            bombers=in_series([name_of(s, squadron, one, ID) for one in victims]),
            how_many="one" if len(victims) == 1 else "several",
        )


def take_off_alone(s: Sortie, squadron: Squadron, other: Other) -> None:
    """One of the others on 3-2 and its notes: away, back with a bad engine, in a crash, or a collision of two."""
    g: TonightState = s.game
    result = s.roll("squadron_each_take_off").result
    if result == "mid_air_accident":
        if g.weather_over_base == "poor":
            before = len(squadron.flying)
            collide(s, squadron, 2)
            g.squadron_losses += before - len(squadron.flying)
        return
    if result != "engine_trouble":
        return
    trouble = s.roll("squadron_rough_engine").result
    if trouble == "engine_malfunction":
        # The order of ours says what a pilot does who loses an engine now: he turns back.
        stay_behind(s, squadron, other, "aborts")
    elif trouble == "crash":
        how = s.roll("squadron_crash").result
        stay_behind(s, squadron, other, "destroyed" if how == "destroyed" else "wrecked")


def stay_behind(s: Sortie, squadron: Squadron, other: Other, how: str) -> None:
    """One of the others does not come along: "wrecked", "destroyed" with its crew, or "aborts"."""
    other.state = HELD_ON_GROUND[how]
    if s.is_heard("squadron_ground"):
        s.note("squadron_ground", bomber=name_of(s, squadron, other, ID), how=how)


# --- zone by zone (10.4.4)


def is_at_target_with_us(s: Sortie, squadron: Squadron) -> bool:
    """Whether the others have come to the target along with us, their bombs aboard."""
    return squadron.with_us and squadron.outbound and s.zone.number == squadron.zone + 1


@step(rule="tonight 10.6.2.3", when="outbound and zone.is_target")
def squadron_to_dam(s: Sortie) -> None:
    """Before the first bomb falls at a dam: the attacks on the others; who is left then makes its run (10.6.3)."""
    g: TonightState = s.game
    squadron, raid = squadron_of(s), raid_of(s)
    if raid is not None and is_at_target_with_us(s, squadron):
        attack(s, squadron, SETS_TO_TARGET + g.turn_of_zone - 1)
        call_roll(squadron, raid)


def call_roll(squadron: Squadron, raid: dams_raid.Raid) -> None:
    """Who of the wave is there to attack a dam: the others stand in its order by their places."""
    raid.absent = {number for number, other in in_order(squadron, raid).items() if other.state != FLYING}


def in_order(squadron: Squadron, raid: dams_raid.Raid) -> dict[int, Other]:
    """The others by their places in the order of attack."""
    numbers = (number for number, _ in raid.order_of_attack() if number != raid.place)
    return dict(zip(numbers, squadron.others.values(), strict=False))


def hit_at_dam(s: Sortie, facts: Mapping[str, Any]) -> None:
    """The guns of a dam have hit another bomber of the wave: its hits count on, and six bring it down."""
    squadron: Squadron | None = s.kept.get(ID)
    raid, number = raid_of(s), int(facts["number"])
    if squadron is None or raid is None:
        return
    other = in_order(squadron, raid).get(number)
    if other is None or other.state != FLYING:
        return
    other.hits += 1
    if other.hits >= HITS_TO_DOWN:
        lose(s, squadron, other, GUNS, ID)
        raid.absent.add(number)


@step(rule="tonight 10.4.4.1-b", table="10-4.8", when="outbound and zone.is_target")
def squadron_to_target(s: Sortie) -> None:
    """Over the target: the attacks of the run, one set for each of our turns so far, and the bombs."""
    g: TonightState = s.game
    squadron = squadron_of(s)
    if not is_at_target_with_us(s, squadron):
        return
    squadron.turns_to_target = g.turn_of_zone
    squadron.altitude = g.altitude
    more = g.turn_of_zone - 1 + (g.went_around and GOING_AROUND_IS_A_SET)
    reach_target(s, squadron, SETS_TO_TARGET + more)


def reach_target(s: Sortie, squadron: Squadron, sets: int) -> None:
    """The attacks of the run, then the bombs; the turn for home is still to come."""
    raid = raid_of(s)
    if raid is None:
        attack(s, squadron, sets)
        drop(s, squadron)
    else:
        bomb_dam(s, squadron, raid, sets)
    squadron.zone = s.zone.number
    squadron.outbound = False
    squadron.is_turning = True


@step(rule="tonight 10.4.4", table="10-4.3")
def squadron_in_zone(s: Sortie) -> None:
    """Before the next zone: the attacks on the others, one set for each of our turns in this one (10.4.2.3)."""
    g: TonightState = s.game
    squadron = squadron_of(s)
    if not squadron.with_us:
        return
    number = s.zone.number
    if squadron.is_turning:
        more = max(0, g.turn_of_zone - squadron.turns_to_target - 1)
        squadron.is_turning = False
        attack(s, squadron, SETS_FROM_TARGET + more)
        return
    if number != squadron.zone + (1 if squadron.outbound else -1):
        # Thrown back at the Alps, or on the way to Malta.
        part(s, squadron)
        return
    turns_round = squadron.outbound and not s.outbound
    together = bool(g.returned_by_recall) or not FLY_ON_WHEN_WE_TURN_BACK
    not_theirs = turns_round and not (together and RECALL_TURN_IS_A_SET)
    attack(s, squadron, max(1, g.turn_of_zone - not_theirs))
    squadron.zone = number
    if turns_round and together:
        squadron.outbound = False
    elif turns_round:
        part(s, squadron)


def part(s: Sortie, squadron: Squadron) -> None:
    """From here on the others fly without us."""
    squadron.with_us = False
    if s.is_heard("squadron_parts"):
        others = len(squadron.flying)
        if others:
            s.note("squadron_parts", others=others)


def attack(s: Sortie, squadron: Squadron, sets: int) -> None:
    """So many sets of attacks in this zone: the guns over land that the enemy holds, then a night fighter."""
    flying = squadron.flying
    if not flying:
        return
    s.begin(f"squadron {'out' if squadron.outbound else 'home'} {s.zone.number}")
    guns = guns_fire(s)
    for _ in range(sets):
        if guns:
            attack_with(s, squadron, GUNS)
        for _ in range(FIGHTERS_IN_A_SET):
            attack_with(s, squadron, FIGHTER)


def guns_fire(s: Sortie) -> bool:
    """Whether guns stand below; over a sea lane only a flak ship has any (10.5.4)."""
    garden: minelaying.Garden | None = s.kept.get(minelaying.ID)
    return has_guns(s) if garden is None or not s.zone.is_target else garden.ship


def attack_with(s: Sortie, squadron: Squadron, by: str) -> None:
    """One attack: at whom (10-4.3), and with what effect (10-4.4, 10-4.5); our own bomber and the lost are spared."""
    for box in attacked(s):
        other = squadron.others.get(box)
        if other is not None and other.state == FLYING:
            strike(s, squadron, other, "squadron_guns" if by == GUNS else "squadron_fighter", by, ID)


def attacked(s: Sortie) -> Iterator[int]:
    """The places that 10-4.3 gives."""
    if COLUMN_BY_DIE:
        results = [s.roll("squadron_attacked", roll_column(s)).result]
    else:
        rolled = s.roll("squadron_attacked", FIRST)
        other = s.tables["squadron_attacked"].find(rolled.natural, rolled.total, SECOND)
        results = [rolled.result, other.result]
    return (one for one in results if isinstance(one, int))


# --- bombs (10.4.5)


def target_seen(s: Sortie, facts: Mapping[str, Any]) -> None:
    """How well we see the target is how well they see it (6-1)."""
    squadron: Squadron | None = s.kept.get(ID)
    if squadron is not None:
        squadron.visibility = str(facts["visibility"])


def drop(s: Sortie, squadron: Squadron) -> None:
    """The bombs of the others: one roll for all (10-4.8), or one for each (6-6), then 6-7."""
    g: TonightState = s.game
    bombers = len(squadron.flying)
    if not bombers:
        return
    if not squadron.visibility:
        if not squadron.with_us:
            g.previous_weather = "none"
            s.zone.weather = s.roll("squadron_weather").result
        squadron.visibility = s.roll("squadron_visibility").result
    g.visibility = squadron.visibility
    squadron.bombed = bombers
    each = s.setup.options.get("squadron_bombing") == "each"
    if each:
        runs = [s.roll("squadron_each_bomb_run").result for _ in range(bombers)]
        percents = [accuracy(s, run) for run in runs]
        squadron.on_target = runs.count("on_target")
        squadron.percent = round(sum(percents) / bombers)
    else:
        run = s.roll("squadron_bomb_run").result
        squadron.on_target = bombers if run == "on_target" else 0
        squadron.percent = accuracy(s, run)
    s.note(
        "squadron_bombs",
        bombers=bombers,
        on_target=squadron.on_target,
        percent=squadron.percent,
        by="each" if each else "table",
    )


def bomb_dam(s: Sortie, squadron: Squadron, raid: dams_raid.Raid, sets: int) -> None:
    """The runs of the others at a dam, each for itself (10.6.2.3); where we are there, too, they have been made."""
    if not squadron.with_us:
        attack(s, squadron, sets)
        call_roll(squadron, raid)
        raid.absent.add(raid.place)
        dams_raid.without_us(s, raid)
    squadron.bombed = len(squadron.flying)


# --- home (10.4.4, 10.4.6)


@step(rule="tonight 10.4.6", table="10-4.8-b")
def squadron_home(s: Sortie) -> None:
    """Our flight is over: the others fly what is left of theirs, and come home or not."""
    if s.outcome in s.ruleset.game.not_flown:
        return
    squadron = squadron_of(s)
    held = s.zone, s.outbound
    if not squadron.is_airborne:
        others_take_off(s, squadron)
    is_left = squadron.outbound or squadron.is_turning or squadron.zone > 2
    if not is_left or fly_on(s, squadron):
        land(s, squadron)
    s.zone, s.outbound = held


def fly_on(s: Sortie, squadron: Squadron) -> bool:
    """The others fly on without us, to zone 2 on the way home; false where the player leaves it there."""
    g: TonightState = s.game
    assert g.route is not None
    recalled = bool(g.returned_by_recall) and squadron.with_us and squadron.outbound
    squadron.with_us = False
    others = len(squadron.flying)
    if not others or s.choose("squadron_flies_on") == "no":
        return not others
    squadron.altitude = s.choose("squadron_altitude")
    s.note("squadron_flies_on", others=others)
    s.outbound = True
    for given in g.route.zones:
        if not squadron.outbound:
            break
        if given.n <= squadron.zone:
            continue
        s.zone = make_zone(s, given)
        if s.zone.is_target:
            reach_target(s, squadron, SETS_TO_TARGET)
            break
        attack(s, squadron, 1 + (recalled and RECALL_TURN_IS_A_SET))
        squadron.zone = given.n
        squadron.outbound = not recalled
    s.outbound = False
    for given in reversed(g.route.zones):
        if given.n == squadron.zone and squadron.is_turning:
            s.zone = make_zone(s, given)
            attack(s, squadron, SETS_FROM_TARGET)
            squadron.is_turning = False
        elif given.n < squadron.zone:
            s.zone = make_zone(s, given)
            attack(s, squadron, 1)
            squadron.zone = given.n
    return True


def land(s: Sortie, squadron: Squadron) -> None:
    """Zone 1: a last night fighter (10.4.4.3), the weather over the base, and a roll for each (10-4.8-b)."""
    g: TonightState = s.game
    s.zone = Zone(1, over=g.base_codes(), region=("",), is_base=True)
    s.outbound = False
    attack(s, squadron, 1)
    squadron.zone = 1
    s.begin("squadron landing")
    if squadron.flying:
        # With us they find the weather that we have found.
        squadron.weather = g.weather_over_base if squadron.with_us else s.roll("squadron_home_weather").result
    come_home(s, squadron, "squadron_return")
    if s.is_heard("squadron_home"):
        counted = tally(s, squadron)
        tell_return(s, squadron, ID, (SHOT_DOWN, MISSING), counted["crashed"], counted["missing"])


def tally(s: Sortie, squadron: Squadron | None) -> dict[str, Any]:
    """The record of the squadron, ours counted in (1.5); all noughts for one that never left."""
    if squadron is None or s.outcome in s.ruleset.game.not_flown:
        return {"place": 0, "sent": 0, "aborted": 0, "bombed": 0, "crashed": 0, "missing": 0, "bombers": []}
    g: TonightState = s.game
    states = [one.state for one in squadron.others.values()]
    return {
        "place": squadron.box,
        "sent": squadron.sent,
        "aborted": states.count(ABORTED) + bool(g.aborting and not g.returned_by_recall),
        "bombed": squadron.bombed + (g.bomb_run in BOMBED),
        "crashed": states.count(CRASHED) + (s.outcome == "crashed"),
        "missing": states.count(SHOT_DOWN) + states.count(MISSING) + (s.outcome in s.ruleset.game.losses),
        "on_target": squadron.on_target + (g.bomb_run == "on_target"),
        "percent": squadron.percent,
        "fighters": squadron.fighters_down,
        "bombers": [{"place": one.box, "hits": one.hits, "state": one.state} for one in squadron.others.values()],
    }
