"""The report of a flight as one page of HTML that needs nothing from elsewhere, and as Markdown for a forum."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from html import escape
from importlib.resources import files
from typing import TYPE_CHECKING, Any

from bomberstream.core.dates import day_in_words

from .boards import damage
from .render import format_count
from .report_drawings import battle_board, plan, result_in_words, route_map
from .report_facts import Chapter, Facts, Round

if TYPE_CHECKING:
    from bomberstream.core.narrative import Line
    from bomberstream.core.sortie import Sortie

__all__ = ["as_html", "as_markdown"]


def as_html(s: Sortie, facts: Facts, told: Mapping[str, Any]) -> str:
    """The whole report."""
    title = headline(s, told)
    body = "".join(_body(s, facts, told, title))
    style = files("bomberstream.cli").joinpath("report.css").read_text(encoding="utf-8")
    return (
        f'<!DOCTYPE html>\n<html lang="en"><head><meta charset="utf-8"><meta name="viewport" '
        f'content="width=device-width, initial-scale=1"><title>{escape(title)}</title><style>{style}</style></head>'
        f"<body><main>{body}</main></body></html>\n"
    )


def headline(s: Sortie, told: Mapping[str, Any]) -> str:
    """Who flew where."""
    name = f" “{s.bomber.name}”" if s.bomber.name else ""
    target = f" to {told['target']}" if told.get("target") else ""
    kind = s.bomber.type.short if s.bomber.type.id else s.ruleset.game.title
    return f"{kind}{name}{target}"


def under(s: Sortie, told: Mapping[str, Any]) -> str:
    """Date, game and outcome in a line."""
    meaning = s.ruleset.game.outcomes.get(s.outcome, "")
    parts = [day_in_words(s.date) if s.date else "", s.ruleset.game.title]
    parts.append(meaning or (s.outcome.replace("_", " ") if s.finished else "not over yet"))
    return " · ".join(filter(None, parts))


def _body(s: Sortie, facts: Facts, told: Mapping[str, Any], title: str) -> Iterator[str]:
    yield f'<h1>{escape(title)}</h1><p class="sub">{escape(under(s, told))}</p>'
    has_plan = bool(s.bomber.type.sections)
    links = [("summary", "Summary"), ("route", "Route") if facts.zones else None, ("story", "Story")]
    links += [("damage", "The aeroplane") if has_plan else None, ("crew", "Crew") if s.bomber.crew else None]
    yield "<nav>" + "".join(f'<a href="#{one[0]}">{one[1]}</a>' for one in links if one) + "</nav>"
    yield '<h2 id="summary">Summary</h2>' + _table((), summary_rows(s, told))
    if facts.zones:
        yield '<h2 id="route">Route</h2><div class="figure wide">'
        yield route_map(facts.zones, str(told.get("target") or ""))
        yield "</div><p>A zone leads to its part of the story. The dashed line is the bomber, high or low.</p>"
    yield '<h2 id="story">Story</h2>'
    for one in facts.chapters:
        yield from _chapter(one, has_zones=bool(facts.zones))
    if has_plan:
        yield '<h2 id="damage">The aeroplane</h2><div class="figure">' + plan(s.bomber, facts.hits) + "</div>"
        yield (
            '<p class="key">Shells that struck: <span style="background:#f4f4ef">none</span>'
            '<span style="background:#f6e3a1">1 or 2</span><span style="background:#f0b35f">3 to 5</span>'
            '<span style="background:#dc6b4a">6 and more</span></p>'
        )
        yield _table((), [pair for pair in damage(s.bomber) if pair[1]])
    if s.bomber.crew:
        yield '<h2 id="crew">Crew</h2>' + _table(*crew_table(told))
    guns = gun_rows(s, facts)
    if guns:
        yield "<h3>Guns</h3>" + _table(GUNS, guns)
    yield f'<p class="sub">seed {escape(str(s.setup.seed))} · digest {escape(str(told.get("digest", "")))}</p>'


TITLES = {"start": "Before take-off", "home": "Home", "debriefing": "What came of it"}
"""Titles of the parts of a flight that leads through zones; one without is told in one piece."""


def _chapter(one: Chapter, *, has_zones: bool) -> Iterator[str]:
    if not (one.title or one.story or one.account):
        return
    title = one.title or (TITLES.get(one.key, "") if has_zones else "")
    yield f'<section id="{escape(one.key)}">' + (f"<h3>{escape(title)}</h3>" if title else "")
    for line in one.story:
        if line.kind == "heading":
            yield f"<h3>{escape(line.text)}</h3>"
        else:
            yield f'<p class="{"story" if line.indent < 2 else "more"}">{escape(line.text)}</p>'
    if one.rounds:
        yield '<div class="boards">'
        for number, fight in enumerate(one.rounds, 1):
            words = round_in_words(fight, number)
            yield f"<figure>{battle_board(fight, words)}<figcaption>{escape(words)}</figcaption></figure>"
        yield "</div>"
    if one.account:
        rolls = sum(line.kind == "roll" for line in one.account)
        yield (
            f"<details><summary>{format_count(rolls, 'roll')}, {format_count(len(one.account) - rolls, 'decision')}"
            "</summary>"
        )
        yield (
            '<ul class="rolls">' + "".join(f"<li>{escape(line.text)}</li>" for line in one.account) + "</ul></details>"
        )
    yield "</section>"


def round_in_words(fight: Round, number: int) -> str:
    """What is seen on a battle board."""
    hits = sum(shot.hit for shot in fight.shots)
    shells = sum(one.shells for one in fight.attackers.values())
    fired = f"{hits} of {format_count(len(fight.shots), 'burst')} hit" if fight.shots else "no gun fired"
    return f"Round {number}: {fired}; {format_count(shells, 'hit')} on us"


def _table(headings: Sequence[str], rows: Iterable[Sequence[object]]) -> str:
    made = "<table>"
    if headings:
        made += "<tr>" + "".join(f"<th>{escape(one)}</th>" for one in headings) + "</tr>"
    for row in rows:
        first, *rest = (escape(str(cell)) for cell in row)
        cells = f"<th>{first}</th>" if not headings else f"<td>{first}</td>"
        made += f"<tr>{cells}" + "".join(f"<td>{cell}</td>" for cell in rest) + "</tr>"
    return made + "</table>"


# --- what both have

CREW = ("", "name", "came out of it", "shot down")
GUNS = ("gun", "bursts", "hits", "destroyed", "left")


def summary_rows(s: Sortie, told: Mapping[str, Any]) -> list[tuple[str, str]]:
    """Outcome, target, bombing and the like; what is empty is left out."""
    from .account import bombing_in_words, claims_in_words
    from .render import as_words

    found = [
        ("outcome", as_words(s.outcome) if s.finished else "not over yet"),
        ("cause", as_words(s.cause) if s.outcome in s.ruleset.game.losses else ""),
        ("target", str(told.get("target") or "")),
        ("bombing", bombing_in_words(told.get("bombing"))),
        ("moon", as_words(told.get("moon"))),
        (
            "bomber" if bombing_in_words(told.get("bombing")) else "aircraft",
            s.bomber.type.name if s.bomber.type.id else "",
        ),
        ("claims", claims_in_words(told.get("claims"))),
        ("credit", {True: "counts towards the tour", False: "does not count"}.get(told.get("counts_for_tour"), "")),  # type: ignore[arg-type]
        ("rules", ", ".join(map(as_words, s.ruleset.rules))),
        ("rolls", str(s.rolls)),
    ]
    return [(name, value) for name, value in found if value]


def crew_table(told: Mapping[str, Any]) -> tuple[tuple[str, ...], list[tuple[str, ...]]]:
    """Each man and how he came out of it; what nobody has, kills say, has no column."""
    rows = crew_rows(told)
    used = [place for place in range(len(CREW)) if any(row[place] for row in rows)]
    return tuple(CREW[place] for place in used), [tuple(row[place] for place in used) for row in rows]


def crew_rows(told: Mapping[str, Any]) -> list[tuple[str, ...]]:
    """Each man, how he came out of it and what he shot down."""
    from .account import kills_in_words

    return [
        (
            str(man.get("title") or man["station"]),
            f"{man.get('rank', '')} {man['name']}".strip(),
            str(man["status"]),
            kills_in_words(man).removesuffix(" shot down"),
        )
        for man in told["crew"]
    ]


def gun_rows(s: Sortie, facts: Facts) -> list[tuple[str, ...]]:
    """Each gun that fired."""
    return [
        (
            gun.type.name,
            str(facts.bursts[gun.type.name]),
            str(facts.gun_hits[gun.type.name]),
            str(facts.gun_kills[gun.type.name]),
            f"{gun.rounds} of {gun.type.rounds}",
        )
        for gun in s.bomber.guns.values()
        if facts.bursts[gun.type.name]
    ]


# --- Markdown


def as_markdown(s: Sortie, facts: Facts, told: Mapping[str, Any]) -> str:
    """The report for a forum: story and tables, without drawings and rolls."""
    lines = [f"# {_plain(headline(s, told))}", "", f"*{_plain(under(s, told))}*", ""]
    lines += _markdown_table(("", ""), summary_rows(s, told))
    if facts.zones:
        lines += ["", "## Route", ""]
        lines += _markdown_table(
            ("zone", "leg", "over", "weather", "struck by"),
            [
                (
                    f"{one.number}{' target' if one.is_target else ''}",
                    one.leg,
                    one.below,
                    one.weather,
                    ", ".join([f"flak {one.flak}"] * (one.flak > 0) + [f"fighters {one.shells}"] * (one.shells > 0)),
                )
                for one in facts.zones
            ],
        )
    lines += ["", "## Story"]
    for one in facts.chapters:
        title = one.title or (TITLES.get(one.key, "") if facts.zones and one.story else "")
        if title:
            lines += ["", f"### {_plain(title)}"]
        if one.story:
            # A flight that has no zones would be one endless paragraph.
            between = " " if facts.zones else "  \n"
            lines += ["", between.join(_plain(line.text) for line in _without_headings(one.story))]
        for number, fight in enumerate(one.rounds, 1):
            lines += ["", f"*{_plain(round_in_words(fight, number))}*", ""]
            lines += _markdown_table(
                ("attacker", "at", "our fire", "hits on us"),
                [
                    (a.who, f"{a.clock} {a.level}".strip(), result_in_words(a), str(a.shells or ""))
                    for a in fight.attackers.values()
                ],
            )
    rows = [pair for pair in damage(s.bomber) if pair[1]] if s.bomber.type.id else []
    if rows:
        lines += ["", "## The aeroplane", "", *_markdown_table(("", ""), rows)]
    if s.bomber.crew:
        lines += ["", "## Crew", "", *_markdown_table(*crew_table(told))]
    guns = gun_rows(s, facts)
    if guns:
        lines += ["", "## Guns", "", *_markdown_table(GUNS, guns)]
    return "\n".join(lines) + "\n"


def _without_headings(lines: Iterable[Line]) -> Iterator[Line]:
    return (line for line in lines if line.kind != "heading")


def _markdown_table(headings: Sequence[str], rows: Iterable[Sequence[str]]) -> list[str]:
    made = ["| " + " | ".join(headings) + " |", "|" + " --- |" * len(headings)]
    return made + ["| " + " | ".join(_plain(cell) for cell in row) + " |" for row in rows]


def _plain(text: str) -> str:
    """A text in which nothing is taken for a sign of Markdown."""
    for sign in "\\|*_<>#`":
        text = text.replace(sign, f"\\{sign}")
    return text
