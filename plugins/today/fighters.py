"""German fighters in a zone: resistance, waves, who comes, and who is driven off (5-1 to 5-5A)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from attrs import define
from bomberstream.core.combat import Fighter, FighterType, parse_position
from bomberstream.core.mission.crewing import take_controls, take_over_guns
from bomberstream.core.mission.engines import obey_engines
from bomberstream.core.mission.flak import flak_hits
from bomberstream.core.mission.ground import settle_letter
from bomberstream.core.mission.waves import Group, drive_off
from bomberstream.core.procedure import step

from . import choices

if TYPE_CHECKING:
    from bomberstream.core.sortie import Sortie

    from .state import TodayState

__all__ = [
    "AppearanceCell",
    "EscortCell",
    "NoteCell",
    "PositionCell",
    "appearance",
    "bombs_and_rockets",
    "escort_drives_off",
    "extra_fighter",
    "fighters",
    "is_over",
    "join",
    "meanings",
    "pilot_skill",
    "poor_communications",
    "rocket_position",
    "rounds",
]

FROM_AFAR = {"bombs_from_above": "bombs", "rockets": "rockets"}
"""Notes that bring no fighter near, but something that bursts."""
ESCORT_LEVELS = ("none", "poor", "fair", "good")


@define(frozen=True)
class AppearanceCell:
    """Payload of a cell of 5-3A, B or C."""

    attackers: tuple[Group, ...] = ()
    notes: tuple[str, ...] = ()


@define(frozen=True)
class NoteCell:
    """Payload of a note of 5-3: what a letter means for a cell or a group."""

    guns: tuple[str, ...] | None = None
    """The only guns that bear; an empty list: none. Left out, the field of fire decides."""
    escort: bool = True
    """Whether the escort may drive the fighter off."""
    reroll_when: str = ""
    roll_on: str = ""
    """Role of the table that says more."""
    becomes: str = ""
    over: tuple[str, ...] = ()
    """Over these countries the fighter is of the type `becomes`, or the note holds."""
    optional: str = ""
    target: str = ""
    zone: int = 0
    only: tuple[str, ...] = ()
    attacks: int = 0


@define(frozen=True)
class EscortCell:
    """Payload of a cell of 5-4: how many the escort takes off each later wave."""

    later: int


@define(frozen=True)
class PositionCell:
    """Payload of a cell of 2-10B: who may not fill the place, and the fighter that it draws."""

    reroll_up_to: dict[str, int]
    attackers: tuple[Group, ...] = ()


@step(rule="today 5-1", table="5-1", cause="fighter")
def fighters(s: Sortie) -> None:
    """How strong the fighters are in this zone, how many waves they make, and each wave to its end."""
    g: TodayState = s.game
    g.fighters = []
    if g.no_fighters:
        g.no_fighters = False
        return
    if s.zone.fighters is None:
        return
    s.zone.resistance = s.roll("resistance").result
    if s.zone.resistance != "none":
        waves = s.roll("waves").result
        if waves:
            s.note("waves", waves=waves, resistance=s.zone.resistance)
            escort_on_station(s)
            for g.wave in range(1, waves + 1):
                s.run("wave")
        else:
            s.note("no_waves", resistance=s.zone.resistance)
    g.fighters = []


def escort_on_station(s: Sortie) -> None:
    """What the escort takes off the first and each later wave: one roll a turn (5-4); an aggressive
    escort counts as one level better (5-3D)."""
    g: TodayState = s.game
    g.escort_first = g.escort_later = 0
    g.escort_roll = None
    level = s.zone.escort
    if level == "none":
        return
    if "aggressive_escort" in g.events:
        level = ESCORT_LEVELS[min(ESCORT_LEVELS.index(level) + 1, len(ESCORT_LEVELS) - 1)]
    g.escort_roll = rolled = s.roll("escort_drives_off", level)
    g.escort_first, g.escort_later = rolled.result, rolled.data.later


@step(rule="today 5-3", table="5-3")
def appearance(s: Sortie) -> None:
    """Which fighters make the wave, and from where (5-3A, B or C by date, column by resistance)."""
    g: TodayState = s.game
    g.fighters = []
    g.wave_met_in_formation = g.in_formation
    while True:
        rolled = s.roll("appearance")
        cell: AppearanceCell = rolled.data or AppearanceCell()
        # The box beats them off; there is no box around a straggler.
        if "beaten_off" not in meanings(s, cell.notes) or g.in_formation:
            break
    if rolled.result == "event_or_none":
        if s.roll("event_or_nothing").result == "event":
            s.run("event")
        else:
            s.note("no_attack", wave=g.wave)
    for group in cell.attackers:
        for position in group.at:
            add_fighter(s, group, position)
    g.wave_notes = cell.notes
    told = meanings(s, cell.notes)
    if rolled.result == "none" and not told.keys() & FROM_AFAR:
        s.note("beaten_off" if "beaten_off" in told else "no_attack", wave=g.wave)


def meanings(s: Sortie, notes: tuple[str, ...]) -> dict[str, NoteCell]:
    """What letters of the appearance table mean: each meaning with its particulars."""
    if not notes:
        return {}
    table = s.tables["appearance_notes"]
    return {cell.result: cell.data or NoteCell() for cell in (table.look(letter) for letter in notes)}


@step(rule="today 5-3D", table="5-3D")
def random_event(s: Sortie) -> None:
    """A random event (5-3D), which acts from the next zone on."""
    s.carry_out("random_event")


def add_fighter(s: Sortie, group: Group, position: str) -> None:
    """One fighter of a group joins the wave, as the notes of its group have it (5-3 a, b, h)."""
    clock, level = parse_position(position)
    if s.zone.is_alps and not level:
        # Nobody dives or climbs among the peaks.
        return
    kind = s.ruleset.fighters[group.type]
    notes = meanings(s, group.notes)
    for note in notes.values():
        if note.becomes and is_over(s, note.over):
            kind = s.ruleset.fighters[note.becomes]
        if note.roll_on == "me163_position":
            clock, level = rocket_position(s)
    made = join(s, kind, clock, level)
    made.marks = group.notes
    made.beyond_escort |= any(not note.escort for note in notes.values())
    made.out_of_reach = any(note.guns == () for note in notes.values())


def is_over(s: Sortie, countries: tuple[str, ...]) -> bool:
    """Whether one of some countries lies below; two letters are settled by the die of the pass."""
    return any(code in s.zone.over for code in countries) and settle_letter(s) in countries


def rocket_position(s: Sortie) -> tuple[str, str]:
    """How a rocket fighter comes in: straight down, or high from a clock position (5-3C h, 5-11 c)."""
    if s.roll("me163_position").result == "vertical_dive":
        return "vertical_dive", ""
    return s.roll("next_clock").result, "high"


def join(s: Sortie, kind: FighterType, clock: str, level: str) -> Fighter:
    """A fighter joins the wave; no escort reaches a jet or one that dives straight down (5-4, 5-5 a), and a
    rocket fighter in a dive scores a hit more (5-11 c)."""
    g: TodayState = s.game
    made = Fighter(kind, f"f{len(g.fighters) + 1}", clock, level)
    made.extra_hits = int(kind.rocket and clock == "vertical_dive")
    made.beyond_escort = kind.jet or clock == "vertical_dive"
    g.fighters.append(made)
    return made


@step(rule="today 5-3", table="6-3")
def bombs_and_rockets(s: Sortie) -> None:
    """Bombs from above and rockets from astern: one roll on the flak table; they are aimed at the box
    and do nothing to a straggler (5-3 f, g)."""
    g: TodayState = s.game
    if not g.in_formation:
        return
    for meaning, note in meanings(s, g.wave_notes).items():
        if meaning in FROM_AFAR:
            density = s.roll(note.roll_on).result
            s.note("bombs_or_rockets", what=FROM_AFAR[meaning], density=density)
            if density != "miss":
                flak_hits(s, density, 1)


@step(rule="today 2-10B", table="2-10B")
def extra_fighter(s: Sortie) -> None:
    """A leader or tail-end bomber draws one fighter more, a straggler another; only when others attack."""
    g: TodayState = s.game
    if not g.fighters:
        return
    if not (g.in_formation or g.wave_met_in_formation):
        kind, clock, level = choices.OUT_OF_FORMATION_FIGHTER
        join(s, s.ruleset.fighters[kind], clock, level)
    elif g.cell_leader or g.tail_end:
        for cell in s.tables["position_in_cell"].distinct(g.cell):
            if cell.result == g.position and cell.data is not None:
                for group in cell.data.attackers:
                    for position in group.at:
                        add_fighter(s, group, position)


@step(rule="today 5-3D", table="5-3D", when="event.poor_communications")
def poor_communications(s: Sortie) -> None:
    """While the enemy's communications are bad the player takes one fighter off each wave (5-3D d)."""
    g: TodayState = s.game
    gone = s.pick("communications_takes", g.fighters)
    if gone is not None:
        g.fighters.remove(gone)
        s.note("driven_off", fighter=gone.told, by="confusion on their radio")


@step(rule="today 5-4", table="5-4")
def escort_drives_off(s: Sortie) -> None:
    """The escort takes fighters off the wave, which ones the player says; never a vertical dive or a jet."""
    g: TodayState = s.game
    drive_off(s, g.escort_first if g.wave == 1 else g.escort_later)


@step(rule="today 5-5A", table="5-5A")
def pilot_skill(s: Sortie) -> None:
    """How good each pilot is; kept for all his rounds (5-5A)."""
    g: TodayState = s.game
    for one in g.fighters:
        s.fighter = one
        one.skill = s.roll("pilot_skill").result


@step(rule="tonight 5.5")
def rounds(s: Sortie) -> None:
    """Combat rounds while a fighter of the wave is still there."""
    g: TodayState = s.game
    while g.fighters:
        s.run("round")
    for man in s.bomber.crew:
        man.sits_out = ""
    take_controls(s)
    take_over_guns(s, in_combat=True)
    obey_engines(s)
