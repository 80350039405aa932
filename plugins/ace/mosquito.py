"""British night fighters: who has the initiative, and both ways of the combat (7.3)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from bomberstream.core.procedure import step

from . import choices, combat
from .cards import Card, Shot, draw, judge, read_column
from .damage import random_hits
from .state import CLOSE, FORWARD, MEDIUM, REAR
from .target import AIRFRAME, GroupDamage, destroy, grouped_damage, random_damage

if TYPE_CHECKING:
    from collections.abc import Iterator

    from bomberstream.core.sortie import Sortie

    from .state import AceState

__all__ = ["initiative", "second_round", "their_attack"]


@step(rule="ace 7.3.1", table="B11", cause="night_fighter")
def initiative(s: Sortie) -> None:
    """Who has seen the other first; whoever is too slow to attack lets it go (7.3.1)."""
    g: AceState = s.game
    g.fight_over = True
    g.hits_in_fight = 0
    who = s.roll("initiative").result
    s.note("initiative", who=str(who), target=g.target.type.name)
    if who == "mosquito":
        g.fight_over = False
    elif g.speed(s) < g.target.type.speed:
        s.note("too_fast", target=g.target.type.name)
    elif s.choose("attack") == "yes":
        combat.fight(s)
        g.fight_over = True


@step(rule="ace 7.3.2", table="B6", when="not fight_is_over", cause="night_fighter")
def their_attack(s: Sortie) -> None:
    """It attacks from medium range, aimed at the airframe (7.3.2)."""
    g: AceState = s.game
    g.aim, g.range = AIRFRAME, MEDIUM
    mosquito_fires(s)


@step(rule="ace 7.3.4", when="not fight_is_over", cause="night_fighter")
def second_round(s: Sortie) -> None:
    """It comes close for its second round: break away, turn on it, or jump (7.3.4)."""
    g: AceState = s.game
    g.range = CLOSE
    match s.choose("second_round", list(ways(s))):
        case "break_off":
            escaped = s.roll("break_off").result == "success"
            s.note("breaks_away", escaped=escaped, target=g.target.type.name)
        case "seize_initiative":
            escaped = s.roll("seize_initiative").result == "success"
            s.note("turns_on_it", succeeded=escaped, target=g.target.type.name)
            if escaped:
                one_round(s)
        case _:
            s.note("jumps")
            g.bail_out(s, "controlled")
            return
    if not escaped:
        mosquito_fires(s)
    g.fight_over = True


def ways(s: Sortie) -> Iterator[str]:
    """What is open: to turn on it takes guns that fire, and a pilot who can."""
    g: AceState = s.game
    yield "break_off"
    if g.guns(s, FORWARD) and not s.bomber.man_of("pilot").is_serious:
        yield "seize_initiative"
    yield "bail_out"


def one_round(s: Sortie) -> None:
    """The tables are turned: one round from close range, whatever the speeds (7.3.4)."""
    g: AceState = s.game
    g.weapon, g.range, g.pass_number, g.round_number = FORWARD, CLOSE, 1, 1
    g.redrawn = g.blinded = False
    s.run("round")


def mosquito_fires(s: Sortie) -> None:
    """One round of its fire, and of our rear guns at the same time (7.3.2, 7.3.3)."""
    g: AceState = s.game
    card = draw(s, "Mosquito's card")
    kind = g.target.type
    firepower = kind.firepower
    if card.lines.gun_jam:
        s.note("mosquito_jams", target=kind.name)
        g.fight_over = True
        if not choices.JAMMED_MOSQUITO_FIRES:
            return
        firepower -= min(kind.guns, default=0)
    reply(s)
    take_fire(s, card, read_column(s, card, firepower))
    if g.target.lost:
        g.fight_over = True


def take_fire(s: Sortie, card: Card, result: str) -> None:
    """Its hits on us: grouped damage as on a bomber, random hits by our own chart (7.3.2)."""
    g: AceState = s.game
    parts = [(combat.RANGE_HITS[g.range], f"{g.range} range"), (-g.has(s, "acm"), "air combat maneuvering")]
    verdict = judge(result, sum(value for value, _ in parts))
    s.note("mosquito_shoots", result=result, target=g.target.type.name)
    combat.reckon(s, card, result, parts, verdict.random)
    if verdict.destroyed:
        if choices.MOSQUITO_DESTROYS_ALL:
            g.lose(s, "destroyed")
        else:
            g.bail_out(s, "uncontrolled")
    hits = verdict.random
    if verdict.grouped:
        group: GroupDamage = s.tables["group_damage"].look(g.aim).data
        hits += group.random
        for system in group.hits:
            g.hits += 1
            strike_system(s, system)
    random_hits(s, max(0, hits))
    if verdict.grouped and hits <= 0:
        from .damage import check_fighter

        check_fighter(s)


def strike_system(s: Sortie, system: str) -> None:
    """A hit of grouped damage on our own aircraft."""
    from . import damage

    side = system.partition("_")[0]
    if system.endswith("_wing"):
        damage.wing_hit.function(s, side)
    elif system.endswith("_engine"):
        damage.engine_hit.function(s, side)
    elif system == "controls":
        damage.controls_hit.function(s)
    else:
        damage.airframe_hit.function(s)


def reply(s: Sortie) -> None:
    """Our rear guns may reply: a card, read for their firepower (7.3.3)."""
    g: AceState = s.game
    gunner = s.bomber.man_of("rear_gunner")
    firepower = g.firepower(s, REAR)
    if not firepower or not gunner.is_fit or s.choose("rear_guns") == "no":
        return
    card = draw(s, "our rear guns")
    result = read_column(s, card, firepower)
    verdict = judge(result, combat.RANGE_HITS[g.range])
    s.note("rear_guns", result=result, target=g.target.type.name)
    g.shot = Shot()
    if verdict.destroyed:
        destroy(s, "rear guns")
    elif verdict.scores:
        hits = verdict.random + g.knows(s, "rear_gunner", "gunnery")
        if verdict.grouped:
            hits += grouped_damage(s)
        random_damage(s, hits)
