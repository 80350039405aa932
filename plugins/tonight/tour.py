"""The operational tour of Bomber Command: 30 operations (1.6, 2.2, 8.0)."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from bomberstream.core.mission.touring import BomberTours

if TYPE_CHECKING:
    from bomberstream.core.crew import Crewman

__all__ = ["TOUR"]


class OperationalTour(BomberTours):
    """Thirty operations by night. Men's eyes for the dark are kept (2.8.1.3)."""

    noun = "operation"

    def of_man(self, man: Crewman) -> dict[str, Any]:
        """Whether he sees well at night, and when that was last looked at (table 2-2)."""
        return {"night_vision": man.night_vision, "tested_at": man.missions}


TOUR = OperationalTour()
