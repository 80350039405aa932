"""Plugins: the hooks, how they are found, and naming the one at fault.

pluggy is asked when plugins are loaded and when a ruleset is composed, never in play. Every plugin is
imported and registered on its own: one that fails is named and left out, and nothing of it stays behind.
"""

from __future__ import annotations

import importlib.util
import sys
from collections.abc import Callable, Iterable, Iterator, Mapping
from collections.abc import Set as AbstractSet
from functools import partial
from importlib.metadata import entry_points
from pathlib import Path
from types import ModuleType
from typing import Any

import attrs
import pluggy
from attrs import define, field

from .blame import reason_of, way_out
from .conditions import Name
from .effects import Verb
from .errors import BadData, BadPlugin, did_you_mean
from .game import Game, OptionalRule
from .patience import LOADING, TakesTooLong, patience

__all__ = ["API_VERSION", "FailedPlugin", "LoadedPlugin", "Plugins", "hookimpl", "load_plugins"]

API_VERSION = 1
"""What a plugin declares as its `API_VERSION`."""

GROUP = "bomberstream.plugins"

hookspec = pluggy.HookspecMarker("bomberstream")
hookimpl = pluggy.HookimplMarker("bomberstream")


class Hooks:
    """What a plugin may bring. Each hook returns things; none acts."""

    @hookspec
    def bomberstream_games(self) -> Iterable[Game]:
        """Games to play."""
        raise NotImplementedError

    @hookspec
    def bomberstream_packs(self, game: str) -> Iterable[Path]:
        """Folders or files of TOML that add to a game: bombers, tables, targets, orders."""
        raise NotImplementedError

    @hookspec
    def bomberstream_rules(self) -> Iterable[OptionalRule]:
        """Optional rules that a player may switch on."""
        raise NotImplementedError

    @hookspec
    def bomberstream_verbs(self, game: str) -> Iterable[Verb]:
        """Verbs for the effects of a game's tables."""
        raise NotImplementedError

    @hookspec
    def bomberstream_vocabulary(self, game: str) -> Iterable[Name]:
        """Names for the conditions of a game's tables."""
        raise NotImplementedError


@define(frozen=True)
class LoadedPlugin:
    """A plugin that is on board."""

    name: str
    version: str
    origin: str
    module: ModuleType = field(repr=False)

    def brings(self) -> list[str]:
        """The hooks that it answers."""
        return sorted(name.removeprefix("bomberstream_") for name in dir(self.module) if name in _HOOKS)


@define(frozen=True)
class FailedPlugin:
    """A plugin that was left out, and why."""

    name: str
    version: str
    origin: str
    reason: str

    def __str__(self) -> str:
        """One line with the way to turn it off."""
        version = f" {self.version}" if self.version else ""
        return f"plugin {self.name}{version} left out: {self.reason} {way_out(self.name)}"


_HOOKS = frozenset(name for name in vars(Hooks) if name.startswith("bomberstream_"))


