"""Make the reference pages from the code, and put real output into the other pages.

    python tools/reference.py            write `docs/reference/`, and refresh README.md and `docs/`
    python tools/reference.py --check    write nothing; name every stale page and end with status 1
    python tools/reference.py --history  fly the sorties of docs/history.md again, too (about a minute)

Bomberstream must be installed for the Python that runs this. What the pages say with comments is told in
`tools/doc_pages.py`.
"""

from __future__ import annotations

import argparse
import ast
import inspect
import re
import sys
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Sequence
from functools import cache
from pathlib import Path
from types import ModuleType
from typing import TYPE_CHECKING, Any

import click
from doc_pages import ExampleFails, fresh_page, workshop

if TYPE_CHECKING:
    from bomberstream.core.decisions import Decision, Standing
    from bomberstream.core.effects import Verb
    from bomberstream.core.ruleset import Ruleset

__all__ = ["GENERATORS", "PAGES", "fresh_living_page", "living_pages", "main"]

ROOT = Path(__file__).resolve().parent.parent
DOCS = ROOT / "docs"
REFERENCE = DOCS / "reference"
MADE = "<!-- Made by tools/reference.py: do not edit. -->"

ARGUMENTS = {
    "station": "the id of a station that some bomber has",
    "gun": "the id of a gun position that some bomber has",
    "section": "a compartment of the fuselage",
    "system": "a system that the game knows (each is a name `out.<system>` of the vocabulary)",
    "counter": "the id of a counter that some bomber has",
    "surface": "`flap`, `aileron` or `elevator`",
    "side": "a side of the bomber, `left` or `right`; `hit_side` or `side` for the one that was hit",
    "engine": "the number of an engine, `'hit'` for the one that was hit, or `'all'`",
    "number": "a whole number",
    "flag": "`true`; as a further argument `true` or `false`",
    "word": "a text",
    "table": "a table, by its role or its printed id",
    "condition": "a condition of the vocabulary",
    "dice": "dice, such as `1d6`",
    "rows": "a list of rows, each with `on` and, as wanted, `hit`, `text`, `effects`",
    "effects": "a list of effects",
}
KINDS = {
    "flag": "true or false",
    "number": "whole numbers",
    "word": "words",
    "date": "dates",
    "list": "lists",
}


# ------------------------------------------------------------------------------------------ what there is


@cache
def rulesets() -> tuple[Ruleset, ...]:
    """Every game as it is printed."""
    from bomberstream.core.hooks import load_plugins
    from bomberstream.core.ruleset import compose

    plugins = load_plugins(strict=True)
    return tuple(compose(plugins, game) for game in sorted(plugins.games()))


def ruleset_of(game: str) -> Ruleset:
    """One game as it is printed."""
    (found,) = (one for one in rulesets() if one.game.id == game)
    return found


@cache
def core_verbs() -> tuple[Verb, ...]:
    """The verbs that need no game."""
    from bomberstream.core import combat, damage

    return tuple(sorted((*damage.VERBS, *combat.VERBS), key=lambda one: one.name))


# ------------------------------------------------------------------------------------------ Markdown


def cell(text: object) -> str:
    """A text that may stand in a table."""
    return " ".join(str(text).split()).replace("|", "\\|")


def table(headings: Sequence[str], rows: Iterable[Sequence[object]]) -> list[str]:
    """A table."""
    return [
        f"| {' | '.join(headings)} |",
        f"|{' --- |' * len(headings)}",
        *(f"| {' | '.join(cell(one) for one in row)} |" for row in rows),
        "",
    ]


def code(text: object) -> str:
    """A word of the program; nothing for nothing."""
    return f"`{text}`" if str(text) else ""


def page(title: str, about: str, body: Iterable[str]) -> str:
    """A whole page."""
    return "\n".join([MADE, f"# {title}", "", about, "", *body]).rstrip("\n") + "\n"


