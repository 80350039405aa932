"""The starters that `bomberstream new` writes: templates in the folders beside this file, and the words put into them.

In a template `@word@` stands for a word of the starter, in its text and in its name; the ending `.in` is left out.
"""

from __future__ import annotations

import os
import re
from collections.abc import Iterator
from keyword import iskeyword
from pathlib import Path
from typing import TYPE_CHECKING

from attrs import define, evolve
from bomberstream.core.errors import BadData, BomberstreamError, UsageError
from bomberstream.core.events import Event, RollEvent
from bomberstream.core.flight import fly
from bomberstream.core.keeping import write_text_safely
from bomberstream.core.sortie import Setup
from bomberstream.core.tables import Modifier, check_table

if TYPE_CHECKING:
    from bomberstream.core.bomber import BomberType
    from bomberstream.core.hooks import Plugins
    from bomberstream.core.ruleset import Ruleset
    from bomberstream.core.tables import Table

__all__ = ["Starter", "bomber_starter", "game_starter", "house_starter", "rule_starter"]

HERE = Path(__file__).parent
LONGEST = 50
"""Letters of a name: with what stands around it, it must be the name of a file anywhere."""
_WORD = re.compile(r"@([a-z_]+)@")


@define(frozen=True)
class Starter:
    """A kind of starter, and the words of this one."""

    kind: str
    words: dict[str, str]

    def files(self) -> Iterator[tuple[str, str]]:
        """Every file: its path in the directory, and its text."""
        root = HERE / self.kind
        for path in sorted(root.rglob("*.in")):
            name = path.relative_to(root).as_posix().removesuffix(".in")
            yield self._filled(name), self._filled(path.read_text(encoding="utf-8"))

    def _filled(self, text: str) -> str:
        return _WORD.sub(lambda match: self.words[match[1]], text)

    def write(self, folder: Path) -> list[str]:
        """Write the directory, and give the paths of its files; raises `UsageError` where something stands already,
        and `SaveMismatch` where nothing can be written."""
        if os.path.lexists(folder) and (not folder.is_dir() or any(folder.iterdir())):
            raise UsageError(f"{str(folder)!r} is there already and not empty; nothing was written over")
        written = []
        for name, text in self.files():
            write_text_safely(folder / name, text)
            written.append(name)
        return written


def _names(name: str) -> dict[str, str]:
    """The forms of a name: `id` for Python and data, `dist` for packages, `title` for people."""
    plain = re.sub(r"[\s-]+", "_", name.strip().lower())
    if not re.fullmatch(r"[a-z][a-z0-9_]*", plain):
        raise UsageError(
            f"{name[:50]!r} is no name for it; expected a word like 'cold_guns': letters, digits, underscores"
        )
    if len(plain) > LONGEST:
        raise UsageError(f"{plain[:20]!r}… is too long a name, {len(plain)} letters; expected {LONGEST} at most")
    if iskeyword(plain):
        raise UsageError(f"{name!r} is a word of Python, and no package can have it for a name; choose another")
    return {"id": plain, "dist": plain.replace("_", "-"), "title": plain.replace("_", " ").capitalize()}


def _must_be_free(name: str, plugins: Plugins, taken: set[str]) -> None:
    if name in {one.name for one in plugins.loaded} | taken or name == "bomberstream":
        raise UsageError(f"{name!r} is taken already; choose another name")


def house_starter(name: str, ruleset: Ruleset) -> Starter:
    """House rules: a modifier on a table that comes up in every flight."""
    seed, table = _table_to_change(ruleset)
    return Starter("house", {**_names(name), **_about(ruleset, seed, table)})


def rule_starter(name: str, ruleset: Ruleset, plugins: Plugins) -> Starter:
    """An optional rule: a table of its own, a step before the first, and a modifier that follows from it."""
    words = _names(name)
    _must_be_free(words["id"], plugins, set(plugins.rules()))
    seed, table = _table_to_change(ruleset)
    first = ruleset.procedures[ruleset.game.mission][0].name
    return Starter("rule", {**words, **_about(ruleset, seed, table), "first_step": f"{ruleset.game.mission}.{first}"})


def bomber_starter(name: str, ruleset: Ruleset, kind: BomberType, plugins: Plugins) -> Starter:
    """A bomber that is like another, with one extinguisher more."""
    words = _names(name)
    _must_be_free(words["id"], plugins, set(ruleset.bombers))
    campaign = _campaign_of(ruleset, kind)
    return Starter(
        "bomber",
        {
            **words,
            "game": ruleset.game.id,
            "game_title": ruleset.game.title,
            "like": kind.id,
            "like_name": kind.name,
            "extinguishers": str(kind.hand_extinguishers + 1),
            "campaign": str(campaign),
            "in_campaign": f" --campaign {campaign}" if campaign is not None else "",
        },
    )


def game_starter(name: str, plugins: Plugins) -> Starter:
    """A small game of the mails by night."""
    words = _names(name)
    _must_be_free(words["id"], plugins, set(plugins.games()))
    return Starter("game", words)


def _about(ruleset: Ruleset, seed: int, table: Table) -> dict[str, str]:
    return {
        "game": ruleset.game.id,
        "game_title": ruleset.game.title,
        "table": table.id,
        "table_title": table.title,
        "seed": str(seed),
    }


def _campaign_of(ruleset: Ruleset, kind: BomberType) -> int | None:
    """A campaign in which a bomber flies; None where the game has none."""
    for campaign in sorted(ruleset.campaigns):
        try:
            fly(ruleset, Setup(ruleset.game.id, 1, bomber=kind.id, campaign=campaign))
        except BomberstreamError:
            continue
        return campaign
    return None


def _table_to_change(ruleset: Ruleset) -> tuple[int, Table]:
    """A seed, and the first table rolled on under it that bears a modifier more and has a title of its own."""
    for seed in range(1, 20):
        log: list[Event] = []
        fly(ruleset, Setup(ruleset.game.id, seed), log=log)
        for event in log:
            if isinstance(event, RollEvent) and event.table in ruleset.tables:
                table = ruleset.tables[event.table].table
                more = (evolve(table, modifier=(*table.modifier, Modifier(value))) for value in (-1, 1))
                if not any(map(check_table, more)):
                    return seed, table
    raise BadData(f"{ruleset.game.id}: no table of it bears a modifier more")
