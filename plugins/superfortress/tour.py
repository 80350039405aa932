"""A tour of thirty-five missions from the Marianas (tables/superfortress/crew.toml)."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from bomberstream.core.mission.touring import BomberTours

if TYPE_CHECKING:
    from bomberstream.core.ruleset import Ruleset
    from bomberstream.core.sortie import Sortie
    from bomberstream.core.tour import Tour

__all__ = ["TOUR"]

KEPT_FITS = ("tail",)
"""How the aeroplane came from the factory; what guns it takes along is settled before each mission."""


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
        a crew that is issued a type which its wing does not fly is posted to another."""
        one = tour.aeroplane
        kept = next((flown.kept for flown in reversed(tour.aeroplanes) if "wing" in flown.kept), {})
        if one is None or not kept or not flies(ruleset, kept["wing"], one.type):
            return {}
        return {name: str(kept[name]) for name in ("base", "wing") if name not in tour.terms.options}

    def of_aeroplane(self, s: Sortie) -> dict[str, Any]:
        """Its island and wing, and how its tail is armed."""
        kept = {place: fit for place, fit in s.bomber.fits.items() if place in KEPT_FITS}
        return {"fits": kept, "base": s.game.base.lower(), "wing": s.game.wing}


TOUR = MarianasTour()