def docstring(thing: object) -> list[str]:
    """A docstring as Markdown: paragraphs joined, indented lines as they are."""
    text = inspect.getdoc(thing) or ""
    return [*_paragraphs(text), ""]


def _paragraphs(text: str) -> Iterator[str]:
    for place, one in enumerate(re.split(r"\n\s*\n", text)):
        if place:
            yield ""
        if one.startswith("    "):
            yield one
        else:
            yield " ".join(one.split())


# ------------------------------------------------------------------------------------------ verbs


def verbs_page() -> str:
    """Every verb with its arguments."""
    from bomberstream.core import damage

    body = ["## Kinds of argument", "", *table(("kind", "what is written"), ARGUMENTS.items())]
    shared = core_verbs()
    general = [verb for verb in shared if verb in damage.GENERAL]
    for heading, verbs in (
        ("Verbs of every game", general),
        ("Verbs of every game of bombers", [verb for verb in shared if verb not in general]),
    ):
        body += [f"## {heading}", ""]
        for verb in verbs:
            body += _verb(verb)
    for ruleset in rulesets():
        own = [verb for verb in ruleset.verbs if verb not in shared]
        body += [f"## Verbs of {ruleset.game.title}", "", f"Game `{ruleset.game.id}`.", ""]
        for verb in own:
            body += _verb(verb)
    return page(
        "Verbs of effects",
        "What the rows of tables can do. An effect is an inline table with one verb as its key, the verb's argument "
        "as the value, and any further arguments beside it. "
        "`bomberstream vocabulary GAME --effects` lists the verbs of an installation, plugins included.",
        body,
    )


def _verb(verb: Verb) -> list[str]:
    for kind in (verb.takes, *verb.extras.values()):
        if kind not in ARGUMENTS and "|" not in kind:
            raise SystemExit(f"tools/reference.py: no words for arguments of kind {kind!r} (verb {verb.name!r})")
    value = "true" if verb.takes == "flag" and not verb.holds else verb.takes.upper()
    if "|" in verb.takes:
        value = " | ".join(f'"{word}"' for word in verb.takes.split("|"))
    more = "".join(f", {name} = {kind.upper()}" for name, kind in verb.extras.items())
    lines = [f"### `{verb.name}`", "", f"    {{ {verb.name} = {value}{more} }}", "", *docstring(verb.function)]
    if verb.extras:
        lines[-1:] = ["", f"Further arguments, as needed: {', '.join(map(code, verb.extras))}.", ""]
    return lines


# ------------------------------------------------------------------------------------------ vocabulary


def vocabulary_page() -> str:
    """Every name that conditions may use, by kind."""
    body: list[str] = []
    for ruleset in rulesets():
        body += [f"## {ruleset.game.title}", "", f"Game `{ruleset.game.id}`.", ""]
        trades = {station.id for bomber in ruleset.bombers.values() for station in bomber.station}
        names = [one for one in ruleset.vocabulary if one.name.partition(".")[0] not in trades]
        of_men = {one.name.partition(".")[2]: one for one in ruleset.vocabulary if one.name.partition(".")[0] in trades}
        for kind, words in KINDS.items():
            found = [one for one in names if one.kind == kind]
            if found:
                body += [f"### {words[0].upper()}{words[1:]}", ""]
                body += table(
                    ("name", "meaning", "values"),
                    [(code(one.name), one.says, ", ".join(code(v or "''") for v in one.values)) for one in found],
                )
        body += [
            "### One man",
            "",
            f"`STATION` is one of {', '.join(map(code, sorted(trades)))}, and stands for the man who is trained for "
            "that station, wherever he is now. `man` stands for the man whom a roll, an effect or an order is about.",
            "",
            *table(
                ("name", "kind", "meaning", "values"),
                [
                    (code(f"STATION.{name}"), KINDS[one.kind], one.says, ", ".join(map(code, one.values)))
                    for name, one in sorted(of_men.items())
                ],
            ),
        ]
    return page(
        "Vocabulary",
        "The names that conditions may use: in the modifiers and columns of tables, in standing orders, in steps, and "
        "in the `[state]` of scenario files. A word with a list of values is never anything else, and comparing it "
        "with another value is an error. `bomberstream vocabulary GAME` lists the names of an installation, "
        "plugins included.",
        body,
    )


