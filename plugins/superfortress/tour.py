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


class MarianasTour(BomberTours):
    """A tour from the Marianas: the crew stay on their island, with their wing."""

    gap = 8

    def options(self, tour: Tour, ruleset: Ruleset) -> dict[str, str]:
        """Island and wing: as the terms say, else those of the first mission."""
        one = tour.aeroplane
        kept = one.kept if one is not None else {}
        return {name: str(kept[name]) for name in ("base", "wing") if name in kept and name not in tour.terms.options}

    def of_aeroplane(self, s: Sortie) -> dict[str, Any]:
        """Its island and wing, and how its tail is armed."""
        kept = {place: fit for place, fit in s.bomber.fits.items() if place in KEPT_FITS}
        return {"fits": kept, "base": s.game.base.lower(), "wing": s.game.wing}


TOUR = MarianasTour()
