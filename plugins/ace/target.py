"""The aeroplane that is attacked: what it stands, and what each hit does to it (7.2.18, B10)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from attrs import define, field

from . import choices

if TYPE_CHECKING:
    from bomberstream.core.sortie import Sortie

    from .state import AceState

__all__ = ["AIMS", "NO_TARGET", "GroupDamage", "Target", "TargetType", "hit", "random_damage"]

PORT_WING, STARBOARD_WING, AIRFRAME, GUNNER = "port_wing", "starboard_wing", "airframe", "gunner"
AIMS = (PORT_WING, STARBOARD_WING, AIRFRAME, GUNNER)
WINGS = (PORT_WING, STARBOARD_WING)
NO_CORKSCREW = 2
"""Hits on the controls that end all weaving (7.2.10)."""


@define(frozen=True)
class TargetType:
    """A type as the target mat has it: hits that each system stands, and what else counts."""

    name: str
    speed: int
    engines: int
    wing: int
    controls: int
    airframe: int
    engine: int
    return_fire: bool = True
    """Whether it has guns to the rear."""
    defence: int = 0
    """Hits more than the card says, where it says any."""
    night_fighter: bool = False
    firepower: int = 0
    guns: tuple[int, ...] = ()
    """The firepower of each of its gun systems."""
    corkscrews: bool = True


@define(frozen=True)
class GroupDamage:
    """Grouped damage for an aim point: systems that are hit, and random hits."""

    hits: tuple[str, ...]
    random: int


@define(eq=False)
class Target:
    """This one, tonight."""

    kind: str
    type: TargetType
    has_h2s: bool = False
    damage: dict[str, int] = field(factory=dict)
    """Hits by system: wings, airframe, controls, each engine."""
    gunner: str = "none"
    """The tail gunner's wounds: "none", "light", "serious", "killed"."""
    corkscrewing: bool = False
    lost: str = ""
    """How it was destroyed; empty while it flies."""
    judged: bool = False
    """Whether its way home has been settled."""

    @property
    def engines(self) -> tuple[str, ...]:
        """Its engines; a twin has one a side."""
        if self.type.engines == 2:
            return ("port_engine", "starboard_engine")
        return ("port_outer", "port_inner", "starboard_inner", "starboard_outer")

    @property
    def engines_out(self) -> int:
        """Engines knocked out."""
        return sum(self.damage.get(one, 0) >= self.type.engine for one in self.engines)

    @property
    def can_corkscrew(self) -> bool:
        """Not with an engine out, nor with two hits on the controls (7.2.10)."""
        return self.type.corkscrews and not self.engines_out and self.damage.get("controls", 0) < NO_CORKSCREW

    @property
    def weaves(self) -> bool:
        """Whether it corkscrews now."""
        return self.corkscrewing and self.can_corkscrew

    @property
    def is_damaged(self) -> bool:
        """Whether anything of it was hit."""
        return any(self.damage.values()) or self.gunner != "none"

    @property
    def hits(self) -> int:
        """All hits on its systems."""
        return sum(self.damage.values())

    @property
    def nearly_gone(self) -> int:
        """Systems one hit from destruction (7.2.20); the last engine, hit once, among them."""
        kind, worn = self.type, self.damage
        limits = {PORT_WING: kind.wing, STARBOARD_WING: kind.wing, AIRFRAME: kind.airframe, "controls": kind.controls}
        near = sum(worn.get(system, 0) == limit - 1 for system, limit in limits.items())
        left = sum(max(0, kind.engine - worn.get(one, 0)) for one in self.engines)
        return near + (left == 1)

    def limit(self, system: str) -> int:
        """Hits that a system stands."""
        if system in WINGS:
            return self.type.wing
        if system == AIRFRAME:
            return self.type.airframe
        return self.type.controls if system == "controls" else self.type.engine


NO_TARGET = Target("", TargetType("nothing", 0, 2, 3, 3, 4, 2))
"""Stands where there is none."""


