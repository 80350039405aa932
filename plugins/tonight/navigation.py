"""On course or off it (4.9): the navigator, and the devices that see to it in their range."""

from __future__ import annotations

from typing import TYPE_CHECKING

from bomberstream.core.mission.crewing import who_navigates
from bomberstream.core.procedure import step

from .state import HIGH, LOW

if TYPE_CHECKING:
    from bomberstream.core.sortie import Sortie

    from .state import TonightState

__all__ = ["kept_on_course_by", "navigation"]


@step(rule="tonight 4.9", table="5-15", when="outbound and not zone.is_target")
def navigation(s: Sortie) -> None:
    """Before leaving a zone on the way out: on course or off it (5-15); Gee and Gee-H see to it in their range."""
    g: TonightState = s.game
    navigator = who_navigates(s)
    g.navigated_by = navigator
    device = kept_on_course_by(s)
    if device:
        s.note("on_course", by=s.ruleset.devices_of(s.bomber.type)[device].title)
        return
    if s.roll("navigation").result == "off_course":
        g.off_course_zones += 1
        s.note("off_course", zones=g.off_course_zones, man=navigator.name)


def kept_on_course_by(s: Sortie) -> str:
    """The device that keeps the bomber on course here without a roll; empty for none (4.9.1).

    The navigator must be fit and free of frostbite. Beyond the range, and low where the range is shorter, the
    dice decide (T-36).
    """
    g: TonightState = s.game
    navigator = s.bomber.man_of(s.bomber.type.navigates)
    if g.navigated_by is not navigator or navigator.frostbite != "none":
        return ""
    height = HIGH if g.in_thin_air else LOW
    for name, device in g.sets.items():
        zones = device.keeps_course.get(height)
        if zones and name in g.devices_on and zones[0] <= s.zone.number <= zones[-1]:
            return name
    return ""
