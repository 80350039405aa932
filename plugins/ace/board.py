"""What lies on the table while a pilot is asked: track, aircraft mat, target mat, pilot and crew."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from bomberstream.core.sortie import Sortie

    from .state import AceState

__all__ = ["board"]

Lines = list[tuple[str, str]]


def board(s: Sortie) -> Iterator[tuple[str, Lines]]:
    """Heading and lines of each mat."""
    g: AceState = s.game
    if not g.career.crew:
        return
    yield "Search", list(_search(s))
    yield s.bomber.type.short, list(_aircraft(s))
    if g.target.kind and not g.target.judged:
        yield g.target.type.name, list(_target(s))
    yield "Pilot and crew", list(_career(s))


def _search(s: Sortie) -> Iterator[tuple[str, str]]:
    g: AceState = s.game
    yield "raid", f"{g.city} ({g.area})" if g.city else "not known yet"
    yield "moon, weather", f"{g.moon}, {g.weather.replace('_', ' ')}"
    yield "box", f"{g.box} of {g.boxes}" if g.boxes else "hangar"
    yield "radar, jamming", f"generation {g.radar(s)}, level {g.jamming}"
    yield "kills tonight", str(g.kills_tonight)


def _aircraft(s: Sortie) -> Iterator[tuple[str, str]]:
    g: AceState = s.game
    for gun in s.bomber.guns.values():
        traits = gun.type.traits
        rounds = "endless" if traits.get("endless") else f"{gun.rounds} rounds"
        state = rounds if gun.is_working else "out" if gun.is_out else "jammed"
        yield f"{gun.type.name}, {traits['mount']}", f"firepower {traits['firepower']}, {state}"
    yield "speed", str(g.speed(s))
    worn = [f"{system.replace('_', ' ')} {hits}" for system, hits in s.bomber.counts.items() if hits]
    worn += [one.replace("_", " ") + " out" for one in sorted(s.bomber.out)]
    worn += ["tanks leak"] * bool(s.bomber.fuel_leaks)
    yield f"hits ({g.hits})", ", ".join(worn) or "none that matter"


def _target(s: Sortie) -> Iterator[tuple[str, str]]:
    t = s.game.target
    yield "damage", ", ".join(f"{one.replace('_', ' ')} {hits}" for one, hits in t.damage.items() if hits) or "none"
    yield "tail gunner", {"none": "unhurt"}.get(t.gunner, t.gunner) if t.type.return_fire else "none"
    yield "corkscrew", "yes" if t.weaves else "no"
    yield "H2S", "yes" if t.has_h2s else "no"


def _career(s: Sortie) -> Iterator[tuple[str, str]]:
    career = s.game.career
    yield "pilot", f"{career.rank} {career.pilot.name}, {career.unit}, {career.base}"
    yield "kills", str(career.kills)
    yield "prestige", f"level {career.level}, {career.points} {'point' if career.points == 1 else 'points'}"
    titles = {station.id: station.title for station in s.bomber.type.station}
    for trade, man in career.crew.items():
        skills = ", ".join(man.skills).replace("_", " ") or "no skills"
        yield titles.get(trade, trade), f"{man.name}: {skills}, {man.experience} experience"