# ------------------------------------------------------------------------------------------ hooks


def hooks_page() -> str:
    """What plugins may answer, what a rule may do, and what it may listen for."""
    from bomberstream.core.game import Game, OptionalRule
    from bomberstream.core.hooks import API_VERSION, Hooks
    from bomberstream.core.ruleset import RulesetBuilder

    body = ["## Hooks", "", f"A plugin declares `API_VERSION = {API_VERSION}`.", ""]
    for name, hook in vars(Hooks).items():
        if name.startswith("bomberstream_"):
            body += [f"### `{name}`", "", f"    {_signature(name, hook)}", "", *docstring(hook)]
    body += ["## What a game is", "", *docstring(Game), *_fields(Game)]
    body += ["## What an optional rule is", "", *docstring(OptionalRule), *_fields(OptionalRule)]
    body += [
        "## What a rule may do",
        "",
        "`apply` of an optional rule is called with the builder of the ruleset. These are its methods.",
        "",
    ]
    for name, method in [one for kind in reversed(RulesetBuilder.__mro__) for one in vars(kind).items()]:
        if inspect.isfunction(method) and not name.startswith("_") and name not in ("compose", "take_rule"):
            body += [f"### `builder.{name}`", "", f"    {_signature(name, method)}", "", *docstring(method)]
    body += [
        "## What a rule may listen for",
        "",
        "`builder.on(happening, listener)`: the listener is called with the sortie and the happening's facts each "
        "time it takes place.",
        "",
    ]
    for ruleset in rulesets():
        body += [f"### {ruleset.game.title}: happenings", ""]
        body += table(("happening", "meaning"), [(code(n), says) for n, says in ruleset.happenings.items()])
        body += [f"### {ruleset.game.title}: outcomes", ""]
        body += table(
            ("outcome", "meaning", "missing"),
            [(code(n), says, "yes" if n in ruleset.game.losses else "") for n, says in ruleset.game.outcomes.items()],
        )
    return page(
        "Hooks",
        "The hooks that a plugin may answer. Each returns things and does nothing itself; they are asked when plugins "
        "are loaded and when a ruleset is composed, never in play. A plugin answers those that it has something for.",
        body,
    )


def _signature(name: str, function: Callable[..., Any]) -> str:
    """A function's signature as it stands in the code, without `self`."""
    signature = inspect.signature(function)
    shown = []
    starred = False
    for one in signature.parameters.values():
        if one.name == "self":
            continue
        if one.kind is inspect.Parameter.KEYWORD_ONLY and not starred:
            shown.append("*")
            starred = True
        default = "" if one.default is inspect.Parameter.empty else f" = {one.default!r}"
        shown.append(f"{one.name}: {one.annotation}{default}")
    return f"{name}({', '.join(shown)}) -> {signature.return_annotation}"


def _fields(kind: type) -> list[str]:
    """The attributes of a data class, with the words that stand below them in the code."""
    (tree,) = ast.parse(inspect.getsource(kind)).body
    assert isinstance(tree, ast.ClassDef)
    rows: list[list[str]] = []
    for node in tree.body:
        match node:
            case ast.AnnAssign(target=ast.Name(id=name), annotation=annotation):
                rows.append([code(name), code(ast.unparse(annotation)), ""])
            case ast.Expr(value=ast.Constant(value=str() as says)) if rows:
                rows[-1][2] = says
    return table(("attribute", "type", "meaning"), rows)


# ------------------------------------------------------------------------------------------ decisions


