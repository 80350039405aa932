"""The two heights at which bombers fly, by what men need there."""

from __future__ import annotations

__all__ = ["HIGH", "LOW"]

HIGH = "high"
"""Where men need oxygen and heat."""
LOW = "low"
"""10,000 feet and below, where they need neither."""
