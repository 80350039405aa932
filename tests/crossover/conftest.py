"""Games into which the bombers of the others have been let in."""

from __future__ import annotations

import pytest
from bomberstream.core.hooks import Plugins, load_plugins
from bomberstream.core.ruleset import Ruleset
from crossings import composed


@pytest.fixture(scope="session")
def plugins() -> Plugins:
    """All that is installed."""
    return load_plugins()


@pytest.fixture(scope="session")
def by_day() -> Ruleset:
    """The daylight game with every bomber."""
    return composed("today")


@pytest.fixture(scope="session")
def by_night() -> Ruleset:
    """The night game with every bomber."""
    return composed("tonight")
