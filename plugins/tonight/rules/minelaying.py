"""Optional rule 10.5: minelaying, one of eight sea lanes, low all the way and on the deck over the lane itself.

The mines fall by 6-6 and 6-7 (T-101). The lane is water: only a flak ship of rule 10.2 fires there (10.5.4). With the
squadron game (10.4) four others come along (10.5.2).
"""

from __future__ import annotations

from importlib.resources import files
from pathlib import Path
from typing import TYPE_CHECKING

from attrs import define
from bomberstream.core.conditions import Name
from bomberstream.core.errors import NotAllowed
from bomberstream.core.game import NUMBER, GameOption, OptionalRule
from bomberstream.core.mission.setting_up import draw
from bomberstream.core.packs import Target
from bomberstream.core.procedure import step

from .flak_ships import is_manned, land
from .low_runs import deck_over_target

if TYPE_CHECKING:
    from bomberstream.core.effects import Action
    from bomberstream.core.ruleset import RulesetBuilder
    from bomberstream.core.sortie import Sortie

    from ..state import TonightState

__all__ = ["GARDENS", "ID", "RULE", "SENT", "Garden", "choose_garden", "flak_ship"]

ID = "minelaying"
SENT = 5
"""Bombers of the squadron that lay mines together, ours among them (10.5.2)."""
GARDENS = (
    "Trefoil, IJsselmeer",
    "Nectarines, Frisian Islands",
    "Nectarines, Heligoland Bight",
    "Hawthorne, Skagerrak",
    "Pumpkin, Kattegat",
    "Artichokes, Lorient",
    "Iris, Westerschelde",
    "Artichokes, Gironde",
)
"""The routes of the eight missions, in the order of their numbers (T-100)."""


@define(eq=False)
class Garden:
    """A minelaying mission."""

    number: int = 1
    modifier: int = 0
    """To the die for a flak ship (10.5.1)."""
    ship: bool = False
    """Whether a flak ship lies in the target zone."""


@step(rule="tonight 10.5.7")
def choose_garden(s: Sortie) -> None:
    """The mission: the one that is asked for by its number, or any of the eight (10.5.7)."""
    if s.setup.target is not None:
        raise NotAllowed(f"a minelaying mission is chosen by its number: gardening = 1 to {len(GARDENS)}")
    asked = s.setup.options.get("gardening")
    number = 1 + draw(s, len(GARDENS), "minelaying mission") if asked is None else int(asked)
    modifier = s.ruleset.answers("", s.campaign)["garden_modifier"].look(str(number)).result
    s.kept[ID] = Garden(number, modifier)
    city = GARDENS[number - 1]
    coast = s.ruleset.gazetteer.route(0, city).zones[-1].over[-1]
    s.game.target = Target(campaign=s.campaign, city=city, country=coast, type="Sea lane", raids=1, aim="the channel")


@step(rule="tonight 10.5.4", when="outbound and zone.is_target")
def flak_ship(s: Sortie) -> None:
    """The target zone is water, whatever else it holds (10.5.4); whether a flak ship lies in it (10.2.1, 10.2.2)."""
    garden: Garden = s.kept[ID]
    zone = s.zone
    zone.letter = zone.over.index("W")
    if not any(is_manned(s, code, region) for code, region in land(zone.over, zone.region)):
        return
    garden.ship = s.roll("flak_ship").result == "present"
    if garden.ship:
        s.note("flak_ship")


def only_from_a_ship(fire: Action) -> Action:
    """Something round searchlights and guns: none over the lane unless a flak ship lies there (10.5.4, 10.2.3)."""

    def fired(s: Sortie) -> None:
        g: TonightState = s.game
        garden: Garden = s.kept[ID]
        if s.zone.is_target and not garden.ship:
            g.lit = g.found_by_guns = False
            return
        fire(s)

    return fired


def not_over_the_lane(fire: Action) -> Action:
    """Something round the light flak of 5.14: it stands on land, and the lane is water."""

    def fired(s: Sortie) -> None:
        if not s.zone.is_target:
            fire(s)

    return fired


def apply(builder: RulesetBuilder) -> None:
    """Fly every operation to lay mines."""
    builder.name(
        Name("gardening.modifier", f"s.kept[{ID!r}].modifier", "number", "modifier of the sea lane for flak ships")
    )
    builder.role("garden_modifier", (NUMBER,), looked_up=True)
    builder.lay_over(Path(str(files("bomberstream.tables"))) / "tonight-rules" / "minelaying.toml")
    builder.replace_step("target.draw_target", choose_garden)
    builder.wrap_step("zone.altitude", deck_over_target(low_before=True))
    builder.step(flak_ship, after="zone.altitude")
    builder.modifier("10.2.1", "gardening.modifier", when="gardening.modifier != 0", says="these waters")
    builder.wrap_step("zone.low_flak", not_over_the_lane)
    builder.wrap_step("turn.searchlights", only_from_a_ship)


RULE = OptionalRule(
    id=ID,
    title="Fly to lay mines",
    rule="tonight 10.5",
    games=("tonight",),
    apply=apply,
    requires=("flak_ships",),
    conflicts=("spoof_raid", "dams_raid"),
    options=(GameOption("gardening", "number of the minelaying mission", "number", (), "", 1, len(GARDENS)),),
)
