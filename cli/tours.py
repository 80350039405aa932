"""Tours of duty: begun, flown operation by operation, looked at, and compared."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import click

from .session import ExistingFile, Session, game_argument, json_option, pass_session
from .setup import setup_options
from .tour_flying import fly
from .tour_folders import FLIGHT, folder_of, quoted, read_it, ruleset_of
from .tour_showing import facts, list_tours, record, show_status, status
from .tour_terms import read_terms

__all__ = ["tour"]


@click.group()
def tour() -> None:
    """Fly a tour of duty: the same crew, operation after operation.

    \b
    Example:
      bomberstream tour new First GAME --date 1943-06-01
      bomberstream tour fly First                  the next one, by orders
      bomberstream tour fly First --interactive    the next one, by hand
      bomberstream tour status First
      bomberstream tour record First --csv record.csv
      bomberstream tour list                       all tours side by side
    """


# --- beginning


@tour.command()
@click.argument("name")
@game_argument
@setup_options
@click.option("--seed", type=int, metavar="N", help="The seed of the whole tour; left out, one is chosen and told.")
@json_option
@pass_session
def new(session: Session, /, name: str, game: str, seed: int | None, as_json: bool, **given: Any) -> None:
    """Begin a tour.

    What is left open is drawn: the day, the bomber, the crew. Optional rules hold for the whole tour, unless you change
    them later (tour change). Settings of the tour go with --set beside those of the game: length, gap (most days
    between operations), pilot_lost (ends, carries_on).

    \b
    Example:
      bomberstream tour new First GAME
      bomberstream tour new Second GAME --bomber BOMBER --date 1943-06-01
      bomberstream tour new Third GAME --set pilot_lost=carries_on
    """
    import secrets

    from bomberstream.core.errors import NotAllowed
    from bomberstream.core.keeping import held
    from bomberstream.core.tour import open_tour, rules_of, write_tour

    from .render import Screen, give_json

    path = folder_of(session, name) / "tour.json"
    if path.exists():
        raise NotAllowed(f"there is a tour {name!r} already")
    chosen = secrets.randbelow(2**31) if seed is None else seed
    _, ruleset, terms = read_terms(session, game, chosen, given)
    made = open_tour(ruleset, name, terms, chosen)
    with held(path.parent):
        if path.exists():
            raise NotAllowed(f"there is a tour {name!r} already")
        write_tour(path, made)
    if as_json:
        give_json(facts(made))
        return
    show_status(Screen(), made, rules_of(ruleset))
    session.tell(f"fly the first {rules_of(ruleset).noun} with: bomberstream tour fly {quoted(name)}")


@tour.command()
@click.argument("name")
@click.option("--rule", "add", metavar="RULE", multiple=True, help="Switch an optional rule on.")
@click.option("--drop", metavar="RULE", multiple=True, help="Switch an optional rule off.")
@click.option("--orders", type=ExistingFile, metavar="FILE", help="Other standing orders, in TOML.")
@click.option("--note", default="", metavar="TEXT", help="Why; it stands in the record.")
@json_option
@pass_session
def change(
    session: Session,
    name: str,
    add: tuple[str, ...],
    drop: tuple[str, ...],
    orders: Path | None,
    note: str,
    as_json: bool,
) -> None:
    """Change the terms of a tour; the record says when, and what.

    \b
    Example:
      bomberstream tour change First --rule RULE --note "the new year"
      bomberstream tour change First --drop RULE
    """
    from attrs import evolve
    from bomberstream.core.errors import NotAllowed, UsageError, did_you_mean
    from bomberstream.core.keeping import held
    from bomberstream.core.tour import Change, load_tour, write_tour

    from .checks import read_orders
    from .fly import provenance
    from .render import give_json

    made, path = read_it(session, name)
    if made.is_over:
        raise NotAllowed(f"the tour {name!r} is over: {made.ending}")
    if (path.parent / FLIGHT).exists():
        raise UsageError("an operation was left unfinished: fly it to its end first")
    session.check_rules(session.game(made.game), add)
    rules = list(made.terms.rules)
    for one in drop:
        if one not in rules:
            raise UsageError(f"rule {one!r} is not on; {did_you_mean(one, rules)}".rstrip("; "))
        rules.remove(one)
    new = [one for one in add if one not in rules]
    says = [f"rule {one} on" for one in new] + [f"rule {one} off" for one in drop]
    terms = evolve(made.terms, rules=tuple(rules + new))
    if orders is not None:
        read_orders(orders)
        terms = evolve(terms, orders=provenance(session, {"orders": orders, "overlays": (), "house": ()})["orders"])
        says.append("other standing orders")
    if not says:
        raise UsageError("nothing to change; name a rule with --rule or --drop, or --orders")
    made.terms = terms
    ruleset_of(session, made)
    told = ", ".join(says) + (f" ({note})" if note else "")
    with held(path.parent):
        there = load_tour(path)
        if there.number != made.number or there.changes != made.changes:
            raise NotAllowed(f"the tour {name!r} has been flown on or changed from elsewhere since; nothing is changed")
        made.changes = (*made.changes, Change(made.number, told))
        write_tour(path, made)
    if as_json:
        give_json(facts(made))
        return
    click.echo(f"from no. {made.number} on: {told}")


for command in (fly, status, record, list_tours):
    tour.add_command(command)
