"""One step or table, from a situation that a file describes."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

import click

from .session import ExistingFile, Session, json_option, pass_session, rules_option, tables_option

if TYPE_CHECKING:
    from bomberstream.core.ruleset import Ruleset
    from bomberstream.core.scenario import Resolved, Scenario

__all__ = ["resolve"]


@click.command()
@click.argument("scenario", type=ExistingFile, metavar="SCENARIO.toml")
@rules_option
@tables_option
@click.option("--seed", type=int, metavar="N", help="The seed of dice that the file leaves out.")
@click.option("--odds", is_flag=True, help="Tell the exact odds of all that may come of it, and roll nothing.")
@click.option("--advise", is_flag=True, help="Weigh the options of its first open decision against each other.")
@json_option
@pass_session
def resolve(
    session: Session,
    scenario: Path,
    rules: tuple[str, ...],
    overlays: tuple[Path, ...],
    seed: int | str | None,
    odds: bool,
    advise: bool,
    as_json: bool,
) -> None:
    """Carry out one step or table by itself.

    The file describes the situation; the events and what they changed are told. With --odds nothing is rolled: every
    way in which the dice may fall is walked, which is for short steps. With --advise the step is played some hundred
    times with each option of the first decision that the orders of the file leave open.

    \b
    Example, a file landing.toml, for a mission on the table in front of you:
      game   = "GAME"
      bomber = "BOMBER"
      step   = "landing"            # or: table = "7-1"
      dice   = [3, 4]               # left out: rolled
      [state]
      engines_out = [1, 2]

    \b
    Then:
      bomberstream resolve landing.toml
    """
    import secrets

    from attrs import evolve
    from bomberstream.core.errors import BadData, OutsideGame, UsageError
    from bomberstream.core.scenario import load_scenario

    from .checks import parse_settings

    described = load_scenario(scenario)
    game = session.plugins.game(described.game)
    settings = [f"{key}={value}" for key, value in described.options.items()]
    session.check_rules(game, rules)
    ruleset = session.ruleset(game.id, rules=rules, tables=overlays, bomber=described.bomber)
    try:
        described = evolve(described, options=parse_settings(ruleset.game, settings, f"{described.where}, options:"))
    except UsageError as wrong:
        # It stands in the file, not on the command line.
        raise BadData(str(wrong)) from None
    if seed is None:
        seed = secrets.randbelow(2**31) if described.seed is None else described.seed
    if odds and advise:
        raise UsageError("--odds and --advise contradict each other; give one")
    try:
        if odds:
            _tell_odds(ruleset, described, as_json)
        elif advise:
            _tell_advice(ruleset, described, seed, as_json)
        else:
            _carry_out(ruleset, described, seed, as_json)
    except OutsideGame as wrong:
        # Likewise.
        raise BadData(f"{described.where}: {wrong}") from None


def _tell_odds(ruleset: Ruleset, described: Scenario, as_json: bool) -> None:
    import time

    from bomberstream.core.chances import chances_of

    from .outlook import SECONDS_OF_ODDS, chances_facts, tell_chances
    from .render import Screen, give_json

    until = time.monotonic() + SECONDS_OF_ODDS
    chances = chances_of(ruleset, described, enough=lambda: time.monotonic() >= until)
    if as_json:
        give_json(chances_facts(chances))
    else:
        tell_chances(Screen(), chances)


def _tell_advice(ruleset: Ruleset, described: Scenario, seed: int | str, as_json: bool) -> None:
    import time

    from bomberstream.core.advice import advise_scene

    from .outlook import SECONDS, advice_facts, tell_advice
    from .render import Screen, give_json

    until = time.monotonic() + SECONDS
    advice = advise_scene(ruleset, described, enough=lambda: time.monotonic() >= until, seed=seed)
    if as_json:
        give_json(advice_facts(advice))
    else:
        tell_advice(Screen(), advice)


def _carry_out(ruleset: Ruleset, described: Scenario, seed: int | str, as_json: bool) -> None:
    """Roll, and tell what came of it and what it changed."""
    from bomberstream.core.dice import SeededSource
    from bomberstream.core.events import as_json as event_facts
    from bomberstream.core.scenario import resolve as carry_out

    from .render import give_json

    resolved = carry_out(ruleset, described, source=SeededSource(seed))
    if not as_json:
        _tell(ruleset, resolved)
        return
    give_json(
        {
            "game": described.game,
            "bomber": described.bomber,
            "step": described.step,
            "table": described.table,
            "column": described.column,
            "dice": described.dice,
            "seed": seed,
            "events": [event_facts(event) for event in resolved.events],
            "changed": {name: {"before": before, "after": after} for name, (before, after) in resolved.changed.items()},
            "outcome": resolved.outcome,
        }
    )


def _tell(ruleset: Ruleset, resolved: Resolved) -> None:
    from bomberstream.core.events import RollEvent
    from bomberstream.core.narrative import Teller

    from .render import Screen, as_words

    screen = Screen()
    for line in Teller(ruleset.narrative, verbose=True).lines(resolved.events):
        screen.put(line.text, indent=0 if line.kind == "heading" else 2, style="heading" if line.indent == 0 else "")
    for event in resolved.events:
        if isinstance(event, RollEvent) and event.text and f"roll.{event.role}" not in ruleset.narrative:
            screen.put(event.text, indent=2)
    if resolved.outcome:
        meaning = ruleset.game.outcomes.get(resolved.outcome, "")
        screen.put(f"the flight ends: {as_words(resolved.outcome)}" + (f" ({meaning})" if meaning else ""), indent=2)
    if resolved.changed:
        screen.put("changed", style="heading")
        screen.table(
            ("", "before", "after"),
            [(name, as_words(before), as_words(after)) for name, (before, after) in resolved.changed.items()],
            indent=2,
        )
    else:
        screen.put("nothing else changed", indent=2)
