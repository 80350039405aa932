"""Optional rule 10.5: the YB-40, a B-17 that carries guns and ammunition in place of bombs.

It flies with the box from May to July 1943, to fight off fighters for the others. Nothing but its guns and its crew is
known; choice 66 says what is played.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from attrs import define, evolve
from bomberstream.core.decisions import Decision
from bomberstream.core.game import OptionalRule
from bomberstream.core.packs import Pack
from bomberstream.core.procedure import step

from .laying import data_of, lay_data

if TYPE_CHECKING:
    from bomberstream.core.packs import Campaign
    from bomberstream.core.ruleset import RulesetBuilder
    from bomberstream.core.sortie import Sortie

    from ..state import TodayState

__all__ = ["RULE"]

ID = "yb_40"
MODEL = "yb-40"
CARRIER = "ammunition_man"
AIR_FORCE = "8"
CAMPAIGNS = (1, 2)

# Not printed. Other reading: 140, as the program whose notes say 76 has it.
RESERVE = 76
"""Boxes of ammunition in the bomb bay."""
FARTHEST = 6
"""To a target beyond this zone the bay holds fuel instead."""


@define(eq=False)
class Reserve:
    """What is left in the bomb bay."""

    boxes: int


def is_one(s: Sortie) -> bool:
    """Whether the bomber is a YB-40."""
    return s.bomber.type.id == MODEL


@step(rule="today 10.5", travels=True)
def escorts(s: Sortie) -> None:
    """It takes off without bombs, with ammunition in the bay unless that is full of fuel."""
    g: TodayState = s.game
    if not is_one(s):
        return
    is_near = g.route is not None and g.route.target_zone <= FARTHEST
    s.kept[ID] = Reserve(RESERVE if is_near else 0)
    s.note("escorts")


@step(rule="today 10.5", when="not zone.is_base", travels=True)
def feed_gun(s: Sortie) -> None:
    """The ammunition man fills up one gun in each zone, out of the bomb bay."""
    reserve: Reserve | None = s.kept.get(ID)
    man = s.bomber.man_at(CARRIER)
    if reserve is None or not reserve.boxes or not man.is_fit or man.trade != CARRIER:
        return
    hungry = [gun for gun in s.bomber.guns.values() if gun.is_working and gun.rounds < gun.type.rounds]
    gun = s.pick("feeds_gun", hungry, decline=True)
    if gun is not None:
        boxes = min(reserve.boxes, gun.type.rounds - gun.rounds)
        reserve.boxes -= boxes
        gun.rounds += boxes
        s.note("feeds_gun", man=man.name, gun=gun.type.name, boxes=boxes, left=reserve.boxes)


def with_it(campaign: Campaign) -> Campaign:
    """A campaign in which it is issued, too."""
    issued = campaign.bombers
    return evolve(campaign, bombers={**issued, AIR_FORCE: (*issued[AIR_FORCE], MODEL)})


def apply(builder: RulesetBuilder) -> None:
    """Let it fly with the box."""
    builder.happening("escorts", "a bomber without bombs flies as an escort")
    builder.happening("feeds_gun", "the ammunition man fills up a gun")
    builder.decision(Decision("feeds_gun", "Which gun is filled up?", "today 10.5", slot="gun", may_decline=True))
    lay_data(builder, ID)
    found = {number: one for pack in builder.packs for number, one in pack.campaigns.items()}
    campaigns = {number: with_it(found[number]) for number in CAMPAIGNS}
    builder.lay(Pack(ID, data_of(ID), campaigns=campaigns))
    builder.step(escorts, before="mission.base_weather")
    builder.step(feed_gun, before="zone.crew_moves")


RULE = OptionalRule(
    id=ID,
    title="Fly the YB-40 escort bomber",
    rule="today 10.5",
    games=("today",),
    apply=apply,
    brings_bombers=True,
)
