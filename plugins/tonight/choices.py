"""Where the night procedures leave a choice, what we play: one named constant each.

The comment above each says what else could be; the T-numbers are those of the list of contradictions in the
documentation.
"""

from __future__ import annotations

# T-47. Other reading: guns fire only at a bomber that is lit.
GUNS_FIRE_UNLIT = True

# T-49. Other reading: one after each new sighting.
CORKSCREWS_PER_SEARCHLIGHT = 1

# T-50: the light column of 5-2, once for each zone of Axis land entered low, instead of the rolls of 5.2.
LOW_FLAK_SHOTS = 4
SHOTS_HIGH = 3
SHOTS_LOW = 4
"""Rolls on 5-2 by height (5.2.3)."""

# 5.3.4: the first month of each device; 5.3.3.5: Wild Boar in the target zone alone.
RADAR_FROM = "1942-06"
NAXOS_FROM = "1943-09"
FLENSBURG_FROM = "1944-01"
UPWARD_GUNS_FROM = "1943-06"
WILD_BOAR_FROM = "1943-03"
WILD_BOAR_UNTIL = "1944-04"

# T-67. Other reading: one that just avoids a collision may come again.
NEAR_MISS_ENDS_ATTACKS = True

# Not stated. Other reading: as many as the rules allow.
MAX_TURNS_PER_ZONE = 4
"""Turns in a zone, each way (6.5 speaks of four and more over the target)."""

# 5.4.6: upward attacks go on until the fighter is seen, evaded or gone.
MAX_UPWARD_ATTACKS = 20
"""No sortie is held up for ever."""

# 4.2.1, T-23: to Malta from south of the Alps.
MALTA_ZONES = (("W",), ("W",), ("W",), ("W",), ("I",), ("W",))

# 4.5: what an abort counts for needs the enemy's doing; a recalled spoof raid always counts (4.8.1, T-34).
SPOOF_RECALL_COUNTS = True

# 5.12: heat lost in one zone, the next is free, the first roll on 5-18 comes in the one after it.
# Other reading: as in the daylight game, in the next zone.
ZONES_BEFORE_FROSTBITE = 1
"""Zones high up without heat that cost nothing."""

# 5.4.6 repeats 5.4.1 to 5.4.6, the answer among them. Other reading: a gun fires once in a round (5.5), however often
# it is attacked from below. Once the fighter is seen, a gun that has answered fires no more in this round.
ANSWER_EACH_UPWARD_ATTACK = True

# 5.7.2: "randomly" high or low.
PASSING_DIE = "1d6"
PASSING_HIGH = 3
"""Up to this on the die a fighter from ahead passes high."""

# 5.6.3 and 5.9: a fighter that just clears a corkscrewing bomber still makes this attack, and no other (T-67).
# A corkscrew from over upward guns ends the fire of the round, with one collision roll; then contact (T-65).
