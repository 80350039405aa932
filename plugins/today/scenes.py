"""Scenes for scenario files: a daylight bomber in the described situation, and what is played of it."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import TYPE_CHECKING, Any

from attrs import evolve
from bomberstream.core.combat import FighterType, parse_position
from bomberstream.core.damage import burst_inside, hit_area
from bomberstream.core.errors import BadData, did_you_mean
from bomberstream.core.mission import ending
from bomberstream.core.zones import Zone

from . import setup, target
from .fighters import join

if TYPE_CHECKING:
    from bomberstream.core.sortie import Sortie

__all__ = ["SCENES", "stage"]

SCENES = {
    "take_off": "the take-off (3-2, 3-3)",
    "fighter_attack": "one combat round against the fighters of `state.fighters`",
    "flak": "one set of flak over the target (6-2 to 6-5)",
    "shell_hit": "one shell on the area of `state.area`",
    "burst": "a burst inside the area of `state.area`",
    "bomb_run": "the bomb run (6-6, 6-7)",
    "landing": "the landing (7-1); `state.landing.place` says where",
    "ditching": "a landing in water (7-2)",
    "bail_out": "everybody out (7-3)",
}

KEYS = frozenset({"type", "position", "skill", "out_of_reach", "fca", "fboa", "fcab", "round"})
"""What a scenario may say of a fighter."""

Act = Callable[["Sortie"], None]


def stage(s: Sortie, step: str | None, state: dict[str, Any]) -> Act | None:
    """A bomber with a fresh crew in zone 4 on the way out, in formation; the state then changes that."""
    s.setup = evolve(s.setup, options={"any_bomber": "yes", "position": "2", "air_force": "8", **s.setup.options})
    if s.setup.campaign is None and s.setup.date is None:
        s.setup = evolve(s.setup, campaign=3)
    setup.prepare(s)
    s.zone = Zone(4, over=("N",), region=("",))
    s.zones_entered = 3
    s.zone.entry = 2
    s.man = s.bomber.man_of("pilot")
    fighters = state.pop("fighters", [])
    single = state.pop("fighter", None)
    place_fighters(s, [*fighters, single] if single is not None else fighters)
    area = state.pop("area", None)
    match step:
        case "fighter_attack":
            if not s.game.fighters:
                raise BadData(
                    "fighter_attack: name the fighters: fighters = [{ type = 'me-109', position = '12 high' }]"
                )
            return fight_round
        case "flak":
            s.zone.is_target = True
            return target.flak_set
        case "shell_hit" | "burst":
            check_area(s, step, area)
            if step == "burst":
                return lambda s: burst_inside(s, area)
            return lambda s: hit_area(s, area)
        case "bomb_run":
            s.zone.is_target = True
            return target.bomb_run.do
        case "landing":
            place = state.get("landing", {}).get("place", "base") if isinstance(state.get("landing"), dict) else "base"
            s.zone = Zone(1, over=("E",), region=("",), is_base=True) if place == "base" else s.zone
            s.outbound = False
            s.bomber.bombs_aboard = False
            s.game.landing_place = place
            return lambda s: ending.land(s, s.game.landing_place)
        case "ditching":
            s.outbound = False
            s.bomber.bombs_aboard = False
            s.zone.over, s.zone.region = ("W",), ("",)
            return ending.ditch
        case "bail_out":
            return lambda s: ending.everybody_out(s, "controlled")
        case "take_off":
            s.zone = Zone(1, over=("E",), region=("",), is_base=True)
            s.zones_entered = 0
            return setup.take_off.do
    return None


def fight_round(s: Sortie) -> None:
    """One round against the fighters of the scene."""
    with s.caused_by("fighter"):
        s.run("round")


def fighter_type(s: Sortie, name: str) -> FighterType:
    """A fighter type by id or short name, in any case, with blanks or dashes."""
    plain = name.lower().replace("-", "").replace(" ", "")
    for kind in s.ruleset.fighters.values():
        if plain in {one.lower().replace("-", "").replace(" ", "") for one in (kind.id, kind.short)}:
            return kind
    raise BadData(f"fighter: no type {name!r}; {did_you_mean(name, s.ruleset.fighters)}".rstrip("; "))


def check_area(s: Sortie, step: str, area: Any) -> None:
    """An area of the bomber must be named."""
    areas = [*s.bomber.type.sections, *s.bomber.type.wings]
    if area not in areas:
        raise BadData(f"{step}: area = {area!r}; expected one of {', '.join(areas)}")


def place_fighters(s: Sortie, given: list[Any]) -> None:
    """The fighters of a scene."""
    for one in given:
        if not isinstance(one, Mapping):
            raise BadData(f"a fighter is a table like {{ type = 'me-109', position = '12 high' }}, not {one!r}")
        unknown = sorted(set(one) - KEYS)
        if unknown:
            raise BadData(
                f"fighter: unknown key {unknown[0]!r}; {did_you_mean(unknown[0], ['type', 'position', 'skill'])}"
            )
        kind = fighter_type(s, str(one.get("type", "me-109")))
        try:
            clock, level = parse_position(str(one.get("position", "12 level")))
        except ValueError as wrong:
            raise BadData(f"fighter: {wrong}") from None
        made = join(s, kind, clock, level)
        made.out_of_reach = bool(one.get("out_of_reach"))
        made.skill = str(one.get("skill", "average"))
        made.fca = int(one.get("fca", 0))
        made.fboa, made.fcab = bool(one.get("fboa")), bool(one.get("fcab"))
        made.round = int(one.get("round", 1))
        s.fighter = made
