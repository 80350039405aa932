"""The words that every game's conditions may use."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from fractions import Fraction
from typing import TYPE_CHECKING, Any, TypeVar

from attrs import evolve

from .combat import CLOCKS, LEVELS, POSITIONS, VERTICALS, Fighter, parse_position
from .conditions import Name, check_present, follows
from .crew import NOBODY, Crewman
from .errors import BadData, did_you_mean

if TYPE_CHECKING:
    from .bomber import BomberType
    from .combat import FighterType
    from .sortie import Sortie

__all__ = ["core_names", "device_names", "fit_names", "gun_names", "man_names", "system_names", "words_of"]

Chosen = TypeVar("Chosen")

DAY = "date = 'YYYY-MM-DD'"
"""How a scenario sets the day."""
STATION = "STATION"
"""Stands in `words_of` for the station of any man."""
WOUNDS = ("none", "light", "serious", "killed")
FROSTBITE = ("none", "frostbite", "severe")


def _put_engines_out(s: Sortie, value: Any) -> None:
    if not isinstance(value, list) or not all(type(n) is int and 1 <= n <= len(s.bomber.engines) for n in value):
        raise BadData(f"engines_out: expected a list of engine numbers like [1, 2], got {value!r}")
    for engine in s.bomber.engines:
        (s.bomber.stop if engine.number in value else s.bomber.start)(engine)


def _put_outbound(s: Sortie, value: Any) -> None:
    s.outbound = bool(value)


def _put_inbound(s: Sortie, value: Any) -> None:
    s.outbound = not value


def _put_over(s: Sortie, value: Any) -> None:
    codes = [value] if isinstance(value, str) else value
    if not codes or not all(isinstance(one, str) and one for one in codes):
        raise BadData(f"zone.over: expected letters like 'N' or ['N', 'W'], got {value!r}")
    s.zone.over, s.zone.region, s.zone.letter = tuple(codes), ("",) * len(codes), None


def _put_fighter(s: Sortie, value: Any) -> None:
    s.fighter = Fighter(_chosen("fighter.type", value, s.ruleset.fighters))


def _put_gun(s: Sortie, value: Any) -> None:
    s.gun = _chosen("gun.id", value, s.bomber.guns)


def _put_man(s: Sortie, value: Any) -> None:
    s.man = _chosen("man.trade", value, {man.trade: man for man in s.bomber.crew})


def _chosen(name: str, value: Any, known: Mapping[str, Chosen]) -> Chosen:
    if value not in known:
        raise BadData(f"{name} is never {value!r}; {did_you_mean(str(value), known)}".rstrip("; "))
    return known[value]


def _put_position(s: Sortie, value: Any) -> None:
    check_present(s.fighter, "fighter.position", "fighter")
    s.fighter.move_to(*parse_position(value))


def _engine_flags(number: int) -> Iterator[Name]:
    """Of one engine; false for a bomber that has fewer."""

    def put_out(s: Sortie, value: Any) -> None:
        (s.bomber.stop if value else s.bomber.start)(s.bomber.engine(number))

    def put_turbo(s: Sortie, value: Any) -> None:
        (s.bomber.fail_turbo if value else s.bomber.mend_turbo)(s.bomber.engine(number))

    def path(attribute: str) -> str:
        return f"(len(s.bomber.engines) >= {number} and s.bomber.engines[{number - 1}].{attribute})"

    yield Name(f"engine_{number}_out", path("is_out"), "flag", f"engine {number} has stopped", (), put_out)
    yield Name(f"turbo_{number}_out", path("turbo_out"), "flag", f"turbo {number} has failed", (), put_turbo)


def words_of(
    bombers: Mapping[str, BomberType],
    fighters: Mapping[str, FighterType],
    more: Mapping[str, tuple[str, ...]] | None = None,
) -> dict[str, tuple[str, ...]]:
    """The words whose values follow from what a ruleset holds, with those that the game names beside: name to every
    value. Where there are none, the list is open."""
    more = more or {}
    kinds = bombers.values()
    stations = tuple(dict.fromkeys(station.id for kind in kinds for station in kind.station))
    found: dict[str, Iterable[str]] = {
        "bomber.family": (kind.family for kind in kinds),
        "bomber.model": bombers,
        "gun.id": (gun.id for kind in kinds for gun in kind.gun),
        "gun.calibre": (gun.calibre for kind in kinds for gun in kind.gun),
        "fighter.type": fighters,
        "man.section": (section for kind in kinds for section in (*kind.sections, *kind.wings)),
        "man.trade": (name for kind in kinds for one in kind.station for name in (one.id, one.man) if name),
        STATION: stations,
    }
    # Nobody and nothing have an empty name, and it may be asked for.
    named = {name: tuple(dict.fromkeys([*values, *more.get(name, ())])) for name, values in found.items()}
    return {name: ("", *(one for one in values if one)) if values else () for name, values in named.items()}


def core_names(
    engines: int = 4, skills: tuple[str, ...] = (), words: Mapping[str, tuple[str, ...]] | None = None
) -> Iterator[Name]:
    """The names that need no game: date, zone, engines, guns, fighters, men, the last roll.

    `engines`: how many the bomber with the most has; `skills`: the grades of the game's fighter pilots; `words`:
    the values of words that follow from the ruleset (`words_of`).
    """
    words = words or {}
    for name in _core_names(engines, skills):
        known = words.get(STATION if name.name == "man.station" else name.name)
        yield evolve(name, values=known) if known and not name.values else name


def _core_names(engines: int, skills: tuple[str, ...]) -> Iterator[Name]:
    yield Name("date", "s.date", "date", "the date of the mission, '1943-10-14'")
    yield Name("year", "int(s.date[:4])", "number", "the year of the mission", (), follows("year", "the date", DAY))
    yield Name(
        "month",
        "int(s.date[5:7])",
        "number",
        "the month of the mission, 1 to 12",
        (),
        follows("month", "the date", DAY),
    )
    yield Name("campaign", "s.campaign", "number", "the campaign whose columns are used")
    yield Name("outbound", "s.outbound", "flag", "on the way to the target", (), _put_outbound)
    yield Name("inbound", "(not s.outbound)", "flag", "on the way home", (), _put_inbound)

    yield Name("zone.number", "s.zone.number", "number", "the number of the zone, 1 the base", low=1, high=99)
    yield Name("zone.is_target", "s.zone.is_target", "flag", "the zone holds the designated target")
    yield Name("zone.is_alps", "s.zone.is_alps", "flag", "the zone lies over the Alps")
    yield Name("zone.is_base", "s.zone.is_base", "flag", "the zone is the base's")
    yield Name("zone.contrails", "s.zone.contrails", "flag", "contrails form in the zone")
    over = ("word", "list")
    yield Name("zone.over", "s.zone.code", "word", "letter of what lies below, W for water", (), _put_over, over)

    yield Name("bombs_aboard", "s.bomber.bombs_aboard", "flag", "the bombs have not been dropped")
    gone = "(s.bomber.type.carries_bombs and not s.bomber.bombs_aboard)"
    yield Name("bombs_gone", gone, "flag", "the bombs that it took off with have been dropped")
    yield Name(
        "engines_out",
        "s.bomber.engines_out",
        "number",
        "engines stopped (a scenario lists them)",
        (),
        _put_engines_out,
        ("list",),
    )
    yield Name("engines_running", "s.bomber.engines_running", "number", "engines that run")
    for number in range(1, engines + 1):
        yield from _engine_flags(number)
    yield Name("two_out_on_one_side", "s.bomber.two_out_on_one_side", "flag", "two engines of one wing have stopped")
    yield Name(
        "engine.out",
        "s.bomber.engine(s.hit_engine).is_out",
        "flag",
        "the engine that was hit had stopped",
    )
    yield Name(
        "engine.oil_empty",
        "s.bomber.engine(s.hit_engine).is_dry",
        "flag",
        "its oil tank is dry",
    )
    yield Name("fuel_leaks", "s.bomber.fuel_leaks", "number", "fuel leaks suffered so far")
    yield Name(
        "fuel_turns",
        "(99 if s.bomber.fuel_turns is None else s.bomber.fuel_turns)",
        "number",
        "turns of fuel left",
    )
    for surface in ("flap", "aileron", "elevator"):
        yield Name(
            f"both_{surface}s_out",
            f"(s.bomber.are_both_out({surface!r}) or '{surface}_controls' in s.bomber.out)",
            "flag",
            f"the {surface}s of both sides are out",
        )
    yield Name("windows_hit", "s.bomber.counts.get('window', 0)", "number", "hits on the cockpit windows")
    yield Name("extinguishers", "s.bomber.extinguishers", "number", "hand extinguishers left")
    yield Name("bomber.family", "s.bomber.type.family", "word", "the family of the bomber")
    yield Name("bomber.model", "s.bomber.type.id", "word", "the model of the bomber")

    yield Name("gun.id", "s.gun.type.id", "word", "the gun position that fires", (), _put_gun)
    yield Name("gun.twin_firing", "s.gun.twin_firing", "flag", "two barrels of it fire")
    yield Name("gun.twin_bonus", "s.gun.type.twin_bonus", "flag", "its two guns together get the twin bonus")
    yield Name("gun.is_power_turret", "s.gun.type.turret", "flag", "it is a power turret")
    yield Name("gun.power", "s.gun.has_power", "flag", "it is a power turret and its power is on")
    yield Name("gun.power_failed", "s.gun.power_failed", "flag", "its power has failed")
    yield Name("gun.calibre", "s.gun.type.calibre", "word", "its calibre, '.303' or '.50'")
    yield Name("gun.barrels_firing", "s.gun.barrels_left", "number", "barrels of it that can fire")
    yield Name("gun.rounds", "s.gun.rounds", "number", "bursts left in its boxes")
    yield Name("gunner.is_ace", "s.gun.gunner.is_ace", "flag", "its gunner shoots as an ace")
    yield Name("gunner.frostbite", "(s.gun.gunner.frostbite != 'none')", "flag", "its gunner has frostbite")
    yield Name("gunner.title", "s.gun.gunner.title", "word", "the trade of its gunner")

    yield Name("fighter.type", "s.fighter.type.id", "word", "the type of the fighter", (), _put_fighter)
    yield Name("fighter.is_jet", "s.fighter.type.jet", "flag", "it is a jet or rocket fighter")
    yield Name("fighter.is_rocket", "s.fighter.type.rocket", "flag", "it is a rocket fighter")
    yield Name("fighter.is_twin", "(s.fighter.type.engines == 2)", "flag", "it has two engines")
    yield Name("fighter.skill", "s.fighter.skill", "word", "the skill of its pilot", skills)
    clocks = (*CLOCKS, *(one.replace(" ", "_") for one in VERTICALS))
    yield Name("fighter.clock", "s.fighter.clock", "word", "its clock position", clocks)
    yield Name("fighter.level", "s.fighter.level", "word", "its level; empty for a vertical attack", ("", *LEVELS))
    yield Name("fighter.position", "s.fighter.position", "word", "clock and level", POSITIONS, _put_position)
    yield Name("fighter.fca", "s.fighter.fca", "number", "FCA results on it")
    yield Name("fighter.fboa", "s.fighter.fboa", "flag", "it breaks off after this attack")
    yield Name("fighter.fcab", "s.fighter.fcab", "flag", "it goes on with this attack, then breaks off")
    yield Name("fighter.hit_bomber", "s.fighter.hit_bomber", "flag", "it scored in this round")
    yield Name("fighter.round", "s.fighter.round", "number", "its combat round, 1 to 3", low=1)
    yield Name("fighter.collision_risk", "s.fighter.collision_risk", "number", "how hard it is to control", low=-9)
    yield Name("fighter.guns_on_it", "s.fighter.laid_on", "number", "guns allotted to it in this round")

    yield from man_names("man", "s.man")
    yield Name("man.section", "s.man.section", "word", "the compartment he is in")
    yield Name("man.trade", "s.man.trade", "word", "the station that he is trained for", (), _put_man)
    yield Name("man.seriously_wounded", "s.man.is_serious", "flag", "he is seriously wounded")
    yield Name(
        "man.guns",
        "(len(s.man.station.type.guns) if s.man.station is not None else 0)",
        "number",
        "guns at his station",
    )
    yield Name(
        "man.forward_of_bomb_bay",
        "(s.man.section in s.bomber.type.forward_sections)",
        "flag",
        "he is forward of the bomb bay, as the landing tables count it",
    )

    yield Name("roll.role", "s.last_role", "word", "what the roll was for")
    yield Name("roll.table", "s.last_table", "word", "the printed number of its table")
    yield Name("roll.result", "s.last.cell.result", "word", "what it gave")
    yield Name("roll.total", "s.last.total", "number", "its modified total")
    yield Name("rerolls", "s.rerolls", "number", "throws that may still be made again", high=99)


def man_names(word: str, path: str, stations: tuple[str, ...] = ()) -> Iterator[Name]:
    """The names that tell of one man: the one in question ("man"), or the one of a trade. `stations`: the values of
    `station`."""

    def of_him(
        name: str,
        attribute: str,
        kind: str,
        says: str,
        values: tuple[str, ...] = (),
        put: Callable[[Crewman, Any], None] | None = None,
        takes: tuple[str, ...] = (),
    ) -> Name:
        full = f"{word}.{name}"
        if put is None:
            return Name(full, f"{path}.{attribute}", kind, says, values)

        def put_on_him(s: Sortie, value: Any) -> None:
            put(_man_meant(s, word, full), value)

        return Name(full, f"{path}.{attribute}", kind, says, values, put_on_him, takes, high=999)

    at = f"({path}.station.type.id if {path}.station is not None else '')"
    yield Name(f"{word}.station", at, "word", "the station he is at", stations)
    yield of_him("missions", "missions", "number", "missions flown before today", put=_put_missions)
    yield of_him("kills", "kills", "number", "kills credited before today", put=_put_kills, takes=("decimal",))
    yield of_him("light_wounds", "light_wounds", "number", "light wounds", put=_put_light_wounds)
    yield of_him("wounds", "wounds", "word", "the state of his wounds", WOUNDS, _put_wounds)
    yield of_him("fit", "is_fit", "flag", "alive and not seriously wounded", put=_put_fit)
    yield of_him("frostbite", "frostbite", "word", "frostbite", FROSTBITE, _put_frostbite)
    yield of_him("night_vision", "night_vision", "flag", "sees better at night than others")
    yield of_him("is_ace", "is_ace", "flag", "shoots as an ace")


def _man_meant(s: Sortie, word: str, name: str) -> Crewman:
    if word == "man":
        check_present(s.man, name, word)
        return s.man
    man = s.bomber.man_of(word)
    if man is NOBODY:
        raise BadData(f"{name} cannot be set: no {word.replace('_', ' ')} is aboard")
    return man


def _put_missions(man: Crewman, value: Any) -> None:
    man.missions = value


def _put_kills(man: Crewman, value: Any) -> None:
    man.kills = Fraction(value)
    man.credit(Fraction(0))


def _put_light_wounds(man: Crewman, value: Any) -> None:
    man.light_wounds = value


def _put_frostbite(man: Crewman, value: Any) -> None:
    man.frostbite = value


def _put_wounds(man: Crewman, value: Any) -> None:
    man.light_wounds, man.is_serious, man.is_dead = int(value == "light"), value == "serious", value == "killed"


def _put_fit(man: Crewman, value: Any) -> None:
    man.is_serious = not value


def gun_names(guns: Mapping[str, str]) -> Iterator[Name]:
    """`carries.<gun>` for every gun position that a bomber of the ruleset has, by id and name."""
    for gun, words in guns.items():
        yield Name(f"carries.{gun}", f"({gun!r} in s.bomber.guns)", "flag", f"the bomber has a {words}")


def fit_names(fits: Mapping[str, tuple[str, ...]]) -> Iterator[Name]:
    """`fit.<place>` for every place that a bomber of the ruleset can have fitted in several ways, with the options, and
    `fitting` for the one that the order `fit` is about."""
    if fits:
        yield Name("fitting", "s.game.fitting", "word", "the place whose fit is being chosen", ("", *fits))
    for place, options in fits.items():
        words = f"how the {place.replace('_', ' ')} is fitted"
        yield Name(f"fit.{place}", f"s.bomber.fits.get({place!r}, '')", "word", words, options)


def device_names(devices: Mapping[str, str]) -> Iterator[Name]:
    """`carried.<device>` for all electronics of the ruleset, by id and name."""
    for device, words in devices.items():

        def put(s: Sortie, value: Any, device: str = device) -> None:
            check_present(s.bomber, f"carried.{device}", "bomber")
            (s.bomber.devices.add if value else s.bomber.devices.discard)(device)

        yield Name(f"carried.{device}", f"({device!r} in s.bomber.devices)", "flag", f"{words} is aboard", (), put)


def system_names(systems: Iterable[str]) -> Iterator[Name]:
    """`out.<system>` for every system of a game's bombers."""
    for system in systems:

        def put(s: Sortie, value: Any, system: str = system) -> None:
            check_present(s.bomber, f"out.{system}", "bomber")
            (s.bomber.out.add if value else s.bomber.out.discard)(system)

        words = system.replace("_", " ")
        yield Name(f"out.{system}", f"({system!r} in s.bomber.out)", "flag", f"the {words} no longer works", (), put)
