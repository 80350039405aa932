"""The heights at which bombers fly, by what men need there."""

from __future__ import annotations

__all__ = ["HIGH", "LOW", "MEDIUM", "THIN_AIR"]

HIGH = "high"
"""Where men need oxygen and heat."""
MEDIUM = "medium"
"""Between the two, in games that tell three levels apart: men need oxygen and heat here, too."""
LOW = "low"
"""10,000 feet and below, where they need neither."""
THIN_AIR = frozenset({HIGH, MEDIUM})
"""Levels at which men need oxygen and heat."""
