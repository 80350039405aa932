"""Where tours lie: a folder for each in the user's own, with its book, and the tape of every operation."""

from __future__ import annotations

import re
from pathlib import Path
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from bomberstream.core.ruleset import Ruleset
    from bomberstream.core.tour import Tour, TourRules

    from .session import Session

__all__ = ["FLIGHT", "all_folders", "file_of", "folder_of", "open_it", "quoted", "read_it", "rules_for", "ruleset_of"]

_NAME = re.compile(r"[\w][\w .'-]{0,59}")
FLIGHT = "flight.json"
"""The file of an operation that has not been flown to its end."""


def tours_folder(session: Session) -> Path:
    """Every tour has a folder in it."""
    return session.folder / "tours"


def folder_of(session: Session, name: str) -> Path:
    """The folder of a tour; raises `UsageError` for a name that no folder can have."""
    from bomberstream.core.errors import UsageError

    if not _NAME.fullmatch(name) or name.endswith((" ", ".")):
        raise UsageError(
            f"{name!r} cannot be the name of a tour: letters, digits, blanks, - . _ ' and at most 60 of them"
        )
    return tours_folder(session) / name


def file_of(session: Session, name: str) -> Path:
    """The file of a tour that there is; raises `UsageError` with the nearest."""
    from bomberstream.core.errors import UsageError, did_you_mean

    path = folder_of(session, name) / "tour.json"
    if not path.is_file():
        known = [one.name for one in all_folders(session)]
        hint = did_you_mean(name, known) or "begin one with bomberstream tour new NAME GAME"
        raise UsageError(f"no tour {name!r}; {hint}")
    return path


def all_folders(session: Session) -> list[Path]:
    """The folders of all tours."""
    folder = tours_folder(session)
    return sorted(one for one in folder.iterdir() if (one / "tour.json").is_file()) if folder.is_dir() else []


def open_it(session: Session, name: str) -> tuple[Tour, Ruleset, Path]:
    """A tour with the ruleset of its terms; raises `SaveMismatch` for a file that has been damaged."""
    made, path = read_it(session, name)
    return made, ruleset_of(session, made), path


def read_it(session: Session, name: str) -> tuple[Tour, Path]:
    """A tour by itself; raises `SaveMismatch` for a file that has been damaged."""
    from bomberstream.core.errors import BadData, SaveMismatch
    from bomberstream.core.tour import load_tour

    path = file_of(session, name)
    made = load_tour(path)
    try:
        rules_for(session, made).check(made)
    except BadData as wrong:
        raise SaveMismatch(f"{path}: damaged, {wrong.problems[0]}") from None
    return made, path


def ruleset_of(session: Session, made: Tour) -> Ruleset:
    """The ruleset under the terms of a tour."""
    from bomberstream.core.decisions import plain_orders

    terms = made.terms
    return session.ruleset(
        session.plugins.game(made.game).id,
        rules=terms.rules,
        tables=[Path(one) for one in terms.tables],
        house=terms.house,
        orders=plain_orders(terms.orders, "orders of the tour") if terms.orders else None,
        bomber=terms.bomber,
    )


def rules_for(session: Session, made: Tour) -> TourRules:
    """The tour rules of a tour's game; those of any game where the game is not there now."""
    from bomberstream.core.errors import BadData
    from bomberstream.core.tour import TourRules

    try:
        return session.plugins.game(made.game).tour or TourRules()
    except BadData:
        return TourRules()


def quoted(name: str) -> str:
    """A name as it is typed."""
    return f'"{name}"' if " " in name or "'" in name else name


# --- changing its terms
