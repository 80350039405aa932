"""Rulesets: plugins, tables, modifiers, steps and options, composed once and then unchangeable.

A `RulesetBuilder` begins with a game as it is printed. Optional rules, house rules and overlays change
it; `compose` checks everything together, compiles it, and hands over a `Ruleset`. Play asks the ruleset
nothing but plain look-ups and calls.
"""

from __future__ import annotations

from .builder import RulesetBuilder
from .composed import Clash, Listener, Ruleset, Sourced, Watcher, framework_version
from .composing import compose

__all__ = ["Clash", "Listener", "Ruleset", "RulesetBuilder", "Sourced", "Watcher", "compose", "framework_version"]
