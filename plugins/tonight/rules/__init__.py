"""The optional rules of the night game, each in a file of its own."""

from __future__ import annotations

from . import spoof_raid

__all__ = ["RULES"]

RULES = (spoof_raid.RULE,)
