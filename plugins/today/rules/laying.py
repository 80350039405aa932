"""Where the data of the daylight game's optional rules lies, and how a rule lays its own on top."""

from __future__ import annotations

from importlib.resources import files
from pathlib import Path
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from bomberstream.core.ruleset import RulesetBuilder

__all__ = ["data_of", "lay_data"]


def data_of(rule: str) -> Path:
    """The file of a rule, which has its name, or its folder."""
    found = Path(str(files("bomberstream.tables"))) / "today-rules" / rule
    return found if found.is_dir() else found.with_name(f"{rule}.toml")


def lay_data(builder: RulesetBuilder, rule: str) -> None:
    """Lay the data of a rule on the tables of the game."""
    builder.lay_over(data_of(rule))
