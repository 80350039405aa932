"""Over the target: visibility, flak, the bomb run, the turn for home (section 6 of the rules)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from bomberstream.core.mission.bombing import accuracy, drop, hang, may_release, tell_drop
from bomberstream.core.mission.engines import obey_engines
from bomberstream.core.mission.flak import flak_hits
from bomberstream.core.mission.ground import holder
from bomberstream.core.mission.legs import another_turn
from bomberstream.core.procedure import step

from . import choices
from .formation import fall_out, is_slow, may_evade
from .state import LOW

if TYPE_CHECKING:
    from bomberstream.core.sortie import Sortie

    from .state import TodayState

__all__ = [
    "bomb_run",
    "drops_on_command",
    "flak",
    "flak_set",
    "low_flak",
    "more_flak",
    "slow_over_target",
    "turn_over_target",
    "visibility",
]


@step(rule="today 6-1", table="6-1", when="outbound and zone.is_target")
def visibility(s: Sortie) -> None:
    """How well the target can be seen (6-1)."""
    g: TodayState = s.game
    g.visibility = s.roll("visibility").result
    s.note("visibility", visibility=g.visibility)


@step(rule="today 6-2", table="6-2", when="outbound and zone.is_target")
def flak(s: Sortie) -> None:
    """The flak over the target (6-2 to 6-5); a straggler may take evasive action against it."""
    flak_set(s)


def flak_set(s: Sortie) -> None:
    """One set of flak: how dense (6-2), three rolls to hit (6-3), and what each hit does."""
    with s.caused_by("flak"):
        fire_flak(s)


def fire_flak(s: Sortie) -> None:
    """Evade or hold steady, see how dense the flak is, take its hits, and do what dead engines demand."""
    g: TodayState = s.game
    g.evading = may_evade(s, in_box=g.evades_in_box) and s.choose("evade_flak") == "yes"
    if g.evading and not g.bomb_run:
        g.evaded_in_target_zone = True
    density = s.roll("flak").result
    s.note("flak", density=density, evading=g.evading)
    if density != "none":
        flak_hits(s, density, choices.TARGET_FLAK_SHOTS)
    g.evading = False
    obey_engines(s)


@step(
    rule="tonight 5.14",
    table="6-3",
    when="altitude == 'low' and not (outbound and zone.is_target)",
    cause="flak",
)
def low_flak(s: Sortie) -> None:
    """At 10,000 feet over Axis land: four rolls of light flak on entering the zone (tonight 5.14)."""
    zone = s.zone
    if any(
        code != "E" and holder(s, code, region) in ("axis", "contested")
        for code, region in zip(zone.over, zone.region, strict=False)
    ):
        s.note("low_flak")
        flak_hits(s, "light", choices.LOW_FLAK_SHOTS)
        obey_engines(s)


@step(rule="today 5.10", when="outbound and zone.is_target")
def slow_over_target(s: Sortie) -> None:
    """A slow bomber takes a second turn to the target, with its flak."""
    if is_slow(s):
        s.note("second_turn")
        another_turn(s, "again")
        more_flak(s)


@step(rule="today 6-6", table="6-6", when="outbound and zone.is_target")
def bomb_run(s: Sortie) -> None:
    """The bomb run (6-6), the drop, and how much of it lies on the target (6-7)."""
    g: TodayState = s.game
    if not s.bomber.bombs_aboard or g.aborting:
        return
    g.on_command = drops_on_command(s)
    g.by_hand = not g.in_formation
    if not may_release(s):
        # To be rid of them it must leave the formation.
        hang(s)
        fall_out(s, "bombs hung up")
        return
    spoiled = drop(s)
    g.bombing_percent = accuracy(s, g.bomb_run)
    tell_drop(s, spoiled=spoiled)


def drops_on_command(s: Sortie) -> bool:
    """Whether the bombs go when the leader's go: in formation behind a leader, from campaign 2 on."""
    g: TodayState = s.game
    follows = g.in_formation and not g.mission_lead and not g.leaderless
    return follows and s.campaign >= choices.BOMB_ON_COMMAND_FROM_CAMPAIGN


@step(rule="tonight 6.5", when="outbound and zone.is_target")
def turn_over_target(s: Sortie) -> None:
    """The turn for home: a second turn here with its fighters, and further flak (tonight 6.5)."""
    g: TodayState = s.game
    s.note("turns_for_home", number=s.zone.number)
    another_turn(s, "turning")
    if choices.SECOND_FLAK_SET:
        more_flak(s)
    if is_slow(s):
        s.note("second_turn")
        another_turn(s, "turning again")
        more_flak(s)
    if g.altitude == LOW and g.in_formation:
        fall_out(s, "at 10,000 feet")


def more_flak(s: Sortie) -> None:
    """A further set of flak, at -1 (rule 6.7)."""
    g: TodayState = s.game
    g.additional_flak = True
    flak_set(s)
    g.additional_flak = False