def random_damage(s: Sortie, hits: int) -> None:
    """So many random hits on the target, in the column of the aim point (B3)."""
    g: AceState = s.game
    for _ in range(hits):
        if g.target.lost:
            return
        hit(s, str(s.roll("bomber_damage", g.aim).result))


def grouped_damage(s: Sortie) -> int:
    """Grouped damage on the aim point: its systems are hit; gives the random hits that come with it (7.2.18.2)."""
    g: AceState = s.game
    group: GroupDamage = s.tables["group_damage"].look(g.aim).data
    for system in group.hits:
        if not g.target.lost:
            hit(s, system)
    return group.random


def hit(s: Sortie, system: str) -> None:
    """One hit on a system; a second one on what is knocked out does nothing (7.2.18.4)."""
    t: Target = s.game.target
    twin = t.type.engines == 2
    match system:
        case "nothing":
            s.note("target_hit", system="nothing", target=t.type.name)
            return
        case "gunner":
            _hit_gunner(s)
            return
        case "fuel_tank":
            _hit_tank(s)
            return
        case "bomb_bay":
            _hit_bay(s)
            return
        case "wing":
            system = PORT_WING if s.throw("1d6", "which wing") <= 3 else STARBOARD_WING
        case "port_engine" | "starboard_engine" if not twin:
            side = system.partition("_")[0]
            system = f"{side}_inner" if s.throw("1d6", "inner or outer engine") <= 3 else f"{side}_outer"
        case "port_inner" | "port_outer" | "starboard_inner" | "starboard_outer" if twin:
            system = f"{system.partition('_')[0]}_engine"
    worn = t.damage.get(system, 0)
    if worn >= t.limit(system):
        s.note("target_hit", system="nothing more", target=t.type.name)
        return
    t.damage[system] = worn + 1
    s.note("target_hit", system=system, target=t.type.name)
    if system in t.engines:
        if worn + 1 == t.type.engine:
            s.note("target_engine_out", engine=system, target=t.type.name)
        if t.engines_out == len(t.engines):
            destroy(s, "engines")
    elif worn + 1 >= t.limit(system):
        destroy(s, "wing" if system in WINGS else system)


def _hit_gunner(s: Sortie) -> None:
    """Their tail gunner is hit (B4): a second light wound is a serious one, a second serious one kills."""
    t: Target = s.game.target
    if not t.type.return_fire or t.gunner == "killed":
        s.note("target_hit", system="nothing more", target=t.type.name)
        return
    grade = str(s.roll("injury").result)
    if grade == "light" and t.gunner != "none":
        grade = "serious" if t.gunner == "light" else t.gunner
    elif grade == "serious" and t.gunner == "serious":
        grade = "killed"
    t.gunner = grade
    s.note("target_gunner", grade=grade, target=t.type.name)


def _hit_tank(s: Sortie) -> None:
    result = str(s.roll("bomber_tank").result)
    s.note("target_tank", result=result, target=s.game.target.type.name)
    if result != "leak":
        destroy(s, f"fuel {result}")


def _hit_bay(s: Sortie) -> None:
    """Bombs that are still aboard may go off, and whoever is close may be caught in it (7.2.19.3)."""
    g: AceState = s.game
    result = s.roll("bomb_bay").result
    if result != "explosion" or not bombs_aboard(g):
        s.note("target_hit", system="bomb_bay", target=g.target.type.name)
        return
    destroy(s, "bombs")
    if g.range == "close":
        from .damage import debris

        debris(s)


def bombs_aboard(g: AceState) -> bool:
    """Whether the raid has not bombed yet: the first three boxes (7.2.19.3)."""
    gone_by = g.box if choices.BOMBS_COUNTED_FROM_TAKE_OFF else len(g.visited)
    return gone_by <= choices.BOMBS_ABOARD and not g.by_day


def destroy(s: Sortie, how: str) -> None:
    """It is shot down (7.2.18.5)."""
    t: Target = s.game.target
    if not t.lost:
        t.lost = how
        s.note("target_destroyed", how=how, target=t.type.name)
