"""What damage and losses are put down to."""

from __future__ import annotations

__all__ = ["ENEMY"]

ENEMY = ("fighter", "night_fighter", "flak", "collision")
"""Causes that are the enemy's doing; of several stopped engines the loss is put down to the first of these."""
