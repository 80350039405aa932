"""The composite mission record of a tour: as rows, for the screen, as CSV and as Markdown."""

from __future__ import annotations

import csv
import io
from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING

from bomberstream.core.tour import Airman, Operation, Tour, bombing_average, told_kills

from .render import as_words, format_count

if TYPE_CHECKING:
    from bomberstream.core.tour import TourRules

    from .render import Screen

__all__ = ["as_csv", "as_markdown", "crew_rows", "operation_rows", "show_record"]

HEADINGS = ("no.", "date", "target", "aircraft", "outcome", "bombs", "counts", "kills", "remarks")
CREW_HEADINGS = ("", "name", "flown", "tour", "kills", "hurt", "decorations", "status")
BOMBED = ("on_target", "off_target")
WIDE = 120
"""Columns of a screen on which remarks stand beside their line."""


def bombs(one: Operation) -> str:
    """What became of the bombs: a percentage, or why there is none."""
    if one.bombing in BOMBED:
        return f"{one.percent}%"
    return "" if not one.flown or one.bombing in ("", "none") else as_words(one.bombing)


def operation_rows(tour: Tour, own: Mapping[str, str]) -> list[tuple[str, ...]]:
    """A row for every line of the book; `own` are the columns of the game's own."""
    return [
        (
            str(one.number),
            one.date,
            one.target,
            one.aircraft or one.bomber,
            as_words(one.outcome),
            bombs(one),
            "yes" if one.counts else "no" if one.flown else "",
            told_kills(one.kills) if one.flown else "",
            *(as_words(one.extra.get(key, "")) for key in own),
            "; ".join(one.notes),
        )
        for one in tour.operations
    ]


def own_words(one: Operation, own: Mapping[str, str]) -> list[str]:
    """The columns of the game's own as remarks."""
    return [f"{heading} {as_words(one.extra[key])}" for key, heading in own.items() if one.extra.get(key)]


def headings(own: Mapping[str, str]) -> tuple[str, ...]:
    """The headings of `operation_rows`."""
    return (*HEADINGS[:-1], *own.values(), HEADINGS[-1])


def crew_rows(men: Sequence[Airman]) -> list[tuple[str, ...]]:
    """A row for each man."""
    return [
        (
            man.title or as_words(man.trade),
            man.told,
            str(man.missions),
            str(man.credited),
            told_kills(man.kills),
            str(man.wounds),
            ", ".join(man.decorations),
            man.status if man.is_flying else f"{man.status}, no. {man.left}",
        )
        for man in men
    ]


def show_record(screen: Screen, tour: Tour, rules: TourRules) -> None:
    """The whole record on the screen."""
    screen.put(title(tour, rules), style="heading")
    if screen.plain or screen.width < WIDE:
        # On a narrow screen remarks, and columns of the game's own, go below.
        screen.table(HEADINGS[:-1], [row[:-1] for row in operation_rows(tour, {})])
        noted = [
            (f"no. {one.number}", "; ".join([*own_words(one, rules.columns), *one.notes])) for one in tour.operations
        ]
        if any(said for _, said in noted):
            screen.put("Remarks", style="heading")
            screen.fields(noted)
    else:
        screen.table(headings(rules.columns), operation_rows(tour, rules.columns))
    for change in tour.changes:
        screen.put(f"from no. {change.operation}: {change.says}")
    screen.put("Roster", style="heading")
    screen.table(CREW_HEADINGS, crew_rows(tour.roster))


def title(tour: Tour, rules: TourRules) -> str:
    """The tour in a line."""
    of = f" of {tour.length}" if tour.length else ""
    told = f"{tour.name}: {tour.done}{of} {rules.noun}s done, {len(tour.flown)} flown"
    average = bombing_average(tour)
    told += f", bombing {average:.0f}%" if average else ""
    return f"{told}; {tour.ending}" if tour.is_over else told


def as_csv(tour: Tour, rules: TourRules) -> str:
    """One row a line of the book, and a column for each trade with the man and how he came out of it."""
    trades = list(dict.fromkeys(man.trade for man in tour.roster))
    titles = {man.trade: man.title or as_words(man.trade) for man in tour.roster}
    made = io.StringIO()
    writer = csv.writer(made, lineterminator="\n")
    writer.writerow([*headings(rules.columns)[:-1], *(titles[one] for one in trades), "seed", "digest", "remarks"])
    for one, row in zip(tour.operations, operation_rows(tour, rules.columns), strict=True):
        parts = {part.trade: part for part in one.crew}
        crew = []
        for trade in trades:
            part = parts.get(trade)
            kills = f", {told_kills(part.kills)} shot down" if part is not None and part.kills != "0" else ""
            crew.append("" if part is None else f"{part.name}: {part.status}{kills}")
        writer.writerow([*row[:-1], *crew, one.seed, one.digest, row[-1]])
    return made.getvalue()


def as_markdown(tour: Tour, rules: TourRules) -> str:
    """The record for a forum: the book, the roster, and changes of the terms."""
    lines = [f"# {title(tour, rules)}", ""]
    lines += _table(headings(rules.columns), operation_rows(tour, rules.columns))
    lines += ["", "## Roster", ""]
    lines += _table(CREW_HEADINGS, crew_rows(tour.roster))
    lines += ["", "## Aeroplanes", ""]
    rows = [
        (one.name or one.type, one.type, format_count(one.operations, rules.noun), one.status)
        for one in tour.aeroplanes
    ]
    lines += _table(("name", "type", "flown", "status"), rows)
    if tour.changes:
        lines += ["", "## Changes", ""]
        lines += [f"- from no. {one.operation}: {_cell(one.says)}" for one in tour.changes]
    return "\n".join(lines) + "\n"


def _table(names: Sequence[str], rows: Sequence[Sequence[str]]) -> list[str]:
    used = [place for place in range(len(names)) if any(row[place] for row in rows)] or [0]
    lines = ["| " + " | ".join(names[place] for place in used) + " |", "|" + " --- |" * len(used)]
    lines += ["| " + " | ".join(_cell(row[place]) for place in used) + " |" for row in rows]
    return lines


def _cell(text: str) -> str:
    return text.replace("|", "\\|").replace("\n", " ")
