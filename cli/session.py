"""What the commands share: plugins and rulesets of this run, and the options that choose them."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterable, Iterator, Mapping
from contextlib import contextmanager
from functools import cached_property
from pathlib import Path
from typing import TYPE_CHECKING, Any, TypeVar

import click
from click.shell_completion import CompletionItem

if TYPE_CHECKING:
    from bomberstream.core.decisions import Standing
    from bomberstream.core.game import Game
    from bomberstream.core.hooks import Plugins
    from bomberstream.core.recipe import Recipe
    from bomberstream.core.ruleset import Ruleset

__all__ = [
    "ExistingFile",
    "ExistingPath",
    "Session",
    "as_typed",
    "game_argument",
    "house_option",
    "json_option",
    "optional_game_argument",
    "pass_session",
    "rules_option",
    "tables_option",
]

Function = TypeVar("Function", bound=Callable[..., Any])


class Session:
    """One run of the program: its plugins, loaded when first asked for."""

    def __init__(self, *, without: Iterable[str] = (), strict: bool = False, quiet: bool = False) -> None:
        self._without = tuple(without)
        self._strict = strict
        self._quiet = quiet
        self.folder = Path(click.get_app_dir("bomberstream"))
        """The user's own folder: `plugins/`, `rules/` and `tables/<game>/` in it."""

    @cached_property
    def plugins(self) -> Plugins:
        """The plugins; those that fail, and names that no plugin has, are told on standard error, a line each."""
        from bomberstream.core.hooks import load_plugins

        only = _only_plugins()
        loaded = load_plugins(only=only, without=self._without, folder=self.folder / "plugins", strict=self._strict)
        loaded.tell = lambda failed: self.tell(str(failed))
        for name in loaded.unknown:
            by = "--no-plugin" if name in self._without else "BOMBERSTREAM_PLUGINS"
            self.tell(f"{by} names {name!r}, but there is no such plugin")
        for failed in loaded.failed:
            self.tell(str(failed))
        return loaded

    def tell(self, line: str) -> None:
        """A message to the person, beside the result: on standard error."""
        if not self._quiet:
            click.echo(" ".join(line.split()), err=True)

    def game(self, name: str) -> Game:
        """A game that was typed; an unknown one is wrong usage, unless its plugin may be a failed one."""
        from bomberstream.core.errors import BadData, BadPlugin, UsageError

        try:
            return self.plugins.game(name)
        except BadData as wrong:
            if self.plugins.failed:
                raise BadPlugin(f"{wrong} (some plugins were left out)") from None
            raise UsageError(f"{wrong}; see bomberstream games") from None

    def games(self, name: str | None) -> list[Game]:
        """The game that was typed, or all of them."""
        return [self.game(name)] if name is not None else list(self.plugins.games().values())

    def check_rules(self, game: Game, rules: Iterable[str]) -> None:
        """Optional rules that were typed must exist; raises `UsageError` with the nearest."""
        from bomberstream.core.errors import UsageError, did_you_mean

        known = self.plugins.rules()
        for rule in rules:
            if rule not in known:
                hint = did_you_mean(rule, self.plugins.rules(game.id)) or f"see bomberstream rules {game.id}"
                raise UsageError(f"no rule {rule!r}; {hint}")

    def ruleset(
        self,
        game: str,
        *,
        rules: Iterable[str] = (),
        tables: Iterable[Path] = (),
        house: Iterable[str] = (),
        orders: Mapping[str, Standing] | None = None,
        bomber: str | None = None,
    ) -> Ruleset:
        """A game made ready: the user's own tables lie on it, then those that were named; then house rules.

        `bomber`: the one that is to fly; one of another game is let in.
        """
        return self.make_ready(self.recipe(game, rules=rules, tables=tables, house=house, orders=orders, bomber=bomber))

    def recipe(
        self,
        game: str,
        *,
        rules: Iterable[str] = (),
        tables: Iterable[Path] = (),
        house: Iterable[str] = (),
        orders: Mapping[str, Standing] | None = None,
        bomber: str | None = None,
    ) -> Recipe:
        """What such a game is made ready from: what workers elsewhere are told."""
        from bomberstream.core.recipe import Recipe

        own = {name: path for name in self.plugins.games() if (path := self._own_tables(name)) is not None}
        overlays = [own[game], *tables] if game in own else list(tables)
        return Recipe(
            game,
            rules=tuple(rules),
            overlays=tuple(path.absolute() for path in overlays),
            house=tuple(self.house_file(one).absolute() for one in house),
            orders=orders or {},
            bomber=bomber,
            guest_tables={name: (path,) for name, path in own.items() if name != game},
            plugins=_only_plugins(),
            without=self._without,
            folder=self.folder / "plugins",
        )

    def make_ready(self, recipe: Recipe) -> Ruleset:
        """The ruleset of a recipe, with the plugins of this run; what clashes is told.

        Raises `BadData`; faults of tables laid on top are told with their lines.
        """
        from bomberstream.core.errors import BadData
        from bomberstream.core.lines import with_lines
        from bomberstream.core.packs import files_of

        try:
            made = recipe.compose(self.plugins)
        except BadData as wrong:
            files = {shown: path for root in recipe.overlays for shown, path in files_of(root).items()}
            raise BadData(with_lines(wrong.problems, files)) from None
        for clash in made.clashes:
            self.tell(f"note: {clash}")
        self._tell_filled(made)
        return made

    def _own_tables(self, game: str) -> Path | None:
        """The user's own folder of tables for a game; None where there is none."""
        path = self.folder / "tables" / game
        return path if path.is_dir() and any(path.rglob("*.toml")) else None

    def _tell_filled(self, ruleset: Ruleset) -> None:
        """How far the templates that lie on the game have been filled in."""
        for pack in dict.fromkeys(one.pack for one in ruleset.filled):
            found = [one for one in ruleset.filled if one.pack == pack]
            whole = sum(one.is_whole for one in found)
            if whole == len(found):
                continue
            self.tell(f"note: {pack}: tables filled in: {whole} of {len(found)}; the rest is as it was")
            for one in found:
                if one.done and not one.is_whole:
                    self.tell(f"note: {pack}: {one}")

    def house_file(self, given: str) -> Path:
        """The file of house rules that was typed: a path, or the name of a file in the user's own `rules` folder."""
        from bomberstream.core.errors import UsageError, did_you_mean

        path = Path(given)
        if path.is_file():
            return path
        own = self.folder / "rules"
        if (own / f"{given}.toml").is_file():
            return own / f"{given}.toml"
        known = [one.stem for one in sorted(own.glob("*.toml"))]
        hint = did_you_mean(path.stem, known) or f"there are no house rules in {own}"
        raise UsageError(f"house rules {given!r}: no such file, and none of that name among your own; {hint}")


