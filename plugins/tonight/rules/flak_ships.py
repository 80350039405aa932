"""Optional rule 10.2: barges and ships with heavy guns lie off the enemy's coasts, and bring searchlights and guns to
the water.

They stand for guns and searchlights on land (10.2.3), in spite of the ban on guns over water, which is in 5.1.5
(T-28). The light flak of 5.14 is no part of 5.0 to 5.2: ships have none for a low bomber.
"""

from __future__ import annotations

from collections.abc import Mapping
from importlib.resources import files
from pathlib import Path
from typing import TYPE_CHECKING, Any

from attrs import define
from bomberstream.core.game import OptionalRule
from bomberstream.core.mission.ground import holder, settle_letter
from bomberstream.core.zones import WATER

from ..searchlights import look_for_bomber

if TYPE_CHECKING:
    from collections.abc import Iterator

    from bomberstream.core.effects import Action
    from bomberstream.core.ruleset import RulesetBuilder
    from bomberstream.core.sortie import Sortie
    from bomberstream.core.zones import Zone

    from ..state import TonightState

__all__ = ["RULE", "FlakShips", "coasts", "has_ship", "is_manned", "land"]

ID = "flak_ships"
ENGLAND = "E"

# 10.2.2 and T-05: "after March" is from the first of April. The print counts, whoever holds the coast by then (T-27).
WITHDRAWN = {"F": "1944-04-01", "B": "1944-04-01", "N": "1945-01-01"}
"""From when no ships lie off a coast."""

# Not stated. Other reading: any coast but England's.
NO_SHIPS_OFF = ("neutral", "base")
"""Holders off whose coasts no German ship lies."""


@define(eq=False)
class FlakShips:
    """What the present zone holds."""

    zone: Zone | None = None
    """The zone for which it has been rolled, on this pass."""
    is_there: bool = False
    to_malta: bool = False
    """Whether it makes for Malta, over water of which no route tells."""


def state(s: Sortie) -> FlakShips:
    """What is kept of this flight."""
    ships: FlakShips = s.kept.setdefault(ID, FlakShips())
    return ships


def has_ship(s: Sortie) -> bool:
    """Whether the bomber is over a barge or flak ship: one roll for a zone on each pass, when it first matters."""
    ships = state(s)
    if ships.zone is s.zone:
        return ships.is_there
    if not is_open(s) or settle_letter(s) != WATER:
        return False
    ships.zone = s.zone
    ships.is_there = s.roll("flak_ship").result == "present"
    if ships.is_there:
        s.note("flak_ship")
    return ships.is_there


def is_open(s: Sortie) -> bool:
    """Whether ships may lie in the zone, if it is water: off a coast that is neither England's nor given up."""
    zone = s.zone
    if WATER not in zone.over or zone.is_target or zone.is_base or state(s).to_malta:
        return False
    return any(is_manned(s, code, region) for code, region in coasts(s))


def is_manned(s: Sortie, code: str, region: str) -> bool:
    """Whether ships lie off a coast on the date (10.2.2)."""
    withdrawn = WITHDRAWN.get(code)
    return (withdrawn is None or s.date < withdrawn) and holder(s, code, region) not in NO_SHIPS_OFF


def coasts(s: Sortie) -> list[tuple[str, str]]:
    """The land beside the water of a zone: its own other letter, else that of the zones before and after it.

    None where England lies in the zone or in one beside it.
    """
    g: TonightState = s.game
    zone = s.zone
    own = list(land(zone.over, zone.region))
    route = g.route.zones if g.route is not None else ()
    beside = [one for given in route if abs(given.n - zone.number) == 1 for one in land(given.over, given.region)]
    # Zone 1, which no route lists, is the base's.
    if zone.number == 2 or any(code == ENGLAND for code, _ in (*own, *beside)):
        return []
    return own or beside


def land(over: tuple[str, ...], region: tuple[str, ...]) -> Iterator[tuple[str, str]]:
    """The letters of land of a zone, with their regions."""
    for place, code in enumerate(over):
        if code != WATER:
            yield code, region[place] if place < len(region) else ""


def bring_ships(over_land: Action) -> Action:
    """Searchlights and guns of a ship look for the bomber where none stand on land."""

    def searchlights(s: Sortie) -> None:
        g: TonightState = s.game
        if has_ship(s):
            g.lit = g.found_by_guns = False
            look_for_bomber(s)
        else:
            over_land(s)

    return searchlights


def make_for_malta(s: Sortie, facts: Mapping[str, Any]) -> None:
    """The route is left."""
    state(s).to_malta = True


def apply(builder: RulesetBuilder) -> None:
    """Put ships off the coasts."""
    builder.role("flak_ship", ("present", "none"))
    builder.happening("flak_ship", "a barge or flak ship lies below")
    builder.lay_over(Path(str(files("bomberstream.tables"))) / "tonight-rules" / "flak_ships.toml")
    builder.on("malta", make_for_malta)
    builder.wrap_step("turn.searchlights", bring_ships)


RULE = OptionalRule(
    id=ID,
    title="Mobile barges and heavy flak ships",
    rule="tonight 10.2",
    games=("tonight",),
    apply=apply,
)
