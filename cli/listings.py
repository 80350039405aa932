"""What there is: games, plugins, optional rules, bombers, targets, and the vocabulary."""

from __future__ import annotations

from contextlib import suppress
from typing import TYPE_CHECKING, Any

import click

from .render import Screen, as_words, format_count, give_json
from .session import Session, game_argument, json_option, optional_game_argument, pass_session

if TYPE_CHECKING:
    from bomberstream.core.bomber import BomberType
    from bomberstream.core.game import OptionalRule
    from bomberstream.core.ruleset import Ruleset

__all__ = ["bombers", "games", "plugins", "rules", "targets", "vocabulary"]


@click.command()
@json_option
@pass_session
def games(session: Session, as_json: bool) -> None:
    """List the games and their settings.

    \b
    Example:
      bomberstream games
    """
    found = session.plugins.games()
    brought = {
        game.id: plugin.name
        for plugin in session.plugins.loaded
        if "games" in plugin.brings()
        for game in plugin.module.bomberstream_games()
    }
    if as_json:
        give_json(
            [
                {
                    "id": game.id,
                    "title": game.title,
                    "about": game.about,
                    "plugin": brought.get(game.id, ""),
                    "options": [
                        {
                            "name": one.name,
                            "says": one.says,
                            "kind": one.kind,
                            "values": one.values,
                            "default": one.default,
                        }
                        for one in game.options
                    ],
                    "outcomes": game.outcomes,
                    "losses": game.losses,
                }
                for game in found.values()
            ]
        )
        return
    screen = Screen()
    if not found:
        screen.put("No games: no plugin that brings one is loaded (see bomberstream plugins).")
    for place, game in enumerate(found.values()):
        if place:
            screen.put()
        screen.put(f"{game.id}  {game.title}", style="heading")
        screen.put(game.about, indent=2, hang=0)
        if game.options:
            screen.put("settings of a flight (--set NAME=VALUE):", indent=2)
            screen.table(
                ("name", "value", "default", "meaning"),
                [
                    (one.name, ", ".join(one.values) or _KINDS.get(one.kind, one.kind), one.default, one.says)
                    for one in game.options
                ],
                indent=4,
            )


_KINDS = {"flag": "yes, no", "number": "a number", "word": "a word", "devices": "a list"}


@click.command()
@json_option
@pass_session
def plugins(session: Session, as_json: bool) -> None:
    """List the plugins, those left out too.

    \b
    Example:
      bomberstream --no-plugin NAME plugins
    """
    found = session.plugins
    # Asking may leave some out, and so may making a game ready with what they add to it.
    _try(session)
    brought = {name: found.contents(name) for name in [one.name for one in found.loaded]}
    if as_json:
        give_json(
            {
                "loaded": [
                    {
                        "name": one.name,
                        "version": one.version,
                        "origin": one.origin,
                        "brings": one.brings(),
                        "contents": brought[one.name],
                    }
                    for one in found.loaded
                ],
                "failed": [
                    {"name": one.name, "version": one.version, "origin": one.origin, "reason": one.reason}
                    for one in found.failed
                ],
            }
        )
        return
    screen = Screen()
    if found.loaded:
        screen.table(
            ("plugin", "version", "brings", "origin"),
            [(one.name, one.version, _say_contents(brought[one.name]), one.origin) for one in found.loaded],
        )
    else:
        screen.put("No plugins are loaded.")
    for failed in found.failed:
        version = f" {failed.version}" if failed.version else ""
        screen.put(f"left out: {failed.name}{version} ({failed.origin}): {failed.reason}", style="bad")


def _try(session: Session) -> None:
    """Make every game ready to which plugins add that are not our own."""
    from bomberstream.core.errors import BomberstreamError

    found = session.plugins
    found.rules()
    for game in list(found.games()):
        if any(found.adds_to(name, game) for name in list(found.others.values())):
            with suppress(BomberstreamError):
                session.ruleset(game)


MOST_NAMED = 3


