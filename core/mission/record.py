"""What optional rules add to the record of a flight: facts of the summary, and who is back to tell of it."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from attrs import evolve

if TYPE_CHECKING:
    from collections.abc import Callable

    from ..crew import Crewman
    from ..ruleset import RulesetBuilder
    from ..sortie import Sortie

__all__ = ["add_facts", "has_evaded", "is_back", "men_back"]

BACK = ("returns", "evades")
"""Fates of men who are home again."""


def is_back(man: Crewman) -> bool:
    """Whether a man has come home alive."""
    return not man.is_dead and man.fate in ("", *BACK)


def has_evaded(s: Sortie, man: Crewman) -> bool:
    """Whether a man came down in enemy hands' reach and is home again."""
    return is_back(man) and (man.fate == "evades" or (man.fate == "returns" and s.game.landing_place == "occupied"))


def men_back(s: Sortie) -> list[Crewman]:
    """Those who have come home alive; nobody of a bomber that is lost without a word."""
    return [man for man in s.bomber.crew if is_back(man)]


def add_facts(builder: RulesetBuilder, more: Callable[[Sortie], dict[str, Any]]) -> None:
    """Let the summary of a flight tell more."""
    before = builder.game.facts

    def facts(s: Sortie) -> dict[str, Any]:
        return {**(before(s) if before is not None else {}), **more(s)}

    builder.game = evolve(builder.game, facts=facts)
