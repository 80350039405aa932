"""The daylight game as it is printed, and bombers in described situations."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from typing import Any

import pytest
from bomberstream.core.dice import ScriptedSource, SeededSource
from bomberstream.core.hooks import load_plugins
from bomberstream.core.ruleset import Ruleset, compose
from bomberstream.core.sortie import Setup, Sortie


@pytest.fixture(scope="session")
def today() -> Ruleset:
    """The ruleset without any optional rule."""
    return compose(load_plugins(), "today")


@pytest.fixture
def staged(today: Ruleset) -> Callable[..., Sortie]:
    """Makes a sortie in zone 4 on the way out, changed by the names of the vocabulary in `state`.

    `faces` are the dice that it will throw, and all of them: one more is an error.
    """

    def stage(
        state: Mapping[str, Any] | None = None,
        *,
        bomber: str = "b-17g",
        campaign: int = 3,
        faces: Iterable[int] = (),
        **options: str,
    ) -> Sortie:
        setup = Setup("today", bomber=bomber, campaign=campaign, options=options)
        s = today.sortie(setup, SeededSource("a scene"))
        assert today.game.stage is not None
        today.game.stage(s, None, {})
        for name, value in (state or {}).items():
            today.vocabulary.put(s, name, value)
        s.source, s.log = ScriptedSource(faces), []
        return s

    return stage