def _say_contents(brought: dict[str, list[str]]) -> str:
    """What a plugin brings: few things by name, many by number."""
    told = [
        f"{kind if len(ids) == 1 else f'{kind}s'} {', '.join(ids)}"
        if len(ids) <= MOST_NAMED
        else format_count(len(ids), kind)
        for kind, ids in brought.items()
    ]
    return "; ".join(told) or "nothing"


@click.command()
@optional_game_argument
@json_option
@pass_session
def rules(session: Session, game: str | None, as_json: bool) -> None:
    """List the optional rules.

    \b
    Example:
      bomberstream rules GAME
      bomberstream fly GAME --rule RULE
    """
    chosen = None if game is None else session.game(game).id
    found = session.plugins.rules(chosen)
    if as_json:
        give_json(
            [
                {
                    "id": one.id,
                    "title": one.title,
                    "rule": one.rule,
                    "games": one.games,
                    "requires": one.requires,
                    "conflicts": one.conflicts,
                }
                for one in found.values()
            ]
        )
        return
    screen = Screen()
    if not found:
        screen.put("No optional rules.")
        return
    playable = session.plugins.games()
    named = [chosen] if chosen else list(dict.fromkeys(game for one in found.values() for game in one.games))
    for place, name in enumerate(named):
        if place:
            screen.put()
        if not chosen:
            screen.put(f"{name}  {playable[name].title}" if name in playable else name, style="heading")
        screen.table(
            ("rule", "printed as", "title"),
            [(one.id, one.rule, _title_and_ties(one)) for one in found.values() if name in one.games],
            indent=0 if chosen else 2,
        )


def _title_and_ties(rule: OptionalRule) -> str:
    """The title of a rule, with what it needs and what it cannot be flown with."""
    ties = [("needs", rule.requires), ("not with", rule.conflicts)]
    said = "; ".join(f"{how} {', '.join(others)}" for how, others in ties if others)
    return f"{rule.title} ({said})" if said else rule.title


@click.command()
@optional_game_argument
@json_option
@pass_session
def bombers(session: Session, game: str | None, as_json: bool) -> None:
    """List the bombers of one game or of all.

    \b
    Example:
      bomberstream bombers GAME
      bomberstream fly GAME --bomber BOMBER
    """
    rulesets = [session.ruleset(one.id) for one in session.games(game)]
    if as_json:
        give_json([_bomber_facts(one, ruleset) for ruleset in rulesets for one in ruleset.bombers.values()])
        return
    Screen().table(
        ("game", "bomber", "name", "issued", "crew", "guns", "source"),
        [
            (
                ruleset.game.id,
                one.id,
                one.name,
                f"{one.from_ or '...'} to {one.until or '...'}" if one.from_ or one.until else "",
                men_aboard(one),
                sum(gun.barrels for gun in one.gun),
                one.source,
            )
            for ruleset in rulesets
            for one in ruleset.bombers.values()
        ],
    )


def men_aboard(bomber: BomberType) -> int:
    """How many men a type carries."""
    return len({station.id if station.man is None else station.man for station in bomber.station} - {""})


def _bomber_facts(bomber: BomberType, ruleset: Ruleset) -> dict[str, Any]:
    return {
        "game": ruleset.game.id,
        "id": bomber.id,
        "name": bomber.name,
        "short": bomber.short,
        "parent": bomber.game,
        "family": bomber.family,
        "service": bomber.service,
        "from": bomber.from_,
        "until": bomber.until,
        "engines": len(bomber.engines),
        "crew": [station.id for station in bomber.station],
        "guns": [{"id": gun.id, "name": gun.name, "barrels": gun.barrels, "rounds": gun.rounds} for gun in bomber.gun],
        "source": bomber.source,
        "basis": bomber.basis,
    }