def decisions_page() -> str:
    """Every decision with its standing order."""
    body: list[str] = []
    for ruleset in rulesets():
        body += [
            f"## {ruleset.game.title}",
            "",
            f"Game `{ruleset.game.id}`; rules as the printed ones number them.",
            "",
        ]
        body += table(
            ("decision", "rule", "asks", "options"),
            [(f"[{code(one.id)}](#{one.id})", one.rule, one.asks, _options(one)) for one in ruleset.decisions.values()],
        )
        for one in ruleset.decisions.values():
            body += [f"### `{one.id}` {{ #{one.id} }}", "", one.asks, ""]
            body += [f"Rule {one.rule}. Options: {_options(one)}. The standing order:", ""]
            body += [f"    {line}".rstrip() for line in _order(one.id, ruleset.standing[one.id])]
            body.append("")
    return page(
        "Decisions",
        "What a player decides, and the standing order that takes each decision when nobody is asked. An orders file "
        "(`--orders FILE`) puts other orders in their place, one decision or many.",
        body,
    )


def _options(decision: Decision) -> str:
    if decision.options:
        return ", ".join(map(code, decision.options))
    return f"one {decision.slot} of those offered" + (", or `none`" if decision.may_decline else "")


def _order(name: str, order: Standing) -> Iterator[str]:
    yield f"[orders.{name}]"
    yield from _taken(order)
    for case in order.case:
        yield f"[[orders.{name}.case]]"
        yield f'when = "{case.when}"'
        yield from _taken(case)


def _taken(order: Any) -> Iterator[str]:
    for way in ("choose", "best", "least"):
        if getattr(order, way) is not None:
            yield f'{way} = "{getattr(order, way)}"'


# ------------------------------------------------------------------------------------------ steps


def steps_page() -> str:
    """Every procedure with its steps."""
    body: list[str] = []
    for ruleset in rulesets():
        game = ruleset.game
        body += [f"## {game.title}", "", f"Game `{game.id}`.", ""]
        body += [
            f"A flight is the procedure `{game.mission}`, and `{game.afterwards}` when it has ended. Procedures run "
            "others from within their steps.",
            "",
        ]
        for procedure in game.procedures:
            rule = f" (rule {procedure.rule})" if procedure.rule else ""
            body += [f"### `{procedure.name}`{rule}", ""]
            body += table(
                ("step", "rule", "table", "taken when", "what it does"),
                [
                    (
                        code(one.name),
                        one.rule,
                        one.table,
                        code(one.when) if one.when else "always",
                        " ".join((inspect.getdoc(one.do) or "").partition("\n\n")[0].split()),
                    )
                    for one in procedure.steps
                ],
            )
        if game.scenes:
            body += [f"### Scenes of {game.title}", ""]
            body += ["A scenario file may name one of these as its step.", ""]
            body += table(("scene", "what is played"), [(code(name), says) for name, says in game.scenes.items()])
    return page(
        "Steps",
        "The sequence of play: procedures, and their steps in order. An optional rule puts a step `before` or `after` "
        "one of these, replaces it or takes it out, naming it `procedure.step`.",
        body,
    )


# ------------------------------------------------------------------------------------------ commands


def commands_page() -> str:
    """Every command, as its `--help` tells it."""
    from bomberstream.cli import main as program

    body: list[str] = []
    for path, command in _commands(("bomberstream",), program):
        usage = " ".join([*path, "[OPTIONS]", *_arguments(command)])
        if isinstance(command, click.Group):
            usage += " COMMAND [ARGS]..."
        body += [f"## `{' '.join(path)}`", "", f"    {usage}", ""]
        body += _help_text(command.help or "")
        body += table(("option", "meaning"), [*_options_of(command), ("`-h`, `--help`", "Show this message and exit.")])
    return page(
        "Commands",
        "What `--help` says of every command. Exit status: 0 done (a lost bomber is a result, not a failure), 1 bad "
        "data, plugin or save, 2 wrong usage. Results go to standard output, messages to standard error.",
        body,
    )


