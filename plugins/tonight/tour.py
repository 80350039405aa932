"""The operational tour of Bomber Command: 30 operations (1.6, 2.2, 8.0)."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from bomberstream.core.mission.touring import BomberTours

if TYPE_CHECKING:
    from bomberstream.core.crew import Crewman
    from bomberstream.core.ruleset import Ruleset
    from bomberstream.core.tour import Tour

__all__ = ["TOUR"]

MEDALS = "decorations"
"""The setting of optional rule 7.5 that tells of medals won before."""


class OperationalTour(BomberTours):
    """Thirty operations by night. Men's eyes for the dark are kept (2.8.1.3), and their medals count (7.5)."""

    noun = "operation"

    def of_man(self, man: Crewman) -> dict[str, Any]:
        """Whether he sees well at night, and when that was last looked at (table 2-2)."""
        return {"night_vision": man.night_vision, "tested_at": man.missions}

    def options(self, tour: Tour, ruleset: Ruleset) -> dict[str, str]:
        """Medals won before today, where the rule of awards is on: a second one of a kind is a bar."""
        if not any(one.name == MEDALS for one in ruleset.game.options):
            return {}
        from .rules.awards import AWARDS, MENTION

        codes = {title: code for code, title in AWARDS.items() if code != MENTION}
        won = [f"{man.trade} {codes[one]}" for man in tour.crew for one in man.decorations if one in codes]
        return {MEDALS: ", ".join(won)} if won else {}


TOUR = OperationalTour()
