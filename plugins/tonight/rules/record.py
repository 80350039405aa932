"""What optional rules add to the record of a flight: facts of the summary, and who is back to tell of it."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from attrs import evolve

if TYPE_CHECKING:
    from collections.abc import Callable

    from bomberstream.core.crew import Crewman
    from bomberstream.core.ruleset import RulesetBuilder
    from bomberstream.core.sortie import Sortie

__all__ = ["add_facts", "is_back", "men_back"]

BACK = ("returns", "evades")
"""Fates of men who are home again."""


def is_back(man: Crewman) -> bool:
    """Whether a man has come home alive."""
    return not man.is_dead and man.fate in ("", *BACK)


def men_back(s: Sortie) -> list[Crewman]:
    """Those who have come home alive; nobody of a bomber that is lost without a word."""
    return [man for man in s.bomber.crew if is_back(man)]


def add_facts(builder: RulesetBuilder, more: Callable[[Sortie], dict[str, Any]]) -> None:
    """Let the summary of a flight tell more."""
    before = builder.game.facts

    def facts(s: Sortie) -> dict[str, Any]:
        return {**(before(s) if before is not None else {}), **more(s)}

    builder.game = evolve(builder.game, facts=facts)