def _commands(path: tuple[str, ...], command: click.Command) -> Iterator[tuple[tuple[str, ...], click.Command]]:
    yield path, command
    if isinstance(command, click.Group):
        for name in sorted(command.commands):
            yield from _commands((*path, name), command.commands[name])


def _arguments(command: click.Command) -> list[str]:
    return [one.metavar or str(one.name).upper() for one in command.params if isinstance(one, click.Argument)]


def _options_of(command: click.Command) -> Iterator[tuple[str, str]]:
    for one in command.params:
        if not isinstance(one, click.Option):
            continue
        value = ""
        if not one.is_flag and not one.count:
            choices = f"[{'|'.join(map(str, one.type.choices))}]" if isinstance(one.type, click.Choice) else ""
            value = f" {one.metavar or choices or one.type.name.upper()}"
        notes = ["required"] if one.required else []
        if one.show_default:
            notes.append(f"default: {one.default}")
        yield (
            ", ".join(code(f"{name}{value}") for name in one.opts),
            " ".join([one.help or "", *(f"({note})" for note in notes)]),
        )


def _help_text(text: str) -> list[str]:
    r"""The help of a command: a paragraph after `\b` stands as it is written."""
    lines: list[str] = []
    for one in re.split(r"\n\s*\n", inspect.cleandoc(text)):
        if one.startswith("\b"):
            head, *rest = one.split("\n")[1:]
            lines += [head, "", *(f"    {line.removeprefix('  ')}".rstrip() for line in rest), ""]
        else:
            lines += [" ".join(one.split()), ""]
    return lines


PAGES: dict[str, Callable[[], str]] = {
    "verbs.md": verbs_page,
    "vocabulary.md": vocabulary_page,
    "hooks.md": hooks_page,
    "decisions.md": decisions_page,
    "steps.md": steps_page,
    "commands.md": commands_page,
}


# ------------------------------------------------------------------------------------------ generated parts


SOURCES = ("published", "sister", "reconstructed")


def sources() -> str:
    """How many tables and other bodies of data come from where."""
    rows = []
    for ruleset in rulesets():
        for what, is_table in (("tables", True), ("other data", False)):
            counted = Counter(one.source for one in ruleset.sources if (one.kind == "table") == is_table)
            rows.append((ruleset.game.title, what, *(counted[source] for source in SOURCES)))
    return "\n".join(table(("game", "", *SOURCES), rows))


SECTIONS: dict[str, tuple[tuple[str, str], ...]] = {
    "today": (
        ("2", "before the mission"),
        ("3", "base weather and take-off"),
        ("4", "the zones: weather, failures, contrails, rejoining"),
        ("5", "fighters, gunnery, wounds, cold"),
        ("6", "the target: visibility, flak, bombing"),
        ("7", "landing, ditching, bail-out"),
        ("9", "jets and awards (optional)"),
        ("5-12, A", "damage to the B-17"),
        ("5-14, B", "damage to the B-24"),
    ),
    "tonight": (
        ("2", "before the raid: moon, night vision"),
        ("campaign", "campaign cards: targets"),
        ("3", "base weather, stream, take-off"),
        ("4", "the zones: weather, failures, ground radar, searchlights"),
        ("5", "flak, night fighters, gunnery, navigation, wounds, cold"),
        ("6", "the target: visibility, bombing"),
        ("7", "landing, ditching, bail-out"),
        ("L", "damage to the Lancaster"),
        ("H", "damage to the Halifax"),
        ("S", "damage to the Stirling"),
    ),
    "superfortress": (
        ("2", "before the mission: wings, loads, defences"),
        ("3", "weather over the islands, take-off"),
        ("4", "the zones: weather, wind, the way, cabins, fuel, failures"),
        ("5", "fighters, fire control, gunnery, wounds, cold, events"),
        ("6", "the target: flak, lights, hot air, bombs and mines"),
        ("7", "landing, ditching, the search at sea, Iwo Jima"),
        ("8", "the hospital"),
        ("A", "damage to the B-29"),
    ),
}
"""The groups of a game's tables, by what their numbers begin with."""
GROUPED = {"today": {"5-12": "5-12, A", "A": "5-12, A", "5-14": "5-14, B", "B": "5-14, B"}}
"""Groups that take in several such beginnings, or one table apart from its section."""


