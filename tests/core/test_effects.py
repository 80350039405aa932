"""Effects: verbs, their arguments, and what is refused."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import pytest
from bomberstream.core.conditions import Vocabulary
from bomberstream.core.damage import VERBS
from bomberstream.core.effects import Action, Effect, Verb, Verbs, parse_effect, verb
from bomberstream.core.errors import BadData

done: list[tuple[Any, ...]] = []


@verb("dent", takes="section", depth="number")
def dent(s: Any, section: str, depth: int = 1) -> None:
    """A dent in a section.

    More about dents.
    """
    done.append(("dent", section, depth))


@verb("alarm", loud="flag")
def alarm(s: Any, loud: bool = False) -> None:
    """The bell rings."""
    done.append(("alarm", loud))


@verb("depth", takes="number")
def depth(s: Any, fathoms: int) -> None:
    """How deep."""
    done.append(("depth", fathoms))


@verb("twice", takes="effects", holds=True)
def twice(compiler: Any, effect: Effect, where: str) -> Action:
    """Everything happens two times."""
    actions = compiler.actions(effect.value, where)

    def act(s: Any) -> None:
        for action in (*actions, *actions):
            action(s)

    return act


KNOWN = Verbs([dent, alarm, depth, twice])


class Checker:
    """The part of a composer that verbs see: it knows one section and no tables."""

    vocabulary = Vocabulary()

    def actions(self, raw: Sequence[Any], where: str) -> tuple[Action, ...]:
        effects = [parse_effect(one, KNOWN) for one in raw]
        return tuple(KNOWN[effect.verb].compile(effect, self, where) for effect in effects)

    def lookup(self, name: str, where: str) -> str:
        raise BadData(f"{where}: no table {name!r}")

    def dice_rows(self, dice: str, rows: Sequence[Any], says: str, where: str) -> Action:
        raise BadData(f"{where}: no dice here")

    def check_name(self, kind: str, name: Any, where: str) -> None:
        if kind == "section" and name != "nose":
            raise BadData(f"{where}: no section {name!r}")
        if kind == "number" and type(name) is not int:
            raise BadData(f"{where}: expected a whole number, not {name!r}")


def carry_out(*raw: Any) -> list[tuple[Any, ...]]:
    done.clear()
    for action in Checker().actions(raw, "here"):
        action(None)  # type: ignore[arg-type]
    return list(done)


def refusal(raw: Any) -> str:
    with pytest.raises(BadData) as caught:
        carry_out(raw)
    (line,) = caught.value.problems
    return line


# --- reading


def test_an_effect_is_a_verb_its_argument_and_what_stands_beside_it() -> None:
    assert parse_effect({"depth": 3}, KNOWN) == Effect("depth", 3, {})
    assert parse_effect({"dent": "nose", "depth": 3}, KNOWN) == Effect("dent", "nose", {"depth": 3})
    assert parse_effect({"depth": 3, "dent": "nose"}, KNOWN) == Effect("dent", "nose", {"depth": 3})


@pytest.mark.parametrize(
    ("raw", "says"),
    [
        ({}, "an effect has exactly one verb, not 0: {}"),
        ({"dent": "nose", "alarm": True}, "an effect has exactly one verb, not 2"),
        ({"dnt": "nose"}, "unknown verb 'dnt'; did you mean 'dent'?"),
        ({"dent": "nose", "deep": 3}, "verb 'dent' takes no 'deep'; did you mean 'depth'?"),
        ({"alarm": True, "lod": True}, "verb 'alarm' takes no 'lod'; did you mean 'loud'?"),
        ("dent", "an effect is an inline table like { wound = 'pilot' }, not 'dent'"),
        (["dent"], "an effect is an inline table like { wound = 'pilot' }, not ['dent']"),
        (3, "an effect is an inline table like { wound = 'pilot' }, not 3"),
    ],
)
def test_what_is_no_effect_is_refused_in_one_line(raw: Any, says: str) -> None:
    with pytest.raises(BadData) as caught:
        parse_effect(raw, KNOWN)
    (line,) = caught.value.problems
    assert line.startswith(says)


def test_a_misspelt_verb_behind_its_argument_is_the_one_that_is_named() -> None:
    with pytest.raises(BadData, match=r"unknown verb 'alrm'; did you mean 'alarm'\?"):
        parse_effect({"loud": True, "alrm": True}, KNOWN)
    with pytest.raises(BadData, match="unknown verb 'loud'"):
        parse_effect({"loud": True}, KNOWN)


# --- doing


def test_effects_act_in_their_order_with_their_arguments() -> None:
    assert carry_out(
        {"dent": "nose"}, {"alarm": True}, {"dent": "nose", "depth": 4}, {"alarm": True, "loud": True}
    ) == [
        ("dent", "nose", 1),
        ("alarm", False),
        ("dent", "nose", 4),
        ("alarm", True),
    ]


def test_a_verb_may_hold_other_effects() -> None:
    assert carry_out({"twice": [{"depth": 1}, {"depth": 2}]}) == [("depth", 1), ("depth", 2)] * 2


def test_faults_inside_a_verb_that_holds_effects_are_found() -> None:
    assert "unknown verb 'dpth'" in refusal({"twice": [{"dpth": 1}]})


def test_arguments_are_checked_against_what_the_bombers_have() -> None:
    assert refusal({"dent": "nosr"}) == "here: dent: no section 'nosr'"
    assert refusal({"dent": "nose", "depth": "4"}) == "here: dent, depth: expected a whole number, not '4'"


@pytest.mark.parametrize("given", [False, 1, "yes"])
def test_a_verb_without_argument_is_written_true(given: Any) -> None:
    assert refusal({"alarm": given}) == f"here: 'alarm' is written {{ alarm = true }}, not {given!r}"


# --- the registry


def test_verbs_are_listed_by_name_and_told_by_the_first_line_of_their_docstring() -> None:
    assert KNOWN.names() == ["alarm", "dent", "depth", "twice"]
    assert [one.says for one in KNOWN] == [
        "The bell rings.",
        "A dent in a section.",
        "How deep.",
        "Everything happens two times.",
    ]


def test_a_verb_without_a_docstring_is_refused() -> None:
    with pytest.raises(TypeError, match="verb 'mute' needs a docstring"):

        @verb("mute")
        def mute(s: Any) -> None:
            pass


def test_two_verbs_of_one_name_are_refused_and_the_same_verb_twice_is_not() -> None:
    verbs = Verbs([dent])
    verbs.add(dent)

    def other(s: Any, section: str) -> None:
        """Another dent."""

    with pytest.raises(BadData, match="verb 'dent' is registered twice"):
        verbs.add(Verb("dent", other, "section", {}, False))
    assert verbs["dent"] is dent


@pytest.mark.parametrize("one", VERBS, ids=lambda one: one.name)
def test_every_verb_of_the_core_is_told_in_one_sentence(one: Verb) -> None:
    assert one.says
    assert one.says.strip() == one.says
    assert one.says[0].isupper()


def test_the_verbs_of_the_core_have_names_of_their_own() -> None:
    names = [one.name for one in VERBS]
    assert len(names) == len(set(names))
    assert {"wound", "roll", "roll_on", "when", "system_out", "engine_out"} <= set(names)
