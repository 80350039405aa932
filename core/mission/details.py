"""Damage to fighters, wounds and frostbite in detail: optional tables that several games have.

They say where a fighter or a man is hit, and now and then more than that.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from attrs import evolve

from .gunnery import fighter_down

if TYPE_CHECKING:
    from collections.abc import Mapping
    from typing import Any

    from ..effects import Action
    from ..ruleset import RulesetBuilder
    from ..sortie import Sortie

__all__ = ["bring_fighter_details", "bring_frostbite_places", "bring_wound_places", "hit_in_detail"]

FIGHTER_ROLES = ("fighter_damage_detail", "fighter_destroyed_detail")
PLACES = {"light_wound": "light_wound_place", "serious_wound": "serious_wound_place", "killed": "fatal_wound_place"}
"""What the table of wounds gives, and the role of the table that says where."""
RECOVERY, RECOVERY_DETAIL = "frostbite_recovery", "frostbite_recovery_detail"


def bring_fighter_details(builder: RulesetBuilder) -> None:
    """The roles of the two tables on fighters."""
    for role in FIGHTER_ROLES:
        builder.role(role)


def hit_in_detail(s: Sortie, result: str) -> None:
    """Where a hit on the fighter has gone: roles by its result, FCA and FBOA alike, or destroyed.

    A third FCA is a hit that destroys. What puts the fighter out of action at once, or makes the FCA it has enough to
    destroy it, is a kill for those who fired at it.
    """
    damaged, destroyed = FIGHTER_ROLES
    if result == "destroyed":
        s.carry_out(destroyed)
    elif result in ("fca", "fboa"):
        s.carry_out(damaged)
        one = s.fighter
        if one.fca >= one.fca_limit:
            one.is_destroyed = True
        if one.is_destroyed:
            fighter_down(s, one)


def bring_wound_places(builder: RulesetBuilder, wounds: str) -> None:
    """After each roll on the table of wounds (its printed id) one on the table of the place, by what was rolled; what
    earlier wounds make of it does not matter."""
    for result, role in PLACES.items():
        builder.role(role)
        for row in builder.table(wounds).row:
            if row.result == result:
                builder.row(wounds, evolve(row, effects=[*(row.effects or ()), {"roll_on": role}]))


def bring_frostbite_places(builder: RulesetBuilder) -> None:
    """After each new frostbite its place; after landing the table of recovery in detail stands for the plain one."""
    builder.role("frostbite_place")
    builder.role(RECOVERY_DETAIL)
    builder.on("frostbite", frozen_place)
    builder.wrap_step("debriefing.hospital", with_recovery_in_detail)


def frozen_place(s: Sortie, facts: Mapping[str, Any]) -> None:
    """Where the man is frostbitten."""
    s.carry_out("frostbite_place")


def with_recovery_in_detail(hospital: Action) -> Action:
    """The hospital, with the finer table of recovery from frostbite."""

    def act(s: Sortie) -> None:
        s.tables = {**s.tables, RECOVERY: s.tables[RECOVERY_DETAIL]}
        hospital(s)

    return act
