"""Where the daylight procedures leave a choice, what we play: one named constant each.

The printed tables leave some procedures open. Each constant says what was taken, and the comment
what else could be. Dates are ISO; months are inclusive.
"""

from __future__ import annotations

FIFTEENTH_BASE_ZONE_HOLDER = "allied"

FRIENDLY_HOLDERS = frozenset({"allied", "base"})
"""Ground on which a crew that comes down is among friends."""

CONTESTED_DIE = "1d6"
CONTESTED_FRIENDLY = 3
"""Where the front passes through: up to this on the die the ground is in friendly hands."""

# Other readings: a die at each need.
LETTER_DIE = "1d6"
LETTER_FIRST = 3
"""Two letters in a zone: up to this on the die the first applies, and it is kept for the pass."""

# Other readings: draws weighted by the number of raids (option `target_draw`).
TARGET_DRAW = "uniform"

# Other readings: a forced abort.
TAKE_OFF_ENGINE_OUT_MAY_GO_ON = True

LEAD_BY_LOSS_NEEDS_MISSIONS = False
"""After an accident at take-off the cell lead falls to you, however green your crew."""

EXTRA_FIGHTER_PER_WAVE = True
"""The fighter that a leader or tail-end bomber draws comes with each wave that has attackers."""

# Other readings: none beyond the +2 on 5-1.
OUT_OF_FORMATION_FIGHTER = ("me-109", "12", "level")
"""What a straggler draws instead, in each wave that has attackers."""
CELL_LEADER_FIGHTER = ("me-109", "12", "level")
TAIL_END_FIGHTERS = {11: ("me-109", "6", "high"), 18: ("me-109", "6", "low")}

# Other readings: a turn without limit.
MAX_TURNS_PER_ZONE = 2
"""Each way."""

VERTICAL_ATTACKERS_RETURN = False
MAX_ROUNDS = 3

OXYGEN_DEADLINE_ZONES = 1
"""A man without oxygen must be low, or at another outlet, when this many more zones have been entered."""

# Other readings: a turbo counts as an engine at any height.
TURBO_COUNTS_LOW = False

LOW_FLAK_SHOTS = 4
"""Rolls on the light column of 6-3 for a bomber at 10,000 ft over Axis land. Other readings: 2, 3."""
TARGET_FLAK_SHOTS = 3

# Other readings: never; other causes.
DISRUPTION_DIE = "1d6"
DISRUPTION_ON = 6
"""On this the formation is disrupted on entering a zone of full cloud; it lasts until a zone without."""

# Other readings: always; from April 1943.
BOMB_ON_COMMAND_FROM_CAMPAIGN = 2

# Other readings: none beyond 25 for the 8th Air Force, as printed.
LAST_BONUS_KEPT = True
EIGHTH_LAST_BAND = 25
FIFTEENTH_LAST_BAND = 50

SEA_RESCUE_HOME_ZONES = (2, 5)
"""Rescued from the sea in these zones: home; farther out: captured."""

MISSION_LENGTH_SPACING = "1d6"
"""Days between missions."""

SECOND_FLAK_SET = True
"""A second set of flak after turning for home, as additional flak."""

FIGHTERS_BEHIND_THE_FRONT = False
"""Whether German fighters come in a zone whose land is all in Allied hands on the day."""

JAM_REPAIR_CLEARS_MOUNT = True

LAST_ZONES = 1
LAST_ZONES_LIGHTENED = 2
"""How many zones more a bomber flies on one engine; with everything thrown overboard."""

ENGINE_STATIONS = ("bombardier", "pilot", "navigator")
LEAD_MISSIONS_NEEDED = 6
"""A leader's pilot, bombardier and navigator must have flown this many; a tail-end's tail gunner likewise."""

EVASION_LANDING_LIMIT = -3
"""With landing modifiers down to this, no evasive action."""
