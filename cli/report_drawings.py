"""The drawings of a report as SVG: the route with its zones, the battle board of a round, the aeroplane from above."""

from __future__ import annotations

import math
from collections.abc import Iterator, Mapping, Sequence
from html import escape
from typing import TYPE_CHECKING

from .render import as_words, format_count

if TYPE_CHECKING:
    from bomberstream.core.bomber import Bomber

    from .report_facts import Attacker, Chapter, Round

__all__ = ["battle_board", "plan", "result_in_words", "route_map"]

ANGLES = {"12": 0, "1:30": 45, "3": 90, "6": 180, "9": 270, "10:30": 315}
"""Clock positions in degrees, clockwise from ahead."""
LAND, SEA = "#d8d3bd", "#bcd3e6"


def _svg(width: int, height: int, title: str, body: Iterator[str]) -> str:
    return (
        f'<svg viewBox="0 0 {width} {height}" width="{width}" role="img" aria-label="{escape(title, quote=True)}">'
        f"<title>{escape(title)}</title>{''.join(body)}</svg>"
    )


def _text(
    x: float, y: float, words: str, *, size: int = 11, anchor: str = "middle", bold: bool = False, halo: bool = False
) -> str:
    """Words at a place; with a `halo` they are read where lines run behind them."""
    weight = ' font-weight="bold"' if bold else ""
    weight += ' stroke="#fff" stroke-width="3" paint-order="stroke"' if halo else ""
    return f'<text x="{x:.0f}" y="{y:.0f}" font-size="{size}" text-anchor="{anchor}"{weight}>{escape(words)}</text>'


def _line(x1: float, y1: float, x2: float, y2: float, colour: str, *, width: float = 1.5, dash: str = "") -> str:
    dashed = f' stroke-dasharray="{dash}"' if dash else ""
    ends = f'x1="{x1:.0f}" y1="{y1:.0f}" x2="{x2:.0f}" y2="{y2:.0f}"'
    return f'<line {ends} stroke="{colour}" stroke-width="{width}"{dashed}/>'


# --- the route

STEP = 84
TOP = 46
BAND = 70


def route_map(zones: Sequence[Chapter], target: str) -> str:
    """Every zone of the way out and the way home, what lay below, and where guns and fighters struck."""
    last = max((one.number for one in zones), default=1)
    width = STEP * last + 20
    rows = {"outbound": TOP, "homebound": TOP + BAND + 16}
    title = f"Route to {target}" if target else "Route"
    return _svg(max(width, 300), TOP + 2 * BAND + 60, title, _route(zones, rows, last, target))


def _route(zones: Sequence[Chapter], rows: Mapping[str, int], last: int, target: str) -> Iterator[str]:
    yield f'<rect x="10" y="{TOP}" width="{STEP - 6}" height="{2 * BAND + 16}" rx="6" fill="#e9efe2" stroke="#777"/>'
    yield _text(10 + (STEP - 6) / 2, TOP + BAND + 4, "Base", bold=True)
    yield _text(10 + (STEP - 6) / 2, TOP + BAND + 20, "zone 1")
    for number in range(2, last + 1):
        yield _text(STEP * number - STEP / 2 + 7, TOP - 10, f"zone {number}", bold=True)
    for leg, top in rows.items():
        flown = [one for one in zones if one.leg == leg]
        if not flown:
            continue
        yield _text(10, top - 22 if leg == "outbound" else top + BAND + 34, leg, anchor="start", size=10)
        by_number = {number: [one for one in flown if one.number == number] for number in range(2, last + 1)}
        here = {number: same for number, same in by_number.items() if same}
        yield from (_zone_box(same[0], top) for same in here.values())
        points = [(STEP * one.number - STEP / 2 + 7, top + (42 if one.low else 20)) for one in flown]
        path = " ".join(f"{x:.0f},{y:.0f}" for x, y in points)
        yield f'<polyline points="{path}" fill="none" stroke="#666" stroke-width="2" stroke-dasharray="5 3"/>'
        for same in here.values():
            yield from _zone_words(same, top)
    if target and any(one.is_target for one in zones):
        yield _text(STEP * last - STEP / 2 + 7, TOP + 2 * BAND + 34, target, bold=True)


def _zone_box(one: Chapter, top: int) -> str:
    x = STEP * (one.number - 1) + 10
    colour = SEA if "sea" in one.below or "water" in one.below else LAND
    edge = ' stroke="#b00" stroke-width="3"' if one.is_target else ' stroke="#777"'
    return f'<rect x="{x}" y="{top}" width="{STEP - 6}" height="{BAND}" rx="6" fill="{colour}"{edge}/>'


