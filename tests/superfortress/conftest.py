"""The game of the Marianas without any optional rule."""

from __future__ import annotations

import pytest
from bomberstream.core.hooks import load_plugins
from bomberstream.core.ruleset import Ruleset, compose


@pytest.fixture(scope="session")
def superfortress() -> Ruleset:
    """The ruleset without any optional rule."""
    return compose(load_plugins(), "superfortress")
