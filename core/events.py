"""What happened on a flight, as typed events.

Events are made only when somebody listens. Their digest is a hash over everything that the rules did:
rolls, decisions and happenings, in order; the wording of the log is not part of it.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping
from hashlib import sha256
from typing import Any

from attrs import asdict, define, field

__all__ = ["ChoiceEvent", "Event", "Happening", "ModifierShown", "RollEvent", "StretchEvent", "digest"]


@define(frozen=True)
class ModifierShown:
    """A modifier that acted on a roll."""

    value: int
    says: str
    by: str


@define(frozen=True)
class StretchEvent:
    """A new stretch of the flight begins."""

    stretch: str
    step: str = ""
    rule: str = ""
    type: str = "stretch"


@define(frozen=True)
class RollEvent:
    """One throw, with everything that made its result."""

    step: str
    rule: str
    table: str
    """The printed id, or empty for a throw without a table."""
    role: str
    title: str
    dice: str
    faces: tuple[int, ...]
    natural: int
    modifiers: tuple[ModifierShown, ...]
    total: int
    column: str | None
    result: str | int | None
    hit: str = ""
    text: str = ""
    type: str = "roll"


@define(frozen=True)
class ChoiceEvent:
    """One decision, and who took it: "tape", "orders" or "person"."""

    step: str
    rule: str
    decision: str
    options: tuple[str, ...]
    choice: str
    by: str
    type: str = "decision"


@define(frozen=True)
class Happening:
    """Something that took place; `type` is one of the game's happenings, `facts` what it tells."""

    type: str
    step: str
    rule: str
    facts: Mapping[str, str | int | float | bool] = field(factory=dict)


Event = StretchEvent | RollEvent | ChoiceEvent | Happening


def as_json(event: Event) -> dict[str, Any]:
    """An event as plain data; `type`, `step` and `rule` come first."""
    plain = asdict(event)
    if isinstance(event, Happening):
        plain = {"type": event.type, "step": event.step, "rule": event.rule, **event.facts}
    elif isinstance(event, RollEvent):
        plain["dice"] = list(event.faces)
        plain["thrown"] = event.dice
        del plain["faces"]
    head = {key: plain.pop(key) for key in ("type", "step", "rule")}
    return {**head, **plain}


def digest(events: Iterable[Event]) -> str:
    """A hash over the whole log: the same ruleset, setup and tape give the same one everywhere.

    Texts are left out, and who took a decision: a replayed flight has the digest of the first.
    """
    hashed = sha256()
    for event in events:
        plain = as_json(event)
        for wording in ("text", "title", "by"):
            plain.pop(wording, None)
        for modifier in plain.get("modifiers", ()):
            modifier.pop("by"), modifier.pop("says")
        hashed.update(json.dumps(plain, sort_keys=True, ensure_ascii=True).encode())
        hashed.update(b"\n")
    return hashed.hexdigest()[:32]
