"""What holds for guests over the Pacific (11.3): their radar and Loran; and damage and wounds in detail by choice.

Fuel, levels and Seafires are the game's own affair: it counts boxes for every bomber, and lets none but those with
pressure cabins fly at its highest level.
"""

from __future__ import annotations

from collections.abc import Mapping
from importlib.resources import files
from pathlib import Path
from typing import TYPE_CHECKING, Any

from attrs import evolve
from bomberstream.core.mission.details import bring_fighter_details, bring_wound_places, hit_in_detail
from bomberstream.core.packs import load_pack
from bomberstream.core.procedure import step

if TYPE_CHECKING:
    from bomberstream.core.ruleset import RulesetBuilder
    from bomberstream.core.sortie import Sortie

__all__ = ["consider", "fighters_in_detail", "wounds_in_detail"]

EQUALS = {"h2s": "radar", "gee_h": "loran"}
"""The sets of the British to those that they equal (11.3.2)."""
NIGHT_TABLES = Path(str(files("bomberstream.tables"))) / "tonight-rules"
WOUNDS = "wounds"


def consider(builder: RulesetBuilder) -> None:
    """Put in what holds over the Pacific."""
    builder.step(electronics, before="mission.base_weather")
    builder.on("system_out", set_lost)


@step(rule="tonight 11.3.2")
def electronics(s: Sortie) -> None:
    """British bombers carry H2S and Gee-H, which the others have under other names (11.3.2)."""
    if s.bomber.type.game != s.ruleset.game.id and s.bomber.type.service == "raf":
        s.bomber.devices = set(EQUALS)


def set_lost(s: Sortie, facts: Mapping[str, Any]) -> None:
    """With H2S or Gee-H what it is the equal of is lost."""
    equal = EQUALS.get(str(facts["system"]))
    if equal is not None:
        s.bomber.out.add(equal)


def lay_of_the_night(builder: RulesetBuilder, name: str) -> None:
    """Lay tables of the night game on top, under numbers that this game has not given to others."""
    pack = load_pack(NIGHT_TABLES / f"{name}.toml", builder.by)
    tables = {f"tonight {number}": evolve(table, id=f"tonight {number}") for number, table in pack.tables.items()}
    builder.lay(evolve(pack, tables=tables))


def fighters_in_detail(builder: RulesetBuilder) -> None:
    """After each hit that damages or destroys a fighter a roll on the night game's 5-12C or D (11.3.5)."""
    lay_of_the_night(builder, "detailed_fighter_damage")
    bring_fighter_details(builder)
    builder.on("fighter_hit", lambda s, facts: hit_in_detail(s, facts["result"]))


def wounds_in_detail(builder: RulesetBuilder) -> None:
    """For each wound its place, by the night game's 5-17A, B or C (11.3.6)."""
    lay_of_the_night(builder, "detailed_wounds")
    bring_wound_places(builder, builder.table_of(WOUNDS))
