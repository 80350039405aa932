"""The heights at which bombers fly, by what men need there."""

from __future__ import annotations

__all__ = ["HIGH", "LOW", "MEDIUM", "THIN_AIR", "VERY_HIGH"]

HIGH = "high"
"""Where men need oxygen and heat."""
VERY_HIGH = "very_high"
"""Where none but a bomber with pressure cabins flies, in games that tell that level apart (tonight 11.1.2)."""
MEDIUM = "medium"
"""Between the two, in games that tell three levels apart: men need oxygen and heat here, too."""
LOW = "low"
"""10,000 feet and below, where they need neither."""
THIN_AIR = frozenset({VERY_HIGH, HIGH, MEDIUM})
"""Levels at which men need oxygen and heat."""