@click.command()
@game_argument
@click.option("--campaign", type=int, metavar="N", help="Those of one campaign alone.")
@json_option
@pass_session
def targets(session: Session, game: str, campaign: int | None, as_json: bool) -> None:
    """List the targets of a game.

    Zone and miles say how far it is, raids how often it was attacked.

    \b
    Example:
      bomberstream targets GAME --campaign 1
    """
    from .checks import check_campaign

    ruleset = session.ruleset(session.game(game).id)
    check_campaign(ruleset, campaign)
    routes = ruleset.gazetteer.routes()
    found = [one for one in ruleset.targets if campaign is None or one.campaign == campaign]
    if as_json:
        give_json(
            [
                {
                    "campaign": one.campaign,
                    "air_force": one.air_force,
                    "city": one.city,
                    "country": one.country,
                    "type": one.type,
                    "aim": one.aim,
                    "raids": one.raids,
                    "sure": one.sure,
                    "zone": routes[one.air_force, one.city].target_zone,
                    "miles": routes[one.air_force, one.city].miles,
                }
                for one in found
            ]
        )
        return
    screen = Screen()
    if not found:
        screen.put("No targets to choose from." if campaign is None else "No targets in that campaign.")
        return
    many = any(one.air_force for one in found)
    screen.table(
        ("campaign", *(["air force"] if many else []), "city", "country", "type", "zone", "miles", "raids"),
        [
            (
                one.campaign,
                *([one.air_force] if many else []),
                one.city,
                one.country,
                one.type,
                routes[one.air_force, one.city].target_zone,
                routes[one.air_force, one.city].miles,
                f"{one.raids}{'' if one.sure else ' ?'}",
            )
            for one in found
        ],
    )
    screen.put(format_count(len(found), "target"), style="faint")


@click.command()
@optional_game_argument
@click.option("--effects", is_flag=True, help="The verbs that tables use in their effects, instead of the names.")
@json_option
@pass_session
def vocabulary(session: Session, game: str | None, effects: bool, as_json: bool) -> None:
    """List the words that conditions may use.

    They are the words of standing orders and scenarios, too; --effects lists the verbs of effects.

    \b
    Example:
      bomberstream vocabulary GAME
      bomberstream vocabulary GAME --effects
    """
    rulesets = [session.ruleset(one.id) for one in session.games(game)]
    if effects:
        _list_verbs(rulesets, as_json)
    else:
        _list_names(rulesets, as_json)


def _list_names(rulesets: list[Ruleset], as_json: bool) -> None:
    found: dict[str, dict[str, Any]] = {}
    for ruleset in rulesets:
        for name in ruleset.vocabulary:
            known = found.setdefault(
                name.name,
                {"name": name.name, "kind": name.kind, "says": name.says, "values": name.values, "games": []},
            )
            known["games"].append(ruleset.game.id)
    if as_json:
        give_json([found[name] for name in sorted(found)])
        return
    Screen().table(
        ("name", "kind", "games" if len(rulesets) > 1 else "", "meaning"),
        [
            (
                name,
                one["kind"],
                ", ".join(one["games"]) if len(rulesets) > 1 else "",
                one["says"] + (f" ({', '.join(repr(value) for value in one['values'])})" if one["values"] else ""),
            )
            for name, one in sorted(found.items())
        ],
    )


def _list_verbs(rulesets: list[Ruleset], as_json: bool) -> None:
    found: dict[str, dict[str, Any]] = {}
    for ruleset in rulesets:
        for verb in ruleset.verbs:
            known = found.setdefault(
                verb.name,
                {"verb": verb.name, "takes": verb.takes, "extras": verb.extras, "says": verb.says, "games": []},
            )
            known["games"].append(ruleset.game.id)
    if as_json:
        give_json([found[name] for name in sorted(found)])
        return
    Screen().table(
        ("verb", "takes", "games" if len(rulesets) > 1 else "", "meaning"),
        [
            (
                name,
                ", ".join([one["takes"], *(f"{key}: {as_words(kind)}" for key, kind in one["extras"].items())]),
                ", ".join(one["games"]) if len(rulesets) > 1 else "",
                one["says"],
            )
            for name, one in sorted(found.items())
        ],
    )
