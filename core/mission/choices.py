"""Where the procedures that all bombers share leave a choice, what is played: one named constant each.

Each says which reading was taken, and the comment above it the other one. A number in brackets is that of the list of
open choices in the documentation (`docs/choices.md`).
"""

from __future__ import annotations

# [4] Other reading: a die at each need.
LETTER_DIE = "1d6"
"""Where a zone has two letters one throw of this die settles which applies, and it is kept for the pass."""
LETTER_FIRST = 3
"""Up to this on the die it is the first letter."""

# Other reading: the enemy's until the front has passed.
CONTESTED_DIE = "1d6"
"""Where the front passes through the ground below, one throw of this die settles who holds the place."""
CONTESTED_FRIENDLY = 3
"""Up to this on the die it is in friendly hands."""

# [29] Other reading: by the end of the turn.
OXYGEN_DEADLINE_ZONES = 1
"""A man without oxygen dies on entering this many zones more, unless he is low or at another outlet."""

# [33] Other reading: it counts as an engine at any height.
TURBO_COUNTS_LOW = False
"""Whether a failed turbo counts as an engine out at 10,000 feet, too: down there the engine gives power without it."""
