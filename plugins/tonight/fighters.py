"""Night fighters of a turn: how many, of what kind, with what aboard, how good, and whether they find us (5.3)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from bomberstream.core.combat import NO_FIGHTER, Fighter
from bomberstream.core.mission.crewing import take_controls, take_over_guns
from bomberstream.core.mission.engines import obey_engines
from bomberstream.core.mission.setting_up import draw
from bomberstream.core.procedure import step

from . import choices
from .combat import attacker
from .crew import refresh_devices

if TYPE_CHECKING:
    from bomberstream.core.combat import FighterType
    from bomberstream.core.sortie import Sortie

    from .state import TonightState

__all__ = [
    "HAPPENINGS",
    "equipment",
    "finds_bomber",
    "kind_of_fighter",
    "night_fighter_attacks",
    "night_fighters",
    "pilot_skill",
    "random_event",
    "rounds",
    "very_high",
]

EQUIPMENT = (
    ("radar", "airborne_radar", choices.RADAR_FROM),
    ("naxos", "naxos", choices.NAXOS_FROM),
    ("flensburg", "flensburg", choices.FLENSBURG_FROM),
    ("upward_guns", "upward_guns", choices.UPWARD_GUNS_FROM),
)
"""What a fighter may carry, the role of its table (5-7A to D), its first month (5.3.4)."""
TRAITS = ("wild_boar", "very_high", *(name for name, _, _ in EQUIPMENT))
"""What the data may say of a type: that it is a single-seater, that it reaches the very high level (9.2.3), and what it
always carries."""
SINGLE_SEAT_EQUIPMENT = ("naxos",)
"""All that a Wild Boar has room for (5.3.3.4)."""
IN_WORDS = {"radar": "airborne radar", "naxos": "Naxos", "flensburg": "Flensburg", "upward_guns": "upward guns"}


@step(rule="tonight 5.3.1", table="5-5", when="detected")
def night_fighters(s: Sortie) -> None:
    """The night fighters of a turn in which radar holds the bomber."""
    night_fighter_attacks(s)


def night_fighter_attacks(s: Sortie) -> None:
    """None, one or two night fighters, one after the other (5.3.1.3), or a random event in their place (5-5).

    Over the Alps they fly only in good weather (4.2.5, T-21).
    """
    g: TonightState = s.game
    g.fighters = []
    g.squad = 0
    if g.no_fighters:
        return
    with s.caused_by("night_fighter"):
        number = s.roll("night_fighters").result
        if number == "event":
            s.run("event")
            return
        if number:
            s.note("night_fighters", number=number)
        for g.squad in range(1, number + 1):
            s.run("fighter")
            g.fighters = []
    s.fighter = NO_FIGHTER


@step(rule="tonight 5.3.1.2", table="5-11")
def random_event(s: Sortie) -> None:
    """A random event (5-11), which acts from the next zone on (T-58)."""
    s.carry_out("random_event")


# --- steps for one fighter


@step(rule="tonight 5.3.3", table="5-7")
def kind_of_fighter(s: Sortie) -> None:
    """Its type (5-7); over the target, in the months of the Wild Boar, perhaps a single-seater (5.3.3.5, T-61)."""
    g: TonightState = s.game
    kind = "none"
    if s.zone.is_target and choices.WILD_BOAR_FROM <= s.date[:7] <= choices.WILD_BOAR_UNTIL:
        kind = s.roll("wild_boar").result
    if kind == "none":
        kind = s.roll("fighter_type").result
    s.fighter = Fighter(s.ruleset.fighters[kind], f"f{g.squad}")
    g.fighters = [s.fighter]


def those_that_reach(s: Sortie) -> list[FighterType]:
    """The types that reach the very high level, of those that are met by now (9.2.3, 11.1.5)."""
    kinds = s.ruleset.fighters.values()
    return [one for one in kinds if one.traits.get("very_high", False) and one.is_met(s.date)]


@step(rule="tonight 11.1.5", when="altitude == 'very_high'")
def very_high(s: Sortie) -> None:
    """Very high a rolled fighter gives way to one that reaches the bomber; without any nobody comes."""
    g: TonightState = s.game
    fighter = attacker(s)
    reaching = those_that_reach(s)
    if not reaching:
        s.note("out_of_reach", fighter=fighter.type.short)
        g.fighters = []
        s.leave("fighter")
        return
    if not fighter.type.traits.get("very_high", False):
        s.fighter = Fighter(reaching[draw(s, len(reaching), "who reaches us")], fighter.key)
        g.fighters = [s.fighter]


@step(rule="tonight 5.3.4", table="5-7A")
def equipment(s: Sortie) -> None:
    """What it carries (5-7A to D), each from its month on; what its type has as standard asks for no roll.

    Standard sets, too, wait for their month (T-74), but not standard upward guns (T-60).
    """
    fighter = attacker(s)
    traits = fighter.type.traits
    month = s.date[:7]
    single_seat = traits.get("wild_boar", False)
    for name, role, first in EQUIPMENT:
        if single_seat and name not in SINGLE_SEAT_EQUIPMENT:
            continue
        if traits.get(name, False):
            fits = name == "upward_guns" or month >= first
        else:
            fits = month >= first and s.roll(role).result == "yes"
        if fits:
            fighter.carries.add(name)


@step(rule="tonight 5.3.5", table="5-8")
def pilot_skill(s: Sortie) -> None:
    """How good its pilot is (5-8), for all his rounds."""
    fighter = attacker(s)
    fighter.skill = s.roll("pilot_skill").result
    if s.is_heard("night_fighter"):
        s.note(
            "night_fighter",
            fighter=fighter.type.short,
            skill=fighter.skill,
            carries=", ".join(words for name, words in IN_WORDS.items() if name in fighter.carries),
        )


@step(rule="tonight 5.3.2", table="5-6")
def finds_bomber(s: Sortie) -> None:
    """Whether it finds the bomber: one roll for all its rounds (5-6), after type, equipment and skill (T-54)."""
    fighter = attacker(s)
    if s.roll("fighter_spots").result == "spotted":
        s.note("finds_us", fighter=fighter.type.short)
        return
    s.note("passes_unseeing", fighter=fighter.type.short)
    fighter.has_left = True
    s.leave("fighter")


@step(rule="tonight 5.8")
def rounds(s: Sortie) -> None:
    """Combat rounds while the fighter keeps contact; before the first, men change places as they like (5.11.2)."""
    fighter = attacker(s)
    free_hands(s)
    take_controls(s)
    take_over_guns(s)
    refresh_devices(s)
    while not fighter.is_out_of_action:
        s.run("round")
    free_hands(s)
    take_controls(s)
    obey_engines(s)
    refresh_devices(s)


def free_hands(s: Sortie) -> None:
    """Whoever fought a fire, or came to a gun from another section, is free again: that attack is over (5.13)."""
    for man in s.bomber.crew:
        man.sits_out = ""


HAPPENINGS = {
    "night_fighters": "one or two night fighters are near",
    "night_fighter": "what sort of night fighter it is, and how good its pilot",
    "finds_us": "a night fighter has found the bomber",
    "passes_unseeing": "a night fighter has not found it",
    "out_of_reach": "a night fighter cannot climb to where the bomber is",
}
"""What is told here of a flight."""
