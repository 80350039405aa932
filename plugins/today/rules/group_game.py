"""Optional rule 10.4: the group game. The seventeen others of the combat box fly with ours, by short rules.

Its text is not at hand; its twin by night (tonight 10.4) is, and its tables stand in for the day's (65). For each wave
of fighters that comes at the box one of the others is attacked, too; flak strikes them over the target; six hits bring
one down. They bomb with the leader, fly on when we are gone, and each rolls for its return. With both bombers at the
head lost everybody aims for himself. Their dice are stretches of their own.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

from attrs import define, evolve
from bomberstream.core.decisions import Decision
from bomberstream.core.game import NUMBER, OptionalRule
from bomberstream.core.mission.bombing import BOMBED, accuracy
from bomberstream.core.mission.company import (
    CRASHED,
    FLYING,
    MISSING,
    SHOT_DOWN,
    Company,
    Other,
    come_home,
    name_of,
    strike,
    tell_return,
)
from bomberstream.core.mission.record import add_facts
from bomberstream.core.mission.spoken import YES_NO
from bomberstream.core.packs import Pack
from bomberstream.core.procedure import step

from ..setup import CELLS, DEPUTY, LEAD
from ..zones import make_zone
from .laying import data_of, lay_data

if TYPE_CHECKING:
    from bomberstream.core.ruleset import RulesetBuilder
    from bomberstream.core.sortie import Sortie

    from ..state import TodayState

__all__ = ["RULE", "Group"]

ID = "group_game"
TOLD = "group"
SIZE = 18
FLAK, FIGHTER = "flak", "fighters"
LOST_IN_ACCIDENT = 2
"""Others of the cell that a mid-air accident at the take-off costs (3-2 note c)."""
# [65] Other readings: one attack in each turn, as by night; flak on each of the three cells.
FLAK_IN_A_SET = 1


@define(eq=False)
class Group(Company):
    """The seventeen others of the box, and how far they have come."""

    outbound: bool = True
    zone: int = 1
    """The zone that they have done with last, on this leg."""
    waves: int = 0
    """Waves that have come at the box since they were attacked last."""
    run: str = ""
    """Their bomb run: "on_target", "off_target", or "each" when everybody aimed for himself."""
    bombed: int = 0
    on_target: int = 0
    percent: int = 0

    @classmethod
    def around(cls, box: int) -> Group:
        """The others round our own place."""
        return cls(box, {one: Other(one) for one in range(1, SIZE + 1) if one != box}, SIZE)


def group_of(s: Sortie) -> Group:
    """The group of a flight."""
    g: TodayState = s.game
    group: Group = s.kept.setdefault(ID, Group.around(g.position))
    return group


# --- take-off


@step(rule="today 10.4")
def group_take_off(s: Sortie) -> None:
    """The others leave: two of our cell may have met in the murk (3-2 note c), one may come to grief alone (10-4.2)."""
    g: TodayState = s.game
    s.kept[ID] = group = Group.around(g.position)
    s.begin("group take-off")
    if g.cell_lost_bombers:
        cell = [group.others[box] for box in CELLS[g.cell] if box in group.others]
        for other in cell[-LOST_IN_ACCIDENT:]:
            other.state = CRASHED
    if s.roll("group_take_off").result == "accident":
        victim = pick_other(s, group)
        if victim is not None:
            victim.state = CRASHED
            if s.is_heard("group_ground"):
                s.note("group_ground", bomber=name_of(s, group, victim, TOLD))
    follow_lead(s, group)


def pick_other(s: Sortie, group: Group) -> Other | None:
    """One of the places of the box at random: the cell by 2-10A, the place in it by a die; none of ours or the lost."""
    box = CELLS[s.roll("group_cell").result][s.throw("1d6", "place in the cell") - 1]
    other = group.others.get(box)
    return other if other is not None and other.state == FLYING else None


# --- zone by zone


def wave_comes(s: Sortie, facts: Mapping[str, Any]) -> None:
    """Fighters come at the box in waves (5-2)."""
    group_of(s).waves += int(facts["waves"])


@step(rule="today 10.4")
def group_in_zone(s: Sortie) -> None:
    """Before the next zone: the attacks on the others in this one, or we have parted."""
    g: TodayState = s.game
    group = group_of(s)
    if not group.with_us:
        return
    number = s.zone.number
    if g.aborts_with_group and group.outbound:
        # Recalled with us, in the zone before.
        group.outbound, group.zone = False, number + 1
    if number == group.zone and group.run:
        # The turn over the target, which has been theirs as well.
        attack(s, group, flak=s.zone.is_target)
        return
    if number != group.zone + (1 if group.outbound else -1):
        part(s, group)
        return
    attack(s, group, flak=False)
    group.zone = number


@step(rule="today 10.4", when="outbound and zone.is_target")
def group_bombs(s: Sortie) -> None:
    """The fighters and flak of the run, then the bombs of the others: where the leader aims for all as ours fell, else
    by a roll."""
    g: TodayState = s.game
    group = group_of(s)
    if group.with_us and group.outbound and s.zone.number == group.zone + 1:
        attack(s, group, flak=True)
        s.begin(f"group bombs {s.zone.number}")
        drop(s, group, g.bomb_run if (g.on_command or g.mission_lead) and g.bomb_run in BOMBED else "")


def drop(s: Sortie, group: Group, ours: str) -> None:
    """Their bombs fall: as the leader's did, else on one roll; without both leaders each aims for himself."""
    bombers = len(group.flying)
    group.zone, group.outbound = s.zone.number, False
    group.run = "off_target"
    if not bombers:
        return
    group.bombed = bombers
    if is_leaderless(s, group):
        runs = [str(s.roll("group_each_bomb_run").result) for _ in range(bombers)]
        group.run, group.on_target = "each", runs.count("on_target")
        group.percent = round(sum(accuracy(s, run) for run in runs) / bombers)
    else:
        group.run = ours or str(s.roll("group_bomb_run").result)
        group.on_target = bombers if group.run == "on_target" else 0
        group.percent = accuracy(s, group.run)
    s.note("group_bombs", bombers=bombers, on_target=group.on_target, percent=group.percent)


