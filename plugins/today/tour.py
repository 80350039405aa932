"""A tour of the 8th or 15th Air Force: 25, 30 or 35 missions, or 50 (tables/today/crew.toml)."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from bomberstream.core.errors import OutsideGame
from bomberstream.core.mission.touring import BomberTours

if TYPE_CHECKING:
    from bomberstream.core.ruleset import Ruleset
    from bomberstream.core.sortie import Sortie
    from bomberstream.core.tour import Tour

__all__ = ["TOUR"]


class DaylightTour(BomberTours):
    """A tour by day: the crew stay with their air force, and an aeroplane keeps its nose turret."""

    def air_force(self, tour: Tour, ruleset: Ruleset) -> int:
        """As the option says, else one of those of the campaign; in the beginning there was but the 8th."""
        asked = tour.terms.options.get("air_force")
        if asked is not None:
            return int(asked)
        terms = tour.terms
        fly = {
            force
            for one in ruleset.campaigns.values()
            for force in one.air_forces
            if terms.campaign in (None, one.number)
            and (terms.date is None or one.first_day(force) <= terms.date <= one.to)
        }
        if not fly:
            raise OutsideGame(f"no air force flies on {terms.date}")
        return sorted(fly)[tour.lots("air force") % len(fly)]

    def options(self, tour: Tour, ruleset: Ruleset) -> dict[str, str]:
        """The air force, and the turret of the aeroplane."""
        one = tour.aeroplane
        turret = one.kept.get("nose_turret") if one is not None else None
        made = {"air_force": str(tour.kept["air_force"])}
        if turret and "nose_turret" not in tour.terms.options:
            made["nose_turret"] = str(turret)
        return made

    def of_aeroplane(self, s: Sortie) -> dict[str, Any]:
        """How it is fitted, and the nose turret that a B-24J came with."""
        turret = s.game.nose_turret
        return {**super().of_aeroplane(s), **({"nose_turret": turret} if turret != "none" else {})}


TOUR = DaylightTour()
