"""A ruleset from a game and wishes: overlays, optional rules, house rules, orders; plugins that break it left out."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING

from attrs import define, field

from ..blame import plugin_at_fault, reason_of, way_out
from ..decisions import Standing
from ..errors import BadData, BadPlugin, BomberstreamError, did_you_mean
from ..house import House
from ..packs import load_pack
from .builder import RulesetBuilder
from .composed import Ruleset, Watcher

if TYPE_CHECKING:
    from ..hooks import Plugins


def compose(
    plugins: Plugins,
    game: str,
    *,
    rules: Iterable[str] = (),
    overlays: Iterable[Path] = (),
    house: Iterable[House] = (),
    orders: Mapping[str, Standing] | None = None,
    watch: Watcher | None = None,
    bomber: str | None = None,
    guest_tables: Mapping[str, Sequence[Path]] | None = None,
) -> Ruleset:
    """A ruleset of a game with tables laid on top, optional rules, house rules, and orders.

    Rules act on the tables as they then are: a whole table laid on top keeps what a rule adds to it. Every
    decision must have a standing order. Raises `BadData`, `BadPlugin` or `NotAllowed`, each in lines for a person.
    A plugin that breaks the game by itself is left out, unless plugins are strict.

    `bomber`: the one that is to fly; where the game has no such type the rule that welcomes those of other games is
    switched on. `guest_tables`: game to what lies on its tables when its bombers fly here. What is laid on top and
    brings bombers of another game lies on the tables of that.
    """
    houses = tuple(house)
    wishes = _Wishes(tuple(rules), tuple(overlays), houses, orders, watch, bomber, guest_tables or {})
    try:
        return _compose(plugins, game, wishes)
    except (BadData, BadPlugin):
        if plugins.strict or not _leave_out_broken(plugins, game):
            raise
    return _compose(plugins, game, wishes)


@define(frozen=True)
class _Wishes:
    """What a ruleset is to be beside the game as it is printed."""

    rules: Sequence[str] = ()
    overlays: Sequence[Path] = ()
    houses: Sequence[House] = ()
    orders: Mapping[str, Standing] | None = None
    watch: Watcher | None = None
    bomber: str | None = None
    guest_tables: Mapping[str, Sequence[Path]] = field(factory=dict)


def _compose(plugins: Plugins, game: str, wishes: _Wishes) -> Ruleset:
    found = plugins.game(game)
    theirs = {name: list(paths) for name, paths in wishes.guest_tables.items()}
    bomber, houses = wishes.bomber, wishes.houses
    try:
        builder = RulesetBuilder(found, plugins, watch=wishes.watch, guest_tables=theirs)
        brings_guests = False
        for path in wishes.overlays:
            if not path.exists():
                raise BadData(f"{path}: no such folder")
            others = {one.game for one in load_pack(path, path.stem).bombers.values()} - {builder.game.id}
            if len(others) == 1 and (other := next(iter(others))) in plugins.games():
                theirs.setdefault(other, []).append(path)
                brings_guests = True
            else:
                builder.lay_over(path)
        known = plugins.rules(found.id)
        everywhere = plugins.rules()
        needed = {name: f"{one.path.name}: house, rules: " for one in reversed(houses) for name in one.about.rules}
        for name in dict.fromkeys([*wishes.rules, *needed]):
            if name not in everywhere:
                hint = did_you_mean(name, known or everywhere)
                raise BadData(f"{needed.get(name, '')}no rule {name!r}; {hint}".rstrip("; "))
            builder.take_rule(everywhere[name])
        if not builder.guests and (brings_guests or (bomber is not None and not builder.has_bomber(bomber))):
            welcoming = plugins.welcoming(builder.game.id)
            if welcoming is not None:
                builder.take_rule(welcoming)
        for one in houses:
            builder.take_house(one)
        if wishes.orders:
            builder.standing_orders(wishes.orders)
        return builder.compose()
    except (BomberstreamError, AssertionError):
        raise
    except Exception as wrong:
        plugin, place = plugin_at_fault(wrong, plugins.others)
        if not plugin:
            raise
        raise BadPlugin(f"plugin {plugin}: {place}: {reason_of(wrong)} {way_out(plugin)}") from wrong


def _leave_out_broken(plugins: Plugins, game: str) -> bool:
    """Leave out every plugin that adds to a game, and with which alone the plain game cannot be composed; whether there
    was one."""
    home = plugins.bringer_of(game)
    others = [name for name in plugins.others.values() if name != home]
    broken: dict[str, str] = {}
    for name in others:
        plugins.muted = {one for one in others if one != name}
        try:
            if plugins.adds_to(name, game):
                _compose(plugins, game, _Wishes())
        except BomberstreamError as wrong:
            reason = wrong.problems[0] if isinstance(wrong, BadData) else str(wrong)
            broken[name] = reason.removeprefix(f"plugin {name}: ").removesuffix(f" {way_out(name)}")
        finally:
            plugins.muted = set()
    for name, reason in broken.items():
        plugins.leave_out(name, reason)
    return bool(broken)
