"""Who is at fault when something breaks that is not our own: a plugin by name, with the place in its code.

Asked only when something has broken; nothing stands in the way of play. A fault of our own is not caught.
"""

from __future__ import annotations

import traceback
from collections.abc import Iterable, Mapping
from typing import TYPE_CHECKING

from .errors import BadPlugin, BomberstreamError
from .patience import TakesTooLong

if TYPE_CHECKING:
    from .ruleset import Ruleset
    from .sortie import Sortie

__all__ = ["blame_for_flight", "plugin_at_fault", "reason_of", "way_out"]


def reason_of(wrong: BaseException) -> str:
    """What went wrong, in a line."""
    if isinstance(wrong, TakesTooLong):
        return "it goes on and on, and was broken off"
    reason = str(wrong).partition("\n")[0]
    if isinstance(wrong, BomberstreamError):
        return reason
    return f"{type(wrong).__name__}: {reason}" if reason else type(wrong).__name__


def way_out(plugin: str) -> str:
    """How it is turned off."""
    return f"(turn it off with --no-plugin {plugin})"


def plugin_at_fault(wrong: BaseException, others: Mapping[str, str]) -> tuple[str, str]:
    """The plugin in whose code something went wrong, and where in it; empty where it was in none.

    `others`: top-level module to the name of the plugin, for all that are not our own.
    """
    found = ("", "")
    for frame, line in traceback.walk_tb(wrong.__traceback__):
        plugin = others.get(str(frame.f_globals.get("__name__", "")).partition(".")[0])
        if plugin is not None:
            code = frame.f_code
            found = (
                plugin,
                f"{code.co_name}, line {line} of {code.co_filename.replace(chr(92), '/').rpartition('/')[2]}",
            )
    return found


def blame_for_flight(wrong: BaseException, s: Sortie, ruleset: Ruleset) -> BadPlugin | None:
    """The fault of a plugin or of house rules in a flight, as an error in a line; None for one of our own."""
    step = f" in step {s.step.name}" if s.step is not None else ""
    name = _name_at_fault(s, ruleset) if _is_in_condition(wrong) else None
    if name is not None:
        by, fault = name
        return BadPlugin(f"plugin {by}: {fault} {way_out(by)}")
    plugin, place = plugin_at_fault(wrong, ruleset.others)
    changed = [f"plugin {one}" for one in ruleset.others_in_play if one != plugin]
    changed += (f"house rules {one.name}{_steps_of(one.steps)}" for one in ruleset.houses)
    others = f"; not as printed are {' and '.join(changed)}: try without" if changed else ""
    if plugin:
        # A game's own code may have been led astray by what others do in it.
        told = others if plugin == ruleset.home else ""
        return BadPlugin(f"plugin {plugin}{step}: {place}: {reason_of(wrong)}{told} {way_out(plugin)}")
    return BadPlugin(f"the flight breaks off{step}: {reason_of(wrong)}{others}") if changed else None


def _is_in_condition(wrong: BaseException) -> bool:
    """Whether it went wrong while a condition was worked out."""
    frames = list(traceback.walk_tb(wrong.__traceback__))
    return bool(frames) and frames[-1][0].f_code.co_filename.startswith("<")


def _steps_of(steps: Iterable[object]) -> str:
    named = [str(one) for step in steps for one in (getattr(step, "remove", None), getattr(step, "move", None)) if one]
    return f" (steps taken out or moved: {', '.join(named)})" if named else ""


def _name_at_fault(s: Sortie, ruleset: Ruleset) -> tuple[str, str] | None:
    """A name that a plugin has brought and that cannot be worked out now: its plugin, and the fault."""
    for name, plugin in ruleset.names_brought.items():
        try:
            ruleset.vocabulary.value(s, name)
        except Exception as wrong:
            return plugin, f"the name {name!r} of the vocabulary cannot be worked out: {reason_of(wrong)}"
    return None