def _only_plugins() -> tuple[str, ...] | None:
    """The plugins that the environment allows: None for all, an empty list for none."""
    named = os.environ.get("BOMBERSTREAM_PLUGINS")
    return None if named is None else tuple(name.strip() for name in named.split(",") if name.strip())


@contextmanager
def as_typed() -> Iterator[None]:
    """Bad data in what was typed on the command line is wrong usage."""
    from bomberstream.core.errors import BadData, UsageError

    try:
        yield
    except BadData as wrong:
        raise UsageError(str(wrong)) from None


def _complete_game(ctx: click.Context, param: click.Parameter, incomplete: str) -> list[CompletionItem]:
    games = Session(quiet=True).plugins.games()
    return [CompletionItem(game.id, help=game.title) for game in games.values() if game.id.startswith(incomplete)]


pass_session = click.make_pass_decorator(Session)
ExistingFile = click.Path(exists=True, dir_okay=False, path_type=Path)
ExistingPath = click.Path(exists=True, path_type=Path)


def game_argument(function: Function) -> Function:
    """GAME."""
    return click.argument("game", metavar="GAME", shell_complete=_complete_game)(function)


def optional_game_argument(function: Function) -> Function:
    """[GAME]."""
    return click.argument("game", metavar="[GAME]", required=False, shell_complete=_complete_game)(function)


def json_option(function: Function) -> Function:
    """--json."""
    return click.option("--json", "as_json", is_flag=True, help="Give one JSON document instead of text.")(function)


def rules_option(function: Function) -> Function:
    """--rule, repeatable."""
    return click.option(
        "--rule", "rules", metavar="RULE", multiple=True, help="Switch an optional rule on; later ones stand."
    )(function)


def tables_option(function: Function) -> Function:
    """--tables, repeatable."""
    return click.option(
        "--tables",
        "overlays",
        metavar="DIR",
        multiple=True,
        type=ExistingPath,
        help="Lay tables of your own on top; later ones stand.",
    )(function)


def house_option(function: Function) -> Function:
    """--house, repeatable."""
    return click.option(
        "--house",
        "house",
        metavar="FILE",
        multiple=True,
        help="House rules: a file, or the name of one in your own rules folder; later ones stand.",
    )(function)
