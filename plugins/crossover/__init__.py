"""Section 11 of the night rules: every bomber in every game.

The games do not know of each other. What a bomber brings along is data, `tables/crossover`; the engine lets it in
(`RulesetBuilder.welcome`). Here is the rule that switches it on.
"""

from __future__ import annotations

from bomberstream.core.game import OptionalRule
from bomberstream.core.hooks import hookimpl

from .rules import RULES

__all__ = ["API_VERSION", "bomberstream_rules"]

API_VERSION = 1


@hookimpl
def bomberstream_rules() -> tuple[OptionalRule, ...]:
    """The optional rules of section 11, and what the night rules build on it (10.7, 10.8)."""
    return RULES
