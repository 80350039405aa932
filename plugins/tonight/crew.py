"""Men at their posts, Window and the sets that transmit, before the guns and fighters come (5.0, 5.11.2)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from bomberstream.core.crew import NOBODY
from bomberstream.core.mission.crewing import (
    carry_ammunition,
    is_at_controls,
    swap,
    take_controls,
    take_over_guns,
)
from bomberstream.core.procedure import step

if TYPE_CHECKING:
    from bomberstream.core.bomber import BomberType, Device
    from bomberstream.core.crew import Crewman, StationType
    from bomberstream.core.sortie import Sortie

    from .state import TonightState

__all__ = [
    "WINDOW",
    "battle_stations",
    "crew_moves",
    "devices",
    "gunners",
    "hears_the_wireless",
    "keen_eyed",
    "refresh_devices",
    "sets_aboard",
]

WINDOW = "window"
CHUTE = "window_chute"
"""Window, the station from which it is dropped, and that station's name as a system (5.0.3)."""
WIRELESS = "wireless_operator"
NO_CURRENT = "electrical"


def keen_eyed(kind: BomberType) -> list[StationType]:
    """The places of the men who may see better than others at night: gunners first, the bomb aimer last (2.8.1.2)."""
    keen = [one for one in kind.station if one.keen_eyed]
    if not keen:
        # A type from another game, whose data do not tell: the same men as on ours.
        trades = {kind.stands_in.get(WIRELESS, WIRELESS), kind.aims}
        keen = [one for one in kind.station if (one.guns or one.id in trades) and one.id not in kind.pilots]
    return sorted(keen, key=lambda one: (one.id == kind.aims, not one.guns))


def gunners(kind: BomberType) -> list[StationType]:
    """Those of them whose eyes matter first: each has a gun, and nothing else to do."""
    return [one for one in keen_eyed(kind) if one.guns and one.id != kind.aims]


@step(rule="tonight 5.11.2")
def crew_moves(s: Sortie) -> None:
    """On entering a zone men may go back to their posts, or take the places of others, without penalty."""
    g: TonightState = s.game
    g.carriers = []
    for man in s.bomber.crew:
        if is_away(man):
            if s.choose("back_to_posts") == "yes":
                back_to_posts(s)
            break
    take_controls(s)
    take_over_guns(s)
    carry_ammunition(s)


def is_away(man: Crewman) -> bool:
    """Whether a man who could walk back is at a station that is nobody's own."""
    station = man.station
    return station is not None and station.type.man == "" and man.is_fit and not man.is_trapped


def back_to_posts(s: Sortie) -> None:
    """Whoever left his own station for one that nobody holds returns, if it is free and has oxygen."""
    g: TonightState = s.game
    for man in s.bomber.crew:
        if not is_away(man):
            continue
        own = s.bomber.stations.get(man.trade)
        if own is not None and own.man is None and not own.oxygen_out:
            swap(s, man, own.key)
            s.note("back_at_post", man=man.name, station=man.title)
            if man is g.at_chute:
                g.at_chute = NOBODY


@step(rule="tonight 5.0.1", when="detected")
def battle_stations(s: Sortie) -> None:
    """Before the guns and fighters of a turn men may move once more; sets fall silent with whoever worked them."""
    take_controls(s)
    take_over_guns(s)
    refresh_devices(s)


# --- 5.0.2, 5.0.3


def sets_aboard(s: Sortie) -> dict[str, Device]:
    """The electronics aboard that are sets: Window is none."""
    carried = s.ruleset.devices_of(s.bomber.type)
    return {name: one for name, one in carried.items() if name in s.bomber.devices and name != WINDOW}


@step(rule="tonight 5.0.2")
def devices(s: Sortie) -> None:
    """Who drops Window through this zone, and which of the sets transmit."""
    g: TonightState = s.game
    bomber = s.bomber
    g.devices_on.clear()
    if not bomber.devices:
        return
    if g.sets.keys() != bomber.devices - {WINDOW}:
        g.sets = sets_aboard(s)
    has_window = WINDOW in bomber.devices
    if has_window and CHUTE not in bomber.out and not (s.zone.is_base and s.outbound):
        send_to_chute(s)
    if g.sets and not is_silenced(s):
        out, stations = bomber.out, bomber.stations
        for name, device in g.sets.items():
            # As `works`, written out: every set is asked about in every zone.
            operator = stations.get(device.operator)
            if operator is None or operator.type.man is not None:
                if not works(s, name):
                    continue
            elif name in out or operator.man is None or not operator.man.is_fit:
                continue
            if device.transmits:
                g.switching = name
                if s.choose("transmit", about=device.title) == "no":
                    continue
            g.devices_on.add(name)
        g.switching = ""
    if has_window and is_dropping(s):
        g.devices_on.add(WINDOW)


def refresh_devices(s: Sortie) -> None:
    """What no longer works, or has lost its man, is off for the rest of the zone."""
    g: TonightState = s.game
    if not g.devices_on:
        return
    silenced = is_silenced(s)
    for name in g.sets:
        if name in g.devices_on and (silenced or not works(s, name)):
            fall_silent(s, name)
    if WINDOW in g.devices_on and not (is_dropping(s) and not s.bomber.man_at(CHUTE).is_busy):
        fall_silent(s, WINDOW)


def fall_silent(s: Sortie, name: str) -> None:
    """A device is off for the rest of the zone."""
    g: TonightState = s.game
    g.devices_on.discard(name)
    s.note("device_silent", device=s.ruleset.devices_of(s.bomber.type)[name].title)


def is_silenced(s: Sortie) -> bool:
    """Whether all sets are dead: no current, or static (5-11)."""
    g: TonightState = s.game
    return NO_CURRENT in s.bomber.out or "static" in g.passing_events


def works(s: Sortie, name: str) -> bool:
    """Whether a set aboard works: not shot out, and somebody fit at its operator's place, if the bomber has one."""
    g: TonightState = s.game
    bomber = s.bomber
    if name in bomber.out:
        return False
    seat = bomber.station_of(g.sets[name].operator)
    if seat is None:
        return True
    # On some types the man of the trade sits elsewhere, and has his set there.
    man = seat.man if seat.type.man is None else bomber.man_of(g.sets[name].operator)
    return man is not None and man.is_fit


def is_dropping(s: Sortie) -> bool:
    """Whether a fit man stands at the chute."""
    return CHUTE not in s.bomber.out and s.bomber.man_at(CHUTE).is_fit


def send_to_chute(s: Sortie) -> None:
    """A man goes to the Window chute for the whole zone; who has a gun to work leaves it."""
    g: TonightState = s.game
    chute = s.bomber.stations.get(CHUTE)
    if chute is None:
        return
    there = chute.man
    if there is not None and there.is_fit:
        return
    free = [
        man for man in s.bomber.fit_men() if not is_at_controls(s, man) and not man.is_trapped and man not in g.carriers
    ]
    man = s.pick("drops_window", free, decline=True)
    if man is not None:
        swap(s, man, CHUTE)
        if man is not g.at_chute:
            g.at_chute = man
            s.note("window", man=man.name, station=man.title)


def hears_the_wireless(s: Sortie) -> bool:
    """Whether a signal from home is heard: the set works and somebody fit sits at it (5.11.2)."""
    out = s.bomber.out
    if "radio" in out or NO_CURRENT in out:
        return False
    if s.bomber.station_of(WIRELESS) is None:
        return True
    return at_wireless(s).is_fit


def at_wireless(s: Sortie) -> Crewman:
    """Whoever sits at the wireless; nobody fit when the place is empty."""
    return s.bomber.man_at(WIRELESS)
