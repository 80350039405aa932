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

from .errors import BadPlugin

__all__ = [
    "OWN_TYPES",
    "ChoiceEvent",
    "Event",
    "Happening",
    "ModifierShown",
    "RollEvent",
    "StretchEvent",
    "as_json",
    "digest",
]

OWN_TYPES = ("stretch", "roll", "decision")
"""Types of the events that the sortie itself makes; no happening bears one of these names."""

_HEAD = ("type", "step", "rule")
"""What every event has."""

_WORDING: Mapping[str, tuple[str, ...]] = {"roll": ("text", "title"), "decision": ("by", "told"), "remark": ("text",)}
"""Type of an event to what of it the digest does not heed: words, and who took a decision."""


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
    told: str = ""
    """The choice in words."""
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
    """An event as plain data; `type`, `step` and `rule` come first.

    Raises `BadPlugin` for a happening with a fact of one of these names.
    """
    if isinstance(event, Happening):
        taken = [name for name in _HEAD if name in event.facts]
        if taken:
            raise BadPlugin(f"happening {event.type!r}: no fact can be named {taken[0]!r}; every event has its own")
        return {"type": event.type, "step": event.step, "rule": event.rule, **event.facts}
    plain = asdict(event)
    if isinstance(event, RollEvent):
        plain["dice"] = list(event.faces)
        plain["thrown"] = event.dice
        del plain["faces"]
    head = {key: plain.pop(key) for key in _HEAD}
    return {**head, **plain}


def digest(events: Iterable[Event]) -> str:
    """A hash over the whole log: the same ruleset, setup and tape give the same one everywhere.

    The texts of rolls and remarks are left out, and who took a decision: a replayed flight has the digest of
    the first. Of other happenings every fact counts.
    """
    hashed = sha256()
    for event in events:
        plain = as_json(event)
        for wording in _WORDING.get(event.type, ()):
            plain.pop(wording, None)
        if isinstance(event, RollEvent):
            plain["modifiers"] = [{"value": modifier.value} for modifier in event.modifiers]
        hashed.update(json.dumps(plain, sort_keys=True, ensure_ascii=True).encode())
        hashed.update(b"\n")
    return hashed.hexdigest()[:32]
