"""Cold guns: in winter the oil of the guns may thicken, and every gun shoots worse for a zone.

This file and cold_guns.toml go into `plugins` in your own folder; then fly with `--rule cold_guns`.
"""

from __future__ import annotations

from pathlib import Path

from bomberstream.core.conditions import Name
from bomberstream.core.game import OptionalRule
from bomberstream.core.hooks import hookimpl
from bomberstream.core.packs import load_pack
from bomberstream.core.procedure import step
from bomberstream.core.ruleset import RulesetBuilder
from bomberstream.core.sortie import Sortie

API_VERSION = 1

THICK = "thick_oil"


@step(rule="house 1", table="H-1", when="altitude == 'high' and month in [12, 1, 2]")
def gun_oil(s: Sortie) -> None:
    """Once in each zone, high up in winter: does the oil thicken (H-1)? It lasts for the zone."""
    if s.roll("gun_oil").result == "thick":
        s.game.passing_events.add(THICK)
        s.note("remark", text="The gunners report their bolts slow and stiff.")


def apply(builder: RulesetBuilder) -> None:
    """Bring the table, a word for conditions, a step, and a modifier to the guns."""
    builder.lay(load_pack(Path(__file__).with_suffix(".toml"), "cold_guns"))
    builder.name(Name("event.thick_oil", f"({THICK!r} in s.game.passing_events)", "flag", "the guns' oil is thick"))
    builder.step(gun_oil, before="zone.first_turn")
    builder.modifier("5-6", -1, when="event.thick_oil", says="thick oil")


@hookimpl
def bomberstream_rules() -> list[OptionalRule]:
    """The one rule that this plugin brings."""
    return [OptionalRule("cold_guns", "Guns stiff with cold", "house 1", games=("today",), apply=apply)]
