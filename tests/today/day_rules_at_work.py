"""For each optional rule of the daylight game a flight in which it is seen at work."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from bomberstream.core.sortie import Setup
from bomberstream.core.testing.excerpt import AtWork, acted, named, rolled, told

GOLDEN = Path(__file__).parent / "golden" / "rules"
GAME = "today"


def flown(**setup: Any) -> Setup:
    """A daylight mission."""
    return Setup(GAME, **setup)


AT_WORK = {
    "today_spray_fire": AtWork(flown(campaign=2), (rolled("spray_fire", "destroyed"),)),
    "today_detailed_fighter_damage": AtWork(
        flown(campaign=2), (named("fighter_damage_detail"), named("fighter_destroyed_detail"))
    ),
    "today_detailed_wounds": AtWork(flown(campaign=2), (named("light_wound_place"), named("serious_wound_place"))),
    "today_frostbite_places": AtWork(flown(campaign=3), (named("frostbite_place"),)),
    "jets": AtWork(flown(date="1944-09-12"), (named("jets"), named("bomber_hit"))),
    "today_awards": AtWork(
        flown(campaign=2, options={"missions": "18", "decorations": "pilot air_medal, tail_gunner purple_heart"}),
        (told("award", award="Purple Heart"), told("award", award="Distinguished Flying Cross")),
    ),
    "gunnery_review": AtWork(
        flown(campaign=2), (told("claim_heard", credit="full"), told("claim_heard", credit="none"))
    ),
    "jg_26": AtWork(flown(campaign=2, target="Paris"), (named("jg_26"), rolled("jg26_skill", "ace"))),
    "early_formations": AtWork(flown(date="1943-01-23"), (rolled("early_formation", "comes_through"),)),
    "radio_room_gun": AtWork(
        flown(bomber="b-17g"), (told("fires", gun="radio room gun", fighter="Me 109 diving straight down"),)
    ),
    "crossover": AtWork(
        flown(bomber="lancaster", campaign=4), (told("briefing", bomber="Lancaster"), named("bomber_hit"))
    ),
    "yb_40": AtWork(
        flown(bomber="yb-40", campaign=2),
        (told("escorts"), told("feeds_gun"), told("fires", gun="rear top turret")),
    ),
    "lead_crews": AtWork(
        flown(campaign=4, options={"missions": "14", "known_types": "Oil, Aircraft factory, Marshalling yard"}),
        (told("flies_lead", place="lead"), acted("bomb_run", "lead bombardier knows such targets")),
    ),
    "going_around": AtWork(flown(campaign=4, options={"missions": "8"}), (named("goes_around"), named("bombs_away"))),
    "toggliers": AtWork(flown(date="1944-04-11"), (named("togglier"), acted("bomb_run", "dropping on the leader"))),
    "pathfinders": AtWork(
        flown(campaign=4, options={"missions": "9", "pathfinder": "own"}),
        (told("pathfinder", whose="own"), named("radar_picture"), named("bombs_away")),
        rules=("lead_crews",),
    ),
    "group_game": AtWork(
        flown(campaign=2), (told("group_lost", by="fighters"), told("group_bombs"), told("group_home", losses="some"))
    ),
}
"""Rule to the flight."""
