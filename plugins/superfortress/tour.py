"""A tour of thirty-five missions from the Marianas (tables/superfortress/crew.toml)."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from bomberstream.core.errors import fold
from bomberstream.core.mission.touring import BomberTours

from .setup import COMPOSITE

if TYPE_CHECKING:
    from bomberstream.core.bomber import BomberType
    from bomberstream.core.ruleset import Ruleset
    from bomberstream.core.sortie import Sortie
    from bomberstream.core.tour import Tour

__all__ = ["TOUR"]

KEPT_FITS = ("tail",)
"""How the aeroplane came from the factory; what guns it takes along is settled before each mission."""

BOUND = ("wing", "base", "profile")
"""Settings that bind a tour to a wing, and so to the days on which it flies."""


def flies(ruleset: Ruleset, wing: str, kind: str) -> bool:
    """Whether a wing has such bombers (2-5); the bombers of other games are taken in by all."""
    if ruleset.bomber(kind).game != ruleset.game.id:
        return True
    rows = ruleset.tables["2-5"].entries().items()
    return any((row.data.wing or name) == wing and kind in row.data.bombers for name, row in rows)


class MarianasTour(BomberTours):
    """A tour from the Marianas: the crew stay on their island, with their wing."""

    gap = 8

    def options(self, tour: Tour, ruleset: Ruleset) -> dict[str, str]:
        """Island and wing: as the terms say, else those of the mission before, whatever has become of the aeroplane;
        a crew that is moved, or issued a type which its wing does not fly, is posted to another."""
        one = tour.aeroplane
        kept = next((flown.kept for flown in reversed(tour.aeroplanes) if "wing" in flown.kept), {})
        asked = tour.terms.options
        is_moved = any(asked.get(name, kept.get(name)) != kept.get(name) for name in ("base", "wing"))
        if one is None or not kept or is_moved or not flies(ruleset, kept["wing"], one.type):
            return {}
        return {name: str(kept[name]) for name in ("base", "wing") if name not in asked}

    def has_mission(self, tour: Tour, ruleset: Ruleset, day: str, kind: BomberType | None) -> bool:
        """Whether a wing that is there on a day flies from the island, and has such missions for the bomber (2-5).

        The 509th flies single missions, each on its own day, and no tours.
        """
        if not self.wishes(tour) or tour.terms.options.get("any_bomber"):
            return True
        given = {**self.options(tour, ruleset), **tour.terms.options}
        wing, base, profile = (given.get(name) for name in BOUND)
        (campaign,) = (one.number for one in ruleset.campaigns.values() if one.from_ <= day <= one.to)
        lists = ruleset.target_lists[0, campaign]
        flown = {one.profile for one in lists if one.is_flown(day)} - {COMPOSITE}
        if profile is not None:
            flown &= {profile}
        rows = [(row.data.wing or name, row.data) for name, row in ruleset.tables["2-5"].entries().items()]
        owned = {one for _, row in rows if row.since <= day for one in row.profiles}
        return any(
            row.since <= day
            and wing in (None, name)
            and base in (None, fold(row.base))
            and (kind is None or kind.game != ruleset.game.id or kind.id in row.bombers)
            and bool(flown.intersection(row.profiles) if row.profiles else flown - owned)
            for name, row in rows
        )

    def wishes(self, tour: Tour) -> str:
        """Wing, island and profile, as asked for."""
        given = tour.terms.options
        return ", ".join(f"{name} = {given[name]!r}" for name in BOUND if name in given)

    def of_aeroplane(self, s: Sortie) -> dict[str, Any]:
        """Its island and wing, and how its tail is armed."""
        kept = {place: fit for place, fit in s.bomber.fits.items() if place in KEPT_FITS}
        return {"fits": kept, "base": s.game.base.lower(), "wing": s.game.wing}


TOUR = MarianasTour()
