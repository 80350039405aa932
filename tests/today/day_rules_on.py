"""Rulesets of the daylight game with optional rules on."""

from __future__ import annotations

from functools import cache

from bomberstream.core.hooks import load_plugins
from bomberstream.core.ruleset import Ruleset, compose

__all__ = ["with_rules"]


@cache
def with_rules(*rules: str) -> Ruleset:
    """The daylight game with these rules."""
    return compose(load_plugins(), "today", rules=rules)
