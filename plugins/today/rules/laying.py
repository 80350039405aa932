"""Where the data of the daylight game's optional rules lies, and how a rule lays its own on top."""

from __future__ import annotations

from importlib.resources import files
from pathlib import Path
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from bomberstream.core.ruleset import RulesetBuilder

__all__ = ["lay_data"]


def lay_data(builder: RulesetBuilder, rule: str) -> None:
    """Lay the file of a rule, which has its name, on the tables of the game."""
    builder.lay_over(Path(str(files("bomberstream.tables"))) / "today-rules" / f"{rule}.toml")
