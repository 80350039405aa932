"""The end of a mission: the base in sight, jumping before a bad landing, the landing (section 7 of the rules)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from bomberstream.core.mission import ending
from bomberstream.core.procedure import step

if TYPE_CHECKING:
    from bomberstream.core.sortie import Sortie

__all__ = ["come_home", "jump_before_landing", "land_at_base", "weather_at_home"]


@step(rule="tonight 7.0")
def come_home(s: Sortie) -> None:
    """Zone 1: the landing."""
    s.run("landing")


@step(rule="today 3-1", table="3-1")
def weather_at_home(s: Sortie) -> None:
    """Zone 1: the weather over the base again, for the landing; nothing is scrubbed now (3-1)."""
    s.begin("landing")
    ending.reach_base(s)


@step(rule="today 7-3", when="landing.risk > 0")
def jump_before_landing(s: Sortie) -> None:
    """Any or all may jump over the base before a landing that looks bad (4-3 j, 7-3 f)."""
    ending.jump_over_base(s)


@step(rule="today 7-1", table="7-1", cause="landing")
def land_at_base(s: Sortie) -> None:
    """The landing at the base (7-1)."""
    ending.land(s, "base")
