"""Random events and other verbs that the tables of several bomber games use; each game says which it has."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ..crew import NOBODY
from ..effects import verb

if TYPE_CHECKING:
    from ..sortie import Sortie
    from .state import MissionState

__all__ = [
    "ace_for_a_day",
    "cabin_holed",
    "event",
    "event_engine_out",
    "extreme_cold",
    "fuel_leaks_on",
    "fuel_lost",
    "iced",
    "lady_luck",
    "no_corkscrew",
    "repairable",
    "reroll",
    "wrecked",
]


@verb("reroll")
def reroll(s: Sortie) -> None:
    """This event cannot happen now: roll for another."""
    s.carry_out("random_event")


@verb("event", takes="word", zones="number")
def event(s: Sortie, name: str, zones: int = 0) -> None:
    """An event holds for the rest of the mission, or for this zone alone (`zones = 1`).

    One that holds for the mission already is not told again: another event is rolled for in its place.
    """
    g: MissionState = s.game
    if not zones and name in g.events:
        s.carry_out("random_event")
        return
    (g.passing_events if zones else g.events).add(name)
    s.note("event", event=name)


@verb("lady_luck")
def lady_luck(s: Sortie) -> None:
    """One throw may be made again."""
    s.rerolls += 1
    s.note("event", event="lady luck")


@verb("event_engine_out")
def event_engine_out(s: Sortie) -> None:
    """An engine fails; when an earlier event stopped one, that one starts again instead."""
    g: MissionState = s.game
    if g.event_engine:
        engine = s.bomber.engine(g.event_engine)
        g.event_engine = 0
        if engine.is_out and not engine.damaged_since:
            s.bomber.start(engine)
            s.note("engine_restarts", engine=engine.number)
            return
    before = {engine.number for engine in s.bomber.engines if engine.is_out}
    with s.caused_by("event"):
        s.carry_out("event_engine")
    stopped = [engine.number for engine in s.bomber.engines if engine.is_out and engine.number not in before]
    if stopped:
        g.event_engine = stopped[0]


@verb("extreme_cold")
def extreme_cold(s: Sortie) -> None:
    """One die for each gun position; a six jams its guns."""
    for gun in s.bomber.guns.values():
        s.gun = gun
        if gun.is_working and s.roll("extreme_cold").result == "jammed":
            gun.jam(gun.type.barrels)
            s.note("gun_jams", gun=gun.type.name, all=True)


@verb("ace_for_a_day")
def ace_for_a_day(s: Sortie) -> None:
    """A gunner cannot miss today; one who is an ace already gains nothing."""
    gun = s.bomber.gun_of(s.roll("ace_for_a_day").result)
    man = gun.gunner if gun is not None else NOBODY
    if not man.is_dead and not man.is_ace:
        man.is_ace_for_a_day = True
        s.note("ace_for_a_day", man=man.name, station=man.title)


@verb("no_corkscrew", takes="word", travels=True)
def no_corkscrew(s: Sortie, reason: str) -> None:
    """The bomber cannot corkscrew, or evade otherwise, any more (tonight 5.6.1)."""
    g: MissionState = s.game
    if reason not in g.no_corkscrew:
        g.no_corkscrew.add(reason)
        s.note("no_corkscrew", reason=reason)


@verb("wrecked", takes="word")
def wrecked(s: Sortie, how: str) -> None:
    """The bomber is written off in a crash at take-off, with or without fire."""
    g: MissionState = s.game
    g.bomber_fate = "written off"
    g.wrecked_with_fire = how == "fire"


@verb("repairable")
def repairable(s: Sortie) -> None:
    """The bomber is damaged at take-off, but flies again."""
    g: MissionState = s.game
    g.bomber_fate = "repairable"


@verb("iced")
def iced(s: Sortie) -> None:
    """Ice keeps the bomber from entering the zone."""
    g: MissionState = s.game
    g.iced = True


@verb("cabin_holed", takes="word")
def cabin_holed(s: Sortie, cabin: str) -> None:
    """A pressure cabin is holed."""
    g: MissionState = s.game
    g.lose_pressure(s, cabin)


@verb("fuel_lost", takes="number")
def fuel_lost(s: Sortie, boxes: int) -> None:
    """So many boxes of fuel are lost at once."""
    g: MissionState = s.game
    g.lose_fuel(s, boxes)


@verb("fuel_leaks_on", takes="number")
def fuel_leaks_on(s: Sortie, boxes: int) -> None:
    """A tank runs on: so many boxes of fuel more are lost in each turn from now on."""
    g: MissionState = s.game
    g.lose_fuel(s, boxes, each_turn=True)
