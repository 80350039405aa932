"""pytest fixtures, found by pytest when Bomberstream is installed."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from functools import lru_cache
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

if TYPE_CHECKING:
    from ..hooks import Plugins
    from ..ruleset import Ruleset


@lru_cache(maxsize=1)
def _plugins() -> Plugins:
    from ..hooks import load_plugins

    return load_plugins(strict=True)


@lru_cache(maxsize=16)
def _ruleset(game: str, rules: tuple[str, ...], house: tuple[Path, ...], tables: tuple[Path, ...]) -> Ruleset:
    from ..house import load_house
    from ..ruleset import compose

    return compose(_plugins(), game, rules=rules, house=map(load_house, house), overlays=tables)


@pytest.fixture(scope="session")
def bomberstream_plugins() -> Plugins:
    """All installed plugins; one that cannot be loaded fails the test."""
    return _plugins()


@pytest.fixture(scope="session")
def bomberstream_ruleset() -> Callable[..., Ruleset]:
    """A function from a game's id and optional rules to its ruleset, composed once in a session; `house` are files of
    house rules, `tables` folders that lie on top."""

    def give(game: str, *rules: str, house: Iterable[Path] = (), tables: Iterable[Path] = ()) -> Ruleset:
        return _ruleset(game, rules, tuple(house), tuple(tables))

    return give
