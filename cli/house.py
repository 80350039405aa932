"""House rules: checking a file of them, and telling what it changes."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import click

from .session import Session, json_option, pass_session, rules_option

if TYPE_CHECKING:
    from bomberstream.core.differences import Change
    from bomberstream.core.game import Game
    from bomberstream.core.house import House

    from .render import Screen

__all__ = ["house"]


@click.group()
def house() -> None:
    """Check house rules, and tell what they change.

    FILE is a file, or the name of one in your own rules folder.

    \b
    Example:
      bomberstream house check my-rules.toml
      bomberstream house diff my-rules.toml
    """


def _games(session: Session, found: House, named: str | None) -> list[Game]:
    """The games that house rules are for: the one named, those that the file names, or those that have its tables."""
    from bomberstream.core.errors import BadData, did_you_mean

    if named is not None:
        return [session.game(named)]
    known = session.plugins.games()
    for name in found.about.games:
        if name not in known:
            raise BadData(
                f"{found.path.name}: house, games: no game {name!r}; {did_you_mean(name, known)}".rstrip("; ")
            )
    if found.about.games:
        return [known[name] for name in found.about.games]
    wanted = {*found.tables} - {*found.pack.tables}
    shares = {name: len(wanted & session.ruleset(name).tables.keys()) for name in known} if wanted else {}
    most = max(shares.values(), default=0)
    return [game for name, game in known.items() if not most or shares[name] == most]


@house.command()
@click.argument("file", metavar="FILE")
@click.option("--game", metavar="GAME", help="The game that it is for; left out, those that the file names or fits.")
@rules_option
@json_option
@pass_session
def check(session: Session, file: str, game: str | None, rules: tuple[str, ...], as_json: bool) -> None:
    """Check a file of house rules on the games that it is for.

    Every fault is told with its line, one line each; the exit status is 1 when there is any.

    \b
    Example:
      bomberstream house check my-rules.toml
    """
    from bomberstream.core.errors import BadData, BomberstreamError
    from bomberstream.core.house import load_house

    from .render import Screen, give_json

    path = session.house_file(file)
    problems: dict[str, tuple[str, ...]] = {}
    told = ""
    try:
        found = load_house(path)
        told = _count(found)
        tried = _games(session, found, game)
    except BadData as wrong:
        problems[game or ""] = wrong.problems
        tried = []
    for one in tried:
        try:
            session.ruleset(one.id, rules=rules, house=[str(path)])
            problems[one.id] = ()
        except BomberstreamError as wrong:
            problems[one.id] = wrong.problems if isinstance(wrong, BadData) else (str(wrong),)
    # Rules that name no game need fit one alone.
    if tried and not found.about.games and any(not faults for faults in problems.values()):
        problems = {name: faults for name, faults in problems.items() if not faults}
    if as_json:
        give_json(
            [
                {"file": str(path), "game": name, "ok": not faults, "found": told, "problems": faults}
                for name, faults in problems.items()
            ]
        )
    else:
        screen = Screen()
        for name, faults in problems.items():
            verdict = f"faults: {len(faults)}" if faults else "in order"
            where = f" on {name}" if name else ""
            screen.put(f"{path.name}: {told or 'not read'}{where}: {verdict}", style="bad" if faults else "good")
    faults = tuple(dict.fromkeys(line for one in problems.values() for line in one))
    if faults:
        raise BadData(faults)


def _count(found: House) -> str:
    from .checking import count_pack
    from .render import format_count

    counted = [
        (len(found.modifiers), "modifier"),
        (len(found.rows), "row"),
        (len(found.dice), "change of dice"),
        (len(found.steps), "step"),
        (len(found.settings), "setting"),
    ]
    own = [format_count(number, one) for number, one in counted if number]
    rest = count_pack(found.pack)
    return ", ".join([*own, *([rest] if rest != "nothing" else [])]) or "nothing"


@house.command()
@click.argument("file", metavar="FILE")
@click.option("--game", metavar="GAME", help="The game that it is for; left out, those that the file names or fits.")
@rules_option
@json_option
@pass_session
def diff(session: Session, file: str, game: str | None, rules: tuple[str, ...], as_json: bool) -> None:
    """Tell in words what a file of house rules changes.

    \b
    Example:
      bomberstream house diff my-rules.toml
    """
    from bomberstream.core.differences import differences
    from bomberstream.core.house import load_house

    from .render import Screen, give_json

    path = session.house_file(file)
    found = load_house(path)
    changes: dict[str, list[Change]] = {}
    for one in _games(session, found, game):
        with_it = session.ruleset(one.id, rules=rules, house=[str(path)])
        before = session.ruleset(one.id, rules=with_it.rules)
        changes[one.id] = differences(before, with_it)
    if as_json:
        give_json(
            {
                "file": str(path),
                "title": found.title,
                "games": {name: changes_as_facts(told) for name, told in changes.items()},
            }
        )
        return
    screen = Screen()
    screen.put(found.title, style="heading")
    if found.about.about:
        screen.put(found.about.about, hang=0)
    if found.about.rules:
        screen.put(f"It switches on: {', '.join(found.about.rules)}.", hang=0)
    for name, told in changes.items():
        tell_changes(screen, name, told)


def changes_as_facts(changes: list[Change]) -> list[dict[str, Any]]:
    """Changes for programs."""
    return [{"what": one.what, "title": one.title, "says": one.says} for one in changes]


def tell_changes(screen: Screen, game: str, changes: list[Change]) -> None:
    """Changes for people: each thing once, with what differs in it below."""
    screen.put()
    screen.put(f"On {game}" if changes else f"On {game}: nothing changes.")
    last = ""
    for one in changes:
        if one.what != last:
            screen.put(f"{one.what}{f'  {one.title}' if one.title else ''}", indent=2, style="heading")
        screen.put(one.says, indent=4)
        last = one.what
