"""The night fighters' game as it is printed."""

from __future__ import annotations

import pytest
from bomberstream.core.hooks import load_plugins
from bomberstream.core.ruleset import Ruleset, compose


@pytest.fixture(scope="session")
def ace() -> Ruleset:
    """The ruleset without any optional rule."""
    return compose(load_plugins(), "ace")
