"""After landing: wounds and frostbite, what the enemy did, what the summary tells of every bomber's mission."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from ..flight import status_of
from .bombing import BOMBED
from .causes import ENEMY

if TYPE_CHECKING:
    from collections.abc import Mapping

    from ..sortie import Sortie
    from .state import MissionState

__all__ = ["LISTENERS", "credit", "facts", "hospital", "oxygen_lost", "place_lost"]

NOT_BACK = ("captured", "interned", "missing")


def hospital(s: Sortie) -> None:
    """What becomes of the badly wounded (5-17 b) and the frostbitten (5-18); light wounds heal."""
    if s.outcome == "scrubbed":
        return
    s.begin("debriefing")
    for man in s.bomber.crew:
        if man.is_dead or man.fate in NOT_BACK:
            continue
        s.man = man
        if man.is_serious:
            s.carry_out("serious_wound_fate")
        if man.frostbite != "none" and not man.is_dead:
            earlier = man.after
            s.carry_out("frostbite_recovery")
            if earlier == "sent_home":
                man.after = earlier
        if man.after:
            s.note("hospital", man=man.name, after=man.after)


# --- what the enemy has done, heard as it happens

EXCUSING_SYSTEMS = ("bomb_bay_doors", "intercom", "bombsight", "electrical", "bomb_release")
"""Systems whose loss excuses an abort (tonight 4.5), or has cost the bombs."""


def by_enemy(s: Sortie) -> bool:
    """Whether the enemy does what happens now; if so he is remembered as who last hurt the bomber."""
    if s.under_attack_by not in ENEMY:
        return False
    g: MissionState = s.game
    g.hurt_by = s.under_attack_by
    return True


def excuse_abort(s: Sortie, what: str) -> None:
    """Something excuses an abort (tonight 4.5 a to g), or bombs brought back; it is remembered by name."""
    g: MissionState = s.game
    g.enemy_did.add(what)


def system_lost(s: Sortie, facts: Mapping[str, Any]) -> None:
    """A system is out: doors, intercom, bombsight, electrical system or bomb release excuse an abort."""
    if by_enemy(s) and facts["system"] in EXCUSING_SYSTEMS:
        excuse_abort(s, f"{facts['system']} out")


def engine_lost(s: Sortie, facts: Mapping[str, Any]) -> None:
    """An engine is out, which excuses an abort."""
    if by_enemy(s):
        excuse_abort(s, f"engine {facts['engine']} out")


def heat_lost(s: Sortie, facts: Mapping[str, Any]) -> None:
    """A man's heat is lost, which excuses an abort."""
    if by_enemy(s):
        excuse_abort(s, f"no heat: {facts['station']}")


def oxygen_lost(s: Sortie, facts: Mapping[str, Any]) -> None:
    """A man's oxygen is out, which excuses an abort."""
    if by_enemy(s):
        excuse_abort(s, f"no oxygen: {facts['station']}")


def man_down(s: Sortie, facts: Mapping[str, Any]) -> None:
    """A man is hit: whoever flies, aims or finds the way excuses an abort, unless his wound is light."""
    kind = s.bomber.type
    if by_enemy(s) and facts["grade"] != "light" and s.man.trade in (kind.pilots[0], kind.aims, kind.navigates):
        excuse_abort(s, f"{s.man.trade} down")


def place_lost(s: Sortie, facts: Mapping[str, Any]) -> None:
    """The place in the formation is lost, which excuses an abort."""
    if by_enemy(s):
        excuse_abort(s, "out of formation")


LISTENERS = {
    "system_out": system_lost,
    "engine_out": engine_lost,
    "heat_out": heat_lost,
    "oxygen_out": oxygen_lost,
    "wounded": man_down,
    "killed": man_down,
}
"""Happening to who hears of it, on every bomber's mission."""


# --- what the mission counts for


def credit(s: Sortie, *, excused: bool = False) -> None:
    """Whether the mission counts towards the tour: bombs dropped in the target zone, or an abort that
    enemy action forced (tonight 1.6, 4.5). All aboard get it, the dead as well. A bomber that carries none must have
    been to the target.

    `excused`: whether it counts for another reason.
    """
    g: MissionState = s.game
    if excused or g.bomb_run in BOMBED:
        g.counts_for_tour = True
    elif g.aborting:
        g.counts_for_tour = g.abort_by_enemy
    else:
        # The target was reached without bombs: judged by what cost them.
        reached = g.route is not None and g.zones == g.route.target_zone
        g.counts_for_tour = reached and (bool(g.enemy_did) or not s.bomber.type.carries_bombs)
    s.note("debriefed", counts=g.counts_for_tour, outcome=s.outcome)


def facts(s: Sortie) -> dict[str, Any]:
    """What the summary tells of every bomber's mission."""
    g: MissionState = s.game
    route = g.route
    return {
        "target": g.target.city if g.target is not None else "",
        "target_type": g.target.type if g.target is not None else "",
        "country": g.target.country if g.target is not None else "",
        "weather_over_base": g.weather_over_base,
        "zones": g.zones,
        "target_zone": route.target_zone if route is not None else 0,
        "bombing": {
            "on_target": g.bomb_run == "on_target",
            "percent": g.bombing_percent or 0,
            "run": g.bomb_run or "none",
        },
        "claims": g.kills,
        "bomber_fate": g.bomber_fate,
        "aborted": g.aborting,
        "counts_for_tour": g.counts_for_tour,
        "damage": sorted(s.bomber.out.intersection(s.ruleset.game.systems)),
        "losses": sum(status_of(man) in ("killed", "captured", "missing", "interned") for man in s.bomber.crew),
    }