@define(eq=False)
class Plugins:
    """The plugins of this run."""

    loaded: list[LoadedPlugin] = field(factory=list)
    failed: list[FailedPlugin] = field(factory=list)
    unknown: list[str] = field(factory=list)
    """Names that were asked for, or turned off, and that no plugin has."""
    strict: bool = True
    """Whether a plugin that fails when it is asked is an error; otherwise it is left out from then on."""
    tell: Callable[[FailedPlugin], None] | None = None
    """Hears of those that are left out after all have been loaded."""
    muted: set[str] = field(factory=set)
    """Those that are not asked for the time being."""
    _pluggy: pluggy.PluginManager = field(factory=lambda: _new_pluggy())

    def register(self, name: str, module: ModuleType, *, version: str = "", origin: str = "") -> None:
        """Take a module on board; raises `BadPlugin` and leaves nothing behind when it breaks the rules.

        It must declare the `API_VERSION`, mark its hooks with `@hookimpl`, and bring no game that is here already.
        """
        wanted = getattr(module, "API_VERSION", None)
        if wanted != API_VERSION:
            raise BadPlugin(f"API_VERSION is {wanted!r}, this Bomberstream has {API_VERSION}")
        if any(one.name == name for one in self.loaded):
            origins = " and ".join([next(o.origin for o in self.loaded if o.name == name), origin])
            raise BadPlugin(f"a plugin {name!r} is loaded already ({origins})")
        try:
            self._pluggy.register(module, name)
            self._pluggy.check_pending()
            self._check_marked(module)
            if not module.__name__.startswith("bomberstream."):
                # Our own are spared it: it would import every rule of every game.
                self._from(module, "bomberstream_rules")
            for game in self._from(module, "bomberstream_games"):
                for other in self.loaded:
                    if any(game.id == one.id for one in self._from(other.module, "bomberstream_games")):
                        raise BadPlugin(f"game {game.id!r} is brought by {other.name!r} already")
        except pluggy.PluginValidationError as wrong:
            self._pluggy.unregister(name=name)
            lines = str(wrong).splitlines()
            raise BadPlugin(": ".join(dict.fromkeys([lines[0], lines[-1]]))) from None
        except BaseException:
            self._pluggy.unregister(name=name)
            raise
        self.loaded.append(LoadedPlugin(name, version, origin, module))

    @property
    def others(self) -> dict[str, str]:
        """Top-level module to plugin, for all that are not our own."""
        found = {one.module.__name__.partition(".")[0]: one.name for one in self.loaded}
        found.pop("bomberstream", None)
        return found

    def leave_out(self, name: str, reason: str) -> None:
        """Take a plugin off board that has failed; raises `BadPlugin` where that is an error."""
        one = next(plugin for plugin in self.loaded if plugin.name == name)
        failed = FailedPlugin(one.name, one.version, one.origin, reason)
        if self.strict:
            raise BadPlugin(f"plugin {name}: {reason} {way_out(name)}")
        self._pluggy.unregister(name=name)
        self.loaded.remove(one)
        self.failed.append(failed)
        if self.tell is not None:
            self.tell(failed)

    def _check_marked(self, module: ModuleType) -> None:
        for hook in sorted(_HOOKS & set(dir(module))):
            if self._pluggy.parse_hookimpl_opts(module, hook) is None:
                raise BadPlugin(f"{hook} is not marked with @hookimpl, so it would never be asked")

    def _from(self, module: ModuleType, hook: str, **given: Any) -> list[Any]:
        function: Callable[..., Iterable[Any]] | None = getattr(module, hook, None)
        return [] if function is None else _checked(hook, function(**given))

    def _ask(self, hook: str, **given: Any) -> Iterator[tuple[str, Any]]:
        """What each plugin answers to a hook, with its name; one that fails is named and left out."""
        for implementation in list(getattr(self._pluggy.hook, hook).get_hookimpls()):
            wanted = {name: given[name] for name in implementation.argnames if name in given}
            name = implementation.plugin_name
            if name in self.muted:
                continue
            try:
                with patience(LOADING):
                    answers = _checked(hook, implementation.function(**wanted))
            except BadPlugin as wrong:
                self.leave_out(name, str(wrong))
            except (Exception, SystemExit, TakesTooLong) as wrong:
                self.leave_out(name, f"{hook} fails: {reason_of(wrong)}")
            else:
                for answer in answers:
                    yield name, answer

    def games(self) -> dict[str, Game]:
        """Every game by id."""
        return {game.id: game for _, game in self._ask("bomberstream_games")}

    def game(self, name: str) -> Game:
        """A game by its id; raises `BadData` with the nearest."""
        games = self.games()
        if name.lower() not in games:
            raise BadData(f"no game {name!r}; {did_you_mean(name, games)}".rstrip("; "))
        return games[name.lower()]

    def rules(self, game: str | None = None) -> dict[str, OptionalRule]:
        """Optional rules by id, those of one game or all; a plugin whose rule is here already is left out."""
        found: dict[str, OptionalRule] = {}
        owner: dict[str, str] = {}
        for name, rule in self._ask("bomberstream_rules"):
            if rule.id in owner:
                fault = f"optional rule {rule.id!r} is brought by both {owner[rule.id]!r} and {name!r}"
                if self.strict:
                    raise BadPlugin(fault)
                if any(one.name == name for one in self.loaded):
                    self.leave_out(name, fault)
                continue
            owner[rule.id] = name
            if game is None or game in rule.games:
                found[rule.id] = rule
        return found

    def welcoming(self, game: str) -> OptionalRule | None:
        """The rule that lets the bombers of other games fly in a game; None when no plugin brings it."""
        return next((rule for rule in self.rules(game).values() if rule.welcomes_guests), None)

    def bringer(self, rule: OptionalRule) -> str:
        """The plugin that brings an optional rule; empty for one that none does."""
        brought = self._ask("bomberstream_rules")
        return next((name for name, one in brought if one.id == rule.id), "")

    def packs(self, game: str) -> list[Path]:
        """Folders and files that plugins add to a game."""
        return [path for _, path in self.packs_by(game)]

    def packs_by(self, game: str) -> list[tuple[str, Path]]:
        """The same, each with the plugin that brings it."""
        return list(self._ask("bomberstream_packs", game=game))

    def verbs(self, game: str) -> list[Verb]:
        """Verbs that plugins add to a game."""
        return [verb for _, verb in self.verbs_by(game)]

    def verbs_by(self, game: str) -> list[tuple[str, Verb]]:
        """The same, each with the plugin that brings it."""
        return list(self._ask("bomberstream_verbs", game=game))

    def vocabulary(self, game: str) -> list[Name]:
        """Names that plugins add to a game."""
        return [name for _, name in self.vocabulary_by(game)]

    def vocabulary_by(self, game: str) -> list[tuple[str, Name]]:
        """The same, each with the plugin that brings it."""
        return list(self._ask("bomberstream_vocabulary", game=game))

    def bringer_of(self, game: str) -> str:
        """The plugin that brings a game."""
        return next((by for by, one in self._ask("bomberstream_games") if one.id == game), "")

    def adds_to(self, name: str, game: str) -> bool:
        """Whether a plugin adds packs, verbs or names to a game."""
        added = [*self.packs_by(game), *self.verbs_by(game), *self.vocabulary_by(game)]
        return any(by == name for by, _ in added)

    def contents(self, name: str) -> dict[str, list[str]]:
        """What a plugin brings: kind of thing ("game", "rule", "pack", "verb", "name") to ids, for each game here."""
        found: dict[str, list[str]] = {
            "game": [one.id for by, one in self._ask("bomberstream_games") if by == name],
            "rule": [one.id for by, one in self._ask("bomberstream_rules") if by == name],
        }
        for game in self.games():
            found.setdefault("pack", []).extend(path.name for by, path in self.packs_by(game) if by == name)
            found.setdefault("verb", []).extend(one.name for by, one in self.verbs_by(game) if by == name)
            found.setdefault("name", []).extend(one.name for by, one in self.vocabulary_by(game) if by == name)
        return {kind: list(dict.fromkeys(ids)) for kind, ids in found.items() if ids}