def _zone_words(same: Sequence[Chapter], top: int) -> Iterator[str]:
    """What is written into a zone; several turns in it are told together, and it leads to the first of them."""
    one = same[0]
    middle = STEP * (one.number - 1) + 10 + (STEP - 6) / 2
    told = f"Zone {one.number} {one.leg}, over {one.below}: {one.weather or 'no weather told'}"
    yield f'<a href="#{one.key}"><title>{escape(told)}</title>'
    below = one.below.removeprefix("the ").replace("coast of ", "coast: ").replace(" and ", "/")
    yield _text(middle, top + 14, below[:18], size=11 if len(below) < 13 else 9)
    yield _text(middle, top + 36, one.weather[:14], size=10)
    came = any(each.rounds for each in same)
    flak, shells = sum(each.flak for each in same), sum(each.shells for each in same)
    kills = sum(each.kills for each in same)
    marks = ["fighters"] * came + [f"flak {flak}"] * (flak > 0)
    yield _text(middle, top + 52, " ".join(marks), size=10, bold=True)
    struck = [f"hit {shells}"] * (shells > 0) + [f"{kills} down"] * (kills > 0)
    yield _text(middle, top + 64, " ".join(struck), size=10)
    yield "</a>"


# --- a round of a fight

BOARD = 360
MIDDLE = BOARD / 2
REACH = 112
OUTSIDE = 50
"""How far beyond the fighters the clock positions stand."""
MARKS = {"high": "▲", "level": "●", "low": "▼", "": "◆"}


def battle_board(fight: Round, title: str) -> str:
    """The bomber in the middle, the fighters on the clock around it, and who fired at whom."""
    return _svg(BOARD, BOARD, title, _board(fight))


def _board(fight: Round) -> Iterator[str]:
    yield f'<circle cx="{MIDDLE}" cy="{MIDDLE}" r="{REACH}" fill="none" stroke="#999" stroke-dasharray="2 4"/>'
    for clock, angle in ANGLES.items():
        x, y = _at(angle, REACH + OUTSIDE)
        yield _text(x, y + 4, clock, size=10)
    yield (
        f'<path d="M{MIDDLE} {MIDDLE - 26} l5 14 l30 8 v7 l-30 2 l-2 16 l10 6 v4 h-26 v-4 l10 -6 l-2 -16 l-30 -2 v-7 '
        f'l30 -8 z" fill="#ccd" stroke="#333"/>'
    )
    places = dict(_places(fight))
    for shot in fight.shots:
        if id(shot.at) in places:
            x, y = places[id(shot.at)]
            yield _line(MIDDLE, MIDDLE, x, y, "#1a6b2a" if shot.hit else "#7a9a80", dash="" if shot.hit else "4 4")
    for one in fight.attackers.values():
        x, y = places[id(one)]
        if one.shells:
            yield _line(x + 5, y + 5, MIDDLE + 5, MIDDLE + 5, "#b00000", width=2.5)
        yield from _fighter(one, x, y)


def _places(fight: Round) -> Iterator[tuple[int, tuple[float, float]]]:
    """Where each fighter is drawn; those in one place stand beside each other."""
    taken: dict[str, int] = {}
    for one in fight.attackers.values():
        nth = taken.get(one.clock, 0)
        taken[one.clock] = nth + 1
        if one.clock in ANGLES:
            x, y = _at(ANGLES[one.clock], REACH)
            # Along the edge for those ahead and astern, down it for those abeam.
            beside = ANGLES[one.clock] % 180 == 0
            aside = (nth + 1) // 2 * (-1 if nth % 2 else 1)
            yield id(one), (x + (aside * 92 if beside else 0), y + (0 if beside else aside * 46))
        else:
            yield id(one), (MIDDLE + (52 if one.clock == "dive" else -52), MIDDLE + 56 + nth * 44)


def _fighter(one: Attacker, x: float, y: float) -> Iterator[str]:
    colour = "#777" if one.result == "destroyed" else "#222"
    mark = MARKS[one.level]
    yield f'<text x="{x:.0f}" y="{y + 5:.0f}" font-size="16" text-anchor="middle" fill="{colour}">{mark}</text>'
    yield _text(x, y - 9, one.who, size=10, bold=True, halo=True)
    told = [one.clock if one.clock in ("dive", "climb") else one.level]
    told += [result_in_words(one)] if one.result else []
    told += [f"{format_count(one.shells, 'hit')} on us"] if one.shells else []
    yield _text(x, y + 18, ", ".join(filter(None, told)), size=9, halo=True)


