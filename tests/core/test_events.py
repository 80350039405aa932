"""Events and their digest: the rules' doings count, the wording does not."""

from __future__ import annotations

import json
from typing import Any

import pytest
from attrs import evolve
from bomberstream.core.errors import BadPlugin
from bomberstream.core.events import (
    ChoiceEvent,
    Event,
    Happening,
    ModifierShown,
    RollEvent,
    StretchEvent,
    as_json,
    digest,
)

STRETCH = StretchEvent("out 2", "zones", "tiny 2.0")
ROLL = RollEvent(
    step="weather",
    rule="tiny 2.1",
    table="1-1",
    role="weather",
    title="Weather on the way",
    dice="2d6",
    faces=(3, 4),
    natural=7,
    modifiers=(ModifierShown(1, "winter", "tiny"),),
    total=8,
    column=None,
    result="haze",
    hit="",
    text="Thin haze.",
)
CHOICE = ChoiceEvent("flak", "tiny 2.2", "press_on", ("yes", "no"), "yes", "orders")
HAPPENING = Happening("arrives", "home", "tiny 3.0", {"zones": 3})
FLIGHT: list[Event] = [STRETCH, ROLL, CHOICE, HAPPENING]


def with_(place: int, **changes: Any) -> list[Event]:
    """The flight with one event changed."""
    events = list(FLIGHT)
    events[place] = evolve(events[place], **changes)
    return events


def test_the_digest_is_pinned() -> None:
    """It must be the same on every machine and Python, and stay so: saves keep it."""
    assert digest(FLIGHT) == "dbee67e915dba375a613f9f376d71e94"
    assert len(digest([])) == 32


@pytest.mark.parametrize(
    ("place", "changes"),
    [
        (1, {"text": "Nothing to be seen."}),
        (1, {"title": "Wetter"}),
        (1, {"modifiers": (ModifierShown(1, "Winter", "another pack"),)}),
        (2, {"by": "person"}),
        (2, {"by": "tape"}),
    ],
)
def test_the_digest_does_not_heed_wording_nor_who_decided(place: int, changes: dict[str, Any]) -> None:
    assert digest(with_(place, **changes)) == digest(FLIGHT)


@pytest.mark.parametrize(
    ("place", "changes"),
    [
        (0, {"stretch": "out 3"}),
        (1, {"faces": (4, 3)}),
        (1, {"faces": (3, 5)}),
        (1, {"natural": 8}),
        (1, {"total": 9}),
        (1, {"modifiers": ()}),
        (1, {"modifiers": (ModifierShown(2, "winter", "tiny"),)}),
        (1, {"result": "storm"}),
        (1, {"result": None}),
        (1, {"table": "1-2"}),
        (1, {"role": "flak"}),
        (1, {"dice": "2d10"}),
        (1, {"column": "night"}),
        (1, {"hit": "pilot"}),
        (2, {"choice": "no"}),
        (2, {"options": ("yes", "no", "perhaps")}),
        (2, {"decision": "evade"}),
        (3, {"type": "lost"}),
        (3, {"facts": {"zones": 4}}),
        (3, {"facts": {}}),
        (3, {"step": "elsewhere"}),
    ],
)
def test_the_digest_changes_with_anything_that_the_rules_did(place: int, changes: dict[str, Any]) -> None:
    assert digest(with_(place, **changes)) != digest(FLIGHT)


def test_the_digest_changes_with_order_and_number() -> None:
    assert len({digest(events) for events in (FLIGHT, FLIGHT[::-1], FLIGHT[:-1], [*FLIGHT, HAPPENING], [])}) == 5


def test_facts_in_another_order_are_the_same_facts() -> None:
    one, two = Happening("x", "", "", {"a": 1, "b": 2}), Happening("x", "", "", {"b": 2, "a": 1})
    assert digest([one]) == digest([two])


@pytest.mark.parametrize("name", ["by", "text", "title"])
def test_every_fact_of_a_happening_counts(name: str) -> None:
    one, two = (Happening("fighter_destroyed", "", "", {name: gun}) for gun in ("top", "tail"))
    assert digest([one]) != digest([two])


@pytest.mark.parametrize("name", ["type", "step", "rule"])
def test_a_fact_does_not_stand_in_for_what_every_event_has(name: str) -> None:
    happening = Happening("arrives", "home", "tiny 3.0", {name: "other"})
    for tell in (as_json, lambda one: digest([one])):
        with pytest.raises(BadPlugin, match=f"^happening 'arrives': no fact can be named '{name}'"):
            tell(happening)


def test_the_text_of_a_remark_is_wording() -> None:
    one, two = (Happening("remark", "", "", {"text": text}) for text in ("Smoke.", "Fire."))
    assert digest([one]) == digest([two])


def test_events_are_plain_data_with_type_step_and_rule_first() -> None:
    for event in FLIGHT:
        plain = as_json(event)
        assert list(plain)[:3] == ["type", "step", "rule"]
        assert json.loads(json.dumps(plain))["type"] == event.type
    roll = as_json(ROLL)
    assert (roll["dice"], roll["thrown"], roll["natural"], roll["total"]) == ([3, 4], "2d6", 7, 8)
    assert list(roll["modifiers"]) == [{"value": 1, "says": "winter", "by": "tiny"}]
    assert as_json(HAPPENING) == {"type": "arrives", "step": "home", "rule": "tiny 3.0", "zones": 3}


def test_asking_for_the_digest_changes_no_event() -> None:
    before = [as_json(event) for event in FLIGHT]
    digest(FLIGHT)
    assert [as_json(event) for event in FLIGHT] == before