def _new_pluggy() -> pluggy.PluginManager:
    made = pluggy.PluginManager("bomberstream")
    made.add_hookspecs(Hooks)
    return made


def load_plugins(
    *,
    only: Iterable[str] | None = None,
    without: Iterable[str] = (),
    folder: Path | None = None,
    strict: bool = False,
) -> Plugins:
    """Find and load plugins: installed ones by entry point, then single files of a folder.

    `only` names those to load (an empty list: none), `without` those to leave out; a name that no plugin has
    is kept in `unknown`. With `strict` the first failure raises `BadPlugin`; otherwise failures are kept in
    `failed`. A plugin that wants to end the program has failed.
    """
    plugins = Plugins(strict=strict)
    asked = None if only is None else set(only)
    blocked = set(without)
    found = [*_installed(), *_files(folder)]
    for one in found:
        if one.name in blocked or (asked is not None and one.name not in asked):
            continue
        try:
            with patience(LOADING):
                plugins.register(one.name, one.load(), version=one.version, origin=one.origin)
        except (Exception, SystemExit, TakesTooLong) as wrong:
            one.forget()
            failed = FailedPlugin(one.name, one.version, one.origin, _reason(wrong))
            if strict:
                raise BadPlugin(str(failed)) from wrong
            plugins.failed.append(failed)
    plugins.unknown += sorted({*(asked or ()), *blocked} - {one.name for one in found})
    return plugins


