"""Who flies what, where and when: the options that every command which flies has in common."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple, TypeVar

import click

from .session import ExistingFile, Session, as_typed, house_option, rules_option, tables_option

if TYPE_CHECKING:
    from bomberstream.core.recipe import Recipe
    from bomberstream.core.ruleset import Ruleset
    from bomberstream.core.sortie import Setup

__all__ = ["Prepared", "prepare", "read_setup", "setup_options"]

Function = TypeVar("Function", bound=Callable[..., Any])

_OPTIONS = (
    click.option("--bomber", metavar="BOMBER", help="The type to fly (see bomberstream bombers)."),
    click.option("--campaign", type=int, metavar="N", help="The campaign to fly in."),
    click.option("--target", metavar="TARGET", help="The target (see bomberstream targets)."),
    click.option("--date", metavar="YYYY-MM-DD", help="The day of the mission."),
    click.option("--moon", metavar="MOON", help="The moon, in games that ask for it."),
    rules_option,
    house_option,
    tables_option,
    click.option(
        "--set",
        "settings",
        metavar="KEY=VALUE",
        multiple=True,
        help="A setting of the game (see bomberstream games); may be given several times.",
    ),
    click.option("--orders", type=ExistingFile, metavar="FILE", help="Standing orders of your own, in TOML."),
)


def setup_options(function: Function) -> Function:
    """--bomber, --campaign, --target, --date, --moon, --rule, --house, --tables, --set, --orders."""
    for option in reversed(_OPTIONS):
        function = option(function)
    return function


class Prepared(NamedTuple):
    """What was typed, read."""

    recipe: Recipe
    ruleset: Ruleset
    setup: Setup


def read_setup(session: Session, game: str, seed: int | str, **given: Any) -> tuple[Ruleset, Setup]:
    """The ruleset and setup that were typed; raises `UsageError` or `BadData` for what is wrong in them."""
    prepared = prepare(session, game, seed, **given)
    return prepared.ruleset, prepared.setup


def prepare(
    session: Session,
    game: str,
    seed: int | str,
    *,
    bomber: str | None,
    campaign: int | None,
    target: str | None,
    date: str | None,
    moon: str | None,
    rules: tuple[str, ...],
    house: tuple[str, ...],
    overlays: tuple[Path, ...],
    settings: tuple[str, ...],
    orders: Path | None,
) -> Prepared:
    """What was typed, and what it is made ready from; raises `UsageError` or `BadData` for what is wrong in it."""
    from bomberstream.core.errors import BadData, UsageError
    from bomberstream.core.sortie import Setup

    from .checks import check_campaign, check_date, check_devices_typed, check_target, parse_settings, read_orders

    check_date(date)
    session.check_rules(session.game(game), rules)
    standing = None if orders is None else read_orders(orders)
    recipe = session.recipe(
        session.game(game).id, rules=rules, tables=overlays, house=house, orders=standing, bomber=bomber
    )
    ruleset = session.make_ready(recipe)
    played = ruleset.game
    options = parse_settings(played, settings, preset=ruleset.presets)
    if moon is not None:
        phases = next((one for one in played.options if one.name == "moon"), None)
        if phases is None:
            raise UsageError(f"--moon {moon!r}: {played.id} does not ask for the moon")
        try:
            phase = phases.read(moon.strip())
        except BadData as wrong:
            raise UsageError(f"--moon {moon!r}: {wrong}") from None
        if options.get("moon", phase) != phase:
            raise UsageError(f"--moon {moon!r} and --set 'moon={options['moon']}' contradict each other; give one")
        options["moon"] = phase
    check_devices_typed(ruleset, options)
    check_campaign(ruleset, campaign)
    check_target(ruleset, target)
    with as_typed():
        kind = None if bomber is None else ruleset.bomber(bomber).id
    setup = Setup(game=played.id, seed=seed, bomber=kind, campaign=campaign, target=target, date=date, options=options)
    return Prepared(recipe, ruleset, setup)
