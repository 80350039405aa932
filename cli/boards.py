"""The boards on the table in front of a player: where the bomber is, who is aboard, what works, and who attacks."""

from __future__ import annotations

from typing import TYPE_CHECKING

from .render import as_words, format_count

if TYPE_CHECKING:
    from bomberstream.core.bomber import Bomber, Engine, Gun
    from bomberstream.core.combat import Fighter
    from bomberstream.core.crew import Crewman
    from bomberstream.core.sortie import Sortie

    from .render import Screen

__all__ = ["show_boards"]

INDENT = 2
BOARD = (
    ("", "12", ""),
    ("10:30", "", "1:30"),
    ("9", "bomber", "3"),
    ("", "6", ""),
)
"""The clock around the bomber, as the battle board has it."""
BOX = 24
RUNS = "runs"
"""What is said of an engine that has nothing wrong."""


def show_boards(screen: Screen, s: Sortie) -> None:
    """All boards: the track, the fight, the crew, the guns, the aeroplane, and what the game has beside."""
    track = list(s.game.track(s))
    if track:
        screen.put("Track", style="heading")
        for line in track:
            screen.put(line, indent=INDENT)
    fighters = [one for one in s.game.attackers(s) if not one.is_out_of_action]
    if fighters:
        screen.put("Battle board", style="heading")
        _show_battle(screen, fighters)
    bomber = s.bomber
    if bomber.crew:
        screen.put("Crew", style="heading")
        screen.table(
            ("", "", "", ""),
            [(man.title, man.name, how_he_fares(man), where_he_is(man)) for man in bomber.crew],
            indent=INDENT,
        )
    if bomber.guns:
        screen.put("Guns", style="heading")
        rows = [(gun.type.name, boxes(gun), gun_state(gun), gun.gunner.name) for gun in bomber.guns.values()]
        screen.table(("", "", "", ""), rows, indent=INDENT)
    if bomber.type.id:
        screen.put(f"{bomber.type.short} {bomber.name}".strip(), style="heading")
        screen.fields(damage(bomber), indent=INDENT)
    if s.ruleset.game.board is not None:
        for heading, pairs in s.ruleset.game.board(s):
            screen.put(heading, style="heading")
            screen.fields(pairs, indent=INDENT)


# --- the fight


def _show_battle(screen: Screen, fighters: list[Fighter]) -> None:
    if screen.plain:
        for one in fighters:
            screen.put(f"{one.told}: {fighter_state(one)}", indent=INDENT)
        return
    verticals = [one for one in fighters if one.is_vertical]
    for row in BOARD:
        boxes_: list[list[str]] = []
        for clock in row:
            if clock == "bomber":
                boxes_.append(["+------+", "|bomber|", "+------+"])
                continue
            here = [one for one in fighters if one.clock == clock and one.level]
            lines = [f"{clock}:"] if clock else []
            boxes_.append(lines + [f"{one.level}: {one.type.short} {short_state(one)}".rstrip() for one in here])
        for place in range(max(map(len, boxes_))):
            cells = [one[place] if place < len(one) else "" for one in boxes_]
            screen.put_row("".join(f"{cell[:BOX]:<{BOX + 1}}" for cell in cells), indent=INDENT)
    for one in verticals:
        screen.put(f"{one.told} {short_state(one)}".rstrip(), indent=INDENT)


def fighter_state(one: Fighter) -> str:
    """How an attacker fares, in words."""
    told = [f"{one.skill} pilot"]
    told += [f"damaged {format_count(one.fca, 'time')}"] * (one.fca > 0)
    told += ["breaking off"] * (one.fboa or one.fcab)
    told += ["has fired"] * one.has_attacked
    return ", ".join(told)


def short_state(one: Fighter) -> str:
    """The same in marks: * a hit, ! breaking off."""
    return "*" * one.fca + "!" * (one.fboa or one.fcab)


# --- aboard


def how_he_fares(man: Crewman) -> str:
    """A man's wounds and cold, in words."""
    if man.is_dead:
        return "dead"
    told = ["serious wound"] * man.is_serious
    if man.light_wounds and not man.is_serious:
        told.append(format_count(man.light_wounds, "light wound"))
    if man.frostbite != "none":
        told.append("severe frostbite" if man.frostbite == "severe" else "frostbite")
    station = man.station
    if station is not None:
        told += ["no oxygen"] * station.oxygen_out + ["no heat"] * (station.heat_out_since is not None)
    told += ["trapped"] * man.is_trapped
    told += ["crack shot"] * man.is_ace
    return ", ".join(told) or "fit"


def where_he_is(man: Crewman) -> str:
    """Where he is, when that is not his own place."""
    return "" if man.station is None or man.station.type.id == man.trade else f"at: {man.post}"


def boxes(gun: Gun) -> str:
    """Ammunition that is left."""
    return f"{gun.rounds} of {gun.type.rounds}"


def gun_state(gun: Gun) -> str:
    """Whether it fires."""
    if gun.is_out:
        return "out"
    if gun.needs_power:
        return "no power"
    if not gun.is_working:
        return "jammed"
    if gun.barrels_left < gun.type.barrels:
        return f"{gun.barrels_left} of {gun.type.barrels} barrels"
    return "by hand" if gun.power_failed else "ready"


def damage(bomber: Bomber) -> list[tuple[str, str]]:
    """The aeroplane: engines, what is out, what adds up, bombs and fuel."""
    states = [engine_state(one) for one in bomber.engines]
    engines = [f"{one.number} {state}" for one, state in zip(bomber.engines, states, strict=True)]
    sides = sorted(bomber.surfaces_out)
    adds_up = [f"{as_words(name)} {number}" for name, number in sorted(bomber.counts.items()) if number]
    return [
        ("engines", "all run" if states and set(states) == {RUNS} else ", ".join(engines)),
        ("out", ", ".join(sorted(map(as_words, bomber.out)))),
        ("surfaces", ", ".join(sides)),
        ("hits", ", ".join(adds_up)),
        ("bursts", ", ".join(sorted(map(as_words, bomber.bursts)))),
        ("bombs", ("aboard" if bomber.bombs_aboard else "gone") if bomber.type.carries_bombs else ""),
        ("fuel", "" if bomber.fuel_turns is None else f"{format_count(bomber.fuel_turns, 'turn')} left"),
        ("fire bottles", str(bomber.extinguishers) if bomber.type.hand_extinguishers else ""),
    ]


def engine_state(one: Engine) -> str:
    """An engine in a word or two."""
    if one.is_out:
        return "stopped, windmilling" if one.is_windmilling else "stopped"
    told = ["leaking oil"] * one.is_leaking + ["no turbo"] * one.turbo_out
    return ", ".join(told) or RUNS
