"""Fights with guns and night fighters: a Lancaster whose crew hold their fire unless told, and scripted dice."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from bomberstream.core.bomber import Gun
from bomberstream.core.combat import Fighter
from bomberstream.core.dice import ScriptedSource, SeededSource
from bomberstream.core.ruleset import Ruleset
from bomberstream.core.sortie import Sortie, SortieOver
from bomberstream.core.testing import scripted
from bomberstream.core.testing.asking import rolls, run
from night_tables import TWO_DICE
from nights import stage

QUIET: dict[str, Any] = {
    "fires_at": "none",
    "passing_shot": "none",
    "corkscrew": "no",
    "corkscrew_light": "no",
    "upward_answer": "neither",
    "mans_gun": "none",
    "drops_window": "none",
    "back_to_posts": "no",
    "jettison_for_engine": "no",
    "abort": "no",
    "altitude": "high",
}
"""A crew that do nothing of themselves."""

MISS = (1, 3)
"""A burst of ours that neither hits nor jams, from wherever."""
LOW, HIGH = (1, 1), (6, 6)
"""Two dice that miss, see nothing, keep clear and lose contact; and two that hit, see and keep it."""
CENT_1, CENT_10, CENT_100 = (10, 1), (1, 10), (10, 10)
"""Percentage dice: a random event, nobody, as many as there can be."""


def silent(tonight: Ruleset, *faces: int, orders: dict[str, Any] | None = None, **given: Any) -> Sortie:
    """A sortie whose crew do only what these orders say, none of them with eyes for the dark."""
    if "date" in given:
        given.setdefault("campaign", None)
    s = stage(tonight, *faces, orders={**QUIET, **(orders or {})}, **given)
    for man in s.bomber.crew:
        man.night_vision = False
    return s


def duel(
    tonight: Ruleset,
    *faces: int,
    at: str = "6 high",
    kind: str = "me-110g-4",
    seen: bool = True,
    fighter: dict[str, Any] | None = None,
    **given: Any,
) -> Sortie:
    """A night fighter at its place, seen by the crew or not."""
    s = silent(tonight, *faces, fighter={"type": kind, "position": at, **(fighter or {})}, **given)
    s.under_attack_by = "night_fighter"
    s.game.fighter_is_seen = seen
    return s


def guns(*names: str, passing: bool = False) -> dict[str, Any]:
    """Orders by which these guns fire at whatever comes into their field, and no other."""
    cases = [{"when": f"gun.id == {name!r}", "choose": "f1"} for name in names]
    return {"fires_at": {"choose": "none", "case": cases}, "passing_shot": "f1" if passing else "none"}


def foe(s: Sortie) -> Fighter:
    """The night fighter of the scene."""
    found: Fighter = s.game.fighters[0]
    return found


def gun(s: Sortie, name: str) -> Gun:
    """A gun of the bomber."""
    return s.bomber.guns[name]


EXCHANGE = ("allot_guns", "defensive_fire", "fighter_fires")
"""The steps in which shots are exchanged."""
AFTER_POSITION = (
    "upward_attack",
    "surprise",
    "evade",
    *EXCHANGE,
    "passing_shot",
    "collision",
    "contact",
)
"""A round once it is known where the fighter is and who sees it."""


def fight(s: Sortie, *steps: str) -> Sortie:
    """Steps of a round, or the whole of it after position and spotting, with every die of the script."""
    return run(s, "round", *(steps or AFTER_POSITION))


def ends(s: Sortie, act: Callable[[Sortie], object]) -> str:
    """Do something with which the flight must end, and say how; when the script runs out, other dice are thrown."""
    s.source = ScriptedSource(s.source.left, then=SeededSource("the end"))  # type: ignore[attr-defined]
    try:
        act(s)
    except SortieOver:
        return s.outcome
    raise AssertionError("the flight goes on")


def count(s: Sortie, role: str) -> int:
    """How often a role was thrown."""
    return rolls(s).count(role)


def throw(s: Sortie, *faces: int) -> Sortie:
    """Give the dice anew, for faces that only the scene itself tells."""
    s.source = scripted(*faces)
    return s


def faces_for(s: Sortie, role: str, result: object, column: str | None = None) -> tuple[int, int]:
    """Two dice that give a result in the present situation; a natural 2 or 12 only if nothing else does."""
    table = s.tables[role]
    if column is None and table.column is not None:
        column = table.column(s)
    for natural in (7, 6, 8, 5, 9, 4, 10, 3, 11, 2, 12):
        shift = table.modify(s, natural) if table.modify is not None else 0
        if table.find(natural, natural + shift, column).result == result:
            return TWO_DICE[natural]
    raise AssertionError(f"no two dice give {result!r} on {table.id}")


def harm(s: Sortie, name: str, result: str) -> tuple[int, int]:
    """Two dice with which a hit of this gun does this damage to the fighter."""
    s.gun, s.fighter = gun(s, name), foe(s)
    return faces_for(s, "fighter_damage", result, foe(s).type.column("fighter_damage", s.campaign, s.date))
