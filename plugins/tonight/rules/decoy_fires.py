"""Optional rule 4.9.3: the Germans light decoy fires, and a navigator may bring the bomber to them.

Whether a decoy burns is rolled before the bomb run; whether it is taken for the target, after any going around.
Under a Master Bomber, or with H2S working, nobody is fooled (T-41): the roll is not made then.
"""

from __future__ import annotations

from importlib.resources import files
from pathlib import Path
from typing import TYPE_CHECKING

from attrs import define
from bomberstream.core.game import OptionalRule
from bomberstream.core.mission.words import event_name
from bomberstream.core.procedure import step

from ..target import MAY_BOMB

if TYPE_CHECKING:
    from bomberstream.core.ruleset import RulesetBuilder
    from bomberstream.core.sortie import Sortie

    from ..state import TonightState

__all__ = ["RULE", "Decoy"]

ID = "decoy_fires"
FOOLED = "decoy_bombed"
"""The event that holds while the decoy is taken for the target; table 6-6 knows it as one that spoils the run."""

# T-44. Other reading: from July 1943, "after June".
MASTER_BOMBER_FROM = "1943-06-01"
H2S = "h2s"


@define(eq=False)
class Decoy:
    """What is known of a decoy on this flight."""

    burns: bool = False
    fooled: bool = False


@step(rule="tonight 4.9.3.set", table="4.9.3 set", when=MAY_BOMB)
def decoy_lit(s: Sortie) -> None:
    """Whether the Germans have lit a decoy near the target."""
    decoy = s.kept[ID] = Decoy(burns=s.roll("decoy_set").result == "set")
    if decoy.burns:
        s.note("decoy_burns")


@step(rule="tonight 4.9.3.check", table="4.9.3 check", when=MAY_BOMB)
def decoy_check(s: Sortie) -> None:
    """Once nobody goes around any more: is the decoy taken for the target?"""
    g: TonightState = s.game
    decoy: Decoy = s.kept[ID]
    if not decoy.burns:
        return
    real = sees_through_it(s)
    if real:
        s.note("decoy_ignored", by=real)
        return
    decoy.fooled = s.roll("decoy_bombed").result == "decoy"
    if decoy.fooled:
        g.passing_events.add(FOOLED)


def sees_through_it(s: Sortie) -> str:
    """What brings every bomber to the real target, a Master Bomber or H2S; empty for nothing."""
    g: TonightState = s.game
    if s.date >= MASTER_BOMBER_FROM:
        return "master_bomber"
    return H2S if H2S in g.devices_on else ""


def apply(builder: RulesetBuilder) -> None:
    """Let decoys be lit."""
    builder.role("decoy_set", ("set", "none"))
    builder.role("decoy_bombed", ("decoy", "target"))
    builder.happening("decoy_burns", "a decoy fire burns near the target")
    builder.happening("decoy_ignored", "Master Bomber or H2S show which fires are the target")
    builder.name(event_name(FOOLED, "a decoy fire is taken for the target"))
    builder.lay_over(Path(str(files("bomberstream.tables"))) / "tonight-rules" / "decoy_fires.toml")
    builder.step(decoy_lit, before="zone.going_around")
    builder.step(decoy_check, after="zone.going_around")


RULE = OptionalRule(
    id=ID,
    title="German decoy fires near the target",
    rule="tonight 4.9.3",
    games=("tonight",),
    apply=apply,
    # No fires burn at a dam, or in the sea.
    conflicts=("dams_raid", "minelaying"),
)
