"""Optional rule 9.3.3: what if the Ta 154 had come in September 1943."""

from __future__ import annotations

from .extra_fighters import brought_forward

__all__ = ["RULE"]

RULE = brought_forward("ta_154", "Ta 154", "9.3.3")
