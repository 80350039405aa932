"""Checking the tables of a game, and overlays that are to lie on one."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING

from attrs import define
from bomberstream.core.errors import BadData, BomberstreamError
from bomberstream.core.packs import Pack, load_pack
from bomberstream.core.tables import check_table

from .render import format_count
from .session import Session

if TYPE_CHECKING:
    from bomberstream.core.game import Game
    from bomberstream.core.ruleset import Ruleset

__all__ = ["Checked", "check_game", "check_overlay", "count_pack", "games_for"]


@define(frozen=True)
class Checked:
    """What a check found."""

    what: str
    game: str
    """The game that it was composed with; empty when it was checked by itself."""
    found: str
    problems: tuple[str, ...] = ()

    @property
    def ok(self) -> bool:
        """Whether nothing is wrong."""
        return not self.problems


def check_game(session: Session, game: Game) -> Checked:
    """Compose a game as it is played."""
    try:
        ruleset = session.ruleset(game.id)
    except BomberstreamError as wrong:
        return Checked(game.id, game.id, "", _problems(wrong))
    return Checked(game.id, game.id, _count_ruleset(ruleset))


def check_overlay(session: Session, path: Path, games: Sequence[Game], *, sure: bool) -> Checked:
    """Check a pack by itself, then on top of the game that it is for.

    That is the game named on the command line (`sure`), or by the folder, or one that knows its tables; a pack that
    has none of any game is tried on every one, and must fit one of them.
    """
    try:
        pack = load_pack(path, path.stem)
        problems = [fault for table in pack.tables.values() for fault in check_table(table)]
        if problems:
            raise BadData(problems)
    except BomberstreamError as wrong:
        return Checked(str(path), "", "", _problems(wrong))
    tried = [_on_top(session, path, pack, game) for game in games_for(session, path, pack, games, sure=sure)]
    if tried:
        return min(tried, key=lambda one: len(one.problems))
    if pack.patches or pack.fillings:
        places = [*(one.where for one in pack.patches.values()), *(one.where for one in pack.fillings.values())]
        where = "; ".join(places)
        return Checked(str(path), "", count_pack(pack), (f"{where}: rows for tables that no game has",))
    homes = {bomber.game for bomber in pack.bombers.values()} | _homes_of_likes(session, pack, games)
    possible = [game for game in games if game.id in homes] or games
    tried = [_on_top(session, path, pack, game) for game in possible]
    fitting = [one.game for one in tried if one.ok]
    if fitting:
        return Checked(str(path), ", ".join(fitting), f"{count_pack(pack)} on {' or '.join(fitting)}")
    return min(tried, key=lambda one: len(one.problems), default=Checked(str(path), "", count_pack(pack)))


def games_for(session: Session, path: Path, pack: Pack, games: Sequence[Game], *, sure: bool) -> list[Game]:
    """The games that a pack is for: the one named on the command line (`sure`), or by the folder, or those that know
    its tables."""
    named = [game for game in games if sure or game.id == path.stem]
    return named or _games_that_know(session, pack, games)


def _on_top(session: Session, path: Path, pack: Pack, game: Game) -> Checked:
    try:
        session.ruleset(game.id, tables=[path])
    except BomberstreamError as wrong:
        return Checked(str(path), game.id, count_pack(pack), _problems(wrong))
    return Checked(str(path), game.id, f"{count_pack(pack)} on {game.id}")


def _games_that_know(session: Session, pack: Pack, games: Sequence[Game]) -> list[Game]:
    """The games that have any table of a pack; those that have most of them."""
    ids = {*pack.tables, *pack.patches, *pack.fillings}
    shares = {game.id: len(ids & session.ruleset(game.id).tables.keys()) for game in games}
    most = max(shares.values(), default=0)
    return [game for game in games if most and shares[game.id] == most]


def _homes_of_likes(session: Session, pack: Pack, games: Sequence[Game]) -> set[str]:
    """The games that have the bombers which those of a pack are like."""
    wanted = {one.like for one in pack.bombers_like.values()}
    return {game.id for game in games if wanted and wanted & session.ruleset(game.id).bombers.keys()}


def _problems(wrong: BomberstreamError) -> tuple[str, ...]:
    return wrong.problems if isinstance(wrong, BadData) else (str(wrong),)


def _count_ruleset(ruleset: Ruleset) -> str:
    return ", ".join(
        [
            format_count(len(ruleset.tables), "table"),
            format_count(len(ruleset.bombers), "bomber"),
            format_count(len(ruleset.targets), "target"),
            format_count(len(ruleset.gazetteer.routes()), "route"),
        ]
    )


def count_pack(pack: Pack) -> str:
    """What a pack holds, in words."""
    counted = [
        (len(pack.tables), "table", ""),
        (len(pack.patches), "changed table", ""),
        (len(pack.fillings), "table to fill in", "tables to fill in"),
        (len(pack.bombers) + len(pack.bombers_like), "bomber", ""),
        (len(pack.bomber_patches), "changed bomber", ""),
        (len(pack.fighters), "fighter", ""),
        (len(pack.devices), "device", ""),
        (len(pack.campaigns), "campaign", ""),
        (len(pack.targets), "target", ""),
        (len(pack.routes), "route", ""),
        (len(pack.control), "control entry", "control entries"),
        (len(pack.countries), "country", "countries"),
        (int(pack.moon is not None), "moon calendar", ""),
        (len(pack.orders), "order", ""),
        (len(pack.narrative), "wording", ""),
    ]
    return ", ".join(format_count(number, one, more) for number, one, more in counted if number) or "nothing"
