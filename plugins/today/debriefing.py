"""After landing: wounds, frostbite, credit for the mission."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from bomberstream.core.flight import status_of
from bomberstream.core.procedure import step

if TYPE_CHECKING:
    from bomberstream.core.sortie import Sortie

    from .state import TodayState

__all__ = ["credit", "facts", "hospital"]

NOT_BACK = ("captured", "interned", "missing")


@step(rule="today 5-17", table="5-17")
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
            s.note("hospital", man=man.name, after=man.after.replace("_", " "))


@step(rule="tonight 4.5")
def credit(s: Sortie) -> None:
    """Whether the mission counts towards the tour: bombs dropped in the target zone, or an abort that
    enemy action forced (tonight 1.6, 4.5). All aboard get it, the dead as well."""
    g: TodayState = s.game
    if g.bomb_run in ("on_target", "off_target"):
        g.counts_for_tour = True
    elif s.outcome == "scrubbed" or not g.zones:
        g.counts_for_tour = False
    else:
        g.counts_for_tour = g.abort_by_enemy
    s.note("debriefed", counts=g.counts_for_tour, outcome=s.outcome.replace("_", " "))


def facts(s: Sortie) -> dict[str, Any]:
    """What the summary of a daylight mission tells."""
    g: TodayState = s.game
    route = g.route
    return {
        "target": g.target.city if g.target is not None else "",
        "target_type": g.target.type if g.target is not None else "",
        "country": g.target.country if g.target is not None else "",
        "air_force": g.air_force,
        "moon": None,
        "cell": g.cell,
        "position": g.position,
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
        "damage": sorted(s.bomber.out),
        "losses": sum(status_of(man) in ("killed", "captured", "missing", "interned") for man in s.bomber.crew),
    }
