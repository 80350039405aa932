"""Coming down: intruders, the landing, a field, the parachute; and the fight by day (8, 9)."""

from __future__ import annotations

from typing import TYPE_CHECKING, NoReturn

from bomberstream.core.procedure import step

from . import combat, search
from .damage import wound

if TYPE_CHECKING:
    from bomberstream.core.sortie import Sortie

    from .state import AceState

__all__ = ["all_killed", "bail_out", "by_day", "forced_down", "home", "intruder", "land", "pilot_lost"]

INTRUDER = "mosquito_ii_nf"
DAY_BOMBER = "b_17"
SAFE, ROUGH, CRASH = "safe", "rough", "crash"
GROUNDING_HITS = 4
"""Hits after which an aircraft is in repair, and does not fly by day."""


@step(rule="ace 8.1.4", table="intruder")
def intruder(s: Sortie) -> None:
    """Over a Dutch field from April 1944 a Mosquito may be waiting (6.3.1, 8.1.4)."""
    g: AceState = s.game
    s.begin(f"{g.who}landing")
    zone = s.tables["base_zone"].look(g.career.zone).data
    since = zone.intruders_from
    if not g.intruders_up_to and not (since and s.date[:7] >= since):
        return
    rolled = s.roll("intruder")
    if rolled.result != "attacks" and rolled.total > g.intruders_up_to:
        return
    s.note("intruder")
    search.meet(s, INTRUDER)
    with s.caused_by("night_fighter"):
        s.run("night_fighter")
    search.settle(s)


@step(rule="ace 8.1.1", table="B7", cause="landing")
def land(s: Sortie) -> None:
    """Down at his own field (8.1)."""
    if touch_down(s) == CRASH:
        s.end("crashed", "landing")


def touch_down(s: Sortie) -> str:
    """The landing roll and what it does to the men (8.1.1 to 8.1.3)."""
    g: AceState = s.game
    g.landing = str(s.roll("landing").result)
    s.note("lands", result=g.landing, base=g.career.base, off_field=g.off_field)
    if g.landing == ROUGH:
        g.career.delay("rough landing", delay_of(s, "rough_landing"))
        for man in s.bomber.crew:
            wound(s, man, "light")
    elif g.landing == CRASH:
        g.career.period.crashes += 1
        for man in s.bomber.crew:
            if not man.is_dead:
                wound(s, man, str(s.roll("injury").result))
    return g.landing


def delay_of(s: Sortie, why: str) -> int:
    """Sorties that something costs."""
    return int(s.tables["delay"].look(why).result)


def forced_down(s: Sortie) -> NoReturn:
    """Neither engine runs: jump, or glide into a field (8.2)."""
    g: AceState = s.game
    s.note("forced_down")
    if s.choose("forced_down") == "bail_out":
        bail_out(s, "controlled")
    g.off_field = True
    with s.caused_by("landing"):
        crashed = touch_down(s) == CRASH
    g.career.delay("way back", delay_of(s, "forced_landing"))
    s.end("crashed" if crashed else "force_landed", s.under_attack_by or "forced down")


def bail_out(s: Sortie, kind: str) -> NoReturn:
    """Everybody out: each rolls for himself, and the pilot loses the next sortie whatever he throws (8.2.1)."""
    g: AceState = s.game
    s.note("bails_out", kind=kind)
    jump(s)
    g.career.delay("way back", delay_of(s, "bailed_out"))
    s.end("bailed_out", s.under_attack_by or "forced down")


def jump(s: Sortie) -> None:
    """Each living man rolls for his parachute (B8)."""
    for man in s.bomber.crew:
        if man.is_dead:
            continue
        s.man = man
        how = str(s.roll("parachute").result)
        s.note("parachute", man=man.name, trade=man.title, how=how)
        if how != SAFE:
            wound(s, man, how)


def all_killed(s: Sortie, how: str) -> NoReturn:
    """The aircraft is gone in a moment, with everybody (7.2.19.1, 7.3.2)."""
    for man in s.bomber.crew:
        if not man.is_dead:
            man.kill()
    s.note("all_killed", how=how)
    s.end("exploded" if how == "exploded" else "shot_down", s.under_attack_by)


def pilot_lost(s: Sortie) -> NoReturn:
    """Nobody flies it any more: the others jump if they can (9.2.3)."""
    s.note("pilot_killed")
    jump(s)
    s.end("shot_down", s.under_attack_by)


@step(rule="ace 6.4.1")
def home(s: Sortie) -> None:
    """Back at his own field: the sortie is over (6.4.1)."""
    s.end("returned")


@step(rule="ace 10.2.9", table="C1", when="day_combat")
def by_day(s: Sortie) -> None:
    """The day after: one American bomber, forward guns alone, and a landing in daylight (event of C1)."""
    g: AceState = s.game
    s.begin("day")
    pilot = s.bomber.man_of("pilot")
    if pilot.wounds != "none" or g.landing != SAFE or g.hits >= GROUNDING_HITS or g.career.delayed_by:
        s.note("no_day_combat")
        return
    g.by_day = True
    g.box = g.boxes
    for gun in s.bomber.guns.values():
        gun.rounds, gun.barrels_jammed = gun.type.rounds, 0
        gun.update()
    s.note("by_day", aircraft=s.bomber.type.short)
    search.meet(s, DAY_BOMBER)
    if g.target.type.speed > g.speed(s):
        s.note("too_fast", target=g.target.type.name)
    elif s.choose("attack") == "yes":
        with s.caused_by("bomber"):
            combat.fight(s)
    search.settle(s)
    g.landing_weather = "good"
    land.do(s)
