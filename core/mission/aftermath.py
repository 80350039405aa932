"""After landing: wounds and frostbite, what the enemy did, what the summary tells of every bomber's mission."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from ..flight import status_of

if TYPE_CHECKING:
    from collections.abc import Mapping

    from ..sortie import Sortie

__all__ = ["ENEMY", "credit", "enemy_action", "facts", "hospital"]

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


ENEMY = ("fighter", "night_fighter", "flak", "collision")
EXCUSING_SYSTEMS = ("bomb_bay_doors", "intercom", "bombsight", "electrical", "bomb_release")


def enemy_action(s: Sortie, facts: Mapping[str, Any]) -> None:
    """Remember what the enemy has done that excuses an abort: doors, intercom or bombsight out, heat or
    oxygen lost, whoever flies, aims or finds the way down, an engine or the electrical system out, the place
    in the formation lost (tonight 4.5 a to g); and a bomb release shot away."""
    if s.under_attack_by not in ENEMY:
        return
    g = s.game
    g.hurt_by = s.under_attack_by
    if "system" in facts:
        if facts["system"] in EXCUSING_SYSTEMS:
            g.enemy_did.add(str(facts["system"]))
    elif "grade" in facts:
        kind = s.bomber.type
        if facts["grade"] != "light" and s.man.trade in (kind.pilots[0], kind.aims, kind.navigates):
            g.enemy_did.add(f"{s.man.trade} down")
    else:
        g.enemy_did.add(" ".join(str(value) for value in facts.values()))


def credit(s: Sortie, *, excused: bool = False) -> None:
    """Whether the mission counts towards the tour: bombs dropped in the target zone, or an abort that
    enemy action forced (tonight 1.6, 4.5). All aboard get it, the dead as well.

    `excused`: whether it counts for another reason.
    """
    g = s.game
    if excused or g.bomb_run in ("on_target", "off_target"):
        g.counts_for_tour = True
    elif g.aborting:
        g.counts_for_tour = g.abort_by_enemy
    else:
        # The target was reached without bombs: judged by what cost them.
        reached = g.route is not None and g.zones == g.route.target_zone
        g.counts_for_tour = reached and bool(g.enemy_did)
    s.note("debriefed", counts=g.counts_for_tour, outcome=s.outcome)


def facts(s: Sortie) -> dict[str, Any]:
    """What the summary tells of every bomber's mission."""
    g = s.game
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
