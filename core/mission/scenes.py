"""What scenario files of every game may say: a fighter, an area of the bomber; and scenes that all play alike."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import TYPE_CHECKING, Any

from ..combat import Fighter, FighterType, parse_position
from ..damage import burst_inside, hit_area
from ..errors import BadData, did_you_mean
from ..zones import Zone
from . import ending

if TYPE_CHECKING:
    from ..sortie import Sortie

__all__ = [
    "Act",
    "at_target",
    "check_area",
    "fight",
    "fighter_type",
    "on_the_runway",
    "place_fighter",
    "place_fighters",
    "play_shared",
]

Act = Callable[["Sortie"], None]
"""What is played of a scene."""

MOST_FCA = 2
"""One more destroys the fighter."""
MOST_ROUNDS = 99
FLAGS = ("fboa", "fcab", "out_of_reach")
"""What a fighter of a scene may be said to be, with true or false."""


def place_fighter(
    s: Sortie,
    given: Any,
    usual: Mapping[str, Any],
    place: Callable[[FighterType, str, str], Fighter],
    equipment: tuple[str, ...] = (),
) -> None:
    """Put the fighter of a scene into its place: type, position and skill, damage, round, equipment.

    `usual` has the keys that the game knows, each with what holds where the scenario says nothing; `place` makes the
    fighter of a type, clock and level; `equipment` lists what it may carry. Raises `BadData` with every fault.
    """
    if not isinstance(given, Mapping):
        example = f"{{ type = {usual['type']!r}, position = {usual['position']!r} }}"
        raise BadData(f"fighter: expected a table like {example}, got {given!r}")
    problems = [f"unknown key {key!r}; {did_you_mean(key, usual)}".rstrip("; ") for key in given if key not in usual]
    said = {**usual, **given}
    kind, clock, level = None, "", ""
    for key in usual:
        try:
            match key:
                case "type":
                    kind = fighter_type(s, said[key])
                case "position":
                    clock, level = parse_position(_text(key, said[key]))
                case "skill":
                    _check_word(key, said[key], s.ruleset.game.skills)
                case "carries":
                    _check_list(key, said[key], equipment)
                case "fca":
                    _check_number(key, said[key], 0, MOST_FCA)
                case "round":
                    _check_number(key, said[key], 1, MOST_ROUNDS)
                case _ if type(said[key]) is not bool:
                    raise BadData(f"{key}: expected true or false, got {said[key]!r}")
        except (BadData, ValueError) as wrong:
            problems.append(str(wrong))
    if problems or kind is None:
        raise BadData([f"fighter: {line}" for line in problems])
    made = place(kind, clock, level)
    made.skill, made.fca, made.round = said["skill"], said["fca"], said["round"]
    for flag in FLAGS:
        if flag in usual:
            setattr(made, flag, said[flag])
    made.carries = set(said.get("carries", ()))
    s.fighter = made


def place_fighters(
    s: Sortie, state: dict[str, Any], usual: Mapping[str, Any], place: Callable[[FighterType, str, str], Fighter]
) -> None:
    """Put the fighters of a scene into their places: those of `fighters` and `fighter`, which the state loses."""
    given = state.pop("fighters", [])
    if not isinstance(given, list):
        raise BadData(f"fighters: expected a list of tables, got {given!r}")
    single = state.pop("fighter", None)
    for one in [*given, single] if single is not None else given:
        place_fighter(s, one, usual, place)


def fighter_type(s: Sortie, given: Any) -> FighterType:
    """A fighter type by id or short name, in any case, with blanks or dashes; raises `BadData` with the nearest."""
    name = _text("type", given)
    plain = _plain(name)
    for kind in s.ruleset.fighters.values():
        if plain in (_plain(kind.id), _plain(kind.short)):
            return kind
    raise BadData(f"no type {name!r}; {did_you_mean(name, s.ruleset.fighters)}".rstrip("; "))


def check_area(s: Sortie, step: str, area: Any) -> None:
    """An area of the bomber must be named; raises `BadData` with those there are."""
    areas = [*s.bomber.type.sections, *s.bomber.type.wings]
    if area not in areas:
        said = "no area is named" if area is None else f"area = {area!r}"
        raise BadData(f"{step}: {said}; expected one of {', '.join(areas)}")


def _plain(name: str) -> str:
    return name.lower().replace("-", "").replace(" ", "")


def _text(key: str, given: Any) -> str:
    if not isinstance(given, str):
        raise BadData(f"{key}: expected a text, got {given!r}")
    return given


def _check_word(key: str, given: Any, known: tuple[str, ...]) -> None:
    if _text(key, given) not in known:
        raise BadData(f"{key} is never {given!r}; {did_you_mean(given, known)}".rstrip("; "))


def _check_list(key: str, given: Any, known: tuple[str, ...]) -> None:
    if not isinstance(given, list | tuple):
        raise BadData(f"{key}: expected a list like {[known[0]]!r}, got {given!r}")
    for one in given:
        _check_word(key, one, known)


def _check_number(key: str, given: Any, low: int, high: int) -> None:
    if type(given) is not int or not low <= given <= high:
        raise BadData(f"{key}: expected a whole number from {low} to {high}, got {given!r}")


def fight(s: Sortie, usual: Mapping[str, Any]) -> Act:
    """One round against the fighters that were placed. Raises `BadData` when there are none."""
    if not s.game.fighters:
        example = f"{{ type = {usual['type']!r}, position = '12 high' }}"
        raise BadData(f"fighter_attack: name the fighters: fighters = [{example}]")
    return _fight_round


def _fight_round(s: Sortie) -> None:
    with s.caused_by("fighter"):
        s.run("round")


def at_target(s: Sortie, act: Act) -> Act:
    """The bomber is over the target."""
    s.zone.is_target = True
    return act


def on_the_runway(s: Sortie, base: tuple[str, ...], act: Act) -> Act:
    """The bomber stands at its base; `base` are the letters of the base zone."""
    s.zone = Zone(1, over=base, region=("",), is_base=True)
    s.zones_entered = 0
    return act


def play_shared(s: Sortie, step: str | None, state: Mapping[str, Any], area: Any, base: tuple[str, ...]) -> Act | None:
    """The scenes that every bomber's mission plays alike: a hit, a burst, a landing, a ditching, a jump.

    `area` is the area that the scenario names, `base` the letters of the base zone. None for any other step. Raises
    `BadData` for an area that the bomber has not.
    """
    match step:
        case "shell_hit" | "burst":
            check_area(s, step, area)
            return lambda s: burst_inside(s, area) if step == "burst" else hit_area(s, area)
        case "landing":
            given = state.get("landing")
            place = given.get("place", "base") if isinstance(given, dict) else "base"
            if place == "base":
                s.zone = Zone(1, over=base, region=("",), is_base=True)
            _come_down(s)
            s.game.landing_place = place
            return lambda s: ending.land(s, s.game.landing_place)
        case "ditching":
            _come_down(s)
            s.zone.over, s.zone.region = ("W",), ("",)
            return ending.ditch
        case "bail_out":
            return lambda s: ending.everybody_out(s, "controlled")
    return None


def _come_down(s: Sortie) -> None:
    s.outbound = False
    s.bomber.bombs_aboard = False
