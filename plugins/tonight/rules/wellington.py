"""Optional rule 9.1: the Vickers Wellington III, with two engines, six men and no turret amidships.

The aeroplane is data; what a twin-engined bomber does on its last engine is with the engines of every bomber (5.10).
Here are its superchargers (9.1.1.2), the campaigns in which it flies, and the ranks of its men.
"""

from __future__ import annotations

from importlib.resources import files
from pathlib import Path
from typing import TYPE_CHECKING, Any

from attrs import define, evolve, field
from bomberstream.core.decisions import Decision
from bomberstream.core.effects import verb
from bomberstream.core.game import OptionalRule
from bomberstream.core.mission.crewing import is_at_controls
from bomberstream.core.mission.engines import jettison
from bomberstream.core.mission.spoken import YES_NO
from bomberstream.core.packs import Names, Pack
from bomberstream.core.procedure import step

from .other_turrets import arm_wellington

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

    from bomberstream.core.ruleset import RulesetBuilder
    from bomberstream.core.sortie import Sortie

    from ..state import TonightState

__all__ = ["RULE", "Superchargers"]

ID = "wellington"
COMMAND = "0"
# T-07: 2.3 leaves it out of campaign 7, its note and 9.1 have it until October 1943. The bomber file ends
# it with September.
CAMPAIGNS = range(1, 8)
"""The campaigns in which it flies."""
RANKS = {"observer": "bomb_aimer", "waist_gunner": "mid_upper_gunner"}
"""Trades of its crew, and those of the other bombers whose ranks they share."""

WHY = "supercharger out"
HANDS_FULL = "the pilot at the boost regulator"
# T-81: 9.1.1.2 names a second pilot, too; 9.1.1.5 has none in the crew.
MENDERS = ("observer", "pilot")
"""Who may put a boost regulator right."""
BOTH = 2


@define(eq=False)
class Superchargers:
    """What has failed in the superchargers of a Wellington."""

    faults: dict[int, str] = field(factory=dict)
    """Engine to "mechanical", "regulator", or "tried" for a regulator that was beyond a man in flight."""
    since: int = -1
    """The number of the zone entry in which the first one failed."""
    asked: int = 0
    """For how many failures the pilot has been asked whether the bombs go."""


def of(s: Sortie) -> Superchargers:
    """The superchargers of this flight."""
    found = s.kept.get(ID)
    if found is None:
        found = s.kept[ID] = Superchargers()
    assert isinstance(found, Superchargers)
    return found


def is_one(s: Sortie) -> bool:
    """Whether the bomber is a Wellington."""
    return s.bomber.type.id == ID


def weigh(s: Sortie) -> None:
    """Height and speed by what is left: one supercharger carries no bombs high, and from the next zone on needs two
    turns a zone with them; none keeps the bomber low (9.1.1.2)."""
    g: TonightState = s.game
    out = s.bomber.turbos_out
    is_loaded = bool(out) and s.bomber.bombs_aboard
    keep(g.low_by, WHY, is_loaded or out >= BOTH)
    keep(g.slow, WHY, is_loaded and s.zone.entry > of(s).since)


def keep(reasons: set[str], reason: str, holds: bool) -> None:
    """A reason is among them while it holds."""
    (reasons.add if holds else reasons.discard)(reason)


def supercharger_lost(s: Sortie, facts: Mapping[str, Any]) -> None:
    """One has failed: nothing before the next turn, but in that the bomber is low."""
    if is_one(s):
        if s.bomber.turbos_out == 1:
            of(s).since = s.zone.entry
        weigh(s)


def bombs_gone(s: Sortie, facts: Mapping[str, Any]) -> None:
    """Without its bombs it may climb again on one supercharger."""
    if is_one(s) and s.bomber.turbos_out:
        weigh(s)


@verb("supercharger_fails", takes="mechanical|regulator")
def supercharger_fails(s: Sortie, fault: str) -> None:
    """What has failed in the supercharger that has just gone: a regulator may be put right in flight."""
    faults = of(s).faults
    for engine in s.bomber.engines:
        if engine.turbo_out and engine.number not in faults:
            faults[engine.number] = fault
            s.note("supercharger_fault", engine=engine.number, fault=fault)
    s.game.may_abort(s, WHY)


def on_entry(choose_height: Callable[[Sortie], None]) -> Callable[[Sortie], None]:
    """Before the height of a zone is chosen: from the zone after the failure on it is slow, too."""

    def act(s: Sortie) -> None:
        if is_one(s) and s.bomber.turbos_out:
            weigh(s)
        choose_height(s)

    return act


