"""Thin air, cold and leaking oil: what the men and engines of a hurt bomber bear from zone to zone."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ..damage import lose_oil
from . import choices
from .crewing import swap

if TYPE_CHECKING:
    from ..sortie import Sortie
    from .state import MissionState

__all__ = [
    "burn_fuel",
    "cold",
    "freezing_men",
    "leaks",
    "men_without_oxygen",
    "oxygen_short",
    "thin_air",
    "unheated_men",
]


def leaks(s: Sortie) -> None:
    """On entering a zone: oil leaks stop, go on or burn; holed tanks run on."""
    for engine in s.bomber.engines:
        if engine.is_leaking and not engine.is_out:
            s.hit_engine = engine.number
            if s.carry_out("oil_leak").result == "stops":
                engine.is_leaking = False
        elif engine.leak_points and not engine.is_out:
            lose_oil(s, engine, 1)


def oxygen_short(s: Sortie) -> bool:
    """Whether there are fewer working oxygen outlets than living men."""
    if "oxygen" in s.bomber.out:
        return True
    if not s.bomber.outlets_out:
        return False
    working = sum(not station.oxygen_out and station.type.outlet for station in s.bomber.stations.values())
    return working < sum(not man.is_dead for man in s.bomber.crew)


def men_without_oxygen(s: Sortie) -> bool:
    """Whether a living man will have no oxygen: too few outlets, or shut in where his is out."""
    if oxygen_short(s):
        return True
    return bool(s.bomber.outlets_out) and any(
        station.oxygen_out and station.man is not None and station.man.is_trapped and not station.man.is_dead
        for station in s.bomber.stations.values()
    )


def thin_air(s: Sortie) -> None:
    """High up a man whose oxygen is out takes a vacant outlet, or dies (tonight 5.14)."""
    g: MissionState = s.game
    bomber = s.bomber
    if not g.in_thin_air or not (bomber.outlets_out or "oxygen" in bomber.out):
        return
    everywhere = "oxygen" in bomber.out
    for station in list(bomber.stations.values()):
        man = station.man
        if man is None or man.is_dead or not (station.oxygen_out or everywhere) or g.is_sealed(s, station):
            continue
        since = station.oxygen_out_since if station.oxygen_out else bomber.out_since.get("oxygen", 0)
        if s.zone.entry < since + choices.OXYGEN_DEADLINE_ZONES:
            continue
        vacant = [
            other
            for other in bomber.stations.values()
            if other.type.outlet
            and not other.oxygen_out
            and not everywhere
            and (other.man is None or other.man.is_dead)
        ]
        s.man = man
        outlet = None if man.is_trapped else s.pick("takes_outlet", vacant, decline=True, about=man.told)
        if outlet is not None:
            swap(s, man, outlet.key)
            s.note("takes_outlet", man=man.name, station=outlet.title)
        else:
            man.kill()
            s.note("suffocates", man=man.name, station=man.title)


def cold(s: Sortie, *, grace: int = 0) -> None:
    """High up, men without heat may get frostbite, from the zone after the heat was lost (5-18).

    `grace`: zones more before the first roll.
    """
    g: MissionState = s.game
    if not g.in_thin_air or not s.bomber.unheated:
        return
    for station in s.bomber.stations.values():
        since, man = station.heat_out_since, station.man
        if since is None or man is None or man.is_dead or s.zone.entry <= since + grace or g.is_sealed(s, station):
            continue
        s.man = man
        s.carry_out("frostbite")


def unheated_men(s: Sortie) -> int:
    """Living men without heat, at whatever height."""
    if not s.bomber.unheated:
        return 0
    return sum(
        station.heat_out_since is not None and station.man is not None and not station.man.is_dead
        for station in s.bomber.stations.values()
    )


def freezing_men(s: Sortie) -> int:
    """Living men without heat, high up."""
    g: MissionState = s.game
    return unheated_men(s) if g.in_thin_air else 0


def burn_fuel(s: Sortie) -> None:
    """One turn's fuel; when the tanks run dry the flight ends here."""
    g: MissionState = s.game
    bomber = s.bomber
    if bomber.fuel_turns is not None:
        bomber.fuel_turns -= 1
        if bomber.fuel_turns < 0:
            s.note("fuel_gone")
            with s.caused_by("fuel"):
                g.come_down(s)