@define(frozen=True)
class _Found:
    """A plugin that may be loaded."""

    name: str
    version: str
    origin: str
    load: Callable[[], ModuleType]
    module: str = ""
    """Under which name its file is imported; an installed package's own imports are left alone."""

    def forget(self) -> None:
        """Leave nothing of it behind."""
        sys.modules.pop(self.module, None)


def _installed() -> Iterator[_Found]:
    for point in sorted(entry_points(group=GROUP), key=lambda one: one.name):
        version = point.dist.version if point.dist is not None else ""
        yield _Found(point.name, version, point.value, point.load)


def _files(folder: Path | None) -> Iterator[_Found]:
    if folder is None or not folder.is_dir():
        return
    for path in sorted(folder.glob("*.py")):
        module = f"bomberstream_user_{path.stem}"
        yield _Found(path.stem, "", str(path), partial(_import_file, path, module), module)


def _import_file(path: Path, name: str) -> ModuleType:
    spec = importlib.util.spec_from_file_location(name, path)
    if spec is None or spec.loader is None:
        raise BadPlugin(f"{path} cannot be imported")
    module = importlib.util.module_from_spec(spec)
    sys.modules[name] = module
    spec.loader.exec_module(module)
    return module


_BRINGS: Mapping[str, tuple[type[Any], str]] = {
    "bomberstream_games": (Game, "games"),
    "bomberstream_packs": (Path, "paths"),
    "bomberstream_rules": (OptionalRule, "optional rules"),
    "bomberstream_verbs": (Verb, "verbs"),
    "bomberstream_vocabulary": (Name, "names"),
}
"""What each hook returns, and in words."""


def _checked(hook: str, answers: Any) -> list[Any]:
    """What a hook returned; raises `BadPlugin` for what it may not, and for fields of a wrong type."""
    kind, words = _BRINGS[hook]
    if isinstance(answers, str | Mapping) or not isinstance(answers, Iterable):
        raise BadPlugin(f"{hook} returns {answers!r:.60}; expected a list of {words}")
    made = list(answers)
    for one in made:
        if not isinstance(one, kind):
            raise BadPlugin(f"{hook} returns {one!r:.60} in its list; expected {words}")
        if attrs.has(kind):
            for field_ in attrs.fields(kind):
                _check_field(hook, one, field_)
    return made


def _check_field(hook: str, one: Any, of: attrs.Attribute[Any]) -> None:
    value = getattr(one, of.name)
    shape = str(of.type)
    if "None" in shape and value is None:
        return
    for start, is_it, words in _FIELDS:
        if shape.startswith(start):
            if not is_it(value):
                named = getattr(one, "id", getattr(one, "name", ""))
                which = f" {named}" if isinstance(named, str) and of.name not in ("id", "name") else ""
                what = {Game: "game", OptionalRule: "rule", Verb: "verb", Name: "name"}[type(one)]
                raise BadPlugin(f"{hook}: {what}{which}: {of.name}: expected {words}, got {value!r:.60}")
            return


def _is_words(value: Any) -> bool:
    return isinstance(value, tuple | list) and all(isinstance(one, str) for one in value)


_FIELDS: tuple[tuple[str, Callable[[Any], bool], str], ...] = (
    ("str", lambda value: isinstance(value, str), "a text"),
    ("tuple[str, ...]", _is_words, "a tuple of texts"),
    ("tuple", lambda value: isinstance(value, tuple | list), "a tuple"),
    ("frozenset[str]", lambda value: isinstance(value, AbstractSet | tuple | list), "a set"),
    ("Mapping", lambda value: isinstance(value, Mapping), "a mapping"),
    ("Callable", callable, "a function"),
    ("Path", lambda value: isinstance(value, Path), "a path"),
    ("int", lambda value: type(value) is int, "a whole number"),
    ("bool", lambda value: type(value) is bool, "true or false"),
)
"""How the types of fields begin, what they allow, and in words."""


def _reason(wrong: BaseException) -> str:
    return reason_of(wrong) or type(wrong).__name__
