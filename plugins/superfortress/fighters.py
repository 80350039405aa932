"""Japanese fighters in a zone (5.1 to 5.5): resistance, who comes, ramming, air-to-air bombs, and the escort."""

from __future__ import annotations

from typing import TYPE_CHECKING

from attrs import define
from bomberstream.core.combat import Fighter, FighterType, parse_position
from bomberstream.core.mission.crewing import take_controls, take_over_guns
from bomberstream.core.mission.engines import obey_engines
from bomberstream.core.mission.flak import flak_hits
from bomberstream.core.mission.waves import Group, drive_off
from bomberstream.core.procedure import step

from . import choices

if TYPE_CHECKING:
    from bomberstream.core.sortie import Sortie

    from .state import SuperfortressState

__all__ = [
    "HAPPENINGS",
    "TRAITS",
    "AppearanceCell",
    "air_bombs",
    "appearance",
    "escort",
    "escort_drives_off",
    "fighters",
    "join",
    "pilot_skill",
    "ramming_attack",
    "random_event",
    "rounds",
    "sighting",
]

TRAITS = ("upward_guns", "night", "rams")
"""What the rules ask of a type: guns that fire upwards, night fighter, flown by ramming units."""


@define(frozen=True)
class AppearanceCell:
    """Payload of a row of 5-3 and 5-4: who attacks."""

    attackers: tuple[Group, ...] = ()


@step(rule="superfortress 5.2", table="5-2A", when=f"by_day and zones_to_target <= {choices.ESCORT_ZONES}")
def escort(s: Sortie) -> None:
    """Mustangs from Iwo Jima over the last zones, by day, from 7 April 1945: one roll for each leg (5-2A)."""
    g: SuperfortressState = s.game
    if s.date < choices.ESCORT_FROM or g.fighters_area not in choices.ESCORTED or s.zone.fighters is None:
        return
    if g.goes_north or g.profile == "composite":
        return
    leg = "out" if s.outbound else "home"
    if g.escort_rolled != leg:
        g.escort_rolled = leg
        g.escort_level = s.roll("escort").result
        s.note("escort", level=g.escort_level)
    s.zone.escort = g.escort_level


@step(rule="superfortress 5.1", table="5-1", cause="fighter")
def fighters(s: Sortie) -> None:
    """How strong the fighters are in this turn, how many waves they make, and each wave to its end."""
    g: SuperfortressState = s.game
    g.fighters = []
    if s.zone.fighters is None or not g.strength:
        return
    s.zone.resistance = s.roll("resistance").result
    if s.zone.resistance != "none":
        waves = s.roll("waves", s.zone.resistance).result
        if waves:
            s.note("waves", waves=waves, resistance=s.zone.resistance)
            for g.wave in range(1, waves + 1):
                s.run("wave")
        else:
            s.note("no_waves", resistance=s.zone.resistance)
    g.fighters = []


@step(rule="superfortress 5.3", table="5-3")
def appearance(s: Sortie) -> None:
    """Which fighters make the wave, and from where: by day 5-3A, B or C, by night 5-4A or B, by campaign."""
    g: SuperfortressState = s.game
    g.fighters = []
    g.rammers = []
    g.unseen = False
    rolled = s.roll("night_appearance" if g.by_night else "appearance")
    if rolled.result == "event":
        s.run("event")
        return
    cell: AppearanceCell = rolled.data or AppearanceCell()
    for group in cell.attackers:
        for position in group.at:
            join(s, s.ruleset.fighters[group.type], *parse_position(position))
    if not g.fighters:
        s.note("no_attack", wave=g.wave)


def join(s: Sortie, kind: FighterType, clock: str, level: str) -> Fighter:
    """A fighter joins the wave."""
    g: SuperfortressState = s.game
    made = Fighter(kind, f"f{len(g.fighters) + 1}", clock, level)
    made.carries = {trait for trait, has in kind.traits.items() if has}
    g.fighters.append(made)
    return made


@step(rule="superfortress 5.20", table="5-20")
def random_event(s: Sortie) -> None:
    """A random event (5-20), which acts from the next zone on."""
    s.carry_out("random_event")


@step(rule="superfortress 5.14", table="5-14", when="by_day")
def ramming_attack(s: Sortie) -> None:
    """One of the wave may be bent on ramming: a single-engined army fighter, by day (5-14)."""
    g: SuperfortressState = s.game
    able = [one for one in g.fighters if "rams" in one.carries]
    if able and s.roll("ramming").result == "rams":
        g.rammers = [able[0]]
        s.note("rammer", fighter=able[0].told)


@step(rule="superfortress 5.15", table="5-15", when="by_day and in_formation")
def air_bombs(s: Sortie) -> None:
    """Phosphorus bombs dropped on the formation from above burst like light flak (5-15)."""
    g: SuperfortressState = s.game
    if g.fighters and s.roll("air_bombs").result == "bombs":
        s.note("air_bombs")
        with s.caused_by("flak"):
            flak_hits(s, "light", 1)


@step(rule="superfortress 5.2", table="5-2", when="by_day")
def escort_drives_off(s: Sortie) -> None:
    """The escort takes fighters off the wave, which ones the player says; never one that rams."""
    g: SuperfortressState = s.game
    for one in g.rammers:
        one.beyond_escort = True
    drive_off(s, 0 if s.zone.escort == "none" or not g.fighters else s.roll("escort_drives_off", s.zone.escort).result)


@step(rule="superfortress 5.5", table="5-5")
def pilot_skill(s: Sortie) -> None:
    """How good each pilot is; kept for all his rounds (5-5)."""
    g: SuperfortressState = s.game
    for one in g.fighters:
        s.fighter = one
        one.skill = s.roll("pilot_skill").result


@step(rule="superfortress 5.4", table="5-4C", when="by_night")
def sighting(s: Sortie) -> None:
    """By night: is the fighter seen before it fires (5-4C)? If not, no gun is laid in its first round."""
    g: SuperfortressState = s.game
    if g.fighters:
        s.fighter = g.fighters[0]
        g.unseen = s.roll("sighting").result == "unseen"
        if not g.unseen:
            s.note("sighted", fighter=s.fighter.told)
        elif s.is_heard("out_of_the_dark"):
            s.note("out_of_the_dark")


@step(rule="superfortress 5.6")
def rounds(s: Sortie) -> None:
    """Combat rounds while a fighter of the wave is still there."""
    g: SuperfortressState = s.game
    if not g.fighters:
        return
    while g.fighters:
        s.run("round")
    for man in s.bomber.crew:
        man.sits_out = ""
    take_controls(s)
    take_over_guns(s, in_combat=True)
    obey_engines(s)


HAPPENINGS = {
    "escort": "the level of fighter escort on a leg",
    "waves": "fighters come in waves",
    "no_waves": "fighters stay away",
    "no_attack": "a wave attacks others",
    "attackers": "the fighters that attack",
    "wave_gone": "a whole wave is driven off",
    "driven_off": "a fighter is driven off",
    "rammer": "a fighter comes in to ram",
    "air_bombs": "bombs are dropped on the formation from above",
    "sighted": "a night fighter is seen in time",
    "out_of_the_dark": "a night fighter is not seen before it fires",
}
"""What is told here of a flight."""
