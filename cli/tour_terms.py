"""The terms of a tour as they are typed: the options of a flight, and settings of the tour among those of the game."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from .setup import prepare

if TYPE_CHECKING:
    from bomberstream.core.recipe import Recipe
    from bomberstream.core.ruleset import Ruleset
    from bomberstream.core.tour import Terms

    from .session import Session

__all__ = ["read_terms"]


def read_terms(session: Session, game: str, seed: int, given: dict[str, Any]) -> tuple[Recipe, Ruleset, Terms]:
    """What a ruleset is made of, the ruleset, and the terms; raises `UsageError` or `BadData` for what is wrong."""
    from bomberstream.core.errors import BadData, UsageError
    from bomberstream.core.tour import Terms, rules_of

    from .fly import provenance

    if given["target"] is not None:
        raise UsageError("--target goes with tour fly: every operation has its own")
    played = session.game(game)
    known = {one.name for one in played.tour.settings} if played.tour is not None else set()
    named = [(one, *map(str.strip, one.partition("=")[::2])) for one in given["settings"]]
    of_game = tuple(one for one, key, _ in named if key not in known)
    recipe, ruleset, setup = prepare(session, game, seed, **{**given, "settings": of_game})
    rules = rules_of(ruleset)
    for one, key, value in named:
        if key in known:
            try:
                rules.read({key: value})
            except BadData as wrong:
                raise UsageError(f"--set {one!r}: {wrong}") from None
    kept = provenance(session, given)
    terms = Terms(
        bomber=setup.bomber,
        campaign=setup.campaign,
        date=setup.date,
        options=setup.options,
        settings={key: value for _, key, value in named if key in known},
        rules=ruleset.rules,
        tables=kept["lying_on"],
        house=kept["house"],
        orders=kept["orders"],
    )
    return recipe, ruleset, terms
