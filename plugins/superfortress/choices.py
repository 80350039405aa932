"""What the game of the Marianas takes where history leaves a choice: one named constant each.

The printed game is not known but for what its sister's rules say of it; the documentation lists these under
"B-29 Superfortress", by the letters S and a number.
"""

from __future__ import annotations

# S-1. Known of the printed game: bombers of the other games get so many boxes (tonight 11.3.1).
BOXES_OF_OTHERS = 38

# S-2. A box is 160 gallons, what a zone of 100 miles costs at cruise. 4-8 counts whole boxes: what wastes less than one
# a zone costs one every so many zones.
EXTRA_BOX_EVERY = 4
"""Zones in which an engine out, or a panel that nobody tends, costs its box more: those whose number divides by
this, and those two further on."""

# S-3. By the book the climb to High begins so many zones before the target.
CLIMB_TO_HIGH = 4

# S-4. The formation gathers off the coast, and breaks up when the coast is behind.
ASSEMBLY_ZONES = 2
"""Zones before the target in which the formation gathers."""

# S-5. Sky waves carry Loran farther by night.
LORAN_BY_DAY = 10
LORAN_BY_NIGHT = 14
"""The last zone in which Loran can be read."""

# S-6. Radar finds the way where it has a coast, an island or the fleet's marker ships to show.
RADAR_NEAR_BASE = 3
"""The last zone in which the islands of the base show on the scope."""

# S-7. Mustangs from Iwo Jima: from this day, so far from the target zone, over central Honshu alone.
ESCORT_FROM = "1945-04-07"
ESCORT_ZONES = 2
ESCORTED = ("tokyo", "nagoya", "osaka_kobe")

# S-8. Iwo Jima is an emergency field from this day on.
IWO_JIMA_FROM = "1945-03-04"
WAY_ROUND_TO_IWO = 2
"""Boxes that it costs to reach the island from a route that passes far to the west of it."""

MAX_ROUNDS = 3
"""Passes that one fighter makes by day."""
NIGHT_ROUNDS = 2
"""Passes that one fighter makes by night."""
MAX_TURNS_PER_ZONE = 3
"""Turns in a zone, each way."""

# S-9. Light guns reach a low bomber, so more shots are fired at it.
SHOTS = {"low": 4, "medium": 3, "high": 3}
"""Rolls to hit of one set of flak, by level."""

# S-10. What is thrown overboard to save fuel saves so much.
BOXES_SAVED = 2

FUEL_IN_HAND = 3
"""Boxes beyond what the mission needs; with fewer, who turns back is said to turn back for fuel."""

SHUT_IN_BY_PUMP = 5
"""Boxes that a bomber of another game loses the use of with its transfer pump."""

# S-11. The third anti-searchlight measure came with the spring: black paint, and rope dropped by jammer aircraft.
ROPE_FROM = "1945-04-01"

# S-12. Navigators and flight engineers learn their trade in a few missions.
GREEN_CREW = 5
"""Missions below which a navigator or a flight engineer counts as green."""

# S-13. Staging: the island takes in loaded bombers for fuel on the way out, too.
STAGING_FROM = "1945-03-20"
DISTANT = 19
"""Target zone from which on a landing on Iwo Jima for fuel is thought of, whatever there is in the tanks."""
STAGING_MARGIN = 3
"""With fewer boxes beyond what is needed it is thought of on the way to any target."""

# S-14. The Soviet Union is neutral in the war against Japan until this day, and interns who lands there.
SOVIET_WAR_FROM = "1945-08-09"
LAND_NORTH = 6
"""So many zones to Vladivostok or more: the first of them still lies over the land of the target."""

# S-15. The two missions of the 509th with the atomic bomb, each on its day; flown only when they are asked for.
ATOMIC = ("Hiroshima", "Nagasaki")

# S-16. Engines grew better known, and failed more seldom: the column of 4-9 by the day.
AGES_FROM = (("1945-05-16", "summer"), ("1945-03-09", "spring"), ("1945-02-01", "winter"), ("", "1944"))
"""From which day on a column holds, the last one first."""

# S-17. Who has flown a whole tour lands no better for flying on, with the tables of whatever bomber.
MISSIONS_THAT_TEACH = 35
