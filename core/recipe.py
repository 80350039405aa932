"""What a ruleset is composed of, as plain data: another process, or another machine, makes the same one of it."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import TYPE_CHECKING

from attrs import define, field

from .ruleset import Ruleset, compose

if TYPE_CHECKING:
    from .decisions import Standing
    from .hooks import Plugins

__all__ = ["Recipe"]


@define(frozen=True)
class Recipe:
    """A game, and what is laid on it."""

    game: str
    rules: tuple[str, ...] = ()
    overlays: tuple[Path, ...] = ()
    """Folders of tables that lie on the game's, in order."""
    house: tuple[Path, ...] = ()
    """Files of house rules, in order."""
    orders: Mapping[str, Standing] = field(factory=dict)
    """Standing orders that stand before the game's own."""
    bomber: str | None = None
    """The one that is to fly: one of another game is let in."""
    guest_tables: Mapping[str, tuple[Path, ...]] = field(factory=dict)
    """Game to what lies on its tables when its bombers fly here."""
    plugins: tuple[str, ...] | None = None
    """The plugins to load; None for all that there are."""
    without: tuple[str, ...] = ()
    """Plugins to leave out."""
    folder: Path | None = None
    """Where plugins of the user's own lie."""

    def compose(self, plugins: Plugins | None = None) -> Ruleset:
        """The ruleset; the plugins are loaded unless they are given. Raises what `compose` raises."""
        from .hooks import load_plugins
        from .house import load_house

        if plugins is None:
            plugins = load_plugins(only=self.plugins, without=self.without, folder=self.folder)
        return compose(
            plugins,
            self.game,
            rules=self.rules,
            overlays=self.overlays,
            house=map(load_house, self.house),
            orders=self.orders,
            bomber=self.bomber,
            guest_tables=self.guest_tables,
        )