def part(s: Sortie, group: Group) -> None:
    """From here on the others fly without us."""
    group.with_us = False
    if group.flying:
        s.note("group_parts", others=len(group.flying))


def attack(s: Sortie, group: Group, *, flak: bool) -> None:
    """One of the others is attacked for each wave that has come; over the target, flak as well."""
    waves, group.waves = group.waves, 0
    if not group.flying or not (waves or flak):
        return
    s.begin(f"group {'out' if group.outbound else 'home'} {s.zone.number}{' flak' if flak else ''}")
    for _ in range(waves):
        strike_one(s, group, "group_fighters", FIGHTER)
    for _ in range(FLAK_IN_A_SET if flak else 0):
        strike_one(s, group, "group_flak", FLAK)
    follow_lead(s, group)


def strike_one(s: Sortie, group: Group, role: str, by: str) -> None:
    """An attack on whoever flies at a place taken at random."""
    other = pick_other(s, group)
    if other is not None:
        strike(s, group, other, role, by, TOLD)


def follow_lead(s: Sortie, group: Group) -> None:
    """With the leader gone his deputy leads; with both gone nobody does, and everybody bombs for himself."""
    g: TodayState = s.game
    if not group.with_us:
        return
    g.leaderless = is_leaderless(s, group)
    if g.position == DEPUTY and is_gone(group, LEAD) and not g.mission_lead:
        g.mission_lead = True
        s.note("group_lead_falls_to_us")


def is_gone(group: Group, box: int) -> bool:
    """Whether one of the others has been lost from his place."""
    other = group.others.get(box)
    return other is not None and other.state != FLYING


def is_leaderless(s: Sortie, group: Group) -> bool:
    """Whether leader and deputy are both gone, we ourselves being neither."""
    return is_gone(group, LEAD) and is_gone(group, DEPUTY)


# --- home


@step(rule="today 10.4")
def group_home(s: Sortie) -> None:
    """Our flight is over: the others fly what is left of theirs, and come home or not (10-4.8)."""
    if s.outcome in s.ruleset.game.not_flown or ID not in s.kept:
        return
    group = group_of(s)
    held = s.zone, s.outbound
    recalled = bool(s.game.aborts_with_group)
    is_left = group.outbound or group.zone > 2
    if not is_left or fly_on(s, group, recalled=recalled):
        land(s, group)
    s.zone, s.outbound = held


def fly_on(s: Sortie, group: Group, *, recalled: bool) -> bool:
    """The others fly on without us, to zone 2 on the way home; false where the player leaves it there."""
    g: TodayState = s.game
    assert g.route is not None
    group.with_us = False
    if not group.flying or s.choose("group_flies_on") == "no":
        return not group.flying
    s.note("group_flies_on", others=len(group.flying))
    for given in g.route.zones:
        if group.outbound and not recalled and given.n > group.zone:
            fly_zone(s, group, given.n, outward=True)
    group.outbound = False
    for given in reversed(g.route.zones):
        if given.n < group.zone:
            fly_zone(s, group, given.n, outward=False)
    return True


def fly_zone(s: Sortie, group: Group, number: int, *, outward: bool) -> None:
    """One zone of theirs: waves on a die of their own, and over the target flak and bombs."""
    g: TodayState = s.game
    assert g.route is not None
    s.outbound = outward
    s.zone = make_zone(s, next(one for one in g.route.zones if one.n == number))
    if s.zone.fighters is not None:
        s.begin(f"group alone {'out' if outward else 'home'} {number}")
        group.waves = int(s.roll("group_waves").result)
    attack(s, group, flak=s.zone.is_target)
    if s.zone.is_target and outward:
        s.begin(f"group bombs {number}")
        g.visibility = str(s.roll("group_visibility").result)
        drop(s, group, "")
    group.zone = number


