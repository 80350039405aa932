"""The six light guns of the Mohne dam, and the nose guns that keep them down (10.6.4)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from bomberstream.core.mission.crewing import is_at_controls
from bomberstream.core.mission.engines import obey_engines
from bomberstream.core.mission.flak import flak_strikes

from ..crew import refresh_devices

if TYPE_CHECKING:
    from collections.abc import Mapping

    from bomberstream.core.sortie import Sortie

    from ..state import TonightState
    from .dams_raid import Raid

__all__ = ["GUNS", "OTHER_HIT", "fight_battery", "formation"]

GUNS = 6
OTHER_HIT = "the guns of the dam hit another bomber"
LEADER, SECOND = 1, 2
"""Those who fly beside the later ones (10.6.4.12)."""
POSITIONS = ("left", "middle", "right")
# Not stated: to fire on the guns costs the nose gun what a burst costs it.
BURST_COSTS = 1
KEEPS_DOWN = {
    "none": (0, 0),
    "1_suppressed": (1, 0),
    "2_suppressed": (2, 0),
    "1_destroyed": (0, 1),
    "2_destroyed": (0, 2),
}
"""Results of 10.6-3: guns suppressed for this run, and destroyed."""


def formation(number: int) -> Mapping[str, int]:
    """Who flies where on the run of one bomber of the order of attack (10.6.4.1, 10.6.4.12).

    The leader alone, in the middle (T-107); with him on the left the second; then both beside each later one.
    """
    if number == LEADER:
        return {"middle": LEADER}
    if number == SECOND:
        return {"left": LEADER, "middle": SECOND}
    return {"left": LEADER, "middle": number, "right": SECOND}


def fight_battery(s: Sortie, raid: Raid) -> None:
    """One run against the battery: the nose guns fire, then every gun that is left (10.6.4.1 to 10.6.4.10)."""
    g: TonightState = s.game
    beside = formation(raid.running)
    places = {place: number for place, number in beside.items() if number not in raid.absent}
    down = destroyed = 0
    for place in POSITIONS:
        if place in places and (places[place] != raid.place or nose_fires(s, raid)):
            less, fewer = KEEPS_DOWN[s.roll("dam_suppression").result]
            down += less
            destroyed += fewer
    firing = max(0, raid.guns - down - destroyed)
    raid.guns = max(0, raid.guns - destroyed)
    s.note("dam_guns", firing=firing, left=raid.guns, number=raid.running)
    # Neither contrails nor searchlights count here (10.6.4.7).
    g.lit = s.zone.contrails = False
    for _ in range(firing):
        density = str(s.roll("flak").result)
        if density != "none":
            one_gun(s, raid, places, density)
    obey_engines(s)
    refresh_devices(s)


def one_gun(s: Sortie, raid: Raid, places: Mapping[str, int], density: str) -> None:
    """Three rolls, for the bombers on the left, in the middle and on the right; a hit on nobody is a miss (T-52)."""
    for place in POSITIONS:
        if s.roll("flak_to_hit", density).result != "hit" or place not in places:
            continue
        number = places[place]
        if number == raid.place:
            flak_strikes(s)
        else:
            raid.hits[number] = raid.hits.get(number, 0) + 1
            s.note("other_hit", number=number)


def nose_fires(s: Sortie, raid: Raid) -> bool:
    """Whether somebody fires the nose gun: on our own run another than the bomb aimer, who has the bomb to aim."""
    gun = s.bomber.guns.get("nose")
    if gun is None or not gun.is_working or gun.needs_power or gun.rounds < BURST_COSTS:
        return False
    aimer = s.bomber.man_of(s.bomber.type.aims)
    if raid.is_other and gun.gunner.is_fit:
        gun.rounds -= BURST_COSTS
        return True
    free = [one for one in s.bomber.fit_men() if one is not aimer and not is_at_controls(s, one) and not one.is_trapped]
    if s.pick("mans_nose", free, decline=True) is None:
        return False
    gun.rounds -= BURST_COSTS
    return True
