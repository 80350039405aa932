"""pytest fixtures, found by pytest when Bomberstream is installed."""

from __future__ import annotations

from collections.abc import Callable
from functools import lru_cache
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
def _ruleset(game: str, rules: tuple[str, ...]) -> Ruleset:
    from ..ruleset import compose

    return compose(_plugins(), game, rules=rules)


@pytest.fixture(scope="session")
def bomberstream_plugins() -> Plugins:
    """All installed plugins; one that cannot be loaded fails the test."""
    return _plugins()


@pytest.fixture(scope="session")
def bomberstream_ruleset() -> Callable[..., Ruleset]:
    """A function from a game's id and optional rules to its ruleset, composed once in a session."""

    def give(game: str, *rules: str) -> Ruleset:
        return _ruleset(game, rules)

    return give
