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

__all__ = ["Checked", "check_game", "check_overlay"]


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
    named = [game for game in games if sure or game.id == path.stem]
    tried = [_on_top(session, path, pack, game) for game in named or _games_that_know(session, pack, games)]
    if tried:
        return min(tried, key=lambda one: len(one.problems))
    if pack.patches:
        where = "; ".join(patch.where for patch in pack.patches.values())
        return Checked(str(path), "", _count_pack(pack), (f"{where}: rows for tables that no game has",))
    homes = {bomber.game for bomber in pack.bombers.values()}
    possible = [game for game in games if game.id in homes] or games
    tried = [_on_top(session, path, pack, game) for game in possible]
    fitting = [one.game for one in tried if one.ok]
    if fitting:
        return Checked(str(path), ", ".join(fitting), f"{_count_pack(pack)} on {' or '.join(fitting)}")
    return min(tried, key=lambda one: len(one.problems), default=Checked(str(path), "", _count_pack(pack)))


def _on_top(session: Session, path: Path, pack: Pack, game: Game) -> Checked:
    try:
        session.ruleset(game.id, tables=[path])
    except BomberstreamError as wrong:
        return Checked(str(path), game.id, _count_pack(pack), _problems(wrong))
    return Checked(str(path), game.id, f"{_count_pack(pack)} on {game.id}")


def _games_that_know(session: Session, pack: Pack, games: Sequence[Game]) -> list[Game]:
    """The games that have any table of a pack; those that have most of them."""
    ids = {*pack.tables, *pack.patches}
    shares = {game.id: len(ids & session.ruleset(game.id).tables.keys()) for game in games}
    most = max(shares.values(), default=0)
    return [game for game in games if most and shares[game.id] == most]


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


def _count_pack(pack: Pack) -> str:
    counted = [
        (len(pack.tables), "table", ""),
        (len(pack.patches), "changed table", ""),
        (len(pack.bombers), "bomber", ""),
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
