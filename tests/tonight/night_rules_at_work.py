"""For each optional rule of the night game a flight in which it is seen at work."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from bomberstream.core.hooks import load_plugins
from bomberstream.core.sortie import Setup
from bomberstream.core.testing.excerpt import AtWork, named, rolled, told

GOLDEN = Path(__file__).parent / "golden" / "rules"
GAME = "tonight"


def flown(**setup: Any) -> Setup:
    """A raid by night."""
    return Setup(GAME, **setup)


AT_WORK = {
    "crossover": AtWork(flown(bomber="b-17g", campaign=9), (told("briefing", bomber="B-17G"), named("bomber_hit"))),
    "americans_by_night": AtWork(
        flown(campaign=10), (told("briefing", bomber="B-24J"), named("night_fighter", "bomber_hit", "fires"))
    ),
    "superfortress_over_europe": AtWork(
        flown(bomber="b-29", campaign=9), (told("briefing", bomber="B-29"), named("fires"))
    ),
    "spoof_raid": AtWork(flown(campaign=9), (told("spoof_zone", ours=True), told("spoof_result", drew_them_off=True))),
    "me_262": AtWork(flown(date="1945-03-21"), (told("me_262"), named("offensive_fire"))),
    "early_me_262": AtWork(flown(date="1943-11-26"), (told("me_262"),)),
    "ta_154": AtWork(flown(date="1945-04-20"), (told("ta_154"),)),
    "early_ta_154": AtWork(flown(date="1943-11-26"), (told("ta_154"),)),
    "italian_do_217": AtWork(flown(date="1942-11-13", target="Turin"), (told("italian_do_217"),)),
    "spray_fire": AtWork(flown(campaign=8), (rolled("spray_fire", "breaks_off", "destroyed"),)),
    "detailed_fighter_damage": AtWork(flown(campaign=8), (named("fighter_damage_detail"),)),
    "detailed_wounds": AtWork(flown(campaign=8), (named("light_wound_place"), named("serious_wound_place"))),
    "detailed_frostbite": AtWork(flown(campaign=8), (named("frostbite_place"),)),
    "decoy_fires": AtWork(flown(campaign=3), (rolled("decoy_bombed", "decoy"),)),
    "thermal_turbulence": AtWork(flown(date="1943-07-27", target="Hamburg"), (rolled("thermal_turbulence", "severe"),)),
    "flak_ships": AtWork(flown(campaign=5), (told("flak_ship"), named("flak_hits"))),
    "crew_capture": AtWork(flown(campaign=8), (told("evader_back"),)),
    "claims": AtWork(flown(campaign=8), (told("claim_heard", credit="full"),)),
    "awards": AtWork(
        flown(campaign=8, options={"decorations": "pilot dfc, tail_gunner dfc, mid_upper_gunner dfc"}),
        (told("award"),),
    ),
    "wellington": AtWork(flown(bomber="wellington", campaign=3), (told("supercharger_fault"),)),
    "other_turrets": AtWork(
        flown(bomber="lancaster", campaign=9, options={"tail": "heavy"}), (told("fighter_hit", gun=".50 tail turret"),)
    ),
    "role_playing": AtWork(flown(campaign=5), (named("mascot", "ritual"), named("spare_body", "trade_leader"))),
    "extra_crew": AtWork(flown(campaign=8, options={"passenger": "camera"}), (told("rides_along"),)),
    "alternate_landings": AtWork(flown(date="1942-11-13", target="Turin"), (told("makes_for"),)),
    "dams_raid": AtWork(
        flown(target="Mohne Dam", options={"wave": "main", "leads": "yes"}),
        (named("dam_guns"), told("upkeep_hit", breached=True)),
    ),
    "minelaying": AtWork(
        flown(options={"gardening": "3"}),
        (told("level", altitude="on_the_deck"), told("bombs_away", on_target=True)),
    ),
    "squadron": AtWork(flown(campaign=6), (named("squadron_lost"), told("squadron_home", losses="some"))),
}
"""Rule to the flight."""

WAITING = set() if "superfortress" in load_plugins().games() else {"superfortress_over_europe"}
"""Rules whose bombers come with a game that is not installed."""
for _name in WAITING:
    del AT_WORK[_name]
