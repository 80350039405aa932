"""Whose tables answer for a bomber in another game: the table of crossings as text and as JSON."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from itertools import groupby
from typing import TYPE_CHECKING, Any

from .session import as_typed

if TYPE_CHECKING:
    from bomberstream.core.game import Game

    from .render import Screen
    from .session import Session

__all__ = ["crossings", "show_crossings"]


def crossings(session: Session, games: Iterable[Game], bomber: str | None) -> list[dict[str, Any]]:
    """A line for each game, bomber and role: the table that answers; without the games that welcome nobody."""
    from bomberstream.core.errors import BadData, did_you_mean
    from bomberstream.core.guests import who_answers

    found: list[dict[str, Any]] = []
    known: dict[str, None] = {}
    for game in games:
        welcoming = session.plugins.welcoming(game.id)
        if welcoming is None:
            continue
        ruleset = session.ruleset(game.id, rules=[welcoming.id])
        known.update(dict.fromkeys(ruleset.bombers))
        kinds = list(ruleset.bombers.values())
        if bomber is not None:
            if not any(bomber.lower() in (one.id, one.id.replace("-", "")) for one in kinds):
                continue
            kinds = [ruleset.bomber(bomber)]
        for kind in kinds:
            found += (
                {
                    "game": game.id,
                    "bomber": kind.id,
                    "action": one.action.id,
                    "title": one.action.title,
                    "rule": one.action.rule,
                    "answered_by": one.action.by,
                    "role": one.role,
                    "table": one.table,
                    "table_of": one.game,
                }
                for one in who_answers(ruleset, kind.id)
            )
    if bomber is not None and not found:
        with as_typed():
            raise BadData(f"no bomber {bomber!r}; {did_you_mean(bomber, known)}".rstrip("; "))
    return found


def show_crossings(screen: Screen, found: list[dict[str, Any]]) -> None:
    """For each action its roles, and for each game the bombers with the table that answers for them."""
    games = list(dict.fromkeys(one["game"] for one in found))
    for place, (_, lines) in enumerate(groupby(sorted(found, key=_order(found)), key=lambda one: one["action"])):
        told = list(lines)
        if place:
            screen.put()
        first = told[0]
        whose = "the bomber's own game" if first["answered_by"] == "bomber" else "the game being played"
        screen.put(f"{first['title']}: {whose} ({first['rule']})", style="heading")
        roles = list(dict.fromkeys(one["role"] for one in told))
        screen.table(("role", *(f"in {game}" for game in games)), [_row(role, told, games) for role in roles], indent=2)


def _order(found: list[dict[str, Any]]) -> Any:
    """In the order in which actions first come up."""
    places = {name: place for place, name in enumerate(dict.fromkeys(one["action"] for one in found))}
    return lambda one: places[one["action"]]


def _row(role: str, told: Iterable[Mapping[str, Any]], games: Iterable[str]) -> tuple[str, ...]:
    """The tables that answer a role in each game, those of other games with the game's name."""
    cells = []
    for game in games:
        tables = dict.fromkeys(
            one["table"] if one["table_of"] == game else f"{one['table_of']} {one['table']}"
            for one in told
            if one["role"] == role and one["game"] == game
        )
        cells.append(", ".join(tables))
    return (role, *cells)
