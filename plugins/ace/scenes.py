"""Scenes for scenario files: a night fighter in the described situation, and what is played of it."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any

from attrs import evolve
from bomberstream.core.errors import BadData

from . import combat, landing, search, setup, target
from .damage import random_hits

if TYPE_CHECKING:
    from bomberstream.core.sortie import Sortie

    from .state import AceState

__all__ = ["SCENES", "stage"]

SCENES = {
    "combat": "one combat with the target of `state.target.kind`, a Lancaster if none is named (7.2)",
    "mosquito": "an encounter with a British night fighter (7.3)",
    "hits": "so many random hits on the night fighter, `state.hits` (B6)",
    "bomber_hits": "so many random hits on the target, `state.hits` (B3)",
    "landing": "the landing (B7)",
    "bail_out": "everybody out (B8)",
    "search": "the search from the box of `state.box` on (7.1)",
}
AIRCRAFT = "bf110f-4a"

Act = Callable[["Sortie"], None]


def stage(s: Sortie, step: str | None, state: dict[str, Any]) -> Act | None:
    """A Bf 110 F-4a from Vechta in August 1943, the second box, half a moon; the state then changes that."""
    kind = s.ruleset.bomber(s.setup.bomber or AIRCRAFT)
    options = {"track": "officer", "unit": "I/NJG 3", "moon": "normal"}
    date = s.setup.date or f"{kind.from_}-10"
    s.setup = evolve(s.setup, bomber=kind.id, date=date, options={**options, **s.setup.options})
    setup.prepare(s)
    g: AceState = s.game
    g.city, g.area = "Hamburg", "Bremen"
    g.jamming = int(s.tables["jamming"].look(g.month_name).result)
    g.boxes, g.box = int(s.bomber.type.traits["boxes"]), 2
    s.man = s.bomber.man_of("pilot")
    given = state.pop("target", {})
    if not isinstance(given, dict):
        raise BadData(f"target: expected a table like {{ kind = 'lancaster' }}, got {given!r}")
    said = dict(given)
    found = str(said.pop("kind", "mosquito_ii_nf" if step == "mosquito" else "lancaster"))
    table = s.tables["target"]
    table.look(found.removesuffix(search.H2S))
    search.meet(s, found + (search.H2S if said.pop("has_h2s", False) else ""))
    if said:
        state["target"] = said
    hits = state.pop("hits", 1)
    if type(hits) is not int or hits < 0:
        raise BadData(f"hits: expected a whole number from 0 up, got {hits!r}")
    match step:
        case "combat":
            return combat.fight
        case "mosquito":
            return lambda s: s.run("night_fighter")
        case "hits":
            return lambda s: random_hits(s, hits)
        case "bomber_hits":
            return lambda s: target.random_damage(s, hits)
        case "landing":
            return landing.land.do
        case "bail_out":
            return lambda s: g.bail_out(s, "controlled")
        case "search":
            return search.search.do
    return None
