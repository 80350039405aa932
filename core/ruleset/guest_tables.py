"""The tables of a guest, compiled for the game in which its bombers fly."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from attrs import evolve

from .. import checks
from ..conditions import Vocabulary
from ..effects import Verbs
from ..errors import BadData, did_you_mean
from ..guests import Guest, TwoTongues, own_modifiers, silenced, words_of_guest
from ..tables import CompiledTable, compile_table
from .compiler import Compiler, Counter


def compile_guest(
    guest: Guest, plain: Vocabulary, here: Mapping[str, CompiledTable], host: Compiler, problems: list[str]
) -> tuple[dict[str, CompiledTable], dict[str, dict[str, Counter]]]:
    """The tables that a guest brings, in words that are understood here, and its bombers' counters.

    `plain`: the vocabulary here, before names were bent to fit guests; `here`: our tables. The guest is given ours with
    the modifiers that it brings.
    """
    words = words_of_guest(plain, guest.vocabulary, guest, host.game.id)
    verbs = Verbs(host.verbs)
    for verb in guest.verbs:
        if verb.name not in verbs:
            verbs.add(verb if verb.travels else silenced(verb))
    tables = guest.needed()
    asked = checks.roles_of_tables(tables, guest.bombers, {})
    by_role = {**host.by_role, **checks.tables_of_roles(tables, asked)}
    systems = tuple(dict.fromkeys((*guest.game.systems, *host.game.systems)))
    game = evolve(guest.game, systems=systems)
    its = Compiler(words, verbs, {**host.tables, **tables}, guest.bombers, game, by_role, host.watch)
    its.asked_for_by = guest.by_id(tables)
    compiled = its.compile(tables, problems)
    own_roles = guest.crossing.own_roles
    for name, table in tables.items():
        for role in sorted(asked[name] & own_roles):
            if host.game.roles.get(role):
                allowed = (*host.game.roles[role], *guest.game.roles.get(role, ()))
                problems += checks.check_results(table, role, allowed)
    for kind in guest.bombers.values():
        for role, name in kind.tables.items():
            if name not in tables:
                problems.append(f"{kind.where}: tables, {role}: no table {name!r}; {did_you_mean(name, tables)}")
    counters = its.counters(guest.bombers, problems)
    host.purposes |= its.told_roles
    guest.carried = _with_modifiers(guest, words, here, host, problems)
    return compiled, counters


def _with_modifiers(
    guest: Guest, words: Vocabulary, here: Mapping[str, CompiledTable], host: Compiler, problems: list[str]
) -> dict[str, CompiledTable]:
    """Our tables with the modifiers that a guest's own tables of the same role have, each in its own words."""
    carried: dict[str, CompiledTable] = {}
    for name, table in host.tables.items():
        if table.role in guest.crossing.own_roles or name not in here:
            continue
        brought = [one for theirs in guest.of_role(table.role) for one in own_modifiers(theirs).modifier]
        if brought:
            texts = frozenset(text for one in brought for text in (one.when, one.value) if isinstance(text, str))
            both = evolve(table, modifier=(*table.modifier, *brought))
            tongues: Any = TwoTongues(host.vocabulary, words, texts)
            try:
                carried[name] = compile_table(both, tongues, host.actions, host.payload_for(table), host.game.id)
            except BadData as wrong:
                problems += wrong.problems
    return carried
