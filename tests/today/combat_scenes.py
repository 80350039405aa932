"""Bombers under attack: scenes for the tests of combat, damage and events, and what came of them."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from typing import Any

import pytest
from bomberstream.core.bomber import Gun
from bomberstream.core.combat import Fighter
from bomberstream.core.dice import ScriptedSource, SeededSource
from bomberstream.core.events import Happening, RollEvent
from bomberstream.core.ruleset import Ruleset
from bomberstream.core.sortie import Sortie, SortieOver
from bomberstream.core.testing import staged
from bomberstream.plugins.today.state import TodayState

SILENT: Mapping[str, Any] = {"fires_at": "none", "passing_shot": "none"}
"""Orders under which no gun fires."""
STRAGGLER = {"out_of_formation": True}
MISS = (1, 1)
"""On 5-8, without modifiers of +5 and more."""
APART = (3, 3)
"""On 5-16: no threat of a collision."""


def me109(position: str, **more: Any) -> dict[str, Any]:
    """A Me 109 for a scene."""
    return {"type": "me-109", "position": position, **more}


def fw190(position: str, **more: Any) -> dict[str, Any]:
    """A Fw 190 for a scene."""
    return {"type": "fw-190", "position": position, **more}


def guns_at(**targets: str) -> dict[str, Any]:
    """Orders that lay the named guns on these fighters, and let every other gun hold its fire."""
    cases = [{"when": f"gun.id == {gun!r}", "choose": target} for gun, target in targets.items()]
    return {"fires_at": {"choose": "none", "case": cases}, "passing_shot": "none"}


def scene(today: Ruleset, *faces: int, **given: Any) -> Sortie:
    """A B-17G of campaign 3, or another bomber (a B-17F in the first two), with scripted dice; its
    attackers are `fighters`."""
    early = given.get("campaign", 3) < 3
    s = staged(today, *faces, **{"bomber": "b-17f" if early else "b-17g", "campaign": 3, **given})
    if s.game.fighters:
        s.under_attack_by = "fighter"
    return s


def play(s: Sortie, *steps: str) -> Sortie:
    """Carry out steps by their full names ("round.evade"), or whole procedures ("round")."""
    for name in steps:
        procedure, _, step = name.partition(".")
        if step:
            assert step in [one.name for one in s.procedures[procedure]], name
            s.run_step(procedure, step)
        else:
            s.run(name)
    return s


def play_all(s: Sortie, *steps: str) -> Sortie:
    """Carry out steps; every die of the script must be thrown."""
    play(s, *steps)
    s.source.check_used_up()  # type: ignore[attr-defined]
    return s


def ends(s: Sortie, act: Callable[[Sortie], object]) -> str:
    """Do something with which the flight must end, and say how; the crew's fates are thrown with other dice."""
    s.source = ScriptedSource(s.source.left, then=SeededSource("the end"))  # type: ignore[attr-defined]
    with pytest.raises(SortieOver):
        act(s)
    return s.outcome


def state(s: Sortie) -> TodayState:
    """The game's state."""
    found: TodayState = s.game
    return found


def fighter(s: Sortie, number: int = 1) -> Fighter:
    """The fighter of this number, as the scene placed it; it must still be there."""
    found: Fighter = next(one for one in s.game.fighters if one.key == f"f{number}")
    return found


def gun(s: Sortie, name: str) -> Gun:
    """A gun of the bomber."""
    return s.bomber.guns[name]


def told(s: Sortie, happening: str) -> list[Mapping[str, Any]]:
    """The facts of every happening of a kind, in order."""
    return [one.facts for one in s.log or () if isinstance(one, Happening) and one.type == happening]


def happenings(s: Sortie) -> list[str]:
    """Every happening, in order."""
    return [one.type for one in s.log or () if isinstance(one, Happening)]


def rolls(s: Sortie, table: str | None = None) -> list[RollEvent]:
    """Every throw in order, or those on one table."""
    thrown = [one for one in s.log or () if isinstance(one, RollEvent)]
    return [one for one in thrown if table is None or one.table == table]


def tables(s: Sortie) -> list[str]:
    """The printed numbers of the tables thrown on, in order."""
    return [one.table for one in rolls(s)]


def shifts(roll: RollEvent) -> dict[str, int]:
    """The modifiers of a throw by their words."""
    return {one.says: one.value for one in roll.modifiers}


def laid(s: Sortie) -> dict[str, str]:
    """Guns laid in this round, and on whom."""
    return {one.key: target.key for one, target in s.game.allotted}


def men(s: Sortie, trades: Iterable[str]) -> list[str]:
    """The state of these men's wounds."""
    return [s.bomber.man_of(trade).wounds for trade in trades]
