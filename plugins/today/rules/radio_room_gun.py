"""Optional rule 10.5.3: the radio-room gun of the B-17G, too, fires at a fighter that dives straight down."""

from __future__ import annotations

from typing import TYPE_CHECKING

from bomberstream.core.game import OptionalRule

from .laying import lay_data

if TYPE_CHECKING:
    from bomberstream.core.ruleset import RulesetBuilder


def apply(builder: RulesetBuilder) -> None:
    """Let the gun bear, as 5-5 has it for this rule."""
    lay_data(builder, "radio_room_gun")


RULE = OptionalRule("radio_room_gun", "The B-17G's radio-room gun overhead", "today 10.5.3", ("today",), apply)
