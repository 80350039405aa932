"""Over the target: visibility, flak, the bomb run, the turn for home (section 6 of the rules)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from bomberstream.core.crew import NOBODY
from bomberstream.core.damage import burst_inside, hit_area
from bomberstream.core.mission.crewing import man_at_sight
from bomberstream.core.mission.engines import obey_engines
from bomberstream.core.mission.ground import holder
from bomberstream.core.mission.work import open_doors
from bomberstream.core.procedure import step

from . import choices
from .formation import fall_out, is_slow, may_evade
from .state import LOW
from .zones import another_turn

if TYPE_CHECKING:
    from bomberstream.core.sortie import Sortie

    from .state import TodayState

__all__ = [
    "bomb_run",
    "flak",
    "flak_hits",
    "flak_set",
    "low_flak",
    "slow_over_target",
    "turn_over_target",
    "visibility",
]


@step(rule="today 6-1", table="6-1", when="outbound and zone.is_target")
def visibility(s: Sortie) -> None:
    """How well the target can be seen (6-1)."""
    s.game.visibility = s.roll("visibility").result
    s.note("visibility", visibility=s.game.visibility)


@step(rule="today 6-2", table="6-2", when="outbound and zone.is_target")
def flak(s: Sortie) -> None:
    """The flak over the target (6-2 to 6-5); a straggler may take evasive action against it."""
    flak_set(s)


def flak_set(s: Sortie) -> None:
    """One set of flak: how dense (6-2), three rolls to hit (6-3), and what each hit does."""
    with s.caused_by("flak"):
        fire_flak(s)


def fire_flak(s: Sortie) -> None:
    """The set itself."""
    g: TodayState = s.game
    g.evading = may_evade(s) and s.choose("evade_flak") == "yes"
    if g.evading and not g.bomb_run:
        g.evaded_in_target_zone = True
    density = s.roll("flak").result
    s.note("flak", density=density, evading=g.evading)
    if density != "none":
        flak_hits(s, density, choices.TARGET_FLAK_SHOTS)
    g.evading = False
    obey_engines(s)


def flak_hits(s: Sortie, density: str, shots: int) -> None:
    """Rolls to hit on a column of 6-3; each hit is a burst inside or some shells (6-4), each on an area (6-5)."""
    for _ in range(shots):
        if s.roll("flak_to_hit", density).result != "hit":
            continue
        hits = s.roll("flak_shells").result
        if hits == "burst_inside_plane":
            area = "superficial"
            while area == "superficial":
                area = str(s.roll("flak_area").result)
            burst_inside(s, area)
            continue
        s.note("flak_hits", shells=hits)
        for _ in range(hits):
            area = str(s.roll("flak_area").result)
            if area == "superficial":
                s.note("superficial")
            else:
                hit_area(s, area)


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
        s.game.additional_flak = True
        flak_set(s)
        s.game.additional_flak = False


@step(rule="today 6-6", table="6-6", when="outbound and zone.is_target")
def bomb_run(s: Sortie) -> None:
    """The bomb run (6-6), the drop, and how much of it lies on the target (6-7)."""
    g: TodayState = s.game
    bomber = s.bomber
    if not bomber.bombs_aboard or g.aborting:
        return
    out = bomber.out
    if "bomb_bay_doors" in out and not open_doors(s):
        hang(s)
        return
    g.bombed_by = man_at_sight(s)
    g.on_command = g.in_formation and not g.mission_lead and s.campaign >= choices.BOMB_ON_COMMAND_FROM_CAMPAIGN
    g.by_hand = not g.in_formation
    if "bomb_release" in out:
        if (
            not g.bombed_by.is_fit
            or s.choose("manual_release") == "no"
            or s.roll("manual_release").result != "released"
        ):
            hang(s)
            return
        g.manual_release = True
    spoiled = (
        g.manual_release
        or g.doors_wrecked
        or any(system in out for system in s.tables["bomb_run_spoiled"].keys[None])
        or not g.bombed_by.is_fit
    )
    g.bomb_run = "off_target" if spoiled else s.roll("bomb_run").result
    bomber.bombs_aboard = False
    g.bombing_percent = bombing_percent(s)
    s.note(
        "bombs_away",
        on_target=g.bomb_run == "on_target",
        percent=g.bombing_percent,
        target=g.target.city if g.target is not None else "the target",
        man=g.bombed_by.name if g.bombed_by is not NOBODY else "the crew",
        spoiled=spoiled,
    )


def hang(s: Sortie) -> None:
    """The bombs stay in the bay; the bomber must leave the formation to be rid of them (4-3 notes j, r)."""
    s.game.bomb_run = "hung"
    s.note("bombs_hung")
    fall_out(s, "bombs hung up")


def bombing_percent(s: Sortie) -> int:
    """The share of the bombs within the target area (6-7); some rows throw dice of their own."""
    column = s.game.bomb_run
    result = s.roll("bombing_accuracy", column).result
    match result:
        case "lucky":
            return min(100, s.throw("3d6", "bombing accuracy") * s.throw("1d6", "bombing accuracy, multiplier"))
        case "scatter":
            return max(0, s.throw("2d6", "bombing accuracy") - 6) * 3
        case "bullseye":
            return 88 + s.throw("2d6", "bombing accuracy")
        case "two_dice":
            return s.throw("2d6", "bombing accuracy")
    return int(result)


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
    s.game.additional_flak = True
    flak_set(s)
    s.game.additional_flak = False
