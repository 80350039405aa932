"""For the tests of games, rules, bombers and house rules: what an author of plugins imports.

- **Dice that fall as the test says**: `scripted(3, 4)`, each die in the order thrown; a throw too many, or a face left
  over, fails the test.
- **A flight in a situation**: `staged(ruleset, 3, 4, bomber=..., weather="clear")`, in the names of the vocabulary. It
  can be asked what happened: `rolls`, `choices`, `happenings`, `told`, `modifiers`, `fates`.
- **What every game must bear**: `check_game(ruleset)` flies it by standing orders and by random ones, replays it and
  saves it.
- **Playthroughs**: `playthrough(ruleset, setup)`, a whole flight as text, to be compared line by line.
- **A rule switched on beside a flight without it**: `flown_alike`.

With pytest there are the fixtures `bomberstream_plugins` (all that is installed; one that fails, fails the test) and
`bomberstream_ruleset`, a function: `bomberstream_ruleset("today", "rule", house=[path], tables=[path])`.

It is the public name of `bomberstream.core.testing`, in which all of this stands.
"""

from __future__ import annotations

from bomberstream.core.testing import (
    ALL_CHECKS,
    RandomOrders,
    Scripted,
    check_game,
    flown_alike,
    playthrough,
    scripted,
    staged,
    tell,
)
from bomberstream.core.testing.asking import (
    asked,
    choices,
    column,
    end,
    engine,
    fates,
    happenings,
    is_taken,
    man,
    modifiers,
    rolls,
    run,
    stretches,
    take,
    told,
    used_up,
)

__all__ = [
    "ALL_CHECKS",
    "RandomOrders",
    "Scripted",
    "asked",
    "check_game",
    "choices",
    "column",
    "end",
    "engine",
    "fates",
    "flown_alike",
    "happenings",
    "is_taken",
    "man",
    "modifiers",
    "playthrough",
    "rolls",
    "run",
    "scripted",
    "staged",
    "stretches",
    "take",
    "tell",
    "told",
    "used_up",
]