def sections(game: str = "today") -> str:
    """The tables of a game by section and source."""
    counted: Counter[tuple[str, str]] = Counter()
    for one in ruleset_of(game).tables.values():
        counted[_section(game, one.id), one.table.source] += 1
    unnamed = {section for section, _ in counted} - {number for number, _ in SECTIONS[game]}
    if unnamed:
        raise SystemExit(f"tools/reference.py: no words for tables of {game} in {', '.join(sorted(unnamed))}")
    rows: list[tuple[object, ...]] = [
        (number, says, *(counted[number, source] or "" for source in SOURCES)) for number, says in SECTIONS[game]
    ]
    rows.append(("", "all", *(sum(counted[number, source] for number, _ in SECTIONS[game]) for source in SOURCES)))
    return "\n".join(table(("section", "", *SOURCES), rows))


def _section(game: str, name: str) -> str:
    grouped = GROUPED.get(game, {})
    first = name.partition("-")[0]
    return grouped.get(name, grouped.get(first, first))


def not_published() -> str:
    """Everything that is not the printed game's own, with its basis."""
    return "\n".join(
        table(
            ("what", "", "source", "basis"),
            [
                (f"{one.kind} {one.id}".strip(), one.title, one.source, one.basis)
                for ruleset in rulesets()
                for one in ruleset.sources
                if one.source != "published"
            ],
        )
    )


def campaigns() -> str:
    """The campaigns of the daylight game."""
    rows = []
    for one in ruleset_of("today").campaigns.values():
        forces = [
            f"{force}th" + (f" from {one.first_day(force)}" if one.first_day(force) != one.from_ else "")
            for force in one.air_forces
        ]
        issued = sorted({name for names in one.bombers.values() for name in names})
        rows.append((one.number, one.title, one.from_, one.to, ", ".join(forces), ", ".join(map(code, issued))))
    return "\n".join(table(("no.", "", "from", "to", "air forces", "bombers"), rows))


def night_campaigns() -> str:
    """The campaigns of the night game."""
    rows = []
    for one in ruleset_of("tonight").campaigns.values():
        issued = sorted({name for names in one.bombers.values() for name in names})
        first = one.first_raid
        raid = "" if first is None else f"{first.target}, {first.date}"
        rows.append((one.number, one.title, one.from_, one.to, raid, ", ".join(map(code, issued))))
    return "\n".join(table(("no.", "", "from", "to", "first raid", "bombers"), rows))


def night_devices() -> str:
    """The electronics of the night game."""
    titles = {
        station.id: station.title for bomber in ruleset_of("tonight").bombers.values() for station in bomber.station
    }
    rows = [
        (
            code(name),
            one.title,
            one.says,
            one.from_,
            one.until,
            titles.get(one.operator, "whoever is sent to the chute"),
            "yes" if one.transmits else "",
        )
        for name, one in ruleset_of("tonight").devices.items()
    ]
    return "\n".join(table(("name", "", "what it is", "from", "until", "worked by", "transmits"), rows))


def marianas_campaigns() -> str:
    """The campaigns from the Marianas, with how they are flown."""
    ruleset = ruleset_of("superfortress")
    rows = []
    for one in ruleset.campaigns.values():
        flown = sorted({target.profile for target in ruleset.targets if target.campaign == one.number})
        places = {target.city for target in ruleset.targets if target.campaign == one.number}
        issued = sorted({name for names in one.bombers.values() for name in names})
        ways, bombers = ", ".join(map(code, flown)), ", ".join(map(code, issued))
        rows.append((one.number, one.title, one.from_, one.to, ways, len(places), bombers))
    return "\n".join(table(("no.", "", "from", "to", "profiles", "targets", "bombers"), rows))


