"""Where the daylight procedures leave a choice, what we play: one named constant each.

The printed tables leave some procedures open. Each constant says what was taken, and the comment above
it what else could be. Numbers in brackets are those of the list of open choices in the documentation.
"""

from __future__ import annotations

# [17] Other reading: none beyond the +2 on 5-1.
OUT_OF_FORMATION_FIGHTER = ("me-109", "12", "level")
"""What a straggler draws instead, in each wave that has attackers."""

# [14] Other reading: without limit.
MAX_TURNS_PER_ZONE = 2
"""Turns in a zone, each way."""

# [28] Other reading: they come round again like others.
VERTICAL_ATTACKERS_RETURN = False
MAX_ROUNDS = 3

# [39] Other readings: 2, or 3 as over the target.
LOW_FLAK_SHOTS = 4
"""Rolls on the light column of 6-3 for a bomber at 10,000 feet over Axis land."""
TARGET_FLAK_SHOTS = 3

# [38] Other reading: no further set.
SECOND_FLAK_SET = True
"""Further flak, at -1, after turning for home over the target."""

# [41] Other readings: never; other causes of rule 4.7.
DISRUPTION_DIE = "1d6"
DISRUPTION_ON = 6
"""On this the formation is disrupted on entering a zone of full cloud; it lasts until a zone without."""

# [47] Other readings: always; from April 1943.
BOMB_ON_COMMAND_FROM_CAMPAIGN = 2

# [50] Other reading: none beyond mission 25 for the 8th Air Force, as printed.
LAST_BONUS_KEPT = True
EIGHTH_LAST_BAND = 25
FIFTEENTH_LAST_BAND = 50

FIGHTERS_BEHIND_THE_FRONT = False
"""Whether German fighters come in a zone whose land is all in Allied hands on the day."""

EVASION_LANDING_MODIFIERS = 3
"""With this many negative modifiers on the landing there is no evasive action."""