_RESULTS = {"fca": "damaged", "fboa": "breaks off", "fcab": "hit, comes on", "destroyed": "destroyed"}


def result_in_words(one: Attacker) -> str:
    """What our guns did to a fighter; empty when they did nothing."""
    return _RESULTS.get(one.result, as_words(one.result))


def _at(angle: float, reach: float) -> tuple[float, float]:
    turned = math.radians(angle)
    return MIDDLE + reach * math.sin(turned), MIDDLE - reach * math.cos(turned)


# --- the aeroplane

WIDTH, HEIGHT = 520, 380
SHADES = ((0, "#f4f4ef"), (1, "#f6e3a1"), (3, "#f0b35f"), (6, "#dc6b4a"))
"""So many shells and more to a colour."""


def shade(hits: int) -> str:
    """The colour of a part that was struck so often."""
    return next(colour for least, colour in reversed(SHADES) if hits >= least)


def plan(bomber: Bomber, hits: Mapping[str, int]) -> str:
    """The aeroplane from above, every part in the colour of what struck it, engines and bursts marked."""
    return _svg(WIDTH, HEIGHT, f"{bomber.type.short}: where it was hit", _plan(bomber, hits))


def _plan(bomber: Bomber, hits: Mapping[str, int]) -> Iterator[str]:
    kind, middle = bomber.type, WIDTH / 2
    wings = {side: name for name, side in kind.wings.items()}
    for side, called in zip((-1, 1), sides(bomber), strict=False):
        name = wings.get(called, f"{called}_wing")
        struck = hits.get(name, 0)
        x = middle + side * 24
        end = middle + side * 235
        yield (
            f'<path d="M{x} 118 L{end} 138 L{end} 166 L{x} 186 Z" fill="{shade(struck)}" stroke="#555"/>'
            + _text(middle + side * 190, 202, f"{as_words(name)}{_times(struck)}", size=10)
        )
    yield f'<path d="M{middle - 80} 330 h160 l8 14 v12 h-176 v-12 z" fill="#f4f4ef" stroke="#555"/>'
    sections = kind.sections
    if sections:
        height = 330 / len(sections)
        for place, name in enumerate(sections):
            struck = hits.get(name, 0)
            y = 20 + place * height
            yield (
                f'<rect x="{middle - 26}" y="{y:.0f}" width="52" height="{height:.0f}" '
                f'rx="{16 if place in (0, len(sections) - 1) else 2}" fill="{shade(struck)}" stroke="#555"/>'
            )
            words = as_words(name).split(" ")
            for line, word in enumerate(words):
                yield _text(middle, y + height / 2 + 4 + (line - (len(words) - 1) / 2) * 11, word, size=9)
            if struck:
                yield _text(middle + 32, y + height / 2 + 4, f"{struck}", size=12, anchor="start", bold=True)
            if name in bomber.bursts:
                yield _text(middle - 42, y + height / 2 + 6, "✹", size=20)
    yield from _engines(bomber, middle)


def sides(bomber: Bomber) -> list[str]:
    """What the game calls left and right: engine 1 is the outer one on the left."""
    called = dict.fromkeys(one.type.side for one in sorted(bomber.engines, key=lambda one: one.number))
    return list(called) if len(called) == 2 else ["port", "starboard"]


def _engines(bomber: Bomber, middle: float) -> Iterator[str]:
    for side, sign in zip(sides(bomber), (-1, 1), strict=False):
        here = [one for one in bomber.engines if one.type.side == side]
        # Outer ones first on the port side, inner ones first on the other.
        inner_first = here[::-1] if sign < 0 else here
        for place, one in enumerate(inner_first):
            x = middle + sign * (80 + place * 75)
            colour = "#b03030" if one.is_out else "#e0a030" if one.is_leaking or one.turbo_out else "#dfe7df"
            yield f'<ellipse cx="{x:.0f}" cy="126" rx="13" ry="24" fill="{colour}" stroke="#333"/>'
            yield _text(x, 130, str(one.number), size=12, bold=True)
            if one.is_out:
                yield _text(x, 94, "stopped", size=9)


def _times(struck: int) -> str:
    return f": {struck}" if struck else ""