def marianas_constants() -> str:
    """The named constants of the game from the Marianas."""
    from bomberstream.plugins.superfortress import choices

    source = inspect.getsource(choices)
    lines = source.split("\n")
    rows: list[list[str]] = []
    for node in ast.parse(source).body:
        match node:
            case ast.Assign(targets=[ast.Name(id=name)], value=value) if name.isupper():
                number, _, said = comment_above(lines, node.lineno).partition(". ")
                rows.append([number, code(name), code(ast.unparse(value)), said])
            case ast.Expr(value=ast.Constant(value=str() as says)) if rows:
                rows[-1][3] = f"{rows[-1][3]} {says}".strip()
    return "\n".join(table(("", "constant", "value", "meaning"), rows))


def marianas_losses() -> str:
    """B-29s missing, simulated and in history: what the results file holds."""
    import marianas_losses as measured

    return measured.report(DOCS / "data" / "superfortress_losses.toml")


def optional_rules(game: str) -> str:
    """The optional rules of a game, with the settings that each brings."""
    from bomberstream.core.hooks import load_plugins

    rows = [
        (code(one.id), one.rule.partition(" ")[2], one.title, ", ".join(code(setting.name) for setting in one.options))
        for one in load_plugins(strict=True).rules(game).values()
    ]
    return "\n".join(table(("rule", "printed as", "", "settings"), rows))


def crossing_losses() -> str:
    """What bombers meet in each game."""
    import crossing_losses as flown

    return flown.report(DOCS / "data" / "crossing_losses.toml")


def night_losses() -> str:
    """Bombers missing by night, simulated and in history: what the results file holds."""
    import night_losses as measured

    return measured.report(DOCS / "data" / "tonight_losses.toml")


def night_calibration() -> str:
    """The night's losses held against history: bands, and what else is known."""
    import calibrate

    return calibrate.NIGHT.report()


def marianas_calibration() -> str:
    """The losses of the Marianas held against history."""
    import calibrate

    return calibrate.MARIANAS.report()


def calibration() -> str:
    """The level of the gazetteer's fighter modifiers."""
    import tomllib

    level = tomllib.loads((ROOT / "tools" / "gazetteer.toml").read_text(encoding="utf-8"))["calibration"]["fighters"]
    rows = zip(ruleset_of("today").campaigns.values(), level, strict=True)
    return "\n".join(
        table(
            ("campaign", "", "added to every modifier"),
            [(one.number, f"{one.title}, {one.from_} to {one.to}", f"{by:+d}") for one, by in rows],
        )
    )


def constants() -> str:
    """The named constants of the daylight game's choices: number, value, meaning, other readings, and where."""
    rows: list[list[str]] = []
    for module in choice_modules():
        source = inspect.getsource(module)
        lines = source.split("\n")
        where = module.__name__.removeprefix("bomberstream.").replace(".", "/") + ".py"
        for node in ast.parse(source).body:
            match node:
                case ast.Assign(targets=[ast.Name(id=name)], value=value) if name.isupper():
                    above = re.fullmatch(r"# (?:\[(\d+)\] )?Other readings?: (.+)", lines[node.lineno - 2])
                    number, other = (f"?{above[1]}" if above[1] else "", above[2]) if above is not None else ("", "")
                    rows.append([number, code(name), code(ast.unparse(value)), "", other, code(where)])
                case ast.Expr(value=ast.Constant(value=str() as says)) if rows and rows[-1][-1] == code(where):
                    rows[-1][3] = rows[-1][3] or says
    return "\n".join(table(("?", "constant", "value", "meaning", "other readings", "in"), rows))