def land(s: Sortie, group: Group) -> None:
    """Zone 1: a roll for each that is left, by its hits and the weather."""
    group.zone = 1
    s.begin("group landing")
    if not group.with_us:
        s.game.weather_over_base = str(s.roll("group_home_weather").result)
    come_home(s, group, "group_return")
    if s.is_heard("group_home"):
        counted = tally(s, group)
        tell_return(s, group, TOLD, (SHOT_DOWN, MISSING, CRASHED), counted["crashed"], counted["missing"])


def tally(s: Sortie, group: Group | None) -> dict[str, Any]:
    """The record of the group, ours counted in; all noughts for one that never left."""
    if group is None or s.outcome in s.ruleset.game.not_flown:
        return {"place": 0, "sent": 0, "bombed": 0, "crashed": 0, "missing": 0, "bombers": []}
    g: TodayState = s.game
    states = [one.state for one in group.others.values()]
    return {
        "place": group.box,
        "sent": group.sent,
        "bombed": group.bombed + (g.bomb_run in BOMBED),
        "crashed": states.count(CRASHED) + (s.outcome == "crashed"),
        "missing": states.count(SHOT_DOWN) + states.count(MISSING) + (s.outcome in s.ruleset.game.losses),
        "on_target": group.on_target + (g.bomb_run == "on_target"),
        "percent": group.percent,
        "fighters": group.fighters_down,
        "bombers": [{"place": one.box, "hits": one.hits, "state": one.state} for one in group.others.values()],
    }


# --- the rule

HAPPENINGS = {
    "group_ground": "another bomber of the group does not get away",
    "group_hit": "another bomber of the group is hit",
    "group_fighter": "another bomber of the group hits a fighter",
    "group_lost": "another bomber of the group is shot down",
    "group_lost_unseen": "another bomber of the group is shot down while we are not with it",
    "group_lead_falls_to_us": "the leader is lost, and the deputy leads",
    "group_parts": "the group goes on and we do not",
    "group_flies_on": "our flight is over, that of the group is not",
    "group_bombs": "the others of the group drop their bombs",
    "group_home": "who of the group has come back",
}
RESULTS: dict[str, tuple[str, ...]] = {
    "group_take_off": ("accident", "airborne"),
    "group_cell": tuple(CELLS),
    "group_waves": (NUMBER,),
    "group_fighters": (NUMBER, "shot_down", "fighter_shot_down", "fighter_damaged"),
    "group_flak": (NUMBER, "shot_down"),
    "group_visibility": ("clear", "slightly_obscured", "mostly_obscured", "completely_obscured"),
    "group_bomb_run": BOMBED,
    "group_each_bomb_run": BOMBED,
    "group_return": ("lost", "safe"),
    "group_home_weather": ("good", "poor", "bad"),
}
THEIRS = {"2-10A": "group_cell", "3-1": "group_home_weather", "5-2": "group_waves", "6-1": "group_visibility"}
"""Tables of our own that are rolled on for the others: nothing of it is told, and nothing befalls us."""
OURS_ALONE = ("5-2",)
"""Those whose modifiers ask about our own bomber."""


def copy_tables(builder: RulesetBuilder) -> None:
    """The tables that the others share with us, as they are now, without wording and effects."""
    copies = {}
    for name, role in THEIRS.items():
        table = builder.table(name)
        rows = tuple(evolve(row, text=None, effects=None) for row in table.row)
        own = f"{name} group"
        modifier = () if name in OURS_ALONE else table.modifier
        copies[own] = evolve(table, id=own, title=f"{table.title} (the others)", role=role, row=rows, modifier=modifier)
    builder.lay(Pack(ID, data_of(ID), tables=copies))


def apply(builder: RulesetBuilder) -> None:
    """Fly with a group."""
    for role, results in RESULTS.items():
        builder.role(role, results)
    for happening, says in HAPPENINGS.items():
        builder.happening(happening, says)
    builder.decision(
        Decision("group_flies_on", "Your flight is over. Follow the group to its end?", "today 10.4", YES_NO)
    )
    copy_tables(builder)
    lay_data(builder, ID)
    builder.on("waves", wave_comes)
    builder.step(group_take_off, after="mission.take_off")
    builder.step(group_bombs, before="zone.turn_over_target")
    builder.step(group_in_zone, after="zone.divert")
    builder.step(group_home, before="debriefing.hospital")
    add_facts(builder, lambda s: {"group": tally(s, s.kept.get(ID))})


RULE = OptionalRule(id=ID, title="Fly with the whole group", rule="today 10.4", games=("today",), apply=apply)
