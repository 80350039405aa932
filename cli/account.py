"""The account of a flight: the narrative with its summary for people, one object for programs."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from fractions import Fraction
from typing import TYPE_CHECKING, Any

from bomberstream.core.events import as_json, digest
from bomberstream.core.flight import summary
from bomberstream.core.narrative import Line, Teller

from .render import Screen, as_words

if TYPE_CHECKING:
    from bomberstream.core.events import Event
    from bomberstream.core.sortie import Sortie

__all__ = ["account", "bombing_in_words", "claims_in_words", "kills_in_words", "tell"]

STORY = 2
"""Blanks by which a line of the story is indented, and each level below it."""


def account(s: Sortie, log: Sequence[Event], *, until: int | None = None) -> dict[str, Any]:
    """Everything about a flight as plain data; with `until` the first events alone."""
    always: dict[str, Any] = {
        "game": s.ruleset.game.id,
        "bomber": s.bomber.type.id,
        "target": s.setup.target,
        "date": s.date,
        "moon": s.setup.options.get("moon"),
        "seed": s.setup.seed,
        "digest": digest(log),
        "outcome": s.outcome,
        "zones": [],
        "bombing": {"on_target": None, "percent": None},
        "crew": [],
        "claims": [],
        "rolls": s.rolls,
    }
    events = [as_json(event) for event in log[:until]]
    return {**always, **summary(s), "events": events}


def tell(
    s: Sortie,
    log: Sequence[Event],
    *,
    verbose: bool = False,
    since: int = 0,
    until: int | None = None,
    plain: bool = False,
    pace: Callable[[Line], None] | None = None,
) -> None:
    """Print the mission log, and the summary when it is told to its end.

    `since` and `until` are places in the log; `pace` is called before each line, and may wait.
    """
    screen = Screen(plain=plain)
    teller = Teller(s.ruleset.narrative, verbose, s.setup.seed)
    for _ in teller.lines(log[:since]):
        pass
    for line in teller.lines(log[since:until]):
        if pace is not None:
            pace(line)
        if line.kind == "heading":
            screen.put(line.text, style="heading")
        else:
            screen.put(line.text, indent=STORY * max(1, line.indent), style="" if line.kind == "story" else "faint")
    if until is None or until >= len(log):
        screen.put()
        _summarise(screen, s, account(s, log))


def _summarise(screen: Screen, s: Sortie, told: Mapping[str, Any]) -> None:
    game = s.ruleset.game
    meaning = game.outcomes.get(s.outcome, "")
    outcome = as_words(s.outcome) + (f" ({meaning})" if meaning and meaning != as_words(s.outcome) else "")
    style = "bad" if s.outcome in game.losses else "good"
    screen.put(f"Outcome: {outcome}", style=style)
    screen.fields(
        [
            ("cause", as_words(told.get("cause")) if s.outcome in game.losses else ""),
            ("target", ", ".join(filter(None, [str(told["target"] or ""), bombing_in_words(told["bombing"])]))),
            ("bomber" if bombing_in_words(told["bombing"]) else "aircraft", _bomber(s)),
            ("date", str(told["date"] or "")),
        ],
        indent=STORY,
    )
    screen.put("crew", indent=STORY)
    screen.table(
        ("", "", "", ""),
        [
            (_trade(man), f"{man.get('rank', '')} {man['name']}".strip(), man["status"], kills_in_words(man))
            for man in told["crew"]
        ],
        indent=STORY * 2,
    )
    screen.fields(
        [
            ("claims", claims_in_words(told["claims"])),
            ("rolls", str(told["rolls"])),
            ("seed", str(told["seed"])),
            ("digest", str(told["digest"])),
        ],
        indent=STORY,
    )


def _bomber(s: Sortie) -> str:
    kind = s.bomber.type
    return f"{kind.name}, {s.bomber.name}" if s.bomber.name else kind.name


def bombing_in_words(bombing: Any) -> str:
    """The bombing result; `run` is a game's own word for what became of the bombs."""
    if not isinstance(bombing, Mapping):
        return ""
    percent = bombing.get("percent")
    share = "" if percent is None else f", {percent}%"
    if bombing.get("on_target"):
        return f"bombs on target{share}"
    run = bombing.get("run", "none" if bombing.get("on_target") is None else "off_target")
    if run == "off_target":
        return f"bombs off target{share}"
    if not run:
        # A game in which nothing is bombed.
        return ""
    return "not bombed" if run == "none" else f"not bombed: {as_words(run)}"


def kills_in_words(man: Mapping[str, Any]) -> str:
    """What a man shot down; kills are shared, so thirds and the like are told as such."""
    kills = Fraction(man.get("kills") or 0).limit_denominator(1000)
    whole, rest = divmod(kills, 1)
    told = " ".join(str(part) for part in (whole, rest) if part)
    return f"{told} shot down" if told else ""


def claims_in_words(claims: Any) -> str:
    """Claims as a game gives them: a number, words, or one mapping each."""
    if not claims:
        return "none"
    if not isinstance(claims, list | tuple):
        return str(claims)
    return "; ".join(
        " ".join(as_words(value) for value in one.values() if value not in ("", None))
        if isinstance(one, Mapping)
        else str(one)
        for one in claims
    )


def _trade(man: Mapping[str, Any]) -> str:
    return str(man.get("title") or as_words(man["station"]))
