"""For each optional rule of the night fighters a sortie in which it is seen at work."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from bomberstream.core.sortie import Setup
from bomberstream.core.testing.excerpt import AtWork, acted, named, rolled, told
from bomberstream.plugins.ace.career import Career

GOLDEN = Path(__file__).parent / "golden" / "rules"
GAME = "ace"


def flown(**setup: Any) -> Setup:
    """A sortie."""
    return Setup(GAME, **setup)


def honoured() -> Career:
    """A Hauptmann with the Knight's Cross and forty-four kills, in February 1944."""
    made = Career("officer", "Hauptmann", "III/NJG 1", "Twenthe", "Dutch", "bf110g-4c-r3", row=58, kills=44, level=9)
    made.awards = ["ek2", "ek1", "clasp", "german_cross", "knights_cross"]
    made.honours = ["ace", "Flight Clasp in Bronze"]
    made.flights = 40
    for name, trade in (("Georg Adler", "pilot"), ("Max Engel", "funker"), ("Otto Krause", "rear_gunner")):
        made.recruit(name, trade, "Hauptmann" if trade == "pilot" else "Unteroffizier")
    made.crew["pilot"].skills = ["bomber_stream", "aim"]
    made.crew["funker"].skills = ["radar_operation"]
    return made


AT_WORK = {
    "cooperative": AtWork(
        flown(date="1943-12-10", bomber="bf110g-4b-r3"),
        (told("flies_along"), acted("interception", "running commentary"), named("comrades_score")),
    ),
    "competitive": AtWork(
        flown(date="1944-05-06", bomber="ju88g-1", options={"prestige": "6"}),
        (named("mosquito_aim"), named("mosquito_range"), named("fighter_hit")),
    ),
    "ace_pilots": AtWork(flown(options={"row": "4", "ace_pilot": "Drewes"}), (told("ace"), named("kill"))),
    "fatigue": AtWork(flown(date="1943-10-13"), (named("fatigue"), named("takes_leave"))),
    "assassination": AtWork(
        flown(carried={"career": honoured().plain()}),
        (rolled("cross", "awarded"), named("berlin"), named("draws_pistol")),
    ),
}
"""Rule to the sortie."""