@step(rule="tonight 9.1.1.2.type", table="9-1")
def mend_regulator(s: Sortie) -> None:
    """A turn of work for one try on a regulator; a pilot who does it does not corkscrew in that turn."""
    if not is_one(s):
        return
    g: TonightState = s.game
    g.no_corkscrew.discard(HANDS_FULL)
    faults = of(s).faults
    for engine in s.bomber.engines:
        if engine.is_out or not engine.turbo_out or faults.get(engine.number) != "regulator":
            continue
        crew = (s.bomber.man_of(trade) for trade in MENDERS)
        free = [man for man in crew if man.is_fit and man.trade and not (man.is_busy or man.is_trapped)]
        man = s.pick("mends_supercharger", free, decline=True)
        if man is None:
            continue
        man.is_busy = True
        if is_at_controls(s, man):
            g.no_corkscrew.add(HANDS_FULL)
        if s.roll("supercharger_repair").result == "repaired":
            s.bomber.mend_turbo(engine)
            del faults[engine.number]
            s.note("supercharger_mended", engine=engine.number, man=man.name)
        else:
            faults[engine.number] = "tried"
            s.note("supercharger_stays_out", engine=engine.number, man=man.name)
        weigh(s)


@step(rule="tonight 9.1.1.2", when="outbound and not zone.is_target and bombs_aboard and not aborting")
def bombs_or_height(s: Sortie) -> None:
    """Before leaving a zone in which a supercharger has failed: the bombs go, or it goes on low and slow."""
    if not is_one(s):
        return
    superchargers, out = of(s), s.bomber.turbos_out
    may_keep_high = out == 1 and not s.bomber.engines_out and not s.zone.is_base
    if may_keep_high and superchargers.asked < out and s.choose("jettison_for_height") == "yes":
        jettison(s, WHY)
    superchargers.asked = out


def fly_with_the_force(builder: RulesetBuilder) -> None:
    """Put it into the campaigns, and give its men their ranks."""
    found = {number: one for pack in builder.packs for number, one in pack.campaigns.items()}
    campaigns = {
        number: evolve(one, bombers={**one.bombers, COMMAND: (*one.bombers.get(COMMAND, ()), ID)})
        for number, one in found.items()
        if number in CAMPAIGNS and ID not in one.bombers.get(COMMAND, ())
    }
    names = next((pack.names for pack in reversed(builder.packs) if pack.names.first), Names())
    shared = {trade: names.rank[like] for trade, like in RANKS.items() if like in names.rank}
    names = evolve(names, rank={**shared, **names.rank})
    builder.lay(Pack(ID, root=builder.packs[-1].root, campaigns=campaigns, names=names))


def apply(builder: RulesetBuilder) -> None:
    """Let the Wellington fly with the others."""
    builder.happening("supercharger_fault", "what has failed in a supercharger of the Wellington")
    builder.happening("supercharger_mended", "a boost regulator of the Wellington is put right")
    builder.happening("supercharger_stays_out", "a boost regulator of the Wellington cannot be put right")
    builder.decision(
        Decision(
            "jettison_for_height",
            "A supercharger is out: drop the bombs, and keep height and speed?",
            "tonight 9.1.1.2",
            YES_NO,
        )
    )
    builder.decision(
        Decision(
            "mends_supercharger",
            "Who works at the boost regulator?",
            "tonight 9.1.1.2.type",
            slot="man",
            may_decline=True,
        )
    )
    builder.role("supercharger_fault", ("mechanical", "regulator"))
    builder.role("supercharger_repair", ("repaired", "unsuccessful"))
    builder.verb(supercharger_fails)
    builder.lay_over(Path(str(files("bomberstream.tables"))) / "tonight-rules" / "wellington")
    fly_with_the_force(builder)
    arm_wellington(builder)
    model = f"bomber.model == '{ID}'"
    builder.modifier("5-13", 1, when=f"{model} and engines_out == 1", says="one of two engines out")
    # Its navigator aims: what 6-6 asks about the bomb aimer of the others.
    aims = f"{model} and not bombing.by_substitute"
    is_hurt = "(navigator.light_wounds > 0 or navigator.frostbite != 'none')"
    seasoned = "bombing.missions >= 11 and bombing.missions <= 30"
    builder.modifier("6-6", -1, when=f"{aims} and {seasoned} and {is_hurt}", says="an old hand, but hurt")
    builder.modifier("6-6", -1, when=f"{aims} and navigator.light_wounds >= 2", says="bomb aimer hurt twice")
    builder.on("turbo_out", supercharger_lost)
    for happening in ("jettisoned", "bombs_away"):
        builder.on(happening, bombs_gone)
    builder.wrap_step("zone.altitude", on_entry)
    builder.step(mend_regulator, after="turn.work")
    builder.step(bombs_or_height, before="zone.divert")


RULE = OptionalRule(
    id=ID,
    title="Fly the Wellington",
    rule="tonight 9.1",
    games=("tonight",),
    apply=apply,
    brings_bombers=True,
)
