"""What lies below: the letters of a zone, who holds the ground, and what may be done over it."""

from __future__ import annotations

from typing import TYPE_CHECKING

from . import choices

if TYPE_CHECKING:
    from ..sortie import Sortie
    from ..zones import Zone

__all__ = [
    "below_in_words",
    "can_drop_here",
    "ground",
    "grounds_below",
    "holder",
    "is_behind_front",
    "is_home_ground",
    "sea_is_friendly",
    "settle_letter",
]

FRIENDLY_HOLDERS = frozenset({"allied", "base"})
"""Ground on which a crew that comes down is among friends."""


def holder(s: Sortie, code: str, region: str) -> str:
    """Who holds a piece of ground on the date."""
    return s.ruleset.gazetteer.control.holder(code, region, s.date)


def grounds_below(s: Sortie) -> list[str]:
    """Who holds the ground of each letter: "water", "axis", "contested", "neutral" or "friendly"."""
    zone = s.zone
    held = [holder(s, code, region) for code, region in zip(zone.over, zone.region, strict=False)]
    return ["friendly" if by in FRIENDLY_HOLDERS else by for by in held]


def is_behind_front(s: Sortie, zone: Zone) -> bool:
    """Whether the zone holds land, and all of it is in friendly hands."""
    held = [holder(s, code, region) for code, region in zip(zone.over, zone.region, strict=False)]
    land = [by for by in held if by != "water"]
    return bool(land) and all(by in FRIENDLY_HOLDERS for by in land)


def settle_letter(s: Sortie, *, controlled: bool = False) -> str:
    """Which of a zone's two letters applies: the pilot's choice while he has control, else a die, kept
    for the pass (tonight 2.6)."""
    zone = s.zone
    if len(zone.over) > 1 and zone.letter is None:
        if controlled:
            zone.letter = ("first", "second").index(s.choose("letter", about=" or ".join(grounds_below(s))))
        else:
            zone.letter = int(s.throw(choices.LETTER_DIE, "which letter of the zone") > choices.LETTER_FIRST)
    return zone.code


def ground(s: Sortie) -> str:
    """Who holds what lies below, once its letter is settled: "axis", "friendly", "neutral" or "water"."""
    by = holder(s, s.zone.code, s.zone.region_below)
    if by == "contested":
        friendly = s.throw(choices.CONTESTED_DIE, "the front below") <= choices.CONTESTED_FRIENDLY
        return "friendly" if friendly else "axis"
    return "friendly" if by in FRIENDLY_HOLDERS else by


def is_home_ground(s: Sortie) -> bool:
    """Whether the ground below, its letter settled, is that of the bomber's own base."""
    return holder(s, s.zone.code, s.zone.region_below) == "base"


def sea_is_friendly(s: Sortie) -> bool:
    """Whether our side commands the sea below, where the control chart tells of it (tonight 2.6)."""
    region = s.zone.region_below
    return s.ruleset.gazetteer.control.sea_holder(region, s.date) in FRIENDLY_HOLDERS


def can_drop_here(s: Sortie) -> bool:
    """Whether there are bombs, and water or enemy ground below to drop them on."""
    return s.bomber.bombs_aboard and any(by in ("water", "axis", "contested") for by in grounds_below(s))


def below_in_words(s: Sortie, zone: Zone) -> str:
    """What lies below, in words."""
    names = s.ruleset.countries
    land = [names.get(code, code) for code in zone.over if code != "W"]
    if len(land) < len(zone.over) and land:
        return f"the coast of {land[0]}"
    return " and ".join(land) or names.get("W", "water")
