"""Flying a sortie from its set-up to its debriefing, again and again if need be."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from contextlib import nullcontext, suppress
from typing import TYPE_CHECKING, Any

from .blame import blame_for_flight
from .conditions import is_day
from .decisions import Decider
from .dice import SeededSource, Source, Unthrown
from .errors import BadData, BomberstreamError, NotAllowed, SaveMismatch, did_you_mean, fold
from .events import Event, digest
from .game import check_devices, listed_devices
from .patience import PLAYING, TakesTooLong, patience
from .ruleset import Ruleset, framework_version
from .sortie import Setup, Sortie, SortieOver
from .tape import FORMAT, Entry, Save, Tape, TapeSource, pack_entries

if TYPE_CHECKING:
    from collections.abc import Mapping

_NUMBER = re.compile(r"0|-?[1-9][0-9]{0,999}")
"""Seeds that are whole numbers, as Python writes them; all others are texts."""

__all__ = ["check_save", "check_setup", "fly", "make_save", "replay", "setup_of", "summary"]


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

    Without a `source` the dice are seeded from the setup. Raises `Undecided` when a decision is left open, `Unthrown`
    when dice are, in the debriefing, too; the sortie is `finished` only when that is over.
    """
    s = ruleset.sortie(
        setup,
        SeededSource(setup.seed) if source is None else source,
        orders=orders,
        log=log,
        tape=tape,
    )
    if not ruleset.others_in_play and not ruleset.houses:
        _fly(s)
    else:
        # A person who types dice in may take his time.
        limit = PLAYING if ruleset.others_in_play and source is None else None
        try:
            with nullcontext() if limit is None else patience(limit):
                _fly(s)
        except (BomberstreamError, Unthrown):
            raise
        except (Exception, SystemExit, TakesTooLong) as wrong:
            fault = blame_for_flight(wrong, s, ruleset)
            if fault is None:
                raise
            raise fault from wrong
    s.finished = True
    if tape is not None and tape.strict:
        tape.check_end()
    return s


def _fly(s: Sortie) -> None:
    game = s.ruleset.game
    try:
        with suppress(SortieOver):
            game.prepare(s)
            s.run(game.mission)
        s.step, s.leaving = None, ""
        with suppress(SortieOver):
            s.run(game.afterwards)
    except Unthrown as left_open:
        left_open.sortie = s
        raise
    s.step, s.leaving = None, ""


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
            "carried": dict(setup.carried),
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
        carried=dict(given.get("carried") or {}),
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


def check_setup(setup: Setup, ruleset: Ruleset) -> Iterator[str]:
    """What in a setup the ruleset does not know: bomber, campaign, target, date, options and their values."""
    if setup.bomber is not None:
        try:
            ruleset.bomber(setup.bomber)
        except BadData as wrong:
            yield f"setup, bomber: {wrong}"
    if setup.campaign is not None and ruleset.campaigns and setup.campaign not in ruleset.campaigns:
        known = ", ".join(map(str, sorted(ruleset.campaigns)))
        yield f"setup, campaign: no campaign {setup.campaign}; valid: {known}"
    cities = {one.city for one in ruleset.targets}
    if setup.target is not None and cities and fold(setup.target) not in map(fold, cities):
        yield f"setup, target: no target {setup.target!r}; {did_you_mean(setup.target, cities)}".rstrip("; ")
    if setup.date is not None and not is_day(setup.date):
        yield f"setup, date: expected a day like '1943-10-14', got {setup.date!r}"
    known_options = {one.name: one for one in ruleset.game.options}
    for name, value in setup.options.items():
        option = known_options.get(name)
        if option is None:
            hint = did_you_mean(name, known_options)
            yield f"setup, options: {ruleset.game.id} has no setting {name!r}; {hint}".rstrip("; ")
            continue
        try:
            option.read(value)
            if option.kind == "devices":
                check_devices(listed_devices(value), ruleset.devices)
        except BadData as wrong:
            yield f"setup, options, {name}: {wrong}"


def replay_save(save: Save, ruleset: Ruleset, log: list[Event]) -> Sortie:
    """Fly a saved sortie again; raises `SaveMismatch` naming the tables that differ where they do.

    A setup that the ruleset does not know is told as such.
    """
    differs = check_save(save, ruleset)
    setup = setup_of(save)
    for line in check_setup(setup, ruleset):
        raise SaveMismatch(line)
    try:
        s = replay(ruleset, setup, save.tape(), log=log)
    except (BadData, NotAllowed) as wrong:
        raise SaveMismatch("; ".join([f"setup: {wrong}", *differs])) from None
    except SaveMismatch as wrong:
        raise SaveMismatch("; ".join([str(wrong), *differs])) from None
    if digest(log) != save.digest:
        raise SaveMismatch("; ".join([f"the digest is {digest(log)}, the save has {save.digest}", *differs]))
    return s
