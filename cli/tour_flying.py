"""Flying the next operation of a tour, or many: by standing orders, or by hand."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from .saves import as_kept, open_play, plain_option, sit_down
from .session import Session, json_option, pass_session
from .tour_folders import FLIGHT, open_it, quoted
from .tour_showing import facts, line_facts, show_line, show_status

if TYPE_CHECKING:
    from bomberstream.core.play import Play
    from bomberstream.core.ruleset import Ruleset
    from bomberstream.core.sortie import Setup, Sortie
    from bomberstream.core.tape import Save
    from bomberstream.core.tour import Operation, Tour, TourRules

    from .render import Screen

__all__ = ["fly"]


@click.command()
@click.argument("name")
@click.option("--interactive", is_flag=True, help="Take every decision yourself, question by question.")
@click.option(
    "--dice", type=click.Choice(["auto", "manual"]), default="auto", show_default=True, help="Who throws the dice."
)
@click.option("--target", metavar="TARGET", help="The target of this operation; left out, it is drawn.")
@click.option("--date", metavar="YYYY-MM-DD", help="Its day, not before the one that is due.")
@click.option("--times", type=click.IntRange(min=1), metavar="N", help="Fly so many, by standing orders.")
@click.option("--all", "to_the_end", is_flag=True, help="Fly to the end of the tour, by standing orders.")
@plain_option
@click.option("-v", "--verbose", is_flag=True, help="Tell every roll with its modifiers, and every decision.")
@json_option
@pass_session
def fly(
    session: Session,
    name: str,
    interactive: bool,
    dice: str,
    target: str | None,
    date: str | None,
    times: int | None,
    to_the_end: bool,
    plain: bool,
    verbose: bool,
    as_json: bool,
) -> None:
    """Fly the next operation of a tour, or several.

    An operation that was left unfinished goes on where it was left. Every operation is kept: bomberstream replay and
    report take its file.

    \b
    Example:
      bomberstream tour fly First
      bomberstream tour fly First --interactive
      bomberstream tour fly First --target Essen
      bomberstream tour fly First --all
    """
    from bomberstream.core.errors import NotAllowed, UsageError
    from bomberstream.core.tour import next_setup, rules_of

    from .checks import check_date, check_target
    from .render import Screen, give_json

    many = to_the_end or times is not None
    by_hand = interactive or dice == "manual"
    if by_hand and (many or as_json):
        raise UsageError("--all, --times and --json do not go with --interactive or --dice manual")
    if to_the_end and times is not None:
        raise UsageError("--all and --times contradict each other; give one")
    if many and (target is not None or date is not None):
        raise UsageError("--target and --date are for one operation, not for --all or --times")
    check_date(date)
    made, ruleset, path = open_it(session, name)
    check_target(ruleset, target)
    if made.is_over:
        raise NotAllowed(f"the tour {name!r} is over: {made.ending}")
    screen = Screen(plain=plain)
    if many:
        flown = fly_many(session, made, ruleset, path, times)
        if as_json:
            give_json({**facts(made), "flown_now": [line_facts(one) for one in flown]})
            return
        show_flown(screen, made, rules_of(ruleset), flown)
        return
    setup = next_setup(ruleset, made)
    unfinished = path.parent / FLIGHT
    if unfinished.exists() and is_of(session, unfinished, setup):
        if many or as_json or target is not None or date is not None:
            raise NotAllowed(f"an operation was left unfinished; go on with: bomberstream tour fly {quoted(name)}")
        go_on(session, made, ruleset, path, screen, verbose=verbose)
        return
    setup = as_wished(made, rules_of(ruleset), setup, target, date)
    if by_hand:
        begin_by_hand(session, made, ruleset, path, setup, screen, interactive=interactive, dice=dice, verbose=verbose)
        return
    fly_one(session, made, ruleset, path, setup, screen, verbose=verbose, as_json=as_json)


def as_wished(made: Tour, rules: TourRules, setup: Setup, target: str | None, date: str | None) -> Setup:
    """The setup with a target and a day of the player's choice; raises `UsageError` for a day before the one due, and
    where the game leaves no choice."""
    from attrs import evolve
    from bomberstream.core.errors import UsageError

    for option, given in (("target", target), ("date", date)):
        if given is not None and option not in rules.chooses:
            raise UsageError(f"--{option} {given}: {made.game} leaves no choice of it, {rules.noun} by {rules.noun}")
    if date is not None and date < made.date:
        raise UsageError(f"--date {date}: the crew are not ready before {made.date}")
    return evolve(setup, target=target or setup.target, date=date or setup.date)


def is_of(session: Session, file: Path, setup: Setup) -> bool:
    """Whether a flight left unfinished is the next one of the tour; one of an operation that is in the book is none."""
    from bomberstream.core.flight import setup_of
    from bomberstream.core.tape import load_save

    return str(setup_of(load_save(file)).seed) == str(setup.seed)


def write_down(made: Tour, path: Path, save: Save, s: Sortie, digest: str, taken_back: int = 0) -> Operation:
    """A flight that is over goes into the book, and its tape into the tour's folder.

    Raises `NotAllowed` where the tour has been flown on or changed from elsewhere meanwhile: the book there stands.
    """
    from bomberstream.core.errors import NotAllowed
    from bomberstream.core.keeping import held
    from bomberstream.core.tape import write_save
    from bomberstream.core.tour import enter, load_tour, write_tour

    number = made.number
    with held(path.parent):
        there = load_tour(path)
        if there.number != number or there.changes != made.changes:
            done = "flown on" if there.number != number else "changed"
            raise NotAllowed(
                f"the tour {made.name!r} has been {done} from elsewhere since; operation {number} is not written down"
            )
        write_save(path.parent / f"{number:03}.json", save)
        line = enter(made, s, digest=digest, taken_back=taken_back)
        write_tour(path, made)
        (path.parent / FLIGHT).unlink(missing_ok=True)
    return line


def fly_one(
    session: Session,
    made: Tour,
    ruleset: Ruleset,
    path: Path,
    setup: Setup,
    screen: Screen,
    *,
    verbose: bool,
    as_json: bool,
) -> None:
    """An operation by standing orders, told from take-off to landing."""
    from bomberstream.core import flight
    from bomberstream.core.events import Event, digest
    from bomberstream.core.tape import Tape
    from bomberstream.core.tour import rules_of

    from .account import account, tell
    from .render import give_json

    log: list[Event] = []
    s = flight.fly(ruleset, setup, log=log, tape=Tape())
    line = write_down(made, path, kept_in(made, flight.make_save(s, log)), s, digest(log))
    if as_json:
        give_json({**account(s, log), "tour": facts(made), "line": line_facts(line)})
        return
    tell(s, log, verbose=verbose, plain=screen.plain)
    show_line(screen, made, rules_of(ruleset), line)


def kept_in(made: Tour, save: Save) -> Save:
    """A save with what its tour knows of its making."""
    from attrs import evolve

    return evolve(save, orders=made.terms.orders, lying_on=made.terms.tables, house=made.terms.house)


def fly_many(session: Session, made: Tour, ruleset: Ruleset, path: Path, times: int | None) -> list[Operation]:
    """Operations by standing orders, one after the other; each is in the book before the next is flown."""
    from bomberstream.core import flight
    from bomberstream.core.events import Event, digest
    from bomberstream.core.tape import Tape
    from bomberstream.core.tour import next_setup, rules_of

    from .progress import progress

    flown: list[Operation] = []
    total = times if times is not None else made.length or None
    with progress(f"{rules_of(ruleset).noun}s", total) as show:
        while not made.is_over and (times is None or len(flown) < times):
            log: list[Event] = []
            s = flight.fly(ruleset, next_setup(ruleset, made), log=log, tape=Tape())
            flown.append(write_down(made, path, kept_in(made, flight.make_save(s, log)), s, digest(log)))
            show(len(flown) if times is not None else made.done, flown[-1].outcome.replace("_", " "))
    return flown


def begin_by_hand(
    session: Session,
    made: Tour,
    ruleset: Ruleset,
    path: Path,
    setup: Setup,
    screen: Screen,
    *,
    interactive: bool,
    dice: str,
    verbose: bool,
) -> None:
    """An operation played by hand."""
    from bomberstream.core.play import ALL, Play

    from .fly import greet

    play = Play(ruleset, setup, dice, ordered=set() if interactive else {ALL})
    greet(session, path.parent / FLIGHT, interactive=interactive)
    kept = {"orders": made.terms.orders, "lying_on": made.terms.tables, "house": made.terms.house}
    sit_at(session, made, ruleset, path, play, screen, kept, verbose=verbose)


def go_on(session: Session, made: Tour, ruleset: Ruleset, path: Path, screen: Screen, *, verbose: bool) -> None:
    """An operation that was left unfinished."""
    from bomberstream.core.events import StretchEvent

    play, save = open_play(session, path.parent / FLIGHT)
    stretches = [place for place, event in enumerate(play.log) if isinstance(event, StretchEvent)]
    told = stretches[-1] if stretches else 0
    sit_at(session, made, ruleset, path, play, screen, as_kept(save), verbose=verbose, told=told)


def sit_at(
    session: Session,
    made: Tour,
    ruleset: Ruleset,
    path: Path,
    play: Play,
    screen: Screen,
    kept: dict[str, Any],
    *,
    verbose: bool,
    told: int = 0,
) -> None:
    """Play at the table; a flight that is over goes into the book."""
    from attrs import evolve
    from bomberstream.core.events import digest
    from bomberstream.core.tour import rules_of

    from .account import tell

    again = f"bomberstream tour fly {quoted(made.name)}"
    if not sit_down(session, play, path.parent / FLIGHT, screen, kept, verbose=verbose, told=told, again=again):
        return
    assert play.sortie is not None
    tell(play.sortie, play.log, since=len(play.log), plain=screen.plain)
    save = evolve(play.save(), **kept)
    line = write_down(made, path, save, play.sortie, digest(play.log), play.taken_back)
    show_line(screen, made, rules_of(ruleset), line)


def show_flown(screen: Screen, made: Tour, rules: TourRules, flown: list[Operation]) -> None:
    """Several operations, a line each."""
    from .record import operation_rows

    rows = operation_rows(made, {})[-len(flown) :] if flown else []
    names = ("no.", "date", "target", "aircraft", "outcome", "bombs", "counts", "kills")
    screen.table(names, [row[: len(names)] for row in rows])
    show_status(screen, made, rules)
