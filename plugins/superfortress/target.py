"""Over the target (section 6): visibility, searchlights, flak, thermals, the bomb run by profile, mines."""

from __future__ import annotations

from typing import TYPE_CHECKING

from bomberstream.core.mission.bombing import accuracy, drop, hang, may_release, tell_drop
from bomberstream.core.mission.crewing import is_at_controls
from bomberstream.core.mission.engines import obey_engines
from bomberstream.core.mission.flak import flak_hits
from bomberstream.core.mission.legs import another_turn
from bomberstream.core.procedure import step

from . import choices
from .formation import is_slow, may_evade

if TYPE_CHECKING:
    from bomberstream.core.sortie import Sortie

    from .state import SuperfortressState

__all__ = [
    "AIMS",
    "HAPPENINGS",
    "HEADINGS",
    "bomb_run",
    "flak",
    "flak_set",
    "run_heading",
    "searchlights",
    "shock_wave",
    "slow_over_target",
    "thermals",
    "turn_over_target",
    "visibility",
]

HEADINGS = ("downwind", "upwind", "crosswind")
"""How a bomb run at High may lie to the wind."""
AIMS = ("visual", "radar")
"""How the bombs may be aimed: the columns of 6-6."""


@step(rule="superfortress 6.1", table="6-1", when="outbound and zone.is_target")
def visibility(s: Sortie) -> None:
    """How well the target can be seen (6-1)."""
    g: SuperfortressState = s.game
    g.visibility = s.roll("visibility").result
    s.note("visibility", visibility=g.visibility)


@step(rule="superfortress 6.6", when="outbound and zone.is_target and altitude == 'high' and jet_stream != 'calm'")
def run_heading(s: Sortie) -> None:
    """In the jet stream: a run with the wind, too fast for the bomb sight; against it, slowly past every gun; or
    across it, with the drift beyond what the sight can hold."""
    g: SuperfortressState = s.game
    g.heading = s.choose("run_heading")
    s.note("run_heading", heading=g.heading)


@step(rule="superfortress 6.3", table="6-8", when="outbound and zone.is_target and by_night", cause="flak")
def searchlights(s: Sortie) -> None:
    """By night the searchlights look for the bomber (6-8); one caught may twist and turn out of the beam (6-8A)."""
    g: SuperfortressState = s.game
    g.lit = bool(g.searchlights) and s.roll("searchlights").result == "caught"
    if not g.lit:
        return
    s.note("lit")
    if may_evade(s) and s.choose("evades_lights") == "yes":
        g.lit = s.roll("light_evasion").result == "held"
        s.note("light_holds" if g.lit else "light_lost")


@step(rule="superfortress 6.2", table="6-2", when="outbound and zone.is_target")
def flak(s: Sortie) -> None:
    """The flak over the target (6-2 to 6-5), by its guns and the level of the bomber; alone, it may evade."""
    flak_set(s)


def flak_set(s: Sortie) -> None:
    """One set of flak: how dense (6-2), rolls to hit (6-3), and what each hit does."""
    with s.caused_by("flak"):
        g: SuperfortressState = s.game
        g.evading = may_evade(s) and s.choose("evade_flak") == "yes"
        density = s.roll("flak").result
        s.note("flak", density=density, evading=g.evading)
        if density != "none":
            flak_hits(s, density, choices.SHOTS[g.altitude])
        g.evading = False
        obey_engines(s)


@step(
    rule="superfortress 6.4",
    table="6-9",
    when="outbound and zone.is_target and profile == 'night_low' and target_type == 'City area'",
    cause="thermals",
)
def thermals(s: Sortie) -> None:
    """Low over a burning city the hot air throws bombers about, the later in the stream the worse (6-9)."""
    g: SuperfortressState = s.game
    g.thrown_about = s.carry_out("thermals").result != "calm"


@step(rule="superfortress 6.6", when="outbound and zone.is_target")
def slow_over_target(s: Sortie) -> None:
    """A slow bomber, and one that flies against the jet stream, takes a second turn to the target, with its flak."""
    g: SuperfortressState = s.game
    if is_slow(s) or (g.heading == "upwind" and g.jet_stream not in ("none", "calm")):
        s.note("second_turn")
        another_turn(s, "again")
        flak_set(s)


@step(rule="superfortress 6.6", table="6-6", when="outbound and zone.is_target")
def bomb_run(s: Sortie) -> None:
    """The bomb run by sight or by radar (6-6), the drop, and how much of it lies on the target (6-7); mines are laid
    by radar from the tail of a run (6-10)."""
    g: SuperfortressState = s.game
    bomber = s.bomber
    if not bomber.bombs_aboard or g.aborting:
        return
    if not may_release(s):
        hang(s)
        return
    if g.is_atomic and g.visibility == "completely_obscured":
        s.note("not_to_be_seen")
        hang(s)
        return
    aims = [aim for aim in AIMS if aim == "visual" or (radar_can_aim(s) and not g.is_atomic)]
    if not bomber.type.aims or g.profile == "mining" or g.visibility == "completely_obscured":
        aims = aims[::-1][:1]
    g.aimed_by = aims[0] if len(aims) == 1 else s.choose("aims_by", aims)
    spoiled = drop(s, g.aimed_by)
    if g.profile == "mining":
        g.bombing_percent = int(s.roll("mines", g.bomb_run).result)
    elif g.profile == "composite":
        # One bomb: it lies on the target or it does not.
        g.bombing_percent = 100 if g.bomb_run == "on_target" else 0
    else:
        g.bombing_percent = accuracy(s, g.bomb_run)
    told = "mines_laid" if g.profile == "mining" else "the_bomb" if g.is_atomic else "bombs_away"
    tell_drop(s, told, by=g.aimed_by, spoiled=spoiled)


@step(rule="superfortress 6.8", table="6-11", when="outbound and zone.is_target and profile == 'composite'")
def shock_wave(s: Sortie) -> None:
    """After the atomic bomb has left the bays: the turn away, and the shock wave (6-11)."""
    g: SuperfortressState = s.game
    if g.is_atomic and g.bomb_run in ("on_target", "off_target"):
        s.carry_out("shock_wave")


def radar_can_aim(s: Sortie) -> bool:
    """Whether the radar works and somebody trained reads it; bombers of other games have their own operators."""
    if "radar" in s.bomber.out:
        return False
    observer = s.bomber.man_of("radar_observer")
    return not observer.trade or (observer.is_fit and not is_at_controls(s, observer))


@step(rule="superfortress 6.7", when="outbound and zone.is_target")
def turn_over_target(s: Sortie) -> None:
    """The turn for home: a second turn here, with its fighters."""
    g: SuperfortressState = s.game
    s.note("turns_for_home", number=s.zone.number)
    g.heading = "downwind"
    s.outbound = False
    another_turn(s, "turning")
    g.lit = False


HAPPENINGS = {
    "run_heading": "how the bomb run lies to the wind",
    "lit": "searchlights have caught the bomber",
    "light_lost": "the bomber is out of the beam",
    "light_holds": "the light holds the bomber",
    "mines_laid": "the mines are laid",
    "not_to_be_seen": "the aiming point cannot be seen, and the bomb stays aboard",
    "the_bomb": "the atomic bomb is dropped",
}
"""What is told here of a flight."""
