"""Flying a sortie from its set-up to its debriefing, again and again if need be."""

from __future__ import annotations

import re
from collections.abc import Iterable
from contextlib import suppress
from typing import TYPE_CHECKING, Any

from .decisions import Decider
from .dice import SeededSource, Source
from .errors import SaveMismatch
from .events import Event, digest
from .ruleset import Ruleset, framework_version
from .sortie import Setup, Sortie, SortieOver
from .tape import FORMAT, Entry, Save, Tape, TapeSource, pack_entries

if TYPE_CHECKING:
    from collections.abc import Mapping

_NUMBER = re.compile(r"0|-?[1-9][0-9]{0,999}")
"""Seeds that are whole numbers, as Python writes them; all others are texts."""

__all__ = ["check_save", "fly", "make_save", "replay", "setup_of", "summary"]


def fly(
    ruleset: Ruleset,
    setup: Setup,
    *,
    source: Source | None = None,
    orders: Decider | None = None,
    log: list[Event] | None = None,
    tape: Tape | None = None,
) -> Sortie:
    """Fly one sortie to its end and debrief it.

    Without a `source` the dice are seeded from the setup. Raises `Undecided` when a decision is left open, in the
    debriefing, too; the sortie is `finished` only when that is over.
    """
    s = ruleset.sortie(
        setup,
        SeededSource(setup.seed) if source is None else source,
        orders=orders,
        log=log,
        tape=tape,
    )
    game = ruleset.game
    with suppress(SortieOver):
        game.prepare(s)
        s.run(game.mission)
    s.step, s.leaving = None, ""
    with suppress(SortieOver):
        s.run(game.afterwards)
    s.step, s.leaving = None, ""
    s.finished = True
    if tape is not None and tape.strict:
        tape.check_end()
    return s


def replay(ruleset: Ruleset, setup: Setup, entries: Iterable[Entry], *, log: list[Event] | None = None) -> Sortie:
    """Fly a recorded sortie again; raises `SaveMismatch` at the first thing that comes out otherwise."""
    tape = Tape.replay(entries)
    return fly(ruleset, setup, source=TapeSource(tape), log=log, tape=tape)


def summary(s: Sortie) -> dict[str, Any]:
    """What came of a sortie: outcome, place, crew, rolls, and what its game adds."""
    found: dict[str, Any] = {
        "game": s.ruleset.game.id,
        "bomber": s.bomber.type.id,
        "bomber_name": s.bomber.name,
        "date": s.date,
        "campaign": s.campaign,
        "seed": s.setup.seed,
        "outcome": s.outcome,
        "cause": s.cause,
        "crew": [
            {
                "name": man.name,
                "rank": man.rank,
                "station": man.trade,
                "title": man.title,
                "status": status_of(man),
                "fate": man.fate,
                "kills": float(man.kills_today),
            }
            for man in s.bomber.crew
        ],
        "rolls": s.rolls,
        "rules": list(s.ruleset.rules),
    }
    if s.ruleset.game.facts is not None:
        found.update(s.ruleset.game.facts(s))
    return found


def status_of(man: Any) -> str:
    """How a man came out of it, in a word: killed, captured, interned, missing, wounded, unhurt ..."""
    if man.after == "died_of_wounds":
        return "died of wounds"
    if man.fate == "missing":
        return "missing"
    if man.is_dead:
        return "killed"
    if man.fate in ("captured", "interned", "missing"):
        return str(man.fate)
    if man.is_serious:
        return "seriously wounded"
    if man.light_wounds:
        return "wounded"
    if man.frostbite != "none":
        return "frostbitten"
    return "unhurt"


def make_save(s: Sortie, log: list[Event], *, taken_back: int = 0) -> Save:
    """A save of a sortie that was recorded."""
    assert s.tape is not None
    setup = s.setup
    return Save(
        format=FORMAT,
        version=framework_version(),
        game=s.ruleset.game.id,
        setup={
            "bomber": setup.bomber,
            "campaign": setup.campaign,
            "target": setup.target,
            "date": setup.date,
            "options": dict(setup.options),
        },
        rules=s.ruleset.rules,
        tables=s.ruleset.fingerprints(),
        seed=str(setup.seed),
        entries=pack_entries(s.tape.entries),
        digest=digest(log),
        finished=s.finished,
        taken_back=taken_back,
    )


def setup_of(save: Save) -> Setup:
    """The setup that a save was made with; a seed is a number again only where it is written as one ("007" is not)."""
    given: Mapping[str, Any] = save.setup
    return Setup(
        game=save.game,
        seed=int(save.seed) if _NUMBER.fullmatch(save.seed) else save.seed,
        bomber=given.get("bomber"),
        campaign=given.get("campaign"),
        target=given.get("target"),
        date=given.get("date"),
        options=dict(given.get("options") or {}),
    )


def check_save(save: Save, ruleset: Ruleset) -> list[str]:
    """In what a save's tables and rules differ from those in force; empty when in nothing."""
    now = ruleset.fingerprints()
    differ = sorted(name for name in {*now, *save.tables} if now.get(name) != save.tables.get(name))
    found = []
    if differ:
        found.append(f"tables that differ from those of the save: {', '.join(differ)}")
    if tuple(save.rules) != ruleset.rules:
        found.append(f"the save was made with rules {list(save.rules)}, in force are {list(ruleset.rules)}")
    return found


def replay_save(save: Save, ruleset: Ruleset, log: list[Event]) -> Sortie:
    """Fly a saved sortie again; raises `SaveMismatch` naming the tables that differ where they do."""
    differs = check_save(save, ruleset)
    try:
        s = replay(ruleset, setup_of(save), save.tape(), log=log)
    except SaveMismatch as wrong:
        raise SaveMismatch("; ".join([str(wrong), *differs])) from None
    if digest(log) != save.digest:
        raise SaveMismatch("; ".join([f"the digest is {digest(log)}, the save has {save.digest}", *differs]))
    return s
