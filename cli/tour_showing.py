"""Looking at tours: how one stands, its record, and all of them side by side."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from .saves import plain_option
from .session import Session, json_option, pass_session
from .tour_folders import FLIGHT, all_folders, quoted, read_it, rules_for

if TYPE_CHECKING:
    from fractions import Fraction

    from bomberstream.core.tour import Aeroplane, Operation, Tour, TourRules

    from .render import Screen

__all__ = ["facts", "line_facts", "list_tours", "record", "show_line", "show_status", "status"]


@click.command()
@click.argument("name")
@plain_option
@json_option
@pass_session
def status(session: Session, name: str, plain: bool, as_json: bool) -> None:
    """How a tour stands: the crew, the aeroplane, what is done and what is left.

    \b
    Example:
      bomberstream tour status First
    """

    from .render import Screen, give_json

    made, path = read_it(session, name)
    if as_json:
        give_json(facts(made))
        return
    show_status(Screen(plain=plain), made, rules_for(session, made))
    if (path.parent / FLIGHT).exists():
        session.tell(f"a flight was left unfinished; go on with: bomberstream tour fly {quoted(name)}")


def show_status(screen: Screen, made: Tour, rules: TourRules) -> None:
    """The status on the screen."""
    from bomberstream.core.tour import bombing_average, told_kills

    from .record import CREW_HEADINGS, crew_rows
    from .render import format_count

    one = made.aeroplane
    of = f" of {made.length}" if made.length else ""
    scrubbed = len(made.operations) - len(made.flown)
    lost = sum(op.is_lost for op in made.operations)
    average = bombing_average(made)
    kills = told_kills(sum_of_kills(made))
    own = rules.standing(made)
    told = {name for name, _ in own}
    screen.put(f"{made.name} ({made.game})", style="heading")
    screen.fields(
        [
            (f"{rules.noun}s", f"{made.done}{of} done, {len(made.flown)} flown"),
            ("called off", format_count(scrubbed, "day") if scrubbed else ""),
            ("next", f"no. {made.number}, {made.date}" if not made.is_over else ""),
            ("over", made.ending),
            ("aeroplane", _aeroplane(one, rules) if one is not None else ""),
            ("lost", format_count(lost, "aeroplane") if lost else ""),
            ("bombing", f"{average:.0f}% on the average" if average else ""),
            ("kills", kills if kills != "0" and "kills" not in told else ""),
            *own,
            ("rules", ", ".join(made.terms.rules)),
            *((f"from no. {change.operation}", change.says) for change in made.changes),
            ("seed", made.seed),
        ],
        indent=2,
    )
    crew = made.crew
    if crew:
        screen.put("Crew", style="heading")
        screen.table(CREW_HEADINGS[:-1], [row[:-1] for row in crew_rows(crew)], indent=2)
    gone = [man for man in made.roster if not man.is_flying]
    if gone:
        screen.put("No longer with us", style="heading")
        rows = [(man.title, man.told, format_count(man.missions, rules.noun), man.status) for man in gone]
        screen.table(("", "", "", ""), rows, indent=2)


def _aeroplane(one: Aeroplane, rules: TourRules) -> str:
    from .render import format_count

    return f"{one.told}, {format_count(one.operations, rules.noun)}"


def sum_of_kills(made: Tour) -> Fraction:
    """What the flights of a tour shot down."""
    from fractions import Fraction

    return sum((Fraction(one.kills) for one in made.flown), Fraction(0))


@click.command()
@click.argument("name")
@click.option(
    "--csv", "to_csv", type=click.Path(dir_okay=False, path_type=Path), metavar="FILE", help="Write it as CSV."
)
@click.option(
    "--markdown", type=click.Path(dir_okay=False, path_type=Path), metavar="FILE", help="Write it as Markdown."
)
@plain_option
@json_option
@pass_session
def record(session: Session, name: str, to_csv: Path | None, markdown: Path | None, plain: bool, as_json: bool) -> None:
    """The composite mission record of a tour.

    \b
    Example:
      bomberstream tour record First
      bomberstream tour record First --csv record.csv
      bomberstream tour record First --markdown record.md
    """
    from bomberstream.core.keeping import write_text_safely

    from .record import as_csv, as_markdown, show_record
    from .render import Screen, give_json

    made, _ = read_it(session, name)
    rules = rules_for(session, made)
    for file, form in ((to_csv, as_csv), (markdown, as_markdown)):
        if file is not None:
            write_text_safely(file, form(made, rules))
            session.tell(f"written: {file}")
    if as_json:
        give_json({**facts(made), "operations": [line_facts(one) for one in made.operations]})
    elif to_csv is None and markdown is None:
        show_record(Screen(plain=plain), made, rules)


@click.command("list")
@plain_option
@json_option
@pass_session
def list_tours(session: Session, plain: bool, as_json: bool) -> None:
    """All tours, the best first: by what counts, then by bombing.

    \b
    Example:
      bomberstream tour list
    """
    from bomberstream.core.errors import SaveMismatch
    from bomberstream.core.tour import all_told, bombing_average, load_tour, told_kills

    from .render import Screen, as_words, give_json

    found, broken = [], []
    for folder in all_folders(session):
        try:
            found.append(load_tour(folder / "tour.json"))
        except SaveMismatch as fault:
            broken.append(fault)
    found = all_told(found)
    if as_json:
        give_json({"tours": [facts(one) for one in found]})
    elif not found:
        session.tell("no tours yet; begin one with bomberstream tour new NAME GAME")
    else:
        rows = [
            (
                one.name,
                one.game,
                f"{one.done}" + (f" of {one.length}" if one.length else ""),
                len(one.flown),
                f"{bombing_average(one):.0f}%" if bombing_average(one) else "",
                told_kills(sum_of_kills(one)),
                sum(op.is_lost for op in one.operations),
                sum(man.status in ("killed", "died of wounds", "missing") for man in one.roster),
                as_words(one.status),
            )
            for one in found
        ]
        names = ("tour", "game", "done", "flown", "bombing", "kills", "lost", "dead", "")
        Screen(plain=plain).table(names, rows)
    for wrong in broken:
        session.tell(f"note: {wrong}")


def show_line(screen: Screen, made: Tour, rules: TourRules, line: Operation) -> None:
    """What the operation means for the tour."""
    screen.put()
    counts = "counts" if line.counts else "does not count"
    of = f" of {made.length}" if made.length else ""
    screen.put(f"{rules.noun.capitalize()} {line.number} {counts}: {made.done}{of} done.", style="heading")
    for note in line.notes:
        screen.put(note, indent=2)
    if made.is_over:
        screen.put(f"The tour is over: {made.ending}.", style="good" if made.status == "completed" else "bad")
    else:
        screen.put(f"The next one is due on {made.date}.", indent=2)


# --- as plain data


def facts(made: Tour) -> dict[str, Any]:
    """A tour as plain data, its book left out."""
    from attrs import asdict
    from bomberstream.core.tour import bombing_average

    plain = asdict(made)
    for left_out in ("operations", "format", "kept"):
        del plain[left_out]
    return {
        **plain,
        "credited": made.credited,
        "flown": len(made.flown),
        "called_off": len(made.operations) - len(made.flown),
        "lost": sum(one.is_lost for one in made.operations),
        "kills": sum_of_kills(made),
        "bombing_percent": round(bombing_average(made), 2),
    }


def line_facts(line: Operation) -> dict[str, Any]:
    """A line of the book as plain data."""
    from attrs import asdict

    return asdict(line)