def night_constants() -> str:
    """The named constants of the night game's choices: numbers, value, meaning and other readings."""
    from bomberstream.plugins.tonight import choices

    source = inspect.getsource(choices)
    lines = source.split("\n")
    rows: list[list[str]] = []
    for node in ast.parse(source).body:
        match node:
            case ast.Assign(targets=[ast.Name(id=name)], value=value) if name.isupper():
                said = comment_above(lines, node.lineno)
                numbers = ", ".join(re.findall(r"T-\d+", said))
                says, _, other = re.sub(r"^(?:T-\d+(?:, )?)+[:.] ?", "", said).partition("Other reading: ")
                rows.append([numbers, code(name), code(ast.unparse(value)), says.strip(), other.strip()])
            case ast.Expr(value=ast.Constant(value=str() as says)) if rows and not rows[-1][3]:
                rows[-1][3] = says
    return "\n".join(table(("T", "constant", "value", "meaning", "other readings"), rows))


def comment_above(lines: Sequence[str], number: int) -> str:
    """The comment that ends on the line above a line, as one text; line numbers begin with 1."""
    found: list[str] = []
    for line in reversed(lines[: number - 1]):
        if not line.startswith("# "):
            break
        found.insert(0, line[2:])
    return " ".join(found)


def choice_modules() -> list[ModuleType]:
    """The modules whose constants are choices: the daylight game's own, and those that all bombers share."""
    from bomberstream.core.mission import choices as shared
    from bomberstream.plugins.today import choices

    return [choices, shared]


GENERATORS: dict[str, Callable[[], str]] = {
    "sources": sources,
    "sections": sections,
    "not-published": not_published,
    "campaigns": campaigns,
    "calibration": calibration,
    "constants": constants,
    "marianas-sections": lambda: sections("superfortress"),
    "marianas-campaigns": marianas_campaigns,
    "marianas-constants": marianas_constants,
    "marianas-calibration": marianas_calibration,
    "marianas-losses": marianas_losses,
    "night-sections": lambda: sections("tonight"),
    "night-campaigns": night_campaigns,
    "night-devices": night_devices,
    "night-constants": night_constants,
    "night-losses": night_losses,
    "night-calibration": night_calibration,
    "crossing-losses": crossing_losses,
    "night-rules": lambda: optional_rules("tonight"),
    "day-rules": lambda: optional_rules("today"),
}


# ------------------------------------------------------------------------------------------ all pages


def living_pages() -> list[Path]:
    """The pages written by hand, whose examples are run."""
    return [ROOT / "README.md", *sorted(DOCS.glob("*.md"))]


def fresh_living_page(path: Path, more: dict[str, Callable[[], str]] | None = None) -> str:
    """A page written by hand as it should stand; raises `ExampleFails` for an example that does not work."""
    with workshop(DOCS / "examples") as shop:
        return fresh_page(path.read_text(encoding="utf-8"), shop, {**GENERATORS, **(more or {})})


def main() -> int:
    """Write or check all pages."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("--check", action="store_true", help="write nothing; name every stale page")
    parser.add_argument("--history", action="store_true", help="fly the sorties of docs/history.md again")
    given = parser.parse_args()
    fresh: list[tuple[Path, Callable[[], str]]] = [(REFERENCE / name, make) for name, make in PAGES.items()]
    more: dict[str, Callable[[], str]] = {}
    if given.history:
        sys.path.insert(0, str(DOCS / "examples"))
        import history

        more["history"] = history.report
    fresh += [(path, lambda path=path: fresh_living_page(path, more)) for path in living_pages()]  # type: ignore[misc]
    status = 0
    REFERENCE.mkdir(exist_ok=True)
    for path, make in fresh:
        shown = path.relative_to(ROOT).as_posix()
        try:
            text = make()
        except ExampleFails as wrong:
            print(f"{shown}: {wrong}", file=sys.stderr)
            status = 1
            continue
        if path.exists() and path.read_text(encoding="utf-8") == text:
            continue
        if given.check:
            print(f"{shown}: stale; run python tools/reference.py", file=sys.stderr)
            status = 1
        else:
            path.write_text(text, encoding="utf-8")
            print(f"{shown}: written")
    return status


if __name__ == "__main__":
    sys.exit(main())
