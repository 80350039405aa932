"""Optional rule 9.2.4: what if the Me 262 had come in September 1943."""

from __future__ import annotations

from .extra_fighters import brought_forward

__all__ = ["RULE"]

RULE = brought_forward("me_262", "Me 262", "9.2.4")
