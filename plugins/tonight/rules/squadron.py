"""Optional rule 10.4: fly with a squadron, by the short rules of `squadron_flight`.

Eleven other bombers fly with ours; four when mines are laid (10.5.2), or a whole wave against the dams (10.6.2.3).
"""

from __future__ import annotations

from importlib.resources import files
from pathlib import Path
from typing import TYPE_CHECKING, Any

from attrs import evolve
from bomberstream.core.conditions import Name
from bomberstream.core.decisions import Decision
from bomberstream.core.game import NUMBER, GameOption, OptionalRule
from bomberstream.core.mission.bombing import BOMBED
from bomberstream.core.mission.spoken import YES_NO
from bomberstream.core.mission.words import VISIBILITY, WEATHER
from bomberstream.core.packs import Pack

from ..state import HIGH, LOW
from .dam_battery import OTHER_HIT
from .squadron_flight import (
    HELD_ON_GROUND,
    ID,
    hit_at_dam,
    squadron_home,
    squadron_in_zone,
    squadron_of,
    squadron_place,
    squadron_take_off,
    squadron_to_dam,
    squadron_to_target,
    tally,
    target_seen,
)

if TYPE_CHECKING:
    from collections.abc import Callable

    from bomberstream.core.ruleset import RulesetBuilder
    from bomberstream.core.sortie import Sortie


__all__ = ["RULE"]

# --- names and figures


def with_squadron(told: Callable[[Sortie], dict[str, Any]] | None) -> Callable[[Sortie], dict[str, Any]]:
    """The facts of the summary, and those of the squadron."""

    def facts(s: Sortie) -> dict[str, Any]:
        return {**(told(s) if told is not None else {}), "squadron": tally(s, s.kept.get(ID))}

    return facts


# --- the rule


def put_weather(s: Sortie, value: Any) -> None:
    """A scenario says what the weather over the base is for the others."""
    squadron_of(s).weather = value


def put_low(s: Sortie, value: Any) -> None:
    """A scenario says at what height they fly."""
    squadron_of(s).altitude = LOW if value else HIGH


NAMES = (
    Name(
        "squadron.weather",
        f"(s.kept[{ID!r}].weather if {ID!r} in s.kept else 'good')",
        "word",
        "weather over the base for the others of the squadron",
        ("good", "poor", "bad"),
        put_weather,
    ),
    Name(
        "squadron.is_low",
        f"({ID!r} in s.kept and s.kept[{ID!r}].altitude != {HIGH!r})",
        "flag",
        "the others of the squadron fly low",
        (),
        put_low,
    ),
)

DECISIONS = (
    Decision(
        "squadron_flies_on",
        "Your flight is over. Follow the others of the squadron to its end?",
        "tonight 10.4.4",
        YES_NO,
    ),
    Decision("squadron_altitude", "At what height do the others fly on?", "tonight 10.4.2.2", (HIGH, LOW)),
)

HAPPENINGS = {
    "squadron_place": "our own place among the twelve of the squadron",
    "squadron_collision": "others of the squadron collide at the take-off",
    "squadron_ground": "another bomber of the squadron does not get away",
    "squadron_hit": "another bomber of the squadron is hit",
    "squadron_fighter": "another bomber of the squadron hits a night fighter",
    "squadron_lost": "another bomber of the squadron is shot down",
    "squadron_lost_unseen": "another bomber of the squadron is shot down while we are not with it",
    "squadron_parts": "the squadron goes on and we do not",
    "squadron_flies_on": "our flight is over, that of the squadron is not",
    "squadron_bombs": "the others of the squadron drop their bombs",
    "squadron_home": "who of the squadron has come back",
}

RESULTS: dict[str, tuple[str, ...]] = {
    "squadron_place": (NUMBER,),
    "squadron_take_off": ("accident", "airborne"),
    "squadron_accident": tuple(HELD_ON_GROUND),
    "squadron_attacked": (NUMBER, "none"),
    "squadron_guns": (NUMBER, "shot_down"),
    "squadron_fighter": (NUMBER, "shot_down", "fighter_shot_down", "fighter_damaged"),
    "squadron_bomb_run": BOMBED,
    "squadron_each_bomb_run": BOMBED,
    "squadron_return": ("lost", "safe"),
    "squadron_each_take_off": (),
    "squadron_rough_engine": (),
    "squadron_crash": (),
    "squadron_weather": WEATHER,
    "squadron_visibility": VISIBILITY,
    "squadron_home_weather": ("good", "poor", "bad"),
}

THEIRS = {
    "3-1": "squadron_home_weather",
    "3-2": "squadron_each_take_off",
    "3-2 note a": "squadron_rough_engine",
    "3-3": "squadron_crash",
    "4-1": "squadron_weather",
    "6-1": "squadron_visibility",
}
"""Tables of our own that are rolled on for the others, too: then nothing of it is told, and nothing befalls us."""


def copy_tables(builder: RulesetBuilder, path: Path) -> None:
    """The tables that the others share with us, as they are now, without wording and effects."""
    copies = {}
    for name, role in THEIRS.items():
        table = builder.table(name)
        rows = tuple(evolve(row, text=None, effects=None) for row in table.row)
        own = f"{name} squadron"
        copies[own] = evolve(table, id=own, title=f"{table.title} (the others)", role=role, row=rows)
    builder.lay(Pack(ID, path, tables=copies))


def apply(builder: RulesetBuilder) -> None:
    """Fly with a squadron."""
    for role, results in RESULTS.items():
        builder.role(role, results)
    for name in NAMES:
        builder.name(name)
    for happening, says in HAPPENINGS.items():
        builder.happening(happening, says)
    for decision in DECISIONS:
        builder.decision(decision)
    path = Path(str(files("bomberstream.tables"))) / "tonight-rules" / "squadron.toml"
    copy_tables(builder, path)
    builder.lay_over(path)
    builder.on("visibility", target_seen)
    builder.step(squadron_place, before="mission.base_weather")
    builder.step(squadron_take_off, after="mission.assembly")
    builder.step(squadron_to_dam, before="zone.bomb_run")
    builder.step(squadron_to_target, before="zone.turn_over_target")
    # Whichever of the two rules is named first.
    builder.happening("other_hit", OTHER_HIT)
    builder.on("other_hit", hit_at_dam)
    builder.step(squadron_in_zone, after="zone.leaving")
    builder.step(squadron_home, before="debriefing.hospital")
    builder.game = evolve(builder.game, facts=with_squadron(builder.game.facts))


RULE = OptionalRule(
    id=ID,
    title="Fly with a squadron",
    rule="tonight 10.4",
    games=("tonight",),
    apply=apply,
    options=(
        GameOption("squadron_take_off", "take-off of the squadron's others", "word", ("together", "each"), "together"),
        GameOption("squadron_bombing", "bomb run of the squadron's others", "word", ("together", "each"), "together"),
    ),
)
