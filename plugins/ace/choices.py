"""Where the printed rules can be read in more than one way: one constant for each reading that was taken."""

from __future__ import annotations

# The last row of the starting table: I/NJG 1 at Venlo with an He 219, rolled again unless the player waives
# its Prestige Level. Later it takes both conditions, level and German Cross, and 2 points in all.
HE219 = "he219"
HE219_UNIT = "I/NJG 1"

# A 12 on the electronics check leads to a random event whatever the Funker has learnt. Other reading: his skill
# spares him that roll, too.
SKILL_SPARES_RANDOM_EVENT = False

# Upward guns never draw return fire. Other reading: only in the first round of the first pass (7.2.16.6).
UPWARD_NEVER_DRAWS_FIRE = True

# Bombs are aboard in the first three boxes counted from the take-off box. Other reading: the first three flown
# through, wherever the raid is.
BOMBS_COUNTED_FROM_TAKE_OFF = True
BOMBS_ABOARD = 3

# The Weapons Maintenance skill clears a jam that a card brings, once a sortie, and the shot is read as it
# is; what an extended burst jams stays jammed. Other reading: it clears what a burst jams, too.
WEAPONS_SKILL_CLEARS_BURSTS = False

# Range, corkscrew and skills change a number, and the random part of grouped damage; a card that misses (0) stays
# a miss, for the night fighter as for the bomber. Other reading: a close gunner always hits.
MODIFIERS_CHANGE_A_MISS = False

# The Aim skill is for forward guns alone (10.1.2). Other reading: any attack (7.2.17).
AIM_WITH_UPWARD_GUNS = False

# Destroyed by a Mosquito: nobody gets out, as from an explosion. Other reading: parachutes as from a burning
# tank.
MOSQUITO_DESTROYS_ALL = True

# Not stated: a blinded pilot cannot go on with his pass (7.2.14); he wheels or breaks off, and sees again in the next
# pass. Other reading: he may, and does not fire.
BLINDED_MAY_PRESS_ON = False

# Not stated: a bomber that corkscrews before the attack (the contact line of a card) has seen somebody behind it; from
# below the card's own line for upward guns says whether it has. Other reading: it counts for upward guns, too.
CONTACT_LINE_FOR_UPWARD_GUNS = False

# Not stated: a jam ends the attack of a Mosquito before it fires (7.3.2). Other reading: it fires what is left, then
# goes.
JAMMED_MOSQUITO_FIRES = False

# Four or five hits cost one sortie of repairs, and are what an NCO can scrounge parts for, as is a rough
# landing; nothing helps after a crash.
SCROUNGED_HITS = (4, 5)

# Delays run side by side: a change of unit and of aircraft together costs the longer, not the sum.
DELAYS_RUN_TOGETHER = True

# Not stated: a pilot of an He 219 is not posted away from the one unit that flies it.
HE219_KEEPS_ITS_PILOT = True

# Not stated: the first stretch of promotion attempts counts kills, crosses and crashes since the last attempt.
PERIOD_ENDS = {"November": 4, "March": 8, "July": 12}
"""Month of an attempt to the months of service then done (10.3.4)."""
