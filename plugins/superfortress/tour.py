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
    """A tour from the Marianas: the crew stay on their island."""

    gap = 8

    def options(self, tour: Tour, ruleset: Ruleset) -> dict[str, str]:
        """The base: as the terms say, else that of the first mission."""
        one = tour.aeroplane
        base = one.kept.get("base") if one is not None else None
        return {"base": str(base)} if base and "base" not in tour.terms.options else {}

    def of_aeroplane(self, s: Sortie) -> dict[str, Any]:
        """Its base, and how its tail is armed."""
        kept = {place: fit for place, fit in s.bomber.fits.items() if place in KEPT_FITS}
        return {"fits": kept, "base": s.game.base.lower()}


TOUR = MarianasTour()
